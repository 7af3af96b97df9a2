"""The lists of the models screen (on disk, on the hub), the mark of what fits, and the download's bar."""

from typing import Sequence

from textual.binding import Binding
from textual.content import Content
from textual.widgets.option_list import Option

from ..chat.wording import short
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import bar
from ..drawing.figures import size
from ..models.background_jobs import Download
from ..models.catalogue import Catalogue, Row
from ..models.hub import Listed
from ..models.memory_fit import DraftFit
from ..models.outlook import Gain, Pace
from .textual_widgets import LookThenChoose, TextStatic


def sign(verdict: DraftFit, no: str = "$origin-faint") -> tuple[str, str]:
    """The mark and its style; `no` is the style of what cannot draft."""
    return ("!", "$warning") if verdict.doubt else ("✓", "$success") if verdict.ok else ("✗", no)


def mark(verdict: DraftFit, room: int) -> Content:
    """Mark and words in so many cells; the mark alone in one cell."""
    drawn, look = sign(verdict)
    words = one_line(verdict.word, room - 2) if room > 2 else ""
    return Content.assemble((f"{drawn} " if words else drawn, f"bold {look}"), (words, look))


SIZE, ROLE, SPEED, VERDICT = 9, 9, 9, 19  # cells of the columns beside the name
LEAST = 60  # cells below which name and mark alone have room
ROLES = {"target": ("TARGET", "bold $accent"), "drafter": ("DRAFTER", "bold $origin-accepted")}
NAME_MOST = 48  # columns of a name at most: in a wider column its size would be far from it


class DiskList(LookThenChoose):
    """Posts OptionSelected for enter and OptionHighlighted as the cursor moves; `row` is the line it is on."""

    BINDINGS = [Binding("enter", "select", "Load")]

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._rows: Sequence[Row] = ()
        self._catalogue: Catalogue | None = None
        self._width = 0  # width in cells that the lines were drawn for

    @property
    def row(self) -> Row | None:
        return self._rows[self.highlighted] if self.highlighted is not None and self.highlighted < len(self._rows) else None

    def show(self, catalogue: Catalogue) -> None:
        """Show the catalogue's rows; the cursor stays on its row."""
        rows = catalogue.rows()
        if rows is self._rows:
            return
        before, self._rows, self._catalogue = self.row, rows, catalogue
        self._fill()
        names = [row.name for row in rows]
        self.highlighted = (names.index(before.name) if before and before.name in names else 0) if rows else None

    def on_resize(self) -> None:
        if self.scrollable_content_region.width != self._width:
            at = self.highlighted
            self._fill()
            self.highlighted = at

    def _fill(self) -> None:
        self._width = self.scrollable_content_region.width
        self.clear_options()
        if catalogue := self._catalogue:
            self.add_options([Option(line(row, catalogue, self._width)) for row in self._rows])


def heading(width: int, target: str | None) -> Content:
    """The columns' names above the columns."""
    judged = one_line(f"for {short(target)}" if target else "no target", VERDICT)
    columns = f"{'fits size':>{SIZE}}  {'role':<{ROLE}}{'tok/s':<{SPEED}}{judged}" if width >= LEAST else ""
    return Content.styled(f"{'ON DISK':<{_name_room(width)}}{columns}", "bold $origin-faint")


def line(row: Row, catalogue: Catalogue, width: int) -> Content:
    broken = row.item is not None and row.item.trouble is not None
    name = _cell(row.name, _name_room(width), "$origin-faint" if broken else "bold" if row.use else "")
    return name + (_columns(row, catalogue) if width >= LEAST else _verdict(row, 1))


def _columns(row: Row, catalogue: Catalogue) -> Content:
    role, look = ROLES.get(row.use) or (_kind(row), "$origin-faint")
    bytes_, plan = size(row.item.size) if row.item else "-", catalogue.plan(row)
    fits = FITS[plan.alone] if plan and row.item else (" ", "")
    speed = gain_cell(row.gain) if row.gain and catalogue.drafts(row) else pace_cell(catalogue.pace(row))
    return Content.assemble((fits[0][0], fits[1]), (f"{bytes_:>{SIZE - 1}}  ", "$origin-faint"), _cell(role, ROLE, look), speed, _verdict(row, VERDICT))


def pace_cell(pace: Pace | None) -> Content:
    """A pace, and whether it is fast enough; empty where it is not known."""
    drawn, look = ("", "") if pace is None else ("✓", "$success") if pace.fast_enough else ("✗", "$origin-faint")
    return _cell(f"{drawn} {pace.short}" if pace else "", SPEED, look)


def gain_cell(gain: Gain | None) -> Content:
    return _cell(gain.short if gain else "", SPEED, "$origin-faint" if gain and gain.loses else "")


def _kind(row: Row) -> str:
    if row.item is None:
        return "built in"
    return row.item.kind if row.item.found else "?"  # its verdict says that it cannot be loaded


def _name_room(width: int) -> int:
    return min(NAME_MOST, width - SIZE - 2 - ROLE - SPEED - VERDICT) if width >= LEAST else max(2, width - 2)


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


COUNT = 9  # cells of the column
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
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In an empty list enter downloads nothing."""
        return self.model is not None if action == "select" else super().check_action(action, parameters)

    def on_resize(self) -> None:
        if self._catalogue:
            self.show(self._catalogue)


def _line(model: Listed, catalogue: Catalogue, width: int) -> Content:
    wide = width >= LEAST
    room = width - SIZE - COUNT - (FIT + 2 * SPEED if wide else 0) if wide else max(2, width - SHORT)
    long = model.pair is not None and len(model.name) >= room  # the drafter's kind stands beside the target's name
    name = one_line(short(model.pair.target) if model.pair and long else model.name, room - 1)
    bytes_ = size(model.size) if model.size else "?"
    if published := model.pair.drafter if model.pair else model.published:
        figures = f"{bytes_:>{SIZE - 2}} {published.kind:<{COUNT}} "
    else:
        figures = f"{bytes_:>{SIZE}}{_count(model.downloads):>{COUNT - 2}}  "
    return Content.assemble(f"{name:<{room}}", (figures if wide else "", "$origin-faint"), *_fit(model, catalogue, wide))


FIT = 10  # cells of the column


def _fit(model: Listed, catalogue: Catalogue, wide: bool) -> tuple[Content, ...]:
    """On disk, checked, or whether it would fit; and how fast it is."""
    if all(map(catalogue.on_disk, model.pair.parts if model.pair else [model.name])):
        return (Content.styled("on disk", "$origin-accepted"),)
    if wide and (row := catalogue.listed_row(model)):
        return (mark(row.verdict, VERDICT),)
    words, look = FITS[catalogue.listed_fit(model)]
    if not wide:
        return (Content.styled(words, look or "$foreground"),)
    pace, gain = pace_cell(catalogue.listed_pace(model)), gain_cell(catalogue.listed_gain(model))
    beside = (Content.styled("gated", "$warning"),) if model.gated else (pace, gain) if model.pair else (gain,) if model.published else (pace,)
    return _cell(words, FIT, look), *beside


def _count(downloads: int) -> str:
    for unit, step in (("M", 1_000_000), ("k", 1000)):
        if downloads >= step:
            return f"{downloads / step:.3g} {unit}"
    return str(downloads)


WIDTH = 24  # cells of the bar
ENDS = {"stopped": "stopped; ^g continues from here", "done": "downloaded"}


class DownloadBar(TextStatic):
    """Two lines about the current download, more where it failed for a long reason; hidden where there was none."""

    def show(self, download: Download | None) -> None:
        self.display = download is not None
        self.put(_content(download) if download else Content(""))


def _content(download: Download) -> Content:
    done, total = download.overall
    share = done / total if total else float(download.state == "done")
    name = Content.assemble(("DOWNLOAD  ", "bold $origin-faint"), (one_line(download.title or download.name, 60), "bold"))
    drawn = Content.assemble(bar(share, WIDTH, "$origin-accepted"), f" {share:4.0%}  ", (_words(download), "$origin-faint"))
    return Content.assemble(name, "\n", drawn)


def _words(download: Download) -> str:
    if download.state != "running":
        return ENDS.get(download.state) or f"failed, ^g tries again: {one_line(download.trouble)}"
    if not download.total:
        return "asking the hub"
    parts = [f"{size(download.overall[0])} of {size(download.overall[1])}"]
    if download.pace:
        parts += [f"{size(download.pace)}/s", _time(download.left)]
    return "  ".join([*parts, "esc stops"])


def _time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min {rest} s" if minutes else f"{rest} s"
