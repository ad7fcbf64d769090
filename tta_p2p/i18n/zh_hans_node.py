"""What nodes have to say, in simplified Chinese; arguments by place, as the seat protocol gives them."""

from __future__ import annotations

KNOWN = {
    "known.clock-ahead-days": "它的时钟比你的快{0}天（游戏不在意）",
    "known.clock-ahead-years": "它的时钟比你的快{0}年（游戏不在意）",
    "known.clock-behind-days": "它的时钟比你的慢{0}天（游戏不在意）",
    "known.clock-behind-years": "它的时钟比你的慢{0}年（游戏不在意）",
    "known.compared": "认识，已核对",
    "known.new": "新人，未核对",
    "known.not-compared": "认识，未核对",
    "known.other-key": "警告：名字认识，但密钥不同",
    "known.was": "警告：这个密钥以前叫{0}",
    "known.you": "你",
}

ERRORS = {
    "node.alone": "这里没有可以投票或等待的人",
    "node.bad-line": "这不是座位协议的一行",
    "node.begun": "游戏已经开始",
    "node.damaged": "存储{0}已损坏：这局游戏的第{1}条记录不是当初所存的（{2:record}）。完好的部分保留，其余向其他人索"
    "取，在他们说完之前本节点什么也不说",
    "node.damaged-secrets": "存储{0}已损坏：这局游戏的第{1}条记录不是当初所存的，而{2:secret}只存在那里。其余向其他人索"
    "取；若缺了它就不能继续，本节点会停下并说明：那时请取回数据文件夹的完好副本",
    "node.fault": "你自己的tta在处理你的请求时出错（{0}）；什么也没有说出去，游戏继续。请试试别的，或连同节点日志一起"
    "报告",
    "node.fault-showing": "你自己的tta在显示游戏时出错（{0}）；请连同节点日志一起报告",
    "node.floods": "{0}发送了过多无用的内容，连接暂时切断",
    "node.guest-only": "只有来客表示准备好；主人用start开始",
    "node.guest-store": "{0}不能存储游戏（{1:store}），修好之前不会同意",
    "node.hello-first": "请先说hello",
    "node.host-only": "只有主人可以这样做",
    "node.knocks-again": "{0:join}。继续敲门，最多再等{1}秒……",
    "node.left-table": "你已离开牌桌",
    "node.no-decision": "这个游戏没有决定“{0}”",
    "node.no-game-yet": "游戏还没有开始",
    "node.no-guest": "没有叫“{0}”的来客",
    "node.no-hints": "这一桌的约定不允许提示",
    "node.no-idle": "决定“{0}”不能放弃",
    "node.no-motion": "这里没有动议“{0}”，只有：{1}",
    "node.no-turns": "这里没有谁有自己的回合：请跳过某一种决定",
    "node.no-workers": "这里不能启动进程来检查别人说的话（{0:errno}）；本节点自己检查，会慢一些，以后再试",
    "node.not-erased": "这局游戏的秘密还不能擦除（{0:store}）；下次使用tta时会再试",
    "node.not-joined": "{0:join}",
    "node.not-now": "{0:not-now}",
    "node.not-ready": "人到齐并都准备好后就开始",
    "node.not-silent": "它还没有沉默{0}秒",
    "node.not-your-seat": "座位{0}不在这里玩",
    "node.nothing-skipped": "没有跳过这样的事",
    "node.nothing-to-redo": "没有可以重做的",
    "node.nothing-to-undo": "没有可以撤销的",
    "node.own-seat-only": "这里每个人只能替自己认输",
    "node.person-only": "这只能由人决定，不能由程序决定",
    "node.program-again": "{1}的程序{2:program}；{4}秒后重新启动；它写到错误输出的内容在{5}",
    "node.program-broken-off": "{1}的程序{2:program}；游戏中断；它写到错误输出的内容在{5}",
    "node.program-given-up": "{1}的程序{2:program}；它已启动{4}次，不再启动。请自己玩这个座位：tta attach {6}；它写到"
    "错误输出的内容在{5}",
    "node.program-replaced": "{1}的程序{2:program}；它已启动{4}次，不再启动。由电脑玩家继续；它写到错误输出的内容在{5}",
    "node.program-rests": "别人在玩{1}的座位，它的程序暂时休息",
    "node.program-slow": "{1}的程序{2:program}；也许在思考，也许没有刷新输出",
    "node.reserved": "“{0}”是保留的名字，目前不能这样请求",
    "node.seat-taken": "这个座位已有别的客户端；用--take-over接管，或用--watch观看",
    "node.skip-what": "请说明跳过什么：直到my-turn，或某个决定的键",
    "node.store": "游戏不能存储在这里（{0:store}）；主人已知道。请修好，然后表示ready",
    "node.stream-again": "现在由{0}展示游戏",
    "node.stream-lost": "{0}不再展示：{1:net}；正在寻找别人",
    "node.stream-over": "已有{0}秒没有人展示这个游戏；tta watch会再找",
    "node.table-closed": "牌桌已为所有人关闭",
    "node.taken-over": "另一个客户端接管了这个座位",
    "node.too-much-talk": "说得太多了",
    "node.turned-away": "{0}拒绝连接：{1:refusal}",
    "node.version": "这个节点使用座位协议第{1}版，你的客户端是第{0}版：请使用相同版本的客户端",
    "node.waits-for-nobody": "这个节点没有在等任何人",
    "node.watching": "观看者不能这样做",
    "node.which-guest": "有几个来客叫“{0}”",
}

JOIN = {
    "join.bad-certificate": "主人不接受本节点的证书",
    "join.bad-host": "主人的话前后不符；什么也没有签署",
    "join.beginning": "那里的游戏正要开始，没有你的位置",
    "join.cannot-listen": "这台机器不允许tta在{2}监听；请换一个地址或端口",
    "join.closed": "主人关闭了牌桌",
    "join.crowded": "那一桌的门口暂时容不下更多来客",
    "join.full": "那一桌已经坐满",
    "join.host-gone": "主人离开了",
    "join.hung-up": "{2}一言不发就断开了：那里还没有或不再有牌桌，或门口太挤",
    "join.in-between": "对方不能证明自己是谁；也许有人在你们中间偷看",
    "join.misled": "应答的人展示了无人签署的内容，或有所隐瞒",
    "join.no-address": "不知道那一桌的任何地址",
    "join.no-game": "这个网络上没有找到可以观看的游戏；玩家知道在哪里（tta watch 主机:端口）",
    "join.no-game-of": "这个网络上没有找到牌桌“{2}”可以观看的游戏；玩家知道在哪里（tta watch 主机:端口）",
    "join.no-multicast": "在这个网络上牌桌不能自行找到彼此；请向主人要地址（主机:端口#密钥）并使用它",
    "join.no-table": "{2}那里不是tta的牌桌",
    "join.none-found": "这个网络上没有找到牌桌；请用主人看到的地址加入（主机:端口#密钥）",
    "join.not-allowed": "玩家约定不让别人观看",
    "join.not-begun": "那里的游戏还没有开始；tta join在那一桌坐下",
    "join.not-followed": "这个程序看不了那局游戏：没有那样的规则，或规则不同",
    "join.not-found": "这个网络上没有找到牌桌“{2}”；请用主人看到的地址加入（主机:端口#密钥）",
    "join.not-signed": "{2}同意了，却没有签署约定；请重新开桌",
    "join.other": "网络没有传到：{2:net}",
    "join.other-game": "那里玩的是另一局游戏",
    "join.parts": "你的规则与那一桌的不同：那边是{2}，你是{3}；双方需要相同的版本（不同之处：{4}）",
    "join.refused": "应答的人拒绝了",
    "join.rules": "你的规则与那一桌的不同：那边是{2}，你是{3}；双方需要相同的版本",
    "join.same-certificate": "那一桌已有人使用本节点的证书",
    "join.same-key": "那一桌已有人使用你的密钥",
    "join.sent-away": "主人要和别人玩",
    "join.several-games": "有几局游戏可以观看；请说明是哪一局：{2}",
    "join.shows-nothing": "应答的人没有展示游戏；也许还没有开始",
    "join.silent": "{2}有人应答，却不说自己是谁",
    "join.under-way": "那里的游戏正在进行；如果玩家同意，可以用tta watch观看",
    "join.unknown-game": "那一桌玩的游戏这台电脑上没有：{2}",
    "join.unreachable": "{2}没有人应答",
    "join.version": "那一桌使用{2}，你使用{3}；双方需要相同的版本",
    "join.wrong-key": "那里应答的是别人，密钥为{2}：请再向主人要一次地址",
    "join.yourself": "那是你自己的牌桌",
}

REFUSAL = {
    "refusal.crowded": "它被问得太频繁；请等一等",
    "refusal.floods": "从这里发去了太多无用的东西；过一会儿它才会再听本节点",
    "refusal.left": "你已经离开了这一桌",
    "refusal.other": "它没有说原因",
    "refusal.seated": "你已经从另一处入座；请关掉其中一个",
}

PAUSES = {
    "paused.adjourn": "{0}同意在此结束游戏，不分胜负（adjourn）",
    "paused.damaged-game": "{0}中关于这局游戏的内容已损坏，别人都没有（如何连到本节点、谁在这里玩）：请取回数据文件夹的"
    "完好副本",
    "paused.damaged-over": "这局游戏已经结束，{0}中的日志在第{1}条记录处损坏：这里不再转交；其他玩家有全部内容",
    "paused.differ": "{0}的程序得出的游戏状态与你的不同：其中一个没有正确执行规则。没有人受到指控",
    "paused.differ-here": "这台电脑上的规则要求了协议所拒绝的事。没有人受到指控；请连同节点日志一起报告",
    "paused.doubled": "这个节点的另一个副本在替同样的座位说话；本节点保持沉默",
    "paused.fault": "你自己的tta出错了（{0}）。没有人受到指控，什么也没有丢失。对其他人来说你只是沉默；你仍可聊天和投"
    "票。tta resume {1}重新开始并再试；若仍失败，请连同节点日志一起报告，或投票结束游戏",
    "paused.fault-watching": "你自己的tta出错了（{0}）。没有人受到指控；游戏在没有你的情况下继续。tta watch会再试；"
    "若仍失败，请报告",
    "paused.forfeit": "{0}同意在此结束游戏，没有赢家（forfeit）",
    "paused.no-identity": "这局游戏是用身份{0}开始的，而这里没有密钥：请从数据文件夹的副本取回{1}。不会生成新密钥：换"
    "了密钥，这局游戏里就没有人认识你",
    "paused.no-such-game": "存储中没有这局游戏，或者它已经结束",
    "paused.other-identity": "这局游戏是用另一个身份（{0}）开始的，不是这里的密钥（{1}）：请从数据文件夹的副本取回{2}",
    "paused.parted": "{0}已自行结束了游戏（{1}）；用 vote forfeit 在这里也结束",
    "paused.parted-others": "其他人已自行结束了游戏（{0}）；用 vote forfeit 在这里也结束",
    "paused.stopped": "这个节点被要求停止；tta resume继续",
    "paused.store": "这局游戏的存储不能使用（{0:store}）；这个节点停止，修好后用tta resume继续",
    "paused.unproven": "其他人以作弊为由投票让{0}出局，但没有拿出证据：没有任何东西表明{0}作弊",
    "paused.unproven-you": "其他人以作弊为由投票让你出局，但没有拿出证据；检查这局的人都不会相信。"
    "vote forfeit为你结束游戏",
}

CHARTER = {
    "charter.game": "{0:game}，{1}人。",
    "charter.game-variant": "{0:game}，{1}人：{2:setting}。",
    "charter.gone": "若有人沉默{0}秒，且其他所有人都同意其已离开，游戏就继续。",
    "charter.hands-closed-until-the-end": "游戏结束之前，除了本人，任何人都打不开一手牌，其他所有人合起来也不行。",
    "charter.hands-stay-closed": "除了本人，任何人都打不开一手牌，其他所有人合起来也不行。",
    "charter.hints": "玩家可以向电脑玩家求助。",
    "charter.keys-published": "若无人中途离开，所有人在游戏结束时签名之后公布密钥：届时每一手牌都可以查看。",
    "charter.keys-stay-secret": "游戏结束后，隐藏的一切都不会公开；但仍可检查游戏是否公平。",
    "charter.one-seat": "{0}玩一个座位。",
    "charter.price": "代价：{0}合起来可以读出{1}的手牌。",
    "charter.programs": "由程序代替{0}来玩。",
    "charter.seats": "{0}操作座位{1}，能看到它们所有的牌。",
    "charter.setting": "{0:setting}：{1:setting}。",
    "charter.too-few": "电脑少于三台时，有人离开后其他人无法继续：游戏会等待。",
    "charter.waits": "若有人离开，游戏会等待；经大家同意可以不分胜负地结束。",
    "charter.watched": "能连到其中一台电脑的人都可以旁观，只看到所有人都能看到的：绝不会看到手牌。",
}

NOT_NOW = {
    "not-now.cards-needed": "没有他们就无法打开牌：请等待、中止或放弃",
    "not-now.has-left": "他们已经离开了游戏",
    "not-now.leaving": "他们正在离开",
    "not-now.no-operator": "这里没有这个编号的玩家",
    "not-now.no-proof": "没有人证明他们作弊",
    "not-now.nobody-stays": "那样就没有人留下了",
    "not-now.other": "这与游戏现在的情况不符",
    "not-now.refused": "你的选择说不出去；请重新选择",
    "not-now.spectator": "只旁观的人不能投票",
    "not-now.table-waits": "约定规定牌桌要等待缺席的人",
    "not-now.too-many-motions": "你提的动议已经太多",
    "not-now.unsound-motion": "没有这样的动议",
    "not-now.without-you": "这个动议不包括你",
    "not-now.yourself": "没有人宣布自己离开；请认输",
}

ACCUSED = {
    "accused.bad-escrow": "{0}分发了假密钥。",
    "accused.bad-proof": "{0}声称了不实的事。",
    "accused.equivocation": "{0}对不同的人说了不同的话。",
    "accused.false-complaint": "{0}诬告了别人。",
    "accused.illegal-act": "{0}违反了游戏规则。",
}

STORE = {
    "store.EDQUOT": "你的磁盘配额已满",
    "store.EFBIG": "磁盘容不下更大的文件",
    "store.EIO": "磁盘出错",
    "store.ENOSPC": "磁盘已满",
    "store.EROFS": "磁盘不能写入",
    "store.SQLITE_BUSY": "另一个进程正在使用它",
    "store.SQLITE_CANTOPEN": "它打不开",
    "store.SQLITE_CORRUPT": "它已损坏",
    "store.SQLITE_FULL": "磁盘已满",
    "store.SQLITE_IOERR_FSYNC": "磁盘出错",
    "store.SQLITE_IOERR_READ": "磁盘出错",
    "store.SQLITE_IOERR_WRITE": "磁盘写不进去了",
    "store.SQLITE_NOTADB": "它已损坏",
    "store.SQLITE_READONLY": "它不能写入",
    "store.old": "它比游戏更旧；请取回数据文件夹的最新副本",
    "store.other": "它的文件不能读取或写入",
}

PROGRAM = {
    "errno.EAGAIN": "系统不再启动进程",
    "errno.EMFILE": "打开的文件太多",
    "errno.ENOMEM": "没有内存了",
    "errno.died": "它立刻就结束",
    "errno.EACCES": "没有运行它的权限",
    "errno.ENOENT": "没有这样的文件或文件夹",
    "errno.ENOEXEC": "它不是可以运行的程序",
    "errno.ENOTDIR": "它的文件夹不是文件夹",
    "program.cannot-start": "不能启动（{3:errno}）",
    "program.closed-input": "关闭了输入",
    "program.closed-output": "关闭了输出",
    "program.deaf": "不读别人对它说的话",
    "program.exit": "已结束，退出码{3}",
    "program.killed": "被{3}终止",
    "program.nonsense": "只说些无意义的话",
    "program.over": "已看到游戏结束",
    "program.silent": "已有{3}秒没有行动（它写完后刷新了吗？）",
    "program.silent-hello": "已有{3}秒没有说hello（它写完后刷新了吗？）",
    "program.taken": "让位给了来玩这个座位的人",
}

RECORD = {
    "record.asked": "规则要求的一步",
    "record.caught": "作弊的证据",
    "record.kept": "本节点的秘密",
    "record.missing": "它不见了",
    "record.rewound": "牌桌退回的记录",
    "record.said": "一条消息",
    "record.unreadable": "它已无法读出",
}

SECRET = {
    "secret.coin": "你抽座位的那一份",
    "secret.keys": "你的牌的密钥",
    "secret.seal": "你的一个密封回答",
}

NET = {
    "net.bad-address": "那不是地址（主机:端口#密钥）",
    "net.bad-frame": "听不懂应答的内容",
    "net.channel-full": "对方不再接收",
    "net.channel-lost": "连接断开了",
    "net.hello-failed": "应答的不是我们的节点",
    "net.misled": "它展示了无人签署的内容，或隐瞒了内容",
    "net.refused": "它拒绝了",
    "net.unreachable": "没有应答",
    "net.wrong-identity": "应答的是别人",
}

NODE = NET | JOIN | REFUSAL | PROGRAM | RECORD | SECRET | KNOWN | ERRORS | PAUSES | CHARTER | NOT_NOW | ACCUSED | STORE
