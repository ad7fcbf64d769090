"""7 Wonders on the full screen: the cities in short, the hand card by card, any city beside it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from msgspec.structs import replace

from tta_p2p.games.seven_wonders.index import stages
from tta_p2p.games.seven_wonders.payments import city, why_free
from tta_p2p.games.seven_wonders.scoring import parts
from tta_p2p.games.seven_wonders.tables import BOARD, CARDS
from tta_p2p.games.seven_wonders.tables.model import FOR_SALE, SIDES, Discount, Price, Side
from tta_p2p.games.seven_wonders.turn import is_built

from ..blocks import Heading, lay_out
from ..cells import EMPTY, Piece, Row, Span, plain, row, width
from ..presenter import MenuItem, Scene
from ..reading import Reading
from ..room import fit_parts, part_of
from ..screen.boards import ActLetter, Board, Choices, Controls, Spot, act_spots, distinguish_spots
from ..screen.rows import label_rows, left_out
from ..style import Style
from ..texts import sentence
from . import cities
from .cards import chained_buildings
from .hand import USES, free_reason, handle_of, obstacle, payments, presents, short_payment
from .wording import ROLES, SevenWondersWording


class SevenWondersChoices(Choices):
    """The choices of 7 Wonders, in lines of their own."""

    def spots(self, reading: Reading, new: frozenset[str], size: int) -> tuple[Spot, ...] | None:
        """Give the cards of the hand, as long as one of them is to be used."""
        scene = reading.scene
        if scene is None or scene.seat is None or scene.view.sides[scene.seat] == "":
            return None
        decision, wording = scene.turn.decision, SevenWondersWording.of(scene, self.presenter)
        if decision is not None and decision.key == "search" and scene.view.looked and reading.state.may_act:
            return distinguish_spots(_pile(wording, reading.menu.entries), reading.words)
        held = [handle for handle in scene.view.hands[scene.seat] if handle in scene.faces]
        verbs = {item.verb for item in reading.menu.entries}
        if not held or (decision is not None and decision.key != "choose") or not verbs <= set(USES):
            return None
        may = reading.state.may_act or reading.state.may_change_choice
        entries = reading.menu.entries if may else ()
        given = presents(item.text for item in entries)
        entries = tuple(item for item in entries if item.text not in given)
        return tuple(_card(wording, handle, entries) for handle in held)

    def has_heading(self, scene: Scene) -> bool:
        """Say above the discard pile what is to be done with it."""
        return bool(scene.view.looked)

    def group_acts(self, items: tuple[MenuItem, ...], scene: Scene, within: bool) -> tuple[Spot, ...] | None:
        """Name cards, and in short who gets how much for them: what is bought stands below."""
        texts, wording = self.presenter.texts, SevenWondersWording.of(scene, self.presenter)
        if not any(any(payments(item)) for item in items):
            return None
        given = presents(choice.text for choice in scene.turn.legal)
        more = tuple(item.text for item in items if item.text in given)
        if len(more) == len(items):
            more = ()
        items = tuple(item for item in items if item.text not in more)
        whole = len({item.verb for item in items}) > 1 or len(items) == 1
        found = []
        for spot, item in zip(act_spots(items, self.board, scene, whole), items, strict=True):
            if any(payments(item)):
                unpaid = replace(item.label, key=item.label.key.removesuffix("-buying"))
                named = sentence(texts.label(unpaid) if whole else texts.label_detail(unpaid))
                price = row("  ", Span(short_payment(wording, payments(item)), "warn"))
                spot = dataclasses.replace(spot, text=row(spot.text[0], named), price=price)
            found.append(spot)
        if more:
            found.append(Spot("presents", row(sentence(wording.words("seven.pays-more"))), acts=more))
        return tuple(found)

    def initial_act(self, items: Sequence[MenuItem], scene: Scene) -> str:
        """Begin on the first card that can be built."""
        return next((item.text for item in items if item.verb == "build"), "")

    def group_heading(self, items: tuple[MenuItem, ...], scene: Scene) -> str:
        """Name the card for which something is chosen."""
        faces = {face for item in items for face in self.presenter.cards_of(item.label) if face in CARDS}
        return self.presenter.texts.card(min(faces)) if len(faces) == 1 else ""

    def note(self, item: MenuItem, scene: Scene) -> Row:
        """Say what the card brings once it is built, or the stages of a side."""
        wording = SevenWondersWording.of(scene, self.presenter)
        if item.verb == "stage" and scene.seat is not None:
            number = scene.view.stages[scene.seat]
            all_ = stages(scene.view.wonders[scene.seat], scene.view.side(scene.seat))
            brings = wording.prose(all_[number].effects) if number < len(all_) else ""
            return row(Span(wording.words("seven.stage-number", n=number + 1), "heading"), ": ", brings)
        if item.verb == "sell":
            return EMPTY
        if item.verb == "board" and item.act is not None:
            return _wonder_note(wording, str(item.act.args[0]))
        face = next((face for face in self.presenter.cards_of(item.label) if face in CARDS), "")
        return _note(wording, face) if face else EMPTY


class SevenWondersBoard(Board):
    """7 Wonders: a line for each card of the hand, beside it what a city has and what its wonder brings."""

    controls = Controls(
        letters={
            "b": ActLetter("build", ("build",)),
            "s": ActLetter("stage", ("stage",)),
            "x": ActLetter("sell", ("sell",)),
        },
        pages={"h": "hand", "i": "city", "v": "score"},
    )
    choices_class = SevenWondersChoices
    has_player_rows = True
    has_panels = True
    panel_rows = 10

    def overview(self, scene: Scene, style: Style) -> list[Row]:
        """Give a row for each city, and what the neighbours sell."""
        wording = SevenWondersWording.of(scene, self.presenter)
        return lay_out(cities.overview(wording, False, beside=True), style)

    def side_panel(self, scene: Scene, seat: int, style: Style, lines: int) -> list[Row]:
        """Give a city in short: what it makes, the stages of its wonder, its buildings, its points."""
        wording = SevenWondersWording.of(scene, self.presenter)
        s = wording.state
        total = sum(number for _, number in parts(s, seat))
        points = wording.words("seven.points", n=total)
        title = row(wording.player(seat), ": ", wording.board(seat), ", ", points) if s.sides[seat] else row(
            wording.player(seat), ": ", wording.board(seat))  # fmt: skip
        if s.sides[seat] or not s.wonders[seat]:
            return _fit_city(title, _city(wording, seat), lines, style, wording, "i" if seat == scene.seat else "Tab")
        pairs: list[tuple[Piece, Piece]] = []
        for side in SIDES:
            pairs.append((Span(wording.text("side", side), "heading"), " "))
            pairs += _stages(wording, seat, side)
        return _fit_city(title, pairs, lines, style, wording, "i" if seat == scene.seat else "Tab")


def _fit_city(
    title: Row, pairs: Sequence[tuple[Piece, Piece]], lines: int, style: Style, wording: SevenWondersWording, key: str
) -> list[Row]:
    """Lay out what there is to say of a city in no more rows than there are; the key shows the rest."""
    said = [(label, text) for label, text in pairs if plain(text)]
    size = min(max((width(style.spell(row(label))) for label, _ in said), default=0) + 2, style.width // 2)
    rows = [lay_out((Heading(title),), style), *(label_rows(label, text, size, style) for label, text in said)]
    parts = [part_of(one, style.width) for one in rows]
    return fit_parts(parts, lines, style.width, left_out(wording.words, key, style))


def _card(wording: SevenWondersWording, handle: int, entries: Sequence[MenuItem]) -> Spot:
    """Give a card of the hand: Enter builds it, or lists the ways to pay, or what else can be done with it.

    Its number is that of the act which builds it.
    """
    assert wording.seat is not None
    face = wording.faces[handle]
    own = [item for item in entries if handle_of(item.act) == handle]
    builds = [item for item in own if item.verb == "build"]
    rest = [item for item in own if item.verb != "build"]
    cost = wording.cost(CARDS[face].cost)
    number = builds[0].number if builds else 0
    head = Span(f"{number:>2} " if number else " - " if entries else "   ", "number")
    text = row(head, wording.card(face))
    detail = row(Span(": ", "label"), wording.gist(CARDS[face].effects, wording.seat))
    refusal = ""
    if builds:
        price = row(Span("  ", "label"), _price(wording, face, builds))
        item = builds[0] if len(builds) == 1 else None
        several = tuple(one.text for one in builds) if len(builds) > 1 else ()
    else:
        stands = wording.words("seven.stands") if is_built(wording.state, wording.seat, face) else cost
        price = row(Span(f"  [{stands}]", "label")) if stands else EMPTY
        item, several = None, tuple(one.text for one in rest)
        refusal = plain(obstacle(wording, face, 200)) if entries else ""
    key = builds[0].text if builds else f"card {handle}"
    return Spot(key, text, item, (face,), number, refusal, "", _note(wording, face), several, price, detail)


def _pile(wording: SevenWondersWording, entries: Sequence[MenuItem]) -> tuple[Spot, ...]:
    """Give the discard pile card by card, each with what it brings; then what lets it lie."""
    found = []
    taken = {handle_of(item.act): item for item in entries if item.verb == "take"}
    lie = [handle for handle in wording.state.looked if handle in wording.faces]
    for handle in sorted(lie, key=lambda one: taken[one].number if one in taken else len(entries) + 1):
        face = wording.faces[handle]
        item = taken.get(handle)
        head = Span(f"{item.number:>2} " if item is not None else " - ", "number")
        colour = row(Span(f"  {wording.text('colour', CARDS[face].colour)}", "label"))
        brings = wording.gist(CARDS[face].effects, wording.seat)
        text = row(head, wording.card(face), Span(": ", "label"), brings)
        refusal = "" if item is not None else wording.words("seven.stands-already")
        key = item.text if item is not None else f"card {handle}"
        found.append(Spot(key, text, item, (face,), item.number if item is not None else 0, refusal, "",
                          _note(wording, face), price=colour))  # fmt: skip
    for item in entries:
        if item.verb != "take":
            text = row(Span(f"{item.number:>2} ", "number"), sentence(item.description))
            found.append(Spot(item.text, text, item, (), item.number))
    return tuple(found)


def _price(wording: SevenWondersWording, face: str, builds: Sequence[MenuItem]) -> Row:
    """Say what building takes: nothing, coins, or what the city makes itself."""
    assert wording.seat is not None
    cost = CARDS[face].cost
    if cost == Price() or why_free(wording.state, wording.seat, face):
        return row(Span(wording.words("seven.free"), "good"))
    coins = sorted({cost.coins + sum(payments(one)) for one in builds})
    if not coins[0] and len(builds) == 1:
        return row(wording.cost(cost))
    dear = len(coins) > 1
    return row(Span(wording.words("seven.screen.from" if dear else "seven.coins", n=coins[0]), "warn"))


def _note(wording: SevenWondersWording, face: str) -> Row:
    """Say all of a card: its colour, what it costs or why nothing, what it does."""
    why = why_free(wording.state, wording.seat, face) if wording.seat is not None else ""
    cost = wording.cost(CARDS[face].cost) or wording.words("seven.free")
    cost = free_reason(wording, why, face) if why else cost
    told = wording.words("seven.screen.note", colour=wording.text("colour", CARDS[face].colour), cost=cost)
    later = chained_buildings(CARDS[face])
    opens = wording.words("seven.screen.opens", cards=wording.words("seven.and").join(map(wording.texts.card, later)))
    prose = wording.prose(CARDS[face].effects)
    return row(wording.card(face), Span(": ", "label"), told, prose, opens if later else "")


def _wonder_note(wording: SevenWondersWording, wonder: str) -> Row:
    """Say what a wonder makes, and what the stages of its sides bring."""
    board, between = BOARD[wonder], wording.words("seven.further-on")
    day, night = (between.join(wording.gist(stage.effects) for stage in board.stages(side)) for side in SIDES)
    goods = wording.text("resource", board.makes)
    return row(wording.words("seven.screen.wonder", goods=goods, day=day, night=night))


def _city(wording: SevenWondersWording, seat: int) -> list[tuple[Piece, Piece]]:
    """Give what a city has, with what it is called."""
    s, words = wording.state, wording.words
    own = seat == wording.seat or wording.seat is None
    label = words("seven.screen.makes" if own else "seven.screen.sells")
    pairs: list[tuple[Piece, Piece]] = [(Span(label, "label"), cities.products(wording, seat, not own))]
    if cheaper := wording.gist([one for one in city(s, seat) if isinstance(one, Discount)]):
        pairs.append((Span(words("seven.screen.discounts"), "label"), cheaper))
    if s.sides[seat]:
        pairs += _stages(wording, seat, s.side(seat))
    for colour, faces in wording.by_colour(s.built[seat]):
        if colour not in FOR_SALE:
            pairs.append((Span(wording.text("colour", colour), ROLES[colour]), wording.cards(faces)))
    return pairs


def _stages(wording: SevenWondersWording, seat: int, side: Side) -> list[tuple[Piece, Piece]]:
    """Give the stages of a side of a city's wonder: what each costs and brings; those that stand are marked."""
    found: list[tuple[Piece, Piece]] = []
    for number, stage in enumerate(stages(wording.state.wonders[seat], side), 1):
        stands = bool(wording.state.sides[seat]) and number <= wording.state.stages[seat]
        brings = wording.gist(stage.effects, seat, past=stands)
        told = row(Span(wording.words("seven.screen.done"), "good"), brings) if stands else row(
            Span(wording.cost(stage.cost), "label"), ": ", brings)  # fmt: skip
        found.append((Span(wording.words("seven.stage-number", n=number), "label"), told))
    return found
