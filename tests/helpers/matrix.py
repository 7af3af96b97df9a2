"""The exactness matrix: every drafter, cache, rule, k, way of switching, way of ending, way of shaping and a GPU's branches say what plain decoding says.

test_matrix.py runs a sample that covers every pair of values, and with SPECDECK_TRIES=N so many more cases. A case is one reply, stopped in its way, and
the next turn on the same caches.
Texts are equal token for token: the references have no near-ties (toys.py). What was found: MATRIX.md.
"""

from __future__ import annotations

import itertools
import random
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any, Iterator

import mlx.core as mx
import pytest

from specdeck.decoding import Settings
from specdeck.decoding.adaptive import EarlyStop, RateEstimator
from specdeck.decoding.drafters.lookup import LookupMemory
from specdeck.decoding.target import cache as caches
from specdeck.decoding.target import sequence_state
from specdeck.decoding.text.end_of_reply import ReplyText
from specdeck.decoding.types import RULES
from tests.helpers import toys
from tests.helpers.kinds import KINDS

AXES: dict[str, tuple] = {
    "target": (*KINDS, "tight", "untaped"),
    "drafter": (
        "none", "trimmable", "recurrent", "sliding", "copy", "translated", "lookup", "recalled", "hybrid", "right", "right-soft", "mtp", "dflash", "dflash2",
        "dspark", "eagle3", "assistant", "auto",
    ),
    "choice": (("probabilistic", 0.0), ("coupled", 0.0), ("match", 0.0), ("coupled", 0.8)),
    "k": tuple(range(1, 9)),
    "switching": ("steady", "every round", "early stop"),
    "stop": ("length", "end", "string", "closed", "left"),
    "shaping": ("bare", "penalties", "filters", "both"),
    "device": ("own", "gpu"),
}  # fmt: skip
PENALTIES = {"repetition_penalty": 1.3, "presence_penalty": 0.4, "frequency_penalty": 0.2, "logit_bias": {3: 1.5}, "penalty_context": 12}
FILTERS = {"top_p": 0.9, "top_k": 9, "min_p": 0.02}
SHAPING = {"bare": {}, "penalties": PENALTIES, "filters": FILTERS, "both": PENALTIES | FILTERS}
IMPOSSIBLE = {("quantised", "assistant"), ("mamba", "assistant")}  # target and drafter: keys that an assistant cannot read
HAMPERED = {"tight": "sliding", "untaped": "recurrent"}  # so little slack that rewinds fail; nothing replayed, so all read again
COUNT = 40  # tokens of a reference
TURN = 8  # tokens of the next turn

Case = dict[str, Any]


def random_cases(rng: random.Random, count: int, **fixed: Any) -> Iterator[Case]:
    """So many cases, each of which has these values."""
    while count:
        case = {name: rng.choice(values) for name, values in AXES.items()} | fixed
        if possible(case):
            count -= 1
            yield case


def possible(case: Case) -> bool:
    """Whether this target can have this drafter."""
    return (case["target"], case["drafter"]) not in IMPOSSIBLE


def run(case: Case, cold: bool = True) -> str | None:
    """None if the case says what plain decoding says, in the reply and in the turn after it, else the difference in words. `cold`: on empty
    caches, else on the caches of the case before."""
    rule, temperature = case["choice"]
    plain = Settings(drafter="none", k=0, rule=rule, temperature=temperature, seed=11, **SHAPING[case["shaping"]])
    kind = HAMPERED.get(case["target"], case["target"])
    reference = toys.reference(kind, plain, COUNT)
    pair = _pair(kind)
    if cold:
        pair.reset()
    pair.end_tokens = ()
    pair.drafters["recalled"].memory = LookupMemory([("an earlier reply", reference.sequence)])
    texts = pair.drafters["right"].texts = pair.drafters["right-soft"].texts = [reference.sequence]
    ask = _asker(case, replace(plain, drafter=case["drafter"], k=case["k"], lookup_min=1, fallback="copy"))
    with _in_the_way_of(case):
        wanted, tokens, heard = _stop(case, pair, reference, ask)
        if tokens != wanted:
            return f"{case}: wanted {wanted}, got {tokens}"
        turn = _next_turn(kind, plain, tuple(heard))
        texts.append(turn.sequence)
        wanted, tokens, _ = _compare(pair, list(turn.prompt), ask, list(turn.tokens[:TURN]), "length", TURN)
    return None if tokens == wanted else f"{case}: in the next turn wanted {wanted}, got {tokens}"


@cache
def _pair(kind: str) -> Any:
    return toys.full_pair(kind)


@cache
def _next_turn(kind: str, plain: Settings, heard: tuple[int, ...]) -> toys.Reference:
    """What comes after this sequence and a few tokens more, such that there are no near-ties."""
    found = (toys.plain(toys.toy(kind), [*heard, *toys.random_prompt(40 + i, 6)], plain, TURN + 8) for i in range(20))
    return next(reference for reference in found if reference.clear)


@contextmanager
def _in_the_way_of(case: Case) -> Iterator[None]:
    """Windows of a tight target have little slack: some rewinds fail, and buffers move all the time. Beside an untaped one nobody has a tape. On a
    "gpu" its branches are taken, as far as a machine without one can tell (conftest.py). Where drafts are to end early, they do so as they please
    and not as this machine's times say."""
    with pytest.MonkeyPatch.context() as patch:
        if case["target"] == "tight":
            patch.setattr(caches, "SLACK", 3)
            patch.setattr(caches.SlidingCache, "step", 4)
        if case["target"] == "untaped":
            patch.setattr(sequence_state, "Tape", lambda readers: None)
        if case["device"] == "gpu":
            patch.setattr(mx, "default_device", lambda: SimpleNamespace(type=mx.DeviceType.gpu))
            patch.setattr(mx, "async_eval", mx.eval)
        if case["switching"] == "early stop":
            patch.setattr(RateEstimator, "draft_length", lambda self, drafter, most, stops_early=False: most)
            patch.setattr(RateEstimator, "early_stop", lambda self, drafter, most: EarlyStop([0.6**i for i in range(1, most)], lambda own: own))
        yield


def _asker(case: Case, settings: Settings) -> Any:
    """The settings, or a function that changes drafter, k and (at T = 0, where all choose alike) rule every round."""
    if case["switching"] != "every round":
        return replace(settings, adaptive_k=case["switching"] == "early stop")
    names, rounds = [name for name in AXES["drafter"] if possible(case | {"drafter": name})], itertools.count()
    start, rules = names.index(case["drafter"]), RULES if settings.temperature == 0 else (settings.rule,)

    def ask() -> Settings:
        i = next(rounds)
        rule = rules[i % len(rules)]
        return replace(settings, drafter=names[(start + i) % len(names)], k=(case["k"] - 1 + 3 * i) % 8 + 1, rule=rule)

    return ask


def _compare(pair: Any, prompt: list[int], ask: Any, wanted: list[int], reason: str, most: int = COUNT, **options: Any) -> tuple:
    """A reply by the laws of any reply: (tokens, reason) wanted and said, and the sequence now heard."""
    reply = toys.reply(pair, prompt, ask, most, **options)
    toys.check_rounds(reply.rounds, most)
    assert reply.finish.error is None, reply.finish.error
    return (wanted, reason), (reply.tokens, reply.finish.reason), prompt + wanted


def _stop(case: Case, pair: Any, reference: Any, ask: Any) -> tuple:
    """The reference's prompt answered up to where this case ends the reply, compared."""
    stop, k, tokens, prompt = case["stop"], case["k"], list(reference.tokens), list(reference.prompt)
    if stop == "length":
        return _compare(pair, prompt, ask, tokens[: COUNT - k], "length", COUNT - k)
    if stop == "end":  # a token whose first place is late: somewhere inside a window, at every offset over the cases
        first = [i for i, token in enumerate(tokens) if token not in tokens[:i] and i > 3]
        at = first[-1 - k % len(first)]
        pair.end_tokens = (tokens[at],)
        wanted, said, heard = _compare(pair, prompt, ask, tokens[:at], "stop")
        pair.end_tokens = ()
        return wanted, said, [*heard, tokens[at]]
    if stop == "string":  # the reply ends with the token that completes it; what is shown ends before it
        text = toys.Letters().decode(tokens)
        string = text[9 + k : 11 + k]
        end = text.index(string) + len(string)
        assert "".join(map(ReplyText(toys.Letters(), (string,)).push, tokens[:end])) == text[: end - len(string)]
        return _compare(pair, prompt, ask, tokens[:end], "stop", stop=(string,))
    sequence, end = prompt, len(prompt) + COUNT - 8  # closed after one to five rounds; if it is not left then, taken up again as a longer prompt
    while len(sequence) < end:
        left = end - len(sequence)
        reply = toys.first_rounds(pair, sequence, ask, 1 + (k + len(case["drafter"])) % 5, left)
        toys.check_rounds(reply.rounds, left)
        sequence = sequence + reply.tokens
        if stop == "left":
            break
    return reference.sequence[: len(sequence)], sequence, sequence
