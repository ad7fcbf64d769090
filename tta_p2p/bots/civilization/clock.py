"""The turns to fifteen coins, counted technology by technology: what each coin is made of, and when it can be there.

Research, investments in coins and the culture or resources that coins cost draw on the same trade and the same cities,
so each technology is only learned where fifteen coins come sooner with it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tta_p2p.games.civilization.flow import Manage
from tta_p2p.games.civilization.map.board import owner_of
from tta_p2p.games.civilization.players.holdings import units
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.civilizations import COINS_TO_WIN
from tta_p2p.games.civilization.tables.techs import MOST_COINS, NEEDED, TECHS
from tta_p2p.games.civilization.technologies.investment import INVESTMENTS
from tta_p2p.games.civilization.technologies.pyramid import discount, rows_of
from tta_p2p.games.contract import Seat

from .routes import FAR

MINTS = ("pottery", "democracy", "printing-press", "code-of-laws")
"""Technologies that take coins turn by turn."""
PRINTED = ("civil-service", "railroad", "chivalry", "banking")
"""Technologies that bring coins at once: printed ones, that of Feudalism, and those of banks."""
DEMOCRACY_PRICE, PRESS_PRICE = INVESTMENTS["democracy"][1], INVESTMENTS["printing-press"][1]
STRAY_PACE = 10
"""The coins of a turn that come from elsewhere, in hundredths."""
UNIT_FIGHTS, ARMY_FIGHTS = 7, 16
"""The battles won in a turn, in hundredths: for each of three units, and for each of three armies."""
PUT_OFF = 15
"""The weight of each coin that is not there yet, in hundredths of a turn, beside two thirds of the turns."""
LATE = 50
"""How long research that trade does not suffice for has to wait at the least, in hundredths of a turn."""


class Purse(NamedTuple):
    """The means of a seat to make coins.

    ``counted``: coins that are there. ``trade``: on the dial. ``arts``: culture of all cities devoted to the arts;
    ``cities``: how many. ``goods``: resources, huts and villages. ``fights``: battles won in a turn, in hundredths.
    ``rows``: technologies of the lower rows of the pyramid. ``known``: how many coins each of `MINTS` still takes, -1:
    unknown; ``fresh``: whether it can be used in the turn of the cities under way. ``printed``: the coins that each of
    `PRINTED` still brings. ``wait``: hundredths of a turn to the income before the next research.
    """

    counted: int
    trade: int
    income: int
    culture: int
    arts: int
    cities: int
    goods: int
    fights: int
    rows: tuple[int, int, int]
    known: tuple[int, ...]
    fresh: tuple[bool, ...]
    printed: tuple[int, ...]
    discount: int
    wait: int


class Syllabus(NamedTuple):
    """Research to come: when it is done, what it has cost, the rows then, the date of each technology (-1: none)."""

    time: int
    spent: int
    rows: tuple[int, int, int]
    mints: tuple[int, ...]
    prints: tuple[int, ...]


def purse_of(s: State, seat: Seat, owned: int, income: int, arts: int, cities: int) -> Purse:
    """Give what a seat makes coins of; ``owned``: its coins, and what its cities yield."""
    techs, tokens, rows = s.techs[seat], s.tokens[seat], rows_of(s.techs[seat])
    armies = sum(group[0] for group in s.figures[seat].values())
    managed = any(isinstance(frame, Manage) and frame.seat == seat for frame in s.stack)
    return Purse(
        owned,
        s.trade[seat],
        income,
        s.culture[seat],
        arts,
        cities,
        sum(s.goods[seat].values()) + len(s.huts[seat]) + len(s.villages[seat]),
        UNIT_FIGHTS * min(3, units(s, seat)) * (armies > 0) + ARMY_FIGHTS * min(3, armies),
        (rows.count(1), rows.count(2), rows.count(3)),
        tuple([MOST_COINS - tokens.get(tech, 0) if tech in techs else -1 for tech in MINTS]),
        tuple([managed and not s.once(seat, tech) for tech in MINTS]),
        (
            int("civil-service" not in techs),
            int("railroad" not in techs),
            int("chivalry" not in techs and s.governments[seat] != "feudalism"),
            0 if "banking" in techs else _markets(s, seat),
        ),
        discount(s, seat),
        100 if s.phase in ("start", "trade") else 0,
    )


def _markets(s: State, seat: Seat) -> int:
    """Give the markets of a seat, which become banks."""
    return sum(work == "market" and owner_of(s, square) == seat for square, work in s.works.items())


@lru_cache(32768)
def coin_turns(purse: Purse) -> int:
    """Give the turns to fifteen coins, in hundredths, with the best research that is found step by step.

    A third of it is counted by the coins that are not there yet: so what can be had now is not put off.
    """
    mints = tuple([0 if room >= 0 else -1 for room in purse.known])
    study = Syllabus(purse.wait, 0, purse.rows, mints, tuple([-1 if brings else 0 for brings in purse.printed]))
    best = _arrival(purse, study)
    while best > 100:
        longer = [_learned(purse, study, tech) for tech in _unknown(study)]
        found = min([(_arrival(purse, one), one) for one in longer], default=(best, study))
        if found[0] >= best:
            break
        best, study = found
    return min(FAR, 2 * best // 3 + PUT_OFF * max(0, COINS_TO_WIN - purse.counted))


def _unknown(study: Syllabus) -> list[str]:
    found = [tech for tech, date in zip(MINTS, study.mints, strict=True) if date < 0]
    return found + [tech for tech, date in zip(PRINTED, study.prints, strict=True) if date < 0]


def _learned(purse: Purse, study: Syllabus, tech: str) -> Syllabus:
    """Give the research with a technology after it, and with those of lower rows that it lies on."""
    time, spent, rows = study.time, study.spent, list(study.rows)
    level = TECHS[tech].level
    needed = [level]
    for row in range(level - 1, 0, -1):
        lacks = max(0, rows[row] + 2 - rows[row - 1])
        needed = [row] * lacks + needed
        rows[row - 1] += lacks
    rows[level - 1] += 1
    income = max(1, purse.income)
    for row in needed:
        price = max(1, NEEDED[row] - purse.discount)
        # the first research draws on the dial as it stands, and comes a turn late where that does not suffice
        pool, taken, late = (income, 100, 0) if spent else (purse.trade + income * purse.wait // 100, 0, LATE)
        if pool < price:
            longer = max(late, 100 * (price - pool) // income)
            pool, taken = pool + income * longer // 100, taken + longer
        left = pool - price
        time += taken
        # what is left over is kept up to the coins, and lost where it comes to no investment
        spent += price if purse.counted + left >= DEMOCRACY_PRICE else price + max(0, left)
    mints = tuple([time if one == tech else date for one, date in zip(MINTS, study.mints, strict=True)])
    prints = tuple([time if one == tech else date for one, date in zip(PRINTED, study.prints, strict=True)])
    return Syllabus(time, spent, (rows[0], rows[1], rows[2]), mints, prints)


def _arrival(purse: Purse, study: Syllabus) -> int:
    """Give when fifteen coins are there; where never, FAR and what is missing, so that less missing is nearer."""
    before = made = 0
    for time in range(0, FAR, 100):
        made = _coins_at(purse, study, time)
        if made >= 100 * COINS_TO_WIN:
            return max(0, time - 100 * (made - 100 * COINS_TO_WIN) // max(1, made - before)) if time else 0
        before = made
    return FAR + 100 * COINS_TO_WIN - made


def _coins_at(purse: Purse, study: Syllabus, time: int) -> int:
    """Give the coins at a time, in hundredths."""
    counted = 100 * purse.counted + STRAY_PACE * time // 100
    for brings, date in zip(purse.printed, study.prints, strict=True):
        if brings and date >= 0:
            counted += brings * max(0, min(100, time - date + 50))
    uses: list[int] = []
    for room, date, fresh in zip(purse.known, study.mints, purse.fresh, strict=True):
        turns = 0 if date < 0 else time + 100 * fresh if room >= 0 else time - date
        uses.append(max(0, min(100 * (MOST_COINS if room < 0 else room), turns)))
    pottery, democracy, press, laws = uses
    trade = purse.trade + purse.income * time // 100 - study.spent
    counted += min(democracy, max(0, 100 * trade // DEMOCRACY_PRICE))
    pressed = min(press, (100 * purse.culture + purse.arts * time) // PRESS_PRICE)
    busy = max(0, PRESS_PRICE * pressed - 100 * purse.culture) // max(1, purse.arts)
    gathered = 100 * purse.goods + max(0, purse.cities * (time - busy))
    counted += pressed + min(pottery, gathered // 2)
    return counted + laws * min(100, purse.fights) // 100
