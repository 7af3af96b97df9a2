"""Whoever types words gets words, wherever the focus is and however fast; single keys stay commands."""

from textual import events

from specdeck.decoding.types import Settings
from specdeck.widgets.prompt_field import Prompt
from specdeck.widgets.transcript import Transcript
from tests.helpers.fake import FakeSession
from tests.helpers.play import burst, compared, person, playing, raced, talk, talked, told, until

SENTENCES = """can you give me the same in one line?
describe a fox, please
R is a language: what for?
read this again and say why
explain it to me
tell me (in 3 words) what p is
is that so?
give me two more - no, three
llamas are animals, aren't they?
very good. now make it shorter
both of you guess?
why did it stop
no, I meant = not ==
/k is what?
make a list: [1, 2]
zebras have stripes
y is after x
list all of them
please  go on
Verify that, then sum up""".split("\n")


def state(pilot) -> tuple[object, ...]:
    """All that a command could change."""
    deck, view = pilot.app.deck, pilot.app.deck.view
    looks = (view.ghosts, view.split, view.confidence, view.markdown, view.editing, pilot.app.screen.has_class("-panel"), deck.chat.reply and deck.chat.reply.opened)
    return (deck.settings, deck.job, len(pilot.app.screen_stack), told(pilot), dict(deck.contest.changes["b"]), looks)


@person
async def test_a_sentence_that_is_typed_in_the_text_is_in_the_prompt_and_runs_nothing():
    session = FakeSession(Settings(temperature=0.8))
    async with playing(session) as pilot:
        await talk(pilot, session)
        await type_each(pilot, SENTENCES)
        await type_each(pilot, SENTENCES[::6], pause=True)
        await compared(pilot, session)
        await raced(pilot, session)
        await type_each(pilot, SENTENCES[::6])


async def type_each(pilot, sentences: list[str], pause: bool = False) -> None:
    """Each sentence in the text of this screen: all at once, or with a pause after each key, in which it is handled."""
    prompt, text = pilot.app.screen.query_one(Prompt), pilot.app.screen.query(Transcript).last()
    pilot.app.words.single = 60.0  # no key is alone: nothing is measured
    before = state(pilot)
    for sentence in sentences:
        prompt.fill("")
        pilot.app.screen.set_focus(text)
        for letter in sentence:
            burst(pilot, letter)
            if pause:
                await pilot.pause()
        await until(pilot, lambda: prompt.text == sentence)
        assert state(pilot) == before and pilot.app.focused is prompt
    pilot.app.words.single = 0.0


@talked
async def test_a_single_letter_is_a_command_and_so_is_the_same_one_again(pilot, prompt, deck):
    await pilot.press("tab")
    pilot.app.words.single = 60.0
    await pilot.press("g")
    assert deck.view.ghosts, "what a second press undoes is not waited for"
    await pilot.press("p", "left")
    assert (deck.settings.drafter, prompt.text) == ("model", "gp"), "two letters are the beginning of words"
    await pilot.press("tab", "p", "down")
    assert deck.settings.drafter == "none", "another key is no letter of a word"
    pilot.app.words.single = 0.05
    await pilot.press("p")
    await until(pilot, lambda: deck.settings.drafter == "model")
    await pilot.press("l", "l", "l")
    assert deck.view.split
    prompt.fill("")
    pilot.app.post_message(events.Paste("read me"))
    await until(pilot, lambda: prompt.text == "read me")
