"""Observations -> settled view: every board is followed by itself, so that a hand at one pauses no other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.game import Reading, Spot, Surface, View
from vision.explaining.floor_costs import BURNT
from vision.explaining.leaf_hues import LeafLook
from vision.explaining.leaf_samples import look_of
from vision.explaining.palette import Palette
from vision.explaining.pieces import hanging_groups
from vision.measures.evidence import BoardEvidence
from vision.memory.board_tracker import BoardTracker, Status
from vision.memory.settled_board import SettledBoard
from vision.observation import Observation, Sighting
from vision.prints.token_memory import Kinds, named
from vision.roles import Roles

__all__ = ["Settled", "Status", "Tracker"]

_SURE = 0.9  # a piece seen so surely teaches the palette
_URGENCY: tuple[Status, ...] = ("hand", "searching", "moving", "settled")


@dataclass(frozen=True, slots=True)
class Settled:
    """What lies on the table: readings (a missing spot is unknown) and the pieces seen being laid, oldest first.

    ``kinds`` are the surfaces of tokens whose kind can be told; the readings say no more than that a token is there.
    """

    readings: Mapping[Spot, Reading] = field(default_factory=dict)
    sightings: tuple[Sighting, ...] = ()
    kinds: Kinds = field(default_factory=dict)

    @property
    def problems(self) -> tuple[Sighting, ...]:
        """The pieces that do not lie as pieces should: misplaced, overlapping or off the board."""
        return tuple(sighting for sighting in self.sightings if sighting.problem)

    @property
    def named(self) -> Mapping[Spot, Reading]:
        """The readings with the tokens named whose kind can be told."""
        return named(self.readings, self.kinds)


class Tracker:
    """Decides when the boards of a table lie still and what then lies on them.

    A board is settled when every picture of a window agrees and a second window of the same length confirms it. It is
    then explained as the last settled one plus pieces on the spots that look different. What the boards have in common
    is the palette: the same leaves lie under the same light.

    Args:
        window_s: length of a window in seconds.
        least: pictures that each window must hold, however slow the camera.
        palette: the hues of the leaves as far as known.
    """

    def __init__(self, window_s: float = 0.4, least: int = 2, palette: Palette | None = None) -> None:
        if window_s <= 0 or least < 1:
            raise ValueError(f"a window lasts longer than 0 s and holds a picture, got {window_s} s and {least}")
        self._window_s, self._least = window_s, least
        self._boards: dict[int, BoardTracker] = {}
        self._expected: dict[Spot, Surface] = {}
        self._palette = Palette() if palette is None else palette
        self._roles: Roles | None = None
        self.settled = Settled()

    @property
    def status(self) -> Status:
        """What the table is doing: the first of hand, searching, moving and settled that holds for any board."""
        found = {board.status for board in self._boards.values()}
        return next((status for status in _URGENCY if status in found), "searching")

    def status_of(self, seat: int) -> Status:
        """What one board is doing; a board that was never seen is searched for."""
        board = self._boards.get(seat)
        return "searching" if board is None else board.status

    def lies_across(self, seat: int) -> bool:
        """Whether one board is read past something that stays across its rim: what is beside that is not read."""
        return seat in self._boards and self._boards[seat].lies_across

    def was_covered(self, seat: int) -> bool:
        """Whether that lay there when the empty board was taken, and has gone."""
        return seat in self._boards and self._boards[seat].was_covered

    def update(self, observation: Observation) -> Mapping[Spot, Reading] | None:
        """Take in one observation.

        Returns:
            The readings of the table, where at least one board is settled now: a spot is missing where it is unknown,
            and a board that is out of sight, moves or has a hand over it counts as it was settled last. None where no
            board is settled.
        """
        roles = self._roles = observation.roles
        for seat in observation.missing:
            self._board(seat).lose()
        if not observation.boards:
            for board in self._boards.values():
                board.lose()
            return None
        anew = False
        for seen in observation.evidence:
            if seen.seat in observation.missing:
                continue
            if roles is None:
                raise ValueError("an observation that a tracker reads carries the roles of the pieces, got none")
            board = self._board(seen.seat)
            is_first = board.board is None
            if board.update(seen, observation.taken_at_s, roles, self._palette, self._expected):
                anew = True
                assert board.board is not None
                if is_first:
                    self._learn_expected(seen, board.board, roles)
                self._learn(seen, board.board)
        if anew:
            self.settled = self._gathered()
        now = any(board.status == "settled" for board in self._boards.values())
        return self.settled.readings if now else None

    def commit(self, view: View) -> None:
        """Tell what is now known to lie on the table; it counts where nothing could be read since.

        What leaves look like that could not be read is known from then on, but for those of which the first view tells:
        that comes from before, and why they are not read now nobody has seen.
        """
        before, self._expected = self._expected, dict(view)
        for board in self._boards.values():
            told = board.assume(view)
            if not before:
                continue
            self._remember(board, {spot: surface for spot, surface in told.items() if before.get(spot) != surface})

    def _board(self, seat: int) -> BoardTracker:
        return self._boards.setdefault(seat, BoardTracker(self._window_s, self._least))

    def _gathered(self) -> Settled:
        readings: dict[Spot, Reading] = {}
        sightings: list[Sighting] = []
        kinds: dict[Spot, Surface] = {}
        for _, tracker in sorted(self._boards.items()):
            if tracker.board is not None:
                readings |= tracker.board.readings
                sightings += tracker.board.sightings
                kinds |= tracker.board.kinds
        return Settled(readings, tuple(sightings), kinds)

    def _remember(self, board: BoardTracker, told: Mapping[Spot, Surface]) -> None:
        seen, roles = board.agreed, self._roles
        if seen is None or roles is None or seen.occlusion.hand or seen.occlusion.shadow:
            return
        where = {spot: cell for cell, spot in enumerate(spot for row in seen.spots for spot in row)}
        for leaf in roles.patterned:
            cells = [where[spot] for spot, surface in told.items() if surface == leaf.surface]
            look = look_of(seen.spaces, cells)
            if look is not None:
                self._palette = self._palette.show(leaf.surface, look)

    def _learn(self, seen: BoardEvidence, board: SettledBoard) -> None:
        """Newly read tiles tell how their leaves look."""
        where = {spot: cell for cell, spot in enumerate(spot for row in seen.spots for spot in row)}
        for sighting in board.new:
            if sighting.confidence < _SURE or sighting.mark is None or sighting.problem == "misplaced":
                continue
            body = sighting.spots - {sighting.mark}
            if all(spot in board.readings for spot in body):  # what is not believed teaches nothing
                self._show_or_learn(seen, Surface(sighting.surface), [where[spot] for spot in body])

    def _learn_expected(self, seen: BoardEvidence, board: SettledBoard, roles: Roles) -> None:
        """Leaves that are known to lie on a board seen first, and are read there, tell how they look now.

        What is known comes from before: where any of it is read otherwise, or tells of hues that no lamp makes of this
        leaf, it may be another game's, and a shadow changes hues.
        """
        if seen.occlusion.hand or seen.occlusion.shadow:
            return
        leaves = {leaf.surface for leaf in roles.patterned}
        read = {spot: reading.surface for spot, reading in board.readings.items()}
        known = {spot: surface for spot, surface in self._expected.items() if spot in read and surface in leaves}
        if any(read[spot] != surface for spot, surface in known.items()):
            return
        spots = [spot for row in seen.spots for spot in row]
        for surface in sorted(leaves):
            cells = [c for c, s in enumerate(spots) if s in known and known[s] == surface]
            for group in hanging_groups(cells, len(seen.spots[0])):
                look = look_of(seen.spaces, sorted(group))
                # tiles of two prints side by side have no look
                if look is not None and not self._palette.hues.is_far_off(surface, look):
                    self._learn_each(seen, surface, sorted(group))

    def _show_or_learn(self, seen: BoardEvidence, surface: Surface, cells: Sequence[int]) -> None:
        look = look_of(seen.spaces, cells)
        if look is not None and self._palette.hues.is_far_off(surface, look):
            # another print, known by its size: no lamp has moved the hues of all others as far
            self._palette = self._palette.show(surface, look)
        else:
            self._learn_each(seen, surface, cells)

    def _learn_each(self, seen: BoardEvidence, surface: Surface, cells: Sequence[int]) -> None:
        spaces = seen.spaces
        for cell in cells:
            if spaces.burnt.flat[cell] > BURNT:
                continue  # hardly any of its colour is to be seen
            measures = (spaces.hue_deg.flat[cell], spaces.chroma.flat[cell], spaces.texture.flat[cell])
            self._palette = self._palette.learn(surface, LeafLook(*map(float, measures)))
