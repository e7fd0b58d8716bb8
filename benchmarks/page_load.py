"""From a change at the table to phones: ``python benchmarks/page_load.py [--phones N] [--changes N] [--every S]``.

A real server on loopback with N streams, and short requests beside them. Prints a table: how long after ``publish`` the
whole state was read on a stream, how long short requests took, and what the server's process used. Server and clients
share this process, so the figures are rather too large than too small; Wi-Fi and the drawing of the page come on top.
"""

from __future__ import annotations

import argparse
import http.client
import importlib.util
import json
import platform
import resource
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from webui import create_app
from webui.command import Command, Reply
from webui.feed import Feed
from webui.server import serve

MESSAGES = Path(__file__).resolve().parent.parent / "tests" / "webui" / "table_messages.py"


def example() -> dict[str, object]:
    """A whole table message of four players, as the tests have it."""
    spec = importlib.util.spec_from_file_location("table_messages", MESSAGES)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    message: dict[str, object] = module.EXAMPLES["four_players"]()
    return message


def get(port: int, path: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path, headers={"Host": "localhost", "Connection": "close"})
    return connection.getresponse()


def listen(stream: http.client.HTTPResponse, sent_s: dict[int, float], last: int, took_s: list[float]) -> None:
    """Read one stream to the last change; each state's delay from when it was published."""
    while line := stream.readline():
        if line.startswith(b'data: {"seq"'):
            number = json.loads(line[6:])["number"]
            if number in sent_s:
                took_s.append(time.monotonic() - sent_s[number])
            if number == last:
                return


def ask_again(port: int, stop: threading.Event, took_s: list[float]) -> None:
    """One phone's short requests, two a second."""
    while not stop.wait(0.5):
        began_s = time.monotonic()
        with get(port, "/api/state") as answer:
            answer.read()
        took_s.append(time.monotonic() - began_s)


def row(name: str, took_s: list[float]) -> str:
    ordered = sorted(1000 * value for value in took_s)
    at = [ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in (0.5, 0.95, 0.99)]
    return f"| {name} | {len(ordered)} | {at[0]:.1f} | {at[1]:.1f} | {at[2]:.1f} | {ordered[-1]:.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=20)
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--every", type=float, default=0.1, help="seconds between two changes")
    options = parser.parse_args()

    def submit(command: Command) -> Future[Reply]:
        raise AssertionError(command)

    feed, message = Feed(), example()
    feed.publish({**message, "number": 0})
    app = create_app(feed, submit, trusted_hosts=["localhost"], build="benchmark")
    server = serve(app, "127.0.0.1", 0)
    threads = [threading.Thread(target=server.run)]
    threads[0].start()
    sent_s: dict[int, float] = {}
    to_phones_s: list[float] = []
    short_s: list[float] = []
    stop = threading.Event()
    listeners = []
    for _ in range(options.phones):
        stream = get(server.port, "/api/stream")
        listeners.append(threading.Thread(target=listen, args=(stream, sent_s, options.changes, to_phones_s)))
        threads.append(threading.Thread(target=ask_again, args=(server.port, stop, short_s)))
    for thread in (*listeners, *threads[1:]):
        thread.start()
    feed.pause(1.0)
    cpu_s, began_s = time.process_time(), time.monotonic()
    for number in range(1, options.changes + 1):
        sent_s[number] = time.monotonic()
        feed.publish({**message, "number": number})
        feed.pause(options.every)
    for thread in listeners:
        thread.join()
    busy = (time.process_time() - cpu_s) / (time.monotonic() - began_s)
    stop.set()
    server.close()
    for thread in threads:
        thread.join()
    size = len(json.dumps(message))
    print(
        f"{platform.machine()}, Python {platform.python_version()}: {options.phones} phones, {options.changes} changes"
    )
    print(f"of {size} bytes every {options.every:g} s, each phone asking for the state twice a second.\n")
    print("| ms | count | median | p95 | p99 | longest |\n| --- | --- | --- | --- | --- | --- |")
    print(row("change to phone", to_phones_s))
    print(row("short request", short_s))
    merged = 1 - len(to_phones_s) / (options.phones * options.changes)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\n{merged:.0%} of the changes were merged into a later one; {busy:.0%} of one core for server and phones,")
    print(f"{memory:.0f} MiB.")


if __name__ == "__main__":
    main()
