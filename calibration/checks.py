"""Emptiness, focus, light, glare, size and fit of boards that are calibrated, each with a verdict and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.covering import Covering
from calibration.glare import glare_map, grid_part
from calibration.grain import grain
from calibration.profile import BoardProfile, Profile
from calibration.report import EMPTY, Finding, Verdict
from calibration.sharpness import edge_widths
from engine.sentence import listed, say, say_number
from vision.finding.grid_refine import GridFit
from vision.pose import space_px


def findings(profile: Profile, fits: Sequence[GridFit], coverings: Sequence[Covering]) -> tuple[Finding, ...]:
    """All findings of a calibration picture, those of the boards in the order of the boards."""
    result: list[Finding] = []
    for board, fit, covered in zip(profile.boards, fits, coverings, strict=True):
        sharp = focus(board)
        told = [empty(covered), grid(fit), residual(fit, sharp.verdict), size(board), tilt(board)]
        told += [sharp, exposure(board), grain(board), glare(board), treasures(board)]
        result += [replace(each, board=number_of(board, profile)) for each in told]
    result.append(lens(profile))
    return tuple(result)


def number_of(board: BoardProfile, profile: Profile) -> int | None:
    """Which of several boards one is, as findings count them; None where it is the only one."""
    return board.seat + 1 if len(profile.boards) > 1 else None


def grade(value: float, good: float, fair: float) -> Verdict:
    """Good from ``good`` on, fair from ``fair`` on; where good is the smaller of both, less is better."""
    sign = 1 if good >= fair else -1
    return (
        Verdict.GOOD if sign * value >= sign * good else Verdict.FAIR if sign * value >= sign * fair else Verdict.POOR
    )


def empty(found: Covering) -> Finding:
    """How many spaces look as if something lay on them: their picture would be taken for the bare floor."""
    count = len(found.cells)
    if not count:
        return Finding(EMPTY, 0, Verdict.GOOD, say("spaces look covered"))
    cells = listed([str(cell) for cell in found.cells])
    if found.sure:
        text = say_number(
            count,
            "space looks covered, {cells}: take everything off the board and calibrate anew",
            "spaces look covered, {cells}: take everything off the board and calibrate anew",
            cells=cells,
        )
        return Finding(EMPTY, count, Verdict.POOR, text, found.cells)
    text = say("spaces look odd, {cells}: if something lies there, take it off and calibrate anew", cells=cells)
    return Finding(EMPTY, count, Verdict.FAIR, text, found.cells)


def grid(fit: GridFit) -> Finding:
    """How much of the printed grid is seen."""
    verdict = grade(fit.support, 0.9, 0.7)
    match verdict:
        case Verdict.GOOD:
            text = say("of 1 is how much of the printed grid is seen")
        case Verdict.FAIR:
            text = say(
                "of 1 is how much of the printed grid is seen, enough; print, glare, shadow or pieces hide the rest"
            )
        case Verdict.POOR:
            text = say(
                "of 1 is how much of the printed grid is seen, too little: clear the board, light it evenly, and check "
                "its corners if you gave them (--corners)"
            )
    return Finding("grid seen", round(float(fit.support), 3), verdict, text)


def too_many(found: int, most: int) -> Finding:
    """That more boards are in the picture than can play."""
    text = say(
        "boards are in the picture, {most} were measured: take away what does not play, or turn the camera from it",
        most=most,
    )
    return Finding("boards", found, Verdict.FAIR, text)


def residual(fit: GridFit, sharpness: Verdict) -> Finding:
    """How far the printed lines are from where the pose puts them; ``sharpness`` is that of the picture."""
    value = fit.pose.residual_cells
    verdict = grade(value, 0.015, 0.03)
    if verdict is Verdict.GOOD:
        text = say("of a space between the lines and a flat board's: a close fit")
    elif sharpness is not Verdict.GOOD:
        text = say("of a space between the lines and a flat board's: sharpen the picture first")
    else:
        text = say("of a space between the lines and a flat board's: press it flat, or calibrate the lens")
    return Finding("residual", round(value, 4), verdict, text)


def size(board: BoardProfile) -> Finding:
    """Pixels a space."""
    value = space_px(board.pose, board.size_wh)
    verdict = grade(value, 30, 20)
    match verdict:
        case Verdict.GOOD:
            text = say("pixels a space")
        case Verdict.FAIR:
            text = say("pixels a space, enough; a nearer camera or a larger picture reads more surely")
        case Verdict.POOR:
            text = say("pixels a space, too few: bring the camera nearer or take a larger picture")
    return Finding("size", round(value, 1), verdict, text)


def tilt(board: BoardProfile) -> Finding:
    """How much wider the nearest space is than the farthest: perspective, whatever the lens."""
    cols, rows = board.size_wh
    spots = np.array([[x, y] for x in (0.5, cols - 0.5) for y in (0.5, rows - 0.5)])
    sides = [
        np.linalg.norm(board.pose.project(spots + step) - board.pose.project(spots - step), axis=1) for step in STEPS
    ]
    areas = sides[0] * sides[1]
    value = float(np.sqrt(areas.max() / areas.min()))
    verdict = grade(value, 1.35, 1.8)
    text = (
        say("times as wide is the nearest space as the farthest")
        if verdict is Verdict.GOOD
        else say("times as wide is the nearest space as the farthest: put the camera more above the board")
    )
    return Finding("perspective", round(value, 3), verdict, text)


STEPS = (np.array([0.5, 0.0]), np.array([0.0, 0.5]))


def focus(board: BoardProfile) -> Finding:
    """How wide the sharper edges of the print are seen, in pixels of the reference picture.

    Between blurred copies of pictures the width follows the blur closely, whatever is printed; from 4.2 on one space in
    twenty of blurred scenes could not be read.
    """
    widths = edge_widths(cv2.cvtColor(board.picture, cv2.COLOR_BGR2GRAY))
    if widths.right is None and widths.down is None:
        text = say("no edge stands out: focus the lens and hold the camera still, or give more light")
        return Finding("focus", None, Verdict.POOR, text)
    if widths.right is None or widths.down is None:
        text = say("edges stand out one way only: hold the camera still and focus the lens")
        return Finding("focus", None, Verdict.FAIR, text)
    value = max(widths.right, widths.down)  # a shaken picture is sharp along the way it was shaken
    verdict = grade(value, 2.7, 4.2)
    match verdict:
        case Verdict.GOOD:
            text = say("pixels across an edge: sharp")
        case Verdict.FAIR:
            text = say("pixels across an edge, a little soft: focus the lens, hold the camera still")
        case Verdict.POOR:
            text = say("pixels across an edge, blurred: focus the lens, hold the camera still")
    return Finding("focus", round(value, 2), verdict, text)


def exposure(board: BoardProfile) -> Finding:
    """How light the board is, median of the lightest channel, 0 to 255."""
    lightest = grid_part(board).max(axis=2)
    value = float(np.median(lightest))
    verdict = Verdict.GOOD if 40 <= value <= 170 else Verdict.FAIR if 22 <= value <= 215 else Verdict.POOR
    if verdict is Verdict.GOOD and float(np.percentile(lightest, DARK_PART)) < NEARLY_BLACK:
        verdict = Verdict.FAIR
        text = say("of 255 is how light the board is, but a part of it is nearly black: light it from there as well")
    elif verdict is Verdict.GOOD:
        text = say("of 255 is how light the board is: neither too dark nor too light")
    elif value < 100:
        text = say("of 255 is how light the board is, too dark: more light, or a longer exposure")
    else:
        text = say("of 255 is how light the board is, too light: less light, or a shorter exposure")
    return Finding("exposure", round(value, 1), verdict, text)


DARK_PART = 10  # percent of the board
NEARLY_BLACK = 16  # of 255: less than this, and lines and colours drown in the camera's noise


def glare(board: BoardProfile) -> Finding:
    """How many spaces are washed out."""
    count = int(glare_map(board).sum())
    verdict = Verdict.GOOD if count == 0 else Verdict.FAIR if count <= 6 else Verdict.POOR
    if count == 0:
        text = say("spaces mirror a lamp or window")
    elif float(np.median(grid_part(board).max(axis=2))) > ALL_BURNT:
        text = say_number(
            count,
            "space is burnt out and may stay unread: less light, or a shorter exposure",
            "spaces are burnt out and may stay unread: less light, or a shorter exposure",
        )
    else:
        text = say_number(
            count,
            "space mirrors a lamp or window and may stay unread: move the lamp or the camera",
            "spaces mirror a lamp or window and may stay unread: move the lamp or the camera",
        )
    return Finding("glare", count, verdict, text)


ALL_BURNT = 215  # of 255: the board as a whole is too light, no lamp's mirror image


def treasures(board: BoardProfile) -> Finding:
    """How many printed treasures were read; always to be confirmed by the owner."""
    count = sum(letter != "." for row in board.floor for letter in row)
    least = min((value for row in board.floor_confidence for value in row), default=0.0)
    verdict = Verdict.GOOD if least >= 0.9 and count else Verdict.FAIR if count else Verdict.POOR
    match verdict:
        case Verdict.GOOD:
            text = say("printed treasures")
        case Verdict.FAIR:
            text = say("printed treasures: compare spaces and kinds with the board, give a corrected list with --floor")
        case Verdict.POOR:
            text = say("printed treasures: none is seen, give a list with --floor")
    return Finding("treasures", count, verdict, text)


def lens(profile: Profile) -> Finding:
    """The radial coefficient of the lens, for a focal length of the longer side."""
    value = None if profile.lens is None else float(profile.lens.distortion[0])
    if value is None:
        text = say("no lens estimated: the boards' lines are taken for straight")
        return Finding("lens", None, Verdict.FAIR, text)
    if profile.lens_quality is not None:
        text = say("radial distortion, measured with the printed sheet")
        return Finding("lens", round(value, 4), Verdict.GOOD, text)
    # however much it bends: where all boards' lines fit closely, it is corrected
    close = all(board.pose.residual_cells <= CLOSE for board in profile.boards)
    verdict = Verdict.GOOD if close else grade(abs(value), 0.25, 0.5)
    text = (
        say("radial distortion, corrected")
        if verdict is Verdict.GOOD
        else say("radial distortion, strong: calibrate the lens with the printed sheet")
    )
    return Finding("lens", round(value, 4), verdict, text)


CLOSE = 0.015  # of a space
