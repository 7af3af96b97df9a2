"""What is refused, how, and with which exit code: one line on stderr, nothing on stdout, and no model loaded first."""

from __future__ import annotations

import stat
import sys
from types import SimpleNamespace

import pytest

from specdeck import assets
from specdeck.cli import INTEL, program
from specdeck.commands.command_table import COMMANDS, parse
from specdeck.decoding.errors import LoadError
from specdeck.records import files

QUOTES, LIST = "(put the prompt in quotes, and after -- if it begins with -)", "(--help-all lists the options)"
REFUSED = [  # exit code, words, what is said; odd numbers are trust/test_commands', and what else a config may hold is test_config's
    *((2, words, "") for words in (["run", " \n"], ["run"], ["run", "hi", "--stop", ""], ["run", "hi", "--hosts", ""])),
    *((1, ["run", "hi", *words], "") for words in (["--model", "/nowhere/at/all"], ["--model", "tests"], ["--model", "README.md"], ["--drafter", "./lookup"])),
    *((2, ["compare", "hi", *words], "") for words in (["--a-rule", "fair"], ["--against", "x"], ["--a-drafter", "oracle"])), (2, ["compare", ""], ""),
    *((2, words, "") for words in (["bench", "--workload", "dance"], ["bench", "now"], ["lesson", "--html", ""], ["--kv-bits", "5"], ["--stop", "x"], ["--model", "x/y", "run", "hi"])),
    (1, ["run", "--", "-5"], "loads for -5"), (1, ["run", "--json", "-5"], "loads for -5"),
    (2, ["web", "--temprature", "1"], "did you mean --temperature?"), (2, ["run", "hi", "--max-tokns=3"], "did you mean --max-tokens?"),
    (2, ["compre", "hi"], "no command 'compre': there are run, compare, "),
    (2, ["run", "--temperature", "-0.1", "hi"], "temperature must be"), (2, ["run", "hi", "--seed", "-1"], "from 0 to 9223372036854775807, not -1"),
    *((2, words, LIST) for words in (["doctor", "--temp", "1"], ["paths", "--", "--json"], ["doctor", "-what"])),
    *((2, [command, "Tell", "me", "a", "story", "-k", "2"], QUOTES) for command in ("run", "compare", "test")),
    *((2, ["run", prompt], QUOTES) for prompt in ("-how are you", "-what")), (2, ["run", "hi", "--k", "2"], LIST),  # which is no prompt
    (2, ["run", "hi", "--stop", "-kill it"], "--stop: expected one argument (a value that begins with - is written --option=-value)"),
    (2, ["compare", "hi", "--against", "mlx-lm", "--a-k", "2"], "leave --a-drafter"), (2, ["compare", "hi", "--best", "--a-drafter", "lookup"], "against plain decoding"),
    (2, ["replay", "a.json", "--svg", "b.PNG"], "--svg: a picture is written as SVG, not as .png: name it b.svg"), (2, ["test", "hi", "--draws", "3"], "show nothing"), (2, ["test", "hi", "--tokens", "0"], "at least 1"), (2, ["test", "hi", "--temperature", "0"], "above 0"),
    (2, ["replay", "x", "--json", "--svg", "x.svg"], "not allowed with"),
    *((2, ["run", "hi", "--hosts", hosts], "name at least two") for hosts in ("mac2.local", "127.0.0.1,")), (2, ["run", "hi", "--hosts", "127.0.0.1,127.0.0.1", "--hostfile", "x"], "not both"),
    (2, ["run", "hi", "--trace", ""], "it is empty: name one, or leave it out"), (2, ["doctor", "--json", "--report", "x"], "--report: not allowed with argument --json"),
    (1, ["run", "hi", "--hosts", "127.0.0.1,no such host"], "no such host has no address"),
    (1, ["run", "hi", "--hostfile", "no such file"], "hostfile 'no such file' cannot be read: No such file or directory\n"),
    *((2, ["compare", "hi", *(part for word in words for part in ([word] if word.startswith("--") else ["--arm", word]))], said) for words, said in (
        (["lookup-mn=3"], "unrecognized arguments: --lookup-mn=3 (did you mean --lookup-min?)"), (["k"], "-k: expected one argument (an arm is written like 'drafter=lookup k=8')"), (["k=x"], "-k: must be a whole number, not 'x'"),
        (["drafter=lokup"], "drafter 'lokup' is unknown"), (["drafter='x"], "No closing quotation"), (["k=99"], "k must be a whole number from 0 to 64"), (["k=1", "k=2", "k=3", "k=4", "k=5"], "5 arms are too many"),
        (["k=1", "--best"], "--arm names all sides: leave --best out"), (["k=1", "--a-k=0"], "leave --a-k out"), ([""], "arm '' names no setting"), (["k=2", "help"], "arm 'help' names no setting: write it like 'drafter=lookup k=8'"),
    )),
    *((2, ["web", *words], said) for words, said in (
        (["--visitors", "0"], "visitors must be at least 1, not 0"), (["--port", "99999"], "port must be from 0 to 65535, not 99999"), (["--host", ""], "--host: it is empty: name one, or leave it out"),  # it would be every network
        (["--nonsense"], "specdeck web: unrecognized arguments: --nonsense (--help-all lists the options)"), (["--prot", "3"], "--prot 3 (did you mean --port?)"), (["--sed", "3"], "did you mean --seed?"), (["-k", "999"], "k must be"),
        *((["--public-url", url], f"public-url must begin with http:// or https:// and name a host, not {url!r}") for url in ("deck.example", "http://[::1")), (["--drafter", "nothing"], "drafter 'nothing' is unknown"),
    )), (1, ["web", "--host", "192.0.2.77"], "cannot be listened on"),
]  # fmt: skip


@pytest.mark.parametrize("code, words, said", REFUSED, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_an_error_before_anything_is_loaded_says_in_one_line_what_to_do(cli, monkeypatch, code, words, said):
    def load(args, *_):
        raise LoadError(f"loads for {args.prompt}")

    monkeypatch.setattr("specdeck.decoding.pair_loading.load", lambda *_, **__: pytest.fail("loaded a model first"))
    monkeypatch.setattr("specdeck.commands.run.load_engine", load)
    done = cli(*words)
    assert done.refused(said, code)
    assert all((words in done.err) is (words in said) for words in ("did you mean", "loads for", "--port 0"))


SHARED = [  # what writes a file that a person names, before it
    ("run", "hi", "--trace"), ("compare", "hi", "--card"), ("compare", "hi", "--html"), ("doctor", "--report"),
    *(("replay", str(assets.TRACES / "same.jsonl"), option) for option in ("--svg", "--html")),
]  # fmt: skip


@pytest.mark.parametrize("words", SHARED, ids=" ".join)
def test_a_file_that_is_there_or_whose_folder_is_not_is_refused_before_anything_is_loaded_or_drawn(cli, monkeypatch, tmp_path, words):
    for late in ("decoding.pair_loading.load", "commands.replay._drawn"):
        monkeypatch.setattr(f"specdeck.{late}", lambda *_, **__: pytest.fail("it began"))
    (mine := tmp_path / "x.svg").write_text("mine")
    assert cli(*words, str(mine)).refused("exists already: choose another name") and mine.read_text() == "mine"
    assert cli(*words, str(tmp_path / "no/x.svg")).refused("no folder")


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
    assert done.refused("no Metal GPU")


def test_a_file_for_sharing_is_for_whoever_the_umask_lets(monkeypatch, tmp_path, umask):
    monkeypatch.setenv("HOME", str(tmp_path))
    for mask, mode in ((0o022, 0o644), (0o027, 0o640), (0o077, 0o600)):
        umask(mask)
        assert stat.S_IMODE(files.save(f"~/{mode}.svg", "<svg/>", shared=True).stat().st_mode) == mode


@pytest.mark.parametrize("code, words, said", [
    (1, ["run", "hi", "--drafter", "assistant"], ""), (1, ["run", "hi", "--drafter", "hybrid", "--fallback", "assistant"], ""), (2, ["run", "hi", "--logit-bias", "999999=1"], ""),
    (2, ["run", "and " * 9000], "shorten the prompt"), (2, ["test", "hi", "-k", "0"], "nothing would be drafted"), (1, ["compare", "hi", "--a-drafter", "assistant"], "assistant"),
])  # fmt: skip
def test_refused_with_the_reason_once_the_pair_is_known(cli, code, words, said):
    done = cli(*words, "--json")
    assert done.refused(said, code) and "chat" not in done.err, "there is none on the command line"


def test_an_unforeseen_error_is_one_line_too(cli, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("out of\nmemory")

    monkeypatch.delenv("SPECDECK_DEBUG", raising=False)
    monkeypatch.setattr("specdeck.decoding.pair_loading.load", fail)
    done = cli("run", "hi", "--json")
    assert done.refused("memory")


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
def test_a_folder_that_may_not_be_read_is_not_called_empty(cli, monkeypatch, tmp_path, option, name, close_folder):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).mkdir(parents=True)
    (tmp_path / name / "config.json").write_text("{}")
    close_folder(name.removesuffix("/below"))
    done = cli("run", "hi", option, name)
    assert done.refused(f"specdeck: {option[2:]} {name!r} may not be read: Permission denied\n")


def test_options_are_also_called_as_mlx_lm_calls_them():
    given = parse("run", ["hi", "--temp", "0.5", "--draft-model", "lookup", "--num-draft-tokens", "3"])
    assert (given.temperature, given.drafter, given.k) == (0.5, ["lookup"], 3)
    several = parse("bench", ["--temp", "0,1", "--num-draft-tokens", "2,3", "-k", "4"])
    assert (several.temperature, several.k) == ([0, 1], [2, 3, 4])
