"""Runs both ways of deploying without AWS, `make deploy` and `sam deploy --guided`: this code, the real sam, AWS's
transform, and an account of moto (moto_account.py lists its gaps).

PYTHONPATH=.tools/deploy python3 infra/deploy/rehearsal_test.py
"""

import contextlib
import io
import json
import logging
import os
import shutil
import sys
import tempfile
import unittest
import zipfile
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import boto3
from click.testing import CliRunner
from samcli.cli.main import cli

import deploy
import moto_account
import package
from moto_account import REGION

CHANGED_LATER = "AWS::Lambda::Version"
MADE_LATE = "AWS::CloudFront::Distribution"
# `make deploy` is given another one.
BUILD_ALL = package.build_all
NOT_VERIFIED = "Your account must be verified before you can add new CloudFront resources."


def client(service):
    return boto3.client(service, region_name=REGION)


class Rehearsal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # moto logs its gaps at length.
        logging.disable(logging.CRITICAL)
        cls.account = moto_account.account()
        cls.account.__enter__()
        cls.addClassCleanup(cls.account.__exit__, None, None, None)
        cls.folder = cls.checkout()
        cls.first = cls().deploy(
            "--parameter",
            "MonthlyUploads=5",
            "--parameter",
            "AlarmEmail=a@example.org",
            "--parameter",
            "Architecture=x86_64",
        )

    @classmethod
    def checkout(cls):
        """A checkout as sam sees it."""
        folder = Path(tempfile.mkdtemp(prefix="larder-rehearsal-"))
        cls.addClassCleanup(shutil.rmtree, folder)
        for name in ("template.yaml", "samconfig.toml"):
            shutil.copy(deploy.ROOT / name, folder)
        (folder / "infra").symlink_to(deploy.ROOT / "infra")
        (folder / "web/dist").mkdir(parents=True)
        shutil.copy(deploy.ROOT / "web/openapi.json", folder / "web")
        (folder / "web/dist/index.html").write_text("<title>Larder</title>")
        return folder

    @staticmethod
    def package(folder, programs=None):
        """What `make package` writes, with small programs in place of the functions and without their packages."""

        def build(architecture, root):
            for name in package.FUNCTIONS:
                program = root / "target/lambda" / name / "bootstrap"
                program.parent.mkdir(parents=True, exist_ok=True)
                program.write_text((programs or {}).get(name, name))
                program.chmod(0o755)

        with patch.object(package, "build", build), patch.object(package, "install_wheels"):
            BUILD_ALL("arm64", folder)

    def build_everything(self, architecture):
        self.done.append(f"functions for {architecture}")
        self.package(self.folder)

    def run_program(self, command, **settings):
        """sam in this process, which saves its start; nothing else is run."""
        if command[1:3] != ["-m", "samcli"]:
            if command[-1] == "build":
                self.done.append("site")
            return True
        self.done.append("sam")
        try:
            with patch.dict(os.environ, settings["env"]):
                cli(command[3:], standalone_mode=False)
        except Exception as error:  # noqa: BLE001 - sam shows any failure and ends with a code
            print(error)
            return False
        return True

    def deploy(self, *arguments, stack="larder"):
        """The command's result: exit code (None is success), output, and actions."""
        done, said = [], io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        with (
            patch.object(sys, "argv", ["deploy.py", "--stack", stack, *arguments]),
            patch.object(deploy, "TEMPLATE", self.folder / "template.yaml"),
            patch.object(self, "done", done, create=True),
            patch.object(deploy.package, "build_all", self.build_everything),
            patch.object(deploy, "run", self.run_program),
            # moto finishes before it answers, so that polling need not wait.
            patch("time.sleep", lambda seconds: None),
            patch.object(deploy, "wait_until_healthy", lambda url: done.append("health")),
            contextlib.redirect_stdout(said),
            contextlib.redirect_stderr(said),
        ):
            try:
                deploy.main()
                code = None
            except SystemExit as end:
                code = end.code
        said.flush()
        return code, said.buffer.getvalue().decode(), done

    def status(self, stack):
        return deploy.stacks.find(client("cloudformation"), stack).status

    def settings(self, function):
        variables = client("lambda").get_function_configuration(FunctionName=function)["Environment"]["Variables"]
        return {name: str(value) for name, value in variables.items()}

    def versions(self, stack):
        pages = client("cloudformation").get_paginator("list_stack_resources").paginate(StackName=stack)
        found = [row for page in pages for row in page["StackResourceSummaries"]]
        return {
            row["LogicalResourceId"].partition("Function")[0]: row["PhysicalResourceId"]
            for row in found
            if row["ResourceType"] == "AWS::Lambda::Version"
        }

    def page(self, stack):
        bucket = deploy.stacks.find(client("cloudformation"), stack).outputs["SiteBucket"]
        return client("s3").get_object(Bucket=bucket, Key="index.html")["Body"].read().decode()

    def test_a_service_is_made_changed_broken_restored_and_moved_back(self):
        code, said, done = self.first
        self.assertIsNone(code, said)
        self.assertEqual(done, ["site", "functions for x86_64", "sam", "health"])
        self.assertEqual(self.page("larder"), "<title>Larder</title>")
        own = self.settings("larder-items")["LARDER_TABLE"]
        self.assertEqual(self.settings("larder-items")["LARDER_MONTHLY_UPLOADS"], "5")
        self.assertNotIn("PRIVATE KEY", said, "no key is told to anybody")

        self.assertEqual(
            client("lambda").get_function_configuration(FunctionName="larder-scans")["Architectures"], ["x86_64"]
        )

        with self.subTest("what did not change gets no new version"):
            versions = self.versions("larder")
            self.assertEqual(len(versions), len(package.FUNCTIONS))
            code, said, done = self.deploy()
            self.assertIsNone(code, said)
            self.assertEqual(self.versions("larder"), versions)

        with self.subTest("a change that fails leaves what was there"):
            moto_account.failing[CHANGED_LATER] = "The canary died."
            code, said, done = self.deploy("--parameter", "MonthlyUploads=9")
            moto_account.failing.clear()
            self.assertIn("What was deployed before still runs.", str(code))
            self.assertIn("The canary died.", said)
            self.assertEqual(self.status("larder"), "UPDATE_ROLLBACK_COMPLETE")
            self.assertEqual(self.settings("larder-items")["LARDER_MONTHLY_UPLOADS"], "5")

        with self.subTest("a restored table takes the place of the own one, and a parameter that is not named stays"):
            client("dynamodb").restore_table_to_point_in_time(
                SourceTableName=own, TargetTableName="larder-restored", UseLatestRestorableTime=True
            )
            code, said, done = self.deploy("--parameter", "RestoredTable=larder-restored")
            self.assertIsNone(code, said)
            changed = self.versions("larder")
            self.assertEqual(changed.keys(), versions.keys())
            self.assertFalse(
                set(changed.values()) & set(versions.values()), "every function serves a version that knows the table"
            )
            self.assertIn("functions for x86_64", done, "the processor that was chosen stays")
            self.assertIn("larder-restored lacks time to live, point-in-time recovery, deletion protection", said)
            for function in package.FUNCTIONS:
                self.assertEqual(self.settings(f"larder-{function}")["LARDER_TABLE"], "larder-restored", function)
            self.assertEqual(self.settings("larder-items")["LARDER_MONTHLY_UPLOADS"], "5")
            self.assertIn(own, client("dynamodb").list_tables()["TableNames"])

        with self.subTest("empty moves back, and takes a number back to its default"):
            code, said, done = self.deploy("--parameter", "RestoredTable=", "--parameter", "MonthlyUploads=")
            self.assertIsNone(code, said)
            for function in package.FUNCTIONS:
                self.assertEqual(self.settings(f"larder-{function}")["LARDER_TABLE"], own, function)
            self.assertEqual(self.settings("larder-items")["LARDER_MONTHLY_UPLOADS"], "30")
            self.assertEqual(
                deploy.stacks.find(client("cloudformation"), "larder").parameters["AlarmEmail"], "a@example.org"
            )

    def sam(self, folder, *arguments, answers=""):
        """`sam` as a person runs it in a checkout, without `make deploy`."""
        with contextlib.chdir(folder), patch("time.sleep", lambda seconds: None):
            result = CliRunner().invoke(cli, [*arguments, "--region", REGION], input=answers)
        self.assertEqual(result.exit_code, 0, result.output)
        return result.output

    def test_sam_deploy_guided_makes_the_service_with_every_default(self):
        folder = self.checkout()
        self.package(folder)
        # The stack's name, then Enter for everything else.
        said = self.sam(folder, "deploy", "--guided", answers="by-hand\n" + "\n" * 60)
        self.assertIn("Successfully created/updated stack - by-hand", said)
        self.assertEqual(self.page("by-hand"), "<title>Larder</title>")
        settings = self.settings("by-hand-identity")
        self.assertIn(":secret:by-hand/signing-keys-", settings["LARDER_SIGNING_KEYS_ARN"])
        stored = client("secretsmanager").get_secret_value(
            SecretId=settings["LARDER_SIGNING_KEYS_ARN"], VersionId=settings["LARDER_SIGNING_KEYS_VERSION"]
        )
        (key,) = json.loads(stored["SecretString"])["keys"]
        self.assertTrue(settings["LARDER_IDENTITY_KEYS"].startswith(key["id"] + ":"))
        self.assertEqual(len(self.settings("by-hand-preferences")["LARDER_PUSH_KEY"]), 87)
        first = self.versions("by-hand")
        self.assertEqual(len(first), len(package.FUNCTIONS))

        with self.subTest("what did not change gets no new version"):
            self.sam(folder, "deploy")
            self.assertEqual(self.versions("by-hand"), first)

        with self.subTest("changed code is a new version of its function"):
            self.package(folder, {"items": "changed"})
            self.sam(folder, "deploy")
            changed = self.versions("by-hand")
            self.assertEqual({name for name in first if changed[name] != first[name]}, {"Items"})

        with self.subTest("a changed parameter is a new version of every function"):
            self.sam(folder, "deploy", "--parameter-overrides", "MonthlyUploads=9")
            self.assertEqual(self.settings("by-hand-items")["LARDER_MONTHLY_UPLOADS"], "9")
            again = self.versions("by-hand")
            self.assertEqual({name for name in first if again[name] != changed[name]}, set(first))

        with self.subTest("a changed site is uploaded, and publishes nothing"):
            (folder / "web/dist/index.html").write_text("<title>New</title>")
            self.package(folder, {"items": "changed"})
            self.sam(folder, "deploy", "--parameter-overrides", "MonthlyUploads=9")
            self.assertEqual(self.page("by-hand"), "<title>New</title>")
            self.assertEqual(moto_account.invalidated[-1], ["index.html"])
            self.assertEqual(self.versions("by-hand"), again)

        with self.subTest("make deploy takes over from there, and rotates the keys"):
            code, said, _ = self.deploy("--rotate-keys", stack="by-hand")
            self.assertIsNone(code, said)
            self.assertEqual(self.settings("by-hand-items")["LARDER_MONTHLY_UPLOADS"], "9")
            rotated = self.settings("by-hand-identity")
            self.assertEqual(rotated["LARDER_SIGNING_KEYS_ARN"], settings["LARDER_SIGNING_KEYS_ARN"])
            self.assertNotEqual(rotated["LARDER_SIGNING_KEYS_VERSION"], settings["LARDER_SIGNING_KEYS_VERSION"])
            self.assertEqual(rotated["LARDER_IDENTITY_KEYS"].count(":"), 2)

    def test_a_first_deployment_that_fails_is_explained_and_the_next_one_succeeds(self):
        before = self.buckets()
        moto_account.failing[MADE_LATE] = NOT_VERIFIED
        code, said, done = self.deploy(
            "--parameter", "MonthlyUploads=7", "--parameter", "Reader=bedrock", stack="again"
        )
        moto_account.failing.clear()
        self.assertIn("The first deployment failed and was undone.", str(code))
        self.assertIn(f"Distribution ({MADE_LATE}): {NOT_VERIFIED}", said)
        self.assertRegex(said, "It left the table again-Table-[A-Z0-9]+, which is empty")
        self.assertEqual(self.status("again"), "ROLLBACK_COMPLETE")
        self.assertEqual(self.buckets(), before)

        code, said, done = self.deploy(stack="again")
        self.assertIsNone(code, said)
        self.assertIn("Its record is removed, and everything is created anew.", said)
        self.assertEqual(self.status("again"), "CREATE_COMPLETE")
        self.assertEqual(self.settings("again-items")["LARDER_MONTHLY_UPLOADS"], "7", "what was chosen the first time")
        self.assertNotEqual(self.receipts("again"), self.receipts("larder"), "two installations live in one region")
        self.assertLessEqual({self.receipts("again"), self.receipts("larder")}, self.buckets())

    def buckets(self):
        return {bucket["Name"] for bucket in client("s3").list_buckets()["Buckets"]}

    def receipts(self, stack):
        return deploy.stacks.find(client("cloudformation"), stack).outputs["ReceiptsBucketName"]

    def test_what_was_uploaded_can_be_executed(self):
        bucket = next(name for name in self.buckets() if name.startswith("aws-sam-cli"))
        zips = [
            item["Key"]
            for item in client("s3").list_objects_v2(Bucket=bucket)["Contents"]
            if not item["Key"].endswith(".template")
        ]
        programs, others = Counter(), set()
        for key in zips:
            body = client("s3").get_object(Bucket=bucket, Key=key)["Body"].read()
            files = zipfile.ZipFile(io.BytesIO(body)).infolist()
            if files[0].filename == "bootstrap":
                programs[files[0].external_attr >> 16 & 0o111, len(files)] += 1
            else:
                others.update(file.filename for file in files)
        self.assertEqual(set(programs), {(0o111, 1)})
        self.assertGreaterEqual(programs.total(), len(package.FUNCTIONS))
        self.assertLessEqual({*package.SETUP, "site/index.html", "openapi.json"}, others)

    def test_a_dry_run_tells_and_makes_nothing(self):
        before = len(client("cloudformation").describe_stacks()["Stacks"])
        code, said, done = self.deploy(
            "--dry-run", "--parameter", "MonthlyBudget=0", "--parameter", "DomainName=larder.example.org", stack="dry"
        )
        self.assertIsNone(code, said)
        self.assertEqual(done, [])
        self.assertEqual(len(client("cloudformation").describe_stacks()["Stacks"]), before)
        self.assertEqual(
            [s for s in client("secretsmanager").list_secrets()["SecretList"] if s["Name"].startswith("dry/")], []
        )
        for words in (
            "Lacking: A DomainName needs a CertificateArn",
            "   1 CloudFront::Distribution\n",
            "with 1,000 users\n",
            "Nothing was made.",
        ):
            self.assertIn(words, said)
        self.assertNotIn("Budgets::Budget", said)
        code, said, done = self.deploy("--dry-run", "--parameter", "LogDays=7")
        self.assertIn("Of its parameters LogDays becomes 7.", said)

    def test_what_a_dry_run_counts_is_what_is_made(self):
        found = deploy.stacks.find(client("cloudformation"), "larder")
        told = deploy.plan.of(deploy.TEMPLATE, found.parameters, REGION)
        made = Counter()
        for row in client("cloudformation").describe_stacks()["Stacks"]:
            if row["StackName"] == "larder" or row["StackName"].startswith("larder-"):
                pages = (
                    client("cloudformation").get_paginator("list_stack_resources").paginate(StackName=row["StackName"])
                )
                # moto lists one resource without name or type.
                made.update(
                    one["ResourceType"]
                    for page in pages
                    for one in page["StackResourceSummaries"]
                    if one["LogicalResourceId"]
                )
        self.assertEqual(Counter(told.values()), made)

    def test_a_wrong_word_is_refused_before_anything_is_made(self):
        for wrong in ("MonthlyUplaods=9", "nonsense", "PushPublicKey=B"):
            code, _, _ = self.deploy("--parameter", wrong, stack="wrong")
            self.assertIn(wrong.partition("=")[0], str(code))
        for region, sentence in (("", "No AWS region is set."), ("eu-central1", "There is no AWS region eu-central1.")):
            with patch.dict(os.environ, {"AWS_REGION": region}):
                self.assertIn(sentence, str(self.deploy(stack="wrong")[0]))
        self.assertEqual(self.status("wrong"), "")
        self.assertEqual(
            [s for s in client("secretsmanager").list_secrets()["SecretList"] if s["Name"].startswith("wrong/")], []
        )

    def test_the_region_may_be_named_as_either_tool_names_it(self):
        for name in ("AWS_REGION", "AWS_DEFAULT_REGION"):
            with patch.dict(os.environ, {name: "eu-west-1"}):
                if name != "AWS_REGION":
                    del os.environ["AWS_REGION"]
                self.assertEqual(deploy.open_session(None).region_name, "eu-west-1")
                self.assertEqual(deploy.open_session("us-east-1").region_name, "us-east-1")


if __name__ == "__main__":
    unittest.main()
