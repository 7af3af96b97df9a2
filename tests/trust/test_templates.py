"""A chat template of a stranger: whatever it raises is one line, its text is bounded, what the user says is in it, and the next prompt is answered."""

import shutil
from functools import partial

import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper
from transformers import PreTrainedTokenizerFast

from specdeck import assets
from specdeck.actions.slash_commands import parse
from specdeck.app_state import AppState
from specdeck.decoding.errors import PromptError
from specdeck.decoding.text.prompt import render
from specdeck.decoding.types import Finish, Settings
from specdeck.engine.engine import Engine
from specdeck.engine.messages import Failed
from specdeck.engine.session import Job, NextReply, Session, write_reply
from tests.helpers.damaged import changed
from tests.helpers.states import Seen, load

SOUND = "{% for m in messages %}{{ m.content }}{% endfor %}"


def templated(template: str) -> TokenizerWrapper:
    """The embedded tokenizer with a chat template."""
    inner = PreTrainedTokenizerFast(tokenizer_file=str(assets.TARGET / "tokenizer.json"), eos_token="<|im_end|>", chat_template=template)
    return TokenizerWrapper(inner)


@pytest.mark.parametrize("template, why", [
    ("{{ 'a' * 9999999 }}", "makes 9,999,999 characters of these messages: that is too much"),
    *((template, "nothing is left") for template in ("", "{% macro f() %}x{% endmacro %}", "{# nothing #}")),
    ("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "refuses these messages: [^\n]*recursion"),
    ("{{ raise_exception('roles must\nalternate') }}", "refuses these messages: [^\n]*roles must alternate"),
    ("{{ ''.__class__.__mro__ }}", "refuses these messages: [^\n]*unsafe"), ("{% if %}", "refuses these messages: [^\n]*Expected an expression"),
    ("{{ range(999999999) | list }}", "refuses these messages: [^\n]*Range too big"),
    *((template, "leaves out what the user says: [^\n]*--raw") for template in (
        "{% for m in messages %}<|im_start|>{{ m.role }}\n{% endfor %}", "{% for m in messages %}{{ m.text }}, {% endfor %}", "a prompt of its own")),
])  # fmt: skip
def test_what_it_cannot_make_a_prompt_of_is_refused_in_one_line(template, why):
    with pytest.raises(PromptError, match=why):
        render(templated(template), "say hello")


BY_PARTS = "{% for m in messages %}<|im_start|>{{ m.role }}\n{% for part in m.content %}{% if part.type == 'text' %}{{ part.text }}{% endif %}{% endfor %}\n{% endfor %}"


@pytest.mark.parametrize("template, said, read", [
    (SOUND, "word " * 10**5, "word " * 10**5),
    (BY_PARTS, " say hello\n", "<|im_start|>user\n say hello\n"),
    ("{% for m in messages %}{{ m.content[0]['text'] | trim }}\n{% endfor %}", " say hello\n", "say hello\n"),
    ("{{ messages[-1].content[0]['text'] + '\n' }}", "say hello", "say hello\n"),
    ("{% for m in messages %}{{ m.content | replace('<think>', '') }}{% endfor %}", "say <think>hello", "say hello"),
    (SOUND + "{% generation %}{% if preserve_thinking %}kept{% endif %} effort {{ reasoning_effort }}{% endgeneration %}{# padding #}", "hi ", "hi kept effort low"),
])  # fmt: skip
def test_what_it_makes_of_a_message_is_read(template, said, read):
    """It gets parts where it wants them, may alter the text, and has the variables that it reads."""
    tokenizer, variables = templated(template), {"preserve_thinking": True, "reasoning_effort": "low", "padding": True, "another": 1}
    assert tokenizer.decode(render(tokenizer, said, variables=variables).tokens) == read


def test_variables_reach_it_from_the_command_line_and_the_chat_in_which_a_prompt_after_a_refused_one_is_answered(cli, tmp_path):
    template = "{% if effort != 'none' %}{{ raise_exception(effort) }}{% endif %}" + SOUND
    folder = str(changed(shutil.copytree(assets.TARGET, tmp_path / "m"), "tokenizer_config.json", chat_template=template))
    done = cli("run", "hello", "--model", folder, "--template-var", "effort=low", "--template-var", "unheard=1")
    assert done.code == 2 and "reads no variable unheard: left out" in done.err
    assert "refuses these messages: low" in done.err and done.err.count("\n") == 2

    variables = {"effort": "high"}
    session = Session(Settings(), lambda: Engine(framing={"variables": variables}))
    state = AppState(session, variables=variables)
    session.start()
    seen = Seen(session)
    load(session, folder)
    for effort in ("high", "low", "none"):
        command, value = parse(f"/var effort={effort}")
        assert effort in str(command.run(state, value))
        session.submit(Job("reply", partial(write_reply, source=session, asked=NextReply(({"role": "user", "content": "hi"},), 5)), 1))
        if effort != "none":
            assert f"refuses these messages: {effort}" in seen.until(Failed, 1 + (effort == "low")).reason
    assert seen.until(Finish).stats.emitted
    assert session.close(30)
