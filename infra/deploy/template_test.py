"""Checks template.yaml after the SAM transform: by AWS's limits and names, and by cfn-lint.

PYTHONPATH=.tools/deploy python3 infra/deploy/template_test.py
"""

import copy
import fnmatch
import functools
import json
import logging
import os
import re
import sys
import unittest
from pathlib import Path
from unittest.mock import patch

import cfnlint
import yaml
from cfnlint.api import lint_file
from cfnlint.config import ManualArgs
from samtranslator.model.preferences.deployment_preference_collection import CODEDEPLOY_PREDEFINED_CONFIGURATIONS_LIST
from samcli.yamlhelper import yaml_parse

import custom_resources
import package
import transform

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "template.yaml"
NESTED = sorted([*ROOT.glob("infra/*/template.yaml"), *ROOT.glob("infra/alarms/*.yaml")])
# The longest value of SigningKeysPublic (keys.py).
MAX_PUBLIC_KEYS = ",".join(["k" * 12 + ":" + "m" * 342] * 4)
# Properties that fix a resource's name.
NAMES = {"BucketName", "TableName", "FunctionName", "QueueName", "LogGroupName", "Name"}


def with_parameters(**chosen):
    declared = yaml_parse(TEMPLATE.read_text(encoding="utf-8"))["Parameters"]
    return {name: str(entry["Default"]) for name, entry in declared.items()} | chosen


@functools.cache
def transformed_resources(**chosen):
    return transform.transformed_file(TEMPLATE, with_parameters(**chosen))["Resources"]


def of_type(resources, kind):
    return {name: resource for name, resource in resources.items() if resource["Type"] == kind}


def longest_values():
    """Returns the longest values of variables that refer to a parameter with limited values."""
    template = yaml_parse(TEMPLATE.read_text(encoding="utf-8"))
    longest = {}
    for name, parameter in template["Parameters"].items():
        if "MaxValue" in parameter:
            longest[name] = str(parameter["MaxValue"])
        elif "AllowedValues" in parameter:
            longest[name] = max((str(value) for value in parameter["AllowedValues"]), key=len)
    functions = [template["Globals"]["Function"], *(entry["Properties"] for entry in template["Resources"].values())]
    variables = {}
    for function in functions:
        variables |= function.get("Environment", {}).get("Variables", {})
    named = {key: value["Ref"] for key, value in variables.items() if isinstance(value, dict) and "Ref" in value}
    return {key: longest[parameter] for key, parameter in named.items() if parameter in longest}


class Transformed(unittest.TestCase):
    def test_code_deploy_knows_every_canary(self):
        declared = yaml_parse(TEMPLATE.read_text(encoding="utf-8"))["Parameters"]["Canary"]
        self.assertIn(declared["Default"], declared["AllowedValues"])
        for canary in declared["AllowedValues"]:
            groups = of_type(transformed_resources(Canary=canary), "AWS::CodeDeploy::DeploymentGroup")
            self.assertEqual(len(groups), len(package.FUNCTIONS))
            for name, group in groups.items():
                text, named = group["Properties"]["DeploymentConfigName"]["Fn::Sub"]
                self.assertEqual(text, "CodeDeployDefault.Lambda${ConfigName}", f"{name}: SAM did not know {canary}")
                self.assertIn(named["ConfigName"], CODEDEPLOY_PREDEFINED_CONFIGURATIONS_LIST)
                self.assertEqual(named["ConfigName"], "AllAtOnce" if name.startswith("Reminders") else canary)
                self.assertTrue(group["Properties"]["AlarmConfiguration"]["Alarms"], f"{name} has no alarms")

    def test_sam_build_skips_all_functions(self):
        for name, resource in yaml_parse(TEMPLATE.read_text(encoding="utf-8"))["Resources"].items():
            if resource["Type"] in ("AWS::Serverless::Function", "AWS::Lambda::Function") and name != "CdnGate":
                self.assertTrue(resource["Metadata"].get("SkipBuild"), name)

    def test_a_changed_parameter_replaces_every_version(self):
        resources = transformed_resources()
        settings = resources["Keys"]["Properties"]["Settings"]
        self.assertEqual({one["Ref"] for one in settings}, with_parameters().keys())
        described = {"Fn::Sub": "Settings ${Keys.Digest}"}
        versions = of_type(resources, "AWS::Lambda::Version")
        self.assertEqual(len(versions), len(package.FUNCTIONS))
        for name, version in versions.items():
            function = resources[version["Properties"]["FunctionName"]["Ref"]]
            # Lambda refuses a second version of an unchanged function, CloudFormation keeps an unchanged version.
            self.assertEqual(function["Properties"]["Description"], described, name)
            self.assertEqual(version["Properties"]["Description"], described, name)
            alias = resources[name.partition("Version")[0] + "Aliaslive"]["Properties"]
            self.assertEqual(alias["FunctionVersion"], {"Fn::GetAtt": [name, "Version"]})
        self.assertEqual(resources["CdnGate"]["Properties"]["Description"], described)

    def test_a_changed_function_gets_a_new_version_and_no_other(self):
        template = yaml_parse(TEMPLATE.read_text(encoding="utf-8"))
        for one in template["Resources"].values():
            if "CodeUri" in one.get("Properties", {}):
                one["Properties"]["CodeUri"] = "s3://not/uploaded"

        def versions(**changed):
            changed_template = copy.deepcopy(template)
            changed_template["Resources"]["ItemsFunction"]["Properties"].update(changed)
            return set(
                of_type(transform.transformed(changed_template, with_parameters())["Resources"], "AWS::Lambda::Version")
            )

        before = versions()
        self.assertEqual(versions(), before)
        for changed in ({"CodeUri": "s3://not/changed"}, {"Timeout": 11}, {"MemorySize": 256}, {"Layers": ["arn"]}):
            (replaced,) = before - versions(**changed)
            self.assertTrue(replaced.startswith("ItemsFunctionVersion"), changed)

    def test_site_is_copied_after_the_functions(self):
        resources = transformed_resources()
        aliases = {name for name in of_type(resources, "AWS::Lambda::Alias") if not name.startswith("Reminders")}
        self.assertEqual(set(resources["Site"]["DependsOn"]), aliases | {"HttpApiApiGatewayDefaultStage"})
        self.assertEqual(resources["Site"]["Properties"]["Files"], {"Ref": "SiteFiles"})

    def test_setup_function_has_the_runtime_of_its_packages_and_a_shorter_timeout_than_its_resource(self):
        resources = transformed_resources()
        setup = resources["SetupFunction"]["Properties"]
        self.assertEqual(setup["Runtime"], f"python{package.SETUP_PYTHON}")
        self.assertEqual(setup["Handler"], "custom_resources.handler")
        self.assertLess(setup["Timeout"], resources["Site"]["Properties"]["ServiceTimeout"])
        self.assertEqual(
            {one["Type"] for one in resources.values() if one["Type"].startswith("Custom::")},
            set(custom_resources.RESOURCES),
        )

    def test_retained_resources_have_no_fixed_name(self):
        for file in [TEMPLATE, *NESTED]:
            for name, resource in yaml_parse(file.read_text(encoding="utf-8"))["Resources"].items():
                policies = {resource.get("DeletionPolicy"), resource.get("UpdateReplacePolicy")}
                if policies & {"Retain", "RetainExceptOnCreate"}:
                    fixed = {key: value for key, value in resource["Properties"].items() if key in NAMES}
                    self.assertTrue(
                        not fixed or "AWS::StackId" in json.dumps(fixed), f"{file.name}: {name} is named {fixed}"
                    )

    def test_every_route_has_the_cdn_authorizer(self):
        for path, methods in self.body()["paths"].items():
            for method, route in methods.items():
                if method != "parameters":
                    self.assertEqual(route["security"], [{"cdn": []}], path)

    def body(self):
        return transformed_resources()["HttpApi"]["Properties"]["Body"]

    def test_api_may_call_the_functions_of_its_routes(self):
        resources = transformed_resources()
        (statement,) = resources["ApiRole"]["Properties"]["Policies"][0]["PolicyDocument"]["Statement"]
        allowed = [one["Fn::Sub"] for one in statement["Resource"]]
        authorizer = self.body()["components"]["securitySchemes"]["cdn"]["x-amazon-apigateway-authorizer"]
        self.assertEqual(authorizer["authorizerCredentials"], {"Fn::GetAtt": ["ApiRole", "Arn"]})
        called = [json.dumps(authorizer["authorizerUri"])]
        for methods in self.body()["paths"].values():
            integration = methods["x-amazon-apigateway-any-method"]["x-amazon-apigateway-integration"]
            self.assertEqual(integration["credentials"], {"Fn::GetAtt": ["ApiRole", "Arn"]})
            called.append(integration["uri"]["Fn::Sub"])
        named = [one.split(":function:")[1] for one in allowed]
        for uri in called:
            self.assertTrue(any(function in uri for function in named), uri)
        for function in named:
            self.assertTrue(any(function in uri for uri in called), f"{function} has no route")
        # Named in the routes, and so also here.
        for function in of_type(resources, "AWS::Lambda::Function").values():
            self.assertIn("${AWS::StackName}-", function["Properties"]["FunctionName"]["Fn::Sub"])

    def test_no_route_has_a_throttle(self):
        self.assertNotIn("RouteSettings", transformed_resources()["HttpApiApiGatewayDefaultStage"]["Properties"])

    def test_authorizer_accepts_exactly_its_two_secrets(self):
        scheme, gate = (
            self.body()["components"]["securitySchemes"]["cdn"],
            transformed_resources()["CdnGate"]["Properties"],
        )
        authorizer = scheme["x-amazon-apigateway-authorizer"]
        self.assertTrue(authorizer["enableSimpleResponses"])
        self.assertEqual(authorizer["authorizerResultTtlInSeconds"], 3600)
        (source,) = authorizer["identitySource"]
        header = source.removeprefix("$request.header.")
        cdn = next(file for file in NESTED if file.parent.name == "cdn").read_text(encoding="utf-8")
        self.assertIn(f"HeaderName: {header}\n", cdn)
        module = {}
        with patch.dict(os.environ, dict.fromkeys(gate["Environment"]["Variables"], "one,other")):
            exec(compile(gate["Code"]["ZipFile"], "gate", "exec"), module)
        for sent, is_accepted in {
            "one": True,
            "other": True,
            "": False,
            "one,other": False,
            "One": False,
            "öther": False,
        }.items():
            answer = module["handler"]({"headers": {header: sent}}, None)
            self.assertEqual(answer, {"isAuthorized": is_accepted}, sent)
        self.assertEqual(module["handler"]({"headers": {}}, None), {"isAuthorized": False})

    def test_fallback_metric_filters_the_log_message_of_the_code(self):
        resources = transformed_resources(Reader="bedrock")
        counted, alarm = (resources[name]["Properties"] for name in ("ReaderFellBack", "ReaderFellBackAlarm"))
        path, message = re.fullmatch(r'\{ \$\.(\S+) = "(.+)" \}', counted["FilterPattern"]).groups()
        self.assertEqual(path, "fields.message")
        code = (ROOT / "functions/scans/src/engine/fallback.rs").read_text(encoding="utf-8")
        self.assertRegex(code, rf'tracing::warn!\(.*"{re.escape(message)}"\)')
        (metric,) = counted["MetricTransformations"]
        self.assertEqual((alarm["Namespace"], alarm["MetricName"]), (metric["MetricNamespace"], metric["MetricName"]))

    def test_stays_within_the_limits_of_aws(self):
        resources = transformed_resources()
        # https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
        self.assertLess(len(resources), 500)
        self.assertLess(len(json.dumps(resources)), 1_000_000)
        for name, function in of_type(resources, "AWS::Lambda::Function").items():
            # The environment is limited to 4 kB. References are ARNs, secrets of 48 characters, or the Web Push keys.
            variables = function["Properties"].get("Environment", {}).get("Variables", {})
            longest = {
                "LARDER_IDENTITY_KEYS": MAX_PUBLIC_KEYS,
                "LARDER_PUSH_KEYS": "p" * 180,
            } | longest_values()
            size = sum(len(key) + len(longest.get(key, "v" * 128)) for key in variables)
            self.assertLess(size, 4096, name)
        self.assertLessEqual(int(with_parameters()["ReaderMemory"]), 3008, "AWS allows no more to new accounts")


class Deployer(unittest.TestCase):
    # Permissions for features that no template uses.
    UNUSED = (
        "ec2:*",
        "elasticfilesystem:*",
        "firehose:*",
        "iam:*PermissionsBoundary",
        "kinesis:*",
        "kms:*",
        "s3files:*",
        "s3tables:*",
    )

    def test_policy_allows_the_calls_of_cloudformation(self):
        """AWS's schema of each resource type lists the required permissions."""
        policy = json.loads((ROOT / "infra/deploy/deployer-policy.json").read_text(encoding="utf-8"))
        self.assertLess(len(json.dumps(policy, separators=(",", ":"))), 6144, "AWS's limit of a managed policy")
        allowed = []
        for statement in policy["Statement"]:
            actions = statement["Action"]
            allowed += [actions] if isinstance(actions, str) else actions
        files = [yaml_parse(file.read_text(encoding="utf-8"))["Resources"] for file in NESTED]
        types = {
            one["Type"] for resources in [transformed_resources(Reader="bedrock"), *files] for one in resources.values()
        }
        needed = {}
        for file in (Path(cfnlint.__file__).parent / "data/schemas/resources").glob("*.json"):
            schema = json.loads(file.read_text(encoding="utf-8"))
            if schema["typeName"] in types:
                for step, handler in schema.get("handlers", {}).items():
                    if step != "list":
                        needed |= dict.fromkeys(handler.get("permissions", []), schema["typeName"])
        self.assertGreater(len(set(needed.values())), 20)
        missing = {
            action: kind
            for action, kind in needed.items()
            if not any(fnmatch.fnmatchcase(action.lower(), one.lower()) for one in (*allowed, *self.UNUSED))
        }
        self.assertEqual(missing, {})


class Linted(unittest.TestCase):
    def test_cfn_lint_finds_nothing(self):
        for file in [TEMPLATE, *NESTED]:
            found = lint_file(file, config=ManualArgs(regions=["eu-central-1"]))
            self.assertEqual(
                [f"{match.filename}:{match.linenumber} {match.rule.id} {match.message}" for match in found], []
            )


def setUpModule():
    logging.disable(logging.WARNING)
    # libyaml is much faster.
    faster = patch.object(yaml, "SafeLoader", yaml.CSafeLoader)
    faster.start()
    unittest.addModuleCleanup(faster.stop)


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
