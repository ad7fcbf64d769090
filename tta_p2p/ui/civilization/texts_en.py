"""What every part of Civilization does beside its numbers, in English and in the project's own words."""

from __future__ import annotations

TECHS = {
    "animal-husbandry": "Pay 1 wheat while your cities act: one of them makes 3 more this turn. In a battle you may"
    " heal up to 3 wounds of your units once, before or after your unit.",
    "atomic-theory": "Pay 1 uranium while your cities act: each of them acts once more. Or pay it while figures move: a"
    " city that is no capital is wiped out with everything around it.",
    "ballistics": "Pay 1 iron in a battle, before or after your unit: spread up to 6 wounds over the enemy's units.",
    "banking": "Pay 1 wheat while your cities act: one of them makes 7 more this turn.",
    "biology": "In a battle you may heal all wounds of your units once, before or after your unit.",
    "chivalry": "Pay 1 incense while your cities act: 5 culture.",
    "civil-service": "Pay 1 spy at any time: a culture event does nothing.",
    "code-of-laws": "Win a battle and put a coin here, once a turn, 4 coins at most.",
    "combustion": "An army of yours that ends its move on a building may tear it down, once a turn. Walls of a city"
    " that your army attacks fall before the battle.",
    "communism": "Pay 1 spy amid your moves or a move of others: no figure leaves a square of your choice this turn.",
    "computers": "For every 5 coins you have, your battle hand and your hand of culture cards are 1 larger.",
    "construction": "Pay 1 wheat while your cities act: one of them makes 5 more this turn.",
    "currency": "Pay 1 incense while your cities act: 3 culture.",
    "democracy": "Pay 6 trade while your cities act: put a coin here, once a turn, 4 coins at most.",
    "engineering": "Once a turn a city divides what it makes and buys two things.",
    "flight": "Your figures fly over enemies, huts, villages and cities.",
    "gunpowder": "Pay any 2 resources while your cities act: an ancient or medieval wonder becomes obsolete, or a"
    " building is torn down.",
    "horseback-riding": "Pay 1 silk when trade is collected: you gain 9 trade and somebody you name gains 6.",
    "mass-media": "Pay 1 spy: what another player pays resources for does nothing. Nobody can cancel your culture"
    " events.",
    "mathematics": "Pay 1 iron in a battle, before or after your unit: spread up to 3 wounds over the enemy's units.",
    "metal-casting": "Pay 1 incense while your cities act: 7 culture.",
    "metalworking": "Pay 1 iron as you play a unit in a battle: its attack wounds 3 more.",
    "military-science": "Each of your cities makes 1 more for every 3 coins you have.",
    "monarchy": "Pay 1 silk while your cities act: an ancient wonder becomes obsolete, or a unit of another player,"
    " drawn by lot, dies.",
    "philosophy": "Pay any 3 resources while your cities act: a great person joins you.",
    "pottery": "Pay any 2 resources while your cities act: put a coin here, once a turn, 4 coins at most.",
    "printing-press": "Pay 5 culture while your cities act: put a coin here, once a turn, 4 coins at most.",
    "space-flight": "Whoever learns it wins the game.",
    "steam-power": "Pay 1 silk while your cities act: all your figures of one square sail to any water of the map,"
    " where their turn ends.",
    "writing": "Pay 1 spy as another player's city acts: its action does nothing.",
}
"""Technology -> what it can do beside what it unlocks and raises."""

WONDERS = {
    "angkor-wat": "Once a turn one of your cities harvests twice with one action.",
    "colossus": "3 trade at the start of each of your turns.",
    "hanging-gardens": "At the start of your turn an army or a scout appears here free.",
    "himeji-samurai-castle": "Each of your units is 1 stronger.",
    "louvre": "3 culture at the start of each of your turns.",
    "oracle": "In battles you see the enemy's hand.",
    "panama-canal": "A coin is put here at the start of each of your turns.",
    "porcelain-tower": "Technologies take 5 trade less.",
    "statue-of-liberty": "At the start of your turn you research one technology free that another player knows.",
    "stonehenge": "1 culture at the start of each of your turns.",
    "sydney-opera-house": "You advance a space on the culture track free at the start of each of your turns.",
    "united-nations": "Culture events of others pass you by unless you agree.",
}
"""Wonder -> what it does."""

CIVILIZATIONS = {
    "america": "Begins with a great person. 3 trade rush 2 production.",
    "china": "Begins with walls around its capital. 3 culture for every hut and village it takes. After a battle one of"
    " its dead units may come back.",
    "egypt": "Begins with an ancient wonder. Once a turn a city puts up a building free.",
    "germany": "Begins with two more infantry. Researching a technology with a unit brings a unit of that type and a"
    " resource.",
    "rome": "A space on the culture track for every city and wonder it builds and every city and village it conquers.",
    "russia": "A seventh army, two of them at the start. One more figure on a square. Once a turn a figure is given up"
    " in an enemy city for a technology that its owner knows.",
}
"""Civilization -> its abilities."""

GOVERNMENTS = {
    "anarchy": "Your capital does nothing; it lasts until the next start of turn.",
    "communism": "Each of your cities makes 2 more; the arts of your capital bring 1 culture less.",
    "democracy": "2 more trade each turn; your armies attack no cities.",
    "despotism": "Neither help nor harm.",
    "feudalism": "1 coin; a city harvests what the outskirts of any of your cities show.",
    "fundamentalism": "1 more unit in your battle hand; 2 trade are lost each turn.",
    "monarchy": "1 more culture from every city devoted to the arts; your hand of culture cards is 1 larger.",
    "republic": "Armies found cities, and scouts enter huts.",
}
"""Government -> what it does."""

KINDS = {
    "artillery": "Strikes first against infantry; mounted units strike first against it.",
    "infantry": "Strikes first against mounted units; artillery strikes first against it.",
    "mounted": "Strikes first against artillery; infantry strikes first against it.",
    "aircraft": "Strikes at the same time as any other unit. Its strength never rises.",
}
"""Type of unit -> what it beats."""

PARTS = {
    "hut": "Whoever takes it keeps it face down and shows it to pay with.",
    "iron": "Pays for Metalworking, Mathematics and Ballistics in battles.",
    "incense": "Pays for culture: Currency, Chivalry, Metal Casting.",
    "person": "Comes out of the village as a great person, drawn by lot.",
    "silk": "Pays for Horseback Riding, Monarchy and Steam Power.",
    "spy": "Pays for Writing, Civil Service, Communism and Mass Media.",
    "uranium": "Pays for Atomic Theory.",
    "village": "Three barbarians guard it; whoever beats them keeps it face down.",
    "walls": "The attacker plays first, and the defender counts 4 more.",
    "wheat": "Pays for production: Animal Husbandry, Construction, Banking.",
}
"""Other parts -> what they are for."""

EVENTS = {
    "a-generous-gift": "Pays as an iron, wheat, spy or silk, as you like.",
    "a-gift-from-afar": "Pays as an iron, wheat, spy or silk, as you like; a coin goes to another player.",
    "a-princely-gift": "Pays as an iron, wheat, spy, silk or uranium, as you like.",
    "bread-and-circuses": "An event aimed at you or at something of yours does nothing.",
    "catastrophe": "Tear down a building up to 6 steps from a figure or city of yours.",
    "defection": "Kill a figure up to 4 steps from a figure or city of yours. May interrupt a move.",
    "deforestation": "A forest without building or wonder is grassland from now on.",
    "disaster": "Tear down up to two buildings of other players.",
    "disoriented": "Another player's figures on one square stray up to 2 squares together, into no battle.",
    "drought": "Any square but a mountain, without building or wonder, is desert from now on.",
    "exchange-of-ideas": "You and another player each learn free a technology of level I from the other, you first.",
    "jousting-tourney": "Any culture event does nothing.",
    "knowledge-shared": "You and another player each learn free a technology of level I or II from the other.",
    "lost": "Another player's figures on one square stray up to 3 squares together, into no battle.",
    "mass-defection": "On a square up to 6 steps from a figure or city of yours a great person or up to 2 figures die. "
    "May interrupt a move.",
    "out-of-position": "Another player's figures on one square stray up to 4 squares together, into no battle.",
    "primetime-tv": "A culture event, or something resources were paid for, does nothing.",
    "sabotage": "Tear down a building up to 4 steps from a figure or city of yours.",
    "the-citizens-are-revolting": "Another player falls into anarchy.",
    "the-citizens-are-revolting-ii": "Another player falls into anarchy.",
    "think-tank": "You and another player each learn free a technology of level I to III from the other, you first.",
    "we-love-the-despot-day": "One of your cities makes 4 more this turn.",
    "we-love-the-president-day": "One of your cities makes 8 more this turn.",
    "we-love-the-queen-day": "One of your cities makes 6 more this turn.",
    "wholesale-defection": "On any square a great person or up to 2 figures die. May interrupt a move.",
}
"""Culture event -> what it does."""

TEXTS = {
    **{f"civ.text.event.{name}": text for name, text in EVENTS.items()},
    **{f"civ.text.tech.{name}": text for name, text in TECHS.items()},
    **{f"civ.text.wonder.{name}": text for name, text in WONDERS.items()},
    **{f"civ.text.civilization.{name}": text for name, text in CIVILIZATIONS.items()},
    **{f"civ.text.government.{name}": text for name, text in GOVERNMENTS.items()},
    **{f"civ.text.kind.{name}": text for name, text in KINDS.items()},
    **{f"civ.text.part.{name}": text for name, text in PARTS.items()},
}
"""Key -> text."""
