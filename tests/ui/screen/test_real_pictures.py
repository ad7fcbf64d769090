"""Whole pictures of real positions, with the log and the rules' words: room is used wherever the mark stands."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, islice, pairwise
from typing import Any

import pytest

from tests.ui.positions import random_moments
from tests.ui.screen.keyboard import shown
from tests.ui.screen.real_pictures import face_at, press
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import CLAUSE_END, COLUMN_GAP, Row, plain, row, width
from tta_p2p.ui.screen import remarks
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.playfield import PANEL_SEEN

GAMES = {"civilization": (3, 83), "seven_wonders": (5, 4), "through_the_ages": (4, 67)}
"""Seats, and so many decisions of a game lie between two positions."""
POSITIONS = 4
WINDOWS = ((60, 20), (80, 24), (100, 30), (120, 40), (200, 60))
MARKS = 9
"""So many lines are marked one after the other, of those there are to choose among."""
ASKED = 3
"""With so many of them news come, and it is asked whether to leave as well."""
NEWS = ("Ω 1", "; ".join(f"Ω beats {number} in a conflict" for number in range(12)))
"""News of a row and of several, as an age of 7 Wonders ends."""
LEFT_OUT = re.compile(r"\s*[(（]\S+[:：] ?.*\d.*[)）]$")
"""How a board says that something is left out."""
LONG_LOG = 60
"""Lines of a log that has something to tell wherever there is room."""
SEPARATORS = 2
"""Rows that may stand empty between two things where there is much room."""
ROOMY = 40
"""Rows of a window from which empty ones stand between things."""


@dataclass(frozen=True)
class Cut:
    """Where something was cut: the columns of the panel, the row, and how it ends there."""

    left: int
    right: int
    line: int
    text: str


@cache
def moments(game: str) -> tuple[tuple[LocalGame[Any, Any], int], ...]:
    seats, every = GAMES[game]
    found = ((local.fork(), seat) for local, seat in random_moments(game, seats, seed=5, every=every))
    return tuple(islice(found, 1, POSITIONS + 1))


def panels_of(one: Row, columns: int) -> list[tuple[int, int]]:
    """Give the first and the last column of what stands side by side in a row."""
    edges, at = [-1], 0
    for span in one:
        if span.role == COLUMN_GAP and span.text == " ":
            edges.append(at)
        at += width(span.text)
    return [(before + 1, after) for before, after in pairwise([*edges, columns])]


def part_of(one: Row, left: int, right: int) -> str:
    """Give what stands in these columns of a row."""
    text, starts = letters_of(one)
    return text[bisect_left(starts, left) : bisect_left(starts, right)]


@lru_cache(4096)
def letters_of(one: Row) -> tuple[str, list[int]]:
    """Give the letters of a row, and the column in which each begins."""
    text = plain(one)
    return text, [*accumulate((width(letter) for letter in text), initial=0)][:-1]


def is_free(one: Row, left: int, right: int) -> bool:
    """Whether nothing stands in what shows these columns of a row."""
    touched = [(begin, end) for begin, end in panels_of(one, width(one)) if begin < right and left < end]
    return not any(part_of(one, begin, end).strip() for begin, end in touched)


def cuts_of(rows: tuple[Row, ...], own: str) -> Iterator[Cut]:
    """Find what was cut in a picture, but for texts that say themselves that more follows."""
    for line, one in enumerate(rows):
        for left, right in panels_of(one, width(one)):
            text = part_of(one, left, right)
            for found in re.finditer("…+", text):
                before = "".join(part_of(rows[at], left, right) for at in range(max(0, line - 2), line))
                said = "".join((before + text[: found.end()]).split())[-12:]
                if said not in own:
                    yield Cut(left, right, line, text)


@dataclass(frozen=True)
class Look:
    """A picture, what is to be told of the mark in it, and the same as news come and as it is asked to leave."""

    rows: tuple[Row, ...]
    told: tuple[str, ...]
    note: str
    news: tuple[Row, ...] = ()
    asked: tuple[Row, ...] = ()


def pictures(local: LocalGame[Any, Any], seat: int, face: ScreenFace, size: tuple[int, int]) -> list[Look]:
    """Give the picture with each of the first lines marked, with the first of them under a question too."""
    found, spell = list[Look](), face.panes.view.style.spell
    for number in range(min(MARKS, len(face.spots())) or 1):
        press(local, seat, face, "down" if number else "home")
        spot, blocks = face.spot(), face.screen_state.preview
        told = tuple(packed(spell(one.text)).rstrip(".。") for one in blocks if isinstance(one, Para))
        rows, news, asked = face.frame(size).rows, tuple[Row, ...](), tuple[Row, ...]()
        if number < ASKED:
            face.panes.notes.answer((Para(row(NEWS[number % 2])),))
            news = face.frame(size).rows
            face.press("q")
            asked = face.frame(size).rows
            face.press("n")
        found.append(Look(rows, told, packed(spell(spot.note)) if spot is not None else "", news, asked))
    return found


def packed(some: Row) -> str:
    """Give a text without blanks."""
    return "".join(plain(some).split())


def scenes(game: str) -> Iterator[tuple[LocalGame[Any, Any], int, str, tuple[int, int], ScreenFace]]:
    """Each window with every language, and every position."""
    for at, (local, seat) in enumerate(moments(game)):
        for number, language in enumerate(sorted(LANGUAGES)):
            for size in WINDOWS[(at + number) % 2 :: 2] if at > 1 else WINDOWS:
                yield local, seat, language, size, face_at(local, seat, language, size)


def own_texts(face: ScreenFace) -> str:
    """Give all that is to be said of what is chosen among, without blanks."""
    spell = face.panes.view.style.spell
    return "".join("".join(plain(spell(row(one.text, one.detail, one.price))) for one in face.spots()).split())


def above_of(face: ScreenFace, size: tuple[int, int]) -> int:
    """Give the rows of the overview, and of the title above it."""
    board, reading = face.panes.view.board, face.panes.view.reading()
    assert board is not None and reading is not None and reading.scene is not None
    style = face.panes.view.style.__class__(size[0], ideographic=face.panes.view.style.ideographic)
    return 1 + len(board.overview(reading.scene, style))


def known_words(face: ScreenFace) -> frozenset[str]:
    """Give the words of all that is said where there is room for everything."""
    told = [plain(row(one.text, one.detail, one.price, one.note)) for one in face.spots()]
    told += [plain(row(*way)) for one in face.spots() for way in (*one.shorter, *one.least)]
    return frozenset(re.findall(r"[^\W\d_]+", "\n".join([*shown(face, (400, 200)), *told])))


def cuts_beside_free_rows(
    some: list[tuple[Row, ...]], own: str, above: int, size: tuple[int, int]
) -> Iterator[tuple[str, object]]:
    """Find what is cut above all else, or while rows of the same columns are free wherever the mark stands."""
    spare = SEPARATORS + 1 if size[1] >= ROOMY else 1  # one waits for what an act costs and does
    for one in (cut for rows in some for cut in cuts_of(rows, own)):
        if one.line < above:
            if not re.search(r"\w{3,}…\s*$", one.text):  # the name of a leader, which boards say whole
                yield one.text, "stands above all else"
            continue
        free = [at for at in range(above, size[1] - 1) if all(is_free(rows[at], one.left, one.right) for rows in some)]
        if len(free) > spare:
            yield one.text, f"rows {free} are free"


def board_of(rows: tuple[Row, ...], above: int) -> list[str]:
    """Give what stands on the board, the right one of two panels, row by row, without how much is left out."""
    found = list[str]()
    for one in rows[above:-1]:
        panels = panels_of(one, width(one))
        if len(panels) == 2:
            found.append(part_of(one, *panels[1]).rstrip())
    return found


def cut_boards(rows: tuple[Row, ...], above: int, size: tuple[int, int]) -> Iterator[tuple[str, object]]:
    """Find what is cut or left out on a board while rows of the same picture are free; a track is no text."""
    free = [at for at in range(above, size[1] - 1) if not plain(rows[at]).strip()]
    spare = SEPARATORS if size[1] >= ROOMY else 0
    for text in board_of(rows, above) if len(free) > spare else ():
        if re.search(r"[^|…]…|^\(|\(\w+: \d", text.replace("|…", "")) and not re.search("[a-z:：] …?$", text):
            yield text, f"rows {free} are free for this mark"


def torn_numbers(rows: tuple[Row, ...], above: int) -> Iterator[tuple[str, object]]:
    """Find lines of a board that begin with a number which belongs to the line before."""
    for before, text in pairwise(board_of(rows, above)):
        bare = re.match(r" {4,}[-+]?\d[-+\d]*(?! ?\w)", text) and before[-1:] not in CLAUSE_END
        if before and (bare or (re.match(r" {4,}[-+]?\d", text) and before[-1].isalnum())):
            yield before, text


def moved_boards(some: list[tuple[Row, ...]], above: int) -> Iterator[tuple[str, object]]:
    """Find rows of a board that are elsewhere, or others, as the mark moves: a text may lie over its last ones only."""
    told = [[LEFT_OUT.sub("", one).rstrip() for one in board_of(rows, above)] for rows in some]
    for one, other in pairwise(told):
        short = min(len(one), len(other))
        for here, there in list(zip(one, other, strict=False))[: max(0, short - 1)]:
            if here != there:
                yield here, there


def untold_rows(
    local: LocalGame[Any, Any], some: list[tuple[Row, ...]], above: int, size: tuple[int, int]
) -> Iterator[tuple[str, object]]:
    """Find rows below what there is to choose among that stay empty though the log has more to tell."""
    if len(local.log) < LONG_LOG:
        return
    right = min(edge for at in range(above, size[1] - 1) for _, edge in panels_of(some[0][at], size[0]))
    empty = "".join(
        "_" if at < size[1] - 1 and all(is_free(rows[at], 0, right) for rows in some) else "#"
        for at in range(above, size[1])
    )
    if max(map(len, empty.split("#"))) > SEPARATORS + 2 * (size[1] >= ROOMY):
        yield empty, "rows are empty"


def cuts_within_words(rows: tuple[Row, ...], known: frozenset[str], language: str) -> Iterator[tuple[str, object]]:
    """Find words that are cut, but for the first of a thing; of Japanese, words of katakana with one letter left."""
    for text in map(plain, rows):
        if language == "ja" and re.search("(?<![ァ-ヿ])[ァ-ヿ]…", text):
            yield text, "a letter is left"
        if language == "en":
            cut = re.findall(r"(?<=[^\s,:;+(]) ([a-z]+)…", text)
            yield from ((text, one) for one in cut if one not in known)


def untold_of_the_mark(look: Look) -> Iterator[tuple[str, object]]:
    """Find what of the mark is not told: what it costs and does never, its text only where the list has few rows left.

    While it is asked whether to leave, the text is cut where no row is free.
    """
    for rows in (one for one in (look.rows, look.news, look.asked) if one):
        columns = width(rows[0])
        beside = (part_of(one, *panels_of(one, columns)[0]) for one in rows)
        seen = "".join(f"{''.join(map(plain, rows))} {''.join(beside)}".split())
        free = [at for at, one in enumerate(rows[:-1]) if not plain(one).strip()]
        listed = [one for one in rows if any(span.target and span.target.kind in ("line", "marked") for span in one)]
        told = sum("Ω" in plain(one) or "conflict" in plain(one) for one in rows)
        gives = len(listed) > PANEL_SEEN or told > remarks.NEWS  # what else could leave it rows
        is_cut = look.note not in seen and (free or (rows is not look.asked and gives))
        if not all(one in seen for one in look.told) or is_cut:
            kind = "asked" if rows is look.asked else "as news come" if rows is look.news else "as it stands"
            yield look.note, f"is told of the mark, {kind}"
        if rows is look.news and NEWS[0][0] not in seen:
            yield look.note, "is told without the news"


def untold_lines(looks: list[Look], face: ScreenFace, language: str) -> Iterator[tuple[str, object]]:
    """Find lines of the list that say nothing of what they do, those whose effect is cut, and texts cut from the start.

    One line in eight may be cut: a government that gives seven things has no room for all of them.
    """
    spell = face.panes.view.style.spell
    details = {"".join(plain(spell(row(one.text))).split()): plain(spell(one.detail)) for one in face.spots()}
    seen, cut = set[str](), set[str]()
    for one in (one for look in looks for one in look.rows):
        target = next((span.target for span in one if span.target and span.target.kind in ("line", "marked")), None)
        spot = next((spot for spot in face.spots() if target is not None and spot.key == target.name), None)
        if spot is None or not spot.detail or not spot.faces:
            continue
        text = part_of(one, *panels_of(one, width(one))[0]).rstrip()
        seen.add(text)
        if not re.search(r"[:：] ?[+-]?\w", text) and not text.startswith("    "):
            yield text, "says nothing of what it does"
        if text.endswith("…"):
            cut.add(text)
    if len(cut) * 8 > len(seen):
        yield language, f"of {len(seen)} lines {len(cut)} are cut: {sorted(cut)}"
    for told in details.values():
        if told.endswith("…"):
            yield told, "is cut wherever it stands"


@pytest.mark.parametrize("game", GAMES)
def test_room_is_used_wherever_the_mark_stands(game: str) -> None:
    faults, seen = list[tuple[object, ...]](), 0
    for local, seat, language, size, face in scenes(game):
        above, known = above_of(face, size), known_words(face) if language == "en" else frozenset()
        looks = pictures(local, seat, face, size)
        some = [one.rows for one in looks]
        faults += [(language, size, *one) for one in (
            *cuts_beside_free_rows(some, own_texts(face), above, size), *untold_rows(local, some, above, size),
            *(fault for rows in some for fault in cuts_within_words(rows, known, language)),
            *(fault for rows in some for fault in cut_boards(rows, above, size) if game != "civilization"),
            *(fault for rows in some for fault in torn_numbers(rows, above) if game != "civilization"),
            *(moved_boards(some, above) if game != "civilization" else ()),
            *(untold_lines(looks, face, language) if size[0] >= 80 else ()),
            *(fault for one in looks for fault in untold_of_the_mark(one)),
        )]  # fmt: skip
        seen += len(looks)
    assert seen > 100 and not faults, "\n".join(map(str, dict.fromkeys(faults)))
