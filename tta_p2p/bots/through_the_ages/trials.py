"""What a civilization would gain by things it has not got, found by trying them on a copy of the state.

Each thing is tried alone and once for a decision; worth is in hundredths of a culture point.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from tta_p2p.bots.through_the_ages.at_work import AtWork, Key, key_of
from tta_p2p.bots.through_the_ages.outlook import Outlook
from tta_p2p.bots.through_the_ages.standing import standing
from tta_p2p.games.contract import Face, Seat
from tta_p2p.games.through_the_ages import costs
from tta_p2p.games.through_the_ages.index import (
    BLUE_TOKENS,
    GOVERNMENTS,
    IS_UNIT,
    IS_URBAN,
    KIND,
    LEADERS,
    SPECIAL_TECHNOLOGIES,
    WONDERS,
)
from tta_p2p.games.through_the_ages.state import EMPTY, Player, State
from tta_p2p.games.through_the_ages.workers import urban_room

_SHARES = (85, 70, 50)
"""How much of the best, second best … place of an unused worker is reckoned with, in hundredths."""


class Trials:
    """The trials of one decision."""

    def __init__(self, state: State, seat: Seat, o: Outlook) -> None:
        self._state, self._seat, self.outlook = state, seat, o
        self._base = standing(state, seat, o)
        self._found: dict[Face, int] = {}
        self._without_leader: int | None = None
        self._at_work: dict[Key, AtWork] | None = None
        self.outlook = replace(o, workers=self._places())
        self._base = standing(state, seat, self.outlook)

    def _places(self) -> tuple[int, ...]:
        """What the first, second … unused worker is worth: the best places that are open, costs taken off."""
        p, o = self._state.players[self._seat], self.outlook
        found = [0, 0, 0]
        for face in p.workers:
            if urban_room(p, face):
                action = 20 if face in IS_UNIT else o.action
                net = self.gain(face) - costs.worker_price(p, face) * o.resource - action
                found += [net, net * 6 // 10] if face not in IS_URBAN else [net]
        found.sort(reverse=True)
        people = o.weights.people
        return tuple(max(0, net) * share * people // 10000 for net, share in zip(found, _SHARES, strict=False))

    def again(self, o: Outlook) -> Trials:
        """What is found out here about single things, for other states of the same seat."""
        twin = copy(self)
        twin.outlook, twin._at_work = o, None
        return twin

    def remember(self) -> None:
        """Work what cards at work come to out once for each set of them: as long as the others' stay as they are."""
        self._at_work = {}

    def at_work(self, s: State) -> AtWork:
        """What the cards at work in the seat's civilization come to in a state."""
        if self._at_work is None:
            return AtWork(s, self._seat)
        key = key_of(s, self._seat)
        found = self._at_work.get(key)
        if found is None:
            found = self._at_work[key] = AtWork(s, self._seat)
        return found

    def gain(self, face: Face) -> int:
        """What it brings to have this in play: one more worker on a card, a leader instead of none, a wonder …"""
        found = self._found.get(face)
        if found is None:
            found = self._found[face] = self._try(face)
        return found

    def _try(self, face: Face) -> int:
        s = self._state.copy()
        p = s.players[self._seat]
        base = self._base
        if face in LEADERS:
            if self._without_leader is None:
                p.leader = EMPTY
                self._without_leader = standing(s, self._seat, self.outlook)
            base, p.leader = self._without_leader, face
        elif face in WONDERS:
            p.wonders += (face,)
            p.blue_bank += BLUE_TOKENS.get(face, 0)
        elif face in GOVERNMENTS:
            p.government = face
        elif face in SPECIAL_TECHNOLOGIES:
            _replace_special(p, face)
        else:
            p.workers[face] = p.workers.get(face, 0) + 1
        return standing(s, self._seat, self.outlook) - base


def _replace_special(p: Player, face: Face) -> None:
    old = tuple(one for one in p.specials if KIND[one] is KIND[face])
    p.specials = (*(one for one in p.specials if one not in old), face)
    p.blue_bank += BLUE_TOKENS.get(face, 0) - sum(BLUE_TOKENS.get(one, 0) for one in old)
