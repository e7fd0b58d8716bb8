"""The Raspberry Pi's camera through Picamera2, which is imported only when one is opened.

Two streams come from it: a small one, looked at where it lies without a copy, tells whether anything has changed; only
then is the picture in full resolution fetched and turned into blue, green, red.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType, TracebackType
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from device.cameras.frozen import FrozenWatch
from device.cameras.mains import USUAL_MAINS_HZ, evened, flicker_period_us
from device.cameras.steady import Steady, block_means
from device.errors import CameraError
from engine.sentence import say
from vision.frame import Frame, Pixels

PATIENCE_S = 2.5  # a lost camera is to be noticed within 3 s
WANTED_WH, WANTED_WIDE_WH = (1640, 1232), (1920, 1080)
"""As many pixels in two shapes: libcamera keeps the shape by cutting off what of the sensor's picture is beside it."""

_WIDE = 1.55  # between 4:3 (Camera Module 2, HQ camera) and 16:9 (Camera Module 3)
SMALL_WIDTH = 640
_CLOSING_S = 2.0
_log = logging.getLogger(__name__)


def _as_it_is(array: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return array


def _by(code: int) -> Callable[[NDArray[np.uint8]], NDArray[np.uint8]]:
    return lambda array: np.asarray(cv2.cvtColor(array, code), np.uint8)


# libcamera names formats by the order in a little-endian word: RGB888 lies in memory as blue, green, red.
_TO_BGR: Mapping[str, Callable[[NDArray[np.uint8]], NDArray[np.uint8]]] = MappingProxyType(
    {
        "RGB888": _as_it_is,
        "BGR888": _by(cv2.COLOR_RGB2BGR),
        "XRGB8888": _by(cv2.COLOR_BGRA2BGR),
        "XBGR8888": _by(cv2.COLOR_RGBA2BGR),
        "YUV420": _by(cv2.COLOR_YUV2BGR_I420),
        "YVU420": _by(cv2.COLOR_YUV2BGR_YV12),
        "NV12": _by(cv2.COLOR_YUV2BGR_NV12),
        "NV21": _by(cv2.COLOR_YUV2BGR_NV21),
    }
)


class PiCamera:
    """The camera on the ribbon cable; asks for ``size_wh`` and ``frame_rate_hz`` and takes what is given.

    Without ``size_wh`` the picture has the shape of the sensor, so that the lens shows all that its maker promises.

    While nothing changes, frames share the pixels of the one before (the same array), for a second at most.

    Its automatic exposure, where it is longer than a flicker of lamps on mains of ``mains_hz``, takes whole flickers.

    ``held`` are controls to set, such as those of ``measured``; what this camera does not offer is left out and logged.

    Raises:
        CameraError: picamera2 is missing or broken, no camera is connected, it is busy, or its format is unknown.
    """

    def __init__(
        self,
        size_wh: tuple[int, int] | None = None,
        frame_rate_hz: float = 10.0,
        *,
        mains_hz: int = USUAL_MAINS_HZ,
        held: Mapping[str, object] = MappingProxyType({}),
        patience_s: float = PATIENCE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._patience_s = patience_s
        self._clock = clock
        self._mains_hz = mains_hz
        self._frozen = FrozenWatch(patience_s, every=2)
        self._steady = Steady()
        self._pixels: Pixels | None = None
        self.fetched = 0
        """How many pictures were fetched in full resolution."""
        self._seq = 0
        self._camera = _open()
        try:
            size_wh = size_wh or whole_sensor(self._camera.camera_properties)
            main = {"format": "RGB888", "size": size_wh}
            small = {"format": "YUV420", "size": _small(size_wh)}
            # raw=None: no raw stream is used, and not every camera has one.
            self._camera.configure(self._camera.create_video_configuration(main=main, lores=small, raw=None))
            given = self._camera.camera_configuration()["main"]
            self._small = self._camera.camera_configuration()["lores"]
            self.format, self.size_wh = str(given["format"]), (int(given["size"][0]), int(given["size"][1]))
            if self.format not in _TO_BGR:
                known = ", ".join(_TO_BGR)
                text = say("the camera brings {form} pictures; expected one of {known}", form=self.format, known=known)
                raise CameraError(text)
            frame_us = round(1e6 / frame_rate_hz)
            self.hold({"FrameDurationLimits": (frame_us, frame_us), **flicker_controls(mains_hz), **held})
            self._camera.start()
        except CameraError:
            self.close()
            raise
        except (RuntimeError, OSError, ValueError) as error:
            self.close()
            raise CameraError(say("the Pi's camera cannot be started: {why}", why=str(error))) from error

    def read(self) -> Frame:
        """Wait for the next frame.

        Raises:
            CameraError: no new frame within the patience, or the camera stopped.
        """
        if self._camera is None:
            raise CameraError(say("the Pi's camera is closed"))
        try:
            request = self._camera.capture_request(wait=self._patience_s)
        except TimeoutError as error:
            seconds = f"{self._patience_s:g}"
            text = say("the Pi's camera brought no picture for {seconds} s: check its ribbon cable", seconds=seconds)
            raise CameraError(text) from error
        except (RuntimeError, OSError) as error:
            raise CameraError(say("the Pi's camera failed: {why}", why=str(error))) from error
        now_s = self._clock()
        try:
            if self._has_changed(request, now_s) or self._pixels is None:
                self._pixels = as_bgr(request.make_array("main"), self.format, self.size_wh)
                self.fetched += 1
        finally:
            request.release()
        frame = Frame(self._pixels, now_s, self._seq)
        self._seq += 1
        return frame

    def _has_changed(self, request: Any, now_s: float) -> bool:
        """Look at the small picture where it lies; no view of it may outlive this, for its memory goes back."""
        from picamera2 import MappedArray

        (width, height), stride = self._small["size"], self._small["stride"]
        with MappedArray(request, "lores", reshape=False, write=False) as mapped:
            planes = mapped.array[: height * 3 // 2 * stride].reshape(height * 3 // 2, stride)
            seen, means = self._frozen.fingerprint(planes), block_means(planes[:, :width])
            del planes
        self._frozen.note(seen, now_s)
        return self._steady.changed(means, now_s)

    def hold(self, controls: Mapping[str, object]) -> None:
        """Set the controls that this camera offers; setting another would raise in libcamera.

        An exposure that was measured before the frequency of the mains was set becomes one of whole flickers.
        """
        offered = self._camera.camera_controls
        taken = {name: value for name, value in controls.items() if name in offered}
        if "AnalogueGain" in taken:
            _, most_gain, *_ = offered["AnalogueGain"]
            taken = evened(taken, self._mains_hz, most_gain)
        self._camera.set_controls(taken)
        if missing := sorted(set(controls) - set(offered)):
            _log.info("camera=pi controls_not_offered=%s", ",".join(missing))

    def measured(self) -> dict[str, object]:
        """The controls that keep exposure, white balance and focus as they are now."""
        return controls_to_hold(self._camera.capture_metadata(wait=self._patience_s), self._camera.camera_controls)

    def describe(self) -> str:
        """Model, size and format."""
        model = self._camera.camera_properties.get("Model", "camera") if self._camera is not None else "camera, closed"
        return f"Pi {model}, {self.size_wh[0]} x {self.size_wh[1]}, {self.format}"

    def close(self) -> None:
        """Let go of the camera so that it can be opened again; doing so twice is harmless."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        # Stopping waits for the driver, and a driver that has died would take the whole table with it.
        closing = threading.Thread(target=camera.close, name="closing the Pi's camera", daemon=True)
        closing.start()
        closing.join(_CLOSING_S)
        if closing.is_alive():
            _log.warning("camera=pi closing=%s", "the driver does not answer")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _small(size_wh: tuple[int, int]) -> tuple[int, int]:
    """The small picture's size, of the same shape; both sides even, as halved colour planes need it."""
    return SMALL_WIDTH, round(SMALL_WIDTH * size_wh[1] / size_wh[0] / 2) * 2


def whole_sensor(properties: Mapping[str, Any]) -> tuple[int, int]:
    """The size of a picture, (width, height) in pixels, that shows all of the sensor with these properties."""
    width, height = properties.get("PixelArraySize", WANTED_WH)
    return WANTED_WIDE_WH if width / height > _WIDE else WANTED_WH


def as_bgr(array: NDArray[np.uint8], given: str, size_wh: tuple[int, int]) -> Pixels:
    """The picture as blue, green, red; the padding at the end of rows is cut off.

    Raises:
        KeyError: a format that is not in the list.
    """
    width, height = size_wh
    return np.ascontiguousarray(_TO_BGR[given](array)[:height, :width])


def flicker_controls(mains_hz: int) -> dict[str, object]:
    """What keeps the automatic exposure to whole flickers; libcamera heeds neither of the two without the other.

    A held exposure is set beside it (``AgcChannel::divideUpExposure``), so these may stay while one is held.
    """
    return {"AeFlickerMode": 1, "AeFlickerPeriod": flicker_period_us(mains_hz)}  # 1: manual, the Pi's only one but off


def controls_to_hold(metadata: Mapping[str, Any], offered: Mapping[str, object]) -> dict[str, object]:
    """What to set so that the light reading, colours and focus of a picture stay as its metadata has them."""
    automatic: dict[str, object] = {"AeEnable": False, "AwbEnable": False, "AfMode": 0}  # 0: manual focus
    values = {
        name: metadata[name]
        for name in ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
        if name in metadata
    }
    return {name: value for name, value in {**automatic, **values}.items() if name in offered}


def _open() -> Any:
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        text = say(
            "the Pi's camera needs picamera2, which cannot be imported ({why}): sudo apt install python3-picamera2, "
            "then make the environment with --system-site-packages (./leafwatch does)",
            why=str(error),
        )
        raise CameraError(text) from error
    except ValueError as error:  # "numpy.dtype size changed": parts built for another numpy
        text = say("picamera2 and numpy do not fit together ({why}): leafwatch doctor says what to do", why=str(error))
        raise CameraError(text) from error
    if not Picamera2.global_camera_info():
        raise CameraError(
            say("no camera is connected to this Pi: check the ribbon cable, then rpicam-hello --list-cameras")
        )
    try:
        return Picamera2()
    except (RuntimeError, IndexError) as error:
        text = say("the Pi's camera cannot be opened, another program may be using it: {why}", why=str(error))
        raise CameraError(text) from error
