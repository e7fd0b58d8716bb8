"""Telling a home's MQTT broker what happens at the table; optional, and never waited for.

A broker that is not there is tried again in the background; what happened meanwhile is not told later, the present
state is.
"""

from __future__ import annotations

import importlib
import json
import logging
import threading
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from device.errors import DeviceError
from device.mqtt_topics import AVAILABLE, BIRTH, Post, discovery_posts, event_posts, last_line, state_posts
from device.settings import Settings
from device.version import VERSION
from webui.feed import Feed, FeedClosed

SLICE_S = 0.5
"""How often the teller looks whether it shall stop, and the least time between two states."""

_log = logging.getLogger(__name__)


class MqttError(DeviceError, RuntimeError):
    """A broker is configured, but its client is not installed or its password cannot be read."""


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker listens, and as whom we come; the password never appears in a text."""

    host: str
    port: int = 1883
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        return f"Broker(host={self.host!r}, port={self.port}, user={self.user!r})"


def broker_of(settings: Settings) -> Broker | None:
    """The broker that the settings name, with the password from its own file; None where none is set.

    Raises:
        MqttError: the file with the password cannot be read.
    """
    if settings.mqtt_host is None:
        return None
    password = ""
    if settings.mqtt_password_file is not None:
        try:
            password = Path(settings.mqtt_password_file).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise MqttError(f"{settings.mqtt_password_file}: the broker's password cannot be read: {error}") from error
    return Broker(settings.mqtt_host, settings.mqtt_port, settings.mqtt_user or "", password)


def teller(settings: Settings, feed: Feed) -> AbstractContextManager[object]:
    """Tells the settings' broker for as long as the block lasts; does nothing where none is set."""
    broker = broker_of(settings)
    return nullcontext() if broker is None else MqttTeller(broker, feed)


class MqttTeller:
    """Follows the feed and tells the broker; a context manager around the evening.

    Args:
        broker: whom to tell.
        feed: what the pages get, from which this takes one place as a page does.

    Raises:
        MqttError: paho-mqtt is not installed.
    """

    def __init__(self, broker: Broker, feed: Feed) -> None:
        try:
            paho = importlib.import_module("paho.mqtt.client")
        except ImportError as error:
            raise MqttError(
                "a broker is set under [mqtt], but paho-mqtt is not installed: pip install 'leafwatch[mqtt]'"
            ) from error
        self._broker = broker
        self._feed = feed
        self._stop = threading.Event()
        self._connected = threading.Event()
        self._welcome = threading.Event()  # the broker, or Home Assistant behind it, has just come
        self._client: Any = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id="leafwatch")
        if broker.user:
            self._client.username_pw_set(broker.user, broker.password)
        self._client.will_set(AVAILABLE, "offline", qos=1, retain=True)
        self._client.reconnect_delay_set(1, 60)
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._thread = threading.Thread(target=self._tell, name="mqtt", daemon=True)

    def __enter__(self) -> Self:
        self._client.connect_async(self._broker.host, self._broker.port, keepalive=30)
        self._client.loop_start()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join(timeout=5.0)
        if self._connected.is_set():
            self._client.publish(AVAILABLE, "offline", qos=1, retain=True).wait_for_publish(timeout=2.0)
        self._client.disconnect()
        self._client.loop_stop()

    def _tell(self) -> None:
        """Follow the feed until told to stop; a state that nobody could be told is forgotten for the next one."""
        told: int | None = None
        posted: dict[str, str] = {}
        try:
            with self._feed.subscribe() as subscription:
                while not self._stop.is_set():
                    snapshot = subscription.wait(SLICE_S)
                    connected = self._connected.is_set()  # asked first: who is connected has been welcomed before
                    welcome = connected and self._welcome.is_set()
                    if welcome:
                        self._welcome.clear()
                        posted.clear()
                        snapshot = self._feed.latest()
                    if snapshot is None or not connected:
                        continue
                    message = json.loads(snapshot.text)
                    if welcome:
                        self._describe(message)
                    last = last_line(message)
                    # The log of a new game begins anew; the first message tells no old lines.
                    told = last if told is None or last < told else told
                    self._post(state_posts(message), posted)
                    self._post(event_posts(message, told), {})
                    told = last
                    self._stop.wait(SLICE_S)
        except FeedClosed:
            return

    def _describe(self, message: Mapping[str, Any]) -> None:
        self._post(discovery_posts((player["seat"] for player in message["players"]), VERSION), {})
        self._client.publish(AVAILABLE, "online", qos=1, retain=True)

    def _post(self, posts: Iterable[Post], posted: dict[str, str]) -> None:
        for post in posts:
            if posted.get(post.topic) == post.payload:
                continue
            self._client.publish(post.topic, post.payload, qos=1, retain=post.retained)
            posted[post.topic] = post.payload

    def _on_connect(self, client: Any, userdata: object, flags: object, reason: Any, properties: object) -> None:
        if reason.is_failure:
            _log.warning("mqtt=refused broker=%s reason=%s", self._broker.host, reason)
            return
        _log.info("mqtt=connected broker=%s", self._broker.host)
        client.subscribe(BIRTH, qos=1)
        self._welcome.set()
        self._connected.set()

    def _on_disconnect(self, client: Any, userdata: object, flags: object, reason: Any, properties: object) -> None:
        self._connected.clear()
        if not self._stop.is_set():
            _log.warning("mqtt=lost broker=%s reason=%s", self._broker.host, reason)

    def _on_message(self, client: Any, userdata: object, message: Any) -> None:
        if message.topic == BIRTH and message.payload == b"online":
            self._welcome.set()
