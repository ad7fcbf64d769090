"""The start menu: its pictures, the command lines that entries stand for, and whole ways through it at a terminal."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from tests.cli.nodes import announced, end_nodes
from tests.cli.terminals import HERE, Person, eventually, here, tta
from tests.patience import PATIENCE
from tests.ui.screen.windows import Window
from tta_p2p.cli.menu import pages, start
from tta_p2p.cli.menu.pages import StartMenu
from tta_p2p.cli.stored_games.selection import result
from tta_p2p.i18n import LANGUAGES, ideographic
from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.notices import TableFound, notice_of
from tta_p2p.node.data_folder.people import has_chosen_name, own_name
from tta_p2p.node.data_folder.stored_games import StoredGame
from tta_p2p.registry import names
from tta_p2p.store.settings import Settings, read_settings
from tta_p2p.ui.cells import plain, width
from tta_p2p.ui.style import Style

FOLDER = Path(__file__).with_name("menus")
GOING = ("Through the Ages", "Bob", "your turn", ("attach", "12ab34cd"))


def golden(name: str, lines: Sequence[str]) -> None:
    text = "\n".join(lines) + "\n"
    page = FOLDER / f"{name}.txt"
    if os.environ.get("PAGES_UPDATE"):
        page.write_text(text, "utf-8")
    assert text == page.read_text("utf-8"), "PAGES_UPDATE=1 writes the new pictures; look at them before you commit"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of somebody called Ann."""
    home = tmp_path / "home"
    assert here(home, "id", "name", "Ann").returncode == 0
    monkeypatch.setenv("TTA_HOME", str(home))
    return home


def menu_of(language: str, monkeypatch: pytest.MonkeyPatch) -> StartMenu:
    monkeypatch.setenv("TTA_LANG", language)
    menu = StartMenu(Style(80, ideographic=ideographic(language)))
    menu.at(lambda: (80, 24))
    return menu


def press(menu: StartMenu, *keys: str) -> list[str]:
    """Press keys; the picture then."""
    for key in keys:
        menu._face.press(key)
    return [plain(one).rstrip() for one in menu._face.frame((80, 24)).rows]


PAGES = {
    "root": [],
    "new": ["n"],
    "new-settings": ["n", *["down"] * 5, "right"],
    "names": ["n", "h"],
    "join": ["j"],
    "watch-address": ["w", ":"],
    "over": ["p"],
    "games": ["r"],
    "rules": ["r", "enter"],
    "chapter": ["r", "enter", "enter"],
    "identity": ["i"],
    "settings": ["e", "right"],
    "help": ["?"],
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_menu_is_as_reviewed(name: str, language: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    golden(f"{name}-{language}", press(menu_of(language, monkeypatch), *PAGES[name]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_menu_is_exactly_as_large_as_the_screen(
    language: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for keys in PAGES.values():
        menu = menu_of(language, monkeypatch)
        press(menu, *keys)
        for size in ((60, 20), (80, 24), (120, 40), (50, 10)):
            rows = menu._face.frame(size).rows
            assert len(rows) == size[1] and {width(one) for one in rows} == {size[0]}, (keys, size)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_setting_loses_its_arrows_and_no_key_its_letters_in_the_smallest_window(
    language: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for keys in PAGES.values():
        menu = menu_of(language, monkeypatch)
        press(menu, *keys)
        for _ in range(14):
            rows = [plain(one).rstrip() for one in menu._face.frame((60, 20)).rows]
            assert "…" not in rows[-1], rows[-1]
            assert all(row.endswith(">") for row in rows if row.lstrip().startswith("▸") and " < " in row), rows
            press(menu, "down")


COMMANDS = {
    ("n", "enter"): ["play", "--game=through-the-ages", "--seats=3", "--level=easy"],
    ("n", "p", "l", "enter"): None,
    ("n", "down", "enter", "B", "e", "a", "enter"): [
        "play", "--game=through-the-ages", "--seats=3", "--level=easy", "--", "Ann", "Bea",
    ],
    ("n", "b", "w", "o"): [
        "host", "--game=through-the-ages", "--seats=3", "--level=easy", "--bots=1", "--spectators",
    ],
    ("n", "x", "o"): [
        "host", "--game=through-the-ages", "--seats=3", "--level=easy", "--bots=0", "--on-leave=continue",
    ],
    ("n", "x", "x", "o"): ["host", "--game=through-the-ages", "--seats=3", "--level=easy", "--bots=0"],
    ("j", ":", *"10.0.0.7:4711#jbmsk3mtcyakaf6cq6yvpsodv4", "enter"): [
        "join", "10.0.0.7:4711#jbmsk3mtcyakaf6cq6yvpsodv4",
    ],
    ("w", ":", *"10.0.0.7:4711#jbmsk3mtcyakaf6cq6yvpsodv4", "enter"): [
        "watch", "10.0.0.7:4711#jbmsk3mtcyakaf6cq6yvpsodv4",
    ],
    ("s",): ["stats"],
    ("i", "k"): ["id", "show"],
    ("i", "n", "enter"): ["id", "name", "Ann"],
}  # fmt: skip


@pytest.mark.parametrize("keys", COMMANDS, ids=" ".join)
def test_keys_stand_for_command_lines(keys: tuple[str, ...], home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    menu = menu_of("en", monkeypatch)
    press(menu, *keys)
    wanted = COMMANDS[keys]
    if wanted is None:
        assert menu.chosen is None
    else:
        assert menu.chosen is not None and list(menu.chosen.words) == wanted


@pytest.mark.parametrize(
    "keys", [("n", "w", "x", "o"), ("j", ":", *"10.0.0.7:4711#jbmsk3mtcyakaf6cq6yvpsodv4", "enter")]
)
def test_the_first_name_is_asked_for_in_the_menu_and_esc_goes_back_to_what_was_chosen(
    keys: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTA_HOME", str(tmp_path))
    menu = menu_of("en", monkeypatch)
    before = press(menu, *keys[:-1])
    assert keys[0] != "n" or "the others can go on" in "".join(before)
    asked = press(menu, keys[-1])
    assert menu.chosen is None and f"The name others see (up to 32 letters): {own_name()}" in asked[-2]
    if keys[0] == "n":
        back = press(menu, "esc")
        assert any("Others may watch" in row and "yes" in row for row in back), "choices are kept"
        assert any("the others can go on" in row for row in back)
        press(menu, "o")
    wrong = press(menu, *["backspace"] * len(own_name()), *"!!", "enter")
    assert menu.chosen is None and "letter or digit" in "".join(wrong) and wrong[-2].endswith("!!")
    press(menu, "backspace", "backspace", *"Ann", "enter")
    assert menu.chosen is not None and menu.chosen.words[0] == ("host" if keys[0] == "n" else "join")
    assert own_name() == "Ann" and has_chosen_name()


def test_every_game_can_be_chosen_with_all_its_seats_and_settings(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    menu = menu_of("en", monkeypatch)
    seen = set()
    press(menu, "n")
    for _ in names():
        press(menu, "home")
        for _ in range(12):
            press(menu, "down", "right", "left")
        press(menu, "a")
        assert menu.chosen is not None
        seen.add(menu.chosen.words[1])
        press(menu, "g")
    assert len(seen) == len(names())


def test_a_variant_of_another_edition_brings_that_edition_and_what_does_not_fit_is_changed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = menu_of("en", monkeypatch)
    seen = "\n".join(press(menu, "n", *["down"] * 6, "left"))
    assert "advanced game (2006)" in seen and "Edition" in seen, "what was changed with it is seen"
    assert "complete game" in "\n".join(press(menu, "down", "right"))
    press(menu, "a")
    assert menu.chosen is not None and "--option=variant=advanced" not in menu.chosen.words
    other = menu_of("en", monkeypatch)
    press(other, "n", *["down"] * 6, "left", "a")
    assert other.chosen is not None
    assert {"--option=variant=advanced", "--option=edition=2006"} <= {*other.chosen.words}


def test_what_is_no_address_is_said_and_esc_gives_it_up(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    menu = menu_of("en", monkeypatch)
    seen = press(menu, "j", ":", *"nowhere", "enter")
    assert menu.chosen is None and any("“nowhere” is not HOST:PORT" in line for line in seen[20:])
    assert any(line.endswith("#KEY): nowhere") for line in seen), "it can be corrected"
    assert not any("nowhere" in line for line in press(menu, "esc")) and menu.chosen is None


@pytest.mark.parametrize("marked", [True, False])
def test_a_message_with_an_invitation_is_joined_as_it_is_pasted_whether_the_terminal_says_so_or_not(
    home: Path, monkeypatch: pytest.MonkeyPatch, marked: bool
) -> None:
    menu, key = menu_of("en", monkeypatch), fingerprint(bytes(32))
    message = f"> Hi!\n> Ann asks you to play Caravan: tta join 10.0.0.7:47\n> 11#{key[:9]}\n> {key[9:]}\n"
    keys = ["enter" if letter == "\n" else letter for letter in message]
    press(menu, "j", ":", *(["begin paste", *keys, "end paste"] if marked else keys))
    if marked:
        assert menu.chosen is None, "nothing of what is pasted is Enter"
        press(menu, "enter")
    assert menu.chosen is not None and list(menu.chosen.words) == ["join", f"10.0.0.7:4711#{key}"]


def test_what_is_pasted_where_nothing_is_typed_is_no_command(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    menu = menu_of("en", monkeypatch)
    assert press(menu, "begin paste", *"qne", "enter", "end paste") == press(menu) and menu.chosen is None


def test_settings_are_kept_as_soon_as_they_are_changed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    menu = menu_of("en", monkeypatch)
    press(menu, "e", "b", "c", *"make tea", "enter")
    assert read_settings(home) == Settings("make tea", True)
    assert any("make tea" in line for line in press(menu, "right"))


def test_more_names_than_seats_are_refused_before_anything_begins(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    menu = menu_of("en", monkeypatch)
    seen = press(menu, "n", "h", *"b,c,d", "enter")
    assert menu.chosen is None and any("There are only" in line for line in seen)


async def test_a_table_nearby_is_found_and_joined(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = f"menu {secrets.token_hex(4)}"
    other = tmp_path / "other"
    asked = ("--game", "caravan", "--table", table, "--bot", "easy", "--detach", *HERE)
    try:
        opened = await trio.to_thread.run_sync(lambda: tta(other, "host", *asked))
        assert opened.returncode == 0, opened.stderr
        await trio.to_thread.run_sync(lambda: eventually("announced", lambda: announced(home, table)))
        menu = StartMenu(Style(80), ["127.0.0.1"])
        face = menu.at(lambda: (80, 24))
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(menu.look_around, face)
                press(menu, "j")
                while not any(table in line for line in press(menu)):
                    changed = trio.Event()
                    face.on_picture_change = changed.set
                    await changed.wait()
                nursery.cancel_scope.cancel()
        while not any(line.startswith(" ▸") and table in line for line in press(menu)):
            press(menu, "down")
        press(menu, "enter")
        assert menu.chosen is not None and menu.chosen.words[0] == "join" and "127.0.0.1:" in menu.chosen.words[1]
    finally:
        end_nodes(other)


async def test_a_game_that_several_show_is_one_line_and_any_of_them_can_be_taken(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody can announce another's game, so nobody who shows it is hidden by the others."""
    keys = [bytes([number]) * 32 for number in range(3)]
    found = [
        TableFound(notice_of(key, 7, "a", nick="Ann", seats="3", game="ab" * 8, plays="caravan"),
                   (Address("10.0.0.5", 7 + at, fingerprint(key)),))
        for at, key in enumerate(keys)
    ]  # fmt: skip

    async def find(interfaces: Sequence[str], seconds: float) -> list[TableFound]:
        if looked.is_set():
            await trio.sleep_forever()
        looked.set()
        await trio.lowlevel.checkpoint()
        return found

    looked = trio.Event()
    monkeypatch.setattr(pages, "find_tables", find)
    menu = menu_of("en", monkeypatch)
    face = menu.at(lambda: (80, 24))
    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(menu.look_around, face)
            press(menu, "w")
            while not any("Ann " in line for line in press(menu)):
                changed = trio.Event()
                face.on_picture_change = changed.set
                await changed.wait()
            nursery.cancel_scope.cancel()
    taken = []
    for turn in ([], ["right"], ["right"], ["right"], ["left"]):
        seen = press(menu, *turn)
        assert sum("Ann " in line for line in seen) == 1, seen
        press(menu, "enter")
        assert menu.chosen is not None and menu.chosen.words[0] == "watch"
        taken.append(menu.chosen.words[1])
    addresses = [f"10.0.0.5:{7 + at}#{fingerprint(key)}" for at, key in enumerate(keys)]
    assert taken == [*addresses, addresses[0], addresses[2]]


def test_a_game_is_begun_in_two_keys_left_continued_and_left_again(home: Path) -> None:
    with Person(home) as person:
        window = Window(person)
        window.sees("New game", "Statistics", "Ann")
        window.press(b"n")
        window.sees("Alone against bots")
        window.press(b"\r")
        window.sees("Your turn", "Round 1, Age A")
        window.press(b"\r")
        window.sees("(It can be undone.)")
        window.press(b"q")
        window.sees("Leave the game?")
        window.press(b"y")
        window.sees("Continue", "Through the Ages, Bot 1 and Bot 2: your turn")
        window.press(b"c")  # there is one game: nothing is to be chosen
        window.sees("Round 1, Age A", "0/4")
        window.press(b"q")
        window.sees("Leave the game?")
        window.press(b"y")
        window.sees("Continue")
        window.press(b"s")
        window.sees("You have not played a game to its end yet")
        window.press(b"\x1b")
        window.sees("Civilization games")
        window.press(b"q")
        assert person.ends() == 0
    with Person(home) as person:
        Window(person).sees("Continue", "Through the Ages, Bot 1 and Bot 2: your turn")
        person.hang_up()


def test_what_goes_wrong_is_said_in_the_menu(home: Path) -> None:
    with Person(home, "--lang", "zh-Hans") as person:
        window = Window(person)
        window.sees("新对局")
        window.press(b"i")
        window.sees("更改名字")
        window.press(b"n")
        window.sees("他人看到的名字")
        window.press(b"\x15" + b"n" * 40 + b"\r")
        window.sees("n" * 40)
        window.press(b"q")
        window.sees("更改名字")
        window.press(b"q")
        window.sees("新对局")
        window.press(b"q")
        assert person.ends() == 0


def test_where_no_menu_can_be_shown_there_is_the_page_of_help(home: Path) -> None:
    assert "Usage: tta COMMAND" in tta(home).stderr and tta(home).returncode == 2
    for arguments, more in ((["--plain"], {}), ([], {"TERM": "dumb"})):
        with Person(home, *arguments, **more) as person:
            person.sees("Usage: tta COMMAND", "TTA_HOME")
            assert person.ends() == 2


@pytest.mark.parametrize(
    ("term", "more", "arguments"),
    [("vt100", {"NO_COLOR": "1"}, []), ("linux", {}, []), ("screen", {}, ["--ascii"]), ("tmux-256color", {}, [])],
)
def test_terminals_of_all_kinds_show_the_menu(
    home: Path, term: str, more: dict[str, str], arguments: list[str]
) -> None:
    with Person(home, *arguments, TERM=term, **more) as person:
        window = Window(person)
        window.sees("New game", "Quit")
        assert "--ascii" not in arguments or window.raw.isascii()
        window.press(b"q")
        assert person.ends() == 0


def test_an_end_of_the_terminal_ends_the_menu(home: Path) -> None:
    with Person(home) as person:
        Window(person).sees("New game")
        person.hang_up()
        assert person.process.returncode is not None


def test_only_what_may_stand_beside_tta_alone_opens_the_menu() -> None:
    assert not start.opens(["play"]) and not start.opens([])  # tests have no terminal


def test_settings_are_seen_as_they_are_turned(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    menu, worn = menu_of("en", monkeypatch), []
    menu._face.on_style_change = worn.append
    press(menu, "e", "m")
    assert menu.style.mouse and read_settings(home).mouse and worn[-1].mouse
    press(menu, "o")
    assert menu.style.preset == read_settings(home).colours == "dark" == worn[-1].preset
    seen = press(menu, "g", "g")
    assert os.environ["TTA_LANG"] == read_settings(home).language != "en"
    assert menu.style.ideographic and not any("Settings" in line for line in seen)
    while read_settings(home).language:
        press(menu, "g")
    assert "TTA_LANG" not in os.environ
    for seconds in (10, 30, 60):
        press(menu, "f")
        assert read_settings(home).look == seconds


def test_bots_of_kept_games_are_called_in_the_language_of_whoever_reads_the_menu(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = StoredGame("ab" * 32, "caravan", "playing", 0, "Ann", ("Ann", "电脑1", "電腦2"), local=True)
    ended = replace(began, sid="cd" * 32, status="ended", result=(("电脑1", 1, 9), ("Ann", 2, 5)))
    monkeypatch.setattr(pages, "stored_games", lambda _: [began, ended])
    assert "Caravan, Bot 1 and Bot 2" in "\n".join(press(menu_of("en", monkeypatch)))
    assert result(ended) == "Won by Bot 1: Bot 1 9, Ann 5"
