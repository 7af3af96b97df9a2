"""A chat template that runs away: it is ended by limits of time and size, by esc, and by the first signal."""

import json
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from specdeck import assets
from specdeck.app.commands.signals import Interrupted, catching
from specdeck.app.engine.messages import Failed, Generate, Load
from specdeck.app.engine.reply_reports import Ended
from specdeck.app.engine.session import Session
from specdeck.decoding import template_limits
from specdeck.decoding.errors import PromptError
from specdeck.decoding.prompt import render
from specdeck.decoding.template_limits import TemplateStopped, refuse_powers, stop_rendering
from specdeck.decoding.types import Settings
from tests.app.test_session import Double, Seen

ENDLESS = "{% for i in range(99999) %}{% for j in range(99999) %}{% for k in range(99999) %}{% endfor %}{% endfor %}{% endfor %}"
LARGE = {
    "product": "{{ 'a' * 10000000000 }}",
    "padding": "{{ 'a'|center(9000000000) }}",
    "format": "{{ '%9000000000d' % 1 }}",
    "digits": "{{ '%.2000000000f' % 1 }}",
    "doubling": "{% set n = namespace(x='aaaaaaaaaa') %}{% for i in range(99) %}{% set n.x = n.x ~ n.x %}{% endfor %}{{ n.x }}",
    "lists": "{{ (range(99999)|list * 99999)|join('x') }}",
    "output": "{% for i in range(99999) %}{{ 'a' * 999 }}{% endfor %}",
}
SOUND = (
    "{% for m in messages %}{{ m.content }}{% endfor %}",
    "{{ dict(**{'a': 1}) }}{{ dict({'a': 1}, **{'b': 2}) }}",
    "a ** b is text here {# and 2 ** 3 a comment #}",
)


class Templated:
    """A tokenizer of bytes with a chat template."""

    has_chat_template = True

    def __init__(self, template: str) -> None:
        self.chat_template = template

    def apply_chat_template(self, messages, tokenize=True, **switches):
        text = ImmutableSandboxedEnvironment().from_string(self.chat_template).render(messages=messages, **switches)
        return list(text.encode()) if tokenize else text


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(template_limits, "SECONDS", 0.3)


def test_one_that_does_not_end_is_ended(soon):
    with pytest.raises(PromptError, match="does not come to an end"):
        render(Templated(ENDLESS), "hi")
    assert not template_limits.rendering()
    assert render(Templated(SOUND[0]), "hi").tokens == list(b"hi")


def test_where_a_screen_waits_it_gets_less(monkeypatch):
    monkeypatch.setattr(template_limits, "SECONDS", 1000)
    with pytest.raises(PromptError, match="after 0.1 seconds"):
        render(Templated(ENDLESS), "hi", seconds=0.1)


@pytest.mark.parametrize("name", LARGE)
def test_one_that_makes_gigabytes_is_ended(name):
    with pytest.raises(PromptError, match="more text than any prompt needs|does not come to an end"):
        render(Templated(LARGE[name]), "hi")
    assert render(Templated(SOUND[0]), "hi").tokens == list(b"hi")


@pytest.mark.parametrize("template", ["{{ 9**9**9 }}", "{{ 2 **\n 3 }}", "{% if (x)**2 %}{% endif %}", "{{ [1, 2][0]**3 }}"])
def test_powers_are_refused_before_they_begin(template):
    with pytest.raises(PromptError, match="powers"):
        render(Templated(template), "hi")


@pytest.mark.parametrize("template", SOUND)
def test_what_only_looks_like_a_power_is_taken(template):
    refuse_powers(template)


def test_what_a_person_says_may_be_long():
    text = "word " * 10**6
    assert len(render(Templated(SOUND[0]), text).tokens) == len(text)


@pytest.mark.parametrize("template", ["", "{% macro f() %}x{% endmacro %}", "{# nothing #}"])
def test_one_that_makes_nothing_is_refused(template):
    with pytest.raises(PromptError, match="nothing is left"):
        render(Templated(template), "hi")


def test_what_fails_by_itself_says_why():
    with pytest.raises(PromptError, match="refuses these messages.*recursion"):
        render(Templated("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"), "hi")


def test_a_person_stops_it():
    threading.Thread(target=_once_it_renders, args=(stop_rendering,)).start()
    with pytest.raises(TemplateStopped):
        render(Templated(ENDLESS), "hi")
    assert not stop_rendering()


def _once_it_renders(act):
    while not template_limits.rendering():
        time.sleep(0.01)
    act()


def test_the_first_signal_ends_it():
    with catching() as signals, pytest.raises(Interrupted):
        signals.gentle = True  # as in a reply
        threading.Thread(target=_once_it_renders, args=(lambda: signal.raise_signal(signal.SIGINT),)).start()
        render(Templated(ENDLESS), "hi")


def test_esc_ends_it_in_the_chat_and_the_next_prompt_is_answered():
    class Runaway(Double):
        def decode(self, pair, messages, settings, **options):
            if "endless" in messages[-1]["content"]:
                render(Templated(ENDLESS), messages)
            return super().decode(pair, messages, settings, **options)

    double = Runaway()
    session = Session(Settings(), lambda: double)
    session.start()
    seen = Seen(session)
    session.send(Load())
    session.send(Generate(1, ({"role": "user", "content": "endless"},), 5))
    _once_it_renders(lambda: session.stop(1))
    assert seen.until(Ended).event.reason == "interrupted"
    double.go.release(5)
    session.send(Generate(2, ({"role": "user", "content": "hi"},), 5))
    assert seen.until(Ended, 2).job == 2 and not any(isinstance(report, Failed) for report in seen)
    assert session.close(30)


def test_python_can_be_profiled_afterwards():
    """Python 3.11 hangs in a profiler or debugger once an exception for a thread was withdrawn."""
    runaway = "rendered_within_limits(lambda: [0 for _ in iter(int, 1)], 4, seconds=0.1)"
    code = f"""if True:
        import contextlib, sys
        from specdeck.decoding.errors import PromptError
        from specdeck.decoding.template_limits import rendered_within_limits
        for render in (lambda: rendered_within_limits(lambda: "text", 4), lambda: {runaway}):
            with contextlib.suppress(PromptError):
                render()
            sys.setprofile(lambda *event: None)
            (lambda: None)()
            sys.setprofile(None)
            print("goes on")"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout == "goes on\n" * 2, done.stderr


def test_the_whole_command(cli, tmp_path, soon):
    shutil.copytree(assets.TARGET, tmp_path / "m")
    config = tmp_path / "m" / "tokenizer_config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"chat_template": ENDLESS}))
    done = cli("run", "hello", "--model", str(tmp_path / "m"), "--max-tokens", "2")
    assert done.code == 2 and "does not come to an end" in done.err and done.err.count("\n") == 1
