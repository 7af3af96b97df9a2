"""The length of the common prefix of two sequences, mostly of token ids."""

from typing import Any, Sequence


def common_prefix(a: Sequence[Any], b: Sequence[Any]) -> int:
    """The number of leading elements that `a` and `b` share. Where one is a prefix of the other, a single comparison finds it."""
    n = min(len(a), len(b))
    if a[:n] == b[:n]:
        return n
    return next((i for i in range(n) if a[i] != b[i]), n)
