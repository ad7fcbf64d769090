"""A level of bots that a game does not have is refused by every command that takes one, with those it has."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.terminals import here
from tests.node.processes import Process
from tests.table.peers import sign_charter
from tta_p2p.bots.levels import choices
from tta_p2p.cli.menu.new_game import NewGame
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.plan.plans import Plan, Secrets
from tta_p2p.node.plan.rematch_plan import make_rematch_plan

COMMANDS = (
    ("play", "--game", "caravan", "--level", "hard"),
    ("play", "--game", "caravan", "--level", "normal:warlike"),
    ("host", "--game", "caravan", "--bots", "1", "--level", "normal"),
    ("host", "--game", "caravan", "--bot", "hard", "--detach"),
    ("simulate", "--game", "caravan", "--bots", "easy,hard", "--games", "1"),
    ("demo", "--game", "caravan", "--bots", "normal"),
)


@pytest.mark.parametrize("asked", COMMANDS, ids=" ".join)
def test_a_command_refuses_a_level_that_the_game_does_not_have_and_names_those_it_has(
    asked: tuple[str, ...], tmp_path: Path
) -> None:
    told = here(tmp_path, *asked)
    assert told.returncode == 2 and "has no bots of level" in told.stderr, told.stderr
    assert "Choose random or easy." in told.stderr
    assert "等级的电脑玩家" in here(tmp_path, *asked, "--lang", "zh-Hans").stderr


EVERY = "random, easy, normal or hard; normal and hard also with :warlike, :builder or :scholar, as in hard:warlike"


@pytest.mark.parametrize(
    "asked",
    [
        ("play", "--game", "7-wonders", "--level", "nonsense"),
        ("host", "--game", "7-wonders", "--bots", "1", "--level", "hard:nonsense"),
        ("host", "--game", "7-wonders", "--bot", "easy:warlike", "--detach"),
        ("join", "127.0.0.1:9", "--bot", "nonsense"),
        ("simulate", "--game", "7-wonders", "--bots", "easy,nonsense"),
        ("demo", "--game", "7-wonders", "--bots", "nonsense"),
    ],
    ids=" ".join,
)
def test_whoever_names_no_level_reads_the_same_of_levels_and_personalities_everywhere(
    asked: tuple[str, ...], tmp_path: Path
) -> None:
    told = here(tmp_path, *asked)
    assert told.returncode == 2 and f"Choose {EVERY}." in told.stderr.replace("\n", " "), told.stderr


def test_help_names_levels_and_personalities(tmp_path: Path) -> None:
    assert EVERY in " ".join(here(tmp_path, "help", "programs").stdout.split())
    for command in ("play", "host", "demo", "simulate"):
        page = " ".join(here(tmp_path, command, "--help").stdout.split())
        assert "random, easy, normal or hard" in page and "hard:warlike" in page


def test_a_node_opens_no_table_with_bots_that_the_game_does_not_have(tmp_path: Path) -> None:
    """Whatever the command line lets pass: a plan is checked where it is carried out."""
    for number, (own, beside) in enumerate((("hard", ()), ("", ("easy", "normal")))):
        conditions = Conditions(3, "caravan", bots=beside)
        plan = Plan(do="host", id="n", name="Ann", conditions=conditions, bot=own, quiet=True, listen="127.0.0.1:0")
        with closing(Process(tmp_path / f"home{number}", plan)) as node:
            said = node.wait_for("failed")
            assert "has no bots of level" in said and "its levels are random, easy" in said
            assert node.ends() == 1


def test_the_plan_for_another_game_names_bots_that_the_game_has() -> None:
    """The game before was begun by release 0.4.0, which took every level for every game."""
    charter = sign_charter("seven_wonders", [0, 0, 0, 1], {})[0].charter
    kept = Secrets(bytes(32), [], [[], []], 1, {0: "hard", 1: "normal:warlike", 2: "random"}, "Ann")
    plan = make_rematch_plan(Plan(do="host", id="n", name="Ann"), charter, 0, kept, 0)
    assert plan.conditions is not None
    assert (plan.bot, plan.conditions.bots) == ("hard", ("normal:warlike", "random"))


def test_the_menu_offers_the_levels_of_the_game_that_is_chosen() -> None:
    page = NewGame(None, None)  # type: ignore[arg-type]
    for game in ("through_the_ages", "civilization", "seven_wonders", "caravan"):
        while page._game != game:
            page._turn_game(1)
        assert page._level in choices(game), "the level chosen for the game before"
        seen = set()
        for _ in range(2 * len(choices())):
            page._turn_level(1)
            seen.add(page._level)
        assert seen == {*choices(game)}
