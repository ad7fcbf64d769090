"""Mental poker for any card game: pure, sans-I/O, and without a game in it.

``group`` and ``fiatshamir`` are the ground; ``proofs`` holds one module a proof; ``cards`` the cards and their
states; ``messages`` and ``transcript`` what peers say and in which order; ``session`` one game's state machine.
"""
