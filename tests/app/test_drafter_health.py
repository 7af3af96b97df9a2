"""Whether a drafter does here what others measured: the conversion of their rates, the line, and its reasons in order. Why a drafter was
chosen stands beside the figures, in a sentence; it is no warning."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from specdeck import assets
from specdeck.chat.drafter_health import ENOUGH, all_health, counts_by_drafter, health, reply_health, why_chosen
from specdeck.decoding.checkpoints.checkpoint import Checkpoint, Tensor
from specdeck.decoding.checkpoints.published_table import (
    KnownDrafter,
    PublishedAcceptance,
    conditional_rates,
    known_drafter,
    published_acceptance,
)
from specdeck.decoding.types import Settings, Stats
from tests.helpers.decks import WHY, chooser
from tests.helpers.fake import Take, round_of
from tests.helpers.play import SMALL, WIDE, drawn, person, playing, talk, until

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
    assert health(KnownDrafter(), counts(50, 0.04, 0.0, 0.0, 0.0)).words == "accepted 1% of 200 guesses: far below any published drafter"
    assert health(KnownDrafter(), counts(50, 0.04, 0.0, 0.0, 0.0)).reasons, "where nothing is known, what it may be"
    assert health(KnownDrafter(), counts(50, 0.2, 0.0, 0.0, 0.0)) is None, "5% and nothing to compare with"
    assert health(KnownDrafter(), counts(ENOUGH - 1, 0.0)) is None, "too few to say"
    assert health(None, counts(ENOUGH, 0.0)) is None, "lookup has no files that could be damaged"
    assert health(KnownDrafter(LLAMA), ()) is None


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
    session = chooser()
    async with playing(session) as pilot:
        told = []
        pilot.app.notify = lambda message, **how: told.append(message)
        await talk(pilot, session)
        for size in (SMALL, (60, 20), WIDE):
            await pilot.resize_terminal(*size)
            left = 80 if size == WIDE else 0
            await until(pilot, lambda: WHY in " ".join(" ".join(line[left:] for line in drawn(pilot).splitlines()).split()))
            assert "auto tries" not in drawn(pilot)
        assert not told and why_chosen(pilot.app.deck.chat.reply) == WHY
        session.settings, session.notes = Settings(drafter="model"), dict.fromkeys((2, 3), "model: the drafter's context of 99 tokens is full")
        session.notes[0] = "mtp: it waits for the target's next pass, whose hidden states it needs"  # as a reply that is written again begins
        await talk(pilot, session)
        await until(pilot, lambda: told == ["model: the drafter's context of 99 tokens is full"])
        assert why_chosen(pilot.app.deck.chat.reply) == "" and "auto took" not in drawn(pilot)
