"""What the pages of 7 Wonders say around the words of the game, in English."""

from __future__ import annotations

_HEADS = {
    "brings": "brings", "build": "build", "build-short": "build (coins to L, R)", "coins": "coins",
    "conflicts": "war", "hand": "Your hand", "science": "science", "sell": "sell", "shields": "shields",
    "stage": "stage {n}", "wonder": "wonder",
}  # fmt: skip

_LABELS = {
    "coins": "Coins", "conflicts": "Conflicts", "copies": "Copies", "cost": "Cost", "discounts": "Discounts",
    "free-after": "Free after", "makes": "Makes", "opens": "Makes free", "points": "Points", "science": "Science",
    "sells": "Sells", "shields": "Shields", "tucked": "Under the wonder",
}  # fmt: skip

_PARTS = {
    "civilian": "civilian", "commerce": "commerce", "conflicts": "military", "guilds": "guilds",
    "science": "science", "treasury": "treasury", "wonder": "wonder",
}  # fmt: skip
"""Parts of the score, short enough for the head of a table."""

_PROSE = {
    "any-science": "At the end one science symbol, whichever scores most.",
    "coins": "Brings {n} {n:n?coin|coins} when it is built.",
    "coins-for": "When it is built it brings {coins} for each {what}; what is built in the same turn counts.",
    "discount-both": "From now on you buy {goods} from both neighbours for 1 coin each.",
    "discount-left": "From now on you buy {goods} from the left neighbour for 1 coin each.",
    "discount-right": "From now on you buy {goods} from the right neighbour for 1 coin each.",
    "free-colour": "From now on the first building of each colour in your city is free.",
    "free-first": "From now on the building of the first turn of each age is free.",
    "free-last": "From now on the building of the sixth turn of each age is free.",
    "from-discards": "At the end of this turn you look through the discard pile and may build one of its cards free.",
    "last-card": "From now on you use the last card of each age too, after the sixth turn.",
    "makes": "Makes {goods} every turn.",
    "makes-choice": "Makes {goods} every turn: one of these, as you need it.",
    "points": "{n} {n:n?point|points} at the end.",
    "points-for": "At the end {points} for each {what}.",
    "points-for-wonder": "{n} {n:n?point|points} at the end if all stages of your wonder stand.",
    "science": "One science symbol: {symbol}.",
    "shields": "{n} {n:n?shield|shields} in all conflicts from now on.",
}

_SHORT = {
    "all-own": "you make it all",
    "and": ", ",
    "any-made": "any manufactured",
    "any-raw": "any raw",
    "before": "before Age I",
    "blank": " ",
    "board": "{wonder} ({side})",
    "both": "both neighbours",
    "card-kind": "{colour}, Age {age}",
    "cards.around": "{colours} card of your city and both neighbours",
    "cards.beside": "{colours} card of both neighbours",
    "cards.own": "{colours} card of your city",
    "chain": "free: a building before it stands",
    "choosing": "Still choosing, or free to change their choice: {names}.",
    "colon": ": ",
    "coins": "{n} {n:n?coin|coins}",
    "coins-short": "{n} {n:n?coin|coins} short",
    "copies": "{n} with {players} or more players",
    "cost-or-free": "{cost}; free after {cards}",
    "discards": "{n} {n:n?card|cards} in the discard pile",
    "empty-hand": "You hold no cards.",
    "for-no-coins": "not enough for sale",
    "free": "free",
    "free-after": "free after {card}",
    "free-colour": "free: first of its colour",
    "free-turn": "free by your wonder",
    "from-left": "{goods} from the left for {coins}",
    "from-right": "{goods} from the right for {coins}",
    "further": "Further off (coins, shields, stages):",
    "further-on": "; ",
    "further-city": "{coins}, {shields}, {stages}",
    "gist.any-science": "any symbol",
    "gist.discount": "{goods} cost 1 ({side})",
    "gist.free-colour": "first of a colour free",
    "gist.free-turn": "turn {turn} free",
    "gist.from-discards": "a discarded card",
    "gist.last-card": "last card is used",
    "gist.points-for-wonder": "{n} if wonder whole",
    "gist.for": "{some} per {what}",
    "goes-left": "hands go to the left",
    "goes-right": "hands go to the right",
    "goes-to": "the others go to {name}",
    "going": "; {going}",
    "guild-by-lot": "one; drawn by lot",
    "guilds": "{n} guilds come in Age III",
    "last": "the last turn of the age",
    "left": "left",
    "made": "manufactured goods",
    "made.short": "manufactured goods",
    "makes": "makes {goods}",
    "no-board": "no wonder yet",
    "no-such-age": "There is no age “{asked}”; the ages are I, II and III",
    "no-such-cards": "No card is of that age and colour in a game of so many players; ask for less at once",
    "no-such-colour": "There is no colour “{asked}”; the colours are {colours}",
    "no-such-decks": "There are no decks for {asked} players, but for 3 to 7",
    "chart.coins": "Coins",
    "chart.points": "Points as it stands",
    "chart.shields": "Shields",
    "no-hand": "Only players see a hand: their own.",
    "not-for-sale": "no {what} for sale",
    "or": " or ",
    "own": "{goods}",
    "points": "{n} {n:n?point|points}",
    "points-now": "{n} as it stands ({parts})",
    "raw": "raw materials",
    "raw.short": "raw materials",
    "right": "right",
    "sells": "sells {goods}",
    "shields": "{n} {n:n?shield|shields}",
    "side": "The {side} side",
    "so-many": "{n} {what}",
    "so-many-cards": "{n} {colour}",
    "stage-is": "Stage {n}, {brings}:",
    "stage-number": "Stage {n}",
    "stages.around": "stage in your city and with both neighbours",
    "stages.own": "stage of your wonder",
    "turn": "Age {age}, turn {turn}",
    "standing": "Age {age}, turn {turn} of {turns}, {going}",
    "stands": "stands",
    "stands-already": "stands in your city already",
    "to-left": "L{n}",
    "to-nobody": "0",
    "to-right": "R{n}",
    "title.hand": "Your hand, and all you can do with it",
    "title.score": "The score as it stands",
    "wonder-makes": "makes {goods}",
    "wonder-stands": "All stages of your wonder stand.",
    "wonders": "Wonders",
    "you": "you",
}

_PAGES = {
    "help.acts-are": "To act, type the number of an act, or say it: build baths, build barracks left, stage mine, sell"
    " mine. Words may be shortened. A choice goes out sealed as soon as you have made it.",
    "hidden-card": "a card",
    "hidden-cards": "{n} {n:n?card|cards}",
    "help.city": "your city, or that of whoever is named",
    "help.hand": "your hand in full, with every way to pay",
    "help.score": "the points as they stand now",
    "title": "7 Wonders",
    "usage.city": "city [PLAYER]",
    "usage.hand": "hand",
    "usage.score": "score",
}

WORDS = (
    _PAGES
    | {f"seven.{key}": text for key, text in _SHORT.items()}
    | {f"seven.head.{key}": text for key, text in _HEADS.items()}
    | {f"seven.label.{key}": text for key, text in _LABELS.items()}
    | {f"seven.part.{key}": text for key, text in _PARTS.items()}
    | {f"seven.prose.{key}": text for key, text in _PROSE.items()}
)
"""Everything by its key."""
