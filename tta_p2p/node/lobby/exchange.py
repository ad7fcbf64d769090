"""The lobby over channels: what the host's side (`host`) and a guest's (`guest`) have in common.

All come together there until the charter is signed. The node's clients see it as `LobbyReply`; a person (or a bot's
node, at once) says ready, the host says start. A guest that is lost before the charter is signed has lost nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from protocol.charter import SignedCharter
from tta_p2p.net.addresses import Address, HostKind, peer_address, peer_addresses
from tta_p2p.net.channel import Channel
from tta_p2p.net.cleaning import clean
from tta_p2p.net.errors import ChannelFull, ChannelLost
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.onions import ONION, ONION_PORT
from tta_p2p.net.scopes import Pace
from tta_p2p.node.lobby.messages import (
    LONGEST_TALK,
    MOST_PLACES,
    LobbyMessage,
    Room,
    read_conditions,
    read_lobby,
    write_lobby,
)
from tta_p2p.node.lobby.room import NOT_ENTERED
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.seats import messages as say

RoomListener = Callable[[Room, str], None]
"""Hears the room at each change, and its state: waiting, agreeing or starting."""
TalkListener = Callable[[str, str], None]
"""Hears the name of a speaker in the room, and the text."""


CLOSED = "closed"
"""Why a guest is dismissed: the host has closed the table."""
SENT_AWAY = "sent-away"
"""Why a guest is dismissed: the host plays with others."""
UNDER_WAY = "under-way"
"""Why a guest is dismissed: the game has begun without it."""
NOT_SIGNED = "not-signed"
"""Why a guest is dismissed: somebody agreed and has not signed."""
FULL = "full"
"""Why a guest is dismissed: every seat is taken, or kept for a guest that is lost; which, and for how many seconds."""
REFUSALS = frozenset({CLOSED, SENT_AWAY, UNDER_WAY, NOT_SIGNED, *NOT_ENTERED})
"""Everything for which a host dismisses somebody."""
HOST_GONE = "host-gone"
"""Why a guest goes: its channel to the host has ended."""
SEAT_KEPT = "seat-kept"
"""Why a guest goes for now: every seat is taken, and one is kept for somebody whose connection is lost."""
MOST_KEPT = 120.0
"""Seconds for which a guest knocks again at most since it first heard that a seat is kept for somebody."""
COME_IN = frozenset({HOST_GONE, NOT_SIGNED})
"""Why whoever was in the room is not there any more, and may come back."""
COMING_AGAIN = frozenset({*COME_IN, UNDER_WAY, "same-key", "beginning", SEAT_KEPT})
"""Why somebody who comes along to another game knocks again: its host is about to open the table, or to open it once
more, or has not noticed yet that this guest's last channel has ended.
"""
RETURNING = frozenset({HOST_GONE, "same-key", SEAT_KEPT})
"""Why a guest that was in the room, and has lost its host, dials it again: the host has perhaps not noticed yet."""
FRAMES_A_SECOND = 10.0
"""How many frames are read of each guest; every one of them may change what all are shown."""
FRAMES_OF_A_HOST = 50.0
"""How many frames a second are read of a host: what it shows goes on to clients, and they are to take it."""
TALK = (1.0, 5.0)
"""How often a person may say something: so many times a second, so many at once."""


class LobbyFailed(Exception):
    """The table did not come together: a key that says why, its arguments; ``details`` are for the log."""

    def __init__(self, *why: say.TextArgument, details: str = "") -> None:
        super().__init__(f"{why[0]}: {details}" if details else str(why[0]))
        self.why = why


@dataclass(frozen=True, slots=True)
class Agreement:
    """The charter that all have signed, with the certificates and addresses of everybody in its order."""

    charter: SignedCharter
    operator: int
    certificates: tuple[bytes, ...]
    places: tuple[tuple[str, ...], ...]
    unattended: tuple[int, ...] = ()
    """Those of the charter's operators who have said that no person plays at their node."""
    bots: tuple[str, ...] = ()
    """Of which levels the bots of the host are, as its conditions say."""


def agreement_of(signed: SignedCharter, room: Room, identity: bytes) -> Agreement:
    """Give the agreement that everybody holds once all have signed, as this identity sees it."""
    operator = next(i for i, one in enumerate(signed.charter.operators) if one.identity == identity)
    certificates = tuple(party.certificate for party in room.parties)
    unattended = tuple(number for number, party in enumerate(room.parties) if party.unattended)
    places = tuple(tuple(map(str, peer_addresses(party.places))) for party in room.parties)
    return Agreement(signed, operator, certificates, places, unattended, read_conditions(room.conditions).bots)


def sendable_talk(text: str, pace: Pace) -> str:
    """Give the part of a person's words that may be sent; empty where nothing can be shown. Raises NotPossible."""
    said = clean(text, LONGEST_TALK)
    if said and not pace.try_spend(1):
        raise NotPossible("node.too-much-talk")
    return said


def places_seen(hosts: Iterable[str], told: Iterable[str]) -> tuple[str, ...]:
    """Give the places of a peer: its ports at the host where it was seen, and those where it says it listens."""
    known = peer_addresses(told)
    ports = dict.fromkeys(place.port for place in known if place.kind is not HostKind.ONION)
    here = any(place.is_loopback for place in known)
    seen = [Address(host, port) for host in hosts for port in (ports if not host.endswith(ONION) else (ONION_PORT,))]
    seen = [place for place in seen if here or not place.is_loopback]  # whoever comes by way of Tor seems to be here
    return tuple(dict.fromkeys(str(place) for place in (*seen, *known)))


def places_of_guest(host: str, told: Iterable[str]) -> tuple[str, ...]:
    """Give the places, as all are told, of a guest that came from ``host``."""
    seen = peer_address(host, 1)
    return places_seen([] if seen is None else [seen.host], told)[:MOST_PLACES]


async def receive_message(channel: Channel, attended: Callable[[bytes], None] | None = None) -> LobbyMessage:
    """Receive the next message of the other side. Raises ChannelLost, BadEncoding.

    ``attended`` hears what the other side says meanwhile of where somebody sits (`attendance`).
    """
    while True:
        frame = await channel.receive()
        if frame.kind == FrameKind.LOBBY:
            return read_lobby(frame.payload)
        if frame.kind == FrameKind.ATTENDED and attended is not None:
            attended(frame.payload)


async def send_message(channel: Channel, said: LobbyMessage) -> None:
    """Say something, as soon as there is room for it. Raises ChannelLost."""
    await channel.send(FrameKind.LOBBY, write_lobby(said))


def send_now(channel: Channel, said: LobbyMessage | bytes) -> None:
    """Say something at once, or (bytes) where somebody sits; a peer that takes nothing any more loses its channel."""
    with contextlib.suppress(ChannelLost):  # its own task notices
        try:
            if isinstance(said, bytes):
                channel.send_nowait(FrameKind.ATTENDED, said)
            else:
                channel.send_nowait(FrameKind.LOBBY, write_lobby(said))
        except ChannelFull as error:
            channel.abandon("takes-nothing", str(error))
