"""The turn: its phases, the start of turn, deals of the trade phase."""
