"""Figures that cannot be taken at their word. A drafter does less here than others measured: the conversion of their rates, the line, and its reasons
in order. A reply repeats itself, which is no triumph. Why a drafter was chosen stands beside the figures, in a sentence; it is no warning."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from specdeck import assets
from specdeck.actions import chatting
from specdeck.apply_reports import apply_pending
from specdeck.chat.drafter_health import ENOUGH, all_health, counts_by_drafter, health, reply_health, why_chosen
from specdeck.chat.reply import reply_of
from specdeck.chat.speed import out_of_loop
from specdeck.commands.bench import as_table
from specdeck.commands.bench_rows import PLAIN, Arm, BenchReply, Group, Table
from specdeck.commands.run import closing_line
from specdeck.compare.result import Comparison, Run, ratio
from specdeck.compare.result_words import comparison_card, looped_words
from specdeck.decoding.checkpoints import KnownDrafter, PublishedAcceptance
from specdeck.decoding.checkpoints.checkpoint import Checkpoint, Tensor
from specdeck.decoding.checkpoints.published_table import conditional_rates, known_drafter, published_acceptance
from specdeck.decoding.types import Round, Settings, Stats
from specdeck.engine.session import NextReply
from specdeck.records.export import as_json
from specdeck.widgets.comparison_panels import findings
from tests.helpers.fake import TAKES, FakeSession, Take, events_of, round_of
from tests.helpers.play import SMALL, WIDE, answered, drawn, opened_on, person, playing, talk, type_line, until
from tests.helpers.states import WHY, chooser, state_with
from tests.helpers.states import talk as talk_on

LLAMA = published_acceptance("RedHatAI/Llama-3.1-8B-Instruct-speculator.eagle3")


def counts(drafted: int, *shares: float) -> tuple[tuple[int, int], ...]:
    """So many drafts, of which these shares were accepted at each position."""
    return tuple((round(drafted * share), drafted) for share in shares)


def test_the_log_of_a_run_of_llama_cpp():
    """ggml-org/llama.cpp#24536: 87 drafts, 259 drafted, 167 accepted; rate .645, mean length 2.92, by position .805, .632, .483. Our
    counts of the same rounds give all of these, and the conversion what is left of each position's drafts."""
    accepted = [0] * 17 + [1] * 15 + [2] * 13 + [3] * 42  # of 87 drafts, so that 70, 55 and 42 reach a position
    stats = Stats()
    for index, many in enumerate(accepted):
        guesses = ("a", "b") if index < 2 else ("a", "b", "c")  # two drafts had two guesses: 259 = 3 * 87 - 2
        stats = stats.add(round_of(index, Take(guesses, many, "d"), Settings(k=3)))
    drafts = len(accepted)
    assert (drafts, stats.drafted, stats.accepted) == (87, 259, 167) and stats.by_position == ((70, 87), (55, 87), (42, 85))
    made = [accepted / drafts for accepted, _ in stats.by_position]
    assert [round(rate, 3) for rate in made] == [0.805, 0.632, 0.483] and round(stats.acceptance_rate, 3) == 0.645
    assert round(stats.tokens_per_round, 2) == 2.92
    log = PublishedAcceptance("llama.cpp", "its log", 3, 1 + sum(made), tuple(made))
    assert round(log.length, 2) == 2.92 and log.at(3) == pytest.approx(made)
    assert log.expected(stats.by_position) == pytest.approx(0.645, abs=0.005)
    assert conditional_rates(made) == pytest.approx((70 / 87, 55 / 70, 42 / 55))
    assert [round(rate, 2) for rate in conditional_rates((0.7296, 0.5208, 0.3545))] == [0.73, 0.71, 0.68], "of all drafts, as vLLM counts"
    assert conditional_rates((0.5, 0.0, 0.0)) == (0.5, 0.0, 0.0) and conditional_rates(()) == ()


def test_every_published_figure_has_its_source_and_adds_up():
    table = json.loads(assets.PUBLISHED_DRAFTERS.read_text())
    for name, row in table["measured"].items():
        found = published_acceptance(name)
        assert row["source"].startswith("https://") and row["by"] and row["data"] and {"rates", "length"} & {*row}, name
        at = found.at(found.k)
        assert found.rates or all(b / a == pytest.approx(at[0]) for a, b in zip(at, at[1:])), "a mean length alone gives the same chance to every tested guess"
        assert 0 < found.rate < 1 and found.expected([(0, 10)] * found.k) == pytest.approx(found.rate, abs=0.001) and list(found.rates) == sorted(found.rates, reverse=True) and len(found.rates) in (0, found.k), name
        assert at == sorted(at, reverse=True) and 1 + sum(at) == pytest.approx(row.get("length", found.length), abs=0.002 if found.rates else 1e-6), name


def test_the_line_names_what_others_measured_and_for_drafts_of_this_length():
    found = health(KnownDrafter(LLAMA), counts(100, 0.7, 0.5, 0.35))
    assert found.of() == "accepted 52% of 300 guesses; vLLM's tests measured 53% (MT-bench, k 3, T 0)" and found.reasons == ()
    longer = health(KnownDrafter(LLAMA), counts(100, 0.7, 0.5, 0.35, 0.2, 0.15, 0.1))
    assert ", or 35% for drafts as long as these" in longer.of() and longer.reasons == ()


def test_a_drafter_far_below_gets_its_reasons_in_order():
    known = KnownDrafter(LLAMA, ("it is quantised to 4 bits", "the usual three layers were assumed", "it was made for Llama-3.1-8B, and this target is x"), True)
    low = health(known, counts(100, 0.3, 0.1, 0.05), thinking=True)
    assert [reason[:20] for reason in low.reasons] == ["it is quantised to 4", "it was trained witho", "the usual three laye", "it was made for Llam"]
    assert "accepted 15% of 300 guesses" in low.of("mtp") and low.of("mtp").startswith("mtp: ") and "Likely reasons: it is quantised" in low.of()
    assert "without thinking" not in health(known, counts(100, 0.3, 0.1, 0.05)).of(), "the target does not think"


def test_below_a_twentieth_is_far_too_low_without_a_published_figure_too():
    found = health(KnownDrafter(), counts(50, 0.04, 0.0, 0.0, 0.0))
    assert found.words == "accepted 1% of 200 guesses: far below any published drafter" and found.reasons, "where nothing is known, what it may be"
    for known, too_little in (
        (KnownDrafter(), counts(50, 0.2, 0.0, 0.0, 0.0)),  # 5% and nothing to compare with
        (KnownDrafter(), counts(ENOUGH - 1, 0.0)),  # too few to say
        (None, counts(ENOUGH, 0.0)),  # lookup has no files that could be damaged
        (KnownDrafter(LLAMA), ()),
    ):
        assert health(known, too_little) is None


def test_each_drafter_of_a_reply_is_judged_by_its_own_guesses():
    rounds = [replace(round_of(i, Take(("a",) * 4, 0 if i % 2 else 4, "b"), Settings()), drafter="model" if i % 2 else "lookup") for i in range(200)]
    assert {name: sum(d for _, d in of) for name, of in counts_by_drafter(rounds).items()} == {"model": 400, "lookup": 400}
    assert list(reply_health({"model": KnownDrafter()}, rounds, False)) == ["model"]
    assert all_health({}, counts_by_drafter(rounds), False) == {}


def checkpoint(folder, kind: str = "dflash", scales: bool = False, **config) -> Checkpoint:
    names = ["fc.weight", *(["fc.scales"] if scales else [])]
    return Checkpoint(kind, folder, config, {name: Tensor(name, (4, 4), "U32", folder / "model.safetensors") for name in names})


def test_what_is_known_comes_from_the_files(tmp_path):
    target, other = (checkpoint(tmp_path / name, "model") for name in ("Qwen3-8B-4bit", "Qwen3-4B-4bit"))
    drafter = tmp_path / "Qwen3-8B-DFlash-b16"
    assert known_drafter(checkpoint(drafter), target, None, None, False) == KnownDrafter(published_acceptance("Qwen3-8B-DFlash-b16"))
    quantised = checkpoint(drafter, scales=True, quantization={"bits": 4, "group_size": 64})
    assert known_drafter(quantised, target, None, "how it was read", True) == KnownDrafter(
        published_acceptance("Qwen3-8B-DFlash-b16"), ("it is quantised to 4 bits", "how it was read"), True
    )
    assert known_drafter(checkpoint(drafter, quantization={"bits": 4}), target, None, None, False).reasons == (), "the target's own, beside a head"
    assert known_drafter(checkpoint(drafter), target, 4, None, False).reasons == ("it is quantised to 4 bits",)
    assert known_drafter(checkpoint(drafter), target, 8, None, False).reasons == ()
    assert known_drafter(checkpoint(drafter), other, None, None, False).reasons == ("it was made for Qwen3-8B, and this target is Qwen3-4B-4bit",)
    assert known_drafter(checkpoint(tmp_path / "mine"), other, None, None, False) == KnownDrafter()


@person
async def test_a_choice_is_said_in_the_panel_at_every_size_and_is_no_warning_and_another_note_is_one():
    session, told = chooser(), []
    async with playing(session) as pilot:
        pilot.app.notify = lambda message, **how: told.append(message)
        await talk(pilot, session)
        for size in (SMALL, (60, 20), WIDE):
            await pilot.resize_terminal(*size)
            left = 80 if size == WIDE else 0
            await until(pilot, lambda: WHY in " ".join(" ".join(line[left:] for line in drawn(pilot).splitlines()).split()))
            assert "auto tries" not in drawn(pilot)
        assert not told and why_chosen(pilot.app.state.chat.reply) == WHY
        session.settings, session.notes = Settings(drafter="model"), dict.fromkeys((2, 3), "model: the drafter's context of 99 tokens is full")
        session.notes[0] = "mtp: it waits for the target's next pass, whose hidden states it needs"  # as a reply that is written again begins
        await talk(pilot, session)
        await until(pilot, lambda: told == ["model: the drafter's context of 99 tokens is full"])
        assert why_chosen(pilot.app.state.chat.reply) == "" and "auto took" not in drawn(pilot)


# Replies that repeat themselves: figures are of what is before, and one key helps


ROUND = Take((" the", " same", " old", " song"), 4, ".")  # all accepted
BEFORE = sum(take.accepted + 1 for take in TAKES)


@opened_on(takes=(*TAKES, *(ROUND,) * 20))
async def test_the_reply_and_the_panel_say_so_and_a_key_writes_it_otherwise(pilot, session, state):
    await type_line(pilot, "sing")
    session.play(len(TAKES))
    await until(pilot, lambda: state.chat.reply.tokens)
    await answered(pilot, session)
    reply = state.chat.reply
    assert reply.loop.period == 5 and reply.loop.end == BEFORE + 100 and abs(reply.loop.start - BEFORE) <= 5
    assert reply.telling.acceptance_rate < 0.7 < reply.stats.acceptance_rate
    await pilot.press("tab", "b")
    await until(pilot, lambda: not state.busy and state.last_reply.plain_pace is not None)
    assert state.last_reply.pace == reply.telling.tokens_per_second and state.last_reply.speed_up == state.last_reply.pace / state.last_reply.plain_pace

    def says_so() -> bool:
        said = " ".join(drawn(pilot).split())
        return said.count(f"repeats itself from token {reply.loop.start + 1} on") == 2 and "before that" in said and "tok/s, before its loop" in said

    await until(pilot, says_so)
    assert state.catalogue.measurements.of("toy-target")[0].tokens_per_second == pytest.approx(state.last_reply.pace), "what is kept counts what is before"
    await pilot.press("n")
    await until(pilot, lambda: state.settings.repetition_penalty == 1.1)
    assert isinstance(session.sent[-1], NextReply) and len(state.chat.turns[0].branches) == 2 and state.settings.drafter == "model"


def test_what_only_repeats_itself_is_compared_with_nothing():
    session = FakeSession(takes=(ROUND,) * 20)
    state = state_with(session)
    talk_on(state, session)
    chatting.measure(state)
    apply_pending(state)
    assert state.chat.reply.only_loops and state.last_reply.speed_up is None and not state.catalogue.measurements.of("toy-target")


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
