"""`match`: draw from p, accept while the token drawn is the guess (what mlx-lm does). Exact, and far fewer guesses stand."""

from .acceptance_rule import AcceptanceRule


class Match(AcceptanceRule):
    """The rule of the base class."""

    name = "match"
    summary = "the target draws from p; kept if it drew the guess"
    stands = "The target drew from p, and drew what was guessed: it stands."
    falls = "The guess was {guess}; the target drew this one from p."


RULE = Match()
