"""Light the first player's lamp (mock pins off the Pi): ``python -m examples.light_a_lamp``."""

import time

from device.signals.indicator import Indicator
from device.signals.patterns import QUESTION

with Indicator([(17, 27, 22)]) as indicator:
    indicator.show(0, QUESTION)
    for _ in range(10):
        indicator.tick(time.monotonic())
        time.sleep(0.02)
    print(indicator.values()[0])
