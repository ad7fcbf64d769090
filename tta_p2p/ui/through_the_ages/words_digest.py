"""How Through the Ages is told in short: prices, and lines in other words than the log's (`digest`)."""

from __future__ import annotations

from collections.abc import Mapping

DIGEST: Mapping[str, Mapping[str, str]] = {
    "en": {
        "digest.event": "the event is {0:card}",
        "digest.event-idle": "nothing comes of it",
        "digest.seed.prepares": "{0:you?prepare|prepares} an event of level {2}",
        "price.pays": "{1} {2:cost*1}",
        "price.trades": "{1} {2:cost*1} by trade pact",
    },
    "zh-Hans": {
        "digest.event": "事件为{0:card}",
        "digest.event-idle": "此事件没有效果",
        "digest.seed.prepares": "筹划一张等级{2}的事件",
        "price.pays": "{1}点{2:cost}",
        "price.trades": "依贸易条约{1}点{2:cost}",
    },
}
