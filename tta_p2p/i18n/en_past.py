"""What is said of the past of a game, of its charts and of what was proved, in English."""

from __future__ import annotations

_KEYS = {
    "chart": "charts of the whole game",
    "fair": "what was proved, and how to check it",
    "rival": "the board of another player in its place",
    "past": "look back: a list of turns; Enter goes there, ← → step by step, Esc comes back",
}

PAST = {
    "chart.none": "There is nothing to draw yet, or this game measures nothing.",
    "chart.title": "The game so far",
    "fair.act": "Move",
    "fair.again": "Check again",
    "fair.agree": "{n} {n:n?message|messages} checked. Each names the hash of all before it, so whoever has spoken"
    " last has seen the same game as you: {chain}. Compare it aloud, if you like.",
    "fair.by": "Checked by",
    "fair.checked-by": "your computer, and those of {names}, each for itself. Nobody takes anybody's word.",
    "fair.checked-here": "your computer.",
    "fair.claim": "Claim",
    "fair.disagree": "{n} {n:n?message|messages} checked, and not everything fits together; the log says what is"
    " wrong.",
    "fair.draw": "Draw",
    "fair.export": "“tta export {game:shell}” writes the game to a file, “tta verify FILE” checks every signature"
    " and every proof in it once more, without a network. Anybody can, on any computer.",
    "fair.file": "“tta verify {file:shell}” checks every signature and every proof once more, without a network."
    " Anybody can, on any computer.",
    "fair.heads": "Agreed",
    "fair.local": "This game is played on your computer alone. It proves nothing.",
    "fair.local.why": "One program deals all cards, so there is nobody to prove anything to: whoever can change"
    " files here could change the game. At a table with others (tta host, tta join) every shuffle, draw and claim is"
    " proved.",
    "fair.look": "Look",
    "fair.nothing-yet": "Nothing has been proved yet.",
    "fair.recorded": "This is a recording. “tta verify FILE” with the same file or game says what it proves.",
    "fair.roll": "Random number",
    "fair.seal": "Sealed choice",
    "fair.show": "Turned up",
    "fair.shuffle": "Shuffle",
    "fair.title": "What was proved last",
    "fair.watched": "“tta watch --out FILE” keeps a game that you watch in a file; “tta verify FILE” checks every"
    " signature and every proof in it once more. Its players export it themselves.",
    "help.eyes": "in a recorded game: see it as that seat did (a number from 0)",
    "help.fair": "what was proved last, by whom it was checked, how to check it again",
    "proved.act": "{0} signed it; every computer carried out the rules and reached the same result.",
    "proved.claim": "{0} proved what was said of {1:n?a hidden card|hidden cards} without showing {1:n?it|them}.",
    "proved.draw": "{1} {1:n?card|cards} for {0}. All others took their locks off and proved that each was the right"
    " one. Only {0} can read {1:n?it|them}.",
    "proved.look": "{1} {1:n?card|cards}, seen by {0} alone. All others took their locks off and proved that each"
    " was the right one.",
    "proved.roll": "Each gave a part of it, sealed before anybody saw another part. Nobody could choose it.",
    "proved.seal": "{0} {0:n?choice|choices}, each sealed before any was opened. Nobody could wait and see.",
    "proved.show": "{0} {0:n?card|cards}. Everybody took a lock off and proved that it was the right one: no other"
    " card could have been shown.",
    "proved.shuffle": "{0} {0:n?card|cards}. Each of you mixed and locked them in turn, and proved that none was"
    " added, lost or changed. As long as one of you tells nobody the order, nobody knows it.",
    "screen.local": "local",
    "screen.proofs": "{n} checked, agreed",
    "screen.proofs.short": "{n} agreed",
    "screen.proofs.disputed": "{n} checked, DISPUTED",
    "help.at": "the game as it stood when that turn began: its table, or a page",
    "help.chart": "charts of the whole game",
    "help.past": "ask the node how the game stood after that many facts",
    "help.turns": "the turns of the game, with their numbers for: at N",
    "past.back": "Looking back:",
    "past.by": "as {name} saw it",
    "past.begins": "The beginning.",
    "past.comes": "(asking the node …)",
    "past.end": "The end of the recording",
    "past.closed": "The hands of this game were not opened: it is seen as everybody at the table saw it.",
    "past.no-page": "There is no such page; there are {pages}.",
    "past.phase": "{said} ({phase})",
    "past.step": "{n} of {whole}",
    "past.turn": "Turn {turn}",
    "past.turn-of": "Round {turn}: {name}",
    "past.turns": "Turns",
    "past.which": "Which turn? A number from 1 to {n}; “turns” lists them.",
    "screen.hand": "Your cards",
    "screen.keys.eyes": "← → step  PgUp PgDn turn  Space play  j turns  s seat  k charts  q leave",
    "screen.keys.recorded": "← → step  PgUp PgDn turn  Space play  j turns  k charts  q leave",
    "screen.keys.past": "← → step  PgUp PgDn turn  Space play  j turns  Esc now",
    "screen.keys.turns": "↑ ↓ choose  Enter go there  Esc back",
    "usage.at": "at N [PAGE]",
    "usage.chart": "chart",
    "usage.eyes": "eyes [N]",
    "usage.fair": "fair",
    "usage.past": "past N ...",
    "usage.turns": "turns",
    **{f"key.{key}": text for key, text in _KEYS.items()},
}
"""Everything by its key."""
