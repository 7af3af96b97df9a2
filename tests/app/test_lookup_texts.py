"""What lookup remembers: files that a person names, and what the target wrote in earlier conversations."""

from datetime import datetime

import pytest

from specdeck.records.files import TraceError
from specdeck.records.history import lookup_texts
from tests.helpers.fake import FakeSession
from tests.helpers.states import state_with, talk


def test_a_file_is_named_and_a_conversation_has_its_day(tmp_path):
    session, folder, notes = FakeSession(), tmp_path / "conversations", tmp_path / "notes.md"
    state = state_with(session, folder)
    talk(state, session)
    state.journal.close()
    (folder / "other.jsonl").write_text("no trace")
    notes.write_bytes(b"caf\xe9 \xff\xfe ok")
    today = datetime.now()
    said = [("notes.md", "caf\ufffd \ufffd\ufffd ok"), (f"conversation of {today.day} {today:%B}", state.chat.reply.text)]
    assert list(lookup_texts([str(notes), "history"], folder)) == said
    assert list(lookup_texts(["history"], tmp_path / "none")) == [], "nothing was ever said"
    with pytest.raises(TraceError, match="gone.md cannot be read"):
        list(lookup_texts([str(tmp_path / "gone.md")], folder))
