"""One civilization in full: its cards with workers and tokens, its banks, ratings and what the turn will bring."""

from __future__ import annotations

from tta_p2p.games.through_the_ages.tables.words import WORKER_KINDS
from tta_p2p.games.through_the_ages.view_model import Civilization, Part, Price

from ..blocks import Block, Gap, Page, fields, table
from ..cells import EMPTY, Piece, Row, Span, join, row
from .overview import standing, warnings
from .show import KIND_ROLES, Show, age_of

ORDER = [str(kind) for kind in WORKER_KINDS]


def board(show: Show, seat: int) -> Page:
    """Give the board of a seat."""
    words = show.words
    some = show.view.civilizations[seat]
    title = row(show.player(seat), ", ", show.card(some.government), ": ", standing(show))
    if some.left is not None:
        return Page(title, (fields((words("tta.label.left"), words(f"left.{some.left}"))),))
    blocks: list[Block] = [
        fields(
            (words("tta.label.actions"), _actions(show, some)),
            (words("tta.label.culture"), _rating(show, some.culture_points, some.culture.total, some.culture.parts)),
            (words("tta.label.science"), _rating(show, some.science_points, some.science.total, some.science.parts)),
            (words("tta.label.strength"), _strength(show, some)),
            (words("tta.label.happiness"), _happiness(show, some)),
            (words("tta.label.workers"), _workers(show, some)),
            (words("tta.label.food"), _food(show, some)),
            (words("tta.label.resource"), _resource(show, some)),
        ),
        Gap(),
        _technologies(show, some),
        Gap(),
        fields(
            (words("tta.label.urban"), _urban(show, some)),
            (words("tta.label.specials"), show.cards(some.specials)),
            (words("tta.label.leader"), show.card(some.leader) if some.leader else ""),
            (words("tta.label.wonder"), _unfinished(show, some)),
            (words("tta.label.wonders"), _wonders(show, some)),
            (words("tta.label.colonies"), show.cards(some.colonies)),
            (words("tta.label.tactic"), _tactic(show, some)),
            (words("tta.label.force"), _force(show, some)),
            (words("tta.label.hand"), _cards(show, some)),
            (words("tta.label.from"), show.parts(some.culture_from)),
            (words("tta.label.forecast"), _forecast(show, some)),
        ),
        *warnings(show, some),
    ]
    return Page(title, tuple(blocks))


def _actions(show: Show, some: Civilization) -> str:
    words = show.words
    parts = [
        words("tta.civil-left", left=some.civil.left, total=some.civil.total),
        words("tta.military-left", left=some.military.left, total=some.military.total),
    ]
    for key, number in (("unit-resource-now", some.unit_resource), ("unit-science-now", some.unit_science)):
        if number:
            parts.append(words(f"tta.{key}", n=number))
    return ", ".join(parts)


def _rating(show: Show, points: int, total: int, parts: tuple[Part, ...]) -> Row:
    sources = show.parts(parts)
    text = show.words("tta.points-and-rating", points=points, rating=f"{total:+d}")
    return row(text, f" ({sources})" if sources else "")


def _strength(show: Show, some: Civilization) -> str:
    sources = show.parts(some.strength.parts)
    return f"{some.strength.total}" + (f" ({sources})" if sources else "")


def _happiness(show: Show, some: Civilization) -> Row:
    words, happy = show.words, some.happiness
    sources = show.parts(happy.parts)
    parts: list[Piece] = [words("tta.happy-of", total=happy.total, needed=happy.needed)]
    if happy.discontent:
        parts.append(row(", ", Span(words("tta.discontent", n=happy.discontent), "bad")))
    if sources:
        parts.append(f" ({sources})")
    return row(*parts)


def _workers(show: Show, some: Civilization) -> str:
    return show.words("tta.workers", unused=some.unused, bank=some.yellow_bank, price=some.population_price)


def _food(show: Show, some: Civilization) -> Row:
    text = show.words("tta.food", n=some.food, made=some.food_production, eaten=some.consumption)
    return row(Span(text, "food"))


def _resource(show: Show, some: Civilization) -> Row:
    text = show.words(
        "tta.resource", n=some.resource, made=some.resource_production, bank=some.blue_bank, lost=some.corruption
    )
    return row(Span(text, "resource"))


def _technologies(show: Show, some: Civilization) -> Block:
    words = show.words
    own = show.view.own if some.seat == show.view.seat else None
    prices = own.prices if own is not None else ()
    head = [words(f"tta.head.{key}") for key in ("kind", "card", "age", "workers", "tokens")]
    rows: list[list[Piece]] = []
    for one in sorted(some.technologies, key=lambda one: (ORDER.index(one.kind), one.level)):
        tokens = words("tta.tokens", n=one.tokens, value=one.token_value) if one.token_value else ""
        kind = words.get(f"tta.kind.{one.kind}", one.kind)
        line: list[Piece] = [
            Span(kind, KIND_ROLES.get(one.kind, "")), show.card(one.card), age_of(one.card), str(one.workers), tokens
        ]  # fmt: skip
        if own is not None:
            line += [_price(prices, "build", one.card), _upgrades(show, prices, one.card)]
        rows.append(line)
    if own is not None:
        head += [words("tta.head.build"), words("tta.head.upgrade")]
    return table(head, rows, "lllrl" + ("rl" if own is not None else ""))


def _price(prices: tuple[Price, ...], what: str, face: str) -> str:
    return next((str(price.price) for price in prices if (price.what, price.card) == (what, face)), "")


def _upgrades(show: Show, prices: tuple[Price, ...], face: str) -> Row:
    better = (price for price in prices if (price.what, price.card) == ("upgrade", face))
    return join(row(show.card(price.target), f" {price.price}") for price in better)


def _urban(show: Show, some: Civilization) -> str:
    built = ", ".join(f"{show.words.get(f'tta.kind.{one.kind}', one.kind)} {one.number}" for one in some.urban)
    return show.words("tta.urban", limit=some.urban_limit, built=built)


def _unfinished(show: Show, some: Civilization) -> Row:
    if some.unfinished is None:
        return EMPTY
    stages = [f"[{n}]" if i < some.unfinished.built else str(n) for i, n in enumerate(some.unfinished.stages)]
    return row(show.card(some.unfinished.card), " ", show.words("tta.stages", stages=" ".join(stages)))


def _wonders(show: Show, some: Civilization) -> Row:
    found: list[Piece] = []
    for wonder in some.wonders:
        note = show.words("tta.ravaged") if wonder.ravaged else show.words("tta.homer") if wonder.homer else ""
        found.append(row(show.card(wonder.card), f" ({note})" if note else ""))
    return join(found)


def _tactic(show: Show, some: Civilization) -> Row:
    tactic = some.tactic
    if tactic is None:
        return EMPTY
    words = show.words
    parts = [words("tta.full-armies", n=tactic.full)]
    if tactic.outdated:
        parts.append(words("tta.outdated-armies", n=tactic.outdated))
    parts.append(words("tta.armies-bonus", n=tactic.bonus))
    if tactic.exclusive:
        parts.append(words("tta.exclusive"))
    return row(show.card(tactic.card), ": ", ", ".join(parts))


def _force(show: Show, some: Civilization) -> str:
    if not some.force.total:
        return ""
    text = show.words("tta.force", n=some.force.total)
    own = show.view.own if some.seat == show.view.seat else None
    if own is not None and own.hand_force:
        text += show.words("tta.hand-force", n=own.hand_force)
    return text


def _cards(show: Show, some: Civilization) -> str:
    return show.words(
        "tta.hands", civil=len(some.civil_hand), civil_limit=some.civil_limit,
        military=len(some.hand), military_limit=some.hand_limit,
    )  # fmt: skip


def _forecast(show: Show, some: Civilization) -> str:
    ahead, words = some.forecast, show.words
    if ahead.uprising:
        return words("tta.ahead.uprising")
    parts = [
        words("tta.ahead.culture", n=ahead.culture, points=ahead.culture_points),
        words("tta.ahead.science", n=ahead.science, points=ahead.science_points),
        words("tta.ahead.food", made=ahead.food, eaten=ahead.consumption, stored=ahead.stored_food),
        words("tta.ahead.resource", made=ahead.resource, lost=ahead.corruption, stored=ahead.stored_resource),
    ]
    if ahead.draws:
        parts.append(words("tta.ahead.draws", n=ahead.draws))
    return "; ".join(parts)
