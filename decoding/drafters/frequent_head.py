"""A draft head over the most frequent tokens only: the rows of the output matrix for all others are not read (Zhao et al.
2025, "FR-Spec: Accelerating Large-Vocabulary Language Models via Frequency-Ranked Speculative Sampling")."""

import copy
from collections import Counter
from itertools import chain, islice
from typing import Any

import mlx.core as mx
import mlx.nn as nn

from ..errors import LoadError
from ..logits import spread_logits
from ..prefixes import common_prefix
from ..target.backbone import ForwardingModule, find_head, with_part
from ..target.sequence_state import SequenceState

_REFUSED = "draft-vocab: this model's output head is no plain or quantised matrix: leave the option out"
ENOUGH = 0.95  # share of the last replies' tokens that the choice must have covered before other rows are left out
FADING = 0.8  # a reply counts in that share by this factor less than the reply after it
_MATRICES = (nn.Linear, nn.QuantizedLinear, nn.Embedding, nn.QuantizedEmbedding)


class FrequentHead:
    """`model` is a copy of the model given, sharing its weights, that computes the logits of `size` tokens and gives -inf for all others,
    once it has counted enough. Raises LoadError where the output head is no plain or quantised matrix.

    The tokens are those that the prompts and replies of this pair held most often, then those of the lowest ids, which byte pair encoding
    merged first because they are frequent. They are chosen anew as a reply begins. All rows are read while the choice would have held
    less than ENOUGH of the last replies' tokens. q is 0 for all other tokens: it is the distribution that each guess is really drawn
    from, so every rule stays exact.

    On an embedded pair it paid for `mtp` and hardly for `model`, because a head of 4,096 rows is half of a small drafter at most
    (measured on earlier pairs of the same shapes). After 2,315 counted tokens, on four other stories at k = 4 (T = 0, .8; one run, CPU
    time of a guess over that with all rows): `mtp` with 1,024 rows takes .80 and brings 4.47, 2.33 tokens a round where all rows bring
    4.47, 2.51; with 2,048 rows .87 and 4.47, 2.54. `model` with 2,048 rows takes .87 and brings 4.27, 3.12 where all rows bring 4.57,
    3.20. Those choices held .91 and .95 of the replies' tokens, so by ENOUGH 1,024 rows would still wait. End to end, five stories,
    speed-up over plain in 3 alternating turns (T = 0, .8): `mtp` 1.70, 1.23 with all rows and 1.78, 1.19 with 2,048; `model` 1.92, 1.38
    and 1.86, 1.48; the spreads overlap. On a GPU, where a guess costs the reading of its weights, a head of 150,000 rows gains more:
    others report 4.3 -> 2.2 ms a guess (MTPLX#317).
    """

    def __init__(self, model: Any, size: int) -> None:
        full, tied = find_head(model)
        if not isinstance(full, _MATRICES):
            raise LoadError(_REFUSED)
        self._vocabulary, self._size = full.weight.shape[0], min(size, full.weight.shape[0])
        self._rows = _Rows(full, tied)
        self.enough = ENOUGH
        self._covered, self._replied = 0.0, 0.0  # tokens of replies that the choice covered, and all
        self._counts: Counter[int] = Counter()
        self._sequence: list[int] = []
        self._counted = 0
        self.model = _Spread(with_part(model, full, self._rows), self._rows)
        self._choice = [*range(self._size)]
        self._rows.take(self._choice)
        try:
            SequenceState(self.model).width()
        except Exception as error:  # the model uses its head otherwise than as a layer
            raise LoadError(_REFUSED) from error
        self._rows.take(None)

    @property
    def words(self) -> str:
        """What it covers, for messages."""
        return f"drafts the {self._size:,} most frequent of {self._vocabulary:,} tokens, once they cover {ENOUGH:.0%} of the replies"

    def begin(self, sequence: list[int]) -> None:
        """A reply begins: count the tokens that are new since the last call, and choose. The owner appends the reply to `sequence`."""
        reply, chosen = self._sequence[self._counted :], set(self._choice)
        self._covered = FADING * self._covered + sum(token in chosen for token in reply)
        self._replied = FADING * self._replied + len(reply)
        self._counts.update(reply)
        self._counts.update(sequence[common_prefix(self._sequence, sequence) :])
        self._sequence, self._counted, self._choice = sequence, len(sequence), self._frequent()
        self._rows.take(None if self._covered < self.enough * max(1.0, self._replied) else self._choice)

    def _frequent(self) -> list[int]:
        frequent = [token for token, _ in self._counts.most_common(self._size)]
        known = set(frequent)
        others = (token for token in range(self._vocabulary) if token not in known)
        return sorted(islice(chain(frequent, others), self._size))


class _Rows(nn.Module):
    """Stands in for an output head, or for an embedding that is one too (`tied`): computes the rows of the tokens `taken` only, None for
    all."""

    def __init__(self, full: Any, tied: bool) -> None:
        super().__init__()
        self.full, self._tied = full, tied
        self.take(None)

    def take(self, tokens: list[int] | None) -> None:
        """Take the rows of these tokens, a gather, unless they are the ones taken; None: all rows."""
        if tokens is None:
            self.taken, self._few = None, self.full
        elif tokens != self.taken:
            self._gather(tokens)

    def _gather(self, tokens: list[int]) -> None:
        self.taken, self._tokens = tokens, mx.array(tokens, mx.uint32)
        few = copy.copy(self.full)
        few.update({name: array[self._tokens] for name, array in self.full.parameters().items()})
        mx.eval(few.parameters(), self._tokens)
        self._few = few

    def __call__(self, x: mx.array) -> mx.array:
        return self.full(x) if self._tied else self._few(x)

    def as_linear(self, hidden: mx.array) -> mx.array:
        """Hidden states (…, H) -> the logits of the rows taken."""
        return self._few.as_linear(hidden)

    def spread(self, logits: mx.array) -> mx.array:
        """Logits (…, size) of the rows taken -> (…, V) of all tokens, -inf for the others."""
        return logits if self.taken is None else spread_logits(logits, self._tokens, self.full.weight.shape[0])


class _Spread(ForwardingModule):
    """Wraps the model: after everything that it does to the logits, puts each in the place of its token."""

    def __init__(self, model: Any, rows: _Rows) -> None:
        super().__init__(model)
        self._rows = rows

    def __call__(self, *args: Any, **kwargs: Any) -> mx.array:
        return self._rows.spread(self.inner(*args, **kwargs))
