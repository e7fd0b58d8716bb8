"""``leafwatch watch``: recorded pictures through detector, tracker and referee, in simulated time."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from calibration.profile import Profile
from device.archive.recording_ring import RECORDING
from device.cameras.camera import SourceEnded
from device.cameras.files import Recording, open_recording
from device.commands.read import letter
from device.errors import PictureError, RequestError
from device.eyes import detector_of, tracker_of
from engine.game import Reading, Spot, Violation
from engine.grid import Cell, Space
from engine.indian_summer.forest import ForestFloor
from engine.indian_summer.free_play import Followed, Laid, follow, found, open_table
from engine.indian_summer.rules import IndianSummer
from engine.indian_summer.state import State
from engine.referee import Verdict
from vision.detector import Detector
from vision.doubt.other_icons import said_of_icons
from vision.observation import Observation
from vision.pose import BoardNotFound
from vision.tracker import Tracker

FORMAT = "leafwatch-watch/1"

_SETTLES_S = 1.1  # of ten pictures a second, what two windows of the tracker need after a change
_LYING_S = 25  # what has stayed across a rim for so long is taken for no hand

Happening = dict[str, object]
"""One event in its JSON form."""


def run(options: argparse.Namespace) -> int:
    """Print what happens in the recording; returns 0, 1 when nothing could be read, or 2 when a picture is damaged.

    Why is said on stderr; what comes after a damaged picture is watched nevertheless.

    Raises:
        RequestError: no profile was named, and the source is no recording that holds its own.
    """
    if options.profile is None and not (options.source / RECORDING).is_file():
        raise RequestError("--profile: expected the folder of a profile, found none: only a recording holds its own")
    profile = Profile.load(options.profile if options.profile is not None else options.source / "profile")
    damaged: list[PictureError] = []

    def tell(error: PictureError) -> None:
        damaged.append(error)
        print(f"leafwatch: {error}", file=sys.stderr)

    watcher = Watcher(profile, detector_of(profile), tracker_of(profile), tell)
    if options.dwell < _SETTLES_S and options.source.is_dir():
        why = f"each picture lies for {_SETTLES_S:g} seconds, for in less nothing settles"
        print(f"leafwatch: --dwell {options.dwell:g}: {why}", file=sys.stderr)
    with open_recording(options.source, dwell_s=max(options.dwell, _SETTLES_S)) as camera:
        for happening in watcher.watch(camera):
            print(json.dumps({"format": FORMAT, **happening}) if options.json else _sentence(happening), flush=True)
    if why := watcher.why_unread(options.source):
        print(f"leafwatch: {why}", file=sys.stderr)
    return 2 if damaged else 1 if why else 0


def refuse(error: PictureError) -> None:
    """Give up at the first damaged picture."""
    raise error


@dataclass
class Watcher:
    """Follows one recording; ``damaged`` is told of what cannot be read in it.

    ``ever_seen`` tells whether a board was found in any picture, ``ever_free`` whether one was without anything across
    its rim, ``ever_settled`` whether one was read.
    """

    profile: Profile
    detector: Detector
    tracker: Tracker
    damaged: Callable[[PictureError], None] = refuse
    game: IndianSummer = field(default_factory=IndianSummer)
    ever_seen: bool = False
    ever_free: bool = False
    ever_settled: bool = False
    _said_of_icons: bool = False
    _missing: frozenset[int] = frozenset()  # seats, as they were said to be
    _owed: dict[int, frozenset[Violation]] = field(default_factory=dict)  # by seat, what was said to be owed

    def watch(self, camera: Recording) -> Iterator[Happening]:
        """The events of a recording in order."""
        floors = [ForestFloor.parse(board.floor, f"board {board.seat + 1}") for board in self.profile.boards]
        state = open_table(floors, [f"Player {board.seat + 1}" for board in self.profile.boards])
        begun: set[int] = set()
        word = ""
        while True:
            try:
                frame = camera.read()
            except SourceEnded:
                return
            except PictureError as error:
                self.damaged(error)
                continue
            try:
                observation = self.detector.glance(frame)
            except BoardNotFound as error:
                if word != str(error):
                    yield {"image": camera.current, "event": "not-found", "text": str(error)}
                word, self._missing = str(error), frozenset(board.seat for board in self.profile.boards)
                continue
            if observation.other and word != observation.other:
                yield {"image": camera.current, "event": "not-found", "text": observation.other}
            word, self.ever_seen = observation.other or "ok", True
            yield from self._gone(camera.current, observation)
            yield from self._bumps(camera.current, observation)
            readings = self.tracker.update(observation)
            self.ever_free |= any(self.tracker.status_of(board.seat) != "hand" for board in observation.boards)
            if readings is None:
                continue
            self.ever_settled = True
            seen = self.tracker.settled.named
            yield from self._icons(camera.current, observation)
            for seat in range(len(self.profile.boards)):
                if seat not in begun and _covers(seen, seat):
                    begun.add(seat)
                    state, happenings = self._begin(state, seat, seen, camera.current)
                else:
                    followed = follow(self.game, state, seat, seen)
                    state, happenings = followed.state, self._happenings(followed, camera.current)
                yield from happenings
            self.tracker.commit(self.game.view(state))

    def why_unread(self, source: Path) -> str:
        """Why nothing at all could be read, and what to do about it; empty when something was."""
        longer = f", or let each picture lie longer (--dwell {_LYING_S})" if source.is_dir() else ""
        if self.ever_settled:
            return ""
        if not self.ever_seen:
            return f"{source}: no board was found in any picture: expected pictures of the boards of the profile"
        if not self.ever_free:
            return (
                f"{source}: in every picture something reaches over the rim of the boards, or part of them is out of "
                f"the picture, so nothing was read: expected some pictures without hands{longer}"
            )
        return f"{source}: nothing lay still long enough to be read: expected boards that rest for a second{longer}"

    def _begin(
        self, state: State, seat: int, seen: Mapping[Spot, Reading], image: str
    ) -> tuple[State, list[Happening]]:
        """The first settled view of a board is the table as it was found; silent when it is empty."""
        mine: dict[Spot, Reading] = {
            spot: reading for spot, reading in seen.items() if isinstance(spot, Space) and spot.seat == seat
        }
        if all(reading.surface == "floor" for reading in mine.values()):
            return state, []
        rows = ["".join(letter(mine, Space(seat, Cell(r, c))) for c in range(9)) for r in range(8)]
        text = f"Player {seat + 1}'s board was not empty when the watch began; it is taken as it lies."
        happening: Happening = {"image": image, "event": "found", "player": seat, "rows": rows, "text": text}
        return found(self.game, state, mine), [happening]

    def _icons(self, image: str, observation: Observation) -> Iterator[Happening]:
        settled = [seen for seen in observation.evidence if self.tracker.status_of(seen.seat) == "settled"]
        if (text := said_of_icons(settled, self.tracker.settled.readings)) and not self._said_of_icons:
            yield {"image": image, "event": "question", "text": text}
        self._said_of_icons = bool(text)

    def _gone(self, image: str, observation: Observation) -> Iterator[Happening]:
        fresh = observation.missing - self._missing
        self._missing = observation.missing
        for seat in sorted(() if observation.other else fresh):  # of other boards it was said that they are that
            text = f"Player {seat + 1}'s board is not in the picture."
            yield {"image": image, "event": "not-found", "player": seat, "text": text}

    def _bumps(self, image: str, observation: Observation) -> Iterator[Happening]:
        for board in observation.boards:
            if board.bumped:
                text = f"Player {board.seat + 1}'s board or the camera was moved; found again."
                yield {"image": image, "event": "bumped", "player": board.seat, "text": text}

    def _happenings(self, followed: Followed, image: str) -> list[Happening]:
        head: Happening = {"image": image}
        seat = followed.seat
        result = [
            {
                **head,
                "event": "placed",
                "player": seat,
                "piece": piece.kind,
                "color": piece.color,
                "cells": [str(cell) for cell in piece.cells],
                "hole": None if piece.hole is None else str(piece.hole),
                "rule": None,
                "text": _placed(piece),
            }
            for piece in followed.laid
        ]
        if followed.taken:
            cells = [str(cell) for cell in followed.taken]
            text = f"Nothing lies on {', '.join(cells)} any more."
            result.append({**head, "event": "removed", "player": seat, "cells": cells, "text": text})
        explanation, owed = followed.explanation, frozenset[Violation]()
        match explanation.verdict:
            case Verdict.ILLEGAL:
                result.extend(_violated("illegal", head, seat, violation) for violation in explanation.violations)
            case Verdict.INCOMPLETE:
                told = self._owed.get(seat, frozenset())
                fresh = [violation for violation in explanation.violations if violation not in told]
                result.extend(_violated("owed", head, seat, violation) for violation in fresh)
                owed = frozenset(explanation.violations)
            case Verdict.QUESTION | Verdict.UNEXPLAINED:
                events = (event for line in explanation.rivals for event in line.events)
                spots = explanation.differs or frozenset(spot for event in events for spot in event.spots)
                text = (
                    "What was laid here cannot be told apart." if explanation.rivals else "No placement explains this."
                )
                result.append({**head, "event": "question", "player": seat, "cells": _names(spots), "text": text})
        self._owed[seat] = owed  # what is owed is said once, not with every picture
        return result


def _covers(seen: Mapping[Spot, Reading], seat: int) -> bool:
    return any(isinstance(spot, Space) and spot.seat == seat for spot in seen)


def _violated(event: str, head: Happening, seat: int, violation: Violation) -> Happening:
    return {
        **head,
        "event": event,
        "player": seat,
        "cells": _names(violation.spots),
        "rule": violation.rule,
        "text": violation.text,
    }


def _names(spots: frozenset[Spot]) -> list[str]:
    return [str(spot.cell) for spot in sorted(spot for spot in spots if isinstance(spot, Space))]


def _placed(piece: Laid) -> str:
    name = {"leaf": f"{piece.color} leaf", "token": f"{piece.color or 'unread'} token"}.get(piece.kind, piece.kind)
    return f"{name[0].upper()}{name[1:]} on {', '.join(map(str, piece.cells))}."


def _sentence(happening: Happening) -> str:
    rule = happening.get("rule")
    return f"{happening['image']}: {happening['text']}" + (f" ({rule})" if rule else "")
