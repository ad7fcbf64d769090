"""Every value of every vector, by the second verifier."""

import pytest

from .checks import CHECKS
from .watched import document, sections


@pytest.mark.parametrize(("file", "section"), sections())
def test_section(file: str, section: str) -> None:
    vectors = document(file)
    CHECKS[file, section](vectors)
    assert vectors.unread(section) == []


def test_every_section_has_its_check() -> None:
    assert set(CHECKS) == set(sections())
