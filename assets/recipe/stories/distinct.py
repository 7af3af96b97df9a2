"""How varied the stories are: the share of distinct runs of five words, beside real stories of the same number of words.

    python -m assets.recipe.stories.distinct --corpus PATH [--stories N]

PATH is a tinystories jsonl.gz, a story a line under "text".
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

from . import tell, wish

WORD = re.compile(r"[a-z0-9']+")


def words(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return WORD.findall(text.lower())


def counts(texts: Iterable[str], run: int, limit: int) -> Counter[tuple[str, ...]]:
    """How often each run of words occurs in the first `limit` words of these texts; no run crosses texts."""
    found: Counter[tuple[str, ...]] = Counter()
    left = limit
    for text in texts:
        text_words = words(text)[:left]
        found.update(zip(*(text_words[i:] for i in range(run))))
        left -= len(text_words)
        if left <= 0:
            break
    return found


def share(found: Counter[tuple[str, ...]]) -> float:
    """Of all runs, how many are different ones."""
    return len(found) / max(1, found.total())


def ours(number: int, seed: int = 1) -> list[str]:
    """So many generated stories."""
    rng = Random(seed)
    return [tell.new(wish(rng), rng).text for _ in range(number)]


def real(path: Path) -> Iterator[str]:
    """The real stories of a corpus file."""
    with gzip.open(path, "rt") as lines:
        for line in lines:
            yield json.loads(line)["text"]


def measure(number: int, corpus: Path, run: int = 5) -> tuple[int, float, float, Counter[tuple[str, ...]]]:
    """Words compared, share of distinct runs in ours and in the real ones, and how often each of our runs occurs."""
    generated, originals = ours(number), list(islice(real(corpus), 4 * number))
    limit = min(sum(len(words(text)) for text in texts) for texts in (generated, originals))
    mine = counts(generated, run, limit)
    return limit, share(mine), share(counts(originals, run, limit)), mine


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Share of distinct runs of five words, ours beside real stories.")
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--stories", type=int, default=2000)
    parser.add_argument("--top", type=int, default=12, help="so many of our most frequent runs are shown")
    options = parser.parse_args()
    limit, mine, theirs, found = measure(options.stories, options.corpus)
    print(f"{limit} words each; distinct 5-grams: ours {mine:.1%}, real {theirs:.1%}")
    for run, times in found.most_common(options.top):
        print(f"{times:6d}  {' '.join(run)}")


if __name__ == "__main__":
    main()
