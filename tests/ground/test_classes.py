"""No class of the product is cut over files by inheritance: what is too large is composed of parts."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from tests.ground.repository import texts

MOST_LINES = 600
"""Of a class with all that it inherits from classes of the product."""
PLACES = {
    "protocol.group.CachingGroup": "a group among others, used for itself: another one puts off proofs besides",
    "tta_p2p.games.contract.Line": "a value: a line of the log is written as a line with more fields",
}
"""Classes with one child in another file that are places where something else can be put, and why."""
ROLES = "tta_p2p.node.game.roles"
"""The module of what parts of a node ask each other for: classes with neutral answers, where a part is put in."""
INTERFACES = ("Protocol", "typing.Protocol")


@dataclass
class Class:
    """A class as its file says it: its length in lines, and its direct bases by their full names."""

    module: str
    lines: int
    bases: tuple[str, ...]
    children: list[str] = field(default_factory=list)


def read_classes(files: Iterable[tuple[str, str]]) -> dict[str, Class]:
    """Every class of these files (name, text), by its full name."""
    found = {}
    for name, text in files:
        module = name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        package = module if name.endswith("/__init__.py") else module.rpartition(".")[0]
        nodes = list(_declarations(ast.parse(text).body))
        imported = {
            alias.asname or alias.name: f"{_origin(node, package)}.{alias.name}"
            for node in nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                bases = tuple(_full_name(base, imported, module) for base in node.bases)
                found[f"{module}.{node.name}"] = Class(module, node.end_lineno - node.lineno + 1, bases)  # type: ignore[operator]
    children = defaultdict(list)
    for name, one in found.items():
        for base in one.bases:
            children[base].append(name)
    for name, one in found.items():
        one.children = children[name]
    return found


def _declarations(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module outside its functions: where it imports and has classes."""
    for node in body:
        yield node
        if isinstance(node, ast.ClassDef | ast.If):
            yield from _declarations(node.body)


def _origin(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])


def _full_name(base: ast.expr, imported: dict[str, str], module: str) -> str:
    """The full name of a base, its type arguments left out."""
    if isinstance(base, ast.Subscript):
        base = base.value
    first, dot, rest = ast.unparse(base).partition(".")
    if dot:
        return f"{imported.get(first, first)}.{rest}"
    return imported.get(first, f"{module}.{first}")


def cut(classes: dict[str, Class]) -> set[str]:
    """The classes whose only child lies in another file; interfaces and what is raised are made for that."""

    def ancestors(name: str) -> set[str]:
        bases = classes[name].bases if name in classes else ()
        return {name, *(one for base in bases for one in ancestors(base))}

    return {
        name
        for name, one in classes.items()
        if len(one.children) == 1
        and one.module != ROLES
        and classes[one.children[0]].module != one.module
        and not {base.removeprefix(f"{one.module}.") for base in one.bases} & set(INTERFACES)
        and not any(base.rpartition(".")[2].endswith(("Exception", "Error")) for base in ancestors(name))
    }


def whole_length(name: str, classes: dict[str, Class]) -> int:
    """The lines of a class and of all classes that it stands on."""
    if name not in classes:
        return 0
    return classes[name].lines + sum(whole_length(base, classes) for base in classes[name].bases)


@cache
def product() -> dict[str, Class]:
    return read_classes(
        (name, text) for name, text in texts() if name.endswith(".py") and name.startswith(("protocol/", "tta_p2p/"))
    )


def test_no_class_is_cut_over_files_by_inheritance() -> None:
    assert cut(product()) == set(PLACES)


def test_no_class_is_longer_than_a_person_keeps_in_mind() -> None:
    lengths = {name: whole_length(name, product()) for name in product()}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


CUT = [
    ("a/lower.py", "class Lower:\n    def one(self): ...\n"),
    ("a/middle.py", "from .lower import Lower\nclass Middle(Lower):\n    def two(self): ...\n"),
    (
        "a/upper.py",
        "from a import middle\nclass Upper(middle.Middle):\n    def three(self): ...\n",
    ),
]


def test_a_class_that_is_cut_is_found() -> None:
    classes = read_classes(CUT)
    assert cut(classes) == {"a.lower.Lower", "a.middle.Middle"}
    assert whole_length("a.upper.Upper", classes) == 6


def test_a_base_with_two_children_an_interface_and_what_is_raised_are_no_cuts() -> None:
    second = ("a/second.py", "from a.lower import Lower\nclass Second(Lower): ...\n")
    assert cut(read_classes([*CUT[:2], second])) == set()
    interface = ("a/lower.py", "from typing import Protocol\nclass Lower(Protocol): ...\n")
    assert cut(read_classes([interface, second])) == set()
    raised = ("a/lower.py", "class Lower(ValueError): ...\n")
    assert cut(read_classes([raised, second])) == set()
