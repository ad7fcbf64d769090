"""Any position in the game's own words, for tests, puzzles and simulations: `Scenario(…).build()`.

Only what matters is said; the rest is filled in so that the position could have come about in a game: cards that
are named nowhere lie in their decks (in an order given by `seed`) or, those of older ages, are out of the game, the
row is full, tokens that are on no card are in the banks. What cannot be is refused with `ImpossibleScenario`.
A scenario is read from JSON data with `read`; its words are the fields of `Scenario` and `Civilization`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from ..contract import NO_KNOWLEDGE, Face, Handle, Knowledge, OneOf, Seat, Value
from ..entry import ImpossibleScenario
from ..kit.scenario import Position, PositionBuilder, convert_options, read_scenario
from ..knowledge import after_claim, with_faces
from . import ENTRY, flow
from .decks import DECKS, deck_faces, end_events
from .game import GAME
from .index import BACK, EVENTS, KIND, LEVEL, TERRITORIES, back
from .options import SETTINGS, read_options
from .ratings import happiness, strength
from .scenario_box import Box
from .scenario_phase import END_STEPS, PHASES, AuctionState, bid_promise, check_event, frames
from .scenario_search import asks_for_rating, find_workers
from .scenario_seats import Civilization, set_up, spend_actions
from .state import EMPTY, PactInPlay, State, War
from .tables import BOARD, CARDS, PRINTED
from .tables.model import AGES
from .tables.words import Kind
from .variants import ADVANCED_EVENTS, EVENTS_EACH, KEPT_FROM, OPEN_EVENTS, WITH_END_EVENTS
from .view import View
from .wars import SHORT_GAME_WAR

_ROUNDS = (1, 3, 8, 13, 17)
_GONE = "the cards that are out of the game"


class PreparedEvent(msgspec.Struct, forbid_unknown_fields=True):
    """An event or territory that a seat prepared and therefore knows."""

    card: Face
    seat: Seat


class Scenario(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position. Lists of cards in decks begin with the top, the row with its first space.

    `seats`: how many play (default: as few as the cards named need). `age`: A, I, II, III, IV or 0 to 4 (default:
    that of the latest card named, at least I). `starting`: with which seat each round begins; `current`: whose turn
    it is (default: the one with which rounds begin). `phase`: one of `PHASES`; in phase event `event` has just been
    revealed, and if it is a territory `auction` says how far bidding has come. `civilizations`: one for each seat
    from 0 on, the rest as at the start. `row`: spaces not named are filled; an empty word keeps one empty. A deck is
    the cards named, then all others; `…_size` shortens it: civil cards left out were in the row, military ones lie in
    the discard pile. `current_events`: exactly these (default: events of Age A). `open_events` and `seat_events` (for
    each seat): the short game's events for the end.
    """

    seats: int = 0
    variant: str = "complete"
    options: dict[str, Value] = {}
    age: int | str = EMPTY
    round: int = 0
    final_round: int = 0
    starting: Seat = 0
    current: Seat | None = None
    phase: str = "actions"
    event: Face = EMPTY
    auction: AuctionState | None = None
    civilizations: list[Civilization] = []
    row: list[Face] = []
    civil_deck: list[Face] = []
    civil_deck_size: int = -1
    military_deck: list[Face] = []
    military_deck_size: int = -1
    discards: list[Face] = []
    hidden_discards: list[Face] = []
    current_events: list[Face | PreparedEvent] = []
    future_events: list[Face | PreparedEvent] = []
    past_events: list[Face] = []
    open_events: list[Face] = []
    seat_events: list[list[Face]] = []
    common_tactics: list[Face] = []
    wars: list[War] = []
    pacts: list[PactInPlay] = []
    seed: int = 0

    def build(self) -> Position[State, View]:
        """Give the position. Raises ImpossibleScenario."""
        return _ThroughTheAgesBuilder(_with_ratings(self)).build()


def _with_ratings(given: Scenario) -> Scenario:
    """Give the scenario with the workers that make the strength and happiness asked for."""
    if not any(asks_for_rating(one) for one in given.civilizations):
        return given
    builder = _ThroughTheAgesBuilder(given)
    s = builder.board()
    for face in filter(None, (*given.row, *given.civil_deck)):
        builder.box.take(face, "row or civil_deck")
    full = list(given.civilizations)
    for seat, one in enumerate(given.civilizations):
        if asks_for_rating(one):
            workers = find_workers(s, seat, one, builder.box.has)
            full[seat] = msgspec.structs.replace(one, workers=workers)
            for face in workers:
                if face not in (*one.workers, *one.technologies, *PRINTED):
                    builder.box.take(face, f"workers of seat {seat}")
    found = msgspec.structs.replace(given, civilizations=full, age=s.age, seats=len(s.players))
    s = _ThroughTheAgesBuilder(found).board()
    for seat, one in enumerate(given.civilizations):
        for name, wanted, number in (
            ("strength", one.strength, strength(s, seat)),
            ("happiness", one.happiness, happiness(s, seat)),
        ):
            if wanted not in (None, number):
                raise ImpossibleScenario(f"seat {seat}: {name} {wanted} cannot be beside what others ask for")
    return found


def read(data: Any) -> Scenario:
    """Read a scenario from JSON data (dicts, lists, words, numbers). Raises ImpossibleScenario."""
    return read_scenario(Scenario, data)


class _ThroughTheAgesBuilder(PositionBuilder):
    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario.seed, BACK)
        self.given = scenario
        self.knows: dict[Seat | None, Knowledge] = {None: NO_KNOWLEDGE}

    def build(self) -> Position[State, View]:
        """Give the whole position."""
        given = self.given
        s = self.board()
        for p in s.players:
            one = self._of(p.seat)
            if not one.left:
                spend_actions(s, p, one)
        self._hands(s)
        self._events(s)
        self._row_and_decks(s)
        if s.options.variant in WITH_END_EVENTS:
            self._end_events(s)
        elif given.open_events or given.seat_events:
            raise ImpossibleScenario("open_events, seat_events: only the short and the advanced game have such")
        self._said(s)
        flow.push(s, *frames(s, given.phase, given.event, given.auction, self.faces))
        for claim in bid_promise(s):
            self.knows = {seat: after_claim(knows, claim) for seat, knows in self.knows.items()}
        flow.run(s)
        log, s.log = tuple(s.log), []
        options = {one.name: getattr(s.options, one.name.replace("-", "_")) for one in SETTINGS}
        return Position(GAME, s, len(s.players), self.faces, options, self.knows, log)

    def board(self) -> State:
        """Give the state with what lies before the seats and between them, no hidden cards yet."""
        given = self.given
        options = convert_options(read_options, {"variant": given.variant, **given.options})
        age = self._age()
        seats = given.seats or self._seats_needed()
        if seats not in ENTRY.seats or len(given.civilizations) > seats:
            raise ImpossibleScenario(f"seats: {seats} cannot play with {len(given.civilizations)} civilizations")
        s = State(options, [])
        s.age = age
        last = min(age, options.last_full_age)
        decks = {back(deck, one): deck_faces(options, deck, one, seats) for one in range(last + 1) for deck in DECKS}
        s.laid = {name: seats for name, faces in decks.items() if faces}
        if options.variant in WITH_END_EVENTS:
            name, decks[name] = end_events(options.edition)
            s.laid[name] = seats
        self.box = Box(decks, seats)
        self.knows.update({seat: NO_KNOWLEDGE for seat in range(seats)})
        self._course(s, seats)
        self._civilizations(s, seats)
        self._last_round(s)
        self._between(s)
        return s

    # --- the frame of it -----------------------------------------------------------------------------------

    def _named(self) -> list[Face]:
        given = self.given
        found = [*given.row, *given.civil_deck, *given.military_deck, *given.discards, *given.hidden_discards]
        found += [*given.past_events, *given.common_tactics, given.event]
        found += [
            one.card if isinstance(one, PreparedEvent) else one for one in given.current_events + given.future_events
        ]
        found += [war.card for war in given.wars] + [pact.card for pact in given.pacts]
        for one in given.civilizations:
            found += one.cards()
        return [face for face in found if face in CARDS]

    def _age(self) -> int:
        age = self.given.age
        if age == EMPTY:
            return max([1, *(LEVEL[face] for face in self._named())])
        if isinstance(age, str) and age in AGES:
            return AGES.index(age)
        if isinstance(age, int) and 0 <= age < len(AGES):
            return age
        raise ImpossibleScenario(f"age: there is no Age {age}; there are A, I, II, III and IV")

    def _seats_needed(self) -> int:
        wanted = Counter(face for face in self._named() if any(CARDS[face].copies))
        for seats in ENTRY.seats:
            if seats >= len(self.given.civilizations) and all(
                CARDS[face].copies[seats - 2] >= number for face, number in wanted.items()
            ):
                return seats
        return max(2, len(self.given.civilizations))

    def _course(self, s: State, seats: int) -> None:
        given = self.given
        for name, seat in (("starting", given.starting), ("current", given.current)):
            if seat is not None and not 0 <= seat < seats:
                raise ImpossibleScenario(f"{name}: there is no seat {seat}")
        if given.phase not in PHASES:
            raise ImpossibleScenario(f"phase: there is no phase {given.phase!r}; there are {', '.join(PHASES)}")
        for name, number, least in (
            ("round", given.round, 0),
            ("final_round", given.final_round, 0),
            ("civil_deck_size", given.civil_deck_size, -1),
            ("military_deck_size", given.military_deck_size, -1),
        ):
            if number < least:
                raise ImpossibleScenario(f"{name}: {number} is below 0")
        s.first = given.starting
        s.current = given.starting if given.current is None else given.current
        s.round = given.round or _ROUNDS[s.age]
        if (s.round == 1) != (s.age == 0) and not (s.age == 0 and s.round == 2 and given.phase == "start"):
            raise ImpossibleScenario(f"round {s.round} is not in Age {AGES[s.age]}: the first round is in Age A")
        if s.age == 0 and given.phase not in ("start", *END_STEPS):
            raise ImpossibleScenario("phase: a turn of the first round begins with phase start")
        check_event(given.phase, given.event, given.auction)

    def _last_round(self, s: State) -> None:
        """Say which round is the last one, once that is known."""
        final = self.given.final_round
        if s.age <= s.options.last_full_age:
            if final:
                raise ImpossibleScenario("final_round: it is known only in the last age")
            return
        last = s.round if s.current == s.starting else s.round + 1
        if final and not s.round <= final <= last:
            begun = "the last age has begun, so"
            raise ImpossibleScenario(f"final_round: {begun} in round {s.round} it is {s.round} or {last}, not {final}")
        s.final_round = final or last

    def _of(self, seat: Seat) -> Civilization:
        some = self.given.civilizations
        return some[seat] if seat < len(some) else Civilization()

    def _civilizations(self, s: State, seats: int) -> None:
        given = self.given
        for seat in range(seats):
            s.players.append(set_up(seat, self._of(seat), s.age, self.box.take, s.rules))
        if given.current is None and s.playing:
            s.current = s.starting
        if s.playing < 2 or s.players[s.current].left:
            raise ImpossibleScenario("left: the seat whose turn it is and another one must be in the game")

    def _between(self, s: State) -> None:
        """Set tactics in common, wars and pacts."""
        given = self.given
        if given.common_tactics and not s.rules.common_tactics:
            raise ImpossibleScenario("common_tactics: every tactic is its player's own in such a game")
        for face in given.common_tactics:
            self._is(face, "common_tactics", Kind.TACTIC)
            if face in s.common_tactics:
                raise ImpossibleScenario(f"common_tactics: {face} lies there once at most")
            s.common_tactics += (self.box.take(face, "common_tactics"),)
        for p in s.players:
            if p.tactic and not p.exclusive and p.tactic not in s.common_tactics:
                s.common_tactics += (self.box.take(p.tactic, f"tactic of seat {p.seat}"),)
        for war in given.wars:
            self._is(war.card, "wars", Kind.WAR)
            self._parties(s, "wars", war.card, war.attacker, war.rival)
            if war.fought_as and (s.options.variant != "short" or war.fought_as != SHORT_GAME_WAR):
                raise ImpossibleScenario(f"wars: {war.card} is not fought as {war.fought_as} in such a game")
            s.wars += (War(self.box.take(war.card, "wars"), war.attacker, war.rival, war.fought_as),)
        for pact in given.pacts:
            self._is(pact.card, "pacts", Kind.PACT)
            self._parties(s, "pacts", pact.card, pact.a, pact.b)
            if pact.owner not in (pact.a, pact.b):
                raise ImpossibleScenario(f"pacts: {pact.card} lies in the area of one of its parties")
            if any(other.owner == pact.owner for other in s.pacts):
                raise ImpossibleScenario(f"pacts: two lie in the area of seat {pact.owner}")
            if LEVEL[pact.card] < s.age - 1:
                raise ImpossibleScenario(f"pacts: {pact.card} is antiquated in Age {AGES[s.age]}")
            s.pacts += (PactInPlay(self.box.take(pact.card, "pacts"), pact.owner, pact.a, pact.b),)

    def _parties(self, s: State, where: str, card: Face, one: Seat, other: Seat) -> None:
        for seat in (one, other):
            if not 0 <= seat < len(s.players) or s.players[seat].left:
                raise ImpossibleScenario(f"{where}: {card} names seat {seat}, which does not play")
        if one == other:
            raise ImpossibleScenario(f"{where}: {card} is between two different seats")

    def _is(self, face: Face, where: str, *kinds: Kind) -> None:
        if KIND.get(face) not in kinds:
            raise ImpossibleScenario(f"{where}: {face} is no {' or '.join(kinds)}")

    # --- hidden cards and the row ----------------------------------------------------------------------------

    def _hands(self, s: State) -> None:
        for p in s.players:
            faces = [face for face in self._of(p.seat).hand if CARDS[face].deck == "military"]
            p.military_hand = self.hide(s, faces)

    def _events(self, s: State) -> None:
        given = self.given
        for face in given.past_events:
            self._is(face, "past_events", Kind.EVENT, Kind.TERRITORY)
            self._prepared(s, face, "past_events")
            s.past_events += (self.box.take(face, "past_events"),)
        if given.event:
            self._prepared(s, given.event, "event")
            s.past_events += (self.box.take(given.event, "event"),)
        decks: dict[str, list[Face | PreparedEvent]] = {
            "current_events": given.current_events,
            "future_events": given.future_events,
        }
        for where, cards in decks.items():
            handles: tuple[Handle, ...] = ()
            for one in cards:
                face = one.card if isinstance(one, PreparedEvent) else one
                self._is(face, where, Kind.EVENT, Kind.TERRITORY)
                self._prepared(s, face, where)
                born = self.hide(s, (self.box.take(face, where),))
                handles += born
                if isinstance(one, PreparedEvent):
                    if one.seat not in self.knows:
                        raise ImpossibleScenario(f"{where}: there is no seat {one.seat} to prepare {face}")
                    knows = self.knows[one.seat]
                    self.knows[one.seat] = Knowledge({**knows.faces, born[0]: face}, knows.among, knows.worth)
            setattr(s, where, handles)
        if not given.current_events:
            number = BOARD.first_events[len(s.players) - 2]
            some = self.box.rest(back("military", 0), self.chance, "the events of Age A, as none were named")
            s.current_events = self.hide(s, some[:number])
            s.gone_hidden += self.hide(s, some[number:])

    def _prepared(self, s: State, face: Face, where: str) -> None:
        """Refuse an event of an age in which nobody can have prepared one."""
        if LEVEL[face] > s.options.last_full_age:
            raise ImpossibleScenario(f"{where}: {face} of Age {AGES[LEVEL[face]]} is not prepared in such a game")

    def _end_events(self, s: State) -> None:
        """Lay out the events that a shorter game scores at its end: named ones first, then others."""
        given = self.given
        name, events = end_events(s.options.edition)
        of_seats = [face for faces in given.seat_events for face in faces]
        for where, faces in (("open_events", given.open_events), ("seat_events", of_seats)):
            for face in faces:
                if face not in events:
                    raise ImpossibleScenario(f"{where}: {face} is no event that such a game scores at its end")
        number, each = OPEN_EVENTS, EVENTS_EACH if s.age < KEPT_FROM else 1
        if s.options.variant == "advanced":
            number, each = ADVANCED_EVENTS, 0
        if len(given.open_events) > number or any(len(faces) > each for faces in given.seat_events):
            each_age = f"each of seat_events has {each} in Age {AGES[s.age]}"
            raise ImpossibleScenario(f"open_events are {number}; {each_age}")
        s.open_events = tuple(self.box.take(face, "open_events") for face in given.open_events)
        named = [[self.box.take(face, "seat_events") for face in faces] for faces in given.seat_events]
        named += [[] for _ in range(len(s.players) - len(named))]
        rest = self.box.rest(name, self.chance, "the events for the end")
        while len(s.open_events) < number:
            s.open_events += (rest.pop(),)
        for seat, faces in enumerate(named if each else ()):
            faces += [rest.pop() for _ in range(each - len(faces))]
            handles = self.hide(s, faces)
            s.seat_events += (handles,)
            if s.age >= KEPT_FROM:
                self.knows[seat] = with_faces(self.knows[seat], dict(zip(handles, faces, strict=True)))
        s.gone_hidden += self.hide(s, rest)

    def _said(self, s: State) -> None:
        """Let everybody know that what lies in the event decks are events and territories."""
        for handle in sorted(s.current_events + s.future_events):
            one = s.backs[handle]
            faces = tuple(face for face in sorted(s.unseen[one]) if face in EVENTS or face in TERRITORIES)
            if len(faces) < len(s.unseen[one]):
                for seat, knows in self.knows.items():
                    self.knows[seat] = after_claim(knows, OneOf(handle, faces))

    def _row_and_decks(self, s: State) -> None:
        given = self.given
        last = min(s.age, s.options.last_full_age)
        size = len(BOARD.row_costs)
        if len(given.row) > size:
            raise ImpossibleScenario(f"row: it has {size} spaces")
        s.row = [self._civil(face, "row") if face else EMPTY for face in given.row]
        top = [self._civil(face, "civil_deck") for face in given.civil_deck]
        military = [self._military(face, "military_deck") for face in given.military_deck]
        if s.age > last and (top or military or given.civil_deck_size > 0 or given.military_deck_size > 0):
            raise ImpossibleScenario(f"civil_deck, military_deck: there are no decks in Age {AGES[s.age]}")
        if not s.age and (military or given.discards or given.hidden_discards or given.military_deck_size > 0):
            raise ImpossibleScenario("military_deck, discards: nobody draws military cards in Age A")
        s.discards = tuple(self._military(face, "discards") for face in given.discards)
        s.hidden_discards = self.hide(s, (self._military(face, "hidden_discards") for face in given.hidden_discards))
        for face in [*top, *military, *given.discards, *given.hidden_discards]:
            if LEVEL[face] != s.age:
                raise ImpossibleScenario(f"{face} cannot be in a deck or discard pile of Age {AGES[s.age]}")
        for age in range(min(s.age, last + 1)):
            s.gone_hidden += self.hide(s, self.box.rest(back("military", age), self.chance, _GONE))
            rest = self.box.rest(back("civil", age), self.chance, _GONE)
            if age:
                s.gone += tuple(rest)
            else:
                s.gone_hidden += self.hide(s, rest)
        if s.age > last:
            s.row += [EMPTY] * (size - len(s.row))
            return
        deck = self.box.rest(back("civil", s.age), self.chance, "civil_deck")
        while len(s.row) < size:
            s.row.append(deck.pop() if deck else EMPTY)
        s.civil_deck = self.hide(s, self._cut(top + deck, given.civil_deck_size, s, "civil"))
        if s.age:
            military += self.box.rest(back("military", s.age), self.chance, "military_deck")
            s.military_deck = self.hide(s, self._cut(military, given.military_deck_size, s, "military"))

    def _cut(self, deck: list[Face], size: int, s: State, kind: str) -> list[Face]:
        if size < 0:
            return deck
        if size > len(deck):
            raise ImpossibleScenario(f"{kind}_deck_size: only {len(deck)} cards are left for the deck")
        if kind == "civil":
            s.gone += tuple(deck[size:])
        else:
            s.hidden_discards += self.hide(s, deck[size:])
        return deck[:size]

    def _civil(self, face: Face, where: str) -> Face:
        return self._of_deck(face, where, "civil")

    def _military(self, face: Face, where: str) -> Face:
        return self._of_deck(face, where, "military")

    def _of_deck(self, face: Face, where: str, deck: str) -> Face:
        self.box.take(face, where)
        if CARDS[face].deck != deck:
            raise ImpossibleScenario(f"{where}: {face} is no {deck} card")
        return face
