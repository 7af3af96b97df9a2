"""Small talk on food, the weekend, instruments, songs, sport, hobbies, books, games and drinks."""

from ..texts import read
from .topic import Topic

TEXT = read("small_talk/topics_leisure")

FOOD = Topic(
    "food",
    TEXT.FOOD_ASK,
    TEXT.FOOD_OWN,
    TEXT.FOOD_BACK,
    TEXT.FOOD_TELL,
    TEXT.FOOD_ITEMS,
    TEXT.FOOD_CHAIN,
    ("What is my favourite food?", "You told me that you like {item}."),
)  # fmt: skip

WEEKEND = Topic(
    "the weekend",
    TEXT.WEEKEND_ASK,
    TEXT.WEEKEND_OWN,
    TEXT.WEEKEND_BACK,
    TEXT.WEEKEND_TELL,
    TEXT.WEEKEND_ITEMS,
    TEXT.WEEKEND_CHAIN,
    ("What are my plans?", "You told me that you want to {item}."),
)  # fmt: skip

MUSIC = Topic(
    "instruments",
    TEXT.MUSIC_ASK,
    TEXT.MUSIC_OWN,
    TEXT.MUSIC_BACK,
    TEXT.MUSIC_TELL,
    TEXT.MUSIC_ITEMS,
    TEXT.MUSIC_CHAIN,
    ("Which instrument do I play?", "You told me that you play {item}."),
)  # fmt: skip

SONGS = Topic(
    "songs",
    TEXT.SONGS_ASK,
    TEXT.SONGS_OWN,
    TEXT.SONGS_BACK,
    TEXT.SONGS_TELL,
    TEXT.SONGS_ITEMS,
    TEXT.SONGS_CHAIN,
    ("What music do I like?", "You told me that you like {item}."),
)  # fmt: skip

SPORT = Topic(
    "sport",
    TEXT.SPORT_ASK,
    TEXT.SPORT_OWN,
    ("Which sport do you like?", "And you?", "Do you do any sport?", "What do you like to play?", "What about you?"),
    TEXT.SPORT_TELL,
    TEXT.SPORT_ITEMS,
    TEXT.SPORT_CHAIN,
    ("What is my favourite sport?", "You told me that you like {item}."),
)  # fmt: skip

HOBBIES = Topic(
    "hobbies",
    TEXT.HOBBIES_ASK,
    TEXT.HOBBIES_OWN,
    TEXT.HOBBIES_BACK,
    TEXT.HOBBIES_TELL,
    TEXT.HOBBIES_ITEMS,
    TEXT.HOBBIES_CHAIN,
    ("What is my hobby?", "Your hobby is {item}."),
)  # fmt: skip

BOOKS = Topic(
    "stories and books",
    TEXT.BOOKS_ASK,
    TEXT.BOOKS_OWN,
    ("What kind of stories do you like?", "And you?", "What do you like to read?", "Which stories do you like best?"),
    TEXT.BOOKS_TELL,
    TEXT.BOOKS_ITEMS,
    TEXT.BOOKS_CHAIN,
    ("What kind of stories do I like?", "You said that you like {item}."),
)  # fmt: skip

DRINKS = Topic(
    "drinks",
    TEXT.DRINKS_ASK,
    TEXT.DRINKS_OWN,
    ("What do you like to drink?", "And you?", "What is in your cup?", "What about you?"),
    TEXT.DRINKS_TELL,
    TEXT.DRINKS_ITEMS,
    TEXT.DRINKS_CHAIN,
    ("What do I like to drink?", "You told me about {item}."),
)  # fmt: skip
TOPICS = (FOOD, WEEKEND, MUSIC, SONGS, SPORT, HOBBIES, BOOKS, DRINKS)
