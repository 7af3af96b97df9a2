"""`specdeck run --trace` and `specdeck replay`: a recording tells again what was told, with no model."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress

import pytest

from specdeck import assets
from specdeck.decoding.types import Finish, Round
from specdeck.records import trace
from tests.helpers.command_line import ENDLESS, PROMPT


@pytest.mark.parametrize("options, ended", [(("--drafter", "hybrid", "--temperature", "0.8", "--seed", "3"), 0), (("--stop", "a"), 0), (("--raw", "-k", "0"), 0), (ENDLESS, 130)])
def test_a_replay_is_the_run_again_with_the_best_tokens_of_both_and_their_texts(cli, signal_after, tmp_path, options, ended):
    """Of a run that was interrupted too."""
    file = str(tmp_path / "one.jsonl")
    if ended:
        signal_after(signal.SIGINT, 3)
    ran = cli("run", PROMPT, "--json", "--trace", file, "--max-tokens", "400" if ended else "24", *options)
    assert ran.code == ended and cli("replay", file, "--json").json == ran.json
    assert cli("replay", file).out == ran.json["text"] + "\n"
    for wrote in (entry for entry in trace.load(file) if isinstance(entry, Round)):
        assert wrote.top_p and {token for row in (*wrote.top_p, *wrote.top_q) for token, _ in row} == set(wrote.names)


def test_a_run_that_wrote_nothing_leaves_no_trace_and_one_that_broke_off_a_whole_one(cli, tmp_path, monkeypatch):
    file = tmp_path / "one.jsonl"
    for more in (("--logit-bias", "999999=1"), ("--drafter", "assistant")):
        assert cli("run", PROMPT, "--trace", str(file), *more).code != 0 and not file.exists()
    monkeypatch.setattr(sys.stdout, "write", broken_after(3))
    with suppress(BrokenPipeError):
        cli("run", PROMPT, "--trace", str(file), "--max-tokens", "64")
    monkeypatch.undo()
    assert [type(entry) for entry in trace.load(file)][-1] is Finish


def broken_after(count):
    """A write that raises as on a closed pipe, after so many calls."""
    calls = []

    def write(text):
        calls.append(text)
        if len(calls) > count:
            raise BrokenPipeError
        return len(text)

    return write


SAME = (assets.TRACES / "same.jsonl").read_text().splitlines(keepends=True)
ROUNDS = [at for at, line in enumerate(SAME) if line.startswith('{"type":"round"')]
BAD = f"line {ROUNDS[2] + 1} "
BROKEN = {  # what is left of a trace: how many rounds precede the fault, and what is said of it
    "cut in a round": ([*SAME[: ROUNDS[2]], SAME[ROUNDS[2]][:20]], 2, "it was not written to its end"), "cut before a round": (SAME[: ROUNDS[0]], 0, "it was not written to its end"),
    "no JSON": ([*SAME[: ROUNDS[2]], "once upon a time\n", *SAME[ROUNDS[2] + 1 :]], 2, f"{BAD}is not JSON: the file is cut off or damaged"),
    "of no kind": ([*SAME[: ROUNDS[2]], "{}\n", *SAME[ROUNDS[2] + 1 :]], 2, f"{BAD}is of no kind that a trace has"),
    "a round is missing": ([*SAME[: ROUNDS[2]], *SAME[ROUNDS[2] + 1 :]], 2, f"{BAD}does not fit: round 3 contradicts itself"),
}  # fmt: skip


@pytest.mark.parametrize("lines, rounds, why", BROKEN.values(), ids=BROKEN)
def test_a_trace_that_was_cut_off_or_damaged_is_played_as_far_as_it_goes(cli, tmp_path, lines, rounds, why):
    """As SIGKILL, a full disk or another program leaves it."""
    file, picture = tmp_path / "cut.jsonl", tmp_path / "x.svg"
    file.write_text("".join(lines))
    found, told, drawn = cli("replay", str(file), "--json"), cli("replay", str(file)), cli("replay", str(file), "--svg", str(picture))
    for done in (found, told, drawn):
        assert done.code == 0 and done.err.startswith(f"specdeck: {file}") and done.err.count("\n") == 1 and done.err.endswith(f": {why}; this is what precedes it\n")
    assert len(found.json["rounds"]) == rounds and found.json["finish_reason"] == "interrupted" and told.out == found.json["text"] + "\n"
    assert "<svg" in picture.read_text()


def test_a_trace_that_holds_nothing_yet_or_nothing_readable_is_refused(cli, tmp_path):
    header, asked, *_ = SAME
    file = tmp_path / "cut.jsonl"
    for text, why in (
        (header, "is empty"), (header + asked[:50], "cut off in line 2"), (header[:20], "cut off in line 1"), (f"{header}{{}}\n", "line 2 is of no kind"),
        ("once upon a time\n", f"{file}"), (None, f"{file}"),
    ):  # fmt: skip
        file.write_text(text) if text else file.unlink()
        assert cli("replay", str(file), "--json").refused(why)


def test_a_replay_is_written_as_a_page_for_browsers(cli, tmp_path):
    page, words = tmp_path / "one.html", ("replay", str(assets.TRACES / "same.jsonl"), "--html", str(tmp_path / "one.html"))
    assert cli(*words).code == 0
    assert page.read_text().count('class="t"') == sum(len(entry.tokens) for entry in trace.load(words[1]) if isinstance(entry, Round))
