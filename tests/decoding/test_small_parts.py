"""Small parts by their laws: the suffix index, token texts, stop strings, settings, loading."""

import json
import random

import pytest

from specdeck.decoding import LoadError, PairError, Settings, SettingsError, load
from specdeck.decoding.checkpoints.model_folder import embedded
from specdeck.decoding.drafters.lookup import LookupDrafter, SuffixIndex
from specdeck.decoding.prefixes import common_prefix
from specdeck.decoding.text.end_of_reply import StopWatch, cut_at_stop, token_texts


def longest_earlier_suffix(tokens: list[int]) -> int:
    """By trying every length."""
    n = len(tokens)
    return next((k for k in range(n - 1, 0, -1) if any(tokens[i : i + k] == tokens[n - k :] for i in range(n - k))), 0)


@pytest.mark.parametrize("seed", range(6))
def test_the_index_knows_the_longest_suffix_that_occurred_before(seed):
    rng, index, tokens = random.Random(seed), SuffixIndex(), []
    for _ in range(160):
        tokens.append(rng.randrange(2 + seed % 3))
        index.extend(tokens[-1:])
        assert index.length == longest_earlier_suffix(tokens)
        if index.length:
            assert index.end < len(tokens)
            assert tokens[index.end - index.length : index.end] == tokens[len(tokens) - index.length :]


def test_the_index_costs_the_same_a_token_at_any_length():
    """Operations counted: states made and transitions written, per token, early and late."""

    class Counting(dict):
        writes = 0

        def __setitem__(self, key, value):
            Counting.writes += 1
            super().__setitem__(key, value)

    rng, index, seen = random.Random(1), SuffixIndex(), []
    index._next[0] = Counting()
    make = index._new_state

    def counting(longest, latest):
        new = make(longest, latest)
        index._next[new] = Counting()
        return new

    index._new_state = counting
    for _ in range(4):
        Counting.writes = 0
        index.extend([rng.randrange(50) for _ in range(3000)])
        seen.append(Counting.writes / 3000 + len(index._link) / len(index.tokens))
    assert max(seen) < 1.5 * min(seen)


def test_lookup_guesses_what_followed_and_never_from_a_short_match():
    lookup = LookupDrafter()
    text = [1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4]
    assert lookup.guess(text, most=3, shortest=4) == [5, 6, 7]
    assert lookup.guess(text, most=3, shortest=5) == []
    assert LookupDrafter().guess([7, 8, 7, 8, 7, 8], most=5, shortest=2) == [7, 8, 7, 8, 7]


@pytest.fixture(scope="module")
def pair():
    return load()


@pytest.mark.parametrize("text", ["plain words", "  spaces   and\n\nlines\t", "naïve café", "日本語のテキスト", "👩‍🚀 flies 🚀🚀", "a\u0301 e\u0301", "x = {'a': 1}"])
def test_token_texts_joined_are_the_text(pair, text):
    ids = pair.tokenizer.encode(text, add_special_tokens=False)
    texts = token_texts(pair.tokenizer, ids)
    assert "".join(texts) == pair.tokenizer.decode(ids) and len(texts) == len(ids)
    assert "\ufffd" not in "".join(texts)


def test_token_texts_joined_are_the_text_of_any_tokens_at_all(pair):
    """Random ids: characters broken off, bytes that never make one, special tokens in the middle."""
    vocabulary = pair.tokenizer.get_vocab()
    pools = list(vocabulary.values()), [id_ for token, id_ in vocabulary.items() if len(token) == 1]
    for seed in range(60):
        rng = random.Random(seed)
        ids = rng.choices(pools[seed % 2], k=40)
        assert "".join(token_texts(pair.tokenizer, ids)) == pair.tokenizer.decode(ids)


def test_a_stop_string_cuts_where_it_begins_even_inside_a_token(pair):
    assert cut_at_stop(["ab", "cd", "ef"], ("de",)) == ["ab", "c"]
    assert cut_at_stop(["ab", "cd"], ("ab",)) == []
    assert cut_at_stop(["ab"], ("x",)) == ["ab"]
    ids = pair.tokenizer.encode("one two three four", add_special_tokens=False)
    watch = StopWatch(pair.tokenizer, ("two th",))
    assert [watch.push(token) for token in ids].count(True) == 1


@pytest.mark.parametrize("wrong", [
    {"k": -1}, {"k": 1.5}, {"k": True}, {"temperature": -0.1}, {"temperature": float("nan")}, {"top_p": 0}, {"top_p": 1.1}, {"min_p": 2},
    {"top_k": -1}, {"rule": "best"}, {"repetition_penalty": 0}, {"penalty_context": 0}, {"seed": -1}, {"lookup_min": 0}, {"logit_bias": {-1: 2}},
])  # fmt: skip
def test_a_value_out_of_range_is_refused_in_one_line_that_names_it(wrong):
    with pytest.raises(SettingsError) as caught:
        Settings(**wrong)
    assert next(iter(wrong)) in str(caught.value) and "\n" not in str(caught.value)


def test_what_cannot_be_loaded_says_why_in_one_line(tmp_path, monkeypatch):
    def folder(name: str, **files: str | bytes):
        folder = tmp_path / name
        folder.mkdir()
        for file, content in files.items():
            (folder / file.replace("_json", ".json").replace("_safetensors", ".safetensors")).write_bytes(content.encode() if isinstance(content, str) else content)
        return str(folder)

    config = (embedded("target") / "config.json").read_text()
    unknown = json.dumps({**json.loads(config), "model_type": "nobody_knows"})
    short = {name: (embedded("target") / f"{name}.json").read_text() for name in ("tokenizer", "tokenizer_config")}
    cases = [
        (str(tmp_path / "nowhere"), "no folder"),
        (folder("empty"), "config.json"),
        (folder("broken", config_json="{"), "cannot be read"),
        (folder("bare", config_json=config), "safetensors"),
        (folder("strange", config_json=unknown, model_safetensors=b""), "nobody_knows"),
        (folder("short", config_json=config, model_safetensors=b"\x00" * 40, tokenizer_json=short["tokenizer"], tokenizer_config_json=short["tokenizer_config"]), "cannot be read as safetensors"),
    ]  # fmt: skip
    for place, word in cases:
        with pytest.raises(LoadError, match=word) as caught:
            load(place)
        assert "\n" not in str(caught.value)


def test_vocabularies_that_differ_are_refused_before_any_weights_are_read(tmp_path, monkeypatch):
    import shutil

    from specdeck.decoding import weights as module

    other = tmp_path / "other"
    shutil.copytree(embedded("drafter"), other)
    tokenizer = json.loads((other / "tokenizer.json").read_text())
    tokenizer["added_tokens"][0]["content"] = "<|other|>"
    vocabulary = tokenizer["model"]["vocab"]
    some = list(vocabulary)[300:400]
    vocabulary |= dict(zip(some, [vocabulary[token] for token in reversed(some)]))
    (other / "tokenizer.json").write_text(json.dumps(tokenizer))
    monkeypatch.setattr(module, "load_model", lambda *_, **__: pytest.fail("weights were read"))
    with pytest.raises(PairError, match="vocabularies differ"):
        load(drafter=str(other))


def test_the_common_prefix_of_lists_tuples_and_heads():
    assert common_prefix([1, 2, 3], [1, 2, 4]) == 2 and common_prefix([1, 2], [1, 2, 3]) == 2 and common_prefix([], [1]) == 0
    assert common_prefix([1, 2, 3], (1, 2, 3)) == 3 and common_prefix((5,), [6]) == 0
