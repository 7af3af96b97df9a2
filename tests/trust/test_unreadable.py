"""Places that cannot be looked at: a folder that is closed to us, a user without a home, a file that is gone again. Root may look
everywhere, so a name that is too long stands for what is closed: the system refuses both."""

from types import SimpleNamespace

import pytest
from huggingface_hub import constants

from specdeck import assets
from specdeck.actions import replaying
from specdeck.decoding.checkpoints import Checkpoint
from specdeck.decoding.checkpoints.vocabularies import compare_vocabularies
from specdeck.decoding.errors import LoadError
from specdeck.lesson.course import Course
from specdeck.lesson.pages import PAGES
from specdeck.lesson.recordings import Recordings
from specdeck.models.disk import scan_disk
from specdeck.settings import config, paths

CLOSED = "9" * 300


def test_a_state_folder_that_is_closed(cli, tmp_path, monkeypatch):
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path / CLOSED))
    done = cli("paths")
    assert (done.code, done.err) == (0, "")
    assert not replaying.is_first_start(paths.show())
    course = Course(PAGES, Recordings(), paths.lesson())
    course.turn_page(1)
    assert "not saved" in course.trouble


def test_a_user_without_a_home(cli, monkeypatch):
    def homeless(name: str) -> None:
        raise RuntimeError("Could not determine home directory.")

    for name in ("user_config_path", "user_state_path"):
        monkeypatch.setattr(paths, name, homeless)
    for name in ("SPECDECK_STATE_DIR", "SPECDECK_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    assert config.load().values == {} and cli("paths").code == 0
    assert not replaying.is_first_start(paths.show()), "which cannot be stored, by root neither"
    assert not paths.NOBODYS.exists()
    monkeypatch.setenv("SPECDECK_STATE_DIR", "/somewhere")
    assert str(paths.state_folder()) == "/somewhere", "which needs no home"


def test_a_hub_cache_that_is_closed_hides_no_other_model(tmp_path, monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / CLOSED))
    found = scan_disk()
    assert len(found.items) >= 3 and "cache cannot be read" in found.troubles[0]


def test_a_download_that_is_done_while_it_is_looked_at(tmp_path, monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    blobs = tmp_path / "models--org--name" / "blobs"
    blobs.mkdir(parents=True)
    (blobs / "x.incomplete").symlink_to(blobs / "gone")
    assert dict(scan_disk().partial) == {"org/name": 0}


def test_a_drafter_whose_tokenizer_cannot_be_read(tmp_path):
    (tmp_path / "tokenizer.json").mkdir()

    def load(found: Checkpoint) -> None:
        raise LoadError(f"{found.folder}: the tokenizer cannot be read")

    target, drafter = (Checkpoint("model", folder, {}, {}) for folder in (assets.TARGET, tmp_path))
    with pytest.raises(LoadError, match="cannot be read"):
        compare_vocabularies(target, SimpleNamespace(get_vocab=dict, get_added_vocab=dict), drafter, load)
