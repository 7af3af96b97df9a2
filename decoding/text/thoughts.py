"""Splits a reply into thought and answer. It knows the markers of harmony (gpt-oss), and of all families that mlx-lm knows.

Chat templates expect the two apart: some refuse an earlier turn that contains markers, others drop its thought.
"""

import re
from typing import Any, NamedTuple, Sequence

HARMONY = "<|channel|>"  # begins every message of harmony's: then come the channel's name, <|message|> and the text
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
LONGEST = max(map(len, (*_PAIRS, *_PAIRS.values())))  # characters of the longest marker, which has at most as many tokens


class ThoughtAndAnswer(NamedTuple):
    """The two parts of a reply, without markers. `thought` is None where the reply has none."""

    thought: str | None
    answer: str


def begins(text: str) -> bool:
    """Whether a reply with this beginning opens a thought, by the markers of any family."""
    return text.lstrip().startswith(tuple(_PAIRS))


def ends(tokens: Sequence[str], opened: bool) -> bool:
    """Whether these tokens end with the end of a thought, by the markers of any family. A thought may have been `opened`, as by a template. Where it
    was not, a marker counts only as the tokenizers of models that think have it. It is one token, or put together of several special tokens. In other
    tokens a marker is text that quotes it."""
    text, last = "".join(tokens), tokens[-1] if tokens else ""
    return any(end in text and (opened or end in last or end.count("<|") > 1) for end in _PAIRS.values())


def split_thought(text: str, tokenizer: Any) -> ThoughtAndAnswer:
    """Thought and answer of a reply by a model with this tokenizer, or by an earlier target of another family. The template may have opened the
    thought already, so that the reply has no opening marker. A thought that is not closed takes the whole reply."""
    if HARMONY in text and (HARMONY in tokenizer.get_vocab() or text.lstrip().startswith(HARMONY)):
        messages = _MESSAGE.findall(text)  # the channel "final" holds the answer, all others the thought
        thoughts = [words for channel, words in messages if channel != "final"]
        return ThoughtAndAnswer("\n".join(thoughts) if thoughts else None, "".join(words for channel, words in messages if channel == "final"))
    start, end = getattr(tokenizer, "think_start", None), getattr(tokenizer, "think_end", None)
    if not start or not end or not (end in text or text.lstrip().startswith(start)):
        # the markers of another family, if the text begins with its thought and closes it
        start, end = next(((start, end) for start, end in _PAIRS.items() if text.lstrip().startswith(start) and end in text), ("", ""))
    if not start or not end:
        return ThoughtAndAnswer(None, _bare(text, tokenizer))
    thought, _, answer = text.partition(end)  # the first: the answer may quote it
    return ThoughtAndAnswer(thought.lstrip().removeprefix(start).strip("\n"), _bare(answer.lstrip("\n"), tokenizer))


def _bare(answer: str, tokenizer: Any) -> str:
    """An answer without the tokenizer's structural markers."""
    for tag in getattr(tokenizer, "structural_markers", None) or ():
        answer = answer.replace(tag, "")
    return answer
