"""Simplified Chinese: where a table is, and invitations to it."""

PLACES = {
    "place.carrier": "从外面连不上：运营商让许多用户共用这个地址",
    "place.containers": "只能从这台电脑上的容器和虚拟机连接",
    "place.down": "连不上：这个网络接口没有启用",
    "place.forwarded": "你用 --public 指定的地址",
    "place.here": "只能从这台电脑连接",
    "place.network": "可从你自己的网络连接",
    "place.public": "可从互联网连接，除非有防火墙阻挡",
    "place.vpn": "可从同一个VPN连接",
    "place.vpn-named": "可从同一个{vpn}网络连接",
    "place.through": "经由{vpn}。",
    "place.through-vpn": "经由VPN。",
    "lobby.places": "别人可以这样连上这一桌：",
    "told.paste": "请粘贴邀请，按 Ctrl-D 结束。",
    "doctor.ports-at": "可以在这些地址连上这台电脑：{hosts}。{friends}",
    "doctor.ports-at-one": "{host}（{reach}）",
    "doctor.ports-friends": "朋友在别的网络：见 tta help network。",
    "doctor.ports-vpn": "同一个VPN里的朋友可以像在你自己的网络上一样加入。",
    "doctor.ports-alone": "这台电脑没有连上任何网络：只有这台电脑上的程序能加入（{hosts}）。",
    "doctor.ports-link-local": "这台电脑只有链路本地的IPv6地址，没法告诉别人。请用DHCP或手动给它一个地址。",
    "doctor.ports-none": "这台电脑一个网络地址也没有，连自己的（127.0.0.1）也没有。和别人对局需要地址："
    "ip link set lo up。",
    "node.alone": "这台电脑没有连上任何网络：只有这台电脑上的程序能加入。",
    "node.alone-link-local": "这台电脑只有链路本地的IPv6地址，没法告诉别人。请用DHCP或手动给它一个地址，再重新开桌。",
    "join.no-own-address": "这台电脑一个网络地址也没有，连自己的（127.0.0.1）也没有，谁也没法加入。"
    "请先连上网络，再重新开桌",
    "error.address-many": "{0}个地址太多了：一份邀请最多有{1}个。",
    "error.invitation-address": "#前面的地址不完整。请复制邀请的整行。",
    "error.invitation-key": "#后面的密钥只有{0}个字母，应有{1}个。请复制邀请的整行。",
    "error.invitation-key-wrong": "#后面的密钥有一个字母不对。请复制邀请的整行。",
    "error.invitation-long": "这条消息有{0}个字。请只粘贴邀请那一行。",
    "error.invitation-no-key": "缺少密钥：邀请在地址后面还有 # 和{0}个字母。",
    "error.invitation-none": "这里面没有邀请。邀请是一行，里面有HOST:PORT#KEY。",
    "error.invitation-several": "这条消息里有好几份邀请。请只粘贴其中一份。",
    "error.home-none": "这个用户没有主目录，没有地方存放对局和密钥。请用 TTA_HOME 指定一个文件夹。",
    "error.home-no-locks": "{0}所在的磁盘不支持文件锁（{1}），网络磁盘有时就是这样。"
    "两个程序同时用会弄坏你的对局。请用 TTA_HOME 指定这台电脑上的一个文件夹。",
}
"""Where a table can be reached, how its host invites, and what is wrong with an invitation or with a data folder."""
