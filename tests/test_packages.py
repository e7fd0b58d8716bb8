"""The five top-level packages have generic names: another distribution's must never be imported in their place."""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_HATCH = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]
PACKAGES = _HATCH["build"]["targets"]["wheel"]["packages"]


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_is_the_repositorys_own(name: str) -> None:
    """Every top-level package, and every module below it, is imported from this repository."""
    package = importlib.import_module(name)
    assert package.__file__ == str(ROOT / name / "__init__.py")
    for module in pkgutil.walk_packages(package.__path__, f"{name}."):
        spec = importlib.util.find_spec(module.name)
        assert spec is not None
        assert spec.origin is not None
        assert Path(spec.origin).is_relative_to(ROOT / name)


def test_every_package_of_the_repository_is_shipped() -> None:
    """The list of what is installed is complete: no folder with an __init__ beside the packages is left out."""
    assert {init.parent.name for init in ROOT.glob("*/__init__.py")} == set(PACKAGES)
