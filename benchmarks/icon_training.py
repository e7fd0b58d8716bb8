"""What printed icons are called, learned: ``python benchmarks/icon_training.py SCENE... [--write]``.

From the pictures of the empty boards of all scenes, and from as many invented editions (``icon_editions``), a small
network is fitted that tells berries, nuts, mushrooms and feathers apart, whatever edition they are printed in. It is
measured on each edition in turn while the model knows only the others and the invented ones: icons whose proposed kind
is right, and groups of one look that the owner would have to correct. A kind of an edition counts the less for each
icon the more often it is printed.

SCENE is a folder with a picture of empty boards and their truth, or a folder of such; the edition is what comes before
the difficulty in its name. Needs scikit-learn (``pip install .[bench]``). ``--write`` keeps the model fitted to all of
them in ``calibration/icon_kinds.json``.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from icon_editions import edition_of, floor_of
from numpy.typing import NDArray
from scene_truth import Picture, empty_boards
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

import calibration.icon_kinds
from calibration import treasures
from calibration.icon_kinds import LETTERS, KindModel, name_groups
from calibration.icon_looks import SHARES

Array = NDArray[np.float64]

SIZE_WH, PX_PER_SPACE, MARGIN = (9.0, 8.0), 48, 0.5
UNITS, PENALTY, PASSES = 32, 1.0, 10  # of the network: hidden units, that of large weights, and over all icons
SHARES_COUNT, EDGES_COUNT = 1.0, 0.15  # how much a spread of each counts before the penalty
INVENTED = 400  # editions, each with a board
INVENTED_COUNT = 0.4  # of what is learned from


class Board(NamedTuple):
    """The icons of one board of an edition: views (n, views, measures), kinds as indices of LETTERS, groups by look."""

    edition: str
    views: Array
    kinds: NDArray[np.intp]
    groups: list[list[int]]
    apart: Array


def main() -> int:
    """Fit, measure, print and perhaps write; returns 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenes", type=Path, nargs="+", metavar="SCENE")
    parser.add_argument("--write", action="store_true", help="keep the model fitted to all of them")
    options = parser.parse_args()
    invented = [board for seed in range(INVENTED) if (board := invented_board(seed)) is not None]
    boards = [board for folder in folders_in(options.scenes) for board in boards_of(folder)]
    if not boards:
        parser.error("no scene with the truth of empty boards among those given")
    editions = sorted({board.edition for board in boards})
    print(f"{'edition':20} {'icons':>6} {'right':>6} {'groups':>7} {'wrong':>6}")
    total = np.zeros(4, int)
    for edition in editions if len(editions) > 1 else ():
        model = fitted([board for board in boards if board.edition != edition], invented)
        counts = sum((judged(board, model) for board in boards if board.edition == edition), np.zeros(4, int))
        total += counts
        print(f"{edition:20} {counts[0]:6} {counts[1]:6} {counts[2]:7} {counts[3]:6}")
    print(f"{'all, unseen':20} {total[0]:6} {total[1]:6} {total[2]:7} {total[3]:6}")
    if options.write:
        write(fitted(boards, invented))
    return 0


def folders_in(given: Sequence[Path]) -> list[Path]:
    """These folders, or those in them."""
    return [one for path in given for one in ([path] if list(path.glob("*.json")) else sorted(path.iterdir()))]


def boards_of(folder: Path) -> list[Board]:
    """The boards of a scene whose printed treasures are known and all seen."""
    picture = empty_boards(folder) if folder.is_dir() else None
    if picture is None:
        return []
    edition = re.sub(r"(^|_)(easy|normal|hard)_\d+.*$", "", folder.name) or "renderer's own"
    return [board for seat in picture.poses if (board := board_of(picture, seat, edition)) is not None]


def board_of(picture: Picture, seat: int, edition: str) -> Board | None:
    """One board, as calibration sees it; None where it sees no icon."""
    plane = picture.poses[seat].rectify(picture.pixels(), SIZE_WH, PX_PER_SPACE, MARGIN)
    spaces = treasures.cut_spaces(plane, PX_PER_SPACE, MARGIN, (9, 8))
    printed = {s.cell.row * 9 + s.cell.col: k for s, k in picture.printed.items() if s.seat == seat}
    return seen_on(spaces, printed, edition)


def invented_board(seed: int) -> Board | None:
    """A board of an edition that nobody has printed."""
    rng = np.random.default_rng(seed)
    floor = floor_of(edition_of(rng), rng)
    side = floor.spaces.shape[1]
    grid = floor.spaces.reshape(8, 9, side, side, 3).swapaxes(1, 2).reshape(8 * side, 9 * side, 3)
    return seen_on(treasures.cut_spaces(grid, side, 0.0, (9, 8)), floor.printed, f"invented {seed}")


def seen_on(spaces: Array, printed: Mapping[int, str], edition: str) -> Board | None:
    """The icons of a board of which that and where they are is known."""
    icons = treasures.icons_of(spaces)
    seen = np.array([int(space) in printed for space in icons.where], bool)
    if not seen.any():
        return None
    icons = icons._replace(where=icons.where[seen], looks=icons.looks[seen], views=icons.views[seen])
    groups = treasures.grouped(icons)
    kinds = [LETTERS.index(printed[int(space)][0]) for space in icons.where]
    return Board(edition, icons.views, np.array(kinds), groups, treasures.groups_apart(icons, groups))


def fitted(boards: Sequence[Board], invented: Sequence[Board]) -> KindModel:
    """A model of the icons of these boards and of invented ones."""
    all_boards = [*boards, *invented]
    views, kinds = np.concatenate([b.views for b in all_boards]), np.concatenate([b.kinds for b in all_boards])
    editions = np.concatenate([[board.edition] * len(board.kinds) for board in boards])
    real = len(editions)
    each = np.array([((editions == e) & (kinds[:real] == k)).sum() for e, k in zip(editions, kinds, strict=False)])
    weight = np.full(len(kinds), INVENTED_COUNT / (len(kinds) - real))
    weight[:real] = (1 - INVENTED_COUNT) / np.sqrt(each) / (1 / np.sqrt(each)).sum()
    flat = views.reshape(-1, views.shape[2])
    middle, spread = flat.mean(axis=0), flat.std(axis=0) + 1e-2
    counts = np.where(np.arange(len(spread)) < SHARES, SHARES_COUNT, EDGES_COUNT) / spread
    learner = MLPClassifier(
        (UNITS,), alpha=PENALTY, max_iter=PASSES, batch_size=512, learning_rate_init=2e-3, random_state=0
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # the few passes are meant: more learn editions by heart
        learner.fit(
            ((flat - middle) * counts).astype(np.float32),
            np.repeat(kinds, views.shape[1]),
            sample_weight=np.repeat(weight * len(weight), views.shape[1]),
        )
    (hidden, weights), (hidden_bias, bias) = (
        [np.asarray(part, np.float64) for part in parts] for parts in (learner.coefs_, learner.intercepts_)
    )
    hidden = hidden * counts[:, None]
    return KindModel(hidden, hidden_bias - middle @ hidden, weights, bias)


def judged(board: Board, model: KindModel) -> NDArray[np.intp]:
    """How many icons there are, how many are named right, how many groups, and how many of those are named wrong."""
    named = name_groups(board.groups, model.odds(board.views), board.apart)
    right = wrong = 0
    for group, (letter, _) in zip(board.groups, named, strict=True):
        kinds = board.kinds[group]
        right += int((kinds == LETTERS.index(letter)).sum())
        wrong += int(np.bincount(kinds).argmax() != LETTERS.index(letter))
    return np.array([len(board.kinds), right, len(board.groups), wrong])


def write(model: KindModel) -> None:
    """Keep a model where the program finds it."""
    path = Path(calibration.icon_kinds.__file__).with_name("icon_kinds.json")
    parts = {"hidden": model.hidden, "hidden_bias": model.hidden_bias, "weights": model.weights, "bias": model.bias}
    lines = ",\n".join(f'  "{name}": {json.dumps(np.round(part, 3).tolist())}' for name, part in parts.items())
    path.write_text(f"{{\n{lines}\n}}\n")
    print(f"written: {path.name}")


if __name__ == "__main__":
    sys.exit(main())
