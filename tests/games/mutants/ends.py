"""Mutants that break a rule about the end of the game, or about seats that leave."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.mutants.base import breaks, changed
from tta_p2p.games import contract as c
from tta_p2p.games.smugglers.rules import Smugglers

# --- the end, and leaving --------------------------------------------------------------------------


@breaks("games_end", "random play broke off")
class NeverEnds(Smugglers):
    def claims(self, state, act):
        return () if act.verb == "wait" else super().claims(state, act)

    def legal(self, state, knows, seat):
        options = super().legal(state, knows, seat)
        return (*options[:-1], c.Option(c.Act(seat, "wait"))) if options else ()

    def apply(self, state, fact):
        if isinstance(fact, c.Act) and fact.verb == "wait":
            return c.Step(state, (), False)
        return super().apply(state, fact)


@breaks("games_end", "places must ascend")
class CountsPlacesFromZero(Smugglers):
    def standings(self, state):
        told = super().standings(state)
        return replace(told, places=tuple(replace(p, place=p.place - 1) for p in told.places))


@breaks("games_end", "their parts add up")
class AddsUpWrongly(Smugglers):
    def standings(self, state):
        told = super().standings(state)
        return replace(told, places=tuple(replace(p, parts=(*p.parts, ("luck", 1))) for p in told.places))


@breaks("games_end", "standings say over")
class EndsTooSoon(Smugglers):
    def standings(self, state):
        told = super().standings(state)
        return replace(told, over=True) if len(state.deck) < 3 else told


class LeavingMutant(Smugglers):
    """What happens when a seat leaves, to be broken by each heir in its own way."""

    def left(self, before, step, seat):
        return step

    def apply(self, state, fact):
        step = super().apply(state, fact)
        return self.left(state, step, fact.seat) if isinstance(fact, c.Left) else step


@breaks("seats_may_leave", "may not leave: busy")
class LeavesOnlyBetweenNeeds(Smugglers):
    def apply(self, state, fact):
        if isinstance(fact, c.Left) and state.pending:
            raise c.Illegal("busy")
        return super().apply(state, fact)


@breaks("seats_may_leave", "has left and is needed")
class StillAsksWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        return c.Step(changed(step.state, pending=before.pending), step.log)


@breaks("seats_may_leave", "changed when it left")
class DropsWhatOthersWereToGet(LeavingMutant):
    def left(self, before, step, seat):
        return step if step.state.over else c.Step(changed(step.state, pending=[]), step.log)


@breaks("seats_may_leave", "should decide")
class WaitsForWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        if not before.pending and before.turn == seat and not step.state.over:
            return c.Step(changed(step.state, stack=before.stack), step.log)
        return step


@breaks("seats_may_leave", "still has cards")
class KeepsTheHandOfWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        return c.Step(changed(step.state, hands=before.hands, holders=before.holders), step.log)


@breaks("seats_may_leave", "are nowhere")
class LosesTheHandOfWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        hand = before.hands[seat]
        return c.Step(changed(step.state, backs={h: b for h, b in step.state.backs.items() if h not in hand}), step.log)

    counted = staticmethod(lambda state: {})


@breaks("seats_may_leave", "should be {'crates'")
class LosesCratesOfWhoLeft(LosesTheHandOfWhoLeft):
    counted = None


@breaks("seats_may_leave", "may leave twice")
class LetsSeatsLeaveTwice(Smugglers):
    def apply(self, state, fact):
        if isinstance(fact, c.Left) and state.left[fact.seat]:
            return c.Step(state)
        return super().apply(state, fact)


@breaks("seats_may_leave", "standings do not say")
class ForgetsWhoLeft(Smugglers):
    def standings(self, state):
        told = super().standings(state)
        reasons = tuple(replace(p, left=p.left and "gone") for p in told.places)
        return replace(told, places=reasons)


@breaks("seats_may_leave", "left in its own turn and nothing is left to do")
class StopsWhenSomebodyLeaves(LeavingMutant):
    def left(self, before, step, seat):
        return step if before.pending else c.Step(changed(step.state, stack=[], pending=[], ending=""), step.log)
