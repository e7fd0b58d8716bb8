"""How a camera's readings are held against the view of a state: what agrees, what differs, what could hide a piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import Game, Reading, Spot, Surface, View

SURE = 0.75
"""A reading of at least this confidence must be explained; a weaker one only costs."""


def agrees(expected: Surface, seen: Surface) -> bool:
    """Whether a reading fits a surface: the same or less specific, as ``token`` fits ``token.nut``."""
    return expected == seen or expected.startswith(seen + ".")


def differing(view: View, seen: Mapping[Spot, Reading], at_least: float = SURE) -> frozenset[Spot]:
    """The spots that are read with at least this confidence and do not show what the view expects there.

    A spot that the view leaves out may show anything.
    """
    return frozenset(
        spot
        for spot, (surface, confidence) in seen.items()
        if confidence >= at_least and spot in view and view[spot] != surface and not agrees(view[spot], surface)
    )


def sure_surfaces(seen: Mapping[Spot, Reading]) -> dict[Spot, Surface]:
    """The readings that must be explained, as a view."""
    return {spot: reading.surface for spot, reading in seen.items() if reading.confidence >= SURE}


def unsure(view: View, seen: Mapping[Spot, Reading]) -> frozenset[Spot]:
    """The spots that are not read, or not surely: they may show anything."""
    return frozenset(spot for spot in view if spot not in seen or seen[spot].confidence < SURE)


def doubtful(game: Game[Any, Any], before: View, view: View, seen: Mapping[Spot, Reading]) -> frozenset[Spot]:
    """The spots of which nobody knows whether they are as the view says.

    Those read otherwise without certainty, and those not surely read that have changed since the view ``before`` or on
    which something could have been laid or taken away: what lay there before and can never change is not doubted.
    """
    closed = {
        surface
        for surface in set(view.values())
        if not any(other != surface and game.may_become(surface, other) for other in game.surfaces)
    }
    guessed = (s for s in unsure(view, seen) if view[s] not in closed or view[s] != before.get(s))
    return (differing(view, seen, 0.0) - differing(view, seen)) | frozenset(guessed)
