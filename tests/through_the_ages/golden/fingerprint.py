"""One digest for everything that happens in some stored games: states, legal acts, explanations, views, logs."""

from __future__ import annotations

import hashlib

import msgspec

from tta_p2p.games.contract import canonical
from tta_p2p.games.through_the_ages.game import GAME

from .stored import stored


def fingerprint(games: int = 3) -> str:
    """Play some stored games and give the digest."""
    total = hashlib.blake2b(digest_size=16)
    chosen = stored()
    for game in chosen[:: len(chosen) // games][:games]:
        for number, (_, local) in enumerate(game.play()):
            total.update(GAME.digest(local.state))
            if local.decision is None or number % 5:
                continue
            (seat,) = local.decision.seats
            knows = local.dealer.knowledge_of(seat)
            total.update(msgspec.json.encode(local.view(seat)))
            for option in local.legal(seat):
                total.update(canonical(option))
                total.update(canonical(GAME.explain(local.state, knows, option.act)))
        for line in local.log:
            total.update(canonical(line))
    return total.hexdigest()


if __name__ == "__main__":
    print(fingerprint())
