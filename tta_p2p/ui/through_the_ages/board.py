"""One civilization in full: its cards with workers and tokens, its banks, ratings and what the turn will bring."""

from __future__ import annotations

from tta_p2p.games.through_the_ages.tables.words import WORKER_KINDS
from tta_p2p.games.through_the_ages.view_model import CivilizationView, PartView, PriceView

from ..blocks import Block, Gap, Page, SpeechAlternative, fields, table
from ..cells import EMPTY, Piece, Row, Span, join, row
from .colours import FOOD, RESOURCE
from .overview import progress, warnings
from .tracks import SIMPLE, blue_bank_item, happiness_item, plain_bank_item, yellow_bank_item
from .wording import KIND_ROLES, ThroughTheAgesWording, age_of

ORDER = [str(kind) for kind in WORKER_KINDS]


def board(wording: ThroughTheAgesWording, seat: int) -> Page:
    """Give the board of a seat."""
    words = wording.words
    some = wording.view.civilizations[seat]
    title = row(wording.player(seat), ", ", wording.card(some.government), ": ", progress(wording))
    if some.left is not None:
        return Page(title, (fields((words("tta.label.left"), words(f"left.{some.left}"))),))
    blocks: list[Block] = [
        fields(
            (words("tta.label.actions"), _actions(wording, some)),
            (words("tta.label.culture"), _culture(wording, some)),
            (words("tta.label.science"), _science(wording, some)),
            (words("tta.label.strength"), _strength(wording, some)),
            (words("tta.label.happiness"), _happiness(wording, some)),
            (words("tta.label.workers"), _workers(wording, some)),
            (words("tta.label.food"), _food(wording, some)),
            (words("tta.label.resource"), _resource(wording, some)),
        ),
        Gap(),
        _tracks(wording, some),
        Gap(),
        _technologies(wording, some),
        Gap(),
        fields(
            (words("tta.label.urban"), _urban(wording, some)),
            (words("tta.label.specials"), wording.cards(some.specials)),
            (words("tta.label.leader"), wording.card(some.leader) if some.leader else ""),
            (words("tta.label.wonder"), _unfinished(wording, some)),
            (words("tta.label.wonders"), _wonders(wording, some)),
            (words("tta.label.colonies"), wording.cards(some.colonies)),
            (words("tta.label.tactic"), _tactic(wording, some)),
            (words("tta.label.force"), _force(wording, some)),
            (words("tta.label.hand"), _cards(wording, some)),
            (words("tta.label.from"), wording.parts(some.culture_from)),
            (words("tta.label.forecast"), _forecast(wording, some)),
        ),
        *warnings(wording, some),
    ]
    return Page(title, tuple(blocks))


def _tracks(wording: ThroughTheAgesWording, some: CivilizationView) -> Block:
    """Draw both banks and happiness; where pages are spoken the same is said in words."""
    words = wording.words
    if wording.view.variant == SIMPLE:
        people = plain_bank_item(some, words).ways[0]
        return fields((words("tta.track.label.yellow"), people))
    drawn = (
        ("yellow", yellow_bank_item(some, words)),
        ("blue", blue_bank_item(some, words, wording.rules)),
        ("happiness", happiness_item(some, words)),
    )
    told = [(words(f"tta.track.label.{key}"), one) for key, one in drawn]
    spoken = tuple(row(label, ": ", one.ways[-1]) for label, one in told[:2])
    return SpeechAlternative((fields(*((label, one.ways[0]) for label, one in told)),), spoken)


def strip(wording: ThroughTheAgesWording, some: CivilizationView) -> Row:
    """Say in a line what a civilization has: its government, workers by card, leader and wonder."""
    workers = join(row(wording.card(one.card), f" {one.workers}") for one in some.technologies if one.workers)
    parts = [workers, row(wording.card(some.leader)) if some.leader else EMPTY, _unfinished(wording, some)]
    return row(wording.card(some.government), ": ", join([part for part in parts if part], "; "))


def _actions(wording: ThroughTheAgesWording, some: CivilizationView) -> str:
    words = wording.words
    parts = [
        words("tta.civil-left", left=some.civil.left, total=some.civil.total),
        words("tta.military-left", left=some.military.left, total=some.military.total),
    ]
    for key, number in (("unit-resource-now", some.unit_resource), ("unit-science-now", some.unit_science)):
        if number:
            parts.append(words(f"tta.{key}", n=number))
    return words("tta.comma").join(parts)


def _culture(wording: ThroughTheAgesWording, some: CivilizationView) -> str:
    points, tracks = some.culture_points, wording.rules.tracks
    return _rating(wording, str(points), some.culture.total, tracks.culture, some.culture.parts)


def _science(wording: ThroughTheAgesWording, some: CivilizationView) -> str:
    tracks = wording.rules.tracks
    points = _with_limit(wording, str(some.science_points), some.science_points, tracks.science_points)
    return _rating(wording, points, some.science.total, tracks.science, some.science.parts)


def _rating(wording: ThroughTheAgesWording, points: str, total: int, most: int, parts: tuple[PartView, ...]) -> str:
    rating = _with_limit(wording, f"{total:+d}", total, most)
    return wording.words("tta.points-and-rating", points=points, rating=rating) + _sources(wording, parts)


def _strength(wording: ThroughTheAgesWording, some: CivilizationView) -> str:
    total = some.strength.total
    return _with_limit(wording, str(total), total, wording.rules.tracks.strength) + _sources(
        wording, some.strength.parts
    )


def _sources(wording: ThroughTheAgesWording, parts: tuple[PartView, ...]) -> str:
    sources = wording.parts(parts)
    return f" ({sources})" if sources else ""


def _with_limit(wording: ThroughTheAgesWording, shown: str, number: int, most: int) -> str:
    """Say of a number at the end of its track that it cannot grow."""
    return wording.words("tta.track-end", n=shown) if number >= most else shown


def _happiness(wording: ThroughTheAgesWording, some: CivilizationView) -> Row:
    words, happy = wording.words, some.happiness
    sources = wording.parts(happy.parts)
    parts: list[Piece] = [words("tta.happy-of", total=happy.total, needed=happy.needed)]
    if happy.discontent:
        parts.append(row(words("tta.comma"), Span(words("tta.discontent", n=happy.discontent), "bad")))
    if sources:
        parts.append(f" ({sources})")
    return row(*parts)


def _workers(wording: ThroughTheAgesWording, some: CivilizationView) -> str:
    return wording.words("tta.workers", unused=some.unused, bank=some.yellow_bank, price=some.population_price)


def _food(wording: ThroughTheAgesWording, some: CivilizationView) -> Row:
    text = wording.words("tta.food", n=some.food, made=some.food_production, eaten=some.consumption)
    return row(Span(text, FOOD))


def _resource(wording: ThroughTheAgesWording, some: CivilizationView) -> Row:
    text = wording.words(
        "tta.resource",
        n=some.resource,
        made=some.resource_production,
        bank=some.blue_bank,
        lost=some.corruption,
    )
    return row(Span(text, RESOURCE))


def _technologies(wording: ThroughTheAgesWording, some: CivilizationView) -> Block:
    words = wording.words
    own = wording.view.own if some.seat == wording.view.seat else None
    prices = own.prices if own is not None else ()
    head = [words(f"tta.head.{key}") for key in ("kind", "card", "age", "workers", "tokens")]
    rows: list[list[Piece]] = []
    for one in sorted(some.technologies, key=lambda one: (ORDER.index(one.kind), one.level)):
        tokens = words("tta.tokens", n=one.tokens, value=one.token_value) if one.token_value else ""
        kind = words.name_of("tta.kind", one.kind)
        line: list[Piece] = [
            Span(kind, KIND_ROLES.get(one.kind, "")), wording.card(one.card), age_of(one.card), str(one.workers), tokens
        ]  # fmt: skip
        if own is not None:
            line += [_price(prices, "build", one.card), _upgrades(wording, prices, one.card)]
        rows.append(line)
    if own is not None:
        head += [words("tta.head.build"), words("tta.head.upgrade")]
    return table(head, rows, "lllrl" + ("rl" if own is not None else ""))


def _price(prices: tuple[PriceView, ...], what: str, face: str) -> str:
    return next((str(price.price) for price in prices if (price.what, price.card) == (what, face)), "")


def _upgrades(wording: ThroughTheAgesWording, prices: tuple[PriceView, ...], face: str) -> Row:
    better = (price for price in prices if (price.what, price.card) == ("upgrade", face))
    return join((row(wording.card(price.target), f" {price.price}") for price in better), wording.words("tta.and"))


def _urban(wording: ThroughTheAgesWording, some: CivilizationView) -> str:
    words = wording.words
    built = words("tta.and").join(f"{words.name_of('tta.kind', one.kind)} {one.number}" for one in some.urban)
    return words("tta.urban", limit=some.urban_limit, built=built)


def _unfinished(wording: ThroughTheAgesWording, some: CivilizationView) -> Row:
    if some.unfinished is None:
        return EMPTY
    stages = [f"[{n}]" if i < some.unfinished.built else str(n) for i, n in enumerate(some.unfinished.stages)]
    return row(wording.card(some.unfinished.card), " ", wording.words("tta.stages", stages=" ".join(stages)))


def _wonders(wording: ThroughTheAgesWording, some: CivilizationView) -> Row:
    found: list[Piece] = []
    for wonder in some.wonders:
        note = wording.words("tta.ravaged") if wonder.ravaged else wording.words("tta.homer") if wonder.homer else ""
        found.append(row(wording.card(wonder.card), f" ({note})" if note else ""))
    return join(found, wording.words("tta.and"))


def _tactic(wording: ThroughTheAgesWording, some: CivilizationView) -> Row:
    tactic = some.tactic
    if tactic is None:
        return EMPTY
    words = wording.words
    parts = [words("tta.full-armies", n=tactic.full)]
    if tactic.outdated:
        parts.append(words("tta.outdated-armies", n=tactic.outdated))
    parts.append(words("tta.armies-bonus", n=tactic.bonus))
    if tactic.exclusive and wording.rules.common_tactics:
        parts.append(words("tta.exclusive"))
    return row(wording.card(tactic.card), ": ", words("tta.comma").join(parts))


def _force(wording: ThroughTheAgesWording, some: CivilizationView) -> str:
    if not some.force.total:
        return ""
    text = wording.words("tta.force", n=some.force.total)
    own = wording.view.own if some.seat == wording.view.seat else None
    if own is not None and own.hand_force:
        text += wording.words("tta.hand-force", n=own.hand_force)
    return text


def _cards(wording: ThroughTheAgesWording, some: CivilizationView) -> str:
    return wording.words(
        "tta.hands", civil=len(some.civil_hand), civil_limit=some.civil_limit,
        military=len(some.hand), military_limit=some.hand_limit,
    )  # fmt: skip


def _forecast(wording: ThroughTheAgesWording, some: CivilizationView) -> str:
    ahead, words = some.forecast, wording.words
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
    return words("tta.semicolon").join(parts)
