"""Parts of example table messages: steps, turns, answers, status, lamps and log lines of invented players."""

from __future__ import annotations

from tests.webui.invented_players import Message


def step(number: int, do: str, text: str, *cells: str) -> Message:
    """A step of the final phase of the third player, with the spaces that it concerns."""
    return {"step": number, "do": do, "text": text, "spots": [{"seat": 2, "cell": cell} for cell in cells]}


def turn_of(number: int, of: int | None, seat: int, *, main_done: bool, can_end: bool) -> Message:
    """Whose turn it is, which of how many, and how far it is."""
    return {
        "number": number,
        "of": of,
        "seat": seat,
        "main_done": main_done,
        "can_end": can_end,
        "phase": "turns",
        "last_round": None,
    }


def answer(name: str, label: str, spots: list[Message] | None = None, pieces: list[Message] | None = None) -> Message:
    """An answer to a question; ``pieces`` are drawn with it, ``spots`` are pointed at."""
    return {"id": name, "label": label, "text": label, "spots": spots or [], "pieces": pieces or []}


def status(word: str, text: str, camera: str = "simulated table", simulated: bool = True) -> Message:
    """What the table is doing, under which camera."""
    return {
        "word": word,
        "text": text,
        "camera": camera,
        "frame_rate_hz": 10.0,
        "residual_cells": 0.012,
        "simulated": simulated,
    }


def lamp(seat: int, pattern: str, pins: tuple[float, float, float]) -> Message:
    """A player's lamp: its pattern, and the three pins' brightness, 0 to 1."""
    red, green, blue = pins
    return {
        "seat": seat,
        "pattern": pattern,
        "red": red,
        "green": green,
        "blue": blue,
        "pins": [17 + seat, 27 - seat, 22 + seat],
    }


def log(turn: int) -> list[Message]:
    """What was said in the turns up to this one."""
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
