"""The icons of a board are named together: what looks different is not the same."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.icon_kinds import (
    LETTERS,
    SURE_OF_KIND,
    TOGETHER,
    KindModel,
    name_groups,
    read_model,
    shipped_model,
)
from calibration.icon_looks import MEASURES, VIEWS

FAR, NEAR = 6.0, 0.0


def apart(groups: int, distance: float) -> np.ndarray:
    """Groups of which each two look so different."""
    return distance * (1 - np.eye(groups))


def test_what_looks_different_gets_another_name_where_that_fits_nearly_as_well() -> None:
    """Two groups that both look like berries, one of them nearly as much like a nut."""
    odds = np.log([[0.7, 0.1, 0.1, 0.1], [0.5, 0.4, 0.05, 0.05]])
    assert [letter for letter, _ in name_groups([[0], [1]], odds, apart(2, FAR))] == ["b", "n"]
    assert [letter for letter, _ in name_groups([[0], [1]], odds, apart(2, NEAR))] == ["b", "b"]


def test_what_fits_one_kind_alone_keeps_its_name_however_different_it_looks() -> None:
    """An edition may draw one kind in two ways."""
    odds = np.log([[0.97, 0.01, 0.01, 0.01], [0.97, 0.01, 0.01, 0.01]])
    assert [letter for letter, _ in name_groups([[0], [1]], odds, apart(2, FAR))] == ["b", "b"]


def test_many_icons_of_one_look_tell_more_than_one() -> None:
    """Each leans to a mushroom; together they are surer, and no name is called sure."""
    odds = np.log(np.tile([0.2, 0.2, 0.4, 0.2], (9, 1)))
    ((one, little),) = name_groups([[0]], odds, apart(1, FAR))
    ((all_, more),) = name_groups([list(range(9))], odds, apart(1, FAR))
    assert one == all_ == "m"
    assert little < more <= SURE_OF_KIND


def test_more_groups_than_can_be_named_together_are_all_named() -> None:
    """Of those over that number the smallest are named by themselves."""
    number = TOGETHER + 2
    odds = np.log(np.eye(4)[np.arange(number) % 4] * 0.9 + 0.025)
    named = name_groups([[n] for n in range(number)], odds, apart(number, NEAR))
    assert [letter for letter, _ in named] == [LETTERS[n % 4] for n in range(number)]
    assert all(0 < sure <= SURE_OF_KIND for _, sure in named)


def test_the_shipped_model_gives_probabilities() -> None:
    """Of every icon, whatever it looks like; several views are averaged."""
    views = np.random.default_rng(1).uniform(0, 0.3, (5, VIEWS, MEASURES))
    odds = shipped_model().odds(views)
    assert odds.shape == (5, len(LETTERS))
    assert (np.exp(odds).sum(axis=1) <= 1 + 1e-9).all()
    assert shipped_model().odds(views[:, [1, 0, 2, 3]]) == pytest.approx(odds)


def test_a_model_of_other_looks_is_refused(tmp_path: Path) -> None:
    """It would name at random."""
    path = tmp_path / "old.json"
    path.write_text(
        json.dumps({"hidden": [[0.0] * 2] * 3, "hidden_bias": [0.0] * 2, "weights": [[0.0] * 4] * 2, "bias": [0.0] * 4})
    )
    with pytest.raises(ValueError, match=rf"old.json: layers of {MEASURES} x n and n x 4 expected, found \[\(3, 2\)"):
        read_model(path)


def test_a_model_without_a_layer_is_refused(tmp_path: Path) -> None:
    """As those of earlier versions were."""
    path = tmp_path / "linear.json"
    path.write_text(json.dumps({"weights": [[0.0] * 4] * MEASURES, "bias": [0.0] * 4}))
    with pytest.raises(ValueError, match=r"linear.json: layers of .* expected"):
        read_model(path)


def test_a_view_that_looks_like_something_else_does_not_outweigh_the_others() -> None:
    """Three views of four are clear; the fourth, upside down, is surely something else."""
    hidden = np.zeros((MEASURES, 1))
    hidden[0, 0] = 1.0
    model = KindModel(hidden, np.zeros(1), np.array([[1.0, 0.0, 0.0, 0.0]]), np.array([-4.0, 0.0, -9.0, -9.0]))
    views = np.zeros((1, 4, MEASURES))
    views[0, 3, 0] = 60.0
    assert LETTERS[int(model.odds(views).argmax())] == "n"
