"""A chat template that fails: whatever it raises is one line, its text is bounded, and the next prompt is answered."""

import json
import shutil

import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper
from transformers import PreTrainedTokenizerFast

from specdeck import assets
from specdeck.decoding.errors import PromptError
from specdeck.decoding.text.prompt import render
from specdeck.decoding.types import Finish, Settings
from specdeck.engine.messages import Failed, Generate, Load, Replied
from specdeck.engine.session import Session
from tests.helpers.sessions import Double, Seen

SOUND = "{% for m in messages %}{{ m.content }}{% endfor %}"
FAILING = "{{ raise_exception('roles must\nalternate') }}"


def templated(template: str) -> TokenizerWrapper:
    """The embedded tokenizer with a chat template."""
    inner = PreTrainedTokenizerFast(tokenizer_file=str(assets.TARGET / "tokenizer.json"), eos_token="<|im_end|>", chat_template=template)
    return TokenizerWrapper(inner)


def test_a_text_that_is_too_long_is_refused():
    with pytest.raises(PromptError, match="makes 9,999,999 characters of these messages: that is too much"):
        render(templated("{{ 'a' * 9999999 }}"), "hi")


def test_what_a_person_says_may_be_long():
    tokenizer, text = templated(SOUND), "word " * 10**5
    assert tokenizer.decode(render(tokenizer, text).tokens) == text


@pytest.mark.parametrize("template", ["", "{% macro f() %}x{% endmacro %}", "{# nothing #}"])
def test_one_that_makes_nothing_is_refused(template):
    with pytest.raises(PromptError, match="nothing is left"):
        render(templated(template), "hi")


@pytest.mark.parametrize(
    "template, why",
    [
        ("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "recursion"),
        (FAILING, "roles must alternate"),
        ("{{ ''.__class__.__mro__ }}", "unsafe"),
        ("{% if %}", "Expected an expression"),
        ("{{ range(999999999) | list }}", "Range too big"),
    ],
)
def test_what_it_raises_is_one_line(template, why):
    with pytest.raises(PromptError, match=f"refuses these messages.*{why}"):
        render(templated(template), "hi")


def test_in_the_chat_the_next_prompt_is_answered():
    class Templated(Double):
        def decode(self, pair, messages, settings, **options):
            render(templated(FAILING if "fail" in messages[-1]["content"] else SOUND), messages)
            return super().decode(pair, messages, settings, **options)

    double = Templated()
    session = Session(Settings(), lambda: double)
    session.start()
    seen = Seen(session)
    session.send(Load())
    session.send(Generate(1, ({"role": "user", "content": "fail"},), 5))
    assert "roles must alternate" in seen.until(Failed).reason
    double.go.release(5)
    session.send(Generate(2, ({"role": "user", "content": "hi"},), 5))
    seen.until(Finish)
    assert [one.job for one in seen if isinstance(one, Replied)][-1] == 2
    assert session.close(30)


def test_the_whole_command(cli, tmp_path):
    shutil.copytree(assets.TARGET, tmp_path / "m")
    config = tmp_path / "m" / "tokenizer_config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"chat_template": FAILING}))
    done = cli("run", "hello", "--model", str(tmp_path / "m"), "--max-tokens", "2")
    assert done.code == 2 and "roles must alternate" in done.err and done.err.count("\n") == 1
