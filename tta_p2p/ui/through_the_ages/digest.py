"""Style of a digest of Through the Ages: prices, lines that it leaves out, and lines that are nobody's deed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from ..digest_style import PLAIN_LINE, ActStyle, DigestStyle, LineStyle, Wording

SHOWN = ("row-card", "row-removed", "turn", "round", "no-politics", "no-look", "auction-out")
"""What the table shows, or what nobody has done."""
ROUTINE = ("science", "culture", "food-produced", "resource-produced", "consumption", "draws")
"""What an end of a turn brings to somebody else. A turn that ends with a discard ends then."""
BROUGHT = ("corruption", "starvation", "consumption", "food-produced", "resource-produced")
"""What only an end of a turn brings."""
ANSWERS = ("give-up", "give-blue", "split", "pick", "choose", "decline")
"""Acts that an event asks for: what it then brings upon others is its own doing."""
APART = ("age-ends", "antiquated", "yellow-lost", "events-renewed", "game-over", "last-round", "reshuffled")
"""What follows from somebody's act and is nobody's deed: it is told by itself."""
SCORED = ("end-card", "end-event")
"""What is scored at the end, each by itself."""
TURNS = ("turn", "round")
"""Wars are waged as the turn of somebody else begins."""
ENDS_WITH_AGE = ("leader-goes", "wonder-goes", "pact-ends")
"""What an age takes with it when it ends."""
SUMS = (
    *("blue-lost", "culture", "culture-lost", "draws", "food", "food-lost", "food-produced", "population"),
    *("population-lost", "resource", "resource-lost", "resource-produced", "science", "science-lost", "yellow-lost"),
)
"""How much somebody has got or lost of something: more of it, right after that, is added to it."""
JOINS = {
    "corruption": ("resource-lost", "food-lost"),
    "corruption+resource-lost": ("food-lost",),
    "starvation": ("culture-lost",),
}
"""What corruption and hunger take is said with them."""


def _lines() -> Mapping[str, LineStyle]:
    found: dict[str, LineStyle] = {}

    def style(keys: tuple[str, ...], **changes: Any) -> None:
        for key in keys:
            found[key] = replace(found.get(key, PLAIN_LINE), **changes)

    style(SHOWN, wording=Wording.SILENT)
    style(("event", "event-idle"), wording=Wording.SHORT)
    style(ROUTINE, others={"end": Wording.SILENT, "discard": Wording.SILENT})
    style(("prepares",), others={"seed": Wording.SHORT})
    style(("pays", "trades"), is_price=True)
    style(BROUGHT, true_acts={"discard": "end"})
    style((*TURNS, *SCORED), starts_paragraph=True)
    style((*APART, *SCORED), is_apart=True)
    style(ENDS_WITH_AGE, apart_after=("age-ends",))
    style(SUMS, sums=True)
    style(("strengths",), turns_away=True)
    style(("leader-goes", "uprising"), is_effect=True)
    style(("antiquated", "discards"), counts_hidden=True)
    for key, others in JOINS.items():
        style((key,), joins=others)
    return MappingProxyType(found)


def _acts() -> Mapping[str, ActStyle]:
    answers = dict.fromkeys(ANSWERS, ActStyle(is_answer=True))
    split = ActStyle(is_answer=True, is_omitted=True)  # how much of each it was, what follows says
    return MappingProxyType({**answers, "done": ActStyle(is_omitted=True), "split": split})


DIGEST = DigestStyle(_lines(), _acts())
