"""What starting costs: modules are imported when they are needed, and garbage is not looked for meanwhile."""

import gc
import subprocess
import sys

import pytest

from specdeck import assets
from specdeck.engine import garbage_collection
from tests.helpers.command_line import ROOT
from tests.helpers.play import person, playing, until

SCREENS = ["compare", "lesson", "models", "sampling", "history", "guide", "drafters", "choices", "slow_motion"]
REFUSALS = """from specdeck.cli import main
from specdeck.commands.command_table import COMMANDS
for words in (["--help"], ["--version"], *([name, "--help"] for name in COMMANDS), ["run", ""]):
    try: main(words)
    except SystemExit: pass
"""


@pytest.mark.parametrize("script, unneeded", [
    ("import specdeck.commands.run\n", [f"specdeck.{name}" for name in ("compare", "lesson", "models", "screens", "widgets", "records", "engine.messages", "chat.entries")]),
    ("import specdeck.run_playground\n", ["specdeck.lesson", "specdeck.commands", *(f"specdeck.screens.{name}" for name in SCREENS)]),
    (REFUSALS, ["mlx", "textual", "transformers"]), (f"from specdeck.cli import main; main(['replay', {str(assets.TRACES / 'same.jsonl')!r}, '--json'])\n", ["mlx"]),
], ids=["a reply", "the first frame", "help and refusals", "a replay"])  # fmt: skip
def test_they_import_only_what_they_need(script, unneeded):
    done = subprocess.run([sys.executable, "-c", f"{script}import sys; print('', *sys.modules)"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert [name for name in done.stdout.splitlines()[-1].split() if name.startswith(tuple(unneeded))] == []


@pytest.fixture
def collecting():
    """Garbage collection is on again when the test is over."""
    yield
    gc.enable()


def test_garbage_collection_is_off_from_pause_to_resume_and_leaves_out_what_was_there(collecting):
    before = gc.get_freeze_count()
    garbage_collection.pause()
    assert not gc.isenabled()
    new = [[] for _ in range(1000)]
    garbage_collection.resume()
    frozen = gc.get_freeze_count()
    assert gc.isenabled() and new and frozen >= before + 1000
    later = [[] for _ in range(1000)]
    garbage_collection.resume()
    assert later and gc.get_freeze_count() <= frozen


@person
async def test_the_app_collects_garbage_from_its_first_frame_on(collecting):
    garbage_collection.pause()
    async with playing() as pilot:
        await until(pilot, gc.isenabled)


@pytest.mark.long
def test_a_command_collects_garbage_once_its_models_are_loaded(collecting):
    script = (
        "import gc, sys\nfrom specdeck import cli\nfrom specdeck.commands import run\nstates = [gc.isenabled()]\nwrite = run.StreamedRun._write\n"
        "def written(*args):\n    states.append(gc.isenabled())\n    write(*args)\n"
        "run.StreamedRun._write = written\n"
        "run.options.check = lambda args: states.append(gc.isenabled())\n"
        "sys.argv[1:] = ['run', 'hi', '--max-tokens', '1']\ncli.main()\nprint(states, file=sys.__stderr__)"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True)
    assert done.stderr.splitlines()[-1] == "[True, False, True]"
