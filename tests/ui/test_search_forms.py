"""What is looked up is found in either kana, of any width, and in simplified or traditional characters alike."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.texts import names_of, pages_of, texts_of, words_of
from tta_p2p import registry
from tta_p2p.i18n import languages
from tta_p2p.ui.name_search import find_names
from tta_p2p.ui.plain_view import fold_name, fold_text, normalize_name
from tta_p2p.ui.reference import reference_for
from tta_p2p.ui.screen.filters import fits_filter
from tta_p2p.ui.variants import SIMPLIFIED, TRADITIONAL

GAMES = [game for game in registry.names() if not registry.entry(game).example]
HALF = {unicodedata.normalize("NFKC", chr(code)): chr(code) for code in range(0xFF66, 0xFF9E)}
"""The kana of half width, by those of full width."""
KATAKANA = {code: code + 0x60 for code in range(0x3041, 0x3097)}
SIMPLER = str.maketrans(TRADITIONAL, SIMPLIFIED)
ORNATE = {ord(other): one for one, other in zip(TRADITIONAL, SIMPLIFIED, strict=True)}
"""One traditional form of each simplified character."""


def other_forms(name: str) -> list[str]:
    """The same name as others type it."""
    apart = unicodedata.normalize("NFKD", name.translate(KATAKANA)).translate({0x3099: "ﾞ", 0x309A: "ﾟ"})
    half = "".join(HALF.get(letter, letter) for letter in apart)
    full = "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in name)
    hiragana = name.translate({other: one for one, other in KATAKANA.items()})
    return [name.translate(KATAKANA), hiragana, half, full, name.translate(SIMPLER), name.translate(ORNATE)]


@pytest.mark.parametrize("language", languages())
def test_a_card_is_found_in_every_form_of_its_name(language: str) -> None:
    for game in GAMES:
        called = {face: (name,) for face, name in names_of(game, language).items()}
        for face, (name,) in list(called.items())[::5]:
            for form in other_forms(name):
                assert face in find_names(form, called), (name, form)
                assert fits_filter(form, name) and fold_text(form) == fold_text(name), (name, form)


def test_every_traditional_character_of_names_and_rules_has_its_simplified_form() -> None:
    """`SIMPLIFIED` in `ui/variants.py` has it at the place where `TRADITIONAL` has the other."""
    said = list[str]()
    for game in GAMES:
        for texts in (texts_of(game, "zh-Hant"), pages_of(game, "zh-Hant")):
            said += [text for key, text in texts.items() if key.startswith(("card.", "rules.", "word.", "kind."))]
    lacking = {letter for text in said for letter in text if "\u4e00" <= letter <= "\u9fff"} - {*TRADITIONAL}
    assert sorted(letter for letter in lacking if not _is_simplified(letter)) == []
    assert len({*TRADITIONAL}) == len(TRADITIONAL) == len(SIMPLIFIED) and all(map(_is_simplified, SIMPLIFIED))


def _is_simplified(letter: str) -> bool:
    try:
        return bool(letter.encode("gb2312"))
    except UnicodeEncodeError:
        return False


@given(st.text(alphabet="アがｶﾞパは漢國国Ａa１ー・ ", max_size=12))
def test_a_folded_name_is_folded_already(name: str) -> None:
    assert fold_name(fold_name(name)) == fold_name(name)
    assert fold_name(name) == fold_name(unicodedata.normalize("NFKC", name))


def test_kana_that_sound_otherwise_are_no_accents() -> None:
    assert fold_name("カ") != fold_name("ガ") and normalize_name("はﾊ") == "はハ" and normalize_name("É") == "e"
    assert fold_name("パピルス") == fold_name("ﾊﾟﾋﾟﾙｽ") == fold_name("ぱぴるす")
    assert fold_name("圖書館") == fold_name("图书馆")


def test_a_rule_is_found_by_a_word_of_the_other_script() -> None:
    reference = reference_for("through_the_ages", words_of("through_the_ages", "zh-Hans"))
    for asked, same in (("腐敗", "腐败"), ("殖民地", "殖民地"), ("領袖", "领袖"), ("軍力", "军力")):
        found = reference.search_topics(asked, "zh-Hans")
        assert found and found == reference.search_topics(same, "zh-Hans")
        assert reference.topic_excerpts(found, asked) == reference.topic_excerpts(found, same)
