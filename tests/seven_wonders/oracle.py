"""Watches a game with the simple reading of the rules (`naive`): costs, coins, cards, conflicts, points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Acts, Card, Decision, Fact, Option, Returned
from tta_p2p.games.local import LocalDealer
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.state import State

from . import naive


def builders(chance: Chance, options: Sequence[Option]) -> Option:
    """Choose by chance, but sell only if nothing can be built."""
    return chance.choice([one for one in options if one.act.verb not in ("sell", "decline")] or options)


class Watched(Protocol):
    """The game that is watched: a local one, or one that is told again."""

    @property
    def state(self) -> State: ...

    @property
    def dealer(self) -> LocalDealer[State, Any]: ...

    @property
    def decision(self) -> Decision | None: ...


class Watcher:
    """Told of every fact, after it was told to the game."""

    def __init__(self, local: Watched) -> None:
        self.local = local
        self.before = local.state
        self.due: list[int] | None = None
        """What the treasuries must hold when the discard pile lies there again: only then does a find bring coins."""
        self.paid = self.built = self.free = self.fought = 0

    def __call__(self, fact: Fact) -> None:
        """Check what the fact has led to."""
        before, now = self.before, self.local.state
        acts = fact.acts if isinstance(fact, Acts) else (fact,) if isinstance(fact, Act) else ()
        if any(act.verb in ("build", "stage", "sell", "take") for act in acts):
            assert self.due is None
            self._coins(before, now, acts)
        elif self.due is not None and isinstance(fact, Returned):
            assert now.coins == self.due
            self.due = None
        elif now.coins != before.coins:
            raise AssertionError(f"coins change with {fact}")
        if before.age and (now.age != before.age or now.over):
            self._conflicts(before, now)
        else:
            assert now.tokens == before.tokens
        self._cards(now)
        self.before = now

    def _coins(self, before: State, now: State, acts: tuple[Act, ...]) -> None:
        """The treasuries after what was paid, got, sold and earned."""
        coins = before.coins.copy()
        for act in acts:
            if act.verb == "sell":
                coins[act.seat] += 3
            if act.verb in ("build", "stage"):
                self._pay(before, act, coins)
        for act in acts:
            new: tuple[str, ...] = ()
            if act.verb == "stage":
                new = naive.board(now, act.seat).stages[before.stages[act.seat]][1]
            elif act.verb in ("build", "take"):
                new = naive.ALL[self._face(act)].effects
            coins[act.seat] += naive.earned(now, act.seat, new)
        if coins != now.coins:
            assert now.pending and acts[0].verb == "take", (acts, before.coins, coins, now.coins)
            self.due = coins

    def _pay(self, before: State, act: Act, coins: list[int]) -> None:
        _, left, right = act.args
        assert isinstance(left, int) and isinstance(right, int)
        seat, seats = act.seat, before.seats
        if act.verb == "stage":
            cost = naive.board(before, seat).stages[before.stages[seat]][0]
        else:
            self.built += 1
            cost = naive.ALL[self._face(act)].cost
            if self._is_free(before, seat, self._face(act)):
                self.free += 1
                cost = ""
        assert (left, right) in naive.payments(before, seat, cost), act
        coins[seat] -= left + right + cost.count("$")
        coins[(seat + 1) % seats] += left
        coins[(seat - 1) % seats] += right
        self.paid += left + right

    def _is_free(self, s: State, seat: int, face: str) -> bool:
        card, own = naive.ALL[face], naive.effects(s, seat)
        colours = {naive.ALL[one].colour for one in s.built[seat]}
        return (
            not set(card.after).isdisjoint(s.built[seat])
            or ("free-colour" in own and card.colour not in colours)
            or f"free-turn-{s.turn}" in own
        )

    def _face(self, act: Act) -> str:
        card = act.args[0]
        assert isinstance(card, Card)
        return card.face

    def _conflicts(self, before: State, now: State) -> None:
        """The tokens of an age, from the strength of all cities."""
        self.fought += 1
        points = {1: 1, 2: 3, 3: 5}[before.age]
        strength = [naive.strength(now, seat) for seat in range(now.seats)]
        for seat in range(now.seats):
            new = list(now.tokens[seat][len(before.tokens[seat]) :])
            others = [strength[(seat + step) % now.seats] for step in (1, -1)]
            wanted = [points if strength[seat] > one else -1 for one in others if one != strength[seat]]
            assert sorted(new) == sorted(wanted)

    def _cards(self, now: State) -> None:
        """Every card that was laid out is hidden or stands in one city; hands are of one size."""
        if self.local.decision is None:
            return
        names = [[naive.ALL[face].face.removesuffix("-ii").removesuffix("-i") for face in own] for own in now.built]
        assert all(len(set(own)) == len(own) for own in names)
        faces = [self.local.dealer.faces[handle] for handle in now.backs]
        found = Counter([*faces, *(face for own in now.built for face in own)])
        for face, card in naive.ALL.items():
            if card.age <= now.age and card.copies:
                assert found[face] == sum(least <= now.seats for least in card.copies), face
        assert sum(found.values()) == 10 + sum(
            7 * now.seats - (age == 3) * (now.seats + 2) for age in range(1, now.age + 1)
        )
        if self.local.decision.key == "choose":
            assert {len(now.hands[seat]) for seat in now.active_seats} == {8 - now.turn}
        assert all(len(cards) == number for cards, number in zip(now.tucked, now.stages, strict=True))

    def left(self) -> None:
        """Go on from a position that somebody has left."""
        self.before = self.local.state
        if self.due == self.before.coins:
            self.due = None  # who left was putting the discard pile back

    def end(self) -> None:
        """Check the score at the end of the game."""
        now = self.local.state
        standings = GAME.standings(now)
        for place in standings.places:
            assert dict(place.parts) == naive.score(now, place.seat)
        playing = [one for one in standings.places if one.left is None]
        keys = [(-one.points, -now.coins[one.seat]) for one in playing]
        assert keys == sorted(keys)
        assert [one.place for one in playing] == [1 + sum(other < key for other in keys) for key in keys]
