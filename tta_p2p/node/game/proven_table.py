"""The table of a playing node as its desk serves it: every card and every act proved to the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from protocol.waits import Wait
from tta_p2p.games.contract import Seat
from tta_p2p.node.game import faults as failing
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import Part
from tta_p2p.node.game.progress import Progress
from tta_p2p.node.game.roles import GameClock, MotionSource, PauseKeeper
from tta_p2p.node.game.signed_table import PROVEN, SignedTable
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.tables import DECIDING, OwnSeats
from tta_p2p.seats import messages as say

WATCHERS = 0.3
"""Seconds at least between two views for somebody who only watches: bots are faster than eyes, and views cost time."""


class ProvenTable(SignedTable):
    """One game under way at this node, for its players and spectators; what its parts offer, it offers."""

    watcher_pause = WATCHERS

    def __init__(self, context: GameContext, parts: Sequence[Part]) -> None:
        """``parts``: those of the game, which may not be there yet."""
        super().__init__(context.table, context.players.levels, context.presence.connected)
        self._context, self._parts = context, parts
        self._unshown = failing.DisplayFaults()
        self.trouble: say.ErrorReply | None = None
        """What is wrong with this node itself, for whoever comes to look."""
        self.turned_away: dict[int, say.ErrorReply] = {}
        """The operators that refuse this node until it is let in, and why: as when another copy of it is there already.
        """

    def offers(self, client: Client) -> frozenset[str]:
        """Name the offers of each part; and to a client with a seat, the right to decide."""
        offered = PROVEN | self._offered_by_parts(client)
        if client.seat is None:
            return offered
        hints = {"hint"} if self.charter.hints else set[str]()
        return offered | DECIDING | hints

    def _offered_by_parts(self, client: Client) -> frozenset[str]:
        tags = (
            str(request.__struct_config__.tag)
            for part in self._parts
            if part.requests and part.offers(client)
            for request in part.requests
        )
        return frozenset(tags)

    def refusal(self, do: str) -> str:
        """Give the reason why nobody can ask for this here: conditions forbid it, or this node has no part for it."""
        return "node.no-hints" if do == "hint" else "node.not-offered"

    @property
    def motions(self) -> tuple[str, ...]:  # type: ignore[override]
        """The kinds of motions that can be moved here."""
        return self._context.part(MotionSource).motions

    def places(self) -> OwnSeats | None:
        """The own seats, once they are drawn."""
        seating, players = self.table.seating, self._context.players
        if seating is None:
            return None
        bots, programs, given_up = (
            frozenset(seating.to_game(seat) for seat in some if seat in seating.charter)
            for some in (players.bots, players.programs, players.given_up)
        )
        return OwnSeats(self.table.own_seats, bots, programs, given_up)

    def used(self) -> list[int]:
        """For how many seconds each seat has been waited for, by this node's clock; nothing before seats are drawn."""
        seating, used = self.table.seating, self._context.part(GameClock).used
        return [int(used[seat]) for seat in seating.charter] if seating is not None and used else []

    def waited(self, wait: Wait) -> float:
        """Seconds for which it waited so before this node was started."""
        return self._context.part(GameClock).waited(wait.seat, wait.why)

    def changed(self, seat: Seat) -> None:
        """A client has changed the draft of its seat: it is stored, and shown."""
        for part in self._parts:
            part.changed(seat)
        self._context.loop.show_soon()

    def news(self) -> Iterable[say.Reply]:
        """Tell how far the game is checked, departures, faults here, and the news of each part."""
        yield self._context.part(Progress).reply()
        yield from super().news()
        if self.trouble is not None:
            yield self.trouble
        yield from self.turned_away.values()
        yield from self._context.players.given_up.values()
        yield from self._context.players.slow.values()
        for part in self._parts:
            yield from part.news()

    def is_connecting(self, operator: int) -> bool:
        """Whether it is too early to say that somebody is not connected."""
        return self._context.presence.is_connecting(operator)

    def paused_operators(self) -> Collection[int]:
        """The operators who have not gone on since a pause, by what they have said or told."""
        return self._context.part(PauseKeeper).paused_operators()

    def ask(self, client: Client, request: say.Request) -> None:
        """Let the part do it that offers it. Raises NotPossible, OutOfOrder, RuleError."""
        for part in self._parts:
            if isinstance(request, part.requests):
                part.ask(client, request)
                return
        super().ask(client, request)

    def failed(self, client: Client, error: Exception, showing: bool) -> None:
        """This program has failed at something for one client: it is told, and the game goes on."""
        (self._unshown.failed if showing else failing.report_failed_request)(client, error)
