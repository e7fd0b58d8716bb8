"""What a board offers next: animals that fit on its bare holes now, the dearest first (R6.1, R6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.grid import Bits
from engine.indian_summer.forest import Board, Purse
from engine.indian_summer.outcome import POINTS
from engine.indian_summer.placing import placements
from engine.indian_summer.resolving import lay_animal
from engine.indian_summer.state import Phase, State

MOST = 6


class Offer(NamedTuple):
    """An animal that may be laid: its name, the holes, and the tokens that it brings."""

    animal: str
    covers: Bits
    gives: Purse


def offers(state: State, seat: int) -> tuple[Offer, ...]:
    """At most six animals for a player's board, the dearest first; none in the final phase (R6.3).

    Of animals for the same holes the dearest one is offered, and places of one animal that bring the same count once.
    """
    if state.turn.phase is not Phase.TURNS:
        return ()
    found = sorted(_fitting(state, state.players[seat].board), key=_rank)
    kept: dict[Bits, Offer] = {}
    alike: set[tuple[str, Purse]] = set()
    for offer in found:
        if offer.covers not in kept and (offer.animal, offer.gives) not in alike:
            kept[offer.covers] = offer
            alike.add((offer.animal, offer.gives))
    return tuple(kept.values())[:MOST]


def _fitting(state: State, board: Board) -> Iterator[Offer]:
    bare = board.bare
    if not bare:
        return
    for kind, left in zip(state.animals.kinds, state.stock, strict=True):
        if left:
            for laid in placements(kind, bare):
                yield Offer(kind.name, laid.covers, lay_animal(board, kind, laid.covers)[1])


def _rank(offer: Offer) -> tuple[int, int]:
    """By the points of what it brings (R11.7), then by the holes that it takes, the fewest first."""
    points = sum(worth * number for worth, number in zip(POINTS, offer.gives, strict=True))
    return -points, offer.covers.bit_count()
