"""The tabs in their order, what every screen with a tab shares (header, footer, smallest size, when it is drawn), and what screens know
of the app. A new tab is a file and an entry here.

A screen's file is imported when its tab is first opened, because only the first tab is needed at the start.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Callable, ClassVar, NamedTuple, Sequence

from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.dom import DOMNode
from textual.geometry import Size
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Input, TextArea

from ..actions import chatting
from ..actions.slash_commands import SlashCommand, parse
from ..deck import Deck
from ..drawing.clean_text import one_line
from ..notices import Refusal
from ..settings import keys
from ..terminal.driver import TerminalDriver
from ..terminal.window_gone import served
from ..widgets.key_hints import KeyHints
from ..widgets.prompt_field import Prompt
from ..widgets.screen_header import Tabs, Title
from ..widgets.textual_widgets import TextStatic

LEAST = (60, 15)  # columns and rows below which there is no room


def hide_where_tiny(screen: Screen, size: Size) -> bool:
    """Below the least size, hide all but the line that says so. Returns whether the screen is too small."""
    tiny = size.width < LEAST[0] or size.height < LEAST[1]
    screen.set_class(tiny, "-tiny")
    return tiny


class TabEntry(NamedTuple):
    """One tab: its name, the key that opens it from every screen, its purpose in a sentence, and its screen as "module:class"."""

    label: str
    key: str
    about: str
    path: str

    def screen(self) -> type[TabScreen]:
        module, _, name = self.path.partition(":")
        return getattr(import_module(module), name)


def _entry(label: str, about: str) -> TabEntry:
    """The entry of the screen that has its name, by the key of its /command."""
    name = label.lower()
    return TabEntry(label, keys.of_command(name)[0].keys, about, f"specdeck.screens.{name}:{label}Screen")


CHAT = _entry("Chat", "Chat with the target, see which model wrote each token and why, and change the drafting in the middle of a reply.")
COMPARE = _entry("Compare", "Two settings on one prompt, measured one after the other and replayed as a race: how much faster drafting is, and why.")
LESSON = _entry("Lesson", "How speculative decoding works, one idea per page: guess first, then see. Ten minutes; it continues where you left off.")
MODELS = _entry("Models", "Choose target and drafter: models on disk and on the hub, which can draft for which, and why not.")
TABS = (CHAT, COMPARE, LESSON, MODELS)


class CommandedApp(App[object]):
    """The playground as its screens and the palette know it: the deck, the tabs, and commands to carry out."""

    def __init__(self, deck: Deck, tabs: Sequence[TabEntry]) -> None:
        super().__init__(driver_class=None if served() else TerminalDriver)
        self.deck = deck
        self.tabs = tabs
        self.keys: dict[str, str] = {}  # what the person remapped, by the names of the table of keys

    @property
    def tab(self) -> TabScreen:
        """The open tab's screen, below any modal screens."""
        screen = self.screen_stack[0]
        assert isinstance(screen, TabScreen), "each mode is a tab"
        return screen

    @classmethod
    def bindings(cls) -> list[Binding]:
        """Every binding that can be remapped."""
        return [*bindings_of(cls), *(binding for tab in TABS for binding in bindings_of(tab.screen()))]

    def draw(self) -> None:
        if self.tab.is_mounted:
            self.tab.draw()

    async def action_tab(self, label: str) -> None:
        await self.switch_mode(label)

    def say(self, text: str) -> bool:
        """Carry out a prompt or a /command; False if it was refused."""
        if not text.startswith("/"):
            return self.attempt(lambda: chatting.send(self.deck, text))
        try:
            command, rest = parse(text)
        except Refusal as refusal:
            return self.refuse(refusal)
        return self.do(command, rest)

    def do(self, command: SlashCommand, rest: str = "") -> bool:
        """Carry out a command of the table; False if it was refused."""
        if not command.everywhere:
            self.switch_mode(self.DEFAULT_MODE)
        if (action := command.action_for(rest)) is not None:
            self.call_later(self.run_action, action)
            return True
        return self.attempt(lambda: command.run(self.deck, rest))

    def choose(self, box: Screen[Any], act: Callable[[Any], str | None]) -> None:
        """Open a box; what is chosen there is handed to `act`, which is attempted. Nothing follows where a person only closes it."""

        def chosen(choice: Any) -> None:
            if choice is not None:
                self.attempt(lambda: act(choice))

        self.push_screen(box, chosen)

    def attempt(self, act: Callable[[], str | None]) -> bool:
        """Call `act`, show the line that it returns, draw; False if it was refused."""
        try:
            answer = act()
        except Refusal as refusal:
            return self.refuse(refusal)
        if answer:
            self.notify(one_line(answer), markup=False, timeout=3)
        self.draw()
        return True

    def refuse(self, refusal: Refusal) -> bool:
        """Show why it was refused; False."""
        self.notify(one_line(str(refusal)), severity="warning", markup=False, timeout=6)
        return False


def commanded(app: App[Any]) -> CommandedApp:
    """The app, which Textual knows only as some app."""
    assert isinstance(app, CommandedApp), "the screens are the playground's"
    return app


def bindings_of(node: type[DOMNode]) -> list[Binding]:
    return [binding for binding in node.BINDINGS if isinstance(binding, Binding)]


NO_LINK = {"offset", "leading", "code"}  # what a piece of text may hold, and is no link for that


class PlaygroundScreen(Screen[ScreenResultType]):
    """What tabs and boxes share: the app, and a pointer that shows a link."""

    @property
    def app(self) -> CommandedApp:
        return commanded(super().app)

    def update_pointer_shape(self) -> None:
        """The pointer of what is under the mouse; of a link, where the terminal can do that, a hand. A link is a piece of a widget's text;
        Textual's own pointer belongs to a whole widget."""
        under = self.app.mouse_over
        if isinstance(under, Widget) and under.hover_style.meta.keys() - NO_LINK and not self._selecting:
            self._pointer_shape = "pointer"
        else:
            super().update_pointer_shape()


class TabScreen(PlaygroundScreen[None]):
    """A tab's screen: it defines `body` and `draw`, and `TAB` is its entry in the table above. The palette and the help
    read `BINDINGS`: a binding's description is its name there, its tooltip what it does."""

    TAB: ClassVar[TabEntry]
    CHIPS: ClassVar[bool] = False  # the header shows the settings in force
    _aside = ""  # what was in the prompt before a command was begun from the text
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide"), (160, "-huge")]

    def __init__(self, deck: Deck) -> None:
        super().__init__()
        self.deck = deck

    @property
    def moving(self) -> bool:
        """Whether it changes while nothing is reported."""
        return self.deck.busy

    def body(self) -> ComposeResult:
        """The widgets between header and footer."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key does nothing while the widgets that it acts on are still being built."""
        return self.is_mounted and super().check_action(action, parameters)

    def draw(self) -> None:
        self.query_one(Title).show(self.deck)

    def follow(self) -> None:
        """Draw what changes by itself; called thirty times a second while something does."""
        self.draw()

    def hint(self, binding: Binding) -> str | None:
        """What a key is called in the last line; None where it does nothing now."""
        return binding.description

    def before_key(self, key: events.Key) -> None:
        """A key is about to be handed out. Before a slash, which begins a command, the prompt gets the focus, where there is one; what it
        holds, unless it is a command, is put aside until that was sent, behind what is there already."""
        for prompt in self.query(Prompt) if key.key == "slash" else ():
            if prompt.display and not isinstance(self.focused, TextArea | Input):
                if prompt.text:
                    self._aside = " ".join(filter(None, (self._aside, "" if prompt.text.startswith("/") else prompt.text)))
                    prompt.fill("")
                self.set_focus(prompt)

    def carry_out(self, prompt: Prompt, text: str, act: Callable[[str], bool]) -> None:
        """Carry out what was sent; if it was refused, it comes back, else what was put aside for it."""
        prompt.take(text)
        if not act(text):
            prompt.fill(text + prompt.text)
        elif self._aside and not prompt.text:
            prompt.fill(self._aside)
            self._aside = ""

    def compose(self) -> ComposeResult:
        """The header, what the tab defines, the keys, and the line for a terminal that is too small."""
        yield Title([tab.label for tab in self.app.tabs], self.TAB.label, self.CHIPS, id="title")
        yield from self.body()
        yield KeyHints(self.hint)
        yield TextStatic(id="tiny")

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Draw what depends on the width, after the layout. Below the smallest size one line says what is needed."""
        self.call_after_refresh(self._redraw)
        size = event.size
        tiny = hide_where_tiny(self, size)
        self.query_one("#tiny", TextStatic).update(
            f"specdeck needs {LEAST[0]}x{LEAST[1]}; this terminal has {size.width}x{size.height}" if tiny else ""
        )

    def _redraw(self) -> None:
        if self.is_running and self.is_mounted:
            self.draw()

    @on(Tabs.Opened)
    async def _tab(self, event: Tabs.Opened) -> None:
        await self.app.action_tab(event.label)
