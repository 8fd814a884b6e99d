"""The deployment's own parts, without AWS: keys and their rotation, the upload, what is told to whom in which order.

    PYTHONPATH=.tools/deploy python3 infra/deploy/deploy_test.py
"""

import contextlib
import io
import json
import random
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path
from unittest.mock import patch

from cryptography.hazmat.primitives import serialization

import cloudformation
import deploy
import fake_aws
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
        client = fake_aws.Secrets()
        first = keys.ensure(client, "larder", NOW)
        self.assertEqual(keys.ensure(client, "larder", NOW), first)
        seen = [first]
        for quarter in range(1, 4):
            seen.append(keys.ensure(client, "larder", NOW + quarter * timedelta(days=90), rotate=True))
        self.assertEqual(len({one["SigningKeysVersion"] for one in seen}), 4)
        self.assertEqual(len({one["PushPublicKey"] for one in seen}), 1)
        # What an older version of the function names can still be read, and hands its newest key on.
        for older, newer in zip(seen[1:], seen[2:]):
            sets = [json.loads(client.get_secret_value(one["SigningKeysArn"], one["SigningKeysVersion"])["SecretString"])["keys"] for one in (older, newer)]
            self.assertEqual([len(one) for one in sets], [2, 2])
            self.assertEqual(sets[0][1], sets[1][0])


    def test_the_functions_are_told_the_public_halves(self):
        client = fake_aws.Secrets()
        first = keys.ensure(client, "larder", NOW)
        told = keys.ensure(client, "larder", NOW + timedelta(days=90), rotate=True)
        self.assertRegex(told["SigningKeysPublic"], "^[A-Za-z0-9]{12}:[A-Za-z0-9_-]{342},[A-Za-z0-9]{12}:[A-Za-z0-9_-]{342}$")
        self.assertTrue(told["SigningKeysPublic"].startswith(first["SigningKeysPublic"] + ","))
        # Many rotations in a day still fit in a function's environment, and the key that was made last is among those told.
        for minute in range(8):
            told = keys.ensure(client, "larder", NOW + timedelta(days=90, minutes=minute + 1), rotate=True)
        stored = json.loads(client.get_secret_value(told["SigningKeysArn"], told["SigningKeysVersion"])["SecretString"])["keys"]
        self.assertEqual(len(stored), 10)
        self.assertEqual([pair.split(":")[0] for pair in told["SigningKeysPublic"].split(",")], [key["id"] for key in stored[-4:]])


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
        for name in ["index.html", "sw.js", "first-paint.js", "assets/index-1.js", "assets/index-1.css", "icons/logo.svg", ".vite/manifest.json"]:
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
        self.assertEqual(order[-2:], ["index.html", "sw.js"])
        self.assertIn("api/openapi.json", order)
        self.assertNotIn(".vite/manifest.json", order)

    def test_only_what_changed_is_uploaded_and_old_files_leave_after_a_month(self):
        s3, now = fake_aws.Bucket(), datetime.now(timezone.utc)
        self.assertEqual(len(site_upload.upload(s3, "site", self.dist, self.contract, now)), 7)
        self.assertEqual(site_upload.upload(s3, "site", self.dist, self.contract, now), [])
        kept = {key: item["kept"] for key, item in s3.objects.items()}
        self.assertEqual(kept["assets/index-1.js"], "public, max-age=31536000, immutable")
        self.assertEqual({kept[key] for key in ["index.html", "sw.js", "first-paint.js", "api/openapi.json"]}, {"no-cache"})
        self.assertEqual(s3.objects["index.html"]["type"], "text/html; charset=utf-8")
        (self.dist / "assets/index-1.js").rename(self.dist / "assets/index-2.js")
        (self.dist / "index.html").write_text("names index-2")
        changed = site_upload.upload(s3, "site", self.dist, self.contract, now)
        self.assertEqual(changed, ["assets/index-2.js", "index.html"])
        self.assertEqual(site_upload.to_invalidate(changed), ["/index.html"])
        self.assertIn("assets/index-1.js", s3.objects)
        site_upload.upload(s3, "site", self.dist, self.contract, now + timedelta(days=31))
        self.assertNotIn("assets/index-1.js", s3.objects)
        self.assertIn("assets/index-2.js", s3.objects)

    def test_a_site_that_was_not_built_is_refused(self):
        (self.dist / "index.html").unlink()
        with self.assertRaises(FileNotFoundError):
            site_upload.plan(self.dist, self.contract)


class Packages(unittest.TestCase):
    def weigh(self, name, size):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "target/lambda" / name / "bootstrap"
            program.parent.mkdir(parents=True)
            program.write_bytes(random.Random(1).randbytes(size))
            with contextlib.redirect_stdout(io.StringIO()) as said:
                package.weigh(Path(folder))
        return said.getvalue()

    def test_a_function_that_is_too_heavy_is_no_success(self):
        self.assertIn("items", self.weigh("items", 2_900_000))
        with self.assertRaisesRegex(package.Failed, "items .3.10 MB, at most 3."):
            self.weigh("items", 3_100_000)
        self.weigh("scans", 3_100_000)

    def test_nothing_built_is_no_success(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaisesRegex(package.Failed, "Nothing is built"):
            package.weigh(Path(folder))


class Bills(unittest.TestCase):
    def test_a_bill_says_nothing_of_the_machine(self):
        where = f"path+file://{sbom.ROOT}/functions/items#0.1.0"
        bill = {"serialNumber": "urn:uuid:random", "metadata": {"timestamp": "now", "component": {"bom-ref": where}}, "components": [{"bom-ref": where}]}
        settled = sbom.settled(bill, "2026-11-21T08:00:00Z")
        self.assertEqual(settled["metadata"], {"timestamp": "2026-11-21T08:00:00Z", "component": {"bom-ref": "path+file:///larder/functions/items#0.1.0"}})
        self.assertNotIn("serialNumber", settled)
        self.assertNotIn(str(sbom.ROOT), json.dumps(settled))

    def test_everything_that_is_shipped_has_one(self):
        template = cloudformation.load(deploy.ROOT / "template.yaml")["Resources"].values()
        functions = {Path(one["Properties"]["CodeUri"]).name for one in template if one["Type"] == "AWS::Serverless::Function"}
        self.assertEqual(set(sbom.members()), functions | {"larder"})

    def test_the_readers_networks_are_listed_with_their_hashes(self):
        listed = {part["name"]: part["hashes"][0]["content"] for part in sbom.networks()}
        self.assertTrue({"detection.onnx", "recognition.onnx"} <= set(listed))
        self.assertTrue(all(len(digest) == 64 for digest in listed.values()))


class Command(unittest.TestCase):
    def test_every_parameter_without_a_default_is_given(self):
        template = (deploy.ROOT / "template.yaml").read_text(encoding="utf-8")
        name, needed = None, set()
        for line in template.split("\nParameters:\n")[1].split("\nConditions:")[0].splitlines():
            if line.startswith("  ") and line[2] != " ":
                name = line.strip()[:-1]
                needed.add(name)
            elif line.startswith("    Default:"):
                needed.discard(name)
        self.assertEqual(needed, keys.ensure(fake_aws.Secrets(), "larder", NOW).keys())
        self.assertTrue(needed < deploy.known_parameters() and len(deploy.known_parameters()) > 20)

    def run_with(self, *arguments, earlier=None):
        """Run the command without AWS, its programs recorded; answers them, and the secrets that were made."""
        programs, secrets = [], fake_aws.Secrets()
        outputs = {"SiteUrl": "https://x", "SiteBucket": "site", "DistributionId": "D"}

        class Session:
            region_name = "eu-central-1"

            def __init__(self, **_):
                pass

            def client(self, name):
                return secrets if name == "secretsmanager" else None

        self.secrets = secrets
        with (
            patch("sys.argv", ["deploy.py", *arguments]),
            patch.object(deploy.boto3, "Session", Session),
            patch.object(deploy, "identify", lambda _: None),
            patch.object(deploy.package, "build", lambda architecture: programs.append(["samcli build", architecture])),
            patch.object(deploy, "run", lambda command, **_: programs.append(command)),
            patch.object(deploy, "deployed", lambda *_: (dict(earlier or {}), outputs)),
            patch.object(deploy, "upload_site", lambda *_: programs.append(["upload"])),
            patch.object(deploy, "wait_until_healthy", lambda _: programs.append(["healthy"])),
            patch.object(deploy, "say", lambda _: None),
        ):
            deploy.main()
        return programs

    def test_what_was_chosen_stays_and_what_is_gone_goes(self):
        earlier = {"AlarmEmail": "a@example.org", "MonthlyUploads": "5", "LogDays": "7", "OfAnOlderVersion": "1"}
        programs = self.run_with("--parameter", "MonthlyUploads=9", "--parameter", "AlarmEmail=", earlier=earlier)
        names = [" ".join(command) for command in programs]
        build, deployment = (next(i for i, name in enumerate(names) if f"samcli {word}" in name) for word in ("build", "deploy"))
        self.assertEqual(programs[build], ["samcli build", "arm64"])
        site = next(i for i, name in enumerate(names) if name.startswith("npm") and name.endswith("build"))
        self.assertTrue(site < build < deployment and names[deployment + 1 :] == ["upload", "healthy"], names)
        told = programs[deployment]
        told = told[told.index("--parameter-overrides") + 1 :]
        self.assertIn('MonthlyUploads="9"', told)
        self.assertIn('LogDays="7"', told)
        self.assertFalse([word for word in told if word.startswith(("AlarmEmail", "OfAnOlderVersion"))])
        self.assertFalse([word for word in told if "PRIVATE" in word or "privateKey" in word], "no key is told to anybody")

    def test_the_processor_that_is_deployed_for_is_the_one_that_is_built_for(self):
        for chosen in (["--parameter", "Architecture=x86_64"], []):
            programs = self.run_with(*chosen, earlier={} if chosen else {"Architecture": "x86_64"})
            self.assertIn(["samcli build", "x86_64"], programs)

    def test_a_wrong_parameter_is_refused_before_anything_is_made(self):
        for wrong in ["MonthlyUplaods=9", "nonsense"]:
            with self.assertRaises(SystemExit) as refusal:
                self.run_with("--parameter", wrong)
            self.assertIn("parameter", str(refusal.exception))
            self.assertEqual(self.secrets.secrets, {})


if __name__ == "__main__":
    unittest.main()
