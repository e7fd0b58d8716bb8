"""Corner cards: printed ArUco markers (DICT_4X4_50) laid beside a board's corners.

Card ``4 * seat + n`` lies at corner ``n`` of the board of that seat: far left, far right, near right, near left. Where
exactly it lies is nobody's business, so cards tell whose board it is and which way it lies, and lead to where the
printed grid is looked for; the grid itself gives the pose. (Garrido-Jurado et al. 2014; cv2.aruco.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.finding.quads import clockwise
from vision.frame import Frame
from vision.pose import BoardPose, Points

MOST_SEATS = 4
CORNERS = 4
WORK_PX = 1000.0  # longest side in which cards are looked for first
NEAR = 2.5  # spaces between a card's middle and its corner at most
WINDOW = 23  # pixels of the threshold's window: about a card's side in a small picture, half in a large one


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A corner card in a picture: whose board, which corner (0 far left, clockwise), its corners float64 (4, 2), px."""

    seat: int
    corner: int
    corners_px: Points

    @property
    def middle_px(self) -> Points:
        """Its middle, float64 (2,)."""
        return np.asarray(self.corners_px.mean(axis=0))


def find_cards(frame: Frame) -> tuple[Card, ...]:
    """The corner cards in a picture, by number; a number seen twice is dropped, since one of them is no card."""
    gray = cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, WORK_PX / max(gray.shape))
    small = gray if scale == 1 else cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    seen = detect(np.asarray(small, np.uint8), 1 / scale)
    if len(seen) % CORNERS:  # some cards of a board are missing: look more closely
        closer = detect(np.asarray(gray, np.uint8), 1.0)
        seen += [(number, corners) for number, corners in closer if number not in {known for known, _ in seen}]
    numbers = [number for number, _ in seen]
    cards = [
        Card(number // CORNERS, number % CORNERS, corners)
        for number, corners in sorted(seen, key=lambda item: item[0])
        if number < MOST_SEATS * CORNERS and numbers.count(number) == 1
    ]
    return tuple(cards)


def detect(gray: np.ndarray, back: float) -> list[tuple[int, Points]]:
    """Markers by number with their corners, scaled ``back`` to the full picture."""
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin, settings.adaptiveThreshWinSizeMax = WINDOW, WINDOW
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(gray)
    if numbers is None:
        return []
    places = [(np.asarray(one, np.float64).reshape(4, 2) + 0.5) * back - 0.5 for one in corners]
    return [(int(number), place) for number, place in zip(np.asarray(numbers).ravel(), places, strict=True)]


def quads_of_cards(cards: Sequence[Card]) -> tuple[Points, ...]:
    """A quadrilateral, clockwise, through the middles of the four cards of every board that has them."""
    found = []
    for seat in sorted({card.seat for card in cards}):
        mine = {card.corner: card.middle_px for card in cards if card.seat == seat}
        if len(mine) == CORNERS:
            quad = np.array([mine[corner] for corner in range(CORNERS)])
            if cv2.isContourConvex(quad.astype(np.float32).reshape(-1, 1, 2)):
                found.append(clockwise(quad))
    return tuple(found)


def by_cards(pose: BoardPose, cards: Sequence[Card], size_wh: tuple[float, float]) -> tuple[BoardPose, int] | None:
    """The pose turned as the cards at its corners say, and the seat they name; None without a card that tells.

    A card tells when it lies within ``NEAR`` spaces of a corner and nearer to it than to any other.
    """
    corners = np.array([[0, 0], [size_wh[0], 0], size_wh, [0, size_wh[1]]], np.float64)
    votes: dict[tuple[int, int], int] = {}
    for card in cards:
        apart = np.linalg.norm(corners - pose.locate(card.middle_px), axis=1)
        nearest = int(np.argmin(apart))
        turn = (nearest - card.corner) % CORNERS
        if apart[nearest] <= NEAR and (turn in (0, 2) or size_wh[0] == size_wh[1]):
            votes[card.seat, turn] = votes.get((card.seat, turn), 0) + 1
    if not votes:
        return None
    (seat, turn), count = max(votes.items(), key=lambda item: item[1])
    if 2 * count <= sum(votes.values()):  # cards that contradict each other tell nothing
        return None
    if turn == 0:
        return pose, seat
    turned = BoardPose.from_corners(np.roll(pose.corners_px(size_wh), -turn, axis=0), size_wh, pose.lens)
    return BoardPose(turned.homography, pose.residual_cells, pose.lens), seat
