"""A guest of `specdeck web`: each try at this computer's files, models or history is refused in a line, and what they save is sent to their browser."""

from __future__ import annotations

import os
import sys

import pytest

from specdeck.actions import choosing_models, loading
from specdeck.app_state import AppState
from specdeck.models.disk import scan_disk
from specdeck.notices import Refusal
from tests.helpers.fake import FakeSession
from tests.helpers.play import leave, person, playground, talk, until

OPENED: list[str] = []
HOSTILE = ("../secret.jsonl", "../../../../etc/passwd.md", "/etc/specdeck.json", "~/x.md", "~root/x.md", "a/b.md", ".hidden.md", "link.jsonl/../x.md", "x\0.md", "ä.md", 'a";x=.md', "a\nb.md", "-x.md", "a b.md")


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Note every file that is opened; Python's audit hooks cannot be removed."""
    if event == "open" and isinstance(arguments[0], (str, bytes, os.PathLike)):
        OPENED.append(os.fsdecode(arguments[0]))


@person
async def test_a_guest_reaches_nothing_of_this_computer(tmp_path, monkeypatch):
    here, secret = tmp_path / "here", tmp_path / "secret.jsonl"
    here.mkdir()
    secret.write_text("{}\n")
    (here / "link.jsonl").symlink_to(secret)
    monkeypatch.chdir(here)
    app, got = playground(session := FakeSession()), {}
    state = app.state
    state.user.guest, state.user.deliver = True, got.__setitem__
    async with app.run_test(size=(120, 36)) as pilot:
        await talk(pilot, session)
        sys.addaudithook(watch)
        OPENED.clear()
        before, loads = state.catalogue.folders.names[:], state.engine.loading
        for line in (*(f"/save {name}" for name in HOSTILE), *(f"/save {name}.svg" for name in HOSTILE),
                     *(f"/replay {name}" for name in (*HOSTILE, str(secret), "link.jsonl")),
                     "/draft ../models/x", "/draft mlx-community/Qwen3-0.6B-4bit", "/draft /etc", f"/draft {tmp_path}/"):
            app._notifications.clear()
            app.say(line)
            await until(pilot, lambda: len(app._notifications) > 0)
            assert all(note.severity == "warning" for note in app._notifications), line
        assert got == {} and state.engine.loading is loads and state.catalogue.folders.names == before
        assert not [name for name in OPENED if name.startswith(str(tmp_path)) or "passwd" in name]
        assert sorted(path.name for path in tmp_path.rglob("*")) == ["here", "link.jsonl", "secret.jsonl"]
        app.say("/save tale.md")
        app.say("/save screen.svg")
        await until(pilot, lambda: len(got) == 2)
        assert "hi" in got["tale.md"] and got["screen.svg"].startswith("<svg")
        assert not list(here.glob("*.md"))
        await leave(app)


@pytest.mark.parametrize("act", [
    lambda state: choosing_models.ask(state, "/etc"), lambda state: choosing_models.ask(state, "~/models"), lambda state: choosing_models.ask(state, "qwen3"),
    lambda state: choosing_models.check(state, "org/name"), lambda state: choosing_models.download(state, "org/name"),
    lambda state: choosing_models.download_pair(state, None), lambda state: loading.load_drafter(state, "org/name"),
])  # fmt: skip
def test_the_hub_and_folders_are_not_a_guests(act):
    state = AppState(FakeSession())
    state.user.guest, state.catalogue.background = True, None  # what is not refused breaks
    with pytest.raises(Refusal, match="visitors of this page may not"):
        act(state)


def test_a_guests_list_of_models_has_those_that_are_loaded(monkeypatch):
    monkeypatch.setattr("specdeck.models.disk._cached", lambda troubles: pytest.fail("the hub's cache was looked at"))
    monkeypatch.setattr("specdeck.models.disk._models_in", lambda folder: pytest.fail(f"{folder} was looked at"))
    assert {item.origin for item in scan_disk((), all_disk=False).items} == {"embedded"}
