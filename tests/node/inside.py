"""Two playing nodes in this process: stores and meshes are real, on the loopback of this machine."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

import trio

from protocol.charter import signed_by_all
from protocol.signatures import IdentityKey
from tests.node.within import Here
from tests.patience import PATIENCE
from tta_p2p.net.addresses import Address
from tta_p2p.net.members import Member
from tta_p2p.net.mesh import open_mesh
from tta_p2p.net.ports import open_port
from tta_p2p.net.tls import TlsKey
from tta_p2p.node.game.context import GameSetup
from tta_p2p.node.game.loop import GameLoop
from tta_p2p.node.lobby.conditions import Conditions, Party, make_charter
from tta_p2p.node.machine.environment import Environment
from tta_p2p.store.database import GameRow, Store


@asynccontextmanager
async def two_nodes(
    folder: Path, bots: Mapping[int, str], *, game: str = "skiff", **conditions: Any
) -> AsyncIterator[list[GameLoop]]:
    """Let two nodes play a game; ``bots`` gives the level of the seats (of the charter, one a node) that bots play."""
    keys = [IdentityKey(os.urandom(32)) for _ in range(2)]
    tls = [TlsKey.generate(os.urandom) for _ in keys]
    names = [(key, f"player {number}") for number, key in enumerate(keys)]
    parties = [
        Party(name, key.identity, t.hash, os.urandom(32), (name,)) for (key, name), t in zip(names, tls, strict=True)
    ]
    signed = signed_by_all(make_charter(Conditions(2, game, **conditions), parties), keys)
    sid = signed.charter.sid
    async with AsyncExitStack() as stack:
        ports = [await stack.enter_async_context(open_port([Address("127.0.0.1", 0)])) for _ in keys]
        members = [Member(t.hash, t.certificate, port.told) for t, port in zip(tls, ports, strict=True)]
        workers = Here()
        nodes = []
        for number, key in enumerate(keys):
            home = folder / f"home{number}"
            home.mkdir(mode=0o700)
            store = stack.enter_context(closing(Store(home)))
            row = GameRow(sid, game, 0, 0, number, signed.encode(), "playing", b"x")
            store.add_game(row)
            mesh = await stack.enter_async_context(
                open_mesh(
                    sid=sid,
                    operator=number,
                    key=tls[number],
                    members=members,
                    listen=ports[number],
                    entropy=os.urandom,
                )
            )
            own = {seat: level for seat, level in bots.items() if seat == number}
            nodes.append(
                GameLoop(
                    GameSetup(
                        store,
                        row,
                        key,
                        mesh,
                        environment=Environment(workers=workers),
                        folder=home,
                        bots=own,
                        seed=number,
                        linger=PATIENCE,
                    )
                )
            )
        nursery = await stack.enter_async_context(trio.open_nursery())  # last: it ends before their stores are closed
        for node in nodes:
            nursery.start_soon(node.run)
        yield nodes
        nursery.cancel_scope.cancel()
