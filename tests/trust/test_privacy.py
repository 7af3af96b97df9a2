"""What stays on this machine: no connection before a person asks for one, no path in a file that is shared, nothing that others may read."""

import asyncio
import os
import socket
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import constants

from specdeck import assets
from specdeck.actions import choosing_models, saving
from specdeck.decoding.checkpoints.hub_download import fetch
from specdeck.decoding.errors import LoadError
from specdeck.decoding.types import Settings
from specdeck.engine.session import Session
from specdeck.models import hub
from specdeck.models.disk import NamedFolders
from specdeck.models.measurements import Measurements
from specdeck.records import files
from specdeck.settings import paths
from specdeck.terminal.app_terminal import Pacing
from tests.helpers.decks import MEASUREMENT
from tests.helpers.fake import PAIR, FakeSession
from tests.helpers.play import compared, leave, person, playing, type_line, until
from tests.helpers.small_commands import make_small
from tests.trust.test_random_input import Playground, deck_of

PROMPT = "Find me a bus"
COMMANDS = {
    "run": ("run", PROMPT, "--max-tokens", "3"),
    "run with all drafters": ("run", PROMPT, "--max-tokens", "3", "--drafter", "mtp", "--drafter", "dflash", "--drafter", "auto", "--json"),
    "compare": ("compare", PROMPT, "--max-tokens", "3", "--runs", "1"),
    "test": ("test", PROMPT, "--draws", "20", "--tokens", "1", "--temperature", "1"),
    "bench": ("bench", "--workload", "echo", "--prompts", "1", "--runs", "1", "--max-tokens", "3", "-k", "2", "--temperature", "0", "--drafter", "lookup"),
    "doctor": ("doctor", "--json"),
    "models": ("models",),
    "paths": ("paths",),
    "replay": ("replay", str(assets.TRACES / "same.jsonl")),
}
HOME = "/home/somebody"
OWN = replace(PAIR, target_path=f"{HOME}/models/toy", paths={"model": f"{HOME}/models/small"}, default="model")


@pytest.fixture(autouse=True)
def _here(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # what is saved without a folder


# No connection before a person asks for one: every one that Python code tries is noted and refused

CALLS = ("connect", "connect_ex", "sendto", "sendmsg")
LOOKUPS = ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "create_connection")


class NoNetwork:
    """`tried` lists the connections that were asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tried: list[str] = []
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
        for name in CALLS:
            monkeypatch.setattr(socket.socket, name, self._refusing(name), raising=False)
        for name in LOOKUPS:
            monkeypatch.setattr(socket, name, self._refusing(name))

    def _refusing(self, name: str) -> Any:
        def call(*words: Any, **_: Any) -> Any:
            self.tried.append(f"{name} {[word for word in words if not isinstance(word, socket.socket)]}")
            raise OSError(101, "there is no network in this test")

        return call


@pytest.fixture
def no_network(monkeypatch) -> NoNetwork:
    """A network that nobody may use."""
    return NoNetwork(monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_on_what_is_here_connects_to_nothing(cli, no_network, monkeypatch, name):
    make_small(monkeypatch.setattr)
    done = cli(*COMMANDS[name])
    assert done.code == 0, done.err
    assert no_network.tried == []


@pytest.mark.long
def test_the_playground_connects_to_nothing(no_network, tmp_path):
    async def story():
        session = Session(Settings())
        app = Playground(deck_of(session, None, tmp_path), session.start, pacing=Pacing(spent=lambda: 0.0), idle=0.0)
        async with app.run_test(size=(120, 36)) as pilot:
            await until(pilot, lambda: app.deck.pair is not None)
            await type_line(pilot, PROMPT)
            await until(pilot, lambda: app.deck.chat.reply is not None and not app.deck.chat.reply.live)
            for key in ("f2", "f3", "f4", "f5"):
                await pilot.press(key)
            await until(pilot, lambda: app.deck.catalogue.disk.items and not app.deck.catalogue.scanning)
            await pilot.press("down", "p", "escape", "ctrl+p", "escape", "f1", "escape")
            assert no_network.tried == []
            choosing_models.ask(app.deck, "qwen3")  # a person asks
            await until(pilot, lambda: not app.deck.catalogue.search.searching)
            assert no_network.tried and app.deck.catalogue.search.trouble
            await leave(app)
        assert session.close(60)

    asyncio.run(story())


@pytest.mark.parametrize("name", ["run", "compare", "test", "bench", "doctor"])
@pytest.mark.parametrize("option", ["--model", "--drafter"])
def test_every_command_obeys_the_hubs_offline_mode(cli, no_network, monkeypatch, tmp_path, name, option):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    done = cli(*COMMANDS[name], option, "org/nowhere")
    assert done.code == 1 and "HF_HUB_OFFLINE" in done.err and len(done.err.strip().splitlines()) <= 2, done.err
    assert no_network.tried == []


@pytest.mark.parametrize("ask", [lambda: hub.search("x"), lambda: hub.check("org/x"), lambda: fetch("org/x")], ids=["search", "check", "fetch"])
def test_so_does_the_playground(no_network, monkeypatch, ask):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    with pytest.raises(LoadError, match="HF_HUB_OFFLINE"):
        ask()
    assert no_network.tried == []
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    with pytest.raises(LoadError):
        ask()
    assert no_network.tried, "a connection is noticed"


# No path of this machine in a file that is shared


@person
async def test_no_file_that_is_saved_names_a_folder():
    session = FakeSession(pair=OWN)
    async with playing(session) as pilot:
        await type_line(pilot, "hi")
        session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        await type_line(pilot, "and?")
        session.fail("reply", f"{OWN.target_path}/config.json is damaged")
        await until(pilot, lambda: not pilot.app.deck.busy)
        assert not any(HOME in str(entry) for entry in pilot.app.deck.chat.entries)
        for ending in ("jsonl", "json", "md"):
            saving.save(pilot.app.deck, ending)
        await compared(pilot, session)
        await until(pilot, lambda: (session.trying and session.run_trial(), pilot.app.deck.contest.comparison)[1])
        for what in ("card", "json"):
            pilot.app.screen.action_do(what)
        for key in ("f4", "f5", "f2"):
            await pilot.press(key)
            await pilot.pause(0.1)
            saving.save(pilot.app.deck, f"{key}.svg")
    written = [*Path().iterdir()]
    assert len(written) == 8
    for file in written:
        assert HOME not in file.read_text(encoding="utf-8"), file
        assert str(Path.cwd()) not in file.read_text(encoding="utf-8"), file


def test_a_trace_names_models_and_its_replay_finds_the_embedded_pair(cli, tmp_path):
    done = cli("run", PROMPT, "--max-tokens", "3", "--json", "--trace", str(tmp_path / "t"))
    assert done.code == 0 and done.json["model_path"] == str(assets.TARGET)
    assert str(assets.MODELS) not in (tmp_path / "t").read_text()
    assert cli("replay", str(tmp_path / "t"), "--json").json == done.json


# Nothing that others may read


def test_what_is_kept_and_saved_is_the_owners_alone(cli, tmp_path):
    umask = os.umask(0)
    try:
        folder = paths.state_folder() / "deep"
        assert saving.is_first_start(folder / "show_played")
        files.replace(folder / "theme.json", "{}")
        NamedFolders(folder / "folders.json").add("/models")
        Measurements(folder / "measured.jsonl").add(MEASUREMENT)
        assert cli("run", PROMPT, "--max-tokens", "2", "--trace", str(tmp_path / "trace")).code == 0
    finally:
        os.umask(umask)
    found = [folder, *folder.iterdir(), tmp_path / "trace"]
    assert len(found) == 6 and [place for place in found if stat.S_IMODE(place.stat().st_mode) & 0o077] == []
