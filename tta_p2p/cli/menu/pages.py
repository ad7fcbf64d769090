"""Pages of the start menu: games to go on with, new ones, tables nearby, and reading matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import trio

from tta_p2p.cli.errors import error_text, report_of
from tta_p2p.cli.menu.friends import FriendsList
from tta_p2p.cli.menu.new_game import MenuCommand, NewGame, games_in_order
from tta_p2p.cli.menu.settings import SettingsList
from tta_p2p.cli.menu.tutorials import TutorialList
from tta_p2p.cli.nodes import pending
from tta_p2p.cli.output.speech import names_of, text_of, title_of, words
from tta_p2p.cli.stored_games.selection import last_played, short_ids
from tta_p2p.cli.terminal.keys import chosen_keys
from tta_p2p.games.kit.topics import Topic
from tta_p2p.i18n import command as typed
from tta_p2p.node.data_folder.people import LONGEST_NAME, PeopleError, has_chosen_name, own_name, rename
from tta_p2p.node.data_folder.stored_games import DAMAGED, StoredGame, signs, stored_games
from tta_p2p.node.lobby.announcements import (
    BadPlace,
    TableFound,
    find_tables,
    group_by_claim,
    join_address,
    place_in,
)
from tta_p2p.node.machine import roster
from tta_p2p.registry import entry
from tta_p2p.store.database import StoreError
from tta_p2p.store.home import home
from tta_p2p.store.identity import MOVED
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import row
from tta_p2p.ui.reference import chapter, reference_for
from tta_p2p.ui.screen.menu import MenuEntry, MenuFace, MenuList, MenuText
from tta_p2p.ui.style import Style, showable
from tta_p2p.ui.titles import title_text

WITH_OTHERS = ("host", "join")
"""The commands at whose table others read one's name."""
LOOK = 3.0
"""Seconds for which tables are looked for before the list is shown anew."""


class StartMenu:
    """The lists of the menu. `chosen` is the command to run once it is closed; None: the person quits."""

    def __init__(self, style: Style, interfaces: Sequence[str] = (), is_learning: bool = False) -> None:
        """``interfaces``: where tables are looked for; everywhere if none are named.

        ``is_learning``: whether the list of tutorials lies over the first one at the beginning.
        """
        self._interfaces = tuple(interfaces)
        self.chosen: MenuCommand | None = None
        self._folder: Path = home()
        chosen = chosen_keys()
        self._face = MenuFace(words().with_keys(chosen.keys), style, lambda: (80, 24))
        self._new = NewGame(self._face, self._go)
        self._settings = SettingsList(self._face, self._folder)
        self._friends = FriendsList(self._face, self._folder, self._go, self._new.listing)
        self._learning = TutorialList(self._open, self._go)
        self._rows: list[StoredGame] = []
        self._nodes: list[roster.RunningNode] = []
        self._moved = False
        self._waits: dict[str, pending.PendingPlayers] = {}
        self._mine: list[tuple[str, ...]] = []
        """The commands that come to the games that wait for the player here."""
        self._found: list[list[TableFound]] = []
        """What is announced nearby: each table, and each game with all who show it."""
        self._shown: dict[str, str] = {}
        """Of games that several show: at whose key each is watched, where another than the first was chosen."""
        self._looked = self._refused = ""
        self._looks = trio.Event()
        self._face.open(self._root)
        if is_learning:
            self._open(self._learning.listing)
        self._face.notice = chosen.fault

    @property
    def style(self) -> Style:
        """The style in which the menu is seen now."""
        return self._face.style

    def at(self, size: Callable[[], tuple[int, int]]) -> MenuFace:
        """Stand at a terminal of this size, as things are now."""
        self.chosen = None
        self._face.size, self._face.is_done, self._looks = size, trio.Event(), trio.Event()
        self._face.headline = f"tta · {own_name()}"
        self._read_games()
        return self._face

    def came_back(self, chosen: MenuCommand, printed: str) -> None:
        """Return to the menu after a choice is done; ``printed`` is to be shown."""
        if chosen.title and printed:
            lines = [row(showable(line)) for line in printed.rstrip().split("\n")]
            self._face.open(lambda: MenuText(chosen.title, rows=lambda columns: lines))
        elif printed:
            self._face.say(showable(printed.replace("\n", " ")))
        else:
            while self._face.depth > 1:
                self._face.back()

    async def look_around(self, face: MenuFace) -> None:
        """Ask running games whom they wait for and, while tables are listed, the network."""
        self._waits = dict(await pending.ask_nodes(tuple(node for node in self._nodes if node.sid)))
        face.on_picture_change()
        while True:
            await self._looks.wait()
            try:
                found = await find_tables(self._interfaces, LOOK)
            except Exception as error:
                report = report_of(error)
                if report is None:
                    raise
                self._refused, self._looks = report.text, trio.Event()
            else:
                self._found = group_by_claim(found)
            self._looked = "looked"
            face.on_picture_change()

    # --- where one begins ------------------------------------------------------------------------------------

    def _root(self) -> MenuList:
        going = self._going()
        first = []
        if going:
            *_, do = going[0]
            go_on = partial(self._go, *do) if len(going) == 1 else lambda: self._open(self._continue)
            first = [self._entry("continue", "c", go_on, self._first_of(going))]
            if self._mine and len(going) > 1:
                count = text_of("menu.next.several", n=len(self._mine))
                first.insert(0, self._entry("next", "N", partial(self._go, *self._mine[0]), count))
        return MenuList(text_of("menu.title"), (
            *first,
            self._entry("new", "n", lambda: self._open(self._new.listing)),
            self._entry("join", "j", lambda: self._look(self._join)),
            self._entry("watch", "w", lambda: self._look(self._watch)),
            self._entry("friends", "f", lambda: self._open(self._friends.listing)),
            self._entry("replay", "p", self._open_over),
            self._entry("tutorial", "t", lambda: self._open(self._learning.listing)),
            self._entry("puzzles", "z", lambda: self._open(self._puzzles)),
            self._entry("rules", "r", lambda: self._open(self._games_with_rules)),
            self._entry("stats", "s", lambda: self._show("stats", "stats")),
            self._entry("identity", "i", lambda: self._open(self._identity)),
            self._entry("settings", "e", lambda: self._open(self._settings.listing)),
            self._entry("quit", "q", self._face.close),
        ))  # fmt: skip

    @staticmethod
    def _entry(name: str, key: str, enter: Callable[[], None], value: str = "") -> MenuEntry:
        return MenuEntry(text_of(f"menu.{name}"), key, value, text_of(f"menu.{name}.about"), enter)

    def _open(self, make: Callable[[], MenuList | MenuText]) -> None:
        self._face.open(make)

    def _look(self, make: Callable[[], MenuList]) -> None:
        self._found, self._looked, self._refused = [], "", ""
        self._looks.set()
        self._face.open(make)

    def _go(self, *typed: str, screen: bool = True) -> None:
        """Run a command; before one that others take part in, whoever never chose a name is asked for it here."""
        if typed[0] in WITH_OTHERS and not has_chosen_name():
            self._ask_name(own_name(), lambda: self._go(*typed, screen=screen))
            return
        self.chosen = MenuCommand(tuple(typed), screen=screen)
        self._face.close()

    def _ask_name(self, name: str, then: Callable[[], None]) -> None:
        """Ask for the name that others see, until it is one or given up."""

        def take(text: str) -> None:
            try:
                rename(text)
            except PeopleError as error:
                self._ask_name(text, then)
                self._face.say(error_text(error))
            else:
                then()

        self._face.ask(text_of("menu.id.ask", n=LONGEST_NAME), name, take)

    def _show(self, name: str, *typed: str) -> None:
        self.chosen = MenuCommand(typed, text_of(f"menu.{name}"))
        self._face.close()

    # --- games -----------------------------------------------------------------------------------------------

    def _read_games(self) -> None:
        self._nodes = list(roster.running_nodes(self._folder))
        self._moved = (self._folder / MOVED).exists()
        try:
            self._rows = stored_games(self._folder)
        except StoreError as error:
            self._rows = []
            self._face.say(error_text(error))

    def _going(self) -> list[tuple[str, str, str, tuple[str, ...]]]:
        """Describe the games to go on with: the game, its players, its state, and the command.

        Those that wait for the player here come first; `_mine` has their commands.
        """
        ids = short_ids(self._rows)
        live = {node.sid: node for node in self._nodes if node.sid}
        found: list[tuple[str, str, str, tuple[str, ...]]] = []
        self._mine = mine = list[tuple[str, ...]]()
        for lobby in self._nodes:
            if not lobby.sid:
                game = title_of(lobby.game) if lobby.game else text_of("told.a-table")
                found.append((game, lobby.table, text_of("told.lobby"), ("attach", lobby.id)))
        for row_ in self._rows:
            if not row_.under_way or row_.needs or any(signs(node, row_) for node in self._nodes):
                continue
            node = live.get(row_.sid)
            attach = node is not None and node.state != roster.FAULTED
            awaited = self._waits.get(node.id, pending.NOBODY) if node is not None else pending.NOBODY
            status = "moved" if self._moved and not row_.local else row_.status
            stands = pending.pending_text(awaited, row_.me) or text_of(
                "menu.your-game" if row_.local else "menu.runs" if attach else f"told.status.{status}"
            )
            do = ("attach" if attach else "resume", ids[row_.sid])
            place = len(mine) if pending.waits_for(awaited, row_.me) else len(found)
            found.insert(place, (title_of(row_.game), self._others(row_), stands, do))
            mine += [do] if pending.waits_for(awaited, row_.me) else []
        return found

    @staticmethod
    def _others(of: StoredGame) -> str:
        others = list(of.players)
        if of.me in others:
            others.remove(of.me)
        return words().listed(names_of(others)) if others else ""

    def _first_of(self, going: Sequence[tuple[str, str, str, tuple[str, ...]]]) -> str:
        game, names, stands, _ = going[0]
        if len(going) > 1:
            return text_of("menu.continue.several", n=len(going))
        return f"{game}, {showable(names)}: {showable(stands)}"

    def _continue(self) -> MenuList:
        entries = tuple(
            MenuEntry(f"{game}, {showable(names)}", "", showable(stands),
                  text_of("menu.continue.command", command=typed(*do)), partial(self._go, *do))
            for game, names, stands, do in self._going()
        )  # fmt: skip
        return MenuList(text_of("menu.continue"), entries)

    def _open_over(self) -> None:
        """List what has ended by now, in other windows as well."""
        self._read_games()
        self._open(self._over)

    def _over(self) -> MenuList:
        ids = short_ids(self._rows)
        entries = tuple(
            MenuEntry(f"{last_played(one)}  {title_of(one.game)}", "", showable(words().listed(names_of(one.players))),
                  text_of("menu.over.about"), partial(self._open, partial(self._one_over, one, ids[one.sid])))
            for one in self._rows if not one.needs and one.status != DAMAGED and not one.under_way
        )  # fmt: skip
        return MenuList(text_of("menu.replay"), entries, () if entries else (Para(row(text_of("menu.over.none"))),))

    def _one_over(self, one: StoredGame, id: str) -> MenuList:
        entries = [MenuEntry(text_of("menu.step"), "p", "", text_of("menu.step.about"), lambda: self._go("replay", id))]
        if not one.local:
            entries.append(
                MenuEntry(text_of("menu.again"), "a", "", text_of("menu.again.about"), lambda: self._go("rematch", id))
            )
        return MenuList(f"{title_of(one.game)}, {showable(words().listed(names_of(one.players)))}", tuple(entries))

    # --- tables nearby -----------------------------------------------------------------------------------------

    def _nearby(self, under_way: bool, command: str) -> MenuList:
        entries = [self._announced(nodes, command) for nodes in self._found if bool(nodes[0].notice.game) == under_way]
        entries.append(
            MenuEntry(
                text_of("menu.address"), ":", "", text_of(f"menu.address.{command}"), lambda: self._address(command)
            )
        )
        told = self._refused or text_of("menu.looking" if not self._looked else "menu.found", n=len(entries) - 1)
        return MenuList(text_of(f"menu.{command}"), tuple(entries), (Para(row(told)),))

    def _announced(self, nodes: Sequence[TableFound], command: str) -> MenuEntry:
        """Give the line of a table, or of a game, whose value turns from one who shows it to the next."""
        notice = nodes[0].notice
        keys = [one.notice.fingerprint for one in nodes]
        at = keys.index(key) if (key := self._shown.get(notice.game)) in keys else 0
        address = join_address(nodes[at])

        def turn(by: int) -> None:
            self._shown[notice.game] = keys[(at + by) % len(keys)]

        note = text_of("menu.continue.command", command=typed(command, address))
        if len(nodes) > 1:
            note = text_of("menu.watch.several", n=at + 1, of=len(nodes), command=typed(command, address))
        what = f"{title_of(notice.plays)}, {text_of('told.table-line', seats=notice.seats)}"
        go = partial(self._go, command, address)
        return MenuEntry(showable(notice.nick), "", what, note, go, turn if len(nodes) > 1 else None)

    def _join(self) -> MenuList:
        return self._nearby(False, "join")

    def _watch(self) -> MenuList:
        return self._nearby(True, "watch")

    def _address(self, command: str, typed: str = "") -> None:
        """Ask for an address, or for the message with an invitation, until it is one or given up.

        What comes line by line, from a terminal that does not say what is pasted, is put together.
        """

        def take(text: str) -> None:
            if not text:
                return
            try:
                self._go(command, place_in(text))
            except BadPlace as error:
                self._address(command, f"{text} ")
                self._face.say(error_text(error))

        self._face.ask(text_of("menu.address.ask"), typed, take)

    # --- what can be read, and who one is ------------------------------------------------------------------------

    def _puzzles(self) -> MenuList:
        from tta_p2p.cli.menu.puzzles import puzzle_list  # no other page needs positions and their best turns

        return puzzle_list(self._go)

    def _games_with_rules(self) -> MenuList:
        entries = [
            MenuEntry(title_of(name), enter=partial(self._open, partial(self._rules, name)))
            for name in games_in_order()
            if not entry(name).example
        ]
        return MenuList(text_of("menu.rules"), tuple(entries))

    def _rules(self, game: str) -> MenuList:
        reference = reference_for(game, words())
        topics = reference.topics(reference.presenter.words.language)

        def read(topic: Topic) -> MenuText:
            return MenuText(
                topic.title, rows=lambda columns: chapter(topic, min(columns, 100))[2:]
            )  # without its title

        entries = [MenuEntry(one.title, enter=partial(self._open, partial(read, one))) for one in topics]
        return MenuList(text_of("reference.rules", game=title_text(game, words())), tuple(entries))

    def _identity(self) -> MenuList:
        def take(text: str) -> None:
            if text:
                self.chosen = MenuCommand(("id", "name", text), text_of("menu.identity"))
                self._face.close()

        return MenuList(text_of("menu.identity"), (
            self._entry("id.show", "k", lambda: self._show("identity", "id", "show")),
            self._entry("id.name", "n",
                        lambda: self._face.ask(text_of("menu.id.ask", n=LONGEST_NAME), own_name(), take)),
            self._entry("id.list", "l", lambda: self._show("id.list", "id", "list")),
        ))  # fmt: skip
