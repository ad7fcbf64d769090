"""What a node says in the tests of what a client knows."""

from __future__ import annotations

from typing import Any

from tta_p2p.seats import messages as say
from tta_p2p.ui.changes import (
    Change,
)
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.state import ClientState


def hear_all(state: ClientState, said: list[Any]) -> tuple[ClientState, list[Change]]:
    changes: list[Change] = []
    for reply in said:
        state, new = reduce_reply(state, reply)
        changes += new
    return state, changes


ANN, BOB = say.SeatInfo(0, "Ann", 0, "Ann"), say.SeatInfo(1, "Bob", 1, "Bob")


GREETING = say.WelcomeReply(say.VERSION, "caravan", "ab", 0, [ANN, BOB], {}, [])


CHOOSE = say.PendingDecision([0], "choose")


def turn(
    number: int, draft: tuple[str, ...] = (), mine: bool = True, decision: say.PendingDecision | None = CHOOSE
) -> say.TurnReply:
    done = [say.DraftedAct(text, say.TextRef("keep")) for text in draft]
    return say.TurnReply(
        number, decision, mine, done, {}, [say.LegalAct("keep #4", say.TextRef("keep"))] if mine else []
    )
