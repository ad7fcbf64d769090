"""Another game at the same table: which players want one when a game is over, which opens the table, which come along.

Nodes tell each other where they stand as soon as the game is over. The host opens the table as soon as its person wants
to, because it can be reached; if it has gone, whoever wants to. Nodes of bots come along. Nobody else is held: a node
stays only as long as somebody at it looks at the end, and not for ever.

An opening is one with an address: a node that others cannot reach does not open the table, and no other opening is
heard as one. Who wants to open and does not is passed over after a while, a host whose person only may want to after a
longer one, and so is a table at which nobody comes together: the node looks for another one, or opens it. Its people
read that. The time that somebody has begins once, whatever it says meanwhile: so nobody holds the others by its words.

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
from tta_p2p.net.addresses import Address, peer_addresses
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.tasks import Hint, Stake, contain
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import FrameValue, Part
from tta_p2p.node.game.roles import NextTable, Successor
from tta_p2p.node.lobby.messages import MOST_PLACES, Places
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.notices import error_reply
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import rematch as rematch_words

WINDOW = 600.0
"""Seconds after the end in which people can say that they want to play again."""
LAST_WORDS = 30.0
"""Seconds at most for which a node stays after those, to tell people who want to play again that nobody opens."""
SETTLING = 1.0
"""Seconds after which somebody who wants to opens the table in the place of a host who has gone: others may, too."""
STAYING = 10.0
"""Seconds at most for which whoever opens the table waits until all who come along know where to."""
TURN = 20.0
"""Seconds for which somebody whose turn it is to open the table, and who wants to, may take until the next may."""
PONDERING = 120.0
"""Seconds for which a host whose person may want to play again is waited for while others want to."""
RETURNING = 20.0
"""Seconds for which somebody whose channel has ended without a word may only have lost it, and comes back."""

Stand = Literal["no", "may", "wants", "along", "opens", "comes"]
"""Nobody here comes; a person looks at the end; it wants to play again; bots come along with whoever does; opens it;
knows where it is open, and goes there (said to its host alone).
"""
HOSTS: frozenset[Stand] = frozenset({"may", "wants", "along", "comes"})
"""The stands of a host that may open the table."""

LATE, UNREACHABLE, FAILED = "node.rematch-late", "node.rematch-unreachable", "node.rematch-failed"
"""Reasons for no other game: no player has opened the table, none can come to this node, this program fails at it."""
PASSED = "node.rematch-passed"
"""Somebody whose turn it was to open the table has not: the next may."""

MAX_WORD = 4096
"""Bytes of where somebody stands."""


class RematchStand(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An operator's stand on a rematch, and the place of the table that it opens."""

    stand: Stand
    places: Places = ()


class Rematch(Part, Successor):
    """Whether and where this node goes on to another game."""

    serves = Stake.HINT
    kinds = frozenset({FrameKind.REMATCH})
    requests = (rematch_words.RematchRequest,)

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._charter, self._operator = context.charter, context.operator
        self._presence, self._mesh = context.presence, context.mesh
        self._answers: dict[Client, str] = {}
        self._heard: dict[int, RematchStand] = {}
        self._turn_since: dict[int, float] = {}
        """The moment since which it has been somebody's turn to open the table, while a person here wants to."""
        self._passed: set[int] = set()
        """Those who have not opened the table in their time: the next may."""
        self._missed: set[int] = set()
        """Those at whose table nobody came together: they are waited for no more, nor followed."""
        self._own: Stand = "no"
        self._ended_at: float | None = None
        self._until = 0.0
        """The moment until which people can say that they want to play again."""
        self._said = ""
        """The last sentence about why there is no other game yet."""
        self._wants_since = 0.0
        self._opened_at = 0.0
        self._told = rematch_words.RematchReply()

    # What is said.

    def ask(self, client: Client, request: say.Request) -> None:
        """A person says whether it wants to play again."""
        assert isinstance(request, rematch_words.RematchRequest)
        self._answer(client, request.answer)

    def _answer(self, client: Client, answer: str) -> None:
        """A person says whether it wants to play again."""
        self._answers[client] = answer
        if answer != "yes":  # whoever wants to later waits anew
            self._turn_since.clear()
            self._passed.clear()
        if self._ended_at is not None:
            if self.next_table is None:
                self._stand()
            if answer == "yes":
                client.say(self._reply())

    def closing(self) -> None:
        """The game is over."""
        self._ended_at = trio.current_time()
        self._until = self._ended_at + WINDOW
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

    def _reply(self) -> rematch_words.RematchReply:
        """Name the players that want another game, as clients here are told; nothing before the game is over."""
        if self._ended_at is None:
            return rematch_words.RematchReply()
        name = [operator.name for operator in self._charter.operators]
        opened = self._opened()
        host = opened if opened is not None else self._host()
        return rematch_words.RematchReply(
            [name[operator] for operator in sorted(self._wanting())],
            name[host] if host is not None else "",
            self._eager,
            opened is not None,
        )

    # What becomes of it.

    @property
    def holds(self) -> bool:
        """Whether this node stays although everybody has the end: somebody may still want to play again, or does not
        know yet where the table is open.
        """
        if self.next_table is not None:
            return bool(self._awaited()) or (not self.settled and self._first_opener() is not None)
        if self._ended_at is None:
            return False
        if (late := trio.current_time() - self._until) > 0 and (self._said == LATE or late > LAST_WORDS):
            return False
        if late > 0:
            return self._eager
        if self._own != "along":
            return self._own in ("may", "wants")
        theirs = {word.stand for operator, word in self._heard.items() if self._may_come_back(operator)}
        return self._opened() is not None or not theirs.isdisjoint({"may", "wants"})

    @property
    def restless(self) -> bool:
        """Whether somebody here waits for another game, or for those who come to it."""
        return self._ended_at is not None and not self.settled and (self._eager or self._own == "opens")

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
        with contain(Hint.REMATCH, "those who play here") as looked:
            self._look_around(self.context.loop.dispensable)
        if looked.failed and self._said != FAILED:
            self._said = FAILED
            self.context.tell_all(error_reply(FAILED))

    def _look_around(self, dispensable: bool) -> None:
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
        self._say_why_not()
        if (reply := self._reply()) != self._told:
            self._told = reply
            self.context.tell_all(reply)

    def _decide(self) -> None:
        opened = self._opened()
        if self._own not in ("wants", "along"):
            return
        if opened is not None:
            self._come_along(opened)
            return
        if self._wanting() and self._is_own_turn():
            self._own, self._opened_at = "opens", trio.current_time()
            self._mesh.send_all(FrameKind.REMATCH, self._word())
            self.next_table = NextTable(self._operator)

    def _is_own_turn(self) -> bool:
        """Whether this node opens the table now: those who may before it have had their time to."""
        turns = self._turns()
        if self._operator not in turns:
            return False
        for one in turns[: turns.index(self._operator)]:
            if not self._has_had_its_time(one):
                return False
        return trio.current_time() > self._wants_since + (SETTLING if self._operator else -1.0)

    def _has_had_its_time(self, operator: int) -> bool:
        """Whether somebody whose turn it is has had its time to open the table, which begins once."""
        now = trio.current_time()
        ponders = operator in self._heard and self._heard[operator].stand == "may"
        if now <= self._turn_since.setdefault(operator, now) + (PONDERING if ponders else TURN):
            return operator in self._passed
        if operator not in self._passed:
            self._passed.add(operator)
            self.context.tell_all(error_reply(PASSED, self.context.name(operator)))
        return True

    def _come_along(self, host: int) -> None:
        """Go where somebody has opened the table."""
        self._own, self.next_table = "comes", NextTable(host, tuple(map(str, self._places(host))))
        self._mesh.send(host, FrameKind.REMATCH, self._word())

    def look_elsewhere(self, host: int) -> None:
        """Nobody comes together at the table that ``host`` has said to open: stand as before, and look for another."""
        super().look_elsewhere(host)
        self._missed.add(host)
        self._until = trio.current_time() + WINDOW
        self._stand()

    def _say_why_not(self) -> None:
        """Tell people who want another game why there is none, where that is not for somebody here to change."""
        if not self._eager:  # also where it has just opened the table, or gone to one
            return
        late = trio.current_time() > self._until
        why = LATE if late else "" if self._reachable or self._turns() else UNREACHABLE
        if why != self._said:
            self._said = why
            if why:
                self.context.tell_all(error_reply(why))

    def _yield(self) -> None:
        """Two have opened the table at the same moment: the first of them does, unless somebody comes to the other."""
        if (first := self._first_opener()) is not None:
            self._come_along(first)

    def _first_opener(self) -> int | None:
        """Somebody that this node goes to although it has opened the table, too."""
        opened = self._opened()
        comes = any(word.stand == "comes" for word in self._heard.values())
        if opened is None or opened > self._operator or self._own != "opens" or comes:
            return None
        return opened

    def _stand(self) -> None:
        """Tell the others when this node stands otherwise than it did."""
        now = self._now()
        if now != self._own:
            self._own, self._wants_since = now, trio.current_time()
            self._mesh.send_all(FrameKind.REMATCH, self._word())

    def _now(self) -> Stand:
        answers = self._answers_here()
        if "yes" in answers:
            return "along" if self._makes_way() else "wants"
        if self.context.players.only_bots:
            return "along"
        return "may" if "perhaps" in answers else "no"

    def _answers_here(self) -> set[str]:
        return {answer for client, answer in self._answers.items() if client in self.context.loop.desk.clients}

    @property
    def _eager(self) -> bool:
        """Whether a person here wants to play again, whatever the others are told."""
        return self._own == "wants" or (self._own == "along" and "yes" in self._answers_here())

    @property
    def _reachable(self) -> bool:
        """Whether others can come to a table that this node opens."""
        return bool(self._mesh.addresses)

    def _makes_way(self) -> bool:
        """Whether this node cannot open the table, and somebody after it wants to: nobody need wait for it."""
        return not self._reachable and any(one > self._operator for one in self._others_wanting())

    def _word(self) -> bytes:
        places = tuple(map(str, self._mesh.addresses))[:MOST_PLACES] if self._own == "opens" else ()
        return encode(RematchStand(self._own, places))

    def _wanting(self) -> set[int]:
        """The connected operators that want to play again."""
        return self._others_wanting() | ({self._operator} if self._eager else set())

    def _others_wanting(self) -> set[int]:
        return {one for one in self._presence.connected if one in self._heard and self._heard[one].stand == "wants"}

    def _places(self, operator: int) -> tuple[Address, ...]:
        """The places at which somebody says that it has opened the table; with none to be dialled it has not."""
        word = self._heard[operator]
        return peer_addresses(word.places) if word.stand == "opens" else ()

    def _opened(self) -> int | None:
        """The operator that has opened the table again, also if it has left this one since."""
        return min((one for one in self._heard if one not in self._missed and self._places(one)), default=None)

    def _host(self) -> int | None:
        """The operator to open the table if it wants to: the host, or else the first that wants to."""
        turns = self._turns()
        return next((one for one in turns if one not in self._passed), next(iter(turns), None))

    def _turns(self) -> list[int]:
        """The operators that may open the table, in their order: the host, and then those that want to."""
        said = self._heard.get(0)
        here = 0 in self._presence.connected if said is None else said.stand in HOSTS and self._may_come_back(0)
        first = {0} if here or (self._operator == 0 and self._own != "no") else set()
        may = (first | self._wanting()) - self._missed
        return sorted(may if self._reachable else may - {self._operator})
