"""A target sharded over hosts, as mlx-lm shards it. This process is rank 0, which alone has terminal, tokenizer, drafters and verdict. On each other
host this module repeats the calls of rank 0's SequenceState. A call arrives as a line of JSON, its tokens by a small collective.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path
from queue import SimpleQueue
from types import GeneratorType
from typing import Any, Callable, Iterator, NoReturn, Sequence

import mlx.core as mx
from mlx.utils import tree_reduce

from .checkpoints.checkpoint import Checkpoint
from .errors import HostLost, LoadError, one_line
from .hosts import BEFORE_EXIT, THIS, Hosts
from .rules.draws import NO_TOKENS
from .target.backbone import Place
from .target.recurrent_replay import Reader
from .target.sequence_state import SequenceState, prefill_chunk
from .target.target_loading import logits_width, target_checkpoint
from .weights import whole_model

SSH = "ssh -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=5 -o ServerAliveCountMax=4".split()  # ends 20 s after the host went silent
JOIN = "import signal, sys, mlx.core as mx; signal.alarm(int(sys.argv[2])); mx.distributed.init(strict=True, backend=sys.argv[1])"
CONNECT = 60  # seconds in which all hosts must have connected
PATIENCE = 5.0  # seconds in which the cause of a failed call may turn out to be a lost host
PACKAGES = "specdeck", "mlx", "mlx-lm"
REACH = "a firewall may forbid it, or macOS: System Settings, Privacy & Security, Local Network"
START = f"ssh must work there without a password, and specdeck be installed at the same path; {REACH}"
SUMS = 50  # that are timed
MIB, TEXT = 1 << 20, 200  # bytes; most bytes of a reason in an answer
_cluster: Cluster | None = None
_ending = threading.Lock()


def cluster_of(hosts: Hosts, progress: Callable[[str], None]) -> Cluster:
    """The cluster of these hosts, started if this process has none: it can join one only. Raises LoadError."""
    global _cluster
    if _cluster is None:
        _cluster = Cluster(hosts, progress)
    if _cluster.hosts != hosts:
        raise LoadError(f"this process is joined with {', '.join(_cluster.hosts.names)} already: other hosts need a new process")
    return _cluster


class Cluster:
    """The followers of this process. `parts`: bytes of each host's part of the target that was loaded last. A follower ends with this process. If a
    follower ends first, so does this process, because mlx may wait for it for ever."""

    def __init__(self, hosts: Hosts, progress: Callable[[str], None]) -> None:
        self.hosts, self.parts = hosts, ()
        self._progress: Callable[[str], None] | None = None  # gets what followers print while they load; later it may be a library's warning
        self._trouble: str | None = None  # why no call can be made any more
        self._number, self._hidden = 0, 0
        hello = {"backend": hosts.backend.removesuffix("-ring"), "variables": hosts.environment(), "alike": alike()}
        self._followers = [Follower(hosts, rank) for rank in range(1, len(hosts.names))]
        try:
            for rank, follower in enumerate(self._followers, 1):
                follower.say(hello | {"rank": rank})
            self.group = join(hello | {"rank": 0}, lambda word: self._agree(progress, word))
        except BaseException:
            for follower in self._followers:
                with suppress(OSError):
                    follower.stdin.close()  # which ends it, as the end of this process does
            raise
        for follower in self._followers:
            threading.Thread(target=self._watch, args=(follower,), name="watch host", daemon=True).start()

    def _agree(self, progress: Callable[[str], None], word: str) -> None:
        for follower in self._followers:
            progress(f"{'waiting for' if word == 'ready' else 'connecting to'} {follower.name}")
            for line in follower.lines():
                if line == word:
                    break
            else:
                code = follower.wait()
                raise HostLost(f"hosts: {follower.name}: {follower.last or f'exit code {code}'}{f': {START}' if code != 1 else ''}")
        self.say("go")

    def _watch(self, follower: Follower) -> None:
        """End this process when the follower has ended."""
        for line in follower.lines():
            if progress := self._progress:
                progress(f"{follower.name}: {line}")
        code = follower.wait()
        end(f"{follower.name} is gone: {follower.last if code == 1 else f'exit code {code}'}")

    def say(self, *message: Any) -> None:
        """Send a line of JSON to all followers."""
        for follower in self._followers:
            follower.say(message)

    @contextmanager
    def in_step(self) -> Iterator[None]:
        """A context for a call that all ranks make. It is the last one if it raises: nobody knows what the others have done then."""
        if self._trouble:
            raise HostLost(self._trouble)
        self._trouble = "the hosts are out of step after an error: start again"
        try:
            yield
        except RuntimeError:
            time.sleep(PATIENCE)  # if a lost host is the cause, this process ends meanwhile
            raise
        self._trouble = None

    def model(
        self, name: str | None, target: Checkpoint, kv_bits: int | None, beside: Any = None, progress: Callable[[str], None] | None = None
    ) -> Any:
        """This host's part of the target, loaded while the others load theirs. `name`: as the user gave it; `beside`: the pair that is
        replaced, whose parts stay until the next one. Raises LoadError where any host cannot load its part."""
        before = beside.target.number if beside and beside.cluster else None
        self._number, self._hidden = self._number + 1, target.text.get("hidden_size", 1024)
        self._progress = progress
        with self.in_step():
            self.say(self._number, "load", [], [name, kv_bits, before], 0)
            part, answers = load_part(self.group, lambda: target.folder, kv_bits)
        self._progress = None
        for host, (_, why) in zip(self.hosts.names, answers):
            if why:
                raise LoadError(why if part is None else f"{host}: {why}")
        self.parts = tuple(size for size, _ in answers)
        return part and part.model

    def sequence_state(self, model: Any, kv_bits: int | None, suppressed: Sequence[int]) -> SharedState:
        """The state of the target that was loaded last."""
        self._state = SharedState(Part(self.group, model, kv_bits, suppressed), self, self._number)
        return self._state

    def sum_seconds(self) -> float:
        """Seconds of one sum over all hosts of one token's hidden state, of which a pass needs two a layer."""
        return self._state._call("sum_seconds", self._hidden)


class Follower:
    """A process on another host, or on this one for 127.0.0.1. `last`: the last line that it printed, why it ends if it fails."""

    def __init__(self, hosts: Hosts, rank: int) -> None:
        self.name, self.last, host = hosts.names[rank], "", hosts.rows[rank]["ssh"]
        words = shlex.join(["env", *hosts.envs, sys.executable, "-m", "specdeck.decoding.cluster"])
        command = ["/bin/sh", "-c", f"cd {shlex.quote(os.getcwd())} 2>/dev/null; exec {words}"]
        process = subprocess.Popen(
            command if host == THIS else [*SSH, host, f"exec {shlex.join(command)}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", start_new_session=True,  # Ctrl+C is for rank 0
        )  # fmt: skip
        assert process.stdin and process.stdout
        self.stdin, self._stdout, self.wait = process.stdin, process.stdout, process.wait

    def say(self, message: Any) -> None:
        """Send a line of JSON."""
        with suppress(OSError):  # it has ended, which whoever reads its lines sees
            print(json.dumps(message), file=self.stdin, flush=True)

    def lines(self) -> Iterator[str]:
        """What it prints, until it ends."""
        for line in self._stdout:
            self.last = " ".join(line.split()) or self.last
            yield self.last


def end(reason: str) -> NoReturn:
    """End this process, whatever its threads wait for, with the reason."""
    with _ending:
        try:
            for act in reversed(BEFORE_EXIT):
                act(reason)
            print(f"specdeck: {reason}", file=sys.__stderr__, flush=True)
            sys.stdout.flush()
        finally:
            os._exit(HostLost.exit_code)


class SharedState(SequenceState):
    """Rank 0's SequenceState: tells each call to the followers, then makes it. `number` tells them which of their states is meant."""

    def __init__(self, part: Part, cluster: Cluster, number: int) -> None:
        self._part, self._cluster, self.number = part, cluster, number
        self._told = 0  # tokens of the sequence that the followers know

    def __getattr__(self, name: str) -> Any:
        return getattr(self._part, name)

    def _call(self, method: str, *arguments: Any, ids: mx.array = NO_TOKENS) -> Any:
        fresh = self._part.sequence[self._told :]
        self._told += len(fresh)
        with self._cluster.in_step():
            self._cluster.say(self.number, method, fresh, arguments, ids.size)
            return self._part.call(method, arguments, ids)

    def reset(self) -> None:
        """Empty the cache of every rank. Raises HostLost after an exception of mlx: the ranks are out of step then."""
        if isinstance(error := sys.exception(), RuntimeError):
            with self._cluster.in_step():
                raise error
        self._call("reset")
        self._told = 0

    def follow(self, sequence: list[int]) -> int:
        kept = self._call("follow", sequence)
        self._told = len(sequence)
        return kept

    def prefill(self, upto: int, checkpoint: int = -1, chunk: int | None = None) -> Iterator[int]:
        """A call for each chunk, so that it may be left between two."""
        while self._part.length < upto:
            self._call("prefill", upto, checkpoint, chunk or prefill_chunk(self._part.pace))
            yield self._part.length

    def read(self, draft: mx.array = NO_TOKENS) -> mx.array:
        return self._call("read", ids=draft)

    def step(self, token: mx.array, certain: bool = False) -> mx.array:
        return self._call("step", certain, ids=token)

    def roll_back(self, upto: int) -> None:
        self._call("roll_back", upto)

    def tap(self, places: Sequence[Place]) -> None:
        self._call("tap", list(places))


class Part(SequenceState):
    """A rank's SequenceState of its part of the target."""

    def __init__(self, group: mx.distributed.Group, *arguments: Any) -> None:
        self._group = group
        super().__init__(*arguments)

    def call(self, method: str, arguments: Sequence[Any], ids: mx.array) -> Any:
        """Make a call as every rank makes it, and queue what it computes. `ids`: tokens before the other arguments, of which rank 0's count."""
        given = [mx.distributed.all_sum(ids, group=self._group)] if ids.size else []
        result = getattr(self, method)(*given, *arguments)
        if isinstance(result, mx.array):
            mx.async_eval(result)
        elif isinstance(result, GeneratorType):
            next(result, None)
        return result

    def sum_seconds(self, size: int) -> float:
        """Seconds of one sum of so many numbers over all ranks, each of which calls this."""
        start = 0.0
        for _ in range(SUMS + 1):
            mx.eval(mx.distributed.all_sum(mx.zeros((size,)), group=self._group))
            start = start or time.perf_counter()  # after the first, which may be slow
        return (time.perf_counter() - start) / SUMS

    def _find_readers(self) -> tuple[Reader, ...]:
        """Whether recurrent layers can be replayed is found out by a trial, so all ranks must agree."""
        readers = super()._find_readers()
        able = mx.distributed.all_sum(mx.array(int(bool(readers))), group=self._group).item()
        return readers if able == self._group.size() else ()


def load_part(group: mx.distributed.Group, find: Callable[[], Path], kv_bits: int | None) -> tuple[Part | None, list[tuple[int, str]]]:
    """This rank's part of the target, and every rank's answer: the bytes of its part, and why it has none."""
    try:
        folder, why = find(), ""
        part = Part(group, sharded_model(folder, group), kv_bits)
        logits_width(part, folder, kv_bits)
    except LoadError as error:
        part, why = None, str(error)
    size: Any = tree_reduce(lambda total, array: total + array.nbytes, part.model.parameters(), 0) if part else 0
    mine = [size // MIB, *why.encode()[:TEXT].ljust(TEXT)]
    answers: Any = mx.distributed.all_gather(mx.array([mine], mx.int32), group=group).tolist()
    return part, [(size * MIB, bytes(text).decode(errors="ignore").strip()) for size, *text in answers]


def sharded_model(folder: Path, group: mx.distributed.Group) -> Any:
    """This rank's part of the model; of the weights only that part is read and kept. Raises LoadError."""

    def shard(model: Any) -> None:
        heads = [(part, part.lm_head) for part in model.modules() if "lm_head" in part and hasattr(part, "sharding_group")]
        try:
            model.shard(group)
        except Exception as error:  # whatever a model's own code raises: assertions, splits that do not divide
            raise LoadError(f"{folder}: it cannot be sharded over {group.size()} hosts: {one_line(error)}") from error
        for part, head in heads:  # whole: drafters on rank 0 use it alone
            part.lm_head, part.sharding_group = head, None

    return whole_model(folder, change=shard)


def alike() -> list[str]:
    """What must be the same on every host, because it decides what is computed, and when."""
    return [*(f"{name} {version(name)}" for name in PACKAGES), f"a {mx.default_device().type.name}"]


def join(hello: dict[str, Any], agree: Callable[[str], None]) -> mx.distributed.Group:
    """Join the group as every rank does; `agree` returns once all ranks say its word. This is tried first in a process that an alarm ends. While mlx
    waits for a host it lets no Python run, not even for a Ctrl+C. Raises LoadError."""
    agree("ready")
    with tempfile.TemporaryDirectory() as folder:
        for name, value in hello["variables"].items():
            file = Path(folder, name)
            file.write_text(json.dumps(value))
            os.environ[name] = value if isinstance(value, str) else str(file)
        os.environ["MLX_RANK"] = str(hello["rank"])
        words = [sys.executable, "-c", JOIN, hello["backend"], str(CONNECT)]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
        if done.returncode:
            why = (done.stderr.splitlines() or [f"no answer in {CONNECT} s"])[-1]
            raise LoadError(f"the hosts cannot connect: {why}: {REACH}, or start again")
        agree("connected")
        return mx.distributed.init(strict=True, backend=hello["backend"])


def main() -> None:
    """Be the follower that the first line on stdin describes, until stdin ends."""
    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    try:
        hello = json.loads(lines.get())
        for mine, theirs in zip(alike(), hello["alike"]):
            if mine != theirs:
                raise LoadError(f"it has {mine}, not {theirs}: install the same on all hosts")
        repeat_calls(join(hello, lambda word: (print(word, flush=True), lines.get())[0]), lines)
    except BaseException as error:
        print(one_line(error), flush=True)
        os._exit(1)  # mlx's threads may be waiting for a host


def _read(lines: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)  # rank 0 is gone


def repeat_calls(group: mx.distributed.Group, lines: SimpleQueue[str]) -> None:
    """Do what each line says: load a part, or make a call of a part."""
    parts: dict[int, Part] = {}
    say = partial(print, flush=True)
    for turn, line in enumerate(iter(lines.get, None)):
        number, method, fresh, arguments, size = json.loads(line)
        if method == "load":
            name, kv_bits, kept = arguments
            parts = {kept: parts[kept]} if kept in parts else {}
            part, _ = load_part(group, lambda name=name: target_checkpoint(name, say, tokenizer=False).folder, kv_bits)
            parts |= {number: part} if part else {}
        else:
            part = parts[number]
            part.sequence.extend(fresh)
            part.call(method, arguments, mx.zeros((size,), mx.uint32))
            part.take_hidden()  # nobody here reads hidden states
        if turn % 1024 == 0:
            mx.clear_cache()


if __name__ == "__main__":
    main()
