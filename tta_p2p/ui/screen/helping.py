"""Help for what is seen right now: where one is, and what can be done there."""

from __future__ import annotations

from ..blocks import Block, Gap, Heading, Para
from ..cells import row
from ..reading import Reading
from .boards import Board
from .frame import whats_up
from .keys import help_blocks


def here(reading: Reading, board: Board | None) -> str:
    """Name where somebody is: a text `screen.here.NAME`."""
    state, scene = reading.state, reading.scene
    if state.in_lobby:
        return "lobby"
    if state.over is not None or state.ended:
        return "over"
    if state.pause.holds:
        return "paused"
    if state.halted is not None or state.missing:
        return "halted"
    if scene is None:
        return "preparing"
    if state.seat is None:
        return "watching"
    if state.may_act:
        return "turn" if board is None or board.own_turn(scene) or not board.panels else "decision"
    if state.may_choose_anew:
        return "sealed"
    return "away" if any(not wait.connected for wait in state.waits) else "waiting"


def context_blocks(reading: Reading, board: Board | None) -> tuple[Block, ...]:
    """Give what is to be known where somebody is, and all keys."""
    now = whats_up(reading)
    told = Para(row(reading.words(f"screen.here.{here(reading, board)}")))
    lobby = reading.state.in_lobby
    return (*((Heading(row(now)),) if now else ()), told, Gap(), *help_blocks(reading.words, board, lobby))
