"""Rules in English: terms, setup, the course of a turn, ages, the end, other ways to play."""

from __future__ import annotations

from ..tables import BOARD
from .yellow_bank import yellow_bank

COURSE = (
    (
        "terms",
        "Words of the game",
        "words glossary worker level rating points best attack",
        """
You lead a civilization from antiquity to the present. Whoever has the most culture points at the end wins.

- Cards come in ages: A (antiquity), I, II, III. The level of a card is its age as a number: A is 0.

- A worker is a yellow token outside your yellow bank. Workers in the worker pool are unused. A worker on a
technology is one farm, mine, urban building or military unit of that card's type and level. Urban buildings are
labs, temples, libraries, theaters and arenas; units are infantry, cavalry, artillery and air forces.

- A technology is any card with a science cost, and the six cards printed on the player board. "Your technologies"
are those in play, not those in your hand.

- Ratings (science, culture, strength, happiness) follow from your cards and workers in play and change with them at
once. They are never below 0; happiness is never above 8. Points (science, culture) are what you have scored; they
are never below 0 either, and have no maximum.

- Scoring adds points. Gaining or losing food and resources moves blue tokens. Gaining population is free, increasing
it is paid for. A yellow or blue token you gain comes from the box to your bank, one you lose goes back to the box.

- A building destroyed or a unit disbanded leaves its worker unused. Units sent to colonize and population that is
lost go back to the yellow bank.

- Your best lab (mine, theater …) is the one of the highest level with a worker on it.

- An attack is an aggression or a war. CA is a civil action, MA a military action.

- Where a card speaks of the cost of an existing building, it means the printed cost.
""",
    ),
    (
        "setup",
        "Setup",
        "start beginning decks preparation",
        """
Each player begins with 18 yellow tokens in the yellow bank, 1 unused worker, 2 workers each on Agriculture and
Bronze, 1 each on Philosophy and Warriors and none on Religion; 16 blue tokens in the blue bank; Despotism, with 4
civil and 2 military actions. That makes 1 science, 0 culture, 1 strength and 0 happiness; all points are 0 and
nobody has a tactic.

The civil decks I, II and III have 44, 50 or 53 cards with 2, 3 or 4 players: cards marked 4 are only for four,
cards marked 3+ for three or four. The civil deck A always has 20. The military decks are complete, but two players
have no pacts: 43 or 45 cards in Age I, 46 or 50 in Age II, 41 or 45 in Age III.

Lay 13 civil cards of Age A face up: the card row. The others of Age A are the civil deck. Of the 10 military cards
of Age A take two more than there are players, unseen and face down: the current events. The others leave the game
unseen. There is no military deck to draw from in Age A, and no future events yet.

A starting player is chosen by lot; turns go clockwise and the order never changes.
""",
    ),
    (
        "first-rounds",
        "The first two rounds",
        "round one two first second",
        """
In the first round players have 1, 2, 3 and 4 civil actions in turn order and no military ones, and may only take
cards from the row. Nothing is replenished and there is no politics. A wonder taken lies unfinished in front of you.
Each turn ends with the usual end of turn: 1 science, 2 food, 2 resources, no military cards; then all actions are
there.

In the second round turns are complete. When the starting player replenishes the row, Age A ends. Nobody has
military cards yet, so there is nothing to do in the politics phase.
""",
    ),
    (
        "turn",
        "A turn",
        "phases sequence order",
        """
- Start of the turn (not in the first round): replenish the card row; resolve a war you declared in your last turn;
your own exclusive tactic becomes common.

- Politics phase: at most one political action.

- Action phase: civil and military actions in any order, as many as you can pay. You need not use them up. You
cannot take an action that you cannot carry out completely.

- End of the turn: discard military cards above the limit, check for an uprising, produce, draw military cards, and
all your actions are ready again.
""",
    ),
    (
        "row",
        "The card row",
        "replenish cards market take taking",
        """
To replenish, remove the cards on the leftmost 3, 2 or 1 spaces with 2, 3 or 4 players still in the game. Spaces
that are empty already count as removed. Slide the other cards left in their order and fill the empty spaces from
left to right. If the last card of a deck is laid out, the age ends at once and filling goes on from the next deck.
In Age IV cards are still removed and slid, but none are laid out. Removed cards never come back.

To take a card costs 1 CA on the five spaces on the left, 2 on the next four, 3 on the last four.

- Not if you hold as many civil cards as you have civil actions in total (Library of Alexandria: one more). Wonders
do not come into your hand.

- Not a technology you hold or have in play already.

- Not a second leader of an age, ever.

- A wonder costs 1 CA more for each wonder you have finished, face-down ones too. Not while you have an unfinished
one. It goes straight into play, unfinished.

- An action card cannot be played in the action phase in which it was taken.
""",
    ),
    (
        "end-of-turn",
        "End of the turn",
        "production corruption consumption draw discard uprising reset",
        """
- Discard military cards, face down and of your choice, until you hold no more than your total of military actions
(Library of Alexandria: one more).

- Uprising: if you have more discontent workers than unused workers, skip the whole production.

- Production, in this order: score science and culture by your ratings; suffer corruption; produce food; feed
your people; produce resources. Pacts and leaders that change production act with the food or the resources.

- Draw a military card for each unused military action, 3 at most, even above the limit of your hand and even in an
uprising. If the deck is empty, the discards of the same age are shuffled. None are drawn in Age IV.

- All actions are ready again.

What cards do "at the end of your turn" (Genghis Khan, Churchill) comes before production and in an uprising too.
""",
    ),
    (
        "ages",
        "Ages",
        "antiquated age era",
        """
Age A ends when the row is replenished for the first time: fill it from Age A, put the rest of that deck away, lay
out the decks of Age I. Nothing else happens.

Ages I, II and III end the moment the last card of their civil deck is laid out. Then for all players the cards of
the age before the one that ended are antiquated: those in hands, leaders, unfinished wonders (their blue tokens go
to the bank) and pacts leave the game. Technologies, finished wonders, colonies, tactics, declared wars and events
stay. Each player loses 2 yellow tokens from the yellow bank, or what is there. The next decks are laid out and the
row is filled up.

So a leader lasts through its own age and the next. After Age III there are no decks: Age IV. The military deck
running out ends nothing.
""",
    ),
    (
        "end",
        "The end of the game",
        "final scoring win last round winner victory",
        """
If Age IV begins in the turn of the starting player (the replenishing at its beginning included), this round is the
last; otherwise the next one is. Everybody has had the same number of turns.

In Age IV no cards are laid out or drawn and nobody may resign. War may only be declared by a player who has another
turn.

At the end Bill Gates scores; then all events of Age III still in the current and the future events are resolved, in
any order. Older events do nothing. Ties within them go to the starting player, then clockwise. Whoever has the
most culture points wins; players who are level share the victory.
""",
    ),
    (
        "players",
        "Two or three players",
        "two three number 2 3",
        """
With two players: 9 civil cards fewer in each deck, no pacts, 3 cards removed from the row each turn, 4 events at
the beginning. "The two strongest" and "the two weakest" are one civilization; Genghis Khan has to be the strongest.

With three players: 3 civil cards fewer in each deck, 2 removed each turn, 5 events at the beginning.

Wave of Nationalism, Military Build-Up, Endowment for the Arts, Impact of Science and Impact of Strength have
numbers of their own for each number of players.
""",
    ),
    (
        "hidden",
        "What is secret",
        "secret public information open private hidden",
        """
Everybody may see: everything in play, the row, civil cards in hands, all points and ratings, how many military
cards a player holds and of which ages, the sizes of decks, past events.

A player alone knows: the military cards in hand, which cards the player prepared as events, what Joan of Arc saw,
and which cards the player discarded face down.

Nobody knows: the order of decks and events, the events of Age A that left the game.
""",
    ),
    (
        "first-game",
        "The first game",
        "simple beginner introductory tutorial",
        """
The handbook's first game has the civil decks A, I and II; its military decks have only events, territories, tactics
and bonus cards. There are no aggressions, wars and pacts, so the only political action is to prepare an event.

When civil deck II runs out, Age III begins without decks and is what Age IV is in the complete game: cards of Age I
are antiquated, 2 yellow tokens lost, nothing drawn any more, and the last round follows by the same rule.

Then score 1 culture for each technology of level I and 2 for each of level II, the government twice; your science,
strength and happiness ratings; the food and resources you produce in a turn, without corruption and consumption; 3
for each colony; 6 for each finished wonder of Age II.
""",
    ),
    (
        "variants",
        "Other ways to play",
        "short peaceful global conflict variant options",
        """
- Complete short game: all rules, but only Ages A, I and II. Two events of Age III lie face down in front of each
player, three are open for all, and a War over Culture lies beside them. At the end of Age I everybody looks at
their two, keeps one and discards the other unseen. Whoever declares a war plays a war card from hand and says
whether it is that war or the War over Culture. At the end score 6 culture for each finished wonder of Age II, then
the open events, then the kept ones. Impact of Technology counts level II.

- Peaceful game: no aggressions, wars and pacts. The four pacts that say nothing of attacks may stay: Trade Routes,
International Trade, Scientific Cooperation, International Tourism.

- Global conflict: a peaceful game in which, at the end of Ages I, II and III, each civilization scores its strength
less the lowest strength of all.
""",
    ),
    (
        "editions",
        "The edition of 2006",
        "edition old original differences 2006 2015",
        """
These are the rules and cards of the edition of 2015. If you know the one of 2006, you will notice:

- 16 blue tokens instead of 18. Corruption comes before production instead of after it. Military cards are discarded
at the end of the turn and drawn even in an uprising. The first round ends with production.

- Nobody sacrifices units in aggressions and wars; in defence any military card may be discarded for 1.

- A tactic becomes common to all and can be copied; it was its player's for good.

- One civil action comes back when a leader is replaced. Ratings and points have no maximum, happiness apart.

- Many costs, symbols, leaders and numbers of copies differ; some cards are gone (Assassinate, Sabotage, Holy War,
War over Resources), others new (Infiltrate, Prosperity, Politics of Strength, Reserves, Stockpile).
""",
    ),
    (
        "population",
        "Population",
        "happiness happy discontent uprising yellow bank increase food consumption worker workers",
        f"""
Increase your population for 1 CA and the food printed under the rightmost section of your yellow bank that still
has tokens: the token becomes an unused worker. With an empty bank you cannot.

The emptier the bank, the more food your people eat each turn and the more happy faces they want:

{yellow_bank(("tokens left", "cost of the next", "food eaten", "happy faces needed"), "nobody left")}

More than 18 tokens count as a full bank. For each food you cannot pay you lose {BOARD.starvation_culture} culture.

Happiness is your happy faces less your unhappy ones, from 0 to 8. Discontent workers are the happy faces needed
less those you have. They do nothing by themselves; but if at the end of your turn they are more than your unused
workers, there is an uprising and nothing is produced. Unused workers you keep for this are not used up.
""",
    ),
)
