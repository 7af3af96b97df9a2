"""The sample prompts of an empty chat, a line each: the kind of task, the prompt, and the drafter that does best on its kind."""

from __future__ import annotations

from textual.content import Content
from textual.widgets.option_list import Option

from ..drawing.clean_text import one_line
from ..samples import OFFERED, Sample
from .choice_list import ChoiceList

LONGEST = 53  # characters of a prompt that are shown


class Samples(ChoiceList):
    """The sample prompts. OptionSelected carries the index into OFFERED."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(*(Option(_line(sample)) for sample in OFFERED), id=id, markup=False)


def _line(sample: Sample) -> Content:
    prompt = one_line(sample.prompt, LONGEST)
    return Content.assemble((f"{sample.kind:<9}", "$origin-faint"), (f"{prompt:<{LONGEST}}", "bold"), (f"  {sample.best_drafter}", "$origin-faint"))
