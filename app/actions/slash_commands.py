"""Every command of the playground, in one literal table that the prompt's /commands, the palette and the help read.

A control acts on the deck and returns a line to show; one that concerns the screen alone (copy, help, quit) names an action of
the chat screen or of the app. Knows nothing of widgets.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Callable, Iterator

from specdeck.decoding.rules import RULES

from ..chat.wording import RULE_WORDS, drafter_words, k_words, pace_words
from ..deck import Deck
from ..drawing.figures import counted
from ..notices import Refusal
from ..settings import themes
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
    about: Callable[[str], str | None] | None = None  # what one of the choices does
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

    def help_of(self, choice: str) -> str:
        """What the command does with one of its choices."""
        return (self.about and self.about(choice)) or self.help

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
        assert self.act is not None, "what has no action acts on the deck"
        return self.act(deck, rest)


_KEY_ACTIONS = {"k": "screen.more", "temp": "screen.warmer", "draft": "screen.drafters", "rule": "screen.rules"}


def _drafters(deck: Deck) -> tuple[str, ...]:
    return deck.pair.drafters if deck.pair else ()


def _on(setting: object) -> str:
    return "the model decides" if setting is None else "on" if setting else "off"


CONTROLS: tuple[Control, ...] = (
    Control("k", "N", "most guesses per round; 0 is plain decoding, auto chooses in each round", command_functions.k, key="[ ]",
            short="shorter, longer drafts", choices=lambda d: (*"12468", command_functions.AUTO),
            about=lambda n: f"at most {counted(int(n), 'guess')} per round" if n.isdigit() else "chosen in each round", value=lambda d: k_words(d.settings)),
    Control("temp", "T", "temperature; 0 is greedy", command_functions.temperature, key="- =",
            short="lower, higher temperature", choices=lambda d: ("0", "0.4", "0.7", "1.0"), about=lambda t: f"temperature {t}" + ("" if float(t) else ": always the likeliest token"),
            value=lambda d: f"{d.settings.temperature:g}"),
    Control("draft", "NAME", "drafter: what guesses the next tokens", command_functions.draft, key="d", short="another drafter", choices=_drafters,
            about=drafter_words, bare="screen.drafters"),
    Control("rule", "NAME", "acceptance rule", command_functions.rule, key="R", choices=lambda d: RULES, about=RULE_WORDS.get, bare="screen.rules"),
    Control("plain", "", "switch between plain decoding and the drafter", command_functions.plain, key="p"),
    Control("baseline", "", "measure plain decoding on the last prompt", command_functions.baseline, key="b"),
    Control("try", "", "after a reply slower than plain decoding: write it again with what may be faster", lambda d, _: chatting.try_advice(d), key="n"),
    Control("again", "same", "write the last reply again, as a branch, with a new seed above temperature 0; same: with the same seed",
            command_functions.again, key="r", choices=lambda d: (command_functions.SAME,)),
    Control("edit", "N", "edit a sent message and send it again, as a branch; without a number, the last or the selected one",
            command_functions.edit, key="e"),
    Control("pause", "", "hold the reply before its next round, or go on; everything can be changed meanwhile", chatting.pause, key="space"),
    Control("step", "", "write one round of the reply, and pause; . does it while paused", chatting.step),
    Control("pace", "X|N tok/s", "slow replies down: a share of full speed, as .1, or tokens a second, as 5 tok/s; 1 is full speed", command_functions.pace,
            value=lambda d: pace_words(d.session.gate.pace)),
    Control("stop", "", "stop the reply", action="app.stop", key="esc"),
    Control("copy", "", "copy the last reply", action="screen.copy_reply", key="y"),
    Control("legend", "", "show the target's own tokens as recovered, bonus and plain", action="screen.split", key="l"),
    Control("ghosts", "", "show rejected guesses struck through; copied text never has them", action="screen.ghosts", key="g"),
    Control("markdown", "", "show finished replies as Markdown, or as tokens; copying gives the source either way", action="screen.markdown", key="M"),
    Control("colours", "", "colour by origin, or by the target's confidence", action="screen.mode", key="v"),
    Control("branch", "", "continue from the selected token with another choice", action="screen.branch", key="c"),
    Control("branches", "", "show the next branch of the selected or the last turn", lambda d, _: chatting.next_branch(d, 1), key="< >"),
    Control("slow-motion", "", "play the selected token's round in slow motion, else the last with a rejected guess", action="screen.slow_motion", key="."),
    Control("drop", "N", "leave out the oldest turns when the context is full; with a number, that many; 0 sends all again", command_functions.drop, key="^O"),
    Control("thought", "", "show or hide the thinking", action="screen.thought", key="t"),
    Control("panel", "", "show or hide the figures beside the text", action="screen.panel", key="i"),
    Control("system", "TEXT", "system prompt of this conversation; off for none", command_functions.system, value=lambda d: d.chat.system or "none"),
    Control("seed", "N", "seed of every reply; off for a new one each time", command_functions.seed,
            value=lambda d: "a new one for every reply" if d.seed is None else f"{d.seed}"),
    Control("max", "N", "most tokens of a reply", command_functions.max_tokens, value=lambda d: f"{d.max_tokens}"),
    Control("think", "on|off", "thinking, if the model supports it", command_functions.think, choices=lambda d: ("on", "off"),
            about=lambda way: f"thinking {way}, if the model supports it", value=lambda d: _on(d.thinking)),
    Control("detail", "on|off", "record both models' likeliest tokens at every position; costs a little time", command_functions.detail,
            choices=lambda d: ("on", "off"), value=lambda d: _on(bool(d.detail)),
            about={"on": "record both models' likeliest tokens; costs a little time", "off": "record only the chosen tokens"}.get),
    Control("top-p", "P", "keep the likeliest tokens up to this total probability; 1 keeps all", command_functions.top_p,
            value=lambda d: f"{d.settings.top_p:g}"),
    Control("top-k", "N", "keep the N likeliest tokens; 0 keeps all", command_functions.top_k, value=lambda d: f"{d.settings.top_k}"),
    Control("min-p", "P", "keep tokens at least this likely relative to the best; 0 keeps all", command_functions.min_p,
            value=lambda d: f"{d.settings.min_p:g}"),
    Control("penalty", "X", "repetition penalty; 1 is off", command_functions.penalty, value=lambda d: f"{d.settings.repetition_penalty or 1:g}"),
    Control("recommended", "", "the sampling settings that the model recommends", command_functions.recommended, key="m"),
    Control("new", "", "begin a new conversation; this one stays in /history", command_functions.new, key="^N"),
    Control("save", "FILE", "save the conversation as .jsonl (a trace), .md or .json; the screen as .svg", saving.save, key="^S",
            choices=lambda d: saving.FORMATS[:3], about=saving.FORMAT_WORDS.get),
    Control("picture", "FILE", "save the screen as SVG", action="app.picture"),
    Control("replay", "FILE", "play a trace; without a name, replay the last reply", saving.replay),
    Control("history", "", "open an earlier conversation or comparison", action="app.history"),
    Control("theme", "NAME", "colours", action="app.themes", choices=lambda d: themes.NAMES, about=lambda name: f"the colours of the theme {name}"),
    Control("chat", "", "open the chat", action="app.tab('Chat')", key="F2"),
    Control("compare", "", "open the comparison: two settings on one prompt, raced", action="app.tab('Compare')", key="F3"),
    Control("lesson", "", "open the lesson: how speculative decoding works, in ten minutes", action="app.tab('Lesson')", key="F4"),
    Control("models", "", "open the models: choose target and drafter, search and download", action="app.tab('Models')", key="F5"),
    Control("show", "", "play the recorded race: one text, plain and drafted", action="app.show"),
    Control("help", "", "keys, commands, colours", action="app.guide", key="F1", short="all keys and commands"),
    Control("quit", "", "leave", action="app.quit", key="^Q"),
)  # fmt: skip

ALIASES = {"temp": ("temperature", "t"), "draft": ("drafter",), "again": ("regenerate", "retry"), "new": ("clear",)}
BY_NAME = {name: control for control in CONTROLS for name in (control.name, *ALIASES.get(control.name, ()))}


def parse(line: str) -> tuple[Control, str]:
    """The control that a line beginning with a slash names, and what follows; Refusal if there is none."""
    name, _, rest = line.removeprefix("/").strip().partition(" ")
    if name.lower() not in BY_NAME:
        near = get_close_matches(name.lower(), BY_NAME, 1) or [known for known in BY_NAME if name and known.startswith(name.lower())]
        raise Refusal(f"/{name} is not a command: {f'did you mean /{near[0]}?' if near else '/help lists them'}")
    return BY_NAME[name.lower()], rest.strip()


def offers(deck: Deck) -> Iterator[tuple[str, str, str]]:
    """(line, help, key) for every command worth offering in a list, with its choices spelled out."""
    for control in CONTROLS:
        choices = control.choices(deck)
        if control.value is None and (not choices or control.bare is None):
            yield control.name, control.help, control.key
        for choice in choices:
            yield f"{control.name} {choice}", control.help_of(choice), control.key


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
    with_choice = [Completion(f"/{name} {choice}", f"/{name} {choice}", control.help_of(choice)) for choice in choices]
    return with_choice or [Completion(text, control.usage, control.help)]
