"""A reply as it is folded, said in words and cut into blocks: units, no screen."""

from dataclasses import replace

import pytest

from specdeck.actions import chatting
from specdeck.apply_reports import pump
from specdeck.chat.blocks import Blocks
from specdeck.chat.conversation import Chat, Turn
from specdeck.chat.reply import LEAST, Reply
from specdeck.chat.token_places import source_text
from specdeck.chat.wording import change, place, verdicts
from specdeck.deck import Deck
from specdeck.decoding.types import Finish, Prefill, Settings, Stats
from specdeck.engine.messages import Loaded
from specdeck.notices import Refusal
from specdeck.screens.base import bindings_of
from specdeck.screens.chat import ChatScreen
from specdeck.widgets.reply_panel import acceptance
from tests.helpers.decks import deck_with
from tests.helpers.fake import FakeSession, Take, round_of
from tests.helpers.fake import written as with_texts


def written(*texts: str) -> Reply:
    """A reply of plain tokens."""
    reply = Reply(1)
    for index, text in enumerate(texts):
        take = Take((), 0, text)
        reply.apply(with_texts(take, round_of(index, take, Settings(k=0)), float(index)))
    return reply


def blocks_of(reply: Reply, width: int = 40) -> Blocks:
    blocks = Blocks(width)
    blocks.show(Chat(turns=[Turn("hi", reply)]), "toy")
    return blocks


def lines(blocks: Blocks) -> list[str]:
    return ["".join(span.text for span in line) for block in blocks.list for line in block.flow.lines]


def test_a_thought_is_folded_to_one_line_from_its_first_token_on_and_opens():
    unfinished = written("<think>", "let me")
    assert (unfinished.thinking, unfinished.thought) == (2, 0) and any("thinking, 2 tokens" in line for line in lines(blocks_of(unfinished)))
    reply = written("<think>", "let me", " see", "</think>", "\n\n", "Yes", ".")
    assert (reply.thinking, reply.thought) == (4, 4)
    folded = lines(blocks_of(reply))
    assert any("thought for 4 tokens" in line for line in folded) and "Yes." in folded
    assert not any("let me" in line for line in folded)
    reply.opened = True
    assert any("let me see" in line for line in lines(blocks_of(reply)))


def test_a_thought_that_the_template_opened_is_folded_from_its_first_token_on_and_sent_with_its_marker():
    reply = written("let me", " see")
    reply.apply(Prefill("target", 9, 9, 0, 0.1, "<think>"))
    reply.apply(Prefill("model", 9, 9, 0, 0.1))
    assert reply.thinking == 2 and any("thinking, 2 tokens" in line for line in lines(blocks_of(reply)))
    chat = Chat(turns=[Turn("hi", reply)])
    assert chat.said()[-1]["content"] == "<think>let me see" and reply.text == "let me see"
    assert reply.branch(2, 1, None).thinking == 1, "what goes on from it begins within it too"


@pytest.mark.parametrize("texts, thinking", [
    (["let me", " see", "</think>", "Yes"], 3),  # the template may have opened it, and a recording does not say so
    (["<th", "ink>", "hm", "</", "think>", "Yes"], 5),
    (["hm", "<|close|>", "think", "<|sep|>", "Yes"], 4),
    (["<|channel>", "thought", "hm", "<channel|>", "Yes"], 4),
    (["<longcat_think>", "hm", "</longcat_think>", "Yes"], 3),
    (["<|channel|>", "analysis", "<|message|>", "hm", "<|end|>", "<|start|>", "assistant", "<|channel|>", "final", "<|message|>", "Yes"], 10),
    ("Remove all up to < / think > with < / think >: done".split(), 0),
    (["Remove", " </", "think", ">", " from it"], 0),  # quoted: no token holds it whole
])  # fmt: skip
def test_thoughts_of_every_family_are_folded_and_quoted_tags_are_not(texts, thinking):
    assert written(*texts).thinking == thinking
    if texts[0].startswith("<"):
        assert written(*texts[:-2]).thinking == len(texts) - 2, "from its first token on"


def test_the_selected_text_is_the_source_where_what_is_drawn_is_not():
    """Joiners and variation selectors are not drawn; an escape has a picture."""
    said = ("a", "\u200d", "b \u2764", "\ufe0f", " \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \x1b[1m\ttab", " end\u00ad")
    reply = written(*said[:-1], " end")
    reply.apply(Finish("stop", None, Stats(), "\u00ad"))  # its tail belongs to the last token
    blocks = Blocks(60)
    blocks.show(Chat(turns=[Turn("", reply)]), "toy")
    (flow,) = (block.flow for block in blocks.list if block.kind == "reply")
    assert flow.between(None, None) == "".join(said)
    assert flow.between((0, 0), (0, 3)) == "a\u200db " and flow.between((0, 3), (0, 4)) == "\u2764\ufe0f"
    assert not set("\u200d\ufe0f\u200c\x1b") & set(flow.text), "or the terminal would obey it"


def test_the_selected_text_has_no_breaks_that_wrapping_made():
    reply = written("alpha", " beta", " gamma", " delta", "\n", "end")
    blocks = blocks_of(reply, width=12)
    first = next(n for n, line in enumerate(lines(blocks)) if line.startswith("alpha"))
    last = next(n for n, line in enumerate(lines(blocks)) if line == "end")
    assert source_text(blocks, (first, 0), (last, 3)) == "alpha beta gamma delta\nend"
    assert source_text(blocks, (first, 6), (first, 10)) == "beta"


def test_every_token_says_where_it_came_from_and_a_change_of_settings_is_said_in_short():
    reply = Reply(1)
    take = Take(("a", "b", "c", "d"), 2, "X")
    reply.apply(with_texts(take, round_of(0, take, Settings())))
    words = [place(reply, token) for token in reply.tokens]
    assert words[1] == "p .81 q .74, accepted draft, position 2 of 4, round 1, drafter model"
    assert words[2] == "p .62, target's own, recovered at the first miss, round 1"
    assert change(Settings(), Settings(k=6, temperature=0.7)) == "k 4 → 6, T 0 → 0.7" and change(Settings(), Settings(drafter="lookup")) == "model → lookup"
    assert verdicts(reply.rounds[0]) == ["accepted", "accepted", "rejected", "dropped"]


def answered(session: FakeSession) -> Deck:
    deck = deck_with(session)
    chatting.send(deck, "hi")
    session.play()
    pump(deck)
    return deck


def test_an_end_that_was_guessed_is_no_token_and_is_said_among_the_accepted():
    """Of 21 accepted in 6 rounds with 25 tokens one is the end, and the last round has no token of the target's own."""
    deck = answered(FakeSession(takes=[Take((" a", " b", " c"), 3, " d")] * 2))
    said = acceptance(deck).plain
    assert "6 accepted of 6 drafted\n" in said
    last = deck.chat.reply.rounds[-1]
    deck.chat.reply.rounds[-1] = replace(last, sources=last.sources[:2], tokens=last.tokens[:2])
    assert "6 accepted of 6 drafted, one the end token" in acceptance(deck).plain


def test_the_recommended_sampling_is_one_key_and_never_comes_by_itself():
    session = FakeSession()
    deck = Deck(session)
    session.tell(Loaded("qwen", "/qwen", ("none",), recommended={"temperature": 0.6, "top_p": 0.95}))
    pump(deck)
    assert deck.settings.temperature == 0
    take = ChatScreen.VERBS["recommended"]
    assert "do('recommended')" in [binding.action for binding in bindings_of(ChatScreen)]
    assert take(deck) == "temperature 0.6, top-p 0.95, as recommended by the model"
    assert (deck.settings.temperature, deck.settings.top_p) == (0.6, 0.95)
    session.tell(Loaded("other", "/other", ("none",)))
    pump(deck)
    with pytest.raises(Refusal, match="recommends no sampling"):
        take(deck)


def test_with_the_flag_every_model_sets_what_its_makers_recommend():
    session = FakeSession()
    deck = Deck(session)
    deck.wants.as_recommended, deck.wants.given = True, frozenset({"top_k"})
    session.tell(Loaded("qwen", "/qwen", ("none",), recommended={"temperature": 0.6, "top_k": 20}))
    pump(deck)
    assert (deck.settings.temperature, deck.settings.top_k) == (0.6, Settings().top_k), "what an option gave stays"
    session.settings = replace(deck.settings, temperature=0.2)
    session.tell(Loaded("qwen", "/qwen", ("none", "lookup"), recommended={"temperature": 0.6}))
    pump(deck)
    assert deck.settings.temperature == 0.2, "another drafter beside the same target changes nothing that a person has set"


def test_a_burst_shows_no_absurd_rate_and_the_running_rate_forgets():
    burst, steady, take = Reply(1), Reply(1), Take((), 0, "x")
    for reply, times in ((burst, [0.001] * 8), (steady, [LEAST] * 10 + [3.0] * 30)):
        reply.apply(Prefill("target", 9, 9, 0, 0.1, at=0.0))
        for at in times:
            reply.apply(with_texts(take, round_of(0, take, Settings(k=0)), at))
    assert burst.pace_at(0.002) is None and burst.pace is None and burst.pace_at(1.0) == pytest.approx(8)
    assert steady.pace_at(3.0) == 30 and steady.pace == pytest.approx(40 / 3)
