"""Names that no file can have, wherever a person may type one: a line that says so."""

import os
from contextlib import suppress

import pytest

from specdeck.actions import finding_models
from specdeck.deck import Deck
from specdeck.decoding.checkpoints import model_folder
from specdeck.decoding.errors import LoadError
from specdeck.notices import Refusal
from specdeck.records import files
from specdeck.records.files import TraceError
from tests.helpers.fake import FakeSession
from tests.helpers.fake_models import FakeRunner

NAMES = ("9" * 5000, "a/" + "9" * 5000, "~nobody-here/x", "a\0b", "/dev/null/x", "é" * 200, "~" * 300)


@pytest.mark.parametrize("name", NAMES, ids=lambda name: repr(name[:12]))
def test_a_name_that_no_file_has(cli, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    for act in (lambda: files.save(name, "x"), lambda: files.read_text(name)):
        with pytest.raises(TraceError) as error:
            act()
        assert "\n" not in str(error.value)
    with pytest.raises(LoadError):
        model_folder.find(name, lambda _: None)
    deck = Deck(FakeSession())
    deck.catalogue.background = FakeRunner()
    with suppress(Refusal):
        finding_models.ask(deck, name)  # words to search for, or a folder that is refused
    for words in (("models", name), ("replay", name), ("run", "x", "--trace", name), ("compare", "x", "--card", name)):
        done = cli(*words)
        assert done.code in ((0, 1, 2) if words[0] == "models" else (1, 2)) and "Error" not in done.err, (words, done.err[:300])
    assert os.listdir(tmp_path) == []
