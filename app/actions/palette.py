"""The command palette: on the chat the prompt's commands by name, and a typed line such as "temp 0.73"; on other screens their
keys; on all of them the tabs.
"""

from __future__ import annotations

from functools import partial
from typing import Callable, Iterator

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from specdeck.app.drawing.clean_text import one_line
from specdeck.app.notices import Refusal

from .slash_commands import CONTROLS, offers, parse


class Commands(Provider):
    """Every control with its choices spelled out, or every key of a screen."""

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for line, help, run in self._offers():
            yield DiscoveryHit(Content(line), run, line, Content(help))

    async def search(self, query: str) -> Hits:
        """Those that match; also the typed line if it is a command with a value."""
        matcher = self.matcher(query)
        for line, help, run in self._offers():
            if (score := max(matcher.match(line), matcher.match(help) * 0.9)) > 0:
                yield Hit(score, Content(line), run, line, Content(help))
        if self._chatting and " " in query.strip() and (hit := self._typed(query.strip())):
            yield hit

    @property
    def _chatting(self) -> bool:
        return self.app.current_mode == self.app.DEFAULT_MODE

    def _offers(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        """Name, help and function of each."""
        for tab in self.app.tabs:
            yield tab.label.lower(), tab.about, partial(self.app.action_tab, tab.label)
        yield "show", "play the recorded race: one text, plain and drafted", self.app.action_show
        if self._chatting:
            lines = list(offers(self.app.deck))
        else:
            lines = [(control.name, control.help) for control in CONTROLS if control.everywhere]
            for binding in self.app.tab.BINDINGS:
                yield binding.description.lower(), binding.tooltip, partial(self.app.tab.run_action, binding.action)
        for line, help in lines:
            yield one_line(line), help, partial(self.app.say, f"/{line}")

    def _typed(self, line: str) -> Hit | None:
        try:
            control, rest = parse(line)
        except Refusal:
            return None
        run = partial(self.app.say, f"/{line}")
        return Hit(1.0, Content(one_line(f"{control.name} {rest}")), run, line, Content(control.help)) if rest else None
