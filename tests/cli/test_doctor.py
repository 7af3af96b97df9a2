"""`specdeck doctor`: the object, and that the advice follows from what was found."""

from __future__ import annotations

import pytest

from app.commands.doctor import advice
from decoding.blas import ADVICE

KEYS = {"versions", "backend", "blas", "memory_bytes", "pass_seconds", "draft_seconds", "advice"}


def test_the_object_is_the_contracts(cli):
    done = cli("doctor", "--json")
    found = done.json
    assert done.code == 0 and done.err == "" and set(found) == KEYS
    assert list(found["pass_seconds"]) == ["1", "2", "3", "4", "5", "8", "12", "16"]
    assert all(seconds > 0 for seconds in (*found["pass_seconds"].values(), found["draft_seconds"]))
    assert found["backend"] in ("metal", "cuda", "cpu") and found["memory_bytes"] > 2**28
    assert {"specdeck", "python", "mlx", "mlx-lm", "textual", "huggingface-hub", "transformers"} <= set(found["versions"])
    assert all(isinstance(line, str) for line in found["advice"])


@pytest.mark.parametrize("drafter", ["none", "lookup", "hybrid"])
def test_every_drafter_can_be_timed(cli, drafter):
    assert cli("doctor", "--json", "--drafter", drafter).json["draft_seconds"] > 0


def test_the_report_is_for_people(cli):
    done = cli("doctor")
    assert done.code == 0 and "cost of a pass" in done.out and "advice" in done.out and "\x1b" not in done.out


def _found(**changes: object) -> dict:
    fine = {"backend": "cpu", "blas": "libopenblas.so.0", "versions": {"mlx": "1"}, "draft_seconds": 0.001}
    return fine | {"pass_seconds": {"1": 0.01, "5": 0.012}} | changes


def test_advice_follows_from_what_was_found(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    assert advice(_found(), has_nvidia=False) == []
    assert advice(_found(blas=None), has_nvidia=False) == [ADVICE]
    assert "cuda" in advice(_found(), has_nvidia=True)[0]
    assert advice(_found(backend="cuda", blas=None), has_nvidia=True) == []
    assert "5 tokens" in advice(_found(pass_seconds={"1": 0.01, "5": 0.03}), has_nvidia=False)[0]
    assert "smaller drafter" in advice(_found(draft_seconds=0.004), has_nvidia=False)[0]
