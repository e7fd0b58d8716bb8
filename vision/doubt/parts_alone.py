"""What is not believed of parts without their piece: loose spaces, what went without its tile, half an animal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.game import Surface
from vision.explaining.candidates import sizes_of
from vision.explaining.pieces import FOREIGN, Explained, beside, hanging_groups
from vision.roles import FLOOR, Roles

_SURE = 0.98


def loose(found: Explained, before: Sequence[Surface], roles: Roles, cols: int) -> frozenset[int]:
    """The spaces read as part of a piece of which no piece in particular was found, and not nearly sure.

    Nor are leaves of one colour that hang together beside fewer marks than so many leaves have: what they are a part of
    may have another size, so another colour, or be no tile.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        roles: what the kinds of pieces look like.
        cols: of the board.
    """
    named = {cell for piece, _ in found.pieces for cell in piece.cells}
    alone = {FLOOR, FOREIGN, roles.single}
    parts = {
        cell: verdict
        for cell, verdict in found.verdicts.items()
        if cell not in named and before[cell] == FLOOR and verdict.surface not in alone
    }
    sure = {cell: verdict.surface for cell, verdict in parts.items() if verdict.share >= _SURE}
    marks = {cell for cell, surface in sure.items() if roles.is_on_mark(surface)}
    unmarked = set[int]()
    for kind in roles.patterned:
        for group in hanging_groups((cell for cell, surface in sure.items() if surface == kind.surface), cols):
            near = {mark for mark in marks if beside(mark, cols) & group}
            if len(near) * (max(sizes_of([kind])) - 1) < len(group):
                unmarked |= group
    return frozenset(parts.keys() - sure.keys() | unmarked)


def gone_alone(found: Explained, before: Sequence[Surface], roles: Roles, cols: int) -> frozenset[int]:
    """The spaces of tiles that are read as floor though nothing has gone beside them: a tile is taken away whole.

    Beside its mark, or what lies on that, it has a leaf, and beside a leaf another of its colour or the mark. Ground
    seen through a hole is what it is beside one, and what is known of a tile that nobody has watched since is more.

    Args:
        found: what was read.
        before: the surfaces that were there, in reading order.
        roles: what the kinds of pieces look like.
        cols: of the board.
    """
    leaves = {kind.surface for kind in roles.patterned}
    leaf_of = {cell: surface for cell, surface in enumerate(before) if surface in leaves}
    on_marks = roles.those_on_marks(before)
    marks = {cell for cell, surface in enumerate(before) if surface in on_marks}
    now = {cell: verdict.surface for cell, verdict in found.verdicts.items()}
    bare = {cell for cell, surface in now.items() if surface == FLOOR}
    # a tile that was pushed lies there anew; on a mark things come and go, and what is no piece says nothing
    gone = {cell for piece, _ in found.pieces for cell in piece.cells}
    gone |= {cell for cell, surface in now.items() if surface not in {before[cell], FOREIGN}} - {
        cell for cell in marks & now.keys() if roles.is_on_mark(now[cell])
    }
    alone = set()
    for cell in bare & (leaf_of.keys() | marks):
        near = beside(cell, cols)
        tile = near & leaf_of.keys()
        if cell not in marks:
            tile = near & marks | {other for other in tile if leaf_of[other] == leaf_of[cell]}
        if tile and not tile & gone:
            alone.add(cell)
    return frozenset(alone)


def left_alone(
    found: Explained, unread: Collection[int], before: Sequence[Surface], roles: Roles, cols: int
) -> frozenset[int]:
    """The newly capped marks beside which nothing capped is read: no animal covers a single hole (R1.4).

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        before: the surfaces that were there, in reading order.
        roles: what the kinds of pieces look like.
        cols: of the board.
    """
    read = {cell for cell, verdict in found.verdicts.items() if verdict.surface == roles.cap and cell not in unread}
    capped = read | {cell for cell, surface in enumerate(before) if surface == roles.cap and cell not in found.verdicts}
    return frozenset(cell for cell in read if before[cell] != roles.cap and not beside(cell, cols) & capped)


def beside_strange(
    found: Explained,
    unread: Collection[int],
    before: Sequence[Surface],
    changed: Mapping[int, Surface | None],
    roles: Roles,
    cols: int,
) -> frozenset[int]:
    """The discs on marks that were there, beside something that is no piece: an animal may lie on both (R6.1).

    So may what is taken for a single thing, is not believed and came where nobody knew what lay, where the disc looks
    otherwise than before.

    Args:
        found: what was read.
        unread: the spaces (indices in reading order) that are left unread so far.
        before: the surfaces that were there, in reading order.
        changed: what was read before of the spaces that look different now, None where nothing was.
        roles: what the kinds of pieces look like.
        cols: of the board.
    """
    read = found.verdicts
    strange = {cell for cell, verdict in read.items() if verdict.surface == FOREIGN}
    came = {c for c in read if c in unread and read[c].surface == roles.single and changed.get(c, FLOOR) is None}
    discs = {c for c, v in read.items() if v.surface == roles.disc is not None and roles.is_on_mark(before[c])}
    return frozenset(c for c in discs if beside(c, cols) & (strange | came if c in changed else strange))
