"""From the evidence of one board to readings of its spots and the pieces seen there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from engine.game import Reading, Spot, Surface
from engine.grid import Grid
from vision.doubt.attempt import Attempt, Board
from vision.doubt.doubt_spread import READABLE, perhaps_marks
from vision.doubt.doubting import Told, all_doubts
from vision.doubt.doubts import drawn_round, hardly_ringed
from vision.doubt.due_tokens import due_on_lumps, tokens_due
from vision.doubt.holes_seen import holes_seen
from vision.doubt.icon_doubts import belied, marked_anew, swapped
from vision.doubt.known_by_size import by_themselves, known_by_size, on_mark, with_look
from vision.doubt.other_light import hardly_floor, is_no_matter_of_light, lies_straight
from vision.doubt.second_look import bare_marks, capped, tokens_seen
from vision.explaining.beforehand import Beforehand
from vision.explaining.confidence import confidence
from vision.explaining.drawn_discs import as_drawn, drawn_discs, is_marked_elsewhere
from vision.explaining.lone_things import lone_things
from vision.explaining.open_board import OpenBoard
from vision.explaining.palette import Palette
from vision.explaining.pieces import FOREIGN, explain
from vision.explaining.same_cards import same_cards
from vision.explaining.scoring import score
from vision.measures.evidence import BoardEvidence
from vision.measures.picture_noise import without_noise
from vision.observation import Sighting
from vision.prints.print_in_place import Prints, prints_seen
from vision.roles import FLOOR, Roles

_DARKENED = 0.65  # of the light that a space has without the shadow of something at the rim: hues are noise there
_UNSHADED = 1.0  # of the same light
_REACHED = 0.25  # share of a space that a hand may cover


@dataclass(frozen=True, slots=True)
class BoardReading:
    """What was read on one board: readings (a missing spot is unknown) and pieces newly seen.

    ``doubtful`` are the spots of which something was seen that is not believed. In ``turned`` holes a print shows as
    only that of a token may.
    """

    readings: Mapping[Spot, Reading]
    sightings: tuple[Sighting, ...]
    doubtful: frozenset[Spot] = frozenset()
    turned: frozenset[Spot] = frozenset()


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
    once_bare: Collection[Spot] = (),
) -> BoardReading:
    """Read the open spots of a board, given what lay there before.

    What cannot be read in the light that is taken to lie on the board may be read in one told patch by patch. That
    counts where more is read in it and nothing otherwise. Floor does then that is not foreign in it; pieces do where
    nothing is left unread and all of them lie straight. Where what is in doubt is no matter of light it is not asked.

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
        once_bare: the spots that were seen to be bare until the look of which they are.
    """

    def read(evidence: BoardEvidence) -> BoardReading:
        asked = before, open_spots, looks or {}, changed or {}, marks, larger, once_bare
        return _read(_asked(evidence, roles, palette, *asked))

    found = read(seen)
    if not found.doubtful or is_no_matter_of_light(found.sightings, found.turned - found.readings.keys()):
        return found
    if seen.relit is None:
        return found
    again = read(seen.relit)
    one, other = ({spot: told.surface for spot, told in each.readings.items()} for each in (found, again))
    if not one.items() < other.items():
        return found
    bare = {spot for spot, surface in other.items() - one.items() if surface == FLOOR}
    dull = hardly_floor(bare, seen.relit)
    if not again.doubtful and not dull and all(map(lies_straight, again.sightings)):
        return again
    more = {spot: again.readings[spot] for spot in bare - dull}
    return replace(found, readings={**more, **found.readings}, doubtful=found.doubtful - more.keys())


def _asked(
    seen: BoardEvidence,
    roles: Roles,
    palette: Palette,
    before: Mapping[Spot, Surface],
    open_spots: Collection[Spot],
    looks: Mapping[Spot, int],
    changed: Mapping[Spot, Surface | None],
    marks: Collection[Spot],
    larger: Collection[Spot],
    once_bare: Collection[Spot],
) -> Board:
    """What is asked of a board; the arguments are those of ``read_board``."""
    spots = [spot for row in seen.spots for spot in row]
    surfaces = [FLOOR if spot is None else before.get(spot, FLOOR) for spot in spots]
    covered = (seen.occlusion.reached > _REACHED) & seen.occlusion.hand
    darkened = (seen.spaces.brightness < _DARKENED) & seen.occlusion.shadow & (seen.occlusion.reached > 0)
    blind = (covered | darkened).reshape(-1)
    if seen.covered:
        blind |= np.array([spot in seen.covered for spot in spots])
    wanted = [i for i, spot in enumerate(spots) if spot is not None and spot in open_spots and not blind[i]]
    came = [0 if spot is None else looks.get(spot, 0) for spot in spots]
    news = {i: changed[spot] for i, spot in enumerate(spots) if spot in changed}
    where = np.zeros(blind.shape, np.bool_)
    where[wanted] = True
    prints = prints_seen(seen, where.reshape(covered.shape))
    stood = np.array([spot in marks for spot in spots]).reshape(covered.shape)
    beyond, came_on_bare = (frozenset(i for i, s in enumerate(spots) if s in those) for those in (larger, once_bare))
    hidden = np.flatnonzero(blind).tolist()
    return Board(seen, prints, roles, palette, surfaces, stood, wanted, hidden, came, news, beyond, came_on_bare)


def _read(board: Board) -> BoardReading:
    """What is asked of a board, read in the light that its evidence has."""
    seen, roles, prints = board.seen, board.roles, board.prints
    spots = [spot for row in seen.spots for spot in row]
    attempt = _attempt(board, None, prints)
    moved = attempt.moved.perhaps
    holes = holes_seen(board, attempt)
    bare = bare_marks(board, attempt) | _those(holes, board.marks.shape)
    icons = tokens_seen(board, attempt, bare)
    if icons.any() or bare.any():
        surely, clearly = (_those(cells, icons.shape) for cells in (attempt.moved.surely, attempt.moved.clearly))
        bare = (bare | prints.bare) & ~(icons & clearly)
        again = prints._replace(bare=bare, hidden=prints.hidden | icons & surely)
        plain, attempt = attempt, _attempt(board, icons, again, holes)
        lost = swapped(plain.found, attempt.found, icons, roles, plain.unread, prints.printed)
        lost |= belied(attempt.found, icons, roles) | marked_anew(plain, attempt.found, icons, seen.spaces, roles)
        attempt = replace(attempt, unread=attempt.unread | lost)
    readings: dict[Spot, Reading] = {}
    unread = attempt.unread | perhaps_marks(attempt.found, attempt.confidences, prints)
    for index, verdict in attempt.found.verdicts.items():
        spot = spots[index]
        if spot is None or verdict.surface == FOREIGN or index in unread:
            continue
        if attempt.confidences[index] >= READABLE:
            readings[spot] = Reading(verdict.surface, attempt.confidences[index])
    explained = {spot for index in attempt.found.verdicts if (spot := spots[index]) is not None}
    turned = {spot for index in moved | attempt.moved.perhaps if (spot := spots[index]) is not None}
    return BoardReading(readings, attempt.sightings, frozenset(explained - readings.keys()), frozenset(turned))


def _those(cells: Collection[int], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    spaces = np.zeros(shape, np.bool_)
    spaces.reshape(-1)[list(cells)] = True
    return spaces


def _attempt(
    board: Board, icons: NDArray[np.bool_] | None, prints: Prints, holes: frozenset[int] = frozenset()
) -> Attempt:
    seen, roles = board.seen, board.roles
    spaces = without_noise(seen.spaces)
    grid = Grid(len(seen.spots), len(seen.spots[0]))
    reached = seen.occlusion.reached
    if not seen.occlusion.hand:
        reached = reached * (spaces.brightness < _UNSHADED)  # a shadow makes nothing lighter
    shown = np.zeros(spaces.cover.shape, np.bool_) if icons is None else icons
    known = Beforehand(reached, shown, board.marks, prints, board.laid_now(spaces), board.came_on_bare())
    costs = score(spaces, roles, board.palette, known)
    if roles.mark is not None:
        for cell in holes:
            costs = costs.surely(roles.mark, [cell])
        costs = replace(costs, of_pieces=holes)
    cards: tuple[int, ...] = ()
    if roles.single is not None:
        for cell in lone_things(costs, spaces, board.before, roles, known, [*board.wanted, *board.blind]):
            costs = costs.surely(roles.single, [cell])
        cards = same_cards(costs, spaces, seen.plane, board.before, roles, reached, board.blind)
        for cell in cards:
            costs = costs.surely(roles.single, [cell])
    explained = partial(
        explain, roles=roles, grid=grid, before=board.before, open_cells=board.wanted, looks=board.looks
    )
    unseen = [cell for cell in board.wanted if not costs.usable.reshape(-1)[cell]]
    hidden = [*board.blind, *unseen]
    found = explained(costs)
    place = OpenBoard(roles, grid, board.before, board.wanted, board.looks, hidden)
    due = tokens_due(found, prints, spaces) | due_on_lumps(found, prints, spaces, place)
    tokens = np.zeros(prints.printed.shape, np.bool_) if icons is None else icons.copy()
    tokens.reshape(-1)[list(due)] = True
    own = known_by_size(found, costs, spaces, board.palette, place, tokens, prints)
    palette = board.palette
    for piece in own:
        palette = with_look(palette, piece, spaces)
        costs = on_mark(costs.known(piece.kind.surface, piece.cells), piece.mark, tokens, roles)
    found = explained(costs) if own else found
    drawings = drawn_discs(found, spaces, prints, roles, icons)
    if drawings:
        with_drawings = as_drawn(costs, drawings, roles)
        again = explained(with_drawings)
        if is_marked_elsewhere(again, drawings, [piece for piece, _ in found.pieces]):
            costs, found = with_drawings, again
    animals = capped(board, found, prints)
    if roles.cap is not None and animals:
        costs = costs.surely(roles.cap, animals)
        found = explained(costs)
    alone = {cell for piece in own for cell in piece.cells}
    if hardly_ringed(found, costs, spaces, roles) - alone:
        alone |= by_themselves(spaces, place)
    drawn = drawn_round(found, spaces)
    bare = np.flatnonzero(prints.bare).tolist()
    sure = dict(confidence(found, costs, drawn, spaces.circle, roles, due, bare))
    unsure = frozenset(cell for cell, share in sure.items() if share < READABLE)
    told = Told(
        found,
        costs,
        palette,
        hidden,
        unseen,
        frozenset(cards),
        alone,
        drawn,
        unsure,
        icons,
        holes,
        prints,
        cache(lambda: explained(costs.without_hues())),
    )
    doubted, unread, believed, moved, off_grid = all_doubts(board, told)
    # what else would fit a single space of such a piece was weighed with it
    sure |= {cell: found.verdicts[cell].share for cell in believed}
    return Attempt(found, costs, sure, drawn, moved, doubted, unread, off_grid.sightings)
