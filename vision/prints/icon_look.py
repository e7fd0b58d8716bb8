"""What the middle of a token shows: the kind of printed icon that fits it best, how well, and how far ahead it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.prints.icon_drawings import Floats
from vision.prints.icon_search import IconSearch

_SLACK = 40.0  # squared grey levels: what is left unexplained is never less than noise
_FLAT = 1e-2  # the same: pictures that vary less are of one colour, as where light has burnt them out
_CLEARER = 1.3  # how many times more than the best kind any other must leave unexplained
_NAMED = 1.25  # the same where a token is known to lie
_VAGUE, _NAMED_IF_VAGUE = 0.3, 1.5  # share of the picture from which that leaves so much: of 421 kinds told 7 are lost
_UNEXPLAINED = 0.36  # share of the picture that the best kind may leave unexplained: wrong ones left 0.37 at least
_CLEARLY, _LITTLE = 1.6, 0.25  # the same two where another kind is printed below: 7 in 10 of those told are as clear
# share that the kind printed there may leave if it is _CLEARLY ahead: of 534 looks one such was another kind, washed
# out, and of those less far ahead eight
_AS_PRINTED = 0.5
# what the kind printed there may leave, and how far it must be ahead, while one is printed nowhere: tokens of that one
# were so like another in none of 590 looks, which left 0.25 at least
_EXACTLY, _FAR_AHEAD = 0.22, 1.5
_FARTHER = 2.5  # so far ahead it may leave _AS_PRINTED there as well: of 590 such looks none was
_SHOWN = 0.28  # the same where it is not known that a token lies there: no leaf came near, in any light
# what icons in other inks may leave, and how far they must be ahead: of 603 looks 267 were so clear, none wrong
_TINTED, _TINTED_AHEAD = 0.3, 1.5


class IconLook(NamedTuple):
    """The kind whose drawing fits a space best, and the share of the picture it leaves.

    Any other leaves ``ahead`` times as much, 0 if there is no other that is printed.
    """

    kind: str
    ahead: float
    unexplained: float

    def is_named_over(self, printed: str | None, every: bool) -> bool:
        """Whether the kind of a token can be told over what is printed there, as far as that is known.

        The less of the picture it explains, the further it must be ahead; the one that is printed there may leave the
        most. If not ``every`` kind is printed somewhere, one of those that are not may lie there.
        """
        if not every:
            ahead, most = (_FAR_AHEAD, _EXACTLY) if self.ahead < _FARTHER else (_FARTHER, _AS_PRINTED)
            return printed == self.kind and self.ahead >= ahead and self.unexplained <= most
        if printed == self.kind and self.ahead >= _CLEARLY:
            return self.unexplained <= _AS_PRINTED
        if printed not in (None, self.kind):
            return self.ahead >= _CLEARLY and self.unexplained <= _LITTLE
        ahead = _NAMED if self.unexplained <= _VAGUE else _NAMED_IF_VAGUE
        return self.ahead >= ahead and self.unexplained <= _UNEXPLAINED

    @property
    def is_as_printed(self) -> bool:
        """Whether, looked at in any ink, it is clear enough for the kind that is printed there."""
        return self.ahead >= _TINTED_AHEAD and self.unexplained <= _TINTED

    @property
    def is_shown(self) -> bool:
        """Whether little is left and no other kind comes near."""
        return self.ahead >= _CLEARER and self.unexplained <= _SHOWN


def look(search: IconSearch, kinds: Sequence[str], seen: Floats) -> IconLook:
    """What pictures of one token show, float32 (m, 3, p), all of the same from other places."""
    left = search.left(seen)
    each = {kind: float(left[kind].min()) for kind in left}
    best = min(each, key=lambda kind: each[kind])
    at = int(np.argmin(left[best]))
    plain = float(np.square(seen[at] - seen[at].mean(axis=1, keepdims=True)).mean())
    others = [rest for kind, rest in each.items() if kind != best]
    alone = np.inf if len(kinds) == 1 else 0.0
    ahead = (min(others) + _SLACK) / (each[best] + _SLACK) if others else alone
    # a picture of one colour shows nothing, though ground alone explains it
    return IconLook(kinds[best], ahead, each[best] / plain if plain > _FLAT else np.inf)
