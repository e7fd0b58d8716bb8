"""Everything that speaks against what was explained: what spreads is asked after what it spreads from."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.doubt.attempt import Board
from vision.doubt.bare_marks import perhaps_bare, perhaps_their_token
from vision.doubt.doubt_spread import going_on, hanging_together, left_unread, without_body, without_mark
from vision.doubt.doubtful_ground import (
    hardly_bare,
    only_tinted,
    other_marks,
    outdone,
    over_hidden_prints,
    round_marks,
)
from vision.doubt.doubts import discs_in_shadow, doubted, without_hole
from vision.doubt.due_tokens import undue_tokens
from vision.doubt.first_look import of_two_discs, one_or_two
from vision.doubt.first_tiles import perhaps_larger
from vision.doubt.guesses import guessed
from vision.doubt.hole_rims import framed, strangely_rimmed
from vision.doubt.icon_doubts import unproven
from vision.doubt.mark_signs import Clues
from vision.doubt.moved_print import Moved, on_tokens
from vision.doubt.no_tiles import leaf_of_no_tile, round_a_hole
from vision.doubt.one_thing import one_read_as_two, two_read_as_one
from vision.doubt.outweighed import outweighed
from vision.doubt.parts_alone import beside_strange, gone_alone, left_alone, loose
from vision.doubt.patched_light import floor_in_patches
from vision.doubt.piece_doubts import hardly_fitting, hardly_tiles, laid_in_parts, patched
from vision.doubt.reached_ground import reaching_over
from vision.doubt.second_look import discs, marked_elsewhere, surely_elsewhere
from vision.doubt.shaded_marks import shaded_marks
from vision.doubt.size_check import disputed
from vision.doubt.stray_singles import (
    came_together,
    stray_singles,
)
from vision.doubt.two_hues import perhaps_two
from vision.explaining.palette import Palette
from vision.explaining.pieces import Explained
from vision.explaining.surface_costs import SurfaceCosts
from vision.misplaced.off_grid import OffGrid, find_off_grid
from vision.prints.print_in_place import Prints

_SHOWS = 0.85  # share of what a doubted mark of a tile that is believed shows: a hole had 0.76 as a token


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """An explanation of a board and what it was made from; spaces as indices in reading order.

    ``palette`` are the hues that it went by, ``hidden`` the spaces that nobody could look at, of which ``unseen`` show
    nothing though nothing is in the way, ``cards`` those that surely are cards side by side, ``alone`` those of pieces
    that lie by themselves, ``drawn`` those whose circle is only drawn on them, ``unsure`` those of which it is not sure
    enough what lies there. ``icons``, bool (rows, cols), show the icon of a token, None where nobody has looked;
    ``holes`` are surely those of tiles.
    ``by_size`` explains the board without hues.
    """

    found: Explained
    costs: SurfaceCosts
    palette: Palette
    hidden: Sequence[int]
    unseen: Sequence[int]
    cards: frozenset[int]
    alone: Set[int]
    drawn: frozenset[int]
    unsure: frozenset[int]
    icons: NDArray[np.bool_] | None
    holes: frozenset[int]
    prints: Prints
    by_size: Callable[[], Explained]


class Doubts(NamedTuple):
    """The spaces (indices in reading order) that are doubted, and what was found on the way.

    ``unread`` are left unread at last: those ``doubted`` but for pieces that are ``believed`` all the same, without
    marks that may be floor in a shadow, and for what only their doubt had spread to. ``moved`` are marks in which the
    print is not in its place.
    """

    doubted: frozenset[int]
    unread: frozenset[int]
    believed: frozenset[int]
    moved: Moved
    off_grid: OffGrid


def all_doubts(board: Board, told: Told) -> Doubts:
    """Everything that is doubted of an explanation, and what remains of that."""
    found, roles = told.found, board.roles
    shown, floor = (
        [] if spaces is None else np.flatnonzero(spaces).tolist() for spaces in (told.icons, told.prints.bare)
    )
    off_grid = find_off_grid(board.seen, found, board.before, roles, shown)
    moved = on_tokens(found, board.seen, roles, told.prints.bare)
    disputes = disputed(found, told.by_size, told.costs, board.seen.spaces, roles, told.palette, told.hidden)
    weighty = off_grid.unread | moved.perhaps | _of_pieces(board, told)
    in_frames = framed(found, board.before, board.seen, roles) | told.holes
    no_hole = without_hole(found, told.costs, board.seen.spaces, roles).difference(told.alone)
    weighty |= no_hole.difference(c for piece, _ in found.pieces if piece.mark in in_frames for c in piece.cells)
    weighty |= of_two_discs(found, board.before, board.seen.spaces, roles)
    # below pieces a light told patch by patch is guessed, and colours are compared in the smooth one
    smooth = board.seen.spaces if board.seen.smoothly_lit is None else board.seen.smoothly_lit
    weighty |= one_read_as_two(found, smooth, roles) | two_read_as_one(found, board.before, smooth, roles)
    shaded = discs_in_shadow(found, board.seen.spaces, roles, told.prints.gone).difference(shown)
    shaded |= undue_tokens(board, found, shown) | perhaps_their_token(found, board.seen, told.prints, roles)
    first = disputes | _of_marks(board, told, shown, floor, disputes, in_frames) | shaded
    spread = _spread(board, told, first | weighty, disputes, shown)
    cols, never = board.marks.shape[1], weighty | spread.weighty
    doubts = told.unsure | spread.unread - spread.ground
    likely = outweighed(found, doubts, never, board.before, board.looks, board.changed, told.hidden, cols)
    believed = frozenset(cell for piece in likely if not marked_elsewhere(board, found, piece) for cell in piece.cells)
    # such a piece is a tile, but who knows what its mark shows
    believed -= shaded.union(p.mark for p in likely if found.verdicts[p.mark].share < _SHOWS)
    believed |= told.cards.intersection(found.verdicts)  # of what is not asked for nothing was read
    unread = spread.unread
    if believed:
        unread = _spread(board, told, first - believed | weighty, disputes - believed, shown).unread - believed
    return Doubts(spread.unread, unread, believed, moved, off_grid)


def _of_marks(
    board: Board,
    told: Told,
    shown: Sequence[int],
    floor: Sequence[int],
    disputes: frozenset[int],
    in_frames: frozenset[int],
) -> frozenset[int]:
    """What is doubted of marks and of pieces as a whole."""
    seen = board.seen.spaces
    blind = disputes.union(told.hidden)
    clues = Clues(told.drawn, blind, shown, floor, told.alone, in_frames, told.prints)
    of_marks = doubted(told.found, told.costs, seen, board.roles, clues)
    of_pieces = patched(told.found, seen) | perhaps_two(told.found, told.costs, seen, board.roles)
    return of_marks | of_pieces | hardly_fitting(told.found, board.roles, shown)


def _of_pieces(board: Board, told: Told) -> frozenset[int]:
    """What can hardly be: pieces in loose parts, those that came in parts, tokens that light may have drawn."""
    found, roles, cols = told.found, board.roles, board.marks.shape[1]
    bare = perhaps_bare(board.seen, told.prints, discs(board, found))
    lit = unproven(found, told.costs, board.seen.spaces, roles, told.icons, bare)
    apart = loose(found, board.before, roles, cols)
    others = gone_alone(found, board.before, roles, cols)
    others |= hardly_tiles(found, told.costs, board.looks)
    # through a hole on a print all of that is seen
    printed = {*np.flatnonzero(board.prints.bare).tolist()} | told.holes.difference(np.flatnonzero(board.prints.plain))
    elsewhere = surely_elsewhere(board, found) | strangely_rimmed(found, board.before, board.seen, roles, printed)
    return lit | apart | others | elsewhere | laid_in_parts(found, board.looks, cols, board.changed, board.once_bare)


class _Spread(NamedTuple):
    """All spaces left unread, those of which something weighty is said, and the ground beside what is unread for that.

    Of that ground alone nothing else is said.
    """

    unread: frozenset[int]
    weighty: frozenset[int]
    ground: frozenset[int]


def _spread(
    board: Board, told: Told, unread: frozenset[int], disputes: frozenset[int], shown: Sequence[int]
) -> _Spread:
    """What is doubted besides for what is left unread so far."""
    found, costs, prints, roles, before = told.found, told.costs, told.prints, board.roles, board.before
    seen, cols = board.seen.spaces, board.marks.shape[1]
    weighty = going_on(found, before, costs, roles, shown, unread, np.flatnonzero(board.marks).tolist())
    weighty |= hanging_together(found, unread | weighty, costs, seen, roles)
    unread |= weighty
    unread |= outdone(found, costs, roles) | over_hidden_prints(found, prints, seen) | only_tinted(found, seen)
    weighty |= left_alone(found, left_unread(found, unread), before, roles, cols)
    weighty |= beside_strange(found, unread, before, board.changed, roles, cols)
    unread |= weighty
    unread |= without_mark(found, unread)
    unread |= came_together(found, unread, before, roles, cols, board.looks, board.fresh())
    unread |= round_marks(found, unread | disputes.union(told.hidden), costs, roles)
    unread |= stray_singles(found, costs, seen, roles, unread, prints.printed)
    unread |= reaching_over(found, before, board.seen, roles)
    unread |= floor_in_patches(found, before, board.seen, roles)
    unread |= round_a_hole(found, costs, seen, before, roles)
    unread |= leaf_of_no_tile(found, before, board.looks, costs, seen, roles)
    unread |= guessed(found, unread, before, costs, seen, roles)
    weighty |= perhaps_larger(found, unread, before, board.looks, roles, board.palette, costs, seen)
    unread |= weighty
    without = without_body(found, unread, before, roles, cols)
    unread |= without | stray_singles(found, costs, seen, roles, unread, prints.printed)
    unread |= came_together(found, unread, before, roles, cols, board.looks, board.fresh())
    unread |= hanging_together(found, unread, costs, seen, roles)
    unread |= round_marks(found, unread | disputes.union(told.hidden), costs, roles)
    stood = np.flatnonzero(board.marks).tolist()
    unread |= one_or_two(found, unread, before, board.looks, costs, seen, roles, shown, stood, told.hidden)
    unread |= other_marks(found, costs, roles)
    unread |= shaded_marks(found, before, seen, roles)
    ground = frozenset[int]()
    while more := hardly_bare(found, unread.union(ground, disputes, told.unseen), seen) - unread - ground:
        ground |= more
    return _Spread(unread | ground, weighty, ground)
