"""Forms of orders: bids up to a limit, a defence with so many cards, the force to send."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..contract import Act, Card, Handle, Knowledge, OrderForm, Seat
from ..game import Game
from ..kit.orders import carry_on
from .aggressions import Defence, defence_limit, defence_so_far
from .colonization import Auction, Force
from .flow import FLOW
from .index import BONUS_CARDS, STRENGTH
from .state import State
from .tables import BOARD

FORMS = (
    OrderForm("auction", ""), OrderForm("auction", "up-to", 1, always=True), OrderForm("auction", "over", 1),
    OrderForm("force", "units"), OrderForm("force", "cards"),
    OrderForm("defence", ""), OrderForm("defence", "cards", 1), OrderForm("offer", ""), OrderForm("offer", "accept"),
)  # fmt: skip
"""Everything that can be ordered beside acts. Those without a name decline."""


def fulfil(
    game: Game[Any, Any], s: State, knows: Knowledge, seat: Seat, form: OrderForm, numbers: tuple[int, ...]
) -> tuple[Act, ...]:
    """Give the acts that a form is carried out with now; none where it does not fit."""
    match FLOW.decision_frame(s), form.name, numbers:
        case Auction() as frame, "up-to", (most,):
            higher = Act(seat, "bid", (frame.bid + 1,))
            could = frame.bid < most and higher in [one.act for one in FLOW.legal(s, knows, seat)]
            return (higher if could else Act(seat, "pass"),)
        case Auction() as frame, "over", (most,):
            return (Act(seat, "pass"),) if frame.bid >= most else ()
        case Force(), ("units" | "cards") as first, _:
            return carry_on(game, s, knows, seat, _sender(first))
        case Defence() as frame, "cards", (most,):
            return _defence(s, knows, frame, most)
        case _, "accept", _:
            return (Act(seat, "accept"),)
    return ()


def _sender(first: str) -> Callable[[Sequence[Act]], Act | None]:
    """Give what puts a force together: the weakest units, or a unit and then the best bonus cards, until it will do."""

    def send(legal: Sequence[Act]) -> Act | None:
        done = next((act for act in legal if act.verb == "done"), None)
        if done is not None:
            return done
        units = sorted((act for act in legal if act.verb == "send"), key=lambda act: STRENGTH.get(str(act.args[0]), 0))
        bonus = sorted((act for act in legal if act.verb == "bonus"), key=_colonization, reverse=True)
        before = any(act.verb == "send" for act in sent)
        wanted = [*bonus, *units] if first == "cards" and before else [*units, *bonus]
        sent.extend(wanted[:1])
        return next(iter(wanted), None)

    sent: list[Act] = []
    return send


def _colonization(act: Act) -> int:
    return BONUS_CARDS[act.args[0].face].colonization if isinstance(act.args[0], Card) else 0


def _defence(s: State, knows: Knowledge, frame: Defence, most: int) -> tuple[Act, ...]:
    """Defend with as few cards as will do, and of as many only as many bonus cards as needed; none: it takes more."""
    seat, missing = frame.seat, frame.attack - defence_so_far(frame)
    hand = [handle for handle in s.players[seat].military_hand if handle not in frame.thrown]
    bonus = sorted(_bonus_cards(hand, knows), key=lambda card: -BONUS_CARDS[card.face].defense)
    for number in range(min(most, defence_limit(s, frame), len(hand)) + 1):
        for shown in range(min(number, len(bonus)) + 1):
            worth = sum(BONUS_CARDS[card.face].defense for card in bonus[:shown])
            if worth + (number - shown) * BOARD.plain_defense >= missing:
                taken = {card.handle for card in bonus[:shown]}
                spare = {card.handle for card in bonus[shown:]}
                rest = sorted((handle for handle in hand if handle not in taken), key=lambda handle: handle in spare)
                return (
                    *(Act(seat, "bonus", (card,)) for card in bonus[:shown]),
                    *(Act(seat, "throw", (Card(handle),)) for handle in rest[: number - shown]),
                    Act(seat, "done"),
                )
    return ()


def _bonus_cards(hand: Sequence[Handle], knows: Knowledge) -> Iterator[Card]:
    for handle in hand:
        face = knows.faces.get(handle, "")
        if face in BONUS_CARDS:
            yield Card(handle, face)
