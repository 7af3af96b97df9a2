"""What is refused, how, and with which exit code: one line on stderr, nothing on stdout, and no model loaded first."""

from __future__ import annotations

import json
import stat
import sys
from types import SimpleNamespace

import pytest

from specdeck import assets
from specdeck.cli import INTEL, program
from specdeck.commands.command_table import COMMANDS, parse
from specdeck.decoding.errors import LoadError
from specdeck.records import files
from tests.helpers.places import close_folder

REFUSED_BEFORE_LOADING = [  # ranges of the table's own settings are test_config's, and what an error advises is below
    (2, ["run", " \n"]), (2, ["run"]), (2, ["run", "hi", "--nonsense"]), (2, ["run", "hi", "-k", "many"]), (2, ["run", "hi", "--top-k", "-1"]), (2, ["run", "hi", "--logit-bias", "7"]),
    (2, ["run", "hi", "--stop", ""]), (2, ["run", "hi", "--drafter", "oracle"]), (2, ["run", "hi", "--hosts", ""]), (2, ["run", "hi", "--seed=--"]),
    (1, ["run", "hi", "--model", "/nowhere/at/all"]), (1, ["run", "hi", "--model", "tests"]), (1, ["run", "hi", "--model", "README.md"]), (1, ["run", "hi", "--drafter", "./lookup"]),
    (2, ["compare", "hi", "--a-k", "-1"]), (2, ["compare", "hi", "--a-rule", "fair"]), (2, ["compare", "hi", "--against", "x"]), (2, ["compare", ""]),
    (2, ["compare", "hi", "--a-drafter", "oracle"]), (1, ["compare", "hi", "--card", "/nowhere/x.svg"]), (1, ["compare", "hi", "--html", "tests"]),
    (2, ["bench", "--workload", "dance"]), (2, ["bench", "-k", "2,65"]), (2, ["bench", "--temperature", "0,-1"]), (2, ["bench", "now"]),
    (1, ["doctor", "--report", "/nowhere/x"]), (2, ["lesson", "--html", ""]), (2, ["--kv-bits", "5"]), (2, ["--stop", "x"]), (2, ["--model", "x/y", "run", "hi"]),
]  # fmt: skip


@pytest.mark.parametrize("code, words", REFUSED_BEFORE_LOADING, ids=lambda value: " ".join(value) if isinstance(value, list) else None)
def test_refused_in_one_line_before_anything_is_loaded(cli, monkeypatch, code, words):
    monkeypatch.setattr("specdeck.decoding.pair_loading.load", lambda *_, **__: pytest.fail("loaded a model first"))
    done = cli(*words)
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith("specdeck") and done.err.count("\n") == 1 and "Traceback" not in done.err


@pytest.mark.parametrize("words, said", [
    (["run", "--", "-5"], "loads for -5"), (["run", "--json", "-5"], "loads for -5"), (["run", "--temperature", "-0.1", "hi"], "temperature must be"),
    (["run", "hi", "--temprature", "1"], "did you mean --temperature?"), (["run", "hi", "--max-tokns=3"], "did you mean --max-tokens?"), (["web", "--temprature", "1"], "did you mean --temperature?"),
    (["compre", "hi"], "did you mean compare?"), (["version"], "did you mean --version?"), (["help"], "did you mean --help?"), (["run", "hi", "--seed", "-1"], "from 0 to 9223372036854775807, not -1"),
    *((words, "(--help-all lists the options)") for words in (["doctor", "--temp", "1"], ["paths", "--", "--json"], ["run", "hi", "--seed", "x"], ["doctor", "-what"], ["doctor", "now"])),
    *(([command, "Tell", "me", "a", "story", "-k", "2"], "(put the prompt in quotes, and after -- if it begins with -)") for command in ("run", "compare", "test")),
    *((["run", prompt], "(put the prompt in quotes, and after -- if it begins with -)") for prompt in ("-how are you", "-kill the dragon", "-how", "-what")),
    (["run", "hi", "--k", "2"], "(--help-all lists the options)"),  # an option that there is not is no prompt
    (["run", "hi", "--stop", "-kill it"], "--stop: expected one argument (a value that begins with - is written --option=-value)"),
    (["compare", "hi", "--against", "mlx-lm", "--a-k", "2"], "leave --a-drafter"), (["compare", "hi", "--best", "--a-drafter", "lookup"], "against plain decoding"),
    (["test", "hi", "--draws", "3"], "show nothing"), (["test", "hi", "--tokens", "0"], "at least 1"), (["test", "hi", "--temperature", "0"], "above 0"),
    *((["replay", str(assets.TRACES / "same.jsonl"), "--size", "80x24", *more], "it goes with --svg") for more in ((), ("--json",))),
    (["replay", "x", "--json", "--svg", "x.svg"], "not allowed with"), (["replay", "x", "--svg", "x.svg", "--size", "5x5"], "both from 10 to 1000"),
    (["run", "hi", "--hosts", "mac2.local"], "name at least two"), (["run", "hi", "--hosts", "127.0.0.1,"], "name at least two"), (["run", "hi", "--hosts", "127.0.0.1,127.0.0.1", "--hostfile", "x"], "not both"),
    (["run", "hi", "--trace", ""], "it is empty: name one, or leave it out"), (["doctor", "--json", "--report", "x"], "--report: not allowed with argument --json"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")  # fmt: skip
def test_an_error_says_what_to_do(cli, monkeypatch, words, said):
    def load(args, *_):
        raise LoadError(f"loads for {args.prompt}")

    monkeypatch.setattr("specdeck.commands.run.load_engine", load)
    done = cli(*words)
    assert said in done.err and done.err.count("\n") == 1 and done.out == "" and (done.code == 2 or said.startswith("loads"))
    assert ("did you mean" in done.err) is ("did you mean" in said)


def test_a_python_for_intel_macs_is_told_before_anything_else(monkeypatch, capsys):
    """As under Rosetta, where mlx cannot be installed."""
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr("os.uname", lambda: SimpleNamespace(machine="x86_64"))
    monkeypatch.setattr("specdeck.cli.main", lambda: pytest.fail("began"))
    monkeypatch.setattr("os._exit", sys.exit)
    with pytest.raises(SystemExit, match="1"):
        program()
    assert capsys.readouterr().err == f"specdeck: {INTEL}\n"


def test_a_mac_whose_gpu_mlx_cannot_use_is_told_in_one_line(cli, monkeypatch):
    def fail() -> None:
        raise RuntimeError("[metal::load_device] Failed to load device")

    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr("specdeck.engine.engine._on_cpu", lambda: False)
    monkeypatch.setattr("specdeck.engine.engine.mx.device_info", fail)
    done = cli("run", "hi")
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1) and "no Metal GPU" in done.err


def test_a_written_picture_is_new_and_for_whoever_the_umask_lets(cli, monkeypatch, tmp_path, umask):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("specdeck.decoding.pair_loading.load", lambda *_, **__: pytest.fail("loaded a model first"))
    for mask, mode in ((0o022, 0o644), (0o027, 0o640), (0o077, 0o600)):
        umask(mask)
        name = f"~/{mode}.svg"
        files.save(name, "<svg/>", shared=True)
        assert stat.S_IMODE((tmp_path / f"{mode}.svg").stat().st_mode) == mode and (tmp_path / f"{mode}.svg").read_text() == "<svg/>"
        done = cli("compare", "hi", "--card", name)
        assert (done.code, done.out) == (1, "") and done.err == f"specdeck: {name} exists already: choose another name\n"


@pytest.mark.parametrize("code, words", [
    (1, ["--drafter", "assistant"]), (1, ["--drafter", "hybrid", "--fallback", "assistant"]), (2, ["--logit-bias", "999999=1"]),
])  # fmt: skip
def test_refused_with_the_reason_once_the_pair_is_known(cli, code, words):
    done = cli("run", "hi", "--json", *words)
    assert (done.code, done.out) == (code, "") and done.err.count("\n") == 1


def test_a_prompt_longer_than_the_context_is_refused(cli):
    done = cli("run", "and " * 9000, "--json")
    assert (done.code, done.out) == (2, "") and done.err.count("\n") == 1
    assert "shorten the prompt" in done.err and "chat" not in done.err, "there is none on the command line"


def test_a_folder_whose_weights_are_broken_fails_with_one_line(cli, tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "qwen3"}))
    (tmp_path / "model.safetensors").write_bytes(b"not tensors")
    done = cli("run", "hi", "--json", "--model", str(tmp_path))
    assert (done.code, done.out) == (1, "") and done.err.count("\n") == 1


def test_an_unforeseen_error_is_one_line_too(cli, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("out of\nmemory")

    monkeypatch.delenv("SPECDECK_DEBUG", raising=False)
    monkeypatch.setattr("specdeck.decoding.pair_loading.load", fail)
    done = cli("run", "hi", "--json")
    assert (done.code, done.out) == (1, "") and done.err.count("\n") == 1 and "memory" in done.err


CONTRACT = """--model --drafter -k --adaptive-k --temperature --top-p --top-k --min-p --repetition-penalty --presence-penalty --frequency-penalty --logit-bias
--rule --seed --max-tokens --stop --system --raw --thinking --lookup-min --lookup-max --fallback --kv-bits --json""".split()


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=str)
def test_the_short_help_fits_a_screen_and_the_long_one_has_every_option(cli, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "80")
    short, whole = cli(*command, "--help").out, cli(*command, "--help-all").out
    assert len(short.splitlines()) <= 40 and set(short.split()) - {"[options]"} <= set(whole.split())
    assert command not in ([], ["run"]) or ("--top-p" in whole and "--top-p" not in short)
    assert command not in (["run"], ["compare"]) or [option for option in CONTRACT if option not in whole] == []
    if not command:
        example, commands, options = (next(at for at, line in enumerate(short.splitlines()) if part in line) for part in ("specdeck --model", "commands", "options:"))
        assert example < commands < options and all(name in short for name in COMMANDS) and cli("--version").out.startswith("specdeck ")


@pytest.mark.parametrize("option, name", [("--model", "org/closed"), ("--drafter", "org/closed"), ("--model", "closed"), ("--model", "org/closed/below")])
def test_a_folder_that_may_not_be_read_is_not_called_empty(cli, monkeypatch, tmp_path, option, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).mkdir(parents=True)
    (tmp_path / name / "config.json").write_text("{}")
    close_folder(monkeypatch, name.removesuffix("/below"))
    done = cli("run", "hi", option, name)
    assert (done.code, done.out) == (1, "") and done.err == f"specdeck: {option[2:]} {name!r} may not be read: Permission denied\n"


def test_options_are_also_called_as_mlx_lm_calls_them():
    given = parse("run", ["hi", "--temp", "0.5", "--draft-model", "lookup", "--num-draft-tokens", "3"])
    assert (given.temperature, given.drafter, given.k) == (0.5, ["lookup"], 3)
    several = parse("bench", ["--temp", "0,1", "--num-draft-tokens", "2,3", "-k", "4"])
    assert (several.temperature, several.k) == ([0, 1], [2, 3, 4])
