"""Conversations and races as pages of HTML: whole, without a script, every token explained, and nothing of a model's text obeyed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from specdeck.chat.conversation import fold
from specdeck.chat.reply import Reply, reply_of
from specdeck.compare.result import Comparison, Run
from specdeck.decoding.types import Round, Settings
from specdeck.drawing.clean_text import clean
from specdeck.records.html_page import HtmlPage, RacePage, conversation_page, legend_html, reply_html
from tests.helpers.fake import TEXT, events_of
from tests.helpers.pages import Read
from tests.helpers.states import turn_of

PLAIN, DRAFTED = Settings(drafter="none", k=0), Settings()
HOSTILE = ("<script>alert(1)</script>", "</style>", "\x1b[2J", '" onclick="x', "&lt;", "\u202e", "\n", "<b>")


def race(text: tuple[str, ...] = TEXT, **more) -> RacePage:
    a, b = (Run(settings, reply_of(events_of(settings, 0.0, 64, text))) for settings in (PLAIN, DRAFTED))
    return RacePage([Comparison(a, b, (b.rate / a.rate,), 0.03)], "Which <bus>?", "toy & target", machine="a toy", **more)


def test_a_race_has_its_figures_and_texts_and_each_token_its_card():
    made = race()
    read, found = Read(made.whole()), made.comparisons[0]
    assert "Which <bus>?" in read.text and "toy & target on a toy" in read.text
    for words in ("2.03x", "model, k=4", "the same 27 tokens on both sides", "1.67 plain steps", "3.38"):
        assert words in read.text, words
    assert found.a.reply.text in read.text and read.text.count(found.a.reply.text) == 2
    assert len(read.cards) == read.tabbed == 2 * 27
    tokens = [token for run in (found.a, found.b) for token in run.reply.tokens]
    for token, card in zip(tokens, read.cards, strict=True):
        assert card.startswith(f"'{token.name}'") and f"round {token.round + 1}" in card and "p ." in card


def test_a_heading_has_the_temperature_and_rule_and_the_best_tokens_are_those_of_the_reply_that_explains():
    made = race()
    [greedy] = made.comparisons
    warm = replace(greedy, b=replace(greedy.b, settings=Settings(temperature=0.8, seed=5)))
    mixed = replace(made, comparisons=[greedy, warm]).whole()
    assert "Greedy decoding;" in made.whole() and "Seed 5;" in mixed and "model, k=4, T=0.8, probabilistic" in mixed
    told = greedy.b.reply
    bare = reply_of([replace(event, top_p=(), top_q=()) if isinstance(event, Round) else event for event in told.events])
    assert "<span>target<i" not in reply_html(HtmlPage(), bare) and reply_html(HtmlPage(), bare, told) == reply_html(HtmlPage(), told)
    assert reply_html(HtmlPage(), told).count("<span>target<i") == 27


@pytest.mark.parametrize("where", ["reply", "prompt"])
def test_nothing_of_a_text_is_obeyed_neither_by_a_browser_nor_by_a_terminal(where):
    entries = turn_of(DRAFTED)
    prompt = "".join(HOSTILE) if where == "prompt" else "hi"
    chat = fold([replace(entries[0], prompt=prompt), *(events_of(DRAFTED, 0.0, 64, HOSTILE * 3) if where == "reply" else entries[1:])])
    page = conversation_page(chat)
    read = Read(page)
    assert clean(HOSTILE[0]) in read.text and clean(HOSTILE[4]) in read.text
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", page) and page.count("<style>") == page.count("</style>") == 1


def test_each_round_comes_at_its_time_in_both_lanes():
    page = race().whole()
    seconds = [float(at) for at in re.findall(r'class="r" style="--s:([\d.]+)s"', page)]
    assert len(seconds) == 27 + len(race().comparisons[0].b.reply.rounds) and seconds[:27] == sorted(seconds[:27])
    bars = [float(at) for at in re.findall(r'class="bar" style="--s:([\d.]+)s', page)]
    assert bars[0] == pytest.approx(seconds[26], abs=0.02) and bars[1] == pytest.approx(seconds[-1], abs=0.02) and bars[1] < bars[0]


def test_colours_are_those_of_the_origins_and_a_rejected_guess_is_there_to_be_shown():
    page, reply = HtmlPage(), race().comparisons[0].b.reply
    body, legend = reply_html(page, reply), legend_html(page)
    assert {token.source for token in reply.tokens} <= {"accepted", "recovered", "bonus"}
    for words in ("accepted draft", "the target's own, at the first miss"):
        [look] = re.findall(f'<span class="(s[0-9]+)">{words}', legend.replace("&#x27;", "'"))
        assert f'class="{look}"' in body
    missed = [event for event in reply.rounds if "recovered" in event.sources]
    assert body.count('class="g"') == len(missed) > 0


def test_a_reply_without_tokens_and_an_interrupted_one_have_a_page_too():
    assert reply_html(HtmlPage(), Reply(0)) == '<div class="reply"></div>\n'
    begun = reply_of(events_of(DRAFTED, 0.0, 64)[:3])
    assert Read(reply_html(HtmlPage(), begun)).text.strip() == begun.text.strip()
