"""Checks the messages that `larder serve` sends to push services with independent implementations: `http_ece` decrypts
them, `pyjwt` checks the signer. A hundred endpoints that lead elsewhere must never be called.

`infra/local/tests/push-peers/run.sh`
"""

import base64
import json
import os
import re
import socket
import sys
import time
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

import http_ece
import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

sys.path.append(str(Path(__file__).resolve().parents[1]))

from served import Account, PushService, Served


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A subscription as `PushManager.subscribe` makes it."""

    def __init__(self, endpoint):
        self.endpoint, self.auth = endpoint, os.urandom(16)
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.public = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    def to_json(self):
        return {"endpoint": self.endpoint, "keys": {"p256dh": b64(self.public), "auth": b64(self.auth)}}

    def decrypt(self, body):
        return json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth, version="aes128gcm"))


class Peers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = PushService()
        # No allowed host leads to this port, so any connection is an error.
        cls.trap = socket.create_server(("127.0.0.1", 0))
        cls.trap.setblocking(False)
        cls.larder = Served(LARDER_DEV="1", LARDER_PUSH_HOSTS=cls.service.host)

    @classmethod
    def tearDownClass(cls):
        cls.larder.stop()
        cls.service.shutdown()
        cls.trap.close()

    def setUp(self):
        """A household of its own for each test."""
        self.call = Account(self.larder.address).send

    def add_item_due_tomorrow(self, name):
        expires = (datetime.now(timezone.utc) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        status, answer = self.call("POST", "/api/items", {"name": name, "expiresAt": expires})
        self.assertEqual(status, 201, answer)

    def subscribe(self, name):
        browser = Browser(f"{self.service.origin}/{name}")
        status, answer = self.call("POST", "/api/push-subscriptions", browser.to_json())
        self.assertEqual(status, 201, answer)
        return browser

    def received(self, browser):
        path = browser.endpoint.removeprefix(self.service.origin)
        return [(headers, body) for at, headers, body in self.service.received if at == path]

    def test_a_test_message_arrives_when_nothing_is_due(self):
        browser = self.subscribe("test")
        self.assertEqual(self.call("POST", "/api/check-notifications")[1]["sent"], 0)
        self.assertEqual(self.call("POST", "/api/check-notifications", {"test": True})[1]["sent"], 1)
        ((_, body),) = self.received(browser)
        payload = browser.decrypt(body)
        self.assertEqual((payload["test"], payload["count"]), (True, 0))
        self.assertEqual(payload["body"], "Reminders work on this device.")

    def test_messages_are_decrypted_and_verified_by_other_implementations(self):
        name = "Bio-Käse, jung \U0001f9c0"
        self.add_item_due_tomorrow(name)
        phone, laptop = self.subscribe("phone"), self.subscribe("laptop")
        status, answer = self.call("POST", "/api/check-notifications")
        self.assertEqual((status, answer["sent"]), (200, 2), answer)
        preferences = self.call("GET", "/api/preferences")[1]
        self.assertEqual(preferences["lastDeliveredAt"], preferences["lastNotificationCheck"])
        key = self.call("GET", "/api/push-key")[1]["publicKey"]
        for browser in (phone, laptop):
            ((headers, body),) = self.received(browser)
            payload = browser.decrypt(body)
            self.assertEqual(payload["body"], f"1 item to use up soon: {name} (1 day left)")
            self.assertEqual([item["name"] for item in payload["items"]], [name])
            headers = {name.lower(): value for name, value in headers.items()}
            self.assertEqual(headers["content-encoding"], "aes128gcm")
            self.assertTrue(60 <= int(headers["ttl"]) <= 86_400)
            self.assertLessEqual(len(headers["topic"]), 32)
            self.assertRegex(headers["topic"], r"^[A-Za-z0-9_-]+$", "RFC 8030 allows no other characters")
            token, shown = re.fullmatch(r"vapid t=([^,]+), k=(.+)", headers["authorization"]).groups()
            self.assertEqual(shown, key)
            public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unb64(shown))
            claims = jwt.decode(token, public, algorithms=["ES256"], audience=self.service.origin)
            self.assertLessEqual(claims["exp"] - time.time(), 86_400)
            self.assertRegex(claims["sub"], "^(mailto:|https://)")

    def test_an_invalid_key_does_not_stop_messages_to_others(self):
        self.add_item_due_tomorrow("Milk")
        stranger = Browser("")
        honest = self.subscribe("honest")
        broken = {
            "endpoint": f"{self.service.origin}/broken",
            "keys": {"p256dh": b64(b"\x04" + b"\x07" * 64), "auth": b64(stranger.auth)},
        }
        status, _ = self.call("POST", "/api/push-subscriptions", broken)
        self.assertEqual(status, 201, "that the point is off the curve shows at the first message")
        self.assertEqual(self.call("POST", "/api/check-notifications")[1]["sent"], 1)
        ((_, body),) = self.received(honest)
        self.assertEqual([item["name"] for item in honest.decrypt(body)["items"]], ["Milk"])
        self.assertNotIn("/broken", self.service.paths())

    def test_deletes_expired_subscriptions_and_follows_no_redirect(self):
        self.add_item_due_tomorrow("Milk")
        gone, moved = self.subscribe("gone"), self.subscribe("moved")
        self.service.answers["/gone"] = [(410, {})]
        self.service.answers["/moved"] = [(307, {"location": f"http://127.0.0.1:{self.trap.getsockname()[1]}/x"})] * 4
        self.call("POST", "/api/check-notifications")
        self.call("POST", "/api/check-notifications", {"test": True})
        self.assertEqual(len(self.received(gone)), 1)
        self.assertGreaterEqual(len(self.received(moved)), 2)
        self.assert_trap_was_not_called()

    def test_rejects_a_hundred_hostile_endpoints_without_calling_them(self):
        trap = self.trap.getsockname()[1]
        hosts = [
            "127.0.0.1",
            "localhost",
            "0.0.0.0",
            "127.1",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "127.000.000.001",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "[64:ff9b::7f00:1]",
            "[2002:7f00:1::]",
            "[fe80::1]",
            "[fe80::1%25lo]",
            "[fc00::1]",
            "[ff02::1]",
            "127.0.0.1.nip.io",
            "localtest.me",
            "fcm.googleapis.com.localtest.me",
            "169.254.169.254.nip.io",
            "metadata.google.internal",
            "localhost.",
            "LOCALHOST",
            "fcm.googleapis.com%00.localtest.me",
            "fcm.googleapis.com%2elocaltest.me",
        ]
        endpoints = [f"https://{host}:{trap}/x" for host in hosts] + [f"http://{host}:{trap}/x" for host in hosts]
        known = "fcm.googleapis.com"
        endpoints += [
            f"https://{known}@127.0.0.1:{trap}/x",
            f"https://{known}:pass@127.0.0.1:{trap}/x",
            f"https://{known}%40127.0.0.1:{trap}/x",
            f"https://127.0.0.1:{trap}\\@{known}/x",
            f"https://127.0.0.1:{trap}#@{known}/x",
            f"https://127.0.0.1:{trap}?@{known}/x",
            f"https://{known}\\.localtest.me:{trap}/x",
            f"https://{known}\t.localtest.me:{trap}/x",
            f"https://{known}\n.localtest.me:{trap}/x",
            f"https:/{known}/x",
            f"https:\\\\{known}\\x",
            f"//{known}/x",
            f"javascript://{known}/x",
            f"file://{known}/etc/passwd",
            f"gopher://127.0.0.1:{trap}/x",
            f"ftp://{known}/x",
            f"ws://{known}/x",
            f"http://{known}/x",
            f"http://{known}:443/x",
            f"https://{known}:{trap}/x",
            f"https://{known}:80/x",
            f"https://{known}:0/x",
            f"https://{known}:99999/x",
            f"https://{known}:+443/x",
            f"https://{known}./x",
            f"https://.{known}/x",
            f"https://{known}..evil/x",
            "https://ｆｃｍ.googleapis.com/x",
            "https://fcm。googleapis.com/x",
            "https:///x",
            "https://",
            "",
            " ",
            "null",
        ]
        self.assertGreaterEqual(len(endpoints), 100)
        for endpoint in endpoints:
            browser = Browser(endpoint)
            status, answer = self.call("POST", "/api/push-subscriptions", browser.to_json())
            self.assertEqual((status, answer.get("field")), (422, "endpoint"), f"{endpoint!r}: {answer}")
        self.call("POST", "/api/check-notifications")
        self.assert_trap_was_not_called()

    def assert_trap_was_not_called(self):
        with self.assertRaises(BlockingIOError, msg="the server connected to the trap"):
            self.trap.accept()


if __name__ == "__main__":
    unittest.main(verbosity=2)
