"""All cards and boards once more, in another form and read by other code than the game's tables.

A card: face, age, colour, cost, from how many players each copy is in the deck, what makes it free, effects. Resources
are letters (Wood, Stone, Ore, Clay, Glass, Papyrus, cLoth), `$` is a coin. A side: wonder, side, what it makes, and
the cost and effects of each stage.
"""

from __future__ import annotations

CARDS = """
lumber-yard 1 brown - 3,4 - W
stone-pit 1 brown - 3,5 - S
clay-pool 1 brown - 3,5 - C
ore-vein 1 brown - 3,4 - O
tree-farm 1 brown $ 6 - W/C
excavation 1 brown $ 4 - S/C
clay-pit 1 brown $ 3 - O/C
timber-yard 1 brown $ 3 - W/S
forest-cave 1 brown $ 5 - W/O
mine 1 brown $ 6 - S/O
loom-i 1 grey - 3,6 - L
glassworks-i 1 grey - 3,6 - G
press-i 1 grey - 3,6 - P
well 1 blue - 4,7 - 3vp
baths 1 blue S 3,7 - 3vp
altar 1 blue - 3,5 - 3vp
theater 1 blue - 3,6 - 3vp
tavern 1 yellow - 4,5,7 - 5coins
east-trading-post 1 yellow - 3,7 - COSW-at-1-right
west-trading-post 1 yellow - 3,7 - COSW-at-1-left
marketplace 1 yellow - 3,6 - GLP-at-1-left+right
stockade 1 red W 3,7 - 1shields
barracks 1 red O 3,5 - 1shields
guard-tower 1 red C 3,4 - 1shields
apothecary 1 green L 3,5 - compass
workshop 1 green G 3,7 - gear
scriptorium 1 green P 3,4 - tablet
sawmill 2 brown $ 3,4 - WW
quarry 2 brown $ 3,4 - SS
brickyard 2 brown $ 3,4 - CC
foundry 2 brown $ 3,4 - OO
loom-ii 2 grey - 3,5 - L
glassworks-ii 2 grey - 3,5 - G
press-ii 2 grey - 3,5 - P
statue 2 blue WOO 3,7 well 4vp
aqueduct 2 blue SSS 3,7 baths 5vp
temple 2 blue WCG 3,6 - 4vp
courthouse 2 blue CCL 3,5 scriptorium 4vp
caravansery 2 yellow WW 3,5,6 marketplace W/S/O/C
forum 2 yellow CC 3,6,7 east-trading-post,west-trading-post G/P/L
vineyard 2 yellow - 3,6 - 1coins-per-brown-all
bazaar 2 yellow - 4,7 - 2coins-per-grey-all
stables 2 red WOC 3,5 apothecary 2shields
archery-range 2 red WWO 3,6 workshop 2shields
walls 2 red SSS 3,7 - 2shields
training-ground 2 red WOO 4,6,7 - 2shields
dispensary 2 green OOG 3,4 apothecary compass
laboratory 2 green CCP 3,5 workshop gear
library 2 green SSL 3,6 scriptorium tablet
school 2 green WP 3,7 - tablet
pantheon 3 blue OCCGPL 3,6 altar 7vp
gardens 3 blue WCC 3,4 theater 5vp
town-hall 3 blue SSOG 3,6 - 6vp
palace 3 blue WSOCGPL 3,7 - 8vp
senate 3 blue WWSO 3,5 library 6vp
haven 3 yellow WOL 3,4 forum 1coins-per-brown-own,1vp-per-brown-own
lighthouse 3 yellow SG 3,6 caravansery 1coins-per-yellow-own,1vp-per-yellow-own
chamber-of-commerce 3 yellow CCP 4,6 - 2coins-per-grey-own,2vp-per-grey-own
arena 3 yellow SSO 3,5 dispensary 3coins-per-stage-own,1vp-per-stage-own
ludus 3 yellow SO 5,7 - 3coins-per-red-own,1vp-per-red-own
fortifications 3 red OOOC 3,7 walls 3shields
circus 3 red SSSO 4,6 training-ground 3shields
arsenal 3 red WWOL 3,5 - 3shields
siege-workshop 3 red WCCC 3,5 laboratory 3shields
castrum 3 red WCCP 4,7 - 3shields
lodge 3 green CCPL 3,6 dispensary compass
observatory 3 green OOGL 3,7 laboratory gear
university 3 green WWGP 3,4 library tablet
academy 3 green SSSG 3,7 school compass
study 3 green WPL 3,5 school gear
workers-guild 3 purple WSOOC guild - 1vp-per-brown-neighbours
craftsmens-guild 3 purple SSOO guild - 2vp-per-grey-neighbours
traders-guild 3 purple GPL guild - 1vp-per-yellow-neighbours
philosophers-guild 3 purple CCCPL guild - 1vp-per-green-neighbours
spies-guild 3 purple CCG guild - 1vp-per-red-neighbours
magistrates-guild 3 purple WWWSL guild - 1vp-per-blue-neighbours
shipowners-guild 3 purple WWWGP guild - 1vp-per-brown+grey+purple-own
scientists-guild 3 purple WWOOP guild - any-science
decorators-guild 3 purple SOOL guild - 7vp-if-wonder
builders-guild 3 purple SSSCCG guild - 1vp-per-stage-all
"""

SIDES = """
alexandria day G SS:3vp OO:W/S/O/C PL:7vp
alexandria night G CC:W/S/O/C OOO:G/P/L WWWW:7vp
babylon day W CC:3vp OOL:any-science WWWW:7vp
babylon night W SS:last-card CCCG:any-science
ephesos day P CC:3vp WW:9coins OOG:7vp
ephesos night P SS:4coins,2vp WW:4coins,3vp OOL:4coins,5vp
gizah day S WW:3vp CCL:5vp SSSS:7vp
gizah night S WW:3vp SSS:5vp CCC:5vp SSSSP:7vp
halikarnassos day L OO:3vp GP:from-discards SSS:7vp
halikarnassos night L CC:from-discards,2vp GP:from-discards,1vp WWW:from-discards
olympia day C SS:3vp WW:free-colour CCC:7vp
olympia night C OO:free-turn-1,2vp CCC:free-turn-6,3vp GPL:5vp
rhodos day O WW:3vp CCC:2shields OOOO:7vp
rhodos night O SSS:1shields,3coins,3vp OOOO:1shields,4coins,4vp
"""
