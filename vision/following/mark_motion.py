"""Whether a board's printed marks still lie where they were, told from a few samples of each: no pose is fitted."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finding.lattice import median
from vision.finding.stretches import Stretches
from vision.following.printed_marks import ALONG, STEP, Number, PrintedMarks, SampleMaps, of_marks
from vision.frame import Pixels
from vision.sampling import FixedMaps, along_sums, sampled

Floats = NDArray[np.float32]

STILL = 6.0  # grey levels: marks that changed less than this since the last full look are as they were
OTHERWISE = (
    10.0  # the same for how far its profile is from the one then, root mean square: it has several times the noise
)
CHANGED = 0.02  # share of the marks that may flicker without a new look
MOSTLY = 0.5  # share of the marks that may change, of which each is looked at anew, before all of them are
SLID = 0.012  # spaces that a quarter of the board's marks may slide without a new look, or without a new fit
LEAST_GROUP = 5  # marks of such a quarter that tell whether it slid
LEAST_GRIP = 1.0  # squared grey levels of slope that a group needs to tell whether it slid
GROUPS = 8
QUICK, QUICK_ALONG = 2, 3  # for that look: every other sample across a mark, three along it
LINE, LINE_STEP = 7, QUICK * STEP  # points of a line across a mark, and spaces between them


def quick_maps(maps: SampleMaps) -> FixedMaps:
    """Some samples of every mark, n * QUICK_ALONG rows of m: enough to see that something changed."""
    whole, part = maps.fixed
    few, parts = _quick_samples(whole), _quick_samples(part)
    return few.reshape(-1, *few.shape[2:]), parts.reshape(-1, *parts.shape[2:])


def _quick_samples(plane: NDArray[Number]) -> NDArray[Number]:
    """The same of one map, (n, QUICK_ALONG, m, ...)."""
    few = of_marks(plane)[:, 1 :: ALONG // QUICK_ALONG, ::QUICK]
    return np.ascontiguousarray(few[:, :QUICK_ALONG])


class MarkLines(NamedTuple):
    """A line of points across each of some printed marks.

    ``px`` int16 (n, LINE, 2) in whole pixels, ``LINE_STEP`` spaces apart; ``groups`` int (n,) puts marks together that
    lie near each other and run one way.
    """

    px: NDArray[np.int16]
    groups: NDArray[np.intp]


def mark_lines(maps: SampleMaps, groups: NDArray[np.intp]) -> MarkLines:
    """Lines across the middles of every third mark, as far as the print of a line reaches."""
    middle = _quick_samples(maps.fixed[0])[::3, QUICK_ALONG // 2]
    beside = (middle.shape[1] - LINE) // 2
    return MarkLines(np.ascontiguousarray(middle[:, beside : beside + LINE]), groups[::3])


def quick_look(pixels: Pixels, quick: FixedMaps) -> Floats:
    """A short profile of every mark, float32 (n, m)."""
    seen = sampled(pixels, quick)
    total = along_sums(seen.reshape(-1, QUICK_ALONG, *seen.shape[1:]))
    return (total[..., 0] + total[..., 1] + total[..., 2]) * np.float32(1 / (3 * QUICK_ALONG))


class Changes(NamedTuple):
    """How marks changed between two quick looks.

    ``marks`` bool (n,) tells those that do not look as they did, whatever the light did to all, and ``light`` is by how
    many grey levels that changed the middle one. ``slid`` is how far, in spaces, the rest of them slid together: the
    most of any group.
    """

    marks: NDArray[np.bool_]
    light: float
    slid: float


def changes(one: Floats, other: Floats, groups: NDArray[np.intp]) -> Changes:
    """What is otherwise in ``one`` than in ``other``, both float32 (n, m), a short profile of each mark.

    ``groups`` int (n,) puts marks together that lie near each other and run one way. How far a group has slid is the
    least squares answer to a small shift.
    """
    change = one - other
    level = np.asarray(cv2.reduce(change, 1, cv2.REDUCE_AVG), np.float32).ravel()
    light = median(level)
    change -= level[:, None]
    marks = (np.abs(level - light) > STILL) | (np.einsum("nm,nm->n", change, change) > change.shape[1] * OTHERWISE**2)
    # a slope over two samples is the mean of those between, so the change is averaged over as much (Simpson's rule)
    slope = (other[:, 2:] - other[:, :-2]) * np.float32(1 / 2)
    smooth = change[:, 1:-1] * np.float32(2 / 3) + (change[:, 2:] + change[:, :-2]) * np.float32(1 / 6)
    still = ~marks
    pull = np.bincount(groups, np.einsum("nm,nm->n", smooth, slope) * still)
    grip = np.bincount(groups, np.einsum("nm,nm->n", slope, slope) * still)
    told = grip > LEAST_GRIP
    slid = np.abs(pull[told]) / grip[told]
    return Changes(marks, light, float(slid.max(initial=0.0)) * QUICK * STEP)


def slide_weights(lines: Floats, groups: NDArray[np.intp]) -> Floats:
    """What a change of each sample says of how far its group has slid, in spaces a grey level, float32 (k, n * m).

    ``lines`` float32 (n, m) is what was seen at ``MarkLines`` whose ``groups`` are numbered from 0 to k - 1. Least
    squares as in ``changes``; what is added to all of a line says nothing. Of a group without slope nothing is told.
    """
    slope = (lines[:, 2:] - lines[:, :-2]) / 2
    pull = np.zeros_like(lines)
    for first, weight in enumerate((1 / 6, 2 / 3, 1 / 6)):
        pull[:, first : first + slope.shape[1]] += np.float32(weight) * slope
    pull -= pull.mean(axis=1, keepdims=True)
    count = 1 + int(groups.max(initial=-1))
    grip = np.bincount(groups, np.einsum("nm,nm->n", slope, slope), count)
    told = np.where(grip > LEAST_GRIP, LINE_STEP / np.maximum(grip, LEAST_GRIP), 0.0).astype(np.float32)
    weights = np.zeros((count, *lines.shape), np.float32)
    weights[groups, np.arange(len(groups))] = pull * told[groups, None]
    return weights.reshape(count, lines.size)


def resting(seen: Stretches, groups: NDArray[np.intp]) -> bool:
    """Whether every group of marks is seen, and on the whole where it was: then there is nothing to fit."""
    good = seen.contrast > 0
    offsets, group = seen.offset[good], groups[good]
    count = np.bincount(group, minlength=GROUPS)
    if count.min() < LEAST_GROUP:
        return False
    ordered = offsets[np.lexsort((offsets, group))]
    first = np.cumsum(count) - count
    middle = ordered[first + (count - 1) // 2] + ordered[first + count // 2]
    return bool((np.abs(middle) <= 2 * SLID).all())


def quarters(marks: PrintedMarks, size_wh: tuple[float, float]) -> NDArray[np.intp]:
    """A number for each mark: which quarter of the board it is in, and which way it runs."""
    right, near = marks.middle[:, 0] > size_wh[0] / 2, marks.middle[:, 1] > size_wh[1] / 2
    upright = marks.across[:, 0] == 1
    return np.asarray(right + 2 * near + 4 * upright, np.intp)
