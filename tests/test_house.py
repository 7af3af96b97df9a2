"""The house's own rules: imports go one way, nothing heavy for --help, the README's commands are the ones that CI runs."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# Who may import whom: a package or top module imports from lines above its own, and nothing else. A package's own __init__ comes
# last: it says what there is to import.
DECODING = """
    errors rules.draws
    rules
    types
    stats checkpoints adaptive
    text hosts
    cpu.blas
    logits
    accept target.cache target.backbone
    target
    cpu
    weights
    drafters
    round
    cluster
    pair
    loop pair_loading
    mlx_lm_generators
    __init__
"""
APP = """
    terminal.signals
    __init__
    notices samples budget
    drawing settings engine
    terminal
    chat
    compare
    records
    models lesson
    app_state
    actions
    apply_reports
    widgets
    screens
    app
    offscreen run_playground
    commands
    cli
    __main__
"""
LIGHT = "errors types stats text checkpoints adaptive cpu.blas rules drafters".split()  # of the engine: load without mlx
LOAD_MLX = {"app.engine.engine"}  # of the app
PUBLIC = {f"decoding{name}" for name in ("", *(f".{name}" for name in "types errors rules drafters checkpoints text cpu.blas".split()))}
READERS = {"decoding.checkpoints.bounded_reading", "decoding.cluster", "decoding.cpu.blas"}  # of every file, of the lines of other ranks, of a library
DRAWN = ("app.screens", "app.widgets")
DRAWERS = ("app.app", "app.offscreen", *DRAWN)  # who may import what is drawn
ROOMS = {"screens", "widgets", "commands"}  # a file there may have the name of what it draws or does


@cache
def modules(package: str) -> dict[str, Path]:
    """Dotted name -> file, of every module of a package."""
    files = sorted((ROOT / package).rglob("*.py"))
    return {".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


def imported(source: str, package: str) -> set[str]:
    """Absolute names that a source imports anywhere, as a module of a package; the installed specdeck.chat is app.chat."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            found |= {".".join([*base, *filter(None, [node.module]), alias.name]) for alias in node.names}
    return {re.sub(r"^specdeck(\.(decoding|assets)\b)?", lambda ours: ours[2] or "app", name) for name in found}


@cache
def imports(half: str) -> dict[str, set[str]]:
    """Module -> all that it imports."""
    return {
        name: imported(file.read_text(), name if file.name == "__init__.py" else name.rpartition(".")[0])
        for name, file in modules(half).items()
    }


def graph(half: str) -> dict[str, set[str]]:
    """Module -> the modules of its own half that it imports: `from a import b` is a.b where that is one, else a."""
    files = modules(half)
    return {
        name: ({other if other in files else other.rpartition(".")[0] for other in names} & files.keys()) - {name}
        for name, names in imports(half).items()
    }


def unit_of(module: str, place: dict[str, int]) -> str:
    """The entry that a module belongs to: itself where it is named, else its package or its own name at the top."""
    inside = module.partition(".")[2] or "__init__"
    return inside if inside in place else inside.partition(".")[0]


@pytest.mark.parametrize("half, tiers", [("decoding", DECODING), ("app", APP)])
def test_imports_go_one_way(half, tiers):
    """Up the lines, never sideways to another unit of the same line, nor round in a ring, of which CycleError names the modules."""
    place = {unit: line for line, units in enumerate(tiers.strip().splitlines()) for unit in units.split()}
    edges = graph(half)
    assert {unit_of(module, place) for module in edges} == set(place), f"say in {half.upper()} where these stand, or take them out"
    units = [(module, unit_of(module, place), other, unit_of(other, place)) for module, others in edges.items() for other in others]
    assert [f"{module} imports {other}" for module, here, other, there in units if here != there and place[there] >= place[here]] == []
    TopologicalSorter(edges).prepare()


def test_the_engine_knows_no_screen_and_what_is_drawn_no_engine():
    for module, names in (imports("decoding") | imports("app")).items():
        unwanted = {"tests"} | ({"textual", "rich", "app"} if module.startswith("decoding") else set())
        unwanted |= {"mlx", "mlx_lm", "transformers"} if module.startswith(DRAWN) else set() if module.startswith(DRAWERS) else {*DRAWN}
        tops = {part for name in names for part in (name.partition(".")[0], ".".join(name.split(".")[:2]))}
        assert not tops & unwanted, module
        assert {name for name in names if name.startswith("assets.")} <= {"assets.show_origin"}, module


CHILD = """
import importlib, os, sys
for names in sys.argv[2:]:
    for name in names.split():
        importlib.import_module(name)
    print(*({"mlx", "mlx_lm", "transformers", *sys.argv[1].split()} & sys.modules.keys()))
    sys.argv[1] = ""
"""


def imported_one_by_one(unwanted: str, *groups: set[str]) -> str:
    """A line for each group of modules: which heavy packages are loaded once they are; `unwanted`: those that the first group must not load either."""
    return subprocess.run([sys.executable, "-c", CHILD, unwanted, *(" ".join(sorted(names)) for names in groups)], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_what_is_imported_before_a_model_is_needed_loads_without_mlx_and_the_commands_without_textual():
    names = {name.replace("app", "specdeck", 1) for name in modules("app").keys() - LOAD_MLX if not name.endswith("__main__")}
    commands = {name for name in names if name.startswith(("specdeck.commands", "specdeck.cli"))} - {"specdeck.commands.web_visitors"}
    assert imported_one_by_one("textual rich", commands, names | {f"specdeck.decoding.{name}" for name in LIGHT}) == "\n\n"
    imported_one_by_one("", {name for name in modules("assets") if not name.endswith("__main__")})  # finds what it imports


def test_the_app_uses_the_engine_through_its_public_modules_alone():
    """A module inside a public package only if that lists it."""
    files = modules("decoding")

    def given(name: str) -> bool:
        home, _, part = name.rpartition(".")
        return name in PUBLIC or (home in PUBLIC and (name not in files or bool(re.search(rf"__all__ = [^=]*\"{part}\"", files[home].read_text()))))

    assert [(module, name) for module, names in imports("app").items() for name in names if name.startswith("decoding") and not given(name)] == []
    words = (ROOT / "decoding/__init__.py").read_text().split('"""')[1]
    assert len(PUBLIC) <= 8 and all(f"`{name.partition('.')[2]}`" in words for name in PUBLIC - {"decoding"})


def test_files_are_read_by_one_reader():
    """Which takes regular files alone and no more than a bound."""
    read = r"(?!files\.).*\.read_(text|bytes)|json\.loads?|tomllib\.load|io\.open|np\.load|(?!os\.|Palette\.).*\bopen"
    writes = r".*\(.*'[wxab+]*[wxa][wxab+]*'.*\)|open\(os\.devnull"
    for name, file in (modules("app") | modules("decoding")).items():
        calls = [(ast.unparse(node.func), ast.unparse(node)) for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
        found = [call for way, call in calls if re.fullmatch(read, way) and not (way.endswith("open") and re.match(writes, call))]
        assert not found or name in READERS, (name, found)


def test_no_class_and_no_file_has_the_name_of_another():
    files = [file for half in ("app", "decoding") for file in modules(half).values()]
    classes = Counter(name for file in files for name in re.findall(r"^ *class (\w+)", file.read_text(), re.MULTILINE))
    names = Counter(file.stem for file in files if file.name != "__init__.py" and file.parent.name not in ROOMS)
    assert [name for name, count in (classes + names).items() if count > 1] == []


def test_the_readmes_commands_are_what_ci_runs():
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    main, test = [line for block in blocks for line in block.strip().splitlines()][:2]
    install, _, started = main.rpartition(" && ")
    ci = (ROOT / ".ci/run").read_text()
    assert f"\n{test}\n" in ci and f"\n{install} && " in ci and started in ci
    assert started.endswith("/specdeck") and "/pytest" in test


def test_every_dependency_is_bounded():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    assert [item for item in wanted if not re.search("<|==", item.split(";")[0])] == []


def test_workloads_are_whole_and_their_answers_follow_from_their_prompts():
    found = {file.stem: json.loads(file.read_text()) for file in (ROOT / "assets/workloads").glob("*.json")}
    assert set(found) == {"story", "echo", "edit", "open", "qa"}
    for name, workload in found.items():
        assert workload["workload"] == name and len({row["name"] for row in workload["prompts"]}) == len(workload["prompts"]) >= 6
    assert all(row["expected"] in row["prompt"] for row in found["echo"]["prompts"])
    for row in found["edit"]["prompts"]:
        old, new = re.search(r"(?:Rename|every) (\w+) (?:to|by) (\w+)", row["prompt"]).groups()
        assert re.sub(rf"\b{old}\b", new, row["prompt"].split(":\n", 1)[1]) == row["expected"] and row["expected"].count(new) > 1
