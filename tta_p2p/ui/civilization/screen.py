"""Civilization on the full screen: the map (in battles the battle) beside what there is to choose among."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from tta_p2p.games.civilization.map.board import capital_of
from tta_p2p.games.civilization.map.squares import SQUARES, WIDE, name_of
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.civilization.tables.techs import TECHS
from tta_p2p.games.civilization.technologies.pyramid import researchable
from tta_p2p.games.civilization.turn.start_phase import why_no_city
from tta_p2p.seats.messages import CardRef

from ..blocks import Block, Columns, Gap, Heading, Para
from ..cells import EMPTY, Row, Span, figure, join, pad, row, wrap
from ..presenter import MenuItem, Scene, faces_among
from ..reading import Reading
from ..room import fit_parts, part_of
from ..screen.boards import ActLetter, Board, Choices, Controls, Spot, act_spots
from ..screen.playfield import NARROWEST, PANEL
from ..screen.rows import fit, label_rows, left_out
from ..style import Style
from ..texts import sentence
from . import act_groups, battles, pages, terms
from .cards import KIND_OF, gist, tech_gist
from .cards import text as text_of
from .map import Marks, Size, all_squares, around_focus, legend, map_rows, map_width, square_size
from .signs import sign_entries
from .tracks import pyramid_rows
from .wording import CivilizationWording

DRAWN = 36
"""Columns of what is drawn, but for the map."""
WIDEST_STUDY = 96
"""Columns of the pyramid at most, beside what one can research."""
NARROW_MAP = 40
"""Columns of the map at most where the list has less than its room."""
CHOSEN, LEAST = 41, 19
"""Columns that the acts of a battle take with how each ends, and what is left at least of those that are drawn."""
DETAIL_ROWS = ("technology", "building", "wonder", "event")
"""Kinds of which it is said what they do where an act is about one."""
RIVAL = 4
"""Below the map stands the next player where there are more rows than so many."""
GROWTH_VERBS = ("found", "gather", "muster", "copy")
"""Verbs of a start of turn that bring something more."""
PLACED_VERBS = ("figures", "person", "make-room")
"""Decisions in which something is placed."""
LABEL = 9
"""Cells of what a line of a board in short begins with."""


class CivilizationChoices(Choices):
    """The choices of Civilization, in lines of their own."""

    panel_has_places = False

    def spots(self, reading: Reading, new: frozenset[str], size: int) -> tuple[Spot, ...] | None:
        """Give the terms of a deal a line each; everything else is a list of acts."""
        scene, decision = reading.scene, reading.scene.turn.decision if reading.scene is not None else None
        if scene is None or decision is None or decision.key not in terms.DECISION_VERBS or not reading.state.may_act:
            return None
        return tuple(terms.spots(CivilizationWording.of(scene, self.presenter), reading.menu.entries))

    def group_acts(self, items: tuple[MenuItem, ...], scene: Scene, within: bool) -> tuple[Spot, ...] | None:
        """Give a line for each thing a city can build and each group that can move; then the squares of one."""
        wording = CivilizationWording.of(scene, self.presenter)
        if within:
            if all(item.verb in battles.TENDED for item in items):
                return tuple(battles.spots(wording, items, within=True))
            return tuple(act_groups.square_spots(wording, items)) or None
        if wording.state.battle is not None and any(item.verb in (*battles.PLAYED, *battles.TENDED) for item in items):
            return tuple(battles.spots(wording, items))
        if len(learned := tuple(item for item in items if item.verb == "research")) > 1:  # what is done stands above
            waits = tuple(item for item in items if item.verb != "research")
            every = act_spots((*learned, *waits), self.board, scene, False)
            return tuple(replace(one, price=_needs(wording, one)) for one in every)
        found, used = tuple(act_groups.spots(wording, items, _left(scene))), act_groups.payment_spots(wording, items)
        if not found and not used:
            return None
        at = next((number for number, item in enumerate(items) if act_groups.is_grouped(item)), 0)
        decision = scene.turn.decision
        if decision is not None and decision.key in PLACED_VERBS and len(found) == 1:  # there is nothing else to choose
            found = tuple(act_groups.square_spots(wording, [item for item in items if act_groups.is_grouped(item)]))
        rest = [item for item in items if not act_groups.is_grouped(item)]
        whole = len({item.verb for item in items}) > 1 or len(items) == 1 or bool(used)
        before, after = (act_spots(tuple(some), self.board, scene, whole) for some in (rest[:at], rest[at:]))
        many = {text for spot in used.values() for text in spot.acts}
        others = [used.get(spot.key, spot) for spot in after if spot.key in used or spot.key not in many]
        return (*before, *found, *others)

    def group_heading(self, items: tuple[MenuItem, ...], scene: Scene) -> str:
        """Say above the squares that are left to choose among what comes there."""
        wording = CivilizationWording.of(scene, self.presenter)
        return act_groups.heading(wording, items) if any(act_groups.square_spots(wording, items)) else ""

    def initial_act(self, items: Sequence[MenuItem], scene: Scene) -> str:
        """Put the mark at a start of turn on what grows, else on its end: nobody governs anew by haste.

        In a deal it stands on what proposes it, once both sides get something.
        """
        decision = scene.turn.decision
        if decision is not None and decision.key in terms.DECISION_VERBS:
            return terms.next_act(items, decision, scene.seat or 0)
        if decision is None or decision.key != "start":
            return ""
        wanted = next((item for item in items if item.verb in GROWTH_VERBS), None)
        ends = next((item for item in items if item.verb == "end"), None)
        return (wanted or ends or items[0]).text if items else ""

    def has_heading(self, scene: Scene) -> bool:
        """Say above the terms of a deal what has been named so far."""
        return True

    def places(self, text: str) -> tuple[str, ...]:
        """Name the squares that an act is about, the one by which it differs from others last."""
        named = [word for word in text.split(" ")[1:] if word in SQUARES]
        last = act_groups.square_in(text)
        return tuple(sorted(dict.fromkeys(named), key=lambda one: one == last))

    def amount(self, item: MenuItem) -> int:
        """Give how much is named for a deal."""
        return terms.amount(item)

    def note(self, item: MenuItem, scene: Scene) -> Row:
        """Say what an act is about: what it brings, or the square it goes to."""
        wording = CivilizationWording.of(scene, self.presenter)
        if item.verb == "research":  # the picture tells the whole of it
            return EMPTY
        if item.verb in act_groups.PRODUCTION_VERBS:
            return act_groups.note(wording, item, _left(scene))
        if item.verb == "pass":  # what is let happen, where a card tells it
            return _declaration(wording, scene)
        if item.verb == "arts":
            return row(wording.city(SQUARES[str(item.label.args[0])]))
        if item.verb == "gather":  # what is gathered there, and for which city
            square, city = (SQUARES[str(arg)] for arg in item.label.args[:2])
            return row(wording.square(square), wording.words("civ.semicolon"), wording.city(city))
        if item.verb == "government":  # a technology may be called like it
            return row(text_of(wording.words, "government", str(item.label.args[0])))
        named = [arg for arg in item.label.args if isinstance(arg, str)]
        named += [arg.face for arg in item.label.args if isinstance(arg, CardRef) and arg.face]
        about = next((arg for arg in named if KIND_OF.get(arg) in DETAIL_ROWS), "")
        square = next((SQUARES[arg] for arg in reversed(named) if arg in SQUARES), -1)
        said = gist(wording, about).rstrip(".。") if square >= 0 else gist(wording, about) if about else ""
        told = [row(wording.card(about), wording.words("civ.colon"), said)] if about else []
        told += [wording.square(square)] if square >= 0 else []
        if square >= 0 and item.verb in ("capital", "found"):
            told.append(row(wording.surroundings(square)))
        elif square >= 0 and _leads_to_city(wording, item, square):
            told.append(row(wording.words("civ.site", around=wording.surroundings(square))))
        return join(told, wording.words("civ.semicolon")) if told else EMPTY


class CivilizationBoard(Board):
    """Civilization at 80×24 and beyond."""

    controls = Controls(
        letters={
            "b": ActLetter("build", ("build", "give")),
            "u": ActLetter("unit", ("unit",)),
            "c": ActLetter("arts", ("arts", "advance", "invest", "event"), has_kinds=True),
            "h": ActLetter("harvest", ("harvest", "reap")),
            "t": ActLetter(
                "techs", ("use", "lock", "copy", "research", "heal", "wound", "smite", "wreck"), has_kinds=True
            ),
            "m": ActLetter("move", ("move", "go", "way", "sacrifice", "ship")),
            "x": ActLetter("discover", ("discover", "look")),
            "d": ActLetter(
                "found",
                ("found", "gather", "recall", "place", "government", "muster", "copy"),
                naming_verbs=("place", "government", "gather"),
                has_kinds=True,
            ),
            "s": ActLetter(
                "deal", ("deal", "parley", "offer", "want", "hand", "propose", "withdraw", "accept", "decline")
            ),
        },
        pages={"i": "cities", "p": "techs", "v": "market", "l": "track", "U": "hand"},
        end_verbs=("end", "done", "stop", "wait", "keep", "enough", "rest", "pass", "decline", "withdraw"),
        unmarked_verbs=("end", "done", "wait", "keep", "enough", "rest", "withdraw"),
        window_verbs=("pass",),
        named_passes=("done", "keep", "stop", "wait", "enough", "rest", "decline", "withdraw"),
        hidden_verbs=("resign",),
        resets_mark=True,
    )
    choices_class = CivilizationChoices
    has_player_rows = True
    has_panels = True
    has_map = True

    def overview(self, scene: Scene, style: Style) -> list[Row]:
        """Give a row for each player under the names of its numbers."""
        wording = CivilizationWording.of(scene, self.presenter)
        return [row(one, " ", last) if last else one for one, last, _ in pages.overview_rows(wording, style)]

    def places(self, scene: Scene) -> Mapping[str, tuple[int, int]]:
        """Give the squares of the map, the own capital first; none while something else is drawn."""
        wording, decision = CivilizationWording.of(scene, self.presenter), scene.turn.decision
        if wording.state.battle is not None or (decision is not None and decision.key == "study" and scene.turn.mine):
            return {}
        return _places(wording.state.seats, capital_of(wording.state, wording.seat or 0))

    def place_blocks(self, place: str, scene: Scene) -> tuple[Block, ...]:
        """Say what a square is, what is there, whom it serves, and what a city there would have around it."""
        if place not in SQUARES:
            return ()
        wording, square = CivilizationWording.of(scene, self.presenter), SQUARES[place]
        return (Para(wording.square(square)), *(Para(one, 2) for one in pages.square_details(wording, square)))

    def picture(
        self, scene: Scene, spots: Sequence[Spot], at: int, style: Style, lines: int, place: str = ""
    ) -> list[Row]:
        """Draw the battle, the technologies while all research, else the map with what the act in focus is about."""
        wording, decision = CivilizationWording.of(scene, self.presenter), scene.turn.decision
        if wording.state.battle is not None:
            beside = replace(style, width=max(LEAST, min(DRAWN, style.width - CHOSEN)))
            told = battles.battle_rows(wording, beside, lines, left_out(wording.words, "o", style))
            return _frame(told, lines, beside.width)
        if decision is not None and decision.key == "study" and scene.seat is not None:
            columns = max(DRAWN, min(WIDEST_STUDY, style.width - PANEL - 1))
            beside = replace(style, width=columns)
            details = [_tech_details(wording, spot.item, beside) for spot in spots]
            most = max(map(len, details), default=0)  # what stands above is the same for every mark
            drawn = _study(wording, scene.seat, beside, lines, most)
            told = details[at] if 0 <= at < len(spots) else []
            if told and len(drawn) + len(told) - 1 > lines:
                told = told[2:]  # without its name, which the marked line has
                drawn = drawn[: max(1, lines - len(told))]
            return _frame([*drawn, *told], lines, columns)
        focus, may = _marked_squares(spots, at)
        here = SQUARES.get(place, -1)
        focus = focus if here < 0 or here in {*focus, *may} else set()
        marked = here if here >= 0 else _place_in_focus(spots, at)
        square = _map_size(wording.state.seats, style.width, lines)
        columns = map_width(wording.state.seats, square)
        marks = Marks(focus, may, marked, here >= 0)
        seen = [marked] if marked >= 0 else focus or may
        drawn = around_focus(map_rows(wording, square, style, marks), lines, seen, square.tall)
        told = legend(wording, columns, lines - len(drawn) - 1)
        rows = [style.spell(one) for one in (*drawn, *([EMPTY] if told else []), *told)]
        left = lines - len(rows) - 1
        if left > RIVAL and wording.state.seats > 1:
            other = ((scene.seat or 0) + 1) % wording.state.seats
            rows += [EMPTY, *self.side_panel(scene, other, replace(style, width=columns), left)]
        return rows

    def legend(self, scene: Scene) -> tuple[Block, ...]:
        """Say what the signs of the map mean."""
        wording = CivilizationWording.of(scene, self.presenter)
        if wording.state.battle is not None:
            return ()
        return (Heading(row(wording.words("civ.legend.title"))), Columns(tuple(sign_entries(wording))), Gap())

    def side_panel(self, scene: Scene, seat: int, style: Style, lines: int) -> list[Row]:
        """Give a player in short."""
        wording = CivilizationWording.of(scene, self.presenter)
        rows = [
            label_rows(label, figure(text, seat, f"board {label}"), LABEL, style)
            if label
            else wrap(style.spell(text), style.width)
            for label, text in pages.side_entries(wording, seat)
        ]
        parts = [part_of(one, style.width) for one in rows]
        key = "i" if seat == scene.seat else "Tab"
        return fit_parts(parts, lines, style.width, left_out(wording.words, key, style), style.lines, style.sure)

    def is_own_part(self, scene: Scene) -> bool:
        """Whether the seat decides in a part of its own, of whatever phase."""
        return scene.turn.mine and not self.is_response(scene)

    def is_own_turn(self, scene: Scene) -> bool:
        """Whether the seat's turn begins: only then it is told on a page what the others did."""
        decision = scene.turn.decision
        return scene.turn.mine and decision is not None and decision.key == "start"


def _map_size(seats: int, columns: int, lines: int) -> Size:
    """Give the largest size of a square beside which the list has its room; in a narrow window, the list gives way."""
    size = square_size(seats, columns - PANEL - 1, lines)
    if map_width(seats, size) + PANEL + 1 <= columns:
        return size
    return square_size(seats, min(columns - NARROWEST - 1, NARROW_MAP), lines)


@cache
def _places(seats: int, capital: int) -> Mapping[str, tuple[int, int]]:
    """Give column and row of every square, the capital first: asked for at every key."""
    found = sorted(all_squares(seats), key=lambda one: (one != capital, one))
    return MappingProxyType({name_of(one): (one % WIDE, one // WIDE) for one in found})


def _declaration(wording: CivilizationWording, scene: Scene) -> Row:
    """Say what the culture event does that could be answered."""
    decision = scene.turn.decision
    if decision is None or decision.key != "answer-event":
        return EMPTY
    return join((row(wording.card(face), wording.words("civ.colon"), gist(wording, face))
                 for face in dict.fromkeys(faces_among(decision.args)) if face in EVENTS), " ")  # fmt: skip


def _needs(wording: CivilizationWording, spot: Spot) -> Row:
    """Say in brackets how much trade a research needs at least."""
    if spot.item is None or spot.item.verb != "research":
        return spot.price
    return row(Span(" (", "label"), act_groups.research_minimum(wording, spot.item), Span(")", "label"))


def _frame(rows: list[Row], lines: int, drawn: int = DRAWN) -> list[Row]:
    """Give rows as wide as a map, so that what stands beside them stays where it is; empty ones are left out first."""
    rows = rows if len(rows) <= lines else [one for one in rows if one]
    return [pad(one, drawn) for one in (rows or [EMPTY])][:lines]


def _left(scene: Scene) -> int | None:
    """Give what a city has left of the production that it divides."""
    decision = scene.turn.decision
    left = decision.args[1] if decision is not None and decision.key == "divide" else None
    return left if isinstance(left, int) else None


def _squares(item: MenuItem) -> list[int]:
    return [SQUARES[arg] for arg in item.label.args if isinstance(arg, str) and arg in SQUARES]


def _marked_squares(spots: Sequence[Spot], at: int) -> tuple[set[int], set[int]]:
    """Give the squares the act in focus is about, and those of acts like it; if it is about none, where acts begin."""
    item = spots[at].item if 0 <= at < len(spots) else None
    if 0 <= at < len(spots) and spots[at].acts:  # of which the square is chosen next
        verb, first, *_ = spots[at].key.split(" ")
        if verb not in (
            *act_groups.GROUPED_VERBS,
            *act_groups.EVENTS,
        ):  # nothing with squares: a payment, a turn of the past
            return set(), set()
        where = [act_groups.square_in(text) for text in spots[at].acts]
        return {SQUARES[first]} if verb in act_groups.MOVE_VERBS else set(), {
            SQUARES[one] for one in where if one in SQUARES
        }
    others = [(spot.item, found) for spot in spots if spot.item is not None and (found := _squares(spot.item))]
    mine = _squares(item) if item is not None else []
    if item is None or not mine:
        return set(), {found[0] for _, found in others}
    alike = [found for one, found in others if one.verb == item.verb and (len(mine) < 2 or found[0] == mine[0])]
    if item.verb == "build" and len(item.label.args) > 1:
        same = (found for one, found in others if one.verb == "build" and one.label.args[:2] == item.label.args[:2])
        alike = list(same)
    return set(mine), {found[-1] for found in alike}


def _place_in_focus(spots: Sequence[Spot], at: int) -> int:
    """Give the square that the act in focus is about last; of a group that can move, where it stands; -1: none."""
    if not 0 <= at < len(spots):
        return -1
    item, acts = spots[at].item, spots[at].acts
    if item is not None:
        return next(reversed(_squares(item)), -1)
    verb, first, *_ = spots[at].key.split(" ") if acts else ("", "")
    return SQUARES.get(first, -1) if verb in act_groups.MOVE_VERBS else -1


def _study(wording: CivilizationWording, seat: int, style: Style, lines: int, below: int) -> list[Row]:
    """Draw the own pyramid in so many lines, with what says which places are open as far as that leaves ``below`` some.

    What a technology does, below, is worth more than these sentences: the list tells most of them.
    """
    s, words = wording.state, wording.words
    levels = sorted({TECHS[name].level for name in researchable(s.techs[seat])})
    named = words.listed([wording.level(level) for level in levels])
    coins = wording.coins(seat)
    stays = [words("civ.trade-stays", coins=coins)] if coins else []
    sentences = [
        wrap(style.spell(row(Span(text, "label"))), style.width)
        for text in (words("civ.open-levels", levels=named), words("civ.trade-now", n=s.trade[seat]), *stays)
    ]
    title = row(Span(wording.title_of("techs", seat), "heading"))
    for number in range(len(sentences), 0, -1):
        told = [one for rows in sentences[:number] for one in rows]
        most = lines - below - len(told) - 1
        drawn = pyramid_rows(wording, seat, replace(style, lines=max(1, most)))
        if len(drawn) <= most:
            return [title, *map(style.spell, drawn), EMPTY, *told]
    drawn = pyramid_rows(wording, seat, replace(style, lines=max(1, lines - below - 1)))
    return [title, *map(style.spell, drawn)]


def _leads_to_city(wording: CivilizationWording, item: MenuItem, square: int) -> bool:
    """Whether an act brings a scout to where the seat could found a city in its next turn, as things stand."""
    verb, *rest = item.text.split(" ")
    if verb != "move" or rest[-1] == "0" or wording.defender_text(square):
        return False
    return why_no_city(wording.state, wording.seat or 0, square) is None


def _tech_details(wording: CivilizationWording, item: MenuItem | None, style: Style) -> list[Row]:
    """Tell the whole of a technology that is to be chosen, below a free row and its name."""
    if item is None or item.verb != "research":
        return []
    name = item.text.split(" ")[1]
    named = fit(wording.card(name), style.width, style)
    return [EMPTY, named, *wrap(style.spell(row(sentence(tech_gist(wording, name)))), style.width)]
