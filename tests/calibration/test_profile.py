from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.profile import Profile, ProfileError

Change = Callable[[dict[str, Any]], Any]


def test_a_saved_profile_comes_back(profile: Profile, tmp_path: Path) -> None:
    """What was saved is loaded again, bit by bit."""
    profile.save(tmp_path / "new" / "folder")
    again = Profile.load(tmp_path / "new" / "folder")
    assert (again.frame_wh, again.created) == (profile.frame_wh, profile.created)
    assert again.lens is not None
    assert profile.lens is not None
    assert np.array_equal(again.lens.distortion, profile.lens.distortion)
    for one, other in zip(again.boards, profile.boards, strict=True):
        assert np.array_equal(one.picture, other.picture)
        assert np.array_equal(one.pose.homography, other.pose.homography)
        assert (one.seat, one.size_wh, one.floor, one.polarity) == (
            other.seat,
            other.size_wh,
            other.floor,
            other.polarity,
        )
        assert (one.px_per_unit, one.margin) == (other.px_per_unit, other.margin)
        assert one.floor_confidence == other.floor_confidence


def test_saving_again_replaces_and_leaves_nothing_behind(profile: Profile, tmp_path: Path) -> None:
    """After a second save only the second profile's files are in the folder; other people's files stay."""
    profile.save(tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    second = replace(profile, boards=profile.boards[:1], created="2026-02-02T00:00:00+00:00")
    second.save(tmp_path)
    assert Profile.load(tmp_path).created == second.created
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".json", ".png", ".txt"]


def test_a_save_that_fails_leaves_the_old_profile(
    profile: Profile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the disk is full at the last step the profile that was there is still whole."""
    profile.save(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ProfileError, match="No space left"):
        replace(profile, created="later").save(tmp_path)
    assert Profile.load(tmp_path).created == profile.created
    assert not list(tmp_path.glob(".draft-*"))


def test_no_profile_is_said_so(tmp_path: Path) -> None:
    """A missing folder is named."""
    with pytest.raises(ProfileError, match=r"nowhere.*expected a profile, found no such file"):
        Profile.load(tmp_path / "nowhere")


def test_a_file_where_a_folder_should_be_is_not_overwritten(profile: Profile, tmp_path: Path) -> None:
    """Saving over a file is refused and the file stays."""
    target = tmp_path / "file"
    target.write_text("precious")
    with pytest.raises(ProfileError, match="folder"):
        profile.save(target)
    assert target.read_text() == "precious"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda p: p.update(format="leafwatch-profile/9"),
            r'format: expected "leafwatch-profile/1", found "leafwatch-pro',
        ),
        (lambda p: p.pop("format"), "format: expected .* found nothing"),
        (lambda p: p.pop("frame_wh"), "frame_wh: expected 2 finite numbers, found nothing"),
        (lambda p: p.update(boards=[]), r"boards: expected 1 to 4 boards, found \[\]"),
        (lambda p: p.update(boards="two"), 'boards: expected a list of objects, found "two"'),
        (lambda p: p["boards"][1].update(seat=7), r"boards\[1\].seat: expected a whole number from 0 to 3, found 7"),
        (lambda p: p["boards"][1].update(seat=0), "expected one board a seat, found seats 0, 0; calibrate anew"),
        (lambda p: p["boards"][0].update(margin=0), r"boards\[0\].margin: expected a number from 0.75 to 8, found 0"),
        (lambda p: p.update(frame_wh=[10**400, 9]), "frame_wh: expected 2 finite numbers, found .* calibrate anew$"),
        (lambda p: p.update(frame_wh=[0, 990]), "frame_wh: expected two whole numbers of pixels from 1"),
        (lambda p: p.update(frame_wh=[1332, -990]), "frame_wh: expected two whole numbers of pixels from 1"),
        (lambda p: p.update(frame_wh=[1332, 990.5]), "frame_wh: expected two whole numbers of pixels from 1"),
        (lambda p: p.update(frame_wh=[1332.5, 990]), "frame_wh: expected two whole numbers of pixels from 1"),
        (lambda p: p["boards"][0].update(size_wh=[9, 10**400]), "size_wh: expected 2 finite numbers"),
        (lambda p: p["boards"][0]["floor_confidence"][0].__setitem__(0, 10**400), "floor_confidence: expected 8 x 9"),
        (lambda p: p["boards"][0]["floor_confidence"][7].__setitem__(8, 1.5), "numbers 0 to 1, got 1.5"),
        (lambda p: p["boards"][0]["floor_confidence"][0].__setitem__(3, -0.1), "numbers 0 to 1, got -0.1"),
        (lambda p: p["boards"][0]["homography"][0].__setitem__(0, 10**400), "homography: expected 3 x 3 finite"),
        (lambda p: p["boards"][1].update(seat=True), r"boards\[1\].seat: expected a whole number"),
        (lambda p: p["boards"][0].update(covered=[[1, 2, 3]]), r"boards\[0\].covered: expected a list of pairs"),
        (lambda p: p["boards"][0].update(covered=[[1, 2.5]]), r"boards\[0\].covered: expected a list of pairs"),
        (lambda p: p["boards"][0].update(covered=[[1, 9]]), r"boards\[0\]: expected a board whose parts fit"),
        (lambda p: p["boards"][0].update(homography=[[0] * 3] * 3), r"boards\[0\].homography: expected the place"),
        (lambda p: p["boards"][0].update(homography=[[1, 2], [3]]), r"boards\[0\].homography: expected 3 x 3 finite"),
        (
            lambda p: p["boards"][0].update(floor=["bbbb"]),
            r"boards\[0\]: expected a board whose parts fit, found: the fl",
        ),
        (lambda p: p["boards"][0].update(floor=3), r"boards\[0\].floor: expected a list of texts, found 3"),
        (lambda p: p["boards"][0].update(px_per_unit=9), r"boards\[0\]: expected a board whose parts fit"),
        (lambda p: p["boards"][0].update(picture="../../etc/passwd"), r"picture: expected the name of a PNG file"),
        (lambda p: p["boards"][0].update(picture="board-0-00.png"), r"board-0-00.png: expected the picture of a board"),
        (lambda p: p["boards"][0].update(size_wh=[9e9, 8]), r"size_wh: expected two sides of 1 to 64 spaces"),
        (lambda p: p["lens"].update(distortion=[float("nan")] * 5), "lens.distortion: expected 5 finite numbers"),
        (lambda p: p.update(leaves=[]), r"leaves: expected an object, found \[\]"),
        (
            lambda p: p.update(leaves={"leaf.red": [{"hue_deg": 999, "chroma": 1, "texture": 1}]}),
            r"leaves.leaf.red\[0\].hue_deg: expected a number from -180 to 180, found 999",
        ),
    ],
)
def test_a_damaged_profile_is_named_by_key(profile: Profile, tmp_path: Path, change: Change, message: str) -> None:
    """Whatever is wrong in the file, the message says file, key, expected and found."""
    profile.save(tmp_path)
    path = tmp_path / "profile.json"
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))
    with pytest.raises(ProfileError, match=message):
        Profile.load(tmp_path)


@pytest.mark.parametrize("content", ["", "{", "[1, 2]", "null", "\ufeff{}", "[" * 100_000, '{"a": ' + "9" * 5000 + "}"])
def test_what_is_no_json_object_is_refused(tmp_path: Path, content: str) -> None:
    """A torn, empty or foreign file is no profile."""
    (tmp_path / "profile.json").write_text(content)
    with pytest.raises(ProfileError, match=r"profile\.json: expected"):
        Profile.load(tmp_path)


@pytest.mark.parametrize(
    "spoil", [lambda content: content[: len(content) // 2], lambda content: b"", lambda _: b"GIF89a"]
)
def test_a_torn_picture_is_refused(profile: Profile, tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    """A board's picture that is not the one it was saved with is named, not used."""
    profile.save(tmp_path)
    path = next(tmp_path.glob("board-1-*.png"))
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(ProfileError, match=path.name):
        Profile.load(tmp_path)


def test_parts_of_a_board_must_fit(profile: Profile) -> None:
    """A board profile whose picture or floor has another size is not made."""
    board = profile.boards[0]
    with pytest.raises(ValueError, match="8 rows of 9"):
        replace(board, floor=board.floor[:-1])
    with pytest.raises(ValueError, match="letters"):
        replace(board, floor=("........x", *board.floor[1:]))
    with pytest.raises(ValueError, match="picture"):
        replace(board, picture=board.picture[1:])
