"""Programs that break one rule each (`tests/mutants`): the tests that are named there must fail with every one.

Who makes the tests shorter runs this before and after: what was noticed must still be noticed. Each mutant is a copy of
the repository with one change; hypothesis draws the same examples every time.

Every row of the tables of attacks in docs/security.md has a mutant, which names it: without that one condition the
attack succeeds, so that a test of the row fails, while another test (`alive`) still runs through the line and passes.
`--rows` tries these, and looks for both.
"""

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LISTS = ROOT / "tests/mutants"
PAGE = ROOT / "docs/security.md"
CURES = ROOT / "tests/doors/cures.toml"
MINUTES = 10
"""In which the campaign of doors finds what each cure keeps off."""
SECONDS = 1800
"""In which the tests of a mutant must end: a program that never comes to an end is noticed."""


class Change(NamedTuple):
    """``old`` stands once in the file, and ``new`` is put in its place."""

    file: str
    old: str
    new: str

    def applied(self, text: str) -> str:
        """The text of the file with the change. Raises ValueError where the old words do not stand there once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has {text.count(self.old)} places for {self.old!r}, not one")
        return text.replace(self.old, self.new)


class Row(NamedTuple):
    """An attack as docs/security.md words it, and the names of the tests that carry it out."""

    attack: str
    tests: tuple[str, ...]


class Mutant(NamedTuple):
    """A change by which a rule is broken that these tests keep.

    ``rows``: the attacks of docs/security.md that succeed then; ``alive``: tests that run through the line and pass all
    the same. ``also``: a second guard that has to go before the first is missed.
    """

    name: str
    change: Change
    tests: tuple[str, ...]
    rows: tuple[str, ...] = ()
    alive: tuple[str, ...] = ()
    also: tuple[Change, ...] = ()

    @property
    def file(self) -> str:
        """The file of its line."""
        return self.change.file

    def of_row(self, row: Row) -> tuple[str, ...]:
        """Those of its tests that a row names."""
        return tuple(test for test in self.tests if test.rpartition("::")[2] in row.tests)


def mutants() -> list[Mutant]:
    """All that are listed."""
    return [mutant(one) for path in sorted(LISTS.glob("*.toml")) for one in tomllib.loads(path.read_text())["mutant"]]


def mutant(entry: dict[str, Any]) -> Mutant:
    """One as a list has it. Raises TypeError for a key that there is not, and KeyError for one that is missing."""
    rest = {**entry}
    change = Change(*(rest.pop(key) for key in Change._fields))
    also = tuple(Change(**one) for one in rest.pop("also", ()))
    lists = {key: tuple(rest.pop(key, ())) for key in ("tests", "rows", "alive")}
    return Mutant(rest.pop("name"), change, **lists, also=also, **rest)


def rows() -> list[Row]:
    """The rows of the tables of attacks."""
    lines = PAGE.read_text("utf-8").split("## Attacks", 1)[1].splitlines()
    cells = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| "))
    return [Row(one[0], tuple(re.findall(r"`(test_\w+)`", one[-1]))) for one in cells if "`test_" in one[-1]]


def lines_of(change: Change, text: str) -> list[tuple[int, int]]:
    """The lines, from one to another, of the statement that a change makes another of.

    Of a value that is computed when the module is imported: the lines in its functions at which it is used.
    """
    after = change.applied(text)
    old, new = text.splitlines(), after.splitlines()
    first = next((i for i, (one, two) in enumerate(zip(old, new, strict=False), 1) if one != two), len(new))
    tree = ast.parse(after)
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    around = [one for one in ast.walk(tree) if isinstance(one, ast.stmt) and one.lineno <= first <= _end(one)]
    changed = max(around, key=lambda one: one.lineno)
    if changed in functions:
        return [(changed.body[0].lineno, _end(changed))]
    if any(one.lineno < changed.lineno <= _end(one) for one in functions):
        body = getattr(changed, "body", None)
        return [(changed.lineno, max(changed.lineno, body[0].lineno - 1) if body else _end(changed))]
    names = {one.id for one in ast.walk(changed) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    used = [one for function in functions for one in ast.walk(function) if _name(one) in names]
    return sorted({(one.lineno, one.lineno) for one in used})


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


@contextmanager
def copy() -> Iterator[Path]:
    """The files of the repository in a folder of their own."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    with tempfile.TemporaryDirectory(prefix="tta-mutants-") as folder:
        for name in filter(None, names):
            if (ROOT / name).is_file():
                (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, Path(folder) / name)
        subprocess.run(["git", "init", "-q", folder], check=True)  # some tests ask git what there is
        yield Path(folder)


def run(
    tests: tuple[str, ...],
    root: Path,
    jobs: int,
    seconds: int | None = SECONDS,
    *,
    words: tuple[str, ...] = (),
    more: dict[str, str] | None = None,
    all_of_them: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy, up to the first that fails or all of them. Raises subprocess.TimeoutExpired."""
    spread = ["-n", str(jobs), "--dist", "worksteal"] if jobs > 1 else ["-n", "0"]
    stop = [] if all_of_them else ["-x"]
    line = [sys.executable, "-m", "pytest", "-q", *stop, "-p", "no:cacheprovider", *spread, *words, *tests]
    paths = os.pathsep.join([str(root), str(root / "scripts")])
    where = {**os.environ, "PYTHONPATH": paths, "HYPOTHESIS_PROFILE": "ci", **(more or {})}
    return subprocess.run(line, cwd=root, env=where, capture_output=True, text=True, timeout=seconds, check=False)


@contextmanager
def changed(one: Mutant, root: Path) -> Iterator[None]:
    """A copy of the repository that is a mutant for a while."""
    before: list[tuple[Path, str]] = []
    try:
        for change in (one.change, *one.also):
            file = root / change.file
            before.append((file, file.read_text()))
            file.write_text(change.applied(before[-1][1]))
            shutil.rmtree(file.parent / "__pycache__", ignore_errors=True)  # as long, and as old, as before, perhaps
        yield
    finally:
        for file, text in reversed(before):
            file.write_text(text)
            shutil.rmtree(file.parent / "__pycache__", ignore_errors=True)


def noticed(one: Mutant, root: Path, jobs: int) -> str:
    """The first test that fails with a mutant; empty where none does."""
    try:
        with changed(one, root):
            done = run(one.tests, root, jobs)
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    except subprocess.TimeoutExpired:
        return f"no end within {SECONDS} seconds"
    if done.returncode == 0:
        return ""
    if done.returncode != 1 and not failed:
        raise RuntimeError(f"{one.name}: the tests could not be run\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return failed[0].partition(" - ")[0] if failed else "a worker that ended"


def missed(one: Mutant, root: Path, page: list[Row]) -> list[str]:
    """Name the fault of a row's mutant: an attack that fails all the same, or a line that no other test reaches."""
    stretches = ",".join(f"{first}-{last}" for first, last in lines_of(one.change, (root / one.file).read_text()))
    looking = {"TTA_THROUGH": f"{one.file}:{stretches}", "TTA_LOOK_AT": " ".join(one.alive)}
    with changed(one, root):
        words = ("--tb=no", "-rfE", "-p", "tests.through")
        try:
            done = run((*one.tests, *one.alive), root, 1, words=words, more=looking, all_of_them=True)
        except subprocess.TimeoutExpired:
            return [f"no end within {SECONDS} seconds"]
    failed = {name.partition("[")[0] for name in re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)}
    through = {name.partition("[")[0] for name in re.findall(r"^runs through: (\S+)", done.stdout, re.M)}
    if done.returncode not in (0, 1):
        return [f"could not be run: {done.stdout[-500:]}{done.stderr[-500:]}"]
    wrong = [
        f"no test of the row fails: {row.attack}"
        for row in page
        if row.attack in one.rows and not failed & set(one.of_row(row))
    ]
    wrong += [f"does not pass: {test}" for test in one.alive if test in failed]
    return wrong + [f"does not run through the line: {test}" for test in one.alive if test not in through]


def cures() -> list[tuple[str, Mutant]]:
    """The programs without a cure, each with the words of the campaign that finds what is missing."""
    listed = tomllib.loads(CURES.read_text())["mutant"]
    return [(one.pop("soak", ""), mutant(one)) for one in listed]


def found_at_doors(soak: str, one: Mutant, root: Path) -> str:
    """Give the finding of a campaign at nodes without a cure, and its time; empty where it finds nothing."""
    words = [*soak.split(), "--first", "--seed", "1", "--minutes", str(MINUTES)]
    line = [sys.executable, "-P", "-m", "soak", *words]
    where = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "scripts"), str(root)])}
    began = time.monotonic()
    with changed(one, root):
        done = subprocess.run(line, cwd=root, env=where, capture_output=True, text=True, check=False)
    what = [found for found in done.stderr.splitlines() if found and not found.startswith("./scripts/soak")]
    return f"{time.monotonic() - began:.0f} s, {what[0][:150] if what else ''}" if done.returncode == 1 else ""


def main() -> int:
    """Try the mutants and say which survive; 1 if one does, or if the tests fail without any."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--only", default="", metavar="WORDS", help="those whose name or file has these words in it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many tests run at once")
    parser.add_argument("--rows", action="store_true", help="those of the attacks in docs/security.md, and their lines")
    parser.add_argument("--part", default="1/1", metavar="I/N", help="every n-th of them, from the i-th on")
    parser.add_argument(
        "--doors", action="store_true", help="programs without a cure, for the campaign of doors to find"
    )
    wanted = parser.parse_args()
    if wanted.doors:
        return _knock(wanted.only)
    part, parts = map(int, wanted.part.split("/"))
    chosen = [one for one in mutants() if wanted.only in one.name or wanted.only in one.file]
    chosen = [one for one in chosen if one.rows or not wanted.rows][part - 1 :: parts]
    if not chosen:
        parser.error(f"no mutant has {wanted.only!r} in its name or file; tests/mutants has them all")
    with copy() as root:
        green = run(_tests(chosen, wanted.rows), root, wanted.jobs, None)
        if green.returncode:
            print(f"{green.stdout[-3000:]}\nthe tests fail without a mutant")
            return 1
        page = rows()
        survivors = []
        for one in chosen:
            wrong = missed(one, root, page) if wanted.rows else []
            by = "" if wanted.rows else noticed(one, root, wanted.jobs)
            good = not wrong if wanted.rows else bool(by)
            print(f"{'noticed ' if good else 'SURVIVES'}  {one.name}{f': {by}' if by else ''}", flush=True)
            for what in wrong:
                print(f"          {what}", flush=True)
            if not good:
                survivors.append(one)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} mutants are noticed")
    return 1 if survivors else 0


def _knock(words: str) -> int:
    """Let the campaign of doors look for what each cure keeps off; 1 if it misses one."""
    missing = 0
    with copy() as root:
        for soak, one in cures():
            if words in one.name or words in one.file:
                by = found_at_doors(soak, one, root)
                missing += not by
                print(f"{'found    ' if by else 'MISSED   '}  {one.name}{f': {by}' if by else ''}", flush=True)
    return 1 if missing else 0


def _tests(chosen: list[Mutant], of_rows: bool) -> tuple[str, ...]:
    return tuple(sorted({test for one in chosen for test in (*one.tests, *(one.alive if of_rows else ()))}))


if __name__ == "__main__":
    sys.exit(main())
