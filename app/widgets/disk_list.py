"""The models on disk, a line each: name, size, role, and whether it can draft for the target. Enter loads a line as the target.
"""

from __future__ import annotations

from typing import Sequence

from textual.binding import Binding
from textual.content import Content
from textual.widgets.option_list import Option

from ..chat.wording import short
from ..drawing.clean_text import one_line
from ..drawing.figures import size
from ..models.catalogue import Row
from .choice_list import LookThenChoose
from .fit_mark import mark

SIZE, ROLE, VERDICT = 9, 9, 19  # cells of the columns beside the name
LEAST = 60  # cells below which name and mark alone have room
ROLES = {"target": ("TARGET", "bold $accent"), "drafter": ("DRAFTER", "bold $origin-accepted")}
NAME_MOST = 48  # columns of a name at most: in a wider column its size would be far from it


class DiskList(LookThenChoose):
    """Posts OptionSelected for enter and OptionHighlighted as the cursor moves; `row` is the line it is on."""

    BINDINGS = [Binding("enter", "select", "Load")]

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._rows: Sequence[Row] = ()
        self._width = 0  # width in cells that the lines were drawn for

    @property
    def row(self) -> Row | None:
        """The line under the cursor."""
        return self._rows[self.highlighted] if self.highlighted is not None and self.highlighted < len(self._rows) else None

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows; the cursor stays on its row."""
        if rows is self._rows:
            return
        before, self._rows = self.row, rows
        self._fill()
        names = [row.name for row in rows]
        self.highlighted = (names.index(before.name) if before and before.name in names else 0) if rows else None

    def on_resize(self) -> None:
        """Fit the columns to the new width."""
        if self.scrollable_content_region.width != self._width:
            at = self.highlighted
            self._fill()
            self.highlighted = at

    def _fill(self) -> None:
        self._width = self.scrollable_content_region.width
        self.clear_options()
        self.add_options([Option(line(row, self._width)) for row in self._rows])


def heading(width: int, target: str | None) -> Content:
    """The columns' names above the columns."""
    judged = one_line(f"for {short(target)}" if target else "no target", VERDICT)
    columns = f"{'size':>{SIZE}}  {'role':<{ROLE}}{judged}" if width >= LEAST else ""
    return Content.styled(f"{'ON DISK':<{_name_room(width)}}{columns}", "bold $origin-faint")


def line(row: Row, width: int) -> Content:
    """A row, in so many cells."""
    broken = row.item is not None and row.item.trouble is not None
    name = _cell(row.name, _name_room(width), "$origin-faint" if broken else "bold" if row.use else "")
    return name + (_columns(row) if width >= LEAST else _verdict(row, 1))


def _columns(row: Row) -> Content:
    role, look = ROLES.get(row.use) or (_kind(row), "$origin-faint")
    bytes_ = size(row.item.size) if row.item else "-"
    return Content.assemble((f"{bytes_:>{SIZE}}  ", "$origin-faint"), _cell(role, ROLE, look), _verdict(row, VERDICT))


def _kind(row: Row) -> str:
    if row.item is None:
        return "built in"
    return row.item.kind if row.item.found else "?"  # its verdict says that it cannot be loaded


def _name_room(width: int) -> int:
    return min(NAME_MOST, width - SIZE - 2 - ROLE - VERDICT) if width >= LEAST else max(2, width - 2)


def _verdict(row: Row, room: int) -> Content:
    if row.use == "target":
        return Content.styled("-" if room > 1 else "●", "$origin-faint")
    return mark(row.verdict, room)


def _cell(text: str, room: int, look: str) -> Content:
    """Text in so many cells, the last one blank. Of a long name the middle is cut, because its end says more."""
    text = one_line(text)
    if Content(text).cell_length > room - 1:
        text = text[: max(1, room // 2 - 2)] + "…" + text[-(room - room // 2) :]
    return Content.assemble((text, look), " " * max(0, room - Content(text).cell_length))
