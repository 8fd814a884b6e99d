"""An AWS account for rehearsals: moto's, on loopback, with AWS's own SAM transform in front of its CloudFormation.

Gaps of moto, filled as AWS documents them: NOT_CREATED are types it cannot create (they get an id and attributes;
cfn-lint checks their properties), and `execute` rolls back after a failure. It ignores rules, dynamic references,
canaries and permissions.
"""

import contextlib
import logging
import os
from unittest import mock

import yaml
from moto.cloudformation import models, parsing, responses
from moto.core.common_models import CloudFormationModel
from moto.server import ThreadedMotoServer
from samcli.yamlhelper import yaml_parse

from transform import REGION, transformed

# Types, and attributes that templates read, unless they are names only.
NOT_CREATED = {
    "AWS::ApiGatewayV2::Api": {},
    "AWS::ApiGatewayV2::Authorizer": {},
    "AWS::ApiGatewayV2::Integration": {},
    "AWS::ApiGatewayV2::Route": {},
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
    # For an alias, which is not there.
    "AWS::Lambda::Permission": {},
    # moto makes versions, but tells no template their number.
    "AWS::Lambda::Version": {"Version": "1"},
    "AWS::Logs::MetricFilter": {},
    "AWS::S3::BucketPolicy": {},
    "AWS::SNS::Subscription": {},
    "AWS::SNS::TopicPolicy": {},
    "AWS::Scheduler::Schedule": {},
    "AWS::SecretsManager::Secret": {},
}
# Failures that a test injects: type and AWS's reason.
failing = {}


class StandIn:
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
        return cls.create_from_cloudformation_json(
            original_resource.physical_resource_id, cloudformation_json, account_id, region_name
        )

    def get_cfn_attribute(self, name):
        return NOT_CREATED[self.kind].get(name, f"{self.physical_resource_id}.{name}")

    def delete(self, account_id, region_name):
        pass


def stand_in(kind):
    # moto reads its model's service from the name of its module.
    own = {"kind": kind, "cloudformation_type": staticmethod(lambda: kind), "__module__": "moto.rehearsal"}
    return type(CloudFormationModel)(kind.replace("::", ""), (StandIn, CloudFormationModel), own)


def get_output(self, name):
    """Fn::GetAtt of a stack inside the stack, which moto knows no way to ask."""
    return self.output_map[name.removeprefix("Outputs.")].value


def by_path(template_url, account_id, partition, moto=models.get_stack_from_s3_url):
    """A template in S3. moto takes the first word of an address for a bucket's name, unless it is `localhost`."""
    return moto(template_url.replace("127.0.0.1", "localhost"), account_id, partition)


def parse_change_set(self):
    self.template_dict = transformed(yaml_parse(self.template), self.parameters)


def create_or_tell(
    logical_id, resource_json, resources_map, account_id, region_name, moto=parsing.parse_and_create_resource
):
    """moto's creation of one resource; a failure becomes an event, as in CloudFormation."""
    try:
        return moto(logical_id, resource_json, resources_map, account_id, region_name)
    except Exception as error:
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
            str(error),
        )
        raise


def event(stack, logical_id, kind, physical_id, status, reason=None):
    stack.events.append(models.Event(stack.stack_id, stack.name, logical_id, physical_id, kind, status, reason, None))


def execute(self, change_set_name, stack_name=None):
    """moto's `execute_change_set`, which leaves a failed one as it is, and the outputs and parameters as they were."""
    change_set = self.describe_change_set(change_set_name)
    stack, kind = self.stacks[change_set.stack_id], change_set.change_set_type
    before = stack.resource_map._template, dict(stack.resource_map.input_parameters)
    stack._add_stack_event(f"{kind}_IN_PROGRESS")
    try:
        change_set.apply()
    except Exception:
        undo(self, stack, kind, change_set.template_dict, before)
        return
    stack.template, stack.template_dict, stack.parameters = (
        change_set.template,
        change_set.template_dict,
        change_set.parameters,
    )
    stack.output_map = stack._create_output_map()
    stack.status, change_set.execution_status = f"{kind}_COMPLETE", "EXECUTE_COMPLETE"
    stack._add_stack_event(stack.status)


def undo(backend, stack, kind, template, before):
    if kind == "UPDATE":
        stack.resource_map.update(*before)
        stack.status = "UPDATE_ROLLBACK_COMPLETE"
        stack._add_stack_event(stack.status)
        return
    parsed = stack.resource_map._parsed_resources
    # Backwards: later resources depend on earlier ones.
    for name in [name for name in reversed(parsed) if name in template["Resources"]]:
        resource, declared = parsed.pop(name), template["Resources"][name]
        if resource is None:
            continue
        # Other than Retain, RetainExceptOnCreate lets the undoing of a first deployment delete.
        if declared.get("DeletionPolicy") == "Retain":
            event(stack, name, declared["Type"], resource.physical_resource_id, "DELETE_SKIPPED")
        else:
            stack.resource_map._delete_resource(resource, declared)
            event(stack, name, declared["Type"], resource.physical_resource_id, "DELETE_COMPLETE")
    for inner in [inner for inner in backend.stacks.values() if inner.name.startswith(f"{stack.name}-")]:
        # An unfinished one is not yet a resource of the stack.
        inner.resource_map.delete()
        backend.deleted_stacks[inner.stack_id] = backend.stacks.pop(inner.stack_id)
    stack.resource_map._resource_json_map = {}
    stack.status = "ROLLBACK_COMPLETE"
    stack._add_stack_event(stack.status)


@contextlib.contextmanager
def account():
    """The account on loopback, and the environment that points every AWS client of this process and its children at
    it."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server.start()
    host, port = server.get_host_and_port()
    for kind in NOT_CREATED:
        stand_in(kind)
    parsing.get_model_list.cache_clear()
    parsing.get_model_map.cache_clear()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    environment |= {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "rehearsal",
        "AWS_SECRET_ACCESS_KEY": "rehearsal",
        "AWS_REGION": REGION,
    }
    environment |= {
        "AWS_CONFIG_FILE": "/dev/null",
        "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
        "SAM_CLI_TELEMETRY": "0",
    }
    with (
        mock.patch.dict(os.environ, environment, clear=True),
        # libyaml's reads the same, and is many times as fast: sam reads each template again and again.
        mock.patch.object(yaml, "SafeLoader", yaml.CSafeLoader),
        mock.patch.object(models.Stack, "parse_template", staticmethod(lambda text: yaml_parse(text))),
        mock.patch.object(models.Stack, "get_cfn_attribute", get_output, create=True),
        mock.patch.object(models, "get_stack_from_s3_url", by_path),
        mock.patch.object(responses, "get_stack_from_s3_url", by_path),
        mock.patch.object(models.ChangeSet, "_parse_template", parse_change_set),
        mock.patch.object(models.CloudFormationBackend, "execute_change_set", execute),
        mock.patch.object(parsing, "parse_and_create_resource", create_or_tell),
    ):
        try:
            yield
        finally:
            failing.clear()
            server.stop()
