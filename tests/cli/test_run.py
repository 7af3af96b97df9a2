"""`specdeck run`: what streams, what --json holds, and the laws that hold between its parts."""

from __future__ import annotations

import io
import json

import pytest

from specdeck.commands import options
from tests.helpers import checkpoints
from tests.helpers.command_line import END, ENDLESS, PROMPT, check_laws
from tests.helpers.everyday import everyday

PLAIN = ("--drafter", "none")
WAYS = {"none": PLAIN, "k 0": ("-k", "0"), "model": (), "lookup": ("--drafter", "lookup"), "hybrid": ("--drafter", "hybrid"), "auto": ("--drafter", "auto", "-k", "8"), "adaptive k": ("--adaptive-k", "-k", "8")}
RULES = [("0", "probabilistic"), ("0.9", "coupled"), ("0.9", "probabilistic"), ("0.9", "match")]
_plain: dict[str, str] = {}  # by temperature, the text without drafts


@pytest.mark.parametrize("way", WAYS)
@everyday("temperature, rule", RULES, ("0.9", "coupled"))
def test_the_laws_hold_however_it_drafts_and_where_they_promise_it_the_text_is_plain_decodings(cli, way, temperature, rule):
    words = ("run", PROMPT, "--json", "--temperature", temperature, "--rule", rule, "--max-tokens", "30", "--seed", "5", *ENDLESS)
    done = cli(*words, *WAYS[way])
    run = done.json
    check_laws(run)
    assert done.code == 0 and done.err == "" and run["finish_reason"] == "length" and run["stats"]["emitted"] == 30
    assert run["drafter"] == (way if way in ("none", "lookup", "hybrid", "auto") else "model") and (run["drafter_path"] is None) == (way in ("none", "lookup", "auto"))
    assert run["settings"]["seed"] == 5 and run["settings"]["adaptive_k"] is (way == "adaptive k")
    assert {(round_["rule"], round_["temperature"]) for round_ in run["rounds"]} == {(rule, float(temperature))}
    drafted = run["stats"]["drafted"] > 0
    assert drafted is ({token["source"] for token in run["tokens"]} != {"plain"}) and (way == "lookup" or drafted is (way not in ("none", "k 0")))
    if temperature == "0" or rule == "coupled":
        _plain[temperature] = _plain.get(temperature) or cli(*words, *PLAIN).json["text"]
        assert run["text"] == _plain[temperature]


def test_a_pipe_gets_the_text_and_nothing_else_and_a_reply_that_ends_by_itself_holds_no_end_token(cli):
    told, run, raw = cli("run", PROMPT), cli("run", PROMPT, "--json").json, cli("run", PROMPT, "--json", "--raw", "--max-tokens", "2").json
    assert (told.code, told.out, told.err) == (0, run["text"] + "\n", "")
    assert run["finish_reason"] == "stop" and END not in [token["id"] for token in run["tokens"]]
    assert 0 < raw["prompt_tokens"] < run["prompt_tokens"], "as it stands"


@pytest.mark.long
def test_a_stop_string_ends_the_text_before_it(cli):
    whole = cli("run", PROMPT, "--json", "--max-tokens", "24", *ENDLESS).json["text"]
    stop = whole[len(whole) // 2 :][:6]
    run = cli("run", PROMPT, "--json", "--max-tokens", "24", "--stop", "never said", "--stop", stop, *ENDLESS).json
    check_laws(run)
    assert run["finish_reason"] == "stop" and run["text"] == whole[: whole.index(stop)]


@pytest.mark.long
def test_a_system_prompt_is_read_by_every_command_that_decodes(cli):
    def read(*system: str) -> list[int]:
        short = ("--json", "--max-tokens", "2", *system)
        return [cli("run", "hi", *short).json["prompt_tokens"], cli("compare", "hi", "--runs", "1", *short).json["b"]["prompt_tokens"]]

    alone, asked = read(), read("--system", "Be brief")
    assert asked[0] == asked[1] > alone[0] == alone[1]


def test_a_dash_reads_the_prompt_from_stdin_and_says_what_of_it_is_not_utf_8(cli, monkeypatch, capsys):
    def typed(data: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))

    typed(PROMPT.encode() + b"\n")
    assert cli("run", "-", "--json", "--max-tokens", "9").json["tokens"] == cli("run", PROMPT, "--json", "--max-tokens", "9").json["tokens"]
    typed(b" \n")
    assert cli("run", "-").code == 2
    for data, text, line in (
        (b"Gr\xfc\xdfe", "Gr\ufffd\ufffde", "2 bytes were replaced"), (b"n\xe9\n", "n\ufffd", "1 byte was replaced"),
        ("Grüße\n".encode(), "Grüße", ""), (b"\xef\xbb\xbfhi", "hi", ""),  # the mark with which some editors begin a file
    ):  # fmt: skip
        typed(data)
        assert options.read_prompt("-") == text
        assert capsys.readouterr().err == (f"specdeck: the prompt on stdin is not UTF-8: {line}\n" if line else "")


def test_what_lookup_is_to_remember_and_cannot_be_read_as_it_is_meant_is_told(cli, monkeypatch, tmp_path, close_folder):
    (tmp_path / "notes").write_bytes("Grüße".encode("latin-1"))
    done = cli("run", PROMPT, "--max-tokens", "2", "--memory", str(tmp_path / "notes"))
    assert done.code == 0 and done.err.splitlines()[0] == f"specdeck: memory {str(tmp_path / 'notes')!r} is not UTF-8: 2 bytes were replaced"
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path / "state"))
    (tmp_path / "state/conversations").mkdir(parents=True)
    assert "cannot be read" not in cli("run", PROMPT, "--max-tokens", "2", "--memory", "history").err
    close_folder(tmp_path / "state/conversations")
    done = cli("run", PROMPT, "--max-tokens", "2", "--memory", "history")
    assert done.code == 0 and done.err.splitlines()[0] == f"specdeck: memory history: {tmp_path / 'state/conversations'} cannot be read: Permission denied"


@everyday("first, last", [("model", "lookup"), ("lookup", "model"), ("lookup", "auto"), ("auto", "lookup")], ("lookup", "model"), ("auto", "lookup"))
def test_several_drafters_are_loaded_and_the_last_is_in_force(cli, first, last):
    run = cli("run", PROMPT, "--json", "--max-tokens", "12", "--drafter", first, "--drafter", last).json
    assert run["drafter"] == run["settings"]["drafter"] == last and run["settings"]["adaptive_k"] is (last == "auto")
    assert last == "auto" or {round_["drafter"] for round_ in run["rounds"]} <= {"none", last}


def test_a_drafter_that_was_trained_without_thinking_says_so_while_the_target_thinks(cli, tmp_path):
    """Known by its name on the hub: nothing in its files tells."""
    template = "{% if enable_thinking is not defined or enable_thinking %}<think>{% endif %}{{ messages[-1].content }}"
    target = checkpoints.target(tmp_path / "target", "qwen3")
    settings = json.loads((target / "tokenizer_config.json").read_text())
    (target / "tokenizer_config.json").write_text(json.dumps(settings | {"chat_template": template}))
    tokenizer = json.loads((target / "tokenizer.json").read_text())
    for at, token in enumerate(("<think>", "</think>")):
        tokenizer["added_tokens"].append(
            {"id": 4094 + at, "content": token, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": False}
        )
    (target / "tokenizer.json").unlink()
    (target / "tokenizer.json").write_text(json.dumps(tokenizer))
    drafter = checkpoints.dflash(tmp_path / "Qwen3-8B-DFlash-b16")
    words = ("run", "hello", "--json", "--max-tokens", "2", "--model", str(target), "--drafter", str(drafter))
    assert "dflash: trained without thinking" in cli(*words).err
    assert "trained without thinking" not in cli(*words, "--thinking", "off").err
    other = drafter.rename(tmp_path / "another")
    assert "trained without thinking" not in cli(*words[:-1], str(other)).err


@pytest.mark.long
def test_lookup_copies_from_a_file_that_is_named_and_each_round_says_so(cli, tmp_path):
    plain = cli("run", PROMPT, "--json", "--drafter", "lookup", "--max-tokens", "40", *ENDLESS).json
    notes = tmp_path / "notes.md"
    notes.write_text(plain["text"])
    done = cli("run", PROMPT, "--json", "--drafter", "lookup", "--max-tokens", "40", "--memory", str(notes), *ENDLESS)
    assert done.json["text"] == plain["text"] and "it remembers" in done.err
    assert {round_.get("copied_from") for round_ in done.json["rounds"]} == {None, "notes.md"}
    assert not any("copied_from" in round_ for round_ in plain["rounds"])


@pytest.mark.parametrize("flags, temperature, top_p", [([], 0.0, 1.0), (["--recommended"], 0.6, 0.95), (["--recommended", "--temperature", "0.2"], 0.2, 0.95)])
def test_the_sampling_that_the_models_makers_recommend_is_taken_where_asked_and_a_flag_wins(cli, tmp_path, flags, temperature, top_p):
    folder = checkpoints.target(tmp_path / "target", "qwen3")
    (folder / "generation_config.json").write_text(json.dumps({"do_sample": True, "temperature": 0.6, "top_p": 0.95, "top_k": 20}))
    done = cli("run", "hello", "--raw", "--model", str(folder), "--max-tokens", "2", "--json", *flags)
    assert done.code == 0, done.err
    settings = done.json["settings"]
    assert (settings["temperature"], settings["top_p"]) == (temperature, top_p)
