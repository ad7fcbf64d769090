"""What `--option` takes: the options the game offers and nothing else."""

from __future__ import annotations

import pytest

from tta_p2p.cli import _chosen, errors


def test_an_option_is_added_to_the_variant() -> None:
    options = _chosen.read_options("through_the_ages", "short", ["homer-face=lost", "annex=without-effect"])
    assert options == {"variant": "short", "homer-face": "lost", "annex": "without-effect"}


@pytest.mark.parametrize(
    ("variant", "chosen", "text"),
    [
        ("complete", ["homer=lost"], "no option 'homer'"),
        ("complete", ["homer-face"], "homer-face cannot be ''; choose one of kept, lost"),
        ("shrot", [], "variant cannot be 'shrot'"),
    ],
)
def test_what_the_game_does_not_offer_is_refused_in_words(variant: str, chosen: list[str], text: str) -> None:
    with pytest.raises(errors.CommandFailed, match=text):
        _chosen.read_options("through_the_ages", variant, chosen)
