"""For the engine's tests: a toy's prompt is one chunk, however fast it is read, so that passes can be counted. test_next_turn.py has chunks sized by time."""

import pytest

from specdeck.decoding.target import sequence_state
from tests.helpers import checkpoints


@pytest.fixture(autouse=True)
def _whole_prompts(monkeypatch, request):
    if request.module.__name__.rpartition(".")[2] != "test_next_turn":
        monkeypatch.setattr(sequence_state, "FIRST_CHUNK", sequence_state.CPU_CHUNK)


@pytest.fixture(scope="session")
def targets(tmp_path_factory):
    """Folders of the tiny targets by kind, each made where it is first asked for; nobody changes one."""

    class Made(dict):
        def __missing__(self, kind):
            self[kind] = checkpoints.target(tmp_path_factory.mktemp(kind) / "target", kind)
            return self[kind]

    return Made()
