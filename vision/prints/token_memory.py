"""Kinds of tokens over time: asked once a token has come to rest, and remembered for as long as it looks the same."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Reading, Spot, Surface
from vision.measures.board_picture import BoardPicture
from vision.measures.evidence import BoardEvidence
from vision.measures.stillness import changed_spaces
from vision.roles import Roles

Kinds = Mapping[Spot, Surface]
"""The surface of every token whose kind could be told; a missing one is a token of unknown kind."""


def with_kinds(readings: Mapping[Spot, Reading], seen: BoardEvidence, roles: Roles) -> Mapping[Spot, Reading]:
    """The readings of one picture with the tokens named whose kind can be told."""
    return named(readings, seen.kinds_of(_tokens(readings, roles)))


def named(readings: Mapping[Spot, Reading], kinds: Kinds) -> Mapping[Spot, Reading]:
    """The readings with the kinds in place."""
    return {
        spot: Reading(kinds[spot], reading.confidence) if spot in kinds else reading
        for spot, reading in readings.items()
    }


def remembered(
    readings: Mapping[Spot, Reading], seen: BoardEvidence, roles: Roles, before: Kinds, then: BoardPicture | None
) -> Kinds:
    """The kinds of the tokens of a board that has come to rest.

    Args:
        readings: what lies there.
        seen: the picture.
        roles: what the kinds of pieces look like.
        before: the kinds told when it rested last.
        then: the picture of that time, None if there was none; what has changed since is asked again.
    """
    tokens = _tokens(readings, roles)
    kept: dict[Spot, Surface] = {}
    if before and then is not None:
        changed = changed_spaces(seen.picture, then, seen.noise, seen.size_wh)
        same = {
            spot
            for row, new in zip(seen.spots, changed, strict=True)
            for spot, n in zip(row, new, strict=True)
            if not n
        }
        kept = {spot: kind for spot, kind in before.items() if spot in tokens and spot in same}
    return kept | dict(seen.kinds_of(tokens - kept.keys()))


def _tokens(readings: Mapping[Spot, Reading], roles: Roles) -> frozenset[Spot]:
    return frozenset(spot for spot, reading in readings.items() if reading.surface == roles.disc)
