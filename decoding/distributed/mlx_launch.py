"""Launched: runs mlx.launch, reads what its followers print, and sends them the words that start and end them."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import IO, Any, Callable, Mapping, NamedTuple

from ..errors import LoadError
from .hosts import NO_ROUTE, RING, Hosts, free_port, with_permission

LAUNCH = Path(__file__).with_name("launch_without_spinning.py")
SLOW = 300.0  # seconds until a follower that does not answer is given up
_ELSEWHERE = "TMPDIR=FOLDER names another folder"
NOT_STARTED = {  # how mlx.launch says that a follower ended which never answered, in words that help
    "exited with code 255": "ssh cannot log in there: it must work without a password",
    "exited with code 127": f"it has no {sys.executable}: specdeck must be installed there at the same path",
}


class Launched:
    """mlx.launch, running followers on all hosts but this. `progress` gets a line where a follower has one to say. `silent`: rank ->
    how often the placeholder on this machine gave a sign of life since this rank did. Both come by mlx.launch, so a busy machine delays both."""

    def __init__(self, hosts: Hosts, progress: Callable[[str], None]) -> None:
        self.hosts, self.progress = hosts, progress
        self.backend = (hosts.backend or RING).removesuffix("-ring")  # mlx.launch knows a jaccl-ring, mx.distributed jaccl alone
        self.silent = dict.fromkeys(range(1, len(hosts.names)), 0)
        self._ready: dict[int, Any] = {}  # rank 0's answer is its environment
        self._tried: dict[int, str | None] = {}  # why a rank cannot connect
        self._said: list[str] = []  # what is no line of ours
        self._errors: list[str] = []
        self._changed = threading.Condition()
        self._process, self._words, self._lines = self._start()
        threading.Thread(target=self._listen, name="hosts", daemon=True).start()

    def _start(self) -> tuple[subprocess.Popen[str], IO[str], IO[str]]:
        self._file = _hostfile(self.hosts.content)
        port = [] if self.backend != RING else ["--starting-port", str(free_port(len(self.hosts.names)))]
        options = ["--hostfile", self._file, "--backend", self.hosts.backend or RING, "--env", f"SPECDECK_BACKEND={self.backend}", *port]
        follower = [sys.executable, "-m", "specdeck.decoding.distributed.follower", str(os.getpid())]
        process = subprocess.Popen(
            [sys.executable, "-P", str(LAUNCH), *options, "--", *follower], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,  # Ctrl+C is for this process only
        )  # fmt: skip
        assert process.stdin and process.stdout
        return process, process.stdin, process.stdout

    def ready(self) -> dict[str, str]:
        """Wait until all followers are there; returns the environment of rank 0. Raises LoadError where one does not come."""
        self._wait_for_all(self._ready, "waiting for")
        for rank, name in list(enumerate(self.hosts.names))[1:]:
            if differing := _differing(self._ready[rank]):
                raise LoadError(f"hosts: {name} {differing}: install the same versions on all hosts")
        self._remove_file()  # mlx.launch has read it
        return self._ready[0]

    def try_to_join(self) -> None:
        """Wait until every rank has found out whether it can connect to the others. Raises LoadError where one cannot."""
        self.say("try")
        self._wait_for_all(self._tried, "connecting to")

    def _wait_for_all(self, answers: Mapping[int, Any], doing: str) -> None:
        """Wait until all ranks, rank 0's placeholder among them, have answered. Raises LoadError."""
        missing: list[str] = []
        for _ in range(int(SLOW)):
            with self._changed:
                missing = [name for rank, name in enumerate(self.hosts.names) if rank not in answers]
                if trouble := next(((rank, why) for rank, why in self._tried.items() if why), None):
                    raise LoadError(f"hosts: {self.hosts.names[trouble[0]]} cannot connect: {trouble[1]}")
                if not missing:
                    return
                if self.ended:
                    raise LoadError(f"hosts: {self.reason()}")
                self._changed.wait(1.0)
            self.progress(f"{doing} {', '.join(missing)}")
        raise LoadError(f"hosts: no answer from {', '.join(missing)} in {SLOW:.0f} s")

    def say(self, word: str) -> None:
        """A line to all followers and the placeholder."""
        with suppress(OSError):  # it has ended, which whoever waits for it sees
            self._words.write(word + "\n")
            self._words.flush()

    @property
    def ended(self) -> bool:
        """Whether mlx.launch has ended, which it does soon after any follower failed."""
        return self._process.poll() is not None

    def end(self) -> None:
        """End mlx.launch and what it runs on this machine, a stopped follower too; those elsewhere notice that."""
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._remove_file()

    def last_error(self) -> str | None:
        """What a follower could not do, with its host's name."""
        return self._errors[-1] if self._errors else None

    def reason(self) -> str:
        """Why a host is gone, as far as mlx.launch or a follower said it."""
        ends = [line.partition("Node with ")[2].replace("\x1b[0m", "").strip() for line in self._said if "Node with rank" in line]
        first = next((line for line in ends if not line.startswith("rank 0")), None)
        if first is None:
            said = [line for line in self._said if line.strip()]
            return self.last_error() or (said[-1].strip() if said else "mlx.launch ended")
        _, number, how = first.split(" ", 2)
        rank = int(number)
        if rank not in self._ready and how in NOT_STARTED:
            no_route = next((line.strip() for line in self._said if NO_ROUTE in line), None)  # as ssh says it
            return f"{self.hosts.names[rank]}: {with_permission(no_route) if no_route else NOT_STARTED[how]}"
        host = f"{self.hosts.names[rank]} (rank {rank}) is gone: {how}"
        return f"{host}: {self.last_error()}" if self._errors else host

    def _remove_file(self) -> None:
        with suppress(FileNotFoundError):
            os.unlink(self._file)

    def _listen(self) -> None:
        for text in self._lines:
            line = parse_line(text)
            with self._changed:
                if line is None:
                    self._said = [*self._said[-50:], text]
                elif line.what in ("environment", "ready"):
                    self._ready[line.rank] = line.value
                elif line.what == "tried":
                    self._tried[line.rank] = line.value
                elif line.what == "error":
                    self._errors.append(f"{self.hosts.names[line.rank]}: {line.value}")
                if line and line.rank:
                    self.silent[line.rank] = 0
                elif line:
                    self.silent = {rank: beats + 1 for rank, beats in self.silent.items()}
                self._changed.notify_all()
            if line and line.what == "progress":
                self.progress(f"{self.hosts.names[line.rank]}: {line.value}")
        self._process.wait()
        self._remove_file()
        with self._changed:
            self._changed.notify_all()


def _hostfile(content: str) -> str:
    """The name of a new file with this content, for mlx.launch. Raises LoadError where the temporary folder takes none."""
    try:
        handle, name = tempfile.mkstemp(suffix=".json")
    except OSError as error:
        raise LoadError(f"hosts: mlx.launch needs a file in the temporary folder, where none can be made ({_why(error)}): {_ELSEWHERE}") from None
    try:
        with open(handle, "w") as file:
            file.write(content)
    except OSError as error:
        os.unlink(name)
        raise LoadError(f"hosts: {name}, which mlx.launch needs, cannot be written ({_why(error)}): {_ELSEWHERE}") from None
    return name


def _differing(theirs: Any) -> str | None:
    """What a follower has in another version than this process, in words; None where nothing differs. `theirs`: its "ready" line's value."""
    ours = versions()
    if not isinstance(theirs, dict):
        return f"has an older specdeck than {ours['specdeck']}"
    differing = [f"{name} {theirs.get(name)} for {version}" for name, version in ours.items() if theirs.get(name) != version]
    return f"has {', '.join(differing)}" if differing else None


def _why(error: OSError) -> str:
    return error.strerror or str(error)


# The lines that followers print and mlx.launch passes on to rank 0: a mark, the rank, what the line is, and a value as JSON.
# Loads no mlx.

MARK = "specdeck-host"
BEAT = 1.0  # seconds between two signs of life
PACKAGES = "specdeck", "mlx", "mlx-lm"  # which every host must have in the same version: they decide what is sent, and when
_alone = threading.Lock()


class Line(NamedTuple):
    """A line of the follower `rank`. `what`: environment, ready (with its versions), tried, beat, progress or error."""

    rank: int
    what: str
    value: Any


def print_line(rank: int, what: str, value: Any = None) -> None:
    """Print a line. If nobody reads it, mlx.launch is gone: end the process."""
    line = f"{MARK} {rank} {what} {json.dumps(value)}\n"
    try:
        with _alone:
            sys.stdout.write(line)
            sys.stdout.flush()
    except OSError:
        os._exit(1)


def heartbeat(rank: int) -> None:
    """Print a sign of life every BEAT seconds, for ever."""
    while True:
        time.sleep(BEAT)
        print_line(rank, "beat")


def parse_line(text: str) -> Line | None:
    """A printed text as a Line; None if no follower wrote it."""
    parts = text.rstrip("\n").split(" ", 3)
    if parts[0] != MARK or len(parts) < 4:
        return None
    try:
        return Line(int(parts[1]), parts[2], json.loads(parts[3]))
    except ValueError:
        return None


def versions() -> dict[str, str]:
    """The installed version of each of PACKAGES, by name; "none" for a checkout that was never installed."""
    return {name: _version(name) for name in PACKAGES}


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
