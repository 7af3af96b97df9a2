"""A checkpoint as its config and the headers of its safetensors files describe it, without its weights."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping

from ..errors import LoadError, one_line
from .bounded_reading import LARGEST, open_regular, parse, read_regular

WHOLE = "model"  # the kind of a whole model, which can be a target or a drafter
_BITS = {"F64": 64, "I64": 64, "U64": 64, "F32": 32, "I32": 32, "U32": 32, "BF16": 16, "F16": 16, "I16": 16, "U16": 16}  # others: 8


def bits(dtype: str) -> int:
    """Bits of a number of this type, by safetensors' name for it; 8 for names not listed."""
    return _BITS.get(dtype, 8)


@dataclass(frozen=True)
class Tensor:
    """One tensor as a header describes it; `format` is the tool that wrote its file ("pt", "mlx", None if the file does not say)."""

    name: str  # in the file
    shape: tuple[int, ...]
    dtype: str
    file: Path
    format: str | None


def table(config: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A table in a config, empty where there is none: what is none is refused by name as the config is read (model_config.check_fields)."""
    found = config.get(name)
    return found if isinstance(found, Mapping) else {}


def text_part(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """The part of a config that describes the language model, or in the speculators format a drafter's layers."""
    return table(config, "text_config") or table(config, "transformer_layer_config") or config


def quantisation(config: Mapping[str, Any]) -> Mapping[str, Any]:
    """How the weights are quantised by this config, as mlx-lm writes it; empty where it does not say."""
    return table(config, "quantization") or table(config, "quantization_config")


@dataclass(frozen=True)
class Checkpoint:
    """A folder and what it was recognised as. `kind`: WHOLE or the name of a drafter with files. `tensors`: by name, a drafter's by the
    names that its loader expects. `beside`: tensors of a drafter in a target's folder, by their names in the file."""

    kind: str
    folder: Path
    config: Mapping[str, Any]
    tensors: Mapping[str, Tensor]
    beside: Mapping[str, Tensor] = field(default_factory=dict)
    unreadable: str | None = None  # why the file with a head beside a target's own cannot be read

    @property
    def whole(self) -> bool:
        """Whether this is a whole model, not a head or block drafter."""
        return self.kind == WHOLE

    @property
    def text(self) -> Mapping[str, Any]:
        """The part of the config that describes the language model, or in the speculators format a drafter's layers."""
        return text_part(self.config)

    def size(self, name: str, axis: int = 0) -> int | None:
        """The length of a tensor along an axis, None if there is no such tensor. Quantisation packs the last axis of a matrix."""
        tensor = self.tensors.get(name)
        return tensor.shape[axis] if tensor and len(tensor.shape) > axis else None


# files with a head beside a target's own, as various tools name them
SIDECARS = ("mtp.safetensors", "mtp/weights.safetensors", "mtp/model.safetensors", "optiq/mtp.safetensors", "model-mtp.safetensors")
MASK_EMBEDDING = "mask_embedding.pt"  # beside a block drafter of MiMo's: what its mask token's row should be
_HEAD_LAYER = re.compile(r"(.*layers\.\d+\.)eh_proj\.weight")


def read_headers(folder: Path) -> dict[str, Tensor]:
    """Every tensor of the folder's model*.safetensors, sidecars excepted. Raises LoadError if a file is truncated or unreadable."""
    files = [file for file in sorted(folder.glob("model*.safetensors")) if file.name not in SIDECARS]
    return {tensor.name: tensor for file in files for tensor in _header(file)}


def read_sidecar(folder: Path, config: Mapping[str, Any]) -> dict[str, Tensor]:
    """Every tensor of the first sidecar file that exists, none if there is no such file. Raises LoadError as `read_headers` does, and
    where the folder's index names a sidecar that is missing."""
    sidecar = next((folder / name for name in sidecars(config) if (folder / name).is_file()), None)
    if sidecar:
        return beside_model(_header(sidecar))
    for name in indexed_files(folder).intersection(SIDECARS):
        raise LoadError(f"{folder / name} is missing, and the folder's index names it: download it again")
    return {}


def indexed_files(folder: Path) -> set[str]:
    """The files that the folder's index of weights names; none without an index. The index is not needed: mlx-lm reads the files that are
    there. One that names none of them is left over from the model that this one was made from."""
    index = folder / "model.safetensors.index.json"
    try:
        weights = parse(read_regular(index)).get("weight_map")
    except (OSError, ValueError, AttributeError):
        return set()
    named = {name for name in weights.values() if isinstance(name, str)} if isinstance(weights, dict) else set()
    return named if any(os.path.isfile(folder / name) for name in named) else set()  # os.path: a name that is too long is no file


def head_layers(names: Iterable[str]) -> tuple[str, ...]:
    """The prefixes of the layers behind a model's own that are a prediction head, as DeepSeek V3 and GLM-4.5 have them. Only such a layer
    joins an embedding and a hidden state (eh_proj)."""
    return tuple(sorted({layer[1] for name in names if (layer := _HEAD_LAYER.fullmatch(name))}))


def sidecars(config: Mapping[str, Any]) -> tuple[str, ...]:
    """The file names under which a head may lie in a target's folder, first the one that its config names, unless that leads out of the
    folder."""
    named = table(config, "mlx_lm_extra_tensors").get("mtp_file")
    if isinstance(named, str) and named.endswith(".safetensors") and ".." not in Path(named).parts and not Path(named).is_absolute():
        return (named, *SIDECARS)
    return SIDECARS


def beside_model(tensors: Iterable[Tensor]) -> dict[str, Tensor]:
    """A sidecar's tensors by the names they have in a whole model; some tools write them without the prefix "mtp."."""
    return {tensor.name if "mtp." in tensor.name else f"mtp.{tensor.name}": tensor for tensor in tensors}


def _header(file: Path) -> Iterator[Tensor]:
    """The tensors of a safetensors file: it begins with the length of its header (8 bytes, little-endian) and the header, a JSON object.
    Raises LoadError."""
    try:
        with open_regular(file) as stream:
            size = os.fstat(stream.fileno()).st_size
            length = int.from_bytes(stream.read(8), "little")
            if length + 8 > size:
                raise LoadError(f"{file} is cut off: its header alone has {length} bytes and the file {size}: download it again")
            if length > LARGEST:
                raise LoadError(f"{file} is no safetensors file: no header has {length} bytes: download it again")
            header = parse(stream.read(length))
        written_by = _check_entries(header)
    except OSError as error:
        raise LoadError(f"{file} cannot be read: {one_line(error)}") from error
    except ValueError as error:
        raise LoadError(f"{file} cannot be read as safetensors: {one_line(error)}: download it again") from error
    at = 0
    for name, (begin, end) in sorted(((name, entry["data_offsets"]) for name, entry in header.items()), key=lambda place: place[1]):
        if begin != at or end < begin:
            raise LoadError(f"{file} is no safetensors file: {name!r} lies over another tensor, or there is a hole before it: download it again")
        at = end
    end = 8 + length + at
    if end > size:
        raise LoadError(f"{file} is cut off: it should have {end} bytes and has {size}: download it again")
    for name, entry in header.items():
        yield Tensor(name, tuple(entry["shape"]), entry["dtype"], file, written_by)


def _check_entries(header: Any) -> str | None:
    """The tool that wrote the file, taken out of its header. Raises ValueError where the rest does not describe tensors."""
    metadata = header.pop("__metadata__", None) or {} if isinstance(header, dict) else None
    if not isinstance(metadata, dict):
        raise ValueError("its header is no JSON object of tensors")
    for name, entry in header.items():
        if not isinstance(entry, dict) or not isinstance(entry.get("dtype"), str):
            raise ValueError(f"its header does not describe {name!r}")
        if not _numbers(entry.get("shape")) or not _numbers(entry.get("data_offsets"), 2):
            raise ValueError(f"its header gives {name!r} no shape or no place")
    return metadata.get("format")


def _numbers(value: Any, count: int | None = None) -> bool:
    """Whether this is a list of sizes, of `count` where one is given."""
    sizes = isinstance(value, list) and all(isinstance(size, int) and not isinstance(size, bool) and size >= 0 for size in value)
    return sizes and count in (None, len(value))
