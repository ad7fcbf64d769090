"""Menus on the full screen: lists to choose from and texts to read, one over the other, by keys alone.

What stands in a list is made anew whenever it is looked at, so that it is always as things are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from string import ascii_lowercase, ascii_uppercase

import trio

from tta_p2p.i18n import Words
from tta_p2p.keyboard.input_method import is_composed, plain_key, plain_letters
from tta_p2p.keyboard.key_map import actions_at
from tta_p2p.keyboard.table import KeyPlace

from ..blocks import Block, Fields, Heading, lay_out
from ..cells import ELLIPSIS, EMPTY, Piece, Row, Span, Target, cut, pad, plain, retarget, row, width, wrap
from ..key_row import KEY, join_keys, key_rows
from ..style import MIN_WINDOW, Style, has_room
from .filters import edit_filter, fits_filter, is_filter_key
from .frame import ScreenFrame, mark_place
from .line_editor import PASTE_KEYS, edit_line, pasted_key
from .pointer import NOTCH
from .screen_state import InputLine

LEFT, MOST = 26, 46
"""Columns of what entries are called, and the most that a long name gets; what they stand at is right of it."""
KEYS = ("up-down", "letter", "enter", "change", "back", "help")
"""The keys of menus, by their texts `menu.key.NAME`."""
WRITTEN = {
    "up-down": ("up", "down"), "enter": ("enter",), "change": ("left", "right"), "back": ("escape",), "help": ("help",),
}  # fmt: skip
"""The actions of each of these keys that has any."""


def _no_listener() -> None:
    """Nobody looks."""


def _no_painter(style: Style) -> None:
    """Nobody paints."""


@dataclass(frozen=True)
class MenuEntry:
    """A line of a list; without text a gap, which is neither first nor last.

    `key` is pressed for it; `value` stands right of it; `note` is said while it is marked. `enter` is called when it is
    chosen; `turn` with 1 or -1 when its value is to be the next or the one before.
    """

    text: str
    key: str = ""
    value: str = ""
    note: str = ""
    enter: Callable[[], None] | None = None
    turn: Callable[[int], None] | None = None
    role: str = ""

    @property
    def name(self) -> str:
        """A name that tells it from others of its list, whatever it stands at."""
        return self.key or f"{self.text} {self.note}"


@dataclass(frozen=True)
class MenuList:
    """A list to choose from; `above` stands over it, `begin` is the number (from 0 on) of the line marked at first."""

    title: str
    entries: tuple[MenuEntry, ...]
    above: tuple[Block, ...] = ()
    begin: int = 0


@dataclass(frozen=True)
class MenuText:
    """A text to read; `rows` gives it for a width, where it was laid out elsewhere."""

    title: str
    blocks: tuple[Block, ...] = ()
    rows: Callable[[int], list[Row]] | None = None


@dataclass(frozen=True)
class MenuPrompt:
    """Something to be typed: the question, what stands there at first, and what takes the answer."""

    question: str
    text: str
    accept: Callable[[str], None]


@dataclass
class _Layer:
    make: Callable[[], MenuList | MenuText]
    at: int | None = None
    """The number of the marked entry; None: the mark has not been moved."""
    marked: str = ""
    """The name of the entry on which somebody has put the mark: it stays there, wherever that comes to stand."""
    scroll: int = 0
    filter: str = ""
    """What was typed over a list whose lines have no letters: it leaves those that fit."""

    def page(self) -> MenuList | MenuText:
        """Give what is seen of it."""
        page = self.make()
        if isinstance(page, MenuText) or not self.filter:
            return page
        fitting = (one for one in page.entries if one.text and fits_filter(self.filter, one.text, one.value))
        return replace(page, title=f"{page.title}: {self.filter}", entries=tuple(fitting), begin=0)

    def mark(self, page: MenuList) -> int:
        """Give the number of the marked entry; -1: there is none."""
        names = [one.name for one in page.entries]
        at = page.begin if self.at is None else self.at
        return names.index(self.marked) if self.marked in names else min(at, len(names) - 1)

    def put_mark(self, page: MenuList, at: int) -> None:
        """Put the mark on an entry by its number."""
        self.at, self.marked = at, page.entries[at].name


@dataclass
class MenuFace:
    """Lists over lists, and how they stand. Satisfies what `terminal.Picture` paints."""

    words: Words
    style: Style
    size: Callable[[], tuple[int, int]]
    headline: str = ""
    notice: str = ""
    """What was said last."""
    on_picture_change: Callable[[], None] = _no_listener
    on_style_change: Callable[[Style], None] = _no_painter
    is_done: trio.Event = field(default_factory=trio.Event)
    _layers: list[_Layer] = field(default_factory=list)
    _prompt: MenuPrompt | None = None
    _input: InputLine | None = None
    _is_pasting: bool = False

    def open(self, make: Callable[[], MenuList | MenuText]) -> None:
        """Lay a list or text over what is seen."""
        self._layers.append(_Layer(make))
        self.notice = ""
        self.on_picture_change()

    def on_change(self, changed: Callable[[], None]) -> None:
        """Have this called whenever the picture is another one."""
        self.on_picture_change = changed

    def wear(self, style: Style) -> None:
        """Be seen in another style from now on."""
        if style != self.style:
            self.style = style
            self.on_style_change(style)
        self.on_picture_change()

    def back(self) -> None:
        """Take away the uppermost list or text; the lowest one stays."""
        if len(self._layers) > 1:
            self._layers.pop()
        self.notice = ""
        self.on_picture_change()

    def ask(self, question: str, text: str, take: Callable[[str], None]) -> None:
        """Have something typed."""
        self._prompt, self._input = MenuPrompt(question, text, take), InputLine(question, text, len(text))

    def say(self, text: str) -> None:
        """Say something below the list, until a key is pressed."""
        self.notice = text
        self.on_picture_change()

    def close(self) -> None:
        """Be done."""
        self.is_done.set()

    @property
    def input_line(self) -> InputLine | None:
        """The line being typed now; None while a person looks at a list or text."""
        return self._input

    @property
    def depth(self) -> int:
        """The number of lists that lie over each other."""
        return len(self._layers)

    @property
    def filter(self) -> str:
        """The letters typed over the list that is seen."""
        return self._layers[-1].filter

    # --- keys ----------------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take a key, as urwid names it; of what is pasted only what is typed somewhere, in one line."""
        key = key if self._input is not None else plain_letters(key)
        if key in PASTE_KEYS:
            self._is_pasting = PASTE_KEYS[key]
        elif not has_room(self.size()) and key not in ("ctrl c", "q"):
            pass  # nobody sees what it would do
        elif self._input is not None:
            self._type(pasted_key(key) if self._is_pasting else key)
        elif self._is_pasting:
            pass
        else:
            self.notice = ""
            place = self._layers[-1]
            page = place.page()
            if isinstance(page, MenuList) and self._filter(place, page, key):
                self.on_picture_change()
                return
            if not (isinstance(page, MenuList) and key in self._letters(page).values()):
                key = self.words.keys.usual_key(plain_key(key), KeyPlace.MENU)
            if is_composed(key):
                self.notice = self.words("screen.composed", typed=key)
            if isinstance(page, MenuText):
                self._read(place, page, key)
            else:
                self._choose(place, page, key)
        self.on_picture_change()

    @staticmethod
    def _filter(place: _Layer, page: MenuList, key: str) -> bool:
        """Take a key that goes on with what is typed over a list; whether it was one: letters of lines go before it."""
        if not place.filter and any(one.key.isalnum() for one in page.entries):
            return False
        if key == "esc" and place.filter:
            place.filter = ""
        elif is_filter_key(key, place.filter):
            place.filter = edit_filter(key, place.filter)
        else:
            return False
        place.at, place.marked = 0, ""
        return True

    def _type(self, key: str) -> None:
        assert self._input is not None and self._prompt is not None
        if key == "enter":
            asking, text = self._prompt, self._input.text.strip()
            self._prompt = self._input = None
            self.notice = ""
            asking.accept(text)
            return
        self._input = edit_line(self._input, key, (), ())
        if self._input is None:  # given up
            self.notice = ""

    def _read(self, place: _Layer, page: MenuText, key: str) -> None:
        columns, lines = self.size()
        columns, lines = max(columns, MIN_WINDOW[0]), max(lines, MIN_WINDOW[1])
        height = lines - 4
        last = max(0, len(self._rows(page, columns)) - height)
        by = {"up": -1, "down": 1, "page up": -height, "page down": height, "home": -last, "end": last}
        if key in by:
            place.scroll = max(0, min(last, place.scroll + by[key]))
        elif key == " " and place.scroll < last:
            place.scroll = min(last, place.scroll + height)
        elif key in ("esc", "ctrl c", "enter", " ", "q"):
            self.back()
        elif key in ("?", "f1"):
            self._help()

    def _choose(self, place: _Layer, page: MenuList, key: str) -> None:
        entries, at = page.entries, place.mark(page)
        by = {"up": -1, "down": 1, "page up": -10, "page down": 10, "home": -len(entries), "end": len(entries)}
        marked = entries[at] if entries else None
        own = {letter: at for at, letter in self._letters(page).items()}
        if key in by and entries:
            self._move(place, page, by[key])
        elif key in own:
            place.put_mark(page, own[key])
            self._do(entries[own[key]])
        elif key in ("enter", " ") and marked is not None:
            self._do(marked)
        elif key in ("left", "right") and marked is not None and marked.turn is not None:
            marked.turn(1 if key == "right" else -1)
        elif key in ("esc", "ctrl c", "q") and self.depth > 1:
            self.back()
        elif key in ("?", "f1"):
            self._help()

    @staticmethod
    def _move(place: _Layer, page: MenuList, by: int) -> None:
        at = max(0, min(len(page.entries) - 1, place.mark(page) + by))
        while not page.entries[at].text:  # a gap between entries
            at += 1 if by > 0 else -1
        place.put_mark(page, at)

    # --- the mouse -----------------------------------------------------------------------------------------

    def click(self, target: Target | None) -> None:
        """Take a click: on a line it puts the mark there, on the marked one it chooses, on a key it is that key."""
        if target is None or self._is_pasting or not has_room(self.size()):
            return
        if target.kind == KEY:
            self.press(target.name)
            return
        place = self._layers[-1]
        page = place.page()
        names = [one.name for one in page.entries] if isinstance(page, MenuList) else []
        if isinstance(page, MenuText) or self._input is not None or target.name not in names:
            return
        self.notice, at = "", names.index(target.name)
        if target.kind == "marked" and at == place.mark(page):
            self._do(page.entries[at])
        else:
            place.put_mark(page, at)
        self.on_picture_change()

    def turn_wheel(self, by: int) -> None:
        """Scroll a text, or move the mark of a list, by so many notches of a wheel."""
        if self._is_pasting or self._input is not None or not has_room(self.size()):
            return
        place = self._layers[-1]
        page = place.page()
        if isinstance(page, MenuText):
            for _ in range(abs(by) * NOTCH):
                self._read(place, page, "down" if by > 0 else "up")
        elif page.entries:
            self._move(place, page, by)
        self.on_picture_change()

    def _letters(self, page: MenuList) -> dict[int, str]:
        """Give the letter of each entry that has one, by its number.

        Where this player uses the usual one for something in all menus, it is the capital, else the first letter that
        nothing has.
        """
        keyed = {at: entry.key for at, entry in enumerate(page.entries) if entry.key}
        usual = self.words.keys.usual_key
        found = {at: key for at, key in keyed.items() if usual(key, KeyPlace.MENU) == key}
        taken = {*keyed.values()}
        for at in sorted(keyed.keys() - found.keys()):
            others = (keyed[at].upper(), *ascii_lowercase, *ascii_uppercase)
            letter = next((one for one in others if one not in taken and self._is_free(one)), "")
            if letter:
                found[at] = letter
                taken.add(letter)
        return found

    def _is_free(self, stroke: str) -> bool:
        """Whether a stroke does nothing in all menus."""
        strokes = (one for action in actions_at(KeyPlace.MENU) for one in self.words.keys.strokes(action.name))
        return stroke not in strokes

    @staticmethod
    def _do(entry: MenuEntry) -> None:
        if entry.enter is not None:
            entry.enter()
        elif entry.turn is not None:
            entry.turn(1)

    def _help(self) -> None:
        place = self._layers[-1]
        page = place.page()
        words = self.words
        blocks: list[Block] = []
        if isinstance(page, MenuList):
            letters = self._letters(page)
            named = tuple(
                (row(letters.get(at, " ")), row(one.text, ": ", one.note))
                for at, one in enumerate(page.entries)
                if one.note
            )
            blocks += [Heading(row(page.title)), Fields(named, 2)] if named else []
        keys = tuple((row(self._written(key)), row(words(f"menu.key.{key}"))) for key in KEYS)
        blocks += [Heading(row(words("menu.keys"))), Fields(keys, 2)]
        self.open(lambda: MenuText(words("screen.help"), tuple(blocks)))

    def _written(self, key: str) -> str:
        if key not in WRITTEN:
            return self.words(f"menu.written.{key}")
        return " ".join(self.words.stroke(self.words.keys.strokes(action)[0]) for action in WRITTEN[key])

    # --- the picture ---------------------------------------------------------------------------------------

    def frame(self, size: tuple[int, int] | None = None) -> ScreenFrame:
        """Give the picture."""
        columns, lines = size or self.size()
        style = replace(self.style, width=columns)
        if not has_room((columns, lines)):
            text = self.words("screen.small", columns=MIN_WINDOW[0], lines=MIN_WINDOW[1])
            return ScreenFrame(self._filled(wrap(row(text), max(1, columns)), columns, lines, style))
        place = self._layers[-1]
        page = place.page()
        title = row(" ", Span(self.headline, "heading"))
        name = plain(style.spell(row(page.title)))
        rule = "─" * max(2, columns - width(name) - 4)
        head = row(Span("── ", "label"), Span(name, "heading"), " ", Span(rule, "label"))
        cursor, scrolls = None, False
        if isinstance(page, MenuText):
            rows = self._rows(page, columns)
            room = lines - 3
            start, scrolls = max(0, min(place.scroll, len(rows) - room)), len(rows) > room
            body: list[Piece] = [*rows[start : start + room]]
            notes: list[Row] = []
        else:
            notes = self._notes(page, place, style)
            body = self._list(page, place, style, lines - 4 - len(notes))
        if self._input is not None and self._prompt is not None:
            sign = plain(style.spell(row(f"{self._prompt.question} ")))
            start = max(0, self._input.cursor - columns)
            room = columns - width(sign) - 1
            while start < self._input.cursor and width(self._input.text[start : self._input.cursor]) > room:
                start += 1
            told = wrap(row(Span(self.notice, "warn")), columns) if self.notice else []
            notes = [*told, row(Span(sign, "mine"), self._input.text[start:])]
            cursor = (min(columns - 1, width(sign) + width(self._input.text[start : self._input.cursor])), lines - 2)
        between = lines - 3 - len(notes)
        keys = self._keys(page, place, scrolls, columns)
        rows_ = [title, head, *body[:between], *[EMPTY] * max(0, between - len(body)), *notes, keys]
        filled = self._filled(rows_, columns, lines, style)
        return ScreenFrame(filled, cursor or mark_place(filled))

    def _rows(self, page: MenuText, columns: int) -> list[Row]:
        if page.rows is not None:
            return page.rows(columns)
        return lay_out(page.blocks, replace(self.style, width=columns))

    def _list(self, page: MenuList, place: _Layer, style: Style, room: int) -> list[Piece]:
        above = lay_out(page.above, style)
        rows: list[Piece] = [*above, EMPTY]
        room = max(1, room - len(rows))
        at = place.mark(page)
        start = max(0, min(at - room // 2, len(page.entries) - room))
        sign = plain(style.spell(row("▸")))
        letters = self._letters(page)
        keyed = any(entry.key for entry in page.entries)
        left, free = self._columns(page, style.width - (6 if keyed else 3))
        for number, entry in enumerate(page.entries[start : start + room], start):
            key = f"{letters.get(number, ' '):<2}" if keyed else ""
            turns = 0 if entry.turn is None else 4 if number == at else 2
            value = plain(cut(style.spell(row(entry.value)), free - turns))
            if entry.turn is not None:
                value = f"< {value} >" if number == at else f"  {value}"
            named = row(Span(entry.text, entry.role))
            text = row(pad(cut(named, left), left), value) if value else named
            line = style.spell(row(f" {sign if number == at else ' '} ", Span(key, "number"), " " * bool(key), text))
            target = Target("marked" if number == at else "line", entry.name)
            marked = plain(pad(cut(line, style.width), style.width)) if number == at else ""
            rows.append(retarget((Span(marked, "focus"),) if number == at else line, target))
        return rows

    @staticmethod
    def _columns(page: MenuList, room: int) -> tuple[int, int]:
        """Give the cells of what entries are called and of what they stand at: names give way as far as they can."""
        names = [min(MOST, width(entry.text) + 2) for entry in page.entries if entry.value]
        values = [width(entry.value) + (4 if entry.turn is not None else 0) for entry in page.entries]
        left = max([LEFT, *names])
        left = max(min(left, room - max(values, default=0)), max(names, default=2) - 1)
        return left, room - left

    def _notes(self, page: MenuList, place: _Layer, style: Style) -> list[Row]:
        said = self.notice
        role = "warn" if said else ""
        if not said and page.entries:
            said = page.entries[place.mark(page)].note
        rows = [*wrap(style.spell(row(Span(said, role))), style.width - 2)][:4] if said else []
        return [row(" ", one) for one in (rows or [EMPTY])]

    def _keys(self, page: MenuList | MenuText, place: _Layer, scrolls: bool, columns: int) -> Row:
        words = self.words
        names = ["choose"] if isinstance(page, MenuList) else ["scroll"] if scrolls else []
        if isinstance(page, MenuList) and not any(one.key.isalnum() for one in page.entries):
            names = ["filter"]
        if isinstance(page, MenuList) and page.entries:
            names += ["change"] if page.entries[place.mark(page)].turn is not None else []
        names += ["back"] if self.depth > 1 else []
        names += ["help"]
        if self._input is not None:
            names = ["typing"]
        return row(" ", join_keys([one for name in names for one in key_rows(words, f"menu.line.{name}")], columns - 2))

    @staticmethod
    def _filled(rows: list[Piece] | list[Row], columns: int, lines: int, style: Style) -> tuple[Row, ...]:
        more = plain(style.spell(row(ELLIPSIS)))
        some = [*rows[:lines], *[EMPTY] * max(0, lines - len(rows))]
        return tuple(pad(cut(style.spell(row(one)), columns, more), columns) for one in some)
