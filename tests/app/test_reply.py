"""A reply as it is folded, said in words, cut into blocks and wrapped: every character is drawn once, in order, within the width. No screen."""

import random
from dataclasses import replace

import pytest
from rich.cells import cell_len

from specdeck.actions import chatting
from specdeck.app_state import AppState
from specdeck.apply_reports import apply_pending
from specdeck.chat.blocks import Blocks
from specdeck.chat.conversation import Chat, Turn
from specdeck.chat.reply import LEAST, Reply
from specdeck.chat.wording import change, place, verdicts
from specdeck.decoding.types import Finish, Prefill, Settings, Stats
from specdeck.drawing.wrapping import TAB, Flow
from specdeck.engine.messages import Loaded
from specdeck.notices import Refusal
from specdeck.screens.base import bindings_of
from specdeck.screens.chat import ChatScreen
from specdeck.widgets.reply_panel import acceptance
from tests.helpers.fake import FakeSession, Take, round_of
from tests.helpers.fake import written as with_texts
from tests.helpers.states import state_with


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


def drawn(flow: Flow) -> list[str]:
    return ["".join(span.text for span in line) for line in flow.lines]


def lines(blocks: Blocks) -> list[str]:
    return [line for block in blocks.list for line in drawn(block.flow)]


def test_a_thought_is_folded_to_one_line_from_its_first_token_on_and_opens():
    assert written("<think>", "let me").thought == 0
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
    (flow,) = (block.flow for block in blocks_of(reply, 60).list if block.kind == "reply")
    assert flow.between(None, None) == "".join(said)
    assert flow.between((0, 0), (0, 3)) == "a\u200db " and flow.between((0, 3), (0, 4)) == "\u2764\ufe0f"
    assert not set("\u200d\ufe0f\u200c\x1b") & set(flow.text), "or the terminal would obey it"


def test_every_token_says_where_it_came_from_and_a_change_of_settings_is_said_in_short():
    reply = Reply(1)
    take = Take(("a", "b", "c", "d"), 2, "X")
    reply.apply(with_texts(take, round_of(0, take, Settings())))
    words = [place(reply, token) for token in reply.tokens]
    assert words[1] == "p .81 q .74, accepted draft, position 2 of 4, round 1, drafter model"
    assert words[2] == "p .62, target's own, recovered at the first miss, round 1"
    assert change(Settings(), Settings(k=6, temperature=0.7)) == "k 4 → 6, T 0 → 0.7" and change(Settings(), Settings(drafter="lookup")) == "model → lookup"
    assert verdicts(reply.rounds[0]) == ["accepted", "accepted", "rejected", "dropped"]


def test_an_end_that_was_guessed_is_no_token_and_is_said_among_the_accepted():
    """Of 21 accepted in 6 rounds with 25 tokens one is the end, and the last round has no token of the target's own."""
    session = FakeSession(takes=[Take((" a", " b", " c"), 3, " d")] * 2)
    state = state_with(session)
    chatting.send(state, "hi")
    session.play()
    apply_pending(state)
    said = acceptance(state).plain
    assert "6 accepted of 6 drafted\n" in said
    last = state.chat.reply.rounds[-1]
    state.chat.reply.rounds[-1] = replace(last, sources=last.sources[:2], tokens=last.tokens[:2])
    assert "6 accepted of 6 drafted, one the end token" in acceptance(state).plain


def test_the_recommended_sampling_is_one_key_and_comes_by_itself_only_with_the_flag():
    session = FakeSession()
    state = AppState(session)

    def loaded(name: str, *drafters: str, **recommended: float) -> None:
        session.tell(Loaded(name, f"/{name}", drafters, recommended=recommended))
        apply_pending(state)

    loaded("qwen", "none", temperature=0.6, top_p=0.95)
    take = ChatScreen.VERBS["recommended"]
    assert state.settings.temperature == 0 and "do('recommended')" in [binding.action for binding in bindings_of(ChatScreen)]
    assert take(state) == "temperature 0.6, top-p 0.95, as recommended by the model"
    assert (state.settings.temperature, state.settings.top_p) == (0.6, 0.95)
    loaded("other", "none")
    with pytest.raises(Refusal, match="recommends no sampling"):
        take(state)
    state.reply_options.as_recommended, state.reply_options.given = True, frozenset({"top_k"})
    loaded("qwen", "none", temperature=0.7, top_k=20)
    assert (state.settings.temperature, state.settings.top_k) == (0.7, Settings().top_k), "what an option gave stays"
    session.settings = replace(state.settings, temperature=0.2)
    loaded("qwen", "none", "lookup", temperature=0.7)
    assert state.settings.temperature == 0.2, "another drafter beside the same target changes nothing that a person has set"


def test_a_burst_shows_no_absurd_rate_and_the_running_rate_forgets():
    burst, steady, take = Reply(1), Reply(1), Take((), 0, "x")
    for reply, times in ((burst, [0.001] * 8), (steady, [LEAST] * 10 + [3.0] * 30)):
        reply.apply(Prefill("target", 9, 9, 0, 0.1, at=0.0))
        for at in times:
            reply.apply(with_texts(take, round_of(0, take, Settings(k=0)), at))
    assert burst.pace_at(0.002) is None and burst.pace is None and burst.pace_at(1.0) == pytest.approx(8)
    assert steady.pace_at(3.0) == 30 and steady.pace == pytest.approx(40 / 3)


# Wrapping


PIECES = (
    "the", " quick", "  ", "\n", "\t", "brown-fox", "日本", "語", " é", "e\u0301", "👍", " x" * 9, "extraordinarily", ".", "\n\n", "\u3000\u3000",
)  # fmt: skip


def poured(pieces, width: int) -> Flow:
    flow = Flow(width)
    for owner, piece in enumerate(pieces):
        flow.add(piece, owner)
    return flow


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_lost_nothing_sticks_out_and_pieces_and_widths_do_not_change_the_lines(seed):
    """Token by token, or wrapped again after a resize: words fall on the same lines."""
    rng = random.Random(seed)
    pieces, width = rng.choices(PIECES, k=60), rng.randint(2, 30)
    flow = poured(pieces, width)
    assert "".join("".join(drawn(flow)).split()) == "".join("".join(pieces).split())
    assert all(cell_len(line) <= width for line in drawn(flow)) and all(span.cells == cell_len(span.text) for line in flow.lines for span in line)
    assert flow.text == "".join(pieces)
    words = rng.choices([p for p in PIECES if p.strip() and len(p) < 12], k=50)
    resized = poured(words, 9)
    resized.resize(24)
    assert drawn(resized) == drawn(poured(words, 24))


@pytest.mark.parametrize("pieces, width, lines", [
    (["one two thr", "ee", " four"], 10, ["one two ", "three four"]),
    (["abcd", "efgh", "ij"], 6, ["abcd", "efghij"]),
    (["a\tb\n", "    return"], 20, ["a" + " " * (TAB - 1) + "b", "    return"]),
])  # fmt: skip
def test_words_move_whole_longer_ones_are_cut_between_pieces_tabs_reach_stops_and_indents_stay(pieces, width, lines):
    assert drawn(poured(pieces, width)) == lines


def test_a_place_on_the_screen_is_a_place_in_the_text():
    flow = poured(["one two ", "three\n", "\tfour"], 8)
    assert drawn(flow) == ["one two ", "three", "    four"]
    assert [flow.text[flow.offset_at(*place)] for place in ((0, 4), (1, 0), (1, 4), (2, 5))] == ["t", "t", "e", "o"]
    assert flow.offset_at(2, 2) == flow.text.index("\t")
    assert flow.offset_at(2, 99) == len(flow.text)


def test_adding_costs_the_same_however_much_is_there():
    """The work of adding is what it lays out: lines that are full are never touched again."""
    flow = poured([" word"] * 5000, 40)
    full = list(flow.lines[:-2])
    flow.add(" and more", 1)
    assert all(line is old for line, old in zip(flow.lines, full))


def test_a_ghost_is_drawn_and_is_no_part_of_the_text():
    flow = Flow(20)
    for piece, ghost in (("one", False), (" two two", True), (" three", False), (" four", False)):
        flow.add(piece, 0, ghost)
    assert drawn(flow) == ["one two two three ", "four"]
    assert flow.text == "one three four"
    assert [flow.text[flow.offset_at(*place)] for place in ((0, 2), (0, 12), (1, 0))] == ["e", "t", "f"]
    flow.resize(9)
    assert flow.text == "one three four" and drawn(flow)[0] == "one two "
