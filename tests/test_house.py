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
from graphlib import CycleError, TopologicalSorter
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
    text available_memory hosts
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
    deck
    actions bell
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


def order(tiers: str) -> dict[str, int]:
    """Unit -> the line it stands in."""
    return {unit: line for line, units in enumerate(tiers.strip().splitlines()) for unit in units.split()}


def unit_of(module: str, place: dict[str, int]) -> str:
    """The entry that a module belongs to: itself where it is named, else its package or its own name at the top."""
    inside = module.partition(".")[2] or "__init__"
    return inside if inside in place else inside.partition(".")[0]


def against_the_order(edges: dict[str, set[str]], tiers: str) -> list[str]:
    """Imports that go up, or sideways to another unit of the same line, or round in a ring."""
    place = order(tiers)
    units = [
        (module, unit_of(module, place), other, unit_of(other, place)) for module, others in edges.items() for other in others
    ]
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return [" imports ".join(reversed(error.args[1]))]
    return [f"{module} imports {other}" for module, here, other, there in units if here != there and place[there] >= place[here]]


@pytest.mark.parametrize("package, tiers", [("decoding", DECODING), ("app", APP)])
def test_imports_go_one_way(package, tiers):
    edges = graph(package)
    strange = {unit_of(module, order(tiers)) for module in edges} ^ set(order(tiers))
    assert not strange, f"say in {package.upper()} where these stand, or take them out"
    assert against_the_order(edges, tiers) == []


@pytest.mark.parametrize(
    "planted", [("models.catalogue", "deck"), ("drawing.wrapping", "settings.themes"), ("chat.reply", "chat.conversation")]
)
def test_a_planted_import_is_found(planted):
    module, other = (f"app.{name}" for name in planted)
    edges = graph("app") | {module: graph("app")[module] | {other}}
    assert f"{module} imports {other}" in " ".join(against_the_order(edges, APP))


def test_imports_for_type_checkers_and_in_functions_count():
    source = (
        "if TYPE_CHECKING:\n    from ..deck import Deck\ndef act():\n    from .hub import look\n    import specdeck.decoding.loop"
    )
    assert imported(source, "app.models") == {"app.deck.Deck", "app.models.hub.look", "decoding.loop"}


def test_only_what_draws_imports_screens_and_widgets():
    drawn = [{module: module.split(".")[1:2] in (["screens"], ["widgets"]) for module in graph("app")}][0]
    assert {module for module, others in graph("app").items() if any(map(drawn.get, others)) and not drawn[module]} == {
        "app.app",
        "app.offscreen",
    }


def test_the_engine_knows_no_screen_and_what_is_drawn_no_engine():
    engine, app = (
        {name: {other.partition(".")[0] for other in names} for name, names in imports(half).items()}
        for half in ("decoding", "app")
    )
    assert [name for name, others in engine.items() if others & {"textual", "rich", "app", "tests"}] == []
    assert [
        name
        for name, others in app.items()
        if "tests" in others
        or (others & {"mlx", "mlx_lm", "transformers"} and ".".join(name.split(".")[:2]) in ("app.screens", "app.widgets"))
    ] == []
    assert {
        name for half in ("app", "decoding") for names in imports(half).values() for name in names if name.startswith("assets.")
    } <= {"assets.show_origin"}


CHILD = """
import importlib, os, sys
for names in sys.argv[2:]:
    for name in names.split():
        importlib.import_module(name)
    print(*({"mlx", "mlx_lm", "transformers", *sys.argv[1].split()} & sys.modules.keys()))
    sys.argv[1] = ""
"""


def test_what_is_imported_before_a_model_is_needed_loads_without_mlx_and_the_commands_without_textual():
    names = {name.replace("app", "specdeck", 1) for name in modules("app").keys() - LOAD_MLX if not name.endswith("__main__")}
    commands = {name for name in names if name.startswith("specdeck.commands") and name != "specdeck.commands.web_server"} | {
        "specdeck.cli"
    }
    done = subprocess.run(
        [sys.executable, "-c", CHILD, "textual rich", " ".join(sorted(commands)), " ".join([*sorted(names), *(f"specdeck.decoding.{name}" for name in LIGHT)])],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "\n\n"


def test_every_script_in_assets_finds_what_it_imports():
    names = " ".join(name for name in modules("assets") if not name.endswith("__main__"))
    subprocess.run([sys.executable, "-c", CHILD, "", names], cwd=ROOT, capture_output=True, check=True)


def behind_the_public_modules(source: str) -> set[str]:
    """What a source of the app imports of the engine that no public module gives; a module inside a public package only if it lists it."""
    files, found = modules("decoding"), set()
    for name in imported(source, "app"):
        home, _, part = name.rpartition(".")
        given = home in PUBLIC and (name not in files or re.search(rf"__all__ = [^=]*\"{part}\"", files[home].read_text()))
        if name.split(".")[0] == "decoding" and name not in PUBLIC and not given:
            found.add(name)
    return found


def test_the_app_uses_the_engine_through_its_public_modules_alone():
    found = {module: names for module, file in modules("app").items() if (names := behind_the_public_modules(file.read_text()))}
    assert found == {} and len(PUBLIC) <= 8
    words = (ROOT / "decoding/__init__.py").read_text().split('"""')[1]
    assert all(f"`{name.partition('.')[2]}`" in words for name in PUBLIC - {"decoding"})
    assert behind_the_public_modules("from specdeck.decoding import stats") == {"decoding.stats"}
    assert behind_the_public_modules("def f():\n    from specdeck.decoding.checkpoints import hub_download") == {
        "decoding.checkpoints.hub_download"
    }
    assert not behind_the_public_modules(
        "from specdeck.decoding import decode\nfrom specdeck.decoding.checkpoints import model_folder"
    )


def reads_files(source: str) -> list[str]:
    """The calls of a source by which it reads files otherwise than by the one reader, which takes regular files alone and no more than a bound."""
    calls = [(ast.unparse(node.func), ast.unparse(node)) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    read = r"(?!files\.).*\.read_(text|bytes)|json\.loads?|tomllib\.load|io\.open|np\.load|(?!os\.|Palette\.).*\bopen"
    writes = r".*\(.*'[wxab+]*[wxa][wxab+]*'.*\)|open\(os\.devnull"
    return [call for name, call in calls if re.fullmatch(read, name) and not (name.endswith("open") and re.match(writes, call))]


@pytest.mark.parametrize("half", ["app", "decoding"])
def test_files_are_read_by_one_reader(half):
    assert {
        name: calls for name, file in modules(half).items() if (calls := reads_files(file.read_text())) and name not in READERS
    } == {}
    planted = (
        "path.read_text()",
        "open(place)",
        "open(place, 'rb')",
        "path.open(encoding='utf-8')",
        "json.load(file)",
        "json.loads(path)",
    )
    assert all(map(reads_files, planted)) and not any(
        map(reads_files, ("open(place, 'xb')", "open(os.devnull, mode)", "path.open('ab')", "parse(read_regular(path))"))
    )


def test_the_top_of_the_app_holds_what_starts_it():
    names = {path.name for path in (ROOT / "app").iterdir() if path.is_file()}
    assert {"__init__.py", "app.py", "cli.py", "playground.tcss"} <= names and len(names - {"py.typed"}) <= 15


def test_no_class_and_no_file_has_the_name_of_another():
    files = [file for half in ("app", "decoding") for file in modules(half).values()]
    classes = Counter(name for file in files for name in re.findall(r"^ *class (\w+)", file.read_text(), re.MULTILINE))
    names = Counter(file.stem for file in files if file.name != "__init__.py" and file.parent.name not in ROOMS)
    assert [name for name, count in (classes + names).items() if count > 1] == []


def test_the_installed_packages_are_the_folders_there_are():
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = [
        ".".join(("specdeck", *file.parent.relative_to(ROOT).parts))
        for half in ("app", "decoding")
        for file in (ROOT / half).rglob("__init__.py")
    ]
    assert set(setuptools["packages"]) == {name.replace("specdeck.app", "specdeck", 1) for name in folders} | {"specdeck.assets"}


def commands(text: str) -> list[str]:
    """The lines of a document's shell blocks."""
    return [line for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for line in block.strip().splitlines()]


def test_the_readmes_test_command_is_what_ci_runs():
    main, test = commands((ROOT / "README.md").read_text())[:2]
    assert test in (ROOT / ".ci/run").read_text().splitlines()
    install, _, started = main.rpartition(" && ")
    assert f"\n{install} && " in (ROOT / ".ci/run").read_text() and started in (ROOT / ".ci/run").read_text()
    assert started.endswith("/specdeck") and "/pytest" in test


def test_every_dependency_is_bounded():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + [item for name, extra in project["optional-dependencies"].items() for item in extra]
    unbounded = [item for item in wanted if "<" not in item.split(";")[0] and "==" not in item.split(";")[0]]
    assert unbounded == []


def test_what_the_package_must_hold_is_where_it_says():
    from specdeck import assets

    for folder in (assets.TARGET, assets.DRAFTER, assets.MTP, assets.DFLASH):
        assert (folder / "config.json").is_file() and list(folder.glob("model*.safetensors"))
    weights = sum(file.stat().st_size for file in (ROOT / "assets/models").rglob("*.safetensors"))
    assert weights < 40e6


def test_workloads_are_whole_and_their_answers_follow_from_their_prompts():
    from specdeck import assets

    found = {file.stem: json.loads(file.read_text()) for file in assets.WORKLOADS.glob("*.json")}
    assert set(found) == {"story", "echo", "edit", "open", "qa"}
    for name, workload in found.items():
        assert workload["workload"] == name and len(workload["prompts"]) >= 6
        assert len({row["name"] for row in workload["prompts"]}) == len(workload["prompts"])
    assert all(row["expected"] in row["prompt"] for row in found["echo"]["prompts"])
    for row in found["edit"]["prompts"]:
        old, new = re.search(r"(?:Rename|every) (\w+) (?:to|by) (\w+)", row["prompt"]).groups()
        assert re.sub(rf"\b{old}\b", new, row["prompt"].split(":\n", 1)[1]) == row["expected"] and row["expected"].count(new) > 1
