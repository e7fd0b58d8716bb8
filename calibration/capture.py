"""Measures the empty boards in a picture: where they lie, how they look, what is printed on them, and how well.

``calibrate`` is all of it; the findings about focus, light and size are in ``calibration.checks``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
from numpy.typing import ArrayLike

from calibration.checks import findings, too_many
from calibration.covering import covering
from calibration.given_corners import given, support_of
from calibration.glare import CLIPPED
from calibration.profile import BoardProfile, LensQuality, Profile
from calibration.report import Calibration
from calibration.treasures import FloorReading, read_floor
from engine.game import BoardLayout
from engine.sentence import say, sentence_of
from vision.finding.cards import Card, by_cards, find_cards, quads_of_cards
from vision.finding.grid_refine import GridFit
from vision.finding.wide_search import find_boards_through
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose, Lens, space_px

MARGIN = 1.0  # spaces around the grid in the reference picture: the rim, for following, and some table, for hands
MOST_BOARDS = 4
SIDE = 0.6  # the same for the worst of its four sides: of 210 boards in many lights the least had 0.67
BARE = 0.7  # share of the printed grid: with less a board is not empty, or another lattice was taken for it
FAINT, FRAMED = 0.5, 0.95  # the same of a board whose inner lines are hardly printed: then its frame is whole
ANOTHER = 0.4  # the same of such a board beside a bare one: light and focus may be worse where it lies
OUT = 0.1  # spaces: a corner of the grid may lie so far out of the picture by how well a lens is known
NEARLY_BLACK = 16  # of 255, for half of the picture
BURNT_OUT = 0.3  # share of the picture

Wanted = BoardLayout | tuple[float, float]


def calibrate(
    frame: Frame,
    layouts: Sequence[Wanted],
    *,
    corners_px: ArrayLike | None = None,
    floors: Sequence[Sequence[str]] | None = None,
    lens: Lens | None = None,
    lens_quality: LensQuality | None = None,
) -> Calibration:
    """Measure all empty boards in a picture.

    ``layouts`` (or sizes) are those of the players in reading order of their boards; one for all boards will do.
    ``corners_px``, float (4, 2) or (n, 4, 2), far left first and clockwise, are taken instead of a search and refined
    on the printed grid. ``floors``, 8 rows of letters a board, are taken instead of reading them. ``lens`` is taken as
    it is, measured with the printed sheet as well as ``lens_quality`` says; without one it is estimated.

    Raises:
        BoardNotFound: no board is in the picture, or corners by hand begin at the wrong one.
        ValueError: there is no layout, sizes differ, or the floors do not fit the boards.
    """
    if not layouts:
        raise ValueError("calibration needs the layout or the size of at least one board")
    sizes = [layout.size_wh if isinstance(layout, BoardLayout) else layout for layout in layouts]
    size = sizes[0]
    if any(other != size for other in sizes):
        raise ValueError(f"all boards of a table have one size, got {sizes}")
    seats = [layout.seat if isinstance(layout, BoardLayout) else n for n, layout in enumerate(layouts)]
    seats += [seat for seat in range(MOST_BOARDS) if seat not in seats]
    cards: Sequence[Card] = ()
    if corners_px is not None:
        poses = given(frame, corners_px, size, lens)
    else:
        cards = find_cards(frame)
        found = found_in(frame, size, lens, cards)
        poses, seats = seated(found, cards, size, seats)
    if floors is not None and len(floors) != len(poses):
        raise ValueError(f"{len(poses)} boards are in the picture, but floors of {len(floors)} are given")
    must_be_whole(poses, frame.size_wh, size)
    fits = [support_of(frame, pose, size) for pose in poses]
    if corners_px is None:
        must_be_bare([fit for fit, _ in fits])
    else:
        must_begin_far_left(frame, [fit for fit, _ in fits], size, lens)
    boards = tuple(
        board_profile(frame, seats[n], size, fit, polarity, None if floors is None else floors[n])
        for n, (fit, polarity) in enumerate(fits)
    )
    coverings = [covering(frame, board) for board in boards]
    boards = tuple(replace(board, covered=found.hidden) for board, found in zip(boards, coverings, strict=True))
    created = datetime.now(UTC).isoformat(timespec="seconds")
    profile = Profile(boards, frame.size_wh, created, boards[0].pose.lens, lens_quality)
    report = findings(profile, [fit for fit, _ in fits], coverings)
    if corners_px is None and len(boards) == MOST_BOARDS and has_more(frame, size, lens, cards):
        report = (*report, too_many(MOST_BOARDS + 1, MOST_BOARDS))
    return Calibration(profile, report)


def found_in(
    frame: Frame, size_wh: tuple[float, float], lens: Lens | None, cards: Sequence[Card]
) -> tuple[BoardPose, ...]:
    """The boards in a picture; where there is none the error says as well what is wrong with the light."""
    try:
        return tuple(find_boards_through(frame, size_wh, MOST_BOARDS, lens, quads_of_cards(cards)))
    except BoardNotFound as error:
        lightest = frame.pixels.max(axis=2)
        if float(np.median(lightest)) < NEARLY_BLACK:
            why = say(
                "{why}. The picture is nearly black: give more light, or take off what covers the camera.",
                why=sentence_of(error),
            )
            raise BoardNotFound(why) from error
        if float((lightest >= CLIPPED).mean()) > BURNT_OUT:
            why = say(
                "{why}. Much of the picture is burnt out: give less light, or a shorter exposure.",
                why=sentence_of(error),
            )
            raise BoardNotFound(why) from error
        raise


def has_more(frame: Frame, size_wh: tuple[float, float], lens: Lens | None, cards: Sequence[Card]) -> bool:
    """Whether there is one bare board more in a picture than are measured."""
    found = find_boards_through(frame, size_wh, MOST_BOARDS + 1, lens, quads_of_cards(cards))
    fits = [support_of(frame, pose, size_wh)[0] for pose in found]
    return len(fits) > MOST_BOARDS and all(fit.support >= BARE and fit.border >= SIDE for fit in fits)


def must_be_whole(poses: Sequence[BoardPose], picture_wh: tuple[int, int], size_wh: tuple[float, float]) -> None:
    """Refuse boards that leave the picture: what lies on the spaces there would never be seen."""
    last = np.array(picture_wh) - 1.0
    for pose in poses:
        corners = pose.corners_px(size_wh)
        out = float(np.maximum(-corners, corners - last).max()) / space_px(pose, size_wh)
        if out > OUT:
            raise BoardNotFound(
                say(
                    "a board is seen, but its grid goes {spaces} spaces out of the picture: move the camera until all "
                    "of the board is in it",
                    spaces=f"{out:.1f}",
                )
            )


def must_be_bare(fits: Sequence[GridFit]) -> None:
    """Refuse boards with something on them: their picture is to say how they look when empty."""
    bare = [fit.support >= BARE and fit.border >= SIDE for fit in fits]
    faint = ANOTHER if any(bare) else FAINT
    for fit, is_bare in zip(fits, bare, strict=True):
        if not is_bare and (fit.support < faint or fit.border < FRAMED):
            raise BoardNotFound(
                say(
                    "a board is seen, but only {grid} of its printed grid and {side} of one side; {bare} and {least} "
                    "are needed: clear it of pieces and hands, focus and light it well, or give its four corners",
                    grid=f"{fit.support:.0%}",
                    side=f"{fit.border:.0%}",
                    bare=f"{BARE:.0%}",
                    least=f"{SIDE:.0%}",
                )
            )


def must_begin_far_left(frame: Frame, fits: Sequence[GridFit], size_wh: tuple[float, float], lens: Lens | None) -> None:
    """Refuse corners given by hand that hold no grid as they are, but one when they are begun at the next one."""
    for fit in fits:
        if fit.support >= FAINT:
            continue
        (other,) = given(frame, np.roll(fit.pose.corners_px(size_wh), -1, axis=0), size_wh, lens)
        if support_of(frame, other, size_wh)[0].support >= FAINT:
            raise BoardNotFound(
                say(
                    "the four corners begin at the wrong one, for the printed grid fits them from the next one on: "
                    "begin at the far left"
                )
            )


def seated(
    poses: Sequence[BoardPose], cards: Sequence[Card], size_wh: tuple[float, float], seats: Sequence[int]
) -> tuple[tuple[BoardPose, ...], list[int]]:
    """Boards turned and given to players as their corner cards say; the others get the free seats in reading order."""
    told = [by_cards(pose, cards, size_wh) for pose in poses]
    named = [one[1] for one in told if one is not None]
    if len(set(named)) < len(named):
        twice = next(seat for seat in sorted(named) if named.count(seat) > 1)
        raise BoardNotFound(say("corner cards of player {number} lie at two boards", number=twice + 1))
    free = iter([seat for seat in seats if seat not in named])
    order = [one[1] if one is not None else next(free) for one in told]
    turned = [pose if one is None else one[0] for pose, one in zip(poses, told, strict=True)]
    by_seat = sorted(zip(order, turned, strict=True), key=lambda item: item[0])
    return tuple(pose for _, pose in by_seat), [seat for seat, _ in by_seat]


def board_profile(
    frame: Frame, seat: int, size_wh: tuple[float, float], fit: GridFit, polarity: int, floor: Sequence[str] | None
) -> BoardProfile:
    """One board: its picture from above and its floor, read or given."""
    scale = int(np.clip(round(space_px(fit.pose, size_wh)), 24, 64))
    picture = fit.pose.rectify(frame.pixels, size_wh, scale, MARGIN)
    if floor is None:
        reading: FloorReading = read_floor(picture, scale, MARGIN, size_wh)
        rows, confidence = reading.rows, reading.confidence
    else:
        rows, confidence = tuple(floor), tuple(tuple(1.0 for _ in row) for row in floor)
    return BoardProfile(seat, size_wh, fit.pose, picture, scale, MARGIN, rows, confidence, polarity)
