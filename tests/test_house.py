"""The house's own rules: imports go one way, nothing heavy for --help, the README's commands are the ones that CI runs."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEAVY = {"mlx", "mlx_lm", "transformers"}

# types <- track, accept, taps, stats <- drafters <- loop <- load <- app.session <- the rest of app
LAYERS = [
    {  # no mlx at the top
        "errors", "types", "stats", "blas", "text", "prompt", "source", "fetch", "recognise", "footprint", "outcomes", "kinds", "pace",
    },
    {"kernels", "exps", "attention", "lean", "cache", "draws", "replay", "taps", "early", "accept", "track"},
    {"drafters"},
    {"loop", "pair"},
    {"kernel_maker"},
]


def modules(package: str) -> dict[str, Path]:
    """Dotted name -> file, of every module of a package."""
    files = sorted((ROOT / package).rglob("*.py"))
    return {".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


def imported(name: str, file: Path, everywhere: bool = True) -> set[str]:
    """Absolute names that a module imports: at its top only, or anywhere. Imports for type checkers do not count."""
    tree = ast.parse(file.read_text())
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    skipped = {id(node) for branch in ast.walk(tree) if _for_types(branch) for node in ast.walk(branch)}
    nodes = [node for node in (ast.walk(tree) if everywhere else _top(tree)) if id(node) not in skipped]
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*base, *([node.module] if node.module else [])])
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return {name.removeprefix("specdeck.") for name in found}


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _top(tree: ast.Module) -> list[ast.AST]:
    """The statements that run on import: all but those inside functions."""
    found, todo = [], list(tree.body)
    while todo:
        node = todo.pop()
        found.append(node)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            todo += ast.iter_child_nodes(node)
    return found


def roots(names: set[str]) -> set[str]:
    """The packages that those names come from."""
    return {name.split(".")[0] for name in names}


def layer_of(module: str) -> int | None:
    """Where in the order a module of `decoding` stands; None for the package itself."""
    parts = module.split(".")
    return next((i for i, layer in enumerate(LAYERS) if len(parts) > 1 and parts[1] in layer), None)


def unused(file: Path) -> set[str]:
    """What a module imports and never names; an import for its own sake says so."""
    source = file.read_text()
    tree, lines = ast.parse(source), source.splitlines()
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    shown = {node.value for each in _assigned(tree, "__all__") for node in ast.walk(each) if isinstance(node, ast.Constant)}
    imports = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    found = {
        (alias.asname or alias.name).split(".")[0]
        for node in imports
        if "noqa: F401" not in "".join(lines[node.lineno - 1 : node.end_lineno]) and getattr(node, "module", "") != "__future__"
        for alias in node.names
    }
    return found - named - shown


def _assigned(tree: ast.Module, name: str) -> list[ast.Assign]:
    return [node for node in tree.body if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == name]


@pytest.mark.parametrize("package", ["app", "decoding", "assets", "tests"])
def test_nothing_is_imported_for_nothing(package):
    found = {module: names for module, file in modules(package).items() if (names := unused(file))}
    assert not found


@pytest.mark.parametrize("module, file", modules("decoding").items(), ids=str)
def test_the_engine_knows_no_screen_and_imports_downwards(module, file):
    names = imported(module, file)
    assert not roots(names) & {"textual", "rich", "app"}
    here = layer_of(module)
    assert here is not None or module == "decoding", f"{module} has no layer: say in LAYERS where it stands"
    above = {name for name in names if name.startswith("decoding.") and (layer_of(name) or 0) > (here or 0)}
    assert here is None or above == set()


@pytest.mark.parametrize("module", sorted(LAYERS[0]))
def test_the_lowest_layer_loads_without_mlx(module):
    assert not roots(imported(f"decoding.{module}", ROOT / f"decoding/{module}.py", everywhere=False)) & HEAVY


@pytest.mark.parametrize("module, file", modules("app").items(), ids=str)
def test_the_app_meets_mlx_only_where_it_may(module, file):
    names, own = imported(module, file, everywhere=False), module.split(".")
    if own[1:2] in (["widgets"], ["screens"]):
        assert not roots(imported(module, file)) & HEAVY
        assert {name for name in names if name.startswith("decoding.")} <= _allowed("decoding.types", "decoding.stats", names)
    if module not in ("app.engine", "app.commands.costs"):
        assert not roots(names) & HEAVY
        assert not {name for name in names if name.startswith("decoding.") and (layer_of(name) or 0) > 0}
    if own[1:2] == ["commands"] or module in ("app", "app.cli", "app.clean"):
        assert not roots(names) & {"textual", "rich"}


def _allowed(*starts_and_names) -> set[str]:
    *starts, names = starts_and_names
    return {name for name in names if any(name == start or name.startswith(f"{start}.") for start in starts)}


def test_no_package_imports_the_tests_or_the_recipe():
    found = {name for package in ("app", "decoding") for item in modules(package).items() for name in imported(*item)}
    assert not {name for name in found if name.split(".")[0] == "tests" or name.startswith("assets.")}


def commands(text: str) -> list[str]:
    """The lines of a document's shell blocks."""
    return [line for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for line in block.strip().splitlines()]


def test_the_readmes_test_command_is_what_ci_runs():
    main, test = commands((ROOT / "README.md").read_text())[:2]
    assert test in (ROOT / ".ci/run").read_text().splitlines()
    assert main.endswith("specdeck") and "/pytest" in test


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
    import json

    from specdeck import assets

    found = {file.stem: json.loads(file.read_text()) for file in assets.WORKLOADS.glob("*.json")}
    assert set(found) == {"echo", "edit", "open", "qa"}
    for name, workload in found.items():
        assert workload["workload"] == name and len(workload["prompts"]) >= 6
        assert len({row["name"] for row in workload["prompts"]}) == len(workload["prompts"])
    assert all(row["expected"] in row["prompt"] for row in found["echo"]["prompts"])
    for row in found["edit"]["prompts"]:
        old, new = re.search(r"(?:Rename|every) (\w+) (?:to|by) (\w+)", row["prompt"]).groups()
        assert re.sub(rf"\b{old}\b", new, row["prompt"].split(":\n", 1)[1]) == row["expected"] and row["expected"].count(new) > 1


def test_every_check_of_the_screens_is_one_that_there_is():
    rows = [row.split("|")[-2] for row in (ROOT / "tests/SCREENS.md").read_text().splitlines() if row.startswith("| ")][1:]
    named = [part for row in rows for part in row.split(";") if "python -m" not in part]
    for part in named:
        file, _, tests = part.strip().partition(": ")
        there = set(re.findall(r"^(?:async )?def (test_\w+)", (ROOT / "tests" / file).read_text(), re.MULTILINE))
        assert set(tests.split(", ")) <= there, file
    assert len(rows) >= 23
