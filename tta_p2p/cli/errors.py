"""Errors of a command, told to a person: the one place where exceptions become words and exit codes.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 somebody broke the rules or a proof does not hold, 70 a defect of this
program or of what it is made of, 130 interrupted. (Those of `tta verify` stand in its help.)
"""

import errno
import os
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from tta_p2p.i18n import Words

FAILED = 1
USAGE = 2
CHEATED = 3
DEFECT = 70
"""Not 1, which in `tta verify` would say that somebody cheated."""
INTERRUPTED = 130


NO_DEFECTS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS})
"""What the system says of disks, also where it names no file: writing more into one that is open."""


class CommandFailed(Exception):
    """A command cannot do what was asked; the text says why, and what to do about it."""

    def __init__(self, text: str, code: int = FAILED) -> None:
        """Fail with these words and this exit code."""
        super().__init__(text)
        self.code = code


@dataclass(frozen=True)
class Report:
    """The words for the person, none where it knows, and the exit code of the process."""

    text: str
    code: int


# Exceptions of the packages below, as "module:class", with the exit code they stand for; their text is told as it
# is. Written as names so that starting `tta` imports none of these packages: an exception whose module was
# never imported cannot have been raised.
# The first that fits counts.
KINDS = (
    ("protocol.library:UnsoundLibrary", DEFECT),
    ("protocol.errors:BadProof", CHEATED),
    ("protocol.errors:BadSignature", CHEATED),
    ("protocol.errors:IllegalAct", CHEATED),
    ("protocol.errors:ProtocolError", FAILED),
    ("tta_p2p.net.errors:NetError", FAILED),
    ("tta_p2p.node.data_folder.people:PeopleError", FAILED),
    ("tta_p2p.node.plan.plans:NodeFailed", FAILED),
    ("tta_p2p.node.plan.resumption:CannotResume", FAILED),
    ("tta_p2p.registry:UnknownGame", FAILED),
    ("tta_p2p.store.database:StoreError", FAILED),
    ("tta_p2p.store.home:BadHome", FAILED),
    ("tta_p2p.store.identity:BadIdentity", FAILED),
    ("tta_p2p.store.transfer:TransferError", FAILED),
    ("tta_p2p.store.settings:BadSettings", FAILED),
)


def report_of(error: Exception) -> Report | None:
    """Give the report on an exception; None for a defect of ours, which deserves its traceback."""
    if isinstance(error, CommandFailed):
        return Report(str(error), error.code)
    if isinstance(error, typer.Abort):  # at a prompt, by Ctrl-C, or where nobody types any more
        interrupted = isinstance(error.__context__, KeyboardInterrupt)
        return Report("", INTERRUPTED) if interrupted else Report(_words()("error.no-answer"), FAILED)
    if isinstance(error, ExceptionGroup):  # tasks that fail together: one of them speaks, if none is a defect
        told = [report_of(one) for one in error.exceptions]
        return None if None in told else told[0]
    for name, code in KINDS:
        module, _, kind = name.partition(":")
        if module in sys.modules and isinstance(error, getattr(sys.modules[module], kind)):
            return Report(error_text(error), code)
    if (po := sys.modules.get("tta_p2p.i18n.po")) is not None and isinstance(error, po.UnreadableTexts):
        return Report(str(error), DEFECT)  # there may be no words to say it in
    if isinstance(error, OSError) and error.filename is not None:
        # A file or socket the person named: the system's own words and the name say everything.
        if error.errno == errno.EROFS and (folder := _data_folder_of(error.filename)):
            why = _words()("store.EROFS")
            return Report(_words()("error.store-read-only", why=why, folder=folder), FAILED)
        return Report(_words()("told.of", name=error.filename, told=system_text(error)), FAILED)
    if isinstance(error, FileNotFoundError) and _folder_is_gone():
        return Report(_words()("error.folder-gone"), FAILED)
    if isinstance(error, OSError) and error.errno in NO_DEFECTS:
        return Report(_words()("error.system", why=system_text(error)), FAILED)
    return None


def _folder_is_gone() -> bool:
    """Whether the folder in which this command runs has been deleted: nothing can be named from there."""
    try:
        os.getcwd()  # noqa: PTH109 - importing this module costs every start
    except OSError:
        return True
    return False


def _data_folder_of(name: object) -> str:
    """The data folder, if a file lies in it; else empty."""
    from tta_p2p.store.home import BadHome, home

    try:
        folder = home()
    except BadHome:
        return ""
    return str(folder) if isinstance(name, str | os.PathLike) and Path(name).is_relative_to(folder) else ""


def for_people(text: str) -> str:
    """Give a text in letters that can be shown, its lines broken between words where a terminal would break them."""
    from tta_p2p.ui.cells import plain, wrap
    from tta_p2p.ui.style import showable  # others' words are in it: hosts', files', peers'

    lines = [showable(line) for line in text.split("\n")]
    if sys.stderr.isatty():
        columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80
        lines = [plain(part) for line in lines for part in wrap(line, columns)]
    return "\n".join(lines)


def traceback_lines(error: Exception) -> list[str]:
    """Give the lines of a traceback; what is wrong may be in words of others."""
    from tta_p2p.ui.style import showable

    return [showable(line) for line in "".join(traceback.format_exception(error)).splitlines()]


def write_failure(error: OSError) -> str:
    """Say why what a command prints cannot be written."""
    if error.errno == errno.EBADF:
        return _words()("error.output-closed")
    return _words()("error.output", why=system_text(error))


def system_text(error: OSError) -> str:
    """Give the system's reason, in the person's language where there are words for it."""
    return _words().optional(f"system.{errno.errorcode.get(error.errno or 0, '')}") or error.strerror or str(error)


def error_text(error: Exception) -> str:
    """Give the reason of an error, in the person's language where it has a key (`why`, or a store's `code`)."""
    why: tuple[object, ...] = getattr(error, "why", ())
    words = _words()
    if (said := getattr(error, "said", None)) is not None:
        return words.line(f"halted.{said.key}", said.args)
    if (theirs := getattr(error, "theirs", "")) != "":
        return other_version(theirs, words)
    if why[:1] == ("damaged",):
        own = words.optional_line(f"file.damaged.{why[1]}", why[2:])
        return own or words.line(f"verify.damage.{why[1]}", why[2:])
    if isinstance(cause := error.__cause__, OSError) and why and why[-1] == cause.strerror:
        why = (*why[:-1], system_text(cause))
    if why and (known := words.optional_line(f"error.{why[0]}", why[1:])) is not None:
        return known
    code = getattr(error, "code", "")
    if (full := _no_room(error, code, words)) != "":
        return full
    if (closed := _read_only(error, code, words)) != "":
        return closed
    if words.language != "en" and (known := words.optional(f"store.{code}")) is not None:
        return words("error.store", why=known)  # in English the error says where as well
    if why and words.optional(f"join.{why[0]}") is not None:
        from tta_p2p.node.lobby.knock import entry_refusal

        told = entry_refusal(error)  # type: ignore[arg-type]
        return words.line(told.key, told.args)
    return str(error)


def _no_room(error: Exception, code: str, words: "Words") -> str:
    """Say that a disk takes no more, what of it all is kept, and what to do; empty where that is not what is wrong."""
    store = sys.modules.get("tta_p2p.store.database")
    if store is None or not isinstance(error, store.StoreError):
        return ""
    from tta_p2p.store.errors import FULL

    if code not in FULL:
        return ""
    if error.where:
        return words("error.file-full", why=words(f"store.{code}"), file=error.where)
    from tta_p2p.store.home import home

    return words("error.store-full", why=words(f"store.{code}"), folder=home())


def _read_only(error: Exception, code: str, words: "Words") -> str:
    """Say that nothing may be written to the data folder, and what to do; empty where that is not what is wrong."""
    store = sys.modules.get("tta_p2p.store.database")
    if store is None or not isinstance(error, store.StoreError) or error.where:
        return ""
    from tta_p2p.store.errors import READ_ONLY
    from tta_p2p.store.home import home

    if not code.startswith(READ_ONLY):
        return ""
    why = words.optional(f"store.{code}") or words("store.SQLITE_READONLY")
    return words("error.store-read-only", why=why, folder=home())


def other_version(theirs: str, words: "Words") -> str:
    """Name the program that reads files of another version of the protocol."""
    from tta_p2p.table.audit import VERSION

    number, ours = (int(one.rpartition("/")[2]) for one in (theirs, VERSION))
    return words(f"verify.{'older' if number < ours else 'newer'}", theirs=theirs, ours=VERSION, n=number)


def _words() -> "Words":
    """The words of the person's language, English where it has asked for one that is not there."""
    from tta_p2p.i18n import UnknownLanguage, Words, choose

    try:
        return Words(choose("", os.environ))
    except UnknownLanguage:
        return Words()


def is_broken_pipe(error: BaseException) -> bool:
    """Whether all that went wrong is that whoever read the output has gone."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(is_broken_pipe, error.exceptions))
    return isinstance(error, BrokenPipeError) and error.filename is None


def is_interruption(error: BaseException) -> bool:
    """Whether all that happened is Ctrl-C; in a task it comes as a group, also while modules are imported."""
    if isinstance(error, BaseExceptionGroup):
        return all(map(is_interruption, error.exceptions))
    return isinstance(error, KeyboardInterrupt)
