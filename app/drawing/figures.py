"""The single format of each kind of figure, on the screens, in the commands, in the README and on cards.

A ratio is the quotient of the shown figures beside it, so that a reader who divides them finds it.
"""

from decimal import Decimal
from typing import Sequence


def share(part: float) -> str:
    """A share of a whole, as an acceptance rate: 86%. Only 0 is written 0%, and only 1 is 100%."""
    mark = "<" if 0 < part < 0.005 else ">" if 0.995 <= part < 1 else ""
    return mark + ("1%" if mark == "<" else "99%" if mark else f"{part:.0%}")


def break_even_share(needed: float) -> str:
    """The acceptance rate at which drafting is as fast as plain decoding, where there is one: 62%, over 100%."""
    return share(max(0.0, needed)) if needed <= 1 else "over 100%"


def pace(tokens_per_second: float) -> str:
    """Tokens per second without the unit: 151.4; below 10 with three digits: 3.34, 0.512."""
    return f"{tokens_per_second:.{1 if tokens_per_second >= 9.995 else 2 if tokens_per_second >= 0.9995 else 3}f}"


def rate(tokens_per_second: float) -> str:
    """151.4 tok/s."""
    return f"{pace(tokens_per_second)} tok/s"


def about(value: float) -> str:
    """What is expected and not measured, in two digits: 120, 25, 1.5, 0.08."""
    return f"{float(f'{value:.2g}'):g}"


def times(ratio: float) -> str:
    """A ratio that stands by itself: 1.79x."""
    return f"{ratio:.2f}x"


def quotient(rate_b: float, rate_a: float) -> float:
    """The quotient of two rates as `pace` shows them. If one is shown as 0, of the rates themselves; 1 if both are 0."""
    b, a = float(pace(rate_b)), float(pace(rate_a))
    return b / a if a and b else rate_b / rate_a if rate_a else 1.0


def speedup(rate_b: float, rate_a: float) -> str:
    """How many times as fast b is as a: 1.79x."""
    return times(quotient(rate_b, rate_a))


def least_to_most(ratios: Sequence[float]) -> str:
    """The least and the most of a speed-up: 1.72-1.84."""
    return f"{min(ratios):.2f}-{max(ratios):.2f}"


def spread(ratios: Sequence[float]) -> str:
    """The same in brackets. Empty for a single measurement."""
    return f"({least_to_most(ratios)})" if ratios and min(ratios) < max(ratios) else ""


def probability(value: float | None, digits: int = 2) -> str:
    """.81, as the field's tables write it. A value that would round to 0 or 1 is written <.01 or >.99. At most two characters more than its
    digits; - for None."""
    if value is None:
        return "-"
    half = 0.5 * 10**-digits
    if 0 < value < half:
        return f"<.{1:0{digits}}"
    if 1 - half <= value < 1:
        return ">." + "9" * digits
    return f"{min(value, 1.0):.{digits}f}".removeprefix("0")


MOST_DIGITS = 9  # that a float32 holds


def precisely(value: float, digits: int = 3) -> str:
    """Return a probability or quotient that may be close to 1 or 0. It has three digits, or as many as distinguish it from 1. What is nearly 0 is
    <.000001, unless more digits are asked for."""
    if 0 < value < 1e-6 and digits <= 3:
        return "<.000001"
    while 0 < value < 1 and digits < MOST_DIGITS and float(f"{value:.{digits}g}") == 1:
        digits += 1
    text = f"{value:.{digits}g}"
    return (f"{Decimal(text):f}" if 1e-6 <= value < 1e-4 else text).removeprefix("0") or "0"


def duration(seconds: float, longest: float | None = None) -> str:
    """A time in the unit of the longest one of its column: 7.66 s, 362 ms, 7.7 ms, 0.41 ms."""
    top = seconds if longest is None else longest
    if top >= 0.9995:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.{0 if top >= 0.0995 else 1 if top >= 0.00995 else 2}f} ms"


def size(count: float) -> str:
    """Memory in powers of ten, as disks are sold: 4.61 GB, 77.4 MB, 50 kB."""
    unit, bytes_ = next(((unit, bytes_) for unit, bytes_ in (("GB", 1e9), ("MB", 1e6)) if count >= 0.9995 * bytes_), ("kB", 1e3))
    return f"{count / bytes_:.0f} kB" if unit == "kB" else f"{count / bytes_:.3g} {unit}"


def counted(number: int, noun: str) -> str:
    """A number and its noun: 1 round, 2 rounds, 1 pass, 2 passes."""
    return f"{number} {noun}" + ("" if number == 1 else "es" if noun.endswith("s") else "s")
