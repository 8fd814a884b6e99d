"""Runs Larder twice on one table: `larder serve`, and the functions as Lambda runs them behind API Gateway.

AWS's emulator of the runtime API and sam's local API Gateway, with the routes and the authorizer of template.yaml, run the
functions (decision 055). Both have the same signing keys, so a token of one is valid for the other. The functions' bucket
and secret are fakes; the table is the embedded one of `larder serve`.
"""

import contextlib
import dataclasses
import http.client
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "infra/deploy"))

import samcli
import yaml
from samcli.lib.providers.api_provider import ApiProvider
from samcli.lib.providers.provider import Stack
from samcli.local.apigw.local_apigw_service import LocalApigwService
from samcli.yamlhelper import yaml_parse

import package
from keys import public_keys

# An emulated processor needs more.
TIMEOUT_SECONDS = int(os.environ.get("LARDER_TEST_TIMEOUT", "30"))
EMULATOR = Path(samcli.__file__).parent / f"local/rapid/aws-lambda-rie-{platform.machine().replace('aarch', 'arm')}"
ENVIRONMENT = {
    "AWS_REGION": "us-east-1",
    "AWS_ACCESS_KEY_ID": "emulated",
    "AWS_SECRET_ACCESS_KEY": "emulated",
    "AWS_EC2_METADATA_DISABLED": "true",
    "AWS_LAMBDA_FUNCTION_NAME": "emulated",
    "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "512",
    # A public key, as in a deployment: without one, a start fetches the key set.
    "LARDER_IDENTITY_KEYS": "emulated:AQAB",
    "LARDER_JOBS_TOPIC": "arn:aws:sns:us-east-1:123456789012:jobs",
}
# The scheduled job serves no routes.
FUNCTIONS = [name for name in package.FUNCTIONS if name != "reminders"]
# Any valid key: nothing is sent.
PUSH_KEY = "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"
TRACE = "Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1"
# All requests of the tests come from one address.
NO_RATE_LIMITS = {
    "LARDER_SIGN_UPS_PER_ADDRESS": "1000000",
    "LARDER_READINGS_PER_ADDRESS": "1000000",
    "LARDER_READINGS_PER_TEN_SECONDS": "0",
}


@dataclasses.dataclass
class Answer:
    status: int
    headers: dict
    body: bytes


def built(folder, name):
    """Returns the path of a function's program, built by cargo or for Lambda."""
    program = next((path for path in (folder / name / "bootstrap", folder / name) if path.is_file()), None)
    if program is None:
        raise SystemExit(f"{folder / name} is not built: make build, or make package for those of Lambda")
    return str(program)


S3_XMLNS = "http://s3.amazonaws.com/doc/2006-03-01/"
SNS_XMLNS = "http://sns.amazonaws.com/doc/2010-03-31/"


class FakeAws:
    """The operations of S3, Secrets Manager and SNS that the functions use: objects by path, one secret, and `subscriber`,
    which is called with each published message."""

    def __init__(self, secret, subscriber):
        objects = self.objects = {}

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def reply(self, status, body=b"", kind="application/xml"):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def body(self):
                return self.rfile.read(int(self.headers.get("Content-Length", 0)))

            def path_only(self):
                return urllib.parse.unquote(urllib.parse.urlsplit(self.path).path)

            def do_PUT(self):
                body = self.body()
                if "aws-chunked" in self.headers.get("Content-Encoding", ""):
                    body = unchunked(body)
                objects[self.path_only()] = body
                self.reply(200)

            def do_GET(self):
                query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
                if "list-type" in query:
                    bucket = self.path_only().rstrip("/")
                    prefix = query.get("prefix", [""])[0]
                    keys = [
                        path.removeprefix(bucket + "/") for path in objects if path.startswith(f"{bucket}/{prefix}")
                    ]
                    rows = "".join(f"<Contents><Key>{key}</Key><Size>1</Size></Contents>" for key in keys)
                    listed = f"<IsTruncated>false</IsTruncated>{rows}"
                    return self.reply(200, f'<ListBucketResult xmlns="{S3_XMLNS}">{listed}</ListBucketResult>'.encode())
                found = objects.get(self.path_only())
                if found is None:
                    return self.reply(404, b"<Error><Code>NoSuchKey</Code></Error>")
                self.reply(200, found, "image/jpeg")

            def do_DELETE(self):
                objects.pop(self.path_only(), None)
                self.reply(204)

            def do_POST(self):
                body = self.body()
                if self.headers.get("X-Amz-Target") == "secretsmanager.GetSecretValue":
                    return self.reply(
                        200, json.dumps({"Name": "keys", "SecretString": secret}).encode(), "application/x-amz-json-1.1"
                    )
                form = urllib.parse.parse_qs(body.decode(errors="replace"))
                if form.get("Action") == ["Publish"]:
                    threading.Thread(target=subscriber, args=form["Message"], daemon=True).start()
                    published = "<PublishResult><MessageId>one</MessageId></PublishResult>"
                    return self.reply(
                        200, f'<PublishResponse xmlns="{SNS_XMLNS}">{published}</PublishResponse>'.encode()
                    )
                for key in re.findall(rb"<Key>(.*?)</Key>", body):
                    objects.pop(f"{self.path_only().rstrip('/')}/{key.decode()}", None)
                self.reply(200, b"<DeleteResult/>")

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"


def unchunked(body):
    """Decodes `aws-chunked`, which earlier versions send: hexadecimal sizes before the chunks, checksums after them."""
    content = b""
    while body:
        head, _, body = body.partition(b"\r\n")
        size = int(head.split(b";")[0], 16)
        if size == 0:
            break
        content, body = content + body[:size], body[size + 2 :]
    return content


class Local:
    """`larder serve`, over HTTP."""

    name = "larder serve"

    def __init__(self, binary, folder, **more):
        settings = {
            "PORT": "0",
            "LARDER_DATA": str(folder),
            "LARDER_LOG": "debug",
            "LARDER_PUSH_KEY": PUSH_KEY,
            **NO_RATE_LIMITS,
            **more,
        }
        self.log = open(folder.parent / "larder.log", "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [binary, "serve"], env={**os.environ, **settings}, stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        ready = next((line for line in self.process.stdout if "ready at" in line), None)
        if ready is None:
            raise SystemExit("larder did not start: " + Path(self.log.name).read_text(encoding="utf-8"))
        self.address = ready.split()[-1]
        # `larder` opens no port for its table; this program opens the same file a second time.
        served = [str(Path(binary).parent / "examples/table"), str(folder / "dynamodb.sqlite")]
        self.table_process = subprocess.Popen(served, stdout=subprocess.PIPE, text=True)
        self.table = self.table_process.stdout.readline().strip()

    def send(self, method, target, headers, body):
        # A new connection, because the server could close an idle one while this request is sent.
        with contextlib.closing(
            http.client.HTTPConnection(urllib.parse.urlsplit(self.address).netloc, timeout=60)
        ) as connection:
            connection.request(method, target, body or None, headers)
            answer = connection.getresponse()
            return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())

    def stop(self):
        self.table_process.kill()
        self.process.terminate()
        for process in (self.table_process, self.process):
            process.wait(timeout=30)
            process.stdout.close()
        self.log.close()


def free_address():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"127.0.0.1:{server.getsockname()[1]}"


class Lambda:
    """A function under AWS's emulator of the runtime API, which sam contains. It starts with its first event."""

    def __init__(self, program, settings, timeout=TIMEOUT_SECONDS):
        self.address, runtime_api = free_address(), free_address()
        EMULATOR.chmod(0o755)
        command = [EMULATOR, "--runtime-interface-emulator-address", self.address, "--runtime-api-address", runtime_api]
        environment = {**ENVIRONMENT, **os.environ, **settings, "AWS_LAMBDA_FUNCTION_TIMEOUT": str(timeout)}
        self.process = subprocess.Popen(
            [*command, program], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.output, self.lock = [], threading.Lock()
        self.reader = threading.Thread(target=lambda: self.output.extend(self.process.stdout), daemon=True)
        self.reader.start()
        while self.process.poll() is None:
            with contextlib.suppress(ConnectionRefusedError), socket.create_connection(self.address.split(":")):
                break
            time.sleep(0.01)

    @property
    def lines(self):
        """The lines of the function's own log."""
        return [line for line in self.output if line.startswith("{")]

    def invoke(self, event):
        # An instance handles one event at a time.
        connection = http.client.HTTPConnection(self.address, timeout=TIMEOUT_SECONDS * 2)
        with self.lock, contextlib.closing(connection):
            connection.request("POST", "/2015-03-31/functions/function/invocations", json.dumps(event))
            return json.load(connection.getresponse())

    def stop(self):
        self.process.terminate()
        self.process.wait(TIMEOUT_SECONDS)
        self.reader.join(TIMEOUT_SECONDS)
        self.process.stdout.close()


class Gate:
    """The authorizer's function, whose code is in template.yaml."""

    def __init__(self, template, secrets):
        self.function = {}
        with patch.dict(os.environ, {"CDN_SECRETS": secrets}):
            exec(
                compile(template["Resources"]["CdnGate"]["Properties"]["Code"]["ZipFile"], "gate", "exec"),
                self.function,
            )

    def invoke(self, event):
        return self.function["handler"](event, None)


class Deployed:
    """The functions behind sam's local API Gateway, which calls `invoke`."""

    name = "the functions"

    def __init__(self, programs, local, keys):
        self.aws = FakeAws(keys, self.work_on_job)
        site = local.address
        self.settings = {
            "AWS_ENDPOINT_URL_DYNAMODB": local.table,
            "AWS_ENDPOINT_URL_S3": self.aws.address,
            "AWS_ENDPOINT_URL_SECRETS_MANAGER": self.aws.address,
            "AWS_ENDPOINT_URL_SNS": self.aws.address,
            "LARDER_SITE_URL": site,
            "LARDER_PUSH_KEY": PUSH_KEY,
            "LARDER_IDENTITY_KEYS": public_keys(json.loads(keys)),
            "LARDER_SIGNING_KEYS_ARN": "arn:aws:secretsmanager:us-east-1:123456789012:secret:keys",
            **NO_RATE_LIMITS,
            "LARDER_BEHIND_CDN": "true",
            "LARDER_CDN_SECRETS": "one,other",
            "LARDER_LOG": "info",
        }
        with patch.object(yaml, "SafeLoader", yaml.CSafeLoader):
            template = yaml_parse((ROOT / "template.yaml").read_text(encoding="utf-8"))
        self.functions = {name: Lambda(programs[name], self.settings) for name in FUNCTIONS}
        self.functions["cdn-gate"] = Gate(template, self.settings["LARDER_CDN_SECRETS"])
        self.gateway = LocalApigwService(ApiProvider([Stack("", "", "template.yaml", {}, template)]).api, self)
        self.gateway.create()

    def is_debugging(self):
        return False

    def invoke(self, name, event, stdout, **_):
        """Invokes a function of the stack that sam calls `local`. Unlike AWS's, sam's header names are in capitals."""
        event = json.loads(event)
        event["headers"] = {name.lower(): value for name, value in event["headers"].items()}
        stdout.write_str(json.dumps(self.functions[name.removeprefix("local-")].invoke(event)))

    def work_on_job(self, user):
        self.functions["transfer"].invoke({"Records": [{"EventSource": "aws:sns", "Sns": {"Message": user}}]})

    def send(self, method, target, headers, body):
        client = self.gateway._app.test_client(use_cookies=False)
        answer = client.open(
            target,
            method=method,
            headers={"larder-cdn": "other", "x-amzn-trace-id": TRACE, **headers},
            data=body,
            environ_base={"REMOTE_ADDR": "203.0.113.7"},
        )
        return Answer(answer.status_code, {name.lower(): value for name, value in answer.headers.items()}, answer.data)

    def stop(self):
        for name in FUNCTIONS:
            self.functions[name].stop()


class Both:
    """`larder serve` and the functions on a new table. `folder` has the functions' programs."""

    def __init__(self, binary, folder):
        self.programs = {name: built(folder, name) for name in FUNCTIONS}
        self.folder = Path(tempfile.mkdtemp(prefix="larder-deployment-"))
        self.local = Local(binary, self.folder / "data")
        self.keys = (self.folder / "data/identity-keys.json").read_text(encoding="utf-8")
        self.deployed = Deployed(self.programs, self.local, self.keys)

    def stop(self):
        self.deployed.stop()
        self.local.stop()
        shutil.rmtree(self.folder)
