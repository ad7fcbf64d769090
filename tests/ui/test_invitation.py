"""An invitation as a line and as a QR code, which any terminal shows and a telephone reads."""

from __future__ import annotations

import msgspec
import pytest
import segno

from tests.ui.screen.notices import LOBBY
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.net.addresses import fingerprint
from tta_p2p.net.invitations import parse_places, read_invitation
from tta_p2p.seats import messages as say
from tta_p2p.ui.blocks import lay_out
from tta_p2p.ui.cells import plain, width
from tta_p2p.ui.invitation import invitation_blocks, invitation_of, may_invite
from tta_p2p.ui.lobby_page import lobby_blocks
from tta_p2p.ui.qr import LETTERS, ROLE, qr_code
from tta_p2p.ui.screen.frame import page_rows
from tta_p2p.ui.screen.painter import cells_of, code_of
from tta_p2p.ui.screen.screen_state import OpenPage
from tta_p2p.ui.screen.terminal import palette
from tta_p2p.ui.style import COLOURS, Style

KEY = fingerprint(bytes(32))
PLACES = ("192.168.178.25:54321", "100.101.102.103:54321", "[2001:db8:1234:5678:9abc:def0:1234:5678]:54321")
ROOM = 21
"""Rows of a page on a screen of 24, without its title and the lines above and below."""


def with_places(number: int) -> say.LobbyReply:
    """A lobby with so many addresses."""
    address, *others = [f"{place}#{KEY}" for place in PLACES[:number]]
    return msgspec.structs.replace(LOBBY, address=address, alternatives=others, game="caravan")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_page_of_an_invitation_has_the_line_and_its_addresses_as_a_code_that_is_seen_whole(
    language: str, number: int
) -> None:
    words = Words(language)
    lobby = with_places(number)
    blocks = invitation_blocks(lobby, words)
    rows = lay_out(blocks, Style(80))
    coded = [one for one in rows if any(span.role == ROLE for span in one)]
    text = "".join(plain(one).strip() for one in rows[: -len(coded)])
    assert "".join(invitation_of(lobby, words).split()) == "".join(text.split())
    assert all(f"{place}#{KEY}" in text for place in PLACES[:number]), "the line names all addresses"
    assert len(coded) <= ROOM, "scrolled to its end, the page shows all of it"
    assert number > 1 or len(rows) <= ROOM, "that of one address need not be scrolled"

    squares: list[list[bool]] = []
    for one in coded:
        (span,) = one
        pairs = [next(pair for pair, letter in LETTERS.items() if letter == drawn) for drawn in span.text]
        squares += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    code = "\n".join(f"{place}#{KEY}" for place in PLACES[: min(number, 2)])  # more would not fit
    expected = segno.make_qr(f"tta join {code}", error="l")
    light = [[not dark for dark in line] for line in expected.matrix_iter(border=2)]
    assert squares[: len(light)] == light
    assert all(width(plain(one)) == len(light) for one in coded)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_command_of_an_invitation_stands_on_one_line_of_a_screen_so_that_it_can_be_copied(language: str) -> None:
    words, lobby = Words(language), with_places(2)
    for blocks in (invitation_blocks(lobby, words), lobby_blocks(lobby, words)):
        rows = [plain(one).strip() for one in lay_out(blocks, Style(80))]
        found = [one for one in rows if f"#{KEY}" in one]
        first, second = (f"tta join {place}#{KEY}" for place in PLACES[:2])
        assert found == [first, words("invitation.or", command=second)]
        at = rows.index(first)
        assert read_invitation("\n".join(rows[at - 1 : at + 2])) == tuple(parse_places(f"{','.join(PLACES[:2])}#{KEY}"))


def test_a_code_has_colours_of_its_own_on_dark_and_light_terminals_alike() -> None:
    (row,) = lay_out((qr_code("x", ()),), Style(80, colour=True))[3:4]
    code = code_of(ROLE, True)
    assert code.split(";") == ["97", "40"], "bright white on black, both said"
    assert {cell.code for cell in cells_of([(plain(row), code)], width(plain(row)))} == {code}, "its blanks as well"
    assert (ROLE, "white", "black", "default") in palette()
    assert Style(80, colour=True).paint(row).startswith(f"\x1b[{COLOURS[ROLE]}m")


@pytest.mark.parametrize("style", [Style(80, ascii=True), Style(30), Style(80, speech=True)])
def test_where_no_code_can_be_shown_that_is_said(style: Style) -> None:
    lobby = with_places(3)
    rows = [plain(one) for one in lay_out(invitation_blocks(lobby, Words()), style)]
    assert "QR code needs" in " ".join(rows) and not any("█" in one for one in rows)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lines", [20, 24])
def test_a_code_is_seen_whole_on_the_screen_or_a_larger_window_is_asked_for(language: str, lines: int) -> None:
    words, style = Words(language), Style(60)
    page = OpenPage((), invitation_blocks(with_places(2), words))
    for room in (lines - 3, 0):
        rows = page_rows(page, style, room)
        coded = [one for one in rows if any(span.role == ROLE for span in one)]
        needed = "".join(words("invitation.no-picture").split())
        assert bool(coded) is (needed not in "".join("".join(map(plain, rows)).split()))
        assert len(coded) <= room or not room
    assert coded, "a list of lines is not cut"


def test_without_a_key_or_anybody_there_nobody_is_invited() -> None:
    assert may_invite(LOBBY) and not may_invite(None)
    assert not may_invite(msgspec.structs.replace(LOBBY, address="10.0.0.7:4711"))
    assert not may_invite(msgspec.structs.replace(LOBBY, guests=[]))


def test_a_lobby_that_meets_in_a_folder_says_how_others_come_by_way_of_it() -> None:
    host = say.LobbyMember("Ann", "k" * 26, [say.TextRef("you")], 1, True, True)
    lobby = say.LobbyReply("waiting", "friday", "", [host], 3, [], folder="/srv/our games")
    for words in (Words(), Words("zh-Hans")):
        shown = "\n".join(plain(line) for line in lay_out(lobby_blocks(lobby, words), Style()))
        assert "tta join --folder " in shown and words("lobby.folder.copy") in shown and "/srv" not in shown
        again = "\n".join(plain(line) for line in lay_out(lobby_blocks(lobby, words, lobby), Style()))
        assert "--folder" not in again
