"""The card row, the hand, and any card in full."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.tables.model import AGES, ActionCard, Card
from tta_p2p.games.through_the_ages.tables.words import Kind
from tta_p2p.i18n import Words

from ..blocks import Block, Columns, Heading, Page, Para, fields, table
from ..cells import EMPTY, Piece, Row, Span, row, width
from ..texts import Texts
from . import editions
from .figures import cost_line, figures_line
from .knowledge import cards_of_the_age, next_places, next_price
from .wording import ThroughTheAgesWording, age_of, own_civilization

TOLD = frozenset((Kind.EVENT, Kind.AGGRESSION, Kind.WAR, Kind.PACT))
"""Kinds of cards of which a line tells the text where there is room for it, else a few words."""


def card_row(wording: ThroughTheAgesWording) -> Page:
    """Give the card row with prices, and what can be taken."""
    words = wording.words
    places = next_places(wording.view)
    keys = ("space", "price", *(("then",) if places is not None else ()), "card", "age", "kind", "cost")
    head = [words(f"tta.head.{key}") for key in keys]
    rows: list[list[Piece]] = []
    refused: dict[str, list[str]] = {}
    for space in wording.view.row:
        number = str(space.number)
        if not space.card:
            rows.append([number, "", *([""] if places is not None else []), Span("-", "label"), "", "", ""])
            continue
        price = Span(words("tta.price", n=space.price))
        if space.refusal is not None:
            price = Span(words("tta.price-refused", n=space.price), "label")
            refused.setdefault(wording.line("illegal", space.refusal), []).append(number)
        cost = short_cost(wording, space.card)
        then: list[Piece] = []
        if places is not None:
            place = places[space.number - 1]
            then = [Span(words("tta.row.leaves"), "warn") if place < 0 else str(next_price(space, place))]
        named = (wording.card(space.card), age_of(space.card), wording.kind(space.card), cost)
        rows.append([number, price, *then, *named])
    notes = [
        Para(row(words("tta.refused", spaces=words("tta.and").join(where), why=why)), 0, 2)
        for why, where in refused.items()
    ]
    decks = words("tta.decks", civil=wording.view.decks.civil, military=wording.view.decks.military)
    return Page(row(words("tta.title.row")), (table(head, rows, "rl" + "l" * (len(head) - 2)), *notes, Para(row(decks)),
                                              *cards_of_the_age(wording)))  # fmt: skip


def row_strip(wording: ThroughTheAgesWording) -> Block:
    """Give the card row in a few lines: space, card and price, in brackets where this seat may not take it."""
    found = []
    for space in wording.view.row:
        if space.card:
            price = f" {space.price}" if space.refusal is None else f" ({space.price})"
            found.append(row(Span(f"{space.number:>2} ", "number"), wording.card(space.card), Span(price, "label")))
    return Columns(tuple(found))


def short_cost(wording: ThroughTheAgesWording, face: str) -> str:
    """Say in a few signs what a civil card costs once it is taken."""
    card = CARDS[face]
    science = getattr(card, "science", None)
    resource = getattr(card, "resource", None)
    stages = getattr(card, "stages", None)
    if stages:
        return "-".join(map(str, stages))
    parts = []
    if isinstance(science, int) and science:
        parts.append(wording.words("tta.cost.science", n=science))
    if isinstance(resource, int) and resource:
        parts.append(wording.words("tta.cost.resource", n=resource))
    return " ".join(parts)


def hand(wording: ThroughTheAgesWording) -> Page:
    """Give the civil cards of everybody's hand, and the own military cards."""
    words, view = wording.words, wording.view
    mine = own_civilization(view)
    blocks: list[Block] = []
    if mine is not None:
        title = words("tta.hand.civil", n=len(mine.civil_hand), limit=mine.civil_limit)
        blocks.append(Heading(row(title)))
        blocks.append(_civil(wording, mine.civil_hand, mine.fresh))
        title = words("tta.hand.military", n=len(mine.hand), limit=mine.hand_limit)
        blocks.append(Heading(row(title)))
        rows: list[list[Piece]] = []
        for card in mine.hand:
            told = gist(card.face, words) if card.face else ""
            rows.append([wording.hidden(card), age_of(card.face), wording.kind(card.face), told])
        blocks.append(table([], rows, "llll", 2, flex=3) if rows else Para(row(words("tta.none")), 2))
        if view.own is not None and view.own.defense:
            blocks.append(Para(row(words("tta.defense", n=view.own.defense)), 2))
    others = [c for c in view.civilizations if c.seat != view.seat and c.left is None]
    if others:
        blocks.append(Heading(row(words("tta.hand.others"))))
        for some in others:
            known = [card for card in some.hand if card.face]
            text = words("tta.hand.of", civil=len(some.civil_hand), military=len(some.hand))
            parts: list[Piece] = [wording.player(some.seat), f": {text}"]
            if some.civil_hand:
                parts += [": ", wording.cards(some.civil_hand)]
            if known:
                parts += ["; ", words("tta.hand.known"), " ", wording.cards(card.face for card in known)]
            blocks.append(Para(row(*parts), 2, 2))
    return Page(row(words("tta.title.hand")), tuple(blocks))


def _civil(wording: ThroughTheAgesWording, faces: tuple[str, ...], fresh: tuple[str, ...]) -> Block:
    words, view = wording.words, wording.view
    if not faces:
        return Para(row(words("tta.none")), 2)
    prices = {(p.what, p.card): p.price for p in (view.own.prices if view.own is not None else ())}
    new = list(fresh)
    rows: list[list[Piece]] = []
    for face in faces:
        price = prices.get(("develop", face))
        notes = [words("tta.cost.science", n=price)] if price is not None else []
        if ("revolution", face) in prices:
            notes.append(words("tta.cost.revolution", n=prices["revolution", face]))
        is_new = face in new and not notes and wording.kind(face) == words("tta.kind.action")
        if is_new:
            notes.append(words("tta.fresh"))
        told, shown = words("tta.and").join(notes), gist(face, words)
        rows.append([wording.card(face), age_of(face), wording.kind(face), told, shown])
    return table([], rows, "lllll", 2, flex=4)


def card_text(face: str, words: Words) -> str:
    """Say all that a card does, a reprint without a text of its own as its namesake; empty if figures show it all."""
    same = GAME.reprints.get(face, face)
    return words.optional(f"tta.text.{face}") or words.optional(f"tta.text.{same}") or ""


def gist(face: str, words: Words) -> str:
    """Say in a few words what a card does; of a military one without figures, the first sentence of its text."""
    found, text = _few_words(face, words), card_text(face, words)
    if found and not (text and CARDS[face].kind in TOLD):
        return found
    first = re.split("(?<=。)|(?<=[.]) ", text, maxsplit=1)[0]
    return first if first == text else first[:-1] + "…"


def _few_words(face: str, words: Words, form: str = "") -> str:
    """Give the figures of a card, and in a few words what it does beside; empty for what has neither."""
    effect = (form and _effect(face, words, form)) or _effect(face, words)
    return words("tta.figure.comma").join(part for part in (figures_line(CARDS[face], words), effect) if part)


def _effect(face: str, words: Words, form: str = "") -> str:
    """Say in a few words what the text of a card has beyond its figures; a reprint has what its own text says."""
    own = words.optional(f"tta.gist.{face}{form}")
    if own or words.optional(f"tta.text.{face}"):
        return own or ""
    return words.optional(f"tta.gist.{GAME.reprints.get(face, face)}{form}") or ""


def brief_name(words: Words, face: str) -> str:
    """Give the name by which everybody calls a card; empty for what has no shorter one."""
    same = GAME.reprints.get(face, face)
    series = re.sub("-(a|i+)(-2006)?$", "", face)
    return words.optional(f"tta.screen.brief.{same}") or words.optional(f"tta.screen.brief.{series}") or ""


@dataclass(frozen=True)
class CardLine:
    """Line of a list about a card: name, then cost and effect; and the same in fewer and fewer letters.

    `least`: ways to show it where there is no room for the cost.
    """

    head: Row
    told: Row
    shorter: tuple[tuple[Row, Row], ...] = ()
    least: tuple[tuple[Row, Row], ...] = ()


def card_line(wording: ThroughTheAgesWording, face: str, before: Row, ages: int) -> CardLine:
    """Give the line of a card behind what stands ``before`` it, with its age in so many cells."""
    words, age, comma = wording.words, age_of(face), wording.words("tta.figure.comma")
    few = _few_words(face, words)
    text = card_text(face, words)
    cost, whole = short_cost(wording, face), (text if CARDS[face].kind in TOLD else "") or few or text
    named = wording.card(face)
    name = named.text.removesuffix(age).rstrip() if isinstance(CARDS[face], ActionCard) else named.text

    def way(name: str, *parts: str) -> tuple[Row, Row]:
        told = comma.join(part for part in parts if part)
        return row(before, named._replace(text=f"{age:>{ages}} {name}")), row(": ", told) if told else EMPTY

    price, brief = _shorten(cost, words), _shorten(_few_words(face, words, ".brief"), words) or whole
    short = brief_name(words, face) or _shorten(name, words, "tta.screen.shorter")
    tight, fewest = brief.replace(comma, " "), _effect(face, words, ".least")
    bare = re.sub(r"\s*[(（][^)）]*[)）]", "", tight)  # what is in brackets holds in another age
    shorter = [way(name, cost, few)] if few != whole else []
    shorter += [way(name, price, brief), way(short, price, brief), way(short, price, tight)]
    closest = re.sub("(?<=[0-9]) (?=[A-Za-z])", "", fewest or bare)
    least = [way(name, brief), *(way(short, one) for one in (brief, tight, bare, fewest, closest) if one)]
    least.append(way(short, fewest or brief))  # what is cut where none of them fits
    return CardLine(*way(name, cost, whole), tuple(shorter), tuple(least))


def _shorten(text: str, words: Words, pairs: str = "tta.gist.shorter") -> str:
    """Give a text with the first of each pair LONG=SHORT of the text ``pairs`` in place of the second."""
    for pair in words(pairs).split("|"):
        long, _, short = pair.rpartition("=")
        text = text.replace(long, short)
    return text


def age_cells(faces: Iterable[str]) -> int:
    """Give the cells that the ages of these cards take."""
    return max((width(age_of(face)) for face in faces), default=1)


def kind_line(words: Words, card: Card, between: str) -> str:
    """Say what kind of card it is, of which age, of which deck."""
    kind = words.name_of("tta.kind", card.kind)
    return between.join((kind, words("tta.age", age=AGES[card.age]), words(f"tta.deck.{card.deck}")))


def card_sheet(texts: Texts, words: Words, face: str, edition: str = "") -> tuple[Block, ...]:
    """Give all that is to be said about a card, as the edition that is played has it."""
    card = CARDS[face]
    unsure = editions.doubt(face, words, edition)
    name = editions.titled(texts.card(face), face, words)
    return (
        Heading(row(name, Span(f"  {kind_line(words, card, words('tta.comma'))}", "label"))),
        fields(
            (words("tta.card.cost"), cost_line(card, words)),
            (words("tta.card.shows"), figures_line(card, words)),
            (words("tta.card.copies"), editions.copies_lines(face, words, edition)[0]),
            indent=2,
        ),
        Para(row(card_text(face, words)), 2),
        *((Para(row(Span(unsure, "label")), 2),) if unsure else ()),
    )
