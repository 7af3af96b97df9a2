"""Changing the settings from the next round on: drafter, k, temperature, rule, seed. What cannot be done is a Refusal, one line."""

from dataclasses import replace

from specdeck.decoding.drafters import LEARNER_NAMES
from specdeck.decoding.errors import SettingsError
from specdeck.decoding.types import ADAPTIVE_K, PLAIN, Settings

from ..deck import Deck
from ..drawing.figures import counted
from ..notices import Refusal
from ..settings.setting_table import Setting
from .loading import loaded_pair, require_idle

MOST_TEMPERATURE = 2.0  # at higher temperatures every text is noise
T_STEP = 0.1  # of a key


def change_settings(deck: Deck, **fields: object) -> None:
    """Change settings from the next round on. Raises SettingsError, or Refusal while a recording plays, and changes nothing if a value is out of range."""
    if deck.replay:
        require_idle(deck)
    deck.session.settings = checked(deck.settings, fields)
    if deck.pair:  # that another one could not be loaded is old
        deck.engine.trouble = None


def checked(settings: Settings, fields: dict[str, object]) -> Settings:
    """Settings with other values. Raises SettingsError if one is out of range."""
    temperature = fields.get("temperature")
    if isinstance(temperature, float) and not 0 <= temperature <= MOST_TEMPERATURE:
        raise SettingsError(f"temperature must be a number from 0 to {MOST_TEMPERATURE:g}, not {temperature:g} (0 is greedy)")
    return replace(settings, **fields)


def check_can_draft(deck: Deck, name: str) -> None:
    """Raises Refusal, with the reason, for a drafter that is not available."""
    pair = loaded_pair(deck)
    if name in pair.unavailable:
        raise Refusal(f"drafter {name} cannot draft here: {pair.unavailable[name]}")
    if name not in pair.drafters:
        raise Refusal(f"no drafter is called {name!r}: choose one of {', '.join(pair.drafters)}")


def draft(deck: Deck, name: str) -> str:
    """Switch the drafter; says so. Raises Refusal, with the reason, if it is not available."""
    check_can_draft(deck, name)
    deck.wants.returns_to = None
    if deck.settings.drafter != PLAIN:
        deck.wants.previous = deck.settings.drafter
    # these choose the draft length too; 8 at most is a sixth faster than 4 by seeded prices
    chosen_anew = {"k": ADAPTIVE_K, "adaptive_k": True} if name in LEARNER_NAMES and not deck.settings.adaptive_k else {"k": deck.settings.k or 4}
    change_settings(deck, drafter=name, **chosen_anew)
    return from_next(deck, f"drafter {name}")


def drafter_of_chat(deck: Deck) -> str:
    """The drafter in force; while that is plain decoding, the one before it, where this pair has it, else the pair's own."""
    pair, now = loaded_pair(deck), deck.settings.drafter
    if now != PLAIN:
        return now
    return deck.wants.previous if deck.wants.previous in pair.drafters else pair.default


def toggle_plain(deck: Deck) -> str:
    """Switch between plain decoding, which k 0 is too, and the drafter before it."""
    now = deck.settings
    draft(deck, PLAIN if now.k and now.drafter != PLAIN else drafter_of_chat(deck))
    return from_next(deck, "plain decoding" if deck.settings.drafter == PLAIN else f"drafter {deck.settings.drafter}")


def choose_rule(deck: Deck, name: str) -> str:
    change_settings(deck, rule=name)
    return from_next(deck, f"acceptance rule {name}")


def choose_k(deck: Deck, k: int | None) -> str:
    """Fix the most guesses per round, or (None) have it chosen in each round."""
    change_settings(deck, k=ADAPTIVE_K if k is None else k, adaptive_k=k is None)
    if k is None:
        return from_next(deck, f"the number of guesses is chosen in each round, at most {ADAPTIVE_K}")
    return from_next(deck, f"at most {counted(k, 'guess')} per round" if k else "plain decoding")


def choose_temperature(deck: Deck, temperature: float) -> str:
    """Set the temperature, rounded to thousandths."""
    change_settings(deck, temperature=round(temperature, 3) + 0.0)  # no -0
    return from_next(deck, f"temperature {deck.settings.temperature:g}" + ("" if deck.settings.temperature else ", greedy"))


def step(deck: Deck, field: str, by: int) -> None:
    """A step of k or the temperature. A draft length that was chosen in each round is fixed from here."""
    if field == "k":
        change_settings(deck, k=deck.settings.k + by, adaptive_k=False)
    else:
        change_settings(deck, temperature=stepped_temperature(deck.settings.temperature, by))


def stepped_temperature(now: float, by: int) -> float:
    """The temperature a step higher or lower; a step that crosses an end of the range, or comes back into it, stops there."""
    stepped = round(now + by * T_STEP, 3)
    end = min(max(0.0, stepped), MOST_TEMPERATURE)
    return end if (end - now) * by > 0 else stepped


def choose_number(row: Setting, deck: Deck, value: float) -> str:
    change_settings(deck, **{row.field: value})
    return from_next(deck, f"{row.words or row.name} {value:g}" if isinstance(value, float) else f"{row.words or row.name} {value}")


def take_recommended(deck: Deck) -> str:
    """Set the sampling that the target's makers recommend."""
    pair = loaded_pair(deck)
    if not pair.recommended:
        raise Refusal(f"{pair.target} recommends no sampling of its own")
    change_settings(deck, **pair.recommended)
    words = ", ".join(f"{name.replace('_', '-')} {value:g}" for name, value in pair.recommended.items())
    return from_next(deck, f"{words}, as recommended by the model")


def fix_seed(deck: Deck, seed: int | None) -> str:
    """Use one seed for every reply, or (None) draw a new one for each."""
    change_settings(deck, seed=seed)
    deck.wants.seed = seed
    return "a new seed for every reply" if seed is None else f"every reply uses seed {seed}"


def from_next(deck: Deck, what: str) -> str:
    """A change in words; while something is written, from when it holds."""
    return f"{what}, from the next round on" if deck.busy else what
