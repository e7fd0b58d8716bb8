"""A whole state in one line, short enough for a QR code. Described in docs/notation.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar
from urllib.parse import quote, unquote

from engine.game import NotationError
from engine.indian_summer import options
from engine.indian_summer.animals import NO_ANIMALS, AnimalSet
from engine.indian_summer.drawings import board_rows, packed, read_board, unpacked
from engine.indian_summer.forest import ForestFloor, Purse, Treasure
from engine.indian_summer.notation import read_places, read_source, read_tiles, write_tiles
from engine.indian_summer.options import Options
from engine.indian_summer.sets import TileSet
from engine.indian_summer.state import Double, Path, Phase, Player, SoloTable, State, Turn

FORMAT = "indian-summer/1"
UNKNOWN = "?"
T = TypeVar("T")


def write_state(state: State) -> str:
    """The state as words separated by blanks, each a key and its fields separated by colons."""
    words = [FORMAT, _turn(state.turn), f"start:{state.start + 1}", *map(_player, state.players)]
    if state.solo is not None:
        row = UNKNOWN if state.solo.row is None else write_tiles(state.solo.row)
        words.append(f"solo:{_path(state.solo.top)}:{_path(state.solo.bottom)}:{row}")
    else:
        words += [f"common:{_path(state.common)}", f"reserve:{_path(state.reserve)}"]
    words.append(f"animals:{quote(state.animals.name, safe='')}:{'.'.join(map(str, state.stock))}")
    if state.tiles is not None:
        words.append(f"tiles:{quote(state.tiles.name, safe='')}")
    changed = {k: v for k, v in options.written(state.options).items() if options.written(Options())[k] != v}
    words += [f"option:{key}:{value}" for key, value in changed.items()]
    return " ".join(words)


def read_state(text: str, animal_sets: Iterable[AnimalSet], tile_sets: Iterable[TileSet] = ()) -> State:
    """The state of a line; animals and tile list are looked up by name in the given sets.

    Raises:
        NotationError: with place, expected and found.
    """
    words = text.split()
    if words[:1] != [FORMAT]:
        raise NotationError(f"state, word 1: expected {FORMAT}, found {(words or [''])[0]!r}")
    turn, start = Turn(), 0
    players: list[Player] = []
    common: Path = None
    reserve: Path = None
    solo: SoloTable | None = None
    tiles: TileSet | None = None
    animals = NO_ANIMALS
    stock: tuple[int, ...] = ()
    settled: dict[str, str] = {}
    for number, word in enumerate(words[1:], start=2):
        place = f"state, word {number}"
        key, *fields = word.split(":")
        match key, fields:
            case "turn", [who, when, phase, *flags]:
                turn = _read_turn(place, who, when, phase, flags)
            case "start", [seat]:
                start = _number(place, seat) - 1
            case "player", [name, floor_name, floor, board, purse, path]:
                players.append(_read_player(place, name, floor_name, floor, board, purse, path))
            case "common", [path]:
                common = _read_path(place, path)
            case "reserve", [path]:
                reserve = _read_path(place, path)
            case "solo", [top, bottom, row]:
                places = None if row == UNKNOWN else read_places(row, place)
                if places is not None and len(places) != 12:
                    raise NotationError(f"{place}: expected 12 places in the numbered row, found {len(places)}")
                solo = SoloTable(_read_path(place, top), _read_path(place, bottom), places)
            case "animals", [name, counts]:
                animals, stock = _read_animals(place, unquote(name), counts, animal_sets)
            case "tiles", [name]:
                boxes = {each.name: each for each in tile_sets}
                tiles = boxes.get(unquote(name))
                if tiles is None:
                    known = ", ".join(boxes) or "none"
                    raise NotationError(f"{place}: expected a tile list, one of {known}, found {unquote(name)!r}")
            case "option", [name, value]:
                settled[name] = value
            case _:
                raise NotationError(f"{place}: expected a key with its fields as in docs/notation.md, found {word!r}")
    read_options = _tried("state, options", lambda: options.read(settled))
    if not 1 <= len(players) <= 4 or (solo is not None) != (len(players) == 1):
        raise NotationError(f"state: expected 2 to 4 players, or 1 with a word solo, found {len(players)} players")
    for what, at in (("start", start), ("turn", turn.seat), ("closing", turn.closing or 0)):
        if not 0 <= at < len(players):
            raise NotationError(f"state, {what}: expected a seat from 1 to {len(players)}, found {at + 1}")
    return State(tuple(players), turn, start, common, reserve, solo, animals, stock, read_options, tiles)


def _turn(turn: Turn) -> str:
    words = ["turn", str(turn.seat + 1), str(turn.number), turn.phase.value]
    words += ["main"] * turn.main_done + ["refill"] * turn.refill
    words += [] if turn.closing is None else [f"closing{turn.closing + 1}"]
    if turn.double is not None:
        double = turn.double
        words.append(f"{double.spent.word}{double.left}" + "".join(f"+{source}" for source in double.sources))
    return ":".join(words)


def _read_turn(place: str, who: str, when: str, phase: str, flags: list[str]) -> Turn:
    phases = {each.value: each for each in Phase}
    if phase not in phases:
        raise NotationError(f"{place}: expected one of {' '.join(phases)}, found {phase!r}")
    closing, double = None, None
    for flag in flags:
        if flag in ("main", "refill"):
            continue
        if flag.startswith("closing"):
            closing = _number(place, flag.removeprefix("closing")) - 1
            continue
        double = _read_double(place, flag)
    seat, number = _number(place, who) - 1, _number(place, when)
    return Turn(seat, number, "main" in flags, double, "refill" in flags, closing, phases[phase])


def _read_double(place: str, flag: str) -> Double:
    head, *names = flag.split("+")
    kind = {each.word: each for each in (Treasure.MUSHROOM, Treasure.FEATHER)}.get(head[:-1])
    sources = [source for name in names if (source := read_source(name)) is not None]
    if kind is None or head[-1:] not in ("1", "2") or len(sources) < len(names):
        raise NotationError(f"{place}: expected such as feather2 or mushroom1+seat2, found {flag!r}")
    return Double(kind, int(head[-1]), tuple(sources))


def _player(player: Player) -> str:
    board = player.board
    names = (quote(player.name, safe=""), quote(board.floor.name, safe=""))
    drawn = (packed(board.floor.rows), packed(board_rows(board)))
    return ":".join(("player", *names, *drawn, str(player.purse), _path(player.path)))


def _read_player(place: str, name: str, floor_name: str, floor: str, board: str, purse: str, path: str) -> Player:
    printed = _tried(f"{place}, floor", lambda: ForestFloor.parse(unpacked(floor), unquote(floor_name)))
    laid = _tried(f"{place}, board", lambda: read_board(printed, unpacked(board)))
    counts = purse.split("/")
    if len(counts) != len(Treasure):
        raise NotationError(f"{place}: expected four counts of tokens such as 1/1/0/0, found {purse!r}")
    tokens = Purse(*(_number(place, count) for count in counts))
    return Player(unquote(name), laid, tokens, _read_path(place, path))


def _path(path: Path) -> str:
    return UNKNOWN if path is None else write_tiles(path)


def _read_path(place: str, text: str) -> Path:
    return None if text == UNKNOWN else read_tiles(text, place)


def _read_animals(place: str, name: str, counts: str, sets: Iterable[AnimalSet]) -> tuple[AnimalSet, tuple[int, ...]]:
    known = {each.name: each for each in (*sets, NO_ANIMALS)}
    if name not in known:
        raise NotationError(f"{place}: expected a set of animals, one of {', '.join(known)}, found {name!r}")
    stock = tuple(_number(place, count) for count in counts.split(".")) if counts else ()
    most = known[name].stock
    if len(stock) != len(most) or any(left > copies for left, copies in zip(stock, most, strict=True)):
        raise NotationError(f"{place}: expected at most {'.'.join(map(str, most))} animals left, found {counts!r}")
    return known[name], stock


def _number(place: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise NotationError(f"{place}: expected a number, found {text!r}")
    return int(text)


def _tried(place: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except ValueError as error:
        raise NotationError(f"{place}: {error}") from error
