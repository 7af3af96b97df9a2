"""What stays on this machine: no connection before a person asks for one, no path in a file that is shared, the hub's token in nothing. (That others may
read no file: test_files.)"""

import socket
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import constants

from specdeck import assets
from specdeck.actions import choosing_models, saving
from specdeck.decoding.checkpoints import hub_download
from specdeck.decoding.errors import LoadError
from specdeck.decoding.types import Settings
from specdeck.engine.session import Session
from specdeck.models import hub
from specdeck.terminal.app_terminal import Pacing
from tests.helpers import checkpoints
from tests.helpers.command_line import make_small
from tests.helpers.fake import PAIR
from tests.helpers.hub import Hub
from tests.helpers.play import compared, idle, leave, opened_on, person, talk, type_line, until
from tests.trust.test_random_input import Playground, state_of

PROMPT = "Find me a bus"
COMMANDS = {
    "run": ("run", PROMPT, "--max-tokens", "3"),
    "run with all drafters": ("run", PROMPT, "--max-tokens", "3", "--drafter", "mtp", "--drafter", "dflash", "--drafter", "auto", "--json"),
    "compare": ("compare", PROMPT, "--max-tokens", "3", "--runs", "1"),
    "test": ("test", PROMPT, "--draws", "20", "--tokens", "1", "--temperature", "1"),
    "bench": ("bench", "--workload", "echo", "--prompts", "1", "--runs", "1", "--max-tokens", "3", "-k", "2", "--temperature", "0", "--drafter", "lookup"),
    "doctor": ("doctor", "--json", "--seconds", "2"),
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

@pytest.fixture
def tried(monkeypatch) -> list[str]:
    """The connections that were asked for."""
    tried: list[str] = []

    def refusing(name: str) -> Any:
        def call(*words: Any, **_: Any) -> Any:
            tried.append(f"{name} {[word for word in words if not isinstance(word, socket.socket)]}")
            raise OSError(101, "there is no network in this test")

        return call

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    for name in ("connect", "connect_ex", "sendto", "sendmsg"):
        monkeypatch.setattr(socket.socket, name, refusing(name), raising=False)
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "create_connection"):
        monkeypatch.setattr(socket, name, refusing(name))
    return tried


@pytest.mark.long
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_on_what_is_here_connects_to_nothing(cli, tried, monkeypatch, name):
    make_small(monkeypatch.setattr)
    done = cli(*COMMANDS[name])
    assert done.code == 0, done.err
    assert tried == []


@pytest.mark.long
@person
async def test_the_playground_connects_to_nothing(tried, tmp_path):
    session = Session(Settings())
    app = Playground(state_of(session, None, tmp_path), session.start, pacing=Pacing(spent=lambda: 0.0), idle=0.0)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, lambda: app.state.pair is not None)
        await type_line(pilot, PROMPT)
        await until(pilot, lambda: app.state.chat.reply is not None and not app.state.chat.reply.live)
        for key in ("f2", "f3", "f4", "f5"):
            await pilot.press(key)
        await until(pilot, lambda: app.state.catalogue.disk.items and not app.state.catalogue.scanning)
        await pilot.press("down", "p", "escape", "ctrl+p", "escape", "f1", "escape")
        assert tried == []
        choosing_models.ask(app.state, "qwen3")  # a person asks
        await until(pilot, lambda: not app.state.catalogue.search.searching)
        assert tried and app.state.catalogue.search.trouble
        await leave(app)
    assert session.close(60)


def test_all_obey_the_hubs_offline_mode(cli, tried, monkeypatch, tmp_path):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    for name, option in product(("run", "compare", "test", "bench", "doctor"), ("--model", "--drafter")):
        done = cli(*COMMANDS[name], option, "org/nowhere")
        assert done.code == 1 and "HF_HUB_OFFLINE" in done.err and len(done.err.strip().splitlines()) <= 2, done.err
    asks = (lambda: hub.search("x"), lambda: hub.check("org/x"), lambda: hub_download.fetch("org/x"))
    for ask in asks:
        with pytest.raises(LoadError, match="HF_HUB_OFFLINE"):
            ask()
    assert tried == []
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    for ask in asks:
        with pytest.raises(LoadError):
            ask()
        assert tried, "a connection is noticed"
        tried.clear()


# The hub's token, whatever the hub answers and whatever the token is

TOKEN = "hf_0123456789secret"


@pytest.fixture
def served(tmp_path, monkeypatch):
    """A hub that quotes what it was sent."""
    with Hub({"org/tiny": checkpoints.target(tmp_path / "served")}) as served:
        served.take_over(monkeypatch, tmp_path / "home")
        served.quotes = True
        monkeypatch.setenv("HF_TOKEN", TOKEN)
        yield served


@pytest.mark.parametrize("debug", ["", "1"])
def test_the_hubs_token_is_in_nothing_that_a_run_writes(cli, served, home, tmp_path, monkeypatch, debug):
    monkeypatch.setenv("SPECDECK_DEBUG", debug)
    for name, faults, token in (("none", {}, TOKEN), ("tiny", {"list": "out of order"}, TOKEN), ("tiny", {}, "hf_é" + TOKEN), ("tiny", {}, TOKEN)):
        monkeypatch.setenv("HF_TOKEN", token)  # a header has no letter as that
        served.faults.update(faults)
        done = cli("run", "hi", "--raw", "--max-tokens", "2", "--drafter", "lookup", "--json", "--trace", str(tmp_path / "trace"), "--model", f"org/{name}")
        assert (done.code == 1 and "cannot be downloaded" in done.err) or token == TOKEN and done.json["text"]
        assert TOKEN not in done.out + done.err
    kept = [file for place in (tmp_path / "home", home, tmp_path / "trace") for file in (place, *place.rglob("*")) if file.is_file()]
    assert tmp_path / "trace" in kept and len(kept) > 3 and not [file for file in kept if TOKEN.encode() in file.read_bytes()]


def test_nor_in_what_the_playground_is_told(served, monkeypatch):
    """Not before a line is cut either, which for this hub's answer is a few letters before the token."""
    with monkeypatch.context() as patch, pytest.raises(LoadError, match=r"Bearer \(token\)") as error:
        patch.setattr(hub_download, "one_line", str)
        served.faults["list"] = "out of order"
        hub_download.fetch("org/tiny")
    assert TOKEN not in str(error.value)

    def quoting(*_, **__):
        raise ValueError(f"Illegal header value b'Bearer {TOKEN}'")

    for name, ask in (("list_models", lambda: hub.search("tiny")), ("model_info", lambda: hub.check("org/tiny"))):
        monkeypatch.setattr(f"huggingface_hub.HfApi.{name}", quoting)
        with pytest.raises(LoadError, match="Illegal header") as error:
            ask()
        assert TOKEN not in str(error.value)


# No path of this machine in a file that is shared


@opened_on(talk, pair=OWN)
async def test_no_file_that_is_saved_names_a_folder(pilot, session, app, state):
    await type_line(pilot, "and?")
    session.fail("reply", f"{OWN.target_path}/config.json is damaged")
    await idle(pilot)
    assert not any(HOME in str(entry) for entry in state.chat.entries)
    for ending in ("jsonl", "json", "md"):
        saving.save(state, ending)
    await compared(pilot, session)
    for what in ("card", "json"):
        app.screen.action_do(what)
    for key in ("f4", "f5", "f2"):
        await pilot.press(key)
        await pilot.pause(0.1)
        saving.save(state, f"{key}.svg")
    written = [file.read_text(encoding="utf-8") for file in Path().iterdir()]
    assert len(written) == 8 and not [text for text in written if HOME in text or str(Path.cwd()) in text]
