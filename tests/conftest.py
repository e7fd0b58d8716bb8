"""Property tests without a clock: no test of this project may fail because the machine is busy."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("leafwatch", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("leafwatch")
