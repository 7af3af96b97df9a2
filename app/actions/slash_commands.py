"""Every command of the playground, in one literal table that the prompt's /commands, the palette and the help read.

A control acts on the deck and returns a line to show; one that concerns the screen alone (copy, help, quit) names an action of
the chat screen or of the app. Knows nothing of widgets.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Iterator

from specdeck.app.chat.wording import drafter_words
from specdeck.app.deck import Deck
from specdeck.app.notices import Refusal
from specdeck.app.settings import themes
from specdeck.decoding.rules import RULES

from . import chatting, command_functions, saving

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
    value: Callable[[Deck], str] | None = None  # the value in force, which the command shows if nothing follows its name
    bare: str | None = None  # or the action of the command if nothing follows its name

    @property
    def everywhere(self) -> bool:
        """Whether it means the same on every screen; the others are the chat's."""
        return bool(self.action and self.action.startswith("app."))

    @property
    def usage(self) -> str:
        """The command as it is typed, with what it takes."""
        return f"/{self.name} {self.takes}".rstrip()

    @property
    def key_action(self) -> str:
        """What its key does on the chat screen; of two keys the second."""
        return _KEY_ACTIONS.get(self.name) or self.action or f"screen.do('{self.name}')"

    def action_for(self, rest: str) -> str | None:
        """The action to run for what follows its name; None if it acts on the deck."""
        if self.bare and not rest:
            return self.bare
        return f"{self.action}({rest!r})" if self.action and self.takes else self.action

    def run(self, deck: Deck, rest: str) -> str | None:
        """Act on the deck; with nothing after the name, show the value in force. Raises Refusal."""
        if self.value is not None and not rest:
            return f"{self.name}: {self.value(deck)} ({self.usage}: {self.help})"
        return self.act(deck, rest)


_KEY_ACTIONS = {"k": "screen.more", "temp": "screen.warmer", "draft": "screen.drafters", "rule": "screen.do('rule', 'next')"}


def _drafters(deck: Deck) -> tuple[str, ...]:
    return deck.pair.drafters if deck.pair else ()


def _on(setting: object) -> str:
    return "the model decides" if setting is None else "on" if setting else "off"


def _try(deck: Deck, text: str) -> str | None:
    control, rest = parse(command_functions.suggested(deck))
    return control.run(deck, rest)


CONTROLS: tuple[Control, ...] = (
    Control("k", "N", "most guesses per round; 0 is plain decoding", command_functions.k, key="[ ]",
            short="shorter, longer drafts", choices=lambda d: tuple("12468"), value=lambda d: f"{d.settings.k}"),
    Control("temp", "T", "temperature; 0 is greedy", command_functions.temperature, key="- =",
            short="lower, higher temperature", choices=lambda d: ("0", "0.4", "0.7", "1.0"), value=lambda d: f"{d.settings.temperature:g}"),
    Control("draft", "NAME", "drafter: what guesses the next tokens", command_functions.draft, key="d", short="another drafter", choices=_drafters,
            bare="screen.drafters"),
    Control("rule", "NAME", "acceptance rule", command_functions.rule, key="R", short="another acceptance rule", choices=lambda d: RULES,
            value=lambda d: d.settings.rule),
    Control("plain", "", "switch between plain decoding and the drafter", command_functions.plain, key="p", short="plain decoding, and back"),
    Control("baseline", "", "measure plain decoding on the last prompt", command_functions.baseline, key="b"),
    Control("try", "", "try the drafter or k that may be faster, after a reply slower than plain decoding", _try, key="n"),
    Control("again", "", "write the last reply again, same seed, as a branch", command_functions.again, key="r"),
    Control("edit", "N", "edit a sent message and send it again, as a branch; without a number, the last or the selected one",
            command_functions.edit, key="e", short="edit a sent message"),
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
    Control("slow-motion", "", "play the selected token's round in slow motion, else the last", action="screen.slow_motion", key="."),
    Control("drop", "N", "leave out the oldest turns when the context is full; with a number, that many; 0 sends all again", command_functions.drop, key="^O"),
    Control("thought", "", "show or hide the thinking", action="screen.thought", key="t"),
    Control("panel", "", "show or hide the figures beside the text", action="screen.panel", key="i"),
    Control("system", "TEXT", "system prompt of this conversation; off for none", command_functions.system, value=lambda d: d.chat.system or "none"),
    Control("seed", "N", "seed of every reply; off for a new one each time", command_functions.seed,
            value=lambda d: "a new one for every reply" if d.seed is None else f"{d.seed}"),
    Control("max", "N", "most tokens of a reply", command_functions.max_tokens, value=lambda d: f"{d.max_tokens}"),
    Control("think", "on|off", "thinking, if the model supports it", command_functions.think, choices=lambda d: ("on", "off"),
            value=lambda d: _on(d.thinking)),
    Control("detail", "on|off", "record both models' likeliest tokens at every position; costs a little time", command_functions.detail,
            choices=lambda d: ("on", "off"), value=lambda d: _on(bool(d.detail))),
    Control("top-p", "P", "keep the likeliest tokens up to this total probability; 1 keeps all", command_functions.top_p,
            value=lambda d: f"{d.settings.top_p:g}"),
    Control("top-k", "N", "keep the N likeliest tokens; 0 keeps all", command_functions.top_k, value=lambda d: f"{d.settings.top_k}"),
    Control("min-p", "P", "keep tokens at least this likely relative to the best; 0 keeps all", command_functions.min_p,
            value=lambda d: f"{d.settings.min_p:g}"),
    Control("penalty", "X", "repetition penalty; 1 is off", command_functions.penalty, value=lambda d: f"{d.settings.repetition_penalty or 1:g}"),
    Control("recommended", "", "the sampling settings that the model recommends", command_functions.recommended, key="m"),
    Control("new", "", "begin a new conversation; this one stays in /history", command_functions.new, key="^N"),
    Control("save", "FILE", "save the conversation as .jsonl (a trace), .md or .json; the screen as .svg", saving.save, key="^S",
            choices=lambda d: saving.FORMATS[:3]),
    Control("picture", "FILE", "save the screen as SVG", action="app.picture"),
    Control("replay", "FILE", "play a trace; without a name, replay the last reply", saving.replay),
    Control("history", "", "open an earlier conversation or comparison", action="app.history"),
    Control("theme", "NAME", "colours", action="app.themes", choices=lambda d: themes.NAMES),
    Control("help", "", "keys, commands, colours", action="app.guide", key="F1"),
    Control("quit", "", "leave", action="app.quit", key="^Q"),
)  # fmt: skip

ALIASES = {"temp": ("temperature", "t"), "draft": ("drafter",), "again": ("regenerate", "retry"), "new": ("clear",)}
BY_NAME = {name: control for control in CONTROLS for name in (control.name, *ALIASES.get(control.name, ()))}


def parse(line: str) -> tuple[Control, str]:
    """The control that a line beginning with a slash names, and what follows; Refusal if there is none."""
    name, _, rest = line.removeprefix("/").strip().partition(" ")
    if name.lower() not in BY_NAME:
        raise Refusal(f"/{name} is not a command: /help lists them")
    return BY_NAME[name.lower()], rest.strip()


def offers(deck: Deck) -> Iterator[tuple[str, str]]:
    """(line, help) for every command worth offering in a list, with its choices spelled out."""
    for control in CONTROLS:
        choices = control.choices(deck)
        if control.value is None and not choices:
            yield control.name, control.help
        for choice in choices:
            yield f"{control.name} {choice}", control.help


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion of a half-typed line: the line, how it is shown, and what it does."""

    line: str
    usage: str
    help: str


def completions(deck: Deck, text: str) -> list[Completion]:
    """The completions of a line that begins with a slash: commands by the beginning of their name, then their choices, or for a
    value without choices a description of it."""
    name, space, rest = text.removeprefix("/").partition(" ")
    if not space:
        found = dict.fromkeys(control for known, control in BY_NAME.items() if known.startswith(name.lower()))
        return [Completion(f"/{control.name}{' ' if control.takes else ''}", control.usage, control.help) for control in found]
    control = BY_NAME.get(name.lower())
    if control is None or not control.takes:
        return []
    choices = [choice for choice in control.choices(deck) if choice.startswith(rest.lstrip())]
    with_choice = [Completion(f"/{name} {choice}", f"/{name} {choice}", _help_of(control, choice)) for choice in choices]
    return with_choice or [Completion(text, control.usage, control.help)]


def _help_of(control: Control, choice: str) -> str:
    return drafter_words(choice) if control.name == "draft" else control.help
