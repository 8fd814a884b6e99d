"""Runs a built function as Lambda does: serves the runtime API, hands it events, measures its start.

    python3 infra/lambda-harness/emulator.py --starts 30 target/lambda/items/bootstrap
    python3 infra/lambda-harness/emulator.py --events events.json target/lambda/items/bootstrap

The first command measures the time from exec to the first poll of the runtime API, and the memory then. The second sends
API Gateway events (a JSON list, format 2.0) and prints each answer with its time; unlike `cargo lambda watch`, it sets
real deadlines. A fake DynamoDB answers every call with an empty object, which suffices for priming; for real rows set
AWS_ENDPOINT_URL_DYNAMODB.
"""

import argparse
import json
import os
import queue
import signal
import statistics
import subprocess
import sys
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# An emulated processor needs more.
TIMEOUT_SECONDS = int(os.environ.get("LARDER_TEST_TIMEOUT", "30"))
FUNCTION = {
    "AWS_LAMBDA_FUNCTION_NAME": "emulated",
    "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
    "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "512",
}
ACCOUNT = {
    "AWS_REGION": "us-east-1",
    "AWS_ACCESS_KEY_ID": "emulated",
    "AWS_SECRET_ACCESS_KEY": "emulated",
    "AWS_EC2_METADATA_DISABLED": "true",
}

# A public key, as in a deployment: without one, a start fetches the key set.
SETTINGS = {"LARDER_IDENTITY_KEYS": "emulated:AQAB", "LARDER_JOBS_TOPIC": "arn:aws:sns:us-east-1:123456789012:jobs"}


class RuntimeApi:
    """https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html, for one function at a time, with a timeout of
    `timeout` seconds."""

    def __init__(self, timeout=TIMEOUT_SECONDS):
        self.events, self.answers, self.polled = queue.Queue(), queue.Queue(), queue.Queue()
        api = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def reply(self, status, body=b"{}", headers=()):
                self.send_response(status)
                for name, value in [("Content-Type", "application/json"), ("Content-Length", str(len(body))), *headers]:
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                api.polled.put(time.perf_counter())
                event = api.events.get()
                if event is None:
                    # The client has closed the connection.
                    self.close_connection = True
                    return
                deadline = int((time.time() + timeout) * 1000)
                headers = [
                    ("Lambda-Runtime-Aws-Request-Id", str(uuid.uuid4())),
                    ("Lambda-Runtime-Deadline-Ms", str(deadline)),
                    (
                        "Lambda-Runtime-Invoked-Function-Arn",
                        "arn:aws:lambda:us-east-1:123456789012:function:emulated:live",
                    ),
                    ("Lambda-Runtime-Trace-Id", "Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1"),
                ]
                self.reply(200, json.dumps(event).encode(), headers)

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if "/2018-06-01/runtime/" not in self.path:
                    # Not the runtime API, but the fake DynamoDB.
                    return self.reply(200)
                kind = (
                    "init error"
                    if self.path.endswith("/init/error")
                    else "error"
                    if self.path.endswith("/error")
                    else "answer"
                )
                api.answers.put((time.perf_counter(), kind, body))
                self.reply(202)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        # Each measured start waits for one poll interval.
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        self.address = f"127.0.0.1:{self.server.server_port}"

    def start(self, program, settings=None, stdout=subprocess.DEVNULL):
        endpoints = {"AWS_LAMBDA_RUNTIME_API": self.address, "AWS_ENDPOINT_URL_DYNAMODB": f"http://{self.address}"}
        env = {**endpoints, **FUNCTION, **ACCOUNT, **SETTINGS, **os.environ, **(settings or {})}
        return time.perf_counter(), subprocess.Popen([program], env=env, stdout=stdout, stderr=sys.stderr)

    def stop(self, process):
        """Stops a function as Lambda does: SIGTERM, and SIGKILL after half a second. Returns whether SIGTERM was
        enough."""
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(TIMEOUT_SECONDS / 60)
            graceful = True
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            graceful = False
        # Releases a thread that waits for an event of the dead process.
        self.events.put(None)
        return graceful


def resident_kb(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1])


def wait_for_poll(api, process):
    try:
        return api.polled.get(timeout=TIMEOUT_SECONDS)
    except queue.Empty:
        process.kill()
        reason = api.answers.get_nowait()[2].decode() if not api.answers.empty() else f"exit code {process.poll()}"
        raise SystemExit(f"the function never polled: {reason}") from None


def measure_starts(programs, starts, settings=None):
    """Measures the programs alternately, so that other load of the machine affects all alike."""
    times, memory = {program: [] for program in programs}, {program: [] for program in programs}
    for _ in range(starts):
        for program in programs:
            api = RuntimeApi()
            began, process = api.start(program, settings)
            times[program].append((wait_for_poll(api, process) - began) * 1000)
            memory[program].append(resident_kb(process.pid))
            api.stop(process)
            api.server.shutdown()
    for program in programs:
        took = sorted(times[program])
        print(
            f"{program}: {starts} starts, exec to first poll median {statistics.median(took):.1f} ms ({took[0]:.1f} to {took[-1]:.1f}), resident {max(memory[program])} kB at most"
        )


def send_events(program, events):
    api = RuntimeApi()
    _, process = api.start(program)
    wait_for_poll(api, process)
    for event in events:
        began = time.perf_counter()
        api.events.put(event)
        try:
            ended, kind, body = api.answers.get(timeout=TIMEOUT_SECONDS)
        except queue.Empty:
            process.kill()
            raise SystemExit(f"no answer within {TIMEOUT_SECONDS} s") from None
        wait_for_poll(api, process)
        print(
            json.dumps(
                {
                    "route": event.get("routeKey"),
                    "kind": kind,
                    "milliseconds": round((ended - began) * 1000, 2),
                    "answer": json.loads(body),
                }
            )
        )
    print(
        f"stopped {'by' if api.stop(process) else 'only after'} SIGTERM{'' if process.returncode in (0, -15) else f', exit code {process.returncode}'}",
        file=sys.stderr,
    )


def main():
    parser = argparse.ArgumentParser(description="Run a function as Lambda does.")
    parser.add_argument("programs", nargs="+", help="built functions (bootstrap); events go to the first")
    parser.add_argument("--starts", type=int, default=30, help="number of starts to measure (default: 30)")
    parser.add_argument("--events", help="a JSON file with a list of events to send instead")
    arguments = parser.parse_args()
    if arguments.events:
        with open(arguments.events, encoding="utf-8") as file:
            send_events(arguments.programs[0], json.load(file))
    else:
        measure_starts(arguments.programs, arguments.starts)


if __name__ == "__main__":
    main()
