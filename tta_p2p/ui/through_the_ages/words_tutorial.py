"""What the lessons of the tutorial say: a title, why it is done, and the task."""

from __future__ import annotations

_ENGLISH = {
    "row": (
        "The card row",
        "You lead a civilization. Whoever has the most culture at the end wins. Above you see a line for each"
        " player, on"
        " the left the card row, on the right your own board, below what has happened.\n"
        "Cards of the first five spaces cost 1 civil action (CA), then 2, then 3. In round 1 you have one action"
        " and can"
        " only take a card.\n"
        "The Library of Alexandria is a wonder: you build it in stages, and it gives culture and science every turn.",
        "Take the Library of Alexandria from space 3",
    ),
    "first-end": (
        "The end of a turn",
        "Your action is used. At the end of a turn your labs make science, farms make food and mines make"
        " resources; the"
        " log below tells it as a receipt.\n"
        "Then the others play, and cards move down the row: what nobody takes becomes cheaper, and goes at last.",
        "End your turn",
    ),
    "leader-taken": (
        "A leader",
        "Round 2: from now on you have 4 civil and 2 military actions. Leaders help as long as they are in play;"
        " you may"
        " have one at a time, and take only one of each age.\n"
        "Moses makes every new worker cheaper by 1 food. He has come down to space 1 and costs 1 action.",
        "Take Moses from space 1",
    ),
    "leader": (
        "A card from the hand",
        "Leaders and technologies go into your hand first. To put a leader into play costs another action.",
        "Put Moses into play",
    ),
    "population": (
        "A new worker",
        "Workers come from your yellow bank and cost food: 2 now, 1 with Moses, more and more as the bank"
        " empties. The"
        " line 'people' of your board shows idle workers and what the next one costs.",
        "Increase your population",
    ),
    "mine": (
        "A building",
        "An idle worker becomes a farm, a mine, an urban building or a unit, for resources. A third mine means 3"
        " resources a turn instead of 2: the sooner, the better. Each Bronze mine costs 2.",
        "Build a Bronze mine",
    ),
    "receipt": (
        "Military cards",
        "All four civil actions are used. Your two military actions are not: for each you draw a military card at the"
        " end of the turn. What you hold is yours alone to see.",
        "End your turn",
    ),
    "event": (
        "Politics",
        "A turn begins with politics, if you hold cards for it: one political act, or none. An event that you prepare"
        " is laid face down among the future ones and gives you culture by its age, here 1.\n"
        "For it a current event comes up at once and befalls everybody.",
        "Prepare the event Good Harvest",
    ),
    "technology-taken": (
        "A technology",
        "Age I has begun. Irrigation is a better farm: a worker on it makes 2 food instead of 1. It lies in the"
        " middle"
        " of the row and costs 2 actions; you pay science later, when you develop it.",
        "Take Irrigation from space 8",
    ),
    "wonder": (
        "A stage of a wonder",
        "Wonders need no workers, only resources for each stage and a civil action. The first stage of the Library"
        " costs 1 resource. It gives nothing until all stages are done.",
        "Build the first stage of the Library of Alexandria",
    ),
    "warriors": (
        "Units",
        "Strength counts in events, colonies and attacks; whoever is weakest pays for it. Units are built with"
        " military"
        " actions, so they do not slow down the rest. Warriors cost 2 resources.",
        "Build Warriors",
    ),
    "tactic": (
        "Tactics",
        "A tactic makes armies of units: Fighting Band takes two infantry units as an army and adds 1 strength."
        " You have drawn"
        " it and now have two Warriors. It costs a military action.",
        "Play the tactic Fighting Band",
    ),
    "people": (
        "Use every action",
        "One civil action is left, and food. An idle worker waits until you have resources to build with. But"
        " mind your"
        " people: with fewer tokens in the yellow bank they want happiness.",
        "Increase your population",
    ),
    "end": (
        "Ask before you do it",
        "Everything is used. You could still undo all the moves of this turn, as nothing hidden was seen: z undoes"
        " (typed: undo). And ? tells about the card that is marked; what a move costs and does stands below it (typed:"
        " why MOVE).",
        "End your turn",
    ),
    "science": (
        "Science",
        "You have 3 science by now, and Irrigation costs just that. Science is spent on technologies and makes"
        " everything else better; civilizations without labs fall behind.",
        "Develop Irrigation",
    ),
    "upgrade": (
        "An upgrade",
        "A worker moves up to a better card of the same kind for the difference of the prices: from Agriculture"
        " (2) to"
        " Irrigation (4) for 2 resources. No idle worker is needed.",
        "Upgrade Agriculture to Irrigation",
    ),
    "hand": (
        "Plan ahead",
        "Iron makes better mines. It costs 1 action now and science later. Your hand holds as many civil cards as you"
        " have civil actions, so take what you will play.",
        "Take Iron from space 2",
    ),
    "growth": (
        "Food is for people",
        "Food that lies about binds blue tokens. When few of them are left in the bank, corruption takes some of your"
        " stock each turn. So spend food on people and resources on buildings.",
        "Increase your population",
    ),
    "draw": (
        "Keep military actions",
        "You have no use for units now. Unused military actions draw cards: aggressions, tactics, events, and cards"
        " that defend you or win colonies.",
        "End your turn",
    ),
    "attack": (
        "An aggression",
        "You have drawn Raid. Your strength is 3, your rival's 1; the attacked may add cards in defence, and you"
        " win if"
        " you are still stronger. A raid destroys a building and brings you resources. It costs a military action.",
        "Raid your rival",
    ),
    "temple": (
        "Happiness",
        "People want to be kept happy as the yellow bank empties; else idle workers must calm them, or there is an"
        " uprising and no production. A temple makes a happy face and 1 culture every turn.",
        "Build a temple (Religion)",
    ),
    "corruption": (
        "Nothing lies idle",
        "Three resources and a worker are left. A second lab doubles your science, and the resources cannot be"
        " lost to"
        " corruption.",
        "Build a lab (Philosophy)",
    ),
    "last": (
        "The question at the end",
        "Two civil actions are unused. Then the end is asked about once, with all that would be wasted or lost."
        " Here it"
        " is all right: answer y.",
        "End your turn, and answer y",
    ),
}

_CHINESE = {
    "row": (
        "卡牌列",
        "你领导一个文明。最后文化最多者获胜。上方每位玩家一行，左边是卡牌列，右边是你的面板，下方是发生过的事。\n"
        "前五格的牌花费1个内政行动（表中“内政”一列），之后是2个，再之后是3个。第一轮你只有一个行动，只能拿一张牌。\n"
        "亚历山大图书馆是奇迹：分阶段建造，建成后每回合带来文化和科学。",
        "拿第3格的亚历山大图书馆",
    ),
    "first-end": (
        "回合结束",
        "行动用完了。回合结束时，实验室生产科学，农场生产食物，矿山生产资源；下方的记录就是清单。\n"
        "然后轮到其他人，卡牌沿卡牌列下移：没人拿的牌越来越便宜，最后消失。",
        "结束你的回合",
    ),
    "leader-taken": (
        "领袖",
        "第二轮：从现在起你有4个内政行动和2个军事行动。领袖在场时帮助你；同时只能有一位，每个时代只能拿一位。\n"
        "摩西使每个新工人少花1个食物。他已移到第1格，花费1个行动。",
        "拿第1格的摩西",
    ),
    "leader": ("打出手牌", "领袖和科技牌先进入手牌。让领袖上任再花费一个行动。", "让摩西上任"),
    "population": (
        "新工人",
        "工人来自黄色人口区，花费食物：现在是2，有摩西时是1，人口区越空越贵。"
        "你面板上的人口一行显示空闲工人和下一个的花费。",
        "增加人口",
    ),
    "mine": (
        "建筑",
        "空闲工人花费资源变成农场、矿山、城市建筑或军事单位。第三座矿山使你每回合得到3个资源而不是2个：越早越好。"
        "每座铜矿花费2个资源。",
        "建造一座铜矿",
    ),
    "receipt": (
        "军事牌",
        "四个内政行动都用完了，两个军事行动还没有：回合结束时，每个未用的军事行动抽一张军事牌。你的手牌只有你能看到。",
        "结束你的回合",
    ),
    "event": (
        "政治",
        "若你有可用的牌，回合以政治阶段开始：一个政治行动，或不做。你筹划的事件面朝下放入未来事件，并按其时代给你文化，这里是1。\n"
        "随后立即翻开一个当前事件，影响所有人。",
        "筹划事件“丰收”",
    ),
    "technology-taken": (
        "科技",
        "时代I已开始。灌溉是更好的农场：其上的工人生产2个食物而不是1个。它在卡牌列中部，花费2个行动；"
        "科学点数以后发展时才付。",
        "拿第8格的灌溉",
    ),
    "wonder": (
        "奇迹的阶段",
        "奇迹不需要工人，每个阶段只需资源和一个内政行动。图书馆的第一阶段花费1个资源。全部阶段完成之前没有任何效果。",
        "建造亚历山大图书馆的第一阶段",
    ),
    "warriors": (
        "军事单位",
        "军力用于事件、殖民地和攻击；最弱者付出代价。军事单位用军事行动建造，所以不妨碍其他事。战士花费2个资源。",
        "建造战士",
    ),
    "tactic": (
        "阵型",
        "阵型把军事单位编成军队：兵阵把两个步兵算作一支军队并增加军力。你抽到了它，现在又有两个战士。"
        "它花费一个军事行动。",
        "打出阵型“兵阵”",
    ),
    "people": (
        "用完每个行动",
        "还剩一个内政行动和食物。空闲工人等你有资源时再建造。但要注意人民：黄色人口区的标记越少，他们越需要笑脸。",
        "增加人口",
    ),
    "end": (
        "先问再做",
        "都用完了。本回合的行动仍可全部撤销，因为没有看到隐藏信息：按z撤销（输入：undo）。按“?”说明标记的牌；"
        "行动的花费和效果显示在下方（输入：why加行动）。",
        "结束你的回合",
    ),
    "science": (
        "科学点数",
        "你现在有3点科学，灌溉正好花费这么多。科学点数用于发展科技，使其他一切变得更好；没有实验室的文明会落后。",
        "发展灌溉",
    ),
    "upgrade": (
        "升级",
        "工人移到同类中更好的牌，只付差价：从农业（2）到灌溉（4）花费2个资源。不需要空闲工人。",
        "把农业升级为灌溉",
    ),
    "hand": (
        "提前计划",
        "铁矿是更好的矿山。现在花费1个行动，以后花费科学点数。内政手牌上限等于你的内政行动数，所以只拿你会打出的牌。",
        "拿第2格的铁矿",
    ),
    "growth": (
        "食物养人",
        "存放的食物占用蓝色标记。当蓝色供给区的标记很少时，每回合的腐败会夺走一些存货。所以把食物用于人口，"
        "把资源用于建筑。",
        "增加人口",
    ),
    "draw": (
        "保留军事行动",
        "你现在不需要军事单位。未用的军事行动用来抽牌：侵略、阵型、事件，以及用于防御或争夺殖民地的牌。",
        "结束你的回合",
    ),
    "attack": (
        "侵略",
        "你抽到了突袭。你的军力是3，对手是1；被攻击者可以加防御牌，若你仍然更强就获胜。"
        "它摧毁一座建筑并给你资源。花费一个军事行动。",
        "突袭你的对手",
    ),
    "temple": (
        "笑脸",
        "黄色人口区变空时，人民需要更多笑脸；否则要由空闲工人安抚，不然就会起义，没有生产。"
        "寺庙每回合带来一个笑脸和1点文化。",
        "建造一座寺庙（宗教）",
    ),
    "corruption": (
        "物尽其用",
        "还剩三个资源和一个工人。第二座实验室使科学加倍，而且这些资源不会因腐败而损失。",
        "建造一座实验室（哲学）",
    ),
    "last": (
        "结束前的询问",
        "还有两个内政行动未用。这时结束会先询问一次，列出会浪费或损失的一切。这里没有关系：回答y。",
        "结束你的回合，并回答y",
    ),
}


_TYPED = {
    "en": {
        "row": "You lead a civilization. Whoever has the most culture at the end wins. Above you see a line for each"
        " player, then your own civilization, the card row, and what you can do; below stands what has happened.\n"
        "Cards of the first five spaces cost 1 civil action (CA), then 2, then 3. In round 1 you have one action"
        " and can only take a card.\n"
        "The Library of Alexandria is a wonder: you build it in stages, and it gives culture and science every turn.",
        "first-end": "Your action is used. At the end of a turn your labs make science, farms make food and mines make"
        " resources; you are told so as soon as it has ended.\n"
        "Then the others play, and cards move down the row: what nobody takes becomes cheaper, and goes at last.",
        "population": "Workers come from your yellow bank and cost food: 2 now, 1 with Moses, more and more as the bank"
        " empties. The column 'idle' shows idle workers, and `me` what the next one costs.",
    },
    "zh-Hans": {
        "row": "你领导一个文明。最后文化最多者获胜。上方每位玩家一行，然后是你的文明、卡牌列和你能做的事；"
        "下方是发生过的事。\n"
        "前五格的牌花费1个内政行动（表中“内政”一列），之后是2个，再之后是3个。第一轮你只有一个行动，只能拿一张牌。\n"
        "亚历山大图书馆是奇迹：分阶段建造，建成后每回合带来文化和科学。",
        "first-end": "行动用完了。回合结束时，实验室生产科学，农场生产食物，矿山生产资源；回合一结束就会告诉你。\n"
        "然后轮到其他人，卡牌沿卡牌列下移：没人拿的牌越来越便宜，最后消失。",
        "population": "工人来自黄色人口区，花费食物：现在是2，有摩西时是1，人口区越空越贵。"
        "表中“空闲”一列是空闲工人，`me`显示下一个的花费。",
    },
}
"""What lessons say instead to whoever types: where things stand otherwise than on the full screen."""


def _texts(lessons: dict[str, tuple[str, str, str]], typed: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, (title, why, task) in lessons.items():
        found |= {f"tutorial.{key}": title, f"tutorial.{key}.why": why, f"tutorial.{key}.task": task}
    return found | {f"tutorial.{key}.why.typed": why for key, why in typed.items()}


TUTORIAL = {"en": _texts(_ENGLISH, _TYPED["en"]), "zh-Hans": _texts(_CHINESE, _TYPED["zh-Hans"])}
"""Language -> key -> text."""
