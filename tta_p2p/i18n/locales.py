"""Tags of languages from what people type and systems say: `jp`, `繁體中文`, `zh_TW.UTF-8`, `Japanese_Japan.932`."""

from __future__ import annotations

import unicodedata
from functools import cache

SIMPLIFIED, TRADITIONAL = "zh-hans", "zh-hant"
CHINESE = ("zh", "zho", "chi", "cmn", "yue", "nan", "wuu", "hak", "chinese")
"""Codes and the name of Chinese, written and spoken (ISO 639)."""
TRADITIONAL_PLACES = ("tw", "hk", "mo", "taiwan", "hong kong sar", "hong kong", "macao sar", "macau sar", "macau")
"""Where traditional characters are read (ISO 3166, and what Windows calls these places)."""
TRADITIONAL_TONGUES = ("yue", "nan", "hak")
"""Tongues that are mostly written with traditional characters."""
SCRIPTS = {
    "hans": SIMPLIFIED,
    "hant": TRADITIONAL,
    "chs": SIMPLIFIED,
    "cht": TRADITIONAL,
    "simplified": SIMPLIFIED,
    "traditional": TRADITIONAL,
}
"""The scripts of Chinese: ISO 15924, the tags of older Windows, and its names of locales."""
NAMES = {
    "ja": ("jp", "jpn", "japanese", "nihongo", "日本語", "日文", "日语", "日語", "にほんご", "ニホンゴ"),
    "en": ("eng", "english", "英語", "英文", "英语", "えいご"),
    SIMPLIFIED: (
        "chs", "hans", "simplified", "simplified chinese", "简体", "简体中文", "简中", "簡體", "簡體中文", "簡体字",
        "簡体字中国語", "中文", "汉语", "中文(简体)", "简体字", "cn",
    ),
    TRADITIONAL: (
        "cht", "hant", "traditional", "traditional chinese", "繁體", "繁體中文", "繁中", "正體", "正體中文", "正體字",
        "繁體字", "繁体", "繁体中文", "繁体字", "繁体字中国語", "中文(繁體)", "台灣", "臺灣", "台湾", "tw", "hk", "mo",
        "taiwanese", "cantonese", "粵語", "廣東話",
    ),
}  # fmt: skip
"""What people type, by the tag that it stands for."""


def tags_meant(written: str) -> tuple[str, ...]:
    """Give the tags, in lower case, that a language may have as it is written, the one that fits best first.

    `C` and `POSIX` are no language. A script or a place of Chinese names the other script last: it is nearer than
    English.
    """
    plain = unicodedata.normalize("NFKC", written).partition(".")[0].partition("@")[0].casefold().strip()
    if plain in ("c", "posix", ""):
        return ()
    tag = plain.replace("_", "-")
    named = _named().get(tag.replace("-", " "))
    parts = [part for part in tag.replace("(", "-").replace(")", "-").split("-") if part]
    language, *others = (part.strip() for part in parts or [tag])
    found = [tag]
    if named:
        found += [named]
    if language in CHINESE or named in (SIMPLIFIED, TRADITIONAL):
        script = named or _script(language, others)
        found += [script, "zh", TRADITIONAL if script == SIMPLIFIED else SIMPLIFIED]
    else:
        found += [_named().get(language, language), language]
    return tuple(dict.fromkeys(found))


def _script(language: str, others: list[str]) -> str:
    """Give the script of Chinese: the one that is named, else that of the place, else that of the tongue."""
    if named := next((SCRIPTS[one] for one in others if one in SCRIPTS), ""):
        return named
    there = any(one in TRADITIONAL_PLACES for one in others) or (language in TRADITIONAL_TONGUES and "cn" not in others)
    return TRADITIONAL if there else SIMPLIFIED


@cache
def _named() -> dict[str, str]:
    return {unicodedata.normalize("NFKC", name).casefold(): tag for tag, names in NAMES.items() for name in names}
