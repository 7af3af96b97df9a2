"""mlx-lm's own generators on a pair: at temperature 0 decode()'s text, with the counts of their rounds; what they cannot do is said."""

from dataclasses import replace

import pytest

from specdeck import assets
from specdeck.decoding import load, mlx_lm_generators
from specdeck.decoding.errors import PairError, SettingsError
from specdeck.decoding.mlx_lm_generators import decode_with
from specdeck.decoding.types import MLX_LM, Finish, Prefill, Settings
from tests.helpers.everyday import everyday
from tests.helpers.toys import Reply

PROMPT = "Find me a bus to Oakland"


@pytest.fixture(scope="module")
def pair():
    return load(drafter=[str(assets.DRAFTER)])


def reply(pair, settings: Settings, most: int = 24, **options) -> Reply:
    pair.reset()
    found = Reply(tuple(decode_with(pair, PROMPT, settings, max_tokens=most, **options)))
    assert isinstance(found.finish, Finish) and isinstance(found.events[0], Prefill)
    return found


@everyday("k", [0, 1, 4], 0, 4)
def test_at_temperature_0_the_text_is_ours_and_the_counts_hold(pair, k):
    ours, theirs, drafted = (reply(pair, settings) for settings in (Settings(drafter="none", k=0), Settings(drafter=MLX_LM, k=k), Settings(k=k)))
    rounds, stats, drafted = theirs.rounds, theirs.finish.stats, drafted.finish.stats
    assert theirs.tokens == ours.tokens and theirs.finish.error is None
    assert stats.emitted == len(theirs.tokens) and stats.rounds == len(rounds) and stats.decode_seconds > 0
    assert stats.accepted == sum(event.accepted for event in rounds) and stats.accepted <= stats.tested <= stats.drafted
    made = [event.read - 1 for event in rounds]
    assert stats.drafted == sum(made) and stats.tested == sum(event.accepted + (event.accepted < count) for event, count in zip(rounds, made))
    assert (stats.drafted > 0) == (k > 0) and (stats.rounds, stats.accepted) == (drafted.rounds, drafted.accepted)


def test_it_ends_where_it_is_told_to(pair):
    whole, ours = (reply(pair, Settings(drafter=drafter, k=4), most=64) for drafter in (MLX_LM, "model"))
    assert whole.finish.reason == ours.finish.reason and whole.tokens == ours.tokens
    cut = reply(pair, Settings(drafter=MLX_LM, k=4), most=5, ignore_end=True)
    assert cut.finish.reason == "length" and cut.tokens == whole.tokens[:5]


def test_it_drafts_no_more_than_there_is_room_for(pair):
    rounds, left = reply(pair, Settings(drafter=MLX_LM, k=6), most=9, ignore_end=True).rounds, 9
    for event in rounds:
        assert event.read - 1 <= left
        left -= len(event.tokens)
    assert left == 0 and rounds[-1].read - 1 < 6, "the last one has room for fewer"


def test_its_logits_are_processed_as_ours(pair):
    first, *_ = reply(pair, Settings(drafter="none", k=0), most=3).tokens
    other = Settings(drafter="none", k=0, logit_bias={first: -1000.0})
    ours = reply(pair, other).tokens
    assert ours[0] != first and reply(pair, replace(other, drafter=MLX_LM)).tokens == ours


@pytest.mark.parametrize("k", [0, 4])
def test_where_the_loaded_models_are_as_mlx_lm_builds_them_none_is_loaded_again(pair, k, monkeypatch):
    """As on a GPU, whose memory may have no room for a second target."""
    monkeypatch.setattr(mlx_lm_generators, "changes_models", lambda: False)
    monkeypatch.setattr(mlx_lm_generators, "built", lambda folder: pytest.fail(f"{folder} is loaded again"))
    assert reply(pair, Settings(drafter=MLX_LM, k=k)).tokens == reply(pair, Settings(drafter="none", k=0)).tokens


def test_a_top_k_of_all_tokens_and_more_keeps_every_token(pair):
    warm = Settings(temperature=1.0, seed=3)
    for name in ("none", MLX_LM):
        every, *more = (reply(pair, replace(warm, drafter=name, k=0, top_k=top_k), most=8).tokens for top_k in (0, pair.width, 10**6))
        assert more == [every, every]


@pytest.mark.long
def test_above_0_a_seed_repeats_its_text(pair):
    warm = Settings(drafter=MLX_LM, temperature=1.0, seed=3)
    texts = [reply(pair, settings).tokens for settings in (warm, warm, replace(warm, seed=4))]
    assert texts[0] == texts[1] != texts[2]


def test_what_it_cannot_do_is_said(pair, monkeypatch):
    monkeypatch.setattr("specdeck.decoding.mlx_lm_generators.can_trim_prompt_cache", lambda cache: False)
    with pytest.raises(PairError, match="caches that can be trimmed"):
        reply(pair, Settings(drafter=MLX_LM))
    monkeypatch.setitem(pair.paths, "model", None)
    monkeypatch.delitem(pair.paths, "model")
    with pytest.raises(PairError, match="draft model"):
        reply(pair, Settings(drafter=MLX_LM))
    with pytest.raises(SettingsError, match="logit_bias names token 99999999"):  # mlx-lm would write it outside the row, which ends the process
        reply(pair, Settings(drafter=MLX_LM, k=0, logit_bias={99999999: 5.0}))
