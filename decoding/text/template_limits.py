"""Renders chat templates, which are programs that came with a model, in a child process that can be killed: nothing inside
a process can stop a step that never ends."""

import json
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Iterator

from ..errors import PromptError

SECONDS = 3.0  # of a processor, the default limit; long conversations take hundredths of a second
STARVED = 10  # times as long it may take where others use the processors, unless a screen waits
MEMORY = 1 << 30  # bytes of the child process
LONGEST = 1 << 22  # characters of a rendered prompt, beyond 32 copies of the messages; a tokenizer takes seconds for these
_alone = threading.RLock()  # one template at a time
_child: subprocess.Popen[bytes] | None = None


def start() -> subprocess.Popen[bytes]:
    """The child, started where there is none: early, so that it is ready when the first prompt is. Raises OSError."""
    global _child
    with _alone:
        if _child is None or _child.poll() is not None:
            program = [sys.executable, "-IS", Path(__file__).with_name("template_child.py"), str(MEMORY), *filter(None, sys.path)]
            pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
            _child = subprocess.Popen(program, stdin=pipe, stdout=pipe, stderr=quiet, start_new_session=True)  # Ctrl+C is for this process only
        return _child


@contextmanager
def rendered_within_limits(characters: int, seconds: float | None = None) -> Iterator[None]:
    """A context in which transformers has templates rendered by the child, for messages of this length. Raises PromptError where one
    takes longer than `seconds` (None: SECONDS of a processor) or too much memory; transformers then raises what the template itself raised, as ValueError."""
    from transformers.utils import chat_template_utils as theirs

    limits = {"seconds": seconds or SECONDS, "longest": LONGEST + 32 * characters}
    patience = seconds or STARVED * SECONDS
    with _alone:
        before = theirs._compile_jinja_template
        theirs._compile_jinja_template = lambda text: SimpleNamespace(render=partial(_render, {"template": text, **limits}, patience))
        try:
            yield
        finally:
            theirs._compile_jinja_template = before


def _render(request: dict[str, Any], patience: float, /, **variables: Any) -> str:
    child, over, line = start(), threading.Event(), b""
    assert child.stdin and child.stdout, "start() made them pipes"
    threading.Thread(target=_watch, args=(child, over, patience), name="template", daemon=True).start()
    try:
        with suppress(OSError):  # of a child that has ended, which gives no answer either
            child.stdin.write(json.dumps(request | {"variables": variables}).encode() + b"\n")
            child.stdin.flush()
            line = child.stdout.readline()
    finally:
        over.set()
        if not line.endswith(b"\n"):  # also where a signal raised meanwhile
            child.kill()
            child.communicate()
    text, error = json.loads(line or "[null, null]")
    if text is None:
        raise ValueError(error) if error else PromptError("the chat template takes too much time or memory: it was stopped (try --raw)")
    return text


def _watch(child: subprocess.Popen[bytes], over: threading.Event, seconds: float) -> None:
    deadline, kilobytes = time.monotonic() + seconds, 0
    while not over.wait(min(seconds, 0.1)) and time.monotonic() < deadline and kilobytes << 10 < MEMORY:
        if sys.platform == "darwin":  # elsewhere the system limits it
            kilobytes = int(subprocess.run(["ps", "-o", "rss=", "-p", str(child.pid)], capture_output=True).stdout or 0)
    if not over.is_set():
        child.kill()
