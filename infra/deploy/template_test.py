"""Checks template.yaml as AWS reads it: after the SAM transform, by AWS's limits and names, and by cfn-lint's models of
every resource.

PYTHONPATH=.tools/deploy python3 infra/deploy/template_test.py
"""

import copy
import fnmatch
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
# The longest values that Keys returns (keys.py).
MAX_LENGTH_KEYS = ",".join(["k" * 12 + ":" + "m" * 342] * 4)
# Properties that fix a resource's name.
NAMES = {"BucketName", "TableName", "FunctionName", "QueueName", "LogGroupName", "Name"}


def with_parameters(**chosen):
    declared = yaml_parse(TEMPLATE.read_text(encoding="utf-8"))["Parameters"]
    return {name: str(entry["Default"]) for name, entry in declared.items()} | chosen


def made(**chosen):
    return transform.local(TEMPLATE, with_parameters(**chosen))["Resources"]


def of_type(resources, kind):
    return {name: resource for name, resource in resources.items() if resource["Type"] == kind}


def largest_values():
    """Variables that are a parameter and nothing else, with the longest value if the template limits it."""
    template = yaml_parse(TEMPLATE.read_text(encoding="utf-8"))
    largest = {}
    for name, parameter in template["Parameters"].items():
        if "MaxValue" in parameter:
            largest[name] = str(parameter["MaxValue"])
        elif "AllowedValues" in parameter:
            largest[name] = max((str(value) for value in parameter["AllowedValues"]), key=len)
    functions = [template["Globals"]["Function"], *(entry["Properties"] for entry in template["Resources"].values())]
    variables = {}
    for function in functions:
        variables |= function.get("Environment", {}).get("Variables", {})
    named = {key: value["Ref"] for key, value in variables.items() if isinstance(value, dict) and "Ref" in value}
    return {key: largest[parameter] for key, parameter in named.items() if parameter in largest}


class Transformed(unittest.TestCase):
    def test_every_canary_is_one_that_code_deploy_knows(self):
        declared = yaml_parse(TEMPLATE.read_text(encoding="utf-8"))["Parameters"]["Canary"]
        self.assertIn(declared["Default"], declared["AllowedValues"])
        for canary in declared["AllowedValues"]:
            groups = of_type(made(Canary=canary), "AWS::CodeDeploy::DeploymentGroup")
            self.assertEqual(len(groups), len(package.FUNCTIONS))
            for name, group in groups.items():
                text, named = group["Properties"]["DeploymentConfigName"]["Fn::Sub"]
                self.assertEqual(text, "CodeDeployDefault.Lambda${ConfigName}", f"{name}: SAM did not know {canary}")
                self.assertIn(named["ConfigName"], CODEDEPLOY_PREDEFINED_CONFIGURATIONS_LIST)
                self.assertEqual(named["ConfigName"], "AllAtOnce" if name.startswith("Reminders") else canary)
                self.assertTrue(group["Properties"]["AlarmConfiguration"]["Alarms"], f"{name} watches nothing")

    def test_sam_build_builds_nothing(self):
        for name, resource in yaml_parse(TEMPLATE.read_text(encoding="utf-8"))["Resources"].items():
            if resource["Type"] in ("AWS::Serverless::Function", "AWS::Lambda::Function") and name != "CdnGate":
                self.assertTrue(resource["Metadata"].get("SkipBuild"), name)

    def test_a_changed_parameter_replaces_every_version(self):
        resources = made()
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

    def test_changed_code_or_property_makes_a_new_version_of_its_function_alone(self):
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
            (gone,) = before - versions(**changed)
            self.assertTrue(gone.startswith("ItemsFunctionVersion"), changed)

    def test_the_site_is_copied_after_the_functions(self):
        resources = made()
        aliases = {name for name in of_type(resources, "AWS::Lambda::Alias") if not name.startswith("Reminders")}
        self.assertEqual(set(resources["Site"]["DependsOn"]), aliases | {"ApiStage"})
        self.assertEqual(resources["Site"]["Properties"]["Files"], {"Ref": "SiteFiles"})

    def test_the_setup_is_built_for_its_runtime_and_answers_in_time(self):
        resources = made()
        setup = resources["SetupFunction"]["Properties"]
        self.assertEqual(setup["Runtime"], f"python{package.SETUP_PYTHON}")
        self.assertEqual(setup["Handler"], "custom_resources.handler")
        self.assertLess(setup["Timeout"], resources["Site"]["Properties"]["ServiceTimeout"])
        self.assertEqual(
            {one["Type"] for one in resources.values() if one["Type"].startswith("Custom::")},
            set(custom_resources.RESOURCES),
        )

    def test_what_outlives_its_stack_has_no_name_that_a_later_one_would_want(self):
        for file in [TEMPLATE, *NESTED]:
            for name, resource in yaml_parse(file.read_text(encoding="utf-8"))["Resources"].items():
                policies = {resource.get("DeletionPolicy"), resource.get("UpdateReplacePolicy")}
                if policies & {"Retain", "RetainExceptOnCreate"}:
                    fixed = {key: value for key, value in resource["Properties"].items() if key in NAMES}
                    self.assertTrue(
                        not fixed or "AWS::StackId" in json.dumps(fixed), f"{file.name}: {name} is named {fixed}"
                    )

    def test_every_route_is_behind_the_cdn(self):
        resources = made()
        for name, route in of_type(resources, "AWS::ApiGatewayV2::Route").items():
            properties = route["Properties"]
            self.assertEqual(
                (properties.get("AuthorizationType"), properties.get("AuthorizerId")),
                ("CUSTOM", {"Ref": "CdnAuthorizer"}),
                name,
            )

    def test_no_route_has_a_throttle_that_strangers_could_use_up(self):
        self.assertNotIn("RouteSettings", made()["ApiStage"]["Properties"])

    def test_the_gate_opens_to_either_secret_and_to_nothing_else(self):
        authorizer, gate = (made()[name]["Properties"] for name in ("CdnAuthorizer", "CdnGate"))
        self.assertTrue(authorizer["EnableSimpleResponses"])
        (source,) = authorizer["IdentitySource"]
        header = source.removeprefix("$request.header.")
        cdn = next(file for file in NESTED if file.parent.name == "cdn").read_text(encoding="utf-8")
        self.assertIn(f"HeaderName: {header}\n", cdn)
        inside = {}
        with patch.dict(os.environ, dict.fromkeys(gate["Environment"]["Variables"], "one,other")):
            exec(compile(gate["Code"]["ZipFile"], "gate", "exec"), inside)
        for shown, opens in {
            "one": True,
            "other": True,
            "": False,
            "one,other": False,
            "One": False,
            "öther": False,
        }.items():
            self.assertEqual(inside["handler"]({"headers": {header: shown}}, None), {"isAuthorized": opens}, shown)
        self.assertEqual(inside["handler"]({"headers": {}}, None), {"isAuthorized": False})

    def test_falling_back_is_counted_by_the_sentence_that_the_code_says(self):
        resources = made(Reader="bedrock")
        counted, alarm = (resources[name]["Properties"] for name in ("ReaderFellBack", "ReaderFellBackAlarm"))
        path, sentence = re.fullmatch(r'\{ \$\.(\S+) = "(.+)" \}', counted["FilterPattern"]).groups()
        self.assertEqual(path, "fields.message")
        code = (ROOT / "functions/scans/src/engine/fallback.rs").read_text(encoding="utf-8")
        self.assertRegex(code, rf'tracing::warn!\(.*"{re.escape(sentence)}"\)')
        (metric,) = counted["MetricTransformations"]
        self.assertEqual((alarm["Namespace"], alarm["MetricName"]), (metric["MetricNamespace"], metric["MetricName"]))

    def test_it_stays_within_the_limits_of_aws(self):
        resources = made()
        # https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
        self.assertLess(len(resources), 500)
        self.assertLess(len(json.dumps(resources)), 1_000_000)
        for name, function in of_type(resources, "AWS::Lambda::Function").items():
            # 4 kB of environment, with references at their longest: an ARN, a secret of 48 characters, the Web Push
            # pair.
            variables = function["Properties"].get("Environment", {}).get("Variables", {})
            longest = {
                "LARDER_IDENTITY_KEYS": MAX_LENGTH_KEYS,
                "LARDER_PUSH_KEYS": "p" * 180,
            } | largest_values()
            size = sum(len(key) + len(longest.get(key, "v" * 128)) for key in variables)
            self.assertLess(size, 4096, name)
        self.assertLessEqual(int(with_parameters()["ReaderMemory"]), 3008, "more is refused to new accounts")


class Deployer(unittest.TestCase):
    # Features of AWS's resources that no template uses.
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

    def test_the_policy_allows_what_cloudformation_calls(self):
        """By the permissions that AWS's own schema names for each type of resource."""
        policy = json.loads((ROOT / "infra/deploy/deployer-policy.json").read_text(encoding="utf-8"))
        self.assertLess(len(json.dumps(policy, separators=(",", ":"))), 6144, "AWS's limit of a managed policy")
        allowed = []
        for statement in policy["Statement"]:
            actions = statement["Action"]
            allowed += [actions] if isinstance(actions, str) else actions
        files = [yaml_parse(file.read_text(encoding="utf-8"))["Resources"] for file in NESTED]
        types = {one["Type"] for resources in [made(Reader="bedrock"), *files] for one in resources.values()}
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
    # libyaml's reads the same, and is many times as fast.
    faster = patch.object(yaml, "SafeLoader", yaml.CSafeLoader)
    faster.start()
    unittest.addModuleCleanup(faster.stop)


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
