"""What was proved: asked of the node, which has checked it."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.seats.parts.proofs import AskProved, Proved

from ..fairness import fairness_page
from ..instructions import Display, Instruction, SendRequest, tell
from .base import CommandContext, CommandWord


def _fair(context: CommandContext, rest: str) -> Iterator[Instruction]:
    if "proved" in context.state.offers:
        yield SendRequest(AskProved(), (Proved,))
    elif context.state.welcome is None:
        yield tell(context.words("no-game-yet"))
    else:
        yield Display(fairness_page(context.reading))


COMMANDS = (CommandWord("fair", _fair, ("proofs", "proved"), listed={"others": "fair"}),)
