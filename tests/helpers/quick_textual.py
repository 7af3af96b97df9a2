"""Textual, quicker under tests: waiting without sleeping, style sheets that are parsed once for all apps of a process, lines without caches, and
no frame that nobody sees.

Textual's own `wait_for_idle` sleeps for 20 ms at a time until the process used no more than 1 ms of CPU meanwhile, twice for every
key that a pilot presses, and gives up after a second, which on a busy machine it often did. Here nothing is left to chance: what can
run has run. All use Textual's private names (8.2); importing this file puts them in force.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

import textual.app
import textual.pilot
import textual.strip
from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

from specdeck.app import Playground


async def until_handled(min_sleep: float = 0, max_sleep: float = 30) -> None:
    """In place of Textual's `wait_for_idle`: nothing is left to run now, before and after one tick of the app and one frame. A resize,
    which Textual delays by a timer, has come. Gives up after `max_sleep` seconds; Textual's gives up after one."""
    end = time.monotonic() + max_sleep
    await _nothing_to_run(end)
    app = active_app.get(None)
    while app is not None and app._resize_timer is not None and time.monotonic() < end:
        await asyncio.sleep(1 / 120)
        await _nothing_to_run(end)
    if isinstance(app, Playground) and app.is_running and app.screen_stack:
        app.tick()
        await _nothing_to_run(end)
    if app is not None and app.is_running and app.screen_stack:
        app.screen._on_timer_update()
        await _nothing_to_run(end)


async def _nothing_to_run(end: float) -> None:
    """Let everything run that can run now; what waits for a time or for a thread is left to wait."""
    ready = asyncio.get_running_loop()._ready
    await asyncio.sleep(0)
    while ready and time.monotonic() < end:
        await asyncio.sleep(0)


textual.app.wait_for_idle = textual.pilot.wait_for_idle = until_handled
_pause = textual.pilot.Pilot.pause


async def pause(self: textual.pilot.Pilot[Any], delay: float | None = None) -> None:
    """As Textual's, but a delay too ends with nothing left to run: on a busy machine a frame may come later than any delay."""
    await asyncio.sleep(delay or 0)
    await _pause(self)


textual.pilot.Pilot.pause = pause

_parsed: dict[frozenset[tuple[str, str]], dict[Any, Any]] = {}  # by a theme's variables: the rules of each text, which are only read
_init, _set_variables = Stylesheet.__init__, Stylesheet.set_variables


def _new(self: Stylesheet, *, variables: dict[str, str] | None = None) -> None:
    _init(self, variables=variables)
    _keep_parses(self, variables or {})


def _keep_parses(self: Stylesheet, variables: dict[str, str]) -> None:
    """Set a theme's variables, and take the rules that an earlier app parsed under the same ones."""
    self._parse_cache = {}  # not the shared one, which would be cleared
    _set_variables(self, variables)
    self._parse_cache = _parsed.setdefault(frozenset(variables.items()), {})


Stylesheet.__init__, Stylesheet.set_variables = _new, _keep_parses


class _NoCache:
    """In place of the seven caches of each line that is drawn: filling them, for lines that are read once, was a third of the app tests' time."""

    def get(self, key: Any, default: Any = None) -> Any:
        return default

    def __setitem__(self, key: Any, value: Any) -> None: ...


_no_cache = _NoCache()
textual.strip.FIFOCache = lambda size: _no_cache

RuleSet.__hash__ = object.__hash__  # Textual's own, which is id() in Python, is asked 250 times for each widget that is styled


def _no_frame(self: Compositor, full: bool = False, screen_stack: list[Any] | None = None, simplify: bool = False) -> Any:
    """In place of the next frame, which an app without a terminal throws away. A picture is drawn, and what a test reads of a screen it draws
    itself."""
    if full:
        return draw_frame(self, full, screen_stack, simplify)
    visible_screen_stack.set(screen_stack or [])
    self._dirty_regions.clear()
    return None


draw_frame, Compositor.render_update = Compositor.render_update, _no_frame
