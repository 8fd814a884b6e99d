"""Runs the commands of docs/OPERATIONS.md without AWS: with the real sam and aws, AWS's transform, and a simulated account
(moto_account.py lists its gaps).

PYTHONPATH=.tools/deploy python3 infra/deploy/rehearsal_test.py
"""

import io
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import boto3

import moto_account
import package
import site_upload
from moto_account import REGION

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/OPERATIONS.md"
UPDATED_TYPE = "AWS::Lambda::Version"
CREATED_LAST_TYPE = "AWS::CloudFront::Distribution"
KEYS = {"larder/signing-keys", "larder/push-keys"}
NOT_VERIFIED = "Your account must be verified before you can add new CloudFront resources."

# The programs that the commands call. `make` creates small programs instead of the functions, and no packages.
PROGRAMS = {
    "sam": """
        import time, yaml
        # libyaml is much faster, and sam reads each template many times. moto finishes before it answers, so polling
        # need not wait.
        yaml.SafeLoader, time.sleep = yaml.CSafeLoader, lambda seconds: None
        from samcli.cli.main import cli
        cli(prog_name="sam")
        """,
    "aws": """
        import sys, time
        time.sleep = lambda seconds: None
        from awscli.clidriver import main
        sys.exit(main())
        """,
    "make": """
        import sys
        from pathlib import Path
        from unittest.mock import patch
        import package

        def build(architecture, root):
            for name in package.FUNCTIONS:
                program = root / "target/lambda" / name / "bootstrap"
                program.parent.mkdir(parents=True, exist_ok=True)
                program.write_text((root / "code").read_text() if name == "items" else name)
                program.chmod(0o755)

        target, *settings = sys.argv[1:]
        assert target == "package", target
        settings = dict(one.split("=") for one in settings)
        with patch.object(package, "build", build), patch.object(package, "install_wheels"):
            package.build_all(settings.get("ARCHITECTURE", "arm64"), Path.cwd())
        """,
}


def client(service):
    return boto3.client(service, region_name=REGION)


class Page:
    """The code blocks of a page, by heading and index."""

    def __init__(self, file):
        self.blocks, self.used = {}, set()
        for heading, text in re.findall(r"^##+ (.+?)\n(.*?)(?=^##|\Z)", file.read_text(encoding="utf-8"), re.M | re.S):
            for number, block in enumerate(re.findall(r"^```\n(.*?)^```$", text, re.M | re.S)):
                self.blocks[heading, number] = block

    def block(self, heading, number=0):
        self.used.add((heading, number))
        return self.blocks[heading, number]


class Shell:
    """A shell of a deployer in a checkout. Variables are kept between blocks."""

    END = "end-of-block"

    def __init__(self, folder, credentials):
        self.folder = folder
        programs = folder / "bin"
        programs.mkdir()
        for name, code in PROGRAMS.items():
            lines = code.strip("\n").split("\n")
            indent = len(lines[0]) - len(lines[0].lstrip())
            (programs / name).write_text("\n".join([f"#!{sys.executable}", *(line[indent:] for line in lines)]))
            (programs / name).chmod(0o755)
        path = [str(Path(__file__).parent), *sys.path[1:]]
        environment = {"PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": ":".join(path), "HOME": str(folder)}
        environment |= credentials
        # Only the page sets the region.
        environment |= {
            name: value for name, value in os.environ.items() if name not in ("AWS_DEFAULT_REGION", *environment)
        }
        self.bash = subprocess.Popen(
            ["bash"],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def execute(self, block):
        """Returns the output of a block, which must succeed."""
        output, code = self.run(block, "set -e -o pipefail; . ./block; set +e")
        if code != 0:
            raise AssertionError(output)
        return output

    def attempt(self, block):
        """Returns output and exit code of a block, which ends at its first failure and sets no variables."""
        return self.run(block, "(trap - EXIT; set -e -o pipefail; . ./block)")

    def run(self, block, how):
        (self.folder / "block").write_text(block)
        self.bash.stdin.write(f"trap 'echo {self.END} $?' EXIT; {how}; echo {self.END} $?\n")
        self.bash.stdin.flush()
        output = []
        for line in self.bash.stdout:
            if line.startswith(self.END):
                return "".join(output), int(line.split()[1])
            output.append(line)
        raise AssertionError("".join(output))

    def close(self):
        self.bash.kill()
        self.bash.communicate()


class Rehearsal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Hides moto's log of its gaps.
        logging.disable(logging.CRITICAL)
        cls.page = Page(PAGE)
        account = moto_account.account()
        account.__enter__()
        cls.addClassCleanup(account.__exit__, None, None, None)
        policy = json.loads((ROOT / "infra/deploy/deployer-policy.json").read_text(encoding="utf-8"))
        cls.deployer = moto_account.create_limited_key(policy)

    def checkout(self):
        """Returns a folder with the files of a checkout that sam reads."""
        folder = Path(tempfile.mkdtemp(prefix="larder-rehearsal-"))
        self.addCleanup(shutil.rmtree, folder)
        for name in ("template.yaml", "samconfig.toml"):
            shutil.copy(ROOT / name, folder)
        (folder / "infra").symlink_to(ROOT / "infra")
        (folder / "web/dist").mkdir(parents=True)
        shutil.copy(ROOT / "web/openapi.json", folder / "web")
        (folder / "web/dist/index.html").write_text("<title>Larder</title>")
        (folder / "code").write_text("items")
        return folder

    def shell(self, folder):
        shell = Shell(folder, self.deployer)
        self.addCleanup(shell.close)
        return shell

    def output(self, stack, name):
        outputs = client("cloudformation").describe_stacks(StackName=stack)["Stacks"][0]["Outputs"]
        return next(one["OutputValue"] for one in outputs if one["OutputKey"] == name)

    def parameters(self, stack="larder"):
        (found,) = client("cloudformation").describe_stacks(StackName=stack)["Stacks"]
        return {one["ParameterKey"]: one["ParameterValue"] for one in found["Parameters"]}

    def status(self, stack="larder"):
        return client("cloudformation").describe_stacks(StackName=stack)["Stacks"][0]["StackStatus"]

    def reasons(self, stack="larder"):
        events = client("cloudformation").describe_stack_events(StackName=stack)["StackEvents"]
        return [one.get("ResourceStatusReason") for one in events if one["ResourceStatus"].endswith("_FAILED")]

    def settings(self, function):
        variables = client("lambda").get_function_configuration(FunctionName=function)["Environment"]["Variables"]
        return {name: str(value) for name, value in variables.items()}

    def versions(self, stack="larder"):
        pages = client("cloudformation").get_paginator("list_stack_resources").paginate(StackName=stack)
        found = [row for page in pages for row in page["StackResourceSummaries"]]
        return {
            row["LogicalResourceId"].partition("Function")[0]: row["PhysicalResourceId"]
            for row in found
            if row["ResourceType"] == "AWS::Lambda::Version"
        }

    def site(self, stack="larder"):
        bucket = self.output(stack, "SiteBucket")
        return client("s3").get_object(Bucket=bucket, Key="index.html")["Body"].read().decode()

    def buckets(self):
        return {bucket["Name"] for bucket in client("s3").list_buckets()["Buckets"]}

    def tables(self):
        return client("dynamodb").list_tables()["TableNames"]

    def secrets(self):
        return {one["Name"] for one in client("secretsmanager").list_secrets()["SecretList"]}

    def execute(self, heading, number=0):
        """Runs a block of the page."""
        return self.terminal.execute(self.page.block(heading, number))

    def test_commands_of_the_page_deploy_change_restore_and_remove_the_service(self):
        self.folder = self.checkout()
        self.terminal = self.shell(self.folder)
        # Each step continues with the stack of the steps before it.
        for step in (
            self.deploy_after_a_failure,
            self.check_keys,
            self.deploy_without_changes,
            self.change_parameters_and_code,
            self.deploy_after_sam_build,
            self.preview,
            self.change_processor,
            self.refuse_mistakes,
            self.roll_back_a_failed_change,
            self.rotate_keys,
            self.set_up_phones,
            self.restore_from_a_backup,
            self.check_uploads,
            self.remove,
            self.deploy_with_old_data,
            self.remove_for_good,
        ):
            with self.subTest(step.__doc__):
                step()
        self.assertEqual(self.page.used, set(self.page.blocks), "every block of the page was executed")

    def deploy_after_a_failure(self):
        """A failure of a nested stack is reported, and a second attempt succeeds."""
        moto_account.failing[CREATED_LAST_TYPE] = NOT_VERIFIED
        _, code = self.terminal.attempt(self.page.block("Deployment"))
        moto_account.failing.clear()
        self.assertNotEqual(code, 0)
        self.assertEqual(self.status(), "ROLLBACK_COMPLETE")
        self.tables_of_failed_stack = set(self.tables())
        self.terminal.execute(f"export AWS_DEFAULT_REGION={REGION}")
        self.assertIn(f"Distribution\t{NOT_VERIFIED}", self.execute("Failures", 0))
        self.execute("Failures", 1)
        output = self.execute("Deployment")
        self.assertIn("Successfully created/updated stack - larder", output)
        self.assertEqual(self.parameters()["AlarmEmail"], "you@example.org")
        self.assertNotIn("PRIVATE KEY", output)
        self.assertEqual(self.site(), "<title>Larder</title>")

    def check_keys(self):
        """Keys are created, and functions get the public keys."""
        identity = self.settings("larder-identity")
        self.assertIn(":secret:larder/signing-keys-", identity["LARDER_SIGNING_KEYS_ARN"])
        stored = client("secretsmanager").get_secret_value(
            SecretId=identity["LARDER_SIGNING_KEYS_ARN"], VersionId=identity["LARDER_SIGNING_KEYS_VERSION"]
        )
        (key,) = json.loads(stored["SecretString"])["keys"]
        self.assertTrue(identity["LARDER_IDENTITY_KEYS"].startswith(key["id"] + ":"))
        self.assertEqual(len(self.settings("larder-preferences")["LARDER_PUSH_KEY"]), 87)

    def deploy_without_changes(self):
        """Unchanged functions get no new version."""
        self.first_versions = self.versions()
        self.assertEqual(len(self.first_versions), len(package.FUNCTIONS))
        self.execute("Deployment")
        self.assertEqual(self.versions(), self.first_versions)

    def change_parameters_and_code(self):
        """A changed parameter gives every function a new version, and is kept."""
        self.execute("Parameters")
        changed = self.versions()
        self.assertFalse(set(changed.values()) & set(self.first_versions.values()))
        # Changed code gives only its function a new version.
        (self.folder / "code").write_text("changed")
        self.execute("Deployment")
        self.assertEqual(self.settings("larder-items")["LARDER_MONTHLY_UPLOADS"], "50")
        self.assertEqual(self.parameters()["LogDays"], "14")
        self.latest_versions = self.versions()
        self.assertEqual(
            {name for name in self.first_versions if self.latest_versions[name] != changed[name]}, {"Items"}
        )
        self.assertEqual(
            (self.folder / "samconfig.toml").read_text(), (ROOT / "samconfig.toml").read_text(), "it is tracked"
        )

    def deploy_after_sam_build(self):
        """`sam build` changes nothing, and a changed site publishes no version."""
        (self.folder / "web/dist/index.html").write_text("<title>New</title>")
        self.terminal.execute("make package\nsam build\nsam deploy")
        self.assertEqual(self.site(), "<title>New</title>")
        self.assertEqual(self.versions(), self.latest_versions)
        # The copy of `sam build` is not deployed instead of a later template.
        (self.folder / "template.yaml").write_text(
            (ROOT / "template.yaml").read_text().replace("Default: Canary10Percent5Minutes", "Default: AllAtOnce")
        )
        self.terminal.execute("python3 infra/deploy/deploy.py --stack-name second")
        self.assertEqual(self.parameters("second")["Canary"], "AllAtOnce")
        self.assertNotEqual(self.output("second", "ReceiptsBucketName"), self.output("larder", "ReceiptsBucketName"))
        shutil.copy(ROOT / "template.yaml", self.folder)

    def preview(self):
        """A preview changes nothing."""
        before = self.parameters(), self.versions()
        self.execute("Preview")
        self.assertEqual((self.parameters(), self.versions()), before)

    def change_processor(self):
        """Functions for another processor are rejected, except by the commands of the page."""
        _, code = self.terminal.attempt("sam deploy --parameter-overrides Architecture=x86_64")
        self.assertNotEqual(code, 0)
        self.assertEqual(self.status(), "UPDATE_ROLLBACK_COMPLETE")
        self.assertIn("run make package ARCHITECTURE=x86_64", self.execute("Failures", 0))
        self.execute("Processor")
        scans = client("lambda").get_function_configuration(FunctionName="larder-scans")
        self.assertEqual(scans["Architectures"], ["x86_64"])

    def refuse_mistakes(self):
        """Misspelt parameters and a missing region are refused, with what is right."""
        deploy = "python3 infra/deploy/deploy.py"
        output, code = self.terminal.attempt(f"{deploy} MonthlyUpload=9")
        self.assertNotEqual(code, 0)
        self.assertIn("no parameter is called MonthlyUpload. Did you mean MonthlyUploads?", output)
        output, code = self.terminal.attempt(f"unset AWS_DEFAULT_REGION\n{deploy}")
        self.assertNotEqual(code, 0)
        self.assertIn("export AWS_DEFAULT_REGION=", output)
        output, code = self.terminal.attempt("aws cloudformation delete-stack --stack-name larder")
        self.assertNotEqual(code, 0)
        self.assertIn("TerminationProtection is enabled", output)

    def roll_back_a_failed_change(self):
        """A failed change is rolled back."""
        moto_account.failing[UPDATED_TYPE] = "The canary died."
        _, code = self.terminal.attempt("sam deploy --parameter-overrides MonthlyUploads=9")
        moto_account.failing.clear()
        self.assertNotEqual(code, 0)
        self.assertIn("The canary died.", self.reasons())
        self.assertEqual(self.settings("larder-items")["LARDER_MONTHLY_UPLOADS"], "50")

    def rotate_keys(self):
        """Keys are rotated."""
        before = self.settings("larder-identity")
        self.execute("Key rotation")
        after = self.settings("larder-identity")
        self.assertEqual(after["LARDER_SIGNING_KEYS_ARN"], before["LARDER_SIGNING_KEYS_ARN"])
        self.assertNotEqual(after["LARDER_SIGNING_KEYS_VERSION"], before["LARDER_SIGNING_KEYS_VERSION"])
        self.identity_keys = after["LARDER_IDENTITY_KEYS"]
        self.assertEqual(self.identity_keys.count(":"), 2)

    def set_up_phones(self):
        """Phones get the application of a service account."""
        (self.folder / "service-account.json").write_text(json.dumps({"type": "service_account", "key": 'a"b,c'}))
        self.execute("Push to phones")
        (application,) = client("sns").list_platform_applications()["PlatformApplications"]
        self.assertEqual(
            self.settings("larder-reminders")["LARDER_PUSH_APPLICATION_ARN"], application["PlatformApplicationArn"]
        )

    def restore_from_a_backup(self):
        """A missing table is rejected, and a restored one replaces the original."""
        self.table = self.output("larder", "TableName")
        _, code = self.terminal.attempt("sam deploy --parameter-overrides RestoredTable=nowhere")
        self.assertNotEqual(code, 0)
        self.assertIn("ResourceNotFoundException", str(self.reasons()))
        self.execute("Restore from a backup", 0)
        for function in package.FUNCTIONS:
            self.assertEqual(self.settings(f"larder-{function}")["LARDER_TABLE"], "larder-restored", function)
        table = client("dynamodb").describe_table(TableName="larder-restored")["Table"]
        self.assertTrue(table["DeletionProtectionEnabled"])
        self.execute("Restore from a backup", 1)
        for function in package.FUNCTIONS:
            self.assertEqual(self.settings(f"larder-{function}")["LARDER_TABLE"], self.table, function)
        self.assertEqual(self.settings("larder-items")["LARDER_MONTHLY_UPLOADS"], "50")

    def remove(self):
        """Removal keeps user data."""
        receipts = self.output("larder", "ReceiptsBucketName")
        self.left_buckets = {receipts, self.output("larder", "SiteBucket")}
        client("s3").put_object(Bucket=receipts, Key="receipts/one", Body=b"picture")
        self.execute("Removal", 0)
        self.assertLessEqual(self.left_buckets, self.buckets())
        self.assertIn(self.table, self.tables())
        self.assertLessEqual(KEYS, self.secrets())

    def deploy_with_old_data(self):
        """A new stack takes up table and keys again."""
        self.execute("Removal", 1)
        self.assertEqual(self.settings("larder-items")["LARDER_TABLE"], self.table)
        self.assertEqual(self.settings("larder-identity")["LARDER_IDENTITY_KEYS"], self.identity_keys)
        self.assertFalse(self.left_buckets & self.buckets())

    def remove_for_good(self):
        """Removal for good leaves nothing, and blocks no new stack."""
        self.execute("Removal", 0)
        self.execute("Removal", 2)
        # The table that was restored and left again, and the second stack's, which the page names.
        second = client("cloudformation").describe_stack_resource(StackName="second", LogicalResourceId="Table")
        left = {"larder-restored", second["StackResourceDetail"]["PhysicalResourceId"]}
        self.assertEqual(set(self.tables()), left | self.tables_of_failed_stack)
        self.assertFalse(KEYS & self.secrets())
        self.assertEqual(client("sns").list_platform_applications()["PlatformApplications"], [])
        self.execute("Deployment")

    def check_uploads(self):
        """Uploaded programs are executable."""
        bucket = next(name for name in self.buckets() if name.startswith("aws-sam-cli"))
        programs, others = Counter(), set()
        for item in client("s3").list_objects_v2(Bucket=bucket)["Contents"]:
            if item["Key"].endswith(".template"):
                continue
            body = client("s3").get_object(Bucket=bucket, Key=item["Key"])["Body"].read()
            files = zipfile.ZipFile(io.BytesIO(body)).infolist()
            if files[0].filename == "bootstrap":
                programs[files[0].external_attr >> 16 & 0o111, len(files)] += 1
            else:
                others.update(file.filename for file in files)
        self.assertEqual(set(programs), {(0o111, 1)})
        self.assertGreaterEqual(programs.total(), len(package.FUNCTIONS))
        self.assertLessEqual({*package.SETUP, "architecture", "site/index.html", "openapi.json"}, others)

    def test_rollback_deletes_the_bucket_of_a_site_that_failed_after_its_upload(self):
        before = self.buckets()
        shell = self.shell(self.checkout())
        with patch.object(site_upload, "invalidate", side_effect=RuntimeError("Too many invalidations.")):
            _, code = shell.attempt(f"export AWS_DEFAULT_REGION={REGION}\nmake package\nsam deploy --stack-name failed")
        self.assertNotEqual(code, 0)
        self.assertIn("RuntimeError: Too many invalidations.", self.reasons("failed"))
        self.assertEqual(self.status("failed"), "ROLLBACK_COMPLETE")
        self.assertEqual({name for name in self.buckets() - before if not name.startswith("aws-sam-cli")}, set())

    def test_rejects_parameters_that_a_guided_deployment_saved(self):
        folder = self.checkout()
        shell = self.shell(folder)
        # The stack's name, then the default of each question, also of "Save arguments to configuration file".
        (folder / "answers").write_text("by-hand\n" + "\n" * 60)
        shell.execute(f"export AWS_DEFAULT_REGION={REGION}\nmake package\nsam deploy --guided < answers")
        self.assertEqual(self.status("by-hand"), "CREATE_COMPLETE")
        output, code = shell.attempt("make package")
        self.assertIn("git checkout samconfig.toml", output)
        self.assertNotEqual(code, 0)
        shutil.copy(ROOT / "samconfig.toml", folder)
        shell.execute("sam deploy --stack-name by-hand --parameter-overrides MonthlyUploads=50")
        shell.execute("sam deploy --stack-name by-hand")
        self.assertEqual(self.parameters("by-hand")["MonthlyUploads"], "50")


if __name__ == "__main__":
    unittest.main()
