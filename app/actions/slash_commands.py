"""Every command of the playground, in one literal table that the prompt's /commands, the palette and the help read.

A control acts on the deck and returns a line to show; one that concerns the screen alone (copy, help, quit) names an action of
the chat screen or of the app. Knows nothing of widgets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Iterator

from specdeck.app.deck import DETAIL, Deck
from specdeck.app.notices import Refusal
from specdeck.decoding.rules import RULES
from specdeck.decoding.types import PLAIN

from . import chatting, context, loading, saving, steering

K_STEP, T_STEP = 1, 0.1

Act = Callable[[Deck, str], str | None]


@dataclass(frozen=True, slots=True)
class Control:
    """`name` is typed after a slash; `takes` says what follows it; `key` works while the prompt is not focused."""

    name: str
    takes: str
    help: str
    act: Act | None = None  # on the deck; returns a line to show
    action: str | None = None  # or an action: "screen." of the chat screen, "app." of the app
    key: str = ""
    short: str = ""  # what the key does, for the empty panel
    choices: Callable[[Deck], tuple[str, ...]] = lambda deck: ()

    @property
    def everywhere(self) -> bool:
        """Whether it means the same on every screen; the others are the chat's."""
        return bool(self.action and self.action.startswith("app."))


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


def _k(deck: Deck, text: str) -> str:
    steering.change(deck, k=_whole(text, "k"))
    return _from_next(deck, "plain decoding" if deck.settings.k == 0 else f"at most {deck.settings.k} guesses per round")


def _temperature(deck: Deck, text: str) -> str:
    steering.change(deck, temperature=round(_real(text, "temperature"), 3))
    return _from_next(deck, f"temperature {deck.settings.temperature:g}" + ("" if deck.settings.temperature else ", greedy"))


def _draft(deck: Deck, text: str) -> str:
    if not text:
        raise Refusal("name a drafter: " + ", ".join(deck.pair.drafters if deck.pair else ()))
    if "/" in text:
        loading.load_drafter(deck, text)
        return f"loading {text}; the current drafter stays in use meanwhile"
    steering.draft(deck, text)
    return _from_next(deck, f"drafter {text}")


def _rule(deck: Deck, text: str) -> str:
    if text:
        steering.change(deck, rule=text)
    else:
        steering.next_rule(deck)
    return _from_next(deck, f"acceptance rule {deck.settings.rule}")


def _plain(deck: Deck, text: str) -> str:
    steering.toggle_plain(deck)
    drafter = deck.settings.drafter
    return _from_next(deck, "plain decoding" if drafter == PLAIN else f"drafter {drafter}")


def _top_p(deck: Deck, text: str) -> str:
    steering.change(deck, top_p=_real(text, "top-p"))
    return _from_next(deck, f"top-p {deck.settings.top_p:g}")


def _top_k(deck: Deck, text: str) -> str:
    steering.change(deck, top_k=_whole(text, "top-k"))
    return _from_next(deck, f"top-k {deck.settings.top_k}")


def _min_p(deck: Deck, text: str) -> str:
    steering.change(deck, min_p=_real(text, "min-p"))
    return _from_next(deck, f"min-p {deck.settings.min_p:g}")


def _penalty(deck: Deck, text: str) -> str:
    steering.change(deck, repetition_penalty=_real(text, "repetition penalty"))
    return _from_next(deck, f"repetition penalty {deck.settings.repetition_penalty:g}")


def _recommended(deck: Deck, text: str) -> str:
    if deck.pair is None:
        raise Refusal(deck.absent)
    sampling = deck.pair.recommended
    if not sampling:
        raise Refusal(f"{deck.pair.target} recommends no sampling of its own")
    steering.change(deck, **sampling)
    return _from_next(deck, f"{', '.join(_recommendations(deck))}, as recommended by the model")


def _recommendations(deck: Deck) -> tuple[str, ...]:
    """The sampling that the target's makers recommend, a few words per setting."""
    return tuple(f"{name.replace('_', '-')} {value:g}" for name, value in deck.pair.recommended.items()) if deck.pair else ()


def _seed(deck: Deck, text: str) -> str:
    steering.fix_seed(deck, _whole(text, "seed") if text else None)
    return f"every reply uses seed {text}" if text else "a new seed for every reply"


def _max(deck: Deck, text: str) -> str:
    tokens = _whole(text, "max")
    if tokens < 1:
        raise Refusal(f"max takes a whole number from 1, not {tokens}")
    deck.max_tokens = tokens
    return f"replies end after {tokens} tokens"


def _system(deck: Deck, text: str) -> str:
    if not text:
        system = deck.chat.system
        return f"system prompt: {system} (/system off removes it)" if system else "there is no system prompt: /system TEXT sets one"
    chatting.set_system(deck, None if text == "off" else text)
    return "no system prompt from the next reply on" if text == "off" else "the system prompt applies from the next reply of this conversation on"


def _think(deck: Deck, text: str) -> str:
    if text not in ("on", "off"):
        raise Refusal("say /think on or /think off")
    deck.thinking = text == "on"
    return f"thinking is {text} from the next reply on, if the model supports it"


def _detail(deck: Deck, text: str) -> str:
    if text not in ("on", "off"):
        raise Refusal("say /detail on or /detail off")
    deck.detail = DETAIL if text == "on" else 0
    return f"{'the likeliest tokens are' if deck.detail else 'only the chosen tokens are'} recorded, from the next reply on"


def _edit(deck: Deck, text: str) -> str:
    at = chatting.editable(deck, _whole(text, "edit") if text else None)
    deck.view.editing, deck.unanswered = at, deck.chat.turns[at].prompt
    return f"editing message {at + 1}: enter sends it as a branch, esc leaves it as it was"


def _drop(deck: Deck, text: str) -> str:
    return context.leave_out(deck, _whole(text, "drop") if text else None)


def _regenerate(deck: Deck, text: str) -> None:
    chatting.regenerate(deck)


def _measure(deck: Deck, text: str) -> str:
    chatting.measure(deck)
    return "measuring plain decoding on your last prompt"


def _clear(deck: Deck, text: str) -> str | None:
    before = deck.chat.system
    chatting.clear(deck)
    if deck.chat.system:
        return "a new conversation; the system prompt that specdeck was opened with applies"
    return "a new conversation, without the system prompt of the last" if before else None


def _from_next(deck: Deck, what: str) -> str:
    return f"{what}, from the next round on" if deck.busy else what


def _drafters(deck: Deck) -> tuple[str, ...]:
    return deck.pair.drafters if deck.pair else ()


CONTROLS: tuple[Control, ...] = (
    Control("k", "N", "most guesses per round; 0 is plain decoding", _k, key="[ ]",
            short="shorter, longer drafts", choices=lambda d: tuple("12468")),
    Control("temp", "T", "temperature; 0 is greedy", _temperature, key="- =",
            short="lower, higher temperature", choices=lambda d: ("0", "0.4", "0.7", "1.0")),
    Control("draft", "NAME", "drafter: what guesses the next tokens", _draft, key="d", short="another drafter", choices=_drafters),
    Control("rule", "NAME", "acceptance rule", _rule, key="R", short="another acceptance rule", choices=lambda d: RULES),
    Control("plain", "", "switch between plain decoding and the drafter", _plain, key="p", short="plain decoding, and back"),
    Control("baseline", "", "measure plain decoding on the last prompt", _measure, key="b"),
    Control("again", "", "write the last reply again, same seed, as a branch", _regenerate, key="r"),
    Control("edit", "N", "edit a sent message and send it again, as a branch; without a number, the last or the selected one", _edit, key="e",
            short="edit a sent message"),
    Control("stop", "", "stop the reply", action="app.stop", key="esc", short="stop"),
    Control("copy", "", "copy the last reply", action="screen.copy_reply", key="y"),
    Control("legend", "", "show the target's own tokens as recovered, bonus and plain", action="screen.split", key="l",
            short="colours in detail"),
    Control("ghosts", "", "show rejected guesses struck through; copied text never has them", action="screen.ghosts", key="g",
            short="rejected guesses as ghosts"),
    Control("colours", "", "colour by origin, or by the target's confidence", action="screen.mode", key="v", short="the target's confidence"),
    Control("branch", "", "continue from the selected token with another choice", action="screen.branch", key="c",
            short="continue from a token"),
    Control("branches", "", "show the next branch of the selected or the last turn", lambda d, _: chatting.next_branch(d, 1), key="< >",
            short="walk through the branches"),
    Control("drop", "N", "send the oldest turns no more, where the context is full; with a number, so many; 0 sends all", _drop, key="^O"),
    Control("thought", "", "show or hide the thinking", action="screen.thought", key="t"),
    Control("panel", "", "show or hide the figures beside the text", action="screen.panel", key="i"),
    Control("system", "TEXT|off", "system prompt of this conversation; without a text, what it is", _system),
    Control("seed", "N", "seed of every reply; without a number, a new one each time", _seed),
    Control("max", "N", "most tokens of a reply", _max),
    Control("think", "on|off", "thinking, if the model supports it", _think, choices=lambda d: ("on", "off")),
    Control("detail", "on|off", "record both models' likeliest tokens at every position; costs a little time", _detail,
            choices=lambda d: ("on", "off")),
    Control("top-p", "P", "keep the likeliest tokens up to this total probability; 1 keeps all", _top_p),
    Control("top-k", "N", "keep the N likeliest tokens; 0 keeps all", _top_k),
    Control("min-p", "P", "keep tokens at least this likely relative to the best; 0 keeps all", _min_p),
    Control("penalty", "X", "repetition penalty; 1 is off", _penalty),
    Control("recommended", "", "the sampling that is recommended by the model", _recommended, key="m"),
    Control("clear", "", "forget the conversation", _clear, key="^N"),
    Control("save", "FILE", "save the conversation as .jsonl (a trace), .md or .json; the screen as .svg", saving.save, key="^S",
            choices=lambda d: saving.FORMATS[:3]),
    Control("picture", "", "save the screen as SVG", action="app.picture"),
    Control("replay", "FILE", "play a trace; without a name, replay the last reply", saving.replay),
    Control("history", "", "open an earlier conversation or comparison", action="app.history"),
    Control("theme", "NAME", "colours", action="app.themes"),
    Control("help", "", "keys, commands, colours", action="app.guide", key="F1"),
    Control("quit", "", "leave", action="app.quit", key="^Q"),
)  # fmt: skip

BY_NAME = {control.name: control for control in CONTROLS} | {
    other: control
    for control in CONTROLS
    for other in {"temp": ("temperature", "t"), "draft": ("drafter",), "again": ("regenerate", "retry")}.get(control.name, ())
}


def parse(line: str) -> tuple[Control, str]:
    """The control that a line with a slash names, and the rest of the line. Raises Refusal if there is none."""
    name, _, rest = line.removeprefix("/").strip().partition(" ")
    if name.lower() not in BY_NAME:
        raise Refusal(f"/{name} is not a command: /help lists them")
    control, rest = BY_NAME[name.lower()], rest.strip()
    if control.takes and not rest and control.name in _MUST:
        raise Refusal(f"/{control.name} {control.takes}: {control.help}")
    return control, rest


_MUST = ("k", "temp", "draft", "max", "think", "detail", "top-p", "top-k", "min-p", "penalty")


def offers(deck: Deck) -> Iterator[tuple[str, str]]:
    """(line, help) of every command for a list, with its choices spelled out."""
    for control in CONTROLS:
        choices = control.choices(deck)
        if control.name not in _MUST and not choices:
            yield control.name, control.help
        for choice in choices:
            yield f"{control.name} {choice}", control.help
