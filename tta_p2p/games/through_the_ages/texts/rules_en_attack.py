"""Rules in English: politics, events, colonies, attacks and pacts."""

ATTACK = (
    (
        "politics",
        "Politics",
        "political action phase",
        """
One of these a turn, without civil actions (Julius Caesar: two, once in the game):

- prepare an event: see `events`

- play an aggression: see `aggressions`

- declare a war: see `wars`

- offer or cancel a pact: see `pacts`

- use a leader who says so (Alexander, Columbus)

- resign: see `resigning`
""",
    ),
    (
        "events",
        "Events",
        "event prepare seed current future strongest weakest tie",
        """
To prepare an event, put an event or territory from your hand face down onto the future events and score culture
equal to its level. Then the top card of the current events is revealed and resolved. An event resolved is past and
never comes back. If it was the last one, the future events are shuffled and sorted by age, older ones on top, and
become the current events. So a card you prepare is never the one you reveal with it.

Players decide in turn order from the current player. Events that have you do an action need no CA or MA; food,
resources and science are paid unless the card says free or gain. Hand limits are not checked then.

Strongest, weakest, most and fewest go by ratings or points. In a tie the current player is best, then the
players clockwise, so the player on the current player's right is worst. After the game the starting player is
current. Where all with the most are meant there is no tie to break. With two players "the two strongest" is the
strongest.

Nobody can lose more than there is.
""",
    ),
    (
        "colonies",
        "Territories",
        "colony colonize colonization territory auction bid force ships",
        """
When a territory is revealed all players may bid for it, in turn order from the current player. Bid a whole number
above the last one, no more than the largest force you could really send, or pass; whoever passes is out. If
nobody bids, the card becomes a past event. Whoever bid last has to colonize.

Your force is the strength printed on the units you send, at least one; the armies they form by your current tactic
(an air force sent along doubles one); the ships on your cards in play; the colonization of bonus cards you play;
what James Cook lets you discard. Nothing that only changes your strength rating counts. The force must reach the
bid and may exceed it.

Units sent return to the yellow bank, bonus cards are discarded. Then the card is yours: first what it gives as long
as you hold it, then what it gives once. If you lose a colony only the lasting part ends; who annexes one gets only
that part.

Colonizing costs no actions and belongs to the politics phase of the current player, whoever colonizes.
""",
    ),
    (
        "aggressions",
        "Aggressions",
        "aggression attack defence defend bonus",
        """
Reveal the card, pay its military actions and name a rival weaker than you. You cannot if a pact forbids it or you
have Gandhi; against Gandhi it costs twice. Strengths are compared with what counts in this attack (Open Borders)
and without the strength of pacts that end by it; those end now.

The rival may play bonus cards for their defence (2, 4, 6 by age) and discard other military cards face down for 1
each: together no more cards than the rival's total of military actions, spent or not. Nobody loses units, and the
attacker adds nothing. If the rival reaches your strength the aggression fails and does nothing; otherwise it is
carried out. The card is discarded and the military actions are spent in both cases.

You take or destroy no more than the rival has. Infiltrate needs a leader or an unfinished wonder to go for, Annex a
colony; the options `infiltrate` and `annex` let them be played without.
""",
    ),
    (
        "wars",
        "Wars",
        "war declare advantage attack",
        """
Reveal the card, pay its military actions and name any rival, stronger or weaker. You cannot if a pact forbids it,
if the rival is side B of Loss of Sovereignty, if you have Gandhi, or if you have no other turn; against Gandhi it
costs twice. Pacts that end by attacks end at once. The card lies in front of you.

It is resolved when your next turn begins, after replenishing the row. Both strengths are compared as they are (Open
Borders adds 2 for the one who declared); nobody plays cards or loses units. The stronger side wins, whichever it
is, and the difference is the advantage. If they are level, nothing happens. Then the card is discarded. The
winner takes no more than the loser has.

A pact accepted after the declaration counts for strength, but does not call the war off. A war stays when its age
is antiquated. Several players may be at war with the same rival.

In War over Technology the advantage can be spent on special technologies and science in any split: a technology for
its science cost. None you hold or have in play; of two with one icon the higher level stays.
""",
    ),
    (
        "pacts",
        "Pacts",
        "pact treaty offer cancel partner",
        """
There are pacts with three or four players. Offer one by revealing the card and naming a partner, and who is A and
who is B if the sides differ. If the partner refuses, the card returns to your hand and your political action is
used. If accepted it lies in front of you and works at once; a pact that already lay there ends.

Only one pact can lie in front of you, but you may be party to any number of pacts of others. A pact has exactly two
parties. As a political action you can cancel any pact you are party to, wherever it lies. Pacts also end when they
are antiquated or a party resigns, and by an attack between the parties if their text says so.

What pacts say of attacks between the parties: they end (Promise of Military Protection, Military Pact), are
forbidden (Acceptance of Supremacy, Loss of Sovereignty, Peace Treaty), or make the attacker stronger (Open
Borders). A pact that says nothing of it hinders nobody and goes on.
""",
    ),
    (
        "resigning",
        "Resigning",
        "resign concede leave quit",
        """
As a political action, but not in Age IV, you can resign. Your cards leave the game, your pacts end, wars you
declared disappear. Everyone who has declared war on you takes the war back and scores 7 culture.

The others go on with the rules for their number: more cards removed from the row, decks not yet laid out trimmed,
with two left "two strongest" meaning one. If one player is left, that player has won.
""",
    ),
)
