"""Hostile text by every way to a terminal: none of it acts. N strings a way, from one seed."""

import io
import os
import sys
import unicodedata
from dataclasses import replace
from random import Random

import pytest

from specdeck.actions import replaying
from specdeck.decoding.types import Settings
from specdeck.drawing.clean_text import clean, one_line
from specdeck.records import trace
from specdeck.terminal import drawing
from specdeck.terminal.streams import Painter
from tests.helpers.fake import FakeSession
from tests.helpers.play import person, playing, until
from tests.trust.hostile import MARK, SEED, TRIES, hostile, obeyed, random_entries


class Terminal(io.StringIO):
    """A stdout that says it is a terminal."""

    reconfigure = lambda self, **_: None  # noqa: E731

    def isatty(self) -> bool:
        return True


def test_what_is_cleaned_is_drawn_and_not_obeyed():
    rng = Random(SEED)
    for _ in range(TRIES * 10):
        text = hostile(rng)
        assert not obeyed(clean(text)) and not obeyed(one_line(text), but=""), repr(text)
        assert not obeyed(Painter(Terminal(), {"TERM": "dumb"}).paint(text, "plain")), repr(text)


def test_a_name_that_no_widget_cleaned_is_cleaned_before_the_terminal():
    from rich.segment import Segment

    rng = Random(SEED)
    for _ in range(TRIES * 10):
        text = hostile(rng)
        (line,) = drawing.NoControls().apply([Segment(text)], None)
        assert not obeyed(line.text) and line.cell_length == Segment(text).cell_length, repr(text)


def drawn(app) -> str:
    """All that goes to the terminal now; what a click there would do is looked at too."""
    lines = app.screen._compositor.render_strips()
    for line in lines:
        for segment in line:
            assert MARK not in str(segment.style and segment.style.meta) and MARK not in str(segment.style and segment.style.link)
    return "\n".join("".join(segment.text for segment in line) for line in lines)


@person
async def test_nothing_of_a_hostile_trace_acts_in_the_app():
    rng = Random(SEED)
    for _ in range(max(1, TRIES // 300)):
        entries = random_entries(rng)
        session = FakeSession()
        async with playing(session) as pilot:
            deck = pilot.app.deck
            replaying.play(deck, entries, speed=1e6)
            await until(pilot, lambda: deck.replay is None or deck.replay.over)
            session.tell(replace(session.pair, target=hostile(rng), drafters=("none", hostile(rng), f"model:{hostile(rng)}"), unavailable={hostile(rng): hostile(rng)}))
            session.fail("load", hostile(rng))
            await pilot.pause()
            for key in ("tab", "left", "left", "left", "f3", "d", "escape", "f5", "f1", "escape", "ctrl+p", "escape", "f1"):
                await pilot.press(key)
                await pilot.pause()
                assert not obeyed(drawn(pilot.app), but="\n"), (key, entries)
            await pilot.hover(offset=(5, 4))
            await pilot.pause()
            assert not obeyed(drawn(pilot.app), but="\n")
            assert MARK not in (pilot.app.title + str(pilot.app.sub_title))


def test_a_trace_on_a_terminal_that_only_shows_is_cleaned(cli, tmp_path, monkeypatch):
    rng = Random(SEED)
    for number in range(max(20, TRIES // 10)):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(trace.dump(random_entries(rng)))
        terminal = Terminal()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", terminal)
            assert cli("replay", str(file)).code == 0
        assert terminal.getvalue() and not obeyed(terminal.getvalue())


def named(rng: Random) -> str:
    """A hostile name that a folder can have."""
    return os.fsdecode(hostile(rng).replace("/", ":").replace("\x00", "0").encode("utf-8", "replace")[:200].decode("utf-8", "ignore").encode()) or "x"


def test_folder_names_in_the_table_of_models_and_in_paths(cli, tmp_path, monkeypatch):
    rng = Random(SEED)
    for _ in range(max(30, TRIES // 10)):
        (tmp_path / "models" / named(rng)).mkdir(parents=True, exist_ok=True)
    for folder in (tmp_path / "models").iterdir():
        (folder / "config.json").write_text('{"model_type": "qwen2"}')
    done = cli("models", str(tmp_path / "models"))
    assert done.code == 0 and not obeyed(done.out) and not obeyed(done.err)
    for _ in range(TRIES // 10):
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / named(rng)))
        done = cli("paths")
        assert done.code == 0 and not obeyed(done.out) and done.out.count("\n") == 3


def test_what_argparse_quotes_is_cleaned(cli):
    rng = Random(SEED)
    for number in range(TRIES):
        text = hostile(rng)
        for words in (("run", "x", f"--{text}"), ("run", "x", text), ("run", "x", "-k", text), ("run", "x", "--thinking", text), (text,)):
            done = cli(*words)
            assert done.code in (0, 1, 2) and not obeyed(done.err) and "Traceback" not in done.err, (words, done.err)
            assert done.code != 0 or number < 0, words


@pytest.mark.parametrize("name", ["\x1b[2Jmodel", "model:\x1b]0;pwned\x07"])
def test_a_drafter_of_a_hostile_name_is_compared_by_a_clean_one(name):
    from specdeck.compare.result_words import side_words

    assert not obeyed(side_words(Settings(drafter=name)))


def test_nothing_that_a_terminal_obeys_is_left():
    every = "".join(map(chr, range(0x20000)))
    left = {letter for letter in clean(every) if unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")} - set("\n\t")
    assert not left
    assert not set("\u202a\u202e\u2066\u2069\u200f") & set(clean(every))


def test_one_line_is_one_line():
    assert one_line("a\nb\tc") == "a⏎b⇥c" and one_line("abcdef", 4) == "abc…"
