"""What all tests share: property tests without luck and without a clock, a home of their own, and a browser.

No test may fail by chance or on a busy machine, so the examples of property tests are the same in every run.
``--hypothesis-profile explore`` tries others.
"""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "leafwatch", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True, database=None
)
settings.register_profile("explore", settings.get_profile("leafwatch"), derandomize=False)
settings.load_profile("leafwatch")

# Tests leave few cycles, and looking for them among all that thousands of tests are made of took a quarter of the time
# of those that are Python alone.
gc.set_threshold(50_000, 20, 10)

# Chromium without windows, half the work for the same pages; the whole one where that is not installed.
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
ARGUMENTS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
# The frame that nobody sees round a page takes a sixth of the whole one's time. Only the last such option counts, so
# what Playwright switches off itself is named again.
UNUSED = """InitialWebUI WebUIOmniboxPopup
    AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable
    LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect
    OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch"""
ARGUMENTS += [f"--disable-features={','.join(UNUSED.split())}"]
PATIENCE_MS = 180_000
"""How long the browser is waited for: on a busy machine a page may take a hundred times as long as on an idle one."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: while one waits for its browser or a process, another works."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin long tests first and late ones half-way; whatever order chance has given stays else."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    late = [item for item in items if item.get_closest_marker("late")]
    if late:
        others = [item for item in items if not item.get_closest_marker("late")]
        half = len(others) // 2  # at the end they would wait for each other while nothing else is left
        items[:] = [*others[:half], *late, *others[half:]]


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What was collected stays to the end: it is not looked through again and again for cycles to give back."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def home_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What a test does not lay elsewhere would be a person's own boards and games: here there are none, and stay none.

    A file left there would be found by the tests after it, in whatever order they come.
    """
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEAFWATCH_HOME", str(home))
        yield
    assert list(home.iterdir()) == []


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The distribution's browser, one for all tests: Playwright runs once a process."""
    if CHROMIUM is None:
        pytest.skip("no chromium is installed (Debian: apt-get install chromium-headless-shell)")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is part of the test extra")
    with playwright.sync_playwright() as runner:
        browser = runner.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, timeout=PATIENCE_MS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def new_context(chromium: Any) -> Callable[..., Any]:
    """Opens a context of the browser, to be closed by who asked; what is waited for may come late.

    A test that fails shows what its pages asked for in vain and what they wrote to the console.
    """

    def new_context(**options: Any) -> Any:
        context = chromium.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        context.on("requestfailed", lambda request: print(f"not loaded: {request.url}: {request.failure}"))
        context.on("console", lambda line: print(f"console: {line.text}"))
        return context

    return new_context
