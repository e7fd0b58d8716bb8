"""What could not be read past a hand or in its shadow is what it was, where it looks as it did when last read."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.game import Reading, Spot, Surface
from vision.measures.evidence import BoardEvidence
from vision.measures.stillness import changed
from vision.memory.settled_board import Remembered, SettledBoard, is_read_all_over
from vision.observation import Sighting

_REACHED_OVER = 0.15  # share of the inside of a leaf that an animal laid beside it covers at most
_MOST = 3  # pictures that are kept: a hand seldom comes from more sides before what it left unread is read again


class Restored(NamedTuple):
    """A settled board on which some unread spots are ``back``: what they were read as before counts again."""

    board: SettledBoard
    back: frozenset[Spot]


def remembering(before: SettledBoard, after: SettledBoard, cap: Surface | None) -> tuple[Remembered, ...]:
    """What is remembered when something was in the way of a look at a board: what cannot be read any more, as it was.

    A piece that was not believed whole is no memory, nor is what can be pushed without looking otherwise everywhere.

    Args:
        before: the board before that look.
        after: the board after it.
        cap: the surface of what lies on several marks at once and is no piece that is sighted, None if nothing does.
    """
    lost = {s: r for s, r in before.readings.items() if s not in after.readings and r.surface != cap}
    pieces = tuple(piece for piece in before.sightings if piece.spots & lost.keys())
    whole = tuple(piece for piece in pieces if not piece.problem and is_read_all_over(piece, before.readings))
    guesses = frozenset[Spot]().union(*(piece.spots for piece in pieces if piece not in whole))
    kept = {spot: reading for spot, reading in lost.items() if spot not in guesses}
    older = still_remembered(before, after)
    return (*older, Remembered(before.picture, kept, whole))[-_MOST:] if kept else older


def still_remembered(before: SettledBoard, after: SettledBoard) -> tuple[Remembered, ...]:
    """What was remembered of a board and has not been read since."""
    return _unread(before.remembered, after)


def restored(before: SettledBoard, seen: BoardEvidence) -> Restored:
    """The board with all that could not be read and looks now as it did when it was.

    The body of a piece comes back as a whole or not at all; its mark may show something else meanwhile.
    """
    board, back = before, frozenset[Spot]()
    for each in before.remembered:
        change = changed(seen.picture, each.picture, seen.noise, seen.size_wh)
        flat = [spot for row in before.spots for spot in row]
        same = {s for s, other in zip(flat, change.spaces.flat, strict=True) if s is not None and not other}
        unread = each.readings.keys() - board.readings.keys() - board.told
        within = {s for s, share in zip(flat, change.shares.flat, strict=True) if s in unread and share < _REACHED_OVER}
        inside = {s for s, other in zip(flat, change.insides.flat, strict=True) if s in within and not other}
        pieces = [piece for piece in each.sightings if _is_as_it_was(piece, board.readings, within, inside)]
        bodies = frozenset[Spot]().union(*(piece.spots - {piece.mark} for piece in pieces))
        marks = {piece.mark for piece in pieces}
        of_others = frozenset[Spot]().union(*(piece.spots for piece in each.sightings if piece not in pieces))
        there = unread & (within & bodies | same & marks | same - of_others)
        if there:
            board = _with(board, {spot: each.readings[spot] for spot in there}, pieces)
            back |= there
    return Restored(replace(board, remembered=_unread(board.remembered, board)) if back else board, back)


def _unread(remembered: Sequence[Remembered], board: SettledBoard) -> tuple[Remembered, ...]:
    """What is not read on a board, of all this."""
    left = (replace(e, readings={s: r for s, r in e.readings.items() if s not in board.readings}) for e in remembered)
    return tuple(each for each in left if each.readings)


def _is_as_it_was(
    piece: Sighting, readings: Mapping[Spot, Reading], within: Collection[Spot], inside: Collection[Spot]
) -> bool:
    """Whether every spot of a piece but its mark is read as its leaf, or is not read and looks the same ``within``.

    Half of these at least look the same all over the ``inside``: of a piece that was pushed none would.
    """
    body = piece.spots - {piece.mark}
    left = {spot for spot in body if spot not in readings or readings[spot].surface != piece.surface}
    return bool(left) and left <= set(within) and 2 * len(left.intersection(inside)) >= len(left)


def _with(board: SettledBoard, readings: Mapping[Spot, Reading], pieces: Collection[Sighting]) -> SettledBoard:
    """A board on which this is read as well; other pieces that were made of those spots were guesses."""
    back = readings.keys()
    others = (each for each in board.sightings if each.spots.isdisjoint(back) or each in pieces)
    sightings = (*others, *(piece for piece in pieces if piece not in board.sightings))
    return replace(
        board,
        readings={**board.readings, **readings},
        surfaces={**board.surfaces, **{spot: reading.surface for spot, reading in readings.items()}},
        sightings=sightings,
        waiting=board.waiting - back,
        doubtful=board.doubtful - back,
        looks={spot: look for spot, look in board.looks.items() if spot not in back},
        once_bare=board.once_bare - back,
        larger=board.larger - back,
    )
