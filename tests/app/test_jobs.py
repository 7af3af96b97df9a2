"""The disk, the hub and the engine for real: a hub on this machine, tiny models, and the deck between them; no screen."""

from __future__ import annotations

import gc
import threading
from typing import Callable

import mlx.core as mx
import pytest

from specdeck.actions import chatting, choosing_pair, finding_models, loading
from specdeck.apply_reports import pump
from specdeck.deck import Deck
from specdeck.decoding.types import Settings
from specdeck.engine.session import Session
from specdeck.models.background_jobs import Checked, Fetched, Fetching, Scanned, SearchAnswer, ThreadRunner
from specdeck.models.catalogue import Row
from specdeck.models.memory_fit import draft_fit
from tests.helpers import heads
from tests.helpers.hub import Hub

WAIT = 60  # seconds until waiting is given up
FILE, CONTENT = "model.safetensors", bytes(range(251)) * 12_000


@pytest.fixture
def hub(tmp_path, monkeypatch):
    repos = {"org/tiny-target": heads.target_folder(tmp_path / "served/target"), "org/tiny-head": heads.mtp_folder(tmp_path / "served/head")}
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


class Heard(list):
    """The answers of the runner, as they come."""

    def __init__(self, runner: ThreadRunner) -> None:
        self.runner = runner

    def until(self, kind: type, so: Callable = lambda answer: True):
        def look():
            self.extend(self.runner.drain())
            return next((answer for answer in reversed(self) if isinstance(answer, kind) and so(answer)), None)

        return wait(look)


def test_a_download_is_told_stopped_and_gone_on_with(hub, capfd):
    runner = ThreadRunner()
    heard = Heard(runner)
    hub.holds[FILE] = len(CONTENT) // 2
    runner.fetch("org/big")
    heard.until(Fetching, lambda answer: answer.done >= len(CONTENT) // 3)
    runner.stop()
    hub.let_go()
    assert heard.until(Fetched).stopped
    there = max(answer.done for answer in heard if isinstance(answer, Fetching))
    heard.clear()
    runner.fetch("org/big")
    assert heard.until(Fetched) == Fetched("org/big")
    assert "%|" not in capfd.readouterr().err, "the hub's own bars would be drawn over the app"
    assert len(hub.starts[FILE]) == 2 and hub.starts[FILE][1] >= there
    runner.scan(())
    assert "org/big" in [item.name for item in heard.until(Scanned).disk.items]


def test_a_download_begun_while_the_one_before_lets_go_waits_for_it(hub):
    runner = ThreadRunner()
    heard = Heard(runner)
    hub.holds[FILE] = len(CONTENT) // 2
    runner.fetch("org/big")
    heard.until(Fetching)
    runner.stop()
    runner.fetch("org/big")
    hub.let_go()
    assert heard.until(Fetched, lambda answer: not answer.stopped) == Fetched("org/big")
    assert [answer.stopped for answer in heard if isinstance(answer, Fetched)] == [True, False]


def test_what_was_stopped_is_known_after_a_new_start(hub):
    runner = ThreadRunner()
    hub.holds[FILE] = len(CONTENT) // 2
    runner.fetch("org/big")
    Heard(runner).until(Fetching, lambda answer: answer.done > 0)
    runner.stop()
    hub.let_go()
    Heard(runner).until(Fetched)
    later = ThreadRunner()
    later.scan(())
    assert 0 < Heard(later).until(Scanned).disk.partial["org/big"] < len(CONTENT)


def test_the_hub_is_searched(hub):
    runner = ThreadRunner()
    heard = Heard(runner)
    runner.search("tiny")
    found = {model.name: model for model in heard.until(SearchAnswer).models}
    assert set(found) == {"org/tiny-target", "org/tiny-head"}
    listed = found["org/tiny-target"]
    assert (listed.size, listed.downloads, listed.gated) == (10 * 2 + 5 * 4, 41, True)
    assert found["org/tiny-head"].size is None and not found["org/tiny-head"].gated
    runner.search("nothing like it")
    assert heard.until(SearchAnswer, lambda answer: answer.text == "nothing like it").models == ()
    hub.close()
    runner.search("gone")
    assert "the hub cannot be searched" in heard.until(SearchAnswer, lambda answer: answer.text == "gone").trouble


def test_a_model_is_looked_at_without_its_weights(hub, tmp_path):
    runner = ThreadRunner()
    heard = Heard(runner)
    hub.repos["org/unknown"] = tmp_path / "served/unknown"
    heads.write(hub.repos["org/unknown"], {"model_type": "nothing-known"}, {"w": heads.head_tensors()["fc.weight"]}, "mlx")
    hub.repos["org/none"] = tmp_path / "served/none"
    hub.repos["org/none"].mkdir()
    (hub.repos["org/none"] / "README.md").write_text("nothing")
    for name in (*hub.repos, "org/nowhere"):
        runner.check(name)
    seen = {name: heard.until(Checked, lambda answer: answer.name == name) for name in (*hub.repos, "org/nowhere")}
    runner.scan(())
    disk = {item.name: item for item in heard.until(Scanned).disk.items}
    assert all(item.origin == "embedded" for item in disk.values()), "nothing is left in the cache"
    target, head = seen["org/tiny-target"].item, seen["org/tiny-head"].item
    assert (target.kind, target.origin, target.vocabulary) == ("model", "hub", disk["specdeck-target"].vocabulary)
    assert (head.kind, head.trouble) == ("mtp", None) and target.size > head.size > 0
    assert draft_fit(target, disk["specdeck-target"]).ok and draft_fit(head, target).ok
    runner.fetch("org/tiny-target")
    heard.until(Fetched)
    runner.scan(())
    counted = heard.until(Scanned, lambda answer: len(answer.disk.items) == len(disk) + 1)
    here = next(item for item in counted.disk.items if item.name == "org/tiny-target")
    assert (here.footprints, here.vocabulary, here.size) == (target.footprints, target.vocabulary, target.size)
    assert "no model type 'nothing-known'" in seen["org/unknown"].item.trouble
    assert "holds no model*.safetensors" in seen["org/none"].item.trouble
    assert "the hub has no such model" in seen["org/nowhere"].trouble
    assert "cannot be checked" in seen["org/big"].trouble, "its file is no safetensors"


def test_from_the_hub_to_a_reply_and_back(hub, tmp_path):
    """Found, fetched, loaded with its head, a load that fails, unloaded: what a person does on the models screen, on real parts."""
    gc.collect()
    others = mx.get_active_memory()  # what tests that ran before in this process still hold
    session = Session(Settings())
    deck = Deck(session, max_tokens=8)
    catalogue = deck.catalogue
    loading.load(deck)
    session.start()

    def row(name: str) -> Row:
        return next(row for row in catalogue.rows() if row.name == name)

    def settled() -> bool:
        pump(deck)
        return deck.engine.loading is None and not catalogue.scanning and not (catalogue.download and catalogue.download.live)

    finding_models.open_catalogue(deck)
    wait(lambda: settled() and catalogue.rows())
    for name in ("org/tiny-target", "org/tiny-head"):
        finding_models.download(deck, name)
        wait(settled)
    assert (row("org/tiny-head").verdict.ok, row("org/tiny-target").verdict.ok) == (False, True)
    embedded = deck.catalogue.machine.in_use - others
    assert "loading org/tiny-target" in choosing_pair.load_target(deck, row("org/tiny-target"))
    wait(settled)
    assert deck.pair.target == "org/tiny-target" and row("specdeck-drafter").use == "drafter", "what can draft for it stays"
    weights = catalogue.plan(row("org/tiny-target")).weights
    assert embedded > 5 * weights and deck.catalogue.machine.in_use - others < 1.1 * weights, "of the pair before nothing else is left"
    choosing_pair.draft_with(deck, row("org/tiny-head"))
    wait(settled)
    assert deck.settings.drafter == "mtp" and row("org/tiny-head").use == "drafter"
    broken = heads.target_folder(tmp_path / "broken")
    (broken / FILE).write_bytes(b"no weights")
    loading.load(deck, str(broken))
    wait(settled)
    assert "is cut off" in deck.engine.trouble and deck.pair.target == "org/tiny-target"
    chatting.send(deck, "hi")
    wait(lambda: settled() and not deck.busy)
    assert len(deck.chat.reply.tokens) == 8 and deck.chat.reply.stats.drafted > 0
    held = deck.catalogue.machine.in_use - others
    choosing_pair.unload(deck, row("org/tiny-target"))
    wait(lambda: settled() and deck.pair is None)
    assert deck.catalogue.machine.in_use - others < min(held, embedded / 10)
    assert session.close(WAIT)
