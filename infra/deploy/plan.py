"""Shows the resources and cost of a deployment without creating anything: `make deploy ARGS=--dry-run`.

Runs AWS's SAM transform on this machine. The parameters decide which resources a nested stack has; values known only on
AWS count as given.
"""

from collections import Counter
from pathlib import Path

from samcli.yamlhelper import yaml_parse

import costs
import transform

UNKNOWN = "known on AWS"


def value(expression, parameters):
    """Text and references to parameters; everything else is known on AWS only."""
    if isinstance(expression, dict):
        return parameters.get(expression.get("Ref"), UNKNOWN)
    return str(expression)


def holds(condition, parameters, conditions):
    ((function, operands),) = condition.items()
    if function == "Condition":
        return holds(conditions[operands], parameters, conditions)
    if function == "Fn::Equals":
        return value(operands[0], parameters) == value(operands[1], parameters)
    inner = [holds(operand, parameters, conditions) for operand in operands]
    return {"Fn::Not": lambda: not inner[0], "Fn::And": lambda: all(inner), "Fn::Or": lambda: any(inner)}[function]()


def resources(template, parameters, folder, prefix=""):
    """The type of everything that would be created by name, including nested stacks."""
    conditions, found = template.get("Conditions", {}), {}
    for name, resource in template["Resources"].items():
        if "Condition" in resource and not holds(conditions[resource["Condition"]], parameters, conditions):
            continue
        found[prefix + name] = resource["Type"]
        if resource["Type"] == "AWS::CloudFormation::Stack":
            inner = yaml_parse((folder / resource["Properties"]["TemplateURL"]).read_text(encoding="utf-8"))
            given = {key: value(entry, parameters) for key, entry in resource["Properties"]["Parameters"].items()}
            found |= resources(inner, given, folder, f"{prefix}{name}.")
    return found


def of(template, parameters, region):
    return resources(transform.local(template, parameters, region), parameters, Path(template).parent)


def tell(template, parameters, stack, region, say):
    made = of(template, parameters, region)
    say(f"It would be {len(made)} resources:")
    for kind, count in sorted(Counter(made.values()).items()):
        say(f"  {count:4} {kind.removeprefix('AWS::')}")
    say("and beside the stack 2 secrets, and a bucket for what sam uploads (a stack of sam's own).")
    if stack.parameters:
        changed = {name: now for name, now in sorted(parameters.items()) if stack.parameters.get(name, now) != now}
        becomes = ", ".join(f"{name} becomes {now or 'empty'}" for name, now in changed.items())
        say(f"The stack is there. Of its parameters {becomes or 'none changes'}.")
    tell_costs(parameters, say)


def tell_costs(parameters, say):
    """From assumed use and list prices in us-east-1: docs/OPERATIONS.md has the parts."""
    say("It would cost, in US dollars a month (an estimate from assumed use and list prices, without any free tier):")
    for users in (0, 10, 100, 1_000):
        total = sum(costs.month(users).values())
        if parameters["Reader"] == "bedrock":
            total += costs.MODEL_FIXED + users * costs.RECEIPTS * costs.MODEL_RECEIPT
        say(f"  {total:8.2f} with {users:,} users" if users else f"  {total:8.2f} with nobody")
    if parameters["HostedZoneId"]:
        say("  and 0.50 for the hosted zone, which is there already")
    if parameters["WebAclArn"]:
        say("  and the web ACL, whose price its rules make")
