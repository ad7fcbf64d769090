"""Where each frame of Civilization asks: a position a frame, in the words of its rules tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.civilization.battle.attacks import bereft
from tests.civilization.battle.attacks import village as attacked_village
from tests.civilization.movement.routes import afloat
from tests.civilization.movement.routes import three as between_ways
from tests.civilization.play import Table, play, power
from tests.civilization.turn.deals import ring
from tests.ui.asking.positions import Position
from tests.ui.civilization import fight, middle
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.board import capital_of
from tta_p2p.games.civilization.map.squares import name_of
from tta_p2p.games.local import LocalGame

ROME, GERMANY = {"f3": "capital"}, {"c14": "capital"}
SPY: Mapping[str, Any] = {"huts": ["hut-spy"]}


def _rome(phase: str, *lines: str, theirs: Mapping[str, Any] | None = None, **own: Any) -> Table:
    """Rome at f3 acts, Germany at c14 may answer with what is ``theirs``."""
    table = play(power("rome", cities=ROME, **own), power("germany", cities=GERMANY, **theirs or {}), phase=phase)
    return table.do(*lines)


def _three(phase: str, *lines: str, **own: Any) -> Table:
    return play(power("rome", **own), power("germany", trade=5), power("egypt"), phase=phase).do(*lines)


def _begun(*verbs: str) -> Table:
    """A game in which civilizations are chosen, where the first acts of these verbs have been done."""
    local: LocalGame[Any, Any] = LocalGame(GAME, 2, {"civilizations": "chosen"}, 3)
    local.answer_needs()
    table = Table(local)
    for verb in verbs:
        named = verb if " " in verb else f"{verb} {table.legal(verb)[0]}"
        table.do(named)
    return table


def _granting() -> Table:
    """Rome has paid with a gift from afar, and says which of two gets the coin."""
    gift = "a-gift-from-afar"
    table = _three("cities", techs=["animal-husbandry"], events=[gift])
    return table.do(f"use animal-husbandry {name_of(capital_of(table.s, 0))} {gift}")


def _answered() -> Table:
    """Rome is about to move, and Germany may hold it by Communism."""
    table = _rome("movement", figures={"f4": (2, 0)}, theirs={"techs": ["communism"], **SPY})
    return table.do("move " + next(one for one in table.legal("move") if one.endswith(" 1 0")))


def _village() -> Table:
    """A village has been taken by three knights."""
    techs = ["chivalry", "railroad", "combustion"]
    rome = power("rome", cities=ROME, forces=["mounted-3"] * 3, figures={"c2": (1, 0)}, techs=techs)
    table = play(
        rome, power("germany", cities=GERMANY, forces=[]), phase="movement", tiles={"a1": "n12:0"},
        markers={"c1": "village-iron"},
    ).do("move c2 c1 1 0")  # fmt: skip
    while table.asked == "blow":
        table.local.act(table.local.legal(table.seat)[0].act)
        table.local.answer_needs()
    return table


def _loot() -> Table:
    """Germany has beaten a scout of Rome and takes loot."""
    rome = power("rome", cities=ROME, forces=["mounted-2"], figures={"f2": (0, 1)}, trade=5, culture=7)
    germany = power("germany", cities=GERMANY, forces=["mounted-2"], figures={"g2": (1, 0)})
    return play(rome, germany, phase="movement", current=1, first=1).do("move g2 f2 1 0")


def _tending() -> Table:
    """Germany has struck, and may still wound by Mathematics or Ballistics in this turn of the battle."""
    rome = power("rome", cities=ROME, forces=["mounted-3", "infantry-3"], figures={"f2": (1, 0)})
    germany = power(
        "germany", cities=GERMANY, forces=["mounted-1"], figures={"g2": (1, 0)}, techs=["mathematics", "ballistics"],
        goods={"iron": 1},
    )  # fmt: skip
    table = play(rome, germany, phase="movement", current=1, first=1)
    return table.do("move g2 f2 1 0", "front mounted-3", "strike mounted-1 1")


POSITIONS: Mapping[str, Position] = {
    "TakeCivilization": lambda: _begun().local,
    "PlaceCapital": lambda: _begun("civilization egypt", "civilization america").local,
    "PlaceWonder": lambda: _begun("civilization egypt", "civilization america", "capital").local,
    "PlaceFigures": lambda: _begun("civilization rome", "civilization america", "capital").local,
    "Start": lambda: middle("start").local,
    "MakeRoom": lambda: play(
        power("rome", cities=ROME, figures={"b6": (1, 1)}), power("germany"), tiles={"a5": "n05:2"}, markers={},
    ).do("found b6 scout").local,
    "Trading": lambda: _three("trade", techs=["pottery"], goods={"silk": 1}, trade=6).local,
    "Terms": lambda: _three("trade", "deal germany", huts=["hut-silk", "hut-spy"], trade=6).local,
    "Proposal": lambda: _three("trade", "deal germany", "offer hut-spy", "propose", huts=["hut-silk", "hut-spy"]).local,
    "Manage": lambda: middle("cities").local,
    "Divide": lambda: _rome("cities", "split f3", techs=["engineering"], trade=27).local,
    "Discard": lambda: _rome("cities", "advance", events=["drought", "lost"], culture=3).local,
    "PlacePerson": lambda: _rome(
        "cities", "use philosophy - iron wheat wheat", techs=["philosophy"], goods={"iron": 1, "wheat": 2}
    ).local,
    "TermsOfSeveral": lambda: ring().local,
    "ProposalOfSeveral": lambda: ring().do("propose").local,
    "Grant": lambda: _granting().local,
    "Moves": lambda: middle("movement").local,
    "ChooseWay": lambda: between_ways().do("move h11 i12 1 0").local,
    "Passing": lambda: afloat("navigation", "horseback-riding").do("move f2 e2 1 0").local,
    "OnTheWay": lambda: _rome("movement", "discover f4 f5 2 0", figures={"f4": (2, 1)}, techs=["masonry"]).local,
    "Levy": lambda: attacked_village("artillery").local,
    "Blow": fight,
    "Tend": lambda: _tending().local,
    "Survivor": lambda: bereft("mounted-1", "infantry-3", "artillery-3").local,
    "NewVillage": lambda: _village().local,
    "Loot": lambda: _loot().local,
    "Study": lambda: middle("research").local,
    "Gift": lambda: play(
        power("germany", trade=11, techs=["pottery"]), power("rome"), phase="research"
    ).study("research chivalry").local,
    "Swap": lambda: _rome(
        "start", "event exchange-of-ideas writing", techs=["pottery"], events=["exchange-of-ideas"],
        theirs={"techs": ["writing", "currency"]},
    ).local,
    "AnswerAbility": lambda: _rome(
        "cities", "use currency - incense", techs=["currency"], goods={"incense": 1},
        theirs={"techs": ["mass-media"], **SPY},
    ).local,
    "AnswerAction": lambda: _rome("cities", "arts f3", theirs={"techs": ["writing"], **SPY}).local,
    "AnswerEvent": lambda: _rome(
        "start", "event the-citizens-are-revolting", events=["the-citizens-are-revolting"],
        theirs={"techs": ["civil-service"], **SPY},
    ).local,
    "AnswerMove": lambda: _answered().local,
}  # fmt: skip
"""A position by the name of each frame that asks."""
