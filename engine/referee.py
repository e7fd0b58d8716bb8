"""From the committed state and a settled view to the moves that explain it, or to the reason why none does.

The search is in ``engine.referee_search``; here its lines become an answer for the table. One clear line is accepted,
close rivals and pieces that no sure reading shows are asked, and where no line leads to the view it is said what the
players probably meant and which rules forbid it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Generic

from engine.game import Event, Game, MoveT, Reading, Spot, StateT, View, Violation
from engine.readings import SURE, agrees, differing, doubtful, sure_surfaces
from engine.referee_search import CLOSE, SAME, Found, Line, search, search_hidden

__all__ = [
    "CLOSE",
    "SURE",
    "Explanation",
    "Line",
    "Verdict",
    "agrees",
    "differing",
    "explain",
    "explain_end",
    "sure_surfaces",
]

ASKED = 8
"""No more answers than this to the question what lies on spots that cannot be read."""

GUESSES = 8
"""Of no more guesses than this at what was meant the rules are asked."""

MESS = 8
"""With so many reasons no other guess is tried: the table is in disorder."""

LOOSE = 16
"""With more spots in doubt than this nobody is asked what lies there: the view is too poor."""


class Verdict(Enum):
    """What the referee makes of a view."""

    UNCHANGED = "unchanged"  # the table shows the committed state
    LEGAL = "legal"  # one sequence of legal moves explains the table
    INCOMPLETE = "incomplete"  # legal so far, but the table still owes something (a token on a hole, say)
    QUESTION = "question"  # several explanations are about equally good
    ILLEGAL = "illegal"  # what was meant is clear, and the rules forbid it
    UNEXPLAINED = "unexplained"  # nothing that could be meant leads to this view


@dataclass(frozen=True, slots=True)
class Explanation(Generic[StateT, MoveT]):
    """The referee's answer; ``state`` is the committed one where no legal line was found.

    ``differs`` are the sure spots where the table does not show ``state``; ``doubtful`` those read otherwise without
    certainty and those not read where something could have been laid; ``rivals`` are the lines of a question, cheapest
    first; ``attempt`` are the moves that were probably meant when the table is illegal.
    """

    verdict: Verdict
    state: StateT
    moves: tuple[MoveT, ...] = ()
    events: tuple[Event, ...] = ()
    violations: tuple[Violation, ...] = ()
    rivals: tuple[Line[StateT, MoveT], ...] = ()
    attempt: tuple[MoveT, ...] = ()
    differs: frozenset[Spot] = frozenset()
    doubtful: frozenset[Spot] = frozenset()


def explain(game: Game[StateT, MoveT], committed: StateT, seen: Mapping[Spot, Reading]) -> Explanation[StateT, MoveT]:
    """Explain a settled view against the state at the start of the turn.

    Args:
        game: the rules.
        committed: the state up to the end of the last turn, with the moves of this turn that were entered by hand.
        seen: readings by spot; a missing spot is unknown and agrees with anything.

    A line never goes on into the next turn. Before anything is called illegal it is tried whether pieces on spots that
    cannot be read would explain it: that is asked.
    """
    view = game.view(committed)
    changed = differing(view, seen)
    if not changed:
        return Explanation(Verdict.UNCHANGED, committed, doubtful=doubtful(game, view, view, seen))
    found = search(game, committed, seen)
    if found.exact:
        return _explained(game, view, found, seen)
    if found.owing is not None:
        line, owed = found.owing
        after = game.view(line.state)
        return Explanation(
            Verdict.INCOMPLETE,
            line.state,
            line.moves,
            line.events,
            owed,
            differs=differing(after, seen),
            doubtful=doubtful(game, view, after, seen),
        )
    doubts = doubtful(game, view, view, seen)
    hidden = _hidden(game, committed, seen, doubts)
    if hidden.exact:
        return _asked(hidden.exact[:ASKED], doubts)
    attempt, violations = _illegal(game, committed, sure_surfaces(seen))
    # A search that was cut short has not shown that the table is illegal: that is not claimed then.
    if not (violations and found.whole and hidden.whole):
        return Explanation(Verdict.UNEXPLAINED, committed, differs=changed, doubtful=doubts)
    return Explanation(
        Verdict.ILLEGAL, committed, violations=violations, attempt=attempt, differs=changed, doubtful=doubts
    )


def explain_end(
    game: Game[StateT, MoveT], committed: StateT, seen: Mapping[Spot, Reading]
) -> Explanation[StateT, MoveT]:
    """Explain a settled view when somebody says that the turn is over.

    As ``explain``; but where the turn could not end with what is seen, something must have been laid on the spots that
    cannot be read, or what is seen came about otherwise than was likeliest: the table is asked.
    """
    found = explain(game, committed, seen)
    if found.verdict not in (Verdict.UNCHANGED, Verdict.LEGAL, Verdict.QUESTION):
        return found
    answers = [line.state for line in found.rivals] or [found.state]
    if any(game.end_turn(state) is not None or game.choices(state) for state in answers):
        return found
    loose = found.doubtful.intersection(game.within_reach(committed))
    if len(loose) > LOOSE:
        return found
    ended = search_hidden(game, committed, seen, loose, lambda state: game.end_turn(state) is not None)
    return _asked(ended.exact, found.doubtful) if ended.whole and 0 < len(ended.exact) <= ASKED else found


def _hidden(
    game: Game[StateT, MoveT], committed: StateT, seen: Mapping[Spot, Reading], doubts: frozenset[Spot]
) -> Found[StateT, MoveT]:
    """The lines with pieces where nothing can be read; none where there is no such spot or too many."""
    loose = doubts.intersection(game.within_reach(committed))
    if not 0 < len(loose) <= LOOSE:
        return Found((), None, whole=True)
    return search_hidden(game, committed, seen, loose, lambda state: True)


def _asked(rivals: tuple[Line[StateT, MoveT], ...], doubts: frozenset[Spot]) -> Explanation[StateT, MoveT]:
    """The question which of these it was."""
    best = rivals[0]
    return Explanation(Verdict.QUESTION, best.state, best.moves, best.events, rivals=rivals, doubtful=doubts)


def _explained(
    game: Game[StateT, MoveT], before: View, found: Found[StateT, MoveT], seen: Mapping[Spot, Reading]
) -> Explanation[StateT, MoveT]:
    """A clear line is legal; rivals, a piece that no sure reading shows, or a search cut short are asked."""
    best = found.exact[0]
    rivals = tuple(line for line in found.exact if line.cost - best.cost <= CLOSE + SAME)
    shown = next((line for line in found.exact if not line.unseen), None)
    if best.unseen and shown is not None and shown not in rivals:
        rivals = (*rivals, shown)
    asked = len(rivals) > 1 or best.unseen or not found.whole
    return Explanation(
        Verdict.QUESTION if asked else Verdict.LEGAL,
        best.state,
        best.moves,
        best.events,
        rivals=rivals,
        doubtful=doubtful(game, before, game.view(best.state), seen),
    )


def _illegal(
    game: Game[StateT, MoveT], committed: StateT, seen: View
) -> tuple[tuple[MoveT, ...], tuple[Violation, ...]]:
    """The guess at what was meant that breaks the fewest rules, the best guess of equals, with all that is wrong."""
    disturbed = game.disturbed(committed, seen)
    best: tuple[MoveT, ...] = ()
    reasons: tuple[Violation, ...] = disturbed
    for attempt in islice(game.attempts(committed, seen), GUESSES):
        state = committed
        found = [*disturbed]
        for move in attempt:
            wrong = game.violations(state, move)
            found.extend(wrong)
            if not wrong:
                state = game.play(state, move).state
        told = game.most_telling(found)
        if told and (not best or len(told) < len(reasons)):
            best, reasons = attempt, told
        if len(told) == 1 or len(told) >= MESS:
            break
    return best, reasons
