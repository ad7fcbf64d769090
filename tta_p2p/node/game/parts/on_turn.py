"""The command that a person wants run whenever it becomes their turn. The game never waits for it."""

from __future__ import annotations

import os
import subprocess

import trio

from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.node.service.notices import error_reply
from tta_p2p.store.settings import BadSettings, read_settings

LONGEST = 60.0
"""Seconds after which the command is ended."""


class TurnCommand(Part):
    """Notices when it becomes the turn of somebody at this node, and runs what is set for that."""

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._table, self._players = context.table, context.players
        self._armed = True
        """Whether somebody else has decided since it was last this person's turn."""
        self._complained = False

    def look(self) -> None:
        """See whether it has become somebody's turn here."""
        seating, state = self._table.seating, self._table.state
        decision = self._table.game.decision(state) if seating is not None and state is not None else None
        if decision is None or seating is None:
            return
        players = self._players
        by_hand = [
            seat
            for seat in self._table.own_seats
            if (own := seating.to_charter(seat)) not in players.levels and own not in players.stand_ins
        ]
        if not set(by_hand) & set(decision.seats):
            self._armed = True
        elif self._armed and set(by_hand) & set(self._table.to_decide()):
            self._armed = False
            self._run()

    def _run(self) -> None:
        try:
            command = read_settings(self.context.folder).on_turn
        except BadSettings as error:
            self._complain(str(error))
            return
        if command:
            self.context.loop.start(self._wait_for, command)

    async def _wait_for(self, command: str) -> None:
        charter = self._table.charter
        environment = {**os.environ, "TTA_TURN": charter.sid.hex()[:8], "TTA_TURN_GAME": charter.game}
        with trio.move_on_after(LONGEST) as scope:
            try:
                done = await trio.run_process(
                    command, shell=True, check=False, stdin=subprocess.DEVNULL, capture_stdout=False,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment,
                )  # fmt: skip
            except OSError as error:
                self._complain(error.strerror or str(error))
                return
            if done.returncode:
                self._complain(str(done.returncode))
        if scope.cancelled_caught:
            self._complain(f"{LONGEST:g} s")

    def _complain(self, why: str) -> None:
        """Say once that it does not work."""
        if not self._complained:
            self._complained = True
            self.context.tell_all(error_reply("node.on-turn", why))
