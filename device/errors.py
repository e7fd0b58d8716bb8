"""The one exception tree of the appliance; every class is also a standard one."""

from __future__ import annotations

from engine.sentence import say


class DeviceError(Exception):
    """Something outside this program is missing, busy, damaged or wrong; the message says what to do about it."""


class CameraError(DeviceError, OSError):
    """The camera is not there, busy or gone, or no new frame came within its patience."""


class PictureError(DeviceError, ValueError):
    """A file or folder given as a source holds no picture that can be read."""


class PinsError(DeviceError, OSError):
    """The pins for lamps or buttons cannot be used as the settings want it."""


class JournalError(DeviceError, OSError):
    """The journal cannot be opened, read or written; nothing was acknowledged.

    ``advice`` is for the people at the table: what is wrong in a few words, and what to do.
    """

    advice: str = say("Check the disk.")


class RequestError(DeviceError, ValueError):
    """An option of a command cannot be meant; names the option, what was expected and what was found."""
