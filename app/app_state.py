"""The playground's state in one place, and what follows from it. A screen calls a verb of actions/ and draws what is here;
apply_reports.py applies the engine's reports."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Sequence

from specdeck import assets
from specdeck.decoding.checkpoints import known_as
from specdeck.decoding.types import Finish, Settings

from .budget import SECONDS, Budget
from .chat.conversation import Chat
from .chat.entries import Asked, Branched, Entry, Shown, renumber
from .chat.reply import Reply
from .chat.speed import HELD, Basis, ChatSpeed, LastReply, basis
from .chat.token_places import View
from .compare.contest import Contest
from .engine.messages import Failed, Load, Loaded, Measured
from .engine.session import Session
from .models.catalogue import Catalogue
from .notices import Notice, NoticeKind
from .records.export import without_folders
from .records.history import Journal

if TYPE_CHECKING:
    from .lesson.course import Course
    from .lesson.recordings import LiveRecording
    from .records.replay import RecordedRace, Replay

DETAIL = 5  # best tokens of target and drafter that a reply records at every position
NO_MODEL = "no model is loaded: F5 chooses one"


@dataclass
class ReplyOptions:
    """The options of the next replies, beside the settings of the session."""

    max_tokens: int
    system: str | None  # what a new conversation begins with
    thinking: bool | None
    variables: dict[str, Any]  # of the chat template; the engine's own
    seed: int | None  # the person's fixed seed; None draws one per reply
    previous: str  # the drafter that /plain returns to
    as_recommended: bool = False  # each loaded target sets the sampling that its makers recommend
    given: frozenset[str] = frozenset()  # settings that an option gave: a recommendation leaves them as they are
    drafter: str | None = None  # to put in force when the load in progress is done
    seconds: int | None = None  # that what is measured takes, about; None: each job's own; 0: no bound
    returns_to: str | None = None  # the drafter before a sample's, in force again with the next prompt of the person's own


@dataclass
class LoadState:
    """What the engine is to load, and what became of it."""

    loading: Load | None = None  # the load in progress
    loaded: Load | None = None  # the load that brought the pair
    doing: str = "starting"  # what it does until it is ready
    since: float | None = None  # when the load in progress was asked for, of the session's clock
    trouble: str | None = None  # why the last command failed

    @property
    def why_no_pair(self) -> str:
        return "the models are still loading" if self.loading else NO_MODEL

    def words(self, now: float) -> str:
        """What is being loaded or why nothing is held, and for how many seconds it has been loading."""
        seconds = 0 if self.since is None else int(now - self.since)
        return f"{self.doing}, {seconds} s" if self.loading and seconds else self.doing


@dataclass
class Lesson:
    """The lesson as far as it was opened."""

    course: Course | None = None  # the progress through it
    file: Path | None = None  # keeps that progress
    live: LiveRecording | None = None  # the recording that is being made here


@dataclass
class User:
    """Who sits at the screen."""

    guest: bool = False  # a visitor of `specdeck web` from elsewhere, who reads, writes and downloads nothing on this machine
    deliver: Callable[[str, str], object] | None = None  # sends a guest's browser a file, by its name and text
    picture: Callable[[], str] | None = None  # draws the screen as SVG, if there is a screen


class AppState:
    """The state, and questions about it."""

    def __init__(self, session: Session, max_tokens: int = 512, system: str | None = None, thinking: bool | None = None, variables: dict[str, Any] | None = None) -> None:
        self.session = session
        self.replay: Replay | None = None  # the recording that is being played, in the session's place
        self.engine = LoadState()
        self.pair: Loaded | None = None
        self.reply_options = ReplyOptions(max_tokens, system, thinking, {} if variables is None else variables, session.settings.seed, session.settings.drafter)
        self.chat = Chat(system)
        self.view = View()
        self.speed = ChatSpeed()
        self.journal = Journal(None)
        self.contest = Contest()
        self.lesson = Lesson()
        self.catalogue = Catalogue()
        self.show: RecordedRace | None = None  # plays in the empty chat until a key is pressed
        self.user = User()
        self.notices: list[Notice] = []
        self.job = 0  # number of the last job
        self.stopped = 0  # number of the last job when one was stopped
        self.recorded_jobs = range(0)  # of the conversation that was read last

    # Questions

    @property
    def next_pair(self) -> Loaded:
        """The pair that will answer the next prompt. While it loads, only its name and folder are known."""
        load = self.engine.loading
        if load is None:
            return self.pair or Loaded("", "", ())
        folder = Path(load.model).expanduser() if load.model else assets.TARGET
        return Loaded(known_as(folder), str(folder), ()) if folder.is_dir() else Loaded(load.model or "", "", ())

    @property
    def embedded(self) -> bool:
        """Whether the embedded target will answer the next prompt. The samples, figures and recordings of the package belong to this target."""
        return self.next_pair.target_path == str(assets.TARGET)

    @property
    def settings(self) -> Settings:
        """The settings in force from the next round on."""
        return self.endpoint.settings

    @property
    def endpoint(self) -> Session | Replay:
        """The source of events: a recording while it plays, else the session."""
        return self.replay or self.session

    @property
    def busy(self) -> bool:
        """Whether a reply is written, a baseline measured, a trial running or a recording played."""
        trying = self.contest.running or self.contest.testing or self.lesson.live is not None
        return self.speed.measuring or trying or self.replay is not None or bool(self.chat.reply and self.chat.reply.live)

    @property
    def decoding(self) -> bool:
        """Whether the engine is decoding, so that other work slows it down."""
        return self.busy and self.replay is None

    @property
    def writing(self) -> bool:
        """Whether a reply is being decoded."""
        return self.replay is None and bool(self.chat.reply and self.chat.reply.live)

    @property
    def held(self) -> bool:
        """Whether a reply is paused between two rounds."""
        return self.writing and self.session.gate.paused

    @property
    def basis(self) -> Basis | None:
        """The prompt of the last reply, on which plain decoding is to be measured."""
        return basis(self.chat, self.pair.target_path if self.pair else "")

    @property
    def last_reply(self) -> LastReply:
        """How fast the last reply was, beside plain decoding on its prompt."""
        reply, baseline, held = self.chat.reply, self.speed.baseline, self.session.gate.held
        recorded = reply is not None and (reply.job in self.recorded_jobs or not self.wrote(reply))
        waited = reply is not None and (reply.held or (self.writing and held > HELD))
        clock = self.endpoint.clock() - (0.0 if self.replay else held)
        return LastReply(
            reply, baseline if baseline and baseline.basis == self.basis else None, recorded, waited, clock, bool(self.pair and self.pair.advice)
        )

    def wrote(self, reply: Reply) -> bool:
        """Whether the loaded target wrote this reply, as far as that is known: an older recording may name none."""
        asked, pair = reply.asked, self.pair
        return asked is None or pair is None or not asked.target or asked.target == pair.target

    def budget(self, job: str) -> Budget:
        """What a measurement of this kind may take."""
        return Budget(SECONDS[job] if self.reply_options.seconds is None else self.reply_options.seconds)

    # State changes that several verbs share

    def add_entry(self, entry: Entry) -> None:
        """Apply an entry to the conversation and write it to disk."""
        if isinstance(entry, (Failed, Finish)):
            entry = without_folders(entry, self.catalogue.paths)
        self.chat.apply(entry)
        if self.replay is None:
            self.notify(self.journal.write(entry, self.chat), "error")

    def notify(self, line: str | None, kind: NoticeKind = "warning") -> None:
        """Show a line once, if there is one."""
        if line:
            self.notices.append(Notice(line, kind))

    def next_job(self) -> int:
        self.job += 1
        return self.job

    def stop_job(self) -> None:
        """Stop the running job, or show a replay's end."""
        self.stopped = self.stopped if self.replay else self.job
        self.endpoint.stop(self.job)

    def begin(self, chat: Chat) -> None:
        """Start a new conversation; the old one stays on disk, and a recording that plays is left."""
        self.replay = None
        self.journal.close()
        self.show_chat(chat)

    def show_chat(self, chat: Chat) -> None:
        """Show another conversation, without what was selected or edited in the one before."""
        self.chat, self.view.editing = chat, None
        self.view.tidy(chat)

    def renumbered(self, entries: Sequence[Entry]) -> list[Entry]:
        """A recording's entries with job numbers of this session."""
        renumbered, before = renumber(entries, self.job), self.job
        self.job = max((entry.job for entry in renumbered if isinstance(entry, (Asked, Branched, Shown, Measured))), default=self.job)
        self.recorded_jobs = range(before + 1, self.job + 1)
        return renumbered
