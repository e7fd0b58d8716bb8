from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.finding.boardfinder import find_boards
from vision.finding.grid_beyond import widened
from vision.finding.grid_extent import (
    Ink,
    Lines,
    ends_short,
    has_other_extent,
    is_finer,
    is_of_fields,
    leads_on,
    lines_of,
    parts_of,
)
from vision.frame import Frame
from vision.pose import BoardNotFound, BoardPose

SPACES = (9, 8)
PX = 48
TABLE = np.array([[310.0, 120.0], [1010.0, 190.0], [1060.0, 860.0], [190.0, 800.0]], np.float32)
WOOD, DARKER, INK, CLOTH = (118.0, 150.0, 172.0), (-42.0, -56.0, -50.0), (40, 52, 60), (70.0, 96.0, 88.0)
LEAF = (40.0, 110.0, 200.0)
FRAME_WH = 1332, 990


def game(kind: str, cols: int, rows: int, margin: float, tiles: tuple[tuple[int, int, int, int], ...] = ()) -> Frame:
    """The board of another game on a table: so many squares by "lines", as "chequers" or both, round them a margin.

    That may be of "panes", one to a square. On the board lie ``tiles``, each from a column and a row up to others.
    """
    rng = np.random.default_rng(3)
    edge = round(margin * PX)
    height, width = rows * PX + 2 * edge, cols * PX + 2 * edge
    board = WOOD + cv2.GaussianBlur(rng.normal(0, 30, (height, width, 3)), (0, 0), 4)
    squares = board[edge : height - edge, edge : width - edge]
    if "chequers" in kind:
        odd = np.add.outer(np.arange(rows * PX) // PX, np.arange(cols * PX) // PX) % 2 == 1
        squares[odd] += DARKER
    if "panes" in kind:
        odd = np.add.outer((np.arange(height) - edge) // PX, (np.arange(width) - edge) // PX) % 2 == 1
        rim = np.ones((height, width), np.bool_)
        rim[edge : height - edge, edge : width - edge] = False
        board[odd & rim] += DARKER
    if kind != "chequers":
        for x in np.arange(cols + 1) * PX + edge:
            cv2.line(board, (int(x), edge), (int(x), height - edge), INK, 2, cv2.LINE_AA)
        for y in np.arange(rows + 1) * PX + edge:
            cv2.line(board, (edge, int(y)), (width - edge, int(y)), INK, 2, cv2.LINE_AA)
    for left, top, right, near in tiles:
        y, x = slice(edge + top * PX + 2, edge + near * PX - 2), slice(edge + left * PX + 2, edge + right * PX - 2)
        board[y, x] = LEAF
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, TABLE)
    there = cv2.warpPerspective(np.ones((height, width, 1)), matrix, FRAME_WH, flags=cv2.INTER_AREA)[..., None]
    seen = cv2.warpPerspective(np.clip(board, 0, 255), matrix, FRAME_WH, flags=cv2.INTER_AREA)
    pixels = cv2.GaussianBlur(CLOTH + there * (seen - CLOTH), (0, 0), 0.8) + rng.normal(0, 2, seen.shape)
    return Frame(np.clip(pixels, 0, 255).astype(np.uint8), 0.0, 0)


@pytest.mark.parametrize(
    ("kind", "cols", "rows", "margin"),
    [
        ("lines", 8, 8, 1.0),
        ("lines", 9, 7, 0.6),
        ("chequers", 9, 9, 0.6),
        ("chequers", 9, 9, 1.0),
        ("ruled chequers", 8, 8, 1.0),
        ("ruled chequers", 9, 7, 0.6),
    ],
)
def test_the_board_of_another_game_is_none_of_ours(kind: str, cols: int, rows: int, margin: float) -> None:
    """Neither the edge of a smaller board nor the fields of a chequered one make 9 x 8 spaces, and that is said."""
    with pytest.raises(BoardNotFound, match="grid"):
        find_boards(game(kind, cols, rows, margin), SPACES)


@pytest.mark.parametrize("kind", ["lines", "ruled chequers"])
@pytest.mark.parametrize("margin", [0.3, 0.6, 1.0])
def test_a_grid_of_the_right_size_is_a_board_whatever_its_margin(kind: str, margin: float) -> None:
    """Lines tell where its spaces are, whether those are of one colour or of two."""
    assert len(find_boards(game(kind, *SPACES, margin), SPACES)) == 1


@pytest.mark.parametrize("margin", [0.35, 0.6])
def test_panes_in_the_margin_carry_no_grid_on(margin: float) -> None:
    """They end before next lines would be."""
    assert len(find_boards(game("lines and panes", *SPACES, margin), SPACES)) == 1


@pytest.mark.parametrize(
    "tiles", [((0, 0, 5, 1), (5, 0, 9, 1)), ((0, 7, 4, 8), (4, 7, 9, 8)), ((0, 0, 1, 5), (0, 5, 1, 8))]
)
def test_a_board_is_found_though_tiles_hide_its_last_row(tiles: tuple[tuple[int, int, int, int], ...]) -> None:
    """What two tiles lie on has no rungs to be seen, as a margin has none, but the board's border is beside them."""
    assert len(find_boards(game("lines", *SPACES, 0.6, tiles), SPACES)) == 1


@pytest.mark.parametrize(("cols", "rows", "finer"), [(9, 8, False), (18, 16, True)])
def test_a_grid_with_lines_halfway_is_finer(cols: int, rows: int, finer: bool) -> None:
    """Each square of ours is four of such a board, many of them filled as those of a crossword are."""
    filled = tuple((n % cols, n % rows, n % cols + 1, n % rows + 1) for n in range(0, 3 * cols, 5))
    frame = game("lines", cols, rows, 0.0, filled)
    pose = BoardPose.from_corners(TABLE, SPACES)
    gray = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    assert is_finer(frame.pixels, gray, pose, SPACES, lines_of(gray, pose, SPACES).ink) is finer


def seen_in(*parts: int) -> NDArray[np.bool_]:
    """The stretches of these parts of the widened grid."""
    return np.isin(parts_of(SPACES), parts)


NONE = np.zeros(len(parts_of(SPACES)), np.bool_)
INK = Ink(1, 1.0)
WHOLE = seen_in(*range(8, 17), *range(18, 22))


def as_lines(main: NDArray[np.bool_], other: NDArray[np.bool_] = NONE, *, height: float = 1.0) -> Lines:
    """Stretches that are seen by the main tone, and others as clearly by the other or as ``height`` says."""
    return Lines(main.astype(np.float64), height * other, ~NONE, INK)


def test_the_parts_of_a_widened_grid_are_those_of_its_four_sides() -> None:
    """A side has a stretch for each space along it, what joins that to the grid one more, rungs within one less."""
    counts = np.bincount(parts_of(SPACES))
    assert counts[:16].tolist() == [8, 8, 9, 9, 9, 9, 10, 10, 7, 7, 8, 8, 7, 7, 8, 8]
    assert counts[18:].tolist() == [8, 8, 9, 9]
    middle = widened(SPACES).strips.middle
    left, right, far, near = (middle[seen_in(side)].mean(axis=0).tolist() for side in range(4))
    assert (left, right, far, near) == ([-1, 4], [10, 4], [4.5, -1], [4.5, 9])
    last = [middle[seen_in(8 + side)].mean(axis=0).tolist() for side in range(4)]
    assert last == [[0.5, 4], [8.5, 4], [4.5, 0.5], [4.5, 7.5]]
    border = [middle[seen_in(18 + side)].mean(axis=0).tolist() for side in range(4)]
    assert border == [[0, 4], [9, 4], [4.5, 0], [4.5, 8]]


@pytest.mark.parametrize("side", range(4))
def test_a_grid_with_fewer_or_more_rows_has_another_extent(side: int) -> None:
    """It ends where its last rungs are, and goes on where its next line and what leads there are seen as well."""
    fewer, more = WHOLE & ~seen_in(8 + side, 18 + side), WHOLE | seen_in(side, 4 + side)
    for seen in (WHOLE, WHOLE | seen_in(side)):
        assert not has_other_extent(as_lines(seen), SPACES)
    for seen in (fewer, more):
        assert has_other_extent(as_lines(seen), SPACES)


@pytest.mark.parametrize("side", range(4))
def test_grain_is_no_rung_and_rungs_of_the_other_tone_are(side: int) -> None:
    """A print may have light lines in one area and dark ones in the next, as high as the others."""
    fewer = WHOLE & ~seen_in(8 + side, 18 + side)
    assert not has_other_extent(as_lines(fewer, seen_in(8 + side)), SPACES)
    assert has_other_extent(as_lines(fewer, seen_in(8 + side), height=0.2), SPACES)
    assert not has_other_extent(Lines(WHOLE + 0.2 * seen_in(side, 4 + side), NONE * 1.0, ~NONE, INK), SPACES)


@pytest.mark.parametrize("side", range(4))
def test_a_grid_goes_on_out_of_the_picture_too(side: int) -> None:
    """What is in the picture beyond a side tells, if it is more than a corner."""
    beyond = seen_in(side, 4 + side)
    whole = np.flatnonzero(beyond)
    for every, tells in ((2, True), (9, False)):
        there = ~beyond
        there[whole[::every]] = True
        lines = Lines(((WHOLE | beyond) & there).astype(np.float64), NONE * 1.0, there, INK)
        assert has_other_extent(lines, SPACES) is tells


@pytest.mark.parametrize("side", range(4))
def test_a_grid_at_whose_side_nothing_is_seen_ends_before(side: int) -> None:
    """By a row or by two; where a hand covers a part of the row before it tells nothing, nor where an edge is seen."""
    one, row = WHOLE & ~seen_in(8 + side, 18 + side), np.flatnonzero(seen_in(12 + side))
    half, two = one.copy(), one & ~seen_in(12 + side)
    half[row[::2]] = False
    for seen, short in ((WHOLE, False), (one, True), (two, True), (half, False)):
        assert ends_short(as_lines(seen), NONE, SPACES) is short
        assert not ends_short(as_lines(seen), seen_in(18 + side), SPACES)


@pytest.mark.parametrize("side", range(4))
def test_a_row_that_tiles_hide_is_none_the_less_one(side: int) -> None:
    """They leave the border alone, or a rung between two of them, or they lie elsewhere as well."""
    row, hidden = np.flatnonzero(seen_in(8 + side)), WHOLE & ~seen_in(8 + side, 18 + side)
    assert not has_other_extent(as_lines(WHOLE & ~seen_in(8 + side)), SPACES)
    one_rung, elsewhere = hidden.copy(), hidden.copy()
    one_rung[row[3]] = True
    elsewhere[np.flatnonzero(seen_in(16))[::5]] = False
    assert not has_other_extent(as_lines(one_rung), SPACES)
    assert not has_other_extent(as_lines(elsewhere), SPACES)


def test_fields_are_known_by_more_edges_than_lines() -> None:
    """Lines between fields are lines all the same."""
    assert is_of_fields(as_lines(NONE), WHOLE, SPACES)
    assert not is_of_fields(as_lines(WHOLE), WHOLE, SPACES)
    assert not is_of_fields(as_lines(NONE), NONE, SPACES)


@pytest.mark.parametrize("side", range(4))
def test_fields_beyond_a_side_tell_that_a_grid_goes_on(side: int) -> None:
    """Either they meet all along, or they lead up to a next line; lines may be between some of them."""
    assert leads_on(as_lines(WHOLE), seen_in(4 + side), SPACES)
    beyond = np.flatnonzero(seen_in(4 + side))
    lines, edges = WHOLE | np.isin(np.arange(len(WHOLE)), beyond[::2]), np.isin(np.arange(len(WHOLE)), beyond[1::2])
    assert leads_on(as_lines(lines), edges, SPACES)
    assert not leads_on(as_lines(lines), NONE, SPACES)
    assert not leads_on(as_lines(WHOLE), seen_in(side), SPACES)


@pytest.mark.parametrize("side", range(4))
def test_the_edges_of_a_patterned_cloth_are_no_fields(side: int) -> None:
    """They are all round, wherever they may fall; fields that go on are met by nearly all rungs there as well."""

    def met(parts: Sequence[int], of_ten: int) -> NDArray[np.bool_]:
        every = [np.flatnonzero(seen_in(part)) for part in parts]
        return np.isin(np.arange(len(WHOLE)), [n for ns in every for n in ns[: round(of_ten * len(ns) / 10)]])

    cloth, more = met(range(8), 5), met([4 + side], 7)
    assert leads_on(as_lines(WHOLE), more, SPACES)
    assert not leads_on(as_lines(WHOLE), cloth | more, SPACES)
    assert leads_on(as_lines(WHOLE), cloth | met([4 + side], 9), SPACES)
