"""The prompts offered to a newcomer, on the embedded pair: a person who picks one gets the reply that it asks for."""

import json
import re

import pytest

from specdeck import assets
from specdeck.decoding import Finish, Round, Settings, decode, load
from specdeck.samples import SAMPLES, sample
from tests.helpers.everyday import everyday
from tests.helpers.toys import token_texts


@pytest.fixture(scope="module")
def pair(read_once):
    return load(beside=read_once)


def reply(pair, prompt):
    """The text of the greedy reply, which ended by itself."""
    *rounds, finish = (event for event in decode(pair, prompt, Settings(drafter="lookup", k=8), 300) if isinstance(event, Round | Finish))
    assert finish.reason == "stop"
    ids = [token for round_ in rounds for token in round_.tokens]
    return "".join(token_texts(pair.tokenizer, ids)).removesuffix("<|im_end|>")


def test_the_samples_with_one_right_reply_get_it(pair):
    hotel = sample("echo").prompt.removeprefix("Repeat exactly: ")
    code = sample("edit").prompt.split("\n", 1)[1]
    assert reply(pair, sample("echo").prompt) == hotel
    assert reply(pair, sample("edit").prompt) == re.sub(r"\btotal\b", "amount", code) != code
    told = reply(pair, sample("qa").prompt)
    assert told.removesuffix(".") in hotel and "A room costs $129" in told


OPEN = [("story", ("badger", "skate")), ("fable", ("crow", "turtle")), ("explain", ("guess", "target")), ("recipe", ("flour", "milk"))]


@everyday("kind, named", OPEN, OPEN[0])
def test_the_open_samples_are_about_what_they_name(pair, kind, named):
    text = reply(pair, sample(kind).prompt)
    assert all(word in text for word in named) and len(text.split()) > 30


@pytest.mark.parametrize("one", SAMPLES, ids=lambda one: one.kind)
def test_a_samples_drafter_is_the_best_one_by_the_readmes_table(one):
    rows = [row for row in json.loads(assets.FIGURES.read_text())["rows"] if row["workload"] == one.workload and row["temperature"] == 0]
    assert max((row for row in rows if row["drafter"] in ("model", "lookup")), key=lambda row: row["speedup"])["drafter"] == one.best_drafter
