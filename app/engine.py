"""The engine as the session sees it. Imported in the engine's thread only: mlx comes with it."""

from __future__ import annotations

from typing import Callable, Iterator, Sequence

from decoding import blas
from decoding.loop import decode
from decoding.pair import Pair, load
from decoding.prompt import render
from decoding.text import TextMap
from decoding.types import Event, Settings

from .messages import Loaded, Message


class RealEngine:
    """`decoding`, with what the app asks of it. `kv_bits` quantises the cache of every target that it loads."""

    def __init__(self, kv_bits: int | None = None) -> None:
        self.kv_bits = kv_bits

    def load(self, model: str | None, drafters: Sequence[str], progress: Callable[[str], None]) -> Pair:
        """A loaded pair."""
        return load(model, list(drafters), self.kv_bits, progress)

    def describe(self, pair: Pair) -> Loaded:
        """What there is to say about a pair."""
        there, missing = tuple(pair.drafters), dict(pair.unavailable)
        return Loaded(pair.name, pair.target_path, there, missing, pair.default_drafter, advice(), pair.end_tokens, dict(pair.paths))

    def decode(
        self, pair: Pair, messages: Sequence[Message], settings: Callable[[], Settings], kept: Sequence[int] = (), **options: object
    ) -> Iterator[Event]:
        """The reply, event by event; after `kept`, the ids of its head, where there are some."""
        if not kept:
            return decode(pair, list(messages), settings, **options)
        prompt = render(pair.tokenizer, list(messages), thinking=options.pop("thinking", None))
        return decode(pair, [*prompt.tokens, *kept], settings, **options)

    def text_map(self, pair: Pair) -> TextMap:
        """Ids to text."""
        return TextMap(pair.tokenizer)

    def guess_text(self, pair: Pair, token: int) -> str:
        """The text of one token by itself."""
        return pair.tokenizer.decode([token])


def advice() -> str | None:
    """What would make this machine faster; None where mlx has a GPU or a fast BLAS."""
    import mlx.core as mx

    slow = mx.default_device().type == mx.DeviceType.cpu and not blas.load_openblas()
    return blas.ADVICE if slow else None
