"""Stored options: flag > environment > config file > default.

The names are those of the options without leading dashes: `top-p = 0.9` in config.toml, SPECDECK_TOP_P=0.9 in the environment,
--top-p 0.9 as a flag. Unknown names are refused, in the file and in the environment. Knows texts and TOML; each option checks its
own range.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Mapping

from specdeck.decoding.checkpoints import read_regular
from specdeck.decoding.errors import SpecdeckError

from .paths import config_file

HISTORY = "history"  # as a file for --memory: the replies of all earlier conversations
PREFIX = "SPECDECK_"
OTHERS = ("BLAS", "DEBUG", "CONFIG_DIR", "STATE_DIR")  # in the environment alone


class ConfigError(SpecdeckError):
    """The config file or the environment is invalid; the message is one line that says where."""

    exit_code = 2


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ValueError
    return int(value)


def _real(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise ValueError
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def _texts(value: Any) -> list[str]:
    return [_text(part) for part in (value.split(",") if isinstance(value, str) else value)]


def _truth(value: Any) -> bool:
    return value if isinstance(value, bool) else {"true": True, "1": True, "false": False, "0": False}[value]


def _on_off(value: Any) -> str:
    return {"on": "on", "off": "off"}[value]


def _biases(value: Any) -> list[tuple[int, float]]:
    """A TOML table, or the environment's ID=VALUE,ID=VALUE."""
    pairs = value.items() if isinstance(value, dict) else [pair.split("=") for pair in value.split(",")]
    return [(_whole(token), _real(bias)) for token, bias in pairs]


@dataclass(frozen=True, slots=True)
class Kind:
    """The type of a value, and how it is read from TOML or from a text; `flag`: how from a flag's text, None for unchanged."""

    read: Callable[[Any], Any]
    what: str
    flag: Callable[[str], Any] | None = None


WHOLE, REAL = Kind(_whole, "a whole number", int), Kind(_real, "a number", float)
TEXT, TEXTS = Kind(_text, "a text"), Kind(_texts, "a text or a list of texts")
TRUTH, ON_OFF = Kind(_truth, "true or false"), Kind(_on_off, "on or off")
BIASES = Kind(_biases, "a table of token ids and numbers")

OPTIONS: dict[str, Kind] = {
    "model": TEXT, "drafter": TEXTS, "kv-bits": WHOLE, "draft-bits": WHOLE, "draft-vocab": WHOLE, "draft-compile": ON_OFF, "memory": TEXTS, "recommended": TRUTH, "k": WHOLE, "adaptive-k": TRUTH, "rule": TEXT, "lookup-min": WHOLE,
    "lookup-max": WHOLE, "fallback": TEXT, "temperature": REAL, "top-p": REAL, "top-k": WHOLE, "min-p": REAL,
    "repetition-penalty": REAL, "presence-penalty": REAL, "frequency-penalty": REAL, "logit-bias": BIASES, "seed": WHOLE,
    "max-tokens": WHOLE, "system": TEXT, "thinking": ON_OFF,
}  # fmt: skip
PLAYGROUND: dict[str, Kind] = {"theme": TEXT, "history": TRUTH}  # options of the playground alone, without a flag
KINDS = OPTIONS | PLAYGROUND


@dataclass(frozen=True, slots=True)
class Config:
    """`values` by name, the environment's over the file's; `keys`: keys by the name of a binding."""

    values: Mapping[str, Any] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)


def load(environ: Mapping[str, str] = os.environ) -> Config:
    """The config of file and environment. Raises ConfigError."""
    path = config_file(environ)
    data = _read(path)
    keys = _flat(data.pop("keys", {}))
    if not all(isinstance(key, str) for key in keys.values()):
        raise ConfigError(f'{path}: [keys] must name keys, as chat.copy = "ctrl+y"')
    return Config(_of_file(path, data) | _of_environment(environ), keys)


def _flat(table: Any, where: str = "") -> dict[str, Any]:
    """TOML reads chat.copy as a table within a table."""
    if not isinstance(table, dict):
        return {where: table}
    return {name: key for part, inner in table.items() for name, key in _flat(inner, f"{where}.{part}" if where else part).items()}


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_regular(path).decode("utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:  # not TOML, or not text
        raise ConfigError(f"{path} is not TOML: {' '.join(str(error).split())}") from None


def _of_file(path: Path, data: Mapping[str, Any]) -> dict[str, Any]:
    for name in data:
        if name not in KINDS:
            raise ConfigError(f"{path}: {name!r} is unknown; there are {', '.join(KINDS)} and [keys]")
    return {name: _convert(f"{path}: {name}", KINDS[name], value) for name, value in data.items()}


def _of_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    ours = {name.removeprefix(PREFIX): text for name, text in environ.items() if name.startswith(PREFIX)}
    known = {name.replace("-", "_").upper(): name for name in KINDS}
    for name in ours:
        if name not in known and name not in OTHERS:
            raise ConfigError(f"{PREFIX}{name} in the environment is unknown; there are {', '.join(PREFIX + option for option in known)}")
    return {known[name]: _convert(PREFIX + name, KINDS[known[name]], text) for name, text in ours.items() if name in known}


def _convert(where: str, kind: Kind, value: Any) -> Any:
    try:
        return kind.read(value)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        raise ConfigError(f"{where} must be {kind.what}, not {str(value)[:40]!r}") from None
