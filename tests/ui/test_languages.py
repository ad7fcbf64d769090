"""All languages, the application and every game: nothing missing or left over, places that fit, lines that fit.

The data of this page are the catalogues themselves, so a language or a game that is added is tested with the others.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.ground.repository import ROOT
from tests.texts import pages_of, sentences_of
from tta_p2p import registry
from tta_p2p.games.contract import Line
from tta_p2p.i18n import LANGUAGES, Words, catalogue, po, templates
from tta_p2p.i18n.clauses import INSIDE, WITH_SUBJECT
from tta_p2p.ui.cells import width
from tta_p2p.ui.texts import Texts

Where = tuple[str, str]
"""What a catalogue is of, and its language."""


def catalogues() -> dict[Where, Mapping[str, str]]:
    """Every catalogue there is: the application's, and each game's texts as sentences, and its pages'."""
    found: dict[Where, Mapping[str, str]] = {}
    for language in LANGUAGES:
        found["tta", language] = catalogue(language)
        for name in registry.names():
            found[name, language] = sentences_of(name, language)
            found[f"pages of {name}", language] = pages_of(name, language)
    return found


CATALOGUES = catalogues()
ALL = pytest.mark.parametrize("where", CATALOGUES, ids=lambda where: f"{where[0]}-{where[1]}")
OF_PERSON = re.compile(r"^\{0:seat\} (?!can\b|cannot\b|must\b)([a-z]+s)\b")
"""A sentence about a player whose verb does not change for whoever reads it."""


def english(where: Where) -> Mapping[str, str]:
    return CATALOGUES[where[0], "en"]


@ALL
def test_no_text_is_missing_and_none_is_left_over(where: Where) -> None:
    missing = english(where).keys() ^ CATALOGUES[where].keys()
    assert sorted(key for key in missing if not key.startswith("gender.") and key != "title") == []


@ALL
def test_every_template_is_well_written_and_names_nothing_that_english_does_not(where: Where) -> None:
    for key, text in CATALOGUES[where].items():
        places = {one.place for one in templates.places(text)}
        known = {one.place for one in templates.places(english(where).get(key, text))}
        known |= {INSIDE} if key.startswith(WITH_SUBJECT) else set()
        assert places <= known, f"{key}: {text}"


WRITTEN_OTHERWISE = {"title", "tta.edition.stand-in.shared", "rules.editions.limits", "rules.culture.all-others-bring"}
"""Texts that say a number in a word of the language, or once where English says it twice."""


@ALL
def test_no_number_is_lost_in_translation(where: Where) -> None:
    """Two may be a word: 兩, 両方."""
    typed = re.compile(r"\{[^{}]*(\{[^{}]*\}[^{}]*)*\}|`[^`]*`")
    numbers = {key: Counter(re.findall(r"\d+", typed.sub("", text))) for key, text in CATALOGUES[where].items()}
    meant = {key: Counter(re.findall(r"\d+", typed.sub("", text))) for key, text in english(where).items()}
    lost = {key: some for key in numbers for some in [meant.get(key, Counter()) - numbers[key]] if {*some} - {*"012"}}
    assert {key: some for key, some in lost.items() if key not in WRITTEN_OTHERWISE} == {}


@ALL
def test_forms_are_as_many_as_the_language_has_plurals(where: Where) -> None:
    forms = {"n": len(templates.categories(where[1])), "you": 2}
    for key, text in CATALOGUES[where].items():
        for one in templates.places(text):
            wanted = 2 if one.sort.startswith("=") else forms.get(one.sort)
            assert not one.forms or wanted in (None, len(one.forms)), f"{key}: {text}"


@ALL
def test_a_sentence_about_a_player_holds_when_that_is_the_reader(where: Where) -> None:
    wrong = {key: text for key, text in CATALOGUES[where].items() if OF_PERSON.search(text)}
    assert where[1] != "en" or wrong == {}


def told(texts: Texts, name: str) -> Iterator[str]:
    """Every line of the log of a game, about whoever reads."""
    for key, text in CATALOGUES[name, "en"].items():
        if key.startswith("log."):
            places = {one.place: one.sort for one in templates.places(text)}
            args = [0 if places.get(str(n), "") in ("seat", "whose", "you") else 2 for n in range(len(places) + 3)]
            yield texts.line("log", Line(key.removeprefix("log."), tuple(args)))


@pytest.mark.parametrize("name", registry.names())
def test_you_do_things_in_the_second_person(name: str) -> None:
    texts = Texts(registry.load_rules(name), Words(), ("Ann", "Bob", "Cid"), you=0)
    third = re.compile(r"^You (?:[a-z]+[^us]s|has|is|does|goes)\b")
    written = " ".join(text for where, every in CATALOGUES.items() if where[1] == "en" for text in every.values())
    verbs = sorted({verb for verb in re.findall(r"\{0:you\?[^|{}]*\|([a-z]+)", written) if len(verb) > 2})
    again = re.compile(rf"^You .*\b(?:and|or) (?:{'|'.join(verbs)})\b")
    assert [line for line in told(texts, name) if third.search(line) or again.search(line)] == []


@pytest.mark.parametrize("name", registry.names())
def test_whatever_somebody_does_is_a_sentence_of_the_log(name: str) -> None:
    """Either a line of the log says just that, or the text `deed.VERB`: nobody reads a command for what was done."""
    texts = CATALOGUES[name, "en"]
    told = {key.removeprefix("log.") for key in texts if key.startswith("log.")}
    verbs = [key.removeprefix("act.") for key in texts if key.startswith("act.")]
    assert [verb for verb in verbs if not {verb, f"{verb}s"} & told and f"deed.{verb}" not in texts] == []
    deeds = Texts(registry.load_rules(name), Words(), ("Ann", "Bob", "Cid"), you=0)
    said = {text: deeds.fill(text, (0, "x", "y", "z")) for key, text in texts.items() if key.startswith("deed.")}
    assert [text for text, own in said.items() if not text.startswith("{0:seat} {0:you?") or own[:4] != "You "] == []


NARROW = {"tta.head.": 12, "value.": 14, "told.status.": 10, "group.": 78}
"""Texts that stand in a column: how their keys begin, and the cells that column has."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_in_a_column_or_on_one_line_fits_there(language: str) -> None:
    for key, text in {**catalogue(language), **pages_of("through_the_ages", language)}.items():
        most = next((cells for begin, cells in NARROW.items() if key.startswith(begin)), None)
        most = 80 if most is None and key.endswith(".short") else most
        assert most is None or width(text) <= most, f"{key}: {text}"
        if key.endswith(".short") and key.startswith("cli."):
            assert width(text) <= 80 - 2 - 8 - 2, f"{key} is more than a line of the list of commands: {text}"


LATIN = '''
"""Some Latin."""

WORDS = {"stats.none": "Nondum ludi finiti sunt.", "told.nobody-met": "Adhuc nemo.", "and": " et "}
GAMES = {"caravan": {"log.keeps": "{0:seat} {0:you?servas|servat} {1:card}"}}
'''
IN_FILES = '''
"""Some Latin."""

from pathlib import Path

FOLDER = Path(__file__).parent / "latin"
WORDS = {"and": " et "}
'''


def write_files(folder: Path) -> None:
    """The same Latin as files, one of them in a folder for the game."""
    said = {"answers": ("told.nobody-met", "Adhuc nemo."), "caravan/log": ("log.keeps", LATIN.split('"')[-2])}
    for area, (key, text) in said.items():
        po.write(folder / "latin" / f"{area}.po", "la", po.TextFile((), (po.Text(key, "any", text),)))


@pytest.mark.parametrize("module", [LATIN, IN_FILES], ids=["module", "files"])
def test_a_language_from_outside_is_spoken_and_english_where_it_has_no_text(tmp_path: Path, module: str) -> None:
    (tmp_path / "tta_latin.py").write_text(module)
    if module == IN_FILES:
        write_files(tmp_path)
    about = tmp_path / "tta_latin-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tta-latin\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[tta_p2p.languages]\nla = tta_latin\n")
    program = (
        "from tta_p2p import registry; from tta_p2p.i18n import Words, languages; from tta_p2p.ui.texts import Texts;"
        "from tta_p2p.games.contract import Line; from tta_p2p.cli import main; import sys;"
        "texts = Texts(registry.load_rules('caravan'), Words('la'), ('Ann', 'Bob'), you=0);"
        "print(*(texts.line('log', Line('keeps', (seat, 'silk-1'))) for seat in (0, 1)), sep='|');"
        "sys.argv[1:] = ['id', 'list', '--lang', 'la']; main.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True,
        env={"PYTHONPATH": f"{ROOT}:{tmp_path}", "TTA_HOME": str(tmp_path / "home"), "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert done.stdout.splitlines() == ["You servas silk 1|Bob servat silk 1", "Adhuc nemo."]
