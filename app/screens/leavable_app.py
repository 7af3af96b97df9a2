"""How the app is left: by a key, by a signal to end, and never while a screen is being built."""

from __future__ import annotations

import asyncio
import signal

from rich.console import RenderableType
from textual.app import App

AGAIN = 0.02  # seconds until it is tried again


class LeavableApp(App[None]):
    """Ends once its screens are built. Textual adds no widget to an app that ends, and a half-built screen would not find its own."""

    def exit(self, result: None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """End, at once or as soon as every screen is built."""
        if self.is_running and any(not screen.is_mounted for stack in self._screen_stacks.values() for screen in stack):
            self.set_timer(AGAIN, lambda: self.exit(result, return_code, message))
        else:
            super().exit(result, return_code, message)

    async def action_quit(self) -> None:
        """Leave; Textual restores the terminal."""
        self.exit()

    def catch_signals(self) -> None:
        """On a signal to end, restore the terminal first."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            try:
                loop.add_signal_handler(number, self.exit, None, 128 + number)
            except (NotImplementedError, RuntimeError, ValueError):
                return  # not in the main thread: another program runs the app
