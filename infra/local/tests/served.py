"""A `larder serve` with an empty folder, for tests in Python, and accounts that call it."""

import json
import os
import re
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
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
        self.token = self.call("POST", "/identity/v1/accounts:signUp", {"returnSecureToken": True})["idToken"]

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
