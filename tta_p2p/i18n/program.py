"""The command that starts this program: hints name commands that work where they are read.

Texts say `tta resume`; `scripts/tta` tells in ``TTA_PROGRAM`` by which name it was started, and that name stands in the
hints of all that this process says, and of what it starts.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from functools import cache, lru_cache
from pathlib import Path

PROGRAM = "TTA_PROGRAM"
"""The variable of the environment that says how this program was started."""
NAME = "tta"
NO_COMMANDS = {"any", "no", "version"}
"""What texts of the command line are called after besides its commands."""
_PLAIN_WORD = re.compile(r"[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./#-]*")
"""A word that all shells take as it is; brackets are a pattern, which zsh refuses where no file fits."""


def program() -> str:
    """Give what to type to start this program, as a shell reads it."""
    return _typed(os.environ.get(PROGRAM, ""))


def command(*words: str) -> str:
    """Give a command of this program as it is typed: a shell takes each of these words as one, whatever is in it."""
    return " ".join((program(), *map(in_shell, words)))


def in_shell(word: str) -> str:
    """Give a word as shells read it as one: quoted where one of them would make something else of it."""
    return word if _PLAIN_WORD.fullmatch(word) else shlex.quote(word)


def as_typed(text: str) -> str:
    """Give a text whose commands of this program are as they are typed."""
    if NAME not in text:  # most texts
        return text
    name = program()
    return text if name == NAME else _renamed(text, name)


@cache
def _typed(started: str) -> str:
    if not started.isprintable() or not started or {*started} & {*"{}"}:  # it stands in templates, on terminals
        return NAME
    name = Path(started).name
    found = shutil.which(name)
    if found and os.path.realpath(found) == os.path.realpath(started):
        return shlex.quote(name)
    return shlex.quote(started if os.sep in started else f"./{started}")


@lru_cache(4096)
def _renamed(text: str, name: str) -> str:
    return _commands().sub(lambda _: name, text)


@cache
def _commands() -> re.Pattern[str]:
    """Find the program's name where a command follows, or what stands for one; not where the program does something."""
    from .languages import LANGUAGES, catalogue

    names = {key.split(".")[1].partition("-")[0] for key in catalogue("en") if key.startswith("cli.")} - NO_COMMANDS
    names |= {catalogue(language).get("value.command", "") for language in LANGUAGES} - {""}
    return re.compile(rf"(?<![\w./-]){NAME}(?= (?:{'|'.join(map(re.escape, sorted(names)))})(?!\w))")
