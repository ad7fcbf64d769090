"""Moments of a game as a seat hears them, for tests of pages: without a line in between."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.contract import Seat
from tta_p2p.games.local import LocalGame
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.seats.encoding import read_reply, write_line


def turn_message(local: LocalGame[Any, Any], seat: Seat | None) -> say.TurnReply:
    """Give the turn message of a seat (None: of a spectator), of which a presenter makes a scene."""
    faces = local.dealer.knowledge_of(seat).faces
    legal = [] if seat is None else wording.legal_acts(local.game, local.state, local.legal(seat), faces)
    said = say.TurnReply(
        len(local.facts), wording.pending_decision(local.decision), bool(legal), [], local.view(seat), legal
    )
    heard = read_reply(write_line(said))
    assert isinstance(heard, say.TurnReply)
    return heard
