"""Small talk on animals, colours, the weather, the seasons, the sky and flowers."""

from ..texts import read
from .topic import Topic

TEXT = read("small_talk/topics_nature")

ANIMALS = Topic(
    "animals",
    TEXT.ANIMALS_ASK,
    TEXT.ANIMALS_OWN,
    TEXT.ANIMALS_BACK,
    TEXT.ANIMALS_TELL,
    TEXT.ANIMALS_ITEMS,
    TEXT.ANIMALS_CHAIN,
    ("What is my favourite animal?", "You told me that you like {item}."),
)  # fmt: skip

COLOURS = Topic(
    "colours",
    TEXT.COLOURS_ASK,
    TEXT.COLOURS_OWN,
    TEXT.COLOURS_BACK,
    TEXT.COLOURS_TELL,
    TEXT.COLOURS_ITEMS,
    TEXT.COLOURS_CHAIN,
    ("What is my favourite colour?", "Your favourite colour is {item}."),
)  # fmt: skip

WEATHER = Topic(
    "the weather",
    TEXT.WEATHER_ASK,
    TEXT.WEATHER_OWN,
    TEXT.WEATHER_BACK,
    TEXT.WEATHER_TELL,
    TEXT.WEATHER_ITEMS,
    TEXT.WEATHER_CHAIN,
    ("What is the weather like where I am?", "You told me about {item}. More I cannot know, because I have no window."),
)  # fmt: skip

SEASONS = Topic(
    "the seasons",
    TEXT.SEASONS_ASK,
    TEXT.SEASONS_OWN,
    ("Which season do you like?", "What is yours?", "And which one do you like best?", "And you?", "What about you?"),
    TEXT.SEASONS_TELL,
    TEXT.SEASONS_ITEMS,
    TEXT.SEASONS_CHAIN,
    ("What is my favourite season?", "Your favourite season is {item}."),
)  # fmt: skip

SKY = Topic(
    "the sky",
    TEXT.SKY_ASK,
    TEXT.SKY_OWN,
    ("What do you like best?", "And you?", "What do you like to look at?", "What about you?"),
    TEXT.SKY_TELL,
    TEXT.SKY_ITEMS,
    TEXT.SKY_CHAIN,
)  # fmt: skip
TOPICS = (ANIMALS, COLOURS, WEATHER, SEASONS, SKY)
