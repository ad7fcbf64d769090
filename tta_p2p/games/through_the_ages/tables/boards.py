"""The numbers printed on the boards and in the rulebook: banks, card row, setup, actions, limits, scoring.

Ages are numbers (A is 0); tuples "by players" begin with two players, tuples "by tokens" with no token.
"""

from __future__ import annotations

from ...kit.records import Record

NEVER = 0
"""The population cost of an empty yellow bank: there is nobody to come."""


class Board(Record, frozen=True):
    """Everything printed that is no card."""

    # the yellow bank, by tokens left in it (more than the squares: as full)
    yellow_squares: int
    population_cost: tuple[int, ...]
    consumption: tuple[int, ...]
    happy_needed: tuple[int, ...]
    starvation_culture: int  # culture lost for each food missing

    # the blue bank, by tokens left in it (more than the squares: as full)
    blue_squares: int
    corruption: tuple[int, ...]

    # the card row, by space from the left
    row_costs: tuple[int, ...]
    row_removed: tuple[int, ...]  # by players
    wonder_surcharge: int  # civil actions for each finished wonder

    # the start
    yellow_in_bank: int
    unused_workers: int
    blue_in_bank: int
    government: str
    first_round_civil_actions: tuple[int, ...]  # by place in turn order
    first_events: tuple[int, ...]  # by players

    # actions, hands and ratings
    copy_tactic_cost: int  # military actions; every other action costs one action of its colour
    most_cards_drawn: int  # military cards at the end of a turn, one per unused military action
    most_happy: int

    # fighting
    plain_defense: int  # any military card thrown face down in defence
    outdated_gap: int  # levels between tactic and unit that make an army outdated

    # ages and scoring
    yellow_lost_at_age_end: tuple[int, ...]  # at the end of A, I, II, III
    resignation_culture: int  # to each player who had declared war on the one who resigns

    # scoring of the handbook's first game
    first_game_technology: tuple[int, ...]  # culture by level
    first_game_government: tuple[int, ...]
    first_game_colony: int
    # first game and short game
    age_ii_wonder: int

    def population_cost_at(self, yellow: int) -> int:
        """Food to increase population with so many tokens in the yellow bank, before discounts."""
        return self.population_cost[min(yellow, self.yellow_squares)]

    def consumption_at(self, yellow: int) -> int:
        """Food consumed with so many tokens in the yellow bank."""
        return self.consumption[min(yellow, self.yellow_squares)]

    def happy_needed_at(self, yellow: int) -> int:
        """Happiness needed for nobody to be discontent with so many tokens in the yellow bank."""
        return self.happy_needed[min(yellow, self.yellow_squares)]

    def corruption_at(self, blue: int) -> int:
        """Resources lost to corruption with so many tokens in the blue bank."""
        return self.corruption[min(blue, self.blue_squares)]


UNLIMITED = 1_000_000
"""The end of a track that goes on round the board."""


class Tracks(Record, frozen=True):
    """The ends of the tracks: nobody has more science points, science, culture or strength."""

    science_points: int = UNLIMITED
    science: int = UNLIMITED
    culture: int = UNLIMITED
    strength: int = UNLIMITED


BOARD = Board(
    yellow_squares=18,
    population_cost=(NEVER, 7, 7, 7, 7, 5, 5, 5, 5, 4, 4, 4, 4, 3, 3, 3, 3, 2, 2),
    consumption=(6, 4, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0),
    happy_needed=(8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 1, 1, 0, 0),
    starvation_culture=4,
    blue_squares=16,
    corruption=(6, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0),
    row_costs=(1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3),
    row_removed=(3, 2, 1),
    wonder_surcharge=1,
    yellow_in_bank=18,
    unused_workers=1,
    blue_in_bank=16,
    government="despotism",
    first_round_civil_actions=(1, 2, 3, 4),
    first_events=(4, 5, 6),
    copy_tactic_cost=2,
    most_cards_drawn=3,
    most_happy=8,
    plain_defense=1,
    outdated_gap=2,
    yellow_lost_at_age_end=(0, 2, 2, 2),
    resignation_culture=7,
    first_game_technology=(0, 1, 2),
    first_game_government=(0, 2, 4),
    first_game_colony=3,
    age_ii_wonder=6,
)
