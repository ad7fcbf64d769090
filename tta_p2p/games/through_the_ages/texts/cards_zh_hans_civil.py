"""Chinese names and texts of the civil cards, in the words of `docs/through-the-ages/chinese.md`.

增速 is what is scored in every production phase; 获得 means at once.
"""

_ONE_ICON = "同一符号的两张牌中，只有等级较高的留在场上。"
_SHIPS = "殖民时只计它的船只，不计军力。"
_STAGE = "只建造一个阶段，即使你的建筑科技允许更多。"
_POOL = (
    "这些资源先于你自己的资源支付，可以分给几个单位，回合结束时失去；这点军事行动也最先花费，若未花费，抽牌时仍然计算。"
)
_BREAKTHROUGH = "若本回合没有花费过内政行动，也可以用它宣告革命；革命会用掉全部内政行动，包括打出这张牌的那一点。"
_BEST_LAB = "科学增速加上你最好的实验室或图书馆（须有工人）的等级。"

LEADERS = {
    "alexander-the-great": (
        "亚历山大大帝",
        "你的每个军事单位军力+1，空军也算（殖民时不计）。你可以用政治行动将他移出游戏：从盒中取一个黄色标记放入黄色人口区。"
        "这不算替换领袖，不会拿回内政行动。",
    ),
    "aristotle": (
        "亚里士多德",
        "每次从卡牌列拿取一张科技牌（颜色不限），获得1点科学。发展科技时没有。",
    ),
    "hammurabi": (
        "汉谟拉比",
        "每回合一次，你可以把1点军事行动当作内政行动来花费；内政行动总数不变。从卡牌列拿取领袖少花1点内政行动，最少为0。",
    ),
    "homer": (
        "荷马",
        "1个笑脸。每回合你有1点只能用于建造或升级军事单位的资源。其他领袖替换他时，你可以把他放到你一座没有翻面的已建成奇迹"
        "之下：这座奇迹从此多1个笑脸，但你不会拿回内政行动。",
    ),
    "julius-caesar": (
        "尤利乌斯·凯撒",
        "军力+1，军事行动+1。整场对局一次：执行一个政治行动之后，你可以在同一政治阶段再执行一个，种类不限。他仍留在场上。",
    ),
    "moses": (
        "摩西",
        "增加人口少付1点食物，最少为0；由卡牌让你增加人口时也是如此。",
    ),
    "christopher-columbus": (
        "哥伦布",
        "你可以用政治行动将他移出游戏，并殖民你手中的一个地区：不竞拍，不派出单位，也不因筹划它而得分。你先得到它的永久效果，"
        "再得到它的即时效果。",
    ),
    "frederick-barbarossa": (
        "巴巴罗萨",
        "花费1点军事行动，你可以增加人口（少付1点食物），并立即建造一个军事单位（少付1点资源）。两件事都必须做，不需要内政行动。"
        "只要付得起，次数不限。",
    ),
    "genghis-khan": (
        "成吉思汗",
        "组成军队时，你的步兵可以当作骑兵，殖民时也可以；在其他方面仍是步兵。你的回合结束时（发生起义也一样），若你是军力最强的"
        "两个文明之一（两人游戏：最强的文明），获得3点文化。并列也算。",
    ),
    "joan-of-arc": (
        "圣女贞德",
        "文化增速+1，军事行动+1。你的寺庙和政体上的每个笑脸使军力+1（额外的笑脸也算，哭脸不算；殖民时不计）。你的政治阶段开始时，"
        "你可以查看当前事件中最上面的一张。",
    ),
    "leonardo-da-vinci": (
        "达芬奇",
        f"{_BEST_LAB}每次发展科技之后（包括革命），获得1点资源。",
    ),
    "michelangelo": (
        "米开朗基罗",
        "你的寺庙、剧院和已建成奇迹上的每个笑脸使文化增速+1（额外的笑脸也算，哭脸不算）。你的已建成奇迹不会使拿取新的奇迹变贵。",
    ),
    "isaac-newton": (
        "艾萨克·牛顿",
        f"{_BEST_LAB}每次发展科技之后（包括革命），拿回本回合花费的1点内政行动。",
    ),
    "j-s-bach": (
        "约翰·塞巴斯蒂安·巴赫",
        "你的每座剧院使文化增速+1。剧院科技少付2点科学。每回合一次，你可以花费1点内政行动，把任意一座城市建筑升级为同级或更高级的"
        "剧院，支付减免之后的费用差额；剧院仍受城市建筑上限的限制。",
    ),
    "james-cook": (
        "詹姆斯·库克",
        "殖民时，你可以从手中弃置最多2张任意军事牌，每张使殖民力量+1，奖励牌另计；你仍须派出一个单位。你的第一个殖民地使文化增速"
        "+2，此后每个+1。",
    ),
    "maximilien-robespierre": (
        "马克西米连·罗伯斯庇尔",
        "军事行动+1。你用全部军事行动代替全部内政行动来支付革命：军事行动必须一点都没有花费，新增的也算已花费；内政行动仍可使用，"
        "新增的立即可用。你每次革命获得3点文化。",
    ),
    "napoleon-bonaparte": (
        "拿破仑·波拿巴",
        "军事行动+2。你每拥有一种军事单位，军力+2：步兵、骑兵、炮兵、空军（殖民时不计）。",
    ),
    "william-shakespeare": (
        "威廉·莎士比亚",
        "1个笑脸。若你有图书馆，建造剧院少付1点资源（升级不减），剧院科技少付1点科学；若你有剧院，图书馆也照此减免。每有一座图书馆"
        "配一座剧院，文化增速+2。",
    ),
    "albert-einstein": (
        "阿尔伯特·爱因斯坦",
        f"{_BEST_LAB}每次发展科技之后（包括革命），获得3点文化。",
    ),
    "bill-gates": (
        "比尔·盖茨",
        "生产资源时，每座实验室在自己的牌上放一个蓝色标记，价值为该牌等级的资源（等级0不放；他离场之后仍有此价值）；实验室并不算"
        "矿山。他离场时，以及游戏结束时，获得等于你所有实验室等级之和的文化。",
    ),
    "charlie-chaplin": (
        "查理·卓别林",
        "2个笑脸。你最好的剧院中有一座，牌面上的文化计算两次。",
    ),
    "mahatma-gandhi": (
        "圣雄甘地",
        "文化增速+2。你不能打出侵略，也不能宣战。对手侵略你或对你宣战，要付2倍的军事行动。此前你已经宣告的战争照常结算。",
    ),
    "sid-meier": (
        "席德·梅尔",
        "你的每座实验室使文化增速增加它的等级，并使科学增速-1。",
    ),
    "winston-churchill": (
        "温斯顿·丘吉尔",
        "每回合一次，选择一项：获得3点文化；或者本回合有3点只能用于发展军事单位科技（红色）的科学，和3点只能用于建造和升级军事单位"
        "的资源。若到回合结束时你仍未选择，则获得那3点文化。",
    ),
}

WONDERS = {
    "colossus": ("罗德岛太阳神巨像", "军力+2，殖民力量+1。"),
    "hanging-gardens": ("空中花园", "文化增速+1，2个笑脸。"),
    "library-of-alexandria": (
        "亚历山大图书馆",
        "文化增速+1，科学增速+1。内政牌的手牌上限+1，军事牌的手牌上限+1。",
    ),
    "pyramids": ("金字塔", "内政行动+1。"),
    "great-wall": ("长城", "文化增速+1，1个笑脸。你的每个步兵和炮兵单位军力+1（殖民时不计）。"),
    "st-peters-basilica": (
        "圣彼得大教堂",
        "文化增速+2，1个笑脸。给你至少一个笑脸的其他每张牌和每个工人，都再多给1个；哭脸不变。",
    ),
    "taj-mahal": (
        "泰姬陵",
        "文化增速+3；从盒中取1个蓝色标记放入蓝色供给区。若本回合你的一位领袖被另一位替换，拿取这张牌少花2点内政行动（奇迹的附加"
        "费用也可减，最少为0）。",
    ),
    "universitas-carolina": ("卡罗琳娜大学", "文化增速+1，科学增速+2。"),
    "eiffel-tower": ("埃菲尔铁塔", "文化增速+4，1个笑脸。"),
    "kremlin": ("克里姆林宫", "文化增速+2，1个哭脸，内政行动+1，军事行动+1。"),
    "ocean-liner-service": (
        "远洋客轮服务",
        "从建成它的行动阶段起，你的每个行动阶段一次：获得1个人口，不付食物，不花行动。",
    ),
    "transcontinental-railroad": (
        "跨洲铁路",
        "军力+4。你最好的有工人的矿山中有一座，生产时在牌上放2个蓝色标记，而不是一个。",
    ),
    "fast-food-chains": (
        "快餐连锁店",
        "建成时，你的每座农场和矿山使你获得2点文化，每座城市建筑和每个军事单位使你获得1点文化。空闲工人不算。",
    ),
    "first-space-flight": (
        "首次太空飞行",
        "建成时，获得等于你场上所有科技等级之和的文化，每张牌算一次，特殊科技和政体也算。",
    ),
    "hollywood": (
        "好莱坞",
        "建成时，获得你的剧院和图书馆所给文化增速的2倍，领袖给它们的加成也算。",
    ),
    "internet": (
        "互联网",
        "建成时，获得等于你的城市建筑所给文化增速、科学增速和军力总和的文化，领袖对它们的改变也算。",
    ),
}


def _farm(food: int) -> str:
    return f"每个工人是一座农场：生产一个价值{food}点食物的蓝色标记。"


def _mine(resource: int) -> str:
    return f"每个工人是一座矿山：生产一个价值{resource}点资源的蓝色标记。"


def _lab(science: int) -> str:
    return f"每个工人是一座实验室：科学增速+{science}。"


def _temple(happy: int) -> str:
    return f"每个工人是一座寺庙：文化增速+1，{happy}个笑脸。"


def _library(both: int) -> str:
    return f"每个工人是一座图书馆：文化增速+{both}，科学增速+{both}。"


def _theater(culture: int) -> str:
    return f"每个工人是一座剧院：文化增速+{culture}，1个笑脸。"


def _arena(strength: int, happy: int) -> str:
    return f"每个工人是一座竞技场：军力+{strength}（从不派去殖民），{happy}个笑脸。"


def _unit(kind: str, strength: int) -> str:
    return f"每个工人是一个{kind}单位：军力{strength}。"


TECHNOLOGIES = {
    "agriculture": ("农业", _farm(1)),
    "irrigation": ("灌溉", _farm(2)),
    "selective-breeding": ("选择育种", _farm(3)),
    "mechanized-agriculture": ("机械化农业", _farm(5)),
    "bronze": ("铜矿", _mine(1)),
    "iron": ("铁矿", _mine(2)),
    "coal": ("煤矿", _mine(3)),
    "oil": ("石油", _mine(5)),
    "philosophy": ("哲学", _lab(1)),
    "alchemy": ("炼金术", _lab(2)),
    "scientific-method": ("科学方法", _lab(3)),
    "computers": ("计算机", _lab(5)),
    "religion": ("宗教", _temple(1)),
    "theology": ("神学", _temple(2)),
    "organized-religion": ("宗教组织", _temple(3)),
    "printing-press": ("印刷术", _library(1)),
    "journalism": ("新闻学", _library(2)),
    "multimedia": ("多媒体", _library(3)),
    "drama": ("戏剧", _theater(2)),
    "opera": ("歌剧", _theater(3)),
    "movies": ("电影", _theater(4)),
    "bread-and-circuses": ("面包与马戏", _arena(1, 2)),
    "team-sports": ("团队运动", _arena(2, 3)),
    "professional-sports": ("职业体育", _arena(3, 4)),
    "warriors": ("战士", _unit("步兵", 1)),
    "swordsmen": ("剑士", _unit("步兵", 2)),
    "riflemen": ("来复枪兵", _unit("步兵", 3)),
    "modern-infantry": ("现代化步兵", _unit("步兵", 5)),
    "knights": ("骑士", _unit("骑兵", 2)),
    "cavalrymen": ("骑兵", _unit("骑兵", 3)),
    "tanks": ("坦克", _unit("骑兵", 5)),
    "cannon": ("加农炮", _unit("炮兵", 3)),
    "rockets": ("火箭", _unit("炮兵", 5)),
    "air-forces": (
        "空军",
        _unit("空军", 5) + "每个空军还使一支军队的阵型加值计2次，每支军队最多一个空军，归入得益最多的军队；"
        "派去殖民时也一样。",
    ),
}

_LAW = "内政行动+{}；从盒中取3个蓝色标记放入蓝色供给区。"


def _stages(several: int) -> str:
    return f"一点内政行动最多建造奇迹的{several}个阶段，每个阶段都要付费。{_ONE_ICON}"


SPECIAL = {
    "code-of-laws": ("法典", f"内政行动+1。{_ONE_ICON}"),
    "justice-system": ("司法系统", _LAW.format(1) + _ONE_ICON),
    "civil-service": ("文官制度", _LAW.format(2) + _ONE_ICON),
    "warfare": ("战争机构", f"军力+1（殖民时不计），军事行动+1。{_ONE_ICON}"),
    "strategy": ("战略", f"军力+3（殖民时不计），军事行动+2。{_ONE_ICON}"),
    "military-theory": ("军事理论", f"军力+5（殖民时不计），军事行动+3。{_ONE_ICON}"),
    "cartography": ("制图学", f"军力+1，殖民力量+2。{_SHIPS}{_ONE_ICON}"),
    "navigation": ("航海术", f"军力+2，殖民力量+3。{_SHIPS}{_ONE_ICON}"),
    "satellites": ("卫星", f"军力+3，殖民力量+4。{_SHIPS}{_ONE_ICON}"),
    "masonry": (
        "砖石建筑",
        f"等级I及以上的城市建筑少付1点资源；升级时两项费用都先减免。{_stages(2)}",
    ),
    "architecture": (
        "建筑学",
        f"等级I的城市建筑少付1点资源，等级II和III的少付2点；升级时两项费用都先减免。{_stages(3)}",
    ),
    "engineering": (
        "工程学",
        f"等级I的城市建筑少付1点资源，等级II的少付2点，等级III的少付3点；升级时两项费用都先减免。{_stages(4)}",
    ),
}


def _government(civil: int, military: int, limit: int, more: str = "") -> str:
    return f"{civil}点内政行动，{military}点军事行动；每种城市建筑最多{limit}座。{more}"


GOVERNMENTS = {
    "despotism": ("专制政府", _government(4, 2, 2, "所有人以它开局。")),
    "theocracy": ("神权政治", _government(4, 3, 3, "文化增速+1，军力+1，1个笑脸。")),
    "monarchy": ("君主制", _government(5, 3, 3)),
    "constitutional-monarchy": ("君主立宪制", _government(6, 4, 3)),
    "republic": ("共和制", _government(7, 2, 3)),
    "democracy": ("民主制", _government(7, 3, 4, "文化增速+3。")),
    "fundamentalism": ("原教旨主义", _government(6, 5, 4, "军力+5，科学增速-2。")),
    "communism": ("共产主义", _government(7, 5, 4, "1个哭脸。")),
}


def _genius(less: int) -> str:
    return f"建造奇迹的一个阶段，少付{less}点资源。{_STAGE}"


def _frugality(food: int) -> str:
    return f"增加人口，支付食物；然后获得{food}点食物。"


def _patriotism(resources: int) -> str:
    return f"本回合你多1点军事行动，并有{resources}点只能用于建造和升级军事单位的资源。{_POOL}"


def _rich_land(less: int) -> str:
    return f"建造或升级一座农场或矿山，少付{less}点资源。"


def _urban_growth(less: int) -> str:
    return f"建造或升级一座城市建筑，少付{less}点资源，与其他减免叠加。"


def _breakthrough(science: int) -> str:
    return f"发展一项科技，支付科学；然后获得{science}点科学。{_BREAKTHROUGH}"


def _reserves(either: int) -> str:
    return f"获得{either}点食物或{either}点资源。"


def _upgrade(less: int) -> str:
    return f"升级一座农场、矿山或城市建筑，少付{less}点资源。"


def _per_stronger(two: int, three: int, four: int) -> str:
    return (
        f"打出时，每有一个军力高于你的文明（相同不算），本回合你就有只能用于建造和升级军事单位的资源：2人游戏{two}点，"
        f"3人{three}点，4人{four}点。"
    )


ACTIONS = {
    "cultural-heritage-a": ("文化遗产", "获得1点科学和4点文化。"),
    "cultural-heritage-i": ("文化遗产", "获得2点科学和2点文化。"),
    "engineering-genius-a": ("建造天赋", _genius(2)),
    "engineering-genius-i": ("建造天赋", _genius(3)),
    "engineering-genius-ii": ("建造天赋", _genius(4)),
    "engineering-genius-iii": ("建造天赋", _genius(5)),
    "frugality-a": ("节俭", _frugality(1)),
    "frugality-i": ("节俭", _frugality(2)),
    "frugality-ii": ("节俭", _frugality(3)),
    "patriotism-a": ("爱国主义", _patriotism(1)),
    "patriotism-i": ("爱国主义", _patriotism(2)),
    "patriotism-ii": ("爱国主义", _patriotism(3)),
    "patriotism-iii": ("爱国主义", _patriotism(4)),
    "rich-land-a": ("沃土", _rich_land(1)),
    "rich-land-i": ("沃土", _rich_land(2)),
    "rich-land-ii": ("沃土", _rich_land(3)),
    "stockpile": ("储备", "获得1点食物和1点资源。"),
    "urban-growth-a": ("城市扩张", _urban_growth(1)),
    "urban-growth-i": ("城市扩张", _urban_growth(2)),
    "urban-growth-ii": ("城市扩张", _urban_growth(3)),
    "urban-growth-iii": ("城市扩张", _urban_growth(4)),
    "breakthrough-i": ("突破", _breakthrough(2)),
    "breakthrough-ii": ("突破", _breakthrough(3)),
    "reserves-i": ("储备物资", _reserves(2)),
    "reserves-ii": ("储备物资", _reserves(3)),
    "reserves-iii": ("储备物资", _reserves(4)),
    "efficient-upgrade-ii": ("高效升级", _upgrade(3)),
    "efficient-upgrade-iii": ("高效升级", _upgrade(4)),
    "revolutionary-idea-ii": ("革命思想", "获得4点科学。"),
    "revolutionary-idea-iii": ("革命思想", "获得6点科学。"),
    "wave-of-nationalism": ("民族主义浪潮", _per_stronger(6, 3, 2)),
    "military-build-up": ("军事扩充", _per_stronger(8, 5, 3)),
    "endowment-for-the-arts": (
        "艺术捐赠",
        "每有一个文化点数多于你的文明，你就获得文化：2人游戏6点，3人3点，4人2点。",
    ),
}

CIVIL: dict[str, tuple[str, str]] = {
    **LEADERS,
    **WONDERS,
    **TECHNOLOGIES,
    **SPECIAL,
    **GOVERNMENTS,
    **ACTIONS,
}
