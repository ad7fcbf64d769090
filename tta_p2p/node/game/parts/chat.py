"""Chat of the people at the nodes of a game; nothing of it is signed, stored or proved.

What is said while nobody sits here waits for the person who comes next, as long as this node runs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from tta_p2p.net.cleaning import clean
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.tasks import Stake
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import FrameValue, Part
from tta_p2p.node.service.clients import Client
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts import chat as chat_words

LONGEST_CHAT = 500
"""Letters; what is longer is cut off."""
UNREAD = 50
"""So many lines wait for somebody who comes."""


class Chat(Part):
    """The lines that people here and elsewhere say."""

    serves = Stake.HINT
    kinds = frozenset({FrameKind.CHAT})
    requests = (chat_words.ChatRequest,)

    def __init__(self, context: GameContext) -> None:
        super().__init__(context)
        self._unread: deque[chat_words.ChatReply] = deque(maxlen=UNREAD)
        """What was said while nobody sat here."""

    def offers(self, client: Client) -> bool:
        """Everybody may talk, spectators too."""
        return True

    def ask(self, client: Client, request: say.Request) -> None:
        """A person here says something."""
        assert isinstance(request, chat_words.ChatRequest)
        line = clean(request.text, LONGEST_CHAT)
        seat = client.seat if client.seat is not None else -1
        self.context.tell_all(chat_words.ChatReply(seat, self.context.name(self.context.operator), line))
        self.context.mesh.send_all(FrameKind.CHAT, line.encode())

    def hear(self, operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
        """A person at another node says something. It helps no game, and costs its sender's patience."""
        try:
            text = payload.decode()[:LONGEST_CHAT]
        except UnicodeDecodeError:
            return FrameValue.USELESS
        seat, name = self.context.first_seat(operator), self.context.name(operator)
        said = chat_words.ChatReply(seat, name, clean(text, LONGEST_CHAT))
        if not any(client.greeted and client.hello is not None and not client.hello.watch for client in self._clients):
            self._unread.append(said)
        self.context.tell_all(said)
        return FrameValue.USELESS

    @property
    def _clients(self) -> Iterable[Client]:
        return self.context.loop.desk.clients

    def news(self) -> Iterable[say.Reply]:
        """Give what nobody here has read yet."""
        return tuple(self._unread)

    def notice(self, client: Client, request: say.Request) -> None:
        """Somebody at a seat asks for something, and so has been told before what was said."""
        if client.seat is not None and not isinstance(request, say.HelloRequest):
            self._unread.clear()
