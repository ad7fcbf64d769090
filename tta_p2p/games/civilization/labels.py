"""An act as people read it, where its notation does not say it well: figures that move, payments."""

from __future__ import annotations

from ..contract import Act, Card, Line
from .tables.buildings import WALLS
from .tables.civilizations import CIVILIZATIONS
from .tables.wonders import WONDERS


def company(armies: int, scouts: int) -> tuple[str, tuple[int, ...]]:
    """Give the ending of a key that says what sort of figures these are, and their numbers."""
    if not scouts:
        return "armies", (armies,)
    return ("both", (armies, scouts)) if armies else ("scouts", (scouts,))


def label(act: Act) -> Line:
    """Give the label of an act."""
    match act.verb, act.args:
        case "move" | "discover", (str(square), str(to), int(armies), int(scouts)):
            ending, numbers = company(armies, scouts)
            return Line(f"{act.verb}-{ending}", (square, to, *numbers))
        case "interrupt", (Card() as card, int(armies), int(scouts)):
            ending, numbers = company(armies, scouts)
            return Line(f"interrupt-{ending}", (card, *numbers))
        case "build" | "give", (_, str(what), _) if what == WALLS:
            return Line(f"{act.verb}-walls", act.args)
        case "offer" | "want", (Card(),):
            return Line(f"{act.verb}-card", act.args)
        case "event", (card, target, *more):
            return Line("event-on", (card, target, *more))
        case "heal", (tech, _, *_):
            return Line("heal-on", act.args)
        case "wound", (tech, paid, *fronts):
            return Line("wound", (tech, " ".join(map(str, fronts)), paid))
        case "use", ("horseback-riding", str(target), *paid) if target in CIVILIZATIONS:
            return Line("use-with", ("horseback-riding", target, *paid))
        case "use", (tech, str(target), *paid) if target in WONDERS or target in CIVILIZATIONS:
            return Line("use-against", (tech, target, *paid))
        case "use", (tech, "-", *paid):
            return Line("use", (tech, *paid))
        case "use", (tech, city, *paid):
            return Line("use-in", (tech, city, *paid))
    return Line(act.verb, act.args)
