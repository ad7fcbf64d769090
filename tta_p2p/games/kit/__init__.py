"""Building blocks of games: pending work and verbs, hidden cards, states as bytes.

`records` are values that never change, `state` is what a game's state begins with, `flow` how the game goes on, `cards`
how hidden cards are asked for and moved, `encoding` the bytes, `game` the half of the contract that follows from these,
`scenario` positions to begin with.
"""
