"""Playing from any position in words: what most tests of cards and rules are written with.

    game = play(me(leader="homer", hand=["iron"], science=5))
    game.act("develop iron", "end")
    game.expect(0, science=1, technologies=["iron"])
    assert game.refused("build iron") == "no-unused-worker"

Acts are written as in the game's notation, but cards of a hand by their names (`tactic legion`, `seed rats`),
and cards of the row too (`take homer`). Needs are carried out on the way. Decks are as the scenario lays them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tta_p2p.games.contract import Act, Card, Face, Illegal, Option, Seat
from tta_p2p.games.local import FalseClaim, LocalGame
from tta_p2p.games.through_the_ages import economy, ratings
from tta_p2p.games.through_the_ages.flow import SHAPES
from tta_p2p.games.through_the_ages.index import LEVEL, TOKEN_VALUE
from tta_p2p.games.through_the_ages.scenario import Civilization, Position, Scenario
from tta_p2p.games.through_the_ages.state import PactInPlay, Player, State, War
from tta_p2p.games.through_the_ages.tables import CARDS, PRINTED

from .counting import conserved
from .plays import PLAYED, plays

__all__ = ["Playing", "me", "new_game", "play", "plays", "them"]

me = them = Civilization
"""What one seat has: `play(me(leader="homer"), them(culture=10))`."""

_NO_HANDLE = 1_000_000


def play(*civilizations: Civilization, chance: int = 0, **table: Any) -> Playing:
    """Play on from a scenario: seats in order, then what is common (see `Scenario`)."""
    pacts = [PactInPlay(*pact) if isinstance(pact, tuple) else pact for pact in table.pop("pacts", ())]
    wars = [War(*war) if isinstance(war, tuple) else war for war in table.pop("wars", ())]
    scenario = Scenario(civilizations=list(civilizations), pacts=pacts, wars=wars, **table)
    return Playing(scenario.build(), chance)


def new_game(seats: int = 2, variant: str = "complete", chance: int = 0, edition: str = "2015") -> Playing:
    """Play a game from its beginning."""
    from tta_p2p.games.through_the_ages.game import GAME

    return Playing(None, chance, LocalGame(GAME, seats, {"variant": variant, "edition": edition}, chance))


class Playing:
    """A game in words."""

    def __init__(self, position: Position | None, chance: int = 0, local: LocalGame[State, Any] | None = None) -> None:
        if local is None:
            assert position is not None
            local = position.game(chance)
        self.local = local
        _in_play(self.state)
        self.local.answer_needs()
        self._count = conserved(self.state)
        self._heard = 0
        self._hear()

    @property
    def state(self) -> State:
        """The state."""
        return self.local.state

    def player(self, seat: Seat) -> Player:
        """The state of one seat."""
        return self.state.players[seat]

    @property
    def who(self) -> Seat:
        """The seat that decides; -1 when nobody does."""
        decision = self.local.decision
        return decision.seats[0] if decision else -1

    @property
    def asked(self) -> str:
        """The key of the decision; empty when there is none."""
        decision = self.local.decision
        return decision.key if decision else ""

    # --- acts ------------------------------------------------------------------------------------------------

    def act(self, *texts: str, seat: Seat | None = None) -> Playing:
        """Take these acts one after the other, each for the seat that decides (which must be `seat` if given)."""
        for text in texts:
            assert seat is None or seat == self.who, f"{text}: seat {self.who} decides, not {seat}"
            self._tell(self.find(text))
        return self

    def _tell(self, act: Act) -> None:
        PLAYED.update(arg.face for arg in act.args if isinstance(arg, Card))
        PLAYED.update(arg for arg in act.args if isinstance(arg, str) and arg in CARDS)
        PLAYED.update(self.hand_face(arg.handle) for arg in act.args if isinstance(arg, Card))
        self.local.apply(act)
        self.local.answer_needs()
        self._hear()
        _in_play(self.state)
        assert conserved(self.state) == self._count, f"{act} lost or made cards"

    def _hear(self) -> None:
        for line in self.local.log[self._heard :]:
            PLAYED.update(arg for arg in line.args if isinstance(arg, str) and arg in CARDS)
        self._heard = len(self.local.log)

    def find(self, text: str) -> Act:
        """Give the legal act that is written so; fails naming what is legal."""
        for option in self.local.legal(self.who):
            if text in self._names(option.act):
                return option.act
        why = "nothing to decide" if self.who < 0 else self.refused(text)
        raise AssertionError(f"{text!r} ({why}) is not legal for seat {self.who}, which can: {', '.join(self.legal())}")

    def legal(self, verb: str = "") -> list[str]:
        """List what the seat that decides can do, in words; of one verb only if given."""
        return [self.name(one.act) for one in self._options() if not verb or one.act.verb == verb]

    def can(self, text: str) -> bool:
        """Say whether an act is legal."""
        return any(text in self._names(option.act) for option in self._options())

    def cost(self, text: str) -> dict[str, int]:
        """Give what a legal act costs, its parts by name (`civil-action`, `food` …)."""
        for option in self._options():
            if text in self._names(option.act):
                return dict(option.cost)
        raise AssertionError(f"{text!r} is not legal; legal are {', '.join(self.legal())}")

    def _options(self) -> tuple[Option, ...]:
        return self.local.legal(self.who) if self.who >= 0 else ()

    def refused(self, text: str, seat: Seat | None = None) -> str:
        """Give the key of why an act is refused (that nothing came of it is checked too); fails if it is legal."""
        seat = self.who if seat is None else seat
        verb, *words = text.split()
        keys = []
        before = self.state
        for args in self._readings(seat, verb, words):
            try:
                self.local.apply(Act(seat, verb, args))
            except Illegal as error:
                keys.append(error.line.key)
            except FalseClaim:
                keys.append("false-claim")
            else:
                raise AssertionError(f"{text!r} is legal")
        assert self.state is before
        return keys[0]

    def _readings(self, seat: Seat, verb: str, words: list[str]) -> list[tuple[Any, ...]]:
        shape = SHAPES.get(verb)
        plain: list[Any] = [int(word) if word.removeprefix("-").isdigit() else word for word in words]
        if verb == "take" and plain and plain[0] in self.state.row:
            return [(self.state.row.index(plain[0]) + 1,)]
        cards = [self._card(seat, word) if isinstance(word, str) else None for word in plain]
        if shape is None:
            known = [card if card and card.handle != _NO_HANDLE else None for card in cards]
            some = [card or word for card, word in zip(known, plain, strict=True)]
            down = [Card(arg.handle) if isinstance(arg, Card) else arg for arg in some]
            return [tuple(some)] if some == down else [tuple(some), tuple(down)]
        if len(shape) != len(plain):
            return [tuple(plain)]
        some = [card if kind is Card else word for kind, card, word in zip(shape, cards, plain, strict=True)]
        down = [Card(arg.handle) if isinstance(arg, Card) else arg for arg in some]
        found = [tuple(some)]
        if some != down and verb in ("discard", "seed", "throw"):
            found = [tuple(down)]
        return found

    def _card(self, seat: Seat, face: Face) -> Card:
        hand = self.player(seat).military_hand if seat >= 0 else ()
        return Card(next((h for h in hand if self.local.dealer.faces.get(h) == face), _NO_HANDLE), face)

    def hand_face(self, handle: int) -> Face:
        """Give the true face of a hidden card."""
        return self.local.dealer.faces.get(handle, "")

    def name(self, act: Act) -> str:
        """Write an act in words."""
        words = [self.hand_face(arg.handle) if isinstance(arg, Card) else str(arg) for arg in act.args]
        return " ".join([act.verb, *words])

    def _names(self, act: Act) -> list[str]:
        names = [self.name(act), self.local.game.write(act)]
        if act.verb == "take":
            names.append(f"take {self.state.row[int(str(act.args[0])) - 1]}")
        return names

    # --- going on --------------------------------------------------------------------------------------------

    def until(self, asked: str, seat: Seat | None = None) -> Playing:
        """Go on, each seat doing nothing, until this decision (of this seat) is open again or anew."""
        for number in range(400):
            if number and self.asked == asked and seat in (None, self.who):
                return self
            assert self.asked, f"the game ended before {asked}"
            legal = self._options()
            idle = [one.act for one in legal if one.act.verb in ("pass", "end", "decline", "refuse", "done")]
            self._tell(idle[0] if idle else legal[0].act)
        raise AssertionError(f"{asked} is never asked")

    def end_turn(self) -> Playing:
        """End the turn of the seat whose action phase it is and go on to the next decision."""
        return self.act("end")

    def leave(self, seat: Seat) -> Playing:
        """Let a seat leave the game."""
        self.local.leave(seat, "resigned")
        self._hear()
        return self

    # --- looking ---------------------------------------------------------------------------------------------

    def hand(self, seat: Seat) -> list[Face]:
        """Give the faces in a seat's hand, civil ones first, the military ones sorted by name."""
        p = self.player(seat)
        return [*p.civil_hand, *sorted(self.hand_face(handle) for handle in p.military_hand)]

    def said(self, key: str) -> list[tuple[Any, ...]]:
        """Give the arguments of all log lines with a key."""
        return [line.args for line in self.local.log if line.key == key]

    def value(self, seat: Seat, name: str) -> Any:
        """Give something of a seat by its name; `expect` lists the names."""
        looks = _LOOKS.get(name)
        p = self.player(seat)
        if looks is not None:
            return looks(self, p)
        assert hasattr(p, name), f"there is nothing called {name!r}; there are {', '.join(_LOOKS)} and fields of Player"
        found = getattr(p, name)
        return list(found) if isinstance(found, tuple) else found

    def expect(self, seat: Seat, **wanted: Any) -> Playing:
        """Check what a seat has: fields of `Player` and the names of `_LOOKS`; all differences at once."""
        wrong = []
        for name, value in wanted.items():
            have = self.value(seat, name)
            if isinstance(value, dict) and isinstance(have, dict):
                have = {key: have.get(key, 0) for key in value}
            if have != value:
                wrong.append(f"{name} is {have}, not {value}")
        assert not wrong, f"seat {seat}: " + "; ".join(wrong)
        return self


def _in_play(s: State) -> None:
    for p in s.players:
        PLAYED.update([*ratings.active_cards(p), p.government, *p.colonies, p.tactic, p.wonder, *p.ravaged])
        PLAYED.update(face for face, number in p.workers.items() if number)
    PLAYED.update(pact.card for pact in s.pacts)
    PLAYED.update(war.card for war in s.wars)


_LOOKS: dict[str, Callable[[Playing, Player], Any]] = {
    "food": lambda g, p: economy.stock(p, economy.FOOD),
    "resource": lambda g, p: economy.stock(p, economy.RESOURCE),
    "science_rating": lambda g, p: ratings.science(g.state, p.seat),
    "culture_rating": lambda g, p: ratings.culture(g.state, p.seat),
    "strength": lambda g, p: ratings.strength(g.state, p.seat),
    "happiness": lambda g, p: ratings.happiness(g.state, p.seat),
    "discontent": lambda g, p: ratings.discontent(g.state, p.seat),
    "uprising": lambda g, p: ratings.uprising(g.state, p.seat),
    "civil_actions": lambda g, p: ratings.civil_left(g.state, p.seat),
    "military_actions": lambda g, p: ratings.military_left(g.state, p.seat),
    "civil_total": lambda g, p: ratings.civil_actions(g.state, p.seat),
    "military_total": lambda g, p: ratings.military_actions(g.state, p.seat),
    "civil_hand_limit": lambda g, p: ratings.civil_hand_limit(g.state, p.seat),
    "military_hand_limit": lambda g, p: ratings.military_hand_limit(g.state, p.seat),
    "hand": lambda g, p: g.hand(p.seat),
    "hand_size": lambda g, p: len(p.military_hand),
    "technologies": lambda g, p: [face for face in (*p.workers, *p.specials) if face not in PRINTED],
    "population": lambda g, p: p.unused + sum(p.workers.values()),
    "value_of_tokens": lambda g, p: sum(number * TOKEN_VALUE[face] for face, number in p.tokens.items()),
    "levels": lambda g, p: sum(number * LEVEL[face] for face, number in p.workers.items()),
}
