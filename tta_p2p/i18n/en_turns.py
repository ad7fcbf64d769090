"""What the clients say around turns: local games, what has happened, what an end of a turn means. In English."""

from __future__ import annotations

LOCAL = {
    "ends-here": "You leave. This game could not be saved: it ends with its window.",
    "leave.ends-here": "It could not be saved: it ends with its window.",
    "leave.goes-on": "It goes on without this window: {comeback} comes back to it.",
    "leave.not-kept": "{comeback} begins at this lesson.",
    "leave.nothing-saved": "Nothing was done yet, so nothing is saved.",
    "leave.saved": "It is saved: {comeback} goes on with it.",
    "leave.stays-paused": "It stays paused: tta resume goes on with it, on any day.",
    "nothing-saved": "You leave. Nothing was done yet, so nothing is saved.",
    "quit.knocking": "Stop knocking at the table? (n closes only this window; tta attach comes back.)",
    "quit.lost": "Leave? This game could not be saved: it ends with its window.",
    "not-kept": "You leave. {comeback} begins at this lesson.",
    "saved": "You leave; the game is saved. {comeback} goes on with it.",
    "stays-knocking": "You are at no table yet. Your computer goes on knocking; {comeback} comes back.",
}
"""Games on this machine alone."""

CONNECTED = {
    "connected.again": "{name} is connected again.",
    "connected.lost": "The connection to {name} is lost. The game is safe and goes on until it needs {name}; your"
    " computer keeps trying.",
    "connected.now": "{name} is connected.",
    "connected.doubled": "{name} talks to another copy of you: play there, and close this one.",
    "connected.lost.paused": "The connection to {name} is lost; your computer keeps trying.",
    "connected.not-yet.paused": "{name} is not connected yet; your computer keeps trying.",
    "connected.not-yet": "{name} is not connected yet. The game goes on until it needs {name}; your computer"
    " keeps trying.",
}
"""Who is connected, and what it means that somebody is not."""

STANDINGS = {
    "standings.left": "left",
    "standings.place": "place",
    "standings.points": "points",
    "standings.said.parts": "{told}: {parts}.",
    "standings.said.place": "{name} is in place {place} with {n} {n:n?point|points}",
    "standings.said.place.plain": "{name} is in place {place}",
    "standings.said.shared": "{name} shares the first place with {n} {n:n?point|points}",
    "standings.said.shared.plain": "{name} shares the first place",
    "standings.said.whole": "{told}.",
    "standings.said.won": "{name} has won with {n} {n:n?point|points}",
    "standings.said.won.plain": "{name} has won",
}
"""How a game has ended."""

SURE = {
    "lobby.compare": "To compare: read your key and {n:n?that|those} of {names} to each other; tta id trust NAME notes"
    " that they are equal.",
    "help.rules": "the rules by topic; ? finds them, too",
    "rules-whole": "Read on: {commands}",
    "rules-title": "Rules: rules TOPIC shows one",
    "usage.rules": "rules [TOPIC]",
    "end.sure": "{act}?",
    "yes-no.enter": "(Enter or y, else n)",
}
"""Questions before an act."""

DIGEST = {
    "clause.again": "{clause}",
    "clause.again.you": "{subject} {clause}",
    "clause.noted": "{subject}: {clause}",
    "clause.said": "{subject} {clause}",
    "digest.also": ", ",
    "digest.and": ", ",
    "digest.next": "; ",
    "digest.price": " ({prices})",
    "digest.so": ": ",
    "digest.times": "{text} ({n} times)",
    "digest.told": "{subject}: {told}",
    "help.news": "what has happened since your last turn, by player; news step: one deed after the other",
    "news.end": "That was all.",
    "news.nothing": "Nothing has happened since your last turn.",
    "news.step": "{number} of {n}: Enter for the next, anything else to go on.",
    "usage.news": "news [step]",
}
"""What has happened, in short."""

TURNS = LOCAL | CONNECTED | STANDINGS | SURE | DIGEST
"""Everything."""
