"""How pictures become settled views: detector and tracker for the boards of a profile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from calibration.profile import BoardProfile, Profile, ProfileError
from device.cameras.camera import Camera
from engine.game import PieceKind, Spot
from engine.grid import Cell, Space
from engine.indian_summer.forest import Treasure
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from vision.detector import Detector
from vision.explaining.palette import Palette
from vision.following.follow import Follower
from vision.following.table_follower import TableFollower
from vision.reference import BoardReference
from vision.tracker import Tracker

_TREASURES = {kind.word[0]: kind.word for kind in Treasure}  # by their letters in a profile


@dataclass(frozen=True, slots=True)
class Eyes:
    """A way to open the camera, the detector, and a way to make a fresh tracker."""

    open_camera: Callable[[], Camera]
    detector: Detector
    new_tracker: Callable[[], Tracker]


def eyes_of(profile: Profile, open_camera: Callable[[], Camera], kinds: Sequence[PieceKind] | None = None) -> Eyes:
    """Eyes for the boards of a profile; ``kinds`` are the pieces that may lie there, any animal unless said."""
    detector = detector_of(profile, kinds)
    return Eyes(open_camera, detector, partial(tracker_of, profile))


def detector_of(profile: Profile, kinds: Sequence[PieceKind] | None = None) -> Detector:
    """The detector of a profile's boards; without kinds of pieces any animal may lie there."""
    references = [reference_of(board) for board in profile.boards]
    followers = {board.seat: follower_of(board) for board in profile.boards}
    follower = TableFollower(followers)
    kinds = pieces(ANY_ANIMAL) if kinds is None else kinds
    return Detector(references, kinds, follower, palette_of(profile), profile.frame_wh)


def tracker_of(profile: Profile) -> Tracker:
    """A tracker that has seen nothing yet but the leaves that a person has shown."""
    return Tracker(palette=palette_of(profile))


def palette_of(profile: Profile) -> Palette:
    """What the leaves look like before any is seen in play."""
    return Palette.of_shown(profile.leaves)


def follower_of(board: BoardProfile) -> Follower:
    """What keeps finding a board through bumps."""
    return Follower(board.pose, board.size_wh, board.picture, board.px_per_unit, board.margin)


def reference_of(board: BoardProfile) -> BoardReference:
    """What the detector must know of a board: what is printed, as a person has confirmed or as it was seen.

    A space is plain only on a board of which some treasure is known: of a bare list nobody knows whether it was filled.

    Raises:
        ProfileError: it is no board of this game.
    """
    expected = layout(4)[board.seat]
    if board.size_wh != expected.size_wh:
        (cols, rows), found = expected.size_wh, board.size_wh
        raise ProfileError(
            f"board {board.seat + 1}: expected {cols:g} x {rows:g} spaces, found {found[0]:g} x {found[1]:g}; "
            "calibrate anew"
        )
    outlines = expected.outlines
    known: dict[bool, dict[Spot, str]] = {True: {}, False: {}}
    plain: set[Spot] = set()
    for row, (letters, sure) in enumerate(zip(board.floor, board.floor_confidence, strict=True)):
        for col, (letter, confidence) in enumerate(zip(letters, sure, strict=True)):
            spot = Space(board.seat, Cell(row, col))
            if letter in _TREASURES:
                known[confidence >= 1.0][spot] = _TREASURES[letter]
            else:
                plain.add(spot)
    return BoardReference(
        board.seat,
        board.size_wh,
        outlines,
        board.pose,
        board.picture,
        board.px_per_unit,
        board.margin,
        printed=known[True],
        proposed=known[False],
        plain=frozenset(plain if known[True] or known[False] else ()),
        covered=frozenset(Space(board.seat, cell) for cell in board.covered),
    )
