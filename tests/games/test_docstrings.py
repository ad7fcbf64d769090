"""Examples in the docstrings of the types that every game meets."""

import doctest
from types import ModuleType

import pytest

from tta_p2p import registry
from tta_p2p.games import contract, game, knowledge, local
from tta_p2p.games.kit import cards, flow


@pytest.mark.parametrize("module", [contract, game, knowledge, local, cards, flow, registry])
def test_the_examples_run(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.failed == 0 and result.attempted > 0
