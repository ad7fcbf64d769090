"""A recorded game as its clients ask: whoever looks through the eyes of a seat decides nothing there."""

from __future__ import annotations

import pytest
import trio
from trio.testing import memory_stream_pair

from tests.patience import PATIENCE
from tests.ui.positions import NAMES
from tta_p2p.games.contract import Act
from tta_p2p.games.local import LocalGame
from tta_p2p.node.spectators.recording_table import RecordingTable
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.parts.advice import HintRequest
from tta_p2p.seats.parts.autopilot import AutopilotRequest
from tta_p2p.seats.parts.orders import SkipRequest
from tta_p2p.seats.parts.pause import ResumeRequest
from tta_p2p.seats.parts.proofs import LatestProofsRequest
from tta_p2p.seats.parts.recovery import EndRecoveryRequest
from tta_p2p.seats.parts.rematch import RematchRequest
from tta_p2p.seats.parts.votes import VoteRequest
from tta_p2p.table import local_record
from tta_p2p.table.binding import rules_digest
from tta_p2p.table.local_record import DecisionRecord, LocalCharter


def recorded() -> RecordingTable:
    local: LocalGame[object, object] = LocalGame(load_rules("smugglers"), 2, {}, chance=1)
    local.answer_needs()
    acts = list[Act]()
    for _ in range(3):
        assert local.decision is not None
        acts.append(local.legal(local.decision.seats[0])[0].act)
        local.act(acts[-1])
    charter = LocalCharter(bytes(32), "smugglers", rules_digest(local.game), 2, {}, 1, NAMES[:2])
    return RecordingTable(local_record.recording(charter, [DecisionRecord((act,)) for act in acts]))


ASKED = (
    *(
        say.ActRequest("end"),
        say.UndoRequest(),
        say.RedoRequest(),
        say.ResetRequest(),
        SkipRequest("my-turn"),
        say.ExplainRequest("end"),
        HintRequest(),
    ),
    *(
        VoteRequest("pause", 0),
        ResumeRequest(),
        EndRecoveryRequest(),
        AutopilotRequest("easy"),
        RematchRequest("yes"),
        LatestProofsRequest(),
    ),
)


@pytest.mark.parametrize("seat", [None, 1])
async def test_what_a_recording_does_not_offer_is_refused_and_it_can_be_looked_at_further(seat: int | None) -> None:
    ours, theirs = memory_stream_pair()
    lines = Lines(ours)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(recorded().serve, theirs)
        with trio.fail_after(PATIENCE):
            await lines.send(say.HelloRequest(say.VERSION, seat, watch=seat is None))
            for request in ASKED:
                await lines.send(request)
                while not isinstance(said := await lines.reply(), say.ErrorReply):
                    assert said is not None
                assert said.key in ("node.watching", "node.alone", "node.no-hints"), (request, said)
            await lines.send(say.RefreshRequest())
            assert isinstance(await lines.reply(), say.TurnReply)
        nursery.cancel_scope.cancel()
