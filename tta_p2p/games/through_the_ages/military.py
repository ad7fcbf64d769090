"""Tactics: playing one of the hand, copying one of the common area (rulebook: military actions)."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Card, Claim, Cost, Is, Knowledge, Line
from .costs import MILITARY, ActionVerb, make_cost, spend
from .flow import Args, verb
from .hands import discard_open
from .index import TACTICS
from .phases import Actions
from .piles import can_be, play_open
from .state import Player, State
from .tables import BOARD
from .workers import payable

TACTIC = "tactic"
"""In `Player.used`: a tactic was played or copied this turn."""


@verb
class PlayTactic(ActionVerb):
    """`tactic #214=legion`: play that tactic; it is yours alone until your next turn (2006: for good)."""

    name = "tactic"
    action = MILITARY
    shape = (Card,)

    def candidates(self, s: State, frame: Actions, knows: Knowledge) -> Iterator[Args]:
        for handle in s.players[frame.seat].military_hand:
            face = knows.faces.get(handle)
            if face in TACTICS:
                yield (Card(handle, face),)

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        card: Card = args[0]
        p = s.players[frame.seat]
        if card.handle not in p.military_hand or not can_be(s, card.handle, card.face):
            return Line("not-in-hand", (card,))
        if card.face not in TACTICS:
            return Line("no-tactic", (card,))
        if s.rules.common_tactics and TACTIC in p.used:
            return Line("tactic-this-turn")
        return payable(s, frame.seat, make_cost(military_action=1))

    def claims(self, s: State, frame: Actions, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        card: Card = args[0]
        p = s.players[frame.seat]
        play_open(s, frame.seat, card.handle, card.face)
        p.used += (TACTIC,)
        if p.tactic and not s.rules.common_tactics:
            discard_open(s, p.tactic)
        p.tactic, p.exclusive = card.face, True
        s.say("tactic", frame.seat, card.face)
        spend(s, frame.seat, cost)


@verb
class CopyTactic(ActionVerb):
    """`copy legion`: use that tactic of the common area."""

    name = "copy"
    action = MILITARY
    shape = (str,)

    def candidates(self, s: State, frame: Actions, knows: Knowledge) -> Iterator[Args]:
        for face in s.common_tactics:
            yield (face,)

    def check(self, s: State, frame: Actions, args: Args) -> Cost | Line:
        face = args[0]
        p = s.players[frame.seat]
        if face not in s.common_tactics:
            return Line("not-common", (face,))
        if TACTIC in p.used:
            return Line("tactic-this-turn")
        if face == p.tactic:
            return Line("tactic-already", (face,))
        return payable(s, frame.seat, make_cost(military_action=BOARD.copy_tactic_cost))

    def do(self, s: State, frame: Actions, args: Args, cost: Cost) -> None:
        p = s.players[frame.seat]
        p.used += (TACTIC,)
        p.tactic, p.exclusive = args[0], False
        s.say("copies", frame.seat, args[0])
        spend(s, frame.seat, cost)


def share_tactic(s: State, p: Player) -> None:
    """Move a player's exclusive tactic to the common area; one that lies there already is merged."""
    if not p.exclusive:
        return
    p.exclusive = False
    if p.tactic in s.common_tactics:
        s.gone += (p.tactic,)
    else:
        s.common_tactics += (p.tactic,)
    s.say("tactic-common", p.tactic)
