"""What docs/screens.md shows is what somebody sees who types the same."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.terminals import Person
from tests.ground.repository import ROOT

BEFORE = ("take alexander", "end")
"""What is typed before the page begins: the first turn."""


def captures() -> list[str]:
    """The captures of today's client: what comes after `Now`."""
    page = (ROOT / "docs" / "screens.md").read_text("utf-8")
    return [part.partition("```\n")[2].partition("```")[0] for part in re.split(r"^Now ", page, flags=re.M)[1:]]


def plain(seen: str) -> str:
    """What stands on the screen in the end: without the prompts that other lines have taken the place of."""
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen.replace("\r\n", "\n"))
    lines = (line.rpartition("\r")[2].rstrip() for line in shown.split("\n"))
    return "\n".join(line for line in lines if not line or line.strip("> "))


def test_the_two_moments_of_the_page_are_what_is_seen_today(tmp_path: Path) -> None:
    turn, back = captures()
    pieces = re.split(r"^> (.+)\n", turn.removesuffix("> y\n") + back, flags=re.M)
    typed, shown = pieces[1::2], pieces[2::2]
    assert typed[-1] == "y" and len(typed) > 3
    with Person(tmp_path, "play", "Ada", "--bots", "3", "--seed", "11", NO_COLOR="1", TERM="dumb") as ada:
        ada.sees("14) End the turn")
        for line in BEFORE:
            ada.types(line)
            ada.sees("14) End the turn" if line != "end" else "26) End the turn")
        seen = plain(ada.seen)
        assert pieces[0].rstrip() in seen
        for line, expected in zip(typed, shown, strict=True):
            ada.types(line)
            last = [text for text in expected.splitlines() if text.strip() not in ("", ">")][-1]
            ada.sees(last)
            assert expected.removesuffix(">\n").strip("\n") in plain(ada.seen)
