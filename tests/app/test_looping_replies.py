"""A reply that repeats itself is no triumph: it is told from where, its figures are of what is before, and one key helps."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from specdeck.actions import chatting
from specdeck.apply_reports import pump
from specdeck.chat.reply import reply_of
from specdeck.chat.speed import out_of_loop
from specdeck.commands.bench import as_table
from specdeck.commands.bench_rows import PLAIN, Arm, BenchReply, Group, Table
from specdeck.commands.run import closing_line
from specdeck.compare.result import Comparison, Run, ratio
from specdeck.compare.result_words import comparison_card, looped_words
from specdeck.decoding.types import Round, Settings, Stats
from specdeck.engine.session import NextReply
from specdeck.records.export import as_json
from specdeck.widgets.comparison_panels import findings
from tests.helpers.decks import deck_with, talk
from tests.helpers.fake import TAKES, FakeSession, Take, events_of
from tests.helpers.play import drawn, person, playing, type_line, until

ROUND = Take((" the", " same", " old", " song"), 4, ".")  # all accepted
BEFORE = sum(take.accepted + 1 for take in TAKES)


def told(pilot) -> str:
    return " ".join(drawn(pilot).split())


@person
async def test_the_reply_and_the_panel_say_so_and_a_key_writes_it_otherwise():
    session = FakeSession(takes=(*TAKES, *(ROUND,) * 20))
    async with playing(session) as pilot:
        await type_line(pilot, "sing")
        session.play(len(TAKES))
        await until(pilot, lambda: pilot.app.deck.chat.reply.tokens)
        session.play()
        deck = pilot.app.deck
        await until(pilot, lambda: not deck.busy)
        reply = deck.chat.reply
        assert reply.loop.period == 5 and reply.loop.end == BEFORE + 100 and abs(reply.loop.start - BEFORE) <= 5
        assert reply.telling.acceptance_rate < 0.7 < reply.stats.acceptance_rate
        await pilot.press("tab", "b")
        await until(pilot, lambda: not deck.busy and deck.last.plain_pace is not None)
        assert deck.last.pace == reply.telling.tokens_per_second and deck.last.speed_up == deck.last.pace / deck.last.plain_pace
        where = f"repeats itself from token {reply.loop.start + 1} on"
        await until(pilot, lambda: told(pilot).count(where) == 2 and "before that" in told(pilot) and "tok/s, before its loop" in told(pilot))
        assert deck.catalogue.measurements.of("toy-target")[0].tokens_per_second == pytest.approx(deck.last.pace), "what is kept counts what is before"
        await pilot.press("n")
        await until(pilot, lambda: deck.settings.repetition_penalty == 1.1)
        assert isinstance(session.sent[-1], NextReply) and len(deck.chat.turns[0].branches) == 2 and deck.settings.drafter == "model"


def test_what_only_repeats_itself_is_compared_with_nothing():
    session = FakeSession(takes=(ROUND,) * 20)
    deck = deck_with(session)
    talk(deck, session)
    chatting.measure(deck)
    pump(deck)
    assert deck.chat.reply.only_loops and deck.last.speed_up is None and not deck.catalogue.measurements.of("toy-target")


def test_what_helps_is_not_what_is_in_force():
    settings, words = out_of_loop(Settings())
    assert settings.repetition_penalty == 1.1 and "penalty" in words
    settings, words = out_of_loop(settings)
    assert settings.temperature == 0.7 and words == "T 0.7"
    assert out_of_loop(settings) is None


def run(settings: Settings, text: list[str], lead: int) -> Run:
    """A run whose tokens after the first ones go round."""
    def going_round(event: Round) -> Round:
        return replace(event, tokens=tuple(id if id < lead else lead + (id - lead) % 5 for id in event.tokens))

    return Run(settings, reply_of(going_round(event) if isinstance(event, Round) else event for event in events_of(settings, 0.0, 999, tuple(text))))


def against(lead: int) -> Comparison:
    a, b = (run(settings, ["la"] * (lead + 100), lead) for settings in (Settings(drafter="none", k=0), Settings()))
    return Comparison(a, b, (ratio(b.rate, a.rate),), a.round_seconds)


def test_a_comparison_is_of_what_is_before_and_a_loop_alone_is_no_headline():
    found, lead = against(40), 40
    assert found.a.reply.loop == found.b.reply.loop and found.b.stats.emitted <= lead + 5 < len(found.b.ids) == lead + 100
    assert looped_words(found) == "the text repeats itself from token 46 on, 5 tokens at a time (95 of 140): figures are of what is before"
    assert looped_words(found) in findings([found], {}).plain and "repeats itself from token 46" in comparison_card(found, "sing", "toy").svg()
    assert "loop" in as_json(found.b.reply, found.b.settings, SimpleNamespace(name="toy", target_path="/toy", path=lambda settings: None))
    loop = against(3)
    card, words = comparison_card(loop, "sing", "toy"), findings([loop], {}).plain
    assert loop.only_loops and card.headline == "a loop" and card.spread == "" and "no figure tells of other text" in words
    assert "as fast as A" not in words and "drafting pays" not in words


def test_a_benched_loops_tokens_are_told():
    made = Table()
    group, reply = Group("story", 0.0, "probabilistic"), Stats(rounds=4, emitted=20, drafted=16, accepted=16, decode_seconds=1.0)
    for arm, seconds in ((PLAIN, 1.0), (Arm("lookup", 4), 0.25)):
        made.add(group, arm, 0, [BenchReply(replace(reply, decode_seconds=seconds), tuple(range(60)), 9, 50)])
    rows = made.rows()
    assert [row["looped"] for row in rows] == [50, 50] and rows[1]["speedup"] == 4.0
    assert "50 of plain's 60 tokens only repeat" in as_table({"machine": {"method": ""}, "rows": rows})


def test_the_line_after_a_reply_in_a_shell_tells_it_and_what_helps():
    line = closing_line(against(40).b.reply, Settings())
    assert line.startswith("repeats itself from token 46 on") and "--repetition-penalty 1.1" in line and "100%" not in line
