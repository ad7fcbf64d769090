"""Games of honest people among liars: both verifiers say the same of every file that somebody honest writes of one."""

from collections.abc import Callable, Iterable

import pytest

from .verifier.files import Verdict


# Brief games that end in all ways, rest, lose players and convict of equivocation and bad escrow.
@pytest.mark.parametrize("seed", [340, 402, 410, 428, 435, 443, 449, 453])
def test_both_verifiers_say_the_same_of_whole_files_and_cut_ones(
    both: Callable[[bytes], Verdict], among_liars: Callable[[int], Iterable[bytes]], seed: int
) -> None:
    for file in among_liars(seed):
        assert both(file).session is not None
