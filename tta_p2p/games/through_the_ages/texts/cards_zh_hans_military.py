"""Chinese names and texts of the military cards, in the words of `docs/through-the-ages/chinese.md`.

增速 is what is scored in every production phase; 获得 means at once. 最强的两个 and 最弱的两个 are one civilization
when two play.
"""

EVENTS = {
    "development-of-agriculture": ("农业发展", "每个文明获得2点食物。"),
    "development-of-civilization": (
        "文明发展",
        "每个文明可以不花行动做其中一件事：增加人口，少付1点食物；建造一座农场、矿山或城市建筑，少付1点资源；发展一项科技，少付"
        "1点科学（只有全部内政行动都未花费时才能用于革命，并且用掉它们）。",
    ),
    "development-of-crafts": ("工艺发展", "每个文明获得2点资源。"),
    "development-of-markets": ("市场发展", "每个文明获得2点食物或2点资源，不能混合。"),
    "development-of-politics": (
        "政治发展",
        "每位玩家抽3张军事牌。手牌上限只在各自的回合结束时检查。",
    ),
    "development-of-religion": (
        "宗教发展",
        "有空闲工人的每个文明可以把一个放到“宗教”上：不花行动，不付资源。受城市建筑上限的限制。",
    ),
    "development-of-science": ("科学发展", "每个文明获得2点科学。"),
    "development-of-settlement": ("定居发展", "每个文明获得1个人口：黄色人口区的一个标记成为空闲工人，不付食物。"),
    "development-of-trade-routes": ("贸易路线发展", "每个文明获得1点科学、1点食物和1点资源。"),
    "development-of-warfare": (
        "军事发展",
        "有空闲工人的每个文明可以把一个放到“战士”上：不花行动，不付资源。",
    ),
    "barbarians": ("蛮族", "若文化点数最多的文明是最弱的两个文明之一，它失去1个人口。"),
    "border-conflict": (
        "边境冲突",
        "最弱的文明摧毁自己的一座农场、矿山或城市建筑，由它选择。最强的文明获得3点资源。",
    ),
    "crusades": ("十字军东征", "最强的文明获得4点文化。最弱的文明失去4点文化，不足则失去全部。"),
    "cultural-influence": ("文化影响", "每个文明获得等于其文化增速的文化。"),
    "foray": ("袭掠", "最强的两个文明各获得食物和资源共3点，自行分配。"),
    "good-harvest": ("丰收", "每个文明现在生产食物；不消耗食物，也不因腐败而损失。"),
    "immigration": ("移民", "笑脸最多的文明（并列的都算）获得1个人口。"),
    "new-deposits": ("新矿藏", "每个文明现在生产资源；不因腐败而损失。"),
    "pestilence": (
        "瘟疫",
        "每个文明失去1个人口：一个空闲工人回到黄色人口区，没有空闲工人则由它选择一个工人。",
    ),
    "raiders": ("掠夺者", "最弱的两个文明各失去食物和资源共2点，自行分配，不足则失去全部。"),
    "rats": ("鼠患", "每个文明失去储存的全部食物。"),
    "rebellion": (
        "叛乱",
        "每个文明为自己的每个不满工人白白花费2点内政行动：当前玩家花费本回合的，其他玩家花费下一回合的，有多少花多少。",
    ),
    "reign-of-terror": ("恐怖统治", "最弱的文明失去1个人口。"),
    "scientific-breakthrough": ("科学突破", "每个文明获得等于其科学增速的科学。"),
    "uncertain-borders": (
        "边界未定",
        "最强的文明从最弱的文明的黄色人口区取1个黄色标记，放入自己的黄色人口区，如果有的话。",
    ),
    "civil-unrest": (
        "内乱",
        "每个文明为自己的每个不满工人失去4点文化。不满工人最多的文明（并列的都算）还要把1个蓝色标记放回盒中；没有不满工人则不放。",
    ),
    "cold-war": ("冷战", "最强的两个文明各获得6点科学。"),
    "crime-wave": (
        "犯罪浪潮",
        "最弱的两个文明各失去3点文化，并把1个蓝色标记放回盒中：从蓝色供给区拿，供给区已空则从自选的牌上拿。",
    ),
    "economic-progress": (
        "经济进步",
        "每个文明现在依次结算腐败、生产食物、消耗食物和生产资源，有不满工人也一样。不获得科学和文化。",
    ),
    "emigration": (
        "人口外迁",
        "每个文明失去其不满工人一半的人口（每2个失去1个，向上取整），先失去空闲工人。",
    ),
    "iconoclasm": (
        "偶像破坏",
        "不属于当前时代的领袖全部离开游戏；在时代IV则是所有领袖。这不算替换：不会拿回内政行动。",
    ),
    "independence-declaration": ("独立宣言", "最弱的文明失去一个殖民地及其永久效果，由它选择。"),
    "international-agreement": (
        "国际协议",
        "最强的文明可以从卡牌列拿取价值合计不超过5点内政行动的牌，遵守拿取的一切规则，包括手牌上限，但不花费行动。只要拿了牌，"
        "它就放弃下一次政治行动；卡牌列随后左移并补满，但不移除牌，时代可能因此结束。这样拿取的行动牌可以在接下来的行动阶段打出。",
    ),
    "national-pride": ("民族自豪", "文化点数最多的文明获得5点文化。"),
    "politics-of-strength": (
        "强权政治",
        "最强的文明抽5张军事牌；最弱的文明弃置3张，由它选择，不足则全部弃置。在没有牌堆的最后一个时代，改为：最强的获得5点文化，"
        "最弱的失去3点文化。",
    ),
    "popularization-of-science": ("科学普及", "每个文明获得等于其科学增速的文化。"),
    "prosperity": ("繁荣", "每个文明每有一个笑脸获得1点食物，最多8点。"),
    "ravages-of-time": (
        "岁月侵蚀",
        "每位玩家把自己一座时代A或I的已建成奇迹翻面：它只使文化增速+2，别无效果，但仍算已建成的奇迹。",
    ),
    "refugees": ("难民", "最弱的文明失去3点文化和1个人口。最强的文明获得3点文化和1个人口。"),
    "terrorism": (
        "恐怖主义",
        "文化点数最少的文明摧毁其他每个文明的一座城市建筑，由它选择；那些工人变为空闲。",
    ),
    "impact-of-agriculture": (
        "农业的影响",
        "每个文明获得等于其每回合所产食物的文化；若生产多于消耗，再获得4点。",
    ),
    "impact-of-architecture": ("建筑的影响", "每个文明获得等于其所有城市建筑等级之和的文化。"),
    "impact-of-balance": (
        "平衡的影响",
        "每个文明获得以下各项中最小者2倍的文化：科学增速、文化增速、食物产量、资源产量。一切生产都算，不计腐败和消耗。",
    ),
    "impact-of-colonies": ("殖民的影响", "每个文明的每个殖民地使它获得3点文化。"),
    "impact-of-competition": (
        "竞争的影响",
        "每个文明获得等于其所有军事单位和竞技场等级之和的文化。",
    ),
    "impact-of-government": (
        "政体的影响",
        "每个文明按其行动总数，每点内政行动获得2点文化，每点军事行动获得1点文化。",
    ),
    "impact-of-happiness": (
        "幸福的影响",
        "每个文明每有一个笑脸获得2点文化（最多16点），每有一个不满工人失去2点文化。",
    ),
    "impact-of-industry": (
        "工业的影响",
        "每个文明获得等于其矿山每回合所产资源的文化，跨洲铁路的加倍也算；其他来源不算。",
    ),
    "impact-of-population": (
        "人口的影响",
        "每个文明的满意工人超过10个时，每多一个获得2点文化：满意工人是所有工人（空闲的也算）减去不满工人。",
    ),
    "impact-of-progress": (
        "进步的影响",
        "每个文明的政体和每项特殊科技，每一等级使它获得2点文化。",
    ),
    "impact-of-science": (
        "科学的影响",
        "各文明按科学增速的名次获得文化：2人游戏10、0；3人14、7、0；4人15、10、5、0。相同时当前玩家居先，其后按顺时针方向；"
        "游戏结束时以起始玩家为当前玩家。",
    ),
    "impact-of-strength": (
        "军力的影响",
        "各文明按军力的名次获得文化：2人游戏10、0；3人14、7、0；4人15、10、5、0。相同时当前玩家居先，其后按顺时针方向；"
        "游戏结束时以起始玩家为当前玩家。",
    ),
    "impact-of-technology": (
        "科技的影响",
        "每个文明场上每项等级III的科技（短局：等级II）使它获得4点文化，政体和特殊科技也算。",
    ),
    "impact-of-variety": (
        "多样性的影响",
        "每个文明每有一种有工人的军事单位或城市建筑，以及每有一项特殊科技，获得2点文化。",
    ),
    "impact-of-wonders": (
        "奇迹的影响",
        "每个文明的已建成奇迹使它获得文化，翻面的也算：时代A的5点，时代I的4点，时代II的3点，时代III的2点。",
    ),
}


def _territory(lasting: str, once: str) -> str:
    return f"持有期间：{lasting}。殖民时：{once}。"


_FROM_CARD = "蓝色标记-1（蓝色供给区已空则从牌上拿）"

TERRITORIES = {
    "developed-territory-i": ("发达地区", _territory("黄色标记+1，蓝色标记+1", "获得3点科学")),
    "historic-territory-i": ("历史地区", _territory("1个笑脸", "获得6点文化")),
    "inhabited-territory-i": ("宜居地区", _territory("黄色标记+2", "获得1个人口")),
    "strategic-territory-i": ("战略地区", _territory("军力+2", "抽3张军事牌")),
    "vast-territory-i": ("广袤地区", _territory(f"黄色标记+3，{_FROM_CARD}", "获得3点食物")),
    "wealthy-territory-i": ("富饶地区", _territory("蓝色标记+3", "获得5点资源")),
    "developed-territory-ii": ("发达地区", _territory("黄色标记+2，蓝色标记+2", "获得5点科学")),
    "historic-territory-ii": ("历史地区", _territory("2个笑脸", "获得11点文化")),
    "inhabited-territory-ii": ("宜居地区", _territory("黄色标记+3", "获得2个人口")),
    "strategic-territory-ii": ("战略地区", _territory("军力+4", "抽5张军事牌")),
    "vast-territory-ii": ("广袤地区", _territory(f"黄色标记+4，{_FROM_CARD}", "获得4点食物")),
    "wealthy-territory-ii": ("富饶地区", _territory("蓝色标记+4", "获得9点资源")),
}


def _army(units: str, bonus: int, outdated: int = 0) -> str:
    old = f"；其中有单位比这张牌低两级或更多时，只加{outdated}" if outdated else ""
    return f"一支军队由{units}组成。每支军队军力+{bonus}{old}。"


TACTICS = {
    "fighting-band": ("兵阵", _army("2个步兵", 1)),
    "heavy-cavalry": ("重骑兵", _army("3个骑兵", 4)),
    "legion": ("军团", _army("3个步兵", 2)),
    "medieval-army": ("中世纪阵型", _army("1个步兵和1个骑兵", 2)),
    "phalanx": ("方阵", _army("2个步兵和1个骑兵", 3)),
    "classic-army": ("古典阵型", _army("2个步兵和2个骑兵", 8, 4)),
    "conquistadors": ("征服者阵型", _army("1个步兵和2个骑兵", 5, 3)),
    "defensive-army": ("防御阵型", _army("2个步兵和1个炮兵", 6, 3)),
    "fortifications": ("防御工事", _army("2个炮兵", 5, 3)),
    "mobile-artillery": ("机动阵型", _army("1个骑兵和1个炮兵", 5, 3)),
    "napoleonic-army": ("拿破仑阵型", _army("1个步兵、1个骑兵和1个炮兵", 7, 4)),
    "entrenchments": ("堑壕", _army("1个步兵和2个炮兵", 9, 5)),
    "mechanized-army": ("机械化阵型", _army("1个骑兵和2个炮兵", 10, 5)),
    "modern-army": ("现代阵型", _army("2个步兵、1个骑兵和1个炮兵", 13, 7)),
    "shock-troops": ("突袭部队", _army("1个步兵和3个骑兵", 11, 6)),
}


def _plunder(total: int) -> str:
    return f"从对手夺取食物和资源共{total}点，由你分配，不足则夺取全部。"


def _raid(levels: str) -> str:
    return f"摧毁对手最多两座城市建筑，{levels}；你获得等于其牌面费用合计一半的资源，向上取整。"


AGGRESSIONS = {
    "enslave": ("奴役", "对手失去1个人口。无论对手有什么，你获得2点食物和2点资源。"),
    "plunder-i": ("掠夺", _plunder(3)),
    "plunder-ii": ("掠夺", _plunder(5)),
    "plunder-iii": ("掠夺", _plunder(7)),
    "raid-i": (
        "突袭",
        "摧毁对手一座等级I或以下的城市建筑，由你选择；你获得等于其牌面费用一半的资源，向上取整。",
    ),
    "raid-ii": ("突袭", _raid("一座等级II或以下，一座等级I或以下")),
    "raid-iii": ("突袭", _raid("一座等级III或以下，一座等级II或以下")),
    "annex": (
        "吞并",
        "夺取对手的一个殖民地，由你选择：永久效果转归你，即时效果不再发生。只能对有殖民地的对手打出。",
    ),
    "infiltrate": (
        "渗透",
        "对手的领袖或未建成的奇迹离开游戏，由你选择；它的每一等级使你获得3点文化。只能对有其中一样的对手打出。",
    ),
    "spy": ("间谍", "对手失去5点科学，不足则失去全部；你获得同样多。"),
    "armed-intervention": ("武装干涉", "对手失去7点文化，不足则失去全部；你获得同样多。"),
}

WARS = {
    "war-over-technology": (
        "为科技而战",
        "胜者从败者夺取等于军力优势的科学。胜者也可以不取科学，而取败者的特殊科技，每项按其科学费用从优势中扣除，但不能是自己手中"
        "或场上已有的。同一符号的两张牌中，等级较高的留下。",
    ),
    "war-over-territory": (
        "为领土而战",
        "胜者从败者的黄色人口区取1个黄色标记放入自己的；军力优势每满5点再取1个，取完为止。",
    ),
    "war-over-culture": (
        "为文化而战",
        "胜者从败者夺取5点文化，再加上等于军力优势的文化，不足则夺取全部。",
    ),
}

_FORBIDDEN = "双方都不能攻击对方。"
_ENDS = "一方攻击另一方时条约立即终止，它给的军力在这次攻击中谁也不计。"
_STAYS = "攻击不影响它。"

PACTS = {
    "open-borders-agreement": (
        "开放边境条约",
        "双方：军事行动+1。一方攻击另一方时，攻击者在这次攻击中军力+2；条约继续有效。",
    ),
    "trade-routes-agreement": (
        "贸易路线条约",
        f"A方：自己的每个回合一次，1点食物可以当作1点资源。B方：自己的每个回合一次，1点资源可以当作1点食物。{_STAYS}",
    ),
    "acceptance-of-supremacy": ("霸权承认", f"A方：资源产量+1。B方：资源产量-1。{_FORBIDDEN}"),
    "international-trade-agreement": ("国际贸易条约", f"A方：资源产量+1。B方：食物产量+1。{_STAYS}"),
    "promise-of-military-protection": (
        "军事保护承诺",
        f"A方：文化增速+1。B方：军力+4，文化增速-1。{_ENDS}",
    ),
    "scientific-cooperation": (
        "科学合作",
        f"双方：发展科技少付2点科学，另一方付1点科学；另一方付不出就不能发展这项科技。{_STAYS}",
    ),
    "international-tourism": (
        "国际旅游",
        f"双方：对方每有一座已建成的奇迹，文化增速+1，翻面的也算。{_STAYS}",
    ),
    "loss-of-sovereignty": (
        "主权丧失",
        f"A方：文化增速+2。B方：文化增速-2，谁也不能对它宣战。{_FORBIDDEN}",
    ),
    "military-pact": ("军事同盟", f"双方：军力+3。{_ENDS}"),
    "peace-treaty": ("和平条约", f"双方：文化增速+1。{_FORBIDDEN}"),
}


def _bonus(defense: int, colonization: int) -> tuple[str, str]:
    return "军事奖励牌", f"被侵略时打出：这次防御军力+{defense}。或在殖民时打出：殖民力量+{colonization}。"


BONUSES = {
    "defense-colonization-i": _bonus(2, 1),
    "defense-colonization-ii": _bonus(4, 2),
    "defense-colonization-iii": _bonus(6, 3),
}

MILITARY: dict[str, tuple[str, str]] = {
    **EVENTS,
    **TERRITORIES,
    **TACTICS,
    **AGGRESSIONS,
    **WARS,
    **PACTS,
    **BONUSES,
}
