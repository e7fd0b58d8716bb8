"""The lamps and the buzzer as the settings want them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time

from device.settings import Settings
from device.signals.buzzer import Buzzer
from device.signals.indicator import Indicator
from device.signals.lights import LIGHTS
from device.signals.night import brightness_at, night_of


def local_time() -> time:
    """The time of day where the table stands."""
    return datetime.now().astimezone().time()


def lamps_of(settings: Settings, seats: int, time_of_day: Callable[[], time] = local_time) -> Indicator:
    """Lamps for so many seats, dimmed at night, with the buzzer if there is one; to be closed as one.

    Raises:
        PinsError: no pin factory, or a pin that does not exist or is in use.
    """
    night = night_of(settings.lamp_night, settings.lamp_night_brightness)
    buzzer = None if settings.buzzer_pin is None else Buzzer(settings.buzzer_pin)
    try:
        return Indicator(
            settings.lamp_pins[:seats],
            brightness=lambda: brightness_at(time_of_day(), settings.lamp_brightness, night),
            active_high=not settings.lamp_common_anode,
            light=LIGHTS[settings.lamp_mode],
            buzzer=buzzer,
        )
    except BaseException:
        if buzzer is not None:
            buzzer.close()
        raise
