"""Drafters that cannot work, in the playground: it says why, and what was loaded before works on."""

import threading

import pytest

from specdeck.actions import changing_settings, chatting, loading
from specdeck.apply_reports import pump
from specdeck.deck import Deck
from specdeck.decoding.types import Settings
from specdeck.engine.session import Session, real_engine
from tests.helpers import checkpoints
from tests.helpers.damaged import BAD

WAIT = 60  # seconds until waiting is given up


class AppSession:
    """A deck on a real engine, and a person who waits."""

    def __init__(self, target, kv_bits: int | None = None) -> None:
        self.session = Session(Settings(), lambda: real_engine(kv_bits=kv_bits))
        self.deck = Deck(self.session, max_tokens=16)
        loading.load(self.deck, str(target))
        self.session.start()
        self.until(lambda: self.deck.pair)

    def until(self, so) -> None:
        for _ in range(WAIT * 100):
            pump(self.deck)
            if so():
                return
            threading.Event().wait(0.01)
        raise AssertionError("it never came")

    def load(self, folder) -> str:
        """What is told of loading one more drafter."""
        told = len(self.deck.notices)
        loading.load_drafter(self.deck, str(folder))
        self.until(lambda: self.deck.engine.loading is None)
        return " ".join(notice.text for notice in self.deck.notices[told:])

    def reply(self, drafter: str) -> str:
        """A reply's text, in a chat of its own."""
        chatting.clear(self.deck)
        changing_settings.change_settings(self.deck, drafter=drafter)
        chatting.send(self.deck, "find me a bus")
        self.until(lambda: not self.deck.busy)
        return self.deck.chat.reply.text


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    app = AppSession(checkpoints.target(tmp_path_factory.mktemp("target") / "target"))
    yield app
    assert app.session.close(WAIT)


@pytest.mark.parametrize("bad", ["a head that lacks one", "a head with a tensor of another shape", "a model of another vocabulary"])
def test_it_says_why_and_the_pair_before_works_on(app, tmp_path, bad):
    """Told from headers, found while it is loaded, found in its tokenizer."""
    _, make, why = BAD[bad]
    pair, told = app.deck.pair, app.load(make(tmp_path / "bad"))
    assert why in told and "The pair loaded before stays in use" in told and "\n" not in told
    assert app.deck.pair == pair and app.reply("lookup") != ""


def test_a_quantised_cache_is_the_playgrounds_too(tmp_path):
    app = AppSession(checkpoints.target(tmp_path / "target", head_dim=32), kv_bits=8)
    assert app.load(checkpoints.dflash(tmp_path / "block")) == ""
    assert app.reply("dflash") == app.reply("none")
    assert app.session._engine.pair.target.quantised
    assert app.session.close(WAIT)
