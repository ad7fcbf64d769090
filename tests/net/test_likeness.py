"""Names that look or read alike, and text of which nobody sees a part."""

from __future__ import annotations

import json
import unicodedata
from importlib import resources

import confusable_homoglyphs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.letters import LETTERS
from tta_p2p.net.cleaning import clean, visible
from tta_p2p.net.likeness import _prototypes, lookalikes, skeleton

UNSEEN = [
    *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010)),
    *(*range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x2800, 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0),
    *(*range(0xFFF0, 0xFFFD), *range(0x1BCA0, 0x1BCA4), 0x1D159, *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000)),
]
"""Default_Ignorable_Code_Point of Unicode 15, and what is blank besides."""


def test_nothing_that_nobody_sees_is_left_in_any_text() -> None:
    assert not [hex(point) for point in UNSEEN if clean(f"a{chr(point)}b", 9) != "ab"]
    assert not [hex(point) for point in UNSEEN if visible(chr(point))]


def test_what_people_write_stays() -> None:
    written = "Zoë Łukasz Đặng Νίκη Юлия אבי سارة देवी 李雷 ひろ サトウ ﾊﾅｺ 𠮷田々 陳·美玲 ヴ〜 서연 ꙮ ❤ ½ 𝄞 …"
    assert clean(written, 99) == unicodedata.normalize("NFC", written)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "\N{CYRILLIC CAPITAL LETTER A}nn"),
        ("Bob", "\N{GREEK CAPITAL LETTER BETA}ob"),
        ("Al", "AI"),
        ("Bot 1", "Bot l"),
        ("corn", "com"),
        ("Ann", "\uff21\uff4e\uff4e"),
        ("Ann", "ANN"),
        ("Strasse", "Straße"),
        ("Ann", "A\u00adn\u034fn"),
        ("Zoë", "Zoe\u0308"),
        ("アン", "ｱﾝ"),
        ("がく", "か\u3099く"),
        ("葛", "葛\U000e0100"),
    ],
    ids=ascii,
)
def test_names_that_look_or_read_alike_are_found(one: str, other: str) -> None:
    assert lookalikes([one, "Somebody", other]) == {one: [other], other: [one]}


def test_names_that_people_tell_apart_are_no_lookalikes() -> None:
    assert not lookalikes(["Ann", "Anna", "Hanna", "Ann (2)", "Bob", "Rob", "Bot 1", "Bot 2", "李", "季", "张", "章"])


@given(name=st.text(LETTERS, max_size=20), unseen=st.sampled_from(UNSEEN), place=st.integers(0, 20))
def test_what_nobody_sees_makes_no_other_name(name: str, unseen: int, place: int) -> None:
    assert skeleton(name[:place] + chr(unseen) + name[place:]) == skeleton(name)


def test_every_letter_stands_for_what_the_whole_data_say() -> None:
    data = resources.files(confusable_homoglyphs).joinpath("confusables.json").read_bytes()
    alike: dict[str, list[dict[str, str]]] = json.loads(data)
    assert len(alike) > 9000
    for letter, others in alike.items():
        if len(letter) == 1:
            other = others[0]["c"]
            single = min(letter, other) if len(alike[other]) == 1 else other
            assert _prototypes().of(letter) == (single if len(others) == 1 else letter), letter
    assert _prototypes().of("\0") == "\0" and _prototypes().of("\U0010ffff") == "\U0010ffff"
