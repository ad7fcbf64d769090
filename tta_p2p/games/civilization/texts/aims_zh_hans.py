"""What culture events, and all else that others may answer, are aimed at: in simplified Chinese."""

from __future__ import annotations

_AIMS = {
    "anarchy": "使{2:seat}陷入无政府状态",
    "kill-armies": "消灭{2}上{3:whose}{4}支军队",
    "kill-both": "消灭{2}上{3:whose}{4}支军队和{5}支侦察队",
    "kill-person": "除去{2}上{4:whose}{3:card}",
    "kill-scouts": "消灭{2}上{3:whose}{4}支侦察队",
    "production": "使{2}本回合生产力加{3}",
    "push-armies": "把{4:whose}{5}支军队从{2}移到{3}",
    "push-both": "把{4:whose}{5}支军队和{6}支侦察队从{2}移到{3}",
    "push-scouts": "把{4:whose}{5}支侦察队从{2}移到{3}",
    "spoil": "把{2}的{3:kind}变为普通{4:kind}",
    "spoil-of": "把{2}上{5:whose}{3:kind}变为普通{4:kind}",
    "swap": "向{3:seat}学习{2:card}",
    "wreck": "摧毁{2}上{4:whose}{3:card}",
    "wreck-both": "摧毁{2}上{4:whose}{3:card}和{5}上{7:whose}{6:card}",
}
"""On what a culture event is played, behind its name."""

_DECLARED = {
    "arts": "{0:whose}城市{1}将要致力艺术",
    "attacks-armies": "{0:whose}{4}支军队将要从{1}攻击{2}上的{3:seat}",
    "build": "{0:whose}城市{1}将要在{3}建造{2:one}",
    "counters": "{0:seat}用{1:card}对付{2:whose}{3:card}",
    "fights": "{0}的战斗",
    "fights-capital": "{1:seat}以{2}张部队攻击{4:whose}首都{0}，守方{3}张；{4:seat}若战败，{1:seat}赢得对局",
    "fights-city": "{1:seat}以{2}张部队攻击{4:whose}城市{0}，守方{3}张；{4:seat}若战败，城市被毁",
    "fights-first": "{1:seat}以{2}张部队攻击{0}上的{4:seat}，守方{3}张",
    "fights-for-capital": "{2:whose}首都{0}之战；{2:seat}若战败，{1:seat}赢得对局",
    "fights-for-city": "{2:whose}城市{0}之战；{2:seat}若战败，城市被毁",
    "fights-village": "{1:seat}以{2}张部队攻击{0}的村庄，守方{3}张",
    "goes-armies": "{0:whose}{3}支军队将要从{1}前往{2}",
    "goes-both": "{0:whose}{3}支军队和{4}支侦察队将要从{1}前往{2}",
    "goes-scouts": "{0:whose}{3}支侦察队将要从{1}前往{2}",
    "harvest": "{0:whose}城市{1}将要收获{2:card}",
    "raids-armies": "{0:whose}{3}支军队将要从{1}攻击{2}的村庄",
    "reap": "{0:whose}城市{1}将要收获{2:card}和{3:card}",
    "sacrifices": "{0:whose}{2:kind}将要从{1}进入{3}牺牲，换取{4:card}",
    "ships": "{0:seat}使用{1:card}，把棋子从{2}船运到{3}",
    "stops-city": "{0:seat}用{1:card}对付{2:whose}城市{3}的行动",
    "stops-figures": "{0:seat}用{1:card}对付{2:whose}{3}上的棋子",
    "storms-armies": "{0:whose}{4}支军队将要从{1}攻击{3:whose}城市{2}",
    "unit": "{0:whose}城市{1}将要训练{2:one}",
    "uses": "{0:seat}使用{1:card}",
    "uses-against": "{0:seat}使用{1:card}，涉及{2:seat}",
    "uses-on": "{0:seat}用{1:card}对付{2:card}",
    "uses-on-city": "{0:seat}对{3:whose}城市{2}使用{1:card}",
    "uses-on-work": "{0:seat}用{1:card}对付{2}上{4:whose}{3:card}",
}
"""What is about to happen while others are asked whether they answer it."""

AIMS_ZH_HANS = {
    **{f"label.event-{key}": f"打出{{1:card}}，{text}" for key, text in _AIMS.items()},
    **{f"about.event-{key}": f"{{1:card}}，{text}" for key, text in _AIMS.items()},
    **{f"log.plays-{key}": f"{{0:seat}}打出{{1:card}}，{text}" for key, text in _AIMS.items()},
    **{f"declared.{key}": text for key, text in _DECLARED.items()},
    "effect.attacks": "攻击{0}上的{5:seat}：你{1}张部队、加成{3}，对方{2}张、加成{4}",
    "effect.overruns": "歼灭{1}上{0:whose}{2}支侦察队",
    "effect.raids": "攻击{0}的村庄：你{1}张部队、加成{3}，村庄{2}张、加成{4}",
    "effect.storms": "攻击{5:whose}城市{0}：你{1}张部队、加成{3}，对方{2}张、加成{4}",
    "label.use-on-city": "对{2:whose}城市{1}使用{0:card}，支付{3:paid}",
    "label.use-on-work": "用{0:card}对付{1}上{3:whose}{2:card}，支付{4:paid}",
    "log.counters": "{0:seat}打出{1:card}，对付{2:whose}{3:card}",
    "log.killed-armies": "{0:seat}消灭{1}上{2:whose}{3}支军队",
    "log.killed-both": "{0:seat}消灭{1}上{2:whose}{3}支军队和{4}支侦察队",
    "log.killed-person": "{0:seat}除去{1}上的{2:card}",
    "log.killed-scouts": "{0:seat}消灭{1}上{2:whose}{3}支侦察队",
    "log.pushed-armies": "{0:whose}{3}支军队从{1}移到{2}",
    "log.pushed-both": "{0:whose}{3}支军队和{4}支侦察队从{1}移到{2}",
    "log.pushed-scouts": "{0:whose}{3}支侦察队从{1}移到{2}",
}
"""Everything by its key."""
