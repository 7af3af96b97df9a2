"""Changing the settings from the next round on: drafter, k, temperature, rule, seed. What cannot be done is a Refusal, one line."""

from dataclasses import replace

from specdeck.decoding.drafters import LEARNER_NAMES
from specdeck.decoding.errors import SettingsError
from specdeck.decoding.types import ADAPTIVE_K, PLAIN, Settings

from ..app_state import AppState
from ..drawing.figures import counted
from ..notices import Refusal
from ..settings.setting_table import Setting
from .loading import loaded_pair, require_idle

MOST_TEMPERATURE = 2.0  # at higher temperatures every text is noise
T_STEP = 0.1  # of a key


def change_settings(state: AppState, **fields: object) -> None:
    """Change settings from the next round on. Raises SettingsError, or Refusal while a recording plays, and changes nothing if a value is out of range."""
    if state.replay:
        require_idle(state)
    state.session.settings = checked(state.settings, fields)
    if state.pair:  # that another one could not be loaded is old
        state.engine.trouble = None


def checked(settings: Settings, fields: dict[str, object]) -> Settings:
    """Settings with other values. Raises SettingsError if one is out of range."""
    temperature = fields.get("temperature")
    if isinstance(temperature, float) and not 0 <= temperature <= MOST_TEMPERATURE:
        raise SettingsError(f"temperature must be a number from 0 to {MOST_TEMPERATURE:g}, not {temperature:g} (0 is greedy)")
    return replace(settings, **fields)


def check_can_draft(state: AppState, name: str) -> None:
    """Raises Refusal, with the reason, for a drafter that is not available."""
    pair = loaded_pair(state)
    if name in pair.unavailable:
        raise Refusal(f"drafter {name} cannot draft here: {pair.unavailable[name]}")
    if name not in pair.drafters:
        raise Refusal(f"no drafter is called {name!r}: choose one of {', '.join(pair.drafters)}")


def draft(state: AppState, name: str) -> str:
    """Switch the drafter; says so. Raises Refusal, with the reason, if it is not available."""
    check_can_draft(state, name)
    state.reply_options.returns_to = None
    if state.settings.drafter != PLAIN:
        state.reply_options.previous = state.settings.drafter
    # these choose the draft length too; 8 at most is a sixth faster than 4 by seeded prices
    chosen_anew = {"k": ADAPTIVE_K, "adaptive_k": True} if name in LEARNER_NAMES and not state.settings.adaptive_k else {"k": state.settings.k or 4}
    change_settings(state, drafter=name, **chosen_anew)
    return from_next(state, f"drafter {name}")


def drafter_of_chat(state: AppState) -> str:
    """Return the drafter in force. While that is plain decoding, return the drafter before it if this pair has it, else the pair's default."""
    pair, now = loaded_pair(state), state.settings.drafter
    if now != PLAIN:
        return now
    return state.reply_options.previous if state.reply_options.previous in pair.drafters else pair.default


def toggle_plain(state: AppState) -> str:
    """Switch between plain decoding, which k 0 is too, and the drafter before it."""
    now = state.settings
    draft(state, PLAIN if now.k and now.drafter != PLAIN else drafter_of_chat(state))
    return from_next(state, "plain decoding" if state.settings.drafter == PLAIN else f"drafter {state.settings.drafter}")


def choose_rule(state: AppState, name: str) -> str:
    change_settings(state, rule=name)
    return from_next(state, f"acceptance rule {name}")


def choose_k(state: AppState, k: int | None) -> str:
    """Fix the most guesses per round, or (None) have it chosen in each round."""
    change_settings(state, k=ADAPTIVE_K if k is None else k, adaptive_k=k is None)
    if k is None:
        return from_next(state, f"the number of guesses is chosen in each round, at most {ADAPTIVE_K}")
    return from_next(state, f"at most {counted(k, 'guess')} per round" if k else "plain decoding")


def choose_temperature(state: AppState, temperature: float) -> str:
    """Set the temperature, rounded to thousandths."""
    change_settings(state, temperature=round(temperature, 3) + 0.0)  # no -0
    return from_next(state, f"temperature {state.settings.temperature:g}" + ("" if state.settings.temperature else ", greedy"))


def step(state: AppState, field: str, by: int) -> None:
    """A step of k or the temperature. A draft length that was chosen in each round is fixed from here."""
    if field == "k":
        change_settings(state, k=state.settings.k + by, adaptive_k=False)
    else:
        change_settings(state, temperature=stepped_temperature(state.settings.temperature, by))


def stepped_temperature(now: float, by: int) -> float:
    """Return the temperature a step higher or lower. A step that crosses an end of the range, or comes back into it, stops at the end."""
    stepped = round(now + by * T_STEP, 3)
    end = min(max(0.0, stepped), MOST_TEMPERATURE)
    return end if (end - now) * by > 0 else stepped


def choose_number(row: Setting, state: AppState, value: float) -> str:
    change_settings(state, **{row.field: value})
    return from_next(state, f"{row.words or row.name} {value:g}" if isinstance(value, float) else f"{row.words or row.name} {value}")


def take_recommended(state: AppState) -> str:
    """Set the sampling that the target's makers recommend."""
    pair = loaded_pair(state)
    if not pair.recommended:
        raise Refusal(f"{pair.target} recommends no sampling of its own")
    change_settings(state, **pair.recommended)
    words = ", ".join(f"{name.replace('_', '-')} {value:g}" for name, value in pair.recommended.items())
    return from_next(state, f"{words}, as recommended by the model")


def fix_seed(state: AppState, seed: int | None) -> str:
    """Use one seed for every reply, or (None) draw a new one for each."""
    change_settings(state, seed=seed)
    state.reply_options.seed = seed
    return "a new seed for every reply" if seed is None else f"every reply uses seed {seed}"


def from_next(state: AppState, what: str) -> str:
    """A change in words; while something is written, from when it holds."""
    return f"{what}, from the next round on" if state.busy else what
