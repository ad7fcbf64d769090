"""Words that all pages of Civilization share: names, and the yields of squares and cities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tta_p2p.games.civilization.battle import strength
from tta_p2p.games.civilization.city import yields
from tta_p2p.games.civilization.map.board import cities_of, enemy_at, is_person, is_wonder, land, neighbours
from tta_p2p.games.civilization.map.squares import name_of
from tta_p2p.games.civilization.players import coins
from tta_p2p.games.civilization.state import City, State
from tta_p2p.games.civilization.tables.civilizations import CIVILIZATIONS
from tta_p2p.games.civilization.tables.model import Icons
from tta_p2p.games.civilization.tables.techs import TECHS
from tta_p2p.i18n import Words

from ..cells import Row, Span, Target, join, row
from ..player_colours import player_role
from ..presenter import Presenter, Scene
from ..texts import Texts

LEVELS = ("", "I", "II", "III", "IV", "V")
ICONS = ("production", "trade", "culture", "coin", "combat")


CITIES = {
    (False, False): "civ.city",
    (False, True): "civ.capital",
    (True, False): "civ.walled-city",
    (True, True): "civ.walled-capital",
}
"""Whether a city has walls, and whether it is a capital -> how it is called."""


@dataclass(frozen=True)
class CivilizationWording:
    """The state for a seat (None: a spectator), with the words to describe it."""

    state: State
    seat: int | None
    faces: Mapping[int, str]
    texts: Texts
    words: Words

    @classmethod
    def of(cls, scene: Scene, presenter: Presenter) -> CivilizationWording:
        """Give the words for a scene."""
        return cls(scene.view, scene.seat, scene.faces, presenter.texts_for(scene.seat), presenter.words)

    # --- names -------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> range:
        """The seats."""
        return range(self.state.seats)

    def player(self, seat: int) -> Span:
        """Name a seat's player."""
        return Span(self.texts.name(seat), player_role(seat, self.seat), Target("player", str(seat)))

    def card(self, face: str) -> Span:
        """Name a part of the game in the colour of its kind."""
        role = "magenta" if is_wonder(face) else "good" if is_person(face) else "number" if face in TECHS else ""
        return Span(self.texts.card(face), role, Target("card", face))

    def part_name(self, what: str) -> str:
        """Name a figure or a part of the game."""
        return self.texts.optional(f"kind.{what}") or self.texts.card(what)

    def amount(self, what: str, number: int) -> str:
        """Say how much there is of something."""
        return self.words("civ.amount", what=self.texts.card(what), n=number)

    def cards(self, faces: Iterable[str]) -> Row:
        """Name several parts of the game."""
        return join(map(self.card, faces), self.words("civ.comma"))

    def level(self, level: int) -> str:
        """Write the level of a technology."""
        return LEVELS[level]

    def title_of(self, what: str, seat: int) -> str:
        """Title what belongs to a seat: whoever reads it is called you."""
        own = ".own" if seat == self.seat else ""
        return self.words(f"civ.title.{what}{own}", name=self.texts.seat_name(seat))

    def is_own(self, seat: int) -> bool:
        """Whether a seat is drawn as the own one: for a spectator that is the first."""
        return seat == (self.seat or 0)

    def side(self, seat: int) -> str:
        """Give the colour in which what belongs to a seat is drawn: each of several others has one."""
        return player_role(seat, self.seat or 0)

    def is_set_up(self, seat: int) -> bool:
        """Whether a seat has its civilization already."""
        return self.state.civilizations[seat] in CIVILIZATIONS

    # --- numbers -----------------------------------------------------------------------------------------------

    def icons(self, icons: Icons) -> str:
        """Say what a square or a building gives; empty if it gives nothing."""
        given = ((name, getattr(icons, name)) for name in ICONS)
        told = (self.words(f"civ.icon.{name}", n=number) for name, number in given if number)
        return self.words("civ.comma").join(told)

    def square(self, square: int) -> Row:
        """Say what a square is, what lies there, what it gives and who stands there."""
        s, words = self.state, self.words
        here = land(s).get(square)
        if here is None:
            return row(words("civ.square.dark", square=name_of(square)))
        parts: list[str] = []
        if square in s.works:
            parts.append(self.texts.card(s.works[square]))
        elif square in s.cities:
            city = s.cities[square]
            parts.append(words("civ.figures", name=self.texts.name(city.seat), some=self.kind(city)))
        elif here.extra in ("gold", "natural-wonder", "hut", "village"):
            there = here.extra in ("gold", "natural-wonder") or square in s.markers
            parts += [words(f"civ.extra.{here.extra}")] if there else []
        elif here.extra:
            parts.append(self.texts.card(here.extra))
        given = self.icons(yields.icons_of(s, square)) if square not in s.cities else ""
        parts += [given] if given else []
        for seat in self.seats:
            armies, scouts = s.figures[seat].get(square, (0, 0))
            if armies or scouts:
                parts.append(words("civ.figures", name=self.texts.name(seat), some=self.company(armies, scouts)))
        told = words("civ.comma").join(parts) or words("civ.nothing")
        terrain = words(f"civ.terrain.{here.terrain}")
        return row(Span(name_of(square), "number"), f" {terrain}", words("civ.colon"), told)

    def defender_text(self, square: int) -> str:
        """Say whom figures of the seat attack that enter a square; empty if nobody."""
        s, seat, words = self.state, self.seat or 0, self.words
        city = s.cities.get(square)
        if city is not None and city.seat != seat:
            return words("civ.figures", name=self.texts.name(city.seat), some=self.kind(city))
        if (enemy := enemy_at(s, seat, square)) >= 0:
            return words("civ.figures", name=self.texts.name(enemy), some=self.company(*s.figures[enemy][square]))
        village = square in s.markers and s.backs.get(s.markers[square]) == "village"
        return words("civ.extra.village") if village else ""

    def kind(self, city: City) -> str:
        """Say what sort of city it is."""
        return self.words(CITIES[city.walls, city.capital])

    def surroundings(self, square: int) -> str:
        """Say what the eight squares around a square give together, and what a city there could harvest."""
        known = [one for one in neighbours(square) if one in land(self.state)]
        some = [yields.icons_of(self.state, one) for one in known]
        total = Icons(*(sum(getattr(one, name) for one in some) for name in ICONS))
        told = self.words("civ.around", icons=self.icons(total) or self.words("civ.nothing"))
        found = dict.fromkeys(yields.resource_at(self.state, one) for one in known)
        goods = "/".join(self.texts.card(one) for one in found if one)
        return self.words("civ.comma").join((told, self.words("civ.city.harvest", some=goods))) if goods else told

    def unit(self, seat: int, face: str) -> str:
        """Name a unit as its card does, with what it counts in the service of a seat where that is more."""
        counts = strength.strength(self.state, seat, face)
        printed = face.partition("-")[2]
        name = self.texts.card(face)
        return name if printed == str(counts) else self.words("civ.battle.now", unit=name, n=counts)

    def company(self, armies: int, scouts: int) -> str:
        """Count armies and scouts."""
        some = ((armies, "armies"), (scouts, "scouts"))
        return self.words("civ.and").join(self.words(f"civ.n-{kind}", n=number) for number, kind in some if number)

    def city(self, city: int) -> str:
        """Say what a city makes: production, culture from the arts, what it can harvest."""
        s, seat = self.state, self.state.cities[city].seat
        parts = [
            self.words("civ.city.makes", n=yields.production(s, seat, city)),
            self.words("civ.city.arts", n=yields.arts(s, seat, city)),
        ]
        harvest = yields.harvests(s, seat, city)
        if harvest:
            named = "/".join(self.texts.card(one) for one in harvest)
            parts.append(self.words("civ.city.harvest", some=named))
        return self.words("civ.comma").join(parts)

    def coins(self, seat: int) -> int:
        """Count the coins of a seat."""
        return coins.coins(self.state, seat)

    def cities(self, seat: int) -> list[int]:
        """Give the cities of a seat, the one founded first first."""
        return cities_of(self.state, seat)

    def markers(self, handles: Iterable[int], kind: str) -> str:
        """Say which huts or villages these are, as far as that is known; otherwise how many."""
        found = list(handles)
        known = [self.texts.card(self.faces[one]) for one in found if one in self.faces]
        if not known:
            return self.words(f"civ.n-{kind}", n=len(found)) if found else ""
        unknown = len(found) - len(known)
        return self.words("civ.comma").join([*known, *([self.words(f"civ.n-{kind}", n=unknown)] if unknown else [])])
