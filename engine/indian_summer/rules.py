"""The game as the rest of the house knows it.

>>> from engine.catalog import GAMES
>>> from engine.indian_summer.sets import demo_floors, demo_tiles
>>> game = GAMES["indian-summer"]
>>> stack = demo_tiles().tiles[::3]  # 25 of the 75; people shuffle, the engine does not
>>> state = game.new_solo(stack, demo_floors()[0])
>>> step = game.play(state, game.read_move("1:squirrel:c4"))
>>> print(step.events[0])
You lay a squirrel on c4.
>>> step = game.play(step.state, game.end_turn(step.state))
>>> print(step.events[0])
Turn 2 of 10: slide the tile on number 2 to the right.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.game import BoardLayout, Guide, IllegalMove, PieceKind, Result, Spot, Step, Surface, View, Violation
from engine.grid import Bits, Space
from engine.indian_summer import (
    answering,
    checking,
    correcting,
    disturbing,
    guiding,
    legal,
    lines,
    notation,
    outcome,
    owing,
    playing,
    setup,
    telling,
    towards,
    viewing,
)
from engine.indian_summer.animals import AnimalSet
from engine.indian_summer.attempts import attempts
from engine.indian_summer.display import display, laid_json
from engine.indian_summer.forest import BOARD, FULL, ForestFloor
from engine.indian_summer.likelihood import cost
from engine.indian_summer.moves import SPACES, Correction, EndTurn, Move
from engine.indian_summer.options import Options
from engine.indian_summer.phrases import phrase
from engine.indian_summer.sets import TileSet, demo_animals
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import SURFACES
from engine.indian_summer.tiles import Tile


@dataclass(frozen=True, slots=True)
class IndianSummer:
    """The rules of Indian Summer for 1 to 4 players, with the animals of one box.

    ``tiles`` is the box's tile list; without one any marked shape of the right size and colour counts (R1.7).
    """

    animals: AnimalSet = field(default_factory=demo_animals)
    tiles: TileSet | None = None

    @property
    def name(self) -> str:
        """``indian-summer``."""
        return "indian-summer"

    @property
    def title(self) -> str:
        """The name as people write it."""
        return "Indian Summer"

    @property
    def surfaces(self) -> frozenset[Surface]:
        """All surfaces; ``token`` occurs in readings only."""
        return SURFACES

    @property
    def pieces(self) -> tuple[PieceKind, ...]:
        """Leaves, squirrels, tokens and animals."""
        return viewing.pieces(self.animals)

    def new_solo(
        self, stack: Sequence[Tile] | None, floor: ForestFloor, options: Options | None = None, name: str = "You"
    ) -> State:
        """Start a solo game (R11.1); see ``setup.new_solo``."""
        return setup.new_solo(stack, floor, options, self.animals, name, self.tiles)

    def new_table(
        self,
        names: Sequence[str],
        floors: Sequence[ForestFloor],
        paths: Sequence[Sequence[Tile]] | None = None,
        *,
        common: Sequence[Tile] | None = None,
        reserve: Sequence[Tile] | None = None,
        options: Options | None = None,
        start: int = 0,
    ) -> State:
        """Start a game of 2 to 4 players (R2); see ``setup.new_table``."""
        return setup.new_table(
            names,
            floors,
            paths,
            common=common,
            reserve=reserve,
            options=options,
            animals=self.animals,
            start=start,
            tiles=self.tiles,
        )

    def layout(self, state: State) -> tuple[BoardLayout, ...]:
        """One board a seat, 9 by 8 spaces."""
        return viewing.layout(len(state.players))

    def view(self, state: State) -> View:
        """What lies on top of every space; a leaf of unknown colour (from a position file) is left out."""
        return viewing.view(state)

    def legal_moves(self, state: State, on: Collection[Spot] | None = None) -> Iterator[Move]:
        """The legal moves; ``on`` keeps the invisible ones and those whose pieces lie on these spots only.

        Tokens that come away elsewhere because an area is complete do not count (R5.2).
        """
        if on is None:
            return legal.legal_moves(state)
        seat = state.turn.seat
        within = BOARD.bits(spot.cell for spot in on if isinstance(spot, Space) and spot.seat == seat)
        return legal.legal_moves(state, Bits(within & FULL))

    def within_reach(self, state: State) -> Collection[Spot]:
        """The spaces of the player in turn: nobody lays anything on another player's board (R4.1)."""
        return SPACES[state.turn.seat]

    def moves_towards(
        self, state: State, wanted: View, doubtful: Collection[Spot], unread: Collection[Spot]
    ) -> Iterator[Move]:
        """The legal moves that can bring the boards nearer to what is seen; the end of the turn is none."""
        return towards.moves_towards(state, wanted, doubtful, unread)

    def violations(self, state: State, move: Move) -> tuple[Violation, ...]:
        """Everything that is wrong with a move, with rule number, spots, sentence and remedy."""
        return checking.violations(state, move)

    def play(self, state: State, move: Move) -> Step[State]:
        """Make a legal move.

        Raises:
            IllegalMove: with all violations.
        """
        found = checking.violations(state, move)
        if found:
            raise IllegalMove(found)
        return playing.apply(state, move)

    def cost(self, state: State, move: Move) -> float:
        """How surprising the move is, in nats: what leaves no trace on the table costs more (R12.2)."""
        return cost(state, move)

    def least_cost(self, state: State, wanted: View, loose: Collection[Spot] = ()) -> float:
        """A lower bound of what the moves to what is seen cost."""
        return towards.least_cost(state, wanted, loose)

    def end_turn(self, state: State) -> Move | None:
        """The move that ends the turn, if it may end now (R3.1)."""
        return EndTurn(state.turn.seat) if legal.may_end(state) else None

    def seat_to_play(self, state: State) -> int:
        """Whose turn it is, counted from 0."""
        return state.turn.seat

    def choices(self, state: State) -> tuple[Move, ...]:
        """Where an empty path may be filled up from in the solo game (R11.3); nothing else waits for an answer."""
        return tuple(legal.legal_moves(state)) if state.turn.refill else ()

    def phrase(self, state: State, move: Move) -> str:
        """A few words that name a move, such as ``red leaf at c4-c6 from place 3 of the path``."""
        return phrase(state, move)

    def answers(self, state: State, lines: Sequence[Sequence[Move]]) -> tuple[str, ...]:
        """Labels for rival explanations, by what is different about them."""
        return answering.answers(state, lines)

    def display(self, state: State) -> dict[str, object]:
        """Turn, players, paths and solo tiles for the table message."""
        return display(state)

    def owed(self, state: State, seen: View) -> tuple[Violation, ...]:
        """Tokens still to be laid (R5.1) or taken from completed areas (R5.2); empty if anything else differs."""
        return owing.owed(state, seen)

    def most_telling(self, violations: Iterable[Violation]) -> tuple[Violation, ...]:
        """The reasons by what they say: what was moved, whose turn, where, what, by which action, from where."""
        return telling.most_telling(violations)

    def disturbed(self, state: State, seen: View) -> tuple[Violation, ...]:
        """Pieces of earlier turns that are gone, moved or turned (R4.2)."""
        return disturbing.disturbed(state, seen)

    def may_become(self, now: Surface, later: Surface) -> bool:
        """Floor may become anything, a token a bare hole, a bare hole an animal; nothing else changes (R4.2)."""
        return owing.may_become(now, later)

    def attempts(self, state: State, seen: View) -> Iterator[tuple[Move, ...]]:
        """What players may have meant who changed the table into this view, best guess first."""
        return attempts(state, seen)

    def laid(self, state: State, move: Move) -> dict[str, object] | None:
        """The piece that a move would lay, for the page."""
        return laid_json(state, move)

    def correction(self, state: State, seen: View) -> Correction:
        """The table's decision that the boards are as seen; legal in every state."""
        return correcting.correction(state, seen)

    def upheld(self, state: State, seen: View) -> Correction:
        """The table's decision that what lies on these spots was laid in this turn (R3.1)."""
        return correcting.upheld(state, seen)

    def recount(self, state: State, seat: int, counts: Mapping[str, int]) -> Correction:
        """The table's decision what a supply holds (R12.2), by ``berry``, ``nut``, ``mushroom`` and ``feather``.

        Raises:
            IllegalMove: no such seat or kind, or a number below 0.
        """
        return correcting.recount(state, seat, counts)

    def guide(self, state: State, since: State | None = None, lying: Collection[Spot] = ()) -> Guide[Move] | None:
        """The next step of the best final phase for the seat in turn (R10.2, R11.6); None at any other time."""
        return guiding.guide(state, since, lying)

    def result(self, state: State) -> Result | None:
        """The ranking (R10.3, R10.4) or the points of a solo game (R11.7) when the game is over."""
        return outcome.result(state)

    def renamed(self, state: State, names: Sequence[str]) -> State:
        """The state with its players called so, where they are as many."""
        return setup.renamed(state, names)

    def write_move(self, move: Move) -> str:
        """The move in one word, such as ``1:leaf:red:c4,c5,d5o,d6,e6:path3``."""
        return notation.write_move(move)

    def read_move(self, text: str) -> Move:
        """Inverse of ``write_move``; raises NotationError."""
        return notation.read_move(text)

    def write_state(self, state: State) -> str:
        """The state in one line, without the list of pieces laid."""
        return lines.write_state(state)

    def read_state(self, text: str) -> State:
        """Inverse of ``write_state`` for states with this game's animals and tiles or none; raises NotationError."""
        return lines.read_state(text, (self.animals,), () if self.tiles is None else (self.tiles,))
