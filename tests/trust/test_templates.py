"""A chat template that runs away: it is ended by limits of time and memory, and what it renders is what transformers renders."""

import json
import os
import shutil
import signal
import threading

import pytest
from mlx_lm.tokenizer_utils import TokenizerWrapper
from transformers import PreTrainedTokenizerFast
from transformers.utils import chat_template_utils

from specdeck import assets
from specdeck.decoding.errors import PromptError
from specdeck.decoding.text import template_child, template_limits
from specdeck.decoding.text.prompt import render
from specdeck.decoding.types import Settings
from specdeck.engine.messages import Failed, Generate, Load
from specdeck.engine.reply_reports import Ended
from specdeck.engine.session import Session
from tests.helpers.everyday import everyday
from tests.helpers.sessions import Double, Seen

ENDLESS = "{% for i in range(99999) %}{% for j in range(99999) %}{% for k in range(99999) %}{% endfor %}{% endfor %}{% endfor %}"
ONE_STEP = {  # no instruction of Python comes to an end within them
    "lists": "{{ [[range(9999)|list]*9999]*9999 == [[range(9999)|list]*9999]*9998 + [0] }}",
    "products": "{% set n = namespace(x=9**9) %}{% for i in range(99) %}{% set n.x = n.x * n.x %}{% endfor %}{{ n.x }}",
    "powers": "{{ 9 ** messages|length ** 9 * 9 ** (9 ** (messages|length * 9)) }}",
    "sum": "{{ ([[1]] * 99999)|sum(start=[]) }}",
}
LARGE = {
    "product": "{{ 'a' * 10000000000 }}",
    "padding": "{{ 'a'|center(9000000000) }}",
    "format": "{{ '%9000000000d' % 1 }}",
    "digits": "{{ '%.2000000000f' % 1 }}",
    "doubling": "{% set n = namespace(x='aaaaaaaaaa') %}{% for i in range(99) %}{% set n.x = n.x ~ n.x %}{% endfor %}{{ n.x }}",
    "lists": "{{ (range(99999)|list * 99999)|join('x') }}",
    "output": "{% for i in range(99999) %}{{ 'a' * 999 }}{% endfor %}",
}
SOUND = "{% for m in messages %}{{ m.content }}{% endfor %}"
SAID = [{"role": "system", "content": "<é\u2028>"}, {"role": "user", "content": "Hello\n <b>"}, {"role": "assistant", "content": "Hi"}]
TEMPLATES = (
    SOUND,
    "{%- for m in messages -%}\n  {% generation %}{{ m.role }}: {{ m.content | trim }}{% endgeneration %}\n{% endfor %}{{ eos_token }}",
    "{{ messages | tojson }}{{ messages[0] | tojson(indent=2) }}{{ {'b': 'é', 'a': 1} | tojson(sort_keys=true, ensure_ascii=true) }}",
    "{% for m in messages %}{% if loop.first %}{% continue %}{% endif %}{{ m.content }}{% break %}{% endfor %}{{ strftime_now('%Y') }}",
    "{% set ns = namespace(a=1) %}{% set ns.a = ns.a + 1 %}{{ ns.a }}{{ dict(a=2, **{'b': 3}) }}{{ tools is none }}{{ add_generation_prompt }}",
    "{% macro f(x) %}[{{ x }}]{% endmacro %}{{ f(messages[-1].content) }}{{ '%s' | format(2 ** 10) }}",
)


def templated(template: str) -> TokenizerWrapper:
    """The embedded tokenizer with a chat template."""
    inner = PreTrainedTokenizerFast(tokenizer_file=str(assets.TARGET / "tokenizer.json"), eos_token="<|im_end|>", chat_template=template)
    return TokenizerWrapper(inner)


@pytest.fixture
def soon(monkeypatch):
    render(templated(SOUND), "the child is there")
    monkeypatch.setattr(template_limits, "SECONDS", 0.5)


@everyday("template", [ENDLESS, *ONE_STEP.values()], ENDLESS, ONE_STEP["lists"], ids=["loops", *ONE_STEP])
def test_one_that_does_not_end_is_ended(soon, template):
    with pytest.raises(PromptError, match="too much time or memory"):
        render(templated(template), "hi")


def test_after_one_that_was_ended_the_next_is_rendered(soon, monkeypatch):
    with pytest.raises(PromptError):
        render(templated(ENDLESS), "hi")
    monkeypatch.setattr(template_limits, "SECONDS", 60)
    tokenizer = templated(SOUND)
    assert tokenizer.decode(render(tokenizer, "hi").tokens) == "hi"


def test_where_a_screen_waits_it_gets_less(monkeypatch):
    monkeypatch.setattr(template_limits, "SECONDS", 1000)
    with pytest.raises(PromptError, match="too much time"):
        render(templated(ENDLESS), "hi", seconds=0.1)


def test_a_machine_that_is_busy_elsewhere_is_waited_for(monkeypatch):
    """The limit is of the processor, unless a screen waits."""
    tokenizer = templated(SOUND)
    render(tokenizer, "the child is there")
    monkeypatch.setattr(template_limits, "SECONDS", 1)
    child = template_limits.start()
    os.kill(child.pid, signal.SIGSTOP)
    threading.Timer(1.5, lambda: os.kill(child.pid, signal.SIGCONT)).start()
    assert tokenizer.decode(render(tokenizer, "hi").tokens) == "hi"


@everyday("name", LARGE, "product", "output")
def test_one_that_makes_gigabytes_is_ended(name):
    with pytest.raises(PromptError, match="too much time or memory"):
        render(templated(LARGE[name]), "hi")


def test_one_that_needs_more_memory_than_it_may_have_is_ended_though_its_text_is_short():
    with pytest.raises(PromptError, match="too much time or memory"):
        render(templated(f"{{% set much = 'a' * {4 * template_limits.MEMORY} %}}short"), "hi", seconds=60)


@pytest.mark.parametrize("template", TEMPLATES)
def test_it_renders_what_transformers_renders(template):
    tokenizer = templated(template)
    texts = [tokenizer.apply_chat_template(SAID, tokenize=False, add_generation_prompt=True) for _ in range(1)]
    with template_limits.rendered_within_limits(10):
        texts.append(tokenizer.apply_chat_template(SAID, tokenize=False, add_generation_prompt=True))
    assert texts[0] == texts[1]


def test_a_template_finds_there_all_that_transformers_gives_it():
    theirs, ours = chat_template_utils._compile_jinja_template(SOUND).environment, template_child.environment
    for names in ("globals", "filters", "tests"):
        assert getattr(theirs, names).keys() == getattr(ours, names).keys(), names
    assert {name.rpartition(".")[2] for name in theirs.extensions} - {"AssistantTracker"} <= {name.rpartition(".")[2] for name in ours.extensions}
    assert (theirs.trim_blocks, theirs.lstrip_blocks) == (ours.trim_blocks, ours.lstrip_blocks)


def test_the_child_ends_with_this_process_even_in_the_middle_of_a_step():
    """It reads the end of its input, or the system ends it after the seconds that it was given."""
    child = template_limits.start()
    assert os.getsid(child.pid) != os.getsid(0)
    child.stdin.close()
    assert child.wait(60) == 0
    assert template_limits.start() is not child


def test_what_a_person_says_may_be_long():
    tokenizer, text = templated(SOUND), "word " * 10**5
    assert tokenizer.decode(render(tokenizer, text).tokens) == text


@pytest.mark.parametrize("template", ["", "{% macro f() %}x{% endmacro %}", "{# nothing #}"])
def test_one_that_makes_nothing_is_refused(template):
    with pytest.raises(PromptError, match="nothing is left"):
        render(templated(template), "hi")


@pytest.mark.parametrize(
    "template, why",
    [("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "recursion"), ("{{ raise_exception('roles must alternate') }}", "roles must alternate")],
)
def test_what_fails_by_itself_says_why(template, why):
    with pytest.raises(PromptError, match=f"refuses these messages.*{why}"):
        render(templated(template), "hi")


def test_a_signal_in_the_middle_leaves_no_answer_for_the_next(monkeypatch):
    class Signalled(BaseException):
        pass

    def handle(*_):
        raise Signalled

    before = signal.signal(signal.SIGALRM, handle)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Signalled):
            render(templated(ENDLESS), "hi")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    tokenizer = templated(SOUND)
    assert tokenizer.decode(render(tokenizer, "next").tokens) == "next"


def test_in_the_chat_the_next_prompt_is_answered(soon):
    class Runaway(Double):
        def decode(self, pair, messages, settings, **options):
            if "endless" in messages[-1]["content"]:
                render(templated(ONE_STEP["lists"]), messages)
            return super().decode(pair, messages, settings, **options)

    double = Runaway()
    session = Session(Settings(), lambda: double)
    session.start()
    seen = Seen(session)
    session.send(Load())
    session.send(Generate(1, ({"role": "user", "content": "endless"},), 5))
    assert "too much time" in seen.until(Failed).reason
    double.go.release(5)
    session.send(Generate(2, ({"role": "user", "content": "hi"},), 5))
    assert seen.until(Ended).job == 2
    assert session.close(30)


def test_the_whole_command(cli, tmp_path, soon):
    shutil.copytree(assets.TARGET, tmp_path / "m")
    config = tmp_path / "m" / "tokenizer_config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"chat_template": ENDLESS}))
    done = cli("run", "hello", "--model", str(tmp_path / "m"), "--max-tokens", "2")
    assert done.code == 2 and "too much time" in done.err and done.err.count("\n") == 1
