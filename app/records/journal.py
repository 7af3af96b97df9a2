"""Stored conversations: each is written while it happens, as a trace in the state folder, and can be continued. A crash of the program loses
what happened since the last pump, a crash of the machine at most SYNC seconds."""

from __future__ import annotations

import fcntl
import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Callable, Sequence

from specdeck.decoding.checkpoints import open_regular
from specdeck.decoding.types import Round

from ..chat.entries import Entry, renumber
from . import files, named_files, trace
from .trace import Readable, TraceError, TraceWriter

if TYPE_CHECKING:
    from ..chat.conversation import Chat

SYNC = 1.0  # seconds between two syncs to disk


class Journal:
    """Writes one conversation after the other into a folder; without a folder it writes nothing. A failure is reported once; `trouble` says
    what it was until the conversation is saved again, as a whole in a new file, which is tried at the begin and end of every reply."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.trouble: str | None = None
        self._reported: str | None = None
        self._begun: Path | None = None  # the file of this conversation that was created here; after a failure it holds a part
        self._file: BinaryIO | None = None
        self._writer = TraceWriter()
        self._disk = _Disk()
        self._synced = 0.0
        self._dirty = False
        self._shift = 0  # of the numbers of jobs, against those in the file
        self._resumed: Readable | None = None  # what was read of the file that the next entry continues

    @property
    def path(self) -> Path | None:
        """The present conversation's file."""
        return None if self._file is None else Path(self._file.name)

    def write(self, entry: Entry, chat: Chat) -> str | None:
        """Write the last entry of the chat. Returns why writing has stopped, if it has."""
        if self.folder is None or (self.trouble and isinstance(entry, Round)):
            return None
        return self._guarded(lambda: self._put([entry]) if self._file else self._create(chat.entries))

    def flush(self, now: float) -> str | None:
        """Hand what was written to the system, and every SYNC seconds sync it to disk. `now`: seconds of any one clock. Returns
        why writing has stopped, if it has."""
        if self._file is None or not (self._dirty or self._disk.error):
            return None
        return self._guarded(lambda: self._flush(now))

    def close(self) -> None:
        """Hand everything to the system and close the file; the next entry starts another conversation."""
        file, self._file, self._begun, self._resumed, self._shift, self.trouble = self._file, None, None, None, 0, None
        if file is not None:
            with suppress(OSError), file:  # `flush` has reported it
                file.flush()
                self._disk.sync(file)
                fcntl.flock(file, fcntl.LOCK_UN)  # the syncing thread has the file open too

    def resume(self, path: Path, read: Readable, shift: int = 0) -> None:
        """The next entry continues this conversation, of which `read` was read; until then its file stays as it is. `shift`: by how much its
        jobs are numbered higher here than in the file. Raises TraceError and changes nothing if it cannot be written."""
        if self.folder is None:
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
            path, begun = self.path, self._begun
            self.close()
            empty = path and os.path.isfile(path) and path.stat().st_size == 0
            if path and (empty or begun not in (None, path)):  # of two parts the first is kept
                _remove(path)
                begun = None if begun == path else begun
            self._begun, self.trouble = begun, f"this conversation is no longer being saved: {error.strerror or error}"
            new, self._reported = self.trouble != self._reported, self.trouble
            return self.trouble if new else None
        return None

    def _create(self, entries: Sequence[Entry]) -> None:
        """Write the whole conversation into a new file, in place of the part of it that a failure left."""
        assert self.folder, "a journal without a folder keeps nothing"
        file, part = files.create(self.folder, ".jsonl"), self._begun
        self._file, self._writer = _locked(file, Path(file.name)), TraceWriter()
        self._file.write(f"{trace.header()}\n".encode())
        self._put(entries)
        if self.trouble:
            self._file.flush()
        self._begun, self.trouble = self.path, None
        if part:
            _remove(part)

    def _put(self, entries: Sequence[Entry]) -> None:
        assert self._file, "a journal is created before it is written"
        read, self._resumed = self._resumed, None
        if read:
            self._file.truncate(read.keep)  # the rest is a line that was cut off
            self._file.write(read.tail.encode())
        for entry in renumber(entries, -self._shift) if self._shift else entries:
            self._file.write(f"{self._writer.line(entry)}\n".encode())
        self._dirty = True

    def _flush(self, now: float) -> None:
        assert self._file, "a journal is created before it is written"
        self._file.flush()
        self._disk.raise_error()
        if abs(now - self._synced) >= SYNC and self._disk.sync(self._file):
            self._synced, self._dirty = now, False


class _Disk:
    """Syncs to disk in a thread of its own: a slow disk takes a tenth of a second, which would be visible."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self.error: OSError | None = None  # of the last sync, until raise_error()

    def raise_error(self) -> None:
        """Raise the OSError of the last sync, if it had one."""
        error, self.error = self.error, None
        if error:
            raise error

    def sync(self, file: BinaryIO) -> bool:
        """Sync to disk what was handed to the system; False while the last sync is not over."""
        if self._thread and self._thread.is_alive():
            return False
        self._thread = threading.Thread(target=self._wait, args=(os.dup(file.fileno()),), name="disk", daemon=True)
        self._thread.start()
        return True

    def _wait(self, handle: int) -> None:
        try:
            os.fsync(handle)
        except OSError as error:
            self.error = error
        finally:
            os.close(handle)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def recall(path: Path) -> Readable:
    """What can be read of a conversation. Raises TraceError."""
    return trace.readable(named_files.read_bytes(path), path.name)


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
