"""Faults planted into what the tries look at, each with the try that catches it: a try that cannot fail shows nothing."""

import asyncio
import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from specdeck.chat import entries
from specdeck.commands import bench, command_table, options, run
from specdeck.decoding import accept, pair_loading
from specdeck.decoding.checkpoints import hub_download as hub_errors
from specdeck.decoding.checkpoints import model_config
from specdeck.decoding.errors import LoadError
from specdeck.decoding.text import prompt
from specdeck.decoding.types import Settings
from specdeck.drawing import clean_text
from specdeck.models import disk
from specdeck.records import export, files, journal, trace
from specdeck.terminal import driver
from specdeck.widgets.screen_header import Title
from tests.helpers.places import caught
from tests.trust import (
    long_use,
    random_input,
    test_commands,
    test_corrupt_models,
    test_full_disk,
    test_hostile_exports,
    test_hostile_text,
    test_mixed,
    test_not_numbers,
    test_odd_folders,
    test_odd_names,
    test_options,
    test_privacy,
    test_state_files,
    test_strangers,
    test_templates,
)
from tests.trust.no_network import no_network  # noqa: F401


def test_one_format_character_that_passes(monkeypatch):
    monkeypatch.delitem(clean_text._TABLE, 0x206C)
    caught(test_hostile_text.test_what_is_cleaned_is_drawn_and_not_obeyed)


def test_a_last_look_that_looks_away(monkeypatch):
    monkeypatch.setattr(driver, "_drawn", lambda text: text)
    caught(test_hostile_text.test_a_name_that_no_widget_cleaned_is_cleaned_before_the_terminal)


def test_a_part_of_a_file_that_is_left(monkeypatch, tmp_path):
    monkeypatch.setattr(files, "removed_if_it_fails", nullcontext)
    caught(test_full_disk.test_what_was_there_stays_and_no_part_is_left, test_full_disk.WRITERS["the theme"], tmp_path)


def test_an_error_that_quotes_as_it_is(cli, monkeypatch):
    monkeypatch.setattr(command_table, "one_line", lambda text: text)
    caught(test_hostile_text.test_what_argparse_quotes_is_cleaned, cli)


def test_a_nan_that_nobody_looks_for(monkeypatch):
    monkeypatch.setattr(accept.HostVerdict, "check_target", lambda self: None)
    caught(test_not_numbers.test_a_target_that_gives_no_numbers_ends_the_reply, Settings(drafter="model"), float("nan"), False)


def test_a_value_that_nobody_checks(cli, monkeypatch):
    def load(*_):
        raise test_options.Loading("loading")

    monkeypatch.setattr(run, "load_decoder", load)
    monkeypatch.setattr(options, "check", lambda args: args.kv_bits + 1)
    caught(test_options.test_any_options_together, cli, None)


def test_a_text_of_a_template_that_nobody_measures(monkeypatch):
    monkeypatch.setattr(prompt, "LONGEST", 1 << 30)
    caught(test_templates.test_a_text_that_is_too_long_is_refused)


def test_penalties_that_nobody_applies(monkeypatch):
    monkeypatch.setattr("specdeck.decoding.loop.penalised", lambda settings: False)
    caught(test_mixed.test_a_sample, "trimmable")


def test_a_conversation_that_is_written_when_it_is_read(monkeypatch, tmp_path):
    real = journal.recall

    def recall(path: Path) -> trace.RecoveredTrace:
        read = real(path)
        path.write_text(trace.dump(read.entries))
        return read

    monkeypatch.setattr(journal, "recall", recall)
    caught(test_state_files.test_conversations, tmp_path)


def test_a_panic_that_nobody_takes_for_an_error(monkeypatch, tmp_path):
    monkeypatch.setattr("specdeck.decoding.target.target_loading._panics_are_errors", nullcontext)
    with pytest.raises(BaseException, match="retry-limit"):
        test_strangers.test_a_tokenizer_that_no_text_survives_is_refused_as_it_is_read(tmp_path, "a pattern that gives up")


def test_sizes_that_nobody_holds_against_the_headers(cli, monkeypatch, tmp_path):
    monkeypatch.setattr("specdeck.decoding.checkpoints.complete_files.check_sizes", lambda *_: None)
    caught(test_strangers.test_a_config_that_names_more_than_the_weights_hold_is_refused_before_it_is_built, cli, tmp_path, "num_hidden_layers", 40)


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


def test_a_config_that_nobody_guards(tmp_path, monkeypatch):
    monkeypatch.setattr(model_config, "read_json_object", lambda file, missing: json.loads(file.read_text()))
    caught(test_corrupt_models.test_a_damaged_model_is_read_or_refused_in_one_line, tmp_path, monkeypatch, "config bytes")


def test_a_model_folder_whose_code_runs(tmp_path, monkeypatch):
    real = pair_loading.read_tokenizer

    def read(folder, trusted):
        exec((folder / "tokenization_evil.py").read_text()) if (folder / "tokenization_evil.py").exists() else None
        return real(folder, trusted)

    monkeypatch.setattr(pair_loading, "read_tokenizer", read)
    caught(test_corrupt_models.test_a_damaged_model_is_read_or_refused_in_one_line, tmp_path, monkeypatch, "foreign code")


def test_a_trace_whose_lines_nobody_guards(tmp_path, monkeypatch):
    monkeypatch.setattr(trace.TraceReader, "_object", lambda self, line: json.loads(line))
    with pytest.raises(ValueError):
        test_state_files.test_conversations(tmp_path)


def test_an_odd_folder_that_hides_the_others(many, monkeypatch):  # noqa: F811
    for guard in ("LoadError", "Exception"):
        monkeypatch.setattr(disk, guard, ZeroDivisionError, raising=False)
    with pytest.raises(LoadError):
        test_odd_folders.test_every_odd_folder_is_a_row_and_the_sound_one_is_there(many)


def test_a_name_that_is_asked_of_the_system(cli, tmp_path, monkeypatch):
    monkeypatch.setattr("os.path.exists", lambda place: Path(place).stat() is not None)
    with pytest.raises(OSError):
        test_odd_names.test_a_name_that_no_file_has(cli, tmp_path, monkeypatch, "9" * 5000)


def test_a_figure_that_stays_nan(capsys, monkeypatch):
    monkeypatch.setattr(bench, "_finite", lambda found: found)
    with pytest.raises(ValueError):
        test_commands.test_a_figure_that_is_no_number_is_null(capsys)


@pytest.mark.long
def test_a_header_that_is_never_drawn(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Title, "show", lambda self, deck: None)
    with pytest.raises((AssertionError, AttributeError)):
        asyncio.run(random_input.sitting(300, 0, tmp_path))


def test_a_path_that_is_saved(monkeypatch, tmp_path):
    monkeypatch.setattr(entries, "named_in", lambda text, names: text)
    caught(test_privacy.test_a_failure_is_quoted_without_folders, monkeypatch)


def test_a_download_that_asks_although_it_must_not(no_network, monkeypatch):  # noqa: F811
    monkeypatch.setattr(hub_errors, "OFFLINE", "")
    caught(test_privacy.test_so_does_the_playground, no_network, monkeypatch, lambda: test_privacy.hub.search("x"))


def test_markdown_that_a_terminal_obeys(monkeypatch):
    monkeypatch.setattr(export, "harmless", lambda text: text)
    caught(test_hostile_exports.test_a_conversation_as_markdown_json_and_trace)
