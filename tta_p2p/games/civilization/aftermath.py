"""What a battle leaves behind: survivors, losses of figures, lost cities, conquered villages, loot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from ..contract import NOTHING, Card, Claim, Cost, Face, Is, Knowledge, Line, OneOf, Seat
from ..kit import cards
from .board import around, name_of, put
from .coins import add_coin
from .culture import advance, clear, draw_person, hold
from .flow import FLOW, Args, Loot, NewVillage, Survivor, Verb, pop, push, wins
from .pyramid import fits, learn
from .state import NONE, Battle, Group, Square, State
from .tables.hidden import VILLAGES
from .tables.model import RESOURCES
from .tables.techs import LAST, TECHS
from .units import bury
from .values import gain_trade, strength

FIGURES_LOOT, CITY_LOOT = 1, 2
MOST = 3
"""So much trade or culture is taken as loot."""
PERSON = "village-person"
KEPT = tuple(f"village-{what}" for what in VILLAGES if what != "person")


def scouts_fall(s: State, seat: Seat, enemy: Seat, square: Square, group: Group) -> None:
    """Armies have come upon scouts alone: these die, as though a battle had been won."""
    s.figures[enemy].pop(square)
    s.gathers[enemy].pop(square, None)
    s.say("scouts-fall", seat, name_of(square))
    come(s, seat, square, group)
    _has_won(s, seat)
    _loot(s, seat, enemy, FIGURES_LOOT)


def come(s: State, seat: Seat, square: Square, group: Group) -> None:
    """Let figures that have moved stand on a square."""
    put(s, seat, square, group)
    moved = s.moved.get(square, NONE)
    s.moved[square] = (moved[0] + group[0], moved[1] + group[1])


def _has_won(s: State, seat: Seat) -> None:
    if "code-of-laws" in s.techs[seat] and not s.once(seat, "code-of-laws"):
        s.used = (*s.used, (seat, "code-of-laws"))
        add_coin(s, seat, "code-of-laws")


def settle(s: State, battle: Battle, *, attacker_wins: bool) -> None:
    """Carry out the end of a battle."""
    dead = [len(one) for one in battle.dead]
    saved = [one for side in (0, 1) for one in _go_home(s, battle, side)]
    s.battle = None
    _settle(s, battle, dead, attacker_wins)
    if not s.over:
        push(s, *saved)


def _settle(s: State, battle: Battle, dead: list[int], attacker_wins: bool) -> None:
    """Let the winner have what it has won; `dead`: how many units each side has lost."""
    seat, enemy = battle.seats
    square = battle.square
    winner = 0 if attacker_wins else 1
    s.say(battle.told(winner, "wins-battle"), battle.players[winner])
    if not attacker_wins:
        if enemy >= 0:
            _thin_out(s, enemy, square, dead[1])
            _has_won(s, enemy)
            _loot(s, enemy, seat, FIGURES_LOOT)
        return
    armies = max(1, battle.group[0] - dead[0] // 2)
    _has_won(s, seat)
    if enemy < 0:
        come(s, seat, square, (armies, battle.group[1]))
        _take_village(s, seat, square)
        return
    if battle.city and s.cities[square].capital:
        wins(s, seat, "military")
        return
    if battle.city:
        raze(s, square)
        s.say("conquers", seat, name_of(square), enemy)
    s.figures[enemy].pop(square, None)
    s.gathers[enemy].pop(square, None)
    come(s, seat, square, (armies, battle.group[1]))
    _loot(s, seat, enemy, CITY_LOOT if battle.city else FIGURES_LOOT, battle.city)
    if battle.city and s.civilizations[seat] == "rome":
        advance(s, seat)


def _go_home(s: State, battle: Battle, side: int) -> Iterator[Survivor]:
    """Let the survivors of a side go home and bury its dead, but those of which China may save one."""
    seat, dead = battle.seats[side], battle.dead[side]
    living = [front.units[side] for front in battle.fronts if front.units[side]]
    if seat < 0:
        bury(s, (*living, *dead))
        return
    if living:
        s.forces[seat] = cards.remix(s, seat, s.forces[seat], tuple(sorted(living)))
    if dead and s.civilizations[seat] == "china":
        yield Survivor(seat, dead)
    else:
        bury(s, dead)


def _strongest(s: State, frame: Survivor) -> list[Face]:
    """Give the dead units of which one can be saved, each kind once, the strongest first, of equals who died first."""
    return sorted(dict.fromkeys(frame.dead), key=lambda face: -strength(s, frame.seat, face))


FLOW.asks(Survivor, "save", ("save", "bury"), idle=lambda s, frame: f"save {_strongest(s, frame)[0]}")


@FLOW.leaves(Survivor)
def _bury(s: State, frame: Survivor, seat: Seat) -> Survivor | None:
    if frame.seat != seat:
        return frame
    bury(s, frame.dead)
    return None


@FLOW.verb
class Save(Verb[State]):
    """`save infantry-3`: this one of the dead comes home."""

    name = "save"
    shape = (str,)

    def candidates(self, s: State, frame: Survivor, knows: Knowledge) -> Iterator[Args]:
        yield from ((face,) for face in _strongest(s, frame))

    def check(self, s: State, frame: Survivor, args: Args) -> Cost | Line:
        return () if args[0] in frame.dead else Line("not-among-the-dead", args)

    def do(self, s: State, frame: Survivor, args: Args, cost: Cost) -> None:
        pop(s)
        others = list(frame.dead)
        others.remove(args[0])
        bury(s, others)
        s.forces[frame.seat] = cards.remix(s, frame.seat, s.forces[frame.seat], args)
        s.say("saves", frame.seat, *args)


@FLOW.verb
class Bury(Verb[State]):
    """`bury`: none of the dead comes home."""

    name = "bury"

    def check(self, s: State, frame: Survivor, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Survivor, args: Args, cost: Cost) -> None:
        pop(s)
        bury(s, frame.dead)
        s.say("saves-none", frame.seat)


def _thin_out(s: State, seat: Seat, square: Square, dead: int) -> None:
    """Let the winner lose an army for two units, but never the last."""
    armies = s.figures[seat].get(square, NONE)[0]
    lost = min(dead // 2, armies - 1)
    if lost > 0:
        put(s, seat, square, (-lost, 0))


def raze(s: State, square: Square) -> None:
    """Take a city off the map: buildings go to the market, wonders and great people out of the game."""
    del s.cities[square]
    s.acted = tuple(city for city in s.acted if city != square)
    s.boost.pop(square, None)
    for one in around(square):
        clear(s, one, -1)
    for gathers in s.gathers:
        for scout in [one for one, city in gathers.items() if city == square]:
            del gathers[scout]


# --- villages ------------------------------------------------------------------------------------------------


def _take_village(s: State, seat: Seat, square: Square) -> None:
    handle = s.markers.pop(square)
    cards.deal(s, seat, (handle,))
    s.fresh = (handle,)
    s.say("takes-village", seat, name_of(square))
    push(s, NewVillage(seat, handle))
    if s.civilizations[seat] == "china":
        s.culture[seat] += 3
        s.say("culture", seat, 3, "china")
    if s.civilizations[seat] == "rome":
        advance(s, seat)


FLOW.asks(NewVillage, "village", ("store", "welcome"))


@FLOW.verb
class Store(Verb[State]):
    """`store #7`: the village holds a resource, and is kept face down."""

    name = "store"
    shape = (Card,)

    def candidates(self, s: State, frame: NewVillage, knows: Knowledge) -> Iterator[Args]:
        if knows.faces.get(frame.handle) in KEPT:
            yield (Card(frame.handle),)

    def check(self, s: State, frame: NewVillage, args: Args) -> Cost | Line:
        return () if args[0] == Card(frame.handle) else Line("no-such-card")

    def claims(self, s: State, frame: NewVillage, args: Args) -> tuple[Claim, ...]:
        return (OneOf(frame.handle, KEPT),)

    def do(self, s: State, frame: NewVillage, args: Args, cost: Cost) -> None:
        pop(s)
        s.fresh = ()
        s.villages[frame.seat] = cards.remix(s, frame.seat, (*s.villages[frame.seat], frame.handle))
        s.say("stores", frame.seat)


@FLOW.verb
class Welcome(Verb[State]):
    """`welcome #7=village-person`: a great person is found, and the village put away."""

    name = "welcome"
    shape = (Card,)

    def candidates(self, s: State, frame: NewVillage, knows: Knowledge) -> Iterator[Args]:
        if knows.faces.get(frame.handle) == PERSON:
            yield (Card(frame.handle, PERSON),)

    def check(self, s: State, frame: NewVillage, args: Args) -> Cost | Line:
        fits_ = args[0] == Card(frame.handle, PERSON) and cards.can_be(s, frame.handle, PERSON)
        return () if fits_ else Line("no-such-card")

    def claims(self, s: State, frame: NewVillage, args: Args) -> tuple[Claim, ...]:
        return (Is(frame.handle, PERSON),)

    def do(self, s: State, frame: NewVillage, args: Args, cost: Cost) -> None:
        pop(s)
        s.fresh = ()
        cards.reveal(s, frame.handle, PERSON)
        s.say("welcomes", frame.seat)
        draw_person(s, frame.seat)


# --- loot ----------------------------------------------------------------------------------------------------


def _loot(s: State, seat: Seat, loser: Seat, points: int, city: bool = False) -> None:
    """Let a seat take loot, if there is anything to take."""
    frame = Loot(seat, loser, points, city)
    every = ((one, args) for one in TAKINGS for args in one.candidates(s, frame, NOTHING))
    if any(isinstance(one.check(s, frame, args), tuple) for one, args in every):
        push(s, frame)


FLOW.asks(
    Loot,
    "loot",
    ("seize", "seize-marker", "seize-event", "seize-coin", "melt", "study", "enough"),
    lambda s, frame: (frame.points, frame.loser),
    idle="enough",
)


class Taking(Verb[State]):
    """Something is taken from the loser for some of the points.

    The rulebook prints less than the official revised table gives: for figures trade, culture or a resource; for a city
    a technology, a culture event or two resources (1179-1196). It knows no coins as loot.
    """

    price: int = 1
    printed: ClassVar[tuple[bool, ...]] = ()
    """Whether it is loot of a city, as the rulebook prints it; empty: of nothing."""

    def check(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        """Look whether it is loot of this battle before anything else."""
        if s.printed_loot and frame.city not in self.loot_of(args):
            return Line("no-such-loot", (self.name,))
        return Line("loot-short", (self.price,)) if frame.points < self.price else self.there(s, frame, args)

    def loot_of(self, args: Args) -> tuple[bool, ...]:
        """Say what it is loot of, as the rulebook prints it."""
        return self.printed

    def there(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        """Say whether the loser has it, and the winner can take it."""
        raise NotImplementedError

    def taken(self, s: State, frame: Loot, args: Args) -> None:
        """Take it."""
        raise NotImplementedError

    def do(self, s: State, frame: Loot, args: Args, cost: Cost) -> None:
        pop(s)
        self.taken(s, frame, args)
        if frame.points > self.price:
            _loot(s, frame.seat, frame.loser, frame.points - self.price, frame.city)


def lootable(s: State, loser: Seat, what: str) -> int:
    """Give how much of trade, culture or a resource is taken for a point of loot."""
    if what in ("trade", "culture"):
        return min(MOST, (s.trade if what == "trade" else s.culture)[loser])
    return min(1, s.goods[loser].get(what, 0))


@FLOW.verb
class Seize(Taking):
    """`seize trade`, `seize culture`, `seize iron`: up to 3 trade or culture, or a resource."""

    name = "seize"
    shape = (str,)

    def loot_of(self, args: Args) -> tuple[bool, ...]:
        """Trade and culture are loot of figures alone."""
        return (False,) if args[0] in ("trade", "culture") else (False, True)

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        yield from ((what,) for what in ("trade", "culture", *RESOURCES))

    def there(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        return () if lootable(s, frame.loser, args[0]) else Line("none-left", args)

    def taken(self, s: State, frame: Loot, args: Args) -> None:
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
class SeizeMarker(Taking):
    """`seize-marker #7`: a hut or village of the loser, picked unseen."""

    name = "seize-marker"
    shape = (Card,)
    printed = (False, True)

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        for handle in (*s.huts[frame.loser], *s.villages[frame.loser]):
            yield (Card(handle),)

    def there(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        card = args[0]
        theirs = card.handle in s.huts[frame.loser] or card.handle in s.villages[frame.loser]
        return () if theirs and not card.face else Line("no-such-card")

    def taken(self, s: State, frame: Loot, args: Args) -> None:
        handle = args[0].handle
        kind = s.huts if handle in s.huts[frame.loser] else s.villages
        kind[frame.loser] = tuple(one for one in kind[frame.loser] if one != handle)
        cards.pass_on(s, frame.seat, (handle,))
        kind[frame.seat] = cards.remix(s, frame.seat, (*kind[frame.seat], handle))
        s.say("seizes-marker", frame.seat, "hut" if kind is s.huts else "village", frame.loser)


@FLOW.verb
class SeizeEvent(Taking):
    """`seize-event #7`: for 2 points a culture event of the loser, picked by its back."""

    name = "seize-event"
    shape = (Card,)
    price = 2
    printed = (True,)

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        yield from ((Card(handle),) for handle in s.events[frame.loser])

    def there(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        return () if args[0].handle in s.events[frame.loser] and not args[0].face else Line("no-such-card")

    def taken(self, s: State, frame: Loot, args: Args) -> None:
        handle = args[0].handle
        level = int(s.backs[handle].rpartition("-")[2])
        s.events[frame.loser] = tuple(one for one in s.events[frame.loser] if one != handle)
        cards.pass_on(s, frame.seat, (handle,))
        s.say("seizes-event", frame.seat, level, frame.loser)
        hold(s, frame.seat, handle, level)


@FLOW.verb
class SeizeCoin(Taking):
    """`seize-coin pottery`: for 2 points a coin token becomes the winner's."""

    name = "seize-coin"
    shape = (str,)
    price = 2

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        yield from ((where,) for where in sorted(s.tokens[frame.loser]))

    def there(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        return () if s.tokens[frame.loser].get(args[0], 0) else Line("no-coin-there", args)

    def taken(self, s: State, frame: Loot, args: Args) -> None:
        melt(s, frame.loser, args[0])
        s.tokens[frame.seat]["sheet"] = s.tokens[frame.seat].get("sheet", 0) + 1
        s.say("seizes", frame.seat, 1, "coin", frame.loser)


def melt(s: State, seat: Seat, where: str) -> None:
    """Take a coin token away from a seat."""
    s.tokens[seat][where] -= 1
    if not s.tokens[seat][where]:
        del s.tokens[seat][where]


@FLOW.verb
class Melt(Taking):
    """`melt pottery`: the loser discards a coin token."""

    name = "melt"
    shape = (str,)

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        yield from ((where,) for where in sorted(s.tokens[frame.loser]))

    def there(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        return () if s.tokens[frame.loser].get(args[0], 0) else Line("no-coin-there", args)

    def taken(self, s: State, frame: Loot, args: Args) -> None:
        melt(s, frame.loser, args[0])
        s.say("melts", frame.seat, args[0], frame.loser)


@FLOW.verb
class StudyTheirs(Taking):
    """`study writing`: for 2 points the winner learns what the loser knows."""

    name = "study"
    shape = (str,)
    price = 2
    printed = (True,)

    def candidates(self, s: State, frame: Loot, knows: Knowledge) -> Iterator[Args]:
        yield from ((name,) for name in TECHS if name in s.techs[frame.loser])

    def there(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        if args[0] == LAST or args[0] not in s.techs[frame.loser]:
            return Line("unknown-tech", args)
        return () if fits(s, frame.seat, args[0]) else Line("no-place", args)

    def taken(self, s: State, frame: Loot, args: Args) -> None:
        learn(s, frame.seat, args[0], researched=False)


TAKINGS = tuple(one for one in FLOW.verbs.values() if isinstance(one, Taking))
"""Everything that is taken as loot."""


@FLOW.verb
class Enough(Verb[State]):
    """`enough`: take no more."""

    name = "enough"

    def check(self, s: State, frame: Loot, args: Args) -> Cost | Line:
        return ()

    def do(self, s: State, frame: Loot, args: Args, cost: Cost) -> None:
        pop(s)
