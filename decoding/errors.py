"""The engine's exceptions, one tree; every message is one line that says what to do.

    SpecdeckError
    ├── SettingsError      A value is out of range, or a name is unknown.          (exit 2)
    ├── PromptError        A prompt is empty, or longer than the context.          (exit 2)
    └── LoadError          A model cannot be found, read or run.                   (exit 1)
        ├── PairError      A drafter cannot draft for this target.
        └── HostLost       A host of a sharded target is gone.

A LoadError has its reason twice: as the message, and as a Reason with short words for a table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a model or drafter cannot be used: `short` words for a column, `line` the whole sentence."""

    short: str
    line: str = ""

    def saying(self, line: str) -> Reason:
        """A copy with `line` as its sentence."""
        return replace(self, line=line)


CANNOT_LOAD = Reason("cannot be loaded")
INCOMPLETE = Reason("incomplete")
UNREAD = Reason("unknown tensors")
EIGHT_BIT_FLOATS = Reason("8-bit floats")
OTHER_LAYERS = Reason("other layers")
OTHER_SIZES = Reason("other sizes")
OTHER_VOCABULARY = Reason("other vocabulary")
NOT_WITH_KV_BITS = Reason("not with kv-bits")
NOT_FOR_IT = Reason("does not fit")


class SpecdeckError(Exception):
    """The root of the tree. `exit_code` is the exit code of a command that ends with this error."""

    exit_code = 1


class SettingsError(SpecdeckError, ValueError):
    """A setting out of range or an unknown name."""

    exit_code = 2


class PromptError(SpecdeckError, ValueError):
    """A prompt that is empty, longer than the model's context or refused by the chat template."""

    exit_code = 2


class LoadError(SpecdeckError):
    """A model that cannot be found, read or run here."""

    def __init__(self, line: str, reason: Reason = CANNOT_LOAD) -> None:
        super().__init__(line)
        self.reason = reason


class PairError(LoadError):
    """A drafter that cannot be loaded beside this target, or cannot draft for it."""

    def __init__(self, line: str, reason: Reason = NOT_FOR_IT) -> None:
        super().__init__(line, reason)


class HostLost(LoadError):
    """A host that holds a part of the target is gone, so nothing can be decoded with it any more."""


OUT_OF_MEMORY = "out of memory: try a smaller model or a shorter prompt"
_NO_MEMORY = ("Insufficient Memory", "[metal::malloc]", "[malloc] Unable to allocate")  # in mlx's messages: of Metal twice, and of a CPU


def is_out_of_memory(error: BaseException) -> bool:
    """Whether memory ran out. mlx raises a RuntimeError then, on a GPU from whoever waits for an array next."""
    return isinstance(error, MemoryError) or (isinstance(error, RuntimeError) and any(mark in str(error) for mark in _NO_MEMORY))


def reason_of(error: BaseException) -> str:
    """One line that says what to do: our own errors do, others are named by their type."""
    if is_out_of_memory(error):
        return OUT_OF_MEMORY
    line = " ".join(str(error).split()) or type(error).__name__
    return line if isinstance(error, SpecdeckError) else f"{type(error).__name__}: {line}"


def one_line(error: BaseException | str) -> str:
    """An error's message, or a text, on one line of at most 200 characters. An error without a message gives its class name."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 200 else text[:199] + "…"
