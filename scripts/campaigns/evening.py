"""An evening of four friends and a watcher, by keys alone, from `tta` in a shell to a game that is proved fair.

Two of them have accounts on one computer, which they reach by SSH; two have computers of their own. One closes the lid
of it for ten minutes, one comes to another address in the middle of the game, one leaves for good, and somebody comes
to watch. Everybody presses what the screen offers; whatever they wait for in vain, and any end that is not fair, is a
finding. Needs root and Debian's packages `iproute2`, `openssh-server` and `openssh-client`; what is missing is named.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from campaigns._computers import PROGRAMS, Computer, ComputerNetwork, lacking
from campaigns._people import Person
from tta_p2p.i18n.languages import game_title
from tta_p2p.table.audit import compare_files, verify_file

GAME = "seven_wonders"
STUCK = 240.0
"""Seconds in which nobody sees anything new or presses a key, while nobody's lid is closed."""
BACK = 120.0
"""Seconds from a lid that opens, or a new address, until the game has gone on."""
OFTEN = 12
"""So many times somebody presses keys at one and the same picture before that is a finding."""
LID, WATCHER, MOVED, LEFT = 3, 6, 8, 11
"""After so many decisions of the host the lid closes, the watcher comes, an address changes, somebody leaves."""
EMPTY_LINE = "\x15"
"""Ctrl-U: what stands in the line is gone."""
DATA = Path(".local", "share", "tta-p2p")
"""The data folder in a home."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of this campaign."""
    parser.add_argument("--lid", type=float, default=600.0, help="seconds for which the lid is closed (default: 600)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of what people choose")
    parser.add_argument("--story", action="store_true", help="tell what happens, on the error output")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


class Finding(Exception):
    """Something that should not be so ends the evening."""


class Evening:
    """The people, what each wants, and what happens to them."""

    def __init__(self, network: ComputerNetwork, lid: float, seed: int, tell: Callable[[str], None]) -> None:
        """``lid``: seconds for which it is closed."""
        self._lid, self._say = lid, tell
        self._began = time.monotonic()
        self.shared = network.shared_computer("shared", ["ann", "bob"])
        self.laptop, self.tablet, self.other = (network.computer(name) for name in ("laptop", "tablet", "other"))
        self.ann, self.bob = Person("Ann", "en"), Person("Bob", "en")
        self.chen, self.dan, self.eve = Person("陈", "zh-Hans"), Person("Dan", "en"), Person("Eve", "en")
        self._network = network
        self._wants = {self.ann: "host", self.bob: "join", self.chen: "join", self.dan: "join"}
        """The wish of everybody who is there: `host`, `join`, `watch`, `leave`, `rest`."""
        self._decided = dict.fromkeys((self.ann, self.bob, self.chen, self.dan, self.eve), 0)
        self._dice = {person: random.Random(f"{seed} {person.name}") for person in self._decided}
        self._seen: dict[Person, tuple[str, int]] = {}
        """The picture at which somebody has pressed keys, and how often."""
        self._fair: set[Person] = set()
        self._due: list[tuple[str, Callable[[], bool], float]] = []
        """The conditions to wait for: the name of each, whether it holds, and until when it has to."""
        self._happened: set[str] = set()
        self._opens = self._opened = 0.0
        self.times: list[str] = []

    @property
    def people(self) -> list[Person]:
        """Everybody who has been here."""
        return list(self._decided)

    def play(self) -> None:
        """Play the evening to its end. Raises Finding, OSError, subprocess.SubprocessError."""
        for person, account in ((self.ann, "ann"), (self.bob, "bob")):
            person.sits_down([*self._network.within(), *self.shared.login(account)], _surroundings(Path("/"), "en"))
        for person, computer in ((self.chen, self.laptop), (self.dan, self.tablet)):
            self._sits_down(person, computer)
        while any(want != "rest" for want in self._wants.values()):
            for person in [*self._wants]:
                person.look()
                if self._wants[person] != "rest" and not self._sleeps(person) and person.has_read():
                    self._turn(person)
            self._happen()
            self._watch_time()
            time.sleep(0.05)
        self._note("everybody has gone home")

    def _sits_down(self, person: Person, computer: Computer) -> None:
        home = self.home(person)
        home.mkdir()
        command = [*computer.within(), "sh"]
        person.sits_down(command, _surroundings(home, person.words.language))

    def home(self, person: Person) -> Path:
        """Give the home of a person, as this machine finds it."""
        account = person.name.lower()
        return self.shared.home(account) if account in self.shared.accounts else self._network.folder / person.name

    def _sleeps(self, person: Person) -> bool:
        return person is self.chen and self._opens > 0

    def _note(self, text: str) -> None:
        self.times.append(f"{(time.monotonic() - self._began) / 60:.1f} min: {text}")
        self._say(self.times[-1])

    # --- what somebody does with what is seen ----------------------------------------------------------------

    def _turn(self, person: Person) -> None:
        """Let somebody do the next thing, if there is any."""
        before = person.keys
        picture = person.text
        if person.prompt.endswith("$"):
            self._at_shell(person)
        elif person.sees("menu.id.ask"):
            person.press(EMPTY_LINE)
            person.type(person.name)
        elif title := person.page():
            self._at_menu(person, title)
        elif person.heads("screen.lobby"):
            self._in_lobby(person)
        else:
            self._in_game(person)
        if person.keys == before:
            return
        seen, often = self._seen.get(person, ("", 0))
        self._seen[person] = (picture, often + 1 if seen == picture else 1)
        if often > OFTEN:
            raise Finding(f"{person.name} presses keys in vain at:\n{picture}")

    def _at_shell(self, person: Person) -> None:
        if person in self._fair or self._wants[person] == "leave":
            self._wants[person] = "rest"
            person.type("exit")
            if person is self.bob:
                self.shared.log_out("bob")
        else:
            person.type("tta")

    def _at_menu(self, person: Person, title: str) -> None:
        choose_in_menu(person, "quit" if person in self._fair else self._wants[person], title)

    def _in_lobby(self, person: Person) -> None:
        if self._decided[person]:
            raise Finding(f"{person.name} is back before the game:\n{person.text}")
        if person.sees_whole("screen.lobby-state.agreeing"):
            person.act("ready")
        elif person.sees_whole("screen.lobby-state.agreed.host"):
            self._are_apart()
            person.act("start")

    def _in_game(self, person: Person) -> None:
        if person.sees_whole("screen.keys.asked-vote"):
            person.press("y", "enter")
        elif person.sees_whole("screen.keys.vote"):
            person.press("enter")
        elif person.sees_whole("screen.keys.asked-enter"):
            person.press("y")
        elif person.sees("verdict.fair.as-it-came"):
            if person not in self._fair:
                self._fair.add(person)
                self._note(f"{person.name} reads that it was fair")
            person.act("leave")
        elif self._wants[person] == "leave":
            person.act("leave")
        elif person.heads("screen.owes-vote"):
            person.act("ready")
        elif person.heads("your-turn") or person.heads("your-decision"):
            self._decide(person)
        elif person is self.ann and person.sees("node.may-go-on-without", **{"0": self.bob.name}):
            self._move_on()

    def _move_on(self) -> None:
        """Ann asks the others, once, to go on without who has left."""
        if "vote" not in self._happened:
            self._happened.add("vote")
            self.ann.act("typed")
            self.ann.type(f"vote gone {self.bob.name}")

    def _decide(self, person: Person) -> None:
        """Choose one of the numbered lines; where there is none, what the letters offer."""
        numbers = [number for _, number in person.numbers() if number != "-"]
        if numbers:
            person.press(*self._dice[person].choice(numbers), "enter")
        else:
            person.press("x", "enter")
        self._decided[person] += 1

    # --- what happens ------------------------------------------------------------------------------------------

    def _once(self, name: str, after: int) -> bool:
        if name in self._happened or self._decided[self.ann] < after or self._opens or self._due:
            return False
        self._happened.add(name)
        return True

    def _happen(self) -> None:
        if self._opens and time.monotonic() > self._opens:
            self._opens, self._opened = 0.0, time.monotonic()
            self.laptop.open_lid()
            self._note(f"{self.chen.name} opens the lid")
            self._expect("the game goes on after the lid was opened", BACK)
        if self._once("lid", LID):
            self.laptop.close_lid()
            self._opens = time.monotonic() + self._lid
            self._note(f"{self.chen.name} closes the lid for {self._lid:.0f} s")
        elif self._once("watcher", WATCHER):
            self._wants[self.eve] = "watch"
            self._sits_down(self.eve, self.other)
            self._note("a watcher comes")
        elif self._once("moved", MOVED):
            self.tablet.move("10.66.0.77")
            self._note(f"{self.dan.name} comes to another address")
            self._expect(f"the game goes on after {self.dan.name} has another address", BACK)
        elif self._once("left", LEFT):
            self._wants[self.bob] = "leave"
            self._note(f"{self.bob.name} leaves for good")

    def _expect(self, what: str, seconds: float) -> None:
        goal = self._decided[self.ann] + 2
        self._due.append((what, lambda: self._decided[self.ann] >= goal, time.monotonic() + seconds))

    def _watch_time(self) -> None:
        now = time.monotonic()
        for one in [*self._due]:
            what, has_come, end = one
            if has_come():
                self._due.remove(one)
                self._note(f"{what}, within {BACK - (end - now):.0f} s")
            elif now > end:
                raise Finding(f"not within {BACK:.0f} s: {what}; Ann sees:\n{self.ann.text}")
        newest = max(self._opened, *(max(one.changed, one.pressed) for one in self._wants))
        if not self._opens and now - newest > STUCK:
            shown = "\n".join(f"{one.name}:\n{one.text}" for one in self._wants)
            raise Finding(f"nothing happens any more:\n{shown}")

    def _are_apart(self) -> None:
        """See that the accounts of the shared computer have their own ports, folders and sockets. Raises Finding."""
        folders = [self.home(one) / DATA for one in (self.ann, self.bob)]
        for folder in folders:
            if folder.stat().st_mode & 0o077 or len([*folder.glob("run/*.sock")]) != 1:
                raise Finding(f"others can look into {folder}, or it has not one socket")
        words = [*self.shared.within(), "ss", "-Hlnte"]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        ports: dict[str, set[str]] = {}
        for line in done.stdout.splitlines():
            for number in map(str, self.shared.accounts.values()):
                if f"uid:{number}" in line:
                    ports.setdefault(number, set()).add(line.split()[3].rpartition(":")[2])
        if len(ports) != len(self.shared.accounts) or set.intersection(*ports.values()):
            raise Finding(f"the accounts do not listen apart: {ports}")

    def verify(self) -> None:
        """See that the files of all who stayed are fair and equal. Raises Finding."""
        files = []
        for person in (self.ann, self.chen, self.dan):
            found = [*(self.home(person) / DATA / "transcripts").glob("*.tta")]
            if len(found) != 1:
                raise Finding(f"{person.name} has {len(found)} files of the game")
            files += found
        states = [verify_file(path).state for path in files]
        if {*states} != {"fair"} or any(pair.relation != "equal" for pair in compare_files(files)):
            raise Finding(f"the files are {states}, or not equal")
        self._note("the files of all who stayed are fair and equal")


def choose_in_menu(person: Person, want: str, title: str) -> None:
    """Do the next thing in the menu of this title on the way to what somebody wants: `host`, `join`, `watch`."""
    said = person.words
    if title == said("menu.title"):
        does = {"host": "menu.new", "join": "menu.join", "watch": "menu.watch"}.get(want, "menu.quit")
        person.choose(said(does))
    elif title == said("menu.new"):
        wishes = {"menu.game": game_title(GAME, said.language), "menu.seats": "4", "menu.watchers": said("menu.on")}
        wishes["menu.on-leave"] = said("menu.on-leave.continue")
        if all(person.turn_to(said(label), value) for label, value in wishes.items()):
            person.choose(said("menu.host"))
    elif title == said("menu.watch") and person.sees("join.unreachable"):
        person.act("right")  # one who shows the game has just moved: another is asked
    elif title in (said("menu.join"), said("menu.watch")):
        person.choose("Ann")  # who waits until there is such a line
    else:
        person.press("esc")


def _surroundings(home: Path, language: str) -> dict[str, str]:
    """Give the environment of a person's terminal."""
    locale = {"en": "en_GB.UTF-8", "zh-Hans": "zh_CN.UTF-8"}[language]
    return {"HOME": str(home), "PATH": PROGRAMS, "TERM": "xterm-256color", "LANG": locale, "PS1": "$ "}


def run(wanted: argparse.Namespace) -> int:
    """Spend the evening, and say what was found; 1 if anything was."""
    found = list[str]()
    result: dict[str, object] = {}
    again = f"./scripts/soak evening --lid {wanted.lid:.0f} --seed {wanted.seed}"

    def note(text: str) -> None:
        found.append(f"{text}\nagain: {again}")
        print(found[-1], file=sys.stderr, flush=True)

    def tell(text: str) -> None:
        if wanted.story:
            print(text, file=sys.stderr, flush=True)

    if missing := lacking():
        note(f"it needs the package {' and '.join(missing)} (apt-get install {' '.join(missing)})")
    elif os.geteuid():
        note("it makes network namespaces, as root alone can")
    else:
        try:
            result = _spent(wanted, tell)
        except (Finding, AssertionError, OSError, subprocess.SubprocessError) as error:
            note(f"{error or type(error).__name__}")
    if wanted.json:
        print(json.dumps({"found": found, **result}, ensure_ascii=False, indent=1))
    else:
        print("\n".join(f"{name}: {value}" for name, value in result.items()))
        print("\n".join(found) or "nothing was found")
    return 1 if found else 0


def _spent(wanted: argparse.Namespace, tell: Callable[[str], None]) -> dict[str, object]:
    """Spend the evening; minutes, keys and what happened when. Raises Finding."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tta-evening-")))
        network = stack.enter_context(ComputerNetwork(folder))
        began = time.monotonic()
        evening = Evening(network, wanted.lid, wanted.seed, tell)
        for person in evening.people:
            stack.callback(person.stands_up)
        evening.play()
        evening.verify()
        return {
            "minutes": round((time.monotonic() - began) / 60, 1),
            "keys": {person.name: person.keys for person in evening.people},
            "times": evening.times,
        }
