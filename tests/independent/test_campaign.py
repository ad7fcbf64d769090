"""Games of honest people among liars: both verifiers say the same of every file that somebody honest writes of one."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import pytest

from .verifier import files

if TYPE_CHECKING:
    from .conftest import Judged


# Brief games that end in all ways, rest, lose players and convict of equivocation and bad escrow.
@pytest.mark.parametrize("seed", [340, 402, 410, 428, 435, 443, 449, 453])
def test_both_verifiers_say_the_same_of_whole_files_and_cut_ones(
    product: "Callable[[bytes], Judged]", among_liars: Callable[[int], Iterable[bytes]], seed: int
) -> None:
    for file in among_liars(seed):
        mine, theirs = files.verify(file), product(file)
        convicted = sorted((fault.seat, fault.kind) for fault in mine.convicted)
        assert (mine.status, convicted) == (theirs.status, sorted(theirs.convicted)), mine.why
        assert mine.session is not None and mine.session.play.chain == theirs.chain, mine.status
