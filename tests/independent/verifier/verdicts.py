"""What can be wrong with a record: its author is to blame, or nobody is."""


class Fault(Exception):
    """A message whose content convicts `seat` of an offence of this kind (section 12)."""

    def __init__(self, seat: int, kind: str, why: str) -> None:
        super().__init__(f"seat {seat}: {kind}: {why}")
        self.seat, self.kind, self.why = seat, kind, why


class Damage(Exception):
    """A record that cannot stand here; it accuses nobody."""


class OtherVersion(Exception):
    """What another version of the protocol made."""


class Disagreement(Exception):
    """A message that reaches another state than it must: accuses nobody, stops the game."""
