"""Where a reply ends: at an end-of-turn token, at a stop string, after the most tokens that it may have, or where the context is full.

Knows tokens and limits; nothing of drafts or caches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Collection, Iterable, Mapping, Sequence

from .errors import PromptError, SettingsError
from .prompt import RenderedPrompt
from .stop_strings import StopWatch
from .types import FinishReason

LONGEST = 16  # characters of a token, more than any text has on average

if TYPE_CHECKING:
    from .pair import Pair


def refuse_by_length(prompt: str | Iterable[object] | None, pair: Pair) -> None:
    """Raise PromptError for a text that no tokens of the vocabulary could hold in the target's context, before it is made into tokens, which
    take a hundred times its memory."""
    said = [prompt] if isinstance(prompt, str) else [turn.get("content") for turn in prompt or () if isinstance(turn, Mapping)]
    length = sum(len(text) for text in said if isinstance(text, str))
    if pair.context and length > LONGEST * pair.context and length > pair.context * max(map(len, pair.tokenizer.get_vocab())):
        raise PromptError(f"the prompt has {length:,} characters and {pair.name} reads at most {pair.context} tokens: shorten it or clear the chat")


def most_tokens(prompt: RenderedPrompt, max_tokens: int, pair: Pair) -> int:
    """The most tokens a reply may have: `max_tokens`, or fewer where the model's context ends first. Raises PromptError,
    SettingsError."""
    if max_tokens < 1:
        raise SettingsError(f"max_tokens must be at least 1, not {max_tokens}")
    bad = [token for token in prompt.tokens if not 0 <= token < pair.width]
    if bad:
        raise PromptError(f"token id {bad[0]} is not in the vocabulary: ids go from 0 to {pair.width - 1}")
    if pair.context is None:
        return max_tokens
    if len(prompt.tokens) >= pair.context:
        raise PromptError(
            f"the prompt has {len(prompt.tokens)} tokens and {pair.name} reads at most {pair.context}: shorten it or clear the chat"
        )
    return min(max_tokens, pair.context - len(prompt.tokens))


class EndOfReply:
    """`left`: how many more tokens may be emitted; `reason`: why the reply ended, None before. `ends`: the end-of-turn tokens."""

    def __init__(self, left: int, ends: Collection[int], stops: StopWatch) -> None:
        self.left = left
        self.reason: FinishReason | None = None
        self._ends, self._stops = frozenset(ends), stops

    def cut(self, tokens: Sequence[int]) -> tuple[int, bool]:
        """How many of a round's tokens the reply takes, and whether the last of them is an end of turn. Sets `reason` if it ends here."""
        for count, token in enumerate(tokens, start=1):
            if token in self._ends:
                self.reason = "stop"
                return count, True
            self.left -= 1
            self.reason = "stop" if self._stops.push(token) else "length" if self.left == 0 else None
            if self.reason:
                return count, False
        return len(tokens), False
