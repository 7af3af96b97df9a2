"""What an empty chat offers: prompts to pick, each with the drafter that it flatters."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..clean import one_line
from ..samples import SAMPLES, Sample


class Samples(OptionList):
    """The sample prompts. OptionSelected carries the index into SAMPLES."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(*(Option(_line(sample)) for sample in SAMPLES), id=id, markup=False)


def _line(sample: Sample) -> Content:
    return Content.assemble(
        (f"{sample.kind:<5}", "$origin-faint"), one_line(sample.prompt, 200), "\n     ", (f"flatters {sample.flatters}", "$origin-faint italic")
    )
