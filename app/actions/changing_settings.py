"""Changing the settings from the next round on: drafter, k, temperature, rule, seed. What cannot be done is a Refusal, one line."""

from dataclasses import replace

from specdeck.decoding.drafters import LEARNERS
from specdeck.decoding.errors import SettingsError
from specdeck.decoding.types import ADAPTIVE_K, PLAIN, Settings

from ..deck import Deck
from ..notices import Refusal
from .loading import loaded_pair, require_idle

LEARNING = {record.name for record in LEARNERS}  # they choose the draft length too; 8 at most is a sixth faster than 4 by seeded prices
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


def check_can_draft(deck: Deck, name: str) -> None:
    """Raises Refusal, with the reason, for a drafter that is not available."""
    pair = loaded_pair(deck)
    if name in pair.unavailable:
        raise Refusal(f"drafter {name} cannot draft here: {pair.unavailable[name]}")
    if name not in pair.drafters:
        raise Refusal(f"no drafter is called {name!r}: choose one of {', '.join(pair.drafters)}")


def draft(deck: Deck, name: str) -> None:
    """Switch the drafter. Raises Refusal, with the reason, if it is not available."""
    check_can_draft(deck, name)
    deck.wants.returns_to = None
    if deck.settings.drafter != PLAIN:
        deck.wants.previous = deck.settings.drafter
    chosen_anew = {"k": ADAPTIVE_K, "adaptive_k": True} if name in LEARNING and not deck.settings.adaptive_k else {"k": deck.settings.k or 4}
    change(deck, drafter=name, **chosen_anew)


def toggle_plain(deck: Deck) -> None:
    """Switch to plain decoding, or back to the previous drafter."""
    draft(deck, PLAIN if deck.settings.drafter != PLAIN else deck.wants.previous)


def step_k(deck: Deck, by: int) -> None:
    """More or fewer guesses per round; a draft length that was chosen in each round is fixed from here."""
    change(deck, k=deck.settings.k + by, adaptive_k=False)


def fix_seed(deck: Deck, seed: int | None) -> None:
    """Use one seed for every reply, or (None) draw a new one for each."""
    change(deck, seed=seed)
    deck.wants.seed = seed
