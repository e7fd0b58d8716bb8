"""From the evidence of one board to readings of its spots and the pieces seen there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from engine.game import Reading, Spot, Surface
from engine.grid import Grid
from vision.attempt import Attempt, Board
from vision.bare_marks import perhaps_bare
from vision.burnt import colourless, hardly_floor, hardly_marks
from vision.confidence import confidence
from vision.doubt_spread import (
    READABLE,
    going_on,
    hanging_together,
    left_unread,
    perhaps_marks,
    shaky,
    without_mark,
)
from vision.doubtful_ground import (
    hardly_bare,
    only_lit,
    only_tinted,
    outdone,
    over_hidden_prints,
    round_marks,
    still_covered,
)
from vision.doubts import doubted, drawn_round, hardly_ringed
from vision.due_tokens import tokens_due
from vision.evidence import BoardEvidence
from vision.first_tiles import perhaps_larger
from vision.icon_doubts import belied, swapped, unproven
from vision.known_by_size import by_themselves, known_by_size, on_mark, with_look
from vision.lone_things import lone_things
from vision.moved_print import on_tokens
from vision.observation import Sighting
from vision.off_grid import find_off_grid
from vision.palette import Palette
from vision.piece_doubts import laid_in_parts, left_alone, loose, patched, stranded
from vision.pieces import FOREIGN, explain
from vision.print_in_place import Prints, prints_seen
from vision.roles import FLOOR, Roles
from vision.scoring import score
from vision.second_look import bare_marks, capped, discs, icons_seen, larger_than_tokens, odd_marks
from vision.size_check import disputed
from vision.stray_singles import perhaps_ends, stray_singles

_DARKENED = 0.65  # of the light that a space has without the shadow of something at the rim: hues are noise there
_UNSHADED = 1.0  # of the same light
_REACHED = 0.25  # share of a space that a hand may cover


@dataclass(frozen=True, slots=True)
class BoardReading:
    """What was read on one board: readings (a missing spot is unknown) and pieces newly seen.

    ``doubtful`` are the spots of which something was seen that is not believed.
    """

    readings: Mapping[Spot, Reading]
    sightings: tuple[Sighting, ...]
    doubtful: frozenset[Spot] = frozenset()


def read_board(
    seen: BoardEvidence,
    roles: Roles,
    palette: Palette,
    before: Mapping[Spot, Surface],
    open_spots: Collection[Spot],
    looks: Mapping[Spot, int] | None = None,
    changed: Mapping[Spot, Surface | None] | None = None,
    marks: Collection[Spot] = (),
    larger: Collection[Spot] = (),
) -> BoardReading:
    """Read the open spots of a board, given what lay there before.

    Args:
        seen: the evidence.
        roles: what the kinds of pieces look like.
        palette: the hues of the leaves as far as known.
        before: what lay on each spot; a missing spot counts as floor.
        open_spots: the spots to explain.
        looks: the number, from 1, of the look in which a spot was first seen as it is, where that is known: pieces
            are laid whole.
        changed: what was read before on the spots that look different now; None where nothing was.
        marks: the spots that were last known to be marks, whatever lay on them, of pieces that are explained anew too.
        larger: those of them on which something larger than a token must lie: their frame looks different as well, or
            an animal lay there (R6.1).
    """
    spots = [spot for row in seen.spots for spot in row]
    surfaces = [FLOOR if spot is None else before.get(spot, FLOOR) for spot in spots]
    covered = (seen.occlusion.reached > _REACHED) & seen.occlusion.hand
    darkened = (seen.spaces.brightness < _DARKENED) & seen.occlusion.shadow & (seen.occlusion.reached > 0)
    blind = (covered | darkened).reshape(-1)
    wanted = [i for i, spot in enumerate(spots) if spot is not None and spot in open_spots and not blind[i]]
    came = [0 if spot is None else (looks or {}).get(spot, 0) for spot in spots]
    news = {i: changed[spot] for i, spot in enumerate(spots) if changed and spot in changed}
    where = np.zeros(blind.shape, np.bool_)
    where[wanted] = True
    prints = prints_seen(seen, where.reshape(covered.shape))
    stood = np.array([[spot in marks for spot in row] for row in seen.spots])
    beyond = frozenset(i for i, spot in enumerate(spots) if spot in larger)
    hidden = np.flatnonzero(blind).tolist()
    board = Board(seen, prints, roles, palette, surfaces, stood, wanted, hidden, came, news, beyond)
    attempt = _attempt(board, None, prints)
    bare = bare_marks(board, attempt)
    icons = icons_seen(board, attempt, bare) | odd_marks(board, attempt, bare)
    if icons.any() or bare.any():
        moved = np.zeros(icons.size, np.bool_)
        moved[list(attempt.moved.surely)] = True
        unlike = prints.hidden | icons & moved.reshape(icons.shape)
        plain, attempt = attempt, _attempt(board, icons, prints._replace(bare=bare | prints.bare, hidden=unlike))
        lost = swapped(plain.found, attempt.found, icons, roles) | belied(attempt.found, icons, roles)
        attempt = replace(attempt, unread=attempt.unread | lost)
    readings: dict[Spot, Reading] = {}
    shown = np.flatnonzero(prints.bare | bare).tolist()
    confidences = confidence(attempt.found, attempt.costs, attempt.drawn, seen.spaces.circle, roles, attempt.due, shown)
    unread = attempt.unread | perhaps_marks(attempt.found, confidences, prints)
    for index, verdict in attempt.found.verdicts.items():
        spot = spots[index]
        if spot is None or verdict.surface == FOREIGN or index in unread:
            continue
        if confidences[index] >= READABLE:
            readings[spot] = Reading(verdict.surface, confidences[index])
    explained = {spot for index in attempt.found.verdicts if (spot := spots[index]) is not None}
    return BoardReading(readings, attempt.sightings, frozenset(explained - readings.keys()))


def _attempt(board: Board, icons: NDArray[np.bool_] | None, prints: Prints) -> Attempt:
    seen, roles = board.seen, board.roles
    grid = Grid(len(seen.spots), len(seen.spots[0]))
    reached = seen.occlusion.reached
    if not seen.occlusion.hand:
        reached = reached * (seen.spaces.brightness < _UNSHADED)  # a shadow makes nothing lighter
    costs = score(seen.spaces, roles, board.palette, reached, icons, board.marks, prints)
    if roles.single is not None:
        for cell in lone_things(costs, seen.spaces, board.before, roles, reached, icons):
            costs = costs.surely(roles.single, [cell])
    explained = partial(
        explain, roles=roles, grid=grid, before=board.before, open_cells=board.wanted, looks=board.looks
    )
    unseen = [cell for cell in board.wanted if not costs.usable.reshape(-1)[cell]]
    hidden = [*board.blind, *unseen]
    found = explained(costs)
    due = tokens_due(found, prints, seen.spaces)
    tokens = np.zeros(prints.printed.shape, np.bool_) if icons is None else icons.copy()
    tokens.reshape(-1)[list(due)] = True
    own = known_by_size(
        found,
        costs,
        seen.spaces,
        roles,
        board.palette,
        grid,
        board.before,
        board.wanted,
        board.looks,
        hidden,
        tokens,
        prints,
    )
    palette = board.palette
    for piece in own:
        palette = with_look(palette, piece, seen.spaces)
        costs = on_mark(costs.known(piece.kind.surface, piece.cells), piece.mark, tokens, roles)
    found = explained(costs) if own else found
    animals = capped(board, found, prints)
    if roles.cap is not None and animals:
        costs = costs.surely(roles.cap, animals)
        found = explained(costs)
    alone = {cell for piece in own for cell in piece.cells}
    if hardly_ringed(found, costs, seen.spaces, roles) - alone:
        alone |= by_themselves(seen.spaces, roles, grid, board.before, board.wanted, board.looks, hidden)
    shown, floor = ([] if spaces is None else np.flatnonzero(spaces).tolist() for spaces in (icons, prints.bare))
    off_grid = find_off_grid(seen, found, board.before, roles, shown)
    drawn = drawn_round(found, seen.spaces)
    disputes = disputed(found, lambda: explained(costs.without_hues()), costs, seen.spaces, roles, palette, hidden)
    blind = disputes.union(hidden)
    unread = (
        off_grid.unread
        | disputes
        | doubted(found, costs, seen.spaces, roles, drawn, blind, shown, floor, prints, alone)
    )
    moved = on_tokens(found, seen, roles)
    unread |= moved.perhaps | unproven(
        found, costs, seen.spaces, roles, icons, perhaps_bare(seen, prints, discs(board, found))
    )
    unread |= loose(found, board.before, roles) | stranded(found, board.before, roles, grid.cols)
    unread |= patched(found, seen.spaces) | laid_in_parts(found, board.looks, board.changed)
    marks = np.flatnonzero(board.marks).tolist()
    unread |= going_on(found, board.before, costs, roles, shown, unread, marks)
    unread |= hanging_together(found, unread, costs, seen.spaces, roles)
    unread |= colourless(found, board.before, seen.spaces, unread.union(unseen)) | hardly_floor(found, costs, unseen)
    unread |= outdone(found, costs, roles) | still_covered(found, costs, board.changed)
    if seen.occlusion.shadow:
        unread |= only_lit(found, costs)
    unread |= over_hidden_prints(found, prints, seen.spaces) | only_tinted(found, seen.spaces)
    unread |= hardly_marks(found, seen.spaces, roles) | larger_than_tokens(board, found)
    unread |= left_alone(found, left_unread(found, unread), board.before, roles, grid.cols)
    unread |= without_mark(found, unread)
    unread |= perhaps_ends(found, unread, board.before, costs, seen.spaces, roles, board.looks, board.fresh())
    unread |= round_marks(found, unread | blind, costs, roles)
    unread |= stray_singles(found, costs, seen.spaces, roles, unread)
    unread |= shaky(found, unread, board.before, roles, grid.cols)
    unread |= perhaps_larger(found, unread, board.before, board.looks, roles, board.palette, grid.cols)
    while more := hardly_bare(found, unread.union(disputes, unseen), seen.spaces) - unread:
        unread |= more
    return Attempt(found, costs, drawn, due, moved, unread, off_grid.sightings)
