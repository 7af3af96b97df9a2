"""What specdeck writes for itself, damaged by a crash, another program or a stranger: read, or left aside; never an exception, never a
file that others may read."""

import json
import os
import stat
from random import Random

import pytest

from specdeck.app.chat.entries import Asked
from specdeck.app.deck import Deck
from specdeck.app.engine.reply_reports import Ended, Wrote
from specdeck.app.lesson.course import Course
from specdeck.app.lesson.material import Material
from specdeck.app.lesson.page_order import PAGES
from specdeck.app.models.measurements import Measurement, Measurements
from specdeck.app.records import journal, trace
from specdeck.app.records.trace import TraceError
from specdeck.app.settings import config
from specdeck.decoding.types import Finish, Settings, Stats
from tests.app.fake import TAKES, FakeSession, names_of, round_of
from tests.trust.corrupt import _bytes, _place
from tests.trust.hostile import SEED, TRIES
from tests.trust.mutations import mutated


def conversation() -> str:
    settings = Settings(drafter="model", k=4)
    entries = [Asked(1, "hi", 0.0, settings, target="toy")]
    for index, take in enumerate(TAKES[:4]):
        event = round_of(index, take, settings)
        texts = (*take.guesses[: event.accepted], take.own)
        entries.append(Wrote(1, event, texts, take.guesses, 0.1 + index, names_of(take, event)))
    return trace.dump([*entries, Ended(1, Finish("stop", None, Stats()), "", 9.0)])


def damaged(text: str, rng: Random) -> bytes:
    """A file of JSON lines with a line of other values, or other bytes."""
    lines = text.splitlines()
    if rng.random() < 0.6:
        at = rng.randrange(len(lines))
        lines[at] = json.dumps(mutated(json.loads(lines[at]), rng))
        return "\n".join(lines).encode("utf-8", "replace")
    data = bytearray(text.encode())
    for _ in range(rng.randint(1, 10)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data[: rng.randrange(len(data))] if rng.random() < 0.5 else data)


def test_conversations(tmp_path):
    rng, sound = Random(SEED), conversation()
    for number in range(TRIES):
        file = tmp_path / f"20260101-000000-{number:05}.jsonl"
        file.write_bytes(damaged(sound, rng))
        try:
            journal.recall(file)
        except TraceError as error:
            assert "\n" not in str(error)
        journal.kept(tmp_path)
        file.unlink()


def test_traces_on_the_command_line(cli, tmp_path):
    rng, sound = Random(SEED), conversation()
    for _ in range(TRIES // 3):
        (tmp_path / "t").write_bytes(damaged(sound, rng))
        done = cli("replay", str(tmp_path / "t"), "--json")
        assert done.code in (0, 1) and "SPECDECK_DEBUG" not in done.err and "Traceback" not in done.err, done.err
        assert done.code == 0 or (done.err.count("\n") == 1 and done.out == "")


@pytest.mark.parametrize("name", ["measured.jsonl", "folders.json", "lesson.json", "config.toml"])
def test_state_and_settings(cli, tmp_path, monkeypatch, name):
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path))
    monkeypatch.setenv("SPECDECK_CONFIG_DIR", str(tmp_path))
    sound = {
        "measured.jsonl": json.dumps({"at": 1.0, "target": "t"}), "folders.json": '["/models"]', "lesson.json": '{"page": 3, "seen": [1]}',
        "config.toml": 'temperature = 0.5\ntheme = "dark"\n[keys]\n"chat.copy" = "y"\n',
    }[name]  # fmt: skip
    rng, file = Random(f"{SEED} {name}"), tmp_path / name
    for number in range(max(20, TRIES // 10)):
        file.write_text(sound)
        (_place if number % 4 == 3 else _bytes)(name)(tmp_path, rng)
        if file.is_file() and file.stat().st_size > 1 << 30:
            file.unlink()  # a terabyte of nothing is for the script
        done = cli("paths")
        assert done.code in (0, 1, 2) and "SPECDECK_DEBUG" not in done.err, done.err
        if name == "config.toml":
            try:
                config.load()
            except config.ConfigError as error:
                assert "\n" not in str(error)
        else:
            Measurements(tmp_path / "measured.jsonl").add(Measurement(1.0, "t", "d", 4, 0.0, "match", 9, 1.0, None, None))
            deck = Deck(FakeSession())
            deck.course = Course(PAGES, Material(), tmp_path / "lesson.json")
        if file.is_dir():
            file.rmdir()
        else:
            file.unlink(missing_ok=True)


def test_what_is_written_is_the_owners_alone(tmp_path, monkeypatch):
    os.umask(0)
    folder = tmp_path / "state"
    keeper = journal.Journal(folder / "conversations")
    from specdeck.app.chat.conversation import Chat

    chat, entry = Chat(), Asked(1, "hi", 0.0, Settings())
    chat.apply(entry)
    keeper.write(entry, chat)
    keeper.close()
    Measurements(folder / "measured.jsonl").add(Measurement(1.0, "t", "d", 4, 0.0, "match", 9, 1.0, None, None))
    for place in [folder, *folder.rglob("*")]:
        assert stat.S_IMODE(place.stat().st_mode) & 0o077 == 0, place
    os.umask(0o022)
