"""Orders as a desk takes them: given by drivers of seats, checked, carried out when they are due, and withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from protocol.errors import Fault
from tta_p2p.games.contract import Act, Line, RuleError, Seat
from tta_p2p.i18n import has_text
from tta_p2p.net import fault_log
from tta_p2p.node.service.tables import NotPossible, PlayUnderWay, ServedTable
from tta_p2p.seats import messages as say
from tta_p2p.seats.wording import text_ref
from tta_p2p.table.orders import (
    DECLINE,
    MOST_ORDERS,
    BadChoice,
    Order,
    Orders,
    SeatOrders,
    entry_of,
    read_form,
    single_answer,
)

if TYPE_CHECKING:
    from tta_p2p.seats.parts.orders import OrderRequest, SkipRequest


class OrderDesk:
    """The orders of the seats of one table."""

    def __init__(self, table: ServedTable) -> None:
        self._table = table
        self._orders: Orders | None = None
        """None as long as nobody orders anything."""
        self.seat_alone: Seat | None = None
        """The only seat of a person among bots: nobody learns from its silence that it has no choice, so it is asked
        only where it has one.
        """
        self._answered = 0
        """Acts at the beginning of its draft that were all it had."""

    # For the node.

    def carry_out(self) -> Seat | None:
        """Carry one order out that is due, or drop it; of which seat it is. None: nobody is to decide but people."""
        play, orders = self._table.play, self._orders
        if play is None or play.state is None or (orders is None and self.seat_alone is None):
            return None
        for seat in play.to_decide():
            if seat == self.seat_alone and self._answer_alone(play, seat):
                return seat
            if orders is None or play.draft(seat).acts:
                continue
            for order in orders.due(seat, play.state, len(play.facts)):
                if self._try(play, orders, seat, order):
                    return seat
        return None

    def _answer_alone(self, play: PlayUnderWay, seat: Seat) -> bool:
        """Do the only act that a seat has; whether that is all it has.

        After an act that it has chosen it is asked all the same: it takes that act back first, not what follows.
        """
        draft = play.draft(seat)
        if len(draft.acts) > self._answered:
            return False
        act = single_answer(play.game, draft.state, draft.knows, seat)
        if act is None:
            return False
        play.act(act)
        self._answered = 0 if draft.closed else len(draft.acts)
        return True

    def _try(self, play: PlayUnderWay, orders: Orders, seat: Seat, order: Order) -> bool:
        """Carry an order out if it fits; whether anything has changed."""
        facts = len(play.facts)
        try:
            acts = entry_of(play.game, order, play.state, play.knows(seat), seat)
            labels = _labels(play, acts)
        except Exception as error:  # what a game makes of an order costs that order
            _log(Fault.of("at an order", error))
            orders.drop(seat, order, facts)
            return True
        if not acts:
            if order.until == "once":
                orders.drop(seat, order, facts)
            return order.until == "once"
        orders.done(seat, order, zip(map(play.game.write, acts), labels, strict=True), facts)
        try:
            for act in acts:
                play.act(act)
        except RuleError:  # rules that do not keep the contract: the seat is asked after all
            orders.drop(seat, order, facts)
            play.draft(seat).reset()
        return True

    def give_up(self, seat: Seat) -> None:
        """Carry nothing more out for a seat: its decision could not be told."""
        if self._orders is not None and self._table.play is not None:
            self._orders.drop_all(seat, len(self._table.play.facts))

    def kept(self, seat: Seat) -> SeatOrders:
        """Give the orders of a seat, to be kept for the next start."""
        return self._orders.kept(seat) if self._orders is not None else {}

    def restore(self, seat: Seat, kept: SeatOrders) -> None:
        """Carry out again what a seat ordered before this node was started anew."""
        if kept and self._table.rules is not None:
            self._orders = self._orders or Orders(self._table.rules)
            self._orders.restore(seat, kept)

    # For the drivers of seats.

    def of(self, seat: Seat, play: PlayUnderWay) -> tuple[Order, ...]:
        """Give the orders of a seat as they stand now."""
        return self._orders.of(seat, play.state) if self._orders is not None else ()

    def decided(self, seat: Seat) -> None:
        """A seat has decided something itself: what was done for it, or dropped, has been seen."""
        if self._orders is not None:
            self._orders.clear(seat)

    def took_back(self, play: PlayUnderWay, seat: Seat) -> None:
        """A seat has taken all back that it had drafted: an order that did it, or would do it again, goes with that."""
        if self._orders is not None and play.state is not None:
            due = self._orders.due(seat, play.state, len(play.facts))
            self._orders.clear(seat, [one.key for one in due])

    def ask(self, play: PlayUnderWay, seat: Seat, asked: OrderRequest | SkipRequest) -> None:
        """Take an order of a seat, or withdraw one. Raises NotPossible."""
        if play.state is None:  # the table has gone back to its beginning
            raise NotPossible("node.no-game-yet", str(asked.__struct_config__.tag))
        self._orders = self._orders or Orders(play.game)
        if not asked.yes:
            if not self._orders.withdraw(seat, asked.key if asked.key or asked.until == "my-turn" else None):
                skips = asked.__struct_config__.tag == "skip"
                raise NotPossible("node.nothing-skipped" if skips else "node.no-order")
            return
        order = _order(asked)
        _check(order, play)
        if len(self._orders.kept(seat).keys() | {order.key}) > MOST_ORDERS:
            raise NotPossible("node.orders-many", MOST_ORDERS)
        self._orders.add(seat, order, play.state)


def _order(asked: OrderRequest | SkipRequest) -> Order:
    """Give the order that a request is. Raises NotPossible."""
    if asked.__struct_config__.tag == "skip":
        if bool(asked.until) == bool(asked.key):
            raise NotPossible("node.skip-what")
        return Order(asked.key, until=asked.until)
    choices: Iterable[str] = getattr(asked, "choices", [])
    return Order(asked.key, tuple(" ".join(one.split()) for one in choices) or DECLINE, asked.until)


def _check(order: Order, play: PlayUnderWay) -> None:
    """Refuse what this game could never carry out. Raises NotPossible."""
    if order.until == "my-turn" and play.game.turn(play.state)[1] is None:
        raise NotPossible("node.no-turns")
    if not order.key and order.choices != DECLINE:
        raise NotPossible("node.order-any")
    if order.key and not has_text(play.game, f"decision.{order.key}"):
        raise NotPossible("node.no-decision", order.key)
    decision = play.game.decision(play.state)
    if order.choices == DECLINE and decision is not None and decision.key == order.key and not decision.idle:
        raise NotPossible("node.no-idle", order.key)
    for choice in order.choices:
        try:
            known = not choice or read_form(play.game, order.key, choice) is not None
        except BadChoice:
            raise NotPossible("node.order-form", choice) from None
        if not known and not has_text(play.game, f"act.{choice.split()[0]}"):
            raise NotPossible("node.order-verb", choice)


def _labels(play: PlayUnderWay, acts: tuple[Act, ...]) -> list[Line]:
    """Give the labels of acts that are legal one after the other, each in the state before it."""
    found, state = list[Line](), play.state
    for number, act in enumerate(acts):
        state = play.game.apply(state, acts[number - 1]).state if number else state
        found.append(play.game.label(state, act))
    return found


def _log(fault: Fault) -> None:
    """Write down why an order was dropped, for whoever mends the program."""
    fault_log.write(f"{fault}\n{fault.trace}")


def order_rules(orders: Iterable[Order], faces: Mapping[int, str]) -> list[say.OrderRule]:
    """Orders as the seat protocol says them to a seat that knows these faces."""
    return [
        say.OrderRule(
            one.key,
            list(one.choices),
            one.until,
            one.progress,
            list(one.acts),
            [text_ref(label, faces) for label in one.labels],
        )
        for one in orders
    ]


def skips_among(orders: Iterable[Order]) -> list[say.SkipRule]:
    """Those that only decline, as programs knew them first."""
    skips = (one for one in orders if one.progress == "open" and one.declines)
    return [say.SkipRule(key=one.key) if one.key else say.SkipRule("my-turn") for one in skips]
