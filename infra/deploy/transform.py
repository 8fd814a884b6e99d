"""Runs AWS's SAM transform, which is part of sam, on a template."""

import logging

import boto3
from samcli.yamlhelper import yaml_parse
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

REGION = "eu-central-1"
# It warns about AWS's own switches, which are not set here.
logging.getLogger("samtranslator").setLevel(logging.ERROR)


def transformed(template, parameters, region=REGION):
    """With the transform where the template names it, and as it is elsewhere."""
    if "Transform" not in template:
        return template
    return Translator({}, Parser(), boto_session=boto3.Session(region_name=region)).translate(template, parameters)


def local(file, parameters, region=REGION):
    """Before the upload: every function's code gets a placeholder in S3."""
    template = yaml_parse(file.read_text(encoding="utf-8"))
    for resource in template["Resources"].values():
        if "CodeUri" in resource.get("Properties", {}):
            resource["Properties"]["CodeUri"] = "s3://not/uploaded"
    return transformed(template, parameters, region)
