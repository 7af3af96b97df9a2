"""Models that give NaN or infinity: a target is named and ends the reply, a drafter is out with its reason, no JSON holds NaN."""

import json
import math
import shutil
from dataclasses import replace
from random import Random

import mlx.core as mx
import pytest

from specdeck import assets
from specdeck.decoding import LoadError, Settings, accept, decode
from specdeck.decoding.rules.draws import NO_TOKENS, Draws
from tests.helpers import toys
from tests.helpers.everyday import everyday

WAYS = [
    Settings(drafter="model", temperature=temperature, rule=rule, seed=3, **shaping)
    for temperature, rule in ((0.0, "probabilistic"), (0.8, "probabilistic"), (0.8, "block"), (0.8, "coupled"), (0.8, "match"))
    for shaping in ({}, {"top_p": 0.9, "top_k": 5, "min_p": 0.1, "repetition_penalty": 1.3})
]


def named(part) -> str:
    return f"{part.temperature} {part.rule} {'shaped' if part.top_k else 'bare'}" if isinstance(part, Settings) else str(part)


class Broken:
    """A model whose logits, from the n-th call on, hold a value that is no number, in one place or all."""

    def __init__(self, model, value: float, everywhere: bool = True, calls: int = 3) -> None:
        self.model, self.value, self.everywhere, self.calls = model, value, everywhere, calls

    def __getattr__(self, name):
        return getattr(self.model, name)

    def __call__(self, *args, **options):
        logits, self.calls = self.model(*args, **options), self.calls - 1
        if self.calls >= 0:
            return logits
        bad = mx.arange(logits.shape[-1]) >= (0 if self.everywhere else logits.shape[-1] - 1)
        return mx.where(bad, self.value, logits)


def pair(target=None, drafter=None):
    model = toys.toy("trimmable")
    other = drafter(toys.toy_drafter("copy:trimmable")) if drafter else toys.toy_drafter("copy:trimmable")
    return toys.make_pair(target(model) if target else model, {"model": other})


VALUES = [("nan", False), ("inf", False), ("-inf", True)]  # and whether everywhere


@everyday("settings, value, everywhere", [(way, *value) for way in WAYS for value in VALUES], *((way, *VALUES[0]) for way in WAYS[1::2]), (WAYS[0], *VALUES[1]), (WAYS[2], *VALUES[2]), ids=named)
def test_a_target_that_gives_no_numbers_ends_the_reply(settings, value, everywhere):
    with pytest.raises(LoadError, match="the target's logits are not numbers"):
        for event in decode(pair(lambda model: Broken(model, float(value), everywhere)), [1, 2, 3], settings, max_tokens=40):
            assert "nan" not in repr(event)


OUT = [(who, way, *value) for who in ("model", "hybrid", "auto") for way in WAYS[::2] for value in (VALUES[0], VALUES[2])]


@everyday("who, settings, value, everywhere", OUT, *OUT[:10:2], OUT[13], OUT[26], ids=named)
def test_a_drafter_that_gives_no_numbers_is_out_and_the_text_stands(who, settings, value, everywhere):
    settings = replace(settings, drafter=who)
    broken = pair(drafter=lambda model: Broken(model, float(value), everywhere, calls=9))
    events = list(decode(broken, [1, 2, 3], settings, max_tokens=24, ignore_end=True, detail=3))
    assert "nan" not in repr(events[:-1])
    tokens = [token for event in events if hasattr(event, "tokens") for token in event.tokens]
    if settings.temperature == 0 or settings.rule == "coupled":
        whole = decode(pair(), [1, 2, 3], replace(settings, drafter="none", k=0), max_tokens=24, ignore_end=True)
        assert tokens == [token for event in whole if hasattr(event, "tokens") for token in event.tokens]
    assert len(tokens) == 24
    if who == "model":
        assert "not numbers" in events[-1].error
        assert events[-2].drafter == "none"


@pytest.mark.parametrize("rule", ["probabilistic", "block"])
@pytest.mark.parametrize("bad", [1, 2])
def test_numbers_that_end_in_the_middle_of_a_draft_leave_its_first_token_the_targets(rule, bad):
    """p is even, the drafter prefers token 0 at nine to one, and its q is NaN from the guess `bad` on."""
    rng, firsts, settings = Random(1), [], Settings(temperature=1.0, rule=rule)
    q = mx.array([[0.9, 0.1]] * bad + [[math.nan] * 2] * (3 - bad))
    for seed in range(1000):
        guesses = mx.array([int(rng.random() < 0.1) for _ in range(3)], mx.uint32)
        verdict = accept.judge(accept.Draft("toy", guesses, q), mx.zeros((4, 2)), settings, Draws(seed, 0, 9, 2), NO_TOKENS).settle()
        firsts.append(verdict.tokens[0])
        assert verdict.accepted <= bad
    assert abs(sum(firsts) / len(firsts) - 0.5) < 0.08  # five standard deviations


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """The embedded pair, each with a NaN in its weights."""
    home = tmp_path_factory.mktemp("nan")
    for kind, source in (("target", assets.TARGET), ("drafter", assets.DRAFTER)):
        shutil.copytree(source, home / kind)
        file = next((home / kind).glob("*.safetensors"))
        tensors = dict(mx.load(str(file)))
        name = next(name for name, tensor in tensors.items() if name.endswith("norm.weight"))
        tensors[name] = tensors[name] * math.nan
        mx.save_safetensors(str(file), tensors, {"format": "mlx"})
    return home


@pytest.mark.parametrize("words, temperature", [(("run", "hello", "--json"), "0"), (("compare", "hello", "--runs", "1", "--json"), "0.8")])
def test_a_target_with_nan_weights_fails_in_one_line(cli, folders, words, temperature):
    done = cli(*words, "--model", str(folders / "target"), "--drafter", "lookup", "--max-tokens", "8", "--temperature", temperature)
    assert (done.code, done.out) == (1, "")
    assert "the target's logits are not numbers" in done.err and done.err.count("\n") == 1


@pytest.mark.parametrize("temperature", ["0", "0.8"])
def test_a_drafter_with_nan_weights_is_named_and_the_reply_stands(cli, folders, temperature):
    done = cli("run", "Find me a bus", "--drafter", str(folders / "drafter"), "--max-tokens", "8", "--temperature", temperature, "--seed", "1", "--json")
    assert done.code == 0 and "its probabilities are not numbers" in done.err
    reply = json.loads(done.out, parse_constant=lambda name: pytest.fail(name))
    assert len(reply["tokens"]) == 8 or reply["finish_reason"] == "stop"
