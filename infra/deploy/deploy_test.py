"""Tests the parts of the deployment without AWS: packages, keys and their rotation, the upload, bills of materials.
rehearsal_test.py runs all of it.

PYTHONPATH=.tools/deploy python3 infra/deploy/deploy_test.py
"""

import contextlib
import http.server
import io
import json
import logging
import random
import tempfile
import threading
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from unittest.mock import patch

import boto3
from cryptography.hazmat.primitives import serialization
from moto import mock_aws

import cloudformation
import costs
import custom_resources
import keys
import package
import sbom
import site_upload

NOW = datetime(2026, 11, 21, 8, 0, tzinfo=timezone.utc)


class Keys(unittest.TestCase):
    def test_a_signing_key_is_what_the_signer_reads(self):
        key = keys.signing_key(NOW)
        self.assertEqual(set(key), {"id", "createdAt", "privateKey"})
        self.assertEqual(key["createdAt"], "2026-11-21T08:00:00Z")
        self.assertTrue(key["privateKey"].startswith("-----BEGIN PRIVATE KEY-----\n"))
        self.assertEqual(serialization.load_pem_private_key(key["privateKey"].encode(), None).key_size, 2048)

    def test_push_keys_are_those_of_all_web_push_tools(self):
        pair = keys.push_keys()
        self.assertEqual((len(pair["privateKey"]), len(pair["publicKey"])), (43, 87))
        self.assertRegex(pair["publicKey"], "^B[A-Za-z0-9_-]{86}$")

    def test_a_key_leaves_only_when_its_successor_has_long_signed(self):
        def key(name, age):
            return {"id": name, "createdAt": (NOW - age).isoformat(), "privateKey": ""}

        day, hour = timedelta(days=1), timedelta(hours=1)
        for present, kept in [
            ([key("a", 90 * day)], ["a"]),
            ([key("a", 90 * day), key("b", 2 * hour)], ["a", "b"]),
            ([key("a", 180 * day), key("b", 90 * day)], ["b"]),
            ([key("a", 180 * day), key("b", 25 * hour), key("c", hour)], ["b", "c"]),
            ([key("a", hour)], ["a"]),
        ]:
            after = [key["id"] for key in keys.rotated({"keys": present}, NOW)["keys"]]
            self.assertEqual(after[:-1], kept)
            self.assertNotIn(after[-1], ["a", "b", "c"])

    def test_keys_are_made_once_and_rotated_on_demand(self):
        client, sent = boto3.client("secretsmanager"), []
        client.meta.events.register(
            "provide-client-params.secretsmanager.PutSecretValue",
            lambda params, **_: sent.append(params["VersionStages"]),
        )
        first = keys.ensure(client, "made-once", NOW)
        self.assertEqual(keys.ensure(client, "made-once", NOW), first)
        seen = [first]
        for quarter in range(1, 4):
            now, name = NOW + quarter * timedelta(days=90), f"2026-{quarter}"
            seen.append(keys.ensure(client, "made-once", now, name))
            self.assertEqual(keys.ensure(client, "made-once", now, name), seen[-1], "a retry rotates nothing")
        # moto forgets the labels of earlier versions, so that an earlier name is not tried here.
        self.assertEqual(keys.ensure(client, "made-once", now), seen[-1], "no key comes back")
        self.assertEqual(len({one["SigningKeysVersion"] for one in seen}), 4)
        self.assertEqual(len({one["PushPublicKey"] for one in seen}), 1)
        # Every version of the secret that an older function names can still be read, and contains that function's
        # newest key.
        for older, newer in zip(seen[1:], seen[2:]):
            sets = [self.stored(client, one) for one in (older, newer)]
            self.assertEqual([len(one) for one in sets], [2, 2])
            self.assertEqual(sets[0][1], sets[1][0])
        # AWS drops a version without a label sooner or later, and AWSPREVIOUS moves on with the second rotation.
        self.assertEqual([len(stages) for stages in sent], [2, 2, 2])
        self.assertEqual(len({stages[1] for stages in sent}), 3)

    def stored(self, client, told):
        found = client.get_secret_value(SecretId=told["SigningKeysArn"], VersionId=told["SigningKeysVersion"])
        return json.loads(found["SecretString"])["keys"]

    def test_the_functions_are_told_the_public_halves(self):
        client = boto3.client("secretsmanager")
        first = keys.ensure(client, "public", NOW)
        told = keys.ensure(client, "public", NOW + timedelta(days=90), "first")
        self.assertRegex(
            told["SigningKeysPublic"], "^[A-Za-z0-9]{12}:[A-Za-z0-9_-]{342},[A-Za-z0-9]{12}:[A-Za-z0-9_-]{342}$"
        )
        self.assertTrue(told["SigningKeysPublic"].startswith(first["SigningKeysPublic"] + ","))
        # Many rotations in a day still fit in a function's environment, with the newest key.
        for minute in range(8):
            told = keys.ensure(client, "public", NOW + timedelta(days=90, minutes=minute + 1), f"again-{minute}")
        stored = self.stored(client, told)
        self.assertEqual(len(stored), 10)
        self.assertEqual(
            [pair.split(":")[0] for pair in told["SigningKeysPublic"].split(",")], [key["id"] for key in stored[-4:]]
        )


class Build(unittest.TestCase):
    def test_the_folder_of_the_build_is_nowhere_in_a_program(self):
        for architecture in ("arm64", "x86_64"):
            told = package.environment(architecture, Path("/somewhere/larder"))
            self.assertIn("--remap-path-prefix=/somewhere/larder=larder", told["CARGO_ENCODED_RUSTFLAGS"].split("\x1f"))
            self.assertIn("-ffile-prefix-map=/somewhere/larder=larder", told["CFLAGS"].split(" "))
        self.assertIn("target-cpu=neoverse-n1", package.environment("arm64")["CARGO_ENCODED_RUSTFLAGS"])


class Site(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.dist = Path(self.folder.name) / "dist"
        for name in [
            "index.html",
            "sw.js",
            "first-paint.js",
            "assets/index-1.js",
            "assets/index-1.css",
            "icons/logo.svg",
            ".vite/manifest.json",
        ]:
            path = self.dist / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(name)
        self.contract = Path(self.folder.name) / "openapi.json"
        self.contract.write_text("{}")

    def tearDown(self):
        self.folder.cleanup()

    def test_what_a_page_names_is_there_before_the_page(self):
        order = [key for key, _ in site_upload.plan(self.dist, self.contract)]
        self.assertEqual(order[:2], ["assets/index-1.css", "assets/index-1.js"])
        self.assertEqual(order[-3:], ["not-found.html", "index.html", "sw.js"])
        self.assertIn("api/openapi.json", order)
        self.assertNotIn(".vite/manifest.json", order)

    def test_only_what_changed_is_uploaded_and_old_files_leave_after_a_month(self):
        s3, now = boto3.client("s3"), datetime.now(timezone.utc)
        s3.create_bucket(Bucket="site", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
        self.assertEqual(len(site_upload.upload(s3, "site", self.dist, self.contract, now)), 8)
        self.assertEqual(site_upload.upload(s3, "site", self.dist, self.contract, now), [])
        there = {key: s3.head_object(Bucket="site", Key=key) for key in site_upload.present(s3, "site")}
        self.assertEqual(there["assets/index-1.js"]["CacheControl"], "public, max-age=31536000, immutable")
        self.assertEqual(
            {there[key]["CacheControl"] for key in ["index.html", "sw.js", "first-paint.js", "api/openapi.json"]},
            {"no-cache"},
        )
        self.assertEqual(there["index.html"]["ContentType"], "text/html; charset=utf-8")
        self.assertEqual(
            [there[key]["Metadata"] for key in ("index.html", "not-found.html")], [{}, {"page": "missing"}]
        )
        (self.dist / "assets/index-1.js").rename(self.dist / "assets/index-2.js")
        (self.dist / "index.html").write_text("names index-2")
        changed = site_upload.upload(s3, "site", self.dist, self.contract, now)
        self.assertEqual(changed, ["assets/index-2.js", "not-found.html", "index.html"])
        self.assertEqual(site_upload.to_invalidate(changed), ["/not-found.html", "/index.html"])
        self.assertIn("assets/index-1.js", site_upload.present(s3, "site"))
        # A listing has pages, of a thousand each.
        for number in range(1000):
            s3.put_object(Bucket="site", Key=f"assets/index-0-{number}.js", Body=b"")
        site_upload.upload(s3, "site", self.dist, self.contract, now + timedelta(days=31))
        self.assertEqual(
            site_upload.present(s3, "site").keys(), dict(site_upload.plan(self.dist, self.contract)).keys()
        )

    def test_a_site_that_was_not_built_is_refused(self):
        (self.dist / "index.html").unlink()
        with self.assertRaises(FileNotFoundError):
            site_upload.plan(self.dist, self.contract)


class Packages(unittest.TestCase):
    def weigh(self, name, size, known=b""):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "target/lambda" / name / "bootstrap"
            program.parent.mkdir(parents=True)
            program.write_bytes(random.Random(1).randbytes(size) + known)
            with contextlib.redirect_stdout(io.StringIO()) as said:
                package.weigh(Path(folder))
        return said.getvalue()

    def test_a_function_that_is_too_heavy_is_no_success(self):
        self.assertIn("items", self.weigh("items", 2_900_000))
        with self.assertRaisesRegex(package.Failed, "items .3.10 MB, at most 3."):
            self.weigh("items", 3_100_000)
        self.weigh("scans", 3_100_000)
        with self.assertRaisesRegex(package.Failed, "Built for development.*items"):
            self.weigh("items", 1_000, b"larder-development-token")

    def test_nothing_built_is_no_success(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(package.Failed, "Nothing is built"):
            package.weigh(Path(folder))


class Costs(unittest.TestCase):
    def test_the_page_has_the_computed_costs(self):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            costs.main()
        page = (package.ROOT / "docs/OPERATIONS.md").read_text(encoding="utf-8")
        self.assertIn(said.getvalue().partition("\n\n")[0], page)
        self.assertIn(f"costs {costs.home_assistant():.2f} more", page)
        self.assertIn(f"${sum(costs.month(10_000_000).values()):,.0f} a month", page)

    def test_fixed_costs_count_what_the_templates_make(self):
        template = cloudformation.load(package.ROOT / "template.yaml")["Resources"].values()
        kinds = [one["Type"] for one in template]
        # Two more are made by keys.py.
        self.assertEqual(kinds.count("AWS::SecretsManager::Secret") + 2, costs.SECRETS)
        alarms = {
            name: sum(
                one["Type"] == "AWS::CloudWatch::Alarm"
                for one in cloudformation.load(package.ROOT / f"infra/alarms/{name}.yaml")["Resources"].values()
            )
            for name in ("function", "service")
        }
        self.assertEqual(len(package.FUNCTIONS) * alarms["function"] + alarms["service"], 31)


class Bills(unittest.TestCase):
    def test_a_bill_says_nothing_of_the_machine(self):
        where = f"path+file://{sbom.ROOT}/functions/items#0.1.0"
        bill = {
            "serialNumber": "urn:uuid:random",
            "metadata": {"timestamp": "now", "component": {"bom-ref": where}},
            "components": [{"bom-ref": where}],
        }
        settled = sbom.settled(bill, "2026-11-21T08:00:00Z")
        self.assertEqual(
            settled["metadata"],
            {
                "timestamp": "2026-11-21T08:00:00Z",
                "component": {"bom-ref": "path+file:///larder/functions/items#0.1.0"},
            },
        )
        self.assertNotIn("serialNumber", settled)
        self.assertNotIn(str(sbom.ROOT), json.dumps(settled))

    def test_everything_that_is_shipped_has_one(self):
        template = cloudformation.load(package.ROOT / "template.yaml")["Resources"].values()
        functions = {
            Path(one["Properties"]["CodeUri"]).name for one in template if one["Type"] == "AWS::Serverless::Function"
        }
        self.assertEqual(set(sbom.members()), functions | {"larder"})

    def test_the_packages_of_the_setup_are_listed_with_their_hashes(self):
        bill = sbom.settled(sbom.of_setup(), "2026-11-21T08:00:00Z")
        pinned = (package.ROOT / "infra/deploy/setup.txt").read_text(encoding="utf-8")
        self.assertEqual(len(bill["components"]), pinned.count("=="))
        self.assertEqual(sum(len(one["hashes"]) for one in bill["components"]), pinned.count("--hash="))

    def test_the_readers_networks_are_listed_with_their_hashes(self):
        listed = {part["name"]: part["hashes"][0]["content"] for part in sbom.networks()}
        self.assertTrue({"detection.onnx", "recognition.onnx"} <= set(listed))
        self.assertTrue(all(len(digest) == 64 for digest in listed.values()))


class CustomResources(unittest.TestCase):
    """The setup function, called as CloudFormation calls it."""

    def setUp(self):
        self.answers = []

        class Answer(http.server.BaseHTTPRequestHandler):
            def do_PUT(request):
                self.answers.append(json.loads(request.rfile.read(int(request.headers["content-length"]))))
                request.send_response(200)
                request.end_headers()

            def log_message(request, *_):
                pass

        with tempfile.NamedTemporaryFile("w", delete=False) as built:
            built.write("arm64")
        self.addCleanup(Path(built.name).unlink)
        patched = patch.object(custom_resources, "BUILT_FOR", Path(built.name))
        patched.start()
        self.addCleanup(patched.stop)
        server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}/"

    def call(self, kind, properties, request="Create", **more):
        event = {
            "RequestType": request,
            "ResourceType": f"Custom::{kind}",
            "ResourceProperties": properties,
            "ResponseURL": self.url,
            "StackId": "stack",
            "RequestId": "request",
            "LogicalResourceId": kind,
        }
        custom_resources.handler(event | more, None)
        return self.answers[-1]

    def test_keys_are_answered_without_their_private_halves(self):
        wanted = {
            "Stack": "answered",
            "Rotation": "",
            "Settings": ["30", ""],
            "Architecture": "arm64",
            "RestoredTable": "",
        }
        made = self.call("Keys", wanted)
        self.assertEqual((made["Status"], made["PhysicalResourceId"]), ("SUCCESS", "answered/keys"))
        self.assertLess(len(json.dumps(made)), 4096)
        (push,) = [
            s for s in boto3.client("secretsmanager").list_secrets()["SecretList"] if s["Name"] == "answered/push-keys"
        ]
        private = json.loads(boto3.client("secretsmanager").get_secret_value(SecretId=push["ARN"])["SecretString"])
        self.assertNotIn(private["privateKey"], json.dumps(made))
        self.assertNotIn("PRIVATE KEY", json.dumps(made))

        def digest(**changed):
            return self.call("Keys", wanted | changed, "Update")["Data"]["Digest"]

        self.assertEqual(digest(), made["Data"]["Digest"])
        changed = {
            digest(Settings=["31", ""]),
            digest(Settings=["30", "x"]),
            digest(Rotation="2026"),
            made["Data"]["Digest"],
        }
        self.assertEqual(len(changed), 4)
        before = len(boto3.client("secretsmanager").list_secrets()["SecretList"])
        self.call("Keys", wanted, "Delete", PhysicalResourceId="answered/keys")
        self.assertEqual(
            len(boto3.client("secretsmanager").list_secrets()["SecretList"]), before, "they outlive the stack"
        )

    def test_site_is_copied_and_its_bucket_is_emptied_when_the_stack_goes(self):
        s3 = boto3.client("s3")
        s3.create_bucket(Bucket="copied", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
        s3.put_bucket_versioning(Bucket="copied", VersioningConfiguration={"Status": "Enabled"})
        wanted = {"Bucket": "copied", "DistributionId": "E1", "Files": "layer:1"}
        with tempfile.TemporaryDirectory() as folder, patch.object(custom_resources, "LAYER", Path(folder)):
            (Path(folder) / "site").mkdir()
            (Path(folder) / "site/index.html").write_text("1")
            (Path(folder) / "openapi.json").write_text("{}")
            with patch.object(site_upload, "invalidate") as invalidated:
                made = self.call("Site", wanted)
                self.assertEqual((made["Status"], made["PhysicalResourceId"]), ("SUCCESS", "copied"))
                self.assertEqual(made["Data"], {"Uploaded": "3"})
                (Path(folder) / "site/index.html").write_text("2")
                made = self.call("Site", wanted | {"Files": "layer:2"}, "Update", PhysicalResourceId="copied")
                self.assertEqual(made["Data"], {"Uploaded": "2"})
            self.assertEqual(
                [call.args[2] for call in invalidated.mock_calls],
                [["api/openapi.json", "not-found.html", "index.html"], ["not-found.html", "index.html"]],
            )
        self.assertEqual(s3.get_object(Bucket="copied", Key="index.html")["Body"].read(), b"2")
        self.call("Site", wanted, "Delete", PhysicalResourceId="copied")
        self.assertNotIn("Versions", s3.list_object_versions(Bucket="copied"))
        gone = self.call("Site", wanted, "Delete", PhysicalResourceId="of-a-creation-that-failed")
        self.assertEqual(gone["Status"], "SUCCESS")

    def test_failure_is_answered_with_its_reason(self):
        failed = self.call("Site", {"Bucket": "nobody-has-this", "DistributionId": "E1", "Files": "layer:1"})
        # The bucket's name, so that the undoing of a creation empties what was uploaded.
        self.assertEqual((failed["Status"], failed["PhysicalResourceId"]), ("FAILED", "nobody-has-this"))
        self.assertIn("NoSuchBucket", failed["Reason"])

    def test_settings_that_cloudformation_cannot_check_are_refused(self):
        wanted = {"Stack": "refused", "Rotation": "", "Settings": [], "Architecture": "arm64", "RestoredTable": ""}
        refused = self.call("Keys", wanted | {"Architecture": "x86_64"})
        self.assertIn("run make package ARCHITECTURE=x86_64", refused["Reason"])
        self.assertIn("ResourceNotFoundException", self.call("Keys", wanted | {"RestoredTable": "nowhere"})["Reason"])
        boto3.client("dynamodb").create_table(
            TableName="foreign",
            KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        wanted |= {"RestoredTable": "foreign"}
        self.assertIn("foreign is ACTIVE with the indexes []", self.call("Keys", wanted)["Reason"])
        # What was accepted once is not asked again: the way back after a failed change must not fail.
        kept = self.call("Keys", wanted, "Update", PhysicalResourceId="refused/keys", OldResourceProperties=wanted)
        self.assertEqual(kept["Status"], "SUCCESS", kept)


def setUpModule():
    logging.disable(logging.ERROR)
    environment = {"AWS_DEFAULT_REGION": "eu-central-1", "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
    for context in (patch.dict("os.environ", environment), mock_aws()):
        context.__enter__()
        unittest.addModuleCleanup(context.__exit__, None, None, None)


if __name__ == "__main__":
    unittest.main()
