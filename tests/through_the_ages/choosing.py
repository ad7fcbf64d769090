"""How random games choose among legal acts."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Option

RARELY = 40
IDLE = ("resign", "end", "pass", "destroy", "disband", "by-hand", "cancel", "decline", "refuse", "done")


def seldom_resigning(chance: Chance, options: Sequence[Option]) -> Option:
    """Choose any act, but of those who could resign only one in forty thinks of it (else few games would end)."""
    stay = [option for option in options if option.act.verb != "resign"]
    return chance.choice(stay if stay and chance.below(RARELY) else options)


def lively(chance: Chance, options: Sequence[Option]) -> Option:
    """Choose a kind of act first, idling and destroying seldom, resigning hardly ever: games in which much happens."""
    by_verb: dict[str, list[Option]] = {}
    for option in options:
        by_verb.setdefault(option.act.verb, []).append(option)
    verbs = [verb for verb in by_verb if verb not in IDLE]
    if not verbs or not chance.below(8):
        return seldom_resigning(chance, options)
    return chance.choice(by_verb[chance.choice(verbs)])
