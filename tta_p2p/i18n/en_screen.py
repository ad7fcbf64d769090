"""What the full screen says around the game, in English."""

from __future__ import annotations

_KEYS = {
    "all": "all moves in one list",
    "autopilot": "let a bot play for you for a while, or play on yourself",
    "chat": "say something to the table",
    "chats": "what was said at the table",
    "dismiss": "send somebody away for good (as host)",
    "invite": "show an invitation for a friend, also as a QR code",
    "end": "end the turn, pass or decline (asks first where that wastes something)",
    "enter": "do what is marked; where that is not possible: why not",
    "enter.listed": "do what is marked",
    "end.listed": "pass or decline, where that is possible",
    "escape": "back; close a page; call a question off",
    "help": "the card that is marked, and all keys",
    "hint": "a bot's advice, where the table allows it",
    "leave": "leave; the game is kept",
    "leave.lobby": "give up your place, or as host close the table (asks first)",
    "log": "everything that has happened",
    "look-up": "look up a card or a rule",
    "news": "what has happened since your last turn; Space tells it step by step",
    "number": "go to the line with that number",
    "number.listed": "go to that move",
    "pages": "all pages of the game; ← → change the page",
    "players": "everybody's board; ← → change the player",
    "ready": "agree to the conditions, or no longer",
    "redo": "do again what was undone",
    "redraw": "draw the screen anew",
    "rematch": "play again at the same table",
    "reset": "undo the whole turn",
    "skip": "let everything pass until your turn; again: be asked",
    "start": "begin (as host)",
    "typed": "type a move or a command; Tab completes it",
    "undo": "undo, until something hidden was seen",
    "undo.listed": "undo, until something hidden was seen or all have chosen",
    "up-down": "move the mark, or scroll a page",
    "who": "whom the game waits for",
}

SCREEN = {
    "keys.act": "Playing",
    "keys.does": "what it does",
    "keys.key": "key",
    "keys.move": "Moving",
    "keys.others": "The others, and the screen",
    "keys.see": "Looking",
    "keys.typed": "Typed after :",
    "screen.alike": " ×{n}",
    "screen.autopilot": "a bot plays for you: A takes your seat back",
    "screen.by-bot": "{name} (a bot for now)",
    "screen.away": "{name} is not connected",
    "screen.away.several": "{n} players are not connected",
    "screen.one-of": " ({n} of {of})",
    "screen.unattended": "{name} is not at the table",
    "screen.chat-rest": '… ({n} more letters; " shows all)',
    "screen.chats": "What was said",
    "screen.chosen-anew": "You have chosen; you may choose anew",
    "screen.ended": "The game has ended",
    "screen.halted": "stopped",
    "keys.lobby": "Before the game",
    "screen.help": "Help",
    "screen.here.away": (
        "Somebody's connection is gone. The game waits, and goes on by itself when they are back; nothing is lost."
        " Whoever stays away for long can be voted out: :vote gone NAME. Or propose a pause: :pause."
    ),
    "screen.here.decision": (
        "You are asked something, perhaps in somebody else's turn. What it is about stands beside it. Move the mark and"
        " press Enter."
    ),
    "screen.here.halted": (
        "Nothing goes on until people have looked at it: the last lines say why. Everything up to here is kept and"
        " proved. g shows what has happened, w whom the game waits for; :call-off ends it without a winner."
    ),
    "screen.here.failed": "This table did not come together; q leaves.",
    "screen.here.lobby": (
        "The table is not full or not agreed yet. Read the conditions; r agrees to them. The host begins with s, and"
        " with D sends somebody away who should not be here."
        " Compare the words aloud if you want to be sure who sits there."
    ),
    "screen.here.over": (
        "The game is over. The board stays open to look at: o pages, Tab boards, g the log. R plays again at the same"
        " table."
    ),
    "screen.here.paused": (
        "All have agreed to stop here. You may leave, today or for days. r says that you are back; when all have"
        " been back once, the game goes on."
    ),
    "screen.here.preparing": "Everybody shuffles the cards together, each shuffle proved. That takes a moment.",
    "screen.here.sealed": "You have chosen; others are still choosing. Until they have, you may choose anew.",
    "screen.here.turn": (
        "It is your turn. Move the mark and press Enter, or a letter for a kind of move; what it costs and does stands"
        " below. z undoes, e ends the turn."
    ),
    "screen.here.turn-listed": (
        "It is your turn. Move the mark and press Enter, or type the number of a move; what it does stands below."
    ),
    "screen.here.turn-sealed": (
        "All choose at the same time, unseen. Move the mark and press Enter, or type the number of a move; what it does"
        " stands below. Until the others have chosen, z takes your choice back."
    ),
    "screen.here.waiting": "Others are deciding. You can look around: Tab boards, o pages, n news, g the log, ' chat.",
    "screen.here.watching-halted": (
        "Nothing goes on until the players have looked at it: the last lines say why. g shows what has happened."
    ),
    "screen.here.watching-over": "The game is over. You may still look around: o pages, Tab boards, g the log.",
    "screen.here.watching-paused": (
        "The players have agreed to stop here, for today or for days. It goes on when all of them are back; there is"
        " nothing for you to do."
    ),
    "screen.here.watching": "You look on. Tab: the boards, o: all pages, g: what has happened. Hands stay hidden.",
    "screen.keys.act": "? help  q leave",
    "screen.keys.choose": "↑ ↓ choose  Enter does it  Tab boards  o pages  n news  ? help  q leave",
    "screen.keys.any": "Any key closes the screen.",
    "screen.keys.asked": "y yes  n no  Esc back",
    "screen.keys.asked-vote": "y or n, then Enter  Esc back",
    "screen.keys.asked-enter": "Enter or y yes  n no",
    "screen.keys.back": "Esc back",
    "screen.keys.cycle": "← → others",
    "screen.keys.dismiss": "D send away",
    "screen.keys.end": "e end",
    "screen.thinks": "A bot is thinking about it.",
    "screen.keys.curtain": "Enter go on  q leave",
    "screen.keys.leave": "q leave",
    "screen.keys.pass": "e pass",
    "screen.keys.more": "Space more",
    "screen.keys.learn": "? lesson, help  q leave",
    "screen.keys.invite": "I invite",
    "screen.keys.lobby": "' chat  : command  q leave",
    "screen.keys.over": "g log  k charts  j look back  o pages  Tab boards  q leave",
    "screen.keys.page": "↑ ↓ scroll",
    "screen.keys.ready": "r ready",
    "screen.keys.rematch": "R play again",
    "screen.keys.rematch-with": "R play again with {names}",
    "screen.keys.resume": "r go on",
    "screen.keys.owes": "r vote",
    "screen.keys.start": "s start",
    "screen.keys.step": "Space step by step",
    "screen.keys.typing": "Enter says it  Tab completes  Esc back",
    "screen.keys.skip": "S pass until your turn",
    "screen.keys.undo": "z undo",
    "screen.keys.vote": "Enter votes  Esc back",
    "screen.keys.waiting": "↑ ↓ look  Tab boards  o pages  n news  g log  ' chat  ? help  q leave",
    "screen.keys.watching": "↑ ↓ look  Tab boards  o pages  n news  g log  ? help  q leave",
    "screen.leave": "Leave the game?",
    "screen.lobby": "before the game",
    "screen.lobby-state.agreed": "Everybody agrees. Waiting for the host to begin.",
    "screen.lobby-state.agreed.host": "Everybody agrees. Press s to begin.",
    "screen.lobby-state.agreeing": (
        "Everybody is here. Press r to agree to these conditions, and once more to take it back."
    ),
    "screen.lobby-state.agreeing.host": "Everybody is here. Waiting for {names} to agree; then press s.",
    "screen.lobby-state.agreeing.ready": "You have agreed. Waiting for {names} to agree; r takes yours back.",
    "screen.lobby-state.waiting.ready": "You have agreed. Waiting for more players; r takes it back.",
    "screen.lobby-state.starting": "Everybody agrees: the game begins.",
    "screen.lobby-state.waiting": "Waiting for more players. Press r to agree to these conditions, q to leave.",
    "screen.lobby-state.waiting.host": (
        "Waiting for more players. As host you are already ready; press s once all are here and agree."
    ),
    "screen.log": "What has happened",
    "screen.more-below": "↓ {n} {n:n?line|lines} more",
    "screen.more-said": '↑ More was said: g log, " chat.',
    "screen.left-out": " ({key}: {n} more)",
    "screen.empty": "there is nothing to show.",
    "screen.failed": "Something here could not be shown, which is a bug in tta: you see your moves as a plain list."
    " The file faults.log in your data folder tells what repeats it.",
    "screen.failed.title": "A page that failed",
    "screen.more": "… o shows all of it",
    "screen.news": "Since your last turn",
    "screen.no-chat": "Nobody has said anything yet.",
    "screen.no-end": "Nothing to end or decline here: choose one of these.",
    "screen.none": "None of this can be done now: {what}.",
    "screen.number.bid": "You cannot bid {n}.",
    "screen.number.longer": "{n}…: type the next digit. No line here has the number {n} alone.",
    "screen.number.none": "No line here has the number {n}.",
    "screen.not-here": "The full screen needs a terminal that can move its cursor. Use --lines, or set TERM.",
    "screen.not-plain": "--screen and --plain exclude each other: the full screen is not for screen readers and pipes.",
    "screen.over": "The game is over",
    "screen.pasted": "Pasted text plays nothing. Press : to type a command or / to look something up, then paste.",
    "screen.paused": "paused: {names} {n:n?has|have} not come back yet",
    "screen.over.won": "Over: {won}",
    "screen.paused-asked": "{names} would go on: press r as well",
    "screen.paused-others": "paused by its players",
    "screen.paused-here": "paused: press r to go on",
    "screen.preparing": "preparing the cards",
    "screen.doubled": "you play from another place too: close one",
    "screen.returning": "waiting for {names} after a break",
    "screen.say": "Say: ",
    "screen.small": "The screen needs {columns} columns and {lines} lines. Make the window larger; q leaves.",
    "screen.title.conditions": "What everybody agreed to",
    "screen.title.hint": "A bot's advice",
    "screen.title.refused": "That is not possible now",
    "screen.title.table": "News of the table",
    "screen.title.who": "Whom the game waits for",
    "screen.title.why": "What it costs and does, or why it is not possible",
    "screen.vote.n": "You vote no: Enter casts it, Esc takes it back.",
    "screen.vote.y": "You vote yes: Enter casts it, Esc takes it back.",
    "screen.owes-vote": "All wait for your vote: press r",
    "screen.your-vote": "The others wait for your vote",
    "screen.going-on-without-you": "The others vote on going on without you",
    "screen.out": "You are out; {now}",
    "screen.out.alone": "You are out of the game",
    "screen.waits.short": "Waiting for {names}",
    "screen.waits": "Waiting for {names}: {what}",
    **{f"key.{key}": text for key, text in _KEYS.items()},
}
"""Everything by its key."""
