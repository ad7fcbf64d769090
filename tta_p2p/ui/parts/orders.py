"""Decisions that the node makes for the seat, as it was ordered in advance."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from tta_p2p.games.contract import OrderForm
from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.orders import OrderRequest, SkipRequest

from ..blocks import Block, Page, Para
from ..cells import Span, row
from ..changes import Change, News, Update
from ..commands.table import Applicability, CommandContext, CommandWord, offered_with
from ..instructions import Display, Instruction, SendRequest, text_display
from ..part import KeyEffect, Part
from ..plain_view import parse_number, with_faces
from ..presenter import Presenter
from ..reading import Reading
from ..state import ClientState

Until = Literal["", "once", "my-turn"]
UNTIL: dict[str, Until] = {"once": "once", "turn": "my-turn", "always": ""}
"""How long an order holds, as it is typed."""
DECLINE = "-"
"""The choice to decline, as it is typed."""


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
                acts = [_choice_text(presenter, one.key, act) for act in one.acts]
                said = words(f"orders.{one.progress}", order=_order_text(one, presenter), acts="; ".join(acts))
                yield text_display(said, "warn")
        still = [one for one in change.orders if one.progress == "open"]
        then = [one for one in change.before if one.progress == "open" and one.key not in ended]
        if still != then:
            yield text_display(_orders_text(still, presenter), "warn")

    def handle_key(self, does: str, reading: Reading) -> KeyEffect | None:
        """Have all declined until the own turn, or nothing any more; show all orders, or withdraw them."""
        turn = reading.state.turn
        if does == "skip":
            return KeyEffect("skip off" if turn is not None and turn.skips else "skip turn")
        return KeyEffect("order" if does == "orders" else "order off") if does in ("orders", "withdraw") else None

    def title(self, reading: Reading) -> tuple[Span | None, tuple[Span, ...]]:
        """Say how many orders wait for their decisions."""
        turn = reading.state.turn
        waiting = [one for one in turn.orders if one.progress == "open"] if turn is not None else []
        return (Span(reading.words("screen.orders", n=len(waiting)), "label") if waiting else None), ()


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


# --- in words ------------------------------------------------------------------------------------------------


def _skip_text(skips: Iterable[say.SkipRule], words: Words, presenter: Presenter | None) -> str:
    """Say what the node declines for the seat."""
    named = {one.key: _kind_text(presenter, one.key) if presenter is not None else one.key for one in skips}
    kinds = [words("skips.turn") if one.until else words("skips.kind", kind=named[one.key]) for one in skips]
    return words("skips", what=words.listed(kinds)) if kinds else words("skips.nothing")


def _kind_text(presenter: Presenter, key: str) -> str:
    """Name a kind of decision."""
    return (presenter.texts.optional(f"order.{key}") or key) if key else presenter.words("orders.any")


def _form_text(presenter: Presenter, form: OrderForm, numbers: Sequence[object]) -> str:
    text = presenter.texts.optional(f"order.{form.key}.{form.name or 'decline'}")
    return presenter.texts.fill(text, tuple(map(str, numbers))) if text else presenter.words("orders.decline")


def _choice_text(presenter: Presenter, key: str, choice: str) -> str:
    """Say what a choice of an order, or an act, does."""
    name, *rest = choice.split() or [""]
    form = next((one for one in presenter.game.order_forms() if (one.key, one.name) == (key, name)), None)
    if form is not None or not name:
        return _form_text(presenter, form or OrderForm(key, ""), rest)
    cards = [presenter.texts.card(word.partition("=")[2] or word) for word in rest]
    act = presenter.verb_name(name)
    return presenter.words("orders.act", act=act, what=" ".join(cards)) if cards else act


def _order_text(order: say.OrderRule, presenter: Presenter) -> str:
    """Say one order: for what, the choices, and how long it holds."""
    words = presenter.words
    choices = words("orders.else").join(_choice_text(presenter, order.key, choice) for choice in order.choices)
    until = words(f"orders.until.{order.until or 'always'}")
    return words("orders.line", kind=_kind_text(presenter, order.key), choices=choices, until=until)


def _orders_text(orders: Iterable[say.OrderRule], presenter: Presenter) -> str:
    """Say all orders that wait."""
    said = [_order_text(one, presenter) for one in orders]
    return presenter.words("orders", orders="; ".join(said)) if said else presenter.words("orders.nothing")


def _orders_page(turn: say.TurnReply, presenter: Presenter) -> Page:
    """Show all orders there are, and those that can be given, by their numbers."""
    words, forms = presenter.words, presenter.game.order_forms()
    found: list[Block] = [Para(row(_order_text(one, presenter)), 2, 4) for one in turn.orders if one.progress == "open"]
    shown: list[Block] = [Para(row(words("orders.here" if found else "orders.nothing"))), *found]
    shown += [Para(row(words("orders.forms")))] if forms else []
    for number, form in enumerate(forms, 1):
        choice, kind = _form_text(presenter, form, ["N"] * form.numbers), _kind_text(presenter, form.key)
        typed = " ".join([str(number), *["N"] * form.numbers])
        shown.append(Para(row(words("orders.form", typed=typed, kind=kind, choice=choice)), 2, 4))
    shown += [Para(row(_how_text(presenter))), Para(row(words("orders.how.acts")))]
    shown += [Para(row(words("orders.kind", kind=turn.decision.key)))] if turn.decision is not None else []
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
        named = rest.partition("off")[2].strip()
        key = _key(named, turn, presenter) if named else ""
        if named and not key:
            yield text_display(words("orders.no-kind", kind=named), "warn")
        else:
            yield SendRequest(OrderRequest(key, yes=False), (say.TurnReply,))
    else:
        request = _request(rest, turn, presenter)
        if request is None:
            yield text_display(words("orders.not-understood"), "warn")
            yield text_display(_how_text(presenter))
        else:
            yield SendRequest(request, (say.TurnReply,))


def _key(word: str, turn: say.TurnReply, presenter: Presenter) -> str:
    """Give the kind of decision that a word names: as it is typed, as the page of orders calls it, or the one that is
    open; empty where there is none such.
    """
    if word == "this" and turn.decision is not None:
        return turn.decision.key
    if presenter.texts.optional(f"decision.{word}") is not None:
        return word
    kinds = dict.fromkeys(form.key for form in presenter.game.order_forms())
    return next((key for key in kinds if _kind_text(presenter, key).casefold() == word.casefold()), "")


def _request(typed: str, turn: say.TurnReply, presenter: Presenter) -> OrderRequest | None:
    """Read an order: a form by its number, or a kind and acts; how long it holds stands last. None: it is neither."""
    words = typed.split()
    until: Until = UNTIL[words.pop()] if words[-1] in UNTIL else "once"
    if not words:
        return None
    forms, key = presenter.game.order_forms(), ""
    if parse_number(words[0]) is None:
        key = _key(words.pop(0), turn, presenter)
        if presenter.texts.optional(f"decision.{key}") is None:
            return None
    choices: list[str] = []
    for part in re.split("[,，、|]", " ".join(words)):
        one, *numbers = part.split() or [DECLINE]
        number = parse_number(one)
        if number is not None:
            form = forms[number - 1] if 0 < number <= len(forms) else None
            if form is None or form.key != (key or form.key) or len(numbers) != form.numbers:
                return None
            key = form.key
            choices.append(" ".join([form.name, *numbers]).strip())
        else:
            choices.append("" if one == DECLINE and not numbers else _act(part, key, presenter))
    return OrderRequest(key, tuple(choices), until) if key and "resign" not in choices else None


def _act(typed: str, key: str, presenter: Presenter) -> str:
    """Give a choice in notation for what somebody typed: names of cards by their faces."""
    verb, *rest = presenter.speech.normalize(typed.strip()).split() or [""]
    if any((form.key, form.name) == (key, verb) for form in presenter.game.order_forms()):
        return " ".join([verb, *rest])
    return " ".join([verb, *with_faces(rest, presenter.texts.cards, ())])


PART = OrdersPart()
