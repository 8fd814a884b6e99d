"""Measures the start of the functions under Lambda's runtime API: `lab/starts.sh`.

Builds the functions for this processor as `make package` does, and a bare lambda_http function with the same settings,
starts them in turn under AWS's emulator of the runtime API, which tells the time from exec to the first poll, and sends
each a first and further requests over the embedded table. STARTS
sets the number of starts (30); BUILT=1 skips the build.
"""

import json
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "infra/deploy"), str(ROOT / "infra/lambda-harness")]

import deployment
import package

STARTS = int(os.environ.get("STARTS", "30"))
# A request of each function that reads the table as its screens do; the identity function's makes an account.
ASKED = {
    "items": "GET /api/items",
    "scans": "GET /api/scan-sessions",
    "shopping-list": "GET /api/shopping-list",
    "sharing": "GET /api/shopping-list/shares",
    "preferences": "GET /api/preferences",
    "identity": "POST /identity/v1/accounts:signUp",
}


def build():
    architecture = {"x86_64": "x86_64", "aarch64": "arm64"}[platform.machine()]
    package.build(architecture)
    package.build(architecture, ["lambda-hello"], ROOT / "lab")


def resident_kb(process):
    threads = Path(f"/proc/{process.pid}/task").glob("*/children")
    (program,) = " ".join(children.read_text(encoding="ascii") for children in threads).split()
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{program}/status").read_text(encoding="ascii"))[1])


def measure_starts(programs, settings):
    """Measures the programs alternately, so that other load of the machine affects all alike."""
    times, memory = {program: [] for program in programs}, dict.fromkeys(programs, 0)
    for _ in range(STARTS):
        for program in programs:
            function = deployment.Lambda(program, settings)
            function.invoke({})
            memory[program] = max(memory[program], resident_kb(function.process))
            function.stop()
            times[program] += map(float, re.findall(r"INIT REPORT\(durationMs: ([\d.]+)\)", "".join(function.output)))
    for program, took in times.items():
        print(
            f"{program}: {len(took)} starts, exec to first poll median {statistics.median(took):.1f} ms "
            f"({min(took):.1f} to {max(took):.1f}), resident {memory[program]} kB at most after an event"
        )


def first_and_warm(both, token):
    """Milliseconds of the request that starts a process, and of its further ones, through sam's API Gateway."""
    first, warm = {name: [] for name in ASKED}, {name: [] for name in ASKED}
    for _ in range(min(STARTS, 10)):
        functions = deployment.Deployed(both.programs, both.local, both.keys)
        for name, asked in ASKED.items():
            method, path = asked.split(" ")
            headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
            body = b'{"returnSecureToken":true}' if method == "POST" else b""
            for turn in range(31):
                began = time.perf_counter()
                status = functions.send(method, path, headers, body).status
                took = (time.perf_counter() - began) * 1000
                if status != 200:
                    raise SystemExit(f"{asked} answered {status}")
                (warm if turn else first)[name].append(took)
        functions.stop()
    for name, asked in ASKED.items():
        one, other = statistics.median(first[name]), statistics.median(warm[name])
        print(f"{asked:38} first {one:6.2f} ms with its start, warm {other:6.2f} ms, {one / other:.1f} times")


def main():
    if "BUILT" not in os.environ:
        build()
    built = ROOT / "target/lambda"
    hello = ROOT / "lab/target/lambda/lambda-hello"
    programs = [str(folder / "bootstrap") for folder in [hello, *(built / name for name in sorted(package.FUNCTIONS))]]
    # The reminders want keys to send with, the identity function keys to sign with.
    with_keys = deployment.Both(os.environ.get("LARDER_BIN", str(ROOT / "target/debug/larder")), built)
    try:
        settings = {
            **with_keys.deployed.settings,
            "LARDER_PUSH_KEYS": (with_keys.folder / "data/push-keys.json").read_text(encoding="utf-8"),
            "LARDER_PUSH_CONTACT": "mailto:bench@example.org",
        }
        measure_starts(programs, settings)
        signed_up = with_keys.local.send(
            "POST", "/identity/v1/accounts:signUp", {"content-type": "application/json"}, b'{"returnSecureToken":true}'
        )
        first_and_warm(with_keys, json.loads(signed_up.body)["idToken"])
    finally:
        with_keys.stop()


if __name__ == "__main__":
    main()
