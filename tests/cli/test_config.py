"""flag > environment > config file > default, for every option; and what nobody knows is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields

import pytest

from specdeck.commands import bench, options
from specdeck.commands.command_table import COMMANDS, PLAYGROUND, parse
from specdeck.decoding.types import Settings
from specdeck.settings import config, paths
from specdeck.settings.setting_table import BY_FIELD, SETTINGS


@pytest.fixture
def write():
    """Put a text into the config file."""

    def put(text: str) -> None:
        paths.config_file().write_text(text, encoding="utf-8")

    return put


def test_bench_measures_at_the_k_and_temperature_that_are_stored(write, monkeypatch):
    write("k = 5\ntemperature = 0.5")
    plan = bench._plan(parse("bench", []))
    assert (plan.ks, plan.temperatures) == ((5,), (0.5,))
    plan = bench._plan(parse("bench", ["-k", "2,3", "--temp", "0"]))
    assert (plan.ks, plan.temperatures) == ((2, 3), (0.0,))


def test_a_flag_beats_the_environment_beats_the_file_beats_the_default(write, monkeypatch):
    """What may be repeated is replaced and not added to."""

    def used(*words: str):
        args = parse("run", ["hi", *words])
        settings = options.settings_of(args)
        return args.drafter, settings.logit_bias, settings.k

    flags = ("--drafter", "none", "--logit-bias", "7=1", "-k", "7")
    assert used() == (None, {}, 4)
    write('k = 5\ndrafter = ["lookup", "hybrid"]\n[logit-bias]\n42 = -1.5')
    assert used() == (["lookup", "hybrid"], {42: -1.5}, 5) and used(*flags) == (["none"], {7: 1.0}, 7)
    for name, text in (("K", "6"), ("DRAFTER", "model,lookup"), ("LOGIT_BIAS", "1=2,3=-4")):
        monkeypatch.setenv(f"SPECDECK_{name}", text)
    assert used() == (["model", "lookup"], {1: 2.0, 3: -4.0}, 6) and used(*flags) == (["none"], {7: 1.0}, 7)


@pytest.mark.parametrize("name", [name for name, row in config.ROWS.items() if row.group])
def test_each_is_obeyed_from_the_file_and_from_the_environment(name, write, monkeypatch):
    texts = {"unpack": "never", "model": "org/m", "drafter": "lookup", "rule": "match", "fallback": "mtp", "system": "Be brief", "thinking": "on", "adaptive-k": "true", "recommended": "true",
             "memory": "history", "kv-bits": "4", "draft-bits": "4", "logit-bias": "1=0.5", "template-var": "a=1,b=low"}  # fmt: skip
    text, dest = texts.get(name, "1"), name.replace("-", "_")
    toml = {"logit-bias": "{1 = 0.5}", "template-var": "{a = 1, b = 'low'}"}.get(name, text if text == "true" or text.isdigit() else f"'{text}'")
    default = getattr(parse("run", ["hi"]), dest)
    write(f"{name} = {toml}")
    from_file = getattr(parse("run", ["hi"]), dest)
    write("")
    monkeypatch.setenv("SPECDECK_" + dest.upper(), text)
    assert getattr(parse("run", ["hi"]), dest) == from_file != default


def refused(cli, where: str, reason: str) -> None:
    done = cli("run", "hi")
    assert done.refused(reason, 1 if "no such folder" in reason else 2) and done.err.startswith(f"specdeck: {where}")


@pytest.mark.parametrize("toml, variable, text, why", [
    ("kk = 5", "KK", "5", "unknown; there are "), ("k = 'five'", "K", "five", "k must be a whole number, not 'five'"), ("k = true", "ADAPTIVE_K", "yes", "must be "),
    ("temperature = [1]", "TEMPERATURE", "warm", "must be a number"), ("drafter = [1]", "", "", "drafter must be a text or a list of texts"),
    ("logit-bias = {a = 1}", "LOGIT_BIAS", "1", "must be a table"), ("template-var = 1", "TEMPLATE_VAR", "effort", "must be a table of names and values"), ("json = true", "JSON", "1", "is unknown"),
    ("k = ", "", "", "is not TOML"), ("keys = 1", "", "", "[keys] must name keys"), ("[keys]\ncopy = 1", "", "", "[keys] must name keys"),
    ("k = 99", "K", "99", "k must be a whole number from 0 to 64, not 99"), ("top-p = 2", "TOP_P", "2", "top-p must be"), ("kv-bits = 5", "KV_BITS", "5", "kv-bits must be"),
    ("fallback = 'oracle'", "FALLBACK", "oracle", "fallback 'oracle' is unknown"),
    ("drafter = 'oracle'", "DRAFTER", "oracle", "drafter 'oracle' is unknown"), ("model = './no'", "MODEL", "./no", "model './no': no such folder"),
    ("memory = 'no'", "MEMORY", "no", "memory 'no' is no file"), ("logit-bias = {1 = inf}", "LOGIT_BIAS", "1=inf", "logit_bias of token 1"),
    ("top_p = 1", "TEMPRATURE", "1", "is unknown; there are "), ("hosts = 1", "HOSTS", "1", "is unknown; there are "),
])  # fmt: skip
def test_a_value_that_cannot_be_is_refused_with_where_it_comes_from(cli, write, monkeypatch, toml, variable, text, why):
    write(toml)
    refused(cli, str(paths.config_file()), why)
    if variable:
        write("")
        monkeypatch.setenv(f"SPECDECK_{variable}", text)
        refused(cli, f"SPECDECK_{variable}", why.replace("k must be a whole number, not", "must be a whole number, not"))


def test_a_flags_value_out_of_range_is_not_told_of_the_file(cli, write):
    write("k = 3")
    assert cli("run", "hi", "-k", "99").err.startswith("specdeck: k must be")


def test_paths_say_where_things_are_and_what_may_not_be_read(cli, write, monkeypatch, home, tmp_path, close_folder):
    write("k = ")
    assert cli("run", "--help").code == 0, "with a file that cannot be read"
    done = cli("paths", "--json").json
    assert done["config"] == str(paths.config_file()) and done["conversations"].startswith(done["state"])
    lines = cli("paths").out.splitlines()
    assert "does not exist yet" not in lines[0] and "does not exist yet" in lines[2]
    close_folder(home / "state")
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(home / "state/deep"))
    config_line, *state_lines = cli("paths").out.splitlines()
    assert config_line.endswith("config.toml") and all(line.endswith("  (cannot be read: Permission denied)") for line in state_lines)
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path / ("9" * 300)))
    assert "(cannot be read: File name too long)" in cli("paths").out.splitlines()[1]


def test_without_our_own_folders_the_systems_hold(monkeypatch):
    assert paths.config_file({}).parts[-2:] == ("specdeck", "config.toml")
    assert "specdeck" in paths.state_folder({}).parts


ONE_ROW = """
from specdeck.settings import setting_table as table

table.SETTINGS += (table.Setting("penalty-context", table.WHOLE, "sampling", "N", "tokens that penalties look at", command="reach", says="how far penalties look"),)

from specdeck.actions import slash_commands
from specdeck.commands import command_table, options

settings = lambda *words: options.settings_of(command_table.parse("run", ["hi", *words]))
assert settings("--penalty-context", "7").penalty_context == 7 and "tokens that penalties look at" in command_table.Parser("run", ["--help-all"]).format_help()
assert settings().penalty_context == 9, "from the environment"


class State:
    replay, busy, session, pair = None, False, None, None

    def __init__(self):
        self.session = self
        self.settings = settings()


state = State()
command, rest = slash_commands.parse("/reach 5")
assert command.run(state, rest) == "penalty-context 5" and state.settings.penalty_context == 5
assert command.run(state, "") == "reach: 5 (/reach N: how far penalties look)"
"""


def test_a_new_sampling_setting_is_one_row():
    """A field of the engine's Settings that has no row yet gets its flag, its environment variable, its help and its /command by one row."""
    assert "penalty_context" not in BY_FIELD
    done = subprocess.run([sys.executable, "-c", ONE_ROW], env=os.environ | {"SPECDECK_PENALTY_CONTEXT": "9"}, capture_output=True, text=True, check=False)
    assert done.stderr == "" and done.returncode == 0


def test_the_rows_are_the_engines_settings():
    assert {field.name for field in fields(Settings)} - {"penalty_context"} <= set(BY_FIELD)
    assert {name for name, row in config.ROWS.items() if row.group} <= {row.name for command in (*COMMANDS.values(), PLAYGROUND) for row in command.rows}
    assert len(BY_FIELD) == len(SETTINGS) and len({row.command for row in SETTINGS if row.command}) == sum(bool(row.command) for row in SETTINGS)
