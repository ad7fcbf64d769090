"""A whole game of Civilization at the screens of four people, key by key, from a scenario to a conquered capital."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from tests.civilization.play import Table, play, power
from tests.patience import PATIENCE
from tests.ui.fake_node import make_table
from tests.ui.screen.keyboard import Person, style_of
from tta_p2p.games.civilization.game import GAME
from tta_p2p.i18n import Words
from tta_p2p.node.local.table import LocalTable
from tta_p2p.seats.lines import Lines
from tta_p2p.ui.civilization.signs import RIVAL_LETTERS
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.state import SeatRequest

ROME, GERMANY, CHINA, EGYPT = range(4)


def scenario() -> Table:
    """Egypt begins with trade; its aircraft stand beside China's army, and Germany's army beside Rome's capital."""
    return play(
        power("rome", figures={"d4": (2, 0)}, forces=["mounted-2", "infantry-1"]),
        power(
            "germany",
            figures={"a3": (1, 0)},
            forces=["mounted-3", "aircraft-5", "aircraft-6"],
            techs=["biology"],
            culture=2,
        ),
        power(
            "china",
            figures={"m14": (1, 0)},
            forces=["mounted-1", "infantry-3", "artillery-3"],
            events=["wholesale-defection"],
            trade=4,
        ),
        power("egypt", figures={"m13": (1, 0)}, forces=["aircraft-5", "aircraft-6", "aircraft-7"], goods={"iron": 1}),
        phase="trade",
        current=EGYPT,
        first=EGYPT,
    )


class Four:
    """Four people at their screens, and the game that they play."""

    def __init__(self, table: LocalTable, people: list[Person]) -> None:
        self.table, self.people = table, people

    @property
    def position(self) -> Table:
        """The game as everybody sees it."""
        return Table(self.table.local)

    def sees(self, seat: int) -> str:
        """What somebody sees."""
        return self.people[seat].sees()

    def map_at(self, seat: int, square: str) -> str:
        """The last sign of a square on the map that somebody sees, which stands for figures."""
        at = 1 - 2 * (ord("q") - ord(square[0]))
        ends = re.compile(rf"(?<!\d){square[1:]}$")
        (row,) = (line for line in self.sees(seat).split("\n") if " ." in line[-32:] and ends.search(line[:-32]))
        return row[at]

    async def do(self, seat: int, *lines: str) -> str:
        """Let somebody choose acts in the list of all acts, by arrows and Enter alone; what is seen then."""
        person = self.people[seat]
        for line in lines:
            text = GAME.write(self.position.act(line, seat))
            await person.press("a")
            for _ in range(3):  # a line may stand for several acts, which it lists
                spots = person.face.spots()
                at = next(
                    (
                        number
                        for number, spot in enumerate(spots)
                        if text in (spot.acts or (spot.item.text if spot.item else "",))
                    ),
                    None,
                )
                assert at is not None, (line, person.sees())
                item = spots[at].item
                await person.press("home", *["down"] * at, "enter")
                if item is not None:
                    break
            context = person.face.context
            if context is not None and context.state.confirmation is not None:
                await person.press("y")
        return person.sees()


class Told:
    """What the game says in a language."""

    def __init__(self, language: str) -> None:
        self.presenter = presenter_for("civilization", Words(language), ("Ann", "Bob", "Cid", "Dee"))

    def __call__(self, key: str) -> str:
        """The text of a key."""
        text = self.presenter.texts.optional(key)
        assert text is not None, key
        return text


@asynccontextmanager
async def four(language: str) -> AsyncIterator[Four]:
    """Four people at the screens of one table."""
    table = make_table("civilization", 4, people=range(4), local=scenario().local)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.run)
        people = []
        for seat in range(4):
            ours, theirs = memory_stream_pair()
            face = ScreenFace(style_of(language), lambda: (80, 24))
            client = SeatClient(Lines(ours), face, Words(language), SeatRequest(seat), True, lambda: "tta attach")
            nursery.start_soon(table.serve, theirs)
            nursery.start_soon(client.run)
            people.append(Person(client, face))
        with trio.fail_after(PATIENCE):
            await wait_all_tasks_blocked()
            yield Four(table, people)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
async def test_four_people_trade_among_three_strike_at_a_move_save_a_unit_and_turn_the_last_battle(
    language: str,
) -> None:
    async with four(language) as game:
        told = Told(language)
        # a deal of three: each gives something to another one
        await game.do(EGYPT, "parley rome germany", "offer rome iron 1", "hand rome germany trade 2")
        await game.do(EGYPT, "want germany culture 1", "propose")
        assert told("card.iron") in game.sees(ROME) and told("act.decline") in game.sees(ROME).casefold(), game.sees(
            ROME
        )
        assert told("act.decline") not in game.sees(CHINA).casefold(), "who is no part of it is not asked"
        await game.do(ROME, "accept")
        await game.do(GERMANY, "accept")
        s = game.position.s
        assert [s.goods[ROME]["iron"], s.goods[EGYPT]["iron"], s.culture[EGYPT], s.culture[GERMANY]] == [1, 0, 1, 1]
        while game.position.asked != "moves":  # the trade of all, and their cities
            await game.do(game.position.seat, "end")

        # Egypt's aircraft kill all that China has, and China saves what it wants
        await game.do(EGYPT, "move m13 m14 1 0")
        await game.do(CHINA, "pass")
        for number, face in enumerate(("mounted-1", "infantry-3", "artillery-3"), 1):
            await game.do(CHINA, f"front {face}")
            await game.do(EGYPT, f"strike aircraft-{number + 4} {number}")
        seen = await game.do(CHINA)
        assert all(told(f"card.{face}") in seen for face in ("mounted-1", "infantry-3", "artillery-3")), seen
        await game.do(CHINA, "save artillery-3")
        assert game.position.force(CHINA) == ["artillery-3"] and game.position.s.dead["infantry"] == ("infantry-3",)
        await game.do(EGYPT, "seize trade", "end")

        # Rome's armies are struck at on their way, and one goes on
        await game.do(ROME, "move d4 b4 2 0")
        assert game.map_at(CHINA, "d4") != "." and game.position.at(ROME, "d4") == (2, 0)
        await game.do(CHINA, "interrupt wholesale-defection c4 1 0")
        assert game.position.asked == "on-the-way" and game.position.at(ROME, "c4") == (1, 0)
        for seat in range(4):
            assert game.map_at(seat, "c4") in ("A" if seat == ROME else RIVAL_LETTERS), "it stands there for everybody"
            assert game.map_at(seat, "d4") not in f"A{RIVAL_LETTERS}", "they have left"
        await game.do(ROME, "go b4", "end")
        assert game.position.at(ROME, "b4") == (1, 0)

        # Germany attacks the capital, which counts 12: its aircraft (5 and 6) win only if its mounted unit is healed
        # after its attack, and lives
        await game.do(GERMANY, "move a3 b2 1 0")
        await game.do(ROME, "front mounted-2")
        seen = await game.do(GERMANY, "strike mounted-3 1")
        assert told("card.mounted-3") in seen and f"▸1 {told('card.biology')}" in seen, "the second half of its turn"
        await game.do(GERMANY, "heal biology")
        await game.do(ROME, "strike infantry-1 1")
        assert game.position.s.battle is not None and game.position.s.battle.dead[1] == ("mounted-2", "infantry-1")
        await game.do(GERMANY, "front aircraft-5", "front aircraft-6")
        assert game.position.local.over and game.position.s.winner == GERMANY and game.position.s.ending == "military"
        for seat in range(4):
            assert told("ending.military") in " ".join(game.sees(seat).split()), game.sees(seat)
