"""Whole games of two nodes in this process, played by their clients the shortest way there is."""

from __future__ import annotations

from functools import partial

from tests.node.attending import Attending
from tta_p2p.node.game.loop import GameLoop
from tta_p2p.seats import messages as say


async def play(client: Attending) -> None:
    """End every turn, the shortest way there is to the end of this game."""
    while not is_over(client):
        done = len(client.turns)
        if client.turns[-1].mine:
            await client.ask(say.ActRequest("end"))
        await client.until(partial(is_told_more, client, done))


def is_told_more(client: Attending, turns: int) -> bool:
    """Whether it has been shown more than so many turns, or the end."""
    return len(client.turns) > turns or is_over(client)


def is_over(client: Attending) -> bool:
    """Whether it has heard of the end."""
    return any(isinstance(reply, say.GameOverReply) for reply in client.heard)


def is_seated(client: Attending) -> bool:
    """Whether seats are drawn, and it has one."""
    return any(isinstance(reply, say.WelcomeReply) and reply.seat is not None for reply in client.heard) and bool(
        client.turns
    )


async def ended(node: GameLoop) -> None:
    """Its end is verified: fair."""
    await node.ending.told.wait()
    assert node.ending.verdict is not None and node.ending.verdict.state == "fair"
