"""What is pasted arrives whole, in order and as it was written."""

import pytest
from textual import events

from specdeck.terminal.driver import in_marked_paste, pasted_in
from specdeck.widgets.prompt_field import Prompt
from tests.helpers.play import person, playing, until

BEGIN, END = "\x1b[200~", "\x1b[201~"


@pytest.mark.parametrize("chunks, inside", [
    ((f"{BEGIN}one", "two " * 40, f"three{END}"), (True, True, False)),
    ((f"{BEGIN}whole{END}", "x"), (False, False)),
    ((f"{BEGIN}a{END}{BEGIN}b", f"c{END}"), (True, False)),
])  # fmt: skip
def test_a_marked_paste_goes_on_over_reads(chunks, inside):
    marked = False
    for chunk, expected in zip(chunks, inside, strict=True):
        marked = in_marked_paste(chunk, marked)
        assert marked is expected


def test_a_paste_without_marks_is_known_by_its_length():
    assert pasted_in("two " * 40) and not pasted_in("two")


@person
async def test_pasted_text_is_the_prompt_as_it_was_written():
    text = "\N{WOMAN}\u200d\N{PERSONAL COMPUTER} \N{HEAVY BLACK HEART}\ufe0f نمی\u200cدانم"
    async with playing() as pilot:
        prompt = pilot.app.screen.query_one(Prompt)
        pilot.app._driver.process_message(events.Paste(f"{text}\r\nend"))
        await until(pilot, lambda: prompt.text == f"{text}\nend")
