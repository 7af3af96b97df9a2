"""Drafts, verdicts and outcomes; `judge` judges a draft against the target's logits by the acceptance rule in force.

Everything here is lazy arithmetic on arrays; only `Verdict.settle` waits for the device. Let p be the target's distribution at a position, and q the
distribution of the guess. Both are taken after penalties, filters and temperature. The rules (rules/) are all exact for every q:

`probabilistic` accepts x with probability min(1, p(x)/q(x)). At the first miss it draws from the normalised max(0, p - q).
After full acceptance it draws from p (Leviathan et al. 2023, Chen et al. 2023). A point guess is a one-hot q.

`block` judges the draft as a whole. It accepts the longest prefix that passes its test (Sun et al. 2024).

`coupled` lets drafter and target choose with the same Gumbel noise, keyed by position. It accepts while the choices agree.

`match` draws from p and accepts while the draw equals the guess, as mlx-lm does.

At temperature 0 every rule is: accept while the guess is the argmax. There p and q are shown at temperature 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import mlx.core as mx

from .errors import LoadError, PairError
from .logits import chances, likeliest, shape
from .rules import rule_in_force
from .rules.acceptance_rule import RuleVerdict
from .rules.draws import NO_TOKENS, Draws, at, on_host
from .types import PLAIN, Settings, Source, Top


@dataclass(frozen=True)
class Draft:
    """Guesses for the next n positions, as arrays of the engine's thread; a Round carries their plain data.

    `tokens` (n,) may be lazy; n = 0 is an empty draft. `q` (n, V) are the probabilities that each token was drawn from; None for point guesses. At
    temperature 0 they are the probabilities at temperature 1. `note` says why a drafter that was asked made no guess. `copied_from` names the text
    that the guesses were copied from, unless it is the present text.
    """

    drafter: str = PLAIN
    tokens: mx.array = NO_TOKENS
    q: mx.array | None = None
    note: str | None = None
    copied_from: str | None = None

    def __len__(self) -> int:
        return self.tokens.size


NO_DRAFT = Draft()


@dataclass(frozen=True)
class HostVerdict:
    """A verdict on the host, as plain data. `draft`: all guesses; `accepted`: how many of them stand; `own`: the target's own token, with
    its probabilities `own_p` and `own_q`. `p`, `q`, `u`: for each tested guess, and all others as in a Round."""

    draft: tuple[int, ...]
    accepted: int
    own: int
    p: tuple[float, ...]
    q: tuple[float | None, ...]
    u: tuple[float | None, ...]
    own_p: float
    own_q: float | None
    top_p: tuple[Top, ...] = ()
    top_q: tuple[Top, ...] = ()
    logit_type: str = ""
    logit_steps: tuple[float, ...] = ()

    @property
    def tokens(self) -> tuple[int, ...]:
        """The accepted guesses, then the target's own token."""
        return (*self.draft[: self.accepted], self.own)

    def check_target(self) -> None:
        """Raise LoadError if the target gave NaN, or an infinity, of which a softmax makes NaN."""
        if math.isnan(sum(self.p, self.own_p)):
            raise LoadError("the target's logits are not numbers: its weights are damaged, or overflow in their type; load another copy")

    def check_drafter(self) -> None:
        """Raise PairError if the drafter gave NaN. The verdict still holds: no rule accepts a guess whose q is NaN."""
        if any(q is not None and math.isnan(q) for q in (*self.q, self.own_q)):
            raise PairError("its probabilities are not numbers")


@dataclass(frozen=True)
class Verdict:
    """A verdict on the device, on a draft of n guesses. `has_q`: the draft had a q; `has_u`: the rule drew numbers u."""

    draft: Draft
    own: mx.array  # (1,)
    integers: mx.array  # (2 + n,) integers: accepted, own, guesses; of a plain verdict (1,) its own token alone
    floats: mx.array  # floats: p of the guesses (n,), own_p, then q (n,) and own_q, then u (n,)
    has_q: bool = False
    has_u: bool = False
    tops: tuple[mx.array, ...] = ()  # (rows, detail) each: the likeliest token ids of every row of p and then of q, and their probabilities
    logits: mx.array = NO_TOKENS  # (n + 1,) with tops: the target's logit of the likeliest token in every row of p, in the logits' type

    def arrays(self) -> list[mx.array]:
        """Every array of the verdict, to be evaluated together."""
        return [self.integers, self.floats, *self.tops, self.logits]

    def settle(self) -> HostVerdict:
        """Wait for the device and copy the verdict to the host."""
        n = len(self.draft)
        integers, floats = on_host(self.integers), on_host(self.floats)
        accepted, own, *draft = integers if n else (0, *integers)
        tested = min(accepted + 1, n)
        q = floats[n + 1 : 2 * n + 2] if self.has_q else None
        u = floats[-n:] if self.has_u else None
        return HostVerdict(
            tuple(draft), accepted, own,
            p=tuple(floats[:tested]),
            q=tuple(q[:tested]) if q else (None,) * tested,
            u=tuple(u[:tested]) if u else (None,) * tested,
            own_p=floats[n],
            own_q=q[n] if q and accepted < n else None,
            **self._settle_tops(accepted, tested),
        )  # fmt: skip

    def _settle_tops(self, accepted: int, tested: int) -> dict[str, Any]:
        if not self.tops:
            return {}
        rows = [tuple(zip(row, values)) for row, values in zip(*map(on_host, self.tops))]
        of_q = len(self.draft) + 1  # the first row that is one of q's
        eps = float(mx.finfo(self.logits.dtype).eps)  # a step is the distance to the next larger number of the type
        steps = tuple(eps * 2.0 ** (math.frexp(logit)[1] - 1) for logit in on_host(self.logits)[: accepted + 1])
        kind = str(self.logits.dtype).removeprefix("mlx.core.")
        return {"top_p": tuple(rows[: accepted + 1]), "top_q": tuple(rows[of_q : of_q + tested]), "logit_type": kind, "logit_steps": steps}


def choose(shaped: mx.array, q: mx.array, settings: Settings, draws: Draws, i: int) -> mx.array:
    """A drafter's i-th guess (1,), drawn as the rule requires. `shaped` are its shaped logits (1, V), and `q` (1, V) their probabilities."""
    return rule_in_force(settings.rule, settings.temperature).choose(shaped, q, draws, i)


def judge(draft: Draft, logits: mx.array, settings: Settings, draws: Draws, before: mx.array, detail: int = 0) -> Verdict:
    """The verdict on a draft of n guesses, from the target's raw logits (n + 1, V). Row i predicts the token after draft[:i]. `before` as in `shape`;
    `detail`: how many of the likeliest tokens to list for every row."""
    shaped = shape(logits, settings, before, draft.tokens)
    p = chances(shaped)
    rule = rule_in_force(settings.rule, settings.temperature)
    if not len(draft):
        choice = rule.own_choices(shaped, p, draws)
        verdict = Verdict(draft, choice, choice, p.reshape(-1)[choice])  # in as few operations as possible, since plain decoding pays for each
    else:
        verdict = _pack(draft, p, rule.judge(draft.tokens, draft.q, shaped, p, draws))
    if not detail:
        return verdict
    tops = _tops([p] if draft.q is None else [p, draft.q], detail)  # takes three more transfers
    return replace(verdict, tops=tops, logits=at(logits, tops[0][: logits.shape[0], 0]))


def _pack(draft: Draft, p: mx.array, judged: RuleVerdict) -> Verdict:
    """The verdict packed into two arrays, so that a round takes two transfers to the host."""
    n, q, (accepted, own, u) = len(draft), draft.q, judged
    integers = mx.concatenate([mx.stack([accepted, own]).astype(mx.int32), draft.tokens.astype(mx.int32)])
    floats = [at(p[:n], draft.tokens), p[accepted, own][None]]
    if q is not None:
        floats += [at(q, draft.tokens), q[mx.minimum(accepted, n - 1), own][None]]
    if u is not None:
        floats.append(u)
    return Verdict(draft, own[None], integers, mx.concatenate(floats), q is not None, u is not None)


def _tops(chances: list[mx.array], detail: int) -> tuple[mx.array, mx.array]:
    """The likeliest `detail` token ids and their probabilities, for every row of these arrays (n, V): (rows, detail) each."""
    rows = chances[0] if len(chances) == 1 else mx.concatenate(chances)
    detail = min(detail, rows.shape[-1])
    tokens = likeliest(rows, detail)
    values = mx.take_along_axis(rows, tokens, axis=-1)
    order = mx.argsort(-values, axis=-1)
    return mx.take_along_axis(tokens, order, axis=-1), mx.take_along_axis(values, order, axis=-1)


class Outcome(NamedTuple):
    """The fields of a Round that follow from the verdict and from how many of its tokens the reply takes."""

    accepted: int
    tokens: tuple[int, ...]
    sources: tuple[Source, ...]
    p: tuple[float, ...]
    q: tuple[float | None, ...]
    u: tuple[float | None, ...]
    draft_p: tuple[float, ...]
    draft_q: tuple[float | None, ...]


def outcome(verdict: HostVerdict, count: int, ended: bool) -> Outcome:
    """The outcome if the reply takes the first `count` of the verdict's tokens. `ended`: the last of these is an end-of-turn token, which
    is not emitted."""
    tokens = verdict.tokens[: count - ended]
    own_source: Source = "plain" if not verdict.draft else "bonus" if verdict.accepted == len(verdict.draft) else "recovered"
    return Outcome(
        accepted=min(verdict.accepted, count),
        tokens=tokens,
        sources=(("accepted",) * verdict.accepted + (own_source,))[: len(tokens)],
        p=(*verdict.p[: verdict.accepted], verdict.own_p)[: len(tokens)],
        q=(*verdict.q[: verdict.accepted], verdict.own_q)[: len(tokens)],
        u=verdict.u[:count],
        draft_p=verdict.p[:count],
        draft_q=verdict.q[:count],
    )
