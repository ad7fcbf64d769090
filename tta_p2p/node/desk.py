"""What a playing node says to its clients: greetings, views, logs, explanations."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol

import trio

from protocol.charter import Charter
from tta_p2p.bots.base import Situation, make_bot
from tta_p2p.games.contract import COMMON, NOTHING, Game, Knowledge
from tta_p2p.i18n import LANGUAGES, catalogue
from tta_p2p.node.clients import Client
from tta_p2p.node.conditions import in_words
from tta_p2p.node.phrase import table_phrase
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.table import binding
from tta_p2p.table.game_table import GameTable

if TYPE_CHECKING:
    from tta_p2p.node.playing import Playing


class Shown(Protocol):
    """What clients are shown of a game, by a node that plays it or by one that only watches."""

    table: GameTable
    charter: Charter
    levels: dict[int, str]
    """The bots of this node: the level of each seat of the charter."""
    here: set[int]
    """The other operators who are connected."""
    waiting_since: dict[tuple[int | None, str], float]


def now() -> int:
    """Seconds since 1970."""
    return int(time.time())


def seat_of_operator(table: GameTable, operator: int) -> int:
    """The first seat of the game that an operator plays; -1 before seats are drawn."""
    if table.seating is None:
        return -1
    seats = [table.seating.to_game(s) for s in table.charter.seats_of(operator) if s in table.seating.charter]
    return min(seats, default=-1)


def greet(playing: Playing, client: Client, hello: say.Hello) -> None:
    """Let a client in: at an own seat, or as a watcher."""
    table, charter = playing.table, playing.charter
    if hello.version != say.VERSION:
        client.say(say.other_version(hello.version))
        return
    client.hello = hello
    seat = hello.seat if hello.watch or hello.seat is not None else free_seat(playing, client, hello.take_over)
    if seat is None and not hello.watch and table.seating is not None and (hello.take_over or not playing.only_bots):
        text = "every seat of this node is driven already; attach with --take-over, or --watch"
        client.say(say.Failed("node.seat-taken", [], text))
        return
    if seat is not None and table.seating is not None and seat not in table.own_seats:
        client.say(say.Failed("node.not-your-seat", [seat], f"seat {seat} is not played on this node"))
        return
    if seat is not None:
        for other in list(playing.clients):
            if other is not client and other.seat == seat and not other.gone:
                if not hello.take_over:
                    client.say(say.Failed("node.seat-taken", [seat], "another client drives this seat; take it over"))
                    return
                other.say(say.Failed("node.taken-over", [seat], "another client has taken this seat over"))
                other.close()
                playing.clients.discard(other)
    client.greeted, client.seat, client.told = True, seat, 0
    client.say(
        say.Welcome(
            say.VERSION,
            charter.game,
            playing.row.sid.hex(),
            seat,
            seats(playing),
            binding.read_options(charter.options),
            in_words(charter),
            table_phrase(playing.row.sid),
        )
    )


def free_seat(playing: Playing, client: Client, take_over: bool) -> int | None:
    """The first own seat that waits for a person; before the seats are drawn there is none."""
    seating = playing.table.seating
    if seating is None:
        return None
    own = [seat for seat in playing.table.own_seats if seating.to_charter(seat) not in playing.bots]
    programs = {seating.to_game(seat) for seat in playing.programs}
    kept = set() if take_over else programs - {seating.to_game(seat) for seat in playing.given_up}
    own = sorted((seat for seat in own if seat not in kept), key=lambda seat: (seat in programs, seat))
    driven = {other.seat for other in playing.clients if other is not client and not other.gone}
    return next((seat for seat in own if take_over or seat not in driven), None)


def seats(game: Shown) -> list[say.SeatInfo]:
    """Who sits where, by the seats of the game (of the charter before they are drawn)."""
    charter, table = game.charter, game.table
    order = table.seating.charter if table.seating is not None else tuple(range(len(charter.seats)))
    infos = []
    for number, seat in enumerate(order):
        operator = charter.seats[seat].operator
        here = operator == game.table.operator or operator in game.here
        name, host = charter.seats[seat].name, charter.operators[operator].name
        infos.append(say.SeatInfo(number, name, operator, host, game.levels.get(seat), here))
    return infos


def knows(game: Shown, seat: int | None) -> Knowledge:
    """What a seat of this node knows."""
    return game.table.knows.get(seat, NOTHING)


def show(game: Shown, client: Client, whole: bool) -> None:
    """Send a client what it has not seen: log, state, waiting."""
    table = game.table
    if table.state is None:
        client.say(say.Turn(-1, None, False, [], None))
    else:
        show_log(game, client)
        decision = table.decision
        mine = client.seat is not None and client.seat in table.to_decide()
        faces = knows(game, client.seat).faces
        draft, legal = [], []
        if mine and client.seat is not None:
            current = table.draft(client.seat)
            decision = table.game.decision(current.state)  # an act of the draft may ask for another one
            draft = wording.done(table.game, current.labels(), faces)
            legal = wording.choices(table.game, current.state, current.legal(), faces)
        deciding = wording.deciding(decision)
        turn = say.Turn(len(table.facts), deciding, mine, draft, table.view(client.seat), legal)
        mark = (turn.number, mine, tuple(done.text for done in draft), client.seat)
        if whole or client.shown != mark:
            client.shown = mark
            client.say(turn)
    waits = waiting(game)
    brief = [(wait.seat, wait.why, wait.connected) for wait in waits]
    if whole or client.waits != brief:
        client.waits = brief
        client.say(say.Waiting(waits))


def waiting(game: Shown) -> list[say.Wait]:
    """Whom the game waits for, and why, as seats of the game."""
    table, charter, moment = game.table, game.charter, trio.current_time()
    waits, keys = [], {}
    for wait in table.waiting():
        key = (wait.seat, wait.why)
        keys[key] = game.waiting_since.get(key, moment)
        if wait.seat is None:
            waits.append(say.Wait(-1, "this node", wait.why, moment - keys[key]))
            continue
        operator = charter.seats[wait.seat].operator
        in_game = table.seating is not None and wait.seat in table.seating.charter
        seat = table.seating.to_game(wait.seat) if in_game and table.seating is not None else wait.seat
        here = operator == game.table.operator or operator in game.here
        waits.append(say.Wait(seat, charter.seats[wait.seat].name, wait.why, moment - keys[key], here))
    game.waiting_since = keys
    return waits


def show_log(game: Shown, client: Client) -> None:
    """Send the lines of the log that a client has not seen."""
    log = game.table.log
    if client.told < len(log):
        lines = wording.log(game.table.game, log[client.told :], knows(game, client.seat).faces)
        client.say(say.Log(client.told, lines))
        client.told = len(log)


def explain(playing: Playing, client: Client, seat: int, text: str) -> None:
    """Say what an act would do now."""
    table = playing.table
    act = table.game.read(text, seat)
    if seat in table.to_decide():
        draft = table.draft(seat)
        state, said = draft.state, draft.explain(act)
    else:
        state, said = table.state, table.game.explain(table.state, knows(playing, seat), act)
    client.say(wording.explained(table.game, state, text, act, said, knows(playing, seat).faces))


def texts(game: Game[Any, Any], language: str) -> say.Texts:
    """The texts of a game, with those that all games share."""
    words = catalogue(language if language in LANGUAGES else "en")
    common = {f"illegal.{key}": words[f"common.{key}"] for key in COMMON if f"common.{key}" in words}
    return wording.texts(game, language, common)


def hint(playing: Playing, client: Client, seat: int) -> None:
    """A bot's advice, where the charter allows it."""
    if not playing.charter.hints:
        client.say(say.Failed("node.no-hints", [], "the charter of this table allows no hints"))
        return
    draft = playing.table.draft(seat)
    situation = Situation(playing.game, draft.state, draft.knows, seat, draft.legal())
    explain(playing, client, seat, playing.game.write(make_bot("easy", 0).choose(situation)))
