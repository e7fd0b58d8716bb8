"""Short random games of any kind, kept in a journal."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from device.journal.journal import GameRecord, Journal
from device.journal.reading import read_chosen
from device.session.session import Session
from engine.catalog import GAMES
from engine.grid import Cell, Space
from engine.indian_summer.moves import Move
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.state import State
from engine.indian_summer.surfaces import FLOOR, SQUIRREL

GAME = GAMES["indian-summer"]
AT = "2026-11-21T18:30:00.000"


def new_game(rng: random.Random, names: tuple[str, ...]) -> State:
    """The start of a solo game for one name, else of a table."""
    floors = demo_floors()
    if len(names) == 1:
        return GAME.new_solo(rng.sample(demo_tiles().tiles, 25), floors[0], name=names[0])
    return GAME.new_table(names, [floors[seat % len(floors)] for seat in range(len(names))])


def play(journal: Journal, seed: int, names: tuple[str, ...] = ("Ada",), moves: int = 8) -> Session[State, Move]:
    """A short random game kept in a journal: moves of every kind, ends of turns, undos, decisions of the table."""
    rng = random.Random(seed)
    start = new_game(rng, names)
    journal.begin(GAME.name, {"state": GAME.write_state(start), "names": list(names)})
    session = Session(GAME, start, journal.append)
    for _ in range(moves):
        dice = rng.random()
        end = GAME.end_turn(session.committed)
        if dice < 0.15 and (session.turn > 1 or session.committed != start):
            session.undo("button")
        elif dice < 0.25:
            space = Space(rng.randrange(len(names)), Cell(rng.randrange(8), rng.randrange(9)))
            surface = SQUIRREL if GAME.view(session.committed)[space] == FLOOR else FLOOR
            session.enter(GAME.correction(session.committed, {space: surface}), "page")
        elif end is not None and dice < 0.6:
            session.enter(end, "camera")
        else:
            session.enter(rng.choice(list(GAME.legal_moves(session.committed))), "camera")
    return session


@contextmanager
def folder() -> Iterator[Path]:
    """A new folder for each example of a property."""
    with TemporaryDirectory() as name:
        yield Path(name)


def kept(home: Path) -> GameRecord:
    """The game of an installation."""
    return read_chosen(home / "journal.sqlite3", None)
