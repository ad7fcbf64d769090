"""The examples in the docstrings of the types that everybody meets."""

import doctest
from types import ModuleType

import pytest

from protocol import charter, memory, session, transcript
from tta_p2p.net import addresses
from tta_p2p.store import database
from tta_p2p.table import draft


@pytest.mark.parametrize("module", [charter, memory, session, transcript, addresses, database, draft])
def test_the_examples_of_a_module_are_true(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 1 and not result.failed
