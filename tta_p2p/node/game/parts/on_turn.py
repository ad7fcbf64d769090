"""The command that a person wants run whenever it becomes their turn. The game never waits for it.

What it has to tell stands in its environment:

- `TTA_TURN`: the id of the game, as `tta attach` takes it
- `TTA_TURN_GAME`, `TTA_TURN_TITLE`: the name of the game in this program, and what is on its box
- `TTA_TURN_NAME`: the player here who is asked
- `TTA_TURN_WHOSE`: whose turn it is; empty where it is everybody's
- `TTA_TURN_KIND`, `TTA_TURN_ASKED`: what is asked, as the key of the decision and as a sentence
- `TTA_TURN_SINCE`: since when, in UTC (`2026-11-28T19:30:00Z`)
- `TTA_TURN_WITH`: the other players
"""

from __future__ import annotations

import datetime
import os
import subprocess
from collections.abc import Collection, Mapping

import trio

from tta_p2p.games.contract import Act, Acts, Decision, Seat
from tta_p2p.i18n import UnknownLanguage, choose
from tta_p2p.i18n.languages import game_title
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.node.game.roles import GameClock
from tta_p2p.node.machine import clock
from tta_p2p.node.service.asked_text import NoticeTexts
from tta_p2p.node.service.notices import error_reply
from tta_p2p.store.settings import BadSettings, read_settings

LONGEST = 60.0
"""Seconds after which the command is ended."""
LETTERS = 500
"""The longest that one of these may be."""


class TurnCommand(Part):
    """Notices when it becomes the turn of somebody at this node, and runs what is set for that."""

    serves = Stake.HINT

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._table, self._players = context.table, context.players
        self._told_at = -1
        """How many facts there were when this start of the node told of a turn; -1: it told of none."""
        self._complained = False

    def look(self) -> None:
        """See whether it has become somebody's turn here."""
        seating, state = self._table.seating, self._table.state
        decision = self._table.game.decision(state) if seating is not None and state is not None else None
        if decision is None or seating is None:
            return
        players, noticed = self._players, self.context.part(GameClock)
        by_hand = [
            seat
            for seat in self._table.own_seats
            if (own := seating.to_charter(seat)) not in players.levels and own not in players.stand_ins
        ]
        asked = sorted(set(by_hand) & set(self._table.to_decide()))
        if asked and self._is_new(by_hand, max(self._told_at, noticed.noticed_at)):
            self._told_at = len(self._table.facts)
            noticed.note_turn(self._told_at)
            self._run(asked, decision)

    def _is_new(self, by_hand: Collection[Seat], noticed: int) -> bool:
        """Whether somebody else has decided since there were so many facts (-1: nobody was told of a turn).

        A node that was started anew may have fewer of them by now: then it told of this turn before it ended.
        """
        facts = self._table.facts
        since = (facts[at] for at in range(max(noticed, 0), len(facts)))
        acts = (act for fact in since for act in (fact.acts if isinstance(fact, Acts) else (fact,)))
        return noticed < 0 or any(isinstance(act, Act) and act.seat not in by_hand for act in acts)

    def _run(self, asked: list[Seat], decision: Decision) -> None:
        try:
            command = read_settings(self.context.folder).command_for(self.context.sid.hex())
        except BadSettings as error:
            self._complain(str(error))
            return
        if command:
            self.start(self._wait_for, command, self._told(asked, decision))

    def _told(self, asked: list[Seat], decision: Decision) -> Mapping[str, str]:
        """Give what the command is told, by the names of variables."""
        charter, table = self._table.charter, self._table
        seating = table.seating
        assert seating is not None
        try:
            language = choose("", os.environ)
        except UnknownLanguage:
            language = "en"
        names = [charter.seats[seat].name for seat in seating.charter]
        whose = table.game.turn(table.state)[1]
        since = datetime.datetime.fromtimestamp(clock.now(), datetime.UTC)
        told = {
            "": charter.sid.hex()[:8],
            "_GAME": charter.game,
            "_TITLE": game_title(charter.game, language),
            "_NAME": ", ".join(names[seat] for seat in asked),
            "_WHOSE": names[whose] if whose is not None else "",
            "_KIND": decision.key,
            "_ASKED": NoticeTexts(table.game, language, names).asked(decision),
            "_SINCE": since.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "_WITH": ", ".join(name for seat, name in enumerate(names) if seat not in table.own_seats),
        }
        return {f"TTA_TURN{name}": text.replace("\0", "")[:LETTERS] for name, text in told.items()}

    async def _wait_for(self, command: str, told: Mapping[str, str]) -> None:
        await self.context.part(GameClock).keep()  # first, or a node that is killed now would tell it twice
        with trio.move_on_after(LONGEST) as scope:
            try:
                done = await trio.run_process(
                    command, shell=True, check=False, stdin=subprocess.DEVNULL, capture_stdout=False,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **told},
                )  # fmt: skip
            except OSError as error:
                self._complain(error.strerror or str(error))
                return
            if done.returncode:
                self._complain(str(done.returncode))
        if scope.cancelled_caught:
            self._complain(f"{LONGEST:g} s")

    def tell_failure(self, kind: str) -> None:
        """Say once that calling the person here has failed."""
        self._complain(kind)

    def _complain(self, why: str) -> None:
        """Say once that it does not work."""
        if not self._complained:
            self._complained = True
            self.context.tell_all(error_reply("node.on-turn", why))
