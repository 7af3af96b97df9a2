"""The picture of a result made for sharing: its size, its figures, and that it is saved from the compare screen and the commands."""

import xml.etree.ElementTree as ET

from specdeck.compare.result_card import HEIGHT, WIDTH
from specdeck.engine import this_machine
from tests.helpers.fake import FakeSession
from tests.helpers.play import compared, person, playing, told, until


def read(text: str) -> str:
    """All words of a card; it is well-formed, of the size of a link's preview, and nothing begins outside of it."""
    root = ET.fromstring(text)
    assert (root.get("width"), root.get("height")) == (str(WIDTH), str(HEIGHT)) == ("1200", "630")
    for item in root.iter():
        if item.get("x"):
            assert 0 <= float(item.get("x")) <= WIDTH and 0 <= float(item.get("y")) <= HEIGHT
    return "\n".join(root.itertext())


def test_a_comparison_is_saved_as_a_card(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    @person
    async def story():
        session = FakeSession()
        async with playing(session) as pilot:
            await pilot.press("f3", "tab", "C")
            await until(pilot, lambda: "no comparison to save" in told(pilot))
            await compared(pilot, session, "a <bus> & more")
            await pilot.press("C")
            await until(pilot, lambda: len(list(tmp_path.glob("specdeck-card-*.svg"))) == 1)

    story()
    [card] = tmp_path.glob("*.svg")
    words = read(card.read_text())
    for word in ("2.03x", "model, k=4 against plain", "67.5 tok/s", "33.3 tok/s", "the same 27 tokens", "59% accepted/drafted", "toy-target", "core", "a <bus> & more", "median of 3 runs a side"):
        assert word in words, word


def test_a_mac_is_called_by_its_chip(monkeypatch):
    """platform.processor() is "arm" there, for all of them."""
    monkeypatch.setattr(this_machine.sys, "platform", "darwin")
    monkeypatch.setattr(this_machine, "_told_by", lambda *command: "Apple M3 Max")
    assert this_machine.processor() == "Apple M3 Max" and this_machine.machine_words().startswith("Apple M3 Max, ")
