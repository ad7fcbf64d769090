"""The examples in docstrings of bots run as they stand."""

import doctest

from tta_p2p.bots import base


def test_the_examples_of_the_contract_run():
    result = doctest.testmod(base)
    assert result.attempted > 6 and not result.failed
