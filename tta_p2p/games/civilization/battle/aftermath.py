"""The aftermath of a battle: survivors, losses of figures, lost cities."""

from __future__ import annotations

from collections.abc import Iterator

from ...contract import Cost, Face, Knowledge, Line, Seat
from ...kit import cards
from ..culture.track import advance
from ..flow import FLOW, Args, Survivor, Verb, pop, push, win_game
from ..map.board import put
from ..map.clearance import raze
from ..map.squares import Square, name_of
from ..state import NONE, Battle, Group, State
from ..technologies.coin_tokens import add_coin
from .loot import CITY_LOOT, FIGURES_LOOT, take_loot
from .strength import strength
from .units import bury
from .villages import take_village


def kill_scouts(s: State, seat: Seat, enemy: Seat, square: Square, group: Group) -> None:
    """Let scouts without an army die under an attack, as if the attacker had won a battle."""
    s.figures[enemy].pop(square)
    s.gathers[enemy].pop(square, None)
    s.say("scouts-fall", seat, name_of(square))
    place_group(s, seat, square, group)
    _has_won(s, seat)
    take_loot(s, seat, enemy, FIGURES_LOOT)


def place_group(s: State, seat: Seat, square: Square, group: Group) -> None:
    """Put figures that have moved onto a square."""
    put(s, seat, square, group)
    moved = s.moved.get(square, NONE)
    s.moved[square] = (moved[0] + group[0], moved[1] + group[1])


def _has_won(s: State, seat: Seat) -> None:
    if "code-of-laws" in s.techs[seat] and not s.once(seat, "code-of-laws"):
        s.used = (*s.used, (seat, "code-of-laws"))
        add_coin(s, seat, "code-of-laws")


def settle_battle(s: State, battle: Battle, *, attacker_wins: bool) -> None:
    """Carry out the end of a battle."""
    dead = [len(one) for one in battle.dead]
    saved = [one for side in (0, 1) for one in _go_home(s, battle, side)]
    s.battle = None
    _settle(s, battle, dead, attacker_wins)
    if not s.over:
        push(s, *saved)


def _settle(s: State, battle: Battle, dead: list[int], attacker_wins: bool) -> None:
    """Give the winner its gains; `dead`: how many units each side has lost."""
    seat, enemy = battle.seats
    square = battle.square
    winner = 0 if attacker_wins else 1
    s.say(battle.told(winner, "wins-battle"), battle.players[winner])
    if not attacker_wins:
        if enemy >= 0:
            _thin_out(s, enemy, square, dead[1])
            _has_won(s, enemy)
            take_loot(s, enemy, seat, FIGURES_LOOT)
        return
    armies = max(1, battle.group[0] - dead[0] // 2)
    _has_won(s, seat)
    if enemy < 0:
        place_group(s, seat, square, (armies, battle.group[1]))
        take_village(s, seat, square)
        return
    if battle.city and s.cities[square].capital:
        win_game(s, seat, "military")
        return
    if battle.city:
        raze(s, square)
        s.say("conquers", seat, name_of(square), enemy)
    s.figures[enemy].pop(square, None)
    s.gathers[enemy].pop(square, None)
    place_group(s, seat, square, (armies, battle.group[1]))
    take_loot(s, seat, enemy, CITY_LOOT if battle.city else FIGURES_LOOT, battle.city)
    if battle.city and s.civilizations[seat] == "rome":
        advance(s, seat)


def _go_home(s: State, battle: Battle, side: int) -> Iterator[Survivor]:
    """Send the survivors of a side home and bury its dead, unless China may save one of them."""
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
    """Give the dead units that can be saved, each face once, strongest first, equals in the order they died."""
    return sorted(dict.fromkeys(frame.dead), key=lambda face: -strength(s, frame.seat, face))


FLOW.question(Survivor, "save", ("save", "bury"), idle=lambda s, frame: f"save {_strongest(s, frame)[0]}")


@FLOW.departure(Survivor)
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
