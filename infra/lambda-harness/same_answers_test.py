"""Compares the answers of the functions, as Lambda runs them, with those of `larder serve`, for every route of the OpenAPI
document.

    python3 infra/lambda-harness/same_answers_test.py [FOLDER]

FOLDER contains the built functions (default: target/debug, which `make functions` fills; target/lambda after `make package`
for this processor).
"""

import base64
import gzip
import json
import os
import re
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import patch

from deployment import FUNCTIONS, ROOT, TIMEOUT_SECONDS, Both, Lambda
from silent_table import SilentTable

BINARY = os.environ.get("LARDER_BIN", str(ROOT / "target/debug/larder"))
FOLDER = Path(sys.argv.pop(1)) if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir() else ROOT / "target/debug"
HEADERS = [
    "content-type",
    "cache-control",
    "x-content-type-options",
    "content-security-policy",
    "retry-after",
    "content-disposition",
    "allow",
    "location",
]
# What a user has, as both servers must read it.
READS = [
    "GET /api/items",
    "GET /api/items/archived",
    "GET /api/shopping-list",
    "GET /api/shopping-list/shares",
    "GET /api/preferences",
    "GET /api/scan-sessions",
    "GET /api/upload-limit",
    "GET /api/user/statistics",
    "GET /api/user/export",
]
UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"
# Values that differ between runs: ids, tokens, times, upload URLs.
VARIABLE_VALUES = [
    (re.compile(r"^https?://\S+$"), "address"),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"), "id"),
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"), "moment"),
    (re.compile(r"^eyJ[\w-]+\.[\w-]+\.[\w-]+$"), "token"),
    (re.compile(r"^\d{13}$"), "milliseconds"),
    (re.compile(r"^(receipts|uploads)/\S+$"), "key"),
    (re.compile(r"^(?=.*[A-Z0-9])(?=.*[a-z])[\w.~-]{20,}$"), "random"),
]


def without_variable_values(value):
    """Returns an answer with placeholders for values that differ between runs."""
    if isinstance(value, dict):
        return {name: without_variable_values(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [without_variable_values(inner) for inner in value]
    if isinstance(value, str):
        for pattern, name in VARIABLE_VALUES:
            value = pattern.sub(f"<{name}>", value)
    return value


def operations():
    document = json.loads((ROOT / "web/openapi.json").read_text(encoding="utf-8"))
    return {
        (method.upper(), path)
        for path, methods in document["paths"].items()
        for method in methods
        if method in ("get", "post", "put", "patch", "delete")
    }


class User:
    """Calls one of the two servers, and stores the answers."""

    def __init__(self, server):
        self.server, self.answers, self.token = server, [], None

    def call(self, operation, values=None, body=None, query="", headers=None, token=True):
        """Calls an operation such as `PATCH /api/items/{id}/archive`, with values for its path."""
        method, template = operation.split(" ")
        path = re.sub(r"{(\w+)}", lambda match: (values or {})[match.group(1)], template)
        sent = {"accept": "application/json", **(headers or {})}
        if token and self.token:
            sent["authorization"] = f"Bearer {self.token}"
        data = b""
        if isinstance(body, (dict, list)):
            data, sent = json.dumps(body).encode(), {"content-type": "application/json", **sent}
        elif body is not None:
            data = body
        answer = self.server.send(method, path + (f"?{query}" if query else ""), sent, data)
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        content = json.loads(answer.body) if is_json and answer.body else answer.body.decode(errors="backslashreplace")
        shown = {name: answer.headers[name] for name in HEADERS if name in answer.headers}
        self.answers.append(
            {
                "operation": (method, template),
                "status": answer.status,
                "headers": shown,
                "content": without_variable_values(content),
            }
        )
        return content


def account(user):
    signed_up = user.call("POST /identity/v1/accounts:signUp", body={"returnSecureToken": True}, query="key=any")
    user.token = signed_up["idToken"]
    user.call("POST /identity/v1/accounts:lookup", body={"idToken": user.token}, token=False)
    user.call("POST /identity/v1/accounts:lookup", body={"idToken": "nonsense"}, token=False)
    form = {"content-type": "application/x-www-form-urlencoded"}
    grant = f"grant_type=refresh_token&refresh_token={signed_up['refreshToken']}".encode()
    refreshed = user.call("POST /identity/v1/token", body=grant, headers=form, token=False)
    user.token = refreshed["id_token"]
    user.call("POST /identity/v1/token", body=b"grant_type=refresh_token&refresh_token=no", headers=form, token=False)
    user.call("GET /identity/.well-known/jwks.json")
    user.call("GET /identity/.well-known/openid-configuration")


def items(user):
    user.call("GET /api/health", token=False)
    user.call("GET /api/common-items", token=False)
    milk = {
        "name": "Whole milk",
        "category": "Dairy",
        "quantity": 1,
        "unit": "gallon",
        "expiresAt": "2031-01-01T00:00:00Z",
    }
    made = user.call("POST /api/items", body=milk)
    key = {"idempotency-key": "11111111-1111-4111-8111-111111111111"}
    # The id depends on the user, so it must not determine the order of the list: it has another expiry date.
    stick = {**milk, "name": "Butter", "expiresAt": "2031-01-02T00:00:00Z"}
    butter = user.call("POST /api/items", body=stick, headers=key)
    user.call("POST /api/items", body=stick, headers=key)
    user.call("POST /api/items", body={**milk, "name": "Cheese"}, headers=key)
    user.call("POST /api/items", body={**milk, "name": "Crème brûlée 🍮"})
    user.call("POST /api/items", body={"name": ""})
    user.call("POST /api/items", body=b"{not json", headers={"content-type": "application/json"})
    user.call("POST /api/items", body=b"name=Milk", headers={"content-type": "text/plain"})
    user.call("GET /api/items")
    this, that = {"id": made["id"]}, {"id": butter["id"]}
    user.call("PUT /api/items/{id}", this, {**milk, "quantity": 2.5})
    user.call("PUT /api/items/{id}", {"id": UNKNOWN_ID}, milk)
    user.call("PUT /api/items/{id}", {"id": "no-id"}, milk)
    user.call("PATCH /api/items/{id}", this, {"notes": "the red one"})
    user.call("PATCH /api/items/{id}", {"id": UNKNOWN_ID}, {"notes": "the red one"})
    user.call("PATCH /api/items/{id}/state", this, {"event": "opened"})
    user.call("PATCH /api/items/{id}/archive", this, {"outcome": "used"})
    user.call("GET /api/items/archived")
    user.call("PATCH /api/items/{id}/restore", this)
    user.call("PATCH /api/items/{id}/restore", {"id": UNKNOWN_ID})
    user.call("PATCH /api/items/{id}/delete", that)
    user.call("DELETE /api/items/delete-all-by-status", query="status=soon")
    user.call("DELETE /api/items/delete-all-by-status", query="status=unknown")


def list_and_shares(user):
    oats = {"name": "Rolled oats", "category": "Pantry Staples", "quantity": 1, "unit": "bag"}
    row = user.call("POST /api/shopping-list", body=oats)
    user.call("POST /api/shopping-list", body={"name": "Rice", "quantity": -1})
    user.call("GET /api/shopping-list")
    shared = user.call("POST /api/shopping-list/share", body={"ownerName": "Ada", "shareType": "full"})
    token = {"token": shared["token"]}
    user.call("GET /api/shared-list/{token}", token, token=False)
    user.call("GET /api/shared-list/{token}", {"token": "unknown"}, token=False)
    user.call("POST /api/shopping-list/import-shared", body={"sharedBy": "Ada", "items": [oats, {"name": "Rice"}]})
    user.call("POST /api/shopping-list/import-shared", body={"items": "none"})
    user.call("POST /api/shopping-list/recipe", body={"name": "Pancakes", "recipeIngredient": ["200 g flour", "eggs"]})
    user.call("POST /api/shopping-list/recipe", body={"recipeIngredient": []})
    shares = user.call("GET /api/shopping-list/shares")
    user.call("PATCH /api/shopping-list/{id}", {"id": row["id"]}, body={"quantity": 2, "notes": ""})
    user.call("PATCH /api/shopping-list/{id}", {"id": row["id"]}, body={"name": ""})
    user.call("PATCH /api/shopping-list/{id}/toggle", {"id": row["id"]})
    user.call("DELETE /api/shopping-list/completed")
    row = user.call("POST /api/shopping-list", body=oats)
    user.call("DELETE /api/shopping-list/{id}", {"id": row["id"]})
    user.call("DELETE /api/shopping-list/{id}", {"id": UNKNOWN_ID})
    user.call("DELETE /api/shopping-list/shares/{id}", {"id": shares[0]["id"]})
    again = user.call("POST /api/shopping-list/share", body={"ownerName": "Ada", "shareType": "full"})
    user.call("DELETE /api/shopping-list/share/{token}", {"token": again["token"]})
    user.call("DELETE /api/shopping-list/all")


def settings(user):
    user.call("GET /api/preferences")
    user.call("PUT /api/preferences", body={"notificationTime": "07:00", "timeZone": "Europe/Berlin"})
    user.call("PUT /api/preferences", body={"notificationTime": "23:00"})
    user.call("PUT /api/preferences", body={"timeZone": "Middle/Earth"})
    user.call("GET /api/push-key")
    keys = {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    }
    endpoint = "https://web.push.apple.com/a-browser-of-nobody"
    user.call("POST /api/push-subscriptions", body={"endpoint": "https://127.0.0.1/", "keys": keys})
    user.call("POST /api/push-subscriptions", body={"endpoint": endpoint, "keys": keys})
    user.call("DELETE /api/push-subscriptions", body={"endpoint": endpoint})
    user.call("POST /api/check-notifications")
    user.call("GET /api/upload-limit")
    user.call("GET /api/user/statistics")
    user.call("GET /api/user/export")
    user.call("GET /api/user/export", query="format=csv")


def receipts(user, picture):
    user.call("POST /api/receipts", body={"length": 1_000_000})
    user.call("POST /api/receipts", body={"length": 99_000_000})
    for label in ["bm8gcGljdHVyZQ==", picture_in_base64("table.jpg")]:
        user.call("POST /api/date-labels", body={"imageBase64": label, "today": "2026-11-21"})
    user.call("POST /api/extract", body={"imageBase64": "bm8gcGljdHVyZQ=="})
    user.call("POST /api/extract", body={})
    read = user.call("POST /api/extract", body={"imageBase64": picture})
    user.call("POST /api/extract", body={"imageBase64": picture})
    session = {"id": read["sessionId"]}
    user.call("GET /api/scan-sessions")
    user.call("GET /api/scan-sessions/{id}/all-items", session)
    user.call("GET /api/scan-sessions/{id}/all-items", {"id": UNKNOWN_ID})
    user.call("GET /api/scan-sessions/{id}/receipt", session)
    user.call("GET /api/scan-sessions/{id}/receipt", {"id": UNKNOWN_ID})
    user.call("PATCH /api/scan-sessions/{id}", session, {"purchasedOn": time.strftime("%Y-%m-%d", time.gmtime())})
    user.call(
        "PATCH /api/scan-sessions/{id}", {"id": UNKNOWN_ID}, {"purchasedOn": time.strftime("%Y-%m-%d", time.gmtime())}
    )
    user.call("GET /api/scan-sessions/{id}/pictures/{number}", {**session, "number": "0"})
    user.call("GET /api/scan-sessions/{id}/pictures/{number}", {**session, "number": "9"})
    user.call("POST /api/scan-sessions/{id}/add-to-shopping-list", session)
    user.call("POST /api/re-add-items", body={"sessionId": session["id"]})


def codes_and_programs(user):
    user.call(
        "PUT /api/codes",
        body={"code": "9506000134352", "name": "Risotto rice", "category": "Pantry Staples", "unit": "pack"},
    )
    user.call("PUT /api/codes", body={"code": "2012345678900", "name": "Cheese of the scale"})
    user.call("GET /api/codes")
    program = user.call("POST /api/tokens", body={"name": "Home Assistant", "scopes": ["read", "list"]})
    user.call("POST /api/tokens", body={"name": "Nothing", "scopes": []})
    user.call("GET /api/tokens")
    user.call("DELETE /api/tokens/{id}", {"id": program["id"]})
    user.call("DELETE /api/tokens/{id}", {"id": UNKNOWN_ID})


def deletion(user):
    user.call("DELETE /api/user/clear-all-data")
    user.call("GET /api/items")
    # Called with an empty larder, because items of one day are ordered by their random ids.
    user.call("GET /api/summary")
    user.call("POST /identity/v1/accounts:delete", body={"idToken": user.token}, token=False)
    user.call("POST /identity/v1/accounts:lookup", body={"idToken": user.token}, token=False)
    user.call("GET /api/nothing/here")
    user.call("POST /api/health")


# Routes that cannot succeed here, without a second device, a calendar or a file. The API tests cover them.
NOT_SUCCEEDING = ("/api/household", "/api/calendar", "/api/user/import", "/identity/v1/accounts:signInWithCustomToken")


def calls_without_token(user):
    """Calls every route without a token."""
    for method, path in sorted(operations()):
        user.call(
            f"{method} {path}",
            {"id": UNKNOWN_ID, "token": "unknown", "file": "unknown.ics", "number": "0"},
            token=False,
        )


def picture_in_base64(name):
    return base64.b64encode((ROOT / "shared/receipt-reader/testdata" / name).read_bytes()).decode()


class SameAnswers(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.both = Both(BINARY, FOLDER)

    @classmethod
    def tearDownClass(cls):
        cls.both.stop()

    def test_every_route_gives_equal_answers(self):
        picture = picture_in_base64("english.jpg")
        answers = []
        for server in (self.both.local, self.both.deployed):
            anonymous, user = User(server), User(server)
            calls_without_token(anonymous)
            account(user)
            items(user)
            list_and_shares(user)
            settings(user)
            receipts(user, picture)
            codes_and_programs(user)
            deletion(user)
            answers.append(anonymous.answers + user.answers)
        local, deployed = answers
        self.assertEqual(len(local), len(deployed))
        for expected, actual in zip(local, deployed):
            with self.subTest(operation=expected["operation"]):
                self.assertEqual(expected, actual)
        succeeded = {answer["operation"] for answer in deployed if answer["status"] < 300}
        missing = {(method, path) for method, path in operations() - succeeded if not path.startswith(NOT_SUCCEEDING)}
        self.assertEqual(missing, set(), "each operation has to succeed at least once")
        print(f"{len(deployed)} answers of {len(operations())} operations are alike", file=sys.stderr)

    def test_each_reads_the_rows_of_the_other(self):
        """Also for an earlier version of the functions (versions.sh): both run during a deployment."""
        picture = picture_in_base64("english.jpg")
        for writer, reader in [(self.both.local, self.both.deployed), (self.both.deployed, self.both.local)]:
            with self.subTest(writer=writer.name):
                user = User(writer)
                account(user)
                items(user)
                list_and_shares(user)
                settings(user)
                receipts(user, picture)
                made = user.call("POST /api/items", body={"name": "Bread", "expiresAt": "2031-01-01T00:00:00Z"})
                rows = [user.call("POST /api/shopping-list", body={"name": name}) for name in ("Rice", "Beans")]
                shared = user.call("POST /api/shopping-list/share", body={"ownerName": "Ada", "shareType": "full"})
                read_by = []
                for server in (writer, reader):
                    user.server = server
                    answers = {operation: user.call(operation) for operation in READS}
                    # The next export contains this one's usage event.
                    for field in ("exportedAt", "usage"):
                        answers["GET /api/user/export"].pop(field)
                    answers["GET /api/user/statistics"]["actions"].pop("export")
                    answers["shared"] = user.call(
                        "GET /api/shared-list/{token}", {"token": shared["token"]}, token=False
                    )
                    read_by.append(answers)
                self.assertEqual(*read_by)
                # The second changes rows of the first, which reads the changes.
                user.call("PATCH /api/items/{id}/archive", {"id": made["id"]}, {"outcome": "used"})
                user.call("PATCH /api/shopping-list/{id}/toggle", {"id": rows[0]["id"]})
                user.call("PUT /api/preferences", body={"notificationTime": "09:00"})
                user.server = writer
                self.assertIn(made["id"], [item["id"] for item in user.call("GET /api/items/archived")])
                self.assertTrue(
                    next(row for row in user.call("GET /api/shopping-list") if row["id"] == rows[0]["id"])[
                        "isCompleted"
                    ]
                )
                self.assertEqual(user.call("GET /api/preferences")["notificationTime"], "09:00")
                user.call("DELETE /api/user/clear-all-data")
                user.server = reader
                self.assertEqual(user.call("GET /api/items"), [])

    def test_failed_start_is_reported_to_lambda(self):
        settings = {**self.both.deployed.settings, "LARDER_MONTHLY_UPLOADS": "many"}
        function = Lambda(self.both.programs["items"], settings)
        self.addCleanup(function.stop)
        self.assertIn("LARDER_MONTHLY_UPLOADS", function.invoke({})["errorMessage"])

    def test_compresses_large_answers(self):
        """Lambda's limit is 6 MB per answer, and binary data grows by a third in base64."""
        user = User(self.both.deployed)
        account(user)
        rows = [{"name": f"Product {n}", "notes": "on the upper shelf, beside the tins. " * 11} for n in range(200)]
        user.call("POST /api/shopping-list/import-shared", body={"sharedBy": "Ada", "items": rows})
        headers = {"authorization": f"Bearer {user.token}", "accept-encoding": "gzip"}
        answer = self.both.deployed.send("GET", "/api/user/export", headers, b"")
        self.assertEqual((answer.status, answer.headers.get("content-encoding")), (200, "gzip"))
        export = gzip.decompress(answer.body)
        self.assertEqual(len(json.loads(export)["shoppingList"]), 200)
        self.assertLess(len(answer.body), len(export) / 5)
        del headers["accept-encoding"]
        self.assertNotIn("content-encoding", self.both.deployed.send("GET", "/api/user/export", headers, b"").headers)

    def test_answers_503_before_its_timeout_if_the_table_does_not_answer(self):
        operation_of = {
            "items": "GET /api/items",
            "scans": "GET /api/upload-limit",
            "shopping-list": "GET /api/shopping-list",
            "sharing": "GET /api/shopping-list/shares",
            "preferences": "GET /api/preferences",
            "transfer": "GET /api/user/export",
            "programs": "GET /api/summary",
            "identity": "POST /identity/v1/accounts:signUp",
        }
        self.assertEqual(sorted(operation_of), sorted(FUNCTIONS))
        token = User(self.both.local).call("POST /identity/v1/accounts:signUp", body={"returnSecureToken": True})[
            "idToken"
        ]
        headers = {"authorization": f"Bearer {token}"}
        silent, deployed = SilentTable(), self.both.deployed
        settings = {**self.both.deployed.settings, "AWS_ENDPOINT_URL_DYNAMODB": silent.address}

        def send(operation):
            began = time.monotonic()
            answer = deployed.send(*operation.split(" "), headers, b"")
            return time.monotonic() - began, answer

        # The SDK times out within ten seconds; the request's deadline ends it after two. All wait side by side.
        for seconds in (10, 2):
            silent.answers = True
            functions = {name: Lambda(self.both.programs[name], settings, timeout=seconds) for name in operation_of}
            with patch.dict(deployed.functions, functions), ThreadPoolExecutor(len(functions)) as pool:
                # The first event starts a function.
                list(pool.map(send, operation_of.values()))
                silent.answers = False
                answers = list(pool.map(send, operation_of.values()))
            for function in functions.values():
                function.stop()
            for name, (took, answer) in zip(operation_of, answers):
                with self.subTest(function=name, seconds=seconds):
                    self.assertLess(took, seconds, "before Lambda's timeout")
                    self.assertEqual(answer.status, 503)
                    self.assertIn("retry-after", answer.headers)
                    error = json.loads(answer.body)["error"]
                    self.assertIn(
                        error if isinstance(error, str) else error["message"], ("unavailable", "SERVICE_UNAVAILABLE")
                    )

    def test_rejects_requests_that_bypass_the_cdn(self):
        deployed = self.both.deployed
        for secret, status in (("", 401), ("guessed", 403)):
            with patch.dict(deployed.functions, preferences=None):
                self.assertEqual(deployed.send("GET", "/api/health", {"larder-cdn": secret}, b"").status, status)
        # The function itself rejects it too.
        with patch.object(deployed.functions["cdn-gate"], "invoke", lambda event: {"isAuthorized": True}):
            self.assertEqual(deployed.send("GET", "/api/health", {"larder-cdn": "guessed"}, b"").status, 403)

    def test_log_lines_name_the_route_and_no_personal_data(self):
        user = User(self.both.deployed)
        signed_up = user.call("POST /identity/v1/accounts:signUp", body={"returnSecureToken": True})
        user.token = signed_up["idToken"]
        made = user.call(
            "POST /api/items",
            body={"name": "Secret sausage"},
            headers={"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"},
        )
        user.call("PUT /api/items/{id}", {"id": made["id"]}, {"name": "Secret sausage", "quantity": 2})
        # Log lines may arrive after the answer.
        deadline = time.monotonic() + TIMEOUT_SECONDS
        requests = []
        while len(requests) < 2 and time.monotonic() < deadline:
            lines = list(self.both.deployed.functions["items"].lines)
            requests = [line for line in map(json.loads, lines) if line.get("target") == "request"]
            requests = [line for line in requests if line["fields"]["method"] in ("POST", "PUT")]
            time.sleep(0.05)
        post = requests[-2]
        self.assertEqual(post["fields"]["route"], "/api/items")
        self.assertEqual((post["fields"]["method"], post["fields"]["status"]), ("POST", 201))
        self.assertGreater(post["fields"]["write_units"], 0)
        self.assertEqual(post["span"]["trace_id"], "4bf92f3577b34da6a3ce929d0e0e4736")
        self.assertRegex(post["span"]["request_id"], "^[0-9a-f-]{36}$")
        self.assertEqual(requests[-1]["fields"]["route"], "/api/items/{id}")
        self.assertEqual(
            requests[-1]["span"]["trace_id"], "5759e988bd862e3fe1be46a994272793", "X-Ray's, if the caller sends none"
        )
        everything = "".join(line for name in FUNCTIONS for line in self.both.deployed.functions[name].output)
        for private in (
            "sausage",
            made["id"],
            signed_up["localId"],
            signed_up["idToken"][-20:],
            signed_up["refreshToken"],
            "203.0.113.7",
        ):
            self.assertNotIn(private, everything)


if __name__ == "__main__":
    unittest.main()
