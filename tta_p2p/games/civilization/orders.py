"""Forms of orders: letting things happen, and battles fought by a rule."""

from __future__ import annotations

from ..contract import Act, Card, Face, Knowledge, OrderForm, Seat
from .battle.combat import clash
from .battle.strength import strength
from .flow import FLOW, Blow
from .state import Battle, Front, State

FORMS = (
    *(OrderForm(key, "") for key in ("answer-event", "answer-ability", "answer-action", "answer-move")),
    *(OrderForm(key, "") for key in ("proposal", "proposal-of-several")),
    OrderForm("blow", "fight"), *(OrderForm(key, "") for key in ("save", "levy", "tend")),
)  # fmt: skip
"""Everything that can be ordered beside acts. Those without a name decline, or give the usual answer."""


def fulfil(s: State, knows: Knowledge, seat: Seat, form: OrderForm, numbers: tuple[int, ...]) -> tuple[Act, ...]:
    """Give the act that a form is carried out with now; none where it does not fit."""
    frame, battle = FLOW.decision_frame(s), s.battle
    if not isinstance(frame, Blow) or battle is None or form.name != "fight":
        return ()
    legal = [option.act for option in FLOW.legal(s, knows, seat)]
    blows = [act for act in legal if act.verb == "strike"]
    fronts = [act for act in legal if act.verb == "front"]
    best = max(blows, key=lambda act: _outcome(s, battle, frame.side, act), default=None)
    if best is not None and (not fronts or _outcome(s, battle, frame.side, best)[0] > 0):
        return (best,)
    return (max(fronts, key=lambda act: strength(s, seat, _face(act))),) if fronts else ()


def _face(act: Act) -> Face:
    card = act.args[0]
    assert isinstance(card, Card)
    return card.face


def _outcome(s: State, battle: Battle, side: int, act: Act) -> tuple[int, int]:
    """Give what an attack brings: the strength that the enemy loses beyond the own, and a unit as weak as possible."""
    at, face, seats = int(str(act.args[1])) - 1, _face(act), battle.seats
    front = battle.fronts[at]
    units = (face, front.units[1]) if side == 0 else (front.units[0], face)
    _, fallen = clash(s, seats, Front(units, front.wounds))
    lost = [strength(s, seats[one], fallen[one]) if fallen[one] else 0 for one in (0, 1)]
    return lost[1 - side] - lost[side], -strength(s, seats[side], face)
