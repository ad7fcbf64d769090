"""The command behind `scripts/second-verifier`: packs the independent verifier into one file that a bare Python runs.

The file is the same wherever and whenever it is made: it holds nothing but the sources, in one order, without dates.
"""

from __future__ import annotations

import argparse
import stat
import sys
import zipfile
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "tests" / "independent" / "verifier"
SHEBANG = b"#!/usr/bin/env python3\n"
START = """\
import sys

if sys.version_info < (3, 11):
    sys.exit("This needs Python 3.11 or newer.")

from verifier.__main__ import main

sys.exit(main(sys.argv[1:]))
"""
UNIX = 3
"""The name that archives give the system they were made on."""
MODE = (stat.S_IFREG | 0o644) << 16
"""The mode of each file in the archive: anybody may read it."""


def pack(target: Path) -> None:
    """Write the verifier to a file. Raises OSError."""
    with target.open("wb") as file:
        file.write(SHEBANG)
        with zipfile.ZipFile(file, "w") as archive:
            contents = {f"verifier/{path.name}": path.read_text("utf-8") for path in sorted(SOURCES.glob("*.py"))}
            for name, content in {"__main__.py": START, **contents}.items():
                entry = zipfile.ZipInfo(name)
                entry.create_system, entry.external_attr = UNIX, MODE
                archive.writestr(entry, content)
    target.chmod(0o755)


def main(words: list[str] | None = None) -> int:
    """Run the command, and give its exit code."""
    parser = argparse.ArgumentParser(prog="scripts/second-verifier", description=__doc__)
    parser.add_argument("target", type=Path, metavar="OUT", help="the file to write, verify.pyz for instance")
    given = parser.parse_args(words)
    try:
        pack(given.target)
    except OSError as error:
        print(f"scripts/second-verifier: {error}", file=sys.stderr)
        return 2
    print(f"{given.target}: check a game with python3 -I {given.target} game.tta")
    return 0


if __name__ == "__main__":
    sys.exit(main())
