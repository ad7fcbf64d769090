"""Computers of one's own, in network namespaces: a lid that closes, an address that changes, accounts over SSH.

Nothing of this machine is touched: the accounts of the shared computer, their homes and its `sshd` stand in a mount
namespace of their own, and all of it goes with the network.
"""

import contextlib
import os
import pty
import shutil
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.ground.repository import ROOT
from tests.lan import ip

PACKAGES = {
    "ip": "iproute2",
    "sshd": "openssh-server",
    "ssh": "openssh-client",
    "ssh-keygen": "openssh-client",
    "unshare": "util-linux",
    "mount": "mount",
}
"""Programs, and the packages of Debian that bring them."""
FIRST_ACCOUNT = 64101
"""The number of the first account of the shared computer; the others count on."""
ROUTER = "10.66.0.254"
"""A router that opens no port and answers nothing."""
PATIENCE = 30.0
"""Seconds for anything that a computer has to do."""
SETTINGS = """
Port 22
HostKey {folder}/host
AuthorizedKeysFile {folder}/key.pub
UsePAM no
StrictModes no
PasswordAuthentication no
PrintMotd no
PidFile none
"""
PROGRAMS = f"{Path(sys.executable).parent}:{os.defpath}"
"""The path on which a person finds `tta`."""


def lacking() -> list[str]:
    """Name the packages of Debian whose programs are missing here."""
    return sorted({package for program, package in PACKAGES.items() if not _found(program)})


def _found(program: str) -> str:
    return shutil.which(program, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin") or ""


class Computer:
    """One computer on the local network."""

    def __init__(self, network: "ComputerNetwork", name: str, number: int) -> None:
        self.name, self._network = name, network
        self.space = f"tta-{network.tag}-{name}"
        self.address = f"10.66.0.{number}"
        self._port = f"p-{name}"[:15]

    def build(self, stack: ExitStack) -> None:
        """Plug it in; it is taken away when `stack` closes, with all that runs on it."""
        ip("netns", "add", self.space)
        stack.callback(ip, "netns", "del", self.space)
        stack.callback(self.halt)
        ip("-n", self.space, "link", "set", "lo", "up")
        switch = self._network.switch
        ip("-n", switch, "link", "add", self._port, "type", "veth", "peer", "name", "eth0", "netns", self.space)
        ip("-n", switch, "link", "set", self._port, "master", "bridge", "up")
        self.move(self.address)
        ip("-n", self.space, "route", "add", "default", "via", ROUTER)

    def within(self) -> list[str]:
        """Give the beginning of a command line that runs here."""
        return ["ip", "netns", "exec", self.space]

    def processes(self) -> list[int]:
        """Give the numbers of all processes that run here."""
        done = subprocess.run(["ip", "netns", "pids", self.space], check=True, capture_output=True, text=True)
        return [int(number) for number in done.stdout.split()]

    def move(self, address: str) -> None:
        """Come to the network at this address, and leave the one it had, with its way to any router."""
        self.address = address
        ip("-n", self.space, "addr", "flush", "dev", "eth0")
        ip("-n", self.space, "addr", "add", f"{address}/24", "dev", "eth0")
        ip("-n", self.space, "link", "set", "eth0", "up")

    def close_lid(self) -> None:
        """Stop everything here, and lose the network."""
        ip("-n", self._network.switch, "link", "set", self._port, "down")
        seen: set[int] = set()
        while fresh := {*self.processes()} - seen:  # one that begins another meanwhile
            self._signal(fresh, signal.SIGSTOP)
            seen |= fresh

    def open_lid(self) -> None:
        """Let everything go on, and find the network again."""
        self._signal(sorted(self.processes(), reverse=True), signal.SIGCONT)  # a shell takes a stopped job for paused
        ip("-n", self._network.switch, "link", "set", self._port, "up")

    def halt(self) -> None:
        """End everything that runs here."""
        end = time.monotonic() + PATIENCE
        while (numbers := self.processes()) and time.monotonic() < end:
            self._signal(numbers, signal.SIGKILL)
            time.sleep(0.05)

    @staticmethod
    def _signal(numbers: Sequence[int] | set[int], which: signal.Signals) -> None:
        for number in numbers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, which)


class SharedComputer(Computer):
    """A computer on which several people have an account, and which they reach by SSH."""

    def __init__(self, network: "ComputerNetwork", name: str, number: int, accounts: Sequence[str]) -> None:
        super().__init__(network, name, number)
        self.accounts = {account: FIRST_ACCOUNT + place for place, account in enumerate(accounts)}
        self._folder = network.folder / name

    def build(self, stack: ExitStack) -> None:
        """Plug it in and start its `sshd`. Raises AssertionError where that does not answer."""
        super().build(stack)
        self._folder.mkdir()
        self._folder.chmod(0o755)
        for key in ("key", "host"):
            words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self._folder / key)]
            subprocess.run(words, check=True, capture_output=True)
        for account, number in self.accounts.items():
            home = self.home(account)
            home.mkdir(parents=True)
            (home / ".profile").write_text(f"PATH={PROGRAMS}\n")
            for one in (home, home / ".profile"):
                os.chown(one, number, number)
            home.chmod(0o700)
        for name in ("passwd", "group", "shadow"):
            (self._folder / name).write_text(Path("/etc", name).read_text() + "".join(self._lines(name)))
            (self._folder / name).chmod(0o640 if name == "shadow" else 0o644)
        (self._folder / "settings").write_text(SETTINGS.format(folder=self._folder))
        (self._folder / "start").write_text("\n".join(self._start()))
        with (self._folder / "log").open("wb") as log:
            begin = [*self.within(), "unshare", "--mount", "--propagation", "private", "sh", "-e"]
            process = subprocess.Popen([*begin, str(self._folder / "start")], stdout=log, stderr=log)
        stack.callback(process.wait, PATIENCE)
        stack.callback(process.kill)
        self._answers()

    def home(self, account: str) -> Path:
        """Give the home folder of an account, as this machine finds it."""
        return self._folder / "homes" / account

    def login(self, account: str) -> list[str]:
        """Give the command line by which somebody elsewhere on the network comes to an account."""
        known = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR")
        options = [word for one in known for word in ("-o", one)]
        return ["ssh", *options, "-F", "none", "-i", str(self._folder / "key"), f"{account}@{self.address}"]

    def log_out(self, account: str) -> None:
        """End all that somebody has left running, as a computer does that is set up so (`KillUserProcesses=yes`)."""
        for number in self.processes():
            with contextlib.suppress(OSError):  # it has just ended
                if Path(f"/proc/{number}").stat().st_uid == self.accounts[account]:
                    os.kill(number, signal.SIGKILL)

    def _lines(self, name: str) -> Iterator[str]:
        for account, number in self.accounts.items():
            yield {
                "passwd": f"{account}:x:{number}:{number}::/home/{account}:/bin/sh\n",
                "group": f"{account}:x:{number}:\n",
                "shadow": f"{account}:*:20000:0:99999:7:::\n",
            }[name]

    def _start(self) -> Iterator[str]:
        """Give the lines of a shell that make this computer and become its `sshd`."""
        for name in ("passwd", "group", "shadow"):
            yield f"mount --bind {self._folder / name} /etc/{name}"
        yield f"mount --bind {self._folder / 'homes'} /home"
        for place, (cover, paths) in enumerate(_hidden(ROOT, Path(sys.prefix), Path(sys.base_prefix)).items()):
            kept = self._folder / f"kept-{place}"
            for number, path in enumerate(paths):
                yield f"mkdir -p {kept}/{number}\nmount --bind {path} {kept}/{number}"
            yield f"mount -t tmpfs -o mode=755 none {cover}"
            for number, path in enumerate(paths):
                yield f"mkdir -p {path}\nmount --bind {kept}/{number} {path}"
        yield "mount -t tmpfs -o mode=755 none /run\nmkdir /run/sshd"
        yield f"exec {_found('sshd')} -D -e -f {self._folder / 'settings'}"

    def _answers(self) -> None:
        account = next(iter(self.accounts))
        end = time.monotonic() + PATIENCE
        while True:
            words = [
                *self._network.within(),
                *self.login(account),
                "-o",
                "BatchMode=yes",
                ". ./.profile; tta --version",
            ]
            done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if done.returncode == 0:
                return
            told = (self._folder / "log").read_text(errors="replace")[-500:]
            assert time.monotonic() < end, f"nobody gets in by SSH: {done.stderr[-500:]}; sshd said: {told}"
            time.sleep(0.3)


def _hidden(*paths: Path) -> Mapping[Path, list[Path]]:
    """Give the folders into which other accounts cannot look, and which of these paths are in each."""
    found: dict[Path, list[Path]] = {}
    for path in map(Path.resolve, paths):
        for above in (*reversed(path.parents), path):
            if not above.stat().st_mode & 0o001:
                if not any(one in path.parents or one == path for one in found.get(above, [])):
                    found.setdefault(above, []).append(path)
                break
    return found


class ComputerNetwork:
    """A local network of computers, while it stands."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.tag = folder, os.urandom(3).hex()
        folder.chmod(0o755)
        self.switch = f"tta-{self.tag}-switch"
        self._stack = ExitStack()
        self._number = 0

    def __enter__(self) -> "ComputerNetwork":
        ip("netns", "add", self.switch)
        self._stack.callback(ip, "netns", "del", self.switch)
        plain = ("forward_delay", "0", "mcast_snooping", "0")
        ip("-n", self.switch, "link", "add", "bridge", "type", "bridge", *plain)
        ip("-n", self.switch, "addr", "add", f"{ROUTER}/24", "dev", "bridge")
        for name in ("lo", "bridge"):
            ip("-n", self.switch, "link", "set", name, "up")
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def computer(self, name: str) -> Computer:
        """Plug a computer in."""
        self._number += 1
        one = Computer(self, name, self._number)
        one.build(self._stack)
        return one

    def shared_computer(self, name: str, accounts: Sequence[str]) -> SharedComputer:
        """Plug a computer in that has these accounts."""
        self._number += 1
        one = SharedComputer(self, name, self._number, accounts)
        one.build(self._stack)
        return one

    def within(self) -> list[str]:
        """Give the beginning of a command line that runs beside the computers, as where people sit who use SSH."""
        return ["ip", "netns", "exec", self.switch]


def terminal(words: Sequence[str], environment: Mapping[str, str], size: tuple[int, int]) -> tuple[int, int]:
    """Run a command at a terminal that it controls; its process, and our end of the terminal.

    ``size``: lines and columns.
    """
    process, ours = pty.fork()
    if process == 0:
        os.execvpe(words[0], list(words), dict(environment))
    termios.tcsetwinsize(ours, size)
    return process, ours
