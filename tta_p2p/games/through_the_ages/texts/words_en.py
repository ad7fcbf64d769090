"""What the rules say to people, in English: log, decisions, acts, refusals, costs, places, parts of the score.

Arguments are named by place and sort: `{0:seat}`, `{1:card}`, `{0:cost}` (what is paid), `{0:age}`; plain ones are
numbers or words. The texts of acts name the verb alone.
"""

from __future__ import annotations

from .words_en_effects import EFFECTS
from .words_en_politics import POLITICS

LOG = {
    "actions-lost": "{0:seat} loses {1} civil actions",
    "age-ends": "Age {0:age} ends",
    "antiquated": "{1:card} of {0:seat} is antiquated",
    "blue-lost": "{0:seat} returns {1} blue tokens to the box",
    "blue-lost-from": "{0:seat} gives up a blue token from {1:card}",
    "builds": "{0:seat} builds {1:card}",
    "colony-lost": "{0:seat} loses {1:card}",
    "consumption": "{0:seat} consumes {1} food",
    "converts": "{0:seat} uses a military action as a civil one",
    "copies": "{0:seat} copies {1:card}",
    "corruption": "{0:seat} suffers corruption of {1}",
    "culture": "{0:seat} scores {1} culture",
    "culture-lost": "{0:seat} loses {1} culture",
    "destroyed": "{0:seat} destroys or disbands {1:card}",
    "develops": "{0:seat} develops {1:card}",
    "discards": "{0:seat} discards {1:card} face down",
    "draws": "{0:seat} draws {1} military cards",
    "end-event": "Event at the end: {0:card}",
    "food": "{0:seat} gains {1} food",
    "food-lost": "{0:seat} loses {1} food",
    "food-produced": "{0:seat} produces {1} food",
    "forfeit": "{0:seat} forgoes the political action",
    "game-over": "The game is over",
    "last-round": "Round {0} is the last one",
    "leader": "{0:seat} plays {1:card}",
    "leader-goes": "{1:card} of {0:seat} leaves",
    "left": "{0:seat} has left the game ({1})",
    "pact-ends": "{0:card} between {1:seat} and {2:seat} ends",
    "pays": "{0:seat} pays {1} {2:cost}",
    "peeks": "{0:seat} looks at the next event",
    "plays": "{0:seat} plays {1:card}",
    "pool-actions": "{0:seat} has {1} military actions more this turn",
    "pool-resource": "{0:seat} has {1} resources for units this turn",
    "pool-science": "{0:seat} has {1} science for unit technologies this turn",
    "population": "{0:seat}: population grows by {1}",
    "population-lost": "{0:seat} loses {1} unused workers",
    "population-lost-from": "{0:seat} loses the worker on {1:card}",
    "ravaged": "{1:card} of {0:seat} falls into ruin",
    "regained": "{0:seat} gets a civil action back",
    "replaced": "{1:card} of {0:seat} is replaced and leaves",
    "reshuffled": "The military discard pile becomes the new deck",
    "resource": "{0:seat} gains {1} resources",
    "resource-lost": "{0:seat} loses {1} resources",
    "resource-produced": "{0:seat} produces {1} resources",
    "revolution": "{0:seat}: revolution",
    "round": "Round {0}",
    "row-card": "{0:card} comes to space {1} of the row",
    "row-removed": "{0:card} leaves the card row",
    "science": "{0:seat} scores {1} science",
    "science-lost": "{0:seat} loses {1} science",
    "stages": "{0:seat}: {2} stages of {1:card} are built",
    "starvation": "{0:seat} lacks {1} food",
    "tactic": "{0:seat} plays {1:card}",
    "tactic-common": "{0:card} is common now",
    "takes": "{0:seat} takes {1:card}",
    "tokens": "{0:seat} gains {1} yellow and {2} blue tokens",
    "tokens-come": "{0:seat} gets {2} yellow and {3} blue tokens by {1:card}",
    "trades": "{0:seat} pays {1} {2:cost} for it by a trade pact",
    "tucked": "{0:seat} lays Homer under {1:card}",
    "turn": "{0:seat}: turn of round {1}",
    "upgrades": "{0:seat} upgrades {1:card} to {2:card}",
    "uprising": "{0:seat}: uprising, no production",
    "wonder-finished": "{0:seat} completes {1:card}",
    "wonder-goes": "{0:seat} loses the unfinished {1:card}",
    "yellow-lost": "{0:seat} returns {1} yellow tokens to the box",
}

DECISIONS = {
    "actions": "Your actions",
    "choose": "{0:card}: choose",
    "discard": "Discard {0} more military cards",
    "first-turn": "Take cards",
    "give-up": "Which {0} do you give up?",
    "lose-blue": "From which card do you give up a blue token?",
    "order": "{1:card}: {0}",
    "pick": "Choose a card to {0}",
    "politics": "Your political action",
    "split": "{0:card}: split {1} into food and resources",
    "stage-token": "The blue bank is empty: from which card comes the token?",
    "tokens": "Tokens for {1} {0}",
    "tuck": "{0:card} replaces Homer: lay him under a wonder?",
}

ACTS = {
    "build": "Build",
    "by-hand": "Choose the blue tokens myself this turn",
    "choose": "Choose",
    "convert": "Use a military action as a civil one",
    "copy": "Copy a tactic",
    "cover": "Cover the stage with the token of",
    "decline": "None of it",
    "destroy": "Destroy",
    "develop": "Develop",
    "disband": "Disband",
    "discard": "Discard",
    "end": "End the turn",
    "give-blue": "Give up the token of",
    "give-up": "Give up",
    "leader": "Play the leader",
    "levy": "Increase population and build",
    "no-tuck": "Let Homer go",
    "peek": "Look at the next event",
    "perform": "Turn a building into a theater",
    "pick": "Pick",
    "play": "Play",
    "population": "Increase population",
    "power": "Use up the leader",
    "revolution": "Revolution",
    "split": "Split into food and resources",
    "stage": "Build stages of the wonder",
    "tactic": "Play a tactic",
    "take": "Take from the row, space",
    "tokens": "Leave tokens so",
    "trade": "Use the trade pact, pay",
    "tuck": "Lay Homer under",
    "upgrade": "Upgrade",
    "use": "Use",
}

REFUSALS = {
    "actions-spent": "A revolution takes all your actions: {0:cost} must be unspent",
    "bad-arguments": "{0} needs other arguments",
    "bank-empty": "Your yellow bank is empty",
    "by-hand-already": "You choose the tokens already",
    "cannot-pay": "It takes {1} {0:cost}, you have {2}",
    "empty-space": "There is no card on space {0}",
    "face-down-only": "Cards are discarded face down",
    "hand-full": "Your hand holds no more than {0} civil cards",
    "have-already": "You have {0:card} already",
    "impossible": "That cannot be carried out completely",
    "leader-of-age": "You have taken a leader of that age already",
    "must-choose": "You must choose one",
    "name-territory": "Name the territory to colonize",
    "no-ability": "You have nothing in play that allows {0}",
    "no-blue-token": "You have no blue token to cover the stage",
    "no-event": "There is no event to look at",
    "no-government": "{0:card} is no government",
    "no-such-card": "No such card is left there",
    "no-such-choice": "That is not offered",
    "no-such-space": "The row has no such space",
    "no-such-stage": "The wonder has no such stage left",
    "no-tactic": "{0:card} is no tactic",
    "no-unused-worker": "You have no unused worker",
    "no-upgrade": "{0:card} cannot become {1:card}",
    "no-wonder": "You have no unfinished wonder",
    "no-worker-on": "There is no such worker on {0:card}",
    "not-allowed-here": "{0:card} is not what may be chosen here",
    "not-common": "{0:card} is not in the common area",
    "not-enough": "There is not so much {0}",
    "not-in-hand": "You do not have {0:card} in your hand",
    "not-in-play": "You do not have {0:card} in play",
    "not-now": "{0} is not possible now",
    "not-playing": "That seat is not in the game",
    "not-true": "That is not what the card is",
    "partner-cannot-pay": "{0:seat} must pay {1} science of it and has {2}",
    "tactic-already": "You use {0:card} already",
    "tactic-this-turn": "One tactic a turn",
    "taken-this-turn": "{0:card} was taken in this turn",
    "too-many-stages": "One action builds no more than {0} stages",
    "urban-limit": "{0:card} allows no more than {1} buildings of that kind ({2})",
    "used-this-turn": "{0} was used this turn already",
    "wonder-unfinished": "{0:card} is still unfinished",
}

COSTS = {
    "civil-action": "civil actions",
    "food": "food",
    "military-action": "military actions",
    "resource": "resources",
    "science": "science",
    "unit-resource": "resources for units",
    "unit-science": "science for unit technologies",
}

ENDINGS = {
    "last-round": "The last round is played",
    "one-left": "Only one civilization is left",
}

SCORE = {
    "action": "action cards",
    "aggression": "aggressions",
    "event": "events",
    "leader": "leaders",
    "preparing": "prepared events",
    "production": "production",
    "resignation": "wars on those who left",
    "starvation": "starvation",
    "territory": "territories",
    "war": "wars",
    "wonder": "wonders",
}

ZONES = {
    "civil-deck": "civil deck",
    "current-events": "current events",
    "discards": "military discard pile",
    "future-events": "future events",
    "hand": "hand",
    "military-deck": "military deck",
    "out": "out of the game",
    "turning": "being turned up",
}

SETTINGS = {
    "variant": "Game",
    "variant.complete": "complete game",
    "variant.first-game": "first game (handbook)",
    "variant.short": "complete short game",
    "variant.peaceful": "peaceful game",
    "variant.peaceful-pacts": "peaceful game with four pacts",
    "variant.global-conflict": "global conflict",
}

BACKS = {
    f"{deck}-{age}": f"{name}, Age {age.upper()}"
    for deck, name in (("civil", "civil card"), ("military", "military card"))
    for age in ("a", "i", "ii", "iii")
}

WORDS = {
    f"{kind}.{key}": text
    for kind, texts in (
        ("log", LOG),
        ("decision", DECISIONS),
        ("act", ACTS),
        ("illegal", REFUSALS),
        ("cost", COSTS),
        ("ending", ENDINGS),
        ("score", SCORE),
        ("zone", ZONES),
        ("setting", SETTINGS),
        ("back", BACKS),
    )
    for key, text in texts.items()
} | POLITICS | EFFECTS
"""Everything by its key in `Game.texts`."""
