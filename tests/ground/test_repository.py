"""What holds for every file of the repository."""

import re

import pytest

from tests.ground.repository import ROOT, texts

MOST_LINES = 600
LONGER = {
    "docs/languages/zh-Hant.md": "a table in which terms are looked up, one a line",
    "docs/adding-a-game.md": "a whole game stands at its end, so that who has read the page can copy it from there",
}
"""Files that are longer, and why."""
# Written by programs, or one long table by nature.
LENGTH_IS_FREE = re.compile(r"^protocol/vectors/|/texts/|\.(json|po|pot|txt|svg)$|^LICENSE$")

# Spelled in parts, so that this file does not contain what it looks for.
REGISTRIES = [
    "pypi" + r"\.org", "python" + r"hosted\.org", "test\\.py" + r"pi\.",
    "registry\\.npm" + r"js\.", "npm" + r"js\.(com|org)",
    "proxy\\.golang" + r"\.org", "deb\\.debian" + r"\.org", "crates" + r"\.io", "conda\\.an" + r"aconda\.org",
]  # fmt: skip
MACHINE_PATHS = [r"/(?<![\w.]/)" + place + r"/[\w.]" for place in ("home", "Users", "root", "opt", "work", "mnt")]
DIRECT = r"-(?i:(?<=\bindex-)url|(?<=\bfind-)links)[ \t]*[=: \t][ \t]*\S"
# All begin with letters as they are, or with a sign: so they are looked for twenty times as fast.


def test_no_file_names_a_registry_host_or_a_place_on_somebodys_machine() -> None:
    found = [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}"
        for name, text in texts()
        if name != "tests/ground/test_repository.py"
        for pattern in (*REGISTRIES, *MACHINE_PATHS, DIRECT)
        for match in re.finditer(pattern, text)  # nothing of which goes over the end of a line
    ]
    assert found == []


@pytest.mark.parametrize(
    ("line", "pattern"),
    [
        ("get it from https://py" + "pi.org/simple", REGISTRIES[0]),
        ("/ho" + "me/ann/game", MACHINE_PATHS[0]),
        ("see (/ro" + "ot/.config)", MACHINE_PATHS[2]),
        ("pip --INDEX-url = somewhere", DIRECT),
        ("pip --find-LINKS somewhere", DIRECT),
    ],
)
def test_the_patterns_find_what_they_look_for(line: str, pattern: str) -> None:
    assert re.search(pattern, line)


def test_no_file_is_longer_than_a_person_reads_at_once() -> None:
    lengths = {name: text.count("\n") for name, text in texts() if not LENGTH_IS_FREE.search(name)}
    assert {name for name, lines in lengths.items() if lines > MOST_LINES} == set(LONGER)


def test_no_file_has_leftovers_of_a_merge_or_of_debugging() -> None:
    marks = re.compile(r"^(<{7}|>{7}) |^\s*(breakpoint\(\)|import pdb)", re.MULTILINE)
    assert [name for name, text in texts() if marks.search(text)] == []


def test_no_test_file_imports_another() -> None:
    """What two test files need stands in a file of its own, named after what it holds."""
    borrowed = re.compile(r"^[ \t]*(?:from|import)[ \t](?:.*|[^(\n]*\([^)]*)\btest_", re.MULTILINE)
    found = [
        name for name, text in texts() if name.startswith("tests/") and name.endswith(".py") and borrowed.search(text)
    ]
    assert found == []


def test_tests_of_screens_ask_the_screen() -> None:
    """What a test needs of a face is public there; its private parts may change without any promise broken."""
    inside = re.compile(r"\bface(?:_of\([^()]*\)|_told\([^()]*\))?\._")
    assert [name for name, text in texts() if name.startswith(("tests/", "scripts/")) and inside.search(text)] == []


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    evasion = re.compile(r"pytest\.(skip|xfail|importorskip)\b|mark\.(skip|skipif|xfail)\b")
    found = [
        name
        for name, text in texts()
        # tests/needs.py is for what a machine cannot run at all; what it could not is told at the end of every run.
        if name.startswith("tests/")
        and name not in ("tests/ground/test_repository.py", "tests/needs.py")
        and evasion.search(text)
    ]
    assert found == []


def test_continuous_integration_runs_the_command_of_the_readme() -> None:
    ran = [line for line in (ROOT / ".ci" / "run").read_text("utf-8").splitlines() if "scripts/" in line]
    assert ran == ["exec ./scripts/test"]
    assert re.search(r"^    \./scripts/test\b", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
