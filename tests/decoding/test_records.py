"""A drafter is one record and an acceptance rule one object: a toy of each, added by a file or two and a line for each, is there wherever drafters
and rules are named, listed, judged and loaded."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import mlx.core as mx

from specdeck import assets
from tests.helpers import checkpoints

ROOT = Path(__file__).resolve().parents[2]
VOCABULARY = json.loads((assets.TARGET / "config.json").read_text())["vocab_size"]

LAYOUT = '''
"""What tells a toy's checkpoints."""

from ..errors import OTHER_VOCABULARY
from .layout import Layout


def _objections(found, target):
    if found.size("follows") != target.text["vocab_size"]:
        yield OTHER_VOCABULARY.saying("its table is not as long as the target's vocabulary")


TOY = Layout(is_one=lambda config, tensors: "follows" in tensors, objections=_objections, needs="a folder of a table")
'''
TOY = '''
"""A toy: guesses what a table says that follows the last token."""

from ..weights import read_tensors
from .base import Drafter


class ToyDrafter(Drafter):
    def __init__(self, follows, name):
        self.name, self._follows = name, follows

    def propose(self, ask):
        guesses = [self._follows[ask.sequence[-1]]]
        while len(guesses) < ask.room:
            guesses.append(self._follows[guesses[-1]])
        return ask.point_draft(self.name, guesses)


def load(loading):
    return ToyDrafter(read_tensors(loading.checkpoint.tensors)["follows"].tolist(), loading.name)
'''
NEVER = '''"""`never`: accepts nothing, and draws the target's own token from p."""

from .acceptance_rule import AcceptanceRule, RuleVerdict


class Never(AcceptanceRule):
    name = "never"
    summary = "never kept"
    why_accepted = ""
    why_rejected = "The guess {guess} falls, though p is {p}."

    def judge(self, guesses, q, shaped, p, numbers):
        import mlx.core as mx

        from .draws import draw

        return RuleVerdict(mx.array(0), draw(p[:1], numbers.own())[0])

    def chance(self, p, q):
        return 0.0


RULE = Never()
'''

LINES = {  # file -> a line of a list there, and the one to add after it
    "checkpoints/recognition.py": ('    "eagle3": EAGLE3,\n', '    "toy": __import__("specdeck.decoding.checkpoints.toy_layout", fromlist=["TOY"]).TOY,\n'),
    "drafters/__init__.py": ("RECORDS: tuple[DrafterRecord, ...] = (  # in the order of screens and help\n", '    _with_files("toy", "follows a table"),\n'),
    "rules/__init__.py": ('"match"', ', "never"'),
}

RULE_BEFORE_MLX = '''
from specdeck.actions import slash_commands
from specdeck.commands import command_table
from specdeck.compare.result_words import why_texts_differ
from specdeck.decoding import Settings, rules

assert "mlx.core" not in sys.modules and rules.RULES[-1] == "never"
assert "match, never" in " ".join(command_table.Parser("run", []).format_help().split())
assert "never" in next(command for command in slash_commands.SLASH_COMMANDS if command.name == "rule").choices(None)
settings = Settings(rule="never", temperature=1.0)
assert "rule coupled" in why_texts_differ(settings, settings)[1] and rules.rule_in_force("never", 1.0).chance({1: 1.0}, {1: 1.0}) == 0
'''
RULE = '''
from dataclasses import replace
from specdeck.chat.wording import why
from tests.helpers import distribution
from tests.helpers.fake import reply_of

found = distribution.sample(settings, 1000)
assert not any(count for count, *_ in found) and distribution.first_misfit(found, settings) < 1
said = reply_of(replace(Settings(temperature=0.8), rule="never"))
assert why(said, said.tokens[2]) == "The guess ' c' falls, though p is .08."
'''
ASK = '''
import contextlib, io, json, sys, traceback

from specdeck.chat.wording import drafter_words
from specdeck.cli import main

def call(*words):
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(list(words))
        except SystemExit as exit:
            code = exit.code
    return {"code": code, "out": out.buffer.getvalue().decode(), "err": err.buffer.getvalue().decode()}

def tried(code):
    try:
        exec(code, globals())
    except Exception:
        return traceback.format_exc()

table, reply = sys.argv[1], ("Say hello", "-k", "3", "--max-tokens", "12", "--temperature", "0", "--json")
answers = {
    "help": call("run", "--help-all"),
    "words": drafter_words("toy"),
    "heavy": [name for name in ("mlx", "mlx_lm", "textual") if name in sys.modules],
    "rule before mlx": tried(sys.argv[2]),
    "plain": call("run", *reply, "--drafter", "none"),
    "run": call("run", *reply, "--drafter", table),
    "without": call("run", *reply, "--drafter", "toy"),
    "models": call("models", "--json"),
}
from specdeck import load
from specdeck.engine.engine import Engine
loaded = Engine(pair=load()).describe()
answers |= {"unavailable": loaded.unavailable, "rule": tried(sys.argv[3])}
print(json.dumps(answers))
'''


def test_a_drafter_and_a_rule_cost_a_record_and_an_object(tmp_path):
    """A copy of this package, to which a drafter and a rule were added, as a person uses it. Any table will do: the text is the target's."""
    package, models = tmp_path / "specdeck", tmp_path / "models"
    for name, place in (("app", package), ("decoding", package / "decoding")):
        shutil.copytree(ROOT / name, place, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "assets").symlink_to(ROOT / "assets")
    for name, text in (("checkpoints/toy_layout", LAYOUT), ("drafters/toy", TOY), ("rules/never", NEVER)):
        (package / f"decoding/{name}.py").write_text(text)
    for name, (line, added) in LINES.items():
        file = package / "decoding" / name
        assert line in file.read_text()
        file.write_text(file.read_text().replace(line, line + added, 1))
    for name, length in (("toy", VOCABULARY), ("short", VOCABULARY - 1)):
        checkpoints.write(models / name, {"model_type": "toy"}, {"follows": (mx.arange(length) * 7 + 1) % length}, "mlx")
    (tmp_path / "folders.json").write_text(json.dumps([str(models)]))
    places = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "SPECDECK_STATE_DIR": str(tmp_path), "SPECDECK_CONFIG_DIR": str(tmp_path), "HF_HUB_CACHE": str(tmp_path / "hub")}
    words = [sys.executable, "-c", ASK, models / "toy", RULE_BEFORE_MLX, RULE]
    done = subprocess.run(words, cwd=tmp_path, env=os.environ | places, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)

    assert "toy, none" in said["help"]["out"] and said["words"] == "follows a table" and said["heavy"] == [], "help and screens load no mlx"
    run, plain = (json.loads(said[name]["out"]) for name in ("run", "plain"))
    assert run["drafter"] == "toy" and run["drafter_path"] == str(models / "toy") and run["stats"]["drafted"] > 0
    assert {round_["drafter"] for round_ in run["rounds"] if round_["draft"]} == {"toy"} and run["text"] == plain["text"]
    why = "no drafter toy is loaded: it needs a folder of a table; F5 in the playground finds one, --drafter loads one by its folder or hub name"
    assert said["without"]["code"] == 1 and why in said["without"]["err"] and said["unavailable"]["toy"] == why
    good, short = ({row["path"]: row for row in json.loads(said["models"]["out"])["models"]}[str(models / name)] for name in ("toy", "short"))
    assert good["kind"] == short["kind"] == "toy" and "specdeck-target" in good["drafts_for"] and good["reason"] is None
    assert short["drafts_for"] == [] and "its table is not as long as the target's vocabulary" in short["reason"]
    assert (said["rule before mlx"], said["rule"]) == (None, None)
