"""Tests the scheduled function as Lambda runs it: EventBridge's event, a table with a due user, and a push service that
counts.

    python3 infra/lambda-harness/reminders_test.py [FOLDER]

FOLDER is as for same_answers_test.py. A user buys milk yesterday (a `larder serve` whose clock is a day behind), and
the function runs today.
"""

import json
import os
import sys
import tempfile
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from deployment import Lambda, Local, built
from gateway import ROOT

BINARY = os.environ.get("LARDER_BIN", str(ROOT / "target/debug/larder"))
FOLDER = Path(sys.argv.pop(1)) if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir() else ROOT / "target/debug"
# As in template.yaml; the function reserves 75 seconds of it for users in progress.
TIMEOUT = 900
# The event of EventBridge Scheduler; the function does not read it.
EVENT = {
    "version": "0",
    "id": "53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa",
    "detail-type": "Scheduled Event",
    "source": "aws.scheduler",
    "detail": {},
}
KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


class PushService(ThreadingHTTPServer):
    """Accepts every message, or answers as `answer` says."""

    def __init__(self):
        self.taken, self.answer = [], 201
        super().__init__(("127.0.0.1", 0), Taker)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.host = f"127.0.0.1:{self.server_port}"


class Taker(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.server.taken.append(self.path)
        self.send_response(self.server.answer)
        self.send_header("content-length", "0")
        self.end_headers()


def zone_at_noon(now):
    """A time zone where it is about noon: the day's hour is long past there, and midnight far away."""
    ahead = 12 - now.hour
    # POSIX counts westwards: Etc/GMT-3 is three hours ahead.
    return f"Etc/GMT{-ahead:+d}"


class Reminders(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="larder-reminders-")
        cls.service = PushService()
        data = Path(cls.folder.name) / "data"
        cls.larder = Local(BINARY, data, LARDER_DEV="1", LARDER_CLOCK_OFFSET="-1d", LARDER_PUSH_HOSTS=cls.service.host)
        settings = {
            "LARDER_JOBS_TOPIC": "arn:aws:sns:us-east-1:123456789012:jobs",
            "AWS_ENDPOINT_URL_DYNAMODB": cls.larder.table,
            "LARDER_SITE_URL": cls.larder.address,
            "LARDER_PUSH_KEYS": (data / "push-keys.json").read_text(encoding="utf-8"),
            "LARDER_PUSH_CONTACT": "mailto:somebody@example.org",
            "LARDER_PUSH_HOSTS": cls.service.host,
            "LARDER_LOG": "info",
        }
        cls.function = Lambda(built(FOLDER, "reminders"), settings, TIMEOUT)

    @classmethod
    def tearDownClass(cls):
        graceful = cls.function.stop()
        cls.larder.stop()
        cls.service.shutdown()
        cls.folder.cleanup()
        if not graceful:
            raise AssertionError("SIGTERM was not enough")

    def setUp(self):
        self.service.taken.clear()
        self.service.answer = 201

    def somebody(self, device):
        """A user who bought milk yesterday that expires today."""
        now = datetime.now(timezone.utc)
        signed_up = self.ask("POST", "/identity/v1/accounts:signUp", {"returnSecureToken": True})
        token = signed_up["idToken"]
        self.ask("PUT", "/api/preferences", {"notificationTime": "06:00", "timeZone": zone_at_noon(now)}, token)
        self.ask(
            "POST", "/api/push-subscriptions", {"endpoint": f"http://{self.service.host}/{device}", "keys": KEYS}, token
        )
        self.ask("POST", "/api/items", {"name": "Secret milk", "expiresAt": f"{now:%Y-%m-%dT%H:%M:%S}Z"}, token)
        return signed_up

    def ask(self, method, path, body=None, token=None):
        headers = {"content-type": "application/json"} if body is not None else {}
        if token:
            headers["authorization"] = f"Bearer {token}"
        answer = self.larder.send(method, path, headers, json.dumps(body).encode() if body is not None else b"")
        self.assertLess(answer.status, 300, answer.body)
        return json.loads(answer.body or b"null")

    def run_once(self):
        """Runs it once and returns its metrics."""
        before = len(self.function.lines)
        self.assertIsNone(self.function.invoke(EVENT))
        # Its lines come another way than its answer.
        for _ in range(100):
            metrics = next((line for line in map(json.loads, self.function.lines[before:]) if "Told" in line), None)
            if metrics:
                return metrics
            time.sleep(0.05)
        self.fail(f"the run told no metrics: {self.function.lines[before:]}")

    def test_a_digest_goes_out_once(self):
        somebody = self.somebody("phone")
        metrics = self.run_once()
        self.assertEqual(self.service.taken, ["/phone"])
        self.assertEqual((metrics["Told"], metrics["Failed"]), (1, 0))
        delivered = self.ask("GET", "/api/preferences", token=somebody["idToken"])["lastDeliveredAt"]
        self.assertLess(abs(datetime.fromisoformat(delivered) - datetime.now(timezone.utc)), timedelta(minutes=1))
        # EventBridge delivers at least once: a repeated event sends nothing.
        self.run_once()
        self.assertEqual(self.service.taken, ["/phone"])
        for line in self.function.lines:
            for private in (somebody["localId"], "milk", KEYS["auth"], "/phone"):
                self.assertNotIn(private, line)

    def test_what_a_push_service_refused_for_now_is_told_by_the_next_run(self):
        self.somebody("tablet")
        self.service.answer = 503
        metrics = self.run_once()
        self.assertEqual((metrics["Told"], metrics["Failed"]), (0, 1))
        refused = len(self.service.taken)
        self.assertGreaterEqual(refused, 1)
        self.service.answer = 201
        metrics = self.run_once()
        self.assertEqual((metrics["Told"], metrics["Failed"]), (1, 0))
        self.assertEqual(len(self.service.taken), refused + 1)


if __name__ == "__main__":
    unittest.main()
