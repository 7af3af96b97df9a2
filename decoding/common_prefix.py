"""How far two sequences agree. Knows elements that can be compared, token ids as a rule; imports nothing."""

from __future__ import annotations

from typing import Any, Sequence


def common_prefix(a: Sequence[Any], b: Sequence[Any]) -> int:
    """The length of the longest head that both have; two lists that agree are compared in one go."""
    n = min(len(a), len(b))
    if a[:n] == b[:n]:
        return n
    return next((i for i in range(n) if a[i] != b[i]), n)
