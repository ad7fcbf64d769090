"""The origin of a local game that goes on from a moment of another: all that had happened, and the cards dealt anew.

The position is the fold of the old game's facts, so it is one that the rules lead to. What nobody may know is dealt
anew: each card that no player has seen gets a face by chance, of those that agree with everything that is public. Hands
that were opened stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from tta_p2p.games import knowledge
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import (
    NO_KNOWLEDGE,
    Act,
    Acts,
    Answer,
    Face,
    Fact,
    Handle,
    Knowledge,
    Line,
    Options,
    RuleError,
    Seat,
)
from tta_p2p.games.game import Game
from tta_p2p.games.local import LocalGame
from tta_p2p.games.observer import Observer
from tta_p2p.table.recording import DamagedFile, Recording

MASK = blake2b(b"tta-local/1 with an origin", digest_size=32).digest()
"""Releases before 0.8.0 know no origin. The rules of such a game are others to them (`masked`), so that they say that
it needs another program, and not that it is damaged.
"""
G = TypeVar("G", bound=LocalGame[Any, Any])


class GameOrigin(msgspec.Struct, frozen=True, array_like=True):
    """The origin of a local game.

    ``sid``: the old game's, empty where it has none; ``turn``: as people call it there (`ui.history.find_turn`);
    ``facts``: all that had happened; ``world``: the face of every hidden card; ``knows``: what each seat knew, and
    everybody, last.
    """

    sid: bytes
    turn: str
    facts: tuple[Fact, ...]
    world: dict[Handle, Face]
    knows: tuple[Knowledge, ...]


class NoDecision(Exception):
    """Nobody has anything to decide from there on."""


def origin_at(recording: Recording, number: int, turn: str, seed: int) -> GameOrigin:
    """Give the origin of a game that goes on from the first decision at or after so many facts. Raises NoDecision.

    ``seed``: the source of the chance by which cards are dealt anew.
    """
    game, steps = recording.game, recording.instants
    at = next(
        (at for at in range(number, len(steps)) if not game.needs(steps[at].state) and game.decision(steps[at].state)),
        None,
    )
    if at is None:
        raise NoDecision
    state, since = steps[at].state, tuple(one.fact for one in steps[1 : at + 1] if one.fact is not None)
    public = _public_knowledge(recording, at)
    seats = range(len(recording.names))
    known = {handle: face for seat in seats for handle, face in steps[at].knows.get(seat, NO_KNOWLEDGE).faces.items()}
    whole = knowledge.with_faces(public, known)
    world = dict(game.resample(game.view(state, whole, None), Chance(seed).fork("dealt anew")))
    knows = tuple(steps[at].knows.get(seat, public) for seat in seats)
    return GameOrigin(recording.sid, turn, (*recording.before, *since), world, (*knows, public))


def _public_knowledge(recording: Recording, number: int) -> Knowledge:
    """Give what everybody knew after so many facts."""
    game, everybody = recording.game, Observer(recording.public)
    for before, step in zip(recording.instants[:number], recording.instants[1 : number + 1], strict=True):
        fact = step.fact
        if isinstance(fact, Act | Acts):
            acts = fact.acts if isinstance(fact, Acts) else (fact,)
            for claim in [claim for act in acts for claim in game.claims(before.state, act)]:
                everybody = everybody.after_claim(claim)
        elif isinstance(fact, Answer):
            need = next(one for one in game.needs(before.state) if one.number == fact.need)
            everybody = everybody.after_answer(need, fact, {})
    return everybody.knowledge


def go_on(
    kind: type[G],
    game: Game[Any, Any],
    seats: int,
    options: Options,
    seed: int,
    origin: GameOrigin,
    people: Sequence[Seat] = (),
) -> G:
    """Give the game that goes on from there; ``people``: the seats that no bot plays.

    Raises DamagedFile where nothing leads there by these rules.
    """
    try:
        state = _position(game, seats, options, origin.facts)
        hidden = game.hidden_cards(state)
        seen = [pair for one in origin.knows for pair in one.faces.items()]
        fits = all(game.back(face) for face in origin.world.values()) and len(origin.knows) == seats + 1
        if (
            not fits
            or {*origin.world} != {*hidden}
            or any(origin.world.get(handle, face) != face for handle, face in seen)
        ):
            raise DamagedFile("what a game goes on from has other cards than its position", "against-rules")
        by_seat: dict[Seat | None, Knowledge] = {seat: origin.knows[seat] for seat in range(seats)}
        by_seat[None] = origin.knows[seats]
        told = (_first_line(game, state, origin), *(Line("goes-on-seat", (seat,)) for seat in people))
        return kind.from_world(game, state, seats, origin.world, options, seed, by_seat, told)
    except (RuleError, KeyError, ValueError) as error:
        raise DamagedFile(f"no game comes to what this one goes on from: {error}", "against-rules") from error


def _first_line(game: Game[Any, Any], state: Any, origin: GameOrigin) -> Line:
    """Give the line of the log that says where a game comes from, and which seat alone was ahead there."""
    if not origin.sid:
        return Line("goes-on-file", (origin.turn,))
    leaders = [one.seat for one in game.standings(state).places if one.place == 1]
    source = (origin.sid.hex()[:8], origin.turn)
    return Line("goes-on", (*source, leaders[0])) if len(leaders) == 1 else Line("goes-on-level", source)


def _position(game: Game[Any, Any], seats: int, options: Options, facts: Sequence[Fact]) -> Any:
    state = game.start(options, seats).state
    for fact in facts:
        state = game.apply(state, fact).state
    return state


def masked(digest: bytes) -> bytes:
    """Give the digest of the rules as it stands in the charter of a game with an origin, and back."""
    return bytes(one ^ other for one, other in zip(digest, MASK, strict=True))
