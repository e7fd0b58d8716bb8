"""The box: how many tokens and squirrels are in use, and a notice when it would have run out (R1.5, R1.6)."""

from __future__ import annotations

from engine.game import Event, Mood
from engine.indian_summer.forest import Purse, Treasure
from engine.indian_summer.state import State
from engine.indian_summer.wording import count

BOX = Purse(berry=30, nut=24, mushroom=18, feather=8)
"""R1.6."""
BOX_SQUIRRELS = 32
"""R1.5."""


def in_use(state: State) -> Purse:
    """The tokens in supplies and on holes; those that animals still carry are not counted."""
    counts = [0, 0, 0, 0]
    for player in state.players:
        for kind in Treasure:
            counts[kind] += player.purse[kind] + player.board.tokens[kind].bit_count()
    return Purse(*counts)


def squirrels(state: State) -> int:
    """The squirrels on all boards."""
    return sum(player.board.squirrels.bit_count() for player in state.players)


def notices(before: State, after: State) -> tuple[Event, ...]:
    """**Ruling** of R1.6: the supply is unlimited, but the table is told when the box runs out."""
    said = []
    used, now = in_use(before), in_use(after)
    for kind in Treasure:
        if used[kind] <= BOX[kind] < now[kind]:
            text = (
                f"The box holds {count(BOX[kind], kind)}, now {now[kind]} are in use: take something else as a token."
            )
            said.append(Event("box", Mood.NOTICE, text))
    if squirrels(before) <= BOX_SQUIRRELS < squirrels(after):
        said.append(Event("box", Mood.NOTICE, f"The box holds {BOX_SQUIRRELS} squirrels: take something else as one."))
    return tuple(said)
