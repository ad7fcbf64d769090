"""The games there are: those that come with this program, found by convention, and those installed beside it.

A game is a package in `tta_p2p.games` with an `ENTRY` (`games.entry.Entry`), and the package names the game. What
the rest of the application has for a game is a module of the same name in the package that wants it (`tta_p2p.ui.NAME`,
`tta_p2p.bots.NAME`): `companion_module` finds it. A game installed as a package of its own is named by entry points of
the groups `tta_p2p.games`, `tta_p2p.ui` and `tta_p2p.bots` instead: NAME = "package:ENTRY", NAME = "package.screens".

There is no list of games anywhere. Names that come from peers and files are looked up among these games; no name leads
to an import of anything else. A game that cannot be loaded is left out, and no other game suffers: `broken_games` says
which and why, and every request for it raises the same error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tta_p2p.games.entry import Entry

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from tta_p2p.games.game import Game

GAMES = "tta_p2p.games"
"""The package of games, and the group of the entry points of those installed beside it."""
COMPANION_PACKAGES = ("tta_p2p.ui", "tta_p2p.bots")
"""The packages that have a module for a game, and the groups of those installed beside."""
SHORTEST = 2
"""Fewer letters are no beginning of a name: people are called so, and by letters alone."""


class UnknownGame(Exception):
    """There are no rules of that name here."""

    def __init__(self, name: str, why: str = "") -> None:
        super().__init__(why or f"there are no rules of a game {name[:40]!r} here")
        self.why = () if why else ("no-rules", name[:40])
        """A key that says so in the language of whoever asks, with its argument."""


class BrokenGame(UnknownGame):
    """A game is here and cannot be loaded; the text says why, in one line."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(name, " ".join(f"the game {name} cannot be loaded: {why}".split()))


def names() -> tuple[str, ...]:
    """Give the names of all games that can be loaded, those of this program first."""
    return tuple(name for name in _all_names() if isinstance(_entry_or_error(name), Entry))


def broken_games() -> tuple[BrokenGame, ...]:
    """Return an error for each game that is here and cannot be loaded."""
    return tuple(one for name in _all_names() if isinstance(one := _entry_or_error(name), BrokenGame))


def bundled_games() -> tuple[str, ...]:
    """Return the names of the games that come with this program, sorted; every sound copy has the same."""
    return tuple(name for name in _bundled_entries() if isinstance(_entry_or_error(name), Entry))


def entry(name: str) -> Entry:
    """Return the entry of a game; its rules stay unloaded. Raises UnknownGame."""
    if not _exists(name):
        raise UnknownGame(name)
    found = _entry_or_error(name)
    if isinstance(found, BrokenGame):
        raise found.with_traceback(None)
    return found


def load_rules(name: str) -> Game[Any, Any]:
    """Load the rules of a game by its name. Raises UnknownGame.

    >>> load_rules("caravan").seats
    (2, 3, 4, 5)
    """
    one = entry(name)
    with _blame_game(name, "its rules"):
        game = one.rules()
        called = game.name
    if called != name:
        raise BrokenGame(name, f"its rules call it {called}")
    return game


def load_earlier_rules(name: str) -> tuple[Game[Any, Any], ...]:
    """Load the rules of earlier releases that a game still has (`Entry.earlier`). Raises UnknownGame."""
    one = entry(name)
    with _blame_game(name, "its earlier rules"):
        return tuple(load() for load in one.earlier.values())


def load_game(name: str) -> Game[Any, Any]:
    """Load a game with all its companion modules, and return its rules. Raises UnknownGame."""
    game = load_rules(name)
    for package in COMPANION_PACKAGES:
        companion_module(package, name)
    return game


def title(name: str) -> str:
    """Return the title of a game; an unknown game keeps its name."""
    try:
        return entry(name).title
    except UnknownGame:
        return name


def has_points(name: str) -> bool:
    """Whether the players of a game get points; true for an unknown game."""
    try:
        return entry(name).has_points
    except UnknownGame:
        return True


def resolve(asked: str) -> str:
    """Give the name of the game that a person means: by name, alias or title, with hyphens or blanks, however written.

    Raises UnknownGame.
    """
    if _exists(_normalize(asked)):
        return _normalize(asked)
    called = _names_by_word()
    if _normalize(asked) not in called:
        raise UnknownGame(asked)
    return called[_normalize(asked)]


def bundled_game(asked: str, begun: bool = False) -> str | None:
    """Give the game of this program that a word names, looking for none beside it, which takes long; None: none.

    ``begun``: also the one game whose name begins so, if that is long enough; who wants an example knows its name.
    """
    word, known = _normalize(asked), dict[str, str]()
    for name in bundled_games():
        one = entry(name)
        known |= dict.fromkeys(map(_normalize, (name, *one.aliases, one.title, *one.titles.values())), name)
    if word in known or not begun or len(word) < SHORTEST:
        return known.get(word)
    some = {name for called, name in known.items() if called.startswith(word) and not entry(name).example}
    return some.pop() if len(some) == 1 else None


def nearest(asked: str) -> str | None:
    """Give the name of the game that a person may have meant by a word that means none; None if no game is near."""
    from difflib import get_close_matches

    called = _names_by_word()
    near = get_close_matches(_normalize(asked), called, n=1)
    return called[near[0]] if near else None


def companion_module(package: str, game: str) -> ModuleType | None:
    """Give the module that a package of the application has for a game; None if there is none. Raises BrokenGame."""
    if game in _bundled_entries():
        return _bundled_module(package, game)
    if game not in _entry_points(GAMES):
        return None
    found = _entry_points(package).get(game)
    if found is None:
        return None
    loaded = _load(game, found)
    if not isinstance(loaded, ModuleType):
        raise BrokenGame(game, f"{found.value} is no module")
    return loaded


def package_folder(game: str) -> Path | None:
    """Give the folder of the package that brings a game; None for a game of this program, a module and an unknown one.

    Raises BrokenGame.
    """
    if game in _bundled_entries() or game not in _entry_points(GAMES):
        return None
    found = _entry_points(GAMES)[game]
    with _blame_game(game, found.value):
        places = list(getattr(import_module(found.module), "__path__", ()))
    return Path(places[0]) if places else None


def lazy_function(module: str, name: str) -> Callable[..., Any]:
    """Return a function of a module by its name there; the first call loads the module."""

    def make(*args: Any) -> Any:
        return getattr(import_module(module), name)(*args)

    return make


@cache
def _bundled_module(package: str, game: str) -> ModuleType | None:
    """The module that a package has for a game of this program. Raises BrokenGame."""
    if game not in _modules(package):
        return None
    with _blame_game(game, f"{package}.{game}"):
        return import_module(f"{package}.{game}")


def _names_by_word() -> dict[str, str]:
    """All words for games, normalized, and the name of each: names first, then aliases, then titles."""
    called = {name: name for name in _all_names()}
    for words in ("aliases", "title"):
        for name in names():
            one = entry(name)
            for word in one.aliases if words == "aliases" else (one.title, *one.titles.values()):
                called.setdefault(_normalize(word), name)
    return called


def _normalize(text: str) -> str:
    return "_".join(text.casefold().replace("-", " ").replace("_", " ").split())


@cache
def _bundled_entries() -> Mapping[str, Entry | BrokenGame]:
    """The games of this program; a package without an `ENTRY` is none."""
    found: dict[str, Entry | BrokenGame] = {}
    for name in _modules(GAMES):
        try:
            with _blame_game(name, f"{GAMES}.{name}"):
                one = getattr(import_module(f"{GAMES}.{name}"), "ENTRY", None)
        except BrokenGame as error:
            found[name] = error
        else:
            if isinstance(one, Entry):
                found[name] = one
    return found


def _all_names() -> tuple[str, ...]:
    """The names of the games of this program and of those installed beside it, which are not loaded for that."""
    return (*_bundled_entries(), *(name for name in sorted(_entry_points(GAMES)) if name not in _bundled_entries()))


def _exists(name: str) -> bool:
    """Whether there is a game of this name; entry points are read only for a name that is not bundled."""
    return name in _bundled_entries() or name in _entry_points(GAMES)


@cache
def _entry_or_error(name: str) -> Entry | BrokenGame:
    """Give the entry of a game that is here, or its error."""
    if name in _bundled_entries():
        return _bundled_entries()[name]
    point = _entry_points(GAMES)[name]
    try:
        loaded = _load(name, point)
    except BrokenGame as error:
        return error
    return loaded if isinstance(loaded, Entry) else BrokenGame(name, f"{point.value} is no Entry")


@cache
def _modules(package: str) -> tuple[str, ...]:
    """The packages right below a package, sorted."""
    from pkgutil import iter_modules

    return tuple(sorted(one.name for one in iter_modules(import_module(package).__path__) if one.ispkg))


@cache
def _entry_points(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name; of two with one name the first on the path counts."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for one in entry_points(group=group):
        found.setdefault(_normalize(one.name), one)
    return found


def _load(name: str, found: EntryPoint) -> Any:
    with _blame_game(name, found.value):
        return found.load()


@contextmanager
def _blame_game(name: str, what: str) -> Iterator[None]:
    """Whatever fails while something of a game is loaded is that game's fault alone. Raises BrokenGame."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise BrokenGame(name, f"{what}: {type(error).__name__}: {error}") from error
