"""What the recipe's programs write: laws of the stories, of the small replies, and of the text files they are made from."""

import ast
import json
import os
import re
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest

from assets.recipe import about_this, held, introduced, mix, one_answer, refusals, roles, skills, texts
from assets.recipe.introduced import Introducers
from assets.recipe.small_asks import by_heart, days_and_months, sums, tables, word_play
from assets.recipe.stories import alike, apart, cast, deeds, invented, likeliest, nouns, requests, tell, wish

RECIPE = Path(texts.__file__).parent
MANY = 5000 if os.environ.get("SPECDECK_LONG") else 300


def stories(count, seed=11):
    """Generated stories with their requests, as training reads them."""
    rng = Random(seed)
    for _ in range(count):
        story = alike.new(rng) if rng.random() < 0.05 else tell.new(wish(rng), rng)
        yield story, (alike.request if story.friend.noun == story.hero.noun else requests.request)(story, rng)


@pytest.mark.long
def test_nobody_and_nothing_in_a_story_is_of_the_heros_own_kind():
    faults = [(story.hero.noun, fault, story.text) for story, _ in stories(MANY) for fault in tell.faults(story)]
    assert not faults, faults[:3]


def test_who_is_asked_for_is_the_hero(monkeypatch):
    asked = cast.Hero("zebra", "she", "animal")
    monkeypatch.setattr(tell, "_asked_hero", lambda wish, rng: asked)
    told = [tell.new(tell.Wish(frozenset({"hero"})), Random(seed)) for seed in range(10)]
    assert {story.hero.noun for story in told} == {"zebra"}


@pytest.mark.parametrize(
    ("one", "two", "alike"),
    [("fox", "little fox", True), ("mouse", "three mice", True), ("snow", "snowman", True), ("lamp", "lamp post", True), ("sunflower", "sun", True),
     ("old fox", "old owl", False), ("the wise old owl", "wise man", False), ("fox", "box", False), ("story of a leaf", "leaves", True)],
)  # fmt: skip
def test_two_phrases_name_the_same_where_a_noun_is_in_both(one, two, alike):
    assert apart.same(one, two) == apart.same(two, one) == alike


def test_a_story_with_two_of_the_heros_kind_is_found_out():
    story = next(story for story, _ in stories(200) if "thing" in story.plot.needs and not story.duo)
    assert not tell.faults(story)
    own = tell.replace(story, facts={**story.facts, "thing": f"little {story.hero.noun}"})
    assert tell.faults(own)
    other = tell.replace(story, text=f"{story.text} There was a quick {story.hero.noun}. Then came another {story.hero.noun}.")
    assert tell.faults(other)


@pytest.mark.long
def test_what_is_asked_for_is_in_the_story():
    for story, request in stories(MANY):
        text, parts = story.text.lower(), story.wish.parts
        if "guest" in parts or ("thing" in parts and "hero" not in parts):
            part = story.facts["helper" if "guest" in parts else "thing"]
            assert str(part).removeprefix("the ").lower() in text, (request, text)
        if story.hero.noun.lower() in request.lower() and "group" not in parts:
            assert story.hero.noun.lower() in text, (request, text)
        if "name" in parts:
            assert story.hero.name.lower() in text, (request, text)
        if "group" in parts:
            assert str(story.facts["group"]).lower() in text and str(story.facts["group"]) in request.lower() or " some " in request.lower()


@pytest.mark.long
def test_no_training_story_is_about_an_unseen_hero():
    singles = {noun for kind, nouns in held.HEROES.items() if kind not in ("group", "name") for noun in nouns}
    assert len({noun for nouns in held.HEROES.values() for noun in nouns}) == 300
    for story, request in stories(MANY, 3):
        assert story.hero.noun not in singles, request
    assert held.unseen_hero([("user", "Tell me a story about two staplers."), ("assistant", "...")])
    assert not held.unseen_hero([("user", "Tell me a story about a fox."), ("assistant", "a stapler")])


def test_no_story_of_the_land_happens_under_water():
    def flags(hero, count=150):
        return {flag for seed in range(count) for flag in tell.new(tell.Wish(frozenset({"hero"}), hero=hero), Random(seed)).plot.flags}

    assert "land" not in flags(cast.Hero("whale", "she", "sea"))
    assert "land" in flags(cast.Hero("zebra", "she", "animal"))
    drawn = [tell.new(tell.Wish(), Random(seed)) for seed in range(900)]  # the plot is chosen first here
    assert not [story.text for story in drawn if story.place.kind == "water" and "land" in story.plot.flags]


def test_thousands_of_nouns_are_heroes():
    rng = Random(1)
    assert len({tell.cast.hero(rng, rng.random() < 0.4).noun for _ in range(6000)}) > 2500


def test_a_noun_of_two_is_no_real_one_and_only_a_request_gives_it():
    made, real = {nouns.spliced(Random(seed)) for seed in range(MANY)}, {noun for noun, _ in nouns.listed()} | held.ONE
    assert len(made) > 0.95 * MANY and not made & real
    assert not [noun for noun in made for rude in invented.RUDE if rude in noun]
    assert not [word for word in map(invented.word, map(Random, range(MANY))) for rude in invented.RUDE if rude in word]
    told = [story for story, _ in stories(300)]
    assert [story.hero.noun for story in told if not real & {story.hero.noun} and "hero" in story.wish.parts]
    untold = [tell.new(tell.Wish(frozenset({"place"})), Random(seed)).hero.noun for seed in range(100)]
    assert not [noun for noun in untold if " " not in noun and noun not in real and noun not in {row[0] for row in cast.TABLES.heroes}]


def test_the_likeliest_stories_of_unseen_heroes_differ():
    found = likeliest.likeliest(likeliest.unseen(likeliest.THIRTY))
    assert likeliest.distinct(found) >= 22
    assert likeliest.shared(found) <= 55
    assert likeliest.distinct([found[0]] * 3) == 1 and likeliest.shared([found[0]] * 2) == 100


@pytest.mark.long
def test_no_sentence_stands_in_more_than_one_story_of_twenty():
    found = [story for story, _ in stories(600, 2) if story.friend.noun != story.hero.noun]
    often = likeliest.frequent(found)
    assert not often, often
    assert likeliest.frequent(found[:1] * 2)


@pytest.mark.parametrize("skill", one_answer.ORDER[1:])
def test_a_question_that_several_skills_answer_belongs_to_the_first(skill):
    make = {name: make for name, _, make in skills.SKILLS}[skill]
    before, some = one_answer.answered_before(skill), [Random(seed) for seed in range(3000)]
    assert not {held.first_request(one_answer.without_others(skill, make)(rng)) for rng in some} & before
    assert {held.first_request(make(Random(seed))) for seed in range(3000)} & before  # there is something to leave out


@pytest.mark.parametrize(
    ("verb", "told"),
    [("bake", "bakes baked baked baking"), ("hug", "hugs hugged hugged hugging"), ("tie", "ties tied tied tying"), ("carry", "carries carried carried carrying"),
     ("visit", "visits visited visited visiting"), ("fix", "fixes fixed fixed fixing"), ("fly flew flown", "flies flew flown flying"), ("free", "frees freed freed freeing")],
)  # fmt: skip
def test_an_events_verb_has_all_its_forms(verb, told):
    assert deeds.forms(verb.split())[1:] == told.split()


def test_an_event_that_fits_any_plot_is_in_most_of_its_sentences():
    rng = Random(4)
    told = [tell.new(tell.Wish(frozenset({"hero", "who", "asked"})), rng) for _ in range(100)]
    fits_any = [story for story in told if "any" in story.plot.flags]
    assert 30 < len(fits_any) < 70
    for story in fits_any:
        last = str(story.facts["deed"]).split()[-1]
        assert story.text.count(last) + story.text.count(str(story.facts["doing"]).split()[-1]) >= 4, story.text


SHAPED = """What it holds.

== LINES
one
two \\\\n\\_
~

== WORDS words
a b
c

== LIST list
red fox; two
owls

== BLOCKS blocks
first
line

of it
---
second

== ROWS rows
a | b
c | d

== PAIRS pairs
k | v

== GROUPS groups
[one]
a
b
[two]
c

== TREES trees
- a
-
  - b
  - |
    def f():

        return 1
  -
    - c
- d

== FORESTS forests
[k]
- x
-
  - y

== TEXT text
as it
 is
"""


def test_a_text_files_sections_have_their_shapes():
    found = texts.parsed(SHAPED)
    assert found.LINES == ("one", "two \\n ", "")
    assert found.WORDS == ("a", "b", "c")
    assert found.LIST == ("red fox", "two owls")
    assert found.BLOCKS == ("first\nline\n\nof it", "second")
    assert found.ROWS == (("a", "b"), ("c", "d"))
    assert found.PAIRS == {"k": "v"}
    assert found.GROUPS == {"one": ("a", "b"), "two": ("c",)}
    assert found.TREES == ("a", ("b", "def f():\n\n    return 1", ("c",)), "d")
    assert found.FORESTS == {"k": ("x", ("y",))}
    assert found.TEXT == "as it\n is"


def test_every_text_file_is_read_and_no_program_holds_much_text():
    source = "\n".join(path.read_text(encoding="utf-8") for path in RECIPE.rglob("*.py"))
    for path in (RECIPE / "text").rglob("*.txt"):
        name = path.relative_to(RECIPE / "text").with_suffix("").as_posix()
        assert vars(texts.read(name)), name
        assert f'"{name}"' in source or re.search(rf"\b{path.stem}\b", source), f"nobody reads {name}"
    for path in RECIPE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            strings = [x.value for x in ast.walk(node) if isinstance(x, ast.Constant) and isinstance(x.value, str)]
            if isinstance(node, (ast.Assign, ast.AnnAssign)):
                assert sum(map(len, strings)) < 2500, f"{path.name}: text belongs into a text file: {strings[0][:60]}"


def test_no_section_is_written_twice():
    for path in (RECIPE / "text").rglob("*.txt"):
        names = re.findall(r"^== (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert not [name for name, count in Counter(names).items() if count > 1], path


@pytest.mark.parametrize("file", sorted(path.name for path in RECIPE.glob("newcomers*.json")))
def test_the_newcomers_questions_say_what_is_right(file):
    rows = json.loads((RECIPE / file).read_text(encoding="utf-8"))["prompts"]
    assert len(rows) == 100
    assert len({json.dumps([row.get("system"), row["prompt"], row.get("then")]) for row in rows}) == 100
    for row in rows:
        assert row["wanted"] and (row.get("has") or row.get("never")), row["prompt"]
        assert held.plain(row["prompt"]) in held.shown_prompts()


@pytest.mark.parametrize(("name", "make"), [(name, make) for name, _, make in skills.SKILLS])
def test_conversations_are_whole(name, make):
    for seed in range(MANY // 3):
        turns = make(Random(seed))
        told = turns[1:] if turns[0][0] == "system" else turns
        assert [role for role, _ in told] == ["user", "assistant"] * (len(told) // 2), turns
        for _, text in turns:
            assert text.strip() and not re.search(r"[{}]\w|\w[{}]|\bNone\b", text.replace("{}", "")) or name == "small_asks", (name, text)


def test_a_question_has_one_answer():
    asked = [held.plain(question) for questions, _ in by_heart.ANSWERS for question in questions]
    assert not [question for question, count in Counter(asked).items() if count > 1]
    answers = {held.plain(question): answer for questions, answer in by_heart.ANSWERS for question in questions}
    assert answers["how many legs has a spider"] == "A spider has eight legs."
    turns = by_heart.dialogue(Random(1))
    assert turns[1][1] in answers.values()


@pytest.mark.parametrize("sign", "+-x/")
def test_no_sum_that_is_refused_is_taught(sign):
    taught = {sums.drawn(Random(seed), sign) for seed in range(5000)}
    beyond = {(a, b) for a, _, b in (sums.just_beyond(Random(seed), sign) for seed in range(MANY))}
    assert not taught & beyond


def test_sums_are_right():
    talks = (sums.dialogue(Random(seed)) for seed in range(MANY))
    found = [text for talk in talks for role, text in talk if role == "assistant" and re.match(r"\d+ [-+x/] \d+ = ", text)]
    assert len(found) > MANY // 2
    for text in found:
        a, sign, b, equals = re.match(r"(\d+) ([-+x/]) (\d+) = (\d+)", text).groups()
        assert eval(f"{a} {sign.replace('x', '*').replace('/', '//')} {b}") == int(equals), text  # noqa: S307
        assert sign != "/" or int(a) % int(b) == 0, text


def test_an_opposite_is_another_word_and_no_word_is_translated():
    assert all(one != other for one, other in word_play.TABLES["opposite"])
    said = " ".join(text for seed in range(MANY) for _, text in [*word_play.dialogue(Random(seed)), *days_and_months.dialogue(Random(seed))])
    assert not re.search(r"\bIn (French|Spanish|German)", said)


def test_a_small_no_offers_something_and_has_no_gaps():
    kinds = set()
    for seed in range(4 * MANY):
        rng = Random(seed)
        kind, named = refusals.asked_for(rng)
        asked, (text, offer) = refusals.request(kind, named, rng), refusals.reply(kind, named, rng)
        assert asked.strip() and not re.search(r"[{}]", asked + text), (kind.name, asked, text)
        assert offer.thing and re.search(r"\bI\b|\bmy\b|\bshall\b|\bwould\b|\bstory\b|\bpoem\b", text), (asked, text)
        kinds.add(kind.name)
    assert kinds == {kind.name for kind in refusals.KINDS}


def test_the_likeliest_excuse_of_a_kind_fits_whatever_is_asked():
    for kind in refusals.KINDS:
        if kind.name in refusals.OWN:
            continue
        rng, named = Random(3), refusals.asked_for(Random(3))[1] | {"s": "x", "thing": "a fox"}
        texts_said = [refusals.reply(kind, {**named, "verb": "", "made": ""}, rng)[0] for _ in range(300)]
        plainly = refusals.frames.PLAINLY["do" if kind.name in refusals.DOING else "know"]
        assert sum(any(held.plain(excuse) in held.plain(text) for excuse in plainly) for text in texts_said) > 150, kind.name


def test_a_role_is_played_and_stands_first():
    for make, words in ((roles.pirate, ("Arr", "Ahoy", "Shiver", "Aye", "Yo ho")), (roles.teacher, ("question", "together", "Listen", "explain", "ask"))):
        for seed in range(30):
            (role, system), _, (_, reply) = make(Random(seed))
            assert role == "system" and any(word in reply for word in words), reply
            assert system
    for seed in range(30):
        _, _, (_, reply) = roles.brief(Random(seed))
        assert len(reply) < 260, reply
        assert re.search(r"cannot|too small|did not learn", roles.declined(Random(seed))[2][1])
    talk = [("user", "hi"), ("assistant", "hello")], 0, 100
    led = [("system", "You are a pirate."), *talk[0]], 0, 100
    for seed in range(40):
        for turns, *_ in mix.later([talk, led, talk, led], Random(seed), share=0.5):
            assert "system" not in [role for role, _ in turns[1:]], turns


def test_what_would_introduce_a_noun_again_is_told_from_what_the_text_says():
    article, fox, fl, ute, ag = 1, 20, 30, 31, 32
    tokens = np.array([[article, fox, 9, article, fl, ute, 9, article, fl, ag, 9, article, fox]])
    told = np.array([[0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1]])
    found = introduced.repeated(tokens, told, Introducers(frozenset({article}), frozenset()))[0]
    wrong = {place: set(row[row >= 0].tolist()) for place, row in enumerate(found) if (row >= 0).any()}
    behind = {4: {fox}, 5: {fox}, 8: {ute, fl}}  # also one and two tokens behind the article: "a fl" is no adjective, but no "fox" follows it either
    assert wrong == {3: {fox}, 7: {fox}, 11: {fl}} | behind, "the text's own token is never wrong, and what does not count is left out"


def test_a_noun_that_was_introduced_is_wrong_behind_an_adjective_too():
    article, fox, very, big, ball = 1, 20, 40, 41, 50
    tokens = np.array([[article, fox, 9, article, big, ball, 9, article, very, big, ball, 9, article, very, big, fox]])
    found = introduced.repeated(tokens, np.ones_like(tokens), Introducers(frozenset({article}), frozenset()))[0]
    assert fox in found[4] and fox in found[9] and fox not in found[14], "not a big fox, nor a very big one, unless the text says so"


def test_two_who_are_named_at_once_have_two_names():
    named, joining, pip, squeak, bo = 7, 8, (11, 12), 13, 14
    tokens = np.array([[3, named, *pip, joining, squeak, bo, 3, joining, bo]])
    found = introduced.repeated(tokens, np.ones_like(tokens), Introducers(frozenset({named}), frozenset(), named, joining))[0]
    assert found[4, 0] == pip[0], "after \"named Pip and\", where the text says Squeak"
    assert (np.delete(found, 4, 0) == -1).all()
    same = np.array([[3, named, *pip, joining, pip[0], bo, 3]])
    found = introduced.repeated(same, np.ones_like(same), Introducers(frozenset({named}), frozenset(), named, joining))[0]
    assert found[5, 0] == pip[1] and (np.delete(found, 5, 0) == -1).all(), "Pim is another name than Pip"


def test_what_somebody_has_may_be_had_again_but_is_nothing_that_was_introduced():
    article, his, fox, hat = 1, 2, 20, 30
    tokens = np.array([[article, fox, 9, his, hat, 9, his, hat, 9, article, hat, 9, his, fox]])
    found = introduced.repeated(tokens, np.ones_like(tokens), Introducers(frozenset({article}), frozenset({his})))[0]
    wrong = {place: set(row[row >= 0].tolist()) for place, row in enumerate(found) if (row >= 0).any()}
    behind = {place: {fox} for place in (4, 5, 7, 8, 10, 11)}
    assert wrong == {3: {fox}, 6: {fox}, 9: {fox}, 12: {hat}} | behind, "his hat twice is right, his fox is not wrong where the text itself says it"


def test_where_too_much_would_be_wrong_what_was_introduced_most_often_is_named():
    article = 1
    nouns = [*range(100, 100 + introduced.MOST + 3), 50, 50]
    tokens = np.array([[token for noun in nouns for token in (article, noun)] + [article, 7]])
    found = introduced.repeated(tokens, np.ones_like(tokens), Introducers(frozenset({article}), frozenset()))[0]
    assert len(found[-1]) == introduced.MOST and 50 in found[-1]


@pytest.mark.parametrize("make", [about_this.dialogue, tables.dialogue])
def test_a_question_on_the_tool_and_of_the_tables_has_one_answer(make):
    answers: dict[str, set[str]] = {}
    for seed in range(MANY):
        (_, question), (_, answer), *_ = make(Random(seed))
        answers.setdefault(held.plain(question), set()).add(answer)
    several = {question: found for question, found in answers.items() if len(found) > 1}
    assert not several
