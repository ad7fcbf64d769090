"""Puzzles of Through the Ages found by machine (`scripts/find-puzzles`).

`positions` takes positions out of games between bots and tells them as scenarios; `turns` goes through all turns of one
by depth-first search, or with two budgets where they are too many; `levels` has bots play it that are told the goal;
`goals` picks what to ask for; `check` enumerates the turns again by a program that shares nothing with the others but
the rules; `store` keeps what was found.
"""
