"""The two limits of the charter: for how long the others are waited for before people may vote that somebody is gone.

*Away*: there is no channel to a member, or a word that its node gives by itself is due from it and does not come,
though it be connected. *Idle*: an act, a sealed choice or a vote is due from its person and does not come. What is due
counts from when this node first waited for it, whoever comes and goes meanwhile: nobody gains time by reconnecting.
"""

from __future__ import annotations

import trio

from protocol.motions import PAUSE
from protocol.transcript import PLAY
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.roles import PauseKeeper

VOTE = 900
"""Seconds that a person has for a vote, or to go on after a pause, where the charter leaves everybody as long as they
like: others wait for that.
"""

Due = tuple[int, str, bool, tuple[int, int]]
"""A seat, what it owes (a key), whether its node gives that by itself, and where play stands (epoch, step)."""


class Limits:
    """The debts of the other operators of one game, each with its beginning."""

    def __init__(self, context: GameContext) -> None:
        self._context, self._charter = context, context.charter
        self._table, self._operator, self._presence = context.table, context.operator, context.presence
        self._due: dict[Due, float] = {}

    @property
    def _pause(self) -> PauseKeeper:
        return self._context.part(PauseKeeper)

    def look(self) -> None:
        """Take note of what is due now."""
        session, moment = self._table.session, trio.current_time()
        place, seats, paused = session.heads()[PLAY], self._charter.seats, self._pause.paused_operators()
        waits = [] if session.paused else session.owed()
        # As long as a cheat is there, whoever stands elsewhere has perhaps heard the other of its two tales: then it is
        # waited for in vain, and owes nothing but its vote.
        excused = "other-chain" if session.blame.convicts(session.play.present) else None
        due = [
            (wait.seat, wait.why, wait.automatic, place)
            for wait in waits
            if wait.seat is not None and seats[wait.seat].operator not in paused and wait.why != excused
        ]
        self._due = {one: self._due.get(one, moment) for one in due}

    def left(self, operator: int) -> float | None:
        """Seconds until somebody may be voted gone, at most 0 from then on; None where no limit runs."""
        if operator == self._operator or self._is_paused(operator):
            return None
        moment, ends = trio.current_time(), list[float]()
        if operator not in self._presence.connected:
            ends.append(self._presence.since(operator) + self._charter.away)
        for (seat, why, by_itself, _), since in self._due.items():
            limit = self._limit(why, by_itself)
            if limit is not None and self._charter.seats[seat].operator == operator:
                ends.append(since + limit)
        return min(ends) - moment if ends else None

    def expired(self, operator: int, grace: bool = False) -> bool:
        """Whether an operator may be voted gone; ``grace``: for at least as long as a person has for a decision."""
        left = self.left(operator)
        return left is not None and left <= (-(self._charter.idle or VOTE) if grace else 0)

    def is_decision_late(self, operator: int) -> bool:
        """Whether only an overdue decision of its person lets an operator be voted gone: its node can be asked."""
        moment, late = trio.current_time(), list[bool]()
        for (seat, why, by_itself, _), since in self._due.items():
            limit = self._limit(why, by_itself)
            if self._charter.seats[seat].operator == operator and limit is not None and moment >= since + limit:
                late.append(by_itself)
        return operator in self._presence.connected and self.expired(operator) and not any(late)

    def is_absent(self, operator: int) -> bool:
        """Whether somebody has not come back from a pause, or not gone on, for as long as the charter allows; since
        the person here goes on. A pause that it has agreed to and does not confirm begins for nobody, and nobody can
        go on from it either: that counts as well.
        """
        if self._table.session.ballots.is_agreed(PAUSE):
            return self._confirms_no_pause(operator)
        session = self._table.session
        paused = (
            session.paused or operator in session.paused_operators
        )  # who has gone on and vanished is not met either
        if not paused or (session.paused and not self._pause.resume_requested):
            return False
        moment, since = trio.current_time(), self._pause.resume_requested_at
        if operator not in self._presence.connected:
            return moment >= max(self._presence.since(operator), since) + self._charter.away
        return moment >= since + (self._charter.idle or VOTE)

    def _confirms_no_pause(self, operator: int) -> bool:
        moment, limit = trio.current_time(), self._charter.idle or VOTE
        return any(
            why == f"vote-{PAUSE}" and self._charter.seats[seat].operator == operator and moment >= since + limit
            for (seat, why, _, _), since in self._due.items()
        )

    def _limit(self, why: str, by_itself: bool) -> int | None:
        if by_itself:
            return self._charter.away
        return self._charter.idle or (VOTE if why.startswith("vote-") else None)

    def is_paused(self, operator: int) -> bool:
        """Whether this node rests in a pause, or somebody has not even told since one that they go on."""
        return self._table.session.paused or operator in self._pause.paused_operators()

    def _is_paused(self, operator: int) -> bool:
        return self.is_paused(operator) or self._table.session.ballots.is_agreed(PAUSE)
