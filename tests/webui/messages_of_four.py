"""Example table messages of a game of four on a real table."""

from __future__ import annotations

import random

from tests.webui.invented_players import Message, invented_player, invented_tile
from tests.webui.message_parts import answer, lamp, log, status, step, turn_of
from tests.webui.solo_messages import solo


def four_players() -> Message:
    """A game of four on a real table, no simulator; the third player is to move, one spot of hers is in the glare."""
    dice = random.Random(7)
    players = [invented_player(dice, seat, tiles=5 + seat, squirrels=seat, animals=seat == 1) for seat in range(4)]
    players[2]["unknown"] = ["i1", "i2"]
    message = solo()
    message.update(
        game={"name": "indian-summer", "title": "Indian Summer", "mode": "multiplayer", "options": []},
        status=status("hand", "A hand is over the board of Chloë.", camera="Raspberry Pi camera", simulated=False),
        turn=turn_of(6, None, 2, main_done=False, can_end=False),
        series=None,
        players=players,
        verdict={"mood": None, "text": "", "rule": None, "remedy": "", "spots": []},
        lamps=[
            lamp(seat, "off" if seat != 2 else "working", (0, 0, 0) if seat != 2 else (0.3, 0.3, 0.25))
            for seat in range(4)
        ],
        solo=None,
        path=[[invented_tile(dice, 10 * seat + i) for i in range(5 - seat)] for seat in range(4)],
        log=[{**line, "seat": line["seq"] % 4} for line in log(6)],
        simulator=None,
    )
    return message


def desynchronised() -> Message:
    """The game of four after a bump: table and game differ on two boards, and nothing is guessed."""
    message = four_players()
    named = []
    for seat in (1, 2):
        cells = message["players"][seat]["pieces"][-1]["cells"]
        message["players"][seat]["differs"] = list(cells)
        named += [{"seat": seat, "cell": cell} for cell in cells]
    message["status"] = status(
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
        "answers": [answer("table", "The table is right", named), answer("state", "The game is right", named)],
    }
    message["lamps"] = [lamp(seat, "question", (0.8, 0.5, 0.0)) for seat in range(4)]
    return message


def final_phase() -> Message:
    """The end of a game of four: the third player is led through the final phase step by step."""
    message = four_players()
    message["status"] = status("settled", "The table is read.", camera="Raspberry Pi camera", simulated=False)
    message["turn"] = {**turn_of(14, None, 2, main_done=True, can_end=False), "phase": "final"}
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
            step(1, "exchange", "Exchange 2 berries for a nut."),
            step(2, "squirrel", f"Lay 2 squirrels on {free[0]} and {free[1]} to complete Area 1.", *free[:2]),
            step(3, "harvest", "Take the tokens of Area 1: a nut comes in."),
            step(4, "exchange", "Exchange a mushroom for a nut."),
            step(5, "squirrel", f"Lay a squirrel on {free[2]}.", free[2]),
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
    message["status"] = status("finished", "The game is over.", camera="Raspberry Pi camera", simulated=False)
    message["turn"] = {**turn_of(16, None, 2, main_done=True, can_end=False), "phase": "over"}
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
