"""Which rows of a parametrised test the README's command runs; `-m long`, and so CI, runs the others."""

from typing import Any, Callable, Iterable

import pytest


def everyday(names: str, values: Iterable[Any], *kept: Any, ids: Any = None) -> Callable[[Any], Any]:
    """pytest's parametrize, where one law is stated of many cases and a fault in the code that they share fails the `kept` ones too: the
    other rows are marked long. A row of several arguments is a tuple. Raises ValueError for a kept one that is no row."""
    rows, several = list(values), "," in names
    if missing := [one for one in kept if one not in rows]:
        raise ValueError(f"{missing} are no rows of this test")
    marked = [row if row in kept else pytest.param(*(row if several else (row,)), marks=pytest.mark.long) for row in rows]
    return pytest.mark.parametrize(names, marked, ids=ids)
