"""Rows as lines for a terminal: colours of roles, or none; plain ASCII, or not; punctuation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from .cells import COLUMN_GAP, NO_BREAK, PHRASE_GAP, Row, Span, plain, width
from .colour_presets import ON_GREEN, PRESETS

MIN_WIDTH = 40
MAX_WIDTH = 120
MIN_WINDOW = (60, 20)
"""Columns and rows below which there is no picture of a game on the full screen."""


def has_room(size: tuple[int, int]) -> bool:
    """Whether a window of so many columns and rows has a picture of a game."""
    return all(have >= least for have, least in zip(size, MIN_WINDOW, strict=True))


AMBIGUOUS = "TTA_AMBIGUOUS"
"""The variable of the environment that says how a terminal draws signs of ambiguous width (`wide`: in two cells)."""
MONOCHROME = ("vt52", "vt100", "vt102", "vt220", "vt320")
"""Terminals without colours, by the first part of their names; those of others end in `-m` or `-mono`."""
COLOURS = {
    "heading": "1",
    "label": "2",
    "mine": "1;36",
    "other": "36",
    "number": "36",
    "good": "32",
    "bad": "1;31",
    "warn": "33",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "magenta": "35",
    "cyan": "36",
    "log": "2",
    PHRASE_GAP: "2",
    "chat": "1",
    "rival.red": "1;31", "rival.magenta": "1;35", "rival.white": "1", "rival.yellow": "1;33", "rival.green": "1;32",
    "rival.blue": "1;34",
    "qr": "97;40",
    "trace": "7",
    "ground.green": f"{ON_GREEN};42", "ground.lime": "30;102", "ground.sand": "30;43", "ground.grey": "97;100",
    "ground.blue": "97;44",
    "texture.green": "92;42", "texture.lime": "93;102", "texture.sand": "90;43", "texture.grey": "37;100",
    "texture.blue": "94;44",
    "chip.cyan": "30;46", "chip.red": "97;41", "chip.magenta": "97;45", "chip.white": "30;107",
    "chip.yellow": "30;103",
}  # fmt: skip
"""Codes (of the 16 colours every terminal has) by role; what a role means always stands there in words too.

A role says what something is on every screen; a `rival` says whose it is (`player_colours`); the hues are for games,
which say what is of which colour. `trace` is
where a second mark stands that follows the mark. A drawing has a `ground` with what is written on it, a `texture` that
is fainter there, and pieces on it that are `chip`s: of a hue that no ground has. All three bring what is behind
the letter, so they are the same on dark and light terminals.
"""

BOLD = "bold "
"""Stands before a role that is seen in bold letters."""


def bold(role: str) -> str:
    """Give a role in bold letters."""
    return role if role.startswith(BOLD) else BOLD + role


DEEP_COLOURS = {
    "31": "38;5;167", "32": "38;5;71", "33": "38;5;172", "34": "38;5;69", "35": "38;5;133", "36": "38;5;31",
    "37": "38;5;247", "90": "38;5;137", ON_GREEN: "97", "92": "38;5;71", "93": "38;5;22", "94": "38;5;74",
    "41": "48;5;160", "42": "48;5;22", "43": "48;5;222", "44": "48;5;25", "45": "48;5;127", "46": "48;5;45",
    "100": "48;5;59", "102": "48;5;70", "103": "48;5;226", "107": "48;5;231",
}  # fmt: skip
"""The same hues of 256 colours: in the middle between dark and bright, to be read on black and on white alike; grounds
and chips, which bring black or white to be read on them, as far apart as they can be.

What the 16 colours look like is up to each terminal; on white, yellow and cyan can hardly be read in most.
"""

_CODES = re.compile(r"\x1b\[([\d;]+)m")
_ASCII = {
    "…": "...", "─": "-", "│": "|", "·": "-", "→": "->", "–": "-", "—": "-", "×": "x", "±": "+-", "≥": ">=",
    "“": '"', "”": '"', "’": "'", "‘": "'", "•": "*", "┌": "+", "┐": "+", "└": "+", "┘": "+", "▸": ">",
    "‥": "..", "↑": "^", "↓": "v", "←": "<-", "●": "o", "▪": "#",
}  # fmt: skip

_WIDE = {":": "：", ";": "；"}
"""Marks that stand between words, as they are beside ideographs: the space after them is part of them."""
_OF_NUMBERS = "0123456789+-/"
"""What a number is written with: a mark behind one belongs to the word before it."""
_AS_TYPED = frozenset(("chat",))
"""Roles of what others have typed: it stays as it is."""


@dataclass(frozen=True)
class Style:
    """The abilities of a terminal. `width` is in cells; `ideographic`: beside ideographs stand marks of their script,
    with this comma, and this mark between things side by side (`，`, or `、／`).

    `speech`: nothing is said by where it stands: names with values in lines of any length, for who hears or greps them.
    """

    width: int = 80
    colour: bool = False
    ascii: bool = False
    ideographic: str = ""
    speech: bool = False
    deep: bool = False
    """Whether the terminal has 256 colours."""
    preset: str = "usual"
    """The preset of colours (`colour_presets`)."""
    mouse: bool = False
    """Whether the terminal is to tell where it is clicked."""
    wide_signs: bool = False
    """Whether the terminal draws signs of ambiguous width in two cells, as some do with fonts of East Asia: then others
    stand for them, as in ASCII. Letters stay."""
    lines: int = 0
    """Rows that are seen at once; 0: no picture is cut, as in lines that scroll."""
    sure: int = 0
    """Of these, those that are seen whatever may lie over the rest; 0: all."""

    @staticmethod
    def of(
        environment: Mapping[str, str],
        width: int,
        terminal: bool,
        ascii: bool = False,
        utf8: bool = True,
        ideographic: str = "",
        preset: str = "usual",
    ) -> Style:
        """Give the style for a terminal (or a stream), as NO_COLOR and TERM ask."""
        name = environment.get("TERM", "")
        bleak = name in ("", "dumb") or name.split("-")[0] in MONOCHROME or name.endswith(("-m", "-mono"))
        colour = terminal and not bleak and not environment.get("NO_COLOR")
        deep = "256color" in name or environment.get("COLORTERM", "") in ("truecolor", "24bit")
        return Style(
            max(MIN_WIDTH, min(width, MAX_WIDTH)),
            colour,
            ascii or not utf8,
            ideographic,
            deep=colour and deep,
            preset=preset,
            wide_signs=environment.get(AMBIGUOUS, "") == "wide",
        )

    def spell(self, some: Row) -> Row:
        """Give the row in letters that can be shown; widths may change, so this comes before the layout."""
        if self.ascii or self.wide_signs or not all([span.text.isprintable() for span in some]):
            letters = tuple([span._replace(text=_letters(span.text, self.ascii, self.wide_signs)) for span in some])
        else:  # most rows are as they are shown
            letters = some
        return _punctuate(letters, self.ideographic) if self.ideographic and not self.ascii else letters

    def paint(self, some: Row) -> str:
        """Give a row as a line for the terminal."""
        if not self.colour:
            return plain(some).rstrip()
        painted = "".join(
            f"\x1b[{COLOURS[span.role]}m{span.text}\x1b[0m" if span.role in COLOURS else span.text for span in some
        )
        return self.recolour(painted).rstrip()

    def recolour(self, text: str) -> str:
        """Give what is sent to a terminal in the colours that it has, as the preset wants them."""
        preset = PRESETS[self.preset]
        codes = {**DEEP_COLOURS, **preset.many} if self.deep else preset.few
        return _with_codes(text, codes)


def deepen_colours(text: str) -> str:
    """Give what is sent to a terminal with its hues taken from 256 colours."""
    return _with_codes(text, DEEP_COLOURS)


def _with_codes(text: str, codes: Mapping[str, str]) -> str:
    return _CODES.sub(lambda found: f"\x1b[{';'.join(codes.get(one, one) for one in found[1].split(';'))}m", text)


def is_ambiguous(letter: str) -> bool:
    """Whether a terminal may draw a sign in one cell or in two (UAX #11, class A); letters are none."""
    return unicodedata.east_asian_width(letter) == "A" and not letter.isalpha()


def showable(text: str) -> str:
    """Give a text without anything that could move a cursor or turn the line round."""
    if text.isprintable():  # nothing of what is left out is, and most texts are
        return text
    return "".join(letter for letter in text if unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp"))


def _letters(text: str, ascii: bool, wide_signs: bool = False) -> str:
    """Give a text as it can be shown; in ASCII if asked for, or without signs of ambiguous width."""
    safe = showable(text)
    if not (ascii or wide_signs) or safe.isascii():
        return safe
    if not ascii:
        return "".join(_ASCII.get(letter, letter) if is_ambiguous(letter) else letter for letter in safe)
    return "".join(_ASCII.get(letter) or _bare(letter) for letter in safe)


@lru_cache(NO_BREAK)
def _punctuate(some: Row, marks: str) -> Row:
    """Give a row with the marks of an ideographic script where they stand beside its letters.

    Pages are put together with commas, colons and brackets that are the same in all languages.
    """
    if any(span.role in _AS_TYPED for span in some):
        return some
    changed = _wide_marks(plain(some), marks)
    if not changed:
        return tuple([span for span in some if span.text])
    at, spans = 0, list[Span]()
    for span in some:
        stays = span.role == COLUMN_GAP
        text = span.text if stays else "".join(changed.get(n, letter) for n, letter in enumerate(span.text, at))
        at += len(span.text)
        spans.append(span._replace(text=text))
    return tuple(span for span in spans if span.text)


def _wide_marks(text: str, marks: str) -> dict[int, str]:
    """Give the letters of a text that change, by their places: marks, and the spaces that go with them.

    ``marks``: the comma of the script, and what stands between two things side by side if it is no semicolon.
    """
    if text.isascii() or not any(map(_is_wide, text)):
        return {}
    found: dict[int, str] = {}
    wide = {**_WIDE, ",": marks[:1], ";": marks[1:2] or _WIDE[";"]}
    for match in re.finditer(r"(?<=\S)([,:;]) (?=\S)", text):  # one that begins something is a key
        at = match.start()
        before = text[:at].rstrip(_OF_NUMBERS)[-1:]
        if match[1] == ";" or _is_wide(before) or _is_wide(text[match.end()]):
            found |= {at: wide[match[1]], at + 1: ""}
    found |= {match.end() - 1: "" for match in re.finditer("[，、：；。？！] (?=[^ ])", text)}
    opened: list[int] = []
    for at, letter in enumerate(text):
        if letter == "(":
            opened.append(at)
        elif letter == ")" and opened:
            start = opened.pop()
            before = text[:start].rstrip(" ")
            found |= {**dict.fromkeys(range(len(before), start), ""), start: "（", at: "）"}
            if text[at + 1 : at + 2] == " " and _is_wide(text[at + 2 : at + 3]):
                found[at + 1] = ""
    if text.endswith(".") and _is_wide(text[-2:-1]):
        found[len(text) - 1] = "。"
    return found


@lru_cache(1 << 12)
def _is_wide(letter: str) -> bool:
    return width(letter) == 2


def _bare(letter: str) -> str:
    """Give a letter without its accents, or a question mark for one that has no likeness in ASCII."""
    if letter.isascii():
        return letter
    plain_letters = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return plain_letters or ("" if unicodedata.combining(letter) else "?")
