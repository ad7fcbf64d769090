"""The table of a playing node as its desk serves it: every card and every act proved to the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tta_p2p.games.contract import Seat
from tta_p2p.net.cleaning import clean
from tta_p2p.net.framing import Kind
from tta_p2p.node.game.signed import SignedTable
from tta_p2p.node.game.votes import KINDS
from tta_p2p.node.serving.clients import Client
from tta_p2p.node.serving.tables import DECIDING, LOOKING, NotPossible, Places
from tta_p2p.seats import messages as say

if TYPE_CHECKING:
    from tta_p2p.node.game.playing import Playing

WATCHERS = 0.3
"""Seconds at least between two views for somebody who only watches: bots are faster than eyes, and views cost time."""

LONGEST_CHAT = 500
"""Letters; what is longer is cut off."""


class ProvenTable(SignedTable):
    """One game under way at this node, for those who play and watch through it."""

    motions = KINDS
    watcher_pause = WATCHERS

    def __init__(self, playing: Playing) -> None:
        super().__init__(playing.table, playing.levels, playing.here)
        self.playing = playing

    def offers(self, client: Client) -> frozenset[str]:
        """Everything to who plays; to others looking, chat, and for the owner of a node of bots to play on."""
        others = {"chat"} if client.hello is not None and client.hello.watch else {"chat", "go-on"}
        if client.seat is None:
            return LOOKING | others
        return LOOKING | DECIDING | others | ({"vote", "hint"} if self.charter.hints else {"vote"})

    def places(self) -> Places | None:
        """The own seats, once they are drawn."""
        seating, playing = self.table.seating, self.playing
        if seating is None:
            return None
        bots, programs, given_up = (
            frozenset(seating.to_game(seat) for seat in some if seat in seating.charter)
            for some in (playing.bots, playing.programs, playing.given_up)
        )
        return Places(self.table.own_seats, bots, programs, given_up)

    def changed(self, seat: Seat) -> None:
        """A client has changed the draft of its seat: it is stored, and shown."""
        self.playing.drafts.changed(seat)
        self.playing.show_soon()

    def news(self) -> Iterable[say.Reply]:
        """How far it is checked, whom this node asks what it has said, which motions are open, who looks on."""
        playing = self.playing
        yield self.proofs()
        if (returning := playing.catching_up.returning()).missing:
            yield returning
        yield from playing.given_up.values()
        yield from playing.votes.open.values()
        if playing.stream.watchers:
            yield say.Watched(playing.stream.watchers)

    def proofs(self) -> say.Proofs:
        """How far this node has come."""
        session = self.table.session
        return say.Proofs(len(session.messages), not self.playing.catching_up.speaking, chain=session.chain.hex())

    def ask(self, client: Client, request: say.Request) -> None:
        """Talk, vote, and play on without somebody. Raises NotPossible, OutOfOrder."""
        match request:
            case say.Say(text):
                self._chat(client, text)
            case say.Vote():
                self.playing.votes.ask(request)
            case say.GoOn():
                self._go_on(client)
            case _:
                super().ask(client, request)

    def hear_chat(self, operator: int, payload: bytes) -> None:
        """Somebody at another node says something."""
        try:
            text = payload.decode()[:LONGEST_CHAT]
        except UnicodeDecodeError:
            return
        name, seat = self.charter.operators[operator].name, self.seat_of_operator(operator)
        self.playing.tell_all(say.Chat(seat, name, clean(text, LONGEST_CHAT)))

    def _chat(self, client: Client, text: str) -> None:
        name, line = self.charter.operators[self.playing.row.operator].name, clean(text, LONGEST_CHAT)
        self.playing.tell_all(say.Chat(client.seat if client.seat is not None else -1, name, line))
        self.playing.mesh.send_all(Kind.CHAT, line.encode())

    def _go_on(self, client: Client) -> None:
        """Play on without those who could know more of what was said here; only a person may decide that."""
        programs, places = self.playing.programs, self.places()
        by_program = places is None or client.seat is None or client.seat in places.programs
        if programs and by_program:
            raise NotPossible("node.person-only")
        if not self.playing.catching_up.go_on():
            raise NotPossible("node.waits-for-nobody")

    def failed(self, client: Client, error: Exception, showing: bool) -> None:
        """This program has failed at something for one client: it is told, and the game goes on."""
        failures = self.playing.failures
        (failures.at_showing if showing else failures.at_request)(client, error)
