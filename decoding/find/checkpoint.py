"""A checkpoint as its config and the headers of its safetensors files describe it, before anything heavy is read.

Knows the file format; nothing of mlx, of drafting, or of what a tensor is for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping

from specdeck.decoding.errors import LoadError, one_line

WHOLE = "model"  # the kind of a whole model, which can be a target and can draft
_BITS = {"F64": 64, "I64": 64, "U64": 64, "F32": 32, "I32": 32, "U32": 32, "BF16": 16, "F16": 16, "I16": 16, "U16": 16}  # others: 8


def bits(dtype: str) -> int:
    """Bits of a number of this type, as safetensors names it. All that are not known have 8."""
    return _BITS.get(dtype, 8)


@dataclass(frozen=True)
class Tensor:
    """One tensor as a header describes it; `format` is what wrote its file ("pt", "mlx", None if it does not say)."""

    name: str  # in the file
    shape: tuple[int, ...]
    dtype: str
    file: Path
    format: str | None


@dataclass(frozen=True)
class Checkpoint:
    """A folder and what it was recognised as. `kind`: WHOLE or the name of a drafter that has files; `tensors` by name, a drafter's by
    the names its loader knows; `beside`: tensors in a target's folder that are a drafter's, by their names in the file."""

    kind: str
    folder: Path
    config: Mapping[str, Any]
    tensors: Mapping[str, Tensor]
    beside: Mapping[str, Tensor] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        """Whether this is a model by itself."""
        return self.kind == WHOLE

    @property
    def text(self) -> Mapping[str, Any]:
        """The part of the config that describes the language model."""
        return self.config.get("text_config") or self.config

    def size(self, name: str, axis: int = 0) -> int | None:
        """A tensor's length along an axis, None if it is not there. Quantisation packs the last axis of a matrix."""
        tensor = self.tensors.get(name)
        return tensor.shape[axis] if tensor and len(tensor.shape) > axis else None


SIDECARS = ("mtp.safetensors", "mtp/weights.safetensors", "mtp/model.safetensors", "optiq/mtp.safetensors")  # of heads, by tool


def read_headers(folder: Path, config: Mapping[str, Any]) -> dict[str, Tensor]:
    """Every tensor of the folder's model*.safetensors, and of the first file with a head beside them that there is."""
    tensors = {tensor.name: tensor for file in sorted(folder.glob("model*.safetensors")) for tensor in _header(file)}
    sidecar = next((folder / name for name in sidecars(config) if (folder / name).is_file()), None)
    return tensors | beside_model(_header(sidecar)) if sidecar else tensors


def sidecars(config: Mapping[str, Any]) -> tuple[str, ...]:
    """Where a head may lie in a target's folder, the file that its config names first. A name that leads out of it is none."""
    named = (config.get("mlx_lm_extra_tensors") or {}).get("mtp_file")
    inside = isinstance(named, str) and named.endswith(".safetensors") and ".." not in Path(named).parts and not Path(named).is_absolute()
    return (named, *SIDECARS) if inside else SIDECARS


def beside_model(tensors: Iterable[Tensor]) -> dict[str, Tensor]:
    """A sidecar's tensors by their names in a whole model: some are written without the prefix that tells them apart there."""
    return {tensor.name if "mtp." in tensor.name else f"mtp.{tensor.name}": tensor for tensor in tensors}


def _header(file: Path) -> Iterator[Tensor]:
    """A safetensors file begins with the length of its header (8 bytes, little-endian) and the header, a JSON object."""
    if not file.is_file():
        raise LoadError(f"{file} is no file")
    try:
        size = file.stat().st_size
        with file.open("rb") as stream:
            length = int.from_bytes(stream.read(8), "little")
            if length + 8 > size:
                raise LoadError(f"{file} is cut off: its header alone has {length} bytes and the file {size}: download it again")
            header = json.loads(stream.read(length))
    except (OSError, ValueError) as error:
        raise LoadError(f"{file} cannot be read as safetensors: {one_line(error)}") from error
    written_by = (header.pop("__metadata__", None) or {}).get("format")
    end = 8 + length + max((entry["data_offsets"][1] for entry in header.values()), default=0)
    if end > size:
        raise LoadError(f"{file} is cut off: it should have {end} bytes and has {size}: download it again")
    for name, entry in header.items():
        yield Tensor(name, tuple(entry["shape"]), entry["dtype"], file, written_by)
