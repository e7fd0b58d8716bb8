"""Which tokens a turn may have spent or exchanged for what is seen: nothing is made before it is needed (R8, R9.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.indian_summer.forest import Treasure
from engine.indian_summer.state import Phase, State

_ALL = frozenset(Treasure)


def spent(state: State, sitting: bool, leafy: int, left: int) -> frozenset[Treasure]:
    """The kinds of token that could still be spent for something that is seen.

    ``sitting`` says whether squirrels may still come, ``leafy`` on how many spaces leaves, ``left`` how many leaves.
    """
    useful = set()
    if left and state.turn.double is None and leafy >= 3:
        useful |= {Treasure.MUSHROOM, Treasure.FEATHER}
    if sitting:
        useful.add(Treasure.NUT)
    if left and state.player.path is not None and leafy >= 3:
        useful.add(Treasure.BERRY)
    return frozenset(useful)


def made(state: State, useful: Collection[Treasure], leafy: int) -> Mapping[Treasure, Collection[Treasure]]:
    """The kinds that are exchanged for next, with what may be given for them.

    Of mushrooms and feathers a turn spends one, the feather for two leaves. What becomes nuts in the final phase of a
    table makes no difference, for everything does (R10.2): the plan's order is taken.
    """
    berries, nuts, mushrooms, feathers = state.player.purse
    if state.turn.phase is Phase.FINAL and state.solo is None:
        give = Treasure.FEATHER if feathers else Treasure.MUSHROOM if mushrooms else Treasure.BERRY
        return {} if nuts else {Treasure.NUT: (give,)}
    feather = Treasure.FEATHER in useful and leafy >= 6 and not feathers
    mushroom = Treasure.MUSHROOM in useful and mushrooms < 1 + feather
    lacking = {
        Treasure.FEATHER: feather,
        Treasure.MUSHROOM: mushroom,
        Treasure.NUT: (Treasure.NUT in useful and not nuts) or (mushroom and nuts < 2),
        Treasure.BERRY: Treasure.BERRY in useful and not berries,
    }
    return {kind: _ALL for kind, needed in lacking.items() if needed}
