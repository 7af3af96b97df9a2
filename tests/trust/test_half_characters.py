"""A reply that ends inside a character: what is left of it belongs to the last token, wherever the reply is told."""

BIAS = ("--logit-bias", "161=60", "--logit-bias", "2=54", "--frequency-penalty", "1")  # first bytes of characters, each less likely, then an end of turn
PROMPT = ("Find me a bus", "-k", "0", "--temperature", "1", "--seed", "3", "--max-tokens", "60", *BIAS)


def test_it_is_told_and_its_trace_replays(cli, tmp_path):
    done = cli("run", *PROMPT, "--json", "--trace", str(tmp_path / "t"))
    assert done.code == 0, done.err
    reply = done.json
    assert reply["text"].endswith("\ufffd") and reply["finish_reason"] == "stop" and reply["stats"]["rounds"] == len(reply["tokens"]) + 1
    assert "".join(token["text"] for token in reply["tokens"]) == reply["text"]
    again = cli("replay", str(tmp_path / "t"))
    assert again.code == 0 and again.out == reply["text"] + "\n"
    assert cli("replay", str(tmp_path / "t"), "--json").json == reply


def test_both_sides_of_a_comparison_may_end_so(cli):
    done = cli("compare", *PROMPT, "--runs", "1", "--json")
    assert done.code == 0 and done.json["identical"], done.err
