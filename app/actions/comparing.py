"""What is measured on the loaded pair: the compare screen's verbs, on the app state's contest, and the lesson's. What cannot be done is a Refusal, one
line."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Callable, Iterator

from specdeck.decoding.drafters import DEFAULT_DRAFTER
from specdeck.decoding.rules import RULES
from specdeck.decoding.types import MLX_LM, PLAIN, Settings

from ..app_state import AppState
from ..budget import Budget
from ..chat.wording import choice_words
from ..compare import race
from ..compare.contest import RUNS
from ..compare.race import Letter, RaceEvent, Terms
from ..compare.result import Comparison, is_plain
from ..compare.sampling import DRAWS, TOKENS, Sampling, draw
from ..engine.messages import Message
from ..engine.session import Job
from ..notices import Refusal
from . import changing_settings, loading, saving

if TYPE_CHECKING:
    from ..engine.engine import Engine

MOST = 256  # tokens of a reply


def compare(state: AppState, prompt: str) -> None:
    """Run both sides on a prompt; without one, on the last prompt."""
    prompt = _prompt(state, prompt)
    force = replace(state.settings, seed=random.randrange(2**31) if state.reply_options.seed is None else state.reply_options.seed)
    contest, pace = state.contest, state.last_reply.plain_pace or state.last_reply.pace
    most = min(state.reply_options.max_tokens, MOST)
    terms = Terms(_messages(state, prompt), most, state.reply_options.thinking, contest.runs, state.budget("compare"), frozenset(contest.asked))
    sides = contest.begin(prompt, terms, force)
    _submit(state, "comparison", partial(race.race, terms=terms, sides=sides, pace=pace, shown=True))


def sweep(state: AppState) -> None:
    """Run side B with other values of k, on the prompt of the last comparison."""
    loading.ready_pair(state)
    if state.contest.comparison is None:
        raise Refusal("compare first: the sweep of k uses the same prompt")
    if is_plain(state.contest.comparison.b.settings):
        raise Refusal("side B was plain decoding: it has no k to sweep")
    found = _measure_further(state)
    terms, turns = state.contest.terms, 1 if state.contest.measured else state.contest.runs
    _submit(state, "sweep", partial(race.sweep, terms=terms, found=found, turns=turns))


def search(state: AppState) -> None:
    """Find the fastest drafter and k on the prompt of the last comparison."""
    pair, found = loading.ready_pair(state), state.contest.comparison
    if found is None:
        raise Refusal("compare first (enter): the search uses the same prompt and side A")
    if not is_plain(found.a.settings):
        raise Refusal("the search is against plain decoding: make side A plain (p) and compare again")
    found = _measure_further(state)
    terms, rates = state.contest.terms, {settings: [*turns] for settings, turns in state.contest.rates.items()}
    if not is_plain(found.b.settings):
        state.contest.measured.setdefault(found.b.settings, found.speed)
    _submit(state, "search", partial(race.search, terms=terms, found=found, rates=rates, drafters=pair.drafters))


def apply_best(state: AppState) -> str | None:
    """Take what the search found into force; returns a line, or None where there is nothing new to take."""
    best, state.contest.best = state.contest.best, None
    if best is None:
        return None
    loading.ready_pair(state)
    if best.settings is None:
        changing_settings.draft(state, PLAIN)
        return "plain decoding from now on"
    changing_settings.draft(state, best.settings.drafter)
    changing_settings.change_settings(state, k=best.settings.k, adaptive_k=best.settings.adaptive_k)
    state.contest.changes["b"] = {name: value for name, value in state.contest.changes["b"].items() if name not in ("drafter", "k", "adaptive_k")}
    return f"{choice_words(best.settings)} from now on, in the chat too"


def page(state: AppState) -> str | None:
    """Save the race as a page. Its replies are written once more for that, with the best tokens."""
    contest = state.contest
    if contest.comparison is None:
        return saving.save_race(state)
    loading.ready_pair(state)
    _submit(state, "page", partial(race.explain, terms=contest.terms, runs=contest.runs_shown))
    return None


def sample(state: AppState, prompt: str = "", draws: int = DRAWS, tokens: int = TOKENS) -> None:
    """Draw continuations plainly and as side B would, to test whether both follow one distribution. The rule is the chat's unless one
    was chosen for side B. With no prompt, on the last one."""
    prompt = _prompt(state, prompt)
    drafted = replace(side(state, "b"), rule=state.contest.changes["b"].get("rule", state.settings.rule))
    if is_plain(drafted):
        raise Refusal("side B is plain decoding: choose a drafter for it first (d), there is nothing to test")
    _draw(state, prompt, drafted, draws, tokens)


def sample_rule(state: AppState, prompt: str, rule: str) -> None:
    """Test this rule on a prompt, with the chat's drafter, or the pair's own where the chat decodes plainly."""
    pair, drafted = loading.ready_pair(state), state.settings
    if is_plain(drafted) or drafted.drafter == MLX_LM:
        drafted = replace(drafted, drafter=DEFAULT_DRAFTER if pair.default == PLAIN else pair.default, k=drafted.k or Settings().k)
    _draw(state, prompt, replace(drafted, rule=rule), DRAWS, TOKENS)


def sample_again(state: AppState, before: Sampling, draws: int, tokens: int) -> None:
    """Test what was tested before, with so many other draws and tokens, and as much more time as draws."""
    loading.ready_pair(state)
    _draw(state, before.prompt, before.drafted, draws, tokens, Budget(before.budget.seconds * draws / before.draws))


def _draw(state: AppState, prompt: str, drafted: Settings, draws: int, tokens: int, budget: Budget | None = None) -> None:
    test = state.contest.sampling = Sampling(prompt, drafted, random.randrange(2**31), draws, tokens, budget or state.budget("test"))
    drawing = partial(draw, sampling=test, messages=_messages(state, prompt), thinking=state.reply_options.thinking)
    state.session.submit(Job("test", drawing, state.next_job()))


def last_prompt(state: AppState) -> str:
    """The prompt that was last compared, else last asked; empty if there is none."""
    return state.contest.prompt or (state.chat.turns[-1].prompt if state.chat.turns else "")


def _prompt(state: AppState, typed: str) -> str:
    """What was typed, else the last prompt, once the engine is idle. Raises Refusal if there is none."""
    loading.ready_pair(state)
    if prompt := typed if typed.strip() else last_prompt(state):
        return prompt
    raise Refusal("type a prompt first")


def side(state: AppState, letter: Letter) -> Settings:
    return state.contest.side(letter, state.settings)


def change(state: AppState, letter: Letter, **fields: object) -> None:
    """Change a side from the next comparison on. A value out of range is refused and changes nothing, and so is k of
    plain decoding."""
    changing_settings.checked(side(state, letter), fields)
    if "k" in fields and fields.get("drafter", side(state, letter).drafter) == PLAIN:
        raise Refusal("plain decoding has no k: p switches drafting on")
    if isinstance(drafter := fields.get("drafter"), str):
        changing_settings.check_can_draft(state, drafter)
        if drafter != PLAIN and side(state, letter).k == 0:
            fields = {"k": Settings().k} | fields
    state.contest.change(letter, **fields)


def turn(state: AppState, letter: Letter, what: str, by: int = 1) -> None:
    """Change a side as a key asks. `what` "k" and "temperature" take a step, and "rule" takes the next rule. "plain" switches to plain decoding, and
    back to the chat's drafter. Where the chat decodes plainly, back to its drafter before."""
    now = side(state, letter)
    if what == "k":
        change(state, letter, k=now.k + by)
    elif what == "temperature":
        change(state, letter, temperature=changing_settings.stepped_temperature(now.temperature, by))
    elif what == "rule":
        change(state, letter, rule=RULES[(RULES.index(now.rule) + 1) % len(RULES)])
    else:
        drafts = not is_plain(now) and now.drafter != MLX_LM
        change(state, letter, drafter=PLAIN if drafts else changing_settings.drafter_of_chat(state))


def add_side(state: AppState) -> str:
    if (letter := state.contest.add_side()) is None:
        raise Refusal("four sides are the most: D leaves the last one out")
    return f"side {letter.upper()}: d  [ ]  R  p change it, enter runs all"


def drop_side(state: AppState) -> str:
    if (letter := state.contest.drop_side()) is None:
        raise Refusal("a comparison has two sides at least")
    return f"side {letter.upper()} is left out of the next comparison"


def next_runs(state: AppState) -> str:
    """Another number of runs per side; says which."""
    contest = state.contest
    contest.runs = RUNS[(RUNS.index(contest.runs) + 1) % len(RUNS)]
    contest.asked.add("runs")
    return "one run per side" if contest.runs == 1 else f"{contest.runs} runs per side: the median counts"


def race_mlx_lm(state: AppState) -> str:
    """Switch side A between plain decoding and mlx-lm's own generator, from the next comparison on. Return a line that names it."""
    drafters = loading.loaded_pair(state).drafters
    if side(state, "a").drafter == MLX_LM:
        state.contest.changes["a"] = {"drafter": PLAIN}
        return "side A: plain decoding"
    state.contest.changes["a"] = {"drafter": MLX_LM} if "model" in drafters else {"drafter": MLX_LM, "k": 0}
    how = "speculative_generate_step, with the draft model" if "model" in drafters else "generate_step (plain: it needs a draft model)"
    return f"side A: mlx-lm's {how}; enter runs both"


def run_example(state: AppState) -> None:
    """Start recording the example of the lesson's open page, beside whose words it says how far it is."""
    from ..lesson.recordings import LiveRecording, record, takes_for

    assert state.lesson.course is not None, "the lesson is open"
    if not state.lesson.course.page.live:
        raise Refusal("this page has no example to run here")
    pair = loading.ready_pair(state)
    name, budget = state.lesson.course.page.recording, state.budget("lesson")
    takes = takes_for(name, pair, random.randrange(2**31))
    state.lesson.live = LiveRecording(name)
    state.session.submit(Job("recording", partial(record, takes=takes, target=pair.target, budget=budget), state.next_job()))


def _messages(state: AppState, prompt: str) -> tuple[Message, ...]:
    system = ({"role": "system", "content": state.chat.system},) if state.chat.system else ()
    return (*system, {"role": "user", "content": prompt})


def _measure_further(state: AppState) -> Comparison:
    """Begin to measure other settings on the prompt of the last comparison, within the present budget; returns that."""
    contest = state.contest
    assert contest.comparison, "both sides have run"
    contest.best, contest.terms = None, replace(contest.terms, budget=state.budget("compare"))
    return contest.comparison


def _submit(state: AppState, name: str, run: Callable[[Engine], Iterator[RaceEvent]]) -> None:
    state.contest.running = True
    state.session.submit(Job(name, run, state.next_job()))
