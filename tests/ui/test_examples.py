"""The examples in docstrings of a client's types run as they stand."""

import doctest
from types import ModuleType

import pytest

from tta_p2p.ui import changes, presenter, state


@pytest.mark.parametrize("module", [changes, presenter, state])
def test_the_examples_run(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 1 and not result.failed
