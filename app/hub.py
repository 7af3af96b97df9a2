"""Searching the hub for models. Blocks while the hub answers; knows nothing of threads or screens."""

from __future__ import annotations

from dataclasses import dataclass

from decoding.errors import LoadError, one_line

MOST = 40  # models listed
PATIENCE = 10.0  # seconds until the hub has answered at all
_BYTES = {"F64": 8, "I64": 8, "F32": 4, "I32": 4, "U32": 4, "BF16": 2, "F16": 2, "I16": 2, "U16": 2}  # others: 1


@dataclass(frozen=True, slots=True)
class Listed:
    """A model on the hub. `size` is of its tensors in bytes, None where the hub does not tell; `gated`: terms must be accepted."""

    name: str
    size: int | None
    downloads: int
    gated: bool


def search(text: str) -> tuple[Listed, ...]:
    """Models with safetensors files whose name matches, the most downloaded first. Raises LoadError."""
    from huggingface_hub import HfApi, constants, get_session

    expand = ["downloads", "safetensors", "gated"]
    try:
        get_session().head(constants.ENDPOINT, timeout=PATIENCE)  # without a network, the search itself would try for half a minute
        found = HfApi().list_models(search=text, filter="safetensors", sort="downloads", limit=MOST, expand=expand)
        return tuple(Listed(one.id, _size(one.safetensors), one.downloads or 0, bool(one.gated)) for one in found)
    except Exception as error:  # the hub's own tree, and the network's
        raise LoadError(f"the hub cannot be searched: {one_line(error)}") from error


def _size(told: object) -> int | None:
    """The hub counts parameters by type; a quantised matrix counts its packed words."""
    counts = getattr(told, "parameters", None)
    return sum(_BYTES.get(kind, 1) * count for kind, count in counts.items()) if counts else None
