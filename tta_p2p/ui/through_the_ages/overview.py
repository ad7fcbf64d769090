"""All civilizations at a glance, and side by side."""

from __future__ import annotations

from collections.abc import Callable

from tta_p2p.games.through_the_ages.tables.model import AGES
from tta_p2p.games.through_the_ages.view_model import CivilizationView

from ..blocks import Block, Gap, Page, Para, table
from ..cells import Piece, Row, Span, join, row
from .colours import CULTURE, FOOD, RESOURCE, SCIENCE, STRENGTH
from .knowledge import ending_now
from .wording import ThroughTheAgesWording, actions, age_of, with_growth


def progress(wording: ThroughTheAgesWording) -> Row:
    """Say where the game stands: round, age, phase."""
    view, words = wording.view, wording.words
    parts = [words("tta.round", round=view.round), words("tta.age", age=AGES[view.age])]
    if view.last_round:
        last = view.last_round == view.round
        parts.append(words("tta.last-round") if last else words("tta.last-round-is", round=view.last_round))
    if view.phase != "actions":
        parts.append(words.name_of("tta.phase", view.phase))
    return row(words("tta.comma").join(parts))


def points(wording: ThroughTheAgesWording) -> Row:
    """Say how much culture each civilization has, in the order of the seats."""
    culture = " : ".join(str(one.culture_points) for one in wording.view.civilizations)
    return row(f"{wording.words('tta.head.culture')} {culture}")


def stock(wording: ThroughTheAgesWording, some: CivilizationView) -> Row:
    """Say what a civilization can spend now."""
    words = wording.words
    parts: list[Piece] = [
        words("tta.civil-left", left=some.civil.left, total=some.civil.total),
        words("tta.military-left", left=some.military.left, total=some.military.total),
        Span(words("tta.food-now", n=some.food), FOOD),
        Span(words("tta.resource-now", n=some.resource), RESOURCE),
        Span(words("tta.science-now", n=some.science_points), SCIENCE),
        words("tta.unused-now", n=some.unused),
    ]
    if some.unit_resource:
        parts.append(words("tta.unit-resource-now", n=some.unit_resource))
    if some.unit_science:
        parts.append(words("tta.unit-science-now", n=some.unit_science))
    return join(parts, words("tta.comma"))


def warnings(wording: ThroughTheAgesWording, some: CivilizationView) -> list[Block]:
    """Say what threatens at the end of the turn, and how wars stand."""
    found = threats(wording, some)
    for war in wording.view.wars:
        if some.seat in (war.attacker, war.rival):
            found.append(war_words(wording, war.card, war.attacker, war.rival, war.advantage))
    return [Para(row(Span(text, "warn")), 0, 2) for text in found]


def threats(
    wording: ThroughTheAgesWording, some: CivilizationView, calmed: bool = True, short: bool = False
) -> list[str]:
    """Say what threatens at the end of the turn; ``calmed``: also discontent that idle workers cover.

    ``short``: in as few words as a narrow column has room for.
    """
    ahead, kind = some.forecast, "tta.short" if short else "tta.warn"
    found = []

    def say(key: str, **values: object) -> None:
        found.append(wording.words(f"{kind}.{key}", **values))

    if some.happiness.uprising:
        say("uprising")
    elif some.happiness.discontent and calmed:
        say("discontent", n=some.happiness.discontent, unused=some.unused)
    if ahead.missing:
        say("famine", n=ahead.missing, culture=ahead.starvation)
    if ahead.corruption or ahead.corrupted_food:
        say("corruption", n=ahead.corruption + ahead.corrupted_food)
    if ahead.discards:
        say("discards", n=ahead.discards)
    return found


def war_words(wording: ThroughTheAgesWording, card: str, attacker: int, rival: int, advantage: int) -> str:
    """Say how a war stands."""
    names = {"war": wording.texts.card(card), "attacker": wording.name(attacker), "rival": wording.name(rival)}
    return wording.words("tta.war", advantage=f"{advantage:+d}", **names)


def civilization_lines(wording: ThroughTheAgesWording) -> Block:
    """Give a line for each civilization."""
    words = wording.words
    keys = ("culture", "science", "strength", "happy", "food", "resource", "ca", "ma", "unused")
    head = ["", *(words(f"tta.head.{key}") for key in keys)]
    rows: list[list[Piece]] = []
    for some in wording.view.civilizations:
        if some.left is not None:
            rows.append([wording.player(some.seat), words(f"left.{some.left}"), *[""] * (len(keys) - 1)])
            continue
        bad = some.happiness.discontent
        rows.append(
            [
                wording.player(some.seat),
                Span(with_growth(some.culture_points, some.culture.total), CULTURE),
                Span(with_growth(some.science_points, some.science.total), SCIENCE),
                Span(str(some.strength.total), STRENGTH),
                Span(f"{some.happiness.total}/{some.happiness.needed}" + ("!" if bad else ""), "bad" if bad else ""),
                Span(with_growth(some.food, some.food_production - some.consumption), FOOD),
                Span(with_growth(some.resource, some.resource_production - some.corruption), RESOURCE),
                actions(some.civil),
                actions(some.military),
                str(some.unused),
            ]
        )
    return table(head, rows, "l" + "r" * len(keys))


def overview(wording: ThroughTheAgesWording) -> Page:
    """Give all civilizations side by side."""
    view, words = wording.view, wording.words
    living = [some for some in view.civilizations if some.left is None]
    lines: list[tuple[str, Callable[[CivilizationView], Piece]]] = [
        ("culture", lambda c: Span(with_growth(c.culture_points, c.culture.total), CULTURE)),
        ("science", lambda c: Span(with_growth(c.science_points, c.science.total), SCIENCE)),
        ("strength", lambda c: Span(str(c.strength.total), STRENGTH)),
        ("happiness", lambda c: _happy(wording, c)),
        ("food", lambda c: Span(with_growth(c.food, c.food_production - c.consumption), FOOD)),
        ("resource", lambda c: Span(with_growth(c.resource, c.resource_production - c.corruption), RESOURCE)),
        ("civil", lambda c: actions(c.civil)),
        ("military", lambda c: actions(c.military)),
        ("unused", lambda c: f"{c.unused}, {words('tta.bank', n=c.yellow_bank)}"),
        ("cards", lambda c: f"{len(c.civil_hand)}/{c.civil_limit}{words('comma')}{len(c.hand)}/{c.hand_limit}"),
        ("government", lambda c: wording.card(c.government)),
        ("leader", lambda c: wording.card(c.leader) if c.leader else "-"),
        ("wonder", lambda c: _wonder(wording, c)),
        ("wonders", lambda c: wording.cards(wonder.card for wonder in c.wonders) or "-"),
        ("specials", lambda c: wording.cards(c.specials) or "-"),
        ("colonies", lambda c: wording.cards(c.colonies) or "-"),
        ("tactic", lambda c: _tactic(wording, c)),
    ]
    rows: list[list[Piece]] = []
    for key, give in lines:
        cells = [row(give(some)) for some in living]
        if any("".join(span.text for span in cell) not in ("-", "") for cell in cells):
            rows.append([Span(words(f"tta.label.{key}"), "label"), *cells])
    head: list[Piece] = ["", *(row(wording.player(some.seat)) for some in living)]
    blocks: list[Block] = [
        table(head, rows, "l" * (len(living) + 1)),
        Gap(),
        Para(row(words("tta.decks", civil=view.decks.civil, military=view.decks.military)), 0, 2),
    ]
    gone = [some for some in view.civilizations if some.left is not None]
    if gone:
        names = words("tta.and").join(f"{wording.name(c.seat)} ({words(f'left.{c.left}')})" for c in gone)
        blocks.append(Para(row(words("tta.gone", names=names))))
    blocks += ending_now(wording)
    return Page(row(words("tta.title.table"), ": ", progress(wording)), tuple(blocks))


def _happy(wording: ThroughTheAgesWording, some: CivilizationView) -> Piece:
    words, happy = wording.words, some.happiness
    text = words("tta.happy-of", total=happy.total, needed=happy.needed)
    if not happy.discontent:
        return text
    return row(text, words("tta.comma"), Span(words("tta.discontent", n=happy.discontent), "bad"))


def _wonder(wording: ThroughTheAgesWording, some: CivilizationView) -> Piece:
    if some.unfinished is None:
        return "-"
    left = some.unfinished.stages[some.unfinished.built :]
    stages = "-".join(map(str, left))
    of = wording.words("tta.stages-left", built=some.unfinished.built, n=len(some.unfinished.stages), stages=stages)
    return row(wording.card(some.unfinished.card), " ", of)


def _tactic(wording: ThroughTheAgesWording, some: CivilizationView) -> Piece:
    if some.tactic is None:
        return "-"
    bonus = wording.words("tta.armies-bonus", n=some.tactic.bonus) if some.tactic.bonus else ""
    return row(wording.card(some.tactic.card), f" ({age_of(some.tactic.card)})", f" {bonus}" if bonus else "")
