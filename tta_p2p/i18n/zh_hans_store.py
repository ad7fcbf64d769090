"""简体中文：数据目录、tta doctor在其中发现的问题，以及损坏的文件。"""

STORE = {
    "doctor.clock": "时钟",
    "doctor.clock-off": "时钟差了好几年；对局仍可进行。",
    "doctor.clock-ok": "证书和证明不依赖时钟。",
    "doctor.cryptography": "密码运算",
    "doctor.cryptography-speed": "一次乘法约{n}微秒",
    "doctor.game-damaged": "{file}中关于对局{id}的内容已损坏。请取回{folder}的完好副本。",
    "doctor.game-older": "对局{id}在{file}里的可能是较旧的副本（也许缺少日志）：它在说任何话之前会先询问其他所有人。",
    "doctor.games": "游戏",
    "doctor.games-left-out": "{why}；已略去",
    "doctor.games-none": "一个也没有",
    "doctor.journal-damaged": "{file}中对局{id}的第{number}条记录与当初存下的不同。tta resume 会向其他人索取。",
    "doctor.journal-damaged-alone": "{file}中对局{id}的第{number}条记录与当初存下的不同，而且别人没有它。请取回"
    "{folder}的完好副本。",
    "doctor.key": "密钥",
    "doctor.key-gone": "这里没有密钥，而有的对局是用{keys}开始的。请从数据目录的副本取回{file}；在此之前不要生成新"
    "密钥。",
    "doctor.key-none": "还没有。第一次开桌时会生成。",
    "doctor.key-ok": "{name}，{key}",
    "doctor.key-other": "对局{games}是用另一个密钥（{keys}）开始的，不是这里的（{key}）。请从数据目录的副本取回"
    "{file}。",
    "doctor.multicast": "组播",
    "doctor.multicast-off": "{why}；请用 tta join 主机:端口#密钥",
    "doctor.multicast-ok": "本地网络上的牌桌会自动找到。",
    "doctor.others-off": "别人可以读取{files}。请对它们运行 chmod go= 。",
    "doctor.others-ok": "只有你的账户（和root）能读你的密钥。",
    "doctor.ports": "端口",
    "doctor.privacy": "隐私",
    "doctor.store": "存储",
    "doctor.store-damaged": "{file}已损坏。下一个命令（例如 tta games）会把完好的内容放进新文件，并把损坏的文件留在"
    "{kept}里。",
    "doctor.store-full": "{folder}所在之处只剩{n} MB。",
    "doctor.store-gone": "{file}里什么也没有，但{seen}表明这里玩过对局。请取回{folder}的副本，包括其中所有文件。",
    "doctor.store-kept": "损坏的文件留在{folder}里。对局能继续之后就可以删除。",
    "doctor.store-lacks": "{file}缺少{marks}所指的对局{games}。请取回{folder}较新的副本，包括其中所有文件。",
    "doctor.store-none": "这里还没有玩过对局。",
    "doctor.store-ok": "{folder}里有{n}局",
    "doctor.terminal": "终端",
    "doctor.terminal-none": "不是终端：输出为纯文本。",
    "doctor.terminal-ok": "{columns}x{lines}，{term}，{encoding}",
    "doctor.terminal-small": "{columns}x{lines}，{term}，{encoding}。请至少调到80x24。",
    "doctor.terminal-utf8": "{columns}x{lines}，{term}，{encoding}。请设置UTF-8的区域，以便显示各种文字的名字。",
    "error.store-emptied": "{0}里什么也没有，但{1}表明这里玩过对局。没有向它写入任何内容。请取回数据目录的副本，包"
    "括其中所有文件；或者用TTA_HOME指定另一个文件夹，在那里玩。",
    "error.store-ruined": "{0}已损坏，其中没有完好的内容。没有向它写入任何内容。请取回数据目录的完好副本；或者用"
    "TTA_HOME指定另一个文件夹，在那里玩。",
    "error.store-unreadable": "{0}已损坏。请先结束这里正在进行的对局，再用 tta games 查看："
    "它会把完好的内容放进新文件。",
    "told.store-mended": "对局的存储已损坏。其中完好的内容已恢复使用：{n}局。损坏的文件留在{kept}里。",
    "told.store-mended-lost": "有{n}局剩下的内容太少；要继续它们，请取回{folder}的完好副本。",
}
