"""Show every light pattern as brightness over three seconds: ``python -m examples.light_patterns``."""

from itertools import islice

from device.signals.patterns import PATTERNS

for pattern in PATTERNS.values():
    lights = islice(pattern.values(step_hz=20), 60)
    print(f"{pattern.name:14}", "".join(" .:-=+*#%@"[round(9 * max(light))] for light in lights))
