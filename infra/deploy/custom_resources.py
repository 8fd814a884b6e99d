"""The custom resources of template.yaml: creates the keys, and copies the site into its bucket, during a deployment.

A Lambda function runs this. `package.py` puts it together with keys.py, site_upload.py and the packages of setup.txt.
"""

import hashlib
import json
import logging
import urllib.request
from datetime import datetime, timezone
from pathlib import Path

import boto3

import keys
import site_upload

LAYER = Path("/opt")
RESPONSE_TIMEOUT_SECONDS = 10
RESPONSE_ATTEMPTS = 3
# CloudFormation takes 4,096 bytes in all.
MAX_REASON_LENGTH = 1_000


def handler(event, _):
    """Does what CloudFormation asks for, and always answers: it would wait until ServiceTimeout otherwise."""
    physical_id = event.get("PhysicalResourceId") or event["RequestId"]
    answer = {key: event[key] for key in ("StackId", "RequestId", "LogicalResourceId")}
    try:
        physical_id, data = RESOURCES[event["ResourceType"]](event, datetime.now(timezone.utc))
        answer |= {"Status": "SUCCESS", "Data": data}
    except Exception as error:  # noqa: BLE001 - CloudFormation shows any failure and rolls back
        logging.exception("%s of %s failed", event["RequestType"], event["LogicalResourceId"])
        answer |= {"Status": "FAILED", "Reason": f"{type(error).__name__}: {error}"[:MAX_REASON_LENGTH]}
    respond(event["ResponseURL"], answer | {"PhysicalResourceId": physical_id})


def respond(url, answer):
    # S3 signed the address for a request without a content type.
    request = urllib.request.Request(url, json.dumps(answer).encode(), {"Content-Type": ""}, method="PUT")
    for attempt in range(RESPONSE_ATTEMPTS):
        try:
            with urllib.request.urlopen(request, timeout=RESPONSE_TIMEOUT_SECONDS):
                return
        except OSError:
            if attempt == RESPONSE_ATTEMPTS - 1:
                raise


def make_keys(event, now):
    """Creates missing keys, and rotates the signing keys if `Rotation` is new. Deletes none: they outlive the stack."""
    wanted = event["ResourceProperties"]
    physical_id = f"{wanted['Stack']}/keys"
    if event["RequestType"] == "Delete":
        return physical_id, {}
    found = keys.ensure(boto3.client("secretsmanager"), wanted["Stack"], now, wanted["Rotation"])
    settings = json.dumps([wanted["Settings"], found], sort_keys=True)
    return physical_id, found | {"Digest": hashlib.sha256(settings.encode()).hexdigest()[:32]}


def copy_site(event, now):
    """Uploads what changed. A deleted resource empties its bucket, which could not be deleted otherwise."""
    wanted = event["ResourceProperties"]
    if event["RequestType"] == "Delete":
        bucket = event["PhysicalResourceId"]
        # A creation that failed has no bucket yet.
        if bucket == wanted["Bucket"]:
            boto3.resource("s3").Bucket(bucket).object_versions.delete()
        return bucket, {}
    changed = site_upload.upload(boto3.client("s3"), wanted["Bucket"], LAYER / "site", LAYER / "openapi.json", now)
    site_upload.invalidate(boto3.client("cloudfront"), wanted["DistributionId"], changed, now)
    return wanted["Bucket"], {"Uploaded": str(len(changed))}


RESOURCES = {"Custom::Keys": make_keys, "Custom::Site": copy_site}
