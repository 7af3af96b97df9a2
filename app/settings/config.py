"""Stored options: flag > environment > config file > default.

The names are those of the options without leading dashes: `top-p = 0.9` in config.toml, SPECDECK_TOP_P=0.9 in the environment,
--top-p 0.9 as a flag. Unknown names are refused, in the file and in the environment.
"""

import os
import tomllib
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Callable, Mapping

from specdeck.decoding.checkpoints import read_regular
from specdeck.decoding.errors import SpecdeckError

from .paths import config_file
from .setting_table import SETTINGS, Kind

HISTORY = "history"  # as a file for --memory: the replies of all earlier conversations
PREFIX = "SPECDECK_"
NEAR = 0.75  # of difflib's 1: how much alike an unknown name and one that there is must be for a guess
OTHERS = ("BLAS", "DEBUG", "CONFIG_DIR", "STATE_DIR", "VISITOR")  # in the environment alone
VISITOR, GUEST, LOCAL = PREFIX + "VISITOR", "guest", "local"  # of `specdeck web`: one from elsewhere, who may touch nothing of this machine, or from here


class ConfigError(SpecdeckError):
    """The config file or the environment is invalid; the message is one line that says where."""

    exit_code = 2


OPTIONS = {row.name: row.kind for row in SETTINGS if row.stored and row.group}  # by flag
KINDS = {row.name: row.kind for row in SETTINGS if row.stored}  # those of the playground alone have no flag
VARIABLES = {row.variable: row.name for row in SETTINGS if row.stored}
NAMED = {name: variable for variable, name in VARIABLES.items()}


@dataclass(frozen=True, slots=True)
class Config:
    """`values` by name, the environment's over the file's; `keys`: keys by the name of a binding; `sources`: where each value comes from,
    by name, the file's path or the variable."""

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
    filed, exported = _of_file(path, data), _of_environment(environ)
    sources = dict.fromkeys(filed, str(path)) | {name: _variable(name) for name in exported}
    return Config(filed | exported, keys, sources)


def visitor(environ: Mapping[str, str] = os.environ) -> str:
    """GUEST or LOCAL where `specdeck web` runs this process for a visitor, whose state is temporary; else ""."""
    return environ.get(VISITOR, "")


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


def _of_file(path: Path, data: Mapping[str, Any]) -> dict[str, Any]:
    for name in data:
        if name not in KINDS:
            raise ConfigError(f"{path}: {name!r} is unknown{_nearest(name)} {', '.join(KINDS)} and [keys]")
    return {name: _convert(f"{path}: {name}", KINDS[name], value) for name, value in data.items()}


def _of_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    ours = {name.removeprefix(PREFIX): text for name, text in environ.items() if name.startswith(PREFIX)}
    for name in ours:
        if name not in VARIABLES and name not in OTHERS:
            near = _nearest(name.lower().replace("_", "-"), _variable)
            raise ConfigError(f"{PREFIX}{name} in the environment is unknown{near} {', '.join(PREFIX + option for option in VARIABLES)}")
    return {VARIABLES[name]: _convert(PREFIX + name, KINDS[VARIABLES[name]], text) for name, text in ours.items() if name in VARIABLES}


def _variable(name: str) -> str:
    """The environment's name for a setting."""
    return PREFIX + NAMED[name]


def _nearest(name: str, spelt: Callable[[str], str] = str) -> str:
    """What leads from an unknown name to the list of those that there are: the nearest one first, if one is near or has a flag of this name."""
    flags = {flag.lstrip("-"): row.name for row in SETTINGS if row.stored for flag in row.flags}
    near = [flags[name]] if name in flags else get_close_matches(name, KINDS, 1, NEAR)
    return f": did you mean {spelt(near[0])}? There are" if near else "; there are"


def _convert(where: str, kind: Kind, value: Any) -> Any:
    try:
        return kind.read(value)
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        raise ConfigError(f"{where} must be {kind.what}, not {str(value)[:40]!r}") from None
