"""A conversation's tokens are those that its tokenizer's template gives, rendered no more often than needed; what a model said goes back as the
template wants it: the answer, and the thought apart, for every family's markers."""

import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper
from tokenizers.processors import TemplateProcessing
from transformers import AddedToken, PreTrainedTokenizerFast

from specdeck import assets
from specdeck.decoding import PromptError, Settings, decode_with, load
from specdeck.decoding.text.prompt import common_prefix, render
from specdeck.decoding.text.thoughts import split_thought
from specdeck.decoding.types import MLX_LM

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
def test_a_template_may_call_the_switch_by_either_name_and_is_rendered_no_more_often_than_needed(name, monkeypatch):
    """With a word, which says how it takes a content, then with the reply's opening and without."""
    rendered, apply, wrapped = [], PreTrainedTokenizerFast.apply_chat_template, tokenizer()
    monkeypatch.setattr(
        TokenizerWrapper, "apply_chat_template",
        lambda self, *args, **kwargs: rendered.append(kwargs["add_generation_prompt"]) or apply(self._tokenizer, *args, **kwargs),
    )  # fmt: skip
    wrapped._tokenizer.chat_template = TEMPLATE.replace("enable_thinking", name)
    texts = [wrapped.decode(render(wrapped, MESSAGES, thinking=thinking).tokens) for thinking in (True, False)]
    assert "thinking" in texts[0] and "at once" in texts[1] and rendered == [True, True, False] * 2


# -- thoughts -------------------------------------------------------------------------------------------------------------


# says each turn's fields, and refuses what gpt-oss's refuses
TURNS = (
    "{% for m in messages %}{% if m.role == 'assistant' and '<|channel|>' in m.content %}{{ raise_exception('channel tags in content') }}"
    "{% endif %}[{{ m.role }}|{{ m.thinking or '' }}|{{ m.reasoning_content or '' }}|{{ m.content }}]{% endfor %}"
)
FAMILIES = {
    "qwen": (("<think>", "</think>"), "<think>\nhm\n</think>\n\nYes."),
    "opened by the template": (("<think>", "</think>"), "hm\n</think>\n\nYes."),
    "longcat": (("<longcat_think>", "</longcat_think>"), "<longcat_think>\nhm\n</longcat_think>\nYes."),
    "marked": (("<|think:start|>", "<|think:end|>"), "<|think:start|>hm<|think:end|>Yes."),
    "gemma 4": (("<|channel>", "<channel|>"), "<|channel>thought\nhm\n<channel|>Yes."),
    "xtml": (
        ("<|open|>", "<|close|>", "<|sep|>", "<|end_of_msg|>"),
        "<|open|>think<|sep|>hm<|close|>think<|sep|><|open|>response<|sep|>Yes.<|close|>response<|sep|>",
    ),
    "harmony": (
        ("<|channel|>", "<|message|>", "<|start|>", "<|end|>", "<|return|>"),
        "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Yes.",
    ),
}


def thinking_tokenizer(tokens=()):
    tokenizer_ = PreTrainedTokenizerFast(tokenizer_file=str(assets.TARGET / "tokenizer.json"), eos_token="<|im_end|>")
    tokenizer_.add_tokens([AddedToken(token, special=True) for token in tokens])
    tokenizer_.chat_template = TURNS
    return TokenizerWrapper(tokenizer_)


def second_turn(tokenizer_, said):
    messages = [{"role": "user", "content": "A?"}, {"role": "assistant", "content": said}, {"role": "user", "content": "B?"}]
    return tokenizer_.decode(render(tokenizer_, messages).tokens)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_second_turn_is_what_the_template_expects_whichever_family_is_loaded_by_then(family):
    tokens, said = FAMILIES[family]
    assert "[assistant|hm|hm|Yes.]" in second_turn(thinking_tokenizer(tokens), said)
    for loaded in ((), FAMILIES["qwen"][0], FAMILIES["harmony"][0]) if family not in ("opened by the template", "xtml") else ():
        assert split_thought(said, thinking_tokenizer(loaded)) == ("hm", "Yes."), loaded


def test_what_is_thought_and_what_is_answer():
    """Some were cut short, some quote a marker, some were taken apart by the caller; else a template refuses."""
    qwen, harmony, none = (thinking_tokenizer(tokens) for tokens in (FAMILIES["qwen"][0], FAMILIES["harmony"][0], ()))
    for said, thought in (("hm", "hm"), ("h<|end|><|start|>assistant<|channel|>commentary<|message|>m", "h\nm")):
        assert split_thought(f"<|channel|>analysis<|message|>{said}", harmony) == (thought, "")
        second_turn(harmony, f"<|channel|>analysis<|message|>{said}")
    assert split_thought("<think>\nhm", qwen) == ("hm", "") and split_thought("<think>\n  hm \n</think>Yes.", qwen) == ("  hm ", "Yes.")
    unclosed = "<|channel>thought\nhm"  # of another family: it may be text
    assert split_thought(unclosed, qwen) == split_thought(unclosed, none) == (None, unclosed)
    answer = "They write <think> … </think> and then the answer."
    assert split_thought(f"<think>\nhm\n</think>\n\n{answer}", qwen) == ("hm", answer)
    plain = "Write <b>bold</b> and </think> as they are. "
    assert split_thought(plain, none) == (None, plain) and f"[assistant|||{plain}]" in second_turn(none, plain)
    apart = [{"role": "assistant", "content": "<think>hm</think>Yes.", "reasoning_content": "mine", "thinking": "mine"}, {"role": "user", "content": "B?"}]
    assert "[assistant|mine|mine|Yes.]" in qwen.decode(render(qwen, apart).tokens)
    with pytest.raises(PromptError, match="channel tags"):
        second_turn(none, f"It said: {FAMILIES['harmony'][1]}")


@pytest.mark.parametrize("opens, thinking, opening", [("<think>\n", None, "<think>"), ("<think>\n</think>\n\n", None, ""), ("", None, ""),
                                                       ("{% if enable_thinking %}<think>\n{% endif %}", True, "<think>"), ("{% if enable_thinking %}<think>\n{% endif %}", False, "")])  # fmt: skip
def test_a_prompt_says_which_thought_its_template_opens(opens, thinking, opening):
    """Such a reply begins within the thought, and has no marker at all if it is stopped there."""
    tokenizer_ = thinking_tokenizer(FAMILIES["qwen"][0])
    tokenizer_.chat_template = TURNS + "{% if add_generation_prompt %}" + opens + "{% endif %}"
    assert render(tokenizer_, "A?", thinking=thinking).opening == opening
    kept = "hm, she|hm, she|" if opening else "||hm, she"
    assert f"[assistant|{kept}]" in second_turn(tokenizer_, f"{opening}hm, she")


@pytest.mark.parametrize("settings", (Settings(), Settings(drafter=MLX_LM, k=0)))
def test_the_first_event_says_which_thought_the_template_opened(settings, read_once, monkeypatch):
    pair = load(beside=read_once)
    monkeypatch.setattr(pair.tokenizer, "_think_start", "<think>")  # of tokens that the embedded target has
    monkeypatch.setattr(pair.tokenizer._tokenizer, "chat_template", TURNS + "{% if add_generation_prompt %}<think>\n{% endif %}")
    events = decode_with(pair, "A?", settings)
    assert next(events).opening == "<think>"
    events.close()
