"""A token is told from the leaves round it by all that is odd about its space, however little its colour says."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
import pytest

from engine.grid import Cell
from tests.vision.test_reading import detector_of, judged, scaled
from vision.explaining import odd_one
from vision.explaining.odd_one import Odd, learned, signs
from vision.frame import Frame, Pixels
from vision.measures.evidence import BoardEvidence

PICTURES = [
    ("hard_305", "empty", "step_01"),
    ("normal_302_cards", "step_00", "step_08"),
    ("easy_301", "step_00", "step_05"),
    ("painted", "step_00", "step_07"),
    ("photographic", "step_00", "step_05"),
    ("medallions", "step_00", "step_06"),
    ("dark_floor", "step_00", "step_05"),
    ("cartoon", "step_00", "step_02"),
]


def tinted(pixels: Pixels, truth: Mapping[str, Any]) -> Pixels:
    """Every token in the hue and the chroma of the leaves round it, as light and dark as it is."""
    lab = cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    pieces = truth["boards"][0]["pieces"]
    leaves = [np.rint(piece["outline_px"]).astype(np.int32) for piece in pieces if piece["kind"] == "leaf"]
    for piece in pieces:
        if piece["kind"] != "token":
            continue
        outline = np.rint(piece["outline_px"]).astype(np.int32)
        disc = scaled(outline, 1.0, pixels.shape[:2])
        x, y = (float(value) for value in outline.mean(axis=0))
        leaf = next(each for each in leaves if cv2.pointPolygonTest(each, (x, y), False) > 0)
        around = scaled(leaf, 1.0, pixels.shape[:2])
        around[cv2.dilate(disc, np.ones((25, 25), np.uint8)) > 0] = 0
        share = (disc / 255.0)[..., None]
        lab[..., 1:] = lab[..., 1:] * (1 - share) + np.median(lab[around > 200], axis=0)[1:] * share
    return np.clip(np.rint(cv2.cvtColor(lab.astype(np.float32), cv2.COLOR_LAB2BGR) * 255), 0, 255).astype(np.uint8)


def tiles(board: BoardEvidence, truth: Mapping[str, Any]) -> Iterator[tuple[str, bool, Odd]]:
    """For every tile what lies on its mark, whether that is its odd space, and how surely."""
    for piece in truth["boards"][0]["pieces"]:
        if piece["kind"] == "leaf":
            cells = [Cell(row, col) for col, row in piece["cells"]]
            col, row = piece["hole"]
            odd = learned().odd_one(signs(board.plane, board.spaces, cells))
            yield truth["boards"][0]["cells"][row][col]["state"], cells[odd.place] == Cell(row, col), odd


@pytest.mark.parametrize(("name", "empty", "step"), PICTURES)
def test_the_odd_space_of_a_tile_is_the_one_with_the_token_and_no_animal_is_taken_for_one(
    scene: Any, name: str, empty: str, step: str
) -> None:
    """R5.1: it lies on the hole; an animal that lies there (R6.1) is odd as well but no token."""
    shown = scene(name, step)
    board = detector_of(scene, name, empty, step).read(Frame(shown.frame.pixels, 0.0, 0)).evidence[0]
    for state, on_mark, odd in tiles(board, shown.truth):
        if state == "hole+token":
            assert on_mark
            assert odd.apart > 0.9
        elif state == "animal":
            assert odd.token < 0.4


def test_a_token_that_has_the_color_of_its_leaf_is_read_all_the_same(scene: Any) -> None:
    """Nothing but its edge and its icon tells such tokens; at least four of seven are read and none is wrong."""
    shown = scene("painted", "step_07")
    eyes = detector_of(scene, "painted", "step_00", "step_07")
    there, read, wrong = judged(eyes.read(Frame(tinted(shown.frame.pixels, shown.truth), 0.0, 0)).readings, shown.truth)
    assert there == 7
    assert read >= 4
    assert wrong == []


def test_spaces_that_are_all_alike_have_no_odd_one(scene: Any) -> None:
    """Bare ground has no token, and where the mark of a piece would be nobody can say."""
    shown = scene("normal_302_cards", "step_00")
    board = detector_of(scene, "normal_302_cards", "step_00", "step_00").read(shown.frame).evidence[0]
    plain = [Cell(row, col) for row in range(7) for col in range(8)]
    for cell in plain:
        beside = [cell, cell._replace(row=cell.row + 1), cell._replace(col=cell.col + 1)]
        assert learned().odd_one(signs(board.plane, board.spaces, beside)).token < 0.4


def test_a_damaged_model_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """Nothing is read with weights that belong to other measures."""
    kept = json.loads(files("vision.explaining").joinpath("mark_model.json").read_text())
    kept["weights"].pop()
    (tmp_path / "mark_model.json").write_text(json.dumps(kept))
    monkeypatch.setattr(odd_one, "files", lambda package: tmp_path)
    with pytest.raises(ValueError, match=r"mark_model\.json: expected as many weights as means"):
        learned.__wrapped__()
