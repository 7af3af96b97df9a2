"""`mx.compile` without the kernels that g++ makes of a graph on a CPU, which take seconds: a graph is stored and read back, and replayed."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator

import mlx.core as mx
import pytest
from mlx.utils import tree_flatten, tree_unflatten


def replayed(fun: Callable[..., Any]) -> Callable[..., Any]:
    """`fun`, traced once for each set of its arguments' shapes and types; whatever else it reads is a constant, as in mx.compile."""
    graphs: dict[tuple, tuple[Callable, list[str]]] = {}

    def call(*arguments: Any) -> Any:
        names, arrays = zip(*tree_flatten(arguments))
        key = (names, tuple((array.shape, array.dtype) for array in arrays))
        if key not in graphs:
            graphs[key] = _graph(fun, names, arrays)
        graph, results = graphs[key]
        return tree_unflatten(list(zip(results, graph(arrays), strict=True)))

    return call


def _graph(fun: Callable[..., Any], names: tuple[str, ...], arrays: tuple[mx.array, ...]) -> tuple[Callable, list[str]]:
    results: list[str] = []

    def flat(*given: mx.array) -> list[mx.array]:
        found = tree_flatten(fun(*tree_unflatten(list(zip(names, given)))))
        results[:] = [name for name, _ in found]
        return [array for _, array in found]

    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "graph.mlxfn")
        mx.export_function(file, flat, *arrays)
        return mx.import_function(file), results


@contextmanager
def replaying() -> Iterator[None]:
    """A context in which what is compiled is replayed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mx, "compile", replayed)
        yield
