"""What nodes have to say of errors and halts, in English; arguments by place, as the seat protocol gives them."""

from __future__ import annotations

ERRORS = {
    "node.alone": "there is nobody here to vote with or to wait for",
    "node.asked-first": "{0} can still answer and is asked first; say it once more to end the game without waiting",
    "node.asks-whether-begun": "you have signed; asking the others whether the game has begun …",
    "node.bad-line": "not a line of the seat protocol",
    "node.begun": "the game has begun already",
    "node.damaged": "the store {0} is damaged: record {1} of this game is not what was stored ({2:record}). What is"
    " sound is kept, the others are asked for the rest, and nothing is said before they have told it",
    "node.damaged-secrets": "the store {0} is damaged: record {1} of this game is not what was stored, and {2:secret}"
    " stood only there. All else is asked for; if this node cannot go on without it, it stops and says so: then bring"
    " an undamaged copy of the data folder back",
    "node.fault": "your own tta failed at what you asked for ({0}); nothing was said and the game goes on. Try"
    " something else, or report it with the log of this node",
    "node.fault-showing": "your own tta failed at showing the game ({0}); report it with the log of this node",
    "node.floods": "{0} is flooding the table; disconnected for now",
    "node.guest-only": "as host you are already ready; type start",
    "node.guest-store": "{0} cannot store the game ({1:store}) and does not agree before that is mended",
    "node.hello-first": "say hello first",
    "node.host-only": "only the host does that",
    "node.host-store": "the host cannot store the game ({0:store}): it begins when that is mended, and the table stays"
    " open",
    "node.knocks-again": "{0:join}. Knocking again, for {1} s more …",
    "node.left-table": "you have left the table",
    "node.no-decision": "there is no decision “{0}” in this game",
    "node.no-game-yet": "the game has not begun yet",
    "node.no-guest": "no guest is called “{0}”",
    "node.no-hints": "the conditions of this table allow no hints",
    "node.advice-coming": "the bot is still thinking about your last question",
    "node.advice-late": "things have changed while the bot was thinking; ask again",
    "node.no-advice": "the bot failed to think this through; the log of this node says why",
    "node.no-idle": "the decision “{0}” cannot be declined",
    "node.no-motion": "“{0}” cannot be voted on here; choose from {1}",
    "node.no-turns": "nobody has a turn of their own here: skip a kind of decision",
    "node.no-workers": "no process can be started here to check what the others say ({0:errno}); this node checks by"
    " itself, which is slower, and tries again later",
    "node.not-erased": "the secrets of this game could not be erased ({0:store}); that is tried again when tta is"
    " next used",
    "node.not-kept": "the game cannot be saved any more ({0:store}); it goes on, but ends with this window",
    "node.not-joined": "{0:join}",
    "node.not-offered": "this node does not offer that",
    "node.not-now": "{0:not-now}",
    "node.not-paused": "the game is not paused",
    "node.paused-already": "the game is paused already; resume goes on",
    "node.not-ready": "noted: the game begins as soon as the table is full and everybody agrees",
    "node.not-your-seat": "seat {0} is not played here",
    "node.may-go-on-without": "you have waited for {0} for as long as was agreed: “vote gone NAME” asks the others to"
    " go on without that player",
    "node.nothing-begun": "this table cannot be stored here ({0:store}): you have left it, and no game has begun."
    " Mend that, then join or open the table again",
    "node.nothing-skipped": "nothing like that is skipped",
    "node.nothing-to-redo": "there is nothing to redo",
    "node.nothing-to-undo": "there is nothing to undo",
    "node.owes-nothing": "{0} is connected, and the game is not waiting for them",
    "node.own-seat-only": "you can resign only for yourself",
    "node.opened-again": "{0} agreed but did not sign the conditions; the table is open again",
    "node.names-alike": "two names look alike: {0} has the key {1}, and {2} the key {3}",
    "node.own-store": "the game could not be stored here ({0:store}); the others know, and the table stays open. Mend"
    " that, then say start",
    "node.paused": "{0} has not come back from the pause yet; until then nobody can be voted out",
    "node.person-only": "only a person decides that, at a terminal; a program cannot",
    "node.program-again": "the program of {1} {2:program}; it is started again in {4} s; what it wrote to its error"
    " output is in {5}",
    "node.program-broken-off": "the program of {1} {2:program}; the game has broken off; what it wrote to its error"
    " output is in {5}",
    "node.program-given-up": "the program of {1} {2:program}; it has been started {4} times and is given up. Play the"
    " seat by hand: tta attach {6:shell}; what it wrote to its error output is in {5}",
    "node.program-replaced": "the program of {1} {2:program}; it has been started {4} times and is given up. A bot"
    " plays on; what it wrote to its error output is in {5}",
    "node.program-rests": "the program of {1} rests as long as somebody else plays its seat",
    "node.program-slow": "the program of {1} {2:program}; perhaps it thinks, perhaps it does not flush",
    "node.autopilot-so": "that is how it is already",
    "node.no-level": "this game has no bots of level “{0}”; its levels are {1}",
    "node.on-turn": "the command that is set for your turn failed (exit code or error: {0}); see tta settings",
    "node.reserved": "“{0}” is reserved: nothing can be asked for by it yet",
    "node.seat-taken": "another window or program already plays this seat",
    "node.skip-what": "say what to skip: until my-turn, or the key of a decision",
    "node.store": "the game could not be stored here ({0:store}); the host knows. Mend that, then say ready",
    "node.stream-again": "{0} shows the game now",
    "node.stream-lost": "{0} shows nothing more: {1:net}; looking for somebody else who does",
    "node.stream-over": "nobody has shown this game for {0} seconds; tta watch looks again",
    "node.table-closed": "the table is closed for everybody",
    "node.taken-over": "another window has taken this seat over",
    "node.too-early": "{0} has {1} s left; you can vote on it after that",
    "node.too-much-talk": "you talk too much at once: wait a moment",
    "node.turned-away": "{0} refuses the connection: {1:refusal}",
    "node.version": "this node speaks version {1} of the seat protocol, your client version {0}: use a client"
    " of the same version",
    "node.goes-on-soon": "{0} may still answer; in {1} s your computer plays on without them",
    "node.waits-for-nobody": "this computer is not waiting for anybody",
    "node.waits-for-people": "only bots are left here, and the game waits for {0}: it goes on when they come back,"
    " on any day",
    "node.watching": "you only watch here",
    "node.which-guest": "more than one guest is called “{0}”",
}
"""Errors."""

JOIN = {
    "join.bad-certificate": "The host does not accept the certificate of this computer; join once more",
    "join.bad-host": "The host says what does not fit together; nothing was signed",
    "join.bad-names": "At that table somebody's name cannot be seen, or looks exactly like another's; the host can send"
    " that player away",
    "join.beginning": "The game there is just beginning, without you",
    "join.port-taken": "Another program listens at {2} already, perhaps another game of yours; choose"
    " another port (--listen *:0 takes any that is free)",
    "join.cannot-listen": "This computer does not let tta listen at {2}; choose another address or port",
    "join.closed": "The host has closed the table",
    "join.crowded": "There are too many guests at the door of that table",
    "join.full": "Every seat at that table is taken",
    "join.host-gone": "The host is gone",
    "join.hung-up": "{2} answers, but hangs up at once: its table is not open (yet, or any more), or there is a crowd"
    " at its door",
    "join.in-between": "Whoever answers could not show who it is; somebody between you two may be reading along",
    "join.may-have-begun": "The host is gone. You have signed, so the game may have begun: tta resume asks the others",
    "join.misled": "Whoever answers shows what nobody has signed, or keeps something back",
    "join.no-address": "No address of that table is known",
    "join.no-game": "No game to watch was found on this network; ask its players for the address (tta"
    " watch HOST:PORT#KEY)",
    "join.no-game-of": "No game to watch was found at the table “{2}” on this network; ask its players for the"
    " address (tta watch HOST:PORT#KEY)",
    "join.no-multicast": "Tables cannot find each other on this network; ask the host for the address (tta join"
    " HOST:PORT#KEY)",
    "join.no-table": "What answers at {2} is no table of tta",
    "join.none-found": "No table was found on this network; ask the host for the address (tta join HOST:PORT#KEY)",
    "join.none-named": "Name the table you want to join",
    "join.not-allowed": "The players have agreed that nobody else watches",
    "join.not-begun": "The game there has not begun yet; tta join sits down at that table",
    "join.not-followed": "This program cannot follow that game: it has no such rules, or others",
    "join.not-followed-needs": "This program cannot follow that game: it is played by other rules; watch it with {2}",
    "join.not-found": "The table “{2}” was not found on this network; ask the host for the address (tta join"
    " HOST:PORT#KEY)",
    "join.not-signed": "{2} agreed but did not sign the conditions; open the table anew",
    "join.onion": "{2} is an address of the Tor network, which tta cannot reach; ask for another one",
    "join.other": "The network fails: {2:net}",
    "join.other-game": "Another game is played there",
    "join.parts": "Your {4:game} and the one at that table differ in {5:differs}: it has {2}, you have {3}; both need"
    " the same version",
    "join.parts-same": "Your {4:game} and the one at that table differ in {5:differs}, though both are {2}: one of the"
    " two is older or was changed. Both install tta anew, from the same place",
    "join.refused": "Whoever answers there refuses, and does not say why",
    "join.rules": "Your rules and those of that table differ: it has {2}, you have {3}; both need the same version",
    "join.rules-same": "Your rules and those of that table differ, though both are {2}: one of the two is older or was"
    " changed. Both install tta anew, from the same place",
    "join.same-certificate": "Somebody with the certificate of this node sits at that table already",
    "join.same-key": "Somebody with your key sits at that table already",
    "join.sent-away": "The host has sent you away",
    "join.several-games": "Several games can be watched; say which: {2}",
    "join.shows-nothing": "Whoever answers there shows no game; perhaps it has not begun yet",
    "join.silent": "Something answers at {2}, but does not say who it is",
    "join.under-way": "The game there is under way. If its players allow it, you can watch: tta watch {2:shell}",
    "join.unknown-game": "That table plays a game that this computer does not have: {2}",
    "join.unknown-host": "No computer is found by the name in {2}; check how it is spelled",
    "join.unreachable": "Nobody answers at {2}: check the address, and that the table is open",
    "join.version": "That table has {2}, you have {3}; both need the same version",
    "join.wrong-key": "Somebody else answers there: their key is {2}, not the one in your address. Ask the host for"
    " the address again",
    "join.yourself": "That is your own table",
}
"""Why a table is not entered, or a game not watched; the second argument is for how many seconds more it is tried."""

DIFFERS = {
    "differs.both": "how it is played and in what is on its cards and boards",
    "differs.data": "what is on its cards and boards",
    "differs.played": "how it is played",
}
"""In what the rules of a game differ at two ends, as `join.parts` says it."""

REFUSAL = {
    "refusal.crowded": "it is asked too often; wait",
    "refusal.floods": "too much came from here that helps nobody; it hears this node again in a while",
    "refusal.left": "you have left this table",
    "refusal.other": "it does not say why",
    "refusal.seated": "you are seated already, from another place. If you have moved, play there; else close one",
}
"""Why a member of the table does not take a connection."""

HALTS = {
    "halted.call-off": "{0} agreed to end the game here, undecided (call-off)",
    "halted.damaged-game": "what {0} says of this game is damaged, and nobody else has it (how this node is reached and"
    " who plays here): bring an undamaged copy of the data folder back",
    "halted.damaged-over": "this game is over, and its journal in {0} is damaged at record {1}: nothing is handed over"
    " from here; the other players have all of it",
    "halted.differ": "the program of {0} comes to another state of the game than yours: one of the two does not carry"
    " out the rules as it should. Nobody is accused",
    "halted.differ-here": "the rules on this computer ask for what the protocol refuses. Nobody is accused; report it"
    " with the log of this node",
    "halted.doubled": "another copy of this node speaks for the same seats; this one is silent",
    "halted.fault": "your own tta failed ({0}). Nobody is accused and nothing is lost. For the others it is as if"
    " you were silent; you can still talk and vote. tta resume {1:shell} starts anew and tries it again; if that fails"
    " too, report it with the log of this node, or vote to end the game",
    "halted.fault-watching": "your own tta failed ({0}). Nobody is accused; the game goes on without you. tta"
    " watch tries it again; if it fails again, report it",
    "halted.forfeit": "{0} agreed to end the game here, without a winner (forfeit)",
    "halted.no-identity": "this game was begun with the identity {0}, and there is no key here: bring {1} back from a"
    " copy of the data folder. No new key is made: with another one nobody knows you in this game",
    "halted.no-such-game": "there is no such game in the store, or it is over",
    "halted.other-identity": "this game was begun with another identity ({0}) than the key here ({1}): bring {2} back"
    " from a copy of the data folder",
    "halted.parted": "{0} ended the game without you ({1}); to end it here too: {1}",
    "halted.parted-agreed": "{0} ended the game without you ({1}); you have agreed to end it, too, and need not do so"
    " again",
    "halted.parted-left": "{0} ended the game ({1}); you are out of it, and your node ends when nobody plays on",
    "halted.parted-others": "the others ended the game without you ({0}); to end it here too: {0}",
    "halted.stopped": "this node was told to stop; tta resume goes on",
    "halted.store": "the store of this game cannot be used ({0:store}); this node stops, tta resume goes on when that"
    " is mended",
    "halted.unproven": "the others voted {0} out as a cheat and showed no proof: nothing shows that {0} cheated",
    "halted.unproven-you": "the others voted you out as a cheat and showed no proof; nobody who checks this game"
    " believes them. vote forfeit ends it for you",
}
"""Why nothing goes on."""

CHARTER = {
    "charter.away": "You never have to wait longer than {0:seconds} for a connection, or for a computer to"
    " answer by itself.",
    "charter.away-ends": "After waiting {0:seconds} for a connection, or for a computer to answer by itself, anybody"
    " may end the game without a winner.",
    "charter.bots": "Played by a bot: {0}.",
    "charter.game": "{0:game} for {1}.",
    "charter.game-variant": "{0:game} for {1}: {2:setting}.",
    "charter.gone": "If somebody is gone and all others agree, they go on without that player.",
    "charter.hands-closed-until-the-end": "Until the game has ended nobody but its owner can open a hand, not even all"
    " others together.",
    "charter.hands-stay-closed": "Nobody but its owner can ever open a hand, not even all others together.",
    "charter.hints": "Players may ask a bot for advice.",
    "charter.idle": "You never have to wait longer than {0:seconds} for a decision.",
    "charter.idle-ends": "After waiting {0:seconds} for a decision, anybody may end the game without a winner.",
    "charter.keys-published": "After the game, once everybody has signed its end and nobody has left, the keys are"
    " published: every hand can then be looked at.",
    "charter.keys-stay-secret": "After the game hidden cards stay hidden, but anybody can still check that it was"
    " fair.",
    "charter.never-idle": "Everybody may think for as long as they like.",
    "charter.one-seat": "{0} plays one seat.",
    "charter.price": "The price: {0}, all together, could read {1}'s hand.",
    "charter.programs": "A program plays for {0}.",
    "charter.seats": "{0} has the seats {1} and can see the cards of all of them.",
    "charter.setting": "{0:setting}: {1:setting}.",
    "charter.stand-in": "If a player does not act for {0:seconds}, a bot on their own computer plays until they act"
    " again. The others are told; nobody can prove it.",
    "charter.too-few": "With fewer than three computers the others cannot go on when somebody leaves: the game waits.",
    "charter.waits": "If somebody leaves, the game waits for them, unless all agree to end it undecided.",
    "charter.watched": "Anybody who reaches one of these computers may watch, and sees what everybody sees: never"
    " a hand.",
}
"""What everybody signs; `game.NAME` is what a game is called, `setting.…` are texts of the game."""

NOT_NOW = {
    "not-now.cards-needed": "the cards could not be opened without them: wait, call the game off or give it up",
    "not-now.has-left": "they have left the game already",
    "not-now.leaving": "they are just leaving",
    "not-now.no-operator": "nobody here has that number",
    "not-now.no-proof": "nobody has shown that they cheated",
    "not-now.nobody-stays": "you cannot resign: no other player would remain",
    "not-now.other": "that does not fit what the game is doing now",
    "not-now.refused": "what you chose cannot be said; choose again",
    "not-now.spectator": "spectators do not vote",
    "not-now.table-waits": "the conditions say that the table waits for whoever is missing",
    "not-now.finished": "the game is over for you: wait for the others, or end it without them",
    "not-now.too-many-motions": "you have made too many motions already",
    "not-now.too-many-rounds": "this has been voted on too often; if nothing goes on, call the game off or give it up",
    "not-now.unsound-motion": "there is no such motion",
    "not-now.without-you": "this motion does without you",
    "not-now.yourself": "you cannot call yourself gone; resign instead",
}
"""Why something is not possible as things stand."""

ACCUSED = {
    "accused.bad-escrow": "{0} shared out a false key.",
    "accused.bad-proof": "{0} claimed something false.",
    "accused.equivocation": "{0} told different people different things.",
    "accused.false-complaint": "{0} accused somebody falsely.",
    "accused.illegal-act": "{0} broke the rules of the game.",
}
"""What somebody was caught at, by the kind of certificate."""

STORE = {
    "store.EACCES": "you may not write there",
    "store.EDQUOT": "your share of the disk is full",
    "store.EFBIG": "the disk takes no larger file",
    "store.EIO": "the disk fails",
    "store.ENOSPC": "the disk is full",
    "store.EPERM": "you may not write there",
    "store.EROFS": "the disk cannot be written to",
    "store.SQLITE_BUSY": "another process uses it",
    "store.SQLITE_CANTOPEN": "it cannot be opened",
    "store.SQLITE_CORRUPT": "it is damaged",
    "store.SQLITE_FULL": "the disk is full",
    "store.SQLITE_IOERR_FSYNC": "the disk fails",
    "store.SQLITE_IOERR_READ": "the disk fails",
    "store.SQLITE_IOERR_WRITE": "the disk takes no more; it may be full",
    "store.SQLITE_NOTADB": "it is damaged",
    "store.SQLITE_READONLY": "it cannot be written to",
    "store.old": "it is older than the game; bring the newest copy of the data folder back",
    "store.other": "its files cannot be read or written",
}
"""Why a store cannot be used, by what the system calls it; any other name of an error is shown as it is."""

PROGRAM = {
    "errno.EAGAIN": "the system starts no more processes",
    "errno.EMFILE": "too many files are open",
    "errno.ENOMEM": "no memory is left",
    "errno.died": "it ends at once",
    "errno.EACCES": "it may not be run",
    "errno.ENOENT": "there is no such file or folder",
    "errno.ENOEXEC": "it is nothing that can be run",
    "errno.ENOTDIR": "its folder is none",
    "program.cannot-start": "cannot be started ({3:errno})",
    "program.closed-input": "has closed its input",
    "program.closed-output": "has closed its output",
    "program.deaf": "does not read what it is told",
    "program.exit": "has ended with exit code {3}",
    "program.failed": "was stopped, because your own tta failed at it ({3})",
    "program.killed": "was killed by {3}",
    "program.nonsense": "says nothing but nonsense",
    "program.other-version": "speaks version {3} of the seat protocol, which this node does not"
    " (see docs/seat-protocol.md)",
    "program.over": "has seen the end of the game",
    "program.silent": "has not acted for {3} seconds (does it flush what it writes?)",
    "program.silent-hello": "has not said hello for {3} seconds (does it flush what it writes?)",
    "program.taken": "has been put aside by somebody who plays its seat",
}
"""Why a program does not play; arguments as in `node.program-…`."""

RECORD = {
    "record.asked": "what the rules asked for",
    "record.caught": "the proof against a cheat",
    "record.kept": "a secret of this node",
    "record.missing": "it is missing",
    "record.rewound": "that the table went back",
    "record.said": "a message",
    "record.unreadable": "it cannot be read any more, and was perhaps a secret of this node",
}
"""What a damaged record was."""

SECRET = {
    "secret.coin": "your part of the draw for seats",
    "secret.keys": "the keys of your cards",
    "secret.seal": "a sealed answer of yours",
}
"""What only this node had."""

NET = {
    "net.bad-address": "that is no address (HOST:PORT#KEY)",
    "net.bad-frame": "what answers is not understood",
    "net.channel-full": "the other end takes nothing more",
    "net.channel-lost": "the connection broke",
    "net.hello-failed": "whoever answers is no node of ours",
    "net.misled": "it shows what nobody has signed, or keeps something back",
    "net.refused": "it refuses",
    "net.unknown-host": "its name leads nowhere",
    "net.unreachable": "nobody answers",
    "net.wrong-identity": "somebody else answers",
}
"""Why nobody shows a game any more, by the kind of error."""

SAID = NET | JOIN | DIFFERS | REFUSAL | PROGRAM | RECORD | SECRET
NODE = SAID | ERRORS | HALTS | CHARTER | NOT_NOW | ACCUSED | STORE
