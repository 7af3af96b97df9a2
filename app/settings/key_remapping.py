"""Remapped keys: bindings have names, and [keys] of the config file gives them other keys.

A binding's name is its screen's and its own: chat.copy, app.quit. Knows bindings; the screens carry them out.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from difflib import get_close_matches
from typing import Iterable, Mapping, Sequence

from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS, Keys

from .config import ConfigError

MODIFIERS = {"ctrl", "shift", "alt", "meta", "super", "hyper"}
ACTIONS = {  # a control's name -> further actions of screens that do the same
    "k": ("less", "more"), "temp": ("cooler", "warmer"), "draft": ("drafters",), "stop": ("escape",), "rule": ("rules",),
    "branches": ("next_branch(-1)", "next_branch(1)"),
}  # fmt: skip
_NAMED = {key.value for key in Keys}
_PICTURES = set(KEY_NAME_REPLACEMENTS.values())  # slash, minus …


def named(where: str, bindings: Sequence[Binding]) -> list[Binding]:
    """The bindings with names, made from their descriptions."""
    named_bindings = [replace(binding, id=f"{where.lower()}.{binding.description.lower().replace(' ', '-')}") for binding in bindings]
    ids = [str(binding.id) for binding in named_bindings]
    if len(set(ids)) < len(ids):
        raise ValueError(f"two bindings share a name in {where}: {sorted(ids)}")
    return named_bindings


def keymap(asked: Mapping[str, str], bindings: Iterable[Binding]) -> dict[str, str]:
    """Names to keys, for Textual. Raises ConfigError for an unknown name or key, and for a key with two meanings."""
    by_name = {binding.id: binding for binding in bindings if binding.id}
    for name, keys in asked.items():
        if name not in by_name:
            near = get_close_matches(name, by_name, 3, 0.3) or sorted(by_name)[:3]
            raise ConfigError(f"[keys]: nothing is called {name!r}; there are {', '.join(near)} … (specdeck paths --keys lists them)")
        for key in keys.split(","):
            if not _known(key):
                raise ConfigError(f"[keys]: {name} = {keys!r}: {key.strip()!r} is not a key; keys are written like ctrl+y, f6, space, left, p")
    mapped = {name: ",".join(_plain(key) for key in keys.split(",")) for name, keys in asked.items()}
    _check_clashes(mapped, by_name)
    return mapped


def remapped(name: str, action: str | None, bindings: Iterable[Binding], mapped: Mapping[str, str]) -> str:
    """A control's keys that the person set, by its name and its action; "" if none was."""
    actions = {f"do('{name}')", (action or "").partition(".")[2], *ACTIONS.get(name, ())}
    return " ".join(mapped[binding.id] for binding in bindings if binding.action in actions and binding.id and binding.id in mapped)


def _check_clashes(mapped: Mapping[str, str], by_name: Mapping[str, Binding]) -> None:
    """Check that a key has one meaning per screen; a key of all screens counts on each."""
    for name in mapped:
        where = name.partition(".")[0]
        for other, binding in by_name.items():
            near = other.partition(".")[0]
            if other != name and (near == where or "app" in (near, where)):
                keys = {_plain(key) for key in mapped.get(other, binding.key).split(",")}
                if both := keys & set(mapped[name].split(",")):
                    raise ConfigError(f"[keys]: {sorted(both)[0]} would be both {name} and {other}: give {other} a different key")


def _known(key: str) -> bool:
    *modifiers, last = _plain(key).split("+")
    return set(modifiers) <= MODIFIERS and (last in _NAMED or last in _PICTURES or _is_character(last))


def _plain(key: str) -> str:
    """Textual's name of a key: some characters have names."""
    key = key.strip()
    if len(key) == 1 and not key.isalnum():
        name = unicodedata.name(key, "").lower().replace("-", "_").replace(" ", "_")
        return KEY_NAME_REPLACEMENTS.get(name, name)
    return key


def _is_character(name: str) -> bool:
    try:
        return bool(name.isalnum() and len(name) == 1) or bool(unicodedata.lookup(name.replace("_", " ").upper()))
    except KeyError:
        return False
