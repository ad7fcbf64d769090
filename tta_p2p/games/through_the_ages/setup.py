"""Laying a game out: boards, the Age A row and the first events (rulebook: setup).

Seats were drawn by lot when the table was made, so the first seat is the starting player.
"""

from __future__ import annotations

from ..contract import Seat
from .flow import push
from .options import Options
from .row import Fill, lay_out
from .state import EMPTY, Player, State
from .tables import BOARD, STARTING_WORKERS, Board
from .turn import StartOfTurn
from .variants import set_up


def initial_state(options: Options, seats: int) -> State:
    """Give the state before the first turn: what is open is put up, shuffles are asked for."""
    s = State(options, [new_player(seat, options.rules.board) for seat in range(seats)])
    s.round = 1
    s.row = [EMPTY] * len(BOARD.row_costs)
    s.current = 0
    lay_out(s)
    drawn, s.military_deck = s.military_deck, ()
    number = BOARD.first_events[seats - 2]
    s.current_events, s.gone_hidden = drawn[:number], drawn[number:]
    set_up(s)
    push(s, Fill(0), StartOfTurn(0))
    return s


def new_player(seat: Seat, board: Board = BOARD) -> Player:
    """Give a civilization as it begins on these boards."""
    p = Player(seat)
    p.government = board.government
    p.workers = dict(STARTING_WORKERS)
    p.unused = board.unused_workers
    p.yellow_bank = board.yellow_in_bank
    p.blue_bank = board.blue_in_bank
    return p
