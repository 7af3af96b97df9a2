"""What may come after an explanation: a talk of a few more turns."""

from dataclasses import dataclass
from random import Random

from ..texts import read
from .requests import OPEN, WORKS, capital, explained, framed, said_question, typed
from .topics import Topic, some_text

PHRASES = read("explanations/phrases")


@dataclass
class Talk:
    """The turns so far, the place in its field of the topic explained last, how many facts were added, whether all is said."""

    turns: list[tuple[str, str]]
    field: tuple[Topic, ...]
    place: int
    facts_told: int = 0
    over: bool = False

    @property
    def topic(self) -> Topic:
        """The topic that was explained last."""
        return self.field[self.place]

    @property
    def neighbour(self) -> Topic:
        """The topic that comes next in the table."""
        return self.field[(self.place + 1) % len(self.field)]

    def say(self, request: str, reply: str) -> None:
        """One more exchange."""
        self.turns += [("user", request), ("assistant", reply)]

    def turn_to(self, place: int) -> None:
        """Another topic of the field is the one that is explained."""
        self.place, self.facts_told = place % len(self.field), 0


def go_on(talk: Talk, rng: Random) -> list[tuple[str, str]]:
    """None to three more steps of the talk; all its turns."""
    for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 1, 2, 2, 3))):
        if not talk.over:
            rng.choices(STEPS, STEP_WEIGHTS)[0](talk, rng)
    return talk.turns


def thanked(talk: Talk, rng: Random) -> None:
    """Thanks; nothing comes after it."""
    talk.say(remark(PHRASES.THANKS, rng), rng.choice(PHRASES.WELCOME).format(t=theme(talk.topic)))
    talk.over = True


def another(talk: Talk, rng: Random) -> None:
    """Any other topic: it is the next one in the table, and the reply names it."""
    talk.turn_to(talk.place + 1)
    talk.say(remark(PHRASES.ANOTHER, rng), led(talk.topic, rng))


def praised(talk: Talk, rng: Random) -> None:
    """Praise, the offer of a neighbouring topic, and a yes or a no."""
    talk.say(remark(PHRASES.PRAISE, rng), PHRASES.OFFER.format(t=theme(talk.neighbour)))
    answered(talk, rng)


def answered(talk: Talk, rng: Random) -> None:
    """A yes and the explanation that was offered, or a no."""
    if rng.random() < 0.25:
        talk.say(remark(PHRASES.NO, rng), PHRASES.FAREWELL)
        talk.over = True
    else:
        talk.turn_to(talk.place + 1)
        talk.say(remark(PHRASES.YES, rng), some_text(talk.topic, rng))


def named(talk: Talk, rng: Random) -> None:
    """Another topic of the field, asked for by name or by one of its questions."""
    talk.turn_to(talk.place + rng.randrange(1, len(talk.field)))
    talk.turns += another_topic(talk.topic, rng)


def continued(talk: Talk, rng: Random) -> None:
    """One more fact; when there is none, the offer of another topic."""
    if talk.turns[-1][1] == talk.topic.short:
        return lengthened(talk, rng)
    if talk.facts_told < len(talk.topic.follows):
        talk.say(remark(PHRASES.MORE, rng), talk.topic.follows[talk.facts_told].answer)
        talk.facts_told += 1
        return None
    talk.say(remark(PHRASES.MORE, rng), PHRASES.ENOUGH.format(t=theme(talk.topic), other=theme(talk.neighbour)))
    return answered(talk, rng)


def lengthened(talk: Talk, rng: Random) -> None:
    """The whole explanation after its one sentence."""
    talk.say(remark(PHRASES.LONGER, rng), some_text(talk.topic, rng))


def about_it(talk: Talk, rng: Random) -> None:
    """A question or a wish about what was just explained."""
    topic, last = talk.topic, talk.turns[-1][1]
    if last == topic.short:
        return lengthened(talk, rng)
    others = [text for text in topic.texts if not last.endswith(text)]
    choices = [(PHRASES.SHORTER, topic.short)] * 3 + [(PHRASES.REPEAT, last), (PHRASES.WHY, reason(topic)), (PHRASES.TRUE, PHRASES.SURE.format(short=topic.short))]
    choices += [(PHRASES.DIFFERENTLY, rng.choice(others or [topic.short]))] * (2 if others else 1)
    facts = [fact for fact in topic.follows if fact.answer != last]
    if facts and rng.random() < 0.5:
        fact = rng.choice(facts)
        return talk.say(typed(rng.choice(fact.questions) + "?", rng), fact.answer)
    words, reply = rng.choice(choices)
    return talk.say(remark(words, rng), reply)


STEPS = (thanked, another, praised, named, continued, about_it)
STEP_WEIGHTS = (20, 10, 10, 22, 12, 26)


def another_topic(topic: Topic, rng: Random) -> list[tuple[str, str]]:
    """A topic that is asked for in the middle of a talk, and its explanation."""
    if topic.questions and rng.random() < 0.4:
        return said_question(topic, ("{q}", "and {q}", "ok, and {q}"), rng)
    if rng.random() < 0.2:
        return explained(topic, rng)
    name = rng.choice(topic.names)
    frame = rng.choice(WORKS if name.works and rng.random() < 0.25 else OPEN if rng.random() < 0.3 else PHRASES.ALSO)
    return [("user", typed(framed(frame, name), rng)), ("assistant", some_text(topic, rng))]


def theme(topic: Topic) -> str:
    """The topic as one speaks about it: the plural where its name is one of many."""
    first = topic.names[0]
    many = [name.text for name in topic.names if name.plural]
    return many[0] if many and first.text != first.bare and not first.text.startswith("the ") else first.text


def remark(words: tuple[str, ...], rng: Random) -> str:
    """One of these short remarks, as typed."""
    text = rng.choice(words)
    return capital(text) + ("." if rng.random() < 0.3 and text[-1].isalpha() else "") if rng.random() < 0.6 else text


def led(topic: Topic, rng: Random) -> str:
    """The explanation of a topic that was not named by who asked."""
    return f"Let us talk about {theme(topic)}. {some_text(topic, rng)}"


def reason(topic: Topic) -> str:
    """The answer to a bare "why?": one that is known, or that more is not known."""
    known = [f.answer for f in topic.follows if "why" in f.questions]
    return known[0] if known else PHRASES.LITTLE.format(t=theme(topic), short=topic.short)
