"""The own cards as a list on the screen: what each is, what can be done with it now, or why nothing can."""

from __future__ import annotations

from tta_p2p.games.through_the_ages.tables import CARDS

from ..cells import EMPTY, Row, Span, row
from ..presenter import Presenter
from ..reading import Reading
from ..screen.boards import Spot
from .cards import age_cells, card_line, card_text, short_cost
from .figures import figures_line
from .knowledge import impact_now
from .wording import ThroughTheAgesWording, own_civilization


def hand_spots(reading: Reading, presenter: Presenter, wording: ThroughTheAgesWording) -> tuple[Spot, ...]:
    """Give the civil cards, then the military ones that the seat holds."""
    mine, scene = own_civilization(wording.view), reading.scene
    if mine is None or scene is None:
        return ()
    faces = [*mine.civil_hand, *(card.face for card in mine.hand if card.face)]
    may, ages = reading.state.may_act, age_cells(faces)
    found = []
    for number, face in enumerate(faces, 1):
        acts = [item for item in reading.menu.entries if face in presenter.cards_of(item.label) and item.verb != "take"]
        item = acts[0] if may and len(acts) == 1 else None
        several = tuple(one.text for one in acts) if may and len(acts) > 1 else ()
        ask = f"{presenter.speech.verb_for(face, scene)} {face}" if may and not acts else ""
        sign = " " if item is not None or several else "-"
        key = item.text if item is not None else f"card {number}"
        line = card_line(wording, face, row(Span(f"{number:>2}{sign} ", "number")), ages)
        note = card_note(wording, face)
        found.append(Spot(key, line.head, item, (face,), number, "", ask, note, several, detail=line.told,
                          shorter=line.shorter, least=line.least))  # fmt: skip
    return tuple(found)


def card_note(wording: ThroughTheAgesWording, face: str) -> Row:
    """Say all of a card that its line has no room for."""
    if face not in CARDS:
        return EMPTY
    revolution = getattr(CARDS[face], "revolution", None)
    by_revolution = wording.words("tta.cost.revolution", n=revolution) if revolution is not None else ""
    parts = (wording.kind(face), short_cost(wording, face), by_revolution)
    told = wording.words("tta.comma").join(part for part in parts if part)
    text = card_text(face, wording.words) or figures_line(CARDS[face], wording.words)  # a text has the figures in it
    said = wording.words("tta.screen.note", told=told, text=text)
    now = impact_now(wording, face)
    return row(wording.card(face), said, " " if now else "", now)
