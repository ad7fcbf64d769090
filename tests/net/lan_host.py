"""One host of the LAN test: finds the others by multicast, sits down with them, says what happens, line by line.

Arguments: its number, how many there are, its address, and a word that tells runs apart. Ends when its input ends.
"""

from __future__ import annotations

import hashlib
import sys

import trio

from tests.net.parts import SID, Table, entropy_of, identity_of, tell_where
from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.channel import Pulse
from tta_p2p.net.discovery import open_discovery
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.members import Timing
from tta_p2p.net.mesh import FrameReceived, PeerConnected, PeerDisconnected, open_mesh
from tta_p2p.net.notices import TableFound, notice_of

TIMING = Timing(handshake=2.0, pulse=Pulse(beat=0.3, silence=2.0), retry_most=1.0)


def say(*words: object) -> None:
    print(*words, flush=True)


async def main(me: int, count: int, host: str, run: str) -> None:
    table = Table(count)
    inst = hashlib.sha256(run.encode()).hexdigest()[:12]
    names = {fingerprint(identity_of(f"host {number}").identity): number for number in range(count)}
    async with (
        open_mesh(
            sid=SID,
            operator=me,
            key=table.keys[me],
            members=table.members,
            listen=[Address(host, 0)],
            entropy=entropy_of(f"host {me}"),
            timing=TIMING,
        ) as mesh,
        open_discovery([host]) as discovery,
        trio.open_nursery() as nursery,
    ):

        async def find() -> None:
            async for event in discovery.events:
                if isinstance(event, TableFound) and event.notice.inst == inst:
                    other = names.get(event.notice.fingerprint)
                    if other is not None and other != me:
                        say("found", other, event.addresses[0].host)
                        tell_where(mesh, other, event.addresses)

        async def hear() -> None:
            async for event in mesh.events:
                match event:
                    case PeerConnected(operator):
                        say("connected", operator)
                    case PeerDisconnected(operator, why):
                        say("disconnected", operator, why)
                    case FrameReceived(operator, _, payload):
                        say("received", operator, payload.decode())

        async def talk() -> None:
            number = 0
            while True:
                await trio.sleep(0.25)
                number += 1
                mesh.send_all(FrameKind.CHAT, f"{number}".encode())

        nursery.start_soon(find)
        nursery.start_soon(hear)
        nursery.start_soon(talk)
        await discovery.announce(notice_of(identity_of(f"host {me}").identity, mesh.addresses[0].port, inst))
        say("announced")
        await trio.to_thread.run_sync(sys.stdin.read, abandon_on_cancel=True)
        nursery.cancel_scope.cancel()


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4])
