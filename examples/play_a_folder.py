"""Play the pictures of a folder as a camera would see them: ``python -m examples.play_a_folder FOLDER``."""

import sys

from device.cameras.camera import SourceEnded
from device.cameras.files import PictureFolder

with PictureFolder(sys.argv[1], frame_rate_hz=2, dwell_s=1) as camera:
    try:
        while True:
            frame = camera.read()
            print(f"{frame.taken_at_s:5.1f} s  {camera.current}  {frame.size_wh}")
    except SourceEnded as end:
        print(end)
