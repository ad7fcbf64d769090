"""Units sacrificed in aggressions and wars, by the rules of 2006: each counts once more, a whole army with its bonus.

The attacker says first what it sacrifices, then the rival; against an aggression the rival plays bonus cards too. What
is named is lost on both sides, whoever wins. In the last round nobody sacrifices but to colonize.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..contract import Card, Claim, Cost, Face, Is, Knowledge, Line, Seat
from ..kit.records import replace
from .armies import armies
from .attacks import carry_out, fight, last_turn
from .flow import Args, Verb, departure, pop, push, question, verb_for
from .hands import discard_open
from .index import BONUS_CARDS, IS_UNIT, SPECIALS, STRENGTH
from .piles import play_open
from .politics import known_cards, not_held
from .ratings import units
from .state import Frame, Player, State

Units = tuple[tuple[Face, int], ...]
"""Units that are named: card and how many, sorted."""


def forbidden(s: State) -> bool:
    """Whether nobody may sacrifice units in an aggression or a war now."""
    return not s.rules.sacrifices or last_turn(s)


def sacrifice_worth(p: Player, named: Mapping[Face, int]) -> int:
    """Give the strength that some of a player's units add when they are sacrificed."""
    return sum(number * STRENGTH.get(face, 0) for face, number in named.items()) + armies(p, named).bonus


def most_by_sacrifice(s: State, seat: Seat) -> int:
    """Give the most strength a seat could add by sacrifices now."""
    return 0 if forbidden(s) else sacrifice_worth(s.players[seat], units(s.players[seat]))


def can_sacrifice(s: State, seat: Seat) -> bool:
    """Whether a seat has units that it may sacrifice now."""
    return not forbidden(s) and bool(units(s.players[seat]))


def defense_of(p: Player, face: Face) -> int:
    """Give what a bonus card adds in a player's defence."""
    twice = SPECIALS["winston-churchill-2006"].get(p.leader)
    return BONUS_CARDS[face].defense * (twice[0] if twice else 1)


class Sacrifice(Frame, frozen=True):
    """Name units to sacrifice: the attacker of an aggression, or one side of a war after the other.

    `attack` and `defence` are the strengths compared, without the units `named`.
    """

    attacker: Seat
    rival: Seat
    card: Face
    war: bool
    attack: int
    defence: int
    named: Units


class Repulse(Frame, frozen=True):
    """Repulse an aggression: name units to sacrifice, show bonus cards; those are in `defence`, the units are not."""

    attacker: Seat
    card: Face
    attack: int
    defence: int
    named: Units


def _strengths(s: State, frame: Sacrifice | Repulse) -> tuple[int, int]:
    """Give the strengths of attacker and rival with the units named so far."""
    more = sacrifice_worth(s.players[frame.seat], dict(frame.named))
    if frame.seat == frame.attacker:
        return frame.attack + more, frame.defence
    return frame.attack, frame.defence + more


def _one_more(frame: Sacrifice | Repulse, face: Face) -> Units:
    named = dict(frame.named)
    named[face] = named.get(face, 0) + 1
    return tuple(sorted(named.items()))


@verb_for(Repulse)
@verb_for(Sacrifice)
class SacrificeUnit(Verb):
    """`sacrifice warriors`: sacrifice one such unit; it counts once more."""

    name = "sacrifice"
    shape = (str,)

    def candidates(self, s: State, frame: Sacrifice | Repulse, knows: Knowledge) -> list[Args]:
        return [(face,) for face in units(s.players[frame.seat])]

    def check(self, s: State, frame: Sacrifice | Repulse, args: Args) -> Cost | Line:
        if forbidden(s):
            return Line("no-sacrifice-now")
        face = args[0]
        have = s.players[frame.seat].workers.get(face, 0) if face in IS_UNIT else 0
        return () if have > dict(frame.named).get(face, 0) else Line("no-worker-on", (face,))

    def effects(self, s: State, frame: Sacrifice | Repulse, args: Args) -> tuple[Line, ...]:
        return (Line("strengths", _strengths(s, replace(frame, named=_one_more(frame, args[0])))),)

    def do(self, s: State, frame: Sacrifice | Repulse, args: Args, cost: Cost) -> None:
        pop(s)
        push(s, replace(frame, named=_one_more(frame, args[0])))


@verb_for(Repulse)
class RepulseBonus(Verb):
    """`bonus #214=defense-colonization-i`: show that bonus card for its defence."""

    name = "bonus"
    shape = (Card,)

    def candidates(self, s: State, frame: Repulse, knows: Knowledge) -> list[Args]:
        return [(card,) for card in known_cards(s, frame.seat, knows, BONUS_CARDS)]

    def check(self, s: State, frame: Repulse, args: Args) -> Cost | Line:
        return not_held(s, frame.seat, args[0], BONUS_CARDS) or ()

    def claims(self, s: State, frame: Repulse, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: Repulse, args: Args, cost: Cost) -> None:
        pop(s)
        card: Card = args[0]
        play_open(s, frame.seat, card.handle, card.face)
        discard_open(s, card.face)
        s.say("bonus", frame.seat, card.face)
        push(s, replace(frame, defence=frame.defence + defense_of(s.players[frame.seat], card.face)))


@verb_for(Sacrifice)
class SacrificeDone(Verb):
    """`done`: these are all the units."""

    name = "done"

    def check(self, s: State, frame: Sacrifice, args: Args) -> Cost | Line:
        return ()

    def effects(self, s: State, frame: Sacrifice, args: Args) -> tuple[Line, ...]:
        return (Line("strengths", _strengths(s, frame)),)

    def do(self, s: State, frame: Sacrifice, args: Args, cost: Cost) -> None:
        pop(s)
        attack, defence = _strengths(s, frame)
        _lose_units(s, frame.seat, frame.named)
        after = replace(frame, attack=attack, defence=defence, named=())
        if frame.war:
            _war_goes_on(s, after)
        else:
            _repulse(s, after)


@verb_for(Repulse)
class RepulseDone(Verb):
    """`done`: this is the defence."""

    name = "done"

    def check(self, s: State, frame: Repulse, args: Args) -> Cost | Line:
        return ()

    def effects(self, s: State, frame: Repulse, args: Args) -> tuple[Line, ...]:
        return (Line("strengths", _strengths(s, frame)),)

    def do(self, s: State, frame: Repulse, args: Args, cost: Cost) -> None:
        pop(s)
        attack, defence = _strengths(s, frame)
        _lose_units(s, frame.seat, frame.named)
        carry_out(s, frame.attacker, frame.seat, frame.card, attack, defence)


question(
    Sacrifice,
    "sacrifice",
    ("sacrifice", "done"),
    lambda s, frame: (frame.attacker, frame.card, *_strengths(s, frame)),
    idle="done",
)
question(
    Repulse,
    "repulse",
    ("sacrifice", "bonus", "done"),
    lambda s, frame: (frame.attacker, frame.card, *_strengths(s, frame)),
    idle="done",
)


def _lose_units(s: State, seat: Seat, named: Units) -> None:
    p = s.players[seat]
    for face, number in named:
        p.workers[face] -= number
        p.yellow_bank += number
        s.say("sacrifices", seat, number, face)


# --- the course of an attack ---------------------------------------------------------------------------------


def begin_aggression(s: State, attacker: Seat, rival: Seat, card: Face, attack: int, defence: int) -> None:
    """Let both sides of an aggression that was just played add to their strengths, then carry it out."""
    frame = Sacrifice(attacker, attacker, rival, card, False, attack, defence, ())
    if can_sacrifice(s, attacker):
        push(s, frame)
    else:
        _repulse(s, frame)


def _repulse(s: State, frame: Sacrifice) -> None:
    rival = frame.rival
    if s.players[rival].military_hand or can_sacrifice(s, rival):
        push(s, Repulse(rival, frame.attacker, frame.card, frame.attack, frame.defence, ()))
    else:
        carry_out(s, frame.attacker, rival, frame.card, frame.attack, frame.defence)


def begin_war(s: State, attacker: Seat, rival: Seat, card: Face, attack: int, defence: int) -> None:
    """Let both sides of a war that is resolved add to their strengths, the attacker first, then fight it."""
    frame = Sacrifice(attacker, attacker, rival, card, True, attack, defence, ())
    if can_sacrifice(s, attacker):
        push(s, frame)
    else:
        _war_goes_on(s, frame)


def _war_goes_on(s: State, frame: Sacrifice) -> None:
    """Ask the rival after the attacker, then fight."""
    if frame.seat == frame.attacker and can_sacrifice(s, frame.rival):
        push(s, replace(frame, seat=frame.rival))
    else:
        fight(s, frame.attacker, frame.rival, frame.card, frame.attack, frame.defence)


@departure(Sacrifice)
def _sacrifice_leaves(s: State, frame: Sacrifice, seat: Seat) -> Frame | None:
    return None if seat in (frame.attacker, frame.rival) else frame


@departure(Repulse)
def _repulse_leaves(s: State, frame: Repulse, seat: Seat) -> Frame | None:
    return None if seat in (frame.seat, frame.attacker) else frame
