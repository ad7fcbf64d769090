"""How Through the Ages is told in short: prices, and what a digest leaves out (`ui.digest`)."""

from __future__ import annotations

from collections.abc import Mapping

SHOWN = dict.fromkeys(("row-card", "row-removed", "turn", "round", "no-politics", "no-look", "auction-out"), "")
"""What the table shows, or what nobody has done."""
ROUTINE = dict.fromkeys(("science", "culture", "food-produced", "resource-produced", "consumption", "draws"), "")
"""What an end of a turn brings to somebody else."""
BROUGHT = ("corruption", "starvation", "consumption", "food-produced", "resource-produced")
"""What only an end of a turn brings."""
ANSWERS = ("give-up", "give-blue", "split", "pick", "choose", "decline")
"""Acts that an event asks for: what it then brings upon others is its own doing."""
APART = dict.fromkeys(
    ("age-ends", "antiquated", "yellow-lost", "events-renewed", "game-over", "last-round", "reshuffled"), ""
)
"""What follows from somebody's act and is nobody's deed: it is told by itself."""
ENDS_WITH_AGE = ("leader-goes", "wonder-goes", "pact-ends")
"""What an age takes with it when it ends."""
SUMS = (
    *("blue-lost", "culture", "culture-lost", "draws", "food", "food-lost", "food-produced", "population"),
    *("population-lost", "resource", "resource-lost", "resource-produced", "science", "science-lost", "yellow-lost"),
)
"""How much somebody has got or lost of something: more of it, right after that, is added to it."""
LEFT_OUT = {f"digest.{key}": "" for key in SHOWN} | {f"digest.end.{key}": "" for key in ROUTINE}
LEFT_OUT |= {f"digest.discard.{key}": "" for key in ROUTINE}  # a turn that ends with a discard ends then
LEFT_OUT |= {f"digest.as.discard.{key}": "end" for key in BROUGHT}
LEFT_OUT |= {"digest.after.turn": "", "digest.after.round": ""}  # wars are waged as the turn of somebody else begins
LEFT_OUT |= {f"digest.{kind}.{key}": "" for kind in ("after", "apart") for key in ("end-card", "end-event")}
LEFT_OUT |= {f"digest.others.{act}": "" for act in ANSWERS}
LEFT_OUT |= {"digest.unsaid.done": "", "digest.turns.strengths": ""}
LEFT_OUT |= {f"digest.apart.{key}": "" for key in APART}
LEFT_OUT |= {f"digest.with.age-ends.{key}": "" for key in ENDS_WITH_AGE}
LEFT_OUT |= {f"digest.sums.{key}": "" for key in SUMS}

DIGEST: Mapping[str, Mapping[str, str]] = {
    "en": LEFT_OUT
    | {
        "digest.event": "the event is {0:card}",
        "digest.event-idle": "nothing comes of it",
        "digest.seed.prepares": "{0:seat} {0:you?prepare|prepares} an event of level {2}",
        "price.pays": "{1} {2:cost*1}",
        "price.trades": "{1} {2:cost*1} by trade pact",
    },
    "zh-Hans": LEFT_OUT
    | {
        "digest.event": "事件为{0:card}",
        "digest.event-idle": "此事件没有效果",
        "digest.seed.prepares": "{0:seat}筹划一张等级{2}的事件",
        "price.pays": "{1}点{2:cost}",
        "price.trades": "依贸易条约{1}点{2:cost}",
    },
}
