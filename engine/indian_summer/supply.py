"""The box: how many tokens and squirrels are in use, and a notice when it would have run out (R1.5, R1.6)."""

from __future__ import annotations

from engine.game import Event, Mood
from engine.indian_summer.forest import Purse, Treasure
from engine.indian_summer.state import State
from engine.indian_summer.wording import count
from engine.sentence import say

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
            text = say(
                "The box holds {count}, now {number} are in use: take something else as a token.",
                count=count(BOX[kind], kind),
                number=now[kind],
            )
            said.append(Event("box", Mood.NOTICE, text))
    if squirrels(before) <= BOX_SQUIRRELS < squirrels(after):
        text = say("The box holds {number} squirrels: take something else as one.", number=BOX_SQUIRRELS)
        said.append(Event("box", Mood.NOTICE, text))
    return tuple(said)
