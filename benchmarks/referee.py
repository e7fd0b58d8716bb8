"""How well and how fast the referee explains turns: ``python benchmarks/referee.py [--games N] [--illegal N]``.

Random legal games are played by the engine and shown to the referee as settled views, clean and with noise, a turn in
one view or in several; legal turns are mutated into illegal ones; and views are disturbed by glare, an arm, a push or
a cat. One process; times are those of the processor for each explanation, for other work may run beside it.

* *right*: boards as they are, purses and paths too, at once or after a question was answered with the truth, or the
  difference leaves no trace and costs more than the cheapest explanation (a berry spent for nothing, R12.2).
* *shown*: the verdict is legal, the boards are wrong, and every wrong spot is named as doubtful.
* *silent*: the verdict is legal, the boards are wrong, and nobody is told.
* *hidden*: boards right, but of equally likely causes one was taken without asking.
* *alarm*: a legal turn called incomplete, illegal or unexplained; *vain*: asked, and no answer was the truth.

A turn counts as right when its last view is: what cannot be read in the midst of a turn is read in a later view, or is
asked when the turn ends.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import referee_cases as cases
import referee_disturbances as disturbances
import referee_games as games
import referee_mutations as mutations

from engine.game import Reading, Spot, View
from engine.indian_summer.moves import Move
from engine.indian_summer.state import State
from engine.referee import CLOSE, SURE, Explanation, Verdict, explain, explain_end

GAME = games.GAME
SEED = 20261121
OUTCOMES = ("right", "shown", "silent", "hidden", "alarm", "vain")
FLAGGED = (Verdict.ILLEGAL, Verdict.UNEXPLAINED, Verdict.INCOMPLETE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=3, help="games of each kind, noise and way of looking")
    parser.add_argument("--illegal", type=int, default=25, help="illegal turns of each kind")
    parser.add_argument("--disturbed", type=int, default=3, help="games of each kind of disturbance")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--show", default="", help="outcomes or mutations whose cases are printed, with semicolons")
    chosen = parser.parse_args()
    legal_turns(chosen.games, chosen.seed, chosen.show)
    illegal_turns(chosen.illegal, chosen.seed, chosen.show)
    disturbed_views(chosen.disturbed, chosen.seed)


def legal_turns(number: int, seed: int, show: str) -> None:
    heads = f"{'legal views':34}{'games':>6}{'turns':>7}{'right %':>9}{'views':>7}{'right %':>9}{'asked %':>9}"
    print(heads, *(f"{each:>7}" for each in OUTCOMES[1:]), end="")
    print(f"{'median ms':>11}{'p99 ms':>8}{'worst':>8}")
    every: list[float] = []
    for noise, word in ((games.CLEAN, "clean"), (games.NOISY, "noise")):
        total: Counter[str] = Counter()
        for kind in games.KINDS if number else ():
            for several in (False, True):
                counts, times = play_games(kind, noise, several, number, seed, show)
                total += counts
                every += times
                line(f"{word}, {kind}, {'several' if several else 'one'}", counts, times)
        line(f"{word}, all", total, every)


def line(title: str, counts: Counter[str], times: list[float]) -> None:
    views = max(sum(counts[each] for each in OUTCOMES), 1)
    shares = (100 * counts["right"] / views, 100 * counts["asked"] / views)
    turns, right = counts["turns"], 100 * counts["turns right"] / max(counts["turns"], 1)
    print(
        f"{title:34}{counts['games']:6}{turns:7}{right:9.2f}{views:7}",
        *(f"{share:8.2f}" for share in shares),
        *(f"{counts[each]:7}" for each in OUTCOMES[1:]),
        end="",
    )
    print(timing(times), flush=True)


def timing(times: list[float]) -> str:
    ordered = sorted(times) or [0.0]
    p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"{1e3 * statistics.median(ordered):10.2f}{1e3 * p99:9.1f}{1e3 * ordered[-1]:8.0f}"


def play_games(
    kind: str, noise: games.Noise, several: bool, number: int, seed: int, show: str
) -> tuple[Counter[str], list[float]]:
    counts: Counter[str] = Counter()
    times: list[float] = []
    for game in range(number):
        chance = random.Random(f"{seed} {kind} {several} {game}")
        blur = random.Random(f"noise {seed} {kind} {several} {game}")
        state = games.start(kind, chance)
        counts["games"] += 1
        while GAME.result(state) is None:
            played = games.turn(state, chance)
            for look in games.looks(state, played, blur, noise, several):
                began = time.process_time()
                found = (explain_end if look.last else explain)(GAME, look.committed, look.seen)
                times.append(time.process_time() - began)
                outcome = judged(look, found)
                counts[outcome] += 1
                counts["turns"] += look.last
                counts["turns right"] += look.last and outcome == "right"
                counts["asked"] += found.verdict is Verdict.QUESTION
                if outcome in show.split(";") or ("slow" in show and times[-1] > 0.04):
                    tell(
                        f"{kind} game {game}: {outcome} {1e3 * times[-1]:.0f} ms",
                        look.committed,
                        look.seen,
                        found,
                        look.since,
                    )
            if played:
                state = played[-1].state
            end = GAME.end_turn(state)
            if end is None:
                break
            state = GAME.play(state, end).state
    return counts, times


def judged(look: games.Look, found: Explanation[State, Move]) -> str:
    """The outcome of one view."""
    truth = GAME.view(look.truth)
    if look.owes:
        if found.verdict is Verdict.QUESTION:
            return "right" if any(GAME.view(line.state) == truth for line in found.rivals) else "vain"
        # What surely lies there as explained is not misread: the hands have still to change it.
        wrong = misread(found, truth)
        wrong -= {spot for spot in wrong if spot in look.seen and look.seen[spot].confidence >= SURE}
        return "right" if not wrong else "shown" if wrong <= found.doubtful else "silent"
    match found.verdict:
        case Verdict.LEGAL | Verdict.UNCHANGED:
            wrong = misread(found, truth)
            if wrong:
                return "shown" if wrong <= found.doubtful else "silent"
            if not look.last or found.state == look.truth or cheaper(look, found.moves):
                return "right"
            return "hidden"
        case Verdict.QUESTION:
            answers = [line.state for line in found.rivals if GAME.view(line.state) == truth]
            if look.truth in answers or (answers and (not look.last or cheaper(look, found.moves))):
                return "right"
            return "hidden" if answers else "vain"
        case _:
            return "alarm"


def misread(found: Explanation[State, Move], truth: View) -> set[Spot]:
    """Where the explained boards are not as they are."""
    view = GAME.view(found.state)
    return {spot for spot, surface in truth.items() if view[spot] != surface}


def cheaper(look: games.Look, moves: tuple[Move, ...]) -> bool:
    """Whether these moves explain as much as the truth and cost clearly less, so that no referee could know."""
    return cost(look.committed, look.since) >= cost(look.committed, moves) + CLOSE


def cost(state: State, moves: tuple[Move, ...]) -> float:
    """What a line costs without doubts, in nats."""
    total = 0.0
    for move in moves:
        total += GAME.cost(state, move)
        state = GAME.play(state, move).state
    return total


def illegal_turns(number: int, seed: int, show: str) -> None:
    print()
    print(f"{'illegal views':34}{'views':>7}{'flagged':>8}{'rule':>7}{'silent':>7}{'asked':>7}", end="")
    print(f"{'median ms':>11}{'p99 ms':>9}{'worst':>8}")
    total: Counter[str] = Counter()
    every: list[float] = []
    for name, mutate in mutations.MUTATIONS.items():
        counts: Counter[str] = Counter()
        times: list[float] = []
        for game in range(1000):
            if counts["views"] >= number:
                break
            chance = random.Random(f"{seed} {name} {game}")
            for case in cases.cases(mutate, chance):
                began = time.process_time()
                found = explain(GAME, case.committed, case.seen)
                times.append(time.process_time() - began)
                counts["views"] += 1
                flagged = found.verdict in FLAGGED
                counts["flagged"] += flagged
                named = bool(found.violations) and found.violations[0].rule in case.rules
                counts["rule"] += flagged and named
                counts["silent"] += found.verdict in (Verdict.LEGAL, Verdict.UNCHANGED)
                counts["asked"] += found.verdict is Verdict.QUESTION
                if name in show.split(";") and not (flagged and named):
                    tell(f"{name}: {sorted(case.rules)}", case.committed, case.seen, found, case.meant)
        total += counts
        every += times
        if times:
            print(
                f"{name:34}",
                *(f"{counts[each]:6}" for each in ("views", "flagged", "rule", "silent", "asked")),
                timing(times),
                flush=True,
            )
        else:
            print(f"{name:34} no case found")
    if every:
        shown = (f"{total[each]:6}" for each in ("views", "flagged", "rule", "silent", "asked"))
        print(f"{'all':34}", *shown, timing(every))


def disturbed_views(number: int, seed: int) -> None:
    print()
    print(f"{'disturbed views':34}{'views':>7}", *(f"{verdict.value:>11}" for verdict in Verdict), end="")
    print(f"{'median ms':>11}{'p99 ms':>8}{'worst':>8}")
    every: list[float] = []
    for name, disturb in disturbances.DISTURBANCES.items():
        verdicts: Counter[Verdict] = Counter()
        times: list[float] = []
        for game in range(number):
            for state, seen in disturbances.cases(disturb, random.Random(f"{seed} {name} {game}")):
                began = time.process_time()
                verdicts[explain_end(GAME, state, seen).verdict] += 1
                times.append(time.process_time() - began)
        every += times
        if times:
            print(f"{name:34}{len(times):7}", *(f"{verdicts[each]:11}" for each in Verdict), timing(times), flush=True)
    if every:
        print(f"{'all':34}{len(every):7}", " " * (12 * len(Verdict) - 1), timing(every))


def tell(
    title: str, committed: State, seen: dict[Spot, Reading], found: Explanation[State, Move], meant: tuple[Move, ...]
) -> None:
    print(f"--- {title}: {found.verdict.value}; purse {committed.player.purse}, turn {committed.turn}")
    print("    meant:", ", ".join(GAME.write_move(move) for move in meant))
    print("    found:", ", ".join(GAME.write_move(move) for move in found.moves))
    for rival in found.rivals[:4]:
        print(f"    rival {rival.cost:.2f}:", ", ".join(GAME.write_move(move) for move in rival.moves))
    print("    tried:", ", ".join(GAME.write_move(move) for move in found.attempt))
    for violation in found.violations:
        print("   ", violation)
    print("    doubtful:", *(f"{spot}={seen.get(spot, '?')}" for spot in found.doubtful))
    surfaces = {spot: reading.surface for spot, reading in seen.items()}
    for seat in range(len(committed.players)):
        for before, now in zip(games.drawn(GAME.view(committed), seat), games.drawn(surfaces, seat), strict=True):
            if len(committed.players) == 1 or seat == committed.turn.seat or before != now:
                print("   ", before, " ", now)


if __name__ == "__main__":
    main()
