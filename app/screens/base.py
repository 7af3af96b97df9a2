"""The base of the screens: the tabs, the app as screens know it, and base classes. The classes are tabs, tabs with a prompt, and boxes over a tab. A
screen's file is imported when its tab is opened."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any, Callable, ClassVar, Concatenate, Iterable, Mapping, NamedTuple, ParamSpec

from textual import events, on
from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, key_to_character
from textual.reactive import var
from textual.screen import ModalScreen, Screen, ScreenResultType
from textual.widgets import Input, TextArea

from specdeck.decoding.errors import SpecdeckError
from specdeck.decoding.types import Settings

from ..actions import changing_settings, chatting
from ..actions.slash_commands import SlashCommand, parse
from ..app_state import AppState
from ..budget import COURSE_MINUTES
from ..drawing.clean_text import one_line
from ..notices import Refusal
from ..settings.config import ConfigError
from ..terminal.app_terminal import TerminalDriver
from ..terminal.signals import served
from ..widgets.prompt_field import Prompt
from ..widgets.screen_header import KeyFooter, Title
from ..widgets.text_static import TextStatic
from ..widgets.transcript import Transcript
from .typed_words import TypedWords

COLOURS = """
- **underlined, blue**: an accepted draft, guessed by the drafter and accepted by the target
- **bold, orange**: the target's own token, one per round: *recovered* at the first miss, *bonus* after a fully accepted draft, *plain* without a draft (`l` tells them apart)
- **struck through**: a rejected guess (`g` shows them)
"""
P = ParamSpec("P")
LEAST = (60, 15)  # columns and rows below which there is no room


class TabEntry(NamedTuple):
    """One tab: its name, its purpose in a few words, and its screen as "module:class"."""

    label: str
    about: str

    def screen(self) -> type[TabScreen]:
        return getattr(import_module(f"specdeck.screens.{self.label.lower()}"), f"{self.label}Screen")


CHAT = TabEntry("Chat", "chat with the target")
COMPARE = TabEntry("Compare", "race two settings on one prompt")
LESSON = TabEntry("Lesson", f"how speculative decoding works, in {COURSE_MINUTES} minutes")
MODELS = TabEntry("Models", "choose target and drafter, search and download")
TABS = (CHAT, COMPARE, LESSON, MODELS)
LABELS = [tab.label for tab in TABS]


class CommandedApp(App[object]):
    """The playground as its screens and the palette know it. It has the app state, the settings in force, and commands to carry out."""

    settings = var(Settings())  # in force from the next round on; the header shows them

    def __init__(self, state: AppState) -> None:
        super().__init__(driver_class=None if served() else TerminalDriver)
        self.state = state
        self.typed_words = TypedWords(self)
        self.keys: dict[str, str] = {}  # what the person remapped, by the bindings' ids

    @property
    def tab(self) -> TabScreen:
        """The open tab's screen, below any modal screens."""
        screen = self.screen_stack[0]
        assert isinstance(screen, TabScreen), "each mode is a tab"
        return screen

    @property
    def esc_costs(self) -> bool:
        """Whether esc ends something that takes time: work, or the edit of a message."""
        return self.state.busy or self.state.view.editing is not None

    async def on_event(self, event: events.Event) -> None:
        """A key or a paste that no widget has seen yet may be for the open tab's field."""
        if isinstance(event, (events.Key, events.Paste)) and not event.is_forwarded and self.screen_stack:
            field = self.tab.field if self.screen is self.tab and self.tab.is_mounted and not isinstance(self.focused, (TextArea, Input)) else None
            if await self.typed_words.take(event, field, self.tab.AT_ONCE, self.tab.idle_key):
                return
        await super().on_event(event)

    @classmethod
    def bindings(cls) -> list[Binding]:
        """Every binding that can be remapped."""
        return [*bindings_of(cls), *(binding for tab in TABS for binding in bindings_of(tab.screen()))]

    def remap(self, keys: Mapping[str, str]) -> None:
        """Set other keys for some bindings. Raises ConfigError."""
        self.keys = keymap(keys, self.bindings()) if keys else {}
        self.set_keymap(self.keys)

    def watch_settings(self) -> None:
        if self.screen_stack and self.tab.is_mounted:
            self.tab.query_one(Title).show(self.state)

    def draw(self) -> None:
        if self.tab.is_mounted:
            self.tab.draw()

    async def action_tab(self, label: str) -> None:
        if label.capitalize() in LABELS:
            await self.switch_mode(label.capitalize())
        else:
            self.refuse(Refusal(f"there is no screen {label!r}: say /open chat, compare, lesson or models"))

    async def action_next_tab(self) -> None:
        await self.action_tab(LABELS[(LABELS.index(self.tab.TAB.label) + 1) % len(LABELS)])

    def action_step(self, field: str, by: int) -> None:
        """A step of k or the temperature."""
        self.change(changing_settings.step, field, by)

    def say(self, text: str) -> bool:
        """Carry out a prompt or a /command; False if it was refused."""
        if not text.startswith("/"):
            return self.attempt(chatting.send, text)
        try:
            command, rest = parse(text)
        except Refusal as refusal:
            return self.refuse(refusal)
        return self.do(command, rest)

    def do(self, command: SlashCommand, rest: str = "") -> bool:
        """Carry out a command of the table, on the open screen. A command that acts on the conversation opens the chat's screen. Return False if it
        was refused."""
        if action := command.action_for(rest):
            self.call_later(self.run_action, action)
            return True
        if command.shows_chat:
            self.switch_mode(self.DEFAULT_MODE)
        return self.attempt(command.run, rest)

    def choose(self, box: Screen[Any], act: Callable[[AppState, Any], str | None]) -> None:
        """Open a box; what is chosen there is handed to `act`, which is attempted."""

        def chosen(choice: Any) -> None:
            if choice is not None:
                self.attempt(act, choice)

        self.push_screen(box, chosen)

    def attempt(self, act: Callable[Concatenate[AppState, P], str | None], *args: P.args, **options: P.kwargs) -> bool:
        """Act on the app state, show the line that this returns, draw; False if it was refused."""
        done = self.change(act, *args, **options)
        if done:
            self.draw()
        return done

    def change(self, act: Callable[Concatenate[AppState, P], str | None], *args: P.args, **options: P.kwargs) -> bool:
        """Act on the app state's settings, and show the line that this returns; False if it was refused."""
        try:
            answer = act(self.state, *args, **options)
        except SpecdeckError as error:
            return self.refuse(error)
        if answer:
            self.notify(one_line(answer), markup=False, timeout=3)
        self.settings = self.state.settings
        return True

    def refuse(self, refusal: SpecdeckError) -> bool:
        """Show why it was refused; False."""
        self.notify(one_line(str(refusal)), severity="warning", markup=False, timeout=6)
        return False


def commanded(app: App[Any]) -> CommandedApp:
    """The app, which Textual knows only as some app."""
    assert isinstance(app, CommandedApp), "the screens are the playground's"
    return app


def hidden(key: str, action: str, words: str, id: str, about: str = "") -> Binding:
    """A key that the last line does not name."""
    return Binding(key, action, words, id=id, show=False, tooltip=about)


def bindings_of(node: type[DOMNode]) -> list[Binding]:
    """The bindings of a class that have an id, by which people set their own keys."""
    return [binding for binding in node.BINDINGS if isinstance(binding, Binding) and binding.id]


# People's own keys: [keys] of config.toml, checked against the bindings that the screens declare, for Textual's keymap.

MODIFIERS = {"ctrl", "shift", "alt", "meta", "super", "hyper"}
_NAMED = {key.value for key in Keys} | set(KEY_NAME_REPLACEMENTS.values())  # slash, minus …


def keymap(asked: Mapping[str, str], bindings: Iterable[Binding]) -> dict[str, str]:
    """Binding ids to keys, for Textual. Raises ConfigError for an unknown id or key, and for a key with two meanings."""
    by_id: dict[str, set[str]] = {}
    for binding in bindings:
        by_id.setdefault(binding.id or "", set()).update(_keys(binding.key))
    mapped = {name: _keys(keys) for name, keys in asked.items()}
    for name, keys in mapped.items():
        if name not in by_id:
            raise ConfigError(f"[keys]: nothing is called {name!r}: specdeck paths --keys lists the names")
        if unknown := [key for key in keys if not _known(key)]:
            raise ConfigError(f"[keys]: {name}: {unknown[0]!r} is not a key; keys are written like ctrl+y, f6, space, left, p")
        by_id[name] = {*keys}
    for name, keys in mapped.items():
        for other, others in by_id.items():
            screens = {name.partition(".")[0], other.partition(".")[0]}
            share = len(screens) == 1 or "app" in screens  # the app's hold on each
            if other != name and share and (both := others.intersection(keys)):
                raise ConfigError(f"[keys]: {min(both)} would be both {name} and {other}: give {other} a different key")
    return {name: ",".join(keys) for name, keys in mapped.items()}


def _known(key: str) -> bool:
    *modifiers, last = key.split("+")
    return set(modifiers) <= MODIFIERS and (last in _NAMED or (key_to_character(last) or "\0").isprintable())


def _keys(listed: str) -> list[str]:
    """Textual's names of the keys in a list: some characters have names."""
    names = map(str.strip, listed.split(","))
    return [next(iter(Binding.make_bindings([(name, "")]))).key if len(name) == 1 else name for name in names]


class PlaygroundScreen(Screen[ScreenResultType]):
    """What tabs and boxes share: the app, and classes for its size. Below the least size one line says so."""

    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (LEAST[0], "-narrow"), (100, "-wide"), (160, "-huge")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (LEAST[1], "-short"), (32, "-tall")]

    @property
    def app(self) -> CommandedApp:
        return commanded(super().app)


class Modal(ModalScreen[ScreenResultType], PlaygroundScreen[ScreenResultType]):
    """A box over the open tab. It takes only its first answer. Textual hands every event of a burst to the same screen, and a second dismissal would
    close the screen below."""

    _answered = False

    BINDINGS = [("escape", "dismiss(None)", "Close")]

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close with an answer; later answers are ignored."""
        if self._answered:
            return AwaitComplete()
        self._answered = True
        return super().dismiss(result)

    @property
    def whole(self) -> bool:
        """Whether its widgets are there: a box that is closed while it is built stays without them."""
        return self.is_mounted and self.display

    def on_mount(self) -> None:
        """Begin, unless it was closed while it was built."""
        for box in self.query(".box"):
            box.border_subtitle = "esc closes"
        if self.display:
            self.begin()

    def begin(self) -> None:
        """What it does first, with all its widgets there."""


class TabScreen(PlaygroundScreen[None]):
    """A tab's screen. It defines `body` and `draw`, declares its keys in BINDINGS, and says its purpose in HELP."""

    TAB: ClassVar[TabEntry]
    CHIPS: ClassVar[bool] = False  # the header shows the settings in force
    VERBS: ClassVar[Mapping[str, Callable[[AppState], str | None]]] = {}  # what keys do on the app state, by the names that the action `do` takes
    NOW: ClassVar[Mapping[tuple[str, ...], Callable[[AppState], object]]] = {}  # actions that do something only while this is so
    AT_ONCE: ClassVar[frozenset[str]] = frozenset()  # actions that a second time undoes: a letter that begins a word may have carried them out

    keys_now = var[object](None, bindings=True)  # what decides which keys the last line shows

    def __init__(self, state: AppState) -> None:
        super().__init__()
        self.state = state

    @property
    def field(self) -> TextArea | Input | None:
        """Where words go that are typed while it has not the focus."""
        return None

    @property
    def moving(self) -> bool:
        """Whether it changes while nothing is reported."""
        return self.state.busy

    def compose(self) -> ComposeResult:
        """The header, what the tab defines, the keys, and the line for a terminal that is too small."""
        yield Title(LABELS, self.TAB.label, self.CHIPS, id="title")
        yield from self.body()
        yield KeyFooter()
        yield TextStatic(f"specdeck needs {LEAST[0]}x{LEAST[1]}", id="tiny")

    def body(self) -> ComposeResult:
        """The widgets between header and footer."""
        raise NotImplementedError

    def draw(self) -> None:
        self.query_one(Title).show(self.state)
        self.keys_now = self.decides_keys()

    def decides_keys(self) -> tuple[object, ...]:
        """What decides which keys do something now."""
        return tuple(bool(now(self.state)) for now in self.NOW.values())

    def follow(self) -> None:
        """Draw what changes by itself; called thirty times a second while something does."""
        self.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now; none does while the widgets that it acts on are still being built."""
        now = self.NOW.get((action,)) or self.NOW.get((action, *map(str, parameters)))
        return self.is_mounted and (now is None or bool(now(self.state))) and super().check_action(action, parameters)

    def idle_key(self, key: str) -> ActiveBinding | None:
        """What a key of this screen is bound to, though it cannot act now."""
        own = (binding for binding in bindings_of(type(self)) if key in self.app.keys.get(binding.id or "", binding.key).split(","))
        return next((ActiveBinding(self, binding, False, binding.tooltip) for binding in own), None)

    def action_do(self, verb: str) -> None:
        """Carry out one of VERBS."""
        self.app.attempt(self.VERBS[verb])

    def action_panel(self) -> None:
        """Show or hide the panel beside the lists or the text, which a narrow terminal hides."""
        self.toggle_class("-panel")
        self._draw_anew()

    @on(events.ScreenResume)
    @on(events.Resize)
    def _draw_anew(self) -> None:
        """Draw what depends on the width, after the layout."""
        self.call_after_refresh(self.app.draw)


class PromptScreen(TabScreen):
    """A tab with a prompt, and a text to go to with tab."""

    BINDINGS = [Binding("slash", "command", "Command", show=False, priority=True)]

    AUTO_FOCUS = "#prompt"

    _aside = ""  # what was in the prompt before a command was begun from the text

    @property
    def field(self) -> Prompt:
        return self.query_one(Prompt)

    @property
    def has_text(self) -> bool:
        """Whether there is a text to go to."""
        raise NotImplementedError

    def draw(self) -> None:
        super().draw()
        prompt = self.query_one(Prompt)
        prompt.cursor_blink = prompt.blinks and not self.state.decoding

    def decides_keys(self) -> tuple[object, ...]:
        return *super().decides_keys(), self.has_text, time.time() < self.query_one(Prompt).steers_until

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tab goes from the prompt to the text and back. "/" is typed where there is a field for it."""
        typing = isinstance(self.focused, Prompt)
        if action == "switch" and (typing != (parameters == ("text",)) or (typing and not self.has_text)):
            return False
        if action == "command" and isinstance(self.focused, TextArea | Input):
            return False
        return super().check_action(action, parameters)

    def action_command(self) -> None:
        """Focus the prompt on "/"; stash unsent text and restore it after the command."""
        prompt = self.query_one(Prompt)
        if prompt.text and not prompt.text.startswith("/"):
            self._aside = " ".join(filter(None, (self._aside, prompt.text)))
        prompt.fill("/")
        self.set_focus(prompt)

    def carry_out(self, text: str, act: Callable[[str], bool]) -> None:
        """Carry out what was sent; if it was refused, it comes back, else what was put aside for it."""
        prompt = self.query_one(Prompt)
        prompt.take(text)
        if not act(text):
            prompt.fill(text + prompt.text)
        elif self._aside and not prompt.text:
            prompt.fill(self._aside)
            self._aside = ""

    @on(Transcript.Changed)
    def _draw_changed(self) -> None:
        self.draw()
