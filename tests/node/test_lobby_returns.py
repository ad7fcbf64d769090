"""A lobby whose host or guest is lost comes back: it is dialled again, and the seat is kept for a while."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.terminals import eventually, here
from tests.node.lobbies import Person, table, tell
from tests.node.processes import NodeEnded, Process, Visitor
from tests.patience import LIMITS
from tta_p2p.i18n import Words
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.lobby import host as hosts
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.lobby.exchange import LobbyFailed
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.lobby.messages import Dismissal, GuestEntry, read_lobby
from tta_p2p.node.machine import endings
from tta_p2p.node.plan.plans import Plan


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Lobby:
    """Ann's table at a port of its own, and Bob, who has sat down there."""

    def __init__(self, folder: Path, keyless: bool = False, seats: int = 3, **bob: object) -> None:
        """``keyless``: Bob types the address without its key."""
        self.folder, self.port = folder, free_port()
        conditions = Conditions(seats, "caravan")
        told = {"quiet": True, "conditions": conditions, "listen": f"127.0.0.1:{self.port}"}
        self.hosting = Plan(do="host", id="a", name="Ann", table="Ann's", **told)  # type: ignore[arg-type]
        folder.mkdir(exist_ok=True)
        with ExitStack() as started:  # also where Bob does not come in
            self.host = started.enter_context(closing(Process(folder / "host", self.hosting)))
            address = self.host.wait_for("listening")
            address = address.partition("#")[0] if keyless else address
            told = {"listen": "127.0.0.1:0", "address": address, "quiet": True, **bob}
            self.joining = Plan(do="join", id="b", name="Bob", **told)  # type: ignore[arg-type]
            self.guest = started.enter_context(closing(Process(folder / "guest", self.joining)))
            self.guest.wait_for("joined")
            started.pop_all()

    def reopen(self) -> Visitor:
        """Kill the host, and open its table once more; who looks on there."""
        self.host.kill()
        self.host.close()
        self.host = Process(self.folder / "host", self.hosting)
        self.host.wait_for("listening")
        return Visitor(self.host.home, "a", client="a person")

    def close(self) -> None:
        self.host.close()
        self.guest.close()


def enter(person: Person) -> GuestEntry:
    """What somebody says to come in."""
    return GuestEntry(person.name, person.certificate, person.entry.commitment, ("127.0.0.1:7",))


@contextmanager
def lobby(folder: Path, **bob: Any) -> Iterator[Lobby]:
    with closing(Lobby(folder, **bob)) as found:
        yield found


@contextmanager
def hasty_lobby(folder: Path, **bob: Any) -> Iterator[Lobby]:
    """A lobby whose Bob soon gives a lost host up: after the least time in which he came in."""
    for number, seconds in enumerate((0.3, *LIMITS)):
        with suppress(NodeEnded):
            found = Lobby(folder / str(number), knocking=seconds, **bob)
            break
    else:
        raise AssertionError(f"Bob never came in within {LIMITS[-1]} seconds")
    with closing(found):
        yield found


def guests(visitor: Visitor) -> list[tuple[str, bool]]:
    """Who is in the lobby now, and whether their connection is lost."""
    return [(one["name"], one["away"]) for one in visitor.hear("lobby")["guests"]]


def test_who_joined_comes_back_to_a_host_that_was_killed_and_opens_its_table_again(tmp_path: Path) -> None:
    with lobby(tmp_path) as found:
        bob = Visitor(found.guest.home, "b", client="a person")
        ann = found.reopen()
        while guests(ann) != [("Ann", False), ("Bob", False)]:
            pass
        waits = [one for one in bob.said if one["is"] == "error"]
        assert all(
            one["key"] == "node.knocks-again" and one["args"][0] in ("host-gone", "unreachable") for one in waits
        )
        bob.say(do="ready", yes=False)
        for visitor in (ann, bob):
            visitor.close()


def test_who_closes_the_last_terminal_in_a_lobby_is_seen_as_away_at_once_by_all(tmp_path: Path) -> None:
    with lobby(tmp_path) as found:
        ann, bob = Visitor(found.host.home, "a", client="a person"), Visitor(found.guest.home, "b", client="a person")
        bob.close()
        while guests(ann) != [("Ann", False), ("Bob", True)]:
            pass
        bob = Visitor(found.guest.home, "b", client="a person")
        while guests(ann) != [("Ann", False), ("Bob", False)]:
            pass
        ann.close()
        while guests(bob) != [("Ann", True), ("Bob", False)]:
            pass
        bob.close()


async def test_what_a_guest_says_of_somebody_else_or_in_other_bytes_shows_nobody_as_away() -> None:
    async with table(3) as opened:
        bob, mal = Person("Bob"), Person("Mal")
        channels = [await opened.stranger(one, enter(one)) for one in (bob, mal)]
        await opened.until(lambda: sorted(opened.names) == ["Ann", "Bob", "Mal"])  # they come in either order
        for said in (bob.key.identity, b"", b"\x02", b"\x00" * 2, bytes(600)):
            await channels[1].send(FrameKind.ATTENDED, said)
        await channels[1].send(FrameKind.ATTENDED, b"\x00")
        await opened.until(lambda: opened.host.away == {mal.key.identity})
        await channels[1].aclose()
        await opened.until(lambda: not opened.host.away)


async def test_a_host_that_calls_people_away_who_are_not_there_or_in_other_bytes_shows_nobody_as_away() -> None:
    found: list[LobbyGuest] = []
    async with table(3) as opened:
        opened.nursery.start_soon(opened.honest, "Bob", None, found.append)
        await opened.until(lambda: opened.names == ["Ann", "Bob"] and found[0].visit.room is not None)
        ann = opened.host.key.identity
        for said, away in (
            (ann, {ann}),
            (ann + ann[:31], {ann}),
            (Person("Mal").key.identity + ann, {ann}),
            (ann * 1000, {ann}),
            (b"", set()),
            (Person("Mal").key.identity, set()),
        ):
            found[0]._note_away(said)
            assert found[0].away == away


def test_whoever_else_answers_where_a_lost_host_was_is_not_taken_for_it(tmp_path: Path) -> None:
    with hasty_lobby(tmp_path, keyless=True) as found:
        found.host.kill()
        with closing(Process(tmp_path / "mallory", found.hosting)) as other:
            other.wait_for("listening")
            assert found.guest.ends() == 1
            mal = Visitor(other.home, "a", client="a person")
            assert guests(mal) == [("Ann", False)]
            mal.close()


def test_the_seat_of_a_guest_that_is_lost_is_kept_and_its_name_with_it(tmp_path: Path) -> None:
    with lobby(tmp_path) as found:
        ann = Visitor(found.host.home, "a", client="a person")
        assert guests(ann) == [("Ann", False), ("Bob", False)]
        found.guest.kill()
        while guests(ann) != [("Ann", False), ("Bob", True)]:
            pass
        found.guest.close()
        found.guest = Process(found.guest.home, msgspec.structs.replace(found.joining, id="b2", name="Somebody else"))
        found.guest.wait_for("joined")
        while guests(ann) != [("Ann", False), ("Bob", False)]:
            pass
        ann.close()


async def test_a_seat_is_kept_for_a_while_only_and_not_for_who_says_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table(4) as opened:
        host, bob, cid, dot = opened.host, *map(Person, ("Bob", "Cid", "Dot"))
        channels = [await opened.stranger(one, enter(one)) for one in (bob, cid)]
        await opened.until(lambda: sorted(opened.names) == ["Ann", "Bob", "Cid"])
        await channels[0].aclose()
        await opened.until(lambda: opened.names == ["Ann", "Cid"])
        channels[1]._framed.drop()
        await opened.until(lambda: host.away == {cid.key.identity})
        assert opened.names == ["Ann", "Cid"], "its seat is kept"
        await opened.stranger(dot, enter(dot))
        monkeypatch.setattr(hosts, "KEPT_SEAT", 0.0)
        opened.nursery.start_soon(host.free_seats)
        await opened.until(lambda: opened.names == ["Ann", "Dot"])
        assert not host.away


async def test_nobody_else_takes_a_seat_that_is_kept() -> None:
    async with table(2) as opened:
        bob, mal = Person("Bob"), Person("Mal")
        channel = await opened.stranger(bob, enter(bob))
        await opened.until(lambda: opened.names == ["Ann", "Bob"])
        channel._framed.drop()
        await opened.until(lambda: bool(opened.host.away))
        async with opened.dial(mal) as other:
            await tell(other, enter(mal))
            said = read_lobby((await other.receive()).payload)
        assert isinstance(said, Dismissal) and said.why == "full"
        assert said.names[0] == "Bob" and 0 < int(said.names[1]) <= hosts.KEPT_SEAT_ASKED_FOR, "who may be waited for"
        await opened.stranger(bob, enter(bob))
        await opened.until(lambda: not opened.host.away)
        assert opened.names == ["Ann", "Bob"]


def test_who_finds_every_seat_taken_and_one_kept_is_told_so_and_gets_it_when_it_is_free(tmp_path: Path) -> None:
    """A stranger sits down and drops without a goodbye; then a friend comes."""
    with lobby(tmp_path, seats=2) as found:
        ann = Visitor(found.host.home, "a", client="a person")
        found.guest.kill()
        while guests(ann) != [("Ann", False), ("Bob", True)]:
            pass
        joining = msgspec.structs.replace(found.joining, id="d", name="Dot")
        with closing(Process(tmp_path / "friend", joining)) as dot:
            assert "Bob has lost the connection" in dot.wait_for("waiting:")
            ann.say(do="dismiss", guest="Bob")
            dot.wait_for("joined")
            while guests(ann) != [("Ann", False), ("Dot", False)]:
                pass
        ann.close()


@pytest.mark.parametrize(
    "names", [("Bob",), ("Bob", "x"), ("Bob", "-1"), ("Bob", "9999"), ("Bob", "٣"), ("a", "1", "1")]
)
async def test_a_host_that_says_how_long_a_seat_is_kept_in_other_words_says_that_the_table_is_full(
    names: tuple[str, ...],
) -> None:
    found: list[LobbyGuest] = []
    async with table(2) as opened:
        opened.nursery.start_soon(opened.honest, "Bob", None, found.append)
        await opened.until(lambda: opened.names == ["Ann", "Bob"])
        with pytest.raises(LobbyFailed) as failed:
            await found[0]._hear(Dismissal("full", names))
        assert failed.value.why == ("full",)


@pytest.mark.parametrize("met", [True, False])
async def test_a_stranger_keeps_a_seat_that_somebody_asks_for_less_long_than_who_has_played_here(
    met: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "KEPT_SEAT_ASKED_FOR", 0.0)
    async with table(2) as opened:
        bob, dot = Person("Bob"), Person("Dot")
        opened.host.met = lambda identity: met and identity == bob.key.identity
        opened.nursery.start_soon(opened.host.free_seats)
        channel = await opened.stranger(bob, enter(bob))
        await opened.until(lambda: opened.names == ["Ann", "Bob"])
        channel._framed.drop()
        await opened.until(lambda: bool(opened.host.away))
        assert opened.names == ["Ann", "Bob"], "nobody asks for it"
        async with opened.dial(dot) as other:
            await tell(other, enter(dot))
            said = read_lobby((await other.receive()).payload)
        assert isinstance(said, Dismissal)
        if met:
            assert int(said.names[1]) > 1 and opened.host.away, "it keeps its seat"
        else:
            await opened.until(lambda: opened.names == ["Ann"])


def test_a_guest_without_a_window_that_gives_up_says_so_in_its_log_and_in_the_list_of_games(tmp_path: Path) -> None:
    with hasty_lobby(tmp_path) as found:
        found.host.kill()
        assert found.guest.ends() == 1
        why = Words().line("node.not-joined", ["host-gone", 0])
        assert why in (found.guest.home / "errors.txt").read_text()
        listed = " ".join(here(found.guest.home, "games").stdout.split())
        assert "Ann's" in listed and why in listed
        ((name, end),) = endings.lobbies(found.guest.home)
        assert (name, end.game) == ("b", "caravan")
        eventually("it is announced no more", lambda: not [*(found.guest.home / "run").glob("*.json")])
