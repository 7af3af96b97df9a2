"""The network of a DSpark drafter, loaded from the published checkpoint layouts (DeepSeek's DeepSpec 2026; SpecForge, Liquid AI, speculators).

The net is DFlash's; the row of the last token guesses too, unless the config says otherwise (`sample_from_anchor`). A Markov head then adds
to the logits of each place what the token a before it says of the next: W2 z, with low-rank matrices W1, W2 (V, R) and by head type

- vanilla: z = W1[a];
- gated: z = sigmoid(gate_proj [h; W1[a]]) * W1[a], where h is the place's hidden state;
- rnn: [g; c; o] = joint_proj [s; W1[a]; h], s <- sigmoid(g) s + (1 - sigmoid(g)) tanh(c), z = tanh(o), with s = 0 before the block.

Sources: DeepSpec's modeling/dspark (names, order in the concatenations, own `embed_tokens` and `lm_head`, which may be missing in SpecForge's;
`markov_rank` 0 for no head), sglang's test_dspark_config (which row guesses first), mlx-vlm's qwen3_dspark (Liquid AI's, with RoPE on
neighbours; its `runtime_block_size` counts verified tokens, so it is not read: a block has as many rows as in training). In the
speculators format (vLLM#47093) `lm_head` and W2 may cover fewer tokens than the vocabulary: row j is the token j + d2t[j]. The
`confidence_head`, which predicts how many guesses will be accepted, is left out: here a draft ends by the probabilities of its guesses and
by measured costs (adaptive/early_stop.py).

Compared with DeepSpec's model in torch and with mlx-vlm's on random weights: logits differ by less than 5e-6. Knows tensors; nothing of
drafting.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable

import mlx.core as mx
import mlx.nn as nn

from specdeck.decoding.drafters.block_layout import first_guess, setting
from specdeck.decoding.find.checkpoint import Checkpoint
from specdeck.decoding.logits import placed

from .dflash_network import DFlashNet, Shape


@dataclass(frozen=True, kw_only=True)
class DSparkShape(Shape):
    """`head`: the Markov head's type, `rank`: its rank, 0 for no head; `own`: which of `embed_tokens` and `lm_head` the checkpoint has;
    `drafted`: how many tokens its output head and W2 cover, None for all."""

    vocabulary: int
    drafted: int | None = None
    rank: int = 0
    head: str = "vanilla"
    own: tuple[str, ...] = ()

    @classmethod
    def _sizes(cls, checkpoint: Checkpoint, target: Checkpoint) -> dict[str, Any]:
        config, has = checkpoint.config, checkpoint.tensors
        return super()._sizes(checkpoint, target) | dict(
            first=first_guess(config, 0),
            vocabulary=config["vocab_size"],
            drafted=checkpoint.size("d2t"),
            block=setting(config, "block_size", 16),
            rank=setting(config, "markov_rank") if "markov_head.markov_w1.weight" in has else 0,
            head=setting(config, "markov_head_type", "vanilla"),
            own=tuple(name for name in ("embed_tokens", "lm_head") if f"{name}.weight" in has),
        )


class VanillaMarkov(nn.Module):
    """The head that looks at the last token only."""

    def __init__(self, shape: DSparkShape) -> None:
        super().__init__()
        self.markov_w1 = nn.Embedding(shape.vocabulary, shape.rank)
        self.markov_w2 = nn.Linear(shape.rank, shape.drafted or shape.vocabulary, bias=False)
        self._rank = shape.rank

    def walk(self, hidden: mx.array, logits: mx.array, tokens: mx.array | None) -> Callable[[int, mx.array], mx.array]:
        """hidden (n, H), logits (n, V) -> a function of a place and the token (1,) before it: the place's logits (1, V). `tokens` (Vd,): those
        that W2 covers, None for all."""
        state = mx.zeros((1, self._rank), hidden.dtype)

        def row(place: int, last: mx.array) -> mx.array:
            nonlocal state
            state, latent = self._step(state, self.markov_w1(last), hidden[place][None])
            change = self.markov_w2(latent)
            return logits[place][None] + (change if tokens is None else placed(change, tokens, logits.shape[-1], elsewhere=0.0))

        return row

    def _step(self, state: mx.array, before: mx.array, hidden: mx.array) -> tuple[mx.array, mx.array]:
        """The next state (1, R) and z (1, R), of the last state, W1[a] and h (1, H)."""
        return state, before


class GatedMarkov(VanillaMarkov):
    """The head that the hidden state gates."""

    def __init__(self, shape: DSparkShape) -> None:
        super().__init__(shape)
        self.gate_proj = nn.Linear(shape.hidden + shape.rank, shape.rank)

    def _step(self, state: mx.array, before: mx.array, hidden: mx.array) -> tuple[mx.array, mx.array]:
        return state, mx.sigmoid(self.gate_proj(mx.concatenate([hidden, before], axis=-1))) * before


class RecurrentMarkov(VanillaMarkov):
    """The head with a state of its own, which knows all guesses of the block."""

    def __init__(self, shape: DSparkShape) -> None:
        super().__init__(shape)
        self.joint_proj = nn.Linear(2 * shape.rank + shape.hidden, 3 * shape.rank)

    def _step(self, state: mx.array, before: mx.array, hidden: mx.array) -> tuple[mx.array, mx.array]:
        gate, candidate, output = mx.split(self.joint_proj(mx.concatenate([state, before, hidden], axis=-1)), 3, axis=-1)
        gate = mx.sigmoid(gate)
        return gate * state + (1 - gate) * mx.tanh(candidate), mx.tanh(output)


MARKOV_HEADS = {"vanilla": VanillaMarkov, "gated": GatedMarkov, "rnn": RecurrentMarkov}


class DSparkNet(DFlashNet):
    """DFlash's net with a Markov head; the head, `embed_tokens` and `lm_head` exist only if the checkpoint has them."""

    def __init__(self, shape: DSparkShape) -> None:
        super().__init__(shape)
        self.vocabulary = shape.vocabulary
        if shape.rank:
            self.markov_head = MARKOV_HEADS[shape.head](shape)
        if "embed_tokens" in shape.own:
            self.embed_tokens = nn.Embedding(shape.vocabulary, shape.hidden)
        if "lm_head" in shape.own:
            self.lm_head = nn.Linear(shape.hidden, shape.drafted or shape.vocabulary, bias=False)
        if shape.drafted:
            self.d2t = mx.zeros((shape.drafted,), mx.int64)

    @property
    def tokens(self) -> mx.array | None:
        """The tokens (Vd,) that it guesses: row j of its output head is token j + d2t[j]. None where it guesses all, in order."""
        return mx.arange(self.d2t.size) + self.d2t.astype(mx.int32) if "d2t" in self else None

    def walk(self, hidden: mx.array, logits: mx.array) -> Callable[[int, mx.array], mx.array]:
        """As of the Markov head; without one, the logits of a place whatever the token before it."""
        return self.markov_head.walk(hidden, logits, self.tokens) if "markov_head" in self else lambda place, last: logits[place][None]
