"""``leafwatch calibrate``: measures the empty board, saves the profile and prints the report."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import cv2

from calibration import color_separation
from calibration.board_library import BoardLibrary, checked_name
from calibration.capture import calibrate
from calibration.leaf_colors import findings as leaf_findings
from calibration.leaf_colors import kept_leaves, shown_leaves
from calibration.lens import LensCalibration, LensError, calibrate_lens
from calibration.profile import LensQuality, Profile, ProfileError
from calibration.recognising import with_known
from calibration.report import Verdict, draw, with_findings
from device.atomic_file import write_output
from device.cameras.camera import SourceEnded, open_camera
from device.cameras.files import read_picture
from device.cameras.lock import FILE as LOCK_FILE
from device.cameras.lock import lock, save_lock
from device.errors import RequestError
from device.eyes import detector_of
from device.places import state_folder
from device.settings import load_settings
from engine.indian_summer.viewing import layout
from engine.sentence import listed, say
from vision.frame import Frame, Pixels
from vision.pose import BoardNotFound, Lens

BOARD_LAYOUTS = layout(4)
"""The boards that may be on the table, by seat."""

BOARDS = "boards"
"""The folder of named boards, among what leafwatch keeps."""

_WARM_UP = 20  # frames until exposure and white balance of a camera have settled
_UNTIL_LOCKED = 10  # frames until those taken before the automatics stopped are through
_NUMBER = r"[-+]?\d+(?:\.\d+)?"


def run(options: argparse.Namespace) -> int:
    """Calibrate as asked; returns 0.

    Raises:
        BoardNotFound: no board in the picture.
        RequestError, PictureError, CameraError, ProfileError: the request was wrong; nothing was overwritten.
    """
    if options.image is not None and options.source is not None:
        raise RequestError("--image and --source exclude each other: a picture or a camera")
    corners = None if options.corners is None else _corners(options.corners)
    names = [checked_name(name) for name in options.name or ()]
    floors = None if options.floor is None else (_floor(options.floor),)
    lens = None if options.lens is None else _measured_lens(options.lens)
    frame, keep = (read_picture(options.image), _keep_nothing) if options.image else _from_camera(options.source)
    if lens is not None and lens.frame_wh != frame.size_wh:
        raise RequestError(
            f"--lens: expected pictures of {frame.size_wh[0]} x {frame.size_wh[1]} pixels as the camera takes of the "
            f"board, found {lens.frame_wh[0]} x {lens.frame_wh[1]}"
        )
    measured, quality = (lens.lens, lens.quality) if lens is not None else _kept_lens(options.profile, frame)
    try:
        calibration = calibrate(
            frame, BOARD_LAYOUTS, corners_px=corners, floors=floors, lens=measured, lens_quality=quality
        )
    except BoardNotFound as error:
        if corners is None:
            raise
        why = _outside(corners, frame.size_wh) or str(error)
        raise BoardNotFound(f"--corners {options.corners!r}: no board lies there ({why})") from error
    library = BoardLibrary(state_folder() / BOARDS if options.boards is None else options.boards)
    if floors is None:
        calibration = with_known(calibration, frame, library, may_turn=corners is None)
    more = () if lens is None else lens.findings()
    leaves = kept_leaves(options.profile)
    if options.samples:
        pictures = [read_picture(path) for path in options.samples]
        shown = shown_leaves(map(detector_of(calibration.profile).glance, pictures))
        leaves = {**leaves, **shown}
        detector = detector_of(replace(calibration.profile, leaves=leaves))
        more += leaf_findings(shown)
        more += color_separation.findings(color_separation.samples_of(map(detector.read, pictures)))
    boards = calibration.profile.boards
    if options.bare:
        boards = tuple(replace(board, covered=()) for board in boards)
    profile = replace(calibration.profile, boards=boards, leaves=leaves)
    calibration = replace(calibration, profile=profile, report=(*calibration.report, *more))
    if names and len(names) != len(calibration.profile.boards):
        raise RequestError(
            f"--name: expected a name for each of the {len(calibration.profile.boards)} boards, found {len(names)}"
        )
    for name, board in zip(names, boards, strict=False):
        if board.covered:
            cells = ", ".join(map(str, board.covered))
            raise RequestError(
                f"--name: expected an empty board to be known as {name!r}, found something on {cells}: take it off, or "
                "say with --bare that nothing lies there"
            )
    if options.picture is not None:  # before anything is overwritten, for it may fail
        _write_picture(options.picture, with_findings(draw(frame, calibration), calibration.report))
    calibration.profile.save(options.profile)
    for name, board in zip(names, calibration.profile.boards, strict=False):
        library.save(name, board)
    keep(options.profile)
    if options.json:
        print(json.dumps(calibration.json()))
    else:
        print(calibration.text())
        if covered := [cell for board in boards for cell in board.covered]:
            print(_never_read([str(cell) for cell in covered]))
        print(_closing(options.profile, calibration.verdict))
    return 0


def _never_read(cells: Sequence[str]) -> str:
    """That what looks covered is not read, and how to say that nothing lies there."""
    return say(
        "What lies on {cells} will not be read, for something seems to lie there already. If nothing does, calibrate "
        "with --bare.",
        cells=listed(cells),
    )


def _closing(folder: Path, verdict: Verdict) -> str:
    """That it is saved, and whether it will do."""
    if verdict is Verdict.POOR:
        return say(
            "Saved in {folder}. Mend what is called poor and calibrate anew before you play.", folder=str(folder)
        )
    return say("Saved in {folder}.", folder=str(folder))


def _measured_lens(pictures: list[Path]) -> LensCalibration:
    """The lens from pictures of the printed sheet."""
    try:
        return calibrate_lens([read_picture(path) for path in pictures])
    except LensError as error:
        raise RequestError(f"--lens: {error}") from error


def _kept_lens(folder: Path, frame: Frame) -> tuple[Lens | None, LensQuality | None]:
    """The lens that an earlier calibration measured with the sheet, for the same size of pictures."""
    try:
        profile = Profile.load(folder)
    except ProfileError:
        return None, None  # whatever is there is about to be replaced
    if profile.lens_quality is None or profile.frame_wh != frame.size_wh:
        return None, None
    return profile.lens, profile.lens_quality


def _from_camera(source: str | None) -> tuple[Frame, Callable[[Path], None]]:
    """A picture taken with the automatics stopped where they had settled, and what keeps them so in a folder."""
    settings = load_settings()
    spec = settings.camera if source is None else source
    with open_camera(spec, settings.mains_hz) as camera:
        try:
            for _ in range(_WARM_UP):
                camera.read()
            controls = lock(camera)
            for _ in range(_UNTIL_LOCKED):
                frame = camera.read()
        except SourceEnded as error:
            raise RequestError(
                f"--source {spec}: expected at least {_WARM_UP + _UNTIL_LOCKED} frames, found fewer ({error}); a "
                "single picture is given with --image"
            ) from error
        return frame, lambda folder: save_lock(folder, camera, controls)


def _keep_nothing(folder: Path) -> None:
    """A picture from a file tells nothing of a camera's automatics."""
    (folder / LOCK_FILE).unlink(missing_ok=True)  # of another camera's profile, which this one replaces


def _corners(text: str) -> list[tuple[float, float]]:
    """The corners as written: four pairs of numbers."""
    pairs = text.split()
    points = [tuple(map(float, pair.split(","))) for pair in pairs if re.fullmatch(f"{_NUMBER},{_NUMBER}", pair)]
    if len(pairs) != 4 or len(points) != 4:
        raise RequestError(
            f'--corners: expected four points "x,y x,y x,y x,y", far left first, clockwise, found {text!r}'
        )
    return [(point[0], point[1]) for point in points]


def _outside(corners: Sequence[tuple[float, float]], picture_wh: tuple[int, int]) -> str:
    """Which corner lies outside a picture, if any does."""
    width, height = picture_wh
    beside = [f"{x:g},{y:g}" for x, y in corners if not (0 <= x <= width and 0 <= y <= height)]
    return f"outside the picture of {width} x {height} pixels: {' '.join(beside)}" if beside else ""


def _floor(path: Path) -> tuple[str, ...]:
    """The printed treasures as the owner wrote them: a row a line."""
    try:
        lines = path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        raise RequestError(f"--floor {path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    for number, line in enumerate(lines, start=1):
        if not re.fullmatch("[.bnmf]{9}", line):
            raise RequestError(f"--floor {path}, row {number}: expected 9 letters of . b n m f, found {line!r}")
    if len(lines) != 8:
        raise RequestError(f"--floor {path}: expected 8 rows, found {len(lines)}")
    return tuple(lines)


def _write_picture(path: Path, pixels: Pixels) -> None:
    try:
        written, coded = cv2.imencode(path.suffix, pixels)
    except cv2.error as error:
        raise RequestError(f"--picture {path}: expected a name ending in .png or .jpg ({error.err})") from error
    if not written:
        raise RequestError(f"--picture {path}: cannot be written")
    try:
        write_output(path, coded.tobytes())
    except OSError as error:
        raise RequestError(f"--picture {path}: cannot be written: {error.strerror}") from error
