"""The app state on a real engine: a drafter that cannot work says why, and what was loaded before works on; a turn reads only what is new."""

import threading

import pytest

from specdeck.actions import changing_settings, chatting, loading
from specdeck.app_state import AppState
from specdeck.apply_reports import apply_pending
from specdeck.chat.wording import best
from specdeck.decoding.types import Settings
from specdeck.engine.session import Session, real_engine
from specdeck.widgets.reply_panel import acceptance
from tests.helpers import checkpoints
from tests.helpers.damaged import BAD

WAIT = 120  # seconds until waiting is given up


class Person:
    """Somebody who waits, before an app state on a real engine."""

    def __init__(self, *models: object, settings: Settings = Settings(), tokens: int = 16, kv_bits: int | None = None) -> None:
        self.session = Session(settings, lambda: real_engine(kv_bits=kv_bits))
        self.state = AppState(self.session, max_tokens=tokens)
        loading.load(self.state, *models)
        self.session.start()

    def __enter__(self) -> "Person":
        self.settle()
        assert self.state.pair, self.state.notices
        return self

    def __exit__(self, *error: object) -> None:
        assert self.session.close(WAIT)

    def settle(self) -> None:
        """Wait until the engine does nothing."""
        for _ in range(WAIT * 100):
            apply_pending(self.state)
            if not (self.state.busy or self.state.engine.loading):
                return
            threading.Event().wait(0.01)
        raise AssertionError("it never came")

    def load(self, folder: object) -> str:
        """What is told of loading one more drafter."""
        told = len(self.state.notices)
        loading.load_drafter(self.state, str(folder))
        self.settle()
        return " ".join(notice.text for notice in self.state.notices[told:])

    def reply(self, drafter: str) -> str:
        """A reply's text, in a chat of its own."""
        chatting.clear(self.state)
        changing_settings.change_settings(self.state, drafter=drafter)
        chatting.send(self.state, "find me a bus")
        self.settle()
        return self.state.chat.reply.text

    def read(self) -> int:
        """Tokens of the prompt that the target reads for the reply that was asked for, after which plain decoding is measured."""
        self.settle()
        chatting.measure(self.state)
        self.settle()
        return self.state.chat.reply.prompt_tokens - self.state.chat.reply.cached


@pytest.fixture(scope="module")
def person(tmp_path_factory):
    with Person(str(checkpoints.target(tmp_path_factory.mktemp("target") / "target"))) as person:
        yield person


@pytest.mark.parametrize("bad", ["a head that lacks one", "a head with a tensor of another shape", "a model of another vocabulary"])
def test_it_says_why_and_the_pair_before_works_on(person, tmp_path, bad):
    """Told from headers, found while it is loaded, found in its tokenizer."""
    _, make, why = BAD[bad]
    pair, told = person.state.pair, person.load(make(tmp_path / "bad"))
    assert why in told and "The pair loaded before stays in use" in told and "\n" not in told
    assert person.state.pair == pair and person.reply("lookup") != ""


def test_a_quantised_cache_is_the_playgrounds_too(tmp_path):
    with Person(str(checkpoints.target(tmp_path / "target", head_dim=32)), kv_bits=8) as person:
        assert person.load(checkpoints.dflash(tmp_path / "block")) == ""
        assert person.reply("dflash") == person.reply("none")
        assert person.session._engine.pair.target.quantised


def test_a_follow_up_another_try_a_branch_and_a_new_drafter_read_only_what_is_new():
    """On the embedded pair."""
    with Person(None, ("model",), settings=Settings(drafter="model", seed=1), tokens=24) as person:
        state = person.state
        chatting.send(state, "Tell me a story about a fox who finds a lantern in the snow.")
        first = person.read()
        assert first == state.chat.reply.prompt_tokens
        said = first + len(state.chat.reply.ids)
        for drafter in ("model", "lookup", "hybrid", "auto"):
            changing_settings.draft(state, drafter)
            chatting.send(state, "And then?")
            new = person.read()
            assert new <= state.chat.reply.prompt_tokens - said + 2 and new < 20, drafter
            assert f"{state.chat.reply.cached:,} cached" in acceptance(state).plain
            said = state.chat.reply.prompt_tokens + len(state.chat.reply.ids)
        chatting.regenerate(state)
        assert person.read() == 1
        state.view.cursor = (state.chat.reply, len(state.chat.reply.tokens) - 4)
        choices, _ = best(state.chat.reply, state.view.token)
        chatting.branch(state, next(choice for choice in choices if choice.id not in (state.view.token.id, *state.pair.ends)))
        assert person.read() <= 2
        assert person.load("mtp") == ""
        changing_settings.draft(state, "mtp")
        chatting.send(state, "And then?")
        assert person.read() <= 20 and state.chat.reply.stats.drafted
