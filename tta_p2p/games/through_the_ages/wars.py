"""Wars: declaring one, and resolving it when the declarer's next turn begins (rulebook: wars)."""

from __future__ import annotations

from collections.abc import Iterator

from ..contract import Card, Claim, Cost, Face, Is, Knowledge, Line
from .attacks import affordable, cannot_attack, last_turn, launch, strengths, suffered
from .flow import Args, Verb, push, runner, verb
from .index import WARS
from .pacts import attack_bonus, immune_to_war
from .phases import Politics, ResolveWars
from .politics import begin, known_cards, not_held
from .ratings import strength
from .sacrifices import begin_war
from .state import EMPTY, State, War

SHORT_GAME_WAR: Face = "war-over-culture"
"""The war that any war card may be declared as in the short game."""


@verb
class Declare(Verb):
    """`declare #214=war-over-territory 2`: declare that war on seat 2.

    In the short game a war card may be declared as War over Culture: `declare #214=war-over-territory 2
    war-over-culture`.
    """

    name = "declare"
    shape = None

    def candidates(self, s: State, frame: Politics, knows: Knowledge) -> Iterator[Args]:
        for card in known_cards(s, frame.seat, knows, WARS):
            for rival in s.rivals(frame.seat):
                yield (card, rival)
                if s.options.variant == "short":
                    yield (card, rival, SHORT_GAME_WAR)

    def check(self, s: State, frame: Politics, args: Args) -> Cost | Line:
        if tuple(map(type, args)) not in ((Card, int), (Card, int, str)):
            return Line("bad-arguments", (self.name,))
        card, rival = args[:2]
        seat = frame.seat
        refusal = not_held(s, seat, card, WARS)
        if refusal is not None:
            return refusal
        if len(args) == 3 and (s.options.variant != "short" or args[2] != SHORT_GAME_WAR):
            return Line("bad-arguments", (self.name,))
        refusal = cannot_attack(s, seat, rival)
        if refusal is not None:
            return refusal
        pact = immune_to_war(s, rival)
        if pact is not None:
            return Line("pact-forbids", (pact.card,))
        if last_turn(s):
            return Line("no-further-turn")
        return affordable(s, seat, rival, args[2] if len(args) == 3 else card.face)

    def claims(self, s: State, frame: Politics, args: Args) -> tuple[Claim, ...]:
        return (Is(args[0].handle, args[0].face),)

    def effects(self, s: State, frame: Politics, args: Args) -> tuple[Line, ...]:
        card = args[2] if len(args) == 3 else args[0].face
        return (Line("next-turn", (card,)), Line("strengths", strengths(s, frame.seat, args[1])))

    def do(self, s: State, frame: Politics, args: Args, cost: Cost) -> None:
        begin(s, frame)
        card, rival = args[:2]
        launch(s, frame.seat, rival, card, cost, "declares")
        fought_as = args[2] if len(args) == 3 else EMPTY
        if fought_as not in (EMPTY, card.face):
            s.say("declared-as", frame.seat, card.face, fought_as)
        s.wars += (War(card.face, frame.seat, rival, fought_as),)
        suffered(s, rival)


@runner(ResolveWars)
def _resolve(s: State, frame: ResolveWars) -> None:
    war = next((one for one in s.wars if one.attacker == frame.seat), None)
    if war is None:
        return
    push(s, frame)
    mine = strength(s, war.attacker) + attack_bonus(s, war.attacker, war.rival)
    theirs = strength(s, war.rival)
    fought = war.fought_as or war.card
    s.say("war", war.attacker, fought, war.rival)
    begin_war(s, war.attacker, war.rival, fought, mine, theirs)
