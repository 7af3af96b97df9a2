"""What a model said goes back as its template wants it: the answer, and the thought apart, for every family's markers."""

import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper
from transformers import AddedToken, PreTrainedTokenizerFast

from specdeck import assets
from specdeck.decoding import PromptError, Settings, decode_with, load
from specdeck.decoding.text.prompt import render
from specdeck.decoding.text.thoughts import split_thought
from specdeck.decoding.types import MLX_LM

# says each turn's fields, and refuses what gpt-oss's refuses
TEMPLATE = (
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


def tokenizer(tokens=()):
    tokenizer_ = PreTrainedTokenizerFast(tokenizer_file=str(assets.TARGET / "tokenizer.json"), eos_token="<|im_end|>")
    tokenizer_.add_tokens([AddedToken(token, special=True) for token in tokens])
    tokenizer_.chat_template = TEMPLATE
    return TokenizerWrapper(tokenizer_)


def second_turn(tokenizer_, said):
    messages = [{"role": "user", "content": "A?"}, {"role": "assistant", "content": said}, {"role": "user", "content": "B?"}]
    return tokenizer_.decode(render(tokenizer_, messages).tokens)


@pytest.mark.parametrize("family", FAMILIES)
def test_thought_and_answer_are_told_apart(family):
    tokens, said = FAMILIES[family]
    assert split_thought(said, tokenizer(tokens)) == ("hm", "Yes.")


@pytest.mark.parametrize("family", FAMILIES)
def test_a_second_turn_is_what_the_template_expects(family):
    tokens, said = FAMILIES[family]
    assert "[assistant|hm|hm|Yes.]" in second_turn(tokenizer(tokens), said)


@pytest.mark.parametrize("said", ["<|channel|>analysis<|message|>hm", "<|channel|>analysis<|message|>h<|end|><|start|>assistant<|channel|>commentary<|message|>m"])
def test_a_thought_that_was_cut_short_is_a_thought(said):
    assert split_thought(said, tokenizer(FAMILIES["harmony"][0])).answer == ""
    assert split_thought("<think>\nhm", tokenizer(FAMILIES["qwen"][0])) == ("hm", "")
    second_turn(tokenizer(FAMILIES["harmony"][0]), said)


@pytest.mark.parametrize("opens, thinking, opening", [("<think>\n", None, "<think>"), ("<think>\n</think>\n\n", None, ""), ("", None, ""),
                                                       ("{% if enable_thinking %}<think>\n{% endif %}", True, "<think>"), ("{% if enable_thinking %}<think>\n{% endif %}", False, "")])  # fmt: skip
def test_a_prompt_says_which_thought_its_template_opens(opens, thinking, opening):
    """Such a reply begins within the thought, and has no marker at all if it is stopped there."""
    tokenizer_ = tokenizer(FAMILIES["qwen"][0])
    tokenizer_.chat_template = TEMPLATE + "{% if add_generation_prompt %}" + opens + "{% endif %}"
    assert render(tokenizer_, "A?", thinking=thinking).opening == opening
    kept = "hm, she|hm, she|" if opening else "||hm, she"
    assert f"[assistant|{kept}]" in second_turn(tokenizer_, f"{opening}hm, she")


@pytest.mark.parametrize("settings", (Settings(), Settings(drafter=MLX_LM, k=0)))
def test_the_first_event_says_which_thought_the_template_opened(settings):
    pair = load()
    pair.tokenizer._think_start = "<think>"  # of tokens that the embedded target has
    pair.tokenizer.chat_template = TEMPLATE + "{% if add_generation_prompt %}<think>\n{% endif %}"
    events = decode_with(pair, "A?", settings)
    assert next(events).opening == "<think>"
    events.close()


def test_an_answer_that_quotes_the_marker_stays_whole():
    answer = "They write <think> … </think> and then the answer."
    assert split_thought(f"<think>\nhm\n</think>\n\n{answer}", tokenizer(FAMILIES["qwen"][0])) == ("hm", answer)


@pytest.mark.parametrize("family", [family for family in FAMILIES if family not in ("opened by the template", "xtml")])
@pytest.mark.parametrize("loaded", ["none", "qwen", "harmony"])
def test_the_thought_of_the_target_before_is_no_answer_of_the_one_now(family, loaded):
    tokens = () if loaded == "none" else FAMILIES[loaded][0]
    assert split_thought(FAMILIES[family][1], tokenizer(tokens)) == ("hm", "Yes.")


def test_a_model_without_thoughts_keeps_what_it_said():
    plain = "Write <b>bold</b> and </think> as they are. "
    assert split_thought(plain, tokenizer()) == (None, plain)
    assert f"[assistant|||{plain}]" in second_turn(tokenizer(), plain)


def test_what_the_caller_took_apart_stays():
    tokenizer_ = tokenizer(FAMILIES["qwen"][0])
    messages = [{"role": "assistant", "content": "Yes.", "reasoning_content": "mine", "thinking": "mine"}, {"role": "user", "content": "B?"}]
    assert "[assistant|mine|mine|Yes.]" in tokenizer_.decode(render(tokenizer_, messages).tokens)


def test_the_template_does_refuse():
    """Or the tests above would show nothing."""
    with pytest.raises(PromptError, match="channel tags"):
        second_turn(tokenizer(), f"It said: {FAMILIES['harmony'][1]}")
