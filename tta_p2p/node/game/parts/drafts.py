"""The drafts of a playing node's seats: kept in the store, so that they outlive clients and the node itself."""

from __future__ import annotations

from contextlib import suppress

from protocol.errors import Fault
from tta_p2p.games.contract import RuleError, Seat
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.faults import log_fault
from tta_p2p.node.game.part import Part
from tta_p2p.table import binding
from tta_p2p.table.game_table import GameStarted, TableEvent


class DraftStore(Part):
    """The drafts of one game."""

    serves = Stake.PLAY

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._store, self._sid, self._table, self._environment = (
            context.store,
            context.sid,
            context.table,
            context.environment,
        )
        self._stored = self._store.drafts(self._sid)
        self._changed: set[Seat] = set()

    def changed(self, seat: Seat) -> None:
        """The draft of a seat is another one now."""
        self._changed.add(seat)

    async def save(self) -> None:
        """Store the drafts that have changed. Raises StoreError."""
        table = self._table
        for seat in sorted(self._changed) if not self.context.erased else ():
            draft, choice = table.drafts.get(seat), table.choice(seat)
            acts = tuple(draft.acts) if draft is not None and not draft.closed else ()
            data = binding.write_entry(acts) if acts else b""
            if choice is not None:
                data = binding.write_choice(len(table.facts), choice)
            await self._environment.aside(self._store.save_draft, self._sid, seat, data)
            self._changed.discard(seat)

    async def event(self, event: TableEvent) -> None:
        """The game begins anew: drafts that survived are tried again as soon as their seats decide."""
        if isinstance(event, GameStarted):
            self._stored = await self._environment.aside(self._store.drafts, self._sid)

    def act(self) -> bool:
        """Lay a stored draft before the seat that is to decide; one that does not fit any more is forgotten.

        What it had chosen sealed it has chosen again, if it is still the same decision; whether any seat has.
        """
        table, chosen = self._table, False
        for seat in table.to_decide() if self._stored else ():
            data = self._stored.pop(seat, None)
            if data:
                try:
                    with suppress(binding.BadEntry, RuleError):
                        if table.decision is not None and table.decision.sealed:
                            number, act = binding.read_choice(data)
                            if number == len(table.facts) and act.seat == seat:
                                chosen = table.act(act) or chosen
                        else:
                            table.draft(seat).replay(list(binding.read_entry(data, seat)))
                except Exception as error:  # what was only a draft must not stop the game
                    log_fault(Fault.of("at a stored draft", error))
        return chosen
