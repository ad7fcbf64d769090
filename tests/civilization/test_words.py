"""Whatever the game may say has words in both languages, with the same places."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tta_p2p.games.civilization as package
from tests.texts import sentences_of, texts_of, topics_of
from tta_p2p.games.civilization.battle.loot import LootVerb
from tta_p2p.games.civilization.flow import FLOW
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.setup import SETTINGS
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.statistics import VICTORIES, statistics
from tta_p2p.games.civilization.tables.buildings import BUILDINGS
from tta_p2p.games.civilization.tables.civilizations import CIVILIZATIONS, GOVERNMENTS
from tta_p2p.games.civilization.tables.hidden import BACK, PEOPLE
from tta_p2p.games.civilization.tables.model import RESOURCES, UNIT_TYPES
from tta_p2p.games.civilization.tables.techs import TECHS
from tta_p2p.games.civilization.tables.wonders import WONDERS
from tta_p2p.games.contract import Act, Card, Line
from tta_p2p.games.kit.state import BOOKKEEPING
from tta_p2p.i18n import LANGUAGES, Words, templates
from tta_p2p.ui.texts import Texts

COMPANIES = ("armies", "both", "scouts")


def said() -> Iterator[str]:
    """Every key that stands in the code: of log lines, effects and refusals."""
    for file in sorted(Path(package.__path__[0]).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                for one in ast.walk(node.args[0]):
                    if name == "say" and isinstance(one, ast.Constant) and isinstance(node.args[0], ast.Constant):
                        yield f"log.{one.value}"
                    if name == "Line" and isinstance(node.args[0], ast.Constant):
                        yield f"line.{node.args[0].value}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_words(language: str) -> None:
    texts = texts_of(GAME, language)
    names = (*BACK, *BUILDINGS, *WONDERS, *PEOPLE, *TECHS, *CIVILIZATIONS, *GOVERNMENTS, *RESOURCES, *UNIT_TYPES)
    wanted = {f"card.{name}" for name in (*names, "walls", "army", "scout", "trade", "culture", "coin", "sheet")}
    wanted |= {f"act.{verb}" for verb in FLOW.shapes} | {f"back.{back}" for back in BACK.values()}
    wanted |= {f"setting.{one.name}" for one in SETTINGS} | {"score.victory", "cost.trade", "cost.culture"}
    wanted |= {f"view.{name}" for name in State.__dataclass_fields__ if name not in BOOKKEEPING}
    kinds = ("decision", "asked", "illegal.due-first")
    wanted |= {f"{kind}.{one.key}" for one in FLOW._questions.values() for kind in kinds}
    counted = statistics(GAME.start({}, 2).state, ())
    wanted |= {f"figure.{key}" for key in (*counted.game, *counted.seats)}
    wanted |= {f"ending.{key}" for key in (*VICTORIES, "alone")} | {f"log.wins-{key}" for key in VICTORIES}
    wanted |= {
        f"zone.{zone}" for zone in ("battle", "deck", "culture", "forces", "found", "map", "sheet", "out", "under-way")
    }
    wanted |= {f"word.{reason}" for reason in ("resigned", "gone", "cheated")}
    aims = {key.removeprefix("log.plays-") for key in texts if key.startswith("log.plays-")} - {"event"}
    wanted |= {f"{kind}.event-{aim}" for kind in ("label", "about") for aim in aims}
    wanted |= {f"log.moves-{one}" for one in COMPANIES} | {"log.barbarians", "log.city-attacked", "log.attacked"}
    wanted |= {f"label.{verb}-{one}" for verb in ("move", "discover") for one in COMPANIES}
    wanted |= {"label.use", "label.use-in", "illegal.culture-short", "illegal.trade-short"}
    wanted |= {f"kind.{one}" for one in ("army", "scout", "hut", "village")}
    for key in set(said()):
        kind, _, name = key.partition(".")
        found = {f"effect.{name}", f"illegal.{name}", f"label.{name}"} & texts.keys() if kind == "line" else {key}
        assert found, f"no words for {key}"
        wanted |= found
    assert wanted <= texts.keys(), sorted(wanted - texts.keys())


def test_a_group_that_moves_is_counted_and_who_begins_is_named() -> None:
    texts = Texts(GAME, Words(), ("Ann", "Bob"), 0)
    assert texts.line("log", Line("moves-scouts", (1, "c14", "c13", 0, 1))) == "Bob moves 1 scout from c14 to c13"
    assert texts.line("log", Line("moves-armies", (0, "c14", "c13", 2, 0))) == "You move 2 armies from c14 to c13"
    assert texts.line("log", Line("turn", (2, 0))) == "Turn 2 begins; you play first"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Use Philosophy, paying 2 wheat and silk (from a hut)"),
        ("zh-Hans", "使用哲学，支付2小麦和丝绸（来自茅屋）"),
    ],
)
def test_what_is_paid_is_counted_and_says_where_it_is_from(language: str, said: str) -> None:
    act = Act(0, "use", ("philosophy", "-", "wheat", "wheat", Card(7, "hut-silk")))
    texts = Texts(GAME, Words(language), ("Ann", "Bob"), 0)
    assert texts.label(GAME.label(GAME.start({}, 2).state, act)) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hut_and_village_that_pays_says_so(language: str) -> None:
    texts = texts_of(GAME, language)
    pays = {face for face, back in BACK.items() if back in ("hut", "village") and not face.endswith("-person")}
    dealt = {back for back in BACK.values() if back in ("hut", "village") or back.startswith("event-")}
    pays |= dealt | {"culture", "nothing", "trade"}
    said = {key.removesuffix(".n") for key in texts if key.startswith("paid.")}
    assert said == {f"paid.{face}" for face in pays}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_keys_and_places(language: str) -> None:
    english, other = (sentences_of(GAME, one) for one in ("en", language))
    assert english.keys() == other.keys()
    for key, text in english.items():
        english_places, places = ({one.place for one in templates.places(each)} for each in (text, other[key]))
        assert english_places == places, key


def test_no_name_of_a_part_ends_a_sentence() -> None:
    names = [name for language in LANGUAGES for name in Texts(GAME, Words(language), ("Ann", "Bob"), 0).cards.values()]
    assert names and not [name for name in names if name.endswith((".", "!", "?", "。", "！", "？"))]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_pages_of_the_rules_are_in_every_language(language: str) -> None:
    english, translated = (topics_of("civilization", one) for one in ("en", language))
    assert [one.name for one in english] == [one.name for one in translated]
    for one, other in zip(english, translated, strict=True):
        assert one.title != other.title and one.text.count("\n- ") == other.text.count("\n- "), one.name


def test_the_page_on_loot_has_every_act_with_its_price() -> None:
    taken = [verb for verb in FLOW.verbs.values() if isinstance(verb, LootVerb)]
    assert len(taken) == 6
    for language, point in (("en", "- For {} point"), ("zh-Hans", "- {}点：")):
        text = next(one.text for one in topics_of("civilization", language) if one.name == "loot")
        lines = " ".join(text.split("\n")).split("- ")
        for verb in taken:
            told = [f"- {line}" for line in lines if f"`{verb.name}`" in line or f"`{verb.name} " in line]
            assert told and all(line.startswith(point.format(verb.price)) for line in told), verb.name


def test_every_ruling_names_where_the_rulebook_leaves_it_open() -> None:
    """A line, a card or a sheet, an official source, or that players at one table need no rule for it."""
    text = (Path(__file__).parents[2] / "docs" / "civilization" / "rulings.md").read_text("utf-8")
    rulings = text[text.index("## Laying out") :].split("\n\n")
    sources = r"\d{3}|\bcards?\b|sheet|official|\*table\*|endless"
    section, found, bare = "", 0, []
    for ruling in rulings:
        section = ruling if ruling.startswith("#") else section
        if ruling.startswith("**") and section != "## Leaving":
            found += 1
            brackets = re.findall(r"\(([^()]*)\)", ruling)
            bare += [] if any(re.search(sources, one) for one in brackets) else [ruling.split("**")[1]]
    assert found > 60 and bare == []
