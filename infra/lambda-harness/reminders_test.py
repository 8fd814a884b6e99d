"""Tests the scheduled function as Lambda runs it: with EventBridge's event, a due user, and a fake push service.

    python3 infra/lambda-harness/reminders_test.py [FOLDER]

FOLDER is as for same_answers_test.py. A user adds milk yesterday (by a `larder serve` whose clock is a day behind), and
the function runs today.
"""

import json
import os
import sys
import tempfile
import time
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

from deployment import ROOT, Lambda, Local, built

sys.path.append(str(ROOT / "infra/local/tests"))

from served import Account, PushService

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


def zone_at_noon(now):
    """Returns a time zone in which it is about noon, long after the reminder's hour and before midnight."""
    ahead = 12 - now.hour
    # By POSIX, Etc/GMT-3 is three hours ahead.
    return f"Etc/GMT{-ahead:+d}"


class Reminders(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="larder-reminders-")
        cls.service = PushService()
        data = Path(cls.folder.name) / "data"
        cls.larder = Local(BINARY, data, LARDER_DEV="1", LARDER_CLOCK_OFFSET="-1d", LARDER_PUSH_HOSTS=cls.service.host)
        settings = {
            "AWS_ENDPOINT_URL_DYNAMODB": cls.larder.table,
            "LARDER_SITE_URL": cls.larder.address,
            "LARDER_PUSH_KEYS": (data / "push-keys.json").read_text(encoding="utf-8"),
            "LARDER_PUSH_CONTACT": "mailto:test@example.org",
            "LARDER_PUSH_HOSTS": cls.service.host,
            "LARDER_LOG": "info",
        }
        cls.function = Lambda(built(FOLDER, "reminders"), settings, TIMEOUT)

    @classmethod
    def tearDownClass(cls):
        cls.function.stop()
        cls.larder.stop()
        cls.service.shutdown()
        cls.folder.cleanup()

    def setUp(self):
        self.service.received.clear()
        self.service.status = 201

    def create_due_user(self, device):
        """Creates a user with milk of yesterday that expires today."""
        now, account = datetime.now(timezone.utc), Account(self.larder.address)
        account.call("PUT", "/api/preferences", {"notificationTime": "06:00", "timeZone": zone_at_noon(now)})
        endpoint = f"http://{self.service.host}/{device}"
        account.call("POST", "/api/push-subscriptions", {"endpoint": endpoint, "keys": KEYS})
        account.call("POST", "/api/items", {"name": "Secret milk", "expiresAt": f"{now:%Y-%m-%dT%H:%M:%S}Z"})
        return account

    def run_once(self):
        """Runs the function once and returns its metrics."""
        before = len(self.function.lines)
        self.assertIsNone(self.function.invoke(EVENT))
        # Log lines may arrive after the answer.
        for _ in range(100):
            metrics = next((line for line in map(json.loads, self.function.lines[before:]) if "Sent" in line), None)
            if metrics:
                return metrics
            time.sleep(0.05)
        self.fail(f"the run logged no metrics: {self.function.lines[before:]}")

    def test_sends_a_digest_once(self):
        account = self.create_due_user("phone")
        metrics = self.run_once()
        self.assertEqual(self.service.paths(), ["/phone"])
        self.assertEqual((metrics["Sent"], metrics["Failed"]), (1, 0))
        delivered = account.call("GET", "/api/preferences")["lastDeliveredAt"]
        self.assertLess(abs(datetime.fromisoformat(delivered) - datetime.now(timezone.utc)), timedelta(minutes=1))
        # EventBridge delivers at least once: a repeated event sends nothing.
        self.run_once()
        self.assertEqual(self.service.paths(), ["/phone"])
        for line in self.function.lines:
            for private in (account.user, "milk", KEYS["auth"], "/phone"):
                self.assertNotIn(private, line)

    def test_next_run_repeats_a_digest_that_the_push_service_refused(self):
        self.create_due_user("tablet")
        self.service.status = 503
        metrics = self.run_once()
        self.assertEqual((metrics["Sent"], metrics["Failed"]), (0, 1))
        refused = len(self.service.received)
        self.assertGreaterEqual(refused, 1)
        self.service.status = 201
        metrics = self.run_once()
        self.assertEqual((metrics["Sent"], metrics["Failed"]), (1, 0))
        self.assertEqual(len(self.service.received), refused + 1)


if __name__ == "__main__":
    unittest.main()
