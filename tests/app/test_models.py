"""The models screen under a person's hands: recorded models, no hub, no engine."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import AsyncIterator

from textual.pilot import Pilot
from textual.widgets import Input

from specdeck.actions import choosing_models
from specdeck.decoding.checkpoints import PassWeights, model_folder
from specdeck.drawing.figures import size
from specdeck.engine.messages import READING, Load, Machine, MatrixSpeed
from specdeck.models import offers
from specdeck.models.disk import DiskScan
from specdeck.models.downloads import NO_DOWNLOAD, Download
from specdeck.models.fit import Plan
from specdeck.models.hub import Search
from specdeck.models.measurements import Measurement
from specdeck.screens.chat import ChatScreen
from specdeck.widgets.memory_plan import PlanPanel, _memory
from specdeck.widgets.model_lists import DiskTable, HubTable
from tests.helpers.checkpoints import target as write_target
from tests.helpers.fake import FakeSession
from tests.helpers.fake_models import GB, LISTED, MACHINE, MEMORY, PAIR, SMALL, STOCK, TARGET, FakeRunner, mac, model, place
from tests.helpers.play import SMALL as SMALL_TERMINAL
from tests.helpers.play import WIDE, burst, drawn, keys_cut, person, playground, playing, talk, type_line, until, where

LARGER = "mlx-community/Qwen3-14B-4bit"


@asynccontextmanager
async def choosing(
    session: FakeSession | None = None, runner: FakeRunner | None = None, size: tuple[int, int] = WIDE
) -> AsyncIterator[Pilot]:
    """The models screen, its list filled; `pilot` knows what is behind it, and what a person was told."""
    session, runner = session or FakeSession(pair=PAIR), runner or FakeRunner()
    app = playground(session)
    app.deck.catalogue.background = runner
    notes, notify = [], app.notify
    app.notify = lambda message, **how: (notes.append(message), notify(message, **how))
    async with app.run_test(size=size) as pilot:
        pilot.session, pilot.runner, pilot.notes = session, runner, notes
        await until(pilot, lambda: app.deck.engine.loading is None)
        await pilot.press("f5")
        await until(pilot, lambda: bool(app.deck.catalogue.rows()) and app.screen.query_one(DiskTable).picked is not None)
        session.sent.clear()
        yield pilot


def last_line(pilot: Pilot) -> str:
    """The footer."""
    return drawn(pilot).split("\n")[-1]


async def go_to(pilot: Pilot, name: str) -> None:
    """The list's cursor, by the arrow keys."""
    disk_list = pilot.app.screen.query_one(DiskTable)
    disk_list.focus()
    burst(pilot, "home", *["down"] * [row.name for row in disk_list.models].index(name))
    await pilot.pause()
    assert disk_list.picked.name == name


async def type_in(pilot: Pilot, text: str) -> None:
    """Below the list."""
    await pilot.press("slash")
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await pilot.pause()


def told(pilot: Pilot) -> str:
    """What a person was told last."""
    return pilot.notes[-1] if pilot.notes else ""


def loads(session: FakeSession) -> list[Load]:
    return [command for command in session.sent if isinstance(command, Load)]


@person
async def test_a_model_in_a_named_folder_drafts_by_its_name():
    """The engine would look for it on the hub."""
    folder = write_target(Path.cwd() / "mine" / "Llama-3.2-1B-Instruct-4bit")
    async with choosing() as pilot:
        pilot.app.deck.catalogue.folders.add(str(folder.parent))
        pilot.app.say("/draft Llama-3.2-1B-Instruct-4bit")
        assert loads(pilot.session)[-1].drafters == (str(SMALL.folder), str(folder))


@person
async def test_a_reply_is_remembered_for_the_pair_that_wrote_it():
    async with choosing() as pilot:
        await pilot.press("f2")
        await type_line(pilot, "hi")
        pilot.session.play()
        await until(pilot, lambda: not pilot.app.deck.busy)
        (measured,) = pilot.app.deck.catalogue.measurements.of(TARGET.name, SMALL.name)
        assert measured.plain is None and measured.acceptance_rate == pilot.app.deck.chat.reply.stats.acceptance_rate
        await pilot.press("tab", "b")
        await until(pilot, lambda: pilot.app.deck.speed.baseline is not None)
        (measured,) = pilot.app.deck.catalogue.measurements.of(TARGET.name, SMALL.name)
        assert measured.plain == 24.0


# Loading


@person
async def test_enter_loads_a_target_with_its_drafters_d_has_one_more_draft_and_l_looks_from_another_target():
    async with choosing() as pilot:

        async def up() -> None:
            await until(pilot, lambda: pilot.app.deck.engine.loading is None)
            pilot.session.sent.clear()

        await go_to(pilot, LARGER)
        await pilot.press("enter")
        assert loads(pilot.session) == [Load(str(place(LARGER)), (str(SMALL.folder),))], "with the drafters that can draft for it"
        await up()
        await go_to(pilot, "Llama-3.2-1B-Instruct-4bit")
        await pilot.press("enter")
        assert loads(pilot.session) == [Load("/models/Llama-3.2-1B-Instruct-4bit", ())]
        await up()
        await go_to(pilot, "z-lab/Qwen3-8B-DFlash-b16")
        await pilot.press("ctrl+d")
        assert loads(pilot.session) == [Load(str(TARGET.folder), (str(SMALL.folder), str(place("z-lab/Qwen3-8B-DFlash-b16"))))]
        await up()
        for name, drafter in (("lookup", "lookup"), (SMALL.name, "model")):
            await go_to(pilot, name)
            await pilot.press("ctrl+d")
            assert pilot.app.deck.settings.drafter == drafter and not loads(pilot.session), "one in memory comes into force at once"
        await go_to(pilot, "Llama-3.2-1B-Instruct-4bit")
        await pilot.press("ctrl+l")
        assert "for Llama-3.2-1B" in drawn(pilot)
        assert "✗ other vocabulary" in next(line for line in drawn(pilot).split("\n") if "Qwen3-1.7B" in line)
        await go_to(pilot, LARGER)
        await pilot.press("ctrl+l")
        await go_to(pilot, "mlx-community/Qwen3-1.7B-4bit")
        await pilot.press("ctrl+d")
        assert loads(pilot.session) == [Load(str(place(LARGER)), (str(place("mlx-community/Qwen3-1.7B-4bit")),))]
        await up()
        assert pilot.app.deck.catalogue.target is TARGET, "the fake loads its own pair whatever is asked: judged from it again"


@person
async def test_what_cannot_be_done_is_refused_with_the_reason():
    refusals = (
        ("Llama-3.2-1B-Instruct-4bit", "ctrl+d", "its vocabulary differs from the target's"),
        ("z-lab/Qwen3-4B-DFlash-b16", "ctrl+d", "hidden states of size 2560"),
        ("z-lab/Qwen3-8B-DFlash-b16", "enter", "is a drafter (dflash) and not a target"),
        ("half-a-model", "enter", "is cut off"),
        ("half-a-model", "ctrl+d", "is cut off"),
        ("lookup", "enter", "lookup is not a model"),
        (TARGET.name, "ctrl+d", "a model that drafts for itself saves no time"),
        ("mlx-community/Qwen3-235B-A22B-4bit", "enter", "does not fit: it needs"),
        (TARGET.name, "enter", "is already in use"),
        ("mlx-community/Qwen3-1.7B-4bit", "ctrl+u", "is not in memory"),
        (SMALL.name, "ctrl+x", "is not from a folder that you named"),
    )
    async with choosing() as pilot:
        for name, key, words in refusals:
            pilot.app.clear_notifications()
            await go_to(pilot, name)
            await pilot.press(key)
            await pilot.pause()
            assert words in told(pilot) and not pilot.session.sent, (name, key)
        rows = {row.name: row for row in pilot.app.deck.catalogue.rows()}
        assert all(pilot.app.deck.catalogue.plan(rows[name]) is None for name in ("half-a-model", "z-lab/Qwen3-4B-DFlash-b16")), "no pair, no plan"


@person
async def test_what_does_not_fit_beside_the_pair_in_use_says_to_unload_it_first():
    runner = FakeRunner(memory=replace(MEMORY, free=6 * GB))
    async with choosing(runner=runner) as pilot:
        await go_to(pilot, LARGER)
        assert "it fits, but not beside" in drawn(pilot)
        await pilot.press("enter")
        assert "unload the target first (^u)" in told(pilot) and not pilot.session.sent
        runner.memory = replace(MEMORY, free=11 * GB)
        await go_to(pilot, TARGET.name)
        await pilot.press("ctrl+u")
        assert "^u again unloads" in told(pilot) and not pilot.session.sent
        await pilot.press("down", "up", "ctrl+u")
        assert not pilot.session.sent, "another key between the two takes the first back"
        await pilot.press("ctrl+u")
        assert pilot.session.sent == ["unload"]
        await until(pilot, lambda: pilot.app.deck.pair is None and not pilot.app.deck.catalogue.scanning)
        await go_to(pilot, LARGER)
        await pilot.press("enter")
        assert loads(pilot.session) == [Load(str(place(LARGER)), ())]


@person
async def test_a_running_comparison_is_not_discarded_by_a_load():
    async with choosing() as pilot:
        await pilot.press("f3", *"bus", "enter")
        await until(pilot, lambda: pilot.app.deck.contest.running)
        await pilot.press("f5")
        for name, key in ((TARGET.name, "enter"), (LARGER, "enter"), ("z-lab/Qwen3-8B-DFlash-b16", "ctrl+d"), (SMALL.name, "ctrl+u")):
            await go_to(pilot, name)
            await pilot.press(key)
        assert not loads(pilot.session) and pilot.app.deck.contest.running
        await pilot.press("f3", "escape")
        await until(pilot, lambda: not pilot.app.deck.busy)


# The hub


@person
async def test_the_hub_is_searched_and_enter_downloads():
    async with choosing() as pilot:
        await go_to(pilot, SMALL.name)
        await pilot.press(*"qwen3", "space", *"4bit", "enter")  # what is typed in a list is a search
        assert pilot.runner.asked[-1] == ("search", "qwen3 4bit") and "searching for qwen3 4bit" in drawn(pilot)
        pilot.runner.find("qwen3 4bit")
        await until(pilot, lambda: "41.3 k" in drawn(pilot))
        rows = {line.split()[0]: line for line in drawn(pilot).split("\n") if " k " in line or "812" in line}
        assert "✓ fits" in rows["mlx-community/Qwen3-4B-4bit"] and "on disk" in rows["mlx-community/Qwen3-8B-4bit"]
        assert "✗ too big  gated" in rows["org/Qwen3-235B-A22B-8bit"]
        assert pilot.app.focused is pilot.app.screen.query_one(HubTable)
        await pilot.press("ctrl+u", "ctrl+d", "ctrl+l", "ctrl+x")
        assert not pilot.session.sent and not told(pilot)
        await pilot.press("enter")
        assert pilot.runner.asked[-1] == ("fetch", "mlx-community/Qwen3-4B-4bit")
        await pilot.press("down", "enter")
        assert "is still being downloaded" in told(pilot)


@person
async def test_a_download_shows_how_far_it_is_is_stopped_and_goes_on():
    name = LISTED[0].name
    async with choosing() as pilot:
        choosing_models.download(pilot.app.deck, name)
        for second in range(4):
            pilot.runner.bring(name, second * GB / 2, 2 * GB, second)
        await until(pilot, lambda: "75%  1.5 GB of 2 GB  500 MB/s  0:00:01" in drawn(pilot) and "^g Stop" in last_line(pilot))
        await type_in(pilot, "qwen3")
        await pilot.press("escape")
        assert ("stop", None) not in pilot.runner.asked and not pilot.app.deck.catalogue.search.text, "esc has one meaning"
        await pilot.press("ctrl+g")
        assert ("stop", None) in pilot.runner.asked and "Stop" not in last_line(pilot)
        assert "75%  stopped; ^g continues from here" in drawn(pilot)
        pilot.runner.bring(name, 1.6 * GB, 2 * GB, 5)
        assert "stopped; ^g continues from here" in drawn(pilot)
        pilot.app.deck.catalogue.search = Search("qwen3", found=LISTED[1:])
        pilot.app.draw()
        pilot.app.screen.query_one(HubTable).focus()
        await pilot.pause()
        await pilot.press("ctrl+g")
        assert pilot.runner.asked[-1] == ("fetch", name), "not what is under the cursor: enter downloads that"
        pilot.runner.bring(name, 1.6 * GB, 2 * GB, 6)
        await until(pilot, lambda: "80%" in drawn(pilot))
        counts = len([asked for asked in pilot.runner.asked if asked[0] == "scan"])
        pilot.runner.end(name)
        await until(pilot, lambda: "100%  downloaded" in drawn(pilot))
        assert len([asked for asked in pilot.runner.asked if asked[0] == "scan"]) == counts + 1, "the disk is looked through again"


# Published drafters


def listed(pilot: Pilot, name: str) -> str:
    """The hub list's line of a model."""
    return next(line for line in drawn(pilot).split("HUB  ")[1].split("\n") if name in line)


@person
async def test_published_drafters_of_the_target_are_named_and_one_key_downloads():
    disk = replace(STOCK, items=tuple(one for one in STOCK.items if "DFlash" not in one.name))
    async with choosing(runner=FakeRunner(disk=disk)) as pilot:
        assert "published drafters for Qwen3-8B-4bit: ^f chooses, enter downloads" in drawn(pilot)
        await until(pilot, lambda: "z-lab/Qwen3-8B-DFlash-b16" in drawn(pilot))
        assert "2.1 GB  dflash  ✓ fits" in listed(pilot, "z-lab/Qwen3-8B-DFlash-b16")
        assert "model   on disk" in listed(pilot, "mlx-community/Qwen3-0.6B-4bit")
        await pilot.press("ctrl+f")
        await until(pilot, lambda: "trained without thinking; it would fit beside Qwen3-8B; enter downloads it" in drawn(pilot))
        assert "weights             7.05 GB" in drawn(pilot), "the memory of the target, its drafter and this one"
        await pilot.press("ctrl+g")
        assert pilot.runner.asked[-1] == ("fetch", "z-lab/Qwen3-8B-DFlash-b16")
        names = [one.name for one in offers.offered(pilot.app.deck.catalogue)]
        away = names.index("mlx-community/Qwen3-0.6B-4bit") - names.index("z-lab/Qwen3-8B-DFlash-b16")
        await pilot.press(*["down" if away > 0 else "up"] * abs(away))
        await pilot.pause()
        assert "^d on its line above makes it the drafter" in drawn(pilot)
        await go_to(pilot, LARGER)  # those of the target that is looked from
        await pilot.press("ctrl+l", "ctrl+f")
        await until(pilot, lambda: "published drafters for Qwen3-14B-4bit" in drawn(pilot))
        names = [one.name for one in offers.offered(pilot.app.deck.catalogue)]
        assert "mlx-community/Qwen3-1.7B-4bit" in names and "z-lab/Qwen3-8B-DFlash-b16" not in names
        await go_to(pilot, "Llama-3.2-1B-Instruct-4bit")
        await pilot.press("ctrl+l", "ctrl+f")
        await until(pilot, lambda: "no published drafter is known for Llama-3.2-1B-Instruct-4bit" in told(pilot))


# Folders


@person
async def test_a_folder_is_named_looked_into_and_forgotten():
    async with choosing() as pilot:
        nowhere = Path.cwd() / "nowhere"
        await type_in(pilot, str(nowhere))
        assert f"there is no folder {nowhere}" in told(pilot).replace("~", str(Path.home()))
        await type_in(pilot, "/tmp")
        assert pilot.runner.asked[-1][0] == "scan" and "/tmp" in pilot.runner.asked[-1][1]
        await until(pilot, lambda: "/tmp: there is no model in that folder" in told(pilot) and pilot.app.deck.catalogue.folders.names == [])
        pilot.app.deck.catalogue.folders.names.append("/models/Llama-3.2-1B-Instruct-4bit")
        await go_to(pilot, "Llama-3.2-1B-Instruct-4bit")
        await pilot.press("ctrl+x")
        assert "^x again stops listing /models/Llama" in told(pilot) and len(pilot.app.deck.catalogue.folders.names) == 1
        await pilot.press("ctrl+x")
        assert pilot.app.deck.catalogue.folders.names == [] and "nothing was deleted" in told(pilot)
        await type_in(pilot, " ")
        assert "type a model's name" in told(pilot)


@person
async def test_of_two_hub_drafters_of_one_kind_the_list_takes_the_one_chosen():
    pair = replace(PAIR, drafters=(*PAIR.drafters, "model:org/small", "model:org/tiny"))
    async with playing(FakeSession(pair=pair)) as pilot:
        sent = len(pilot.app.deck.session.sent)
        await pilot.press("tab", "d")
        await until(pilot, lambda: "model:org/tiny" in drawn(pilot))
        await pilot.press("end", "enter")
        await until(pilot, lambda: pilot.app.deck.settings.drafter in pair.drafters[-2:])
        assert len(pilot.app.deck.session.sent) == sent, "nothing is loaded"


# Hands, sizes, keys


@person
async def test_the_mouse_looks_at_a_line_loads_it_and_opens_the_tab():
    async with choosing() as pilot:
        await pilot.click(offset=where(pilot, LARGER))
        await pilot.pause()
        assert pilot.app.screen.query_one(DiskTable).picked.name == LARGER and not pilot.session.sent, "a click only looks"
        await pilot.click(offset=where(pilot, LARGER))
        await pilot.pause()
        assert len(loads(pilot.session)) == 1, "another one loads"
        await pilot.click(offset=where(pilot, "Chat"))
        await until(pilot, lambda: isinstance(pilot.app.screen, ChatScreen))


@person
async def test_footer_and_lines_fit_eighty_columns_and_the_details_open_beside_the_list():
    async with choosing(size=SMALL_TERMINAL) as pilot:
        for focused in (DiskTable, HubTable):
            pilot.app.deck.catalogue.search = Search("qwen3", found=LISTED)
            pilot.app.deck.catalogue.download = Download(LISTED[0].name)
            pilot.app.draw()
            pilot.app.screen.query_one(focused).focus()
            await until(pilot, lambda: "esc Back  ^g Stop  ^q Quit" in last_line(pilot))
            assert keys_cut(pilot.app) == 0
        await go_to(pilot, SMALL.name)
        assert "MEMORY" not in drawn(pilot) and "✓ same vocabulary" in drawn(pilot)
        await pilot.press("ctrl+b")
        await until(pilot, lambda: "MEMORY" in drawn(pilot))
        line = next(line for line in drawn(pilot).split("\n") if SMALL.name in line)
        assert "✓" in line.split("4bit")[1][:8] and "340 MB" not in line
        await pilot.press("ctrl+b")
        name = "z-lab/a-model-with-a-rather-long-name-Qwen3-8B-DFlash-b16"
        pilot.app.deck.catalogue.download = NO_DOWNLOAD
        choosing_models.download(pilot.app.deck, name)
        pilot.runner.end(name, trouble=f"{name} cannot be fetched: there is no internet connection")
        await until(pilot, lambda: "^g tries again" in drawn(pilot) and "internet connection" in told(pilot))
        shown = " ".join(drawn(pilot).split("DOWNLOAD")[1].split())
        assert name in shown and "internet connection" in shown, "the whole reason is below the bar"


@person
async def test_a_model_of_the_hub_is_looked_at_before_it_is_downloaded():
    name = LISTED[0].name
    async with choosing() as pilot:
        await type_in(pilot, "qwen3")
        pilot.runner.find("qwen3")
        await until(pilot, lambda: "41.3 k" in drawn(pilot))
        await pilot.press("ctrl+k")
        assert pilot.runner.asked[-1] == ("check", name) and "asking the hub" in drawn(pilot)
        pilot.runner.see(name, replace(model(name, 36, 2560, 1024, 2.26 * GB, "qwen3"), origin="hub"))
        await until(pilot, lambda: "✓ same vocabulary" in next(line for line in drawn(pilot).split("\n") if "41.3 k" in line))
        await until(pilot, lambda: "weights             7.21 GB" in drawn(pilot))  # the target, the drafter in use, and this one
        await pilot.press("down", "down", "ctrl+k")
        pilot.runner.see(LISTED[2].name, None, "it cannot be looked at: no route to host")
        await until(pilot, lambda: "no route to host" in told(pilot))
        await until(pilot, lambda: "it would fit; ^k checks" in drawn(pilot))  # it can be tried again


@person
async def test_nothing_is_looked_for_before_the_engine_is_up():
    """mlx must be loaded by the engine's thread first."""
    runner = FakeRunner()
    app = playground(FakeSession(pair=None))
    app.deck.catalogue.background = runner
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("f5")
        await pilot.pause(0.1)
        assert not runner.asked
        app.deck.session.tell(PAIR)
        await until(pilot, lambda: bool(app.deck.catalogue.rows()))
        app.deck.session.tell(Machine(MACHINE.budget, 1))
        await until(pilot, lambda: len(runner.asked) == 2)


EMBEDDED_PAIR = replace(PAIR, target="specdeck-target", target_path=str(model_folder.embedded("target")), paths={})


def bare() -> FakeRunner:
    """A machine on which nothing is but the pair that comes with specdeck."""
    return FakeRunner(disk=DiskScan((model("specdeck-target", 4, 256, 64, 0.03 * GB, "own", folder=model_folder.embedded("target"), origin="embedded"),)))


@person
async def test_enter_downloads_both_of_a_pair_on_one_line_and_loads_them():
    async with choosing(FakeSession(pair=EMBEDDED_PAIR), bare()) as pilot:
        hub, catalogue = pilot.app.screen.query_one(HubTable), pilot.app.deck.catalogue
        assert not any(kind in ("search", "check") for kind, _ in pilot.runner.asked), "published pairs are there without a search"
        pair = next(one.pair for one in offers.offered(catalogue) if "Qwen3-8B-DFlash" in one.name)
        hub.focus()
        hub.move_cursor(row=next(i for i, one in enumerate(offers.offered(catalogue)) if one.pair is pair))
        await until(pilot, lambda: "its makers measured 4.24 tokens a round (MT-bench, k 15, T 0); it would fit" in drawn(pilot))
        panel = str(pilot.app.screen.query_one(PlanPanel).content)
        assert "target  Qwen3-8B-4bit\ndrafter Qwen3-8B-DFlash-b16" in panel and "MEASURED ELSEWHERE\nits makers measured 4.24" in panel
        assert f"weights             {size(sum(item.footprint(False).weights for item in pair.items))}" in panel and "! trained without thinking" in panel
        await pilot.press("enter")
        assert pilot.runner.asked[-1] == ("fetch", pair.target)
        pilot.runner.bring(pair.target, 0.5 * pair.bytes_, pair.bytes_, 1.0)
        await until(pilot, lambda: f"DOWNLOAD  {pair.name}" in drawn(pilot) and f"{0.5 * pair.bytes_ / sum(pair.sizes):.0%}" in drawn(pilot))
        await pilot.press("ctrl+g")
        await until(pilot, lambda: catalogue.download.state == "stopped")
        assert ("fetch", pair.drafter.name) not in pilot.runner.asked, "the drafter does not follow a target that was stopped"
        choosing_models.download(pilot.app.deck, catalogue.resumable)
        pilot.runner.end(pair.target)
        await until(pilot, lambda: pilot.runner.asked[-1][0] == "scan" and ("fetch", pair.drafter.name) in pilot.runner.asked)
        pilot.runner.bring(pair.drafter.name, 0, pair.drafter.bytes_, 2.0)
        await until(pilot, lambda: f"{pair.bytes_ / sum(pair.sizes):.0%}" in drawn(pilot))
        assert pilot.session.sent == []
        pilot.runner.end(pair.drafter.name)
        await until(pilot, lambda: pilot.session.sent == [Load(pair.target, (pair.drafter.name,))])
        assert catalogue.awaited is None


@person
async def test_a_search_that_found_nothing_gives_the_published_pairs_back_and_keeps_its_reason_until_then():
    async with choosing(FakeSession(pair=EMBEDDED_PAIR), bare()) as pilot:

        async def search(models: tuple = (), trouble: str | None = "the hub cannot be searched: no internet connection") -> None:
            await type_in(pilot, "qwen3 4bit")
            assert pilot.app.focused is pilot.app.screen.query_one(HubTable)
            pilot.runner.find("qwen3 4bit", models, trouble)
            await until(pilot, lambda: not pilot.app.deck.catalogue.search.searching)
            await until(pilot, lambda: "published pairs" not in drawn(pilot))

        async def published() -> None:
            await until(pilot, lambda: "published pairs for this machine" in drawn(pilot) and f"{offers.offered(pilot.app.deck.catalogue)[0].items[0].name.split('/')[-1]} " in drawn(pilot))

        await search()
        await pilot.press("down", "up")
        await until(pilot, lambda: "HUB  the hub cannot be searched: no internet connection" in drawn(pilot))
        await pilot.press("escape")
        await published()
        await search()
        await type_in(pilot, "")
        await published()
        await search(trouble=None)
        await until(pilot, lambda: "no safetensors model" in drawn(pilot))
        await pilot.press("ctrl+f")
        await published()
        await search()
        await pilot.press("f2", "f5")
        await published()
        await search(LISTED, None)
        await until(pilot, lambda: "41.3 k" in drawn(pilot) and "esc Back" in last_line(pilot))
        await pilot.press("escape")
        await published()
        assert pilot.app.focused is pilot.app.screen.query_one(DiskTable) and "esc" not in last_line(pilot)


@person
async def test_after_the_first_reply_of_the_embedded_pair_one_is_named():
    session = FakeSession(pair=EMBEDDED_PAIR)
    async with choosing(session, bare()) as pilot:
        await pilot.press("f2")
        assert "real pair" not in drawn(pilot)
        await talk(pilot, session)
        best = offers.pairs(pilot.app.deck.catalogue)[0]
        await until(pilot, lambda: f"ready · F5: {best.items[0].name.partition('/')[2]}, {size(best.size)}" in drawn(pilot))


@person
async def test_every_line_tells_whether_it_fits_and_how_fast_it_is_here():
    machine, memory = mac(24, 120)
    machine = replace(machine, speed=MatrixSpeed({**machine.speed.seconds, READING: {1: 1 / 120}}))
    copy = model("org/Qwen3-8B-8bit", 36, 4096, 1024, 8.7 * GB, "qwen3", reads=PassWeights(int(8.7 * GB), int(8.2 * GB), 1))
    disk = replace(STOCK, items=(*STOCK.items, copy))
    async with choosing(FakeSession(pair=replace(PAIR, machine=machine)), FakeRunner(disk, memory)) as pilot:
        for name, words in {
            TARGET.name: ("✓ 4.61 GB  TARGET    ✓ ~19/26",),  # by hand: 4.61 GB at .75 of 120 GB/s, and .5 ms; all of them
            "z-lab/Qwen3-8B-DFlash-b16": ("1.1 GB  dflash    ~", "x ", "✓ made for it"),
            "mlx-community/Qwen3-235B-A22B-4bit": ("✗  132 GB", "✗ ~0.68/0.91"),
        }.items():
            await go_to(pilot, name)
            found = next(line for line in drawn(pilot).split("\n")[3:] if name[-12:] in line[:40])
            assert all(part in found for part in words), found
        assert "tok/s/max" in drawn(pilot)
        names = [row.name for row in pilot.app.deck.catalogue.rows()]
        assert names[0] == TARGET.name and names.index("mlx-community/Qwen3-235B-A22B-4bit") > names.index("Llama-3.2-1B-Instruct-4bit")
        pilot.app.deck.catalogue.measurements.add(Measurement(1.0, TARGET.name, SMALL.name, 4, 0.0, 61.0, 30.5, 0.78))
        pilot.app.deck.catalogue.measurements.add(Measurement(2.0, TARGET.name, "lookup", 4, 0.0, 20.0, None, None))
        for one, shown, hidden in ((SMALL.name, "2.00x plain, 78% accepted/drafted", "20.0 tok/s"), ("lookup", "20.0 tok/s", "78% accepted")):
            await go_to(pilot, one)
            await until(pilot, lambda: shown in drawn(pilot))
            assert hidden not in drawn(pilot)
        pilot.runner.disk = replace(disk)  # a scan finds it anew
        await pilot.press("ctrl+r", "home")
        await until(pilot, lambda: "TARGET    ✓ 30.5/26" in drawn(pilot) and "2.00x" in drawn(pilot))


def test_what_a_pair_needs_is_written_whole():
    needs = Plan(weights=1_050_000_000, cache=0, work=0, adds=0, gives=0, budget=25_300_000_000, room=0, tokens=8192, sure=True)
    assert any(line.plain.endswith("1.05 GB of 25.3 GB") for line in _memory(needs))
