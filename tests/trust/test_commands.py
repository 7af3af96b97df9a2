"""What the commands take and print: every option at every odd value, alone and together, names that no file can have, figures that are no
numbers. It is taken, or refused in one line with exit code 1 or 2 before anything is loaded."""

import io
import math
import os
import shutil
from random import Random

import pytest

from specdeck import assets
from specdeck.actions import choosing_models
from specdeck.app_state import AppState
from specdeck.commands import bench, compare, doctor, run, test
from specdeck.commands.command_table import COMMANDS
from specdeck.decoding import Settings, SettingsError
from specdeck.decoding.errors import LoadError
from specdeck.decoding.rules import SAME_TEXT_RULE
from specdeck.notices import Refusal
from specdeck.records import files
from specdeck.records.files import TraceError
from specdeck.settings.setting_table import REAL
from tests.helpers.everyday import everyday
from tests.helpers.fake import FakeSession
from tests.helpers.fake_models import FakeRunner
from tests.trust.hostile import SEED, TRIES, hostile, obeyed

FLOATS = ("temperature", "top_p", "min_p", "repetition_penalty", "presence_penalty", "frequency_penalty")
NEEDED = {"run": ["hello"], "compare": ["hello"], "test": ["hello"], "replay": [str(assets.TRACES / "same.jsonl")]}
COUNTS = ("N", "X", "T", "N[,N…]", "T[,T…]")  # what --help writes for a number


def counted(command: str) -> list[str]:
    """The options of a command that take numbers, as --help shows them."""
    rows = COMMANDS[command].rows
    return [(row.flags or (row.flag,))[0] for row in rows if not row.flagless and (row.kind is REAL or row.takes in COUNTS)]


VALUES = ("nan", "inf", "-inf", "-nan", "1e999", "-1", "0", "1e-38", "1e-300", "1e39", "10" * 20, "\u0663", "\uff11", "1_000", "0x10", "",
          " 1", "1,5", "True", "None", "\x00", "--", "1e", "9" * 5000, "\u221e", "\u00bd", "-0", "+1", "1.0", "2\n")  # fmt: skip
OTHERS = ["--rule", "--fallback", "--drafter", "--thinking", "--logit-bias", "--stop", "--system", "--model"]
NAMES = ("9" * 5000, "a/" + "9" * 5000, "~nobody-here/x", "a\0b", "/dev/null/x", "é" * 200, "~" * 300)  # that no file can have


@pytest.fixture
def nothing_is_loaded(monkeypatch):
    """From where the options were taken on."""

    def load(*_):
        raise LoadError("loading")

    for command in (run, bench, doctor, test, compare):
        monkeypatch.setattr(command, "load_engine", load)


def check(done, words):
    """Refused, in a line that quotes what was given without a character that a terminal obeys."""
    assert (done.refused() or done.refused(code=2)) and "SPECDECK_DEBUG" not in done.err and not obeyed(done.err), (words, done)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_number_is_taken_or_refused(cli, nothing_is_loaded, command):
    for option in counted(command):
        for value in VALUES:
            words = (command, *NEEDED.get(command, ()), "--json", f"{option}={value}" if option.startswith("--") else f"{option}{value}")
            done = cli(*words)
            if command == "replay" and done.code == 0:
                assert done.json["text"] and done.err == "", words
            else:
                check(done, words)


def test_any_options_together(cli, nothing_is_loaded):
    rng, numeric = Random(SEED), counted("run")
    for _ in range(TRIES):
        words = ["run", rng.choice(["hello", "", " ", "x" * 10**5, hostile(rng)])]
        for _ in range(rng.randint(1, 5)):
            option = rng.choice(numeric + OTHERS)
            value = hostile(rng, 2) if option in OTHERS and rng.random() < 0.5 else rng.choice((*VALUES, "none", "auto", "5=1", "5=nan", "on", "0.5", "3"))
            words += [option, value]
        check(cli(*words), words)
        for quoted in (("run", "x", f"--{hostile(rng)}"), ("run", "x", hostile(rng)), ("run", "x", "-k", hostile(rng)), (hostile(rng),)):
            check(cli(*quoted), quoted)


@pytest.mark.parametrize("name", NAMES, ids=lambda name: repr(name[:12]))
def test_a_name_that_no_file_has(cli, nothing_is_loaded, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    state = AppState(FakeSession())
    state.catalogue.background = FakeRunner()
    try:
        choosing_models.ask(state, name)
    except Refusal as error:  # a folder that is refused; else words to search for
        assert "\n" not in str(error)
    with pytest.raises(TraceError, match="^[^\n]*$"):
        files.save(name, "x")
    for words in (("replay", name), ("run", "x", "--trace", name), ("compare", "x", "--card", name), ("run", "x", "--model", name), ("run", "x", "--drafter", name)):
        check(cli(*words), words)
    assert cli("models", name).code in (0, 1, 2) and os.listdir(tmp_path) == []


class Endless(io.RawIOBase):
    """A pipe that nobody closes; it counts what is read."""

    taken = 0

    def readable(self):
        return True

    def readinto(self, buffer):
        self.taken += len(buffer)
        assert self.taken < 1 << 28, "it is read for ever"
        return len(buffer)


def test_a_prompt_that_no_context_holds_never_reaches_the_tokenizer(cli, monkeypatch):
    monkeypatch.setattr("specdeck.decoding.loop.render", lambda *_, **__: pytest.fail("it was made into tokens"))
    assert cli("run", "word " * 200_000).refused("1,000,000 characters", 2)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    assert cli("run", "-").refused("longer than 67,108,864 bytes", 2)


# -- numbers -------------------------------------------------------------------------------------------------------------------

TINY = (1e-38, 1e-300, -1e-9)  # an addend may be so small, a factor may not
ODD = (math.nan, math.inf, -math.inf, 1e39, -1e39, 1e9, 1e30, True, "1", (1,))


@pytest.mark.parametrize("name", ["temperature", "top_p", "min_p", "repetition_penalty", "presence_penalty", "frequency_penalty", "logit_bias"])
def test_a_number_that_no_distribution_survives_is_refused(name):
    for value in (*ODD, *(TINY if name in ("temperature", "top_p", "repetition_penalty") else ())):
        with pytest.raises(SettingsError, match="logit_bias of token 5" if name == "logit_bias" else f"^{name.replace('_', '-')} must be a number"):
            Settings(**{name: {5: value} if name == "logit_bias" else value})


@everyday("flag", ["--temperature=1e-3", "--temperature=1e3", "--top-p=1e-6", "--min-p=1", "--repetition-penalty=.01", "--presence-penalty=-1E+4", "--frequency-penalty=1e4"], "--temperature=1e-3", "--presence-penalty=-1E+4")
def test_at_the_edge_every_probability_is_one(cli, flag):
    done = cli("run", "Find me a bus", "--max-tokens", "12", "--seed", "3", "--json", "--temperature", "0.8", flag)
    assert all(0 <= token[chance] <= 1 for token in done.json["tokens"] for chance in ("p", "q") if token[chance] is not None)


@pytest.mark.long
def test_recommended_sampling_is_compared_under_a_rule_that_keeps_the_text(cli, tmp_path):
    folder = shutil.copytree(assets.TARGET, tmp_path / "m")
    (folder / "generation_config.json").write_text('{"do_sample": true, "temperature": 0.7}')
    done = cli("compare", "Find me a bus", "--model", str(folder), "--drafter", "lookup", "--max-tokens", "6", "--runs", "1", "--json", "--recommended")
    assert {(done.json[side]["settings"]["rule"], done.json[side]["settings"]["temperature"]) for side in "ab"} == {(SAME_TEXT_RULE, 0.7)}


# -- a reply that ends inside a character: what is left of it belongs to the last token, wherever the reply is told ----------------

BIAS = ("--logit-bias", "161=60", "--logit-bias", "2=54", "--frequency-penalty", "1")  # first bytes of characters, each less likely, then an end of turn
HALF = ("Find me a bus", "-k", "0", "--temperature", "1", "--seed", "3", "--max-tokens", "60", *BIAS)


def test_half_a_character_is_told_replayed_and_compared(cli, tmp_path):
    done = cli("run", *HALF, "--json", "--trace", str(tmp_path / "t"))
    reply = done.json
    assert str(assets.MODELS) in reply["model_path"] and str(assets.MODELS) not in (tmp_path / "t").read_text(), "a trace names models, and no folders"
    assert reply["text"].endswith("\ufffd") and reply["finish_reason"] == "stop" and reply["stats"]["rounds"] == len(reply["tokens"]) + 1
    assert "".join(token["text"] for token in reply["tokens"]) == reply["text"]
    again = cli("replay", str(tmp_path / "t"))
    assert again.code == 0 and again.out == reply["text"] + "\n"
    assert cli("replay", str(tmp_path / "t"), "--json").json == reply
    compared = cli("compare", *HALF, "--runs", "1", "--json")
    assert compared.code == 0 and compared.json["identical"], compared.err
