"""Mutants that break a rule about the end of the game, or about seats that leave."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.mutants.base import breaks
from tta_p2p.games import contract as c
from tta_p2p.games.examples import smugglers
from tta_p2p.games.examples.smugglers import Smugglers

# --- the end, and leaving --------------------------------------------------------------------------


@breaks("games_end", "random play broke off")
class NeverEnds(Smugglers):
    def claims(self, state, act):
        if act.verb == "wait" and not act.args and not state.needs and act.seat == state.turn:
            return ()
        if act.verb == "end":
            raise c.Illegal("no-more", "end", seat=act.seat)
        return super().claims(state, act)

    def legal(self, state, knows, seat):
        options = super().legal(state, knows, seat)
        waits = not state.needs and state.stage == "turn" and seat == state.turn
        return (*options, c.Option(c.Act(seat, "wait"))) if waits else options

    def apply(self, state, fact):
        if isinstance(fact, c.Act) and fact.verb == "wait" and not state.needs:
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
        if isinstance(fact, c.Left) and state.needs:
            raise c.Illegal("busy")
        return super().apply(state, fact)


@breaks("seats_may_leave", "has left and is needed")
class StillAsksWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        return c.Step(replace(step.state, needs=before.needs), step.log)


@breaks("seats_may_leave", "should decide")
class WaitsForWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        if before.stage == "turn" and before.turn == seat and step.state.stage == "turn":
            return c.Step(replace(step.state, turn=seat), step.log)
        return step


@breaks("seats_may_leave", "still has cards")
class KeepsTheHandOfWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        hand = before.hands[seat]
        out = tuple(handle for handle in step.state.out if handle not in hand)
        hands = smugglers._with(step.state.hands, seat, hand)
        return c.Step(replace(step.state, hands=hands, out=out), step.log)


@breaks("seats_may_leave", "are nowhere")
class LosesTheHandOfWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        return c.Step(replace(step.state, out=before.out), step.log)

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


@breaks("seats_may_leave", "0 needs, over: False")
class StopsWhenSomebodyLeaves(LeavingMutant):
    def left(self, before, step, seat):
        s = step.state
        return c.Step(replace(s, stage="act", needs=()), step.log) if s.stage != "over" else step
