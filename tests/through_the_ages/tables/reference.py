"""Numbers of the cards counted from a second list, to hold the tables against; the tables are not made from it."""

SUMS = {
    ("actions", 0): "cards=7 two=10 three=10 four=10",
    ("actions", 1): "cards=8 two=13 three=13 four=13",
    ("actions", 2): "cards=10 two=13 three=13 four=13",
    ("actions", 3): "cards=8 two=13 three=13 four=13",
    ("aggressions", 1): "cards=3 two=6 three=6 four=6 attack=4",
    ("aggressions", 2): "cards=5 two=9 three=9 four=9 attack=8",
    ("aggressions", 3): "cards=3 two=8 three=8 four=8 attack=6",
    ("bonuses", 1): "cards=1 two=6 three=6 four=6 defense=2 force=1",
    ("bonuses", 2): "cards=1 two=6 three=6 four=6 defense=4 force=2",
    ("bonuses", 3): "cards=1 two=6 three=6 four=6 defense=6 force=3",
    ("events", 0): "cards=10 two=10 three=10 four=10",
    ("events", 1): "cards=15 two=15 three=15 four=15",
    ("events", 2): "cards=15 two=15 three=15 four=15",
    ("events", 3): "cards=15 two=15 three=15 four=15",
    ("farms", 0): "cards=1 resource=2 +food=1",
    ("farms", 1): "cards=1 two=2 three=2 four=2 science=3 resource=4 +food=2",
    ("farms", 2): "cards=1 two=1 three=2 four=3 science=5 resource=6 +food=3",
    ("farms", 3): "cards=1 two=1 three=2 four=2 science=7 resource=8 +food=5",
    ("governments", 0): "cards=1 limit=2 +civil_actions=4 +military_actions=2",
    ("governments", 1): (
        "cards=2 two=2 three=3 four=3 science=14 revolution=3 limit=6 +culture=1 +strength=1 "
        "+happy=1 +civil_actions=9 +military_actions=6"
    ),
    ("governments", 2): (
        "cards=2 two=2 three=3 four=4 science=25 revolution=9 limit=6 +civil_actions=13 +military_actions=6"
    ),
    ("governments", 3): (
        "cards=3 two=3 three=4 four=4 science=54 revolution=21 limit=12 +culture=3 "
        "+civil_actions=20 +military_actions=13 +science=-2 +strength=5 +happy=-1"
    ),
    ("leaders", 0): "cards=6 two=6 three=6 four=6 +happy=1 +strength=1 +military_actions=1",
    ("leaders", 1): "cards=6 two=6 three=6 four=6 +culture=1 +military_actions=1",
    ("leaders", 2): "cards=6 two=6 three=6 four=6 +military_actions=3 +happy=1",
    ("leaders", 3): "cards=6 two=6 three=6 four=6 +happy=2 +culture=2",
    ("mines", 0): "cards=1 resource=2 +resource=1",
    ("mines", 1): "cards=1 two=2 three=2 four=3 science=5 resource=5 +resource=2",
    ("mines", 2): "cards=1 two=1 three=2 four=2 science=7 resource=8 +resource=3",
    ("mines", 3): "cards=1 two=1 three=2 four=2 science=9 resource=11 +resource=5",
    ("pacts", 1): "cards=2 three=2 four=2 +military_actions=2",
    ("pacts", 2): "cards=4 three=4 four=4 +strength=4",
    ("pacts", 3): "cards=4 three=4 four=4 +culture=2 +strength=6",
    ("special", 1): (
        "cards=4 two=4 three=6 four=6 science=18 +civil_actions=1 +strength=2 +colonization=2 +military_actions=1"
    ),
    ("special", 2): (
        "cards=4 two=4 three=5 four=5 science=27 +civil_actions=1 +blue_tokens=3 +strength=5 "
        "+colonization=3 +military_actions=2"
    ),
    ("special", 3): (
        "cards=4 two=4 three=4 four=5 science=38 +civil_actions=2 +blue_tokens=3 +strength=8 "
        "+colonization=4 +military_actions=3"
    ),
    ("tactics", 1): "cards=5 two=10 three=10 four=10 army=850 bonus=12 outdated=12",
    ("tactics", 2): "cards=6 two=6 three=6 four=6 army=665 bonus=36 outdated=20",
    ("tactics", 3): "cards=4 two=6 three=6 four=6 army=455 bonus=43 outdated=23",
    ("territories", 1): "cards=6 two=6 three=6 four=6 +blue_tokens=3 +yellow_tokens=6 +happy=1 +strength=2",
    ("territories", 2): "cards=6 two=6 three=6 four=6 +blue_tokens=5 +yellow_tokens=9 +happy=2 +strength=4",
    ("units", 0): "cards=1 resource=2 +strength=1",
    ("units", 1): "cards=2 two=4 three=4 four=5 science=9 resource=6 +strength=4",
    ("units", 2): "cards=3 two=5 three=6 four=7 science=18 resource=15 +strength=9",
    ("units", 3): "cards=4 two=5 three=8 four=9 science=39 resource=28 +strength=20",
    ("urban", 0): "cards=2 resource=6 +science=1 +culture=1 +happy=1",
    ("urban", 1): "cards=5 two=7 three=10 four=11 science=15 resource=21 +strength=1 +happy=5 +science=3 +culture=4",
    ("urban", 2): "cards=5 two=8 three=9 four=9 science=28 resource=36 +strength=2 +happy=7 +science=5 +culture=6",
    ("urban", 3): "cards=4 two=7 three=7 four=8 science=34 resource=41 +strength=3 +happy=5 +science=8 +culture=7",
    ("wars", 2): "cards=2 two=4 three=4 four=4 attack=4",
    ("wars", 3): "cards=1 two=6 three=6 four=6 attack=3",
    ("wonders", 0): (
        "cards=4 two=4 three=4 four=4 resource=24 stages=11 +strength=2 +colonization=1 "
        "+culture=2 +happy=2 +science=1 +civil_actions=1"
    ),
    ("wonders", 1): (
        "cards=4 two=4 three=4 four=4 resource=34 stages=12 +culture=7 +happy=2 +blue_tokens=1 +science=2"
    ),
    ("wonders", 2): (
        "cards=4 two=4 three=4 four=4 resource=49 stages=14 +culture=6 +civil_actions=1 +military_actions=1 +strength=4"
    ),
    ("wonders", 3): "cards=4 two=4 three=4 four=4 resource=62 stages=16",
}
"""Table and age -> sums over its cards: number of cards, copies, costs, symbols (`+name`); armies as 100 * infantry
+ 10 * cavalry + artillery; `force` is the colonization of bonus cards; pacts count both sides."""

EFFECT_NUMBERS = {
    "2": """
        engineering-genius-a taj-mahal masonry breakthrough-i cultural-heritage-i frugality-i patriotism-i
        reserves-i rich-land-i urban-growth-i j-s-bach james-cook napoleon-bonaparte william-shakespeare
        transcontinental-railroad mahatma-gandhi fast-food-chains hollywood air-forces
        development-of-agriculture development-of-crafts development-of-markets development-of-science
        raiders rebellion enslave emigration ravages-of-time inhabited-territory-ii scientific-cooperation
        impact-of-balance impact-of-government impact-of-happiness impact-of-progress impact-of-variety
        loss-of-sovereignty
    """,
    "2 3": "architecture",
    "2 3 4": "engineering",
    "2 3 4 5": "impact-of-wonders",
    "2 3 6": "wave-of-nationalism endowment-for-the-arts",
    "2 10": "impact-of-population",
    "3": """
        genghis-khan engineering-genius-i maximilien-robespierre breakthrough-ii efficient-upgrade-ii
        frugality-ii patriotism-ii reserves-ii rich-land-ii urban-growth-ii albert-einstein
        winston-churchill development-of-politics border-conflict foray developed-territory-i
        strategic-territory-i vast-territory-i plunder-i crime-wave refugees infiltrate impact-of-colonies
        military-pact
    """,
    "3 5": "politics-of-strength",
    "3 5 8": "military-build-up",
    "4": """
        cultural-heritage-a engineering-genius-ii revolutionary-idea-ii efficient-upgrade-iii patriotism-iii
        reserves-iii urban-growth-iii crusades civil-unrest vast-territory-ii promise-of-military-protection
        impact-of-agriculture impact-of-technology
    """,
    "5": """
        engineering-genius-iii wealthy-territory-i international-agreement national-pride
        developed-territory-ii strategic-territory-ii plunder-ii spy war-over-territory war-over-culture
    """,
    "5 7 10 14 15": "impact-of-science impact-of-strength",
    "6": "revolutionary-idea-iii historic-territory-i cold-war",
    "7": "armed-intervention plunder-iii",
    "9": "wealthy-territory-ii",
    "11": "historic-territory-ii",
}
"""All different numbers above 1 in what a card does -> the cards that have exactly those. Other cards have none."""
