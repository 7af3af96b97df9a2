"""The empty chat: a recorded race on the first start, until a key is pressed, and samples for the target that is loaded. The samples of the
embedded pair get the reply that they ask for."""

import json
import re
from dataclasses import replace

import pytest

from specdeck import assets
from specdeck.actions import loading, saving
from specdeck.actions.chatting import samples_here
from specdeck.apply_reports import apply_pending
from specdeck.decoding import Finish, Round, Settings, decode, load
from specdeck.decoding.cpu import blas
from specdeck.decoding.drafters import BY_NAME
from specdeck.drawing.content_pieces import LOOKS
from specdeck.drawing.figures import quotient
from specdeck.records.replay import LASTS, recorded_race
from specdeck.samples import ANYWHERE, OFFERED, SAMPLES, sample
from specdeck.screens.help import SHOW
from specdeck.screens.name_lists import ListBox
from specdeck.settings import paths
from specdeck.widgets.empty_chat import show_lines
from specdeck.widgets.screen_header import chip_texts
from tests.helpers.everyday import everyday
from tests.helpers.fake import PAIR, FakeSession
from tests.helpers.play import answered, drawn, opened, opened_on, person, playground, shows, told, until
from tests.helpers.states import state_with
from tests.helpers.toys import token_texts


def test_its_figures_are_the_recordings_own_its_frame_has_both_colours_and_its_lines_break_between_words(monkeypatch):
    race = recorded_race()
    plain, drafted = race.replies
    assert plain.text == drafted.text and plain.stats.drafted == 0 < drafted.stats.accepted
    ratio = quotient(drafted.stats.tokens_per_second, plain.stats.tokens_per_second)
    origin = json.loads(assets.SHOW_ORIGIN.read_text())
    assert f"the same {len(plain.tokens)} tokens, {ratio:.2f}x" in race.stamp and origin["machine"] in race.stamp and ratio > 1
    assert race.playback.length / race.playback.speed == pytest.approx(LASTS)
    assert {LOOKS["accepted"], LOOKS["own"]} <= {str(span.style) for line in show_lines(race, 76, 15)[:-3] for span in line.spans}
    race.playback.seek(race.playback.length)
    text = [line.plain for line in show_lines(race, 60, 40)]
    assert " ".join(text[2 : text.index("")]).split() == plain.text.split() and plain.text.endswith((".", "!", "?"))
    monkeypatch.setattr("sys.platform", "linux")
    for loaded in ("libopenblas.so.0", None):
        monkeypatch.setattr(blas, "_loaded", loaded)
        assert race.stamp.endswith("; not to be had here without a fast BLAS") is (loaded is None), "nothing is promised where the BLAS is slow"


@pytest.mark.parametrize("width, rows", [(54, 9), (76, 15), (76, 27), (160, 40)])
def test_it_has_its_room_at_any_size_and_nothing_moves(width, rows):
    race, heights = recorded_race(), set()
    for share in (0, 0.2, 0.5, 0.8, 1):
        race.playback.seek(share * race.playback.length)
        lines = show_lines(race, width, rows)
        heights.add(len(lines))
        assert max(line.cell_length for line in lines) <= width and len(lines) <= max(rows, 9)
    assert len(heights) == 1 and "RECORDING" in lines[0].plain
    said = " ".join(" ".join(line.plain[15:] for line in lines[-3:-1]).split())
    assert said == race.stamp[: len(said)] and "x, measured on" in said


@everyday("size", [(60, 20), (80, 24), (200, 50)], (80, 24), ids=str)
@person
async def test_the_first_start_plays_it_to_its_end(size):
    app = playground(session := FakeSession())
    app.first_start = True

    def on() -> bool:
        session.time += 0.2
        return "measured on" in drawn(pilot)

    async with app.run_test(size=size) as pilot:
        await shows(pilot, "A RECORDING")
        assert ANYWHERE[1].prompt not in drawn(pilot) and "measured on" not in drawn(pilot)
        await until(pilot, on)
        await until(pilot, lambda: drawn(pilot).count("done at") == 2 and "press any key" in drawn(pilot))


@opened
async def test_the_palette_plays_it_again_until_a_key_which_is_typed_and_not_over_a_conversation(pilot, session, app, prompt):
    assert "A RECORDING" not in drawn(pilot), "only a first start plays it by itself"
    for keys, typed in (("hi", "hi"), (("space",), ""), (("space", "a", "space", "b"), "a b"), (("enter",), "")):
        prompt.fill("")
        app.do(SHOW)
        await shows(pilot, "A RECORDING")
        await pilot.press(*keys)
        await until(pilot, lambda: "A RECORDING" not in drawn(pilot) and ANYWHERE[1].prompt in drawn(pilot))
        assert prompt.text == typed and told(pilot) == ""
    await pilot.press("f3")
    app.do(SHOW)
    await shows(pilot, "A RECORDING")
    await pilot.press("escape")
    app.say("hello")
    await answered(pilot, session)
    app.do(SHOW)
    await until(pilot, lambda: "in an empty chat" in told(pilot))


def test_a_start_is_the_first_once(tmp_path):
    file = paths.show({"SPECDECK_STATE_DIR": str(tmp_path / "state")})
    assert [saving.is_first_start(file) for _ in range(3)] == [True, False, False]
    (tmp_path / "blocked").write_text("")
    assert not saving.is_first_start(tmp_path / "blocked" / "show")


LOOKUP_ALONE = replace(PAIR, drafters=("none", "lookup", "auto"), default="lookup", unavailable={name: BY_NAME[name].unavailable for name in ("model", "mtp", "dflash", "eagle3")})
EMBEDDED = replace(PAIR, target_path=str(assets.TARGET), drafters=("none", "model", "lookup"), default="model")


@pytest.mark.parametrize("pair, prompts, drafters", [
    (LOOKUP_ALONE, ANYWHERE, ["lookup"] * 5),
    (replace(PAIR, default="model"), ANYWHERE, ["model", "model", "lookup", "lookup", "model"]),
    (EMBEDDED, OFFERED, ["model", "model", "lookup", "lookup", "model"]),
    (replace(EMBEDDED, drafters=("none", "lookup"), default="lookup"), OFFERED, ["", "", "lookup", "lookup", ""]),
])  # fmt: skip
def test_samples_are_the_targets_and_name_only_drafters_that_are_loaded(pair, prompts, drafters):
    state = state_with(FakeSession(pair=pair))
    assert samples_here(state) == list(zip(prompts, drafters))
    loading.load(state, "org/another")
    assert chip_texts(Settings(drafter="models/of/mine/small/"))["drafter"] == "◂ small", "it has no name before it is loaded"
    assert not state.embedded and samples_here(state) == [(one, "") for one in ANYWHERE], "while another target loads"
    apply_pending(state)
    assert [drafter for _, drafter in samples_here(state)] == drafters


@opened_on(pair=LOOKUP_ALONE)
async def test_the_first_screen_says_who_guesses_here_and_the_list_of_drafters_what_helps_once(pilot, app):
    await until(pilot, lambda: "Here lookup guesses" in " ".join(drawn(pilot).split()))
    text = drawn(pilot)
    assert "A small model" not in text and "Why is the sky blue?" in text and "speculative decoding work" not in text
    await pilot.press("tab", "d")
    await until(pilot, lambda: isinstance(app.screen, ListBox) and "F5" in drawn(pilot))
    text = drawn(pilot)
    assert text.count("F5") == text.count("for this target") == 1 and all(f"{name} " in text for name in LOOKUP_ALONE.unavailable)


# The embedded pair


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
