"""The deck: the playground's state, in one place, and what follows from it.

A screen calls a verb of actions/ and draws what is here; report_fold.py changes it as the engine reports. No widgets, no threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Sequence

from specdeck.decoding.types import Settings

from .chat.conversation import Chat
from .chat.entries import Entry, renumber
from .chat.selection import View
from .compare.trials import Contest
from .engine.endpoint import Endpoint
from .engine.messages import Failed, Load, Loaded, Machine
from .lesson.course import Course
from .lesson.rehearsal import Rehearsal
from .models.catalogue import Catalogue
from .models.jobs import Runner, ThreadRunner
from .notices import Notice
from .records.journal import Journal
from .records.replay import Replay

DETAIL = 5  # best tokens of target and drafter that a reply records at every position
NO_MODEL = "no model is loaded: F5 chooses one"


@dataclass(frozen=True, slots=True)
class Baseline:
    """Plain decoding's pace, measured on this machine in this session."""

    tokens_per_second: float
    tokens: int
    turn: int  # the turn whose prompt it was measured on


class Deck:
    """The state, and questions about it."""

    def __init__(self, session: Endpoint, max_tokens: int = 512, system: str | None = None, thinking: bool | None = None) -> None:
        self.session = session
        self.replay: Replay | None = None  # the recording that is being played, in the session's place
        self.system = system  # what a new conversation begins with
        self.chat = Chat(system)
        self.view = View()
        self.contest = Contest(self.next_job)
        self.journal = Journal(None)
        self.course: Course | None = None  # how far the lesson is
        self.rehearsal: Rehearsal | None = None  # what of the lesson is made anew
        self.picture: Callable[[], str] | None = None  # the screen as SVG, where there is one
        self.max_tokens = max_tokens
        self.thinking = thinking
        self.detail = DETAIL
        self.as_recommended = False  # every target that is loaded sets the sampling that its makers recommend
        self.pair: Loaded | None = None
        self.loading: Load | None = None  # what is being loaded
        self.loaded: Load | None = None  # what made the pair
        self.doing = "starting"  # what the engine is busy with, until it is ready
        self.trouble: str | None = None  # why the last command failed
        self.measuring = False
        self.unanswered = ""  # a prompt that the engine refused, for the person to change and send again
        self.machine = Machine()
        self.ended_at = 0.0  # when the last reply ended, seconds since 1970
        self.baseline: Baseline | None = None
        self.notices: list[Notice] = []
        self.catalogue = Catalogue()
        self.runner: Runner = ThreadRunner()  # scans, searches and downloads in the background
        self.previous = session.settings.drafter  # what /plain goes back to
        self.seed = session.settings.seed  # what the person fixed; None draws one per reply
        self.job = 0  # the last one that was asked for

    # What is so

    @property
    def settings(self) -> Settings:
        """The settings in force from the next round on."""
        return self.endpoint.settings

    @property
    def endpoint(self) -> Endpoint:
        """Where reports come from: a recording while it plays, else the session."""
        return self.replay or self.session

    @property
    def busy(self) -> bool:
        """A reply is being written, a baseline measured, settings tried or a recording played."""
        trying = self.contest.running or self.rehearsal is not None
        return self.measuring or trying or self.replay is not None or bool(self.chat.reply and self.chat.reply.live)

    @property
    def decoding(self) -> bool:
        """The engine is at it, so that whatever else is done takes its time."""
        return self.busy and self.replay is None

    @property
    def absent(self) -> str:
        """Why there is no pair to do something with."""
        return "the models are still loading" if self.loading else NO_MODEL

    @property
    def drafting(self) -> tuple[str, ...]:
        """What load is to be asked for so that the drafters in memory stay. A head in the target's own folder goes by its name."""
        paths = self.pair.paths if self.pair else {}
        return tuple(dict.fromkeys(name.partition(":")[0] if path == self.pair.target_path else path for name, path in paths.items()))

    @property
    def speed_up(self) -> float | None:
        """The last reply's pace over plain decoding's; None unless both were measured here."""
        pace = self.pace
        return pace / self.baseline.tokens_per_second if pace and self.baseline else None

    @property
    def pace(self) -> float | None:
        """Tokens a second of the last reply, from its first to its last."""
        reply = self.chat.reply
        if reply is None or reply.rate is None:
            return None
        return reply.stats.tokens_per_second or reply.rate.overall()

    def now(self) -> float | None:
        """Tokens a second over the last second of the reply being written."""
        reply = self.chat.reply
        return reply.rate.now(self.endpoint.clock()) if reply and reply.rate and reply.phase == "writing" else None

    # What is said and done

    def enter(self, entry: Entry) -> None:
        """Something happened in the conversation: apply it and write it down."""
        self.chat.apply(entry)
        if self.replay is None:
            self.complain(self.journal.write(entry, self.chat))

    def complain(self, trouble: str | None) -> None:
        """Show a person what went wrong, if anything did."""
        if trouble:
            self.notices.append(Notice(trouble, "error"))

    def next_job(self) -> int:
        """A number for one more job of the session."""
        self.job += 1
        return self.job

    def stop_job(self) -> None:
        """End what goes on, in the session or in a replay."""
        self.endpoint.stop(self.job)

    def begin(self, chat: Chat) -> None:
        """Another conversation; what was written down of this one stays."""
        self.journal.begin()
        self.show_chat(chat)

    def show_chat(self, chat: Chat) -> None:
        """The conversation that is looked at."""
        self.chat = chat
        self.view.tidy(chat)

    def owned(self, entries: Sequence[Entry]) -> list[Entry]:
        """A recording's entries as jobs of this session."""
        owned = renumber(entries, self.job)
        self.job = max((entry.job for entry in owned if not isinstance(entry, Failed)), default=self.job)
        return owned
