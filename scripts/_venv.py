"""Create or repair the checkout's virtual environment (called by _venv.sh when a stamp is not current).

Standard library only: it runs before anything is installed. One process at a time does the work, under a
lock that the system gives back when the process dies. A mark in the environment says that work is going on:
whoever finds it under the lock knows that an installation was broken off, and starts afresh.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

LEVELS = {"run": ("", ("run",)), "dev": ("[dev]", ("run", "dev"))}


def say(text: str) -> None:
    """Print one line of progress."""
    print(f"tta: {text}", file=sys.stderr, flush=True)


class Failed(Exception):
    """The environment could not be made; the text says why and what to do."""


class Environment:
    """The virtual environment of one checkout."""

    def __init__(self, root: Path) -> None:
        """Name the places; nothing is touched yet."""
        self.root = root
        self.place = root / ".venv"
        self.python = self.place / "bin" / "python"
        self.mark = self.place / "installing"
        self.log = self.place / "install.log"

    def version(self) -> str | None:
        """Give the version that the environment's Python reports, or None if it does not run."""
        try:
            done = subprocess.run([self.python, "-V"], capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError):
            return None
        return done.stdout

    def stamp(self) -> bytes:
        """Give the stamp of everything an installation depends on, as _venv.sh compares it."""
        return f"{self.root}\n{self.version()}".encode() + (self.root / "pyproject.toml").read_bytes()

    def is_current(self, level: str) -> bool:
        """Whether an installation of this level is complete and still fits."""
        path = self.place / f"stamp-{level}"
        return path.is_file() and self.version() is not None and path.read_bytes() == self.stamp()

    def is_usable(self) -> bool:
        """Whether packages can be installed into what is there."""
        version = self.version()
        if version is None or self.mark.exists():
            return False
        number = re.match(r"Python (\d+)\.(\d+)", version)
        if number is None or (int(number[1]), int(number[2])) < (3, 11):
            return False
        # A Python replaced by a newer one in the same place leaves its packages in a folder nobody reads.
        return (self.place / "lib" / f"python{number[1]}.{number[2]}" / "site-packages").is_dir()

    def create(self) -> None:
        """Make an empty environment in place of whatever is there."""
        say(f"creating .venv with Python {sys.version.split()[0]} ...")
        if self.place.is_symlink() or self.place.is_file():
            self.place.unlink()
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir(exist_ok=True)
        self.mark.touch()
        made = self.run([sys.executable, "-I", "-m", "venv", str(self.place)])
        if made:
            # Some distributions keep the part of venv that brings pip in a package of its own; the pip of
            # the system can then install into the environment from outside.
            made = self.run([sys.executable, "-I", "-m", "venv", "--without-pip", str(self.place)])
        if made:
            raise Failed("could not create .venv")

    def pip(self) -> list[str]:
        """The command that installs into the environment: its own pip, or one that can do so from outside."""
        inside = [str(self.python), "-m", "pip"]
        outside = [sys.executable, "-m", "pip", "--python", str(self.python)]
        for command, oldest in ((inside, (0, 0)), (outside, (22, 3))):
            # Without running pip, which takes a second.
            version = r"tuple(map(int, re.findall(r'\d+', pip.__version__)[:2]))"  # 24.1b2 is 24.1
            known = f"import pip, re, sys; sys.exit({version} < {oldest})"
            if subprocess.run([command[0], "-P", "-c", known], capture_output=True, check=False).returncode == 0:
                return command
        raise Failed("no pip was found; install it (on Debian and Ubuntu: apt install python3-pip python3-venv)")

    def run(self, command: list[str], progress: bool = False) -> int:
        """Run a command into the log, showing on one line what it is doing; the exit code."""
        with (
            self.log.open("a", encoding="utf-8") as log,
            subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                text=True, errors="replace", cwd=self.root,
            ) as child,
        ):  # fmt: skip
            assert child.stdout is not None
            for line in child.stdout:
                log.write(line)
                if progress and sys.stderr.isatty():
                    width = shutil.get_terminal_size().columns - 1
                    print(f"\r\033[K{('tta: ' + line.strip())[:width]}", end="", file=sys.stderr, flush=True)
        if progress and sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        return child.returncode

    def install(self, level: str) -> None:
        """Install what pyproject.toml asks for, and stamp it."""
        extra, stamps = LEVELS[level]
        what = "what it takes to run and to test" if extra else "what it takes to run"
        say(f"installing {what} (into .venv; this takes a minute the first time) ...")
        for old in LEVELS:
            (self.place / f"stamp-{old}").unlink(missing_ok=True)
        stamp = self.stamp()
        command = [*self.pip(), "install", "--no-input", "--disable-pip-version-check", "--editable", f".{extra}"]
        self.mark.touch()
        if self.run(command, progress=True):
            self.mark.unlink()  # pip took back what it had begun
            raise Failed("installing failed")
        for name in stamps:
            fresh = self.place / f"stamp-{name}.new"
            fresh.write_bytes(stamp)
            fresh.replace(self.place / f"stamp-{name}")
        self.mark.unlink()


def ensure(root: Path, level: str) -> None:
    """Bring the environment up to date; raises Failed."""
    environment = Environment(root)
    with (root / ".venv.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another process is installing; waiting for it ...")
            fcntl.flock(lock, fcntl.LOCK_EX)
        if environment.is_current(level):
            return
        began = time.monotonic()
        try:
            if not environment.is_usable():
                environment.create()
            environment.log.unlink(missing_ok=True)
            environment.install(level)
        except Failed as failure:
            tail = environment.log.read_text("utf-8").splitlines()[-15:] if environment.log.exists() else []
            raise Failed("\n".join([*tail, f"tta: {failure}; the whole log is {environment.log}"])) from None
        say(f"ready ({time.monotonic() - began:.0f} s)")


def main() -> int:
    """Entry point: _venv.py ROOT run|dev."""
    try:
        ensure(Path(sys.argv[1]), sys.argv[2])
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print(f"tta: could not prepare {sys.argv[1]}{os.sep}.venv: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
