"""How a game starts (R2, R11.1). Shuffling is outside: callers pass the tiles in the order in which they lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.indian_summer.animals import NO_ANIMALS, AnimalSet
from engine.indian_summer.forest import PURSE_AT_START, Board, ForestFloor
from engine.indian_summer.options import Options
from engine.indian_summer.paths import slid
from engine.indian_summer.sets import TileSet
from engine.indian_summer.state import Path, Player, SoloTable, State, Turn
from engine.indian_summer.tiles import Color, Tile

SOLO_STACK = 25
"""R11.1."""
DEALT = (Color.GREEN, Color.GREEN, Color.YELLOW, Color.YELLOW, Color.RED)
"""R2.2: from the Backpack."""


def new_solo(
    stack: Sequence[Tile] | None,
    floor: ForestFloor,
    options: Options | None = None,
    animals: AnimalSet = NO_ANIMALS,
    name: str = "You",
    tiles: TileSet | None = None,
) -> State:
    """A solo game at the start of turn 1, its first tile slid already (R11.1, R11.2).

    ``stack`` are 25 tiles in the order of laying out: Top Path and Bottom Path from left to right, the numbered spaces
    1 to 10, the Player Path. None when the camera cannot know them: then every marked shape counts.

    Raises:
        ValueError: another number of tiles than 25.
    """
    path: Path = None
    table = SoloTable()
    if stack is not None:
        if len(stack) != SOLO_STACK:
            raise ValueError(f"a solo stack has {SOLO_STACK} tiles, got {len(stack)}")
        lying = tuple(stack)
        row = (*reversed(lying[10:20]), None, None)  # numbers run from right to left, towards the two empty places
        table = SoloTable(lying[:5], lying[5:10], slid(row, 1))
        path = lying[20:]
    return State(
        players=(Player(name, Board(floor), PURSE_AT_START, path),),
        solo=table,
        animals=animals,
        stock=animals.stock,
        options=Options() if options is None else options,
        tiles=tiles,
    )


def new_table(
    names: Sequence[str],
    floors: Sequence[ForestFloor],
    paths: Sequence[Sequence[Tile]] | None = None,
    *,
    common: Sequence[Tile] | None = None,
    reserve: Sequence[Tile] | None = None,
    options: Options | None = None,
    animals: AnimalSet = NO_ANIMALS,
    start: int = 0,
    tiles: TileSet | None = None,
) -> State:
    """A game of 2 to 4 players in seat order, clockwise (R2). Paths, Common Path and reserve are None when not known.

    Raises:
        ValueError: not 2 to 4 players, or another number of floors or paths than players.
    """
    if not 2 <= len(names) <= 4:
        raise ValueError(f"2 to 4 players sit at a table, got {len(names)}")
    if len(floors) != len(names) or (paths is not None and len(paths) != len(names)):
        raise ValueError(
            f"each of {len(names)} players has one board and one path, got {len(floors)} boards"
            + ("" if paths is None else f" and {len(paths)} paths")
        )
    if not 0 <= start < len(names):
        raise ValueError(f"the start player is a seat from 0 to {len(names) - 1}, got {start}")
    players = tuple(
        Player(name, Board(floor), PURSE_AT_START, None if paths is None else tuple(paths[seat]))
        for seat, (name, floor) in enumerate(zip(names, floors, strict=True))
    )
    return State(
        players=players,
        turn=Turn(seat=start),
        start=start,
        common=None if common is None else tuple(common),
        reserve=None if reserve is None else tuple(reserve),
        animals=animals,
        stock=animals.stock,
        options=Options() if options is None else options,
        tiles=tiles,
    )


def deal(
    names: Sequence[str],
    floors: Sequence[ForestFloor],
    tiles: Sequence[Tile],
    *,
    options: Options | None = None,
    animals: AnimalSet = NO_ANIMALS,
    start: int = 0,
) -> State:
    """Deal shuffled tiles: each path green, green, yellow, yellow, red (R2.2), then Common Path and reserve (R2.3).

    Raises:
        ValueError: too few tiles of a colour, or as ``new_table``.
    """
    rest = list(tiles)
    paths: list[tuple[Tile, ...]] = []
    for _ in names:
        path = []
        for color in DEALT:
            tile = next((tile for tile in rest if tile.color is color), None)
            if tile is None:
                raise ValueError(f"{len(names)} players need more {color.value} tiles than the {len(tiles)} dealt hold")
            rest.remove(tile)
            path.append(tile)
        paths.append(tuple(path))
    length = (Options() if options is None else options).common_path
    return new_table(
        names, floors, paths, common=rest[:length], reserve=rest[length:], options=options, animals=animals, start=start
    )


def renamed(state: State, names: Sequence[str]) -> State:
    """The state with its players called so, by seat; as it is where there are not as many players as names."""
    if len(names) != len(state.players):
        return state
    players = (replace(player, name=name) for player, name in zip(state.players, names, strict=True))
    return replace(state, players=tuple(players))
