"""An app state on a fake session: conversations, trials, what is there to see of them; and what a session with a thread reports."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import partial

from specdeck.actions import changing_settings, chatting, loading
from specdeck.app_state import AppState
from specdeck.apply_reports import apply_pending
from specdeck.chat.entries import Asked, Entry
from specdeck.decoding.types import Finish, Settings, Stats
from specdeck.engine.messages import Load
from specdeck.engine.session import Job, Session, load_pair
from specdeck.models.measurements import Measurement
from specdeck.records.history import Journal
from tests.helpers.fake import PAIR, TAKES, FakeSession, round_of, written

WAIT = 30  # seconds until waiting is given up
MEASUREMENT = Measurement(1.0, "t", "d", 4, 0.0, 1.0, 2.0, None)


def state_with(session: FakeSession, folder=None) -> AppState:
    """An app state on a loaded pair."""
    state = AppState(session)
    state.journal = Journal(folder)
    loading.load(state)
    apply_pending(state)
    return state


def talk(state: AppState, session: FakeSession, prompt: str = "hi") -> None:
    """One turn, with a change of k in its middle."""
    chatting.send(state, prompt)
    session.play(3)
    apply_pending(state)
    changing_settings.change_settings(state, k=6)
    session.play()
    apply_pending(state)


def shape(chat):
    """What there is to see of a conversation; job numbers are this session's own."""
    return [
        [(turn.prompt, [(reply.text, reply.tokens, reply.rounds, reply.stats, reply.phase, reply.kept) for reply in turn.branches or [turn.reply]],
          turn.branches and [reply is turn.reply for reply in turn.branches])
         for turn in chat.turns],
        chat.system,
    ]  # fmt: skip


def finish(state: AppState, trials: int | None = None) -> None:
    """Let so many trials happen; None: all."""
    while state.session.trying and trials != 0:
        state.session.run_trial()
        apply_pending(state)
        trials = None if trials is None else trials - 1


def turn_of(settings: Settings) -> list[Entry]:
    entries = [Asked(1, "hi", 0.0, settings, target="toy")]
    for index, take in enumerate(TAKES[:4]):
        entries.append(written(take, round_of(index, take, settings), 0.1 + index))
    return [*entries, Finish("stop", None, Stats(), at=9.0)]


ENTRIES = turn_of(Settings(drafter="model", k=4))
WHY = "auto took lookup: 2.58x plain (3.1 tokens in the time of 1.2); next model: 1.60x plain (2.4 tokens in the time of 1.5)"


def chooser() -> FakeSession:
    """Its rounds have notes: an outdated note, and the last note."""
    session = FakeSession(pair=replace(PAIR, drafters=(*PAIR.drafters, "auto"), default="auto"))
    session.notes = {0: "auto tries model: it is not measured yet", 3: WHY}
    return session


class Seen(list):
    """The results of the session's jobs, as they come, without their ends."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def until(self, kind: type, count: int = 1) -> object:
        """The last result of a kind, once there are so many."""
        pause = threading.Event()
        for _ in range(WAIT * 100):
            self.extend(result for _, result in self.session.drain() if result is not None)
            found = [result for result in self if isinstance(result, kind)]
            if len(found) >= count:
                return found[-1]
            pause.wait(0.01)
        raise AssertionError(f"no {kind.__name__} came: {self}")


def load(session: Session, model: str | None = None) -> Load:
    """Let it load a pair."""
    asked = Load(model)
    session.submit(Job("load", partial(load_pair, source=session, asked=asked)))
    return asked
