"""What the pages of Civilization say around the words of the game, in English."""

from __future__ import annotations

_HEADS = {
    "cities": "cities", "coins": "coins", "culture": "cult.", "figures": "arm+sc", "goods": "goods", "techs": "techs",
    "track": "track", "trade": "trade", "units": "units",
}  # fmt: skip

_HEADS_SHORT = {
    "cities": "city", "coins": "coin", "culture": "cult", "figures": "a+s", "goods": "good", "techs": "tech",
    "track": "track", "trade": "trade", "units": "unit",
}  # fmt: skip
"""The same where there is little room."""

_NAMES = {
    "cities": "cities", "coins": "coins", "culture": "culture", "figures": "armies and scouts", "goods": "goods",
    "techs": "technologies", "track": "culture track", "trade": "trade", "units": "units",
}  # fmt: skip
"""The columns of the overview, in full."""

_ICONS = {
    "coin": "{n} {n:n?coin|coins}", "combat": "{n} in battles", "culture": "{n} culture",
    "production": "{n} production", "trade": "{n} trade",
}  # fmt: skip

_TERRAIN = {
    "desert": "desert", "forest": "forest", "grassland": "grassland", "mountain": "mountain", "water": "water",
}  # fmt: skip

_KINDS = {
    "building": "Building", "civilization": "Civilization", "event": "Culture event",
    "government": "Government", "marker": "Hut or village",
    "person": "Great person", "resource": "Resource", "technology": "Technology",
    "technology-level": "Technology, level {level}", "tile": "Map tile", "unit": "Unit", "wonder": "Wonder",
    "wonder-ancient": "Ancient wonder", "wonder-medieval": "Medieval wonder", "wonder-modern": "Modern wonder",
}  # fmt: skip

_LABELS = {
    "level": "Level", "phase": "Played in",
    "becomes": "Becomes", "brings": "Brings", "copies": "Copies", "first-tech": "Begins with", "gives": "Gives",
    "government": "Government", "limit": "Limit", "needs": "Needs", "price": "Price", "ranks": "Ranks",
    "stands-on": "Stands on", "start-of": "First of", "strength": "Strength",
}  # fmt: skip

_TECHS = {
    "building": "builds {name}",
    "cheaper": "makes {names} cheaper",
    "cities": "{n} cities",
    "coins": "{n} {n:n?coin|coins}",
    "government": "brings {name}",
    "hand": "1 more culture card in hand",
    "speed": "figures move {n} squares",
    "stacking": "{n} figures on a square",
    "unit": "{name} of rank {rank}",
    "water-1": "figures cross water",
    "water-2": "figures cross water and may end there",
}

_SAID = {
    "arts": "devote",
    "build": "buy",
    "deal": "trade barter",
    "discover": "explore reveal",
    "found": "settle",
    "government": "govern revolt revolution",
    "harvest": "collect",
    "move": "walk march",
    "research": "tech",
    "seize": "loot plunder",
    "unit": "recruit train",
}
"""Verb -> what people may call it as well."""

_PHASES = {
    "any": "any phase",
    "cities": "city management", "movement": "movement", "research": "research", "set-up": "set-up",
    "start": "start of turn", "trade": "trade",
}  # fmt: skip

_POOLS = {
    "barracks-academy": "Barracks/Academy", "granary-aqueduct": "Granary/Aqueduct", "harbor": "Harbor",
    "library-university": "Library/University", "market-bank": "Market/Bank", "temple-cathedral": "Temple/Cathedral",
    "trading-post": "Trading Post", "workshop-iron-mine": "Workshop/Iron Mine",
}  # fmt: skip

_SHORT = {
    "acted": "has acted",
    "and": " and ",
    "around": "around it {icons}",
    "battle": "Battle on {square}: {attacker} against {defender}",
    "battle.alone": "It stands alone on a new front until somebody attacks it",
    "battle.barbarians": "the village",
    "battle.counts": "You would count {own}, the other side {other}.",
    "battle.dead": "{name} lost {dead}",
    "battle.end.dies": "{unit} dies",
    "battle.end.unhurt": "{unit} is unhurt",
    "battle.end.wounded": "{unit} lives with {n} {n:n?wound|wounds}",
    "battle.ending.both-die": "both die",
    "battle.ending.both-live": "both live",
    "battle.ending.dies": "dies",
    "battle.ending.kills": "kills",
    "battle.first.-1": "{enemy} strikes first at {unit}",
    "battle.first.0": "{unit} and {enemy} strike at once",
    "battle.first.1": "{unit} strikes first at {enemy}",
    "battle.for-village": "You play the village's units.",
    "battle.facing": "{one} — {other}",
    "battle.fewer": "{card}: fewer wounds ({n} {n:n?way|ways})",
    "battle.front": "{unit}, new front",
    "battle.how.4": "In brackets: what a unit counts now, with its player's technologies and wonders.",
    "battle.now": "{unit} (now {n})",
    "battle.how.1": "First strikes: infantry at mounted, mounted at artillery, artillery at infantry.",
    "battle.how.2": "As many wounds as its strength kill a unit.",
    "battle.how.3": "What lives on the fronts and the bonus count; a tie is the defender's.",
    "battle.leads": "As it stands the battle goes to {name}.",
    "battle.mine": "yours",
    "battle.nobody": "nobody",
    "battle.side": "{name}: {n} (bonus {bonus}), {left} in hand",
    "battle.smite": "{unit} +3 {paid}, front {front}",
    "battle.strike": "{unit}, front {front}",
    "battle.theirs": "theirs",
    "battle.wounds": ", {n} of {of} wounds",
    "building": "{gives}; on {terrain}",
    "build.free": " free",
    "move.attacks": ": attack",
    "move.discovers": ": the tile of ",
    "use.ways": "{n} ways to pay",
    "event.kill": "{card}, {what}",
    "event.push": "{card}, {what} of {name} on {square}",
    "event.production": "{card}",
    "event.spoil": "{card}",
    "event.wreck": "{card}",
    "event.wreck-both": "{card}, {what} on {square} and one more",
    "where.kill": "{card}: on which square?",
    "where.push": "{card}: where to?",
    "where.production": "{card}: in which city?",
    "where.spoil": "{card}: on which square?",
    "where.wreck": "{card}: which building?",
    "where.wreck-both": "{card}: which?",
    "put.post": "place the {what}",
    "put.place": "place the {what}",
    "put.leave": "the {what} leaves",
    "put.found": "found a city with the {what}",
    "put.gather": "gather for {what}",
    "put.go": "go on with {what}; the others stay",
    "put.lock": "let no figure leave a square, paying {what}",
    "where.post": "{what}: on which square?",
    "where.place": "{what}: on which square?",
    "where.leave": "{what}: where to?",
    "where.found": "found a city with the {what}: where?",
    "where.gather": "gather for {what}: on which square?",
    "where.go": "{what}: where to? The others stay",
    "where.lock": "which square does no figure leave this turn?",
    "help.possible": "What you can do now",
    "help.ways": "{n} ways",
    "held.coins": "coins",
    "held.draw": "In a battle you draw {n} of them at random, 2 more for each further army, 3 more in a city. "
    "Bonus in battles: {bonus:+}.",
    "held.face-down": "{some}, face down",
    "held.huts": "huts",
    "held.keep": "Up to {n} may be kept.",
    "held.levels": " ({levels})",
    "held.on": "{n} on {card}",
    "held.others": "The others, whose cards lie face down",
    "held.people": "great people",
    "held.resources": "resources",
    "held.title.events": "Culture events",
    "held.title.goods": "Goods",
    "held.title.units": "Units",
    "held.villages": "villages",
    "title.hand": "What {name} holds",
    "title.hand.own": "What you hold",
    "amount": "{what} {n}",
    "held.n-events": "{n} {n:n?event|events}",
    "held.n-units": "{n} {n:n?unit|units}",
    "only-end": "You can do nothing in it; you are asked so that the others cannot tell",
    "only-pass": "You hold nothing that could; you are asked so that the others cannot tell",
    "in-brackets": " ({what})",
    "move.attacks-whom": "attacks {whom}",
    "where.use": "{what}: what do you pay?",
    "where.build": "{thing} of {city}: on which square?",
    "where.move": "{some} from {square}: where to?",
    "where.discover": "{some} from {square}: the tile of which square?",
    "build.makes": "Costs {price} production, {city} makes {made}",
    "build.listed": "Enter lists the {n} squares.",
    "build.squares": "{n} squares",
    "anarchy-capital": "under anarchy your capital does nothing",
    "caution.anarchy": "Your capital does nothing under anarchy, until you choose a government in a later turn.",
    "buildings-left": "Buildings left",
    "can-build": "Could be built or trained (price in production)",
    "capital": "capital",
    "caution.cities": "{cities} could still act in this phase.",
    "caution.moves": "Figures on {squares} have not moved.",
    "caution.could": "You could still {could}.",
    "caution.study": "You have {n} trade and could research a technology.",
    "caution.use": "use {techs}",
    "city": "city",
    "city.arts": "arts {n}",
    "city.harvest": "{some}",
    "city.makes": "makes {n}",
    "colon": ": ",
    "comma": ", ",
    "copies": "{strength} ({n} cards)",
    "event.play": "play {card}",
    "events": "events",
    "extra.gold": "gold",
    "extra.hut": "hut",
    "extra.natural-wonder": "natural wonder",
    "extra.village": "village",
    "figures": "{some} ({name})",
    "forces": "forces",
    "gained.events": "Your new culture event: {name}. {gist}",
    "gained.markers": "You gain: {name}. {gist}",
    "gained.tile": "The new tile, {first} to {last}: {found}. Squares: {ground}.",
    "gained.on": "{what} {squares}",
    "near.coins": "{name} has {n} of the {of} coins that win.",
    "near.sign": "“{sign}” in the overview: at most {n} short of winning, or room for Space Flight.",
    "near.techs": "{name} has room for Space Flight, which wins.",
    "near.track": "{name} is on space {n} of the culture track; {of} wins.",
    "gained.units": "Your new unit: {name}.",
    "goods": "goods",
    "government-is": "{name} (government): {text}",
    "legend.1": "> may, ! focus; small: others'",
    "legend.2": "@ capital, # city, · face down",
    "legend.3": "Forest Mountain Desert Water Grass",
    "legend.4": "Army, Scout, B both; h hut, v village",
    "legend.5": "i iron k silk w wheat n incense",
    "legend.6": "= building % wonder & great person",
    "legend.7": "$ gold, * natural wonder",
    "legend.more": "? says what all signs mean",
    "legend.title": "Signs of the map",
    "limits": "limits",
    "limits.is": "move {speed}, {stack} on a square, {cities} cities",
    "military": "{name}: {armies} {armies:n?army|armies}, {units} {units:n?unit|units}, {bonus} in battles",
    "n-armies": "{n} {n:n?army|armies}",
    "n-events": "{n} {n:n?event|events}, face down",
    "n-huts": "{n} {n:n?hut|huts}",
    "n-scouts": "{n} {n:n?scout|scouts}",
    "n-units": "{n} {n:n?unit|units}, face down",
    "n-villages": "{n} {n:n?village|villages}",
    "nation": "{nation}, {government}",
    "no-city": "No city yet.",
    "no-such-kind": "There is no kind {asked}; there are {kinds}.",
    "nothing": "nothing",
    "on-land": "land",
    "one-a-city": "one of its sort in a city",
    "open-levels": "Open for technologies of level {levels}.",
    "open-techs": "Open; each needs this much trade and takes all of your {n} but {coins} (coins)",
    "people": "people",
    "person-how": "Placed in the outskirts of a city it replaces what the square gives.",
    "price-with": "{price}, {less} with {tech}",
    "pyramid-how": "Each technology lies on two of the level below.",
    "rank": "{rank} with {tech}",
    "resources": "Resources in the market",
    "research-needs": "needs {n}",
    "research-price": "{n} trade at least; research takes all the trade there is, down to the coins",
    "research-takes": "each leaves {stays} of your {n} trade",
    "said": "{what} {value}",
    "said.player": "{name}, {nation}: {parts}.",
    "semicolon": "; ",
    "site": "you could found a city there, {around}",
    "stands": "{name} {value}",
    "then": ". ",
    "square.dark": "{square}: face down",
    "standing": "Turn {round}, {phase}",
    "standing.levy": "Type skip this (on the screen, :skip this) to take the first deck with one, always and unasked",
    "standing.save": "Type skip this (on the screen, :skip this) to bring home the strongest, always and unasked",
    "standing.tend": "Type skip this (on the screen, :skip this) to leave it at that, always and unasked",
    "strength": "strength {n}",
    "strength-plus": "{n:+} strength",
    "technology-how": "Space Flight needs rows of 5, 4, 3 and 2 technologies below it.",
    "terms.hand": "Others give one another (hand)",
    "terms.hand-this": "Let {what}",
    "terms.hands": "{giver} give {taker} {what}",
    "terms.offer-of": "{name} {what}",
    "terms.want-of": "{what} from {name}",
    "terms.offer": "You give (offer)",
    "terms.offer-this": "Give {what}",
    "terms.then": "Then",
    "terms.up-to": "{what}, 1 to {n}",
    "terms.want": "You get (want)",
    "terms.want-this": "Get {what}",
    "title.cities": "Cities of {name}",
    "title.cities.own": "Your cities",
    "title.techs.own": "Your technologies",
    "title.map": "The map",
    "title.market": "The market",
    "title.techs": "Technologies of {name}",
    "title.track": "Ways to win",
    "troops.mounted": "mounted units",
    "tokens": "coins",
    "turn-of": "Turn {turn}: {name}",
    "track": "The culture track, space by space",
    "track.event": "culture event {level}",
    "track.person": "great person",
    "track.price": "{culture} culture, {trade} trade",
    "track.victory": "victory",
    "trade-now": "You have {n} trade.",
    "trade-stays": "{coins} of it {coins:n?stays|stay} with you for your coins.",
    "unit.train": "Train {unit}",
    "unbuilt": "unbuilt",
    "walled-capital": "capital with walls",
    "walled-city": "city with walls",
    "way.culture": "Culture",
    "way.economy": "Coins",
    "way.military": "Conquest",
    "way.technology": "Technology",
    "ways": "Four ways to win",
    "wonders": "Wonders in the market (your price)",
    "wonders-built": "Wonders on the map",
}

_KEYS = {
    "deal": "deal with a player",
    "arts": "arts, culture track, coins, culture events", "build": "build", "discover": "discover a tile",
    "found": "found a city, gather, place a great person, change your government",
    "gather": "let a scout gather", "government": "change your government", "place": "place a great person",
    "harvest": "harvest", "move": "move", "techs": "use or research a technology", "unit": "train a unit",
}  # fmt: skip

_KEYS_SHORT = {
    "deal": "deal",
    "arts": "culture", "build": "build", "discover": "discover", "found": "found", "gather": "gather",
    "government": "govern", "place": "place", "harvest": "harvest", "move": "move",
    "techs": "techs", "unit": "unit",
}  # fmt: skip

_PASSES = {
    "done": "e leave it", "keep": "e keep", "stop": "e stop", "wait": "e wait", "enough": "e enough", "rest": "e rest",
    "decline": "e decline", "withdraw": "e withdraw",
}  # fmt: skip
"""What the key says that lets something pass."""

_PAGES = {
    "hidden-card": "a card",
    "help.acts-are": "To act, type the number of a move, or say it: build c14 library c15, move c14 e14, end.",
    "help.cities": "your cities with every square, or those of whoever is named",
    "help.events": "your culture events, with what each does and when",
    "help.goods": "resources, huts and villages you keep, great people, coins",
    "help.hand": "all you hold; of others what everybody sees",
    "help.units": "your units and what each counts in battle",
    "usage.events": "events [PLAYER]",
    "usage.goods": "goods [PLAYER]",
    "usage.hand": "hand [PLAYER]",
    "usage.units": "units [PLAYER]",
    "help.map": "the map",
    "help.market": "wonders, resources and buildings that are left",
    "help.techs": "your technologies, or those of whoever is named, and what you can research",
    "help.track": "how near everybody is to each victory, and the culture track",
    "title": "Civilization",
    "usage.cities": "cities [PLAYER]",
    "usage.map": "map",
    "usage.market": "market",
    "usage.techs": "techs [PLAYER]",
    "usage.track": "track",
}

WORDS = (
    _PAGES
    | {f"civ.{key}": text for key, text in _SHORT.items()}
    | {f"civ.head.{key}": text for key, text in _HEADS.items()}
    | {f"civ.head.short.{key}": text for key, text in _HEADS_SHORT.items()}
    | {f"civ.name.{key}": text for key, text in _NAMES.items()}
    | {f"civ.icon.{key}": text for key, text in _ICONS.items()}
    | {f"civ.terrain.{key}": text for key, text in _TERRAIN.items()}
    | {f"civ.kind.{key}": text for key, text in _KINDS.items()}
    | {f"civ.label.{key}": text for key, text in _LABELS.items()}
    | {f"civ.tech.{key}": text for key, text in _TECHS.items()}
    | {f"civ.said.{key}": text for key, text in _SAID.items()}
    | {f"civ.phase.{key}": text for key, text in _PHASES.items()}
    | {f"civ.pool.{key}": text for key, text in _POOLS.items()}
    | {f"screen.keys.pass.{key}": text for key, text in _PASSES.items()}
    | {f"key.{key}": text for key, text in _KEYS.items()}
    | {f"key.short.{key}": f"{{key}} {text}" for key, text in _KEYS_SHORT.items()}
)
"""Everything by its key."""
