"""An invitation as a line and as a QR code, which any terminal shows and a telephone reads."""

from __future__ import annotations

import msgspec
import pytest
import segno

from tests.ui.screen.test_pictures import LOBBY
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.blocks import lay_out
from tta_p2p.ui.cells import plain, width
from tta_p2p.ui.invitation import invitation_blocks, invitation_of, may_invite
from tta_p2p.ui.qr import LETTERS, ROLE, qr_code
from tta_p2p.ui.screen.painting import cells_of, code_of
from tta_p2p.ui.screen.terminal import palette
from tta_p2p.ui.style import COLOURS, Style

KEY = "abcdefghijklmnopqrstuvwxya"
PLACES = {
    1: "192.168.178.25:54321",
    2: "192.168.178.25:54321,100.101.102.103:54321",
    3: "192.168.178.25:54321,100.101.102.103:54321,[2001:db8:1234:5678:9abc:def0:1234:5678]:54321",
}
ROOM = 21
"""Rows of a page on a screen of 24, without its title and the lines above and below."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", PLACES)
def test_the_page_of_an_invitation_has_the_line_and_the_same_command_as_a_code_that_is_seen_whole(
    language: str, number: int
) -> None:
    words = Words(language)
    lobby = msgspec.structs.replace(LOBBY, address=f"{PLACES[number]}#{KEY}", game="caravan")
    blocks = invitation_blocks(lobby, words)
    rows = lay_out(blocks, Style(80))
    coded = [one for one in rows if any(span.role == ROLE for span in one)]
    text = "".join(plain(one).strip() for one in rows[: -len(coded)])
    assert "".join(invitation_of(lobby, words).split()) == "".join(text.split())
    assert len(coded) <= ROOM, "scrolled to its end, the page shows all of it"
    assert number > 2 or len(rows) <= ROOM, "those of one or two addresses need not be scrolled"

    squares: list[list[bool]] = []
    for one in coded:
        (span,) = one
        pairs = [next(pair for pair, letter in LETTERS.items() if letter == drawn) for drawn in span.text]
        squares += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    coded_places = ",".join(PLACES[number].split(",")[:2])  # more would not fit
    expected = segno.make_qr(f"tta join {coded_places}#{KEY}", error="l")
    light = [[not dark for dark in line] for line in expected.matrix_iter(border=2)]
    assert squares[: len(light)] == light
    assert all(width(plain(one)) == len(light) for one in coded)


def test_a_code_has_colours_of_its_own_on_dark_and_light_terminals_alike() -> None:
    (row,) = lay_out((qr_code("x", ()),), Style(80, colour=True))[3:4]
    code = code_of(ROLE, True)
    assert code.split(";") == ["97", "40"], "bright white on black, both said"
    assert {cell.code for cell in cells_of([(plain(row), code)], width(plain(row)))} == {code}, "its blanks as well"
    assert (ROLE, "white", "black", "default") in palette()
    assert Style(80, colour=True).paint(row).startswith(f"\x1b[{COLOURS[ROLE]}m")


@pytest.mark.parametrize("style", [Style(80, ascii=True), Style(30), Style(80, spoken=True)])
def test_where_no_code_can_be_shown_that_is_said(style: Style) -> None:
    lobby = msgspec.structs.replace(LOBBY, address=f"{PLACES[3]}#{KEY}")
    rows = [plain(one) for one in lay_out(invitation_blocks(lobby, Words()), style)]
    assert "QR code needs" in " ".join(rows) and not any("█" in one for one in rows)


def test_without_a_key_or_anybody_there_nobody_is_invited() -> None:
    assert may_invite(LOBBY) and not may_invite(None)
    assert not may_invite(msgspec.structs.replace(LOBBY, address="10.0.0.7:4711"))
    assert not may_invite(msgspec.structs.replace(LOBBY, guests=[]))
