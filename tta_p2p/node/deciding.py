"""What the driver of a seat decides at a playing node: acts and their draft, and to play on without somebody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import trio

from tta_p2p.games.contract import Act
from tta_p2p.node import desk
from tta_p2p.node.clients import Client
from tta_p2p.seats import messages as say
from tta_p2p.table import binding

if TYPE_CHECKING:
    from tta_p2p.node.playing import Playing


def go_on(playing: Playing, client: Client) -> None:
    """Play on without those who could know more of what was said here; only a person may decide that."""
    seating = playing.table.seating
    seat = None if seating is None or client.seat is None else seating.to_charter(client.seat)
    if playing.programs and (seat is None or seat in playing.programs):
        client.say(say.Failed("node.person-only", [], "only a person may decide that, not a program"))
    elif not playing.catching_up.go_on():
        client.say(say.Failed("node.not-now", [], "this node waits for nobody before it plays on"))


async def decide(playing: Playing, client: Client, seat: int, request: say.Request) -> bool:
    """Carry out what a seat's driver asks for; whether its draft may be another one now. Raises Illegal."""
    table = playing.table
    if isinstance(request, say.Explain):
        if table.state is not None:
            desk.explain(playing, client, seat, request.text)
        return False
    draft = table.draft(seat)
    if isinstance(request, say.Act):
        table.act(playing.game.read(request.text, seat))
    elif isinstance(request, say.Undo):
        if not draft.undo():
            client.say(say.Failed("node.nothing-to-undo", [], "there is nothing to undo"))
    elif isinstance(request, say.Redo):
        if not draft.redo():
            client.say(say.Failed("node.nothing-to-redo", [], "there is nothing to do again"))
    elif isinstance(request, say.Reset):
        if not draft.acts:
            client.say(say.Failed("node.nothing-to-undo", [], "there is nothing to undo"))
        draft.reset()
    elif isinstance(request, say.Hint):
        desk.hint(playing, client, seat)
        return False
    kept = table.drafts.get(seat)
    acts: Iterable[Act] = kept.acts if kept is not None and not kept.closed else ()
    data = binding.write_entry(tuple(acts)) if acts else b""
    await trio.to_thread.run_sync(playing.store.save_draft, playing.row.sid, seat, data)
    return True
