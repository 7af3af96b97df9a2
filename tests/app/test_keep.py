"""Keeping and bringing back: what was saved is what comes again, round by round; history survives; nothing is lost on the way."""

import asyncio
import json
import os
import re
import stat
from pathlib import Path

import pytest

from specdeck.actions import chatting, saving
from specdeck.apply_reports import apply_pending
from specdeck.chat.conversation import fold
from specdeck.decoding.errors import SpecdeckError
from specdeck.decoding.types import Round, Settings
from specdeck.offscreen import picture
from specdeck.records import history, trace
from specdeck.records.history import Journal
from specdeck.records.replay import Replay
from specdeck.settings import paths
from tests.helpers.fake import FakeSession
from tests.helpers.play import (
    WIDE,
    burst,
    drawn,
    hides,
    idle,
    leave,
    opened,
    person,
    playground,
    press,
    rested,
    shows,
    type_line,
    until,
)
from tests.helpers.states import shape, state_with, talk


@pytest.fixture
def session():
    return FakeSession(Settings(temperature=0.8))


@pytest.fixture
def state(session):
    state = state_with(session)
    talk(state, session)
    return state


# Traces of the conversation


def test_a_replay_is_the_same_rounds_at_the_same_times(state):
    told, now = state.chat.entries, [0.0]
    replay = Replay(FakeSession(), told, now=lambda: now[0])
    seen = []
    for step in range(200):
        now[0] = step * 0.01
        seen += [(now[0], entry) for entry in replay.drain()]
    assert [entry for _, entry in seen] == told and replay.over
    rounds = [at for at, entry in seen if isinstance(entry, Round)]
    assert rounds == pytest.approx([0.05 * (n + 1) for n in range(12)], abs=0.011)


@opened
async def test_replay_plays_in_the_chat_and_esc_shows_the_end(pilot, session, state):
    await type_line(pilot, "hi")
    session.play(seconds=60.0)
    await idle(pilot)
    before = shape(state.chat)
    await type_line(pilot, "/replay")
    assert state.busy and state.replay
    await shows(pilot, "playing a recording")
    await type_line(pilot, "/k 9")
    await press(pilot, "", "recording is playing")
    await type_line(pilot, "/load other")
    await pilot.press("escape")
    await until(pilot, lambda: not state.busy and state.engine.loading is None)
    assert shape(state.chat) == before and state.session is session


@opened
async def test_a_replay_ends_in_the_same_picture_to_the_byte(pilot, app, session, state, prompt):
    prompt.blinks = False
    chatting.send(state, "hi")
    session.play()
    await idle(pilot)
    await rested(pilot)
    entries = trace.parse(trace.dump(state.chat.entries))
    assert await asyncio.to_thread(picture, entries) == app.export_screenshot()


# Files of other kinds


@person
async def test_a_picture_has_neither_notice_nor_the_typing_in_it_and_the_notice_stays():
    place = paths.conversations().parent / "screen.svg"
    place.parent.mkdir(parents=True, exist_ok=True)
    app = playground(FakeSession())
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await until(pilot, lambda: app.state.pair is not None)
        app.notify("saved somewhere", timeout=60)
        await until(pilot, lambda: "saved somewhere" in drawn(pilot))
        burst(pilot, *f"/save {place}", "enter")
        await until(pilot, place.exists)
        picture = place.read_text()
        assert "somewhere" not in picture and "save" not in picture and "Ask" in picture
        await until(pilot, lambda: "saved somewhere" in drawn(pilot))
        await leave(app)


def test_a_picture_is_for_sharing_and_a_conversation_is_not_and_each_can_be_saved_twice_in_a_second(state, monkeypatch, umask):
    umask(0o022)
    state.user.picture = lambda: "<svg/>"
    for name in ("x.svg", "x.md", "x.json", "x.jsonl", "specdeck-race.html"):
        saving.save(state, name)
    (turn,) = json.loads(Path("x.json").read_text())["turns"]
    assert turn["text"] == "".join(token["text"] for token in turn["tokens"]) == state.chat.reply.text and len(turn["rounds"]) == turn["stats"]["rounds"] == 12
    assert turn["prompt"] == "hi" and turn["model"] == "toy-target" and turn["settings"]["k"] == 4 and turn["finish_reason"] == "stop"
    assert {place.suffix: stat.S_IMODE(place.stat().st_mode) for place in Path().iterdir()} == {".svg": 0o644, ".md": 0o600, ".json": 0o600, ".jsonl": 0o600, ".html": 0o600}
    monkeypatch.setattr(saving.files, "clock", lambda: "20261127-080000")
    saving.save(state, "md"), saving.save(state, "md"), saving.put(state, "card", "svg", "<svg/>")
    assert {file.name for file in Path().glob("*-2026*")} == {f"specdeck-{name}" for name in ("20261127-080000-2.md", "20261127-080000.md", "card-20261127-080000.svg")}


def test_what_cannot_be_saved_says_why(session):
    def refused(why: str, name: str, what=saving.save) -> None:
        with pytest.raises(SpecdeckError, match=re.escape(why)):
            what(state, name)

    state = state_with(session)
    refused("nothing to save", "")
    chatting.send(state, "hi")
    refused("esc stops it", "")
    refused("esc stops it", "", saving.replay)
    refused("no screen", "svg")
    session.play()
    apply_pending(state)
    Path("there.md").write_text("mine")
    for name, why in (("talk.txt", "end the name with one of .jsonl"), ("no/talk.md", "no folder"), ("there.md", "exists already")):
        refused(why, name)
    assert Path("there.md").read_text() == "mine"


# History


def test_a_conversation_is_written_down_while_it_happens_and_a_damaged_one_opens_up_to_its_first_bad_line(session, tmp_path):
    """tests/trust/test_state_files.py has other damage, and goes on with what was read."""
    state = state_with(session, tmp_path)
    talk(state, session)
    chatting.send(state, "and then?")
    (file,) = tmp_path.glob("*.jsonl")
    for rounds in range(1, 5):
        session.play(1)
        apply_pending(state)  # from here on a crash cannot take it
        assert len(fold(history.recall(file).entries).reply.rounds) == rounds
    chatting.stop(state)
    apply_pending(state)
    state.journal.close()
    lines = file.read_bytes().split(b"\n")
    at = [number for number, line in enumerate(lines) if line.startswith(b'{"type":"asked"')][1] + 3
    for damage in (bytes(len(lines[at])), b"", lines[at][: len(lines[at]) // 2], lines[at] + b"\xff"):
        file.write_bytes(b"\n".join([*lines[:at], damage, *lines[at + 1 :]]))
        late = state_with(FakeSession(), tmp_path)
        assert f"line {at + 1} " in saving.recall(late, file)
        assert [turn.prompt for turn in late.chat.turns] == ["hi", "and then?"] and late.chat.reply.finish.reason == "interrupted"


def test_a_conversation_that_another_specdeck_is_in_is_not_opened_and_ours_stays(session, tmp_path):
    theirs, ours = state_with(session, tmp_path), state_with(FakeSession(), tmp_path)
    talk(theirs, session)
    chatting.send(ours, "ours")
    ours.session.play(2)
    ours.session.stop(ours.chat.reply.job)
    apply_pending(ours)
    with pytest.raises(SpecdeckError, match="open in another specdeck"):
        saving.recall(ours, theirs.journal.path)
    assert ours.chat.turns[0].prompt == "ours" and ours.journal.path not in (None, theirs.journal.path)


def test_a_replayed_conversation_that_is_gone_on_with_is_written_down_whole(state, session, tmp_path):
    state.journal = Journal(tmp_path)
    saving.play(state, state.chat.entries)
    chatting.stop(state)
    apply_pending(state)
    assert not list(tmp_path.iterdir())
    talk(state, session, "more")
    state.journal.close()
    (file,) = tmp_path.glob("*.jsonl")
    assert shape(fold(trace.load(file))) == shape(state.chat) and len(state.chat.turns) == 2


@opened
async def test_a_conversation_of_before_is_found_by_a_word_of_any_of_its_prompts_and_one_is_deleted(pilot, session, state):
    def listed() -> list[str]:
        return [kept.prompt for kept in history.history(folder).items]

    folder = paths.conversations()
    state.journal = Journal(folder)
    await type_line(pilot, "/history")
    await press(pilot, "", "no earlier conversation")
    for prompts in (("a bus to Fresno", "and a hotel with a Pool"), ("a film tonight",), ("a poem",)):
        for prompt in prompts:
            chatting.send(state, prompt)
            session.play()
            await idle(pilot)
        chatting.clear(state)
    for name, strange in (("00", b"not ours\n\n"), ("01", b"\xff\xfe")):
        (folder / f"99990101-000000-{name}.jsonl").write_bytes(strange)
    await type_line(pilot, "/history")
    await shows(pilot, "CONVERSATIONS", "a bus to Fresno")
    assert drawn(pilot).index("a poem") < drawn(pilot).index("a film tonight") < drawn(pilot).index("a bus to Fresno")
    await press(pilot, "delete", "delete it permanently")
    assert len(listed()) == 3
    await pilot.press("delete")
    await hides(pilot, "a poem")
    await pilot.press(*"pool")
    await hides(pilot, "a film tonight")
    await press(pilot, "x", "nothing is found")
    await pilot.press("backspace", "enter")
    await until(pilot, lambda: len(state.chat.turns) == 2)
    assert listed() == ["a film tonight", "a bus to Fresno"] and not state.busy
    newest, oldest = history.history(folder).items
    os.utime(oldest.path, (newest.when.timestamp() + 60,) * 2)  # it was continued
    assert listed() == ["a bus to Fresno", "a film tonight"]
