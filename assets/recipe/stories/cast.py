"""Who and what is in a story: characters, places and things drawn from the tables, and the facts that the templates need."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from random import Random

from ..held import ONE
from ..texts import read
from . import invented, nouns
from .apart import apart, free_of, naming
from .grammar import definite, plural, with_article

TEXT = read("stories/cast")
feelings = read("stories/feelings")
names = read("stories/names")
people = read("stories/people")
places = read("stories/places")
things = read("stories/things")


def rows(table: str) -> list[list[str]]:
    """The lines of a table, each split at its bars."""
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


@dataclass(frozen=True)
class Hero:
    """Who a story is about, or a friend."""

    noun: str
    pronoun: str
    kind: str = "object"
    like: str = ""
    trait: str = ""
    name: str = ""

    @property
    def phrase(self) -> str:
        """Trait and noun with an article."""
        return with_article(f"{self.trait} {self.noun}".strip())

    @property
    def whom(self) -> str:
        """Trait, noun and name."""
        return f"{self.phrase} named {self.name}" if self.name else self.phrase

    @property
    def short(self) -> str:
        """The name, or the noun with "the"."""
        return self.name or definite(self.noun)


@dataclass(frozen=True)
class Place:
    """Where a story happens."""

    prep: str
    noun: str
    kind: str
    detail: str = ""

    @property
    def first(self) -> str:
        """As it is mentioned first: in a forest."""
        return f"{self.prep} {with_article(self.noun)}"

    @property
    def again(self) -> str:
        """As it is mentioned later: in the forest."""
        return f"{self.prep} {definite(self.noun)}"


@dataclass
class Cast:
    """All that the tables hold, read once."""

    heroes: list[list[str]] = field(default_factory=lambda: rows(people.HERO_TABLE))
    helpers: list[list[str]] = field(default_factory=lambda: rows(people.HELPER_TABLE))
    places: list[Place] = field(default_factory=lambda: [Place(*row) for row in rows(places.PLACE_TABLE)])
    rare_places: list[Place] = field(default_factory=lambda: [Place(*row) for row in rows(places.RARE_PLACES)])
    things: list[list[str]] = field(default_factory=lambda: rows(things.THING_TABLE))
    fears: list[list[str]] = field(default_factory=lambda: rows(feelings.FEAR_TABLE))
    wants: list[list[str]] = field(default_factory=lambda: rows(feelings.WANT_TABLE))
    skills: list[list[str]] = field(default_factory=lambda: rows(feelings.SKILL_TABLE))


TABLES = Cast()
PRONOUNS = TEXT.PRONOUNS
GENDERS = dict.fromkeys(("girl", "woman", "queen", "princess", "witch", "sister", "mother", "mum", "grandmother", "grandma", "aunt", "lady", "maid", "hen", "nun", "ballerina", "empress"), "she")
GENDERS |= dict.fromkeys(("boy", "man", "king", "prince", "wizard", "brother", "father", "dad", "grandfather", "grandpa", "uncle", "monk", "rooster", "emperor", "sir", "count"), "he")
LONG_NOUNS = ("sea turtle", "old man", "old woman", "bus driver", "night watchman", "guinea pig")


def pronoun_of(mark: str, kind: str, rng: Random) -> str:
    """The pronoun of a hero: as its line says, or drawn."""
    if mark != "x":
        return mark
    if kind in ("animal", "bird", "sea", "magic", "person"):
        return rng.choice(("he", "she"))
    return rng.choice(("he", "she") * 5 + ("it",))


def _pronoun(noun: str, kind: str, rng: Random) -> str:
    """The pronoun of a noun that stands in no table of heroes."""
    return GENDERS.get(noun.split()[-1]) or pronoun_of("x", kind, rng)


def name_for(hero_kind: str, pronoun: str, rng: Random) -> str:
    """A name that fits: people have people's names, the others often have pet names."""
    if rng.random() < 0.08:
        return invented.name(rng)
    human = hero_kind == "person" or rng.random() < 0.25
    girls, boys = (names.GIRLS, names.BOYS) if human else (names.SHE_NAMES, names.HE_NAMES)
    return rng.choice({"she": girls, "he": boys}.get(pronoun) or girls + boys)


def hero(rng: Random, rare: bool = False) -> Hero:
    """A hero, never one of the unseen; a rare one has a noun that few stories know."""
    while (found := _any_hero(rng, rare)).noun in ONE:
        pass
    return found


def _any_hero(rng: Random, rare: bool) -> Hero:
    chance = rng.random()
    if rare and chance < 0.7:
        noun = rng.choice(people.RARE_HEROES) if chance < 0.3 else invented.word(rng)
        return _unheard_of(noun, rng)
    if rare or chance < 0.4:
        noun, kind = nouns.draw(rng)
        return Hero(noun, _pronoun(noun, kind, rng), kind, rng.choice(people.LIKES))
    noun, mark, kind, like = rng.choice(TABLES.heroes)
    liked = like.replace(" its ", " {his} ") if rng.random() < 0.7 else rng.choice(people.LIKES)
    return Hero(noun, pronoun_of(mark, kind, rng), kind, liked)


RELATIVES = ("grandpa", "grandfather", "uncle", "dad", "father", "brother", "little brother", "big brother", "grandma", "grandmother", "aunt", "mum",
             "mother", "sister", "little sister", "big sister", "cousin", "teacher", "neighbour")  # fmt: skip
PETS = ("cat", "dog", "hamster", "rabbit", "kitten", "puppy", "pony", "guinea pig", "tortoise")


def somebody_near(rng: Random) -> Hero:
    """A relative or a pet, whom a request calls "my aunt"."""
    noun = Random.choice(rng, (*RELATIVES, *PETS))
    kind = "animal" if noun in PETS else "person"
    return Hero(noun, _pronoun(noun, kind, rng), kind, rng.choice(people.LIKES))


def spliced(rng: Random) -> Hero:
    """A hero whose noun is made of two real ones, for requests that give it."""
    return _unheard_of(nouns.spliced(rng), rng)


def _unheard_of(noun: str, rng: Random) -> Hero:
    return Hero(noun, rng.choice(("he", "she") * 5 + ("it",)), "rare", rng.choice(people.LIKES))


def child(rng: Random) -> Hero:
    """A girl or a boy with a name, for requests that give only the name."""
    girl = rng.random() < 0.5
    known = rng.choice(names.GIRLS if girl else names.BOYS)
    noun = rng.choice(("girl", "girl", "little girl", "child") if girl else ("boy", "boy", "little boy", "child"))
    return Hero(noun, "she" if girl else "he", "person", rng.choice(people.LIKES), name=known)


def place(rng: Random, hero_kind: str, taken: list[str]) -> Place:
    """A place that has no part in common with the nouns that are taken; fish live in the water unless somebody asks for something else."""
    fits = [option for option in TABLES.places if (option.kind == "water") == (hero_kind == "sea") and apart(option.noun, taken)]
    return rng.choice(fits)


def any_place(rng: Random, rare: bool, taken: list[str]) -> Place:
    """A place that somebody asks for."""
    while not apart((found := _rare_place(rng) if rare else rng.choice(TABLES.places)).noun, taken):
        pass
    return found


def _rare_place(rng: Random) -> Place:
    if rng.random() < 0.6:
        return rng.choice(TABLES.rare_places)
    if rng.random() < 0.3:
        return Place("in", invented.word(rng), "wild")
    prep, pattern = rng.choice(places.NAMED)
    return Place(prep, pattern.replace("{word}", invented.name(rng)), rng.choice(("wild", "town")))


def thing(rng: Random, rare: bool, stuff: bool, taken: list[str]) -> tuple[str, str]:
    """A thing and a sentence about it, neither of which names a noun that is taken; some stuff that has no plural, where the plot has
    room for that."""
    while True:
        noun, detail = _any_thing(rng, rare, stuff)
        if apart(noun, taken) and noun not in ONE:
            return noun, free_of((detail, *things.GENERIC_DETAILS), taken)[0]


def _any_thing(rng: Random, rare: bool, stuff: bool) -> tuple[str, str]:
    if rare and rng.random() < 0.8:
        chance = rng.random()
        noun = rng.choice(things.RARE_THINGS) if chance < 0.4 else nouns.draw_thing(rng) if chance < 0.7 else invented.word(rng)
        return noun, rng.choice(things.GENERIC_DETAILS)
    if stuff and rng.random() < 0.15:
        return rng.choice(things.MASS), rng.choice(things.GENERIC_DETAILS[:5])
    noun, detail = Random.choice(rng, TABLES.things) if rng.random() < 0.1 else rng.choice(TABLES.things)
    return noun, detail if rng.random() < 0.75 else rng.choice(things.GENERIC_DETAILS)


def friend(rng: Random, taken: list[str], near: Hero, kind_of_place: str) -> Hero:
    """Somebody else who could live near the hero."""
    kinds = {"sea": ("sea",), "person": ("person", "animal")}.get(near.kind, ("animal", "bird", "small"))
    kinds = ("sea",) if kind_of_place == "water" else kinds
    noun, mark, kind, like = rng.choice([row for row in TABLES.heroes if row[2] in kinds and apart(row[0], taken)])
    other = {"he": "she", "she": "he"}.get(near.pronoun, "she")
    pronoun = other if mark == "x" and rng.random() < 0.8 else pronoun_of(mark, "animal", rng)
    trait = rng.choice(("", "", "small", "young", "quiet", "cheerful", "shy", "friendly", "clever", "jolly"))
    trait = "" if noun.startswith(("little", "baby", "old", "young")) else trait
    return Hero(noun, pronoun, kind, like, trait, name_for(kind, pronoun, rng) if rng.random() < 0.5 else "")


Helper = tuple[str, str, str]  # as mentioned first, as mentioned later, and the pronoun


def helper(rng: Random, taken: list[str], wet: bool, hero_pronoun: str) -> Helper:
    """A helper whose description names nothing that is taken, mostly with another pronoun than the hero's."""
    fits = [row for row in TABLES.helpers if (row[2] == "water") == wet and apart(row[0], taken)]
    others = [row for row in fits if row[1] != hero_pronoun]
    phrase, pronoun, _ = rng.choice(others if others and rng.random() < 0.85 else fits)
    return with_article(phrase), f"the {helper_noun(phrase)}", pronoun


def guest(rng: Random, rare: bool, taken: list[str]) -> Helper:
    """Somebody, or something that talks, whom a request wants in the story beside its hero."""
    while not apart((found := hero(rng, rare)).noun, taken):
        pass
    return with_article(found.noun), definite(found.noun), found.pronoun


def helper_noun(phrase: str) -> str:
    """The noun in a helper's description."""
    head = phrase.split(" with ")[0].split(" in a ")[0]
    return next((long for long in LONG_NOUNS if head.endswith(long)), head.split()[-1])


GENERIC = 0.85  # of the stories of a fear or a want: told in sentences that name it and fit any other as well
OWN = "{his}"  # in a fear: whose it is, which is "my" where the hero speaks of it


def fear(rng: Random, hero_noun: str, rare: bool, asked: bool = False) -> dict[str, str | tuple[str, ...]]:
    """What somebody is afraid of, and what is told about it, mostly in sentences that name it; one that is asked for is drawn evenly."""
    draw = partial(Random.choice, rng) if rare or asked else rng.choice
    if rare:
        noun = draw(free_of(feelings.RARE_FEARS, [hero_noun])) if rng.random() < 0.85 else plural(invented.word(rng))
        own: list[str] = []
    else:
        noun, *own = draw([row for row in TABLES.fears if not naming(hero_noun).search(" ".join(row))])
    if not own or rng.random() < GENERIC:
        own = [rng.choice(free_of(options, [hero_noun])) for options in (feelings.GENERIC_FEAR, feelings.GENERIC_WORD, feelings.GENERIC_TURN)]
    names = ("fear", "fear_shows", "fear_word", "fear_turn", "my_fear", "your_fear")
    return dict(zip(names, [noun, *own, noun.replace(OWN, "my"), noun.replace(OWN, "your")], strict=True))


def want(rng: Random, hero_noun: str, rare: bool, asked: bool = False) -> dict[str, str | tuple[str, ...]]:
    """What somebody wants to do, how it failed and how it came true, mostly in sentences that say again what it was."""
    draw = partial(Random.choice, rng) if rare or asked else rng.choice
    if rare:
        wanted, *own = [draw(free_of(feelings.RARE_WANTS, [hero_noun]))]
    else:
        wanted, *own = draw([row for row in TABLES.wants if not naming(hero_noun).search(" ".join(row))])
    if not own or rng.random() < GENERIC:
        own = [rng.choice(free_of(options, [hero_noun])) for options in (feelings.GENERIC_TRY, feelings.GENERIC_DONE)]
    return dict(zip(("want", "want_try", "want_done"), [wanted, *own], strict=True))


def hero_facts(who: Hero, rng: Random) -> dict[str, str | tuple[str, ...]]:
    """The facts about the hero."""
    he, him, his, himself = PRONOUNS[who.pronoun]
    the = definite(who.noun)
    little = rng.random() < 0.3 and who.kind in ("animal", "bird", "small", "magic", "rare") and " " not in who.noun
    unnamed = (the, the, f"the little {who.noun}") if little else (the,)
    return {
        "he": he, "him": him, "his": his, "himself": himself, "noun": who.noun, "the_noun": the, "name": who.short, "like": who.like,
        "hero": (who.name, who.name, the) if who.name else unnamed,
        "hero_named": who.whom, "whom": who.whom,
    }  # fmt: skip


def friend_facts(who: Hero) -> dict[str, str | tuple[str, ...]]:
    """The facts about the friend, or the second hero."""
    fhe, fhim, fhis, _ = PRONOUNS[who.pronoun]
    return {
        "fhe": fhe, "fhim": fhim, "fhis": fhis, "friend": who.short, "a_friend": who.whom, "friend_poss": f"{who.short}'s",
        "whom_too": who.whom,
    }  # fmt: skip


def thing_facts(noun: str, detail: str) -> dict[str, str | tuple[str, ...]]:
    """The facts about the thing."""
    return {"thing": noun.removeprefix("some "), "a_thing": with_article(noun), "thing_detail": detail}


def place_facts(where: Place, taken: list[str], rng: Random) -> dict[str, str | tuple[str, ...]]:
    """The facts about the place, with three spots in it that name nothing that is taken."""
    one, two, three = rng.sample(free_of(places.NOOKS[where.kind], taken), 3)
    the = definite(where.noun)
    return {"in_a_place": where.first, "in_the_place": where.again, "the_place": the, "there": f"to {the}", "nook1": one, "nook2": two, "nook3": three}


def helper_facts(found: tuple[str, str, str]) -> dict[str, str | tuple[str, ...]]:
    """The facts about the helper."""
    first, again, pronoun = found
    hhe, hhim, hhis, _ = PRONOUNS[pronoun]
    return {"a_helper": first, "helper": again, "hhe": hhe, "hhim": hhim, "hhis": hhis}


COLOURS = ("blue", "red", "green", "golden", "purple", "spotted", "magical")
UNFIT: dict[str, tuple[str, ...]] = {
    "person": (*COLOURS, "fluffy", "rusty", "invisible", "tiny"),
    "animal": ("rusty",),
    "bird": ("rusty",),
    "sea": ("rusty", "fluffy"),
    "small": ("rusty", "big", "strong"),
    "object": ("young", "rusty"),
    "nature": ("rusty", "fluffy", "spotted"),
    "machine": ("fluffy", "young"),
    "magic": ("rusty", "invisible", "magical"),
    "rare": ("rusty", "fluffy", "young"),
}
OWN_TRAITS = ("little", "old", "baby", "young", "polar", "giant", "snow", "tooth", "toy", "tin", "paper")


YOUNG = ("girl", "boy", "child", "prince", "princess")
BIG = frozenset(
    "giant giantess ogre troll dragon elephant mammoth rhino rhinoceros hippo hippopotamus giraffe bear ox bull buffalo bison moose walrus whale orca shark "
    "mountain volcano iceberg glacier moon sun sea ocean lake river forest tree oak castle tower lighthouse windmill bridge house barn church cathedral "
    "ship ferry steamer submarine train locomotive bus lorry truck crane digger bulldozer combine tractor skyscraper whirlwind storm cloud".split()
)  # last words of the nouns of what is never small, unless it is a young one


def grown_up(who: Hero) -> bool:
    """Whether this is a person who has left school."""
    return who.kind == "person" and who.noun.split()[-1] not in YOUNG


def big(noun: str) -> bool:
    """Whether nobody would call it small: an elephant, a lighthouse."""
    *before, last = noun.split()
    return last in BIG and not {"baby", "little", "toy", "tiny", "young"} & set(before)


def trait(rng: Random, noun: str, kind: str) -> str:
    """A trait that does not clash with the noun."""
    found = rng.choice(list(people.TRAITS))
    clash = noun.split()[0] in OWN_TRAITS or found in noun or found in UNFIT.get(kind, ())
    return "" if clash or (big(noun) and found in ("small", "tiny", "little")) else found
