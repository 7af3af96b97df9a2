"""A multimodal checkpoint read as text never says the places for images and sounds, whoever drafts."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from specdeck.decoding import Settings, load
from specdeck.decoding.checkpoints.checkpoint import WHOLE, Checkpoint
from tests.helpers import checkpoints, toys
from tests.helpers.everyday import everyday
from tests.helpers.toys import PLAIN

PROMPT = [*range(40, 67), 40, 41, 42]  # lookup has a guess
said = partial(toys.said, count=16, prompt=PROMPT)


@pytest.fixture
def target(targets) -> Path:
    return targets["gemma4"]


def with_places(target: Path, folder: Path, media: list[int]) -> str:
    """The same target, in which these tokens are places for media; the last by way of the generation config."""
    folder.mkdir()
    for file in target.iterdir():
        (folder / file.name).symlink_to(file)
    names = ("image_token_id", "boa_token_index", "video_end_token_id")
    config = json.loads((target / "config.json").read_text()) | dict(zip(names, media[:-1], strict=True))
    (folder / "config.json").unlink()
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "generation_config.json").write_text(json.dumps({"suppress_tokens": media[-1:]}))
    return str(folder)


@everyday("rule, temperature", [("probabilistic", 0.0), ("coupled", 0.8)], ("coupled", 0.8))
def test_the_text_is_that_of_a_bias_that_forbids_them(target, tmp_path, rule, temperature):
    """One of the drafters is the target itself, which likes to say them."""
    free = load(str(target))
    settings = replace(PLAIN, rule=rule, temperature=temperature, seed=2, repetition_penalty=1.1)
    media = [said(free, settings).tokens[i] for i in (0, 3, 8, 12)]
    wanted = said(free, replace(settings, logit_bias=dict.fromkeys(media, -10000.0)))
    pair = load(with_places(target, tmp_path / "places", media), [str(target), str(checkpoints.assistant(tmp_path / "assistant"))])
    for name in ("none", "hybrid", "assistant", "model", "auto"):
        pair.reset()
        reply = said(pair, replace(settings, drafter=name, k=4, lookup_min=1))
        assert reply.tokens == wanted.tokens and reply.finish.error is None
        assert reply.finish.stats.drafted > 0 or name in ("none", "auto")  # auto drafts only where its timings say that it pays


def test_a_drafter_does_not_guess_them(target, tmp_path):
    """Neither a block drafter, nor the target as its own drafter, which is right about everything then, for neither says them."""
    block, settings = str(checkpoints.dflash(tmp_path / "block", num_target_layers=6)), Settings(k=5, temperature=1.0, seed=1)
    free = load(str(target), block)
    media = [*said(free, replace(settings, drafter="none")).tokens[2:4], *said(free, Settings(drafter="dflash", k=5)).rounds[0].draft[:2]]
    pair = load(with_places(target, tmp_path / "places", media), [str(target), block])
    for ask in (settings, Settings(drafter="dflash", k=5)):
        pair.reset()
        reply = said(pair, ask)
        assert len(reply.rounds[0].draft) == 5 and not {token for round_ in reply.rounds for token in round_.draft} & set(media)
        assert ask.drafter == "dflash" or reply.finish.stats.acceptance_rate == pytest.approx(1, abs=0.05)


def test_what_a_config_calls_a_place_for_media():
    config = {
        "image_token_id": 5, "image_token_index": 6, "audio_token_id": 7, "video_token_id": 8, "vision_start_token_id": 9,
        "boi_token_id": 10, "eoa_token_index": 11, "audio_bos_token_id": 12, "suppress_tokens": [13],
        "video_start_token_id": None, "image_end_token_id": -1, "eoi_token_id": 99, "audio_token": "<a>", "vision_use_cls_token": 3,
        "num_image_tokens": 4, "pad_token_id": 1, "bos_token_id": 2, "vision_soft_tokens_per_image": 4,
    }  # fmt: skip
    found = Checkpoint(WHOLE, Path(), config, {}, generation={"suppress_tokens": [14]})
    assert found.suppressed(end_tokens=(), width=20) == tuple(range(5, 15))
    assert found.suppressed(end_tokens=(7, 13), width=20) == (5, 6, 8, 9, 10, 11, 12, 14)
    assert Checkpoint(WHOLE, Path(), {}, {}).suppressed(end_tokens=(), width=20) == ()


def test_the_context_is_what_the_config_calls_so():
    for config in ({"max_position_embeddings": 32}, {"text_config": {"max_position_embeddings": 32}}, {"n_positions": 32, "n_ctx": 32}):
        assert Checkpoint(WHOLE, Path(), config, {}).context == 32
