"""Deploys Larder: its keys, its functions, its site. `make deploy` runs it; docs/OPERATIONS.md tells what it does and when to worry.

It needs AWS credentials (as any AWS tool finds them) and nothing that was there before: a first deployment and a later one are the same
command. Whatever was chosen earlier (parameters of the stack) stays, unless it is given anew.
"""

import argparse
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
import time
from datetime import datetime, timezone
from pathlib import Path

import boto3
from botocore.exceptions import BotoCoreError, ClientError

import keys
import package
import site_upload

ROOT = Path(__file__).resolve().parents[2]


class Refusal(Exception):
    """Why nothing (more) is done, in a sentence for whoever started this."""


def say(text):
    print(text, flush=True)


def run(command, **settings):
    """Run a program and show what it says; a failure ends everything."""
    say(f"$ {' '.join(command)}")
    if subprocess.run(command, cwd=ROOT, check=False, **settings).returncode != 0:
        raise Refusal(f"{command[0]} failed; see above. What was deployed before still runs.")


def identify(session):
    try:
        caller = session.client("sts").get_caller_identity()
    except (BotoCoreError, ClientError) as error:
        raise Refusal(f"There are no working AWS credentials: {error}") from error
    if not session.region_name:
        raise Refusal("No AWS region is set. Choose one: AWS_REGION=eu-central-1 make deploy")
    say(f"Deploying to account {caller['Account']}, region {session.region_name}.")


def deployed(cloudformation, stack):
    """The stack's parameters and outputs as they are, both empty where there is none."""
    try:
        found = cloudformation.describe_stacks(StackName=stack)["Stacks"][0]
    except ClientError as error:
        if "does not exist" in str(error):
            return {}, {}
        raise
    parameters = {p["ParameterKey"]: p["ParameterValue"] for p in found.get("Parameters", [])}
    outputs = {o["OutputKey"]: o["OutputValue"] for o in found.get("Outputs", [])}
    return parameters, outputs


def push_application(sns, stack, credentials):
    """The SNS platform application for FCM: CloudFormation knows no such resource. Made once, later given new credentials."""
    text = Path(credentials).read_text(encoding="utf-8")
    try:
        json.loads(text)
    except ValueError as error:
        raise Refusal(f"{credentials} is no service account key of Firebase (JSON): {error}") from error
    attributes = {"PlatformCredential": text}
    for page in sns.get_paginator("list_platform_applications").paginate():
        for application in page["PlatformApplications"]:
            if application["PlatformApplicationArn"].endswith(f":app/GCM/{stack}"):
                sns.set_platform_application_attributes(PlatformApplicationArn=application["PlatformApplicationArn"], Attributes=attributes)
                return application["PlatformApplicationArn"]
    return sns.create_platform_application(Name=stack, Platform="GCM", Attributes=attributes)["PlatformApplicationArn"]


def given_parameters(pairs):
    given = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise Refusal(f"{pair} is no parameter: write Name=value")
        given[name] = value
    return given


def known_parameters():
    """Those that template.yaml has today: an earlier deployment may have had others."""
    names, inside = set(), False
    for line in (ROOT / "template.yaml").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith((" ", "#")):
            inside = line == "Parameters:"
        elif inside and line.startswith("  ") and line[2] not in " #" and line.endswith(":"):
            names.add(line.strip()[:-1])
    return names


def deploy_stack(stack, region, parameters):
    try:
        package.build(parameters.get("Architecture", "arm64"))
    except package.Failed as error:
        raise Refusal(str(error)) from error
    overrides = [f'{name}="{value}"' for name, value in sorted(parameters.items()) if value != ""]
    sam = [sys.executable, "-m", "samcli", "deploy"]
    run([*sam, "--stack-name", stack, "--region", region, "--parameter-overrides", *overrides], env={**os.environ, "SAM_CLI_TELEMETRY": "0"})


def build_site():
    web = str(ROOT / "web")
    if not (ROOT / "web/node_modules").is_dir():
        run(["npm", "--prefix", web, "ci", "--no-audit", "--no-fund", "--loglevel=error"])
    run(["npm", "--prefix", web, "run", "--silent", "build"])


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
    raise Refusal(f"{site_url}/api/health does not answer 200 after five minutes. docs/OPERATIONS.md tells where to look.")


def deploy(arguments):
    session = boto3.Session(region_name=arguments.region)
    identify(session)
    stack, now = arguments.stack, datetime.now(timezone.utc)
    earlier, _ = deployed(session.client("cloudformation"), stack)
    known = known_parameters()
    parameters = {name: value for name, value in earlier.items() if name in known} | given_parameters(arguments.parameter)
    unknown = parameters.keys() - known
    if unknown:
        raise Refusal(f"template.yaml has no parameter {', '.join(sorted(unknown))}")
    parameters |= keys.ensure(session.client("secretsmanager"), stack, now, rotate=arguments.rotate_keys)
    if arguments.fcm:
        parameters["PushApplicationArn"] = push_application(session.client("sns"), stack, arguments.fcm)
    # Before anything is deployed: a site that does not build shall not meet an API that is ahead of it.
    build_site()
    deploy_stack(stack, session.region_name, parameters)
    _, outputs = deployed(session.client("cloudformation"), stack)
    upload_site(session, outputs, now)
    wait_until_healthy(outputs["SiteUrl"])
    say(f"Larder is at {outputs['SiteUrl']}")


def upload_site(session, outputs, now):
    bucket = outputs["SiteBucket"]
    changed = site_upload.upload(session.client("s3"), bucket, ROOT / "web/dist", ROOT / "web/openapi.json", now)
    say(f"Uploaded {len(changed)} files to {bucket}.")
    paths = site_upload.to_invalidate(changed)
    if paths:
        batch = {"Paths": {"Quantity": len(paths), "Items": paths}, "CallerReference": now.isoformat()}
        session.client("cloudfront").create_invalidation(DistributionId=outputs["DistributionId"], InvalidationBatch=batch)


def deploy_site_only(arguments):
    session = boto3.Session(region_name=arguments.region)
    identify(session)
    _, outputs = deployed(session.client("cloudformation"), arguments.stack)
    if not outputs:
        raise Refusal(f"There is no stack {arguments.stack} yet: run make deploy first.")
    build_site()
    upload_site(session, outputs, datetime.now(timezone.utc))
    say(f"The site is at {outputs['SiteUrl']}")


def main():
    parser = argparse.ArgumentParser(description="Deploy Larder to AWS.")
    parser.add_argument("--stack", default="larder", help="name of the stack (default: larder)")
    parser.add_argument("--region", help="AWS region (default: that of your AWS settings)")
    parser.add_argument("--parameter", action="append", default=[], metavar="NAME=VALUE", help="a parameter of template.yaml; repeat for more")
    parser.add_argument("--fcm", metavar="FILE", help="Firebase service account key (JSON), for push to phones")
    parser.add_argument("--rotate-keys", action="store_true", help="add a new signing key and retire those that no valid token needs")
    parser.add_argument("--site-only", action="store_true", help="build and upload the site and nothing else")
    arguments = parser.parse_args()
    try:
        deploy_site_only(arguments) if arguments.site_only else deploy(arguments)
    except Refusal as refusal:
        sys.exit(f"deploy: {refusal}")
    except (BotoCoreError, ClientError) as error:
        sys.exit(f"deploy: AWS refused: {error}")


if __name__ == "__main__":
    main()
