"""The layers of drafters that are other families' than Qwen 3's or Llama's: how a config tells them, and what they must have. Loads no mlx."""

from dataclasses import dataclass
from typing import Iterator

from ..errors import NOT_FOR_IT, Reason
from .checkpoint import Config
from .layout import Marks

_GELU = "gelu_pytorch_tanh"
_GEMMAS = ("pre_feedforward_layernorm.weight", "post_feedforward_layernorm.weight", "layer_scalar")
GEMMAS_READ = r"|layers\.\d+\.((pre|post)_feedforward_layernorm\.weight|layer_scalar)"
GEMMAS_FIELDS = frozenset(  # of Gemma 4's configs: each is read here, is 0, or means nothing where all layers are of full attention
    "attention_k_eq_v global_head_dim num_global_key_value_heads final_logit_softcapping hidden_size_per_layer_input vocab_size_per_layer_input"
    " num_kv_shared_layers".split()
)


@dataclass(frozen=True)
class LayerKind:
    """What tells a drafter's layers from Qwen 3's.

    `gemma`: Gemma 4's layers of full attention: norms after attention and MLP too, a sum times `layer_scalar`, an MLP gated by tanh-GELU, scores
    that are not scaled, values RMS-normed without a weight. `shared`: its values are what `k_proj` gives. `gated`: Qwen 3.5's attention, whose
    `q_proj` also gives a gate of each head's output; its norms are stored less one, and RoPE turns a share of a head."""

    gemma: bool = False
    shared: bool = False
    gated: bool = False

    @property
    def needed(self) -> tuple[str, ...]:
        """Tensors that its first layer must have."""
        names = ("self_attn.v_proj.weight",) * (not self.shared) + _GEMMAS * self.gemma
        return tuple(f"layers.0.{name}" for name in names)

    def objections(self, config: Config) -> Iterator[Reason]:
        """Why layers of this kind cannot be built as the config describes them."""
        if self.gemma and (config.get("enable_moe_block") or config.get("hidden_size_per_layer_input")):
            yield NOT_FOR_IT.saying("its layers have experts or embeddings of their own: not supported yet")
        field, known = ("hidden_activation", _GELU) if self.gemma else ("hidden_act", "silu")
        if config.get(field) not in (None, known):
            yield NOT_FOR_IT.saying(f"its {field} is {config[field]}, and only {known} is supported")


def layer_kind(config: Config) -> LayerKind:
    """The layers of the drafter with this config. Sources: DeepSpec's modeling/dspark/gemma4 and eagle3/gemma4; for Qwen 3.5's, mlx-dspark 0.20.3,
    which runs the one published drafter with them (stanleyphoong/Ornith-1.0-9B-DSpark)."""
    gemma = Marks("gemma4(dspark|eagle3)").on(config, {})
    return LayerKind(gemma, gemma and bool(config.get("attention_k_eq_v")), bool(config.get("enable_qwen35_gated_q_proj")))
