"""The playground's deck on a real engine: a drafter that cannot work says why, and what was loaded before works on; a turn reads only what is new."""

import threading

import pytest

from specdeck.actions import changing_settings, chatting, loading
from specdeck.apply_reports import pump
from specdeck.chat.wording import best
from specdeck.deck import Deck
from specdeck.decoding.types import Settings
from specdeck.engine.session import Session, real_engine
from specdeck.widgets.reply_panel import acceptance
from tests.helpers import checkpoints
from tests.helpers.damaged import BAD

WAIT = 120  # seconds until waiting is given up


class Person:
    """Somebody who waits, before a deck on a real engine."""

    def __init__(self, *models: object, settings: Settings = Settings(), tokens: int = 16, kv_bits: int | None = None) -> None:
        self.session = Session(settings, lambda: real_engine(kv_bits=kv_bits))
        self.deck = Deck(self.session, max_tokens=tokens)
        loading.load(self.deck, *models)
        self.session.start()

    def __enter__(self) -> "Person":
        self.settle()
        assert self.deck.pair, self.deck.notices
        return self

    def __exit__(self, *error: object) -> None:
        assert self.session.close(WAIT)

    def settle(self) -> None:
        """Wait until the engine does nothing."""
        for _ in range(WAIT * 100):
            pump(self.deck)
            if not (self.deck.busy or self.deck.engine.loading):
                return
            threading.Event().wait(0.01)
        raise AssertionError("it never came")

    def load(self, folder: object) -> str:
        """What is told of loading one more drafter."""
        told = len(self.deck.notices)
        loading.load_drafter(self.deck, str(folder))
        self.settle()
        return " ".join(notice.text for notice in self.deck.notices[told:])

    def reply(self, drafter: str) -> str:
        """A reply's text, in a chat of its own."""
        chatting.clear(self.deck)
        changing_settings.change_settings(self.deck, drafter=drafter)
        chatting.send(self.deck, "find me a bus")
        self.settle()
        return self.deck.chat.reply.text

    def read(self) -> int:
        """Tokens of the prompt that the target reads for the reply that was asked for, after which plain decoding is measured."""
        self.settle()
        chatting.measure(self.deck)
        self.settle()
        return self.deck.chat.reply.prompt_tokens - self.deck.chat.reply.cached


@pytest.fixture(scope="module")
def person(tmp_path_factory):
    with Person(str(checkpoints.target(tmp_path_factory.mktemp("target") / "target"))) as person:
        yield person


@pytest.mark.parametrize("bad", ["a head that lacks one", "a head with a tensor of another shape", "a model of another vocabulary"])
def test_it_says_why_and_the_pair_before_works_on(person, tmp_path, bad):
    """Told from headers, found while it is loaded, found in its tokenizer."""
    _, make, why = BAD[bad]
    pair, told = person.deck.pair, person.load(make(tmp_path / "bad"))
    assert why in told and "The pair loaded before stays in use" in told and "\n" not in told
    assert person.deck.pair == pair and person.reply("lookup") != ""


def test_a_quantised_cache_is_the_playgrounds_too(tmp_path):
    with Person(str(checkpoints.target(tmp_path / "target", head_dim=32)), kv_bits=8) as person:
        assert person.load(checkpoints.dflash(tmp_path / "block")) == ""
        assert person.reply("dflash") == person.reply("none")
        assert person.session._engine.pair.target.quantised


def test_a_follow_up_another_try_a_branch_and_a_new_drafter_read_only_what_is_new():
    """On the embedded pair."""
    with Person(None, ("model",), settings=Settings(drafter="model", seed=1), tokens=24) as person:
        deck = person.deck
        chatting.send(deck, "Tell me a story about a fox who finds a lantern in the snow.")
        first = person.read()
        assert first == deck.chat.reply.prompt_tokens
        said = first + len(deck.chat.reply.ids)
        for drafter in ("model", "lookup", "hybrid", "auto"):
            changing_settings.draft(deck, drafter)
            chatting.send(deck, "And then?")
            new = person.read()
            assert new <= deck.chat.reply.prompt_tokens - said + 2 and new < 20, drafter
            assert f"{deck.chat.reply.cached:,} cached" in acceptance(deck).plain
            said = deck.chat.reply.prompt_tokens + len(deck.chat.reply.ids)
        chatting.regenerate(deck)
        assert person.read() == 1
        deck.view.cursor = (deck.chat.reply, len(deck.chat.reply.tokens) - 4)
        choices, _ = best(deck.chat.reply, deck.view.token)
        chatting.branch(deck, next(choice for choice in choices if choice.id not in (deck.view.token.id, *deck.pair.ends)))
        assert person.read() <= 2
        assert person.load("mtp") == ""
        changing_settings.draft(deck, "mtp")
        chatting.send(deck, "And then?")
        assert person.read() <= 20 and deck.chat.reply.stats.drafted
