"""Games out of which something else than a refusal comes when somebody says what makes no sense."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.mutants.base import breaks
from tta_p2p.games import contract as c
from tta_p2p.games.smugglers.rules import Smugglers


@breaks("only_refusals_come_out", "KeyError in noise.py:claims")
class LooksUpWhatItIsTold(Smugglers):
    def claims(self, state, act):
        if act.verb == "light" and act.args and isinstance(act.args[0], str):
            act = replace(act, args=({"dim": 1, "bright": 2}[act.args[0]],))
        return super().claims(state, act)


@breaks("only_refusals_come_out", "apply: ValueError in")
class ReadsDigitsOfAnyScript(Smugglers):
    def apply(self, state, fact):
        if isinstance(fact, c.Act) and any(isinstance(arg, str) and arg.isdigit() for arg in fact.args):
            raise ValueError(sum(int(arg) for arg in fact.args if isinstance(arg, str)))
        return super().apply(state, fact)


@breaks("only_refusals_come_out", "explain: TypeError in")
class ExplainsOnlyWhatMakesSense(Smugglers):
    def explain(self, state, knows, act):
        told = super().explain(state, knows, act)
        return replace(told, cost=(("coin", act.args[0] + 1),)) if act.verb == "light" and act.args else told


@breaks("only_refusals_come_out", "label: IndexError in")
class LabelsOnlyWhatIsWellWritten(Smugglers):
    def label(self, state, act):
        return c.Line(act.verb, (act.args[0],)) if act.verb == "light" else super().label(state, act)


@breaks("only_refusals_come_out", "explain: Illegal in")
class RefusesByRaising(Smugglers):
    def explain(self, state, knows, act):
        if act.verb not in ("sell", "stow", "light", "spy", "fetch", "end"):
            raise c.Illegal("not-possible", act.verb)
        return super().explain(state, knows, act)


@breaks("only_refusals_come_out", "read: IndexError in")
class ReadsTheFirstLetterOfNothing(Smugglers):
    def read(self, text, seat):
        return super().read(text if text.strip()[0] != "x" else "end", seat)


@breaks("only_refusals_come_out", "has changed the state")
class RemembersWhatWasTried(Smugglers):
    def claims(self, state, act):
        if act.verb == "fetch" and act.args:
            state.next_handle += 1
        return super().claims(state, act)


@breaks("any_act_has_a_label", "label: IndexError")
class LabelsByWhoeverSitsThere(Smugglers):
    def label(self, state, act):
        return c.Line(act.verb, (state.coins[act.seat], *act.args))


@breaks("any_act_has_a_label", "label: None for")
class LabelsOnlyItsOwnVerbs(Smugglers):
    def label(self, state, act):
        return super().label(state, act) if act.verb in ("sell", "stow", "light", "spy", "fetch", "end") else None
