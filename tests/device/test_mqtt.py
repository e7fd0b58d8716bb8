"""Telling a real broker (Debian's mosquitto on loopback) what the table says, with a client of our own listening."""

import json
import queue
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import CallbackAPIVersion, Client

from device.mqtt import Broker, MqttError, MqttTeller, broker_of
from device.mqtt_topics import discovery_posts, event_posts, last_line, state_posts
from device.settings import Settings
from webui.feed import Feed

MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
WAIT_S = 120.0

Heard = "queue.Queue[tuple[str, dict[str, Any] | str, bool]]"


def message(text: str = "Legal.", mood: str | None = "good", lines: int = 1) -> dict[str, Any]:
    """The parts of a table message that the broker hears of."""
    return {
        "status": {"word": "settled"},
        "turn": {"number": 3, "seat": 0},
        "players": [{"seat": 0, "name": 'Ada "the leaf" Ö'}],
        "verdict": {"mood": mood, "text": text, "rule": "R4.1" if mood == "wrong" else None},
        "question": None,
        "score": None,
        "lamps": [{"seat": 0, "pattern": "legal"}],
        "log": [{"seq": n, "turn": 3, "seat": 0, "mood": "good", "text": f"Line {n}."} for n in range(lines)],
    }


@pytest.fixture
def port() -> Iterator[int]:
    """A port of this test's own: nobody gets it by chance, and who asks for it by number may still listen on it."""
    with closing(socket.socket()) as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as a broker does: two may bind, one listens
        kept.bind(("127.0.0.1", 0))
        yield int(kept.getsockname()[1])


@contextmanager
def mosquitto(folder: Path, port: int, *more: str) -> Iterator[None]:
    """The real broker on loopback."""
    if MOSQUITTO is None:
        pytest.skip("no mosquitto on this machine: sudo apt install mosquitto")
    settings = folder / "mosquitto.conf"
    lines = more or ("allow_anonymous true",)
    settings.write_text("\n".join((f"listener {port} 127.0.0.1", "user root", *lines, "")), encoding="utf-8")
    with subprocess.Popen([MOSQUITTO, "-c", str(settings)], stderr=subprocess.DEVNULL) as broker:
        try:
            yield
        finally:
            broker.terminate()
            broker.wait(timeout=WAIT_S)


@contextmanager
def listener(port: int, user: str = "", password: str = "") -> Iterator[tuple[Client, Heard]]:
    """A client that hears everything, once it is subscribed for sure."""
    heard: Heard = queue.Queue()
    ready: queue.Queue[None] = queue.Queue()
    client = Client(CallbackAPIVersion.VERSION2)
    if user:
        client.username_pw_set(user, password)
    client.reconnect_delay_set(1, 1)

    def on_message(client: Client, userdata: object, post: Any) -> None:
        text = post.payload.decode()
        heard.put((post.topic, json.loads(text) if text.startswith("{") else text, post.retain))

    client.on_message = on_message
    client.on_connect = lambda client, *rest: client.subscribe("#", qos=1)
    client.on_subscribe = lambda *rest: ready.put(None)
    client.connect_async("127.0.0.1", port)
    client.loop_start()
    try:
        ready.get(timeout=WAIT_S)
        yield client, heard
    finally:
        client.disconnect()
        client.loop_stop()


def wait_for(heard: Heard, wanted: Callable[[str, Any], bool]) -> Any:
    """The payload of the first post that is wanted; those before it are passed over."""
    while True:
        topic, payload, _ = heard.get(timeout=WAIT_S)
        if wanted(topic, payload):
            return payload


@pytest.fixture
def feed() -> Iterator[Feed]:
    """A feed that is closed in the end."""
    made = Feed()
    yield made
    made.close()


def test_the_broker_hears_state_lamps_and_each_event_once(tmp_path: Path, port: int, feed: Feed) -> None:
    """State and lamps follow the feed; the log of an evening that was there before is not told again."""
    feed.publish(message(lines=2))
    with mosquitto(tmp_path, port), listener(port) as (_, heard), MqttTeller(Broker("127.0.0.1", port), feed):
        assert wait_for(heard, lambda topic, _: topic == "leafwatch/available") == "online"
        state = wait_for(heard, lambda topic, _: topic == "leafwatch/state")
        assert state["player"] == 'Ada "the leaf" Ö'
        assert wait_for(heard, lambda topic, _: topic == "leafwatch/lamp/1")["pattern"] == "legal"
        feed.publish(message("Over a leaf.", "wrong", lines=3))
        state = wait_for(heard, lambda topic, _: topic == "leafwatch/state")
        assert (state["illegal"], state["rule"]) == ("ON", "R4.1")
        assert wait_for(heard, lambda topic, _: topic == "leafwatch/event")["text"] == "Line 2."


def test_home_assistant_finds_every_sensor_again_after_its_restart(tmp_path: Path, port: int, feed: Feed) -> None:
    """Discovery is retained and sent again on the birth message; each sensor names where it is available."""
    feed.publish(message())
    with mosquitto(tmp_path, port), listener(port) as (client, heard), MqttTeller(Broker("127.0.0.1", port), feed):
        wait_for(heard, lambda topic, _: topic == "leafwatch/lamp/1")
        client.publish("homeassistant/status", "online", qos=1)
        wanted = {post.topic for post in discovery_posts([0], "1")}
        while wanted:
            topic, about, _ = heard.get(timeout=WAIT_S)
            if topic in wanted:
                assert isinstance(about, dict)
                assert about["availability_topic"] == "leafwatch/available"
                wanted.remove(topic)


def test_whoever_comes_later_hears_that_leafwatch_has_left(tmp_path: Path, port: int, feed: Feed) -> None:
    """After the end the broker keeps ``offline`` for the sensors."""
    feed.publish(message())
    with mosquitto(tmp_path, port):
        with listener(port) as (_, heard), MqttTeller(Broker("127.0.0.1", port), feed):
            wait_for(heard, lambda topic, _: topic == "leafwatch/state")
        with listener(port) as (_, heard):
            assert wait_for(heard, lambda topic, _: topic == "leafwatch/available") == "offline"


def test_a_broker_that_comes_late_is_told_the_present_state(tmp_path: Path, port: int, feed: Feed) -> None:
    """The evening does not wait for the broker, and the broker does not miss it."""
    feed.publish(message("First."))
    with MqttTeller(Broker("127.0.0.1", port), feed):
        feed.publish(message("Second."))
        with mosquitto(tmp_path, port), listener(port) as (_, heard):
            assert wait_for(heard, lambda topic, _: topic == "leafwatch/state")["verdict"] == "Second."


def test_a_wrong_password_is_logged_without_it(
    tmp_path: Path, port: int, feed: Feed, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """A broker that refuses us ends nothing, and no text holds the password."""
    broker = Broker("127.0.0.1", port, "ada", "secret-word")
    assert "secret-word" not in repr(broker)
    feed.publish(message())
    with mosquitto(tmp_path, broker.port, "allow_anonymous false"), MqttTeller(broker, feed) as teller:
        for _ in range(round(20 * WAIT_S)):
            if "mqtt=refused" in caplog.text:
                break
            teller._stop.wait(0.05)
    assert "mqtt=refused" in caplog.text
    assert "secret-word" not in caplog.text + capsys.readouterr().err


def test_the_password_comes_from_its_own_file_or_the_start_is_refused(tmp_path: Path) -> None:
    """Settings name the broker; a file that is not there is named, and without a broker nothing is told."""
    assert broker_of(Settings()) is None
    file = tmp_path / "password"
    settings = Settings(mqtt_host="broker.local", mqtt_user="ada", mqtt_password_file=str(file))
    with pytest.raises(MqttError, match="password"):
        broker_of(settings)
    file.write_text("secret-word\n", encoding="utf-8")
    assert broker_of(settings) == Broker("broker.local", 1883, "ada", "secret-word")


def test_a_state_says_what_a_lamp_in_the_kitchen_needs() -> None:
    """Mood and illegal stand in words of their own; without a turn nobody is to move."""
    state = json.loads(state_posts({**message(mood=None), "turn": None})[0].payload)
    assert (state["mood"], state["illegal"], state["player"], state["turn"]) == ("none", "OFF", None, None)


def test_events_are_told_from_the_line_after_the_last_one() -> None:
    """Lines are counted by their number, so a game that begins anew begins at 0."""
    assert [json.loads(post.payload)["text"] for post in event_posts(message(lines=4), told=1)] == [
        "Line 2.",
        "Line 3.",
    ]
    assert last_line(message(lines=0)) == -1
    assert not any(post.retained for post in event_posts(message(lines=2), told=-1))
