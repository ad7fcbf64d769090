"""Prices in Through the Ages, in points of culture: of changes that the node tells of, and of cards.

The numbers are a player's own, as a friend's book would have them: nothing here was taken from the bots.
"""

OUTPUT = {
    # what a worker makes each turn, and the resources of a building: farms, mines, then everything in towns, then units
    "agriculture": ({"food": 1}, 2),
    "irrigation": ({"food": 2}, 4),
    "selective-breeding": ({"food": 3}, 6),
    "mechanized-agriculture": ({"food": 5}, 8),
    "bronze": ({"resource": 1}, 2),
    "iron": ({"resource": 2}, 5),
    "coal": ({"resource": 3}, 8),
    "oil": ({"resource": 5}, 11),
    "philosophy": ({"science": 1}, 3),
    "alchemy": ({"science": 2}, 6),
    "scientific-method": ({"science": 3}, 8),
    "computers": ({"science": 5}, 11),
    "religion": ({"culture": 1, "happiness": 1}, 3),
    "theology": ({"culture": 1, "happiness": 2}, 5),
    "organized-religion": ({"culture": 1, "happiness": 3}, 7),
    "drama": ({"culture": 2, "happiness": 1}, 4),
    "opera": ({"culture": 3, "happiness": 1}, 8),
    "movies": ({"culture": 4, "happiness": 1}, 11),
    "printing-press": ({"science": 1, "culture": 1}, 3),
    "journalism": ({"science": 2, "culture": 2}, 8),
    "multimedia": ({"science": 3, "culture": 3}, 11),
    "bread-and-circuses": ({"happiness": 2, "strength": 1}, 3),
    "team-sports": ({"happiness": 3, "strength": 2}, 5),
    "professional-sports": ({"happiness": 4, "strength": 4}, 7),
    "warriors": ({"strength": 1}, 2),
    "swordsmen": ({"strength": 2}, 3),
    "riflemen": ({"strength": 3}, 5),
    "modern-infantry": ({"strength": 5}, 7),
    "knights": ({"strength": 2}, 3),
    "cavalrymen": ({"strength": 3}, 5),
    "tanks": ({"strength": 5}, 7),
    "cannon": ({"strength": 3}, 5),
    "rockets": ({"strength": 5}, 7),
    "air-forces": ({"strength": 5}, 7),
}
KINDS = (
    ("agriculture", "irrigation", "selective-breeding", "mechanized-agriculture"),
    ("bronze", "iron", "coal", "oil"),
    ("philosophy", "alchemy", "scientific-method", "computers"),
    ("religion", "theology", "organized-religion"),
    ("drama", "opera", "movies"),
    ("printing-press", "journalism", "multimedia"),
    ("bread-and-circuses", "team-sports", "professional-sports"),
    ("warriors", "swordsmen", "riflemen", "modern-infantry"),
    ("knights", "cavalrymen", "tanks"),
    ("cannon", "rockets"),
    ("air-forces",),
)
SCIENCE = {
    # the science of a technology
    **{"irrigation": 3, "selective-breeding": 5, "mechanized-agriculture": 7, "iron": 5, "coal": 7, "oil": 9},
    **{"alchemy": 4, "scientific-method": 6, "computers": 8, "theology": 2, "organized-religion": 4},
    **{"drama": 3, "opera": 7, "movies": 10, "printing-press": 3, "journalism": 6, "multimedia": 9},
    **{"bread-and-circuses": 3, "team-sports": 5, "professional-sports": 7, "swordsmen": 4, "riflemen": 6},
    **{"modern-infantry": 10, "knights": 5, "cavalrymen": 6, "tanks": 9, "cannon": 6, "rockets": 8, "air-forces": 12},
    **{"code-of-laws": 6, "justice-system": 7, "civil-service": 10, "warfare": 5, "strategy": 8, "military-theory": 11},
    **{"cartography": 4, "navigation": 6, "satellites": 8, "masonry": 3, "architecture": 6, "engineering": 9},
    **{"monarchy": 8, "theocracy": 6, "constitutional-monarchy": 12, "republic": 13, "fundamentalism": 18},
    **{"communism": 18, "democracy": 17},
}
WONDERS = {
    # what a finished one brings: points at once, points each turn that is left, and resources of all stages
    "pyramids": (0, 1.3, 6),
    "library-of-alexandria": (1, 2.2, 6),
    "hanging-gardens": (2, 1.4, 6),
    "colossus": (1, 0.9, 6),
    "great-wall": (2, 1.2, 9),
    "st-peters-basilica": (3, 2.0, 8),
    "taj-mahal": (2, 3.0, 9),
    "universitas-carolina": (1, 2.5, 9),
    "eiffel-tower": (1, 4.0, 12),
    "kremlin": (2, 2.5, 12),
    "transcontinental-railroad": (2, 2.0, 12),
    "ocean-liner-service": (2, 1.5, 12),
    "fast-food-chains": (14, 0.2, 16),
    "first-space-flight": (18, 0.2, 16),
    "hollywood": (20, 0.2, 16),
    "internet": (18, 0.2, 16),
}
LEADERS = {
    # what a leader brings each turn, beside what the node tells of
    **{
        "aristotle": 0.8,
        "julius-caesar": 0.7,
        "moses": 0.6,
        "hammurabi": 1.0,
        "homer": 0.6,
        "alexander-the-great": 0.5,
    },
    **{"leonardo-da-vinci": 1.2, "michelangelo": 1.0, "joan-of-arc": 0.8, "genghis-khan": 0.6},
    **{"frederick-barbarossa": 0.7, "christopher-columbus": 0.6, "isaac-newton": 1.4, "william-shakespeare": 1.0},
    **{"j-s-bach": 1.2, "napoleon-bonaparte": 1.2, "maximilien-robespierre": 0.6, "james-cook": 0.8},
    **{"albert-einstein": 2.0, "mahatma-gandhi": 2.0, "winston-churchill": 2.5, "bill-gates": 1.5},
    **{"charlie-chaplin": 2.5, "sid-meier": 1.5},
}
ACTIONS = {"rich-land": 2.0, "urban-growth": 2.2, "engineering-genius": 2.0, "frugality": 1.8, "patriotism": 1.2}
ACTIONS |= {"reserves": 2.6, "stockpile": 1.8, "breakthrough": 2.4, "efficient-upgrade": 2.0, "cultural-heritage": 4.0}
ACTIONS |= {
    "revolutionary-idea": 3.0,
    "wave-of-nationalism": 3.0,
    "military-build-up": 3.0,
    "endowment-for-the-arts": 5.0,
}
OTHERS = {"code-of-laws": 1.4, "justice-system": 1.9, "civil-service": 2.6, "monarchy": 1.8, "theocracy": 1.2}
OTHERS |= {"constitutional-monarchy": 3.0, "republic": 3.2, "fundamentalism": 2.6, "communism": 3.0, "democracy": 4.0}
OTHERS |= {"warfare": 0.8, "strategy": 1.4, "military-theory": 2.0, "cartography": 0.3, "navigation": 0.5}
OTHERS |= {"satellites": 0.5, "masonry": 0.5, "architecture": 0.7, "engineering": 0.8}
LAST_ROUND = 19
"""The round with which most games of two end."""


class Prices:
    """Prices of one turn, for the seat whose turn it is."""

    def __init__(self, view):
        self.view, self.seat = view, view["seat"]
        self.own = view["civilizations"][self.seat]
        rivals = [one for one in view["civilizations"] if one["seat"] != self.seat and not one["left"]]
        self.gap = max([one["strength"]["total"] for one in rivals] or [0]) - self.own["strength"]["total"]
        last = view["last_round"] or max(LAST_ROUND, view["round"] + 2)
        self.left = max(0, last - view["round"] + 1)
        """How often something is still produced."""
        self.science = min(1.2, 0.15 * self.left) * (0.5 if self.own["science_points"] > 14 else 1.0)
        self.resource = min(0.9, 0.3 + 0.12 * self.left) * (0.5 if self.own["resource"] > 9 else 1.0)
        later = max(0, self.left - 1)
        self.rates = {
            "culture": self.left,
            "science": self.science * max(0, self.left - 2),
            "resource": self.resource * later * (1.3 if self.own["resource_production"] < 6 else 0.7),
            "food": self._food(0),
            "strength": self._strength(),
            "happiness": self._happiness(),
        }

    def _food(self, fewer):
        """The price of food each turn; who has too little pays in culture."""
        surplus = self.own["food_production"] - self.own["consumption"] - fewer
        stored = self.own["food"] >= 4
        return (1.8 - 1.0 * stored if surplus < 0 else 1.0 if surplus < 1 else 0.8 if surplus < 3 else 0.1) * max(
            0, self.left - 1
        )

    def _strength(self):
        weight = (0.7, 0.9, 1.1, 1.3, 1.0)[self.view["age"]]
        return weight * (5.0 if self.gap > 0 else 3.2 if self.gap > -4 else 1.0)

    def _happiness(self):
        happy = self.own["happiness"]
        return 8.0 if happy["discontent"] else 4.0 if happy["needed"] == happy["total"] else 0.4

    def of_change(self, key, args):
        """The worth of a change that the node tells of."""
        if key in ("uprising", "no-uprising"):
            return (-60 if key == "uprising" else 60) if args[0] == self.seat else 0
        if key == "gets" and args[0] == self.seat:
            return self.in_play(args[1])
        if key == "loses" and args[0] == self.seat and args[1] in LEADERS:
            return -0.6 * LEADERS[args[1]] * self.left
        if len(args) != 3 or not all(isinstance(one, int) for one in args):
            return 0.0
        seat, before, after = args
        more = after - before
        if seat != self.seat:
            return -0.3 * more * (key == "culture-points") - 0.3 * self.left * more * (key == "culture")
        fixed = {
            "culture-points": 1.0,
            "science-points": self.science,
            "resource": self.resource,
            "unit-resource": 0.7 * self.resource,
            "food": min(0.5, 0.1 * self.left),
            "unused": self._worker(before) if more > 0 else min(2.0, 0.2 * self.left),
            "discontent": -4.0,
            "corruption": -0.3,
            "consumption": -0.3 * self._food(1),
            "food-production": self.rates["food"],
            "resource-production": self.rates["resource"],
            "civil-actions": 1.3 * self.left,
            "military-actions": 0.5 * self.left,
            "urban-limit": 0.1 * self.left,
            "civil-hand-limit": 0.3,
        }
        return more * fixed.get(key, self.rates.get(key, 0.0))

    def _worker(self, unused):
        return (min(9.0, 0.8 * self.left), 3.0, 0.3)[min(2, unused)] * (1.5 if self.own["resource"] > 9 else 1.0)

    def of_stages(self, number):
        wonder = self.own["unfinished"]
        if not wonder or wonder["card"] not in WONDERS:
            return 6.0 * number
        at_once, each, _ = WONDERS[wonder["card"]]
        return number * ((at_once + each * self.left) / (len(wonder["stages"]) - wonder["built"]) + 1)

    def in_play(self, card):
        """The worth of a card that comes into play, beside what it changes by itself."""
        if card in LEADERS:
            return LEADERS[card] * self.left
        if card in OUTPUT:
            return self.technology(card)
        return 0.4 * OTHERS.get(card, 0.0) * self.left

    def technology(self, card):
        """The worth of being able to build something: so many upgrades or new buildings as will be made."""
        made, price = OUTPUT[card]
        kind = next(cards for cards in KINDS if card in cards)
        older = [one for one in self.own["technologies"] if one["card"] in kind[: kind.index(card)]]
        best = max([kind.index(one["card"]) for one in self.own["technologies"] if one["card"] in kind], default=-1)
        if best >= kind.index(card):
            return 0.0
        gain = 0.0
        for one in older:
            was, cost = OUTPUT[one["card"]]
            gain += min(2, one["workers"]) * max(
                0.0, self._made(made) - self._made(was) - self.resource * (price - cost) - 1
            )
        if not any(one["workers"] for one in older):
            gain += 1.5 * max(0.0, self._made(made) - self.resource * price - 3)
        return gain

    def _made(self, made):
        return sum(self.rates[what] * number for what, number in made.items())

    def in_hand(self, card):
        """The worth of a card of the row in the hand."""
        own = self.own
        if card in WONDERS:
            at_once, each, resources = WONDERS[card]
            return 0.8 * (at_once + each * (self.left - 3) - self.resource * resources - 3)
        if card in LEADERS:
            held = [one for one in (*own["civil_hand"], own["leader"]) if one in LEADERS]
            return max(0.0, LEADERS[card] * (self.left - 1) - sum(0.7 * LEADERS[one] * self.left for one in held))
        if card in SCIENCE:
            waits = sum(SCIENCE.get(one, 0) for one in own["civil_hand"])
            affordable = own["science_points"] + own["science"]["total"] * min(5, self.left) >= waits + SCIENCE[card]
            worth = self.technology(card) if card in OUTPUT else OTHERS[card] * (self.left - 2)
            return (0.8 if affordable else 0.25) * (worth - self.science * SCIENCE[card] - 1)
        name = card.rsplit("-", 1)[0]
        age = max(0, ["a", "i", "ii", "iii"].index(card.rsplit("-", 1)[1])) if card[-2:] in ("-a", "-i", "ii") else 1
        return ACTIONS.get(name, ACTIONS.get(card, 1.0)) * (1 + 0.3 * age) if self.left > 1 else 0.0


def choose(seat, chance):
    """Choose the act that gains most for each action it takes; the act that declines gains nothing."""
    turn = seat.turn
    acts = [act for act in turn["legal"] if act["text"].split()[0] not in ("resign", "by-hand")] or turn["legal"]
    prices, idle = Prices(turn["view"]), turn["decision"]["idle"]
    if len(acts) == 1:
        return acts[0]["text"]
    worth, told, unrest = {}, {}, prices.own["happiness"]["uprising"]
    for act in acts:
        text = act["text"]
        verb = text.split()[0]
        if verb in ("end", "done", "convert") or (verb in ("destroy", "disband") and not unrest):
            continue
        if verb == "take":
            gain = prices.in_hand(act["label"]["args"][0])
        else:
            effects = seat.explain(text)
            if seat.fresh:
                return ""
            told[text] = effects
            gain = sum(prices.of_change(one["key"], one["args"]) for one in effects)
            gain += beside(verb, act, turn, prices, effects)
        spent = sum(number for what, number in act["cost"] if what == "civil-action")
        worth[text] = gain / max(1, spent)
    for text, effects in told.items():
        if text.startswith("play "):
            worth[text] += card_for_an_act(effects, worth, prices)
    best = max(worth.values(), default=0.0)
    ends = [act["text"] for act in acts if act["text"] == idle or act["text"].split()[0] in ("end", "done", "pass")]
    if ends and best <= 0.2:
        return ends[0]
    return chance.choice([text for text, gain in worth.items() if gain == best] or [act["text"] for act in acts])


def card_for_an_act(effects, worth, prices):
    """The worth of the act that a card is for, which the node tells the price of."""
    acts = [" ".join(map(str, one["args"][:2])) for one in effects if one["key"] == "price"]
    known = [gain for text, gain in worth.items() if text in acts or (text[:5] == "stage" and text[:5] in str(acts))]
    if acts:
        return max(known, default=2.0) + prices.resource
    return 2.5 if any(one["key"] == "then" for one in effects) else 0.0


def beside(verb, act, turn, prices, effects):
    """The worth of an act beside the changes that are told of."""
    args = act["label"]["args"]
    if verb == "stage":
        return prices.of_stages(args[0])
    if verb == "bid":
        return 7.0 - 2.5 * max([one for one in args if isinstance(one, int)] or [0])
    if verb in ("attack", "declare"):
        rival = next((one for one in args if isinstance(one, int)), None)
        odds = [one for one in turn["view"]["attacks"] if one["attacker"] == prices.seat and one["rival"] == rival]
        ahead = odds[0]["strength"] - odds[0]["rival_strength"] if odds else -1
        return (5.0 if verb == "attack" else 2.0 * ahead - 8) if ahead >= (4 if verb == "attack" else 6) else -9.0
    if verb == "seed":
        return 0.5 if prices.gap <= 2 else -2.0
    if verb in ("tactic", "copy"):
        return -0.5
    if verb in ("offer", "cancel", "accept", "tuck", "levy", "trade"):
        return -1.0
    return 0.0
