"""Changing the settings from the next round on: drafter, k, temperature, rule, seed. What cannot be done is a Refusal, one line.
"""

from __future__ import annotations

from dataclasses import replace

from specdeck.app.deck import Deck
from specdeck.app.notices import Refusal
from specdeck.decoding.errors import SettingsError
from specdeck.decoding.rules import rule_after
from specdeck.decoding.types import PLAIN, Settings

from .guards import loaded_pair, require_idle

WARMEST = 2.0  # at higher temperatures every text is noise


def change(deck: Deck, **fields: object) -> None:
    """Change settings from the next round on. Raises Refusal and changes nothing if a value is out of range."""
    if deck.replay:
        require_idle(deck)
    deck.session.settings = checked(deck.settings, fields)


def checked(settings: Settings, fields: dict[str, object]) -> Settings:
    """Settings with other values. Raises Refusal if one is out of range."""
    try:
        settings = replace(settings, **fields)
    except SettingsError as error:
        raise Refusal(str(error)) from None
    if settings.temperature > WARMEST:
        raise Refusal(f"temperature must be at most {WARMEST:g}, not {settings.temperature:g} (0 is greedy)")
    return settings


def can_draft(deck: Deck, name: str) -> None:
    """Raises Refusal, with the reason, for a drafter that is not available."""
    pair = loaded_pair(deck)
    if name in pair.unavailable:
        raise Refusal(f"drafter {name} cannot draft here: {pair.unavailable[name]}")
    if name not in pair.drafters:
        raise Refusal(f"no drafter is called {name!r}: choose one of {', '.join(pair.drafters)}")


def draft(deck: Deck, name: str) -> None:
    """Switch the drafter. Raises Refusal, with the reason, if it is not available."""
    can_draft(deck, name)
    if deck.settings.drafter != PLAIN:
        deck.previous = deck.settings.drafter
    change(deck, drafter=name, k=deck.settings.k or 4)


def toggle_plain(deck: Deck) -> None:
    """Switch to plain decoding, or back to the previous drafter."""
    draft(deck, PLAIN if deck.settings.drafter != PLAIN else deck.previous)


def next_rule(deck: Deck) -> None:
    """Switch to the next acceptance rule of the list."""
    change(deck, rule=rule_after(deck.settings.rule))


def fix_seed(deck: Deck, seed: int | None) -> None:
    """Use one seed for every reply, or (None) draw a new one for each."""
    change(deck, seed=seed)
    deck.seed = seed
