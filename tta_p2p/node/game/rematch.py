"""Another game at the same table: who wants one when a game is over, who opens the table, and who comes along.

Nodes tell each other where they stand as soon as the game is over. The host opens the table as soon as its person wants
to, because it can be reached; if it has gone, whoever wants to. Nodes of bots come along. Nobody else is held: a node
stays only as long as somebody at it looks at the end, and not for ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec
import trio

from protocol.charter import Charter
from tta_p2p.net.framing import Kind
from tta_p2p.net.mesh import Mesh
from tta_p2p.node.game.presence import Presence
from tta_p2p.node.meeting.lobby_words import Places
from tta_p2p.node.serving.clients import Client
from tta_p2p.node.serving.desk import Desk
from tta_p2p.seats import messages as say

WINDOW = 600.0
"""Seconds after the end in which people can say that they want to play again."""
SETTLING = 1.0
"""Seconds after which somebody who wants to opens the table in the place of a host who has gone: others may, too."""

Stand = Literal["no", "may", "wants", "along", "opens"]
"""Nobody here comes; a person looks at the end; it wants to play again; bots come along with whoever does; opens it."""


class Word(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where an operator stands, and where others find the table that it opens."""

    stand: Stand
    places: Places = ()


@dataclass(frozen=True, slots=True)
class Going:
    """The operator that opens the table again, and where it says that others find it."""

    host: int
    places: tuple[str, ...] = ()


class Rematch:
    """Whether and where this node goes on to another game."""

    def __init__(
        self,
        charter: Charter,
        operator: int,
        presence: Presence,
        mesh: Mesh,
        *,
        only_bots: bool,
        places: tuple[str, ...],
    ) -> None:
        """``only_bots``: no person plays here; ``places``: where others find a table that this node opens."""
        self.going: Going | None = None
        """Where this node goes on, once that is known."""
        self.desk: Desk
        """Whose clients are people here; set before anything is asked."""
        self._charter, self._operator, self._presence, self._mesh = charter, operator, presence, mesh
        self._only_bots, self._places = only_bots, places
        self._answers: dict[Client, str] = {}
        self._heard: dict[int, Word] = {}
        self._own: Stand = "no"
        self._ended_at: float | None = None
        self._wants_since = 0.0
        self._told = say.Rematch()

    # What is said.

    def ask(self, client: Client, answer: str) -> None:
        """A person says whether it wants to play again."""
        self._answers[client] = answer
        if self._ended_at is not None:
            self._stand()
            if answer == "yes":
                client.say(self.news())

    def ended(self) -> None:
        """The game is over."""
        self._ended_at = trio.current_time()
        self._own = self._now()
        self._mesh.send_all(Kind.REMATCH, self._word())

    def came(self, operator: int) -> None:
        """A peer is connected."""
        if self._ended_at is not None:
            self._mesh.send(operator, Kind.REMATCH, self._word())

    def hear(self, operator: int, payload: bytes) -> bool:
        """A peer says where it stands; whether that is new."""
        try:
            word = msgspec.msgpack.decode(payload, type=Word)
        except msgspec.DecodeError:
            return False
        before = self._heard.get(operator)
        self._heard[operator] = word
        return word != before

    def news(self) -> say.Rematch:
        """Who wants to play again, as clients here are told; nothing before the game is over."""
        if self._ended_at is None:
            return say.Rematch()
        name = [operator.name for operator in self._charter.operators]
        opened = self._opened()
        host = opened if opened is not None else self._host()
        return say.Rematch(
            [name[operator] for operator in sorted(self._wanting())],
            name[host] if host is not None else "",
            self._own == "wants",
            opened is not None,
        )

    # What becomes of it.

    @property
    def holds(self) -> bool:
        """Whether this node stays although everybody has the end: somebody may still want to play again."""
        if self._ended_at is None or trio.current_time() > self._ended_at + WINDOW:
            return False
        here = {self._heard[operator].stand for operator in self._presence.here & set(self._heard)}
        return self._own in ("may", "wants") or (self._own == "along" and not here.isdisjoint({"may", "wants"}))

    def each_second(self, served: bool) -> None:
        """Look around; ``served``: whether everybody has the end, so that this node may go on elsewhere."""
        if self._ended_at is None or self.going is not None:
            return
        self._stand()
        if served:
            self._decide()
        if (news := self.news()) != self._told:
            self._told = news
            self.desk.tell_all(news)

    def _decide(self) -> None:
        opened = self._opened()
        if self._own not in ("wants", "along"):
            return
        if opened is not None:
            self.going = Going(opened, self._heard[opened].places)
            return
        settled = self._operator == 0 or trio.current_time() > self._wants_since + SETTLING
        if settled and self._host() == self._operator and self._wanting():
            self._own = "opens"
            self._mesh.send_all(Kind.REMATCH, self._word())
            self.going = Going(self._operator)

    def _stand(self) -> None:
        """Tell the others when this node stands otherwise than it did."""
        now = self._now()
        if now != self._own:
            self._own, self._wants_since = now, trio.current_time()
            self._mesh.send_all(Kind.REMATCH, self._word())

    def _now(self) -> Stand:
        answers = {answer for client, answer in self._answers.items() if client in self.desk.clients}
        if "yes" in answers:
            return "wants"
        if self._only_bots:
            return "along"
        return "may" if "perhaps" in answers else "no"

    def _word(self) -> bytes:
        return msgspec.msgpack.encode(Word(self._own, self._places[:8] if self._own == "opens" else ()))

    def _wanting(self) -> set[int]:
        """Who wants to play again, as far as they are here."""
        others = {one for one in self._presence.here if one in self._heard and self._heard[one].stand == "wants"}
        return others | ({self._operator} if self._own == "wants" else set())

    def _opened(self) -> int | None:
        """Who has opened the table again, also if it has left this one since."""
        return min((operator for operator, word in self._heard.items() if word.stand == "opens"), default=None)

    def _host(self) -> int | None:
        """Who opens the table if it wants to: the host, and in its place the first of those who want to."""
        here = 0 in self._presence.here and (0 not in self._heard or self._heard[0].stand != "no")
        if here or (self._operator == 0 and self._own != "no"):
            return 0
        return min(self._wanting(), default=None)
