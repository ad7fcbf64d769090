"""Friends in the start menu: whom one has met, and the ways to ask one of them for a game."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tta_p2p.cli.errors import error_text
from tta_p2p.cli.menu.new_game import CommandRunner
from tta_p2p.cli.output.speech import text_of
from tta_p2p.cli.stored_games.selection import short_ids
from tta_p2p.i18n import command as typed
from tta_p2p.node.data_folder.friends import Friend, friends
from tta_p2p.node.data_folder.stored_games import stored_games
from tta_p2p.store.database import StoreError
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import row
from tta_p2p.ui.screen.menu import MenuEntry, MenuFace, MenuList
from tta_p2p.ui.style import showable


class FriendsList:
    """The players that were met as a list."""

    def __init__(self, face: MenuFace, folder: Path, go: CommandRunner, new_game: Callable[[], MenuList]) -> None:
        """``new_game`` is the list of what is played, with which a table is opened."""
        self._face, self._folder, self._go, self._new_game = face, folder, go, new_game

    def listing(self) -> MenuList:
        """Give the list, whoever was met last first."""
        try:
            met = friends(self._folder)
        except StoreError as error:
            return MenuList(text_of("menu.friends"), (), (Para(row(error_text(error))),))
        none = () if met else (Para(row(text_of("menu.friends.none"))),)
        return MenuList(text_of("menu.friends"), tuple(map(self._entry, met)), none)

    def _entry(self, one: Friend) -> MenuEntry:
        date = datetime.datetime.fromtimestamp(one.last_seen).strftime("%Y-%m-%d")
        key = "menu.friends.place" if one.place else "menu.friends.no-place"
        about = text_of(key, place=one.place.partition("#")[0], key=one.fingerprint)
        seen = text_of("menu.friends.seen", date=date)
        return MenuEntry(showable(one.name), "", seen, about, partial(self._face.open, partial(self._ways, one)))

    def _ways(self, one: Friend) -> MenuList:
        """List the ways to a game with a friend."""
        found = []
        if one.place:
            about = text_of("menu.continue.command", command=typed("join", one.place))
            found.append(MenuEntry(text_of("menu.friends.join"), "j", "", about, partial(self._go, "join", one.place)))
        opens = partial(self._face.open, self._new_game)
        about = text_of("menu.friends.host.about", name=one.name)
        found.append(MenuEntry(text_of("menu.friends.host"), "o", "", about, opens))
        ids = short_ids(stored_games(self._folder))
        if one.sid in ids:
            again = partial(self._go, "rematch", ids[one.sid])
            found.append(MenuEntry(text_of("menu.again"), "a", "", text_of("menu.again.about"), again))
        return MenuList(showable(one.name), tuple(found))
