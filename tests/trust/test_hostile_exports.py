"""Hostile text in what is saved, and in what the hub lists: a terminal that shows it obeys nothing, a reader finds it well-formed."""

import json
import xml.etree.ElementTree as ET
from random import Random

from specdeck.chat.conversation import fold
from specdeck.compare.result_card import ResultCard
from specdeck.models.catalogue import Catalogue
from specdeck.models.hub import Listed
from specdeck.records import export, trace
from specdeck.widgets import model_lists
from tests.trust.hostile import SEED, TRIES, hostile, obeyed, random_entries

SHAPERS = "\n\t\u200b\u200c\u200d\u00ad\u2060\ufeff"  # invisible; emoji and some scripts are written with them


def test_a_conversation_as_markdown_json_and_trace():
    rng = Random(SEED)
    for _ in range(TRIES // 3):
        entries = random_entries(rng)
        chat = fold(entries)
        chat.system = hostile(rng)
        text = export.markdown(chat)
        assert not obeyed(text, but=SHAPERS), repr(text)
        text.encode()
        for saved in (export.conversation_json(chat), trace.dump(entries)):
            assert saved.isascii() and not obeyed(saved)
        json.loads(export.conversation_json(chat))


def test_markdown_keeps_emoji_and_scripts():
    chat = fold(random_entries(Random(SEED)))
    chat.turns[0].prompt = "👩‍👩‍👧 می‌خواهم"
    assert chat.turns[0].prompt in export.markdown(chat)


def test_pictures_of_results_are_well_formed():
    rng = Random(SEED)
    for _ in range(TRIES):
        picture = ResultCard(hostile(rng), hostile(rng), [(hostile(rng), 1.0, hostile(rng))], [hostile(rng)], hostile(rng)).svg()
        ET.fromstring(picture)
        assert not obeyed(picture), repr(picture)
        assert "<script" not in picture and "<a " not in picture


def test_what_the_hub_lists():
    rng, catalogue = Random(SEED), Catalogue()
    for number in range(TRIES):
        line = model_lists._line(Listed(hostile(rng), 10**9, number, number % 2 == 0), catalogue, rng.choice((40, 80, 120)))
        assert not obeyed(line.plain, but=""), repr(line.plain)
        assert all("click" not in str(span.style) and "link" not in str(span.style) for span in line.spans)
