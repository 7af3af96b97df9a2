"""Token maps, from tokenizer.json files: which are equal, and on how many ids two agree. A family of models shares one."""

from __future__ import annotations

import hashlib
import json
from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from specdeck.decoding.checkpoints import TOKENIZER_LARGEST, Agreement, parse, read_regular


@dataclass(frozen=True)
class Ids:
    """A token map in the form that is compared: per id the hash of its token, 0 if it has none; and the special ids."""

    tokens: array[int]
    special: frozenset[int]


_DIGESTS: dict[str, str | None] = {}  # a file's digest -> its token map's digest
_IDS: dict[str, Ids] = {}  # a token map's digest -> its ids


def vocabulary_of(folder: Path) -> str | None:
    """The digest of a folder's token map; None if it has no tokenizer.json that can be read."""
    file = folder / "tokenizer.json"
    try:
        return _read(file, file.stat().st_mtime_ns)
    except OSError:
        return None


@cache
def _read(file: Path, changed: int) -> str | None:
    return vocabulary_digest(read_regular(file, TOKENIZER_LARGEST))


def vocabulary_digest(content: bytes) -> str | None:
    """A digest of the token map, equal for every tokenizer.json with the same map; None for an unknown layout, which is compared when it is
    loaded."""
    digest = hashlib.sha256(content).hexdigest()
    if digest not in _DIGESTS:
        try:
            _DIGESTS[digest] = _learn(parse(content))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            _DIGESTS[digest] = None
    return _DIGESTS[digest]


def _learn(tokenizer: dict[str, Any]) -> str:
    """Note a tokenizer's ids; returns the digest of its token map."""
    tokens = token_map(tokenizer)
    digest = hashlib.sha256(json.dumps(sorted(tokens.items())).encode()).hexdigest()
    hashes = array("q", bytes(8 * (max(tokens.values(), default=-1) + 1)))
    for token, id_ in tokens.items():
        hashes[id_] = hash(token) or 1
    _IDS[digest] = Ids(hashes, frozenset(token["id"] for token in tokenizer.get("added_tokens") or ()))
    return digest


def token_map(tokenizer: dict[str, Any]) -> dict[str, int]:
    """Token -> id, from a parsed tokenizer.json."""
    listed = tokenizer["model"]["vocab"]
    tokens = listed if isinstance(listed, dict) else {piece[0]: i for i, piece in enumerate(listed)}
    return tokens | {token["content"]: token["id"] for token in tokenizer.get("added_tokens") or ()}


@cache  # it takes some 30 ms, and every pair of rows asks
def agreement_of(ours: str, theirs: str) -> Agreement | None:
    """How a drafter's ids agree with a target's, by the digests of their token maps; None if one of them was not read."""
    if ours not in _IDS or theirs not in _IDS:
        return None
    target, drafter = _IDS[ours], _IDS[theirs].tokens
    named = [i for i, token in enumerate(target.tokens) if token]
    differ = [i for i in named if i >= len(drafter) or drafter[i] != target.tokens[i]]
    ordinary = len(named) - len(target.special)
    odd = sum(i not in target.special for i in differ)
    return Agreement(len(named) - len(differ), len(named), 1 - odd / ordinary if ordinary > 0 else 0.0, (), {})
