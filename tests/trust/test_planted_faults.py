"""Faults planted into what the tries look at, each with the try that catches it: a try that cannot fail shows nothing."""

from dataclasses import replace

import pytest

from specdeck.app.commands import options, run
from specdeck.app.drawing import clean, unseen
from specdeck.decoding import accept, template_limits
from specdeck.decoding.types import Settings
from tests.trust import long_use, test_hostile_text, test_not_numbers, test_options, test_templates


def caught(act, *arguments) -> None:
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        act(*arguments)


def test_one_format_character_that_passes(monkeypatch):
    monkeypatch.delitem(clean._TABLE, 0x206C)
    caught(test_hostile_text.test_what_is_cleaned_is_drawn_and_not_obeyed)


def test_a_last_look_that_looks_away(monkeypatch):
    monkeypatch.setattr(unseen, "_drawn", lambda text: text)
    caught(test_hostile_text.test_a_name_that_no_widget_cleaned_is_cleaned_before_the_terminal)


def test_an_error_that_quotes_as_it_is(cli, monkeypatch):
    monkeypatch.setattr(options, "one_line", lambda text: text)
    caught(test_hostile_text.test_what_argparse_quotes_is_cleaned, cli)


def test_a_nan_that_nobody_looks_for(monkeypatch):
    monkeypatch.setattr(accept.HostVerdict, "check_target", lambda self: None)
    caught(test_not_numbers.test_a_target_that_gives_no_numbers_ends_the_reply, Settings(drafter="model"), float("nan"), False)


def test_a_value_that_nobody_checks(cli, monkeypatch):
    def load(*_):
        raise test_options.Loading("loading")

    monkeypatch.setattr(run, "open_pair", load)
    monkeypatch.setattr(options, "check", lambda args: args.kv_bits + 1)
    caught(test_options.test_any_options_together, cli, None)


def test_a_template_that_nobody_ends(monkeypatch):
    monkeypatch.setattr(template_limits, "SECONDS", 0.2)
    monkeypatch.setattr(test_templates, "ENDLESS", "{% for i in range(3000) %}{% for j in range(300) %}{% endfor %}{% endfor %}")
    monkeypatch.setattr(template_limits._Watch, "end", lambda self, error: None)
    caught(test_templates.test_one_that_does_not_end_is_ended, None)


def test_a_power_that_nobody_refuses(monkeypatch):
    monkeypatch.setattr("specdeck.decoding.prompt.refuse_powers", lambda template: None)
    caught(test_templates.test_powers_are_refused_before_they_begin, "{{ 2 ** 3 }}")


def test_a_text_that_is_not_the_targets(monkeypatch):
    real = long_use.decode

    def decode(pair, messages, settings, **options):
        for event in real(pair, messages, settings, **options):
            if settings is not long_use.PLAIN and isinstance(event, long_use.Round):
                event = replace(event, tokens=tuple((token + 1) % pair.width for token in event.tokens))
            yield event

    monkeypatch.setattr(long_use, "decode", decode)
    monkeypatch.setattr(long_use, "TIE", 0.0)
    caught(long_use.conversation, "trimmable", 1, 6)
