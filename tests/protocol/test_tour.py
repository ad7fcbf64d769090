"""The tour of the protocol is a program that runs from its first block to its last."""

import re

from tests.ground.repository import ROOT

PAGE = ROOT / "docs" / "tour-protocol.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_block_of_the_tour_runs_after_the_ones_before_it() -> None:
    page = PAGE.read_text("utf-8")
    blocks = list(BLOCK.finditer(page))
    assert len(blocks) >= 15
    names: dict[str, object] = {}
    for block in blocks:
        # Empty lines before it, so that an error names its line of the page.
        lines = "\n" * page.count("\n", 0, block.start(1)) + block[1]
        exec(compile(lines, str(PAGE), "exec"), names)


def test_the_tour_imports_nothing_but_the_package_itself() -> None:
    imported = re.findall(r"^(?:from|import) (\w+)", "\n".join(BLOCK.findall(PAGE.read_text("utf-8"))), re.MULTILINE)
    assert set(imported) == {"hashlib", "os", "protocol"}
