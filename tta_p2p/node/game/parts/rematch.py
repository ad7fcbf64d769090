"""Another game at the same table: which players want one when a game is over, which opens the table, which come along.

Nodes tell each other where they stand as soon as the game is over. The host opens the table as soon as its person wants
to, because it can be reached; if it has gone, whoever wants to. Nodes of bots come along. Nobody else is held: a node
stays only as long as somebody at it looks at the end, and not for ever.

Whoever opens the table waits until all who come along have said that they know where to: a channel that breaks at that
moment comes back, and brings the word once more. And until the next game begins it keeps a place at the one that is
over: a node that was frozen or cut off for longer finds its end there, and hears where the others are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
import trio

from protocol.errors import BadEncoding
from protocol.wire import decode, encode
from tta_p2p.net.addresses import peer_addresses
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.tasks import Hint, contain
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import FrameValue, Part
from tta_p2p.node.game.roles import NextTable, Successor
from tta_p2p.node.lobby.messages import MOST_PLACES, Places
from tta_p2p.node.service.clients import Client
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import rematch as rematch_words

WINDOW = 600.0
"""Seconds after the end in which people can say that they want to play again."""
SETTLING = 1.0
"""Seconds after which somebody who wants to opens the table in the place of a host who has gone: others may, too."""
STAYING = 10.0
"""Seconds at most for which whoever opens the table waits until all who come along know where to."""
RETURNING = 20.0
"""Seconds for which somebody whose channel has ended without a word may only have lost it, and comes back."""

Stand = Literal["no", "may", "wants", "along", "opens", "comes"]
"""Nobody here comes; a person looks at the end; it wants to play again; bots come along with whoever does; opens it;
knows where it is open, and goes there (said to its host alone).
"""


MAX_WORD = 4096
"""Bytes of where somebody stands."""


class RematchStand(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An operator's stand on a rematch, and the place of the table that it opens."""

    stand: Stand
    places: Places = ()


class Rematch(Part, Successor):
    """Whether and where this node goes on to another game."""

    kinds = frozenset({FrameKind.REMATCH})
    requests = (rematch_words.RematchRequest,)

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._charter, self._operator = context.charter, context.operator
        self._presence, self._mesh = context.presence, context.mesh
        self._answers: dict[Client, str] = {}
        self._heard: dict[int, RematchStand] = {}
        self._own: Stand = "no"
        self._ended_at: float | None = None
        self._wants_since = 0.0
        self._opened_at = 0.0
        self._told = rematch_words.RematchReply()

    # What is said.

    def ask(self, client: Client, request: say.Request) -> None:
        """A person says whether it wants to play again."""
        assert isinstance(request, rematch_words.RematchRequest)
        self.answer(client, request.answer)

    def answer(self, client: Client, answer: str) -> None:
        """A person says whether it wants to play again."""
        self._answers[client] = answer
        if self._ended_at is not None:
            if self.next_table is None:
                self._stand()
            if answer == "yes":
                client.say(self.reply())

    def closing(self) -> None:
        """The game is over."""
        self._ended_at = trio.current_time()
        self._own = self._now()
        self._mesh.send_all(FrameKind.REMATCH, self._word())

    def peer_connected(self, operator: int) -> None:
        """A peer is connected."""
        elsewhere = self._own == "comes" and self.next_table is not None and self.next_table.host != operator
        if self._ended_at is not None and not elsewhere:
            self._mesh.send(operator, FrameKind.REMATCH, self._word())

    def hear(self, operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
        """A peer says where it stands."""
        try:
            word = decode(payload, RematchStand, MAX_WORD)
        except BadEncoding:
            return FrameValue.USELESS
        before = self._heard.get(operator)
        self._heard[operator] = word
        return FrameValue.NEWS if word != before else FrameValue.USELESS

    def news(self) -> Iterator[rematch_words.RematchReply]:
        """The players who want another game, once this one is over, as all clients here were told last."""
        if self._told != rematch_words.RematchReply():
            yield self._told

    def summary(self) -> str:
        """Sum up this node's stand, the others', and the place of the next table."""
        theirs = {operator: word.stand for operator, word in sorted(self._heard.items())}
        return f"{self._own} others {theirs} going on {self.next_table}" if self._ended_at is not None else ""

    def reply(self) -> rematch_words.RematchReply:
        """Name the players that want another game, as clients here are told; nothing before the game is over."""
        if self._ended_at is None:
            return rematch_words.RematchReply()
        name = [operator.name for operator in self._charter.operators]
        opened = self._opened()
        host = opened if opened is not None else self._host()
        return rematch_words.RematchReply(
            [name[operator] for operator in sorted(self._wanting())],
            name[host] if host is not None else "",
            self._own == "wants",
            opened is not None,
        )

    # What becomes of it.

    @property
    def holds(self) -> bool:
        """Whether this node stays although everybody has the end: somebody may still want to play again, or does not
        know yet where the table is open.
        """
        if self.next_table is not None:
            return bool(self._awaited())
        if self._ended_at is None or trio.current_time() > self._ended_at + WINDOW:
            return False
        if self._own != "along":
            return self._own in ("may", "wants")
        theirs = {word.stand for operator, word in self._heard.items() if self._may_come_back(operator)}
        return self._opened() is not None or not theirs.isdisjoint({"may", "wants"})

    def _awaited(self) -> set[int]:
        """Those who come along to the table that this node opens, and have not said yet that they know where it is.

        Who is here and has said nothing yet may be about to: its end of the game came a moment later.
        """
        if self._own != "opens" or trio.current_time() > self._opened_at + STAYING:
            return set()
        coming = {operator for operator, word in self._heard.items() if word.stand in ("wants", "along")}
        return coming | (self._presence.connected - set(self._heard))

    def _may_come_back(self, operator: int) -> bool:
        """Whether somebody is here, or may only have lost its channel for a moment."""
        moment, since = trio.current_time(), self._presence.since(operator)
        return operator in self._presence.connected or moment < since + RETURNING

    async def tick(self) -> None:
        """Look around. What fails here costs the rematch, and nothing else."""
        with contain(Hint.REMATCH, "those who play here"):
            self.look_around(self.context.loop.dispensable)

    def look_around(self, dispensable: bool) -> None:
        """Stand where the person here wants; ``dispensable``: whether everybody has the end."""
        if self._ended_at is None:
            return
        if self.next_table is not None:
            if not self.settled:
                self._yield()
            return
        self._stand()
        if dispensable:
            self._decide()
        if (reply := self.reply()) != self._told:
            self._told = reply
            self.context.tell_all(reply)

    def _decide(self) -> None:
        opened = self._opened()
        if self._own not in ("wants", "along"):
            return
        if opened is not None:
            self._come_along(opened)
            return
        settled = self._operator == 0 or trio.current_time() > self._wants_since + SETTLING
        if settled and self._host() == self._operator and self._wanting():
            self._own, self._opened_at = "opens", trio.current_time()
            self._mesh.send_all(FrameKind.REMATCH, self._word())
            self.next_table = NextTable(self._operator)

    def _come_along(self, host: int) -> None:
        """Go where somebody has opened the table."""
        places = tuple(map(str, peer_addresses(self._heard[host].places)))
        self._own, self.next_table = "comes", NextTable(host, places)
        self._mesh.send(host, FrameKind.REMATCH, self._word())

    def _yield(self) -> None:
        """Two have opened the table at the same moment: the first of them does, unless somebody comes to the other."""
        opened = self._opened()
        comes = any(word.stand == "comes" for word in self._heard.values())
        if self._own == "opens" and opened is not None and opened < self._operator and not comes:
            self._come_along(opened)

    def _stand(self) -> None:
        """Tell the others when this node stands otherwise than it did."""
        now = self._now()
        if now != self._own:
            self._own, self._wants_since = now, trio.current_time()
            self._mesh.send_all(FrameKind.REMATCH, self._word())

    def _now(self) -> Stand:
        answers = {answer for client, answer in self._answers.items() if client in self.context.loop.desk.clients}
        if "yes" in answers:
            return "wants"
        if self.context.players.only_bots:
            return "along"
        return "may" if "perhaps" in answers else "no"

    def _word(self) -> bytes:
        places = tuple(map(str, self._mesh.addresses))[:MOST_PLACES] if self._own == "opens" else ()
        return encode(RematchStand(self._own, places))

    def _wanting(self) -> set[int]:
        """The connected operators that want to play again."""
        others = {one for one in self._presence.connected if one in self._heard and self._heard[one].stand == "wants"}
        return others | ({self._operator} if self._own == "wants" else set())

    def _opened(self) -> int | None:
        """The operator that has opened the table again, also if it has left this one since."""
        return min((operator for operator, word in self._heard.items() if word.stand == "opens"), default=None)

    def _host(self) -> int | None:
        """The operator to open the table if it wants to: the host, or else the first that wants to."""
        said = self._heard.get(0)
        here = 0 in self._presence.connected if said is None else said.stand != "no" and self._may_come_back(0)
        if here or (self._operator == 0 and self._own != "no"):
            return 0
        return min(self._wanting(), default=None)
