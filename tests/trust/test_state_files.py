"""What specdeck writes for itself, damaged by a crash, another program or a stranger: read, or left aside; never an exception, never a
file that others may read."""

import json
import re
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from specdeck.actions import chatting, saving
from specdeck.app import chosen_theme
from specdeck.apply_reports import apply_pending
from specdeck.chat.conversation import fold
from specdeck.chat.entries import renumber
from specdeck.decoding import RateEstimator
from specdeck.decoding.types import Settings
from specdeck.lesson.course import Course
from specdeck.lesson.pages import PAGES
from specdeck.lesson.recordings import Recordings
from specdeck.models.disk import NamedFolders
from specdeck.models.measurements import Measurements, keep_learnt, learnt_passes, recall_learnt
from specdeck.records import history, trace
from specdeck.records.files import TraceError
from specdeck.settings import config
from tests.helpers.fake import TAKES, FakeSession, round_of
from tests.helpers.states import ENTRIES, MEASUREMENT, shape, state_with
from tests.trust.corrupt import mutated, place, torn
from tests.trust.hostile import SEED, TRIES


def damaged(text: str, rng: Random) -> bytes:
    """A file of JSON lines with a line of other values, or other bytes."""
    lines = text.splitlines()
    if rng.random() < 0.6:
        at = rng.randrange(len(lines))
        lines[at] = json.dumps(mutated({"line": json.loads(lines[at])}, rng).get("line"))
        return "\n".join(lines).encode("utf-8", "replace")
    return torn(text.encode(), rng)


def test_conversations(cli, tmp_path):
    """Reading never writes: not even an hour later, when the conversation is gone on with, is anything lost that can be read."""
    rng, sound = Random(SEED), trace.dump(entry for job in range(3) for entry in renumber(ENTRIES, job))
    for number in range(TRIES):
        file = tmp_path / f"20260101-000000-{number:05}.jsonl"
        file.write_bytes(before := damaged(sound, rng))
        if number % 3 == 0:
            done = cli("replay", str(file), "--json")
            assert done.code == 0 or (done.refused() and "SPECDECK_DEBUG" not in done.err), done.err
        try:
            read = history.recall(file)
        except TraceError as error:
            assert "\n" not in str(error) and file.read_bytes() == before
        else:
            gone_on_with(file, read, before)
        history.history(tmp_path)
        file.unlink()


def gone_on_with(file: Path, read: trace.RecoveredTrace, before: bytes) -> None:
    """Another turn is added to what was read, and all is there afterwards."""
    state = state_with(FakeSession(), file.parent)
    saving.resume(state, read, file)
    assert file.read_bytes() == before
    chatting.send(state, "and now?")
    state.session.play(2)
    state.session.stop(state.chat.reply.job)
    apply_pending(state)
    written = state.journal.path
    state.journal.close()
    assert file.read_bytes().startswith(before if read.damaged else before[: before.rfind(b"\n") + 1]), "a whole line is gone"
    assert (written != file) == read.damaged
    again = history.recall(written)
    assert not again.trouble and shape(fold(again.entries)) == shape(state.chat)
    if read.damaged:
        written.unlink()


def lesson(file: Path) -> None:
    """All that the screen asks of the lesson, and a guess."""
    course = Course(PAGES, Recordings(), file)
    assert course.step and course.progress.score() and (course.guess is None or course.feedback is not False)
    course.forward()
    assert course.feedback is None or course.feedback[0].startswith("You said")
    course.answer(2)
    course.back()


def measured(file: Path) -> None:
    """All that the list of models asks of the measurements, and one more."""
    measurements = Measurements(file)
    for found in measurements.of("t") + measurements.of("t", "d"):
        assert f"{found.k} {found.tokens_per_second:.1f} {found.temperature:g} {found.speed_up or 0:.2f} {found.acceptance_rate or 0:.0%}"
    measurements.add(MEASUREMENT)


def folders(file: Path) -> None:
    """A folder is added, found and removed."""
    named = NamedFolders(file)
    named.add("/added")
    assert named.above(Path("/added/model")) == "/added"
    named.remove("/added")


def learnt(file: Path) -> None:
    """All that auto and adaptive k ask of what they learnt, a round more, and that is stored."""
    pair = SimpleNamespace(target_path="/models/t", paths={"model": "/models/d"}, estimator=RateEstimator())
    recall_learnt(pair, file)
    assert all(seconds >= 0 for passes in learnt_passes(file).values() for seconds in passes.values())
    for drafter in ("model", "lookup"):
        assert 0 <= pair.estimator.expected(drafter, 4, hopeful=True)[4] <= 5
        assert 0 <= pair.estimator.draft_length(drafter, 8) <= 8
    for take in TAKES:
        pair.estimator.learn(round_of(0, take, Settings(drafter="model", k=4)))
    keep_learnt(pair, file)


def settings(file: Path) -> None:
    """The config, or one line about it."""
    try:
        config.load()
    except config.ConfigError as error:
        assert "\n" not in str(error)


STATE = {  # a file's name -> what it may hold, and what uses it
    "measured.jsonl": ("".join(f"{json.dumps(asdict(replace(MEASUREMENT, at=at)))}\n" for at in (0.0, 1.0)), measured),
    "folders.json": ('["/models", "~/x"]', folders),
    "lesson.json": ('{"page": 4, "step": 2, "guesses": {"rule.1": [2, true], "draft.0": [1, false]}}', lesson),
    "learnt.json": (
        json.dumps({"t d": {"seconds": {"pass": {"1": 0.01, "5": 0.02}, "draft model": {"4": 0.003}}, "slopes": {}, "outcomes": {"model": [[3.0, 4.0], [1.0, 2.0]]},
                            "trusts": {"model": [[1.0, 2.0]]}, "drafters": {"model": "d"}}}), learnt),
    "theme.json": ('{"theme": "nord"}', chosen_theme),
    "config.toml": ('temperature = 0.5\ntheme = "dark"\n[keys]\n"chat.copy" = "y"\n', settings),
}


@pytest.mark.parametrize("name", STATE)
def test_state_and_settings(cli, tmp_path, monkeypatch, name):
    """Other values and other bytes, what is no file, and numbers that no float holds or that nothing of this world has."""
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path))
    monkeypatch.setenv("SPECDECK_CONFIG_DIR", str(tmp_path))
    rng, file, (sound, use) = Random(f"{SEED} {name}"), tmp_path / name, STATE[name]
    damages = [lambda number=number: file.write_text(re.sub(r"(?<=[ \[])\d[\d.]*", number, sound)) for number in ("9" * 400, "-" + "9" * 400, "1e400", "NaN", "1e300", "9" * 5000)]
    for number in range(max(20, TRIES // 10)):
        damages.append(lambda: file.write_bytes(damaged(sound, rng) if name != "config.toml" else torn(sound.encode(), rng)))
        damages += [lambda: place(file, rng)] * (number % 4 == 0)
    use(file)
    for damage in (lambda: None, *damages):
        file.write_text(sound)
        damage()
        done = cli("paths")
        assert done.code in (0, 1, 2) and "SPECDECK_DEBUG" not in done.err, done.err
        use(file)
        if file.is_dir():
            file.rmdir()
        else:
            file.unlink(missing_ok=True)
