"""The functions as Lambda runs them answer as `larder serve` does: every route of the OpenAPI document, asked of both.

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
from pathlib import Path
from unittest.mock import patch

import gateway
from deployment import FUNCTIONS, Both, Lambda
from emulator import TIMEOUT_SECONDS, RuntimeApi
from gateway import ROOT
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
NOBODYS = "00000000-0000-4000-8000-000000000000"
# Values that differ between machines: ids, tokens, times, upload addresses.
OTHER_NAMES = [
    (re.compile(r"^https?://\S+$"), "address"),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"), "id"),
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"), "moment"),
    (re.compile(r"^eyJ[\w-]+\.[\w-]+\.[\w-]+$"), "token"),
    (re.compile(r"^\d{13}$"), "milliseconds"),
    (re.compile(r"^(receipts|uploads)/\S+$"), "key"),
    (re.compile(r"^(?=.*[A-Z0-9])(?=.*[a-z])[\w.~-]{20,}$"), "random"),
]


def plain(value):
    """An answer without what differs between two runs of the same."""
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    if isinstance(value, str):
        for pattern, name in OTHER_NAMES:
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


class Person:
    """A user of one of the two servers, who makes calls and stores the answers."""

    def __init__(self, server):
        self.server, self.told, self.known, self.token = server, [], {}, None

    def ask(self, operation, values=None, body=None, query="", headers=None, token=True):
        """Ask for an operation such as `PATCH /api/items/{id}/archive`, with values for its path."""
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
        self.told.append(
            {"asked": (method, template), "status": answer.status, "headers": shown, "content": plain(content)}
        )
        return content


def account(person):
    signed_up = person.ask("POST /identity/v1/accounts:signUp", body={"returnSecureToken": True}, query="key=any")
    person.token = signed_up["idToken"]
    person.ask("POST /identity/v1/accounts:lookup", body={"idToken": person.token}, token=False)
    person.ask("POST /identity/v1/accounts:lookup", body={"idToken": "nonsense"}, token=False)
    form = {"content-type": "application/x-www-form-urlencoded"}
    grant = f"grant_type=refresh_token&refresh_token={signed_up['refreshToken']}".encode()
    refreshed = person.ask("POST /identity/v1/token", body=grant, headers=form, token=False)
    person.token = refreshed["id_token"]
    person.ask("POST /identity/v1/token", body=b"grant_type=refresh_token&refresh_token=no", headers=form, token=False)
    person.ask("GET /identity/.well-known/jwks.json")
    person.ask("GET /identity/.well-known/openid-configuration")


def items(person):
    person.ask("GET /api/health", token=False)
    person.ask("GET /api/common-items", token=False)
    milk = {
        "name": "Whole milk",
        "category": "Dairy",
        "quantity": 1,
        "unit": "gallon",
        "expiresAt": "2031-01-01T00:00:00Z",
    }
    made = person.ask("POST /api/items", body=milk)
    key = {"idempotency-key": "11111111-1111-4111-8111-111111111111"}
    # Its id follows from the key and the user, who is another one on each side: it must not decide the order of the list.
    stick = {**milk, "name": "Butter", "expiresAt": "2031-01-02T00:00:00Z"}
    butter = person.ask("POST /api/items", body=stick, headers=key)
    person.ask("POST /api/items", body=stick, headers=key)
    person.ask("POST /api/items", body={**milk, "name": "Cheese"}, headers=key)
    person.ask("POST /api/items", body={**milk, "name": "Crème brûlée 🍮"})
    person.ask("POST /api/items", body={"name": ""})
    person.ask("POST /api/items", body=b"{not json", headers={"content-type": "application/json"})
    person.ask("POST /api/items", body=b"name=Milk", headers={"content-type": "text/plain"})
    person.ask("GET /api/items")
    this, that = {"id": made["id"]}, {"id": butter["id"]}
    person.ask("PUT /api/items/{id}", this, {**milk, "quantity": 2.5})
    person.ask("PUT /api/items/{id}", {"id": NOBODYS}, milk)
    person.ask("PUT /api/items/{id}", {"id": "no-id"}, milk)
    person.ask("PATCH /api/items/{id}", this, {"notes": "the red one"})
    person.ask("PATCH /api/items/{id}", {"id": NOBODYS}, {"notes": "the red one"})
    person.ask("PATCH /api/items/{id}/state", this, {"event": "opened"})
    person.ask("PATCH /api/items/{id}/archive", this, {"outcome": "used"})
    person.ask("GET /api/items/archived")
    person.ask("PATCH /api/items/{id}/restore", this)
    person.ask("PATCH /api/items/{id}/restore", {"id": NOBODYS})
    person.ask("PATCH /api/items/{id}/delete", that)
    person.ask("DELETE /api/items/delete-all-by-status", query="status=soon")
    person.ask("DELETE /api/items/delete-all-by-status", query="status=unheard-of")


def list_and_shares(person):
    oats = {"name": "Rolled oats", "category": "Pantry Staples", "quantity": 1, "unit": "bag"}
    row = person.ask("POST /api/shopping-list", body=oats)
    person.ask("POST /api/shopping-list", body={"name": "Rice", "quantity": -1})
    person.ask("GET /api/shopping-list")
    shared = person.ask("POST /api/shopping-list/share", body={"ownerName": "Ada", "shareType": "full"})
    token = {"token": shared["token"]}
    person.ask("GET /api/shared-list/{token}", token, token=False)
    person.ask("GET /api/shared-list/{token}", {"token": "nobodys"}, token=False)
    person.ask("POST /api/shopping-list/import-shared", body={"sharedBy": "Ada", "items": [oats, {"name": "Rice"}]})
    person.ask("POST /api/shopping-list/import-shared", body={"items": "none"})
    person.ask("POST /api/shopping-list/recipe", body={"name": "Pancakes", "recipeIngredient": ["200 g flour", "eggs"]})
    person.ask("POST /api/shopping-list/recipe", body={"recipeIngredient": []})
    shares = person.ask("GET /api/shopping-list/shares")
    person.ask("PATCH /api/shopping-list/{id}", {"id": row["id"]}, body={"quantity": 2, "notes": ""})
    person.ask("PATCH /api/shopping-list/{id}", {"id": row["id"]}, body={"name": ""})
    person.ask("PATCH /api/shopping-list/{id}/toggle", {"id": row["id"]})
    person.ask("DELETE /api/shopping-list/completed")
    row = person.ask("POST /api/shopping-list", body=oats)
    person.ask("DELETE /api/shopping-list/{id}", {"id": row["id"]})
    person.ask("DELETE /api/shopping-list/{id}", {"id": NOBODYS})
    person.ask("DELETE /api/shopping-list/shares/{id}", {"id": shares[0]["id"]})
    again = person.ask("POST /api/shopping-list/share", body={"ownerName": "Ada", "shareType": "full"})
    person.ask("DELETE /api/shopping-list/share/{token}", {"token": again["token"]})
    person.ask("DELETE /api/shopping-list/all")


def settings(person):
    person.ask("GET /api/preferences")
    person.ask("PUT /api/preferences", body={"notificationTime": "07:00", "timeZone": "Europe/Berlin"})
    person.ask("PUT /api/preferences", body={"notificationTime": "23:00"})
    person.ask("PUT /api/preferences", body={"timeZone": "Middle/Earth"})
    person.ask("GET /api/push-key")
    keys = {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    }
    endpoint = "https://web.push.apple.com/a-browser-of-nobody"
    person.ask("POST /api/push-subscriptions", body={"endpoint": "https://127.0.0.1/", "keys": keys})
    person.ask("POST /api/push-subscriptions", body={"endpoint": endpoint, "keys": keys})
    person.ask("DELETE /api/push-subscriptions", body={"endpoint": endpoint})
    person.ask("POST /api/check-notifications")
    person.ask("GET /api/upload-limit")
    person.ask("GET /api/user/statistics")
    person.ask("GET /api/user/export")
    person.ask("GET /api/user/export", query="format=csv")


def receipts(person, picture):
    person.ask("POST /api/receipts", body={"length": 1_000_000})
    person.ask("POST /api/receipts", body={"length": 99_000_000})
    for label in ["bm8gcGljdHVyZQ==", picture_in_base64("table.jpg")]:
        person.ask("POST /api/date-labels", body={"imageBase64": label, "today": "2026-11-21"})
    person.ask("POST /api/extract", body={"imageBase64": "bm8gcGljdHVyZQ=="})
    person.ask("POST /api/extract", body={})
    read = person.ask("POST /api/extract", body={"imageBase64": picture})
    person.ask("POST /api/extract", body={"imageBase64": picture})
    session = {"id": read["sessionId"]}
    person.ask("GET /api/scan-sessions")
    person.ask("GET /api/scan-sessions/{id}/all-items", session)
    person.ask("GET /api/scan-sessions/{id}/all-items", {"id": NOBODYS})
    person.ask("GET /api/scan-sessions/{id}/receipt", session)
    person.ask("GET /api/scan-sessions/{id}/receipt", {"id": NOBODYS})
    person.ask("PATCH /api/scan-sessions/{id}", session, {"purchasedOn": time.strftime("%Y-%m-%d", time.gmtime())})
    person.ask(
        "PATCH /api/scan-sessions/{id}", {"id": NOBODYS}, {"purchasedOn": time.strftime("%Y-%m-%d", time.gmtime())}
    )
    person.ask("GET /api/scan-sessions/{id}/pictures/{number}", {**session, "number": "0"})
    person.ask("GET /api/scan-sessions/{id}/pictures/{number}", {**session, "number": "9"})
    person.ask("POST /api/scan-sessions/{id}/add-to-shopping-list", session)
    person.ask("POST /api/re-add-items", body={"sessionId": session["id"]})


def codes_and_programs(person):
    person.ask(
        "PUT /api/codes",
        body={"code": "9506000134352", "name": "Risotto rice", "category": "Pantry Staples", "unit": "pack"},
    )
    person.ask("PUT /api/codes", body={"code": "2012345678900", "name": "Cheese of the scale"})
    person.ask("GET /api/codes")
    program = person.ask("POST /api/tokens", body={"name": "Home Assistant", "scopes": ["read", "list"]})
    person.ask("POST /api/tokens", body={"name": "Nothing", "scopes": []})
    person.ask("GET /api/tokens")
    person.ask("DELETE /api/tokens/{id}", {"id": program["id"]})
    person.ask("DELETE /api/tokens/{id}", {"id": NOBODYS})


def the_end(person):
    person.ask("DELETE /api/user/clear-all-data")
    person.ask("GET /api/items")
    # Asked while the larder is empty: items of the same day are ordered by their random ids.
    person.ask("GET /api/summary")
    person.ask("POST /identity/v1/accounts:delete", body={"idToken": person.token}, token=False)
    person.ask("POST /identity/v1/accounts:lookup", body={"idToken": person.token}, token=False)
    person.ask("GET /api/nothing/here")
    person.ask("POST /api/health")


# Routes that only refuse here: success needs a second device, a calendar or a file. The API tests cover them.
NOT_WALKED = ("/api/household", "/api/calendar", "/api/user/import", "/identity/v1/accounts:signInWithCustomToken")


def without_a_token(person):
    """Calls every route without a token."""
    for method, path in sorted(operations()):
        person.ask(
            f"{method} {path}", {"id": NOBODYS, "token": "nobodys", "file": "nobodys.ics", "number": "0"}, token=False
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
        graceful = cls.both.stop()
        if not all(graceful.values()):
            raise AssertionError(
                f"SIGTERM was not enough for {[name for name, stopped in graceful.items() if not stopped]}"
            )

    def test_every_route_answers_alike(self):
        picture = picture_in_base64("english.jpg")
        told = []
        for server in (self.both.local, self.both.deployed):
            nobody, person = Person(server), Person(server)
            without_a_token(nobody)
            account(person)
            items(person)
            list_and_shares(person)
            settings(person)
            receipts(person, picture)
            codes_and_programs(person)
            the_end(person)
            told.append(nobody.told + person.told)
        local, deployed = told
        self.assertEqual(len(local), len(deployed))
        for here, there in zip(local, deployed):
            with self.subTest(asked=here["asked"]):
                self.assertEqual(here, there)
        succeeded = {answer["asked"] for answer in deployed if answer["status"] < 300}
        missing = {(method, path) for method, path in operations() - succeeded if not path.startswith(NOT_WALKED)}
        self.assertEqual(missing, set(), "each operation has to succeed at least once")
        print(f"{len(deployed)} answers of {len(operations())} operations are alike", file=sys.stderr)

    def test_what_one_wrote_the_other_reads(self):
        """Also where one of the two is an earlier version: both run for a while whenever one is deployed."""
        picture = picture_in_base64("english.jpg")
        for writer, reader in [(self.both.local, self.both.deployed), (self.both.deployed, self.both.local)]:
            with self.subTest(writer=writer.name):
                person = Person(writer)
                account(person)
                items(person)
                list_and_shares(person)
                settings(person)
                receipts(person, picture)
                made = person.ask("POST /api/items", body={"name": "Bread", "expiresAt": "2031-01-01T00:00:00Z"})
                rows = [person.ask("POST /api/shopping-list", body={"name": name}) for name in ("Rice", "Beans")]
                shared = person.ask("POST /api/shopping-list/share", body={"ownerName": "Ada", "shareType": "full"})
                reading = [
                    "GET /api/items",
                    "GET /api/items/archived",
                    "GET /api/shopping-list",
                    "GET /api/shopping-list/shares",
                    "GET /api/preferences",
                ]
                reading += [
                    "GET /api/scan-sessions",
                    "GET /api/upload-limit",
                    "GET /api/user/statistics",
                    "GET /api/user/export",
                ]
                read_by = []
                for server in (writer, reader):
                    person.server = server
                    answers = {asked: person.ask(asked) for asked in reading}
                    # An export is an event that the next one contains.
                    for of in ("exportedAt", "usage"):
                        answers["GET /api/user/export"].pop(of)
                    answers["GET /api/user/statistics"]["actions"].pop("export")
                    answers["shared"] = person.ask(
                        "GET /api/shared-list/{token}", {"token": shared["token"]}, token=False
                    )
                    read_by.append(answers)
                self.assertEqual(*read_by)
                # Continues with it: each changes the other's row, and the first reads the change.
                person.ask("PATCH /api/items/{id}/archive", {"id": made["id"]}, {"outcome": "used"})
                person.ask("PATCH /api/shopping-list/{id}/toggle", {"id": rows[0]["id"]})
                person.ask("PUT /api/preferences", body={"notificationTime": "09:00"})
                person.server = writer
                self.assertIn(made["id"], [item["id"] for item in person.ask("GET /api/items/archived")])
                self.assertTrue(
                    next(row for row in person.ask("GET /api/shopping-list") if row["id"] == rows[0]["id"])[
                        "isCompleted"
                    ]
                )
                self.assertEqual(person.ask("GET /api/preferences")["notificationTime"], "09:00")
                person.ask("DELETE /api/user/clear-all-data")
                person.server = reader
                self.assertEqual(person.ask("GET /api/items"), [])

    def test_why_a_start_failed_is_told_to_lambda(self):
        settings = {**self.both.deployed.settings, "LARDER_MONTHLY_UPLOADS": "many"}
        api = RuntimeApi()
        _, process = api.start(self.both.programs["items"], settings)
        _, kind, body = api.answers.get(timeout=TIMEOUT_SECONDS)
        self.assertEqual(kind, "init error")
        self.assertIn("LARDER_MONTHLY_UPLOADS", json.loads(body)["errorMessage"])
        self.assertNotEqual(process.wait(timeout=TIMEOUT_SECONDS), 0)

    def test_a_copy_of_everything_leaves_lambda_compressed(self):
        """Lambda's limit is 6 MB per answer, and binary data grows by a third in base64."""
        person = Person(self.both.deployed)
        account(person)
        rows = [
            {"name": f"Thing {n}", "notes": "the one on the upper shelf, beside the tins. " * 9} for n in range(200)
        ]
        person.ask("POST /api/shopping-list/import-shared", body={"sharedBy": "Ada", "items": rows})
        headers = {"authorization": f"Bearer {person.token}", "accept-encoding": "gzip"}
        answer = self.both.deployed.send("GET", "/api/user/export", headers, b"")
        self.assertEqual((answer.status, answer.headers.get("content-encoding")), (200, "gzip"))
        whole = gzip.decompress(answer.body)
        self.assertEqual(len(json.loads(whole)["shoppingList"]), 200)
        self.assertLess(len(answer.body), len(whole) / 5)
        del headers["accept-encoding"]
        self.assertNotIn("content-encoding", self.both.deployed.send("GET", "/api/user/export", headers, b"").headers)

    def test_a_table_that_does_not_answer_is_a_503_before_the_function_ends(self):
        asked = {
            "items": "GET /api/items",
            "scans": "GET /api/upload-limit",
            "shopping-list": "GET /api/shopping-list",
            "sharing": "GET /api/shopping-list/shares",
            "preferences": "GET /api/preferences",
            "transfer": "GET /api/user/export",
            "programs": "GET /api/summary",
            "identity": "POST /identity/v1/accounts:signUp",
        }
        self.assertEqual(sorted(asked), sorted(FUNCTIONS))
        token = Person(self.both.local).ask("POST /identity/v1/accounts:signUp", body={"returnSecureToken": True})[
            "idToken"
        ]
        headers = {"larder-cdn": "other", "authorization": f"Bearer {token}"}
        silent = SilentTable()
        for name, operation in asked.items():
            method, path = operation.split(" ")
            # Within ten seconds the SDK gives up; of two the request's own deadline ends it.
            for seconds in (10, 2):
                with self.subTest(function=name, seconds=seconds):
                    settings = {**self.both.deployed.settings, "AWS_ENDPOINT_URL_DYNAMODB": silent.address}
                    silent.answers = True
                    function = Lambda(self.both.programs[name], settings, timeout=seconds)
                    silent.answers = False
                    began = time.monotonic()
                    answer = gateway.answer(
                        function.invoke(gateway.event(method, path, headers, b"", f"ANY {path}", {}))
                    )
                    self.assertLess(time.monotonic() - began, seconds, "Lambda would have ended it")
                    self.assertEqual(answer.status, 503)
                    self.assertIn("retry-after", answer.headers)
                    error = json.loads(answer.body)["error"]
                    self.assertIn(
                        error if isinstance(error, str) else error["message"], ("unavailable", "SERVICE_UNAVAILABLE")
                    )
                    function.stop()

    def test_past_the_cdn_nobody_is_served(self):
        deployed = self.both.deployed
        for shown, status in (("", 401), ("guessed", 403)):
            with patch.dict(deployed.functions, preferences=None):
                self.assertEqual(deployed.send("GET", "/api/health", {"larder-cdn": shown}, b"").status, status)
        # Nor would the function answer, if it were.
        event = gateway.event("GET", "/api/health", {"larder-cdn": "guessed"}, b"", "ANY /api/health", {})
        self.assertEqual(gateway.answer(deployed.functions["preferences"].invoke(event)).status, 403)

    def test_a_line_in_the_log_names_the_route_and_nobody(self):
        person = Person(self.both.deployed)
        signed_up = person.ask("POST /identity/v1/accounts:signUp", body={"returnSecureToken": True})
        person.token = signed_up["idToken"]
        made = person.ask(
            "POST /api/items",
            body={"name": "Secret sausage"},
            headers={"traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"},
        )
        person.ask("PUT /api/items/{id}", {"id": made["id"]}, {"name": "Secret sausage", "quantity": 2})
        # A function's log is read by a thread of its own, so its lines may arrive after the answer.
        deadline = time.monotonic() + TIMEOUT_SECONDS
        requests = []
        while len(requests) < 2 and time.monotonic() < deadline:
            lines = list(self.both.deployed.functions["items"].lines)
            requests = [line for line in map(json.loads, lines) if line.get("target") == "request"]
            requests = [line for line in requests if line["fields"]["method"] in ("POST", "PUT")]
            time.sleep(0.05)
        asked = requests[-2]
        self.assertEqual(asked["fields"]["route"], "/api/items")
        self.assertEqual((asked["fields"]["method"], asked["fields"]["status"]), ("POST", 201))
        self.assertGreater(asked["fields"]["write_units"], 0)
        self.assertEqual(asked["span"]["trace_id"], "4bf92f3577b34da6a3ce929d0e0e4736")
        self.assertRegex(asked["span"]["request_id"], "^[0-9a-f-]{36}$")
        self.assertEqual(requests[-1]["fields"]["route"], "/api/items/{id}")
        self.assertEqual(
            requests[-1]["span"]["trace_id"], "5759e988bd862e3fe1be46a994272793", "X-Ray's, where the caller has none"
        )
        everything = "".join(line for function in self.both.deployed.functions.values() for line in function.lines)
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
