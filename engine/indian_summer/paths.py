"""The tiles beside the boards: taking one, filling a path up, the travelling gap (R7, R8.1, R8.3, R11.2 to R11.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from engine.indian_summer.options import SoloMushroom
from engine.indian_summer.state import (
    BOTTOM,
    COMMON_LOW,
    GAP,
    PATH_LENGTH,
    SOLO_TURNS,
    TOP,
    Path,
    Place,
    Player,
    SoloTable,
    Source,
    State,
)
from engine.indian_summer.tiles import Tile

Row = tuple[Tile | None, ...]


def with_player(state: State, seat: int, player: Player) -> State:
    """The state with another player at a seat."""
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players)


def look(state: State, source: Source) -> tuple[Tile | None, ...]:
    """The tile at a source: empty when there is none, (None,) when nobody told which one lies there."""
    path: Path
    match source.place:
        case Place.PATH:
            path = state.player.path
            return (None,) if path is None else path[source.at : source.at + 1]
        case Place.SEAT:
            if not 0 <= source.at < len(state.players) or source.at == state.turn.seat:
                return ()
            path = state.players[source.at].path
            return (None,) if path is None else path[:1]
        case Place.BUSH:
            return _end(state.common, left=True) if state.solo is None else ()
        case Place.GAP_LEFT | Place.GAP_RIGHT:
            return _beside_gap(state, source.place)
        case end:
            return _end(path_at(state.solo, end), left=is_left(end)) if state.solo is not None else ()


def take(state: State, source: Source) -> State:
    """The state without the tile at a source; an unknown path stays unknown, gaps close (R7.2)."""
    match source.place:
        case Place.PATH:
            player = state.player
            if player.path is None:
                return state
            path = (*player.path[: source.at], *player.path[source.at + 1 :])
            return with_player(state, state.turn.seat, replace(player, path=path))
        case Place.SEAT:
            other = state.players[source.at]
            return with_player(state, source.at, replace(other, path=None if other.path is None else other.path[1:]))
        case Place.BUSH:
            return replace(state, common=None if state.common is None else state.common[1:])
        case Place.GAP_LEFT | Place.GAP_RIGHT:
            index = _gap_index(state, source.place)
            if state.solo is None or state.solo.row is None or index is None:
                return state
            row = (*state.solo.row[:index], None, *state.solo.row[index + 1 :])
            return replace(state, solo=replace(state.solo, row=row))
        case end:
            if state.solo is None:
                return state
            path_there = path_at(state.solo, end)
            if path_there is None:
                return state
            rest = path_there[1:] if is_left(end) else path_there[:-1]
            return replace(state, solo=_with_path(state.solo, end, rest))


def fill_common(state: State) -> State:
    """R7.3: with fewer than 7 tiles the Common Path is refilled from the reserve at its far end."""
    if state.common is None or len(state.common) >= COMMON_LOW or not state.reserve:
        return state
    missing = state.options.common_path - len(state.common)
    return replace(state, common=state.common + state.reserve[:missing], reserve=state.reserve[missing:])


def fill_path(state: State, seat: int, length: int = PATH_LENGTH) -> State:
    """R7.1, R8.1: tiles from the Bush's end one at a time up to a length, as many as there are."""
    player = state.players[seat]
    if player.path is None:
        return state
    if state.common is None:
        return with_player(state, seat, replace(player, path=None))  # what came is not known
    path = player.path
    while len(path) < length and state.common:
        path, state = (*path, state.common[0]), fill_common(replace(state, common=state.common[1:]))
    return with_player(state, seat, replace(player, path=path))


def fill_alone(state: State, end: Place, length: int, on_to_other: bool) -> State:
    """R11.3, R11.4: outermost tiles of one path up to a length; a Berry goes on with the other path.

    **Ruling**: on the same side of it, for the text does not say which.
    """
    solo, path = state.solo, state.player.path
    if solo is None or path is None:
        return state
    side = 0 if is_left(end) else 1
    ends = (end, (BOTTOM if end in TOP else TOP)[side]) if on_to_other else (end,)
    for each in ends:
        there = path_at(solo, each)
        if there is None:
            return with_player(state, state.turn.seat, replace(state.player, path=None))
        count = min(max(length - len(path), 0), len(there))
        drawn = there[:count] if is_left(each) else there[len(there) - count :][::-1]
        rest = there[count:] if is_left(each) else there[: len(there) - count]
        path, solo = path + drawn, _with_path(solo, each, rest)
    return with_player(replace(state, solo=solo), state.turn.seat, replace(state.player, path=path))


def ends(state: State) -> Iterator[Place]:
    """The ends of the solo paths from which a tile can be taken."""
    if state.solo is None:
        return
    for end in (*TOP, *BOTTOM):
        if path_at(state.solo, end):
            yield end


def mushroom_choices(state: State) -> tuple[tuple[Source, ...], ...]:
    """From where the tiles of a Mushroom may come now, without asking whether they fit (R8.3, R11.5)."""
    if state.solo is not None:
        if state.options.mushroom is SoloMushroom.GAP:
            beside = tuple(Source(place) for place in GAP if look(state, Source(place)))
            return (beside,) if beside else ()
        tops = [Source(end) for end in _distinct_ends(state.solo.top, TOP)]
        bottoms = [Source(end) for end in _distinct_ends(state.solo.bottom, BOTTOM)]
        if tops and bottoms:
            return tuple(product(tops, bottoms))
        return tuple((source,) for source in tops or bottoms)
    seats = len(state.players)
    others = [(state.turn.seat + step) % seats for step in range(1, seats)]
    sources = [source for seat in others if look(state, source := Source(Place.SEAT, seat))]
    if seats == 2 and look(state, Source(Place.BUSH)):
        sources.append(Source(Place.BUSH))
    if len(sources) < 2:
        return (tuple(sources),) if sources else ()
    return tuple(combinations(sources, 2))


def slid(row: Row, number: int) -> Row:
    """R11.2: the tile on this number slides to the last empty place on the right, if it still lies there."""
    index = SOLO_TURNS - number
    tile = row[index]
    if tile is None:
        return row
    target = max((i for i in range(index + 1, len(row)) if row[i] is None), default=index)
    changed = list(row)
    changed[index], changed[target] = changed[target], tile
    return tuple(changed)


def path_at(solo: SoloTable, end: Place) -> Path:
    """The solo path that has this end."""
    return solo.top if end in TOP else solo.bottom


def is_left(end: Place) -> bool:
    """Whether an end is the left one."""
    return end in (Place.TOP_LEFT, Place.BOTTOM_LEFT)


def _end(path: Path, left: bool) -> tuple[Tile | None, ...]:
    if path is None:
        return (None,)
    return path[:1] if left else path[-1:]


def _distinct_ends(path: Path, places: tuple[Place, Place]) -> tuple[Place, ...]:
    if path is None:
        return places[:1]  # which of two unknown ends makes no difference
    return places[: min(len(path), 2)]


def _with_path(solo: SoloTable, end: Place, path: Path) -> SoloTable:
    return replace(solo, top=path) if end in TOP else replace(solo, bottom=path)


def _gap_index(state: State, place: Place) -> int | None:
    row = state.solo.row if state.solo is not None else None
    if row is None:
        return None
    middle = SOLO_TURNS - state.turn.number  # the number of this turn is always in the gap
    if place is Place.GAP_LEFT:
        return max((i for i in range(middle) if row[i] is not None), default=None)
    return min((i for i in range(middle + 1, len(row)) if row[i] is not None), default=None)


def _beside_gap(state: State, place: Place) -> tuple[Tile | None, ...]:
    if state.solo is None:
        return ()
    if state.solo.row is None:
        return (None,)
    index = _gap_index(state, place)
    return () if index is None else (state.solo.row[index],)
