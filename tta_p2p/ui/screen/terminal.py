"""The screen at a terminal: urwid paints the picture's rows and reads keys, in the same run of Trio as the client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import trio
import urwid

from tta_p2p.i18n import Words
from tta_p2p.seats.lines import Lines

from .. import signals
from ..cells import Row, Target, target_at
from ..client import EXIT_FAILURE, SeatClient
from ..guide import Guide
from ..key_row import KEY
from ..state import SeatRequest
from ..style import COLOURS, Style
from .face import ScreenFace
from .frame import ScreenFrame
from .painter import Painter

PRESS, CLICK, WHEEL = "mouse press", 1, {4: -1, 5: 1}
"""What a terminal reports of a mouse, as urwid names it: the button that clicks, and those that are a wheel's."""
_DARK = ("black", "dark red", "dark green", "brown", "dark blue", "dark magenta", "dark cyan", "light gray")
_LIGHT = (
    "dark gray", "light red", "light green", "yellow", "light blue", "light magenta", "light cyan", "white",
)  # fmt: skip
_SETTINGS = {"1": "bold", "2": "faint", "7": "standout"}
_CODES = {
    **_SETTINGS,
    **{f"{tens}{number}": name for tens, names in ((3, _DARK), (9, _LIGHT)) for number, name in enumerate(names)},
}
_BEHIND = {f"{tens}{number}": name for tens, names in ((4, _DARK), (10, _LIGHT)) for number, name in enumerate(names)}
"""Code -> urwid's name of a colour or setting, and of a colour behind."""


def palette() -> list[tuple[str, str, str, str]]:
    """Give urwid's names for what each role looks like: in colours, and without any."""
    found = [("focus", "standout", "default", "standout")]
    for role, code in COLOURS.items():
        words = [_CODES[one] for one in code.split(";") if one in _CODES]
        mono = ",".join(word for word in words if word in _SETTINGS.values()) or "default"
        behind = next((_BEHIND[one] for one in code.split(";") if one in _BEHIND), "default")
        found.append((role, ",".join(words), behind, mono))
    return found


class PictureSource(Protocol):
    """A source of pictures for a size; it takes keys and, where its style has a mouse, clicks."""

    @property
    def style(self) -> Style:
        """The abilities of the terminal."""
        ...

    def frame(self, size: tuple[int, int] | None = None) -> ScreenFrame:
        """Give the picture."""
        ...

    def press(self, key: str) -> None:
        """Take a key."""
        ...

    def click(self, target: Target | None) -> None:
        """Take a click on what is drawn somewhere; None: on nothing."""
        ...

    def turn_wheel(self, by: int) -> None:
        """Take so many notches of a wheel, less than none upwards."""
        ...

    def on_change(self, changed: Callable[[], None]) -> None:
        """Have this called whenever the picture is another one."""
        ...


def painter_for(style: Style) -> Painter:
    """Give the painter of this terminal, which marks pasted text and, where that is wanted, tells of the mouse."""
    painter = Painter(style, bracketed_paste_mode=True, focus_reporting=False)
    urwid.set_encoding("ascii" if style.ascii else "utf-8")
    painter.set_terminal_properties(colors=16 if style.colour else 1)
    return painter


class Picture(urwid.Widget):
    """A face's picture as a widget: rows in, cells out."""

    _sizing = frozenset([urwid.BOX])
    _selectable = True

    def __init__(self, face: PictureSource) -> None:
        super().__init__()
        self._face = face
        self._painted: tuple[Row, ...] = ()
        """The rows that are seen: whoever clicks has aimed at these."""
        face.on_change(self._invalidate)

    def render(self, size: tuple[int, int], focus: bool = False) -> urwid.Canvas:  # type: ignore[override]
        """Give the picture for a size."""
        if not size[1]:  # a terminal that has not said how large it is
            return urwid.SolidCanvas(" ", size[0], 0)
        rows, cursor = self._face.frame(size)
        self._painted = rows
        texts, attributes = zip(*(_cells(one) for one in rows), strict=True)
        return urwid.TextCanvas(list(texts), list(attributes), cursor=cursor, maxcol=size[0])

    def keypress(self, size: tuple[int, int], key: str) -> str | None:  # type: ignore[override]
        """Take a key; one that comes at once after Esc arrives as one with it."""
        esc, both, behind = key.partition("meta ")
        for one in ("esc", behind) if both and not esc else (key,):
            self._face.press(one)
        return key if key == "ctrl l" else None

    def mouse_event(  # type: ignore[override]
        self, size: tuple[int, int], event: str, button: int, column: int, line: int, focus: bool
    ) -> bool:
        """Take a click or the wheel, wherever it says it was; a key that is named counts only as long as it is seen."""
        if not self._face.style.mouse:  # nobody has asked for it
            return True
        if event == PRESS and button in WHEEL:
            self._face.turn_wheel(WHEEL[button])
        elif event == PRESS and button == CLICK:
            target = target_at(self._painted, column, line)
            is_seen = target is None or target.kind != KEY or self._face.frame(size).rows == self._painted
            self._face.click(target if is_seen else None)
        return True


def _cells(some: Row) -> tuple[bytes, list[tuple[str | None, int]]]:
    """Give a row as urwid wants it: its bytes, and how many of them look how."""
    encoding = urwid.util.get_encoding()
    parts = [(span.role or None, span.text.encode(encoding, "replace")) for span in some]
    return b"".join(text for _, text in parts), [(role, len(text)) for role, text in parts]


async def play_on_screen(
    connection: Lines,
    words: Words,
    style: Style,
    wish: SeatRequest | None,
    comeback: Callable[[], str],
    teacher: Guide | None = None,
    ring: Callable[[], None] | None = None,
    screen: Any = None,
    begin: int | None = None,
    caution: str = "",
) -> tuple[int, ScreenFace]:
    """Play over a connection on this terminal; the exit code, and the face with what it said last.

    The terminal is given back as it was, whatever happens. ``screen``: what paints, if not this terminal; ``begin``: so
    many facts into a recorded game it begins; ``caution``: something to be said first.
    """
    painter = screen or painter_for(style)
    face = ScreenFace(style, painter.get_cols_rows)
    face.caution = caution
    face.on_first_scene = painter.drop_typed
    if begin is not None:
        face.begin_at(begin)
    client = SeatClient(connection, face, words, wish, True, comeback, teacher, ring)
    events = urwid.TrioEventLoop()
    loop = urwid.MainLoop(Picture(face), palette(), screen=painter, event_loop=events, handle_mouse=style.mouse)
    gone = trio.Event()

    async def play(nursery: trio.Nursery) -> None:
        code = await client.run()
        if code == EXIT_FAILURE and not client.leaving_scope and not gone.is_set():
            await face.wait_for_key()
        nursery.cancel_scope.cancel()

    async def hung_up() -> None:
        with signals.receive_signals(*signals.END_SIGNALS) as told:
            async for _ in told:
                gone.set()
                face.hang_up()

    async def paint() -> None:
        try:
            with loop.start():
                await events.run_async()
        except OSError:  # the terminal is gone
            gone.set()
            face.hang_up()

    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play, nursery)
            nursery.start_soon(hung_up)
            nursery.start_soon(face.play_forward)
            await paint()
            await trio.sleep_forever()
    except* signals.Interruption as group:
        client.interrupt(group)
        face.forget_last_words()
    return client.code, face
