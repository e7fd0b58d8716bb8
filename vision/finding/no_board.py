"""Why no board is found, in a sentence for the person at the table."""

from __future__ import annotations

from engine.sentence import Sentence, say, say_number
from vision.finding.grid_search import SUPPORTED, Search


def something_larger(spaces: tuple[int, int]) -> Sentence:
    """That what was found is only a part."""
    return say(
        "a printed grid is seen, but it is an area of something larger than {cols} x {rows} spaces",
        cols=spaces[0],
        rows=spaces[1],
    )


def other_spaces(spaces: tuple[int, int]) -> Sentence:
    """That what was found has other spaces, as boards of other games have."""
    return say("a printed grid is seen, but not of {cols} x {rows} spaces", cols=spaces[0], rows=spaces[1])


def why_none(frame_wh: tuple[int, int], spaces: tuple[int, int], search: Search) -> Sentence:
    """How far a search came that found nothing, and what may help."""
    wanted = say(
        "no board with a printed grid of {cols} x {rows} spaces in the picture ({width} x {height} pixels)",
        cols=spaces[0],
        rows=spaces[1],
        width=frame_wh[0],
        height=frame_wh[1],
    )
    if search.quads == 0:
        return say(
            "{wanted}: nothing four-sided is seen; is the whole board in view, with some table around it?",
            wanted=wanted,
        )
    if not search.candidates:
        return say_number(
            search.quads,
            "{wanted}: a four-sided shape is seen, but no grid lines in it",
            "{wanted}: {number} four-sided shapes are seen, but no grid lines in them",
            wanted=wanted,
        )
    best = max(candidate.fit.support for candidate in search.candidates)
    return say_number(
        search.quads,
        "{wanted}: a four-sided shape is seen; it has {best} of a grid's lines, and {least} with all four sides are "
        "needed; where light or a faint print hides them, corner cards or the four corners help",
        "{wanted}: {number} four-sided shapes are seen; the best has {best} of a grid's lines, and {least} with all "
        "four sides are needed; where light or a faint print hides them, corner cards or the four corners help",
        wanted=wanted,
        best=f"{best:.0%}",
        least=f"{SUPPORTED:.0%}",
    )
