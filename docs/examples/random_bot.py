#!/usr/bin/env python3
"""A program that plays a seat by chance: tta play --bot-command "python3 docs/examples/random_bot.py"

It speaks the seat protocol (docs/seat-protocol.md), lines of JSON, over standard input and output; what it writes to
standard error is kept in a file of the data folder. With a number as its argument it plays the same way every time.
"""

import json
import random
import sys

chance = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else None)


def say(**what):
    """Say one line to the node."""
    print(json.dumps(what), flush=True)  # without the flush it would wait in a buffer


def choose(turn):
    """One of the legal acts, but never to give up; a better program looks at turn["view"] as well."""
    acts = [act["text"] for act in turn["legal"]]
    return chance.choice([text for text in acts if text.split()[0] not in ("resign", "by-hand")] or acts)


turn = {"mine": False}
say(do="hello", version=2, client="random bot")
for line in sys.stdin:
    heard = json.loads(line)
    if heard["is"] == "over":
        break
    if heard["is"] == "turn":
        turn = heard
    elif heard["is"] == "error":  # the act was refused: try another
        print(f"refused: {heard['text']}", file=sys.stderr)
    else:
        continue
    if turn["mine"] and turn["legal"]:
        say(do="act", text=choose(turn))
