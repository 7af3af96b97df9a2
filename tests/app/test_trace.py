"""Traces: what is written is what is read, and whatever else a file holds is refused in one line."""

import json
import random
from functools import partial

import pytest

from specdeck.chat.entries import Asked, Entry
from specdeck.decoding.types import Round, Settings
from specdeck.engine.session import Job, NextReply, write_reply
from specdeck.records import trace
from specdeck.records.files import TraceError
from tests.helpers.fake import FakeSession


def entries(turns: int = 1) -> tuple[Entry, ...]:
    """A conversation: k changes in the middle of its first reply."""
    session, made = FakeSession(Settings(k=4, seed=7, logit_bias={3: -1.5})), []
    for job in range(1, turns + 1):
        made.append(Asked(job, f"prompt \u2028 {job} \N{GRINNING FACE} \ud83d", session.clock(), session.settings, stop=("a", "b")))
        session.submit(Job("reply", partial(write_reply, source=session, asked=NextReply((), 64)), job))
        session.play(3)
        session.settings = Settings(k=2)
        session.play()
        made += [event for _, event in session.drain() if event is not None]
    return tuple(made)


def test_what_is_written_is_what_is_read():
    told = entries(2)
    assert trace.parse(trace.dump(told).encode("utf-8").decode("utf-8")) == told, "half a character survives too"
    assert [entry.settings.k for entry in told if isinstance(entry, Round)][:5] == [4, 4, 4, 2, 2]


def refused(text: str) -> str:
    """Why a text is no trace: always one line, and always with the file's name."""
    with pytest.raises(TraceError) as caught:
        trace.parse(text, "talk.jsonl")
    reason = str(caught.value)
    assert "\n" not in reason and reason.startswith("talk.jsonl") and len(reason) < 200
    return reason


def test_what_is_cut_off_anywhere_and_what_is_no_trace_at_all_is_refused_with_why():
    whole = trace.dump(entries())
    for end in random.Random(1).sample(range(len(whole)), 200):
        assert any(why in refused(whole[:end]) for why in ("cut off", "middle of a reply", "is empty")), end
    for text in ("", "\n", "hello\n", "{}\n", "[1]\n", '{"a": NaN}\n', "[" * 100_000 + "\n", "\x00\n"):
        assert any(why in refused(text) for why in ("is not a trace", "is empty")), text[:20]


def changed(text: str, line: int, change) -> str:
    """The trace with one line's object changed."""
    lines = text.splitlines()
    data = json.loads(lines[line])
    change(data)
    return "\n".join([*lines[:line], json.dumps(data), *lines[line + 1 :], ""])


@pytest.mark.parametrize("line, change, reason", [
    (0, lambda d: d.update(version=1), "version '1', and this specdeck reads version 2: use the specdeck that wrote it"),
    (0, lambda d: d.update(type="playlist"), "is not a trace: save one with /save"),
    (1, lambda d: d.pop("prompt"), "line 2 does not fit: it has no 'prompt'"),
    (1, lambda d: d.update(colour=1), "unknown 'colour'"),
    (1, lambda d: d["settings"].update(k=-1), "line 2 does not fit: settings: k must be a whole number"),
    (2, lambda d: d.update(type="dreamt"), "line 3 is of no kind"),
    (3, lambda d: d.update(accepted=5), "round 1 contradicts itself"),
    (4, lambda d: d.update(accepted=0), "round 2 contradicts itself"),
    (3, lambda d: d.update(index=7), "round 1 contradicts itself"),
    (3, lambda d: (d.clear(), d.update(type="shown", job=1, at=0.0)), "line 4 does not fit: the reply before it has no end"),
    (3, lambda d: (d.clear(), d.update(type="failed", what="reply", reason="x")), "line 5 does not fit: it belongs to no prompt"),
    (3, lambda d: d.update(p=[]), "round 1 contradicts itself"),
    (3, lambda d: d.update(sources=["target"]), "sources must be one of accepted, recovered, bonus, plain"),
    (3, lambda d: d.update(p=[True]), "p must be a number, not 'True'"),
    (3, lambda d: d.update(p=[float("nan")]), "p must be a number, not 'nan'"),
    (3, lambda d: d.update(texts="What"), "texts must be a list"),
    (3, lambda d: d.update(names={"x": "y"}), "names has a key 'x'"),
    (4, lambda d: d.update(sources=["recovered"] + ["accepted"] * 4), "round 2 contradicts itself"),
    (4, lambda d: d.update(sources=["accepted"] * 3 + ["recovered"] * 2), "round 2 contradicts itself"),
])  # fmt: skip
def test_a_line_that_is_wrong_is_named_with_what_is_wrong(line, change, reason):
    assert reason in refused(changed(trace.dump(entries()), line, change))


def test_files_that_cannot_be_had_say_why(tmp_path):
    for path, why in ((tmp_path / "none", "cannot be read"), (tmp_path, "cannot be read"), ("", "is empty: name a file")):
        with pytest.raises(TraceError, match=why):
            trace.load(path)
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    with pytest.raises(TraceError, match="not text"):
        trace.load(tmp_path / "picture")
