"""The solo game's turn tile: who slides the tile of the next turn along the numbered row ends this one (R11.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from device.session.history import SessionError
from device.session.session import Session
from engine.indian_summer.state import SOLO_TURNS, State
from engine.indian_summer.turn_row import PLACES, slide_begun, slide_due
from engine.sentence import listed, say, sentence_of
from vision.frame import Frame
from vision.turn_row import RowChange, RowTracker, RowVerdict, RowView, Slid, TurnRow, is_ready, judge

AnySession = Session[Any, Any]
Corners = Sequence[tuple[float, float]]

ACTOR = "turn tile"
"""Who ended such a turn, as the journal has it."""


class TurnTile:
    """Watches the numbered row of a solo game.

    The row is held against how it lay when the turn began. One slide is one request: where the turn may not end it is
    said why, as it is said to who presses the button, and nothing is asked again by a tile that stays where it is.

    Args:
        corners: of the row as shares of the picture's width and height, far left first, clockwise; none where nobody
            has shown it, and then nothing is watched.
    """

    def __init__(self, corners: Corners = ()) -> None:
        self._row = TurnRow(corners, PLACES) if corners else None
        self._occasion: object = None
        self._tracker: RowTracker | None = None
        self._before: RowView | None = None
        self._slid: RowView | None = None
        self._note = ""  # what is so now
        self._word = ""  # what has come of a change, until the row or the turn goes on

    def look(self, frame: Frame, session: AnySession) -> None:
        """Take a frame in; cheap, and most frames are not looked at."""
        state = session.proposed
        if self._row is None or not isinstance(state, State) or state.solo is None or session.finished:
            self._begin(None)
            return
        if (occasion := _occasion(session)) is not self._occasion:
            self._begin(occasion)
        view = self._tracker.update(frame) if self._tracker is not None else None
        if view is not None:
            self._take(view, state)

    def end_turn(self, session: AnySession) -> bool:
        """End the turn if the tile of the next one has slid; returns whether it was ended.

        To be asked while the boards lie settled: what ends is the turn that they show.
        """
        if self._slid is None or self._occasion is not _occasion(session):
            return False
        try:
            session.end_turn(ACTOR)
        except SessionError as error:
            self._slid = None
            self._word = say(
                "{why} Then press end turn, or put the tile back and slide it once more.", why=sentence_of(error)
            )
            return False
        seen = self._slid
        self._begin(_occasion(session))
        self._before = seen  # the row as it lies now is how the next turn began
        return True

    def as_json(self) -> dict[str, object] | None:
        """As in the table message; None where no row is watched."""
        if self._occasion is None:
            return None
        return {"seen": self._before is not None, "text": self._note or self._word}

    def _begin(self, occasion: object) -> None:
        """From now on the row is held against how it lies when it is seen next."""
        self._occasion = occasion
        self._tracker = None if occasion is None or self._row is None else RowTracker(self._row)
        self._before = self._slid = None
        self._note = self._word = ""

    def _take(self, view: RowView, state: State) -> None:
        if self._before is None:
            self._before = view
            return
        due, begun = slide_due(state), slide_begun(state)
        slides = [slide for slide in (due, begun) if slide is not None]
        possible = [Slid(slide.source, slide.target, slide.gap) for slide in slides]
        verdict = judge(self._before, view, possible)
        slide = None if verdict.slide is None else slides[verdict.slide]
        self._note = ""
        match verdict.change:
            case RowChange.SAME:
                self._before = view  # light goes on changing
            case RowChange.SLID if slide is due:
                self._before = self._slid = view
                self._word = ""
            case RowChange.SLID | RowChange.PUT_BACK:
                # R11.2: who ended a turn by the button slides its tile afterwards, and undo puts tiles back: no events
                self._before, self._slid, self._word = view, None, ""
            case RowChange.LIFTED if slide is not None:
                self._note = say(
                    "The tile on number {number} is lifted. It ends the turn on the last empty space.",
                    number=slide.number,
                )
            case RowChange.GLARE:
                self._note = say("Light shines on {places} of the row: no tile is read there.", places=_named(verdict))
            case _:
                self._word = say(
                    "The row has changed at {places}, and that is no slide of the next tile: the turn goes on.",
                    places=_named(verdict),
                )
                if due is not None and is_ready(view, possible[0]):
                    self._before = view  # bumped or tidied up: from here the next tile can slide


def _occasion(session: AnySession) -> object:
    """The state that the turn began in: another one after every end of a turn, undo, correction and new game."""
    return session.history.turns[-1].state


def _named(verdict: RowVerdict) -> str:
    """Places as people see them: by their printed number, the two behind number 1 by what they are."""
    behind = {SOLO_TURNS: say("the space after number 1"), SOLO_TURNS + 1: say("the last space")}
    return listed([behind.get(place) or say("number {number}", number=SOLO_TURNS - place) for place in verdict.places])
