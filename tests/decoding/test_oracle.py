"""The references themselves: plain decoding as toys.py writes it, and as the engine does it, is mlx-lm's own."""

import mlx.core as mx
import pytest
from mlx_lm.generate import generate_step
from mlx_lm.sample_utils import make_logits_processors

from decoding import Settings
from decoding.track import Track
from tests import toys
from tests.matrix import PENALTIES

KINDS = tuple(toys.KINDS)


@pytest.mark.parametrize("penalties", [{}, PENALTIES], ids=["bare", "penalties"])
@pytest.mark.parametrize("kind", KINDS)
def test_plain_decoding_is_mlx_lms_generator(kind, penalties):
    """At T = 0, penalties looking back on the prompt too, as generate_step's do."""
    settings = Settings(drafter="none", k=0, **penalties)
    reference = toys.reference(kind, settings, 40)
    context = settings.penalty_context
    processors = make_logits_processors(
        dict(settings.logit_bias), settings.repetition_penalty, context, settings.presence_penalty, context,
        settings.frequency_penalty, context,
    )  # fmt: skip
    steps = generate_step(mx.array(reference.prompt), toys.toy(kind), max_tokens=40, logits_processors=processors)
    assert [token for token, _ in steps] == list(reference.tokens)
    assert toys.reply(toys.full_pair(kind), list(reference.prompt), settings, 40).tokens == list(reference.tokens)


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_depends_on_what_was_read_long_ago(kind):
    """Else an engine with a broken cache would pass: another early token gives another text."""
    reference = toys.reference(kind, Settings(drafter="none", k=0))
    other = [(reference.prompt[0] + 1) % toys.WIDTH, *reference.prompt[1:]]
    assert toys.plain(toys.toy(kind), other, Settings(drafter="none", k=0), 40).tokens != reference.tokens[:40]


def test_a_quantised_cache_says_the_same_with_and_without_drafts():
    """What is written is quantised at once, so a rewind loses nothing."""
    args = toys.qwen3.ModelArgs(
        model_type="qwen3", hidden_size=64, num_hidden_layers=2, intermediate_size=64, num_attention_heads=1, rms_norm_eps=1e-6,
        vocab_size=toys.WIDTH, num_key_value_heads=1, max_position_embeddings=512, head_dim=64, tie_word_embeddings=False, rope_theta=1e4,
    )  # fmt: skip
    model = toys._random(toys.qwen3.Model(args), 4, 1.0)
    pair = toys.make_pair(model, {"copy": model})
    pair.target = Track(model, kv_bits=8)
    prompt = toys.random_prompt(3)
    plain = toys.reply(pair, prompt, Settings(drafter="none"), 40)
    pair.reset()
    drafted = toys.reply(pair, prompt, Settings(drafter="copy", k=5), 40)
    assert drafted.tokens == plain.tokens and len(drafted.rounds) < 40
    assert type(pair.target._entries[0]).__name__ == "QuantizedKVCache"
