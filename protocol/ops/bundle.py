"""A bundle: neighbouring operations on different cards, in the same steps. Every seat says all that it owes in one go.

There are three stages, and a bundle is of one of them. What is *opened* (dealt, or shown from shared places) never
fails: the layers of who is gone are recovered. What is *moved* (passed, or returned) or *mixed* (remixed) happens all
or not at all, because it needs its holders. What another part of the step opens can change nothing of what a part asks
for: all cards are different, and everybody has confirmed the chain before the first of them is opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.cards import Card
from protocol.elgamal import Ciphertext
from protocol.errors import BadProof, OutOfOrder
from protocol.group import Element
from protocol.operations import Bundle, Deal, Part, Pass, Remix, Return, Show
from protocol.ops.draw import bared, completed, drawn, giving, own_faces, published
from protocol.ops.move import COPIED, arrived, in_order, mixed, mixing, moving, repeats
from protocol.ops.pieces import together
from protocol.ops.result import Abandonment, Completion
from protocol.play import PlayState, Run
from protocol.steps import Conviction, Steps
from protocol.wire import MAX_PILE

STAGES: tuple[tuple[type[Part], ...], ...] = ((Deal, Show), (Pass, Return), (Remix,))
"""What goes together: what is opened, what is moved, what is mixed."""


def check_together(play: PlayState, parts: Sequence[Part]) -> None:
    """Refuse parts that do not go together. Each of them is checked by itself. Raises ``OutOfOrder``."""
    if not any(all(isinstance(part, stage) for part in parts) for stage in STAGES):
        raise OutOfOrder("a bundle opens, moves or mixes, and does no two of these")
    named = [handle for part in parts for handle in part.handles]
    born = [handle for part in parts if isinstance(part, Remix) for handle in part.into]
    if len(set(named)) != len(named) or len(set(born)) != len(born):
        raise OutOfOrder("two parts of a bundle name one card")
    if len(named) + sum(len(part.faces) for part in parts if isinstance(part, Remix)) > MAX_PILE:
        raise OutOfOrder(f"a bundle is of at most {MAX_PILE} cards")
    for part in parts:
        if isinstance(part, Show):
            play.table.joint(part.handles)  # for a hand card its holder is needed, and it may be gone


def bundle(run: Run, operation: Bundle) -> Steps[Completion | Abandonment]:
    """All parts of a bundle; the faces that they have taught, together."""
    if opened := [part for part in operation.parts if isinstance(part, Deal | Show)]:
        return (yield from _open(run, opened))
    if moved := [part for part in operation.parts if isinstance(part, Pass | Return)]:
        return (yield from _move(run, moved))
    return (yield from _mix(run, [part for part in operation.parts if isinstance(part, Remix)]))


def _open(run: Run, parts: Sequence[Deal | Show]) -> Steps[Completion]:
    play = run.play
    yield from run.confirm()
    # Whatever is dealt is under its seat before the first share of anything exists.
    asked: list[tuple[Run, list[Card], list[int], str]] = []
    for number, part in enumerate(parts):
        if isinstance(part, Deal):
            cards, role = play.table.order_draw(part.handles, part.seat, play.seated), "draw"
            seats = [seat for seat in play.seated if seat != part.seat]
        else:
            cards, role, seats = play.table.joint(part.handles), "show", list(play.seated)
        asked.append((run.part(number), cards, seats, role))
    pieces = [giving(own, cards, seats, role, role == "draw") for own, cards, seats, role in asked]
    heard = yield from together(run, pieces, "key-shares", unique=True)
    layers: list[Mapping[int, list[Element]]] = []
    for (own, cards, seats, role), given in zip(asked, heard, strict=True):
        layers.append((yield from completed(own, cards, seats, role, given)))
    faces: dict[int, str] = {}
    for part, (own, cards, _, _), off in zip(parts, asked, layers, strict=True):
        if isinstance(part, Deal):
            drawn(own, cards, off)
            faces |= own_faces(own, cards, part.seat)
        else:
            faces |= published(own, cards, bared(own, cards, off))
    return Completion(faces)


def _move(run: Run, parts: Sequence[Pass | Return]) -> Steps[Completion | Abandonment]:
    play = run.play
    if any(isinstance(part, Pass) for part in parts):
        yield from run.confirm()
    asked = [(play.table.held(part.handles), part.seat if isinstance(part, Pass) else None) for part in parts]
    pieces = [
        moving(run.part(number), cards, target, "return" if target is None else "pass")
        for number, (cards, target) in enumerate(asked)
    ]
    heard = yield from together(run, pieces, "moving-cards", check=_differ)
    if any(set(said) != set(piece.authors) for said, piece in zip(heard, pieces, strict=True)):
        return Abandonment("a seat whose cards were to be moved is gone")
    if (yield from _caught(heard)):
        return Abandonment("a seat whose cards were to be moved is caught")
    faces: dict[int, str] = {}
    fresh = [in_order(cards, said) for (cards, _), said in zip(asked, heard, strict=True)]
    for (cards, target), ciphers in zip(asked, fresh, strict=True):
        faces |= arrived(run, cards, ciphers, target)
    return Completion(faces)


def _mix(run: Run, parts: Sequence[Remix]) -> Steps[Completion | Abandonment]:
    pieces = [mixing(run.part(number), part) for number, part in enumerate(parts)]
    heard = yield from together(run, pieces, "mixing-hand", check=_differ)
    if not all(heard):
        return Abandonment("a seat whose hand was to be mixed is gone")
    if (yield from _caught(heard)):
        return Abandonment("a seat whose hand was to be mixed is caught")
    faces: dict[int, str] = {}
    for part, said in zip(parts, heard, strict=True):
        faces |= mixed(run, part, said[part.seat])
    return Completion(faces)


def _differ(said: Sequence[Sequence[Ciphertext]]) -> None:
    """All fresh cards of one message have randomness of their own."""
    firsts = [cipher.a for fresh in said for cipher in fresh]
    if len(set(firsts)) != len(firsts):
        raise BadProof("message", "a card has the randomness of another")


def _caught(heard: Sequence[Mapping[int, Sequence[Ciphertext]]]) -> Steps[bool]:
    """Whether a seat's cards have the randomness of another seat's; if so, until it has left."""
    fresh: dict[int, list[Ciphertext]] = {}
    for said in heard:
        for seat, ciphers in said.items():
            fresh.setdefault(seat, []).extend(ciphers)
    copier = repeats(fresh)
    if copier is not None:
        yield Conviction((copier,), "bad-proof", COPIED)
    return copier is not None
