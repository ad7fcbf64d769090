"""What must hold after every act of every game; watched in random games by the tests and by `scripts/soak`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tta_p2p.games import knowledge
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Knowledge, Option
from tta_p2p.games.kit.cards import unseen_faces
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages import ratings
from tta_p2p.games.through_the_ages.flow import FLOW
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import URBAN_LIMIT, YELLOW_TOKENS
from tta_p2p.games.through_the_ages.state import Player, State
from tta_p2p.games.through_the_ages.tableau import AskLoseBlue, LoseBlue
from tta_p2p.games.through_the_ages.tables import BOARD
from tta_p2p.testing.sample import REASONS

from .counting import blue_tokens, conserved

COUNTS = ("science", "culture", "unused", "yellow_bank", "blue_bank", "stages", "civil_spent", "military_spent")
COUNTS += ("extra_civil", "extra_military", "unit_resource", "unit_science", "forfeit")
COLONY_GOES = {"colony-lost", "colony-taken"}
TOKENS_MOVE = {"age-ends", "tokens", "blue-lost", "blue-lost-from", "left", "yellow-taken"}
"""Log lines of steps in which tokens may go to or come from the box or a rival, besides those cards bring."""


def yellow_tokens(s: State, seat: int) -> int:
    """Count a seat's yellow tokens less those its cards in play brought."""
    p = s.players[seat]
    working = [face for face in p.wonders if face not in p.ravaged]
    brought = sum(YELLOW_TOKENS.get(face, 0) for face in (*working, *p.specials, *p.colonies))
    return p.yellow_bank + p.unused + sum(p.workers.values()) - brought


def listed(s: State, knows: Knowledge, seat: int) -> list[Option]:
    """List what a seat may do the slow way: every candidate of every verb is checked."""
    verbs, frame = FLOW.open_verbs(s, seat)
    found = []
    for verb in (FLOW.verb_at(frame, name) for name in verbs):
        for args in verb.candidates(s, frame, knows):
            cost = verb.check(s, frame, args)
            if isinstance(cost, tuple):
                found.append(Option(Act(seat, verb.name, args), cost))
    return found


class Watcher:
    """Looks at a game after every act; every eighth time at its legal acts, every `closely`-th at what takes long.

    `leaving`: about every so many acts a seat leaves (0: none does).
    """

    def __init__(self, seed: int = 0, closely: int = 60, leaving: int = 0) -> None:
        self.chance = Chance(seed).fork("watcher")
        self.closely = closely
        self.leaving = leaving
        self.heard = 0
        self.acts = 0
        self.tokens: list[tuple[int, int]] = []
        self.verbs: Counter[str] = Counter()

    def __call__(self, game: LocalGame[Any, Any]) -> None:
        s: State = game.state
        assert conserved(s) == {"too many": 0, "too few": 0}
        self._handles(s)
        for p in s.players:
            if p.playing:
                self._player(s, p)
        self._tokens(game)
        self.acts += 1
        if self.acts % 8 == 0 and game.decision is not None:
            (seat,) = game.decision.seats
            assert list(game.legal(seat)) == listed(s, game.dealer.knowledge_of(seat), seat)
        if not self.chance.below(self.closely):
            self._look_closely(game)
        if self.leaving and not self.chance.below(self.leaving) and not s.over:
            seat = self.chance.choice([p.seat for p in s.players if p.playing])
            game.leave(seat, self.chance.choice(REASONS))
            self.tokens = []
            assert s is not game.state

    def _handles(self, s: State) -> None:
        lying = [*s.civil_deck, *s.military_deck, *s.current_events, *s.future_events, *s.hidden_discards]
        lying += [*s.gone_hidden, *(handle for p in s.players for handle in p.military_hand)]
        lying += [handle for handles in s.seat_events for handle in handles]
        extra = getattr(s, "set_aside", ())
        lying += [*extra, *(handle for p in s.players for handle in getattr(p, "thrown", ()))]
        twice = [handle for handle, number in Counter(lying).items() if number > 1]
        assert not twice, f"handles {twice} lie in two places"
        assert set(lying) == set(s.backs), f"{sorted(set(lying) ^ set(s.backs))} lie nowhere or do not live"
        by_back: Counter[str] = Counter(s.backs.values())
        assert {back: sum(faces.values()) for back, faces in s.unseen.items() if faces} == dict(by_back)

    def _player(self, s: State, p: Player) -> None:
        wrong = {name: getattr(p, name) for name in COUNTS if getattr(p, name) < 0}
        wrong |= {face: number for face, number in p.workers.items() if number < 0}
        wrong |= {face: number for face, number in p.tokens.items() if number < 1}  # a card without tokens is not in it
        assert not wrong, f"seat {p.seat}: {wrong}"
        assert sum(p.culture_parts.values()) == p.culture
        assert 0 <= ratings.happiness(s, p.seat) <= BOARD.most_happy
        assert ratings.civil_left(s, p.seat) >= 0 and ratings.military_left(s, p.seat) >= 0
        assert URBAN_LIMIT[p.government] > 0
        assert not (p.stages and not p.wonder)
        assert p.homer_under in ("", *p.wonders)

    def _tokens(self, game: LocalGame[Any, Any]) -> None:
        s: State = game.state
        said = {line.key for line in game.log[self.heard :]}
        self.heard = len(game.log)
        if any(isinstance(frame, LoseBlue | AskLoseBlue) for frame in s.stack):
            self.tokens = []  # a token is to be given up, its owner still choosing from which card
            return
        now = [(yellow_tokens(s, p.seat), blue_tokens(s, p.seat)) for p in s.players]
        if said & COLONY_GOES and not all(p.yellow_bank for p in s.players):
            self.tokens = []  # the bank had not all the tokens that the colony brought
            return
        if self.tokens and not said & TOKENS_MOVE:
            assert now == self.tokens, f"tokens {self.tokens} became {now}; the log says {sorted(said)}"
        self.tokens = now

    def _look_closely(self, game: LocalGame[Any, Any]) -> None:
        s: State = game.state
        assert GAME.decode(GAME.encode(s)) == s
        decision = game.decision
        assert (decision is None) == game.over
        world = {handle: game.dealer.faces[handle] for handle in s.backs}
        for seat in (None, *range(len(s.players))):
            knows = game.dealer.knowledge_of(seat)
            wrong = knowledge.world_mismatch(world, s.backs, unseen_faces(s), knows)
            assert not wrong, f"seat {seat}: {wrong}"
        if decision is None:
            return
        (seat,) = decision.seats
        options = game.legal(seat)
        assert len({option.act for option in options}) == len(options)
        for option in options:
            step = GAME.apply(s, option.act)
            assert GAME.read(GAME.write(option.act), seat) == option.act
            game.dealer.check(seat, GAME.claims(s, option.act))
            assert step.barrier == (
                bool(GAME.needs(step.state))
                or (after := GAME.decision(step.state)) is None
                or after.seats != decision.seats
            )
