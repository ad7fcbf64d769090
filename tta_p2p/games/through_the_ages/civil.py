"""Civil cards: taking from the row, leaders, technologies, governments and revolution, action cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ..contract import Cost, Face, Knowledge, Line, Seat
from .costs import (
    CIVIL,
    LEADER_REPLACED,
    SCIENCE,
    ActionVerb,
    available,
    cheaper_science,
    cooperation,
    make_cost,
    say_cost,
    science_price,
    spend,
    take_price,
)
from .economy import score_science
from .effects import effect, regain_civil_action
from .flow import Args, Verb, departure, pop, push, verb, verb_for
from .formulas import has_technology
from .index import (
    ACTION_CARDS,
    GOVERNMENTS,
    IS_UNIT,
    KIND,
    LEADERS,
    LEVEL,
    SPECIALS,
    TECHNOLOGY_COST,
    WONDERS,
    WORKER_TECHNOLOGIES,
)
from .obstacles import first_obstacle, nearest_refusal, obstacle
from .phases import Actions, FirstActions, Order
from .ratings import civil_actions, civil_hand_limit, military_actions, military_left
from .specials import leader_replaced
from .state import EMPTY, Frame, Player, State
from .tableau import (
    Do,
    add_special,
    change_government,
    leader_comes,
    leader_goes,
    leave_hand,
    superseding,
    trigger,
)
from .tables import effects as e
from .tables.words import TECHNOLOGIES, When
from .workers import cannot_pay, payable, why_no_act

CARD_PAID = "own-action-for-card"
"""In `Player.used`: the last action card was paid with a civil action of the player's own, not a converted one."""


# --- taking --------------------------------------------------------------------------------------------------


def cannot_take(s: State, seat: Seat, space: int, past_limit: bool = False) -> Line | None:
    """Say why a seat may not take the card on a space of the row, whatever it costs; None if it may.

    `past_limit`: the hand may grow beyond its limit.
    """
    face = s.row[space]
    p = s.players[seat]
    if not face:
        return Line("empty-space", (space + 1,))
    if face in WONDERS:
        return Line("wonder-unfinished", (p.wonder,)) if p.wonder else None
    if not past_limit and len(p.civil_hand) >= civil_hand_limit(s, seat):
        return Line("hand-full", (civil_hand_limit(s, seat),))
    if face in LEADERS:
        return Line("leader-of-age", (face,)) if LEVEL[face] in p.leader_ages else None
    if face in TECHNOLOGY_COST and (face in p.civil_hand or has_technology(p, face)):
        return Line("have-already", (face,))
    return None


def take(s: State, seat: Seat, space: int) -> None:
    """Take the card on a space of the row into the hand; a wonder into play, unfinished."""
    p = s.players[seat]
    face, s.row[space] = s.row[space], EMPTY
    s.say("takes", seat, face)
    if face in WONDERS:
        p.wonder = face
        return
    p.civil_hand += (face,)
    if face in LEADERS:
        p.leader_ages = tuple(sorted((*p.leader_ages, LEVEL[face])))
    elif face in TECHNOLOGY_COST:
        trigger(s, seat, When.TAKE_TECHNOLOGY)


@verb_for(FirstActions)
@verb_for(Actions)
class Take(Verb):
    """`take 7`: take the card on the seventh space of the row."""

    name = "take"
    shape = (int,)

    def candidates(self, s: State, frame: Actions | FirstActions, knows: Knowledge) -> Iterator[Args]:
        for space, face in enumerate(s.row):
            if face:
                yield (space + 1,)

    def quick_candidates(self, s: State, frame: Actions | FirstActions, knows: Knowledge) -> Iterator[Args]:
        p = s.players[frame.seat]
        left = available(s, frame.seat, CIVIL)
        room = len(p.civil_hand) < civil_hand_limit(s, frame.seat)
        for space, face in enumerate(s.row):
            if face and (room or face in WONDERS) and take_price(s, p, space) <= left:
                yield (space + 1,)

    def check(self, s: State, frame: Actions | FirstActions, args: Args) -> Cost | Line:
        space = args[0] - 1
        if not 0 <= space < len(s.row):
            return Line("no-such-space")
        refusal = cannot_take(s, frame.seat, space)
        if refusal is not None:
            return refusal
        return payable(s, frame.seat, make_cost(civil_action=take_price(s, s.players[frame.seat], space)))

    def do(self, s: State, frame: Actions | FirstActions, args: Args, cost: Cost) -> None:
        face = s.row[args[0] - 1]
        take(s, frame.seat, args[0] - 1)
        if face in ACTION_CARDS:
            s.players[frame.seat].fresh += (face,)
        spend(s, frame.seat, cost)


# --- leaders -------------------------------------------------------------------------------------------------


@verb
class PlayLeader(ActionVerb):
    """`leader moses`: play that leader; the one in play leaves and (2015) gives a civil action back."""

    name = "leader"
    shape = (str,)

    def candidates(self, s: State, frame: Actions, knows: Knowledge) -> Iterator[Args]:
        for face in s.players[frame.seat].civil_hand:
            if face in LEADERS:
                yield (face,)

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        face = args[0]
        if face not in s.players[frame.seat].civil_hand or face not in LEADERS:
            return Line("not-in-hand", (face,))
        return payable(s, frame.seat, make_cost(civil_action=1))

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        face = args[0]
        seat = frame.seat
        p = s.players[seat]
        spend(s, seat, cost)
        old = p.leader
        s.say("leader", seat, face)
        if old:
            p.used += (LEADER_REPLACED,)
            if leader_replaced(s, seat, old, face):
                return
        leave_hand(p, face)
        if not old:
            leader_comes(s, seat, face)
            return
        leader_goes(s, seat, successor=face)
        if s.rules.action_for_leader:
            regain_civil_action(s, seat)


# --- technologies --------------------------------------------------------------------------------------------


def _science(s: State, p: Player, face: Face, price: int) -> Cost:
    """Split a science price into the pool for unit technologies and real science."""
    pool = min(price, p.unit_science) if face in IS_UNIT else 0
    return make_cost(unit_science=pool, science=price - pool)


def _cannot_develop(s: State, frame: Actions | Order, face: Face) -> Line | None:
    p = s.players[frame.seat]
    if face not in p.civil_hand or face not in TECHNOLOGY_COST:
        return Line("not-in-hand", (face,))
    if type(frame) is Order and (frame.what != "develop" or KIND[face] not in frame.kinds):
        return Line("not-allowed-here", (face,))
    for one, partner in cooperation(s, p, face):
        if s.players[partner].science < one.partner_pays:
            return Line("partner-cannot-pay", (partner, one.partner_pays, s.players[partner].science))
    return None


def _developed(s: State, seat: Seat, face: Face) -> None:
    """Let the partners of pacts pay, put a paid technology into play and set off what follows."""
    p = s.players[seat]
    for one, partner in cooperation(s, p, face):
        score_science(s, partner, -one.partner_pays)
    leave_hand(p, face)
    s.say("develops", seat, face)
    if face in WORKER_TECHNOLOGIES:
        p.workers[face] = 0
    elif face in GOVERNMENTS:
        change_government(s, seat, face)
    else:
        add_special(s, seat, face)


class _Develop(Verb):
    shape = (str,)
    faces: Collection[Face]

    def candidates(self, s: State, frame: Actions | Order, knows: Knowledge) -> Iterator[Args]:
        if type(frame) is Order and frame.what != "develop":
            return
        for face in s.players[frame.seat].civil_hand:
            if face in self.faces:
                yield (face,)


@verb
class Develop(_Develop):
    """`develop iron`: put that technology of the hand into play for its science cost."""

    name = "develop"
    faces = TECHNOLOGY_COST

    def quick_candidates(self, s: State, frame: Actions | Order, knows: Knowledge) -> Iterable[Args]:
        p = s.players[frame.seat]
        found = self.candidates(s, frame, knows)
        if type(frame) is Order or cheaper_science(s, p):
            return found
        if not available(s, frame.seat, CIVIL):
            return ()
        have = p.science + p.unit_science
        return (args for args in found if TECHNOLOGY_COST[args[0]] <= have)

    def check(self, s: State, frame: Actions | Order, args: Args) -> Cost | Line:
        refusal = _cannot_develop(s, frame, args[0])
        if refusal is not None:
            return refusal
        p = s.players[frame.seat]
        order = frame if type(frame) is Order else None
        price = science_price(s, p, args[0], discount=order.discount if order else 0)
        cost = make_cost(civil_action=0 if order else 1) + _science(s, p, args[0], price)
        return payable(s, frame.seat, cost)

    def effects(self, s: State, frame: Actions | Order, args: Args) -> tuple[Line, ...]:
        higher = superseding(s.players[frame.seat], args[0])
        return (Line("superseded", (frame.seat, args[0], higher)),) if higher else ()

    def do(self, s: State, frame: Actions | Order, args: Args, cost: Cost) -> None:
        if type(frame) is Order:
            pop(s)
        spend(s, frame.seat, cost)
        trigger(s, frame.seat, When.DEVELOP)
        _developed(s, frame.seat, args[0])


@verb
class Revolution(_Develop):
    """`revolution monarchy`: change the government for its lower science cost and all civil actions."""

    name = "revolution"
    faces = GOVERNMENTS

    def check(self, s: State, frame: Actions | Order, args: Args) -> Cost | Line:
        face = args[0]
        refusal = _cannot_develop(s, frame, face)
        if refusal is not None:
            return refusal
        if face not in GOVERNMENTS:
            return Line("no-government", (face,))
        seat = frame.seat
        p = s.players[seat]
        order = frame if type(frame) is Order else None
        price = science_price(s, p, face, revolution=True, discount=order.discount if order else 0)
        if p.leader in SPECIALS["maximilien-robespierre"]:
            if p.military_spent:
                return Line("actions-spent", ("military-action",))
            actions = make_cost(military_action=military_left(s, seat))
        else:
            if p.civil_spent != (order.paid if order else 0):
                return Line("actions-spent", ("civil-action",))
            actions = make_cost(civil_action=civil_actions(s, seat) - p.civil_spent)
        science = make_cost(science=price)
        return actions + science if p.science >= price else cannot_pay(s, seat, SCIENCE, price)

    def do(self, s: State, frame: Actions | Order, args: Args, cost: Cost) -> None:
        seat = frame.seat
        p = s.players[seat]
        if type(frame) is Order:
            pop(s)
        say_cost(s, seat, cost)
        p.science -= dict(cost).get(SCIENCE, 0)
        s.say("revolution", seat)
        trigger(s, seat, When.DEVELOP)
        trigger(s, seat, When.REVOLUTION)
        _developed(s, seat, args[0])
        if p.leader in SPECIALS["maximilien-robespierre"]:
            p.military_spent, p.extra_military = military_actions(s, seat), 0
        else:
            p.civil_spent = civil_actions(s, seat)


@effect(e.Develop)
def _order_develop(s: State, do: Do, one: e.Develop) -> None:
    paid = int(do.source in ACTION_CARDS and CARD_PAID in s.players[do.seat].used)
    push(s, Order(do.seat, "develop", TECHNOLOGIES, one.discount, do.source, paid))


@obstacle(e.Develop)
def _why_no_technology(s: State, seat: Seat, one: e.Develop) -> Line | None:
    frame = Order(seat, "develop", TECHNOLOGIES, one.discount, EMPTY)
    refusals = [why_no_act(s, Develop(), frame), why_no_act(s, Revolution(), frame)]
    return None if None in refusals else nearest_refusal(line for line in refusals if line)


@departure(Order)
def _order_leaves(s: State, frame: Order, seat: Seat) -> Frame | None:
    """Drop an order of who leaves, and one that a pact with who leaves made possible: nobody could answer it."""
    if seat == frame.seat:
        return None
    if frame.what != "develop":
        return frame
    return None if all(why_no_act(s, of, frame) for of in (Develop(), Revolution())) else frame


# --- action cards --------------------------------------------------------------------------------------------


@verb
class PlayAction(ActionVerb):
    """`play frugality-a`: play that action card."""

    name = "play"
    shape = (str,)

    def candidates(self, s: State, frame: Actions, knows: Knowledge) -> Iterator[Args]:
        for face in dict.fromkeys(s.players[frame.seat].civil_hand):
            if face in ACTION_CARDS:
                yield (face,)

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        face = args[0]
        p = s.players[frame.seat]
        if face not in p.civil_hand or face not in ACTION_CARDS:
            return Line("not-in-hand", (face,))
        if p.civil_hand.count(face) <= p.fresh.count(face):
            return Line("taken-this-turn", (face,))
        cost = payable(s, frame.seat, make_cost(civil_action=1))
        if isinstance(cost, Line):
            return cost
        return first_obstacle(s, frame.seat, ACTION_CARDS[face].effects) or cost

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        face = args[0]
        p = s.players[frame.seat]
        p.used = tuple(one for one in p.used if one != CARD_PAID)
        if not p.extra_civil:
            p.used += (CARD_PAID,)
        spend(s, frame.seat, cost)
        leave_hand(p, face)
        s.gone += (face,)
        s.say("plays", frame.seat, face)
        push(s, Do(frame.seat, ACTION_CARDS[face].effects, face))
