"""A `larder serve` with an empty folder, for tests in Python, accounts that call it, and a push service that it calls."""

import json
import os
import re
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

BINARY = os.environ.get("LARDER_BIN", str(Path(__file__).resolve().parents[3] / "target/debug/larder"))


class Served:
    def __init__(self, **settings):
        self.folder = tempfile.TemporaryDirectory(prefix="larder-")
        environment = {**os.environ, "PORT": "0", "LARDER_DATA": self.folder.name, "LARDER_LOG": "error", **settings}
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        self.process = subprocess.Popen([BINARY, "serve"], env=environment, **streams)
        said = ""
        while not (address := re.search(r"http://127\.0\.0\.1:\d+", said)):
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"larder ended: {said}")
            said += line
        self.address = address.group()
        # It would wait if nobody read what it says.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def stop(self):
        self.process.terminate()
        self.process.wait(30)
        self.process.stdout.close()
        self.folder.cleanup()


class Account:
    """A new account."""

    def __init__(self, address):
        self.address, self.token = address, None
        signed_up = self.call("POST", "/identity/v1/accounts:signUp", {"returnSecureToken": True})
        self.user, self.token = signed_up["localId"], signed_up["idToken"]

    def send(self, method, path, body=None):
        """Returns status and content of the answer."""
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.loads(refusal.read() or b"null")

    def call(self, method, path, body=None):
        """Returns the content of an answer that is no refusal."""
        status, content = self.send(method, path, body)
        assert status < 300, (status, content)
        return content


class PushService(ThreadingHTTPServer):
    """Records the messages to it. Answers with the next status and headers that `answers` has for a path, or with `status`."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), PushHandler)
        self.received, self.answers, self.status = [], {}, 201
        self.host = f"127.0.0.1:{self.server_port}"
        self.origin = f"http://{self.host}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def paths(self):
        return [path for path, _, _ in self.received]


class PushHandler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.received.append((self.path, dict(self.headers.items()), body))
        answers = self.server.answers.get(self.path)
        status, headers = answers.pop(0) if answers else (self.server.status, {})
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass
