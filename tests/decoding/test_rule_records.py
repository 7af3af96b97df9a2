"""An acceptance rule is one object: a new one is one file and its name in one list, and everything that speaks of rules knows it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from specdeck.decoding import rules

ROOT = Path(__file__).resolve().parents[2]

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

PROBE = '''
import sys
from dataclasses import replace
from specdeck.actions import slash_commands
from specdeck.commands import command_table
from specdeck.compare.result_words import why_texts_differ
from specdeck.decoding import Settings, rules

assert "mlx.core" not in sys.modules and rules.RULES[-1] == "never" and rules.rule_after("never") == "probabilistic"
assert "match, never" in " ".join(command_table.Parser("run", []).format_help().split())
assert "never" in next(command for command in slash_commands.SLASH_COMMANDS if command.name == "rule").choices(None)
settings = Settings(rule="never", temperature=1.0)
assert "rule coupled" in why_texts_differ(settings, settings)[1] and rules.rule_in_force("never", 1.0).chance({1: 1.0}, {1: 1.0}) == 0

from specdeck.chat.why_this_token import why
from tests.helpers import distribution
from tests.helpers.fake import reply_of

found = distribution.sample(settings, 1000)
assert found.accepted == 0 and distribution.first_misfit(found, settings) < 1
said = reply_of(replace(Settings(temperature=0.8), rule="never"))
assert why(said, said.tokens[2]) == "The guess ' c' falls, though p is .08."
'''


@pytest.mark.parametrize("name", rules.RULES)
def test_a_rule_is_in_the_file_of_its_name(name):
    rule = rules.rule_in_force(name, 1.0)
    assert rule.name == name == type(rule).__module__.rpartition(".")[2]
    assert rules.rule_in_force(name, 0.0).name == "greedy"


def test_no_rule_is_asked_for_by_name_outside_its_file():
    files = [file for room in ("app", "decoding") for file in (ROOT / room).rglob("*.py") if file.parent.name != "rules"]
    assert len(files) > 100
    names = "|".join(rules.RULES)
    asked = re.compile(rf"rules?\b[^\n]*(?:[!=]=|\bin\b) *[({{\[]*[\"'](?:{names})[\"']|[\"'](?:{names})[\"']: ")
    assert not {file.name: found for file in files if (found := asked.findall(file.read_text()))}


def test_a_fourth_rule_costs_one_file_and_one_line(tmp_path):
    house = tmp_path / "specdeck"
    for room, place in (("app", house), ("decoding", house / "decoding")):
        shutil.copytree(ROOT / room, place, ignore=shutil.ignore_patterns("__pycache__"))
    (house / "assets").symlink_to(ROOT / "assets")
    (house / "decoding/rules/never.py").write_text(NEVER)
    listed = house / "decoding/rules/__init__.py"
    listed.write_text(listed.read_text().replace('"match")\n', '"match", "never")\n', 1))
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    probe = subprocess.run([sys.executable, "-c", PROBE], env=env, capture_output=True, text=True)
    assert probe.returncode == 0, probe.stderr
