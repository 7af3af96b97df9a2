"""People's own keys: [keys] of config.toml, checked against the bindings that the screens declare, for Textual's keymap."""

from difflib import get_close_matches
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
        by_id.setdefault(binding.id or "", set()).update(map(_plain, binding.key.split(",")))
    for name, keys in asked.items():
        if name not in by_id:
            near = get_close_matches(name, by_id, 3, 0.3) or sorted(by_id)[:3]
            raise ConfigError(f"[keys]: nothing is called {name!r}; there are {', '.join(near)} … (specdeck paths --keys lists them)")
        for key in keys.split(","):
            if not _known(key):
                raise ConfigError(f"[keys]: {name} = {keys!r}: {key.strip()!r} is not a key; keys are written like ctrl+y, f6, space, left, p")
    mapped = {name: {_plain(key) for key in keys.split(",")} for name, keys in asked.items()}
    for name, keys in mapped.items():
        for other in by_id:
            screens = {name.partition(".")[0], other.partition(".")[0]}
            share = len(screens) == 1 or "app" in screens  # the app's hold on each
            if other != name and share and (both := keys & mapped.get(other, by_id[other])):
                raise ConfigError(f"[keys]: {sorted(both)[0]} would be both {name} and {other}: give {other} a different key")
    return {name: ",".join(map(_plain, keys.split(","))) for name, keys in asked.items()}


def _known(key: str) -> bool:
    *modifiers, last = _plain(key).split("+")
    return set(modifiers) <= MODIFIERS and (last in _NAMED or (key_to_character(last) or "\0").isprintable())


def _plain(key: str) -> str:
    """Textual's name of a key: some characters have names."""
    return next(iter(Binding.make_bindings([(key.strip(), "")]))).key if len(key.strip()) == 1 else key.strip()
