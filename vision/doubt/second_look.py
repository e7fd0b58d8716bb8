"""What is looked at again once a board has been explained: discs, marks in doubt, icons, and marks that were bare."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.game import Surface
from engine.grid import Cell
from vision.doubt.attempt import Attempt, Board
from vision.doubt.bare_marks import is_bare_aside, surely_bare
from vision.doubt.doubt_spread import READABLE, left_unread
from vision.doubt.doubts import perhaps_shaded
from vision.doubt.due_tokens import of_other_hue
from vision.doubt.no_tiles import as_large_as_a_tile
from vision.explaining.candidates import Candidate, sizes_of
from vision.explaining.caps import over_marks
from vision.explaining.leaf_hues import is_strange
from vision.explaining.odd_one import Odd, learned, signs
from vision.explaining.pieces import FOREIGN, Explained, hanging_groups
from vision.finding.lattice import median
from vision.prints.print_gone import quite_unlike_its_print
from vision.prints.print_in_place import Prints
from vision.roles import FLOOR, Roles

_ASKED = 16  # spaces at most whose icon is looked for: that takes long
_PALE = 0.75  # of the chroma of leaves below which a space is hardly one: tokens had 0.65 at most
_APART = 0.99  # of all the likelihood that a space of a piece has, when it is surely the one with the token
_TOKEN = 0.9  # likelihood of a token there at least: animals look like one, too
_AT_ONCE = 0.6  # the same where all of the piece came at once: animals come later; glare on a leaf reached 0.55
_ONLY_THERE = 0.35  # the same where nothing else of the tile is printed, and no hole is seen: one such had 0.52
_HARDLY_LEAF_DEG = 45.0  # from all hues that leaves have, of a tile that was read as single things side by side
_RATHER, _PERHAPS = 0.9, 0.5  # the first two of a piece that is believed in spite of a doubt
_FOREIGN_DISC = 0.65  # share of a middle that is foreign where no floor shows: of 220 holes in full light 0.3 at most
_FOREIGN_PRINT, _UNSHADED = 0.5, 0.3  # the same over a print, and what no shadow explains: one of 246 holes had more
_SOME_EDGE = 1.3  # strength of a circle: where no print was hidden 21 tokens had 1.53 at least, an animal 1.10
_CLEAR_EDGE = 2.4  # the same of a disc that no end of an animal has: one strung of beads had 1.8 and 2.3
_REFLECTION = 0.05  # share of a space without colour from which a lamp may be mirrored in it


def capped(board: Board, found: Explained, prints: Prints) -> list[int]:
    """The spaces on which an animal must have come to lie."""
    hiding = {board.roles.disc, board.roles.single, board.roles.cap, FOREIGN}
    covered = np.zeros(board.marks.shape, np.bool_)
    # what lay on a mark may have been taken away for the animal
    marks = {board.roles.mark, board.roles.disc} - {None}
    stood = board.marks.reshape(-1)
    new = {c for c, was in board.changed.items() if was in marks or (was is None and stood[c])}
    hidden = {piece.mark for piece, _ in found.pieces if piece.capped}
    # a face with a ring round it is drawn like a hole in its tile
    hidden |= {c for c in board.larger if board.seen.spaces.disc.flat[c] > _FOREIGN_DISC}
    now = [c for c, v in found.verdicts.items() if c in new and (v.surface in hiding or c in hidden)]
    covered.reshape(-1)[now] = True
    larger = np.zeros(board.marks.shape, np.bool_)
    larger.reshape(-1)[list(board.larger)] = True
    return [int(cell) for cell in np.flatnonzero(over_marks(covered, prints.plain, larger))]


def discs(board: Board, found: Explained) -> NDArray[np.bool_]:
    """The spaces newly read as discs, bool (rows, cols)."""
    found_there = np.zeros(board.marks.shape, np.bool_)
    found_there.reshape(-1)[[cell for cell, v in found.verdicts.items() if v.surface == board.roles.disc]] = True
    return found_there


def bare_marks(board: Board, attempt: Attempt) -> NDArray[np.bool_]:
    """The marks, of those that are in doubt or read as discs, through which the floor shows, bool (rows, cols).

    Not where the print of the floor is hidden, however faint it is. Ground that shows beside the middle says nothing
    over a treasure, whose token may be as dark.
    """
    marks = discs(board, attempt.found)
    lost = left_unread(attempt.found, attempt.doubted)
    doubtful = {piece.mark: piece for piece, _ in attempt.found.pieces if piece.mark in lost}
    marks.reshape(-1)[list(doubtful)] = True
    bare = surely_bare(board.seen, marks & ~board.prints.hidden)
    read, known = attempt.found.verdicts, (bare | board.prints.printed).reshape(-1)
    aside = [c for c in doubtful if read[c].surface == board.roles.mark and not known[c]]
    bare.reshape(-1)[[c for c in aside if is_bare_aside(board.seen, doubtful[c].cells, c)]] = True
    return bare


def icons_seen(board: Board, attempt: Attempt, bare: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The spaces, of those that are in doubt, that show the icon of a token, bool (rows, cols).

    In doubt are those left unread, those of pieces whose disc may be a reflection, and marks whose print is out of its
    place; not those that are ``bare``, bool (rows, cols), on whose floor nothing is printed (R5.1), or whose circle is
    drawn on a leaf.
    """
    seen, found = board.seen, attempt.found
    cols = len(seen.spots[0])
    lost = left_unread(attempt.found, attempt.doubted)
    lit = seen.spaces.clipped.reshape(-1) > _REFLECTION
    lost |= {cell for cell, v in found.verdicts.items() if v.surface == board.roles.disc and lit[cell]}
    lost |= {cell for piece, _ in found.pieces if lost & set(piece.cells) for cell in piece.cells}
    lost |= attempt.moved.hardly
    lost -= {*np.flatnonzero(bare | board.prints.bare | board.prints.plain).tolist(), *attempt.drawn}
    circle = seen.spaces.circle.reshape(-1)
    # a dark token on a dark print parts no colours from another, but its icon is out of place
    aside = attempt.moved.hardly.union(np.flatnonzero(board.prints.hidden).tolist())
    # a face is drawn like an icon: over a print that may show all the same a disc must have some edge
    least = np.where(board.prints.printed.reshape(-1), _SOME_EDGE, 0.0)
    asked = sorted((c for c in lost if circle[c] > least[c] or c in aside), key=lambda cell: -circle[cell])[:_ASKED]
    spots = {spot: cell for cell in asked if (spot := seen.spots[cell // cols][cell % cols]) is not None}
    icons = np.zeros(circle.shape, np.bool_)
    leaves = {kind.surface for kind in board.roles.patterned}
    chroma, stood = seen.spaces.chroma.reshape(-1), board.marks.reshape(-1)
    known = [cell for cell, surface in enumerate(found.over(board.before)) if surface in leaves]
    pale = _PALE * median(chroma[known])
    # an animal comes onto a mark that stood there, and may have any colour: there an icon must be as clear as anywhere
    strange = of_other_hue(board, found)
    unlike = {spot for spot, cell in spots.items() if (chroma[cell] < pale or cell in strange) and not stood[cell]}
    icons[[spots[spot] for spot in seen.icons_on(spots, unlike)]] = True
    return icons.reshape(seen.spaces.circle.shape)


def tokens_seen(board: Board, attempt: Attempt, bare: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The spaces in doubt that must be tokens, by their icon or by what parts them from their piece; as those two.

    A piece has one mark: where one space is unlike the rest the leaves of another look like an icon by chance. And
    where the floor may lie in a shadow a hole is as unlike the rest: there its icon tells, which none of 557 holes in
    such light had, 45 of them as unlike the rest, or a treasure that is not there in any shade.
    """
    icons, odd = icons_seen(board, attempt, bare), odd_marks(board, attempt, bare)
    for piece, _ in attempt.found.pieces:
        cells = list(piece.cells)
        if odd.reshape(-1)[cells].any():
            icons.reshape(-1)[cells] &= odd.reshape(-1)[cells]
    stood = np.flatnonzero(board.marks).tolist()  # animals lie there
    icons.reshape(-1)[list(attempt.moved.clearly.difference(stood))] = True
    perhaps_two = _side_by_side(icons, odd, board)
    icons, odd = icons & ~perhaps_two, odd & ~perhaps_two
    return icons | odd & (~perhaps_shaded(board.seen.spaces) | board.prints.gone)


def _side_by_side(icons: NDArray[np.bool_], odd: NDArray[np.bool_], board: Board) -> NDArray[np.bool_]:
    """Those of the spaces with an icon and of odd ones beside which is another that came in the same look.

    They may be the ends of one animal, one of which is drawn like an icon (R6.1): two icons are two tokens, and so are
    two odd things where one has a clear edge, or one hides a print that somebody has confirmed. Bool (rows, cols).
    """
    came, found = np.asarray(board.looks).reshape(odd.shape), np.zeros_like(odd)
    shown, bare = icons, odd & ~icons
    unlike = board.seen.spaces.circle < _CLEAR_EDGE
    for here, there in ((np.s_[1:], np.s_[:-1]), (np.s_[:, 1:], np.s_[:, :-1])):
        perhaps = unlike[here] & unlike[there] & ~(board.prints.printed[here] | board.prints.printed[there])
        both = shown[here] & bare[there] | shown[there] & bare[here] | bare[here] & bare[there] & perhaps
        both &= came[here] == came[there]
        found[here] |= both
        found[there] |= both
    return found


def odd_marks(board: Board, attempt: Attempt, bare: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The spaces that are unlike the rest of a piece in doubt as only a token is, bool (rows, cols).

    A tile of an ink that no leaf has is such a piece, too, though it was read as single things side by side, where
    one of its spaces is printed on. Only where a print is hidden: a bare hole looks like a token with the same icon
    (R12.1), and over plain ground none lies (R5.1). Not where the floor shows (``bare``, bool (rows, cols)), nor
    where a mark stood before: animals lie there.
    """
    found, cols = attempt.found, board.marks.shape[1]
    unsure = {cell for cell, share in attempt.confidences.items() if share < READABLE}
    lost = left_unread(found, attempt.doubted | unsure)
    never = (board.marks | ~attempt.costs.usable).reshape(-1)
    spaces = board.seen.spaces
    hidden = board.prints.hidden | (spaces.disc > _FOREIGN_DISC)
    # a print may differ from its floor in nothing but its hue: nobody sees that it is hidden
    hidden |= board.prints.printed & (spaces.disc > _FOREIGN_PRINT) & (spaces.shade_disc > _UNSHADED)
    hidden |= board.prints.printed & quite_unlike_its_print(spaces)
    hidden = (hidden & ~bare & ~board.prints.bare & ~board.prints.plain).reshape(-1)
    odd = np.zeros(never.shape, np.bool_)
    largest = max(sizes_of(board.roles.patterned), default=0)
    for piece, _ in found.pieces:
        at_once = len({board.looks[cell] for cell in piece.cells}) == 1 and board.looks[piece.mark] > 0
        if piece.capped and not at_once:
            continue
        if not lost & set(piece.cells) or any(never[cell] for cell in piece.cells):
            continue
        place, apart, token = _odd_one(board, piece.cells)
        least = _AT_ONCE if at_once else _TOKEN
        if at_once and _only_there(board, found, piece, piece.cells[place]):
            least = _ONLY_THERE
        odd[piece.cells[place]] |= apart > _APART and token > least
    for group in of_some_tile(found, board.before, board.roles, cols):
        place, apart, token = _odd_one(board, group)
        if not any(never[cell] for cell in group):
            odd[group[place]] |= apart > _APART and token > (_AT_ONCE if board.came_at_once(group) else _TOKEN)
    for group in as_large_as_a_tile(found, board.before, board.roles, cols):
        place, apart, token = _odd_one(board, group)
        others = [cell for cell in group if cell != group[place]]
        of_strange_ink = is_strange(board.seen.spaces.hue_deg.reshape(-1)[others], _HARDLY_LEAF_DEG).all()
        fits = len(group) <= largest and board.prints.printed.reshape(-1)[group[place]]
        # squirrels come one by one (R8.2)
        at_once = board.came_at_once(group) and board.prints.gone.reshape(-1)[group[place]]
        least = _AT_ONCE if at_once else _TOKEN
        if fits and of_strange_ink and not any(never[cell] for cell in group):
            odd[group[place]] |= apart > _APART and token > least
    return (odd & hidden).reshape(bare.shape)


def _only_there(board: Board, found: Explained, piece: Candidate, cell: int) -> bool:
    """Whether nothing else of a piece is printed, so that what is taken for its token elsewhere is mislaid (R5.1)."""
    others = [each for each in piece.cells if each != cell]
    mislaid = piece.mark in others and found.verdicts[piece.mark].surface == board.roles.disc
    return bool(mislaid and board.prints.plain.reshape(-1)[others].all())


def of_some_tile(found: Explained, before: Sequence[Surface], roles: Roles, cols: int) -> tuple[tuple[int, ...], ...]:
    """The groups of new spaces (indices in reading order) of one leaf and its mark that are as many as a tile has.

    They are no piece in particular: there are two ways to say which of them is the mark, so that neither is likely.
    """
    named = {cell for piece, _ in found.pieces for cell in piece.cells}
    groups = list[tuple[int, ...]]()
    for kind in roles.patterned:
        own = {kind.surface, roles.mark, roles.disc}
        parts = {c for c, v in found.verdicts.items() if v.surface in own and before[c] == FLOOR and c not in named}
        sizes = sizes_of([kind])
        groups += [tuple(sorted(group)) for group in hanging_groups(parts, cols) if len(group) in sizes]
    return tuple(groups)


def surely_elsewhere(board: Board, found: Explained) -> frozenset[int]:
    """The spaces of pieces of which another space than the mark is surely the one with the token."""
    lost: set[int] = set()
    for piece, _ in found.pieces:
        place, apart, token = _odd_one(board, piece.cells)
        if piece.cells[place] != piece.mark and apart > _APART and token > _PERHAPS:
            lost |= set(piece.cells)
    return frozenset(lost)


def marked_elsewhere(board: Board, found: Explained, piece: Candidate) -> bool:
    """Whether the space with the token of a piece may be another one than is read, or one though none is."""
    place, apart, token = _odd_one(board, piece.cells)
    elsewhere = piece.cells[place] != piece.mark
    if found.verdicts[piece.mark].surface == board.roles.disc:
        return elsewhere or apart < _RATHER
    return elsewhere and token > _PERHAPS


def _odd_one(board: Board, cells: Sequence[int]) -> Odd:
    """The space of these, as numbers in reading order, that is most likely the one with a token."""
    at = [Cell(*divmod(cell, board.marks.shape[1])) for cell in cells]
    return learned().odd_one(signs(board.seen.plane, board.seen.spaces, at))
