"""Starts an empty Larder, signs up, and runs Schemathesis against it. Arguments are passed on."""

import json
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))

from served import Account, Served

HERE = Path(__file__).parent
# Any key will do: a browser would subscribe with it, and nothing is sent here.
PUSH_KEY = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"
# All requests come from one address.
NO_RATE_LIMITS = {"LARDER_SIGN_UPS_PER_ADDRESS": "1000000", "LARDER_READINGS_PER_ADDRESS": "1000000"}


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
        larder = Served(LARDER_PUSH_KEY=PUSH_KEY, **NO_RATE_LIMITS)
        address = larder.address
        try:
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
                f"Authorization: Bearer {Account(address).token}",
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
            larder.stop()


if __name__ == "__main__":
    sys.exit(main())
