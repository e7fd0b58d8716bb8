"""What lies across the rim of a board, and what hangs together with it: that is not the board's."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.measures.board_parts import block_means
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, Plane

Number = TypeVar("Number", bound=np.generic)

NEAR_SPACES, FAR_SPACES = 0.24, 0.40  # the band of the rim that is watched: a tile that lies off does not reach it
_THROUGH_SPACES = 0.34  # of that, what comes from outside crosses it all; a tile that lies off is blurred into it
_FOREIGN = 0.5
_EDGE_PX = 5  # about the edge of the grid, where a dark line may be too strong for anything to differ from it for sure
_LINE_PX, _BOTH_SPACES = 3, 0.8  # to each side of that edge, which a light line covers, and along it, that fingers do
_GAP_PX = 3  # across such a line
_HELD_SPACES = 0.9  # along it: fingers that held the end of a tile had 1.3, those that passed beside one 0.8 at most


def side_strip(plane: NDArray[Number], side: int) -> NDArray[Number]:
    """The plane turned so that this side, of above, below, left and right, is above: rows come from outside."""
    turned = plane if side < 2 else plane.swapaxes(0, 1)
    return turned if side % 2 == 0 else turned[::-1]


def crossing_since(seen: Plane, since: Plane) -> NDArray[np.bool_]:
    """What hangs together with something across the rim and was not there before, bool of the planes' shape.

    Args:
        seen: what differs from the empty board: outside the grid that tells, for a hand may have rested there before.
        since: what differs from an earlier picture of the board with pieces on it: on the grid those are no hand's.
    """
    return crossing(_new_on_grid(seen, since))


def coming_since(seen: Plane, since: Plane) -> NDArray[np.bool_]:
    """The same of what comes through all of the band: a piece that lies off the grid is only blurred into that.

    The arguments are those of ``crossing_since``.
    """
    return _hanging_together(_new_on_grid(seen, since), _THROUGH_SPACES)


def _new_on_grid(seen: Plane, since: Plane) -> Plane:
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    foreign = seen.copy()
    foreign[start:-start, start:-start] = since[start:-start, start:-start]
    return foreign


def crossing(foreign: Plane) -> NDArray[np.bool_]:
    """What hangs together with something across the rim, bool of the plane's shape."""
    return _hanging_together(foreign, NEAR_SPACES)


def _hanging_together(foreign: Plane, near_spaces: float) -> NDArray[np.bool_]:
    """What hangs together with something on the rim so far from the grid or farther."""
    mask = cv2.morphologyEx((foreign > _FOREIGN).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, found = cv2.connectedComponents(mask)
    labels = np.asarray(found, np.int32)
    touches = np.zeros(count, np.bool_)
    touches[labels.take(_band_px(labels.shape, near_spaces))] = True
    touches[0] = False  # what is not foreign
    return np.asarray(touches.take(labels))  # indexing takes three times as long


def connected(foreign: Plane, size_wh: tuple[float, float]) -> NDArray[np.float32]:
    """The share of each space that hangs together with something across the rim, float32 (rows, cols)."""
    return block_means(crossing(foreign).astype(np.float32), size_wh)


def over_the_line(foreign: Plane) -> Plane:
    """What is foreign, joined where fingers lie on both sides of a line round the grid that is as light as they are."""
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    along = np.ones((1, round(_BOTH_SPACES * PX_PER_SPACE)), np.uint8)
    over = foreign.copy()
    for side in range(4):
        edge = side_strip(over, side)[start - _LINE_PX : start + _LINE_PX]
        outside, inside = edge[:_LINE_PX].max(axis=0), edge[_LINE_PX:].max(axis=0)
        across = (np.minimum(outside, inside) > _FOREIGN).astype(np.uint8)[None]
        edge[:, cv2.morphologyEx(across, cv2.MORPH_OPEN, along)[0] > 0] = 1.0
    return over


def over_the_edge(foreign: Plane) -> Plane:
    """The same where a line along the edge of the grid parts nothing: what lies on both sides of it lies across it.

    So it is as far as the end of a tile. A rim that is only shaded may seem foreign as well: ask where something hides
    it.
    """
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    near = slice(start - _EDGE_PX, start + _EDGE_PX)
    gap = np.ones((_GAP_PX, _GAP_PX), np.uint8)
    joined = np.asarray(cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, gap), np.float32)
    along = np.ones((1, round(_HELD_SPACES * PX_PER_SPACE)), np.uint8)
    over = foreign.copy()
    for side in range(4):
        edge, closed = (side_strip(plane, side)[near] for plane in (over, joined))
        across = (closed.min(axis=0, keepdims=True) > _FOREIGN).astype(np.uint8)
        held = cv2.morphologyEx(across, cv2.MORPH_OPEN, along)[0] > 0
        edge[:, held] = closed[:, held]
    return over


@lru_cache(maxsize=8)
def _band_px(shape: tuple[int, ...], near_spaces: float) -> NDArray[np.intp]:
    """Where the rim so far from the grid or farther lies in a flat plane of this shape."""
    start = round(MARGIN_SPACES * PX_PER_SPACE)
    near, far = round(near_spaces * PX_PER_SPACE), round(FAR_SPACES * PX_PER_SPACE)
    mask = np.zeros(shape, bool)
    mask[start - far : shape[0] - start + far, start - far : shape[1] - start + far] = True
    mask[start - near : shape[0] - start + near, start - near : shape[1] - start + near] = False
    return np.flatnonzero(mask)
