"""Says what a transcript file proves: `python -m tests.independent.verifier FILE [KEYS]`, in a clone."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from .audit import open_hands
from .files import Verdict, verify
from .session import Session
from .verdicts import Damage

GOOD = ("finished", "called-off", "forfeited", "left", "unfinished")
"""The verdicts on a file in which nothing is wrong."""


def lines(verdict: Verdict) -> Iterator[str]:
    """The verdict in words, a fact a line."""
    yield str(verdict)
    session = verdict.session
    if session is None:
        return
    fields, names = session.charter.fields, [seat.name for seat in session.charter.fields.seats]
    yield f"game       {fields.game}, {len(fields.operators)} operators, {len(fields.seats)} seats"
    yield f"game id    {session.charter.sid.hex()}"
    yield f"chain      {session.play.chain.hex()} at step {session.play.step}, epoch {session.epoch}"
    if session.table.order:
        yield f"order      {', '.join(names[seat] for seat in session.table.order)}"
    yield from (f"left       {fields.operators[each.operator].name}: {each.reason}" for each in session.left)
    yield from (f"left       {fields.operators[each].name}: {reason}" for each, reason in session.out)
    yield from (f"convicted  {names[each.seat]}: {each.kind} ({each.why})" for each in verdict.convicted)
    yield from (f"unproven   {fields.operators[each].name} was voted out as a cheat" for each in session.unproven)
    if session.paused:
        yield "paused     by agreement; nobody has said anything in the game since"
    if session.finished is not None:
        yield f"digest     {session.finished.digest.hex()}"
        yield f"standings  {session.finished.standings!r}"


def hidden(session: Session, file: bytes, keys: bytes) -> Iterator[str]:
    """What a file of keys shows of the hidden cards."""
    names = [seat.name for seat in session.charter.fields.seats]
    opened = open_hands(file, keys)
    yield from (f"no key     {names[seat]}" for seat in opened.missing)
    yield from (f"wrong key  {names[seat]}" for seat in opened.wrong)
    for card in opened.cards:
        holder = "nobody" if card.holder is None else names[card.holder]
        yield f"card       {card.handle}, after operation {card.operation} of {holder}: {card.face}"


def main(arguments: Sequence[str]) -> int:
    """Print the verdict; 0 if nothing is wrong with the file, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.independent.verifier", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="a transcript")
    parser.add_argument("keys", type=Path, metavar="KEYS", nargs="?", help="a file of keys for its hidden cards")
    given = parser.parse_args(arguments)
    file = given.file.read_bytes()
    verdict = verify(file)
    said, good = list(lines(verdict)), verdict.status in GOOD
    if given.keys is not None and verdict.session is not None:
        try:
            said += hidden(verdict.session, file, given.keys.read_bytes())
        except Damage as why:
            said.append(f"keys       {why}")
            good = False
    print("\n".join(said))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
