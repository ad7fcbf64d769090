"""7 Wonders on the full screen: the cities in short, the hand card by card, any city beside it."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from tta_p2p.games.seven_wonders.effects import count
from tta_p2p.games.seven_wonders.index import stages
from tta_p2p.games.seven_wonders.payments import why_free
from tta_p2p.games.seven_wonders.tables import BOARD, CARDS
from tta_p2p.games.seven_wonders.tables.model import SIDES, AnyScience, Effect, PointsFor, Price, Science, Shields
from tta_p2p.games.seven_wonders.turn import is_built

from ..blocks import Block
from ..cells import EMPTY, Row, Span, plain, row, width
from ..presenter import MenuItem, Scene
from ..reading import Reading
from ..screen.boards import ActLetter, Board, Choices, Controls, Spot, act_spots, distinguish_spots
from ..screen.legend import legend_blocks
from ..style import Style
from ..texts import sentence
from . import cities, legend, neighbours
from .cards import chained_buildings
from .hand import USES, cost_line, free_reason, handle_of, obstacle, paid_names, payments, presents, short_payment
from .wording import FIXED, SevenWondersWording, science_gain


class SevenWondersChoices(Choices):
    """The choices of 7 Wonders, in lines of their own."""

    def spots(self, reading: Reading, new: frozenset[str], size: int) -> tuple[Spot, ...] | None:
        """Give the cards of the hand, as long as one of them is to be used."""
        scene = reading.scene
        if scene is None or scene.seat is None or scene.view.sides[scene.seat] == "":
            return None
        decision, wording = scene.turn.decision, SevenWondersWording.of(scene, self.presenter)
        if decision is not None and decision.key == "search" and scene.view.looked and reading.state.may_act:
            return distinguish_spots(_pile(wording, reading.menu.entries), reading.menu, reading.words)
        held = [handle for handle in scene.view.hands[scene.seat] if handle in scene.faces]
        verbs = {item.verb for item in reading.menu.entries}
        if not held or (decision is not None and decision.key != "choose") or not verbs <= set(USES):
            return None
        may = reading.state.may_act or reading.state.may_change_choice
        entries = reading.menu.entries if may else ()
        given = presents(item.text for item in entries)
        entries = tuple(item for item in entries if item.text not in given)
        return tuple(_card(wording, handle, entries, size) for handle in held)

    def has_heading(self, scene: Scene) -> bool:
        """Say above the discard pile what is to be done with it."""
        return bool(scene.view.looked)

    def group_acts(self, items: tuple[MenuItem, ...], scene: Scene, within: bool) -> tuple[Spot, ...] | None:
        """Name cards, and in short who gets how much for them: what is bought stands below.

        Where several can be built, the first line of each says what it brings.
        """
        wording, builds = SevenWondersWording.of(scene, self.presenter), not within and _are_builds(items)
        if not builds and not any(any(payments(item)) or item.verb == "stage" for item in items):
            return None
        given = presents(choice.text for choice in scene.turn.legal)
        more = tuple(item.text for item in items if item.text in given)
        if len(more) == len(items):
            more = ()
        items = tuple(item for item in items if item.text not in more)
        whole = len({item.verb for item in items}) > 1 or len(items) == 1
        if not whole:
            cards = [handle_of(item.act) for item in items]
            items = tuple(sorted(items, key=lambda item: (cards.index(handle_of(item.act)), _dearness(item))))
        listed = zip(act_spots(items, self.board, scene, whole), items, strict=True)
        several = {thing for thing, number in Counter(map(_thing, items)).items() if number > 1}
        told, found = set[tuple[str, int | None]](), []
        for spot, item in listed:
            effect = _effect(wording, spot.faces[0]) if builds and _thing(item) not in told else EMPTY
            told.add(_thing(item))
            found.append(self._acted(wording, spot, item, whole, _thing(item) in several, effect))
        if more:
            found.append(Spot("presents", row(sentence(wording.words("seven.pays-more"))), acts=more))
        return tuple(found)

    def _acted(
        self, wording: SevenWondersWording, spot: Spot, item: MenuItem, whole: bool, several: bool, effect: Row
    ) -> Spot:
        """Give the line of an act: who gets how much is a part of its name where that tells it from another way."""
        texts, short = self.presenter.texts, EMPTY
        if item.verb == "stage" and whole and wording.seat is not None:
            number, faces = wording.state.stages[wording.seat] + 1, self.presenter.cards_of(item.label)
            named = wording.words("seven.screen.stage", n=number, card=texts.card(faces[0]))
            short = row(spot.text[0], named)
        if not any(payments(item)):
            return dataclasses.replace(spot, shorter=((short, EMPTY),) if short else (), detail=effect)
        unpaid = replace(item.label, key=item.label.key.removesuffix("-buying"))
        head = row(spot.text[0], sentence(texts.label(unpaid) if whole else texts.label_detail(unpaid)))
        price = row("  ", Span(paid_names(wording, payments(item)), "warn"))
        if not several and not short and not whole:
            return dataclasses.replace(spot, text=head, price=price, detail=effect)
        paid = row("  ", Span(short_payment(wording, payments(item)), "warn"))
        one_row = ((row(short, price), EMPTY),) if short else ()
        heads = dict.fromkeys((row(head, effect), head, short))
        least = tuple((row(one, paid), EMPTY) for one in heads if one)
        return dataclasses.replace(
            spot, text=row(head, effect, price), price=EMPTY, shorter=one_row, least=least, alike=True
        )

    def initial_act(self, items: Sequence[MenuItem], scene: Scene) -> str:
        """Begin on the first card that can be built, by the way that costs least."""
        builds = [item for item in items if item.verb == "build"]
        ways = [item for item in builds if handle_of(item.act) == handle_of(builds[0].act)]
        return min(ways, key=_dearness).text if ways else ""

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


def _are_builds(items: Sequence[MenuItem]) -> bool:
    """Whether these acts build cards, several of them."""
    return len({handle_of(item.act) for item in items}) > 1 and all(item.verb == "build" for item in items)


def _effect(wording: SevenWondersWording, face: str) -> Row:
    """Say what a card brings, and what it makes free later."""
    assert wording.seat is not None
    later = [] if is_built(wording.state, wording.seat, face) else chained_buildings(CARDS[face])
    return row(
        Span(": ", "label"),
        wording.brings(face, wording.seat),
        row(" → ", wording.cards(later)) if later else EMPTY,
    )


def _thing(item: MenuItem) -> tuple[str, int | None]:
    """Give what an act does and with which card, however that is paid for."""
    return item.verb, handle_of(item.act)


def _dearness(item: MenuItem) -> int:
    """Give the coins that neighbours get: of the ways to one thing the cheapest comes first."""
    return sum(payments(item))


class SevenWondersBoard(Board):
    """7 Wonders: a line for each card of the hand, beside it what a city has and what its wonder brings."""

    controls = Controls(
        letters={
            "b": ActLetter("build", ("build",)),
            "s": ActLetter("stage", ("stage",)),
            "x": ActLetter("sell", ("sell",)),
        },
        pages={"h": "hand", "i": "city", "v": "score"},
        resets_mark=True,
    )
    choices_class = SevenWondersChoices
    has_player_rows = True
    has_panels = True
    has_neighbours = True
    panel_rows = 8

    def overview(self, scene: Scene, style: Style) -> list[Row]:
        """Give a row for each city that the seat deals with."""
        wording = SevenWondersWording.of(scene, self.presenter)
        seats = cities.order(wording)
        return neighbours.city_rows(wording, seats[: len(seats) - len(neighbours.far_seats(wording))], style)

    def neighbour_lines(self, reading: Reading, style: Style, lines: int) -> list[Row]:
        """Give both neighbours: what they sell, what they did last, what they have built."""
        assert reading.scene is not None
        wording = SevenWondersWording.of(reading.scene, self.presenter)
        return neighbours.strip(wording, neighbours.last_uses(reading.state.log_so_far), style, lines)

    def neighbour_boards(self, reading: Reading, turned: int, style: Style, lines: int) -> list[Row]:
        """Give the cities of both neighbours side by side, and others below."""
        assert reading.scene is not None
        wording = SevenWondersWording.of(reading.scene, self.presenter)
        return neighbours.boards(wording, neighbours.last_uses(reading.state.log_so_far), turned, style, lines)

    def legend(self, scene: Scene) -> tuple[Block, ...]:
        """Name what stands in the line of the own city, and the signs of cards."""
        wording = SevenWondersWording.of(scene, self.presenter)
        shown = neighbours.city_table(wording, [scene.seat or 0], ())
        return legend_blocks(wording.words, legend.lines(wording, shown))

    def side_panel(self, scene: Scene, seat: int, style: Style, lines: int) -> list[Row]:
        """Give a city in short: what it makes, the stages of its wonder, its buildings, its points."""
        wording = SevenWondersWording.of(scene, self.presenter)
        return neighbours.board_rows(wording, seat, {}, style, lines, "i" if seat == scene.seat else "Tab")


def _card(wording: SevenWondersWording, handle: int, entries: Sequence[MenuItem], size: int) -> Spot:
    """Give a card of the hand: Enter builds it, or lists the ways to pay, or what else can be done with it.

    Its number is that of the act which builds it.
    """
    assert wording.seat is not None
    face = wording.faces[handle]
    own = [item for item in entries if handle_of(item.act) == handle]
    builds = sorted((item for item in own if item.verb == "build"), key=_dearness)
    rest = [item for item in own if item.verb != "build"]
    cost = wording.cost(CARDS[face].cost)
    number = min((item.number for item in builds), default=0)
    head = Span(f"{number:>2} " if number else " - " if entries else "   ", "number")
    text = row(head, wording.card(face))
    detail = _effect(wording, face)
    refusal = ""
    if builds:
        rest_of_line = size - width(text) - width(detail) - 2
        price = row(Span("  ", "label"), _price(wording, face, builds, rest_of_line))
        item = builds[0] if len(builds) == 1 else None
        several = tuple(one.text for one in builds) if len(builds) > 1 else ()
    else:
        why = plain(obstacle(wording, face, 200))
        told = wording.words("seven.stands") if is_built(wording.state, wording.seat, face) else cost
        told = why if entries and told == cost and width(text) + width(detail) + width(why) + 4 <= size else told
        price = row(Span(f"  [{told}]", "label")) if told else EMPTY
        item, several = None, tuple(one.text for one in rest)
        refusal = why if entries else ""
    key = builds[0].text if builds else f"card {handle}"
    offer = _offer(wording, face, builds) if several and builds else ""
    return Spot(
        key, text, item, (face,), number, refusal, "", _note(wording, face), several, price, detail, offer=offer
    )


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
        brings = wording.brings(face, wording.seat)
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


def _offer(wording: SevenWondersWording, face: str, builds: Sequence[MenuItem]) -> str:
    """Say what the cheapest way to build a card takes, and that Enter lists all."""
    price = plain(_price(wording, face, builds[:1], 200))
    return wording.words("seven.screen.offer", price=price, n=len(builds))


def _price(wording: SevenWondersWording, face: str, builds: Sequence[MenuItem], room: int) -> Row:
    """Say what building takes: nothing, coins to the bank, or whom the cheapest way pays; why nothing, with room."""
    assert wording.seat is not None
    cost, why = CARDS[face].cost, why_free(wording.state, wording.seat, face)
    if why and width(told := free_reason(wording, why, face)) <= room:
        return row(Span(told, "good"))
    if cost == Price() or why:
        return row(Span(wording.words("seven.free"), "good"))
    cheapest = min(map(payments, builds), key=sum)
    bank = wording.words("seven.coins", n=cost.coins) if cost.coins else ""
    if not any(cheapest):
        return row(Span(bank, "warn")) if bank else row(wording.cost(cost))
    paid = wording.words("seven.and").join(one for one in (bank, paid_names(wording, cheapest)) if one)
    if len(builds) > 1:
        told, bracket, ways = wording.words("seven.screen.ways", price=paid, n=len(builds)).rpartition(" (")
        paid = told + bracket + ways.replace(" ", FIXED)
    return row(Span(paid, "warn"))


def _note(wording: SevenWondersWording, face: str) -> Row:
    """Say all of a card: its colour, what it costs or why nothing, what it does, now as well, and what it opens."""
    s, seat, card, words = wording.state, wording.seat, CARDS[face], wording.words
    why = why_free(s, seat, face) if seat is not None else ""
    cost = free_reason(wording, why, face) if why else cost_line(wording, face)
    told = words("seven.screen.note", colour=wording.text("colour", card.colour), cost=cost)
    later = chained_buildings(card)
    opens = words("seven.screen.opens", cards=words("seven.and").join(map(wording.texts.card, later)))
    now = "" if seat is None or is_built(s, seat, face) else _worth_now(wording, seat, card.effects)
    return row(wording.card(face), Span(": ", "label"), told, wording.prose(card.effects), now, opens if later else "")


def _worth_now(wording: SevenWondersWording, seat: int, effects: Sequence[Effect]) -> str:
    """Say what effects that depend on others bring as things stand: symbols, what is counted, shields."""
    s, words = wording.state, wording.words
    for effect in effects:
        match effect:
            case Science() | AnyScience():
                return words("seven.worth-now", n=science_gain(s, seat, effect))
            case PointsFor(number, counted):
                return words("seven.worth-now", n=number * count(s, seat, counted))
            case Shields(number):
                return neighbours.conflict_note(wording, number)
    return ""


def _wonder_note(wording: SevenWondersWording, wonder: str) -> Row:
    """Say what a wonder makes, and what the stages of its sides bring."""
    board, between = BOARD[wonder], wording.words("seven.further-on")
    day, night = (between.join(wording.gist(stage.effects) for stage in board.stages(side)) for side in SIDES)
    goods = wording.text("resource", board.makes)
    return row(wording.words("seven.screen.wonder", goods=goods, day=day, night=night))
