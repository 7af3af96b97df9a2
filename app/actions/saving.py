"""Saving a conversation, a picture of the screen, a comparison's result, and showing again what was saved. What cannot be done is a Refusal,
one line."""

import json
import os
import re
from dataclasses import replace
from itertools import chain, count, takewhile
from pathlib import Path
from typing import Callable, Mapping, Sequence

from ..app_state import AppState
from ..chat.conversation import Chat, fold
from ..chat.entries import Asked, Branched, Entry, Shown
from ..chat.reply import Reply
from ..compare.result import Comparison, headline
from ..compare.result_words import comparison_card
from ..engine.messages import Loaded
from ..engine.this_machine import machine_words
from ..notices import Refusal
from ..records import export, files, history, trace
from ..records.export import NamedWithoutPaths, comparison_json, without_folders
from ..records.html_page import RacePage, conversation_page
from ..records.replay import Replay, recorded_race
from ..records.trace import RecoveredTrace
from .loading import refuse_guests, require_idle

FORMAT_WORDS = {"jsonl": "save the conversation as a trace, which can be replayed", "md": "save the conversation as Markdown", "json": "save the conversation as JSON",
                "html": "save the conversation as a page for any browser", "svg": "save the screen as a picture"}  # fmt: skip
FORMATS = tuple(FORMAT_WORDS)
PLAYING = "playing; esc skips to the end"


def put(state: AppState, what: str, kind: str, text: str) -> str:
    """Write a text into a new file, named by its kind and the time; returns a line that says where. Pictures and pages are for sharing."""
    return _write(state, _new_name(f"specdeck-{what}", kind), lambda: text, kind != "json")


def _new_name(begin: str, ending: str) -> str:
    """A name by the time that no file here has."""
    stem = f"{begin}-{files.clock()}"
    names = (f"{stem}{mark}.{ending}" for mark in chain([""], (f"-{number}" for number in count(2))))
    return next(name for name in names if not os.path.exists(name))


def _write(state: AppState, name: str, content: Callable[[], str], shared: bool) -> str:
    """Write a new file, or send it to a guest's browser; returns a line that says where. `shared`: not for this person alone."""
    if state.user.deliver is None:
        path = files.save(name, content(), shared)
        return f"saved {path.name} in {path.parent}"
    if not re.fullmatch(r"\w[\w.-]*", name, re.ASCII):
        raise Refusal(f"{name}: your browser gets the file; name it with letters, digits and . _ - alone, and without a folder")
    state.user.deliver(name, content())
    return f"{name} is in your browser's downloads"


def save(state: AppState, name: str = "") -> str:
    """Write the conversation or the screen into a new file, in the format of the name's ending. Without a name, the file is named by the time."""
    name = name or FORMATS[0]
    place = _new_name("specdeck", name) if name in FORMATS else name
    if place.rpartition(".")[2] not in FORMATS:
        raise Refusal(f"{place}: end the name with one of {', '.join('.' + ending for ending in FORMATS)}")
    return _write(state, place, lambda: _content(state, place), place.endswith(".svg"))


def _content(state: AppState, place: str) -> str:
    kind = place.rpartition(".")[2]
    if kind == "svg":
        if state.user.picture is None:
            raise Refusal("there is no screen to draw")
        return state.user.picture()
    if not state.chat.turns:
        raise Refusal("there is nothing to save yet: ask something first")
    if state.replay or (state.chat.reply and state.chat.reply.live):
        raise Refusal("a reply is being written or played: esc stops it")
    shared = fold([without_folders(entry, ()) for entry in state.chat.entries])  # without the paths of this machine's folders
    shared.system = state.chat.system  # it may have been changed since the last prompt
    return {"md": export.markdown, "html": conversation_page, "json": export.conversation_json, "jsonl": lambda chat: trace.dump(chat.entries)}[kind](shared)


def save_card(state: AppState) -> str:
    comparisons, pair = _finished(state)
    return put(state, "card", "svg", comparison_card(headline(comparisons), state.contest.prompt, pair.name, busy=state.contest.load).svg())


def save_race(state: AppState, explained: Mapping[int, Reply] = {}) -> str:
    comparisons, pair = _finished(state)
    return put(state, "race", "html", RacePage(comparisons, state.contest.prompt, pair.name, explained=explained, machine=machine_words(state.contest.load)).whole())


def save_json(state: AppState) -> str:
    comparisons, pair = _finished(state)
    result = comparison_json(comparisons, NamedWithoutPaths(pair)) | {"machine": {"load": state.contest.load}}
    return put(state, "compare", "json", json.dumps(result, indent=1) + "\n")


def _finished(state: AppState) -> tuple[Sequence[Comparison], Loaded]:
    """The comparisons of side A with each other one, and the pair that they were made with."""
    comparisons, pair = state.contest.comparisons, state.pair
    if not comparisons or pair is None:
        raise Refusal("there is no comparison to save yet: enter runs all sides")
    return comparisons, pair


# Showing what was saved


def replay(state: AppState, name: str = "") -> str:
    """Play a trace, or without a name the last reply."""
    if name:
        refuse_guests(state, "read files here: /replay alone plays the last reply")
        entries, unfinished = trace.load_readable(name)
        play(state, entries)
        return unfinished or PLAYING
    play_again(state)
    return PLAYING


def play(state: AppState, entries: Sequence[Entry], speed: float = 1.0) -> None:
    """Play a recording in place of the conversation, which stays on disk."""
    require_idle(state)
    state.engine.trouble = None
    state.begin(Chat())
    state.replay = Replay(state.session, state.renumbered(entries), speed)


def play_again(state: AppState) -> None:
    """Play the reply that is shown last as it was written."""
    require_idle(state)
    if state.chat.reply is None:
        raise Refusal("there is no reply to play yet: name a trace")
    record, job = state.chat.entries, state.chat.reply.job
    first = next(at for at, entry in enumerate(record) if isinstance(entry, (Asked, Branched)) and entry.job == job)
    state.chat, before = fold(record[:first]), state.chat
    state.replay = Replay(state.session, [record[first], *takewhile(lambda entry: not isinstance(entry, (Asked, Branched, Shown)), record[first + 1 :])])
    state.replay.shown_before = before  # with what was set since, as a system prompt for the next reply
    state.view.tidy(state.chat)


def earlier_records(state: AppState) -> history.History:
    """Stored conversations, the newest first."""
    if state.journal.folder is None:
        raise Refusal("conversations are not saved: set history = true in config.toml to save them")
    stored = history.history(state.journal.folder)
    earlier = [item for item in stored.items if item.path != state.journal.path]
    if not earlier and not stored.damaged:
        raise Refusal("there is no earlier conversation yet")
    return replace(stored, items=earlier)


def recall(state: AppState, path: Path) -> str:
    read = history.recall(path)
    resume(state, read, path)
    if read.damaged:
        return f"{read.trouble}; this is what precedes it, and what follows is saved in a new file"
    return "you can continue this conversation"


def resume(state: AppState, read: RecoveredTrace, path: Path) -> None:
    """Continue a stored conversation, of which `read` was read. Raises TraceError and changes nothing if its file cannot be written."""
    require_idle(state)
    state.journal.resume(path, read, state.job)
    state.show_chat(fold(state.renumbered(read.entries)))


def forget(path: Path) -> None:
    history.forget(path)
    history.history(path.parent)  # it forgets too


# The show: the bundled race of plain and drafted decoding, played in the empty chat.

def play_show(state: AppState) -> None:
    """Play the show from its start. Refused once a conversation has begun, because the show takes the place of its text."""
    if state.chat.turns:
        raise Refusal("the show plays in an empty chat: ctrl+n begins one")
    state.show = recorded_race()


def is_first_start(file: Path) -> bool:
    """Whether the show was never played here; stores that it is now. False if that cannot be stored."""
    if os.path.exists(file):
        return False
    try:
        files.make_folder(file.parent)
        file.touch(mode=0o600)
    except OSError:
        return False
    return True
