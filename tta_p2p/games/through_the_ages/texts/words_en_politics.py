"""What the rules of the politics phase say to people, in English; merged into `words_en`."""

from __future__ import annotations

LOG = {
    "attack-fails": "{0:card} is fended off",
    "attack-succeeds": "{0:card} succeeds",
    "attacks": "{0:you?play|plays} {1:card} against {2:seat}",
    "auction-out": "cannot bid more than {1}",
    "auction-pass": "{0:you?pass|passes}",
    "auction-won": "{0:you?win|wins} {1:card} with a bid of {2}",
    "bids": "{0:you?bid|bids} {1}",
    "bonus": "{0:you?show|shows} {1:card}",
    "cancels": "{0:you?cancel|cancels} {1:card}",
    "colonizes": "{0:you?colonize|colonizes} {1:card}",
    "colony-taken": "{0:you?take|takes} {1:card} from {2:seat}",
    "declared-as": "{0:you?declare|declares} {1:card} as {2:card}",
    "declares": "{0:you?declare|declares} {1:card} on {2:seat}",
    "event": "Event: {0:card}",
    "event-idle": "Nothing comes of it",
    "events-renewed": "The future events become the {0} current events",
    "force": "{0:you?send|sends} a force of {1}",
    "offers": "{0:you?offer|offers} {1:card}: A is {2:seat}, B is {3:seat}",
    "pact": "{0:card} is agreed: A is {1:seat}, B is {2:seat}",
    "refuses": "{0:you?refuse|refuses} {1:card}",
    "prepares": "{0:you?prepare|prepares} {1:card}, level {2}",
    "strengths": "{0:you?attack|attacks} with {1}, {2:seat} {2:you?defend|defends} with {3}",
    "technology-taken": "{0:you?take|takes} {1:card} from {2:seat}",
    "territory-unclaimed": "nobody colonizes {0:card}",
    "units-lost": "{0:you?send|sends} {1} × {2:card}",
    "war": "{0:you?wage|wages} {1:card} against {2:seat}",
    "war-drawn": "{0:card} ends in a draw",
    "war-won": "{0:you?win|wins} {1:card}",
    "yellow-taken": "{0:you?take|takes} {1} yellow {1:n?token|tokens} from {2:seat}",
}

DECISIONS = {
    "auction": "Auction of {0:card}: bid more than {1} or pass",
    "defence": "{0:seat} {0:you?attack|attacks} with {1:card}: strength {2} against your {3}",
    "force": "Force for {0:card}: {2} of {1}",
    "offer": "{0:seat} {0:you?offer|offers} {1:card}: A is {2:seat}, B is {3:seat}",
    "plunder": "Split {1} taken from {0:seat} into food and resources",
    "row-cards": (
        "{0:=0?You have taken all you may: is that all?|Take cards from the row ({0} civil {0:n?action|actions} left)}"
    ),
    "target": "{2:card} against {0:seat}: {1:word}",
}

ASKED = {
    "auction": "a bid for {0:card}, more than {1}",
    "defence": "a defence against {0:whose} {1:card}, strength {3} against {2}",
    "force": "the force for {0:card}: {2} of {1}",
    "offer": "an answer to {0:whose} offer of {1:card}",
    "plunder": "{1} taken from {0:seat}, to split into food and resources",
    "row-cards": "{0:=0?whether that is all|cards of the row ({0} civil {0:n?action|actions} left)}",
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
    "agreement-used": "This card is worth {1} and {0} civil {0:n?action is|actions are} left",
    "bid-too-high": "You cannot send more than {0}",
    "bid-too-low": "Bid more than {0}",
    "defence-full": "You may use at most {0} {0:n?card|cards}",
    "force-needed": "You need that card for what you bid",
    "force-too-small": "The force is {0}, your bid was {1}",
    "leader-forbids": "{0:card} does not attack",
    "no-further-turn": "You have no further turn to wage the war in",
    "no-rival": "Name another player who is in the game",
    "no-seed": "That card is neither an event nor a territory",
    "no-unit-sent": "Send at least one unit",
    "not-weaker": "{0:seat} {0:you?have|has} strength {1}, you have {2}: an aggression needs a weaker rival",
    "nothing-to-take": "{0:seat} {0:you?have|has} nothing that this card could take",
    "pact-forbids": "{0:card} forbids it",
    "pact-side": "Say which side is yours, a or b, if the sides of the pact differ",
    "throws-used": "You may discard at most {0} {0:n?card|cards}",
    "too-late-to-resign": "You cannot resign in the last age",
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
