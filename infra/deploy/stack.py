"""Reads the stack's state: whether it can be deployed to, why the last attempt failed, and what remains of it."""

import dataclasses

from botocore.exceptions import ClientError

# States of completed operations, and of rolled back ones with the earlier resources.
AT_REST = {
    "CREATE_COMPLETE",
    "UPDATE_COMPLETE",
    "UPDATE_ROLLBACK_COMPLETE",
    "UPDATE_FAILED",
    "IMPORT_COMPLETE",
    "IMPORT_ROLLBACK_COMPLETE",
}
# No stack, or only the plan of one.
NOT_YET = {"", "REVIEW_IN_PROGRESS"}
# The first deployment failed and was undone. Nothing can be deployed to what remains: a record without resources.
UNDONE = "ROLLBACK_COMPLETE"
HALF = {"ROLLBACK_FAILED", "CREATE_FAILED", "DELETE_FAILED"}


@dataclasses.dataclass
class Stack:
    name: str
    status: str = ""
    parameters: dict = dataclasses.field(default_factory=dict)
    outputs: dict = dataclasses.field(default_factory=dict)


def find(cloudformation, name):
    try:
        found = cloudformation.describe_stacks(StackName=name)["Stacks"][0]
    except ClientError as error:
        if "does not exist" in str(error):
            return Stack(name)
        raise
    parameters = {p["ParameterKey"]: p["ParameterValue"] for p in found.get("Parameters", [])}
    outputs = {o["OutputKey"]: o["OutputValue"] for o in found.get("Outputs", [])}
    return Stack(name, found["StackStatus"], parameters, outputs)


def obstacle(stack):
    """Why nothing can be deployed to it, and what helps; None where something can."""
    name, status = stack.name, stack.status
    if status in AT_REST | NOT_YET or status == UNDONE:
        return None
    if status == "UPDATE_ROLLBACK_FAILED":
        return (
            f"The last deployment failed, and undoing it failed too. Mend what the stack's events name, then run"
            f" aws cloudformation continue-update-rollback --stack-name {name}"
        )
    if status in HALF:
        return (
            f"The stack is half there ({status}). Remove it: aws cloudformation delete-stack --stack-name {name}"
            f" (with --retain-resources and the names of what cannot be deleted, if that fails as well); then deploy again."
        )
    return f"The stack is being worked on ({status}). Wait until that has ended."


def events(cloudformation, name):
    for page in cloudformation.get_paginator("describe_stack_events").paginate(StackName=name):
        yield from page["StackEvents"]


def last_operation(cloudformation, name, since=None):
    """The events of the last operation, oldest first; none of before a moment."""
    found = []
    for event in events(cloudformation, name):
        if since and event["Timestamp"] < since:
            break
        found.append(event)
        if event["PhysicalResourceId"] == event["StackId"] and event["ResourceStatus"] in (
            "CREATE_IN_PROGRESS",
            "UPDATE_IN_PROGRESS",
        ):
            break
    return found[::-1]


def failures(cloudformation, name, since=None):
    """Why the last operation failed: each resource with AWS's reason, those of stacks inside the stack in its place."""
    told = []
    for event in last_operation(cloudformation, name, since):
        reason = event.get("ResourceStatusReason", "")
        if not event["ResourceStatus"].endswith("_FAILED") or "cancelled" in reason:
            continue
        inner = event.get("PhysicalResourceId", "")
        if event["ResourceType"] == "AWS::CloudFormation::Stack":
            if inner and inner != event["StackId"]:
                told += of_inner(cloudformation, inner, since) or [f"{event['LogicalResourceId']}: {reason}"]
            continue
        told.append(f"{event['LogicalResourceId']} ({event['ResourceType']}): {reason}")
    return told


def of_inner(cloudformation, name, since):
    try:
        return failures(cloudformation, name, since)
    except ClientError:
        # Its events are deleted: the outer stack's reason must suffice.
        return []


def left_behind(cloudformation, name, since=None):
    """Resources that the rollback of the first deployment did not delete, with instructions. None blocks a second
    try."""
    told = []
    for event in last_operation(cloudformation, name, since):
        # A version goes with its function.
        if event["ResourceStatus"] != "DELETE_SKIPPED" or event["ResourceType"] == "AWS::Lambda::Version":
            continue
        kind, this = event["ResourceType"], event["PhysicalResourceId"]
        if kind == "AWS::DynamoDB::Table":
            told.append(
                f"the table {this}, which is empty and costs nothing: aws dynamodb update-table --table-name {this}"
                f" --no-deletion-protection-enabled && aws dynamodb delete-table --table-name {this}"
            )
        elif kind == "AWS::S3::Bucket":
            told.append(f"the bucket {this}, which is empty: aws s3 rb s3://{this}")
        else:
            told.append(f"{kind} {this}")
    return told


def forget_undone(cloudformation, stack, say):
    """Deletes the record of a rolled-back first deployment: CloudFormation creates nothing under its name until
    then."""
    say(
        f"An earlier first deployment of {stack.name} failed and was undone. Its record is removed, and everything is created anew."
    )
    tell(cloudformation, stack, say)
    cloudformation.delete_stack(StackName=stack.name)
    cloudformation.get_waiter("stack_delete_complete").wait(StackName=stack.name)


def tell(cloudformation, stack, say, since=None):
    for reason in failures(cloudformation, stack.name, since):
        say(f"  It failed: {reason}")
    for thing in left_behind(cloudformation, stack.name, since):
        say(f"  It left {thing}")
