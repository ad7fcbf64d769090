"""Room given by worth: what tells two lines apart stays, free rows are taken, nothing is larger than it may be."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tta_p2p.ui.cells import EMPTY, cut, cut_at_word, cut_within, plain, row, width
from tta_p2p.ui.room import (
    SPARE,
    ListLine,
    TableColumn,
    TableWay,
    fit_items,
    fit_parts,
    fit_table,
    item,
    list_rows,
    part_of,
    short_items,
    tell_apart,
)

NAMES = ("Bot 1", "Bot 2", "Ann")
WORDS = st.text("abcdefg 漢字", max_size=30)


def test_the_words_that_all_lines_have_are_cut_and_names_stay() -> None:
    rows = tuple(
        row(f"{at} Offer International Trade Agreement to {name}, as side {side}")
        for at, (name, side) in enumerate(((name, side) for name in NAMES for side in "AB"), 14)
    )
    found = [plain(one) for one in tell_apart(rows, (30,) * len(rows), NAMES)]
    assert len({one[3:] for one in found}) == len(rows) and all(width(one) <= 30 for one in found)
    assert all(any(name in one for name in NAMES) for one in found), found


def test_what_two_lines_have_alone_is_told_in_both() -> None:
    rows = (row("14 Declare War over Technology on Bot 1"), row("15 Declare War over Territory on Bot 1"))
    found = [plain(one)[3:] for one in tell_apart(rows, (26, 26), NAMES)]
    assert found[0] != found[1] and all(one.endswith("Bot 1") for one in found), found


def test_a_gap_stands_for_whole_words_behind_the_number_and_a_stub_of_two_letters_for_none() -> None:
    rows = tuple(row(f"{at} Play {card} against Bot 1") for at, card in enumerate(("Raid II", "Plunder II", "War"), 2))
    told = [f"{at} … {card} against Bot 1" for at, card in enumerate(("Raid II", "Plunder II", "War"), 2)]
    rooms = tuple(len(one) + 1 for one in told)  # in which one letter of the verb would have room
    assert [plain(one) for one in tell_apart(rows, rooms, NAMES)] == told


@given(st.lists(st.tuples(WORDS, st.integers(0, 99999)), min_size=2, max_size=6), st.integers(14, 40))
def test_no_number_loses_digits_where_a_line_is_cut(texts: list[tuple[str, int]], size: int) -> None:
    rows = tuple(row(f"{at} {text} 得{number}的 x{text}") for at, (text, number) in enumerate(texts, 10))
    for one, whole in zip(tell_apart(rows, (size,) * len(rows)), rows, strict=True):
        for number in re.findall(r"\d+", plain(one)):
            assert number in re.findall(r"\d+", plain(whole)), plain(one)
        assert not re.match(r"\d+…", plain(one)), plain(one)


def test_a_line_whose_detail_has_no_room_does_not_end_in_a_colon() -> None:
    entry = ListLine(row("6 h3 The Hanging Gardens 15: "), row("6 squares"), row(" (18 trade)"))
    ((one,),) = list_rows([entry], 41, 1)
    assert plain(one) == "6 h3 The Hanging Gardens 15 (18 trade)"
    ((one,),) = list_rows([ListLine(row("4 h3 巨石阵 10："), row("6个方格"), EMPTY)], 16, 1)
    assert plain(one) == "4 h3 巨石阵 10"


def test_what_was_cut_before_has_a_single_ellipsis() -> None:
    assert plain(cut("Bot 2 offers Open Borders… and more", 27)) == "Bot 2 offers Open Borders…"
    assert plain(cut_within("abc… def", 5)) == "abc…" and plain(cut_at_word("Open Borders… and", 14)) == "Open Borders…"


@given(st.lists(WORDS, min_size=1, max_size=8), st.integers(12, 40))
def test_no_line_is_wider_than_its_room_and_none_looks_like_another(texts: list[str], size: int) -> None:
    rows = tuple(row(f"{at} {text} and the same for all of them, at last {at}") for at, text in enumerate(texts, 10))
    found = [plain(one) for one in tell_apart(rows, (size,) * len(rows))]
    assert all(width(one) <= size for one in found)
    assert len({one[2:] for one in found}) == len({plain(one)[2:] for one in rows})


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=6), st.integers(24, 60), st.integers(1, 20))
def test_nothing_is_cut_in_a_list_while_rows_are_free(texts: list[tuple[str, str]], size: int, lines: int) -> None:
    entries = [
        ListLine(row(f"{at} {head}"), row(f": {told}"), row(" (1)")) for at, (head, told) in enumerate(texts, 10)
    ]
    found = list_rows(entries, size, lines)
    assert all(width(one) <= size for rows in found for one in rows)
    used = sum(map(len, found))
    assert used <= max(lines, len(entries))
    is_cut = any("…" in plain(one) for rows in found for one in rows) or any(
        len("".join("".join(map(plain, rows)).split())) < len("".join(plain(row(one.head, one.detail)).split()))
        for rows, one in zip(found, entries, strict=True)
    )
    assert not is_cut or used >= lines, "what is cut would have had a free row"


def test_zeros_go_first_and_the_number_of_the_best_stays() -> None:
    cards = (("Warriors", 0, SPARE), ("Swordsmen", 4, 2), ("Cavalrymen", 3, 2), ("Modern Infantry", 0, 1))
    items = short_items([(row(name), f" {number}", worth) for name, number, worth in cards])
    (line,) = fit_items(items, 28)
    assert "Warriors" not in plain(line) and "… 4, Cav" in plain(line) and "… 3, " in plain(line) and width(line) <= 28
    assert [plain(one) for one in fit_items(items, 90)] == ["Warriors 0, Swordsmen 4, Cavalrymen 3, Modern Infantry 0"]
    assert "+1" in plain(fit_items([item("abcdef"), item("ghijkl")], 10)[0]), "what has no room is counted"


def test_parts_of_least_worth_are_left_out_and_more_rows_go_to_the_worthiest() -> None:
    parts = [
        part_of([row(f"{name}{at}") for at in range(3)], 20, worth) for name, worth in (("a", 1), ("b", 3), ("c", 2))
    ]
    told = lambda lines: [plain(one) for one in fit_parts(parts, lines, 20, lambda n: row(f" ({n} more)"))]  # noqa: E731
    assert told(9) == [f"{name}{at}" for name in "abc" for at in range(3)]
    assert told(5) == ["a0 a1 a2", "b0", "b1", "b2", "c0 c1 c2"]
    assert told(2) == ["b0 b1 b2", "c0 c1 c2 (1 more)"] and told(0) == []


def test_a_table_shortens_heads_before_it_leaves_out_a_column_and_never_cuts_a_number() -> None:
    def column(long: str, short: str, *cells: str, spare: bool = False) -> TableColumn:
        numbers = tuple(row(one) for one in cells)
        ways = [TableWay((row(long), *numbers)), TableWay((row(short), *numbers), 1)]
        return TableColumn((*ways, TableWay((), 2)) if spare else tuple(ways))

    some = [
        column("culture", "cu", "148+21", "3+0"),
        column("idle", "id", "12", "0", spare=True),
        column("CA", "CA", "4/4", "1"),
    ]
    told = lambda size, *wish: [plain(one) for one in fit_table(some, size, *wish)]  # noqa: E731
    assert told(16) == ["culture idle  CA", " 148+21   12 4/4", "    3+0    0   1"]
    assert told(14) == ["culture id  CA", " 148+21 12 4/4", "    3+0  0   1"]
    assert told(13) == ["    cu id  CA", "148+21 12 4/4", "   3+0  0   1"]
    assert told(11) == ["culture  CA", " 148+21 4/4", "    3+0   1"], "what fits again is whole"
    assert told(22, 9, 1) == told(13), "what stands beside it is worth short heads"
    assert told(22, 12, 1) == told(13), "but no column"
