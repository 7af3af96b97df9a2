"""Finished replies as Markdown: what a key shows, and that copying gives the source."""

from textual.geometry import Offset
from textual.selection import Selection

from specdeck.drawing.markdown_flow import MarkdownFlow
from specdeck.widgets.transcript import Transcript
from tests.helpers.fake import FakeSession, Take
from tests.helpers.play import drawn, person, playing, type_line, until

SOURCE = "# Reversing\n\nA **bold** word, `code` and <b>HTML</b>.\n\n```python\ndef f(s):\n    return s[::-1]\n```\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[x]: http://nowhere\n"


def shown(flow: MarkdownFlow) -> str:
    """The lines as they are drawn."""
    return "\n".join("".join(part.text for part in line).rstrip() for line in flow.styled)


def test_code_lists_tables_and_headings_are_drawn_and_no_text_is_lost():
    flow = MarkdownFlow(SOURCE, 60)
    text = shown(flow)
    for piece in ("Reversing", "A bold word, code and <b>HTML</b>.", "    return s[::-1]", " 1 one", " 2 two", "[x]: http://nowhere"):
        assert piece in text, piece
    assert "**" not in text and "```" not in text and "# " not in text and "|---|" not in text
    styles = {part.text: part.style for line in flow.styled for part in line}
    assert styles["bold"].bold and styles["code"].meta.get("code") and styles["Reversing"].underline
    assert not any(part.style and (part.style.color or part.style.bgcolor) for line in flow.styled for part in line), "colours mean origins"


def test_it_is_rendered_anew_in_another_width_and_never_wider():
    flow = MarkdownFlow(SOURCE + "a line that is much longer than twenty columns " * 3, 60)
    high = len(flow.lines)
    flow.resize(20)
    assert len(flow.lines) > high and all(sum(span.cells for span in line) <= 20 for line in flow.lines)


def test_what_is_selected_is_the_source_of_what_it_touches():
    flow = MarkdownFlow(SOURCE, 60)
    row = next(at for at, line in enumerate(shown(flow).splitlines()) if "return" in line)
    assert flow.between((row, 6), (row, 9)) == "```python\ndef f(s):\n    return s[::-1]\n```"
    assert flow.between(None, None) == SOURCE.rstrip("\n")
    assert flow.between((0, 2), (2, 1)) == SOURCE.partition("\n\n```")[0]


@person
async def test_a_key_shows_a_finished_reply_as_markdown_and_the_tokens_again():
    session = FakeSession(takes=[Take((), 0, "# Title\n\nSome "), Take((), 0, "**bold** text")])
    async with playing(session) as pilot:
        view, transcript = pilot.app.deck.view, pilot.app.screen.query_one(Transcript)
        await type_line(pilot, "hi")
        session.play(1)
        await until(pilot, lambda: "# Title" in drawn(pilot))
        await pilot.press("tab", "V")
        assert view.markdown and "# Title" in drawn(pilot), "a reply that is being written shows its tokens"
        session.play(1)
        session.stop(99)
        await until(pilot, lambda: "Some bold text" in drawn(pilot) and "# Title" not in drawn(pilot))
        assert "tokens in" in drawn(pilot), "its figures stay"
        await pilot.press("y")
        await until(pilot, lambda: pilot.app.clipboard == "# Title\n\nSome **bold** text")
        line = next(at for at in range(20) if "Some bold" in transcript.render_line(at).text)
        assert transcript.get_selection(Selection(Offset(1, line), Offset(4, line)))[0] == "Some **bold** text"
        await pilot.press("V")
        await until(pilot, lambda: "Some **bold** text" in drawn(pilot))
        await pilot.press("V", "left")
        await until(pilot, lambda: "Some **bold** text" in drawn(pilot) and view.cursor is not None and not view.markdown)
