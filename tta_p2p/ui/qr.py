"""QR codes made of letters: two rows of squares in one row of cells, in colours of their own.

segno makes the code; what it offers for terminals writes escape codes itself, which pages of rows cannot hold. Light
squares are bright white on black, whatever the terminal's own colours are: what reads it sees light around dark.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from .cells import Row, Span, row

BORDER = 2
"""Light squares around the code: four are the rule, and two are enough to be read from a screen."""
ROLE = "qr"
LETTERS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): "\N{NO-BREAK SPACE}"}
"""By whether the upper and the lower square are light; a plain space would have no colour."""


@dataclass(frozen=True)
class QrCode:
    """A code by its rows of light and dark squares, and what is said where it cannot be shown."""

    squares: tuple[tuple[bool, ...], ...]
    instead: Row

    @property
    def columns(self) -> int:
        """Its width in cells."""
        return len(self.squares[0]) if self.squares else 0


def qr_code(text: str, instead: Row) -> QrCode:
    """Make the smallest code of a text; one that is too long for any is only said."""
    import segno  # only who invites needs it

    try:
        code = segno.make_qr(text, error="l")
    except segno.DataOverflowError:
        return QrCode((), instead)
    return QrCode(tuple(tuple(not dark for dark in line) for line in code.matrix_iter(border=BORDER)), instead)


def qr_rows(code: QrCode) -> list[Row]:
    """Draw a code; below a last odd row, which is light, nothing is."""
    pairs = zip_longest(code.squares[::2], code.squares[1::2], fillvalue=(False,) * code.columns)
    return [row(Span("".join(map(LETTERS.__getitem__, zip(*pair, strict=True))), ROLE)) for pair in pairs]
