"""The command line as tests call it, and the laws of what `run --json` prints."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
END = json.loads((ROOT / "assets/models/target/config.json").read_text())["eos_token_id"]
ENDLESS = ("--logit-bias", f"{END}=-1000")  # a reply that only max-tokens or a signal ends
PROMPT = "I need a bus from Fresno to San Diego"
KEYS = {"model", "model_path", "drafter", "drafter_path", "settings", "prompt_tokens", "text", "finish_reason", "tokens", "rounds", "stats"}
TOKEN = {"id", "text", "source", "drafter", "round", "p", "q"}
ROUND = {"drafter", "k", "temperature", "rule", "draft", "accepted", "read", "draft_seconds", "verify_seconds"}
STATS = {"rounds", "drafted", "accepted", "tested", "emitted", "acceptance_rate", "acceptance_per_tested", "tokens_per_round", "target_passes",
         "prompt_seconds", "decode_seconds", "tokens_per_second", "peak_memory_bytes", "draft_n", "draft_n_accepted"}  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str

    def refused(self, said: str = "", code: int = 1) -> bool:
        """Whether it printed nothing and ended with this code and one line, in which this is said."""
        return (self.code, self.out) == (code, "") and self.err.startswith("specdeck") and self.err.count("\n") == 1 and said in self.err

    @property
    def json(self) -> Any:
        """The one object on stdout."""
        assert self.out, f"nothing on stdout, exit code {self.code}: {self.err}"
        return json.loads(self.out)


def spawn(*words: str, **options: Any) -> subprocess.Popen:
    """Start a command in a process of its own."""
    return subprocess.Popen([sys.executable, "-m", "specdeck", *words], cwd=ROOT, **options)


def check_laws(run: dict) -> None:
    """The laws of every run object, whoever drafted and however it ended."""
    tokens, rounds, stats = run["tokens"], run["rounds"], run["stats"]
    assert set(run) - {"loop"} == KEYS and set(stats) == STATS
    assert all(set(token) - {"name"} == TOKEN for token in tokens) and all(set(round_) == ROUND for round_ in rounds)
    assert "".join(token["text"] for token in tokens) == run["text"]
    assert stats["emitted"] == len(tokens) and stats["rounds"] == len(rounds)
    assert stats["accepted"] == sum(round_["accepted"] for round_ in rounds)
    assert stats["drafted"] == sum(len(round_["draft"]) for round_ in rounds)
    assert stats["accepted"] <= stats["tested"] <= stats["drafted"]
    assert all(round_["accepted"] <= len(round_["draft"]) <= round_["k"] for round_ in rounds)
    assert stats["acceptance_rate"] == (stats["accepted"] / stats["drafted"] if stats["drafted"] else None)
    assert stats["tokens_per_round"] == pytest.approx(stats["emitted"] / max(1, stats["rounds"]))
    assert stats["target_passes"] >= stats["rounds"] and sum(round_["read"] for round_ in rounds) >= stats["rounds"]
    for index, round_ in enumerate(rounds):
        own = [token for token in tokens if token["round"] == index]
        guessed = [token["id"] for token in own if token["source"] == "accepted"]
        assert guessed == round_["draft"][: len(guessed)] and len(own) <= round_["accepted"] + 1
        assert [token["source"] for token in own[:-1]] == ["accepted"] * (len(own) - 1)
        assert (round_["drafter"] == "none") == (not round_["draft"])
    for token in tokens:
        assert (token["drafter"] is None) == (token["source"] != "accepted")
        assert 0 <= token["p"] <= 1.0001 and (token["q"] is None or 0 <= token["q"] <= 1.0001)
