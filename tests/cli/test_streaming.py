"""Reply: what of the text may be shown when, and whose token a character is. On made-up events, with no model."""

from __future__ import annotations

import random
from argparse import Namespace
from types import SimpleNamespace

import pytest

from specdeck.chat.reply import Reply, Token, reply_of
from specdeck.commands.load_and_decode import Streamed, stream
from specdeck.decoding.types import Finish, Prefill, Round, Settings, Stats
from specdeck.engine.decoder import Decoder
from specdeck.engine.reply_reports import Ended, PromptRead, Reporter, Wrote
from specdeck.terminal.signals import Interrupted
from specdeck.terminal.streams import ProgressLine


class Bytes:
    """A tokenizer whose tokens are the bytes of utf-8."""

    def decode(self, ids: list[int]) -> str:
        return bytes(ids).decode("utf-8", "replace")


def told(text: str, widths: list[int], stops: tuple[str, ...] = (), finish: bool = True) -> tuple[Reply, list[str]]:
    """A reply told in rounds of so many tokens, and the pieces it gave out, round by round."""
    streamed, data, shown, index = Streamed(stops), list(text.encode()), [], 0
    reporter = Reporter(1, Bytes())
    streamed.apply(reporter.report(Prefill("target", 7, 7, 0, 0.1), 0.0))
    while data:
        width = widths[index % len(widths)]
        tokens, data = tuple(data[:width]), data[width:]
        guesses = len(tokens) - 1
        sources = ("accepted",) * guesses + ("bonus" if guesses else "plain",)
        p = (0.5,) * len(tokens)
        event = Round(index, Settings(), "model", tokens[:-1], guesses, tokens, sources, p, p, p, 1, 0.0, 0.0, p[:guesses])
        shown.append("".join(piece for piece, _ in streamed.apply(reporter.report(event, index + 1.0))))
        index += 1
    last = streamed.apply(reporter.report(Finish("stop", None, Stats()), index + 1.0) if finish else reporter.interrupt(index + 1.0))
    return streamed.reply, [*shown, "".join(piece for piece, _ in last)]


def test_text_is_shown_at_once_where_no_stop_is_asked_for():
    reply, shown = told("abcdef", [2])
    assert shown == ["ab", "cd", "ef", ""] and reply.text == "abcdef" and reply.prompt_tokens == 7


def test_a_character_belongs_to_the_token_that_completes_it():
    reply, shown = told("aé€", [1])
    assert reply.texts == ["a", "", "é", "", "", "€"] and "".join(shown) == "aé€"


def test_what_may_be_the_head_of_a_stop_is_held_back():
    reply, shown = told("abSTOPcd", [1], ("STOP",))
    assert "".join(shown) == reply.text == "ab" and "".join(reply.texts) == "ab" and len(reply.ids) == len(reply.texts)
    reply, shown = told("abSTOcd", [1], ("STOP",))
    assert "".join(shown) == reply.text == "abSTOcd"


def test_an_interrupted_reply_gives_out_all_it_has():
    reply, shown = told("abST", [1], ("STOP",), finish=False)
    assert "".join(shown) == reply.text == "abST" and reply.reason == "interrupted"
    assert reply.stats.emitted == 4 and reply.stats.decode_seconds > 0


def test_a_signal_while_text_is_shown_ends_the_reply_as_interrupted():
    p = (0.5,)
    rounds = [Round(index, Settings(), "none", (), 0, (97,), ("plain",), p, p, p, 1, 0.0, 0.0) for index in range(3)]
    engine = SimpleNamespace(decode=lambda pair, prompt, settings, **options: iter_of(Prefill("target", 1, 1, 0, 0.0), *rounds))
    reports, args = [], Namespace(max_tokens=3, thinking=None)
    streamed = Streamed((), reports.append)

    def show(pieces):
        if len(streamed.reply.tokens) == 2:
            raise Interrupted(2)

    with pytest.raises(Interrupted):
        stream(streamed, Decoder(engine, pair=SimpleNamespace(tokenizer=Bytes())), "hi", Settings(), args, ProgressLine(), show)
    assert [type(report) for report in reports] == [PromptRead, Wrote, Wrote, Ended] and streamed.reply.reason == "interrupted" and streamed.reply.stats.emitted == 2


def iter_of(*events):
    yield from events


def test_an_unfinished_character_at_the_end_is_the_last_tokens():
    reporter, data = Reporter(1, Bytes()), "a€".encode()[:3]
    events = (
        Prefill("target", 1, 1, 0, 0.0),
        Round(0, Settings(), "none", (), 0, tuple(data), ("plain",) * 3, (1.0,) * 3, (None,) * 3, (), 1, 0.0, 0.0),
        Finish("length", None, Stats()),
    )
    reply = reply_of(reporter.report(event, 0.0) for event in events)
    assert reply.texts[0] == "a" and reply.text.startswith("a") and "\ufffd" in reply.texts[-1]


@pytest.mark.parametrize("at, chosen, texts", [(3, "€".encode()[2], ["a", "", "", "€", "!"]), (2, ord("b"), ["a", "", "\ufffdb", "!"])])
def test_a_token_chosen_within_a_character_completes_it(at, chosen, texts):
    """Alone it is no text; one that fits no character leaves the sign of one that is broken, as it is to the target."""
    old, _ = told("a€", [1])
    reply = old.branch(2, at, Token("\ufffd", "chosen", 0, 0, 0.5, None, chosen))
    reporter = Reporter(2, Bytes(), reply.ids)
    own = Round(0, Settings(), "none", (), 0, (ord("!"),), ("plain",), (1.0,), (None,), (), 1, 0.0, 0.0)
    for event in (Prefill("target", 7, 7, 0, 0.1), own, Finish("length", None, Stats())):
        reply.apply(reporter.report(event, 0.0))
    assert bytes(reply.ids).decode("utf-8", "replace") == reply.text
    assert reply.texts == texts


def test_shown_and_told_agree_for_any_text_rounds_and_stops():
    rng = random.Random(4)
    for _ in range(300):
        text = "".join(rng.choice("abé") for _ in range(rng.randint(0, 12)))
        stops = tuple("".join(rng.choice("abé") for _ in range(rng.randint(1, 3))) for _ in range(rng.randint(0, 2)))
        reply, shown = told(text, [rng.randint(1, 4), rng.randint(1, 3)], stops)
        ends = [text.find(stop) for stop in stops if stop in text]
        assert reply.text == text[: min(ends)] if ends else reply.text == text
        assert "".join(shown) == reply.text == "".join(reply.texts)
