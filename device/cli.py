"""The command line: parses the request, calls the command's own module, turns known errors into one sentence.

Exit status: 0 done, 1 the work failed (no board in the picture), 2 the request was wrong.
"""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

DEFAULT_PORT = 8080
_log = logging.getLogger(__name__)
_LONGEST_DWELL_S = 3600.0
_UNWRITABLE = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
_MOST_PIXELS = str(64 * 10**6)  # a small file of more takes gigabytes
_LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    if sys.stdout is None:  # closed by who called us, who wants to know the status alone
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    elif isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")  # names of files may be no text
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()  # here, for what fails at Python's own end has no status of ours
    except OSError as error:
        if error.errno not in _UNWRITABLE:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left leads nowhere
        if not isinstance(error, BrokenPipeError):  # else the reader of our output has gone, as head does
            print(f"leafwatch: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 1


def _run(arguments: Sequence[str] | None) -> int:
    options = _parser().parse_args(arguments)
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", _MOST_PIXELS)  # before OpenCV is there, which reads it then
    level = os.environ.get("LEAFWATCH_LOG", "WARNING").upper()
    if level not in _LOG_LEVELS:
        print(f"leafwatch: LEAFWATCH_LOG: expected {', '.join(_LOG_LEVELS)}, found {level!r}", file=sys.stderr)
        return 2
    logging.basicConfig(level=level, format="%(levelname)s %(name)s %(message)s")
    try:
        return int(importlib.import_module(options.module).run(options))
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        status = _status(error)
        if status is None:
            raise
        _log.debug("refused", exc_info=error)
        print(f"leafwatch: {_told(error)}", file=sys.stderr)
        return status


def _told(error: Exception) -> str:
    """An error's sentence; of an operating system's error the file and what is wrong, without its number."""
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"


def _status(error: Exception) -> int | None:
    """The exit status of an error that a person can mend, or None for a bug."""
    from device.errors import DeviceError

    if isinstance(error, DeviceError):  # asked first: the commands that install know nothing but these
        return 2
    if isinstance(error, OSError) and error.filename is not None:  # a folder that this user may not enter, a full disk
        return 2
    from calibration.profile import ProfileError
    from device.session.session import SessionError
    from vision.pose import BoardNotFound
    from webui.server import ServerError

    if isinstance(error, BoardNotFound):
        return 1
    if isinstance(error, (ProfileError, SessionError, ServerError)):
        return 2
    return None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="leafwatch", description="A camera that referees a board game at the table.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    demo = _command(commands, "demo", "device.commands.demo", "a simulated table plays a solo game, with the page")
    demo.add_argument("--port", type=_port, default=DEFAULT_PORT, help=f"port of the page (default {DEFAULT_PORT})")
    demo.add_argument("--no-browser", action="store_true", help="do not open a browser")
    demo.add_argument("--headless", action="store_true", help="no page: play to the end and print the result")
    demo.add_argument(
        "--setup", action="store_true", help="show the set-up of a new table, which is forgotten afterwards"
    )
    demo.add_argument("--fast", action="store_true", help="do not wait between pictures")
    demo.add_argument("--seed", type=int, default=None, help="which game (default: a new one each time)")

    run = _command(commands, "run", "device.commands.run", "the appliance, with the saved profile")
    run.add_argument("--port", type=_port, default=None, help="port of the page (default: the settings' own)")
    run.add_argument("--profile", type=Path, default=None, help="folder of the profile (default: the saved one)")
    run.add_argument(
        "--source", default=None, help="camera: pi, usb:N, file:PATH or simulated (default: the settings' own)"
    )

    calibrate = _command(
        commands, "calibrate", "device.commands.calibrate", "measure the empty board: pose, references, treasures"
    )
    calibrate.add_argument("--profile", type=Path, required=True, help="folder to write")
    calibrate.add_argument(
        "--image", type=Path, default=None, help="a picture of the empty board (default: the camera)"
    )
    calibrate.add_argument("--source", default=None, help="camera: pi, usb:N or file:PATH")
    calibrate.add_argument("--bare", action="store_true", help="nothing lies on the boards, even where it looks so")
    calibrate.add_argument("--corners", default=None, help='the four grid corners "x,y x,y x,y x,y", far left first')
    calibrate.add_argument("--floor", type=Path, default=None, help="file with the printed treasures, 8 rows of 9")
    calibrate.add_argument(
        "--lens",
        type=Path,
        nargs="+",
        default=None,
        metavar="IMAGE",
        help="pictures of the printed sheet (markers --charuco), to measure the lens with; kept in the profile",
    )
    calibrate.add_argument(
        "--samples",
        type=Path,
        nargs="+",
        default=(),
        metavar="IMAGE",
        help="pictures of the board with a leaf tile of each colour by itself: the colours are learned and told apart",
    )
    calibrate.add_argument(
        "--name", action="append", default=None, help="keep the board by this name, to be known again; one a board"
    )
    calibrate.add_argument("--boards", type=Path, default=None, help="folder of named boards (default: the usual one)")
    calibrate.add_argument("--picture", type=Path, default=None, help="write a picture with what was found drawn in")
    calibrate.add_argument("--json", action="store_true", help="print JSON")

    read = _command(commands, "read", "device.commands.read", "read still pictures")
    read.add_argument("--profile", type=Path, required=True, help="folder of the profile")
    read.add_argument("images", type=Path, nargs="+", metavar="IMAGE")
    read.add_argument("--json", action="store_true", help="print one JSON object a picture")

    watch = _command(commands, "watch", "device.commands.watch", "run recorded pictures through the referee")
    watch.add_argument(
        "--profile", type=Path, default=None, help="folder of the profile (default: the recording's own)"
    )
    watch.add_argument("--source", type=Path, required=True, help="folder of pictures, a video, or a recording")
    watch.add_argument("--dwell", type=_dwell, default=2.0, help="seconds each picture lies on the table (default 2)")
    watch.add_argument("--json", action="store_true", help="print one JSON object an event")

    to_test = _command(commands, "record-to-test", "device.commands.record_to_test", "make a test of a recording")
    to_test.add_argument("recording", type=Path, metavar="RECORDING", help="folder of a recording")
    to_test.add_argument(
        "folder", type=Path, metavar="FOLDER", help="folder to write, such as tests/data/recordings/NAME"
    )

    score = _command(commands, "score", "device.commands.score", "final phase and ranking of positions, step by step")
    score.add_argument("positions", type=Path, nargs="+", metavar="POSITION")
    score.add_argument("--json", action="store_true", help="print one JSON object a position")
    score.add_argument("--language", choices=("en", "de"), default="en", help="the language of its sentences")

    markers = _command(commands, "markers", "device.commands.markers", "write the corner cards as a PDF to print")
    markers.add_argument("pdf", type=Path, metavar="PDF", help="file to write")
    markers.add_argument(
        "--charuco", action="store_true", help="write the sheet for calibrating the lens, not the corner cards"
    )
    markers.add_argument("--paper", choices=("a4", "letter"), default="a4", help="size of the paper (default a4)")

    games = _command(commands, "games", "device.commands.games", "list the games that the journal keeps")
    _journal(games)

    replay = _command(commands, "replay", "device.commands.replay", "print a kept game turn by turn")
    _journal(replay)
    _game(replay)
    replay.add_argument("--board", action="store_true", help="print the board after each turn")

    export = _command(commands, "export", "device.commands.export", "write a kept game as text, table or picture")
    _journal(export)
    _game(export)
    export.add_argument(
        "--form",
        choices=("jsonl", "notation", "csv", "svg", "png"),
        default=None,
        help="JSON lines (the whole game), moves in notation, a table of events, or the final boards as a picture "
        "(default: by the file's ending, else jsonl)",
    )
    export.add_argument("file", type=Path, nargs="?", metavar="FILE", help="file to write (default: standard output)")

    taken = _command(commands, "import", "device.commands.import_games", "add an exported game to the journal")
    _journal(taken)
    taken.add_argument("file", type=Path, metavar="FILE", help="file that leafwatch export wrote")

    backup = _command(commands, "backup", "device.commands.backup", "write journal, settings and profile to a zip")
    backup.add_argument("file", type=Path, metavar="FILE.zip", help="file to write")

    restore = _command(commands, "restore", "device.commands.restore", "bring back what a backup holds")
    restore.add_argument("file", type=Path, metavar="FILE.zip", help="file that leafwatch backup wrote")

    safe = _command(
        commands, "safe-mode", "device.commands.safe_mode", "the page alone: health, games and backup, no camera"
    )
    safe.add_argument("--port", type=_port, default=DEFAULT_PORT, help=f"port of the page (default {DEFAULT_PORT})")

    install = _command(
        commands, "install", "device.install.install_command", "lay leafwatch down as a service (systemd)"
    )
    install.add_argument("--port", type=_port, default=DEFAULT_PORT, help=f"port of the page (default {DEFAULT_PORT})")
    _steps(install)

    update = _command(
        commands, "update", "device.install.update_command", "put this checkout in use; back to the old one if it fails"
    )
    update.add_argument("--force", action="store_true", help="also while a game is being played")
    _steps(update)

    uninstall = _command(
        commands, "uninstall", "device.install.uninstall_command", "take the service away; games and settings stay"
    )
    uninstall.add_argument("--purge", action="store_true", help="remove games, settings and profile too")
    _steps(uninstall)

    pin = _command(commands, "pin", "device.commands.pin", "the host's PIN for the page: is one set, forget it, set it")
    wish = pin.add_mutually_exclusive_group()
    wish.add_argument("--reset", action="store_true", help="forget the PIN; the first browser that sets one is host")
    wish.add_argument("--set", action="store_true", help="type a new PIN")

    doctor = _command(commands, "doctor", "device.doctor.report", "health of the installation")
    doctor.add_argument("--json", action="store_true", help="print JSON")
    doctor.add_argument(
        "--zip", type=Path, default=None, metavar="FILE", help="write a zip for a report of a mistake, without secrets"
    )
    return parser


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, module: str, text: str
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    parser.set_defaults(module=module)
    return parser


def _journal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--journal", type=Path, default=None, help="the journal's file (default: the appliance's own)")


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", type=int, default=None, metavar="N", help="which (default: the running or newest)")


def _steps(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only print what would be done")
    parser.add_argument("--root", type=Path, default=Path("/"), help=argparse.SUPPRESS)  # another root, for tests


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 65535, found {text!r}")
    return int(text)


def _dwell(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= _LONGEST_DWELL_S:  # no number (nan) is refused as well
        raise argparse.ArgumentTypeError(f"expected seconds above 0 and up to {_LONGEST_DWELL_S:.0f}, found {text!r}")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
