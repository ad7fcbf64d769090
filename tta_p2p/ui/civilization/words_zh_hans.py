"""What the pages of Civilization say around the words of the game, in simplified Chinese."""

from __future__ import annotations

_HEADS = {
    "cities": "城市", "coins": "钱币", "culture": "文化", "figures": "军+侦", "goods": "物资", "techs": "科技",
    "track": "文化轨", "trade": "贸易", "units": "部队",
}  # fmt: skip

_HEADS_SHORT = {
    "cities": "城", "coins": "钱", "culture": "文", "figures": "军侦", "goods": "货", "techs": "科",
    "track": "轨", "trade": "贸", "units": "兵",
}  # fmt: skip
"""The same where there is little room."""

_NAMES = {
    "cities": "城市", "coins": "钱币", "culture": "文化", "figures": "军队和侦察队", "goods": "物资",
    "techs": "科技", "track": "文化轨", "trade": "贸易", "units": "部队",
}  # fmt: skip

_ICONS = {
    "coin": "{n}钱币", "combat": "战斗{n}", "culture": "{n}文化", "production": "{n}生产力", "trade": "{n}贸易",
}  # fmt: skip

_TERRAIN = {
    "desert": "沙漠", "forest": "森林", "grassland": "草原", "mountain": "山地", "water": "水域",
}  # fmt: skip

_KINDS = {
    "building": "建筑", "civilization": "文明", "event": "文化事件",
    "government": "政体", "marker": "茅屋或村庄", "person": "伟人",
    "resource": "资源", "technology": "科技", "tile": "板块",
    "technology-level": "{level}级科技", "unit": "部队", "wonder": "奇观",
    "wonder-ancient": "古代奇观", "wonder-medieval": "中世纪奇观", "wonder-modern": "现代奇观",
}  # fmt: skip

_LABELS = {
    "level": "等级", "phase": "打出阶段",
    "becomes": "升级为", "brings": "带来", "copies": "数量", "first-tech": "起始科技", "gives": "提供",
    "government": "政体", "limit": "限制", "needs": "需要", "price": "价格", "ranks": "等级", "stands-on": "建于",
    "start-of": "起始于", "strength": "强度",
}  # fmt: skip

_TECHS = {
    "building": "可建{name}",
    "cheaper": "{names}更便宜",
    "cities": "{n}座城市",
    "coins": "{n}枚钱币",
    "government": "可采用{name}",
    "hand": "文化手牌+1",
    "speed": "棋子移动{n}格",
    "stacking": "每格{n}个棋子",
    "unit": "{name}{rank}级",
    "water-1": "棋子可渡水",
    "water-2": "棋子可渡水并停在水上",
}

_SAID = {
    "arts": "艺术 献身艺术",
    "build": "修建 购买",
    "deal": "贸易",
    "discover": "探索",
    "found": "定居 建城",
    "government": "改制 政府 更换政府 改变政府",
    "harvest": "采集",
    "move": "前往 走",
    "research": "科技",
    "seize": "掠夺",
    "unit": "招募 训练",
}
"""Verb -> what people may call it as well."""

_PHASES = {
    "any": "任何阶段",
    "cities": "城市管理", "movement": "移动", "research": "研究", "set-up": "布置", "start": "回合开始",
    "trade": "贸易",
}  # fmt: skip

_POOLS = {
    "barracks-academy": "军营/军事学院", "granary-aqueduct": "粮仓/引水渠", "harbor": "港口",
    "library-university": "图书馆/大学", "market-bank": "市场/银行", "temple-cathedral": "寺庙/教堂",
    "trading-post": "商栈", "workshop-iron-mine": "工作坊/铁矿",
}  # fmt: skip

_SHORT = {
    "acted": "已行动",
    "and": "和",
    "around": "周围{icons}",
    "battle": "{square}的战斗：{attacker}对{defender}",
    "battle.alone": "它独自站在新战线上，直到有人攻击它",
    "battle.barbarians": "村庄",
    "battle.counts": "之后你方{own}，对方{other}。",
    "battle.dead": "{name}失去{dead}",
    "battle.end.dies": "{unit}阵亡",
    "battle.end.unhurt": "{unit}无伤",
    "battle.end.wounded": "{unit}带{n}伤存活",
    "battle.ending.both-die": "同归于尽",
    "battle.ending.both-live": "都存活",
    "battle.ending.dies": "它阵亡",
    "battle.ending.kills": "消灭对方",
    "battle.first.-1": "{enemy}对{unit}先攻",
    "battle.first.0": "{unit}和{enemy}同时攻击",
    "battle.first.1": "{unit}对{enemy}先攻",
    "battle.for-village": "你打出村庄的部队。",
    "battle.facing": "{one} — {other}",
    "battle.fewer": "{card}：少几点伤害（{n}种）",
    "battle.front": "{unit}，新战线",
    "battle.how.4": "括号里是部队现在的强度，含其玩家的科技和奇观。",
    "battle.now": "{unit}（现{n}）",
    "battle.how.1": "先攻：步兵对骑兵，骑兵对炮兵，炮兵对步兵。",
    "battle.how.2": "伤达到强度，部队阵亡。",
    "battle.how.3": "战线上活着的部队和加成计入；平手算守方胜。",
    "battle.leads": "照现在看，胜方是{name}。",
    "battle.mine": "己方",
    "battle.nobody": "无",
    "battle.side": "{name}：{n}（加成{bonus}），手牌{left}",
    "battle.smite": "{unit}+3{paid}，战线{front}",
    "battle.strike": "{unit}，战线{front}",
    "battle.theirs": "对方",
    "battle.wounds": "，伤{n}/{of}",
    "building": "{gives}；建于{terrain}",
    "build.free": "（免费）",
    "move.attacks": "：攻击",
    "move.discovers": "：翻开",
    "use.ways": "{n}种支付方式",
    "event.kill": "{card}，{what}",
    "event.push": "{card}，{square}上{name}的{what}",
    "event.production": "{card}",
    "event.spoil": "{card}",
    "event.wreck": "{card}",
    "event.wreck-both": "{card}，{square}的{what}和另一座",
    "where.kill": "{card}：在哪一格？",
    "where.push": "{card}：移到哪里？",
    "where.production": "{card}：哪座城市？",
    "where.spoil": "{card}：用在哪一格？",
    "where.wreck": "{card}：哪座建筑？",
    "where.wreck-both": "{card}：哪一座？",
    "put.post": "放置{what}",
    "put.place": "放置{what}",
    "put.leave": "{what}离开",
    "put.found": "用{what}建城",
    "put.gather": "为{what}采集",
    "put.go": "{what}继续前进，其余留下",
    "put.lock": "使棋子不能离开一格，支付{what}",
    "where.post": "{what}：放在哪一格？",
    "where.place": "{what}：放在哪一格？",
    "where.leave": "{what}：去哪里？",
    "where.found": "用{what}建城：在哪里？",
    "where.gather": "为{what}采集：在哪一格？",
    "where.go": "{what}：去哪里？其余留下",
    "where.lock": "本回合棋子不能离开哪一格？",
    "help.possible": "现在可以做的",
    "help.ways": "{n}种",
    "held.coins": "钱币",
    "held.draw": "战斗时随机抽{n}张，每多一支军队多抽2张，守城多抽3张。战斗加成：{bonus:+}。",
    "held.face-down": "{some}，面朝下",
    "held.huts": "茅屋",
    "held.keep": "最多保留{n}张。",
    "held.levels": "（{levels}）",
    "held.on": "{card}上{n}枚",
    "held.others": "其他玩家，牌都面朝下",
    "held.people": "伟人",
    "held.resources": "资源",
    "held.title.events": "文化事件",
    "held.title.goods": "物资",
    "held.title.units": "部队",
    "held.villages": "村庄",
    "title.hand": "{name}持有的",
    "title.hand.own": "你持有的",
    "amount": "{what}{n}",
    "held.n-events": "{n}张事件",
    "held.n-units": "{n}支部队",
    "only-end": "你在此无事可做；照例询问以免别人看出",
    "only-pass": "你没有可用的牌；照例询问以免别人看出",
    "in-brackets": "（{what}）",
    "move.attacks-whom": "攻击{whom}",
    "where.use": "{what}：支付什么？",
    "where.build": "{city}的{thing}：放在哪一格？",
    "where.move": "{square}的{some}：移到哪里？",
    "where.discover": "{square}的{some}：翻开哪一格的板块？",
    "build.makes": "造价{price}生产力，{city}有{made}生产力",
    "build.listed": "按Enter列出这{n}个方格。",
    "build.squares": "{n}个方格",
    "anarchy-capital": "无政府状态下首都不能行动",
    "caution.anarchy": "无政府状态下你的首都不能行动，直到你在以后某回合开始时选择政体。",
    "buildings-left": "剩余建筑",
    "can-build": "可以建造或训练的（生产力价格）",
    "capital": "首都",
    "caution.cities": "{cities}本阶段还可以行动。",
    "caution.moves": "{squares}上的棋子还没有移动。",
    "caution.could": "你还可以：{could}。",
    "caution.study": "你有{n}贸易，可以研究一项科技。",
    "caution.use": "使用{techs}",
    "city": "城市",
    "city.arts": "艺术{n}",
    "city.harvest": "{some}",
    "city.makes": "生产力{n}",
    "colon": "：",
    "comma": "，",
    "copies": "{strength}（{n}张）",
    "event.play": "打出{card}",
    "events": "事件",
    "extra.gold": "金",
    "extra.hut": "茅屋",
    "extra.natural-wonder": "自然奇观",
    "extra.village": "村庄",
    "figures": "{some}（{name}）",
    "forces": "部队",
    "gained.events": "你的新文化事件：{name}。{gist}",
    "gained.markers": "你得到：{name}。{gist}",
    "gained.tile": "新板块（{first}到{last}）：{found}。方格：{ground}。",
    "gained.on": "{what}{squares}",
    "near.coins": "{name}有{n}枚钱币；满{of}枚即获胜。",
    "near.sign": "总览中的“{sign}”：离胜利不超过{n}，或科技金字塔已容得下太空飞行。",
    "near.techs": "{name}的科技金字塔已容得下太空飞行，研究它即获胜。",
    "near.track": "{name}在文化轨第{n}格；到第{of}格即获胜。",
    "gained.units": "你的新部队：{name}。",
    "goods": "物资",
    "government-is": "{name}（政体）：{text}",
    "legend.1": ">可以 “!”选中；小写是别人的",
    "legend.2": "@首都 #城市 ·未翻开",
    "legend.3": "F森林 M山地 D沙漠 W水域 G草原",
    "legend.4": "A军 S侦 B都有；h茅屋 v村庄",
    "legend.5": "i铁 k丝绸 w小麦 n熏香",
    "legend.6": "=建筑 %奇观 &伟人",
    "legend.7": "$金 *自然奇观",
    "legend.more": "“?”说明所有符号",
    "legend.title": "地图上的符号",
    "limits": "上限",
    "limits.is": "移动{speed}，每格{stack}，城市{cities}",
    "military": "{name}：军队{armies}，部队{units}，战斗加成{bonus}",
    "n-armies": "{n}支军队",
    "n-events": "{n}张事件，面朝下",
    "n-huts": "{n}座茅屋",
    "n-scouts": "{n}支侦察队",
    "n-units": "{n}支部队，面朝下",
    "n-villages": "{n}座村庄",
    "nation": "{nation}，{government}",
    "no-city": "还没有城市。",
    "no-such-kind": "没有“{asked}”这一类；有{kinds}。",
    "nothing": "无",
    "on-land": "陆地",
    "one-a-city": "每座城市只有一座此类建筑",
    "open-levels": "可放{levels}级科技。",
    "open-techs": "可研究；各需这些贸易，并用掉你全部{n}贸易，只留{coins}（钱币）",
    "people": "伟人",
    "person-how": "放在城市市郊，取代那一格的产出。",
    "price-with": "{price}，有{tech}时{less}",
    "pyramid-how": "每项科技压在下一级的两项之上。",
    "rank": "{tech}{rank}级",
    "resources": "市场上的资源",
    "research-needs": "需{n}",
    "research-price": "至少{n}贸易；研究会用掉全部贸易，只留下与钱币数相同的",
    "research-takes": "研究任何一项都会用掉贸易，{n}贸易只剩{stays}",
    "said": "{what}{value}",
    "said.player": "{name}，{nation}：{parts}。",
    "semicolon": "；",
    "site": "可在此建城，{around}",
    "stands": "{name} {value}",
    "then": "。",
    "square.dark": "{square}：未翻开",
    "standing": "第{round}回合，{phase}",
    "standing.levy": "输入skip this（全屏先按冒号键），以后不再询问，总用第一个有牌的牌堆",
    "standing.save": "输入skip this（全屏先按冒号键），以后不再询问，总带回最强的",
    "standing.tend": "输入skip this（全屏先按冒号键），以后不再询问，总是到此为止",
    "strength": "强度{n}",
    "strength-plus": "强度{n:+}",
    "technology-how": "太空飞行需要下面各级有5、4、3、2项科技。",
    "terms.hand": "别人互相给（hand）",
    "terms.hand-this": "让{what}",
    "terms.hands": "{giver}给{taker}{what}",
    "terms.offer-of": "给{name}的{what}",
    "terms.want-of": "{name}的{what}",
    "terms.offer": "你给出（offer）",
    "terms.offer-this": "给出{what}",
    "terms.then": "然后",
    "terms.up-to": "{what}，1至{n}",
    "terms.want": "你得到（want）",
    "terms.want-this": "得到{what}",
    "title.cities": "{name}的城市",
    "title.cities.own": "你的城市",
    "title.techs.own": "你的科技",
    "title.map": "地图",
    "title.market": "市场",
    "title.techs": "{name}的科技",
    "title.track": "获胜之路",
    "troops.mounted": "骑兵",
    "tokens": "钱币",
    "turn-of": "第{turn}回合：{name}",
    "track": "文化轨，逐格",
    "track.event": "{level}级文化事件",
    "track.person": "伟人",
    "track.price": "{culture}文化，{trade}贸易",
    "track.victory": "获胜",
    "trade-now": "你有{n}贸易。",
    "trade-stays": "因为钱币，其中{coins}会留下。",
    "unit.train": "训练{unit}",
    "unbuilt": "未放置",
    "walled-capital": "有城墙的首都",
    "walled-city": "有城墙的城市",
    "way.culture": "文化",
    "way.economy": "钱币",
    "way.military": "征服",
    "way.technology": "科技",
    "ways": "四条获胜之路",
    "wonders": "市场上的奇观（你的价格）",
    "wonders-built": "地图上的奇观",
}

_KEYS = {
    "deal": "与玩家交易",
    "arts": "艺术、文化轨、钱币、文化事件", "build": "建造", "discover": "翻开板块",
    "found": "建城、采集、放置伟人、改变政体",
    "gather": "侦察队采集", "government": "改变政体", "place": "放置伟人",
    "harvest": "收获", "move": "移动", "techs": "使用或研究科技", "unit": "训练部队",
}  # fmt: skip

_KEYS_SHORT = {
    "deal": "交易",
    "arts": "文化", "build": "建造", "discover": "翻开", "found": "建城", "gather": "采集",
    "government": "政体", "place": "放置", "harvest": "收获", "move": "移动",
    "techs": "科技", "unit": "部队",
}  # fmt: skip

_PASSES = {
    "done": "e 到此", "keep": "e 留下", "stop": "e 停下", "wait": "e 不研究", "enough": "e 够了", "rest": "e 不再买",
    "decline": "e 拒绝",
    "withdraw": "e 放弃",
}  # fmt: skip
"""What the key says that lets something pass."""

_PAGES = {
    "hidden-card": "一张牌",
    "help.acts-are": "要行动，就输入行动的编号，或者说出来：build c14 library c15，move c14 e14，end。",
    "help.cities": "你的城市和每一格，或指定玩家的",
    "help.events": "你的文化事件，各有什么作用、何时打出",
    "help.goods": "资源、留下的茅屋和村庄、伟人、钱币",
    "help.hand": "你持有的一切；其他玩家的只有人人可见的",
    "help.units": "你的部队，以及各在战斗中计多少",
    "usage.events": "events [玩家]",
    "usage.goods": "goods [玩家]",
    "usage.hand": "hand [玩家]",
    "usage.units": "units [玩家]",
    "help.map": "地图",
    "help.market": "剩下的奇观、资源和建筑",
    "help.techs": "你的科技或指定玩家的，以及你可以研究的",
    "help.track": "每人离各种胜利还有多远，以及文化轨",
    "title": "文明",
    "usage.cities": "cities [玩家]",
    "usage.map": "map",
    "usage.market": "market",
    "usage.techs": "techs [玩家]",
    "usage.track": "track",
}

WORDS = (
    _PAGES
    | {f"civ.{key}": text for key, text in _SHORT.items()}
    | {f"civ.head.{key}": text for key, text in _HEADS.items()}
    | {f"civ.head.short.{key}": text for key, text in _HEADS_SHORT.items()}
    | {f"civ.name.{key}": text for key, text in _NAMES.items()}
    | {f"civ.icon.{key}": text for key, text in _ICONS.items()}
    | {f"civ.terrain.{key}": text for key, text in _TERRAIN.items()}
    | {f"civ.kind.{key}": text for key, text in _KINDS.items()}
    | {f"civ.label.{key}": text for key, text in _LABELS.items()}
    | {f"civ.tech.{key}": text for key, text in _TECHS.items()}
    | {f"civ.said.{key}": text for key, text in _SAID.items()}
    | {f"civ.phase.{key}": text for key, text in _PHASES.items()}
    | {f"civ.pool.{key}": text for key, text in _POOLS.items()}
    | {f"screen.keys.pass.{key}": text for key, text in _PASSES.items()}
    | {f"key.{key}": text for key, text in _KEYS.items()}
    | {f"key.short.{key}": f"{{key}} {text}" for key, text in _KEYS_SHORT.items()}
)
"""Everything by its key."""
