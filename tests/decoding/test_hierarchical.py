"""What the lesson says of hierarchical speculative decoding (Zhou et al. 2026, arXiv 2601.05724): with the paper's capped ratio it is block
verification; with the last guess's ratio uncapped, as its code has it, more guesses are accepted and the text is biased."""

import re

import mlx.core as mx

from specdeck.decoding.rules import block
from specdeck.lesson.pages.other_rules import uncapped

TARGET = mx.array([[1.0, 0.0], [0.5, 0.5], [0.5, 0.5]])  # it always writes A, then a or b equally often
DRAFTER = mx.array([[0.5, 0.5], [1.0, 0.0]])  # guesses A or B, and a after A


def test_the_lessons_example_by_hand_and_by_the_rule():
    """Half the drafts are "Aa", with p/q of 2 and 1/2. Capped, "Aa" weighs min(1, 2) / 2 and passes half the time; uncapped, 2 / 2 and always. Where it
    fails, what is owed to a after A is max(0, 1/2 - 1): b is written. After the draft B the target writes A, then a half the time."""
    accepted = [accepted_of_aa((step + 0.5) / 16) for step in range(16)]
    assert accepted.count(2) == 8
    shown = "\n".join(line.plain for line in uncapped(84, 20))
    assert re.findall(r"\n([a-z ]+\w) .*?([0-9.]+)\s*$", shown, re.M) == [("the target", ".500"), ("block verification", ".500"), ("without the cap", ".750")]


def accepted_of_aa(number: float) -> int:
    """How many guesses of the draft "Aa" the rule accepts where each test's number is this one."""
    class Numbers:
        def tests(self, n):
            return mx.full((n,), number)

        def own(self):
            return mx.array([0.5])

    return block.RULE.judge(mx.array([0, 0]), DRAFTER, TARGET, TARGET, Numbers()).accepted.item()
