"""The figures of a reply: in a panel, or on one line where the terminal is narrow."""

import time
from typing import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Digits

from ..chat.drafter_health import reply_health, why_chosen
from ..chat.reply import Reply
from ..chat.speed import LastReply, elsewhere, needed_acceptance
from ..chat.wording import DRAFTED, TESTED, ago, loop_words, paused_words
from ..deck import Deck
from ..drawing.content_pieces import columns, link
from ..drawing.figures import break_even_share, counted, duration, pace, rate, share, speedup
from .round_strip import Rounds
from .text_static import TextStatic

GAP = 3  # cells between two figures


class ReplyLine(TextStatic):
    """A line about the last reply, hidden where there is nothing to say; in the panel, and in narrow terminals under the summary."""

    def __init__(self, words: Callable[[Deck], Content], classes: str = "") -> None:
        super().__init__(classes=f"reply-line {classes}")
        self.words = words

    def show(self, deck: Deck) -> None:
        words = self.words(deck)
        self.put(words)
        self.display = bool(words)


def loops(deck: Deck) -> Content:
    """From where the reply only repeats itself, and what helps."""
    reply = deck.chat.reply
    if reply is None or not reply.loop:
        return Content("")
    words, advice = Content.styled(loop_words(reply.loop), "$warning"), deck.last.advice
    return words + link(f"\nn writes it again with {advice[1]}", "screen.do('try')", "$accent") if advice else words


def health(deck: Deck) -> Content:
    """Whether the guesses of each drafter with files, that guessed often enough, are accepted as often as others measured."""
    reply, pair = deck.chat.reply, deck.pair
    found = reply_health(pair.known, reply.own_rounds, reply.thinking > 0) if reply and pair and pair.known and not deck.last.recorded else {}
    lines = [Content.styled(one.of(name if len(found) > 1 else ""), "$warning" if one.reasons else "$origin-faint") for name, one in found.items()]
    return Content("\n").join(lines)


def choice(deck: Deck) -> Content:
    """Why the drafter was chosen, where one chooses."""
    return Content(why_chosen(deck.chat.reply))


DIGITS = 7  # digits of the figure, padded: Textual lays the whole screen out whenever a width changes


class Figures(Vertical):
    def compose(self) -> ComposeResult:
        yield TextStatic("THIS REPLY", classes="heading")
        yield Digits("-".ljust(DIGITS), id="pace")
        yield TextStatic(id="pace-words")
        yield ReplyLine(loops)
        yield TextStatic(id="speed-up")
        yield TextStatic(id="acceptance")
        yield ReplyLine(health)
        yield ReplyLine(choice, "choice")

    def show(self, deck: Deck) -> None:
        (now, words), ratio = pace_of(deck), sure_ratio(deck)
        if ratio and now is not None:
            words = f"as fast as plain decoding\n{pace(now)} {words}"
        value, digits = (ratio or ("-" if now is None else pace(now))).ljust(DIGITS), self.query_one(Digits)
        if digits.value != value:
            digits.update(value)
        for name, content in (("pace-words", Content(words)), ("speed-up", speed_up(deck)), ("acceptance", acceptance(deck))):
            self.query_one(f"#{name}", TextStatic).put(content)
        for line in self.query(ReplyLine):
            line.show(deck)


def pace_of(deck: Deck) -> tuple[float | None, str]:
    """Tokens per second (None before the first, and while the reply is paused), and the period that they are measured over."""
    last, reply = deck.last, deck.chat.reply
    if deck.held and reply is not None:
        return None, paused_words(reply)
    if reply is not None and reply.phase == "writing":
        return last.now, "tok/s, over the last second" if deck.session.gate.pace.full else "tok/s, of decoding without the waits"
    period = "over the new tokens" if reply is not None and reply.kept else "over the whole reply"
    if reply is not None and reply.loop and not reply.only_loops:
        period = "before its loop"
    return last.pace, f"tok/s, {period}" if last.pace else "tok/s"


def sure_ratio(deck: Deck) -> str:
    """The finished reply's pace over plain decoding's; empty where it is not known, or not sure."""
    last, reply = deck.last, deck.chat.reply
    sure = reply and reply.stats.drafted and not reply.live and not deck.speed.measuring and last.speed_up and not last.machine_was_busy
    return speedup(last.pace, last.plain_pace) if sure and last.pace and last.plain_pace else ""


def speed_up(deck: Deck) -> Content:
    """What the reply's pace is compared with, and why it was slower; without a measurement on this prompt, how to get one."""
    last, reply = deck.last, deck.chat.reply
    if last.recorded:
        who = "this reply was recorded" if reply is None or deck.wrote(reply) else "another target wrote\nthis reply"
        return link(f"no speed-up: {who};\nr writes it again here", "screen.do('again')")
    if reply is None or deck.speed.measuring or last.baseline is None:
        return _no_ratio(deck)
    pace, plain = last.pace, last.baseline.tokens_per_second
    basis = f"plain: {rate(plain)}, measured here,\nover {counted(last.baseline.tokens, 'token')} of this chat"
    if not reply.stats.drafted or reply.live:
        return Content.styled(basis, "$origin-faint")
    if last.speed_up is None or pace is None:
        return _not_compared(last, reply)
    if last.impossible:
        return Content.styled(f"not compared: the machine was busy;\nb measures again\n{basis}", "$origin-faint")
    if last.machine_was_busy:
        return Content.styled(f"{speedup(pace, plain)} plain decoding?\nthe machine was busy: b measures again\n{basis}", "$origin-faint")
    parts = [(basis, "$origin-faint")]
    if why := last.why_slower:
        parts += [("\nslower here: ", "bold $warning"), (why, ""), link("\nF3, enter, then B finds the fastest", "app.tab('Compare')", "$accent")]
    return Content.assemble(*parts)


def _not_compared(last: LastReply, reply: Reply) -> Content:
    """Why its pace is compared with nothing; once it is over, what helps."""
    why = f"not compared: {last.why_not_compared}"
    return Content.styled(why, "$origin-faint") if reply.live or reply.only_loops else link(f"{why}; r writes it again", "screen.do('again')")


def _no_ratio(deck: Deck) -> Content:
    """There is no figure for this prompt: how to get one, and what plain decoding was measured at before."""
    if deck.speed.measuring:
        return Content.styled("measuring plain decoding…", "$origin-faint")
    if deck.chat.reply and (last := deck.last).waited:
        return _not_compared(last, deck.chat.reply)
    how = link("b measures plain decoding, for a speed-up", "screen.do('baseline')")
    if deck.speed.baseline is None:
        return how
    old = f"\nplain was {rate(deck.speed.baseline.tokens_per_second)}\n{elsewhere(deck.speed.baseline.basis, deck.chat)}, {ago(time.time() - deck.speed.baseline.at)}"
    return Content.assemble(how, (old, "$origin-faint dim"))


def acceptance(deck: Deck) -> Content:
    """Both acceptances, tokens per round, and the parts of a round's time."""
    reply = deck.chat.reply
    if reply is None or not reply.stats.rounds:
        return Content("")
    stats, rounds = reply.telling, reply.telling.rounds
    parts: list[str | Content | tuple[str, str]] = []
    if stats.acceptance_rate is not None:
        parts += [_row(DRAFTED, share(stats.acceptance_rate)), "\n", columns(stats.acceptance_by_position, "$origin-accepted", "by place")]
        last = deck.last
        needed = needed_acceptance(reply, last.plain_pace) if last.speed_up and last.plain_pace and not last.machine_was_busy else None
        even = "" if needed is None else f"\nbreak-even {break_even_share(needed)}"
        ended = stats.accepted > sum(round_.sources.count("accepted") for round_ in reply.own_rounds[:rounds])  # by a guess, which is no token of the text
        parts += [(f"\n{stats.accepted} accepted of {stats.drafted} drafted{', one the end' if ended else ''}{even}\n", "$origin-faint"), _row(TESTED, share(stats.acceptance_per_tested or 0.0)), "\n"]
    most = max(len(event.draft) for event in reply.own_rounds[:rounds]) + 1  # the longest draft and the target's own token
    parts += [_row("tokens per round", f"{stats.tokens_per_round:.2f}"), (f" of {most} at most\n", "$origin-faint")]
    drafting, verifying = stats.draft_seconds / rounds, stats.verify_seconds / rounds
    longest = max(drafting, verifying)
    parts += [_row("draft, a round", duration(drafting, longest)), "\n", _row("verify, a round", duration(verifying, longest))]
    if reply.first_token is not None:
        parts += ["\n", _row("first token", duration(reply.first_token))]
    if reply.cached or len(deck.chat.turns) > 1:  # before the first turn nothing was read
        parts.append((f"\nprompt {reply.prompt_tokens:,} tokens, {reply.cached:,} cached", "$origin-faint"))
    return Content.assemble(*parts)


def _row(name: str, value: str) -> Content:
    return Content.assemble(f"{name:<16}", (f"{value:>7}", "bold"))


class Summary(Vertical):
    """Pace, speed-up, acceptance and the latest rounds, on one line; under it why the drafter was chosen, where one chooses."""

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield TextStatic(id="figures-line")
            yield Rounds()
        yield ReplyLine(loops)
        yield ReplyLine(health)
        yield ReplyLine(choice, "choice")

    def show(self, deck: Deck) -> None:
        line = self.query_one("#figures-line", TextStatic)
        line.put(Content(summary(deck, line.content_size.width or None)))
        self.query_one(Rounds).show(deck.chat.reply)
        for line in self.query(ReplyLine):
            line.show(deck)


def summary(deck: Deck, room: int | None = None) -> str:
    """The figures on one line; unknown ones are left out, and so are those that `room` cells do not hold."""
    last, reply, (now, words) = deck.last, deck.chat.reply, pace_of(deck)
    if reply is None or not reply.stats.rounds:
        return ""
    stats = reply.telling
    parts = [words] if deck.held else [] if now is None else [rate(now)]
    if ratio := sure_ratio(deck):
        parts.insert(0, f"{ratio} plain")
    elif last.speed_up and last.pace and last.plain_pace and stats.drafted and not reply.live and not last.impossible:
        parts.append(f"{speedup(last.pace, last.plain_pace)} plain? (busy)")
    if stats.acceptance_rate is not None:
        parts.append(f"{DRAFTED} {share(stats.acceptance_rate)}")
    parts.append(f"{stats.tokens_per_round:.2f} tokens per round")
    return (" " * GAP).join(fitting(parts, room))


def fitting(parts: list[str], room: int | None) -> list[str]:
    """The parts that so many cells hold, one after the other; one that does not fit leaves its room to the next."""
    taken: list[str] = []
    for part in parts:
        if room is None or sum(map(len, taken)) + GAP * len(taken) + len(part) <= room:
            taken.append(part)
    return taken
