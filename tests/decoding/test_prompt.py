"""A conversation's tokens are those that its tokenizer's template gives, and the template is rendered no more often than needed."""

import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper
from tokenizers.processors import TemplateProcessing
from transformers import PreTrainedTokenizerFast

from specdeck import assets
from specdeck.decoding.text.prompt import common_prefix, render

TEMPLATE = (
    "<|im_start|>{{ 'thinking' if enable_thinking else 'at once' }}{% for m in messages %}{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
MESSAGES = [{"role": "user", "content": "Hello <|im_end|> there"}, {"role": "assistant", "content": "Hi."}, {"role": "user", "content": " and\n"}]


class ItsOwnRenderer(PreTrainedTokenizerFast):
    """A tokenizer, like Mistral's, in which what a person writes never becomes a special token."""

    def apply_chat_template(self, messages, tokenize=True, add_generation_prompt=True, **switches):
        if not tokenize:
            return "<|im_end|>".join(message["content"] for message in messages)
        return [id_ for message in messages for id_ in self.encode(message["content"], split_special_tokens=True)] + [0] * add_generation_prompt


def tokenizer(kind=PreTrainedTokenizerFast):
    """A tokenizer that begins every text that is not a template's with a special token."""
    inner = kind(tokenizer_file=str(assets.TARGET / "tokenizer.json"), eos_token="<|im_end|>", chat_template=TEMPLATE)
    first = ("<|im_start|>", inner.convert_tokens_to_ids("<|im_start|>"))
    inner.backend_tokenizer.post_processor = TemplateProcessing(single=f"{first[0]} $A", special_tokens=[first])
    return TokenizerWrapper(inner)


@pytest.mark.parametrize("kind", (PreTrainedTokenizerFast, ItsOwnRenderer))
@pytest.mark.parametrize("thinking", (None, True, False))
def test_tokens_are_those_that_the_tokenizer_gives(kind, thinking):
    wrapped = tokenizer(kind)
    switches = {} if thinking is None else {"enable_thinking": thinking}
    opened, closed = (wrapped.apply_chat_template(MESSAGES, add_generation_prompt=opened, **switches) for opened in (True, False))
    assert opened != closed
    rendered = render(wrapped, MESSAGES, thinking=thinking)
    assert rendered.tokens == opened and rendered.stable == common_prefix(opened, closed)


@pytest.mark.parametrize("name", ["enable_thinking", "thinking"])
def test_a_template_may_call_the_switch_by_either_name(name):
    wrapped = tokenizer()
    wrapped._tokenizer.chat_template = TEMPLATE.replace("enable_thinking", name)
    texts = [wrapped.decode(render(wrapped, MESSAGES, thinking=thinking).tokens) for thinking in (True, False)]
    assert "thinking" in texts[0] and "at once" in texts[1]


def test_a_template_is_rendered_once_with_the_replys_opening_and_once_without(monkeypatch):
    rendered, apply = [], PreTrainedTokenizerFast.apply_chat_template
    wrapped = tokenizer()
    monkeypatch.setattr(
        TokenizerWrapper, "apply_chat_template",
        lambda self, *args, **kwargs: rendered.append(kwargs["add_generation_prompt"]) or apply(self._tokenizer, *args, **kwargs),
    )  # fmt: skip
    render(wrapped, MESSAGES)
    assert rendered == [True, False]
