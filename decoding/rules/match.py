"""`match`: draw from p, accept while the token drawn is the guess (what mlx-lm does). Exact, but it accepts far fewer guesses."""

from .acceptance_rule import AcceptanceRule


class Match(AcceptanceRule):
    """The methods of the base class are this rule."""

    name = "match"
    summary = "the target draws from p; accepted if it drew the guess"
    why_accepted = "The target drew a token from p, and it was the guess: the guess is accepted."
    why_rejected = "The guess was {guess}; the target drew this token from p."


RULE = Match()
