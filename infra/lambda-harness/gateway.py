"""Converts requests to events as API Gateway does (format 2.0), and a function's answers to responses.

https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
"""

import base64
import dataclasses
import os
import re
import sys
import time
import urllib.parse
import uuid
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "infra/deploy"))

import cloudformation  # noqa: E402


@dataclasses.dataclass
class Answer:
    status: int
    headers: dict
    body: bytes


class Routes:
    """The routes of template.yaml and their functions. As in API Gateway, the most specific route is chosen."""

    def __init__(self):
        resources = cloudformation.load(ROOT / "template.yaml")["Resources"]
        self.routes = []
        for resource in resources.values():
            if resource["Type"] == "AWS::ApiGatewayV2::Route":
                key = resource["Properties"]["RouteKey"]
                # "integrations/${ItemsIntegration}" calls the live version of `ItemsFunction`.
                (integration,) = re.findall(r"\$\{(\w+)\}", resource["Properties"]["Target"]["Sub"])
                alias = resources[integration]["Properties"]["IntegrationUri"]["Ref"]
                function = alias.removesuffix("Aliaslive")
                self.routes.append((key, Path(resources[function]["Properties"]["CodeUri"]).name))
        self.default = next(function for key, function in self.routes if key == "$default")

    def find(self, method, path):
        """Returns route key, parameters and function of a request."""
        best = None
        for key, function in self.routes:
            if key == "$default":
                continue
            verb, pattern = key.split(" ")
            names = re.findall(r"{(\w+)\+?}", pattern)
            expression = re.sub(
                r"{\w+\\\+}", "(.+)", re.sub(r"{\w+}", "([^/]+)", pattern.replace("+}", r"\+}").replace(".", r"\."))
            )
            match = re.fullmatch(expression, path)
            if match and verb in ("ANY", method):
                rank = ("+}" in pattern, pattern.count("{"), -len(pattern), verb == "ANY")
                if best is None or rank < best[0]:
                    best = (rank, key, dict(zip(names, match.groups())), function)
        return best[1:] if best else ("$default", {}, self.default)


class Gate:
    """CdnAuthorizer of template.yaml: its header and its function."""

    def __init__(self, secrets):
        resources = cloudformation.load(ROOT / "template.yaml")["Resources"]
        (source,) = resources["CdnAuthorizer"]["Properties"]["IdentitySource"]
        self.header, self.function = source.removeprefix("$request.header."), {}
        with patch.dict(os.environ, {"CDN_SECRETS": secrets}):
            exec(compile(resources["CdnGate"]["Properties"]["Code"]["ZipFile"], "gate", "exec"), self.function)

    def rejection(self, headers):
        """Returns API Gateway's error response, or None if the request is authorized."""
        if not headers.get(self.header):
            return Answer(401, {"content-type": "application/json"}, b'{"message":"Unauthorized"}')
        if not self.function["handler"]({"headers": headers}, None)["isAuthorized"]:
            return Answer(403, {"content-type": "application/json"}, b'{"message":"Forbidden"}')
        return None


def create_event(method, target, headers, body, route_key, parameters):
    path, _, query = target.partition("?")
    headers = {name.lower(): value for name, value in headers.items()}
    now = time.time()
    event = {
        "version": "2.0",
        "routeKey": route_key,
        "rawPath": path,
        "rawQueryString": query,
        "headers": {
            "host": "api.example.org",
            "x-amzn-trace-id": "Root=1-5759e988-bd862e3fe1be46a994272793",
            "x-forwarded-for": "203.0.113.7",
            "x-forwarded-proto": "https",
            **headers,
        },
        "requestContext": {
            "accountId": "123456789012",
            "apiId": "api",
            "domainName": "api.example.org",
            "domainPrefix": "api",
            "http": {
                "method": method,
                "path": path,
                "protocol": "HTTP/1.1",
                "sourceIp": "203.0.113.7",
                "userAgent": "harness",
            },
            "requestId": str(uuid.uuid4()),
            "routeKey": route_key,
            "stage": "$default",
            "time": time.strftime("%d/%b/%Y:%H:%M:%S +0000", time.gmtime(now)),
            "timeEpoch": int(now * 1000),
        },
        "isBase64Encoded": False,
    }
    if query:
        event["queryStringParameters"] = {
            name: ",".join(values) for name, values in urllib.parse.parse_qs(query, keep_blank_values=True).items()
        }
    if parameters:
        event["pathParameters"] = parameters
    if body:
        # Text is sent as text, everything else as base64.
        event["isBase64Encoded"] = not headers.get("content-type", "").startswith(("application/json", "text/"))
        event["body"] = base64.b64encode(body).decode() if event["isBase64Encoded"] else body.decode()
    return event


def answer(payload):
    body = payload.get("body") or ""
    headers = {name.lower(): value for name, value in (payload.get("headers") or {}).items()}
    for name, values in (payload.get("multiValueHeaders") or {}).items():
        headers[name.lower()] = ", ".join(values)
    return Answer(
        payload["statusCode"], headers, base64.b64decode(body) if payload.get("isBase64Encoded") else body.encode()
    )
