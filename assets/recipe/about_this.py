"""Short questions on the tool's own subjects, on the program and on the model itself: each has one answer, however it is asked.

The explanations tell of the same things at more length; here a newcomer asks in a few words and gets one to three sentences.
"""

import re
from random import Random

from .small_talk.habits import Dialogue, typed, variant
from .texts import read

TEXT = read("about_this")
OF_TERMS, OF_PROGRAM, OF_ITSELF = (read(f"about_this_wordings/{name}") for name in ("terms", "program", "model_itself"))
SENTENCE = re.compile(r"(.+?[.?!:])(?: (?=[A-Z])|$)")
ASKING = re.compile("(what|why|how|who|which|when|where|is|isn't|are|do|does|can|could|will|would|must|should|may)('s|s)? ", re.IGNORECASE)
PLURAL = (("is {n}", "are {n}"), ("does {n}", "do {n}"), ("{n} is", "{n} are"))  # how a frame is changed for a plural name
FITS = re.compile(r"\{n\} thing|Why is there|for\b|do\b|work\b")  # frames that not every name goes with


def parted(text: str) -> tuple[str, ...]:
    """What stands between the strokes."""
    return tuple(text.split(" / "))


def further_wordings() -> dict[str, tuple[str, ...]]:
    """By a term's first name or a subject's first question: the questions that text/about_this_wordings adds to it."""
    found = {key: parted(wordings) for part in (OF_TERMS, OF_PROGRAM, OF_ITSELF) for key, wordings in part.WORDINGS}
    known = {parted(row[0])[0] for rows in (TEXT.TERMS, TEXT.TOOL, TEXT.SELF) for row in rows}
    if unknown := found.keys() - known:
        raise ValueError(f"about_this has no subject {sorted(unknown)[0]!r}")
    return found


FURTHER = further_wordings()


def asked_about(key: str, questions: str) -> tuple[str, ...]:
    """All questions on a term or subject: its own, and those that are added by its key."""
    return parted(questions) + FURTHER.get(parted(key)[0], ())


TERMS = tuple((parted(names), asked_about(names, questions), answer) for names, questions, answer in TEXT.TERMS)
LETTERS, DIFFERENCES = TEXT.LETTERS, tuple((parted(one), parted(other), answer) for one, other, answer in TEXT.DIFFERENCES)
TOOL, SELF = (
    tuple((asked_about(questions, questions), answer) for questions, answer in rows)
    for rows in (TEXT.TOOL + OF_PROGRAM.ANSWERS, TEXT.SELF + OF_ITSELF.ANSWERS)
)
FAMILIES = tuple(  # subjects that are asked about alike
    (frames, tuple((parted(names), parted(questions), answer) for names, questions, answer in subjects))
    for frames, subjects in ((TEXT.FAVOURITE_ASKED, TEXT.FAVOURITES), (TEXT.MISTAKEN_ASKED, TEXT.MISTAKEN))
)
PLAIN_FRAMES = tuple(frame for frame in TEXT.WHAT if not FITS.search(frame))


def named(frame: str, name: str) -> str:
    """A frame with a name in it, its verb in the right number."""
    for one, many in PLURAL if name.startswith("+") else ():
        frame = frame.replace(one, many)
    asked = frame.format(n=name.removeprefix("+"))
    return asked[0].upper() + asked[1:] if frame[0].isupper() else asked


def worded(question: str, rng: Random) -> str:
    """One of the wordings that a question's brackets and phrases allow."""
    return " ".join(variant(question.format_map(TEXT.PHRASES), rng).split())


def about_letters(rng: Random) -> tuple[str, str]:
    """What an abbreviation stands for."""
    name, answer = rng.choice(LETTERS)
    return rng.choice(TEXT.LETTERS_ASKED).format(n=name), answer


def about_two(rng: Random) -> tuple[str, str]:
    """How two subjects differ, either named first."""
    one, other, answer = rng.choice(DIFFERENCES)
    a, b = rng.sample((rng.choice(one), rng.choice(other)), 2)
    question = rng.choice(TEXT.BETWEEN_ASKED).format(a=a, b=b)
    if question.startswith(("is ", "are ", "isn't ")):
        answer = f"{'Yes' if 'nearly the same' in answer else 'No'}. {answer}"
    return question, answer


def of_a_family(rng: Random) -> tuple[str, str]:
    """What the model likes, and whom it is taken for."""
    frames, subjects = rng.choice(FAMILIES)
    names, questions, answer = rng.choice(subjects)
    return (worded(rng.choice(questions), rng) if rng.random() < 0.15 else rng.choice(frames).format(n=rng.choice(names))), answer


def about_term(rng: Random) -> tuple[str, str]:
    """A question on one of the subjects, and its answer."""
    names, questions, answer = rng.choice(TERMS)
    if rng.random() < 0.6:
        return worded(rng.choice(questions), rng), answer
    name = rng.choice(names[:1] * 3 + names)
    frames = TEXT.WHAT if name == names[0] and re.match("(a|an|the) ", name) else PLAIN_FRAMES
    return named(rng.choice(frames), name), answer


def asked(rng: Random) -> tuple[str, str]:
    """A question, as typed, and its answer."""
    draw = rng.random()
    if draw < 0.4:
        question, answer = about_term(rng)
    elif draw < 0.52:
        question, answer = about_letters(rng) if draw < 0.44 else about_two(rng)
    elif draw < 0.57:
        question, answer = of_a_family(rng)
    else:
        questions, answer = rng.choice(TOOL if draw < 0.8 else SELF)
        question = worded(rng.choice(questions), rng)
    return hurried(question, rng) if rng.random() < 0.25 else typed(framed(marked(question, rng), rng), rng), answer


def marked(question: str, rng: Random) -> str:
    """Often a question has its mark."""
    return f"{question}?" if ASKING.match(question) and question[-1].isalnum() and rng.random() < 0.6 else question


def framed(question: str, rng: Random) -> str:
    """A question with what people say before or after it."""
    draw = rng.random()
    if len(question) < 13 or draw > 0.14:
        return question
    if draw < 0.05:
        return f"{question.rstrip('?')}{rng.choice(TEXT.AFTER)}"
    small = question if question[:2].isupper() or question[:2] in ("I ", "I'") else question[0].lower() + question[1:]
    return f"{rng.choice(TEXT.BEFORE)} {small}"


def hurried(question: str, rng: Random) -> str:
    """All small, and perhaps without marks."""
    small = question.lower()
    return small.rstrip("?.").replace("'", "") if rng.random() < 0.4 else small


def first_sentence(answer: str) -> str:
    """The shorter answer."""
    found = SENTENCE.match(answer)
    return found[1] if found and not found[1].endswith(":") else answer


def followed(question: str, answer: str, rng: Random) -> Dialogue:
    """What a person says to an answer, and what comes of it."""
    short, draw = first_sentence(answer), rng.random()
    if len(short) < 20 or short.startswith("Press"):
        short = answer
    if draw < 0.3:
        return [("user", rng.choice(TEXT.SHORTER)), ("assistant", short)]
    if draw < 0.45:
        return [("user", rng.choice(TEXT.SIMPLER)), ("assistant", f"In short: {short[0].lower() + short[1:] if short.split()[0] in SMALL else short}")]
    if draw < 0.6:
        return [("user", rng.choice(TEXT.SURE)), ("assistant", "Yes, as far as I know, but I am very small and can be wrong.")]
    if draw < 0.66:
        return [("user", rng.choice(TEXT.WHY)), ("assistant", "I am too small to say more about that, but you can ask me what another word means here.")]
    if draw < 0.72:
        return [("user", rng.choice(TEXT.MORE)), ("assistant", "That is all that I know about it. Ask me about another thing, if you like.")]
    if draw < 0.86:
        said, reply = rng.choice(TEXT.THANKS)
        return [("user", said), ("assistant", reply)]
    names, _, other = rng.choice(TERMS)
    return [("user", rng.choice(TEXT.ALSO).format(n=names[0])), ("assistant", other)]


SMALL = frozenset("A An The In It This With No Yes Tokens Parameters Underlined Hybrid Greedy Sampling Temperature Training Verification".split())


def dialogue(rng: Random) -> Dialogue:
    """One or two questions, and perhaps what follows the answer."""
    question, answer = asked(rng)
    turns = [("user", question), ("assistant", answer)]
    draw = rng.random()
    if draw < 0.22:
        turns += followed(question, answer, rng)
    elif draw < 0.4:
        question, answer = asked(rng)
        turns += [("user", question), ("assistant", answer)]
    return turns
