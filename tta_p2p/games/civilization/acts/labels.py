"""Labels: acts as people read them, where the notation says too little (figures that move, payments)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...contract import Act, Arg, Card, Line
from ..battle.loot import lootable
from ..flow import Loot
from ..map.board import enemy_at, owner_of
from ..map.squares import SQUARES
from ..players.opponents import named_rivals
from ..state import State
from ..tables.buildings import WALLS
from ..tables.civilizations import CIVILIZATIONS
from ..tables.wonders import WONDERS
from ..windows.threats import current_move
from .targets import ability_target_line, casualty_line, company, target_line


def _fronts(named: Sequence[Arg]) -> tuple[str, tuple[Arg, ...]]:
    """Count wounds named by their fronts: one front, or several with the wounds of each."""
    count = Counter(named)
    if len(count) == 1:
        return "one", (len(named), *count)
    return "more", (len(named), ", ".join(f"{front} ({number})" for front, number in count.items()))


def label(s: State, act: Act) -> Line:
    """Give the label of any act, possible or not: an impossible act may name things that are not there."""
    if not 0 <= act.seat < s.seats:
        return Line(act.verb, act.args)
    match act.verb, act.args:
        case "move" | "discover", (str(square), str(to), int(armies), int(scouts)):
            ending, numbers = company(armies, scouts)
            return Line(f"{act.verb}-{ending}", (square, to, *numbers))
        case "go", (str(to), int(armies), int(scouts)):
            ending, numbers = company(armies, scouts)
            return Line(f"go-{ending}", (to, *numbers))
        case "way", squares:
            return Line("way", (" ".join(map(str, squares)),))
        case "interrupt", (Card() as card, str(square), *what) if square in SQUARES:
            going = current_move(s)
            whose = enemy_at(s, act.seat, SQUARES[square])
            told = casualty_line(s, whose if whose >= 0 or going is None else going[1].seat, SQUARES[square], what)
            if told is not None:
                return Line(f"event-{told[0]}", (act.seat, card, *told[1]))
        case "build" | "give", (_, str(what), _) if what == WALLS:
            return Line(f"{act.verb}-walls", act.args)
        case "deal" | "grant", (str(target),) if target in s.civilizations:
            return Line(f"{act.verb}-whom", (target, s.civilizations.index(target)))
        case "deal" | "grant", () if len(rivals := named_rivals(s, act.seat)) == 1:  # the act need not name it
            return Line(f"{act.verb}-whom", (s.civilizations[rivals[0][0]], rivals[0][0]))
        case "offer" | "want", (Card(),):
            return Line(f"{act.verb}-card", act.args)
        case "offer" | "want", (str(whom), *what) if whom in s.civilizations:
            return Line(f"{act.verb}-of{'-card' if len(what) == 1 else ''}", (s.civilizations.index(whom), *what))
        case "hand", (str(giver), str(taker), *what) if {giver, taker} <= {*s.civilizations}:
            between = (s.civilizations.index(giver), s.civilizations.index(taker))
            return Line("hand-card" if len(what) == 1 else "hand", (*between, *what))
        case "parley", (_, _, *_) if len(act.args) < len(s.civilizations) and {*act.args} <= {*s.civilizations}:
            seats = [s.civilizations.index(str(one)) for one in act.args]
            return Line(f"parley-{len(seats)}", tuple(seats))
        case "event", (Card() as card, *on):
            told = target_line(s, act.seat, card.face, on)
            if told is not None:
                return Line(f"event-{told[0]}", (act.seat, card, *told[1]))
            return Line("event-on" if on else "event", act.args)
        case "seize", (str(what),) if s.stack and isinstance(loot := s.stack[-1], Loot):
            return Line("seize-some", (what, lootable(s, loot.loser, what), loot.loser))
        case "wreck", (str(square),) if SQUARES.get(square, -1) in s.works:
            at = SQUARES[square]
            return Line("wreck", (square, s.works[at], owner_of(s, at)))
        case "heal", (tech, _, *_):
            ending, where = _fronts(act.args[1:])
            return Line(f"heal-{ending}", (tech, *where))
        case "wound", (tech, paid, _, *_):
            ending, where = _fronts(act.args[2:])
            return Line(f"wound-{ending}", (tech, *where, paid))
        case "seize-marker", (Card(handle) as card,) if s.backs.get(handle) in ("hut", "village"):
            return Line("seize-marker", (card, s.backs[handle]))
        case "seize-event", (Card(handle) as card,) if s.backs.get(handle, "").startswith("event-"):
            return Line("seize-event", (card, int(s.backs[handle].removeprefix("event-"))))
        case "use", (str(tech), str(target), *paid) if target in s.civilizations:
            how = "use-with" if tech == "horseback-riding" else "use-against"
            return Line(f"{how}-whom", (tech, target, s.civilizations.index(target), *paid))
        case "use", ("horseback-riding", str(target), *paid) if target in CIVILIZATIONS:
            return Line("use-with", ("horseback-riding", target, *paid))
        case "use", (tech, str(target), *paid) if target in WONDERS or target in CIVILIZATIONS:
            return Line("use-against", (tech, target, *paid))
        case "use", (str(tech), str(target), *paid) if target in SQUARES:
            ending, named = ability_target_line(s, act.seat, tech, target)
            if ending == "uses-on-work":
                return Line("use-on-work", (*named[1:], *paid))
            other = ending == "uses-on-city" and named[-1] != act.seat
            return Line("use-on-city", (*named[1:], *paid)) if other else Line("use-in", (tech, target, *paid))
        case "use", (tech, "-", *paid):
            return Line("use", (tech, *paid))
        case "use", (tech, city, *paid):
            return Line("use-in", (tech, city, *paid))
    return Line(act.verb, act.args)
