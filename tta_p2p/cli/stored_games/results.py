"""Finished games of the data folder with their figures: as data, as a table for other programs, and in words."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tta_p2p.cli.errors import error_text
from tta_p2p.cli.output.formats import csv_text
from tta_p2p.cli.output.layout import style
from tta_p2p.cli.output.progress import ProgressBar
from tta_p2p.cli.output.speech import names_of, text_of, title_of, words
from tta_p2p.cli.simulation.intervals import Proportion
from tta_p2p.cli.stored_games import own_record
from tta_p2p.cli.stored_games.kept_results import kept_result
from tta_p2p.cli.stored_games.own_record import OwnGame
from tta_p2p.node.data_folder.lent_games import read_lent_games
from tta_p2p.registry import UnknownGame, has_points
from tta_p2p.seats import wording
from tta_p2p.store.database import GameRow, Store, StoreDamaged
from tta_p2p.store.home import home
from tta_p2p.table.binding import BadEntry
from tta_p2p.table.local_record import is_local
from tta_p2p.table.recording import DamagedFile
from tta_p2p.table.results import GameResult, PlayerResult
from tta_p2p.ui.blocks import Block, Gap, Heading, Para, lines, table
from tta_p2p.ui.cells import cut, plain, row
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.style import showable

GAME = ("game", "id", "began", "ended", "seconds", "local")
PLAYER = ("seat", "name", "you", "place", "points", "left")
"""Columns of the table; behind them stand `points.SOURCE` and `figure.NAME`. Like keys of JSON they have one name."""
NAME = 12
"""Cells that the name of a player takes at most."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game: its row of the store, and how it ended."""

    row: GameRow
    result: GameResult

    @property
    def seconds(self) -> int:
        """The time from its first move to its last, pauses included."""
        return max(0, self.row.touched - self.row.made)

    @property
    def own(self) -> PlayerResult | None:
        """Your own result, if one seat was yours."""
        yours = [player for player in self.result.players if player.you]
        return yours[0] if len(yours) == 1 else None

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        head = (
            self.row.game, self.row.sid.hex(), _when(self.row.made), _when(self.row.touched), self.seconds,
            is_local(self.row.charter),
        )  # fmt: skip
        players = [
            {key: getattr(player, key) for key in PLAYER}
            | {"parts": dict(player.parts), "figures": dict(player.figures)}
            for player in self.result.players
        ]
        return dict(zip(GAME, head, strict=True)) | {
            "options": dict(self.result.options),
            "figures": dict(self.result.figures),
            "players": players,
        }


def finished_games(game: str = "", sid: bytes | None = None) -> tuple[list[FinishedGame], list[str]]:
    """Give the finished games, the last one first, of one game or by one id; and what is to be said of others."""
    store = Store(home())
    try:
        rows = [one for one in store.games() if one.sound and one.status == "over"]
        rows = [one for one in rows if game in ("", one.game) and sid in (None, one.sid)]
        found, unread = list[FinishedGame](), list[str]()
        with ProgressBar(text_of("stats.reading")) as step:
            for number, one in enumerate(rows, 1):
                try:
                    result = kept_result(home(), one.sid, one.charter, store.journal(one.sid), one.operator)
                except (UnknownGame, BadEntry, DamagedFile, StoreDamaged) as error:
                    unread.append(text_of("stats.left-out", id=one.sid.hex()[:8], why=showable(error_text(error))))
                    continue
                finally:
                    step(number, len(rows))
                if result is not None:
                    found.append(FinishedGame(one, result))
    finally:
        store.close()
    return found, unread


def as_csv(found: Sequence[FinishedGame]) -> str:
    """A table of all players of all games, a line each."""
    told = [one.as_dict() for one in found]
    sources = list(dict.fromkeys(key for one in told for player in one["players"] for key in player["parts"]))
    counted = list(dict.fromkeys(key for one in told for player in one["players"] for key in player["figures"]))
    rows: list[list[object]] = [
        [*GAME, *PLAYER, *(f"points.{key}" for key in sources), *(f"figure.{key}" for key in counted)]
    ]
    for one in told:
        for player in one["players"]:
            parts = [player["parts"].get(key, "") for key in sources]
            figures = [player["figures"].get(key, "") for key in counted]
            rows.append([*(one[key] for key in GAME), *(player[key] for key in PLAYER), *parts, *figures])
    return csv_text(rows)


def in_words(found: Sequence[FinishedGame], *, cards: bool = False) -> list[str]:
    """The games for people: a table of each game, and what they come to; ``cards``: also what each card did for you."""
    if not found:
        return [text_of("stats.none")]
    by_game = defaultdict[str, list[FinishedGame]](list)
    for one in found:
        by_game[one.row.game].append(one)
    blocks: list[Block] = []
    for game, games in by_game.items():
        blocks += [*([Gap()] if blocks else ()), *_of_game(game, games, cards)]
    return lines(blocks, style())


def _of_game(game: str, games: Sequence[FinishedGame], cards: bool) -> Iterable[Block]:
    in_points, texts = has_points(game), presenter_for(game, words()).texts
    columns = ("when", "time", "place", "points" if in_points else "ending", "others")
    head = [text_of(f"stats.head.{key}") for key in columns]
    body = []
    for one in games:
        own, ending = one.own, one.result.ending
        others = [_other(player, in_points) for player in one.result.players if player is not own]
        place = text_of("stats.place", place=own.place, of=len(one.result.players)) if own else "-"
        when = datetime.datetime.fromtimestamp(one.row.touched).strftime("%Y-%m-%d %H:%M")
        if in_points:
            told = str(own.points) if own else "-"
        else:
            told = texts.line("ending", wording.text_ref(ending, {})) if ending is not None else "-"
        body.append([when, _time(one.seconds), place, told, text_of("comma").join(others)])
    yield Heading(row(text_of("stats.game", game=title_of(game), n=len(games))))
    yield table(head, body, "lrrrl" if in_points else "lrrll", 2, flex=4)
    lent = read_lent_games(home())  # what a bot has played is listed, and counts for nobody
    played = own_games(one for one in games if one.row.sid not in lent)
    mine = [one.own for one in played]
    if not mine:
        return
    won = sum(player.place == 1 for player in mine)
    if in_points:
        average = sum(player.points for player in mine) / len(mine)
        yield Para(row(text_of("stats.sum", won=won, n=len(mine), points=f"{average:.1f}")), 2, 2)
        if sources := _by_source(game, mine):
            yield Para(row(text_of("stats.sources", sources=sources)), 2, 4)
        yield from _records(played)
    else:
        yield Para(row(text_of("stats.sum.plain", won=won, n=len(mine))), 2, 2)
    yield from _opponents(played, in_points)
    if cards:
        yield from _cards(game, played)


def own_games(games: Iterable[FinishedGame]) -> list[OwnGame]:
    """Give those games in which one seat was yours."""
    return [OwnGame(one.result, own, one.row.touched) for one in games if (own := one.own) is not None]


def _records(played: Sequence[OwnGame]) -> Iterable[Block]:
    """Name the best games, where there are several to be better than."""
    found = own_record.best(played)
    if found is None or len(played) < 2:
        return
    most, widest = found
    yield Para(row(text_of("stats.record.points", n=most.own.points, when=_day(most.ended))), 2, 4)
    if widest.lead > 0:
        yield Para(row(text_of("stats.record.lead", n=widest.lead, when=_day(widest.ended))), 2, 4)


def _opponents(played: Sequence[OwnGame], in_points: bool) -> Iterable[Block]:
    """A table of the people you have met."""
    met = own_record.opponents(played)
    if not met:
        return
    columns = ("against", "games", "ahead", "behind", *(("lead",) if in_points else ()))
    body = []
    for one in met:
        counted = [str(one.games), str(one.ahead), str(one.behind), *([f"{one.lead:+.1f}"] if in_points else [])]
        body.append([plain(cut(showable(one.name), NAME)), *counted])
    yield Gap()
    yield table([text_of(f"stats.head.{key}") for key in columns], body, "l" + "r" * (len(columns) - 1), 2)


def _cards(game: str, played: Sequence[OwnGame]) -> Iterable[Block]:
    """A table for each thing that is done with cards: the kind of the card, how often, and how often you won then."""
    presenter, uses = presenter_for(game, words()), own_record.card_uses(played)
    if not uses:
        yield Para(row(text_of("simulated.no-cards", game=title_of(game))), 2, 2)
    for done, cards in groupby(uses, key=lambda one: one.done):
        head = [presenter.texts.optional(f"figure.{done}") or done, text_of("stats.head.kind"),
                text_of("stats.head.games"), text_of("stats.head.won")]  # fmt: skip
        body = [
            [presenter.texts.card(one.face), presenter.speech.kind_name(one.face), str(one.games), _rate(one.first)]
            for one in cards
        ]
        yield Gap()
        yield table(head, body, "llrr", 2)


def _rate(won: Proportion) -> str:
    low, high = won.interval
    return text_of("simulated.rate", rate=f"{won.rate:.0%}", low=f"{low:.0%}", high=f"{high:.0%}")


def _day(seconds: int) -> str:
    return datetime.datetime.fromtimestamp(seconds).strftime("%Y-%m-%d")


def _other(player: PlayerResult, in_points: bool) -> str:
    name = plain(cut(showable(*names_of((player.name,))), NAME))
    return text_of("stats.other", name=name, points=player.points) if in_points else name


def _by_source(game: str, mine: Sequence[PlayerResult]) -> str:
    """Points on average by where they came from, the most first, as the game calls that."""
    texts = presenter_for(game, words()).texts
    sums = defaultdict[str, int](int)
    for player in mine:
        for key, points in player.parts.items():
            sums[key] += points
    ordered = sorted((key for key in sums if sums[key]), key=lambda key: -sums[key])
    named = (f"{texts.optional(f'score.{key}') or key} {sums[key] / len(mine):.1f}" for key in ordered)
    return text_of("comma").join(named)


def _when(seconds: int) -> str:
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat()


def _time(seconds: int) -> str:
    minutes = round(seconds / 60)
    return text_of("stats.hours", hours=minutes // 60, minutes=f"{minutes % 60:02d}")
