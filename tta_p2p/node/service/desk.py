"""The desk: the seat protocol, served for every table there is.

It greets clients, shows them how the game stands when that has changed, lets them decide, and refuses what their table
does not offer. Whatever a client asks of the game itself, the answer is the same at every table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import trio

from protocol.errors import OutOfOrder
from tta_p2p.bots.levels import choices
from tta_p2p.games.contract import COMMON_ERRORS, NO_KNOWLEDGE, Act, RuleError, Seat
from tta_p2p.games.game import Game
from tta_p2p.i18n import UnknownLanguage, Words, catalogue, chain, game_texts
from tta_p2p.i18n.clauses import whole_texts
from tta_p2p.node.service.advisor import Advisor, explain_act
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.notices import TOR_SAID, error_reply, version_refusal
from tta_p2p.node.service.order_desk import OrderDesk, order_rules, skips_among
from tta_p2p.node.service.tables import NotPossible, OwnSeats, PlayUnderWay, ServedTable
from tta_p2p.registry import title
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.seats.parts.advice import HintRequest
from tta_p2p.seats.parts.orders import OrderRequest, SkipRequest
from tta_p2p.seats.parts.votes import VoteRequest
from tta_p2p.table.orders import Order

KEPT = 20
"""So much of what everybody must know is kept for those who come later."""

MOMENTS = frozenset({
    *("node.floods", "node.goes-on-soon", "node.asked-first", "node.stream-again"),
    *("node.program-again", "node.program-rests"),
})  # fmt: skip
"""Errors that are true of one moment: a client that comes later need not hear of them."""
CONDITIONS = frozenset({
    *("node.turned-away", "node.no-workers", "node.damaged", "node.damaged-secrets", "node.program-given-up"),
    "node.program-slow",
    *("node.may-go-on-without", "node.waits-for-people", "node.stream-lost", "node.stream-over"),
    *("node.stream-fault", "node.stream-fault-over"),
    *("node.knocks-again", "node.not-joined", "node.asks-whether-begun", "node.guest-store"),
    *TOR_SAID.values(),
})  # fmt: skip
"""Errors that end: their table has them among its news for as long as they are true."""

LOG_LINES = 100
"""How many lines of the log go in one message at most: a message is one line of bounded length, and games are long."""

BEFORE = {
    "ready": "node.guest-only",
    "start": "node.host-only",
    "dismiss": "node.host-only",
    "leave": "node.host-only",
}
"""What belongs in a lobby, and why somebody there is not offered it."""


@dataclass(frozen=True, slots=True)
class Basis:
    """All that the turn message of a seat depends on: as long as it is the same, so is the message."""

    facts: int
    mine: bool
    draft: tuple[Act, ...]
    orders: tuple[Order, ...]
    choice: Act | None = None
    """What the seat has chosen sealed and can still take back."""


class Desk:
    """Serves the clients of one table.

    >>> from tta_p2p.node.local.table import LocalTable
    >>> from tta_p2p.registry import load_rules
    >>> from tta_p2p.seats.encoding import read_reply
    >>> from tta_p2p.seats.lines import Lines
    >>> from tta_p2p.seats.memory import memory_pair
    >>> async def greeting():
    ...     ours, theirs = memory_pair()
    ...     desk, client = Desk(LocalTable(load_rules("caravan"), 2, names=("Ann", "Bob"))), Client(Lines(ours))
    ...     desk.attach(client)
    ...     desk.receive(client, say.HelloRequest(say.VERSION))
    ...     client.close()
    ...     await client.write()
    ...     return read_reply(await Lines(theirs).line())
    >>> said = trio.run(greeting)
    >>> said.game, [seat.name for seat in said.seats]
    ('caravan', ['Ann', 'Bob'])
    """

    def __init__(self, table: ServedTable, advising: Advisor | None = None) -> None:
        """``advisor``: asks a bot for advice where the table offers that (default: here and at once)."""
        self.table = table
        self._advising = advising or Advisor()
        self.clients: set[Client] = set()
        self.has_had_clients = False
        """Whether a client has ever been here."""
        self.visits = 0
        """How many clients that do not only watch have come: some may be gone before anybody looks at `clients`."""
        self._notices: list[say.Reply] = []
        self._turns: dict[Seat | None, tuple[Basis | None, say.TurnReply]] = {}
        """The last turn message of every seat that somebody has been shown."""
        self.orders = OrderDesk(table)
        """What seats have decided in advance."""

    # What the table has to say.

    def tell_all(self, said: say.Reply) -> None:
        """Say something to every client; what those that come later must know as well is kept for them."""
        if isinstance(said, say.AccusationReply | say.HaltReply | say.GameOverReply) or _lasts(said):
            self._notices = [*(one for one in self._notices if one != said), said][-KEPT:]
        for client in list(self.clients):
            if client.greeted:
                if isinstance(said, say.GameOverReply) and self.table.shows and not client.quiet:
                    self._show(client)  # what has led to the end comes before it
                client.say(_as_news(said))

    def show_all(self) -> None:
        """Show every client what it has not seen. What has not changed is not made anew, nor what nobody looks at."""
        for client in list(self.clients):
            if client.greeted and self.table.shows and not client.quiet:
                pause = self.table.watcher_pause if client.seat is None else 0.0
                if not pause or trio.current_time() >= client.shown_at + pause:
                    self._show(client)

    def greet_again(self) -> None:
        """Greet all clients anew; a client without a seat may be given one."""
        for client in list(self.clients):
            if client.greeted and client.hello is not None:
                if client.seat is None and not client.hello.watch and self.table.begun:
                    self._seat(client, client.hello)
                else:
                    client.say(self._greeting(client))

    def roll_back(self) -> None:
        """The table has gone back: log and turns begin anew."""
        self._turns.clear()
        for client in self.clients:
            client.told, client.shown = 0, None
        self.tell_all(say.RollbackReply())

    # What clients have to say.

    def attach(self, client: Client) -> None:
        """A client is here; it says hello first."""
        client.greeted, client.seat = False, None
        self.clients.add(client)
        self.has_had_clients = True

    def let_go(self) -> None:
        """Other desks serve these clients from now on: nothing is said to them from here any more."""
        self.clients.clear()

    def receive(self, client: Client, request: say.Request | None) -> None:
        """A client wants something; None: it has gone."""
        if client not in self.clients:
            return  # somebody has taken its seat over meanwhile
        if request is None or isinstance(request, say.ByeRequest):
            self.clients.discard(client)
            client.close()
            return
        try:
            self._serve(client, request)
        except NotPossible as error:
            client.say(error.failed)
        except RuleError as error:
            client.say(say.ErrorReply(error.line.key, wording.text_arguments(error.line.args), str(error)))
        except OutOfOrder as error:
            client.say(error_reply("node.not-now", error.key))
        except Exception as error:
            self.table.failed(client, error, showing=False)

    def _serve(self, client: Client, request: say.Request) -> None:
        if isinstance(request, say.HelloRequest):
            self._hello(client, request)
            return
        self._check_offered(client, request)
        play, seat = self.table.play, client.seat
        match request:
            case say.RefreshRequest():
                self._look(client)
            case say.LogRequest(since):
                client.told = max(0, since)
                if play is not None:
                    self._show_log(client, play, even_none=True)
            case say.PastRequest(numbers) if play is not None:
                for number in numbers:
                    client.say(_past(play, seat, number))
            case say.TextsRequest(language) if (game := self.table.rules) is not None:
                client.say(texts(game, language))
            case say.ActRequest() | say.UndoRequest() | say.RedoRequest() | say.ResetRequest() if (
                play is not None and seat is not None
            ):
                takes_back = isinstance(request, say.UndoRequest | say.ResetRequest)
                before = _draft(play, seat) if takes_back else ()
                self._decide(play, seat, request)
                client.shown = None  # who chooses the same once more has an answer as well
                self.table.changed(seat)
                if takes_back and before == _draft(play, seat) != ():
                    raise NotPossible("node.done-again")
            case SkipRequest() | OrderRequest() if play is not None and seat is not None:
                self.orders.ask(play, seat, request)
                self._look(client)
                self.table.changed(seat)
            case say.ExplainRequest(text) if play is not None and seat is not None:
                client.say(explain_act(play, seat, text))
            case HintRequest() if play is not None and seat is not None:
                self._advising.ask(play, client, seat)
            case VoteRequest(motion) if motion not in self.table.motions:
                raise NotPossible("node.no-motion", motion, [*self.table.motions])
            case _:
                self.table.ask(client, request)

    def _check_offered(self, client: Client, request: say.Request) -> None:
        """Refuse, here and nowhere else, requests that a table does not offer. Raises NotPossible."""
        do = str(request.__struct_config__.tag)
        if not client.greeted:
            raise NotPossible("node.hello-first")
        if do in self.table.offers(client):
            return
        if do in BEFORE:
            key = "node.begun" if self.table.begun else BEFORE[do]
        elif not self.table.begun:
            key = "node.no-game-yet"
        elif client.seat is not None:
            key = self.table.refusal(do)  # a seat of a recorded game has nothing to decide
        elif client.hello is not None and not client.hello.watch and self.table.places() is None:
            key = "node.no-game-yet"
        else:
            key = "node.watching"
        raise NotPossible(key, do)

    # Coming in.

    def _hello(self, client: Client, hello: say.HelloRequest) -> None:
        if self._seat(client, hello):
            if not client.quiet:
                self._look(client, greeted=True)
            for said in map(_as_news, [*self.table.news(), *self._notices]):
                client.say(said)

    def _seat(self, client: Client, hello: say.HelloRequest) -> bool:
        """Let a client in: at an own seat, or as a spectator; whether that was possible."""
        refusal = self._try_to_seat(client, hello)
        if refusal is not None:
            client.say(refusal)
            return False
        client.say(self._greeting(client))
        return True

    def _try_to_seat(self, client: Client, hello: say.HelloRequest) -> say.ErrorReply | None:
        if hello.version != say.VERSION:
            return version_refusal(hello.version)
        client.hello = hello
        places, seat = self.table.places(), None
        if places is not None and not hello.watch:
            seat = hello.seat if hello.seat is not None else self._free(places, client, hello.take_over)
            if seat is None and (hello.take_over or places.for_people):
                return error_reply("node.seat-taken")
            if seat is not None and seat not in places.own:
                return error_reply("node.not-your-seat", seat)
        for other in list(self.clients):
            if seat is not None and other is not client and other.seat == seat and not other.gone:
                if not hello.take_over:
                    return error_reply("node.seat-taken", seat)
                other.say(error_reply("node.taken-over", seat))
                other.close()
                self.clients.discard(other)
        client.greeted, client.seat, client.told, client.shown = True, seat, 0, None
        self.visits += not hello.watch
        return None

    def _free(self, places: OwnSeats, client: Client, take_over: bool) -> Seat | None:
        """The first seat that waits for a person; a program's only where it is given up, or taken over."""
        kept = frozenset[Seat]() if take_over else places.programs - places.given_up
        free = (seat for seat in places.own if seat not in places.bots and seat not in kept)
        driven = {other.seat for other in self.clients if other is not client and not other.gone}
        in_order = sorted(free, key=lambda seat: (seat in places.programs, seat))
        return next((seat for seat in in_order if take_over or seat not in driven), None)

    def _greeting(self, client: Client) -> say.WelcomeReply | say.LobbyReply:
        said, offered = self.table.greeting(client), sorted(self.table.offers(client))
        if isinstance(said, say.LobbyReply):
            return msgspec.structs.replace(said, offers=offered)
        levels = [*choices(said.game)] if "autopilot" in offered else []
        return msgspec.structs.replace(said, offers=offered, motions=list(self.table.motions), levels=levels)

    # Looking.

    def _look(self, client: Client, greeted: bool = False) -> None:
        """Show how things stand, whether it is new or not; ``greeted``: the client has just been."""
        if self.table.shows:
            self._show(client, whole=True)
        elif not greeted:
            client.say(self._greeting(client))

    def _show(self, client: Client, whole: bool = False) -> None:
        """Send a client what it has not seen: log, turn, and whom the game waits for."""
        play = self.table.play
        assert play is not None
        client.shown_at = trio.current_time()
        try:
            self._show_log(client, play)
            turn, waits = self._turn(play, client.seat), self.table.waits()
        except Exception as error:
            self.table.failed(client, error, showing=True)
            return
        if whole or client.shown is not turn:
            client.shown = turn
            client.say(turn)
        brief = [(wait.seat, wait.why, wait.connected) for wait in waits]
        if whole or client.waits != brief:
            client.waits = brief
            client.say(say.WaitReply(waits, self.table.used()))

    def _turn(self, play: PlayUnderWay, seat: Seat | None) -> say.TurnReply:
        """The turn message of a seat: the same one as before, as long as its position is the same."""
        mark = None
        if play.state is not None:
            mine = seat is not None and seat in play.to_decide()
            draft = play.draft(seat) if mine and seat is not None else None
            orders = self.orders.of(seat, play) if seat is not None else ()
            choice = play.choice(seat) if seat is not None else None
            mark = Basis(len(play.facts), mine, tuple(draft.acts) if draft is not None else (), orders, choice)
        known = self._turns.get(seat)
        if known is None or known[0] != mark:
            turn = say.TurnReply(-1, None, False, [], None) if mark is None else _turn(play, seat, mark)
            known = self._turns[seat] = (mark, turn)
        return known[1]

    def _show_log(self, client: Client, play: PlayUnderWay, even_none: bool = False) -> None:
        """Send the lines of the log that a client has not seen."""
        start, whole, faces = min(client.told, len(play.log)), len(play.log), play.knows(client.seat).faces
        then = partial(play.moments.faces, client.seat)
        while start < whole or even_none:
            lines = wording.log(play.game, play.log[start : start + LOG_LINES], faces, then)
            client.say(say.LogReply(start, lines, whole))
            start, even_none = start + len(lines), False
        client.told = whole

    # Deciding.

    def _decide(self, play: PlayUnderWay, seat: Seat, request: say.Request) -> None:
        """Carry out what the driver of a seat decides. Raises Illegal, NotPossible."""
        if isinstance(request, say.ActRequest):
            play.act(play.game.read(request.text, seat))
            self.orders.decided(seat)
            return
        draft = play.draft(seat)
        if isinstance(request, say.RedoRequest):
            if not draft.redo():
                raise NotPossible("node.nothing-to-redo")
            return
        if not play.take_back(seat):
            if not draft.undo():
                raise NotPossible("node.nothing-to-undo")
            if isinstance(request, say.ResetRequest):
                draft.reset()
        if not draft.acts:  # an order is carried out only where a draft begins
            self.orders.took_back(play, seat)


def _draft(play: PlayUnderWay, seat: Seat) -> tuple[Act, ...]:
    """Give the acts that a seat has drafted; none where it is not to decide."""
    return tuple(play.draft(seat).acts) if play.state is not None and seat in play.to_decide() else ()


OWN = (
    *("node.", "halted.", "why.", "known.", "charter.", "not-now.", "accused.", "store.", "program.", "errno."),
    *("net.", "join.", "refusal.", "record.", "secret.", "proved."),
)
"""How the keys of texts begin that are a node's own."""


def _as_news(said: say.Reply) -> say.Reply:
    """Mark an error that nobody's request has led to."""
    return msgspec.structs.replace(said, news=True) if isinstance(said, say.ErrorReply) else said


def _lasts(said: say.Reply) -> bool:
    """Whether an error is true for as long as there is this table: any is of which nothing else is known."""
    return isinstance(said, say.ErrorReply) and said.key not in MOMENTS and said.key not in CONDITIONS


def texts(game: Game[Any, Any], language: str) -> say.TextsReply:
    """The texts of a game, with those that all games share and those of the node itself."""
    try:
        spoken = [*reversed(chain(language))]
    except UnknownLanguage:
        spoken = ["en"]
    words = {key: text for one in spoken for key, text in catalogue(one).items()}
    rules = {key: text for one in spoken for key, text in _rules_texts(game, one).items()}
    common = {f"illegal.{key}": words[f"common.{key}"] for key in COMMON_ERRORS}
    own = {key: text for key, text in words.items() if key.startswith(OWN)}
    return say.TextsReply(language, {**common, **own, f"game.{game.name}": title(game.name), **rules})


def _rules_texts(game: Game[Any, Any], language: str) -> dict[str, str]:
    """The texts of a game as whole sentences: programs fill in places, and know no clauses."""
    own = game_texts(game, language)
    return whole_texts(own, game.clauses, game.notes, Words(language))


def _past(play: PlayUnderWay, seat: Seat | None, number: int) -> say.PastReply:
    """Give the state after so many facts, as the seat saw it then. Raises NotPossible."""
    moment = play.moments.at(number)
    if moment is None:
        raise NotPossible("node.no-game-yet", "past")
    view = play.game.view(moment.state, moment.knows.get(seat, NO_KNOWLEDGE), seat)
    return say.PastReply(number, wording.pending_decision(play.game.decision(moment.state)), view)


def _turn(play: PlayUnderWay, seat: Seat | None, mark: Basis) -> say.TurnReply:
    game, decision, faces = play.game, play.game.decision(play.state), play.knows(seat).faces
    done, legal = list[say.DraftedAct](), list[say.LegalAct]()
    if seat is not None and (mark.mine or mark.choice is not None):
        draft = play.draft(seat)
        decision = game.decision(draft.state)  # an act of the draft may ask for another one
        acts = draft.labels() if mark.choice is None else [(mark.choice, game.label(draft.state, mark.choice))]
        done = wording.drafted_acts(game, acts, faces)
        legal = wording.legal_acts(game, draft.state, draft.legal(), faces)
    view, rules = play.view(seat), order_rules(mark.orders, faces)
    return say.TurnReply(
        mark.facts, wording.pending_decision(decision), mark.mine, done, view, legal, skips_among(mark.orders), rules
    )
