"""The presenter of Civilization: its pages, what an end of a phase would waste, what charts show."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tta_p2p.games.civilization.city.management import idle_cities
from tta_p2p.games.civilization.city.yields import NOTHING, icons_of, resource_at
from tta_p2p.games.civilization.map.board import cities_of
from tta_p2p.games.civilization.map.squares import SQUARES, name_of
from tta_p2p.games.civilization.movement.phase import unmoved_figures
from tta_p2p.games.civilization.players import coins
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.civilization.tables.techs import TECHS
from tta_p2p.seats.messages import LogEntry, TextRef

from ..act_menu import Menu, menu_blocks
from ..blocks import Block, Columns, Gap, Page
from ..cells import EMPTY, Row, plain, row
from ..presenter import MenuItem, Presenter, Scene, faces_among
from ..texts import sentence
from . import act_groups, battles, holdings, pages, possible_acts, terms
from .cards import card_blocks, gist, has_sheet
from .gains import discovery_sentences, gain_sentences
from .near_victory import near_victories
from .results import CivilizationResults
from .speech import CivilizationSpeech
from .turns import CivilizationTurns
from .wording import CivilizationWording

GOOD = {
    "start": ("found", "gather", "place", "muster", "copy"),
    "manage": ("advance", "invest"),
    "moves": ("wreck",),
}
"""Decision -> verbs that are worth asking about before it ends, beside technologies; a change of government is no loss,
and a culture event keeps."""
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


def _sentence_gap(said: Row, stop: str) -> str:
    """Give what stands between two sentences: the stop, but where the first has its own mark."""
    return stop[1:] if WHOLE.search(plain(said)) else stop


class CivilizationPresenter(Presenter):
    """Shows Civilization."""

    view_type = State
    player_pages = frozenset({"cities", "techs", "hand", "units", "events", "goods"})
    pages = ("table", "map", "cities", "techs", "market", "track", "hand", *holdings.SORTS)
    page_aliases = MappingProxyType({
        **Presenter.page_aliases, "city": "cities", "me": "cities", "pyramid": "techs", "forces": "units",
        "cards": "events", "resources": "goods", "huts": "goods", "villages": "goods", "people": "goods",
        "coins": "goods",
    })  # fmt: skip
    single_last = False
    renumbers_decisions = True
    turns_class = CivilizationTurns
    results_class = CivilizationResults
    speech_class = CivilizationSpeech

    def wording(self, scene: Scene) -> CivilizationWording:
        """Give the words for a scene."""
        return CivilizationWording.of(scene, self)

    # --- pages -------------------------------------------------------------------------------------------

    def page(self, name: str, about: str, scene: Scene) -> Page:
        """Give a page by its name; cities and technologies are those of whoever is named after it."""
        wording = self.wording(scene)
        named = self.find_seat(about, scene) if about else scene.seat
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

    def player_names(self, seat: int, scene: Scene) -> tuple[str, ...]:
        """Give the name of a player and that of the civilization."""
        wording = self.wording(scene)
        nation = [self.texts.card(wording.state.civilizations[seat])] if wording.is_set_up(seat) else []
        return (*super().player_names(seat, scene), *nation)

    def table(self, scene: Scene) -> Page:
        """Give all players and the map; in a battle the battle before them."""
        page, battle = pages.table_page(self.wording(scene)), battles.battle_blocks(self.wording(scene))
        return replace(page, blocks=(*battle, Gap(), *page.blocks)) if battle else page

    def player(self, seat: int, scene: Scene) -> Page:
        """Give what is seen of a seat."""
        return pages.player_page(self.wording(scene), seat)

    def turn_summary(self, scene: Scene) -> tuple[Block, ...]:
        """Give all players and the map; in a battle the battle."""
        wording = self.wording(scene)
        return battles.battle_blocks(wording) or (*pages.overview(wording), *pages.map_blocks(wording)[:1])

    def act_summary(self, scene: Scene) -> tuple[Block, ...]:
        """Give all players; in a battle the battle."""
        wording = self.wording(scene)
        return battles.battle_blocks(wording) or pages.overview(wording)

    def progress(self, scene: Scene) -> Row:
        """Say the turn and the phase."""
        s = scene.view
        phase = self.words(f"civ.phase.{s.phase}")
        return row(self.words("civ.standing", round=s.round, phase=phase) if s.round else sentence(phase))

    def card_news(self, before: Scene, after: Scene, said: Sequence[LogEntry] = ()) -> tuple[str, ...]:
        """Say which hidden cards the seat has got, what lies on a tile that its figures have discovered, and who else
        comes close to a victory."""
        then, now = self.wording(before), self.wording(after)
        return (
            *(discovery_sentences(then, now) if after.turn.mine else ()),
            *gain_sentences(then, now),
            *near_victories(then, now),
        )

    # --- acts --------------------------------------------------------------------------------------------

    def cautions(self, item: MenuItem, scene: Scene) -> tuple[str, ...]:
        """Say what could still be done in a phase that somebody is about to end."""
        decision = scene.turn.decision
        if item.text == "government anarchy":
            return (self.words("civ.caution.anarchy"),)
        if item.verb not in ("end", "wait") or decision is None or scene.seat is None:
            return ()
        s, seat, words = scene.view, scene.seat, self.words
        verbs = {one.text.split(" ")[0] for one in scene.turn.legal if not _is_vain(s, one.text)}
        told: list[str] = []
        if decision.key == "manage" and (idle := [name_of(city) for city in idle_cities(s, seat)]):
            told.append(words("civ.caution.cities", cities=words.listed(idle)))
        if decision.key == "moves" and not verbs.isdisjoint(("move", "discover")):
            still = [name_of(square) for square in sorted(s.figures[seat]) if any(unmoved_figures(s, seat, square))]
            told += [words("civ.caution.moves", squares=words.listed(still))] if still else []
        if decision.key == "study" and "research" in verbs:
            told.append(words("civ.caution.study", n=s.trade[seat]))
        could = [self.verb_name(verb) for verb in GOOD.get(decision.key, ()) if verb in verbs]
        techs = dict.fromkeys(one.text.split(" ")[1] for one in scene.turn.legal if one.text.startswith("use "))
        if techs:
            could.append(words("civ.caution.use", techs=words.any_of([self.texts.card(tech) for tech in techs])))
        return (*told, *([words("civ.caution.could", could=words.any_of(could))] if could else []))

    def menu_blocks(self, entries: Sequence[MenuItem], scene: Scene) -> tuple[Block, ...] | None:
        """Lay the terms of a deal and what can be built out a line each, everything else by its verbs."""
        decision = scene.turn.decision
        if decision is not None and decision.key in terms.DECISION_VERBS:
            return terms.blocks(self.wording(scene), entries)
        if decision is not None and decision.key in ("blow", "tend"):
            return battles.blocks(self.wording(scene), entries)
        learned = [item for item in entries if item.verb == "research"]
        if learned:  # what any of them takes stands above
            entries = [replace(item, cost=act_groups.research_minimum(self.wording(scene), item)) for item in entries]
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

    def is_response(self, scene: Scene) -> bool:
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
            only = row(said, _sentence_gap(said, self.words("civ.then")), self.words("civ.only-pass"))
            return only if verbs == {"pass"} else said
        if decision is not None and decision.key in STANDING and scene.turn.mine:
            return row(said, _sentence_gap(said, self.words("civ.then")), self.words(f"civ.standing.{decision.key}"))
        if decision is not None and decision.key == "trading" and scene.turn.mine and seat is not None:
            verbs = {one.text.split(" ")[0] for one in scene.turn.legal} - {"resign"}
            only = row(said, _sentence_gap(said, self.words("civ.then")), self.words("civ.only-end"))
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

    def possible_acts(self, entries: Sequence[MenuItem], keys: Mapping[str, str] | None = None) -> tuple[Block, ...]:
        """Say what can be done now: the key of each kind of act, or one of it as it is typed."""
        return possible_acts.by_line(self, entries) if keys is None else possible_acts.by_key(self, entries, keys)

    def act_details(self, label: TextRef, scene: Scene) -> Row:
        """Say what a culture event does, and when it is played; of a city to be, what lies around it."""
        wording = self.wording(scene)
        place = next((SQUARES[str(arg)] for arg in label.args if str(arg) in SQUARES), -1)
        if label.key.partition("-")[0] in CITIES and place >= 0:
            return row(wording.square(place), self.words("civ.semicolon"), wording.surroundings(place))
        face = next((one for one in faces_among(label.args) if one in EVENTS), "")
        if not face:
            return EMPTY
        phase = self.words("civ.in-brackets", what=self.words(f"civ.phase.{EVENTS[face].phase}"))
        return row(wording.card(face), phase, self.words("civ.colon"), gist(wording, face))

    # --- cards -------------------------------------------------------------------------------------------

    def has_sheet(self, face: str) -> bool:
        """Whether this is a part of the game with a text of its own."""
        return has_sheet(face)

    def card_sheet(self, face: str) -> tuple[Block, ...]:
        """Give all that is to be said about a part of the game."""
        return card_blocks(self.texts, self.words, face) if has_sheet(face) else super().card_sheet(face)

    def cards_of(self, label: Any) -> list[str]:
        """Give the parts of the game an act is about."""
        return [face for face in super().cards_of(label) if has_sheet(face) or face in TECHS]


def _is_vain(s: State, text: str) -> bool:
    """Whether an act is to gather where there is nothing: nobody need be asked about that."""
    verb, *rest = text.split(" ")
    square = SQUARES[rest[0]] if verb == "gather" else -1
    return square >= 0 and icons_of(s, square) == NOTHING and not resource_at(s, square)
