"""Types the commands of docs/OPERATIONS.md, read from the page, without AWS: a shell, the real sam and aws, AWS's
transform, and an account of moto (moto_account.py lists its gaps).

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
CHANGED_LATER = "AWS::Lambda::Version"
MADE_LATE = "AWS::CloudFront::Distribution"
NOT_VERIFIED = "Your account must be verified before you can add new CloudFront resources."

# The programs of the commands. `make` builds small programs in place of the functions, and no packages.
PROGRAMS = {
    "sam": """
        import time, yaml
        # libyaml's reads the same, and is many times as fast: sam reads each template again and again. moto finishes
        # before it answers, so that polling need not wait.
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
    """The code blocks of a page by the heading above them, in order."""

    def __init__(self, file):
        self.blocks, self.typed = {}, set()
        for heading, text in re.findall(r"^##+ (.+?)\n(.*?)(?=^##|\Z)", file.read_text(encoding="utf-8"), re.M | re.S):
            for number, block in enumerate(re.findall(r"^```\n(.*?)^```$", text, re.M | re.S)):
                self.blocks[heading, number] = block

    def block(self, heading, number=0):
        self.typed.add((heading, number))
        return self.blocks[heading, number]


class Shell:
    """The terminal of a deployer, in a checkout. Variables last from one block to the next."""

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

    def type(self, block):
        """Output of a block, which must succeed."""
        said, code = self.run(block, "set -e -o pipefail; . ./block; set +e")
        if code != 0:
            raise AssertionError(said)
        return said

    def attempt(self, block):
        """Output and exit code of a block, which ends with its first failure and leaves no variables."""
        return self.run(block, "(trap - EXIT; set -e -o pipefail; . ./block)")

    def run(self, block, how):
        (self.folder / "block").write_text(block)
        self.bash.stdin.write(f"trap 'echo {self.END} $?' EXIT; {how}; echo {self.END} $?\n")
        self.bash.stdin.flush()
        said = []
        for line in self.bash.stdout:
            if line.startswith(self.END):
                return "".join(said), int(line.split()[1])
            said.append(line)
        raise AssertionError("".join(said))

    def close(self):
        self.bash.kill()
        self.bash.communicate()


class Rehearsal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # moto logs its gaps at length.
        logging.disable(logging.CRITICAL)
        cls.page = Page(PAGE)
        account = moto_account.account()
        account.__enter__()
        cls.addClassCleanup(account.__exit__, None, None, None)
        policy = json.loads((ROOT / "infra/deploy/deployer-policy.json").read_text(encoding="utf-8"))
        cls.deployer = moto_account.limited(policy)

    def checkout(self):
        """A checkout as sam sees it."""
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

    def test_the_commands_of_the_page_make_change_restore_and_remove_the_service(self):
        folder = self.checkout()
        shell = self.shell(folder)

        def page(heading, number=0):
            return shell.type(self.page.block(heading, number))

        moto_account.failing[MADE_LATE] = NOT_VERIFIED
        _, code = shell.attempt(self.page.block("Deployment"))
        moto_account.failing.clear()
        self.assertNotEqual(code, 0)
        self.assertEqual(self.status(), "ROLLBACK_COMPLETE")
        shell.type(f"export AWS_DEFAULT_REGION={REGION}")

        with self.subTest("the failure of a nested stack is told, and a second attempt succeeds"):
            self.assertIn(f"Distribution\t{NOT_VERIFIED}", page("Failures", 0))
            page("Failures", 1)
            said = page("Deployment")
            self.assertIn("Successfully created/updated stack - larder", said)
            self.assertNotIn("PRIVATE KEY", said, "no key is told to anybody")
            self.assertEqual(self.site(), "<title>Larder</title>")

        with self.subTest("keys are made, and the functions are told their public halves"):
            identity = self.settings("larder-identity")
            self.assertIn(":secret:larder/signing-keys-", identity["LARDER_SIGNING_KEYS_ARN"])
            stored = client("secretsmanager").get_secret_value(
                SecretId=identity["LARDER_SIGNING_KEYS_ARN"], VersionId=identity["LARDER_SIGNING_KEYS_VERSION"]
            )
            (key,) = json.loads(stored["SecretString"])["keys"]
            self.assertTrue(identity["LARDER_IDENTITY_KEYS"].startswith(key["id"] + ":"))
            self.assertEqual(len(self.settings("larder-preferences")["LARDER_PUSH_KEY"]), 87)

        with self.subTest("what did not change gets no new version"):
            first = self.versions()
            self.assertEqual(len(first), len(package.FUNCTIONS))
            page("Deployment")
            self.assertEqual(self.versions(), first)

        with self.subTest("a changed parameter is a new version of every function, and stays"):
            page("Parameters")
            changed = self.versions()
            self.assertFalse(set(changed.values()) & set(first.values()))
            # Changed code is a new version of its function alone.
            (folder / "code").write_text("changed")
            page("Deployment")
            self.assertEqual(self.settings("larder-items")["LARDER_MONTHLY_UPLOADS"], "50")
            self.assertEqual(self.parameters()["AlarmEmail"], "you@example.org")
            again = self.versions()
            self.assertEqual({name for name in first if again[name] != changed[name]}, {"Items"})
            self.assertEqual(
                (folder / "samconfig.toml").read_text(), (ROOT / "samconfig.toml").read_text(), "it is tracked"
            )

        with self.subTest("`sam build` changes nothing, and a changed site publishes no version"):
            (folder / "web/dist/index.html").write_text("<title>New</title>")
            shell.type("make package\nsam build\nsam deploy")
            self.assertEqual(self.site(), "<title>New</title>")
            self.assertEqual(self.versions(), again)
            # What it copied is not deployed in place of a later template.
            (folder / "template.yaml").write_text(
                (ROOT / "template.yaml").read_text().replace("Default: Canary10Percent5Minutes", "Default: AllAtOnce")
            )
            shell.type("sam deploy --stack-name second")
            self.assertEqual(self.parameters("second")["Canary"], "AllAtOnce")
            self.assertNotEqual(
                self.output("second", "ReceiptsBucketName"), self.output("larder", "ReceiptsBucketName")
            )
            shutil.copy(ROOT / "template.yaml", folder)

        with self.subTest("a preview changes nothing"):
            before = self.parameters(), self.versions()
            page("Preview")
            self.assertEqual((self.parameters(), self.versions()), before)

        with self.subTest("functions of another processor are refused, and those of the page are not"):
            _, code = shell.attempt("sam deploy --parameter-overrides Architecture=x86_64")
            self.assertNotEqual(code, 0)
            self.assertEqual(self.status(), "UPDATE_ROLLBACK_COMPLETE")
            self.assertIn("run make package ARCHITECTURE=x86_64", page("Failures", 0))
            page("Processor")
            scans = client("lambda").get_function_configuration(FunctionName="larder-scans")
            self.assertEqual(scans["Architectures"], ["x86_64"])

        with self.subTest("a change that fails leaves what was there"):
            moto_account.failing[CHANGED_LATER] = "The canary died."
            _, code = shell.attempt("sam deploy --parameter-overrides MonthlyUploads=9")
            moto_account.failing.clear()
            self.assertNotEqual(code, 0)
            self.assertIn("The canary died.", self.reasons())
            self.assertEqual(self.settings("larder-items")["LARDER_MONTHLY_UPLOADS"], "50")

        with self.subTest("keys are rotated"):
            page("Key rotation")
            rotated = self.settings("larder-identity")
            self.assertEqual(rotated["LARDER_SIGNING_KEYS_ARN"], identity["LARDER_SIGNING_KEYS_ARN"])
            self.assertNotEqual(rotated["LARDER_SIGNING_KEYS_VERSION"], identity["LARDER_SIGNING_KEYS_VERSION"])
            self.assertEqual(rotated["LARDER_IDENTITY_KEYS"].count(":"), 2)

        with self.subTest("phones"):
            (folder / "service-account.json").write_text(json.dumps({"type": "service_account", "key": 'a"b,c'}))
            page("Push to phones")
            (application,) = client("sns").list_platform_applications()["PlatformApplications"]
            self.assertEqual(
                self.settings("larder-reminders")["LARDER_PUSH_APPLICATION_ARN"], application["PlatformApplicationArn"]
            )

        with self.subTest("a table that is not there is refused, a restored one takes the place of the own one"):
            own = self.output("larder", "TableName")
            _, code = shell.attempt("sam deploy --parameter-overrides RestoredTable=nowhere")
            self.assertNotEqual(code, 0)
            self.assertIn("ResourceNotFoundException", str(self.reasons()))
            page("Restore from a backup", 0)
            for function in package.FUNCTIONS:
                self.assertEqual(self.settings(f"larder-{function}")["LARDER_TABLE"], "larder-restored", function)
            table = client("dynamodb").describe_table(TableName="larder-restored")["Table"]
            self.assertTrue(table["DeletionProtectionEnabled"])
            page("Restore from a backup", 1)
            for function in package.FUNCTIONS:
                self.assertEqual(self.settings(f"larder-{function}")["LARDER_TABLE"], own, function)
            self.assertEqual(self.settings("larder-items")["LARDER_MONTHLY_UPLOADS"], "50")

        with self.subTest("what was uploaded can be executed"):
            self.check_uploads()

        with self.subTest("removal keeps what users have, and the rest of the page deletes that"):
            receipts, site = self.output("larder", "ReceiptsBucketName"), self.output("larder", "SiteBucket")
            client("s3").put_object(Bucket=receipts, Key="receipts/one", Body=b"picture")
            page("Removal", 0)
            self.assertLessEqual({receipts, site}, self.buckets())
            self.assertIn(own, self.tables())
            keys = {"larder/signing-keys", "larder/push-keys"}
            self.assertLessEqual(keys, self.secrets())
            page("Removal", 1)
            self.assertFalse({receipts, site} & self.buckets())
            self.assertNotIn(own, self.tables())
            self.assertFalse(keys & self.secrets())
            self.assertEqual(client("sns").list_platform_applications()["PlatformApplications"], [])

        self.assertEqual(self.page.typed, set(self.page.blocks), "every command of the page was typed")

    def check_uploads(self):
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

    def test_a_site_that_fails_after_its_upload_leaves_no_bucket(self):
        before = self.buckets()
        shell = self.shell(self.checkout())
        with patch.object(site_upload, "invalidate", side_effect=RuntimeError("Too many invalidations.")):
            _, code = shell.attempt(f"export AWS_DEFAULT_REGION={REGION}\nmake package\nsam deploy --stack-name failed")
        self.assertNotEqual(code, 0)
        self.assertIn("RuntimeError: Too many invalidations.", self.reasons("failed"))
        self.assertEqual(self.status("failed"), "ROLLBACK_COMPLETE")
        self.assertEqual({name for name in self.buckets() - before if not name.startswith("aws-sam-cli")}, set())

    def test_guided_parameters_that_were_saved_are_refused(self):
        folder = self.checkout()
        shell = self.shell(folder)
        # The stack's name, then Enter for everything else, also for "Save arguments to configuration file".
        (folder / "answers").write_text("by-hand\n" + "\n" * 60)
        shell.type(f"export AWS_DEFAULT_REGION={REGION}\nmake package\nsam deploy --guided < answers")
        self.assertEqual(self.status("by-hand"), "CREATE_COMPLETE")
        said, code = shell.attempt("make package")
        self.assertIn("git checkout samconfig.toml", said)
        self.assertNotEqual(code, 0)
        shutil.copy(ROOT / "samconfig.toml", folder)
        shell.type("sam deploy --stack-name by-hand --parameter-overrides MonthlyUploads=50")
        shell.type("sam deploy --stack-name by-hand")
        self.assertEqual(self.parameters("by-hand")["MonthlyUploads"], "50")


if __name__ == "__main__":
    unittest.main()
