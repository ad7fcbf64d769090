"""Decisions that the node makes for the seat, as it was ordered in advance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tta_p2p.games.contract import OrderForm
from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.orders import OrderRequest, SkipRequest

from ..blocks import Block, Page, Para
from ..cells import Span, row
from ..changes import Change, News, Update
from ..commands.table import Applicability, CommandContext, CommandWord, offered_with
from ..instructions import Display, Instruction, SendRequest, text_display
from ..order_words import DECLINE, BadOrder, form_text, key_of, kind_text, order_text, read_order
from ..part import KeyEffect, Part
from ..presenter import Presenter
from ..reading import Reading
from ..state import ClientState


class SkipsChanged(News, frozen=True):
    """The node declines something else for the seat than before, or nothing any more."""

    skips: tuple[say.SkipRule, ...]


class OrdersChanged(News, frozen=True):
    """The seat has other orders than before; ``before``: those it had."""

    before: tuple[say.OrderRule, ...]
    orders: tuple[say.OrderRule, ...]


class OrdersPart(Part):
    """Has decisions made in advance, and says which are."""

    reply_types = (say.TurnReply,)
    change_types = (SkipsChanged, OrdersChanged)

    def __init__(self) -> None:
        self.commands = (
            CommandWord(
                "skip",
                _skip,
                rank=22,
                applicability=Applicability.DEALT,
                group={"turn": "skip"},
                is_offered=offered_with("skip"),
            ),
            CommandWord(
                "order",
                _order,
                ("orders",),
                rank=23,
                applicability=Applicability.DEALT,
                group={"turn": "order"},
                is_offered=offered_with("order"),
            ),
        )

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """See whether a turn comes with other orders than the one before; they are part of it."""
        assert isinstance(reply, say.TurnReply)
        if state.welcome is None or reply.view is None or _is_alone(state):
            return state, ()
        known, told = state.turn, list[Change]()
        if reply.skips != (known.skips if known is not None else []):
            told.append(SkipsChanged(tuple(reply.skips)))
        had, has = _beside_skips(known.orders if known is not None else []), _beside_skips(reply.orders)
        if had != has:
            told.append(OrdersChanged(had, has))
        return state, tuple(told)

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say what is done from now on, what was done, and what did not fit."""
        if isinstance(change, SkipsChanged):
            yield text_display(_skip_text(change.skips, reading.words, reading.presenter), "warn")
            return
        assert isinstance(change, OrdersChanged)
        words, presenter = reading.words, reading.presenter
        if presenter is None:
            return
        had = {(one.key, one.progress) for one in change.before}
        ended = {one.key for one in change.orders if one.progress != "open"}
        for one in change.orders:
            if one.progress != "open" and (one.key, one.progress) not in had:
                acts = [presenter.texts.label(label) for label in one.labels]
                said = words(f"orders.{one.progress}", order=order_text(one, presenter), acts="; ".join(acts))
                yield text_display(said, "warn")
        still = [one for one in change.orders if one.progress == "open"]
        then = [one for one in change.before if one.progress == "open" and one.key not in ended]
        if still != then:
            told = [_orders_text(still, presenter)]
            if _answers_own_move([one for one in still if one not in then], reading.state.turn):
                told.insert(0, words("orders.waits"))
            yield text_display(" ".join(told), "warn")

    def handle_key(self, does: str, reading: Reading) -> KeyEffect | None:
        """Have all declined until the own turn, or nothing any more; show all orders, or withdraw them."""
        turn = reading.state.turn
        if does == "skip":
            return KeyEffect("skip off" if turn is not None and turn.skips else "skip turn")
        if does == "skip-kind":
            return _kind_effect(reading)
        return KeyEffect("order" if does == "orders" else "order off") if does in ("orders", "withdraw") else None

    def question_keys(self, reading: Reading) -> tuple[str, ...]:
        """Name the key that declines this kind of question."""
        return ("skip-kind",) if _may_skip_kind(reading) else ()

    def title(self, reading: Reading) -> tuple[Span | None, tuple[Span, ...]]:
        """Say how many orders wait for their decisions."""
        turn = reading.state.turn
        waiting = [one for one in turn.orders if one.progress == "open"] if turn is not None else []
        return (Span(reading.words("screen.orders", n=len(waiting)), "label") if waiting else None), ()


def _answers_own_move(orders: Iterable[say.OrderRule], turn: say.TurnReply | None) -> bool:
    """Whether one of these orders is for the open question, to which a move of the own draft has led."""
    asked = turn.decision if turn is not None and turn.mine and turn.draft else None
    return asked is not None and any(one.key == asked.key for one in orders)


def _is_alone(state: ClientState) -> bool:
    """Whether this client is about to be told that it only watches."""
    return state.turn is None and state.seat is None and not state.seat_request.spectate


def _beside_skips(orders: Iterable[say.OrderRule]) -> tuple[say.OrderRule, ...]:
    """Give those that do more than decline until they are withdrawn: the others are told as skips."""
    return tuple(
        one
        for one in orders
        if one.progress != "open" or one.choices != [""] or one.until != ("" if one.key else "my-turn")
    )


def _may_skip_kind(reading: Reading) -> bool:
    """Whether what is asked now can be declined whenever it is asked until the own turn."""
    turn, scene, presenter = reading.state.turn, reading.scene, reading.presenter
    if turn is None or turn.decision is None or scene is None or presenter is None or not turn.mine:
        return False
    may = "order" in reading.state.offers and presenter.is_response(scene)
    return may and bool(turn.decision.idle) and not turn.decision.sealed


def _kind_effect(reading: Reading) -> KeyEffect:
    """Decline what is asked until the own turn; where nothing is, take that back, or say why there is nothing to do."""
    turn = reading.state.turn
    if turn is not None and turn.decision is not None and _may_skip_kind(reading):
        return KeyEffect(f"order {turn.decision.key} {DECLINE} turn")
    held = [one.key for one in turn.orders if _is_kind_skip(one)] if turn is not None else []
    return KeyEffect(f"order off {held[-1]}") if held else KeyEffect(note=_kind_obstacle(reading))


def _kind_obstacle(reading: Reading) -> str:
    """Give the key of the sentence that says why nothing can be declined until the own turn."""
    state, scene, presenter = reading.state, reading.scene, reading.presenter
    if "order" not in state.offers or state.seat is None or state.turn is None or scene is None or presenter is None:
        return "orders.kind.not-here"
    if not state.turn.mine:
        return "orders.kind.waits"
    if state.turn.decision is not None and state.turn.decision.sealed:
        return "orders.kind.sealed"
    return "orders.kind.must" if presenter.is_response(scene) else "orders.kind.own"


def _is_kind_skip(order: say.OrderRule) -> bool:
    """Whether an order declines one kind of question until the own turn."""
    return order.progress == "open" and bool(order.key) and order.choices == [""] and order.until == "my-turn"


# --- in words ------------------------------------------------------------------------------------------------


def _skip_text(skips: Iterable[say.SkipRule], words: Words, presenter: Presenter | None) -> str:
    """Say what the node declines for the seat."""
    named = {one.key: kind_text(presenter, one.key) if presenter is not None else one.key for one in skips}
    kinds = [words("skips.turn") if one.until else words("skips.kind", kind=named[one.key]) for one in skips]
    return words("skips", what=words.listed(kinds)) if kinds else words("skips.nothing")


def _orders_text(orders: Iterable[say.OrderRule], presenter: Presenter) -> str:
    """Say all orders that wait."""
    said = [order_text(one, presenter) for one in orders]
    return presenter.words("orders", orders="; ".join(said)) if said else presenter.words("orders.nothing")


def _orders_page(turn: say.TurnReply, presenter: Presenter) -> Page:
    """Show all orders there are, and those that can be given, by their numbers."""
    words, forms = presenter.words, presenter.game.order_forms()
    found: list[Block] = [Para(row(order_text(one, presenter)), 2, 4) for one in turn.orders if one.progress == "open"]
    shown: list[Block] = [Para(row(words("orders.here" if found else "orders.nothing"))), *found]
    shown += [Para(row(words("orders.forms")))] if forms else []
    for number, form in enumerate(forms, 1):
        choice, kind = form_text(presenter, form, ["N"] * form.numbers), kind_text(presenter, form.key)
        typed = " ".join([str(number), *["N"] * form.numbers])
        shown.append(Para(row(words("orders.form", typed=typed, kind=kind, choice=choice)), 2, 4))
    shown += [Para(row(_how_text(presenter))), Para(row(words("orders.how.acts")))]
    kinds = (kind_text(presenter, key) for key in presenter.texts.decisions if presenter.game.decision_kind(key))
    shown.append(Para(row(words("orders.kinds", kinds=words("comma").join(kinds)))))
    if turn.decision is not None:
        shown.append(Para(row(words("orders.kind", kind=kind_text(presenter, turn.decision.key)))))
    return Page(row(words("orders.title")), tuple(shown))


def _how_text(presenter: Presenter) -> str:
    """Say how an order is typed, by one that this game has."""
    forms = list(enumerate(presenter.game.order_forms(), 1))
    number, form = next((one for one in forms if one[1].numbers), forms[0] if forms else (0, OrderForm("", "")))
    example = " ".join([str(number), *["3"] * form.numbers]) if number else "KIND -"
    return presenter.words("orders.how", example=example)


# --- typed ---------------------------------------------------------------------------------------------------


def _skip(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Have the node decline whatever is asked until the own turn, or a kind of decision; or nothing any more."""
    turn, words = context.state.turn, context.words
    if turn is None or context.presenter is None or context.state.seat is None:
        yield text_display(words("no-game-yet"))
    elif not rest:
        yield text_display(_skip_text(turn.skips, words, context.presenter))
        yield text_display(words("skip-how"))
    elif rest == "turn":
        yield SendRequest(SkipRequest(until="my-turn"), (say.TurnReply,))
    elif rest == "off":
        yield SendRequest(SkipRequest(yes=False), (say.TurnReply,))
    elif rest == "this":
        asked = turn.decision if turn.mine else None
        if asked is None:
            yield text_display(words("not-your-turn"))
        elif not asked.idle:
            yield text_display(words("skip-not-this"))
        else:
            yield SendRequest(SkipRequest(key=asked.key), (say.TurnReply,))
    elif context.presenter.texts.optional(f"decision.{rest}") is not None:
        yield SendRequest(SkipRequest(key=rest), (say.TurnReply,))
    else:
        yield text_display(words("skip-how"))


def _order(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Give an order, withdraw orders, or show them all."""
    turn, presenter, words = context.state.turn, context.presenter, context.words
    if turn is None or presenter is None or context.state.seat is None:
        yield text_display(words("no-game-yet"))
        return
    first = (rest.split() or [""])[0]
    if not first:
        yield Display(_orders_page(turn, presenter))
    elif first == "off":
        yield from _withdraw(rest.partition("off")[2].strip(), turn, presenter)
    else:
        try:
            order = read_order(rest, turn, presenter)
        except BadOrder as error:
            yield text_display(error.text(presenter), "warn")
            if error.key == "orders.not-understood":
                yield text_display(_how_text(presenter))
            return
        yield SendRequest(OrderRequest(order.key, order.choices, order.until), (say.TurnReply,))


def _withdraw(named: str, turn: say.TurnReply, presenter: Presenter) -> Iterator[Instruction]:
    """Withdraw the order for the kind of decision that was named, or all."""
    key = key_of(named, turn, presenter) if named else ""
    if named and not key:
        yield text_display(presenter.words("orders.no-kind", kind=named), "warn")
    else:
        yield SendRequest(OrderRequest(key, yes=False), (say.TurnReply,))


PART = OrdersPart()
