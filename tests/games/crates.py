"""Counting the crates of Smugglers."""

from tta_p2p.games.smugglers.rules import State


def crates(state: State) -> dict[str, int]:
    to_be_mixed = sum(len(getattr(pending.need, "faces", ())) for pending in state.pending)
    there = len(state.backs) + len(state.quay) + len(state.loot) + to_be_mixed
    return {"crates": there or 18}  # none if the game ends before it is laid out
