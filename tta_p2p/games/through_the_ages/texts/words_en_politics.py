"""What the rules of the politics phase say to people, in English; merged into `words_en`."""

from __future__ import annotations

LOG = {
    "attack-fails": "{0:card} is fended off",
    "attack-succeeds": "{0:card} succeeds",
    "attacks": "{0:seat} plays {1:card} against {2:seat}",
    "auction-out": "{0:seat} cannot bid more than {1}",
    "auction-pass": "{0:seat} passes",
    "auction-won": "{0:seat} wins {1:card} with a bid of {2}",
    "bids": "{0:seat} bids {1}",
    "bonus": "{0:seat} shows {1:card}",
    "cancels": "{0:seat} cancels {1:card}",
    "colonizes": "{0:seat} colonizes {1:card}",
    "colony-taken": "{0:seat} takes {1:card} from {2:seat}",
    "declared-as": "{0:seat} declares {1:card} as {2:card}",
    "event": "Event: {0:card}",
    "events-renewed": "The future events become the {0} current events",
    "force": "{0:seat} sends a force of {1}",
    "offers": "{0:seat} offers {1:card}: A is {2:seat}, B is {3:seat}",
    "pact": "{0:card} is agreed: A is {1:seat}, B is {2:seat}",
    "pact-refused": "{0:seat} refuses {1:card}",
    "prepares": "{0:seat} prepares {1:card}, level {2}",
    "strengths": "Strength: {0:seat} {1}, {2:seat} {3}",
    "technology-taken": "{0:seat} takes {1:card} from {2:seat}",
    "territory-unclaimed": "Nobody colonizes {0:card}",
    "units-lost": "{0:seat} sends {2:card}: {1}",
    "war": "{0:seat} wages {1:card} against {2:seat}",
    "war-drawn": "{0:card} ends in a draw",
    "war-won": "{0:seat} wins {1:card}",
    "yellow-taken": "{0:seat} takes yellow tokens from {2:seat}: {1}",
}

DECISIONS = {
    "auction": "Auction of {0:card}: bid more than {1} or pass",
    "defence": "{0:seat} attacks with {1:card}: strength {2} against your {3}",
    "force": "Force for {0:card}: {2} of {1}",
    "offer": "{0:seat} offers {1:card}: A is {2:seat}, B is {3:seat}",
    "plunder": "Split {1} taken from {0:seat} into food and resources",
    "row-cards": "Take cards from the row; civil actions left: {0}",
    "target": "{2:card} against {0:seat}: {1:word}",
}

ASKED = {
    "auction": "a bid for {0:card}, more than {1}",
    "defence": "a defence against {1:card} of {0:seat}, strength {3} against {2}",
    "force": "the force for {0:card}: {2} of {1}",
    "offer": "an answer to the offer of {0:seat}: {1:card}",
    "plunder": "{1} taken from {0:seat}, to split into food and resources",
    "row-cards": "cards of the row; civil actions left: {0}",
    "target": "what {2:card} does to {0:seat}: {1:word}",
}
"""Decisions as others read of them."""

ACTS = {
    "accept": "Accept the pact",
    "attack": "Play an aggression",
    "bid": "Bid",
    "bonus": "Show a bonus card",
    "cancel": "Cancel a pact",
    "colonize": "Let Columbus colonize",
    "declare": "Declare a war",
    "done": "That is all",
    "offer": "Offer a pact",
    "pass": "Pass",
    "plunder": "Take food and resources",
    "refuse": "Refuse the pact",
    "resign": "Resign",
    "seed": "Prepare an event",
    "send": "Send a unit",
    "target": "Choose",
    "throw": "Discard face down",
}

REFUSALS = {
    "agreement-used": "Civil actions left: {0}; this card is worth {1}",
    "bid-too-high": "You cannot send more than {0}",
    "bid-too-low": "Bid more than {0}",
    "defence-full": "Cards you may use at most: {0}",
    "force-needed": "You need that card for what you bid",
    "force-too-small": "The force is {0}, your bid was {1}",
    "leader-forbids": "{0:card} does not attack",
    "no-further-turn": "You have no further turn to wage the war in",
    "no-rival": "Name another player who is in the game",
    "no-seed": "That card is no event and no territory",
    "no-unit-sent": "Send at least one unit",
    "not-weaker": "{0:seat} has strength {1}, you have {2}: an aggression needs a weaker rival",
    "nothing-to-take": "{0:seat} has nothing that this card could take",
    "pact-forbids": "{0:card} forbids it",
    "pact-side": "Say which side is yours, a or b, if the sides of the pact differ",
    "throws-used": "Cards you may discard at most: {0}",
    "too-late-to-resign": "Nobody resigns in the last age",
}

EFFECTS = {
    "agreement": "Worth {0} of {1} civil actions",
    "force": "Force {0} of {1}",
    "next-turn": "{0:card} is resolved when your next turn begins, with the strengths of then",
    "reveals-event": "The current event is revealed",
    "shows-event": "You alone see the next event",
    "strengths": "Strength {0} against {1}",
}

POLITICS = {
    f"{kind}.{key}": text
    for kind, texts in (
        ("log", LOG),
        ("decision", DECISIONS),
        ("asked", ASKED),
        ("act", ACTS),
        ("illegal", REFUSALS),
        ("effect", EFFECTS),
    )
    for key, text in texts.items()
}
"""Everything by its key in `Game.texts`."""
