"""The acceptance rules, one in each file. A rule says how a drafter chooses its guesses and how the target judges them. It has the words for screens.

To add a rule, add a file that defines RULE, and its name to RULES. Imports no mlx, so that options and screens can list the rules; their
arithmetic imports it when it is used.
"""

from importlib import import_module

from . import greedy
from .acceptance_rule import AcceptanceRule

RULES = ("probabilistic", "block", "coupled", "match")

ALL: tuple[AcceptanceRule, ...] = tuple(import_module(f"{__name__}.{name}").RULE for name in RULES)
SAME_TEXT_RULE = next(rule.name for rule in ALL if rule.same_text)  # the rule of a comparison above temperature 0, unless one was chosen
TOKEN_BY_TOKEN = tuple(rule.name for rule in ALL if rule.token_by_token)

_BY_NAME = {rule.name: rule for rule in ALL}


def rule_in_force(name: str, temperature: float) -> AcceptanceRule:
    """The rule of this name; at temperature 0, where all rules are the same, the greedy rule."""
    return _BY_NAME[name] if temperature > 0 else greedy.RULE


def texts_agree(rules: set[str], temperature: float) -> bool:
    """Whether the same seed must give the same text under each of these rules, whichever drafter is in force."""
    return temperature == 0 or (len(rules) == 1 and all(_BY_NAME[name].same_text for name in rules))
