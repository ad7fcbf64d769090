"""The table of a playing node as its desk serves it: every card and every act proved to the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from protocol.motions import PAUSE, WITHOUT_LEAVER
from tta_p2p.games.contract import Seat
from tta_p2p.net.cleaning import clean
from tta_p2p.net.framing import Kind
from tta_p2p.net.mesh import Mesh
from tta_p2p.node.game import failing
from tta_p2p.node.game.attendance import Attendance
from tta_p2p.node.game.autopilot import Autopilots
from tta_p2p.node.game.catching_up import CatchingUp
from tta_p2p.node.game.drafts import StoredDrafts
from tta_p2p.node.game.loop import Showing
from tta_p2p.node.game.pausing import Pausing
from tta_p2p.node.game.players import Players
from tta_p2p.node.game.presence import Connections, Presence
from tta_p2p.node.game.rematch import Rematch
from tta_p2p.node.game.signed import PROVEN, SignedTable
from tta_p2p.node.game.times import Times
from tta_p2p.node.game.votes import KINDS, Votes
from tta_p2p.node.serving.clients import Client
from tta_p2p.node.serving.tables import DECIDING, NotPossible, OwnSeats
from tta_p2p.node.watching.streaming import Stream
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import rematch as rematch_words
from tta_p2p.seats.parts.autopilot import Autopilot
from tta_p2p.seats.parts.chat import Chat, Say
from tta_p2p.seats.parts.pause import Resume
from tta_p2p.seats.parts.proofs import Proofs
from tta_p2p.seats.parts.recovery import GoOn
from tta_p2p.seats.parts.spectators import Watched
from tta_p2p.seats.parts.votes import Vote
from tta_p2p.table.game_table import GameTable

WATCHERS = 0.3
"""Seconds at least between two views for somebody who only watches: bots are faster than eyes, and views cost time."""

LONGEST_CHAT = 500
"""Letters; what is longer is cut off."""


class ProvenTable(SignedTable):
    """One game under way at this node, for those who play and watch through it."""

    watcher_pause = WATCHERS

    def __init__(
        self,
        table: GameTable,
        operator: int,
        mesh: Mesh,
        presence: Presence,
        players: Players,
        drafts: StoredDrafts,
        votes: Votes,
        catching_up: CatchingUp,
        pausing: Pausing,
        stream: Stream,
        rematch: Rematch,
        autopilots: Autopilots,
        times: Times,
        showing: Showing,
    ) -> None:
        """``operator``: this node's."""
        super().__init__(table, players.levels, presence.here)
        waits = table.charter.on_leave != "continue"
        self.motions = tuple(kind for kind in KINDS if not (waits and kind in WITHOUT_LEAVER))
        self._name = table.charter.operators[operator].name
        self._mesh, self._players, self._drafts, self._votes = mesh, players, drafts, votes
        self._presence = presence
        self._catching_up, self._pausing, self._stream = catching_up, pausing, stream
        self._rematch, self._showing, self._autopilots, self._times = rematch, showing, autopilots, times
        self.attendance: Attendance
        """At whose nodes nobody sits; set before anything is asked."""
        self.connections: Connections
        """Who is connected, as it was told; set as well."""
        self._unshown = failing.Unshown()
        self.ended_at = b""
        """The chain at the last place that is common to those who ended the game where each of them stood."""
        self.trouble: say.Failed | None = None
        """What is wrong with this node itself, for whoever comes to look."""
        self.turned_away: dict[int, say.Failed] = {}
        """Who refuses this node until it is let in, and why: as when another copy of it is there already."""

    def offers(self, client: Client) -> frozenset[str]:
        """Everything to who plays; to others looking, chat, and for the owner of a node of bots to play on.

        Before the seats are drawn nobody has one, and yet all may wait for a vote of whoever will.
        """
        watches = client.hello is not None and client.hello.watch
        others = {"chat"} if watches else {"chat", "go-on", "resume"}
        if client.seat is None:
            drawn = self.table.seating is not None
            return PROVEN | others | (set() if drawn or watches or self._players.only_bots else {"vote"})
        hints = {"hint"} if self.charter.hints else set[str]()
        return PROVEN | DECIDING | others | {"vote", "rematch", "autopilot"} | hints

    def places(self) -> OwnSeats | None:
        """The own seats, once they are drawn."""
        seating, players = self.table.seating, self._players
        if seating is None:
            return None
        bots, programs, given_up = (
            frozenset(seating.to_game(seat) for seat in some if seat in seating.charter)
            for some in (players.bots, players.programs, players.given_up)
        )
        return OwnSeats(self.table.own_seats, bots, programs, given_up)

    def used(self) -> list[int]:
        """For how many seconds each seat has been waited for, by this node's clock; nothing before seats are drawn."""
        seating, used = self.table.seating, self._times.used
        return [int(used[seat]) for seat in seating.charter] if seating is not None else []

    def changed(self, seat: Seat) -> None:
        """A client has changed the draft of its seat: it is stored, and shown."""
        self._drafts.changed(seat)
        self._showing.show_soon()

    def news(self) -> Iterable[say.Reply]:
        """How far it is checked, who has left, whom this node asks what it has said, which motions are open, who looks
        on.
        """
        yield self.proofs()
        yield from super().news()
        if self.trouble is not None:
            yield self.trouble
        if (returning := self._catching_up.returning()).missing:
            yield returning
        yield from self.turned_away.values()
        if (pause := self._pausing.news()) is not None:
            yield pause
        yield from self._players.given_up.values()
        yield from self._votes.to_tell
        if self._votes.may_go_on is not None:
            yield self._votes.may_go_on
        if self._votes.waits_for_people is not None:
            yield self._votes.waits_for_people
        yield from self._autopilots.news()
        yield from self.attendance.news()
        yield from self.connections.news()
        if self._stream.watchers:
            yield Watched(self._stream.watchers)
        if (again := self._rematch.news()) != rematch_words.Rematch():
            yield again

    def seeks(self, operator: int) -> bool:
        """Whether it is too early to say that somebody is not connected."""
        return self._presence.is_sought(operator)

    def resting(self) -> Collection[int]:
        """The operators who have not gone on since a pause, by what they have said or told."""
        return self._pausing.resting()

    def proofs(self) -> Proofs:
        """How far this node has come; of a game that some have ended for themselves, how far they came together."""
        session = self.table.session
        chain = self.ended_at or session.chain
        return Proofs(len(session.messages), not self._catching_up.speaking, chain=chain.hex())

    def ask(self, client: Client, request: say.Request) -> None:
        """Talk, vote, and play on without somebody. Raises NotPossible, OutOfOrder."""
        match request:
            case Say(text):
                self._chat(client, text)
            case Vote():
                if request.motion == PAUSE:
                    self._pausing.agree()
                self._votes.ask(request)
            case GoOn():
                self._go_on(client)
            case Resume():
                self._check_person(client)
                self._pausing.resume()
            case Autopilot(_, int(seat)) if seat != client.seat:
                raise NotPossible("node.not-your-seat", seat)
            case Autopilot(level) if client.seat is not None and self.table.seating is not None:
                self._autopilots.ask(self.table.seating.to_charter(client.seat), level)
            case rematch_words.AskRematch(answer):
                self._rematch.ask(client, answer)
            case _:
                super().ask(client, request)

    def hear_chat(self, operator: int, payload: bytes) -> None:
        """Somebody at another node says something."""
        try:
            text = payload.decode()[:LONGEST_CHAT]
        except UnicodeDecodeError:
            return
        name, seat = self.charter.operators[operator].name, self.seat_of_operator(operator)
        self._showing.tell_all(Chat(seat, name, clean(text, LONGEST_CHAT)))

    def _chat(self, client: Client, text: str) -> None:
        line = clean(text, LONGEST_CHAT)
        self._showing.tell_all(Chat(client.seat if client.seat is not None else -1, self._name, line))
        self._mesh.send_all(Kind.CHAT, line.encode())

    def _go_on(self, client: Client) -> None:
        """Play on without those who could know more of what was said here; only a person may decide that."""
        self._check_person(client)
        if not self._catching_up.go_on():
            raise NotPossible("node.waits-for-nobody")

    def _check_person(self, client: Client) -> None:
        programs, places = self._players.programs, self.places()
        by_program = places is None or client.seat is None or client.seat in places.programs
        if programs and by_program:
            raise NotPossible("node.person-only")

    def failed(self, client: Client, error: Exception, showing: bool) -> None:
        """This program has failed at something for one client: it is told, and the game goes on."""
        (self._unshown.failed if showing else failing.at_request)(client, error)
