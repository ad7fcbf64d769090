"""Menus: every entry that has a letter has one that does nothing else, and lines end with whole words."""

from __future__ import annotations

import re
from functools import partial
from string import ascii_letters

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tta_p2p.i18n import LANGUAGES, Words, ideographic
from tta_p2p.keyboard.key_map import KeyMap, actions_at
from tta_p2p.keyboard.table import KeyPlace
from tta_p2p.ui.cells import plain, width
from tta_p2p.ui.screen.menu import MenuEntry, MenuFace, MenuList
from tta_p2p.ui.style import Style

LETTERS = st.lists(st.sampled_from(ascii_letters), unique=True, min_size=1, max_size=14)
FILES = st.dictionaries(
    st.sampled_from([action.name for action in actions_at(KeyPlace.MENU) if action.name not in ("enter", "escape")]),
    st.lists(st.sampled_from([*ascii_letters, "f2", "f3"]), min_size=1, max_size=3).map(tuple),
    max_size=5,
)
"""Keys as files choose them; two actions on one stroke make no difference here."""


def menu(entries: tuple[MenuEntry, ...], words: Words, columns: int) -> MenuFace:
    face = MenuFace(words, Style(columns, ideographic=ideographic(words.language)), lambda: (columns, 40))
    face.open(lambda: MenuList("All", entries))
    return face


def rows(face: MenuFace) -> list[str]:
    return [plain(one).rstrip() for one in face.frame().rows]


@settings(max_examples=150)
@given(LETTERS, FILES)
def test_every_entry_has_a_letter_that_chooses_it_whatever_a_file_says(
    letters: list[str], chosen: dict[str, tuple[str, ...]]
) -> None:
    done: list[str] = []
    words = Words("en", KeyMap(chosen))
    entries = tuple(
        MenuEntry(f"Entry {letter}", letter, note="n", enter=partial(done.append, letter)) for letter in letters
    )
    face = menu(entries, words, 80)
    seen = [line for line in rows(face) if "Entry " in line]
    shown = {entry: key for line in seen for key, entry in re.findall(r"(\S) +Entry (\S)", line)}
    assert set(shown) == {*letters} and len({*shown.values()}) == len(letters), "each has one of its own"
    for letter, key in shown.items():
        face.press(key)
        assert done.pop() == letter and not done
    taken = {one for action in actions_at(KeyPlace.MENU) for one in words.keys.strokes(action.name)}
    stay = {one for one in letters if words.keys.usual_key(one, KeyPlace.MENU) == one}
    assert all((shown[one] == one) is (one in stay) for one in letters), "who need not move stays"
    assert not taken & {shown[one] for one in letters if one not in stay}
    face.press(words.keys.strokes("help")[0])
    page = "\n".join(rows(face))
    assert face.depth == 1 or all(re.search(rf"(?m)^ *{key} +Entry {one}", page) for one, key in shown.items())


@settings(max_examples=100)
@given(
    st.sampled_from(LANGUAGES),
    st.integers(60, 130),
    st.lists(
        st.tuples(st.text("abc def", min_size=1, max_size=40), st.text("gh ij", max_size=60), st.booleans()),
        min_size=1, max_size=8,
    ),
)  # fmt: skip
def test_what_a_line_stands_at_keeps_its_arrows_and_the_keys_are_whole(
    language: str, columns: int, some: list[tuple[str, str, bool]]
) -> None:
    words = Words(language)
    entries = tuple(
        MenuEntry(
            f"{text.strip()} {at}",
            turn=(lambda by: None) if turns else None,
            value=value.strip() if turns or value else "",
        )
        for at, (text, value, turns) in enumerate(some)
    )
    face = menu(entries, words, columns)
    for entry in entries:
        seen = rows(face)
        (marked,) = [line for line in seen if line.lstrip().startswith(("▸", ">"))]
        assert (marked.count("<") == 1 and marked.endswith(">")) or entry.turn is None, marked
        assert all(width(line) <= columns for line in seen)
        whole = "".join(words(f"menu.line.{name}") for name in ("filter", "change", "back", "help"))
        assert "…" not in seen[-1] and all(item in whole for item in seen[-1].strip().split("  ")[-1:])
        assert words("menu.line.help").split()[-1] in seen[-1].split()[-1]
        face.press("down")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_of_a_menu_have_room_in_the_smallest_window(language: str) -> None:
    words = Words(language)
    face = menu(
        (MenuEntry("Colours", "o", "for a light terminal with much more to say", turn=lambda by: None),), words, 60
    )
    face.open(lambda: MenuList("Lower", (MenuEntry("Colours", "o", "for a light terminal", turn=lambda by: None),)))
    last = "".join(rows(face)[-1].split())
    for name in ("choose", "change", "back", "help"):
        assert "".join(words(f"menu.line.{name}").split()) in last
