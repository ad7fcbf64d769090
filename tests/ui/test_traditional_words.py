"""Whatever is said in traditional Chinese: characters and terms of Taiwan, none of the mainland."""

from __future__ import annotations

import pytest

from tests.texts import everything_said

LANGUAGE = "zh-Hant"
NEVER = (
    "信息", "程序", "服務器", "網絡", "默認", "屏幕", "鼠標", "軟件", "硬件", "視頻", "存儲", "鏈接", "質量", "打印",
    "優化", "菜單", "登錄", "支持", "通過", "回車", "粘貼", "光標", "窗口", "回放", "端口", "激活", "運行", "卸載",
    "文件夾", "磁盤", "硬盤", "內存", "字符", "字體", "線程", "進程", "緩存", "腳本", "函數", "變量", "調試", "崩潰",
    "界面", "圖標", "刷新", "撤銷", "撤消", "局域網", "互聯網", "因特網", "密鑰", "哈希", "控制台", "拷貝", "導出",
    "導入", "全角", "半角", "音頻", "禁用", "發送", "搜索", "機器人",
)  # fmt: skip
"""Terms of the mainland for 資訊, 程式, 伺服器, 網路, 預設, 螢幕, 滑鼠, 軟體, 硬體, …"""
OTHER_FORMS = "裏爲着衆峯羣賬鈎枱恒啓麽牀綫佔"
"""Characters of Hong Kong or older ones, for which Taiwan writes others."""


def is_traditional(letter: str) -> bool:
    """Whether a letter is no ideograph, or one of Big5, the set of characters of Taiwan."""
    try:
        return not "\u4e00" <= letter <= "\u9fff" or bool(letter.encode("big5"))
    except UnicodeEncodeError:
        return False


@pytest.fixture(scope="module")
def said() -> list[tuple[str, str]]:
    return list(everything_said(LANGUAGE))


def test_no_character_is_simplified_or_of_another_place(said: list[tuple[str, str]]) -> None:
    assert is_traditional("磚") and not is_traditional("砖") and is_traditional("x")
    wrong = [(where, text) for where, text in said for letter in text if not is_traditional(letter)]
    assert wrong == [] and [(where, text) for where, text in said if {*text} & {*OTHER_FORMS}] == []


def test_no_term_of_the_mainland_is_used(said: list[tuple[str, str]]) -> None:
    assert [(where, word, text) for where, text in said for word in NEVER if word in text] == []


def test_what_is_quoted_stands_between_the_marks_of_the_script(said: list[tuple[str, str]]) -> None:
    """But what somebody has typed, which a template quotes."""
    assert [(where, text) for where, text in said if "‘" in text or "“" in text.replace("“{", "")] == []
