"""Through the Ages on the full screen: a line a civilization, the thirteen spaces of the card row, boards in short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from tta_p2p.games.through_the_ages.index import PACTS
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.view_model import CivilizationView, Space, Technology, View

from ..blocks import Block, Heading, Para, lay_out
from ..cells import ELLIPSIS, EMPTY, PHRASE_GAP, Piece, Row, Span, cut, figure, pad, plain, row, width, wrap
from ..presenter import MenuItem, Scene
from ..reading import Reading
from ..room import (
    MANY,
    SPARE,
    ColumnPart,
    Item,
    TableColumn,
    TableWay,
    fit_parts,
    fit_table,
    item,
    part_of,
    part_of_items,
    short_items,
    tell_apart,
)
from ..screen.boards import ActLetter, Board, Choices, Controls, Spot
from ..screen.legend import legend_blocks
from ..screen.rows import left_out
from ..style import Style
from . import legend, overview
from .cards import CardLine, age_cells, brief_name, card_line, card_text, kind_line
from .colours import CULTURE, FOOD, RESOURCE, SCIENCE, STRENGTH
from .facts import facts
from .figures import figures_line
from .hands import card_note, hand_spots
from .knowledge import next_places, takers
from .tracks import SIMPLE, armies_item, blue_bank_item, happiness_item, plain_bank_item, yellow_bank_item
from .wording import ThroughTheAgesWording, actions, own_civilization

OWN_TURN = ("politics", "actions", "first-turn")
"""Decisions of the own turn."""
LYING_OPEN = ("take", "copy", "cancel")
"""Verbs of acts about a card that somebody chooses among those on the table."""
HEADS = ("culture", "science", "strength", "happy", "food", "resource", "ca", "ma", "unused", "hand")
"""The columns of the overview."""
LONG_HEAD = 6
"""Cells of the head of a column from which it is shorter before any other."""
MADE = ("food", "resource")
"""Columns that say what is made and lost."""
SPARE_HEADS = ("unused", "ma", "hand")
"""Columns that are left out where there is no room for all, in this order: boards tell them."""
SHORT_HEAD, BRIEF_HEAD, NET, SHORT_NAME, LEFT_OUT = 1, 2, 3, 4, 5
"""The loss by a short head of a column, a brief one, one number in place of two, a short name, no column."""
NAMES = (8, 6)
"""Cells of a name that is shortened."""
UNITS = ("infantry", "cavalry", "artillery", "air-force")
"""Kinds of units, which are an army together."""
ROOM_FOR_HAPPINESS = 45
"""Cells of a board in short that also draws happiness, which the line above has in numbers."""
TRACK_ROWS = 2
"""Rows of a track at most: where it does not fit beside its text, it stands below, as long as rows are free."""
LEAST_RULER = 6
"""Cells of the name of a leader or a government at least, else it is left to the board."""
LABEL = 8
"""Cells of what a line of a board in short begins with."""
PICTURE = 1
"""The worth of the rest of a track: what is drawn is said beside it."""
URBAN = ("lab", "temple", "library", "theater", "arena")
TOGETHER = "urban"
"""Stands for all of them in one line."""
KINDS = ("farm", "mine", *URBAN, "army")
"""Kinds of what has workers, as a board has them."""
WorkerGroup: TypeAlias = tuple[str, str, list[tuple[Row, Span, int]]]
"""A label, a kind, and its cards with their workers and their worth."""


class ThroughTheAgesChoices(Choices):
    """The choices of Through the Ages, in lines of their own."""

    def amount(self, item: MenuItem) -> int:
        """Give what is bid."""
        bid = item.act.args[0] if item.act is not None and item.verb == "bid" else 0
        return bid if isinstance(bid, int) else 0

    def visible_things(self, scene: Scene) -> frozenset[str]:
        """Name the cards of the row."""
        return frozenset(space.card for space in scene.view.row if space.card)

    def spots(self, reading: Reading, new: frozenset[str], size: int) -> tuple[Spot, ...] | None:
        """Give the spaces of the card row, unless something is to be decided that has nothing to do with it."""
        scene, state = reading.scene, reading.state
        if scene is None:
            return None
        decision = scene.turn.decision
        if (state.may_act and decision is not None and decision.key not in ("actions", "first-turn")) or (
            state.may_change_choice
        ):
            return None
        wording = ThroughTheAgesWording.of(scene, self.presenter)
        taken = {entry.number: entry for entry in reading.menu.entries if entry.verb == "take"}
        places, taken_from = next_places(wording.view), takers(state.log_so_far)
        ages = age_cells(space.card for space in scene.view.row if space.card)
        found = []
        for space in scene.view.row:
            item = taken.get(space.number) if state.may_act else None
            leaves = places is not None and bool(space.card) and places[space.number - 1] < 0
            sign = "<" if leaves else "*" if new and space.card not in new else " "
            line = _space(wording, space, sign, ages)
            detail = line.told
            if not space.card and space.number in taken_from:
                seat, face = taken_from[space.number]
                told = wording.words("tta.row.taken", name=wording.name(seat), card=wording.texts.card(face))
                detail = row(Span(f" {told}", "label"))
            refusal = ""
            if not space.card:
                refusal = wording.words("tta.screen.empty")
            elif space.refusal is not None:
                refusal = wording.line("illegal", space.refusal)
            faces = (space.card,) if space.card else ()
            ask = f"take {space.number}" if space.card and state.may_act else ""
            key = item.text if item is not None else f"space {space.number}"
            note = card_note(wording, space.card)
            found.append(Spot(key, line.head, item, faces, space.number, refusal, ask, note, detail=detail,
                              shorter=line.shorter, least=line.least))  # fmt: skip
        return tuple(found)

    def note(self, item: MenuItem, scene: Scene) -> Row:
        """Say of a card to take, or in the own hand, what it is: its name alone tells nobody what to do with it."""
        wording = ThroughTheAgesWording.of(scene, self.presenter)
        if item.verb in LYING_OPEN:
            return card_note(wording, next(iter(self.presenter.cards_of(item.label)), ""))
        mine = own_civilization(wording.view)
        held = {*mine.civil_hand, *(card.face for card in mine.hand)} if mine is not None else set[str]()
        faces = [face for face in self.presenter.cards_of(item.label) if face in held]
        return card_note(wording, faces[0]) if len(faces) == 1 else EMPTY

    def group_acts(self, items: tuple[MenuItem, ...], scene: Scene, within: bool) -> tuple[Spot, ...] | None:
        """Give cards to take as the row has them: what each does stands beside its name, and the price at the end."""
        if not items or any(one.verb != "take" for one in items):
            return None
        wording = ThroughTheAgesWording.of(scene, self.presenter)
        faces = [tuple(self.presenter.cards_of(one.label)) for one in items]
        if any(len(some) != 1 for some in faces):
            return None
        digits, ages = max(len(str(one.number)) for one in items), age_cells(some[0] for some in faces)
        found = []
        for one, (face,) in zip(items, faces, strict=True):
            line = card_line(wording, face, row(Span(f"{one.number:>{digits}} ", "number")), ages)
            price = row(Span(" (", "label"), one.cost, Span(")", "label")) if width(one.cost) else EMPTY
            found.append(Spot(one.text, line.head, one, (face,), one.number, note=self.note(one, scene),
                              price=price, detail=line.told, shorter=line.shorter, least=line.least))  # fmt: skip
        return tuple(found)

    def hand(self, reading: Reading) -> tuple[Spot, ...]:
        """Give the own cards, each with what can be done with it."""
        return (
            hand_spots(reading, self.presenter, ThroughTheAgesWording.of(reading.scene, self.presenter))
            if reading.scene is not None
            else ()
        )


class ThroughTheAgesBoard(Board):
    """Through the Ages at 80×24 and beyond."""

    controls = Controls(
        letters={
            "t": ActLetter("take", ("take",)),
            "b": ActLetter("build", ("build", "stage"), has_kinds=True),
            "u": ActLetter("upgrade", ("upgrade",)),
            "p": ActLetter("population", ("population",), does_single_act=True),
            "d": ActLetter("develop", ("develop", "revolution"), has_kinds=True),
            "l": ActLetter("cards", ("leader", "play", "use", "power", "perform", "trade", "convert"), has_kinds=True),
            "m": ActLetter(
                "military",
                ("tactic", "copy", "attack", "declare", "offer", "seed", "cancel", "levy", "sacrifice"),
                has_kinds=True,
            ),
            "x": ActLetter("undoing", ("destroy", "disband", "give-up", "by-hand", "resign"), has_kinds=True),
        },
        pages={"h": "hand", "v": "events", "c": "row", "i": "me"},
        end_verbs=("end", "done", "pass", "decline", "refuse", "no-tuck"),
        hidden_verbs=("resign", "by-hand"),
        bid_verbs=("bid",),
        reward_decisions=("target", "row-cards"),
    )
    choices_class = ThroughTheAgesChoices
    has_player_rows = True
    has_panels = True

    def deck_counts(self, scene: Scene) -> Row:
        """Say how many cards are left in both decks, and how many events are to come and prepared."""
        view: View = scene.view
        words = self.presenter.words
        decks = words("tta.screen.decks", civil=view.decks.civil, military=view.decks.military)
        current, future = len(view.events.current.cards), len(view.events.future.cards)
        events = words("tta.screen.events", current=current, future=future)
        return row(Span(decks, "label"), Span(" ", PHRASE_GAP), Span(events, "label"))

    def overview(self, scene: Scene, style: Style) -> list[Row]:
        """Give a row for each civilization under the names of its numbers."""
        wording = ThroughTheAgesWording.of(scene, self.presenter)
        civilizations = wording.view.civilizations
        ruled = max(width(_ruling(wording, some)[-2:][0]) for some in civilizations)
        columns = _columns(wording, [style.spell(row(wording.player(some.seat))) for some in civilizations])
        head, *rows = fit_table(columns, style.width, ruled + 1, SHORT_HEAD)
        room = style.width - width(head) - 1
        rulers = [style.spell(_rulers(wording, some, room)) for some in civilizations]
        return [
            (Span(plain(head), "label"),),
            *(row(one, " ", last) if last else one for one, last in zip(rows, rulers, strict=True)),
        ]

    def legend(self, scene: Scene) -> tuple[Block, ...]:
        """Name the parts of the own line, of the decks and of a space of the row, and the signs on a board."""
        wording = ThroughTheAgesWording.of(scene, self.presenter)
        playing = [some for some in wording.view.civilizations if some.left is None]
        own = next((some for some in playing if some.seat == scene.seat), playing[0] if playing else None)
        if own is None:
            return ()
        there = [one for one in wording.view.row if one.card]
        differs = (one for one in there if one.number != one.price)  # whose numbers tell themselves apart
        space = next(differs, next(iter(there), None))
        ages = age_cells(one.card for one in there)
        shown = _space(wording, space, " ", ages).head if space is not None else EMPTY
        return legend_blocks(
            wording.words, legend.lines(wording, _line(wording, own), self.deck_counts(scene), space, shown)
        )

    def side_panel(self, scene: Scene, seat: int, style: Style, lines: int) -> list[Row]:
        """Give a civilization in short: what it is ruled by, what threatens, its buildings and units, its cards.

        What is worth least stands last, where a text may lie over it: what has no workers.
        """
        wording = ThroughTheAgesWording.of(scene, self.presenter)
        words, some = wording.words, wording.view.civilizations[seat]
        if some.left is not None:
            return [row(wording.player(seat), " ", words(f"left.{some.left}"))]
        more = plain(style.spell(row(ELLIPSIS)))

        def labelled(
            label: str, items: Sequence[Item], worth: int, most: int = MANY, further: int | None = None
        ) -> ColumnPart:
            head = pad(cut(row(Span(label, "label")), LABEL - 1, ""), LABEL)
            spelled = [
                replace(one, ways=tuple(figure(style.spell(way), seat, label) for way in one.ways)) for one in items
            ]
            return part_of_items(head, spelled, style.width, worth, words("tta.and"), most, more, further)

        def track(label: str, drawn: Item, worth: int) -> ColumnPart:
            told = width(style.spell(drawn.ways[-1])) > style.width - LABEL  # in one row its numbers are cut
            return labelled(words(f"tta.screen.{label}"), [drawn], worth, TRACK_ROWS, worth if told else PICTURE)

        def cards(label: str, faces: Sequence[str], worth: int) -> list[ColumnPart]:
            named = [
                (row(wording.card(face)), f" {words('tta.screen.times', n=number)}" if number > 1 else "", 1)
                for face, number in Counter(faces).items()
            ]
            return [labelled(words(f"tta.screen.{label}"), short_items(named, more), worth)] if named else []

        parts = [part_of([cut(style.spell(_title(wording, some)), style.width, more)], style.width, 9, more)]
        said = _warnings(wording, some) if seat == scene.seat else []
        parts += [part_of([one], style.width, 9, more) for ways in said for one in _warning_rows(ways, style)]
        simple = wording.view.variant == SIMPLE
        parts.append(track("people", plain_bank_item(some, words) if simple else yellow_bank_item(some, words), 8))
        if not simple:
            parts.append(track("blue", blue_bank_item(some, words, wording.rules), 7))
        after = list[ColumnPart]()
        if some.unfinished is not None:
            stages = [f"[{n}]" if i < some.unfinished.built else str(n) for i, n in enumerate(some.unfinished.stages)]
            wonder = short_items([(row(wording.card(some.unfinished.card)), " " + " ".join(stages), 1)], more)
            after.append(labelled(words("tta.screen.wonder"), wonder, 7, TRACK_ROWS))
        if some.tactic is not None:
            armies = armies_item(some, row(wording.card(some.tactic.card)), words)
            after.append(labelled(words("tta.screen.tactic"), [armies], 6, TRACK_ROWS, PICTURE))
        after += cards("military", [card.face for card in some.hand if card.face], 6)
        after += cards("hand", some.civil_hand, 5)
        if pacts := _pacts(wording, seat):
            after.append(labelled(words("tta.screen.pacts"), [item(one) for one in pacts], 4))
        after += cards("wonders", [one.card for one in some.wonders], 3)
        after += cards("specials", some.specials, 3)
        after += cards("colonies", some.colonies, 3)
        if style.width >= ROOM_FOR_HAPPINESS and not simple:
            after.append(track("happy", happiness_item(some, words), 2))
        empty = short_items(_vacant(wording, some), more)
        vacant = [labelled(words("tta.screen.vacant"), empty, SPARE, 1)] if empty else []

        def workers(groups: Sequence[WorkerGroup]) -> list[ColumnPart]:
            return [
                labelled(label, short_items(named, more), 6, MANY, 6 if kind == TOGETHER else 4)
                for label, kind, named in groups
            ]

        groups = _workers(wording, some)
        kinds = workers(groups)
        taken = sum(one.most if one.more > PICTURE else 1 for one in (*parts, *after))
        if sum(one.most for one in kinds) > lines - taken:  # all buildings in one line before any name is cut
            kinds = workers(_together(groups, words("tta.screen.urban")))
        if sum(one.most for one in (*parts, *kinds, *after, *vacant)) < (style.sure or lines):  # nothing is ever hidden
            kinds, vacant = [*kinds, *vacant], []  # so it stays where it is while cards come and go
        key = "i" if seat == scene.seat else "Tab"
        return fit_parts(
            [*parts, *kinds, *after, *vacant], lines, style.width, left_out(words, key, style), style.lines, style.sure
        )

    def card_panel(self, faces: tuple[str, ...], style: Style) -> list[Row]:
        """Give what the cards do; what they cost, and how often there are, matters before they are played."""
        words, texts, rows = self.presenter.words, self.presenter.texts, list[Row]()
        for face in faces:
            kind = Span(f"  {kind_line(words, CARDS[face], words('tta.comma'))}", "label")
            told = card_text(face, words) or figures_line(CARDS[face], words)
            blocks = (Heading(row(texts.card(face), kind)), Para(row(told), 2))
            rows += [*([EMPTY] if rows else []), *lay_out(blocks, style)]
        return rows

    def decision_facts(self, scene: Scene) -> tuple[tuple[str, Row], ...]:
        """Give strengths and forces beside what is decided about."""
        return facts(ThroughTheAgesWording.of(scene, self.presenter), scene.turn.decision)

    def is_own_turn(self, scene: Scene) -> bool:
        """Whether the seat's own politics or actions are under way."""
        decision = scene.turn.decision
        mine = scene.turn.mine and scene.view.current == scene.seat
        return mine and decision is not None and decision.key in OWN_TURN


# --- a line a civilization -------------------------------------------------------------------------------


def _columns(wording: ThroughTheAgesWording, names: Sequence[Row]) -> list[TableColumn]:
    """Give the columns of the overview with what gives way where there is little room.

    Heads come first, then what is made and lost becomes one number, then names and what a board says as well.
    """
    words, civilizations = wording.words, wording.view.civilizations
    whole = [_line(wording, some) for some in civilizations]
    brief = [_line(wording, some, brief=True) for some in civilizations]
    found = [TableColumn((
        TableWay((EMPTY, *names)),
        *(TableWay((EMPTY, *tell_apart(tuple(names), (most,) * len(names))), SHORT_NAME) for most in NAMES),
    ), "l")]  # fmt: skip
    for at, key in enumerate(HEADS, 1):
        cells = tuple(row(line[at]) for line in whole)
        long, short = (row(words(f"tta.screen.head.{key}{end}")) for end in ("", ".brief"))
        ways = [
            TableWay((long, *cells)),
            TableWay((short, *cells), SHORT_HEAD if width(long) >= LONG_HEAD else BRIEF_HEAD),
        ]
        if key in MADE:
            ways.append(TableWay((short, *(row(line[at]) for line in brief)), NET))
        if key in SPARE_HEADS:
            ways.append(TableWay((), LEFT_OUT + SPARE_HEADS.index(key)))
        found.append(TableColumn(tuple(ways)))
    return found


def _line(wording: ThroughTheAgesWording, some: CivilizationView, brief: bool = False) -> list[Piece]:
    """Give the cells of a civilization; ``brief``: what is made and lost as one number."""
    happy = some.happiness
    bad = "!" if happy.discontent else ""
    if some.left is not None:
        return [wording.player(some.seat), *[""] * 10]
    cells: list[Piece] = [
        Span(f"{some.culture_points}{some.culture.total:+d}", CULTURE),
        Span(f"{some.science_points}{some.science.total:+d}", SCIENCE),
        Span(str(some.strength.total), STRENGTH),
        Span(f"{happy.total}/{happy.needed}{bad}", "bad" if bad else ""),
        Span(_stock(some.food, some.food_production, some.consumption, brief), FOOD),
        Span(_stock(some.resource, some.resource_production, some.corruption, brief), RESOURCE),
        actions(some.civil),
        actions(some.military),
        str(some.unused),
        f"{len(some.civil_hand)},{len(some.hand)}",
    ]
    return [wording.player(some.seat), *(figure(one, some.seat, f"line {at}") for at, one in enumerate(cells))]


def _stock(there: int, made: int, lost: int, brief: bool) -> str:
    return f"{there}{made - lost:+d}" if brief else f"{there}+{made}-{lost}"


def _rulers(wording: ThroughTheAgesWording, some: CivilizationView, room: int) -> Row:
    """Name the leader and the government, in as few letters as the room asks for."""
    ways = _ruling(wording, some)
    return next((way for way in ways if width(way) <= room), cut(ways[-1], room) if room >= LEAST_RULER else EMPTY)


def _ruling(wording: ThroughTheAgesWording, some: CivilizationView) -> tuple[Row, ...]:
    """Name the leader and the government, the shortest last."""
    if some.left is not None:
        return (row(wording.words(f"left.{some.left}")),)
    government, short = wording.card(some.government), _brief(wording, some.government)
    if not some.leader:
        return row(government), row(short)
    leader, last_name = wording.card(some.leader), _brief(wording, some.leader)
    return row(leader, " ", government), row(last_name, " ", government), row(last_name, " ", short)


def _brief(wording: ThroughTheAgesWording, face: str) -> Span:
    """Name a card by what everybody calls it: a leader by one name, a government by how it begins."""
    named = wording.card(face)
    return named._replace(text=brief_name(wording.words, face) or named.text)


# --- the card row ------------------------------------------------------------------------------------------


def _space(wording: ThroughTheAgesWording, space: Space, mark: str, ages: int) -> CardLine:
    """Give a space, and what its card does, behind a mark; what may not be taken has its price in brackets.

    The name is always in the hue of its kind, so that one can plan while others play. ``ages``: cells of an age.
    """
    number = f"{space.number:>2} "
    if not space.card:
        return CardLine(row(" ", Span(number, "number"), Span("-", "label")), EMPTY)
    refused = space.refusal is not None
    price = Span(number + (f"[{space.price}] " if refused else f" {space.price}  "), "label" if refused else "number")
    return card_line(wording, space.card, row(mark, price), ages)


# --- a board in short ----------------------------------------------------------------------------------------


def _title(wording: ThroughTheAgesWording, some: CivilizationView) -> Row:
    parts: list[Piece] = [wording.player(some.seat), ": ", wording.card(some.government)]
    if some.leader:
        parts += [", ", wording.card(some.leader)]
    return row(*parts)


def _workers(wording: ThroughTheAgesWording, some: CivilizationView) -> list[WorkerGroup]:
    """Give the workers by kind: farms and mines with their tokens, then buildings, then units."""
    groups: dict[str, list[Technology]] = {}
    for one in sorted(some.technologies, key=lambda one: one.level):
        if not _is_vacant(one):
            groups.setdefault("army" if one.kind in UNITS else one.kind, []).append(one)
    found = []
    for kind in sorted(groups, key=lambda one: KINDS.index(one) if one in KINDS else len(KINDS)):
        named = []
        for one in groups[kind]:
            tokens = f"+{one.tokens}" if one.token_value and one.tokens else ""
            named.append((row(wording.card(one.card)), Span(f" {one.workers}{tokens}"), 2))
        label = wording.words("tta.screen.army") if kind == "army" else wording.words.name_of("tta.kind", kind)
        found.append((label, kind, named))
    return found


def _together(groups: Sequence[WorkerGroup], label: str) -> list[WorkerGroup]:
    """Give the workers with all urban buildings in one line: which kind one is, its hue says as well."""
    urban = [one for group in groups if group[1] in URBAN for one in group[2]]
    at = next((at for at, group in enumerate(groups) if group[1] in URBAN), len(groups))
    found = [group for group in groups if group[1] not in URBAN]
    return [*found[:at], (label, TOGETHER, urban), *found[at:]] if urban else found


def _is_vacant(one: Technology) -> bool:
    return not one.workers and not (one.token_value and one.tokens)


def _vacant(wording: ThroughTheAgesWording, some: CivilizationView) -> list[tuple[Row, str, int]]:
    """Name technologies without workers; those of which a better one has taken the place go first."""
    newest = dict[str, int]()
    for one in some.technologies:
        newest[one.kind] = max(one.level, newest.get(one.kind, 0))
    found = sorted((one for one in some.technologies if _is_vacant(one)), key=lambda one: (-one.level, one.kind))
    return [(row(wording.card(one.card)), "", SPARE if one.level < newest[one.kind] else 1) for one in found]


def _pacts(wording: ThroughTheAgesWording, seat: int) -> list[Row]:
    """Say which pacts a civilization has, with whom, and as which side where that matters."""
    found = []
    for pact in wording.view.pacts:
        if seat in (pact.a, pact.b):
            other, side = (pact.b, "A") if pact.a == seat else (pact.a, "B")
            key = "tta.screen.pact" if PACTS[pact.card].symmetric else "tta.screen.pact.side"
            found.append(row(wording.card(pact.card), wording.words(key, side=side, name=wording.name(other))))
    return found


def _warnings(wording: ThroughTheAgesWording, some: CivilizationView) -> list[tuple[str, ...]]:
    """Say what threatens, each in a line, and in a shorter one where there is one."""
    words = wording.words
    found: list[tuple[str, ...]] = [(told,) for told in overview.threats(wording, some, short=True)]
    for war in wording.view.wars:
        if some.seat in (war.attacker, war.rival):
            named = wording.texts.card(war.card), brief_name(words, war.card)
            values = {"n": war.advantage, "attacker": wording.name(war.attacker)}
            found.append(tuple(words("tta.screen.war", war=name, **values) for name in named if name))
    return found


def _warning_rows(ways: Sequence[str], style: Style) -> list[Row]:
    """Give a warning in a row, else in several: what is lost, and to whom, stands at its end."""
    spelled = [style.spell(row(Span(text, "warn"))) for text in ways]
    return next(([one] for one in spelled if width(one) <= style.width), wrap(spelled[-1], style.width))
