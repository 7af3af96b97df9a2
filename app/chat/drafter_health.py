"""Why a reply's drafter was chosen, and whether its guesses are accepted as often as others measured."""

from dataclasses import dataclass
from typing import Iterable, Mapping

from specdeck.decoding.checkpoints import Counts, KnownDrafter
from specdeck.decoding.drafters import LEARNER_NAMES
from specdeck.decoding.types import Round, Stats

from ..drawing.clean_text import one_line
from ..drawing.figures import share as percent
from .reply import Reply


def explains_choice(round_: Round) -> bool:
    """Whether the round's note, if it has one, says why its drafter was chosen."""
    return round_.settings.drafter in LEARNER_NAMES


def why_chosen(reply: Reply | None) -> str:
    """The latest reason for a choice, in one line; empty where the last round's drafter was not chosen so."""
    if reply is None or not reply.rounds or not explains_choice(reply.rounds[-1]):
        return ""
    notes = (step.note for step in reversed(reply.rounds) if explains_choice(step))
    return one_line(next(filter(None, notes), ""))


ENOUGH = 200  # guesses from which a share says something: its standard error is below .04
FAR_TOO_LOW = 0.05  # no published drafter is accepted so rarely, on any text
LOW = 0.5  # of what was published; prompts alone differ by a third (DFlash: 4.2 tokens a round on MT-bench, 6.5 on GSM8K)
UNKNOWN = ("its files are damaged, or it was made for another revision of the target",)


@dataclass(frozen=True, slots=True)
class Health:
    """`words`: the share of guesses accepted, and what others measured. `reasons`: why it may be so low, the likeliest first; () where it is
    not low."""

    words: str
    reasons: tuple[str, ...] = ()

    def of(self, drafter: str = "") -> str:
        """Words and reasons in one line, which begins with the drafter's name if one is given."""
        why = f". Likely reason{'s' * (len(self.reasons) > 1)}: {'; '.join(self.reasons)}" if self.reasons else ""
        return f"{one_line(drafter)}: {self.words}{why}" if drafter else self.words + why


def health(known: KnownDrafter | None, counts: Counts, thinking: bool = False) -> Health | None:
    """Return the health of a drafter with files after these guesses. Return None for too few guesses, and where no figure was published and the share
    is not FAR_TOO_LOW. `thinking`: the target thinks before it answers."""
    accepted, drafted = (sum(column) for column in zip(*counts)) if counts else (0, 0)
    if known is None or drafted < ENOUGH:
        return None
    share, published = accepted / drafted, known.published
    far_too_low = share < FAR_TOO_LOW
    if published is None and not far_too_low:
        return None
    low = far_too_low
    words = f"accepted {percent(share)} of {drafted} guesses" + (": far below any published drafter" if far_too_low else "")
    if published:
        here = published.expected(counts)
        low = low or share < LOW * here
        longer = "" if percent(here) == percent(published.rate) else f", or {percent(here)} for drafts as long as these"
        words += f"; {published.by} measured {percent(published.rate)} ({published.on}){longer}"
    reasons = list(known.reasons)
    if known.thinkless and thinking:
        reasons.insert(sum(reason.startswith("it is quantised") for reason in reasons), "it was trained without thinking, and the target thinks")
    return Health(words, (tuple(map(one_line, reasons)) or UNKNOWN) if low else ())


def reply_health(known: Mapping[str, KnownDrafter], rounds: Iterable[Round], thinking: bool) -> dict[str, Health]:
    """The health of each drafter with files that guessed in these rounds, as far as there is anything to say."""
    return all_health(known, counts_by_drafter(rounds), thinking)


def counts_by_drafter(rounds: Iterable[Round]) -> dict[str, Counts]:
    """The counts of accepted guesses by position, for each drafter that guessed."""
    stats: dict[str, Stats] = {}
    for round_ in rounds:
        stats[round_.drafter] = stats.get(round_.drafter, Stats()).add(round_)
    return {name: of.by_position for name, of in stats.items()}


def all_health(known: Mapping[str, KnownDrafter], counts: Mapping[str, Counts], thinking: bool) -> dict[str, Health]:
    """The health of each drafter by its counts, as far as there is anything to say."""
    found = {name: health(known.get(name), of, thinking) for name, of in counts.items()}
    return {name: one for name, one in found.items() if one}
