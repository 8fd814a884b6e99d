"""Tests parts of the deployment without AWS: packages, keys and their rotation, the upload, custom resources, costs,
bills of materials. rehearsal_test.py tests whole deployments.

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
    def test_signing_key_has_the_format_of_the_signer(self):
        key = keys.signing_key(NOW)
        self.assertEqual(set(key), {"id", "createdAt", "privateKey"})
        self.assertEqual(key["createdAt"], "2026-11-21T08:00:00Z")
        self.assertTrue(key["privateKey"].startswith("-----BEGIN PRIVATE KEY-----\n"))
        self.assertEqual(serialization.load_pem_private_key(key["privateKey"].encode(), None).key_size, 2048)

    def test_push_keys_have_the_usual_encoding(self):
        pair = keys.push_keys()
        self.assertEqual((len(pair["privateKey"]), len(pair["publicKey"])), (43, 87))
        self.assertRegex(pair["publicKey"], "^B[A-Za-z0-9_-]{86}$")

    def test_rotation_removes_a_key_only_after_the_tokens_of_its_successor_replaced_its_own(self):
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
            after = [key["id"] for key in keys.rotate({"keys": present}, NOW)["keys"]]
            self.assertEqual(after[:-1], kept)
            self.assertNotIn(after[-1], ["a", "b", "c"])

    def test_keys_are_created_once_and_rotated_on_request(self):
        client, sent = boto3.client("secretsmanager"), []
        client.meta.events.register(
            "provide-client-params.secretsmanager.PutSecretValue",
            lambda params, **_: sent.append(params["VersionStages"]),
        )
        first = keys.ensure(client, "created-once", NOW)
        self.assertEqual(keys.ensure(client, "created-once", NOW), first)
        results = [first]
        for quarter in range(1, 4):
            now, name = NOW + quarter * timedelta(days=90), f"2026-{quarter}"
            results.append(keys.ensure(client, "created-once", now, name))
            self.assertEqual(keys.ensure(client, "created-once", now, name), results[-1], "a retry rotates nothing")
        # moto removes the labels of earlier versions, so an earlier name cannot be tested here.
        self.assertEqual(keys.ensure(client, "created-once", now), results[-1], "no earlier key is restored")
        self.assertEqual(len({one["SigningKeysVersion"] for one in results}), 4)
        self.assertEqual(len({one["PushPublicKey"] for one in results}), 1)
        # Every version of the secret that an older function names can still be read, and contains that function's
        # newest key.
        for older, newer in zip(results[1:], results[2:]):
            sets = [self.stored(client, one) for one in (older, newer)]
            self.assertEqual([len(one) for one in sets], [2, 2])
            self.assertEqual(sets[0][1], sets[1][0])
        # AWS deletes versions without a label, and the second rotation moves AWSPREVIOUS to another version.
        self.assertEqual([len(stages) for stages in sent], [2, 2, 2])
        self.assertEqual(len({stages[1] for stages in sent}), 3)

    def stored(self, client, result):
        found = client.get_secret_value(SecretId=result["SigningKeysArn"], VersionId=result["SigningKeysVersion"])
        return json.loads(found["SecretString"])["keys"]

    def test_functions_get_the_public_keys(self):
        client = boto3.client("secretsmanager")
        first = keys.ensure(client, "public", NOW)
        result = keys.ensure(client, "public", NOW + timedelta(days=90), "first")
        self.assertRegex(
            result["SigningKeysPublic"], "^[A-Za-z0-9]{12}:[A-Za-z0-9_-]{342},[A-Za-z0-9]{12}:[A-Za-z0-9_-]{342}$"
        )
        self.assertTrue(result["SigningKeysPublic"].startswith(first["SigningKeysPublic"] + ","))
        # Many rotations in a day still fit in a function's environment, with the newest key.
        for minute in range(8):
            result = keys.ensure(client, "public", NOW + timedelta(days=90, minutes=minute + 1), f"again-{minute}")
        stored = self.stored(client, result)
        self.assertEqual(len(stored), 10)
        self.assertEqual(
            [pair.split(":")[0] for pair in result["SigningKeysPublic"].split(",")], [key["id"] for key in stored[-4:]]
        )


class Build(unittest.TestCase):
    def test_compiler_flags_remove_the_build_folder_from_programs(self):
        for architecture in ("arm64", "x86_64"):
            flags = package.environment(architecture, Path("/somewhere/larder"))
            self.assertIn(
                "--remap-path-prefix=/somewhere/larder=larder", flags["CARGO_ENCODED_RUSTFLAGS"].split("\x1f")
            )
            self.assertIn("-ffile-prefix-map=/somewhere/larder=larder", flags["CFLAGS"].split(" "))
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

    def test_assets_are_uploaded_before_the_page(self):
        order = [key for key, _ in site_upload.plan(self.dist, self.contract)]
        self.assertEqual(order[:2], ["assets/index-1.css", "assets/index-1.js"])
        self.assertEqual(order[-3:], ["not-found.html", "index.html", "sw.js"])
        self.assertIn("api/openapi.json", order)
        self.assertNotIn(".vite/manifest.json", order)

    def test_uploads_changed_files_and_deletes_removed_ones_without_a_hash(self):
        s3 = boto3.client("s3")
        s3.create_bucket(Bucket="site", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
        self.assertEqual(len(site_upload.upload(s3, "site", self.dist, self.contract)), 8)
        self.assertEqual(site_upload.upload(s3, "site", self.dist, self.contract), [])
        # A listing has pages, of a thousand each.
        for number in range(1000):
            s3.put_object(Bucket="site", Key=f"assets/index-0-{number}.js", Body=b"")
        objects = {
            key: s3.head_object(Bucket="site", Key=key)
            for key in [
                "index.html",
                "sw.js",
                "first-paint.js",
                "api/openapi.json",
                "not-found.html",
                "assets/index-1.js",
            ]
        }
        self.assertEqual(objects.pop("assets/index-1.js")["CacheControl"], "public, max-age=31536000, immutable")
        self.assertEqual({one["CacheControl"] for one in objects.values()}, {"no-cache"})
        self.assertEqual(objects["index.html"]["ContentType"], "text/html; charset=utf-8")
        self.assertEqual(
            [objects[key]["Metadata"] for key in ("index.html", "not-found.html")], [{}, {"page": "missing"}]
        )
        (self.dist / "assets/index-1.js").rename(self.dist / "assets/index-2.js")
        (self.dist / "index.html").write_text("names index-2")
        (self.dist / "first-paint.js").unlink()
        changed = site_upload.upload(s3, "site", self.dist, self.contract)
        self.assertEqual(changed, ["assets/index-2.js", "not-found.html", "index.html", "first-paint.js"])
        self.assertEqual(
            site_upload.paths_to_invalidate(changed), ["/not-found.html", "/index.html", "/first-paint.js"]
        )
        stored = site_upload.list_etags(s3, "site")
        self.assertEqual([key in stored for key in ("assets/index-1.js", "first-paint.js")], [True, False])

    def test_rejects_a_site_that_was_not_built(self):
        (self.dist / "index.html").unlink()
        with self.assertRaises(FileNotFoundError):
            site_upload.plan(self.dist, self.contract)


class Packages(unittest.TestCase):
    def check_size(self, name, size, suffix=b""):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "target/lambda" / name / "bootstrap"
            program.parent.mkdir(parents=True)
            program.write_bytes(random.Random(1).randbytes(size) + suffix)
            with contextlib.redirect_stdout(io.StringIO()) as output:
                package.check_sizes(Path(folder))
        return output.getvalue()

    def test_rejects_functions_that_are_too_large_or_for_development(self):
        self.assertIn("items", self.check_size("items", 2_900_000))
        with self.assertRaisesRegex(package.PackageError, "items .3.10 MB, at most 3."):
            self.check_size("items", 3_100_000)
        self.check_size("scans", 3_100_000)
        with self.assertRaisesRegex(package.PackageError, "Built for development.*items"):
            self.check_size("items", 1_000, b"larder-development-token")

    def test_fails_if_nothing_is_built(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(package.PackageError, "Nothing is built"):
            package.check_sizes(Path(folder))


class Costs(unittest.TestCase):
    def test_operations_page_has_the_computed_costs(self):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            costs.main()
        page = (package.ROOT / "docs/OPERATIONS.md").read_text(encoding="utf-8")
        self.assertIn(output.getvalue().partition("\n\n")[0], page)
        self.assertIn(f"costs {costs.home_assistant():.2f} more", page)
        self.assertIn(f"${sum(costs.ten_million().values()):,.0f} a month", page)

    def test_fixed_costs_count_the_secrets_and_alarms_of_the_templates(self):
        template = cloudformation.load(package.ROOT / "template.yaml")["Resources"].values()
        kinds = [one["Type"] for one in template]
        # keys.py creates two more.
        self.assertEqual(kinds.count("AWS::SecretsManager::Secret") + 2, costs.SECRETS)
        alarms = {
            name: sum(
                one["Type"] == "AWS::CloudWatch::Alarm"
                for one in cloudformation.load(package.ROOT / f"infra/alarms/{name}.yaml")["Resources"].values()
            )
            for name in ("function", "service")
        }
        self.assertEqual(len(package.FUNCTIONS) * alarms["function"] + alarms["service"], costs.ALARMS)


class Bills(unittest.TestCase):
    def test_bills_have_no_details_of_the_machine(self):
        reference = f"path+file://{sbom.ROOT}/functions/items#0.1.0"
        bill = {
            "serialNumber": "urn:uuid:random",
            "metadata": {"timestamp": "now", "component": {"bom-ref": reference}},
            "components": [{"bom-ref": reference}],
        }
        cleaned = sbom.without_machine_details(bill, "2026-11-21T08:00:00Z")
        self.assertEqual(
            cleaned["metadata"],
            {
                "timestamp": "2026-11-21T08:00:00Z",
                "component": {"bom-ref": "path+file:///larder/functions/items#0.1.0"},
            },
        )
        self.assertNotIn("serialNumber", cleaned)
        self.assertNotIn(str(sbom.ROOT), json.dumps(cleaned))

    def test_each_program_has_a_bill(self):
        template = cloudformation.load(package.ROOT / "template.yaml")["Resources"].values()
        functions = {
            Path(one["Properties"]["CodeUri"]).name for one in template if one["Type"] == "AWS::Serverless::Function"
        }
        self.assertEqual(set(sbom.members()), functions | {"larder"})

    def test_lists_packages_of_the_setup_function_with_hashes(self):
        bill = sbom.without_machine_details(sbom.of_setup(), "2026-11-21T08:00:00Z")
        pinned = (package.ROOT / "infra/deploy/setup.txt").read_text(encoding="utf-8")
        self.assertEqual(len(bill["components"]), pinned.count("=="))
        self.assertEqual(sum(len(one["hashes"]) for one in bill["components"]), pinned.count("--hash="))

    def test_lists_models_with_hashes(self):
        listed = {part["name"]: part["hashes"][0]["content"] for part in sbom.models(sbom.TARGETS["arm64"])}
        self.assertTrue({"detection.onnx", "recognition.onnx", "onnxruntime-aarch64.so"} <= set(listed))
        self.assertNotIn("onnxruntime-x86_64.so", listed)
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
        patched = patch.object(custom_resources, "ARCHITECTURE_FILE", Path(built.name))
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

    def test_answers_have_no_private_keys(self):
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
            len(boto3.client("secretsmanager").list_secrets()["SecretList"]),
            before,
            "the keys are not deleted with the stack",
        )

    def test_copies_the_site_and_empties_its_bucket_with_the_stack(self):
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
        deleted = self.call("Site", wanted, "Delete", PhysicalResourceId="of-a-failed-creation")
        self.assertEqual(deleted["Status"], "SUCCESS")

    def test_answers_a_failure_with_its_reason(self):
        failed = self.call("Site", {"Bucket": "missing", "DistributionId": "E1", "Files": "layer:1"})
        # The bucket's name, so that the rollback of a creation empties it.
        self.assertEqual((failed["Status"], failed["PhysicalResourceId"]), ("FAILED", "missing"))
        self.assertIn("NoSuchBucket", failed["Reason"])

    def test_rejects_a_wrong_architecture_and_a_wrong_table(self):
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
        # An unchanged table is not checked again, so that the rollback of a failed change cannot fail.
        unchanged = self.call("Keys", wanted, "Update", PhysicalResourceId="refused/keys", OldResourceProperties=wanted)
        self.assertEqual(unchanged["Status"], "SUCCESS", unchanged)


def setUpModule():
    logging.disable(logging.ERROR)
    environment = {"AWS_DEFAULT_REGION": "eu-central-1", "AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}
    for context in (patch.dict("os.environ", environment), mock_aws()):
        context.__enter__()
        unittest.addModuleCleanup(context.__exit__, None, None, None)


if __name__ == "__main__":
    unittest.main()
