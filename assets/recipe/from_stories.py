"""Requests made for real stories: simple stories, storybooks and fables of the corpus become (request, story) pairs.

Who the story is about, where it happens and what thing matters are read from its text by regular expressions, and the request
names some of them. Nothing of the corpus is kept here.
"""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple
from zlib import crc32

from .small_talk.habits import Dialogue, typed
from .texts import read

TEXT = read("from_stories")

SHORTEST, LONGEST, LONGEST_FABLE = 60, 190, 300  # words
BROKEN = {"\u00e2\u20ac\u0153": '"', "\u00e2\u20ac\u2122": "'", "\u00e2\u20ac\u02dc": "'", "\u00e2\u20ac": '"', "\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "\u2026": "...", "\u2013": "-", "\u2014": " - ", "\u00a0": " "}  # fmt: skip
UNWANTED = frozenset(
    "kill kills killed killing murder murdered blood bloody dead die died dies dying death gun guns knife knives stab stabbed shot shoot shooting drown drowned drowning suicide hell devil satan god gods jesus pray prayed prayer praying church drunk beer wine "
    "vodka cigar cigarette cigarettes naked sex sexy torture tortured slave slaves corpse grave funeral war wars soldier soldiers weapon weapons bomb bombs punch punched hate hated hates stupid idiot ugly whip whipped hanged choke choked poison poisoned "
    "poisonous rape butt fart missile missiles thief thieves robber robbers kidnap kidnapped wound wounded spank spanked beaten evil demon witchcraft bleed bleeding bled executed behead beheaded cruel cruelly slay slain slew".split()
)  # fmt: skip
ODD = re.compile(r"<\||\bhttps?:|@|#|\bAI\b|language model|world-class|outlined|\*\*|__|\.\.\.\.|\bStory:|\bWords:|\bSummary:|Features:|Title:|Moral of|[{}\[\]|<>]")  # fmt: skip
SENTENCE = re.compile(r"(?<=[.!?])[\"']?\s+")
LETTERS = re.compile(r"[a-z]+")

ADJECTIVES = frozenset(
    "big little small tiny red blue green yellow pink white black brown old new shiny pretty beautiful magic magical special golden silver round long soft warm colorful strange funny nice huge giant broken lost wooden sweet sparkly purple orange loud secret "
    "fancy brave kind happy sad lonely shy clever wise lazy curious friendly playful young good cute fluffy hungry grumpy silly quiet gentle smart strong scared bright dark deep tall yummy delicious hot cold heavy light fast slow wild great lovely".split()
)  # fmt: skip
PLACES = frozenset(
    "park forest beach garden school kitchen lake river farm zoo store sea woods mountain mountains castle village pond meadow field jungle market library town playground ocean hill bakery island barn cave desert backyard attic cottage hospital museum shop valley yard".split()
)  # fmt: skip
NO_THING = frozenset(
    "day days time times friend friends end way world thing things one ones lot bit little girl boy man woman mom dad mommy daddy mother father mama papa family child children kid kids people night morning place rest side next first last other others same best "
    "moment while week year name idea fun heart head hand hands face eyes eye home house room door top middle ground part lesson story sun sky more sister brother grandma grandpa smile group sound noise voice inside outside new big small good bad old right wrong "
    "help love happy sad away back bottom floor wall corner front behind air many few lots kind own something everyone evening afternoon today tomorrow moral whole problem word words wish mind life turn job".split()
) | PLACES  # fmt: skip
NO_NAME = frozenset(
    "He She It They The One Once There When Then But And So Every In On At A An His Her Their Its My We You I This That As After Before Some All Many Two Three Today Mom Dad Mommy Daddy Mum Mama Papa Mother Father Grandma Grandpa Granny Long Suddenly Soon Little "
    "Hello Hi Oh Yes No What Where Why How Who If While With From For By Later Everyone Mr Mrs Miss Let Just Now Each Inside Outside Finally Monday Tuesday Wednesday Thursday Friday Saturday Sunday Christmas".split()
)  # fmt: skip

CALLED = re.compile(r"\b([Aa]n?) ((?:[a-z]+-?[a-z]*,? ){0,3}?[a-z]+),? (?:named|called|whose name was|by the name of) ([A-Z][a-z]+)\b")  # fmt: skip
NAMED_NEXT = re.compile(r"\b(?:was|lived|had|saw|met) (an?) ((?:[a-z]+ ){0,2}?[a-z]+)(?: who [^.]{1,40}| in [^.]{1,30})?\. (?:Her|His|Its) name was ([A-Z][a-z]+)\b")  # fmt: skip
UNNAMED = re.compile(r"\b(?:was|lived|were) (?:once )?(an?) ((?:[a-z]+,? ){0,3}?)([a-z]+)(?=[.,]| who\b| that\b| in\b| with\b| and\b| living\b| on\b| at\b| near\b)")  # fmt: skip
NAMES_FIRST = re.compile(r"^(?:Once upon a time,? |One (?:sunny |cold |hot |rainy )?(?:day|morning|night),? )?([A-Z][a-z]+)(?: and ([A-Z][a-z]+))? (?:was|were|had|liked?|loved?|wanted|went|lived|is|are|likes|saw|felt)\b")  # fmt: skip
AT_PLACE = re.compile(r"\b(in|at|to|by|near|into|on) (?:the|a) ([a-z]+)\b")
INTRODUCED = re.compile(
    r"\b[Aa]n? ((?:[a-z]+ )?)([a-z]{3,})(?=[.,!?\"]| (?:in|on|with|that|and|to|from|at|for|was|who|near|under|by|but|so|inside|outside|full)\b)"
)  # fmt: skip
NOT_ADJECTIVES = frozenset("of the to was and time very day who that so in with had it not lot".split())
AT = frozenset("beach park zoo store farm lake playground market pond".split())
ON = frozenset("island hill mountain".split())
NO_ENDS = ("ing", "ed", "ly", "s")
SAD_END = re.compile(r"\b(sad|cr(?:y|ied|ying)|scared|alone|gone|eaten|ate (?:him|her|them|it)|hurt|angry|lost|broken|regret\w*|mean|bad|never)\b")  # fmt: skip
GOOD_END = re.compile(r"happ|friend|smil|laugh|safe|proud|learn|hug|fun")


class Parts(NamedTuple):
    """What a request may name: "a girl named Lily" or "Lily", "girl", "at the park", "a red ball"."""

    hero: str
    kind: str
    name: str
    place: str
    thing: str


TELL = TEXT.TELL
ANY = TEXT.ANY
WORDS = TEXT.WORDS
GO_ON = ("Continue this story: {x}", "Go on with this story: {x}", "How does this story go on? {x}", "Please continue: {x}", "What happens next? {x}", "Write the rest of this story: {x}", "{x}", "Finish this story: {x}")  # fmt: skip
TITLE = ("Tell me a story called \"{x}\".", "Write a story with the title \"{x}\".", "A story called {x}, please", "Do you know the story \"{x}\"?", "Tell me the story of \"{x}\"", "Write a children's story titled \"{x}\".")  # fmt: skip
FABLE = TEXT.FABLE
ELEMENT = re.compile(r"- (Main Character|Setting|Teaching): (.+)")


def pairs(folder: Path) -> list[Dialogue]:
    """A dialogue for every story in the corpus folder that is short, gentle and clean."""
    found = [story_pair(text) for text in kept(row["text"] for row in rows(folder / "tinystories.jsonl.gz"))]
    for row in rows(folder / "storybooks.jsonl.gz"):
        found += [story_pair(text, row["title"]) for text in kept([row["text"]])]
    for row in rows(folder / "fables.jsonl.gz"):
        found += [fable_pair(row["prompt"], text) for text in kept([row["reply"]], LONGEST_FABLE) if simple(text)]
    return found


def rows(path: Path) -> Iterator[dict]:
    """The objects of a gathered file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def kept(texts, longest: int = LONGEST) -> Iterator[str]:
    """The texts that are long and short enough, whole, plain and gentle, each once, cleaned."""
    seen = set()
    for raw in texts:
        text = cleaned(raw)
        beginning = text[:80]
        if wanted(text, longest) and beginning not in seen:
            seen.add(beginning)
            yield text


def simple(text: str) -> bool:
    """Whether the words are short ones."""
    found = LETTERS.findall(text.lower())
    return sum(map(len, found)) / len(found) < 4.4


def cleaned(text: str) -> str:
    """Plain quotes and spaces, one or two paragraphs."""
    for odd, plain in BROKEN.items():
        text = text.replace(odd, plain)
    blocks = [" ".join(block.split()) for block in text.strip().split("\n")]
    return in_paragraphs([block for block in blocks if block])


def in_paragraphs(blocks: list[str]) -> str:
    """One paragraph, or two of much the same length where there is a break near the middle."""
    words = [len(block.split()) for block in blocks]
    total, best = sum(words), 0
    for cut in range(1, len(blocks)):
        if abs(sum(words[:cut]) - total / 2) < abs(sum(words[:best]) - total / 2):
            best = cut
    if total < 100 or not total * 0.25 < sum(words[:best]) < total * 0.75:
        return " ".join(blocks)
    return " ".join(blocks[:best]) + "\n\n" + " ".join(blocks[best:])


def wanted(text: str, longest: int) -> bool:
    """Whether a story may be learnt from."""
    whole = text.endswith((".", "!", "?", '"')) and text.count('"') % 2 == 0
    if not (text.isascii() and whole and SHORTEST <= len(text.split()) <= longest):
        return False
    return (text[:1].isupper() or text[:1] == '"') and gentle(text) and not ODD.search(text) and ends_well(text)


def gentle(text: str) -> bool:
    """Whether no word in it is about violence, death or other things that are not for children."""
    return UNWANTED.isdisjoint(LETTERS.findall(text.lower()))


def ends_well(text: str) -> bool:
    """Whether the last two sentences are not sad, or name something good as well."""
    last = " ".join(SENTENCE.split(text)[-2:])
    return not SAD_END.search(last) or bool(GOOD_END.search(last))


def parts(text: str) -> Parts:
    """Hero, place and thing of a story."""
    start = " ".join(SENTENCE.split(text.replace("\n\n", " "))[:2])
    hero, kind, name = hero_of(start)
    return Parts(hero, kind, name, place_of(text), thing_of(text, kind, name))


def hero_of(start: str) -> tuple[str, str, str]:
    """("a girl named Lily", "girl", "Lily") from the first two sentences; parts that are not found are empty."""
    found = CALLED.search(start) or NAMED_NEXT.search(start)
    if found and plain_words(found[2]):
        kind = found[2].replace(",", "").split()[-1]
        return f"{found[1].lower()} {found[2]} named {found[3]}", kind, found[3]
    found = NAMES_FIRST.search(start)
    if found and not {found[1], found[2]} & NO_NAME:
        return f"{found[1]} and {found[2]}" if found[2] else found[1], "", found[1]
    found = UNNAMED.search(start)
    if found and found[3] not in NO_THING - {"girl", "boy", "man", "woman", "house"} and plain_words(found[2]):
        return f"{found[1]} {found[2]}{found[3]}", found[3], ""
    return "", "", ""


def plain_words(text: str) -> bool:
    """Whether the words before a noun read like adjectives, not like the rest of a sentence."""
    return NOT_ADJECTIVES.isdisjoint(text.replace(",", "").split())


def place_of(text: str) -> str:
    """A place with its preposition ("in the park"), if one is named."""
    places = Counter(found[2] for found in AT_PLACE.finditer(text) if found[2] in PLACES)
    if not places:
        return ""
    place = places.most_common(1)[0][0]
    word = "at" if place in AT else "on" if place in ON else "in"
    return f"{word} the {place}"


def thing_of(text: str, kind: str, name: str) -> str:
    """A noun that is named at least three times, with its first adjective ("a red ball")."""
    often = Counter(LETTERS.findall(text))
    introduced = {found[2]: found[1] for found in reversed(list(INTRODUCED.finditer(text)))}
    for noun in sorted(introduced, key=lambda noun: -often[noun]):
        known = noun in NO_THING or noun in ADJECTIVES or noun in (kind, name.lower())
        if often[noun] >= 3 and not known and not noun.endswith(NO_ENDS):
            return f"a {introduced[noun]}{noun}" if introduced[noun].strip() in ADJECTIVES else f"a {noun}"
    return ""


def request(found: Parts, rng: Random) -> str:
    """A request that names what was found, or some of it."""
    hero = rng.choice([name for name in (found.hero, found.hero, found.kind and f"a {found.kind}", found.name) if name] or [""])
    things = [name for name in (found.thing, found.thing, found.place) if name]
    if not hero and not things:
        return typed(rng.choice(ANY), rng)
    if found.thing and found.kind and rng.random() < 0.08:
        words = [found.kind, found.thing.split()[-1], *([found.place.split()[-1]] if found.place else [])]
        return typed(rng.choice(WORDS), rng, x=joined(words))
    if not hero and things[0] == found.place:
        return typed(rng.choice(TELL), rng, x=f"a day {found.place}")
    if hero and things and rng.random() < 0.6:
        thing = rng.choice(things)
        hero += f" {thing}" if thing == found.place else f" and {thing}"
    return typed(rng.choice(TELL), rng, x=hero or things[0])


def joined(words: list[str]) -> str:
    """Words as "a, b and c"."""
    return ", ".join(words[:-1]) + " and " + words[-1]


def story_pair(text: str, title: str = "") -> Dialogue:
    """The story after a request for it, or the rest of it after its beginning."""
    rng = Random(crc32(text.encode()))
    if title.isascii() and title and rng.random() < 0.7:
        return [("user", typed(rng.choice(TITLE), rng, x=title)), ("assistant", text)]
    sentences = SENTENCE.split(text.split("\n\n")[0])
    if rng.random() < 0.07 and len(sentences) > 4:
        begin = text[: text.index(sentences[2])].strip() if sentences[2] in text else ""
        if begin and begin.count('"') % 2 == 0 and 8 < len(begin.split()) < 45:
            return [("user", rng.choice(GO_ON).format(x=begin)), ("assistant", text[len(begin) :].strip())]
    return [("user", request(parts(text), rng)), ("assistant", text)]


def fable_pair(prompt: str, text: str) -> Dialogue:
    """The fable after its own request, or after a shorter one with the same elements."""
    rng = Random(crc32(text.encode()))
    elements = dict(ELEMENT.findall(prompt))
    if len(elements) < 3 or rng.random() < 0.35:
        return [("user", prompt.strip()), ("assistant", text)]
    place = re.sub(r"^an? |\s*where our story unfolds.*$", "", elements["Setting"].strip())
    named = {"hero": elements["Main Character"].strip(), "place": f"in a {place}", "lesson": elements["Teaching"].strip()}
    return [("user", typed(rng.choice(FABLE), rng, **named)), ("assistant", text)]
