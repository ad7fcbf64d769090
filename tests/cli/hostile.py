"""Every value that a person or the system hands to `tta`, found in the program, with values that nobody expects.

Options and arguments are those of the command line that is put together; variables of the environment are those whose
names the source reads. Each case runs in this process, with a bound on its time. A node that a command starts ends at
once.
"""

from __future__ import annotations

import ast
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from tests.cli import deprived
from tests.cli.terminals import commands, here
from tests.ground.repository import ROOT
from tta_p2p.node.machine import launch

LIMIT = 120
"""Seconds after which a case counts as one that waits for ever; most take a moment."""
SAID = (0, 1, 2, 3, 4, 130)
"""Exit codes of what ends in words."""
LONG = 100_000
ELSEWHERE = ("TERM", "COLUMNS", "LINES", "COLORTERM", "NO_COLOR", "LC_ALL", "LANG", "TZ", "TMPDIR", "TMUX", "SSH_TTY")
"""Variables that libraries read."""
SHOWN = (("doctor",), ("games",), ("play", "--game", "caravan"), ("rules", "--game", "caravan"))
"""Commands that together read the variables."""


BRIEF = {**deprived.BRIEF, ("join",): ["--wait", "0.2"], ("watch",): ["--wait", "0.2"]}
"""Arguments that keep a command short."""
LASTING = {
    int: ("large", "huge"),
    float: ("large", "huge", "digits", "infinite", "exponent"),
}
"""Numbers that are taken, and what they count lasts."""


class Forever(BaseException):
    """A case has not ended."""


@dataclass(frozen=True)
class Case:
    """A command line, and variables that its process has beside the usual ones; ``place``: what was hostile."""

    place: str
    kind: str
    words: tuple[str, ...]
    variables: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class End:
    """The end of a case: its exit code, and what was said."""

    code: int
    said: str

    @property
    def fault(self) -> str:
        """Why this is no end in words; empty where it is one."""
        if self.code not in SAID:
            return f"it ends with {self.code}"
        return "it shows a traceback" if "Traceback" in self.said else ""


def strange_files(folder: Path) -> dict[str, str]:
    """Make what can stand where a file is expected; its names by their kinds."""
    (folder / "folder").mkdir()
    (folder / "empty").touch()
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "socket"))
    (folder / "circle").symlink_to("circle")
    (folder / "sparse").touch()
    os.truncate(folder / "sparse", 5 << 30)
    made = {name: str(folder / name) for name in ("folder", "empty", "pipe", "socket", "circle", "sparse")}
    return {**made, "full": "/dev/full", "below": str(folder / "empty" / "below")}


TEXTS = {
    "nothing": "",
    "newline": "a\nb",
    "escape": "\x1b[2Ja",
    "undecodable": b"\xff\xfe".decode("utf-8", "surrogateescape"),
    "long": "a" * LONG,
    "folders": "a/" * (LONG // 2),
    "digits": "9" * 5000,
    "negative": "-1",
    "huge": "99999999999999999999",
    "large": "1000000000",
    "not a number": "nan",
    "infinite": "inf",
    "exponent": "1e400",
    "dash": "-x",
    "dashes": "--",
    "nobody": "~nobody-here/x",
    "percent": "%s%n",
    "braces": "{} {0} {why!r:>99}",
    "quote": "'",
    "quotes": '"a',
    "backslash": "a\\",
    "equals": "=",
    "digit": "²",
    "arabic": "٣",
    "minus seat": "0",
    "turned": "a\u202eb",
    "brackets": "[::1",
    "port": "127.0.0.1:99999999999999999999",
    "ports": "127.0.0.1:" + "9" * 5000,
    "label": "a." + "b" * 70 + ".example:1",
    "dots": "a..b:1",
    "pattern": "[",
    "date": "99999-99-99",
    "glob": "**",
}


def values(folder: Path) -> dict[str, str]:
    """All hostile values by their kinds."""
    return {**TEXTS, **strange_files(folder)}


def every_command(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The commands there are."""
    below = getattr(command, "commands", None)
    if not below:
        yield path, command
    for name, one in (below or {}).items():
        yield from every_command(one, (*path, name))


def places() -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...], Any]]:
    """Each place for a value on the command line: its name, the words before and after the value, its type."""
    for path, command in every_command(commands()):
        given = [one for one in command.params if one.param_type_name == "argument"]
        needed = tuple(f"some-{one.name}" for one in given if one.required)
        for at, one in enumerate(given):
            before = tuple(f"some-{other.name}" for other in given[:at])
            after = needed[at + 1 :]
            yield f"{' '.join(path)} {one.name}", (*path, *BRIEF.get(path, ()), "--", *before), after, _takes(one)
        for one in command.params:
            kind = getattr(one, "type_descriptor", None)
            if one.param_type_name == "option" and kind is not None and kind.annotation is not bool:
                yield (
                    f"{' '.join(path)} {one.opts[0]}",
                    (*path, *needed, *BRIEF.get(path, ()), one.opts[0]),
                    (),
                    _takes(one),
                )


def _takes(param: Any) -> Any:
    annotation = param.type_descriptor.annotation
    return annotation if isinstance(annotation, type) else str


def variables() -> set[str]:
    """The names of variables of the environment that the product's source reads."""
    found = set[str]()
    for file in sorted((ROOT / "tta_p2p").rglob("*.py")):
        tree = ast.parse(file.read_bytes())
        named = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name) and isinstance(node.value.value, str)
        }
        for node in ast.walk(tree):
            for one in _asked(node):
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    found.add(one.value)
                elif isinstance(one, ast.Name | ast.Attribute):
                    name = one.id if isinstance(one, ast.Name) else one.attr
                    if name in named:
                        found.add(named[name])
    return found - {""}


def _asked(node: ast.AST) -> Iterator[ast.AST]:
    """Nodes that stand for the name of a variable where one is read."""
    match node:
        case ast.Call(func=ast.Attribute(value=where, attr="get" | "pop"), args=[name, *_]) if _is_environment(where):
            yield name
        case ast.Call(func=ast.Attribute(attr="getenv"), args=[name, *_]):
            yield name
        case ast.Subscript(value=where, slice=name) if _is_environment(where):
            yield name
        case ast.keyword(arg="envvar", value=name):
            yield name
        case _:
            pass


def _is_environment(node: ast.AST) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name in ("environ", "environment")


def cases(folder: Path) -> Iterator[Case]:
    """Every place with every value."""
    hostile = values(folder)
    for place, before, after, takes in places():
        for kind, value in hostile.items():
            if kind not in LASTING.get(takes, ()):
                yield Case(place, kind, (*before, value, *after))
    for name in sorted(variables() | {*ELSEWHERE}):
        for kind, value in hostile.items():
            for words in SHOWN:
                yield Case(name, kind, words, ((name, value),))


def sample(folder: Path, step: int) -> Iterator[Case]:
    """Every place and every variable, each with a few values; ``step``: how many are left out between two of them."""
    before, at = "", 0
    for number, case in enumerate(cases(folder)):
        if case.place != before:
            before, at = case.place, number + len(case.place) % step
        if (number - at) % step == 0:
            yield case


@contextmanager
def bound() -> Iterator[None]:
    """Raise Forever in the body where it waits for ever."""

    def ring(number: int, frame: object) -> None:
        raise Forever

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def end_of(case: Case, home: Path) -> End:
    """Run a case in this process."""
    with ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, dict(case.variables)))
        stack.enter_context(mock.patch.object(launch, "command_line", lambda program: ["/bin/false"]))
        stack.enter_context(mock.patch.object(sys, "stdin", stack.enter_context(Path(os.devnull).open())))
        stack.enter_context(bound())
        done = here(home, *case.words)
    return End(done.returncode, done.stdout + done.stderr)
