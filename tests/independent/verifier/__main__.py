"""Says what a transcript file proves, without a package and without a network.

`python3 -I verify.pyz FILE [KEYS]` with the file that scripts/second-verifier packs, or in a clone
`python -m tests.independent.verifier FILE [KEYS]`.

Exit codes: 0 finished, nobody convicted; 1 violated; 2 damaged, or not a transcript; 3 unfinished; 4 only the rules
of the game can tell, or another version; 5 finished, with somebody convicted on the way; 6 ended early by agreement;
7 a message reaches another state than the one before it. The rules of the game are never checked.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from .audit import open_hands
from .files import Verdict, verify
from .session import Session
from .verdicts import Damage

CODES = {
    **{"finished": 0, "violated": 1, "damaged": 2, "unfinished": 3, "other-rules": 4, "other-version": 4},
    **{"called-off": 6, "forfeited": 6, "left": 6, "disagreed": 7},
}
"""The exit code for each verdict; those of `tta verify`."""
CONVICTED = 5
"""The exit code for a game that finished although somebody was convicted."""
UNCHECKED = "rules      not checked: this verifier knows the protocol, and the rules of no game"


def lines(verdict: Verdict) -> Iterator[str]:
    """The verdict in words, a fact a line."""
    yield str(verdict)
    yield UNCHECKED
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
    """Print the verdict, and give its exit code."""
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="verify", description=__doc__, formatter_class=layout)
    parser.add_argument("file", type=Path, metavar="FILE", help="a transcript")
    parser.add_argument("keys", type=Path, metavar="KEYS", nargs="?", help="a file of keys for its hidden cards")
    given = parser.parse_args(arguments)
    try:
        file = given.file.read_bytes()
        keys = given.keys.read_bytes() if given.keys is not None else None
    except OSError as why:
        print(why, file=sys.stderr)
        return CODES["damaged"]
    verdict = verify(file)
    said, code = list(lines(verdict)), CODES[verdict.status]
    if not code and verdict.convicted:
        code = CONVICTED
    if keys is not None and verdict.session is not None:
        try:
            said += hidden(verdict.session, file, keys)
        except Damage as why:
            said.append(f"keys       {why}")
            code = code or CODES["damaged"]
    print("\n".join(said))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
