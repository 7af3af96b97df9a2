"""Every option at every odd value, alone and together: taken, or refused in one line with exit code 1 or 2, before anything is loaded."""

import shutil
import socket
from random import Random

import pytest

from specdeck import assets
from specdeck.commands import bench, compare, doctor, run, test
from specdeck.commands.command_table import COMMANDS
from specdeck.decoding.errors import LoadError
from specdeck.settings.setting_table import REAL
from tests.trust.hostile import SEED, TRIES, hostile

NEEDED = {"run": ["hello"], "compare": ["hello"], "test": ["hello"], "replay": [str(assets.TRACES / "same.jsonl")]}
COUNTS = ("N", "X", "T", "N[,N…]", "T[,T…]", "COLUMNSxROWS")  # what --help writes for a number


def counted(command: str) -> list[str]:
    """The options of a command that take numbers, as --help shows them."""
    rows = COMMANDS[command].rows
    return [(row.flags or (row.flag,))[0] for row in rows if not row.flagless and (row.kind is REAL or row.takes in COUNTS)]


NUMERIC = tuple(counted("run"))
ALL = [(command, option) for command in COMMANDS for option in counted(command)]
VALUES = ("nan", "inf", "-inf", "-nan", "1e999", "-1", "0", "1e-38", "1e-300", "1e39", "10" * 20, "\u0663", "\uff11", "1_000", "0x10", "",
          " 1", "1,5", "True", "None", "\x00", "--", "1e", "9" * 5000, "\u221e", "\u00bd", "-0", "+1", "1.0", "2\n")  # fmt: skip
OTHERS = ("--rule", "--fallback", "--drafter", "--thinking", "--logit-bias", "--stop", "--system", "--model")


class Loading(LoadError):
    """The options were taken: from here on a model would be loaded."""


@pytest.fixture
def nothing_is_loaded(monkeypatch):
    def load(*_):
        raise Loading("loading")

    for command in (run, bench, doctor, test, compare):
        monkeypatch.setattr(command, "load_decoder", load)


def check(done, words):
    assert done.code in (1, 2) and done.out == "" and "Traceback" not in done.err, (words, done)
    assert done.err.strip() and done.err.count("\n") == 1 and "SPECDECK_DEBUG" not in done.err, (words, done.err)


def test_the_options_that_take_numbers_are_found():
    assert len(NUMERIC) >= 14 and {"--draft-bits", "--kv-bits", "--num-draft-tokens"} <= set(NUMERIC)
    assert {("compare", "--a-k"), ("bench", "--prompts"), ("replay", "--speed"), ("replay", "--size"), ("test", "--draws")} <= set(ALL)


@pytest.mark.parametrize("command, option", ALL)
def test_a_number_is_taken_or_refused(cli, nothing_is_loaded, command, option):
    for value in VALUES:
        words = (command, *NEEDED.get(command, ()), "--json", f"{option}={value}" if option.startswith("--") else f"{option}{value}")
        done = cli(*words)
        if command == "replay" and done.code == 0:
            assert done.json["text"] and done.err == "", words
        else:
            check(done, words)


def test_any_options_together(cli, nothing_is_loaded):
    rng = Random(SEED)
    for _ in range(TRIES):
        words = ["run", rng.choice(["hello", "", " ", "x" * 10**5, hostile(rng)])]
        for _ in range(rng.randint(1, 5)):
            option = rng.choice(NUMERIC + OTHERS)
            value = hostile(rng, 2) if option in OTHERS and rng.random() < 0.5 else rng.choice((*VALUES, "none", "auto", "5=1", "5=nan", "on", "0.5", "3"))
            words += [option, value]
        check(cli(*words), words)


@pytest.mark.parametrize("place", ["9" * 5000, "~nobody-here/x", "a/" + "9" * 5000, "\x00", "~"])
def test_a_place_that_cannot_be_is_refused(cli, nothing_is_loaded, place):
    for words in (("run", "hello", "--drafter", place), ("run", "hello", "--model", place)):
        check(cli(*words), words)


def test_no_connection_is_made_before_a_person_asks_for_one(cli, monkeypatch):
    def refuse(*_):
        raise AssertionError("a connection")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for words in (("models",), ("paths",), ("models", "--json"), ("run", "hello", "--max-tokens", "2")):
        done = cli(*words)
        assert "a connection" not in done.err and done.code in (0, 1), done.err


def test_a_folder_with_brackets_is_loaded(cli, tmp_path):
    folder = tmp_path / "[odd] *?" / "m[0-9]"
    shutil.copytree(assets.TARGET, folder)
    done = cli("run", "hello", "--model", str(folder), "--drafter", "lookup", "--max-tokens", "2", "--json")
    assert done.code == 0 and done.json["model_path"] == str(folder), done.err
