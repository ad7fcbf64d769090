"""A person hands the seat to a bot of the own node and takes it back; the others are told, between real nodes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from trio.testing import MockClock

from tests.node.contexts import Wire, context_of
from tests.node.processes import Game
from tests.table.peers import Peers
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.data_folder.lent_games import FILE, keep_lent_game, read_lent_games
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.part import FrameValue
from tta_p2p.node.game.parts.autopilot import LONGEST
from tta_p2p.node.game.parts.autopilot import Autopilot as AutopilotPart
from tta_p2p.node.game.players import Players
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats.messages import Request
from tta_p2p.seats.parts.autopilot import AutopilotReply
from tta_p2p.seats.parts.rematch import RematchRequest
from tta_p2p.table.binding import STAND_IN, BadEntry, read_options, read_stand_in, write_options


def test_a_bot_plays_for_who_asked_for_it_and_everybody_is_told(tmp_path: Path) -> None:
    with closing(Game(tmp_path, 2, game="skiff", people=(0, 1), within=(0, 1))) as game:
        ann, bob = game.under_way(0, client="ann"), game.under_way(1, client="bob")
        seat = next(said["seat"] for said in reversed(ann.said) if said["is"] == "welcome")
        ann.say(do="autopilot", level="superb")
        refused = ann.hear("error")
        assert refused["key"] == "node.no-level" and refused["args"][0] == "superb"
        ann.say(do="autopilot")
        assert ann.hear("error")["key"] == "node.autopilot-so"
        ann.say(do="autopilot", level="random")
        told = bob.hear("autopilot")
        assert (told["seat"], told["name"], told["level"]) == (seat, "Player 0", "random")
        assert ann.hear("autopilot")["level"] == "random"
        late = game.visit(1, watch=True)
        assert late.hear("autopilot")["seat"] == seat
        before = len(bob.said)
        bob.say(do="look")  # it may be his turn from the beginning
        bob.my_act()
        bob.let_go()
        assert bob.hear("over")["lent"] is False and ann.hear("over")["lent"] is True
        assert [len(read_lent_games(node.home)) for node in game.nodes] == [1, 0], "hers is no record"
        log = [line for said in bob.said[before:] if said["is"] == "log" for line in said["lines"]]
        assert sum(line["key"] == "end" and line["actor"] == seat for line in log) > 2
        bob.close()
        ann.close()
        game.wait()
        assert all(node.verdict().state == "fair" for node in game.nodes)


def test_a_file_of_lent_games_may_be_any_garbage(tmp_path: Path) -> None:
    one, other = b"\x01" * 32, b"\x02" * 32
    keep_lent_game(tmp_path / "nowhere", one)  # a disk that takes nothing costs nothing
    assert read_lent_games(tmp_path / "nowhere") == frozenset()
    keep_lent_game(tmp_path, one)
    with (tmp_path / FILE).open("ab") as file:
        file.write(b"\xff\n0g\n123\n\n")
    for sid in (other, one, other):
        keep_lent_game(tmp_path, sid)
    assert read_lent_games(tmp_path) >= {one, other} and (tmp_path / FILE).read_bytes().count(b"02" * 32) == 1


def test_the_seat_is_taken_back_and_after_kill_9_it_is_the_persons_again(tmp_path: Path) -> None:
    with closing(Game(tmp_path, 2, game="skiff", people=(0, 1), within=(1,))) as game:
        ann, bob = game.under_way(0, client="ann"), game.under_way(1, client="bob")
        ann.say(do="autopilot", level="easy")
        assert bob.hear("autopilot")["level"] == "easy"
        ann.say(do="autopilot")
        assert bob.hear("autopilot")["level"] == ""
        ann.say(do="autopilot", level="easy")
        assert bob.hear("autopilot")["level"] == "easy"
        game.nodes[0].kill()
        game.restart(0)
        assert bob.hear("autopilot")["level"] == ""
        again = game.under_way(0, client="ann")
        again.say(do="look")
        bob.say(do="skip", key="turn")  # whose turn it is now depends on when the node was killed
        again.my_act()


def test_a_bot_plays_for_who_does_not_act_if_the_charter_says_so_until_they_act(tmp_path: Path) -> None:
    with closing(Game(tmp_path, 2, game="skiff", people=(0, 1), stand_in=5, within=(0, 1))) as game:
        clients = [game.under_way(number, client="somebody") for number in (0, 1)]
        told = clients[0].hear("autopilot")
        assert (told["level"], told["absent"]) == ("easy", True)
        seats = [next(said["seat"] for said in reversed(one.said) if said["is"] == "welcome") for one in clients]
        absent, other = clients if seats[0] == told["seat"] else reversed(clients)
        other.say(do="look")
        other.my_act()  # the turn was played for whoever is absent
        absent.say(do="chat", text="Sorry, I was away.")
        assert told in other.said, "the others are told"
        while other.hear("autopilot") != {**told, "level": "", "absent": False}:
            pass  # whoever takes long over this turn is absent as well
        other.hear("chat")


def alone(
    stand_in: int, bots: tuple[int, ...] = ()
) -> tuple[AutopilotPart, GameContext, Callable[[Request], None], list[AutopilotReply], set[int]]:
    """Autopilots of a node with one seat, in a game of caravan under way: a part, its game, how the person at the seat
    asks for something, what is told, and the seats to decide.
    """
    peers = Peers("caravan", [0, 1], options={STAND_IN: stand_in} if stand_in else {})
    peers.deliver()
    table = next(table for table in peers.tables if table.to_decide())
    operator = peers.tables.index(table)
    own = table.charter.seats_of(operator)
    wire = Wire()
    context = context_of(table, operator, wire=wire, bots=dict.fromkeys(own, "easy") if bots else {})
    autopilots = AutopilotPart(context)
    client: Any = SimpleNamespace(seat=context.seat_in_game(own[0]))
    return autopilots, context, lambda request: autopilots.notice(client, request), wire.told, set(own)


async def test_only_what_a_person_does_postpones_a_bot_and_takes_the_seat_back(mock_clock: MockClock) -> None:
    autopilots, context, receive, told, (seat,) = alone(60)
    autopilots.look()
    mock_clock.jump(59)
    autopilots.look()
    assert not told
    receive(say.ExplainRequest("end"))  # somebody moves the mark: they are there
    mock_clock.jump(59)
    autopilots.look()
    assert not told and autopilots.due == mock_clock.current_time() + 1
    context.may_send = False  # nobody is waited for
    autopilots.look()
    context.may_send = True
    mock_clock.jump(100)
    autopilots.look()
    assert not told
    mock_clock.jump(60)
    autopilots.look()
    assert told[-1].absent and told[-1].level == "easy" and set(context.players.stand_ins) == {seat}
    for passive in (say.RefreshRequest(), say.ExplainRequest("end"), RematchRequest("perhaps")):
        receive(passive)
    assert len(told) == 1
    receive(say.UndoRequest())
    assert told[-1].level == "" and not context.players.stand_ins
    autopilots.set_stand_in(seat, "easy")
    receive(say.UndoRequest())
    assert told[-1].level == "easy" and not told[-1].absent, "who has asked for a bot keeps it"


@pytest.mark.parametrize(("stand_in", "bots"), [(0, ()), (60, (0, 1))])
async def test_a_bot_plays_for_nobody_where_the_charter_says_nothing_or_no_person_sits(
    stand_in: int, bots: tuple[int, ...], mock_clock: MockClock
) -> None:
    autopilots, context, _, told, _ = alone(stand_in, bots)
    for _ in range(2):
        autopilots.look()
        mock_clock.jump(100_000)
    autopilots.look()
    assert not told and not context.players.stand_ins


def test_the_limit_is_read_from_a_charter_as_written_beside_the_options_of_the_game() -> None:
    written = write_options({"sale": 3}, 90)
    assert read_stand_in(written) == 90 and read_options(load_rules("caravan"), written) == {"sale": 3}
    assert read_stand_in(write_options({"sale": 3})) == 0
    for wrong in (1, True, "90", -5, 10**9):
        with pytest.raises(BadEntry):
            read_stand_in(write_options({STAND_IN: wrong}))


@pytest.mark.parametrize(
    "said",
    [
        b"", b"{}x", b'{"7":["easy",false]}', b'{"OWN":["\\u001b[2J",true]}', b'{"OWN":["a bot",false]}',
        b'{"OWN":["\xc3\xa9",true]}', b'{"OWN":"easy"}', b"[]", b"\xff",
    ],
)  # fmt: skip
def test_what_nobody_can_say_of_own_seats_is_nothing(said: bytes) -> None:
    table, wire = Peers("caravan", [0, 1]).tables[0], Wire()
    autopilots = AutopilotPart(context_of(table, 0, wire=wire))

    def hear(operator: int, payload: bytes) -> bool:
        return autopilots.hear(operator, FrameKind.AUTOPILOT, payload) is FrameValue.NEWS

    own = str(table.charter.seats_of(1)[0]).encode()
    assert not hear(1, said.replace(b"OWN", own))
    assert not wire.told and not list(autopilots.news())
    assert hear(1, b'{"' + own + b'":["easy",false]}') and len(wire.told) == 1
    assert not hear(1, b'{"' + own + b'":["easy",false]}')
    assert not hear(0, b'{"' + own + b'":["random",false]}'), "nobody speaks of the seats of others"
    for named, level in ((b"hard", "easy"), (b"normal:warlike", "easy"), (b"random", "random"), (b"wise", "wise")):
        hear(1, b'{"' + own + b'":["' + named + b'",false]}')  # as release 0.4.0 lets its people choose
        assert [one.level for one in autopilots.news()] == [level], "a level that the game does not have"
    hear(1, b'{"' + own + b'":["' + 100 * b"x" + b'",false]}')
    assert [one.level for one in autopilots.news()] == [LONGEST * "x"]


@pytest.mark.parametrize("level", ["normal", "hard", "normal:warlike", "wise"])
async def test_a_level_that_the_game_does_not_have_plays_for_nobody_and_those_it_has_are_named(level: str) -> None:
    autopilots, context, _asks, told, (seat,) = alone(60)
    with pytest.raises(NotPossible) as caught:
        autopilots.set_stand_in(seat, level)
    assert (caught.value.failed.key, caught.value.failed.args) == ("node.no-level", [level, ["random", "easy"]])
    assert not told and not context.players.stand_ins
    table = LocalTable(load_rules("caravan"), 3, bots={1: "easy", 2: "random"})
    with pytest.raises(NotPossible, match=level):
        table._stand_in(0, level)
    assert not table.stand_ins


def test_who_plays_the_seats_of_a_game_that_an_earlier_release_has_begun_is_called_what_it_is() -> None:
    charter = Peers("caravan", [0, 0, 1]).tables[0].charter
    first, second = charter.seats_of(0)
    players = Players(charter, 0, {first: "hard", second: "random"}, (), pace=0.0)
    assert players.bots == players.levels == {first: "easy", second: "random"}


def test_what_a_peer_says_before_seats_are_drawn_is_told_by_the_numbers_that_seats_have_then() -> None:
    """Its own seat has another number afterwards, and that number may be a person's here."""
    peers, wire = Peers("caravan", [0, 1]), Wire()
    table = peers.tables[0]
    autopilots = AutopilotPart(context_of(table, 0, wire=wire))
    (theirs,), (own,) = table.charter.seats_of(1), table.charter.seats_of(0)
    assert table.seating is None
    autopilots.hear(1, FrameKind.AUTOPILOT, b'{"' + str(theirs).encode() + b'":["easy",false]}')
    assert [(said.seat, said.level) for said in wire.told] == [(theirs, "easy")]
    peers.deliver()
    assert table.seating is not None
    autopilots.seated()
    levels = {said.seat: said.level for said in wire.told[1:]}
    assert levels == {table.seating.to_game(theirs): "easy", table.seating.to_game(own): ""}
    autopilots.seated()
    assert len(wire.told) == 3, "once"
