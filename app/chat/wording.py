"""Sentences about tokens, rounds and settings, in the field's words, and why a token is there. Pure functions of the engine's values."""

from dataclasses import dataclass, fields

from specdeck.decoding import Loop
from specdeck.decoding.drafters import WORDS
from specdeck.decoding.rules import ALL, rule_in_force
from specdeck.decoding.types import ADAPTIVE_K, MLX_LM, PLAIN, Prefill, Round, Settings, Stats

from ..budget import progress_words
from ..drawing.clean_text import one_line
from ..drawing.figures import counted, precisely, probability, rate, share
from .reply import Reply, Token

OWN = {
    "recovered": "target's own, recovered at the first miss",
    "bonus": "target's own, a bonus after a fully accepted draft",
    "plain": "target's own, no draft in this round",
}

RULE_WORDS = {rule.name: rule.summary + ("; the same seed gives the same text, so compare uses it" if rule.same_text else "") for rule in ALL}


def quotient_words(p: float, q: float | None, digits: int = 3) -> str:
    """ "p/q = .576/.958 = .601"; a point guess has no q, which counts as 1."""
    q = 1.0 if q is None else q
    return f"p/q = {precisely(p)}/{precisely(q)} = {precisely(p / q, digits)}"


def judged_words(p: float, q: float | None, u: float, accepted: bool) -> str:
    """A guess's test with its numbers: "u .321 < p/q = .576/.958 = .601". It has more digits where u and p/q would look alike."""
    quotient = p / (1.0 if q is None else q)
    digits = next((digits for digits in range(3, 17) if precisely(u, digits) != precisely(quotient, digits)), 17)
    return f"u {precisely(u, digits)} {'<' if accepted else '>='} {quotient_words(p, q, digits)}"


def drafter_words(name: str) -> str:
    """What a drafter does, in a few words; empty for a name with a folder, as "model:FOLDER"."""
    return WORDS.get(name, "")


def place(reply: Reply, token: Token) -> str:
    """Where a token came from, in one line that a screen reader can read."""
    if token.source == "chosen":
        return f"chosen by you, p {probability(token.p)}; the reply continues from here"
    event = reply.rounds[token.round]
    of = "" if event.drafter == MLX_LM else f" of {len(event.draft)}"  # which tells of accepted guesses alone
    parts = [OWN.get(token.source) or f"accepted draft, position {token.position}{of}"]
    parts.append(f"round {token.round + 1}")
    if token.source == "accepted":
        parts.append(f"drafter {one_line(event.drafter)}")
    chances = f"p {probability(token.p)}" + (f" q {probability(token.q)}" if token.q is not None else "")
    return ", ".join([chances, *parts])


def k_words(settings: Settings) -> str:
    """Return the draft length as a number, or as auto where each round chooses it. With auto, an unusual limit is named."""
    if not settings.adaptive_k:
        return f"{settings.k}"
    return "auto" if settings.k == ADAPTIVE_K else f"auto to {settings.k}"


def choice_words(settings: Settings) -> str:
    """A drafter and its k: "model, k 4"."""
    return "plain decoding" if settings.k == 0 or settings.drafter == PLAIN else f"{one_line(settings.drafter)}, k {k_words(settings)}"


def change(before: Settings, after: Settings) -> str:
    """What differs between two settings: "k 4 → 6, T 0 → 0.7"."""
    forms = (lambda s: s.drafter, lambda s: f"k {k_words(s)}", lambda s: f"T {s.temperature:g}", lambda s: s.rule)
    differences = []
    for form in forms:
        old, new = one_line(form(before)), one_line(form(after))
        if old != new:
            differences.append(f"{old} → {new.removeprefix('k ').removeprefix('T ')}")
    others = [field.name.replace("_", "-") for field in fields(Settings) if getattr(before, field.name) != getattr(after, field.name)]
    return ", ".join(differences or others)


def verdicts(round_: Round) -> list[str]:
    """One word per guess: accepted, rejected (the first miss), dropped (after it), untested (the reply ended before it)."""
    accepted, rest = round_.accepted, len(round_.draft) - round_.accepted
    if round_.tested <= accepted and "recovered" not in round_.sources:
        return ["accepted"] * accepted + ["untested"] * rest
    return (["accepted"] * accepted + ["rejected"] + ["dropped"] * rest)[: accepted + rest]


def reading_words(prefill: Prefill) -> str:
    """How far a prompt is read, and about how long the rest will take."""
    return progress_words(f"the {prefill.who} reads the prompt: {prefill.done:,} of {prefill.total:,} tokens", left=prefill.seconds_left)


def ending(reply: Reply) -> str:
    """How a reply ended; empty if it ended by itself."""
    if reply.phase == "failed":
        return f"failed: {reply.failure}"
    if reply.finish is None or reply.finish.reason == "stop":
        return ""
    if reply.finish.reason == "length":
        full = reply.asked is not None and reply.stats.emitted < reply.asked.max_tokens
        return "ended: the context is full" if full else f"ended at {_written(reply)} (/max)"
    if reply.prefill and reply.prefill.done < reply.prefill.total:
        return f"stopped while the {reply.prefill.who} read the prompt: {reply.prefill.done:,} of {reply.prefill.total:,} tokens"
    return "stopped"


def _written(reply: Reply) -> str:
    """The tokens that its figures count; beside kept ones the new ones."""
    return counted(reply.stats.emitted, "new token" if reply.kept else "token")


def figures(reply: Reply) -> list[str]:
    """A reply's counts and rates, a few words each."""
    stats = reply.stats
    if reply.phase == "done" and reply.finish is None:
        return ["you ended the reply here"]
    parts = [ending(reply)] if ending(reply) else []
    kept = f" ({reply.kept} kept)" if reply.kept else ""
    if stats.rounds or not parts:
        rounds = f" in {counted(stats.rounds, 'round')}" if stats.drafted else ""  # a plain round writes one token, or ends the reply
        parts.append(f"{_written(reply)}{kept}{rounds}")
    if reply.loop:
        parts.append(loop_words(reply.loop))
    if reply.only_loops:
        return parts
    stats = reply.telling
    if stats.tokens_per_second:
        parts.append(f"{'before that ' if reply.loop else ''}{rate(stats.tokens_per_second)}")
    if stats.acceptance_rate is not None:
        parts.append(f"{DRAFTED} {share(stats.acceptance_rate)}")
    return parts


DRAFTED, TESTED = "accepted/drafted", "accepted/tested"  # the two acceptances: of all guesses, and of those up to each round's first miss


def acceptance_words(stats: Stats) -> str:
    """Both acceptances with their counts; "" where nothing was drafted."""
    if stats.acceptance_rate is None:
        return ""
    tested = "" if stats.acceptance_per_tested is None else f", {share(stats.acceptance_per_tested)} {TESTED}"
    return f"{share(stats.acceptance_rate)} {DRAFTED} ({stats.accepted} of {stats.drafted}){tested}"


def loop_words(loop: Loop) -> str:
    """From where a text repeats itself, and how much of it that is."""
    return f"repeats itself from token {loop.start + 1} on, {counted(loop.period, 'token')} at a time ({loop.tokens} of {loop.end})"


def paused_words(reply: Reply) -> str:
    """Where a reply that is paused stands."""
    return f"paused after round {len(reply.rounds)}" if reply.rounds else "pauses after the first round"


def ago(seconds: float) -> str:
    """The time since, in its largest unit."""
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            count = int(seconds // length)
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"


def short(name: str) -> str:
    """A model's name without its owner."""
    return name.rpartition("/")[2]


# Why a token is there: its verdict in words and numbers
SURE = ((0.9, "sure"), (0.5, "likely"), (0.2, "unsure"), (0.0, "unlikely"))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the best tokens at a position. `chance`: its probability, None where that was not recorded."""

    id: int
    text: str
    chance: float | None


def row_of(round_: Round, token: Token) -> int:
    """The token's position in the draft's window, from 0."""
    return token.position - 1 if token.source == "accepted" else round_.accepted


def best(reply: Reply, token: Token) -> tuple[list[Choice], list[Choice]]:
    """The target's and the drafter's likeliest tokens at a token's position; empty if they were not recorded."""
    if token.source == "chosen" or not reply.rounds:
        return [], []
    round_ = reply.rounds[token.round]
    row = row_of(round_, token)
    return _choices(round_, round_.top_p, row), _choices(round_, round_.top_q, row)


def _choices(round_: Round, rows: tuple, row: int) -> list[Choice]:
    return [Choice(id, round_.names.get(id, f"#{id}"), chance) for id, chance in rows[row] if chance > 0] if row < len(rows) else []


def draw(reply: Reply, token: Token) -> float | None:
    """The random number u that the guess at a token's position was tested with."""
    if token.source == "chosen" or not reply.rounds:
        return None
    event, row = reply.rounds[token.round], row_of(reply.rounds[token.round], token)
    return event.u[row] if row < len(event.u) else None


def why(reply: Reply, token: Token) -> str:
    """Why this token was written, in a sentence or two."""
    if token.source == "chosen":
        return "You chose this token; the reply continues from it."
    round_ = reply.rounds[token.round]
    if token.source == "plain":
        return "There was no draft in this round: the target wrote one token in one pass."
    if token.source == "bonus":
        n = len(round_.draft)
        whole = "The guess was accepted" if n == 1 else f"All {n} guesses were accepted"
        return f"{whole}, and the same pass also gave the next token: a bonus."
    if row_of(round_, token) >= len(round_.draft_p):
        return f"mlx-lm {'accepted this guess' if token.source == 'accepted' else 'rejected the guess here'}; it does not tell p and q."
    rule = rule_in_force(round_.settings.rule, round_.settings.temperature)
    return (rule.why_accepted if token.source == "accepted" else rule.why_rejected).format_map(_figures(reply, token))


def _figures(reply: Reply, token: Token) -> dict[str, str]:
    """Return the values that a rule's words may use, formatted. They are the rejected guess, p and q of the position, and its test with u."""
    event, row = reply.rounds[token.round], row_of(reply.rounds[token.round], token)
    p, q, u = event.draft_p[row], event.draft_q[row], draw(reply, token)
    test = "" if u is None else judged_words(p, q, u, token.source == "accepted")
    missed = event.guesses[row] if token.source == "recovered" and row < len(event.guesses) else ""
    return {"p": precisely(p), "q": precisely(1.0 if q is None else q), "test": test, "guess": f"'{one_line(missed, 12)}'"}


def sureness(p: float) -> str:
    """How sure the target was of a token, as one of SURE's words."""
    return next(word for least, word in SURE if p >= least)
