"""The five top-level packages have generic names: another distribution's must never be imported in their place."""

from __future__ import annotations

import importlib
import pkgutil
import re
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


def test_no_document_names_a_module_that_is_gone() -> None:
    """Whoever follows a path from the documents finds a file there."""
    gone = {}
    folders = "|".join((*PACKAGES, "tests", "benchmarks"))
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")):
        named = re.findall(rf"`((?:{folders})/[\w/]+\.py)", page.read_text(encoding="utf-8"))
        if missing := sorted(path for path in named if not (ROOT / path).is_file()):
            gone[page.name] = missing
    assert gone == {}


def test_the_list_of_modules_names_none_that_is_gone() -> None:
    """Folder by folder; ``python tests/record_modules.py`` writes the list again."""
    folder, gone, known = ROOT, [], 0
    for line in (ROOT / "docs" / "modules.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            folder = ROOT / line.removeprefix("## ")
        elif found := re.match(r"\| `(\w+\.py)` \|", line):
            known += 1
            gone += [] if (folder / found[1]).is_file() else [str((folder / found[1]).relative_to(ROOT))]
    assert gone == []
    assert known > 200
