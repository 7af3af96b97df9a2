"""Pictures of rounds as lines of styled text. They are cards of a draft, bars of two distributions, a ruler, and lanes of passes.

Text from a model is cleaned and cut here. Attributes carry the meaning without colour: underline accepted, strike rejected, bold own.
"""

import re
from typing import Sequence

from textual.content import Content

from specdeck.decoding.types import Round

from ..chat.reply import Reply, Token
from ..chat.wording import verdicts
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import LOOKS, faint
from ..drawing.figures import counted, probability

LABEL, CELL = 13, 12  # columns of a row's name and of one position
NARROW = 10  # columns of a position where not all have CELL; a quoted token still fits
FAINT, DROPPED = "$origin-faint", "$origin-faint dim"
VERDICTS = {"ACCEPT": LOOKS["accepted"] + " bold", "REJECT": LOOKS["ghost"] + " bold", "dropped": DROPPED, "not tested": DROPPED}
LABELS = {"accepted": "ACCEPT", "rejected": "REJECT", "dropped": "dropped", "untested": "not tested"}
END = "(end of turn)"
FULL = "█"
BLOCKS = frozenset(FULL + "▓▒░")  # what bars are made of
DIGITS = 3  # of a probability where quotients or sums of those shown are shown beside them

Cell = tuple[str, str]  # text and look


def quoted(text: str, most: int = 9) -> str:
    """A token's text in quotes, cut to `most` columns, the quotes included."""
    return f"'{one_line(text, most - 2)}'"


def named(text: str) -> str:
    """Return a token's text for use in a sentence. It has no leading space, where a line could break inside the quotes."""
    return quoted(text.strip() or text)


def ordinary(round_: Round) -> bool:
    """Whether all guesses of a round are text. None is a special token such as an end of turn, and two are words or parts of words."""
    return not any(map(special, round_.guesses)) and sum(guess.strip().isalpha() for guess in round_.guesses) > 1


def special(text: str) -> bool:
    """Whether a token is one of a chat template's marks: <|im_end|>, <end_of_turn>, </s>."""
    return re.fullmatch(r"<[^ ]{2,}>", text.strip()) is not None


def line(*parts: str | Content | tuple[str, str]) -> Content:
    """One line of plain, drawn or (text, look) parts."""
    return Content.assemble(*parts)


def stacked(*parts: Sequence[Content]) -> list[Content]:
    """Parts of a picture one below the other, with a blank line between."""
    lines: list[Content] = []
    for part in filter(None, parts):
        lines += [Content(""), *part] if lines else part
    return lines


def spread(bars: Sequence[Sequence[str | Cell | Content]], rows: int) -> list[Content]:
    """Lines of parts, some of which are bars: as thick and as far apart as so many rows allow."""
    thick, gap = next(((thick, gap) for thick, gap in ((3, 1), (2, 1), (1, 1)) if len(bars) * (thick + gap) - gap <= rows), (1, 0))
    lines: list[Content] = []
    for parts in bars:
        drawn = [part if isinstance(part, Content) else Content.assemble(part) for part in parts]
        alone = line(*(part if BLOCKS.issuperset(part.plain.replace(" ", "")) else " " * part.cell_length for part in drawn))
        lines += [Content("")] * (gap if lines else 0) + [line(*drawn) if at == (thick - 1) // 2 else alone for at in range(thick)]
    return lines


def chance(value: float | None) -> str:
    """A probability in as many digits as let a reader check the sums and quotients of a page."""
    return probability(value, DIGITS)


def fitted(line: Content, width: int) -> Content:
    """A line that ends in an ellipsis where it does not fit."""
    return (line if line.cell_length <= width else line.rstrip()).truncate(width, ellipsis=True)


def row(name: str, cells: Sequence[Cell], wide: int = CELL) -> Content:
    """A named row with one cell per position."""
    return Content.assemble((f"{name:<{LABEL}}", FAINT), *(_centred(text, look, wide) for text, look in cells))


def _centred(text: str, look: str, wide: int) -> Content:
    room = max(0, wide - Content(text).cell_length)
    left = room // 2
    return Content.assemble(" " * left, (text, look), " " * (room - left))


def grid(rows: Sequence[tuple[str, Sequence[Cell]]], width: int, boxed: str = "draft") -> list[Content]:
    """Named rows with as many cells each, the row `boxed` in boxes where there is room. Positions that do not fit beside the others are below."""
    count, room = len(rows[0][1]), width - LABEL
    wide = min(CELL, max(NARROW, room // max(1, count)))
    per = max(1, room // wide)
    lines: list[Content] = []
    for start in range(0, max(1, count), per):
        lines += [Content("")] if start else []
        for name, cells in rows:
            part = cells[start : start + per]
            if name == boxed and wide == CELL:
                lines += boxes(part, name)
            elif not start or any(text for text, _ in part):
                lines.append(row(name, part, wide))
    return lines


def boxes(texts: Sequence[Cell], name: str = "draft") -> list[Content]:
    """A named row of boxed tokens, three lines."""
    wide = CELL - 1
    top, bottom = "┌" + "─" * (wide - 2) + "┐ ", "└" + "─" * (wide - 2) + "┘ "
    middle = [part for text, look in texts for part in (("│", FAINT), _centred(text, look, wide - 2), ("│ ", FAINT))]
    return [
        Content.assemble(" " * LABEL, (top * len(texts), FAINT)),
        Content.assemble((f"{name:<{LABEL}}", FAINT), *middle),
        Content.assemble(" " * LABEL, (bottom * len(texts), FAINT)),
    ]


def k_of(reply: Reply) -> int:
    return reply.rounds[0].settings.k


def shown_milliseconds(seconds: float) -> float:
    """Milliseconds to the digit that is shown, so that sums and ratios of them are those of what is shown."""
    return max(0.1, round(seconds * 1000, 1))


def passes(reply: Reply, rounds: int | None = None) -> int:
    """Passes of the target in the first `rounds` rounds, None for all, also the pass that read the end-of-turn token."""
    return sum(round_.passes for round_ in reply.rounds[:rounds])


def cards(round_: Round, width: int, rows: Sequence[str] = (), revealed: int | None = None, bonus: bool = False) -> list[Content]:
    """A round's draft and the named rows about it. Verdicts are shown for the first `revealed` positions, None for all."""
    n = len(round_.draft)
    revealed = n if revealed is None else revealed
    verdict = [LABELS[word] if at < revealed else "" for at, word in enumerate(verdicts(round_))]
    looks = [VERDICTS.get(word, "$foreground") if "verdict" in rows else "$foreground" for word in verdict]
    makers = {
        "q": lambda: ("drafter q(x)", _numbers(round_.draft_q, n)),
        "p": lambda: ("target p(x)", _numbers(round_.draft_p, n)),
        "best": lambda: ("target's best", _best(round_, n, bonus)),
        "ratio": lambda: ("min(1, p/q)", _numbers(ratios(round_), n)),
        "u": lambda: ("u drawn", _numbers(round_.u[:revealed], n)),
        "verdict": lambda: ("verdict", [(word, VERDICTS.get(word, "")) for word in verdict]),
        "written": lambda: ("written", _written(round_, n, bonus)),
    }
    heads = ("position", [(str(at + 1), FAINT) for at in range(n)] + ([("bonus", FAINT)] if bonus else []))
    draft = ("draft", [(quoted(guess), look) for guess, look in zip(round_.guesses, looks)] + ([("", "")] if bonus else []))
    return grid([heads, draft, *(makers[name]() for name in rows)], width)


def _numbers(values: Sequence[float | None], n: int) -> list[tuple[str, str]]:
    shown = [(chance(value), "$foreground") if value is not None else ("-", DROPPED) for value in values[:n]]
    return shown + [("-", DROPPED)] * (n - len(shown))


def quotients(round_: Round) -> list[float]:
    """p/q of every tested guess, not cut at 1; q is 1 for a point guess."""
    return [p / (1.0 if q is None else q) for p, q in zip(round_.draft_p, round_.draft_q)]


def ratios(round_: Round) -> list[float]:
    """min(1, p/q) of every tested guess."""
    return [min(1.0, quotient) for quotient in quotients(round_)]


def _best(round_: Round, n: int, bonus: bool) -> list[tuple[str, str]]:
    rows = [best[0][0] for best in round_.top_p[: n + bonus]]
    shown = [(quoted(round_.names[token]), LOOKS["own"]) for token in rows]
    return shown + [("-", DROPPED)] * (n + bonus - len(shown))


def _written(round_: Round, n: int, bonus: bool) -> list[tuple[str, str]]:
    accepted = [(quoted(guess), LOOKS["accepted"]) for guess in written_guesses(round_)]
    names = own_text(round_)
    cells = accepted + ([(quoted(names), LOOKS["own"])] if names is not None else [])
    return cells[: n + bonus] + [("", "")] * (n + bonus - len(cells))


def written_guesses(round_: Round) -> tuple[str, ...]:
    """The accepted guesses that are text: an accepted end of turn is none."""
    return round_.guesses[: round_.sources.count("accepted")]


def own_text(round_: Round) -> str | None:
    """The text of a round's own token; None where the reply ended before it."""
    return round_.names.get(round_.tokens[-1], round_.texts[-1]) if round_.sources and round_.sources[-1] != "accepted" else None


def look_of(token: Token) -> str:
    return LOOKS["accepted"] if token.source == "accepted" else LOOKS["own"]


def bar(share: float, width: int, look: str) -> Content:
    """A share of 1 as a bar `width` columns long; any share above 0 gets at least one cell."""
    cells = min(width, max(1 if share > 0 else 0, round(share * width)))
    return Content.assemble((FULL * cells, look), (" " * (width - cells), FAINT))


def pairs(tokens: Sequence[tuple[str, float, float]], width: int, heads: tuple[str, str], rows: int = 0) -> list[Content]:
    """Two distributions side by side, one token per line: (text, first probability, second)."""
    wide = max(6, (width - 12 - 12) // 2)
    most = max([share for _, *both in tokens for share in both] + [1e-9])
    bars = []
    for text, *both in tokens:
        parts: list[str | Cell | Content] = [f"{quoted(text, 10):<12}"]
        for share, look in zip(both, ("$origin-recovered", "$origin-accepted")):
            parts += [bar(share / most, wide, look), (f" {chance(share):<5}", "$foreground" if share else DROPPED)]
        bars.append(parts)
    return [line((f"{'':12}{heads[0]:<{wide + 6}}", LOOKS["own"]), (heads[1], LOOKS["accepted"])), *spread(bars, rows - 1)]


def ruler(ratio: float, u: float | None, width: int, rows: int = 0) -> list[Content]:
    """A bar from 0 to 1, accepted below the ratio; an arrow marks u, where it was drawn."""
    wide = max(10, width - 4)
    kept = round(ratio * wide)
    bars = spread([[("0 ", FAINT), (FULL * kept, "$origin-accepted"), ("░" * (wide - kept), "$origin-rejected"), (" 1", FAINT)]], rows - 2)
    words = (("accept", kept, LOOKS["accepted"]), ("reject", wide - kept, LOOKS["ghost"]))
    names = Content.assemble("  ", *(_centred(word if len(word) <= cells else "", look, cells) for word, cells, look in words))
    if u is None:
        return [*bars, names]
    at, label = min(wide - 1, int(u * wide)), f"u = {chance(u)}"  # on the side of the arrow that has room
    return [*bars, names, Content(" " * (2 + at) + f"▲ {label}" if at + len(label) + 2 <= wide else " " * (1 + at - len(label)) + f"{label} ▲")]


def text_so_far(replies: Sequence[Reply], steps: int, width: int, name: str = "text") -> Content:
    """The last reply's first `steps` rounds as text, coloured by origin; cut at the start where it is too long."""
    reply = replies[-1]
    tokens = [token for token in reply.tokens if token.round < steps]
    kept, used = [], 0
    for token in reversed(tokens):
        text = one_line(token.text)
        used += Content(text).cell_length
        if used > width - len(name) - 4:
            kept.append(("…", FAINT))
            break
        kept.append((text, look_of(token)))
    return Content.assemble((f"{name}  ", FAINT), *reversed(kept))


def lanes(plain: Reply, drafted: Reply, steps: int, width: int, rows: int = 0) -> list[Content]:
    """Draw the passes of the first `steps` rounds, beside plain decoding's passes for the same text. One cell is one pass of the target."""
    tokens = sum(len(round_.tokens) for round_ in drafted.rounds[:steps])
    alone = passes(plain, None if steps >= len(drafted.rounds) else tokens)
    bars = (("plain", "▓", alone, alone), ("drafted", "▒▓ ", steps, passes(drafted, steps)))
    both = [lane(name, cell, times, f"  {counted(took, 'pass')} so far", width, (rows - 2) // 2) for name, cell, times, took in bars]
    return [*(stacked(*both) if rows else [part for lines in both for part in lines]), faint(f"{'':9}▒ drafts   ▓ a pass of the target")]


def lane(name: str, cell: str, times: int, said: str, width: int, rows: int = 0) -> list[Content]:
    """Draw a cell `times` over, and what it comes to. It is one bar where there is room, else as many lines as needed."""
    cells, look = cell * times, "$origin-recovered"
    if 9 + len(cells + said) <= width:
        return spread([[(f"{name:<9}", FAINT), (cells, look), (said, FAINT)]], rows)
    return flowing(name, [*[(cell, look)] * times, (said, FAINT)], width)


def flowing(name: str, parts: Sequence[Cell], width: int, indent: int = 9) -> list[Content]:
    """A name and what belongs to it, on as many lines as it takes: lines break between parts."""
    rows: list[list[Cell]] = [[]]
    used = 0
    for text, look in parts:
        cells = Content(text).cell_length
        if used and used + cells > width - indent:
            rows.append([])
            used = 0
        rows[-1].append((text, look))
        used += cells
    return [line((f"{'' if at else name:<{indent}}", FAINT), *row) for at, row in enumerate(rows)]
