"""The rules of 7 Wonders in English, in the project's own words."""

from __future__ import annotations

ENGLISH = (
    (
        "overview",
        "What the game is about",
        "aim goal idea city",
        """
You lead a city with a wonder through three ages. Each age has six turns. Every turn all players choose one card of
their hand at the same time, play it, and pass the rest of the hand to a neighbour. After each age you measure your
strength with both neighbours. After Age III the city with the most points wins.
""",
    ),
    (
        "first-game",
        "Your first game",
        "tutorial beginner start learn how example advice",
        """
Type `tta play --game 7w --bots 2` and choose a side of your board by its number. Then the first page of every turn is
the same:

- On top a line for each city: yours, your left and your right neighbour, and the others, who matter less. Below it,
what you make each turn, and what the two neighbours sell.

- Below that your hand. A line says what a card brings, and either what it costs with the number that builds it, or why
you cannot build it. "2 stone; ore from the left for 2 coins" means: you make the stone, and buy the ore. Where
there are several ways to pay, each has a number and says only the coins to either side: "3) left 2, right 4". In the
last columns are the numbers that put the card under your wonder and that sell it.

Type a number, or say it: `build baths`, `build barracks left`, `sell mine`. `why 3` tells what number 3 would do,
`? forum` all about a card, `hand` your hand in whole sentences, `city bob` somebody's city, `score` the points so far.

Some advice for the way:

- In Age I take brown and grey cards, so that you make three or four different goods, and look at what your neighbours
sell before you make the same.

- A card that is free now often makes another one free in the next age; `? card` says which.

- Watch the shields of both neighbours in the last turns of an age. One more than theirs is enough.

- Green cards are worth little alone and much together. Blue ones are safe.

- What you cannot use your neighbour may want: put it under your wonder.
""",
    ),
    (
        "setup",
        "Laying the game out",
        "setup start boards sides guilds deck",
        """
The decks depend on the number of players; each player is dealt seven cards in every age, and nothing is left over. Of
the ten guilds, two more than there are players are drawn by lot and mixed into Age III. Nobody knows which.

Boards are drawn by lot, or chosen one after another with `boards=chosen`. Everybody then chooses the day or night side
of the board, all at once; with `sides=by-lot`, `sides=day` or `sides=night` that is settled for you.

You begin with 3 coins.

Three to seven can play. With three, everybody is a neighbour of everybody; with more, only the cities beside yours
trade with you and fight you.
""",
    ),
    (
        "turn",
        "A turn",
        "turn choose pass hand age simultaneous",
        """
All choose a card, what it is used for and how it is paid. When all have chosen, the choices are opened and carried out
together.

- You pay what you chose to pay. Coins that come in this turn cannot be spent in it.

- Buildings are placed, cards go under wonders, sold cards onto the discard pile.

- What was built takes effect, on all cities as they are now: what your neighbour builds this turn counts already.

- The hands are passed on: to the left in Ages I and III, to the right in Age II.

In the sixth turn you hold two cards. One is played, the other is discarded and brings nothing.
""",
    ),
    (
        "uses",
        "What a card can be used for",
        "build stage sell uses actions",
        """
- `build`: you pay the cost of the card, and the building stands in your city. Your city never has two buildings of one
name. The Loom, Glassworks and Press of Age II have the names of those of Age I.

- `stage`: you pay the cost of the next stage of your wonder. Any card will do; it goes face down under the stage and
means nothing else any more. Stages are built from left to right.

- `sell`: the card goes face down to the discard pile and you get 3 coins.
""",
    ),
    (
        "costs",
        "Paying, and buying from neighbours",
        "cost pay trade buy resources coins discount trading post marketplace neighbours",
        """
Your own resources are not used up: every symbol gives one resource each turn. A symbol with a choice gives one of its
resources each turn.

What your city cannot make itself you buy from a neighbour, for 2 coins each. A neighbour sells the resource of the
board and those of brown and grey cards; never those of yellow cards or stages. You get each symbol once a turn. Selling
costs the neighbour nothing, and nobody can refuse.

The trading posts lower the price of raw materials of one neighbour to 1 coin, the Marketplace that of manufactured
goods of both. A discount built this turn begins with the next one.

You buy no more than you lack, and choose whom to pay where both can sell. Two numbers say it: the coins to the left,
and the coins to the right. You may pay more than the cheapest way takes: `hand` lists those ways below the others. A
seller has the coins from the next turn on. Coins on a card go to the bank.

A symbol gives one resource to its own city and one to each neighbour in the same turn; two symbols give two.
""",
    ),
    (
        "chains",
        "Free buildings",
        "chain free link symbol",
        """
A card names buildings before it. If one of them stood in your city at the start of the turn, the card is free: it
costs neither resources nor coins, and nothing is paid for it.

Some wonders of Olympía make buildings free, too.
""",
    ),
    (
        "conflicts",
        "Conflicts",
        "war military shields strength army victory defeat",
        """
After each age you count the shields of your cards and stages and compare them with each neighbour's. The stronger one
gets 1 point in Age I, 3 in Age II and 5 in Age III; the weaker one loses 1. Equal cities get nothing. Shields stay for
the ages after.
""",
    ),
    (
        "wonders",
        "Wonders with powers of their own",
        "wonders powers babylon halikarnassos olympia alexandria ephesos rhodos gizah",
        """
- Alexandria makes resources of your choice. Neighbours cannot buy them.

- Babylon: one science symbol of your choice, settled at the end. On the night side you also keep the last card of each
age and use it after the sixth turn, from the age on in which the stage is built.

- Éphesos and Rhódos: coins, once. Rhódos also gives shields.

- Gizah: points.

- Halikarnassos: at the end of the turn you look through the discard pile and may build one of its cards for nothing.

- Olympía, day: the first building of each colour in your city is free. Night: the building of the first turn of an age
is free, and with the second stage that of the sixth turn as well.
""",
    ),
    (
        "scoring",
        "Points at the end",
        "score points end win tie science guild treasury",
        """
- Stages of your wonder, and blue buildings: their points.

- Treasury: 1 point for every 3 coins.

- Conflicts: the sum of what they brought.

- Yellow buildings of Age III: points for cards or stages of your own city.

- Science: for each symbol the square of how many you have, and 7 points for each set of three different ones. Symbols
of your choice are counted where they score most.

- Guilds: points mostly for what your neighbours have built.

Who has the most points wins. Of equal cities the one with more coins wins; if coins are equal too, they share the
victory.

An example: three compasses, a gear and a tablet score 9 and 1 and 1 for equal symbols, and 7 for the one set: 18.
""",
    ),
    (
        "hidden",
        "What is hidden",
        "hidden secret cards discard",
        """
Hands, the discard pile, the cards under wonders and the guilds that are not in the game stay hidden. Everything you
build is proved to be a card of your hand. Nobody but its player ever learns which card was sold or lies under a stage;
only Halikarnassos looks through the discard pile.
""",
    ),
    (
        "leaving",
        "When a player leaves",
        "leave resign gone",
        """
The city of who leaves stays where it is and builds no more. Its neighbours still buy from it, count its cards, and
fight against its shields. Its hand is out of the game, and the hands of the others are passed over it. If only one
player is left, the game is over.
""",
    ),
)
