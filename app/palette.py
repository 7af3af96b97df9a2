"""The command palette: the prompt's commands, found by name; a line such as "temp 0.73" is understood as it is typed."""

from __future__ import annotations

from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from .controls import offers, parse
from .deck import Refusal


class Commands(Provider):
    """Every control, with its choices spelled out."""

    async def discover(self) -> Hits:
        """All of them."""
        for line, help in offers(self.app.deck):
            yield DiscoveryHit(Content(line), partial(self.app.say, f"/{line}"), line, Content(help))

    async def search(self, query: str) -> Hits:
        """Those that match, and the typed line itself where it is a command with a value."""
        matcher = self.matcher(query)
        for line, help in offers(self.app.deck):
            if (score := max(matcher.match(line), matcher.match(help) * 0.9)) > 0:
                yield Hit(score, Content(line), partial(self.app.say, f"/{line}"), line, Content(help))
        if " " in query.strip() and (hit := self._typed(query.strip())):
            yield hit

    def _typed(self, line: str) -> Hit | None:
        try:
            control, rest = parse(line)
        except Refusal:
            return None
        run = partial(self.app.say, f"/{line}")
        return Hit(1.0, Content(f"{control.name} {rest}"), run, line, Content(control.help)) if rest else None
