"""Events, tactics, wars, pacts, colonies, and who could attack whom."""

from __future__ import annotations

from collections import Counter

from tta_p2p.games.contract import Line
from tta_p2p.games.through_the_ages.view_model import PileView

from ..blocks import Block, Heading, Page, Para, table
from ..cells import Piece, Row, Span, join, row
from .cards import gist
from .knowledge import impact_now, known_impacts
from .overview import war_words
from .wording import ThroughTheAgesWording, age_of, own_civilization


def events(wording: ThroughTheAgesWording) -> Page:
    """Give the events, and all that is common to the table in politics."""
    view, words = wording.view, wording.words
    blocks: list[Block] = [
        Heading(row(words("tta.events.current", n=len(view.events.current.cards)))),
        Para(_pile(wording, view.events.current), 2, 2),
        Heading(row(words("tta.events.future", n=len(view.events.future.cards)))),
        Para(_pile(wording, view.events.future), 2, 2),
    ]
    for face in dict.fromkeys((*known_impacts(view), *view.events.at_end)):
        if now := impact_now(wording, face):
            blocks.append(Para(row(wording.card(face), ": ", now), 2, 2))
    if view.events.past:
        blocks.append(Heading(row(words("tta.events.past"))))
        blocks.append(Para(wording.cards(reversed(view.events.past)), 2, 2))
    if view.events.at_end:
        blocks.append(Heading(row(words("tta.events.at-end"))))
        blocks.append(Para(wording.cards(view.events.at_end), 2, 2))
    if view.tactics:
        blocks.append(Heading(row(words("tta.tactics"))))
        rows: list[list[Piece]] = [[wording.card(face), age_of(face), gist(face, words)] for face in view.tactics]
        blocks.append(table([], rows, "lll", 2, flex=2))
    blocks += _bonds(wording)
    blocks += _attacks(wording)
    return Page(row(words("tta.title.events")), tuple(blocks))


def _pile(wording: ThroughTheAgesWording, pile: PileView) -> Row:
    """Say what is known of a pile, in its order, and what backs the rest has."""
    words = wording.words
    parts: list[Piece] = []
    known = [(number, card) for number, card in enumerate(pile.cards, 1) if card.face]
    backs = Counter(wording.texts.optional(f"back.{card.back}") or card.back for card in pile.cards)
    parts += [words("tta.of-back", n=number, back=back) for back, number in backs.items()]
    for number, card in known:
        parts.append(row(words("tta.place-is", place=number), " ", wording.card(card.face)))
    for sure in pile.sure:
        parts.append(row(words("tta.somewhere", n=sure.number), " ", wording.card(sure.card)))
    return join(parts, words("tta.comma")) or row(words("tta.none"))


def _bonds(wording: ThroughTheAgesWording) -> list[Block]:
    view, words = wording.view, wording.words
    blocks: list[Block] = []
    if view.wars:
        blocks.append(Heading(row(words("tta.wars"))))
        for war in view.wars:
            text = war_words(wording, war.card, war.attacker, war.rival, war.advantage)
            blocks.append(Para(row(Span(text, "bad")), 2, 2))
    if view.pacts:
        blocks.append(Heading(row(words("tta.pacts"))))
        for pact in view.pacts:
            text = words("tta.pact", a=wording.name(pact.a), b=wording.name(pact.b), owner=wording.name(pact.owner))
            blocks.append(Para(row(wording.card(pact.card), ": ", text), 2, 2))
    colonies = [c for c in view.civilizations if c.colonies]
    if colonies:
        blocks.append(Heading(row(words("tta.colonies"))))
        blocks += [Para(row(wording.player(c.seat), ": ", wording.cards(c.colonies)), 2, 2) for c in colonies]
    return blocks


def _attacks(wording: ThroughTheAgesWording) -> list[Block]:
    """Say how the own seat stands against each rival, both ways (for a watcher: how anybody does)."""
    view, words = wording.view, wording.words
    mine = own_civilization(view)
    if mine is None or len(view.attacks) == 0:
        return []
    back = {(one.attacker, one.rival): one for one in view.attacks}
    rows: list[list[Piece]] = []
    for one in view.attacks:
        if one.attacker != mine.seat:
            continue
        theirs = back.get((one.rival, one.attacker))
        line: list[Piece] = [wording.player(one.rival), f"{one.strength} : {one.rival_strength}"]
        for refusal in (one.aggression, one.war):
            line.append(_possible(wording, refusal))
        threat = theirs is not None and theirs.aggression is None
        line.append(Span(words("tta.threat"), "warn") if threat else "")
        rows.append(line)
    if not rows:
        return []
    head = [words(f"tta.head.{key}") for key in ("rival", "strengths", "aggression", "war", "threat")]
    return [Heading(row(words("tta.attacks"))), table(head, rows, "lclll", 2)]


def _possible(wording: ThroughTheAgesWording, refusal: Line | None) -> Span:
    """Say whether an attack is possible; that a rival is not weaker stands beside it in numbers."""
    if refusal is None:
        return Span(wording.words("tta.possible"), "good")
    return Span(wording.words("tta.no") if refusal.key == "not-weaker" else wording.line("illegal", refusal), "label")
