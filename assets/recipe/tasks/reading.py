"""Short texts of many kinds with questions on them in other words than theirs; the answer is the text's own sentence."""

import re
from dataclasses import dataclass
from random import Random

from ..texts import read
from ..words import invented
from .passages import DAYS, MONTHS, TOWNS, phone

TEXT = read("tasks/reading")
AN = re.compile(r"\b([Aa])(?= (?:apple|old|orchard|inn|ice|eye|art|aqua|opera|orch|umbrella|orange|island|e-mail|engineer|animal|oil|own))")  # where "a" must be "an"
FIELD = re.compile(r"\{(\w+)\}")
PARTS = {key: tuple(part.strip() for line in lines for part in line.split(";")) for key, lines in TEXT.PARTS.items()}
SORTS = {"time": "when", "hours": "when", "day": "when", "date": "when", "month": "when", "year": "when", "dur": "when", "price": "price",
         "person": "who", "first": "who", "spot": "where", "room": "where", "street": "where", "n": "count"}  # fmt: skip
HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
NUMBERS = "two three four five six seven eight nine ten twelve".split()
NEEDS = (  # what a question asks for, and what a sentence that answers it has
    (re.compile(r"how much (is|for|does|do i pay)|\bcost|expensive|\bprice", re.I), re.compile(r"price|free|\{n|dur")),
    (re.compile(r"^(who|whose|whom)\b", re.I), re.compile(r"person|first|last|company|phone|mail|\{n12|about|life vest|\{title", re.I)),
    (re.compile(r"^(when|what time|at what time|until when|from when)\b", re.I), re.compile(r"time|hours|day|date|month|year|dur|\{n|every hour|free|driver", re.I)),
    (re.compile(r"^where\b", re.I), re.compile(r"^(?!.*\{price\}).*(town|spot|room|street|hide|person| in | at | on | under | behind | from |bed|home|pier|gate|platform|seat|mail|phone|go)", re.I)),
)
NOT_SAID = TEXT.NOT_SAID[0]


@dataclass(frozen=True)
class Fact:
    """What a text may say of something, in one of several sentences, and what may be asked about it."""

    key: str
    says: tuple[str, ...]
    asked: tuple[str, ...]

    @property
    def sort(self) -> str:
        """What other facts it must not be mixed up with."""
        return self.key.partition(".")[0]

    def questions(self, alone: bool) -> list[str]:
        """The questions; the vague ones only if no other fact of the text could answer them."""
        return [question.lstrip("~") for question in self.asked if alone or question[0] != "~"]


def _split(line: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in line[2:].split(" / "))


FACTS = {key: Fact(key, _split(says), _split(asked)) for key, (says, asked) in TEXT.FACTS.items()}
KINDS = tuple((tuple(what.split("; ")), kind, tuple(keys.split())) for what, kind, keys in TEXT.KINDS)


def clock(rng: Random) -> str:
    """A time of day, in figures or in words."""
    hour, minute = rng.randint(1, 12), rng.randrange(0, 60, 5)
    return rng.choice((f"{hour} {rng.choice(('am', 'pm'))}", f"{hour}:{minute:02d}", f"{hour}:{minute:02d} {rng.choice(('am', 'pm'))}", f"half past {HOURS[hour - 1]}",
                       f"quarter {rng.choice(('past', 'to'))} {rng.choice(HOURS)}", f"{hour} o'clock", f"{rng.randint(0, 23)}:{minute:02d}", rng.choice(("noon", "midnight", "eight", "seven"))))  # fmt: skip


def hours(rng: Random) -> str:
    """From when to when."""
    a, b = rng.randint(5, 11), rng.randint(1, 12)
    first, last = rng.choice(((str(a), str(b)), (f"{a} am", f"{b} pm"), (f"{a}:30", f"{b}:30"), (f"half past {HOURS[a - 1]}", HOURS[b - 1]), (HOURS[a - 1], HOURS[b - 1]), (f"{a}:{rng.randrange(0, 60, 5):02d} am", f"{b} pm")))
    return rng.choice(("from {} to {}", "from {} to {}", "between {} and {}", "from {} until {}")).format(first, last)


def price(rng: Random) -> str:
    """An amount of money, in many forms."""
    n, cents = rng.choice((rng.randint(2, 20), rng.randint(2, 99), rng.randint(20, 999))), f"{rng.randrange(5, 100, 5):02d}"
    return rng.choice((f"${n}", f"${n}.{cents}", f"{n} dollars", f"{n} euros", f"{n}.{cents} euros", f"{n} pounds", f"£{n}", f"€{n}", f"€{n}.{cents}", f"{rng.choice(NUMBERS)} {rng.choice(('dollars', 'euros', 'pounds'))}",
                       f"{n} cents", f"{n} crowns", f"{n} francs"))  # fmt: skip


def name(rng: Random) -> str:
    """A name of a place or a thing."""
    if rng.random() < 0.35:
        return invented(rng).capitalize()
    return f"{rng.choice(PARTS['adjective'])} {rng.choice(PARTS['noun'])}"


def last(rng: Random) -> str:
    """A last name."""
    return rng.choice((invented(rng).capitalize(), rng.choice(PARTS["noun"]), rng.choice(TOWNS)))


def person(rng: Random) -> str:
    """Somebody's name."""
    return rng.choice((f"{rng.choice(PARTS['first'])} {last(rng)}", rng.choice(PARTS["first"]), f"{rng.choice(('Mr', 'Mrs', 'Ms'))} {last(rng)}"))


MADE = {
    "time": clock, "hours": hours, "price": price, "phone": phone, "name": name, "person": person, "last": last,
    "day": lambda rng: rng.choice(DAYS), "month": lambda rng: rng.choice(MONTHS), "town": lambda rng: rng.choice(TOWNS) if rng.random() < 0.7 else invented(rng).capitalize(),
    "date": lambda rng: rng.choice((rng.choice(DAYS), f"{rng.choice(MONTHS)} {rng.randint(1, 28)}", f"the {rng.randint(4, 20)}th of {rng.choice(MONTHS)}", f"{rng.choice(DAYS)}, {rng.choice(MONTHS)} {rng.randint(1, 28)}")),
    "n": lambda rng: str(rng.randint(11, rng.choice((40, 99, 400)))), "n9": lambda rng: rng.choice((str(rng.randint(2, 9)), rng.choice(NUMBERS))), "n12": lambda rng: str(rng.randint(3, 16)),
    "big": lambda rng: rng.choice((str(rng.randint(100, 9999)), f"{rng.randint(2, 99)},{rng.randint(0, 999):03d}")), "year": lambda rng: str(rng.randint(1720, 2024)),
    "dur": lambda rng: rng.choice((f"{rng.randint(2, 90)} minutes", f"{rng.choice(NUMBERS)} hours", f"{rng.randint(2, 9)} hours", "half an hour", "an hour and a half", f"{rng.randint(2, 9)} days")),
    "mail": lambda rng: f"{invented(rng)}@{invented(rng)}.{rng.choice(('com', 'org', 'net'))}", "pass": lambda rng: f"{invented(rng)}{rng.randint(1, 999)}",
    "code": lambda rng: f"{rng.choice('ABCDEFGHKLMNPRST')}{rng.randint(10, 9999)}", "title": lambda rng: f"The {name(rng)}", "company": name, "rivername": lambda rng: invented(rng).capitalize(), "petname": lambda rng: invented(rng).capitalize(),
}  # fmt: skip


class Values(dict):
    """What the fields stand for; what is missing is drawn and kept."""

    def __init__(self, rng: Random, known: dict[str, str]):
        super().__init__(known)
        self.rng = rng

    def fill(self, text: str) -> str:
        """The text with its fields filled in."""
        return AN.sub(r"\1n", FIELD.sub(lambda found: self.value(found[1]), text))

    def value(self, field: str) -> str:
        """What one field stands for, with a capital if the field has one."""
        key = field[0].lower() + field[1:]
        if key not in self:
            kind = key if key in MADE or key in PARTS else key.rstrip("23")
            self[key] = self.fill(MADE[kind](self.rng) if kind in MADE else self.rng.choice(PARTS[kind]))
        return self[key][:1].upper() + self[key][1:] if field[0].isupper() else self[key]


def called(rng: Random, kind: str, what: str, named: str) -> dict[str, str]:
    """How the subject is called in sentences and questions."""
    if kind == "person":
        she = what == "woman"
        return {"s": "she" if she else "he", "poss": "her" if she else "his", "it": rng.choice((named, "she" if she else "he")), "its": rng.choice((f"{named}'s", "her" if she else "his"))}
    forms = (f"the {what}", "it", *([named] if kind == "pet" else []))
    return {"s": rng.choice(forms), "poss": "its", "it": rng.choice((*forms, f"the {what}")), "its": "its"}


def fitting(questions: list[str], say: str) -> list[str]:
    """The questions of which a sentence has what they ask for; all, where it has that of none."""
    return [q for q in questions if not any(asks.search(q) and not has.search(say) for asks, has in NEEDS)] or questions


def sorts(text: str) -> set[str]:
    """What kinds of values a sentence has."""
    return {SORTS.get(field.lower(), field) for field in FIELD.findall(text)} & set(SORTS.values())


def passage(rng: Random) -> tuple[str, list[tuple[tuple[str, ...], str]]]:
    """A text, and for each of its facts the ways to ask and the answer; the last one is something that the text does not say."""
    whats, kind, keys = rng.choice(KINDS)
    named, what = name(rng), rng.choice(whats)
    if kind in ("person", "pet"):
        named = rng.choice(PARTS["first"]) if kind == "pet" or rng.random() < 0.3 else f"{rng.choice(PARTS['first'])} {last(rng)}"
    shared = {"what": what, "name": named, "town": MADE["town"](rng), "town2": MADE["town"](rng)}
    chosen = [FACTS[key] for key in rng.sample(keys, min(len(keys), rng.randint(3, 8)))]
    says = [(fact, rng.choice(fact.says)) for fact in chosen]
    asked, found = [], []
    first = Values(rng, shared)
    opening = first.fill(rng.choice(TEXT.INTROS[kind]))
    if kind in TEXT.INTRO_ASKED and (kind == "journey" or "near" not in keys) and shared["town"] in opening and not re.search(r"[!]", opening):
        asked.append((tuple(Values(rng, {**shared, **called(rng, kind, what, named)}).fill(q) for q in TEXT.INTRO_ASKED[kind]), opening))
    for fact, say in says:
        values = Values(rng, {**shared, **called(rng, kind, what, named)})
        sentence = values.fill(say)
        alone = not any(sorts(say) & sorts(other) for f, other in says if f is not fact)
        same = [other for other in chosen if other.sort == fact.sort]
        questions = tuple(values.fill(q) for q in fitting(fact.questions(alone), say))
        if len(same) == 1 or fact.sort in ("price", "boss", "ban", "hours"):
            asked.append((questions, sentence[:1].upper() + sentence[1:]))
        found.append(sentence[:1].upper() + sentence[1:])
    if len(found) > 3 and rng.random() < 0.15 and not FIELD.search(says[1][1][:4]) and found[1].startswith(("It ", "You ", "There ", "Please ")):
        found[0:2] = [f"{found[0][:-1]}, and {found[1][0].lower()}{found[1][1:]}"]
    missing = [FACTS[key] for key in keys if all(FACTS[key].sort != fact.sort and not sorts(" ".join(FACTS[key].says)) & sorts(say) for fact, say in says)]
    if missing and rng.random() < 0.1:
        values = Values(rng, {**shared, **called(rng, kind, what, named)})
        asked = [(tuple(values.fill(q) for q in rng.choice(missing).questions(False)), NOT_SAID), *asked[:1]]
    return rng.choice((" ", " ", " ", "\n")).join([opening, *found]), asked
