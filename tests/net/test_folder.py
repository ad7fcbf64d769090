"""Play and lobbies by way of folders, and whoever writes into them."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from tests.net.parts import (
    SID,
    Table,
    entropy_of,
    hello_of,
    identity_of,
    introduce,
    is_a,
    key_of,
    until,
)
from tests.patience import PATIENCE
from tta_p2p.net import ports
from tta_p2p.net.addresses import Address, fingerprint, peer_address
from tta_p2p.net.errors import ChannelLost, NetError, WrongIdentity
from tta_p2p.net.folder import directory, doors
from tta_p2p.net.folder.boxes import MAGIC, MOST_ITEMS, BoxKeys, SealedFrame, read_items
from tta_p2p.net.folder.doors import SharedFolder, TableNote
from tta_p2p.net.folder.post import DEAD, HELP, ROOM, Post, PostSetup, PostTrouble
from tta_p2p.net.folder.streams import FolderStream
from tta_p2p.net.framing import Frame, FrameKind
from tta_p2p.net.lobby import Peer, dial_lobby, serve_lobby
from tta_p2p.net.mesh import FrameReceived, PeerConnected, PeerDisconnected
from tta_p2p.net.routes import Routes, use

LOOK = 2.0
CHAT, MESSAGE = FrameKind.CHAT, FrameKind.MESSAGE
TABLE = Table(3)
CERTIFICATES = [member.certificate for member in TABLE.members]


async def at_once(function: Callable[..., Any], *arguments: Any) -> Any:
    await trio.lowlevel.checkpoint()
    return function(*arguments)


def keys_of(operator: int) -> BoxKeys:
    return BoxKeys(SID, operator, TABLE.keys[operator].seed, CERTIFICATES)


class Reader:
    """One member with a folder of its own, and what has come to it."""

    def __init__(self, operator: int, folder: Path, start: str = "", now: int = 1_700_000_000) -> None:
        self.operator, self.folder = operator, folder / str(operator)
        self.folder.mkdir(exist_ok=True)
        self.fails: OSError | None = None
        setup = PostSetup(self.folder, keys_of(operator), lambda: now, self._aside, LOOK)
        self.post = Post(setup, entropy_of(f"{operator} {start}"))
        self.got: list[tuple[int, bytes]] = []
        self.told: list[frozenset[int]] = []
        self.scope = trio.CancelScope()

    async def _aside(self, function: Callable[..., Any], *arguments: Any) -> Any:
        await trio.lowlevel.checkpoint()
        if self.fails is not None and function in (directory.append, directory.replace):
            raise self.fails
        return function(*arguments)

    async def run(self) -> None:
        """Look into the folder until it is stopped."""
        with self.scope:
            await self.post.keep(self._take, self._tell, lambda operator: False)

    async def _take(self, operator: int, frame: Frame) -> None:
        self.got.append((operator, frame.payload))

    async def _tell(self, before: frozenset[int], now: frozenset[int]) -> None:
        self.told.append(now)

    @property
    def box(self) -> Path:
        return self.folder / keys_of(self.operator).name(self.operator)


def carry(source: Reader, target: Reader) -> None:
    """Copy the box of one into the folder of another."""
    shutil.copy2(source.box, target.folder / source.box.name)


def everywhere(readers: Sequence[Reader]) -> None:
    for source in readers:
        for target in readers:
            if source is not target:
                carry(source, target)


def played(folder: Path, story: Callable[[list[Reader]], Coroutine[Any, Any, None]]) -> None:
    """Let three members meet, and then let a story happen, in time that passes at once."""

    async def run() -> None:
        readers = [Reader(number, folder) for number in range(3)]
        async with trio.open_nursery() as nursery:
            for one in readers:
                nursery.start_soon(one.run)
            await trio.sleep(2 * LOOK)
            everywhere(readers)
            await trio.sleep(2 * LOOK)
            assert all(one.post.reached == {0, 1, 2} - {one.operator} for one in readers)
            await story(readers)
            nursery.cancel_scope.cancel()

    trio.run(run, clock=trio.testing.MockClock(autojump_threshold=0))


def test_what_is_left_for_one_is_read_by_that_one_alone_whenever_it_comes(tmp_path: Path) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, cid = readers
        assert ann.post.send(1, CHAT, b"for bob alone") and ann.post.send(2, CHAT, b"for cid alone")
        await trio.sleep(2 * LOOK)
        everywhere(readers)
        await trio.sleep(2 * LOOK)
        assert bob.got == [(0, b"for bob alone")] and cid.got == [(0, b"for cid alone")]
        written = b"".join(path.read_bytes() for path in ann.folder.iterdir())
        assert b"alone" not in written
        # whoever has all certificates and a key of his own at the table, or another table's, opens nothing for others
        stranger = BoxKeys(SID, 1, key_of("stranger").seed, CERTIFICATES)
        elsewhere = BoxKeys(bytes(32), 1, TABLE.keys[1].seed, CERTIFICATES)
        for item in read_items(ann.box.read_bytes()):
            opened = [one.open(0, item) for one in (stranger, elsewhere, keys_of(2)) if item.reader == 1]
            assert not any(opened)
        assert SID.hex()[:8] not in str(sorted(ann.folder.iterdir()))

    played(tmp_path, story)


def test_whatever_is_doubled_cut_old_or_out_of_order_comes_once_and_in_order(tmp_path: Path) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, _ = readers
        there, copies = bob.folder / ann.box.name, []
        for number in range(6):
            ann.post.send(1, MESSAGE, bytes([number]) * 100)
            await trio.sleep(2 * LOOK)
            copies.append(ann.box.read_bytes())
        shown = [copies[1], copies[3][:-50], copies[0], copies[3], copies[2], copies[5][:200], copies[5], copies[5]]
        for number, data in enumerate(shown):
            (bob.folder / f"{ann.box.stem} ({number}).box").write_bytes(copies[number % 6])
            (bob.folder / f"{ann.box.stem}.sync-conflict-20261128-1200{number}-ABC.box").write_bytes(
                data[: 90 * number]
            )
            (bob.folder / f".syncthing.{ann.box.name}.tmp").write_bytes(data[:40])
            there.write_bytes(data)
            await trio.sleep(2 * LOOK)
        assert bob.got == [(0, bytes([number]) * 100) for number in range(6)]
        assert bob.post.strange == [] and bob.post.trouble is PostTrouble.NONE

    played(tmp_path, story)


def test_a_box_that_somebody_forges_or_takes_from_another_counts_for_nothing_and_is_named(tmp_path: Path) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, cid = readers
        cid.post.send(1, CHAT, b"cid says this")
        ann.post.send(2, CHAT, b"ann tells cid")
        for _ in range(4):
            bob.post.send(0, CHAT, b"bob tells ann")
        await trio.sleep(2 * LOOK)
        far = SealedFrame(1, 2**62, bytes(24), bytes(64)).write()
        named = f"{ann.box.stem} (forged).box"
        (bob.folder / named).write_bytes(MAGIC + far)
        (bob.folder / ann.box.name).write_bytes(cid.box.read_bytes())  # one member's words in the file of another
        kept = {
            "to another": [item._replace(reader=1) for item in items(ann) if item.reader == 2],
            "back": [item._replace(reader=1) for item in items(bob) if item.reader == 0],
            "later": [item._replace(number=item.number + 9) for item in items(ann) if item.reader == 1],
        }
        for called, moved in kept.items():
            data = MAGIC + b"".join(item.write() for item in moved)
            (bob.folder / f"{ann.box.stem} ({called}).box").write_bytes(data)
        await trio.sleep(2 * LOOK)
        assert bob.got == []
        assert {ann.box.name, named, *(f"{ann.box.stem} ({called}).box" for called in kept)} == set(bob.post.strange)
        everywhere(readers)
        await trio.sleep(2 * LOOK)
        assert bob.got == [(2, b"cid says this")]
        ann.post.send(1, CHAT, b"still heard")  # the forged number, far ahead, changes nothing
        await trio.sleep(2 * LOOK)
        everywhere(readers)
        await trio.sleep(2 * LOOK)
        assert bob.got[1:] == [(0, b"still heard")]

    played(tmp_path, story)


def items(reader: Reader) -> list[SealedFrame]:
    return list(read_items(reader.box.read_bytes()))


def test_links_pipes_folders_and_endless_files_in_the_place_of_a_box_cost_that_file_alone(tmp_path: Path) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, _ = readers
        secret = tmp_path / "secret"
        secret.write_bytes(b"nobody writes or reads here")
        stem = ann.box.stem
        (bob.folder / f"{stem}.1.box").symlink_to(secret)
        (bob.folder / f"{stem}.2.box").mkdir()
        os.mkfifo(bob.folder / f"{stem}.3.box")
        with (bob.folder / f"{stem}.4.box").open("wb") as file:
            file.truncate(2**40)
        (bob.folder / f"{stem}.5.box").write_bytes(MAGIC[:5])
        bob.box.unlink()
        bob.box.symlink_to(secret)
        bob.post.send(0, CHAT, b"not into the link")
        ann.post.send(1, CHAT, b"heard")
        await trio.sleep(3 * LOOK)
        everywhere(readers)
        await trio.sleep(2 * LOOK)
        assert bob.got == [(0, b"heard")] and ann.got == [(1, b"not into the link")]
        assert secret.read_bytes() == b"nobody writes or reads here" and not bob.box.is_symlink()

    played(tmp_path, story)


def test_a_box_that_is_lost_or_older_is_written_anew_and_its_numbers_go_on(tmp_path: Path) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, _ = readers
        old = ann.box.read_bytes()
        for number in range(3):
            ann.post.send(1, CHAT, bytes([number]))
        await trio.sleep(2 * LOOK)
        everywhere(readers)
        await trio.sleep(2 * LOOK)
        ann.box.write_bytes(old)  # a tool puts an older copy there while the node runs
        ann.post.send(1, CHAT, b"after that")
        await trio.sleep(3 * LOOK)
        everywhere(readers)
        await trio.sleep(2 * LOOK)
        assert bob.got[3:] == [(0, b"after that")]
        ann.scope.cancel()
        ann.box.unlink()
        again = Reader(0, tmp_path, "again", now=0)  # the box is lost, and the clock as well
        async with trio.open_nursery() as nursery:
            nursery.start_soon(again.run)
            await trio.sleep(2 * LOOK)
            again.post.send(1, CHAT, b"from the next start")
            for _ in range(3):
                await trio.sleep(2 * LOOK)
                everywhere([again, bob])
            await trio.sleep(2 * LOOK)
            assert bob.got[4:] == [(0, b"from the next start")]
            nursery.cancel_scope.cancel()

    played(tmp_path, story)


def test_what_is_not_read_yet_is_still_there_after_a_start_and_what_was_read_comes_once(tmp_path: Path) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, _ = readers
        ann.post.send(1, CHAT, b"first")
        await trio.sleep(2 * LOOK)
        carry(ann, bob)
        await trio.sleep(30.0)  # bob writes its receipt
        ann.post.send(1, CHAT, b"second")
        await trio.sleep(2 * LOOK)
        for one in (ann, bob):
            one.scope.cancel()
        later = [Reader(0, tmp_path, "later"), Reader(1, tmp_path, "later")]
        async with trio.open_nursery() as nursery:
            for one in later:
                nursery.start_soon(one.run)
            await trio.sleep(2 * LOOK)
            everywhere(later)
            await trio.sleep(2 * LOOK)
            assert bob.got == [(0, b"first")] and later[1].got == [(0, b"second")]
            nursery.cancel_scope.cancel()

    played(tmp_path, story)


def test_a_box_becomes_small_again_when_all_have_read_and_never_holds_more_than_its_room(tmp_path: Path) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, cid = readers
        for _ in range(20):
            ann.post.send(1, MESSAGE, bytes(DEAD // 4))
            ann.post.send(2, MESSAGE, bytes(DEAD // 4))
        await trio.sleep(2 * LOOK)
        full = ann.box.stat().st_size
        assert full > 10 * DEAD
        for _ in range(3):
            everywhere(readers)
            await trio.sleep(30.0)
        assert len(bob.got) == len(cid.got) == 20 and ann.box.stat().st_size < DEAD
        for _ in range(2 * ROOM // 2**20):  # nobody reads
            ann.post.send(1, MESSAGE, bytes(2**20))
        await trio.sleep(2 * LOOK)
        assert ann.box.stat().st_size < ROOM + 2**21

    played(tmp_path, story)


def test_help_to_catch_up_takes_the_place_of_what_was_not_read_and_is_not_given_without_end(tmp_path: Path) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, _ = readers
        ann.post.send(1, MESSAGE, b"old")
        ann.post.send(1, CHAT, b"said")
        asked = 0

        def frames() -> Any:
            nonlocal asked
            asked += 1
            yield int(MESSAGE), b"new"

        for _ in range(50):
            ann.post.catch_up(1, frames())
            await trio.sleep(2 * LOOK)
        carry(ann, bob)
        await trio.sleep(2 * LOOK)
        assert bob.got == [(0, b"said"), (0, b"new")]
        assert asked <= HELP[1] + 1 + 100 * LOOK * HELP[0]

    played(tmp_path, story)


@pytest.mark.parametrize(("code", "told"), [(errno.ENOSPC, PostTrouble.FULL), (errno.EACCES, PostTrouble.UNWRITABLE)])
def test_a_disk_that_takes_nothing_is_told_and_what_was_said_goes_out_when_it_does_again(
    code: int, told: PostTrouble, tmp_path: Path
) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, _ = readers
        ann.fails = OSError(code, os.strerror(code))
        ann.post.send(1, CHAT, b"kept")
        await trio.sleep(3 * LOOK)
        assert ann.post.trouble is told and ann.told[-1] == set() and not ann.post.send(1, CHAT, b"not taken")
        ann.fails = None
        await trio.sleep(2 * LOOK)
        carry(ann, bob)
        await trio.sleep(2 * LOOK)
        assert ann.post.trouble is PostTrouble.NONE and ann.told[-1] == {1, 2} and bob.got == [(0, b"kept")]
        shutil.rmtree(ann.folder)
        await trio.sleep(2 * LOOK)
        assert ann.post.trouble is PostTrouble.UNREADABLE

    played(tmp_path, story)


def test_words_of_the_moment_are_not_left_in_a_folder_and_of_some_only_the_latest(tmp_path: Path) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, _ = readers
        assert not ann.post.send(1, FrameKind.ATTENDED, b"\x01") and not ann.post.send(1, FrameKind.OUTAGE, b"x")
        for number in range(3):
            ann.post.send(1, FrameKind.HEADS, bytes([number]))
        ann.post._whole = True  # as after a while
        await trio.sleep(2 * LOOK)
        carry(ann, bob)
        await trio.sleep(2 * LOOK)
        assert bob.got == [(0, bytes([2]))]
        ann.post.dismiss(1)
        assert not ann.post.send(1, CHAT, b"gone") and 1 not in ann.post.reached

    played(tmp_path, story)


async def test_a_table_goes_from_its_folder_to_a_channel_and_back(tmp_path: Path) -> None:
    """Words of the node go by the channel as long as there is one."""

    def post(operator: int) -> PostSetup:
        return PostSetup(tmp_path, keys_of(operator), lambda: 1, at_once, 0.05)

    async with (
        TABLE.sit(0, post=post(0), hidden=True) as ann,
        TABLE.sit(1, post=post(1), hidden=True) as bob,
    ):
        await until(ann, is_a(PeerConnected, 1))
        await until(bob, is_a(PeerConnected, 0))
        assert ann.is_by_post(1) and ann.status[1].by_post and 1 in ann.connected
        assert ann.send(1, CHAT, b"by post")
        assert await until(bob, is_a(FrameReceived)) == FrameReceived(0, CHAT, b"by post")
        for one in (ann, bob):
            one.pairing.addresses = TABLE.hidden[one.operator]
        introduce(ann, bob)
        await until(ann, is_a(PeerConnected, 1))
        assert not ann.is_by_post(1)
        ann.send(1, CHAT, b"by channel")
        assert await until(bob, is_a(FrameReceived)) == FrameReceived(0, CHAT, b"by channel")
        (link,) = [one for one in ann.links if one.operator == 1]
        assert link.live is not None
        link.attempts = 10
        link.live.channel.abandon("for the test")
        await until(ann, is_a(PeerDisconnected, 1))
        await until(ann, is_a(PeerConnected, 1))
        assert link.by_post


HOST = identity_of("host")


def files(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern))


async def echo(guest: Peer) -> None:
    async for frame in guest.channel:
        await guest.channel.send(frame.kind, guest.identity + frame.payload)


@asynccontextmanager
async def lobby_in(folder: Path) -> AsyncIterator[SharedFolder]:
    """A lobby in a folder, and the folder as its guests see it."""
    shared = SharedFolder(folder, at_once, entropy_of("folder"), 0.05)
    note = TableNote("Ann's", "skiff", fingerprint(HOST.identity))
    async with (
        ports.open_port([Address("127.0.0.1", 0)]) as port,
        serve_lobby(echo, signer=HOST, key=key_of("lobby"), hello=hello_of(), entropy=entropy_of("host"), listen=port),
        shared.door("0123456789abcdef", note, port.serve),
    ):
        yield shared


@asynccontextmanager
async def enter(shared: SharedFolder, place: Address) -> AsyncIterator[Peer]:
    with use(Routes(folder=shared)):
        async with dial_lobby(
            place, signer=identity_of("guest"), hello=hello_of(), entropy=entropy_of("guest")
        ) as host:
            yield host


async def test_a_guest_comes_to_a_lobby_through_a_folder_and_both_know_who_is_there(tmp_path: Path) -> None:
    async with lobby_in(tmp_path) as shared:
        (note,) = await shared.notes()
        assert (note.table, note.game) == ("Ann's", "skiff")
        async with enter(shared, note.address) as host:
            assert host.identity == HOST.identity and host.by_folder
            await host.channel.send(FrameKind.LOBBY, b"the harbour is closed")
            assert (await host.channel.receive()).payload == identity_of("guest").identity + b"the harbour is closed"
        assert b"the harbour is closed" not in b"".join(one.read_bytes() for one in files(tmp_path, "*"))
    assert await shared.notes() == []


async def test_whoever_forges_a_note_of_a_table_is_nobodys_host(tmp_path: Path) -> None:
    async with lobby_in(tmp_path) as shared:
        (note,) = await shared.notes()
        other = replace_key(note, fingerprint(identity_of("somebody").identity))
        with pytest.raises(WrongIdentity):
            async with enter(shared, other.address):
                pass
        for number, data in enumerate((b"", b"{}", b"[" * 5000, b'{"table":1}', b'{"table":"a","game":"b","key":"c"}')):
            (tmp_path / f"tta-table-{number:016x}.json").write_bytes(data)
        (tmp_path / f"tta-table-{9:016x}.json").symlink_to("/etc/hostname")
        before = b'{"table":"before","game":"skiff","key":"%s","opened":-1}' % note.key.encode()
        (tmp_path / f"tta-table-{11:016x}.json").write_bytes(before)  # of the same host: the later one counts
        other_key = fingerprint(identity_of("somebody").identity).encode()
        shown = b'{"table":"\\u001b[31mred","game":"skiff","key":"%s"}' % other_key
        (tmp_path / f"tta-table-{10:016x}.json").write_bytes(shown)
        assert sorted(one.table for one in await shared.notes()) == ["Ann's", "red"]


def replace_key(note: TableNote, key: str) -> TableNote:
    return TableNote(note.table, note.game, key, id=note.id)


async def test_what_is_changed_on_the_way_ends_the_stream_of_a_guest_and_nothing_else(tmp_path: Path) -> None:
    async with lobby_in(tmp_path) as shared:
        (note,) = await shared.notes()
        (tmp_path / f"tta-{note.id}-{7:016x}.guest").write_bytes(b"\x01" + os.urandom(300))
        (tmp_path / f"tta-{note.id}-{8:016x}.guest").symlink_to("/etc/hostname")
        async with enter(shared, note.address) as host:
            (mine,) = [one for one in files(tmp_path, "*.host") if f"{7:016x}" not in one.name]
            data = mine.read_bytes()
            mine.write_bytes(data[: len(data) // 2])  # an older copy: the rest comes again
            await trio.sleep(0.2)
            mine.write_bytes(data + os.urandom(100))
            with pytest.raises(ChannelLost), trio.fail_after(PATIENCE):
                await host.channel.receive()
        async with enter(shared, note.address) as host:
            mine = max(files(tmp_path, "*.guest"), key=lambda one: one.stat().st_mtime_ns)
            mine.write_bytes(mine.read_bytes() + os.urandom(100))
            with pytest.raises(ChannelLost), trio.fail_after(PATIENCE):
                await host.channel.receive()
        async with enter(shared, note.address) as host:
            assert host.identity == HOST.identity


def test_nobody_is_told_of_a_table_in_a_folder_as_an_address() -> None:
    place = Address("0123456789abcdef.folder", 1)
    assert peer_address(place.host, 1) is None
    assert place == replace(place, port=1)
    for other in ("folder", "x.folder", "0123456789abcdef.folder.folder"):
        with pytest.raises(NetError):
            Address(other, 1)


def test_files_of_others_however_many_hide_no_box_and_a_name_of_any_bytes_is_told_in_letters(tmp_path: Path) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, _ = readers
        for number in range(directory.MOST_NAMES + 50):
            (bob.folder / f"photo-{number}.jpg").touch()
        odd = os.fsencode(bob.folder) + b"/" + keys_of(0).name(0).encode() + b"-\xff"
        with suppress(OSError):  # some disks take no such name
            handle = os.open(odd, os.O_WRONLY | os.O_CREAT)
            os.write(handle, b"garbage")
            os.close(handle)
        assert ann.post.send(1, CHAT, b"hello")
        await trio.sleep(2 * LOOK)
        carry(ann, bob)
        await trio.sleep(2 * LOOK)
        assert bob.got == [(0, b"hello")]
        assert all(name.encode() for name in bob.post.strange), "what is told can be sent to a client"

    played(tmp_path, story)


def test_a_box_full_of_what_does_not_open_ends_with_the_first_of_it(tmp_path: Path) -> None:
    async def story(readers: list[Reader]) -> None:
        ann, bob, _ = readers
        opened = 0
        whole = bob.post._keys.open

        def count(author: int, item: SealedFrame) -> Frame | None:
            nonlocal opened
            opened += 1
            return whole(author, item)

        bob.post._keys.open = count  # type: ignore[method-assign]
        forged = b"".join(SealedFrame(1, 2**62 + n, bytes(24), bytes(20)).write() for n in range(5000))
        name = keys_of(0).name(0)
        (bob.folder / f"{name} (1)").write_bytes(MAGIC + forged)
        assert ann.post.send(1, CHAT, b"hello")
        await trio.sleep(2 * LOOK)
        carry(ann, bob)
        await trio.sleep(2 * LOOK)
        assert bob.got == [(0, b"hello")] and bob.post.strange == [f"{name} (1)"] and opened < 20
        endless = SealedFrame(0, 1, bytes(24), bytes(20)).write() * (MOST_ITEMS + 9)
        assert sum(1 for _ in read_items(MAGIC + endless)) == MOST_ITEMS

    played(tmp_path, story)


async def test_files_that_say_nothing_make_way_for_a_guest_that_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "MOST_GUESTS", 3)
    async with lobby_in(tmp_path) as shared:
        (note,) = await shared.notes()
        for number in range(7):
            (tmp_path / f"tta-{note.id}-{number:016x}.guest").write_bytes(b"" if number % 2 else b"garbage")
        with trio.fail_after(PATIENCE):
            async with enter(shared, note.address) as host:
                await host.channel.send(FrameKind.LOBBY, b"hi")
                assert (await host.channel.receive()).payload.endswith(b"hi")


def test_a_file_that_says_nothing_takes_no_place_and_one_that_spoke_is_told_when_it_must_go(tmp_path: Path) -> None:
    """Else a crowd of empty files shuts a lobby, and a guest that had to make way waits for days for an answer."""
    trio.run(_silent_and_spoken, tmp_path, clock=trio.testing.MockClock(autojump_threshold=0))
    names = sorted(one.name for one in tmp_path.glob("*.host"))
    assert names == [f"tta-{'0' * 16}-{number:016x}.host" for number in (0, 2, 3)]


async def _silent_and_spoken(tmp_path: Path) -> None:
    attended = list[FolderStream]()

    async def attend(stream: FolderStream) -> None:
        attended.append(stream)
        await stream.aclose()

    shared = SharedFolder(tmp_path, at_once, bytes, look=LOOK)
    names = [f"tta-{'0' * 16}-{number:016x}" for number in range(4)]
    for number, name in enumerate(names):
        (tmp_path / f"{name}.guest").write_bytes(b"?" * (number // 2))
    async with shared.door("0" * 16, None, attend):
        await trio.sleep(3 * LOOK)
        assert sorted(stream.label[-18:-1] for stream in attended) == [f" {number:016x}" for number in (2, 3)]
        (tmp_path / f"{names[0]}.guest").write_bytes(b"late")
        await trio.sleep(3 * LOOK)
        assert len(attended) == 3
