"""One tree of errors with one root; every message is one line that a person can act on.

    SpecdeckError
    ├── SettingsError      a value out of range, an unknown name          (exit 2)
    ├── PromptError        an empty prompt, one longer than the context    (exit 2)
    └── LoadError          a model that cannot be had or cannot work       (exit 1)
        └── PairError      a drafter that cannot draft for this target
"""


class SpecdeckError(Exception):
    """The root. `exit_code` is what a command ends with."""

    exit_code = 1


class SettingsError(SpecdeckError, ValueError):
    """A setting out of range or an unknown name."""

    exit_code = 2


class PromptError(SpecdeckError, ValueError):
    """A prompt that cannot be decoded from."""

    exit_code = 2


class LoadError(SpecdeckError):
    """A model that cannot be found, read or run here."""


class PairError(LoadError):
    """A drafter that cannot draft for this target, with the reason."""


def one_line(error: BaseException) -> str:
    """An error's message on one line, cut to what a person reads."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 200 else text[:199] + "…"
