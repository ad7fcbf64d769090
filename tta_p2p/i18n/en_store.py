"""English: the data folder, what `tta doctor` finds in it, and what damaged files are called."""

STORE = {
    "doctor.clock": "clock",
    "doctor.clock-off": "The clock is years off; games work all the same.",
    "doctor.clock-ok": "Certificates and proofs do not depend on it.",
    "doctor.cryptography": "cryptography",
    "doctor.cryptography-speed": "about {n} µs a multiplication",
    "doctor.game-damaged": "What {file} says of the game {id} is damaged. Bring an undamaged copy of {folder} back.",
    "doctor.game-older": "Of the game {id} {file} may be an older copy (its log may be missing): before it says"
    " anything, it asks all others.",
    "doctor.games": "games",
    "doctor.games-left-out": "{why}; it is left out",
    "doctor.games-none": "there is none",
    "doctor.journal-damaged": "Record {number} of the game {id} in {file} is not what was stored. tta resume asks the"
    " others for it.",
    "doctor.journal-damaged-alone": "Record {number} of the game {id} in {file} is not what was stored, and nobody"
    " else has it. Bring an undamaged copy of {folder} back.",
    "doctor.key": "key",
    "doctor.key-gone": "There is no key here, and games were begun with {keys}. Bring {file} back from a copy of the"
    " data folder; until then no new key may be made.",
    "doctor.key-none": "There is none yet. Your first table makes one.",
    "doctor.key-ok": "{name}, {key}",
    "doctor.key-other": "The games {games} were begun with another key ({keys}) than the one here ({key}). Bring "
    "{file} back from a copy of the data folder.",
    "doctor.multicast": "multicast",
    "doctor.multicast-off": "{why}; play with tta join HOST:PORT#KEY",
    "doctor.multicast-ok": "Tables on this network are found by themselves.",
    "doctor.others-off": "Others can read {files}. Run chmod go= on them.",
    "doctor.others-ok": "Only your account (and root) can read your keys.",
    "doctor.ports": "ports",
    "doctor.privacy": "privacy",
    "doctor.store": "store",
    "doctor.store-damaged": "{file} is damaged. Whatever you start next, as tta games, puts what is sound in a new"
    " file and keeps the damaged ones in {kept}.",
    "doctor.store-full": "Only {n} MB are free where {folder} lies.",
    "doctor.store-gone": "{file} holds nothing, but {seen} shows that games were played here. Bring a copy of "
    "{folder} back, with all its files.",
    "doctor.store-kept": "Damaged files are kept in {folder}. Delete them when your games go on.",
    "doctor.store-lacks": "{file} lacks the games {games}, which {marks} names. Bring a newer copy of {folder} back,"
    " with all its files.",
    "doctor.store-none": "No game has been played here yet.",
    "doctor.store-ok": "{n} {n:n?game|games} in {folder}",
    "doctor.terminal": "terminal",
    "doctor.terminal-none": "Not a terminal: output is plain text.",
    "doctor.terminal-ok": "{columns}x{lines}, {term}, {encoding}",
    "doctor.terminal-small": "{columns}x{lines}, {term}, {encoding}. Make it at least 80x24.",
    "doctor.terminal-utf8": "{columns}x{lines}, {term}, {encoding}. Set a UTF-8 locale for names in other scripts.",
    "error.store-emptied": "{0} holds nothing, though {1} shows that games were played here. Nothing was written to"
    " it. Bring a copy of the data folder back, with all its files; or name another folder with TTA_HOME and play"
    " there.",
    "error.store-ruined": "{0} is damaged, and nothing in it is sound. Nothing was written to it. Bring an undamaged"
    " copy of the data folder back; or name another folder with TTA_HOME and play there.",
    "error.store-unreadable": "{0} is damaged. End what plays here and look with tta games, which puts what is sound in"
    " a new file.",
    "told.store-mended": "The store of your games was damaged. What is sound of it is in use again: {n} "
    "{n:n?game|games}. The damaged files are kept in {kept}.",
    "told.store-mended-lost": "Of {n} {n:n?game|games} too little is left; bring an undamaged copy of {folder} back"
    " to go on with them.",
}
