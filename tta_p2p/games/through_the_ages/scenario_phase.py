"""The phase in which a scenario begins: in a turn, at a step of its end, inside an event or an auction."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..contract import Claim, Face, Handle, Seat
from ..entry import ImpossibleScenario
from .colonization import Bidding, PutUp, bonus_force, cook, promise, public_force
from .economy import ProductionStep
from .editions import EDITIONS
from .events import AfterEvent, Occur
from .index import BONUS_CARDS, EVENTS, TERRITORIES
from .phases import Actions, NextTurn, PoliticsPhase
from .politics import AfterAction
from .scoring import GameEnd
from .state import Frame, State
from .tables import EDITION
from .turn import DiscardExcess, DrawCards, EndOfTurn, Production, ResetTurn, StartOfTurn, after_politics

END_STEPS = ("end", "discard", "production", *map(str, EDITIONS[EDITION].turn_steps), "draw", "reset")
"""The end of a turn from its beginning or from one of its steps on; the steps of production leave out the uprising."""
PHASES = ("start", "politics", "event", "actions", *END_STEPS, "game-end")
"""Where a scenario can begin; a game's first round has no politics phase."""


class AuctionState(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The state of a territory's auction: the last bidder, and the others that have not passed."""

    bid: int = 0
    holder: Seat = -1
    bidders: list[Seat] | None = None


def frames(
    s: State, phase: str, event: Face, auction: AuctionState | None, faces: Mapping[Handle, Face]
) -> list[Frame]:
    """Give what is to be carried out from a phase on, the first one first. Raises ImpossibleScenario."""
    seat = s.current
    actions: list[Frame] = [*after_politics(s, seat), Actions(seat)]
    if phase == "event":
        return [_event(s, event, auction, faces), AfterEvent(seat), AfterAction(seat, False), *actions]
    if phase == "politics":
        return [PoliticsPhase(seat), *actions]
    if phase in END_STEPS:
        return _end_of_turn(s, phase)
    kinds: dict[str, type[Frame]] = {"start": StartOfTurn, "actions": Actions, "game-end": GameEnd}
    return [kinds[phase](seat)]


def _end_of_turn(s: State, phase: str) -> list[Frame]:
    seat, turn_steps = s.current, s.rules.turn_steps
    after: list[Frame] = [DrawCards(seat), ResetTurn(seat), NextTurn(seat)]
    if phase == "end":
        return [EndOfTurn(seat)]
    if phase in ("draw", "reset"):
        return after[phase == "reset" :]
    steps = [str(step) for step in turn_steps]
    if phase in steps:
        return [*(ProductionStep(seat, step) for step in turn_steps[steps.index(phase) :]), *after]
    before: list[Frame] = [DiscardExcess(seat)] if s.rules.discards_at_end and phase != "production" else []
    return [*before, Production(seat), *after]


# --- events --------------------------------------------------------------------------------------------------


def check_event(phase: str, event: Face, auction: AuctionState | None) -> None:
    """Refuse what cannot be an event just revealed, or its auction. Raises ImpossibleScenario."""
    if phase != "event":
        if event or auction:
            raise ImpossibleScenario(f"event, auction: they are for phase event, not for phase {phase}")
        return
    if event not in EVENTS and event not in TERRITORIES:
        raise ImpossibleScenario(f"event: {event or 'nothing'} is no event and no territory to begin in")
    if auction and event not in TERRITORIES:
        raise ImpossibleScenario(f"auction: {event} is no territory")


def _event(s: State, event: Face, auction: AuctionState | None, faces: Mapping[Handle, Face]) -> Frame:
    if event not in TERRITORIES:
        return Occur(s.current, EVENTS[event].effects, event)
    return _auction(s, event, auction, faces) if auction else PutUp(s.current, event)


def _auction(s: State, face: Face, given: AuctionState, faces: Mapping[Handle, Face]) -> Bidding:
    holder, bid = given.holder, given.bid
    order = s.clockwise(s.current if holder < 0 else holder)
    if (holder < 0) != (bid == 0) or bid < 0:
        raise ImpossibleScenario(f"auction: a bid of {bid} by seat {holder}; without a bid it is 0 by seat -1")
    if holder >= 0 and holder not in order:
        raise ImpossibleScenario(f"auction: seat {holder} does not play")
    others = [seat for seat in order if seat != holder]
    wanted = others if given.bidders is None else given.bidders
    for seat in wanted:
        if seat not in others or wanted.count(seat) > 1:
            who = "a seat that plays, named once, which does not hold the bid"
            raise ImpossibleScenario(f"auction: a bidder is {who}; {seat} is not")
    bidders = tuple(seat for seat in others if seat in wanted)
    if holder < 0:
        return Bidding(s.current, face, bidders, 0, holder, ())
    return Bidding(s.current, face, (*bidders, holder), bid, holder, _named(s, holder, bid, faces))


def _named(s: State, seat: Seat, bid: int, faces: Mapping[Handle, Face]) -> tuple[Handle, ...]:
    """Give the cards James Cook named for a bid; the seat must be able to send what it has bid."""
    p = s.players[seat]
    number, each = cook(p)

    def bonus(handle: Handle) -> int:
        return bonus_force(p, faces[handle]) if faces[handle] in BONUS_CARDS else 0

    hand = sorted(p.military_hand, key=bonus)
    force = public_force(p)
    for thrown in range(min(number, len(hand)) + 1):
        if force and force + thrown * each + sum(map(bonus, hand[thrown:])) >= bid:
            return tuple(sorted(hand[:thrown]))
    raise ImpossibleScenario(f"auction: seat {seat} cannot send a force of {bid}")


def bid_promise(s: State) -> tuple[Claim, ...]:
    """Give what the last bid of an auction that goes on has promised about a hand."""
    for frame in s.stack:
        if isinstance(frame, Bidding) and frame.holder >= 0:
            p = s.players[frame.holder]
            hand = tuple(handle for handle in p.military_hand if handle not in frame.named)
            return promise(s, p, hand, frame.bid - public_force(p) - cook(p)[1] * len(frame.named))
    return ()
