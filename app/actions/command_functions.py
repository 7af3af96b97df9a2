"""The functions behind the prompt's /commands: each reads what was typed after the name, acts on the deck and returns a line to
show. What cannot be done is a Refusal, one line."""

from specdeck.decoding.errors import SettingsError
from specdeck.decoding.types import ADAPTIVE_K, PLAIN

from ..chat.wording import pace_words
from ..deck import DETAIL, Deck
from ..engine.round_gate import ReplyPace
from ..notices import Refusal
from ..settings.setting_table import BY_COMMAND, WHOLE, Setting
from . import changing_settings, chatting, context_room, loading

AUTO, SAME = "auto", "same"  # what /k and /again take in place of a number, and beside nothing


def k(deck: Deck, text: str) -> str:
    """Set the most guesses per round; "auto" chooses in each round."""
    if text == AUTO:
        changing_settings.change(deck, k=ADAPTIVE_K, adaptive_k=True)
        return _from_next(deck, f"the number of guesses is chosen in each round, at most {ADAPTIVE_K}")
    changing_settings.change(deck, k=_whole(text, "k"), adaptive_k=False)
    return _from_next(deck, "plain decoding" if deck.settings.k == 0 else f"at most {deck.settings.k} guesses per round")


def temperature(deck: Deck, text: str) -> str:
    """Set the temperature, rounded to thousandths."""
    changing_settings.change(deck, temperature=round(_real(text, "temperature"), 3))
    return _from_next(deck, f"temperature {deck.settings.temperature:g}" + ("" if deck.settings.temperature else ", greedy"))


def draft(deck: Deck, text: str) -> str:
    """Switch to a drafter by its name, or load one by its folder or hub name."""
    if "/" in text and not (deck.pair and text in {*deck.pair.drafters, *deck.pair.unavailable}):
        loading.load_drafter(deck, text)
        return f"loading {text}; the current drafter stays in use meanwhile"
    changing_settings.draft(deck, text)
    return _from_next(deck, f"drafter {text}")


def rule(deck: Deck, text: str) -> str:
    """Set the acceptance rule by its name."""
    changing_settings.change(deck, rule=text)
    return _from_next(deck, f"acceptance rule {deck.settings.rule}")


def plain(deck: Deck, text: str) -> str:
    """Switch to plain decoding, or back to the drafter."""
    changing_settings.toggle_plain(deck)
    drafter = deck.settings.drafter
    return _from_next(deck, "plain decoding" if drafter == PLAIN else f"drafter {drafter}")


def pace(deck: Deck, text: str) -> str:
    """Set how fast rounds may follow each other: a share of full speed, or tokens per second."""
    number, rate = text.strip(), None
    for unit in ("tok/s", "tokens/s", "t/s"):
        if number.endswith(unit):
            number = number.removesuffix(unit).strip()
            rate = True
    value = _real(number, "pace")
    if not 0 < value <= (1000 if rate else 1):
        raise Refusal("pace is a share of full speed, from .01 to 1, or a number of tokens a second, as 5 tok/s")
    deck.session.gate.set_pace(ReplyPace(tokens_per_second=value) if rate else ReplyPace(max(value, 0.01)))
    return f"replies are written at {pace_words(deck.session.gate.pace)}"


def recommended(deck: Deck, text: str) -> str:
    """Set the sampling that the target's makers recommend."""
    if deck.pair is None:
        raise Refusal(deck.absent)
    sampling = deck.pair.recommended
    if not sampling:
        raise Refusal(f"{deck.pair.target} recommends no sampling of its own")
    changing_settings.change(deck, **sampling)
    words = ", ".join(f"{name.replace('_', '-')} {value:g}" for name, value in sampling.items())
    return _from_next(deck, f"{words}, as recommended by the model")


def seed(deck: Deck, text: str) -> str:
    """Fix one seed for every reply; "off" draws a new one for each."""
    changing_settings.fix_seed(deck, None if text == "off" else _whole(text, "seed"))
    return "a new seed for every reply" if text == "off" else f"every reply uses seed {text}"


def max_tokens(deck: Deck, text: str) -> str:
    """Set the most tokens of a reply, from 1."""
    tokens = _whole(text, "max")
    try:
        BY_COMMAND["max"].check(tokens)
    except SettingsError as error:
        raise Refusal(str(error)) from None
    deck.wants.max_tokens = tokens
    return f"replies end after {tokens} tokens"


def system(deck: Deck, text: str) -> str:
    """Set the conversation's system prompt; "off" for none."""
    chatting.set_system(deck, None if text == "off" else text)
    return "no system prompt from the next reply on" if text == "off" else "the system prompt applies from the next reply of this conversation on"


def think(deck: Deck, text: str) -> str:
    """Switch thinking "on" or "off"."""
    deck.wants.thinking = _on_or_off(text, "think")
    return f"thinking is {text} from the next reply on, if the model supports it"


def detail(deck: Deck, text: str) -> str:
    """Record the likeliest tokens at every position ("on") or not ("off")."""
    deck.wants.detail = DETAIL if _on_or_off(text, "detail") else 0
    return f"{'the likeliest tokens are' if deck.wants.detail else 'only the chosen tokens are'} recorded, from the next reply on"


def edit(deck: Deck, text: str) -> str:
    """Put a sent message back into the prompt: the one of this number, from 1, else that of the selected token, else the last."""
    at = chatting.editable(deck, _whole(text, "edit") if text else None)
    deck.view.editing, deck.view.unanswered = at, deck.chat.turns[at].prompt
    return f"editing message {at + 1}: enter sends it as a branch, esc cancels"


def drop(deck: Deck, text: str) -> str:
    """Stop sending so many of the oldest turns; without a number, as many as make room."""
    return context_room.leave_out(deck, _whole(text, "drop") if text else None)


def again(deck: Deck, text: str) -> str | None:
    """Regenerate the last reply, as a branch; "same": with the same seed."""
    if text not in ("", SAME):
        raise Refusal(f"say /again, or /again {SAME} for the same seed")
    return chatting.regenerate(deck, same=text == SAME)


def baseline(deck: Deck, text: str) -> str:
    """Measure plain decoding on the last prompt."""
    chatting.measure(deck)
    return "measuring plain decoding on your last prompt"


def new(deck: Deck, text: str) -> str | None:
    """Start a new conversation."""
    before = deck.chat.system
    chatting.clear(deck)
    if deck.chat.system:
        return "a new conversation; the system prompt that specdeck was opened with applies"
    return "a new conversation, without the system prompt of the last" if before else None


def _whole(text: str, name: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Refusal(f"{name} takes a whole number, not {text!r}") from None


def _real(text: str, name: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise Refusal(f"{name} takes a number, not {text!r}") from None


def _on_or_off(text: str, name: str) -> bool:
    if text not in ("on", "off"):
        raise Refusal(f"say /{name} on or /{name} off")
    return text == "on"


def _from_next(deck: Deck, what: str) -> str:
    return f"{what}, from the next round on" if deck.busy else what


def set_number(row: Setting, deck: Deck, text: str) -> str:
    """Set the number of a row of the table of settings."""
    words = row.words or row.name
    value = (_whole if row.kind is WHOLE else _real)(text, words)
    changing_settings.change(deck, **{row.field: value})
    return _from_next(deck, f"{words} {value:g}" if isinstance(value, float) else f"{words} {value}")
