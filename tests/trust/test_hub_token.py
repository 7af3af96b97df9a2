"""The hub's token is in no trace, no error, no list and nothing that is printed, whatever the hub answers and whatever the token is."""

import pytest

from specdeck.decoding.checkpoints import hub_download
from specdeck.decoding.errors import LoadError
from specdeck.models import hub as search
from tests.helpers import checkpoints
from tests.helpers.hub import Hub

TOKEN = "hf_0123456789secret"


@pytest.fixture
def hub(tmp_path, monkeypatch):
    with Hub({"org/tiny": checkpoints.target(tmp_path / "served")}) as served:
        served.take_over(monkeypatch, tmp_path / "home")
        monkeypatch.setenv("HF_TOKEN", TOKEN)
        yield served


def run(cli, *words):
    return cli("run", "hi", "--raw", "--max-tokens", "2", "--drafter", "lookup", *words)


@pytest.mark.parametrize("debug", ["", "1"])
def test_it_is_in_nothing_that_a_run_writes(cli, hub, tmp_path, monkeypatch, debug):
    monkeypatch.setenv("SPECDECK_DEBUG", debug)
    done = run(cli, "--model", "org/tiny", "--json", "--trace", str(tmp_path / "trace"))
    assert done.code == 0 and TOKEN not in done.out + done.err + (tmp_path / "trace").read_text()
    kept = [file for place in ("home", "state") for file in (tmp_path / place).rglob("*") if file.is_file()]
    assert kept and not [file for file in kept if TOKEN.encode() in file.read_bytes()]


@pytest.mark.parametrize("debug", ["", "1"])
@pytest.mark.parametrize("fault", [None, "list"])
def test_a_hub_that_quotes_it_is_not_quoted(cli, hub, monkeypatch, fault, debug):
    monkeypatch.setenv("SPECDECK_DEBUG", debug)
    hub.quotes = True
    if fault:
        hub.faults[fault] = "out of order"
    done = run(cli, "--model", "org/tiny" if fault else "org/none")
    assert done.code == 1 and TOKEN not in done.out + done.err and "cannot be downloaded" in done.err


def test_nor_before_its_words_are_cut_to_a_line(hub, monkeypatch):
    """A line is cut a few letters before the token of this hub's answer; of another one's it is not."""
    monkeypatch.setattr(hub_download, "one_line", str)
    hub.quotes, hub.faults["list"] = True, "out of order"
    with pytest.raises(LoadError, match=r"Bearer \(token\)") as error:
        hub_download.fetch("org/tiny")
    assert TOKEN not in str(error.value)


def test_what_the_playground_is_told_of_a_search_and_a_model_lacks_it_too(hub, monkeypatch):
    def quoting(*_, **__):
        raise ValueError(f"Illegal header value b'Bearer {TOKEN}'")

    monkeypatch.setattr("huggingface_hub.HfApi.list_models", quoting)
    monkeypatch.setattr("huggingface_hub.HfApi.model_info", quoting)
    for ask in (lambda: search.search("tiny"), lambda: search.check("org/tiny")):
        with pytest.raises(LoadError) as error:
            ask()
        assert TOKEN not in str(error.value) and "Illegal header" in str(error.value)


def test_one_with_letters_that_no_header_has_is_not_quoted(cli, hub, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_é" + TOKEN)
    done = run(cli, "--model", "org/tiny")
    assert done.code == 1 and "cannot be downloaded" in done.err and TOKEN not in done.err and done.err.count("\n") == 1


def test_without_a_token_nothing_is_left_out(monkeypatch):
    monkeypatch.setattr("huggingface_hub.get_token", lambda: None)
    assert hub_download.without_token("a text") == "a text"
