"""A few sessions of the campaign at the screen, and what it must find; `./scripts/soak screens` plays them for long."""

from __future__ import annotations

import json

import pytest
import soak
from campaigns import screens

from tests.ui.campaign.sessions import SORTS, play
from tests.ui.campaign.watch import of_frame, of_line
from tests.ui.campaign.work import Limit, Wedge
from tta_p2p.ui.screen.boards import Board
from tta_p2p.ui.screen.face import ScreenFace


@pytest.mark.parametrize("sort", SORTS)
def test_a_session_of_each_sort_finds_nothing_and_is_the_same_again(sort: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("sessions", "menus", "meetings"):
        monkeypatch.setattr(f"tests.ui.campaign.{module}.KEYS", 40)
    first = play(6, sort, "smugglers")
    assert first.found == [] and first.counts["pictures"] > 5 and first.counts["keys"] >= 20
    assert play(6, sort, "smugglers") == first


def soaked(*words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict]:  # type: ignore[type-arg]
    monkeypatch.setattr(screens, "prepare", lambda: None)  # this process has other tests to run
    monkeypatch.setattr("sys.argv", ["soak", "screens", "--jobs", "1", "--json", *words])
    code = soak.main()
    return code, json.loads(capsys.readouterr().out)


def test_a_page_that_fails_is_printed_with_the_command_that_shows_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--games", "1", "--seed", "5", "--session", "frames", "--game", "smugglers")
    code, told = soaked(*words, monkeypatch=monkeypatch, capsys=capsys)
    assert code == 0 and told["found"] == [] and told["sessions"] == {"frames": 1}
    monkeypatch.setattr(Board, "side_panel", lambda *_: 1 // 0)
    monkeypatch.setattr(Board, "overview", lambda *_: 1 // 0)
    code, told = soaked(*words, monkeypatch=monkeypatch, capsys=capsys)
    (found,) = told["found"]
    assert code == 1 and found["kind"] == "raised" and "ZeroDivisionError" in found["matter"] and found["seed"] == 5
    assert found["again"] == "./scripts/soak screens --seed 5 --games 1 --jobs 1 --session frames --game smugglers"
    assert "at Turn of smugglers" in "\n".join(found["seen"])


def test_a_key_whose_step_has_no_end_is_found_by_what_it_executes(monkeypatch: pytest.MonkeyPatch) -> None:
    def spin(face: ScreenFace, key: str) -> None:
        while key == "down":
            pass

    monkeypatch.setattr(ScreenFace, "press", spin)
    monkeypatch.setattr("tests.ui.campaign.work.Limit.__init__.__defaults__", (0.01, 10_000))
    told = play(5, "frames", "smugglers")
    assert [kind for kind, *_ in told.found] == ["a step without end"]


def test_a_limit_lets_long_work_pass_and_stops_what_comes_to_no_end() -> None:
    with Limit(0.01, 10_000_000):
        assert sum(one % 7 for one in range(300_000))
    with pytest.raises(Wedge), Limit(0.01, 10_000):
        while True:
            pass


def test_somebody_whom_no_key_leads_on_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = ScreenFace.read

    async def deaf(face: ScreenFace, prompt: str) -> str | None:
        line = await inner(face, prompt)
        while line is not None and line.startswith(("act", "sure")):
            line = await inner(face, prompt)
        return line

    monkeypatch.setattr(ScreenFace, "read", deaf)
    monkeypatch.setattr("tests.ui.campaign.monkey.PATIENCE", 5)
    monkeypatch.setattr("tests.ui.campaign.monkey.TYPED", ("who",))
    kinds = {kind for seed in range(5) for kind, *_ in play(seed, "game", "smugglers").found}
    assert "no key leads on" in kinds


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("▸ 1 Take Moses", {"a word of another language"}),
        ("轮到你了 for you", {"a word of another language"}),
        ("  screen.none", {"a raw key"}),
        ("  {n} 点", {"a raw key"}),
        ("点\x1b[31m", {"a letter that is none"}),
        (" 3 在b15    3 ··  ··  G   D   Mia", set()),
        ("`tta resume 1234` 继续；Enter 确认；Ann 放弃", set()),
        ("join）时，每次洗牌、抽牌和声明都有证明。", set()),
        ("对局记录：/data/transcripts/bdbf880ff50590ed.tta", set()),
    ],
)
def test_a_line_is_looked_at_for_raw_keys_and_other_languages(line: str, kinds: set[str]) -> None:
    assert {kind for kind, _ in of_line(line, "zh-Hans", frozenset({"Ann"}))} == kinds


def test_a_picture_is_as_large_as_its_window_in_cells_of_a_terminal() -> None:
    assert list(of_frame(["中文", "ab  "], (3, 1), (4, 2))) == []
    kinds = [kind for kind, _ in of_frame(["中文x", "ab"], (4, 0), (4, 3))]
    assert kinds == ["too many or too few rows", "a row wider than the screen", "a cursor outside"]
