"""Knowledge that a table has: the row in the own next turn, cards not seen yet, what would score if it ended now.

All of it follows from the view of the seat that looks, so nobody reads more here than that seat may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tta_p2p.games.through_the_ages.estimates import ending_scores, event_scores, row_before
from tta_p2p.games.through_the_ages.index import EVENTS, back
from tta_p2p.games.through_the_ages.tables import BOARD, CARDS
from tta_p2p.games.through_the_ages.view_model import PileView, Space, View
from tta_p2p.seats.messages import LogEntry

from ..blocks import Block, Heading, Para, table
from ..cells import EMPTY, Piece, Row, Span, join, row
from .wording import ThroughTheAgesWording

DECKS = ("civil", "military")


# --- the row -------------------------------------------------------------------------------------------------


def next_places(view: View) -> tuple[int, ...] | None:
    """Give the space, from 0, of each card of the row in the own next turn at the earliest, -1 for one that leaves.

    None: there is no next turn, or nobody whose it is.
    """
    playing = [one.seat for one in view.civilizations if one.left is None]
    if view.seat not in playing or view.starting not in playing or view.current not in playing:
        return None
    first = playing.index(view.starting)
    order = playing[first:] + playing[:first]
    now, mine = order.index(view.current), order.index(view.seat)
    turns = (mine - now) % len(order) or len(order)
    wraps = mine <= now
    if wraps and view.round == view.last_round:
        return None
    if view.round == 1:  # in the first round nothing leaves the row
        turns = mine + 1 if wraps else 0
    return row_before((space.card for space in view.row), turns, len(playing))


def next_price(space: Space, place: int) -> int:
    """Give what a card will cost at a space, by what it costs now."""
    return max(0, space.price - BOARD.row_costs[space.number - 1] + BOARD.row_costs[place])


def takers(log: Sequence[LogEntry]) -> dict[int, tuple[int, str]]:
    """Give who has taken which card from each space, counted from 1, since the row was filled last."""
    found: dict[int, tuple[int, str]] = {}
    for line in reversed(log):
        if line.key in ("row-card", "turn"):
            break
        words = line.act.text.split(" ") if line.act is not None else []
        if words[:1] == ["take"] and words[-1].isdigit() and line.actor is not None and line.act is not None:
            named = (getattr(arg, "face", arg) for arg in line.act.label.args)
            face = next((one for one in named if isinstance(one, str) and one in CARDS), "")
            found.setdefault(int(words[-1]), (line.actor, face))
    return found


# --- cards not seen yet --------------------------------------------------------------------------------------


def cards_of_the_age(wording: ThroughTheAgesWording) -> list[Block]:
    """List the cards of the age that have not been seen, those thrown away, and those that have left the game."""
    view, words, blocks = wording.view, wording.words, list[Block]()
    own = Counter(face for handles in view.hidden.values() for one in handles if (face := view.faces.get(one)))
    for deck in DECKS:
        unseen = Counter(view.unseen.get(back(deck, view.age), {}))
        unseen -= own
        if unseen:
            blocks.append(Heading(row(words(f"tta.unseen.{deck}", n=unseen.total()))))
            blocks.append(Para(_counted(wording, unseen), 2, 2))
    gone = Counter(face for face in view.out if face in CARDS and CARDS[face].age == view.age)
    for key, cards in (("discards", Counter(view.decks.discards)), ("out", gone)):
        if cards:
            blocks.append(Heading(row(words(f"tta.unseen.{key}", n=cards.total()))))
            blocks.append(Para(_counted(wording, cards), 2, 2))
    return blocks


def _counted(wording: ThroughTheAgesWording, cards: Counter[str]) -> Row:
    named = sorted(cards.items(), key=lambda one: list(CARDS).index(one[0]))
    parts = (
        row(wording.card(face), f" {wording.words('tta.screen.times', n=n)}" if n > 1 else "") for face, n in named
    )
    return join(parts, wording.words("tta.and"))


# --- what scores ---------------------------------------------------------------------------------------------


def impact_now(wording: ThroughTheAgesWording, face: str) -> Row:
    """Say what an Impact would bring everybody now; empty for any other card."""
    if face not in EVENTS or not EVENTS[face].impact or wording.view.phase == "over":
        return EMPTY
    scores = event_scores(wording.view.state, face)
    told = wording.words("comma").join(f"{wording.name(seat)} {n:+d}" for seat, n in scores.items())
    return row(Span(wording.words("tta.impact-now", told=told)))


def known_impacts(view: View) -> list[str]:
    """Name the Impacts that this seat knows to lie among the events: they are scored at the end."""
    return sorted(
        face for pile in (view.events.current, view.events.future) for face in _known(pile) if EVENTS[face].impact
    )


def _known(pile: PileView) -> Iterable[str]:
    yield from (card.face for card in pile.cards if card.face in EVENTS)
    for sure in pile.sure:
        yield from [sure.card] * sure.number if sure.card in EVENTS else []


def ending_now(wording: ThroughTheAgesWording) -> list[Block]:
    """Show how the game would end now, by what this seat knows, part by part; nothing once it is over."""
    view, words = wording.view, wording.words
    playing = [one for one in view.civilizations if one.left is None]
    if view.phase == "over" or not playing:
        return []
    parts: list[tuple[Piece, dict[int, int]]] = [
        (words("tta.head.culture"), {one.seat: one.culture_points for one in playing}),
        (words("tta.ending-now.cards"), dict(ending_scores(view.state))),
        *((wording.card(face), dict(event_scores(view.state, face))) for face in known_impacts(view)),
    ]
    parts = [parts[0], *(part for part in parts[1:] if any(part[1].values()))]
    if len(parts) == 1:  # that stands above
        return []
    total = {one.seat: max(0, sum(scores.get(one.seat, 0) for _, scores in parts)) for one in playing}
    head: list[Piece] = ["", *(row(wording.player(one.seat)) for one in playing)]
    rows: list[list[Piece]] = [[name, *(str(scores.get(one.seat, 0)) for one in playing)] for name, scores in parts]
    rows.append([Span(words("tta.ending-now.total"), "heading"),
                 *(Span(str(total[one.seat]), "heading") for one in playing)])  # fmt: skip
    return [Heading(row(words("tta.ending-now"))), table(head, rows, "l" + "r" * len(playing), 2)]
