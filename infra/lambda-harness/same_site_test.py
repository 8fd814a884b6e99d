"""Compares the templates with `larder serve`: the table of template.yaml with the embedded one, and the headers of
infra/cdn with those of the site.

    python3 infra/lambda-harness/same_site_test.py
"""

import os
import tempfile
import unittest
from pathlib import Path

import boto3
from deployment import ENVIRONMENT, ROOT, Local

import cloudformation

BINARY = os.environ.get("LARDER_BIN", str(ROOT / "target/debug/larder"))
WORKER = "assets/shrink.worker-1.js"


class SameSite(unittest.TestCase):
    def serve(self, **settings):
        folder = tempfile.TemporaryDirectory(prefix="larder-site-")
        self.addCleanup(folder.cleanup)
        site = Path(folder.name) / "site"
        (site / "assets").mkdir(parents=True)
        (site / "index.html").write_text("<!doctype html>")
        (site / WORKER).write_text("1")
        local = Local(BINARY, Path(folder.name) / "data", LARDER_SITE=str(site), **settings)
        self.addCleanup(local.stop)
        return local

    def test_template_creates_the_table_of_the_code(self):
        keys = {
            name.lower(): value for name, value in ENVIRONMENT.items() if name.startswith("AWS_") and "_KEY" in name
        }
        client = boto3.client("dynamodb", "us-east-1", endpoint_url=self.serve().table, **keys)
        made = client.describe_table(TableName="larder")["Table"]
        lifetime = client.describe_time_to_live(TableName="larder")["TimeToLiveDescription"]
        resource = cloudformation.load(ROOT / "template.yaml")["Resources"]["Table"]
        declared = resource["Properties"]
        self.assertCountEqual(declared["AttributeDefinitions"], made["AttributeDefinitions"])
        self.assertEqual(declared["KeySchema"], made["KeySchema"])
        for kind in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes"):
            schemas = [{one["IndexName"]: one["KeySchema"] for one in table[kind]} for table in (declared, made)]
            self.assertEqual(*schemas)
            self.assertEqual({one["Projection"]["ProjectionType"] for one in declared[kind]}, {"ALL"})
        expected = {
            "BillingMode": "PAY_PER_REQUEST",
            "DeletionProtectionEnabled": True,
            "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
            "SSESpecification": {"SSEEnabled": True},
            "TimeToLiveSpecification": {"AttributeName": lifetime["AttributeName"], "Enabled": True},
        }
        self.assertEqual({name: declared[name] for name in expected}, expected)
        self.assertEqual(resource["DeletionPolicy"], "Retain")

    def test_cdn_sends_the_headers_of_the_local_site(self):
        cdn = cloudformation.load(ROOT / "infra/cdn/template.yaml")
        asks = {"Equals": [{"Ref": "ProductLookup"}, "openfoodfacts"]}
        self.assertEqual(cdn["Conditions"]["AsksOpenFoodFacts"], asks)
        text, variables = self.security(cdn, "PageHeaders")["ContentSecurityPolicy"]["ContentSecurityPolicy"]["Sub"]
        condition, *origins = variables["ProductOrigin"]["If"]
        self.assertEqual(condition, "AsksOpenFoodFacts")
        for lookup, origin in zip(("openfoodfacts", "none"), origins):
            local = self.serve(LARDER_PRODUCT_LOOKUP=lookup)
            # Uploads go to the local site itself.
            policy = text.replace("${ProductOrigin}", origin).replace("https://${UploadHost}", local.address)
            self.check(local, "/", cdn, "PageHeaders", policy)
            worker = self.security(cdn, "WorkerHeaders")["ContentSecurityPolicy"]["ContentSecurityPolicy"]
            self.check(local, f"/{WORKER}", cdn, "WorkerHeaders", worker)
        self.assertEqual(local.send("GET", "/nonsense", {}, b"").status, 404)

    def security(self, cdn, name):
        return cdn["Resources"][name]["Properties"]["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]

    def check(self, local, path, cdn, name, policy):
        """Compares the headers of a policy with those of a local response."""
        security = self.security(cdn, name)
        custom = cdn["Resources"][name]["Properties"]["ResponseHeadersPolicyConfig"]["CustomHeadersConfig"]["Items"]
        expected = {one["Header"]: one["Value"] for one in custom} | {
            "content-security-policy": policy,
            "referrer-policy": security["ReferrerPolicy"]["ReferrerPolicy"],
            "x-content-type-options": "nosniff" if security["ContentTypeOptions"]["Override"] else None,
        }
        answer = local.send("GET", path, {}, b"")
        self.assertEqual(answer.status, 200)
        self.assertEqual({header: answer.headers[header] for header in expected}, expected)
        two_years = {"Override": True, "AccessControlMaxAgeSec": 63072000, "IncludeSubdomains": False}
        self.assertEqual(security["StrictTransportSecurity"], two_years)


if __name__ == "__main__":
    unittest.main()
