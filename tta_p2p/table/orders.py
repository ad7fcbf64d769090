"""Orders: decisions that a seat makes in advance, so that nobody waits until it is there.

An order is for the next decision of a kind, for each until its own turn comes, or for each until it is withdrawn. It is
a list of choices, of which the first that is legal is done. A choice is

- empty: to decline (`Decision.idle`);
- a form of the game with its numbers (`up-to 3`, see `Game.fulfil`);
- a verb, and words that name what the act is about (`take iron`): the first legal act of that verb that is about all of
  them. Of several cards either will do (`take urban-growth-a|urban-growth-i`).

An order for no kind declines whatever is asked in the turns of others; alone, it is what people call to *skip*. A
decision that an act of the own draft has led to is the seat's own to make, and so is, for an order for no kind, what
everybody decides at once in nobody's turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec

from tta_p2p.games.contract import (
    EITHER,
    LONGEST_CHOICE,
    Act,
    Card,
    Decision,
    Knowledge,
    Line,
    OrderForm,
    RuleError,
    Seat,
    write_arg,
)
from tta_p2p.games.game import Game
from tta_p2p.table.draft import Draft

MOST_ORDERS = 30
"""So many orders of a seat are kept."""
MOST_CHOICES = 10
LONGEST_KEY = 100
"""Letters of a kind of decision."""
Until = Literal["", "once", "my-turn"]
"""How long an order holds: until it is withdrawn, for one decision, or until the own turn comes."""
Progress = Literal["open", "played", "dropped"]
"""Whether an order waits for its decision, has been carried out, or did not fit; only the first is ever carried out."""
Word = Annotated[str, msgspec.Meta(max_length=LONGEST_KEY)]
Choice = Annotated[str, msgspec.Meta(max_length=LONGEST_CHOICE)]
Choices = Annotated[tuple[Choice, ...], msgspec.Meta(min_length=1, max_length=MOST_CHOICES)]
DECLINE = ("",)
"""The choices of who declines."""


class Order(msgspec.Struct, frozen=True):
    """One order of a seat for decisions of a kind (`key`; empty: of any kind, in the turns of others).

    `turn`: the turn in which it was given, and whose that was. `at`: how many facts there were when it was carried out
    or dropped; `acts`: what was done then, in notation, and `labels` as people read it.
    """

    key: Word = ""
    choices: Choices = DECLINE
    until: Until = ""
    turn: tuple[int, Seat | None] = (0, None)
    progress: Progress = "open"
    at: int = 0
    acts: tuple[str, ...] = ()
    labels: tuple[Line, ...] = ()

    @property
    def declines(self) -> bool:
        """Whether it only declines, until it is withdrawn or, for whatever is asked, until the own turn."""
        return self.choices == DECLINE and self.until == ("" if self.key else "my-turn")


SeatOrders = dict[str, Order]
"""The orders of a seat, by kind."""


class BadChoice(ValueError):
    """No choice of an order is written so."""


class Orders:
    """The orders of one table's seats."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._orders: dict[Seat, SeatOrders] = {}

    def add(self, seat: Seat, order: Order, state: Any) -> None:
        """Carry an order out from this state on, in place of another one for the same kind."""
        own = self._orders.setdefault(seat, {})
        own.pop(order.key, None)
        own[order.key] = msgspec.structs.replace(order, turn=self._game.turn(state))

    def withdraw(self, seat: Seat, key: str | None = None) -> bool:
        """Withdraw the order for a kind, or all of them (None); whether one was open."""
        own = self._orders.get(seat, {})
        keys = [*own] if key is None else [key]
        return any([(order := own.pop(one, None)) is not None and order.progress == "open" for one in keys])

    def of(self, seat: Seat, state: Any) -> tuple[Order, ...]:
        """Give the orders of a seat in this state, in the order in which it gave them, those that are done as well."""
        own, now = self._orders.get(seat, {}), self._game.turn(state)
        for order in tuple(own.values()):
            if order.until == "my-turn" and now[1] == seat and now != order.turn:
                del own[order.key]
        return tuple(own.values())

    def kept(self, seat: Seat) -> SeatOrders:
        """Give the orders of a seat, to be kept and restored."""
        return dict(self._orders.get(seat, {}))

    def restore(self, seat: Seat, kept: SeatOrders) -> None:
        """Carry out again what was kept, beside what has been ordered since."""
        self._orders[seat] = {**kept, **self._orders.get(seat, {})}

    def due(self, seat: Seat, state: Any, facts: int) -> Iterator[Order]:
        """Give the orders for what a seat is to decide now: first that for its kind, then that for any."""
        decision: Decision | None = self._game.decision(state)
        if decision is None or seat not in decision.seats:
            return
        others = self._game.turn(state)[1] not in (seat, None)
        for order in sorted(self.of(seat, state), key=lambda one: not one.key):
            if order.key != decision.key and (order.key or not others):
                continue
            if order.progress == "played" and order.at >= facts:  # what it did was never told, or taken back by all
                undone = msgspec.structs.replace(order, progress="open", acts=(), labels=())
                order = self._orders[seat][order.key] = undone
            if order.progress == "open":
                yield order

    def done(self, seat: Seat, order: Order, acts: Iterable[tuple[str, Line]], facts: int) -> None:
        """Note that an order is carried out now by these acts, with labels; one for a single decision is over."""
        if order.until == "once":
            self._end(seat, order, "played", tuple(acts), facts)

    def drop(self, seat: Seat, order: Order, facts: int) -> None:
        """Drop an order that does not fit, or at which the rules fail."""
        self._end(seat, order, "dropped", (), facts)

    def drop_all(self, seat: Seat, facts: int) -> None:
        """Drop all orders of a seat: what it decided could not be told."""
        for order in self.kept(seat).values():
            self.drop(seat, order, facts)

    def clear(self, seat: Seat, keys: Iterable[str] = ()) -> None:
        """Forget the orders of a seat that are done or dropped, and those for these kinds: it decides itself."""
        own, gone = self._orders.get(seat, {}), {*keys}
        for order in tuple(own.values()):
            if order.progress != "open" or order.key in gone:
                del own[order.key]

    def _end(
        self, seat: Seat, order: Order, progress: Progress, acts: tuple[tuple[str, Line], ...], facts: int
    ) -> None:
        self._orders[seat][order.key] = msgspec.structs.replace(
            order, progress=progress, acts=tuple(act for act, _ in acts), labels=tuple(one for _, one in acts), at=facts
        )


def single_answer(game: Game[Any, Any], state: Any, knows: Knowledge, seat: Seat) -> Act | None:
    """Give the only act that a seat has where it is asked openly; None: it has a choice, or is not asked."""
    decision = game.decision(state)
    if decision is None or decision.sealed or seat not in decision.seats:
        return None
    legal = game.legal(state, knows, seat)
    return legal[0].act if len(legal) == 1 else None


def read_orders(data: bytes) -> SeatOrders:
    """Read the orders of a seat as they are stored, also as releases before 0.8 did, which knew only declining.

    Raises msgspec.DecodeError, RecursionError, ValueError.

    >>> read_orders(b'{"auction":[3,1],"":[3,1]}')["auction"].declines
    True
    """
    found: dict[str, Order | tuple[int, Seat | None]] = msgspec.json.decode(
        data, type=dict[Word, Order | tuple[int, Seat | None]]
    )
    orders = {
        key: one if isinstance(one, Order) else Order(key, until="" if key else "my-turn", turn=one)
        for key, one in found.items()
    }
    if len(orders) > MOST_ORDERS or any(key != order.key for key, order in orders.items()):
        raise ValueError("these are no orders of a seat")
    return orders


def write_orders(orders: SeatOrders) -> bytes:
    """Write the orders of a seat as they are stored; none are empty bytes."""
    return msgspec.json.encode(orders) if orders else b""


def read_form(game: Game[Any, Any], key: str, choice: str) -> tuple[OrderForm, tuple[int, ...]] | None:
    """Read a choice as a form of the game; None if it is an act. Raises BadChoice for a form with other numbers."""
    name, *words = choice.split()
    form = next((one for one in game.order_forms() if (one.key, one.name) == (key, name)), None)
    if form is None:
        return None
    if len(words) != form.numbers or not all(_is_number(word) for word in words):
        raise BadChoice(choice)
    return form, tuple(int(word) for word in words)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 10


def entry_of(game: Game[Any, Any], order: Order, state: Any, knows: Knowledge, seat: Seat) -> tuple[Act, ...]:
    """Give what an order does now: the acts of the first of its choices that is legal; none if it does not fit."""
    for choice in order.choices:
        try:
            acts = _acts_of(game, order.key, choice, state, knows, seat)
        except BadChoice:  # stored where a form of this name took other numbers: it fits nothing here
            continue
        if acts and _are_legal(game, acts, state, knows, seat):
            return acts
    return ()


def _acts_of(game: Game[Any, Any], key: str, choice: str, state: Any, knows: Knowledge, seat: Seat) -> tuple[Act, ...]:
    decision = game.decision(state)
    if decision is None:
        return ()
    if not choice:
        return (decision.default(seat),) if decision.idle else ()
    form = read_form(game, key, choice)
    if form is not None:
        return game.fulfil(state, knows, seat, *form)
    verb, *words = choice.split()
    alike = (one.act for one in game.legal(state, knows, seat) if one.act.verb == verb)
    return next(((act,) for act in alike if _is_about(game, act, words, state, knows.faces)), ())


def _is_about(game: Game[Any, Any], act: Act, words: Iterable[str], state: Any, faces: Mapping[int, str]) -> bool:
    """Whether all these words name what an act is about: its arguments, and the cards of its label."""
    said = {write_arg(arg) for arg in act.args}
    for arg in (*act.args, *game.label(state, act).args):
        if isinstance(arg, Card):
            said |= {f"#{arg.handle}", arg.face or faces.get(arg.handle, "")}
        elif isinstance(arg, str):
            said.add(arg)
    return all(not said.isdisjoint(word.split(EITHER)) for word in words)


def _are_legal(game: Game[Any, Any], acts: tuple[Act, ...], state: Any, knows: Knowledge, seat: Seat) -> bool:
    """Whether a seat can do all these acts, one after the other, in one entry or in its draft."""
    decision = game.decision(state)
    if decision is None or any(act.seat != seat for act in acts):
        return False
    if decision.sealed:
        return len(acts) == 1 and any(one.act == acts[0] for one in game.legal(state, knows, seat))
    draft = Draft(game, state, knows, seat)
    try:
        for act in acts:
            draft.act(act)
    except RuleError:
        return False
    return True
