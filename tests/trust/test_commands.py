"""What the commands print is JSON, whatever was measured; a comparison under recommended sampling compares equal texts."""

import json
import shutil

import pytest

from specdeck import assets
from specdeck.commands import bench
from specdeck.commands.command_table import parse
from specdeck.decoding.rules import SAME_TEXT_RULE


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
    assert done.code == 0, done.err
    assert {done.json[side]["settings"]["rule"] for side in "ab"} == {SAME_TEXT_RULE} and done.json["b"]["settings"]["temperature"] == 0.7
    chosen = cli(*words, "--recommended", "--rule", "match")
    assert {chosen.json[side]["settings"]["rule"] for side in "ab"} == {"match"}
