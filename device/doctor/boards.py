"""The doctor's look at the boards on the table: whether they are those of the profile."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from calibration.profile import Profile, ProfileError
from device.doctor.finding import Finding, Level
from device.eyes import detector_of
from engine.sentence import say, sentence_of
from vision.doubt.other_icons import said_of_icons
from vision.frame import Frame
from vision.pose import BoardNotFound, OtherBoard


def boards(seen: Sequence[Frame], folder: Path) -> tuple[Finding, ...]:
    """Whether the boards of the profile lie in what the camera saw; nothing is said without a picture or a profile."""
    try:
        profile = Profile.load(folder)
    except ProfileError:
        return ()  # the profile's own finding says so
    return tuple(_held_against(profile, frame) for frame in seen)


def _held_against(profile: Profile, frame: Frame) -> Finding:
    try:
        observation = detector_of(profile).read(frame)
    except OtherBoard as error:
        return Finding("boards", Level.PROBLEM, sentence_of(error), _REMEDY)
    except BoardNotFound as error:
        return Finding("boards", Level.NOTICE, sentence_of(error), say("fine if none lies on the table"))
    if said := observation.other or said_of_icons(observation.evidence, observation.readings):
        return Finding("boards", Level.PROBLEM, said, _REMEDY)
    text = say(
        "{number} of {all} that were measured lie on the table", number=len(observation.boards), all=len(profile.boards)
    )
    if observation.missing:
        return Finding("boards", Level.NOTICE, text, say("fine if the others are not on the table"))
    return Finding("boards", Level.OK, text)


_REMEDY = say("lay out the boards that were measured, or measure these in the set-up on the page")
