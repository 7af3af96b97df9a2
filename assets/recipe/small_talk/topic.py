"""What a topic of small talk consists of."""

from dataclasses import dataclass

Answer = tuple[tuple[str, ...], tuple[str, ...]]  # what a person says to the question; the model's replies


@dataclass(frozen=True)
class Topic:
    """Questions, opinions and comments on one topic; `items` holds comments by what a person likes."""

    name: str  # as in "Let's talk about ..."
    ask: tuple[str, ...]  # what a person asks the model
    own: tuple[str, ...]  # what the model says of itself
    back: tuple[str, ...]  # what it asks in return
    tell: tuple[str, ...]  # how a person names an item; {item}
    items: dict[str, tuple[str, ...]]  # comments
    chain: tuple[tuple[str, tuple[Answer, ...]], ...]  # further questions of the model with answers
    recall: tuple[str, str] = ("What did I say I like?", "You said that you like {item}.")
