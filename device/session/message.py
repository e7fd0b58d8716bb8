"""The table message: everything a page shows, in one JSON object (docs/table-message.md)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from device.board_corners import Corners
from device.language import spoken_name
from device.session.askew import STRAIGHT, Askew
from device.session.desync import Desync
from device.session.final_guide import guide_of
from device.session.message_question import Asking, spots_json
from device.session.session import Session
from device.session.turn_settings import TurnSettings
from engine.game import Guide, Mood, Spot, Violation
from engine.grid import Space
from engine.referee import Verdict
from engine.sentence import in_a_row, say

FORMAT = "leafwatch-table/1"
_LOG_LINES = 60  # what a page shows; the journal keeps all

_TEXTS: Mapping[str, str] = {
    "searching": say("Looking for the board."),
    "hand": say("A hand is over the board."),
    "moving": say("Something moves; waiting until it lies still."),
    "settled": say("The table is read."),
    "question": say("The table is read, and something has to be answered."),
    "desynchronised": say("Table and game differ."),
    "finished": say("The game is over."),
}


@dataclass(frozen=True, slots=True)
class Sight:
    """What the camera's part of the loop says of itself, with the spots that it cannot read.

    ``trouble`` is a sentence on what keeps the game from going on, be it that nobody sees or that nothing is saved.
    ``lies_across``: the board in play is read past something that stays across its edge, or that lay there when the
    empty board was measured (``was_covered``).
    """

    word: str
    text: str
    camera: str
    simulated: bool = False
    frame_rate_hz: float = 0.0
    residual_cells: float = 0.0
    unknown: frozenset[Spot] = frozenset()
    still_s: float = 0.0
    corners: Mapping[int, Corners] = field(default_factory=dict)
    askew: Askew = STRAIGHT
    lies_across: bool = False
    was_covered: bool = False
    trouble: str = ""


def table_message(
    session: Session[Any, Any],
    sight: Sight,
    names: tuple[str, ...],
    *,
    complain: bool,
    asking: Asking | None = None,
    settings: TurnSettings | None = None,
    series: Mapping[str, object] | None = None,
    colors: Sequence[str] = (),
) -> dict[str, object]:
    """The message without sequence number and lamps.

    Args:
        session: the game.
        sight: what the camera's part of the loop says of itself.
        names: the players' names by seat.
        complain: whether an illegal table has lain long enough to be called so.
        asking: what may be asked beyond the session's own questions.
        settings: how the session is played.
        series: the series of solo games, if there is one.
        colors: the players' colours by seat; who is beyond them has none.
    """
    game = session.game
    asking = asking or Asking(Desync(resumed=False))
    settings = settings or TurnSettings()
    shown = dict(game.display(session.proposed))
    before = game.display(session.committed)
    mode = "multiplayer" if shown["solo"] is None else "solo"
    return {
        "format": FORMAT,
        "language": settings.language,
        "settings": settings.as_json(),
        "game": {"name": game.name, "title": game.title, "mode": mode, "options": shown.pop("options")},
        **shown,
        "turn": {
            **_mapping(shown["turn"]),
            "can_end": session.can_end_turn,
            "mark": session.mark,
            "undo_seat": session.undo_seat,
        },
        "status": {
            "word": sight.word,
            "text": sight.text or _TEXTS[sight.word],
            "camera": sight.camera,
            "frame_rate_hz": round(sight.frame_rate_hz, 1),
            "residual_cells": round(sight.residual_cells, 3),
            "simulated": sight.simulated,
            "setup_open": False,
            "trouble": sight.trouble,
        },
        "players": [
            _player(now, then, names, colors, sight, session)
            for now, then in zip(_list(shown["players"]), _list(before["players"]), strict=True)
        ],
        "verdict": _verdict(session, asking.desync, complain, sight.askew),
        "guide": _guide(guide_of(session)),
        "pending_undo": _pending_undo(session),
        "series": series,
        "question": asking.question(session, complain=complain),
        "score": _score(session),
        "simulator": None,
        "log": [
            {
                "seq": number,
                "turn": line.turn,
                "seat": line.seat,
                "mood": line.mood.value,
                "text": line.text,
                "actor": line.actor,
            }
            for number, line in list(enumerate(session.log))[-_LOG_LINES:]
        ],
    }


def _player(
    now: Mapping[str, Any],
    then: Mapping[str, Any],
    names: tuple[str, ...],
    colors: Sequence[str],
    sight: Sight,
    session: Session[Any, Any],
) -> dict[str, object]:
    """One player's part, with what is provisional, unknown and different marked.

    The pieces of an illegal attempt are shown too, as provisional ones.
    """
    seat, explanation = now["seat"], session.explanation
    attempted = (session.game.laid(session.committed, move) for move in explanation.attempt)
    pieces = [{**piece, "provisional": piece not in then["pieces"]} for piece in now["pieces"]]
    for piece in attempted:
        if piece is not None and piece["seat"] == seat:
            pieces.append({key: value for key, value in piece.items() if key != "seat"} | {"provisional": True})
    unknown = (sight.unknown | explanation.doubtful) - session.history.words.keys()
    return {
        **now,
        "name": spoken_name(names[seat]),
        "color": colors[seat] if seat < len(colors) else None,
        "pieces": pieces,
        "unknown": _cells(unknown, seat),
        "differs": _cells(explanation.differs | session.lying, seat),
        "corners": [list(corner) for corner in sight.corners[seat]] if seat in sight.corners else None,
    }


def _verdict(session: Session[Any, Any], desync: Desync, complain: bool, askew: Askew) -> dict[str, object]:
    explanation = session.explanation
    if session.finished:
        return _words(Mood.DONE, say("The game is over."))
    if desync.parted:
        remedy = say("Put the table right, or say which of the two is right.")
        spots = spots_json(explanation.differs)
        return {**_words(Mood.NOTICE, desync.text(session)), "spots": spots, "remedy": remedy}
    if askew.violations and complain and not session.quiet:
        more = explanation.violations if explanation.verdict is Verdict.ILLEGAL else ()
        return _violated(Mood.WRONG if askew.sure else Mood.NOTICE, (*askew.violations, *more))
    match explanation.verdict:
        case Verdict.UNCHANGED if complain and session.unread:
            return _hidden(session.unread)
        case Verdict.UNCHANGED | Verdict.LEGAL if complain and (strange := session.strange_tokens):
            return _violated(Mood.NOTICE, strange)
        case Verdict.UNCHANGED:
            return _words(None, "")
        case Verdict.LEGAL:
            return _words(Mood.GOOD, in_a_row([event.text for event in explanation.events]))
        case Verdict.QUESTION:
            return _words(Mood.NOTICE, say("That can mean more than one thing."))
        case Verdict.INCOMPLETE:
            return _violated(Mood.NOTICE, explanation.violations)
        case Verdict.ILLEGAL | Verdict.UNEXPLAINED if session.quiet:
            text = say("Put back what lies wrong: the game waits.")
            return {**_words(None, text), "spots": spots_json(explanation.differs)}
        case Verdict.ILLEGAL if complain:
            return _violated(Mood.WRONG, explanation.violations)
        case Verdict.UNEXPLAINED if complain:
            text = say("The table does not show what was played, and no move explains it.")
            return {**_words(Mood.WRONG, text), "spots": spots_json(explanation.differs)}
        case _:
            return _words(None, "")


def _hidden(unread: frozenset[Spot]) -> dict[str, object]:
    """Too much that cannot be read to ask what lies there; pages mark each of the spots."""
    text = say("{number} spaces cannot be read.", number=len(unread))
    remedy = say(
        "Take hands and things away from the board, or move the lamp if it is mirrored there. Or say that all is as "
        "shown, or what lies there."
    )
    return {**_words(Mood.NOTICE, text), "remedy": remedy, "spots": spots_json(unread)}


def _violated(mood: Mood, violations: tuple[Violation, ...]) -> dict[str, object]:
    spots: frozenset[Spot] = frozenset().union(*(violation.spots for violation in violations))
    return {
        "mood": mood.value,
        "text": in_a_row([violation.text for violation in violations]),
        "rule": violations[0].rule,
        "remedy": in_a_row(list(dict.fromkeys(violation.remedy for violation in violations if violation.remedy))),
        "spots": spots_json(spots),
    }


def _words(mood: Mood | None, text: str) -> dict[str, object]:
    return {"mood": None if mood is None else mood.value, "text": text, "rule": None, "remedy": "", "spots": []}


def _guide(guide: Guide[Any] | None) -> dict[str, object] | None:
    if guide is None:
        return None
    return {
        "seat": guide.seat,
        "step": guide.step,
        "of": guide.of,
        "do": guide.do,
        "text": guide.text,
        "spots": spots_json(guide.spots),
        "reason": guide.reason,
        "plan": [
            {"step": each.step, "do": each.do, "text": each.text, "spots": spots_json(each.spots)}
            for each in guide.plan
        ],
    }


def _pending_undo(session: Session[Any, Any]) -> dict[str, object] | None:
    if not session.history.lying:
        return None
    text = say("Put back what was laid in the turn that was taken back.")
    return {"text": text, "spots": spots_json(session.lying)}


def _score(session: Session[Any, Any]) -> dict[str, object] | None:
    result = session.game.result(session.committed)
    if result is None:
        return None
    lines = [standing.text for standing in result.standings if standing.text != result.text]
    standings = [{"seat": each.seat, "rank": each.rank, "text": each.text} for each in result.standings]
    return {"text": result.text, "won": result.won, "lines": lines, "standings": standings}


def _cells(spots: Collection[Spot], seat: int) -> list[str]:
    return [str(space.cell) for space in sorted(s for s in spots if isinstance(s, Space)) if space.seat == seat]


def _mapping(value: object) -> Mapping[str, object]:
    assert isinstance(value, Mapping)
    return value


def _list(value: object) -> list[Mapping[str, Any]]:
    assert isinstance(value, list)
    return value
