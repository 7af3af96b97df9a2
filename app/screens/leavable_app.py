"""How the app is left: by a key, by a signal to end, and never while a screen is being built."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import Iterator

from rich.console import RenderableType
from textual.app import App

AGAIN = 0.02  # seconds until it is tried again
TO_END = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


class LeavableApp(App[None]):
    """Ends once its screens are built. Textual adds no widget to an app that ends, and a half-built screen would not find its own."""

    _signalled: int | None = None  # the exit code of the signal that came

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """End, at once or as soon as every screen is built."""
        if self.is_running and any(not screen.is_mounted for stack in self._screen_stacks.values() for screen in stack):
            self.set_timer(AGAIN, lambda: self.exit(result, return_code, message))
        else:
            super().exit(result, return_code, message)

    async def action_quit(self) -> None:
        """Leave; Textual restores the terminal."""
        self.exit()

    @contextmanager
    def left_by_signals(self) -> Iterator[None]:
        """Within this block a signal to end leaves the app, also before it runs; once it is left, signals interrupt nothing of what is
        still to be saved. asyncio's own handlers would be gone too soon."""
        before = {number: signal.signal(number, self._handle_signal) for number in TO_END}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _handle_signal(self, number: int, _frame: object) -> None:
        self._signalled = self._signalled or 128 + number
        if self._loop is not None:  # else it does not run yet, or no longer
            self._loop.call_soon_threadsafe(self._leave_if_signalled)

    def _leave_if_signalled(self) -> None:
        if self._signalled and self.is_running:
            self.exit(None, self._signalled)

    def on_load(self) -> None:
        """Before the terminal is taken: a signal may have come already."""
        self._leave_if_signalled()
