"""Trained EAGLE-3 heads, DFlash2 and DSpark drafters are accepted as often as p and their q overlap; at T > 0 the text has the target's
distribution, though an EAGLE-3 head never guesses some tokens."""

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
from specdeck.decoding.drafters import dflash2, dspark, eagle3
from specdeck.decoding.drafters.base import Loading
from tests.helpers import checkpoints, kinds, toys
from tests.helpers import distribution as d

pytestmark = pytest.mark.long

# half-precision tensors by kind, trained by tests/helpers/definitions.py of commit 0a6ba9f6 on texts of small_target()
TENSORS = Path(__file__).with_name("trained_drafters.safetensors")
DRAFTERS = {"eagle3": (eagle3, checkpoints.eagle3, 1), "dflash2": (dflash2, checkpoints.dflash2, 3), "dspark": (dspark, checkpoints.dspark, 3)}  # and k
DEPTH = 3  # layers of the target
BLOCK = {"block_size": 4, "mask_token_id": 3}
CONFIG = {
    "eagle3": {"draft_vocab_size": 25, "eagle_config": {"eagle_aux_hidden_state_layer_ids": [0, 1]}},  # every ninth token is never guessed
    "dflash2": {"num_target_layers": DEPTH, "dflash_config": BLOCK},
    "dspark": {"num_target_layers": DEPTH, **BLOCK},
}


def small_target():
    return kinds.KINDS["trimmable"](layers=DEPTH)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Callable[[str], Path]:
    """The drafters' folders by kind, in their published layouts."""

    @cache
    def made(kind: str) -> Path:
        own = {name.removeprefix(f"{kind}/"): value for name, value in mx.load(str(TENSORS)).items() if name.startswith(f"{kind}/")}
        tensors = {name: value.astype(mx.float32) if value.dtype == mx.float16 else value for name, value in own.items()}
        return DRAFTERS[kind][1](tmp_path_factory.mktemp("trained") / kind, tensors, vocab_size=kinds.WIDTH, **CONFIG[kind])

    return made


def pair_of(folder: Callable[[str], Path], kind: str) -> Pair:
    """A fresh target with the trained drafter, loaded as any checkpoint is."""
    target_state = toys.sequence_state(small_target())
    target = Checkpoint(WHOLE, Path("target"), {"hidden_size": 32, "num_hidden_layers": DEPTH, "vocab_size": kinds.WIDTH}, {})
    return toys.make_pair(target_state, {kind: DRAFTERS[kind][0].load(Loading(recognise(folder(kind)), target, target_state, kind))})


def acceptance(pair: Pair, kind: str) -> tuple[float, float]:
    """How many tested guesses are accepted in eighteen replies at T = 1, and the mean over them of sum(min(p, q))."""
    settings = Settings(drafter=kind, k=DRAFTERS[kind][2], temperature=1.0)
    replies = [toys.reply(pair, toys.random_prompt(seed), replace(settings, seed=seed), 30, detail=kinds.WIDTH) for seed in range(18)]
    rounds = [round_ for reply in replies for round_ in reply.rounds if round_.draft]
    overlaps = [sum(min(chance, dict(q).get(token, 0.0)) for token, chance in p) for round_ in rounds for p, q in zip(round_.top_p, round_.top_q)]
    return sum(round_.accepted for round_ in rounds) / len(overlaps), sum(overlaps) / len(overlaps)


@pytest.mark.parametrize("kind", DRAFTERS)
def test_a_trained_drafter_is_accepted_as_often_as_p_and_its_q_overlap(folder, kind):
    accepted, overlap = acceptance(pair_of(folder, kind), kind)
    assert overlap > 0.3 and abs(accepted - overlap) < 0.1


def uncorrected(hidden, logits, embed):
    """Takes the output head's logits as they are."""
    return lambda place, last: logits[place][None]


@pytest.mark.parametrize("kind, rule", [("eagle3", "probabilistic"), ("eagle3", "block"), ("dflash2", "block"), ("dspark", "probabilistic")])
def test_the_text_has_the_targets_distribution(folder, kind, rule):
    """Under the rules that look at q; every ninth token has q = 0 with the EAGLE-3 head."""
    assert misfit(pair_of(folder, kind), kind, rule, 500 if kind == "eagle3" else 300) < 1


def test_a_q_that_was_not_drawn_from_would_show(folder):
    """Planted: guesses by the selector, and as their q what the output head says alone."""
    pair = pair_of(folder, "dflash2")
    drafter = pair.drafters["dflash2"]
    propose, sequential_logits = drafter.propose, drafter._net.sequential_logits

    def mislabelled(request):
        drafter._net.sequential_logits = sequential_logits
        true = propose(request)
        drafter._net.sequential_logits = uncorrected
        return replace(true, q=propose(request).q)

    drafter.propose = mislabelled
    assert misfit(pair, "dflash2", "probabilistic") >= 1


def misfit(pair: Pair, kind: str, rule: str, replies: int = 300) -> float:
    """Of the first two tokens of many replies."""
    model, prompt = small_target(), toys.random_prompt(3)
    settings = Settings(drafter=kind, k=3, temperature=1.0, rule=rule)
    texts = [toys.reply(pair, prompt, replace(settings, seed=seed), 3).tokens for seed in range(replies)]
    first = mx.softmax(model(mx.array([prompt]))[0, -1])
    second = first @ mx.softmax(model(mx.array([[*prompt, token] for token in range(kinds.WIDTH)]))[:, -1], axis=-1)
    counted = ((Counter(text[i] for text in texts), law.tolist()) for i, law in enumerate((first, second)))
    return max(d.misfit(counts, {token: replies * p for token, p in enumerate(law)}) for counts, law in counted)
