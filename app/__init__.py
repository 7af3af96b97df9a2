"""specdeck: the Python interface, `from specdeck import load, decode, Settings`, and the package that holds the playground and its commands.

Gives the names of `specdeck.decoding`. Lazy: it loads neither mlx nor a model until a name is used.
"""

from typing import Any

from .terminal import signals

signals.end_at_once()

from specdeck import decoding  # noqa: E402
from specdeck.decoding import __all__  # noqa: E402

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(decoding, name)
