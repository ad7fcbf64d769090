"""A session in the start menu: a data folder with games in it, and keys at random."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.simulation.computer import _keep_identity
from tests.ui.campaign.monkey import SIZES, SMALL, Told
from tests.ui.campaign.walk import EVERY
from tests.ui.campaign.watch import LATIN, Size, Watch
from tests.ui.campaign.work import Limit
from tests.ui.positions import NAMES
from tta_p2p.cli.menu.pages import StartMenu
from tta_p2p.cli.menu.settings import OWN_NAMES
from tta_p2p.i18n import LANGUAGES, ideographic
from tta_p2p.node.local.games import lay_out
from tta_p2p.registry import load_rules, names
from tta_p2p.store.database import Store
from tta_p2p.table.binding import rules_digest
from tta_p2p.table.local_record import LocalCharter
from tta_p2p.ui.cells import target_at
from tta_p2p.ui.style import Style

KEYS = 600
USUAL = ("up", "down", "left", "right", "enter", "enter", "esc", "home", "end", "page down", "tab", " ", "backspace")
GAMES = 3
"""So many games at most lie in the data folder."""


def play(told: Told, luck: random.Random, watch: Watch) -> None:
    """Go through the menu."""
    told.game = ""
    language = told.language or luck.choice([*LANGUAGES])
    with tempfile.TemporaryDirectory(prefix="tta-menu-") as folder, _home(Path(folder), language):
        _keep_identity(Path(folder), luck.randbytes(32))
        for number in range(luck.randrange(GAMES + 1)):
            _keep_game(Path(folder), luck, number)
        menu = StartMenu(Style(80, ideographic=ideographic(language), mouse=True), ("nowhere",))
        watch.written.update(word for name in OWN_NAMES.values() for word in LATIN.findall(name))
        _through(menu, told, luck, watch)


@contextmanager
def _home(folder: Path, language: str) -> Iterator[None]:
    """The data folder and the language of everything that is done."""
    before = {name: os.environ.get(name) for name in ("TTA_HOME", "TTA_LANG")}
    folder.chmod(0o700)
    os.environ |= {"TTA_HOME": str(folder), "TTA_LANG": language}
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _keep_game(folder: Path, luck: random.Random, number: int) -> None:
    """A game of two that is under way, or over."""
    game = load_rules(luck.choice([name for name in names() if 2 in load_rules(name).seats]))
    charter = LocalCharter(
        bytes([number + 1]) * 32, game.name, rules_digest(game), 2, {}, luck.randrange(1 << 30), NAMES[:2]
    )
    with closing(Store(folder)) as store:
        table = lay_out(charter, store)
        for _ in range(luck.choice((1, 5, 30))):
            decision = table.local.decision
            if decision is None:
                break
            for seat in decision.seats:
                table.act(luck.choice(table.draft(seat).legal()).act)
                table.changed(seat)


def _through(menu: StartMenu, told: Told, luck: random.Random, watch: Watch) -> None:
    size: list[Size] = [luck.choice(SIZES)]
    face = menu.at(lambda: size[0])
    pressed: list[str] = []
    told.counts["menus"] += 1
    for _ in range(KEYS):
        if luck.random() < 0.03:
            size[0] = luck.choice((*SIZES, *SMALL))
        key = luck.choice(USUAL if luck.random() < 0.6 else EVERY)
        pressed.append(key)
        told.counts["keys"] += 1
        with Limit():
            if luck.random() < 0.1:
                where_to = luck.randrange(-1, size[0][0] + 2), luck.randrange(-1, size[0][1] + 2)
                pressed.append(f"click {where_to}")
                face.click(target_at(face.frame(size[0]).rows, *where_to))
                face.turn_wheel(luck.choice((-1, 1)))
            if not face.is_done.is_set():
                face.press(key)
            frame = face.frame(size[0])
        language = face.words.language
        watch.written.update(LATIN.findall(face.filter))  # it stands in the title
        where = f"menu, {language}, {size[0][0]}×{size[0][1]}, keys {' '.join(pressed[-40:])}"
        watch.picture(frame, size[0], language, where, texts=face.input_line is None)
        if face.is_done.is_set():
            chosen = menu.chosen
            face = menu.at(lambda: size[0])
            if chosen is not None:
                told.counts["commands chosen"] += 1
                menu.came_back(chosen, luck.choice(("", "1\n2")))
            else:
                told.counts["menus closed"] += 1
