"""`specdeck doctor --report FILE`: one text of everything that was measured, whatever failed or ended it."""

from __future__ import annotations

import json
import shutil
import signal
from pathlib import Path

import pytest

from specdeck import assets
from specdeck.commands import doctor_report
from specdeck.commands.doctor_report import CHECKS, Check, Checks
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.models.disk import NamedFolders
from specdeck.settings import paths
from tests.helpers.small_commands import make_small


def test_a_check_that_fails_says_why_and_the_others_go_on(cli, tmp_path, monkeypatch):
    """So does a pair that cannot be loaded; the name of the home folder is not told."""
    def fails(checks: Checks, budget: object) -> list[str]:
        raise RuntimeError("[METAL] Command buffer execution failed: Insufficient Memory (00000008)")

    monkeypatch.setattr(doctor_report, "CHECKS", (Check("first", 1, fails), Check("second", 1, lambda checks, budget: [f"in {Path.home()}/x"])))
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "config.json").write_text(json.dumps({"model_type": "qwen3"}))
    (broken / "model.safetensors").write_bytes(b"not tensors")
    done = cli("doctor", "--report", str(tmp_path / "report.txt"), "--model", str(broken))
    text = (tmp_path / "report.txt").read_text()
    assert done.code == 0 and "report.txt is written" in done.out and "3 of 4 checks failed" in done.err
    assert "failed: out of memory" in text and "in ~/x" in text and str(Path.home()) not in text
    assert text.index("the embedded pair") < text.index("second (") < text.index("the real pair") < text.index("could not be loaded: ")


def test_a_drafter_that_fails_in_a_comparison_fails_its_check(cli, tmp_path, monkeypatch):
    """Its text would be plain's all the same, for the target writes it alone."""
    monkeypatch.setattr(doctor_report, "CHECKS", [check for check in CHECKS if check.lines is Checks.same_text])
    monkeypatch.setattr(doctor_report, "SAME_TOKENS", 8)
    monkeypatch.setattr(ModelDrafter, "propose", lambda self, ask: 1 / 0)
    done = cli("doctor", "--report", str(tmp_path / "report.txt"), "--seconds", "1")
    text = (tmp_path / "report.txt").read_text()
    assert done.code == 0 and "checks failed" in done.err and "failed: drafter model failed" in text and "ZeroDivisionError" in text


def test_a_signal_leaves_what_was_measured(cli, tmp_path, monkeypatch):
    def interrupted(checks: Checks, budget: object) -> list[str]:
        signal.raise_signal(signal.SIGINT)
        return ["too late"]

    monkeypatch.setattr(doctor_report, "CHECKS", (Check("first", 1, lambda checks, budget: ["a figure"]), Check("second", 1, interrupted)))
    done = cli("doctor", "--report", str(tmp_path / "report.txt"))
    text = (tmp_path / "report.txt").read_text()
    assert (done.code, done.out, done.err.count("\n")) == (130, "", 1) and "holds what was measured" in done.err
    assert "a figure" in text and "ended before its end" in text and "too late" not in text


def test_the_real_pair_is_the_largest_on_disk_that_has_a_drafter(tmp_path):
    for name, folder in (("big", assets.TARGET), ("small", assets.DRAFTER)):
        shutil.copytree(folder, tmp_path / "models" / name)
    assert doctor_report._pair_on_disk() is None, "the embedded pair is none"
    NamedFolders(paths.named_folders()).add(str(tmp_path / "models"))
    assert doctor_report._pair_on_disk() == (str(tmp_path / "models/big"), [str(tmp_path / "models/small")])


@pytest.mark.long
def test_every_check_has_its_lines_on_the_embedded_pair(cli, tmp_path, monkeypatch):
    make_small(monkeypatch.setattr)
    for name, few in {"FIRST_TOKENS": 4, "LEAST_TOKENS": 6, "SAME_TOKENS": 40, "AFTER": 3, "CONTEXTS": (20, 60)}.items():
        monkeypatch.setattr(doctor_report, name, few)
    done = cli("doctor", "--report", str(tmp_path / "report.txt"), "--seconds", "1")
    text = (tmp_path / "report.txt").read_text()
    assert done.code == 0 and "failed" not in text + done.err and [text.count(f"\n{check.title} (") for check in CHECKS] == [1] * len(CHECKS)
    for words in ("cost of a pass", "rounds plain", "the same ", "a guess", "mlx-lm k=4", "after a prompt of 20 tokens", "in the app "):
        assert words in text, words
