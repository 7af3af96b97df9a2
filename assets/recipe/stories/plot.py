"""What a plot is, and how plots are read from their text.

A plot's text begins with a line `## title`. Then, each on a line of its own:

    needs: roles that must be cast besides the hero and the place (thing helper friend fear want)
    flags: funny (good for a funny story), night (good at bedtime), duo (two heroes), land (not under water), any (fits every event),
           there (a place that is asked for), away (the hero travels to it), often (what people ask for most: afraid of, cannot, lost, learns to)
    about: subjects that a request may name, parted by semicolons
    who: what a request says of the hero > what the story says of him in its first sentence > the same as a participle (where it is asked for)
    phrase: how a request names such a story, when it names its shape ({x}: hero, {y}: friend; after "=": all of it, without "a story")
    set: field, field = value, value; value, value; ...   (one row is chosen and fills these fields)
    *    a slot: the lines that follow are its variants, one of which is told        (*? a slot that may be left out)
    moral:, end:, short:, next:   a moral; how it ends in a sentence; the whole in two or three; a first sentence of what came next
    ask: question / question > answer
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Slot:
    """A place in the plot and the sentences that may stand there."""

    variants: list[str]
    optional: bool = False


@dataclass
class Plot:
    """A plot: its slots in the order of telling, and what can be asked about it."""

    title: str
    needs: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    about: list[str] = field(default_factory=list)
    who: list[tuple[str, ...]] = field(default_factory=list)
    phrase: list[str] = field(default_factory=list)
    props: list[tuple[list[str], list[list[str]]]] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    moral: list[str] = field(default_factory=list)
    end: list[str] = field(default_factory=list)
    short: list[str] = field(default_factory=list)
    next: list[str] = field(default_factory=list)
    ask: list[tuple[list[str], str]] = field(default_factory=list)


def read(text: str) -> list[Plot]:
    """The plots of a text."""
    plots: list[Plot] = []
    for line in _joined(text):
        if line.startswith("## "):
            plots.append(Plot(line[3:]))
        else:
            _take(plots[-1], line)
    return plots


def _joined(text: str) -> list[str]:
    """The lines; one that begins with spaces goes on with the line before."""
    lines: list[str] = []
    for line in text.strip("\n").splitlines():
        if line.startswith("  ") and lines:
            lines[-1] += " " + line.strip()
        elif line.strip():
            lines.append(line.strip())
    return lines


def _take(plot: Plot, line: str) -> None:
    key, colon, value = line.partition(": ")
    if line in ("*", "*?"):
        plot.slots.append(Slot([], optional=line == "*?"))
    elif not colon or key not in Plot.__dataclass_fields__ and key != "set":
        plot.slots[-1].variants.append(line)
    elif key in ("needs", "flags"):
        setattr(plot, key, value.split())
    elif key == "about":
        plot.about += [subject.strip() for subject in value.split(";")]
    elif key == "set":
        names, _, rows = value.partition(" = ")
        plot.props.append(
            (
                _parts(names, ","),
                [[part.strip() for part in row.split(",", len(_parts(names, ",")) - 1)] for row in rows.split(";")],
            )
        )
    elif key in ("who", "ask"):
        left, _, right = value.partition(" > ")
        getattr(plot, key).append(tuple(value.split(" > ")) if key == "who" else (_parts(left, "/"), right))
    else:
        getattr(plot, key).append(value)


def _parts(text: str, mark: str) -> list[str]:
    return [part.strip() for part in text.split(mark)]
