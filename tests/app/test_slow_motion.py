"""A round in slow motion: what is seen of it when, that it can be opened wherever rounds are, and its animated picture."""

import xml.etree.ElementTree as ET
from pathlib import Path

from rich.cells import cell_len

from specdeck.chat.slow_motion import moment_at, moments, stops
from specdeck.decoding.types import Round, Settings
from specdeck.drawing.animated_svg import animated_svg
from specdeck.lesson.recordings import Recordings
from specdeck.screens.slow_motion import LINES, slow_motion
from specdeck.settings.themes import DARK
from specdeck.widgets.transcript import Transcript
from tests.helpers.everyday import everyday
from tests.helpers.fake import TAKES, round_of, written
from tests.helpers.play import compared, drawn, hides, idle, opened, opened_on, press, shows, until

VARIABLES = {"background": "#000000", "foreground": "#ffffff", "accent": "#ff00ff"} | DARK.variables


def shown(take: int, settings: Settings) -> Round:
    return written(TAKES[take], round_of(0, TAKES[take], settings))


def rounds() -> list[Round]:
    recorded = [step for name in ("greedy", "warm", "warmth") for reply in Recordings().replies(name) for step in reply.rounds]
    return recorded + [shown(take, settings) for take in range(4) for settings in (Settings(), Settings(temperature=0.8), Settings(k=0))]


def test_every_moment_of_every_recorded_round_has_its_room_and_nothing_is_cut_without_a_sign():
    for step in rounds():
        for moment in moments(step):
            wide, narrow = ([line.plain.rstrip() for line in slow_motion(step, 1, moment, width)] for width in (84, 54))
            assert len(wide) == len(narrow) == LINES and all(cell_len(line) <= width for lines, width in ((wide, 84), (narrow, 54)) for line in lines)
            assert step.draft or not {"position", "verdict", "draft"} & set(wide), "no empty rows"
            assert all(line.endswith("…") for line, whole in zip(narrow, wide) if line != whole and whole.startswith("test"))
    assert "…" in slow_motion(shown(2, Settings()), 1, moments(shown(2, Settings()))[-1], 54)[1].plain, "three of four positions"


def test_nothing_is_known_before_its_time():
    step = shown(2, Settings(temperature=0.8))
    made = moments(step)
    assert [moment.guesses for moment in made[:5]] == [0, 1, 2, 3, 4] and made[-1].tested == 4, "what is behind the first miss falls with it"
    texts = ["\n".join(line.plain for line in slow_motion(step, 1, moment, 84)) for moment in made]
    assert " I" not in texts[0] and "ACCEPT" not in texts[4] and "REJECT" not in texts[4] and "' 3'" not in "".join(texts[:-2])
    assert texts[-1].count("ACCEPT") == 2 and texts[-1].count("REJECT") == 1 and texts[-1].count("dropped") == 1
    assert "recovered: the target's own" in texts[-1]


def test_its_picture_is_animated_and_shows_each_frame_once():
    step = shown(2, Settings(temperature=0.8))
    frames = [(moment.seconds, slow_motion(step, 1, moment, 84)) for moment in moments(step)]
    root = ET.fromstring(animated_svg(frames, 84, VARIABLES))
    animated = [item for item in root.iter() if item.tag.endswith("animate")]
    assert len(animated) == len(frames) and "ACCEPT" in "".join(root.itertext()) and "origin" not in ET.tostring(root, "unicode")
    times = [[float(time) for time in item.get("keyTimes").split(";")] for item in animated]
    starts = [time[item.get("values").split(";").index("visible")] for time, item in zip(times, animated)]
    assert starts == sorted(set(starts)) and starts[0] == 0 and all(time[0] == 0 and time == sorted(time) for time in times)
    assert float(root.get("width")) > 84 * 8


@everyday("size", [(60, 20), (200, 50)], (60, 20), ids=str)
@opened_on(settings=Settings(temperature=0.8))
async def test_a_full_stop_in_the_chat_plays_the_last_rejection_or_the_selected_tokens_round(pilot, session, app, state, size):
    await app.screen.run_action("slow_motion")
    await press(pilot, "", "no round to play")
    app.say("hello")
    session.play(4)
    await until(pilot, lambda: len(state.chat.reply.rounds) == 4)
    await app.screen.run_action("slow_motion")
    await shows(pilot, "ROUND 3")
    assert ["recovered" in step.sources for step in state.chat.reply.rounds[2:]] == [True, False]
    await pilot.press("escape")
    session.play()
    await idle(pilot)
    app.screen.query_one(Transcript).focus()
    await press(pilot, "right full_stop", "ROUND")
    screen, times = app.screen, stops(app.screen.moments)
    assert screen.index == state.view.round[1] == 0, "that of the selected token"
    screen.at = screen.length
    screen.draw()
    await shows(pilot, "the target's own", "esc closes")
    assert all(moment_at(screen.moments, at).u in (None, 1.0) for at in times), "one steps to no middle of a slide"
    screen.action_pause()
    screen.at, seen = 0.0, []
    for _ in times[1:]:
        await pilot.press("full_stop")
        seen.append(screen.at)
    assert seen == times[1:] and not screen.playing and "the target's own" in drawn(pilot)
    await pilot.press("comma")
    assert screen.at == times[-2]
    before = screen.index
    await pilot.press("right", "x")
    assert screen.index == (before + 1) % len(screen.reply.rounds)
    await until(pilot, lambda: len(list(Path().glob("specdeck-round-*.svg"))) == 1)
    await pilot.resize_terminal(40, 10)
    await shows(pilot, "specdeck needs 60x15")
    await hides(pilot, "ROUND")
    await pilot.press("escape")
    await until(pilot, lambda: app.screen.TAB.label == "Chat")


@opened
async def test_the_race_plays_the_round_that_it_has_come_to(pilot, session):
    await compared(pilot, session)
    await press(pilot, "full_stop full_stop full_stop z", "ROUND", "model, k=4")
    await pilot.press("z")
    await hides(pilot, "ROUND")
