"""A node that tells the others addresses at which libraries choke: ``python -m tests.node.poisoner``.

It plays on honestly. The addresses stand in all that is told: on coming into the lobby, at the table, and of others.
"""

from __future__ import annotations

import sys

from tta_p2p.net import mesh, pairing
from tta_p2p.net.control import MAX_ADDRESSES, Place
from tta_p2p.node.__main__ import main
from tta_p2p.node.lobby.guest import LobbyGuest

ZONES = ("x" * 60, "a..b", "\u202e", "\u0663")
HOSTS = (*(f"fe80::1%{zone}" for zone in ZONES), "xn--a", f"{'a' * 40}.onion", "ab--c.example")
PLACES: tuple[Place, ...] = tuple((host, 80) for host in HOSTS)
TEXTS = tuple(f"[{host}]:80" if ":" in host else f"{host}:80" for host in HOSTS)


def poison() -> None:
    """From now on this process tells them before all others."""
    honest = LobbyGuest.__post_init__

    def tell(guest: LobbyGuest) -> None:
        guest.places = (*TEXTS, *guest.places)[:MAX_ADDRESSES]
        honest(guest)

    LobbyGuest.__post_init__ = tell  # type: ignore[method-assign]
    tell_places = pairing.places_of
    pairing.places_of = mesh.places_of = (  # type: ignore[attr-defined,assignment]
        lambda addresses: (*PLACES, *tell_places(addresses))[:MAX_ADDRESSES]
    )


if __name__ == "__main__":
    poison()
    sys.exit(main())
