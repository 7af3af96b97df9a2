"""Where stored files are: the config file, and the state (conversations, progress through the lesson, measurements).

Folders are the system's own for the user; SPECDECK_CONFIG_DIR and SPECDECK_STATE_DIR replace them. A user without a home, as a
container may have one, has the home NOBODYS, where nothing can be stored.
"""

import os
from pathlib import Path
from typing import Callable, Mapping

from platformdirs import user_config_path, user_state_path

NAME = "specdeck"
NOBODYS = Path("/proc/nonexistent")  # which nobody can make, root neither


def config_file(environ: Mapping[str, str] = os.environ) -> Path:
    """The config file's path; the file need not exist."""
    return _folder(environ.get("SPECDECK_CONFIG_DIR"), user_config_path) / "config.toml"


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the stored state."""
    return _folder(environ.get("SPECDECK_STATE_DIR"), user_state_path)


def conversations(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of saved conversations, one trace each."""
    return state_folder(environ) / "conversations"


def measurements(environ: Mapping[str, str] = os.environ) -> Path:
    """The file of measured replies, one line each."""
    return state_folder(environ) / "measured.jsonl"


def learnt(environ: Mapping[str, str] = os.environ) -> Path:
    """The file of what auto and adaptive k learnt, by pair."""
    return state_folder(environ) / "learnt.json"


def bench(environ: Mapping[str, str] = os.environ) -> Path:
    """The file of what `specdeck bench` showed, by target."""
    return state_folder(environ) / "bench.json"


def named_folders(environ: Mapping[str, str] = os.environ) -> Path:
    """The file of the folders that a person named to list models from."""
    return state_folder(environ) / "folders.json"


def theme(environ: Mapping[str, str] = os.environ) -> Path:
    """The file of the theme that was chosen last."""
    return state_folder(environ) / "theme.json"


def show(environ: Mapping[str, str] = os.environ) -> Path:
    """The file that says that the show was played."""
    return state_folder(environ) / "show_played"


def lesson(environ: Mapping[str, str] = os.environ) -> Path:
    """The file of the lesson's progress."""
    return state_folder(environ) / "lesson.json"


def _folder(asked: str | None, usual: Callable[[str], Path]) -> Path:
    if asked:
        return Path(os.path.expanduser(asked))
    try:
        return usual(NAME)
    except RuntimeError:  # there is no home
        return NOBODYS / NAME
