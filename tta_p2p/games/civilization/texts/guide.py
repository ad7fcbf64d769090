"""Pages of the rules for who plays for the first time: the first turns, and how to read the map."""

from __future__ import annotations

GUIDE_EN = {
    "first-turns": (
        "Your first turns",
        """
Place your capital where the eight squares around it give the most: forests and mountains for production, deserts and
water for trade. While you choose, the line below says what they give together; line by line, `why 2` says it of the
second. Put your army and your scout at the edge that faces the tiles still face down.

In each turn your capital does one thing. Build a second army or a scout first, then what your technologies allow. An
army that stands at the edge of a dark tile turns it up (`x`); walk into the huts you find.

Research every turn in which your trade reaches a price: all of your trade is spent anyway, but for one for each coin.
Take five technologies of level I early: everything above needs them.

As soon as a scout stands on land with eight open squares around it, three squares or more from any other city and
clear of huts, villages and enemies, found your second city at the start of a turn (`found`): you act twice from then
on.

Then choose one way to win and look at the page `track` now and then: it shows how near everybody is to each.
""",
    ),
    "map-signs": (
        "How to read the map",
        """
A square is named by its column and its row: `c4`. Its first letter is the terrain: F forest, M mountain, D desert, W
water, G grassland; two dots are a tile face down.

The second sign is what lies there: `@` a capital, `#` a city, `=` a building, `%` a wonder, `&` a great person, `h` a
hut, `v` a village, `i` iron, `k` silk, `w` wheat, `n` incense, `$` gold (a coin), `*` a natural wonder (culture).

The third is who stands there: A armies, S scouts, B both; small letters are another player's. The fourth is how many
of them. A mark stands before its square: `>` you could choose it, `!` the act in focus is about it. While nothing is in
focus, figures that can move and cities that can act are marked.

The maps of three and four players have room for two signs a square: before the letter of the terrain stands who is
there, else what lies there. `aF` is another player's army in a forest, `kF` silk in one. A mark comes first and
leaves room for one of the two: `>W`, `>k`. `? c4` says all of a square.
""",
    ),
}
"""Topic -> title and text."""

GUIDE_ZH_HANS = {
    "first-turns": (
        "最初几个回合",
        """
把首都放在周围八格产出最多的地方：森林和山地给生产力，沙漠和水域给贸易。选择时，下面一行会说出它们的总和；逐行界面用`why`加编号查看。把军队和侦察队放在朝向未翻开板块的一边。

每个回合你的首都做一件事。先造第二支军队或侦察队，再造科技允许的东西。站在未翻开板块边上的军队可以翻开它（按`x`键）；找到茅屋就走进去。

只要贸易够某个价格，每个回合都研究：反正所有贸易都会花掉，只有每枚钱币能留住一点。早些拿到五项一级科技：上面的一切都需要它们。

一旦侦察队所在的陆地周围八格都已翻开，离任何别的城市至少三格，旁边没有茅屋、村庄和敌人，就在回合开始时建立第二座城市（`found`）：从此你每回合行动两次。

然后选定一条获胜之路，不时看看`track`页：它显示每个人离各种胜利还有多远。
""",
    ),
    "map-signs": (
        "怎样看地图",
        """
一格用列和行来称呼：`c4`。第一个字母是地形：F森林、M山地、D沙漠、W水域、G草原；两个点是未翻开的板块。

第二个符号是那里有什么：`@`首都、`#`城市、`=`建筑、`%`奇观、`&`伟人、`h`茅屋、`v`村庄、`i`铁、`k`丝绸、`w`小麦、`n`熏香、`$`金（钱币）、`*`自然奇观（文化）。

第三个是谁站在那里：A军队、S侦察队、B两者都有；小写字母是别的玩家的。第四个是数量。记号在一格的前面：`>`是你可以选的一格，`!`是选中的行动所关系到的一格。没有选中时，标出能移动的棋子和能行动的城市。

三人和四人的地图每格只容两个符号：地形字母前面是站在那里的棋子，没有棋子时是那里有的东西。`aF`是森林里别的玩家的军队，`kF`是森林里的丝绸。记号排在最前，其余只留一个：`>W`、`>k`。输入`?`和格名，可知一格的全部。
""",
    ),
}
"""Topic -> title and text."""
