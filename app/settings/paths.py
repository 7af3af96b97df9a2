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
    return _folder(environ.get("SPECDECK_STATE_DIR"), user_state_path)


def _folder(asked: str | None, usual: Callable[[str], Path]) -> Path:
    if asked:
        return Path(os.path.expanduser(asked))
    try:
        found = usual(NAME)
    except RuntimeError:  # there is no home
        return NOBODYS / NAME
    return found if found.is_absolute() else NOBODYS / NAME  # nor for an older platformdirs, which would make a folder called ~


def _stored(name: str) -> Callable[..., Path]:
    """The path of a part of the state, by the environment."""
    return lambda environ=os.environ: state_folder(environ) / name


conversations = _stored("conversations")  # a folder, one trace each
measurements = _stored("measured.jsonl")  # one line a reply, or a row of a bench
learnt = _stored("learnt.json")  # what auto and adaptive k learnt, by pair
matrices = _stored("matrices.json")  # how fast this machine multiplies them
named_folders = _stored("folders.json")  # the folders that a person named to list models from
theme = _stored("theme.json")  # the theme that was chosen last
show = _stored("show_played")  # is there once the show was played
lesson = _stored("lesson.json")  # the lesson's progress
