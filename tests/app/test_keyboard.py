"""What a terminal sends over a slow link, torn anywhere, is what it sent; and esc is esc."""

import time

import pytest
from textual import events
from textual._xterm_parser import XTermParser

from specdeck.terminal.app_terminal import ESC, LONE, TORN, WholeSequences
from tests.helpers.command_line import OnTerminal

SENT = ["\x1b[I", "\x1b[A", "\x1bOB", "\x1b[1;2C", "\x1b[<0;12;3M", "\x1b[3~", "\x1b[97;5u", "hi\x1b[Othere", "\x1b[200~pasted\x1b[201~"]


def read(*sent: tuple[str, float], costly: bool = False) -> list[str]:
    """What the playground gets of pieces, each with the seconds before it."""
    parser, sequences, now, got = XTermParser(), WholeSequences(), 0.0, []

    def take(text: str) -> None:
        for piece in sequences.take(text, now, costly):
            got.extend([events.Key("escape", ESC)] if piece == ESC else parser.feed(piece))

    for text, pause in [*sent, ("", 2 * TORN)]:
        for _ in range(round(pause / 0.05)):
            now += 0.05
            take("")
        take(text)
    return [f"{type(one).__name__} {getattr(one, 'key', getattr(one, 'text', ''))}" for one in got]


@pytest.mark.parametrize("sequence", SENT)
def test_a_sequence_torn_anywhere_is_whole_again(sequence):
    whole = read((sequence, 0.0))
    assert not any("escape" in one for one in whole)
    for at in range(1, len(sequence)):
        assert read((sequence[:at], 0.0), (sequence[at:], TORN - 0.05), costly=True) == whole
        late = read((sequence[:at], 0.0), (sequence[at:], TORN - 0.05))
        assert [one for one in late if one != "Key escape"] == whole, "esc is believed sooner where it costs nothing, but no letter is typed"


@pytest.mark.parametrize("pause", [0.05, LONE + 0.05, TORN + 0.05])
@pytest.mark.parametrize("typed", ["hello", "Oh no", "[", "]]", " ok", ESC])
def test_esc_and_then_words_are_esc_and_those_words(typed, pause):
    keys = [key for letter in typed for key in read((letter, 0.0))]
    for costly in (False, True):
        assert read((ESC, 0.0), *((letter, pause) for letter in typed), costly=costly) == ["Key escape", *keys]


@pytest.mark.long
def test_a_torn_report_of_the_focus_stops_no_reply(tmp_path):
    with OnTerminal("--max-tokens", "200", environ={"SPECDECK_STATE_DIR": str(tmp_path)}) as app:
        app.wait_for("ready")
        app.type("Tell me a story\r")
        app.wait_for("writing, round")
        app.type(ESC)
        time.sleep(TORN - 0.1)  # nothing is measured: a later rest would be typed, and k changed
        app.type("[I")
        app.wait_for("over the whole reply")
        app.type("\x11")
        assert app.code() == 0
    (record,) = (tmp_path / "conversations").glob("*.jsonl")
    assert '"reason":"length"' in record.read_text() and '"k":4' in record.read_text()
