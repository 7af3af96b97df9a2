"""Typed words stay words. Words typed while a text or a list has the focus go to the screen's field. A single key is a command."""

from __future__ import annotations

import asyncio
from typing import Callable

from textual import actions, events
from textual.app import App
from textual.binding import ActiveBinding
from textual.widgets import Input, TextArea

SINGLE = 0.4  # seconds without another key after which a letter is a command; typing 3 characters a second leaves .33 between them
LATE = 0.05  # seconds


class TypedWords:
    """Reads the app's keys before any widget does, so that none of a burst overtakes another. A letter that is a command waits until it is known to
    be alone. An action that a second press undoes is carried out at once, and undone if a word followed. The same letter twice is a command twice."""

    def __init__(self, app: App[object]) -> None:
        self._app = app
        self.single = SINGLE
        self._held: list[tuple[str, ActiveBinding, bool]] = []  # letters that may begin a word, what they do, and whether they have done it
        self._timer: asyncio.TimerHandle | None = None

    async def take(
        self, event: events.Key | events.Paste, field: TextArea | Input | None, at_once: frozenset[str], idle: Callable[[str], ActiveBinding | None]
    ) -> bool:
        """Whether an input is typed into `field`, or waits, so that no widget gets it. `field`: None where words have no place. `at_once`: the
        actions that a second time undoes. `idle`: the binding of a screen's key that cannot act now."""
        screen = self._app.screen
        if isinstance(event, events.Paste):
            if field:
                screen.set_focus(field)
            return False
        letter = event.character if field and event.is_printable and "+" not in event.key else None
        bound = screen.active_bindings.get(event.key) or idle(event.key) if letter else None
        if letter and self._held and letter != self._held[-1][0]:
            letter = "".join(held for held, _, _ in self._held) + letter
            await self._carry_out(undo=True)
        elif letter and bound and letter.isalpha() and self.single:
            await self._hold(letter, bound, at_once)
            return True
        else:
            await self._carry_out()
            if bound and not bound.enabled:
                await self._act(bound)
                return True
            if not letter or bound or letter == " ":
                return False
        assert field, "there is a letter for it"
        screen.set_focus(field)
        (field.insert if isinstance(field, TextArea) else field.insert_text_at_cursor)(letter)
        return True

    async def _hold(self, letter: str, bound: ActiveBinding, at_once: frozenset[str]) -> None:
        done = bound.enabled and bound.binding.action in at_once
        if done:
            await self._act(bound)
        self._held.append((letter, bound, done))
        if self._timer:
            self._timer.cancel()
        self._wait(self.single)

    def _wait(self, seconds: float, again: bool = False) -> None:
        """Carry out what is held after so many seconds. If the app was late, wait once more for a quarter of them, because a key may have
        come meanwhile."""
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds

        def wake() -> None:
            if loop.time() > due + LATE and not again:
                self._wait(seconds / 4, again=True)
            else:
                self._app.call_later(self._carry_out)

        self._timer = loop.call_later(seconds, wake)

    async def _carry_out(self, undo: bool = False) -> None:
        """Do what the held letters are for; or undo what was done at once, by doing it again."""
        held, self._held = self._held, []
        if self._timer:
            self._timer.cancel()
        for _, bound, done in held:
            if done is undo:
                await self._act(bound)

    async def _act(self, bound: ActiveBinding) -> None:
        """Do what a key is for. What cannot act now refuses, with its reason."""
        if bound.enabled:
            await self._app.run_action(bound.binding.action, bound.node)
        else:
            _, name, parameters = actions.parse(bound.binding.action)  # the app's own run_action would do nothing
            getattr(bound.node, f"action_{name}")(*parameters)
