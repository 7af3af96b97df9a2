"""Short talks and questions from the corpus: good-natured small talk, and questions with answers that stand in a passage.

The small talk is cut where the second speaker only listens and answers kindly, for the model has no job, home or pets of its own.
Nothing of the corpus is kept here.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from zlib import crc32

from .from_stories import BROKEN, LETTERS, gentle, rows
from .small_talk.habits import Dialogue, typed
from .texts import read

TEXT = read("from_talk")

MOST_TURNS, MOST_WORDS = 6, 120
TURN = re.compile(r"^([AB]): (.+)$", re.MULTILINE)
# what the second speaker may say of itself, and what it may not
OPEN_SELF = re.compile(
    r"\bI(?:'m| am) (?:sure|glad|so glad|sorry|so sorry|happy (?:for|to hear)|so happy (?:for|to hear)|impressed|curious)|\bI (?:hope|bet|see|agree|can imagine|understand|think (?:that|it|so)|believe)\b|\bI(?:'d| would) love to hear\b"
)  # fmt: skip
SELF = re.compile(r"\b(?:I|I'm|I've|I'd|I'll|[Mm]e|[Mm]y|[Mm]ine|[Ww]e|[Oo]ur|us|[Mm]yself|[Ss]ame here|[Yy]ours too)\b")
CHOOSY = frozenset(
    "user movie movies film films show shows band bands song album actor actress tv netflix vegan vote president republican democrat religion religious christian muslim bible jail prison drug drugs weed smoke smoking alcohol bar bars cancer surgery divorce "
    "divorced transplant depressed depression anxiety dating single boyfriend girlfriend hot married marry pregnant escape escaped shoplifting fight fighting hunt hunting hunter army military money rich lawyer damn crap freak nerd loser fat diet weight "
    "immigrant politics racist gay number address email phone trilogy series video flirting sexy alien aliens accent double passed stay-at-home twins".split()
)  # fmt: skip
POINTING = re.compile(r"(?i)\b(?:that|those|these|them|they|too|also|one|all of|he|she|him|her|then|another|either)\b")
OPENING = re.compile(r"(?i)(?:i (?:like|love|have|used|am|work|enjoy|want|went|just|play|live|lost|got|grew|read|made|had|need)|i'm|i've (?:been|just)|my |hi\b|hello|hey)")  # fmt: skip
ANSWERING = re.compile(r"(?i)(?:yes|yeah|no|thanks?|sure|definitely|exactly|oh|well|maybe|of course|and|but|not|i (?:don't )?know|i agree|i do|i did|i'm (?:sure|trying|happy to|fine|good|great|doing|glad)|i like to think|i haven|i have\.|i am\b[^.]{0,12}\.|me|my favorite (?:is|one)|mostly|awesome|cool|great|nice|you)\b")  # fmt: skip
PROPER = re.compile(r"(?<![.!?] )(?<!^)(?<!name is )(?<!I'm )\b(?!I\b|I')[A-Z][A-Za-z]+")
YOU = re.compile(r"\b[Yy]ou(?:r|rs|'re|'ve)?\b")
NEVER_ASKED = re.compile(r"(?i)^thank|^you too|^so, what (?:about|do)|how old are you|where are you from|your (?:name|phone|number|address)|meet up|hang out|do for a living|tonight")  # fmt: skip
BOT = frozenset(
    "bot robot digital human boss computer computing machine software program internet siri cortana alexa electricity processor server ai algorithm fire fired master task efficiency skill charm iq sapient wife husband marry love sexy hot dumb shut cancel "
    "cancelled reminder weather boyfriend girlfriend beautiful gorgeous baby honey likewise relative looking crack counting dude shoe shuteye called functionality patience straight shaking lonely".split()
)  # fmt: skip
FRIENDLY = ("botframework-smalltalk", "personality-chat-friendly")
MANNERS = re.compile(r"(?i)\b(?:thank|thanks|hello|hi|hey|good (?:morning|night|evening|afternoon)|bye|goodbye|see you|sorry|welcome|well done|good job|help|okay|wait|excuse|talk|joke|bored|lonely|angry|excited|tomorrow|later|amazing|wonderful|awesome|perfect|haha|wow|tired|sad)\b")  # fmt: skip
MOST_ALIKE = 3  # prompts for one reply

ASKS = TEXT.ASKS
SENTENCE = re.compile(r"(?<=[.!?])(?<!Mr\.)(?<!Mrs\.)(?<!St\.)(?<!Dr\.)[\"']?\s+(?=[\"'A-Z])")


def pairs(folder: Path) -> list[Dialogue]:
    """All dialogues that these files of the corpus give."""
    found = [talk for row in rows(folder / "persona_chat.jsonl.gz") for talk in talks(row["text"])]
    found += greetings(rows(folder / "smalltalk.jsonl.gz"))
    found += [talk for row in rows(folder / "fairytale_questions.jsonl.gz") for talk in questions(row)]
    return list({repr(talk): talk for talk in found}.values())


def plain(text: str) -> str:
    """Plain quotes and single spaces."""
    for odd, even in BROKEN.items():
        text = text.replace(odd, even)
    return " ".join(text.split())


def talks(text: str) -> Iterator[Dialogue]:
    """Stretches of a talk in which the second speaker only listens; of four or six turns."""
    turns = [(who, plain(text)) for who, text in TURN.findall(text)]
    start = 0
    while start < len(turns) - 1:
        stretch = listening(turns[start : start + MOST_TURNS]) if opens(turns, start) else []
        if len(stretch) >= 4:
            yield stretch
        start += max(1, len(stretch) if len(stretch) >= 4 else 1)


def opens(turns: list[tuple[str, str]], start: int) -> bool:
    """Whether a talk may begin here: something is told that answers nothing and points to nothing before."""
    turn = turns[start][1]
    after_question = start > 0 and turns[start - 1][1].endswith("?")
    points_back = YOU.search(turn) or POINTING.search(turn) or ANSWERING.match(turn)
    return not after_question and len(turn.split()) > 3 and bool(OPENING.match(turn)) and not points_back


def listening(turns: list[tuple[str, str]]) -> Dialogue:
    """The longest even beginning that alternates and is kind and short, the first speaker as the user."""
    found: Dialogue = []
    for number, (who, turn) in enumerate(turns):
        role = ("user", "assistant")[number % 2]
        if number and who == turns[number - 1][0] or not good(turn) or not fits(role, turn):
            break
        found.append((role, turn))
    return found[: len(found) // 2 * 2]


def fits(role: str, turn: str) -> bool:
    """Whether the model only listens, and is not asked about itself."""
    if role == "assistant":
        return not (SELF.search(OPEN_SELF.sub("", turn)) or NEVER_ASKED.search(turn))
    return not (turn.endswith("?") and YOU.search(turn))


def good(turn: str) -> bool:
    """Whether a turn is short, plain and polite."""
    clean = gentle(turn) and CHOOSY.isdisjoint(LETTERS.findall(turn.lower())) and not PROPER.search(turn)
    return clean and turn.isascii() and 1 < len(turn.split()) <= 28 and not re.search(r"[*\d(]", turn)


def greetings(found: Iterator[dict]) -> list[Dialogue]:
    """Exchanges of plain manners; not too many with the same reply."""
    talk: list[Dialogue] = []
    alike: Counter[str] = Counter()
    for row in found:
        prompt, reply = plain(row["prompt"]), plain(row["reply"])
        turn = f"{prompt} {reply}"
        clean = turn.isascii() and gentle(turn) and (CHOOSY | BOT).isdisjoint(LETTERS.findall(turn.lower()))
        short = 1 < len(reply.split()) <= 16 and len(prompt) > 3 and reply.endswith((".", "!", "?"))
        if row["src"] in FRIENDLY and clean and short and MANNERS.search(prompt) and alike[reply] < MOST_ALIKE:
            alike[reply] += 1
            talk.append([("user", prompt), ("assistant", reply)])
    return talk


def questions(row: dict) -> Iterator[Dialogue]:
    """A question with an answer that stands in the sentences around it."""
    text, asked, answer = plain(row["context"]), plain(row["prompt"]), plain(row["reply"]).rstrip(".")
    short = 1 <= len(answer.split()) <= 12 and len(answer) > 2
    if not (short and asked.endswith("?") and (text + asked).isascii()) or re.search(r"\bfeel\b", asked):
        return
    passage = around(text, answer)
    if passage and gentle(passage) and passage.count('"') % 2 == 0 and "]" not in passage:
        rng = Random(crc32((asked + text).encode()))
        reply = answer[0].upper() + answer[1:] + "."
        shape = rng.choice([shape for shape in ASKS if '"' not in shape or '"' not in passage])
        yield [("user", shape.format(text=passage, question=typed(asked, rng))), ("assistant", reply)]


def around(text: str, answer: str) -> str:
    """The sentence with the answer and its neighbours, at most 120 words; empty where the answer does not stand in one."""
    found = re.compile(rf"(?<!\w){re.escape(answer)}(?!\w)", re.IGNORECASE)
    sentences = SENTENCE.split(text)
    middle = next((number for number, sentence in enumerate(sentences) if found.search(sentence)), None)
    if middle is None:
        return ""
    passage = cut(text, sentences, *widened(sentences, middle))
    return passage if 25 <= len(passage.split()) <= MOST_WORDS else ""


def widened(sentences: list[str], middle: int) -> tuple[int, int]:
    """The first and the last of as many neighbours of a sentence as are short enough together."""
    first = last = middle
    while True:
        wider = [(first - 1, last), (first, last + 1)]
        fits = [(a, b) for a, b in wider if a >= 0 and b < len(sentences) and words(sentences[a : b + 1]) <= MOST_WORDS]
        if not fits:
            return first, last
        first, last = min(fits, key=lambda span: abs((span[0] + span[1]) / 2 - middle))


def words(sentences: list[str]) -> int:
    """How many words these sentences have."""
    return sum(len(sentence.split()) for sentence in sentences)


def cut(text: str, sentences: list[str], first: int, last: int) -> str:
    """The stretch of the text from one sentence to another, as it was written."""
    start = text.index(sentences[first])
    end = text.index(sentences[last], start) + len(sentences[last])
    return text[start : end + 1].strip() if text[end : end + 1] in ('"', "'") else text[start:end].strip()
