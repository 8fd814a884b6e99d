"""Simulates an AWS account with moto, on loopback, with AWS's SAM transform before moto's CloudFormation.

Adds what moto lacks: NOT_CREATED are types that it cannot create (they get an id and attributes; cfn-lint checks their
properties), custom resources run in this process, `with_dependents` updates resources that refer to a changed one, and
`execute` rolls back after a failure. Rules, dynamic references, canaries and permissions are ignored.
"""

import contextlib
import io
import itertools
import json
import logging
import os
import re
import tempfile
import zipfile
from pathlib import Path
from unittest import mock

import boto3
import yaml
from moto import settings
from moto.awslambda.utils import get_backend
from moto.cloudformation import models, parsing, responses
from moto.core.authorization import ActionAuthenticatorMixin
from moto.core.common_models import CloudFormationModel
from moto.iam import access_control
from moto.server import ThreadedMotoServer
from samcli.yamlhelper import yaml_parse

import custom_resources
import site_upload
from transform import REGION, transformed

# Types, with the attributes that templates read.
NOT_CREATED = {
    "AWS::ApiGatewayV2::Api": {},
    "AWS::ApiGatewayV2::Stage": {},
    "AWS::Budgets::Budget": {},
    "AWS::CloudFront::CachePolicy": {},
    "AWS::CloudFront::Distribution": {"DomainName": "d111111abcdef8.cloudfront.net"},
    "AWS::CloudFront::Function": {},
    "AWS::CloudFront::OriginAccessControl": {},
    "AWS::CloudFront::OriginRequestPolicy": {},
    "AWS::CloudFront::ResponseHeadersPolicy": {},
    "AWS::CloudWatch::Alarm": {},
    "AWS::CodeDeploy::Application": {},
    "AWS::CodeDeploy::DeploymentGroup": {},
    "AWS::Lambda::Alias": {},
    "AWS::Lambda::EventInvokeConfig": {},
    "AWS::Lambda::LayerVersion": {},
    "AWS::Lambda::Permission": {},
    # moto creates versions, but without the attribute.
    "AWS::Lambda::Version": {"Version": "1"},
    "AWS::Logs::MetricFilter": {},
    "AWS::S3::BucketPolicy": {},
    "AWS::SNS::Subscription": {},
    "AWS::SNS::TopicPolicy": {},
    "AWS::Scheduler::Schedule": {},
    "AWS::SecretsManager::Secret": {},
}
# Types of which a changed property creates a new resource.
REPLACED = {"AWS::Lambda::LayerVersion", "AWS::Lambda::Version"}
# Types whose changes update the resources that refer to them.
REFERENCED = {"Custom::Keys", *REPLACED}
TEST_KEY = "rehearsal"
# Failures that a test injects: type and AWS's reason.
failing = {}
# The lists of files that were invalidated in the CDN.
invalidated = []
counter = itertools.count(1)


class FakeResource:
    def __init__(self, name, properties):
        self.physical_resource_id, self.properties = name, properties

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        if cls.kind in failing:
            raise RuntimeError(failing[cls.kind])
        return cls(resource_name, cloudformation_json.get("Properties", {}))

    @classmethod
    def update_from_cloudformation_json(
        cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name
    ):
        name = original_resource.physical_resource_id
        if cls.kind in REPLACED and cloudformation_json.get("Properties", {}) != original_resource.properties:
            name = f"{new_resource_name}-{next(counter)}"
        return cls.create_from_cloudformation_json(name, cloudformation_json, account_id, region_name)

    def get_cfn_attribute(self, name):
        return NOT_CREATED[self.kind].get(name, f"{self.physical_resource_id}.{name}")

    def delete(self, account_id, region_name):
        pass


class FakeLayer(FakeResource):
    """A layer, which moto's Lambda has, but not its CloudFormation."""

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        version = get_backend(account_id, region_name).publish_layer_version(cloudformation_json["Properties"])
        return cls(version.arn, cloudformation_json["Properties"])


def register_fake(kind, base=FakeResource):
    # moto reads its model's service from the name of its module.
    own = {"kind": kind, "cloudformation_type": staticmethod(lambda: kind), "__module__": "moto.rehearsal"}
    return type(CloudFormationModel)(kind.replace("::", ""), (base, CloudFormationModel), own)


def matches(self, element, value, moto=access_control.IAMPolicyStatement._check_element_matches):
    """moto's comparison with a statement. moto knows only resources of S3, and only the bucket of deleted objects."""
    if element == "Resource":
        return value == "*" or moto(self, element, value) or moto(self, element, f"{value}/key")
    return moto(self, element, value)


def authorize(self, request, resource="*", moto=ActionAuthenticatorMixin._authenticate_and_authorize_action):
    """moto's check of permissions, only for a key of `create_limited_key`: the test itself has all permissions."""
    key = re.search("Credential=([^/]+)/", self.headers.get("Authorization", ""))
    if key and key[1] != TEST_KEY:
        moto(self, request, resource)


def create_limited_key(policy):
    """Returns an access key of a new user with a policy."""
    iam = boto3.client("iam")
    iam.create_user(UserName="deployer")
    iam.put_user_policy(UserName="deployer", PolicyName="own", PolicyDocument=json.dumps(policy))
    key = iam.create_access_key(UserName="deployer")["AccessKey"]
    return {"AWS_ACCESS_KEY_ID": key["AccessKeyId"], "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"]}


class CustomResourceFailed(Exception):
    """The failure of a custom resource: its reason, and the resource to delete."""


class CustomResource(CloudFormationModel):
    """A custom resource, created by the code of the setup function."""

    # moto reads its model's service from the name of its module.
    __module__ = "moto.rehearsal"

    @staticmethod
    def cloudformation_type():
        return "?"

    @classmethod
    def call(cls, request, definition, account_id, region_name, physical_id=None, before=None):
        resource = cls()
        resource.kind, resource.properties = definition["Type"], definition["Properties"]
        if resource.kind in failing:
            raise RuntimeError(failing[resource.kind])
        event = {"RequestType": request, "ResourceType": resource.kind, "ResourceProperties": resource.properties}
        event |= {"PhysicalResourceId": physical_id, "OldResourceProperties": before or {}}
        event |= dict.fromkeys(["StackId", "RequestId", "LogicalResourceId", "ResponseURL"], "")
        answers = []
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(custom_resources, "LAYER", Path(folder)),
            mock.patch.object(custom_resources, "ARCHITECTURE_FILE", Path(folder, "architecture")),
            mock.patch.object(custom_resources, "respond", lambda url, answer: answers.append(answer)),
        ):
            backend = get_backend(account_id, region_name)
            if "Files" in resource.properties:
                layer = backend.layers_versions_by_arn(resource.properties["Files"])
                zipfile.ZipFile(io.BytesIO(layer.code_bytes)).extractall(folder)
            code = backend.get_function(resource.properties["ServiceToken"]).code_bytes
            zipfile.ZipFile(io.BytesIO(code)).extract("architecture", folder)
            custom_resources.handler(event, None)
        (answer,) = answers
        resource.physical_resource_id, resource.data = answer["PhysicalResourceId"], answer.get("Data")
        if answer["Status"] == "FAILED":
            raise CustomResourceFailed(answer["Reason"], resource)
        return resource

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **_):
        return cls.call("Create", cloudformation_json, account_id, region_name)

    @classmethod
    def update_from_cloudformation_json(
        cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name
    ):
        physical_id, before = original_resource.physical_resource_id, original_resource.properties
        return cls.call("Update", cloudformation_json, account_id, region_name, physical_id, before)

    def delete(self, account_id, region_name):
        self.call(
            "Delete",
            {"Type": self.kind, "Properties": self.properties},
            account_id,
            region_name,
            self.physical_resource_id,
        )

    def get_cfn_attribute(self, name):
        return self.data[name]


def with_dependents(self, template, parameters=None, moto=parsing.ResourceMap.build_resource_diff):
    """moto's comparison of two templates. Adds the resources that refer to a changed one, after it."""
    actions, resources = moto(self, template, parameters), template["Resources"]
    changed = [name for name in actions["Modify"] if resources[name]["Type"] in REFERENCED]
    for source in changed:
        for name, resource in resources.items():
            text = json.dumps(resource)
            if name in self._resource_json_map and name not in [*actions["Modify"], *actions["Add"]]:
                if f'"{source}"' in text or f"${{{source}." in text:
                    actions["Modify"].append(name)
                    if resource["Type"] in REFERENCED:
                        changed.append(name)
    actions["Modify"].sort(key=lambda name: changed.index(name) if name in changed else len(changed))
    return actions


def get_output(self, name):
    """Fn::GetAtt of a nested stack, which moto lacks."""
    return self.output_map[name.removeprefix("Outputs.")].value


def get_template_by_path(template_url, account_id, partition, moto=models.get_stack_from_s3_url):
    """Reads a template in S3. moto reads the bucket's name from the host unless that is `localhost`."""
    return moto(template_url.replace("127.0.0.1", "localhost"), account_id, partition)


def parse_change_set(self):
    self.template_dict = transformed(yaml_parse(self.template), self.parameters)


def create_or_record_failure(
    logical_id, resource_json, resources_map, account_id, region_name, moto=parsing.parse_and_create_resource
):
    """moto's creation of one resource; a failure becomes an event, as in CloudFormation."""
    try:
        return moto(logical_id, resource_json, resources_map, account_id, region_name)
    except Exception as error:
        if isinstance(error, CustomResourceFailed):
            # CloudFormation deletes the failed resource by the id in the answer.
            resources_map._parsed_resources[logical_id] = error.args[1]
        stacks = models.cloudformation_backends[account_id][region_name].stacks
        inner = next(
            (
                stack
                for stack in reversed(stacks.values())
                if stack.name.startswith(f"{resources_map['AWS::StackName']}-{logical_id}-")
            ),
            None,
        )
        event(
            stacks[resources_map.stack_id],
            logical_id,
            resource_json["Type"],
            inner.stack_id if inner else "",
            "CREATE_FAILED",
            str(error.args[0] if error.args else error),
        )
        raise


def update_or_record_failure(
    logical_id, resource_json, resources_map, account_id, region_name, moto=parsing.parse_and_update_resource
):
    """moto's update of one resource. Keeps those that moto cannot update; a failure becomes an event, as in
    CloudFormation."""
    if resources_map[logical_id] is None:
        # Its condition is false.
        return None
    try:
        updated = moto(logical_id, resource_json, resources_map, account_id, region_name)
    except Exception as error:
        stack = models.cloudformation_backends[account_id][region_name].stacks[resources_map.stack_id]
        physical_id = resources_map[logical_id].physical_resource_id
        event(
            stack,
            logical_id,
            resource_json["Type"],
            physical_id,
            "UPDATE_FAILED",
            str(error.args[0] if error.args else error),
        )
        raise
    return resources_map[logical_id] if updated is None else updated


def event(stack, logical_id, kind, physical_id, status, reason=None):
    stack.events.append(models.Event(stack.stack_id, stack.name, logical_id, physical_id, kind, status, reason, None))


def execute(self, change_set_name, stack_name=None):
    """moto's `execute_change_set`, with rollback, outputs and parameters."""
    change_set = self.describe_change_set(change_set_name)
    stack, kind = self.stacks[change_set.stack_id], change_set.change_set_type
    before = stack.resource_map._template, dict(stack.resource_map.input_parameters)
    stack._add_stack_event(f"{kind}_IN_PROGRESS")
    try:
        change_set.apply()
    except Exception:
        with mock.patch.object(parsing.ResourceMap, "delete", DELETE):
            roll_back(self, stack, kind, change_set.template_dict, before)
        return
    stack.template, stack.template_dict, stack.parameters = (
        change_set.template,
        change_set.template_dict,
        change_set.parameters,
    )
    stack.output_map = stack._create_output_map()
    stack.status, change_set.execution_status = f"{kind}_COMPLETE", "EXECUTE_COMPLETE"
    stack._add_stack_event(stack.status)


def update_termination_protection(self):
    """The call that moto lacks."""
    stack = self.cloudformation_backend.get_stack(self._get_param("StackName"))
    stack.enable_termination_protection = self._get_param("EnableTerminationProtection") in (True, "true")
    return responses.ActionResult({"StackId": stack.stack_id})


def delete_unprotected_stack(self, name_or_stack_id, moto=models.CloudFormationBackend.delete_stack):
    if self.get_stack(name_or_stack_id).enable_termination_protection:
        raise responses.ValidationError(name_or_stack_id, message="TerminationProtection is enabled")
    moto(self, name_or_stack_id)


DELETE = parsing.ResourceMap.delete


def delete_except_retained(self):
    """moto's deletion of a stack, without resources that are deleted only by a rollback, and with custom resources before
    the setup function."""
    for name, resource in list(self._resource_json_map.items()):
        if resource.get("DeletionPolicy") == "RetainExceptOnCreate":
            del self._resource_json_map[name]
        elif isinstance(self._parsed_resources.get(name), CustomResource):
            self._delete_resource(self._parsed_resources.pop(name), self._resource_json_map.pop(name))
    DELETE(self)


def roll_back(backend, stack, kind, template, before):
    if kind == "UPDATE":
        with mock.patch.dict(failing, clear=True):
            stack.resource_map.update(*before)
        stack.status = "UPDATE_ROLLBACK_COMPLETE"
        stack._add_stack_event(stack.status)
        return
    parsed = stack.resource_map._parsed_resources
    # In reverse order, because later resources depend on earlier ones.
    for name in [name for name in reversed(parsed) if name in template["Resources"]]:
        resource, declared = parsed.pop(name), template["Resources"][name]
        if resource is None:
            continue
        # Unlike Retain, RetainExceptOnCreate allows deletion by the rollback of a first deployment.
        if declared.get("DeletionPolicy") == "Retain":
            event(stack, name, declared["Type"], resource.physical_resource_id, "DELETE_SKIPPED")
        else:
            stack.resource_map._delete_resource(resource, declared)
            event(stack, name, declared["Type"], resource.physical_resource_id, "DELETE_COMPLETE")
    for inner in [inner for inner in backend.stacks.values() if inner.name.startswith(f"{stack.name}-")]:
        # An unfinished nested stack is not yet a resource of the stack.
        inner.resource_map.delete()
        backend.deleted_stacks[inner.stack_id] = backend.stacks.pop(inner.stack_id)
    stack.resource_map._resource_json_map = {}
    stack.status = "ROLLBACK_COMPLETE"
    stack._add_stack_event(stack.status)


@contextlib.contextmanager
def account():
    """Starts the account on loopback, and sets the environment by which the AWS clients of this process and its children
    use it."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server.start()
    host, port = server.get_host_and_port()
    for kind in NOT_CREATED:
        register_fake(kind, FakeLayer if kind == "AWS::Lambda::LayerVersion" else FakeResource)
    parsing.get_model_list.cache_clear()
    parsing.get_model_map.cache_clear()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    environment |= {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": TEST_KEY,
        "AWS_SECRET_ACCESS_KEY": "rehearsal",
        "AWS_DEFAULT_REGION": REGION,
    }
    environment |= {
        "AWS_CONFIG_FILE": "/dev/null",
        "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
        "SAM_CLI_TELEMETRY": "0",
    }
    with (
        mock.patch.dict(os.environ, environment, clear=True),
        # libyaml is much faster, and sam reads each template many times.
        mock.patch.object(yaml, "SafeLoader", yaml.CSafeLoader),
        mock.patch.object(models.Stack, "parse_template", staticmethod(lambda text: yaml_parse(text))),
        mock.patch.object(models.Stack, "get_cfn_attribute", get_output, create=True),
        mock.patch.object(models, "get_stack_from_s3_url", get_template_by_path),
        mock.patch.object(responses, "get_stack_from_s3_url", get_template_by_path),
        mock.patch.object(models.ChangeSet, "_parse_template", parse_change_set),
        mock.patch.object(models.CloudFormationBackend, "execute_change_set", execute),
        mock.patch.object(models.CloudFormationBackend, "delete_stack", delete_unprotected_stack),
        mock.patch.object(
            responses.CloudFormationResponse,
            "update_termination_protection",
            update_termination_protection,
            create=True,
        ),
        mock.patch.object(parsing, "parse_and_create_resource", create_or_record_failure),
        mock.patch.object(parsing, "parse_and_update_resource", update_or_record_failure),
        mock.patch.object(parsing, "CustomModel", CustomResource),
        mock.patch.object(settings, "INITIAL_NO_AUTH_ACTION_COUNT", 0),
        mock.patch.object(ActionAuthenticatorMixin, "_authenticate_and_authorize_action", authorize),
        mock.patch.object(access_control.IAMPolicyStatement, "_check_element_matches", matches),
        mock.patch.object(parsing.ResourceMap, "build_resource_diff", with_dependents),
        mock.patch.object(parsing.ResourceMap, "delete", delete_except_retained),
        mock.patch.object(
            site_upload, "invalidate", lambda cloudfront, distribution, changed, now: invalidated.append(changed)
        ),
    ):
        try:
            yield
        finally:
            failing.clear()
            server.stop()
