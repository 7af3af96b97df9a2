"""What a reply to like prompts has taught: by laws, on token ids that stand for words."""

from dataclasses import replace

import pytest

from specdeck.decoding import Settings
from specdeck.decoding.adaptive.kinds import FADED, MEMORY, SAME, Kinds
from specdeck.decoding.adaptive.outcomes import Outcomes
from specdeck.decoding.adaptive.pace import Pace
from tests import toys

COPY, ASK = [1, 2, 3], [1, 4, 5]  # the words of two kinds of request, one of them in both


def after(replies: list[tuple[list[int], int]], drafter: str = "x") -> Kinds:
    """Kinds that saw replies: a prompt, and how many of two guesses stood in each of ten drafts."""
    kinds = Kinds()
    for prompt, accepted in replies:
        kinds.begin(prompt)
        for _ in range(10):
            kinds.note(drafter, accepted, min(accepted + 1, 2))
    return kinds


def share(outcomes: Outcomes) -> float:
    accepted, tested = outcomes.of("x")
    return accepted / tested


def test_outcomes_add_up_and_fade():
    one, two = Outcomes(), Outcomes()
    assert not one
    one.add("x", 1, 2), one.add("x", 3, 3), two.add("y", 0, 1)
    assert one.at("x", 0) == (2, 2) and one.at("x", 1) == (1, 2) and one.of("x") == (4, 5) and one.at("x", 7) == one.of("y") == (0, 0)
    two.add_all(one, 0.5)
    assert two.of("x") == (2, 2.5) and two.of("y") == (0, 1) and one.of("x") == (4, 5)
    two.fade(0.5, "x")
    assert two.of("x") == (1, 1.25) and two.of("y") == (0, 1)
    two.fade(0.0)
    assert two.of("y") == (0, 0)


def test_a_reply_begins_with_what_stood_after_like_prompts_though_it_was_never_asked_before():
    kinds = after([(COPY + [10 + i], 2) if i % 2 else (ASK + [10 + i], 0) for i in range(12)])
    assert share(kinds.begin(COPY + [99])) > 0.9
    assert share(kinds.begin(ASK + [98])) < 0.1


def test_what_shares_no_word_counts_for_nothing_and_the_very_prompt_most():
    assert not after([(COPY, 2)]).begin([7, 8]).of("x")[1]
    assert after([(COPY, 2), (ASK, 0)]).begin(COPY).of("x")[1] == pytest.approx(SAME * 20, rel=0.05)


def test_what_is_half_like_counts_less_than_half():
    """Two words of four are the same."""
    same, alike = (after([([1, 2, 3, 4], 2), ([7, 8], 0)]).begin(prompt).of("x")[1] for prompt in ([1, 2, 3, 4], [1, 2, 5, 6]))
    assert 0 < alike < 0.4 * same


def test_a_prompt_is_one_memory_however_often_it_was_asked_and_its_last_reply_counts_most():
    once, often = after([(COPY, 2), (ASK, 0)]), after([(COPY, 2)] + [(ASK, 0)] * 30)
    assert share(often.begin(COPY)) > 0.9 and often.begin(COPY).of("x")[1] == pytest.approx(once.begin(COPY).of("x")[1], rel=0.25)
    assert after([(COPY, 0), (COPY, 2)]).begin(COPY).of("x") == pytest.approx((SAME * 20, SAME * (20 + FADED * 10)))


def test_rare_words_say_more_than_those_in_every_prompt():
    kinds = after([([1, 2, 3, 4, 9], 2)] + [([1, 2, 3, 4, 20 + i], 0) for i in range(10)])
    assert share(kinds.begin([1, 2, 3, 4, 9])) > 0.5, "four words of five are those of the ten others"


def test_a_reply_in_which_nothing_was_drafted_is_no_memory_and_memory_has_an_end():
    kinds = after([(COPY, 2)])
    for i in range(3 * MEMORY):
        kinds.begin([50 + i])
    assert share(kinds.begin(COPY)) == 1.0
    for i in range(MEMORY):
        kinds.begin([50 + i]), kinds.note("x", 0, 1)
    assert kinds.begin(COPY).of("x") == (0, 0)


def test_a_drafter_is_judged_by_the_kind_of_text():
    pace = Pace()
    for i in range(6):
        for prompt, accepted in ((COPY + [10 + i], 2), (ASK + [30 + i], 0)):
            pace.begin(prompt)
            for _ in range(10):
                pace.score("x", accepted, min(accepted + 1, 2))
    pace.begin(COPY + [77])
    copying = pace.acceptance("x", 0)
    pace.begin(ASK + [78])
    asking = pace.acceptance("x", 0)
    pace.begin([55])
    assert copying > 0.9 and asking < 0.1 and 0.3 < pace.acceptance("x", 0) < 0.9, "of a kind never met: as on any text"


def test_hope_is_for_what_was_seldom_tested():
    pace, round_ = Pace(), toys.reply(toys.make_pair(toys.toy("trimmable"), {}), [1, 2, 3], Settings(drafter="none", k=0), 2).rounds[0]
    hope = lambda name: pace.acceptance(name, 0, hopeful=True) - pace.acceptance(name, 0)  # noqa: E731
    assert hope("new") == 0, "before the first round there is nothing to be missed"
    for _ in range(50):
        pace.learn(round_)
        pace.score("old", 1, 2)
    assert hope("new") > 2 * hope("old") > 0


def test_who_takes_over_is_not_timed_by_what_it_had_to_read_first():
    pace = Pace()
    pair = toys.make_pair(toys.toy("trimmable"), {"one": toys.toy_drafter("trimmable"), "two": toys.toy_drafter("trimmable")})
    first = {name: toys.reply(pair, [1, 2, 3], Settings(drafter=name, k=2), 4).rounds[0] for name in ("one", "two")}
    for name, seconds in (("one", 9.0), ("one", 1.0), ("two", 9.0), ("two", 2.0), ("one", 9.0), ("one", 1.0)):
        pace.learn(replace(first[name], draft_seconds=seconds))
    assert pace.costs.draft("one", 2) == 1.0 and pace.costs.draft("two", 2) == 2.0
