"""Says which file of a tokenizer is damaged, for an error that names it: the libraries that read these files name none.

Knows the files' formats; asked only after reading them has failed, but for texts that a tokenizer would make grow without bounds.
"""

from __future__ import annotations

import math
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Callable, Mapping

from ..errors import LoadError
from .bounded_reading import LARGEST, parse, read_json_object

GROWTH = 64  # times; a normaliser that makes a text longer than that would take all memory
_GROWS = re.compile(rb'\\u00|"(Replace|Prepend)"\s*[,}]|"ids"\s*:\s*\[[^\]]{200}')
_FEW = 20  # special tokens around a text; a file with so few, and without _GROWS, makes nothing grow and need not be parsed
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


def check_growth(folder: Path) -> None:
    """Raise LoadError for a tokenizer.json that makes texts more than GROWTH times as long: it would take all memory with its first text,
    or while it is read."""
    file = folder / "tokenizer.json"
    found = file.read_bytes() if file.is_file() else b""
    if not _GROWS.search(found) and found.count(b'"SpecialToken"') <= _FEW:
        return
    try:
        content = parse(found)
    except ValueError:
        return  # whoever reads it says so
    for part in ("normalizer", "decoder", "post_processor") if isinstance(content, dict) else ():
        if (growth := _growth(content.get(part))) > GROWTH:
            raise LoadError(f"{file}: its {part} makes a text up to {min(growth, 10**9):,.0f} times as long: take another version of the model")


def _growth(step: Any) -> float:
    """How many times as long a text can be after a step of a normaliser, decoder or post-processor, at most."""
    if not isinstance(step, dict):
        return 1
    within = step.get("normalizers") or step.get("decoders") or step.get("processors") or ()
    pattern, content = step.get("pattern"), step.get("content")
    added = len(content) if isinstance(content, str) else 0
    if isinstance(pattern, dict) and isinstance(pattern.get("String"), str):
        added /= max(1, len(pattern["String"]))
    if isinstance(step.get("prepend"), str):
        added = len(step["prepend"])
    if isinstance(step.get("single"), list) and isinstance(step.get("special_tokens"), dict):
        tokens = {name: len(token["ids"]) for name, token in step["special_tokens"].items() if _keys(token, "ids", list)}
        added = sum(tokens.get(piece["SpecialToken"].get("id"), 0) for piece in step["single"] if _keys(piece, "SpecialToken", dict))
    return max(1.0, added) * math.prod(map(_growth, within if isinstance(within, list) else ()))


def _keys(value: Any, key: str, kind: type) -> bool:
    return isinstance(value, dict) and isinstance(value.get(key), kind)


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
