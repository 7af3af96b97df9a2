"""The Python interface: `from specdeck import load, decode, Settings`.

Gives the names of `specdeck.decoding` and nothing of the app. Lazy: it loads neither mlx nor a model until a name is used.
"""

from . import signals_at_start

signals_at_start.end_at_once()

from specdeck import decoding  # noqa: E402
from specdeck.decoding import __all__  # noqa: E402


def __getattr__(name: str):
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(decoding, name)
