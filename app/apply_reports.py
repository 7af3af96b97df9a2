"""Folds what happened into the app state: the results of jobs, a replay's entries, and the answers of background work."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Sequence

from specdeck.decoding import built_kernels
from specdeck.decoding.checkpoints import known_as
from specdeck.decoding.errors import SpecdeckError
from specdeck.decoding.types import Event, Finish, Round, Settings, Stats

from .actions import choosing_models, saving
from .app_state import NO_MODEL, AppState, LoadState
from .chat.drafter_health import explains_choice
from .chat.entries import Entry
from .chat.reply import ENOUGH, Reply
from .chat.slow_motion import live_round
from .chat.speed import HELD, Baseline
from .compare.race import Compared, Cut, Explained, RaceEvent
from .compare.result import is_plain
from .compare.sampling import Drawn, Place, Verdicts
from .compare.timed_replies import JobProgress
from .engine.messages import Failed, Loaded, Machine, Measured, Probed, Progress
from .engine.session import Job
from .engine.this_machine import doubt
from .models.measurements import Measurement

if TYPE_CHECKING:
    from .lesson.recordings import Recorded


def apply_pending(state: AppState) -> bool:
    """Fold all that was reported since the last call; True if there was anything."""
    results = state.session.drain()
    for job, result in results:  # the last one of a job is None, or why it failed
        if isinstance(result, Progress):
            state.engine.doing = result.text
        elif isinstance(result, Failed):
            _failed(state, job, result)
        elif receive := RECEIVERS.get(job.name):
            receive(state, job, result)
    recorded = state.replay.drain() if state.replay else []
    for entry in recorded:
        _add_entry(state, entry)
    if state.replay and state.replay.over:
        replay, state.replay = state.replay, None
        if replay.shown_before:
            state.show_chat(replay.shown_before)
    state.notify(state.journal.flush(), "error")
    state.view.tidy(state.chat)
    catalogue = state.catalogue
    answers = catalogue.background.drain()
    state.notices += [notice for answer in answers if (notice := answer())]
    if answers or catalogue.awaited:
        choosing_models.continue_downloads(state)
    # a scan asks mlx-lm what it can build, and only the engine's thread may be the first to load mlx
    engine_is_up = state.pair is not None or state.engine.trouble is not None or state.engine.loading is None
    if catalogue.wanted and catalogue.stale and not catalogue.scanning and engine_is_up:
        catalogue.scan()
    return bool(results or recorded or answers)


# The pair


def _loaded(state: AppState, job: Job, report: Loaded | None) -> None:
    if report is None:
        return
    another = state.pair is None or state.pair.target_path != report.target_path
    if another:
        state.speed.baseline = None
    _forget_findings(state)
    if state.replay is None and state.chat.reply and state.chat.reply.phase == "waiting":
        state.chat.answered_by(report.target)
    state.pair, state.engine = report, LoadState(loaded=state.engine.loading, doing="")
    state.notify(report.advice)
    taken = report.recommended.items() if state.reply_options.as_recommended and another else ()
    sampling = {name: value for name, value in taken if name not in state.reply_options.given}
    state.session.settings = replace(state.session.settings, drafter=_first_drafter(state, report), **sampling)
    state.catalogue.suggestion = ""
    state.catalogue.hold(report, report.machine)


def _first_drafter(state: AppState, report: Loaded) -> str:
    """The pair's default, or what a sample wanted that was picked meanwhile."""
    wanted, state.reply_options.drafter, state.reply_options.returns_to = state.reply_options.drafter, None, None
    if wanted not in report.drafters or wanted == report.default:
        return report.default
    state.reply_options.returns_to = report.default
    state.notify(f"drafter {wanted} for this prompt, {report.default} for the next (d changes it)", "information")
    return wanted


def _unloaded(state: AppState, job: Job, report: Machine | None) -> None:
    if report is None:
        return
    state.pair = state.engine.loaded = state.speed.baseline = state.engine.trouble = None
    _forget_findings(state)
    state.engine.doing = NO_MODEL
    state.catalogue.hold(None, report)


def _forget_findings(state: AppState) -> None:
    """Forget what was measured with another pair."""
    state.contest, state.lesson.live = state.contest.for_another_pair(), None
    if state.lesson.course:
        state.lesson.course.forget_live()


def _failed(state: AppState, job: Job, report: Failed) -> None:
    """Say why, and end what the job was for; where it was stopped for another one, that goes on."""
    state.engine.trouble, last = report.reason, job.number in (0, state.job)
    if last:
        state.speed.measuring = state.contest.running = False
        state.lesson.live = None
        if state.contest.sampling:
            state.contest.sampling.running = False
    if report.what in ("engine", "load", "unload"):
        state.engine.doing, state.engine.loading = "", None
    if report.what == "load":
        state.reply_options.drafter = None  # a sample's, for the pair that did not come
    kept = ". The pair loaded before stays in use" if report.what == "load" and state.pair else ""
    state.notify(report.reason + kept, "error")
    unanswerable = last and report.what == "reply" or state.pair is None  # after another failure the loaded pair still answers
    if state.replay is None and unanswerable and state.chat.reply and state.chat.reply.live:
        turn = state.chat.turns[-1]
        # If it did not begin, its prompt goes back where it was typed. A branch's prompt becomes a branch again.
        if not turn.reply.tokens:
            state.view.unanswered = turn.prompt
            if turn.asked and turn.asked.again:
                state.view.editing = len(state.chat.turns) - 1
        state.add_entry(report)


# The conversation


def _replied(state: AppState, job: Job, result: Event | Probed | None) -> None:
    """An event of a reply; ignored unless it is the chat's last reply."""
    if isinstance(result, Probed):
        _probed(state, result)
    elif result is not None and state.chat.reply and job.number == state.chat.reply.job:
        _add_entry(state, result)
    elif isinstance(result, Finish):
        state.speed.ended = None


def _add_entry(state: AppState, entry: Entry) -> None:
    reply = state.chat.reply
    if isinstance(entry, Round) and reply and not explains_choice(entry) and sum(round_.note == entry.note for round_ in reply.rounds) == 1:
        state.notify(entry.note)  # said once it may be a drafter's wait for one pass; why a drafter was chosen stands in the panel
    state.add_entry(entry)
    if state.writing and isinstance(entry, Round) and reply:
        reply.slowed = reply.slowed or not state.session.gate.pace.full
        state.view.live_round = live_round(reply, state.session.gate, state.session.clock())
    if isinstance(entry, Finish) and reply:
        _ended(state, reply)


def _ended(state: AppState, reply: Reply) -> None:
    state.notify(reply.failure, "error")
    stats, reply.held = reply.stats, not state.replay and state.session.gate.held > HELD
    if stats.drafted == 0 and stats.emitted >= ENOUGH and stats.tokens_per_second and not (reply.held or state.last_reply.recorded or state.replay):
        _take_baseline(state, stats.tokens_per_second, stats.emitted, built_kernels(reply.rounds))
    if not state.replay:
        state.speed.ended_at = reply.ended_at = time.time()
        state.speed.ended = reply
        state.session.gate.resume()  # a pause that came in the frame in which the reply ended would hold the next one
    state.catalogue.suggestion = choosing_models.suggestion(state)
    _remember(state, reply)


# Figures


def _measured(state: AppState, job: Job, report: Measured | None) -> None:
    if job.number == state.job:  # unless a command has ended it
        state.speed.measuring = False
    if report is None or state.speed.measured_on != state.basis:
        return  # another conversation was begun or opened meanwhile
    state.add_entry(replace(report, job=job.number))
    if report.tokens >= ENOUGH and (reply := state.chat.reply):
        taken = _take_baseline(state, report.tokens_per_second, report.tokens, report.built_kernels, report.probes, report.crowd)
        if not taken and not state.speed.unasked:
            why = "mlx compiled kernels" if report.built_kernels else "the machine was busy"
            state.notify(f"{why} during the measurement, so it does not count: b measures again")
        _remember(state, reply)


def _take_baseline(state: AppState, pace: float, tokens: int, built: bool, probes: Sequence[float] = (), crowd: float | None = None) -> bool:
    """Store plain decoding's pace on the last prompt, unless kernels were being compiled or the machine was busy meanwhile. In those cases it is
    measured again, once or twice. Returns whether it was stored."""
    busy, basis = doubt(probes, crowds=[crowd]) is not None, state.basis
    assert basis is not None, "a reply was written"
    if (built or busy) and state.speed.discarded.count(basis) < (1 if built else 2):
        state.speed.discarded.append(basis)
        state.speed.measured_on = None
        return False
    if not built:
        state.speed.baseline = Baseline(pace, tokens, basis, time.time(), sum(probes) / len(probes) if probes else None, busy)
    return not built


def _probed(state: AppState, report: Probed) -> None:
    """Date the reply that ended by the machine's speed. If the speed changed since plain decoding was measured, plain decoding is measured again. It
    is not measured again if other programs slowed the reply itself down."""
    reply = state.speed.ended
    if reply is None:
        return
    reply.probe, reply.crowd = report.seconds, report.crowd
    if state.speed.baseline and state.speed.baseline.probe is None:
        state.speed.baseline = replace(state.speed.baseline, probe=report.seconds)
    last = state.last_reply
    if reply is state.chat.reply and last.plain_pace and last.machine_was_busy and reply.stats.drafted:
        if not last.was_disturbed:
            state.speed.baseline, state.speed.measured_on = None, None
        _remember(state, reply)


def _remember(state: AppState, reply: Reply) -> None:
    """Store the figures of a reply that was long enough and had the same settings to its end. A reply without drafts is not stored, because it is the
    baseline. Replies of an earlier session, and replies that waited for kernels or were held, are not stored either."""
    stats = reply.telling
    if state.pair is None or state.replay or not reply.ended_at or stats.emitted < ENOUGH or not stats.drafted or reply.held or reply.only_loops or not state.wrote(reply):
        return
    if built_kernels(reply.rounds) or len({round_.settings for round_ in reply.own_rounds}) > 1:
        return
    _store(state, reply.rounds[0].settings, stats, None if state.last_reply.machine_was_busy else state.last_reply.plain_pace, reply.ended_at)


def _store(state: AppState, settings: Settings, stats: Stats, plain: float | None, ended_at: float) -> None:
    assert state.pair is not None, "it decoded"
    path = state.pair.paths.get(settings.drafter)
    drafter = known_as(Path(path)) if path else settings.drafter
    figures = stats.tokens_per_second, plain, stats.acceptance_rate, settings.adaptive_k
    measurement = Measurement(ended_at, state.pair.target, drafter, settings.k, settings.temperature, *figures)
    state.notify(state.catalogue.measurements.add(measurement))


# Races, tests, and recordings of the lesson


def _recorded_live(state: AppState, job: Job, result: JobProgress | Recorded | None) -> None:
    """Once all replies of the lesson's page are there, they replace the bundled recording."""
    live = state.lesson.live
    if live is None:
        return
    if isinstance(result, JobProgress):
        live.doing = f"{result.doing} (esc stops)"
    elif result is not None:
        assert state.lesson.course is not None, "the lesson began the recording"
        if result.entries:
            state.lesson.course.renew(live.name, result)
        else:
            state.notify("nothing was guessed on this page's text, so its recording stays: load another drafter (F5), then r")
    else:
        state.lesson.live = None


def _drawn(state: AppState, job: Job, result: Place | Drawn | Verdicts | None) -> None:
    if state.contest.sampling:
        state.contest.sampling.apply(result)


def _raced(state: AppState, job: Job, result: RaceEvent | None) -> None:
    """Apply what is measured. At the comparison store the other sides' figures, with side A's pace if it decoded plainly and is not doubtful."""
    contest = state.contest
    if isinstance(result, Cut):
        state.notify(result.words, "information")
    elif isinstance(result, Explained):
        try:
            state.notify(saving.save_race(state, result.replies), "information")
        except SpecdeckError as error:
            state.notify(str(error), "error")
    elif result is not None:
        before = contest.comparison
        contest.apply(result)
        if isinstance(result, Compared) and before is None:
            for found, b in ((found, found.b) for found in result.comparisons):
                plain = found.a.rate if is_plain(found.a.settings) and not found.doubtful else None
                if not found.only_loops and b.stats.drafted and b.stats.emitted >= ENOUGH and not built_kernels(b.reply.rounds):
                    _store(state, b.settings, b.stats, plain, time.time())
    else:
        contest.running = False


RECEIVERS: dict[str, Callable[[AppState, Job, Any], None]] = {
    "load": _loaded, "unload": _unloaded, "reply": _replied, "measure": _measured, "test": _drawn, "recording": _recorded_live,
    "comparison": _raced, "sweep": _raced, "search": _raced, "page": _raced,
}  # fmt: skip
