"""Golden playthroughs: what every seat sees at every barrier of a stored game, as text.

An entry is followed by what the log says of it, a digest of each seat's view, and the lines of the views that are not
as they were before. Write them anew with `python -m tests.through_the_ages.golden.prints`, and read what changed.
"""

from __future__ import annotations

import hashlib

import msgspec

from tta_p2p.games.contract import Line
from tta_p2p.games.through_the_ages.view import View

from .show import Lines, private, public
from .stored import PRINTS, Stored, stored

PRINTED = (
    ("2015", "complete", 2),
    ("2015", "complete", 3),
    ("2015", "complete", 4),
    ("2015", "first-game", 3),
    ("2015", "short", 2),
    ("2015", "peaceful", 2),
    ("2015", "peaceful-pacts", 3),
    ("2015", "global-conflict", 2),
    ("2006", "complete", 3),
    ("2006", "simple", 2),
    ("2006", "advanced", 2),
)
"""The kinds of game of which one is printed."""


def printed() -> list[Stored]:
    """Give the games that are printed: the first of each kind."""
    return [next(game for game in stored() if (game.edition, game.variant, game.seats) == kind) for kind in PRINTED]


def printout(game: Stored) -> str:
    """Play a game and print it."""
    out = [f"{game.variant}, {game.seats} seats, seed {game.seed}"]
    before: dict[str, Lines] = {}
    heard = 0
    for number, (entry, local) in enumerate(game.play()):
        out += ["", f"--- {number}: {entry}"]
        out += [f"  | {said(line)}" for line in local.log[heard:] if line.key != "pays"]
        heard = len(local.log)
        views = {str(seat): local.view(seat) for seat in (*range(game.seats), None)}
        out.append("  # " + " ".join(f"{seat}:{digest(view)}" for seat, view in views.items()))
        shown = {"": public(views["None"])}
        for seat, view in views.items():
            assert public(view) == shown[""], f"seat {seat} sees something else on the table after {number}: {entry}"
            if seat != "None":
                shown[f"{seat} sees "] = private(view)
        for whose, lines in shown.items():
            old = before.get(whose, {})
            out += [f"  {whose}{label}: {text}" for label, text in lines.items() if old.get(label) != text]
        before = shown
    return "\n".join([*out, ""])


def said(line: Line) -> str:
    """Write a line of the log with its arguments."""
    return " ".join([line.key, *(str(arg) if isinstance(arg, int | str) else f"#{arg.handle}" for arg in line.args)])


def digest(view: View) -> str:
    """Give eight letters for a whole view (but for the bytes of the state, which say nothing more)."""
    seen = msgspec.structs.replace(view, state=b"")
    return hashlib.blake2b(msgspec.json.encode(seen), digest_size=4).hexdigest()


def main() -> None:
    """Write all printouts."""
    PRINTS.mkdir(exist_ok=True)
    for file in PRINTS.glob("*.txt"):
        file.unlink()
    for game in printed():
        (PRINTS / f"{game.name}.txt").write_text(printout(game))


if __name__ == "__main__":
    main()
