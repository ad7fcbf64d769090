"""The course of a turn: start, politics, actions, end (rulebook: sequence of play)."""

from __future__ import annotations

from ..contract import Cost, Line, Seat
from . import civil, military, politics, wars
from .economy import ProductionStep, score_culture, score_science
from .events import Reveal
from .flow import Args, Verb, pop, push, question, runner, verb
from .hands import KEPT_HAND, Draw, discard
from .military import share_tactic
from .phases import Actions, FirstActions, NextTurn, Order, PoliticsPhase, ResolveWars
from .ratings import (
    civil_actions,
    culture,
    military_actions,
    military_hand_limit,
    military_left,
    science,
    uprising,
)
from .row import Replenish
from .scoring import GameEnd
from .specials import automatic, end_conversions
from .state import EMPTY, Frame, State
from .tableau import trigger
from .tables import BOARD
from .tables.words import When

_ = (civil, military, politics, wars)

SIMPLE_EVENTS_AFTER = 2
"""In the simple game the starting player turns up an event in each round after this one."""
UPRISING = "uprising"
"""In `Player.used`: the people rise up at the end of this turn, and so nothing is drawn."""


class StartOfTurn(Frame, frozen=True):
    """Begin a seat's turn."""


class ShareTactic(Frame, frozen=True):
    """An exclusive tactic goes to the common area."""


class EndOfTurn(Frame, frozen=True):
    """Go through the end of a turn."""


class DiscardExcess(Frame, frozen=True):
    """Discard military cards above the hand limit."""


class Production(Frame, frozen=True):
    """Check for an uprising; without one score and produce."""


class DrawCards(Frame, frozen=True):
    """Draw a military card for each unused military action."""


class ResetTurn(Frame, frozen=True):
    """Get all actions back; what was for this turn only is lost."""


@runner(StartOfTurn, eager=True)
def _start(s: State, frame: StartOfTurn) -> None:
    seat = frame.seat
    s.current = seat
    s.say("turn", seat, s.round)
    if s.round == 1:
        p = s.players[seat]
        p.civil_spent = civil_actions(s, seat) - BOARD.first_round_civil_actions[s.place(seat)]
        p.military_spent = military_actions(s, seat)
        push(s, FirstActions(seat))
        return
    if s.options.simple:
        event = (Reveal(seat),) if seat == s.starting and s.round > SIMPLE_EVENTS_AFTER and s.current_events else ()
        push(s, Replenish(seat), *event, Actions(seat))
        return
    between = (ShareTactic(seat),) if s.rules.common_tactics else ()
    push(s, Replenish(seat), ResolveWars(seat), *between, PoliticsPhase(seat), *after_politics(s, seat), Actions(seat))


def after_politics(s: State, seat: Seat) -> tuple[Frame, ...]:
    """Give what comes between the politics phase and the actions of a seat."""
    return () if s.rules.discards_at_end else (DiscardExcess(seat),)


@runner(ShareTactic, eager=True)
def _share(s: State, frame: ShareTactic) -> None:
    share_tactic(s, s.players[frame.seat])


question(FirstActions, "first-turn", ("take", "end"), repeats=True)
question(
    Order,
    "order",
    ("build", "upgrade", "develop", "revolution"),
    lambda s, frame: (frame.what, frame.source),
)
question(
    Actions,
    "actions",
    (
        "take",
        "population",
        "build",
        "upgrade",
        "stage",
        "leader",
        "develop",
        "revolution",
        "play",
        "use",
        "convert",
        "levy",
        "perform",
        "tactic",
        "copy",
        "destroy",
        "disband",
        "trade",
        "by-hand",
        "end",
    ),
    repeats=True,
)


@verb
class End(Verb):
    """`end`: end the turn."""

    name = "end"

    def check(self, s: State, frame: Actions | FirstActions, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Actions | FirstActions, args: Args, cost: Cost) -> None:
        pop(s)
        push(s, EndOfTurn(frame.seat))


@runner(EndOfTurn)
def _end(s: State, frame: EndOfTurn) -> None:
    seat = frame.seat
    before = (DiscardExcess(seat),) if s.rules.discards_at_end else ()
    push(s, *before, Production(seat), DrawCards(seat), ResetTurn(seat), NextTurn(seat))
    end_conversions(s, seat)
    automatic(s, seat)
    trigger(s, seat, When.END_OF_TURN)


@runner(DiscardExcess, eager=True)
def _discard_excess(s: State, frame: DiscardExcess) -> None:
    p = s.players[frame.seat]
    if KEPT_HAND not in p.used:
        discard(s, frame.seat, len(p.military_hand) - military_hand_limit(s, frame.seat))


@runner(Production, eager=True)
def _production(s: State, frame: Production) -> None:
    seat = frame.seat
    if uprising(s, seat):
        s.say("uprising", seat)
        if not s.rules.draws_in_uprising:
            s.players[seat].used += (UPRISING,)
        return
    score_science(s, seat, science(s, seat))
    score_culture(s, seat, culture(s, seat), "production")
    push(s, *(ProductionStep(seat, step) for step in s.rules.turn_steps))


@runner(DrawCards, eager=True)
def _draw_cards(s: State, frame: DrawCards) -> None:
    if UPRISING in s.players[frame.seat].used:
        return
    number = min(BOARD.most_cards_drawn, military_left(s, frame.seat))
    if number > 0:
        push(s, Draw(frame.seat, number))


@runner(ResetTurn, eager=True)
def _reset(s: State, frame: ResetTurn) -> None:
    p = s.players[frame.seat]
    p.civil_spent = p.military_spent = 0
    p.extra_civil = p.extra_military = 0
    p.unit_resource = p.unit_science = 0
    p.used = ()
    p.fresh = ()
    p.armed = EMPTY
    p.by_hand = False


@runner(NextTurn, eager=True)
def _next(s: State, frame: NextTurn) -> None:
    next_turn(s, frame.seat)


def next_turn(s: State, seat: Seat) -> None:
    """Pass the turn on from a seat (which may just have left); behind the last seat a new round begins."""
    following = next(other for other in s.clockwise(seat + 1))
    if s.place(following) <= s.place(seat):
        if s.final_round and s.round >= s.final_round:
            push(s, GameEnd(following))
            return
        s.round += 1
        s.say("round", s.round)
    push(s, StartOfTurn(following))
