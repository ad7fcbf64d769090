"""The clients' view before the game: the people in the lobby, its conditions, and the next step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import trio

from tta_p2p.games.game import Game
from tta_p2p.net.addresses import fingerprint
from tta_p2p.net.interfaces import Endpoint
from tta_p2p.net.likeness import lookalikes
from tta_p2p.node.lobby.announcements import split_addresses
from tta_p2p.node.lobby.conditions import conditions_before
from tta_p2p.node.lobby.messages import Room, RoomMember, read_conditions
from tta_p2p.node.machine import clock
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.desk import Desk
from tta_p2p.node.service.notices import error_reply
from tta_p2p.node.service.tables import OwnSeats, ServedTable
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.chat import ChatReply

DAY = 86_400
YEAR = 31_556_952
"""Seconds."""


class Antechamber(ServedTable):
    """The lobby as the desk serves it, while a table comes together."""

    begun = False

    def __init__(
        self,
        table: str,
        address: str,
        known: Callable[[bytes, str], say.TextRef],
        act: Callable[[say.Request], None],
        now: Callable[[], int] = clock.now,
        begins: Callable[[], bool] = lambda: False,
    ) -> None:
        """``known`` says what is known of a key and name; ``act`` does what a client receive (see `ask`).

        ``table`` is empty at a guest's, who reads what the host calls it; ``now`` reads the clock on the wall;
        ``begins``: whether a host has said start.
        """
        self.desk = Desk(self)
        self._table, self._address, self._known, self._act, self._now = table, address, known, act, now
        self._announced, self._begins = False, begins
        self._places: list[say.TableAddress] = []
        self._router: say.TextRef | None = None
        self._room: Room | None = None
        self._state = "waiting"
        self._waits: Callable[[], say.ErrorReply] | None = None
        """What is to be told of whom it waits for before it goes on, also to clients who come later."""
        self.tor: say.ErrorReply | None = None
        """How the Tor of this node stands, where it uses one."""
        self.folder = ""
        """The folder by way of which the table meets as well."""
        self._unable: dict[str, say.ErrorReply] = {}
        """Of the guests who could not store the game and have not agreed since, what is told."""
        self.away = frozenset[bytes]()
        """Those whose connection is lost and whose seat is kept, or at whose node nobody sits."""
        self._seen: dict[bytes, int] = {}
        """What the clock here said when each of them was seen first."""

    @property
    def play(self) -> None:
        """There is no game yet."""

    @property
    def rules(self) -> Game[Any, Any] | None:
        """The game that is proposed, once a guest has seen it."""
        return load_rules(read_conditions(self._room.conditions).game) if self._room is not None else None

    def offers(self, client: Client) -> frozenset[str]:
        """To agree, or as the host to begin and to send somebody away; to talk, and to go."""
        texts = () if self._room is None else ("chat", "texts")
        return frozenset({"look", "leave", *texts, *(("start", "dismiss") if self._table else ("ready",))})

    def places(self) -> OwnSeats | None:
        """Nobody has a seat yet."""
        return None

    def news(self) -> Iterator[say.Reply]:
        """Give the news for a new client."""
        if self.tor is not None:
            yield self.tor
        if self._waits is not None:
            yield self._waits()
        yield from self._unable.values()

    def ask(self, client: Client, request: say.Request) -> None:
        """Do what a client asks. Raises NotPossible."""
        self._act(request)

    def watch(self, room: Room, state: str) -> None:
        """The room has changed; guests who go because there is no table any more change nothing."""
        if self._state == "failed":
            return
        waits = {party.name for party in room.parties if not party.agrees}
        self._unable = {name: why for name, why in self._unable.items() if name in waits}
        self._waits = None  # it is in the room
        self._room, self._state = room, state
        self.desk.greet_again()

    def note_storage_failure(self, name: str, why: str) -> say.ErrorReply:
        """Say that a guest could not store the game; a client that comes before that guest agrees hears it as well."""
        said = self._unable[name] = error_reply("node.guest-store", name, why)
        return said

    def wait_for(self, words: Callable[[float], say.ErrorReply], rest: float) -> say.ErrorReply:
        """Say what it waits for, now and to a client that comes later; ``words``: of how many seconds are left."""
        until = trio.current_time() + rest
        self._waits = lambda: words(max(0.0, until - trio.current_time()))
        return words(rest)

    def show_talk(self, name: str, text: str) -> None:
        """Somebody in the room says something."""
        self.desk.tell_all(ChatReply(-1, name, text))

    def fail(self, why: say.ErrorReply) -> None:
        """The table did not come together; clients are told why, also those who come later."""
        self._state, self._waits = "failed", lambda: why
        self.desk.tell_all(why)
        self.desk.greet_again()

    def address(self, address: str, places: Iterable[Endpoint], announced: bool) -> None:
        """Tell the address of the table, its places, and whether the network here hears of it as well."""
        self._address, self._announced = address, announced
        self._places = [say.TableAddress(str(one.address), one.reach, one.vpn) for one in places]
        self.desk.greet_again()

    def tell_router(self, answered: say.TextRef | None) -> None:
        """Tell what the router answered that was asked to open the port."""
        self._router = answered
        self.desk.greet_again()

    def greeting(self, client: Client) -> say.LobbyReply:
        """Greet a client with the people here, the conditions, and the next step."""
        guests, seats, conditions, game = [], 0, list[say.TextRef](), ""
        if self._room is not None:
            proposed = read_conditions(self._room.conditions)
            seats, game = proposed.seats, proposed.game
            conditions = conditions_before(proposed, self._names(), self._operators())
            alike = lookalikes(self._operators())
            for number, party in enumerate(self._room.parties):
                key = fingerprint(party.identity)
                known = [self._known(party.identity, party.name)]
                known += [say.TextRef("looks-like", [other]) for other in alike.get(party.name, ())]
                if known[0].key != "you":
                    known += self._clock(party)
                guests.append(
                    say.LobbyMember(
                        party.name, key, known, len(party.seats), party.agrees, number == 0, party.identity in self.away
                    )
                )
        table = self._table or (self._room.table if self._room is not None else "")
        address, *alternatives = split_addresses(self._address) or ("",)
        return say.LobbyReply(
            *(self._state, table, address, guests, seats, conditions),
            game=game,
            announced=self._announced,
            begins=self._begins(),
            places=self._places,
            alternatives=alternatives,
            router=self._router,
            folder=self.folder,
        )

    def _clock(self, party: RoomMember) -> list[say.TextRef]:
        """Warn of a clock that differs by more than the time for which a lobby is open."""
        here = self._seen.setdefault(party.identity, self._now())
        off = party.clock - here
        if not party.clock or abs(off) < 2 * DAY:
            return []
        way, years = "ahead" if off > 0 else "behind", abs(off) >= 2 * YEAR
        amount = round(abs(off) / (YEAR if years else DAY))
        return [say.TextRef(f"clock-{way}-{'years' if years else 'days'}", [amount])]

    def _names(self) -> list[list[str]]:
        return [list(party.seats) for party in self._room.parties] if self._room is not None else []

    def _operators(self) -> list[str]:
        return [party.name for party in self._room.parties] if self._room is not None else []
