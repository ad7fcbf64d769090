"""Positions for tests of the core: a game in somebody's action phase, with fields of players set."""

from __future__ import annotations

from functools import cache
from typing import Any

from tta_p2p.games.contract import Illegal, Line
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages import flow
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.state import Frame, Player, State

Table = LocalGame[Any, Any]


def table(seats: int = 2, *, seed: int = 1, round: int = 3, variant: str = "complete", **fields: Any) -> Table:
    """Give a game in the action phase of seat 0, whose player has these fields; Age I is laid out."""
    game = _begun(seats, seed, variant).fork()
    game.state = game.state.copy()
    game.state.round = round
    for p in game.state.players:
        p.science = p.culture = 0
        p.culture_parts = {}
        p.tokens = {}
        p.blue_bank = 16
    give(game, 0, **fields)
    return game


@cache
def _begun(seats: int, seed: int, variant: str) -> Table:
    """Play up to the second action phase of seat 0; every test goes on from there by itself."""
    game = LocalGame(GAME, seats, {"variant": variant}, seed)
    game.answer_needs()
    while game.state.round < 2 or game.state.current != 0:
        play(game, "end")
    game.answer_needs()
    play(game, "pass")
    return game


def give(game: Table, seat: int, **fields: Any) -> Player:
    """Set fields of a player; `technologies` puts cards without workers into play."""
    game.state = game.state.copy()
    p: Player = game.state.players[seat]
    for face in fields.pop("technologies", ()):
        p.workers.setdefault(face, 0)
    for face, number in fields.pop("workers", {}).items():
        p.workers[face] = number
    for face, number in fields.pop("tokens", {}).items():
        p.tokens[face] = number
        p.blue_bank -= number
    for name, value in fields.items():
        assert hasattr(p, name), name
        setattr(p, name, value)
    if "culture" in fields:
        p.culture_parts = {"production": p.culture}
    return p


def put_on_stack(game: Table, *frames: Frame) -> None:
    """Let these frames come next."""
    state: State = game.state.copy()
    flow.push(state, *frames)
    flow.run(state)
    state.log = []
    game.state = state
    game.answer_needs()


def play(game: Table, *texts: str) -> Player:
    """Let whoever decides play these acts one after another; give the player of the last one."""
    seat = 0
    for text in texts:
        assert game.decision is not None, text
        (seat,) = game.decision.seats
        game.act(GAME.read(text, seat))
    return player(game, seat)


def player(game: Table, seat: int = 0) -> Player:
    """Give a player as it is now."""
    found: Player = game.state.players[seat]
    return found


def legal(game: Table, verb: str = "") -> list[str]:
    """List the legal acts of whoever decides, those of one verb only if it is named."""
    assert game.decision is not None
    (seat,) = game.decision.seats
    return [GAME.write(o.act) for o in game.legal(seat) if verb in ("", o.act.verb)]


def cost(game: Table, text: str) -> dict[str, int]:
    """Give what a legal act costs."""
    assert game.decision is not None
    (seat,) = game.decision.seats
    return next(dict(o.cost) for o in game.legal(seat) if GAME.write(o.act) == text)


def refusal(game: Table, text: str) -> Line:
    """Give why an act is refused; it must be, and change nothing."""
    assert game.decision is not None
    (seat,) = game.decision.seats
    before = GAME.encode(game.state)
    assert text not in legal(game)
    try:
        GAME.apply(game.state, GAME.read(text, seat))
    except Illegal as error:
        assert GAME.encode(game.state) == before
        return error.line
    raise AssertionError(f"not refused: {text}")


def row(game: Table, *faces: str) -> None:
    """Put these cards on the first spaces of the row (what lay there is out of the game)."""
    game.state = game.state.copy()
    for space, face in enumerate(faces):
        game.state.row[space] = face
