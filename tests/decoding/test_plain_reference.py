"""The references themselves: plain decoding as toys.py writes it, and as the engine does it, is mlx-lm's own."""

import itertools
from dataclasses import replace

import mlx.core as mx
import pytest
from mlx_lm.generate import generate_step
from mlx_lm.sample_utils import make_logits_processors

from specdeck.decoding import Settings
from tests.helpers import toys
from tests.helpers.everyday import everyday
from tests.helpers.matrix import SHAPING

KINDS = tuple(toys.KINDS)


@everyday("kind, shaping", [(kind, shaping) for kind in KINDS for shaping in ("bare", "penalties")], *((kind, "penalties") for kind in ("quantised", "sliding", "mamba")))
def test_plain_decoding_is_mlx_lms_generator(kind, shaping):
    """At T = 0, penalties looking back on the prompt too, as generate_step's do."""
    settings = Settings(drafter="none", k=0, **SHAPING[shaping])
    reference = toys.reference(kind, settings, 40)
    context, model, prompt = settings.penalty_context, toys.toy(kind), mx.array(reference.prompt)
    processors = make_logits_processors(
        dict(settings.logit_bias), settings.repetition_penalty, context, settings.presence_penalty, context, settings.frequency_penalty, context
    )
    steps = generate_step(prompt, model, max_tokens=40, logits_processors=processors, prompt_cache=toys.entries(model))
    assert [token for token, _ in steps] == list(reference.tokens)
    toys.check_says(pair := toys.full_pair(kind), reference, settings)
    assert len(pair.target.unread) == 1, "no pass is queued behind the last token"


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_depends_on_what_was_read_long_ago(kind):
    """Else an engine with a broken cache would pass: another early token gives another text."""
    reference = toys.reference(kind, Settings(drafter="none", k=0))
    other = [(reference.prompt[0] + 1) % toys.WIDTH, *reference.prompt[1:]]
    assert toys.plain(toys.toy(kind), other, Settings(drafter="none", k=0), 40).tokens != reference.tokens[:40]


@pytest.mark.parametrize("change", [{"logit_bias": {7: 1e4}}, {"seed": 4}], ids=["bias", "seed"])
def test_settings_that_change_in_the_middle_of_a_reply_hold_from_the_next_token_on(change):
    """Also where the pass was queued, and its token drawn, before the change."""
    before = Settings(drafter="none", k=0, temperature=0.8, seed=3, rule="coupled")
    after, asked = replace(before, **change), itertools.count()
    prompt, first, rest = toys.random_prompt(2), 5, 12
    reply = toys.reply(toys.full_pair("trimmable"), prompt, lambda: before if next(asked) < first else after, first + rest)
    said = reply.tokens[: [round_.settings for round_ in reply.rounds].index(after)]
    assert 2 <= len(said) < first + rest
    assert said == list(toys.plain(toys.toy("trimmable"), prompt, before, len(said)).tokens)
    assert reply.tokens[len(said) :] == list(toys.plain(toys.toy("trimmable"), [*prompt, *said], after, first + rest - len(said)).tokens)
