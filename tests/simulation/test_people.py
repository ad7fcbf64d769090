"""The people of a simulated world stay where they sit, whatever becomes of their computers."""

from __future__ import annotations

import socket
from pathlib import Path

import trio
import trio.testing

from tests.simulation.network import Socket
from tests.simulation.world import World
from tta_p2p.node.machine.roster import socket_path


async def test_a_person_still_reaches_the_node_of_a_computer_that_has_another_address(
    tmp_path: Path, autojump_clock: trio.testing.MockClock
) -> None:
    world = World(0, tmp_path, "nothing", brief=True)
    trio.socket.set_custom_socket_factory(world.network)
    person = world.people[1]
    computer, person.looks = person.computer, True
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.run)
        await trio.testing.wait_all_tasks_blocked()
        computer.move()
        door = Socket(computer.machine, socket.AF_UNIX)
        door.take(str(socket_path(computer.home, world.plans[computer.number].id)))
        door.listen()
        with trio.fail_after(60):
            come, _ = await door.accept()
            assert b"hello" in await come.recv(1000)
        nursery.cancel_scope.cancel()
