"""`specdeck test`: what is drawn and said, and what is refused."""

import pytest

from specdeck.compare.sampling import FAULTS

STORY = "Tell me a story about a fox"  # whose first tokens are surer than a later one
SHORT = ("test", STORY, "--draws", "20", "--tokens", "2", "--seed", "3")


@pytest.mark.long
def test_the_drafted_side_and_the_planted_fault_are_tested(cli):
    done = cli(*SHORT, "--json")
    assert done.code == 0 and done.err == ""
    found, ids = done.json, done.json["continuations"]
    assert found["settings"]["temperature"] == 0.8 and found["settings"]["seed"] == 3 and found["tokens"] == 2
    assert [len(rows) for rows in ids.values()] == [20] * 4 and [*ids] == ["plain", "drafted", "every_guess_accepted", "own_token_from_p"]
    assert set(found["place"]) == {"token", "text", "effect"} and 0.05 < found["place"]["effect"] < 0.25 and found["place"]["token"] > 1
    assert ids["drafted"] != ids["every_guess_accepted"] and all(len(row) <= 2 for rows in ids.values() for row in rows)
    for side in ("drafted", "every_guess_accepted", "own_token_from_p"):
        assert set(found[side]) == {"distance", "expected", "p_value", "draws", "verdict", "token", "least_difference"} | ({"fresh_draws", "fresh_p_value"} if side == "drafted" else set()) and 0 < found[side]["p_value"] <= 1
    assert found["drafted"]["verdict"] == "equal"
    assert cli(*SHORT, "--json").json == found, "the seed fixes all of it"


def test_a_person_reads_histograms_and_two_verdicts(cli):
    done = cli(*SHORT, "--tokens", "9", "-k", "2")
    said = done.out
    assert done.err == "specdeck: 2 of 9 tokens: a draft of k=2 tests no more (-k 9 does)\n"
    assert "20 continuations a side, 2 tokens each; seed 3" in " ".join(said.split()) and "#" in said and " ".join(said.split()).count("by chance in") == 3
    assert "\ndrafted: the two histograms agree" in said and all(f"\nplanted fault, {words}: " in said for words in FAULTS)
    assert "drawing the own token from p in place of the residual" in " ".join(said.split()) and "is seen in 99 of 100 tests" in " ".join(said.split())
    assert max(map(len, said.splitlines())) <= 80


def test_the_help_says_its_own_temperature(cli):
    assert "--temperature T above 0 (default 0.8)" in " ".join(cli("test", "--help").out.split())
    assert "continuations per side at most (default 800); fewer where the test is decided earlier" in " ".join(cli("test", "--help").out.split())
    assert "--temperature T 0 (default) always takes the likeliest token" in " ".join(cli("run", "--help").out.split())
