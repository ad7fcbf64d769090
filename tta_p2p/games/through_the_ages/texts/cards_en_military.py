"""English names and texts of the military cards: events, territories, tactics, attacks, pacts, bonus cards.

"A turn" after culture or science means it is scored in every production phase; "score" means at once.
"The two strongest" and "the two weakest" are one civilization when two play.
"""

EVENTS = {
    "development-of-agriculture": ("Development of Agriculture", "Each civilization gains 2 food."),
    "development-of-civilization": (
        "Development of Civilization",
        "Each civilization may do one of these without an action: increase its population for 1 food less; build a "
        "farm, mine or urban building for 1 resource less; develop a technology for 1 science less (by "
        "revolution only "
        "if all its civil actions are unspent, and it takes them all).",
    ),
    "development-of-crafts": ("Development of Crafts", "Each civilization gains 2 resources."),
    "development-of-markets": ("Development of Markets", "Each civilization gains 2 food or 2 resources, not a mix."),
    "development-of-politics": (
        "Development of Politics",
        "Each player draws 3 military cards. The hand limit counts only at the end of the player's own turn.",
    ),
    "development-of-religion": (
        "Development of Religion",
        "Each civilization with an unused worker may put it on Religion without an action or resources. The urban "
        "limit applies.",
    ),
    "development-of-science": ("Development of Science", "Each civilization scores 2 science."),
    "development-of-settlement": (
        "Development of Settlement",
        "Each civilization gains 1 population: a free worker from its yellow bank.",
    ),
    "development-of-trade-routes": (
        "Development of Trade Routes",
        "Each civilization scores 1 science and gains 1 food and 1 resource.",
    ),
    "development-of-warfare": (
        "Development of Warfare",
        "Each civilization with an unused worker may put it on Warriors without an action or resources.",
    ),
    "barbarians": (
        "Barbarians",
        "If the civilization with the most culture points is one of the two weakest, it loses 1 population.",
    ),
    "border-conflict": (
        "Border Conflict",
        "The weakest civilization destroys one of its farms, mines or urban buildings, of its choice. The strongest "
        "gains 3 resources.",
    ),
    "crusades": (
        "Crusades",
        "The strongest civilization scores 4 culture. The weakest loses 4 culture, or all it has.",
    ),
    "cultural-influence": (
        "Cultural Influence",
        "Each civilization scores culture equal to its culture rating.",
    ),
    "foray": (
        "Foray",
        "The two strongest civilizations each gain 3 in food and resources together, split as they like.",
    ),
    "good-harvest": ("Good Harvest", "Each civilization produces food now; nothing is consumed or lost to corruption."),
    "immigration": ("Immigration", "Every civilization with the most happy faces, all tied ones, gains 1 population."),
    "new-deposits": ("New Deposits", "Each civilization produces resources now; nothing is lost to corruption."),
    "pestilence": (
        "Pestilence",
        "Each civilization loses 1 population: an unused worker goes back to the yellow bank, or where there is none "
        "a worker of its choice.",
    ),
    "raiders": (
        "Raiders",
        "The two weakest civilizations each lose 2 in food and resources together, split as they like, or "
        "all they have.",
    ),
    "rats": ("Rats", "Each civilization loses all its stored food."),
    "rebellion": (
        "Rebellion",
        "Each civilization loses 2 civil actions for each of its discontent workers, as far as it has them: the "
        "current player this turn, the others on their next turn.",
    ),
    "reign-of-terror": ("Reign of Terror", "The weakest civilization loses 1 population."),
    "scientific-breakthrough": (
        "Scientific Breakthrough",
        "Each civilization scores science equal to its science rating.",
    ),
    "uncertain-borders": (
        "Uncertain Borders",
        "The strongest civilization moves 1 yellow token from the yellow bank of the weakest to its own, if "
        "there is one.",
    ),
    "civil-unrest": (
        "Civil Unrest",
        "Each civilization loses 4 culture for each of its discontent workers. Every civilization with the most "
        "discontent workers, all tied ones, also returns 1 blue token to the box; nobody does if there are none.",
    ),
    "cold-war": ("Cold War", "The two strongest civilizations each score 6 science."),
    "crime-wave": (
        "Crime Wave",
        "The two weakest civilizations each lose 3 culture and return 1 blue token to the box, from the "
        "bank or, if that "
        "is empty, from a card of their choice.",
    ),
    "economic-progress": (
        "Economic Progress",
        "Each civilization goes through corruption, food production, consumption and resource production now, even "
        "with discontent workers. No science or culture is scored.",
    ),
    "emigration": (
        "Emigration",
        "Each civilization loses population equal to half (1 for every 2, rounded up) of its discontent "
        "workers, unused "
        "workers first.",
    ),
    "iconoclasm": (
        "Iconoclasm",
        "Every leader of an earlier age leaves the game; in Age IV all leaders do. This is no replacement: no action "
        "comes back.",
    ),
    "independence-declaration": (
        "Independence Declaration",
        "The weakest civilization loses one colony of its choice and its permanent effect.",
    ),
    "international-agreement": (
        "International Agreement",
        "The strongest civilization may take cards from the row worth up to 5 civil actions together, by all rules of "
        "taking, hand limit included, but without spending actions. If it takes any it forfeits its next political "
        "action, and the row is slid and refilled without removing cards; this can end the age. Action cards so taken "
        "may be played in the coming action phase.",
    ),
    "national-pride": ("National Pride", "The civilization with the most culture points scores 5 culture."),
    "politics-of-strength": (
        "Politics of Strength",
        "The strongest civilization draws 5 military cards; the weakest discards 3 of its choice, or all it "
        "has. In the "
        "last age, without decks: the strongest scores 5 culture, the weakest loses 3 culture instead.",
    ),
    "popularization-of-science": (
        "Popularization of Science",
        "Each civilization scores culture equal to its science rating.",
    ),
    "prosperity": ("Prosperity", "Each civilization gains 1 food for each of its happy faces, at most 8."),
    "ravages-of-time": (
        "Ravages of Time",
        "Each player turns one of their finished wonders of Age A or I face down: it gives +2 culture a turn and "
        "nothing else, but is still a finished wonder.",
    ),
    "refugees": (
        "Refugees",
        "The weakest civilization loses 3 culture and 1 population. The strongest scores 3 culture and "
        "gains 1 population.",
    ),
    "terrorism": (
        "Terrorism",
        "The civilization with the fewest culture points destroys one urban building of each other "
        "civilization, of its "
        "choice; the workers become unused.",
    ),
    "impact-of-agriculture": (
        "Impact of Agriculture",
        "Each civilization scores culture equal to the food it produces in a turn, and 4 more if that is "
        "more than it consumes.",
    ),
    "impact-of-architecture": (
        "Impact of Architecture",
        "Each civilization scores culture equal to the levels of all its urban buildings together.",
    ),
    "impact-of-balance": (
        "Impact of Balance",
        "Each civilization scores 2 times the smallest of these: science rating, culture rating, food production, "
        "resource production. Everything that produces counts; corruption and consumption do not.",
    ),
    "impact-of-colonies": ("Impact of Colonies", "Each civilization scores 3 culture for each of its colonies."),
    "impact-of-competition": (
        "Impact of Competition",
        "Each civilization scores culture equal to the levels of all its military units and arenas together.",
    ),
    "impact-of-government": (
        "Impact of Government",
        "Each civilization scores 2 culture for each civil action and 1 for each military action of its totals.",
    ),
    "impact-of-happiness": (
        "Impact of Happiness",
        "Each civilization scores 2 culture for each happy face (at most 16) and loses 2 for each discontent worker.",
    ),
    "impact-of-industry": (
        "Impact of Industry",
        "Each civilization scores culture equal to the resources its mines produce in a turn, the railroad's doubling "
        "included; other sources do not count.",
    ),
    "impact-of-population": (
        "Impact of Population",
        "Each civilization scores 2 culture for each content worker above 10: all workers, unused ones too, less the "
        "discontent ones.",
    ),
    "impact-of-progress": (
        "Impact of Progress",
        "Each civilization scores 2 culture for each level of its government and of each of its special technologies.",
    ),
    "impact-of-science": (
        "Impact of Science",
        "Civilizations score culture by their places in science rating: 10, 0 with 2 players; 14, 7, 0 with "
        "3; 15, 10, "
        "5, 0 with 4. A tie goes to the current player, then clockwise; at the end of the game the starting player is "
        "current.",
    ),
    "impact-of-strength": (
        "Impact of Strength",
        "Civilizations score culture by their places in strength: 10, 0 with 2 players; 14, 7, 0 with 3; 15, 10, 5, 0 "
        "with 4. A tie goes to the current player, then clockwise; at the end of the game the starting "
        "player is current.",
    ),
    "impact-of-technology": (
        "Impact of Technology",
        "Each civilization scores 4 culture for each technology of level III in play (in the short game: level II), "
        "government and special technologies included.",
    ),
    "impact-of-variety": (
        "Impact of Variety",
        "Each civilization scores 2 culture for each type of military unit and of urban building it has a "
        "worker on, and "
        "for each special technology.",
    ),
    "impact-of-wonders": (
        "Impact of Wonders",
        "Each civilization scores for its finished wonders, face-down ones too: 5 culture for Age A, 4 for "
        "Age I, 3 for "
        "Age II, 2 for Age III.",
    ),
}

TERRITORIES = {
    "developed-territory-i": (
        "Developed Territory",
        "While you hold it: 1 yellow and 1 blue token more. When colonized: score 3 science.",
    ),
    "historic-territory-i": ("Historic Territory", "While you hold it: 1 happy face. When colonized: score 6 culture."),
    "inhabited-territory-i": (
        "Inhabited Territory",
        "While you hold it: 2 yellow tokens more. When colonized: gain 1 population.",
    ),
    "strategic-territory-i": (
        "Strategic Territory",
        "While you hold it: +2 strength. When colonized: draw 3 military cards.",
    ),
    "vast-territory-i": (
        "Vast Territory",
        "While you hold it: 3 yellow tokens more, 1 blue token less (from a card if the blue bank is "
        "empty). When colonized: "
        "gain 3 food.",
    ),
    "wealthy-territory-i": (
        "Wealthy Territory",
        "While you hold it: 3 blue tokens more. When colonized: gain 5 resources.",
    ),
    "developed-territory-ii": (
        "Developed Territory",
        "While you hold it: 2 yellow and 2 blue tokens more. When colonized: score 5 science.",
    ),
    "historic-territory-ii": (
        "Historic Territory",
        "While you hold it: 2 happy faces. When colonized: score 11 culture.",
    ),
    "inhabited-territory-ii": (
        "Inhabited Territory",
        "While you hold it: 3 yellow tokens more. When colonized: gain 2 population.",
    ),
    "strategic-territory-ii": (
        "Strategic Territory",
        "While you hold it: +4 strength. When colonized: draw 5 military cards.",
    ),
    "vast-territory-ii": (
        "Vast Territory",
        "While you hold it: 4 yellow tokens more, 1 blue token less (from a card if the blue bank is "
        "empty). When colonized: "
        "gain 4 food.",
    ),
    "wealthy-territory-ii": (
        "Wealthy Territory",
        "While you hold it: 4 blue tokens more. When colonized: gain 9 resources.",
    ),
}


def _army(units: str, bonus: int, outdated: int) -> str:
    return (
        f"An army is {units}. Each army adds {bonus} strength, or {outdated} if one of its units is two or "
        f"more levels "
        "below this card."
    )


TACTICS = {
    "fighting-band": ("Fighting Band", "An army is 2 infantry. Each army adds 1 strength."),
    "heavy-cavalry": ("Heavy Cavalry", "An army is 3 cavalry. Each army adds 4 strength."),
    "legion": ("Legion", "An army is 3 infantry. Each army adds 2 strength."),
    "medieval-army": ("Medieval Army", "An army is 1 infantry and 1 cavalry. Each army adds 2 strength."),
    "phalanx": ("Phalanx", "An army is 2 infantry and 1 cavalry. Each army adds 3 strength."),
    "classic-army": ("Classic Army", _army("2 infantry and 2 cavalry", 8, 4)),
    "conquistadors": ("Conquistadors", _army("1 infantry and 2 cavalry", 5, 3)),
    "defensive-army": ("Defensive Army", _army("2 infantry and 1 artillery", 6, 3)),
    "fortifications": ("Fortifications", _army("2 artillery", 5, 3)),
    "mobile-artillery": ("Mobile Artillery", _army("1 cavalry and 1 artillery", 5, 3)),
    "napoleonic-army": ("Napoleonic Army", _army("1 infantry, 1 cavalry and 1 artillery", 7, 4)),
    "entrenchments": ("Entrenchments", _army("1 infantry and 2 artillery", 9, 5)),
    "mechanized-army": ("Mechanized Army", _army("1 cavalry and 2 artillery", 10, 5)),
    "modern-army": ("Modern Army", _army("2 infantry, 1 cavalry and 1 artillery", 13, 7)),
    "shock-troops": ("Shock Troops", _army("1 infantry and 3 cavalry", 11, 6)),
}


def _plunder(total: int) -> str:
    return f"Take {total} in food and resources together from the rival, in the mix you choose, or all there is."


AGGRESSIONS = {
    "enslave": (
        "Enslave",
        "The rival loses 1 population. You gain 2 food and 2 resources, whatever the rival has.",
    ),
    "plunder-i": ("Plunder", _plunder(3)),
    "plunder-ii": ("Plunder", _plunder(5)),
    "plunder-iii": ("Plunder", _plunder(7)),
    "raid-i": (
        "Raid",
        "Destroy an urban building of the rival of level I or lower, of your choice; you gain resources equal to half "
        "its printed cost, rounded up.",
    ),
    "raid-ii": (
        "Raid",
        "Destroy up to two urban buildings of the rival, one of level II or lower and one of level I or "
        "lower; you gain "
        "resources equal to half their printed costs together, rounded up.",
    ),
    "raid-iii": (
        "Raid",
        "Destroy up to two urban buildings of the rival, one of level III or lower and one of level II or lower; you "
        "gain resources equal to half their printed costs together, rounded up.",
    ),
    "annex": (
        "Annex",
        "Take a colony of the rival, of your choice: its permanent effect moves to you, the immediate one does not "
        "happen again. Only against a rival who has a colony.",
    ),
    "infiltrate": (
        "Infiltrate",
        "The rival's leader or unfinished wonder, as you choose, leaves the game; score 3 culture for each of its "
        "levels. Only against a rival who has one of the two.",
    ),
    "spy": ("Spy", "The rival loses 5 science, or what there is; you score as much."),
    "armed-intervention": (
        "Armed Intervention",
        "The rival loses 7 culture, or what there is; you score as much.",
    ),
}

WARS = {
    "war-over-technology": (
        "War over Technology",
        "The winner takes science from the loser equal to the advantage in strength. Instead of science the "
        "winner may "
        "take special technologies of the loser, each for its science cost out of the advantage, but none "
        "of which the "
        "winner holds or has a copy. Of two cards with one icon the higher level stays.",
    ),
    "war-over-territory": (
        "War over Territory",
        "The winner moves 1 yellow token from the loser's yellow bank to its own, and 1 more for every full 5 of the "
        "advantage in strength, as far as there are any.",
    ),
    "war-over-culture": (
        "War over Culture",
        "The winner takes 5 culture and as much again as the advantage in strength from the loser, or what there is.",
    ),
}

_FORBIDDEN = "Neither may attack the other."
_ENDS = "An attack of one on the other ends the pact at once, and its strength counts for nobody in that attack."
_STAYS = "Attacks do not touch it."

PACTS = {
    "open-borders-agreement": (
        "Open Borders Agreement",
        "Both: 1 military action. If one attacks the other, the attacker has +2 strength in that attack; "
        "the pact goes on.",
    ),
    "trade-routes-agreement": (
        "Trade Routes Agreement",
        "A: once in each of its turns 1 food may serve as 1 resource. B: once in each of its turns 1 "
        "resource may serve "
        f"as 1 food. {_STAYS}",
    ),
    "acceptance-of-supremacy": (
        "Acceptance of Supremacy",
        f"A: produces 1 resource more. B: produces 1 resource less. {_FORBIDDEN}",
    ),
    "international-trade-agreement": (
        "International Trade Agreement",
        f"A: produces 1 resource more. B: produces 1 food more. {_STAYS}",
    ),
    "promise-of-military-protection": (
        "Promise of Military Protection",
        f"A: +1 culture a turn. B: +4 strength, 1 culture a turn less. {_ENDS}",
    ),
    "scientific-cooperation": (
        "Scientific Cooperation",
        "Both: developing a technology costs 2 science less, and the other pays 1 science; if the other cannot, the "
        f"technology cannot be developed. {_STAYS}",
    ),
    "international-tourism": (
        "International Tourism",
        f"Both: +1 culture a turn for each finished wonder of the other, face-down ones too. {_STAYS}",
    ),
    "loss-of-sovereignty": (
        "Loss of Sovereignty",
        f"A: +2 culture a turn. B: 2 culture a turn less, and nobody may declare war on it. {_FORBIDDEN}",
    ),
    "military-pact": ("Military Pact", f"Both: +3 strength. {_ENDS}"),
    "peace-treaty": ("Peace Treaty", f"Both: +1 culture a turn. {_FORBIDDEN}"),
}


def _bonus(defense: int, colonization: int) -> str:
    return (
        f"Play it when an aggression is directed at you: +{defense} strength in this defence. Or play it when "
        f"colonizing: +{colonization} force."
    )


BONUSES = {
    "defense-colonization-i": ("Defense / Colonization", _bonus(2, 1)),
    "defense-colonization-ii": ("Defense / Colonization", _bonus(4, 2)),
    "defense-colonization-iii": ("Defense / Colonization", _bonus(6, 3)),
}

MILITARY: dict[str, tuple[str, str]] = {
    **EVENTS,
    **TERRITORIES,
    **TACTICS,
    **AGGRESSIONS,
    **WARS,
    **PACTS,
    **BONUSES,
}
