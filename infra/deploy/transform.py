"""Runs AWS's SAM transform, which is part of sam, on a template."""

import logging

import boto3
from samcli.yamlhelper import yaml_parse
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

REGION = "eu-central-1"
# Hides warnings about feature switches of AWS.
logging.getLogger("samtranslator").setLevel(logging.ERROR)


def transformed(template, parameters, region=REGION):
    """Returns the template after the SAM transform, if it declares one."""
    if "Transform" not in template:
        return template
    return Translator({}, Parser(), boto_session=boto3.Session(region_name=region)).translate(template, parameters)


def transformed_file(file, parameters, region=REGION):
    """Returns the transformed template of a file, with a placeholder for the code of each function."""
    template = yaml_parse(file.read_text(encoding="utf-8"))
    for resource in template["Resources"].values():
        if "CodeUri" in resource.get("Properties", {}):
            resource["Properties"]["CodeUri"] = "s3://not/uploaded"
    return transformed(template, parameters, region)
