"""What is measured on the loaded pair: the compare screen's verbs, on the deck's contest, and the lesson's. What cannot be done is a Refusal, one
line."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Callable, Iterator

from specdeck.decoding.drafters import DEFAULT_DRAFTER
from specdeck.decoding.rules import RULES
from specdeck.decoding.types import MLX_LM, PLAIN, Settings

from ..budget import Budget
from ..chat.wording import choice_words
from ..compare import race
from ..compare.contest import RUNS
from ..compare.race import Letter, RaceEvent, Terms
from ..compare.result import Comparison, is_plain
from ..compare.sampling import DRAWS, TOKENS, Sampling, draw
from ..deck import Deck
from ..engine.messages import Message
from ..engine.session import Job
from ..notices import Refusal
from . import changing_settings, loading, saving

if TYPE_CHECKING:
    from ..engine.engine import Engine

MOST = 256  # tokens of a reply


def compare(deck: Deck, prompt: str) -> None:
    """Run both sides on a prompt; without one, on the last prompt."""
    prompt = _prompt(deck, prompt)
    force = replace(deck.settings, seed=random.randrange(2**31) if deck.wants.seed is None else deck.wants.seed)
    contest, pace = deck.contest, deck.last.plain_pace or deck.last.pace
    most = min(deck.wants.max_tokens, MOST)
    terms = Terms(_messages(deck, prompt), most, deck.wants.thinking, contest.runs, deck.budget("compare"), frozenset(contest.asked))
    sides = contest.begin(prompt, terms, force)
    _submit(deck, "comparison", partial(race.race, terms=terms, sides=sides, pace=pace, shown=True))


def sweep(deck: Deck) -> None:
    """Run side B with other values of k, on the prompt of the last comparison."""
    loading.ready_pair(deck)
    if deck.contest.comparison is None:
        raise Refusal("compare first: the sweep of k uses the same prompt")
    if deck.contest.origin:
        raise Refusal("this is an earlier comparison: enter runs it again, then k can be swept")
    if is_plain(deck.contest.comparison.b.settings):
        raise Refusal("side B was plain decoding: it has no k to sweep")
    found = _measure_further(deck)
    terms, turns = deck.contest.terms, 1 if deck.contest.measured else deck.contest.runs
    _submit(deck, "sweep", partial(race.sweep, terms=terms, found=found, turns=turns))


def search(deck: Deck) -> None:
    """Find the fastest drafter and k on the prompt of the last comparison."""
    pair, found = loading.ready_pair(deck), deck.contest.comparison
    if found is None or deck.contest.origin:
        raise Refusal("compare first (enter): the search uses the same prompt and side A")
    if not is_plain(found.a.settings):
        raise Refusal("the search is against plain decoding: make side A plain (p) and compare again")
    found = _measure_further(deck)
    terms, rates = deck.contest.terms, {settings: [*turns] for settings, turns in deck.contest.rates.items()}
    if not is_plain(found.b.settings):
        deck.contest.measured.setdefault(found.b.settings, found.speed)
    _submit(deck, "search", partial(race.search, terms=terms, found=found, rates=rates, drafters=pair.drafters))


def apply_best(deck: Deck) -> str | None:
    """Take what the search found into force; returns a line, or None where there is nothing new to take."""
    best, deck.contest.best = deck.contest.best, None
    if best is None:
        return None
    loading.ready_pair(deck)
    if best.settings is None:
        changing_settings.draft(deck, PLAIN)
        return "plain decoding from now on"
    changing_settings.draft(deck, best.settings.drafter)
    changing_settings.change_settings(deck, k=best.settings.k, adaptive_k=best.settings.adaptive_k)
    deck.contest.changes["b"] = {name: value for name, value in deck.contest.changes["b"].items() if name not in ("drafter", "k", "adaptive_k")}
    return f"{choice_words(best.settings)} from now on, in the chat too"


def page(deck: Deck) -> str | None:
    """Save the race as a page. Its replies are written once more for that, with the best tokens, except those of an earlier comparison."""
    contest = deck.contest
    if contest.comparison is None or contest.origin:
        return saving.save_race(deck)
    loading.ready_pair(deck)
    _submit(deck, "page", partial(race.explain, terms=contest.terms, runs=contest.runs_shown))
    return None


def sample(deck: Deck, prompt: str = "", draws: int = DRAWS, tokens: int = TOKENS) -> None:
    """Draw continuations plainly and as side B would, to test whether both follow one distribution. The rule is the chat's unless one
    was chosen for side B. With no prompt, on the last one."""
    prompt = _prompt(deck, prompt)
    drafted = replace(side(deck, "b"), rule=deck.contest.changes["b"].get("rule", deck.settings.rule))
    if is_plain(drafted):
        raise Refusal("side B is plain decoding: choose a drafter for it first (d), there is nothing to test")
    _draw(deck, prompt, drafted, draws, tokens)


def sample_rule(deck: Deck, prompt: str, rule: str) -> None:
    """Test this rule on a prompt, with the chat's drafter, or the pair's own where the chat decodes plainly."""
    pair, drafted = loading.ready_pair(deck), deck.settings
    if is_plain(drafted) or drafted.drafter == MLX_LM:
        drafted = replace(drafted, drafter=DEFAULT_DRAFTER if pair.default == PLAIN else pair.default, k=drafted.k or Settings().k)
    _draw(deck, prompt, replace(drafted, rule=rule), DRAWS, TOKENS)


def sample_again(deck: Deck, before: Sampling, draws: int, tokens: int) -> None:
    """Test what was tested before, with so many other draws and tokens, and as much more time as draws."""
    loading.ready_pair(deck)
    _draw(deck, before.prompt, before.drafted, draws, tokens, Budget(before.budget.seconds * draws / before.draws))


def _draw(deck: Deck, prompt: str, drafted: Settings, draws: int, tokens: int, budget: Budget | None = None) -> None:
    test = deck.contest.sampling = Sampling(prompt, drafted, random.randrange(2**31), draws, tokens, budget or deck.budget("test"))
    drawing = partial(draw, sampling=test, messages=_messages(deck, prompt), thinking=deck.wants.thinking)
    deck.session.submit(Job("test", drawing, deck.next_job()))


def last_prompt(deck: Deck) -> str:
    """The prompt that was last compared, else last asked; empty if there is none."""
    return deck.contest.prompt or (deck.chat.turns[-1].prompt if deck.chat.turns else "")


def _prompt(deck: Deck, typed: str) -> str:
    """What was typed, else the last prompt, once the engine is idle. Raises Refusal if there is none."""
    loading.ready_pair(deck)
    if prompt := typed if typed.strip() else last_prompt(deck):
        return prompt
    raise Refusal("type a prompt first")


def side(deck: Deck, letter: Letter) -> Settings:
    return deck.contest.side(letter, deck.settings)


def change(deck: Deck, letter: Letter, **fields: object) -> None:
    """Change a side from the next comparison on. A value out of range is refused and changes nothing, and so is k of
    plain decoding."""
    changing_settings.checked(side(deck, letter), fields)
    if "k" in fields and fields.get("drafter", side(deck, letter).drafter) == PLAIN:
        raise Refusal("plain decoding has no k: p switches drafting on")
    if isinstance(drafter := fields.get("drafter"), str):
        changing_settings.check_can_draft(deck, drafter)
        if drafter != PLAIN and side(deck, letter).k == 0:
            fields = {"k": Settings().k} | fields
    deck.contest.change(letter, **fields)


def turn(deck: Deck, letter: Letter, what: str, by: int = 1) -> None:
    """What a key changes on a side: a step of its "k" or "temperature"; the next "rule"; "plain": plain decoding, and back to the chat's
    drafter. Where the chat decodes plainly, back to its drafter before."""
    now = side(deck, letter)
    if what == "k":
        change(deck, letter, k=now.k + by)
    elif what == "temperature":
        change(deck, letter, temperature=changing_settings.stepped_temperature(now.temperature, by))
    elif what == "rule":
        change(deck, letter, rule=RULES[(RULES.index(now.rule) + 1) % len(RULES)])
    else:
        drafts = not is_plain(now) and now.drafter != MLX_LM
        change(deck, letter, drafter=PLAIN if drafts else changing_settings.drafter_of_chat(deck))


def add_side(deck: Deck) -> str:
    if (letter := deck.contest.add_side()) is None:
        raise Refusal("four sides are the most: D leaves the last one out")
    return f"side {letter.upper()}: d  [ ]  R  p change it, enter runs all"


def drop_side(deck: Deck) -> str:
    if (letter := deck.contest.drop_side()) is None:
        raise Refusal("a comparison has two sides at least")
    return f"side {letter.upper()} is left out of the next comparison"


def next_runs(deck: Deck) -> str:
    """Another number of runs per side; says which."""
    contest = deck.contest
    contest.runs = RUNS[(RUNS.index(contest.runs) + 1) % len(RUNS)]
    contest.asked.add("runs")
    return "one run per side" if contest.runs == 1 else f"{contest.runs} runs per side: the median counts"


def race_mlx_lm(deck: Deck) -> str:
    """Switch side A between plain decoding and mlx-lm's own generator, from the next comparison on, and say which. mlx-lm uses the pair's draft
    model if there is one."""
    drafters = loading.loaded_pair(deck).drafters
    if side(deck, "a").drafter == MLX_LM:
        deck.contest.changes["a"] = {"drafter": PLAIN}
        return "side A: plain decoding"
    deck.contest.changes["a"] = {"drafter": MLX_LM} if "model" in drafters else {"drafter": MLX_LM, "k": 0}
    how = "speculative_generate_step, with the draft model" if "model" in drafters else "generate_step (plain: it needs a draft model)"
    return f"side A: mlx-lm's {how}; enter runs both"


def run_example(deck: Deck) -> None:
    """Start recording the example of the lesson's open page, beside whose words it says how far it is."""
    from ..lesson.recordings import LiveRecording, record, takes_for

    assert deck.lesson.course is not None, "the lesson is open"
    if not deck.lesson.course.page.live:
        raise Refusal("this page has no example to run here")
    pair = loading.ready_pair(deck)
    name, budget = deck.lesson.course.page.recording, deck.budget("lesson")
    takes = takes_for(name, pair, random.randrange(2**31))
    deck.lesson.live = LiveRecording(name)
    deck.session.submit(Job("recording", partial(record, takes=takes, target=pair.target, budget=budget), deck.next_job()))


def _messages(deck: Deck, prompt: str) -> tuple[Message, ...]:
    system = ({"role": "system", "content": deck.chat.system},) if deck.chat.system else ()
    return (*system, {"role": "user", "content": prompt})


def _measure_further(deck: Deck) -> Comparison:
    """Begin to measure other settings on the prompt of the last comparison, within the present budget; returns that."""
    contest = deck.contest
    assert contest.comparison, "both sides have run"
    contest.best, contest.terms = None, replace(contest.terms, budget=deck.budget("compare"))
    return contest.comparison


def _submit(deck: Deck, name: str, run: Callable[[Engine], Iterator[RaceEvent]]) -> None:
    deck.contest.running = True
    deck.session.submit(Job(name, run, deck.next_job()))
