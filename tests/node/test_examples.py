"""The examples in the docstrings of what a node serves, and of the seat protocol."""

import doctest
from types import ModuleType

import pytest

from tta_p2p.net import mesh
from tta_p2p.node.game import part
from tta_p2p.node.game.parts import bots
from tta_p2p.node.service import clients, desk, tables
from tta_p2p.seats import driver, encoding, messages
from tta_p2p.table import game_table


@pytest.mark.parametrize("module", [part, bots, mesh, game_table, clients, desk, tables, driver, encoding, messages])
def test_the_examples_of_a_module_are_true(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted and not result.failed
