"""The log as people read it: what follows from an act stands under it."""

from __future__ import annotations

from collections.abc import Iterable

from tta_p2p.seats.messages import LogLine, Named, Shown

from .blocks import Para
from .cells import Span, row
from .texts import Texts


def paragraphs(lines: Iterable[LogLine], texts: Texts, before: LogLine | None = None) -> tuple[Para, ...]:
    """Lay lines of the log out; `before` is the line that is shown already and that they come after."""
    found: list[Para] = []
    for line in lines:
        if line.act is None or (not _together(line, before) and _says_its_act(line)):
            found.append(_line(texts.line("log", line), 2))
        else:
            if not _together(line, before):
                name = texts.name(line.actor) if line.actor is not None else ""
                head = texts.words("log.act", name=name, act=texts.label(line.act.label))
                found.append(_line(head, 2))
            found.append(_line(texts.line("log", line), 4))
        before = line
    return tuple(found)


def _line(text: str, indent: int) -> Para:
    return Para(row(Span(text, "log")), indent, 2)


def _together(line: LogLine, before: LogLine | None) -> bool:
    """Whether two lines follow from the same act."""
    return before is not None and (line.number, line.actor) == (before.number, before.actor)


def _says_its_act(line: LogLine) -> bool:
    """Whether a line tells no more than that its act was done, so that it can stand for it."""
    assert line.act is not None
    if line.args[:1] != [line.actor]:
        return False
    if _deed(line.key) == _deed(line.act.label.key):  # how it was paid for is in the line as well
        return True
    done, told = line.act.label.args, {_called(arg) for arg in line.args[1:]}
    named = {_called(arg) for arg in done if not isinstance(arg, int)} or {_called(arg) for arg in done}
    return not told if not named else named <= told


def _deed(key: str) -> str:
    """Give the verb that a key of a log (`builds-paying`) or of a label (`build-buying`) begins with."""
    return key.partition("-")[0].removesuffix("s")


def _called(arg: Shown) -> int | str:
    if isinstance(arg, Named):
        return arg.face or f"#{arg.card}"
    return arg if isinstance(arg, int | str) else ", ".join(map(str, arg))
