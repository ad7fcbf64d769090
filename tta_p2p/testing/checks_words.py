"""Conformance check of what a game says: all that it names has words, with places for its arguments alone."""

from __future__ import annotations

from tta_p2p.games import contract as c
from tta_p2p.i18n import game_texts, templates

from .checks import acts_of
from .sample import Failure, Sample


def everything_has_words(sample: Sample) -> None:
    """Whatever a game may have to say has an English text with places for no more than what is said."""
    game = sample.game
    texts = game_texts(game, "en")
    needed: dict[str, int] = {f"setting.{setting.name}": 0 for setting in game.settings}

    def line(kind: str, said: c.Line | None) -> None:
        if said is not None:
            key = f"{kind}.{said.key}"
            needed[key] = min(needed.get(key, len(said.args)), len(said.args))

    for play in sample.plays:
        faces: dict[c.Handle, c.Face] = {}
        for m in play.moments:
            if m.step is not None:
                for entry in m.step.log:
                    line("log", entry)
            needed.update((f"act.{act.verb}", 0) for act in acts_of(m.fact))
            if m.dealer.faces != faces:
                faces = m.dealer.faces
                needed.update((f"card.{face}", 0) for face in faces.values())
            if m.decision:
                line("decision", c.Line(m.decision.key, m.decision.args))
                needed.update({f"act.{m.decision.default(0).verb}": 0} if m.decision.idle else {})
        standings = game.standings(play.moments[-1].state)
        line("ending", standings.ending)
        needed.update((f"score.{part}", 0) for place in standings.places for part, _ in place.parts)
    for _play, m, _ in sample.picked_moments("words", deciding=True):
        for place in game.hidden_cards(m.state).values():
            needed.update({f"back.{place.back}": 0, f"zone.{place.zone}": 0})
        for seat in m.decision.seats if m.decision else ():
            knows = m.dealer.knowledge_of(seat)
            for option in game.legal(m.state, knows, seat):
                needed.update((f"cost.{name}", 0) for name, _ in option.cost)
                label = game.label(m.state, option.act)
                if label.args or f"act.{label.key}" not in texts:
                    line("label", label)
                if f"deed.{label.key}" in texts:  # the seat stands before what the label says
                    line("deed", c.Line(label.key, (option.act.seat, *label.args)))
                for effect in game.explain(m.state, knows, option.act).effects:
                    line("effect", effect)
            refusal = game.explain(m.state, knows, c.Act(seat, "no-such-verb")).refusal
            if refusal is not None and refusal.key not in c.COMMON_ERRORS:
                line("illegal", refusal)
    for key, args in sorted(needed.items()):
        if key not in texts:
            raise Failure(f"{game.name} has no English text for {key}")
        for name in (one.place or "" for one in templates.places(texts[key])):
            if not (name.isdigit() and int(name) < args) and not (name == "n" and key.startswith("cost.")):
                raise Failure(f"{game.name}: text {key} has a place {{{name}}}, but {args} arguments")
