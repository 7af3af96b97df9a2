"""Faults planted into what the tries look at, each with the try that catches it: a try that cannot fail shows nothing."""

import pytest

from specdeck.app.commands import options, run
from specdeck.app.drawing import clean, unseen
from specdeck.decoding import accept
from specdeck.decoding.types import Settings
from tests.trust import test_hostile_text, test_not_numbers, test_options


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
