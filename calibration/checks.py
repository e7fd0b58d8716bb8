"""Focus, exposure, glare, size and fit of the boards in the picture they are calibrated from, each with a verdict."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.glare import glare_map, grid_part
from calibration.profile import BoardProfile, Profile
from calibration.report import Finding, Verdict
from vision.grid_refine import GridFit, space_px


def findings(profile: Profile, fits: Sequence[GridFit]) -> tuple[Finding, ...]:
    """All findings of a calibration picture, those of the boards in the order of the boards."""
    result: list[Finding] = []
    for board, fit in zip(profile.boards, fits, strict=True):
        name = f"board {board.seat + 1} " if len(profile.boards) > 1 else ""
        result += [grid(name, fit), residual(name, fit), size(name, board), tilt(name, board), focus(name, board)]
        result += [exposure(name, board), glare(name, board), treasures(name, board)]
    result.append(lens(profile))
    return tuple(result)


def grade(value: float, good: float, fair: float) -> Verdict:
    """Good from ``good`` on, fair from ``fair`` on; where good is the smaller of both, less is better."""
    sign = 1 if good >= fair else -1
    return (
        Verdict.GOOD if sign * value >= sign * good else Verdict.FAIR if sign * value >= sign * fair else Verdict.POOR
    )


def said(verdict: Verdict, good: str, advice: str) -> str:
    """The sentence for a verdict."""
    return good if verdict is Verdict.GOOD else advice


def grid(name: str, fit: GridFit) -> Finding:
    """How much of the printed grid is seen."""
    verdict = grade(fit.support, 0.95, 0.8)
    text = said(verdict, "the printed grid is seen", "clear the board, and see that no glare or shadow hides its lines")
    return Finding(f"{name}grid seen", round(fit.support, 3), verdict, text)


def residual(name: str, fit: GridFit) -> Finding:
    """How far the printed lines are from where the pose puts them."""
    value = fit.pose.residual_cells
    verdict = grade(value, 0.015, 0.03)
    advice = "the lines do not fit a flat board: press it flat, or calibrate the lens"
    return Finding(f"{name}residual", round(value, 4), verdict, said(verdict, "spaces; the fit is close", advice))


def size(name: str, board: BoardProfile) -> Finding:
    """Pixels a space."""
    value = space_px(board.pose, board.size_wh)
    verdict = grade(value, 36, 24)
    text = said(verdict, "pixels a space", "pixels a space: bring the camera nearer or take a larger picture")
    return Finding(f"{name}size", round(value, 1), verdict, text)


def tilt(name: str, board: BoardProfile) -> Finding:
    """How much wider the nearest space is than the farthest: perspective, whatever the lens."""
    cols, rows = board.size_wh
    spots = np.array([[x, y] for x in (0.5, cols - 0.5) for y in (0.5, rows - 0.5)])
    sides = [
        np.linalg.norm(board.pose.project(spots + step) - board.pose.project(spots - step), axis=1) for step in STEPS
    ]
    areas = sides[0] * sides[1]
    value = float(np.sqrt(areas.max() / areas.min()))
    verdict = grade(value, 1.35, 1.8)
    text = said(verdict, "nearest space to farthest", "nearest space to farthest: look down more steeply")
    return Finding(f"{name}perspective", round(value, 3), verdict, text)


STEPS = (np.array([0.5, 0.0]), np.array([0.0, 0.5]))


def focus(name: str, board: BoardProfile) -> Finding:
    """How wide a printed line is seen, half of its height, in pixels of the reference picture."""
    value = line_width(board)
    if value is None:
        advice = "no line stands out enough to measure the focus: more light, or a nearer camera"
        return Finding(f"{name}focus", None, Verdict.POOR, advice)
    verdict = grade(value, 3.2, 4.6)
    text = said(
        verdict, "pixels across a printed line", "pixels across a printed line: focus the lens, steady the camera"
    )
    return Finding(f"{name}focus", round(value, 2), verdict, text)


def line_width(board: BoardProfile) -> float | None:
    """Full width at half height of the printed lines, median over the stretches that stand out; None if none does."""
    cols, rows = round(board.size_wh[0]), round(board.size_wh[1])
    scale, start = board.px_per_unit, round(board.margin * board.px_per_unit)
    gray = cv2.cvtColor(board.picture, cv2.COLOR_BGR2GRAY).astype(np.float64) * board.polarity
    half, trim = scale // 3, scale // 5
    widths = []
    for turned, lines, stretches in ((gray, cols, rows), (gray.T, rows, cols)):
        for line in range(1, lines):
            at = start + line * scale
            for stretch in range(stretches):
                low = start + stretch * scale + trim
                profile = turned[low : low + scale - 2 * trim, at - half : at + half].mean(axis=0)
                width = half_width(profile)
                if width is not None:
                    widths.append(width)
    return float(np.median(widths)) if len(widths) >= 8 else None


def half_width(profile: np.ndarray) -> float | None:
    """Width of the peak in the middle third at half its height, in samples; None where it does not stand out."""
    floor = float(np.median(profile))
    middle = slice(len(profile) // 3, len(profile) - len(profile) // 3)
    top = int(np.argmax(profile[middle])) + middle.start
    height = profile[top] - floor
    noise = 1.4826 * float(np.median(np.abs(profile - floor))) + 0.3
    if height < 4 * noise:
        return None
    level = floor + height / 2
    left, right = top, top
    while left > 0 and profile[left] > level:
        left -= 1
    while right < len(profile) - 1 and profile[right] > level:
        right += 1
    if profile[left] > level or profile[right] > level:
        return None
    before = left + (level - profile[left]) / (profile[left + 1] - profile[left])
    after = right - (level - profile[right]) / (profile[right - 1] - profile[right])
    return float(after - before)


def exposure(name: str, board: BoardProfile) -> Finding:
    """How light the board is, median of the lightest channel, 0 to 255."""
    value = float(np.median(grid_part(board).max(axis=2)))
    verdict = Verdict.GOOD if 40 <= value <= 170 else Verdict.FAIR if 22 <= value <= 215 else Verdict.POOR
    advice = "of 255: more light, or a longer exposure" if value < 100 else "of 255: less light, or a shorter exposure"
    return Finding(f"{name}exposure", round(value, 1), verdict, said(verdict, "of 255", advice))


def glare(name: str, board: BoardProfile) -> Finding:
    """How many spaces are washed out: clipped, or far lighter and paler than the board is."""
    count = int(glare_map(board).sum())
    verdict = Verdict.GOOD if count == 0 else Verdict.FAIR if count <= 6 else Verdict.POOR
    advice = "spaces mirror a lamp or window: move the lamp or the camera, else they are read as unknown"
    return Finding(f"{name}glare", float(count), verdict, said(verdict, "spaces with glare", advice))


def treasures(name: str, board: BoardProfile) -> Finding:
    """How many printed treasures were read; always to be confirmed by the owner."""
    count = sum(letter != "." for row in board.floor for letter in row)
    least = min((value for row in board.floor_confidence for value in row), default=0.0)
    verdict = Verdict.GOOD if least >= 0.9 and count else Verdict.FAIR if count else Verdict.POOR
    advice = "printed treasures: compare spaces and kinds with the board, give a corrected list with --floor"
    return Finding(f"{name}treasures", float(count), verdict, said(verdict, "printed treasures", advice))


def lens(profile: Profile) -> Finding:
    """The radial coefficient of the lens, for a focal length of the longer side."""
    value = None if profile.lens is None else float(profile.lens.distortion[0])
    if value is None:
        return Finding("lens", None, Verdict.FAIR, "no lens estimated: the boards' lines are taken for straight")
    if profile.lens_quality is not None:
        return Finding("lens", round(value, 4), Verdict.GOOD, "radial distortion, measured with the printed sheet")
    verdict = grade(abs(value), 0.25, 0.5)
    text = said(verdict, "radial distortion, corrected", "strong distortion: calibrate the lens with the printed sheet")
    return Finding("lens", round(value, 4), verdict, text)
