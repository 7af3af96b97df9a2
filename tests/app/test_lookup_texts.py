"""What lookup remembers: files that a person names, and what the target wrote in earlier conversations."""

from datetime import datetime

import pytest

from specdeck.records.files import TraceError
from specdeck.records.history import lookup_texts
from tests.helpers.decks import deck_with, talk
from tests.helpers.fake import FakeSession


def test_a_file_is_named_and_a_conversation_has_its_day(tmp_path):
    session, folder = FakeSession(), tmp_path / "conversations"
    deck = deck_with(session, folder)
    talk(deck, session)
    deck.journal.close()
    (folder / "other.jsonl").write_text("no trace")
    notes = tmp_path / "notes.md"
    notes.write_text("what I wrote")
    today = datetime.now()
    found = dict(lookup_texts([str(notes), "history"], folder))
    assert found.pop("notes.md") == "what I wrote"
    assert found == {f"conversation of {today.day} {today:%B}": deck.chat.reply.text}


def test_what_is_read_otherwise_than_it_was_meant_is_told(tmp_path, close_folder):
    told, notes = [], tmp_path / "notes.md"
    notes.write_bytes(b"caf\xe9 \xff\xfe ok")
    assert list(lookup_texts([str(notes)], tmp_path, told.append)) == [("notes.md", "caf\ufffd \ufffd\ufffd ok")]
    assert told.pop() == f"memory {str(notes)!r} is not UTF-8: 3 bytes were replaced"
    assert list(lookup_texts(["history"], tmp_path / "none", told.append)) == [] == told, "nothing was ever said"
    (tmp_path / "closed").mkdir()
    close_folder(tmp_path / "closed")
    assert list(lookup_texts(["history"], tmp_path / "closed", told.append)) == []
    assert told == [f"memory history: {tmp_path / 'closed'} cannot be read: Permission denied"]
    with pytest.raises(TraceError, match="gone.md cannot be read"):
        list(lookup_texts([str(tmp_path / "gone.md")], tmp_path))
