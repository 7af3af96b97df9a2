"""What `pip install .` leaves behind: one package, `specdeck`, which meets nobody else's `app`."""

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.long  # a wheel is built and installed
ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def wheel(tmp_path_factory):
    """This checkout's wheel. Skipped where the build's own needs cannot be had."""
    folder, source = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("source")
    for name in ("app", "decoding", "assets"):  # copied: a build leaves files in its source
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and "setuptools" in done.stderr and "No matching distribution" in done.stderr:
        pytest.skip("setuptools cannot be fetched here")
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def installed(wheel, home):
    """The Python of a fresh environment with the wheel, and beside it a project that has packages of these very names."""
    venv.create(home / "env", with_pip=False, symlinks=True)
    python = home / "env" / "bin" / "python"
    site = Path(subprocess.run([python, "-c", "import site; print(site.getsitepackages()[0])"], capture_output=True, text=True).stdout.strip())
    subprocess.run([sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", str(wheel)], check=True)
    (site / "dependencies.pth").write_text("\n".join(entry for entry in sys.path if entry.endswith("-packages")))
    for name in ("app", "decoding", "assets"):
        (site / name).mkdir()
        (site / name / "__init__.py").write_text("MINE = False\n")
    return python


def test_the_wheel_is_one_package_that_meets_no_other_projects_app_and_decodes_from_wherever_it_was_installed(wheel, tmp_path):
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    modules = [file.relative_to(ROOT).as_posix().removeprefix("app/") for package in ("app", "decoding") for file in (ROOT / package).rglob("*.py")]
    data = ["assets/models/target/model.safetensors", "assets/workloads/qa.json", "playground.tcss", "records/html_page.css", "commands/web_page.html"]
    assert {f"specdeck/{file}" for file in (*modules, *data)} <= names
    assert {name.split("/")[0] for name in names} == {"specdeck"}
    assert not [name for name in names if "/traces/record.py" in name or "/benchmarks/" in name or "/tests/" in name]
    python = installed(wheel, tmp_path / "a house with spaces and é")

    def said(*words: object) -> str:
        """What a command of the environment prints, started where a stranger's modules lie."""
        done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)})
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert said(python, "-c", "import app, decoding, assets, specdeck, specdeck.cli; print(app.MINE, 'load' in specdeck.__all__)") == "False True"
    module = (python, "-m", "specdeck")
    assert said(*module, "--version") == said(python.parent / "specdeck", "--version")
    assert said(*module, "run", "Repeat exactly: good morning", "--max-tokens", "20")
