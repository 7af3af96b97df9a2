"""One side of a comparison: its settings as chips, its figures, and its text."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from specdeck.decoding.types import Settings

from ..chat.conversation import Chat, Turn
from ..chat.reply import Reply
from ..chat.selection import View
from ..chat.wording import k_words
from ..compare.result import Run, is_plain
from ..compare.result_words import side_words
from ..compare.trials import Letter
from ..drawing.clean_text import one_line
from ..drawing.figures import duration, rate
from .static_text import put
from .title import Chip
from .transcript import Transcript


class Side(Vertical):
    """One side: chips that post Pressed, figures, and a transcript."""

    def __init__(self, letter: Letter) -> None:
        super().__init__(id=f"side-{letter}")
        self.letter: Letter = letter
        self._chat = Chat()
        self._shown: tuple[Run, Settings] | None = None
        self._note = ""  # stands where the figures will be

    def compose(self) -> ComposeResult:
        """From top to bottom: the settings as chips, the figures, the text."""
        with Horizontal(classes="side-head"):
            yield Static(self.letter.upper(), classes="letter", markup=False)
            yield Chip(f"{self.letter}-drafter", tooltip="drafter: d")
            yield Chip(f"{self.letter}-k", steps=True, arrows=False, tooltip="most guesses per round: [ ]")
            yield Chip(f"{self.letter}-temperature", steps=True, arrows=False, tooltip="0 is greedy: - =")
            yield Chip(f"{self.letter}-rule", tooltip="acceptance rule: R")
        yield Static("", classes="side-figures", markup=False)
        yield Transcript(id=f"text-{self.letter}")

    @property
    def text(self) -> Transcript:
        """The transcript that draws the reply."""
        return self.query_one(Transcript)

    def show(self, settings: Settings, run: Run | None, reply: Reply | None, view: View, note: str = "") -> None:
        """Draw the next comparison's settings, the last one's figures, and the reply as far as it is replayed. `note` stands in
        place of the figures of a run that is not counted."""
        plain = is_plain(settings)
        for name, words in {
            "drafter": "plain" if plain else "◂ " + one_line(settings.drafter, 24),
            "k": f"k {k_words(settings)}" if not plain else "k -",
            "temperature": f"T {settings.temperature:g}",
            "rule": settings.rule,
        }.items():
            self.query_one(f"#{self.letter}-{name}", Chip).show(words)
        self._shown = (run, settings) if run else None
        self._note = note
        self._tell()
        if [turn.reply for turn in self._chat.turns] != ([reply] if reply else []):
            self._chat = Chat(turns=[Turn("", reply)] if reply else [])
        self.text.show(self._chat, "", view)

    def on_resize(self) -> None:
        """Fit the figures to the new width."""
        self._tell()

    def _tell(self) -> None:
        line = self.query_one(".side-figures", Static)
        put(line, figures(*self._shown, line.content_size.width) if self._shown else Content.styled(self._note, "$origin-faint"))


def figures(run: Run, settings: Settings, room: int) -> Content:
    """Pace and counts of the median run, as many as there is room for; where the settings have changed since, it says so."""
    stats, was = run.stats, side_words(run.settings)
    pace, changed = Content.styled(rate(run.rate), "bold"), was != side_words(settings)
    yields = Content("  one token per pass" if is_plain(run.settings) else f"  {stats.tokens_per_round:.2f} tokens per round")
    rest = Content.styled(f"  was {was}" if changed else f"  {stats.emitted} in {duration(stats.decode_seconds)}", "$origin-faint")
    if room and pace.cell_length + yields.cell_length + rest.cell_length > room:
        return Content.assemble(pace, rest if changed else yields)
    return Content.assemble(pace, yields, rest)
