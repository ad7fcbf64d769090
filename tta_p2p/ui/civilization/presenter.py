"""The presenter of Civilization: its pages, what an end of a phase would waste, what charts show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tta_p2p.games.civilization.city.management import idle_cities
from tta_p2p.games.civilization.city.yields import NOTHING, icons_of, resource_at
from tta_p2p.games.civilization.map.board import cities_of
from tta_p2p.games.civilization.map.squares import SQUARES, name_of
from tta_p2p.games.civilization.movement.phase import unmoved
from tta_p2p.games.civilization.players import coins
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.civilization.tables.techs import TECHS
from tta_p2p.seats.messages import Keyed, LogLine

from ..acts import Menu, menu_blocks
from ..blocks import Block, Columns, Page, Para
from ..cells import EMPTY, Row, plain, row
from ..course import Place
from ..plain import bare
from ..presenter import Guess, Measured, MenuItem, Presenter, Scene, faces_among
from ..texts import sentence
from . import act_groups, battles, holdings, pages, possible, terms
from .cards import KIND_OF, card_blocks, gist, has_sheet
from .gains import found, gained
from .guesses import guess, names_figures
from .near_victory import near_victories
from .phases import phases
from .wording import Wording
from .words import WORDS

GOOD = {
    "start": ("found", "gather", "place", "muster", "copy"),
    "manage": ("advance", "invest"),
    "moves": ("wreck",),
}
"""Decision -> verbs that are worth asking about before it ends, beside technologies; a change of government is no loss,
and a culture event keeps."""
DONE_WITH = {
    ("figures", "figure"): "post",
    ("start", "government"): "government",
    ("start", "person"): "place",
    ("person", "person"): "place",
    ("manage", "figure"): "build",
    ("manage", "building"): "build",
    ("manage", "wonder"): "build",
    ("manage", "unit"): "unit",
    ("manage", "resource"): "harvest",
    ("manage", "technology"): "use",
    ("trading", "technology"): "use",
    ("study", "technology"): "research",
}
"""Decision and kind of a part -> the verb of what is done with it then."""


_BESIDE = re.compile(r"(?<=[\u3400-\u9fff])(?=[a-z]?\d)")
"""Between a letter of a script without spaces and a square or number behind it."""
GOES_ON = {"move": "go", "discover": "look"}
"""What figures do -> what it is called while they are under way."""
SQUARE = re.compile(r"[a-z]\d{1,2}")
WHOLE = re.compile("[?？.。]$")
"""What ends a sentence."""
WINDOWS = ("answer-event", "answer-ability", "answer-action", "answer-move")
"""Decisions in which what somebody else has declared is answered."""
ANSWERED = (*WINDOWS, "proposal", "proposal-of-several")
"""Decisions in which what somebody else does is answered."""
STANDING = ("levy", "save", "tend")
"""Decisions that most people answer by a rule: how to have it said without being asked stands beside the question."""
CITIES = ("capital", "found")
"""Acts by which a city comes to be."""


def _goes_on(typed: Sequence[str]) -> Sequence[str]:
    """Give what a group does that is under way where somebody says what figures do that set out: the last square."""
    verb = GOES_ON.get(typed[0], "")
    squares = [word for word in typed[1:] if SQUARE.fullmatch(word)]
    return [verb, squares[-1]] if verb and squares else typed


def _after(said: Row, stop: str) -> str:
    """Give what stands between two sentences: the stop, but where the first has its own mark."""
    return stop[1:] if WHOLE.search(plain(said)) else stop


class CivilizationPresenter(Presenter):
    """Shows Civilization."""

    view_type = State
    of_players = frozenset({"cities", "techs", "hand", "units", "events", "goods"})
    pages = ("table", "map", "cities", "techs", "market", "track", "hand", *holdings.SORTS)
    short = MappingProxyType({
        **Presenter.short, "city": "cities", "me": "cities", "pyramid": "techs", "forces": "units", "cards": "events",
        "resources": "goods", "huts": "goods", "villages": "goods", "people": "goods", "coins": "goods",
    })  # fmt: skip
    single_last = False
    numbers_anew = True

    def wording(self, scene: Scene) -> Wording:
        """Give the words for a scene."""
        return Wording(scene.view, scene.seat, scene.faces, self.addressed(scene.seat), self.words)

    # --- pages -------------------------------------------------------------------------------------------

    def page(self, name: str, about: str, scene: Scene) -> Page:
        """Give a page by its name; cities and technologies are those of whoever is named after it."""
        wording = self.wording(scene)
        named = self.seat_called(about, scene) if about else scene.seat
        seat = named if named is not None else 0
        match name:
            case "map":
                return Page(row(self.words("civ.title.map")), pages.map_blocks(wording))
            case "cities":
                return pages.cities_page(wording, seat)
            case "techs":
                return pages.techs_page(wording, seat)
            case "market":
                return pages.market_page(wording)
            case "track":
                return pages.track_page(wording)
            case "hand" | "units" | "events" | "goods":
                return holdings.page(wording, name, seat)
        return self.table(scene)

    def called(self, seat: int, scene: Scene) -> tuple[str, ...]:
        """Give the name of a player and that of the civilization."""
        wording = self.wording(scene)
        nation = [self.texts.card(wording.s.civilizations[seat])] if wording.set_up(seat) else []
        return (*super().called(seat, scene), *nation)

    def table(self, scene: Scene) -> Page:
        """Give all players and the map."""
        return pages.table_page(self.wording(scene))

    def player(self, seat: int, scene: Scene) -> Page:
        """Give what is seen of a seat."""
        return pages.player_page(self.wording(scene), seat)

    def brief(self, scene: Scene) -> tuple[Block, ...]:
        """Give all players and the map; in a battle the battle."""
        wording = self.wording(scene)
        battle = tuple(Para(one) for one in battles.battle_rows(wording, 78))
        return battle or (*pages.overview(wording), *pages.map_blocks(wording)[:1])

    def after_act(self, scene: Scene) -> tuple[Block, ...]:
        """Give all players; in a battle the battle."""
        wording = self.wording(scene)
        return tuple(Para(one) for one in battles.battle_rows(wording, 78)) or pages.overview(wording)

    def standing(self, scene: Scene) -> Row:
        """Say the turn and the phase."""
        s = scene.view
        phase = self.words(f"civ.phase.{s.phase}")
        return row(self.words("civ.standing", round=s.round, phase=phase) if s.round else sentence(phase))

    def measured(self, scene: Scene) -> Measured:
        """Give how far everybody is to the victories, and trade."""
        wording = self.wording(scene)
        s = wording.s
        ready = {seat: wording.set_up(seat) for seat in wording.seats}
        values: dict[str, tuple[int | None, ...]] = {
            "track": tuple(s.level),
            "techs": tuple(len(techs) for techs in s.techs),
            "coins": tuple(wording.coins(seat) if ready[seat] else 0 for seat in wording.seats),
            "trade": tuple(s.trade),
        }
        return tuple((self.words(f"civ.name.{key}"), some) for key, some in values.items())

    def learned(self, before: Scene, after: Scene, said: Sequence[LogLine] = ()) -> tuple[str, ...]:
        """Say which hidden cards the seat has got, what lies on a tile that its figures have discovered, and who else
        comes close to a victory."""
        then, now = self.wording(before), self.wording(after)
        return (*(found(then, now) if after.turn.mine else ()), *gained(then, now), *near_victories(then, now))

    def when(self, turn: int) -> str:
        """Name a turn by its number."""
        return str(turn)

    def turn_named(self, turn: int) -> str:
        """Name a turn; before the first there is the set-up."""
        return super().turn_named(turn) if turn else sentence(self.words("civ.phase.set-up"))

    def turn_of(self, turn: int, name: str) -> str:
        """Name the part that a player has in a turn: what other games call a round is a turn here."""
        return self.words("civ.turn-of", turn=turn, name=name) if turn else name

    def phases(self, course: Sequence[Place]) -> tuple[str, ...]:
        """Name the phases of the turns."""
        return tuple(self.words(f"civ.phase.{phase}") for phase in phases(course))

    def look(self, asked: str, scene: Scene) -> Row:
        """Say what a square of the map is, and what lies and stands there."""
        square = SQUARES.get(bare(asked), -1)
        return self.wording(scene).square(square) if square >= 0 else EMPTY

    # --- acts --------------------------------------------------------------------------------------------

    def cautions(self, item: MenuItem, scene: Scene) -> tuple[str, ...]:
        """Say what could still be done in a phase that somebody is about to end."""
        decision = scene.turn.decision
        if item.text == "government anarchy":
            return (self.words("civ.caution.anarchy"),)
        if item.verb not in ("end", "wait") or decision is None or scene.seat is None:
            return ()
        s, seat, words = scene.view, scene.seat, self.words
        verbs = {one.text.split(" ")[0] for one in scene.turn.legal if not _vain(s, one.text)}
        told: list[str] = []
        if decision.key == "manage" and (idle := [name_of(city) for city in idle_cities(s, seat)]):
            told.append(words("civ.caution.cities", cities=words.listed(idle)))
        if decision.key == "moves" and not verbs.isdisjoint(("move", "discover")):
            still = [name_of(square) for square in sorted(s.figures[seat]) if any(unmoved(s, seat, square))]
            told += [words("civ.caution.moves", squares=words.listed(still))] if still else []
        if decision.key == "study" and "research" in verbs:
            told.append(words("civ.caution.study", n=s.trade[seat]))
        could = [self.verb(verb) for verb in GOOD.get(decision.key, ()) if verb in verbs]
        techs = dict.fromkeys(one.text.split(" ")[1] for one in scene.turn.legal if one.text.startswith("use "))
        if techs:
            could.append(words("civ.caution.use", techs=words.any_of([self.texts.card(tech) for tech in techs])))
        return (*told, *([words("civ.caution.could", could=words.any_of(could))] if could else []))

    def menu(self, entries: Sequence[MenuItem], scene: Scene) -> tuple[Block, ...] | None:
        """Lay the terms of a deal and what can be built out a line each, everything else by its verbs."""
        decision = scene.turn.decision
        if decision is not None and decision.key in terms.DECIDED:
            return terms.blocks(self.wording(scene), entries)
        if decision is not None and decision.key in ("blow", "tend"):
            return battles.blocks(self.wording(scene), entries)
        learned = [item for item in entries if item.verb == "research"]
        if learned:  # what any of them takes stands above
            entries = [replace(item, cost=act_groups.needs(self.wording(scene), item)) for item in entries]
        rest: dict[str, list[MenuItem]] = {}
        grouped = set[str]()
        for item in entries:
            if item.verb in act_groups.WITH_SQUARES and act_groups.is_grouped(item):
                grouped.add(item.verb)
            else:
                rest.setdefault(item.verb, []).append(item)
        if not grouped and not learned:
            return None
        below = {verb: self._below(tuple(rest.pop(verb))) for verb in sorted(grouped & rest.keys())}
        built = act_groups.blocks(self.wording(scene), entries, below)
        return (*built, *menu_blocks(Menu(tuple((verb, tuple(items)) for verb, items in rest.items())), self))

    def _below(self, items: tuple[MenuItem, ...]) -> list[Block]:
        """Lay out acts of a verb under the heading that it has already."""
        laid = menu_blocks(Menu(((items[0].verb, items),)), self)
        return [replace(block, indent=2) for block in laid if isinstance(block, Columns)]

    def answers(self, scene: Scene) -> bool:
        """Whether the seat decides something in a part of somebody else: it could cancel that, or is attacked."""
        decision, battle = scene.turn.decision, scene.view.battle
        if decision is None or not scene.turn.mine:
            return False
        return decision.key in ANSWERED or (battle is not None and battle.players[0] != scene.seat)

    def decision(self, scene: Scene) -> Row:
        """Say what is to be decided; what any research takes, under anarchy why the capital does nothing, and why one
        is asked who can only let something happen."""
        said, s, seat = super().decision(scene), scene.view, scene.seat
        decision = scene.turn.decision
        if decision is not None and decision.key in WINDOWS and scene.turn.mine:
            verbs = {one.text.split(" ")[0] for one in scene.turn.legal} - {"resign"}
            only = row(said, _after(said, self.words("civ.then")), self.words("civ.only-pass"))
            return only if verbs == {"pass"} else said
        if decision is not None and decision.key in STANDING and scene.turn.mine:
            return row(said, _after(said, self.words("civ.then")), self.words(f"civ.standing.{decision.key}"))
        if decision is not None and decision.key == "trading" and scene.turn.mine and seat is not None:
            verbs = {one.text.split(" ")[0] for one in scene.turn.legal} - {"resign"}
            only = row(said, _after(said, self.words("civ.then")), self.words("civ.only-end"))
            return only if verbs == {"end"} and s.huts[seat] else said  # one of them could be silk
        if decision is not None and decision.key == "study" and scene.turn.mine:
            if seat is None or not any(one.text.startswith("research ") for one in scene.turn.legal):
                return said
            has, stays = s.trade[seat], min(s.trade[seat], coins.coins(s, seat))
            return row(said, self.words("civ.semicolon"), self.words("civ.research-takes", n=has, stays=stays))
        if decision is None or decision.key != "manage" or not scene.turn.mine or seat is None:
            return said
        idle = s.governments[seat] == "anarchy" and any(s.cities[city].capital for city in cities_of(s, seat))
        return row(said, self.words("civ.semicolon"), self.words("civ.anarchy-capital")) if idle else said

    def heard(self, typed: str, asking: bool = False) -> str:
        """Give what somebody typed as an act with the verb of the game, where people say another one.

        In a script without spaces squares and numbers are set apart from what is before them.
        """
        typed = _BESIDE.sub(" ", typed)
        first, space, rest = typed.partition(" ")
        said = {word: verb for verb in self.texts.verbs for word in self._called(verb) if word not in self.texts.verbs}
        if first.isascii() or first in said:
            return f"{said.get(first.lower(), first)}{space}{rest}"
        begun = max((word for word in said if first.startswith(word)), key=len, default="")
        whole = not begun or any(name.startswith(first) for name in self.texts.cards.values())
        return typed if whole else f"{said[begun]} {first[len(begun) :]}{space}{rest}"

    def _called(self, verb: str) -> Iterator[str]:
        """What people say for a verb, in English too: its own name is English in every language."""
        for called in (WORDS["en"].get(f"civ.said.{verb}", ""), self.words.get(f"civ.said.{verb}", "")):
            yield from called.split()

    def guess(self, typed: Sequence[str], scene: Scene) -> Guess:
        """Give notation for words that are no legal act: squares, parts, figures, in whatever order they came."""
        if not typed or scene.seat is None or not self.wording(scene).set_up(scene.seat):
            return super().guess(typed, scene)
        if typed[0] == "strike" and scene.view.battle is None and any(word in SQUARES for word in typed[1:]):
            typed = ["move", *typed[1:]]  # who attacks a square wants to go there
        if typed[0] == "place" and names_figures(typed[1:], self.texts):
            typed = ["post", *typed[1:]]  # great people are placed as well
        if scene.turn.mine and scene.turn.decision is not None and scene.turn.decision.key == "on-the-way":
            typed = _goes_on(typed)
        return guess([self._meant(typed[0], scene), *typed[1:]], scene.view, scene.seat, self.texts)

    def _meant(self, verb: str, scene: Scene) -> str:
        """Give the verb of what is decided that is called by a word which is the verb of something else, too."""
        legal = dict.fromkeys(one.text.split(" ")[0] for one in scene.turn.legal)
        called = [one for one in legal if self.verb(one).lower().split(" ")[0] == verb]
        return called[0] if verb not in legal and len(called) == 1 else verb

    def verb_for(self, face: str, scene: Scene) -> str:
        """Give the verb of what is done with a part of the game in what is decided now."""
        decision = scene.turn.decision
        kind = "figure" if face in ("army", "scout") else KIND_OF.get(face, "")
        return DONE_WITH.get((decision.key, kind), "") if decision is not None and scene.turn.mine else ""

    def possible(self, entries: Sequence[MenuItem]) -> tuple[Block, ...]:
        """Say what can be done now, an act of each kind as it is typed."""
        return possible.by_line(self, entries)

    def about(self, label: Keyed, scene: Scene) -> Row:
        """Say what a culture event does, and when it is played; of a city to be, what lies around it."""
        wording = self.wording(scene)
        place = next((SQUARES[str(arg)] for arg in label.args if str(arg) in SQUARES), -1)
        if label.key.partition("-")[0] in CITIES and place >= 0:
            return row(wording.square(place), self.words("civ.semicolon"), wording.around(place))
        face = next((one for one in faces_among(label.args) if one in EVENTS), "")
        if not face:
            return EMPTY
        phase = self.words("civ.in-brackets", what=self.words(f"civ.phase.{EVENTS[face].phase}"))
        return row(wording.card(face), phase, self.words("civ.colon"), gist(wording, face))

    # --- the end -----------------------------------------------------------------------------------------

    def reached(self, view: Any) -> tuple[Block, ...]:
        """Show how near everybody was to each of the four victories: who has won says nothing of the others."""
        return pages.ways(Wording(self.read(view), None, {}, self.texts, self.words))

    # --- cards -------------------------------------------------------------------------------------------

    def has_sheet(self, face: str) -> bool:
        """Whether this is a part of the game with a text of its own."""
        return has_sheet(face)

    def card(self, face: str) -> tuple[Block, ...]:
        """Give all that is to be said about a part of the game."""
        return card_blocks(self.texts, self.words, face) if has_sheet(face) else super().card(face)

    def cards_of(self, label: Any) -> list[str]:
        """Give the parts of the game an act is about."""
        return [face for face in super().cards_of(label) if has_sheet(face) or face in TECHS]


def _vain(s: State, text: str) -> bool:
    """Whether an act is to gather where there is nothing: nobody need be asked about that."""
    verb, *rest = text.split(" ")
    square = SQUARES[rest[0]] if verb == "gather" else -1
    return square >= 0 and icons_of(s, square) == NOTHING and not resource_at(s, square)
