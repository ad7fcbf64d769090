"""From an operation to the generator that carries it out."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.errors import OutOfOrder
from protocol.operations import (
    Act,
    Bundle,
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
from protocol.ops.bundle import bundle, check_together
from protocol.ops.chance import random
from protocol.ops.draw import deal, peek, show
from protocol.ops.mix import mix
from protocol.ops.move import pass_on, remix, return_face_down
from protocol.play import PlayState, Run
from protocol.steps import Steps
from protocol.wire import MAX_PILE


def start(run: Run, operation: Operation, answer: Answer) -> Steps[object]:
    """The generator of an operation that a driver may ask for and that was checked."""
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
        case Bundle():
            return bundle(run, operation)
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


def check(play: PlayState, operation: Operation) -> None:
    """Refuse what no rules should ask for in this state. Raises ``OutOfOrder`` or ``CardLeak``."""
    match operation:
        case Deal(_, seat) | Peek(_, seat) | Pass(_, seat) | Remix(seat) if seat not in play.seated:
            raise OutOfOrder(f"no seat {seat} is at the table")
        case Act(seat) if seat >= len(play.charter.seats):
            raise OutOfOrder(f"there is no seat {seat}")
        case Seal(seats) if len(set(seats)) != len(seats) or max(seats) >= len(play.charter.seats):
            raise OutOfOrder("sealed answers of a seat that does not exist, or of one seat twice")
        case Bundle(parts):
            check_together(play, parts)
            for part in parts:
                check(play, part)
        case Deal() | Peek() | Show() | Pass() | Return() if not operation.handles:
            raise OutOfOrder("an operation on no card")
        case _:
            _check_cards(play, operation)


def _check_cards(play: PlayState, operation: Operation) -> None:
    table = play.table
    match operation:
        case Deal(handles):
            table.drawable(handles, play.seated)
        case Peek(handles, seat):
            for card in table.get(handles):
                if card.joint:
                    table.drawable([card.handle], play.seated)
                elif card.holder is None or card.holder == seat:
                    raise OutOfOrder(f"a seat peeks at hidden cards that it does not hold, not at card {card.handle}")
        case Show(handles):
            for card in table.get(handles):
                if card.face is not None:
                    raise OutOfOrder(f"card {card.handle} is shown already")
        case Pass(handles, seat):
            for card in table.held(handles):
                if card.holder == seat:
                    raise OutOfOrder(f"card {card.handle} lies in the hand of seat {seat} already")
        case Return(handles):
            table.held(handles)
        case Remix(seat, handles, faces, into):
            for card in table.held(handles):
                if card.holder != seat:
                    raise OutOfOrder(f"card {card.handle} does not lie in the hand of seat {seat}")
            _check_pile(play, handles, faces)
            table.check_new_handles(into, len(handles) + len(faces), handles)
        case Shuffle(handles, faces, into):
            for card in table.get(handles):
                if card.holder is not None:
                    raise OutOfOrder(f"card {card.handle} must be returned from its hand before it is shuffled")
            _check_pile(play, handles, faces)
            table.check_new_handles(into, len(handles) + len(faces), handles)
        case Prepare(_, handles, faces):
            for card in table.get(handles):
                if not card.joint:
                    raise OutOfOrder(f"card {card.handle} is not shared and hidden; no pile is prepared of it")
            _check_pile(play, handles, faces)
        case _:
            pass


def _check_pile(play: PlayState, handles: Sequence[int], faces: Sequence[str]) -> None:
    if not 0 < len(handles) + len(faces) <= MAX_PILE:
        raise OutOfOrder(f"a mix is of 1 to {MAX_PILE} cards, not of {len(handles) + len(faces)}")
    for face in faces:
        play.point_of(face)
