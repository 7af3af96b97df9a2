"""A target sharded over hosts, as a person sees it in the playground: the status line, each host's memory, a lost host."""

from __future__ import annotations

import asyncio
import re
import threading
from dataclasses import replace

import pytest

from specdeck import run_playground
from specdeck.engine.messages import Machine
from specdeck.widgets.model_lists import DiskTable
from tests.helpers.fake import FakeSession
from tests.helpers.fake_models import GB, PAIR, FakeRunner
from tests.helpers.play import SMALL, WIDE, drawn, opened_on, person, playground, shows, until

PARTS = (("127.0.0.1", 3 * GB), ("a-host-with-a-long-name.local", 2 * GB))
SHARDED = replace(PAIR, hosts="2 hosts, ring", machine=Machine(budget=27 * GB, hosts=2, parts=PARTS))


@pytest.mark.parametrize("size", [SMALL])
@opened_on(pair=SHARDED)
async def test_the_hosts_are_named_and_the_memory_of_each(pilot, app, deck, size):
    deck.catalogue.background = FakeRunner()
    await shows(pilot, "ready · 2 hosts, ring")
    await pilot.press("f5")
    await until(pilot, lambda: app.screen.query(DiskTable) and app.screen.query_one(DiskTable).picked is not None)
    await pilot.press("ctrl+b")
    await shows(pilot, "MEMORY ON THIS HOST")
    last = drawn(pilot).partition("THE TARGET'S PART ON EACH HOST")[2]
    assert re.search(r"127\.0\.0\.1 +3 GB", last) and re.search(r"a-host-with-a-long… +2 GB", last)


def test_a_host_that_mlx_waits_for_ends_the_app_and_says_so(capsys):
    app = playground(FakeSession(pair=SHARDED))

    @person
    async def story():
        async with app.run_test(size=WIDE) as pilot:
            await until(pilot, lambda: app.deck.pair is not None)
            threading.Thread(target=run_playground._give_up, args=(app, "mac2.local does not answer any more"), daemon=True).start()
            while app.is_running:
                await asyncio.sleep(0.01)

    story()
    assert app.return_code == run_playground.BROKEN and capsys.readouterr().err == "specdeck: mac2.local does not answer any more\n"
