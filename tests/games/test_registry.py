"""Games are found by convention and by entry points, called as people call them, and never imported by others' word."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.games.installed import POINTS, install
from tests.ground.repository import ROOT
from tta_p2p import DEFAULT_GAME, registry
from tta_p2p.games.entry import Entry
from tta_p2p.i18n import Words, po
from tta_p2p.ui.titles import title_text


def python(code: str, *path: Path) -> str:
    """What a new process with these folders on its path prints."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, *path)))}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", registry.bundled_games())
def test_the_entry_of_a_game_says_what_its_rules_say(name: str) -> None:
    entry, rules = registry.entry(name), registry.load_rules(name)
    assert entry.title and rules.name == name and rules.seats == entry.seats
    named = title_text(name, Words("zh-Hans"))
    assert all("一" <= letter <= "鿿" for letter in named), "it has a name in every language there is"
    assert title_text(name, Words()) == entry.title
    assert all(registry.resolve(title) == name for title in entry.titles.values())


def test_the_games_of_this_program_are_those_with_a_folder_and_the_kit_is_none() -> None:
    folders = {path.parent.name for path in (ROOT / "tta_p2p" / "games").glob("*/__init__.py")}
    assert set(registry.bundled_games()) == folders - {"kit"} and DEFAULT_GAME in registry.bundled_games()


def test_no_name_or_alias_means_two_games() -> None:
    called = [word for name in registry.names() for word in (name, *registry.entry(name).aliases)]
    assert len({registry.resolve(word) for word in called}) == len(registry.names())
    assert all(registry.resolve(alias) == name for name in registry.names() for alias in registry.entry(name).aliases)


@pytest.mark.parametrize("asked", ["through_the_ages", "through-the-ages", "Through the Ages", "TTA", " tta "])
def test_people_call_a_game_by_name_or_alias_however_written(asked: str) -> None:
    assert registry.resolve(asked) == "through_the_ages"


@pytest.mark.parametrize(
    "name", ["", "kit", "entry", "os", "antigravity", "../smugglers", "caravan.rules", "through-the-ages", "tta"]
)
def test_what_peers_and_files_name_is_only_looked_up(name: str) -> None:
    loaded = set(sys.modules)
    with pytest.raises(registry.UnknownGame):
        registry.load_rules(name)
    assert registry.companion_module("tta_p2p.ui", name) is None
    assert not {module for module in set(sys.modules) - loaded if name and name in module}
    assert registry.title(name) == name


def test_a_game_installed_beside_this_program_is_one_of_the_games(tmp_path: Path) -> None:
    code = """
from tta_p2p import registry
from tta_p2p.bots.base import game_attribute
from tta_p2p.i18n import Words, po
from tta_p2p.ui.presenter import presenter_for
presenter = presenter_for("battles", Words(), ["Ann", "Bob"])
print(*registry.names()[-2:], registry.title("battles"), registry.load_rules("battles").seats, sep="|")
print(registry.resolve("Fights"), "battles" in registry.bundled_games(), sep="|", end="|")
print(game_attribute("battles", "EXCLUDED_VERBS", ()), sep="|")
print(presenter.pages, presenter.words("help.armies"), presenter.words("help.table"), sep="|")
"""
    assert python(code, install(tmp_path)).splitlines() == [
        "through_the_ages|battles|Battles of Old|(2,)",
        "battles|False|('rest',)",
        "('table', 'armies')|how strong everybody is|how everybody stands, side by side",
    ]


def test_a_game_from_outside_brings_files_of_texts_beside_its_rules(tmp_path: Path) -> None:
    code = """
from tta_p2p import registry
from tta_p2p.i18n import Words, game_texts
from tta_p2p.ui.presenter import presenter_for
rules = registry.load_rules("battles")
print(*(game_texts(rules, language).get("word.sword") for language in ("en", "zh-Hans")))
for language in ("en", "zh-Hans"):
    presenter = presenter_for("battles", Words(language))
    print(presenter.texts.card("sword"), presenter.words("battles.army", name="A", n=1), presenter.words("battles.end"))
"""
    folder = install(tmp_path)
    texts, end = folder / "battles_game" / "texts", po.Text("battles.end", "Over")
    po.write(texts / "en" / "words.pot", "en", po.TextFile((), (po.Text("word.sword", "a sword"),)))
    po.write(texts / "zh-Hans" / "words.po", "zh-Hans", po.TextFile((), (po.Text("word.sword", "a sword", "剑"),)))
    po.write(texts / "en" / "pages" / "words.pot", "en", po.TextFile((), (end,)))
    assert python(code, folder).splitlines() == ["a sword 剑", "a sword A leads 1 Over", "剑 A leads 1 Over"]


def test_a_game_without_pages_and_judge_is_shown_plainly_and_played_by_chance(tmp_path: Path) -> None:
    code = """
from tta_p2p.bots.base import game_attribute
from tta_p2p.i18n import Words, po
from tta_p2p.ui.presenter import presenter_for
print(type(presenter_for("battles", Words())).__name__, game_attribute("battles", "make_evaluator", None))
"""
    alone = POINTS.partition("[tta_p2p.ui]")[0]
    assert python(code, install(tmp_path, alone)) == "Presenter None"


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ("[tta_p2p.games]\nbattles = no_such_package:ENTRY\n", "no_such_package:ENTRY: ModuleNotFoundError"),
        ("[tta_p2p.games]\nbattles = battles_game\n", "battles_game is no Entry"),
        ("[tta_p2p.games]\nother = battles_game:ENTRY\n", "its rules call it battles"),
    ],
)
def test_a_game_that_cannot_be_loaded_says_why_and_does_not_stand_in_the_way(
    tmp_path: Path, points: str, why: str
) -> None:
    code = """
from tta_p2p import registry
print(registry.resolve("tta"), registry.load_rules("caravan").name)
name = {*registry.names()} & {'other'} or {'battles'}
try:
    registry.load_rules(*name)
except registry.UnknownGame as error:
    print(error)
"""
    first, error = python(code, install(tmp_path, points)).splitlines()
    assert first == "through_the_ages caravan" and why in error


def test_no_installed_game_takes_the_place_of_one_of_this_program(tmp_path: Path) -> None:
    points = POINTS.replace("battles =", "caravan =")
    code = """
from tta_p2p import registry
print(registry.names().count("caravan"), type(registry.load_rules("caravan")).__name__)
print(registry.companion_module("tta_p2p.ui", "caravan"))
"""
    assert python(code, install(tmp_path, points)) == "1 Caravan\nNone"


COMMANDS = """
import json, os, pkgutil, sys
from importlib import import_module
import tta_p2p.bots, tta_p2p.cli, tta_p2p.games, tta_p2p.ui
from typer.main import get_command
from tta_p2p.cli import main
for one in pkgutil.walk_packages(tta_p2p.cli.__path__, "tta_p2p.cli."):
    if one.name != "tta_p2p.cli.__main__":
        import_module(one.name)
for package in (tta_p2p.bots, tta_p2p.games, tta_p2p.ui):
    package.__path__.append(sys.argv[1] + "/" + package.__name__.partition(".")[2])
command = get_command(main.build())
main.build = lambda: command
for number, words in enumerate(json.loads(sys.argv[2])):
    if not os.fork():
        for file, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(f"{number}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), file)
        sys.argv[1:] = words
        try:
            main.main()
        except SystemExit as ended:
            sys.stdout.flush(), sys.stderr.flush()
            os._exit(ended.code or 0)
    print(os.waitstatus_to_exitcode(os.wait()[1]), flush=True)
"""
"""Commands one by one in a program that has further folders, `games`, `ui` and `bots`: it is loaded and put together
once for all."""


def tta(folder: Path, *commands: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """What `tta` says to each where the games of this folder stand beside those of the program: code, output, error."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TTA_HOME": str(folder / "home")}
    asked = [sys.executable, "-c", COMMANDS, str(folder / "more"), json.dumps(commands)]
    (said := folder / "said").mkdir(exist_ok=True)
    done = subprocess.run(asked, env=environment, cwd=said, capture_output=True, text=True, check=True)
    codes = map(int, done.stdout.split())
    return [(code, *((said / f"{n}.{name}").read_text() for name in ("out", "err"))) for n, code in enumerate(codes)]


def broken_games(folder: Path) -> None:
    """Games that do not come to an entry, or to one that can be used, that have no rules, and that end the process."""
    entry = "from tta_p2p.games.entry import Entry\n\n"
    for name, text in (
        ("broken", "import no_such_module\n"),
        ("leaver", "raise SystemExit('enough')\n"),
        ("lawless", entry + "ENTRY = Entry('Lawless', seats=(2,), rules=lambda: 1 // 0)\n"),
        ("nowhere", entry + "ENTRY = Entry('Nowhere', seats=(2,), rules=lambda: None)\n"),
        ("seatless", entry + "ENTRY = Entry('Seatless', seats=(), rules=lambda: None)\n"),
    ):
        put(folder, "games", name, text)


def put(folder: Path, package: str, name: str, text: str) -> None:
    """Write the folder of a game in one of the three packages."""
    room = folder / "more" / package / name
    room.mkdir(parents=True)
    (room / "__init__.py").write_text(text)


def test_a_folder_of_a_game_that_cannot_be_loaded_stands_in_nobody_s_way(tmp_path: Path) -> None:
    broken_games(tmp_path)
    missing = "ModuleNotFoundError: No module named 'no_such_module'"
    why = f"the game broken cannot be loaded: tta_p2p.games.broken: {missing}"
    enough = "the game leaver cannot be loaded: tta_p2p.games.leaver: SystemExit: enough"
    seats = "tta_p2p.games.seatless: ValueError: seats: a tuple of numbers of players"
    seatless = f"the game seatless cannot be loaded: {seats}"
    nothing = "the game nowhere cannot be loaded: its rules: AttributeError: 'NoneType' object has no attribute 'name'"
    division = "the game lawless cannot be loaded: its rules: ZeroDivisionError: integer division or modulo by zero"
    asked = {"broken": why, "Leaver": enough, "lawless": division, "seatless": seatless, "nowhere": nothing}
    sound = (("cards", "--game", "caravan"), ("simulate", "--game", "caravan", "--games", "1"), ("rules",))
    played = [("play", "--game", name) for name in (*asked, "checkers")]
    done = tta(tmp_path, *sound, *played, ("games",), ("doctor",))
    *others, (_, _, unknown), (code, _, listed), (_, checked, _) = done
    assert [(code, err) for code, _, err in others[:3]] == [(0, "")] * 3
    assert all(code != 0 for code, _, _ in others[3:])
    assert [one[1:] for one in others[3:]] == [("", f"tta: {told}\n") for told in asked.values()]
    told, *left_out = unknown.splitlines()
    assert "lawless" in told and left_out == [why, enough, seatless]
    assert code == 0
    assert listed.splitlines() == [f"{told}; it is left out" for told in (why, enough, seatless)]
    found = [line for line in checked.splitlines() if line[4:].startswith("games ")]
    assert found[0].startswith("ok ") and "Civilization" in found[0] and "Lawless" not in found[0]
    assert [line.partition("games")[2].strip() for line in found[1:]] == [
        f"{told}; it is left out" for told in (why, enough, seatless, division, nothing)
    ]


def test_a_game_of_which_a_part_cannot_be_loaded_is_refused_before_it_begins(tmp_path: Path) -> None:
    for name in ("whole", "ui", "bots"):
        rules = f"from tta_p2p.games.caravan.rules import Caravan\n\n\nclass One(Caravan):\n    name = {name!r}\n\n\n"
        entry = "from tta_p2p.games.entry import Entry\n\nENTRY = Entry('One', seats=(2,), rules=One)\n"
        put(tmp_path, "games", name, rules + entry)
        if name != "whole":
            put(tmp_path, name, name, "raise OSError('torn out')\n")
    begun = (("play",), ("host", "--seats", "2"), ("demo",), ("simulate", "--games", "1", "--jobs", "1"))
    asked = [(*words, "--game", name) for name in ("ui", "bots") for words in begun]
    (code, _, _), *said = tta(tmp_path, (*begun[-1], "--game", "whole"), *asked)
    assert code == 0
    for words, told in zip(asked, said, strict=True):
        why = f"the game {words[-1]} cannot be loaded: tta_p2p.{words[-1]}.{words[-1]}: OSError: torn out"
        assert told == (1, "", f"tta: {why}\n"), words


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"title": ""}, "title"),
        ({"titles": None}, "titles"),
        ({"titles": {"zh-Hans": " "}}, "titles"),
        ({"seats": ()}, "seats"),
        ({"seats": None}, "seats"),
        ({"seats": (3, 2)}, "seats"),
        ({"seats": (0, 1)}, "seats"),
        ({"aliases": None}, "aliases"),
        ({"aliases": "short"}, "aliases"),
        ({"rules": None}, "rules"),
    ],
)
def test_an_entry_that_could_not_be_used_is_none(given: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}: "):
        Entry(**{"title": "Any", "seats": (2,), "rules": lambda: None, **given})
