"""Stored games lead where they led, and are told as they were."""

from __future__ import annotations

from . import golden


def test_rules_that_lead_elsewhere_have_another_version() -> None:
    """Else two peers would begin a game together that they cannot end."""
    was, now = golden.read(), golden.now()
    assert was.keys() == now.keys()
    changed = [name for name in was if name != "rules" and was[name] != now[name]]
    assert not changed or was["rules"] != now["rules"], f"raise ENGINE in game.py: {', '.join(changed)} go otherwise"
    assert was == now, "the rules have a new version: python -m tests.civilization.golden"


def test_a_stored_game_is_told_as_it_was() -> None:
    """If it was right to change this: `python -m tests.civilization.golden`, and read the difference."""
    was = golden.log_file().read_text().splitlines()
    for number, (old, new) in enumerate(zip(was, golden.told(), strict=True), 1):
        assert old == new, f"line {number}"
