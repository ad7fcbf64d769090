"""Orders as people type them: read into the choices of the seat protocol, and said again in words.

A name stands for every card that is called so, whichever comes: of each age, every copy, and all cards of a kind. A
word of a choice that names several cards is written with all of them (`take urban-growth-a|urban-growth-i`).

What can never come is refused where it is typed: other numbers than a form takes, acts that never answer such a
question, names that nothing has, and whatever stands after a choice that is always possible.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from tta_p2p.games.contract import EITHER, LONGEST_CHOICE, DecisionKind, OrderForm
from tta_p2p.seats.messages import OrderRule, TurnReply

from .act_menu import with_verb_names
from .plain_view import FILLERS, CardNames, normalize_name, parse_number
from .presenter import Presenter

Until = Literal["", "once", "my-turn"]
UNTIL: dict[str, Until] = {"once": "once", "turn": "my-turn", "always": ""}
"""How long an order holds, as it is typed."""
DECLINE = "-"
"""The choice to decline, as it is typed."""
RESIGN = "resign"
"""The act that nobody orders."""


@dataclass(frozen=True)
class TypedOrder:
    """An order as it is given: the kind of decision, the choices in notation, and how long it holds."""

    key: str
    choices: tuple[str, ...]
    until: Until


class BadOrder(ValueError):
    """A refusal of what was typed: the key of the text that says why, with its arguments."""

    def __init__(self, key: str, **args: object) -> None:
        super().__init__(key, args)
        self.key, self.args_of_text = key, args

    def text(self, presenter: Presenter) -> str:
        """Say why."""
        return presenter.words(self.key, **self.args_of_text)


# --- said ----------------------------------------------------------------------------------------------------


def kind_text(presenter: Presenter, key: str) -> str:
    """Name a kind of decision."""
    return (presenter.texts.optional(f"order.{key}") or key) if key else presenter.words("orders.any")


def form_text(presenter: Presenter, form: OrderForm, numbers: Sequence[object]) -> str:
    """Say what a form of the game does."""
    text = presenter.texts.optional(f"order.{form.key}.{form.name or 'decline'}")
    return presenter.texts.fill(text, tuple(map(str, numbers))) if text else presenter.words("orders.decline")


def choice_text(presenter: Presenter, key: str, choice: str) -> str:
    """Say what a choice of an order does."""
    name, *rest = choice.split() or [""]
    form = next((one for one in presenter.game.order_forms() if (one.key, one.name) == (key, name)), None)
    if form is not None or not name:
        return form_text(presenter, form or OrderForm(key, ""), rest)
    named = [_shared_name(presenter, word.partition("=")[2] or word) for word in rest]
    act = presenter.verb_name(name)
    return presenter.words("orders.act", act=act, what=" ".join(named)) if named else act


def order_text(order: OrderRule, presenter: Presenter) -> str:
    """Say one order: for what, the choices, and how long it holds."""
    words = presenter.words
    choices = words("orders.else").join(choice_text(presenter, order.key, choice) for choice in order.choices)
    until = words(f"orders.until.{order.until or 'always'}")
    return words("orders.line", kind=kind_text(presenter, order.key), choices=choices, until=until)


def _shared_name(presenter: Presenter, word: str) -> str:
    """Name the cards of a word: by the beginning that their names share, else each."""
    names = list(dict.fromkeys(presenter.texts.card(face) for face in word.split(EITHER)))
    same = 0
    while len({one[same : same + 1] for one in names} | {""}) == 2 and same < min(map(len, names)):
        same += 1
    common = names[0][:same]
    if any(one[same : same + 1].isascii() and one[same : same + 1].isalpha() for one in names):
        common = common.rpartition(" ")[0] if common[-1:].isascii() else common  # no half words
    kinds = {presenter.speech.kind_name(face) for face in word.split(EITHER)}
    return common.strip() or (kinds.pop() if len(kinds) == 1 else "") or presenter.words("orders.or").join(names)


# --- typed ---------------------------------------------------------------------------------------------------


def key_of(typed: str, turn: TurnReply, presenter: Presenter) -> str:
    """Give the kind of decision that words name: by its key, as the page of orders calls it, or the one that is open;
    empty where there is none such.
    """
    if typed == "this" and turn.decision is not None:
        return turn.decision.key
    if presenter.texts.optional(f"decision.{typed}") is not None:
        return typed
    return next((key for key in presenter.texts.decisions if _is_called(typed, kind_text(presenter, key))), "")


def _is_called(typed: str, name: str) -> bool:
    return normalize_name(typed) == normalize_name(name) != ""


def read_order(typed: str, turn: TurnReply, presenter: Presenter) -> TypedOrder:
    """Read an order: a form by its number, or a kind and acts; how long it holds stands last. Raises BadOrder."""
    words = typed.split()
    until: Until = UNTIL[words.pop()] if words[-1] in UNTIL else "once"
    if not words:
        raise BadOrder("orders.not-understood")
    reader = _Reader(presenter)
    if parse_number(words[0]) is None:
        taken = next((n for n in range(len(words), 0, -1) if key_of(" ".join(words[:n]), turn, presenter)), 0)
        if not taken:
            raise BadOrder("orders.no-kind", kind=words[0])
        reader.key, words = key_of(" ".join(words[:taken]), turn, presenter), words[taken:]
    choices = [reader.choice(part.split()) for part in re.split("[,，、|]", " ".join(words))]
    for first, second in pairwise(choices):
        if reader.is_always_possible(first):
            says = [choice_text(presenter, reader.key, one) for one in (first, second)]
            raise BadOrder("orders.unreachable", first=says[0], second=says[1])
    return TypedOrder(reader.key, tuple(choices), until)


@dataclass
class _Reader:
    """Reads the choices of one order; ``key``: the kind of decision that they are for, once it is known."""

    presenter: Presenter
    key: str = ""

    def choice(self, words: Sequence[str]) -> str:
        """Give a choice in notation. Raises BadOrder."""
        one, *rest = words or [DECLINE]
        number = parse_number(one)
        if number is not None:
            return self._form(number, rest)
        if one == DECLINE and not rest:
            return ""
        return self._act(" ".join(words))

    def _form(self, number: int, rest: Sequence[str]) -> str:
        forms = self.presenter.game.order_forms()
        form = forms[number - 1] if 0 < number <= len(forms) else None
        if form is None:
            raise BadOrder("orders.no-form", number=number)
        if form.key != (self.key or form.key):
            kinds = [kind_text(self.presenter, key) for key in (self.key, form.key)]
            raise BadOrder("orders.two-kinds", number=number, kind=kinds[1], other=kinds[0])
        if len(rest) != form.numbers or not all(one.isascii() and one.isdigit() and len(one) < 10 for one in rest):
            raise BadOrder("orders.numbers", number=number, n=form.numbers)
        self.key = form.key
        return " ".join([form.name, *rest]).strip()

    def _act(self, typed: str) -> str:
        presenter, game = self.presenter, self.presenter.game
        said = presenter.speech.normalize(typed).split()
        if said and presenter.texts.optional(f"act.{said[0]}") is None and not self._is_form(said[0]):
            said = with_verb_names([word.lower() for word in said], presenter)
        verb, *rest = said or [""]
        if self._is_form(verb):
            return " ".join([verb, *rest])
        if verb == RESIGN:
            raise BadOrder("orders.resign")
        kind = game.decision_kind(self.key)
        if presenter.texts.optional(f"act.{verb}") is None:
            raise BadOrder("orders.no-verb", verb=verb, acts=self._verbs(kind))
        if kind is not None and verb not in kind.verbs:
            asked, act = kind_text(presenter, self.key), presenter.verb_name(verb)
            raise BadOrder("orders.other-verb", kind=asked, act=act, acts=self._verbs(kind))
        choice = " ".join([verb, *_words_of_acts(rest, presenter)])
        if len(choice) > LONGEST_CHOICE:
            raise BadOrder("orders.long", typed=typed)
        return choice

    def _is_form(self, word: str) -> bool:
        return any((form.key, form.name) == (self.key, word) for form in self.presenter.game.order_forms())

    def _verbs(self, kind: DecisionKind | None) -> str:
        """List what can be typed as an act of a kind of decision."""
        verbs = kind.verbs if kind is not None else self.presenter.texts.verbs
        return self.presenter.words("comma").join(verb for verb in verbs if verb != RESIGN)

    def is_always_possible(self, choice: str) -> bool:
        """Whether a choice fits whenever its kind of decision comes, so that none after it ever does."""
        name = (choice.split() or [""])[0]
        kind = self.presenter.game.decision_kind(self.key)
        forms = self.presenter.game.order_forms()
        if any(form.always or not form.name for form in forms if (form.key, form.name) == (self.key, name)):
            return True
        return kind is not None and bool(kind.idle) and choice in ("", kind.idle)


def _words_of_acts(typed: Sequence[str], presenter: Presenter) -> list[str]:
    """Give the words of acts for typed ones: cards by all faces called so, players by their seats. Raises BadOrder."""
    texts, speech, names = presenter.texts, presenter.speech, CardNames(presenter.texts.cards)
    seats = {normalize_name(name): str(seat) for seat, name in enumerate(texts.names)}

    def find(wanted: str) -> tuple[str, ...]:
        return names.faces(wanted, speech.kind_name) or ((seats[wanted],) if wanted in seats else ())

    found: list[str] = []
    for word in names.read(typed, find):
        if not isinstance(word, str):
            found.append(EITHER.join(word))
        elif word.isdigit() or word.startswith("#") or word == DECLINE:
            found.append(word)
        elif means := speech.plain_word(word):
            found.append(means)
        elif word not in FILLERS:
            raise BadOrder("orders.no-name", word=word)
    return found
