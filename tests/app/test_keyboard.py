"""What a terminal sends that is no text ends nothing."""

import os
from threading import Event

from specdeck.terminal.keyboard import TerminalDriver


def test_keys_after_bytes_that_are_no_text_are_read(monkeypatch):
    there, ours = os.pipe()
    os.write(ours, b"there is something to read")
    chunks, ended, read = iter([b"\xff", b"a"]), Event(), []
    monkeypatch.setattr(os, "read", lambda handle, count: next(chunks, b""))
    driver = TerminalDriver.__new__(TerminalDriver)
    driver.fileno, driver.exit_event, driver._debug = there, ended, False
    driver.process_message = lambda event: (read.append(event.key), ended.set())
    driver.run_input_thread()
    assert read == ["a"]
