"""Runs the API tests on moto's DynamoDB, S3 and SNS, except those below. Then runs the contract of pictures again while
moto checks the signatures of requests to S3."""

import json
import os
import subprocess
import sys
import time
import urllib.request

import boto3

# Tests that cannot run on moto, with the reason.
NOT_ON_MOTO = {
    "capacity::": "moto counts units by rules of its own",
    "restored_backup::keeps_a_device_signed_in": "it copies the rows of the embedded table",
    "restored_backup::accepts_only_newer_secrets": "it copies the rows of the embedded table",
    "restored_backup::names_only_a_deleted_account": "it copies the rows of the embedded table",
    "row_cache::reads_an_unchanged_list_once": "only the embedded table is cached",
    "scans::creates_one_scan_of_one_picture_sent_ten_times_at_once": "moto's transactions are not isolated",
    "scans::counts_the_month_exactly_under_fifty_concurrent_uploads": "moto's transactions are not isolated",
}
PORT = os.environ.get("MOTO_PORT", "8293")
CONTRACT = "api::picture_stores::keeps_the_contract_with_s3"
EVERYTHING = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}


def check_signatures(address, tests):
    """Returns None if a key opens a bucket with its own secret and with no other, or else what is wrong."""
    settings = {"endpoint_url": address, "region_name": "us-east-1"}
    settings |= {"aws_access_key_id": "test", "aws_secret_access_key": "test"}
    iam, bucket = boto3.client("iam", **settings), "checked"
    boto3.client("s3", **settings).create_bucket(Bucket=bucket)
    iam.create_user(UserName="larder")
    policy = iam.create_policy(PolicyName="everything", PolicyDocument=json.dumps(EVERYTHING))["Policy"]
    iam.attach_user_policy(UserName="larder", PolicyArn=policy["Arn"])
    key = iam.create_access_key(UserName="larder")["AccessKey"]
    # From here on each request is checked.
    unchecked = urllib.request.Request(f"{address}/moto-api/reset-auth", b"0", {"Content-Type": "text/plain"})
    urllib.request.urlopen(unchecked, timeout=5).close()
    command = [*tests[: tests.index("--")], "--", "--include-ignored", "--exact", CONTRACT]

    def passes(secret, **output):
        keys = {"AWS_ACCESS_KEY_ID": key["AccessKeyId"], "AWS_SECRET_ACCESS_KEY": secret}
        env = {**os.environ, **keys, "LARDER_TEST_DYNAMODB": address, "LARDER_TEST_BUCKET": bucket}
        return subprocess.run(command, env=env, **output)

    if passes(key["SecretAccessKey"]).returncode:
        return "moto refuses requests that are signed with the key's own secret."
    # Its output is kept back: it looks like a failure of this test.
    refused = passes("another", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if refused.returncode == 0 or "SignatureDoesNotMatch" not in refused.stdout:
        return f"Another secret must be refused because of its signature:\n{refused.stdout}"
    print("moto accepts requests that are signed with the key's own secret, and refuses another.", flush=True)
    return None


def main():
    tests = sys.argv[1:]
    moto = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", PORT],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{PORT}"
        for _ in range(120):
            try:
                urllib.request.urlopen(f"{address}/moto-api/", timeout=5).close()
                break
            except OSError:
                time.sleep(0.5)
        else:
            sys.exit("moto did not start")
        skipped = [word for name in NOT_ON_MOTO for word in ("--skip", name)]
        for name, reason in NOT_ON_MOTO.items():
            print(f"not on moto: {name}: {reason}", flush=True)
        code = subprocess.call(
            [*tests, "--test-threads", "2", *skipped],
            env={
                **os.environ,
                "LARDER_TEST_DYNAMODB": address,
                "LARDER_TEST_SNS": address,
                "AWS_ACCESS_KEY_ID": "test",
                "AWS_SECRET_ACCESS_KEY": "test",
                "AWS_SESSION_TOKEN": "a session's token",
            },
        )
        return code or check_signatures(address, tests)
    finally:
        # It does not always listen while connections are open, and has nothing to lose.
        moto.kill()
        moto.wait(timeout=30)


if __name__ == "__main__":
    sys.exit(main())
