"""From an operation to the generator that carries it out."""

from __future__ import annotations

from protocol.errors import OutOfOrder
from protocol.operations import (
    Act,
    Deal,
    Finish,
    Leave,
    Operation,
    Pass,
    Peek,
    Prepare,
    Random,
    Remix,
    Return,
    Seal,
    Show,
    Shuffle,
)
from protocol.ops.acts import Answer, act, finish, seal
from protocol.ops.chance import random
from protocol.ops.draw import deal, peek, show
from protocol.ops.mix import mix
from protocol.ops.move import pass_on, remix, return_face_down
from protocol.play import Play, Run
from protocol.steps import Steps


def start(run: Run, operation: Operation, answer: Answer) -> Steps[object]:
    """The generator of an operation that a driver may ask for. Raises ``OutOfOrder`` for one that makes no sense."""
    check(run.play, operation)
    match operation:
        case Shuffle():
            return mix(run, operation)
        case Deal():
            return deal(run, operation)
        case Peek():
            return peek(run, operation)
        case Show():
            return show(run, operation)
        case Pass():
            return pass_on(run, operation)
        case Return():
            return return_face_down(run, operation)
        case Remix():
            return remix(run, operation)
        case Random():
            return random(run, operation)
        case Act():
            return act(run, operation, answer)
        case Seal():
            return seal(run, operation, answer)
        case Finish():
            return finish(run, operation)
        case Prepare() | Leave():
            raise AssertionError("prepared in a lane, or begun by the session itself")


def check(play: Play, operation: Operation) -> None:
    """Refuse what no state of the cards could make sense of. Raises ``OutOfOrder``."""
    match operation:
        case Deal() | Peek() | Show() | Pass() | Return() if not operation.handles:
            raise OutOfOrder("an operation on no card")
        case Shuffle() | Remix() if len(set(operation.into)) != len(operation.into):
            raise OutOfOrder("two new cards have one handle")
        case _:
            pass
    match operation:
        case Deal(_, seat) | Peek(_, seat) | Pass(_, seat) | Remix(seat) if seat not in play.seated:
            raise OutOfOrder(f"no seat {seat} is at the table")
        case Act(seat) if seat >= len(play.charter.seats):
            raise OutOfOrder(f"there is no seat {seat}")
        case Seal(seats) if len(set(seats)) != len(seats) or max(seats) >= len(play.charter.seats):
            raise OutOfOrder("sealed answers of a seat that does not exist, or of one seat twice")
        case _:
            pass
