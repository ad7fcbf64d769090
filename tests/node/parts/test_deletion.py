"""Any part can be taken out: the node starts, plays a game of two to its end, and says that it does not offer that."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import trio

from tests.node.attending import Attending, attend
from tests.node.inside import two_nodes
from tests.node.played import ended, is_seated, play
from tests.patience import PATIENCE
from tta_p2p.node.game import parts
from tta_p2p.node.game.part import Part
from tta_p2p.node.service.seat_server import Door
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.address_book import AddressRequest
from tta_p2p.seats.parts.autopilot import AutopilotRequest
from tta_p2p.seats.parts.chat import ChatRequest
from tta_p2p.seats.parts.pause import ResumeRequest
from tta_p2p.seats.parts.rematch import RematchRequest
from tta_p2p.seats.parts.votes import VoteRequest

REQUESTS = {one: one() for one in (AddressRequest, AutopilotRequest, ResumeRequest)} | {
    ChatRequest: ChatRequest("Hello"), RematchRequest: RematchRequest("yes"),
    VoteRequest: VoteRequest("pause", 0, True),
}  # fmt: skip


def refusals(client: Attending) -> list[say.ErrorReply]:
    """What it was refused."""
    return [reply for reply in client.heard if isinstance(reply, say.ErrorReply)]


@pytest.mark.parametrize("missing", parts.find_parts(), ids=lambda part: part.__name__)
async def test_a_node_without_a_part_plays_a_game_to_its_end_and_does_not_offer_it(
    missing: type[Part], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(parts.ORDER, missing.__module__.rpartition(".")[2])
    found = parts.pkgutil.iter_modules
    name = missing.__module__.rpartition(".")[2]
    monkeypatch.setattr(parts.pkgutil, "iter_modules", lambda path: [one for one in found(path) if one.name != name])
    with trio.fail_after(PATIENCE):
        async with two_nodes(tmp_path, {}) as nodes, trio.open_nursery() as nursery:
            assert all(not isinstance(part, missing) for node in nodes for part in node.parts)
            clients = [await attend(Door(node).serve_stream, nursery) for node in nodes]
            for client in clients:
                await client.until(partial(is_seated, client))
            await refuse(clients[0], missing)
            async with trio.open_nursery() as players:
                for client in clients:
                    players.start_soon(play, client)
            for node in nodes:
                await ended(node)
            nursery.cancel_scope.cancel()


async def refuse(client: Attending, missing: type[Part]) -> None:
    """Everything that only this part offers is refused in words."""
    for request in missing.requests:
        client.heard = [reply for reply in client.heard if not isinstance(reply, say.ErrorReply)]
        await client.ask(REQUESTS[request])
        await client.until(lambda: bool(refusals(client)))
        (refused,) = refusals(client)
        assert (refused.key, refused.args) == ("node.not-offered", [str(request.__struct_config__.tag)])
