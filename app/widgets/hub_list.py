"""What the hub has for a search, a line each: name, size, downloads, and whether it would fit; before a search, the published drafters
for the target, with their kind in place of the downloads. Enter downloads a line."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.widgets.option_list import Option

from ..drawing.clean_text import one_line
from ..drawing.figures import size
from ..models.catalogue import Catalogue
from ..models.hub import Listed
from .choice_list import LookThenChoose
from .fit_mark import mark

SIZE, COUNT, VERDICT = 9, 9, 19  # cells of the columns beside the name
LEAST = 60  # cells below which name and fit alone have room
SHORT = 10  # cells of the fit in that case
FITS = {"fits": ("✓ fits", "$success"), "tight": ("! tight", "$warning"), "too big": ("✗ too big", "$origin-faint"), "": ("", "")}


class HubList(LookThenChoose):
    """Posts OptionSelected for enter; `model` is the line under the cursor."""

    BINDINGS = [Binding("enter", "select", "Download")]

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._models: tuple[Listed, ...] = ()
        self._drawn: list[Content] = []
        self._catalogue: Catalogue | None = None

    @property
    def model(self) -> Listed | None:
        """The model under the cursor; None in an empty list."""
        return self._models[self.highlighted] if self.highlighted is not None and self.highlighted < len(self._models) else None

    def show(self, catalogue: Catalogue) -> None:
        """Draw the hub's answer, or what is published for the target."""
        listed = catalogue.listed
        self._catalogue, self.display = catalogue, bool(listed) or catalogue.searching  # hidden, it would lose the focus
        lines = [_line(model, catalogue, self.scrollable_content_region.width) for model in listed]
        if lines == self._drawn:
            return
        at = self.highlighted if self._models is listed else 0
        self._models, self._drawn = listed, lines
        self.clear_options()
        self.add_options([Option(line) for line in lines])
        self.highlighted = at if lines else None

    def on_resize(self) -> None:
        """Redraw the lines for the new width."""
        if self._catalogue:
            self.show(self._catalogue)


def _line(model: Listed, catalogue: Catalogue, width: int) -> Content:
    wide = width >= LEAST
    room = width - SIZE - COUNT - VERDICT if wide else max(2, width - SHORT)
    name = one_line(model.name, room - 1)
    bytes_ = size(model.size) if model.size else "?"
    if published := model.pair.drafter if model.pair else model.published:
        figures = f"{bytes_:>{SIZE - 2}} {published.kind:<{COUNT}} "
    else:
        figures = f"{bytes_:>{SIZE}}{_count(model.downloads):>{COUNT - 2}}  "
    return Content.assemble(f"{name:<{room}}", (figures if wide else "", "$origin-faint"), _fit(model, catalogue, wide))


def _fit(model: Listed, catalogue: Catalogue, wide: bool) -> Content:
    """On disk, checked, or whether it would fit."""
    if all(map(catalogue.on_disk, model.pair.parts if model.pair else [model.name])):
        return Content.styled("on disk", "$origin-accepted")
    if wide and (row := catalogue.listed_row(model)):
        return mark(row.verdict, VERDICT)
    words, look = FITS[catalogue.listed_fit(model)]
    gated = "gated" if wide and model.gated else ""
    return Content.assemble((f"{words}  " if words else "", look or "$foreground"), (gated, "$warning"))


def _count(downloads: int) -> str:
    for unit, step in (("M", 1_000_000), ("k", 1000)):
        if downloads >= step:
            return f"{downloads / step:.3g} {unit}"
    return str(downloads)
