"""`dspark`: a block drafter whose Markov head corrects the logits of each place by the guess before it. Its q covers the vocabulary, with 0 for
tokens that its output head does not have."""

from dataclasses import dataclass, replace
from typing import Any, Callable, Self

import mlx.core as mx
import mlx.nn as nn

from ..checkpoints.block_layout import DEFAULT_BLOCK, first_guess, setting
from ..checkpoints.checkpoint import Checkpoint
from ..logits import spread_logits
from . import dflash
from .base import Loading
from .dflash import DFlashNet, NetSizes

# Tokens before a block that a head without a window of its own sees. Over all of a long context fewer guesses are accepted (mlx-dspark).
RECENT = 4096

Embed = Callable[[mx.array], mx.array]
LogitsAt = Callable[[int, mx.array], mx.array]


@dataclass(frozen=True, kw_only=True)
class DSparkSizes(NetSizes):
    """`head`: the Markov head's type, `rank`: its rank, 0 for no head. Of a Domino head, `state` is the size of its GRU's state. `pure` is how many
    guesses of a block it leaves as they are. `noise`: how many numbers describe how noisy a row is, None where the net reads none."""

    noise: int | None = None
    rank: int = 0
    head: str = "vanilla"
    state: int = 0
    pure: int = 0

    @classmethod
    def of(cls, checkpoint: Checkpoint, target: Checkpoint, **others: Any) -> Self:
        config, has = checkpoint.config, checkpoint.tensors
        if domino := checkpoint.size("markov_head.inputs.weight"):
            rank, pure = checkpoint.size("markov_head.narrow.weight"), setting(config, "pure_draft_prefix_len", 0)
            others |= dict(head="domino", rank=rank, state=domino // 3, pure=pure)
        else:
            others |= dict(
                first=first_guess(config, 0),
                block=setting(config, "block_size", DEFAULT_BLOCK),
                rank=setting(config, "markov_rank") if "markov_head.markov_w1.weight" in has else 0,
                head=setting(config, "markov_head_type", "vanilla"),
                noise=checkpoint.columns("log_snr_embed.fc1"),
            )
        sizes = super().of(checkpoint, target, **others)
        if any(view.context or view.window for view in sizes.views):
            return sizes
        return replace(sizes, views=tuple(replace(view, context=RECENT) for view in sizes.views))


# The network of a DSpark drafter, loaded from the published checkpoint layouts (DeepSeek's DeepSpec 2026; SpecForge, Liquid AI, speculators).
#
# The net is DFlash's; the row of the last token guesses too, unless the config says otherwise (`sample_from_anchor`). A Markov head then adds to each
# place's logits what the token a before it says of the next. It adds `W2 z`, with low-rank matrices W1, W2 (V, R). The head type decides z:
#
# `vanilla`: `z = W1[a]`.
# `gated`: `z = sigmoid(gate_proj [h; W1[a]]) * W1[a]`, where h is the place's hidden state.
# `rnn`: `[g; c; o] = joint_proj [s; W1[a]; h]`, `s <- sigmoid(g) s + (1 - sigmoid(g)) tanh(c)`, `z = tanh(o)`, with s = 0 before the block.
#
# Names and the order in the concatenations are DeepSpec's (modeling/dspark). Its drafters have `embed_tokens` and `lm_head` of their own, which
# SpecForge's may lack; `markov_rank` 0 means no head. Which row guesses first is in sglang's test_dspark_config. Liquid AI's drafters, with RoPE
# on neighbours, are in mlx-vlm's qwen3_dspark. Their `runtime_block_size` counts verified tokens, so it is not read: a block has as many rows as
# in training. In the speculators format (vLLM#47093) W2 may cover fewer tokens than the vocabulary, those of the output head. The
# `confidence_head` predicts how many guesses will be accepted, and is left out. Here a draft ends by the probabilities of its guesses and by
# measured costs (adaptive.py).
#
# Gemma 4's drafters have layers of its own (`GemmaLayer`) and embed by their own table times sqrt(H). They cap the logits before the Markov head
# (DeepSpec's modeling/dspark/gemma4). PrismML's for Bonsai add to each embedding what tells the row's noise (dspark.cpp of their llama.cpp).
#
# Domino (SpecForge's `DominoDraftModel`, ModelOpt's) has a GRU's correction in the Markov head's place.
#
# Compared with DeepSpec's model in torch and with mlx-vlm's on random weights: logits differ by less than 5e-6.

class Markov(nn.Module):
    """The head of any type but Domino's. `size`: of the state that goes from place to place; `pure`: how many places keep their logits."""

    pure = 0

    def __init__(self, sizes: DSparkSizes) -> None:
        super().__init__()
        self.size = sizes.rank
        self.markov_w1 = nn.Embedding(sizes.vocabulary, sizes.rank)
        self.markov_w2 = nn.Linear(sizes.rank, sizes.drafted or sizes.vocabulary, bias=False)
        if sizes.head == "gated":
            self.gate_proj = nn.Linear(sizes.hidden + sizes.rank, sizes.rank)
        if sizes.head == "rnn":
            self.joint_proj = nn.Linear(2 * sizes.rank + sizes.hidden, 3 * sizes.rank)

    def __call__(self, state: mx.array, last: mx.array, hidden: mx.array, embed: Embed) -> tuple[mx.array, mx.array]:
        """The next state (1, size) and the addition to a place's logits (1, Vd). They follow from the last state, the last token (1,) and h (1, H).
        `embed` gives the embedding (1, H) of a token (1,)."""
        latent = self.markov_w1(last)
        if "gate_proj" in self:
            latent = mx.sigmoid(self.gate_proj(mx.concatenate([hidden, latent], axis=-1))) * latent
        if "joint_proj" in self:
            gate, candidate, output = mx.split(self.joint_proj(mx.concatenate([state, latent, hidden], axis=-1)), 3, axis=-1)
            gate = mx.sigmoid(gate)
            state, latent = gate * state + (1 - gate) * mx.tanh(candidate), mx.tanh(output)
        return state, self.markov_w2(latent)


class Domino(nn.Module):
    """A GRU over the embeddings of the block's tokens so far, the last token of the text first. Its state is s. To a place's
    logits it adds `wide SiLU(narrow [h; s])`."""

    def __init__(self, sizes: DSparkSizes) -> None:
        super().__init__()
        self.size, self.pure = sizes.state, sizes.pure
        self.inputs = nn.Linear(sizes.hidden, 3 * sizes.state, bias=False)
        self.states = nn.Linear(sizes.state, 3 * sizes.state, bias=False)
        self.narrow = nn.Linear(sizes.hidden + sizes.state, sizes.rank, bias=False)
        self.wide = nn.Linear(sizes.rank, sizes.drafted or sizes.vocabulary, bias=False)

    def __call__(self, state: mx.array, last: mx.array, hidden: mx.array, embed: Embed) -> tuple[mx.array, mx.array]:
        """As of Markov. The GRU's gates are in torch's order."""
        (reset, update, new), (old_reset, old_update, old) = (mx.split(x, 3, axis=-1) for x in (self.inputs(embed(last)), self.states(state)))
        update = mx.sigmoid(update + old_update)
        state = (1 - update) * mx.tanh(new + mx.sigmoid(reset + old_reset) * old) + update * state
        return state, self.wide(nn.silu(self.narrow(mx.concatenate([hidden, state], axis=-1))))


class LogSnr(nn.Module):
    """Says how noisy each row is, in drafters that were trained on tokens partly replaced (PrismML's, for Bonsai). The last token is not noisy at
    all, and masks are wholly noisy."""

    def __init__(self, size: int, hidden: int) -> None:
        super().__init__()
        self.fc1 = nn.Linear(size, hidden)
        self.fc2 = nn.Linear(hidden, hidden)
        self._half = size // 2

    def __call__(self, count: int) -> mx.array:
        """What is added to the embeddings of a block of `count` rows, (count, H)."""
        angles = mx.where(mx.arange(count) == 0, 1000.0, 0.0)[:, None] * 10000.0 ** (-mx.arange(self._half) / self._half)
        return self.fc2(nn.silu(self.fc1(mx.concatenate([mx.sin(angles), mx.cos(angles)], axis=-1))))


class DSparkNet(DFlashNet):
    """DFlash's net with a Markov head, and rows that say how noisy they are. It has each of these only if the checkpoint has it."""

    sizes_class = DSparkSizes

    def __init__(self, sizes: DSparkSizes) -> None:
        super().__init__(sizes)
        if sizes.noise:
            self.log_snr_embed = LogSnr(sizes.noise, sizes.hidden)
        if sizes.rank:
            self.markov_head = (Domino if sizes.head == "domino" else Markov)(sizes)

    def __call__(self, embedded: mx.array, entries: list[Any]) -> mx.array:
        if "log_snr_embed" in self:
            embedded = embedded + self.log_snr_embed(embedded.shape[0]).astype(embedded.dtype)
        return super().__call__(embedded, entries)

    def sequential_logits(self, hidden: mx.array, logits: mx.array, embed: Embed = lambda tokens: tokens) -> LogitsAt:
        """hidden (n, H), logits (n, V) -> a function of a place and the token (1,) before it. It gives the place's logits (1, V). To these the Markov
        head adds what the tokens before it say of the next. `embed` gives the embedding (1, H) of a token (1,)."""
        if "markov_head" not in self:
            return lambda place, last: logits[place][None]
        head, tokens = self.markov_head, self.tokens
        state = mx.zeros((1, head.size), hidden.dtype)

        def row(place: int, last: mx.array) -> mx.array:
            nonlocal state
            state, change = head(state, last, hidden[place][None], embed)
            if place < head.pure:
                return logits[place][None]
            return logits[place][None] + (change if tokens is None else spread_logits(change, tokens, logits.shape[-1], elsewhere=0.0))

        return row


def load(loading: Loading) -> dflash.BlockDrafter:
    """A drafter of at most a block, the row of the last token included."""
    drafter = dflash.load(loading, DSparkNet)
    drafter.remark = "its head is Domino's, a GRU over the block's tokens" if "markov_head.inputs.weight" in loading.checkpoint.tensors else None
    return drafter
