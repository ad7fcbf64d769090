"""The pictures of the full screen: as reviewed, exactly as large as the screen, and of every moment of whole games."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import msgspec
import pytest

from tests.ground.repository import ROOT
from tests.ui import civilization
from tests.ui.positions import NAMES, acting, middle, random_moments
from tests.ui.screen.golden import FOLDER, VIEWS, golden
from tests.ui.screen.keyboard import coming, face_of, face_told, lines_of, shown
from tests.ui.screen.notices import AUTOPILOT, LOBBY, MOTION, PAUSED
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.editions import EDITIONS
from tta_p2p.games.through_the_ages.index import GOVERNMENTS, LEADERS
from tta_p2p.games.through_the_ages.tables import cards_of
from tta_p2p.i18n import LANGUAGES, Words, languages
from tta_p2p.keyboard.key_map import actions_at
from tta_p2p.keyboard.table import DIGITS, REDRAW, KeyPlace
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.attendance import AttendanceReply
from tta_p2p.seats.parts.chat import ChatReply
from tta_p2p.seats.parts.connections import ConnectionReply
from tta_p2p.ui.cells import plain, width
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.boards import board_for
from tta_p2p.ui.screen.keys import game_keys, key_groups, strokes_of_games
from tta_p2p.ui.style import is_ambiguous
from tta_p2p.ui.through_the_ages.cards import brief_name

GAMES = ["caravan", "civilization", "smugglers", "seven_wonders", "through_the_ages"]


def moment(game: str, number: int) -> tuple[LocalGame, int]:  # type: ignore[type-arg]
    return next(one for at, one in enumerate(random_moments(game, 3, seed=2)) if at == number)


EXPLAINED = say.ExplainReply(
    "take 1",
    say.TextRef("take", [say.CardRef(1, "cannon")]),
    [("civil-action", 1)],
    [say.TextRef("draws", [0, 1])],
    True,
)
AWAY = say.WaitReply([say.SeatWait(1, "Bob", "its-turn", 30.0, False)])
UNATTENDED = [AttendanceReply(1, "Bob", False), say.WaitReply([say.SeatWait(1, "Bob", "its-turn", 30.0)])]
LOST = [ConnectionReply(1, "Bob", False)]
CHAT = ChatReply(1, "Bob", "Good luck!")

SCENES: dict[str, tuple[object, int | None, list[str], list[say.Reply]]] = {
    "politics": (middle, 0, [], []),
    "row": (acting, 0, ["3"], []),
    "row-refused": (acting, 0, ["1", "2"], []),
    "build": (acting, 0, ["b"], []),
    "all": (acting, 0, ["a", "down"], []),
    "waiting": (acting, 1, [], [AWAY, CHAT]),
    "waiting-unattended": (acting, 2, [], UNATTENDED),
    "connection-lost": (acting, 0, [], LOST),
    "watching": (middle, None, [], []),
    "motion": (acting, 0, [], [MOTION]),
    "paused": (acting, 1, [], [PAUSED]),
    "paused-help": (acting, 1, ["?"], [PAUSED]),
    "away-help": (acting, 1, ["?"], [AWAY]),
    "autopilot": (acting, 1, [], [AUTOPILOT]),
    "autopilot-own": (acting, 0, [], [AUTOPILOT]),
    "typing": (acting, 0, [":", *"take c", "tab"], []),
    "leaving": (acting, 0, ["q"], []),
    "help": (acting, 0, ["?"], []),
    "players": (acting, 0, ["tab"], []),
    "pages": (acting, 0, ["o"], []),
    "seven-wonders": (lambda: moment("seven_wonders", 9), None, [], []),
    "caravan": (lambda: moment("caravan", 2), None, [], []),
    "civ-set-up": (lambda: moment("civilization", 0), None, [], []),
    "civ-start": (lambda: civilization.at("start"), 0, [], []),
    "civ-cities": (lambda: civilization.at("cities"), 0, [], []),
    "civ-build": (lambda: civilization.at("cities"), 0, ["b", *["down"] * 6], []),
    "civ-movement": (lambda: civilization.at("movement"), 0, ["m", "down"], []),
    "civ-discover": (lambda: civilization.at("movement"), 0, ["x"], []),
    "civ-research": (lambda: civilization.at("research"), 0, [], []),
    "civ-battle": (civilization.fight, 1, [], []),
    "civ-watching": (lambda: civilization.at("movement"), None, [], []),
    "civ-rival": (lambda: civilization.at("cities"), 0, ["right"], []),
    "civ-own-cities": (lambda: civilization.at("cities"), 0, ["o", *["right"] * 2], []),
    "civ-techs": (lambda: civilization.at("cities"), 0, ["o", *["right"] * 3], []),
    "civ-market": (lambda: civilization.at("cities"), 0, ["o", *["right"] * 4], []),
    "civ-ways": (lambda: civilization.at("cities"), 0, ["o", *["right"] * 5], []),
    "civ-hand": (lambda: civilization.at("cities"), 0, ["o", *["right"] * 6], []),
    "civ-map": (lambda: civilization.at("cities"), 0, ["o", "right"], []),
    "civ-four": (civilization.four, 0, ["m", "down"], []),
    "civ-four-map": (civilization.four, 0, ["o", "right"], []),
}  # fmt: skip


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_as_reviewed(name: str) -> None:
    make, seat, keys, replies = SCENES[name]
    made = make()  # type: ignore[operator]
    heard = [*coming(*(made if isinstance(made, tuple) else (made, seat))), *replies]
    for language, size in VIEWS:
        face = face_told(heard, language, size)
        for key in keys:
            face.press(key)
        golden(f"{name}-{size[0]}-{language}", shown(face))


FOR_A_GUEST = msgspec.structs.replace(
    LOBBY,
    guests=[
        say.LobbyMember("Ann", "abcdefgh", [say.TextRef("new")], 1, True, True),
        say.LobbyMember("Bob", "ijklmnop", [say.TextRef("you")], 1, True),
    ],
    offers=["ready", "chat", "leave"],
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_is_as_reviewed_and_its_keys_agree_and_begin(language: str) -> None:
    face = face_told([LOBBY, CHAT], language)
    golden(f"lobby-80-{language}", shown(face))
    face.press("?")
    golden(f"lobby-help-80-{language}", shown(face))
    face.press("esc")
    for key in ("s", "D", "enter"):
        face.press(key)
    assert lines_of(face) == ["start", "dismiss Bob"], "the only other one is meant, until Enter is pressed"
    for lobby, line in ((FOR_A_GUEST, "ready no"), (msgspec.structs.replace(FOR_A_GUEST, guests=[]), "ready")):
        face = face_told([lobby], language)
        golden(f"lobby-guest-{len(lobby.guests)}-80-{language}", shown(face))
        face.press("r")
        assert lines_of(face) == [line], "Bob has agreed already, where the room is known"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_host_who_has_said_start_is_not_told_to_say_it_again(language: str) -> None:
    words = Words(language)
    for state, key in (("waiting", "waiting"), ("agreeing", "agreeing")):
        face = face_told([msgspec.structs.replace(LOBBY, state=state, begins=True)], language)
        assert words(f"lobby.begins.{key}", names="Bob", n=1) in "".join(shown(face))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_had_agreed_to_a_table_that_has_changed_since_is_told(language: str) -> None:
    void = "".join(Words(language)("lobby.void").split())
    unready = [FOR_A_GUEST.guests[0], msgspec.structs.replace(FOR_A_GUEST.guests[1], ready=False)]
    came = [*unready, say.LobbyMember("Cid", "qrstuvwx", [say.TextRef("new")], 1, False)]
    for guests, told in ((unready, False), (came, True)):  # who takes it back knows that
        face = face_told([FOR_A_GUEST, msgspec.structs.replace(FOR_A_GUEST, guests=guests)], language)
        assert (void in "".join("".join(shown(face)).split())) is told


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_a_table_did_not_come_together_there_is_nothing_to_do_but_to_leave(language: str) -> None:
    why = say.ErrorReply("node.left-table", [], "")
    face = face_told([LOBBY, why, msgspec.structs.replace(LOBBY, state="failed", offers=[])], language)
    assert shown(face)[-1].strip() == Words(language)("screen.keys.leave")
    face.press("?")
    assert Words(language)("screen.here.failed") in "\n".join(shown(face))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_longer_than_the_screen_is_scrolled_and_says_at_any_time_what_is_to_be_done(language: str) -> None:
    said = [say.TextRef("away", [60]), say.TextRef("idle", [900]), say.TextRef("game", ["through_the_ages", 3])] * 9
    face = face_told([msgspec.structs.replace(LOBBY, conditions=said, guests=LOBBY.guests[::-1]), CHAT], language)
    names = Words(language).listed([guest.name for guest in LOBBY.guests if not guest.ready])
    todo = Words(language)("screen.lobby-state.agreeing.host", names=names)[:20]
    seen = list[str]()
    for _ in range(60):
        now = shown(face)
        assert any(todo in line for line in now) and any("Good luck!" in line for line in now)
        seen += [line for line in now if line not in seen]
        face.press("down")
    assert Words(language)("screen.more-below", n=5).split()[0] not in " ".join(shown(face)), "this is the end"
    assert "amber badge cedar" in " ".join(" ".join(seen).split()) and any("Evening" in line for line in seen)


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_of_every_moment_is_exactly_as_large_as_the_screen(game: str) -> None:
    """Each in two of three sizes; the next one that is told of a moment has others."""
    seen, left_out = 0, count()
    seats, every = {"civilization": (2, 389), "through_the_ages": (2, 139)}.get(game, (3, 5))
    for number, (local, seat) in enumerate(random_moments(game, seats, seed=11, every=every)):
        one, other = (LANGUAGES[(number + step) % len(LANGUAGES)] for step in (0, 1))
        for watcher, language in ((seat, one), (None, other)):
            face, first = face_of(local, watcher, language), next(left_out)
            for at, keys in enumerate(([], ["a"], ["esc", "tab"], ["o"], ["esc", "?"], ["esc", ":", "x"]), first):
                for key in keys:
                    face.press(key)
                for size in (size for left, size in enumerate(((60, 20), (80, 24), (120, 40))) if left != at % 3):
                    rows = face.frame(size).rows
                    assert len(rows) == size[1] and {width(one) for one in rows} == {size[0]}, shown(face, size)
                    assert size[0] < 80 or plain(rows[-1])[-1] == " ", "nothing is painted in that cell"
                    seen += 1
    assert seen >= 24


@pytest.mark.parametrize("language", LANGUAGES)
def test_leaders_and_governments_are_told_apart_by_names_that_fit_beside_all_numbers(language: str) -> None:
    presenter = presenter_for("through_the_ages", Words(language), NAMES)
    called = {
        face: brief_name(presenter.words, face) or presenter.texts.card(face) for face in (*LEADERS, *GOVERNMENTS)
    }
    for edition in EDITIONS:
        brief = {face: name for face, name in called.items() if face in cards_of(edition)}
        assert len({*brief.values()}) == len(brief) > 30
    assert max(width(called[face]) for face in LEADERS) + 1 + max(width(called[face]) for face in GOVERNMENTS) <= 20


def test_a_small_terminal_is_told_how_large_it_must_be() -> None:
    face = face_of(middle(), 0)
    assert "60 columns and 20 lines" in " ".join(shown(face, (59, 24)))
    assert "60 columns" in " ".join(shown(face, (80, 19)))
    assert len(face.frame((1, 1)).rows) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_ascii_a_picture_has_nothing_else(language: str) -> None:
    face = face_of(acting(), 0, language)
    face.panes.view.style = replace(face.style, ascii=True, ideographic="")
    for keys in ([], ["a"], ["?"], ["esc", "q"], ["esc", ":"]):
        for key in keys:
            face.press(key)
        assert all(line.isascii() for line in shown(face))
    assert any("Ann" in line for line in shown(face))


@pytest.mark.parametrize("language", languages())
def test_where_signs_take_two_cells_a_picture_has_none_of_them(language: str) -> None:
    face = face_of(acting(), 0, language)
    face.panes.view.style = replace(face.style, wide_signs=True)
    for keys in ([], ["a"], ["?"], ["esc", "q"], ["esc", ":"]):
        for key in keys:
            face.press(key)
        assert [letter for line in shown(face) for letter in line if is_ambiguous(letter)] == []
        assert {width(line) for line in face.frame((80, 24)).rows} == {80}


def test_what_the_focus_stands_on_and_what_cannot_be_taken_is_told_without_colours() -> None:
    face = face_of(acting(), 0)
    face.press("2")
    marked = [line for line in shown(face) if line.startswith("▸")]
    assert len(marked) == 1 and "Navigation" in marked[0]
    refused = [spot for spot in face.spots() if spot.refusal and spot.faces]
    assert refused and all("[" in "".join(span.text for span in spot.text) for spot in refused)
    face.press("down")
    while (spot := face.spot()) is not None and not spot.refusal:
        face.press("down")
    assert spot is not None
    for key in ("", "enter", "enter"):
        face.press(key) if key else None
        told = " ".join("".join(shown(face)[-7:]).split())
        assert told.count(" ".join(spot.refusal.split())) == 1, "the reason stands there once, asked for or not"


def test_what_is_new_in_the_row_since_the_own_last_turn_is_marked() -> None:
    local = acting()
    face = face_of(local, 0)
    face.panes.view.screen_state = replace(face.screen_state, seen_things=frozenset(["cannon", "opera"]))
    new = [spot for spot in face.spots() if "".join(span.text for span in spot.text).startswith("*")]
    there = {space.card for space in face.context.reading.scene.view.row if space.card}
    leaves = {card for spot in face.spots() for card in spot.faces if plain(spot.text).startswith("<")}
    assert leaves and {card for spot in new for card in spot.faces} == there - leaves - {"cannon", "opera"}


def test_nothing_of_a_hand_is_seen_behind_the_curtain() -> None:
    face = face_of(middle(), 0)
    before = "\n".join(shown(face))
    state = face.context.state
    reading = face.context.reading.of(replace(state, handover_seat=1))
    face.refresh(replace(face.context, reading=reading))
    behind = "\n".join(shown(face))
    assert "Raid" in before and "Raid" not in behind and "Bob" in behind
    assert shown(face)[-1] == "Enter go on  ? help  q leave"
    lines_of(face)
    for keys, said in ((("h", "esc"), []), (("q", "n"), []), (("q", "y"), ["quit"]), (("enter",), [""])):
        for key in keys:
            face.press(key)
            assert "Raid" not in "\n".join(shown(face)), "nor while it is asked about leaving"
        assert lines_of(face) == said


def test_no_key_means_two_things() -> None:
    for place in KeyPlace:
        strokes = [*DIGITS, REDRAW, *(one for action in actions_at(place) for one in action.strokes)]
        for letters in strokes_of_games().values() if place is KeyPlace.GAME else ():
            assert len({*strokes, *letters}) == len(strokes) + len(letters)
        assert len({*strokes}) == len(strokes) > 14


def test_the_page_on_playing_has_the_table_of_keys() -> None:
    board = board_for(presenter_for("through_the_ages", Words(), NAMES))
    page = (ROOT / "docs" / "playing.md").read_text("utf-8")
    words = board.presenter.words
    lines = [f"| {words('keys.key')} | {words('keys.does')} |", "| --- | --- |"]
    lines += [f"| `{key}` | {does} |" for _, keys in key_groups(words, board) for key, does in keys]
    table = "\n".join(lines)
    assert table in page, f"docs/playing.md must have this table:\n{table}"


def own_keys(game: str) -> str:
    """The table of the keys of a game itself, as the page of help lists them."""
    board = board_for(presenter_for(game, Words(), NAMES))
    words = board.presenter.words
    lines = [f"| {words('keys.key')} | {words('keys.does')} |", "| --- | --- |"]
    return "\n".join([*lines, *(f"| `{key}` | {does} |" for keys in game_keys(words, board) for key, does in keys)])


def test_pages_on_playing_have_the_keys_of_every_game() -> None:
    its_own = ("civilization", "civilization/playing.md")
    for game, page in (("civilization", "playing.md"), its_own, ("seven_wonders", "playing.md")):
        table = own_keys(game)
        assert table in (ROOT / "docs" / page).read_text("utf-8"), f"docs/{page} must have this table:\n{table}"


def test_the_page_on_civilization_has_its_words_and_real_pictures() -> None:
    page = (ROOT / "docs" / "civilization" / "playing.md").read_text("utf-8")
    presenter = presenter_for("civilization", Words(), NAMES)
    words = presenter.words
    table = "\n".join(f"| `{words(f'usage.{one}')}` | {words(f'help.{one}')} |" for one in presenter.pages)
    assert table in page, f"docs/civilization/playing.md must have these words:\n{table}"
    for name in ("civ-cities", "civ-hand"):
        picture = (FOLDER / f"{name}-80-en.txt").read_text("utf-8")
        assert picture in page, f"docs/civilization/playing.md must have this picture:\n{picture}"


def test_the_page_on_playing_and_the_readme_show_real_pictures() -> None:
    page = (ROOT / "docs" / "playing.md").read_text("utf-8")
    for name in ("row", "past", "chart", "fair", "defence", "seven-wonders"):
        picture = (FOLDER / f"{name}-80-en.txt").read_text("utf-8")
        assert picture in page, f"docs/playing.md must have this picture:\n{picture}"
    assert (FOLDER / "row-80-en.txt").read_text("utf-8") in (ROOT / "README.md").read_text("utf-8")


def test_keys_are_taken_by_a_client_that_knows_nothing_yet() -> None:
    local, seat = next(iter(random_moments("caravan", 2, seed=1)))
    face = face_of(local, seat)
    face.panes.view.context = None
    face.press("x")
    face.press("q")
    assert lines_of(face)[-1:] == ["quit"]
    assert len(face.frame((80, 24)).rows) == 24
