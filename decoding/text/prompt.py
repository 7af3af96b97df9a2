"""Renders a prompt or conversation to the tokens that the target reads, with every check that needs only a tokenizer. Raises
PromptError, one line that says what to do."""

from __future__ import annotations

import inspect
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Callable, Mapping, Sequence

from ..errors import PromptError, one_line
from .thoughts import split_thought

Messages = Sequence[Mapping[str, Any]]

PROBE = "specdeck"  # what no template alters
LONGEST = 1 << 22  # characters of a rendered prompt, beyond 32 copies of the messages; a tokenizer takes seconds for these


@dataclass(frozen=True)
class RenderedPrompt:
    """`tokens` to read. The first `stable` of them will be the same in the next turn's prompt. So a checkpoint is worth keeping there. After them a
    template may drop or change tokens, such as the reply's opening. `opening`: the marker of the thought that it opens there, if any."""

    tokens: list[int]
    stable: int
    opening: str = ""

    def followed_by(self, kept: Sequence[int]) -> RenderedPrompt:
        """With the first tokens of its reply, all of which will be there in the next turn."""
        return RenderedPrompt([*self.tokens, *kept], len(self.tokens) + len(kept), self.opening) if kept else self


def render(
    tokenizer: Any,
    prompt: str | Messages | Sequence[int],
    *,
    system: str | None = None,
    raw: bool = False,
    thinking: bool | None = None,
    variables: Mapping[str, Any] = {},
) -> RenderedPrompt:
    """The tokens of a prompt. A str is one user message, after `system` if given. Messages go through the chat template. Token ids are used as they
    are. With `raw`, or without a template, the text alone is encoded. `thinking` switches thoughts on or off in templates that can; a template gets
    the `variables` that it reads. Raises PromptError, also where the template leaves out what a user said."""
    if not prompt or (isinstance(prompt, str) and not prompt.strip()):
        raise PromptError("the prompt is empty: give some text")
    if not isinstance(prompt, str):
        ids = [token for token in prompt if isinstance(token, int)]
        if len(ids) == len(prompt):
            return RenderedPrompt(ids, len(ids))
    if raw or not tokenizer.has_chat_template:
        tokens = list(tokenizer.encode("\n".join(turn["content"] for turn in _messages(prompt, system))))
        rendered = RenderedPrompt(tokens, len(tokens))
    else:
        rendered = _templated(tokenizer, _messages(prompt, system), thinking, variables)
    if not rendered.tokens:
        raise PromptError("nothing is left of the prompt as tokens: write it otherwise, or try --raw")
    return rendered


def _messages(prompt: str | Sequence[Any], system: str | None) -> list[dict[str, Any]]:
    turns = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else [dict(turn) for turn in prompt]
    return ([{"role": "system", "content": system}] if system else []) + turns


def _templated(tokenizer: Any, messages: list[dict[str, Any]], thinking: bool | None, variables: Mapping[str, Any]) -> RenderedPrompt:
    # DeepSeek V3.1 and Granite call the switch `thinking`. Jinja ignores a name that a template does not use. A template that is a Python function,
    # as mlx-lm brings some, takes no other names.
    names = ("enable_thinking", "thinking") if _is_jinja(tokenizer) else ("enable_thinking",)
    switches = {} if thinking is None else dict.fromkeys(names, thinking)
    switches |= {name: value for name, value in dict(variables).items() if takes(tokenizer, name)}
    messages = [_split_turn(message, tokenizer) for message in messages]
    apply, most = partial(tokenizer.apply_chat_template, **switches), LONGEST + 32 * sum(len(str(message.get("content"))) for message in messages)

    def written(messages: Messages, opened: bool = True) -> str:
        if len(text := apply(messages, tokenize=False, add_generation_prompt=opened)) > most:
            raise PromptError(f"the chat template makes {len(text):,} characters of these messages: that is too much (try --raw)")
        return text

    try:
        if not _encodes_the_text(tokenizer):
            tokens, closed = (list(apply(messages, add_generation_prompt=opened)) for opened in (True, False))
            return RenderedPrompt(tokens, common_prefix(tokens, closed))
        form = _form(written)
        messages = [turn | {"content": form(turn["content"])} if isinstance(turn.get("content"), str) else turn for turn in messages]
        text, closed = written(messages), written(messages, opened=False)
    except PromptError:
        raise
    except Exception as error:  # jinja's errors, and whatever a template itself raises
        raise PromptError(f"the chat template refuses these messages: {one_line(error)} (try --raw)") from error
    return _counted(tokenizer, text, closed)


def _form(written: Callable[[Messages], str]) -> Callable[[str], Any]:
    """The form in which the template takes a content, tried with a word. It is a text, else a list of one part, as templates of multimodal models
    want it. Raises PromptError where it leaves the word out of both. One that fails gets texts: what it raises of the messages says more."""
    left_out = False
    for form in (str, lambda text: [{"type": "text", "text": text}]):
        with suppress(Exception):
            text = written([{"role": "user", "content": form(PROBE)}])
            if PROBE in text:
                return form
            left_out = left_out or bool(text.strip())
    if left_out:
        raise PromptError("the chat template leaves out what the user says: put a better template into the model's folder, or try --raw")
    return str


def takes(tokenizer: Any, name: str) -> bool:
    """Whether the tokenizer's chat template reads a variable of this name."""
    if not (tokenizer.has_chat_template and _is_jinja(tokenizer)):
        return False
    of_the_call = inspect.signature(type(getattr(tokenizer, "_tokenizer", tokenizer)).apply_chat_template).parameters
    return name not in of_the_call and name != "messages" and bool(re.search(rf"\b{re.escape(name)}\b", tokenizer.get_chat_template()))


def _counted(tokenizer: Any, text: str, closed: str) -> RenderedPrompt:
    """The tokens of a template's text. `closed`: the same without the reply's opening. Where that is a special token and what follows it, a long text
    is encoded once. No token reaches across a special token."""
    tokens = list(tokenizer.encode(text, add_special_tokens=False))
    opening = list(tokenizer.encode(text[len(closed) :], add_special_tokens=False)) if text.startswith(closed) else []
    stable = len(tokens) - len(opening)
    if not (opening and tokens[stable:] == opening and opening[0] in tokenizer.all_special_ids):
        stable = common_prefix(tokens, list(tokenizer.encode(closed, add_special_tokens=False)))
    thought = getattr(tokenizer, "think_start", None) or ""
    return RenderedPrompt(tokens, stable, thought if thought and text.rstrip().endswith(thought) else "")


def _encodes_the_text(tokenizer: Any) -> bool:
    """Whether a prompt's tokens are those of the template's text. Tokenizers with a renderer of their own, such as Mistral's, may put
    tokens where their text only looks like them."""
    from transformers import PreTrainedTokenizerBase

    wrapped = getattr(tokenizer, "_tokenizer", tokenizer)  # mlx-lm's wrapper encodes the text of templates that it brings
    return getattr(type(wrapped), "apply_chat_template", None) is PreTrainedTokenizerBase.apply_chat_template


def _is_jinja(tokenizer: Any) -> bool:
    return _encodes_the_text(tokenizer) and getattr(tokenizer, "_chat_template", None) is None


def _split_turn(message: dict[str, Any], tokenizer: Any) -> dict[str, Any]:
    """A message with an assistant's thought in fields of its own, under both names that templates use. Other messages stay as they are."""
    if message.get("role") != "assistant" or not isinstance(message.get("content"), str):
        return message
    thought, answer = split_thought(message["content"], tokenizer)
    thoughts = {} if thought is None else {"reasoning_content": thought, "thinking": thought}
    return thoughts | message | {"content": answer}


def common_prefix(a: Sequence[Any], b: Sequence[Any]) -> int:
    """The number of leading elements that `a` and `b` share. Where one is a prefix of the other, a single comparison finds it."""
    n = min(len(a), len(b))
    if a[:n] == b[:n]:
        return n
    return next((i for i in range(n) if a[i] != b[i]), n)
