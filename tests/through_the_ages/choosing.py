"""How random games choose among legal acts."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Option

RARELY = 40


def seldom_resigning(chance: Chance, options: Sequence[Option]) -> Option:
    """Choose any act, but of those who could resign only one in forty thinks of it (else few games would end)."""
    stay = [option for option in options if option.act.verb != "resign"]
    return chance.choice(stay if stay and chance.below(RARELY) else options)
