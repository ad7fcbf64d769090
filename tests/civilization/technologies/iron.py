"""An attack of America on Rome, for tests of the technologies that units need."""

from __future__ import annotations

from tests.civilization.play import Table, play, power


def war(own: list[str], theirs: list[str], armies: int = 1, **given: object) -> Table:
    """America, seat 1, attacks Rome on f2 from g2; it knows what is given. Rome plays first."""
    rival = given.pop("rival", {})
    rome = power("rome", cities={"f3": "capital"}, forces=theirs, figures={"f2": (armies, 0)}, **rival)  # type: ignore[arg-type]
    german = power("america", cities={"b14": "capital"}, forces=own, figures={"g2": (armies, 0)}, **given)
    table = play(rome, german, phase="movement", current=1, first=1)
    return table.do(f"move g2 f2 {armies} 0")
