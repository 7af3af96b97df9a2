"""`specdeck` alone: opens the playground, or without a terminal says what to use instead."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Sequence

from specdeck.decoding.types import Settings

from ..settings import config, paths
from ..terminal import streams
from ..terminal.signals import served
from ..terminal.streams import complain
from . import options

if TYPE_CHECKING:
    from ..chat.entries import Entry
    from ..engine.messages import MatrixSpeed


def main(args: argparse.Namespace) -> int:
    """Check what needs no model, then open the app."""
    settings = replace(options.settings_of(args), seed=args.seed)  # without --seed the app draws one for every reply
    options.check(args)
    if not (served() or streams.interactive()):
        complain("the playground needs a terminal; without one use: specdeck run PROMPT")
        return 2
    return play(args, settings)


def play(args: argparse.Namespace, settings: Settings, recording: Sequence[Entry] = (), speed: float = 1.0) -> int:
    """Open the playground, on a recording if one is given."""
    from ..actions import loading, saving
    from ..app_state import AppState
    from ..engine.session import Session, real_engine
    from ..models.disk import NamedFolders
    from ..models.downloads import Background
    from ..models.measurements import Measurements, keep_learnt, matrix_speed, recall_learnt
    from ..records.history import Journal
    from ..run_playground import run_playground

    wishes = config.load()

    def tell(line: str) -> None:
        state.notify(line)

    texts = options.lookup_texts_of(args, tell)  # read in the session's thread
    recall, keep = (lambda pair: recall_learnt(pair, paths.learnt(), tell)), (lambda pair: keep_learnt(pair, paths.learnt()))

    def products() -> MatrixSpeed:
        from ..engine.engine import device, time_matrices

        return matrix_speed(paths.matrices(), device(), time_matrices)

    variables = dict(args.template_var or ())
    session = Session(settings, lambda: real_engine(lookup_texts=texts, recall=recall, keep=keep, speed=cache(products), framing={"variables": variables}, **options.loading_of(args)))
    state = AppState(session, args.max_tokens, args.system, options.thinking_of(args), variables)
    state.reply_options.as_recommended = bool(args.recommended)
    state.reply_options.given = frozenset(options.given_of(args))
    state.journal = Journal(paths.conversations() if wishes.values.get("history", True) else None)
    state.lesson.file = paths.lesson()
    state.catalogue.measurements = Measurements(paths.measurements())
    state.catalogue.learnt_file = paths.learnt()
    state.catalogue.folders = NamedFolders(paths.named_folders(), tell)
    state.user.guest = config.visitor() == config.GUEST
    state.catalogue.background = Background(all_disk=not state.user.guest)
    loading.load(state, args.model, tuple(args.drafter or ()))
    if recording:
        saving.play(state, recording, speed)
    return run_playground(state, session, wishes, getattr(args, "lesson", False))
