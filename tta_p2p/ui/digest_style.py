"""Styles of digests, which group and shorten lines of the log: one table a game, the same in every language.

A game's package of pages names its table `DIGEST`; a game without one has its lines told as the log has them. What is
said in other words than the log's is a text of the pages: `price.KEY` a line as a price in brackets, `digest.KEY` as a
digest has it, `digest.ACT.KEY` where it follows from that act of somebody else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache
from types import MappingProxyType

from tta_p2p.registry import companion_module


class Wording(Enum):
    """The wording of a line in a digest: that of the log, a shorter text of its own, or none at all."""

    LOG = auto()
    SHORT = auto()
    SILENT = auto()


@dataclass(frozen=True)
class LineStyle:
    """The style of lines of one key."""

    wording: Wording = Wording.LOG
    others: Mapping[str, Wording] = field(default_factory=lambda: MappingProxyType({}))
    """Act -> how the digest says the line where it follows from that act of somebody else and is about them. A short
    text leaves a hidden card out and is not for a reader who knows the card."""
    is_price: bool = False
    """It stands in brackets behind the act, by the text `price.KEY`."""
    is_apart: bool = False
    """It follows from an act and is nobody's deed."""
    apart_after: Collection[str] = ()
    """After a line of these keys, which are nobody's deed, it comes of them too."""
    starts_paragraph: bool = False
    """The line and what comes after it are no longer of the act that they follow from."""
    is_effect: bool = False
    """It says what an act brought, and never stands for the act itself, whatever its arguments are."""
    turns_away: bool = False
    """It ends with others than it begins with: who is spoken of next is named again."""
    sums: bool = False
    """Its last argument is an amount, which is added to that of the same line before it."""
    joins: Collection[str] = ()
    """A line of these keys right after it, about the same seat, is said together with it: the text `log.KEY+NEXT` has
    the arguments of both."""
    counts_hidden: bool = False
    """Several in a row about a hidden card each are counted: the text `log.KEY-hidden`."""
    implied_by: Collection[str] = ()
    """What these acts are called says it already."""
    true_acts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Act -> the act that the line follows from in truth, where the first brings the other about."""


@dataclass(frozen=True)
class ActStyle:
    """The style of acts of one label."""

    is_omitted: bool = False
    """What follows from the act is all there is to say of it."""
    lets_through: bool = False
    """Nothing follows from it but what somebody else has done before."""
    is_answer: bool = False
    """It only answers: what comes over others after it is not its doing."""
    restated_by: Collection[str] = ()
    """Effects that say no more than the act itself: “You build a temple” of “Build a temple”."""


PLAIN_LINE, PLAIN_ACT = LineStyle(), ActStyle()


@dataclass(frozen=True)
class DigestStyle:
    """The style of a game's digests."""

    lines: Mapping[str, LineStyle] = field(default_factory=lambda: MappingProxyType({}))
    acts: Mapping[str, ActStyle] = field(default_factory=lambda: MappingProxyType({}))

    def line(self, key: str) -> LineStyle:
        """Give how lines of a key are told."""
        return self.lines.get(key, PLAIN_LINE)

    def act(self, key: str) -> ActStyle:
        """Give how acts of a label's key are told."""
        return self.acts.get(key, PLAIN_ACT)


@cache
def digest_style(game: str) -> DigestStyle:
    """Give how a game is told, by its name. Raises BrokenGame."""
    found = getattr(companion_module("tta_p2p.ui", game), "DIGEST", None)
    return found if isinstance(found, DigestStyle) else DigestStyle()
