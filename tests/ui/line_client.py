"""Who sits at a table of tests of the client of lines, and the sessions that are kept as files."""

from __future__ import annotations

import os
from pathlib import Path

from tta_p2p.seats import messages as say
from tta_p2p.ui.parts.votes import MOTIONS

FOLDER = Path(__file__).with_name("sessions")


def golden(name: str, shown: list[str]) -> None:
    text = "\n".join(shown) + "\n"
    page = FOLDER / f"{name}.txt"
    if os.environ.get("PAGES_UPDATE"):
        FOLDER.mkdir(exist_ok=True)
        page.write_text(text, "utf-8")
    assert text == page.read_text("utf-8"), "PAGES_UPDATE=1 writes the new session; read it before you commit"


ANN = say.SeatInfo(0, "Ann", 0, "Ann")
BOB = say.SeatInfo(1, "Bob", 1, "Bob", connected=False)
CID = say.SeatInfo(2, "Cid's bot", 1, "Bob", "easy")
OFFERS = ["act", "chat", "explain", "go-on", "log", "look", "redo", "reset", "resume", "undo", "vote"]
WELCOME = say.WelcomeReply(
    say.VERSION,
    "caravan",
    "abcd",
    0,
    [ANN, BOB, CID],
    {"sale": 3},
    [say.TextRef("seats", [["Bob"], ["Bob", "Cid's bot"]])],
    "red green blue",
    OFFERS,
    list(MOTIONS),
)
VIEW = {"state": {"coins": [3, 0, 0]}, "seat": 0, "knows": {"faces": {"4": "salt-3"}}}
MINE = say.TurnReply(6, say.PendingDecision([0], "choose"), True, [], VIEW)
THEIRS = say.TurnReply(6, say.PendingDecision([1], "choose"), False, [], VIEW)
