"""A player for the simulated table: chooses moves, has hands make them, watches the page, and answers truthfully.

It plays on its own engine state. What it does reaches the referee through the pictures; what no camera can see goes
through the same commands as everybody's (R12.2). No threads: ``step`` is called once a frame.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from device.simulation.moves import ask_again, ask_move, ask_to_tidy
from device.simulation.pieces import truth_rows
from device.simulation.policy import choose
from device.simulator import SimulatedTable
from engine.game import Game
from engine.grid import Cell
from engine.indian_summer.moves import EndTurn, Exchange, Move, Refill, SpendBerry, SpendMushroom, SpendNut
from engine.indian_summer.state import Phase, State
from engine.indian_summer.turn_row import Slide, slide_begun, slide_due
from webui.command import Command, Submit

PATIENCE_S = 8.0
"""How long, in simulated seconds, a table at rest may stay unread before the player lays pieces anew."""

_TRIES = 4  # how often pieces are laid anew, or a refused request is repeated, before the player gives up
_REPLY_S = 10.0
_GLANCE_S = 2.5  # nobody goes on at once after the first slide, and the table wants to see it by itself

Look = Callable[[], Mapping[str, Any]]
"""The table message as a page last got it (docs/table-message.md); empty before the first."""

Script = Generator[None, None, None]


class GaveUp(RuntimeError):
    """The player cannot get its move across; the message says what it did and what the table says."""


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """How it went: moves in notation, how often pieces were laid anew, questions answered, requests refused.

    ``slid`` are the turns that a tile of the numbered row has ended; ``gave_up`` is empty unless the player had to stop
    before the end.
    """

    moves: tuple[str, ...] = ()
    laid_anew: int = 0
    slid: int = 0
    answered: int = 0
    refused: int = 0
    gave_up: str = ""


class SimulatedPlayer:
    """Plays the solo game from ``state`` to its end.

    Args:
        game: the rules.
        state: where the game stands; what lies on the table otherwise is put right first.
        table: where hands lay the pieces.
        submit: the door for commands.
        look: what the page shows.
        seed: decides the player's whims.
    """

    def __init__(
        self, game: Game[State, Move], state: State, table: SimulatedTable, submit: Submit, look: Look, seed: int
    ) -> None:
        self._game, self._table, self._submit, self._look = game, table, submit, look
        self._rng = random.Random(seed)
        self._unsaid: list[tuple[State, Move]] = []  # made since the referee last kept what it saw
        self._script = self._play()
        self.state = state
        self.report = PlayerReport()
        self.done = False

    def step(self) -> None:
        """Go on as far as is possible now; afterwards ``done`` says whether all is over."""
        if self.done:
            return
        try:
            next(self._script)
        except StopIteration:
            self.done = True
        except GaveUp as reason:
            self.report = replace(self.report, gave_up=str(reason))
            self.done = True

    def _play(self) -> Script:
        while self._table.busy or ask_to_tidy(self._table, self.state):
            yield
        if (yield from self._slide(slide_begun(self.state))):
            until_s = self._table.now_s + _GLANCE_S
            while self._table.now_s < until_s:
                yield
        while self.state.turn.phase is not Phase.OVER:
            move = choose(self._game, self.state, self._rng)
            if move is None:
                raise GaveUp(f"No move is left in turn {self.state.turn.number}.")
            after = self._game.play(self.state, move).state
            match move:
                case EndTurn():
                    yield from self._until_clear()
                    self._compare_purse()
                    if not (yield from self._ended_by_tile(slide_due(self.state))):
                        yield from self._ask(Command("end-turn", who="player"))
                case SpendBerry() | Exchange() | Refill():
                    yield from self._tell(move)
                case SpendMushroom(sources=(_,)):  # R11.5: a single tile looks like one of the own path
                    yield from self._tell(move)
                case SpendNut() if self._looks_like_main_action():
                    yield from self._tell(move)
                    yield from self._lay(move, after)
                case _:  # tiles that need a Feather or a Mushroom tell of it by themselves
                    yield from self._lay(move, after)
            self._made(move, after)

    def _slide(self, slide: Slide | None) -> Generator[None, None, bool]:
        """Slide a tile of the numbered row, if there is one to slide (R11.2); whether it was."""
        if slide is None or slide.source not in self._table.row:
            return False
        self._table.ask_slide(slide.source, slide.target)
        while self._table.busy:
            yield
        return True

    def _ended_by_tile(self, slide: Slide | None) -> Generator[None, None, bool]:
        """End the turn by the tile of the next one, where there is a row; whether the table took it so."""
        turn_tile = self._look().get("turn_tile")
        if turn_tile is None or not (yield from self._row_seen()) or not (yield from self._slide(slide)):
            return False
        until_s = self._table.now_s + PATIENCE_S
        while self._look()["turn"]["number"] == self.state.turn.number:
            if self._table.now_s > until_s:
                return False
            yield
        self._unsaid.clear()
        self.report = replace(self.report, slid=self.report.slid + 1)
        return True

    def _row_seen(self) -> Generator[None, None, bool]:
        """Wait a little until a slide would be noticed; whether it would be."""
        until_s = self._table.now_s + PATIENCE_S
        while not self._look()["turn_tile"]["seen"]:
            if self._table.now_s > until_s:
                return False
            yield
        return True

    def _compare_purse(self) -> None:
        """Tokens beside the board are in no picture: the page must count as many as the player holds (R12.2)."""
        seat = self.state.turn.seat
        counted, held = self._look()["players"][seat]["purse"], self.state.players[seat].purse._asdict()
        if counted != held:
            raise GaveUp(f"The page counts {counted}, the player holds {held}. {self._complaint()}")

    def _looks_like_main_action(self) -> bool:
        """Whether a squirrel laid now would be taken for the Main Action (R3.2), although a nut paid for it (R8.2)."""
        return self.state.turn.phase is Phase.TURNS and not self.state.turn.main_done

    def _lay(self, move: Move, after: State) -> Script:
        """Have hands do what the move changes on the table, and wait until they are through."""
        ask_move(self._table, move, self._game.view(self.state), self._game.view(after))
        while self._table.busy:
            yield

    def _made(self, move: Move, after: State) -> None:
        self._unsaid.append((self.state, move))
        self.report = replace(self.report, moves=(*self.report.moves, self._game.write_move(move)))
        self.state = after

    def _tell(self, move: Move) -> Script:
        """Say what no camera sees: as the answer to an open question if it is one, else as a move."""
        yield from self._until_clear()
        notation = self._game.write_move(move)
        question = self._look().get("question")
        answers = [answer["id"] for answer in question["answers"]] if question else []
        if f"move:{notation}" in answers:
            body = {"question": question["id"], "answer": f"move:{notation}"} if question else {}
            self.report = replace(self.report, answered=self.report.answered + 1)
            yield from self._ask(Command("answer", body, who="player"))
        else:
            yield from self._ask(Command("move", {"notation": notation}, who="player"))

    def _ask(self, command: Command) -> Script:
        """Submit a command when the table is clear, again if it is refused."""
        text = ""
        for _ in range(_TRIES):
            yield from self._until_clear()
            future = self._submit(command)
            until_s = self._table.now_s + _REPLY_S
            while not future.done():
                if self._table.now_s > until_s:
                    raise GaveUp(f"Nobody answered the command {command.name} within {_REPLY_S:.0f} s.")
                yield
            reply = future.result()
            if reply.ok:
                self._unsaid.clear()  # the referee has kept what it had seen till then
                yield  # the page shows what came of it with the next picture
                return
            text = reply.text
            self.report = replace(self.report, refused=self.report.refused + 1)
            until_s = self._table.now_s + 1.0
            while self._table.now_s < until_s:
                yield
        raise GaveUp(f"The command {command.name} {dict(command.body)} was refused {_TRIES} times: {text}")

    def _until_clear(self) -> Script:
        """Wait until the page shows the board as it lies and nothing is wrong; lay doubtful pieces anew if need be."""
        for attempt in range(_TRIES + 1):
            while self._table.busy:
                yield
            until_s = self._table.now_s + PATIENCE_S
            while self._table.now_s < until_s:
                if self._is_clear():
                    return
                yield
                if (yield from self._answered()):
                    until_s = self._table.now_s + PATIENCE_S
            if attempt < _TRIES:
                self._lay_anew()
                yield
        raise GaveUp(self._complaint())

    def _is_clear(self) -> bool:
        shown = self._look()
        if not shown or shown["status"]["word"] != "settled":
            return False
        if shown["verdict"]["mood"] not in (None, "good") or _lines(shown.get("question")):
            return False
        return all(
            tuple(player["board"]) == truth_rows(self._table.pieces, seat)
            for seat, player in enumerate(shown["players"])
        )

    def _answered(self) -> Generator[None, None, bool]:
        """Answer a question about what happened, if one is asked; whether one was."""
        question = self._look().get("question")
        answers = _lines(question)
        if question is None or not answers:
            return False
        first = self._unsaid[0][0] if self._unsaid else self.state
        happened = sorted(self._game.phrase(first, move) for _, move in self._unsaid)

        def unlike(answer: Mapping[str, Any]) -> int:
            said = str(answer["text"]).split(", then ")
            return sum(part not in happened for part in said) + sum(part not in said for part in happened)

        best = min(answers, key=unlike)
        future = self._submit(
            Command("answer", {"question": question["id"], "answer": best["id"]}, who="player"),
        )
        until_s = self._table.now_s + _REPLY_S
        while not future.done():
            if self._table.now_s > until_s:
                raise GaveUp(f"Nobody took the answer to {question['text']!r} within {_REPLY_S:.0f} s.")
            yield
        self._unsaid.clear()
        self.report = replace(self.report, answered=self.report.answered + 1)
        return True

    def _lay_anew(self) -> None:
        """Lay the pieces again that the page does not show as they lie, or else the last one."""
        pieces = [
            piece for seat, cell in self._doubtful() if (piece := self._table.top_at(seat, cell)) is not None
        ] or list(self._table.pieces[-1:])
        count = ask_again(self._table, pieces)
        self.report = replace(self.report, laid_anew=self.report.laid_anew + count)

    def _doubtful(self) -> list[tuple[int, Cell]]:
        """The spaces that the page shows otherwise than they lie, or that its verdict names."""
        shown = self._look()
        if not shown:
            return []
        found = []
        for seat, player in enumerate(shown["players"]):
            lies = truth_rows(self._table.pieces, seat)
            for row, (one, other) in enumerate(zip(player["board"], lies, strict=True)):
                found += [(seat, Cell(row, col)) for col in range(len(one)) if one[col] != other[col]]
        named = [(spot["seat"], Cell.parse(spot["cell"])) for spot in shown["verdict"]["spots"]]
        return named or found

    def _complaint(self) -> str:
        shown = self._look()
        said = "nothing" if not shown else f"{shown['status']['word']}: {shown['verdict']['text'] or 'no verdict'}"
        lies = " ".join(self._table.truth_rows(0))
        seen = " ".join(shown["players"][0]["board"]) if shown else "nothing"
        made = " ".join(self._game.write_move(move) for _, move in self._unsaid) or "nothing"
        number = self.state.turn.number
        return f"Turn {number}: the player did {made}, the table says {said}; there lies {lies}, shown is {seen}."


def _lines(question: Mapping[str, Any] | None) -> list[Mapping[str, Any]]:
    """The answers to a question about what happened; none for another question."""
    if question is None:
        return []
    return [answer for answer in question["answers"] if str(answer["id"]).startswith("line:")]
