"""The table message: everything a page shows, in one JSON object (docs/table-message.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from device.session import Session
from engine.game import Mood, Spot, Violation
from engine.grid import Space
from engine.referee import Verdict

FORMAT = "leafwatch-table/1"
_LOG_LINES = 60  # what a page shows; the journal keeps all

_TEXTS: Mapping[str, str] = {
    "searching": "Looking for the board.",
    "hand": "A hand is over the board.",
    "moving": "Something moves; waiting until it lies still.",
    "settled": "The table is read.",
    "question": "The table is read, and something has to be answered.",
    "finished": "The game is over.",
}


@dataclass(frozen=True, slots=True)
class Sight:
    """What the camera's part of the loop says of itself, with the spots that it cannot read."""

    word: str
    text: str
    camera: str
    simulated: bool = False
    frame_rate_hz: float = 0.0
    residual_cells: float = 0.0
    unknown: frozenset[Spot] = frozenset()
    still_s: float = 0.0


def table_message(
    session: Session[Any, Any], sight: Sight, names: tuple[str, ...], *, complain: bool
) -> dict[str, object]:
    """The message without sequence number and lamps.

    Args:
        session: the game.
        sight: what the camera's part of the loop says of itself.
        names: the players' names by seat.
        complain: whether an illegal table has lain long enough to be called so.
    """
    game = session.game
    shown = dict(game.display(session.proposed))
    before = game.display(session.committed)
    mode = "multiplayer" if shown["solo"] is None else "solo"
    return {
        "format": FORMAT,
        "language": "en",
        "settings": {"turn_end": "button", "dwell_s": 8.0, "sound": False},
        "game": {"name": game.name, "title": game.title, "mode": mode, "options": shown.pop("options")},
        **shown,
        "turn": {**_mapping(shown["turn"]), "can_end": session.can_end_turn},
        "status": {
            "word": sight.word,
            "text": sight.text or _TEXTS[sight.word],
            "camera": sight.camera,
            "frame_rate_hz": round(sight.frame_rate_hz, 1),
            "residual_cells": round(sight.residual_cells, 3),
            "simulated": sight.simulated,
        },
        "players": [
            _player(now, then, names, sight, session)
            for now, then in zip(_list(shown["players"]), _list(before["players"]), strict=True)
        ],
        "verdict": _verdict(session, complain),
        "guide": None,
        "pending_undo": None,
        "series": None,
        "question": _question(session),
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
    return {
        **now,
        "name": names[seat],
        "pieces": pieces,
        "unknown": _cells(sight.unknown | explanation.doubtful, seat),
        "differs": _cells(explanation.differs, seat),
    }


def _verdict(session: Session[Any, Any], complain: bool) -> dict[str, object]:
    explanation = session.explanation
    if session.finished:
        return _words(Mood.DONE, "The game is over.")
    match explanation.verdict:
        case Verdict.UNCHANGED:
            return _words(None, "")
        case Verdict.LEGAL:
            return _words(Mood.GOOD, " ".join(str(event) for event in explanation.events))
        case Verdict.QUESTION:
            return _words(Mood.NOTICE, "That can mean more than one thing.")
        case Verdict.INCOMPLETE:
            return _violated(Mood.NOTICE, explanation.violations)
        case Verdict.ILLEGAL if complain:
            return _violated(Mood.WRONG, explanation.violations)
        case Verdict.UNEXPLAINED if complain:
            text = "The table does not show what was played, and no move explains it."
            return {**_words(Mood.WRONG, text), "spots": _spots(explanation.differs)}
        case _:
            return _words(None, "")


def _violated(mood: Mood, violations: tuple[Violation, ...]) -> dict[str, object]:
    spots: frozenset[Spot] = frozenset().union(*(violation.spots for violation in violations))
    return {
        "mood": mood.value,
        "text": " ".join(violation.text for violation in violations),
        "rule": violations[0].rule,
        "remedy": " ".join(dict.fromkeys(violation.remedy for violation in violations if violation.remedy)),
        "spots": _spots(spots),
    }


def _words(mood: Mood | None, text: str) -> dict[str, object]:
    return {"mood": None if mood is None else mood.value, "text": text, "rule": None, "remedy": "", "spots": []}


_LABEL = 40  # characters that a button holds


def _question(session: Session[Any, Any]) -> dict[str, object] | None:
    game, explanation = session.game, session.explanation
    if explanation.verdict is Verdict.QUESTION:
        before = game.view(session.committed)
        answers = [
            _answer(
                f"line:{number}",
                ", then ".join(game.phrase(session.committed, move) for move in line.moves),
                _spots(spot for spot, surface in game.view(line.state).items() if before[spot] != surface),
                [
                    {**piece, "provisional": True}
                    for piece in (game.laid(session.committed, move) for move in line.moves)
                    if piece is not None
                ],
            )
            for number, line in enumerate(explanation.rivals)
        ]
        return {"id": f"line-{len(session.log)}", "kind": "line", "text": "What happened?", "answers": answers}
    if session.choices:
        answers = [
            _answer(f"move:{game.write_move(move)}", game.phrase(session.proposed, move)) for move in session.choices
        ]
        return {"id": f"move-{len(session.log)}", "kind": "choice", "text": "What do you choose?", "answers": answers}
    return None


def _answer(name: str, text: str, spots: Collection[object] = (), pieces: Collection[object] = ()) -> dict[str, object]:
    label = text if len(text) <= _LABEL else text[: _LABEL - 1] + "…"
    return {"id": name, "label": label, "text": text, "spots": list(spots), "pieces": list(pieces)}


def _score(session: Session[Any, Any]) -> dict[str, object] | None:
    result = session.game.result(session.committed)
    if result is None:
        return None
    lines = [standing.text for standing in result.standings if standing.text != result.text]
    return {"text": result.text, "won": result.won, "lines": lines}


def _spots(spots: Iterable[Spot]) -> list[dict[str, object]]:
    spaces = sorted(spot for spot in spots if isinstance(spot, Space))
    return [{"seat": space.seat, "cell": str(space.cell)} for space in spaces]


def _cells(spots: Collection[Spot], seat: int) -> list[str]:
    return [str(space.cell) for space in sorted(s for s in spots if isinstance(s, Space)) if space.seat == seat]


def _mapping(value: object) -> Mapping[str, object]:
    assert isinstance(value, Mapping)
    return value


def _list(value: object) -> list[Mapping[str, Any]]:
    assert isinstance(value, list)
    return value
