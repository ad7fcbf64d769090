"""The presenter of Through the Ages: its pages, its acts in words, and words for its acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from tta_p2p.games.through_the_ages.editions import EDITIONS
from tta_p2p.games.through_the_ages.tables import CARDS, EDITION, cards_of
from tta_p2p.games.through_the_ages.view_model import View
from tta_p2p.seats.messages import CardRef, LogEntry

from ..blocks import Block, Page, Para
from ..cells import Row, join
from ..presenter import MenuItem, Presenter, Scene
from . import overview
from .board import board, strip
from .cards import card_row, card_sheet, hand, row_strip
from .facts import missing_attack, missing_defence
from .politics import events
from .results import ThroughTheAgesResults
from .speech import WITH_HANDLE, ThroughTheAgesSpeech
from .turns import ThroughTheAgesTurns
from .wording import ThroughTheAgesWording, own_civilization

LEAVES = ("discards", "antiquated")
"""Lines of the log about a hidden card that leaves a hand."""

SHORT_COSTS = frozenset(
    ("civil-action", "food", "military-action", "resource", "science", "unit-resource", "unit-science")
)
"""What acts cost that has a sign of its own, where there is little room."""


class ThroughTheAgesPresenter(Presenter):
    """Shows Through the Ages."""

    edition = EDITION
    """The edition that is played."""
    view_type = View
    player_pages = frozenset({"me"})
    turns_class = ThroughTheAgesTurns
    results_class = ThroughTheAgesResults
    speech_class = ThroughTheAgesSpeech
    pages = ("table", "me", "row", "hand", "events")
    page_aliases = MappingProxyType({**Presenter.page_aliases, "m": "me", "board": "me", "r": "row", "e": "events"})

    def card_news(self, before: Scene, after: Scene, said: Sequence[LogEntry] = ()) -> tuple[str, ...]:
        """Say which military cards have come into the hand; where none of it was known, no new ones can be told."""
        then, now = own_civilization(before.view), own_civilization(after.view)
        if then is None or now is None or (then.hand and not any(card.face for card in then.hand)):
            return ()
        held = Counter(card.face for card in then.hand) - Counter(_departed_cards(before, said))
        new = Counter(card.face for card in now.hand if card.face) - held
        names = self.words.listed([self.texts.card(face) for face in sorted(new.elements())])
        return (self.words("tta.new-cards", cards=names),) if new else ()

    def forced_act(self, scene: Scene) -> str:
        """Give the pass where politics offers nothing else: it stays in the draft until something else is done."""
        decision = scene.turn.decision
        texts = [one.text for one in scene.turn.legal if one.text != "resign"]
        return "pass" if decision is not None and decision.key == "politics" and texts == ["pass"] else ""

    def cautions(self, item: MenuItem, scene: Scene) -> tuple[str, ...]:
        """Say what an end of the turn wastes, and what threatens at it; and that a defence could still be enough."""
        mine = own_civilization(scene.view)
        if item.verb == "done" and (least := missing_defence(scene)):
            return (self.words("tta.warn.defence", n=least),)
        if item.verb == "done" and (least := missing_attack(scene)):
            return (self.words("tta.warn.attack", n=least),)
        if item.verb != "end" or mine is None:
            return ()
        found = overview.threats(ThroughTheAgesWording.of(scene, self), mine, calmed=False)
        useful = any(
            paid == "civil-action" for one in scene.turn.legal for paid, _ in one.cost if not _is_harmful(one.text)
        )
        if useful and mine.civil.left:
            found.insert(0, self.words("tta.warn.unused", n=mine.civil.left))
        return tuple(found)

    def begin_table(self, options: Mapping[str, object]) -> None:
        """Keep to the cards of the edition that the table has chosen."""
        self.edition = str(options.get("edition", EDITION))
        self.texts.keep_cards(cards_of(self.edition).keys())

    def table_choices(self, options: Mapping[str, object]) -> Mapping[str, object]:
        """Leave out the rulings on cards that the edition does not have."""
        rulings = EDITIONS[str(options.get("edition", EDITION))].rulings
        return {name: value for name, value in options.items() if name in ("edition", "variant", *rulings)}

    # --- pages -------------------------------------------------------------------------------------------

    def page(self, name: str, about: str, scene: Scene) -> Page:
        """Give a page by its name; `me` shows the board of whoever is named after it."""
        wording = ThroughTheAgesWording.of(scene, self)
        match name:
            case "me":
                seat = self.find_seat(about, scene) if about else scene.seat
                return board(wording, seat if seat is not None else scene.view.current)
            case "row":
                return card_row(wording)
            case "hand":
                return hand(wording)
            case "events":
                return events(wording)
        return overview.overview(wording)

    def player(self, seat: int, scene: Scene) -> Page:
        """Give the board of a seat."""
        return board(ThroughTheAgesWording.of(scene, self), seat)

    def record_pages(self, scene: Scene) -> tuple[tuple[str, Page], ...]:
        """Give the table, the cards that lie in the row, and the boards."""
        table, *boards = super().record_pages(scene)
        whole = card_row(ThroughTheAgesWording.of(scene, self))
        return table, ("row", Page(whole.title, whole.blocks[:1])), *boards

    def progress(self, scene: Scene) -> Row:
        """Say round, age and phase."""
        return overview.progress(ThroughTheAgesWording.of(scene, self))

    def points(self, scene: Scene) -> Row:
        """Say how much culture each civilization has."""
        return overview.points(ThroughTheAgesWording.of(scene, self))

    def turn_summary(self, scene: Scene) -> tuple[Block, ...]:
        """Give a line for each civilization, the own board and the card row in short, and what threatens."""
        wording = ThroughTheAgesWording.of(scene, self)
        mine = own_civilization(scene.view)
        blocks: list[Block] = [overview.civilization_lines(wording)]
        if mine is not None and mine.left is None:
            blocks += [Para(strip(wording, mine), 0, 2), row_strip(wording)]
            blocks += overview.warnings(wording, mine)
        return tuple(blocks)

    def act_summary(self, scene: Scene) -> tuple[Block, ...]:
        """Give what there is to spend."""
        mine = own_civilization(scene.view)
        return (Para(overview.stock(ThroughTheAgesWording.of(scene, self), mine), 0, 2),) if mine is not None else ()

    def is_response(self, scene: Scene) -> bool:
        """Whether the seat is asked something in the turn of another civilization."""
        return bool(scene.turn.mine) and scene.view.current != scene.seat

    def draft_summary(self, scene: Scene) -> tuple[Block, ...]:
        """Give what there is left to spend."""
        return self.act_summary(scene)

    # --- acts --------------------------------------------------------------------------------------------

    def cost_row(self, cost: Iterable[tuple[str, int]]) -> Row:
        """Say what an act costs in a few signs."""
        parts = []
        for paid, number in cost:
            short = self.words(f"tta.pays.{paid}", n=number) if paid in SHORT_COSTS else ""
            parts.append(short or self.texts.cost([(paid, number)]))
        return join(parts, self.words("tta.comma"))

    # --- cards -------------------------------------------------------------------------------------------

    def has_sheet(self, face: str) -> bool:
        """Whether this is a card of the game."""
        return face in CARDS

    def card_sheet(self, face: str) -> tuple[Block, ...]:
        """Give all that is to be said about a card."""
        if face not in CARDS:
            return super().card_sheet(face)
        return card_sheet(self.texts, self.words, face, self.edition)


def _is_harmful(text: str) -> bool:
    """Whether an act, in notation, gives up what one has."""
    return text.startswith(("destroy ", "disband "))


def _departed_cards(before: Scene, said: Iterable[LogEntry]) -> Iterable[str]:
    """Give the cards that have left the own hand since a moment: their names come again with others that are drawn.

    Cards get new handles whenever others have come to them, so that a hand does not show it. What was played in the
    draft at that moment had left already.
    """
    mine = own_civilization(before.view)
    held = {card.handle for card in mine.hand} if mine is not None else set()
    drafted = {arg.card for done in before.turn.draft for arg in done.label.args if isinstance(arg, CardRef)} - held
    left: dict[int, str] = {}
    for line in said:
        played = line.act.label if line.act is not None and line.actor == before.seat else None
        named = [*played.args] if played is not None and played.key in WITH_HANDLE else []
        named += line.args if line.key in LEAVES and line.args[:1] == [before.seat] else []
        left |= {arg.card: arg.face for arg in named if isinstance(arg, CardRef) and arg.face}
    return [face for card, face in left.items() if card not in drafted]
