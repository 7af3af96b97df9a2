"""The sample prompts of an empty chat, each with a drafter that does well on it."""

from __future__ import annotations

from textual.content import Content
from textual.widgets.option_list import Option

from specdeck.app.drawing.clean_text import one_line
from specdeck.app.samples import SAMPLES, Sample

from .choice_list import ChoiceList

LONGEST = 68  # characters of a prompt that are shown


class Samples(ChoiceList):
    """The sample prompts. OptionSelected carries the index into SAMPLES."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(*(Option(_lines(sample)) for sample in SAMPLES), id=id, markup=False)


def _lines(sample: Sample) -> Content:
    words = f"\n{sample.kind}, drafter {sample.best_drafter} does well"
    return Content.assemble((one_line(sample.prompt, LONGEST), "bold"), (words, "$origin-faint"))
