"""What a model said, taken apart into what it thought and what it answered, by the markers of every family that mlx-lm knows, and of
harmony (gpt-oss), which it does not.

A chat template wants them apart: some refuse an earlier turn with markers in it, the others leave its thoughts out. Knows text and a
tokenizer's markers; nothing of templates or screens.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

HARMONY = "<|channel|>"  # its tokens begin every message: a channel, then <|message|>, then what is said there
_MESSAGE = re.compile(
    r"<\|channel\|>\s*(\w+)[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>(.*?)(?=<\|(?:end|return|start|channel)\|>|$)", re.DOTALL
)
_PAIRS = {
    "<think>": "</think>",
    "<longcat_think>": "</longcat_think>",
    "<|think:start|>": "<|think:end|>",
    "<|channel>thought": "<channel|>",
    "<|open|>think<|sep|>": "<|close|>think<|sep|>",
    "<|channel|>analysis<|message|>": "<|channel|>final<|message|>",
}
LONGEST = max(map(len, (*_PAIRS, *_PAIRS.values())))  # characters of a marker, so at most as many tokens


class ThoughtAndAnswer(NamedTuple):
    """A reply without markers. `thought` is None where there was none."""

    thought: str | None
    answer: str


def begins(text: str) -> bool:
    """Whether a reply that begins so begins with a thought, whatever the family."""
    return text.lstrip().startswith(tuple(_PAIRS))


def ends(text: str) -> bool:
    """Whether a thought ends in this text."""
    return any(end in text for end in _PAIRS.values())


def taken_apart(text: str, tokenizer: Any) -> ThoughtAndAnswer:
    """What a model with this tokenizer thought and answered. A thought may have been opened by the template, or not be closed."""
    if HARMONY in text and HARMONY in tokenizer.get_vocab():
        return _of_channels(text)
    start, end = getattr(tokenizer, "think_start", None), getattr(tokenizer, "think_end", None)
    if not start or not (end in text or text.lstrip().startswith(start)):
        return ThoughtAndAnswer(None, _bare(text, tokenizer))
    thought, closed, answer = text.rpartition(end)
    thought, answer = (thought, answer) if closed else (text, "")
    return ThoughtAndAnswer(thought.lstrip().removeprefix(start).strip("\n"), _bare(answer.lstrip("\n"), tokenizer))


def _of_channels(text: str) -> ThoughtAndAnswer:
    """Harmony's messages: what is said on the final channel is the answer."""
    messages = _MESSAGE.findall(text)
    thoughts = [words for channel, words in messages if channel != "final"]
    return ThoughtAndAnswer("\n".join(thoughts) if thoughts else None, "".join(words for channel, words in messages if channel == "final"))


def _bare(answer: str, tokenizer: Any) -> str:
    """An answer without the tags that frame it."""
    for tag in getattr(tokenizer, "structural_markers", None) or ():
        answer = answer.replace(tag, "")
    return answer
