"""Which package may import which: the table of docs/architecture.md, import by import."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Set
from importlib.metadata import packages_distributions

import grimp
import pytest
from grimp import ImportGraph

from tests.ground.repository import ROOT

# A target with a dot is one module and what is below it.
ARROWS: dict[str, set[str]] = {
    "protocol": set(),
    "games": set(),
    "i18n": {"registry", "keyboard"},
    "keyboard": set(),
    "store": set(),
    "registry": {"games"},
    "table": {"registry", "games", "protocol"},
    "seats": {"games"},
    "bots": {"registry", "games"},
    "net": {"protocol.messages", "protocol.signatures", "protocol.wire", "protocol.errors"},
    "node": {"table", "seats", "net", "store", "bots", "registry", "games", "i18n", "protocol"},
    "ui": {"seats", "registry", "games", "i18n", "keyboard"},
    "cli": {"ui", "node", "table", "seats", "bots", "store", "registry", "games", "i18n", "keyboard"},
}
MAY_IMPORT_EVERYTHING = {"testing"}

IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "id", "float", "__import__", "breakpoint"}
IMPURE_MODULES = {
    "trio", "anyio", "asyncio", "os", "pathlib", "shutil", "tempfile", "subprocess", "signal", "socket", "ssl",
    "select", "selectors", "threading", "multiprocessing", "time", "datetime", "random", "secrets", "uuid", "logging",
    "sqlite3", "zeroconf", "typer",
}  # fmt: skip


@pytest.fixture(scope="module")
def graph() -> ImportGraph:
    return grimp.build_graph("protocol", "tta_p2p", include_external_packages=True, cache_dir=None)


def test_whatever_is_imported_from_elsewhere_is_declared(graph: ImportGraph) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [one for name, extra in project["optional-dependencies"].items() if name != "dev" for one in extra]
    declared = {re.split(r"[<>=]", one)[0].lower() for one in (*project["dependencies"], *extras)}
    ours = {"protocol", "tta_p2p", "__future__", *sys.stdlib_module_names}
    others = {module.partition(".")[0] for module in graph.modules} - ours
    brought = packages_distributions()
    assert "trio" in others and {name.lower() for one in others for name in brought[one]} == declared


def package(module: str) -> str | None:
    """The package of ours that a module belongs to; None for the bare root, which holds only the version."""
    first, _, rest = module.partition(".")
    return "protocol" if first == "protocol" else rest.partition(".")[0] or None


def internal(graph: ImportGraph) -> Iterator[tuple[str, str]]:
    for module in sorted(graph.modules):
        if module.partition(".")[0] in ("protocol", "tta_p2p"):
            for imported in sorted(graph.find_modules_directly_imported_by(module)):
                yield module, imported


def allowed(importer: str, imported: str) -> bool:
    source, target = package(importer), package(imported)
    if source == target or source in MAY_IMPORT_EVERYTHING:
        return True
    if target is None:
        return source not in ("protocol", "games")
    name = imported.removeprefix("tta_p2p.")
    return any(name == arrow or name.startswith(f"{arrow}.") for arrow in ARROWS[source or ""])


def test_every_import_between_packages_is_an_arrow_of_the_table(graph: ImportGraph) -> None:
    ours = [(a, b) for a, b in internal(graph) if b.partition(".")[0] in ("protocol", "tta_p2p")]
    assert ours, "the graph of imports is empty"
    assert [f"{a} -> {b}" for a, b in ours if not allowed(a, b)] == []


def test_the_table_of_arrows_knows_every_package() -> None:
    packages = {path.name for path in (ROOT / "tta_p2p").iterdir() if (path / "__init__.py").is_file()}
    assert packages <= ARROWS.keys() | MAY_IMPORT_EVERYTHING


def test_the_page_on_the_architecture_says_the_same() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| `(?:tta_p2p\.)?(\w+)` \|.*\| ([^|]+) \|$", page, re.MULTILINE)
    told = {name: set(re.findall(r"`([\w.]+)`", arrows)) for name, arrows in rows}
    assert told == {**ARROWS, "testing": set()}


def test_the_page_on_the_architecture_names_every_module_of_protocol_clients_and_node() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    named = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([\w/]+)`", page))))
    games = {path.name for path in (ROOT / "tta_p2p" / "games").iterdir()}
    folders = ((ROOT / "protocol", "*.py"), (ROOT / "tta_p2p" / "ui", "*.py"), (ROOT / "tta_p2p" / "node", "**/*.py"))
    modules = [path for folder, which in folders for path in folder.glob(which) if not path.stem.startswith("__")]
    assert len(modules) > 90 and [str(path.relative_to(ROOT)) for path in modules if path.stem not in named] == []
    packages = [path for folder, _ in folders for path in folder.iterdir() if (path / "__init__.py").is_file()]
    assert [path.name for path in packages if path.name not in named | games] == []


def room(module: str) -> str:
    """The part of the games a module belongs to: a game, the kit, or empty for what all of them stand on."""
    parts = module.removeprefix("tta_p2p.games").lstrip(".").split(".")
    return parts[0] if (ROOT / "tta_p2p" / "games" / parts[0] / "__init__.py").is_file() and parts[0] else ""


def test_games_stand_on_the_contract_and_the_kit_and_the_kit_on_the_contract_alone(graph: ImportGraph) -> None:
    rooms = {room(module) for module in graph.modules if module.startswith("tta_p2p.games.")}
    assert {"", "kit", "caravan", "smugglers", "through_the_ages"} <= rooms
    wrong = [
        f"{a} -> {b}"
        for a, b in internal(graph)
        if a.startswith("tta_p2p.games") and b.startswith("tta_p2p.games")
        if room(b) not in ("", room(a)) and not (room(b) == "kit" and room(a))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("importer", "imported", "may"),
    [
        ("tta_p2p.ui.screen", "tta_p2p.table.dealer", False),
        ("tta_p2p.ui.screen", "tta_p2p.seats.streams", True),
        ("tta_p2p.games.local", "protocol.cards", False),
        ("protocol.cards", "tta_p2p.games.contract", False),
        ("protocol.cards", "protocol.group", True),
        ("tta_p2p.net.mesh", "protocol.messages", True),
        ("tta_p2p.net.mesh", "protocol.session", False),
        ("tta_p2p.node.lobby.exchange", "tta_p2p.cli.main", False),
    ],
)
def test_the_check_tells_arrows_apart(importer: str, imported: str, may: bool) -> None:
    assert allowed(importer, imported) is may


def test_the_pure_packages_import_nothing_that_reads_clock_files_network_or_randomness(graph: ImportGraph) -> None:
    found = [
        f"{importer} -> {imported}"
        for importer, imported in internal(graph)
        if package(importer) in ("protocol", "games") and imported.partition(".")[0] in IMPURE_MODULES
    ]
    assert found == []


def test_what_a_client_knows_is_told_without_words_terminal_clock_or_network(graph: ImportGraph) -> None:
    reached = graph.find_upstream_modules("tta_p2p.ui.reducer")
    assert "tta_p2p.seats.messages" in reached
    ours = {module for module in reached if module.startswith("tta_p2p.ui.")}
    assert ours == {"tta_p2p.ui.state", "tta_p2p.ui.changes"}
    assert not {module for module in reached if module.partition(".")[0] in IMPURE_MODULES}
    assert not any(module.startswith("tta_p2p.i18n") for module in reached)


def in_circles(imports: Mapping[str, Set[str]]) -> list[str]:
    """What lies on a circle of imports, or between two: whatever is left when all that imports nothing more goes, and
    then all that nothing more imports.
    """
    left = {module: set(to) for module, to in imports.items()}
    while done := {module for module, to in left.items() if not to & left.keys()}:
        left = {module: to for module, to in left.items() if module not in done}
    while needed := set(left) - {imported for to in left.values() for imported in to}:
        left = {module: to for module, to in left.items() if module not in needed}
    return sorted(left)


def test_no_files_import_each_other_in_a_circle(graph: ImportGraph) -> None:
    """What is imported only for the type checker, or inside a function, counts as well. One thing does not: a package
    that loads its own modules (`games/NAME` its rules, when they are asked for); a reader takes the two for one.
    """
    imports = {
        module: {to for to in graph.find_modules_directly_imported_by(module) if not to.startswith(f"{module}.")}
        for module in graph.modules
    }
    assert "tta_p2p.node.game.loop" in imports
    assert "tta_p2p.node.plan.plans" in imports["tta_p2p.node.machine.launch"]
    assert in_circles(imports) == []


@pytest.mark.parametrize(
    ("imports", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
        ({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}, ["b", "c"]),
        ({"a": {"a"}}, ["a"]),
    ],
)
def test_circles_are_found(imports: dict[str, set[str]], found: list[str]) -> None:
    assert in_circles(imports) == found


def test_commands_and_faces_do_not_know_who_runs_them(graph: ImportGraph) -> None:
    for module in ("tta_p2p.ui.commands.parser", "tta_p2p.ui.lines.face"):
        assert "tta_p2p.ui.client" not in graph.find_upstream_modules(module)
    assert not any(
        module.startswith(("tta_p2p.ui.lines", "tta_p2p.ui.screen"))
        for client in ("tta_p2p.ui.client", "tta_p2p.ui.commands.parser")
        for module in graph.find_upstream_modules(client)
    )


MAY_BE_IMPURE = [
    re.compile(rf"(?:{'|'.join([*IMPURE_CALLS, 'hash'])})\s*\("),
    re.compile(r"/|async|await|\d[.eE]|\.\d"),
]
"""What lines with any of it hold. Half of the files have nothing of the kind, and to read one takes much longer."""


def impure(source: str) -> list[str]:
    """Lines with what pure code has no use for: input and output, floats, and hashes that differ from run to run."""
    if not any(lines.search(source) for lines in MAY_BE_IMPURE):
        return []
    found = []
    waiting: list[tuple[ast.AST, bool]] = [(ast.parse(source), True)]
    while waiting:
        node, hashes = waiting.pop()  # whether a hash that is made here differs from run to run
        if isinstance(node, ast.FunctionDef):
            hashes = node.name != "__hash__"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in IMPURE_CALLS or (node.func.id == "hash" and hashes):
                found.append(f"{node.lineno}: {node.func.id}()")
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, float):
                found.append(f"{node.lineno}: a float")
        elif isinstance(node, ast.BinOp | ast.AugAssign):
            if isinstance(node.op, ast.Div):
                found.append(f"{node.lineno}: / gives a float; use //")
        elif isinstance(node, ast.AsyncFunctionDef | ast.Await):
            found.append(f"{node.lineno}: async")
        waiting += [(below, hashes) for below in ast.iter_child_nodes(node)]
    return found


def test_the_pure_packages_use_integers_only_and_do_no_input_or_output() -> None:
    places = [ROOT / "protocol", ROOT / "tta_p2p" / "games"]
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for place in places
        for path in sorted(place.rglob("*.py"))
        if (lines := impure(path.read_text("utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    "line", ["x = 0.5", "1e3", "a / b", "x /= 2", "open('f')", "async def f(): ...", "def f(): hash (1)"]
)
def test_impure_lines_are_found(line: str) -> None:
    assert impure(line)


def test_a_hash_for_a_dict_is_pure() -> None:
    assert not impure("class A:\n    def __hash__(self): return hash((1, 2))")
