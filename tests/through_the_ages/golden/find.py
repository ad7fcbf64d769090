"""Find whole games that reach everything between them: `python -m tests.through_the_ages.golden.find`.

Random seats play games of every variant and number of seats, eager for what no stored game has reached yet; a game
is kept if it reaches something new. What is stored already is thrown away first; with the year of an edition behind
the command only what is stored of it, and only its games are played.
"""

from __future__ import annotations

import sys
import time

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Card, Option, Reason
from tta_p2p.games.through_the_ages.game import GAME

from ..choosing import lively
from .reached import SEATS, TABLES, name, reached, wanted
from .stored import GAMES, Local, Stored, stored

HOPEFUL = ("attack", "declare", "offer", "seed", "colonize")
LONGEST = 600.0
"""Seconds to look for."""


def choose(local: Local, chance: Chance, options: tuple[Option, ...], missing: set[str]) -> Option:
    """Choose something that may reach what is missing, else anything."""
    hopes = [
        option
        for option in options
        for arg in option.act.args
        if isinstance(arg, Card) and any(one.startswith(f"{arg.face} ") for one in missing if arg.face)
    ]
    if hopes and chance.below(10):
        return chance.choice(hopes)
    by_verb = {verb: [option for option in options if option.act.verb == verb] for verb in ("accept", "declare")}
    for chosen in by_verb.values():
        if chosen and chance.below(3):
            return chance.choice(chosen)
    if "a pact is cancelled" in missing:
        cancel = [option for option in options if option.act.verb == "cancel"]
        if cancel and not chance.below(10):
            return cancel[0]
    stay = [option for option in options if option.act.verb != "resign"]
    if len(stay) < len(options) and _time_to_resign(local, missing) and not chance.below(4):
        return next(option for option in options if option.act.verb == "resign")
    return lively(chance, stay or options)


def _time_to_resign(local: Local, missing: set[str]) -> bool:
    if local.seats == 2:
        return local.state.round > 8 and "the game ends with one civilization left" in missing
    attacked = any(war.rival == local.state.current for war in local.state.wars)
    return attacked if "a war on a seat that left is scored" in missing else "a seat resigns" in missing


def random_game(seed: int, table: tuple[str, str], seats: int, missing: set[str]) -> tuple[Stored, set[str]]:
    """Play one game and say what it reached."""
    chance = Chance(f"find {seed}")
    edition, variant = table
    game = Stored("", variant, seats, seed, (), edition)
    local = game.begin()
    entries: list[str] = []
    found = reached(local, 0)
    while not local.over:
        start = len(local.log)
        assert local.decision is not None
        (seat,) = local.decision.seats
        goes: Reason = "gone"
        if seats > 2 and not chance.below(3000):
            local.leave(seat, goes)
            entries.append(f"{seat}! {goes}")
        else:
            act = choose(local, chance, local.legal(seat), missing - found).act
            local.act(act)
            entry = f"{seat}: {GAME.write(act)}"
            if entries and entries[-1].startswith(f"{seat}:"):
                entries[-1] += f"; {GAME.write(act)}"
            else:
                entries.append(entry)
        found |= reached(local, start)
    return Stored("", variant, seats, seed, tuple(entries), edition), found


def main() -> None:
    """Look for games until nothing is missing."""
    wished = sys.argv[1:]
    others = [game for game in stored() if wished and game.edition not in wished]
    missing = set(wanted()).difference(*map(_reached_by, others))
    kept: list[tuple[Stored, set[str]]] = []
    until = time.monotonic() + LONGEST
    seed = 0
    tables = [(table, seats) for table in TABLES for seats in SEATS if not wished or table[0] in wished]
    while missing and time.monotonic() < until:
        seed += 1
        table, seats = tables[seed % len(tables)]
        if not _useful(table, missing):
            continue
        game, found = random_game(seed, table, seats, missing)
        new = found & missing
        if new:
            missing -= new
            kept.append((game, found))
            print(
                f"{seed} {name(*table)} {seats}: {len(new)} new, {len(missing)} missing {sorted(missing)[:6]}",
                flush=True,
            )
    for file in GAMES.glob("*.txt"):
        if file.stem not in [game.name for game in others]:
            file.unlink()
    GAMES.mkdir(exist_ok=True)
    names: set[str] = set()
    for game, _ in _thinned(kept):
        stem = f"{name(game.edition, game.variant)}-{game.seats}"
        number = 1
        while f"{stem}-{number}" in names:
            number += 1
        names.add(f"{stem}-{number}")
        (GAMES / f"{stem}-{number}.txt").write_text(game.text())
    print(f"{len(names)} games, missing: {sorted(missing)}")
    sys.exit(1 if missing else 0)


def _reached_by(game: Stored) -> set[str]:
    found: set[str] = set()
    heard = 0
    for _, local in game.play():
        found |= reached(local, heard)
        heard = len(local.log)
    return found


def _useful(table: tuple[str, str], missing: set[str]) -> bool:
    """Whether a game of this variant may reach something that is missing: what all reach is no reason."""
    variant = name(*table)
    own = any(one.startswith((f"{variant}:", f"{variant} with ")) for one in missing)
    return own or table[1] in ("complete", "short") or "two tied first" in missing


def _thinned(kept: list[tuple[Stored, set[str]]]) -> list[tuple[Stored, set[str]]]:
    """Leave out games whose finds are all in others, the longest first."""
    left = list(kept)
    for one in sorted(kept, key=lambda pair: -len(pair[0].text())):
        others = set().union(*(found for game, found in left if game is not one[0]))
        if one[1] & set(wanted()) <= others and one in left:
            left.remove(one)
    return left


if __name__ == "__main__":
    main()
