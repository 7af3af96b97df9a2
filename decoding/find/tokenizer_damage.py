"""Says which file of a tokenizer is damaged, for an error that names it: the libraries that read these files name none.

Knows the files' formats; asked only after reading them has failed.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Callable, Mapping

from specdeck.decoding.errors import LoadError

from .json_object import read_json_object
from .regular_file import LARGEST

TEKKEN = "tekken.json"  # Mistral's
_AGAIN = "download it again"


def damage(folder: Path) -> str | None:
    """The first file of this folder's tokenizer that is not what it should be, and what to do; None if each is."""
    for name, is_whole in _WHOLE.items():
        file = folder / name
        if not file.is_file() or file.stat().st_size > LARGEST:
            continue
        try:
            content = read_json_object(file, "")
        except LoadError as error:
            return f"{error}: {_AGAIN}"
        if not is_whole(content):
            return f"{file} is no whole tokenizer: {_AGAIN}"
    return None


def needs_mistral_common(folder: Path) -> str | None:
    """What to do where only Mistral's own library could read the tokenizer, which is not installed; None elsewhere."""
    if not (folder / TEKKEN).is_file() or (folder / "tokenizer.json").is_file() or find_spec("mistral_common"):
        return None
    return f"only mistral-common reads {folder / TEKKEN}: pip install mistral-common, or take a version of the model with a tokenizer.json"


def _is_tekken(content: Mapping[str, Any]) -> bool:
    config, pieces = content.get("config"), content.get("vocab")
    described = isinstance(config, dict) and isinstance(config.get("pattern"), str)
    return described and isinstance(pieces, list) and bool(pieces) and all(isinstance(piece, dict) and "token_bytes" in piece for piece in pieces)


_WHOLE: dict[str, Callable[[Mapping[str, Any]], bool]] = {
    "tokenizer.json": lambda content: isinstance(content.get("model"), dict),
    TEKKEN: _is_tekken,
    "vocab.json": bool,
    "tokenizer_config.json": lambda content: True,
    "special_tokens_map.json": lambda content: True,
    "added_tokens.json": lambda content: True,
}
