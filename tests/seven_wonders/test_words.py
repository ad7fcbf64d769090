"""Whatever the game may say has words in both languages, with the same places."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tta_p2p.games.seven_wonders as package
from tests.texts import sentences_of, texts_of, topics_of
from tta_p2p.games.kit.state import BOOKKEEPING
from tta_p2p.games.seven_wonders.flow import FLOW
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.scoring import PARTS
from tta_p2p.games.seven_wonders.setup import SETTINGS, WONDERS
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.games.seven_wonders.statistics import statistics
from tta_p2p.games.seven_wonders.tables import CARDS
from tta_p2p.games.seven_wonders.tables.model import COLOURS, RESOURCES, SIDES, SYMBOLS
from tta_p2p.games.seven_wonders.turn import PAYING
from tta_p2p.i18n import LANGUAGES, templates


def said() -> Iterator[str]:
    """Every key that stands in the code: of log lines, effects and refusals."""
    for file in sorted(Path(package.__path__[0]).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name == "say":
                    yield f"log.{node.args[0].value}"
                if name == "Line":
                    yield f"line.{node.args[0].value}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_words(language: str) -> None:
    texts = texts_of(GAME, language)
    wanted = {f"card.{face}" for face in CARDS} | {f"act.{verb}" for verb in FLOW.shapes}
    wanted |= {f"score.{part}" for part in PARTS} | {f"setting.{one.name}" for one in SETTINGS}
    wanted |= {f"wonder.{one}" for one in WONDERS} | {f"side.{one}" for one in SIDES}
    wanted |= {f"colour.{one}" for one in COLOURS} | {f"resource.{one}" for one in RESOURCES}
    wanted |= {f"symbol.{one}" for one in SYMBOLS} | {f"back.age-{age}" for age in (1, 2, 3)}
    wanted |= {f"view.{name}" for name in State.__dataclass_fields__ if name not in BOOKKEEPING}
    wanted |= {f"cost.{name}" for name in ("coin", "left", "right")}
    wanted |= {f"decision.{key}" for key in ("board", "side", "choose", "last-card", "search")}
    counted = statistics(GAME.start({}, 3).state, ())
    wanted |= {f"figure.{key}" for key in counted.seats}
    wanted |= {f"ending.{key}" for key in ("alone", "scored")}
    wanted |= {f"zone.{zone}" for zone in ("hand", "tucked", "discards", "guilds", "searched", "out", "under-way")}
    wanted |= {f"illegal.{key}" for key in ("bad-arguments", "no-such-card", "not-now", "not-playing", "not-true")}
    wanted |= {f"word.{reason}" for reason in ("resigned", "gone", "cheated")}
    wanted |= {f"effect.{why}" for why in ("chain", "free-turn", "free-colour")}
    wanted |= {f"log.{deed}{how}" for deed in ("builds", "stage") for how in PAYING.values()}
    wanted |= {f"{kind}.{verb}-buying" for kind in ("label", "about") for verb in ("build", "stage")}
    wanted |= {f"word.{word}" for word in (*RESOURCES, "and", "comma", "from-left", "from-right")}
    for key in set(said()):
        kind, _, name = key.partition(".")
        found = {f"effect.{name}", f"illegal.{name}", f"label.{name}"} & texts.keys() if kind == "line" else {key}
        assert found, f"no words for {key}"
        wanted |= found
    assert wanted <= texts.keys(), sorted(wanted - texts.keys())


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_keys_and_places(language: str) -> None:
    english, other = (sentences_of(GAME, one) for one in ("en", language))
    assert english.keys() == other.keys()
    for key, text in english.items():
        english_places, places = ({one.place for one in templates.places(each)} for each in (text, other[key]))
        counted = {"n"} if key.startswith(("cost.", "symbol.")) else set()  # which only chooses among forms of a noun
        assert english_places - counted == places, key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_pages_of_the_rules_are_in_every_language(language: str) -> None:
    english, translated = (topics_of("seven_wonders", one) for one in ("en", language))
    assert [one.name for one in english] == [one.name for one in translated]
    assert len({one.name for one in english}) == len(english)
    for one, other in zip(english, translated, strict=True):
        assert one.title and one.text and one.words
        assert other.title != one.title and re.search("[\u4e00-\u9fff]", other.text)
        assert one.text.count("\n- ") == other.text.count("\n- "), one.name
