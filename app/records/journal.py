"""Stored conversations: each is written as a trace while it happens, and can be continued. A crash of the program loses what happened since the
last flush."""

from __future__ import annotations

import fcntl
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Callable, Sequence

from specdeck.decoding.checkpoints import open_regular
from specdeck.decoding.types import Round

from ..chat.entries import Entry, renumber
from . import files, trace
from .files import TraceError
from .trace import RecoveredTrace, TraceWriter

if TYPE_CHECKING:
    from ..chat.conversation import Chat


class Journal:
    """Writes one conversation after the other into a folder; without a folder it writes nothing. A failure is reported once; `trouble` says what
    it was until the conversation is saved again, as a whole in a new file, which is tried at the begin and end of every reply."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.trouble: str | None = None
        self._reported: str | None = None
        self._begun: Path | None = None  # the file of this conversation that was created here; after a failure it holds a part
        self._file: BinaryIO | None = None
        self._writer = TraceWriter()
        self._shift = 0  # of the numbers of jobs, against those in the file
        self._resumed: RecoveredTrace | None = None  # what was read of the file that the next entry continues

    @property
    def path(self) -> Path | None:
        """The present conversation's file."""
        return None if self._file is None else Path(self._file.name)

    def write(self, entry: Entry, chat: Chat) -> str | None:
        """Write the last entry of the chat. Returns why writing has stopped, if it has."""
        if self.folder is None or (self.trouble and isinstance(entry, Round)):
            return None
        return self._guarded(lambda: self._put([entry]) if self._file else self._create(chat.entries))

    def flush(self) -> str | None:
        """Hand what was written to the system. Returns why writing has stopped, if it has."""
        return self._guarded(self._file.flush) if self._file else None

    def close(self) -> None:
        """Hand everything to the system and close the file; the next entry starts another conversation."""
        file, self._file, self._begun, self._resumed, self._shift, self.trouble = self._file, None, None, None, 0, None
        if file is not None:
            with suppress(OSError), file:  # `flush` has reported it
                file.flush()

    def resume(self, path: Path, read: RecoveredTrace, shift: int = 0) -> None:
        """Continue this conversation with the next entry; until then its file stays as it is. A damaged one stays for good, and the next entry
        begins a new file. `shift`: by how much jobs are numbered higher here than in the file. Raises TraceError if it cannot be written."""
        if self.folder is None:
            return
        if read.damaged:
            self.close()
            return
        try:
            file = _locked(path.open("ab"), path)
        except OSError as error:
            raise TraceError(f"{path} cannot be continued: {error.strerror or error}") from None
        self.close()
        self._file, self._writer, self._resumed, self._shift = file, TraceWriter(), read, shift

    def _guarded(self, act: Callable[[], None]) -> str | None:
        try:
            act()
        except OSError as error:
            begun = self._begun
            self.close()
            self._begun, self.trouble = begun, f"this conversation is no longer being saved: {error.strerror or error}"
            new, self._reported = self.trouble != self._reported, self.trouble
            return self.trouble if new else None
        return None

    def _create(self, entries: Sequence[Entry]) -> None:
        """Write the whole conversation into a new file, in place of the part of it that a failure left."""
        assert self.folder, "a journal without a folder keeps nothing"
        file = files.create(self.folder, ".jsonl")
        path = Path(file.name)
        with files.removed_if_it_fails(path):
            self._file, self._writer = _locked(file, path), TraceWriter()
            self._file.write(f"{trace.header()}\n".encode())
            self._put(entries)
            self._file.flush()
        part, self._begun, self.trouble = self._begun, path, None
        if part:
            with suppress(OSError):
                part.unlink()

    def _put(self, entries: Sequence[Entry]) -> None:
        assert self._file, "a journal is created before it is written"
        read, self._resumed = self._resumed, None
        if read:
            self._file.truncate(read.keep)
            self._file.write(read.tail.encode())
        for entry in renumber(entries, -self._shift) if self._shift else entries:
            self._file.write(f"{self._writer.line(entry)}\n".encode())


def recall(path: Path) -> RecoveredTrace:
    """A conversation up to its first bad line. Raises TraceError."""
    return trace.recover(files.read_bytes(path), path.name)


def forget(path: Path) -> None:
    """Delete a conversation that is not open anywhere. Raises TraceError."""
    try:
        with _locked(open_regular(path), path):
            path.unlink()
    except OSError as error:
        raise TraceError(f"{path} cannot be deleted: {error.strerror or error}") from None


def _locked(file: BinaryIO, path: Path) -> BinaryIO:
    """The file, locked against other writers where the file system has locks; some of a network have none. Raises TraceError."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise TraceError(f"{path.name} is open in another specdeck: close it there first") from None
    except OSError:
        pass
    return file
