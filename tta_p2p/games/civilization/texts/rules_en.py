"""The rules of Civilization in English, in the project's own words, by topic: title and text."""

from __future__ import annotations

RULES_EN = {
    "overview": (
        "What the game is about",
        """
You lead a civilization from one small city to greatness, on a map that is discovered tile by tile. There are four
ways to win, and whoever does one of them first has won at once:

- Culture: you reach the last space of the culture track.

- Technology: you learn Space Flight.

- Economy: you have 15 coins.

- Conquest: your army takes another player's capital.

The pages `first-turns` and `map-signs` are the ones to begin with. The learning game (`game=learning`) is played
without Egypt, Rome and wonders: it ends with the first third city of a player, and nobody wins or loses. Where
`idle-turns=end` was chosen, five turns in which nobody does more than decline end the game, and whoever is furthest on
the culture track has won.
""",
    ),
    "answers": (
        "Answers to what others do",
        """
What you declare happens at once, unless somebody could answer it: then it waits until all of them have had a say. You
are asked when you *could* have an answer, as far as everybody sees. So whoever asks you learns nothing when you let it
happen (`pass`).

A culture event is cancelled with Civil Service for a spy, with Jousting Tourney or Primetime TV, and with Bread and
Circuses if it is aimed at you. With the United Nations you refuse one that is aimed at you (`refuse`). Events of a
player who knows Mass Media cannot be cancelled.

An ability that resources were paid for is cancelled with Mass Media for a spy, or with Primetime TV. What was paid is
lost. What a city does is cancelled with Writing for a spy: the city has acted, and trade paid for a rush is lost. With
Communism, for a spy, you name a square amid a move: nobody leaves it in that turn. Defection and its like kill a figure
amid a move. You say on which square of the way you strike; see `rules movement`.

A spy and a card that answer can be answered in turn. Each technology answers once a turn.

You need not be asked each time. `skip turn` (`S` on the screen) lets everything pass until your own turn, `skip this`
what is of this kind, until `skip off`.
""",
    ),
    "setup": (
        "Laying the game out",
        """
Civilizations are drawn by lot, or chosen one after another with `civilizations=chosen`. Each has a home tile, a first
technology, a first government and abilities of its own. The homes lie at the corners of the map: two in opposite
ones, three on a stepped pyramid, four on a square. Neutral tiles lie face down between them: six, seven or twelve.

You place your capital on one of the four inner squares of your home, not on water, then an army and a scout (Russia
two armies) in its outskirts. You begin with three units, one artillery, one infantry and one mounted, which nobody
else sees. Your trade is what the outskirts give. You govern by despotism, unless your civilization says otherwise.

In all you have 6 armies and 2 scouts; those that die can be built again. You begin with a travel speed of 2, 2 figures
on a square at most, 2 culture events in your hand, 3 units in a battle and room for 2 cities. Technologies raise all
of this.

- America begins with a great person, and 3 trade rush 2 production.

- China has walls around its capital, gains 3 culture for every hut and village it takes, and after every battle may
take home one of its dead units (`save`), or none (`bury`).

- Egypt begins with an ancient wonder, and once a turn a city builds a building free (`give`).

- Germany begins with two more infantry, and gets a unit of the type and a resource whenever it researches a
technology with a unit.

- Rome begins as a republic, and advances on the culture track for every city and wonder it builds and every city and
village it conquers.

- Russia begins with communism and a seventh army, stacks one figure more, and once a turn gives up a figure that goes
into an enemy city for a technology its owner knows (`sacrifice`).
""",
    ),
    "turn": (
        "A turn",
        """
A turn has five phases. In each the players act one after the other, beginning with the first player; all research
at once. In the next turn the first player is the one to the left.

- Start of turn: found cities, place great people, say for which city your scouts gather, change your government.

- Trade: your cities bring trade. You keep what you do not spend, up to 27. Then players may make deals.

- City management: each city takes one action. You may also advance on the culture track and use technologies.

- Movement: your figures move.

- Research: everybody may learn one technology.
""",
    ),
    "deals": (
        "Deals",
        """
When all have collected trade you may deal with the others (`deals=never`: nobody may; `deals=of-three`: two players
may not). Say with whom (`deal rome`), then what you give (`offer trade 5`) and get (`want wheat 1`), as much as
there is, and `propose` it. The other player accepts, declines, or proposes something else (`deal`). If it is a deal,
everything changes hands at once. If you have had your part before, you have another one then.

Three or four deal at once: `parley rome egypt`, then `offer rome trade 5`, `want egypt silk 1`, and `hand rome egypt
culture 2` for what the others give each other. All must accept. You may propose ten deals a turn; more would keep
the others waiting.

Trade, unspent culture, resources, huts, villages and culture events can change hands, nothing else. What lies face
down is picked by its back and changes hands unseen. Trade beyond 27 is lost, and who has too many culture events
discards at once. What you promise for later in the chat binds nobody. Bots propose a deal themselves now and then:
where one side has trade to spare or a resource it cannot use, and the other lacks it.
""",
    ),
    "cities": (
        "Cities and their outskirts",
        """
The eight squares around a city are its outskirts. They work for it; the square of the city itself does not. A forest
gives 2 production, a mountain 1, desert and water 1 trade each, grassland nothing. A building, wonder or great person
replaces all that the square gives.

A scout on a square, or an army under a republic, founds a city there at the start of a turn: not on water; all
squares around must lie face up; no hut, village or enemy next to it; other cities at least three squares away. You
may have two cities, three with Irrigation. The figure is spent, your others on the square step aside. The new city
acts in this very turn, and has no walls.

A scout outside your outskirts gathers: its square works for the city you name (`gather`), as long as it stays there, or
until you end that at a start of turn (`recall`).

An enemy figure in your outskirts blockades its square: it gives you nothing, and only armies can be placed there.
""",
    ),
    "actions": (
        "What a city can do",
        """
Each of your cities takes one action in a turn. What its production leaves over is lost.

- `build`: a figure, a building, a wonder or walls, for the production of this city alone. What is missing you rush: 3
trade for 1 production. An army costs 4, a scout 6, walls 7 (with Masonry). It comes into the outskirts, walls around
the city itself. What you build may take the place of something of your own.

- `unit`: a unit costs 5, 7, 9 or 11 by your rank, an aircraft 12. It joins your standing forces unseen.

- `arts`: 1 culture, and 1 for every culture icon in the outskirts.

- `harvest`: a resource that the outskirts show, if the market has one. A building on its square hides it.

Of the buildings Market, Temple and Barracks (and what they become) a city has only one, and of wonders only one. Who
learns a better building turns all of the lower kind over at once.
""",
    ),
    "culture": (
        "Culture and great people",
        """
While your cities act you may advance on the culture track as often as you can pay: 3 culture for each of the first
seven spaces, 5 culture and 3 trade for the next seven, then 7 culture and 6 trade. The last one, the 21st, wins.

Spaces 3, 7, 12 and 18 bring a great person. You place it in your outskirts but not on water, at once or at the start
of a later turn; it works like a building.

All others bring a culture event, of level 1, 2 or 3, which nobody else sees. You play it (`event`) in the phase that
stands on it. You keep 2, and more with some technologies: if you have too many, you discard one at once.
""",
    ),
    "movement": (
        "Movement and discovery",
        """
Figures that begin on the same square may move together, up to your travel speed, never diagonally. A group ends its
move before the next one begins. No square may hold more of
your figures than your stacking limit, not even on the way. Your own cities can be crossed; water only with
Navigation, and with Sailing a move may end there.

A group stands on every square of its way. A player who could answer is asked once, and says where on the way:
Defection and its like kill figures there (`interrupt`); Communism lets nobody leave a square (`lock`, amid your own
moves too). If some of the group are left, you say how they go on (`go`, `stop`). A part may go on (`go e5 1 0`);
the others stay. Where each way has a danger of its own, you choose one (`way`).

At the edge of a face-down tile a group spends one step to discover it (`discover`, and on the way `look`), with
Navigation on water too, if it comes away again. Every hut and village on it gets a marker that nobody looks at.

An army that enters a hut takes it, looks at it, and stops. You keep it face down and pay with it, or trade it. One
that enters a village fights the barbarians: an artillery, an infantry and a mounted unit of the first rank, which the
next player plays. If you win, you take the village: it holds a resource, or a great person. If you lose, the figures
that attacked die. Scouts enter neither; under a republic they enter huts.

An army that enters the square of an enemy army or an enemy city fights. Where there are only scouts they die at once,
and it counts as a battle won. Outskirts are open to everybody. Scouts enter no square of an enemy figure, and no city.
""",
    ),
    "battle": (
        "Battles",
        """
Both sides draw three units at random from their standing forces: two more for every further army on the square, three
more for the defender of a city; who has fewer takes all. The defender plays first, but the attacker does against
walls. In turn you play a unit: on a new front, or against an enemy unit that stands alone. Both then wound each other
by their strength; who has as many wounds as strength dies. A wounded unit strikes with all its strength. Infantry
strikes first against mounted units, these against artillery, artillery against infantry; who dies so does not strike
back. Aircraft strike at the same time as any other unit.

Before your unit and after it you may use what your technologies can do: heal wounds of your units (`heal`) or deal
wounds for iron (`wound`), up to as many as the card says. With nothing to add you leave it at that (`done`).

A card names a unit by its type and its strength: Artillery 2. Technologies raise all units of a type by a rank: with
Mathematics it counts 3, and the battle says `Artillery 2 (now 3)`. That is what it deals, what kills it and what it
counts in the end.

When all units are played each side adds up the strength of those that live, and the difference of the bonuses goes to
the higher side: Barracks 2, Academy 4, General 4, a city 6, a capital 12, walls 4. A tie is the defender's victory.

The loser's figures on the square die. The winner loses an army for every two units it lost, but never the last, and
takes loot (`rules loot`). Units that live go back to the standing forces, without wounds. A conquered city is gone,
with all that stood around it; a conquered capital wins the game.
""",
    ),
    "loot": (
        "Loot",
        """
Whoever wins a battle against another player takes loot, the defender too: 1 point for figures, 2 for a city. Spend the
points as you like; what you do not want you leave (`enough`). Villages give no loot.

- For 1 point: up to 3 of the loser's trade (`seize trade`).

- For 1 point: up to 3 of the loser's unspent culture (`seize culture`).

- For 1 point: a resource (`seize iron`).

- For 1 point: a hut or village, picked by its back (`seize-marker`).

- For 1 point: the loser discards a coin token (`melt`).

- For 2 points: a technology of the loser that has a place in your pyramid (`study`).

- For 2 points: a culture event, picked by its back (`seize-event`).

- For 2 points: a coin token, which comes to you (`seize-coin`). Coins that are printed on something cannot be taken.

With `loot=printed` you take what the rulebook prints: for figures trade, culture or one resource; for a city a
technology, a culture event or two resources. Huts and villages are resources, too; coins are not taken.
""",
    ),
    "research": (
        "Research",
        """
A technology of level I takes 6 trade, II 11, III 16, IV 21, V 26. Whatever trade you have is spent, but you keep one
for each coin. The technologies form a pyramid: each lies on two of the level below, so a row always has fewer than the
one under it; your first one lies in the bottom row whatever its level. Space Flight needs rows of 5, 4, 3 and 2 below
it.

What you learn works at once: all units of a type rise, buildings turn over to their better side. What you learn free
(events, loot, wonders) needs a place, but no trade, and you may still research in that turn.
""",
    ),
    "governments": (
        "Governments",
        """
A government that a technology brings can be taken up at the next start of turn. Later you change through anarchy,
which lasts until the next turn and in which your capital does nothing. Despotism gives nothing, and is always open.

- Republic: armies found cities, scouts enter huts.

- Democracy: 2 more trade; your armies attack no cities.

- Communism: 2 more production in every city; 1 less culture from the arts of the capital.

- Feudalism: 1 coin; a city harvests what any of your cities shows.

- Monarchy: 1 more culture from every city devoted to the arts, and 1 more culture event in your hand.

- Fundamentalism: 1 more unit in battles; 2 less trade.
""",
    ),
    "wonders": (
        "Wonders",
        """
Four lie in the market; a new one is turned up when one is built. Who knows the technology that is named pays less. A
city has one wonder, not on water. Ancient wonders come first, then medieval, then modern ones. A wonder that becomes
obsolete loses its ability for good and keeps its culture.

- Stonehenge gives 1 culture at the start of your turn, the Louvre 3, the Colossus 3 trade, the Panama Canal a coin,
and the Sydney Opera House a space of the culture track.

- In the Hanging Gardens you build a figure free each turn. The Statue of Liberty lets you research one technology
free that another player knows.

- The Oracle shows you the enemy's hand in battle. Himeji Samurai Castle makes your units 1 stronger.

- With the Porcelain Tower technologies take 5 trade less. With Angkor Wat a city harvests twice, once a turn
(`reap`).

- With the United Nations you refuse a culture event that is aimed at you (`refuse`). They also give culture.
""",
    ),
    "abilities": (
        "What technologies let you do",
        """
While your cities act, besides what resources pay for (`rules coins`):

- With Engineering a city divides what it makes, once a turn: `split` it, buy one thing, then another with the rest.

- With Military Science every city makes 1 more for every three of your coins.

- With Democracy you pay 6 trade, with Printing Press 5 culture for a coin, once a turn each (`invest`); with Pottery
two resources (`use`).

- With Gunpowder you pay two resources and destroy a building, walls included, or make an ancient or medieval wonder
obsolete (`use`).

- With Atomic Theory you pay uranium, and each of your cities acts once more (`use`). Or you pay it while your figures
move: a city that is no capital is wiped out with everything around it.

- With Steam Power you pay silk and carry all your figures on a square to water on which no enemy stands (`ship`). They
move no more in that turn.

While your figures move an army with Combustion destroys the building on which it has come to stand, once a turn
(`wreck`); walls fall as it attacks.

In battles, once each: Animal Husbandry removes up to 3 wounds of your units, Biology all of them (`heal`).

With Computers you keep one culture event more, and draw one unit more for a battle, for every five of your coins.
""",
    ),
    "coins": (
        "Coins and resources",
        """
Coins lie on squares (gold, banks, some great people), are printed on technologies, or are put there as tokens: on
Code of Laws for a battle won, on Democracy for 6 trade, on Printing Press for 5 culture, on Pottery for two
resources; each at most once a turn and four in all. Tokens stay; coins on the map count while you hold the square.

Resources pay for what technologies do (`use`), each once a turn: incense for 3 culture with Currency, 5 with
Chivalry, 7 with Metal Casting; wheat for 3 production with Animal Husbandry, 5 with Construction, 7 with Banking; any
three for a great person with Philosophy; silk for an ancient wonder or a unit of a rival with Monarchy. In a battle
iron pays for wounds (`wound`): 3 with Mathematics, 6 with Ballistics, spread as you like over the enemy's units, to
none more than kill it; and with Metalworking for an attack that wounds 3 more (`smite`). Resources come from the
market or from huts and villages, which you show when you use them.
""",
    ),
}
"""Topic -> title and text."""
