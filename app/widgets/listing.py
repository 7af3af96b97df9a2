"""What the hub has for a search, a line each: name, size, downloads, and whether it would fit. Enter downloads a line."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..clean import one_line
from ..hub import Listed
from ..shelf import Shelf
from ..words import size

SIZE, COUNT, VERDICT = 9, 9, 19  # cells of the columns beside the name
LEAST = 60  # cells below which name and fit alone have room
SHORT = 10  # cells of the fit then
FITS = {"fits": ("✓ fits", "$success"), "tight": ("! tight", "$warning"), "too big": ("✗ too big", "$origin-faint"), "": ("", "")}


class HubList(OptionList):
    """Posts OptionSelected for enter; `model` is the line under the cursor."""

    BINDINGS = [Binding("enter", "select", "Download")]

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._models: tuple[Listed, ...] = ()
        self._drawn: tuple[object, ...] = ()

    @property
    def model(self) -> Listed | None:
        """The line under the cursor."""
        return self._models[self.highlighted] if self.highlighted is not None and self.highlighted < len(self._models) else None

    def show(self, shelf: Shelf) -> None:
        """The answer as it is now."""
        width = self.scrollable_content_region.width
        drawn = (shelf.found, shelf.stock, shelf.memory, width)
        if not width or all(now is then for now, then in zip(drawn[:2], self._drawn)) and drawn[2:] == self._drawn[2:]:
            return
        same, at = self._models == shelf.found, self.highlighted
        self._models, self._drawn = shelf.found, drawn
        self.clear_options()
        self.add_options([Option(_line(model, shelf, width)) for model in self._models])
        self.highlighted = (at if same else 0) if self._models else None


def _line(model: Listed, shelf: Shelf, width: int) -> Content:
    told, look = ("on disk", "$origin-accepted") if shelf.on_disk(model.name) else FITS[shelf.listed_fit(model)]
    wide = width >= LEAST
    room = width - SIZE - COUNT - VERDICT if wide else width - SHORT
    name = one_line(model.name, room - 1)
    bytes_ = size(model.size) if model.size else "?"
    figures = f"{bytes_:>{SIZE}}{_count(model.downloads):>{COUNT - 2}}  " if wide else ""
    gated = "  gated" if wide and model.gated and told != "on disk" else ""
    return Content.assemble(f"{name:<{room}}", (figures, "$origin-faint"), (told, look or "$foreground"), (gated, "$warning"))


def _count(downloads: int) -> str:
    for unit, step in (("M", 1_000_000), ("k", 1000)):
        if downloads >= step:
            return f"{downloads / step:.3g} {unit}"
    return str(downloads)
