"""What a tiny model cannot do: it says so in one friendly sentence and offers something that fits; then what follows the offer.

The subjects are in text/refusal_subjects and refusal_questions, the sentences in refusal_frames.
"""

import re
from dataclasses import dataclass
from random import Random

from .small_talk.brief import little_poem, little_story
from .small_talk.habits import Dialogue, typed, written
from .small_talk.memory import pair
from .texts import read

frames = read("refusal_frames")
questions = read("refusal_questions")
subjects = read("refusal_subjects")
names = read("refusal_names")

LETTERS = ("asdfghjkl", "qwertyuiop", "zxcvbnm", "sdfg", "jkl;")  # as they lie beside each other on a keyboard
NOISES = (  # one letter again and again, marks alone, a short chain of keys
    lambda rng: rng.choice("bcdfgjlnpqrstvwy") * rng.randint(4, 9),
    lambda rng: rng.choice(("-", "#", "*", "..,", ";", ",", "/")) * rng.randint(2, 6),
    lambda rng: " ".join(mashed(MASHED, rng.randint(5, 8), rng) for _ in range(rng.randint(1, 3))),
    lambda rng: " ".join(mashed(rng.choice(LETTERS), rng.randint(5, 11), rng) for _ in range(rng.randint(1, 2))),
    lambda rng: " ".join(mashed(rng.choice(LETTERS), rng.randint(5, 11), rng) for _ in range(rng.randint(1, 2))),
    lambda rng: rng.choice(("asd", "qwe", "jkl", "dfg", "yxc", "lkj", "fds", "hjk")) * rng.randint(1, 3),
)
MASHED = "bcdfghjklmnpqrstvwxyz" * 2 + "aeiou"  # the letters of a word that is none
UNSAID = re.compile(r"[^aeiou]{4}")  # in no short word, so that neither "hello" nor "glass" is one
YEAR = re.compile(r"\b(19|20)\d\d\b")


@dataclass(frozen=True)
class Kind:
    """A kind of request: how it is asked, what for (with a thing for a story), and how often."""

    name: str
    asks: tuple[str, ...]
    subjects: tuple[tuple[str, str], ...]
    weight: float = 1.0


@dataclass(frozen=True)
class Offer:
    """What the model offered: "story" or "poem" about a thing, or "other", and then perhaps what it says if that is taken."""

    kind: str
    thing: str
    taken: str = ""


def table(text: str) -> tuple[tuple[str, str], ...]:
    """(subject, thing) of every line."""
    pairs = (line.split(" = ") for line in text.strip().splitlines())
    return tuple((subject.strip(), thing.strip()) for subject, thing in pairs)


MADE = {"wrote": "written"}
TOWN_THINGS = ("a little train", "a swallow", "an old map", "a river", "a hot-air balloon")
EDITED = tuple(dict.fromkeys(thing for _, thing in questions.EDITS))
TOWNS = tuple(zip(questions.CITIES, TOWN_THINGS * 6, strict=True))
LANDS = tuple(zip(questions.LANDS, TOWN_THINGS * 10, strict=False))
KINDS = (
    Kind("history", frames.ASK_HISTORY, table(subjects.HISTORY), 1.5),
    Kind("person", frames.ASK_PERSON, table(subjects.PERSONS), 2.2),
    Kind("science", frames.ASK_SCIENCE, table(subjects.SCIENCE), 2),
    Kind("country", frames.ASK_COUNTRY, table(subjects.COUNTRIES), 2.2),
    Kind("fact", frames.ASK_FACT, table(subjects.FACTS), 2),
    Kind("result", frames.ASK_RESULT, table(subjects.RESULTS)),
    Kind("price", frames.ASK_PRICE, table(subjects.PRICES)),
    Kind("essay", frames.ASK_ESSAY, table(subjects.ESSAYS), 1.5),
    Kind("book", frames.ASK_BOOK, table(subjects.BOOKS), 1.2),
    Kind("program", frames.ASK_PROGRAM, table(subjects.PROGRAMS)),
    Kind("medicine", frames.ASK_MEDICINE, table(subjects.MEDICINE), 0.8),
    Kind("picture", frames.ASK_PICTURE, table(subjects.PICTURES), 1.2),
    Kind("word", frames.ASK_WORD, table(subjects.WORDS), 0.7),
    Kind("translation", frames.ASK_TRANSLATION, table(subjects.TO_TRANSLATE), 3.5),
    Kind("work", questions.ASK_WORK, tuple((f"{verb}:{work}", thing) for verb, work, thing in questions.WORKS), 2.5),
    Kind("distance", questions.ASK_DISTANCE, TOWNS, 1.2),
    Kind("world", questions.ASK_WORLD, TOWNS),
    Kind("office", questions.ASK_OFFICE, LANDS, 1.2),
    Kind("land", questions.ASK_LAND, LANDS, 1.2),
    Kind("record", questions.ASK_RECORD, table(questions.RECORDS), 1.6),
    Kind("event", questions.ASK_EVENT, table(questions.EVENTS), 1.2),
    Kind("film", questions.ASK_FAME, table(questions.FILMS), 0.8),
    Kind("homework", ("{s}", "{s}", "{s}", "Can you {s_small}?", "Please {s_small}"), table(questions.HOMEWORK), 2),
    Kind("advice", ("{s}",), table(questions.ADVICE), 0.6),
    Kind("booking", questions.ASK_BOOKING, TOWNS, 1),
    Kind("foreign", ("{s}",), (*table(questions.FOREIGN), *table(questions.MORE_FOREIGN)), 2.2),
    Kind("edit", tuple(ask for ask, _ in questions.EDITS), tuple((text, EDITED[n % len(EDITED)]) for n, text in enumerate(questions.TO_EDIT)), 2),
    Kind("noise", ("{s}",), (("", "a lonely letter"), ("", "a parrot"), ("", "a sleepy typewriter")), 1.5),
    Kind("fact", ("{s}",), table(questions.KEYBOARD), 1.2),
    Kind("sum", (*frames.SUMS, *questions.ALGEBRA), tuple(("", thing) for thing in frames.SUM_THINGS), 2.5),
    Kind("news", ("{s}",), table(questions.NEWS), 0.8),
    Kind("weather", ("{s}",), table(questions.WEATHER), 1.2),
    Kind("time", ("{s}",), table(questions.TIME), 1.2),
    Kind("private", ("{s}",), table(questions.PRIVATE), 0.7),
    Kind("politics", ("{s}",), table(questions.POLITICS), 0.6),
    Kind("law", ("{s}",), table(questions.LAW_AND_MONEY), 0.6),
    Kind("action", ("{s}", "{s}", "Can you {s_small}?", "Please {s_small}"), (*table(questions.ACTIONS), *table(questions.MORE_ACTIONS)), 1.3),
    Kind("opinion", ("{s}",), table(questions.OPINIONS), 0.8),
    Kind("prediction", ("{s}",), table(questions.PREDICTIONS), 0.8),
    Kind("big question", ("{s}",), table(questions.BIG_QUESTIONS), 0.6),
    Kind("long task", ("{s}", "{s}", "Can you {s_small}?", "Please {s_small}"), table(questions.LONG_TASKS)),
)
WEIGHTS = tuple(kind.weight for kind in KINDS)
ANY = 0.5  # of the subjects of a kind in INVENTED are put together from lists, so that no name has to be known to be refused
AS_FACTS = dict.fromkeys(("work", "distance", "world", "office", "land", "record", "event", "film"), "fact") | {"homework": "long task"}
DOING = frozenset(("essay", "program", "picture", "action", "long task", "edit", "booking", "homework"))
OWN = frozenset(("noise", "foreign", "translation", "sum", "weather", "time", "medicine", "advice", "law"))  # whose excuses fit nothing else, and always fit
PLAIN = 0.6  # of the others' excuses fit everything, so that the likeliest one always fits
BEFORE = ("", "", "", "", "", "", "Please answer: ", "I have a question: ", "Hello! ", "Hi, ", "Hey, ", "Another question: ")


def numbers(rng: Random) -> dict[str, str]:
    """Numbers for sums that are too big, and two small ones for what can be done instead."""
    large = [rng.randint(1000, 99999) if rng.random() < 0.5 else rng.randint(123, 9999) for _ in range(2)]
    small = rng.randint(2, 9), rng.randint(2, 9)
    values = {"m": large[0], "n": large[1], "k": rng.randint(12, 99), "p": rng.randint(3, 9), "a": small[0], "b": small[1], "c": sum(small)}
    return {name: str(value) for name, value in values.items()}


def mashed(letters: str, length: int, rng: Random) -> str:
    """A word that nobody can say."""
    while not UNSAID.search(found := "".join(rng.choices(letters, k=length))):
        pass
    return found


def syllables(rng: Random, least: int = 2, most: int = 3) -> str:
    """A name that nobody has."""
    first, middle = names.BEGINNINGS, names.MIDDLES
    return ("".join(rng.choice(first) + rng.choice(middle) for _ in range(rng.randint(least, most))) + rng.choice(names.ENDS)).capitalize()


def person(rng: Random) -> str:
    """A first name and a surname, now and then made-up ones."""
    last = rng.choice(names.SURNAMES) if rng.random() < 0.6 else syllables(rng)
    return f"{rng.choice(names.FIRST_NAMES) if rng.random() < 0.8 else syllables(rng, 1, 2)} {last}"


def place(rng: Random) -> str:
    """A town, or a made-up place."""
    return rng.choice(names.PLACES) if rng.random() < 0.5 else syllables(rng)


def land(rng: Random) -> str:
    """A little-known country, or a made-up one."""
    return rng.choice(names.LITTLE_LANDS) if rng.random() < 0.5 else syllables(rng)


def found(rng: Random) -> str:
    """What somebody invented or discovered."""
    return f"invented:{rng.choice(names.FOUND)}" if rng.random() < 0.8 else f"discovered:{rng.choice(names.DISCOVERED)}"


def title(rng: Random) -> str:
    """The title of a book, a film or a picture."""
    return rng.choice(names.TITLES).format(a=rng.choice(names.ADJECTIVES), n=rng.choice(names.NOUNS), m=rng.choice(names.NOUNS), p=place(rng), x=person(rng))


INVENTED = {
    "person": person, "country": land, "book": title, "film": title, "land": land, "world": place, "distance": place, "office": land, "booking": place,
    "work": lambda rng: f"{rng.choice(('wrote', 'painted', 'directed', 'composed'))}:{title(rng)}" if rng.random() < 0.7
    else found(rng),
    "event": lambda rng: rng.choice(names.HAPPENINGS).format(p=place(rng), x=person(rng), t=title(rng)),
    "record": lambda rng: f"{rng.choice(names.MOST)} {rng.choice(names.OF_ALL)}",
    "translation": lambda rng: rng.choice(names.WORDS) if rng.random() < 0.6 else rng.choice(names.SENTENCES),
    "foreign": lambda rng: foreign(rng),
    "picture": lambda rng: f"{rng.choice(names.DRAWN).format(n=rng.choice(names.NOUNS).lower(), a=rng.choice(names.ADJECTIVES).lower())}",
    "essay": lambda rng: rng.choice(names.ESSAYS).format(p=place(rng), x=person(rng), n=rng.choice(names.NOUNS).lower()),
}


def foreign(rng: Random) -> str:
    """A request in another language, or for a word of it."""
    language = rng.choice(tuple(names.FOREIGN))
    return rng.choice(names.FOREIGN[language]).format(w=rng.choice(names.FOREIGN_WORDS[language].split()), e=rng.choice(names.WORDS))


def asked_for(rng: Random) -> tuple[Kind, dict[str, str]]:
    """A kind of request, and all that its sentences may name."""
    kind = rng.choices(KINDS, WEIGHTS)[0]
    subject, thing = rng.choice(kind.subjects)
    if kind.name in INVENTED and rng.random() < ANY:
        subject, thing = INVENTED[kind.name](rng), rng.choice(names.THINGS)
    if kind.name == "result":
        subject = YEAR.sub(lambda _: str(rng.randint(1930, 2024)), subject)
    verb, _, work = subject.partition(":")
    named = {"a": subject, "b": rng.choice(questions.CITIES), "t": subject, "office": rng.choice(questions.OFFICES)}
    if kind.name == "land":
        named["b"] = rng.choice(questions.LANDS)
    if kind.name == "work":
        subject, named = work, {"verb": verb, "made": MADE.get(verb, verb)}
    if kind.name == "noise":
        subject = rng.choice(NOISES)(rng)
    small = subject[:1].lower() + subject[1:].rstrip("?")
    return kind, {
        "s": subject, "s_small": small, "thing": thing, "l": rng.choice(subjects.LANGUAGES),
        **numbers(rng),
        **(named if kind.name in ("work", "distance", "world", "booking", "edit", "office", "land") else {}),
    }


def request(kind: Kind, named: dict[str, str], rng: Random) -> str:
    """The request as a person types it; no greeting stands before letters without a sense."""
    frame = rng.choice(kind.asks)
    if kind.name == "action" and named["s"].endswith("?"):
        frame = "{s}"
    filled = frame.format_map(named)
    if kind.asks == ("{s}",) and kind.name != "noise":
        before = rng.choice(BEFORE)
        filled = before + (filled[0].lower() + filled[1:] if before and not filled.startswith("I ") else filled)
    return typed(filled, rng)


def reply(kind: Kind, named: dict[str, str], rng: Random) -> tuple[str, Offer]:
    """One sentence: what it does not know, and what it offers."""
    name = AS_FACTS.get(kind.name, kind.name)
    plain = frames.PLAINLY["do" if kind.name in DOING else "know"]
    excuses = plain if rng.random() < PLAIN and kind.name not in OWN else frames.EXCUSES[name]
    excuse = excuses[0] if excuses is plain and rng.random() < 0.4 or kind.name in OWN and rng.random() < 0.35 else rng.choice(excuses)
    others = frames.OTHER_OFFERS.get(name, ())
    if others and rng.random() < 0.22:
        offer = rng.choice(others)
        about = Offer("other", named["thing"], frames.OTHER_TAKEN.get(offer, "").format_map(named))
        return written(rng.choice(frames.JOINED), rng, excuse=excuse.format_map(named), offer=offer.format_map(named)), about
    about = Offer("story" if rng.random() < 0.8 else "poem", named["thing"])
    if rng.random() < 0.6:
        offer = rng.choice(frames.STORY_OFFERS if about.kind == "story" else frames.POEM_OFFERS)
        return written(rng.choice(frames.JOINED), rng, excuse=excuse.format_map(named), offer=offer.format_map(named)), about
    question = rng.choice(frames.STORY_QUESTIONS if about.kind == "story" else frames.POEM_QUESTIONS)
    joined = frames.ASKED if not re.search(", (so|and|but|for|since|because) ", excuse) else ("{excuse}; {question}",)
    return written(rng.choice(joined), rng, excuse=excuse.format_map(named), question=question.format_map(named)), about


def refused(rng: Random) -> tuple[Kind, Dialogue, Offer]:
    """A request and its refusal, and of which kind it is."""
    kind, named = asked_for(rng)
    text, offer = reply(kind, named, rng)
    return kind, [("user", request(kind, named, rng)), ("assistant", text)], offer


def given(kind: str, thing: str, rng: Random) -> str:
    """The story or the poem."""
    return little_story(thing, rng) if kind == "story" else little_poem(thing, rng)


def taken(offer: Offer, rng: Random) -> Dialogue:
    """The person takes the offer, or asks for the other of story and poem."""
    kind = offer.kind
    if offer.taken and rng.random() < 0.7:
        return [("user", typed(rng.choice(frames.ACCEPT), rng)), ("assistant", offer.taken)]
    if kind == "other":
        kind, requests = "story", frames.STORY_INSTEAD
    elif rng.random() < 0.12:
        requests, kind = frames.OTHER_KIND[kind], "poem" if kind == "story" else "story"
    else:
        requests = frames.ACCEPT if rng.random() < 0.6 else frames.ACCEPT_STORY if kind == "story" else frames.ACCEPT_POEM
    turns = pair(rng, requests, ("{text}",), thing=offer.thing, text=given(kind, offer.thing, rng))
    return turns + afterwards(kind, offer.thing, rng)


def afterwards(kind: str, thing: str, rng: Random) -> Dialogue:
    """Thanks, or one more."""
    chance = rng.random()
    if chance < 0.15:
        return pair(rng, *frames.AFTERWARDS)
    return pair(rng, frames.ANOTHER, ("{text}",), text=given(kind, thing, rng)) if chance < 0.27 else []


def followed(kind: Kind, offer: Offer, rng: Random) -> Dialogue:
    """What comes after a refusal, if anything."""
    chance = rng.random()
    if chance < 0.2:
        return taken(offer, rng)
    if chance < 0.33:
        return pair(rng, *frames.DECLINE)
    if chance < 0.47:
        turns = pair(rng, *rng.choice(objections(kind)))
        return turns + (taken(offer, rng) if rng.random() < 0.3 else [])
    return []


def objections(kind: Kind) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """What a person says to such a refusal, each with the replies."""
    if kind.name == "noise":
        return (frames.AFTER_NOISE,)
    if kind.name in DOING | {"action", "foreign", "translation"}:
        return frames.WHY_NOT_DO, frames.TRY_DOING, frames.PITY
    return (frames.WHY, frames.PITY) if kind.name in OWN | {"private"} else (frames.WHY, frames.TRY_ANYWAY, frames.WHO_KNOWS, frames.PITY)


def dialogue(rng: Random) -> Dialogue:
    """One or two refusals and what follows."""
    turns = once(rng)
    return turns + once(rng) if rng.random() < 0.12 else turns


def once(rng: Random) -> Dialogue:
    """A refusal and what follows."""
    kind, turns, offer = refused(rng)
    return turns + followed(kind, offer, rng)
