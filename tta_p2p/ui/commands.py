"""What can be typed in the line client: commands about the game, and acts in notation or in words.

A word that is no command is an act. Commands may be written with a colon before them (`:row`), which also tells a
command from an act of the same name; `act …` is always an act.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeAlias

from tta_p2p.seats import messages as say

from . import acts
from .blocks import Block, Fields, Gap, Heading, Page, Para
from .cells import Span, row
from .known import ENDING, Question, moved
from .lobby import conditions_blocks, is_host, lobby_blocks, welcome_blocks
from .plain import bare, with_faces
from .presenter import Guess

if TYPE_CHECKING:
    from .line_client import LineClient

Handler: TypeAlias = Callable[[str], Awaitable[None]]

SHORT: Mapping[str, str] = {
    "h": "help",
    "?": "help",
    "l": "acts",
    "legal": "acts",
    "u": "undo",
    "w": "why",
    "explain": "why",
    "t": "table",
    "m": "me",
    "r": "row",
    "e": "events",
    "say": "chat",
    "q": "quit",
    "exit": "quit",
    "overview": "table",
    "board": "me",
    "waiting": "who",
    "players": "conditions",
    "charter": "conditions",
}
"""Other words for commands."""

TURN = ("undo", "redo", "reset", "why", "acts", "hint", "act")
"""Commands for which a script waits until its seat is to decide."""

MOTIONS = ("gone", "cheated", "resigned", "adjourn", "forfeit")
MOST_CARDS = 4
ITS_TURN = ("an act", "its turn")
"""Reasons for waiting that say no more than whose turn it is."""


class Commands:
    """The commands of one client."""

    def __init__(self, client: LineClient) -> None:
        self._client = client
        self._handlers: dict[str, Handler] = {
            "help": self._help,
            "acts": self._acts,
            "act": self._act,
            "undo": self._undo,
            "redo": self._redo,
            "reset": self._reset,
            "why": self._why,
            "hint": self._hint,
            "log": self._log,
            "chat": self._chat,
            "who": self._who,
            "vote": self._vote,
            "resign": self._resign,
            "go-on": self._go_on,
            "conditions": self._conditions,
            "brief": self._brief,
            "look": self._look,
            "ready": self._ready,
            "start": self._start,
            "dismiss": self._dismiss,
            "quit": self._quit,
        }

    def names(self) -> tuple[str, ...]:
        """Every command and page there is."""
        presenter = self._client.presenter
        return tuple(dict.fromkeys([*self._handlers, *(presenter.pages if presenter else ())]))

    def needs_turn(self, line: str) -> bool:
        """Whether a script must wait for its turn before this line means anything."""
        if self._client.question is not None or self._client.handing_over is not None:
            return False
        name, _ = self._split(line)
        known = name is None or name in TURN
        return bool(line.strip()) and known and self._client.seat is not None

    async def handle(self, line: str) -> None:
        """Do what a line says."""
        client = self._client
        typed = line.strip()
        if client.handing_over is not None:
            seat, client.handing_over = client.handing_over, None
            await client.hello(seat)
            return
        if client.question is not None and await self._answer(typed):
            return
        if not typed or typed.startswith("#"):
            return
        name, rest = self._split(typed)
        if name is None:
            await self._act(typed)
        elif name in self._handlers:
            await self._handlers[name](rest)
        else:
            self._page(name, rest)

    def _split(self, line: str) -> tuple[str | None, str]:
        """Tell a command from an act: the command's name (None: an act) and what comes after it."""
        typed = line.strip()
        for mark, name in (("'", "chat"), ("?", "help")):
            if typed.startswith(mark):
                return name, typed[1:].strip()
        first, _, rest = typed.removeprefix(":").partition(" ")
        known = SHORT.get(first.lower(), first.lower())
        presenter = self._client.presenter
        is_command = known in self._handlers or (presenter is not None and known in presenter.pages)
        if is_command and (typed.startswith(":") or not self._is_act(typed)):
            return known, rest.strip()
        if typed.startswith(":"):
            return "help", typed[1:]
        return None, typed

    def _is_act(self, typed: str) -> bool:
        """Whether this is the notation of a legal act (which then wins over a command, but never over resigning)."""
        plain = " ".join(typed.split())
        return plain != "resign" and any(entry.text == plain for entry in self._client.known.menu.entries)

    async def _answer(self, typed: str) -> bool:
        """Take a line as the answer to the open question, if it is one."""
        client, question = self._client, self._client.question
        assert question is not None
        yes = bare(typed) in client.words("answers.yes").split()
        no = bare(typed) in client.words("answers.no").split()
        client.question = None
        if not yes and not no:
            if typed:
                client.tell(client.words("no-answer"))
            return not typed
        for request in question.yes if yes else question.no:
            if isinstance(request, say.Bye):
                await client.leave(client.code)
                return True
            answers = (say.Turn, say.Over) if isinstance(request, say.Act) else ()
            await client.send(request, *answers)
        return True

    # --- acts --------------------------------------------------------------------------------------------

    async def _act(self, typed: str) -> None:
        client = self._client
        scene, presenter = client.known.scene, client.presenter
        if scene is None or presenter is None:
            client.tell(client.words("no-game-yet" if client.known.lobby is None else "in-lobby"))
            return
        if client.seat is None:
            client.tell(client.words("watcher"))
            return
        if typed.isdecimal():
            await self._numbered(int(typed))
            return
        if client.known.ended:
            client.tell(client.words("ended"))
            return
        if not scene.turn.mine:
            if self._could_be_act(typed):
                client.tell(client.words("not-your-turn"))
                self.who()
            else:
                self._not_understood(typed, typed.split()[0], self.names())
            return
        found = acts.find(typed, client.known.menu, presenter, scene)
        if found.entry is not None:
            await self._do(found.entry.text)
        elif found.fits:
            client.tell(client.words("which", n=len(found.fits)))
            client.show([acts.candidates_block(found.fits, presenter)])
            client._menu_for = client._menu_key(scene)
        else:
            await self._refused(typed)

    async def _numbered(self, number: int) -> None:
        client = self._client
        if not client.may_act():
            client.tell(client.words("not-your-turn"))
            return
        entry = client.known.menu.numbered(number)
        if not client.menu_is_current():
            client.tell(client.words("list-changed"))
        elif entry is None:
            client.tell(client.words("no-such-number", number=number, last=len(client.known.menu.entries)))
        else:
            await self._do(entry.text)

    async def _do(self, text: str) -> None:
        client = self._client
        act = say.Act(text)
        if text == "resign":
            client.ask(Question(client.words("resign.act"), (act,)))
            return
        await client.send(act, say.Turn, say.Over)

    def _could_be_act(self, typed: str) -> bool:
        """Whether somebody may have meant an act: it begins with a verb, or is made of cards."""
        presenter = self._client.presenter
        assert presenter is not None
        words, cards = typed.lower().split(), presenter.texts.cards
        a_verb = any(verb.startswith(words[0]) for verb in presenter.texts.verbs)
        return a_verb or all(word in cards for word in with_faces(words, cards, ()))

    async def _refused(self, typed: str) -> None:
        """Nothing legal fits: let the rules say why, if the words are an act at all."""
        client = self._client
        scene, presenter = client.known.scene, client.presenter
        assert scene is not None and presenter is not None
        words = typed.lower().split()
        verbs = presenter.texts.verbs
        meant = [words[0]] if words[0] in verbs else [verb for verb in verbs if verb.startswith(words[0])]
        if len(meant) == 1:
            await self._explain(typed, presenter.guess([meant[0], *words[1:]], scene))
        elif all(word in presenter.texts.cards for word in with_faces(words, presenter.texts.cards, ())):
            client.tell(client.words("which-verb", typed=typed))
        else:
            self._not_understood(typed, words[0], [*self.names(), *verbs])

    async def _explain(self, typed: str, guess: Guess) -> None:
        """Ask the rules about an act that is not legal, if the words are one at all."""
        client = self._client
        presenter = client.presenter
        assert presenter is not None
        if guess.missing:
            client.tell(client.words("not-there", card=presenter.texts.card(guess.missing)), "warn")
        elif guess.unknown:
            self._not_understood(typed, guess.unknown[0], [])
        else:
            client.explaining = typed
            await client.send(say.Explain(guess.text), say.Explained)

    def _not_understood(self, typed: str, word: str, known: Sequence[str]) -> None:
        """Say so, with what may have been meant by a word: something known, or a card."""
        client = self._client
        assert client.presenter is not None
        names = {bare(name): name for name in (*known, *client.presenter.texts.cards.values())}
        parts = {bare(part): name for name in client.presenter.texts.cards.values() for part in name.split()}
        near = get_close_matches(bare(word), {**parts, **names}, 3, 0.7)
        meant = list(dict.fromkeys({**parts, **names}[one] for one in near))
        hint = client.words("did-you-mean", words=client.words("or").join(meant)) if meant else client.words("try-help")
        client.tell(f"{client.words('not-understood', typed=typed)} {hint}")

    async def _acts(self, rest: str) -> None:
        self._client.show_menu()

    async def _undo(self, rest: str) -> None:
        client = self._client
        if self._draft():
            await client.send(say.Undo(), say.Turn)
        else:
            client.tell(client.words("nothing-to-undo"))

    async def _redo(self, rest: str) -> None:
        await self._client.send(say.Redo(), say.Turn)

    async def _reset(self, rest: str) -> None:
        client = self._client
        if self._draft():
            await client.send(say.Reset(), say.Turn)
        else:
            client.tell(client.words("nothing-to-undo"))

    def _draft(self) -> list[str]:
        scene = self._client.known.scene
        return scene.turn.draft if scene is not None and scene.turn.mine else []

    async def _why(self, rest: str) -> None:
        client = self._client
        scene, presenter = client.known.scene, client.presenter
        if scene is None or presenter is None or client.seat is None:
            client.tell(client.words("no-game-yet"))
            return
        if not rest:
            client.tell(client.words("why-what"))
            return
        text = rest
        entry = client.known.menu.numbered(int(rest)) if rest.isdecimal() and client.menu_is_current() else None
        if entry is not None:
            text = entry.text
        elif not rest.isdecimal():
            found = acts.find(rest, client.known.menu, presenter, scene)
            if found.entry is None and len(found.fits) > 1:
                client.tell(client.words("which", n=len(found.fits)))
                client.show([acts.candidates_block(found.fits, presenter)])
                return
            fitting = found.entry or (found.fits[0] if found.fits else None)
            if fitting is None:
                await self._explain(rest, presenter.guess(rest.lower().split(), scene))
                return
            text = fitting.text
        await client.send(say.Explain(text), say.Explained)

    async def _hint(self, rest: str) -> None:
        await self._client.send(say.Hint(), say.Explained)

    # --- looking -----------------------------------------------------------------------------------------

    def _page(self, name: str, about: str) -> None:
        client = self._client
        if client.known.scene is None or client.presenter is None:
            client.tell(client.words("no-game-yet"))
            return
        client.show(client.presenter.page(name, about, client.known.scene))

    async def _look(self, rest: str) -> None:
        await self._client.send(say.Look(), say.Turn, say.Lobby)

    async def _log(self, rest: str) -> None:
        client = self._client
        number = int(rest) if rest.isdecimal() else 20
        log = client.known.log if rest == "all" else client.known.log[-number:]
        client.show([Para(row(Span(line, "log")), 2, 2) for line in log] or [Para(row(client.words("log-empty")))])

    async def _who(self, rest: str) -> None:
        self.who()

    def who(self) -> None:
        """Say whom the game waits for, and why."""
        client = self._client
        if client.known.ended:
            client.tell(client.words("ended"))
            return
        said = False
        if client.known.paused:
            client.tell(client.words("paused", reason=client.known.paused), "warn")
            said = True
        scene = client.known.scene
        if scene is not None and scene.turn.decision is not None and client.presenter is not None:
            names = [
                client.words("you") if seat == client.seat else client.presenter.texts.name(seat)
                for seat in sorted(scene.turn.decision.seats, key=lambda seat: seat != client.seat)
            ]
            decision = client.presenter.decision(scene)
            client.tell(row(client.words("decides", names=", ".join(names)), " ", decision))
            said = True
        deciding = scene.turn.decision.seats if said and scene is not None and scene.turn.decision is not None else []
        for wait in client.known.waits:
            if wait.connected and wait.seat in deciding and wait.why in ITS_TURN:
                continue
            why = client.words.get(f"why.{wait.why}", wait.why)
            seconds = int(wait.since + client.seconds_since_waits())
            key = "wait" if wait.connected else "wait-away"
            client.tell(client.words(key, name=wait.name, why=why, seconds=seconds))
            said = True
        if client.known.proofs is not None:
            client.tell(client.words("proofs", n=client.known.proofs.messages))
            client.show_chain()
        if not said:
            client.tell(client.words("waits-for-nobody"))

    async def _conditions(self, rest: str) -> None:
        client = self._client
        welcome, lobby = client.known.welcome, client.known.lobby
        if welcome is not None and client.presenter is not None:
            seats = welcome_blocks(welcome, client.words, client.presenter, again=True)
            client.show([*seats, *conditions_blocks(welcome, client.words, client.presenter)])
        elif lobby is not None:
            client.show(lobby_blocks(lobby, client.words))

    async def _brief(self, rest: str) -> None:
        client = self._client
        client.brief = rest != "off" if rest else not client.brief
        client.tell(client.words("brief-on" if client.brief else "brief-off"))

    # --- the others --------------------------------------------------------------------------------------

    async def _chat(self, rest: str) -> None:
        client = self._client
        if rest:
            await client.send(say.Say(rest[:500]), say.Chat)
        else:
            client.tell(client.words("chat-what"))

    async def _vote(self, rest: str) -> None:
        client = self._client
        words = rest.split()
        motion = words[0].lower() if words else ""
        mine = client.operator_of(client.seat)
        if motion not in MOTIONS or mine is None:
            client.tell(client.words("vote-how"))
            return
        no = len(words) > 1 and bare(words[-1]) in client.words("answers.no").split()
        yes = len(words) > 1 and bare(words[-1]) in client.words("answers.yes").split()
        name = " ".join(words[1 : -1 if yes or no else None])
        operator = self._operator(name) if name else (mine if motion not in ("gone", "cheated") else None)
        if operator is None:
            client.tell(client.words("vote-whom"))
            return
        vote, about = say.Vote(motion, operator, not no), moved(motion, operator)
        if motion in ENDING and not (yes or no or about in client.known.moved):
            client.ask(Question(client.words(f"vote.{motion}"), (vote,)))
        else:
            await client.send(vote)

    def _operator(self, name: str) -> int | None:
        welcome = self._client.known.welcome
        for info in welcome.seats if welcome is not None else []:
            if bare(name) in (bare(info.name), bare(info.operated_by)):
                return info.operator
        return None

    async def _resign(self, rest: str) -> None:
        """Resign as the rules know it if that is possible now, else by a motion of the table."""
        client = self._client
        mine = client.operator_of(client.seat)
        if mine is None:
            client.tell(client.words("watcher"))
            return
        if client.may_act() and any(entry.text == "resign" for entry in client.known.menu.entries):
            client.ask(Question(client.words("resign.act"), (say.Act("resign"),)))
        else:
            client.ask(Question(client.words("resign.motion"), (say.Vote("resigned", mine, True),)))

    async def _ready(self, rest: str) -> None:
        client = self._client
        if client.known.lobby is None or client.known.welcome is not None:
            client.tell(client.words("not-in-lobby"))
            return
        await client.send(say.Ready(bare(rest) not in client.words("answers.no").split()), say.Lobby)

    async def _go_on(self, rest: str) -> None:
        client = self._client
        if client.known.missing:
            names = client.words("and").join(client.known.missing)
            client.ask(Question(client.words("go-on.risk", names=names), (say.GoOn(),)))
        else:
            client.tell(client.words("go-on.nobody"))

    async def _start(self, rest: str) -> None:
        client = self._client
        if client.known.lobby is None or client.known.welcome is not None:
            client.tell(client.words("not-in-lobby"))
            return
        await client.send(say.Start(), say.Lobby, say.Welcome)

    async def _dismiss(self, rest: str) -> None:
        client = self._client
        if client.known.lobby is None or client.known.welcome is not None:
            client.tell(client.words("not-in-lobby"))
            return
        await client.send(say.Dismiss(rest.strip()), say.Lobby)

    async def _quit(self, rest: str) -> None:
        client = self._client
        if client.in_lobby and client.terminal.interactive:
            lobby = client.known.lobby
            asked = "quit.lobby.host" if lobby is not None and is_host(lobby) else "quit.lobby"
            client.ask(Question(client.words(asked), (say.Leave(),), (say.Bye(),)))
        elif client.comeback or client.known.over is not None or not client.terminal.interactive:
            await client.leave(client.code)
        else:
            client.ask(Question(client.words("quit.lost"), (say.Bye(),)))

    # --- help --------------------------------------------------------------------------------------------

    async def _help(self, rest: str) -> None:
        client = self._client
        if not rest:
            client.show(self._help_page())
            return
        known = SHORT.get(rest.lower(), rest.lower())
        if f"help.{known}" in client.words and known in self.names():
            client.tell(f"{client.words(f'usage.{known}')}  {client.words(f'help.{known}')}")
            return
        presenter = client.presenter
        faces = self._cards(rest) if presenter is not None else []
        if presenter is None or not faces:
            client.tell(client.words("no-card", typed=rest))
            return
        for number, face in enumerate(faces[:MOST_CARDS]):
            client.show([*([Gap()] if number else []), *presenter.card(face)])
        if len(faces) > MOST_CARDS:
            names = ", ".join(presenter.texts.card(face) for face in faces[MOST_CARDS:])
            client.tell(client.words("more-cards", names=names))

    def _cards(self, asked: str) -> list[str]:
        """The cards of this name, else with this as a part of it, else nearly of it."""
        presenter = self._client.presenter
        assert presenter is not None
        wanted = bare(asked)
        if asked.isdecimal() and presenter.texts.cards and self._client.known.scene is not None:
            entry = self._client.known.menu.numbered(int(asked))
            return presenter.cards_of(entry.act, self._client.known.scene) if entry and entry.act else []
        cards = presenter.texts.cards
        exact = [face for face, name in cards.items() if wanted in (bare(face), bare(name))]
        parts = [face for face, name in cards.items() if wanted and wanted in bare(name)]
        if exact or parts:
            return exact or parts
        names = {bare(name): face for face, name in cards.items()}
        names |= {bare(word): face for face, name in cards.items() for word in name.split() if len(word) > 3}
        return list(dict.fromkeys(names[near] for near in get_close_matches(wanted, names, 2, 0.75)))

    def _help_page(self) -> Page:
        client = self._client
        blocks: list[Block] = []
        groups = {
            "turn": ("acts", "undo", "redo", "reset", "why", "hint"),
            "see": (*(client.presenter.pages if client.presenter is not None else ()), "card", "log", "brief"),
            "others": ("chat", "who", "conditions", "vote", "resign", "quit"),
        }
        if client.known.welcome is None:
            groups = {"lobby": ("ready", "start", "dismiss", "give-up")}
        else:
            blocks += [Para(row(client.words("help.acts-are"))), Gap()]
        for group, names in groups.items():
            blocks.append(Heading(row(client.words(f"help.group.{group}"))))
            listed = tuple((row(client.words(f"usage.{n}")), row(client.words(f"help.{n}"))) for n in names)
            blocks.append(Fields(listed, 2))
        return Page(row(client.words("help-title")), tuple(blocks))
