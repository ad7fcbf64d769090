"""The games there are: those that come with this program, found by convention, and those installed beside it.

A game is a package in `tta_p2p.games` with an `ENTRY` (`games.entry.Entry`); its name is that of the package. What the
rest of the application has for a game is a module of the same name in the package that wants it (`tta_p2p.ui.NAME`,
`tta_p2p.bots.NAME`): `beside` finds it. A game installed as a package of its own is named by entry points of the
groups `tta_p2p.games`, `tta_p2p.ui` and `tta_p2p.bots` instead: NAME = "package:ENTRY", NAME = "package.screens".

There is no list of games anywhere. Names that come from peers and files are looked up among these games; nothing is
imported because somebody has named it. A game that cannot be loaded is left out, and no other game suffers: `broken`
says which and why, and whoever asks for it hears the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tta_p2p.games.entry import Entry

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from tta_p2p.games.game import Game

GAMES = "tta_p2p.games"
"""The package of games, and the group of the entry points of those installed beside it."""
ROOMS = ("tta_p2p.ui", "tta_p2p.bots")
"""The packages that have a module for a game, and the groups of those installed beside."""


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
    return tuple(name for name in _here() if isinstance(_known(name), Entry))


def broken() -> tuple[BrokenGame, ...]:
    """Say which games are here and cannot be loaded."""
    return tuple(one for name in _here() if isinstance(one := _known(name), BrokenGame))


def shipped() -> tuple[str, ...]:
    """Give the names of the games that come with this program, sorted: the same for every sound copy of it."""
    return tuple(name for name in _own() if isinstance(_known(name), Entry))


def entry(name: str) -> Entry:
    """Give what is known of a game without its rules. Raises UnknownGame."""
    if not _is_here(name):
        raise UnknownGame(name)
    found = _known(name)
    if isinstance(found, BrokenGame):
        raise found.with_traceback(None)
    return found


def find(name: str) -> Game[Any, Any]:
    """Give the rules of a game by its name. Raises UnknownGame."""
    one = entry(name)
    with _naming(name, "its rules"):
        game = one.rules()
        called = game.name
    if called != name:
        raise BrokenGame(name, f"its rules call it {called}")
    return game


def load(name: str) -> Game[Any, Any]:
    """Load everything that there is of a game, and give its rules. Raises UnknownGame."""
    game = find(name)
    for package in ROOMS:
        beside(package, name)
    return game


def title(name: str) -> str:
    """Give the name of a game for people; one that is not here keeps the name it goes by."""
    try:
        return entry(name).title
    except UnknownGame:
        return name


def scored(name: str) -> bool:
    """Whether the players of a game get points; of one that is not here that is taken for granted."""
    try:
        return entry(name).scored
    except UnknownGame:
        return True


def resolve(asked: str) -> str:
    """Give the name of the game that a person means: by name, alias or title, with hyphens or blanks, however written.

    Raises UnknownGame.
    """
    if _is_here(_flat(asked)):
        return _flat(asked)
    called = _called()
    if _flat(asked) not in called:
        raise UnknownGame(asked)
    return called[_flat(asked)]


def nearest(asked: str) -> str | None:
    """Give the name of the game that a person may have meant by a word that means none; None if no game is near."""
    from difflib import get_close_matches

    called = _called()
    near = get_close_matches(_flat(asked), called, n=1)
    return called[near[0]] if near else None


def beside(package: str, game: str) -> ModuleType | None:
    """Give the module that a package of the application has for a game; None if there is none. Raises BrokenGame."""
    if game in _own():
        return _shipped(package, game)
    if game not in _installed(GAMES):
        return None
    found = _installed(package).get(game)
    if found is None:
        return None
    loaded = _load(game, found)
    if not isinstance(loaded, ModuleType):
        raise BrokenGame(game, f"{found.value} is no module")
    return loaded


def later(module: str, name: str) -> Callable[..., Any]:
    """Give what makes something of a module, by its name there; the module is loaded at the first call."""

    def make(*args: Any) -> Any:
        return getattr(import_module(module), name)(*args)

    return make


@cache
def _shipped(package: str, game: str) -> ModuleType | None:
    """The module that a package has for a game of this program. Raises BrokenGame."""
    if game not in _modules(package):
        return None
    with _naming(game, f"{package}.{game}"):
        return import_module(f"{package}.{game}")


def _called() -> dict[str, str]:
    """What people may call the games, made flat: by name first, then by alias, then by title."""
    called = {name: name for name in _here()}
    for words in ("aliases", "title"):
        for name in names():
            one = entry(name)
            for word in one.aliases if words == "aliases" else (one.title, *one.titles.values()):
                called.setdefault(_flat(word), name)
    return called


def _flat(text: str) -> str:
    return "_".join(text.casefold().replace("-", " ").replace("_", " ").split())


@cache
def _own() -> Mapping[str, Entry | BrokenGame]:
    """The games of this program; a package without an `ENTRY` is none."""
    found: dict[str, Entry | BrokenGame] = {}
    for name in _modules(GAMES):
        try:
            with _naming(name, f"{GAMES}.{name}"):
                one = getattr(import_module(f"{GAMES}.{name}"), "ENTRY", None)
        except BrokenGame as error:
            found[name] = error
        else:
            if isinstance(one, Entry):
                found[name] = one
    return found


def _here() -> tuple[str, ...]:
    """The names of the games of this program and of those installed beside it, which are not loaded for that."""
    return (*_own(), *(name for name in sorted(_installed(GAMES)) if name not in _own()))


def _is_here(name: str) -> bool:
    """Whether there is a game of this name; only for what is none of this program is looked among those beside it."""
    return name in _own() or name in _installed(GAMES)


@cache
def _known(name: str) -> Entry | BrokenGame:
    """What is known of a game that is here."""
    if name in _own():
        return _own()[name]
    point = _installed(GAMES)[name]
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
def _installed(group: str) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name; of two with one name the first on the path counts."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for one in entry_points(group=group):
        found.setdefault(_flat(one.name), one)
    return found


def _load(name: str, found: EntryPoint) -> Any:
    with _naming(name, found.value):
        return found.load()


@contextmanager
def _naming(name: str, what: str) -> Iterator[None]:
    """Whatever fails while something of a game is loaded is that game's fault alone. Raises BrokenGame."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise BrokenGame(name, f"{what}: {type(error).__name__}: {error}") from error
