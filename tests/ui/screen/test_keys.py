"""The keys of a player: the file, its mistakes, and a screen that follows it everywhere."""

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.positions import random_moments
from tests.ui.screen.keyboard import coming, face_of, lines_of, shown
from tests.ui.screen.keyboard import face_told as usual_face
from tta_p2p.i18n import LANGUAGES, Words, catalogue
from tta_p2p.keyboard.key_file import PRESETS, BadKeys, parse_keys, preset_text, read_keys, written_keys
from tta_p2p.keyboard.key_map import USUAL, KeyMap, actions_at
from tta_p2p.keyboard.strokes import NAMED, NoSuchStroke, parse_stroke, write_stroke
from tta_p2p.keyboard.table import ACTIONS, KEYS, KeyPlace
from tta_p2p.ui.cells import plain
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.keys import explained, short_names, strokes_of_games
from tta_p2p.ui.screen.panel import panel_heading
from tta_p2p.ui.screen.screen_state import ALL_ACTS
from tta_p2p.ui.screen.viewport import Viewport

GAMES = strokes_of_games()
OTHERS = tuple("éèàùçñøåæœþðłđħŧŋßµ¿¡§¶÷×¤€£¥¢äöüïëõãâêîôûÿăčěğńřšžů")
"""Strokes that nothing stands for by the usual keys: more than there are actions."""
FOREIGN = KeyMap({name: (stroke,) for name, stroke in zip(ACTIONS, OTHERS, strict=False)})


@pytest.mark.parametrize("preset", ["", *PRESETS])
def test_the_keys_that_are_printed_are_a_file_that_says_the_same(preset: str) -> None:
    text = f'preset = "{preset}"' if preset else ""
    keys = parse_keys(text, GAMES)
    again = parse_keys(written_keys(keys, GAMES, explained(Words())), GAMES)
    assert all(again.strokes(name) == keys.strokes(name) for name in ACTIONS)
    assert all(again.letters(game, own) == keys.letters(game, own) for game, own in GAMES.items())


def test_a_preset_is_a_file_that_is_right() -> None:
    for preset in PRESETS:
        keys = parse_keys(preset_text(preset), GAMES)
        assert keys.chosen and keys == parse_keys(f'preset = "{preset}"', GAMES)


@pytest.mark.parametrize(
    "text, key, line",
    [
        ('undo = "u"\nlog = "u"', "clash", 2),
        ('log = "z"', "clash", 1),
        ('\nredo = "Ctrl-L"', "stroke.ctrl", 2),
        ('news = "n"\n[through-the-ages]\nhand-page = "n"', "clash", 3),
        ('preset = "hjkl"\nlog = "j"', "clash", 2),
        ('news = "ctrl c"', "clash", 1),
        ('[caravan]\n\njump = "u"', "action", 3),
        ('# mine\nfly = "u"', "action", 2),
        ('[chess]\ncastle = "c"', "game", 1),
        ('preset = "emacs"', "preset", 1),
        ('undo = "super z"', "stroke.unknown", 1),
        ('undo = ["z", "ctrl shift z"]', "stroke.unknown", 1),
        ('undo = "ctrl i"', "stroke.ctrl", 1),
        ('undo = "ctrl z"', "stroke.ctrl", 1),
        ('undo = "alt z"', "stroke.unknown", 1),
        ('undo = "7"', "stroke.digit", 1),
        ("undo = 7", "value", 1),
        ("undo = []", "value", 1),
        ("undo = z", "toml", 1),
        ('undo = "u"\nundo = "v"', "toml", 2),
        ('undo = "', "toml", 1),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_line(text: str, key: str, line: int) -> None:
    with pytest.raises(BadKeys) as refused:
        parse_keys(text, GAMES)
    assert (refused.value.key, refused.value.line) == (key, line)
    for language in LANGUAGES:
        said = Words(language).line(f"keys.bad.{refused.value.key}", refused.value.told)
        assert said and "{" not in said


@given(
    st.binary(max_size=80)
    | st.from_regex(r"((undo|log|preset|\[caravan\])( = |\.)?[\"\'\[]?.?[\"\'\]]?\n){0,3}").map(str.encode)
)
def test_any_file_is_read_or_refused_in_words(data: bytes) -> None:
    try:
        read_keys(data, GAMES)
    except BadKeys as error:
        assert Words().line(f"keys.bad.{error.key}", error.told)


@given(st.sampled_from(sorted(NAMED)) | st.characters(exclude_categories=["C", "Z", "Nd", "No"]))
def test_a_stroke_that_is_shown_can_be_written_in_the_file(stroke: str) -> None:
    arrows = {"↑": "up", "↓": "down", "←": "left", "→": "right"}
    shown_as = write_stroke(stroke)
    assert parse_stroke(stroke) == stroke
    assert stroke in arrows or parse_stroke(arrows.get(shown_as, shown_as)) == stroke


def test_no_way_out_can_be_lost() -> None:
    assert "ctrl c" in parse_keys('leave = "Q"', GAMES).strokes("leave")
    with pytest.raises(NoSuchStroke):
        parse_stroke("ctrl s")


def test_each_stroke_stands_for_one_usual_key_at_each_place() -> None:
    for place in KeyPlace:
        for action in actions_at(place):
            assert FOREIGN.usual_key(FOREIGN.strokes(action.name)[0], place) == action.strokes[0]
            assert not FOREIGN.usual_key(action.strokes[0], place), "what has moved away does nothing any more"
            assert USUAL.usual_key(action.strokes[-1], place) == action.strokes[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_of_keys_name_no_key_of_their_own(language: str) -> None:
    """Each item of a footer begins with places; so it follows the file."""
    words = Words(language, FOREIGN)
    usual = {Words(language).stroke(stroke) for action in ACTIONS.values() for stroke in action.strokes}
    some = [key for key in catalogue(language) if key.startswith(("screen.keys.", "menu.line."))]
    literal = {
        "screen.keys.any",
        "screen.keys.typing",
        "menu.line.typing",
    }  # the keys of a line that is typed are fixed
    assert len(some) > 40
    for key in some:
        said = words(key, names="Ann", n=1, typed="e")
        begun = [re.split(r"[ 一-鿿]", item.strip(), maxsplit=1)[0] for item in said.split("  ")]
        assert key in literal or not usual & {*begun}, said


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_says_of_a_shared_key_in_each_game_what_it_says_everywhere(language: str) -> None:
    words = Words(language)
    for game in GAMES:
        spoken = presenter_for(game, words).words
        for key in KEYS:
            name = f"key.{key.action}"
            assert spoken(name) == words(name), f"{game} says {name} for an action of its own"


@pytest.mark.parametrize("game", ["through_the_ages", "seven_wonders", "civilization"])
def test_a_screen_with_other_keys_does_the_same(game: str) -> None:
    """Whatever the usual keys do somewhere, the chosen ones do as well; help and footer show them."""
    keys = parse_keys('preset = "hjkl"\nundo = "f5"\nhelp = "f2"\nall = "ctrl a"', GAMES)
    local, seat = next(islice(random_moments(game, 3, 5), 9, None))
    for action in ("down", "up", "all", "enter", "undo", "redo", "past", "chart", "news", "log", "help", "who", "end"):
        usual = usual_face(coming(local, seat))
        mine = usual_face(coming(local, seat), words=Words("en", keys))
        usual.press(ACTIONS[action].strokes[0])
        mine.press(keys.strokes(action)[-1])
        assert lines_of(mine) == lines_of(usual)
        if action != "help":
            assert shown(mine)[:-1] == shown(usual)[:-1]
        else:
            usual.press("end"), mine.press("end")
            page = "\n".join(shown(mine))
            assert page != "\n".join(shown(usual))
    mine = usual_face(coming(local, seat), words=Words("en", keys))
    assert "F2 help" in shown(mine)[-1] and "? help" not in shown(mine)[-1]


def test_a_number_too_long_to_read_is_told() -> None:
    with pytest.raises(BadKeys) as caught:
        parse_keys("undo = " + "1" * 5000, {})
    assert caught.value.key == "toml"


def test_the_table_of_a_game_may_have_a_short_name() -> None:
    short = short_names()
    assert short["civ"] == "civilization" and short["tta"] == "through_the_ages"
    keys = parse_keys('[civ]\nmove = "G"\n[civilization]\nbuild = "B"', GAMES, short)
    assert keys == parse_keys('[civilization]\nmove = "G"\nbuild = "B"', GAMES)
    with pytest.raises(BadKeys) as refused:
        parse_keys('undo = "f5"\n[civ]\nmove = "G"\nno-such = "B"', GAMES, short)
    assert (refused.value.key, refused.value.line) == ("action", 4)


@pytest.mark.parametrize("game, every", [("through_the_ages", 17), ("civilization", 7)])
def test_a_list_is_titled_by_what_is_in_it_and_says_whether_typing_filters(game: str, every: int) -> None:
    seen = set()
    for number, (local, seat) in enumerate(islice(random_moments(game, 3, 5, every=every), 24)):
        language = sorted(LANGUAGES)[number % len(LANGUAGES)]
        words = Words(language)
        face = face_of(local, seat, language)
        view = face.panes.view
        assert view.context is not None and view.board is not None
        presenter, legal = view.context.presenter, {item.verb for item in view.context.reading.menu.entries}
        assert presenter is not None
        for key, letter in view.board.controls.letters.items():
            verbs = [verb for verb in letter.verbs if verb in legal]
            if not letter.has_kinds or not verbs:
                continue
            face.press("esc")
            face.press(key)
            if face.screen_state.list_name == key:
                assert not _filters(face, words)
                seen.update(verbs)
                told = _title(face, view)
                for verb in letter.verbs:
                    named = presenter.verb_name(verb).casefold()
                    assert verb not in verbs or named in told.casefold(), (told, verb)
                assert told.count(words("comma").strip()) == len(verbs) - 1, (told, verbs)
        face.press("esc")
        face.press("a")
        if face.screen_state.list_name == ALL_ACTS and view.context.state.may_act:
            assert _filters(face, words)
    assert seen


def _filters(face: ScreenFace, words: Words) -> bool:
    """Whether the last row says that typing filters."""
    how = words("screen.keys.filter").partition("  ")[0]
    return shown(face)[-1].startswith(how)


def _title(face: ScreenFace, view: Viewport) -> str:
    assert view.context is not None and view.board is not None
    return plain(panel_heading(face.screen_state, view.context.reading, view.board))


@pytest.mark.parametrize("game", ["civilization", "seven_wonders", "through_the_ages"])
def test_a_list_that_a_letter_has_opened_names_the_key_that_closes_it(game: str) -> None:
    opened = 0
    for local, seat in islice(random_moments(game, 3, seed=4, every=40), 6):
        for size in ((60, 20), (80, 24)):
            face = face_of(local, seat, size=size)
            assert face.board is not None
            for letter in face.board.controls.letters:
                face.press(letter)
                if face.screen_state.list_name == letter:
                    assert "Esc back" in shown(face)[-1] and "? help" in shown(face)[-1], shown(face)[-1]
                    opened += 1
                face.press("esc")
    assert opened or game == "seven_wonders"
