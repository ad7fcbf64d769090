"""Room given by worth: what tells two lines apart stays, free rows are taken, nothing is larger than it may be."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tta_p2p.ui.cells import plain, row, width
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
