"""New tiles whose hue is not what their size says: the box is printed in other colours, or nothing is known of them.

A tile that lies by itself, all of it in sight, its mark bare or under what surely is a token, is told by its size alone
(R12.3).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from vision.doubt.size_check import touches_its_own_color
from vision.explaining.candidates import Candidate, sizes_of
from vision.explaining.leaf_hues import noise_deg
from vision.explaining.leaf_samples import look_of, lying_alone
from vision.explaining.open_board import OpenBoard
from vision.explaining.palette import Palette
from vision.explaining.pieces import Explained, beside
from vision.explaining.surface_costs import SurfaceCosts
from vision.measures.evidence import SpaceEvidence
from vision.prints.print_in_place import Prints
from vision.roles import FLOOR, Roles

_SURE = 0.95  # share of a piece among all explanations that need not be looked at again
_BARE = 2.0  # nats of floor below which a space looks like bare ground
_RINGED = 1.5  # nats by which a mark fits better than floor where a ring is seen round it
_CIRCLED = 1.7  # strength of the circle from which a mark need only fit better than floor: boxed in ground had 0.8
_NO_MARK = 3.2  # nats by which floor fits better than any mark where there is none: such ground had 3.8 and 6.3
_OTHER_COLOR = 0.35  # of the chroma of a tile: squirrels beside one had 0.40 and more, one of 32 leaves behind an edge
_ALIKE_DEG, _PALER = 40.0, 0.7  # between leaves of about one hue, and of how much colour for its lightness one has
_GLARE = 0.1  # share of a space that is burnt where a lamp is mirrored in it
_NOISES = 1.5  # times the noise of a hue that hues of one leaf differ from their mean: of a bluish dark card it was 1.0
_CLEAR_EDGE = 2.9  # nats against two spaces being of one piece from which they surely lie side by side
_FITS = 1.0  # nats a space of a piece whose hue is as expected


def known_by_size(
    found: Explained,
    costs: SurfaceCosts,
    seen: SpaceEvidence,
    palette: Palette,
    board: OpenBoard,
    tokens: NDArray[np.bool_] | None = None,
    prints: Prints | None = None,
) -> Sequence[Candidate]:
    """The pieces that lie by themselves and are told by their size, where hues say something else.

    None of them has the hue of another leaf that is known on this table. One so nearly grey that nobody can tell its
    hue has a token in sight: that lies in the hole of a tile (R5.1).

    Args:
        found: what is read by hues and sizes.
        costs: how well the surfaces fit.
        seen: the measures.
        palette: the hues of the leaves as far as known.
        board: the cells that may have changed.
        tokens: the spaces on which a token surely lies, bool (rows, cols).
        prints: what is known and seen of the prints.
    """
    roles, before = board.roles, board.before
    # a hole beside leaves of which no tile was made is read as ground
    ringed = _ringed(costs, seen, roles).intersection(board.cells)
    news = {c for c, v in found.verdicts.items() if before[c] == FLOOR and (v.surface != FLOOR or c in ringed)}
    for piece, share in found.pieces:
        body = piece.body
        fits = np.mean(costs.by_surface[piece.kind.surface].reshape(-1)[body]) < _FITS
        if share >= _SURE and fits and not touches_its_own_color(piece, found, seen, roles):
            news -= set(piece.cells)
    if len(news) < min(sizes_of(roles.patterned), default=0):
        return ()
    # what lay there before and is read as that again has only been lit otherwise, and closes nothing in
    same = {cell for cell, verdict in found.verdicts.items() if FLOOR != before[cell] == verdict.surface}
    asked = [cell for cell in board.cells if cell not in same]
    alone = lying_alone(seen, board._replace(cells=asked), tokens, prints, news)
    stood = {cell for cell, surface in enumerate(before) if surface != FLOOR}
    shown = np.zeros(len(before), np.bool_) if tokens is None else tokens.reshape(-1)
    return [
        piece
        for piece in alone
        if (_is_new(piece, seen, palette, before) or (shown[piece.mark] and _is_greyish(piece, seen)))
        and not _holds_another(piece, costs, seen)
        and not _falls_apart(piece, costs)
        and (_shows_mark(piece, costs, seen, roles) or not stood & _around(piece, board.grid.cols))
        and not _is_ground(piece.mark, costs, roles)
    ]


def on_mark(costs: SurfaceCosts, mark: int, tokens: NDArray[np.bool_], roles: Roles) -> SurfaceCosts:
    """The costs where it is known what the mark of such a piece shows: a token, or the floor, if it looks like that.

    Bare ground that is one of its cells is the mark, however little of a ring is seen round it.
    """
    if tokens.reshape(-1)[mark]:
        return costs if roles.disc is None else costs.surely(roles.disc, [mark])
    if roles.mark is None or costs.by_surface[FLOOR].reshape(-1)[mark] >= _BARE:
        return costs
    return costs.surely(roles.mark, [mark])


def with_look(palette: Palette, piece: Candidate, seen: SpaceEvidence) -> Palette:
    """The palette in which a piece that is known by its size counts as shown, for all else that came with it."""
    look = look_of(seen, piece.body)
    return palette if look is None else palette.show(piece.kind.surface, look)


def _shows_mark(piece: Candidate, costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles) -> bool:
    """Whether something lies on the mark or a ring is seen round it: ground beside older pieces may look like one."""
    floor = costs.by_surface[FLOOR].reshape(-1)[piece.mark]
    return roles.mark is None or floor >= _BARE or piece.mark in _ringed(costs, seen, roles)


def _is_ground(cell: int, costs: SurfaceCosts, roles: Roles) -> bool:
    """Whether bare ground fits a space so much better than any mark: it lies beside a tile whose token nobody saw."""
    shown = [costs.by_surface[each].reshape(-1)[cell] for each in (roles.mark, roles.disc) if each is not None]
    return bool(min(shown, default=0.0) - costs.by_surface[FLOOR].reshape(-1)[cell] > _NO_MARK)


def _ringed(costs: SurfaceCosts, seen: SpaceEvidence, roles: Roles) -> set[int]:
    """The spaces that look like a mark rather than like bare ground, surely or with a clear circle."""
    if roles.mark is None:
        return set()
    better = costs.by_surface[FLOOR] - costs.by_surface[roles.mark]
    return set(np.flatnonzero((better > _RINGED) | ((better > 0.0) & (seen.circle > _CIRCLED))).tolist())


def _around(piece: Candidate, cols: int) -> set[int]:
    """The spaces beside those of a piece."""
    return set().union(*(beside(cell, cols) for cell in piece.cells))


def _is_new(piece: Candidate, seen: SpaceEvidence, palette: Palette, before: Sequence[Surface]) -> bool:
    """Whether a piece has not the hue of another leaf that is known, or is much paler than all of those that lie here.

    Nor the opposite of the hue that is known of its own, where another is expected to have that.
    On pale leaves a drawing may have the hue of the next colour. Where a lamp is mirrored in one nothing tells that.
    """
    body = piece.body
    look = look_of(seen, body)
    if look is None or not palette.hues.knows_as_another(piece.kind.surface, look):
        return look is not None and not palette.hues.belies(piece.kind.surface, look)
    hues, vivid = seen.hue_deg.reshape(-1), (seen.chroma / np.maximum(seen.lightness, 1.0)).reshape(-1)
    alike = np.abs((hues - look.hue_deg + 180.0) % 360.0 - 180.0) < _ALIKE_DEG
    own = piece.kind.surface
    others = [
        cell for cell, surface in enumerate(before) if surface != own and palette.hues.knows(surface) and alike[cell]
    ]
    is_clear = seen.burnt.reshape(-1)[body].max() < _GLARE
    return bool(others) and bool(is_clear and vivid[body].max() < _PALER * vivid[others].min())


def _is_greyish(piece: Candidate, seen: SpaceEvidence) -> bool:
    """Whether the spaces of a piece have no hue in common, and differ no more than those of something so grey may."""
    if look_of(seen, piece.body) is not None:
        return False
    body = seen.color.reshape(-1)[piece.body]
    off_deg = np.degrees(np.abs(np.angle(body * np.conj(body.sum()))))
    return bool((off_deg < _NOISES * noise_deg(np.abs(body))).all())


def _holds_another(piece: Candidate, costs: SurfaceCosts, seen: SpaceEvidence) -> bool:
    """Whether a cell has another colour and rather an edge towards the others: a squirrel beside a smaller tile."""
    color, cols = seen.color.reshape(-1), seen.chroma.shape[1]
    body = piece.body
    for cell in body:
        near = beside(cell, cols).intersection(body)
        if near and all(costs.seam_between(cell, other) > 0 for other in near):
            rest = color[[other for other in body if other != cell]].mean()
            if abs(color[cell] - rest) > _OTHER_COLOR * abs(rest):
                return True
    return False


def _falls_apart(piece: Candidate, costs: SurfaceCosts) -> bool:
    """Whether clear edges part a piece: it may be a smaller one, and what lies beside that has its colour.

    Round a hole there is an edge in any case.
    """
    cols = costs.seam_right.shape[1]
    waiting, left = [piece.mark], set(piece.cells) - {piece.mark}
    while waiting:
        cell = waiting.pop()
        near = beside(cell, cols) & left
        joined = {other for other in near if cell == piece.mark or costs.seam_between(cell, other) < _CLEAR_EDGE}
        waiting += joined
        left -= joined
    return bool(left)


def by_themselves(seen: SpaceEvidence, board: OpenBoard) -> frozenset[int]:
    """The cells of the pieces that surely lie on bare ground with nothing beside them, of old or new.

    One of those cells must be the mark: nothing else boxes ground in.
    """
    stood = {cell for cell, surface in enumerate(board.before) if surface != FLOOR}
    alone = lying_alone(seen, board)
    return frozenset().union(*(piece.cells for piece in alone if not stood & _around(piece, board.grid.cols)))
