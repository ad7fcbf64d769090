"""Services of systemd that take games up again whenever this computer starts: a unit file, an instance a game."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tta_p2p.node.machine.installation import TTA, command_line
from tta_p2p.store.regular_files import named_path, write_regular

BOOTED = Path("/run/systemd/system")
"""The folder that is there where systemd runs (`sd_booted`)."""
PATIENCE = 60.0
"""Seconds in which systemd answers."""

UNIT = """\
[Unit]
Description=A game of tta (%i)
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart={command} resume %i --detach
Environment={home}
# Where your key has a passphrase, a file for your eyes only with the line TTA_PASSPHRASE=...
EnvironmentFile=-%h/.config/tta-passphrase

[Install]
WantedBy=default.target
"""


class ServiceFailed(Exception):
    """A service could not be set up; ``words`` are what systemd said."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class UserServices:
    """The services of one data folder, of the person who asks."""

    def __init__(self, home: Path, environment: Mapping[str, str] = os.environ, booted: Path = BOOTED) -> None:
        self._home, self._booted = home, booted
        config = environment.get("XDG_CONFIG_HOME") or str(named_path(environment.get("HOME", "~")) / ".config")
        self._path = environment.get("PATH")
        self.name = f"tta-{hashlib.sha256(os.fsencode(home)).hexdigest()[:8]}"
        """The beginning of its services' names: another data folder has others."""
        self.file = Path(config) / "systemd" / "user" / f"{self.name}@.service"
        """The unit file."""

    @property
    def possible(self) -> bool:
        """Whether systemd runs here and can be asked."""
        return self._booted.is_dir() and shutil.which("systemctl", path=self._path) is not None

    @property
    def unit(self) -> str:
        """The text of the unit file."""
        command = " ".join(_quoted(word).replace("$", "$$") for word in command_line(TTA))
        return UNIT.format(command=command, home=_quoted(f"TTA_HOME={self._home}"))

    def instance(self, game: str) -> str:
        """The service of a game, by its id."""
        return f"{self.name}@{game}.service"

    def install(self, game: str) -> None:
        """Take a game up now and whenever this computer starts. Raises ServiceFailed, OSError."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.file.with_suffix(".new")
        write_regular(fresh, os.fsencode(self.unit))
        fresh.replace(self.file)
        self._ask("systemctl", "--user", "daemon-reload")
        self._ask("loginctl", "enable-linger")  # also while nobody is logged in
        self._ask("systemctl", "--user", "enable", "--now", self.instance(game))

    def remove(self, game: str) -> bool:
        """Take a game up no more by itself, whether or not one was; its node ends. Raises ServiceFailed, OSError."""
        if game not in self.installed():
            return False
        self._ask("systemctl", "--user", "disable", "--now", self.instance(game))
        if not self.installed():
            with suppress(FileNotFoundError):
                self.file.unlink()
            self._ask("systemctl", "--user", "daemon-reload")
        return True

    def installed(self) -> tuple[str, ...]:
        """The ids of the games that are taken up by themselves."""
        begin = f"{self.name}@"
        wants = self.file.parent / "default.target.wants"
        try:
            names = sorted(one.name for one in wants.iterdir())
        except OSError:
            return ()
        return tuple(
            name.removeprefix(begin).removesuffix(".service")
            for name in names
            if name.startswith(begin) and name.endswith(".service") and name != f"{begin}.service"
        )

    def state(self, game: str) -> str:
        """The state of the service of a game, as systemd calls it; empty where it cannot be asked."""
        try:
            return self._run("systemctl", "--user", "is-active", self.instance(game)).stdout.strip()
        except (OSError, subprocess.SubprocessError):
            return ""

    def _ask(self, *words: str) -> None:
        try:
            done = self._run(*words)
        except subprocess.SubprocessError as error:
            raise ServiceFailed(str(error)) from error
        if done.returncode:
            raise ServiceFailed(done.stderr.strip() or " ".join(words))

    def _run(self, *words: str) -> subprocess.CompletedProcess[str]:
        program = shutil.which(words[0], path=self._path) or words[0]
        return subprocess.run(
            [program, *words[1:]], capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False
        )


def _quoted(word: str) -> str:
    """A word as systemd reads it: quoted, with its own signs doubled; commands double dollars as well."""
    for sign in ("\\", '"'):
        word = word.replace(sign, "\\" + sign)
    return '"' + word.replace("%", "%%") + '"'


def crontab_line(words: Sequence[str], game: str) -> str:
    """The line of a crontab that takes a game up when a computer starts, where there is no systemd."""
    import shlex

    return f"@reboot {shlex.join([*words, 'resume', game, '--detach'])}".replace("%", "\\%")
