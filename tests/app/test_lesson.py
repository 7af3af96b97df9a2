"""The lesson: what a person does and sees, that it fits, that its claims are true of the recordings, and that it goes on where it was left."""

import itertools
import json
import math
import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Iterator

import pytest
from textual.containers import VerticalScroll
from textual.content import Content

from assets.traces.demands import lacking
from specdeck.actions import chatting, loading
from specdeck.actions.comparing import run_example
from specdeck.app import Playground
from specdeck.app_state import AppState
from specdeck.apply_reports import apply_pending
from specdeck.budget import COURSE_MINUTES, MORE_MINUTES
from specdeck.chat.wording import judged_words
from specdeck.decoding.checkpoints.vocabularies import ENOUGH
from specdeck.decoding.rules import block
from specdeck.lesson.course import Course, Page, Question, Step, say
from specdeck.lesson.pages import PAGES, where_it_pays
from specdeck.lesson.pages.greedy_round import partly_accepted
from specdeck.lesson.pages.other_rules import by_block, clearest, expected
from specdeck.lesson.pages.sampled_round import added, kept, nudged, sampled_round
from specdeck.lesson.pages.where_it_pays import Cost
from specdeck.lesson.recordings import TAKES, WIDTHS, Recordings
from specdeck.lesson.round_pictures import fitted, passes, ruler
from specdeck.notices import Refusal
from specdeck.screens import lesson as lesson_screen
from specdeck.screens.lesson import LessonScreen
from specdeck.widgets.lesson_panels import Stage
from specdeck.widgets.status import doing
from tests.helpers.everyday import everyday
from tests.helpers.fake import PAIR, FakeEngine, FakeSession
from tests.helpers.play import SMALL, WIDE, drawn, hides, keys_cut, opened_on, press, shows, tried, until, where
from tests.helpers.states import finish

COURSE_PAGES = sum(not page.more for page in PAGES)
TALLEST = 31  # rows of a picture at 120 x 36
LEAST = 53  # columns of a picture at 100 columns of terminal, fewer than at 60


@pytest.fixture
def course():
    return Course(PAGES, Recordings())


def walk(course: Course) -> Iterator[tuple[Page, Step]]:
    """Every step, in order."""
    for page in PAGES:
        for step in page.build(course):
            yield page, step


async def open_lesson(pilot, session: FakeSession) -> None:
    """The lesson, open."""
    await press(pilot, "f4", f"1 of {COURSE_PAGES}", "0-9 Guess")


at_the_lesson = opened_on(open_lesson)


def turn_to(course: Course, name: str) -> None:
    """The page of this name."""
    course.turn_page([page.name for page in PAGES].index(name) - course.progress.page)


# What a person does


@at_the_lesson
async def test_what_a_step_adds_appears_from_left_to_right(pilot, app):
    stage = app.screen.query_one("#stage", Stage)
    before, texts, update = stage.shown_lines, [], stage.update
    app.animation_level = "full"
    stage.update = lambda content: (texts.append(content.plain), update(content))
    await pilot.press("space")
    whole = "\n".join(line.plain for line in stage.shown_lines)
    await until(pilot, lambda: stage._sweeping is None and stage.content.plain == whole)
    lengths = [len(text) for text in texts[1:]]
    assert stage.shown_lines != before and lengths == sorted(lengths) and lengths[0] < lengths[-1] == len(whole)
    texts.clear()
    stage.sweep(stage.shown_lines[:1])
    await until(pilot, lambda: bool(texts))
    assert texts[0].startswith(stage.shown_lines[0].plain), "what was there stays"


@at_the_lesson
async def test_keys_and_clicks_go_through_the_course_and_a_guess_is_judged(pilot, state):
    course = state.lesson.course
    taken = course.recordings.replies("greedy")[0].stats.target_passes
    await press(pilot, "7", "answer with one of 1, 2, 3")
    await pilot.press("space")
    await hides(pilot, "0-9 Guess")
    await press(pilot, "1 backspace", f"2) {taken}")
    assert course.progress.guesses == {}
    await press(pilot, "1 space", f"You said: {taken // 3}. The answer: {taken}.")
    await press(pilot, "backspace", f"2) {taken}")
    await pilot.click(offset=where(pilot, f"2) {taken}"))
    await press(pilot, "space", f"You said: {taken}. Right.")
    await press(pilot, "space pagedown", f"2 of {COURSE_PAGES}")
    for keys, place in (("pageup", (0, 2)), ("backspace greater_than_sign greater_than_sign less_than_sign", (1, 0))):  # as presenters' remotes step
        await pilot.press(*keys.split())
        assert (course.progress.page, course.progress.step) == place
    await pilot.click(offset=where(pilot, "The residual"))
    await shows(pilot, f"6 of {COURSE_PAGES}")


@at_the_lesson
async def test_keys_change_what_a_page_shows(pilot, app, state):
    course = state.lesson.course

    async def show(page: str, step: int) -> str:
        turn_to(course, page)
        for _ in range(step):
            course.forward()
        app.draw()
        await pilot.pause()
        return drawn(pilot)

    async def after(*keys: str) -> str:
        await pilot.press(*keys)
        return drawn(pilot)

    shown = [await show("rule", 3), *[await after(key) for key in ("right", "right", "right", "left")]]
    assert len(set(shown)) == 3 and shown[3] == shown[0] and shown[4] == shown[2], "each of three positions, and round"
    assert "T 0.8  probabilistic" in await show("warmth", 1)
    coldest = await after("minus", "minus")
    assert "T 0  probabilistic" in coldest and "the three rules are the same" in coldest
    assert "T 0.4  match" in await after("equals_sign", "R", "R")
    await show("residual", 2)
    seen = [await after(key) for key in ("right", "w", "w", "q", "Q", "W")]
    assert len(set(seen)) == 4 and seen[1] == seen[5] and seen[2] == seen[4], "each key moves, and is taken back by its opposite"
    assert "◆" in await show("yield", 2)
    promised = set()
    for number, key in enumerate(("equals_sign", "minus", "right", "minus", "right", "equals_sign", "left", "equals_sign")):
        await after(key)
        curve = "\n".join(line.plain for line in app.screen.query_one("#stage", Stage).shown_lines)
        promised.add(re.search(r"plain steps: ([\d.]+)x", curve)[1])
        assert unlawful("yield", course.step) == []
        assert ("another pair" in course.step.words) == ("◆" not in curve), "the words are of the curve that is drawn"
        assert number > 1 or ("◆" in curve) == (number == 1), "taken back by its opposite"
    assert len(promised) > 2


@at_the_lesson
async def test_it_plays_by_itself_until_a_key_is_pressed(pilot, app, state, monkeypatch):
    monkeypatch.setattr(lesson_screen, "PACE", 0.3)
    course, lesson = state.lesson.course, app.screen
    await press(pilot, "ctrl+p a u t o", "any other key stops it")
    await press(pilot, "enter", "advances automatically")
    await until(pilot, lambda: course.progress.step > 0)
    for stop in (lambda: pilot.press("backspace"), lambda: pilot.press("z"), lambda: pilot.click(offset=(drawn(pilot).index("Chat"), 0))):
        assert lesson._playing
        await stop()
        await pilot.pause()
        assert lesson._playing is None and "advances automatically" not in drawn(pilot)
        await pilot.press("a")
    assert app.screen is not lesson, "another tab is another place"


# That it fits


@everyday("size", [WIDE, (100, 30), SMALL, (60, 20)], SMALL, ids=["wide", "between", "small", "least"])
@at_the_lesson
async def test_space_walks_to_the_end_and_each_step_fits(pilot, app, state, size):
    """At 60 x 20 words and picture are scrolled, but a question stands with its answers."""
    course, faults = state.lesson.course, []
    stage = app.screen.query_one("#stage", Stage)
    await until(pilot, lambda: stage.content_size.width >= LEAST)  # what other tests take for the narrowest
    first = drawn(pilot)
    app.draw()
    await pilot.pause()
    assert drawn(pilot) == first, "drawn for the width that it has"
    for page, _ in walk(Course(PAGES, Recordings())):
        assert course.page is page
        if asked := course.step.question:
            parts = (asked.ask, *asked.choices) if size == (60, 20) else ()
            await until(pilot, lambda parts=parts: all(part in " ".join(drawn(pilot).split()) for part in parts))
            course.answer(next(digit for digit in asked.digits if digit != asked.answer))
            app.draw()
            await pilot.pause()
        columns = app.screen.query(VerticalScroll)
        scrolled = size != (60, 20) and ([column.id for column in columns if column.max_scroll_y or column.max_scroll_x] or keys_cut(app))
        cut = [line.plain for line in stage.shown_lines if line.plain.rstrip().endswith("…")]
        if scrolled or cut:
            faults.append(f"{page.name} {course.progress.step}: {scrolled} {cut}")
        await pilot.press("space")
    assert f"{len(PAGES)} of {len(PAGES)}" in drawn(pilot)
    assert faults == []


def test_a_picture_fits_its_columns_fills_its_rows_and_loses_no_token_where_it_is_narrow(course):
    taken: Counter[int] = Counter()
    for page, step in walk(course):
        for width, rows in itertools.product((*range(LEAST, 111, 6), 110), (0, 25, TALLEST, 45)):
            lines = step.picture(width, rows)
            taken[rows] += len(lines)
            assert max((line.cell_length for line in lines), default=0) <= width and (not rows or len(lines) <= rows), (page.name, step.words, width, rows)
        narrow, wide = (set(re.findall(r"(?<![\w'])' ?[^' ]+'", "\n".join(line.plain for line in step.picture(width, 0)))) for width in (LEAST, 110))
        assert narrow == wide, (page.name, step.words)
    assert min(taken[rows] for rows in (25, TALLEST, 45)) > 1.4 * taken[0]
    for line in (Content("a" * 40), Content("a" * 41), Content("a" * 39 + "   "), Content("東" * 30)):
        cut = fitted(line, 40)
        assert cut.cell_length <= 40 and cut.plain.endswith("…") == (line.rstrip().cell_length > 40)


WORDS, LOOK, THINK = 130, 6, 8  # words a minute aloud; seconds to look at a picture, and to guess


def test_the_course_comes_first_asks_on_every_page_names_bound_keys_and_is_as_long_as_it_says(course):
    bound = {name for key in (*LessonScreen.BINDINGS, *Playground.BINDINGS) for name in (*key.key.split(","), key.key.replace("minus", "-").replace("equals_sign", "="))}
    minutes, asking = {False: 0.0, True: 0.0}, set()
    for page, step in walk(course):
        named = {key for part in step.hint.split("   ") if part for key in re.split("[, ]+", part.partition(":")[0])}
        assert {key.lower() if re.fullmatch(r"F\d", key) else key for key in named} <= bound and len(step.text) <= 290
        asked = step.question
        said = [say(step.text).plain, *([asked.ask, *asked.choices, asked.right] if asked else [])]
        said += [line.plain for line in step.picture(110, 0)] if page.name == "questions" and not asked else []  # the answers are its picture
        minutes[page.more] += sum(len(text.split()) for text in said) / WORDS + (LOOK + THINK * bool(asked)) / 60
        asking |= {page.name} if asked else set()
    assert list(minutes.values()) == pytest.approx([COURSE_MINUTES, MORE_MINUTES], abs=0.5)
    assert {page.name for page in PAGES} - asking == {"draft"} and [page.more for page in PAGES] == sorted(page.more for page in PAGES)
    assert f"The lesson: {len(PAGES)} pages" in Path(__file__).parents[2].joinpath("README.md").read_text("utf-8")


@opened_on(open_lesson, size=(60, 16))
async def test_what_a_small_terminal_has_no_room_for_is_scrolled_by_keys(pilot, app, state):
    course = state.lesson.course
    turn_to(course, "residual")
    app.draw()
    rows = "\n".join(line.plain for line in course.step.picture(LEAST, 0))
    last, token = f"3) {course.step.question.choices[2]}", re.findall(r"' ?[^' ]+'", rows)[-1]  # the lowest row
    await until(pilot, lambda: "residual" in drawn(pilot) and token not in drawn(pilot))
    seen = []
    for _ in range(40):
        await pilot.press("down")
        seen.append(drawn(pilot))
    assert any(last in text for text in seen) and token in seen[-1]
    await pilot.press(*["up"] * 40)
    assert course.step.words.split()[0] in drawn(pilot) and token not in drawn(pilot)
    await pilot.resize_terminal(*WIDE)
    await until(pilot, lambda: f"6 of {COURSE_PAGES}" in drawn(pilot) and token in drawn(pilot))


# That it is true


LAWS = {  # what is shown -> what must hold of its figures
    r"(\d+) drafted, (\d+) accepted, 1 of the target's own: (\d+) token": lambda drafted, accepted, tokens: drafted >= accepted == tokens - 1,
    r"(\d+\.\d\d) tokens in (?:the time of )?(\d+\.\d\d) plain steps: (\d+\.\d\d)x": lambda tokens, cost, ratio: round(tokens / cost, 2) == ratio,
    r"([\d.]+) +\+ +([\d.]+) += +([\d.]+)": lambda left, right, total: abs(left + right - total) <= 1e-9,
    r"p/q = ([\d.e-]+)/([\d.e-]+) = ([\d.e-]+)": lambda p, q, ratio: abs(p / q / ratio - 1) <= 0.012,
    r"u ([\d.]+) < p/q = [^=]+ = ([\d.]+)": lambda u, ratio: u < ratio,
    r"u ([\d.]+) >= p/q = [^=]+ = ([\d.]+)": lambda u, ratio: u >= ratio,
}
ROWS = {  # of a table by k: tokens, cost and, if it is told, speed-up; plain decoding is 1.00, a round at least 1 token
    r"^ *(\d+) +(\d+\.\d\d) +(\d+\.\d\d) *$": lambda k, tokens, cost: tokens >= 1 and (k > 0 or tokens == cost == 1),
    r"^ *(\d+) +(\d+\.\d\d) +(\d+\.\d\d) +(\d+\.\d\d)x .*$": lambda k, tokens, cost, ratio: (
        tokens >= 1 and round(tokens / cost, 2) == ratio and (k > 0 or tokens == cost == 1)
    ),
}


def unlawful(page: str, step: Step) -> list[str]:
    """The laws that one step breaks, read off the words and the picture as a person reads them."""
    words, picture = step.words.replace("*", ""), "\n".join(line.plain for line in step.picture(110, 0))
    text = "\n".join([words, *([step.question.ask, *step.question.choices] if step.question else []), picture, *(line.plain for line in step.picture(110, TALLEST))])
    found = [f"special token {token}" for token in re.findall(r"<\|?[a-z_/|…]+", text)]
    for pattern, holds in (LAWS | (ROWS if page != "many" else {})).items():  # whose rows are checked below
        found += [f"not so: {shown[0]}" for shown in re.finditer(pattern, text, re.M) if not holds(*map(float, shown.groups()))]
    if total := re.search(r"tokens a round +(\d+\.\d\d)", text):
        terms = [float(chance) for chance in re.findall(r"^(?:own token|guess \d+: a\^\d+) .* (\d?\.\d{3})$", picture, re.M)]
        found += [f"{terms} do not add up to {total[1]}"] if f"{sum(terms):.2f}" != total[1] else []
    table = {name: cells.split() for name, cells in re.findall(r"^(drafter q\(x\)|target p\(x\)|min\(1, p/q\)|p/q) +(.*)$", text, re.M)}
    for p, q, ratio in zip(*(table.get(name, ()) for name in ("target p(x)", "drafter q(x)", "p/q" if "p/q" in table else "min(1, p/q)"))):
        if ratio not in ("-", ">.999"):
            most = math.inf if "p/q" in table else 1.0
            found += [f"{p} / {q} is not {ratio}"] if f"{min(most, float(p) / float(q)):.3f}".removeprefix("0") != ratio else []
    for people, plain, drafted, ratio in re.findall(r"(\d+) +(\d+\.\d\d) +(\d+\.\d\d) +(\d+\.\d\d)x ", text) if page == "many" else ():
        [given] = set(re.findall(r"(\d+\.\d\d) tokens a round;", text))
        found += [f"{given} x {plain} / {drafted} is not {ratio}x, for {people}"] if f"{float(given) * float(plain) / float(drafted):.2f}" != ratio else []
        slope, = re.findall(r"each further token adds (\d+)%", text) or ["0"]
        if int(slope) and abs(1 + int(slope) / 100 * (int(people) - 1) - float(plain)) > 0.0051:
            found.append(f"{people} tokens do not take {plain} passes if each adds {slope}%")
    if grown := re.search(r"took this many times as long as at k (\d+): (.*)\.", words):
        took = {(who, int(k)): float(time) for who, k, time in re.findall(r"(\w+) +(\d+) .* (\d+\.\d) ms", text)}
        for who, times in re.findall(r"(\w+) (\d+\.\d)", grown[2]):
            if f"{took[who, max(k for _, k in took)] / took[who, int(grown[1])]:.1f}" != times:
                found.append(f"{who} did not take {times} times as long")
    shown = [float(time) for time in re.findall(r"(\d+\.\d) ms", text)]
    for times in re.findall(r"([\d.]+) times(?: as long|$|,)", words):
        if not any(abs(one / two - float(times)) <= 0.051 for one in shown for two in shown):
            found.append(f"no two of the times shown make {times}")
    return found


def test_every_page_keeps_the_laws(course):
    assert {page.name: broken for page, step in walk(course) if (broken := unlawful(page.name, step))} == {}


@pytest.mark.parametrize("name", TAKES)
def test_each_recording_shows_what_its_pages_say_and_counts_the_engines_passes(course, name):
    assert lacking(name, course.recordings.turns(name)) == []
    assert all(passes(reply) == reply.stats.target_passes for reply in course.recordings.replies(name))


def drawings(course: Course, page: str, rows: int = 0) -> list[list[str]]:
    """The lines of each step's picture."""
    turn_to(course, page)
    return [[line.plain for line in step.picture(74, rows)] for step in course.steps]


def test_each_row_of_a_pass_reads_up_to_itself_and_an_accepted_end_of_turn_is_not_shown_as_rejected(course):
    drafted = course.recordings.replies("greedy")[1]
    rows = [line for line in drawings(course, "causal")[0] if re.match(r"\d '", line)]
    assert [len(re.findall("█+", row)) for row in rows] == [*range(1, len(rows) + 1)] and len(rows) == partly_accepted(drafted)[1].read
    assert drafted.rounds[-1].accepted == len(drafted.rounds[-1].tokens) + 1 < len(drafted.rounds[-1].guesses), "its last round accepts the end"
    [last] = [line for line in drawings(course, "bonus")[2] if line.startswith(f"{len(drafted.rounds):>5}  ")]
    assert last.endswith("(end of turn)") and "rejected" not in last


def test_each_answer_is_two_lines_what_it_says_of_filters_is_so_and_a_sample_follows_p_or_not_as_the_page_says(course):
    asked, *answered = drawings(course, "questions")
    assert [len(answer.splitlines()) for lines in answered for answer in "\n".join(lines).split("\n\n")] == [3] * len(asked)
    assert f"{ENOUGH:.0%} of the ids must agree" in " ".join(answered[0])
    top, kept = sampled_round(course).settings.top_k, [sum(share > 0 for _, share in row) for row in (*sampled_round(course).top_p, *sampled_round(course).top_q)]
    assert max(kept) <= top and f"(Top-k {top} in this lesson.)" in " ".join(answered[0]), "both are filtered"
    assert [line[-1][0] for line in drawings(course, "residual")[3:]] == ["✓", "✗"], "a sample with the residual follows p, with the shortcut it does not"


def test_accepted_guesses_and_the_residual_add_up_to_p_wherever_p_and_q_are_moved(course):
    event = sampled_round(course)
    recorded, rng = (dict(event.top_p[event.accepted]), dict(event.top_q[event.accepted])), random.Random(3)
    tokens = sorted({*recorded[0], *recorded[1]})[:5]
    turn_to(course, "residual")
    for _ in range(40):
        course.turned = {f"{name}@{rng.randrange(60)}": rng.randrange(-20, 21) for name in "pq"} | {"position": 3, "rule": 1}
        p, q = (nudged(shares, tokens, name, course.turned) for name, shares in zip("pq", recorded))
        assert sum(p.values()) == pytest.approx(1) == sum(q.values()) and min(p.values()) >= 0 <= min(q.values())
        assert all(kept(p, q, token) + added(p, q, token) == pytest.approx(p[token]) for token in p)
        assert unlawful("residual", course.steps[2]) == [], "each line adds up as it is shown"
        sums, *lines = (line.plain for line in course.steps[2].picture(84, 0))
        parts = [[float(figure) for figure in re.findall(r"[\d.]+", line)[-3:]] for line in lines[:-1]]
        assert [sum(column) for column in zip(*parts)] == pytest.approx([*map(float, re.findall(r"\.\d+|1\.000", sums)[:2]), 1.0]), "and so does each column"


def test_the_chance_of_the_first_guess_is_what_sampling_gives(course):
    rng = random.Random(5)

    def stands(rule: str, p: dict, q: dict) -> bool:
        """Whether one guess stands, drawn and tested as the rule says."""
        if rule == "coupled":
            noise = {token: -math.log(rng.expovariate(1.0)) for token in {*p, *q}}
            best = [max(shares, key=lambda token: math.log(max(shares[token], 1e-30)) + noise[token]) for shares in (p, q)]
            return best[0] == best[1]
        guess = rng.choices(list(q), list(q.values()))[0]
        return guess == rng.choices(list(p), list(p.values()))[0] if rule == "match" else rng.random() * q[guess] < p.get(guess, 0.0)

    for step in (reply.rounds[0] for reply in course.recordings.replies("warmth")):
        if step.settings.temperature:
            shares = dict(step.top_p[0]), dict(step.top_q[0])
            assert sum(stands(step.settings.rule, *shares) for _ in range(4000)) / 4000 == pytest.approx(expected(step), abs=0.04), step.settings


def test_block_verification_accepts_this_draft_as_the_page_says(course):
    """The engine's own rule, 1,500 times over the recorded draft."""
    mx = pytest.importorskip("mlx.core")
    step = clearest([step for step in course.recordings.replies("prefixes")[0].rounds if step.tested])
    ids = {token: at for at, token in enumerate(sorted({token for row in (*step.top_p, *step.top_q) for token, _ in row} | set(step.draft)))}
    n, rng = step.tested, random.Random(4)
    p, q = (mx.array([[dict(row).get(token, 0.0) for token in ids] for row in rows]) for rows in ([*step.top_p, step.top_p[-1]][: n + 1], step.top_q[:n]))
    guesses, counts = mx.array([ids[token] for token in step.draft]), []
    for _ in range(1500):
        numbers = SimpleNamespace(tests=lambda n: mx.array([rng.random() for _ in range(n)]), own=lambda rows=1: mx.array([0.5]))
        counts.append(block.RULE.judge(guesses, q, p, p, numbers).accepted.item())
    for at, chance in enumerate(by_block(step), 1):
        assert sum(count >= at for count in counts) / len(counts) == pytest.approx(chance, abs=0.05)


def test_the_curve_is_the_sum_of_its_terms_and_plain_at_its_ends():
    for a, k in itertools.product((0.0, 0.3, 0.94, 1.0), (0, 1, 4, 16)):
        assert where_it_pays.expected_tokens(a, k) == pytest.approx(sum(a**i for i in range(k + 1)))
        assert where_it_pays.speed_up(a, 0, 0.2) == 1
        assert where_it_pays.tested_from(where_it_pays.per_drafted(a, k), k) == a, "the two acceptances of one draft give each other"
    people = where_it_pays.served(Cost(4, 4.0, 1.25), 0.1)
    assert people[0].speed_up == 3.2 > 1 > people[-1].speed_up and where_it_pays.served(Cost(4, 4.0, 1.25), 0.0)[-1].speed_up == 3.2


def test_a_ruler_is_cut_where_the_ratio_is_emphasis_is_ours_and_digits_mean_themselves_where_they_can():
    assert judged_words(0.6042, 1.0, 0.6041, True) == "u .6041 < p/q = .604/1 = .6042", "in the digits that tell them apart"
    assert judged_words(0.0, None, 0.0, False) == "u 0 >= p/q = 0/1 = 0"
    lines = ruler(0.25, 0.5, 44)
    assert lines[0].plain == "0 " + "█" * 10 + "░" * 30 + " 1" and lines[2].plain.index("▲ u = .500") == 2 + 20
    assert say("one *two* [bold]x[/]").plain == "one two [bold]x[/]" and len(say("one *two* three").spans) == 1
    for choices, digits in ((("0", "2", "8"), (0, 2, 8)), (("5", "16"), (1, 2)), (("yes", "no"), (1, 2))):
        assert Question("?", choices, choices[1]).digits == digits and Question("?", choices, choices[1]).answer == digits[1]


# That it goes on where it was left


def test_it_goes_on_where_it_was_left_what_cannot_be_continued_starts_over_and_what_cannot_be_written_is_told_once(tmp_path):
    """tests/trust/test_state_files.py damages the file in more ways."""
    file = tmp_path / "deep" / "lesson.json"
    first = Course(PAGES, Recordings(), file)
    first.turn_page(2)
    first.answer(1)
    first.forward()
    second = Course(PAGES, Recordings(), file)
    assert second.progress == first.progress and second.feedback == first.feedback and second.trouble is None
    second.again()
    assert Course(PAGES, Recordings(), file).progress.page == 0
    at = [page.name for page in PAGES].index("rule")
    file.write_text(json.dumps({"page": at, "step": 99, "guesses": {"rule.0": [1, True], "rule.2": [9, False], "gone.1": [2, False]}}))
    course = Course(PAGES, Recordings(), file)
    assert course.page.name == "rule" and course.progress.step == len(course.steps) - 1 and course.progress.score() == (1, 3)
    assert course.feedback is None, "the question takes no 9"
    file.write_text('{"page": 5, "step": "x"}')
    course = Course(PAGES, Recordings(), file)
    assert course.progress.page == 0 and "starts over" in course.trouble and "\n" not in course.trouble
    course = Course(PAGES, Recordings(), file / "below a file.json")
    for told in (True, False):  # once
        course.trouble = None
        course.forward()
        assert ("not saved" in (course.trouble or "")) is told and course.progress.step == 2 - told


# Live


def live_state(page: str = "widths", **changes) -> tuple[AppState, FakeSession]:
    """An app state whose course is open at this page; where k is weighed if none is named."""
    session = FakeSession(pair=replace(PAIR, **changes))
    state = AppState(session)
    state.lesson.course = Course(PAGES, Recordings())
    loading.load(state)
    apply_pending(state)
    turn_to(state.lesson.course, page)
    return state, session


def recorded(state: AppState, session: FakeSession) -> list:
    """The settings of what was timed, once the page's example was run to its end."""
    run_example(state)
    finish(state)
    return [trial.settings for trial in session.timed]


def test_a_slow_pair_records_a_page_within_the_budget_and_replies_stay_long_enough():
    state, session = live_state()
    session.texts = dict.fromkeys(("none", "model"), tuple(f"w{at}" for at in range(100)))
    session.slow = dict.fromkeys(("none", "model"), 3.0)
    began = session.time
    recorded(state, session)
    assert len(session.timed) == 1 + len(TAKES["widths"]) and {trial.max_tokens for trial in session.timed[1:]} <= set(range(24, 64))
    assert session.time - began < 36 and "widths" in state.lesson.course.recordings.live


@pytest.mark.parametrize("speeds, doubtful", [((1.0,), False), ((1.0, 1.5), True)], ids=["calm", "busy"])
def test_times_of_a_busy_machine_are_recorded_again_and_if_that_does_not_help_they_are_called_doubtful(monkeypatch, speeds, doubtful):
    state, session = live_state()
    monkeypatch.setattr(FakeEngine, "probe", lambda self, probes=itertools.cycle(speeds): next(probes))
    state.reply_options.seconds = 200
    recorded(state, session)
    course = state.lesson.course
    assert ("Doubtful" in course.step.words) is doubtful and (len(session.timed) > 1 + 3 * len(TAKES["widths"])) is doubtful
    course.forget_live()
    assert "Doubtful" not in course.step.words


def test_a_recording_made_here_takes_the_place_of_the_bundled_one_until_another_pair_is_loaded(tmp_path):
    state, session = live_state()
    course = state.lesson.course
    course.file = tmp_path / "lesson.json"
    before = where_it_pays.costs(course.recordings.replies("widths"))
    assert course.answer(course.step.question.digits[0]) and "widths.0" in course.file.read_text()
    state.reply_options.seconds = 0
    run_example(state)
    assert state.busy and "warming up" in doing(state)
    finish(state, 1)
    assert "1 of 30: recording this page's example, 0 tokens, about" in doing(state)
    finish(state)
    assert len(session.timed) == 1 + 3 * len(TAKES["widths"])
    assert not state.busy and state.lesson.live is None and state.chat.turns == []
    after = where_it_pays.costs(course.recordings.replies("widths"))
    assert [each.k for each in after[0]] == list(WIDTHS) and after != before and after[0][0].speed_up == pytest.approx(1.0)
    assert "here, on your pair" in course.steps[1].words
    assert course.guess is None and "widths.0" not in course.file.read_text(), "it was a guess on the bundled figures"
    assert course.answer(course.step.question.digits[0]) and course.guess is not None
    assert "widths.0" not in course.file.read_text(), "the figures are gone with this process"
    loading.load(state, "other")
    apply_pending(state)
    assert course.guess is None and "widths" not in course.recordings.live


@pytest.mark.parametrize("page, pair, drafters", [
    *((page.name, {}, []) for page in PAGES if page.live),
    ("widths", {"default": "hybrid"}, ["hybrid"] * 30),
    ("widths", {"default": "none"}, ["lookup"] * 30),
    ("same", {}, ["none", "none", "model"]),
    ("kinds", {"drafters": ("none", "lookup", "mtp"), "default": "mtp"}, ["mtp"] * 7),
])  # fmt: skip
def test_every_live_page_is_drafted_by_whoever_drafts_here_with_one_new_seed_and_can_be_read_whatever_came(page, pair, drafters):
    state, session = live_state(page, **pair)
    state.reply_options.seconds = 0
    timed = recorded(state, session)
    assert [settings.drafter for settings in timed[: len(drafters)]] == drafters
    assert len({settings.seed for settings in timed}) == 1 and timed[0].seed != 1
    for step in state.lesson.course.steps:
        assert unlawful(page, step) == [] and step.picture(74, 0) and (step.question is None or step.question.answer in step.question.digits)


def test_a_failure_and_a_text_on_which_nothing_is_guessed_leave_the_bundled_recording(monkeypatch):
    state, session = live_state()
    live, decode = state.lesson.course.recordings.live, FakeEngine.decode
    run_example(state)
    session.fail("trial", "out of memory")
    apply_pending(state), apply_pending(state)
    assert not state.busy and "widths" not in live and state.engine.trouble == "out of memory"
    with monkeypatch.context() as patched:
        patched.setattr(FakeEngine, "decode", lambda self, prompt, settings, **options: decode(self, prompt, replace(settings, k=0), **options))
        recorded(state, session)
    assert len({trial.prompt[0]["content"] for trial in session.timed}) == 1, "the second text is not recorded in vain"
    assert not state.busy and "widths" not in live and "nothing was guessed on this page's text" in state.notices[-1].text
    recorded(state, session)
    assert "widths" in live, "it can begin again"


def rows(*ks: tuple[int, float, float], accepted: float = 0.5) -> list[Cost]:
    """Plain decoding, and what was measured at some k: tokens a round and block cost."""
    return [Cost(0, 1.0, 1.0), *(Cost(k, tokens, cost, accepted) for k, tokens, cost in ks)]


PAYS, NOWHERE = rows((4, 4.0, 1.5)), rows((2, 1.6, 1.9), (4, 1.7, 2.5))
DEAR = "With many people every token that is read costs the same"


@pytest.mark.parametrize("page, friendly, slope, said, unsaid", [
    ("widths", PAYS, 0.0, ["k = 4: 4.00 tokens in the time of 1.50 plain steps: *2.67x*", "On this text k = 2 is the fastest: 1.20x"], ["No k"]),
    ("widths", NOWHERE, 0.0, ["(0)", "No k pays here. The fastest, k = 2: 1.60 tokens in the time of 1.90 plain steps: *0.84x*", "(slower)", "On this text plain decoding is the fastest"], ["k = 0"]),
    ("many", PAYS, 0.0, ["On this line a wider pass stays cheap", "is where drafting pays"], [DEAR]),
    ("many", PAYS, 0.2, [DEAR, "is where drafting pays"], ["stays cheap"]),
    ("many", rows((4, 1.2, 1.5)), 0.2, [DEAR, "Here it does not pay for one person either"], ["is where drafting pays"]),
    ("yield", rows((4, 5.0, 2.0), accepted=1.0), 0.0, ["With a = 1 every guess adds a token"], ["stays below"]),
    ("yield", rows((1, 1.94, 1.54), accepted=0.94), 0.0, [], ["not all accepted with the same chance"]),
])  # fmt: skip
def test_what_pays_is_said_of_what_was_measured(course, monkeypatch, page, friendly, slope, said, unsaid):
    hostile = rows((2, 2.4, 2.0), (4, 1.4, 2.0)) if friendly is not NOWHERE else rows((2, 1.4, 2.0), (4, 1.4, 2.5))
    monkeypatch.setattr(where_it_pays, "costs", lambda replies: (friendly, hostile))
    monkeypatch.setattr(where_it_pays, "per_token", lambda replies: slope)
    turn_to(course, page)
    text = " ".join(f"{step.words} ({step.question.right if step.question else ''})" for step in course.steps)
    assert all(words in text for words in said) and not any(words in text for words in unsaid)
    assert [fault for step in course.steps for fault in unlawful(page, step)] == []


def test_what_cannot_be_made_here_says_why():
    state, session = live_state("kinds", drafters=("none", "lookup"), default="lookup")
    unloaded = AppState(FakeSession(pair=None))
    unloaded.lesson.course = state.lesson.course
    for page, at, why in (("kinds", state, "none of this page's drafters"), (PAGES[0].name, state, "no example to run here"), ("widths", unloaded, "no model is loaded|loading")):
        turn_to(at.lesson.course, page)
        with pytest.raises(Refusal, match=why):
            run_example(at)
        assert not at.busy and not session.trying
    chatting.send(state, "hi")
    with pytest.raises(Refusal, match="busy"):
        run_example(state)


@at_the_lesson
async def test_r_makes_it_here_and_esc_stops(pilot, session, state):
    course = state.lesson.course
    turn_to(course, "widths")
    await press(pilot, "r", "warming up (esc stops)")
    session.run_trial()
    await pilot.press("escape")
    await hides(pilot, "esc stops")
    assert not state.busy and not course.recordings.live and state.engine.trouble is None
    turn_to(course, "lookup")
    await pilot.press("r")
    await tried(pilot, session)
    assert "lookup" in course.recordings.live
