"""The toy game Battles as a package of its own, as pip would leave it: nothing in this repository knows it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from tests.ground.repository import ROOT

INIT = '''
"""Battles."""

from tta_p2p.games.entry import Entry


def _rules():
    from battles_game.rules import Battles

    return Battles()


ENTRY = Entry("Battles of Old", seats=(2,), rules=_rules, aliases=("fights",))
'''
SCREENS = '''
"""The pages of Battles."""

from tta_p2p.ui.blocks import Page, Para
from tta_p2p.ui.cells import row
from tta_p2p.ui.presenter import Presenter

WORDS = {"en": {"help.armies": "how strong everybody is", "usage.armies": "armies", "battles.army": "{name} leads {n}"}}


class Armies(Presenter):
    """Shows the armies on a page of their own."""

    pages = ("table", "armies")

    def page(self, name, about, scene):
        """Give a page."""
        if name != "armies":
            return super().page(name, about, scene)
        armies = enumerate(scene.view["state"]["armies"])
        said = (self.words("battles.army", name=self.texts.name(seat), n=len(army)) for seat, army in armies)
        return Page(row("Armies"), tuple(Para(row(line)) for line in said))


make_presenter = Armies
'''
BOT = '''
"""How bots judge Battles: they never rest."""

EXCLUDED_VERBS = ("rest",)
'''
POINTS = """
[tta_p2p.games]
battles = battles_game:ENTRY

[tta_p2p.ui]
battles = battles_game.screens

[tta_p2p.bots]
battles = battles_game.bot
"""


def project(folder: Path, points: str = POINTS, brief: bool = False) -> Path:
    """Write the package as its author has it: a folder that pip makes a wheel of, with the same backend as this one.

    ``brief``: its games are over after two turns.
    """
    package = folder / "battles_game"
    _write(package)
    if brief:
        rules = (package / "rules.py").read_text("utf-8")
        assert "(8, 12, 200)" in rules
        (package / "rules.py").write_text(rules.replace("(8, 12, 200)", "(2, 2, 200)"))
    groups = []
    for line in points.splitlines():
        name, _, target = line.partition(" = ")
        groups.append(f'{name} = "{target}"' if target else line and f'[project.entry-points."{line.strip("[]")}"]')
    ours = (ROOT / "pyproject.toml").read_text("utf-8")
    backend = ours[ours.index("[build-system]") : ours.index("[project]")]
    known = '[project]\nname = "battles-game"\nversion = "1.0"\ndependencies = ["tta-p2p"]\n'
    (folder / "pyproject.toml").write_text("\n".join([backend + known, *groups, ""]))
    return folder


def _write(package: Path) -> None:
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(dedent(INIT))
    (package / "rules.py").write_text((ROOT / "tests" / "games" / "battles.py").read_text("utf-8"))
    (package / "screens.py").write_text(dedent(SCREENS))
    (package / "bot.py").write_text(dedent(BOT))


def install(folder: Path, points: str = POINTS) -> Path:
    """Put the package and what pip knows of it into a folder; it is found when the folder is on the path."""
    known = folder / "battles_game-1.0.dist-info"
    _write(folder / "battles_game")
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: battles-game\nVersion: 1.0\n")
    (known / "entry_points.txt").write_text(points)
    return folder
