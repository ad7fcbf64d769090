"""The tracks of a civilization, drawn: both banks with the steps in them, happiness, the armies of a tactic."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.games.through_the_ages.editions import EDITIONS, Edition
from tta_p2p.games.through_the_ages.index import TACTICS
from tta_p2p.games.through_the_ages.tables import BOARD, EDITION
from tta_p2p.games.through_the_ages.tables.words import Step
from tta_p2p.games.through_the_ages.view_model import CivilizationView
from tta_p2p.i18n import Words

from ..cells import PHRASE_GAP, Row, Span, row, width
from ..room import Item, item
from .colours import FOOD, HAPPY, MILITARY, RESOURCE

YELLOW, BLUE, GONE, STEP, MORE = "●", "▪", "·", "|", "…"
"""A token in the yellow bank, one in the blue bank, an empty square, the next step of what they bring, more of both."""
SIMPLE = "simple"
"""The variant without corruption and discontent."""
ARMY = ("infantry", "cavalry", "artillery")
"""Kinds of units in an army."""


def sections(by_tokens: Sequence[int], left: int, sign: str) -> list[str]:
    """Draw a bank from the section that is being emptied on; ``by_tokens``: what changes with the tokens left in it.

    A section ends with the token that changes it: what is left of the first says how far that is.
    """
    squares = len(by_tokens) - 1
    left, drawn, section = min(left, squares), list[str](), ""
    for token in range(squares, 0, -1):
        section += sign if token <= left else GONE
        if by_tokens[token - 1] != by_tokens[token]:
            drawn.append(section)
            section = ""
    return [one for one in drawn if sign in one]


def tokens_to_step(by_tokens: Sequence[int], left: int) -> tuple[int, int]:
    """Give how many tokens may still go until something changes, and to what; (0, 0): no more change."""
    left = min(left, len(by_tokens) - 1)
    for token in range(left, 0, -1):
        if by_tokens[token - 1] != by_tokens[left]:
            return left - token + 1, by_tokens[token - 1]
    return 0, 0


def _with_track(texts: Sequence[str], drawn: Sequence[str], role: str) -> Item:
    """Give texts, the longest first, each with as much of a track as there is room for."""
    ways: list[Row] = []
    for text in texts:
        for number in range(len(drawn), 0, -1):
            more = "" if number == len(drawn) else STEP + MORE
            gap = Span(" " if text is texts[-1] else "  ", PHRASE_GAP)  # a line breaks here, not within the text
            ways.append(row(text, gap, Span(STEP.join(drawn[:number]) + more, role)))
            if text is not texts[-1]:
                break  # a long text stands beside the whole track only
    return item(*ways, texts[-1])


def yellow_bank_item(some: CivilizationView, words: Words) -> Item:
    """Draw the yellow bank: what the next person costs, how many more until one more happy face is needed."""
    if not some.yellow_bank:
        return item(words("tta.track.yellow.none", unused=some.unused))
    n, _ = tokens_to_step(BOARD.happy_needed, some.yellow_bank)
    values = {"unused": some.unused, "price": some.population_price, "n": n}
    texts = [words("tta.track.yellow", **values), words("tta.track.yellow.short", **values)]
    return _with_track(texts, sections(BOARD.happy_needed, some.yellow_bank, YELLOW), FOOD)


def plain_bank_item(some: CivilizationView, words: Words) -> Item:
    """Say what the next person costs, for a game in which nobody is discontent."""
    if not some.yellow_bank:
        return item(words("tta.track.yellow.none", unused=some.unused))
    return item(words("tta.track.yellow.simple", price=some.population_price))


def blue_bank_item(some: CivilizationView, words: Words, rules: Edition = EDITIONS[EDITION]) -> Item:
    """Draw the blue bank: what corruption takes, and after how many more tokens in use it takes more."""
    by_tokens = rules.board.corruption
    n, lost = tokens_to_step(by_tokens, some.blue_bank)
    if not n:
        return item(words("tta.track.blue.none", now=some.corruption))
    key = "tta.track.blue.last" if rules.turn_steps[-1] is Step.CORRUPTION else "tta.track.blue"
    texts = [words(key, now=some.corruption, n=n, next=lost)]
    texts += [words(f"tta.track.blue.{way}", n=n, next=lost) for way in ("brief", "short")]
    return _with_track(texts, sections(by_tokens, some.blue_bank, BLUE), RESOURCE)


def happiness_item(some: CivilizationView, words: Words) -> Item:
    """Draw happiness: the faces there are, and after how many of them nobody is discontent."""
    happy = some.happiness
    squares = [YELLOW if at < happy.total else GONE for at in range(BOARD.most_happy)]
    squares.insert(happy.needed, STEP)
    text = words("tta.happy-of", total=happy.total, needed=happy.needed)
    bad = words("tta.comma") + words("tta.discontent", n=happy.discontent) if happy.discontent else ""
    return item(row(Span("".join(squares), HAPPY), " ", text, Span(bad, "bad")), text)


def armies_item(some: CivilizationView, name: Row, words: Words) -> Item:
    """Draw the armies of the tactic, outdated ones in round brackets, and the one that comes next."""
    tactic = some.tactic
    assert tactic is not None
    bonus = f" {tactic.bonus:+d}" if tactic.bonus else ""
    if tactic.card not in TACTICS:
        return item(row(name, bonus))
    card = TACTICS[tactic.card]
    needs = [(kind, getattr(card, kind)) for kind in ARMY if getattr(card, kind)]
    full = "".join(words(f"tta.track.unit.{kind}") * number for kind, number in needs)
    units = {kind: sum(one.workers for one in some.technologies if one.kind == kind) for kind in ARMY}
    made = tactic.full + tactic.outdated
    comes = ""
    for kind, number in needs:
        sign = words(f"tta.track.unit.{kind}")
        there = max(0, min(number, units[kind] - made * number))
        comes += sign * there + GONE * width(sign) * (number - there)
    drawn = f"[{full}]" * tactic.full + f"({full})" * tactic.outdated + f"[{comes}]"
    short = f"{tactic.full}×[{full}]" + (f" {tactic.outdated}×({full})" if tactic.outdated else "")
    ways = [row(name, " ", Span(text, MILITARY), bonus) for text in ((drawn, short) if made else (drawn,))]
    return item(*ways, row(name, bonus))
