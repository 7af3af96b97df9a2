"""People's own keys: [keys] of config.toml, checked against the bindings that the screens declare, for Textual's keymap."""

from typing import Iterable, Mapping

from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, key_to_character

from .config import ConfigError

MODIFIERS = {"ctrl", "shift", "alt", "meta", "super", "hyper"}
_NAMED = {key.value for key in Keys} | set(KEY_NAME_REPLACEMENTS.values())  # slash, minus …


def keymap(asked: Mapping[str, str], bindings: Iterable[Binding]) -> dict[str, str]:
    """Binding ids to keys, for Textual. Raises ConfigError for an unknown id or key, and for a key with two meanings."""
    by_id: dict[str, set[str]] = {}
    for binding in bindings:
        by_id.setdefault(binding.id or "", set()).update(_keys(binding.key))
    mapped = {name: _keys(keys) for name, keys in asked.items()}
    for name, keys in mapped.items():
        if name not in by_id:
            raise ConfigError(f"[keys]: nothing is called {name!r}: specdeck paths --keys lists the names")
        if unknown := [key for key in keys if not _known(key)]:
            raise ConfigError(f"[keys]: {name}: {unknown[0]!r} is not a key; keys are written like ctrl+y, f6, space, left, p")
        by_id[name] = {*keys}
    for name, keys in mapped.items():
        for other, others in by_id.items():
            screens = {name.partition(".")[0], other.partition(".")[0]}
            share = len(screens) == 1 or "app" in screens  # the app's hold on each
            if other != name and share and (both := others.intersection(keys)):
                raise ConfigError(f"[keys]: {min(both)} would be both {name} and {other}: give {other} a different key")
    return {name: ",".join(keys) for name, keys in mapped.items()}


def _known(key: str) -> bool:
    *modifiers, last = key.split("+")
    return set(modifiers) <= MODIFIERS and (last in _NAMED or (key_to_character(last) or "\0").isprintable())


def _keys(listed: str) -> list[str]:
    """Textual's names of the keys in a list: some characters have names."""
    names = map(str.strip, listed.split(","))
    return [next(iter(Binding.make_bindings([(name, "")]))).key if len(name) == 1 else name for name in names]
