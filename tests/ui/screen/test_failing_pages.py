"""A page that fails costs that page: faults are put into everything that a game gives to show."""

from __future__ import annotations

import inspect
import logging
from typing import Any

import msgspec
import pytest

from tests.seven_wonders.play import city, play
from tests.texts import QUOTED
from tests.ui.fake_node import make_table, typing
from tests.ui.fake_node import play as play_by_lines
from tests.ui.positions import NAMES, random_moments
from tests.ui.screen.keyboard import at_the_screen, face_of, lines_of, shown
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.ui import seven_wonders as room
from tta_p2p.ui.guard import LOG, SWITCH, HookGuard, hooks
from tta_p2p.ui.presenter import Presenter, Results, Speech, Turns, presenter_for
from tta_p2p.ui.reference import Reference, reference_of
from tta_p2p.ui.screen.boards import ActLetter, Board, Choices, board_for
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.style import Style

MAKERS: dict[type[HookGuard], str] = {Board: "make_board", Presenter: "make_presenter", Reference: "make_reference"}
ASPECTS: dict[type[HookGuard], str] = {Turns: "turns", Results: "results", Speech: "speech", Choices: "choices"}
"""What presenters and boards have, and under which name."""
HOOKS = [(root, hook) for root in (*MAKERS, *ASPECTS) for hook in hooks(root)]
FAILED = {"en": "which is a bug", "zh-Hans": "这是tta的程序错误"}


class Injected(Exception):
    """Raised by a page, and by nothing else."""


@pytest.fixture(autouse=True)
def log(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Faults cost what they are in, as they do for people."""
    monkeypatch.setenv(SWITCH, "")
    caplog.set_level(logging.ERROR, LOG.name)
    return caplog


@pytest.fixture(scope="module")
def moment() -> LocalGame[Any, Any]:
    """A moment at which the first player is to use a card of the hand."""
    moments = random_moments("seven_wonders", 3, seed=2, every=4)
    return next(local for local, _ in moments if local.decision is not None and local.decision.key == "choose")


def break_hook(monkeypatch: pytest.MonkeyPatch, root: type[HookGuard], hook: str, result: Any = Injected) -> list[str]:
    """Have a method of the game fail, or give what is nothing; whenever it is asked, that is noted."""
    made = MAKERS.get(root, MAKERS[Board if root is Choices else Presenter])
    aspect = ASPECTS.get(root, "")
    make, asked = getattr(room, made), list[str]()

    def fails(self: HookGuard, *args: Any, **more: Any) -> Any:
        asked.append(hook)
        if result is Injected:
            raise Injected
        return result

    fails.__name__ = hook

    def make_broken(*args: Any) -> HookGuard:
        whole: HookGuard = make(*args)
        cls = type(getattr(whole, aspect) if aspect else whole)
        broken: HookGuard = type(cls.__name__, (cls,), {hook: fails})(*((whole,) if aspect else args))
        if aspect:
            setattr(whole, aspect, broken)
        return whole if aspect else broken

    monkeypatch.setattr(room, made, make_broken)
    return asked


def one_of(root: type[HookGuard], face: ScreenFace) -> Any:
    """Give what a face has of a kind."""
    assert face.context is not None and face.context.presenter is not None
    presenter = face.context.presenter
    if root in ASPECTS:
        return getattr(face.board if root is Choices else presenter, ASPECTS[root])
    return {Board: face.board, Presenter: presenter, Reference: reference_of(presenter)}[root]


def given(root: type[HookGuard], hook: str, presenter: Presenter, face: ScreenFace) -> list[Any]:
    """Give something for each thing that a method asks for, by its name."""
    assert face.context is not None and face.context.reading.scene is not None
    reading, scene = face.context.reading, face.context.reading.scene
    items = reading.menu.entries
    known: dict[str, Any] = {
        "seat": 1, "scene": scene, "style": Style(40), "lines": 12, "reading": reading, "new": frozenset(), "size": 40,
        "place": "", "word": "clay", "turned": 1,
        "items": items, "entries": items, "item": items[0], "within": False, "at": 0, "spots": (),
        "letter": ActLetter("build", ("build",)), "verbs": {"build"}, "faces": ("altar",), "face": "altar",
        "label": items[0].label, "turn": scene.turn if hook == "make_scene" else 1,
        "view": scene.turn.view if hook == "read_view" else scene.view,
        "name": "Ann" if hook == "find_seat" else "city",
        "typed": ["build"] if hook == "guess" else "build altar", "asking": False, "course": (), "act": items[0].act,
        "number": 1, "asked": "altar", "before": scene, "after": scene, "said": (), "text": items[0].text,
        "verb": "build", "cost": (), "places": (), "ending": "", "log": (), "seats": (0, 1, 2), "over": True,
        "language": "en", "by": {}, "options": {}, "among": ["altar"], "legal": scene.turn.legal,
        "topics": reference_of(presenter).topics("en"),
        "about": items[0].label if hook == "kind" else "", "names": "Ann",
        "keys": ("screen.waits", "screen.waits.to") if hook == "wait_text" else {},
    }  # fmt: skip
    if root is Reference and hook in ("find_topics", "search_topics"):
        known["asked"] = known["topics"][0].name
    return [known[name] for name in list(inspect.signature(getattr(root, hook)).parameters)[1:]]


@pytest.mark.parametrize(("root", "hook"), HOOKS, ids=[f"{root.__name__}.{hook}" for root, hook in HOOKS])
def test_a_method_that_fails_costs_what_it_gives_and_the_log_tells_how_to_repeat_it(
    monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture, moment: LocalGame[Any, Any], root: type[HookGuard],
    hook: str,
) -> None:  # fmt: skip
    whole = face_of(moment, 0)
    asked = break_hook(monkeypatch, root, hook)
    face = face_of(moment, 0)
    assert face.context is not None and face.context.presenter is not None
    presenter = face.context.presenter

    picture = shown(face)
    assert len(picture) == 24
    assert (FAILED["en"] in " ".join(" ".join(picture).split())) == bool(asked), "one sentence says so"
    legal = {choice.text for choice in face.context.reading.scene.turn.legal}  # type: ignore[union-attr]
    face.press("a")
    listed = {text for spot in face.spots() for text in (spot.acts or (spot.item.text if spot.item else "",))}
    assert listed == legal, "every act can be chosen"
    spot = face.spot()
    assert spot is not None and spot.item is not None
    lines_of(face)
    face.press("enter")
    assert lines_of(face) in ([f"act {spot.item.text}"], [f"sure {spot.item.text}"]), "what is final is asked about"

    own = one_of(root, face)
    args = given(root, hook, presenter, whole)
    asked.clear()
    result = getattr(own, hook)(*args)
    assert asked == [hook]
    assert whole.context is not None and whole.context.presenter is not None
    sound = reference_of(presenter) if root is Reference else one_of(root, whole)
    if root is not Reference:
        other = getattr(sound, hook)(*args)
        assert isinstance(result, type(other)) or result is None or hook in ("make_scene", "read_view", "guess"), (
            result,
            other,
        )
    records = [one for one in log.records if hook in one.getMessage()]
    assert records and isinstance(records[-1].exc_info[1], Injected)  # type: ignore[index]


def test_every_method_that_a_game_makes_its_own_is_asked_through_the_guard() -> None:
    found = 0
    for name in ("civilization", "seven_wonders", "through_the_ages"):
        presenter = presenter_for(name, Words(), NAMES[:3])
        board = board_for(presenter)
        aspects = [getattr(board if root is Choices else presenter, aspect) for root, aspect in ASPECTS.items()]
        for one in (presenter, board, reference_of(presenter), *aspects):
            for hook in hooks(type(one)):
                own = getattr(type(one), hook)
                root = next(root for root in (*MAKERS, *ASPECTS) if isinstance(one, root))
                shared = own is vars(root)[hook]
                assert shared or hasattr(own, "__wrapped__"), (name, hook)
                found += not shared
    assert found > 80


def test_what_is_logged_repeats_the_fault(
    monkeypatch: pytest.MonkeyPatch, log: pytest.LogCaptureFixture, moment: LocalGame[Any, Any]
) -> None:
    break_hook(monkeypatch, Board, "side_panel")
    shown(face_of(moment, 0))
    record = log.records[-1].getMessage()
    told = msgspec.json.decode(record.partition("; this repeats it: ")[2])
    log.clear()

    presenter = presenter_for(told["game"], Words(told["language"]), told["names"])
    scene, seat, style, lines = told["args"]
    turn = msgspec.convert(scene["turn"], say.TurnReply)
    again = presenter.make_scene(turn, scene["seat"])
    board_for(presenter).side_panel(again, seat, msgspec.convert(style, Style), lines)
    assert [one.getMessage() for one in log.records] == [record]


@pytest.mark.parametrize("language", QUOTED)
@pytest.mark.parametrize(("root", "hook"), [(Board, "overview"), (Board, "side_panel"), (Choices, "spots")])
def test_what_cannot_be_laid_out_is_shown_plainly_until_something_else_is_decided(
    monkeypatch: pytest.MonkeyPatch,
    moment: LocalGame[Any, Any],
    root: type[HookGuard],
    hook: str,
    language: str,
) -> None:
    asked = break_hook(monkeypatch, root, hook, [object()])
    face = face_of(moment, 0, language)
    seen = shown(face)
    assert asked
    assert FAILED[language] in "".join(seen) if language != "en" else FAILED[language] in " ".join(seen), seen
    assert face.context is not None
    legal = {entry.text: entry.number for entry in face.context.reading.menu.entries}
    assert {spot.item.text: spot.number for spot in face.spots() if spot.item is not None} == legal
    for key in ("down", "o", "esc", "?", "esc", "tab", "esc", "1", "h", "esc", "left"):
        face.press(key)
        assert len(shown(face)) == 24


def test_where_the_environment_says_so_every_fault_is_raised(
    monkeypatch: pytest.MonkeyPatch, moment: LocalGame[Any, Any]
) -> None:
    monkeypatch.setenv(SWITCH, "raise")
    break_hook(monkeypatch, Board, "side_panel")
    with pytest.raises(Injected):
        shown(face_of(moment, 0))


async def test_a_game_whose_pages_all_fail_is_played_on_by_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for root, hook in HOOKS:
        if root in (Board, Choices):
            break_hook(monkeypatch, root, hook)
    for hook in ("page", "player", "turn_summary", "card_sheet", "menu_blocks", "points", "decision"):
        break_hook(monkeypatch, Presenter, hook)
    break_hook(monkeypatch, Turns, "measured")
    async with at_the_screen(make_table("seven_wonders", 3, seed=4)) as ann:
        acts = 0
        while acts < 12:
            before = ann.client.state.turn
            seen = await ann.press("o", "esc", "?", "esc", "a", "enter")
            for _ in range(3):
                if ann.client.state.confirmation is not None:
                    seen = await ann.press("y")
            assert len(seen.splitlines()) == 24
            acts += ann.client.state.turn is not before
        assert acts == 12


async def test_line_by_line_a_page_that_fails_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    break_hook(monkeypatch, Presenter, "page")
    break_hook(monkeypatch, Presenter, "menu")
    _, told, _ = await play_by_lines(make_table("seven_wonders", 3, seed=4), typing("hand", "moves", "act 1"))
    text = " ".join(" ".join(told).split())
    assert text.count(FAILED["en"]) >= 2 and "> act 1" in text
    assert "build" in text.lower()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_search_of_the_discard_pile_is_shown(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setenv(SWITCH, "raise")
    pile = ["theater", "walls", "vineyard"]
    table = play(city("halikarnassos", built=["altar"]), seats=4, age=2, turn=4, phase="search", discards=pile)
    face = face_of(table.local, 0, language)
    assert [spot.item.verb for spot in face.spots() if spot.item is not None] == ["take", "take", "take", "decline"]
    assert len(shown(face)) == 24
