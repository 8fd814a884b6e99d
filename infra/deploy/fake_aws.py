"""As much of Secrets Manager and S3 as infra/deploy uses, in memory, for its tests. It keeps what AWS keeps: versions and their labels, times, ETags."""

import hashlib
import uuid
from datetime import datetime, timezone


class ResourceNotFound(Exception):
    pass


class Secrets:
    class exceptions:  # noqa: N801 - boto3 names it so
        ResourceNotFoundException = ResourceNotFound

    def __init__(self):
        self.secrets = {}

    def _find(self, secret_id):
        for name, secret in self.secrets.items():
            if secret_id in (name, secret["arn"]):
                return secret
        raise ResourceNotFound(secret_id)

    def create_secret(self, Name, Description, SecretString):
        if Name in self.secrets or not Description:
            raise ValueError("a secret is made once, and described")
        arn = f"arn:aws:secretsmanager:eu-central-1:123456789012:secret:{Name}-AbCdEf"
        self.secrets[Name] = {"arn": arn, "versions": {}, "labels": {}}
        return {"ARN": arn, "VersionId": self._put(self.secrets[Name], SecretString, ["AWSCURRENT"])}

    def put_secret_value(self, SecretId, SecretString, VersionStages):
        return {"VersionId": self._put(self._find(SecretId), SecretString, VersionStages)}

    def _put(self, secret, text, stages):
        version = str(uuid.uuid4())
        secret["versions"][version] = text
        if "AWSCURRENT" in stages and "AWSCURRENT" in secret["labels"]:
            secret["labels"]["AWSPREVIOUS"] = secret["labels"]["AWSCURRENT"]
        secret["labels"] |= dict.fromkeys(stages, version)
        # The strictest reading of AWS's promise: what has no label is gone.
        secret["versions"] = {v: t for v, t in secret["versions"].items() if v in secret["labels"].values()}
        return version

    def get_secret_value(self, SecretId, VersionId=None):
        secret = self._find(SecretId)
        version = VersionId or secret["labels"]["AWSCURRENT"]
        if version not in secret["versions"]:
            raise ResourceNotFound(version)
        return {"ARN": secret["arn"], "VersionId": version, "SecretString": secret["versions"][version]}


class Bucket:
    """One bucket. A page of a listing holds three objects, so that whoever forgets the pages is found out."""

    def __init__(self):
        self.objects, self.order = {}, []

    def put_object(self, Bucket, Key, Body, ContentType, CacheControl):
        etag = f'"{hashlib.md5(Body, usedforsecurity=False).hexdigest()}"'
        self.objects[Key] = {"Key": Key, "ETag": etag, "LastModified": datetime.now(timezone.utc), "type": ContentType, "kept": CacheControl}
        self.order.append(Key)

    def delete_object(self, Bucket, Key):
        self.objects.pop(Key, None)

    def get_paginator(self, name):
        assert name == "list_objects_v2"
        return self

    def paginate(self, Bucket):
        objects = list(self.objects.values())
        for start in range(0, max(len(objects), 1), 3):
            yield {"Contents": objects[start : start + 3]} if objects else {}
