"""The waits of a game: the seats that must send, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from protocol.lanes import ANSWERS, Lane
from protocol.machine import Machine
from protocol.messages import SealReady, Vote
from protocol.steps import Computation, Conviction, MessageStep, PreparedPile


@dataclass(frozen=True, slots=True)
class Wait:
    """A seat that must send before the game goes on, and why (a key); no seat where this node is not ready."""

    seat: int | None
    why: str
    automatic: bool = True
    """Whether the node sends it by itself; otherwise a person decides."""


class WaitCache:
    """The last waits of one peer: a node asks many times a second, and they seldom change."""

    def __init__(self) -> None:
        self.changing = 0
        """The number of calls under way that may change waits; a referee may ask for waits during one."""
        self.forget()

    def forget(self) -> None:
        """Drop the cached waits."""
        self._waits: list[Wait] | None = None
        self._owed: list[Wait] | None = None

    def waiting(self, machine: Machine) -> list[Wait]:
        """See `waiting`."""
        if self.changing or self._waits is None:
            self._waits = waiting(machine)
        return list(self._waits)

    def owed(self, machine: Machine) -> list[Wait]:
        """See `owed`."""
        if self.changing or self._owed is None:
            self._owed = owed(machine)
        return list(self._owed)


class WaitHolder(Protocol):
    """An object with a cache of waits."""

    waits: WaitCache


P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound=WaitHolder)


def invalidates_waits(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """Mark a method that may change waits: the cache is off during the call and empty after it."""

    @wraps(method)
    def changing(whole: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        whole.waits.changing += 1
        try:
            return method(whole, *args, **kwargs)
        finally:
            whole.waits.changing -= 1
            whole.waits.forget()

    return changing


def waiting(machine: Machine) -> list[Wait]:
    """Give the waits of a game at one peer; never empty while a requested operation is under way."""
    collector, play = machine.collector, machine.course.lane
    if machine.course.over:
        return []
    lanes = [ballot.lane for ballot in machine.ballots if ballot.lane.messages or ballot.confirming]
    if collector.halted:
        differs = None if collector.diverging_seat < 0 else collector.diverging_seat
        halt = Wait(differs, "differ") if collector.diverged else Wait(None, "failed")
        return [halt, *(wait for lane in lanes for wait in _waiting_in(machine, lane))]
    if machine.paused:
        return [Wait(None, "pause"), *(wait for lane in lanes for wait in _waiting_in(machine, lane))]
    if isinstance(play.request, PreparedPile):
        pile = machine.piles.find(play.request.cards)
        lanes += [pile.lane] if pile is not None else []
    if not machine.holds:
        lanes.append(play)
    waits = [wait for lane in lanes for wait in _waiting_in(machine, lane)]
    return waits or ([] if machine.may_send or not machine.gate.seats else [Wait(None, "catching-up")])


def is_replaying(machine: Machine) -> bool:
    """Whether a peer still replays its journal and waits for nothing but its own checks."""
    return machine.course.is_replaying and all(
        wait.why in ("checking-shuffle", "catching-up") for wait in waiting(machine)
    )


def owed(machine: Machine) -> list[Wait]:
    """Give the messages that others owe one peer: its waits, and while its own vote holds up play, those of the open
    step.
    """
    play = machine.course.lane
    if not machine.holds or machine.course.over or machine.collector.halted or machine.paused:
        return waiting(machine)
    mail = machine.mail
    held = [
        wait
        for wait in _waiting_in(machine, play)
        if wait.seat is not None
        and wait.seat not in machine.gate.seats
        and (wait.why == "other-chain" or mail.known((play.id, play.epoch, play.step, wait.seat)) is None)
    ]
    return [*waiting(machine), *held]


def _waiting_in(machine: Machine, lane: Lane) -> list[Wait]:
    answers, forks = machine.collector.answers, machine.mail.forks
    match lane.request:
        case MessageStep(kind, why=why):
            undecided = {seat for seat in machine.gate.seats if kind is SealReady and seat not in answers}
            silent = [seat for seat in lane.authors() if seat not in lane.messages or seat in undecided]
            slots = {seat: (lane.id, lane.epoch, lane.step, seat) for seat in silent}
            automatic = kind not in (*ANSWERS, Vote)
            return [Wait(seat, "other-chain" if slots[seat] in forks else why, automatic) for seat in silent]
        case Conviction(seats):
            return [Wait(seat, "caught") for seat in seats if seat in machine.play.present]
        case Computation():
            return [Wait(None, "checking-shuffle")]
        case _:
            return []
