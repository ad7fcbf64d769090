"""Games of the second verifier with cards dealt."""

from typing import Any

from tests.independent.players import Game


def dealt(operators: int = 3, **changes: Any) -> Game:
    """Six cards, of which each seat holds one."""
    game = Game(operators, **changes)
    game.ask("shuffle", [], list(game.charter.fields.faces[:6]), list(range(6)))
    for seat in range(operators):
        game.ask("deal", [seat], seat)
    return game


def finish(game: Game) -> Game:
    return game.ask("finish", bytes(32), b"")
