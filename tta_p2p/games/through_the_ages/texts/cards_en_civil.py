"""English names and texts of the civil cards: leaders, wonders, technologies, governments, action cards.

"A turn" after culture or science means it is scored in every production phase; "score" means at once.
"""

_ONE_ICON = "Of two cards with this icon only the one of higher level stays in play."
_SHIPS = "For colonization only its ships count, not its strength."
_STAGE = "Only one stage, even if your construction technology allows more."
_POOL = (
    "You spend these before your own, on several units if you like, and lose the rest at the end of the turn. The "
    "military action is spent first too; unspent, it still counts for drawing cards."
)
_BREAKTHROUGH = (
    "If you have spent no civil action this turn you may use it for a revolution, which takes all your civil "
    "actions, the one for this card among them."
)

LEADERS = {
    "alexander-the-great": (
        "Alexander the Great",
        "+1 strength for each of your military units, air forces included (not when colonizing). As your political "
        "action you may remove him from the game: one yellow token comes from the box to your yellow bank. This is "
        "no replacement: you get no civil action back.",
    ),
    "aristotle": (
        "Aristotle",
        "Whenever you take a technology card of any colour from the row, score 1 science. Developing one scores "
        "nothing.",
    ),
    "hammurabi": (
        "Hammurabi",
        "Once a turn you may spend 1 military action as if it were a civil action; your total of civil actions does "
        "not change. Taking a leader from the row costs you 1 civil action less, never less than 0.",
    ),
    "homer": (
        "Homer",
        "1 happy face. Each turn you have 1 resource that only pays for building or upgrading military units. When "
        "another leader replaces him you may put him under one of your finished wonders that is not face down: it "
        "shows 1 more happy face from then on, but you do not get the civil action back.",
    ),
    "julius-caesar": (
        "Julius Caesar",
        "+1 strength, 1 military action. Once in the game, after your political action, you may take a second one in "
        "the same politics phase, of any kind. He stays in play.",
    ),
    "moses": (
        "Moses",
        "Increasing your population costs you 1 food less, never less than 0, even when a card lets you do it.",
    ),
    "christopher-columbus": (
        "Christopher Columbus",
        "As your political action you may remove him from the game and colonize a territory from your hand: "
        "no auction, "
        "no force, nothing scored for preparing it. You get its permanent effect and then the immediate one.",
    ),
    "frederick-barbarossa": (
        "Frederick Barbarossa",
        "For 1 military action you may increase your population for 1 food less and then at once build a military "
        "unit for 1 resource less. You must do both; neither needs a civil action. Do this as often as you can pay.",
    ),
    "genghis-khan": (
        "Genghis Khan",
        "Any of your infantry may stand for cavalry in armies, when colonizing too; they stay infantry for everything "
        "else. At the end of your turn, in an uprising too, score 3 culture if you are one of the two strongest "
        "civilizations (with two players: the strongest). A tie counts for you.",
    ),
    "joan-of-arc": (
        "Joan of Arc",
        "+1 culture a turn, 1 military action. +1 strength for each happy face on your temples and your government "
        "(extra faces count, unhappy ones do not; not when colonizing). When your politics phase begins you may look "
        "at the top card of the current events.",
    ),
    "leonardo-da-vinci": (
        "Leonardo da Vinci",
        "Science a turn equal to the level of your best lab or library that has a worker. Whenever you develop a "
        "technology, by revolution too, gain 1 resource.",
    ),
    "michelangelo": (
        "Michelangelo",
        "+1 culture a turn for each happy face on your temples, theaters and finished wonders (extra faces count, "
        "unhappy ones do not). Your finished wonders do not make new ones cost more to take.",
    ),
    "isaac-newton": (
        "Isaac Newton",
        "Science a turn equal to the level of your best lab or library that has a worker. Whenever you develop a "
        "technology, by revolution too, you get back 1 civil action spent this turn.",
    ),
    "j-s-bach": (
        "J. S. Bach",
        "+1 culture a turn for each of your theaters. Theater technologies cost you 2 science less. Once a "
        "turn you may "
        "spend 1 civil action to upgrade any urban building to a theater of the same or a higher level, for the "
        "difference of the costs after discounts; the urban limit still applies.",
    ),
    "james-cook": (
        "James Cook",
        "When colonizing you may discard up to 2 military cards of any kind from your hand for 1 force each, besides "
        "bonus cards; you still have to send a unit. +2 culture a turn for your first colony, +1 for each "
        "further one.",
    ),
    "maximilien-robespierre": (
        "Maximilien Robespierre",
        "1 military action. You pay for a revolution with all your military actions instead of your civil ones. All "
        "must be unspent, and new ones count as spent; your civil actions stay usable, and new ones are ready at "
        "once. Score 3 culture for each of your revolutions.",
    ),
    "napoleon-bonaparte": (
        "Napoleon Bonaparte",
        "2 military actions. +2 strength for each type of military unit you have: infantry, cavalry, artillery, air "
        "force (not when colonizing).",
    ),
    "william-shakespeare": (
        "William Shakespeare",
        "1 happy face. With a library in play, building theaters costs you 1 resource less (upgrades do not) and "
        "theater technologies 1 science less; with a theater, the same for libraries. +2 culture a turn for each pair "
        "of a library and a theater.",
    ),
    "albert-einstein": (
        "Albert Einstein",
        "Science a turn equal to the level of your best lab or library that has a worker. Whenever you develop a "
        "technology, by revolution too, score 3 culture.",
    ),
    "bill-gates": (
        "Bill Gates",
        "When you produce resources, each lab puts a blue token on its card, worth as many resources as the card's "
        "level (none at level 0; tokens keep their worth after he is gone). A lab is no mine all the same. When he "
        "leaves play, and when the game ends, score culture equal to the levels of all your labs together.",
    ),
    "charlie-chaplin": (
        "Charlie Chaplin",
        "2 happy faces. One of your best theaters gives its printed culture twice.",
    ),
    "mahatma-gandhi": (
        "Mahatma Gandhi",
        "+2 culture a turn. You cannot play aggressions or declare wars. Aggressions and wars against you cost your "
        "rivals 2 times the military actions. A war you declared before is still resolved.",
    ),
    "sid-meier": (
        "Sid Meier",
        "Each of your labs gives culture a turn equal to its level and 1 science less.",
    ),
    "winston-churchill": (
        "Winston Churchill",
        "Once a turn choose: score 3 culture; or have for this turn 3 science that only pay for developing military "
        "unit technologies (red ones) and 3 resources that only pay for building and upgrading military units. If you "
        "have chosen nothing by the end of your turn you score the 3 culture.",
    ),
}

WONDERS = {
    "colossus": ("Colossus", "+2 strength, +1 colonization."),
    "hanging-gardens": ("Hanging Gardens", "+1 culture a turn, 2 happy faces."),
    "library-of-alexandria": (
        "Library of Alexandria",
        "+1 culture and +1 science a turn. You may hold 1 more civil card and 1 more military card.",
    ),
    "pyramids": ("Pyramids", "1 civil action."),
    "great-wall": (
        "Great Wall",
        "+1 culture a turn, 1 happy face. +1 strength for each of your infantry and artillery units (not "
        "when colonizing).",
    ),
    "st-peters-basilica": (
        "St. Peter's Basilica",
        "+2 culture a turn, 1 happy face. Every other card and every worker that gives you at least one happy face "
        "gives 1 more; unhappy faces do not change.",
    ),
    "taj-mahal": (
        "Taj Mahal",
        "+3 culture a turn; 1 blue token comes from the box to your blue bank. Taking this card costs 2 civil actions "
        "less (never less than 0, the surcharge for wonders included) if another leader replaced yours this turn.",
    ),
    "universitas-carolina": ("Universitas Carolina", "+1 culture and +2 science a turn."),
    "eiffel-tower": ("Eiffel Tower", "+4 culture a turn, 1 happy face."),
    "kremlin": ("Kremlin", "+2 culture a turn, 1 unhappy face, 1 civil action, 1 military action."),
    "ocean-liner-service": (
        "Ocean Liner Service",
        "Once in each of your action phases, from the one it is finished in, you may gain 1 population: no "
        "food, no action.",
    ),
    "transcontinental-railroad": (
        "Transcontinental Railroad",
        "+4 strength. One of your best mines with a worker puts 2 blue tokens on its card instead of one.",
    ),
    "fast-food-chains": (
        "Fast Food Chains",
        "When finished score 2 culture for each of your farms and mines and 1 culture for each urban building and "
        "military unit. Unused workers do not count.",
    ),
    "first-space-flight": (
        "First Space Flight",
        "When finished score culture equal to the levels of all your technologies in play together, once per card, "
        "special technologies and the government included.",
    ),
    "hollywood": (
        "Hollywood",
        "When finished score 2 times the culture a turn that your theaters and libraries give, with what your leader "
        "adds to them.",
    ),
    "internet": (
        "Internet",
        "When finished score culture equal to all culture and science a turn and all strength that your urban "
        "buildings give, as your leader changes them.",
    ),
}

TECHNOLOGIES = {
    "agriculture": ("Agriculture", "Each worker is a farm: it produces a blue token worth 1 food."),
    "irrigation": ("Irrigation", "Each worker is a farm: it produces a blue token worth 2 food."),
    "selective-breeding": ("Selective Breeding", "Each worker is a farm: it produces a blue token worth 3 food."),
    "mechanized-agriculture": (
        "Mechanized Agriculture",
        "Each worker is a farm: it produces a blue token worth 5 food.",
    ),
    "bronze": ("Bronze", "Each worker is a mine: it produces a blue token worth 1 resource."),
    "iron": ("Iron", "Each worker is a mine: it produces a blue token worth 2 resources."),
    "coal": ("Coal", "Each worker is a mine: it produces a blue token worth 3 resources."),
    "oil": ("Oil", "Each worker is a mine: it produces a blue token worth 5 resources."),
    "philosophy": ("Philosophy", "Each worker is a lab: +1 science a turn."),
    "alchemy": ("Alchemy", "Each worker is a lab: +2 science a turn."),
    "scientific-method": ("Scientific Method", "Each worker is a lab: +3 science a turn."),
    "computers": ("Computers", "Each worker is a lab: +5 science a turn."),
    "religion": ("Religion", "Each worker is a temple: +1 culture a turn, 1 happy face."),
    "theology": ("Theology", "Each worker is a temple: +1 culture a turn, 2 happy faces."),
    "organized-religion": ("Organized Religion", "Each worker is a temple: +1 culture a turn, 3 happy faces."),
    "printing-press": ("Printing Press", "Each worker is a library: +1 culture and +1 science a turn."),
    "journalism": ("Journalism", "Each worker is a library: +2 culture and +2 science a turn."),
    "multimedia": ("Multimedia", "Each worker is a library: +3 culture and +3 science a turn."),
    "drama": ("Drama", "Each worker is a theater: +2 culture a turn, 1 happy face."),
    "opera": ("Opera", "Each worker is a theater: +3 culture a turn, 1 happy face."),
    "movies": ("Movies", "Each worker is a theater: +4 culture a turn, 1 happy face."),
    "bread-and-circuses": (
        "Bread and Circuses",
        "Each worker is an arena: +1 strength (never sent to colonize), 2 happy faces.",
    ),
    "team-sports": ("Team Sports", "Each worker is an arena: +2 strength (never sent to colonize), 3 happy faces."),
    "professional-sports": (
        "Professional Sports",
        "Each worker is an arena: +3 strength (never sent to colonize), 4 happy faces.",
    ),
    "warriors": ("Warriors", "Each worker is an infantry unit: 1 strength."),
    "swordsmen": ("Swordsmen", "Each worker is an infantry unit: 2 strength."),
    "riflemen": ("Riflemen", "Each worker is an infantry unit: 3 strength."),
    "modern-infantry": ("Modern Infantry", "Each worker is an infantry unit: 5 strength."),
    "knights": ("Knights", "Each worker is a cavalry unit: 2 strength."),
    "cavalrymen": ("Cavalrymen", "Each worker is a cavalry unit: 3 strength."),
    "tanks": ("Tanks", "Each worker is a cavalry unit: 5 strength."),
    "cannon": ("Cannon", "Each worker is an artillery unit: 3 strength."),
    "rockets": ("Rockets", "Each worker is an artillery unit: 5 strength."),
    "air-forces": (
        "Air Forces",
        "Each worker is an air force unit: 5 strength. Each also makes the tactic bonus of one army count 2 times, at "
        "most one air force an army, where it gains most; when colonizing too, if it is sent along.",
    ),
}

SPECIAL = {
    "code-of-laws": ("Code of Laws", f"1 civil action. {_ONE_ICON}"),
    "justice-system": (
        "Justice System",
        f"1 civil action; 3 blue tokens come from the box to your blue bank. {_ONE_ICON}",
    ),
    "civil-service": (
        "Civil Service",
        f"2 civil actions; 3 blue tokens come from the box to your blue bank. {_ONE_ICON}",
    ),
    "warfare": ("Warfare", f"+1 strength (not when colonizing), 1 military action. {_ONE_ICON}"),
    "strategy": ("Strategy", f"+3 strength (not when colonizing), 2 military actions. {_ONE_ICON}"),
    "military-theory": ("Military Theory", f"+5 strength (not when colonizing), 3 military actions. {_ONE_ICON}"),
    "cartography": ("Cartography", f"+1 strength, +2 colonization. {_SHIPS} {_ONE_ICON}"),
    "navigation": ("Navigation", f"+2 strength, +3 colonization. {_SHIPS} {_ONE_ICON}"),
    "satellites": ("Satellites", f"+3 strength, +4 colonization. {_SHIPS} {_ONE_ICON}"),
    "masonry": (
        "Masonry",
        "Urban buildings of level I or higher cost 1 resource less; for an upgrade both costs are lowered. One civil "
        f"action builds up to 2 stages of your wonder, each paid for. {_ONE_ICON}",
    ),
    "architecture": (
        "Architecture",
        "Urban buildings of level I cost 1 resource less, of level II or III 2 less; for an upgrade both costs are "
        f"lowered. One civil action builds up to 3 stages of your wonder, each paid for. {_ONE_ICON}",
    ),
    "engineering": (
        "Engineering",
        "Urban buildings of level I cost 1 resource less, of level II 2 less, of level III 3 less; for an "
        "upgrade both "
        f"costs are lowered. One civil action builds up to 4 stages of your wonder, each paid for. {_ONE_ICON}",
    ),
}

GOVERNMENTS = {
    "despotism": (
        "Despotism",
        "4 civil and 2 military actions; at most 2 urban buildings of a type. Everybody begins with it.",
    ),
    "theocracy": (
        "Theocracy",
        "4 civil and 3 military actions; at most 3 urban buildings of a type. +1 culture a turn, +1 "
        "strength, 1 happy face.",
    ),
    "monarchy": ("Monarchy", "5 civil and 3 military actions; at most 3 urban buildings of a type."),
    "constitutional-monarchy": (
        "Constitutional Monarchy",
        "6 civil and 4 military actions; at most 3 urban buildings of a type.",
    ),
    "republic": ("Republic", "7 civil and 2 military actions; at most 3 urban buildings of a type."),
    "democracy": (
        "Democracy",
        "7 civil and 3 military actions; at most 4 urban buildings of a type. +3 culture a turn.",
    ),
    "fundamentalism": (
        "Fundamentalism",
        "6 civil and 5 military actions; at most 4 urban buildings of a type. +5 strength, 2 science a turn less.",
    ),
    "communism": (
        "Communism",
        "7 civil and 5 military actions; at most 4 urban buildings of a type. 1 unhappy face.",
    ),
}


def _rich_land(less: str) -> str:
    return f"Build or upgrade one farm or mine for {less} less."


def _urban_growth(less: str) -> str:
    return f"Build or upgrade one urban building for {less} less, besides all other discounts."


def _patriotism(resources: str) -> str:
    return (
        f"For this turn you have 1 more military action, to spend on anything that takes one, and {resources} only for "
        f"building and upgrading military units. {_POOL}"
    )


def _per_stronger(two: int, three: int, four: int) -> str:
    return (
        f"For each civilization stronger than yours when you play this (ties are not stronger) you have for this turn "
        f"{two} resources with 2 players, {three} with 3, {four} with 4, that only pay for building and upgrading "
        "military units."
    )


ACTIONS = {
    "cultural-heritage-a": ("Cultural Heritage", "Score 1 science and 4 culture."),
    "cultural-heritage-i": ("Cultural Heritage", "Score 2 science and 2 culture."),
    "engineering-genius-a": ("Engineering Genius", f"Build a stage of your wonder for 2 resources less. {_STAGE}"),
    "engineering-genius-i": ("Engineering Genius", f"Build a stage of your wonder for 3 resources less. {_STAGE}"),
    "engineering-genius-ii": ("Engineering Genius", f"Build a stage of your wonder for 4 resources less. {_STAGE}"),
    "engineering-genius-iii": ("Engineering Genius", f"Build a stage of your wonder for 5 resources less. {_STAGE}"),
    "frugality-a": ("Frugality", "Increase your population, paying the food; then gain 1 food."),
    "frugality-i": ("Frugality", "Increase your population, paying the food; then gain 2 food."),
    "frugality-ii": ("Frugality", "Increase your population, paying the food; then gain 3 food."),
    "patriotism-a": ("Patriotism", _patriotism("1 resource")),
    "patriotism-i": ("Patriotism", _patriotism("2 resources")),
    "patriotism-ii": ("Patriotism", _patriotism("3 resources")),
    "patriotism-iii": ("Patriotism", _patriotism("4 resources")),
    "rich-land-a": ("Rich Land", _rich_land("1 resource")),
    "rich-land-i": ("Rich Land", _rich_land("2 resources")),
    "rich-land-ii": ("Rich Land", _rich_land("3 resources")),
    "stockpile": ("Stockpile", "Gain 1 food and 1 resource."),
    "urban-growth-a": ("Urban Growth", _urban_growth("1 resource")),
    "urban-growth-i": ("Urban Growth", _urban_growth("2 resources")),
    "urban-growth-ii": ("Urban Growth", _urban_growth("3 resources")),
    "urban-growth-iii": ("Urban Growth", _urban_growth("4 resources")),
    "breakthrough-i": (
        "Breakthrough",
        f"Develop a technology, paying its science; then score 2 science. {_BREAKTHROUGH}",
    ),
    "breakthrough-ii": (
        "Breakthrough",
        f"Develop a technology, paying its science; then score 3 science. {_BREAKTHROUGH}",
    ),
    "reserves-i": ("Reserves", "Gain 2 food or 2 resources."),
    "reserves-ii": ("Reserves", "Gain 3 food or 3 resources."),
    "reserves-iii": ("Reserves", "Gain 4 food or 4 resources."),
    "efficient-upgrade-ii": ("Efficient Upgrade", "Upgrade one farm, mine or urban building for 3 resources less."),
    "efficient-upgrade-iii": ("Efficient Upgrade", "Upgrade one farm, mine or urban building for 4 resources less."),
    "revolutionary-idea-ii": ("Revolutionary Idea", "Score 4 science."),
    "revolutionary-idea-iii": ("Revolutionary Idea", "Score 6 science."),
    "wave-of-nationalism": ("Wave of Nationalism", _per_stronger(6, 3, 2)),
    "military-build-up": ("Military Build-Up", _per_stronger(8, 5, 3)),
    "endowment-for-the-arts": (
        "Endowment for the Arts",
        "For each civilization with more culture points than you score 6 culture with 2 players, 3 with 3, 2 with 4.",
    ),
}

CIVIL: dict[str, tuple[str, str]] = {
    **LEADERS,
    **WONDERS,
    **TECHNOLOGIES,
    **SPECIAL,
    **GOVERNMENTS,
    **ACTIONS,
}
