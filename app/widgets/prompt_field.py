"""The prompt, and the completions of a half-typed /command above it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Callable, Sequence

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import OptionList, TextArea

from ..actions.slash_commands import Completion
from ..drawing.clean_text import one_line

USAGE = 16  # cells of a usage, so that there is room for what it does; a longer one stands out


class Completions(OptionList, can_focus=False):
    """What the text in the prompt can become, the chosen line marked; a click takes one."""

    def __init__(self, prompt: Prompt, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._prompt = prompt

    def show(self) -> None:
        found = self._prompt.offered
        self.display = bool(found)
        wide = max((len(usage) for completion in found if len(usage := one_line(completion.usage)) <= USAGE), default=0)
        self.set_options(Content.assemble((f"{one_line(completion.usage):<{wide}}  ", "bold"), (one_line(completion.help), "$origin-faint")) for completion in found)
        self.highlighted = self._prompt.chosen if found else None

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._prompt.fill(self._prompt.offered[event.option_index].line)
        self._prompt.focus()


STEERING = {"left_square_bracket", "right_square_bracket", "minus", "equals_sign", "space", "full_stop"}  # keys of the screen that act in an empty prompt
WORD_KEYS = {  # what a Mac's terminals send for option with these keys
    "alt+left": "cursor_word_left", "alt+right": "cursor_word_right", "alt+backspace": "delete_word_left", "alt+delete": "delete_word_right",
}  # fmt: skip
AFTERWARDS = 1.0  # seconds after a reply's end in which they still act: a key that was meant for the reply types nothing


class Prompt(TextArea):
    """Posts Submitted and Recalled (up or down in an empty prompt). While a reply is written, an empty prompt leaves STEERING to the screen."""

    BINDINGS = [
        Binding("enter", "submit", "Send"),
        Binding("shift+enter,ctrl+j,alt+enter", "newline", "New line", show=False),
        Binding("ctrl+u", "erase", "Erase", show=False),
        *(Binding(key, action, show=False) for key, action in WORD_KEYS.items()),
    ]

    blinks = True  # the cursor, while nothing is decoded: each blink is a drawing

    @dataclass
    class Submitted(Message):
        text: str

    @dataclass
    class Recalled(Message):
        """Up or down was pressed in an empty prompt."""

        key: str

    class Choosing(Message):
        """Up or down went to another completion."""

    def __init__(self, id: str | None = None, placeholder: str = "Ask something, or type /help") -> None:
        super().__init__(id=id, compact=True, highlight_cursor_line=False, placeholder=placeholder)
        self.complete: Callable[[str], Sequence[Completion]] = lambda text: ()  # what a line that begins with a slash can become
        self.chosen = 0  # the completion that tab takes
        self._choosing = ""  # the text that it was chosen for with up and down: enter takes it too
        self._completed = ""  # the text that `chosen` counts for
        self.steers_until = 0.0  # seconds since 1970: until then STEERING acts at once

    async def on_key(self, event: events.Key) -> None:
        """Handle the keys that a text area would use otherwise; its own handler takes the others after this one."""
        empty = not self.text
        if event.key in ("tab", "up", "down", "enter") and self._complete(event.key):
            pass
        elif empty and event.key in ("up", "down"):
            self.post_message(self.Recalled(event.key))
        elif event.key in STEERING and self._steers and (bound := self.screen.active_bindings.get(event.key)):
            await self.app.run_action(bound.binding.action, bound.node)
        elif not await self._act(event.key):
            return
        event.stop()
        event.prevent_default()

    async def _act(self, key: str) -> bool:
        """Run a key's action at once. Textual looks at bindings only after the whole burst, and the letters behind the key would be typed first."""
        for binding in self._bindings.key_to_bindings.get(key, ()):
            if await self.app.run_action(binding.action, self):
                return True
        return False

    @property
    def offered(self) -> Sequence[Completion]:
        """What the text can become."""
        text = self.text
        if text != self._completed:
            self.chosen, self._completed, self._choosing = 0, text, ""
        return self.complete(text) if text.startswith("/") and "\n" not in text else ()

    def _complete(self, key: str) -> bool:
        """Choose or take a completion; False where none differs from the text, or enter may not."""
        offered = self.offered
        if not offered or (len(offered) == 1 and offered[0].line == self.text) or (key == "enter" and not self._choosing):
            return False
        if key in ("up", "down"):
            self.chosen, self._choosing = (self.chosen + (1 if key == "down" else -1)) % len(offered), self.text
            self.post_message(self.Choosing())
            return True
        line = offered[self.chosen].line
        self.fill(line)
        if key == "enter" and not line.endswith(" "):
            self.action_submit()
        return True

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Whether a key would be typed, and is no key of the screen."""
        return not (key in STEERING and self._steers) and super().check_consume_key(key, character)

    @property
    def _steers(self) -> bool:
        return not self.text and time.time() < self.steers_until

    def on_paste(self, event: events.Paste) -> None:
        """Make the line ends of pasted text alike before the text area's own handler takes it."""
        lines = event.text.replace("\r\n", "\n").replace("\r", "\n")
        event.text = lines.encode("utf-8", "replace").decode("utf-8")  # a lone surrogate is no text

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Scroll to the cursor. Undo removes the scrollbar before it moves the cursor (Textual 8.2). Until it has moved, the cursor may be after
        the last line, and nothing is scrolled."""
        if self.cursor_location[0] >= self.document.line_count:
            return Offset(0, 0)
        return super().scroll_cursor_visible(center, animate)

    def action_submit(self) -> None:
        """Post Submitted; the receiver empties the prompt if it accepts the text."""
        self.post_message(self.Submitted(self.text))

    def action_newline(self) -> None:
        self.insert("\n")

    def action_erase(self) -> None:
        self.fill("")

    def take(self, text: str) -> None:
        """Remove a submitted text; what was typed behind it in the same burst stays."""
        self.fill(self.text.removeprefix(text))

    def fill(self, text: str) -> None:
        """Replace the text and put the cursor at its end."""
        self.text = text
        self.move_cursor(self.document.end)
