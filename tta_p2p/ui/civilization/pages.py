"""The pages of Civilization: all players at a glance, cities, technologies, the market, the culture track."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from tta_p2p.games.civilization.battle import strength
from tta_p2p.games.civilization.city import yields
from tta_p2p.games.civilization.city.management import buildings_of, price_of
from tta_p2p.games.civilization.map.board import is_wonder, land, outskirts_owner
from tta_p2p.games.civilization.map.squares import name_of
from tta_p2p.games.civilization.players import holdings, limits
from tta_p2p.games.civilization.tables.civilizations import COINS_TO_WIN
from tta_p2p.games.civilization.tables.model import UNIT_TYPES
from tta_p2p.games.civilization.tables.techs import MAX_TRADE
from tta_p2p.games.civilization.tables.track import TRACK
from tta_p2p.games.civilization.technologies.pyramid import researchable, rows_of, trade_needed

from ..blocks import Block, Columns, Drawing, Fields, Gap, Heading, Page, Para, SpeechAlternative, table
from ..cells import EMPTY, Piece, Row, Span, figure, join, plain, row, width, wrap
from ..room import TableColumn, TableWay, fit_table, tell_apart
from ..style import Style
from .cards import building_gist, tech_gist, troops, wonder_gist
from .map import is_blocked, map_rows, square_size
from .near_victory import NEAR, SIGN, near
from .signs import owner_sign, sign_entries
from .tracks import culture_rows, pyramid_rows, way_rows
from .wording import LEVELS, CivilizationWording

NAMES = (8, 6)
"""Cells of a name that is shortened."""
SPARE_HEADS = ("goods", "units", "figures")
"""Columns that are left out where there is no room for all, in this order: boards and the map tell them."""
SHORT_NAME, LEFT_OUT = 2, 3
"""The loss by a short name, and by a column that is left out; that by a short head is 1."""
OVERVIEW = ("trade", "culture", "track", "techs", "coins", "cities", "figures", "units", "goods")
"""The columns of the overview."""


def overview_cells(wording: CivilizationWording, seat: int) -> dict[str, str]:
    """Give what stands in the columns of the overview for a seat; nothing before it has a civilization."""
    s = wording.state
    if not wording.is_set_up(seat):
        return {}
    armies, scouts = holdings.figures_in_play(s, seat)
    close = dict.fromkeys(near(wording, seat), SIGN)
    return {
        "trade": f"{s.trade[seat]}/{MAX_TRADE}",
        "culture": str(s.culture[seat]),
        "track": f"{s.level[seat]}/{len(TRACK)}" + close.get("track", ""),
        "techs": str(len(s.techs[seat])) + close.get("techs", ""),
        "coins": f"{wording.coins(seat)}/{COINS_TO_WIN}" + close.get("coins", ""),
        "cities": f"{len(wording.cities(seat))}/{limits.city_limit(s, seat)}",
        "figures": f"{armies}+{scouts}",
        "units": str(holdings.units(s, seat)),
        "goods": str(sum(s.goods[seat].values()) + sum(len(held[seat]) for held in (s.huts, s.villages, s.people))),
    }


def nation(wording: CivilizationWording, seat: int) -> str:
    """Name the civilization of a seat and its government."""
    s = wording.state
    if not wording.is_set_up(seat):
        return ""
    nation, government = map(wording.texts.card, (s.civilizations[seat], s.governments[seat]))
    return wording.words("civ.nation", nation=nation, government=government)


def overview(wording: CivilizationWording) -> tuple[Block, ...]:
    """Give a line for each player, and whom each leads, for which that line may have no room; spoken: a sentence."""
    words = wording.words
    said: list[Row] = []
    for seat in wording.seats:
        cells = overview_cells(wording, seat)
        gone = wording.state.left[seat]
        last = words(f"left.{gone}") if gone else nation(wording, seat)
        parts = [words("civ.said", what=words(f"civ.name.{key}"), value=cells[key]) for key in OVERVIEW if key in cells]
        name = wording.texts.name(seat)
        said.append(row(words("civ.said.player", name=name, nation=last, parts=words("civ.comma").join(parts))))
    return (Drawing(partial(_draw_overview, wording), tuple(said)),)


def _draw_overview(wording: CivilizationWording, style: Style) -> list[Row]:
    """Draw the line of each player; below stand all whom they lead, if a line has no room for that."""
    lines = overview_rows(wording, style)
    if all(beside == whole for _, beside, whole in lines):
        return [row(one, " ", beside) if beside else one for one, beside, _ in lines]
    led = zip(wording.seats, (whole for *_, whole in lines[1:]), strict=True)
    told = (row(wording.player(seat), wording.words("civ.colon"), whole) for seat, whole in led if whole)
    return [*(one for one, *_ in lines), *(part for one in told for part in wrap(style.spell(one), style.width))]


def overview_rows(wording: CivilizationWording, style: Style) -> list[tuple[Row, Row, Row]]:
    """Give the heads and a line for each player, no wider than the style; with each what of whom one leads has room
    beside it, and all of that.
    """
    columns = _overview_columns(wording, [style.spell(row(wording.player(seat))) for seat in wording.seats])
    head, *rows = fit_table(columns, style.width)
    room = style.width - width(head) - 1
    found: list[tuple[Row, Row, Row]] = [((Span(plain(head), "label"),), EMPTY, EMPTY)]
    for seat, one in zip(wording.seats, rows, strict=True):
        ways = [*map(style.spell, _nations(wording, seat))]
        found.append((one, next((way for way in ways if width(way) <= room), EMPTY), ways[0] if ways else EMPTY))
    return found


def _overview_columns(wording: CivilizationWording, names: Sequence[Row]) -> list[TableColumn]:
    """Give the columns of the overview with what gives way where there is little room: heads first, then names.

    Before the names stand the letters that players have on the map.
    """
    words = wording.words
    told = [overview_cells(wording, seat) for seat in wording.seats]
    signs = TableWay((EMPTY, *(row(owner_sign(wording, seat)) for seat in wording.seats)))
    found = [TableColumn((signs,)), TableColumn((
        TableWay((EMPTY, *names)),
        *(TableWay((EMPTY, *tell_apart(tuple(names), (most,) * len(names))), SHORT_NAME) for most in NAMES),
    ), "l")]  # fmt: skip
    for key in OVERVIEW:
        cells = tuple(figure(some.get(key, ""), seat, key) for seat, some in zip(wording.seats, told, strict=True))
        heads = row(words(f"civ.head.{key}")), row(words(f"civ.head.short.{key}"))
        ways = [TableWay((head, *cells), loss) for loss, head in enumerate(heads)]
        if key in SPARE_HEADS:
            ways.append(TableWay((), LEFT_OUT + SPARE_HEADS.index(key)))
        found.append(TableColumn(tuple(ways)))
    return found


def _nations(wording: CivilizationWording, seat: int) -> Iterator[Row]:
    """Name the civilization of a player and its government, or that it has left; the shortest last."""
    if gone := wording.state.left[seat]:
        yield row(wording.words(f"left.{gone}"))
    elif wording.is_set_up(seat):
        yield row(nation(wording, seat))
        yield row(wording.texts.card(wording.state.civilizations[seat]))


def table_page(wording: CivilizationWording) -> Page:
    """Give all players, the map and what can be bought."""
    words = wording.words
    blocks = [*overview(wording), Gap(), *map_blocks(wording)]
    return Page(row(words("page-title.table")), tuple(blocks))


def map_blocks(wording: CivilizationWording) -> tuple[Block, ...]:
    """Give the map with its legend; spoken: what is on every square that is not bare ground."""
    s = wording.state
    busy = sorted({*s.cities, *s.works, *s.markers, *(square for each in s.figures for square in each)})
    drawn = partial(_draw_map, wording)
    legend = SpeechAlternative((Columns(tuple(sign_entries(wording)), 0),), ())
    return (Drawing(drawn, tuple(wording.square(square) for square in busy)), Gap(), *whereabouts(wording), legend)


def _draw_map(wording: CivilizationWording, style: Style) -> list[Row]:
    """Draw the map as large as there is room for it."""
    return map_rows(wording, square_size(wording.state.seats, style.width, style.lines), style)


def whereabouts(wording: CivilizationWording) -> tuple[Block, ...]:
    """Say with several others whose the cities and figures on the map are: its letters tell only the own ones."""
    s = wording.state
    if s.seats <= 2 or not any(s.figures):
        return ()
    told = []
    for seat in wording.seats:
        cities = [f"{name_of(city)} {wording.kind(s.cities[city])}" for city in wording.cities(seat)]
        figures = [f"{name_of(square)} {wording.company(*group)}" for square, group in sorted(s.figures[seat].items())]
        if cities or figures:
            told.append((row(wording.player(seat)), row(wording.words("civ.comma").join((*cities, *figures)))))
    return (SpeechAlternative((Fields(tuple(told)), Gap()), ()),)


def square_details(wording: CivilizationWording, square: int) -> list[Row]:
    """Say of a square whose city it serves, or who keeps it from that, and what a city there would have around it."""
    s, words = wording.state, wording.words
    if square not in land(s):
        return []
    found: list[Row] = []
    if square in s.cities:
        found.append(row(wording.city(square)))
    elif (city := outskirts_owner(s, square)) >= 0:
        owner = s.cities[city].seat
        keys = ("civ.square.serves", "civ.square.serves.yours")
        if is_blocked(s, square):
            keys = ("civ.square.blocked", "civ.square.blocked.yours")
        key = keys[owner == wording.seat]
        found.append(row(words(key, city=name_of(city), name=wording.texts.name(owner))))
    else:
        found.append(row(wording.surroundings(square)))
    return found


def city_blocks(wording: CivilizationWording, seat: int) -> tuple[Block, ...]:
    """Give the cities of a seat with each square that works for them."""
    s, words = wording.state, wording.words
    blocks: list[Block] = []
    for city in wording.cities(seat):
        one = s.cities[city]
        acted = words("civ.in-brackets", what=words("civ.acted")) if city in s.acted else ""
        name = Span(f"{name_of(city)} ", "number")
        blocks.append(Para(row(name, wording.kind(one), acted, words("civ.colon"), wording.city(city))))
        blocks += [Para(wording.square(square), 2) for square in sorted(yields.outskirts(s, seat, city))]
        blocks.append(Gap())
    if not blocks:
        blocks.append(Para(row(words("civ.no-city"))))
    return tuple(blocks)


def cities_page(wording: CivilizationWording, seat: int) -> Page:
    """Give the cities of a seat, and what they could build."""
    s, words = wording.state, wording.words
    blocks = list(city_blocks(wording, seat))
    if wording.is_set_up(seat):
        rows: list[list[Piece]] = []
        for name in buildings_of(s, seat):
            rows.append([wording.card(name), str(price_of(s, seat, name)), building_gist(wording, name)])
        for kind in UNIT_TYPES[:3] if "flight" not in s.techs[seat] else UNIT_TYPES:
            left = words("civ.strength-plus", n=strength.rank(s, seat, kind) - 1) if kind != "aircraft" else ""
            rows.append([troops(words, wording.texts, kind), str(strength.unit_cost(s, seat, kind)), left])
        rows += [[wording.card(kind), str(price_of(s, seat, kind)), ""] for kind in ("army", "scout")]
        blocks += [Heading(row(words("civ.can-build"))), table([], rows, "lrl", 2, flex=2)]
    return Page(row(wording.title_of("cities", seat)), tuple(blocks))


def pyramid(wording: CivilizationWording, seat: int) -> list[tuple[str, Row]]:
    """Give the technologies of a seat by their rows in the pyramid, the lowest row first."""
    s = wording.state
    rows: dict[int, list[str]] = {}
    for name, level in zip(s.techs[seat], rows_of(s.techs[seat]), strict=True):
        rows.setdefault(level, []).append(name)
    return [(LEVELS[level], wording.cards(rows[level])) for level in sorted(rows)]


def techs_page(wording: CivilizationWording, seat: int) -> Page:
    """Give what a seat knows, row by row, and what has a place in its pyramid."""
    s, words = wording.state, wording.words
    listed = [row(level, words("civ.colon"), techs) for level, techs in pyramid(wording, seat)]
    blocks: list[Block] = [
        Para(row(words("civ.pyramid-how")), 0),
        Drawing(partial(pyramid_rows, wording, seat), tuple(listed)),
        SpeechAlternative((Para(row(Span(words("civ.pyramid-signs"), "label"))),), ()),
    ]
    if wording.is_set_up(seat):
        rows: list[list[Piece]] = []
        for name in researchable(s.techs[seat]):
            price = trade_needed(s, seat, name)
            mark = Span(str(price), "good" if price <= s.trade[seat] else "label")
            rows.append([wording.card(name), mark, tech_gist(wording, name)])
        blocks += [Heading(row(_research_terms(wording, seat))), table([], rows, "lrl", 2, flex=2)]
    return Page(row(wording.title_of("techs", seat)), tuple(blocks))


def _research_terms(wording: CivilizationWording, seat: int) -> str:
    """Say above the technologies that have a place what research takes, or that there is too little trade for any."""
    s, words, trade = wording.state, wording.words, wording.state.trade[seat]
    if not any(trade_needed(s, seat, name) <= trade for name in researchable(s.techs[seat])):
        return words("civ.open-techs.short", n=trade) if trade else words("civ.open-techs.none")
    kept = min(wording.coins(seat), trade)
    return words("civ.open-techs", n=trade, coins=kept) if kept else words("civ.open-techs.all", n=trade)


def market_page(wording: CivilizationWording) -> Page:
    """Give the wonders, resources and markers of buildings that are left."""
    s, words = wording.state, wording.words
    seat = wording.seat or 0
    rows: list[list[Piece]] = []
    for name in s.wonders:
        price = price_of(s, seat, name) if wording.is_set_up(seat) else 0
        rows.append([wording.card(name), str(price), wonder_gist(wording, name)])
    goods = (wording.amount(name, number) for name, number in s.market.items())
    pools = (words("civ.amount", what=words(f"civ.pool.{name}"), n=number) for name, number in s.pools.items())
    blocks: list[Block] = [
        Heading(row(words("civ.wonders"))),
        table([], rows, "lrl", 2, flex=2),
        Heading(row(words("civ.resources"))),
        Para(row(words("civ.comma").join(goods)), 2),
        Heading(row(words("civ.buildings-left"))),
        Para(row(words("civ.comma").join(pools)), 2),
    ]
    built = [
        row(wording.card(work), " ", name_of(square), " (", wording.texts.name(_owner(wording, square)), ")")
        for square, work in sorted(s.works.items())
        if is_wonder(work)
    ]
    if built:
        blocks += [Heading(row(words("civ.wonders-built"))), Para(join(built, ", "), 2)]
    return Page(row(words("civ.title.market")), tuple(blocks))


def _owner(wording: CivilizationWording, square: int) -> int:
    city = outskirts_owner(wording.state, square)
    return wording.state.cities[city].seat if city >= 0 else -1


def progress(wording: CivilizationWording) -> Iterable[tuple[str, str]]:
    """Say how near everybody is to each of the four victories: name of the victory, and who stands where."""
    s, words = wording.state, wording.words
    ready = [seat for seat in wording.seats if wording.is_set_up(seat)]
    for way in ("culture", "technology", "economy"):
        told = []
        for seat in ready:
            high = max(rows_of(s.techs[seat]), default=1)
            rows = "-".join(str(rows_of(s.techs[seat]).count(level)) for level in range(1, high + 1))
            value = {
                "culture": f"{s.level[seat]}/{len(TRACK)}",
                "technology": rows,
                "economy": f"{wording.coins(seat)}/{COINS_TO_WIN}",
            }[way]
            told.append(words("civ.stands", name=wording.texts.name(seat), value=value))
        yield words(f"civ.way.{way}"), words("civ.comma").join(told)
    told = []
    for seat in ready:
        armies, bonus = holdings.figures_in_play(s, seat)[0], strength.battle_bonus(s, seat)
        name, units = wording.texts.name(seat), holdings.units(s, seat)
        told.append(words("civ.military", name=name, armies=armies, units=units, bonus=bonus))
    yield words("civ.way.military"), words("civ.semicolon").join(told)


def ways(wording: CivilizationWording) -> tuple[Block, ...]:
    """Give the four ways to win with how far everybody is."""
    words = wording.words
    *counted, conquest = progress(wording)
    return (
        Heading(row(words("civ.ways"))),
        Drawing(partial(way_rows, wording), tuple(row("  ", name, ": ", told) for name, told in counted)),
        Fields(((row(conquest[0]), row(conquest[1])),), 2),
        Para(row(words("civ.technology-how")), 2),
    )


def track_page(wording: CivilizationWording) -> Page:
    """Give the four ways to win with how far everybody is, and the culture track space by space."""
    words = wording.words
    blocks: list[Block] = [
        *ways(wording),
        Para(row(words("civ.near.sign", sign=SIGN, n=NEAR)), 2),
        Gap(),
        Heading(row(words("civ.track"))),
        Drawing(partial(culture_rows, wording)),
    ]
    rows: list[list[Piece]] = []
    for number, step in enumerate(TRACK, 1):
        price = words("civ.icon.culture", n=step.culture)
        if step.trade:
            price = words("civ.track.price", culture=step.culture, trade=step.trade)
        here = join((wording.player(seat) for seat in wording.seats if wording.state.level[seat] == number), ", ")
        reward = words(f"civ.track.{step.reward}", level=LEVELS[step.level])
        rows.append([Span(str(number), "number"), price, reward, here])
    blocks.append(table([], rows, "rlll", 2))
    return Page(row(words("civ.title.track")), tuple(blocks))


def side_entries(wording: CivilizationWording, seat: int) -> list[tuple[str, Row]]:
    """Give what there is to say of a player in short, each with what it is called."""
    s, words = wording.state, wording.words
    if not wording.is_set_up(seat):
        return [("", row(wording.player(seat)))]
    entries: list[tuple[str, Row]] = [("", row(wording.player(seat), words("civ.colon"), nation(wording, seat)))]
    for city in wording.cities(seat):
        one = s.cities[city]
        acted = words("civ.in-brackets", what=words("civ.acted")) if city in s.acted else ""
        entries.append((name_of(city), row(wording.kind(one), acted, words("civ.colon"), wording.city(city))))
    most = words(
        "civ.limits.is", speed=limits.speed(s, seat), stack=limits.stacking(s, seat), cities=limits.city_limit(s, seat)
    )
    entries.append((words("civ.limits"), row(most)))
    armies, scouts = holdings.figures_in_supply(s, seat)
    entries.append((words("civ.unbuilt"), row(wording.company(armies, scouts) or words("civ.nothing"))))
    entries += [(level, techs) for level, techs in pyramid(wording, seat)]
    forces = [wording.faces[one] for one in s.forces[seat] if one in wording.faces]
    told = wording.cards(sorted(forces)) if forces else row(words("civ.n-units", n=len(s.forces[seat])))
    entries.append((words("civ.forces"), told))
    entries.append((words("civ.events"), row(wording.markers(s.events[seat], "events"))))
    goods = [wording.amount(name, number) for name, number in s.goods[seat].items() if number]
    goods += [wording.markers(s.huts[seat], "huts"), wording.markers(s.villages[seat], "villages")]
    entries.append((words("civ.goods"), row(words("civ.comma").join(one for one in goods if one))))
    entries.append((words("civ.people"), wording.cards(s.people[seat])))
    coins = [wording.amount(name, number) for name, number in s.tokens[seat].items() if number]
    entries.append((words("civ.tokens"), row(words("civ.comma").join(coins))))
    return [(label, text) for label, text in entries if "".join(span.text for span in text)]


def player_page(wording: CivilizationWording, seat: int) -> Page:
    """Give everything that is seen of a player."""
    entries = tuple((row(label), text) for label, text in side_entries(wording, seat)[1:])
    blocks = [Fields(entries, 2), Gap(), *city_blocks(wording, seat)]
    title = row(wording.player(seat), wording.words("civ.colon"), nation(wording, seat))
    return Page(title, tuple(blocks))
