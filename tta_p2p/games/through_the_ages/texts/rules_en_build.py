"""Rules in English: what one does with civil and military actions."""

BUILD = (
    (
        "civil-actions",
        "Civil actions",
        "civil ca white action destroy",
        """
- Take a card: 1 to 3 CA. See `row`.

- Increase population: 1 CA and food. See `population`.

- Build a farm, mine or urban building: 1 CA and the card's resources; an unused worker goes onto the card. Of each
type of urban building, all levels together, you may have no more than the urban limit of your government. Farms,
mines and units have no limit.

- Upgrade one of these: 1 CA and the difference of the two costs; the worker moves to a higher card of the same
type, levels may be skipped. Both costs are lowered by discounts first; the difference is at least 0.

- Destroy one of these: 1 CA; its worker is unused again, nothing comes back.

- Play a leader: 1 CA. See `leaders`.

- Build a stage of your wonder: 1 CA and its resources. See `wonders`.

- Develop a technology: 1 CA and its science. See `technologies`.

- Declare a revolution: all your CA and the lower science cost. See `governments`.

- Play an action card: 1 CA. If the card has you do an action, that needs no CA or MA of its own, but everything
else it costs, and it must be possible. Discounts add up; no cost falls below 0. The card leaves the game.

No action discards civil cards.
""",
    ),
    (
        "military-actions",
        "Military actions",
        "military ma red action unit disband",
        """
- Build a unit: 1 MA and the card's resources; an unused worker goes onto the card.

- Upgrade a unit to a higher card of the same type: 1 MA and the difference of the costs.

- Disband a unit: 1 MA; its worker is unused again.

- Play a tactic from your hand: 1 MA. Copy a common one: 2 MA. One of the two, once a turn. See `tactics`.

Military actions also pay for aggressions and wars, and for what Hammurabi, Barbarossa and Robespierre let you do.
Unused ones draw cards at the end of the turn. Military actions you have for one turn only (Patriotism) are spent
first; unspent they still count for drawing.
""",
    ),
    (
        "food-and-resources",
        "Food and resources",
        "blue tokens bank pay paying change corruption resource food",
        """
A blue token on a farm or mine is worth the number printed on that card, with or without a worker there; tokens Bill
Gates put on labs are worth the level of the lab. In production each farm and mine gets one token from the blue
bank. If the bank runs short the higher levels come first.

To pay, return tokens worth the price to the bank. You may change a token of high value into smaller ones, as far as the
bank has tokens for the change; never the other way. You overpay only if there are none to change with.

What you gain you lay on cards of its kind so that the values add up. If the bank has too few tokens you get as much
as they can make, perhaps nothing. What you take from a rival the rival loses, and you gain as much as your bank
allows.

Blue tokens you have to return to the box come from the bank, and from cards only if it is empty; yellow tokens only
from the yellow bank. Tokens a card gave go back to the box when it leaves play or is turned face down.

If your total of actions grows, the new ones are ready at once; if it shrinks, spent ones go first.

Corruption is looked up before production by the tokens left in the blue bank: 11 or more 0, 6 to 10 2, 1 to 5 4,
none 6. Lose that many resources, and food for what is missing; beyond that you owe nothing.

Food and resources that only pay for units, and science that only pays for unit technologies, are used before real
ones, may be spread, and are lost at the end of the turn.
""",
    ),
    (
        "technologies",
        "Technologies",
        "technology develop science special blue icon farm mine urban",
        """
Develop a technology from your hand for 1 CA and its science; it comes into play.

Farms, mines, urban buildings and units do nothing until workers stand on the card. Lower cards stay usable.

Special technologies (blue) have one of four icons: law, warfare, exploration, construction. Of each icon only one
stays: with two the higher level, even if that is not the new one. The new one was developed all the same.

Construction technologies make urban buildings cheaper by their level and let one civil action build several stages
of a wonder, each paid for.
""",
    ),
    (
        "governments",
        "Governments",
        "government revolution urban limit peaceful change",
        """
You always have one government. A new one replaces the old one whatever their levels. It gives your actions, and its
urban limit says how many urban buildings of each type you may have; the limit counts only when you build or gain
one, so buildings above a lower new limit stay.

- Peaceful change: develop it for 1 CA and the higher science cost. What you had not spent you keep, and actions it
gives in addition are ready at once.

- Revolution: for the lower science cost and all your civil actions, none of which may be spent; one that came back
to you (a leader replaced) counts as unspent. Civil actions the new government adds count as spent too. Military
actions are not touched, and new ones are ready. It counts as developing a technology.

Breakthrough can carry a revolution if no civil action is spent; then all are, the one for the card among them.
Development of Civilization can too, for 1 science less. Robespierre pays with all military actions instead; Newton
gets one civil action back afterwards. A government taken with civil actions this turn cannot come by revolution in
the same turn.
""",
    ),
    (
        "leaders",
        "Leaders",
        "leader replace",
        """
Play a leader from your hand for 1 CA. There is one at a time: the old one leaves the game, and one spent civil
action comes back. You need that civil action to begin with. You may use the old leader earlier in the same turn.

Nothing comes back if a leader leaves in another way: at the end of an age, by Iconoclasm or Infiltrate, or by
giving himself up (Alexander, Columbus). A leader is antiquated at the end of the age that follows his own.

What changes your strength rating alone (Alexander, Joan of Arc, Napoleon) is no force when colonizing.
""",
    ),
    (
        "wonders",
        "Wonders",
        "wonder stage stages finished complete ravaged",
        """
A wonder taken from the row lies unfinished in front of you; you can have one of these. Its stages are built from
left to right, each for 1 CA and the resources printed there, and covered with a blue token from the bank (from a
card if the bank is empty). Masonry, Architecture and Engineering build up to 2, 3 and 4 stages with one action,
each paid for; Engineering Genius always builds exactly one.

With the last stage the wonder is finished: the tokens return to the bank and it works at once. Wonders of Age III
score once, now. An unfinished wonder is antiquated at the end of the age that follows its own.

Ravages of Time turns a wonder of Age A or I face down: it gives 2 culture a turn and nothing else, but it is still
a finished wonder.
""",
    ),
    (
        "tactics",
        "Tactics and armies",
        "tactic army armies strength outdated air force exclusive common",
        """
Your strength is the strength of your units, of your armies and of all other cards in play that show it: arenas,
special technologies, government, wonders, leader, colonies, pacts.

A tactic from your hand is yours alone until your next turn begins; then it lies in the common area for everyone,
and stays your current tactic. A second card of the same tactic there leaves the game. A common tactic can be copied
by anyone for 2 MA; several players may have the same. Going back to a tactic you once played costs 2 MA too.

Your units form as many armies as your current tactic allows, always in the way that makes you strongest; each unit
is in one army at most. Each army adds the number of the tactic, besides what its units have.

An army is outdated if one of its units is two or more levels below the tactic card; it then adds the smaller
number. Age I tactics have only one.

Each air force unit doubles what one army adds, one air force an army. Without an army it only has its own strength.
""",
    ),
)
