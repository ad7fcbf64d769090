"""Common words of all pages of 7 Wonders: names, and effects in a few words or in full."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tta_p2p.games.seven_wonders.effects import count, science
from tta_p2p.games.seven_wonders.index import COLOUR
from tta_p2p.games.seven_wonders.state import State, neighbour
from tta_p2p.games.seven_wonders.tables import CARDS
from tta_p2p.games.seven_wonders.tables.model import (
    COLOURS,
    MADE,
    RAW,
    RESOURCES,
    AnyScience,
    Cards,
    Coins,
    CoinsFor,
    Counted,
    Discount,
    Effect,
    FreeColour,
    FreeTurn,
    FromDiscards,
    LastCard,
    Makes,
    Points,
    PointsFor,
    PointsForWonder,
    Price,
    Science,
    Shields,
)
from tta_p2p.i18n import Words

from ..cells import Row, Span, Target, join
from ..player_colours import player_role
from ..presenter import Presenter, Scene
from ..texts import Texts

AGE_NAMES = ("", "I", "II", "III")
FIXED = "\u00a0"
"""A space at which no line is broken."""
ROLES = {
    "brown": "yellow",
    "grey": "label",
    "blue": "number",
    "yellow": "warn",
    "red": "red",
    "green": "good",
    "purple": "magenta",
}
"""The colour of a card as a role of the screen."""


@dataclass(frozen=True)
class SevenWondersWording:
    """The state for a seat (None: a spectator), with the words to describe it."""

    state: State
    seat: int | None
    faces: Mapping[int, str]
    texts: Texts
    words: Words

    @classmethod
    def of(cls, scene: Scene, presenter: Presenter) -> SevenWondersWording:
        """Give the words for a scene."""
        return cls(scene.view, scene.seat, scene.faces, presenter.texts, presenter.words)

    # --- names -------------------------------------------------------------------------------------------------

    def text(self, kind: str, name: str) -> str:
        """Give a word of the game: a colour, a resource, a wonder."""
        return self.texts.optional(f"{kind}.{name}") or name

    def symbol(self, name: str, number: int = 1) -> str:
        """Name a symbol of science, or so many of it."""
        return self.texts.numbered_name("symbol", name, number)

    def player(self, seat: int) -> Span:
        """Name a seat's player."""
        return Span(self.texts.name(seat), player_role(seat, self.seat), Target("player", str(seat)))

    def card(self, face: str) -> Span:
        """Name a building in its colour."""
        return Span(self.texts.card(face), ROLES.get(COLOUR.get(face, "grey"), ""), Target("card", face))

    def cards(self, faces: Iterable[str]) -> Row:
        """Name several buildings."""
        return join((self.card(face) for face in faces), self.words("seven.and"))

    def board(self, seat: int) -> str:
        """Name a seat's wonder, with its side once that is known."""
        if not self.state.wonders[seat]:
            return self.words("seven.no-board")
        wonder = self.text("wonder", self.state.wonders[seat])
        side = self.state.sides[seat]
        return self.words("seven.board", wonder=wonder, side=self.text("side", side)) if side else wonder

    def seat_direction(self, seat: int) -> str:
        """Say where a seat sits, seen from the own one: left, you, right; empty further off."""
        if self.seat is None:
            return ""
        left, right = neighbour(self.state, self.seat, "left"), neighbour(self.state, self.seat, "right")
        places = {self.seat: "you", left: "left", right: "right"}
        return self.words(f"seven.{places[seat]}") if seat in places else ""

    def neighbours(self) -> tuple[int, int] | None:
        """Give the seats to the left and to the right."""
        if self.seat is None:
            return None
        return neighbour(self.state, self.seat, "left"), neighbour(self.state, self.seat, "right")

    # --- resources and costs -----------------------------------------------------------------------------------

    def resources(self, numbers: Sequence[int]) -> str:
        """List resources, in the order of `RESOURCES`: "2 wood, glass"."""
        parts = [self.resource_number(name, number) for name, number in zip(RESOURCES, numbers, strict=True) if number]
        return self.words("seven.and").join(parts)

    def resource_number(self, resource: str, number: int) -> str:
        """Name so many of a resource."""
        return self.count_text(self.text("resource", resource), number)

    def count_text(self, name: str, number: int) -> str:
        """Say so many of a thing, its number only if it is more than one."""
        return name if number == 1 else self.words("seven.so-many", n=number, what=name)

    def cost(self, cost: Price) -> str:
        """Say what is to be paid; empty if nothing is."""
        parts = [self.words("seven.coins", n=cost.coins)] if cost.coins else []
        parts += [self.resources(cost.resources)] if any(cost.resources) else []
        return self.words("seven.and").join(parts)

    def options(self, options: Sequence[str]) -> str:
        """Name what a symbol can give as one word of a list (stone/clay), all raw materials or manufactured goods
        together.
        """
        if tuple(options) == RAW:
            return self.words("seven.any-raw")
        if tuple(options) == MADE:
            return self.words("seven.any-made")
        return self.words("seven.either").join(self.text("resource", one) for one in options)

    # --- effects -----------------------------------------------------------------------------------------------

    def brings(self, face: str, seat: int | None) -> str:
        """Say in a few words what a building brings a seat as things stand; it counts itself where it can."""
        return self.gist(CARDS[face].effects, seat, face=face)

    def gist(self, effects: Sequence[Effect], seat: int | None = None, past: bool = False, face: str = "") -> str:
        """Say in a few words what effects bring; for a seat, what is counted as things stand.

        ``past``: they did. ``face``: the building whose effects they are, which counts although it does not stand yet.
        """
        made = [one for one in effects if isinstance(one, Makes)]
        parts: list[str] = []
        if len(made) == 2 and made[0] == made[1]:
            parts.append(self.resource_number(made[0].options[0], 2))
            made = []
        parts += [self.options(one.options) for one in made]
        parts += [self._short(one, seat, past, face) for one in effects if not isinstance(one, Makes)]
        return self.words("seven.and").join(parts)

    def _short(self, effect: Effect, seat: int | None, past: bool, face: str) -> str:
        words = self.words
        match effect:
            case Points(number):
                return words("seven.points", n=number)
            case Shields(number):
                return words("seven.shields", n=number)
            case Science(symbol):
                return self._symbol_gist(self.symbol(symbol), effect, seat, past)
            case AnyScience():
                return self._symbol_gist(words("seven.gist.any-science"), effect, seat, past)
            case Discount(resources, where):
                goods = words("seven.raw.short" if resources[0] in RAW else "seven.made.short")
                sides = words("seven.both") if len(where) > 1 else words(f"seven.{where[0]}")
                return words("seven.gist.discount", goods=goods, side=sides)
            case Coins(number):
                return words("seven.coins", n=number)
            case CoinsFor(number, counted):
                return self._count_text("coins", number, counted, seat, face)
            case PointsFor(number, counted):
                return self._count_text("points", number, counted, seat, face)
            case PointsForWonder(number):
                return words("seven.gist.points-for-wonder", n=number)
            case FromDiscards():
                ready = past or self._has_discards()
                return words("seven.gist.from-discards" if ready else "seven.gist.from-no-discards")
            case LastCard():
                return words("seven.gist.last-card")
            case FreeColour():
                return words("seven.gist.free-colour")
            case FreeTurn(turn):
                return words("seven.gist.free-turn", turn=turn)
        return ""

    def _symbol_gist(self, name: str, effect: Science | AnyScience, seat: int | None, past: bool) -> str:
        """Name a symbol of science, with the points that it would bring a seat now."""
        if seat is None or past or not self.state.sides[seat]:
            return name
        return self.words("seven.gist.science", symbol=name, n=science_gain(self.state, seat, effect))

    def _count_text(self, what: str, number: int, counted: Counted, seat: int | None, face: str) -> str:
        if seat is None:
            return self.words(
                "seven.gist.for", some=self.words(f"seven.{what}", n=number), what=self.count_target(counted)
            )
        then = self.state
        if face and face not in then.built[seat]:
            then = then.copy()
            then.built[seat] = (*then.built[seat], face)
        return self.words(f"seven.{what}", n=number * count(then, seat, counted))

    def count_target(self, counted: Counted) -> str:
        """Name what is counted, and where."""
        where = "own" if counted.where == ("own",) else "around" if "own" in counted.where else "beside"
        if isinstance(counted, Cards):
            colours = self.words.any_of([self.text("colour", one) for one in counted.colours])
            return self.words(f"seven.cards.{where}", colours=colours)
        return self.words(f"seven.stages.{where}")

    def prose(self, effects: Sequence[Effect], past: bool = False) -> str:
        """Say in whole sentences what effects do; ``past``: those of a stage that is built."""
        made = [one.options for one in effects if isinstance(one, Makes)]
        said: list[str] = []
        if made:
            each = self.words.any_of([self.text("resource", one) for one in made[0]])
            goods = self.resource_number(made[0][0], 2) if len(made) == 2 else each
            key = "seven.prose.makes-choice" if len(made[0]) > 1 else "seven.prose.makes"
            said.append(self.words(key, goods=goods))
        said += [self._sentence(one, past) for one in effects if not isinstance(one, Makes)]
        return self.words("seven.blank").join(dict.fromkeys(said))

    def _sentence(self, effect: Effect, past: bool) -> str:
        words = self.words
        match effect:
            case Discount(resources, where):
                goods = words("seven.raw" if resources[0] in RAW else "seven.made")
                side = "both" if len(where) > 1 else where[0]
                return words(f"seven.prose.discount-{side}", goods=goods)
            case CoinsFor(number, counted):
                return words(
                    "seven.prose.coins-for", coins=words("seven.coins", n=number), what=self.count_target(counted)
                )
            case PointsFor(number, counted):
                points = words("seven.points", n=number)
                return words("seven.prose.points-for", points=points, what=self.count_target(counted))
            case Science(symbol):
                return words("seven.prose.science", symbol=self.symbol(symbol))
            case FromDiscards() if past:
                return words("seven.prose.from-discards-past")
            case FromDiscards() if not self._has_discards():
                return words("seven.prose.from-no-discards")
            case FreeTurn(turn):
                return words("seven.prose.free-first" if turn == 1 else "seven.prose.free-last")
            case Points(number) | Shields(number) | Coins(number) | PointsForWonder(number):
                return words(f"seven.prose.{_KEYS[type(effect)]}", n=number)
        return words(f"seven.prose.{_KEYS[type(effect)]}")

    def _has_discards(self) -> bool:
        """Whether a card lies in the discard pile, or is looked at out of it."""
        return bool(self.state.discards or self.state.looked)

    def by_colour(self, faces: Sequence[str]) -> list[tuple[str, list[str]]]:
        """Give the cards of each colour there is."""
        groups = ((colour, [face for face in faces if COLOUR[face] == colour]) for colour in COLOURS)
        return [(colour, those) for colour, those in groups if those]


def science_gain(s: State, seat: int, effect: Science | AnyScience) -> int:
    """Give the points that one more symbol of science brings as things stand."""
    face = next(one for one, card in CARDS.items() if effect in card.effects)
    more = s.copy()
    more.built[seat] = (*more.built[seat], face)
    return science(more, seat) - science(s, seat)


_KEYS: Mapping[type, str] = {
    Points: "points",
    Shields: "shields",
    Coins: "coins",
    PointsForWonder: "points-for-wonder",
    AnyScience: "any-science",
    FromDiscards: "from-discards",
    LastCard: "last-card",
    FreeColour: "free-colour",
}
