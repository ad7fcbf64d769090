"""Loot: the winner of a battle takes it from the loser, for points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ...contract import NO_KNOWLEDGE, Card, Cost, Knowledge, Line, Seat
from ...kit import cards
from ..culture.track import add_to_hand
from ..flow import FLOW, Args, Loot, Verb, pop, push
from ..players.holdings import gain_trade
from ..state import State
from ..tables.model import RESOURCES
from ..tables.techs import LAST, TECHS
from ..technologies.coin_tokens import melt
from ..technologies.pyramid import fits, learn

FIGURES_LOOT, CITY_LOOT = 1, 2


MOST = 3
"""The most trade or culture that a point of loot takes."""


def take_loot(s: State, seat: Seat, loser: Seat, points: int, city: bool = False) -> None:
    """Let a seat take loot, if there is anything to take."""
    frame = Loot(seat, loser, points, city)
    every = ((one, args) for one in LOOT_VERBS for args in one.candidates(s, frame, NO_KNOWLEDGE))
    if any(isinstance(one.check(s, frame, args), tuple) for one, args in every):
        push(s, frame)


FLOW.question(
    Loot,
    "loot",
    ("seize", "seize-marker", "seize-event", "seize-coin", "melt", "study", "enough"),
    lambda s, frame: (frame.points, frame.loser),
    idle="enough",
)


class LootVerb(Verb[State]):
    """A verb that takes something from the loser for some of the points.

    The rulebook prints less than the official revised table gives: for figures trade, culture or a resource; for a city
    a technology, a culture event or two resources (1179-1196). It knows no coins as loot.
    """

    price: int = 1
    printed: ClassVar[tuple[bool, ...]] = ()
    """Printed loot of figures (False), of cities (True), of both, or of neither (empty)."""

    def check(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        """Refuse first what is no loot of this battle."""
        if s.printed_loot and frame.city not in self.loot_of(args):
            return Line("no-such-loot", (self.name,))
        return Line("loot-short", (self.price,)) if frame.points < self.price else self.available(s, frame, args)

    def loot_of(self, args: Args) -> tuple[bool, ...]:
        """Give `printed` for these arguments."""
        return self.printed

    def available(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        """Check that the loser has it, and that the winner can take it."""
        raise NotImplementedError

    def take(self, s: State, frame: Loot, args: Args) -> None:
        """Take it."""
        raise NotImplementedError

    def do(self, s: State, frame: Loot, args: Args, cost: Cost) -> None:
        pop(s)
        self.take(s, frame, args)
        if frame.points > self.price:
            take_loot(s, frame.seat, frame.loser, frame.points - self.price, frame.city)


def lootable(s: State, loser: Seat, what: str) -> int:
    """Give how much of trade, culture or a resource is taken for a point of loot."""
    if what in ("trade", "culture"):
        return min(MOST, (s.trade if what == "trade" else s.culture)[loser])
    return min(1, s.goods[loser].get(what, 0))


@FLOW.verb
class Seize(LootVerb):
    """`seize trade`, `seize culture`, `seize iron`: up to 3 trade or culture, or a resource."""

    name = "seize"
    shape = (str,)

    def loot_of(self, args: Args) -> tuple[bool, ...]:
        """Trade and culture are loot of figures alone."""
        return (False,) if args[0] in ("trade", "culture") else (False, True)

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        yield from ((what,) for what in ("trade", "culture", *RESOURCES))

    def available(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        return () if lootable(s, frame.loser, args[0]) else Line("none-left", args)

    def take(self, s: State, frame: Loot, args: Args) -> None:
        what = args[0]
        number = lootable(s, frame.loser, what)
        if what == "trade":
            s.trade[frame.loser] -= number
            gain_trade(s, frame.seat, number)
        elif what == "culture":
            s.culture[frame.loser] -= number
            s.culture[frame.seat] += number
        else:
            s.goods[frame.loser][what] -= 1
            s.goods[frame.seat][what] += 1
        s.say("seizes", frame.seat, number, what, frame.loser)


@FLOW.verb
class SeizeMarker(LootVerb):
    """`seize-marker #7`: a hut or village of the loser, picked unseen."""

    name = "seize-marker"
    shape = (Card,)
    printed = (False, True)

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        for handle in (*s.huts[frame.loser], *s.villages[frame.loser]):
            yield (Card(handle),)

    def available(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        card = args[0]
        theirs = card.handle in s.huts[frame.loser] or card.handle in s.villages[frame.loser]
        return () if theirs and not card.face else Line("no-such-card")

    def take(self, s: State, frame: Loot, args: Args) -> None:
        handle = args[0].handle
        kind = s.huts if handle in s.huts[frame.loser] else s.villages
        kind[frame.loser] = tuple(one for one in kind[frame.loser] if one != handle)
        cards.pass_cards(s, frame.seat, (handle,))
        kind[frame.seat] = cards.remix(s, frame.seat, (*kind[frame.seat], handle))
        s.say("seizes-marker", frame.seat, "hut" if kind is s.huts else "village", frame.loser)


@FLOW.verb
class SeizeEvent(LootVerb):
    """`seize-event #7`: for 2 points a culture event of the loser, picked by its back."""

    name = "seize-event"
    shape = (Card,)
    price = 2
    printed = (True,)

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        yield from ((Card(handle),) for handle in s.events[frame.loser])

    def available(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        return () if args[0].handle in s.events[frame.loser] and not args[0].face else Line("no-such-card")

    def take(self, s: State, frame: Loot, args: Args) -> None:
        handle = args[0].handle
        level = int(s.backs[handle].rpartition("-")[2])
        s.events[frame.loser] = tuple(one for one in s.events[frame.loser] if one != handle)
        cards.pass_cards(s, frame.seat, (handle,))
        s.say("seizes-event", frame.seat, level, frame.loser)
        add_to_hand(s, frame.seat, handle, level)


@FLOW.verb
class SeizeCoin(LootVerb):
    """`seize-coin pottery`: for 2 points a coin token becomes the winner's."""

    name = "seize-coin"
    shape = (str,)
    price = 2

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        yield from ((where,) for where in sorted(s.tokens[frame.loser]))

    def available(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        return () if s.tokens[frame.loser].get(args[0], 0) else Line("no-coin-there", args)

    def take(self, s: State, frame: Loot, args: Args) -> None:
        melt(s, frame.loser, args[0])
        s.tokens[frame.seat]["sheet"] = s.tokens[frame.seat].get("sheet", 0) + 1
        s.say("seizes", frame.seat, 1, "coin", frame.loser)


@FLOW.verb
class Melt(LootVerb):
    """`melt pottery`: the loser discards a coin token."""

    name = "melt"
    shape = (str,)

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        yield from ((where,) for where in sorted(s.tokens[frame.loser]))

    def available(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        return () if s.tokens[frame.loser].get(args[0], 0) else Line("no-coin-there", args)

    def take(self, s: State, frame: Loot, args: Args) -> None:
        melt(s, frame.loser, args[0])
        s.say("melts", frame.seat, args[0], frame.loser)


@FLOW.verb
class StudyLoot(LootVerb):
    """`study writing`: for 2 points the winner learns what the loser knows."""

    name = "study"
    shape = (str,)
    price = 2
    printed = (True,)

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        yield from ((name,) for name in TECHS if name in s.techs[frame.loser])

    def available(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        if args[0] == LAST or args[0] not in s.techs[frame.loser]:
            return Line("unknown-tech", args)
        return () if fits(s, frame.seat, args[0]) else Line("no-place", args)

    def take(self, s: State, frame: Loot, args: Args) -> None:
        learn(s, frame.seat, args[0], researched=False)


LOOT_VERBS = tuple(one for one in FLOW.verbs.values() if isinstance(one, LootVerb))
"""Every verb that takes loot."""


@FLOW.verb
class EndLoot(Verb[State]):
    """`enough`: take no more."""

    name = "enough"

    def check(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Loot, args: Args, cost: Cost) -> None:
        pop(s)
