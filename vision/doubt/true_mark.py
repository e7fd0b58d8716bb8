"""Whether a mark that looks like a disc is the true one of its piece, or only a drawing, and another space is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vision.doubt.due_tokens import of_its_own_color
from vision.doubt.mark_signs import Clues, MarkSigns
from vision.explaining.candidates import Candidate
from vision.explaining.disc_costs import COLOURFUL
from vision.explaining.drawn_discs import ALIKE
from vision.measures.evidence import turned_deg

_OWN_HUE_DEG = 25.0  # between a drawing and its leaf
_GREY = 0.2  # share of the chroma of leaves that is left of the floor in a hole behind a veil
_RATHER = 1.5  # nats by which a disc fits a space of a leaf better, so that it may well be the mark
_HARDLY = -3.0  # the same, so that it may be the mark where a print lies below it and none below what looks like one
_SOME_EDGE = 1.5  # strength of the circle about a disc that has another hue than its leaf
_STRONGER = 0.5  # by which a circle is clearly stronger than another

ROUND = 2.2
"""Strength of a circle that is surely on no leaf: of 1,029 the strongest had 1.95, half of the tokens have 2.9."""


def elsewhere(piece: Candidate, signs: MarkSigns, clues: Clues) -> Iterator[bool]:
    """Reasons for another space of a piece than what looks like a disc to be its mark, each seen or not."""
    mark, body = piece.mark, piece.body
    better, legible = signs.better[piece.kind.surface], signs.legible
    if mark not in signs.due:
        # a dark leaf is as pale as a token, but beside the true one it is not the palest
        alike = signs.circle[mark] < ROUND and not of_its_own_color(mark, body, signs.seen)
        yield bool(alike and signs.chroma[body].min() < signs.chroma[mark])
    if piece.capped:
        return
    # so is a veil on the lens, through which no floor is known again: grey in a clear edge, and greyer than the disc
    grey = min(_GREY * signs.typical, signs.inner[mark])
    yield any(signs.circle[cell] > ROUND and signs.inner[cell] < grey for cell in body if cell not in clues.drawn)
    if mark not in signs.due:
        # glare looks like a disc, too: no other space of the piece may look more like one than like its leaf
        yield any(better[cell] > min(_RATHER, better[mark]) for cell in body if cell not in clues.drawn)
        # a token lies over a print (R5.1), however much its gold looks like a leaf of its piece
        yield any(better[cell] > _HARDLY for cell in body if legible[cell] and not legible[mark])
    # what shows its floor elsewhere is the hole, and a drawing in a ring was taken for a disc
    yield any(signs.floor_seen[cell] for cell in body)
    # two leaves over two prints, of which one has a drawing, or mirrors a lamp, and one a token
    yield _is_drawn_beside(mark, piece, signs) and not signs.over_prints.isdisjoint(body)
    likely = _HARDLY if _is_like_its_leaf(mark, body, signs) else _RATHER
    yield any(
        better[cell] > likely or (better[cell] > 0 and signs.circle[cell] > _SOME_EDGE)
        for cell in body
        if cell in signs.over_prints and not _is_drawn_twice(cell, piece, signs)
    )
    # a pale drawing is a tint of its own leaf, a token has a colour of its own
    yield any(_is_stranger(cell, mark, body, signs) for cell in body if cell in signs.over_prints)


def is_clearer_elsewhere(piece: Candidate, signs: MarkSigns) -> bool:
    """Whether another space of a piece that hides a print as well has a clearly stronger circle than its mark.

    It is another reason where nobody is sure which of the two is the mark; leaves are drawn round by themselves.
    """
    least = max(_SOME_EDGE, float(signs.circle[piece.mark]) + _STRONGER)
    return any(signs.circle[cell] > least for cell in piece.body if cell in signs.over_prints)


def _is_like_its_leaf(mark: int, body: Sequence[int], signs: MarkSigns) -> bool:
    """Whether the disc on a mark is as colourful as its piece and of its hue: of 249 tokens two were, by a candle."""
    leaf, inner = signs.seen.color.reshape(-1)[list(body)], signs.seen.disc_color.reshape(-1)[mark]
    return bool(turned_deg(inner, leaf.sum()) < _OWN_HUE_DEG and abs(inner) > COLOURFUL * np.abs(leaf).mean())


def _is_stranger(cell: int, mark: int, body: Sequence[int], signs: MarkSigns) -> bool:
    """Whether the disc on a space is more unlike its leaf than that on the mark, which is a tint of the leaf."""
    color, inner = signs.seen.color.reshape(-1), signs.seen.disc_color.reshape(-1)
    leaf = color[[other for other in body if other != cell]].mean()
    is_tint = turned_deg(inner[mark], leaf) < _OWN_HUE_DEG < turned_deg(inner[cell], leaf)
    return bool(is_tint and abs(inner[cell] - leaf) > abs(inner[mark] - leaf) and signs.circle[cell] > _SOME_EDGE)


def _is_drawn_twice(cell: int, piece: Candidate, signs: MarkSigns) -> bool:
    """Whether the disc on a space is drawn on another one of its piece as well, and its mark has another."""
    is_disc = bool(signs.circle[cell] > ROUND)
    return is_disc and _is_drawn_beside(cell, piece, signs) and not _is_alike(cell, piece.mark, signs)


def _is_drawn_beside(cell: int, piece: Candidate, signs: MarkSigns) -> bool:
    """Whether a disc on a space is also drawn on one of its piece that is not its mark and lies over plain ground.

    A piece has one token, which lies over a print (R5.1).
    """
    return any(_is_alike(cell, other, signs) for other in piece.body if other in signs.over_plain)


def _is_alike(cell: int, other: int, signs: MarkSigns) -> bool:
    """Whether there is a disc on another space, too, and of the same colour."""
    inner = signs.seen.disc_color.reshape(-1)
    return bool(abs(inner[other] - inner[cell]) < ALIKE * abs(inner[cell]) and signs.circle[other] > ROUND)
