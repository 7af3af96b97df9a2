"""What the commands take and print: every option at every odd value, alone and together, names that no file can have, figures that are no
numbers. It is taken, or refused in one line with exit code 1 or 2 before anything is loaded."""

import json
import math
import os
import shutil
from random import Random

import pytest

from specdeck import assets
from specdeck.actions import choosing_models
from specdeck.commands import bench, compare, doctor, run, test
from specdeck.commands.command_table import COMMANDS, parse
from specdeck.deck import Deck
from specdeck.decoding import Settings, SettingsError
from specdeck.decoding.checkpoints import find
from specdeck.decoding.errors import LoadError
from specdeck.decoding.rules import SAME_TEXT_RULE
from specdeck.notices import Refusal
from specdeck.records import files
from specdeck.records.files import TraceError
from specdeck.settings.setting_table import REAL
from tests.helpers.everyday import everyday
from tests.helpers.fake import FakeSession
from tests.helpers.fake_models import FakeRunner
from tests.trust.hostile import SEED, TRIES, hostile

FLOATS = ("temperature", "top_p", "min_p", "repetition_penalty", "presence_penalty", "frequency_penalty")
NEEDED = {"run": ["hello"], "compare": ["hello"], "test": ["hello"], "replay": [str(assets.TRACES / "same.jsonl")]}
COUNTS = ("N", "X", "T", "N[,N…]", "T[,T…]", "COLUMNSxROWS")  # what --help writes for a number


def counted(command: str) -> list[str]:
    """The options of a command that take numbers, as --help shows them."""
    rows = COMMANDS[command].rows
    return [(row.flags or (row.flag,))[0] for row in rows if not row.flagless and (row.kind is REAL or row.takes in COUNTS)]


NUMERIC = tuple(counted("run"))
VALUES = ("nan", "inf", "-inf", "-nan", "1e999", "-1", "0", "1e-38", "1e-300", "1e39", "10" * 20, "\u0663", "\uff11", "1_000", "0x10", "",
          " 1", "1,5", "True", "None", "\x00", "--", "1e", "9" * 5000, "\u221e", "\u00bd", "-0", "+1", "1.0", "2\n")  # fmt: skip
OTHERS = ("--rule", "--fallback", "--drafter", "--thinking", "--logit-bias", "--stop", "--system", "--model")
NAMES = ("9" * 5000, "a/" + "9" * 5000, "~nobody-here/x", "a\0b", "/dev/null/x", "é" * 200, "~" * 300)  # that no file can have


@pytest.fixture
def nothing_is_loaded(monkeypatch):
    """From where the options were taken on."""

    def load(*_):
        raise LoadError("loading")

    for command in (run, bench, doctor, test, compare):
        monkeypatch.setattr(command, "load_engine", load)


def check(done, words):
    assert done.code in (1, 2) and done.out == "" and "Traceback" not in done.err, (words, done)
    assert done.err.strip() and done.err.count("\n") == 1 and "SPECDECK_DEBUG" not in done.err, (words, done.err)


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


def test_the_options_that_take_numbers_are_found():
    assert {"--draft-bits", "--kv-bits", "--num-draft-tokens"} <= set(NUMERIC) and len(NUMERIC) >= 14
    assert "--a-k" in counted("compare") and {"--speed", "--size"} <= set(counted("replay"))


def test_any_options_together(cli, nothing_is_loaded):
    rng = Random(SEED)
    for _ in range(TRIES):
        words = ["run", rng.choice(["hello", "", " ", "x" * 10**5, hostile(rng)])]
        for _ in range(rng.randint(1, 5)):
            option = rng.choice(NUMERIC + OTHERS)
            value = hostile(rng, 2) if option in OTHERS and rng.random() < 0.5 else rng.choice((*VALUES, "none", "auto", "5=1", "5=nan", "on", "0.5", "3"))
            words += [option, value]
        check(cli(*words), words)


@pytest.mark.parametrize("name", NAMES, ids=lambda name: repr(name[:12]))
def test_a_name_that_no_file_has(cli, nothing_is_loaded, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    for act in (lambda: files.save(name, "x"), lambda: files.read_text(name)):
        with pytest.raises(TraceError) as error:
            act()
        assert "\n" not in str(error.value)
    with pytest.raises(LoadError):
        find(name, lambda _: None)
    deck = Deck(FakeSession())
    deck.catalogue.background = FakeRunner()
    try:
        choosing_models.ask(deck, name)
    except Refusal as error:  # a folder that is refused; else words to search for
        assert "\n" not in str(error)
    for words in (("replay", name), ("run", "x", "--trace", name), ("compare", "x", "--card", name), ("run", "x", "--model", name), ("run", "x", "--drafter", name)):
        check(cli(*words), words)
    assert cli("models", name).code in (0, 1, 2) and os.listdir(tmp_path) == []


def test_a_folder_with_brackets_is_loaded(cli, tmp_path):
    folder = tmp_path / "[odd] *?" / "m[0-9]"
    shutil.copytree(assets.TARGET, folder)
    done = cli("run", "hello", "--model", str(folder), "--drafter", "lookup", "--max-tokens", "2", "--json")
    assert done.code == 0 and done.json["model_path"] == str(folder), done.err


# -- numbers -------------------------------------------------------------------------------------------------------------------

ODD = (math.nan, math.inf, -math.inf, 1e39, -1e39, 1e-38, 1e-300, -1e-9, 1e9, 1e30, True, "1", None, (1,))
TINY = (1e-38, 1e-300, -1e-9)
FINE = {("repetition_penalty", None)} | {(name, tiny) for name in ("presence_penalty", "frequency_penalty", "logit_bias") for tiny in TINY}
FINE |= {("min_p", 1e-38), ("min_p", 1e-300)}


@pytest.mark.parametrize("name", (*FLOATS, "logit_bias"))
def test_a_number_that_no_distribution_survives_is_refused(name):
    for value in [value for value in ODD if (name, value) not in FINE]:
        with pytest.raises(SettingsError, match="logit_bias of token 5" if name == "logit_bias" else f"^{name} must be a number"):
            Settings(**{name: {5: value} if name == "logit_bias" else value})


@everyday("flag", ["--temperature=1e-3", "--temperature=1e3", "--top-p=1e-6", "--min-p=1", "--repetition-penalty=.01", "--presence-penalty=-1E+4", "--frequency-penalty=1e4"], "--temperature=1e-3", "--presence-penalty=-1E+4")
def test_at_the_edge_every_probability_is_one(cli, flag):
    done = cli("run", "Find me a bus", "--max-tokens", "12", "--seed", "3", "--json", *(() if "temp" in flag else ("--temperature", "0.8")), flag)
    name, value = flag.removeprefix("--").split("=")
    assert done.json["settings"][name.replace("-", "_")] == float(value)
    assert all(0 <= token[chance] <= 1 for token in done.json["tokens"] for chance in ("p", "q") if token[chance] is not None)


def test_a_figure_that_is_no_number_is_null(capsys):
    args = parse("bench", ["--json"])
    bench.show(args, {"machine": {"a": float("inf")}, "rows": [{"speedup": float("nan"), "spread": (1.0, float("-inf"))}]})
    printed = json.loads(capsys.readouterr().out, parse_constant=lambda name: 1 / 0)
    assert printed == {"machine": {"a": None}, "rows": [{"speedup": None, "spread": [1.0, None]}]}


@pytest.mark.long
def test_recommended_sampling_is_compared_under_a_rule_that_keeps_the_text(cli, tmp_path):
    shutil.copytree(assets.TARGET, tmp_path / "m")
    (tmp_path / "m" / "generation_config.json").write_text(json.dumps({"do_sample": True, "temperature": 0.7}))
    words = ("compare", "Find me a bus", "--model", str(tmp_path / "m"), "--drafter", "lookup", "--max-tokens", "6", "--runs", "1", "--json")
    done = cli(*words, "--recommended")
    assert {done.json[side]["settings"]["rule"] for side in "ab"} == {SAME_TEXT_RULE} and done.json["b"]["settings"]["temperature"] == 0.7
    chosen = cli(*words, "--recommended", "--rule", "match")
    assert {chosen.json[side]["settings"]["rule"] for side in "ab"} == {"match"}


# -- a reply that ends inside a character: what is left of it belongs to the last token, wherever the reply is told ----------------

BIAS = ("--logit-bias", "161=60", "--logit-bias", "2=54", "--frequency-penalty", "1")  # first bytes of characters, each less likely, then an end of turn
HALF = ("Find me a bus", "-k", "0", "--temperature", "1", "--seed", "3", "--max-tokens", "60", *BIAS)


def test_half_a_character_is_told_replayed_and_compared(cli, tmp_path):
    done = cli("run", *HALF, "--json", "--trace", str(tmp_path / "t"))
    reply = done.json
    assert reply["text"].endswith("\ufffd") and reply["finish_reason"] == "stop" and reply["stats"]["rounds"] == len(reply["tokens"]) + 1
    assert "".join(token["text"] for token in reply["tokens"]) == reply["text"]
    again = cli("replay", str(tmp_path / "t"))
    assert again.code == 0 and again.out == reply["text"] + "\n"
    assert cli("replay", str(tmp_path / "t"), "--json").json == reply
    compared = cli("compare", *HALF, "--runs", "1", "--json")
    assert compared.code == 0 and compared.json["identical"], compared.err
