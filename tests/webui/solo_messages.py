"""Example table messages of a solo game on the simulated table."""

from __future__ import annotations

import random

from tests.webui.invented_players import SIZES, Message, invented_player, invented_tile
from tests.webui.message_parts import answer, lamp, log, status, turn_of


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
        "status": status("settled", "The table is read."),
        "turn": turn_of(turn, 10, 0, main_done=True, can_end=True),
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
        "lamps": [lamp(0, "legal", (0.0, 0.0, 1.0))],
        "solo": {
            "player_path": [invented_tile(dice, 60 + i, color) for i, color in enumerate(("green", "yellow", "red"))],
            "top": [invented_tile(dice, 20 + i) for i in range(5)],
            "bottom": [invented_tile(dice, 30 + i) for i in range(4)],
            # the tile of turn n went from the place numbered n to the last empty one, two places to the right
            "row": [None if i in (10 - turn, 11 - turn) else invented_tile(dice, 40 + i) for i in range(12)],
        },
        "path": [[]],
        "score": None,
        "log": log(turn),
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
            answer("accept", "Accept anyway"),
            answer("back", "We put it back"),
            answer("fix", "It is something else"),
        ],
    }
    message["lamps"] = [lamp(0, "illegal", (1.0, 0.25, 0.0))]
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
    message["status"] = status("question", "The table asks something.")
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
            answer("first", "The first yellow one", [{"seat": 0, "cell": cell} for cell in cells], [drawn]),
            answer("second", "The second yellow one", [{"seat": 0, "cell": cells[0]}], [drawn]),
            answer("none", "Neither: I only tried"),
        ],
    }
    message["lamps"] = [lamp(0, "question", (0.8, 0.5, 0.0))]
    return message


def choice() -> Message:
    """The solo game with an empty path: the end to refill from is to be chosen, which no camera sees."""
    message = solo()
    message["question"] = {
        "id": "move-12",
        "kind": "choice",
        "text": "What do you choose?",
        "answers": [
            answer("move:1:refill:top-left", "Refill from the left end of the Top Path"),
            answer("move:1:refill:bottom-right", "Refill from the right end of the Bottom"),
        ],
    }
    message["lamps"] = [lamp(0, "question", (0.8, 0.5, 0.0))]
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
            answer("purse:mushroom", "Yes, a mushroom"),
            answer("purse:feather", "Yes, a feather"),
            answer("accept", "Accept anyway"),
            answer("back", "We put it back"),
            answer("fix", "It is something else"),
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
        "answers": [answer("stay", "It stays: it is this turn's move", back)],
    }
    message["lamps"] = [lamp(0, "question", (0.8, 0.5, 0.0))]
    return message


def finished() -> Message:
    """The solo game at its end: won, with the steps of the final phase."""
    message = solo(10)
    message["status"] = status("finished", "The game is over.")
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
    message["lamps"] = [lamp(0, "done", (0.2, 1.0, 0.3))]
    message["simulator"]["playing"] = "auto"
    for piece in message["players"][0]["pieces"]:
        piece["provisional"] = False
    return message
