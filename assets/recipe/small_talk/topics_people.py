"""Small talk on family, friends, school, work, dreams and places."""

from ..texts import read
from .topic import Topic

TEXT = read("small_talk/topics_people")

FAMILY = Topic(
    "family",
    TEXT.FAMILY_ASK,
    TEXT.FAMILY_OWN,
    ("Who is in your family?", "What about you?", "Do you have brothers or sisters?", "Tell me about yours!", "And you?"),
    TEXT.FAMILY_TELL,
    TEXT.FAMILY_ITEMS,
    TEXT.FAMILY_CHAIN,
    ("Who is in my family?", "You told me about {item}."),
)  # fmt: skip

SCHOOL = Topic(
    "school",
    TEXT.SCHOOL_ASK,
    TEXT.SCHOOL_OWN,
    ("What is your favourite subject?", "Which subject do you like?", "And you?", "What do you like to learn?"),
    TEXT.SCHOOL_TELL,
    TEXT.SCHOOL_ITEMS,
    TEXT.SCHOOL_CHAIN,
    ("What is my favourite subject?", "Your favourite subject is {item}."),
)  # fmt: skip

FRIENDS = Topic(
    "friends",
    TEXT.FRIENDS_ASK,
    TEXT.FRIENDS_OWN,
    TEXT.FRIENDS_BACK,
    TEXT.FRIENDS_TELL,
    TEXT.FRIENDS_ITEMS,
    TEXT.FRIENDS_CHAIN,
    ("What do I do with my friends?", "You told me about {item}."),
)  # fmt: skip

DREAMS = Topic(
    "dreams",
    TEXT.DREAMS_ASK,
    TEXT.DREAMS_OWN,
    ("What do you want to be?", "What would you like to be one day?", "And you?", "What is your dream?"),
    TEXT.DREAMS_TELL,
    TEXT.DREAMS_ITEMS,
    TEXT.DREAMS_CHAIN,
    ("What do I want to be?", "You told me: {item}."),
)  # fmt: skip

PLACES = Topic(
    "places",
    TEXT.PLACES_ASK,
    TEXT.PLACES_OWN,
    TEXT.PLACES_BACK,
    TEXT.PLACES_TELL,
    TEXT.PLACES_ITEMS,
    TEXT.PLACES_CHAIN,
    ("What is my favourite place?", "You said that you like {item}."),
)  # fmt: skip
TOPICS = (FAMILY, SCHOOL, FRIENDS, DREAMS, PLACES)
