"""A Tor network of one's own: authorities, relays and a namespace for each player, with no route between players.

It needs root, `ip` and Debian's package tor. All its relays stand at one address, in a namespace that passes nothing
on.
"""

import os
import re
import shutil
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

HUB = "10.99.0.1"
AUTHORITIES, RELAYS = 3, 3
NEEDED = {"tor": "tor", "tor-gencert": "tor", "ip": "iproute2"}
"""Programs, and the packages of Debian that bring them."""
VOTES = """TestingV3AuthInitialVotingInterval {interval}
TestingV3AuthInitialVoteDelay {delay}
TestingV3AuthInitialDistDelay {delay}
V3AuthVotingInterval {interval}
V3AuthVoteDelay {delay}
V3AuthDistDelay {delay}
TestingDirAuthVoteExit *
TestingDirAuthVoteGuard *
TestingDirAuthVoteHSDir *
"""
HURRY, ORDINARY = (20, 4), (300, 20)
"""Seconds from one agreement on the relays to the next, and for votes; a Tor with ordinary times takes no shorter ones.
"""
NEAR = """ClientRejectInternalAddresses 0
ExtendAllowPrivateAddresses 1
DirAllowPrivateAddresses 1
EnforceDistinctSubnets 0
ClientBootstrapConsensusAuthorityDownloadInitialDelay 0
ClientBootstrapConsensusAuthorityOnlyDownloadInitialDelay 0
"""
"""Lines by which a Tor with ordinary times uses relays that all stand at one private address."""


def missing() -> list[str]:
    """Name the packages that this campaign lacks here."""
    return sorted({package for program, package in NEEDED.items() if shutil.which(program) is None})


def ip(*words: str) -> None:
    """Run `ip`."""
    subprocess.run(["ip", *words], check=True, capture_output=True)


class TorNetwork:
    """The network while it stands; ``players``: how many namespaces; ``ordinary``: their Tors keep the times of the
    public network, as 15 minutes until a relay is asked once more for an address that it does not know.
    """

    def __init__(self, folder: Path, players: int, name: str, *, ordinary: bool = False) -> None:
        self.folder, self.players, self.name, self.ordinary = folder, players, name, ordinary
        self._times = ORDINARY if ordinary else HURRY
        self._stack = ExitStack()
        self._authorities = list[str]()

    def __enter__(self) -> "TorNetwork":
        """Build it, and wait until it has agreed on its relays."""
        try:
            self._wire()
            keys = [self._authority(number) for number in range(AUTHORITIES)]
            self._authorities = [
                f"DirAuthority a{number} orport={5000 + number} no-v2 v3ident={ident} {HUB}:{7000 + number} {print_}"
                for number, (ident, print_) in enumerate(keys)
            ]
            for number in range(AUTHORITIES):
                votes = VOTES.format(interval=self._times[0], delay=self._times[1])
                roles = f"AuthoritativeDirectory 1\nV3AuthoritativeDirectory 1\nContactInfo a@example.org\n{votes}"
                self._relay(f"a{number}", 5000 + number, f"DirPort {HUB}:{7000 + number}\n{roles}")
            for number in range(RELAYS):
                self._relay(f"r{number}", 6000 + number, "")
            self._wait_for_consensus()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Take it down."""
        self._stack.close()

    def within(self, player: int) -> list[str]:
        """The beginning of a command line that runs in the namespace of a player."""
        return ["ip", "netns", "exec", f"{self.name}-{player}"]

    @property
    def client(self) -> str:
        """Lines of a torrc for a player's Tor that uses this network."""
        return f"{NEAR}{self._known}" if self.ordinary else self._hurried

    @property
    def _hurried(self) -> str:
        return f"TestingTorNetwork 1\n{self._known}"

    @property
    def _known(self) -> str:
        return "\n".join(self._authorities) + "\n"

    def _wire(self) -> None:
        hub = f"{self.name}-hub"
        for one in (hub, *(f"{self.name}-{player}" for player in range(self.players))):
            ip("netns", "add", one)
            self._stack.callback(ip, "netns", "del", one)
            ip("-n", one, "link", "set", "lo", "up")
        ip("-n", hub, "addr", "add", f"{HUB}/32", "dev", "lo")
        for player in range(self.players):
            own = f"{self.name}-{player}"
            ip("-n", hub, "link", "add", f"p{player}", "type", "veth", "peer", "name", "eth0", "netns", own)
            ip("-n", hub, "addr", "add", f"10.98.{player}.1/24", "dev", f"p{player}")
            ip("-n", own, "addr", "add", f"10.98.{player}.2/24", "dev", "eth0")
            ip("-n", hub, "link", "set", f"p{player}", "up")
            ip("-n", own, "link", "set", "eth0", "up")
            ip("-n", own, "route", "add", "default", "via", f"10.98.{player}.1")

    def _authority(self, number: int) -> tuple[str, str]:
        keys = self.folder / f"a{number}" / "keys"
        keys.mkdir(mode=0o700, parents=True)
        (self.folder / f"a{number}").chmod(0o700)
        subprocess.run(
            ["tor-gencert", "--create-identity-key", "-m", "12", "-a", f"{HUB}:{7000 + number}",
             "--passphrase-fd", "0"],
            input=b"none\n", cwd=keys, check=True, capture_output=True,
        )  # fmt: skip
        found = re.search(r"^fingerprint ([0-9A-F]+)$", (keys / "authority_certificate").read_text(), re.MULTILINE)
        assert found is not None
        nowhere = str(keys.parent / "none")
        subprocess.run(
            ["tor", "--list-fingerprint", "--orport", "1", "--datadirectory", str(keys.parent), "-f", nowhere,
             "--ignore-missing-torrc", "--defaults-torrc", nowhere, "--dirauthority", f"x 127.0.0.1:1 {'f' * 40}"],
            check=True, capture_output=True,
        )  # fmt: skip
        return found.group(1), (keys.parent / "fingerprint").read_text().split()[-1]

    def _relay(self, name: str, port: int, more: str) -> None:
        folder = self.folder / name
        folder.mkdir(mode=0o700, exist_ok=True)
        lines = (
            f"{self._hurried}Nickname {name}", f"Address {HUB}", f"ORPort {HUB}:{port}", "SocksPort 0", "ExitRelay 0",
            "AssumeReachable 1", f"DataDirectory {folder}", "ShutdownWaitLength 0",
            f"__OwningControllerProcess {os.getpid()}", more,
        )  # fmt: skip
        (folder / "torrc").write_text("\n".join(lines))
        self.start(["ip", "netns", "exec", f"{self.name}-hub"], folder)

    def start(self, within: list[str], folder: Path) -> subprocess.Popen[bytes]:
        """Start a Tor with the torrc of a folder; it ends with the network at the latest."""
        line = [*within, "tor", "-f", str(folder / "torrc"), "--defaults-torrc", str(folder / "none")]
        process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def _wait_for_consensus(self) -> None:
        wanted = AUTHORITIES + RELAYS
        until = time.monotonic() + 180 + 2 * self._times[0]
        while time.monotonic() < until:
            path = self.folder / "r0" / "cached-microdesc-consensus"
            if path.exists() and len(re.findall(r"^s .*HSDir.*Running", path.read_text(), re.MULTILINE)) == wanted:
                return
            time.sleep(1)
        raise RuntimeError("the Tor network of this campaign does not come together")
