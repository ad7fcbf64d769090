"""What culture events, and all else that others may answer, are aimed at: in English."""

from __future__ import annotations

_AIMS = {
    "anarchy": "to bring anarchy upon {2:seat}",
    "kill-armies": "to kill {4} {4:n?army|armies} of {3:you?yours|{3:seat}} on {2}",
    "kill-both": "to kill {4} {4:n?army|armies} and {5} {5:n?scout|scouts} of {3:you?yours|{3:seat}} on {2}",
    "kill-person": "to kill {4:whose} {3:card} on {2}",
    "kill-scouts": "to kill {4} {4:n?scout|scouts} of {3:you?yours|{3:seat}} on {2}",
    "production": "for {3} more production in {2}",
    "push-armies": "to move {5} {5:n?army|armies} of {4:you?yours|{4:seat}} from {2} to {3}",
    "push-both": "to move {5} {5:n?army|armies} and {6} {6:n?scout|scouts} of {4:you?yours|{4:seat}} from {2} to {3}",
    "push-scouts": "to move {5} {5:n?scout|scouts} of {4:you?yours|{4:seat}} from {2} to {3}",
    "spoil": "to turn the {3:kind} {2} into bare {4:kind}",
    "spoil-of": "to turn {5:whose} {3:kind} {2} into bare {4:kind}",
    "swap": "to learn {2:card} from {3:seat}",
    "wreck": "to destroy {4:whose} {3:card} on {2}",
    "wreck-both": "to destroy {4:whose} {3:card} on {2} and {7:whose} {6:card} on {5}",
}
"""On what a culture event is played, behind its name."""

_DECLARED = {
    "arts": "{0:whose} city {1} is about to devote itself to the arts",
    "attacks-armies": "{4} {4:n?army|armies} of {0:you?yours|{0:seat}} {4:n?is|are} about to attack {3:seat} on {2}, "
    "from {1}{5:=0?|, over {6}}",
    "build": "{0:whose} city {1} is about to build {2:one} on {3}",
    "counters": "{0:seat} {0:you?use|uses} {1:card} against {2:whose} {3:card}",
    "fights": "Battle on {0}",
    "fights-capital": "{1:seat} {1:you?attack|attacks} {4:whose} capital {0}, {2} {2:n?unit|units} against {3}; "
    "if {4:seat} {4:you?lose|loses}, {1:seat} {1:you?win|wins} the game",
    "fights-city": "{1:seat} {1:you?attack|attacks} {4:whose} city {0}, {2} {2:n?unit|units} against {3}; "
    "if {4:seat} {4:you?lose|loses}, it is destroyed",
    "fights-first": "{1:seat} {1:you?attack|attacks} {4:seat} on {0}, {2} {2:n?unit|units} against {3}",
    "fights-for-capital": "Battle for {2:whose} capital {0}; if {2:seat} {2:you?lose|loses}, {1:seat} {1:you?win|wins} "
    "the game",
    "fights-for-city": "Battle for {2:whose} city {0}, which is destroyed if {2:seat} {2:you?lose|loses}",
    "fights-village": "{1:seat} {1:you?attack|attacks} the village on {0}, {2} {2:n?unit|units} against {3}",
    "goes-armies": "{3} {3:n?army|armies} of {0:you?yours|{0:seat}} {3:n?is|are} about to go from {1} to {2}{4:=0?|, "
    "over {5}}",
    "goes-both": "{3} {3:n?army|armies} and {4} {4:n?scout|scouts} of {0:you?yours|{0:seat}} are about to go "
    "from {1} to {2}{5:=0?|, over {6}}",
    "goes-scouts": "{3} {3:n?scout|scouts} of {0:you?yours|{0:seat}} {3:n?is|are} about to go from {1} to "
    "{2}{4:=0?|, over {5}}",
    "hands": "{0:seat} {0:you?give|gives} {1:seat} {2} {3:card}; {5:declared}",
    "hands-card": "{0:seat} {0:you?give|gives} {1:seat} {3:paid}; {5:declared}",
    "hands-card-last": "{0:seat} {0:you?give|gives} {1:seat} {3:paid}",
    "hands-last": "{0:seat} {0:you?give|gives} {1:seat} {2} {3:card}",
    "hands-nothing": "nothing so far",
    "harvest": "{0:whose} city {1} is about to harvest {2:card}",
    "looks-armies": "{2} {2:n?army|armies} of {0:you?yours|{0:seat}} on {1} {2:n?is|are} about to discover the tile "
    "of {3}",
    "looks-both": "{2} {2:n?army|armies} and {3} {3:n?scout|scouts} of {0:you?yours|{0:seat}} on {1} are about to "
    "discover the tile of {4}",
    "looks-scouts": "{2} {2:n?scout|scouts} of {0:you?yours|{0:seat}} on {1} {2:n?is|are} about to discover the tile "
    "of {3}",
    "pauses-armies": "{2} {2:n?army|armies} of {0:you?yours|{0:seat}} {2:n?is|are} under way on {1}",
    "pauses-both": "{2} {2:n?army|armies} and {3} {3:n?scout|scouts} of {0:you?yours|{0:seat}} are under way on {1}",
    "pauses-scouts": "{2} {2:n?scout|scouts} of {0:you?yours|{0:seat}} {2:n?is|are} under way on {1}",
    "raids-armies": "{3} {3:n?army|armies} of {0:you?yours|{0:seat}} {3:n?is|are} about to attack the village on {2}, "
    "from {1}{4:=0?|, over {5}}",
    "reap": "{0:whose} city {1} is about to harvest {2:card} and {3:card}",
    "sacrifices": "{0:whose} {2:kind} on {1} is about to go into {3}{5:=0?|, over {6},} and give itself up for "
    "{4:card}",
    "ships": "{0:seat} {0:you?use|uses} {1:card} to ship figures from {2} to {3}",
    "stops-city": "{0:seat} {0:you?use|uses} {1:card} against what {2:whose} city {3} does",
    "stops-figures": "{0:seat} {0:you?use|uses} {1:card}, so that no figure leaves {2}",
    "storms-armies": "{4} {4:n?army|armies} of {0:you?yours|{0:seat}} {4:n?is|are} about to attack {3:whose} city {2}, "
    "from {1}{5:=0?|, over {6}}",
    "unit": "{0:whose} city {1} is about to train {2:one}",
    "uses": "{0:seat} {0:you?use|uses} {1:card}",
    "uses-against": "{0:seat} {0:you?use|uses} {1:card}, and it touches {2:seat}",
    "uses-on": "{0:seat} {0:you?use|uses} {1:card} against {2:card}",
    "uses-on-city": "{0:seat} {0:you?use|uses} {1:card} on {3:whose} city {2}",
    "uses-on-work": "{0:seat} {0:you?use|uses} {1:card} against {4:whose} {3:card} on {2}",
}
"""What is about to happen while others are asked whether they answer it."""

AIMS_EN = {
    **{f"label.event-{key}": f"play {{1:card}} {text}" for key, text in _AIMS.items()},
    **{f"about.event-{key}": f"{{1:card}} {text}" for key, text in _AIMS.items()},
    **{f"log.plays-{key}": f"{{0:you?play|plays}} {{1:card}} {text}" for key, text in _AIMS.items()},
    **{f"declared.{key}": text for key, text in _DECLARED.items()},
    "effect.attacks": "You attack {5:seat} on {0}: {1} {1:n?unit|units} and a bonus of {3} against {2} and {4}",
    "effect.overruns": "You overrun {2} {2:n?scout|scouts} of {0:seat} on {1}",
    "effect.raids": "You attack the village on {0}: {1} {1:n?unit|units} and a bonus of {3} against {2} and {4}",
    "effect.storms": "You attack {5:whose} city {0}: {1} {1:n?unit|units} and a bonus of {3} against {2} and {4}",
    "label.use-on-city": "use {0:card} on {2:whose} city {1}, paying {3:paid}",
    "label.use-on-work": "use {0:card} against {3:whose} {2:card} on {1}, paying {4:paid}",
    "log.counters": "{0:you?play|plays} {1:card} against {2:whose} {3:card}",
    "log.killed-armies": "{0:you?kill|kills} {3} {3:n?army|armies} of {2:you?yours|{2:seat}} on {1}",
    "log.killed-both": "{0:you?kill|kills} {3} {3:n?army|armies} and {4} {4:n?scout|scouts} "
    "of {2:you?yours|{2:seat}} on {1}",
    "log.killed-person": "{0:you?kill|kills} the {2:card} on {1}",
    "log.killed-scouts": "{0:you?kill|kills} {3} {3:n?scout|scouts} of {2:you?yours|{2:seat}} on {1}",
    "log.pushed-armies": "{3} {3:n?army|armies} of {0:you?yours|{0:seat}} {3:n?goes|go} from {1} to {2}",
    "log.pushed-both": "{3} {3:n?army|armies} and {4} {4:n?scout|scouts} of {0:you?yours|{0:seat}} go from {1} to {2}",
    "log.pushed-scouts": "{3} {3:n?scout|scouts} of {0:you?yours|{0:seat}} {3:n?goes|go} from {1} to {2}",
}
"""Everything by its key."""
