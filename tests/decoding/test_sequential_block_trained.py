"""Trained DFlash2 and DSpark drafters are accepted as often as p and their q overlap, and less if they are read wrongly; at T > 0 the text has
the target's distribution."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Callable

import mlx.core as mx
import pytest

from specdeck.decoding import Pair, Settings
from specdeck.decoding.checkpoints.checkpoint import WHOLE, Checkpoint
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.drafters import dflash2
from specdeck.decoding.drafters.base import Loading
from specdeck.decoding.drafters.dflash2 import DFlash2Drafter
from specdeck.decoding.drafters.dspark import DSparkDrafter
from tests.helpers import blocks, kinds, toys, trained_blocks
from tests.helpers import distribution as d

pytestmark = pytest.mark.long

DRAFTERS = {"dflash2": (DFlash2Drafter, blocks.dflash2_folder), "dspark": (DSparkDrafter, blocks.dspark_folder)}
ROOM, STEPS, REPLIES = 3, 600, 300


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> Callable[[str], Path]:
    """The drafters' folders by kind, in their published layouts, trained when they are asked for."""

    @cache
    def folder(kind: str) -> Path:
        tensors = trained_blocks.trained(kinds.trimmable(layers=trained_blocks.DEPTH), kind, STEPS)
        return DRAFTERS[kind][1](tmp_path_factory.mktemp("trained") / kind, tensors, **trained_blocks.config(kind))

    return folder


def pair_of(folders: Callable[[str], Path], kind: str) -> Pair:
    """A fresh target with the trained drafter, loaded as any checkpoint is."""
    target_state = toys.sequence_state(kinds.trimmable(layers=trained_blocks.DEPTH))
    sizes = {"hidden_size": 32, "num_hidden_layers": trained_blocks.DEPTH, "vocab_size": kinds.WIDTH}
    target = Checkpoint(WHOLE, Path("target"), sizes, {})
    return toys.make_pair(target_state, {kind: DRAFTERS[kind][0].load(Loading(recognise(folders(kind)), target, target_state, kind))})


def acceptance(pair: Pair, kind: str) -> tuple[float, float]:
    """How many tested guesses are accepted in thirty replies at T = 1, and the mean over them of sum(min(p, q))."""
    settings = Settings(drafter=kind, k=ROOM, temperature=1.0)
    replies = [toys.reply(pair, toys.random_prompt(seed), replace(settings, seed=seed), 30, detail=kinds.WIDTH) for seed in range(30)]
    rounds = [round_ for reply in replies for round_ in reply.rounds if round_.draft]
    overlaps = [sum(min(chance, dict(q).get(token, 0.0)) for token, chance in p) for round_ in rounds for p, q in zip(round_.top_p, round_.top_q)]
    return sum(round_.accepted for round_ in rounds) / len(overlaps), sum(overlaps) / len(overlaps)


@pytest.fixture(scope="module")
def as_it_should(folders) -> Callable[[str], tuple[float, float]]:
    return cache(lambda kind: acceptance(pair_of(folders, kind), kind))


@pytest.mark.parametrize("kind", DRAFTERS)
def test_a_trained_drafter_is_accepted_as_often_as_p_and_its_q_overlap(as_it_should, kind):
    accepted, overlap = as_it_should(kind)
    assert overlap > 0.3 and abs(accepted - overlap) < 0.1


FAULTS = {"dflash2": ("no convolution", "the selector left out"), "dspark": ("no Markov head",)}


@pytest.mark.parametrize("kind, fault", [(kind, fault) for kind, faults in FAULTS.items() for fault in faults])
def test_a_trained_drafter_that_is_read_wrongly_is_accepted_less(folders, monkeypatch, as_it_should, kind, fault):
    sound, pair = as_it_should(kind)[0], pair_of(folders, kind)  # before the fault is there
    if fault == "no convolution":
        monkeypatch.setattr(dflash2, "_convolved", lambda x, kernels: x)
    else:
        pair.drafters[kind]._net.sequential_logits = uncorrected
    assert acceptance(pair, kind)[0] < 0.9 * sound


def uncorrected(hidden, logits, embed):
    """Takes the output head's logits as they are."""
    return lambda place, last: logits[place][None]


@pytest.mark.parametrize("kind", DRAFTERS)
@pytest.mark.parametrize("rule", ["probabilistic", "block"])
def test_with_a_sequential_block_the_text_has_the_targets_distribution(folders, kind, rule):
    """Under the rules that look at q."""
    assert misfit(pair_of(folders, kind), kind, rule) < 1


def test_a_q_that_was_not_drawn_from_would_show(folders):
    """Planted: guesses by the selector, and as their q what the output head says alone."""
    pair = pair_of(folders, "dflash2")
    drafter = pair.drafters["dflash2"]
    draft, sequential_logits = drafter._draft, drafter._net.sequential_logits

    def mislabelled(hidden, logits, ask):
        drafter._net.sequential_logits = sequential_logits
        true = draft(hidden, logits, ask)
        drafter._net.sequential_logits = uncorrected
        return replace(true, q=draft(hidden, logits, ask).q)

    drafter._draft = mislabelled
    assert misfit(pair, "dflash2", "probabilistic") >= 1


def misfit(pair: Pair, kind: str, rule: str) -> float:
    """Of the first two tokens of many replies."""
    prompt = toys.random_prompt(3)
    settings = Settings(drafter=kind, k=ROOM, temperature=1.0, rule=rule)
    texts = [toys.reply(pair, prompt, replace(settings, seed=seed), 3).tokens for seed in range(REPLIES)]
    first = chances(prompt)
    second = mx.stack([first[token] * chances([*prompt, token]) for token in range(kinds.WIDTH)]).sum(axis=0)
    counted = ((Counter(text[i] for text in texts), law.tolist()) for i, law in enumerate((first, second)))
    return max(d.misfit(counts, {token: REPLIES * p for token, p in enumerate(law)}) for counts, law in counted)


def chances(tokens: list[int]) -> mx.array:
    """What the target says after these tokens: (V,)."""
    return mx.softmax(kinds.trimmable(layers=trained_blocks.DEPTH)(mx.array([tokens]))[0, -1])
