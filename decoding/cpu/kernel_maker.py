"""`python -m specdeck.decoding.kernel_maker`: compiles every kernel by decoding a few tokens with each
embedded drafter."""

from __future__ import annotations

from specdeck.decoding import Settings, decode, load

from .kernels import compile_once

TEXT = "I am looking for a hotel in Seattle. " * 20  # long enough for every part of a round to be worth a kernel


def warm_all() -> None:
    """A few rounds of every network there is."""
    pair = load()
    for drafter in "model", "mtp", "dflash":
        for _ in decode(pair, TEXT, Settings(drafter=drafter), max_tokens=6):
            pass


if __name__ == "__main__":
    compile_once(warm_all)
