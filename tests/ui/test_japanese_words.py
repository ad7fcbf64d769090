"""Whatever is said in Japanese: its characters and marks, nothing that only Chinese has, one word for one thing."""

from __future__ import annotations

import re
import unicodedata

import pytest

from tests.texts import everything_said

LANGUAGE = "ja"
NEVER = ("プレーヤー", "フェーズ", "コンピュータプレ", "ターン", "你", "您", "们", "這", "这", "吗", "嗎")
"""Words for which the turn summary has others (プレイヤー, フェイズ, 手番), and such as only Chinese has."""
OLD_FORMS = "國學會來對實圖讀發變關應體點經區單傳戰歷總藝擊獨賣價廣續團圓氣鐵龍齡當從黃"
"""Characters that Japanese has newer forms of."""
LETTERS = "[ぁ-ヿ一-鿿々]"


def is_japanese(letter: str) -> bool:
    """Whether a letter is no ideograph, or one of JIS X 0208."""
    try:
        return not "\u4e00" <= letter <= "\u9fff" or bool(letter.encode("shift_jis"))
    except UnicodeEncodeError:
        return False


@pytest.fixture(scope="module")
def said() -> list[tuple[str, str]]:
    """Everything but the words by which a rule is found, which are also those of other players."""
    return [(where, text) for where, text in everything_said(LANGUAGE) if "rules-words." not in where]


def test_characters_are_those_of_japanese(said: list[tuple[str, str]]) -> None:
    assert is_japanese("戦") and not is_japanese("战") and is_japanese("プ")
    wrong = [(where, text) for where, text in said for letter in text if not is_japanese(letter)]
    assert wrong == [] and [(where, text) for where, text in said if {*text} & {*OLD_FORMS}] == []


def test_letters_and_digits_are_half_and_kana_full_width(said: list[tuple[str, str]]) -> None:
    wide = [(where, text) for where, text in said if re.search("[０-９Ａ-Ｚａ-ｚ｡-ﾟ]", text)]
    assert wide == [] and [where for where, text in said if unicodedata.normalize("NFC", text) != text] == []


def test_marks_are_those_of_the_script(said: list[tuple[str, str]]) -> None:
    typed = re.compile(r"`[^`]*`|\{[^}]*\}|\S+:\S+")
    mark = re.compile(f"{LETTERS}[,:;!?()]|[,;!(] ?{LETTERS}|，|“(?!⌘)")
    assert mark.search("手札,山札") and not mark.search("手札、山札")
    assert [(where, text) for where, text in said if mark.search(typed.sub("⌘", text))] == []


def test_one_thing_is_called_by_one_word(said: list[tuple[str, str]]) -> None:
    assert [(where, word, text) for where, text in said for word in NEVER if word in text] == []


def test_no_number_stands_right_after_a_player(said: list[tuple[str, str]]) -> None:
    """Bots are called ボット2: with 5 behind it, the name would read ボット25."""
    glued = re.compile(r"\{(\w+:seat|giver|taker|player|name)\}(\d|\{(n\b|\w+\}|\w+:(n|paid)\}))")
    assert glued.search("{0:seat}3枚") and not glued.search("{0:seat}が3枚")
    assert [(where, text) for where, text in said if glued.search(text)] == []


def test_the_reader_is_told_politely_and_whole_sentences_end() -> None:
    """A paragraph of a rule is a sentence, and every sentence that ends has its mark."""
    plain = re.compile("(?<!で)(である|だった|のだ)。")
    texts = [(where, text) for where, text in everything_said(LANGUAGE) if "rules" in where]
    assert len(texts) > 100 and [(where, text) for where, text in texts if plain.search(text)] == []
