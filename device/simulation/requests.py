"""What a page may ask of the simulated table: lay, lift, and who plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from device.simulation.pieces import GRID, laid_shape
from device.simulator import SimulatedTable
from engine.grid import Cell, Symmetry
from engine.indian_summer.animals import NO_ANIMALS, AnimalSet
from engine.indian_summer.display import tile_json
from engine.indian_summer.state import State
from engine.indian_summer.tiles import TILES, Tile
from engine.polyomino import Polyomino
from engine.sentence import say, sentence_of
from webui.command import Command, Reply

_TURNS = (Symmetry.IDENTITY, Symmetry.TURN_90, Symmetry.TURN_180, Symmetry.TURN_270)


class Playing(Enum):
    """Who has hands at the simulated table: the simulated player, the person at the page, or nobody."""

    AUTO = "auto"
    HAND = "hand"
    PAUSED = "paused"


class SimulatedRequests:
    """Commands of the simulated table and its part of the table message.

    ``take_over`` is called when the simulated player is to go on after a person had played; ``pictured`` is whether the
    page can have the camera's picture.
    """

    def __init__(self, table: SimulatedTable, take_over: Callable[[], None], *, pictured: bool) -> None:
        self._table = table
        self._pictured = pictured
        self._take_over = take_over
        self.playing = Playing.AUTO
        self._animals: AnimalSet = NO_ANIMALS  # of the game that was shown last
        self.handlers: Mapping[str, Callable[[Command], Reply]] = {
            "simulator.lay": self._lay,
            "simulator.animal": self._animal,
            "simulator.squirrel": self._squirrel,
            "simulator.token": self._token,
            "simulator.lift": self._lift,
            "simulator.playing": self._set_playing,
        }

    def message(self, state: State) -> Mapping[str, object]:
        """The ``simulator`` part: who plays, tiles to choose from (the own path first), and what may be lifted."""
        path = state.player.path or ()
        tiles = dict.fromkeys((*path, *TILES))
        laid = [
            {
                "id": piece.id,
                "seat": piece.seat,
                "text": piece.text,
                "cells": [str(c) for c in piece.cells if c in GRID],
            }
            for piece in self._table.pieces
        ]
        return {
            "simulator": {
                "playing": self.playing.value,
                "tiles": [tile_json(tile) for tile in tiles],
                "animals": self._stock(state),
                "laid": laid,
                "picture": self._pictured,
            }
        }

    def _lay(self, command: Command) -> Reply:
        tile = Tile.parse(_text(command, "tile"))
        shape = turned(tile.shape, _number(command, "turns"), flipped=command.body.get("flipped") is True)
        self._by_hand()
        self._table.ask_lay(shape, tile.color.value, _number(command, "seat"), _cell(command))
        return Reply(True, say("A hand lays the tile."))

    def _stock(self, state: State) -> list[Mapping[str, object]]:
        """The animals that are left, a kind each, with their cells as [row, column]."""
        self._animals = state.animals
        return [
            {"id": kind.word, "name": kind.name, "cells": [list(cell) for cell in kind.shape.cells], "left": left}
            for kind, left in zip(state.animals.kinds, state.stock, strict=True)
            if left
        ]

    def _animal(self, command: Command) -> Reply:
        word = _text(command, "animal")
        index = self._animals.index(word)
        if index is None:
            return Reply(False, say("There is no animal {word} in this game.", word=word))
        kind = self._animals.kinds[index]
        shape = turned(kind.shape, _number(command, "turns"), flipped=command.body.get("flipped") is True)
        self._by_hand()
        self._table.ask_animal(_number(command, "seat"), kind.name, laid_shape(shape, _cell(command))[0])
        return Reply(True, say("A hand lays the animal."))

    def _squirrel(self, command: Command) -> Reply:
        self._by_hand()
        self._table.ask_squirrel(_number(command, "seat"), _cell(command))
        return Reply(True, say("A hand lays the squirrel."))

    def _token(self, command: Command) -> Reply:
        self._by_hand()
        self._table.ask_token(_number(command, "seat"), _cell(command), _text(command, "kind"))
        return Reply(True, say("A hand lays the token."))

    def _lift(self, command: Command) -> Reply:
        self._by_hand()
        try:
            self._table.ask_lift(_text(command, "id"))
        except LookupError as error:
            return Reply(False, sentence_of(error))
        return Reply(True, say("A hand takes it away."))

    def _set_playing(self, command: Command) -> Reply:
        wanted = Playing(_text(command, "mode"))
        if wanted is Playing.AUTO and self.playing is not Playing.AUTO:
            self._take_over()
        self.playing = wanted
        return Reply(True)

    def _by_hand(self) -> None:
        """Two players with hands on one board would only fight: who reaches in takes over."""
        if self.playing is Playing.AUTO:
            self.playing = Playing.HAND


def turned(shape: Polyomino, turns: int, *, flipped: bool) -> Polyomino:
    """A shape flipped left to right first, if so, then turned clockwise by quarters.

    >>> print(turned(Polyomino.parse("o##", "#.."), 1, flipped=False))
    #o
    .#
    .#
    """
    face = shape.under(Symmetry.FLIP) if flipped else shape
    return face.under(_TURNS[turns % len(_TURNS)])


def _text(command: Command, key: str) -> str:
    value = command.body.get(key)
    if not isinstance(value, str):
        raise ValueError(f"{command.name} needs {key} as text, got {value!r}")
    return value


def _number(command: Command, key: str) -> int:
    value = command.body.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{command.name} needs {key} as a whole number, got {value!r}")
    return value


def _cell(command: Command) -> Cell:
    return Cell.parse(_text(command, "cell"))
