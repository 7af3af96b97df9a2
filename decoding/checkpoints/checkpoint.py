"""A checkpoint as its config and the headers of its safetensors files describe it, without its weights. Each file is read once, into a
Checkpoint that everything else is handed."""

import os
import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Collection, Iterable, Iterator, Mapping

from ..errors import LoadError, SettingsError, SpecdeckError, one_line
from ..types import Settings
from .bounded_reading import LARGEST, open_regular, parse, read_json_object, read_regular

WHOLE = "model"  # the kind of a whole model, which can be a target or a drafter
Config = Mapping[str, Any]
_BITS = {"F64": 64, "I64": 64, "U64": 64, "F32": 32, "I32": 32, "U32": 32, "BF16": 16, "F16": 16, "I16": 16, "U16": 16}  # others: 8


def bits(dtype: str) -> int:
    """Bits of a number of this type, by safetensors' name for it; 8 for names not listed."""
    return _BITS.get(dtype, 8)


@dataclass(frozen=True)
class Tensor:
    """One tensor as a header describes it."""

    name: str  # in the file
    shape: tuple[int, ...]
    dtype: str
    file: Path


def table(config: Config, name: str) -> Config:
    """A table in a config, empty where there is none."""
    found = config.get(name)
    return found if isinstance(found, Mapping) else {}


def text_part(config: Config) -> Config:
    """The part of a config that describes the language model, or in the speculators format a drafter's layers."""
    return table(config, "text_config") or table(config, "transformer_layer_config") or config


def quantisation(config: Config) -> Config:
    """How the weights are quantised by this config, as mlx-lm writes it; empty where it does not say."""
    return table(config, "quantization") or table(config, "quantization_config")


def listed(value: Any) -> list[Any]:
    """A field that may hold one value or a list of them, as a list; empty for None."""
    return value if isinstance(value, list) else [] if value is None else [value]


@dataclass(frozen=True)
class Checkpoint:
    """A folder and what it was recognised as. `kind`: WHOLE or the name of a drafter with files. `tensors`: by name, a drafter's by the
    names that its loader expects. `beside`: tensors of a drafter in a target's folder, by their names in the file."""

    kind: str
    folder: Path
    config: Config
    tensors: Mapping[str, Tensor]
    beside: Mapping[str, Tensor] = field(default_factory=dict)
    unreadable: str | None = None  # why the file with a head beside a target's own cannot be read
    twice: str | None = None  # which of two heads in a target's folder is taken, in one line
    generation: Config = field(default_factory=dict)  # what generation_config.json holds

    @property
    def whole(self) -> bool:
        """Whether this is a whole model, not a head or block drafter."""
        return self.kind == WHOLE

    @property
    def text(self) -> Config:
        """The part of the config that describes the language model, or in the speculators format a drafter's layers."""
        return text_part(self.config)

    def size(self, name: str, axis: int = 0) -> int | None:
        """The length of a tensor along an axis, None if there is no such tensor. Quantisation packs the last axis of a matrix."""
        tensor = self.tensors.get(name)
        return tensor.shape[axis] if tensor and len(tensor.shape) > axis else None

    def columns(self, matrix: str) -> int | None:
        """How many numbers a row of a matrix holds. None if there is none, or if it is packed and the config does not say how."""
        groups, group = self.size(f"{matrix}.scales", 1), self.group(matrix)
        return self.size(f"{matrix}.weight", 1) if groups is None else group and group * groups

    def group(self, matrix: str) -> int | None:
        """How many numbers of a quantised matrix have one scale, where the config says so. Some layers have a group size of their own."""
        given = quantisation(self.config)
        sizes = (one.get("group_size") for one in (table(given, matrix), given))
        return next((size for size in sizes if isinstance(size, int)), None)

    @property
    def layer_count(self) -> int:
        """How many layers the tensors of a drafter are of."""
        return 1 + max(int(name.split(".")[1]) for name in self.tensors if name.startswith("layers."))

    @property
    def head_dim(self) -> int:
        """How many numbers a head of attention has, 0 where the config does not tell."""
        return self.text.get("head_dim") or (self.text.get("hidden_size") or 0) // (self.text.get("num_attention_heads") or 1)

    def window(self, layer: int) -> int | None:
        """The window of this layer's attention in tokens, None for full attention."""
        window, kinds, pattern = (self.text.get(name) for name in ("sliding_window", "layer_types", "sliding_window_pattern"))
        if kinds:
            return window if layer < len(kinds) and kinds[layer] == "sliding_attention" else None
        if pattern is None and str(self.text.get("model_type", "")).startswith("gemma3"):
            pattern = 6  # as mlx-lm takes it where the config leaves it out
        return window if pattern and (layer + 1) % pattern else None

    @property
    def context(self) -> int | None:
        """The longest sequence that the config states, in tokens, None if it states none."""
        stated = (self.config.get("max_position_embeddings"), self.text.get("max_position_embeddings"), self.config.get("n_positions"))  # GPT-2's name
        return next((size for size in stated if isinstance(size, int) and size), None)

    @property
    def recommended(self) -> dict[str, float]:
        """The sampling that the model's makers recommend, by names of Settings; empty if they name none, or greedy decoding. Values out of
        a setting's range are left out."""
        names = () if self.generation.get("do_sample") is False else ("temperature", "top_p", "top_k", "min_p")
        found: dict[str, float] = {}
        for name in names:
            with suppress(KeyError, SettingsError):
                found[name] = getattr(Settings(**{name: self.generation[name]}), name)
        return found

    def suppressed(self, end_tokens: Collection[int], width: int) -> tuple[int, ...]:
        """Ids of tokens that the model must not emit: the config's suppressed tokens, and placeholders for images and sounds. Placeholders belong in
        prompts only. End tokens and values that are no ids below `width` are left out."""
        media = re.compile(r"(image|audio|video|vision|boi|eoi|boa|eoa)_(\w+_)?token_(id|index)")
        candidates = [token for name, token in self.config.items() if media.fullmatch(name)]
        candidates += listed(self.config.get("suppress_tokens")) + listed(self.generation.get("suppress_tokens"))
        ids = {token for token in candidates if isinstance(token, int) and not isinstance(token, bool) and 0 <= token < width}
        return tuple(sorted(ids - set(end_tokens)))


@contextmanager
def understood(folder: Path) -> Iterator[None]:
    """A context in which whatever odd files make our code or a library raise is a LoadError, on one line."""
    try:
        yield
    except SpecdeckError:
        raise
    except Exception as error:  # a config can hold anything
        raise LoadError(f"{folder}: its files cannot be understood: {type(error).__name__}: {one_line(error)}") from error


def read_config(folder: Path) -> dict[str, Any]:
    """The folder's config.json. Raises LoadError."""
    below = "" if (folder / "config.json").exists() else models_below(folder)
    return read_json_object(folder / "config.json", f"{folder} holds no model: there is no config.json in it{below}")


def models_below(folder: Path) -> str:
    """What to do with a folder without a config, as the end of an error. The folder may hold a LoRA adapter. Its folders, or owners' folders in it,
    may hold models. Empty where there is neither."""
    if os.path.isfile(folder / "adapter_config.json"):
        return f"; it is a LoRA adapter: fuse it with its model, mlx_lm.fuse --model MODEL --adapter-path {folder}, and name the result"
    found = sorted(str(file.parent.relative_to(folder)) for pattern in ("*/config.json", "*/*/config.json") for file in folder.glob(pattern))
    if not found:
        return ""
    return f"; its folders {', '.join(found[:12])}{', …' * (len(found) > 12)} have one: name {folder / found[0]}"


# files with a head beside a target's own, as various tools name them
SIDECARS = ("mtp.safetensors", "mtp/weights.safetensors", "mtp/model.safetensors", "optiq/mtp.safetensors", "model-mtp.safetensors")
MASK_EMBEDDING = "mask_embedding.pt"  # beside a block drafter of MiMo's: what its mask token's row should be
_HEAD_LAYER = re.compile(r"(.*layers\.\d+\.)eh_proj\.weight")


def read_headers(folder: Path) -> dict[str, Tensor]:
    """Every tensor of the folder's model*.safetensors, sidecars excepted. Raises LoadError if a file is truncated or unreadable."""
    files = [file for file in sorted(folder.glob("model*.safetensors")) if file.name not in SIDECARS]
    return {tensor.name: tensor for file in files for tensor in _header(file)}


def read_sidecar(folder: Path, config: Config) -> dict[str, Tensor]:
    """Every tensor of the first sidecar file that exists, none if there is no such file. Raises LoadError as `read_headers` does, and
    where one is missing."""
    sidecar = next((folder / name for name in sidecars(config) if (folder / name).is_file()), None)
    if sidecar:
        return beside_model(_header(sidecar))
    if lacks := missing_sidecar(folder, config):
        raise LoadError(f"{folder / lacks} is missing, and the folder's index or config names it: download it again")
    return {}


def missing_sidecar(folder: Path, config: Config) -> str | None:
    """The sidecar that the folder's index or its config names, where it is missing. None if there is one, or none is named."""
    if any((folder / name).is_file() for name in sidecars(config)):
        return None
    return next((name for name in sidecars(config) if name not in SIDECARS or name in read_index(folder).values()), None)


def read_index(folder: Path) -> dict[str, str]:
    """The tensors that the folder's index of weights names, and the file of each. The index is not needed: mlx-lm reads the files that are
    there. So it is empty where it cannot be read. It is also empty where it names none of these files. Then it is left over from the model that
    this one was made from."""
    try:
        rows = {tensor: file for tensor, file in parse(read_regular(folder / "model.safetensors.index.json"))["weight_map"].items() if isinstance(file, str)}
    except Exception:  # it can hold anything
        return {}
    return rows if any(os.path.isfile(folder / file) for file in {*rows.values()}) else {}  # os.path: a name that is too long is no file


def head_layers(names: Iterable[str]) -> tuple[str, ...]:
    """The prefixes of the layers behind a model's own that are a prediction head. DeepSeek V3 and GLM-4.5 have such layers. Only such a layer joins
    an embedding and a hidden state (eh_proj)."""
    return tuple(sorted({layer[1] for name in names if (layer := _HEAD_LAYER.fullmatch(name))}))


def sidecars(config: Config) -> tuple[str, ...]:
    """The file names under which a head may lie in a target's folder. The config's name is first, unless it leads out of the folder."""
    named = table(config, "mlx_lm_extra_tensors").get("mtp_file")
    if isinstance(named, str) and named.endswith(".safetensors") and ".." not in Path(named).parts and not Path(named).is_absolute():
        return (named, *SIDECARS)
    return SIDECARS


def beside_model(tensors: Iterable[Tensor]) -> dict[str, Tensor]:
    """A sidecar's tensors by the names they have in a whole model. Some tools write them without the prefix "mtp."."""
    return {tensor.name if "mtp." in tensor.name else f"mtp.{tensor.name}": tensor for tensor in tensors}


def _header(file: Path) -> list[Tensor]:
    """The tensors of a safetensors file. It begins with the length of its header (8 bytes, little-endian) and the header, a
    JSON object. Raises LoadError."""
    try:
        with open_regular(file) as stream:
            size = os.fstat(stream.fileno()).st_size
            length = int.from_bytes(stream.read(8), "little")
            header = parse(stream.read(min(length, LARGEST)))
        header.pop("__metadata__", None)
        tensors = [Tensor(name, tuple(map(int, entry["shape"])), str(entry["dtype"]), file) for name, entry in header.items()]
        end = 8 + length + max((int(entry["data_offsets"][1]) for entry in header.values()), default=0)
        if end > size:
            raise ValueError(f"it should have {end} bytes and has {size}")
        return tensors
    except OSError as error:
        raise LoadError(f"{file} cannot be read: {one_line(error)}") from error
    except Exception as error:  # a header can hold anything
        raise LoadError(f"{file} is cut off, or no safetensors file: {one_line(error)}: download it again") from error
