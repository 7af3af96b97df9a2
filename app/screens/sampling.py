"""The equality test: what both sides wrote at a place, over many runs, as histograms."""

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from ..actions import chatting, comparing
from ..app_state import AppState
from ..chat.wording import k_words
from ..compare.result_words import side_words
from ..compare.sampling import FAULTS, LEAST_DRAWS, TOKENS, Sampling, Side
from ..drawing.clean_text import one_line
from ..drawing.content_pieces import bar
from ..drawing.figures import counted, probability
from ..widgets.text_static import TextStatic
from .base import Modal

LABEL, SHARE = 14, 6  # columns of a token and of a share
LEAST, MOST = 3, 10  # rows of tokens
AROUND = 17  # lines of the other words and of the surrounding box, at most
FAINT = "$origin-faint"
KEYS = "f: a planted fault   left, right: token   n: next token only   m: twice as many"


class Histograms(TextStatic):
    def show(self, sampling: Sampling, position: int, drafted: Side, room: int) -> None:
        most = max(LEAST, min(MOST, room - AROUND))
        self.put(Content("\n").join(histograms(sampling, position, drafted, max(30, self.content_size.width), most)))


def histograms(sampling: Sampling, position: int, drafted: Side, width: int, most: int) -> list[Content]:
    """All lines: the tested sides, the likeliest tokens of both samples, the verdict, the keys."""
    settings, wide = sampling.drafted, max(6, (width - LABEL - 2 * SHARE - 2) // 2)
    fault = drafted if drafted in FAULTS else ""
    heads = "plain", fault.upper() or f"{one_line(settings.drafter)}, k={k_words(settings)}"
    looks = "$origin-recovered", "$origin-rejected" if fault else "$origin-accepted"
    rows = sampling.shares(position, drafted, most)
    longest = max([share for _, *both in rows for share in both] + [1e-9])
    return [
        Content.styled(f"ONE DISTRIBUTION?  {side_words(settings)}", "bold $accent"),
        Content.styled(one_line(sampling.prompt, width), FAINT),
        *([Content.styled(sampling.place_words if most > LEAST else one_line(sampling.place_words, width), FAINT)] if sampling.place else []),
        Content.styled(f"token {position + 1} of {sampling.tokens}, {counted(sampling.drawn, 'continuation')} a side", "bold"),
        Content.assemble((f"{'':{LABEL}}{heads[0]:<{wide + SHARE + 1}}", f"bold {looks[0]}"), (heads[1], f"bold {looks[1]}")),
        *(_row(row, longest, wide, looks) for row in rows),
        Content(""),
        *_found(sampling, drafted, position, width),
        Content.styled(KEYS, FAINT),
    ]


def _row(row: tuple[str, float, float], longest: float, wide: int, looks: tuple[str, str]) -> Content:
    text, *shares = row
    parts: list[Content | str] = [f"{one_line(text, LABEL - 2):<{LABEL}}"]
    for share, look in zip(shares, looks):
        drawn = bar(share / longest, wide, look)
        parts += [drawn, f" {probability(share):<{SHARE}}" if share else f" {'0':<{SHARE}}"]
    return Content.assemble(*parts)


def _found(sampling: Sampling, drafted: Side, position: int, width: int) -> list[Content]:
    """The distance, its expected value, and the p-value in words; before the end, the progress."""
    if sampling.running:
        words = sampling.doing, "drawing both in turn, each with a seed of its own"
        return [bar(sampling.share, width, "$primary"), *(Content.styled(line, FAINT) for line in words)]
    found = sampling.result(drafted)
    if found is None:
        return [Content(f"fewer than {LEAST_DRAWS} continuations a side are too few for a result: m draws more")]
    look = {"equal": "bold $success", "different": "bold $error", "doubtful": "bold $warning"}[found.verdict]
    mark = {"equal": "✓", "different": "✗", "doubtful": "?"}[found.verdict]
    unfound = sampling.why_unfound("m draws more")
    return [
        Content.styled(f"{mark} {found.sentence}", look),
        Content.styled(found.statistic(min(position, len(found.at) - 1)), FAINT),
        *([Content.styled(f"{sampling.cut}: m draws more", FAINT)] if sampling.cut else []),
        Content.styled(unfound or "both planted faults are found beside it (f)", "$warning" if unfound else FAINT),
    ]


SECONDS = 0.1  # seconds between two drawings


class SamplingScreen(Modal[None]):
    """Draws the app state's sampling, which runs until it is complete or the screen is closed."""

    BINDINGS = [
        ("escape", "close", "Close"),
        ("f", "fault", "Fault"),
        ("n", "tokens", "Next token only"),
        ("m", "more", "More"),
        ("left", "position(-1)", "Left"),
        ("right", "position(1)", "Right"),
    ]

    def __init__(self, state: AppState) -> None:
        super().__init__()
        self.state = state
        self.position: int | None = None  # None: the one at which the sides differ most
        self.drafted: Side = "drafted"

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="box sampling"):
            yield Histograms(id="histograms")

    def begin(self) -> None:
        self.set_interval(SECONDS, self.draw)
        self.call_after_refresh(self.draw)

    def draw(self) -> None:
        sampling = self.state.contest.sampling
        if sampling and self.whole:
            self.query_one(Histograms).show(sampling, self._shown(sampling), self.drafted, self.size.height)

    def action_close(self) -> None:
        if self.state.contest.testing:
            chatting.stop(self.state)
        self.dismiss(None)

    def action_fault(self) -> None:
        """From the real verdicts to one planted fault after the other, on the same guesses."""
        sides: list[Side] = ["drafted", *FAULTS]
        self.drafted = sides[(sides.index(self.drafted) + 1) % len(sides)]
        self.draw()

    def _shown(self, sampling: Sampling) -> int:
        """Return the drawn position: the chosen position, if there is one. Otherwise it is the first while continuations are drawn, then the position
        where the sides differ most."""
        if self.position is not None:
            return self.position
        return 0 if sampling.running else sampling.widest(self.drafted)

    def action_position(self, by: int) -> None:
        if sampling := self.state.contest.sampling:
            self.position = (self._shown(sampling) + by) % sampling.tokens
            self.draw()

    def action_tokens(self) -> None:
        self._again(1, TOKENS if self.state.contest.sampling and self.state.contest.sampling.tokens == 1 else 1)

    def action_more(self) -> None:
        self._again(2, self.state.contest.sampling.tokens if self.state.contest.sampling else TOKENS)

    def _again(self, times: int, tokens: int) -> None:
        if sampling := self.state.contest.sampling:
            self.position = None
            self.app.attempt(comparing.sample_again, sampling, times * sampling.draws, tokens)
            self.draw()
