"""The disk, the hub and the engine for real: a hub on this machine, tiny models, and the app state between them; no screen."""

from __future__ import annotations

import gc
import threading
from typing import Callable

import mlx.core as mx
import pytest

from specdeck.actions import changing_settings, chatting, choosing_models, loading
from specdeck.app_state import AppState
from specdeck.apply_reports import apply_pending
from specdeck.decoding.types import Settings
from specdeck.engine.session import Session
from specdeck.models.catalogue import Catalogue, Row
from specdeck.models.disk import Item
from specdeck.models.downloads import Download
from specdeck.models.fit import draft_fit
from specdeck.models.hub import Search
from tests.helpers import checkpoints
from tests.helpers.fake import FakeSession
from tests.helpers.hub import Hub

WAIT = 60  # seconds until waiting is given up
FILE, CONTENT = "model.safetensors", bytes(range(251)) * 12_000


@pytest.fixture
def hub(tmp_path, monkeypatch):
    repos = {"org/tiny-target": checkpoints.target(tmp_path / "served/target"), "org/tiny-head": checkpoints.mtp(tmp_path / "served/head")}
    repos["org/big"] = tmp_path / "served/big"
    repos["org/big"].mkdir()
    (repos["org/big"] / "config.json").write_text('{"model_type": "qwen3"}')
    (repos["org/big"] / FILE).write_bytes(CONTENT)
    with Hub(repos) as served:
        served.take_over(monkeypatch, tmp_path / "cache")
        served.facts["org/tiny-target"] = {"downloads": 41, "safetensors": {"parameters": {"BF16": 10, "U32": 5}, "total": 15}, "gated": "manual"}
        yield served


def wait(so: Callable[[], object]) -> object:
    """What `so` gives, once it gives something."""
    pause = threading.Event()
    for _ in range(WAIT * 100):
        if found := so():
            return found
        pause.wait(0.01)
    raise AssertionError("it did not come")


def until(catalogue: Catalogue, so: Callable[[], object]) -> object:
    """What `so` gives, once it gives something while answers come."""
    return wait(lambda: ([answer() for answer in catalogue.background.drain()], so())[1])


def scanned(catalogue: Catalogue) -> dict[str, Item]:
    """What is on disk now, by name."""
    catalogue.scan()
    until(catalogue, lambda: not catalogue.scanning)
    return {item.name: item for item in catalogue.disk.items}


def download(state: AppState, name: str) -> Download:
    choosing_models.download(state, name)
    return state.catalogue.download


def test_a_download_is_told_stopped_and_gone_on_with(hub, capfd):
    """The second begins when the first has closed its file."""
    state, half = AppState(FakeSession()), len(CONTENT) // 2
    catalogue = state.catalogue
    hub.holds[FILE] = half
    first = download(state, "org/big")
    until(catalogue, lambda: first.done >= half - (1 << 20) > 0)
    choosing_models.stop_download(state)
    assert catalogue.resumable == "org/big"
    scanned(later := Catalogue())
    assert 0 < later.disk.partial["org/big"] < len(CONTENT) and later.resumable == "org/big", "after a new start too"
    second = download(state, "org/big")
    hub.let_go()
    until(catalogue, lambda: not second.live)
    assert (first.state, second.state) == ("stopped", "done")
    assert "%|" not in capfd.readouterr().err, "the hub's own bars would be drawn over the app"
    assert len(hub.starts[FILE]) == 2 and hub.starts[FILE][1] >= first.done > 0
    assert "org/big" in scanned(catalogue)


def test_the_hub_is_searched(hub):
    def search(text: str) -> Search:
        choosing_models.ask(state, text)
        until(state.catalogue, lambda: not state.catalogue.search.searching)
        return state.catalogue.search

    state = AppState(FakeSession())
    found = {model.name: model for model in search("tiny").found}
    assert set(found) == {"org/tiny-target", "org/tiny-head"}
    listed = found["org/tiny-target"]
    assert (listed.size, listed.downloads, listed.gated) == (10 * 2 + 5 * 4, 41, True)
    assert found["org/tiny-head"].size is None and not found["org/tiny-head"].gated
    assert search("nothing like it").found == ()
    hub.close()
    assert "the hub cannot be searched" in search("gone").trouble


def test_a_model_is_looked_at_without_its_weights(hub, tmp_path):
    def check(name: str) -> Item | str:
        catalogue.background.check(name, lambda item, trouble: answers.append(item or trouble))
        until(catalogue, lambda: answers)
        return answers.pop()

    state, answers = AppState(FakeSession()), []
    catalogue = state.catalogue
    hub.repos["org/unknown"] = tmp_path / "served/unknown"
    checkpoints.write(hub.repos["org/unknown"], {"model_type": "nothing-known"}, {"w": checkpoints.mtp_tensors()["fc.weight"]}, "mlx")
    hub.repos["org/none"] = tmp_path / "served/none"
    hub.repos["org/none"].mkdir()
    (hub.repos["org/none"] / "README.md").write_text("nothing")
    target, head = check("org/tiny-target"), check("org/tiny-head")
    disk = scanned(catalogue)
    assert all(item.origin == "embedded" for item in disk.values()), "nothing is left in the cache"
    assert (target.kind, target.origin, target.vocabulary) == ("model", "hub", disk["specdeck-target"].vocabulary)
    assert (head.kind, head.trouble) == ("mtp", None) and target.size > head.size > 0
    assert draft_fit(target, disk["specdeck-target"]).ok and draft_fit(head, target).ok
    began = download(state, "org/tiny-target")
    until(catalogue, lambda: not began.live)
    here = scanned(catalogue)["org/tiny-target"]
    assert (here.footprints, here.vocabulary, here.size) == (target.footprints, target.vocabulary, target.size)
    assert "no model type 'nothing-known'" in check("org/unknown").trouble
    assert "holds no model*.safetensors" in check("org/none").trouble
    assert "the hub has no such model" in check("org/nowhere")
    assert "cannot be checked" in check("org/big"), "its file is no safetensors"


def test_from_the_hub_to_a_reply_and_back(hub, tmp_path):
    """Found, fetched, loaded with its head, a load that fails, unloaded: what a person does on the models screen, on real parts."""
    gc.unfreeze(), gc.collect()
    others = mx.get_active_memory()  # what tests that ran before in this process still hold
    session = Session(Settings())
    state = AppState(session, max_tokens=8)
    catalogue = state.catalogue
    loading.load(state)
    session.start()

    def row(name: str) -> Row:
        return next(row for row in catalogue.rows() if row.name == name)

    def settled() -> bool:
        apply_pending(state)
        return state.engine.loading is None and not catalogue.scanning and not catalogue.download.live

    catalogue.wanted = True
    wait(lambda: settled() and catalogue.rows())
    for name in ("org/tiny-target", "org/tiny-head"):
        choosing_models.download(state, name)
        wait(settled)
    assert (row("org/tiny-head").verdict.ok, row("org/tiny-target").verdict.ok) == (False, True)
    embedded = state.catalogue.machine.in_use - others
    assert "loading org/tiny-target" in choosing_models.load_target(state, row("org/tiny-target"))
    wait(settled)
    assert state.pair.target == "org/tiny-target" and row("specdeck-drafter").use == "drafter", "what can draft for it stays"
    weights = catalogue.plan(row("org/tiny-target")).weights
    assert embedded > 5 * weights and state.catalogue.machine.in_use - others < 1.1 * weights, "of the pair before nothing else is left"
    choosing_models.draft_with(state, row("org/tiny-head"))
    wait(settled)
    assert state.settings.drafter == "mtp" and row("org/tiny-head").use == "drafter"
    broken = checkpoints.target(tmp_path / "broken")
    (broken / FILE).write_bytes(b"no weights")
    loading.load(state, str(broken))
    wait(settled)
    assert "is cut off" in state.engine.trouble and state.pair.target == "org/tiny-target"
    changing_settings.draft(state, "lookup")
    assert state.engine.trouble is None and changing_settings.draft(state, "mtp"), "it is old once something else is chosen"
    chatting.send(state, "hi")
    wait(lambda: settled() and not state.busy)
    assert len(state.chat.reply.tokens) == 8 and state.chat.reply.stats.drafted > 0
    held = state.catalogue.machine.in_use - others
    choosing_models.unload(state, row("org/tiny-target"))
    wait(lambda: settled() and state.pair is None)
    assert state.catalogue.machine.in_use - others < min(held, embedded / 10)
    assert session.close(WAIT)
