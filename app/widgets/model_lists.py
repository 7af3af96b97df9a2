"""The tables of the models screen (on disk, on the hub), the mark of what fits, and the download's bar."""

from collections import Counter
from datetime import timedelta
from typing import Any, Sequence

from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.style import Style
from textual.widgets import DataTable

from ..chat.wording import short
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import bar
from ..drawing.figures import about, size
from ..models import offers
from ..models.catalogue import Catalogue, Row
from ..models.downloads import Download
from ..models.fit import DraftFit
from ..models.hub import Listed
from ..models.outlook import Gain, Pace
from .text_static import TextStatic

Cell = tuple[tuple[str, str], ...]  # pieces of text, each with its style

LEAST = 60  # columns below which name and mark alone have room
GAP = 2  # blank columns after a cell
ROLES = {"target": ("TARGET", "bold $accent"), "drafter": ("DRAFTER", "bold $origin-accepted")}
FITS = {"fits": ("✓ fits", "$success"), "tight": ("! tight", "$warning"), "too big": ("✗ too big", "$origin-faint"), "": ("", "")}
FAINT = "$origin-faint"


class ModelTable(DataTable[Text]):
    """A table of models, its first column their names; `picked` is under the cursor. A click on the row with the cursor chooses it, any other
    moves the cursor."""

    BINDINGS = [Binding("home", "scroll_top", show=False), Binding("end", "scroll_bottom", show=False)]

    def __init__(self, id: str, header: bool) -> None:
        super().__init__(id=id, show_header=header, cursor_type="row", cell_padding=0, cursor_foreground_priority="renderable")
        self.models: Sequence[Any] = ()
        self._drawn: tuple[object, ...] = ()

    @property
    def picked(self) -> Any:
        """The model under the cursor; None in an empty list."""
        return self.models[self.cursor_row] if 0 <= self.cursor_row < len(self.models) else None

    @property
    def room(self) -> int:
        """Cells for a row beside a scrollbar."""
        return self.outer_size.width - 1

    def fill(self, labels: Sequence[str], rows: Sequence[Sequence[Cell]], at: int, room: int) -> None:
        """Show these rows with the cursor on number `at`, unless they are shown. Names get the room that the other columns leave."""
        drawn = labels, rows, room, self.app.theme
        if drawn == self._drawn:
            return
        self._drawn = drawn
        texts = [[Text.assemble(*((text, Style.parse(look).rich_style) for text, look in cell)) for cell in row] for row in rows]
        names, *others = [[Text(label), *column] for label, *column in zip(labels, *texts)]
        widths = [GAP + max(text.cell_len for text in column) for column in others]
        fit_names(names, max(8, room - sum(widths)))
        self.clear(columns=True)
        for column, width in zip((names, *others), (GAP + max(name.cell_len for name in names), *widths)):
            self.add_column(column[0], width=width)
        self.add_rows(zip(*(column[1:] for column in (names, *others))))
        self.move_cursor(row=at)

    def on_click(self, event: events.Click) -> None:
        at = event.style.meta.get("row", -1)
        if at >= 0 and at != self.cursor_row:
            event.prevent_default()
            self.move_cursor(row=at)
            self.focus()


def fit_names(names: Sequence[Text], room: int) -> None:
    """Shorten names to so many cells. The owner goes first where no other name ends alike, then the middle, because the end says more."""
    endings = Counter(short(name.plain) for name in names)
    for name in names:
        if name.cell_len > room and endings[short(name.plain)] == 1:
            name.plain = short(name.plain)
        if name.cell_len > room:
            name.plain = name.plain[: max(1, room // 2 - 2)] + "…" + name.plain[-(room - room // 2 - 1) :]


class DiskTable(ModelTable):
    """What is on disk: rows of the catalogue."""

    BINDINGS = [Binding("enter", "select_cursor", "Load")]

    def show(self, catalogue: Catalogue) -> None:
        """Show the catalogue's rows; the cursor stays on its row."""
        before, self.models, target = self.picked, catalogue.rows(), catalogue.target
        names = [row.name for row in self.models]
        at = names.index(before.name) if before and before.name in names else 0
        if self.room < LEAST:
            self.fill(("ON DISK", ""), [(_name(row), _verdict(row, False)) for row in self.models], at, self.room)
        else:
            judged = one_line(f"for {short(target.name)}" if target else "no target", 19)
            lines = [_line(row, catalogue) for row in self.models]
            pace = "tok/s/max" if any("/" in text for line in lines for text, _ in line[3]) else "tok/s"
            self.fill(("ON DISK", "fits size", "role", pace, judged), lines, at, self.room)


def _line(row: Row, catalogue: Catalogue) -> Sequence[Cell]:
    role = ROLES.get(row.use) or ("built in" if row.item is None else row.item.kind if row.item.found else "?", FAINT)
    plan, bytes_ = catalogue.plan(row), size(row.item.size) if row.item else "-"
    fits = FITS[plan.alone] if plan and row.item else (" ", "")
    speed = gain_cell(row.gain) if row.gain and catalogue.drafts(row) else pace_cell(catalogue.pace(row))
    return _name(row), ((fits[0][0], fits[1]), (f"{bytes_:>8}", FAINT)), (role,), speed, _verdict(row, True)


def _name(row: Row) -> Cell:
    return ((one_line(row.name), FAINT if row.item and row.item.trouble else "bold" if row.use else ""),)


def _verdict(row: Row, words: bool) -> Cell:
    if row.use == "target":
        return (("-" if words else "●", FAINT),)
    return mark(row.verdict) if words else (sign(row.verdict),)


def sign(verdict: DraftFit, no: str = FAINT) -> tuple[str, str]:
    """The mark and its style; `no` is the style of what cannot draft."""
    return ("!", "$warning") if verdict.doubt else ("✓", "$success") if verdict.ok else ("✗", no)


def mark(verdict: DraftFit) -> Cell:
    """Mark and words."""
    drawn, look = sign(verdict)
    return (f"{drawn} ", f"bold {look}"), (one_line(verdict.word, 17), look)


def pace_cell(pace: Pace | None) -> Cell:
    """A pace, whether it is fast enough, and the most that memory allows; empty where it is not known."""
    if pace is None:
        return ()
    drawn, look = ("✓", "$success") if pace.fast_enough else ("✗", FAINT)
    return (f"{drawn} {pace.short}", look), *(((f"/{about(pace.most)}", FAINT),) if pace.most else ())


def gain_cell(gain: Gain | None) -> Cell:
    return ((gain.short, FAINT if gain.loses else ""),) if gain else ()


class HubTable(ModelTable):
    """What is on the hub."""

    BINDINGS = [Binding("enter", "select_cursor", "Download")]

    def show(self, catalogue: Catalogue, room: int) -> None:
        """Show what is offered, in so many cells: hidden, the table has no width of its own."""
        listed, wide = offers.offered(catalogue), room >= LEAST
        self.display = bool(listed) or catalogue.search.searching  # hidden, it would lose the focus
        at, self.models = self.cursor_row if self.models is listed else 0, listed
        self.fill(("",) * (6 if wide else 2), [_offer(model, catalogue, wide) for model in listed], at, room)


def _offer(model: Listed, catalogue: Catalogue, wide: bool) -> Sequence[Cell]:
    name = ((one_line(short(model.pair.target) if model.pair else model.name), ""),)  # the drafter's kind stands beside the target's name
    published = model.pair.drafter if model.pair else model.published
    here = catalogue.disk.has(*(model.pair.parts if model.pair else [model.name]))
    fit: Cell = (("on disk", "$origin-accepted"),) if here else (FITS[offers.fit(catalogue, model)],)
    if not wide:
        return name, fit
    kind = published.kind if published else f"{_count(model.downloads):>7}"
    figures = ((f"{size(model.size) if model.size else '?':>8}", FAINT),), ((kind, FAINT),)
    if not here and offers.is_checked(catalogue, model) and (row := offers.row(catalogue, model)):
        return name, *figures, mark(row.verdict), (), ()
    if here or model.gated:
        return name, *figures, fit, (("gated", "$warning"),) if model.gated else (), ()
    return name, *figures, fit, pace_cell(offers.pace(catalogue, model)), gain_cell(offers.gain(catalogue, model))


def _count(downloads: int) -> str:
    for unit, step in (("M", 1_000_000), ("k", 1000)):
        if downloads >= step:
            return f"{downloads / step:.3g} {unit}"
    return str(downloads)


WIDTH = 24  # cells of the bar
ENDS = {"stopped": "stopped; ^g continues from here", "done": "downloaded"}


class DownloadBar(TextStatic):
    """Two lines about the current download, more where it failed for a long reason; hidden where there was none."""

    def show(self, download: Download) -> None:
        self.display = bool(download.name)
        self.put(_content(download))


def _content(download: Download) -> Content:
    done, total = download.overall
    share = done / total if total else float(download.state == "done")
    name = Content.assemble(("DOWNLOAD  ", f"bold {FAINT}"), (one_line(download.title or download.name, 60), "bold"))
    drawn = Content.assemble(bar(share, WIDTH, "$origin-accepted"), f" {share:4.0%}  ", (_words(download), FAINT))
    return Content.assemble(name, "\n", drawn)


def _words(download: Download) -> str:
    if download.state != "running":
        return ENDS.get(download.state) or f"failed, ^g tries again: {one_line(download.trouble)}"
    parts = [f"{size(download.overall[0])} of {size(download.overall[1])}"] if download.total else ["asking the hub"]
    if download.total and download.pace:
        parts += [f"{size(download.pace)}/s", "" if download.left is None else str(timedelta(seconds=int(download.left)))]
    return "  ".join(parts)
