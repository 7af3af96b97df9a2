"""Changing how it is decoded, from the next round on: settings, drafter, rule, seed. What cannot be done is a Refusal, one line."""

from __future__ import annotations

from dataclasses import replace

from specdeck.app.deck import Deck
from specdeck.app.notices import Refusal
from specdeck.decoding.errors import SettingsError
from specdeck.decoding.rules import rule_after
from specdeck.decoding.types import Settings

from .guards import be_idle, loaded

WARMEST = 2.0  # beyond this temperature every text is noise


def change(deck: Deck, **fields: object) -> None:
    """Change settings from the next round on. A value out of range is refused and changes nothing."""
    if deck.replay:
        be_idle(deck)
    deck.session.settings = checked(deck.settings, fields)


def checked(settings: Settings, fields: dict[str, object]) -> Settings:
    """Settings with other values; Refusal for one that is out of range."""
    try:
        settings = replace(settings, **fields)
    except SettingsError as error:
        raise Refusal(str(error)) from None
    if settings.temperature > WARMEST:
        raise Refusal(f"temperature must be at most {WARMEST:g}, not {settings.temperature:g} (0 is greedy)")
    return settings


def can_draft(deck: Deck, name: str) -> None:
    """Refuse a drafter that is not there, with the reason."""
    pair = loaded(deck)
    if name in pair.unavailable:
        raise Refusal(f"drafter {name} cannot draft here: {pair.unavailable[name]}")
    if name not in pair.drafters:
        raise Refusal(f"no drafter is called {name!r}: choose one of {', '.join(pair.drafters)}")


def draft(deck: Deck, name: str) -> None:
    """Switch the drafter; one that is not there says why."""
    can_draft(deck, name)
    if deck.settings.drafter != "none":
        deck.previous = deck.settings.drafter
    change(deck, drafter=name, k=deck.settings.k or 4)


def toggle_plain(deck: Deck) -> None:
    """Plain decoding, or back to the drafter before."""
    draft(deck, "none" if deck.settings.drafter != "none" else deck.previous)


def next_rule(deck: Deck) -> None:
    """The next acceptance rule of the list."""
    change(deck, rule=rule_after(deck.settings.rule))


def fix_seed(deck: Deck, seed: int | None) -> None:
    """One seed for every reply, or (None) a new one for each."""
    change(deck, seed=seed)
    deck.seed = seed
