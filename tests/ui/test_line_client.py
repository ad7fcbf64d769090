"""The line client: whole games by scripts, and what it makes of everything a node says."""

from __future__ import annotations

import msgspec
import pytest
import trio
from trio.testing import memory_stream_pair

from tests.patience import PATIENCE
from tests.ui.fake_node import Script, make_table, play, talk, typing
from tests.ui.line_client import THEIRS, VIEW, WELCOME, golden
from tta_p2p.games.chance import Chance
from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import write_line
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.parts.chat import ChatReply
from tta_p2p.seats.parts.pause import PauseReply
from tta_p2p.seats.parts.proofs import ProofsReply
from tta_p2p.seats.parts.spectators import SpectatorsReply
from tta_p2p.seats.parts.votes import MotionReply, VoteRequest
from tta_p2p.ui.client import EXIT_CHEATING, EXIT_FAILURE, EXIT_GAME_OVER, EXIT_UNFINISHED, SeatClient
from tta_p2p.ui.lines.face import LineFace
from tta_p2p.ui.state import SeatRequest
from tta_p2p.ui.style import Style


def by_chance(seed: int):  # type: ignore[no-untyped-def]
    """Type the number of any act but resigning; before one's turn, ask whom the game is waiting for."""
    chance = Chance(seed)

    def player(client: SeatClient) -> str:
        entries = [entry for entry in client.reading.menu.entries if entry.verb not in ("resign", "by-hand")]
        if not client.state.may_act or not entries:
            return "acts"
        entry = chance.choice(entries)
        return chance.choice((str(entry.number), entry.text)) if entry.text in client.state.listed_acts else entry.text

    return player


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("caravan", 2, {}), ("caravan", 4, {}), ("smugglers", 3, {}), ("through_the_ages", 2, {"variant": "short"})],
)
async def test_a_whole_game_is_played_by_a_script(game: str, seats: int, options: dict[str, str]) -> None:
    code, shown, client = await play(make_table(game, seats, seed=seats, **options), by_chance(3))
    assert code == EXIT_GAME_OVER
    assert client.state.game_over is not None
    assert any("The game is over" in line for line in shown)
    assert not any("Traceback" in line for line in shown)


async def test_a_whole_game_in_brief_manner_lists_acts_only_when_asked() -> None:
    code, _, _ = await play(make_table("smugglers", 2), by_chance(3), brief=True)
    assert code == EXIT_GAME_OVER


async def test_a_watcher_needs_no_script() -> None:
    table = make_table("smugglers", 2, people=())
    code, shown, client = await play(table, typing(), SeatRequest(spectate=True))
    assert code == EXIT_GAME_OVER and client.state.seat is None
    assert any("You are watching" in line for line in shown)


async def test_two_people_share_one_keyboard() -> None:
    table = make_table("caravan", 2, people=(0, 1))
    code, shown, _ = await play(table, by_chance(4), SeatRequest(0, shared_seats=(0, 1)))
    assert code == EXIT_GAME_OVER
    named = [line for line in shown if ", your turn" in line]
    assert any("Ann" in line for line in named) and any("Bob" in line for line in named)


async def test_the_next_person_at_the_keyboard_sees_nothing_of_the_one_before() -> None:
    bobs = say.WaitReply([say.SeatWait(1, "Bob", "its-turn")])
    replies = [WELCOME, TURN, THEIRS, bobs]
    asked, shown, _ = await talk(replies, "", "quit", interactive=True, wish=SeatRequest(0, shared_seats=(0, 1)))
    assert [request.seat for request in asked if isinstance(request, say.HelloRequest)] == [0, 1]
    cleared = shown.index("(screen cleared)")
    assert "Bob plays next" in shown[cleared + 1]


async def test_a_script_that_ends_early_leaves_the_game_unfinished() -> None:
    code, _, _ = await play(make_table("smugglers"), typing("me", "table", "end"))
    assert code == EXIT_UNFINISHED


async def test_quitting_is_no_failure() -> None:
    code, _, _ = await play(make_table("smugglers"), typing("quit"))
    assert code == EXIT_GAME_OVER


async def test_a_first_turn_of_through_the_ages_reads_as_reviewed() -> None:
    script = (
        "?", "take bronz", "why take pyramids", "? moses", "take 1", "undo", "redo", "take 99", "99", "build iron",
        "pop", "row", "who", "conditions", "log 3", "? row", "brief", "reset", "' hello everybody", "vote", "hint",
        "resign", "n", "resign", "hm", "ready", "end", "quit",
    )  # fmt: skip
    code, shown, _ = await play(make_table("through_the_ages", 2, seed=8), typing(*script))
    golden("first-turn", shown)
    assert code == EXIT_GAME_OVER


async def test_a_whole_little_game_reads_as_reviewed() -> None:
    script = ("1", "sell spice", "look", "keep", "1", "table", "2", "1", "1", "1")
    _, shown, _ = await play(make_table("caravan", 2, seed=11), typing(*script))
    golden("caravan", shown)


# --- what a node says ------------------------------------------------------------------------------------

GUESTS = [
    say.LobbyMember("Ann", "k1", [say.TextRef("you")], 1, True, True),
    say.LobbyMember("Bob", "k2", [say.TextRef("was", ["Rob"]), say.TextRef("clock-ahead-days", [3])], 2, False),
]
HOST, GUEST = ["dismiss", "leave", "look", "start"], ["leave", "look", "ready"]
LOBBY = say.LobbyReply(
    "agreeing", "friday", "10.0.0.1:7000#K1", GUESTS, 3, [say.TextRef("waits")], "a b c", offers=HOST, game="caravan"
)
KEEP = say.LegalAct("keep #4=salt-3", say.TextRef("keep", [say.CardRef(4, "salt-3")]))
SELL = say.LegalAct("sell #4", say.TextRef("sell", [say.CardRef(4, "salt-3")]), [("coin", 1)])
TURN = say.TurnReply(5, say.PendingDecision([0], "choose"), True, [], VIEW, [KEEP, SELL])


async def test_every_message_of_a_node_reads_as_reviewed() -> None:
    places = [["Place", 1, 1, 9, [["cards", 9]], None], ["Place", 0, 2, 3, [["coins", 3]], "gone"]]
    standings = ["Standings", True, places, ["Line", "sold-out", []]]
    _, shown, code = await talk(
        [
            LOBBY,
            say.LobbyReply("failed", "friday", "", [], 3, []),
            WELCOME,
            say.TurnReply(-1, None, False, [], None),
            say.LogReply(
                0, [say.LogEntry("keeps", [1, say.CardRef(7, "silk-2")]), say.LogEntry("sells", [0, say.CardRef(9), 3])]
            ),
            TURN,
            say.WaitReply([say.SeatWait(1, "Bob", "key-shares", 12.4, False)]),
            say.ExplainReply("sell #4", SELL.label, [("coin", 1)], [say.TextRef("coins", [3])], True),
            say.ExplainReply(
                "sell #9",
                say.TextRef("sell", [say.CardRef(9)]),
                [],
                [],
                False,
                say.TextRef("not-in-hand", [say.CardRef(9)]),
            ),
            say.TextsReply("en", {"act.sell": "sell"}),
            ChatReply(1, "Bob", "nice \x1b[2J move"),
            MotionReply("gone", 1, 1, True),
            MotionReply("gone", 1, 0, True),
            MotionReply("gone", 1, 1, True, open=False),
            MotionReply("call-off", 0, 0, False, open=False),
            MotionReply("resigned", 1, 1, False, open=False),
            MotionReply("pause", 0, 1, True),
            MotionReply("pause", 0, 0, True, open=False),
            PauseReply(True),
            PauseReply(True, False, [], ["Bob"]),
            PauseReply(True, False, ["Cid"], ["Ann", "Bob"]),
            PauseReply(True, True, ["Bob"]),
            PauseReply(True, True, ["Bob", "Cid"]),
            PauseReply(False),
            ProofsReply(120),
            say.AccusationReply(1, "Bob", "bad-proof", None, "/tmp/bob.certificate"),
            say.AccusationReply(1, "Bob", "illegal-act", say.TextRef("not-in-hand", [say.CardRef(9)])),
            say.HaltReply("differ", ["Bob"]),
            say.HaltReply("store", ["SQLITE_FULL"]),
            say.HaltReply("parted", [["Bob", "Cid"], "call-off"]),
            say.ErrorReply("node.not-now", ["no-proof"], "nobody has shown it"),
            say.ErrorReply("node.not-joined", ["parts", 0, "tta-p2p 9", "tta-p2p 8", "through_the_ages", "both"], ""),
            say.ErrorReply(
                "node.not-joined", ["parts-same", 0, "tta-p2p 8", "tta-p2p 8", "through_the_ages", "data"], ""
            ),
            say.ErrorReply("node.not-joined", ["rules-same", 0, "tta-p2p 8", "tta-p2p 8"], ""),
            say.RollbackReply(),
            say.DepartureReply(1, "Bob", "gone"),
            SpectatorsReply(["Eve", "Zoë"]),
            SpectatorsReply([]),
            say.ErrorReply("sealed", [], "sealed"),
            say.ErrorReply("not-in-hand", [say.CardRef(4)], "not-in-hand #4"),
            say.ErrorReply("strange", [], "something strange"),
            say.ErrorReply("node.seat-taken", [0], "another client drives this seat"),
            WELCOME,
            say.GameOverReply(standings, "fair", "/tmp/game.tta", "as-it-came"),
        ],
        "who",
    )
    golden("every-message", shown)
    assert code == EXIT_CHEATING


async def test_a_game_that_was_ended_by_agreement_says_so_and_names_no_way_back() -> None:
    decided = MotionReply("call-off", 0, 1, True, open=False)
    halted = say.HaltReply("call-off")
    _, shown, code = await talk([WELCOME, THEIRS, decided, halted], "who", "sell #4", "quit", interactive=True)
    assert sum("cannot be continued" in line for line in shown) == 3
    assert not any("halted" in line or "the game goes on" in line for line in shown)
    assert code == EXIT_GAME_OVER


async def test_who_has_no_seat_yet_is_not_told_that_it_watches() -> None:
    undrawn = msgspec.structs.replace(WELCOME, seat=None)
    unseen = say.TurnReply(-1, None, False, [], None)
    _, shown, _ = await talk([undrawn, unseen, WELCOME, THEIRS], "who", "quit", interactive=True)
    assert not any("You are watching" in line for line in shown)
    _, shown, _ = await talk([undrawn, unseen, THEIRS], "who", "quit", interactive=True)
    assert any("You are watching" in line for line in shown)


async def test_words_that_are_no_act_are_not_called_early() -> None:
    _, shown, _ = await talk([WELCOME, THEIRS], "hello Bob", "quit", interactive=True)
    assert any("I do not understand" in line for line in shown)
    assert not any("not your turn" in line for line in shown)


async def test_nobody_is_asked_whether_it_is_gone() -> None:
    asked, shown, _ = await talk([WELCOME, THEIRS, MotionReply("gone", 0, 1, True)], "who", "quit")
    assert not any("Do you agree" in line for line in shown)
    assert not any(isinstance(request, VoteRequest) for request in asked)


async def test_a_question_can_be_passed_over() -> None:
    asked, shown, _ = await talk([WELCOME, THEIRS, MotionReply("call-off", 1, 1, True)], "who", "quit")
    assert not any(isinstance(request, VoteRequest) for request in asked)
    assert any("Waiting for Bob to " in line for line in shown)


async def test_in_the_lobby_one_agrees_and_the_host_begins() -> None:
    asked, shown, _ = await talk([LOBBY], "ready", "ready no", "start", "build bronze", "quit")
    agreed = [request for request in asked if isinstance(request, say.ReadyRequest | say.StartRequest)]
    assert agreed == [say.ReadyRequest(True), say.ReadyRequest(False), say.StartRequest()]
    assert any("The game has not begun" in line for line in shown)


async def test_who_has_agreed_in_the_lobby_reads_for_whom_the_table_waits() -> None:
    bob, cid = (
        say.LobbyMember("Bob", "k2", [say.TextRef("you")], 1, True),
        say.LobbyMember("Cid", "k3", [say.TextRef("new")], 1, False),
    )
    asked = msgspec.structs.replace(LOBBY, guests=[GUESTS[0], bob, cid], offers=GUEST)
    for state, told in (("agreeing", "Waiting for Cid to agree"), ("waiting", "Waiting for more players")):
        _, shown, _ = await talk([msgspec.structs.replace(asked, state=state)], "quit")
        assert f"You have agreed. {told}" in " ".join(shown) and "Type ready to agree to" not in " ".join(shown)


async def test_who_quits_in_the_lobby_is_asked_what_that_means_to_the_table() -> None:
    knocks = say.LobbyReply(
        "waiting", "", LOBBY.address, [], 0, [], offers=GUEST
    )  # there is no table yet, and no place
    guests = msgspec.structs.replace(LOBBY, offers=GUEST), "Give up your place", "stays open"
    for lobby, asks, left in (
        (LOBBY, "Close the table", "stays open"),
        guests,
        (knocks, "Stop knocking", "not at a table"),
    ):
        asked, shown, _ = await talk([lobby], "quit", "n", interactive=True)
        assert any(asks in line for line in shown) and say.LeaveRequest() not in asked and asked[-1] == say.ByeRequest()
        assert left in " ".join(shown[-2:])


async def test_a_script_that_ends_in_the_lobby_says_that_the_table_stays_open_and_ends() -> None:
    for typed in ((), ("ready",)):
        asked, shown, code = await talk([LOBBY], *typed)
        assert code == EXIT_UNFINISHED and asked[-1] == say.ByeRequest() and say.LeaveRequest() not in asked
        assert "The table stays open without this window" in " ".join(shown)


async def test_that_a_table_is_being_opened_is_said_once() -> None:
    opening = say.LobbyReply("waiting", "friday", "", [], 3, [])
    found = msgspec.structs.replace(opening, address="10.0.0.1:7000#K1")
    _, shown, _ = await talk([opening, found, LOBBY], "help", "quit", "n", interactive=True)
    assert sum("Opening the table" in line for line in shown) == 1


async def test_hello_says_which_seat_and_how() -> None:
    asked, _, _ = await talk([WELCOME, THEIRS], "quit")
    assert asked[0] == say.HelloRequest(say.VERSION, client=f"line {say.VERSION}")
    assert asked[-1] == say.ByeRequest()


@pytest.mark.parametrize(
    ("last", "then", "told", "untold"),
    [
        (WELCOME, None, "If it is still running, tta attach ab", "join it again"),
        (WELCOME, None, "tta resume continues the game", "join it again"),
        (LOBBY, None, "open the table or join it again", "tta resume"),
        (WELCOME, say.HaltReply("stopped"), "asked to stop; tta resume continues", "still running"),
    ],
)
async def test_a_lost_connection_is_told_with_how_to_come_back(
    last: say.Reply, then: say.Reply | None, told: str, untold: str
) -> None:
    ours, theirs = memory_stream_pair()
    terminal = Script(typing("table"))
    client = SeatClient(Lines(ours), LineFace(terminal, Style()), Words(), comeback=lambda: "tta attach ab")
    terminal.client = client
    node = Lines(theirs)
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(client.run)
            await node.request()
            for said in (last, then):
                if said is not None:
                    await node.send(said)
            await node.aclose()
    assert client.code == EXIT_FAILURE
    shown = " ".join(" ".join(terminal.shown).split())
    assert told in shown and untold not in shown


async def test_a_line_nobody_understands_is_told_and_passed_over() -> None:
    ours, theirs = memory_stream_pair()
    terminal = Script(typing("quit"))
    client = SeatClient(Lines(ours), LineFace(terminal, Style()), Words(), comeback=lambda: "tta attach")
    terminal.client = client
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(client.run)
            await theirs.send_all(b'{"is":"dance"}\n')
            await theirs.send_all(write_line(WELCOME) + write_line(THEIRS))
    assert client.code == EXIT_GAME_OVER
    assert any("does not understand" in line for line in terminal.shown)


async def test_numbers_of_an_old_list_do_nothing() -> None:
    later = say.TurnReply(7, TURN.decision, True, [], VIEW, TURN.legal[1:])
    asked, shown, _ = await talk([WELCOME, TURN, later], "1", "acts", "1", "2", "quit", interactive=True, brief=True)
    assert sum("1 is not possible any more" in line for line in shown) == 2
    assert [request for request in asked if isinstance(request, say.ActRequest)] == [say.ActRequest("sell #4")]


async def test_why_something_is_not_possible_reads_as_reviewed() -> None:
    script = (
        "why build", "why build bronze", "why 9", "why homer", "why 2", "9", "why bulid bronze", "why xyzzy",
        "why build bronz", "why moses", "why b", "why take", "why take 5 5", "end",
        "why end", "why build", "why attack", "why pass", "pass",
        "why build", "why upgrade", "why accept", "population", "why build", "why revolution",
        "why aristotle", "why alchemy", "why war on bot 1", "why change government", "why build temple", "quit",
    )  # fmt: skip
    _, shown, _ = await play(make_table("through_the_ages", 2, seed=8), typing(*script), brief=True)
    golden("why", shown)
