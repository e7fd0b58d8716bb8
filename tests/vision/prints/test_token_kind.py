"""The kind of a token is told by its icon or not at all: rendered tables, worse pictures, prints that nobody knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from engine.game import Spot, Surface
from engine.grid import Cell, Space
from engine.indian_summer.free_play import ANY_ANIMAL
from engine.indian_summer.viewing import layout, pieces
from vision.detector import Detector
from vision.frame import Frame, Pixels
from vision.measures.circles import Circles, find_circles
from vision.observation import BoardSight
from vision.pose import BoardPose, Lens
from vision.prints import icon_look, token_kind
from vision.prints.icon_drawings import Drawings
from vision.prints.icons import Icon, cut_icons
from vision.prints.tinted_drawings import TintedDrawings
from vision.prints.token_kind import TokenKinds
from vision.reference import MARGIN_SPACES, PX_PER_SPACE, BoardReference, Plane
from vision.tracker import Tracker

SIZE = (9.0, 8.0)
TOKENS = [
    ("normal_302_cards", "step_00", "step_05"),
    ("normal_302_cards", "step_00", "step_07"),
    ("hard_305", "empty", "step_01"),
    ("normal_307_4boards", "empty", "step_00"),
    ("hard_308_cards", "empty", "step_02_hand"),
]
"""Scene, empty picture and a picture with tokens."""


class Stage:
    """The pictures of a scene, read with their true poses and the print that is truly there."""

    def __init__(self, load: Any, name: str, empty: str, unknown: str = "", under: Sequence[Spot] = ()) -> None:
        """Nothing is known of the prints ``under`` tokens nor of those of a kind that is ``unknown``."""
        self._load, self._name = load, name
        first = load(name, empty)
        poses = true_poses(first.truth)
        printed = {
            spot: kind for spot, kind in printed_in(first.truth).items() if kind != unknown and spot not in under
        }
        self.references = [
            BoardReference.of_picture(board, pose, first.frame.pixels, printed)
            for board, pose in zip(layout(len(poses)), poses, strict=True)
        ]
        self.detector = Detector(self.references, pieces(ANY_ANIMAL), self)
        self._poses = poses

    def locate(self, frame: Frame) -> Sequence[BoardSight]:
        """Where the boards of the picture on show truly lie."""
        return tuple(BoardSight(seat, pose) for seat, pose in enumerate(self._poses))

    def marks_px(self) -> Sequence[Any]:
        """Nothing is known of printed marks."""
        return ()

    @property
    def others(self) -> frozenset[int]:
        """All boards are those that were measured."""
        return frozenset()

    def frame(self, step: str, change: Callable[[Pixels], Pixels] = lambda pixels: pixels) -> tuple[Frame, Any]:
        """One picture and its truth; it is on show from now on."""
        shown = self._load(self._name, step)
        self._poses = true_poses(shown.truth)
        return Frame(change(shown.frame.pixels), 0.0, 0), shown.truth


def true_poses(truth: Mapping[str, Any]) -> list[BoardPose]:
    """The boards' poses under the true lens."""
    lens = Lens(np.array(truth["camera"]["K"]), np.array(truth["camera"]["dist"]))
    return [BoardPose.from_corners(board["grid_corners_px"], SIZE, lens) for board in truth["boards"]]


def printed_in(truth: Mapping[str, Any]) -> dict[Spot, str]:
    """What is printed on each space."""
    return {
        Space(seat, Cell(each["cell"][1], each["cell"][0])): each["kind"]
        for seat, board in enumerate(truth["boards"])
        for each in board["treasures"]
    }


def tokens_in(truth: Mapping[str, Any]) -> dict[Spot, str]:
    """The surface of each token that can be seen."""
    return {
        Space(seat, Cell(row, col)): f"token.{cell['token']}"
        for seat, board in enumerate(truth["boards"])
        for row, cells in enumerate(board["cells"])
        for col, cell in enumerate(cells)
        if "token" in cell and cell["hidden"] <= 0.1
    }


def told(stage: Stage, step: str, change: Callable[[Pixels], Pixels] = lambda pixels: pixels) -> tuple[int, list[str]]:
    """How many tokens of a picture are told right, and a line for each that is told wrong."""
    frame, truth = stage.frame(step, change)
    readings = stage.detector.read(frame).readings
    right, wrong = 0, []
    for spot, kind in tokens_in(truth).items():
        reading = readings.get(spot)
        right += reading is not None and reading.surface == kind
        if reading is not None and reading.surface.startswith("token.") and reading.surface != kind:
            wrong.append(f"{spot} is {kind} and was told as {reading.surface}")
    return right, wrong


def dim(pixels: Pixels) -> Pixels:
    """Underexposed, with the noise of high gain."""
    noise = np.random.default_rng(3).normal(0, 3.5, pixels.shape)
    return np.clip(pixels * 0.45 + noise, 0, 255).astype(np.uint8)


def washed_out(pixels: Pixels) -> Pixels:
    """Half its colour gone."""
    mean = pixels.mean(axis=2, keepdims=True)
    return np.clip(mean + (pixels - mean) * 0.5, 0, 255).astype(np.uint8)


def warm(pixels: Pixels) -> Pixels:
    """By the light of a warm lamp."""
    return np.clip(pixels * np.array([0.72, 0.95, 1.15]), 0, 255).astype(np.uint8)


def blurred(pixels: Pixels) -> Pixels:
    """So far out of focus that nobody could name an icon."""
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), 9.0), np.uint8)


def test_most_tokens_are_told_and_none_wrong(scene: Any) -> None:
    """R12.1: of the tokens of five pictures most are told, none as another kind."""
    right, total, wrong = 0, 0, []
    for name, empty, step in TOKENS:
        stage = Stage(scene, name, empty)
        total += len(tokens_in(stage.frame(step)[1]))
        more, bad = told(stage, step)
        right, wrong = right + more, wrong + bad
    assert wrong == []
    assert right > 0.5 * total


@pytest.mark.parametrize("change", [dim, washed_out, warm, blurred])
def test_a_worse_picture_hides_kinds_and_changes_none(scene: Any, change: Callable[[Pixels], Pixels]) -> None:
    """In the dark, without colours, in warm light or blurred a kind may be lost, but none becomes another one."""
    for name, empty, step in TOKENS[1:3]:
        assert told(Stage(scene, name, empty), step, change)[1] == []


def test_what_cannot_be_seen_is_not_told(scene: Any) -> None:
    """A token whose icon was painted over in the colour of its ground stays a token of unknown kind."""
    stage = Stage(scene, "normal_302_cards", "step_00")
    frame, truth = stage.frame("step_05")
    spot, _ = next(iter(tokens_in(truth).items()))
    assert stage.detector.read(frame).readings[spot].surface != "token"
    (outline,) = (
        np.array(piece["outline_px"])
        for piece in truth["boards"][0]["pieces"]
        if piece["kind"] == "token" and piece["cells"] == [[spot.cell.col, spot.cell.row]]
    )
    middle = outline.mean(axis=0)
    rim = np.rint(middle + 0.85 * (outline - middle)).astype(int)
    pixels = frame.pixels.copy()
    ground = np.median(pixels[rim[:, 1], rim[:, 0]], axis=0)
    cv2.fillPoly(pixels, [np.rint(middle + 0.85 * (outline - middle)).astype(np.int32)], ground.tolist(), cv2.LINE_AA)
    fresh = Stage(scene, "normal_302_cards", "step_00")
    fresh.frame("step_05")
    assert fresh.detector.read(Frame(pixels, 0.0, 0)).readings[spot].surface == "token"


def test_icons_stamped_in_gold_are_told_where_they_belong(scene: Any) -> None:
    """R12.1: without its own ink an icon is believed if it is the one that is printed there, and no other is."""
    (reference,) = Stage(scene, "cartoon", "step_00").references
    lattice, plane = reference.lattice(), reference.plane()
    kinds = {each: Surface(f"token.{each}") for each in set(reference.printed.values())}
    tokens = TokenKinds([reference], kinds)
    some = {kind: spot for spot, kind in sorted(reference.printed.items())}
    here, elsewhere = plane.copy(), plane.copy()
    for kind, other in zip(some, [*some][1:] + [*some][:1], strict=True):
        (icon,) = cut_icons(plane, SIZE, lattice, {some[kind]: kind})
        stamp(here, lattice, some[kind], icon)
        stamp(elsewhere, lattice, some[other], icon)
    there = list(some.values())
    told_as = tokens.named(lattice, np.ones_like(plane), here, there)
    assert told_as == {spot: kinds[kind] for kind, spot in some.items()}
    assert not tokens.named(lattice, np.ones_like(plane), elsewhere, there)


def test_in_other_inks_an_icon_is_looked_at_only_over_a_print(scene: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes as long again, and where nothing is known to be printed nothing would come of it."""
    (reference,) = Stage(scene, "cartoon", "step_00").references
    lattice, plane = reference.lattice(), reference.plane().copy()
    kinds = {each: Surface(f"token.{each}") for each in set(reference.printed.values())}
    (spot, kind), *_ = sorted(reference.printed.items())
    (icon,) = cut_icons(plane, SIZE, lattice, {spot: kind})
    bare = next(each for row in lattice for each in row if each is not None and each not in reference.printed)
    stamp(plane, lattice, spot, icon)
    stamp(plane, lattice, bare, icon)
    tokens = TokenKinds([reference], kinds)
    made: list[Drawings] = []

    def tinted(drawings: Drawings, real: Any = TintedDrawings.of) -> TintedDrawings:
        made.append(drawings)
        return real(drawings)

    monkeypatch.setattr(TintedDrawings, "of", tinted)
    assert not tokens.named(lattice, np.ones_like(plane), plane, [bare])
    assert not made
    assert tokens.named(lattice, np.ones_like(plane), plane, [spot]) == {spot: kinds[kind]}
    assert len(made) == 1
    more = TokenKinds([reference], {**kinds, "nowhere": Surface("token.nowhere")})
    assert not more.named(lattice, np.ones_like(plane), plane, [spot]), "it may be of the kind that is printed nowhere"
    monkeypatch.setattr(icon_look, "_TINTED", 0.0)
    assert not tokens.named(lattice, np.ones_like(plane), plane, [spot]), "one that is not clear is not told"


def stamp(plane: Plane, lattice: Sequence[Sequence[Spot | None]], spot: Spot, icon: Icon) -> None:
    """Lay a dark disc with an icon in tones of gold on a space of a plane."""
    row, col = next((r, c) for r, spots in enumerate(lattice) for c, each in enumerate(spots) if each == spot)
    top, left = (round((place + MARGIN_SPACES) * PX_PER_SPACE) for place in (row, col))
    space = plane[top : top + PX_PER_SPACE, left : left + PX_PER_SPACE]
    cover = icon.cover[..., None]
    tones = icon.ink.mean(axis=2, keepdims=True) * np.array([0.2, 0.4, 0.5]) + cover * np.array([40.0, 110.0, 140.0])
    disc = np.zeros(cover.shape[:2], np.float32)
    cv2.circle(disc, (PX_PER_SPACE // 2, PX_PER_SPACE // 2), round(0.38 * PX_PER_SPACE), 1.0, -1, cv2.LINE_AA)
    token = tones + (1 - cover) * np.array([30.0, 40.0, 55.0])
    space += disc[..., None] * (token - space)


def test_a_clear_icon_is_told_whatever_is_known_of_the_print_below(scene: Any) -> None:
    """R12.1: what is told of such a token is the same if nobody knows what is printed under it."""
    stage = Stage(scene, "normal_302_cards", "step_00")
    frame, truth = stage.frame("step_05")
    without = Stage(scene, "normal_302_cards", "step_00", under=list(tokens_in(truth)))
    without.frame("step_05")
    kinds = [
        {spot: str(each.detector.read(frame).readings[spot].surface) for spot in tokens_in(truth)}
        for each in (stage, without)
    ]
    assert kinds[0] == kinds[1] == tokens_in(truth)


@pytest.mark.parametrize("unknown", ["berry", "nut", "mushroom", "feather"])
def test_while_a_kind_is_printed_nowhere_it_is_not_taken_for_the_next_best(scene: Any, unknown: str) -> None:
    """A token of that kind stays one of no kind; another is told only where its icon shows as it is printed."""
    stage = Stage(scene, "hard_305", "empty", unknown=unknown)
    right, wrong = told(stage, "step_01")
    there = tokens_in(stage.frame("step_01")[1])
    assert wrong == []
    assert right <= sum(kind != f"token.{unknown}" for kind in there.values())
    if any(kind == f"token.{unknown}" for kind in there.values()):
        assert right < len(there)


def test_while_a_kind_is_printed_nowhere_a_token_is_told_that_shows_its_print(scene: Any) -> None:
    """R12.1: what shows the icon that is printed there, and shows it well, is no token of the missing kind."""
    assert told(Stage(scene, "hard_305", "empty", unknown="feather"), "step_01")[0] > 0


def test_a_kind_is_asked_once_and_remembered(scene: Any) -> None:
    """A tracker tells the kinds once a board is settled, asks no more while it rests, and forgets lifted ones."""
    stage = Stage(scene, "normal_302_cards", "step_00")
    tracker, clock_s = Tracker(0.4), 0.0
    asked: list[list[Spot]] = []
    told_of: list[Mapping[Spot, str]] = []
    for step in ("step_05", "step_07", "step_08"):
        frame, truth = stage.frame(step)
        for _ in range(15):
            clock_s += 0.1
            observation = stage.detector.glance(replace(frame, taken_at_s=clock_s))
            (evidence,) = observation.evidence

            def naming(plane: Any, tokens: Any, real: Any = evidence.naming) -> Any:
                asked.append(sorted(tokens))
                return real(plane, tokens)

            tracker.update(replace(observation, evidence=(replace(evidence, naming=naming),)))
        told_of.append(tracker.settled.kinds)
        assert {spot: kind for spot, kind in tokens_in(truth).items() if spot in tracker.settled.kinds} == told_of[-1]
        assert {tracker.settled.readings[spot].surface for spot in told_of[-1]} == {"token"}
        assert {spot: tracker.settled.named[spot].surface for spot in told_of[-1]} == told_of[-1]
    first, second, third = (set(each) for each in told_of)
    assert first < second
    assert third < second
    assert len(asked) <= 3
    assert not set(asked[1]) & first


def test_icons_are_seen_on_tokens_and_on_nothing_else_that_hides_the_floor(scene: Any) -> None:
    """R12.1: of five pictures most tokens show an icon, and no leaf, animal or squirrel does."""
    there, seen = 0, 0
    for name, empty, step in TOKENS:
        stage = Stage(scene, name, empty)
        frame, truth = stage.frame(step)
        tokens = set(tokens_in(truth))
        others = in_state(truth, "leaf", "animal", "squirrel")
        for evidence in stage.detector.glance(frame).evidence:
            shown = set(evidence.icons_on(tokens | others))
            assert not shown & others
            seen += len(shown)
        there += len(tokens)
    assert seen > 0.5 * there


def in_state(truth: Mapping[str, Any], *states: str) -> set[Spot]:
    """The spaces in these states that can be seen."""
    return {
        Space(seat, Cell(row, col))
        for seat, board in enumerate(truth["boards"])
        for row, cells in enumerate(board["cells"])
        for col, cell in enumerate(cells)
        if cell["state"] in states and cell["hidden"] <= 0.1
    }


def test_what_is_paler_than_leaves_need_not_show_its_icon_as_clearly(scene: Any) -> None:
    """R5.1: the icon of the print below is seen on more tokens there, on no animal or squirrel, and on no bare hole."""
    plain, pale = 0, 0
    for name, empty, step in TOKENS:
        stage = Stage(scene, name, empty)
        frame, truth = stage.frame(step)
        tokens, others = set(tokens_in(truth)), in_state(truth, "animal", "squirrel", "hole")
        for evidence in stage.detector.glance(frame).evidence:
            shown = set(evidence.icons_on(tokens | others, tokens | others))
            assert not shown & others
            plain += len(set(evidence.icons_on(tokens)))
            pale += len(shown)
    assert pale > plain


def test_an_icon_is_found_wherever_its_token_lies_though_something_else_looks_rounder(
    scene: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clearest circle of a space need not be its disc, and a tile and the token in its hole may both lie aside."""
    there = seen = 0

    def elsewhere(lab: Any, where: Any) -> Circles:
        found = find_circles(lab, where)
        return replace(found, middle=np.full_like(found.middle, 0.25))

    for name, empty, step in TOKENS[1:4]:
        stage = Stage(scene, name, empty)
        frame, truth = stage.frame(step)
        tokens = tokens_in(truth)
        for evidence in stage.detector.glance(frame).evidence:
            before = set(evidence.icons_on(tokens))
            with monkeypatch.context() as patched:
                patched.setattr(token_kind, "find_circles", elsewhere)
                seen += len(before & set(evidence.icons_on(tokens)))
            there += len(before)
    assert there >= 5
    assert seen >= 0.9 * there


def test_an_icon_that_is_due_is_believed_round_the_disc_or_the_middle_alone(
    scene: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Foliage looks a little like it somewhere on a shaded leaf: elsewhere an icon must show as clearly as any."""
    stage = Stage(scene, "hard_305", "empty")
    frame, truth = stage.frame("step_01")
    (evidence,) = stage.detector.glance(frame).evidence
    tokens = tokens_in(truth)
    far = [np.full(2, 0.4, np.float32)]
    monkeypatch.setattr(token_kind.TokenKinds, "_middles", lambda self, even, spaces: tuple(far for _ in spaces))
    assert evidence.icons_on(tokens, set(tokens))
    monkeypatch.setattr(icon_look, "_SHOWN", 0.0)
    assert not evidence.icons_on(tokens, set(tokens))


def test_prints_that_nobody_has_confirmed_show_icons_and_name_none(scene: Any) -> None:
    """R12.1: something printed is an icon whatever it is called; a kind is told only by prints that were confirmed."""
    stage = Stage(scene, "hard_305", "empty")
    (reference,) = stage.references
    mistaken = {"berry": "nut", "nut": "mushroom", "mushroom": "feather", "feather": "berry"}
    proposed = {spot: mistaken[kind] for spot, kind in reference.printed.items()}
    unsure = Detector([replace(reference, printed={}, proposed=proposed)], pieces(ANY_ANIMAL), stage)
    frame, truth = stage.frame("step_01")
    (sure,), (seen,) = stage.detector.glance(frame).evidence, unsure.glance(frame).evidence
    tokens = tokens_in(truth)
    assert set(seen.icons_on(tokens)) == set(sure.icons_on(tokens)) != set()
    assert seen.kinds_of(tokens) == {}
    assert seen.printed == sure.printed == proposed.keys()


def test_an_icon_is_seen_though_its_kind_is_in_question(scene: Any) -> None:
    """While a kind is printed nowhere few are told, but the icons of the others still say that a token lies there."""
    stage = Stage(scene, "hard_305", "empty", unknown="berry")
    frame, truth = stage.frame("step_01")
    (evidence,) = stage.detector.glance(frame).evidence
    assert len(set(evidence.icons_on(tokens_in(truth)))) > 0.5 * len(tokens_in(truth))
