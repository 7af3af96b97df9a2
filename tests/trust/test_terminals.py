"""What a terminal may do to the app: bytes that are no text, a stop without being asked, an end at any time. It is left as it was found."""

import signal
import time
from random import Random

import pytest

from specdeck.records import history_index
from tests.trust import kills
from tests.trust.terminal import OnTerminal

pytestmark = pytest.mark.long
ENDLESS = ("--max-tokens", "100000", "--logit-bias", "0=-1000")
QUIT = "\x11"  # ctrl+q


def test_bytes_that_are_no_text_are_no_end(state):
    rng = Random(20)
    noise = [b"\xff", b"\xc3(", b"\x80\xbf" * 9, b"caf\xe9 ", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"]
    noise += [bytes(rng.randrange(128, 256) for _ in range(rng.randint(1, 20))) for _ in range(20)]
    with OnTerminal("--max-tokens", "20") as app:  # whatever the pair says to noise
        app.wait_for("ready")
        for each in noise:
            app.type(each)
        time.sleep(1)  # what is read together with such bytes is dropped
        app.type(b"Repeat exactly: door\r")
        app.wait_for("over the whole reply")
        app.type(QUIT)
        assert app.code() == 0 and app.clean()
    (item,) = history_index.history(state / "conversations").items
    assert item.prompt.endswith("Repeat exactly: door")


@pytest.mark.parametrize("number, when", [(signal.SIGINT, "idle"), (signal.SIGTERM, "in a reply"), (signal.SIGHUP, "idle")])
def test_told_to_end(state, number, when):
    with OnTerminal(*(ENDLESS if when == "in a reply" else ())) as app:
        app.wait_for("ready")
        if when == "in a reply":
            app.type(b"Repeat exactly: door\r")
            app.wait_for("round")
        app.tell(number)
        assert app.code() == 128 + number and app.clean()


@pytest.mark.parametrize("end, moment", [("SIGKILL", "in a reply"), ("left, SIGINT", "after a reply")])
def test_of_the_kill_matrix(tmp_path, end, moment):
    assert kills.troubles(end, moment, Random(1), tmp_path) == []
