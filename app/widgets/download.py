"""The download's progress, pace and remaining time, and how to continue one that stopped."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from ..drawing.bars import bar
from ..drawing.clean_text import one_line
from ..drawing.figures import size
from ..models.download_progress import Download

WIDTH = 24  # cells of the bar
ENDS = {"stopped": "stopped; ^g continues from here", "done": "downloaded"}


class DownloadBar(Static):
    """Two lines about the current download; hidden where there was none."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._shown: Content | None = None

    def show(self, download: Download | None) -> None:
        """Draw the download's state."""
        content = _content(download) if download else None
        if content != self._shown:
            self._shown = content
            self.display = content is not None
            self.update(content or "")


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
