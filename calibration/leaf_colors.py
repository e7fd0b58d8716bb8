"""The colours of the leaves of this box: from pictures in which a person shows tiles apart from each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from calibration.profile import Profile, ProfileError
from calibration.report import Finding, Verdict
from engine.game import Surface
from engine.sentence import say
from vision.explaining.leaf_hues import LeafLook
from vision.explaining.leaf_samples import leaf_samples
from vision.observation import Observation

Leaves = Mapping[Surface, tuple[LeafLook, ...]]
"""The looks of leaves that were shown, by surface."""

LEAVES = tuple(Surface(f"leaf.{color}") for color in ("green", "yellow", "red"))


def shown_leaves(observations: Iterable[Observation]) -> Leaves:
    """The looks of all tiles that lie by themselves in some pictures, known by their size (R12.3).

    Raises:
        ValueError: an observation carries no roles of the pieces.
    """
    found: dict[Surface, tuple[LeafLook, ...]] = {}
    for observation in observations:
        for surface, looks in leaf_samples(observation).items():
            found[surface] = (*found.get(surface, ()), *looks)
    return found


def kept_leaves(folder: Path) -> Leaves:
    """What was shown for the profile in a folder: tiles stay the same when the camera moves; nothing without one."""
    try:
        return Profile.load(folder).leaves
    except ProfileError:
        return {}  # whatever is there is about to be replaced


def findings(leaves: Leaves) -> tuple[Finding, ...]:
    """A finding for each colour: its hue, or what to lay on the board."""
    return tuple(_shown(leaf, leaves[leaf]) if leaf in leaves else _missing(leaf) for leaf in LEAVES)


def _shown(leaf: Surface, looks: tuple[LeafLook, ...]) -> Finding:
    hues = ", ".join(f"{look.hue_deg:.0f}" for look in looks)
    text = say("degrees is the hue of the {color} leaves that were shown ({hues})", color=_name(leaf), hues=hues)
    return Finding(f"color {_name(leaf)}", round(looks[0].hue_deg), Verdict.GOOD, text)


def _missing(leaf: Surface) -> Finding:
    text = say(
        "no {color} tile lies by itself in the picture: lay one tile of each color on the empty board, apart from "
        "each other",
        color=_name(leaf),
    )
    return Finding(f"color {_name(leaf)}", None, Verdict.FAIR, text)


def _name(leaf: Surface) -> str:
    return leaf.removeprefix("leaf.")
