"""The presenter of 7 Wonders: its pages, its acts card by card, its end in a picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tta_p2p.games.seven_wonders.effects import shields
from tta_p2p.games.seven_wonders.index import stages
from tta_p2p.games.seven_wonders.scoring import PARTS, parts
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.games.seven_wonders.tables import BOARD, CARDS, TURNS
from tta_p2p.games.seven_wonders.tables.model import NEIGHBOURS, SIDES, Side
from tta_p2p.seats.messages import Keyed

from ..acts import make_menu
from ..blocks import Block, Gap, Page, Para, Seen, table
from ..cells import Piece, Row, Span, row
from ..presenter import Guess, Measured, MenuItem, Presenter, Scene
from ..texts import AGES
from . import cities
from .cards import card_sheet, wonder_sheet, wording_for
from .hand import USES, hand_menu, hand_page
from .wording import Wording

BAR = 50
"""The longest bar of the picture at the end, in cells."""
OF_STAGES = ("of", "the", "wonder", "with", "under", "it")
"""What a stage is called with, besides its card and what is bought for it."""
MARKS = {
    "wonder": ("W", "magenta"),
    "treasury": ("$", "warn"),
    "conflicts": ("X", "red"),
    "civilian": ("B", "number"),
    "commerce": ("Y", "yellow"),
    "science": ("S", "good"),
    "guilds": ("G", "magenta"),
}
"""The letter and the role of each part of the score."""


class SevenWondersPresenter(Presenter):
    """Shows 7 Wonders."""

    view_type = State
    of_players = frozenset({"city"})
    pages = ("table", "city", "hand", "score")
    short = MappingProxyType({**Presenter.short, "c": "city", "me": "city", "m": "city", "board": "city"})

    single_last = False

    def cautions(self, item: MenuItem, scene: Scene) -> tuple[str, ...]:
        """Say that a free building is given away."""
        wastes = item.verb == "decline" and any(choice.text.startswith("take ") for choice in scene.turn.legal)
        return (self.words("seven.caution.search"),) if wastes else ()

    def _wording(self, scene: Scene) -> Wording:
        return Wording(scene.view, scene.seat, scene.faces, self.texts, self.words)

    # --- pages -------------------------------------------------------------------------------------------

    def page(self, name: str, about: str, scene: Scene) -> Page:
        """Give a page by its name; `city` shows the city of whoever is named after it."""
        wording = self._wording(scene)
        match name:
            case "city":
                seat = self.seat_called(about, scene) if about else scene.seat
                return cities.city_page(wording, seat if seat is not None else 0)
            case "hand":
                return hand_page(wording, make_menu(self, scene, scene.numbers).entries)
            case "score":
                standings = self.game.standings(scene.view)
                return Page(row(self.words("seven.title.score")), self.standings(standings.places, over=standings.over))
        return self.table(scene)

    def called(self, seat: int, scene: Scene) -> tuple[str, ...]:
        """Give the name of a player, that of the wonder, and the side on which the city lies."""
        near, wonder = self._wording(scene).neighbours() or (), scene.view.wonders[seat]
        sides = [self.words(f"seven.{side}") for side, one in zip(NEIGHBOURS, near, strict=False) if one == seat]
        return (*super().called(seat, scene), *([self.texts.card(wonder)] if wonder else []), *sides)

    def player(self, seat: int, scene: Scene) -> Page:
        """Give the city of a seat."""
        return cities.city_page(self._wording(scene), seat)

    def table(self, scene: Scene) -> Page:
        """Give all cities, and who chooses."""
        wording = self._wording(scene)
        blocks = [*cities.overview(wording, True), Gap(), cities.pile_line(wording)]
        decision = scene.turn.decision
        if decision is not None:
            names = self.words("seven.and").join(self.texts.name(seat) for seat in decision.seats)
            blocks.append(Para(row(self.words("seven.choosing", names=names))))
        return Page(row(self.words("page-title.table"), ": ", cities.title_of(wording)), tuple(blocks))

    def standing(self, scene: Scene) -> Row:
        """Say age, turn, and where hands go."""
        return cities.title_of(self._wording(scene))

    def measured(self, scene: Scene) -> Measured:
        """Give the points as if the game ended then, shields and coins."""
        s, seats = scene.view, range(scene.view.seats)
        values = {
            "points": tuple(sum(number for _, number in parts(s, seat)) for seat in seats),
            "shields": tuple(shields(s, seat) for seat in seats),
            "coins": tuple(s.coins[seat] for seat in seats),
        }
        return tuple((self.words(f"seven.chart.{key}"), some) for key, some in values.items())

    def when(self, turn: int) -> str:
        """Name a turn by its age and its number in it."""
        if turn < 1:
            return "0"
        return f"{AGES[(turn - 1) // TURNS + 1]}.{(turn - 1) % TURNS + 1}"

    def turn_named(self, turn: int) -> str:
        """Name a turn by its age and its number in it; before the first the sides of the boards are chosen."""
        if turn < 1:
            return self.words("seven.before")
        return self.words("seven.turn", age=AGES[(turn - 1) // TURNS + 1], turn=(turn - 1) % TURNS + 1)

    def brief(self, scene: Scene) -> tuple[Block, ...]:
        """Give all cities at a glance, and what the near ones make."""
        return cities.overview(self._wording(scene), False)

    def decision(self, scene: Scene) -> Row:
        """Say what is to be decided, and where hands go then."""
        told = super().decision(scene)
        decision = scene.turn.decision
        if decision is None or decision.key != "choose":
            return told
        return row(told, Span(self.words("seven.going", going=self._going(scene)), "label"))

    def _going(self, scene: Scene) -> str:
        s = scene.view
        near = self._wording(scene).neighbours()
        if near is None or s.turn == TURNS:
            return self.words("seven.last")
        other = s.after(scene.seat, -1 if s.age == 2 else 1)
        return self.words("seven.goes-to", name=self.texts.name(other))

    # --- acts --------------------------------------------------------------------------------------------

    def menu(self, entries: Sequence[MenuItem], scene: Scene) -> tuple[Block, ...] | None:
        """Lay acts out card by card; sides and boards with what they bring."""
        verbs = {entry.verb for entry in entries}
        wording = self._wording(scene)
        if not entries:
            return None
        if verbs <= set(USES):
            return hand_menu(wording, entries)
        if verbs == {"side"}:
            return (table([], self._sides(wording, entries), "llll", flex=3),)
        if verbs <= {"take", "decline"}:
            return (table([], self._finds(wording, entries), "lll", flex=2),)
        return None

    def _sides(self, wording: Wording, entries: Sequence[MenuItem]) -> list[list[Piece]]:
        rows: list[list[Piece]] = []
        for entry in entries:
            side: Side = "night" if entry.text == f"side {SIDES[1]}" else "day"
            wonder = wording.s.wonders[wording.seat or 0]
            for number, stage in enumerate(stages(wonder, side), 1):
                first = [Span(f"{entry.number}) {wording.text('side', side)}", "number") if number == 1 else ""]
                rows.append([*first, f"{number}.", wording.cost(stage.cost), wording.prose(stage.effects)])
        return rows

    def _finds(self, wording: Wording, entries: Sequence[MenuItem]) -> list[list[Piece]]:
        rows: list[list[Piece]] = []
        for entry in entries:
            number = Span(f"{entry.number})", "number")
            face = next(iter(self.cards_of(entry.label)), "")
            if entry.verb == "decline" or face not in CARDS:
                rows.append([number, entry.named, ""])
            else:
                rows.append([number, wording.card(face), wording.gist(CARDS[face].effects, wording.seat)])
        return rows

    def verb(self, verb: str) -> str:
        """Name a verb for people; a stage is built too, but `build` alone means a building."""
        return verb if verb == "stage" else super().verb(verb)

    def heard(self, typed: str, asking: bool = False) -> str:
        """Give words as an act: a stage is built whatever its number, and who asks about a card means building it."""
        words = typed.split()
        said = [word.casefold() for word in words]
        if said[:1] == ["build"] and "stage" in said[1:3]:  # build stage, build the stage
            words = words[said.index("stage") :]
        if words and words[0].casefold() == "stage":
            rest = words[2:] if words[1:2] in (["1"], ["2"], ["3"], ["4"]) else words[1:]
            return " ".join(["stage", *(word for word in rest if word.casefold() not in OF_STAGES)])
        a_verb = any(verb.startswith(said[0]) for verb in self.texts.verbs) if said else True
        return typed if a_verb or not asking else f"build {typed}"

    def guess(self, typed: Sequence[str], scene: Scene) -> Guess:
        """Give notation for words: cards of the hand become handles, and nothing is bought."""
        guess = super().guess(typed, scene)
        if not typed or typed[0] not in USES:
            return guess
        if list(typed) == ["stage"] and self._hand(scene):  # any card lies as well under it as another
            return Guess(f"stage #{self._hand(scene)[0]} 0 0")
        held = {scene.faces[handle]: handle for handle in reversed(self._hand(scene)) if handle in scene.faces}
        words = guess.text.split()
        face = next((word for word in words[1:] if word in CARDS), "")
        if not face:
            return guess
        if face not in held:
            return Guess("", missing=face)
        named = f"#{held[face]}" + (f"={face}" if typed[0] == "build" else "")
        coins = [word for word in words[1:] if word.isdigit()][:2]
        way = [] if typed[0] == "sell" else coins if len(coins) == 2 else ["0", "0"]
        return Guess(" ".join([typed[0], named, *way]), guess.unknown)

    def _hand(self, scene: Scene) -> tuple[int, ...]:
        return scene.view.hands[scene.seat] if scene.seat is not None else ()

    # --- cards -------------------------------------------------------------------------------------------

    def has_sheet(self, face: str) -> bool:
        """Whether this is a building or a wonder, not a side of a board."""
        return face in CARDS or face in BOARD

    def cards_of(self, label: Keyed) -> list[str]:
        """Give the buildings and wonders an act is about."""
        return [face for face in super().cards_of(label) if self.has_sheet(face)]

    def card(self, face: str) -> tuple[Block, ...]:
        """Give all that is to be said about a building or a wonder."""
        wording = wording_for(self.texts, self.words)
        if face in CARDS:
            return card_sheet(wording, face)
        return wonder_sheet(wording, face) if face in BOARD else super().card(face)

    # --- the end -----------------------------------------------------------------------------------------

    def standings(self, places: Iterable[Any], ending: str = "", over: bool = True) -> tuple[Block, ...]:
        """Give the score by its parts, a line for each player, and below it as a picture."""
        found = tuple(places)
        words = self.words
        head: list[Piece] = ["", ""]
        head += [Span(words(f"seven.part.{part}"), MARKS[part][1]) for part in PARTS]
        head.append(words("standings.points"))
        rows: list[list[Piece]] = []
        most = max((place.points for place in found), default=0)
        bars: list[list[Piece]] = []
        for place in found:
            own = dict(place.parts)
            gone = f" ({words(f'left.{place.left}')})" if place.left else ""
            name = row(self.texts.name(place.seat), gone)
            numbers: list[Piece] = [f"{own.get(part, 0)}" for part in PARTS]
            rows.append([f"{place.place}.", name, *numbers, Span(f"{place.points}", "mine")])
            bars.append([name, self._bar(own, most), Span(f"{place.points}", "mine")])
        legend = ", ".join(f"{MARKS[part][0]} {self.texts.get(f'score.{part}')}" for part in PARTS)
        picture = (Gap(), table([], bars, "llr"), Para(row(Span(legend, "label"))))
        seen = Seen((table(head, rows, "ll" + "r" * (len(PARTS) + 1)), *picture), self.places_said(found, over))
        return (Para(row(ending)), seen) if ending else (seen,)

    def _bar(self, own: Mapping[str, int], most: int) -> Row:
        """Give points as a bar, a letter a point (fewer if it is too long); lost conflicts take nothing off it."""
        cells: list[Span] = []
        total = drawn = 0
        for part in PARTS:
            total += max(0, own.get(part, 0))
            until = total * BAR // max(most, BAR)
            letter, role = MARKS[part]
            cells.append(Span(letter * (until - drawn), role))
            drawn = until
        return row(*cells)
