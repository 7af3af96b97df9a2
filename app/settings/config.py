"""Stored options: flag > environment > config file > default.

The names are the options' names without leading dashes. Examples are `top-p = 0.9` in config.toml, SPECDECK_TOP_P=0.9 in the environment, and --top-p
0.9 as a flag. Unknown names are refused, in the file and in the environment.
"""

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping

from specdeck.decoding.checkpoints import read_regular
from specdeck.decoding.errors import SpecdeckError

from .paths import config_file
from .setting_table import SETTINGS, Setting

HISTORY = "history"  # as a file for --memory: the replies of all earlier conversations
PREFIX = "SPECDECK_"
OTHERS = tuple(PREFIX + name for name in ("BLAS", "DEBUG", "CONFIG_DIR", "STATE_DIR", "VISITOR"))  # in the environment alone
VISITOR, GUEST, LOCAL = PREFIX + "VISITOR", "guest", "local"  # of `specdeck web`: one from elsewhere, who may touch nothing of this machine, or from here


class ConfigError(SpecdeckError):
    """The config file or the environment is invalid; the message is one line that says where."""

    exit_code = 2


ROWS = {row.name: row for row in SETTINGS if row.stored}
VARIABLES = {PREFIX + row.variable: row for row in ROWS.values()}


@dataclass(frozen=True, slots=True)
class Config:
    """`values` by name, the environment's over the file's. `keys`: keys by the name of a binding. `sources`: by name, the file's path or the variable
    that gave the value."""

    values: Mapping[str, Any] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)


def load(environ: Mapping[str, str] = os.environ) -> Config:
    """The config of file and environment. Raises ConfigError."""
    path = config_file(environ)
    data = _read(path)
    keys = _flat(data.pop("keys", {}))
    if not all(isinstance(key, str) for key in keys.values()):
        raise ConfigError(f'{path}: [keys] must name keys, such as chat.copy = "ctrl+y"')
    filed = {name: _value(f"{path}: {name}", ROWS, name, value, f"{path}: {name!r} is unknown", f"{', '.join(ROWS)} and [keys]") for name, value in data.items()}
    exported = {
        VARIABLES[name].name: value
        for name, text in environ.items() if name.startswith(PREFIX) and name not in OTHERS
        for value in [_value(name, VARIABLES, name, text, f"{name} in the environment is unknown", ", ".join(VARIABLES))]
    }  # fmt: skip
    sources = dict.fromkeys(filed, str(path)) | {name: PREFIX + ROWS[name].variable for name in exported}
    return Config(filed | exported, keys, sources)


def _value(where: str, rows: Mapping[str, Setting], name: str, value: Any, unknown: str, names: str) -> Any:
    """A value of the file or the environment as its row reads it. Raises ConfigError."""
    if name not in rows:
        raise ConfigError(f"{unknown}; there are {names}")
    try:
        return rows[name].kind.read(value)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        raise ConfigError(f"{where} must be {rows[name].kind.what}, not {str(value)[:40]!r}") from None


def _flat(table: Any, where: str = "") -> dict[str, Any]:
    """TOML reads chat.copy as a table within a table."""
    if not isinstance(table, dict):
        return {where: table}
    return {name: key for part, inner in table.items() for name, key in _flat(inner, f"{where}.{part}" if where else part).items()}


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_regular(path).decode("utf-8-sig"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:  # not TOML, or not text
        raise ConfigError(f"{path} is not TOML: {' '.join(str(error).split())}") from None


def visitor(environ: Mapping[str, str] = os.environ) -> str:
    """GUEST or LOCAL where `specdeck web` runs this process for a visitor, whose state is temporary; else ""."""
    return environ.get(VISITOR, "")


