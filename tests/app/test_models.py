"""The models screen under a person's hands: recorded models, no hub, no engine."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Callable

from textual.pilot import Pilot
from textual.widgets import Input

from specdeck.actions import choosing_models
from specdeck.decoding.checkpoints import PassWeights, model_folder
from specdeck.drawing.figures import size
from specdeck.engine.messages import READING, Load, Loaded, Machine, MatrixSpeed
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
from tests.helpers.play import WIDE, burst, drawn, keys_cut, opened_on, person, playground, shows, talk, told, until, where

LARGER, LLAMA = "mlx-community/Qwen3-14B-4bit", "Llama-3.2-1B-Instruct-4bit"
MIDDLE, BLOCK = "mlx-community/Qwen3-1.7B-4bit", "z-lab/Qwen3-8B-DFlash-b16"
Runner = Callable[[], FakeRunner]


def choosing(runner: Runner = FakeRunner, pair: Loaded | None = PAIR, size: tuple[int, int] = WIDE) -> Callable[..., Any]:
    """A story on the models screen, its list filled; `pilot` knows what is behind it."""

    async def browse(pilot: Pilot, session: FakeSession) -> None:
        pilot.runner = pilot.app.state.catalogue.background = runner()
        await up(pilot)
        await pilot.press("f5")
        await until(pilot, lambda: bool(pilot.app.state.catalogue.rows()) and pilot.app.screen.query_one(DiskTable).picked is not None)
        session.sent.clear()

    return opened_on(browse, size, pair=pair)


async def up(pilot: Pilot) -> None:
    """What was asked for is loaded."""
    await until(pilot, lambda: pilot.app.state.engine.loading is None)
    pilot.app.state.session.sent.clear()


def last_line(pilot: Pilot) -> str:
    """The footer."""
    return drawn(pilot).split("\n")[-1]


def line_of(pilot: Pilot, name: str, after: str = "") -> str:
    """The line of a model, after a heading."""
    screen = drawn(pilot)
    return next(line for line in screen[screen.index(after) :].split("\n") if name in line)


async def go_to(pilot: Pilot, name: str, *keys: str) -> None:
    """The list's cursor, by the arrow keys; then press these."""
    disk_list = pilot.app.screen.query_one(DiskTable)
    disk_list.focus()
    burst(pilot, "home", *["down"] * [row.name for row in disk_list.models].index(name))
    await pilot.pause()
    assert disk_list.picked.name == name
    pilot.app.clear_notifications()
    await pilot.press(*keys)


async def type_in(pilot: Pilot, text: str) -> None:
    """Below the list."""
    await pilot.press("slash")
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await pilot.pause()


def loads(session: FakeSession) -> list[Load]:
    return [command for command in session.sent if isinstance(command, Load)]


@choosing()
async def test_a_reply_is_remembered_for_the_pair_that_wrote_it(pilot, session, state):
    await pilot.press("f2")
    await talk(pilot, session)
    (measured,) = state.catalogue.measurements.of(TARGET.name, SMALL.name)
    assert measured.plain is None and measured.acceptance_rate == state.chat.reply.stats.acceptance_rate
    await pilot.press("tab", "b")
    await until(pilot, lambda: state.speed.baseline is not None)
    (measured,) = state.catalogue.measurements.of(TARGET.name, SMALL.name)
    assert measured.plain == 24.0


@choosing()
async def test_enter_loads_a_target_with_its_drafters_d_has_one_more_draft_and_l_looks_from_another_target(pilot, session, state):
    for name, key, target, drafters in (
        (LARGER, "enter", LARGER, [SMALL.name]),  # with the drafters that can draft for it
        (LLAMA, "enter", LLAMA, []),
        (BLOCK, "ctrl+d", TARGET.name, [SMALL.name, BLOCK]),
    ):
        await go_to(pilot, name, key)
        assert loads(session) == [Load(str(place(target)), tuple(str(place(drafter)) for drafter in drafters))]
        await up(pilot)
    for name, drafter in (("lookup", "lookup"), (SMALL.name, "model")):
        await go_to(pilot, name, "ctrl+d")
        assert state.settings.drafter == drafter and not loads(session), "one in memory comes into force at once"
    await go_to(pilot, LLAMA, "ctrl+l")
    assert "for Llama-3.2-1B" in drawn(pilot) and "✗ other vocabulary" in line_of(pilot, "Qwen3-1.7B")
    await go_to(pilot, LARGER, "ctrl+l")
    await go_to(pilot, MIDDLE, "ctrl+d")
    assert loads(session) == [Load(str(place(LARGER)), (str(place(MIDDLE)),))]
    await up(pilot)
    assert state.catalogue.target is TARGET, "the fake loads its own pair whatever is asked: judged from it again"


@choosing()
async def test_what_cannot_be_done_is_refused_with_the_reason_and_a_running_comparison_is_not_discarded_by_a_load(pilot, session, state):
    for name, key, words in (
        (LLAMA, "ctrl+d", "its vocabulary differs from the target's"),
        ("z-lab/Qwen3-4B-DFlash-b16", "ctrl+d", "hidden states of size 2560"),
        (BLOCK, "enter", "is a drafter (dflash) and not a target"),
        ("half-a-model", "enter", "is cut off"),
        ("half-a-model", "ctrl+d", "is cut off"),
        ("lookup", "enter", "lookup is not a model"),
        (TARGET.name, "ctrl+d", "a model that drafts for itself saves no time"),
        ("mlx-community/Qwen3-235B-A22B-4bit", "enter", "does not fit: it needs"),
        (TARGET.name, "enter", "is already in use"),
        (MIDDLE, "ctrl+u", "is not in memory"),
        (SMALL.name, "ctrl+x", "is not from a folder that you named"),
    ):
        await go_to(pilot, name, key)
        await pilot.pause()
        assert words in told(pilot) and not session.sent, (name, key)
    rows = {row.name: row for row in state.catalogue.rows()}
    assert all(state.catalogue.plan(rows[name]) is None for name in ("half-a-model", "z-lab/Qwen3-4B-DFlash-b16")), "no pair, no plan"
    await pilot.press("f3", *"bus", "enter")
    await until(pilot, lambda: state.contest.running)
    await pilot.press("f5")
    for name, key in ((TARGET.name, "enter"), (LARGER, "enter"), (BLOCK, "ctrl+d"), (SMALL.name, "ctrl+u")):
        await go_to(pilot, name, key)
        assert not loads(session) and state.contest.running


@choosing(lambda: FakeRunner(memory=replace(MEMORY, free=6 * GB)))
async def test_what_does_not_fit_beside_the_pair_in_use_says_to_unload_it_first(pilot, session, state):
    await go_to(pilot, LARGER)
    assert "it fits, but not beside" in drawn(pilot)
    await pilot.press("enter")
    assert "unload the target first (^u)" in told(pilot) and not session.sent
    pilot.runner.memory = replace(MEMORY, free=11 * GB)
    await go_to(pilot, TARGET.name, "ctrl+u")
    assert "^u again unloads" in told(pilot)
    await pilot.press("down", "up", "ctrl+u")
    assert not session.sent, "another key between the two takes the first back"
    await pilot.press("ctrl+u")
    assert session.sent == ["unload"]
    await until(pilot, lambda: state.pair is None and not state.catalogue.scanning)
    await go_to(pilot, LARGER, "enter")
    assert loads(session) == [Load(str(place(LARGER)), ())]


@choosing()
async def test_the_hub_is_searched_a_model_is_looked_at_before_it_is_downloaded_and_enter_downloads(pilot, session, app):
    runner, first = pilot.runner, LISTED[0].name
    await go_to(pilot, SMALL.name, *"qwen3", "space", *"4bit", "enter")  # what is typed in a list is a search
    assert runner.asked[-1] == ("search", "qwen3 4bit") and "searching for qwen3 4bit" in drawn(pilot)
    runner.find("qwen3 4bit")
    await shows(pilot, "41.3 k")
    for name, words in ((first, "✓ fits"), (TARGET.name, "on disk"), ("org/Qwen3-235B-A22B-8bit", "✗ too big  gated")):
        assert words in line_of(pilot, name, "HUB  ")
    assert app.focused is app.screen.query_one(HubTable)
    await pilot.press("ctrl+u", "ctrl+d", "ctrl+l", "ctrl+x")
    assert not session.sent and not told(pilot)
    await pilot.press("ctrl+k")
    assert runner.asked[-1] == ("check", first) and "asking the hub" in drawn(pilot)
    runner.see(first, replace(model(first, 36, 2560, 1024, 2.26 * GB, "qwen3"), origin="hub"))
    await until(pilot, lambda: "✓ same vocabulary" in line_of(pilot, "41.3 k"))
    await shows(pilot, "weights             7.21 GB")  # the target, the drafter in use, and this one
    await pilot.press("down", "down", "ctrl+k")
    runner.see(LISTED[2].name, None, "it cannot be looked at: no route to host")
    await until(pilot, lambda: "no route to host" in told(pilot))
    await shows(pilot, "it would fit; ^k checks")  # it can be tried again
    await pilot.press("up", "up", "enter")
    assert runner.asked[-1] == ("fetch", first)
    await pilot.press("down", "enter")
    assert "is still being downloaded" in told(pilot)


@choosing()
async def test_a_download_shows_how_far_it_is_is_stopped_and_goes_on(pilot, app, state):
    name, runner = LISTED[0].name, pilot.runner
    choosing_models.download(state, name)
    for second in range(4):
        runner.bring(name, second * GB / 2, 2 * GB, second)
    await until(pilot, lambda: "75%  1.5 GB of 2 GB  500 MB/s  0:00:01" in drawn(pilot) and "^g Stop" in last_line(pilot))
    await type_in(pilot, "qwen3")
    await pilot.press("escape")
    assert ("stop", None) not in runner.asked and not state.catalogue.search.text, "esc has one meaning"
    await pilot.press("ctrl+g")
    assert ("stop", None) in runner.asked and "Stop" not in last_line(pilot)
    assert "75%  stopped; ^g continues from here" in drawn(pilot)
    runner.bring(name, 1.6 * GB, 2 * GB, 5)
    state.catalogue.search = Search("qwen3", found=LISTED[1:])
    app.draw()
    app.screen.query_one(HubTable).focus()
    await pilot.pause()
    assert "stopped; ^g continues from here" in drawn(pilot)
    await pilot.press("ctrl+g")
    assert runner.asked[-1] == ("fetch", name), "not what is under the cursor: enter downloads that"
    runner.bring(name, 1.6 * GB, 2 * GB, 6)
    await shows(pilot, "80%")
    counts = len([asked for asked in runner.asked if asked[0] == "scan"])
    runner.end(name)
    await shows(pilot, "100%  downloaded")
    assert len([asked for asked in runner.asked if asked[0] == "scan"]) == counts + 1, "the disk is looked through again"


@choosing(lambda: FakeRunner(disk=replace(STOCK, items=tuple(one for one in STOCK.items if "DFlash" not in one.name))))
async def test_published_drafters_of_the_target_are_named_and_one_key_downloads(pilot, state):
    assert "published drafters for Qwen3-8B-4bit: ^f chooses, enter downloads" in drawn(pilot)
    await shows(pilot, BLOCK)
    assert "2.1 GB  dflash  ✓ fits" in line_of(pilot, BLOCK, "HUB  ") and "model   on disk" in line_of(pilot, SMALL.name, "HUB  ")
    await pilot.press("ctrl+f")
    await shows(pilot, "trained without thinking; it would fit beside Qwen3-8B; enter downloads it")
    assert "weights             7.05 GB" in drawn(pilot), "the memory of the target, its drafter and this one"
    await pilot.press("ctrl+g")
    assert pilot.runner.asked[-1] == ("fetch", BLOCK)
    names = [one.name for one in offers.offered(state.catalogue)]
    away = names.index(SMALL.name) - names.index(BLOCK)
    await pilot.press(*["down" if away > 0 else "up"] * abs(away))
    await pilot.pause()
    assert "^d on its line above makes it the drafter" in drawn(pilot)
    await go_to(pilot, LARGER, "ctrl+l", "ctrl+f")  # those of the target that is looked from
    await shows(pilot, "published drafters for Qwen3-14B-4bit")
    names = [one.name for one in offers.offered(state.catalogue)]
    assert MIDDLE in names and BLOCK not in names
    await go_to(pilot, LLAMA, "ctrl+l", "ctrl+f")
    await until(pilot, lambda: f"no published drafter is known for {LLAMA}" in told(pilot))


@choosing()
async def test_a_folder_is_named_looked_into_and_forgotten_and_a_model_in_it_drafts_by_its_name(pilot, session, app, state):
    nowhere, folders = Path.cwd() / "nowhere", state.catalogue.folders
    await type_in(pilot, str(nowhere))
    assert f"there is no folder {nowhere}" in told(pilot).replace("~", str(Path.home()))
    await type_in(pilot, "/tmp")
    assert pilot.runner.asked[-1][0] == "scan" and "/tmp" in pilot.runner.asked[-1][1]
    await until(pilot, lambda: "/tmp: there is no model in that folder" in told(pilot) and folders.names == [])
    folders.names.append(f"/models/{LLAMA}")
    await go_to(pilot, LLAMA, "ctrl+x")
    assert "^x again stops listing /models/Llama" in told(pilot) and len(folders.names) == 1
    await pilot.press("ctrl+x")
    assert folders.names == [] and "nothing was deleted" in told(pilot)
    await type_in(pilot, " ")
    assert "type a model's name" in told(pilot)
    folder = write_target(Path.cwd() / "mine" / LLAMA)
    folders.add(str(folder.parent))
    app.say(f"/draft {LLAMA}")
    assert loads(session)[-1].drafters == (str(SMALL.folder), str(folder)), "the engine would look for it on the hub"


@choosing()
async def test_the_mouse_looks_at_a_line_loads_it_and_opens_the_tab(pilot, session, app):
    for loaded in (0, 1):  # a click only looks, another one loads
        await pilot.click(offset=where(pilot, LARGER))
        await pilot.pause()
        assert app.screen.query_one(DiskTable).picked.name == LARGER and len(loads(session)) == loaded
    await pilot.click(offset=where(pilot, "Chat"))
    await until(pilot, lambda: isinstance(app.screen, ChatScreen))


@choosing(size=SMALL_TERMINAL)
async def test_footer_and_lines_fit_eighty_columns_and_the_details_open_beside_the_list(pilot, app, state):
    state.catalogue.search, state.catalogue.download = Search("qwen3", found=LISTED), Download(LISTED[0].name)
    app.draw()
    for focused in (DiskTable, HubTable):
        app.screen.query_one(focused).focus()
        await until(pilot, lambda: "esc Back  ^g Stop  ^q Quit" in last_line(pilot))
        assert keys_cut(app) == 0
    await go_to(pilot, SMALL.name)
    assert "MEMORY" not in drawn(pilot) and "✓ same vocabulary" in drawn(pilot)
    await pilot.press("ctrl+b")
    await shows(pilot, "MEMORY")
    line = line_of(pilot, SMALL.name)
    assert "✓" in line.split("4bit")[1][:8] and "340 MB" not in line
    await pilot.press("ctrl+b")
    name = "z-lab/a-model-with-a-rather-long-name-Qwen3-8B-DFlash-b16"
    state.catalogue.download = NO_DOWNLOAD
    choosing_models.download(state, name)
    pilot.runner.end(name, trouble=f"{name} cannot be fetched: there is no internet connection")
    await until(pilot, lambda: "^g tries again" in drawn(pilot) and "internet connection" in told(pilot))
    shown = " ".join(drawn(pilot).split("DOWNLOAD")[1].split())
    assert name in shown and "internet connection" in shown, "the whole reason is below the bar"


@person
async def test_nothing_is_looked_for_before_the_engine_is_up():
    """mlx must be loaded by the engine's thread first."""
    app, runner = playground(FakeSession(pair=None)), FakeRunner()
    app.state.catalogue.background = runner
    async with app.run_test(size=WIDE) as pilot:
        await pilot.press("f5")
        await pilot.pause(0.1)
        assert not runner.asked
        app.state.session.tell(PAIR)
        await until(pilot, lambda: bool(app.state.catalogue.rows()))
        app.state.session.tell(Machine(MACHINE.budget, 1))
        await until(pilot, lambda: len(runner.asked) == 2)


PARTS = (("127.0.0.1", 3 * GB), ("a-host-with-a-long-name.local", 2 * GB))


@choosing(size=SMALL_TERMINAL, pair=replace(PAIR, hosts="2 hosts, ring", machine=Machine(budget=27 * GB, hosts=2, parts=PARTS)))
async def test_the_hosts_of_a_sharded_target_are_named_and_the_memory_of_each(pilot):
    await pilot.press("f2")
    await shows(pilot, "ready · 2 hosts, ring")
    await pilot.press("f5", "ctrl+b")
    await shows(pilot, "MEMORY ON THIS HOST")
    last = drawn(pilot).partition("THE TARGET'S PART ON EACH HOST")[2]
    assert re.search(r"127\.0\.0\.1 +3 GB", last) and re.search(r"a-host-with-a-long… +2 GB", last)


EMBEDDED_PAIR = replace(PAIR, target="specdeck-target", target_path=str(model_folder.embedded("target")), paths={})


def bare() -> FakeRunner:
    """A machine on which nothing is but the pair that comes with specdeck."""
    return FakeRunner(disk=DiskScan((model("specdeck-target", 4, 256, 64, 0.03 * GB, "own", folder=model_folder.embedded("target"), origin="embedded"),)))


@choosing(bare, EMBEDDED_PAIR)
async def test_after_the_first_reply_a_real_pair_is_named_and_enter_downloads_both_on_one_line_and_loads_them(pilot, session, app, state):
    runner, catalogue, hub = pilot.runner, state.catalogue, app.screen.query_one(HubTable)
    await pilot.press("f2")
    assert "real pair" not in drawn(pilot)
    await talk(pilot, session)
    best = offers.pairs(catalogue)[0]
    await shows(pilot, f"ready · F5: {best.items[0].name.partition('/')[2]}, {size(best.size)}")
    session.sent.clear()
    await pilot.press("f5")
    assert not any(kind in ("search", "check") for kind, _ in runner.asked), "published pairs are there without a search"
    pair = next(one.pair for one in offers.offered(catalogue) if "Qwen3-8B-DFlash" in one.name)
    hub.focus()
    hub.move_cursor(row=next(i for i, one in enumerate(offers.offered(catalogue)) if one.pair is pair))
    await shows(pilot, "its makers measured 4.24 tokens a round (MT-bench, k 15, T 0); it would fit")
    panel = str(app.screen.query_one(PlanPanel).content)
    assert "target  Qwen3-8B-4bit\ndrafter Qwen3-8B-DFlash-b16" in panel and "MEASURED ELSEWHERE\nits makers measured 4.24" in panel
    assert f"weights             {size(sum(item.footprint(False).weights for item in pair.items))}" in panel and "! trained without thinking" in panel
    await pilot.press("enter")
    assert runner.asked[-1] == ("fetch", pair.target)
    runner.bring(pair.target, 0.5 * pair.bytes_, pair.bytes_, 1.0)
    await shows(pilot, f"DOWNLOAD  {pair.name}", f"{0.5 * pair.bytes_ / sum(pair.sizes):.0%}")
    await pilot.press("ctrl+g")
    await until(pilot, lambda: catalogue.download.state == "stopped")
    assert ("fetch", pair.drafter.name) not in runner.asked, "the drafter does not follow a target that was stopped"
    choosing_models.download(state, catalogue.resumable)
    runner.end(pair.target)
    await until(pilot, lambda: runner.asked[-1][0] == "scan" and ("fetch", pair.drafter.name) in runner.asked)
    runner.bring(pair.drafter.name, 0, pair.drafter.bytes_, 2.0)
    await shows(pilot, f"{pair.bytes_ / sum(pair.sizes):.0%}")
    assert session.sent == []
    runner.end(pair.drafter.name)
    await until(pilot, lambda: session.sent == [Load(pair.target, (pair.drafter.name,))])
    assert catalogue.awaited is None


@choosing(bare, EMBEDDED_PAIR)
async def test_a_search_that_found_nothing_gives_the_published_pairs_back_and_keeps_its_reason_until_then(pilot, app, state):
    trouble = "the hub cannot be searched: no internet connection"
    for found, reason, words, back in (
        ((), trouble, f"HUB  {trouble}", ("down", "up", "escape")),
        ((), trouble, trouble, ("slash", "ctrl+a", "ctrl+k", "enter")),
        ((), None, "no safetensors model", ("ctrl+f",)),
        ((), trouble, trouble, ("f2", "f5")),
        (LISTED, None, "41.3 k", ("escape",)),
    ):
        await type_in(pilot, "qwen3 4bit")
        assert app.focused is app.screen.query_one(HubTable)
        pilot.runner.find("qwen3 4bit", found, reason)
        await until(pilot, lambda: words in drawn(pilot) and "published pairs" not in drawn(pilot) and "esc Back" in last_line(pilot))
        await pilot.press(*back[:-1])
        assert words in drawn(pilot) or back[-1] == "f5"
        await pilot.press(back[-1])
        await shows(pilot, "published pairs for this machine", f"{offers.offered(state.catalogue)[0].items[0].name.split('/')[-1]} ")
    assert app.focused is app.screen.query_one(DiskTable) and "esc" not in last_line(pilot)


FAST = mac(24, 120)[0]
FAST = replace(FAST, speed=MatrixSpeed({**FAST.speed.seconds, READING: {1: 1 / 120}}))
COPY = model("org/Qwen3-8B-8bit", 36, 4096, 1024, 8.7 * GB, "qwen3", reads=PassWeights(int(8.7 * GB), int(8.2 * GB), 1))


@choosing(lambda: FakeRunner(replace(STOCK, items=(*STOCK.items, COPY)), mac(24, 120)[1]), replace(PAIR, machine=FAST))
async def test_every_line_tells_whether_it_fits_and_how_fast_it_is_here(pilot, state):
    catalogue, huge = state.catalogue, "mlx-community/Qwen3-235B-A22B-4bit"
    for name, words in {
        TARGET.name: ("✓ 4.61 GB  TARGET    ✓ ~19/26",),  # by hand: 4.61 GB at .75 of 120 GB/s, and .5 ms; all of them
        BLOCK: ("1.1 GB  dflash    ~", "x ", "✓ made for it"),
        huge: ("✗  132 GB", "✗ ~0.68/0.91"),
    }.items():
        await go_to(pilot, name)
        found = next(line for line in drawn(pilot).split("\n")[3:] if name[-12:] in line[:40])
        assert all(part in found for part in words), found
    assert "tok/s/max" in drawn(pilot)
    names = [row.name for row in catalogue.rows()]
    assert names[0] == TARGET.name and names.index(huge) > names.index(LLAMA)
    catalogue.measurements.add(Measurement(1.0, TARGET.name, SMALL.name, 4, 0.0, 61.0, 30.5, 0.78))
    catalogue.measurements.add(Measurement(2.0, TARGET.name, "lookup", 4, 0.0, 20.0, None, None))
    for one, shown, hidden in ((SMALL.name, "2.00x plain, 78% accepted/drafted", "20.0 tok/s"), ("lookup", "20.0 tok/s", "78% accepted")):
        await go_to(pilot, one)
        await shows(pilot, shown)
        assert hidden not in drawn(pilot)
    pilot.runner.disk = replace(pilot.runner.disk)  # a scan finds it anew
    await pilot.press("ctrl+r", "home")
    await shows(pilot, "TARGET    ✓ 30.5/26", "2.00x")
    slow = replace(SMALL, name="org/slow", folder=place("org/slow"), reads=TARGET.reads)
    items = (*pilot.runner.disk.items, slow)
    for speed, marks in ((FAST.speed, ("no gain here ", "~0.68/0.91 ")), (replace(FAST.speed, doubtful="the machine was busy"), ("no gain here?", "~0.68? "))):
        pilot.runner.disk = replace(pilot.runner.disk, items=items)
        catalogue.hold(PAIR, replace(FAST, speed=speed))
        await pilot.press("ctrl+r")
        await shows(pilot, *marks, "✓ 30.5")
        await go_to(pilot, "org/slow")
        await shows(pilot, "the machine was busy" if speed.doubtful else "slower than plain decoding here: its pass")


def test_what_a_pair_needs_is_written_whole():
    needs = Plan(weights=1_050_000_000, cache=0, work=0, adds=0, gives=0, budget=25_300_000_000, room=0, tokens=8192, sure=True)
    assert any(line.plain.endswith("1.05 GB of 25.3 GB") for line in _memory(needs))
