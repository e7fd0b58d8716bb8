"""Example table messages, whole ones, of invented players: for tests, screenshots and people who read the form."""

from __future__ import annotations

import random

from tests.webui.invented_players import SIZES, Message, invented_player, invented_tile


def solo(turn: int = 5) -> Message:
    """A solo game on the simulated table in the middle: one tile of this turn is not committed yet."""
    dice = random.Random(41)
    player = invented_player(dice, 0, tiles=11, squirrels=2, animals=True)
    fresh = player["pieces"][-1]
    fresh["provisional"] = True
    cell = fresh["cells"][0]
    return {
        "format": "leafwatch-table/1",
        "seq": 123,
        "language": "en",
        "settings": {"turn_end": "button", "dwell_s": 8.0, "sound": False},
        "game": {
            "name": "indian-summer",
            "title": "Indian Summer",
            "mode": "solo",
            "options": ["mushroom: paths (house rule)"],
        },
        "status": _status("settled", "The table is read."),
        "turn": _turn(turn, 10, 0, main_done=True, can_end=True),
        "players": [player],
        "verdict": {
            "mood": "good",
            "text": f"Legal: {fresh['color']} leaf on {cell}.",
            "rule": None,
            "remedy": "",
            "spots": [],
        },
        "guide": None,
        "pending_undo": None,
        "series": {"games": [], "text": "Game 1 of up to 3.", "next": False},
        "question": None,
        "lamps": [_lamp(0, "legal", (0.0, 0.0, 1.0))],
        "solo": {
            "player_path": [invented_tile(dice, 60 + i, color) for i, color in enumerate(("green", "yellow", "red"))],
            "top": [invented_tile(dice, 20 + i) for i in range(5)],
            "bottom": [invented_tile(dice, 30 + i) for i in range(4)],
            # the tile of turn n went from the place numbered n to the last empty one, two places to the right
            "row": [None if i in (10 - turn, 11 - turn) else invented_tile(dice, 40 + i) for i in range(12)],
        },
        "path": [[]],
        "score": None,
        "log": _log(turn),
        "simulator": {
            "playing": "hand",
            "picture": True,
            "animals": [
                {"id": "fox", "name": "Fox", "cells": [[0, 1], [0, 2], [1, 0], [1, 1]], "left": 1},
                {"id": "mouse", "name": "Mouse", "cells": [[0, 0], [0, 1]], "left": 5},
            ],
            "tiles": [invented_tile(dice, i, color) for i, color in enumerate(sorted(SIZES) * 9)],
            "laid": [
                {
                    "id": f"p{i}",
                    "seat": 0,
                    "text": f"{piece['color'] or piece['kind']} at {piece['cells'][0]}",
                    "cells": list(piece["cells"]),
                }
                for i, piece in enumerate(player["pieces"])
            ],
        },
    }


def four_players() -> Message:
    """A game of four on a real table, no simulator; the third player is to move, one spot of hers is in the glare."""
    dice = random.Random(7)
    players = [invented_player(dice, seat, tiles=5 + seat, squirrels=seat, animals=seat == 1) for seat in range(4)]
    players[2]["unknown"] = ["i1", "i2"]
    message = solo()
    message.update(
        game={"name": "indian-summer", "title": "Indian Summer", "mode": "multiplayer", "options": []},
        status=_status("hand", "A hand is over the board of Chloë.", camera="Raspberry Pi camera", simulated=False),
        turn=_turn(6, None, 2, main_done=False, can_end=False),
        series=None,
        players=players,
        verdict={"mood": None, "text": "", "rule": None, "remedy": "", "spots": []},
        lamps=[
            _lamp(seat, "off" if seat != 2 else "working", (0, 0, 0) if seat != 2 else (0.3, 0.3, 0.25))
            for seat in range(4)
        ],
        solo=None,
        path=[[invented_tile(dice, 10 * seat + i) for i in range(5 - seat)] for seat in range(4)],
        log=[{**line, "seat": line["seq"] % 4} for line in _log(6)],
        simulator=None,
    )
    return message


def illegal() -> Message:
    """The solo game with a tile over the edge of another one: the verdict names rule, spots and remedy."""
    message = solo()
    spots = message["players"][0]["pieces"][-1]["cells"][:2]
    message["verdict"] = {
        "mood": "wrong",
        "text": f"The {message['players'][0]['pieces'][-1]['color']} leaf lies over another tile on {spots[0]}.",
        "rule": "R4.1",
        "remedy": "Move it to spaces that are all empty.",
        "spots": [{"seat": 0, "cell": cell} for cell in spots],
    }
    message["players"][0]["differs"] = [message["players"][0]["pieces"][0]["cells"][0]]
    message["question"] = {
        "id": "illegal-12",
        "kind": "illegal",
        "text": "What shall become of it?",
        "answers": [
            _answer("accept", "Accept anyway"),
            _answer("back", "We put it back"),
            _answer("fix", "It is something else"),
        ],
    }
    message["lamps"] = [_lamp(0, "illegal", (1.0, 0.25, 0.0))]
    message["turn"]["can_end"] = False
    message["log"].append(
        {"seq": 40, "turn": 5, "seat": 0, "mood": "wrong", "text": message["verdict"]["text"], "actor": "camera"},
    )
    return message


def question() -> Message:
    """The solo game while the table asks from which end the path was refilled; one answer speaks of spots."""
    message = solo()
    piece = message["players"][0]["pieces"][-1]
    cells = piece["cells"]
    drawn = {**piece, "seat": 0, "provisional": True}
    message["status"] = _status("question", "The table asks something.")
    message["verdict"] = {
        "mood": "notice",
        "text": "Two tiles of the path could lie here.",
        "rule": None,
        "remedy": "Answer the question, then the turn goes on.",
        "spots": [],
    }
    message["question"] = {
        "id": "17",
        "kind": "line",
        "text": "Which tile was laid?",
        "answers": [
            _answer("first", "The first yellow one", [{"seat": 0, "cell": cell} for cell in cells], [drawn]),
            _answer("second", "The second yellow one", [{"seat": 0, "cell": cells[0]}], [drawn]),
            _answer("none", "Neither: I only tried"),
        ],
    }
    message["lamps"] = [_lamp(0, "question", (0.8, 0.5, 0.0))]
    return message


def finished() -> Message:
    """The solo game at its end: won, with the steps of the final phase."""
    message = solo(10)
    message["status"] = _status("finished", "The game is over.")
    message["verdict"] = {
        "mood": "done",
        "text": "All 72 spaces are covered. Won!",
        "rule": "R11.7",
        "remedy": "",
        "spots": [],
    }
    message["turn"]["can_end"] = False
    message["turn"]["phase"] = "over"
    message["series"] = {
        "games": [{"number": 1, "won": True, "points": 7}],
        "text": "Game 1 is won with 7 points. Two more may follow.",
        "next": True,
    }
    message["score"] = {
        "text": "Won with 7 points.",
        "won": True,
        "lines": [
            "1 feather becomes 1 nut: squirrel on i8.",
            "Area 6 is complete: 1 mushroom and 1 berry come in.",
            "Left over: 2 berries (2), 1 nut (2), 1 mushroom (3).",
        ],
        "standings": [{"seat": 0, "rank": 1, "text": "Won with 7 points."}],
    }
    message["lamps"] = [_lamp(0, "done", (0.2, 1.0, 0.3))]
    message["simulator"]["playing"] = "auto"
    for piece in message["players"][0]["pieces"]:
        piece["provisional"] = False
    return message


def choice() -> Message:
    """The solo game with an empty path: the end to refill from is to be chosen, which no camera sees."""
    message = solo()
    message["question"] = {
        "id": "move-12",
        "kind": "choice",
        "text": "What do you choose?",
        "answers": [
            _answer("move:1:refill:top-left", "Refill from the left end of the Top Path"),
            _answer("move:1:refill:bottom-right", "Refill from the right end of the Bottom"),
        ],
    }
    message["lamps"] = [_lamp(0, "question", (0.8, 0.5, 0.0))]
    return message


def desynchronised() -> Message:
    """The game of four after a bump: table and game differ on two boards, and nothing is guessed."""
    message = four_players()
    named = []
    for seat in (1, 2):
        cells = message["players"][seat]["pieces"][-1]["cells"]
        message["players"][seat]["differs"] = list(cells)
        named += [{"seat": seat, "cell": cell} for cell in cells]
    message["status"] = _status(
        "desynchronised", "Table and game differ.", camera="Raspberry Pi camera", simulated=False
    )
    message["verdict"] = {
        "mood": "notice",
        "text": f"Table and game differ on {len(named)} spaces. Put them right, or say which of the two is.",
        "rule": None,
        "remedy": "",
        "spots": named,
    }
    message["question"] = {
        "id": "desync-12",
        "kind": "desync",
        "text": "Which of the two is right?",
        "answers": [_answer("table", "The table is right", named), _answer("state", "The game is right", named)],
    }
    message["lamps"] = [_lamp(seat, "question", (0.8, 0.5, 0.0)) for seat in range(4)]
    return message


def purse() -> Message:
    """Two leaves in one turn, and the books know of no feather or mushroom that could pay for the second."""
    message = illegal()
    message["verdict"].update(
        text="Ada lays a second leaf in this turn.", rule="R3.1", remedy="Take one of the two leaves back."
    )
    message["question"] = {
        "id": "purse-12",
        "kind": "purse",
        "text": "Was a treasure spent that is not in the books?",
        "answers": [
            _answer("purse:mushroom", "Yes, a mushroom"),
            _answer("purse:feather", "Yes, a feather"),
            _answer("accept", "Accept anyway"),
            _answer("back", "We put it back"),
            _answer("fix", "It is something else"),
        ],
    }
    return message


def undone() -> Message:
    """The solo game after an undo: the tile of that turn still lies on the board."""
    message = solo()
    player = message["players"][0]
    back = [{"seat": 0, "cell": cell} for cell in player["pieces"][-1]["cells"]]
    player["pieces"][-1]["provisional"] = False
    message["turn"].update(main_done=False, can_end=False)
    message["verdict"] = {"mood": None, "text": "", "rule": None, "remedy": "", "spots": []}
    message["pending_undo"] = {"text": "Put back what was laid in the turn that was taken back.", "spots": back}
    message["question"] = {
        "id": "undo-12",
        "kind": "undo",
        "text": "Put back what was laid in the turn that was taken back.",
        "answers": [_answer("stay", "It stays: it is this turn's move", back)],
    }
    message["lamps"] = [_lamp(0, "question", (0.8, 0.5, 0.0))]
    return message


def final_phase() -> Message:
    """The end of a game of four: the third player is led through the final phase step by step."""
    message = four_players()
    message["status"] = _status("settled", "The table is read.", camera="Raspberry Pi camera", simulated=False)
    message["turn"] = {**_turn(14, None, 2, main_done=True, can_end=False), "phase": "final"}
    free = [
        f"{chr(97 + col)}{row + 1}"
        for row, line in enumerate(message["players"][2]["board"])
        for col, sign in enumerate(line)
        if sign == "."
    ]
    message["guide"] = {
        "seat": 2,
        "step": 2,
        "of": 5,
        "do": "squirrel",
        "text": f"Lay 2 squirrels on {free[0]} and {free[1]} to complete Area 1: it lacks 2 and brings a nut.",
        "spots": [{"seat": 2, "cell": cell} for cell in free[:2]],
        "reason": "Filling the area that lacks the fewest spaces first would leave 2 more spaces empty.",
        "plan": [
            _step(1, "exchange", "Exchange 2 berries for a nut."),
            _step(2, "squirrel", f"Lay 2 squirrels on {free[0]} and {free[1]} to complete Area 1.", *free[:2]),
            _step(3, "harvest", "Take the tokens of Area 1: a nut comes in."),
            _step(4, "exchange", "Exchange a mushroom for a nut."),
            _step(5, "squirrel", f"Lay a squirrel on {free[2]}.", free[2]),
        ],
    }
    return message


def last_round() -> Message:
    """The game of four in its last round: Bert has filled his board, two have a turn left."""
    message = four_players()
    message["turn"]["last_round"] = "Last turns: Bert filled the board; Chloë and Dimitri still play."
    return message


def ranked() -> Message:
    """A game of four that is over; two share the second place."""
    message = four_players()
    message["status"] = _status("finished", "The game is over.", camera="Raspberry Pi camera", simulated=False)
    message["turn"] = {**_turn(16, None, 2, main_done=True, can_end=False), "phase": "over"}
    texts = (
        "Chloë: full board, 2 nuts and 1 berry left.",
        "Ada: 3 spaces empty.",
        "Dimitri: 3 spaces empty.",
        "Bert: 7 spaces empty.",
    )
    message["score"] = {
        "text": "Chloë wins with a full board and 2 nuts left.",
        "won": True,
        "lines": list(texts),
        "standings": [
            {"seat": seat, "rank": rank, "text": text}
            for seat, rank, text in zip((2, 0, 3, 1), (1, 2, 2, 4), texts, strict=True)
        ],
    }
    message["verdict"] = {"mood": "done", "text": "The game is over.", "rule": None, "remedy": "", "spots": []}
    return message


EXAMPLES = {
    make.__name__: make
    for make in (
        solo,
        four_players,
        illegal,
        question,
        choice,
        desynchronised,
        purse,
        undone,
        final_phase,
        last_round,
        finished,
        ranked,
    )
}


def _step(number: int, do: str, text: str, *cells: str) -> Message:
    return {"step": number, "do": do, "text": text, "spots": [{"seat": 2, "cell": cell} for cell in cells]}


def _turn(number: int, of: int | None, seat: int, *, main_done: bool, can_end: bool) -> Message:
    return {
        "number": number,
        "of": of,
        "seat": seat,
        "main_done": main_done,
        "can_end": can_end,
        "phase": "turns",
        "last_round": None,
    }


def _answer(name: str, label: str, spots: list[Message] | None = None, pieces: list[Message] | None = None) -> Message:
    return {"id": name, "label": label, "text": label, "spots": spots or [], "pieces": pieces or []}


def _status(word: str, text: str, camera: str = "simulated table", simulated: bool = True) -> Message:
    return {
        "word": word,
        "text": text,
        "camera": camera,
        "frame_rate_hz": 10.0,
        "residual_cells": 0.012,
        "simulated": simulated,
    }


def _lamp(seat: int, pattern: str, pins: tuple[float, float, float]) -> Message:
    red, green, blue = pins
    return {
        "seat": seat,
        "pattern": pattern,
        "red": red,
        "green": green,
        "blue": blue,
        "pins": [17 + seat, 27 - seat, 22 + seat],
    }


def _log(turn: int) -> list[Message]:
    sentences = [
        ("good", "red leaf on c4, hole over a berry."),
        ("notice", "a berry token comes to c5."),
        ("good", "yellow leaf on f1, hole over plain floor."),
        ("good", "squirrel on e5."),
        ("done", "area 2 is complete: 1 nut and 1 berry come in."),
        ("good", "green leaf on a7, hole over a mushroom."),
    ]
    return [
        {
            "seq": i + 1,
            "turn": min(turn, i // 2 + 1),
            "seat": 0,
            "mood": mood,
            "text": f"Turn {i // 2 + 1}: {text}",
            "actor": "camera",
        }
        for i, (mood, text) in enumerate(sentences)
    ]
