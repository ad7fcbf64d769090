"""The presenter of 7 Wonders: its pages, its acts card by card, its end in a picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from tta_p2p.games.seven_wonders.index import stages
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.games.seven_wonders.tables import BOARD, CARDS, TURNS
from tta_p2p.games.seven_wonders.tables.model import NEIGHBOURS, SIDES, Side
from tta_p2p.seats.messages import LegalAct, TextRef

from ..act_menu import make_menu
from ..blocks import Block, Gap, Page, table
from ..cells import Piece, Row, Span, row
from ..presenter import MenuItem, Presenter, Scene
from . import cities, neighbours
from .cards import card_sheet, wonder_sheet, wording_for
from .hand import USES, hand_menu, hand_page, payment_ranks, presents
from .results import SevenWondersResults
from .speech import SevenWondersSpeech
from .turns import SevenWondersTurns
from .wording import SevenWondersWording


class SevenWondersPresenter(Presenter):
    """Shows 7 Wonders."""

    view_type = State
    player_pages = frozenset({"city"})
    pages = ("table", "city", "hand", "score")
    page_aliases = MappingProxyType({**Presenter.page_aliases, "c": "city", "me": "city", "m": "city", "board": "city"})

    single_last = False
    turns_class = SevenWondersTurns
    results_class = SevenWondersResults
    speech_class = SevenWondersSpeech

    def price(self, cost: Iterable[tuple[str, int]], scene: Scene) -> Row:
        """Say how many coins go to the bank and how many to which neighbour, by name."""
        near = dict(zip(NEIGHBOURS, SevenWondersWording.of(scene, self).neighbours() or (), strict=False))
        some = [
            self.words("seven.coins-to", n=number, name=self.texts.name(near[paid])) if paid in near
            else self.texts.cost(((paid, number),)) for paid, number in cost
        ]  # fmt: skip
        return row(self.words("seven.and").join(some))

    def cautions(self, item: MenuItem, scene: Scene) -> tuple[str, ...]:
        """Say that a free building is given away."""
        wastes = item.verb == "decline" and any(choice.text.startswith("take ") for choice in scene.turn.legal)
        return (self.words("seven.caution.search"),) if wastes else ()

    def likely_acts(self, entries: Sequence[MenuItem]) -> tuple[MenuItem, ...]:
        """Leave out ways that pay a neighbour more than another one."""
        given = presents(entry.text for entry in entries)
        return tuple(entry for entry in entries if entry.text not in given)

    def number_order(self, legal: Sequence[LegalAct]) -> Sequence[LegalAct]:
        """Number the cheapest way to pay for each thing first, then the others: the cards of a hand have no gaps."""
        ranks = payment_ranks([choice.text for choice in legal])
        return sorted(legal, key=lambda choice: ranks.get(choice.text, 0))

    # --- pages -------------------------------------------------------------------------------------------

    def page(self, name: str, about: str, scene: Scene) -> Page:
        """Give a page by its name; `city` shows the city of whoever is named after it."""
        wording = SevenWondersWording.of(scene, self)
        match name:
            case "city":
                seat = self.find_seat(about, scene) if about else scene.seat
                return cities.city_page(wording, seat if seat is not None else 0)
            case "hand":
                return hand_page(wording, make_menu(self, scene, scene.numbers).entries)
            case "score":
                standings = self.game.standings(scene.view)
                return Page(
                    row(self.words("seven.title.score")), self.results.standings(standings.places, over=standings.over)
                )
        return self.table(scene)

    def player_names(self, seat: int, scene: Scene) -> tuple[str, ...]:
        """Give the name of a player, that of the wonder, and the side on which the city lies."""
        near, wonder = SevenWondersWording.of(scene, self).neighbours() or (), scene.view.wonders[seat]
        sides = [self.words(f"seven.{side}") for side, one in zip(NEIGHBOURS, near, strict=False) if one == seat]
        return (*super().player_names(seat, scene), *([self.texts.card(wonder)] if wonder else []), *sides)

    def player(self, seat: int, scene: Scene) -> Page:
        """Give the city of a seat."""
        return cities.city_page(SevenWondersWording.of(scene, self), seat)

    def table(self, scene: Scene) -> Page:
        """Give all cities."""
        wording = SevenWondersWording.of(scene, self)
        _, *near = cities.overview(wording, True)
        blocks = [neighbours.all_cities(wording), *near, Gap(), cities.pile_line(wording)]
        return Page(row(self.words("page-title.table"), ": ", cities.title_of(wording)), tuple(blocks))

    def progress(self, scene: Scene) -> Row:
        """Say age, turn, and where hands go."""
        return cities.title_of(SevenWondersWording.of(scene, self))

    def turn_summary(self, scene: Scene) -> tuple[Block, ...]:
        """Give all cities at a glance, and what the near ones make."""
        return cities.overview(SevenWondersWording.of(scene, self), False)

    def decision(self, scene: Scene) -> Row:
        """Say what is to be decided, and where hands go then."""
        told = super().decision(scene)
        decision = scene.turn.decision
        if decision is None or decision.key != "choose":
            return told
        return row(told, Span(self.words("seven.going", going=self._going(scene)), "label"))

    def _going(self, scene: Scene) -> str:
        s = scene.view
        near = SevenWondersWording.of(scene, self).neighbours()
        if near is None or s.turn == TURNS:
            return self.words("seven.last")
        other = s.seat_after(scene.seat, -1 if s.age == 2 else 1)
        return self.words("seven.goes-to", name=self.texts.name(other))

    # --- acts --------------------------------------------------------------------------------------------

    def menu_blocks(self, entries: Sequence[MenuItem], scene: Scene) -> tuple[Block, ...] | None:
        """Lay acts out card by card; sides and boards with what they bring."""
        verbs = {entry.verb for entry in entries}
        wording = SevenWondersWording.of(scene, self)
        if not entries:
            return None
        if verbs <= set(USES):
            return hand_menu(wording, entries)
        if verbs == {"side"}:
            return (table([], self._sides(wording, entries), "llll", flex=3),)
        if verbs <= {"take", "decline"}:
            return (table([], self._finds(wording, entries), "lll", flex=2),)
        return None

    def _sides(self, wording: SevenWondersWording, entries: Sequence[MenuItem]) -> list[list[Piece]]:
        rows: list[list[Piece]] = []
        for entry in entries:
            side: Side = "night" if entry.text == f"side {SIDES[1]}" else "day"
            wonder = wording.state.wonders[wording.seat or 0]
            for number, stage in enumerate(stages(wonder, side), 1):
                first = [Span(f"{entry.number}) {wording.text('side', side)}", "number") if number == 1 else ""]
                rows.append([*first, f"{number}.", wording.cost(stage.cost), wording.prose(stage.effects)])
        return rows

    def _finds(self, wording: SevenWondersWording, entries: Sequence[MenuItem]) -> list[list[Piece]]:
        rows: list[list[Piece]] = []
        for entry in entries:
            number = Span(f"{entry.number})", "number")
            face = next(iter(self.cards_of(entry.label)), "")
            if entry.verb == "decline" or face not in CARDS:
                rows.append([number, entry.description, ""])
            else:
                rows.append([number, wording.card(face), wording.brings(face, wording.seat)])
        return rows

    def verb_name(self, verb: str) -> str:
        """Name a verb for people; a stage is built too, but `build` alone means a building."""
        return verb if verb == "stage" else super().verb_name(verb)

    # --- cards -------------------------------------------------------------------------------------------

    def has_sheet(self, face: str) -> bool:
        """Whether this is a building or a wonder, not a side of a board."""
        return face in CARDS or face in BOARD

    def cards_of(self, label: TextRef) -> list[str]:
        """Give the buildings and wonders an act is about."""
        return [face for face in super().cards_of(label) if self.has_sheet(face)]

    def card_sheet(self, face: str) -> tuple[Block, ...]:
        """Give all that is to be said about a building or a wonder."""
        wording = wording_for(self.texts, self.words)
        if face in CARDS:
            return card_sheet(wording, face)
        return wonder_sheet(wording, face) if face in BOARD else super().card_sheet(face)
