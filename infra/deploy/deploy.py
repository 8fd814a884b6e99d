"""Deploys Larder by `sam deploy`, with checks before and after it. `make deploy` runs it; docs/OPERATIONS.md describes it.

It needs AWS credentials (as any AWS tool finds them) and nothing else: the first and later deployments use the same
command. Parameters keep their earlier values unless they are set.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone
from pathlib import Path

import boto3
from botocore.exceptions import BotoCoreError, ClientError, UnknownRegionError

import account
import package
import parameters
import plan
import site_upload
import stack as stacks

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "template.yaml"


class Refusal(Exception):
    """The reason why the deployment stops, as a sentence for the user."""


class NoAccount(Refusal):
    """There are no credentials."""


def say(text):
    print(text, flush=True)


def run(command, **settings):
    """Runs a program with its output; returns whether it succeeded."""
    say(f"$ {' '.join(command)}")
    return subprocess.run(command, cwd=ROOT, check=False, **settings).returncode == 0


def open_session(region):
    """A session for the given region, or for that of the environment or the AWS settings. boto3 reads
    AWS_DEFAULT_REGION only."""
    session = boto3.Session(region_name=region or os.environ.get("AWS_REGION") or None)
    if not session.region_name:
        raise Refusal("No AWS region is set. Choose one: AWS_REGION=eu-central-1 make deploy")
    try:
        session.get_partition_for_region(session.region_name)
    except UnknownRegionError as error:
        raise Refusal(f"There is no AWS region {session.region_name}.") from error
    return session


def identify(session):
    try:
        caller = session.client("sts").get_caller_identity()
    except (BotoCoreError, ClientError) as error:
        raise NoAccount(f"There are no working AWS credentials: {error}.") from error
    say(f"Account {caller['Account']}, region {session.region_name}.")


def push_application(sns, stack, credentials):
    """The SNS platform application for FCM, which CloudFormation does not support. Created once, later updated with
    new credentials."""
    text = Path(credentials).read_text(encoding="utf-8")
    try:
        json.loads(text)
    except ValueError as error:
        raise Refusal(f"{credentials} is no service account key of Firebase (JSON): {error}") from error
    attributes = {"PlatformCredential": text}
    for page in sns.get_paginator("list_platform_applications").paginate():
        for application in page["PlatformApplications"]:
            if application["PlatformApplicationArn"].endswith(f":app/GCM/{stack}"):
                sns.set_platform_application_attributes(
                    PlatformApplicationArn=application["PlatformApplicationArn"], Attributes=attributes
                )
                return application["PlatformApplicationArn"]
    return sns.create_platform_application(Name=stack, Platform="GCM", Attributes=attributes)["PlatformApplicationArn"]


def deploy_stack(session, name, chosen):
    """Build the functions and hand everything to sam, which packs it and waits for CloudFormation."""
    # Clocks differ a little.
    began = datetime.now(timezone.utc) - timedelta(minutes=1)
    try:
        package.build_all(chosen["Architecture"])
    except package.Failed as error:
        raise Refusal(str(error)) from error
    with tempfile.TemporaryDirectory() as folder:
        told = parameters.write(chosen, Path(folder) / "parameters.yaml")
        sam = [
            sys.executable,
            "-m",
            "samcli",
            "deploy",
            "--template-file",
            str(TEMPLATE),
            "--stack-name",
            name,
            "--region",
            session.region_name,
        ]
        if run([*sam, "--parameter-overrides", told], env={**os.environ, "SAM_CLI_TELEMETRY": "0"}):
            return
    explain_failure(session.client("cloudformation"), name, began)


def explain_failure(cloudformation, name, began):
    stack = stacks.find(cloudformation, name)
    if stack.status in stacks.NOT_YET:
        raise Refusal("sam failed before anything was made; see above.")
    stacks.tell(cloudformation, stack, say, began)
    if stack.status == stacks.UNDONE:
        raise Refusal(
            "The first deployment failed and was undone. Mend what is named above and run the same command again: it starts anew."
        )
    raise Refusal(stacks.obstacle(stack) or "sam failed; see above. What was deployed before still runs.")


def build_site():
    web = str(ROOT / "web")
    if not (ROOT / "web/node_modules").is_dir() and not run(
        ["npm", "--prefix", web, "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    ):
        raise Refusal("The site's packages could not be installed; see above. Nothing was deployed.")
    if not run(["npm", "--prefix", web, "run", "--silent", "build"]):
        raise Refusal("The site could not be built; see above. Nothing was deployed.")


def wait_until_healthy(site_url):
    """The first answers through a new distribution can take minutes: its name has to get around."""
    for _ in range(60):
        try:
            with urllib.request.urlopen(f"{site_url}/api/health", timeout=10) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, TimeoutError):
            pass
        time.sleep(5)
    raise Refusal(
        f"{site_url}/api/health does not answer 200 after five minutes. docs/OPERATIONS.md tells where to look."
    )


def prepare(session, arguments):
    """The current stack and its future parameters, after all checks. Creates nothing."""
    stack = stacks.find(session.client("cloudformation"), arguments.stack)
    obstacle = stacks.obstacle(stack)
    if obstacle:
        raise Refusal(obstacle)
    chosen = parameters.merged(parameters.of(TEMPLATE), stack.parameters, parameters.given(arguments.parameter))
    findings = account.look(session, chosen)
    for warning in findings.warnings:
        say(f"Note: {warning}")
    if arguments.dry_run or arguments.anyway:
        for refusal in findings.refusals:
            say(f"Lacking: {refusal}")
    elif findings.refusals:
        raise Refusal("\n".join([*findings.refusals, "Nothing was made. --anyway tries it all the same."]))
    return stack, chosen


def dry_run(arguments):
    """Does everything before the first change, and prints what would be created."""
    session = open_session(arguments.region)
    try:
        identify(session)
        stack, chosen = prepare(session, arguments)
    except NoAccount as error:
        say(f"{error} So nothing is known of the account; what follows is a first deployment.")
        stack, chosen = (
            stacks.Stack(arguments.stack),
            parameters.merged(parameters.of(TEMPLATE), {}, parameters.given(arguments.parameter)),
        )
    plan.tell(TEMPLATE, chosen, stack, session.region_name, say)
    say("Nothing was made.")


def deploy(arguments):
    session = open_session(arguments.region)
    identify(session)
    stack, chosen = prepare(session, arguments)
    cloudformation, now = session.client("cloudformation"), datetime.now(timezone.utc)
    if stack.status == stacks.UNDONE:
        stacks.forget_undone(cloudformation, stack, say)
    if arguments.rotate_keys:
        chosen["KeyRotation"] = now.strftime("%Y%m%dT%H%M%S")
    if arguments.fcm:
        chosen["PushApplicationArn"] = push_application(session.client("sns"), stack.name, arguments.fcm)
    build_site()
    deploy_stack(session, stack.name, chosen)
    outputs = stacks.find(cloudformation, stack.name).outputs
    wait_until_healthy(outputs["SiteUrl"])
    say(f"Larder is at {outputs['SiteUrl']}")


def upload_site(session, outputs, now):
    bucket = outputs["SiteBucket"]
    changed = site_upload.upload(session.client("s3"), bucket, ROOT / "web/dist", ROOT / "web/openapi.json", now)
    say(f"Uploaded {len(changed)} files to {bucket}.")
    site_upload.invalidate(session.client("cloudfront"), outputs["DistributionId"], changed, now)


def deploy_site_only(arguments):
    session = open_session(arguments.region)
    identify(session)
    outputs = stacks.find(session.client("cloudformation"), arguments.stack).outputs
    if not outputs:
        raise Refusal(f"There is no stack {arguments.stack} yet: run make deploy first.")
    build_site()
    upload_site(session, outputs, datetime.now(timezone.utc))
    say(f"The site is at {outputs['SiteUrl']}")


def main():
    parser = argparse.ArgumentParser(description="Deploy Larder to AWS.")
    parser.add_argument("--stack", default="larder", help="name of the stack (default: larder)")
    parser.add_argument("--region", help="AWS region (default: AWS_REGION, AWS_DEFAULT_REGION, your AWS settings)")
    one = "a parameter of template.yaml, empty for its default; repeat for more"
    parser.add_argument("--parameter", action="append", default=[], metavar="NAME=VALUE", help=one)
    parser.add_argument(
        "--dry-run",
        action="store_true",
        help="tell what would be made, what it costs, and what the account lacks; make nothing",
    )
    parser.add_argument("--anyway", action="store_true", help="deploy although the account seems to lack something")
    parser.add_argument("--fcm", metavar="FILE", help="Firebase service account key (JSON), for push to phones")
    parser.add_argument(
        "--rotate-keys", action="store_true", help="add a new signing key and retire those that no valid token needs"
    )
    parser.add_argument("--site-only", action="store_true", help="build and upload the site and nothing else")
    arguments = parser.parse_args()
    try:
        (dry_run if arguments.dry_run else deploy_site_only if arguments.site_only else deploy)(arguments)
    except (Refusal, parameters.Wrong) as refusal:
        sys.exit(f"deploy: {refusal}")
    except (BotoCoreError, ClientError) as error:
        sys.exit(f"deploy: AWS refused: {error}")


if __name__ == "__main__":
    main()
