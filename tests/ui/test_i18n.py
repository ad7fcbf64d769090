"""The application's own words: which language, and that there is a text for everything that is said."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from functools import cache
from typing import get_args

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import Damage
from tests.ground.repository import ROOT
from tests.texts import command_line_keys, pages_of, texts_of
from tta_p2p import registry
from tta_p2p.bots.levels import choices, levels
from tta_p2p.games.contract import COMMON_ERRORS
from tta_p2p.i18n import KEY, LANGUAGES, UnknownLanguage, Words, catalogue, choose, languages, po, templates
from tta_p2p.i18n.languages import FOLDER
from tta_p2p.keyboard.table import ACTIONS
from tta_p2p.node.service.desk import OWN
from tta_p2p.seats.messages import TextRef
from tta_p2p.ui.cells import width
from tta_p2p.ui.commands.parser import COMMANDS
from tta_p2p.ui.parts.autopilot import LEVELS
from tta_p2p.ui.parts.votes import MOTIONS
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.texts import Texts


@pytest.mark.parametrize(
    ("asked", "environment", "language"),
    [
        ("", {}, "en"),
        ("en", {"TTA_LANG": "xx"}, "en"),
        ("", {"TTA_LANG": "en_GB.UTF-8"}, "en"),
        ("", {"LANG": "de_DE.UTF-8"}, "en"),
        ("", {"LC_MESSAGES": "C"}, "en"),
        ("", {"LANG": "zh_CN.UTF-8"}, "zh-Hans"),
        ("", {"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ("", {"LC_ALL": "zh_HK.Big5", "LANG": "en_GB"}, "zh-Hant"),
        ("", {"LANG": "zh_MO"}, "zh-Hant"),
        ("", {"LANG": "zh_SG.GBK@radical"}, "zh-Hans"),
        ("", {"LANG": "yue_HK.UTF-8"}, "zh-Hant"),
        ("", {"LANG": "ja_JP.eucJP"}, "ja"),
        ("", {"LC_ALL": "C.UTF-8", "LANG": "ja_JP.UTF-8"}, "en"),
        ("zh-Hant", {}, "zh-Hant"),
        ("zh-hans", {"TTA_LANG": "en"}, "zh-Hans"),
    ],
)
def test_the_language_is_what_was_asked_for_else_what_the_locale_says(
    asked: str, environment: dict[str, str], language: str
) -> None:
    assert choose(asked, environment) == language


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", "en EN en-GB English English_United-States.1252 eng 英語"),
        (
            "zh-Hans",
            "zh zho ZH-CN zh_Hans_HK zh-chs Chinese Chinese_(Simplified)_China.936 简体 简体中文 中文",
        ),
        (
            "zh-Hant",
            "zh-tw ZH_HANT_TW zh-Hant-HK zh-Hant-MO zh-CHT tw 繁體 繁體中文 正體中文 Chinese_(Traditional)_Taiwan.950 "
            "Chinese_Taiwan.950 traditional-chinese cmn-Hant",
        ),
        ("ja", "ja JP jpn ｊａ ja-Jpan-JP Japanese Japanese_Japan.932 日本語 にほんご"),
    ],
)
def test_a_language_is_found_by_whatever_people_and_systems_call_it(language: str, names: str) -> None:
    assert [name for name in names.split() if choose(name, {}) != language] == []


@pytest.mark.parametrize("name", ["xx", "zhx", "jan", "japan-ese", "de-Hant", "zoo"])
def test_what_looks_like_a_language_is_none(name: str) -> None:
    with pytest.raises(UnknownLanguage):
        choose(name, {})


@given(st.text(max_size=30))
def test_whatever_is_typed_as_a_language_is_one_or_is_refused(typed: str) -> None:
    try:
        assert choose(f"x{typed}", {}) in languages()
    except UnknownLanguage as error:
        assert error.asked == f"x{typed}"


@pytest.mark.parametrize(("asked", "environment"), [("xx", {}), ("", {"TTA_LANG": "xx"})])
def test_a_language_that_was_asked_for_and_is_not_there_is_an_error(asked: str, environment: dict[str, str]) -> None:
    with pytest.raises(UnknownLanguage, match="'xx'"):
        choose(asked, environment)


def test_no_key_has_two_texts_in_one_language() -> None:
    """The files of a folder are put together: of two texts of one key, one would never be read."""
    found = Counter((path.parent, one.key) for path in FOLDER.rglob("*.po*") for one in po.read(path).texts)
    assert len(found) > 10_000 and [one for one, times in found.items() if times > 1] == []


def test_errors_of_all_games_have_texts() -> None:
    words = Words()
    assert [key for key in COMMON_ERRORS if words.optional(f"common.{key}") is None] == []


def all_words() -> dict[str, str]:
    """The words of the application and of the pages of every game, in English."""
    found = dict(catalogue("en"))
    for game in registry.names():
        found |= pages_of(game)
    return found


def sources() -> list[str]:
    """The source of everything that speaks to people in the words of the catalogue."""
    rooms = (ROOT / "tta_p2p" / name for name in ("ui", "cli", "node"))
    return [path.read_text("utf-8") for room in rooms for path in room.rglob("*.py")]


def used() -> set[str]:
    """Every key that the source of the clients names."""
    return {key for text in sources() for key in re.findall(r'(?:words|said|english)\(\s*"([a-z][a-z.-]+)"', text)}


def test_every_text_that_is_named_is_there() -> None:
    words = all_words()
    assert len(used()) > 100
    assert sorted(key for key in used() if key not in words) == []


def test_every_text_is_given_what_stands_in_it() -> None:
    words, asked, lacking = all_words(), 0, list[str]()
    for source in sources():
        for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
            called = getattr(call.func, "attr", getattr(call.func, "id", ""))
            key = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
            given = {one.arg for one in call.keywords}
            if called not in ("words", "text_of", "english", "tell") or key not in words or None in given:
                continue
            asked += 1
            wanted = {one.place for one in templates.places(words[str(key)]) if one.sort != KEY}
            lacking += [f"{key}: {place}" for place in wanted - given]
    assert asked > 200 and lacking == []
    pressed = [one.place for text in words.values() for one in templates.places(text) if one.sort == KEY]
    assert len(pressed) > 100 and {*pressed} <= {*ACTIONS}


def kinds() -> set[str]:
    """The kinds of texts that arguments are keys of, as the texts name them: `{0:KIND}`."""
    texts = catalogue("en").values()
    sorts = {one.sort for text in texts for one in templates.places(text) if not one.forms}
    return {sort for sort in sorts if sort[:1].isalpha() and sort != "n"}


def test_no_text_is_there_for_nothing() -> None:
    """Keys that are put together are found by how they begin."""
    room = ROOT / "tta_p2p" / "i18n"
    source = "\n".join((*sources(), *((room / name).read_text("utf-8") for name in ("__init__.py", "clauses.py"))))
    named = set(re.findall(r"""["'](?=([^"'\s]+)["'])""", source))
    composed = set(re.findall(r"""f["']([a-z][a-z.-]+[.-])\{""", source)) | {f"{kind}." for kind in kinds()}
    composed |= {f"{kind}." for kind in re.findall(r"""name_of\("([a-z.-]+)",""", source)}
    idle = [
        key
        for key in sorted(all_words().keys() - command_line_keys())  # help pages: tests/ground/test_help.py
        if key not in named
        and not any(key.startswith(prefix) for prefix in (*composed, "node.", "rules.", "rules-words."))
    ]
    assert idle == []


TOLD = r'(?:\.tell\(|by_hand: tuple\[str, ...\] = \()"([a-z-]+)"'
"""What is told of programs, in their source."""


def test_the_node_says_nothing_that_has_no_words_and_no_words_are_there_for_nothing() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "tta_p2p" / "node").rglob("*.py"))
    simulated = ROOT / "tta_p2p" / "cli" / "simulation" / "programs.py"
    programs = [*(ROOT / "tta_p2p" / "node" / "programs").rglob("*.py"), simulated]
    told = {f"node.program-{key}" for path in programs for key in re.findall(TOLD, path.read_text("utf-8"))}
    errors = (set(re.findall(r'"(node\.[a-z-]+)"', source)) - {"node.program-"}) | told
    halts = {f"halted.{key}" for key in (*re.findall(r'halt_reply\("([a-z-]+)"', source), "call-off", "forfeit")}
    listed = {key for key in catalogue("en") if key.startswith(("node.", "halted."))}
    assert len(errors) > 30 and listed == errors | halts
    conditions = (ROOT / "tta_p2p" / "node" / "lobby" / "conditions.py").read_text("utf-8")
    meant = {key for call in re.findall(r"TextRef\((.*)", conditions) for key in re.findall(r'"([a-z-]+)"', call)}
    assert {f"charter.{key}" for key in meant - {"open"}} == {one for one in catalogue("en") if one[:8] == "charter."}


def test_whatever_can_be_wrong_with_a_file_has_words_and_none_are_there_for_nothing() -> None:
    listed = {key.removeprefix("verify.damage.") for key in catalogue("en") if key.startswith("verify.damage.")}
    assert listed == set(get_args(Damage))


@pytest.mark.parametrize("game", registry.names())
def test_every_page_and_command_has_a_line_of_help(game: str) -> None:
    presenter = presenter_for(game, Words())
    words = presenter.words
    listed = [name for command in COMMANDS.commands.values() for name in command.group.values()]
    assert set(presenter.page_aliases.values()) <= set(presenter.pages)
    for name in (*presenter.pages, *COMMANDS.commands, *listed):
        assert words.optional(f"help.{name}") and words.optional(f"usage.{name}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_lacks_a_text(language: str) -> None:
    """What is said is said in one language: the application's words, those of every game and of its pages."""
    catalogues = {"the application": (catalogue("en"), catalogue(language))}
    for name in registry.names():
        catalogues[name] = (texts_of(name), texts_of(name, language))
        catalogues[f"the pages of {name}"] = (pages_of(name), pages_of(name, language))
    lacking = {where: [key for key in english if key not in texts] for where, (english, texts) in catalogues.items()}
    assert {where: keys for where, keys in lacking.items() if keys} == {}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.names())
def test_who_waits_for_others_reads_nothing_that_is_said_to_them(game: str, language: str) -> None:
    texts = texts_of(game, language)
    to_one = re.compile(r"\b[Yy]ou(r|rs)?\b|你")
    decisions = {key.partition(".")[2] for key in texts if key.startswith("decision.")}
    asked = {key.partition(".")[2]: text for key, text in texts.items() if key.startswith("asked.")}
    assert asked.keys() <= decisions
    assert [key for key in decisions if to_one.search(asked.get(key, texts[f"decision.{key}"]))] == []


def test_levels_of_bots_and_settings_of_games_have_names_for_people() -> None:
    assert [level for level in choices() if Words().optional(f"level.{level}") is None] == [] and levels() == LEVELS
    for name in registry.names():
        texts = texts_of(name, "en")
        for setting in registry.load_rules(name).settings:
            named = [value for value in setting.choices if isinstance(value, str)]
            assert [value for value in named if f"setting.{setting.name}.{value}" not in texts] == [], name
            labels = [texts_of(name, one)[f"setting.{setting.name}"] for one in LANGUAGES]
            assert all(width(label) < 80 // 2 for label in labels), "it is not cut where a game begins"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_be_typed_in_a_replay_is_a_line_each(language: str) -> None:
    told = {key: text for key, text in catalogue(language).items() if key.startswith("replay.help.")}
    assert told and [key for key, text in told.items() if width(text) > 80] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_no_other_places_than_english(language: str) -> None:
    def places(text: str) -> set[str]:
        return {place.place or "" for place in templates.places(text)}

    english = catalogue("en")
    for key, text in catalogue(language).items():
        assert key in english and places(text) <= places(english[key]), key


def test_words_of_a_games_pages_come_to_those_of_the_application() -> None:
    english = {"greeting": "Hello {name}", "bye": "Bye"}
    words = Words().extended({"en": english, "zh-Hans": {"bye": "再见"}})
    assert words("greeting", name="Ann") == "Hello Ann" and words("bye") == "Bye"
    assert Words().optional("greeting") is None and words("prompt") == Words()("prompt")


def test_one_thing_is_said_in_the_singular() -> None:
    words = presenter_for("through_the_ages", Words()).words
    assert "1 idle worker" in words("tta.unused-now", n=1) and "2 idle workers" in words("tta.unused-now", n=2)
    assert [words("tta.resource-now", n=n) for n in (0, 1)] == ["0 resources", "1 resource"]
    assert [words("tta.unit-resource-now", n=n) for n in (1, 2)] == ["1 resource for units", "2 resources for units"]
    texts = Texts(registry.load_rules("through_the_ages"), Words(), ("Ann", "Bob"))
    gained = [texts.label(TextRef(f"choose-{what}", [n])) for what in ("resource", "workers") for n in (1, 2)]
    assert gained == ["Gain 1 resource", "Gain 2 resources", "Gain 1 unused worker", "Gain 2 unused workers"]


def test_a_number_takes_the_form_that_the_language_of_the_text_has_for_it() -> None:
    english = {"x": "{n} {n:n?card|cards}", "y": "{n:=1?this|these {n}}"}
    words = Words("zh-Hans").extended({"en": english, "zh-Hans": {"x": "{n}张牌"}})
    assert words("x", n=1) == "1张牌" and [words("y", n=n) for n in (1, 2)] == ["this", "these 2"]
    words = Words("zh-Hans").extended({"en": english})  # what is said in English is said as English does
    assert [words("x", n=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert words("x", n="?") == "? cards"


def test_languages_have_as_many_forms_as_they_have_plurals() -> None:
    polish, forms = "{n:n?karta|karty|kart|karty}", {1: "karta", 3: "karty", 5: "kart", 22: "karty", 25: "kart"}
    assert templates.categories("pl") == ("one", "few", "many", "other")
    for number, form in forms.items():
        chosen = templates.plural("pl", number)
        assert templates.fill(polish, lambda *_: "", lambda *_, chosen=chosen: chosen) == form  # type: ignore[misc]
    assert templates.number("en", 1234567) == "1,234,567" and templates.number("en", 3, plus=True) == "+3"
    assert templates.number("de", 12345.5) == "12.345,5"


def test_our_own_languages_count_as_is_known_of_them_without_looking_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = (0, 1, -1, 2, 11, 21, 101, 10**20, True, 0.0, 0.1, 1.0, -1.0, 1.5, 1e30)
    for language in LANGUAGES:
        known = Locale.parse(language, sep="-").plural_form
        forms = [known(number) for number in numbers]
        with monkeypatch.context() as without:
            without.setitem(sys.modules, "babel", None)  # what is imported from it fails
            categories = templates.categories.__wrapped__(language)
            assert [categories[templates.plural(language, number)] for number in numbers] == forms
        assert {*categories} == known.tags | {"other"}


@cache
def calls_of_the_protocol() -> list[ast.Call]:
    """Every call in its source."""
    trees = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "protocol").rglob("*.py")]
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]


def test_every_reason_why_something_is_not_possible_now_has_words_and_none_is_there_for_nothing() -> None:
    calls = calls_of_the_protocol()
    refusals = [call for call in calls if getattr(call.func, "id", "") == "OutOfOrder"]
    said = {call.args[1].value for call in refusals if len(call.args) > 1 and isinstance(call.args[1], ast.Constant)}
    assert len(said) > 8
    listed = {key.removeprefix("not-now.") for key in catalogue("en") if key.startswith("not-now.")}
    assert listed == said | {"other", "refused"}


def test_everything_that_a_node_says_is_said_in_every_language() -> None:
    """Keys and arguments come from a node, and no words: somebody has to have them."""
    begins = (*OWN, *(f"{kind}." for kind in kinds()))
    own = [key for key in catalogue("en") if key.startswith(begins)]
    assert len(own) > 100
    for language in LANGUAGES:
        assert [key for key in own if key not in catalogue(language)] == []


def test_an_argument_may_be_the_key_of_a_text_or_a_list_of_names() -> None:
    words = Words()
    assert words.line("halted.store", ["SQLITE_FULL"]).count("the disk is full") == 1
    assert "(SQLITE_NOLFS)" in words.line("halted.store", ["SQLITE_NOLFS"]), "what has no text stands as it is"
    assert words.line("charter.price", [["Ann", "Bob", 1], ["Cid"]]).startswith("The price: Ann, Bob and guest 1, all")
    assert Words("zh-Hans").line("charter.programs", [["Ann", "Bob"]]) == "由程序代替Ann和Bob来玩。"


SAYING = ("collect", "alone", "together", "Wait")
"""What the protocol says a reason for waiting with: the last argument that has a place."""


def said_by(function: str, calls: list[ast.Call]) -> set[str]:
    """The text that is the last argument of every call of a function."""
    named = [call for call in calls if getattr(call.func, "attr", getattr(call.func, "id", "")) == function]
    return {str(call.args[-1].value) for call in named if call.args and isinstance(call.args[-1], ast.Constant)}


def test_every_reason_for_waiting_that_the_protocol_gives_has_words_and_none_is_there_for_nothing() -> None:
    calls = calls_of_the_protocol()
    said = {why for function in SAYING for why in said_by(function, calls)} | {f"vote-{kind}" for kind in MOTIONS}
    assert {"its-turn", "sealed-answer", "key-shares", "checking-shuffle", "failed"} <= said
    listed = {key.removeprefix("why.") for key in catalogue("en") if key.startswith("why.")}
    assert listed == said | {"other-chain"}


def test_words_of_a_game_in_english_stand_over_english_ones_only() -> None:
    more = {"en": {"resign.act": "Give up your city?"}}
    assert Words().extended(more)("resign.act") == "Give up your city?"
    assert Words("zh-Hans").extended(more)("resign.act") == Words("zh-Hans")("resign.act")
