"""A chat template that fails: whatever it raises is one line, its text is bounded, and the next prompt is answered."""

import shutil
from functools import partial

import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper
from transformers import PreTrainedTokenizerFast

from specdeck import assets
from specdeck.actions.slash_commands import parse
from specdeck.deck import Deck
from specdeck.decoding.errors import PromptError
from specdeck.decoding.text.prompt import render
from specdeck.decoding.types import Finish, Settings
from specdeck.engine.engine import Engine
from specdeck.engine.messages import Failed
from specdeck.engine.session import Job, NextReply, Session, write_reply
from tests.helpers.damaged import changed
from tests.helpers.sessions import Double, Seen, ask, load

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
        def decode(self, messages, settings, **options):
            render(templated(FAILING if "fail" in messages[-1]["content"] else SOUND), messages)
            return super().decode(messages, settings, **options)

    double = Templated()
    session = Session(Settings(), lambda: double)
    session.start()
    seen = Seen(session)
    load(session)
    session.submit(Job("reply", partial(write_reply, source=session, asked=NextReply(({"role": "user", "content": "fail"},), 5)), 1))
    assert "roles must alternate" in seen.until(Failed).reason
    double.go.release(5)
    ask(session, 2, 5)
    assert seen.until(Finish).reason == "length"
    assert session.close(30)


# -- what the user says ---------------------------------------------------------------------------------------------------

BY_PARTS = "{% for m in messages %}<|im_start|>{{ m.role }}\n{% for part in m.content %}{% if part.type == 'text' %}{{ part.text }}{% endif %}{% endfor %}\n{% endfor %}"


@pytest.mark.parametrize("template", [BY_PARTS, "{% for m in messages %}{{ m.content[0]['text'] | trim }}\n{% endfor %}", "{{ messages[-1].content[0]['text'] + '\n' }}"])
def test_a_template_that_wants_parts_gets_them(template):
    tokenizer = templated(template)
    assert "say hello" in tokenizer.decode(render(tokenizer, " say hello\n", system="be short").tokens)


@pytest.mark.parametrize("template", ["{% for m in messages %}<|im_start|>{{ m.role }}\n{% endfor %}", "{% for m in messages %}{{ m.text }}, {% endfor %}", "a prompt of its own"])
def test_one_that_leaves_out_what_the_user_says_is_refused(template):
    with pytest.raises(PromptError, match="leaves out what the user says: [^\n]*--raw"):
        render(templated(template), "say hello")


def test_a_template_may_alter_the_text_of_a_message():
    tokenizer = templated("{% for m in messages %}{{ m.content | replace('<think>', '') }}{% endfor %}")
    assert tokenizer.decode(render(tokenizer, "say <think>hello").tokens) == "say hello"


def test_a_template_gets_the_variables_that_it_has():
    template = SOUND + "{% generation %}{% if preserve_thinking %}kept{% endif %} effort {{ reasoning_effort }}{% endgeneration %}"
    variables = {"preserve_thinking": True, "reasoning_effort": "low", "padding": True, "another": 1}
    tokenizer = templated(template + "{# padding #}")
    assert tokenizer.decode(render(tokenizer, "hi ", variables=variables).tokens) == "hi kept effort low"


def test_variables_reach_the_template_from_the_command_line_and_from_the_chat(cli, tmp_path):
    folder = str(changed(shutil.copytree(assets.TARGET, tmp_path / "m"), "tokenizer_config.json", chat_template="{{ raise_exception(effort) }}"))
    done = cli("run", "hello", "--model", folder, "--template-var", "effort=low", "--template-var", "unheard=1")
    assert done.code == 2 and "reads no variable unheard: left out" in done.err
    assert "refuses these messages: low" in done.err and done.err.count("\n") == 2

    variables = {"effort": "high"}
    session = Session(Settings(), lambda: Engine(framing={"variables": variables}))
    deck = Deck(session, variables=variables)
    session.start()
    seen = Seen(session)
    load(session, folder)
    for effort in ("high", "low"):
        command, value = parse(f"/var effort={effort}")
        assert effort in str(command.run(deck, value))
        session.submit(Job("reply", partial(write_reply, source=session, asked=NextReply(({"role": "user", "content": "hi"},), 5)), 1))
        assert f"refuses these messages: {effort}" in seen.until(Failed, 1 + (effort == "low")).reason
    assert session.close(30)
