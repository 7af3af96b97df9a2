"""The panel beside the chat: the token under the cursor, its round, and the reply's figures. Where the terminal is narrow, the figures take
one line."""

import time
from bisect import bisect_left, bisect_right
from itertools import zip_longest
from operator import attrgetter

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Digits

from specdeck.decoding.types import Round

from ..app_state import AppState
from ..chat.drafter_health import reply_health, why_chosen
from ..chat.reply import Reply, Token
from ..chat.speed import LastReply, elsewhere, needed_acceptance
from ..chat.token_places import View
from ..chat.wording import DRAFTED, TESTED, Choice, ago, best, loop_words, paused_words, place, verdicts, why
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import LOOKS, bar, columns, faint, link
from ..drawing.figures import break_even_share, counted, duration, pace, probability, rate, share, speedup
from .round_strip import Rounds, last_change
from .text_static import TextStatic


class Remarks(TextStatic):
    """Remarks on the last reply, hidden where there are none. They are in the panel, and in narrow terminals under the summary."""

    def show(self, state: AppState) -> None:
        said = [words for words in (loops(state), health(state), faint(why_chosen(state.chat.reply))) if words]
        self.put(Content("\n").join(said))
        self.display = bool(said)


def loops(state: AppState) -> Content:
    """From where the reply only repeats itself, and what helps."""
    reply = state.chat.reply
    if reply is None or not reply.loop:
        return Content("")
    words, advice = Content.styled(loop_words(reply.loop), "$warning"), state.last_reply.advice
    return words + link(f"\nn writes it again with {advice[1]}", "screen.do('try')", "$accent") if advice else words


def health(state: AppState) -> Content:
    """Whether the guesses of each drafter with files, that guessed often enough, are accepted as often as others measured."""
    reply, pair = state.chat.reply, state.pair
    found = reply_health(pair.known, reply.own_rounds, reply.thinking > 0) if reply and pair and pair.known and not state.last_reply.recorded else {}
    lines = [Content.styled(one.of(name if len(found) > 1 else ""), "$warning" if one.reasons else "$origin-faint") for name, one in found.items()]
    return Content("\n").join(lines)


DIGITS = 7  # digits of the figure, padded: Textual lays the whole screen out whenever a width changes


class Figures(Vertical):
    def compose(self) -> ComposeResult:
        yield TextStatic("THIS REPLY", classes="heading")
        yield Digits("-".ljust(DIGITS), id="pace")
        yield TextStatic(id="pace-words")
        yield TextStatic(id="speed-up")
        yield TextStatic(id="acceptance")
        yield Remarks()

    def show(self, state: AppState) -> None:
        (now, words), ratio = pace_of(state), sure_ratio(state)
        if ratio and now is not None:
            words = f"as fast as plain decoding\n{pace(now)} {words}"
        value, digits = (ratio or ("-" if now is None else pace(now))).ljust(DIGITS), self.query_one(Digits)
        if digits.value != value:
            digits.update(value)
        for name, content in (("pace-words", Content(words)), ("speed-up", speed_up(state)), ("acceptance", acceptance(state))):
            self.query_one(f"#{name}", TextStatic).put(content)
        self.query_one(Remarks).show(state)


def pace_of(state: AppState) -> tuple[float | None, str]:
    """Tokens per second (None before the first and while the reply is paused), and the period of the measurement."""
    last, reply = state.last_reply, state.chat.reply
    if state.held and reply is not None:
        return None, paused_words(reply)
    if reply is not None and reply.phase == "writing":
        return last.now, "tok/s, over the last second" if state.session.gate.pace.full else "tok/s, of decoding without the waits"
    period = "over the new tokens" if reply is not None and reply.kept else "over the whole reply"
    if reply is not None and reply.loop and not reply.only_loops:
        period = "before its loop"
    return last.pace, f"tok/s, {period}" if last.pace else "tok/s"


def sure_ratio(state: AppState) -> str:
    """The finished reply's pace over plain decoding's; empty where it is not known, or not sure."""
    last, reply = state.last_reply, state.chat.reply
    sure = reply and reply.stats.drafted and not reply.live and not state.speed.measuring and last.speed_up and not last.machine_was_busy
    return speedup(last.pace, last.plain_pace) if sure and last.pace and last.plain_pace else ""


def speed_up(state: AppState) -> Content:
    """Say what the reply's pace is compared with, and why it was slower. Without a measurement on this prompt, say how to get one."""
    last, reply = state.last_reply, state.chat.reply
    if last.recorded:
        who = "this reply was recorded" if reply is None or state.wrote(reply) else "another target wrote\nthis reply"
        return link(f"no speed-up: {who};\nr writes it again here", "screen.do('again')")
    if reply is None or state.speed.measuring or last.baseline is None:
        return _no_ratio(state)
    pace, plain = last.pace, last.baseline.tokens_per_second
    basis = f"plain: {rate(plain)}, measured here,\nover {counted(last.baseline.tokens, 'token')} after this prompt"
    if not reply.stats.drafted or reply.live:
        return faint(basis)
    if last.speed_up is None or pace is None:
        return _not_compared(last, reply)
    if last.machine_was_busy:
        again = "r writes it again" if last.was_disturbed else "b measures again"
        return faint(f"{speedup(pace, plain)} plain decoding?\nthe machine was busy: {again}\n{basis}")
    parts = [(basis, "$origin-faint")]
    if why := last.why_slower:
        parts += [("\nslower here: ", "bold $warning"), (why, ""), link("\nF3, enter, then B finds the fastest", "app.tab('Compare')", "$accent")]
    return Content.assemble(*parts)


def _not_compared(last: LastReply, reply: Reply) -> Content:
    """Why its pace is compared with nothing; once it is over, what helps."""
    why = f"not compared: {last.why_not_compared}"
    return faint(why) if reply.live or reply.only_loops else link(f"{why}; r writes it again", "screen.do('again')")


def _no_ratio(state: AppState) -> Content:
    """There is no figure for this prompt: how to get one, and what plain decoding was measured at before."""
    if state.speed.measuring:
        return faint("measuring plain decoding…")
    reply = state.chat.reply
    if reply and (last := state.last_reply).waited:
        return _not_compared(last, reply)
    how = faint("no speed-up: no round drafted") if reply and reply.undrafted else link("b measures plain decoding, for a speed-up", "screen.do('baseline')")
    if state.speed.baseline is None:
        return how
    old = f"\nplain was {rate(state.speed.baseline.tokens_per_second)}\n{elsewhere(state.speed.baseline.basis, state.chat)}, {ago(time.time() - state.speed.baseline.at)}"
    return Content.assemble(how, (old, "$origin-faint dim"))


def acceptance(state: AppState) -> Content:
    """Both acceptances, tokens per round, and the parts of a round's time."""
    reply = state.chat.reply
    if reply is None or not reply.stats.rounds:
        return Content("")
    stats, rounds, last, lines = reply.telling, reply.telling.rounds, state.last_reply, []
    if stats.acceptance_rate is not None:
        needed = needed_acceptance(reply, last.plain_pace) if last.speed_up and last.plain_pace and not last.machine_was_busy else None
        ended = stats.accepted > sum(round_.sources.count("accepted") for round_ in reply.own_rounds[:rounds])  # by a guess, which is no token of the text
        lines += [_row(DRAFTED, share(stats.acceptance_rate)), columns(stats.acceptance_by_position, "$origin-accepted", "by place")]
        lines.append(faint(f"{stats.accepted} accepted of {stats.drafted} drafted{', one the end token' if ended else ''}"))
        lines += [] if needed is None else [faint(f"break-even {break_even_share(needed)}")]
        lines.append(_row(TESTED, share(stats.acceptance_per_tested or 0.0)))
    most = max(len(event.draft) for event in reply.own_rounds[:rounds]) + 1  # the longest draft and the target's own token
    drafting, verifying = stats.draft_seconds / rounds, stats.verify_seconds / rounds
    longest = max(drafting, verifying)
    if most > 1:  # a plain round gives one token, or the end of the reply
        lines.append(_row("tokens per round", f"{stats.tokens_per_round:.2f}") + faint(f" of {most} at most"))
    lines += [_row("draft, a round", duration(drafting, longest)), _row("verify, a round", duration(verifying, longest))]
    lines += [] if reply.first_token is None else [_row("first token", duration(reply.first_token))]
    if reply.cached or len(state.chat.turns) > 1:  # before the first turn nothing was read
        lines.append(faint(f"prompt {reply.prompt_tokens:,} tokens, {reply.cached:,} cached"))
    return Content("\n").join(lines)


def _row(name: str, value: str) -> Content:
    return Content.assemble(f"{name:<16}", (f"{value:>7}", "bold"))


class Summary(Vertical):
    """Pace, speed-up, acceptance and the latest rounds, on one line; under it why the drafter was chosen, where one chooses."""

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield TextStatic(id="figures-line")
            yield Rounds()
        yield Remarks()

    def show(self, state: AppState) -> None:
        line, parts = self.query_one("#figures-line", TextStatic), summary(state)
        while len("   ".join(parts)) > line.content_size.width > 0:
            parts.pop()
        line.put(Content("   ".join(parts)))
        self.query_one(Rounds).show(state.chat.reply)
        self.query_one(Remarks).show(state)


def summary(state: AppState) -> list[str]:
    """The figures on one line, the foremost first; unknown ones are left out."""
    reply, (now, words) = state.chat.reply, pace_of(state)
    if reply is None or not reply.stats.rounds:
        return []
    stats = reply.telling
    parts = [words] if state.held else [] if now is None else [rate(now)]
    if ratio := sure_ratio(state):
        parts.insert(0, f"{ratio} plain")
    if stats.acceptance_rate is not None:
        parts += [f"{DRAFTED} {share(stats.acceptance_rate)}", f"{stats.tokens_per_round:.2f} tokens per round"]
    return parts

BAR = 4  # cells of a bar
TEXT = 9  # cells of a token's text
RANK = TEXT + 5 + BAR  # cells of a token, its probability and its bar


def explained(reply: Reply, index: int) -> Content:
    """Everything that the panel shows about one token."""
    token, settings = reply.tokens[index], reply.rounds[reply.tokens[index].round].settings if reply.rounds else None
    part = "" if not token.piece else f"  completes '{one_line(token.text, 8)}'" if token.text else "  part of a character"
    head = Content.assemble((f"TOKEN {index + 1}  ", "bold $origin-faint"), (f"'{one_line(token.name, 20)}'", LOOKS[token.source]), (part, "$origin-faint"))
    greedy = " (p, q: softmax at T 1)" if settings and settings.temperature == 0 else ""
    lines = [head, Content.assemble(place(reply, token), (greedy, "$origin-faint")), Content(why(reply, token))]
    target, drafter = best(reply, token)
    if target:
        lines += [Content(""), Content.styled(f"{'target p':<{RANK + 1}}{'drafter q' if drafter else ''}", "bold $origin-faint")]
        lines += [Content.assemble(_rank(p, token, "$origin-recovered"), " ", _rank(q, token, "$origin-accepted")) for p, q in zip_longest(target, drafter)]
    if not reply.live:
        lines.append(link("c continues from here with another token", "app.open('tokens')"))
    return Content("\n").join(lines)


def _rank(choice: Choice | None, token: Token, look: str) -> Content:
    """One of the best tokens, the explained one reversed."""
    if choice is None:
        return Content(" " * RANK)
    text = _padded(choice.text, TEXT, "bold reverse" if choice.id == token.id else "")
    return Content.assemble(text, f"{probability(choice.chance):>4} ", bar(choice.chance or 0.0, BAR, look))


def _padded(text: str, cells: int, look: str) -> Content:
    """A token's text in so many cells."""
    return Content.styled(one_line(text, cells - 1), look).truncate(cells, pad=True)


VERDICT_LOOKS = {"accepted": "$origin-accepted underline", "rejected": "$origin-rejected strike", "dropped": "$origin-faint dim", "untested": "$origin-faint dim"}


def hint(reply: Reply | None) -> Content:
    """How to select a round; empty before the first token."""
    return link("point at a token, or select one with\n← and → (tab leaves the prompt)", "screen.switch('text')") if reply and reply.tokens else Content("")


def round_table(reply: Reply, index: int) -> Content:
    """Return the round's guesses, one per line with p, q and verdict, and the target's own token. What the person chose in its middle replaces
    the rest."""
    round_, at = reply.rounds[index], attrgetter("round")
    who = one_line(round_.drafter) if round_.draft else "no draft"
    who += f", from {one_line(round_.copied_from)}" if round_.copied_from else ""
    tokens = reply.tokens[bisect_left(reply.tokens, index, key=at) : bisect_right(reply.tokens, index, key=at)]
    rows = [_guess(round_, token.position - 1, "accepted") if token.source == "accepted" else _own(token) for token in tokens]
    if sum(token.source != "chosen" for token in tokens) == len(round_.tokens):
        kept = sum(token.source == "accepted" for token in tokens)
        own = next((at for at, token in enumerate(tokens) if token.source not in ("accepted", "chosen")), len(rows))
        rows[own:own] = [_guess(round_, at, verdict) for at, verdict in enumerate(verdicts(round_)) if at >= kept]
    return Content("\n").join([Content.assemble((f"ROUND {index + 1}", "bold"), (f"  {who}", "$origin-faint")), *rows])


def _guess(round_: Round, at: int, verdict: str) -> Content:
    """A guess with p and q, where they are known: mlx-lm tells neither."""
    text, p, q = "".join(round_.guesses[at : at + 1]), *(next(iter(chances[at:]), None) for chances in (round_.draft_p, round_.draft_q))
    chances = " ".join(f"{name} {probability(value):<4}" for name, value in (("p", p), ("q", q)) if value is not None)
    return Content.assemble(f"{at + 1} ", _padded(text, 10, VERDICT_LOOKS[verdict]), (f"{chances:<13} ", "$origin-faint"), verdict)


def _own(token: Token) -> Content:
    return Content.assemble("= ", _padded(token.name, 10, "$origin-recovered bold"), (f"p {probability(token.p):<11} ", "$origin-faint"), token.source)


KEYS = (
    ("[ ]", "app.step('k', 1)", "shorter, longer drafts"),
    ("- =", "app.step('temperature', 1)", "lower, higher temperature"),
    ("d", "app.open('drafters')", "another drafter"),
    ("f1", "app.help", "all keys and commands"),
)
STEERING = Content("\n").join(
    [
        Content.styled("KEYS (press tab to leave the prompt)", "bold $origin-faint"),
        *(link(f"{key:<5}", action, "bold $accent") + link(words, action, "$foreground") for key, action, words in KEYS),
    ]
)


class ReplyPanel(VerticalScroll, can_focus=False):
    """Token, figures, rounds and the selected round; before the first reply the keys instead."""

    def compose(self) -> ComposeResult:
        yield TextStatic(id="inspector")
        yield Figures(id="figures")
        yield TextStatic("ROUNDS", classes="heading strip")
        yield Rounds(id="rounds", classes="strip")
        yield TextStatic(id="change")
        yield TextStatic(id="detail")
        yield TextStatic(STEERING, id="steering")

    def inspect(self, view: View) -> None:
        self.query_one("#inspector", TextStatic).put(explained(*view.place) if view.place else Content(""))

    def show(self, state: AppState) -> None:
        picked = state.view.round
        reply = state.view.place[0] if state.view.place else state.chat.reply
        self.query_one(Figures).show(state)
        self.query_one(Rounds).show(reply, picked[1] if picked and picked[0] is reply else None)
        self.query_one("#change", TextStatic).put(Content(last_change(reply)))
        self.query_one("#detail", TextStatic).put(round_table(*picked) if picked else hint(reply))
