"""How fast the rules are, as ratios of one run: ``python benchmarks/engine.py [--rounds N] [--json]``.

Everything runs in this process, one thread, CPU time, rounds interleaved, median stated. Every contender's answer is
compared with the engine's on every instance before anything is timed. The row of python-chess (``pip install chess``)
is said to be skipped where that is not installed.

* *Places of a tile*: 64 half-full compact boards x the 62 marked shapes. The engine answers with a set of anchors, from
  which the count and any placement are read; *listed* makes a list of all placements from it. The naive lister turns
  and flips the tile and tries every orientation at every corner with sets of cells; the *prepared* one is spared the
  first half and uses plain tuples.
* *Random solo games*: the policy of ``playouts.py``, in both; the rules replay each naive game and agree.
* *Final phase*: from board and supply to the best order of areas.
* *Perft*: the stored counts, counted again.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import naive_engine as naive

from engine.catalog import GAMES
from engine.grid import Bits
from engine.indian_summer import final, solo
from engine.indian_summer.forest import AREAS, BOARD, FULL, LANES, NONE, Board, Purse
from engine.indian_summer.placing import placements
from engine.indian_summer.playouts import Laid, moves, random_solo
from engine.indian_summer.sets import demo_floors, demo_tiles
from engine.indian_summer.state import State
from engine.indian_summer.tiles import TILES
from engine.lanes import fitting, spread

ROOT = Path(__file__).resolve().parent.parent
GAME = GAMES["indian-summer"]
SEED = 20261121
GOALS = {"places": 240.0, "chess": 45.0, "games": 250.0, "final_us": 20.0}


def compact_boards(number: int, chance: random.Random) -> list[Bits]:
    """Free spaces of boards on which leaves lie close together, about half of them covered."""
    boards = []
    for _ in range(number):
        free = int(FULL)
        while free.bit_count() > 37:
            tile = chance.choice(TILES)
            laid = list(placements(tile, Bits(free)))
            if not laid:
                continue
            touch = [(_touching(each.covers, free), chance.random(), each.covers) for each in laid]
            free &= ~max(touch)[2]
        boards.append(Bits(free))
    return boards


def _touching(covers: int, free: int) -> int:
    """How many edges of the piece lie against covered spaces or the edge of the board."""
    cells = BOARD.set_of(Bits(covers))
    beside = [(c.row + r, c.col + k) for c in cells for r, k in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    inside = BOARD.set_of(Bits(free & ~covers))
    return sum(each not in inside and each not in cells for each in beside)


class Clock:
    """CPU seconds of each contender, round by round."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {}

    def time(self, name: str, work: Callable[[], object]) -> None:
        """Do the work once, the garbage collector kept out of it."""
        gc.collect()
        gc.disable()
        start = time.process_time()
        work()
        self.seconds.setdefault(name, []).append(time.process_time() - start)
        gc.enable()

    def median(self, name: str) -> float:
        """The middle of the rounds in seconds."""
        return statistics.median(self.seconds[name])


def places(boards: list[Bits]) -> tuple[int, dict[str, Callable[[], object]]]:
    """The contenders that find the places of all tiles on all boards, and how many places there are."""
    stencils = [tile.stencil for tile in TILES]
    sets = [set(BOARD.set_of(free)) for free in boards]
    total = 0
    for free, cells in zip(boards, sets, strict=True):
        wide = LANES.widen(free)
        for stencil, tile in zip(stencils, TILES, strict=True):
            mine = {BOARD.set_of(laid.covers) for laid in spread(stencil, fitting(stencil, wide))}
            count = fitting(stencil, wide).bit_count()
            theirs = naive.places(tile, cells)
            assert {covers for covers, _ in theirs} == {covers for covers, _ in naive.prepared(tile, cells)}
            assert mine == {covers for covers, _ in theirs}
            assert count == len(theirs)
            total += count

    def counted() -> None:
        for free in boards:
            wide = LANES.widen(free)
            for stencil in stencils:
                fitting(stencil, wide).bit_count()

    def listed() -> None:
        for free in boards:
            wide = LANES.widen(free)
            for stencil in stencils:
                list(spread(stencil, fitting(stencil, wide)))

    def slowly(lister: naive.Lister) -> Callable[[], object]:
        return lambda: [lister(tile, cells) for cells in sets[::8] for tile in TILES]

    return total, {
        "counted": counted,
        "listed": listed,
        "naive": slowly(naive.places),
        "prepared": slowly(naive.prepared),
    }


def solo_starts(number: int, chance: random.Random) -> list[State]:
    tiles = list(demo_tiles().tiles)
    states = []
    for index in range(number):
        chance.shuffle(tiles)
        states.append(GAME.new_solo(tiles[:25], demo_floors()[index % 12]))
    return states


def check_naive_games(states: list[State], chance: random.Random) -> None:
    """Every naive game is legal, and the rules come to the same covered spaces, supply and end."""
    for state in states:
        game = naive.Game.of(state)
        game.play(chance)
        turns = [Laid(slot, tile, Bits(covers), Bits(hole), end) for slot, tile, covers, hole, end in game.turns]
        replayed = state
        for move in moves(random_solo(state, lambda n: 0)._replace(turns=tuple(turns))):
            replayed = GAME.play(replayed, move).state
        assert (replayed.player.board.covered, replayed.player.purse) == (game.covered_bits, game.purse_before)
        board, left, _ = final.carried_out(
            replayed.board,
            replayed.player.purse,
            final.cheapest_first(replayed.board, replayed.player.purse),
            0,
            solo.cheapest,
        )
        assert (board.empty, left) == game.end


def endings(number: int, chance: random.Random) -> list[tuple[Board, Purse]]:
    """Boards with one to six open areas of one to six empty spaces, tokens on their holes, and small supplies."""
    found = []
    for _ in range(number):
        covered, layers, holes = int(FULL), [0, 0, 0, 0], 0
        for index in chance.sample(range(6), chance.randint(1, 6)):
            cells = sorted(BOARD.set_of(AREAS[index]))
            chance.shuffle(cells)
            empty = chance.randint(1, 6)
            covered &= ~BOARD.bits(cells[:empty])
            for cell in cells[empty : empty + chance.randint(0, 3)]:
                layers[chance.choices(range(4), (30, 24, 18, 8))[0]] |= BOARD.bit(cell)
                holes |= BOARD.bit(cell)
        purse = Purse(*(chance.randint(0, most) for most in (4, 2, 1, 1)))
        tokens = (Bits(layers[0]), Bits(layers[1]), Bits(layers[2]), Bits(layers[3]))
        found.append((Board(demo_floors()[0], Bits(covered), (NONE, NONE, NONE), Bits(holes), tokens), purse))
    return found


def chess_nodes() -> tuple[int, Callable[[], object]] | None:
    """python-chess counting perft(3) from the start in bulk: nodes, and the work."""
    try:
        import chess
    except ImportError:
        return None

    def perft(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        nodes = 0
        for move in board.legal_moves:
            board.push(move)
            nodes += perft(board, depth - 1)
            board.pop()
        return nodes

    board = chess.Board()
    assert perft(board, 3) == 8902
    return 8902, lambda: perft(board, 3)


def perft_rows() -> list[tuple[str, int, int, float]]:
    """The stored positions counted again: name, depth, number, CPU seconds."""
    rows, positions = [], {}
    for line in (ROOT / "tests/engine/perft.txt").read_text(encoding="utf-8").splitlines():
        name, colon, state = line.partition(": ")
        if colon and not line.startswith("#"):
            positions[name] = GAME.read_state(state)
        elif not line.startswith("#"):
            name, depth, number = line.split()
            start = time.process_time()
            assert perft(positions[name], int(depth)) == int(number), line
            rows.append((name, int(depth), int(number), time.process_time() - start))
    return rows


def perft(state: State, depth: int) -> int:
    if depth == 1:
        return sum(1 for _ in GAME.legal_moves(state))
    return sum(perft(GAME.play(state, move).state, depth - 1) for move in GAME.legal_moves(state))


def measure(rounds: int) -> dict[str, object]:
    """All figures of one run."""
    chance, clock = random.Random(SEED), Clock()
    boards = compact_boards(64, chance)
    total, contenders = places(boards)
    states = solo_starts(40, chance)
    check_naive_games(states, chance)
    ends = endings(1000, chance)
    chess = chess_nodes()

    def choose(n: int) -> int:
        return int(chance.random() * n)

    for _ in range(rounds):
        for name, work in contenders.items():
            clock.time(name, work)
        if chess is not None:
            clock.time("chess", chess[1])
        clock.time("games", lambda: [random_solo(state, choose) for state in states])
        clock.time("naive games", lambda: [naive.Game.of(state).play(chance) for state in states[::10]])
        clock.time("prepared games", lambda: [naive.Game.of(s, naive.prepared).play(chance) for s in states[::10]])
        clock.time("final", lambda: [final.best_order(board, purse) for board, purse in ends])
        clock.time("final solo", lambda: [solo.best_order(board, purse) for board, purse in ends])
    queries = len(boards) * len(TILES)
    counted, listed = clock.median("counted"), clock.median("listed")
    slow = clock.median("naive") * 8
    games, naive_games = len(states) / clock.median("games"), len(states[::10]) / clock.median("naive games")
    prepared_games = len(states[::10]) / clock.median("prepared games")
    return {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "commit": _commit(),
        "rounds": rounds,
        "legal places a query": total / queries,
        "query us": counted / queries * 1e6,
        "listed us": listed / queries * 1e6,
        "naive us": slow / queries * 1e6,
        "prepared us": clock.median("prepared") * 8 / queries * 1e6,
        "prepared / query": clock.median("prepared") * 8 / counted,
        "places a second": total / counted,
        "naive / query": slow / counted,
        "naive / listed": slow / listed,
        "chess nodes a second": None if chess is None else chess[0] / clock.median("chess"),
        "places / chess nodes": None if chess is None else total / counted / (chess[0] / clock.median("chess")),
        "games a second": games,
        "naive games a second": naive_games,
        "games / naive games": games / naive_games,
        "prepared games a second": prepared_games,
        "games / prepared games": games / prepared_games,
        "final phase us": clock.median("final") / len(ends) * 1e6,
        "final phase solo us": clock.median("final solo") / len(ends) * 1e6,
    }


def _commit() -> str:
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return found.stdout.strip() or "unknown"


def table(figures: dict[str, object], rows: list[tuple[str, int, int, float]]) -> str:
    """The figures for people."""

    def number(key: str) -> float:
        value = figures[key]
        assert isinstance(value, float)
        return value

    lines = [
        f"{figures['machine']}, commit {figures['commit']}, median of {figures['rounds']} rounds, CPU time, one thread",
        "",
        f"{'what':52} {'engine':>14} {'against':>26} {'ratio':>9} {'goal':>6}",
    ]

    def row(what: str, mine: str, theirs: str, ratio: str, goal: str = "") -> None:
        lines.append(f"{what:52} {mine:>14} {theirs:>26} {ratio:>9} {goal:>6}")

    row(
        f"places of a tile ({number('legal places a query'):.0f} legal), as a set",
        f"{number('query us'):.2f} us",
        f"naive {number('naive us'):.0f} us",
        f"{number('naive / query'):.0f} x",
        f"{GOALS['places']:.0f} x",
    )
    row(
        "",
        "",
        f"prepared {number('prepared us'):.0f} us",
        f"{number('prepared / query'):.0f} x",
    )
    row("the same, listed one by one", f"{number('listed us'):.2f} us", "naive", f"{number('naive / listed'):.0f} x")
    if figures["chess nodes a second"] is None:
        row("places a second", f"{number('places a second') / 1e6:.0f} M", "python-chess: SKIPPED, not installed", "-")
    else:
        row(
            "places a second",
            f"{number('places a second') / 1e6:.0f} M",
            f"chess perft {number('chess nodes a second') / 1e6:.2f} M",
            f"{number('places / chess nodes'):.0f} x",
            f"{GOALS['chess']:.0f} x",
        )
    row(
        "random solo games a second",
        f"{number('games a second'):.0f}",
        f"naive {number('naive games a second'):.1f}",
        f"{number('games / naive games'):.0f} x",
        f"{GOALS['games']:.0f} x",
    )
    row(
        "final phase at a table, best order",
        f"{number('final phase us'):.1f} us",
        "",
        "",
        f"{GOALS['final_us']:.0f} us",
    )
    row("final phase alone, best order and payments", f"{number('final phase solo us'):.1f} us", "", "")
    lines += ["", f"{'perft':20} {'depth':>5} {'sequences':>10} {'a second':>10}"]
    for name, depth, count, seconds in rows:
        lines.append(f"{name:20} {depth:>5} {count:>10} {count / max(seconds, 1e-6):>10.0f}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="the figures as one JSON object")
    options = parser.parse_args()
    figures = measure(options.rounds)
    print(json.dumps(figures) if options.json else table(figures, perft_rows()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
