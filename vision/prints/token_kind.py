"""Which kind a token is of, told by its icon alone: the one that is printed on the board, turned and on another ground.

A token is a disc of one colour with the icon on it. So every printed icon, in every turn and some sizes, is laid on a
ground of the colour that fits best, as bright as fits best, and held against the middle of the token (least squares).
The kind whose best drawing leaves least unexplained is told if no other kind comes near it and little is left: else
none. A kind that does not belong there must be the clearer, or a right token that is drawn a little otherwise would be
called wrong, and the one that is printed there (R12.1) may be drawn in another ink: on tokens icons are often paler,
stamped in gold, or lines.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

import cv2
import numpy as np

from engine.game import Spot, Surface
from vision.measures.circles import find_circles
from vision.prints.icon_drawings import ACROSS, INSIDE, Drawings, Floats, draw
from vision.prints.icon_look import IconLook, look
from vision.prints.icon_search import IconSearch
from vision.prints.icons import Icon, cut_icons, most_various
from vision.prints.print_left import left_by_print
from vision.prints.tinted_drawings import TintedDrawings
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, BoardReference, Plane


def _square(steps: Floats) -> Floats:
    """All pairs of these steps, down and right, (n, 2)."""
    return np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)


_EACH = 6  # icons of one kind: prints of one board look much alike
_SHIFTS = _square(np.arange(-2, 3, dtype=np.float32) * np.float32(0.03))  # spaces round the middle of the disc
_PLACES = _square(np.arange(-3, 4, dtype=np.float32) * np.float32(0.06))  # spaces: a token may lie so far off
_DUE, _WELL_DUE = 0.48, 0.38  # the same of the icon that is printed below, on what is no leaf by its colour, and on any
_RATHER, _WELL = 1.2, 1.8  # how many times more than that any other kind must leave there
_PRINT = 1.2  # how many times more the print in its place must leave: of holes 1.16 at most, of tokens 1.22 at least
_ROUGH_EACH, _ROUGH_SIZES, _ROUGH_TURNS = 3, (0.9,), 16
_ROUGH_SHIFTS = _square(np.arange(-2, 3, 2, dtype=np.float32) * np.float32(0.03))
_DOWN, _RIGHT = (part[INSIDE] for part in np.meshgrid(ACROSS, ACROSS, indexing="ij"))
_UNMOVED = np.zeros((1, 2), np.float32)
_ROUGHLY = 0.65  # share that a rough drawing of an icon may leave: of those shown in the end 0.61, of leaves one in ten


class TokenKinds:
    """Tells the kinds of tokens on the boards of one table.

    Args:
        references: the boards; icons are taken from the spots of which it is known what is printed there.
        kinds: the surface of a token by what is printed for it. While one of them is printed nowhere
            only what shows its print exactly is told: a token of that kind would be taken for the next best.
    """

    def __init__(self, references: Sequence[BoardReference], kinds: Mapping[str, Surface]) -> None:
        self._references = tuple(references)
        self._printed = {spot: kind for reference in references for spot, kind in reference.printed.items()}
        self._kinds = tuple(sorted(kinds))
        self._surfaces = dict(kinds)

    @cached_property
    def _search(self) -> IconSearch | None:
        return None if self._drawings is None else IconSearch.among(self._drawings)

    @cached_property
    def _drawings(self) -> Drawings | None:
        """Made when a token is first asked for: that takes longer than the picture may."""
        few = [most_various(each, _EACH) for each in self._icons]
        return draw(few) if any(few) else None

    @cached_property
    def _tinted(self) -> IconSearch | None:
        """The same in any ink."""
        return None if self._drawings is None else IconSearch.among(TintedDrawings.of(self._drawings))

    @cached_property
    def _rough(self) -> Drawings | None:
        """A few of them, which tell in a small part of the time where there is no icon at all."""
        few = [most_various(each, _ROUGH_EACH) for each in self._icons]
        return draw(few, _ROUGH_SIZES, _ROUGH_TURNS) if any(few) else None

    @cached_property
    def _icons(self) -> tuple[tuple[Icon, ...], ...]:
        """The printed icons of each kind."""
        icons = [icon for reference in self._references for icon in _icons_of(reference)]
        return tuple(tuple(icon for icon in icons if icon.kind == kind) for kind in self._kinds)

    def named(
        self, spots: Sequence[Sequence[Spot | None]], gain: Plane, plane: Plane, tokens: Collection[Spot]
    ) -> Mapping[Spot, Surface]:
        """The surfaces of those tokens whose kind can be told; ``spots`` are their board's by row and column."""
        places = {spot: (r, c) for r, row in enumerate(spots) for c, spot in enumerate(row) if spot in tokens}
        pictures = self._pictures_of(plane, gain, list(places.values()))
        told = {
            spot: self._kind_of(each, self._printed.get(spot)) for spot, each in zip(places, pictures, strict=False)
        }
        return {spot: self._surfaces[kind] for spot, kind in told.items() if spot is not None and kind is not None}

    def shown(
        self,
        spots: Sequence[Sequence[Spot | None]],
        gain: Plane,
        empty: Plane,
        plane: Plane,
        asked: Collection[Spot],
        unlike: Collection[Spot] = (),
    ) -> frozenset[Spot]:
        """Those of some spots that show a printed icon on a ground of one colour, so that a token must lie there.

        Not every kind need be printed.

        Args:
            spots: those of the board, by row and column.
            gain: its light as factors on that of its reference, of the shape of the board.
            empty: the empty board, of the same shape.
            plane: the board as ``vision.reference.rectify`` shows it.
            asked: the spots to look at.
            unlike: those of them that have not the colour of leaves: the icon that is printed below need not show as
                clearly there (R5.1, R12.1).
        """
        if self._rough is None:
            return frozenset()
        places = {spot: (r, c) for r, row in enumerate(spots) for c, spot in enumerate(row) if spot in asked}
        even = _even(plane, gain)
        found = []
        for (spot, space), where in zip(places.items(), self._middles(even, list(places.values())), strict=True):
            at, unexplained = self._roughly(even, space, where)
            is_due = spot in unlike and spot in self._printed
            if spot is None or (unexplained > _ROUGHLY and not is_due):
                continue
            here = min((self._look_at(even, space, middle) for middle in where), key=lambda each: each.unexplained)
            ahead, due_most = (_RATHER, _DUE) if spot in unlike else (_WELL, _WELL_DUE)
            due = here.kind == self._printed.get(spot) and here.ahead >= ahead and here.unexplained <= due_most
            around = plane, empty, space, [at, *where]
            if (due or here.is_shown) and _beats_print(here, *around):
                found.append(spot)
            # foliage looks a little like the icon that is due somewhere on a space, and hardly ever much like any
            elif unexplained <= _ROUGHLY:
                anywhere = self._look_at(even, space, at)
                if anywhere.is_shown and _beats_print(anywhere, *around):
                    found.append(spot)
        return frozenset(found)

    def _pictures_of(self, plane: Plane, gain: Plane, spaces: Sequence[tuple[int, int]]) -> Iterator[Floats]:
        """The middles of the tokens on these spaces (row, column), none while nothing is printed anywhere."""
        if self._search is None:
            return
        even = _even(plane, gain)
        for space, where in zip(spaces, self._middles(even, spaces), strict=True):
            yield _pictures(even, space, where, _SHIFTS)

    def _kind_of(self, seen: Floats, printed: str | None) -> str | None:
        """The kind of a token that is seen so, over what is printed there; None where that cannot be told."""
        assert self._search is not None
        every = all(self._icons)
        here = look(self._search, self._kinds, seen)
        if here.is_named_over(printed, every):
            return here.kind
        if not every or printed is None or self._tinted is None:
            return None
        tinted = look(self._tinted, self._kinds, seen)
        return printed if tinted.kind == printed and tinted.is_as_printed else None

    def _middles(self, even: Plane, spaces: Sequence[tuple[int, int]]) -> tuple[Sequence[Floats], ...]:
        """The points that the disc on each space may lie round, row and column from the middle of the space, in spaces.

        That is the middle of its circle and, since the clearest circle need not be a disc, that of the space.
        """
        if not spaces:
            return ()
        rows, cols = (round(side / PX_PER_SPACE - 2 * MARGIN_SPACES) for side in even.shape[:2])
        where = np.zeros((rows, cols), np.bool_)
        where[tuple(np.transpose(spaces))] = True
        lab = cv2.cvtColor(np.clip(even, 0, 255) / np.float32(255), cv2.COLOR_BGR2Lab)
        middles = find_circles(np.asarray(lab, np.float32), where).middle
        zero = np.zeros(2, np.float32)
        return tuple([middles[space], zero] if middles[space].any() else [zero] for space in spaces)

    def _roughly(self, even: Plane, space: tuple[int, int], where: Sequence[Floats]) -> tuple[Floats, float]:
        """Where on a space an icon fits best, and the share that even the best rough drawing leaves unexplained."""
        drawings = self._rough
        if drawings is None:
            return where[0], np.inf
        places = np.concatenate([where[0] + _ROUGH_SHIFTS, _PLACES])
        seen = _pictures(even, space, places, _UNMOVED)
        plain = np.square(seen - seen.mean(axis=2, keepdims=True)).mean(axis=(1, 2))
        left = drawings.unexplained(seen).min(axis=0) / np.maximum(plain, 1e-3)
        at = int(left.argmin())
        return places[at], float(left[at])

    def _look_at(self, even: Plane, space: tuple[int, int], middle: Floats) -> IconLook:
        """What shows round one point of a space; drawings are not made before one is needed."""
        assert self._search is not None
        return look(self._search, self._kinds, _pictures(even, space, [middle], _SHIFTS))


def _beats_print(seen: IconLook, plane: Plane, empty: Plane, space: tuple[int, int], middles: Sequence[Floats]) -> bool:
    """Whether a drawing explains much more of a space than the print in its place does."""
    return seen.unexplained < left_by_print(plane, empty, space, middles) / _PRINT


def _icons_of(reference: BoardReference) -> tuple[Icon, ...]:
    return cut_icons(reference.plane(), reference.size_wh, reference.lattice(), reference.printed)


def _even(plane: Plane, gain: Plane) -> Plane:
    """A board without the light that falls on it."""
    return np.asarray(plane / np.maximum(gain, 1e-3), np.float32)


def _pictures(even: Plane, space: tuple[int, int], middles: Sequence[Floats] | Floats, shifts: Floats) -> Floats:
    """The middle of a token seen from every shift (n, 2) round each of some points, float32 (m, 3, p)."""
    points = np.asarray(middles)[:, None] + shifts
    row, col = ((points.reshape(-1, 2) + space + 0.5 + MARGIN_SPACES) * PX_PER_SPACE - 0.5).T
    map_y, map_x = (row[:, None] + _DOWN).astype(np.float32), (col[:, None] + _RIGHT).astype(np.float32)
    seen = cv2.remap(even, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(seen.transpose(0, 2, 1))
