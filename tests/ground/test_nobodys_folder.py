"""The tests leave the data folder of whoever runs them alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tta_p2p.store.home import home


@pytest.mark.parametrize("number", [1, 2])
def test_the_data_folder_of_the_system_is_an_empty_one_for_each_test(number: int) -> None:
    place = home()
    assert Path.home() not in place.parents and list(place.iterdir()) == []
    (place / f"{number}").write_text("left behind")
