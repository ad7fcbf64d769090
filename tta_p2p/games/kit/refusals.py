"""Refusals of acts that somebody names: what is due first, what would complete the act, which word is wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches
from typing import TypeVar

from ..contract import Act, Arg, Candidate, Card, Decision, Explanation, Face, Illegal, Knowledge, Line
from .flow import Flow
from .state import ResumableState

W = TypeVar("W", bound=ResumableState)

MAX_ALTERNATIVES = 20
"""No more acts are named instead of one that is refused."""
_MIN_WORD = 2
"""A word has at least so many letters; shorter ones are marks (the sides of a pact)."""


def explain_refusal(
    flow: Flow[W], s: W, knows: Knowledge, act: Act, refusal: Line, words: Collection[str], faces: Iterable[Face]
) -> Explanation:
    """Say why an act is refused that `check` has refused with this line.

    `words` may stand in acts; `faces` are those of the cards.
    """
    if act.verb not in flow.shapes:
        near = _closest(act.verb, flow.shapes)
        unknown = Line("no-such-verb-but", (act.verb, near)) if near else Line("no-such-verb", (act.verb,))
        return Explanation(refusal=unknown)
    decision = flow.decision(s)
    if decision is None:
        return Explanation(refusal=refusal)
    if act.seat not in decision.seats:
        return Explanation(refusal=_others_decide(decision))
    open_verbs, own = flow.open_verbs(s, act.seat)
    if act.verb not in open_verbs:
        return Explanation(refusal=refusal)
    wrong = [arg for arg in act.args if isinstance(arg, str) and len(arg) >= _MIN_WORD and arg not in words]
    if not wrong and refusal.key != "bad-arguments":
        return Explanation(refusal=refusal)
    verb = flow.verb_at(own, act.verb)
    candidates = list(verb.candidates(s, own, knows))
    offered = {arg for args in candidates for arg in args if isinstance(arg, str)}
    for word in wrong:
        if word not in offered:
            near = _closest(word, {*faces, *offered})
            return Explanation(
                refusal=Line("no-such-word-but", (word, near)) if near else Line("no-such-word", (word,))
            )
    if refusal.key != "bad-arguments":
        return Explanation(refusal=refusal)
    if act.args and (stuck := verb.dead_end(s, own, act.args)) is not None:
        return Explanation(refusal=stuck)
    if not candidates:
        return Explanation(refusal=verb.no_candidates(s, own) if verb.shape != () else refusal)
    begun = [args for args in candidates if args[: len(act.args)] == act.args] or candidates
    instead = []
    for args in begun:
        one = Act(act.seat, act.verb, args)
        try:
            instead.append(Candidate(one, flow.check(s, one)[2]))
        except Illegal as error:
            instead.append(Candidate(one, refusal=error.line))
    instead.sort(key=lambda one: one.refusal is not None)
    if instead[0].refusal is not None:
        refusal = Line("none-possible", (act.verb,))
    elif not act.args:
        refusal = Line("say-which", (act.verb,))
    return Explanation(refusal=refusal, instead=tuple(instead[:MAX_ALTERNATIVES]))


def in_known_words(error: Illegal, acts: Iterable[Act], words: Collection[str]) -> Illegal:
    """Give the refusal of these acts without what their author made up: words that are no words of the game.

    Others read the refusal, and none but the game's own words reach them.
    """
    strange = [word for act in acts for word in _words(act.args) if word not in words]
    said = [word for word in _words(error.line.args) if word not in words]
    if any(word in one for one in said for word in strange):
        return Illegal("unknown-word", seat=error.seat)
    return error


def _words(args: Iterable[Arg]) -> list[str]:
    """Give the words among arguments, of a card its face."""
    found = [arg.face if isinstance(arg, Card) else arg for arg in args]
    return [word for word in found if isinstance(word, str) and word]


def _others_decide(decision: Decision) -> Line:
    """Say that others decide, and what."""
    if len(decision.seats) == 1:
        return Line("other-decides", (decision.seats[0], decision.key, *decision.args))
    return Line("others-decide", (decision.key, *decision.args))


def _closest(word: str, known: Iterable[str]) -> str:
    """Give what is most like a word; empty if nothing is."""
    found = get_close_matches(word, sorted(known), 1)
    return found[0] if found else ""
