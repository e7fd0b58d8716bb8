"""The one loop: commands, frame, reading, settled view, explanation, lamps, page.

Everything that changes the game happens here, in one thread; others put commands in the queue and read immutable
messages.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from device.cameras.camera import SourceEnded
from device.command_queue import CommandQueue
from device.errors import CameraError, JournalError
from device.eyes import Eyes
from device.journal.record import Entry
from device.journal.saving import Saving
from device.publishing import Publishing
from device.session.desync import Desync
from device.session.message import Sight, table_message
from device.session.message_question import Asking
from device.session.session import Session, SessionError
from device.session.turn_flow import TurnFlow
from device.session.turn_settings import TurnSettings
from device.session.turn_tile import TurnTile
from device.signals.indicator import Indicator
from device.signals.patterns import OFF, Pattern
from device.signals.refused_button import RefusedButton
from device.signals.table_lamps import lit_seats, pattern_of
from device.spare_memory import SpareMemory
from device.stopping import StopSign
from device.table_requests import Handler, TableRequests, answered
from device.table_sight import sight_of_game, with_trouble
from device.watcher import Watcher
from engine.referee import Explanation
from engine.sentence import say
from vision.frame import Frame
from vision.observation import BoardSight
from webui.command import Command, Reply

COMPLAIN_S = 1.5
"""How long a wrong table must lie settled before it is called wrong: being told off for moving quickly is a bore."""

BUMP_TOLD_S = 5.0
"""How long the page says that a board or the camera was moved and has been found again."""

_log = logging.getLogger(__name__)


class Table:
    """The appliance's loop around one game.

    Args:
        session: the game.
        eyes: camera, detector and tracker.
        indicator: the lamps, one a seat.
        publish: takes the table message; must not block.
        commands: what people, buttons and simulated players ask for.
        names: the players' names by seat.
        colors: the players' colours by seat, as pages show them.
        notice: why another game than people expect lies before them, said until they go on with this one.
        restart: begins a new game.
        finished: told when a game is over; may be told again.
        handlers: further commands by name (the simulated table's, say).
        extra: further parts of the table message, made anew for each.
        clock: monotonic seconds; lamps follow it.
        simulated: whether the page shall say that there is no real table.
        probe: raises JournalError for as long as the journal cannot be written.
        looked: is shown each frame with its boards, for a recording; must not block.
        settings: how a session is played until somebody sets it otherwise.
        next_game: begins the next game of a series; raises SessionError where there is none.
        series: the series of solo games for the message, if there is one.
        turn_tile: watches the numbered row of a solo game, where somebody has shown it.
    """

    def __init__(
        self,
        session: Session[Any, Any],
        eyes: Eyes,
        indicator: Indicator,
        publish: Callable[[Mapping[str, object]], object],
        commands: CommandQueue,
        *,
        names: tuple[str, ...],
        colors: Sequence[str] = (),
        notice: str = "",
        restart: Callable[[], Session[Any, Any]],
        finished: Callable[[Session[Any, Any]], None],
        handlers: Mapping[str, Handler] | None = None,
        extra: Callable[[], Mapping[str, object]] = dict,
        clock: Callable[[], float] = time.monotonic,
        simulated: bool = False,
        probe: Callable[[], None] | None = None,
        looked: Callable[[Frame, Sequence[BoardSight]], object] = lambda frame, boards: None,
        settings: TurnSettings | None = None,
        next_game: Callable[[], Session[Any, Any]] | None = None,
        series: Callable[[], Mapping[str, object] | None] = lambda: None,
        turn_tile: TurnTile | None = None,
    ) -> None:
        self.session = session
        self._indicator = indicator
        self._page = Publishing(publish)
        self._names, self._colors = names, colors
        self._notice, self._noticed_at = notice, session.committed
        self._restart = restart
        self._finished = finished
        self._extra = extra
        self._clock = clock
        self._saving = Saving(probe)
        self._refused = RefusedButton()
        self._spare_memory = SpareMemory()
        self._commands = commands
        self._handlers: dict[str, Handler] = {
            **TableRequests(
                lambda: self.session, self._begin_anew, self._begin_next, self._question, self._change, clock
            ).handlers,
            **(handlers or {}),
        }
        self._watcher = Watcher(eyes, simulated, looked)
        self._default = settings or TurnSettings()
        self._next_game, self._series = next_game, series
        self._turn_tile = turn_tile or TurnTile()
        self._flow = TurnFlow(self._turn_tile)
        self._now_s = self._explained_at_s = 0.0
        self._explained: Explanation[Any, Any] = session.explanation
        self._told: object = session.committed
        self._watch_from_the_start()
        self._bumped_at_s = -BUMP_TOLD_S

    @property
    def pattern(self) -> str:
        """The name of the pattern that the lamp of the player whose turn it is shows."""
        return self._pattern().name

    def run(self, stop: StopSign) -> None:
        """Watch until told to stop or until a finite source ends; closes the camera."""
        with self._watcher:
            while not stop.is_set():
                try:
                    self.step()
                except SourceEnded:
                    return

    def step(self) -> None:
        """Carry out what was asked, look once, and show what came of it.

        Raises:
            SourceEnded: the pictures are through.
        """
        self._save_again()
        self._spare_memory.look(self._clock())
        self._drain()
        frame = self._look()
        if frame is not None:
            try:
                self._read(frame)
            except JournalError as error:
                self._not_saved(error)
        self._show()

    def _look(self) -> Frame | None:
        try:
            return self._watcher.frame()
        except CameraError as error:
            pause_s = self._watcher.lose(error)
            self._page.stir()
            self._show()
            asked = self._commands.take(pause_s)  # waits a little, still listening
            if asked is not None:
                self._carry_out(*asked)
            return None

    def _read(self, frame: Frame) -> None:
        session = self.session
        if session.committed is not self._told:
            self._told = session.committed
            self._watcher.commit(session.game.view(self._told))
        seen = self._watcher.look(frame, session.game.layout(session.committed), session.seat)
        if seen is None:
            self._page.stir()
            return
        if seen.fresh:
            self._page.stir()
        if seen.bumped:
            self._bumped_at_s = seen.taken_at_s
            self._desync.bumped()
        if seen.settled is not None:
            session.see(seen.settled, seen.kinds)
        self._take_time(seen.taken_at_s)
        self._look_at_row(frame)
        if seen.settled is None or self._watcher.sight.word != "settled":
            return  # a hand is at the board in play
        if self._flow.go_on(session, self.settings, self._sight.still_s, patient=self._may_complain()):
            self._page.stir()
            self._take_time(seen.taken_at_s)
            self._finish()
        self._desync.judge(session, complain=self._may_complain())

    def _look_at_row(self, frame: Frame) -> None:
        told = self._turn_tile.as_json()
        self._turn_tile.look(frame, self.session)
        if self._turn_tile.as_json() != told:
            self._page.stir()

    def _take_time(self, now_s: float) -> None:
        """How long the explanation stays as it is counts from here if it is another one."""
        self._now_s = now_s
        if self.session.explanation != self._explained:
            self._explained, self._explained_at_s = self.session.explanation, now_s

    @property
    def _sight(self) -> Sight:
        """What is said of the seeing, the game's own state included."""
        still_s, bumped = self._now_s - self._explained_at_s, self._now_s - self._bumped_at_s < BUMP_TOLD_S
        return sight_of_game(self._watcher.sight, self.session, self._desync, still_s, bumped=bumped)

    # --- commands -------------------------------------------------------------------------------------------------

    def _drain(self) -> None:
        while (asked := self._commands.take()) is not None:
            self._carry_out(*asked)

    def _carry_out(self, command: Command, future: Future[Reply]) -> None:
        if not future.set_running_or_notify_cancel():
            return  # whoever asked did not want to wait any longer, so it must not happen behind their back
        try:
            reply = answered(self._handlers, command)
        except JournalError as error:
            self._not_saved(error)
            reply = Reply(False, self._saving.trouble)
        except Exception as error:
            future.set_exception(error)
            raise
        if reply.ok:
            self._finish()
        self._refused.hear(command, reply, self._clock())
        _log.info("command=%s who=%s ok=%s text=%r", command.name, command.who, reply.ok, reply.text)
        self._page.stir()
        future.set_result(reply)

    def _finish(self) -> None:
        """Tell of the end of a game that is over; what cannot be written now is told again later."""
        if self.session.finished:
            try:
                self._finished(self.session)
            except JournalError as error:
                self._not_saved(error)

    def _not_saved(self, error: JournalError) -> None:
        self._saving.failed(error, self._clock())

    def _save_again(self) -> None:
        if self._saving.look(self._clock()):
            self._finish()

    def _begin_anew(self) -> None:
        self._go_on_with(self._restart())

    def _begin_next(self) -> None:
        if self._next_game is None:
            raise SessionError(say("There is no series of games here."))
        self._go_on_with(self._next_game())

    def _go_on_with(self, session: Session[Any, Any]) -> None:
        """Another game at the same table, played as people have set it."""
        settings = self.settings
        self.session = session
        if entries := settings.entries(self._default):
            session.note(entries)
        self._watch_from_the_start()

    def _watch_from_the_start(self) -> None:
        self._desync = Desync(resumed=self.session.resumed)
        self._asking = Asking(self._desync)
        self._explained = self.session.explanation
        self._told = self.session.committed
        self._watcher.begin(self.session.game.view(self._told))

    @property
    def settings(self) -> TurnSettings:
        """How the session is played."""
        return self._default.with_all(self.session.history.settings)

    def _change(self, key: str, value: object, who: str) -> None:
        self.settings.with_value(key, value)  # raises before anything is kept
        self.session.note([Entry("set", who, {"key": key, "value": value})])

    def _question(self) -> Mapping[str, Any] | None:
        return self._asking.question(self.session, complain=self._may_complain())

    # --- lamps and page -------------------------------------------------------------------------------------------

    def _pattern(self) -> Pattern:
        saved, complain = not self._saving.trouble, self._may_complain()
        sight = self._sight
        shown = pattern_of(self.session, sight.word, self._desync, saved=saved, complain=complain, askew=sight.askew)
        return self._refused.pattern(shown, self._clock())

    def _may_complain(self) -> bool:
        return self._sight.word in {"settled", "question", "desynchronised"} and self._sight.still_s >= COMPLAIN_S

    def _show(self) -> None:
        now_s = self._clock()
        pattern = self._pattern()
        lit = lit_seats(self.session, pattern, len(self._names))
        for lamp in self._indicator.values():
            self._indicator.show(lamp.seat, pattern if lamp.seat in lit else OFF)
        self._indicator.tick(now_s)
        lamps = [lamp._asdict() for lamp in self._indicator.values()]
        if not self._page.is_due(lamps, now_s):
            return
        notice = self._notice if self.session.committed is self._noticed_at else ""
        sight = with_trouble(
            self._sight, unsaved=self._saving.trouble, refused=self._refused.text(now_s), notice=notice
        )
        message = {
            **table_message(
                self.session,
                sight,
                self._names,
                complain=self._may_complain(),
                asking=self._asking,
                settings=self.settings,
                series=self._series(),
                colors=self._colors,
            ),
            "turn_tile": self._turn_tile.as_json(),
            **self._extra(),
        }
        self._page.publish(message, lamps, self.settings.language, now_s)
