"""Which space of a tile has the token, learned: ``python benchmarks/mark_training.py SCENE... [--write]``.

From the pictures of all scenes a logistic model is fitted that tells the space of a tile on which a token lies from the
others, whatever edition it is, also where animals lie on the mark instead. It is measured on each edition in turn while
the model knows only the others, ``--vary`` in changed pictures as well.

SCENE is a folder of a sequence with truth, or a folder of such. Needs scikit-learn (``pip install .[bench]``).
``--write`` keeps the model fitted to all of them in ``vision/explaining/mark_model.json``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np
from numpy.typing import NDArray
from scene_truth import LeafTruth, Scene, scenes
from scene_variations import VARIATIONS
from sklearn.linear_model import LogisticRegression
from vision_accuracy import calibrated

import vision.explaining.odd_one
from vision.explaining.odd_one import MarkModel, signs
from vision.frame import Frame
from vision.measures.evidence import BoardEvidence
from vision.pose import BoardNotFound

ARTS = sorted(path.stem for path in (Path(__file__).parent / "arts").glob("*.py"))
PENALTY = 10.0  # of large weights
PERIOD_S = 3.0  # between two pictures
SURE = (0.9, 0.99, 0.999)


class Tile(NamedTuple):
    """A tile in a picture: edition, place, the signs of its spaces, which has the mark and what lies there."""

    edition: str
    name: str
    signs: NDArray[np.float64]
    mark: int
    on_mark: str


def main() -> int:
    """Fit, measure, print and perhaps write; returns 0."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenes", type=Path, nargs="+", metavar="SCENE")
    parser.add_argument("--vary", nargs="+", default=["plain"], choices=sorted(VARIATIONS), help="changes of pictures")
    parser.add_argument("--write", action="store_true", help="keep the model fitted to all of them")
    options = parser.parse_args()
    tiles = [t for scene in scenes(options.scenes) for name in options.vary for t in tiles_of(scene, name)]
    tiles = [tile for tile in tiles if np.isfinite(tile.signs).all()]
    if not any(tile.on_mark == "token" for tile in tiles):
        parser.error("no tile with a token among the scenes given")
    measure(tiles)
    if options.write:
        write(fitted(tiles))
    return 0


def tiles_of(scene: Scene, vary: str) -> Iterator[Tile]:
    """All tiles of a scene that are wholly seen in a picture without a hand."""
    change, random = VARIATIONS[vary], np.random.default_rng(7)
    words = scene.name.split("_")
    edition = next((art for art in ARTS if art in words), "stock")
    detector = calibrated(scene, change(scene.empty.pixels(), scene.empty, random), "confirmed")
    for seq, picture in enumerate(scene.pictures):
        try:
            seen = detector.read(Frame(change(picture.pixels(), picture, random), seq * PERIOD_S, seq))
        except BoardNotFound:
            continue
        for board in () if picture.hand else seen.evidence:
            for tile in picture.lying:
                if tile.mark.seat == board.seat and tile.spots <= picture.readable:
                    name = f"{scene.name} {picture.path.stem} {vary}"
                    yield Tile(edition, name, *_seen(board, tile), str(picture.surfaces[tile.mark]))


def _seen(board: BoardEvidence, tile: LeafTruth) -> tuple[NDArray[np.float64], int]:
    cells = sorted(spot.cell for spot in tile.spots)
    return signs(board.plane, board.spaces, cells), cells.index(tile.mark.cell)


def fitted(tiles: Sequence[Tile]) -> MarkModel:
    """A model of these tiles; bare holes look like tokens with the same icon (R12.1) and tell nothing."""
    known = [tile for tile in tiles if tile.on_mark != "hole"]
    measured = np.concatenate([tile.signs for tile in known])
    token = np.concatenate([(np.arange(len(tile.signs)) == tile.mark) & (tile.on_mark == "token") for tile in known])
    mean, spread = measured.mean(axis=0), measured.std(axis=0) + 1e-6
    learner = LogisticRegression(C=1 / PENALTY, max_iter=1000).fit((measured - mean) / spread, token)
    return MarkModel(mean, spread, learner.coef_[0], float(learner.intercept_[0]))


def measure(tiles: Sequence[Tile]) -> None:
    """Print what the model of the other editions says of each.

    By columns: tokens, those placed on another space of their tile, and for each level of ``SURE`` how many reach it
    and how many of these are misplaced; bare holes, and those for which another space is surely named; animals, and
    how many of them reach each level as tokens.
    """
    heads = ["tokens", "misplaced", *(f"{part}{sure}" for sure in SURE for part in ("at ", "wrong "))]
    heads += ["holes", "wrong", "animals", *(f"at {sure}" for sure in SURE)]
    print(f"{'edition':14}" + "".join(f"{head:>12}" for head in heads))
    total = np.zeros(len(heads), int)
    for edition in sorted({tile.edition for tile in tiles}):
        model = fitted([tile for tile in tiles if tile.edition != edition])
        counts = sum((_judged(t, model) for t in tiles if t.edition == edition), np.zeros(len(heads), int))
        total += counts
        _line(edition, counts)
    _line("all, unseen", total)


def _judged(tile: Tile, model: MarkModel) -> NDArray[np.intp]:
    odd = model.odd_one(tile.signs)
    sure = [odd.apart > level and odd.token > level for level in SURE]
    wrong = odd.place != tile.mark
    tokens = [1, wrong, *(count for each in sure for count in (each, each and wrong))]
    holes, animals = [1, sure[1] and wrong], [1, *sure]
    parts = (tokens, holes, animals)
    place = ("token", "hole").index(tile.on_mark) if tile.on_mark in ("token", "hole") else 2
    return np.concatenate([np.array(part, int) * (at == place) for at, part in enumerate(parts)])


def _line(edition: str, counts: NDArray[np.intp]) -> None:
    print(f"{edition:14}" + "".join(f"{count:>12}" for count in counts))


def write(model: MarkModel) -> None:
    """Keep a model where the program finds it."""
    path = Path(vision.explaining.odd_one.__file__).with_name("mark_model.json")
    kept = {name: [round(float(v), 5) for v in getattr(model, name)] for name in ("mean", "spread", "weights")}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(values)}" for name, values in kept.items())
    path.write_text(f'{{\n  "intercept": {round(model.intercept, 5)},\n{lines}\n}}\n')
    print(f"written: {path.name}")


if __name__ == "__main__":
    sys.exit(main())
