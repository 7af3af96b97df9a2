"""Loads weights into evaluated modules: whole models by mlx-lm, heads and block drafters from tensors that recognition.py found.
Raises LoadError, one line."""

import glob
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping, TypeVar

import mlx.core as mx
import mlx.nn as nn
from mlx.utils import tree_flatten, tree_map
from mlx_lm.utils import _get_classes, infer_quant_config, load_model

from .checkpoints.checkpoint import SIDECARS, WHOLE, Checkpoint, Tensor, head_layers
from .checkpoints.recognition import PREFIXES
from .cpu.tune import tune
from .cpu.unpack import held_as_float32, unpack
from .errors import OUT_OF_MEMORY, LoadError, is_out_of_memory, one_line

Weights = dict[str, mx.array]
Net = TypeVar("Net", bound=nn.Module)


def whole_model(
    folder: Path, as_built: bool = False, bits: int | None = None, change: Callable[[Any], None] = lambda model: None
) -> Any:
    """A model that mlx-lm can build, evaluated. `as_built`: without this project's CPU tuning, for measurements against
    mlx-lm. `bits`: quantise it to this many, None leaves it as it is. `change` is called with the model before its weights are
    read. Raises LoadError."""
    with _errors_named(folder, "model"), _as_mlx_lm_finds(folder) as place:
        model, _ = load_model(place, lazy=True, get_model_classes=_without_drafters)
        quantised_to(model, bits)
        change(model)
        prepare(model, (folder, WHOLE), bits, as_built)
        return model


@contextmanager
def _errors_named(folder: Path, what: str) -> Iterator[None]:
    """A context in which errors become LoadErrors that name the folder."""
    try:
        yield
    except LoadError:
        raise
    except KeyError as error:
        raise LoadError(f"{folder}: the {what} cannot be loaded: its config or its tensors lack {one_line(error)}") from error
    except Exception as error:  # a truncated file, a missing tensor or config field, an unknown architecture: mlx raises many kinds
        raise LoadError(f"{folder}: the {what} cannot be loaded: {OUT_OF_MEMORY if is_out_of_memory(error) else one_line(error)}") from error


@contextmanager
def _as_mlx_lm_finds(folder: Path) -> Iterator[Path]:
    """A path at which mlx-lm's glob finds the model's files: the folder's own, or a temporary folder of links. It is the latter where the path has
    characters of a pattern. It is also the latter where a sidecar, which may be broken, lies among model*.safetensors."""
    sidecars = [file.name for file in folder.glob("model*.safetensors") if file.name in SIDECARS]
    if glob.escape(str(folder)) == str(folder) and not sidecars:
        yield folder
        return
    with tempfile.TemporaryDirectory() as links:
        for file in folder.resolve().iterdir():
            if file.name not in sidecars:
                (Path(links) / file.name).symlink_to(file)
        yield Path(links)


def _without_drafters(config: dict[str, Any]) -> tuple[Any, type]:
    """mlx-lm's model and args classes. The model's `sanitize` drops the tensors of a drafter in the same folder. Some families would take them for
    their own, others reject them."""
    build, args = _get_classes(config)

    def built(settings: Any) -> Any:
        model = build(settings)
        sanitize = getattr(model, "sanitize", lambda weights: weights)

        def without_drafters(weights: Weights) -> Weights:
            beside = PREFIXES + head_layers(weights)
            return sanitize({name: value for name, value in weights.items() if not name.startswith(beside)})

        model.sanitize = without_drafters
        return model

    return built, args


def load_drafter_net(
    checkpoint: Checkpoint, build: Callable[[], Net], sanitize: Callable[[Weights], Weights], bits: int | None = None
) -> Net:
    """The module that `build` creates, with the checkpoint's tensors after `sanitize`, evaluated. Layers are quantised where their tensors
    are; the others to `bits`, if given. Raises LoadError."""
    with _errors_named(checkpoint.folder, f"{checkpoint.kind} drafter"):
        module = build()
        _load(module, sanitize(read_tensors(checkpoint.tensors)))
        module.eval()
        quantised_to(module, bits)
        prepare(module, (checkpoint.folder, checkpoint.kind), bits)
        return module


def check_draft_vocabulary(tokens: mx.array | None, checkpoint: Checkpoint, target: Checkpoint) -> None:
    """Raise LoadError where an output head stands for tokens (Vd,) that the target does not have. `tokens` None means all of the target's tokens."""
    vocabulary = target.text.get("vocab_size")
    if tokens is not None and not 0 <= int(tokens.min()) <= int(tokens.max()) < (vocabulary or 2**31):
        words = f"its d2t names tokens that the target's {vocabulary} do not have"
        raise LoadError(f"{checkpoint.folder}: the {checkpoint.kind} drafter cannot be loaded: {words}")


GROUP = 64  # quantisation: numbers of a row that share a scale
_KEPT = ("fc", "gate", "router", "shared_expert_gate", "centroids")


def quantised_to(module: nn.Module, bits: int | None) -> None:
    """Quantise in place the layers that are not, where groups divide their rows. Routers and the projections of hidden states (_KEPT) stay as they
    are. They are small, and every other layer depends on their precision. `bits` None does nothing."""
    if bits is None:
        return

    def wide(path: str, layer: nn.Module) -> bool:
        last = path.rpartition(".")[2]
        return hasattr(layer, "to_quantized") and last not in _KEPT and layer["weight"].shape[-1] % GROUP == 0

    nn.quantize(module, group_size=GROUP, bits=bits, class_predicate=wide)


def read_tensors(tensors: Mapping[str, Tensor]) -> Weights:
    """The arrays of these tensors, lazily loaded, by the keys of `tensors`."""
    files: dict[Path, Any] = {file: mx.load(str(file)) for file in {tensor.file for tensor in tensors.values()}}
    return {name: files[tensor.file][tensor.name] for name, tensor in tensors.items()}


def changes_models() -> bool:
    """Whether `prepare` makes anything else of a model than mlx-lm does: on a CPU alone."""
    return mx.default_device().type == mx.DeviceType.cpu


def prepare(module: nn.Module, key: tuple[Path, str], bits: int | None = None, as_built: bool = False) -> None:
    """Evaluate the weights. On a CPU they become float32, the only type with fast matrix products there. Quantised weights do so where memory allows.
    Tune the module for the device, unless `as_built`. `key`: folder and kind of its checkpoint; `bits`: what it was quantised to here."""
    if changes_models():
        unpack(module, key, may=bits is None)
        floats = (mx.float16, mx.bfloat16)
        module.update(tree_map(lambda a: a.astype(mx.float32) if a.dtype in floats else a, module.parameters()))
    if not as_built:
        tune(module)
    for _, array in tree_flatten(module.parameters()):  # one by one: what an array is made of is freed before the next one is read
        mx.eval(array)


def usable_bits(bits: int, bytes_: int) -> int | None:
    """The bits that drafters are quantised to where `bits` are asked for. None on a CPU that has the memory for their float32 weights, which take
    `bytes_`. They are faster there."""
    return None if changes_models() and held_as_float32(bytes_) else bits


# A share of the active bytes: macOS counts whole pages, and keeps buffers in no order. Without room the last buffer might stay out.
ROOM = 1.05


def keep_resident(share: float = ROOM) -> None:
    """Have macOS keep in memory what is loaded now and room beside it. The limit is what it recommends for the GPU. A `share` of 0 keeps nothing. By
    default mlx keeps nothing, and a large model is then paged out between two replies. Other systems have no such limit."""
    if mx.metal.is_available():
        mx.clear_cache()  # what was freed would be kept in place of weights
        mx.set_wired_limit(min(int(mx.device_info()["max_recommended_working_set_size"]), int(share * mx.get_active_memory())))


def _load(module: nn.Module, weights: Weights) -> None:
    """Give the module these weights. Layers that have scales among them are quantised with the bits that the shapes imply: published configs
    list only some."""

    def how(path: str, layer: nn.Module) -> bool | dict:
        return infer_quant_config(path, layer, weights) if f"{path}.scales" in weights else False

    if any(name.endswith(".scales") for name in weights):
        nn.quantize(module, class_predicate=how)
    module.load_weights(list(weights.items()))
