"""The rest of a game, played out by seats that all take what looks best at once, in one world a seat can imagine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tta_p2p.games.seven_wonders.ages import TO_THE_LEFT
from tta_p2p.games.seven_wonders.tables import AGES, CONFLICT, DEFEAT, HAND, SALE, TURNS

from .city import PIECES, CityModel, Piece, cheapest_payment
from .value import ALL_TURNS, Valuation, count_pieces, turn_number

Hand = list[str]


@dataclass(frozen=True, slots=True)
class CardUse:
    """A card and what is done with it: `build`, `stage` or `sell`; coins to the bank, to the left and to the right."""

    kind: str
    face: str
    bank: int = 0
    left: int = 0
    right: int = 0


@dataclass(slots=True)
class PlayoutState:
    """All cities and cards, as they may lie."""

    cities: list[CityModel]
    hands: list[Hand]
    decks: Mapping[int, Sequence[str]]
    """Age -> its cards in the order in which they will be dealt."""
    discards: list[str]
    age: int
    turn: int
    valuations: Sequence[Valuation]
    """By what each seat goes on playing."""

    def copy(self) -> PlayoutState:
        """Give a world that can be played on without touching this one."""
        cities, hands = [city.copy() for city in self.cities], [hand.copy() for hand in self.hands]
        return PlayoutState(cities, hands, self.decks, self.discards.copy(), self.age, self.turn, self.valuations)

    # --- what a seat can do ------------------------------------------------------------------------------------

    def cost(self, seat: int, piece: Piece) -> tuple[int, int, int] | None:
        """Give the cheapest way to pay: coins to the bank, to the left, to the right; None if there is none."""
        cities = self.cities
        own = cities[seat]
        if not piece.stage and self._is_free(own, piece):
            return 0, 0, 0
        way = cheapest_payment(piece, own, cities[seat + 1 - len(cities)], cities[seat - 1])
        if way is None or piece.coins + way[0] + way[1] > own.coins:
            return None
        return piece.coins, *way

    def _is_free(self, own: CityModel, piece: Piece) -> bool:
        return (
            (bool(piece.chains_from) and not own.names.isdisjoint(piece.chains_from))
            or self.turn in own.free_turns
            or (own.free_colour and not own.colours[piece.colour])
        )

    def best_use(self, seat: int) -> CardUse:
        """Give what looks best to a seat with its hand."""
        cities, number, worth = self.cities, turn_number(self.age, self.turn), self.valuations[seat]
        own, left = cities[seat], ALL_TURNS - 1 - number
        most = worth.sale(own, left)
        best: Piece | None = None
        best_face, best_cost = "", (0, 0, 0)
        least, low = "", 1 << 30
        """The card it would miss least: to be sold, or put under a stage."""
        for face in dict.fromkeys(self.hands[seat]):
            piece = PIECES[face]
            if piece.name in own.names:
                least, low = face, -1 << 30
                continue
            value = worth.piece(cities, seat, piece, number)
            if value < low:
                least, low = face, value
            if value > most and (cost := self.cost(seat, piece)) is not None:
                if cost != (0, 0, 0):
                    value -= worth.payment(own, cost[0] + cost[1] + cost[2], cost[1] + cost[2], left)
                if value > most:
                    best, best_face, best_cost, most = piece, face, cost, value
        if own.stages_built < len(own.stages):
            piece = own.stages[own.stages_built]
            value = worth.piece(cities, seat, piece, number)
            if (
                value > most
                and (cost := self.cost(seat, piece)) is not None
                and value - worth.payment(own, cost[0] + cost[1] + cost[2], cost[1] + cost[2], left) > most
            ):
                return CardUse("stage", least, *cost)
        return CardUse("build", best_face, *best_cost) if best is not None else CardUse("sell", least)

    # --- turns -------------------------------------------------------------------------------------------------

    def apply_uses(self, uses: Sequence[tuple[int, CardUse]]) -> None:
        """Let seats do at once what they have chosen."""
        cities, number = self.cities, len(self.cities)
        new: list[tuple[int, Piece]] = []
        for seat, use in uses:
            own = cities[seat]
            self.hands[seat].remove(use.face)
            own.coins -= use.bank + use.left + use.right
            cities[(seat + 1) % number].coins += use.left
            cities[seat - 1].coins += use.right
            if use.kind == "sell":
                own.coins += SALE
                self.discards.append(use.face)
            else:
                new.append((seat, PIECES[use.face] if use.kind == "build" else own.stages[own.stages_built]))
        self._add(new)

    def _add(self, new: Sequence[tuple[int, Piece]]) -> None:
        for seat, piece in new:
            self.cities[seat].add(piece)
        for seat, piece in new:
            if piece.income or piece.income_for:
                more = sum(one[0] * count_pieces(self.cities, seat, one) for one in piece.income_for)
                self.cities[seat].coins += piece.income + more

    def search_discards(self, seat: int) -> None:
        """Let a seat build what looks best of the discard pile."""
        own = self.cities[seat]
        own.search = False
        open_ = [face for face in dict.fromkeys(self.discards) if PIECES[face].name not in own.names]
        if open_:
            number, worth = turn_number(self.age, self.turn), self.valuations[seat]
            face = max(open_, key=lambda one: worth.piece(self.cities, seat, PIECES[one], number))
            self.discards.remove(face)
            self._add([(seat, PIECES[face])])

    def play_choices(self) -> None:
        """Play one turn up to its last cards."""
        self.apply_uses([(seat, self.best_use(seat)) for seat, hand in enumerate(self.hands) if hand])

    def finish_choices(self) -> None:
        """Play what comes after all have chosen: last cards, searches, passing on or the conflicts."""
        if self.turn == TURNS:
            for seat, hand in enumerate(self.hands):
                if hand and not self.cities[seat].last_card:
                    self.discards += hand
                    hand.clear()
            for seat, hand in enumerate(self.hands):
                if hand:
                    self.apply_uses([(seat, self.best_use(seat))])
        self.finish_turn()

    def finish_turn(self) -> None:
        """Play the searches, then pass the hands on or fight."""
        for seat, city in enumerate(self.cities):
            if city.search and city.active:
                self.search_discards(seat)
        if self.turn < TURNS:
            self._pass_hands()
            self.turn += 1
            return
        self._resolve_conflicts()
        self.age, self.turn = self.age + 1, 1
        if self.age <= AGES[-1]:
            self.deal()

    def deal(self) -> None:
        """Deal the hands of an age."""
        deck, playing = self.decks[self.age], [seat for seat, city in enumerate(self.cities) if city.active]
        for place, seat in enumerate(playing):
            self.hands[seat] = list(deck[place * HAND : (place + 1) * HAND])

    def _pass_hands(self) -> None:
        playing = [seat for seat, city in enumerate(self.cities) if city.active]
        step = 1 if TO_THE_LEFT[self.age] else -1
        before = [self.hands[seat] for seat in playing]
        for place, hand in enumerate(before):
            self.hands[playing[(place + step) % len(playing)]] = hand

    def _resolve_conflicts(self) -> None:
        number = len(self.cities)
        for seat, city in enumerate(self.cities):
            other = self.cities[(seat + 1) % number]
            if city.shields != other.shields:
                winner, loser = (city, other) if city.shields > other.shields else (other, city)
                winner.tokens += CONFLICT[self.age]
                loser.tokens += DEFEAT

    def play_out(self) -> None:
        """Play the game to its end."""
        while self.age <= AGES[-1]:
            self.play_choices()
            self.finish_choices()
