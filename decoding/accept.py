"""From logits to a verdict: the distributions that plain decoding would draw from, and the three acceptance rules.

Everything here is lazy arithmetic on arrays; `Verdict.settle` is the one place that waits. Knows nothing of caches, drafters or
text. Let p be the target's distribution at a position after penalties, filters and temperature, q the one that the guess was
really drawn from (after the same). The rules, all exact for every q:

- `probabilistic`: accept x with probability min(1, p(x)/q(x)); at the first miss draw from the normalised max(0, p - q); after
  full acceptance from p (Leviathan et al. 2023, Chen et al. 2023). A point guess is a one-hot q.
- `coupled`: drafter and target choose with the same Gumbel noise, keyed by position; accept while the choices agree.
- `match`: draw from p, accept while it equals the guess (what mlx-lm does).

At temperature 0 every rule is: accept while the guess is the argmax. There p and q are shown at temperature 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import mlx.core as mx
from mlx_lm.sample_utils import apply_min_p, apply_top_k, apply_top_p, make_logits_processors

from .draws import Draws
from .types import Settings, Top


@dataclass(frozen=True)
class Draft:
    """Guesses for the next positions. Lives in the engine's thread (a Round carries the plain part).

    `tokens` (n,) may be lazy; None is no guess. `logits` (n, V) are shaped, so that their softmax is the q that each token was
    drawn from; None for point guesses. `note` says why a drafter that was asked made none.
    """

    drafter: str = "none"
    tokens: mx.array | None = None
    logits: mx.array | None = None
    note: str | None = None

    def __len__(self) -> int:
        return 0 if self.tokens is None else self.tokens.size


NO_DRAFT = Draft()


@dataclass(frozen=True)
class Settled:
    """A verdict in plain data. `own` is the target's own token; per tested guess `p`, `q`, `u`; `own_p`, `own_q` of `own`."""

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


@dataclass(frozen=True)
class Verdict:
    """A verdict still on the device; n guesses were tested, against a q and with draws u or not."""

    draft: Draft
    own: mx.array  # (1,)
    whole: mx.array  # (2 + n,) accepted, own, guesses
    real: mx.array  # p of guesses (n,), own_p, then q (n,) and own_q, then u (n,)
    has_q: bool = False
    has_u: bool = False
    tops: tuple[mx.array, ...] = ()

    def arrays(self) -> list[mx.array]:
        return [self.whole, self.real, *self.tops]

    def settle(self) -> Settled:
        """Wait for the device and bring everything to the host."""
        n = len(self.draft)
        whole, real = self.whole.tolist(), self.real.tolist()
        accepted, own, draft = whole[0], whole[1], tuple(whole[2:])
        tested = min(accepted + 1, n)
        q = real[n + 1 : 2 * n + 2] if self.has_q else None
        u = real[-n:] if self.has_u else None
        return Settled(
            draft, accepted, own,
            p=tuple(real[:tested]),
            q=tuple(q[:tested]) if q else (None,) * tested,
            u=tuple(u[:tested]) if u else (None,) * tested,
            own_p=real[n],
            own_q=q[n] if q and accepted < n else None,
            **_settle_tops(self.tops, accepted, tested),
        )  # fmt: skip


def shape(logits: mx.array, settings: Settings, before: mx.array, draft: mx.array | None = None) -> mx.array:
    """Logits (n, V) -> float32 logits (n, V) whose softmax plain decoding would draw from at each row.

    `before` holds the tokens before the window (the last `penalty_context` will do), `draft` (n - 1,) those inside it: row i is
    penalised for `before` + draft[:i]. Order as in mlx-lm: processors, filters (top-p, min-p, top-k) at temperature 1, temperature.
    At temperature 0 only the processors matter.
    """
    logits = _penalise(logits.astype(mx.float32), settings, before, draft)
    if settings.temperature == 0:
        return logits
    return _filter(logits, settings) * (1.0 / settings.temperature)


def fit(logits: mx.array, width: int) -> mx.array:
    """Logits (n, V') as wide as the target's: rows padded beyond the tokenizer may differ between models of one vocabulary."""
    have = logits.shape[-1]
    if have == width:
        return logits
    if have > width:
        return logits[:, :width]
    return mx.concatenate([logits, mx.full((logits.shape[0], width - have), -mx.inf, logits.dtype)], axis=-1)


def choose(shaped: mx.array, settings: Settings, draws: Draws, i: int) -> mx.array:
    """How a drafter draws its i-th guess (1,) from its own shaped logits (1, V)."""
    if settings.temperature == 0:
        return mx.argmax(shaped, axis=-1)
    if settings.rule == "coupled":
        return mx.argmax(shaped + draws.noise(i), axis=-1)
    return mx.random.categorical(shaped, key=draws.draft(i))


def judge(draft: Draft, logits: mx.array, settings: Settings, draws: Draws, before: mx.array, detail: int = 0) -> Verdict:
    """The verdict on `draft` (n guesses), given the target's raw logits (n + 1, V), row i after draft[:i]."""
    shaped = shape(logits, settings, before, draft.tokens)
    if not len(draft):
        return _plain(draft, shaped, _choices(shaped, settings, draws), detail)
    if settings.rule == "probabilistic" and settings.temperature > 0 and len(draft):
        return _test(draft, shaped, draws, detail)
    return _agree(draft, shaped, _choices(shaped, settings, draws), detail)


def penalised(settings: Settings) -> bool:
    """Whether any logits processor is on, so that the tokens before a row matter."""
    return bool(_processors(settings))


def _choices(shaped: mx.array, settings: Settings, draws: Draws) -> mx.array:
    """The target's own choice (n + 1,) at every row, as plain decoding would make it."""
    if settings.temperature == 0:
        return mx.argmax(shaped, axis=-1)
    if settings.rule == "coupled":
        noise = mx.stack([draws.noise(i) for i in range(shaped.shape[0])])
        return mx.argmax(shaped + noise, axis=-1)
    return mx.random.categorical(shaped, key=draws.own())


def _plain(draft: Draft, shaped: mx.array, choice: mx.array, detail: int) -> Verdict:
    """Nothing to test: the target's own choice (1,). As few operations as can be, for this is what plain decoding costs."""
    p = mx.exp(_at(shaped, choice) - mx.logsumexp(shaped, axis=-1))
    return Verdict(draft, choice, mx.pad(choice.astype(mx.int32), (1, 0)), p, tops=_tops(shaped, detail) if detail else ())


def _agree(draft: Draft, shaped: mx.array, choices: mx.array, detail: int) -> Verdict:
    """Accept while the guess equals the target's choice; the own token is the choice at the first miss, or the bonus."""
    n = len(draft)
    accepted = _leading(draft.tokens == choices[:n])
    own = choices[accepted]
    norm = mx.logsumexp(shaped, axis=-1)
    p = mx.exp(_at(shaped[:n], draft.tokens) - norm[:n])
    own_p = mx.exp(shaped[accepted, own] - norm[accepted])
    if draft.logits is None:
        return _pack(draft, accepted, own, p, own_p, detail=detail, shaped=shaped)
    norm_q, last = mx.logsumexp(draft.logits, axis=-1), mx.minimum(accepted, n - 1)
    q = mx.exp(_at(draft.logits, draft.tokens) - norm_q)
    own_q = mx.exp(draft.logits[last, own] - norm_q[last])
    return _pack(draft, accepted, own, p, own_p, q, own_q, detail=detail, shaped=shaped)


def _test(draft: Draft, shaped: mx.array, draws: Draws, detail: int) -> Verdict:
    """Accept x if u * q(x) < p(x), strictly: p = 0 is never accepted. The own token is drawn from what p has over q."""
    n, width = len(draft), shaped.shape[-1]
    whole_p = mx.softmax(shaped, axis=-1, precise=True)
    if draft.logits is None:
        whole_q = (mx.arange(width) == draft.tokens[:, None]).astype(mx.float32)
    else:
        whole_q = mx.softmax(draft.logits, axis=-1, precise=True)
    p, q, u = _at(whole_p[:n], draft.tokens), _at(whole_q, draft.tokens), draws.tests(n)
    accepted = _leading(u * q < p)
    row_p = whole_p[accepted]
    row_q = mx.concatenate([whole_q, mx.zeros((1, width))])[accepted]  # nothing to take away after full acceptance
    residual = mx.maximum(row_p - row_q, 0)
    own_from = mx.where(residual.sum() > 0, residual, row_p)
    own = mx.random.categorical(mx.log(own_from), key=draws.own())
    point = draft.logits is None
    return _pack(draft, accepted, own, p, row_p[own], None if point else q, row_q[own], u, detail=detail, shaped=shaped)


def _leading(agree: mx.array) -> mx.array:
    """How many leading trues (n,) has: scalar."""
    return mx.cumprod(agree.astype(mx.int32)).sum()


def _at(rows: mx.array, tokens: mx.array) -> mx.array:
    """rows (n, V) at tokens (n,): (n,)."""
    return mx.take_along_axis(rows, tokens[:, None], axis=-1)[:, 0]


def _pack(draft, accepted, own, p, own_p, q=None, own_q=None, u=None, *, detail=0, shaped=None) -> Verdict:
    """Everything the host will want in two arrays: two transfers a round, however much is shown."""
    whole = mx.concatenate([mx.stack([accepted, own]).astype(mx.int32), draft.tokens.astype(mx.int32)])
    real = [p, own_p[None]] + ([q, own_q[None]] if q is not None else []) + ([u] if u is not None else [])
    tops = _tops(shaped, detail) + (_tops(draft.logits, detail) if draft.logits is not None else ()) if detail else ()
    return Verdict(draft, own[None], whole, mx.concatenate(real), q is not None, u is not None, tops)


def _tops(shaped: mx.array, detail: int) -> tuple[mx.array, mx.array]:
    """The best `detail` token ids and probabilities of every row: (n, detail) each."""
    best = mx.argsort(-shaped, axis=-1)[:, :detail]
    return best, mx.take_along_axis(mx.softmax(shaped, axis=-1, precise=True), best, axis=-1)


def _settle_tops(tops: tuple[mx.array, ...], accepted: int, tested: int) -> dict[str, tuple[Top, ...]]:
    names = ("top_p", "top_q")[: len(tops) // 2]
    rows = {"top_p": accepted + 1, "top_q": tested}
    return {name: _rows(tops[2 * i], tops[2 * i + 1], rows[name]) for i, name in enumerate(names)}


def _rows(ids: mx.array, probabilities: mx.array, count: int) -> tuple[Top, ...]:
    pairs = zip(ids.tolist()[:count], probabilities.tolist()[:count])
    return tuple(tuple(zip(row, values)) for row, values in pairs)


def _processors(settings: Settings) -> list:
    # a repetition penalty of 1 multiplies by 1: off
    repetition = None if settings.repetition_penalty == 1 else settings.repetition_penalty
    context = settings.penalty_context
    return make_logits_processors(
        dict(settings.logit_bias), repetition, context, settings.presence_penalty, context, settings.frequency_penalty, context
    )


def _penalise(logits: mx.array, settings: Settings, before: mx.array, draft: mx.array | None) -> mx.array:
    processors = _processors(settings)
    if not processors:
        return logits
    rows = []
    for i in range(logits.shape[0]):
        seen = before if draft is None or i == 0 else mx.concatenate([before, draft[:i]])
        row = logits[i : i + 1]
        for process in processors:
            row = process(seen, row)
        rows.append(row)
    return mx.concatenate(rows)


def _filter(logits: mx.array, settings: Settings) -> mx.array:
    """mlx-lm's filters, in its order, on log-probabilities at temperature 1."""
    width = logits.shape[-1]
    if settings.top_p < 1 or settings.min_p > 0 or 0 < settings.top_k < width:
        logits = logits - mx.logsumexp(logits, axis=-1, keepdims=True)
    if settings.top_p < 1:
        logits = apply_top_p(logits, settings.top_p)
    if settings.min_p > 0:
        logits = apply_min_p(logits, settings.min_p)
    if 0 < settings.top_k < width:
        logits = apply_top_k(logits, settings.top_k)
    return logits
