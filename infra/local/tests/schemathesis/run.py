"""Starts an empty Larder, signs up, and runs Schemathesis against it. Arguments are passed on."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
BINARY = os.environ.get("LARDER_BIN", str(HERE / "../../../../target/debug/larder"))
# Any key will do: a browser would subscribe with it, and nothing is sent here.
PUSH_KEY = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"
# All that is asked here comes from one address.
MANY_PEOPLE = {"LARDER_SIGN_UPS_PER_ADDRESS": "1000000", "LARDER_READINGS_PER_ADDRESS": "1000000"}


def sign_up(address):
    request = urllib.request.Request(
        f"{address}/identity/v1/accounts:signUp",
        data=b'{"returnSecureToken":true}',
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["idToken"]


def contract(address):
    """Returns the contract without the range `4XX`, which allows every refusal: here each operation must name its own."""
    with urllib.request.urlopen(f"{address}/api/openapi.json", timeout=30) as answer:
        document = json.load(answer)
    for path in document["paths"].values():
        for operation in path.values():
            del operation["responses"]["4XX"]
    return document


def main():
    with tempfile.TemporaryDirectory(prefix="larder-schemathesis-") as folder:
        settings = {
            "PORT": "0",
            "LARDER_DATA": folder,
            "LARDER_LOG": "error",
            "LARDER_PUSH_KEY": PUSH_KEY,
            **MANY_PEOPLE,
        }
        larder = subprocess.Popen([BINARY, "serve"], env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True)
        try:
            ready = next((line for line in larder.stdout if "ready at" in line), None)
            if ready is None:
                sys.exit("larder did not start")
            address = ready.split()[-1]
            file = Path(folder, "openapi.json")
            file.write_text(json.dumps(contract(address)))
            command = [
                sys.executable,
                "-m",
                "schemathesis.cli",
                "--config-file",
                str(HERE / "schemathesis.toml"),
                "run",
                str(file),
                "--url",
                address,
                "--header",
                f"Authorization: Bearer {sign_up(address)}",
                "--seed",
                "1",
                "--max-examples",
                "30",
                "--continue-on-failure",
                "--no-color",
                *sys.argv[1:],
            ]
            # Its caches and reports belong into no checkout.
            return subprocess.call(command, cwd=folder)
        finally:
            larder.send_signal(signal.SIGTERM)
            larder.wait(timeout=30)


if __name__ == "__main__":
    sys.exit(main())
