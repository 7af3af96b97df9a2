"""What the embedded pair reads from turn to turn in the playground: only what is new."""

import time
from dataclasses import replace

from specdeck.actions import changing_settings, chatting, loading
from specdeck.apply_reports import pump
from specdeck.chat.wording import best
from specdeck.deck import Deck
from specdeck.decoding.types import Settings
from specdeck.engine.session import Session
from specdeck.widgets.reply_panel import acceptance

WAIT = 120


def test_a_follow_up_another_try_a_branch_and_a_new_drafter_read_only_what_is_new():
    session = Session(Settings(drafter="model", seed=1))
    deck = Deck(session, max_tokens=24)
    session.start()
    try:
        loading.load(deck, drafters=("model",))
        settle(deck)
        chatting.send(deck, "Tell me a story about a fox who finds a lantern in the snow.")
        first = read(deck)
        assert first == deck.chat.reply.prompt_tokens
        said = first + len(deck.chat.reply.ids)
        for drafter in ("model", "lookup", "hybrid", "auto"):
            changing_settings.draft(deck, drafter)
            chatting.send(deck, "And then?")
            new = read(deck)
            assert new <= deck.chat.reply.prompt_tokens - said + 2 and new < 20, drafter
            assert f"{deck.chat.reply.cached:,} cached" in acceptance(deck).plain
            said = deck.chat.reply.prompt_tokens + len(deck.chat.reply.ids)
        chatting.regenerate(deck)
        assert read(deck) == 1
        deck.view.cursor = (deck.chat.reply, len(deck.chat.reply.tokens) - 4)
        choices, _ = best(deck.chat.reply, deck.view.token)
        chatting.branch(deck, next(choice for choice in choices if choice.id not in (deck.view.token.id, *deck.pair.ends)))
        assert read(deck) <= 2
        said = deck.chat.reply.prompt_tokens + len(deck.chat.reply.ids)
        loading.load_drafter(deck, "mtp")
        settle(deck)
        deck.session.settings = replace(deck.settings, drafter="mtp")
        chatting.send(deck, "And then?")
        assert read(deck) <= 20 and deck.chat.reply.stats.drafted
    finally:
        assert session.close(WAIT)


def settle(deck: Deck) -> None:
    """Wait until the engine does nothing."""
    until = time.monotonic() + WAIT
    while (deck.busy or deck.engine.loading) and time.monotonic() < until:
        pump(deck)
        time.sleep(0.01)
    assert not deck.notices or all(notice.kind != "error" for notice in deck.notices), deck.notices


def read(deck: Deck) -> int:
    """Tokens of the prompt that the target read for the last reply, after which plain decoding is measured."""
    settle(deck)
    chatting.measure(deck)
    settle(deck)
    return deck.chat.reply.prompt_tokens - deck.chat.reply.cached
