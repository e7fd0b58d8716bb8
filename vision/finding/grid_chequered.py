"""Whether the spaces of a grid are told apart by two alternating shades, with no line between most of them."""

from __future__ import annotations

import numpy as np

from vision.finding.lattice import Floats
from vision.finding.stretches import LONGEST_PX, SHORTEST_PX, rectified
from vision.frame import Pixels
from vision.pose import BoardPose, space_px

SIDE = (0.06, 0.16)  # spaces from a joint, where the two spaces beside it are compared: prints end before that
TRIM = 0.2  # of a space at each end of a joint that is left out: fits may be a little askew
# share of the joints of each way across which shades change as on a chequer: of one 0.78, and of 100 boards that are
# none at most 0.62 and 0.56
ALTERNATE = 0.7
APART = 2.0  # CIELAB units between the two shades at least, with lightness as OpenCV scales it


def is_chequered(lab: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> bool:
    """Whether across most joints of a grid of ``spaces`` one of two shades changes to the other by turns.

    ``lab`` is the picture in CIELAB, uint8 (height, width, 3).
    """
    return all(alternating(part) >= ALTERNATE for part in changes(lab, pose, spaces))


def changes(lab: Pixels, pose: BoardPose, spaces: tuple[int, int]) -> tuple[Floats, Floats]:
    """How colour changes across the joints between spaces, to the right and downward, as if the first were lighter.

    CIELAB float32, (rows, cols - 1, 3) and (rows - 1, cols, 3): on a chequer all are alike.
    """
    cols, rows = spaces
    scale = int(np.clip(round(space_px(pose, spaces) / 2) * 2, SHORTEST_PX, LONGEST_PX))
    half = scale // 2
    flat = rectified(lab, pose, spaces, scale)[half:-half, half:-half].astype(np.float32)
    turns = np.where(np.add.outer(np.arange(rows), np.arange(cols)) % 2 == 0, 1, -1).astype(np.float32)[..., None]
    right = across(flat, scale, rows, cols) * turns[:, :-1]
    down = across(flat.transpose(1, 0, 2), scale, cols, rows).transpose(1, 0, 2) * turns[:-1]
    return right, down


def across(flat: Floats, scale: int, rows: int, cols: int) -> Floats:
    """The change of colour across all upright joints of a rectified board, float32 (rows, cols - 1, 3)."""
    near, far = max(1, round(SIDE[0] * scale)), max(2, round(SIDE[1] * scale))
    trim = round(TRIM * scale)
    spaces = flat.reshape(rows, scale, cols, scale, 3)[:, trim:-trim]
    before, behind = (np.median(part, axis=(1, 3)) for part in (spaces[..., -far:-near, :], spaces[..., near:far, :]))
    return np.asarray(behind[:, 1:] - before[:, :-1], np.float32)


def alternating(change: Floats) -> float:
    """The share of changes that go the way of all of them, 0 to 1; 0 where that is next to nothing."""
    common = np.median(change.reshape(-1, 3), axis=0)
    size = float(np.linalg.norm(common))
    if size < APART:
        return 0.0
    return float((change @ (common / size) > size / 3).mean())
