"""A session in a network of its own, whose name server is slow, lies, is silent, says garbage or answers without end.

A member tells names in place of addresses; the honest nodes ask that server for them, as the system does it.
``python -m tests.doors.names SEED FOLDER`` is the inside; it needs root, ``unshare``, ``ip`` and ``mount``.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from tests.doors import session
from tests.doors.grammar import Grammar
from tests.doors.session import Finding
from tests.node.skiff import known
from tta_p2p.node.machine.roster import socket_path
from tta_p2p.seats.messages import VERSION

ROOT = Path(__file__).resolve().parents[2]
DNS = 53
ANSWER, TRUNCATED = 0x8180, 0x8380
A, AAAA = 1, 28
LIES = ("127.0.0.1", "127.0.0.7", "0.0.0.0", "255.255.255.255", "224.0.0.251", "169.254.1.1", "10.255.255.1")
SLOW = (1.0, 4.0, 9.0)
"""Seconds after which an answer comes."""
STILL = 30.0
"""Seconds in which a node answers its clients, whatever a name server does; that is silent for twice as long."""
HUGE = 3500
"""Records of an answer that fills what one message over TCP may hold."""


class Apart(Exception):
    """There is no network of its own here, which this theme needs."""


def play_apart(seed: int, folder: Path) -> Finding:
    """One session in a network of its own. Raises Apart."""
    inside = [sys.executable, "-m", "tests.doors.names", str(seed), str(folder)]
    line = ["unshare", "--net", "--mount", "--", *inside]
    where = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    try:
        done = subprocess.run(line, cwd=ROOT, env=where, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Apart(f"unshare: {error.strerror}") from error
    told = folder / "finding.json"
    if not told.exists():
        raise Apart(done.stderr[-1500:])
    return Finding(**json.loads(told.read_text()))


class NameServer:
    """Answers at port 53 of this network's loopback, each name as its first label says, or by chance."""

    def __init__(self, seed: str) -> None:
        self._grammar, self.counts = Grammar(seed), dict[str, int]()
        self._datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._datagrams.bind(("127.0.0.1", DNS))
        self._streams = socket.create_server(("127.0.0.1", DNS))
        for serve in (self._serve_datagrams, self._serve_streams):
            threading.Thread(target=serve, daemon=True).start()

    def _serve_datagrams(self) -> None:
        while True:
            asked, where = self._datagrams.recvfrom(4096)
            self._later(asked, False, lambda said, where=where: self._datagrams.sendto(said, where))

    def _serve_streams(self) -> None:
        while True:
            stream, _ = self._streams.accept()
            asked = stream.recv(4096)[2:]

            def say(said: bytes, stream: socket.socket = stream) -> None:
                stream.sendall(len(said).to_bytes(2, "big") + said)
                stream.close()

            self._later(asked, True, say)

    def _later(self, asked: bytes, long: bool, say: object) -> None:
        how = asked[13 : 13 + asked[12]].decode("ascii", "replace").lower() if len(asked) > 12 else ""
        how = how if how in WAYS else self._grammar.one(WAYS)
        self.counts[f"a name server: {how}"] = self.counts.get(f"a name server: {how}", 0) + 1
        said = self._answer(asked, how, long)
        if said is not None:

            def answer() -> None:
                with contextlib.suppress(OSError):
                    say(said)  # type: ignore[operator]

            threading.Timer(self._grammar.one(SLOW) if how == "slow" else 0.0, answer).start()

    def _answer(self, asked: bytes, how: str, long: bool) -> bytes | None:
        if how == "silent":
            return None
        if how == "garbage":
            loop = b"\xc0\x0c\x00\x05\x00\x01\x00\x00\x00\x3c\x00\x02\xc0\x0c"  # a name that is another name of itself
            ways = (
                self._grammar.random.randbytes(self._grammar.random.randrange(600)),
                asked[:2] + self._grammar.random.randbytes(60),
                _message(asked, ANSWER, [loop] * 40),
                _message(asked, ANSWER, [b"\xc0\xff\xff"]),
                asked[:2],
                b"",
            )
            return self._grammar.one(ways)
        if how == "huge":
            return _message(asked, ANSWER, [_record(asked, "127.0.0.9")] * HUGE) if long else _message(asked, TRUNCATED)
        return _message(asked, ANSWER, [_record(asked, self._grammar.one(LIES)) for _ in range(3)])


WAYS = ("slow", "lies", "silent", "garbage", "huge")
NAMES = (*(f"{way}.doors{number}.test" for way in WAYS for number in range(2)), "a.test", "xn--a.test")
"""Names that a member tells; the first label says how they are answered."""


def _question(asked: bytes) -> bytes:
    end = asked.find(b"\0", 12) + 5
    return asked[12:end]


def _record(asked: bytes, address: str) -> bytes:
    kind = int.from_bytes(_question(asked)[-4:-2], "big")
    data = socket.inet_pton(socket.AF_INET6, f"::ffff:{address}") if kind == AAAA else socket.inet_aton(address)
    about = (AAAA if kind == AAAA else A).to_bytes(2, "big") + b"\0\1" + (60).to_bytes(4, "big")
    return b"\xc0\x0c" + about + len(data).to_bytes(2, "big") + data


def _message(asked: bytes, flags: int, records: list[bytes] | None = None) -> bytes:
    listed = records or []
    body = b"".join(listed)[: 65535 - 12 - 300]
    head = asked[:2] + flags.to_bytes(2, "big") + b"\0\1" + len(listed).to_bytes(2, "big") + bytes(4)
    return head + _question(asked) + body


def main() -> None:
    """Be the inside: a loopback with multicast, this name server, and the session."""
    seed, folder = int(sys.argv[1]), Path(sys.argv[2])
    for words in (
        ["ip", "link", "set", "lo", "up", "multicast", "on"],
        ["ip", "route", "add", "224.0.0.0/4", "dev", "lo"],
    ):
        subprocess.run(words, check=True)
    for name, text in (
        ("resolv.conf", f"nameserver 127.0.0.1\noptions timeout:{STILL:.0f} attempts:2\n"),
        ("nsswitch.conf", "hosts: files dns\n"),
    ):
        (folder / name).write_text(text)
        subprocess.run(["mount", "--bind", str(folder / name), f"/etc/{name}"], check=True)
    server = NameServer(f"names {seed}")
    began = time.monotonic()

    def finish(found: Finding) -> None:
        told = {**found._asdict(), "counts": {**found.counts, **server.counts}, "seconds": time.monotonic() - began}
        (folder / "finding.json").write_text(json.dumps(told))
        os._exit(0)  # threads that look names up may still wait for answers

    def stand_still() -> None:
        finish(Finding(seed, "names", 0.0, {}, [f"a node says nothing to a client for {STILL:.0f} seconds"]))

    watching = threading.Thread(target=_ask_on, args=(folder / "home0", stand_still), daemon=True)
    watching.start()
    with known(), Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        found = session.play(seed, "names", folder)
    finish(found)


def _ask_on(home: Path, stand_still: Callable[[], None]) -> None:
    """Come to the node of this folder as a client, again and again; ``stand_still`` hears that it does not answer."""
    while True:
        time.sleep(1.0)
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as client:
            client.settimeout(STILL)
            client.connect(str(socket_path(home, "node0")))
            try:
                client.sendall(json.dumps({"do": "hello", "version": VERSION, "watch": True}).encode() + b"\n")
                client.recv(1)
            except TimeoutError:
                stand_still()


if __name__ == "__main__":
    main()
