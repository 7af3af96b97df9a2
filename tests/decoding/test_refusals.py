"""What is refused, and in which line: settings out of range, folders that cannot be loaded, vocabularies that differ."""

import json

import pytest

from specdeck.decoding import LoadError, PairError, Settings, SettingsError, load
from specdeck.decoding.checkpoints.model_folder import embedded


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
        (folder("strange", config_json=unknown, model_safetensors=(2).to_bytes(8, "little") + b"{}"), "nobody_knows"),
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


