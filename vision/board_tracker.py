"""One board through time: nothing that moves is believed, and only what changed is explained anew."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Literal

from engine.game import Reading, Spot, Surface
from vision.beside import Beside, find_beside, undisturbed
from vision.color import BoardPicture
from vision.evidence import BoardEvidence
from vision.local_light import lit_otherwise
from vision.observation import Sighting
from vision.overhang import find_overhang
from vision.palette import Palette
from vision.reading import read_board
from vision.scoring import FLOOR, Roles
from vision.stillness import changed_spaces, is_lit_anew, is_still
from vision.token_memory import Kinds, remembered
from vision.torn import whole

Status = Literal["searching", "hand", "moving", "settled"]

_RESTS_S = 3.0  # what has crossed the rim for so long without the least motion may be a piece


@dataclass(frozen=True, slots=True, eq=False)
class SettledBoard:
    """One settled board: its picture, the best knowledge of every spot, and what may be reported of it.

    ``sightings`` are all pieces seen being laid, oldest first, ``new`` those of the last look. ``told`` are spots that
    could not be read and of which somebody has said since what lies there; ``waiting`` are those that were left unread
    while something rested beside the board. ``kinds`` are the surfaces of the tokens whose kind could be told.
    ``doubtful`` are unread spots that were in full sight, and ``looks`` the numbers of the looks in which unread spots
    came to show what they show.
    """

    spots: tuple[tuple[Spot | None, ...], ...]
    picture: BoardPicture
    surfaces: Mapping[Spot, Surface]
    readings: Mapping[Spot, Reading]
    sightings: tuple[Sighting, ...]
    new: tuple[Sighting, ...]
    told: frozenset[Spot] = frozenset()
    waiting: frozenset[Spot] = frozenset()
    kinds: Kinds = field(default_factory=dict)
    doubtful: frozenset[Spot] = frozenset()
    looks: Mapping[Spot, int] = field(default_factory=dict)


class BoardTracker:
    """Decides when one board lies still and what then lies on it.

    A board is settled when every picture of a window agrees and a second window of the same length confirms it.

    Args:
        window_s: length of a window in seconds.
        least: pictures that each window must hold, however slow the camera.
    """

    def __init__(self, window_s: float, least: int) -> None:
        self._window_s, self._least = window_s, least
        self._first: BoardEvidence | None = None  # of the window: nothing may move away from it, however slowly
        self._first_at_s = 0.0
        self._count = 0
        self._proposal: SettledBoard | None = None
        self._resting: BoardEvidence | None = None  # since when something across the rim has kept still
        self._resting_at_s = 0.0
        self._overhang: Sighting | None = None
        self.agreed: BoardEvidence | None = None  # the last look that was found to show the settled board
        self.status: Status = "searching"
        self.board: SettledBoard | None = None

    def lose(self) -> None:
        """The board is not in the picture."""
        self._first, self._resting, self._overhang, self.agreed, self.status = None, None, None, None, "searching"

    def update(
        self,
        seen: BoardEvidence,
        taken_at_s: float,
        roles: Roles,
        palette: Palette,
        expected: Mapping[Spot, Surface],
    ) -> bool:
        """Take in one picture of the board; returns whether it has been read anew.

        ``expected`` is what is known to lie there, for a board that was never settled.
        """
        if self.status == "settled" and seen is self.agreed:
            return False  # while nothing at all changes the detector gives again what it saw before
        look = self._look_past(seen, taken_at_s)
        if look is None:
            self._first, self.status = None, "hand"
            return False
        if self.status == "settled":
            if self._looks_settled(look):
                self.agreed = seen
            else:
                self._restart(seen, taken_at_s)
            return False
        first = self._first
        if first is None or not is_still(seen.picture, first.picture, seen.noise, seen.size_wh):
            self._restart(seen, taken_at_s)
            return False
        self._count += 1
        if taken_at_s - self._first_at_s < self._window_s or self._count < self._least:
            return False
        return self._close_window(look, taken_at_s, roles, palette, expected)

    def assume(self, view: Mapping[Spot, Surface]) -> Mapping[Spot, Surface]:
        """What is now known to lie on the table counts where nothing could be read since; returns what was news."""
        board = self.board
        if board is None:
            return {}
        unread = {
            spot: view[spot]
            for row in board.spots
            for spot in row
            if spot in view and spot not in board.readings and spot not in board.waiting
        }
        if unread:
            self.board = replace(board, surfaces={**board.surfaces, **unread}, told=frozenset(unread))
        return {spot: surface for spot, surface in unread.items() if spot not in board.told}

    def _look_past(self, seen: BoardEvidence, taken_at_s: float) -> Beside | None:
        """The board past what crosses the rim, where that keeps still and is no hand over the board."""
        if not seen.occlusion.hand:
            self._resting = self._overhang = None
            return Beside(seen, frozenset())
        resting = self._resting
        if resting is None or not is_still(seen.picture, resting.picture, seen.noise, seen.size_wh):
            self._resting, self._resting_at_s, self._overhang = seen, taken_at_s, None
            return None
        before = self.board
        # a piece known to lie across the edge reaches no further than before either
        if before is not None and not any(sighting.problem == "off-board" for sighting in before.sightings):
            beside = find_beside(seen, before.picture)
            if beside is not None:
                return beside
        return Beside(seen, frozenset()) if self._hangs_over(seen, taken_at_s) else None

    def _hangs_over(self, seen: BoardEvidence, taken_at_s: float) -> bool:
        """Whether what has crossed the rim for long is no hand but a piece that has come to lie there."""
        if self._overhang is None and taken_at_s - self._resting_at_s >= _RESTS_S:
            self._overhang = find_overhang(seen, None if self.board is None else self.board.picture)
            self._resting_at_s = taken_at_s  # if it is none, it is asked again as long after
        return self._overhang is not None

    def _restart(self, seen: BoardEvidence, taken_at_s: float) -> None:
        self._first, self._first_at_s = seen, taken_at_s
        self._count = 1
        self._proposal = None
        self.status = "moving"

    def _looks_settled(self, look: Beside) -> bool:
        board, seen = self.board, look.seen
        if board is None or (board.waiting and not look.near):
            return False  # what spots have waited for is gone
        if _asks_again(board, seen):
            return False
        return not changed_spaces(seen.picture, board.picture, seen.noise, seen.size_wh).any()

    def _close_window(
        self,
        look: Beside,
        taken_at_s: float,
        roles: Roles,
        palette: Palette,
        expected: Mapping[Spot, Surface],
    ) -> bool:
        seen = look.seen
        found = explained(self.board, seen, roles, palette, expected, look.near)
        if self._overhang is not None:
            found = _with_overhang(found, self._overhang)
        if self._proposal is None or not _agree(self._proposal, found):
            self._restart(seen, taken_at_s)
            self._proposal = found
            return False
        self.status = "settled"
        kinds, then = ({}, None) if self.board is None else (self.board.kinds, self.board.picture)
        # what something rests beside is asked when it has gone
        clear = {spot: reading for spot, reading in found.readings.items() if spot not in look.near}
        self.board = replace(found, kinds=remembered(clear, seen, roles, kinds, then))
        self.agreed = seen
        return True


def explained(
    before: SettledBoard | None,
    seen: BoardEvidence,
    roles: Roles,
    palette: Palette,
    expected: Mapping[Spot, Surface],
    near: frozenset[Spot] = frozenset(),
) -> SettledBoard:
    """The board in a picture as the last settled one plus pieces on the spots that look different.

    ``near`` are spots that something beside the board may disturb.
    """
    spots = [spot for row in seen.spots for spot in row]
    if before is None:
        known = {spot: expected.get(spot, FLOOR) for spot in spots if spot is not None}
        found = read_board(seen, roles, palette, known, known.keys())
        surfaces = {spot: reading.surface for spot, reading in found.readings.items()}
        first = SettledBoard(seen.spots, seen.picture, surfaces, found.readings, found.sightings, found.sightings)
        if not _in_full_sight(seen, near):
            return first
        # all that lies there was laid before the rest
        return replace(first, doubtful=found.doubtful, looks=dict.fromkeys(found.doubtful, 1))
    changed = changed_spaces(seen.picture, before.picture, seen.noise, seen.size_wh)
    lit = lit_otherwise(seen.picture, before.picture, changed, seen.noise, seen.size_wh)
    differs = {spot for spot, new in zip(spots, (changed & ~lit).reshape(-1), strict=True) if spot is not None and new}
    if not differs and not before.waiting and not _asks_again(before, seen):
        return replace(before, new=())
    again = _entangled(before)
    known = {spot: FLOOR if spot in again else surface for spot, surface in before.surfaces.items()}
    came = _looks(before, differs, seen, near)
    found = read_board(seen, roles, palette, known, differs | again, came)
    looks = {spot: look for spot, look in came.items() if spot in found.doubtful or spot not in differs | again}
    found = whole(found, before.sightings, before.readings, differs | again, roles)
    found = undisturbed(found, near, before.readings, before.sightings)
    anew = differs | again
    readings = {spot: r for spot, r in before.readings.items() if spot not in anew} | dict(found.readings)
    surfaces = known | {spot: reading.surface for spot, reading in found.readings.items()}
    standing = tuple(s for s in before.sightings if not s.spots & again and _still_lies(s, readings))
    taken = frozenset().union(*(s.spots for s in standing))
    laid = tuple(replace(s, problem="overlapping") if s.spots & taken else s for s in found.sightings)
    old = {(s.surface, s.spots, s.mark) for s in before.sightings}
    new = tuple(s for s in laid if (s.surface, s.spots, s.mark) not in old)
    # the whole new picture is the memory: light drifts, and what did not change looks right in it as well
    told = frozenset(spot for spot in before.told if spot not in anew and spot not in readings)
    waiting = frozenset(anew - readings.keys()) if near else frozenset()
    doubtful = (before.doubtful - anew) | (found.doubtful if _in_full_sight(seen, near) else frozenset())
    return SettledBoard(
        seen.spots, seen.picture, surfaces, readings, standing + laid, new, told, waiting, {}, doubtful, looks
    )


def _in_full_sight(seen: BoardEvidence, near: Collection[Spot]) -> bool:
    return not (near or seen.occlusion.hand or seen.occlusion.shadow)


def _asks_again(board: SettledBoard, seen: BoardEvidence) -> bool:
    """Whether there are unread spots of which nobody has told, and another light to look at them."""
    unread = any(s is not None and s not in board.readings and s not in board.told for row in board.spots for s in row)
    return unread and is_lit_anew(seen.picture, board.picture, seen.noise)


def _looks(before: SettledBoard, differs: Set[Spot], seen: BoardEvidence, near: Collection[Spot]) -> Mapping[Spot, int]:
    """The numbers of the looks in which unread spots last changed, with those that differ now.

    Of what something hides or shades a part may show later than the rest, and something may come to lie on a piece.
    """
    kept = {spot: look for spot, look in before.looks.items() if spot not in differs}
    if not _in_full_sight(seen, near):
        return kept
    bare = {spot for spot in differs if spot in before.readings and before.readings[spot].surface == FLOOR}
    came = bare | (before.doubtful & differs)
    return kept | dict.fromkeys(came, 1 + max(before.looks.values(), default=0))


def _with_overhang(board: SettledBoard, overhang: Sighting) -> SettledBoard:
    """The board without readings where something lies that hangs over its edge."""
    readings = {spot: reading for spot, reading in board.readings.items() if spot not in overhang.touches}
    return replace(board, readings=readings, sightings=(*board.sightings, overhang), new=(*board.new, overhang))


def _entangled(board: SettledBoard) -> frozenset[Spot]:
    """The unread spots of which nobody has told, with what is only understood together with them.

    That are their pieces and stray neighbours.
    """
    where = {spot: (r, c) for r, row in enumerate(board.spots) for c, spot in enumerate(row) if spot is not None}
    sighted = {spot for sighting in board.sightings for spot in sighting.spots}
    waiting = [spot for spot in where if spot not in board.readings and spot not in board.told]
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


def _agree(a: SettledBoard, b: SettledBoard) -> bool:
    return {spot: r.surface for spot, r in a.readings.items()} == {spot: r.surface for spot, r in b.readings.items()}


def _still_lies(sighting: Sighting, readings: Mapping[Spot, Reading]) -> bool:
    bare = sum(spot in readings and readings[spot].surface == FLOOR for spot in sighting.spots)
    return 2 * bare < len(sighting.spots)
