"""The presenter of Through the Ages: its pages, its acts in words, and words for its acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType

from tta_p2p.games.contract import Act
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.tables.model import Deck
from tta_p2p.games.through_the_ages.view_model import CivilizationView, View
from tta_p2p.seats.messages import LogLine, Named

from ..blocks import Block, Page, Para
from ..cells import Row, join
from ..plain import FILLERS, bare, with_faces
from ..presenter import Guess, Measured, MenuItem, Presenter, Scene
from . import overview
from .board import board, strip
from .cards import card_row, card_sheet, hand, row_strip
from .ending import itemised
from .facts import holds_with
from .politics import events
from .wording import Wording, own

SEAT_PLACES = {"attack": 1, "declare": 1, "offer": 1}
"""Verbs of which one argument is a seat, and its place."""

WITH_HANDLE = {
    "attack": True, "declare": True, "offer": True, "tactic": True, "bonus": True, "colonize": True,
    "seed": False, "discard": False, "throw": False,
}  # fmt: skip
"""Verbs with a card of the own hand, and whether they say openly which one it is."""

LEAVES = ("discards", "antiquated")
"""Lines of the log about a hidden card that leaves a hand."""

OF_CIVIL_HAND = ("develop", "leader", "play", "revolution")
"""Verbs with a card of the own hand that everybody sees."""

PLAYS = {
    "leader": "leader", "action": "play", "event": "seed", "territory": "seed", "tactic": "tactic",
    "aggression": "attack", "war": "declare", "pact": "offer", "bonus": "bonus",
}  # fmt: skip
"""Verbs for cards of the hand by their kind; what is not here is developed."""

WITH_WORKERS = ("build", "upgrade", "destroy", "disband")
"""Verbs of which the cards may be called by their kinds: the lowest of those in play is meant."""

PLAIN_WORDS = ("a", "b", "food", "resource")
"""Arguments of acts that are words and no cards."""


class ThroughTheAgesPresenter(Presenter):
    """Shows Through the Ages."""

    view_type = View
    of_players = frozenset({"me"})
    pages = ("table", "me", "row", "hand", "events")
    short = MappingProxyType({**Presenter.short, "m": "me", "board": "me", "r": "row", "e": "events"})

    def learned(self, before: Scene, after: Scene, said: Sequence[LogLine] = ()) -> tuple[str, ...]:
        """Say which military cards have come into the hand; where none of it was known, no new ones can be told."""
        then, now = own(before.view), own(after.view)
        if then is None or now is None or (then.hand and not any(card.face for card in then.hand)):
            return ()
        held = Counter(card.face for card in then.hand) - Counter(_left_the_hand(before, said))
        new = Counter(card.face for card in now.hand if card.face) - held
        names = self.words.listed([self.texts.card(face) for face in sorted(new.elements())])
        return (self.words("tta.new-cards", cards=names),) if new else ()

    def passing(self, scene: Scene) -> str:
        """Give the pass where politics offers nothing else: it stays in the draft until something else is done."""
        decision = scene.turn.decision
        texts = [one.text for one in scene.turn.legal if one.text != "resign"]
        return "pass" if decision is not None and decision.key == "politics" and texts == ["pass"] else ""

    def cautions(self, item: MenuItem, scene: Scene) -> tuple[str, ...]:
        """Say what an end of the turn wastes, and what threatens at it; and that a defence could still be enough."""
        mine = own(scene.view)
        if item.verb == "done" and (least := holds_with(scene)):
            return (self.words("tta.warn.defence", n=least),)
        if item.verb != "end" or mine is None:
            return ()
        found = overview.threats(self._wording(scene), mine, calmed=False)
        useful = any(paid == "civil-action" for one in scene.turn.legal for paid, _ in one.cost if not _harms(one.text))
        if useful and mine.civil.left:
            found.insert(0, self.words("tta.warn.unused", n=mine.civil.left))
        return tuple(found)

    places = 13

    def place(self, act: Act) -> int | None:
        """Number what is taken from the card row by its space."""
        taken = act.args[0] if act.verb == "take" and act.args else None
        return taken if isinstance(taken, int) else None

    def about_place(self, number: int) -> str:
        """Ask about the card of a space."""
        return f"take {number}"

    def verb_for(self, face: str, scene: Scene) -> str:
        """Give the verb for a card: of the hand it is played, in play it is built, from anywhere else it is taken."""
        card, mine = CARDS.get(face), own(scene.view)
        if card is None or mine is None:
            return ""
        if card.deck is Deck.MILITARY:
            return PLAYS[card.kind]
        if face in mine.civil_hand:
            return PLAYS.get(card.kind, "develop")
        if mine.unfinished is not None and mine.unfinished.card == face:
            return "stage"
        return "build" if face in {one.card for one in mine.technologies} else "take"

    def kind(self, face: str) -> str:
        """Name the kind of a card."""
        return self.words(f"tta.kind.{CARDS[face].kind}") if face in CARDS else ""

    def _wording(self, scene: Scene) -> Wording:
        return Wording(scene.view, self.texts, self.words)

    # --- pages -------------------------------------------------------------------------------------------

    def page(self, name: str, about: str, scene: Scene) -> Page:
        """Give a page by its name; `me` shows the board of whoever is named after it."""
        wording = self._wording(scene)
        match name:
            case "me":
                seat = self.seat_called(about, scene) if about else scene.seat
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
        return board(self._wording(scene), seat)

    def standing(self, scene: Scene) -> Row:
        """Say round, age and phase."""
        return overview.standing(self._wording(scene))

    def points(self, scene: Scene) -> Row:
        """Say how much culture each civilization has."""
        return overview.points(self._wording(scene))

    def measured(self, scene: Scene) -> Measured:
        """Give culture, what a turn adds to culture and science, and strength."""
        view: View = scene.view

        def of(key: str, value: Callable[[CivilizationView], int]) -> tuple[str, tuple[int | None, ...]]:
            here = (None if one.left is not None else value(one) for one in view.civilizations)
            return self.words(f"tta.chart.{key}"), tuple(here)

        return (
            of("culture", lambda one: one.culture_points),
            of("culture-rate", lambda one: one.culture.total),
            of("science-rate", lambda one: one.science.total),
            of("strength", lambda one: one.strength.total),
        )

    def brief(self, scene: Scene) -> tuple[Block, ...]:
        """Give a line for each civilization, the own board and the card row in short, and what threatens."""
        wording = self._wording(scene)
        mine = own(scene.view)
        blocks: list[Block] = [overview.glance(wording)]
        if mine is not None and mine.left is None:
            blocks += [Para(strip(wording, mine), 0, 2), row_strip(wording)]
            blocks += overview.warnings(wording, mine)
        return tuple(blocks)

    def after_act(self, scene: Scene) -> tuple[Block, ...]:
        """Give what there is to spend."""
        mine = own(scene.view)
        return (Para(overview.stock(self._wording(scene), mine), 0, 2),) if mine is not None else ()

    def answers(self, scene: Scene) -> bool:
        """Whether the seat is asked something in the turn of another civilization."""
        return bool(scene.turn.mine) and scene.view.current != scene.seat

    def after_draft(self, scene: Scene) -> tuple[Block, ...]:
        """Give what there is left to spend."""
        return self.after_act(scene)

    # --- acts --------------------------------------------------------------------------------------------

    def itemised(self, log: Iterable[LogLine], seats: Sequence[int]) -> tuple[Block, ...]:
        """Show what each card that was scored at the end has brought."""
        return itemised(log, seats, self.texts, self.words)

    def cost(self, cost: Iterable[tuple[str, int]]) -> Row:
        """Say what an act costs in a few signs."""
        parts = []
        for paid, number in cost:
            known = f"tta.pays.{paid}"
            parts.append(self.words(known, n=number) if known in self.words else self.texts.cost([(paid, number)]))
        return join(parts, self.words("tta.comma"))

    def guess(self, typed: Sequence[str], scene: Scene) -> Guess:
        """Give notation for words: cards of the row become spaces, cards of the hand handles, players seats."""
        if not typed:
            return Guess("")
        verb, mine = typed[0], own(scene.view)
        spaces = {one.card: one.number for one in reversed(scene.view.row) if one.card}
        held = {card.face: card.handle for card in reversed(mine.hand)} if mine is not None else {}
        near: Iterable[str] = spaces if verb == "take" else held if verb in WITH_HANDLE else ()
        if verb in OF_CIVIL_HAND and mine is not None:
            near = mine.civil_hand
        words = with_faces([word for word in typed[1:] if word not in FILLERS], self.texts.cards, near)
        under_way = mine.unfinished if mine is not None and verb == "build" else None
        if under_way is not None and words in ([under_way.card], ["wonder"], [self.words("tta.kind.wonder")]):
            return Guess("stage 1")
        if verb in WITH_WORKERS and mine is not None:
            kinds = {bare(self.kind(one.card)): one.card for one in reversed(mine.technologies)}
            words = [word if word in CARDS else kinds.get(bare(word), word) for word in words]
        found, unknown = [], []
        for word in words:
            named = verb in SEAT_PLACES and word not in CARDS and not word.isdigit()
            seat = self.seat_called(word, scene) if named else None
            if verb == "take" and word in spaces:
                found.append(str(spaces[word]))
            elif verb in WITH_HANDLE and word in held:
                found.append(f"#{held[word]}" + (f"={word}" if WITH_HANDLE[verb] else ""))
            elif seat is not None:
                found.append(str(seat))
            elif word in CARDS and (verb == "take" or verb in WITH_HANDLE):
                return Guess("", missing=word)
            else:
                found.append(word)
                known = word in CARDS or word in PLAIN_WORDS or word.isdigit() or word.startswith("#")
                unknown += [] if known else [word]
        return Guess(" ".join([verb, *found]), tuple(unknown))

    # --- cards -------------------------------------------------------------------------------------------

    def has_sheet(self, face: str) -> bool:
        """Whether this is a card of the game."""
        return face in CARDS

    def card(self, face: str) -> tuple[Block, ...]:
        """Give all that is to be said about a card."""
        return card_sheet(self.texts, self.words, face) if face in CARDS else super().card(face)


def _harms(text: str) -> bool:
    """Whether an act, in notation, gives up what one has."""
    return text.startswith(("destroy ", "disband "))


def _left_the_hand(before: Scene, said: Iterable[LogLine]) -> Iterable[str]:
    """Give the cards that have left the own hand since a moment: their names come again with others that are drawn.

    Cards get new handles whenever others have come to them, so that a hand does not show it. What was played in the
    draft at that moment had left already.
    """
    mine = own(before.view)
    held = {card.handle for card in mine.hand} if mine is not None else set()
    drafted = {arg.card for done in before.turn.draft for arg in done.label.args if isinstance(arg, Named)} - held
    left: dict[int, str] = {}
    for line in said:
        played = line.act.label if line.act is not None and line.actor == before.seat else None
        named = [*played.args] if played is not None and played.key in WITH_HANDLE else []
        named += line.args if line.key in LEAVES and line.args[:1] == [before.seat] else []
        left |= {arg.card: arg.face for arg in named if isinstance(arg, Named) and arg.face}
    return [face for card, face in left.items() if card not in drafted]
