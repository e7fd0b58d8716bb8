"""Observations -> settled view: nothing that moves is believed, and only what changed is explained anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.game import Reading, Spot, Surface, View
from vision.evidence import BoardEvidence
from vision.observation import Observation, Sighting
from vision.palette import Palette
from vision.reading import read_board
from vision.reference import Plane
from vision.scoring import FLOOR, Roles
from vision.stillness import changed_spaces, is_still

Status = Literal["searching", "hand", "moving", "settled"]

_SURE = 0.9  # a piece seen so surely teaches the palette


@dataclass(frozen=True, slots=True)
class Settled:
    """What lies on the table: readings (a missing spot is unknown) and the pieces seen being laid, oldest first."""

    readings: Mapping[Spot, Reading] = field(default_factory=dict)
    sightings: tuple[Sighting, ...] = ()


class Tracker:
    """Decides when the table lies still and what then lies on it.

    A table is settled when every picture of a window agrees and a second window of the same length confirms it. Each
    board is then explained as the last settled one plus pieces on the spots that look different.

    Args:
        window_s: length of a window in seconds.
        least: pictures that each window must hold, however slow the camera.
    """

    def __init__(self, window_s: float = 0.4, least: int = 2) -> None:
        if window_s <= 0 or least < 1:
            raise ValueError(f"a window lasts longer than 0 s and holds a picture, got {window_s} s and {least}")
        self._window_s, self._least = window_s, least
        self._status: Status = "searching"
        self._first: Observation | None = None  # of the window: nothing may move away from it, however slowly
        self._count = 0
        self._proposal: dict[int, _Board] | None = None
        self._confirmed = False
        self._boards: dict[int, _Board] = {}
        self._expected: dict[Spot, Surface] = {}
        self._palette = Palette()
        self.settled = Settled()

    @property
    def status(self) -> Status:
        """What the table is doing."""
        return self._status

    def update(self, observation: Observation) -> Mapping[Spot, Reading] | None:
        """Take in one observation.

        Returns:
            The readings of the settled table (a missing spot is unknown), or None while a hand is over a board, a
            board is out of sight, something moves, or the second window has not passed.
        """
        if observation.missing or not observation.boards or observation.hand:
            self._status = "hand" if observation.hand else "searching"
            self._first = None
            return None
        if self._first is None or not _together(self._first, observation):
            self._restart(observation)
            return None
        if self._confirmed:
            if all(self._looks_settled(seen) for seen in observation.evidence):
                return self.settled.readings
            self._restart(observation)
            return None
        self._count += 1
        if observation.taken_at_s - self._first.taken_at_s < self._window_s or self._count < self._least:
            return None
        return self._close_window(observation)

    def commit(self, view: View) -> None:
        """Tell what is now known to lie on the table; it counts where nothing could be read since."""
        self._expected = dict(view)
        for seat, board in self._boards.items():
            unread = {
                spot: view[spot] for row in board.spots for spot in row if spot in view and spot not in board.readings
            }
            if unread:
                self._boards[seat] = replace(board, surfaces={**board.surfaces, **unread})

    def _restart(self, observation: Observation) -> None:
        self._first = observation
        self._count = 1
        self._proposal = None
        self._confirmed = False
        self._status = "moving"

    def _looks_settled(self, seen: BoardEvidence) -> bool:
        board = self._boards.get(seen.seat)
        return board is not None and not changed_spaces(seen.plane, board.plane, seen.noise, seen.size_wh).any()

    def _close_window(self, observation: Observation) -> Mapping[Spot, Reading] | None:
        boards = {seen.seat: self._explain(seen, observation.roles) for seen in observation.evidence}
        if self._proposal is None or not all(_agree(self._proposal[seat], board) for seat, board in boards.items()):
            self._restart(observation)
            self._proposal = boards
            return None
        self._confirmed = True
        self._status = "settled"
        self._boards |= boards
        self._learn(observation, boards)
        readings: dict[Spot, Reading] = {}
        sightings: list[Sighting] = []
        for _, board in sorted(self._boards.items()):
            readings |= board.readings
            sightings += board.sightings
        self.settled = Settled(readings, tuple(sightings))
        return readings

    def _explain(self, seen: BoardEvidence, roles: Roles | None) -> _Board:
        if roles is None:
            raise ValueError("an observation that a tracker reads carries the roles of the pieces, got none")
        spots = [spot for row in seen.spots for spot in row]
        before = self._boards.get(seen.seat)
        if before is None:
            known = {spot: self._expected.get(spot, FLOOR) for spot in spots if spot is not None}
            found = read_board(seen, roles, self._palette, known, known.keys())
            surfaces = {spot: reading.surface for spot, reading in found.readings.items()}
            return _Board(seen.spots, seen.plane, surfaces, found.readings, found.sightings, found.sightings)
        changed = changed_spaces(seen.plane, before.plane, seen.noise, seen.size_wh).reshape(-1)
        differs = {spot for spot, new in zip(spots, changed, strict=True) if spot is not None and new}
        if not differs:
            return replace(before, new=())
        again = _entangled(before)
        known = {spot: FLOOR if spot in again else surface for spot, surface in before.surfaces.items()}
        found = read_board(seen, roles, self._palette, known, differs | again)
        anew = differs | again
        readings = {spot: r for spot, r in before.readings.items() if spot not in anew} | dict(found.readings)
        surfaces = known | {spot: reading.surface for spot, reading in found.readings.items()}
        standing = tuple(s for s in before.sightings if not s.spots & again and _still_lies(s, readings))
        taken = frozenset().union(*(s.spots for s in standing))
        laid = tuple(replace(s, problem="overlapping") if s.spots & taken else s for s in found.sightings)
        old = {(s.surface, s.spots, s.mark) for s in before.sightings}
        new = tuple(s for s in laid if (s.surface, s.spots, s.mark) not in old)
        # the whole new picture is the memory: light drifts, and what did not change looks right in it as well
        return _Board(seen.spots, seen.plane, surfaces, readings, standing + laid, new)

    def _learn(self, observation: Observation, boards: Mapping[int, _Board]) -> None:
        for seen in observation.evidence:
            where = {spot: (r, c) for r, row in enumerate(seen.spots) for c, spot in enumerate(row)}
            for sighting in boards[seen.seat].new:
                if sighting.confidence < _SURE or sighting.mark is None:
                    continue
                for spot in sighting.spots - {sighting.mark}:
                    index = where[spot]
                    spaces = seen.spaces
                    measures = (spaces.hue_deg[index], spaces.chroma[index], spaces.texture[index])
                    self._palette = self._palette.learn(Surface(sighting.surface), *map(float, measures))


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """One settled board: its picture, the best knowledge of every spot, and what may be reported of it."""

    spots: tuple[tuple[Spot | None, ...], ...]
    plane: Plane
    surfaces: Mapping[Spot, Surface]
    readings: Mapping[Spot, Reading]
    sightings: tuple[Sighting, ...]
    new: tuple[Sighting, ...]


def _entangled(board: _Board) -> frozenset[Spot]:
    """The unread spots with all that can only be understood together with them: their pieces and stray neighbours."""
    where = {spot: (r, c) for r, row in enumerate(board.spots) for c, spot in enumerate(row) if spot is not None}
    sighted = {spot for sighting in board.sightings for spot in sighting.spots}
    waiting = [spot for spot in where if spot not in board.readings]
    found: set[Spot] = set()
    while waiting:
        spot = waiting.pop()
        if spot in found:
            continue
        found.add(spot)
        for sighting in board.sightings:
            if spot in sighting.spots:
                waiting.extend(sighting.spots)
        row, col = where[spot]
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= r < len(board.spots) and 0 <= c < len(board.spots[r]):
                beside = board.spots[r][c]
                if beside is not None and beside not in sighted and board.surfaces.get(beside, FLOOR) != FLOOR:
                    waiting.append(beside)
    return frozenset(found)


def _together(first: Observation, now: Observation) -> bool:
    before = {seen.seat: seen for seen in first.evidence}
    return before.keys() == {seen.seat for seen in now.evidence} and all(
        is_still(seen.plane, before[seen.seat].plane, seen.noise, seen.size_wh) for seen in now.evidence
    )


def _agree(a: _Board, b: _Board) -> bool:
    return {spot: r.surface for spot, r in a.readings.items()} == {spot: r.surface for spot, r in b.readings.items()}


def _still_lies(sighting: Sighting, readings: Mapping[Spot, Reading]) -> bool:
    bare = sum(spot in readings and readings[spot].surface == FLOOR for spot in sighting.spots)
    return 2 * bare < len(sighting.spots)
