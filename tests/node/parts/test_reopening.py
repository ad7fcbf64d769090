"""An opener that is not there costs the others no game: they open the table, or read why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from tests.node.opener import WORDS
from tests.node.passing import play_on
from tests.node.processes import Game, Visitor
from tta_p2p.net.errors import Unreachable
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.plan.places import join_target
from tta_p2p.node.plan.plans import Plan, RematchTerms

REACHED = {"nobody-answers"}
"""The words that are an opening as far as anybody can read."""


@contextmanager
def finished(folder: Path, how: dict[int, str], people: tuple[int, ...]) -> Iterator[tuple[Game, list[Visitor]]]:
    """A game of three that is over, with somebody at some nodes who may want to play again."""
    programs = {number: ("tests.node.opener", word) for number, word in how.items()}
    game = Game(folder, 3, game="skiff", people=people, programs=programs)
    try:
        visitors = [game.visit(number, seat=None) for number in people]
        for visitor in visitors:
            while visitor.hear("welcome")["seat"] is None:
                pass
            visitor.say(do="rematch", answer="perhaps")
        play_on(*visitors)
        yield game, visitors
    finally:
        game.close()


def meet(*visitors: Visitor) -> None:
    """All of them come into the room of one table."""
    for visitor in visitors:
        while len((room := visitor.hear("lobby"))["guests"]) < len(visitors):
            assert room["state"] != "failed", visitor.said[-3:]


def reasons(visitor: Visitor) -> list[str]:
    """The keys of all errors that a client was told."""
    return [said["key"] for said in visitor.said if said["is"] == "error"]


def test_who_cannot_be_reached_opens_no_table_says_so_and_comes_to_whoever_does(tmp_path: Path) -> None:
    with finished(tmp_path, {1: "hidden"}, (0, 1, 2)) as (game, (ann, bob, cleo)):
        ann.close()
        game.wait(0)
        bob.say(do="rematch")
        while bob.hear("error")["key"] != "node.rematch-unreachable":
            pass
        while "Player 1" not in cleo.hear("rematch")["names"]:
            pass
        cleo.say(do="rematch")
        meet(bob, cleo)
        assert next(one["name"] for one in bob.said[-1]["guests"] if one["host"]) == "Player 2"


def test_who_cannot_be_reached_and_whom_nobody_joins_reads_that_it_waits_no_more(tmp_path: Path) -> None:
    with finished(tmp_path, {2: "hidden-for-a-moment"}, (0, 2)) as (game, (ann, cleo)):
        ann.close()
        game.wait(0)
        cleo.say(do="rematch")
        while cleo.hear("error")["key"] != "node.rematch-late":
            pass
        game.wait(2)


@pytest.mark.parametrize("liar", [0, 1], ids=["the host", "a guest"])
@pytest.mark.parametrize("word", WORDS)
def test_who_says_that_it_opens_the_table_and_is_not_there_costs_the_others_no_game(
    word: str, liar: int, tmp_path: Path
) -> None:
    how = {number: word if number == liar else "hurried" for number in range(3)}
    honest = tuple(number for number in range(3) if number != liar)
    with finished(tmp_path, how, honest) as (game, visitors):
        for visitor in visitors:
            visitor.say(do="rematch")
        if word in REACHED:
            for visitor in visitors:
                while visitor.hear("error")["key"] != "node.rematch-missed":
                    pass
        meet(*visitors)
        assert all(game.nodes[number].running for number in honest)
        for visitor in visitors:
            assert "node.rematch-failed" not in reasons(visitor)


def test_an_opener_that_closes_its_table_costs_the_others_no_game(tmp_path: Path) -> None:
    with finished(tmp_path, {0: "closing", 1: "hurried", 2: "hurried"}, (1, 2)) as (_, visitors):
        for visitor in visitors:
            visitor.say(do="rematch")
        for visitor in visitors:
            while (said := visitor.hear("error"))["key"] != "node.rematch-missed":
                pass
            assert said["args"][0] == "closed"
        meet(*visitors)


def test_whatever_fails_on_the_way_to_another_game_is_told_to_every_client(tmp_path: Path) -> None:
    with finished(tmp_path, {0: "failing", 1: "failing"}, (0, 1)) as (game, (ann, bob)):
        onlooker = game.visit(0, watch=True)
        onlooker.hear("over")
        for visitor in (ann, bob):
            visitor.say(do="rematch")
        for visitor in (ann, onlooker, bob):
            while visitor.hear("error")["key"] != "node.rematch-failed":
                pass
        assert game.nodes[0].ends() == 1, "it is the host, and opens no table"


TERMS = RematchTerms(Conditions(2, game="skiff"), (), (), "00")


@pytest.mark.parametrize(
    "what", [{"again": TERMS}, {"again": TERMS, "table": "tea"}, {"again": TERMS, "address": "a:1"}]
)
def test_a_table_without_an_address_is_not_looked_for_in_silence(what: dict[str, Any]) -> None:
    plan = Plan(do="join", id="ann", name="Ann", **what)
    with pytest.raises(Unreachable) as refused:
        trio.run(join_target, plan)
    assert refused.value.why == ("no-address",)
