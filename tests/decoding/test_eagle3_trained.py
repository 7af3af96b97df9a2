"""A trained EAGLE-3 head is accepted as often as its own law says, which it would not be if hidden states, norms or ids were read wrongly;
and at T > 0 the text has the target's distribution, though some tokens are never guessed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import mlx.core as mx
import pytest

from specdeck.decoding import Pair, Settings
from specdeck.decoding.checkpoints.checkpoint import WHOLE, Checkpoint
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.drafters import eagle3 as eagle3_drafter
from specdeck.decoding.drafters.base import Loading
from specdeck.decoding.drafters.eagle3 import Eagle3Drafter
from specdeck.decoding.types import RULES
from tests.helpers import distribution as d
from tests.helpers import eagle3, heads, kinds, toys

pytestmark = pytest.mark.long

LAYERS = 3  # of the target
GUESSED = [token for token in reversed(range(kinds.WIDTH)) if token % 9]  # not in their order, and not all


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """The head's folder, in SafeAILab's layout."""
    tensors = eagle3.trained(kinds.trimmable(layers=LAYERS), GUESSED, 600)
    changes = {"vocab_size": kinds.WIDTH, "draft_vocab_size": len(GUESSED), "eagle_config": {"eagle_aux_hidden_state_layer_ids": list(eagle3.LAYERS)}}
    return heads.eagle3_folder(tmp_path_factory.mktemp("trained") / "head", tensors, **changes)


def pair_of(folder: Path) -> Pair:
    """A fresh target with the trained head, loaded as any checkpoint is."""
    target_state = toys.sequence_state(kinds.trimmable(layers=LAYERS))
    target = Checkpoint(WHOLE, Path("target"), {"hidden_size": 32, "num_hidden_layers": LAYERS, "vocab_size": kinds.WIDTH}, {})
    return toys.make_pair(target_state, {"eagle3": Eagle3Drafter.load(Loading(recognise(folder), target, target_state, "eagle3"))})


def first_accepted(pair: Pair) -> tuple[float, list[list[int]]]:
    """How often the first guess is accepted in thirty replies at T = 1, and their texts."""
    prompts = [toys.random_prompt(seed) for seed in range(30)]
    replies = [toys.reply(pair, prompt, Settings(drafter="eagle3", k=1, temperature=1.0, seed=seed), 30) for seed, prompt in enumerate(prompts)]
    rounds = [round_ for reply in replies for round_ in reply.rounds if round_.draft]
    return sum(round_.accepted for round_ in rounds) / len(rounds), [prompt + reply.tokens for prompt, reply in zip(prompts, replies)]


@pytest.fixture(scope="module")
def as_it_should(folder) -> float:
    return first_accepted(pair_of(folder))[0]


def test_a_trained_head_is_accepted_as_often_as_p_and_its_q_overlap(folder):
    accepted, texts = first_accepted(pair_of(folder))
    tensors = mx.load(str(folder / "model.safetensors"))
    expected = eagle3.overlap(kinds.trimmable(layers=LAYERS), tensors, texts, len(toys.random_prompt(0)))
    assert expected > 0.3 and abs(accepted - expected) < 0.1


FAULTS = ("one layer too late", "the layers in another order", "no norm of the hidden states", "ids in their own order")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_trained_head_that_is_read_wrongly_is_accepted_less(folder, monkeypatch, as_it_should, fault):
    read = eagle3_drafter.layers_read
    change = {"one layer too late": lambda layers: tuple(layer + 1 for layer in layers), "the layers in another order": lambda layers: layers[::-1]}
    monkeypatch.setattr(eagle3_drafter, "layers_read", lambda *asked: change.get(fault, tuple)(read(*asked)))
    pair = pair_of(folder)
    head = pair.drafters["eagle3"]._net
    if fault == "no norm of the hidden states":
        head.layers[0].hidden_norm = lambda hidden: hidden
    elif fault == "ids in their own order":
        head.tokens = mx.sort(head.tokens)
    assert first_accepted(pair)[0] < 0.9 * as_it_should


@pytest.mark.parametrize("rule", RULES)
def test_with_tokens_that_are_never_guessed_the_text_has_the_targets_distribution(folder, rule):
    """The first two tokens of 500 replies; every ninth token has q = 0."""
    pair, prompt, replies = pair_of(folder), toys.random_prompt(3), 500
    settings = Settings(drafter="eagle3", k=3, temperature=1.0, rule=rule)
    texts = [toys.reply(pair, prompt, replace(settings, seed=seed), 3).tokens for seed in range(replies)]
    first = chances(prompt)
    second = mx.stack([first[token] * chances([*prompt, token]) for token in range(kinds.WIDTH)]).sum(axis=0)
    for i, law in enumerate((first, second)):
        assert d.misfit(Counter(text[i] for text in texts), {token: replies * p for token, p in enumerate(law.tolist())}) < 1


def chances(tokens: list[int]) -> mx.array:
    """What the target says after these tokens: (V,)."""
    return mx.softmax(kinds.trimmable(layers=LAYERS)(mx.array([tokens]))[0, -1])
