"""What may come over a pair while it decodes: kernels in a folder that is somebody else's, an error of mlx, logits that are no numbers, long
sittings on used caches. A target's trouble ends the reply in a line, a drafter's part of it ends with its reason, the text is plain decoding's.
SPECDECK_TRIES=N tries N random cases of the exactness matrix."""

import itertools
import math
import os
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import mlx.core as mx
import pytest

from specdeck.commands.doctor_advice import advice
from specdeck.decoding import LoadError, Round, Settings, accept, decode
from specdeck.decoding.accept import Verdict
from specdeck.decoding.cpu import tune as kernel_folder
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.decoding.rules.draws import NO_TOKENS, Draws
from specdeck.decoding.target.sequence_state import SequenceState
from specdeck.decoding.types import RULES
from tests.helpers import matrix, toys
from tests.helpers.everyday import everyday

TRIES = int(os.environ.get("SPECDECK_TRIES", "12"))


def of_somebody_else(mlx, patch):
    real = type(mlx).lstat
    patch.setattr(type(mlx), "lstat", lambda place: SimpleNamespace(st_uid=12345, st_mode=real(place).st_mode))


SPOILT = {
    "a file": lambda mlx, patch: mlx.write_text(""),
    "a file below": lambda mlx, patch: (mlx.mkdir(), (mlx / mx.__version__).write_text("")),
    "everybody may write": lambda mlx, patch: (mlx.mkdir(), mlx.chmod(0o777)),
    "a link": lambda mlx, patch: (mlx.with_name("other").mkdir(), mlx.symlink_to(mlx.with_name("other"))),
    "somebody else's": lambda mlx, patch: ((mlx / mx.__version__ / "cpu").mkdir(parents=True), of_somebody_else(mlx, patch)),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_folder_that_is_not_safe_is_not_used(spoil, tmp_path, monkeypatch):
    folder = tmp_path / "mlx" / mx.__version__ / "cpu"
    assert kernel_folder.is_ours(folder)
    spoil(tmp_path / "mlx", monkeypatch)
    assert not kernel_folder.is_ours(folder)


PROMPT = toys.random_prompt(5)
WORK = {"a forward": (SequenceState, "_forward"), "a verdict": (Verdict, "settle"), "rolling back": (SequenceState, "roll_back"), "taking hidden states": (SequenceState, "take_hidden"),
        "drafting": (ModelDrafter, "propose")}  # fmt: skip
FAILS_AT = [  # the drafter, the work, and the how manieth call of it fails
    ("none", "a forward", 1), ("mtp", "a forward", 3), ("mtp", "a forward", 2), ("none", "a verdict", 2), ("mtp", "a verdict", 1),
    ("none", "rolling back", 3), ("mtp", "taking hidden states", 3), ("model", "drafting", 2),
]  # fmt: skip


@pytest.fixture(scope="module")
def pair():
    """A target that cannot rewind, a drafter beside it and one that listens to it."""
    target = toys.as_loaded("recurrent")
    return toys.make_pair(target, {"model": toys.toy_drafter("copy:recurrent"), "mtp": toys.random_head(target)})


@pytest.fixture(scope="module")
def expected(pair):
    """The reply without faults."""
    return toys.reply(pair, PROMPT, Settings(drafter="none"), 14).tokens


FAILED = "[Compile::eval_cpu] Failed to compile function X: g++ returned 1"  # as on a full disk


@pytest.mark.parametrize("drafter, work, calls", FAILS_AT)
def test_an_error_of_mlx_in_a_reply_loses_nothing_that_was_written_and_the_next_one_is_whole(monkeypatch, pair, expected, drafter, work, calls):
    """It ends the reply, but where only the drafter could not go on."""
    pair.reset()
    real, counted = getattr(*WORK[work]), itertools.count(1)

    def fails(*args, **options):
        if next(counted) == calls:
            raise RuntimeError(FAILED)
        return real(*args, **options)

    monkeypatch.setattr(*WORK[work], fails)
    settings, written, error = Settings(drafter=drafter, k=3), [], None
    try:
        for event in decode(pair, PROMPT, settings, 14):
            written += event.tokens if isinstance(event, Round) else ()
            error = getattr(event, "error", None)
    except RuntimeError as raised:
        error = raised
    assert FAILED in str(error)
    assert written == list(expected[: len(written)]) and (work != "drafting" or len(written) == 14)
    after = toys.reply(pair, PROMPT, settings, 14)
    assert after.tokens == expected and after.finish.error is None and any(round_.drafter == drafter for round_ in after.rounds)


FOUND = {"backend": "metal", "pass_seconds": {"1": 1.0, "5": 1.0}, "draft_seconds": 0.1}


def test_whether_kernels_can_be_compiled_is_settled_at_load(monkeypatch):
    compiling = [True]

    def fails(*args: object) -> None:
        raise RuntimeError(FAILED)

    monkeypatch.setattr(mx, "disable_compile", compiling.clear)
    monkeypatch.setattr(mx, "eval", fails)
    monkeypatch.setattr(kernel_folder, "is_ours", lambda folder: True)
    monkeypatch.setattr(kernel_folder, "_without", [])
    kernel_folder.use_kernels_where_safe()
    assert not compiling and "mlx compiles no kernels in" in advice(FOUND, has_nvidia=False)[0]


# -- logits that are no numbers ----------------------------------------------------------------------------------------

WAYS = [
    Settings(drafter="model", temperature=temperature, rule=rule, seed=3, **shaping)
    for temperature, rule in ((0.0, "probabilistic"), (0.8, "probabilistic"), (0.8, "block"), (0.8, "coupled"), (0.8, "match"))
    for shaping in ({}, {"top_p": 0.9, "top_k": 5, "min_p": 0.1, "repetition_penalty": 1.3})
]


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


def pair_of(**broken: tuple):
    """A toy and its copy, which drafts as "model"; broken in these ways."""
    models = {"target": toys.toy("trimmable"), "model": toys.toy_drafter("copy:trimmable")}
    models |= {name: Broken(models[name], *how) for name, how in broken.items()}
    return toys.make_pair(models.pop("target"), models)


VALUES = [("nan", False), ("inf", False), ("-inf", True)]  # and whether everywhere
CASES = [(who, way, *value) for who in ("model", "hybrid", "auto") for way in WAYS for value in VALUES]


@everyday("who, settings, value, everywhere", CASES, *(CASES[row] for row in (0, 3, 9, 15, 18, 44, 80)))
def test_a_target_that_gives_no_numbers_ends_the_reply_and_a_drafter_is_out_and_the_text_stands(who, settings, value, everywhere):
    with pytest.raises(LoadError, match="the target's logits are not numbers"):
        for event in decode(pair_of(target=(float(value), everywhere)), [1, 2, 3], settings, max_tokens=40):
            assert "nan" not in repr(event)

    def tokens(events) -> list[int]:
        return [token for event in events if isinstance(event, Round) for token in event.tokens]

    if value == "inf":  # of which a drafter's softmax may make a number
        return
    settings, options = replace(settings, drafter=who), {"max_tokens": 24, "ignore_end": True}
    events = list(decode(pair_of(model=(float(value), everywhere, 9)), [1, 2, 3], settings, detail=3, **options))
    assert "nan" not in repr(events[:-1]) and len(tokens(events)) == 24
    if settings.temperature == 0 or settings.rule == "coupled":
        assert tokens(events) == tokens(decode(pair_of(), [1, 2, 3], replace(settings, drafter="none", k=0), **options))
    assert who != "model" or ("not numbers" in events[-1].error and events[-2].drafter == "none")


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


# -- long sittings on caches that earlier replies have used ------------------------------------------------------------

@pytest.mark.long
@pytest.mark.parametrize("kind", ["trimmable", "recurrent", "sliding"])
def test_a_text_is_plain_decodings_and_memory_stays_flat(kind):
    held, third = [], TRIES // 3
    for case in matrix.random_cases(Random(37), TRIES, target=kind):
        assert matrix.run(case, cold=False) is None
        mx.clear_cache()
        held.append(mx.get_active_memory())
    assert max(held[-third:]) <= 1.1 * max(held[third : 2 * third]) + (1 << 20), held


@pytest.mark.long
def test_a_very_long_reply_whose_drafter_k_and_rule_change_every_round():
    """Sixty windows long."""
    pair, rng, plain = toys.full_pair("sliding"), Random(6), Settings(drafter="none", k=0)
    wanted = toys.plain(pair.target.model, toys.random_prompt(6), plain, 600)
    pair.drafters["right"].texts = pair.drafters["right-soft"].texts = [wanted.sequence]
    names = list(pair.drafters)
    ways = (replace(plain, drafter=rng.choice(names), k=rng.choice((0, 1, 2, 4, 7, 16)), rule=rng.choice(RULES), adaptive_k=rng.random() < 0.3) for _ in itertools.count())
    reply = toys.reply(pair, list(wanted.prompt), ways.__next__, 600, ignore_end=True)
    assert wanted.clear and reply.tokens == list(wanted.tokens) and len({round_.drafter for round_ in reply.rounds}) > 8
