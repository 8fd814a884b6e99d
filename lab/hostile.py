"""Measures how long others wait while one address attacks `larder serve`: `python3 lab/hostile.py target/debug/larder`.

    python3 lab/hostile.py target/debug/larder [SECONDS]

A household of eight devices (at 127.0.0.2) reads its lists, adds and ticks, each a few times a second: first alone,
then while an address (127.0.0.3) signs up as fast as it may and has noise pictures read by all its accounts on sixteen
connections. Loopback only, in its own folder. Prints the p50 and p95 of the requests in both phases, and the attack's
results.
"""

import base64
import collections
import http.client
import json
import os
import random
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

DEVICES, ATTACKERS, PAUSE = 8, 16, 0.25
HOUSEHOLD, ATTACKER = "127.0.0.2", "127.0.0.3"


def noise(side=1_800):
    """A PNG in which every line could be print."""
    random.seed(7)
    dark = [bytes(random.choice((0, 255)) for _ in range(side)) for _ in range(64)]
    rows = b"".join(b"\0" + (random.choice(dark) if row % 3 else bytes([255]) * side) for row in range(side))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


class Client:
    def __init__(self, port, source):
        self.port, self.source, self.connection = port, source, None

    def ask(self, method, path, body=None, token=None):
        headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
        for _ in range(2):
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection(
                        "127.0.0.1", self.port, timeout=60, source_address=(self.source, 0)
                    )
                self.connection.request(method, path, None if body is None else json.dumps(body), headers)
                answer = self.connection.getresponse()
                return answer.status, answer.read()
            except OSError:
                self.connection = None
        return 0, b""

    def sign_up(self):
        status, body = self.ask("POST", "/identity/v1/accounts:signUp", {})
        return status, json.loads(body)["idToken"] if status == 200 else None


def household(port, until, waits):
    client = Client(port, HOUSEHOLD)
    _, token = client.sign_up()
    while time.monotonic() < until:
        steps = [
            ("GET", "/api/items", None),
            ("GET", "/api/shopping-list", None),
            ("POST", "/api/shopping-list", {"name": f"Oats {random.random()}"}),
        ]
        for method, path, body in steps:
            began = time.monotonic()
            status, answer = client.ask(method, path, body, token)
            waits.append((time.monotonic() - began, status))
            if method == "POST" and status == 201:
                client.ask(
                    "PATCH", f"/api/shopping-list/{json.loads(answer)['id']}/toggle", {"isCompleted": True}, token
                )
            time.sleep(PAUSE * random.random())


def attack(port, until, tokens, outcomes, picture):
    client = Client(port, ATTACKER)
    while time.monotonic() < until:
        status, token = client.sign_up()
        outcomes[f"sign-up {status}"] += 1
        if token:
            tokens.append(token)
        status, _ = client.ask(
            "POST", "/api/extract", {"imageBase64": picture}, random.choice(tokens) if tokens else "none"
        )
        outcomes[f"reading {status}"] += 1


def run(port, seconds, attackers):
    until, waits, tokens, outcomes = time.monotonic() + seconds, [], [], collections.Counter()
    picture = base64.b64encode(noise()).decode()
    threads = [threading.Thread(target=household, args=(port, until, waits)) for _ in range(DEVICES)]
    threads += [
        threading.Thread(target=attack, args=(port, until, tokens, outcomes, picture)) for _ in range(attackers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times = sorted(wait for wait, _ in waits)
    failed = sum(status >= 500 or status == 0 for _, status in waits)
    p95 = times[int(len(times) * 0.95)]
    print(
        f"{'beside the attack' if attackers else 'alone':18} {len(times):6} requests, p50 {statistics.median(times) * 1e3:7.1f} ms, p95 {p95 * 1e3:7.1f} ms, {failed} failed"
    )
    for name, count in sorted(outcomes.items()):
        print(f"  {name}: {count}")
    return p95


def main():
    binary, seconds = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 60.0
    with tempfile.TemporaryDirectory() as folder:
        settings = {**os.environ, "PORT": "0", "LARDER_DATA": f"{folder}/data"}
        server = subprocess.Popen(
            [os.path.abspath(binary), "serve"],
            env=settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            port = int(next(line for line in server.stdout if "ready at" in line).split()[-1].rsplit(":", 1)[1])
            quiet = run(port, seconds, 0)
            hostile = run(port, seconds, ATTACKERS)
            print(f"p95 beside the attack is {hostile / quiet:.2f} of the quiet one")
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)


if __name__ == "__main__":
    main()
