"""Puzzles: each is legal, its best turn reaches its value, and a person is told how their turn compares."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
from puzzle_search import check as other_program
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from tests.ground.repository import ROOT
from tests.patience import PATIENCE
from tests.ui.fake_node import Script, typing
from tests.ui.screen.keyboard import Person, style_of
from tta_p2p.cli.terminal.desk import ExerciseDesk
from tta_p2p.cli.terminal.puzzle import PuzzleExercise
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats.lines import Lines
from tta_p2p.ui.blocks import lay_out
from tta_p2p.ui.cells import plain as plain_row
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.lines.face import LineFace
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.puzzle import BadTurn, Puzzle, carry_out, judge, plain, puzzles_for
from tta_p2p.ui.puzzle_guide import PuzzleGuide, PuzzlePages
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.state import SeatRequest
from tta_p2p.ui.style import Style
from tta_p2p.ui.through_the_ages import puzzles as stored
from tta_p2p.ui.through_the_ages.puzzle_goals import CONDITIONS, QUANTITIES

GAME = "through_the_ages"
PUZZLES = puzzles_for(GAME)
WISH = SeatRequest(0, tutorial=True, puzzle=True)
INTACT = next(at for at, one in enumerate(PUZZLES) if "destroy" in one.without)
"""A puzzle that may not be solved by tearing down."""
SMALL = [row for row in other_program.stored_puzzles() if row["states"] < 500][:4]


# --- the file ----------------------------------------------------------------------------------------------------


def test_every_best_turn_is_legal_and_reaches_its_value() -> None:
    for puzzle in PUZZLES:
        steps, value = carry_out(puzzle, puzzle.turn)
        assert value == puzzle.best, puzzle.name
        assert [step.act for step in steps] == list(puzzle.turn)
        assert all(reached is None or reached <= puzzle.best for reached in puzzle.bots.values()), puzzle.name


def test_the_last_round_is_the_last_and_a_war_is_fought_against_the_solver() -> None:
    for row in stored.read_rows():
        if row.theme == "war":
            assert {(war["attacker"], war["rival"]) for war in row.position["wars"]} >= {(1, 0)}, row.origin
            assert all(war["rival"] == 0 for war in row.position["wars"] if war["attacker"] == 1), row.origin
    for puzzle in PUZZLES:
        local = puzzle.make()
        local.act(next(option.act for option in local.legal(0) if option.act.verb == "end"))
        assert local.over == (puzzle.theme == "last-round"), puzzle.name


def test_no_two_puzzles_are_alike_and_easier_ones_come_first() -> None:
    assert len({one.name for one in PUZZLES}) == len(PUZZLES)
    assert len({tuple(sorted(one.turn)) for one in PUZZLES}) == len(PUZZLES)
    missed = [len(one.missed) for one in PUZZLES]
    assert missed == sorted(missed)


def test_the_page_says_how_many_puzzles_bots_solve() -> None:
    found = [sum(level not in one.missed for one in PUZZLES) for level in ("easy", "normal", "hard")]
    none = sum(len(one.missed) == 3 for one in PUZZLES)
    easy, normal, hard = found
    told = f"Of the sixty, `easy` finds {easy}, `normal` {normal} and `hard` {hard}; {none} are found by none of them."
    assert len(PUZZLES) == 60 and told in (ROOT / "docs/through-the-ages/puzzles.md").read_text("utf-8"), told


def test_the_file_is_of_the_version_that_is_read_and_stays_small() -> None:
    data = Path(stored.__file__).with_name(stored.FILE).read_bytes()
    assert data.startswith(b'{"version":%d,' % stored.VERSION)
    assert len(data) < 160_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_goal_and_quantity_has_words(language: str) -> None:
    presenter = presenter_for(GAME, Words(language))
    pages = PuzzlePages(presenter)
    for puzzle in PUZZLES:
        told = "\n".join(map(plain_row, lay_out(pages.goal(puzzle), Style(80))))
        assert told and "puzzle." not in told and "{" not in told
        assert "puzzle." not in pages.short_goal(puzzle) + pages.value(puzzle, puzzle.best)
        assert presenter.words.optional(f"puzzle.theme.{puzzle.theme}") is not None
    for name in QUANTITIES:
        assert presenter.words.optional(f"puzzle.counts.{name}") and presenter.words.optional(f"puzzle.counted.{name}")
    for name in CONDITIONS:
        assert presenter.words.optional(f"puzzle.goal.{name}")


# --- the program that checks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", SMALL, ids=lambda row: row["origin"])
def test_another_program_finds_no_better_turn(row: Mapping[str, Any]) -> None:
    found = other_program.check(row)
    assert found.complete and found.best == found.told == row["best"]


def test_a_puzzle_that_promises_too_little_or_another_turn_is_refuted() -> None:
    row = SMALL[0]
    other = {**row, "best": [row["best"][0] - 1, *row["best"][1:]]}
    assert other_program.check(other).best != other["best"]
    assert other_program.check({**row, "turn": ["end"]}, most=1).told != row["best"]
    assert other_program.check({**row, "turn": ["take 99", "end"]}, most=1).told is None


def test_the_program_that_checks_shares_nothing_with_the_others_but_the_rules() -> None:
    tree = ast.parse(Path(other_program.__file__).read_text("utf-8"))
    modules = {one.module or "" for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)}
    modules |= {alias.name for one in ast.walk(tree) if isinstance(one, ast.Import) for alias in one.names}
    assert all(not one or one.split(".")[0] != "tta_p2p" or one.startswith("tta_p2p.games") for one in modules)
    assert not any(isinstance(one, ast.ImportFrom) and one.level for one in ast.walk(tree))
    assert not any(one.startswith(("puzzle_search", "find_puzzles")) for one in modules)


# --- comparing a turn --------------------------------------------------------------------------------------------


def _may_stop_after_first(puzzle: Puzzle) -> bool:
    """Whether the first act of the best turn asks for nothing else."""
    local = puzzle.make()
    local.act(next(option.act for option in local.legal(0) if plain(option.act) == puzzle.turn[0]))
    return any(option.act.verb == "end" for option in local.legal(0))


def test_a_turn_is_compared_with_the_best_and_it_says_where_they_part() -> None:
    puzzle = next(one for one in reversed(PUZZLES) if _may_stop_after_first(one))
    assert judge(puzzle, puzzle.turn).parted is None
    short = judge(puzzle, ["end"])
    assert not short.is_best(puzzle) and short.parted == 0
    begun = judge(puzzle, [puzzle.turn[0], "end"])
    assert begun.parted == 1 and [step.act for step in begun.steps] == [puzzle.turn[0], "end"]


def test_a_turn_that_is_not_over_or_not_legal_is_no_turn() -> None:
    puzzle = PUZZLES[-1]
    with pytest.raises(BadTurn) as unfinished:
        judge(puzzle, puzzle.turn[:-1])
    assert unfinished.value.act == ""
    with pytest.raises(BadTurn) as further:
        judge(puzzle, [*puzzle.turn, "end"])
    assert further.value.act == "end"
    with pytest.raises(BadTurn):
        judge(replace(puzzle, without=(puzzle.turn[0].split()[0],)), puzzle.turn)


def test_a_better_turn_than_the_one_that_is_known_counts_as_solved() -> None:
    puzzle = PUZZLES[-1]
    modest = replace(puzzle, best=(puzzle.best[0] - 1, *puzzle.best[1:]), turn=("end",))
    found = judge(modest, puzzle.turn)
    assert found.is_best(modest) and found.value == puzzle.best


# --- at the screen and in lines ----------------------------------------------------------------------------------


class Solver:
    """One person with a guide."""

    def __init__(self, number: int, language: str = "en") -> None:
        self.kept: list[tuple[str, bool, int]] = []
        ours, self.theirs = memory_stream_pair()
        face = ScreenFace(style_of(language), lambda: (80, 24))
        face.panes.numbers.clock = lambda: 0.0
        self.guide = PuzzleGuide(PUZZLES, number, True, self._keep)
        self.desk = ExerciseDesk(PuzzleExercise(GAME, PUZZLES, self.guide), number, "Ann")
        client = SeatClient(Lines(ours), face, Words(language), WISH, True, lambda: "tta puzzle next", self.guide)
        self.person = Person(client, face)

    def _keep(self, puzzle: Puzzle, solved: bool, clues: int) -> None:
        self.kept.append((puzzle.name, solved, clues))

    async def begin(self, nursery: trio.Nursery) -> Person:
        nursery.start_soon(self.desk.run)
        nursery.start_soon(self.desk.table.serve, self.theirs)
        nursery.start_soon(self.person.client.run)
        await wait_all_tasks_blocked()
        return self.person


async def _type(person: Person, line: str) -> str:
    """Type a line at the screen, and yes where that is asked."""
    seen = await person.press("esc", ":", *line, "enter")
    return await person.press("y") if person.client.state.confirmation is not None else seen


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_best_turn_solves_a_puzzle_at_the_screen_and_the_next_one_follows(language: str) -> None:
    solver, words = Solver(0, language), Words(language)
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await solver.begin(nursery)
            theme = presenter_for(GAME, words).words(f"puzzle.theme.{PUZZLES[0].theme}")
            assert words("puzzle.title", n=1, of=len(PUZZLES), theme=theme) in person.sees(), person.sees()
            await person.press("enter")
            assert words("puzzle.task", n=1, counts="")[:6] in person.sees(), person.sees()
            for text in PUZZLES[0].turn:
                seen = await _type(person, text)
            assert words("puzzle.solved") in seen and words("puzzle.same") in seen, seen
            assert solver.kept == [(PUZZLES[0].name, True, 0)]
            seen = await person.press("enter", ">")
            assert solver.guide.number == 1 and words("puzzle.title", n=2, of=len(PUZZLES), theme="")[:5] in seen, seen
            assert solver.kept == [(PUZZLES[0].name, True, 0)]
        nursery.cancel_scope.cancel()


async def test_clues_come_step_by_step_and_another_turn_is_told_how_much_it_lacks() -> None:
    solver = Solver(len(PUZZLES) - 1)
    puzzle = PUZZLES[-1]
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await solver.begin(nursery)
            most = len(puzzle.turn) + 1
            assert f"Clue 1 of {most}" in await person.press("enter", "H")
            seen = await person.press("enter", "H")
            assert f"Clue 2 of {most}" in seen and "1. " in seen and "2. " not in seen, seen
            seen = await _type(person, "end")
            assert "Not the best turn" in seen and "You ended the turn too early" in seen, seen
            assert solver.kept == [(puzzle.name, False, 2)]
            seen = await _type(person, "lesson again")
            assert f"Puzzle {len(PUZZLES)} of" in seen, seen
            assert f"Clue 1 of {most}" in await person.press("enter", "H")
        nursery.cancel_scope.cancel()


MISSED = next(at for at, one in enumerate(PUZZLES) if judge(one, ["end"]).value is None)
LAST_ROUND = next(at for at, one in enumerate(PUZZLES) if one.theme == "last-round")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_turn_that_misses_the_goal_is_told_in_a_sentence_of_its_own(language: str) -> None:
    solver, words = Solver(MISSED, language), Words(language)
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await solver.begin(nursery)
            seen = await _type(person, "end")
            assert words("puzzle.yours.missed") in seen and words("puzzle.missed") not in seen.replace(
                words("puzzle.yours.missed"), ""
            ), seen
        nursery.cancel_scope.cancel()


async def test_whoever_fails_a_puzzle_of_the_last_round_is_not_said_to_have_won() -> None:
    solver = Solver(LAST_ROUND)
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await solver.begin(nursery)
            seen = await _type(person, "end")
            assert person.client.state.game_over is not None and "Not the best turn" in seen, seen
            assert "won" not in person.sees(), seen
        nursery.cancel_scope.cancel()


async def test_what_a_puzzle_excludes_is_not_done() -> None:
    solver = Solver(INTACT)
    torn = next(
        text for one in PUZZLES[INTACT].make().legal(0)
        if (text := PUZZLES[INTACT].make().game.write(one.act)).startswith(("destroy", "disband"))
    )  # fmt: skip
    async with trio.open_nursery() as nursery:
        with trio.fail_after(PATIENCE):
            person = await solver.begin(nursery)
            seen = await _type(person, torn)
            assert "without that" in seen, seen
            assert not person.client.state.turn.draft
        nursery.cancel_scope.cancel()


def test_a_puzzle_is_solved_line_by_line() -> None:
    number = next(at for at, one in enumerate(PUZZLES) if one.make().state.age < 4)  # the game goes on after it
    puzzle = PUZZLES[number]

    async def run() -> list[str]:
        ours, theirs = memory_stream_pair()
        told = typing("hint", *puzzle.turn, "quit")
        script = Script(lambda client: "y" if client.state.confirmation is not None else told(client), True)
        guide = PuzzleGuide(PUZZLES, number, False, lambda *kept: None)
        desk = ExerciseDesk(PuzzleExercise(GAME, PUZZLES, guide), number, "Ann")
        client = SeatClient(Lines(ours), LineFace(script, Style()), Words(), WISH, True, lambda: "tta puzzle", guide)
        script.client = client
        async with trio.open_nursery() as nursery:
            nursery.start_soon(desk.run)
            nursery.start_soon(desk.table.serve, theirs)
            with trio.fail_after(PATIENCE):
                await client.run()
            nursery.cancel_scope.cancel()
        return script.shown

    said = "\n".join(trio.run(run))
    assert "Clue 1 of" in said and "Solved" in said and "two programs have tried all of them" in said, said
    assert "goes on with the puzzles" in said, said
