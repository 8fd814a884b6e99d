"""The custom resources of template.yaml: creates the keys, and copies the site into its bucket, during a deployment.

The setup function runs this. `package.py` bundles it with keys.py, site_upload.py and the packages of setup.txt.
"""

import hashlib
import json
import logging
import urllib.request
from datetime import datetime, timezone
from pathlib import Path

import boto3

import site_upload

LAYER = Path("/opt")
# The architecture of the built functions; `make package` writes it.
ARCHITECTURE_FILE = Path(__file__).with_name("architecture")
INDEXES = {"LSI1", "GSI1"}
RESPONSE_TIMEOUT_SECONDS = 10
RESPONSE_ATTEMPTS = 3
# CloudFormation limits an answer to 4,096 bytes.
MAX_REASON_LENGTH = 1_000


def handler(event, _):
    """Handles a request of CloudFormation, and always answers: otherwise it would wait until ServiceTimeout."""
    answer = {key: event[key] for key in ("StackId", "RequestId", "LogicalResourceId")}
    answer["PhysicalResourceId"] = physical_id(event)
    try:
        answer |= {"Status": "SUCCESS", "Data": RESOURCES[event["ResourceType"]](event, datetime.now(timezone.utc))}
    except Exception as error:  # noqa: BLE001 - CloudFormation shows any failure and rolls back
        logging.exception("%s of %s failed", event["RequestType"], event["LogicalResourceId"])
        answer |= {"Status": "FAILED", "Reason": f"{type(error).__name__}: {error}"[:MAX_REASON_LENGTH]}
    respond(event["ResponseURL"], answer)


def physical_id(event):
    """Returns the resource's id, also for a failed creation, because CloudFormation then deletes this id."""
    wanted = event["ResourceProperties"]
    if event["RequestType"] == "Delete":
        return event["PhysicalResourceId"]
    return wanted["Bucket"] if "Bucket" in wanted else f"{wanted['Stack']}/keys"


def respond(url, answer):
    # The URL was signed for a request without a content type.
    request = urllib.request.Request(url, json.dumps(answer).encode(), {"Content-Type": ""}, method="PUT")
    for attempt in range(RESPONSE_ATTEMPTS):
        try:
            with urllib.request.urlopen(request, timeout=RESPONSE_TIMEOUT_SECONDS):
                return
        except OSError:
            if attempt == RESPONSE_ATTEMPTS - 1:
                raise


def make_keys(event, now):
    """Creates missing keys, and rotates the signing keys if `Rotation` is new. Keys are never deleted with the stack."""
    if event["RequestType"] == "Delete":
        return {}
    wanted, before = event["ResourceProperties"], event.get("OldResourceProperties", {})
    check_architecture(wanted["Architecture"])
    if wanted["RestoredTable"] not in ("", before.get("RestoredTable")):
        check_table(wanted["RestoredTable"])
    # Imported after the check, because its packages load on one processor only.
    import keys

    found = keys.ensure(boto3.client("secretsmanager"), wanted["Stack"], now, wanted["Rotation"])
    settings = json.dumps([wanted["Settings"], found], sort_keys=True)
    return found | {"Digest": hashlib.sha256(settings.encode()).hexdigest()[:32]}


def check_architecture(architecture):
    """Fails if the functions were built for another processor."""
    built = ARCHITECTURE_FILE.read_text(encoding="utf-8")
    if built != architecture:
        raise ValueError(
            f"Architecture is {architecture}, but the functions were built for {built}: run make package ARCHITECTURE={architecture}"
        )


def check_table(name):
    """Fails if the table is missing, not ready or not Larder's."""
    table = boto3.client("dynamodb").describe_table(TableName=name)["Table"]
    kinds = ("LocalSecondaryIndexes", "GlobalSecondaryIndexes")
    indexes = {index["IndexName"] for kind in kinds for index in table.get(kind, [])}
    if table["TableStatus"] != "ACTIVE" or indexes != INDEXES:
        raise ValueError(
            f"RestoredTable {name} is {table['TableStatus']} with the indexes {sorted(indexes)}; it must be ACTIVE with {sorted(INDEXES)}"
        )


def copy_site(event, now):
    """Uploads changed files. Before deletion, empties the bucket, because CloudFormation deletes only empty buckets."""
    wanted = event["ResourceProperties"]
    if event["RequestType"] == "Delete":
        # Not after a failed creation, or if the site has moved to another bucket.
        if event["PhysicalResourceId"] == wanted["Bucket"]:
            boto3.resource("s3").Bucket(wanted["Bucket"]).object_versions.delete()
        return {}
    changed = site_upload.upload(boto3.client("s3"), wanted["Bucket"], LAYER / "site", LAYER / "openapi.json")
    site_upload.invalidate(boto3.client("cloudfront"), wanted["DistributionId"], changed, now)
    return {"Uploaded": str(len(changed))}


RESOURCES = {"Custom::Keys": make_keys, "Custom::Site": copy_site}
