"""English: where a table is, and invitations to it."""

PLACES = {
    "place.carrier": "from nowhere: your provider shares this address among many",
    "place.containers": "only from containers and virtual machines of this computer",
    "place.down": "from nowhere: this network interface is down",
    "place.forwarded": "as you have said (--public)",
    "place.here": "only from this computer",
    "place.network": "from your own network",
    "place.public": "from the internet, unless a firewall is in the way",
    "place.vpn": "from the same VPN",
    "place.vpn-named": "from the same {vpn} network",
    "place.through": "By way of {vpn}.",
    "place.through-vpn": "By way of a VPN.",
    "lobby.address": "Send the others this invitation: {command}",
    "lobby.nearby": "On your own network: {command}",
    "lobby.knocking": "Knocking at {address} …",
    "lobby.places": "Where it can be reached:",
    "invitation.line": "{name} asks you to play {game}: {command}",
    "invitation.line.nameless": "You are asked to play {game}: {command}",
    "invitation.line.plain": "You are asked to play: {command}",
    "invitation.or": "or {command}",
    "invitation.no-picture": "The QR code needs a larger window, or one that shows more than ASCII.",
    "invitation.none": "Nobody knows yet where this table is, so there is no invitation.",
    "invitation.title": "Send this line by any messenger, or have a telephone read it",
    "told.paste": "Paste the invitation; Ctrl-D ends it.",
    "doctor.ports-at": "This computer can be reached at {hosts}. {friends}",
    "doctor.ports-at-one": "{host} ({reach})",
    "doctor.ports-friends": "A friend on another network: tta help network.",
    "doctor.ports-vpn": "A friend in the same VPN can join as on your own network.",
    "doctor.ports-alone": "This computer is connected to no network: only programs on it can join ({hosts}).",
    "doctor.ports-link-local": "This computer has only link-local IPv6 addresses, which others cannot be told. Give it"
    " an address: by DHCP, or by hand.",
    "doctor.ports-none": "This computer has no network address at all, not even its own (127.0.0.1). Games with others"
    " need one: ip link set lo up.",
    "node.no-network": "This computer is connected to no network: only programs on it can join.",
    "node.link-local-only": "This computer has only link-local IPv6 addresses, which others cannot be told. Give it an"
    " address, by DHCP or by hand, and open the table again.",
    "join.no-own-address": "This computer has no network address at all, not even its own (127.0.0.1), so nobody could"
    " join. Connect it to a network, and open the table again",
    "error.address-many": "{0} addresses are too many: an invitation has at most {1}.",
    "error.invitation-address": "The address before the # is not whole. Copy the whole line of the invitation.",
    "error.invitation-key": "The key behind the # has {0} of {1} letters. Copy the whole line of the invitation.",
    "error.invitation-key-wrong": "A letter of the key behind the # is wrong. Copy the whole line of the invitation.",
    "error.invitation-long": "This message has {0} letters. Paste the line with the invitation alone.",
    "error.invitation-no-key": "The key is missing: an invitation goes on behind the address with # and {0} letters.",
    "error.invitation-none": "There is no invitation in this. It is a line with HOST:PORT#KEY.",
    "error.invitation-several": "This message holds several invitations. Paste one of them.",
    "error.home-none": "This user has no home folder, so there is no place for games and keys. Name a folder with"
    " TTA_HOME.",
    "error.home-no-locks": "{0} is on a drive without file locks ({1}), as network drives can be. Two programs could"
    " damage your games there. Name a folder on this computer with TTA_HOME.",
}
"""Where a table can be reached, how its host invites, and what is wrong with an invitation or with a data folder."""
