"""Tokens to text, as the app does it round by round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from specdeck.decoding.text.end_of_reply import TextMap


def token_texts(tokenizer: Any, tokens: Sequence[int]) -> list[str]:
    """The text of each token of a whole reply; joined, they are the reply's text."""
    stream = TextMap(tokenizer)
    texts = [stream.push(token) for token in tokens]
    if texts:
        texts[-1] += stream.flush()
    return texts
