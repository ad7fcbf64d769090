"""A new game in the start menu: what is played, by how many, against whom."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from tta_p2p import DEFAULT_GAME, registry
from tta_p2p.bots.levels import choices, effective_level
from tta_p2p.cli.options.choices import VARIANT, written_name
from tta_p2p.cli.output.speech import text_of, title_of, words
from tta_p2p.games.contract import BadOptions, Value
from tta_p2p.games.game import Game, complete_options
from tta_p2p.node.data_folder.people import own_name
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.menu import MenuEntry, MenuFace, MenuList
from tta_p2p.ui.texts import Texts

LEAVING = ("wait", "continue")
"""What a table can agree on for the case that somebody leaves, as the conditions have it; the first unless chosen."""


@dataclass(frozen=True)
class MenuCommand:
    """A command to run.

    Where `title` is given, what it prints is shown as a text of the menu; else it has the terminal. `screen`: it takes
    --screen and --ascii.
    """

    words: tuple[str, ...]
    title: str = ""
    screen: bool = False


def games_in_order() -> list[str]:
    """Give the names of all games: the one that is played if none is named, others, and examples last."""
    return sorted(registry.names(), key=lambda name: (name != DEFAULT_GAME, registry.entry(name).example, name))


def kind(game: str) -> str:
    """Say what stands beside the name of a game: that it is an example, where it is one."""
    return text_of("menu.example") if registry.entry(game).example else ""


class CommandRunner(Protocol):
    """Runs a command."""

    def __call__(self, *typed: str, screen: bool = True) -> None:
        """Run it; ``screen``: on the full screen."""
        ...


class NewGame:
    """The choices for a new game; they stay from one game to the next."""

    def __init__(self, face: MenuFace, go: CommandRunner) -> None:
        self._face, self._go = face, go
        self._game = DEFAULT_GAME
        self._seats = min(3, registry.entry(DEFAULT_GAME).seats[-1])
        self._level = "easy"
        self._bots = 0
        self._spectators = False
        self._elsewhere = False
        self._on_leave = LEAVING[0]
        self._options: dict[str, str] = {}

    def listing(self) -> MenuList:
        """Give the list; its first entry plays at once against bots."""
        bots = text_of("menu.against", n=self._seats - 1)
        return MenuList(text_of("menu.new"), (
            MenuEntry(text_of("menu.alone"), "a", f"{title_of(self._game)}, {bots}", text_of("menu.alone.about"),
                  self._alone),
            MenuEntry(text_of("menu.seat"), "h", "", text_of("menu.seat.about"), self._hot_seat),
            MenuEntry(text_of("menu.host"), "o", "", text_of("menu.host.about"), self._host),
            MenuEntry(""),
            MenuEntry(text_of("menu.game"), "g", title_of(self._game), kind(self._game) or text_of("menu.game.about"),
                  turn=self._turn_game),
            MenuEntry(text_of("menu.seats"), "p", str(self._seats), text_of("menu.seats.about"), turn=self._turn_seats),
            MenuEntry(text_of("menu.level"), "l", words().name_of("level", self._level), self._level_about(),
                  turn=self._turn_level),
            *self._settings(VARIANT),
            *self._changed(),
            MenuEntry(text_of("menu.bots"), "b", str(self._bots), text_of("menu.bots.about"), turn=self._turn_bots),
            MenuEntry(text_of("menu.watchers"), "w", text_of("menu.on" if self._spectators else "menu.off"),
                  text_of("menu.watchers.about"), turn=self._turn_spectators),
            MenuEntry(text_of("menu.on-leave"), "x", text_of(f"menu.on-leave.{self._on_leave}"),
                  text_of("menu.on-leave.about"), turn=self._turn_on_leave),
            MenuEntry(text_of("menu.elsewhere"), "f", text_of("menu.on" if self._elsewhere else "menu.off"),
                  text_of("menu.elsewhere.about"), turn=self._turn_place),
            *self._more(),
        ))  # fmt: skip

    def _more(self) -> list[MenuEntry]:
        """Give the entry that leads to the finer settings, where the game has any."""
        if not self._settings():
            return []

        def listing() -> MenuList:
            return MenuList(text_of("menu.more"), tuple(self._settings()))

        return [MenuEntry(text_of("menu.more"), "m", "", text_of("menu.more.about"), lambda: self._face.open(listing))]

    def _settings(self, only: str = "") -> list[MenuEntry]:
        """Give what the game lets the table choose: the setting of this name, or all but the variant."""
        rules = registry.load_rules(self._game)
        texts, meant = Texts(rules, words()), self._meaningful(rules)
        found = []
        for setting in rules.settings:
            if setting.name not in meant or (setting.name != only if only else setting.name == VARIANT):
                continue
            choices = [str(choice) for choice in setting.choices]
            now = self._options.get(setting.name, choices[0])
            told = texts.optional(f"setting.{setting.name}.{now}") or ""
            does = texts.optional(f"choice.{setting.name}.{now}") or told

            def turn(by: int, name: str = setting.name, choices: Sequence[str] = choices) -> None:
                self._options[name] = next_choice(choices, self._options.get(name, choices[0]), by)
                self._fit(name)

            named = texts.optional(f"setting.{setting.name}") or setting.name
            value = now if not told or len(told) > 30 else told
            found.append(MenuEntry(named, "v" if only == VARIANT else "", value, does, turn=turn))
        return found

    def _changed(self) -> list[MenuEntry]:
        """Give the settings with which what is chosen can alone be played: the edition that has a variant."""
        needed = [name for name in self._options if name != VARIANT and not self._can_be_played(without=name)]
        return [entry for name in needed for entry in self._settings(name)]

    def _meaningful(self, rules: Game[Any, Any]) -> Collection[str]:
        """Name the settings that mean something with what is chosen."""
        return presenter_for(self._game, words()).table_choices(self._complete(rules, self._options)).keys()

    def _complete(self, rules: Game[Any, Any], chosen: Mapping[str, str]) -> dict[str, Value]:
        """Give every setting its value, as the game has it."""
        offered = {setting.name: {str(choice): choice for choice in setting.choices} for setting in rules.settings}
        return complete_options(rules.settings, {name: offered[name][value] for name, value in chosen.items()})

    def _can_be_played(self, without: str = "", **other: str) -> bool:
        """Whether the game has rules for what is chosen, but for one setting, or with another choice."""
        rules = registry.load_rules(self._game)
        chosen = {name: value for name, value in {**self._options, **other}.items() if name != without}
        try:
            rules.start(self._complete(rules, chosen), self._seats)
        except BadOptions:
            return False
        return True

    def _fit(self, name: str) -> None:
        """Change another setting where the one just chosen does not go with it."""
        if self._can_be_played():
            return
        others = [one for one in registry.load_rules(self._game).settings if one.name != name]
        for one in others:
            for choice in map(str, one.choices):
                if self._can_be_played(**{one.name: choice}):
                    self._options[one.name] = choice
                    return

    def _turn_game(self, by: int) -> None:
        games = games_in_order()
        self._game = next_choice(games, self._game, by)
        self._options = {}
        seats = registry.entry(self._game).seats
        self._seats = self._seats if self._seats in seats else seats[0]
        self._level = effective_level(self._game, self._level)

    def _turn_seats(self, by: int) -> None:
        self._seats = next_choice([*registry.entry(self._game).seats], self._seats, by)
        self._bots = min(self._bots, self._seats - 1)

    def _level_about(self) -> str:
        """Say what the levels mean, or how bots of the personality that is chosen play."""
        personality = self._level.partition(":")[2]
        return text_of(f"personality.{personality}" if personality else "menu.level.about")

    def _turn_level(self, by: int) -> None:
        self._level = next_choice(choices(self._game), self._level, by)

    def _turn_bots(self, by: int) -> None:
        self._bots = next_choice(range(self._seats), self._bots, by)

    def _turn_spectators(self, by: int) -> None:
        self._spectators = not self._spectators

    def _turn_on_leave(self, by: int) -> None:
        self._on_leave = next_choice(LEAVING, self._on_leave, by)

    def _turn_place(self, by: int) -> None:
        self._elsewhere = not self._elsewhere

    def _asked(self) -> list[str]:
        options = [f"--option={name}={value}" for name, value in self._options.items()]
        return [f"--game={written_name(self._game)}", f"--seats={self._seats}", f"--level={self._level}", *options]

    def _alone(self) -> None:
        self._go("play", *self._asked())

    def _hot_seat(self) -> None:
        def take(text: str) -> None:
            names = [name for part in text.replace("，", ",").split(",") if (name := part.strip())]
            if not names:
                return
            if len(names) > self._seats:
                self._face.say(text_of("menu.too-many", n=self._seats))
                return
            self._go("play", *self._asked(), "--", *names)

        self._face.ask(text_of("menu.names"), f"{own_name()}, ", take)

    def _host(self) -> None:
        more = [f"--bots={self._bots}", *(["--spectators"] if self._spectators else [])]
        more += [f"--on-leave={self._on_leave}"] if self._on_leave != LEAVING[0] else []
        self._go("host", *self._asked(), *more, *(["--onion"] if self._elsewhere else []))


_T = TypeVar("_T")


def next_choice(choices: Sequence[_T], now: _T, by: int) -> _T:
    """Give the choice that is so many after this one, round in a circle."""
    return choices[(list(choices).index(now) + by) % len(choices)]
