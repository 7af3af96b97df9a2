"""The house's own rules: imports go one way, nothing heavy for --help, the README's commands are the ones that CI runs."""

from __future__ import annotations

import ast
import gc
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEAVY = {"mlx", "mlx_lm", "transformers"}
HALVES = ("app", "decoding", "assets", "tests")

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
    actions end_of_work
    apply_reports
    widgets
    screens
    app
    offscreen run_playground
    commands
    cli
    __main__
"""
LIGHT = {"errors", "types", "stats", "text", "checkpoints", "adaptive", "cpu.blas", "rules"}  # load without mlx


@cache
def modules(package: str) -> dict[str, Path]:
    """Dotted name -> file, of every module of a package."""
    files = sorted((ROOT / package).rglob("*.py"))
    return {".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


@cache
def tree_of(file: Path) -> ast.Module:
    """A file, parsed."""
    gc.disable()  # Python 3.11's ast.parse fails where a finaliser's warning, of what another test left, is parsed meanwhile
    try:
        return ast.parse(file.read_text())
    finally:
        gc.enable()


@cache
def imported(name: str, file: Path, everywhere: bool = True, types: bool = True) -> set[str]:
    """Absolute names that a module imports: at its top only, or anywhere. Imports for type checkers count as made at the top, unless
    `types` is false: then what runs at the top."""
    return found_in(tree_of(file), name if file.name == "__init__.py" else name.rpartition(".")[0], everywhere, types)


def found_in(tree: ast.Module, package: str, everywhere: bool = True, types: bool = True) -> set[str]:
    """The names that a source imports, as a module of a package."""
    nodes = list(ast.walk(tree) if everywhere else _top(tree, types))
    found = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*base, *([node.module] if node.module else [])])
            found |= {f"{base}.{alias.name}" for alias in node.names}
    return {_in_the_checkout(name) for name in found}


def _in_the_checkout(name: str) -> str:
    """A name of the installed package by its place in the checkout: specdeck.chat is app.chat, specdeck.decoding is decoding."""
    package, _, inside = name.partition(".")
    if package != "specdeck":
        return name
    return inside if inside.split(".")[0] in ("decoding", "assets") else f"app.{inside}".rstrip(".")


def _top(tree: ast.Module, types: bool) -> list[ast.AST]:
    """The statements that run on import, all but those inside functions; those for type checkers only where `types` says so."""
    found, todo = [], list(tree.body)
    while todo:
        node = todo.pop()
        found.append(node)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and (types or not _for_types(node)):
            todo += ast.iter_child_nodes(node)
    return found


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def roots(names: set[str]) -> set[str]:
    """The packages that those names come from."""
    return {name.split(".")[0] for name in names}


def order(tiers: str) -> dict[str, int]:
    """Unit -> the line it stands in."""
    return {unit: line for line, units in enumerate(tiers.strip().splitlines()) for unit in units.split()}


def unit_of(module: str, tiers: dict[str, int]) -> str:
    """The line's entry that a module belongs to: itself where it is named, else its package or its own name at the top."""
    inside = module.partition(".")[2] or "__init__"
    return inside if inside in tiers else inside.partition(".")[0]


def graph(package: str) -> dict[str, set[str]]:
    """Module -> the modules of its own half of the project that it imports."""
    files = modules(package)
    return {module: targets(imported(module, file), files) - {module} for module, file in files.items()}


def targets(names: set[str], files: dict[str, Path]) -> set[str]:
    """The modules that names belong to: `from a import b` is the module a.b where there is one, else a's own."""
    return {name if name in files else name.rpartition(".")[0] for name in names} & files.keys()


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Names that import each other in a ring; empty where there is none."""
    done: set[str] = set()

    def follow(name: str, path: list[str]) -> list[str]:
        if name in path:
            return path[path.index(name) :]
        if name in done:
            return []
        for other in sorted(edges.get(name, ())):
            if found := follow(other, [*path, name]):
                return found
        done.add(name)
        return []

    return next((found for name in sorted(edges) if (found := follow(name, []))), [])


def against_the_order(edges: dict[str, set[str]], tiers: str) -> list[str]:
    """Imports that go up, or sideways to another unit of the same line, in words."""
    place = order(tiers)
    units = [(module, unit_of(module, place), other, unit_of(other, place)) for module, others in edges.items() for other in others]
    return [f"{module} imports {other}" for module, here, other, there in units if here != there and place[there] >= place[here]]


@cache
def loads_mlx(module: str) -> bool:
    """Whether importing this module of `decoding` loads mlx, by itself or by what it imports."""
    files = modules("decoding")
    names = imported(module, files[module], everywhere=False, types=False)
    return bool(roots(names) & HEAVY) or any(loads_mlx(other) for other in targets(names, files) - {module})


def unused(file: Path) -> set[str]:
    """What a module imports and never names; an import for its own sake says so."""
    tree, lines = tree_of(file), file.read_text().splitlines()
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


def _defined(file: Path) -> set[str]:
    """The names that a module gives itself at its top, also in branches there."""
    nodes = _top(tree_of(file), types=True)
    found = {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))}
    found |= {name.asname or name.name for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom)) for name in node.names}
    return found | {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


@pytest.mark.long
def test_what_is_imported_is_there():
    """Also in scripts, which no test runs. Of a package with a __getattr__, anything may be imported."""
    files = {name: file for half in HALVES for name, file in modules(half).items()}
    defined = {name: _defined(file) for name, file in files.items()}
    lost = {}
    for module, file in files.items():
        for name in imported(module, file) - files.keys():
            home, _, part = name.rpartition(".")
            if name.split(".")[0] in HALVES and not defined.get(home, set()) & {part, "__getattr__"}:
                lost.setdefault(module, []).append(name)
    assert lost == {}


def _assigned(tree: ast.Module, name: str) -> list[ast.Assign]:
    return [node for node in tree.body if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == name]


@pytest.mark.parametrize("package", ["app", "decoding", "assets", "tests"])
def test_nothing_is_imported_for_nothing(package):
    found = {module: names for module, file in modules(package).items() if (names := unused(file))}
    assert not found


READERS = {  # who else reads, and what
    "decoding.checkpoints.bounded_reading": "every file",
    "decoding.cluster": "the lines of rank 0 and of followers",
    "decoding.cpu.blas": "a library that is loaded",
}  # fmt: skip


def reads_files(source: str) -> list[str]:
    """The calls of a source by which it reads files otherwise than by the one reader, which takes regular files alone and no more than a bound."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [ast.unparse(call) for call in calls if _reads(call)]


def _reads(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if isinstance(call.func, ast.Attribute) and name in ("read_text", "read_bytes") and ast.unparse(call.func.value) != "files":
        return True
    if ast.unparse(call.func) in ("json.load", "json.loads", "tomllib.load", "io.open", "np.load"):
        return True
    words = [word.value for word in (*call.args, *(option.value for option in call.keywords)) if isinstance(word, ast.Constant) and isinstance(word.value, str)]
    writes = any(set(word) <= set("wxab+") and set(word) & set("wxa") for word in words)
    return name == "open" and not writes and not ast.unparse(call).startswith(("os.open(", "open(os.devnull", "Palette."))


@pytest.mark.parametrize("half", ["app", "decoding"])
def test_files_are_read_by_one_reader(half):
    found = {module: calls for module, file in modules(half).items() if (calls := reads_files(file.read_text())) and module not in READERS}
    assert found == {}


def test_another_reader_is_found():
    planted = ("path.read_text()", "open(place)", "open(place, 'rb')", "path.open(encoding='utf-8')", "json.load(file)", "json.loads(path)")
    assert all(map(reads_files, planted)) and not any(map(reads_files, ("open(place, 'xb')", "open(os.devnull, mode)", "path.open('ab')", "parse(read_regular(path))")))


@pytest.mark.parametrize("package, tiers", [("decoding", DECODING), ("app", APP)])
def test_imports_go_one_way(package, tiers):
    edges = graph(package)
    strange = {unit_of(module, order(tiers)) for module in edges} ^ set(order(tiers))
    assert not strange, f"say in {package.upper()} where these stand, or take them out"
    assert circle(edges) == [] and against_the_order(edges, tiers) == []


def test_a_planted_circle_is_found():
    edges = graph("app")
    edges["app.models.catalogue"] = edges["app.models.catalogue"] | {"app.deck"}
    assert {"app.deck", "app.models.catalogue"} <= set(circle(edges))
    assert against_the_order(edges, APP) == ["app.models.catalogue imports app.deck"]
    edges = graph("app")
    edges["app.drawing.wrapping"] = edges["app.drawing.wrapping"] | {"app.settings.themes"}
    assert circle(edges) == [] and against_the_order(edges, APP) == ["app.drawing.wrapping imports app.settings.themes"]


def test_imports_for_type_checkers_and_in_functions_count():
    source = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..deck import Deck\ndef act():\n    from .hub import look\n"
    tree = ast.parse(source)
    assert targets(found_in(tree, "app.models"), modules("app")) == {"app.deck", "app.models.hub"}
    assert targets(found_in(tree, "app.models", everywhere=False), modules("app")) == {"app.deck"}


def test_only_what_draws_imports_screens_and_widgets():
    drawn = {module for module, others in graph("app").items() if any(_drawn(other) for other in others) and not _drawn(module)}
    assert drawn == {"app.app", "app.offscreen"}


def _drawn(module: str) -> bool:
    return module.split(".")[1:2] in (["screens"], ["widgets"])


@pytest.mark.parametrize("module, file", modules("decoding").items(), ids=str)
def test_the_engine_knows_no_screen(module, file):
    assert not roots(imported(module, file)) & {"textual", "rich", "app"}
    if unit_of(module, order(DECODING)) in LIGHT:
        assert not roots(imported(module, file, everywhere=False)) & HEAVY


def test_the_records_of_drafters_load_without_mlx():
    assert not loads_mlx("decoding.drafters") and not loads_mlx("decoding.checkpoints.recognition")
    assert loads_mlx("decoding.pair")


@pytest.mark.parametrize("module, file", modules("app").items(), ids=str)
def test_the_app_meets_mlx_only_where_it_may(module, file):
    names, own = imported(module, file, everywhere=False), module.split(".")
    if own[1:2] in (["widgets"], ["screens"]):
        assert not roots(imported(module, file)) & HEAVY
        assert {name for name in names if name.startswith("decoding.")} <= _allowed("decoding.types", "decoding.stats", names)
    if module not in ("app.engine.adapter", "app.commands.pass_costs"):
        assert not roots(names) & HEAVY
        heavy = {name for name in targets(names, modules("decoding")) if loads_mlx(name)}
        assert {unit_of(name, order(DECODING)) for name in heavy} <= {"cpu"}, "mlx comes with the others"
    if own[1:2] == ["commands"] or module in ("app", "app.cli", "app.drawing.clean_text"):
        assert not roots(names) & {"textual", "rich"}


def _allowed(*starts_and_names) -> set[str]:
    *starts, names = starts_and_names
    return {name for name in names if any(name == start or name.startswith(f"{start}.") for start in starts)}


PUBLIC = {f"decoding{name}" for name in ("", ".types", ".errors", ".rules", ".drafters", ".checkpoints", ".text", ".cpu.blas")}  # decoding/__init__ names them


def listed(file: Path) -> set[str]:
    """The names of a module's __all__."""
    assigned = _assigned(tree_of(file), "__all__")
    return {node.value for each in assigned for node in ast.walk(each) if isinstance(node, ast.Constant)}


def behind_the_public_modules(source: str) -> set[str]:
    """What a source of the app imports of the engine that no public module gives; a module inside a public package only if it lists it."""
    files, found = modules("decoding"), set()
    for name in found_in(ast.parse(source), "app"):
        home, _, part = name.rpartition(".")
        given = home in PUBLIC and (name not in files or part in listed(files[home]))
        if name.split(".")[0] == "decoding" and name not in PUBLIC and not given:
            found.add(name)
    return found


def test_the_app_uses_the_engine_through_its_public_modules_alone():
    found = {module: names for module, file in modules("app").items() if (names := behind_the_public_modules(file.read_text()))}
    assert found == {} and len(PUBLIC) <= 8
    words = (ROOT / "decoding/__init__.py").read_text().split('"""')[1]
    assert all(f"`{name.partition('.')[2]}`" in words for name in PUBLIC - {"decoding"})


def test_a_private_module_of_the_engine_is_found():
    assert behind_the_public_modules("from specdeck.decoding import stats") == {"decoding.stats"}
    assert behind_the_public_modules("from specdeck.decoding.loop import decode") == {"decoding.loop.decode"}
    assert behind_the_public_modules("def f():\n    from specdeck.decoding.checkpoints import hub_download") == {"decoding.checkpoints.hub_download"}
    assert not behind_the_public_modules("from specdeck.decoding import decode\nfrom specdeck.decoding.checkpoints import model_folder")


def test_the_top_of_the_app_holds_what_starts_it():
    names = {path.name for path in (ROOT / "app").iterdir() if path.is_file()}
    assert {"__init__.py", "app.py", "cli.py", "deck.py", "playground.tcss"} <= names and len(names - {"py.typed"}) <= 4 + 1 + 10


def test_no_class_name_stands_twice():
    places: dict[str, list[str]] = {}
    for module, file in [*modules("app").items(), *modules("decoding").items()]:
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(module)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


ROOMS = {"screens", "widgets", "commands"}  # a file there may have the name of what it draws or does, a module or a package of app


def test_no_two_files_share_a_name_but_as_screen_widget_or_command_of_the_other():
    files = [file.relative_to(ROOT) for half in ("app", "decoding") for file in modules(half).values() if file.name != "__init__.py"]
    found = {}
    for file in files:
        found.setdefault(file.stem, []).append(file)
    assert {name: _strangers(name, places) for name, places in found.items() if _strangers(name, places)} == {}


def _strangers(name: str, places: list[Path]) -> list[str]:
    """Files of one name that are too many: outside of the rooms more than one, inside more than one a room, or none outside."""
    outside = [file for file in places if file.parent.name not in ROOMS]
    rooms = [file.parent.name for file in places if file.parent.name in ROOMS]
    of = (len(outside) == 1 and outside[0].parts[0] == "app") or (not outside and (ROOT / "app" / name).is_dir())
    return [] if len(places) == 1 or (of and len(set(rooms)) == len(rooms)) else sorted(map(str, places))


def test_two_files_of_one_name_are_found():
    assert _strangers("race", [Path("app/commands/race.py"), Path("app/widgets/race.py")])
    assert _strangers("errors", [Path("app/errors.py"), Path("decoding/errors.py")])
    assert _strangers("loop", [Path("app/widgets/loop.py"), Path("decoding/loop.py")]), "no widget is of the engine's"
    assert not _strangers("chat", [Path("app/screens/chat.py"), Path("app/commands/chat.py")]), "both are of the package chat"


def test_the_installed_packages_are_the_folders_there_are():
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = [".".join(("specdeck", *file.parent.relative_to(ROOT).parts)) for half in ("app", "decoding") for file in (ROOT / half).rglob("__init__.py")]
    assert set(setuptools["packages"]) == {name.replace("specdeck.app", "specdeck", 1) for name in folders} | {"specdeck.assets"}


def test_no_package_imports_the_tests_or_the_tools_in_assets():
    found = {name for package in ("app", "decoding") for item in modules(package).items() for name in imported(*item)}
    assert not {name for name in found if name.split(".")[0] == "tests" or name.startswith("assets.")}


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
    import json

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


def test_every_check_of_the_screens_is_one_that_there_is():
    rows = [row.split("|")[-2] for row in (ROOT / "tests/SCREENS.md").read_text().splitlines() if row.startswith("| ")][1:]
    named = [part for row in rows for part in row.split(";") if "python -m" not in part]
    for part in named:
        file, _, tests = part.strip().partition(": ")
        defined = set(re.findall(r"^(?:async )?def (test_\w+)", (ROOT / "tests" / file).read_text(), re.MULTILINE))
        assert set(tests.split(", ")) <= defined, file
    assert len(rows) >= 23
