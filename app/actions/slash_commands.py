"""The /commands, one table for the prompt, the palette and the help. A command acts on the app state and returns a line to show, or it names an app
action. What only a key does is bound beside its screen."""

import argparse
import json
import os
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Callable, Iterator

from specdeck.decoding.checkpoints import is_hub_name
from specdeck.decoding.drafters import NAMES
from specdeck.decoding.errors import SettingsError
from specdeck.decoding.rules import RULES

from ..app_state import AppState
from ..chat.wording import RULE_WORDS, drafter_words, k_words
from ..drawing.figures import counted
from ..engine.session import ReplyPace
from ..notices import Refusal
from ..settings import themes
from ..settings.setting_table import BY_COMMAND, REAL, SETTINGS, WHOLE, Setting, named_value
from . import changing_settings, chatting, choosing_models, loading, saving

AUTO, SAME, OFF = "auto", "same", "off"  # what /k, /again, /seed and /system take in place of a value
TABS = ("chat", "compare", "lesson", "models")

Act = Callable[[AppState, str], str | None]


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """`name` is typed after a slash; `takes` says what follows it. What sets a setting has name and words from the table of settings."""

    name: str
    takes: str
    help: str
    act: Act | None = None  # what it does on the app state, with what follows its name; returns a line to show
    action: str = ""  # or an action of the app, which gets what follows
    bare: str = ""  # the action if nothing follows
    choices: Callable[[AppState], tuple[str, ...]] = lambda state: ()
    about: Callable[[str], str | None] | None = None  # what one of the choices does
    value: Callable[[AppState], str] | None = None  # the value in force, which is shown if nothing follows
    useful: Callable[[AppState], object] = lambda state: True  # whether lists offer it now
    shows_chat: bool = False  # acts on the conversation, so the chat's screen is shown

    @property
    def usage(self) -> str:
        """The command as it is typed, with what it takes."""
        return f"/{self.name} {self.takes}".rstrip()

    def help_of(self, choice: str) -> str:
        return (self.about and self.about(choice)) or self.help

    def action_for(self, rest: str) -> str:
        """The action to run for what follows its name; empty if it acts on the app state."""
        return self.bare if self.bare and not rest else f"{self.action}({rest!r})" if self.action and self.takes else self.action

    def run(self, state: AppState, rest: str) -> str | None:
        """Act on the app state; with nothing after the name, show the value in force, if it has one. Raises Refusal."""
        if self.value and not rest:
            return f"{self.name}: {self.value(state)} ({self.usage}: {self.help})"
        assert self.act, "what has no action acts on the app state"
        return self.act(state, rest)


def _read(text: str, row: Setting, other: str = "") -> Any:
    """Read a command's argument by its row of the table of settings. `other`: the word that the command takes instead. Raises Refusal
    or SettingsError."""
    try:
        value = row.kind.read(text.replace(",", ".") if row.kind is REAL else text)
    except (ValueError, KeyError):
        raise Refusal(f"/{row.command or row.name} takes {row.kind.what}{other and f' or {other}'}, not {text!r}") from None
    row.check(value)
    return value


def _draft(state: AppState, text: str) -> str:
    """Switch to a drafter by its name, or load one by its folder or hub name."""
    loaded = {*state.pair.drafters, *state.pair.unavailable} if state.pair else set()
    if text not in loaded and ("/" in text or (text not in NAMES and state.catalogue.folders.place(text))):
        if is_hub_name(text) and not os.path.isdir(text) and not state.catalogue.disk.has(text):
            return choosing_models.download_drafter(state, text)
        loading.load_drafter(state, text)
        return f"loading {text}; the current drafter stays in use meanwhile"
    return changing_settings.draft(state, text)


def _pace(state: AppState, text: str) -> str:
    """Set how fast rounds may follow each other: a share of full speed, or tokens per second."""
    unit = "tok/s" if text.endswith("tok/s") else ""
    try:
        value = float(text.removesuffix(unit).replace(",", "."))
    except ValueError:
        value = 0.0
    if not 0 < value <= (1000 if unit else 1):
        raise Refusal("pace is a share of full speed, from .01 to 1, or a number of tokens a second, such as 5 tok/s")
    return chatting.set_pace(state, ReplyPace(tokens_per_second=value) if unit else ReplyPace(max(value, 0.01)))


def _max_tokens(state: AppState, text: str) -> str:
    state.reply_options.max_tokens = _read(text, BY_COMMAND["max"])
    return f"replies end after {counted(state.reply_options.max_tokens, 'token')}"


def _seconds(state: AppState, text: str) -> str:
    state.reply_options.seconds = seconds = _read(text, BY_COMMAND["seconds"])
    return f"what is measured takes about {seconds} s" if seconds else "all is measured, however long it takes"


def _think(state: AppState, text: str) -> str:
    state.reply_options.thinking = _read(text, BY_COMMAND["think"]) == "on"
    return f"thinking is {text} from the next reply on, if the model supports it"


def _variable(state: AppState, text: str) -> str:
    try:
        name, value = named_value(text)
    except argparse.ArgumentTypeError as error:
        raise Refusal(f"{error}") from None
    state.reply_options.variables[name] = value
    return f"{name} is {json.dumps(value)} from the next reply on, if the chat template reads it"


def _again(state: AppState, text: str) -> str | None:
    if text not in ("", SAME):
        raise Refusal(f"say /again, or /again {SAME} for the same seed")
    return chatting.regenerate(state, same=text == SAME)


def _begun(state: AppState) -> bool:
    return bool(state.chat.turns)


def _setting(of: str | Setting, act: Act, takes: str | None = None, **more: Any) -> SlashCommand:
    """The command that sets a row of the table of settings; `takes` if that is not what the flag takes. A value out of range is refused under the
    command's name."""
    row = BY_COMMAND[of] if isinstance(of, str) else of

    def set_row(state: AppState, text: str) -> str | None:
        try:
            return act(state, text)
        except SettingsError as error:
            raise Refusal(f"{error}".replace(row.name, f"/{row.command}", 1)) from None

    return SlashCommand(row.command, row.takes if takes is None else takes, row.says, set_row, **more)


SLASH_COMMANDS: tuple[SlashCommand, ...] = (
    _setting("k", lambda d, n: changing_settings.choose_k(d, None if n == AUTO else _read(n, BY_COMMAND["k"], AUTO)), choices=lambda d: (*"12468", AUTO),
            about=lambda n: f"at most {counted(int(n), 'guess')} per round" if n.isdigit() else "chosen in each round", value=lambda d: k_words(d.settings)),
    _setting("temp", lambda d, t: changing_settings.choose_temperature(d, _read(t, BY_COMMAND["temp"])), choices=lambda d: ("0", "0.4", "0.7", "1.0"),
            about=lambda t: f"temperature {t}" + ("" if float(t) else ": always the likeliest token"), value=lambda d: BY_COMMAND["temp"].of(d.settings)),
    _setting("draft", _draft, "NAME", bare="app.open('drafters')", choices=lambda d: d.pair.drafters if d.pair else (), about=drafter_words),
    _setting("rule", changing_settings.choose_rule, "NAME", bare="app.open('rules')", choices=lambda d: RULES, about=RULE_WORDS.get),
    SlashCommand("again", SAME, "write the last reply again, as a branch, with a new seed above temperature 0; same: with the same seed",
            _again, choices=lambda d: (SAME,), useful=_begun, shows_chat=True),
    SlashCommand("pace", "X|N tok/s", "slow replies down: a share of full speed, such as .1, or tokens a second, such as 5 tok/s; 1 is full speed", _pace,
            value=lambda d: d.session.gate.pace.words),
    _setting("system", lambda d, text: chatting.set_system(d, None if text == OFF else text), value=lambda d: d.chat.system or "none"),
    _setting("seed", lambda d, n: changing_settings.fix_seed(d, None if n == OFF else _read(n, BY_COMMAND["seed"], OFF)),
            value=lambda d: "a new one for every reply" if d.reply_options.seed is None else f"{d.reply_options.seed}"),
    _setting("max", _max_tokens, value=lambda d: f"{d.reply_options.max_tokens}"),
    _setting("seconds", _seconds, value=lambda d: ", ".join(f"{d.budget(job).seconds:g} s for {words}" for job, words in (("compare", "a comparison"), ("test", "a test"), ("lesson", "a page of the lesson")))),
    _setting("think", _think, "on|off", choices=lambda d: ("on", "off"), about=lambda way: f"thinking {way}, if the model supports it",
            value=lambda d: "the model decides" if d.reply_options.thinking is None else "on" if d.reply_options.thinking else "off"),
    _setting("var", _variable, value=lambda d: ", ".join(f"{name}={json.dumps(value)}" for name, value in d.reply_options.variables.items()) or "none"),
    *(_setting(row, lambda d, n, row=row: changing_settings.choose_number(row, d, _read(n, row)), value=lambda d, row=row: row.of(d.settings))
      for row in SETTINGS if row.command and row.plain_number),
    SlashCommand("new", "", "begin a new conversation; this one stays in /history", lambda d, _: chatting.clear(d), shows_chat=True),
    SlashCommand("drop", "N", "leave out the oldest turns when the context is full; with a number, that many; 0 sends all again",
            lambda d, n: chatting.leave_out(d, _read(n, Setting("drop", WHOLE)) if n else None), useful=_begun, shows_chat=True),
    SlashCommand("save", "FILE", "save the conversation as .jsonl (a trace), .md, .json or .html, the screen as .svg", action="app.save",
            choices=lambda d: saving.FORMATS, about=saving.FORMAT_WORDS.get),
    SlashCommand("replay", "FILE", "play a trace; without a name, replay the last reply", saving.replay, shows_chat=True),
    SlashCommand("history", "", "open an earlier conversation", action="app.open('history')"),
    SlashCommand("theme", "NAME", "colours", action="app.theme", bare="app.change_theme", choices=lambda d: themes.NAMES, about=lambda name: f"the colours of the theme {name}"),
    SlashCommand("open", "|".join(TABS), "open a screen; its name alone is a command, too", action="app.tab", choices=lambda d: TABS),
    SlashCommand("help", "", "keys, commands, colours", action="app.help"),
    SlashCommand("quit", "", "leave", action="app.quit"),
)  # fmt: skip

ALIASES = {"temp": ("temperature", "t"), "draft": ("drafter",), "again": ("regenerate", "retry"), "new": ("clear",)}
BY_NAME = {name: command for command in SLASH_COMMANDS for name in (command.name, *ALIASES.get(command.name, ()))}


def parse(line: str) -> tuple[SlashCommand, str]:
    """The command that a line beginning with a slash names, and what follows; Refusal if there is none."""
    name, _, rest = line.removeprefix("/").strip().partition(" ")
    if name.lower() in TABS:
        return BY_NAME["open"], name.lower()
    if name.lower() not in BY_NAME:
        near = get_close_matches(name.lower(), BY_NAME, 1) or [known for known in BY_NAME if name and known.startswith(name.lower())]
        raise Refusal(f"/{name} is not a command: {f'did you mean /{near[0]}?' if near else '/help lists them'}")
    return BY_NAME[name.lower()], rest.strip()


def offers(state: AppState) -> Iterator[tuple[SlashCommand, str]]:
    """Every command worth offering in a list, with each of its choices, "" for none."""
    for command in filter(lambda one: one.useful(state), SLASH_COMMANDS):
        choices = command.choices(state)
        if command.value is None and (not choices or not command.bare):
            yield command, ""
        for choice in choices:
            yield command, choice


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion of a half-typed line: the line, how it is shown, and what it does."""

    line: str
    usage: str
    help: str


def completions(state: AppState, text: str) -> list[Completion]:
    """Return the completions of a line that begins with a slash. Commands match by the beginning of their name. Their choices follow, or for a value
    without choices its description."""
    name, space, rest = text.removeprefix("/").partition(" ")
    if not space:
        found = dict.fromkeys(command for known, command in BY_NAME.items() if known.startswith(name.lower()) and command.useful(state))
        return [Completion(f"/{command.name}{' ' if command.takes else ''}", command.usage, command.help) for command in found]
    command = BY_NAME.get(name.lower())
    if command is None or not command.takes:
        return []
    choices = [choice for choice in command.choices(state) if choice.startswith(rest.lstrip())]
    with_choice = [Completion(f"/{name} {choice}", f"/{name} {choice}", command.help_of(choice)) for choice in choices]
    return with_choice or [Completion(text, command.usage, command.help)]
