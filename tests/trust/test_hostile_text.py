"""Hostile text by every way to a terminal or into a file that is shared: none of it acts. N strings a way, from one seed; SPECDECK_TRIES=N."""

import json
import os
import re
import sys
import unicodedata
import xml.etree.ElementTree as ET
from dataclasses import replace
from random import Random

import pytest
from rich.segment import Segment

from specdeck.chat.conversation import fold
from specdeck.compare.result_words import ResultCard, side_words
from specdeck.decoding.types import Settings
from specdeck.drawing.clean_text import clean, one_line
from specdeck.models.catalogue import Catalogue
from specdeck.models.hub import Listed
from specdeck.records import export, trace
from specdeck.terminal import app_terminal
from specdeck.terminal.streams import Painter
from specdeck.widgets import model_lists
from tests.helpers import checkpoints
from tests.helpers.command_line import OnTerminal, SaidTerminal
from tests.helpers.damaged import changed
from tests.helpers.play import opened, type_line, until
from tests.trust.corrupt import QUOTED
from tests.trust.hostile import MARK, SEED, TRIES, hostile, obeyed, random_entries

SHAPERS = "\n\t\u200b\u200c\u200d\u00ad\u2060\ufeff"  # invisible; emoji and some scripts are written with them


def drawn_by_the_driver(rng: Random) -> str:
    """A name that no widget cleaned."""
    text = hostile(rng)
    (line,) = app_terminal.NoControls().apply([Segment(text)], None)
    assert line.cell_length == Segment(text).cell_length, repr(text)
    return line.text


def saved(rng: Random) -> str:
    """A conversation as JSON and as a trace."""
    entries = random_entries(rng)
    both = export.conversation_json(chat := fold(entries)) + trace.dump(entries)
    assert both.isascii() and json.loads(export.conversation_json(chat))
    return both


def markdown(rng: Random) -> str:
    chat = fold(random_entries(rng))
    chat.system = hostile(rng)
    text = export.markdown(chat)
    return text.encode().decode()


def card(rng: Random) -> str:
    """A picture of results, which is well-formed."""
    picture = ResultCard(hostile(rng), hostile(rng), [(hostile(rng), 1.0, hostile(rng))], [hostile(rng)], hostile(rng)).svg()
    ET.fromstring(picture)
    assert "<script" not in picture and "<a " not in picture
    return picture


def listed(rng: Random) -> str:
    """A row of what the hub has."""
    cells = model_lists._offer(Listed(hostile(rng), 10**9, 5, True), Catalogue(), rng.random() < 0.5)
    pieces = [piece for cell in cells for piece in cell]
    assert all("click" not in style and "link" not in style for _, style in pieces)
    return "".join(text for text, _ in pieces)


WAYS = {  # how a hostile text gets out, and what it may hold there
    "painted": (lambda rng: Painter(SaidTerminal(), {"TERM": "dumb"}).paint(hostile(rng), "plain"), "\n\t"),
    "drawn by the driver": (drawn_by_the_driver, ""),
    "a side's name": (lambda rng: side_words(Settings(drafter=f"model:{hostile(rng)}")), ""),
    "saved": (saved, "\n"), "markdown": (markdown, SHAPERS), "card": (card, "\n\t"), "listed": (listed, ""),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_what_gets_out_is_drawn_and_not_obeyed(way):
    rng, (make, allowed) = Random(SEED), WAYS[way]
    for _ in range(TRIES):
        text = make(rng)
        assert not obeyed(text, but=allowed), repr(text)


def test_no_character_that_a_terminal_obeys_is_left_and_scripts_and_emoji_are():
    left = clean(every := "".join(map(chr, range(0x20000))))
    assert not {letter for letter in left if unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")} - set("\n\t")
    assert not set("\u202a\u202e\u2066\u2069\u200f\u206c") & set(left) and len(left) > len(every) // 2
    assert one_line("a\nb\tc") == "a⏎b⇥c" and one_line("abcdef", 4) == "abc…"
    chat = fold(random_entries(Random(SEED)))
    chat.turns[0].prompt = "👩‍👩‍👧 می‌خواهم"
    assert chat.turns[0].prompt in export.markdown(chat)


def drawn(app) -> str:
    """All that goes to the terminal now; what a click there would do is looked at too."""
    lines = app.screen._compositor.render_strips()
    for line in lines:
        for segment in line:
            assert MARK not in str(segment.style and segment.style.meta) and MARK not in str(segment.style and segment.style.link)
    return "\n".join("".join(segment.text for segment in line) for line in lines)


@opened
async def test_nothing_of_a_hostile_trace_acts_in_the_app(pilot, session, app, state, tmp_path):
    rng, file = Random(SEED), tmp_path / "t.jsonl"
    for _ in range(max(1, TRIES // 300)):
        file.write_text(trace.dump(random_entries(rng)))
        await type_line(pilot, f"/replay {file}")
        await pilot.press("escape")  # its end
        await until(pilot, lambda: state.replay is None or state.replay.over)
        assert "[/]" in drawn(app) or "[bold red]" in drawn(app), "markup is text"
        session.tell(replace(session.pair, target=hostile(rng), drafters=("none", hostile(rng), f"model:{hostile(rng)}"), unavailable={hostile(rng): hostile(rng)}))
        session.fail("load", hostile(rng))
        await pilot.pause()
        for key in ("tab", "left", "f3", "d", "escape", "f5", "ctrl+p", "escape", "f1"):
            await pilot.press(key)
            await pilot.pause()
            assert not obeyed(drawn(app), but="\n"), key
        await pilot.hover(offset=(5, 4))
        await pilot.pause()
        assert not obeyed(drawn(app), but="\n") and MARK not in (app.title + str(app.sub_title))
        await pilot.press("escape", "f2")


def test_a_trace_on_a_terminal_that_only_shows_is_cleaned(cli, tmp_path, monkeypatch):
    rng, file = Random(SEED), tmp_path / "t.jsonl"
    for _ in range(max(20, TRIES // 10)):
        file.write_text(trace.dump(random_entries(rng)))
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", terminal := SaidTerminal())
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
        monkeypatch.setenv("SPECDECK_CONFIG_DIR", str(tmp_path / named(rng)))
        done = cli("paths")
        assert done.code == 0 and not obeyed(done.out) and done.out.count("\n") == 3


OURS = re.compile(r"\x1b\[[0-9;]*m|\r?\x1b\[K|\r\n")  # colours, the progress line, a terminal's line ends


@pytest.mark.parametrize("debug, shown", [("", False), ("1", True)])
def test_what_a_library_says_of_a_config_is_shown_cleaned_to_who_looks_for_a_fault_alone(tmp_path, debug, shown):
    folder = changed(checkpoints.target(tmp_path / "m", "qwen3"), rope_scaling=QUOTED["rope_scaling"])
    environ = {"SPECDECK_DEBUG": debug or None, "TRANSFORMERS_VERBOSITY": None}  # which mlx-vlm sets once it is imported
    with OnTerminal("run", "hi", "--max-tokens", "2", "--model", str(folder), "--drafter", "lookup", environ=environ) as app:
        assert app.code() == 0
    said = app.seen.decode()
    assert obeyed(OURS.sub("\n", said)) == [] and ("owned" in said) == shown
