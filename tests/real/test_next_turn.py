"""SmolLM2-135M-Instruct reads only what is new from turn to turn, whoever drafts, also after plain decoding was measured."""

import pytest

from specdeck.decoding import Prefill, Round, Settings
from specdeck.decoding.text.prompt import common_prefix, render
from specdeck.engine.engine import Engine
from specdeck.engine.messages import Load
from specdeck.engine.session import NextReply, measure_plain

pytestmark = pytest.mark.real

QUESTION = "Tell me about the sea, the ships on it and the people who live by it."
FOLLOW_UP = "And now in one sentence."
TOKENS = 30


def test_a_follow_up_a_branch_and_a_new_drafter_read_only_what_is_new(smollm2, smollm2_12_layers):
    decoder = Engine()
    decoder.load(Load(str(smollm2), ("lookup",)))
    chat = ({"role": "user", "content": QUESTION},)
    said = reply(decoder, chat, "lookup")
    for drafter in ("lookup", "auto", "model", "hybrid"):
        if drafter == "model":  # chosen on F5
            decoder.load(Load(str(smollm2), (str(smollm2_12_layers),)))
        text = decoder.pair.tokenizer.decode(said[1]).partition("<|im_end|>")[0]
        chat = (*chat, {"role": "assistant", "content": text}, {"role": "user", "content": FOLLOW_UP})
        prompt = render(decoder.pair.tokenizer, chat).tokens
        same = common_prefix(prompt, [*said[0], *said[1]])
        assert same >= len(said[0]) + len(said[1]) - 2, "the text is made into the tokens that were written"
        said = reply(decoder, chat, drafter, len(prompt) - same + 1)
    reply(decoder, chat, "auto", 1)
    reply(decoder, chat, "auto", 1, kept=(*said[1][:-5], 300))


def reply(decoder: Engine, chat, drafter: str, most: int | None = None, kept: tuple[int, ...] = ()) -> tuple[list[int], list[int]]:
    """Prompt and reply, after which plain decoding was measured; at most so many of the prompt's tokens were read by the target."""
    events = list(decoder.decode(chat, Settings(drafter=drafter), max_tokens=TOKENS, **({"kept": kept} if kept else {})))
    target = next(event for event in events if isinstance(event, Prefill) and event.who == "target")
    assert most is None or target.total - target.cached <= most, drafter
    written = [*kept, *(token for event in events if isinstance(event, Round) for token in event.tokens)]
    *_, measured = measure_plain(decoder, NextReply(chat, 16, kept=tuple(written)))
    assert measured.tokens == 16
    return render(decoder.pair.tokenizer, chat).tokens, written
