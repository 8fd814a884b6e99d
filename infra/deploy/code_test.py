"""Compares template.yaml and the stacks below infra/ with the code: routes, settings, secrets, metrics and names.

The table and the CDN's headers are compared with those of `larder serve` in infra/lambda-harness/same_site_test.py.

    PYTHONPATH=.tools/deploy python3 infra/deploy/code_test.py
"""

import json
import re
import unittest
from pathlib import Path

import cloudformation
import package

ROOT = Path(__file__).resolve().parents[2]
# The metrics that AWS documents for what Larder uses, by namespace and dimension: CloudWatch takes any name, and an alarm
# on a wrong one never rings.
METRICS = {
    ("AWS/Lambda", "FunctionName"): {"Errors", "Throttles", "Duration", "Invocations", "ConcurrentExecutions"},
    ("AWS/ApiGateway", "ApiId"): {"Count", "4xx", "5xx", "Latency", "IntegrationLatency"},
    ("AWS/DynamoDB", "TableName"): {
        "ReadThrottleEvents",
        "WriteThrottleEvents",
        "ConsumedReadCapacityUnits",
        "ConsumedWriteCapacityUnits",
        "TransactionConflict",
    },
    ("AWS/SQS", "QueueName"): {"ApproximateNumberOfMessagesVisible", "ApproximateAgeOfOldestMessage"},
    ("AWS/CloudFront", "DistributionId"): {"Requests", "5xxErrorRate"},
}
# Settings that hold a secret, and what a function's code calls if it uses the secret.
SECRETS = {
    "LARDER_DERIVATION_KEY": ("idempotency.secret(", "config.derivation_key"),
    "LARDER_PUSH_KEYS": ("context.pusher()",),
    # Serving routes: each request is checked.
    "LARDER_CDN_SECRETS": ("serve(", "serve_with_jobs("),
}
# Read by the compiler, and by tests that write their expectations.
NOT_OF_FUNCTIONS = {"LARDER_ENGINE", "LARDER_MODELS", "LARDER_WRITE"}
# Only development may send pushes elsewhere.
ONLY_FOR_DEVELOPMENT = {"LARDER_PUSH_HOSTS"}


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def code(folder):
    """Returns the Rust code below a folder, without its tests."""
    return "".join(text(path).split("#[cfg(test)]")[0] for path in (ROOT / folder).rglob("*.rs"))


def settings_read(folder):
    return set(re.findall(r'"(LARDER_[A-Z_]+)"', code(folder))) - NOT_OF_FUNCTIONS


def logical(function):
    """Returns `ShoppingList` for `shopping-list`."""
    return "".join(word.capitalize() for word in function.split("-"))


def named_values(node):
    """Yields all names and values of a template."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node if isinstance(node, list) else [])
    for name, value in pairs:
        yield name, value
        yield from named_values(value)


class Code(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.template = cloudformation.load(ROOT / "template.yaml")
        cls.resources = cls.template["Resources"]

    def properties(self, function):
        return self.resources[f"{logical(function)}Function"]["Properties"]

    def settings_given(self, properties):
        variables = properties.get("Environment", {}).get("Variables", {})
        return {name for name in variables if name.startswith("LARDER_")}

    def test_every_path_reaches_its_function(self):
        routed = {
            path: re.search(r"StackName}-([\w-]+):live/", str(methods["x-amazon-apigateway-any-method"]))[1]
            for path, methods in self.resources["HttpApi"]["Properties"]["DefinitionBody"]["paths"].items()
        }

        def target(path):
            """Returns the function of a path, as API Gateway chooses: exact route, longest greedy one, $default."""
            greedy = [
                key for key in routed if key.endswith("{proxy+}") and path.startswith(key.removesuffix("{proxy+}"))
            ]
            return routed.get(path) or routed[max(greedy, key=len, default="$default")]

        seen = set()
        for function in set(package.FUNCTIONS) - {"reminders"}:
            paths = re.findall(r'\bpath = "(/[^"]+)"', code(f"functions/{function}/src"))
            seen |= set(paths)
            self.assertEqual({path: target(path) for path in paths}, dict.fromkeys(paths, function))
        self.assertEqual(seen, set(json.loads(text("web/openapi.json"))["paths"]))

    def test_every_function_is_deployed_with_its_alarms_and_its_canary(self):
        self.assertEqual(sorted(package.FUNCTIONS), sorted(path.name for path in (ROOT / "functions").iterdir()))
        for function in package.FUNCTIONS:
            with self.subTest(function=function):
                properties, alarms = self.properties(function), f"{logical(function)}Alarms"
                self.assertEqual(properties["CodeUri"], f"target/lambda/{function}")
                self.assertEqual(properties["DeploymentPreference"]["Alarms"], [{"GetAtt": f"{alarms}.Outputs.Errors"}])
                named = self.resources[alarms]["Properties"]["Parameters"]["FunctionName"]
                self.assertEqual(named, {"Sub": f"${{AWS::StackName}}-{function}"})

    def test_all_settings_that_are_given_are_read_and_no_others(self):
        everywhere, shared = self.settings_given(self.template["Globals"]["Function"]), settings_read("shared")
        self.assertEqual(everywhere - shared, set(), "given to every function and read by none")
        given = set(everywhere)
        for function in package.FUNCTIONS:
            own, read = self.settings_given(self.properties(function)), settings_read(f"functions/{function}/src")
            self.assertEqual(own - read - shared, set(), f"{function} is given what it never reads")
            self.assertEqual(read - own - everywhere, set(), f"{function} reads what it is never given")
            given |= own
        self.assertEqual(shared - given - ONLY_FOR_DEVELOPMENT, set(), "read by the code and given to no function")

    def test_secrets_are_passed_only_to_functions_that_use_them(self):
        resolved = {
            name
            for name, value in named_values(self.template)
            if "{{resolve:secretsmanager:" in str(value.get("Sub") if isinstance(value, dict) else "")
        }
        self.assertLessEqual(resolved, {*SECRETS, "CDN_SECRETS"}, "a secret that this test does not know")
        for name, calls in SECRETS.items():
            self.assertNotIn(name, self.settings_given(self.template["Globals"]["Function"]))
            given = {one for one in package.FUNCTIONS if name in self.settings_given(self.properties(one))}
            users = {one for one in package.FUNCTIONS if any(call in code(f"functions/{one}/src") for call in calls)}
            self.assertEqual(given, users, name)
            self.assertTrue(users, name)

    def test_every_alarm_and_graph_names_an_existing_metric(self):
        named = re.findall(r'\["(AWS/\w+)", "(\w+)", "(\w+)"', text("infra/dashboards/template.yaml"))
        for file in ("infra/alarms/function.yaml", "infra/alarms/service.yaml"):
            template = cloudformation.load(ROOT / file)
            metrics = [one for _, one in named_values(template) if isinstance(one, dict) and "MetricName" in one]
            named += [(one["Namespace"], one["MetricName"], one["Dimensions"][0]["Name"]) for one in metrics]
            for name, alarm in template["Resources"].items():
                if alarm["Type"] == "AWS::CloudWatch::Alarm":
                    self.assertIn("AlarmDescription", alarm["Properties"], name)
        self.assertGreater(len(named), 35)
        unknown = [one for one in named if one[1] not in METRICS.get((one[0], one[2]), ())]
        self.assertEqual(unknown, [])

    def test_the_viewers_address_and_the_cdns_secret_have_known_names(self):
        cdn = text("infra/cdn/template.yaml")
        address, secret = re.search(r"request\.headers\['(.+?)'\]", cdn)[1], re.search(r"HeaderName: (\S+)", cdn)[1]
        self.assertIn(f'"{address}"', text("shared/api/src/address.rs"))
        self.assertIn(f'"{secret}"', text("shared/api/src/cdn.rs"))


if __name__ == "__main__":
    unittest.main()
