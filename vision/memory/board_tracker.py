"""One board through time: nothing that moves is believed, and what two windows in a row agree on is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from engine.game import Spot, Surface
from vision.explaining.palette import Palette
from vision.measures.evidence import BoardEvidence
from vision.measures.stillness import changed_spaces, is_still
from vision.memory.beside import Beside, Mask, find_beside, find_lying
from vision.memory.cleared_rim import covered_at_first
from vision.memory.explained_anew import explained
from vision.memory.settled_board import SettledBoard, agree, asks_again, with_overhang
from vision.memory.uncovered import uncovered
from vision.misplaced.overhang import (
    find_overhang,
    is_all_that_leans,
    is_card_on_marks,
    is_seen_to_lean_out,
    leans_out,
    unhindered,
)
from vision.observation import Sighting
from vision.prints.token_memory import remembered
from vision.roles import Roles

Status = Literal["searching", "hand", "moving", "settled"]

_RESTS_S = 3.0  # what has crossed the rim for so long without the least motion may be a piece
_RESTED_S = 2.0  # in which it may move as little as a window allows
_STAYS_S = 20.0  # what has for so long is no hand that is playing


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
        self._resting: BoardEvidence | None = None  # a look not long ago; something across the rim has kept still since
        self._resting_at_s = self._still_since_s = self._rested_at_s = 0.0
        self._lying: Mask | None = None  # what stays across the rim
        self._at_first = False  # that lay there when the empty board was taken, and has gone
        self._covered: frozenset[Spot] = frozenset()  # the spots that this disturbs
        self._before: SettledBoard | None = None  # the board before it did
        self._overhang: Sighting | None = None
        self._is_tall = False  # what keeps still across the rim is a tall piece at the edge
        self._leans = False  # such a piece was there when the board was settled last, or is now
        self.agreed: BoardEvidence | None = None  # the last look that was found to show the settled board
        self.status: Status = "searching"
        self.board: SettledBoard | None = None

    @property
    def lies_across(self) -> bool:
        """Whether the board is read past something that stays across its rim."""
        return self.status == "settled" and self._lying is not None

    @property
    def was_covered(self) -> bool:
        """Whether that lay there when the empty board was taken, and not any more."""
        return self.lies_across and self._at_first

    def lose(self) -> None:
        """The board is not in the picture."""
        self._uncover()
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
            self._resting, self._overhang, self._is_tall, self._leans = None, None, False, False
            self._uncover()
            return Beside(seen, frozenset())
        settled = self.board
        then = None if settled is None else settled.picture
        if self._leans and self._lying is None and then is not None and is_all_that_leans(seen, then):
            return Beside(unhindered(seen), frozenset())
        on_marks = settled is not None and is_card_on_marks(seen, settled.picture, settled.marks)
        if on_marks or is_seen_to_lean_out(seen, then):
            self._resting, self._overhang, self._is_tall, self._leans = None, None, False, True
            self._uncover()
            return Beside(unhindered(seen), frozenset())
        resting = self._resting
        if resting is None or not is_still(seen.picture, resting.picture, seen.noise, seen.size_wh):
            self._resting, self._resting_at_s, self._overhang, self._is_tall = seen, taken_at_s, None, False
            self._still_since_s = self._rested_at_s = taken_at_s
            return None
        if taken_at_s - self._rested_at_s >= _RESTED_S:
            self._resting, self._rested_at_s = seen, taken_at_s  # light drifts, and most of all on what shines
        before = self.board
        # a piece known to lie across the edge reaches no further than before either
        known = before is not None and any(sighting.problem == "off-board" for sighting in before.sightings)
        if before is not None and (self._lying is not None or not known):
            beside = find_beside(seen, before.picture, self._lying)
            if beside is not None:
                return beside
        if self._hangs_over(seen, taken_at_s):
            return Beside(unhindered(seen) if self._is_tall else seen, frozenset())
        cleared = covered_at_first(seen)
        if cleared is None and taken_at_s - self._still_since_s < _STAYS_S:
            return None
        self._uncover()
        past = find_lying(seen, None if self.board is None else self.board.picture, cleared)
        self._lying, self._covered, self._before = past.lying, past.near, self.board
        self._at_first = cleared is not None
        return past

    def _uncover(self) -> None:
        """What lay across the rim has gone."""
        if self.board is not None and self._before is not None and self.board is not self._before:
            self.board = uncovered(self.board, self._before, self._covered)
            self._first, self.status = None, "moving"
        self._lying, self._before = None, None

    def _hangs_over(self, seen: BoardEvidence, taken_at_s: float) -> bool:
        """Whether what has crossed the rim for long is no hand but a piece that has come to lie, or stand, there."""
        if self._overhang is None and not self._is_tall and taken_at_s - self._resting_at_s >= _RESTS_S:
            before = None if self.board is None else self.board.picture
            self._overhang = find_overhang(seen, before)
            self._is_tall = self._overhang is None and leans_out(seen, before)
            self._leans |= self._is_tall
            self._resting_at_s = taken_at_s  # if it is none, it is asked again as long after
        return self._overhang is not None or self._is_tall

    def _restart(self, seen: BoardEvidence, taken_at_s: float) -> None:
        self._first, self._first_at_s = seen, taken_at_s
        self._count = 1
        self._proposal = None
        self.status = "moving"

    def _looks_settled(self, look: Beside) -> bool:
        board, seen = self.board, look.seen
        if board is None or (board.waiting and not look.near):
            return False  # what spots have waited for is gone
        if asks_again(board, seen):
            return False
        changed = changed_spaces(seen.picture, board.picture, seen.noise, seen.size_wh)
        if look.lying is None or not changed.any():
            return not changed.any()
        # light plays on what lies there otherwise than on the board, and beside it nothing is read
        spots = [spot for row in seen.spots for spot in row]
        return look.near.issuperset(spot for spot, new in zip(spots, changed.flat, strict=True) if new)

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
            found = with_overhang(found, self._overhang)
        if look.lying is not None:
            # what stays keeps nobody from telling what lies beside it, and is not held against its absence any more
            found = replace(found, waiting=frozenset(), picture=seen.picture)
        if self._proposal is None or not agree(self._proposal, found):
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
